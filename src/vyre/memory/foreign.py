"""Arrays of other libraries in CUDA memory: what ``__cuda_array_interface__`` and DLPack say of them, read without CUDA.

The stream rule: whoever takes such an array must not touch it before the work that its library has on the way to it. The
interface of version 3 names the stream of that work (None: there is none); older ones don't, and mean the legacy default
stream. DLPack is told the taker's stream, and its library makes that one wait.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from vyre.memory.resident import ResidentArray

__all__ = ["LEGACY_STREAM", "ForeignArray", "Unusable", "cuda_array", "host_copy", "is_on_cuda"]

LEGACY_STREAM: Final = 1
_HOST: Final = 1
_CUDA: Final = 2  # DLPack's numbers
_KINDS: Final = {0: "i", 1: "u", 2: "f", 6: "b"}  # of DLPack's type codes
_BFLOAT: Final = 4
_READ_ONLY: Final = 1  # a flag of DLPack's versioned tensors


class Unusable(Exception):
    """Why an array cannot be taken."""


@dataclass(frozen=True, slots=True)
class ForeignArray:
    """``address`` of the first element. ``strides`` in bytes; None: C-contiguous. ``stream``: what its library's work is on
    (None: nothing has to be waited for). ``owner`` keeps the memory."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    dtype: np.dtype[Any]
    writable: bool
    stream: int | None
    owner: object

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return prod(self.shape) * self.dtype.itemsize

    def runs(self) -> list[tuple[int, int, int]]:
        """Where the elements are, in their order: (offset from ``address``, offset in a contiguous copy, bytes)."""
        if self.strides is None:
            return [(0, 0, self.nbytes)]
        inner = self.dtype.itemsize
        axes = list(zip(self.shape, self.strides, strict=True))
        while axes and (axes[-1][1] == inner or axes[-1][0] == 1):
            inner *= axes.pop()[0]
        starts = np.zeros(1, np.int64)
        for n, stride in axes:
            starts = np.add.outer(starts, np.arange(n, dtype=np.int64) * stride).reshape(-1)
        return [(at, k * inner, inner) for k, at in enumerate(starts.tolist())]

    def reach(self) -> tuple[int, int]:
        """From the lowest byte of an element to behind the highest one, as offsets from ``address``."""
        if self.strides is None or not self.nbytes:
            return 0, self.nbytes
        ends = [(n - 1) * stride for n, stride in zip(self.shape, self.strides, strict=True)]
        return sum(end for end in ends if end < 0), sum(end for end in ends if end > 0) + self.dtype.itemsize

    def overlaps_itself(self) -> bool:
        """Whether two elements may share a byte."""
        if self.strides is None:
            return False
        reach = self.dtype.itemsize
        for stride, n in sorted((abs(s), n) for n, s in zip(self.shape, self.strides, strict=True) if n > 1):
            if stride < reach:
                return True
            reach = stride * (n - 1) + reach
        return False


def is_on_cuda(given: Any) -> bool:
    """Whether an object of another library says that its memory is CUDA's."""
    if isinstance(given, ResidentArray):
        return False
    if _interface_of(given) is not None:
        return True
    try:
        return hasattr(given, "__dlpack_device__") and int(given.__dlpack_device__()[0]) == _CUDA
    except Exception:  # noqa: BLE001 - whatever a library says that has DLPack, but not for what it holds
        return False


def _interface_of(given: Any) -> Any:
    """What ``__cuda_array_interface__`` says; None where there is none, or where it is refused, as PyTorch does for what requires
    gradients: DLPack then says why."""
    try:
        return getattr(given, "__cuda_array_interface__", None)
    except Exception:  # noqa: BLE001 - whatever a library raises for what it does not export
        return None


def cuda_array(given: Any, stream: int) -> ForeignArray:
    """What an object in CUDA memory holds. ``stream``: the taker's, for DLPack. Raises Unusable, and what its library does."""
    interface = _interface_of(given)
    has_dlpack = hasattr(given, "__dlpack__")
    if interface is None or (has_dlpack and (interface.get("version", 0) < 3 or interface["typestr"][1] == "V")):
        if has_dlpack:
            return _by_dlpack(given, stream)
        raise Unusable("it says that it is in CUDA memory, and has no protocol that tells where")
    return _by_interface(given, interface)


