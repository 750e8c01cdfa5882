"""pow: ``2 ** (y log2 x)``.

In f64 the logarithm is a sum of two numbers, of which the first has 24 digits, so that its product with ``y`` is exact: the error stays below 4
units of the last place. Where the result lies so near a midpoint between two numbers of the narrower type that this counts,
:func:`long_digits` computes it to 110 digits, in integers.

A power may be a midpoint: that of few digits (``4097.0 ** 2``). It is recognised by its digits: what agrees with a number of 53 digits to
2**-107 of it is taken for that number. Of the others, some 2**60 pairs, none is expected within 2**-85 of a midpoint.
"""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Final

from vyre.dtypes import DType, f64, i32, i64, u32, u64
from vyre.functions import constants as c
from vyre.functions import long_constants as long_c
from vyre.functions.body import Body, Number, Table, Writer
from vyre.functions.exponentials import ROUNDER, bounds, scaled
from vyre.functions.logarithms import RECIPROCALS, reduced, series
from vyre.functions.long import FRACTION, LEAD, Long
from vyre.functions.undecided import undecided

__all__ = ["long_digits", "near_power", "power", "power_invalid", "snapped"]

_SIGN: Final = 1 << 63
_LOG2S_HIGH: Final = Table("log2s_high", c.LOG2S_HIGH)
_LOG2S_LOW: Final = Table("log2s_low", c.LOG2S_LOW)
_LONG_LOG2S_HIGH: Final = Table("long_log2s_high", long_c.LOG2S_HIGH)
_LONG_LOG2S_LOW: Final = Table("long_log2s_low", long_c.LOG2S_LOW)
_LONG_POWERS_HIGH: Final = Table("long_powers_high", long_c.POWERS_HIGH)
_LONG_POWERS_LOW: Final = Table("long_powers_low", long_c.POWERS_LOW)
_LONG_FINE_HIGH: Final = Table("long_fine_powers_high", long_c.FINE_POWERS_HIGH)
_LONG_FINE_LOW: Final = Table("long_fine_powers_low", long_c.FINE_POWERS_LOW)
_ALMOST: Final = 1 << 20
"""In units of 2**-127."""
_24_DIGITS: Final = (1 << 64) - (1 << 29)


# -- in f64 ------------------------------------------------------------------------------------------------------------


def _log2(w: Writer, x: Number) -> tuple[Number, Number]:
    """``log2 x`` as a number of 24 digits, and the rest."""
    e, part, r = reduced(w, x, _LOG2S_HIGH)
    low = w.entry(_LOG2S_LOW, _index(x)).bits(f64)
    whole, more = e + part, r * c.PER_LN2_HIGH  # both exact
    total = whole + more
    beside = total - whole
    lost = (whole - (total - beside)) + (more - beside)
    rest = lost + (low + (r * c.PER_LN2_LOW + (r * r * series(w, r)) * c.PER_LN2))
    found = total + rest
    left = rest - (found - total)
    head = (found.bits(u64) & _24_DIGITS).bits(f64)
    return head, (found - head) + left


def near_power(w: Writer, x: Number, y: Number) -> Number:
    """``x ** y`` of a positive ``x``; 2**200 and 2**-200 for what is beyond them."""
    head, rest = _log2(w, x)
    exact = y * head
    at = bounds(w, exact, -200.0, 200.0)
    more = w.select(at.equals(exact), y * rest, 0.0)
    shifted = at * 64.0 + ROUNDER
    r = ((at - (shifted - ROUNDER) * (1 / 64)) + more) * c.LN2
    scale, part = scaled(w, shifted, r)
    return scale + scale * part


# -- in integers -------------------------------------------------------------------------------------------------------


def _index(x: Number) -> Number:
    """The entry of the tables of logarithms."""
    return ((x.bits(u64) >> 32).to(u32) - 0x3FE6A000) >> 13


def _exponent(x: Number) -> Number:
    return ((x >> 52).to(u32) & 0x7FF).bits(i32)


