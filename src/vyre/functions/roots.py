"""cbrt and rsqrt in f64: error below 2 units of its last place. Both scale exactly, by 8 and by 4."""

from __future__ import annotations

from math import inf
from typing import Final

from vyre.dtypes import f64, u32, u64
from vyre.functions.body import Number, Writer

__all__ = ["cbrt", "rsqrt"]

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
