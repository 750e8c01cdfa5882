"""asin, acos and atan in f64: error below 4 units of its last place.

``atan(n / d)`` for ``n <= d``: ``i`` is the nearest integer to ``16 n / d``, ``atan(i / 16)`` comes from a table, and
``t = (16 n - i d) / (16 d + i n)`` is at most 1/32. Where ``n > d`` it is a quarter turn less ``atan(d / n)``.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import f64, u32, u64
from vyre.functions import constants as c
from vyre.functions.body import Number, Table, Writer
from vyre.functions.exponentials import ROUNDER

__all__ = ["acos", "angle", "asin", "atan"]

_ARCTANGENTS: Final = Table("arctangents", c.ARCTANGENTS + (0,) * 15)


def angle(w: Writer, n: Number, d: Number) -> Number:
    """``atan(n / d)`` of two numbers that are not negative."""
    steep = n > d
    less, more = w.select(steep, d, n), w.select(steep, n, d)
    shifted = (less / more) * 16.0 + ROUNDER
    near = (shifted - ROUNDER) * 0.0625
    t = (less - near * more) / (more + near * less)
    z = t * t
    rest = t + (t * z) * w.polynomial(z, [(-1) ** (k // 2) / k for k in range(3, 14, 2)])
    step = w.entry(_ARCTANGENTS, shifted.bits(u64).to(u32)).bits(f64)
    return w.select(steep, (c.HALF_PI - step) + (c.HALF_PI_LOW - rest), step + rest)


def _signed(w: Writer, found: Number, x: Number) -> Number:
    return w.select(abs(x) < 2.0**-14, x, w.select(x < 0.0, -found, found))


def atan(w: Writer, x: Number) -> Number:
    """Beyond 2**64 it is a quarter turn in every type of up to 32 bits."""
    size = abs(x)
    return _signed(w, angle(w, w.select(size > 2.0**64, 2.0**64, size), w.of(f64, 1.0)), x)


def asin(w: Writer, x: Number) -> Number:
    """``atan(x / sqrt(1 - x x))``: both factors of the difference are exact."""
    size = abs(x)
    return _signed(w, angle(w, size, w.op("sqrt", (1.0 - size) * (1.0 + size))), x)


def acos(w: Writer, x: Number) -> Number:
    """A quarter turn less asin up to 1/2; beyond it ``2 atan(sqrt(1 - x) / sqrt(1 + x))``, in which nothing cancels."""
    size = abs(x)
    small, negative = size <= 0.5, x < 0.0
    down, up = 1.0 - size, 1.0 + size
    found = angle(w, w.select(small, size, w.op("sqrt", down)), w.op("sqrt", w.select(small, down * up, up)))
    near = w.select(negative, c.HALF_PI + (found + c.HALF_PI_LOW), c.HALF_PI - (found - c.HALF_PI_LOW))
    twice = found + found
    far = w.select(negative, c.PI - (twice - 2 * c.HALF_PI_LOW), twice)
    return w.select(small, near, far)