def _by_interface(given: Any, interface: dict[str, Any]) -> ForeignArray:
    if interface.get("mask") is not None:
        raise Unusable("it has a mask")
    dtype = np.dtype(interface.get("descr") if interface["typestr"][1] == "V" else interface["typestr"])
    address, read_only = interface["data"]
    waits = interface.get("stream") if interface.get("version", 0) >= 3 else LEGACY_STREAM
    if waits == 0:
        raise Unusable("its stream is 0, which the protocol forbids: 1 is the legacy default stream, 2 the thread's")
    shape = tuple(int(n) for n in interface["shape"])
    strides = interface.get("strides")
    return ForeignArray(
        int(address or 0),
        shape,
        _kept(shape, None if strides is None else tuple(int(s) for s in strides), dtype.itemsize),
        dtype,
        not read_only,
        None if waits is None else int(waits),
        given,
    )


def _kept(shape: tuple[int, ...], strides: tuple[int, ...] | None, itemsize: int) -> tuple[int, ...] | None:
    """None where the strides are those of a C-contiguous array."""
    if strides is None or 0 in shape:
        return None
    expected = itemsize
    for n, stride in zip(reversed(shape), reversed(strides), strict=True):
        if n > 1 and stride != expected:
            return strides
        expected *= n
    return None


class _Tensor(ctypes.Structure):
    """DLPack's ``DLTensor``."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Versioned(ctypes.Structure):
    """DLPack's ``DLManagedTensorVersioned``."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    )


def _by_dlpack(given: Any, stream: int) -> ForeignArray:
    try:
        capsule = given.__dlpack__(stream=stream, max_version=(1, 0))
    except TypeError:  # a library from before that keyword
        capsule = given.__dlpack__(stream=stream)
    return _of_capsule(capsule, None)


def host_copy(given: Any) -> np.ndarray[Any, Any] | None:
    """The values of an array with DLPack, as its library copies them to host memory; None where it does not."""
    for words in ({"dl_device": (_HOST, 0), "copy": True, "max_version": (1, 0)}, {}):
        try:
            if not words and int(given.__dlpack_device__()[0]) != _HOST:
                return None  # from before those keywords, and not in host memory
            found = _of_capsule(given.__dlpack__(**words), None, device=_HOST)
        except (BufferError, RuntimeError, TypeError, ValueError, Unusable):  # what libraries say for "not like this"
            continue
        low, high = found.reach()
        raw: Any = (ctypes.c_char * (high - low)).from_address(found.address + low) if found.nbytes else b""
        view: np.ndarray[Any, Any] = np.ndarray(found.shape, found.dtype, raw, -low, found.strides)
        return view.copy(order="C")
    return None


def _of_capsule(capsule: object, stream: int | None, *, device: int = _CUDA) -> ForeignArray:
    """The capsule is not consumed: it keeps the memory, and gives it back when it is dropped. ``device``: whose memory it must be."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    valid = ctypes.pythonapi.PyCapsule_IsValid
    valid.restype, valid.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)
    writable = True
    if valid(capsule, b"dltensor_versioned"):
        managed = _Versioned.from_address(pointer(capsule, b"dltensor_versioned"))
        if managed.major != 1:
            raise Unusable(f"its DLPack has version {managed.major}, which vyre does not know")
        tensor, writable = managed.tensor, not managed.flags & _READ_ONLY
    elif valid(capsule, b"dltensor"):
        tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    else:
        raise Unusable("what its __dlpack__ gives is no capsule of DLPack, or one that was used before")
    if tensor.device_type != device and device == _HOST:
        raise Unusable("it was asked for a copy in host memory, and gave none")
    if tensor.lanes != 1 or tensor.bits % 8 or (tensor.code not in _KINDS and tensor.code != _BFLOAT):
        raise Unusable(
            f"its elements (DLPack's type {tensor.code} of {tensor.bits} bits) are of a type that kernels do not have"
        )
    if tensor.code == _BFLOAT:
        import ml_dtypes

        dtype = np.dtype(ml_dtypes.bfloat16)
    else:
        dtype = np.dtype(f"{_KINDS[tensor.code]}{tensor.bits // 8}")
    shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
    strides = tuple(tensor.strides[k] * dtype.itemsize for k in range(tensor.ndim)) if tensor.strides else None
    address = (tensor.data or 0) + tensor.byte_offset
    return ForeignArray(address, shape, _kept(shape, strides, dtype.itemsize), dtype, writable, stream, capsule)
