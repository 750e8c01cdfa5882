"""sin, cos and tan in f64: error below 4 units of its last place, for every f32.

A quarter turn has to be taken off exactly, from numbers up to 2**128. For each exponent a table has ``2 / pi``, less what only adds whole
turns, in three parts: the products with the first two are exact, as is their sum once the nearest integer ``k`` is taken off. The whole is
wrong by less than 2**-84 of a quarter turn, and no f32 is nearer to a multiple of a quarter turn than 2**-29 of one.
"""

from __future__ import annotations

from math import factorial
from typing import Final

from vyre.dtypes import f64, u32, u64
from vyre.functions import constants as c
from vyre.functions.body import Number, Table, Writer
from vyre.functions.exponentials import ROUNDER

__all__ = ["cos", "sin", "tan"]

_BEFORE, _AFTER = (0,) * 113, (0,)  # smaller numbers are not reduced; the last row is that of infinity and NaN
_HIGH: Final = Table("turns_high", (*_BEFORE, *c.TURNS_HIGH, *_AFTER))
_MIDDLE: Final = Table("turns_middle", (*_BEFORE, *c.TURNS_MIDDLE, *_AFTER))
_LOW: Final = Table("turns_low", (*_BEFORE, *c.TURNS_LOW, *_AFTER))
_BIAS: Final = 128  # 1023 - 127, modulo the table's length


def _turned(w: Writer, x: Number) -> tuple[Number, Number]:
    """What is left of ``x``, in radians, at most an eighth of a turn; and ``k``, whose last two bits count."""
    index = (x.bits(u64) >> 52).to(u32) + _BIAS
    high, middle, low = (x * w.entry(table, index).bits(f64) for table in (_HIGH, _MIDDLE, _LOW))
    shifted = (high + middle) + ROUNDER
    left = ((high - (shifted - ROUNDER)) + middle) + low
    return left * c.HALF_PI, shifted.bits(u64).to(u32)


def _sine(w: Writer, r: Number) -> Number:
    z = r * r
    return r + (r * z) * w.polynomial(z, [(-1) ** (n // 2) / factorial(n) for n in range(3, 20, 2)])


def _cosine(w: Writer, r: Number) -> Number:
    """The rounding of ``1 - z / 2`` is added again."""
    z = r * r
    half = 0.5 * z
    near = 1.0 - half
    rest = z * z * w.polynomial(z, [(-1) ** (n // 2) / factorial(n) for n in range(4, 19, 2)])
    return near + (((1.0 - near) - half) + rest)


def _odd(k: Number) -> Number:
    return (k & 1).differs(0)


def sin(w: Writer, x: Number) -> Number:
    """The argument itself below 2**-14, where the cube no longer counts in f32."""
    r, k = _turned(w, x)
    found = w.select(_odd(k), _cosine(w, r), _sine(w, r))
    return w.select(abs(x) < 2.0**-14, x, w.select((k & 2).differs(0), -found, found))


def cos(w: Writer, x: Number) -> Number:
    """An even function: its kernel is that of sin, a quarter turn on."""
    r, k = _turned(w, x)
    found = w.select(_odd(k), _sine(w, r), _cosine(w, r))
    return w.select(((k + 1) & 2).differs(0), -found, found)


def tan(w: Writer, x: Number) -> Number:
    """By one division."""
    r, k = _turned(w, x)
    s, co = _sine(w, r), _cosine(w, r)
    odd = _odd(k)
    found = w.select(odd, -co, s) / w.select(odd, s, co)
    return w.select(abs(x) < 2.0**-14, x, found)
