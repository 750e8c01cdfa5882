"""Rounding to odd on arrays of doubles, and with it the fused multiply-add of f64.

A double that was rounded to odd still tells whether something was cut off, so that rounding it again, to two digits
fewer or more, gives what a single rounding of the exact value gives (Boldo and Melquiond, "Emulation of FMA and
correctly rounded sums: proved algorithms using rounding to odd", IEEE Transactions on Computers 57, 2008).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from vyre.dtypes import f64
from vyre.emit.scalar import meaning

__all__ = ["fused64", "odd", "sum_with_error"]

Lanes = Any

_SPLIT: Final = np.float64((1 << 27) + 1)
_SMALL: Final = np.float64(2.0**-400)
_LARGE: Final = np.float64(2.0**400)
_EXACT: Final = np.frompyfunc(meaning("fma", (f64, f64, f64), f64), 3, 1)


def sum_with_error(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a + b rounded to nearest, and what that leaves out, exactly (Knuth)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def odd(x: Lanes, error: Lanes) -> Lanes:
    """The exact x + error rounded to odd, where x is that sum rounded to nearest; infinities and NaN stay."""
    bits = np.asarray(x).view("i8")
    away = np.where((error > 0) == (x > 0), np.int64(1), np.int64(-1))  # the neighbour on the error's side
    inexact = np.isfinite(x) & (error != 0) & (error == error)
    return np.where(inexact & ((bits & np.int64(1)) == 0), (bits + away).view("f8"), x)


def _product_with_error(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a * b rounded to nearest, and what that leaves out, exactly (Dekker), where nothing over- or underflows."""
    product = a * b
    a_high, b_high = _SPLIT * a - (_SPLIT * a - a), _SPLIT * b - (_SPLIT * b - b)
    a_low, b_low = a - a_high, b - b_high
    return product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


def fused64(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """a*b + c of doubles, rounded once (rule 3.1).

    Where no step can over- or underflow, by error-free transforms; elsewhere by the exact fractions of the scalar meaning.
    """
    a, b, c = np.broadcast_arrays(a, b, c)
    high, low = _product_with_error(a, b)
    total, rest = sum_with_error(c, low)
    first, second = sum_with_error(high, total)
    result = first + odd(*sum_with_error(rest, second))
    sizes = [np.abs(x) for x in (a, b, c)]
    safe = (sizes[2] == 0) | ((sizes[2] > _SMALL) & (sizes[2] < _LARGE))
    for size in sizes[:2]:
        safe = safe & (size > _SMALL) & (size < _LARGE)
    safe = safe & (result != 0)  # the sign of an exact zero is that of the two-step sum
    if safe.all():
        return result
    result = np.array(result)
    slow = ~safe
    result[slow] = _EXACT(a[slow], b[slow], c[slow]).astype("f8")
    return result
