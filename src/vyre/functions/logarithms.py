"""Logarithms in f64: error below 3 units of its last place.

``x = 2**e * m`` with ``m`` of 181/256 ... 362/256; ``c`` is a number of 12 digits near ``1 / m`` from a table, so that ``r = m c - 1`` is
exact and below 2**-7, and ``log x = e ln 2 - ln c + log(1 + r)``. Next to 1 ``c`` is 1 and ``e`` is 0: nothing cancels.
"""

from __future__ import annotations

from math import inf
from typing import Final

from vyre.dtypes import f64, i32, u32, u64
from vyre.functions import constants as c
from vyre.functions.body import Number, Table, Writer

__all__ = ["RECIPROCALS", "log", "log1p", "log2", "log10", "reduced", "series"]

RECIPROCALS: Final = Table("reciprocals", c.RECIPROCALS)
_LOGS: Final = Table("logs", c.LOGS)
_LOG2S: Final = Table("log2s", c.LOG2S)
_LOG10S: Final = Table("log10s", c.LOG10S)
_FIRST: Final = 0x3FE6A000
"""The high word of 181/256."""


def series(w: Writer, r: Number) -> Number:
    """``(log(1 + r) - r) / r**2``."""
    return w.polynomial(r, [(-1) ** (n + 1) / n for n in range(2, 10)])


def reduced(w: Writer, x: Number, table: Table, *, long: bool = False) -> tuple[Number, Number, Number]:
    """``e``, what the table has of ``-log c``, and ``r``. ``long``: of a number of more than 24 digits, in two parts."""
    bits = x.bits(u64)
    above = (bits >> 32).to(u32) - _FIRST
    index = above >> 13
    m = (bits - ((above & 0xFFF00000).to(u64) << 32)).bits(f64)
    near = w.entry(RECIPROCALS, index).bits(f64)
    e = (above.bits(i32) >> 20).to(f64)
    if not long:
        return e, w.entry(table, index).bits(f64), m * near - 1.0
    head = (m.bits(u64) & 0xFFFFFFFFE0000000).bits(f64)
    return e, w.entry(table, index).bits(f64), (head * near - 1.0) + (m - head) * near


def _with_ends(w: Writer, x: Number, found: Number) -> Number:
    """``log`` of zero and infinity."""
    return w.select(x.equals(0.0), -inf, w.select(x > 2.0**128, inf, found))


def log(w: Writer, x: Number) -> Number:
    """The natural logarithm."""
    e, part, r = reduced(w, x, _LOGS)
    return _with_ends(w, x, (e * c.LN2 + part) + (r + r * r * series(w, r)))


def log2(w: Writer, x: Number) -> Number:
    """Exact for powers of two."""
    e, part, r = reduced(w, x, _LOG2S)
    return _with_ends(w, x, (e + part) + (r + r * r * series(w, r)) * c.PER_LN2)


def log10(w: Writer, x: Number) -> Number:
    """Right for powers of ten: its error is far below half a unit of f32."""
    e, part, r = reduced(w, x, _LOG10S)
    return _with_ends(w, x, (e * c.LOG10_2 + part) + (r + r * r * series(w, r)) * c.PER_LN10)


def log1p(w: Writer, x: Number) -> Number:
    """The series where ``|x| < 2**-7``; elsewhere ``1 + x`` is exact, or wrong by so little that no f32 result tells."""
    whole = 1.0 + x
    e, part, r = reduced(w, whole, _LOGS, long=True)
    far = (e * c.LN2 + part) + (r + r * r * series(w, r))
    near = x + x * x * series(w, x)
    found = w.select(abs(x) < 2.0**-27, x, w.select(abs(x) < 2.0**-7, near, far))
    return _with_ends(w, whole, found)
