"""Whether the error of a result in f64 may matter to what it is rounded to."""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType, f64, u64
from vyre.functions.body import Number, Writer

__all__ = ["UNITS", "undecided"]

UNITS: Final = 16
"""Of the last place of f64, to either side: four times what any function is wrong by."""


def undecided(w: Writer, found: Number, t: DType) -> Number:
    """Whether the ends of this band around a positive number are rounded to different numbers of ``t``. Of zero and NaN they are not."""
    bits = found.bits(u64)
    low, high = ((bits + by).bits(f64).to(t) for by in ((1 << 64) - UNITS, UNITS))
    return low < high
