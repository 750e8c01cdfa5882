"""erf and erfc in f64: error below 4 units of its last place.

``erf`` is a polynomial of 12 coefficients about the nearest multiple of 1/8, and ``erfc(x) = exp(-x x) * s(x)`` with ``s`` a polynomial of 13
about the nearest multiple of 1/4, in which nothing grows or vanishes. Both interpolate the function at Chebyshev's points. ``x x`` is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vyre.dtypes import f64, u32, u64
from vyre.functions import normal_constants as c
from vyre.functions.body import Number, Table, Writer
from vyre.functions.exponentials import ROUNDER, bounds, exp_of_wide

__all__ = ["erf", "erfc"]

_SIGN: Final = 1 << 63
_ERF: Final = [Table(f"erf_{k}", values) for k, values in enumerate(c.ERF)]
_SCALED: Final = [Table(f"scaled_erfc_{k}", values) for k, values in enumerate(c.SCALED_ERFC)]


def _piece(w: Writer, x: Number, tables: Sequence[Table], steps: int) -> Number:
    """The polynomial about the nearest multiple of ``1 / steps``, of which each table has one coefficient."""
    shifted = x * float(steps) + ROUNDER
    index = shifted.bits(u64).to(u32)
    u = x - (shifted - ROUNDER) * (1 / steps)
    *rest, last = (w.entry(table, index).bits(f64) for table in tables)
    for coefficient in reversed(rest):
        last = u * last + coefficient
    return last


def erf(w: Writer, x: Number) -> Number:
    """An odd function; from 3.93 on it is 1 in every type of up to 32 bits."""
    size = _piece(w, bounds(w, abs(x), 0.0, 3.93), _ERF, 8)
    return (size.bits(u64) | (x.bits(u64) & _SIGN)).bits(f64)


def erfc(w: Writer, x: Number) -> Number:
    """``2 - erfc(-x)`` of a negative number; beyond 10.5 it is 0 in every type of up to 32 bits."""
    size = bounds(w, abs(x), 0.0, 10.5)
    found = exp_of_wide(w, -(size * size)) * _piece(w, size, _SCALED, 4)
    return w.select(x < 0.0, 2.0 - found, found)
