"""sin, cos and tan in fixed point, for every f32.

``x`` times ``2 / pi`` modulo 4 is computed with 94 fractional digits: for each 8th exponent a table has 128 digits of
``2 / pi``, without those that add whole turns only. The nearest integer is the quadrant ``k``. No f32 is nearer to a
multiple of a quarter turn than 2**-29 of one, so the remainder has 64 digits. The series of sin and cos differ only in
their coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Body, Number, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    alternating,
    as_given,
    high,
    high_product,
    joined,
    mask_of,
    normalised,
    quotient,
    rounded,
    table_of,
    wide_mask,
    wide_product,
)

__all__ = ["cos", "sin", "tan"]

_HIGH: Final = table_of("fixed_turns_high", c.TURNS_HIGH)
_LOW: Final = table_of("fixed_turns_low", c.TURNS_LOW)
_SMALL: Final = 0x38800000
"""2**-14. Below it, sin and tan round to the argument in f32, and cos rounds to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """``k`` quarter turns and a remainder of at most half of one: its mask, digits and exponent in radians, and its
    square."""

    k: Number
    mask: Number
    digits: Number
    exponent: Number
    square: Number


def _turned(w: Writer, size: Number) -> Turned:
    """Reduce an angle: an f32 of at least 2**-14, given by its bits. Error of the digits: 4 units."""
    x = ((size & 0x7FFFFF) | 0x800000) << ((size >> 23) & 7)
    row = size >> 26
    upper, lower = w.entry(_HIGH, row), w.entry(_LOW, row)
    tail = wide_product(x, high(lower)) + w.op("mulhi", x, lower.to(u32)).to(u64)
    middle = wide_product(x, upper.to(u32)) + high(tail).to(u64)
    head = x * high(upper) + high(middle)
    rest, last = joined(head, middle.to(u32)), tail.to(u32)
    half = (head >> 29) & 1
    mask = mask_of(half)
    rest = ((rest << 2) | (last >> 30).to(u64)) ^ wide_mask(mask)
    last = (last << 2) ^ mask
    up = w.op("clz", high(rest))  # 1 ... 30
    digits = high_product(w, (rest << up) | (last >> (32 - up)).to(u64), w.of(u64, c.QUARTER_PI))
    exponent = 1 - up.bits(i32)
    square = high_product(w, digits, digits) >> (up + up - 2)
    return Turned((head >> 30) + half, mask, digits, exponent, square)


@cache
def _sine(t: DType) -> Body:
    """The bits of sin of an f32, given by its bits, with a number of quarter turns added."""
    w = Writer(f"sine_{t}", u32, u32)
    bits, added = w.arguments
    at = _turned(w, bits & (SIGN - 1))
    k = at.k + added
    odd = (k & 1).differs(0)
    even_part = alternating(w, at.square, c.SINE, c.COSINE, odd)
    found = ~high_product(w, at.square, even_part)
    found, exponent = normalised(
        w, w.select(odd, found, high_product(w, found, at.digits)), w.select(odd, w.of(i32, 0), at.exponent)
    )
    negative = (k << 30) ^ (at.mask & w.select(odd, w.of(u32, 0), SIGN))
    return w.body(rounded(w, t, found, exponent - 1, negative & SIGN))


def sin(w: Writer, bits: Number, t: DType) -> Number:
    """sin; below 2**-14 it is the argument, since the cubic term does not change the f32."""
    size = bits & (SIGN - 1)
    found = w.call(_sine(t), size, w.of(u32, 0)) ^ ((bits & SIGN) >> (32 - t.bits) if t.bits < 32 else bits & SIGN)
    return w.select(size < _SMALL, as_given(w, t), found)


def cos(w: Writer, bits: Number, t: DType) -> Number:
    """cos, as sin with one quarter turn added."""
    size = w.op("max", bits & (SIGN - 1), w.of(u32, _SMALL))
    return w.call(_sine(t), size, w.of(u32, 1))


def tan(w: Writer, bits: Number, t: DType) -> Number:
    """tan, as the quotient of sin and cos."""
    size = bits & (SIGN - 1)
    at = _turned(w, size)
    odd = (at.k & 1).differs(0)
    sine = ~high_product(w, at.square, alternating(w, at.square, c.SINE, c.SINE))
    cosine = ~high_product(w, at.square, alternating(w, at.square, c.COSINE, c.COSINE))
    sine, exponent = normalised(w, high_product(w, sine, at.digits), at.exponent)
    found = quotient(w, w.select(odd, cosine, sine), w.select(odd, sine, cosine))
    found, exponent = normalised(w, found, w.select(odd, 0 - exponent, exponent))
    sign = (at.mask ^ (at.k << 31) ^ bits) & SIGN
    return w.select(size < _SMALL, as_given(w, t), rounded(w, t, found, exponent, sign))
