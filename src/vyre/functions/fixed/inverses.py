"""asin, acos and atan in fixed point, and the angle of a point.

The smaller one of two numbers is divided by the larger one. ``i`` is the nearest integer to 16 times the quotient, at
most 15, and ``atan(i / 16)`` comes from a table. ``t = (16 n - i d) / (16 d + i n)`` is at most 1/31, and a series to
``t**11`` gives its angle. ``asin x`` and ``acos x`` are the angles of a point with the coordinates ``x`` and
``sqrt(1 - x x)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Number, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    alternating,
    as_given,
    high,
    high_product,
    mask_of,
    normalised,
    quotient,
    root,
    rounded,
    significand,
    table_of,
    times_word,
    wide_mask,
    wide_product,
)

__all__ = ["Coordinate", "acos", "angle", "asin", "atan", "number"]

_ARCTANGENTS: Final = table_of("fixed_arctangents", c.ARCTANGENTS)
_ONE: Final = 0x3F800000
_SMALL: Final = 0x38800000
"""2**-14. Below it, asin and atan round to the argument in f32."""


@dataclass(frozen=True, slots=True, eq=False)
class Coordinate:
    """The digits and the exponent of a number that is not negative."""

    digits: Number
    exponent: Number


def angle(w: Writer, n: Coordinate, d: Coordinate, left: Number | None = None) -> Coordinate:
    """``atan(n / d)``, or ``pi`` minus that where ``left``, of numbers that are not both 0. Relative error: below
    2**-58."""
    steep = (n.exponent > d.exponent) | (n.exponent.equals(d.exponent) & (n.digits > d.digits))
    less, more = w.select(steep, d.digits, n.digits), w.select(steep, n.digits, d.digits)
    down = w.select(steep, n.exponent - d.exponent, d.exponent - n.exponent).bits(u32)
    apart = w.op("min", down, w.of(u32, 31))
    i = w.op("min", (((high(less) >> apart) / (high(more) >> 16)) + 2048) >> 12, w.of(u32, 15))
    near = i.differs(0)
    moved = less >> apart
    rest = moved - times_word(w, i << 28, more)
    mask = mask_of(high(rest) >> 31)
    rest = w.select(near, (rest ^ wide_mask(mask)) - wide_mask(mask), less)
    rest, exponent = normalised(w, rest, w.select(near, w.of(i32, 0), 0 - down.bits(i32)))
    whole = w.select(near, (more >> 1) + times_word(w, i << 27, moved), more)
    short = high(whole) < SIGN
    whole = w.select(short, whole + whole, whole)
    t = quotient(w, rest, whole)
    exponent = exponent - (near & ~short).to(i32)
    square = high_product(w, t, t) >> w.op("min", 0 - exponent - 4 << 1, w.of(i32, 63)).bits(u32)
    fall = high_product(w, square, alternating(w, square, c.ARCTANGENT_SERIES, c.ARCTANGENT_SERIES))
    part = high_product(w, t, ~fall)
    # in units of 2**-62
    fine = w.op("min", 0 - exponent + 1, w.of(i32, 63)).bits(u32)
    total = w.entry(_ARCTANGENTS, i) + ((part >> fine) ^ wide_mask(w.select(near, mask, 0)))
    tiny = ~(near | steep)
    base, back = w.select(steep, w.of(u64, c.HALF_PI), 0), steep
    if left is not None:
        tiny = tiny & ~left
        base, back = (
            w.select(steep, w.of(u64, c.HALF_PI), w.select(left, w.of(u64, 2 * c.HALF_PI), 0)),
            steep.differs(left),
        )
    turned = base + (total ^ wide_mask(mask_of(back)))
    return Coordinate(*normalised(w, w.select(tiny, part, turned), w.select(tiny, exponent, w.of(i32, 1))))


def number(w: Writer, size: Number) -> Coordinate:
    """The coordinate of an f32 that is not negative, given by its bits."""
    digits, exponent = significand(w, size)
    return Coordinate(digits.to(u64) << 32, exponent)


def _signed(w: Writer, bits: Number, found: Coordinate, t: DType) -> Number:
    return w.select(
        (bits & (SIGN - 1)) < _SMALL, as_given(w, t), rounded(w, t, found.digits, found.exponent, bits & SIGN)
    )


def atan(w: Writer, bits: Number, t: DType) -> Number:
    """atan, as the angle of the point with the coordinates 1 and x."""
    size = w.op("min", bits & (SIGN - 1), w.of(u32, 0x60000000))
    one = Coordinate(w.of(u64, 1 << 63), w.of(i32, 0))
    return _signed(w, bits, angle(w, number(w, size), one), t)


def _other_leg(w: Writer, size: Number) -> Coordinate:
    """``sqrt(1 - x x)`` of the bits of an f32 from 2**-31 to 1."""
    lead = (size & 0x7FFFFF) | 0x800000
    square = wide_product(lead, lead) << 16 >> (252 - ((size >> 23) << 1))
    left = w.select(size.equals(_ONE), 0, 0 - square)
    up = w.op("clz", left).to(u32) & 62
    return Coordinate(w.call(root(), left << up) << 1, -1 - (up >> 1).bits(i32))


def asin(w: Writer, bits: Number, t: DType) -> Number:
    """asin, as the angle of the point with the coordinates ``sqrt(1 - x x)`` and ``x``."""
    size = w.op("max", bits & (SIGN - 1), w.of(u32, _SMALL))
    return _signed(w, bits, angle(w, number(w, size), _other_leg(w, size)), t)


def acos(w: Writer, bits: Number, t: DType) -> Number:
    """acos, as the angle of the point with the coordinates ``x`` and ``sqrt(1 - x x)``."""
    size = w.op("max", bits & (SIGN - 1), w.of(u32, 0x30000000))
    found = angle(w, _other_leg(w, size), number(w, size), bits >= SIGN)
    return rounded(w, t, found.digits, found.exponent, 0)
