"""cbrt and rsqrt in f64: error below 2 units of its last place. Both scale exactly, by 8 and by 4. And hypot, which is decided exactly."""

from __future__ import annotations

from math import inf
from typing import Final

from vyre.dtypes import DType, f64, u32, u64
from vyre.functions.body import Number, Writer

__all__ = ["cbrt", "hypot", "rsqrt"]

_SEED: Final = 0x553EF0FF
"""Less a third of the high word of x, that of a number near ``x ** (-1/3)``."""
_THIRD: Final = 0x55555556  # 2**32 / 3


def cbrt(w: Writer, x: Number) -> Number:
    """``x y y`` with ``y`` near ``x ** (-1/3)``, of which each step has four times the digits; and a step of Newton's method."""
    size = abs(x)
    third = w.op("mulhi", (size.bits(u64) >> 32).to(u32), w.of(u32, _THIRD))
    y = ((_SEED - third).to(u64) << 32).bits(f64)
    for _ in range(2):
        h = 1.0 - size * (y * y * y)
        y = y + y * (h * w.polynomial(h, [1 / 3, 2 / 9, 14 / 81]))
    root = size * (y * y)
    root = root - (root * root * root - size) * (y * y) * (1 / 3)
    root = w.select(x < 0.0, -root, root)
    return w.select(x.equals(0.0), x, w.select(size > 2.0**128, x, root))


def rsqrt(w: Writer, x: Number) -> Number:
    """Of two operations that are rounded once each."""
    found = w.of(f64, 1.0) / w.op("sqrt", x)
    pole = w.select((x.bits(u64) >> 63).differs(0), -inf, w.of(f64, inf))
    return w.select(x.equals(0.0), pole, w.select(x > 2.0**128, 0.0, found))


_26_DIGITS: Final = (1 << 64) - (1 << 27)


def hypot(w: Writer, x: Number, y: Number, _: DType) -> Number:
    """On the same side of each number of 25 digits as the root itself, or equal to it: so it is rounded to each narrower type as the root.

    Both squares are exact, and so is their sum as ``total + rest``. ``head`` is the root cut to 26 digits, of which the square is exact, as is
    its difference from ``total``, which is near. The sign of what is left says on which side of ``head`` the root lies; one unit of the
    last place is put there.
    """
    a, b = x * x, y * y
    more, less = w.select(a < b, b, a), w.select(a < b, a, b)
    total = more + less
    rest = less - (total - more)
    head = w.op("sqrt", total).bits(u64) & _26_DIGITS
    cut = head.bits(f64)
    left = (total - cut * cut) + rest
    beside = w.select(left > 0.0, head + 1, w.select(left < 0.0, head - 1, head)).bits(f64)
    infinite = (abs(x) > 2.0**128) | (abs(y) > 2.0**128)
    return w.select(infinite, inf, beside)