def _series(w: Writer, r: Number, negative: Number) -> Long:
    """``log2(1 + r) / r`` in units of 2**-127, of a number below 2**-7: its size as a u64 in units of 2**-64, and its sign."""
    *long, last = long_c.LOG2_SERIES
    word = w.pattern(u64, last >> 64)
    for term in reversed(long[8:]):
        part = w.op("mulhi", word, r)
        word = w.pattern(u64, term >> 64) + w.select(negative, part, 0 - part)
    total = Long(w, word, w.of(u64, 0))
    for term in reversed(long[:8]):
        total = Long.literal(w, term) + total.times_word(r).negated_if(~negative)
    return total


def _long_log2(w: Writer, x: Number) -> tuple[Number, Number, Long, Number]:
    """``log2 x`` as an integer, and a number of at most 0.51: whether that is negative, its digits from the highest one on, and the
    exponent of their unit, negated."""
    above = (x >> 32).to(u32) - 0x3FE6A000
    index, e = above >> 13, above.bits(i32) >> 20
    near = w.entry(RECIPROCALS, index)
    product = (((x & FRACTION) | LEAD) >> 29) * (((near & FRACTION) | LEAD) >> 40)
    shift = (_exponent(x) - 1023 - e) + (_exponent(near) - 1021)
    r = ((product << shift.bits(u32)) - (1 << 37)).bits(i64)
    below = r < 0
    size = abs(r).bits(u64) << 27
    up = w.op("clz", size | 1).to(u32)
    part = _series(w, size, below).times_word(size << up)
    table = Long.entry(w, _LONG_LOG2S_HIGH, _LONG_LOG2S_LOW, index)
    alone = near.equals(0x3FF << 52)  # the reciprocal of 1, which has no logarithm
    total = table + (part >> up).negated_if(below)
    negative = w.select(alone, below, (total.high >> 63).differs(0))
    digits, moved = part.choose(alone, total.negated_if(negative)).normalised()
    return e, negative, digits, 127 + w.select(alone, up, 0) + moved


def _exp2(w: Writer, at: Long) -> Long:
    """``2**x`` of a number below 1, in units of 2**-127: two tables for the first 12 digits, then a series to the 8th
    power."""
    rest = Long(w, at.high & ((1 << 52) - 1), at.low)
    *long, last = long_c.EXP2_SERIES
    word = w.pattern(u64, last >> 64)
    for term in reversed(long[4:]):
        word = w.pattern(u64, term >> 64) + w.op("mulhi", rest.high, word)
    total = Long(w, word, w.of(u64, 0))
    for term in reversed(long[:4]):
        total = Long.literal(w, term) + rest.times(total)
    coarse = Long.entry(w, _LONG_POWERS_HIGH, _LONG_POWERS_LOW, (at.high >> 58).to(u32))
    fine = Long.entry(w, _LONG_FINE_HIGH, _LONG_FINE_LOW, (at.high >> 52).to(u32))
    half = coarse.times(fine)
    scale = half + half
    return scale + scale.times(rest.times(total))


def long_digits(w: Writer, base: Number, exponent: Number) -> tuple[Long, Number]:
    """``base ** exponent`` of two finite f64 of at most 24 digits, or their bits, neither of them 0, ``base`` positive.
    Returns the digits from the highest one on, and its exponent: 400 or -400 where the power is out of range."""
    x, signed = base.bits(u64), exponent.bits(u64)
    y = signed & (_SIGN - 1)
    field = _exponent(y)
    e, negative, digits, unit = _long_log2(w, x)
    # y times the fraction, and y times the integer, in units of 2**-116
    down = unit.bits(i32) + 906 - field
    part = digits.times_word(((y & FRACTION) | LEAD) << 11)
    far = down <= 0  # from 2**10 on
    part = part >> w.op("min", w.op("max", down, w.of(i32, 0)), w.of(i32, 127)).bits(u32)
    whole = (((y & FRACTION) | LEAD) >> 29) * abs(e).to(u64)
    left = w.op("min", w.op("max", field - 930, w.of(i32, 0)), w.of(i32, 127)).bits(u32)
    moved = Long(w, w.of(u64, 0), whole) << left
    moved = moved.choose(field >= 930, Long.literal(w, 0))  # of a smaller y the power is within 2**-85 of 1
    right = w.op("min", w.op("max", 1055 - field, w.of(i32, 0)), w.of(i32, 63)).bits(u32)
    far = far | (e.differs(0) & ((field > 1033) | (whole >> right).differs(0)))
    total = moved.negated_if(e < 0) + part.negated_if(negative)
    total = total.negated_if((signed >> 63).differs(0))
    up = (x >= 0x3FF << 52).differs((signed >> 63).differs(0))
    n = w.select(far, w.select(up, w.of(i32, 400), -400), (total.high.bits(i64) >> 52).to(i32))
    n = w.op("min", w.op("max", n, w.of(i32, -400)), w.of(i32, 400))
    return _exp2(w, total << w.of(u32, 12)), n


