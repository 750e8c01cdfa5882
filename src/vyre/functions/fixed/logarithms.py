"""Logarithms in fixed point.

``x = 2**e * m`` with ``m`` from 181/256 to 362/256. A table has a number ``c`` of 12 digits near ``1 / m``, so
``r = m c - 1`` is exact and below 2**-7. ``log x = e ln 2 - log c + log(1 + r)`` is a sum of 96 digits, 64 of them
fractional. Near 1, ``c`` is 1 and ``e`` is 0: there the result is ``log(1 + r) = r (1 - r / 2 + ...)``, with all its
digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from vyre.dtypes import DType, f32, i32, u32, u64
from vyre.functions.body import Number, Table, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    high,
    high_product,
    joined,
    mask_of,
    normalised,
    rounded,
    series,
    significand,
    table_of,
    times_word,
    wide_mask,
    wide_product,
)
from vyre.ir.literals import float_bits

__all__ = ["Logarithm", "log", "log1p", "log2", "log10", "positive"]

_RECIPROCALS: Final = table_of("fixed_reciprocals", c.RECIPROCALS)


@dataclass(frozen=True, slots=True)
class Base:
    """The constants of a logarithm: a table of ``-log c``, the fraction of ``log 2``, and ``log(e) / 2**up``, or None
    where that is 1."""

    table: Table
    octave: int
    scale: int | None
    up: int


_NATURAL: Final = Base(table_of("fixed_logs", c.LOGS), c.LN2, None, 0)
_BINARY: Final = Base(table_of("fixed_log2s", c.LOG2S), 0, c.LOG2_E, 1)
_DECIMAL: Final = Base(table_of("fixed_log10s", c.LOG10S), c.LOG10_2, c.LOG10_E, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """``2**e * (1 + r) / c``: ``e``, the index of ``c``, the digits of ``|r|``, their exponent less 1, and the mask of
    ``r``. ``alone``: ``e`` is 0 and ``c`` is 1. ``scaled``: ``2**7 |r|`` as a fraction."""

    e: Number
    index: Number
    digits: Number
    at: Number
    mask: Number
    alone: Number
    scaled: Number


@dataclass(frozen=True, slots=True, eq=False)
class Logarithm:
    """The digits, the exponent and the mask of a number."""

    digits: Number
    exponent: Number
    mask: Number


def _sum(whole: Number, fraction: Number, more: Number, more_whole: Number) -> tuple[Number, Number]:
    total = fraction + more
    return whole + more_whole + (total < more).to(u32), total


def _octaves(w: Writer, e: Number, octave: int) -> tuple[Number, Number]:
    """``e log 2`` as an integer and a fraction."""
    mask = mask_of(e >> 31)
    size = (e ^ mask) - mask
    tail = wide_product(size, w.of(u32, octave & 0xFFFFFFFF))
    head = wide_product(size, w.of(u32, octave >> 32)) + high(tail).to(u64)
    return high(head) ^ mask, joined(head.to(u32), tail.to(u32)) ^ wide_mask(mask)


def _logarithm(w: Writer, x: Reduced, base: Base) -> Logarithm:
    """The logarithm. Error: below 8 units of 2**-64 and of the last of 61 digits, and 2**-66 for each unit of ``e``."""
    factor = series(w, x.scaled, c.LOG_SERIES, ~x.mask)  # log(1 + r) / r, in units of 2**-63
    word = x.digits.dtype is u32
    part = times_word(w, x.digits, factor) if word else high_product(w, x.digits, factor)
    if base.scale is not None:
        part = high_product(w, part, w.of(u64, base.scale))
    at = x.at + (base.up + 1)
    listed = w.entry(base.table, x.index)
    whole, fraction = x.e, listed
    if base.octave:
        whole, fraction = _octaves(w, x.e, base.octave)
        whole, fraction = _sum(whole, fraction, listed, (high(listed).bits(i32) >> 31).bits(u32))
    else:
        whole = whole + (high(listed).bits(i32) >> 31).bits(u32)
    whole, fraction = _sum(whole, fraction, (part >> (0 - at).bits(u32)) ^ wide_mask(x.mask), x.mask)
    negative = (whole.bits(i32) >> 31).bits(u32)
    whole, fraction = whole ^ negative, fraction ^ wide_mask(negative)
    short = whole.equals(0)
    top = w.select(x.alone, part, w.select(short, fraction, joined(whole, high(fraction))))
    below = w.select(x.alone | short, 0, fraction.to(u32))
    exponent = w.select(x.alone, at - 1, w.select(short, w.of(i32, -1), 31))
    up = w.op("clz", high(top))
    digits = (top << up) | ((below >> 1) >> (31 - up)).to(u64)
    return Logarithm(digits, exponent - up.bits(i32), w.select(x.alone, x.mask, negative))


def _reduced(w: Writer, size: Number) -> Reduced:
    """Reduce a positive, finite f32, given by its bits."""
    digits, e = significand(w, size)
    index = (digits >> 24) & 127
    large = index >= 53
    near = w.entry(_RECIPROCALS, index).to(u32)
    r = ((digits >> 8) << w.select(large, w.of(u32, 0), 1)) * near  # in units of 2**-36, modulo 2**32: 1 is subtracted
    mask = (r.bits(i32) >> 31).bits(u32)
    r = (r ^ mask) - mask
    e = e + large.to(i32)
    up = w.op("clz", r)
    return Reduced(e.bits(u32), index, r << up, -4 - up.bits(i32), mask, near.equals(4096) & e.equals(0), r << 3)


def positive(w: Writer, size: Number) -> Logarithm:
    """``log2`` of the bits of a positive f32 that is finite."""
    return _logarithm(w, _reduced(w, size), _BINARY)


def _with_ends(w: Writer, size: Number, one: Number | int, t: DType, found: Number) -> Number:
    """Add the results for infinity, and for the argument ``one`` whose logarithm is -infinity (0, or -1 for log1p)."""
    infinity = float_bits(t, inf)
    found = w.select(size.equals(0x7F800000), w.of(u32, infinity), found)
    return w.select(size.equals(one), w.of(u32, infinity | 1 << (t.bits - 1)), found)


def _rounded(w: Writer, x: Reduced, base: Base, t: DType) -> Number:
    found = _logarithm(w, x, base)
    return rounded(w, t, found.digits, found.exponent, found.mask & SIGN)


def _of(w: Writer, bits: Number, t: DType, base: Base) -> Number:
    size = bits & (SIGN - 1)
    return _with_ends(w, size, 0, t, _rounded(w, _reduced(w, size), base, t))


def log(w: Writer, bits: Number, t: DType) -> Number:
    """The natural logarithm."""
    return _of(w, bits, t, _NATURAL)


def log2(w: Writer, bits: Number, t: DType) -> Number:
    """The binary logarithm; for powers of two it is exact except for the last of 64 digits."""
    return _of(w, bits, t, _BINARY)


def log10(w: Writer, bits: Number, t: DType) -> Number:
    """The decimal logarithm; it is right for powers of ten, since its error is far below half a unit of f32."""
    return _of(w, bits, t, _DECIMAL)


def _reduced_sum(w: Writer, bits: Number) -> Reduced:
    """Reduce 1 + x: exactly, or with 52 digits where x is greater than 2**51. Below 2**-7 ``r`` is x itself."""
    size = bits & (SIGN - 1)
    given, e = significand(w, size)
    sign = mask_of(bits >> 31)
    x = given.to(u64)
    most = w.op("max", e, w.of(i32, 0))
    one = w.of(u64, 1 << 62) >> w.op("min", most, w.of(i32, 63)).bits(u32)
    moved = (x << 31) >> (most - e).bits(u32)
    digits, exponent = normalised(w, one + ((moved ^ wide_mask(sign)) - wide_mask(sign)), most + 1)
    index = (high(digits) >> 24) & 127
    large = index >= 53
    near = w.entry(_RECIPROCALS, index)
    r = (digits >> w.select(large, w.of(u32, 12), 11)) * near  # in units of 2**-64, modulo 2**64: 1 is subtracted
    mask = (high(r).bits(i32) >> 31).bits(u32)
    r = (r ^ wide_mask(mask)) - wide_mask(mask)
    normal, at = normalised(w, r, w.of(i32, 0))
    alone = size < 0x3C000000
    scaled = w.select(alone, (x << 32) >> w.op("min", (-8 - e).bits(u32), w.of(u32, 63)), r << 7)
    e_sum = exponent + large.to(i32)
    return Reduced(
        w.select(alone, 0, e_sum.bits(u32)), w.select(alone, 0, index), w.select(alone, x << 32, normal),
        w.select(alone, e + 1, at), w.select(alone, sign, mask), alone, scaled,
    )  # fmt: skip


def log1p(w: Writer, bits: Number, t: DType) -> Number:
    """log1p. The results of ``LOG1P_EXCEPTIONS`` are so near to a midpoint that 64 digits do not decide their
    rounding."""
    found = _rounded(w, _reduced_sum(w, bits), _NATURAL, t)
    if t is f32:
        for given, right in c.LOG1P_EXCEPTIONS:
            found = w.select(bits.equals(given), w.of(u32, right), found)
    return _with_ends(w, bits, 0xBF800000, t, found)
