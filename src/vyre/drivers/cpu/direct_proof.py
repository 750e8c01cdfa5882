"""Whether the interpreter's and NumPy's objects are laid out as direct calls read them, looked at in real objects."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["is_proved"]

_OBJECT: Final = object.__basicsize__
_SCALARS: Final = (
    *(np.bool_(True), np.uint8(201), np.uint16(60_001), np.uint32(4_000_000_001), np.uint64(1 << 63 | 5)),
    *(np.int8(-7), np.int16(-30_001), np.int32(-2_000_000_001), np.int64(-(1 << 62) - 3)),
    *(np.float16(1.5), np.float32(-2.75), np.float64(3.1)),
)


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _int(address: int) -> int:
    return ctypes.c_int32.from_address(address).value


def is_proved() -> bool:
    """False on other interpreters, without a GIL, on 32 bits, or where one field of one sample is not as it should be."""
    gil = getattr(sys, "_is_gil_enabled", None)
    if sys.implementation.name != "cpython" or (gil is not None and not gil()) or sys.byteorder != "little":
        return False
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    if not all(map(_is_array, _samples())) or not all(map(_is_scalar, _SCALARS)):
        return False
    return _is_tuple() and _is_bytes() and all(map(_is_float, (0.0, -2.75, 1e300)))


def _samples() -> list[NDArray[Any]]:
    block = np.arange(24, dtype=np.uint16).reshape(2, 3, 4)
    fixed = np.frombuffer(b"abcd", np.uint8)
    return [
        block,
        block[1:],
        block[:, ::-1],
        block.view(np.uint8),
        np.array(7),
        fixed,
        np.zeros(0),
        np.ones((2, 1), ">f4"),
    ]


def _is_array(array: NDArray[Any]) -> bool:
    at = id(array)
    shape = _word(at + _OBJECT + 16)
    return (
        _word(at + _OBJECT - 8) == id(np.ndarray)
        and _word(at + _OBJECT) == array.ctypes.data
        and _int(at + _OBJECT + 8) == array.ndim
        and tuple(_word(shape + 8 * n) for n in range(array.ndim)) == array.shape
        and _word(at + _OBJECT + 40) == id(array.dtype)
        and _int(at + _OBJECT + 48) & 0xFFFF == array.flags.num & 0xFFFF
    )


def _is_scalar(scalar: np.generic) -> bool:
    at = id(scalar)
    return _word(at + _OBJECT - 8) == id(type(scalar)) and (
        ctypes.string_at(at + _OBJECT, scalar.nbytes) == scalar.tobytes()
    )


def _is_tuple() -> bool:
    sample = (None, 5, "five")
    at = id(sample)
    items = at + tuple.__basicsize__
    return (
        _word(at + _OBJECT - 8) == id(tuple)
        and _word(at + _OBJECT) == 3
        and [_word(items + 8 * n) for n in range(3)] == list(map(id, sample))
    )


def _is_float(sample: float) -> bool:
    at = id(sample)
    return _word(at + _OBJECT - 8) == id(float) and ctypes.c_double.from_address(at + _OBJECT).value == sample


def _is_bytes() -> bool:
    sample = b"12345678"
    return ctypes.string_at(id(sample) + bytes.__basicsize__ - 1, 8) == sample
