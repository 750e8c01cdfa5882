"""Fixed-point arithmetic of bodies: products, series, reciprocals, roots, and rounding to a float.

* A *fraction* is a u64 in units of 2**-64.
* *Digits* are a u64 whose highest bit is set, or 0. With an exponent ``e`` they represent ``digits * 2**(e - 63)``.
* A *mask* has all bits set where a number is negative, and none elsewhere: ``x ^ mask`` is then ``-x - 1``, which is
  used as ``-x`` with an error of one unit.
* A *sticky bit* is a last bit that is set where any of the bits cut off below it was set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Body, Number, Table, Writer
from vyre.functions.fixed import constants as c

__all__ = [
    "SIGN",
    "alternating",
    "alternating_from",
    "as_given",
    "high",
    "high_product",
    "inverse_root",
    "joined",
    "leading",
    "mask_of",
    "normalised",
    "product",
    "quotient",
    "root",
    "rounded",
    "rounding",
    "series",
    "significand",
    "table_of",
    "times_word",
    "wide_mask",
    "wide_product",
]

SIGN: Final = 1 << 31


def as_given(w: Writer, t: DType) -> Number:
    """The bits of the argument as u32."""
    return w.argument.bits(t.unsigned).to(u32)


def high(x: Number) -> Number:
    """The upper word of a u64."""
    return (x >> 32).to(u32)


def joined(upper: Number, lower: Number) -> Number:
    """A u64 of two words."""
    return (upper.to(u64) << 32) | lower.to(u64)


def leading(x: Number) -> Number:
    """The upper word with a sticky bit for the lower word: it rounds to fewer digits as ``x`` does."""
    return high(x) | x.to(u32).differs(0).to(u32)


def wide_product(a: Number, b: Number) -> Number:
    """All 64 bits of the product of two words."""
    return a.to(u64) * b.to(u64)


def times_word(w: Writer, word: Number, x: Number) -> Number:
    """``word * x >> 32`` of a u32 and a u64, exactly."""
    return wide_product(word, high(x)) + w.op("mulhi", word, x.to(u32)).to(u64)


@cache
def _high_product() -> Body:
    w = Writer("high_product", u64, u64)
    a, b = w.arguments
    ah, bh = high(a), high(b)
    total = wide_product(ah, bh) + w.op("mulhi", ah, b.to(u32)).to(u64)
    return w.body(total + w.op("mulhi", a.to(u32), bh).to(u64))


def high_product(w: Writer, a: Number, b: Number) -> Number:
    """The upper half of the product of two u64, too small by at most 2 units."""
    return w.call(_high_product(), a, b)


def mask_of(condition: Number) -> Number:
    """A u32 mask of a bool, or of a u32 that is 0 or 1."""
    return 0 - condition.to(u32)


def wide_mask(mask: Number) -> Number:
    """The u64 mask of a u32 mask."""
    return mask.bits(i32).to(u64)


def table_of(name: str, values: Sequence[int]) -> Table:
    """A table of these values, padded with zeros to a power of two."""
    length = 1 << (len(values) - 1).bit_length()
    return Table(name, (*values, *[0] * (length - len(values))))


def _short(x: Number) -> Number:
    return high(x) if x.dtype is u64 else x


_SMALL: Final = 1 << 37


def product(w: Writer, x: Number, total: Number, bound: int) -> Number:
    """The upper half of ``x * total``, where ``total`` is about ``bound`` at most. Error: below 33 units."""
    if total.dtype is u32:
        return w.op("mulhi", _short(x), total)
    return times_word(w, _short(x), total) if x.dtype is u32 or bound < _SMALL else high_product(w, x, total)


def series(w: Writer, x: Number, coefficients: Sequence[int], mask: Number | None = None) -> Number:
    """``c0 + x (c1 + x (c2 + ...))``, where ``x`` is a u64 or u32 fraction, or the same with ``-x`` where ``mask`` is
    set.

    The coefficients are in units of 2**-64 and decrease. Those below 2**-32 are computed with one word.
    Error: at most 4 units for c1 and each further coefficient of two words, and 33 for those below 2**-27, times the
    powers of ``x``.
    """
    *rest, last = coefficients
    total, bound = w.of(u32 if last < 1 << 32 else u64, last), last
    for coefficient in reversed(rest):
        part = product(w, x, total, bound)
        if coefficient >= 1 << 32:
            part = part.to(u64)
        if mask is not None:
            part = part ^ (mask if part.dtype is u32 else wide_mask(mask))
        total, bound = w.of(part.dtype, coefficient) + part, coefficient
    return total


def alternating(
    w: Writer, x: Number, coefficients: Sequence[int], others: Sequence[int], odd: Number | None = None
) -> Number:
    """``c0 - x (c1 - x (c2 - ...))`` of a u64 fraction, as in :func:`series`; with ``others`` as coefficients where
    ``odd``."""
    chosen = []
    for one, other in zip(coefficients, others, strict=True):
        t = u64 if max(one, other) >= 1 << 32 else u32
        chosen.append(w.of(t, one) if odd is None or one == other else w.select(odd, w.of(t, other), w.of(t, one)))
    return alternating_from(w, x, chosen, list(zip(coefficients, others, strict=True)))


def alternating_from(w: Writer, x: Number, coefficients: Sequence[Number], values: Sequence[Sequence[int]]) -> Number:
    """:func:`alternating` with coefficients that are computed; ``values`` lists the numbers that each of them may
    be."""
    total, bound = None, 0
    for coefficient, numbers in zip(reversed(coefficients), reversed(values), strict=True):
        most = max(numbers)
        near = coefficient if most >= 1 << 32 else coefficient.to(u32)
        total = near if total is None else near - product(w, x, total, bound).to(near.dtype)
        bound = most
    assert total is not None
    return total


def normalised(w: Writer, x: Number, exponent: Number) -> tuple[Number, Number]:
    """Shift a u64 left until its highest bit is set, and reduce the exponent by the same number. 0 stays 0."""
    count = w.op("clz", x).to(u32)
    return x << count, exponent - count.bits(i32)


@cache
def _reciprocal() -> Body:
    """The reciprocal of digits: 15 digits by a division of words, 29 by a third-order step, 60 by another one.

    Each approximation is too small, so that no error needs a sign. The result is too small as well, so that it fits."""
    w = Writer("reciprocal_of_digits", u64)
    x = w.argument
    upper = high(x)
    guess = (w.of(u32, 0xFFFFFFFF) / ((upper >> 16) + 2)) << 15  # in units of 2**-31
    error = ((1 << 31) - 4) - w.op("mulhi", upper, guess)
    quarter = error >> 2
    guess = guess + w.op("mulhi", guess, (error + (quarter * quarter >> 27)) << 1)
    left = (((1 << 63) - 4) - times_word(w, guess, x) >> 3).to(u32)  # in units of 2**-60
    left = left + (w.op("mulhi", left, left) >> 28)
    return w.body((guess.to(u64) << 32) + (wide_product(guess, left) >> 28))


def quotient(w: Writer, a: Number, b: Number) -> Number:
    """``2**63 a / b`` of digits, too small by at most 2**-57 of it."""
    return high_product(w, a, w.call(_reciprocal(), b))


def significand(w: Writer, size: Number) -> tuple[Number, Number]:
    """The 24 digits of a positive f32 given by its bits, the highest one at bit 31, and its exponent. 0 has the digits
    0."""
    field = (size >> 23).bits(i32)
    subnormal = field.equals(0)
    up = w.op("clz", size)
    digits = w.select(subnormal, size << up, (size << 8) | SIGN)
    return digits, w.select(subnormal, -118 - up.bits(i32), field - 127)


@cache
def rounding(t: DType) -> Body:
    """The bits of the float of ``t`` nearest to ``digits * 2**(exponent - 31)``, as u32.

    Its arguments: ``digits``, a u32 that is 0 or has its highest bit set, with a sticky bit; the exponent, an i32; and
    a u32 whose highest bit is the sign and whose other bits are 0."""
    w = Writer(f"rounded_to_{t}", u32, i32, u32)
    digits, exponent, sign = w.arguments
    bias = (1 << (t.bits - 2 - t.mantissa)) - 1
    last = 30 - t.mantissa
    digits = (digits >> 1) | (digits & 1)
    above = exponent - (1 - bias)
    down = w.op("min", w.op("max", 0 - above, w.of(i32, 0)), w.of(i32, 31)).bits(u32)
    moved = digits >> down
    moved = moved | (moved << down).differs(digits).to(u32)
    found = (moved + ((1 << (last - 1)) - 1) + ((moved >> last) & 1)) >> last
    found = found + (w.op("max", above, w.of(i32, 0)).bits(u32) << t.mantissa)
    size = w.select(above > 2 * bias - 1, w.of(u32, (2 * bias + 1) << t.mantissa), found)
    size = w.select(digits.equals(0), 0, size)
    return w.body(size | (sign >> (32 - t.bits) if t.bits < 32 else sign))


def rounded(w: Writer, t: DType, digits: Number, exponent: Number, sign: Number | int) -> Number:
    """Digits (a u64, or a u32 with a sticky bit) rounded once to ``t``."""
    short = leading(digits) if digits.dtype is u64 else digits
    return w.call(rounding(t), short, exponent, w.of(u32, sign))


_ROOTS: Final = table_of("inverse_roots", c.INVERSE_ROOTS)


@cache
def inverse_root() -> Body:
    """``2**31 / sqrt(x)`` of a fraction of at least 1/4, given by its upper word: too small by at most 16 units.

    12 digits come from a table, whose entries are a value and its difference from the next one; a third-order step
    gives 29. The approximation is too small, so that its error needs no sign."""
    w = Writer("inverse_root", u32)
    x = w.argument
    near = w.entry(_ROOTS, x >> 25)
    guess = high(near) - w.op("mulhi", x << 7, near.to(u32))
    error = ((1 << 30) - 4) - w.op("mulhi", x, w.op("mulhi", guess, guess))
    eighth = error >> 3
    more = error + ((eighth * eighth >> 24) * 3 >> 2)
    return w.body(guess + w.op("mulhi", guess, more << 1))


@cache
def root() -> Body:
    """``2**63 sqrt(x)`` of a fraction of at least 1/4: too small by at most 32 units."""
    w = Writer("root", u64)
    x = w.argument
    guess = w.call(inverse_root(), high(x))
    error = (((1 << 62) - 4) - high_product(w, x, wide_product(guess, guess)) >> 3).to(u32)  # in units of 2**-59
    more = error + ((w.op("mulhi", error, error) >> 27) * 3 >> 2)
    near = times_word(w, guess, x)
    return w.body(near + (times_word(w, more, near) >> 28))
