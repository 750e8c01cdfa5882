"""Arrays of other libraries in CUDA memory, to host memory and back, for calls that run elsewhere. No device of ours is opened:
the context is the primary one of the device that the memory is on, which its library has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver
from numpy.typing import NDArray

from vyre.drivers.cuda_calls import did
from vyre.memory.foreign import LEGACY_STREAM, ForeignArray

__all__ = ["fetched", "knows", "stored"]

_ORDINAL: Final = cu.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL


def knows(foreign: ForeignArray) -> bool:
    """Whether there is a CUDA driver that answers, and the memory is its own."""
    fine = cu.CUresult.CUDA_SUCCESS
    try:
        if cu.cuInit(0)[0] != fine:
            return False
    except Exception:  # noqa: BLE001 - the bindings are installed, and the driver's library is not
        return False
    return not foreign.nbytes or bool(cu.cuPointerGetAttribute(_ORDINAL, foreign.address)[0] == fine)


@contextmanager
def _at(foreign: ForeignArray) -> Iterator[Any]:
    """Its device's context, and a stream on which the work of its library is done."""
    device = did(cu.cuDeviceGet(int(did(cu.cuPointerGetAttribute(_ORDINAL, foreign.address)))))
    context = did(cu.cuDevicePrimaryCtxRetain(device))
    try:
        did(cu.cuCtxPushCurrent(context))
        try:
            if foreign.stream not in (None, LEGACY_STREAM):
                did(cu.cuStreamSynchronize(cu.CUstream(foreign.stream)))
            stream = cu.CUstream(LEGACY_STREAM)
            yield stream
            did(cu.cuStreamSynchronize(stream))
        finally:
            cu.cuCtxPopCurrent()
    finally:
        cu.cuDevicePrimaryCtxRelease(device)


def fetched(foreign: ForeignArray) -> NDArray[Any]:
    """Its values, C-contiguous, once its library's work on it is done."""
    low, high = foreign.reach()
    raw = np.empty(high - low, np.uint8)
    if raw.nbytes:
        with _at(foreign) as stream:
            did(cu.cuMemcpyDtoHAsync(raw.ctypes.data, foreign.address + low, raw.nbytes, stream))
    view: NDArray[Any] = np.ndarray(foreign.shape, foreign.dtype, raw.data, -low, foreign.strides)
    return np.ascontiguousarray(view).reshape(foreign.shape)


def stored(foreign: ForeignArray, values: NDArray[Any]) -> None:
    """Write C-contiguous values of its dtype and shape; they are there for every stream when this comes back."""
    if not foreign.nbytes:
        return
    start = values.ctypes.data
    with _at(foreign) as stream:
        for at, source, nbytes in foreign.runs():
            did(cu.cuMemcpyHtoDAsync(foreign.address + at, start + source, nbytes, stream))
