"""exp and what is made of it, in f64: error below 4 units of its last place, for arguments of f32 or narrower.

``exp(x) = 2**(k/64) * exp(r)``: ``k`` is the nearest integer to ``64 x / ln 2``, the powers come from a table, and ``|r| < ln(2) / 128``.
The product of ``k`` with the leading digits of ``ln(2) / 64`` is exact. The series of ``exp(r)`` to ``r**6`` leaves less than 2**-60.
"""

from __future__ import annotations

from math import factorial
from typing import Final

from vyre.dtypes import f64, u32, u64
from vyre.functions import constants as c
from vyre.functions.body import Number, Table, Writer

__all__ = ["ROUNDER", "bounds", "cosh", "exp", "exp2", "exp_of_wide", "expm1", "scaled", "sinh", "tanh"]

ROUNDER: Final = 1.5 * 2.0**52
"""Added to a number of at most 2**50 in size, it leaves the nearest integer in the last digits of the sum."""

_POWERS: Final = Table("powers", c.POWERS)
_SMALL: Final = 0.3
"""Below it ``exp(x) - 1`` and ``sinh`` are series: the difference of two numbers near 1 has too few digits there."""


def bounds(w: Writer, x: Number, least: float, most: float) -> Number:
    """``x`` within two limits; a NaN stays."""
    return w.select(x < least, least, w.select(x > most, most, x))


def _power(w: Writer, x: Number, steps: float, step: tuple[float, float]) -> tuple[Number, Number]:
    """``2**(k/64)``, where k is the nearest integer to ``steps * x``, and ``exp(x - k * step) - 1``."""
    shifted = x * steps + ROUNDER
    k = shifted - ROUNDER
    high, low = step
    return scaled(w, shifted, (x - k * high) - k * low if low else (x - k * high) * c.LN2)


def scaled(w: Writer, shifted: Number, r: Number) -> tuple[Number, Number]:
    """``2**(k/64)``, where ``shifted`` is ``k + ROUNDER``, and ``exp(r) - 1``."""
    bits = shifted.bits(u64)
    scale = (w.entry(_POWERS, bits.to(u32)) + ((bits >> 6) << 52)).bits(f64)
    rest = w.polynomial(r, [1 / factorial(n) for n in range(2, 7)])
    return scale, r + r * r * rest


def _exp_parts(w: Writer, x: Number) -> tuple[Number, Number]:
    return _power(w, x, c.STEPS_PER_UNIT, (c.STEP_HIGH, c.STEP_LOW))


def exp(w: Writer, x: Number) -> Number:
    """Below -104 and above 89 every type of up to 32 bits has 0 and infinity."""
    return exp_of_wide(w, bounds(w, x, -104.0, 89.0))


def exp_of_wide(w: Writer, x: Number) -> Number:
    """Of an f64 of up to 110 in size."""
    scale, rest = _exp_parts(w, x)
    return scale + scale * rest


def exp2(w: Writer, x: Number) -> Number:
    """The difference from a multiple of 1/64 is exact."""
    scale, rest = _power(w, bounds(w, x, -151.0, 129.0), 64.0, (1 / 64, 0.0))
    return scale + scale * rest


def _expm1_series(w: Writer, x: Number) -> Number:
    return x + x * x * w.polynomial(x, [1 / factorial(n) for n in range(2, 16)])


def _expm1(w: Writer, x: Number) -> Number:
    scale, rest = _exp_parts(w, x)
    return w.select(abs(x) < _SMALL, _expm1_series(w, x), (scale - 1.0) + scale * rest)


def expm1(w: Writer, x: Number) -> Number:
    """The argument itself below 2**-27, so that a zero keeps its sign."""
    return w.select(abs(x) < 2.0**-27, x, _expm1(w, bounds(w, x, -104.0, 89.0)))


def sinh(w: Writer, x: Number) -> Number:
    """A series near zero, half a difference elsewhere."""
    at = bounds(w, x, -90.0, 90.0)
    square = at * at
    series = at + at * square * w.polynomial(square, [1 / factorial(n) for n in range(3, 16, 2)])
    up = exp_of_wide(w, at)
    far = 0.5 * (up - 1.0 / up)
    return w.select(abs(x) < 2.0**-14, x, w.select(abs(at) < _SMALL, series, far))


def cosh(w: Writer, x: Number) -> Number:
    """Half a sum, in which nothing cancels."""
    up = exp_of_wide(w, bounds(w, x, -90.0, 90.0))
    return 0.5 * (up + 1.0 / up)


def tanh(w: Writer, x: Number) -> Number:
    """``m / (m + 2)`` with ``m = exp(2 x) - 1``; from 10 on it is 1 in f32."""
    m = _expm1(w, 2.0 * bounds(w, x, -20.0, 20.0))
    return w.select(abs(x) < 2.0**-14, x, m / (m + 2.0))
