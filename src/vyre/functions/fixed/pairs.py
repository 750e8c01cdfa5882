"""atan2 and pow in fixed point.

Where the error of 64 digits may change the result (at most one pair in 400,000), the computation of
``vyre.functions.polar`` and ``powers`` in integers of 128 digits is used.
"""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions import polar, powers
from vyre.functions.body import Body, Number, Writer
from vyre.functions.fixed.arithmetic import (
    SIGN,
    high,
    mask_of,
    rounded,
    significand,
    times_word,
)
from vyre.functions.fixed.exponentials import in_two, power, split
from vyre.functions.fixed.inverses import angle, number
from vyre.functions.fixed.logarithms import positive
from vyre.functions.long import Long
from vyre.ir.literals import float_bits

__all__ = ["ANGLE_BAND", "POWER_BAND", "atan2", "near_power", "pow_", "pow_invalid"]

_INFINITY: Final = 0x7F800000
_ONE: Final = 0x3F800000
ANGLE_BAND: Final = 1 << 10
"""In units of 2**-63 of a result: 8 times the error of an angle."""
POWER_BAND: Final = 1 << 19
"""In units of 2**-63 of a result: 4 times the error of a power. The logarithm of a number near 1 has 52 right digits,
and its product with ``y`` has 45 right fractional digits."""


def _as_double(w: Writer, bits: Number) -> Number:
    """The bits of an f32 converted to f64."""
    size = bits & (SIGN - 1)
    digits, exponent = significand(w, size)
    found = ((exponent + 1023).to(u64) << 52) | ((digits & (SIGN - 1)).to(u64) << 21)
    return w.select(size.equals(0), 0, found) | ((bits & SIGN).to(u64) << 32)


def _long_rounded(w: Writer, t: DType, digits: Long, exponent: Number) -> Number:
    more = (digits.high.to(u32).to(u64) | digits.low).differs(0).to(u32)
    return rounded(w, t, high(digits.high) | more, exponent, 0)


@cache
def _long_angle(t: DType) -> Body:
    w = Writer(f"long_angle_{t}", u32, u32)
    y, x = w.arguments
    return w.body(_long_rounded(w, t, *polar.long_digits(w, _as_double(w, y), _as_double(w, x))))


@cache
def _long_power(t: DType) -> Body:
    w = Writer(f"long_power_{t}", u32, u32)
    x, y = w.arguments
    return w.body(_long_rounded(w, t, *powers.snapped(w, *powers.long_digits(w, _as_double(w, x), _as_double(w, y)))))


def _decided(
    w: Writer, t: DType, digits: Number, exponent: Number, band: int, exact: Body, *args: Number, never: Number
) -> Number:
    """Round the digits where both ends of a band around them round alike or ``never`` holds; call ``exact``
    elsewhere."""
    low, up = digits - band, digits + band
    beyond = up < digits
    up = w.select(beyond, (up >> 1) | (1 << 63), up)
    found = rounded(w, t, low, exponent, 0)
    other = rounded(w, t, up, exponent + beyond.to(i32), 0)
    return w.rarely(found.differs(other) & ~never, exact, args, found)


def atan2(w: Writer, y: Number, x: Number, t: DType) -> Number:
    """The angle of a point. An infinite coordinate is replaced by 1, and a finite one beside it by 0."""
    n, d, left = y & (SIGN - 1), x & (SIGN - 1), x >= SIGN
    tall, wide = n.equals(_INFINITY), d.equals(_INFINITY)
    n, d = (
        w.select(tall, w.of(u32, _ONE), w.select(wide, 0, n)),
        w.select(wide, w.of(u32, _ONE), w.select(tall, 0, d)),
    )
    flat = n.equals(0)
    d = w.select(flat, _ONE, d)
    found = angle(w, number(w, n), number(w, d), left)
    signed = d | (x & SIGN)
    origin = flat & ~left
    size = _decided(w, t, found.digits, found.exponent, ANGLE_BAND, _long_angle(t), n, signed, never=origin)
    return w.select(origin, 0, size) | _sign(y, t)


def _sign(bits: Number, t: DType) -> Number:
    return (bits & SIGN) >> (32 - t.bits) if t.bits < 32 else bits & SIGN


def near_power(w: Writer, x: Number, y: Number) -> tuple[Number, Number]:
    """The digits and the exponent of ``x ** y``, of two f32 given by their bits, finite and not 0, ``x`` positive. The
    exponent is 400 or -400 where the power is out of range."""
    log = positive(w, x)
    digits, e = significand(w, y & (SIGN - 1))
    product, up = times_word(w, digits, log.digits), e + log.exponent + 2
    mask = log.mask ^ mask_of(y >> 31)
    found, exponent = power(w, split(*in_two(w, product, up), mask))
    far = w.select((mask & 1).differs(0), w.of(i32, -400), 400)
    return found, w.select((up > 11) & high(product).differs(0), far, exponent)


def pow_(w: Writer, x: Number, y: Number, t: DType) -> Number:
    """``x ** y`` of all numbers that :func:`pow_invalid` accepts."""
    a, b = x & (SIGN - 1), y & (SIGN - 1)
    plain = a.differs(0) & (a < _INFINITY) & b.differs(0) & (b < _INFINITY)
    base, exponent = w.select(plain, a, _ONE), w.select(plain, y, _ONE)
    digits, e = near_power(w, base, exponent)
    found = _decided(w, t, digits, e, POWER_BAND, _long_power(t), base, exponent, never=abs(e).equals(400))
    grows = (a > _ONE).differs(y >= SIGN)
    found = w.select(plain, found, w.select(grows, w.of(u32, float_bits(t, inf)), 0))
    _, odd = _parity(w, b)
    found = found | w.select(odd, _sign(x, t), 0)
    one = x.equals(_ONE) | b.equals(0) | (a.equals(_ONE) & b.equals(_INFINITY))
    return w.select(one, float_bits(t, 1.0), found)


def _parity(w: Writer, size: Number) -> tuple[Number, Number]:
    """Whether a number is an integer, and whether it is an odd one."""
    count = (size >> 23).bits(i32) - 127
    unit = ((size & 0x7FFFFF) | 0x800000) << (count + 8).bits(u32)
    inside = (count >= 0) & (count < 24) & (unit << 1).equals(0)
    return inside | (count >= 24), inside & (unit >> 31).differs(0)


def pow_invalid(w: Writer, x: Number, y: Number) -> Number:
    """Whether ``x ** y`` is NaN: where ``x`` is negative and ``y`` is not an integer, and where either is NaN, unless
    ``x`` is 1 or ``y`` is 0."""
    a, b = x & (SIGN - 1), y & (SIGN - 1)
    nan = (a > _INFINITY) | (b > _INFINITY)
    whole, _ = _parity(w, b)
    negative = (x > SIGN) & (a < _INFINITY)
    one = x.equals(_ONE) | b.equals(0)
    return (nan | (negative & ~whole & (b < _INFINITY))) & ~one
