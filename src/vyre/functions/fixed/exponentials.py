"""exp, exp2, expm1, sinh, cosh and tanh in fixed point.

``|x| log2(e)`` is computed as an integer and a fraction of 64 digits. The nearest multiple of 1/64 is subtracted, and
``2**(j/64)`` comes from a table. The remainder ``u`` has a sign, and its size is at most 1/128. ``2**u`` is a series to
``u**7``, whose further terms are below 2**-75.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Number, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    high,
    high_product,
    joined,
    mask_of,
    normalised,
    quotient,
    rounded,
    series,
    significand,
    table_of,
    wide_mask,
    wide_product,
)

__all__ = ["cosh", "exact_octaves", "exp", "exp2", "expm1", "in_two", "power", "sinh", "split", "tanh"]

_POWERS: Final = table_of("fixed_powers", c.POWERS)
_LOG2E_HIGH: Final = table_of("log2e_high", c.LOG2E_HIGH)
_LOG2E_LOW: Final = table_of("log2e_low", c.LOG2E_LOW)
_LEAST: Final = 0x30000000
"""2**-31. It replaces smaller arguments, since the powers of both round to 1."""
_MOST: Final = 0x42FFFFFF
"""The greatest f32 below 128."""


def _bounded(w: Writer, size: Number, most: int) -> Number:
    return w.op("min", w.op("max", size, w.of(u32, _LEAST)), w.of(u32, most))


def _lead(size: Number) -> Number:
    return (size & 0x7FFFFF) | 0x800000


def in_octaves(w: Writer, size: Number) -> tuple[Number, Number]:
    """``x log2(e)`` of the bits of an f32 from 2**-31 to 2**8: its integer, and its fraction with an error of 2 units.

    The table has ``log2(e)`` times ``2**(8 k)``, in units for which the product needs no shift.
    """
    digits = _lead(size) << ((size >> 23) & 7)
    row = size >> 26
    low = w.entry(_LOG2E_LOW, row)
    tail = wide_product(digits, high(low)) + w.op("mulhi", digits, low.to(u32)).to(u64)
    head = wide_product(digits, w.entry(_LOG2E_HIGH, row).to(u32)) + high(tail).to(u64)
    return high(head), joined(head.to(u32), tail.to(u32))


def exact_octaves(w: Writer, size: Number) -> tuple[Number, Number]:
    """``x`` itself, from 2**-31 to 2**8, as an integer and a fraction, exactly."""
    digits, field = _lead(size), size >> 23
    whole = digits >> w.op("min", 150 - field, w.of(u32, 31))
    return whole, digits.to(u64) << (field - 86)


def _limited(w: Writer, exponent: Number) -> Number:
    return w.op("min", exponent, w.of(i32, 63)).bits(u32)


def in_two(w: Writer, x: Number, up: Number) -> tuple[Number, Number]:
    """``x * 2**(up - 64)`` of a u64 as an integer and a fraction; ``up`` is at most 32."""
    whole = w.select(up > 0, high(x) >> (32 - up).bits(u32), 0)
    behind = x >> _limited(w, 0 - up)
    return whole, w.select(up > 0, x << up.bits(u32), behind)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A number as ``k / 64 + u``: ``k``, a u32 modulo 2**32, ``128 |u|`` as a fraction, and the mask of ``u``."""

    k: Number
    rest: Number
    mask: Number

    @property
    def exponent(self) -> Number:
        return self.k.bits(i32) >> 6


def split(whole: Number, fraction: Number, mask: Number) -> Split:
    """Split the number with this integer part and fraction, or its negative where ``mask`` is set."""
    upper = high(fraction)
    half = (upper >> 25) & 1
    below = mask_of(half)
    k = ((whole << 6) | (upper >> 26)) + half
    rest = ((fraction << 6) ^ wide_mask(below)) << 1
    return Split((k ^ mask) - mask, rest, below ^ mask)


def grown(w: Writer, scale: Number, part: Number, mask: Number) -> Number:
    """``scale * (1 + part / 128)``, or with ``-part`` where ``mask`` is set. Error: at most 2 units."""
    return scale + ((high_product(w, scale, part) >> 7) ^ wide_mask(mask))


def power(w: Writer, at: Split) -> tuple[Number, Number]:
    """Digits and exponent of ``2**at``: error below 4 units of 2**-63."""
    part = high_product(w, at.rest, series(w, at.rest, c.EXP2_SERIES, at.mask))
    found = grown(w, w.entry(_POWERS, at.k), part, at.mask)
    short = high(found) < SIGN
    return w.select(short, found + found, found), at.exponent - short.to(i32)


def _power_of(w: Writer, bits: Number, t: DType, *, natural: bool) -> Number:
    size = bits & (SIGN - 1)
    at = _bounded(w, size, _MOST if natural else _MOST + 0x800000)
    whole, fraction = in_octaves(w, at) if natural else exact_octaves(w, at)
    return rounded(w, t, *power(w, split(whole, fraction, mask_of(bits >> 31))), 0)


def exp(w: Writer, bits: Number, t: DType) -> Number:
    """exp; in every type it is infinity from 128 on, and 0 below -128."""
    return _power_of(w, bits, t, natural=True)


def exp2(w: Writer, bits: Number, t: DType) -> Number:
    """exp2; for integers it is exact except for the last of 64 digits."""
    return _power_of(w, bits, t, natural=False)


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """``exp(x)`` as a number in units of 2**-63 and an exponent; where ``small``, ``exp(x) - 1`` as digits and an
    exponent."""

    found: Number
    exponent: Number
    small: Number
    part: Number
    part_exponent: Number


