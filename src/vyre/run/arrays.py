"""Host arguments in, host arrays out: what a caller gives becomes contiguous, native, typed memory, each copy noted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vyre.contract.backend import HostView
from vyre.errors import ArgumentTypeError, ArgumentValueError, shown
from vyre.ir.literals import nearest
from vyre.ir.program import Buffer
from vyre.memory.resident import ResidentArray
from vyre.run import refusals
from vyre.run.addresses import address_of
from vyre.run.adopt import adopt, is_masked, memory_of
from vyre.run.lent import CopyNote, Lent, LentNote, lend
from vyre.run.not_done import NotDone
from vyre.run.records import assign, fits_record, numpy_dtype, numpy_record, record_copy
from vyre.run.refusals import Direction, numpy_text

__all__ = [
    "HOLDERS",
    "Held",
    "Load",
    "Prepared",
    "Scattered",
    "assign",
    "begin_output",
    "check_size",
    "element_dtype",
    "fits",
    "new_output",
    "numpy_dtype",
    "prepare",
    "prepare_bytes",
    "prepare_lent",
    "reach",
    "scalar",
    "starting",
    "starting_byte",
    "view_of",
]

Array = NDArray[Any]
Held = Array | ResidentArray
"""What stands in a slot: host memory, or (on a device with memory of its own) a resident array."""
HOLDERS: Final = (bytes, bytearray, memoryview)
_ELEMENT_LIMIT = 1 << 32
_COMPARED = 1 << 20  # elements whose addresses are compared


@dataclass(frozen=True, slots=True)
class Scattered:
    """Memory of another library that a device copies its elements from, and to: ``ranges`` of ``memory``, which is bytes, as
    (offset there, offset in the copy, bytes)."""

    memory: ResidentArray
    ranges: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Load:
    """A copy in host memory that is made when a call runs. ``lent``: what of CUDA memory then gets the values of ``target``."""

    target: Array
    source: Array
    lent: Lent | None = None


@dataclass(slots=True)
class Prepared:
    """One array argument, ready. ``array`` is C-contiguous, aligned and native; ``original`` is the caller's array
    where ``array`` becomes a copy of it when the call runs (None: ``array`` is the caller's own memory, or fresh). ``resident``: the one that was given.
    ``twin``: the device copies it before the launch, since it overlaps what is written. ``lent``: what it is a copy of, in CUDA
    memory while the call runs elsewhere. ``given``: what the caller wrote."""

    array: Held
    original: Array | None = None
    note: CopyNote | LentNote | None = None
    resident: ResidentArray | None = None
    twin: bool = False
    scattered: Scattered | None = None
    lent: Lent | None = None
    given: Any = None

    @property
    def host(self) -> Array:
        """``array``, where it is known to be host memory."""
        assert isinstance(self.array, np.ndarray)
        return self.array


def element_dtype(buffer: Buffer) -> np.dtype[Any]:
    """The NumPy dtype of a buffer's elements."""
    return numpy_dtype(buffer.dtype) if buffer.record is None else numpy_record(buffer.record)


def fits(buffer: Buffer, dtype: np.dtype[Any]) -> bool:
    """Whether arrays of ``dtype`` hold the buffer's elements, in either byte order."""
    if buffer.record is not None:
        return fits_record(buffer.record, dtype)
    wanted = numpy_dtype(buffer.dtype)
    # of another kind a dtype may have no byte order at all, and refuse to be asked
    return dtype == wanted or (dtype.kind == wanted.kind and dtype.newbyteorder("=") == wanted)


def view_of(array: Array, writable: bool) -> HostView:
    """The bytes of a contiguous array as the contract wants them; the buffer protocol knows no bf16, nor every record."""
    memory = array if array.dtype.kind != "V" else array.view(np.ndarray).reshape(-1).view(np.uint8)
    return HostView(memory, address_of(array), array.nbytes, writable)


def prepare(buffer: Buffer, given: Any, *, copies: str = "allow", direction: Direction) -> Prepared:
    """One array argument by rules 1.1, 1.3, 1.4 and 4.6. ``direction``: "in", "out" or "in and out".

    Raises ArgumentTypeError A602 (dtype), A604 (no array); ArgumentValueError A603 (rank), A605 (read-only), A606
    (a copy under ``copies="forbid"``), A609 (too many elements), A615 (declared shape).
    """
    wanted = element_dtype(buffer)
    writable = direction != "in"
    array, converted = (given, False) if type(given) is np.ndarray else adopt(buffer, given, direction)
    have = array.dtype
    if have is not wanted and have != wanted and not fits(buffer, have):
        raise refusals.other_dtype(buffer, given, array, wanted, direction)
    if buffer.rank is not None and array.ndim != buffer.rank:
        raise refusals.other_rank(buffer, given, array, direction)
    if buffer.shape is not None and array.shape != buffer.shape:
        raise refusals.other_shape(buffer, array, direction)
    check_size(buffer, array.shape)
    flags = array.flags
    if writable and not flags.writeable:
        raise refusals.read_only(buffer, given, array, direction)
    if (
        not converted
        and flags.c_contiguous
        and flags.aligned
        and have.isnative
        and (not writable or 0 not in array.strides or array.size < 2)
    ):
        return Prepared(array)
    reason = (
        f"converted from a {type(given).__name__}"
        if converted
        else "foreign byte order"
        if not have.isnative
        else "not C-contiguous"
        if not flags.c_contiguous
        else "not aligned"
    )
    if copies == "forbid":
        raise refusals.copy_forbidden(buffer, array, reason, direction)
    if writable and _self_overlaps(array):
        raise refusals.shares_memory(buffer, array, direction)
    try:
        fresh = _copied(buffer, array) if converted else np.empty(array.shape, wanted)
    except (MemoryError, ValueError) as error:  # ValueError: more bytes than an array can have
        raise refusals.no_memory(buffer, array.shape) from error
    return Prepared(fresh, None if converted else array, _note(buffer.name, direction, reason, fresh.nbytes))


_note = lru_cache(maxsize=256)(CopyNote)


def prepare_lent(buffer: Buffer, given: Any, direction: Direction, copies: str) -> Prepared:
    """One argument in CUDA memory of a call that runs elsewhere, copied through host memory.

    Raises what ``prepare`` and ``lend`` do.
    """
    lent = lend(buffer, given, direction, copies)
    prepared = prepare(buffer, lent.host, direction=direction)
    prepared.note = lent.note
    prepared.lent = lent
    return prepared


def _copied(buffer: Buffer, array: Array) -> Array:
    """A contiguous copy in native byte order."""
    if buffer.record is not None:
        return record_copy(array, buffer.record)
    return np.array(array, numpy_dtype(buffer.dtype), order="C")


def _self_overlaps(array: Array) -> bool:
    """Whether two elements share a byte. Where strides do not tell, the addresses are compared; of very many elements
    it is then taken for granted."""
    if array.size < 2:
        return False
    reach = array.itemsize
    for stride, n in sorted((abs(s), n) for n, s in zip(array.shape, array.strides, strict=True) if n > 1):
        if stride < reach:
            break
        reach += stride * (n - 1)
    else:
        return False
    if array.size > _COMPARED:
        return True
    places = np.zeros(1, np.int64)
    for n, stride in zip(array.shape, array.strides, strict=True):
        places = np.add.outer(places, np.arange(n, dtype=np.int64) * stride).reshape(-1)
    places.sort()
    return bool((np.diff(places) < array.itemsize).any())


def prepare_bytes(buffer: Buffer, given: Any, *, writable: bool) -> Array:
    """Raw bytes as the buffer's elements, where they lie: nothing is copied here (the driver's door).

    Raises ArgumentTypeError or ArgumentValueError A604 (no memory), A605 (read-only), A615 (declared shape), A616 (no
    whole number of elements, or elements whose bytes lie apart).
    """
    memory = memory_of(buffer, given, "out" if writable else "in")
    wanted = element_dtype(buffer)
    typed: Array
    if memory.c_contiguous:
        if memory.nbytes % wanted.itemsize:
            raise ArgumentValueError(
                f"{buffer.name!r} has elements of {wanted.itemsize} bytes",
                code="A616",
                fix="pass a whole number of elements",
                place=buffer.place,
                actual=f"{memory.nbytes} bytes",
            )
        typed = np.frombuffer(memory, np.uint8).view(wanted) if memory.nbytes else np.empty(0, wanted)
    elif memory.ndim == 1 and memory.itemsize == wanted.itemsize and len(buffer.shape or (1,)) == 1:
        typed = np.asarray(memory).view(wanted)
    else:
        raise ArgumentValueError(
            f"{buffer.name!r} has elements of {wanted.itemsize} bytes, and the bytes of this object lie apart",
            code="A616",
            fix="pass a contiguous object (bytes(x) of an input)",
            place=buffer.place,
            actual=f"a {type(given).__name__} of shape {memory.shape}, strides {memory.strides}",
        )
    if buffer.shape is not None:
        if typed.size != int(np.prod(buffer.shape)):
            raise ArgumentValueError(
                f"{buffer.name!r} is declared with shape {buffer.shape}",
                code="A615",
                fix=f"pass {int(np.prod(buffer.shape)) * wanted.itemsize} bytes",
                place=buffer.place,
                actual=f"{memory.nbytes} bytes",
            )
        return typed.reshape(buffer.shape)
    return typed


def new_output(buffer: Buffer, shape: Sequence[int]) -> Array:
    """A fresh output as it starts (rule 4.2). Raises ArgumentValueError A609, OutOfMemory R851."""
    check_size(buffer, shape)
    try:
        return starting(buffer, tuple(shape))
    except (MemoryError, ValueError) as error:
        raise refusals.no_memory(buffer, shape) from error


def check_size(buffer: Buffer, shape: Sequence[int]) -> None:
    """Raises ArgumentValueError A609."""
    if math.prod(shape) >= _ELEMENT_LIMIT or max(shape, default=0) >= _ELEMENT_LIMIT:
        raise refusals.too_many(buffer, shape)


def starting(buffer: Buffer, shape: tuple[int, ...]) -> Array:
    """An array of what an output starts as: zeros, or its declared init (rule 4.2)."""
    dtype = element_dtype(buffer)
    if buffer.init is None:
        return np.zeros(shape, dtype)
    return np.full(shape, np.frombuffer(buffer.init.to_bytes(dtype.itemsize, "little"), dtype)[0], dtype)


def starting_byte(buffer: Buffer) -> int | None:
    """What every byte of an output starts as; None where they differ."""
    if buffer.init is None:
        return 0
    pattern = buffer.init.to_bytes(buffer.dtype.nbytes, "little")
    return pattern[0] if pattern == pattern[:1] * len(pattern) else None


def begin_output(buffer: Buffer, array: Array) -> None:
    """Make an output what it starts as (rule 4.2)."""
    if buffer.init is None:
        array.reshape(-1).view(np.uint8).fill(0)
    else:
        array[...] = starting(buffer, ())


def scalar(buffer: Buffer, given: Any) -> int | float | bool:
    """A uniform parameter's value. Python numbers are checked and converted; NumPy scalars must have the dtype.

    Raises ArgumentTypeError A602 or A604, ArgumentValueError A608.
    """
    dtype = buffer.dtype
    if is_masked(given):
        raise refusals.has_a_mask(buffer, given, "in")
    if isinstance(given, NotDone):
        raise refusals.not_done(buffer, given, "in")
    if isinstance(given, (np.generic, np.ndarray)):
        if given.shape != () or not fits(buffer, given.dtype):
            raise ArgumentTypeError(
                f"{buffer.name!r} takes one {dtype.name}",
                code="A602",
                fix=_scalar_fix(buffer, given),
                place=buffer.place,
                actual=f"{given.dtype} of shape {given.shape}",
            )
        return given.item()  # type: ignore[no-any-return]  # a number by the check above
    if isinstance(given, memoryview | bytes | bytearray):
        bits = prepare_bytes(buffer, given, writable=False)
        if bits.size != 1:
            raise ArgumentValueError(
                f"{buffer.name!r} is one {dtype.name}",
                code="A616",
                fix=f"pass {dtype.nbytes} bytes, or a number",
                place=buffer.place,
                actual=f"{bits.nbytes} bytes",
            )
        return scalar(buffer, bits.reshape(()))
    if dtype.is_bool:
        if isinstance(given, bool):
            return given
    elif dtype.is_integer:
        if isinstance(given, int) and not isinstance(given, bool):
            if not dtype.min <= given <= dtype.max:
                raise ArgumentValueError(
                    f"{buffer.name!r} is {dtype.name}",
                    code="A608",
                    fix=f"pass a value in {dtype.min} ... {dtype.max}",
                    place=buffer.place,
                    actual=shown(given),
                )
            return given
    elif isinstance(given, (int, float)) and not isinstance(given, bool):
        return _float_scalar(buffer, given)
    raise ArgumentTypeError(
        f"{buffer.name!r} takes one {dtype.name}",
        code="A604",
        fix=f"pass {'True or False, such as bool(x)' if dtype.is_bool else 'an int, such as int(x)' if dtype.is_integer else 'a number, such as float(x)'}",
        place=buffer.place,
        actual=f"{type(given).__name__} {shown(given, 60)}",
    )


def _scalar_fix(buffer: Buffer, given: Any) -> str:
    if given.shape == ():
        return f"pass {numpy_text(buffer)}(x)"
    if given.size == 1:
        return f"pass {numpy_text(buffer)}(x.item())"
    return f"pass one number of it, such as {numpy_text(buffer)}(x.flat[0]), or declare {buffer.name} as vy.In[{buffer.spelling}]"


def _float_scalar(buffer: Buffer, given: int | float) -> float:
    try:
        value = float(given)
    except OverflowError:
        value = float("inf")
    rounded = nearest(buffer.dtype, value)  # once (rule 1.2)
    exact_needed = isinstance(given, int)
    if (exact_needed and rounded != given) or (math.isinf(rounded) and not math.isinf(value)):
        raise ArgumentValueError(
            f"{buffer.name!r} is {buffer.dtype.name}, which does not hold this number",
            code="A608",
            fix="pass float(x), to round it" if exact_needed and not math.isinf(rounded) else "pass a smaller number",
            place=buffer.place,
            actual=shown(given),
        )
    return rounded


def reach(array: Array) -> tuple[int, int]:
    """The addresses between which an array's elements lie."""
    low = high = address_of(array)
    if not array.size:
        return (low, high)
    for n, stride in zip(array.shape, array.strides, strict=True):
        if stride < 0:
            low += (n - 1) * stride
        else:
            high += (n - 1) * stride
    return (low, high + array.itemsize)