def snapped(w: Writer, found: Long, n: Number) -> tuple[Long, Number]:
    """The digits and their exponent; a value within 2**-107 of itself of a number of 53 digits is replaced by that
    number."""
    up = found.plus_word(w.of(u64, _ALMOST))
    near = found.choose(up.high < found.high, up)  # just below 2
    exact = ((near.high & 0x7FF) | (near.low >> 21)).equals(0)
    return Long(w, near.high, w.select(exact, 0, near.low)), n


@cache
def _long_power() -> Body:
    w = Writer("long_power", f64, f64)
    digits, n = snapped(w, *long_digits(w, *w.arguments))
    return w.body(digits.double(n))


# -- what both are for -------------------------------------------------------------------------------------------------


def _parity(w: Writer, y: Number) -> tuple[Number, Number]:
    """Whether a number is an integer, and whether it is an odd one."""
    bits = y.bits(u64)
    count = _exponent(bits) - 1023
    unit = ((bits & FRACTION) | LEAD) << (count.bits(u32) + 11)
    inside = (count >= 0) & (count <= 52) & (unit << 1).equals(0)
    return inside | (count > 52), inside & (unit >> 63).differs(0)


def _with_ends(w: Writer, x: Number, y: Number, plain: Number, found: Number) -> Number:
    """``x ** y`` of all numbers. ``found``: the power of ``|x|``, where both numbers are finite and not zero (``plain``)."""
    one = abs(x).equals(1.0)
    grows = ~((abs(x) > 1.0) ^ (y > 0.0))
    found = w.select(plain, found, w.select(grows, w.of(f64, inf), 0.0))
    odd = _parity(w, y)[1] & (x.bits(u64) >> 63).differs(0)
    found = w.select(odd, -found, found)
    return w.select(x.equals(1.0) | y.equals(0.0) | (one & (abs(y) > 2.0**128)), 1.0, found)


def _plain(w: Writer, x: Number, y: Number) -> tuple[Number, Number, Number]:
    """``|x|`` and ``y`` where both are finite and not zero, 1 and 1 elsewhere; and whether they are."""
    size = abs(x)
    plain = (size > 0.0) & (size < 2.0**128) & (abs(y) > 0.0) & (abs(y) < 2.0**128)
    return w.select(plain, size, 1.0), w.select(plain, y, 1.0), plain


def power(w: Writer, x: Number, y: Number, t: DType) -> Number:
    """In f64, and exactly where that does not decide."""
    a, b, plain = _plain(w, x, y)
    near = near_power(w, a, b)
    return _with_ends(w, x, y, plain, w.rarely(undecided(w, near, t), _long_power(), (a, b), near))


def power_invalid(w: Writer, nan: Number, x: Number, y: Number) -> Number:
    """A power of a negative number that is not an integer; and of NaN, but for what is 1 whatever the other number is."""
    base, exponent = x.to(f64), y.to(f64)
    whole, _ = _parity(w, exponent)
    one = base.equals(1.0) | exponent.equals(0.0)
    return (nan & ~one) | ((base < 0.0) & (base > -(2.0**128)) & ~whole & w.op("isfinite", y) & ~exponent.equals(0.0))