def _scaled_part(w: Writer, at: Split, size: Number, factor: Number) -> tuple[Number, Number, Number]:
    """A part, whether ``k`` is 0, and an exponent. Where ``k`` is 0, the part and the exponent are the digits and
    exponent of ``|x| log2(e) factor``; elsewhere the part is ``128 |u| factor``."""
    small = at.k.equals(0)
    digits, exponent = significand(w, size)
    by = w.select(small, high_product(w, factor, w.of(u64, c.LOG2_E)), factor)
    part = high_product(w, w.select(small, digits.to(u64) << 32, at.rest), by)
    return part, small, exponent + 1


def _grown(w: Writer, bounded: Number, size: Number, sign: Number, *, doubled: bool = False) -> Grown:
    """exp of a number given twice by its bits: ``bounded`` for ``in_octaves``, and ``size`` as it is. ``doubled``:
    ``bounded`` is twice ``size``, and ``found`` is used where the number is small, too."""
    at = split(*in_octaves(w, bounded), sign)
    part, small, exponent = _scaled_part(w, at, size, series(w, at.rest, c.EXP2_SERIES, at.mask))
    moved = part
    if doubled:
        exponent = exponent + 1
        moved = w.select(small, part >> _limited(w, -6 - exponent) << 2, part)
    return Grown(grown(w, w.entry(_POWERS, at.k), moved, at.mask), at.exponent, small, part, exponent)


def expm1(w: Writer, bits: Number, t: DType) -> Number:
    """expm1: only the series below ``ln(2) / 128``; elsewhere at most 7 of 64 digits cancel."""
    size = bits & (SIGN - 1)
    x = _grown(w, _bounded(w, size, _MOST), size, mask_of(bits >> 31))
    one = w.of(u64, 1 << 63)
    falling = x.exponent < 0
    moved = w.select(falling, x.found, one) >> _limited(w, abs(x.exponent))
    digits = w.select(x.small, x.part, w.select(falling, one, x.found) - moved)
    exponent = w.select(x.small, x.part_exponent, w.op("max", x.exponent, w.of(i32, 0)))
    return rounded(w, t, *normalised(w, digits, exponent), bits & SIGN)


def tanh(w: Writer, bits: Number, t: DType) -> Number:
    """tanh, as ``(exp(2 x) - 1) / (exp(2 x) + 1)`` of ``|x|``; arguments above 32 are replaced by one just below it."""
    size = bits & (SIGN - 1)
    x = _grown(w, _bounded(w, size, 0x41FFFFFF) + 0x800000, size, w.of(u32, 0), doubled=True)
    one = w.of(u64, 1 << 63) >> _limited(w, x.exponent)
    n, up = normalised(w, w.select(x.small, x.part, x.found - one), w.select(x.small, x.part_exponent, x.exponent))
    d, down = normalised(w, (x.found >> 1) + (one >> 1), x.exponent + 1)
    return rounded(w, t, *normalised(w, quotient(w, n, d), up - down), bits & SIGN)


@dataclass(frozen=True, slots=True, eq=False)
class Hyperbolic:
    """``exp(x)`` and ``exp(-x)`` in units of 2**-63 times ``2**exponent``."""

    rising: Number
    falling: Number
    exponent: Number


def _hyperbolic(w: Writer, at: Split, square: Number, odd: Number) -> Hyperbolic:
    """Compute both powers from the odd and the even terms of one series."""
    even = high_product(w, square, series(w, square, c.EXP2_SERIES[1::2]))
    wide = wide_mask(at.mask)
    rising = grown(w, w.entry(_POWERS, at.k), odd + (even ^ wide), at.mask)
    back = 0 - at.k
    falling = grown(w, w.entry(_POWERS, back), odd + (even ^ ~wide), ~at.mask)
    return Hyperbolic(rising, falling >> _limited(w, at.exponent - (back.bits(i32) >> 6)), at.exponent)


def _split_size(w: Writer, size: Number) -> tuple[Split, Number, Number]:
    """Split ``|x| log2(e)``; also the square of the remainder, and the odd terms of the series divided by the
    remainder."""
    at = split(*in_octaves(w, _bounded(w, size, _MOST)), w.of(u32, 0))
    square = high_product(w, at.rest, at.rest)
    return at, square, series(w, square, c.EXP2_SERIES[::2])


def sinh(w: Writer, bits: Number, t: DType) -> Number:
    """sinh, as half of a difference; only the odd terms below ``ln(2) / 128``."""
    size = bits & (SIGN - 1)
    at, square, factor = _split_size(w, size)
    odd, small, exponent = _scaled_part(w, at, size, factor)
    x = _hyperbolic(w, at, square, odd)
    digits = w.select(small, odd, x.rising - x.falling)
    return rounded(w, t, *normalised(w, digits, w.select(small, exponent, x.exponent - 1)), bits & SIGN)


def cosh(w: Writer, bits: Number, t: DType) -> Number:
    """cosh, as half of a sum, in which no digits cancel."""
    at, square, factor = _split_size(w, bits & (SIGN - 1))
    x = _hyperbolic(w, at, square, high_product(w, at.rest, factor))
    return rounded(w, t, *normalised(w, (x.rising >> 1) + (x.falling >> 1), x.exponent), 0)
