"""Casts of literals (rules 2.6 and 3.6), exactly, while a kernel is read."""

from __future__ import annotations

import math

from vyre.dtypes import BY_NAME, DType
from vyre.ir.literals import bits_of, float_bits, python_value

__all__ = ["bits_as", "converted"]


def converted(dtype: DType, value: bool | int | float) -> bool | int | float:
    """``vy.T(literal)`` as a Python number that T holds.

    >>> from vyre.dtypes import f32, i32, u8
    >>> converted(u8, -1), converted(i32, 3.7), converted(i32, float("nan")), converted(f32, 16777217)
    (255, 3, 0, 16777216.0)
    """
    if dtype.is_bool:
        return value != 0
    if dtype.is_integer:
        if isinstance(value, float):
            if math.isnan(value):
                return 0
            value = max(
                dtype.min,
                min(dtype.max, int(value) if math.isfinite(value) else (dtype.max if value > 0 else dtype.min)),
            )
        return python_value(dtype, int(value) & ((1 << dtype.bits) - 1))
    if isinstance(value, float) or dtype.bits < 64:
        return python_value(dtype, float_bits(dtype, value if isinstance(value, float) else _odd_rounded(int(value))))
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def _odd_rounded(value: int) -> float:
    """An integer as a float that rounds on to any narrower type as the integer itself would (round to odd)."""
    extra = abs(value).bit_length() - 53
    if extra <= 0:
        return float(value)
    kept, lost = abs(value) >> extra, abs(value) & ((1 << extra) - 1)
    try:
        return math.copysign(math.ldexp(kept | (lost != 0), extra), value)
    except OverflowError:
        return math.copysign(math.inf, value)


def bits_as(dtype: DType, value: bool | int | float) -> int | None:
    """The bit pattern that ``vy.bitcast(T, literal)`` means: an integer's own bits, a float's in T's width."""
    if isinstance(value, bool) or dtype.is_bool:
        return None
    if isinstance(value, int):
        return value & ((1 << dtype.bits) - 1) if -(1 << (dtype.bits - 1)) <= value < 1 << dtype.bits else None
    if dtype.is_float:
        return bits_of(dtype, value)
    same_width = BY_NAME.get(f"f{dtype.bits}")
    return None if same_width is None else bits_of(same_width, value)
