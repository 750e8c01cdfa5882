"""What a caller gives, as a NumPy array over the same memory: the buffer protocol, ``__array__`` and DLPack."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vyre.doors import alike
from vyre.errors import ArgumentTypeError, VyreError
from vyre.ir.program import Buffer
from vyre.memory.foreign import is_on_cuda
from vyre.run import refusals
from vyre.run.addresses import address_of
from vyre.run.lent import lend
from vyre.run.not_done import NotDone
from vyre.run.refusals import Direction

__all__ = ["adopt", "memory_of", "shape_named", "shape_of"]

Array = NDArray[Any]
_HOST: Final = {1, 3, 11}  # DLPack's numbers of plain, CUDA-pinned and ROCm-pinned host memory
_DEVICES: Final = {2: "CUDA", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 13: "CUDA managed", 14: "oneAPI"}
_REFUSALS: Final = (BufferError, RuntimeError, TypeError, ValueError)  # what libraries raise for "not like this"
_HOLDERS: Final = (bytes, bytearray, memoryview)


def is_masked(given: object) -> bool:
    """Whether it is an array of ``numpy.ma``, which is not loaded for the question: it takes as long as ten kernels' checks."""
    module = sys.modules.get("numpy.ma")
    return module is not None and isinstance(given, module.MaskedArray)


def adopt(buffer: Buffer, given: Any, direction: Direction) -> tuple[Array, bool]:
    """The array, and whether it is a copy that its library had to make (never where it is written).

    Raises ArgumentTypeError or ArgumentValueError A604 (no array in host memory), A605 (read-only).
    """
    if isinstance(given, np.ndarray):
        if is_masked(given):
            raise refusals.has_a_mask(buffer, given, direction)
        return np.asarray(given), False  # of a subclass the memory as it is, whatever its own attributes say
    if isinstance(given, np.generic):
        array = np.asarray(given)
        if direction != "in":
            raise refusals.read_only(buffer, given, array, direction)
        return array, False
    if isinstance(given, _HOLDERS):
        return np.asarray(memory_of(buffer, given, direction)), False
    if isinstance(given, NotDone):
        raise refusals.not_done(buffer, given, direction)
    try:
        return _foreign(buffer, given, direction)
    except VyreError:
        raise
    except Exception as error:  # whatever an object says that is no array
        raise refusals.no_array(buffer, given, direction) from error


def _foreign(buffer: Buffer, given: Any, direction: Direction) -> tuple[Array, bool]:
    """An array of another library, by the protocols that it knows. What is in CUDA memory is copied, where it is read."""
    if direction == "in" and is_on_cuda(given):
        return lend(buffer, given, direction).read().host, True
    _refuse_devices(buffer, given, direction)
    if getattr(given, "null_count", 0):
        raise refusals.has_nulls(buffer, given, direction)
    if not hasattr(given, "__array__") and not hasattr(given, "__dlpack__"):
        return np.asarray(memory_of(buffer, given, direction)), False
    found = _without_a_copy(buffer, given, direction)
    if found is not None:
        return found, False
    try:
        converted = np.asarray(given.__array__())
    except _REFUSALS as error:
        raise refusals.cannot_adopt(buffer, given, error, direction) from error
    if direction != "in":  # what the kernel writes would be lost
        raise refusals.read_only(buffer, given, converted, direction)
    return converted, True


def _without_a_copy(buffer: Buffer, given: Any, direction: Direction) -> Array | None:
    """Another library's array where it lies; None where only a copy can be had."""
    if hasattr(given, "__array__"):
        try:
            return np.asarray(given.__array__(copy=False))
        except ValueError:  # it knows the word, and needs a copy
            return None
        except _REFUSALS:  # it does not know the word
            pass
    if not hasattr(given, "__dlpack__"):
        return None
    try:
        found: Array = np.from_dlpack(given)
    except _REFUSALS as error:
        if hasattr(given, "__array__"):
            return None
        raise refusals.cannot_adopt(buffer, given, error, direction) from error
    if direction != "in" and not found.flags.writeable and hasattr(given, "__array__"):
        # A capsule of the old kind says nothing about writing, and NumPy then forbids it.
        other = np.asarray(given.__array__())
        if other.flags.writeable and address_of(other) == address_of(found):
            return other
    return found


def _refuse_devices(buffer: Buffer, given: Any, direction: Direction) -> None:
    """A604 for memory that the host cannot read, with the protocol that told."""
    if hasattr(given, "__cuda_array_interface__"):
        raise refusals.on_a_device(buffer, given, "__cuda_array_interface__", direction)
    if hasattr(given, "__dlpack_device__"):
        try:
            kind = int(given.__dlpack_device__()[0])
        except _REFUSALS:  # it has DLPack, but not for what it holds, as pyarrow for bools that are bits
            return
        if kind not in _HOST:
            where = _DEVICES.get(kind, f"device type {kind}")
            raise refusals.on_a_device(buffer, given, f"__dlpack_device__ with {where}", direction)


def memory_of(buffer: Buffer, given: Any, direction: Direction) -> memoryview:
    """An object's memory by the buffer protocol. Raises ArgumentTypeError or ArgumentValueError A604, A605."""
    try:
        memory = memoryview(given)
    except TypeError:
        raise refusals.no_array(buffer, given, direction) from None
    except ValueError as error:
        raise refusals.released(buffer, given, error) from None
    if direction != "in" and memory.readonly:
        raise refusals.read_only(buffer, given, np.asarray(memory), direction)
    return memory


def shape_of(given: Any) -> tuple[int, ...] | None:
    """The shape of an argument that is an array or a sequence of numbers; None of anything else."""
    try:
        shape = getattr(given, "shape", None)
        if shape is not None:
            return tuple(map(int, shape))
        if isinstance(given, (list, tuple)) or hasattr(given, "__array__"):  # a list is refused where it is bound
            return (len(given),)
        return memoryview(given).shape
    except Exception:  # noqa: BLE001 - whatever an object says that is no array
        return None


def _arrays_named(inputs: Sequence[str], name: str, found: Mapping[str, Any]) -> str:
    arrays = [one for one in inputs if shape_of(found.get(one)) is not None]
    meant = alike(name, arrays)
    if not arrays:
        return "pass a number, such as domain=1000"
    return (
        f"name one of {', '.join(arrays)}, or pass a number"
        if meant is None
        else f'write domain="{meant}", or pass a number'
    )


def shape_named(kernel: str, inputs: Sequence[str], name: str, found: Mapping[str, Any]) -> tuple[int, ...]:
    """The shape of the argument that ``domain=`` names. Raises ArgumentTypeError A601."""
    if name not in found:
        raise ArgumentTypeError(
            f"{kernel}: domain={name!r} names no input of the call",
            code="A601",
            fix=_arrays_named(inputs, name, found),
            actual=repr(name),
        )
    shape = shape_of(found[name])
    if shape is None:
        raise ArgumentTypeError(
            f"{kernel}: domain={name!r} names no array",
            code="A601",
            fix=f"{_arrays_named(inputs, name, found)} or a function of the arguments",
            actual=type(found[name]).__name__,
        )
    return shape
