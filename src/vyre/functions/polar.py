"""atan2: the angle of a point.

In f64 as atan, by a quotient. Where the result lies so near a midpoint between two numbers of the narrower type that its error counts,
:func:`long_digits` computes the angle to 115 digits, in integers. No angle is a midpoint itself, but where ``y / x`` is one of two subnormal
numbers the angle lies below it by less than any number of digits tells: it is always cut down there.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from vyre.dtypes import DType, f64, i32, i64, u32, u64
from vyre.functions import constants as c
from vyre.functions import long_constants as long_c
from vyre.functions.body import Body, Number, Table, Writer
from vyre.functions.inverses import angle
from vyre.functions.long import FRACTION, LEAD, Long, reciprocal
from vyre.functions.undecided import undecided

__all__ = ["atan2", "long_digits"]

_SIGN: Final = 1 << 63
_HIGH: Final = Table("long_arctangents_high", long_c.ARCTANGENTS_HIGH)
_LOW: Final = Table("long_arctangents_low", long_c.ARCTANGENTS_LOW)
_SHORT: Final = 6
"""From this term of the series on, 64 digits are enough."""
_TERMS: Final = 12


def _exponent(x: Number) -> Number:
    return ((x >> 52).to(u32) & 0x7FF).bits(i32)


def _quotient(w: Writer, n: Number, d: Number) -> Long:
    """``n / d`` in units of 2**-126, to 118 digits. Both are below 2**36, the quotient is below 2; the digits come in two parts."""
    up = w.op("clz", d).to(u32)
    r = reciprocal(w, d << up)
    first = w.op("mulhi", n << (up - 1), r) << 1
    rest = (n << 62) - first * d
    below = rest.bits(i64) < 0
    second = w.op("mulhi", w.select(below, 0 - rest, rest) << (up - 4), r)
    return Long(w, first, w.of(u64, 0)) + Long(w, second >> 58, second << 6).negated_if(below)


def _arctangent(w: Writer, t: Long, scale: Number) -> Long:
    """``atan(t / 2**scale) * 2**scale``, less by some 2**-115 of it, of a number of at most 1/32; units of 2**-126."""
    twice = t + t
    square = (twice.times(twice) >> w.op("min", scale + scale, w.of(u32, 127))) << w.of(u32, 2)
    terms = [((1 << 128) // (2 * k + 1)) for k in range(_TERMS)]
    word = w.pattern(u64, terms[-1] >> 64)
    for term in reversed(terms[_SHORT:-1]):
        word = w.pattern(u64, term >> 64) - w.op("mulhi", square.high, word)
    total = Long(w, word, w.of(u64, 0))
    for term in reversed(terms[1:_SHORT]):
        total = Long.literal(w, term) - square.times(total)
    return t.times(Long.literal(w, (1 << 128) - (1 << 13)) - square.times(total))


def long_digits(w: Writer, upper: Number, other: Number) -> tuple[Long, Number]:
    """The angle of ``(other, upper)``, where ``upper`` is positive: two finite f64 of at most 24 digits, or their bits.
    Returns the digits from the highest one on, and its exponent."""
    y, signed = upper.bits(u64), other.bits(u64)
    left, x = (signed >> 63).differs(0), signed & (_SIGN - 1)
    steep = y > x
    less, more = w.select(steep, x, y), w.select(steep, y, x)
    a, b = (((v & FRACTION) | LEAD) >> 29 for v in (less, more))
    apart = w.op("min", (_exponent(more) - _exponent(less)).bits(u32), w.of(u32, 1 << 20))
    step = ((((a << 5).to(u32) >> w.op("min", apart, w.of(u32, 31))) / b.to(u32)) + 1) >> 1
    near = step.differs(0)
    shift, i = w.select(near, apart, 0), step.to(u64)
    n = (a << 4) - ((i * b) << shift)
    below = n.bits(i64) < 0
    scale = w.select(near, w.of(u32, 0), apart)
    part = _arctangent(w, _quotient(w, w.select(below, 0 - n, n), (b << (shift + 4)) + i * a), scale)
    tiny = ~(near | steep | left)
    moved = part >> w.select(tiny, 0, w.op("min", scale, w.of(u32, 127)))
    found = Long.entry(w, _HIGH, _LOW, step) + moved.negated_if(below)
    base = Long.literal(w, long_c.HALF_PI + long_c.HALF_PI).choose(~steep, Long.literal(w, long_c.HALF_PI))
    base = base.choose(steep | left, Long.literal(w, 0))
    digits, up = (base + found.negated_if(steep.differs(left))).normalised()
    return digits, 1 - up.bits(i32) - w.select(tiny, scale.bits(i32), 0)


@cache
def _long_angle() -> Body:
    w = Writer("long_angle", f64, f64)
    digits, exponent = long_digits(w, *w.arguments)
    return w.body(digits.double(exponent))


def _placed(w: Writer, y: Number, x: Number) -> tuple[Number, Number, Number]:
    """A point in the same direction, above the axis, without infinities; and whether it lies on the axis."""
    n, d = abs(y), abs(x)
    high, wide = n > 2.0**128, d > 2.0**128
    n, d = (
        w.select(high, 1.0, w.select(wide, 0.0, n)),
        w.select(wide, 1.0, w.select(high, 0.0, d)),
    )
    flat = n.equals(0.0)
    return n, w.select(flat, 1.0, d), flat


def _with_sign_of(x: Number, size: Number) -> Number:
    return (size.bits(u64) | (x.bits(u64) & _SIGN)).bits(f64)


def atan2(w: Writer, y: Number, x: Number, t: DType) -> Number:
    """In f64: error below 4 units of its last place, and exact where that does not decide."""
    n, d, _ = _placed(w, y, x)
    found = angle(w, n, d)
    left = (x.bits(u64) >> 63).differs(0)
    found = w.select(left, c.PI - (found - 2 * c.HALF_PI_LOW), found)
    exact = w.rarely(undecided(w, found, t), _long_angle(), (n, _with_sign_of(x, d)), found)
    return _with_sign_of(y, exact)
