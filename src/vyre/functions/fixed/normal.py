"""erf and erfc in fixed point.

``erf`` is a polynomial of 10 coefficients on each interval of length 1/16. ``erfc(x) = exp(-x x) * s(x)``, where ``s``
is a polynomial of 12 coefficients on each interval of length 1/8. The signs of its coefficients alternate, since the
derivatives of ``s`` do so and all decrease in size. Both polynomials interpolate at Chebyshev points."""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Number, Writer
from vyre.functions.fixed import normal_constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    alternating_from,
    high_product,
    normalised,
    product,
    rounded,
    significand,
    table_of,
    wide_product,
)
from vyre.functions.fixed.constants import LOG2_E
from vyre.functions.fixed.exponentials import exact_octaves, in_two, power, split

__all__ = ["erf", "erfc"]

_ERF: Final = [table_of(f"fixed_erf_{k}", values) for k, values in enumerate(c.ERF)]
_SCALED: Final = [table_of(f"fixed_scaled_erfc_{k}", values) for k, values in enumerate(c.SCALED_ERFC)]
_LEAST: Final = 0x30000000
"""2**-31. It replaces smaller arguments of the polynomial."""


def _place(w: Writer, size: Number, most: int, steps: int) -> tuple[Number, Number]:
    """The index of the interval that contains a number, and the position in it as a fraction; ``2**steps`` intervals a
    unit."""
    at = w.op("min", w.op("max", size, w.of(u32, _LEAST)), w.of(u32, most))
    return exact_octaves(w, at + (steps << 23))


def erf(w: Writer, bits: Number, t: DType) -> Number:
    """erf, an odd function; from 3.93 on it is 1 in every type of up to 32 bits.

    The coefficients have signs. A number is added to each table, so that all its entries and partial sums are
    positive."""
    size = bits & (SIGN - 1)
    index, u = _place(w, size, 0x407C0000, 4)
    digits, exponent = significand(w, size)
    total, bound = None, 0
    for table, column, added in reversed(list(zip(_ERF[1:], c.ERF[1:], (*c.ERF_ADDED[2:], 0), strict=True))):
        wide = max(column) >= 1 << 32
        near = w.entry(table, index) if wide else w.entry(table, index).to(u32)
        if total is not None:
            near = (near - (u >> added).to(near.dtype)) + product(w, u, total, bound).to(near.dtype)
        total, bound = near, max(column)
    assert total is not None
    small = index.equals(0)
    part = high_product(w, w.select(small, digits.to(u64) << 32, u), total)
    found = w.select(small, part, w.entry(_ERF[0], index) + part)
    return rounded(w, t, *normalised(w, found, w.select(small, exponent + 4, -1)), bits & SIGN)


def erfc(w: Writer, bits: Number, t: DType) -> Number:
    """erfc, as ``2 - erfc(-x)`` of a negative number; beyond 10.5 it is 0 in every type of up to 32 bits."""
    size = w.op("min", bits & (SIGN - 1), w.of(u32, 0x41280000))
    index, u = _place(w, size, 0x41280000, 3)
    scale = alternating_from(w, u, [w.entry(table, index) for table in _SCALED], c.SCALED_ERFC)
    digits, e = significand(w, size)
    square = high_product(w, wide_product(digits, digits), w.of(u64, LOG2_E))
    found, exponent = power(w, split(*in_two(w, square, e + e + 3), w.of(u32, 0xFFFFFFFF)))
    found = high_product(w, found, scale)
    left = (1 << 63) - (found >> w.op("min", 0 - exponent, w.of(i32, 63)).bits(u32))
    negative = bits >= SIGN
    return rounded(
        w, t, *normalised(w, w.select(negative, left, found), w.select(negative, w.of(i32, 1), exponent + 1)), 0
    )
