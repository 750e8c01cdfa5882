"""rsqrt, cbrt and hypot in fixed point, each rounded correctly.

The first 25 digits are computed with an error of less than one unit, and are never too large. An exact product decides
whether one unit is added. The sticky bit is always set for rsqrt and cbrt: an exact root has few digits, and rounds to
itself either way. For hypot it is set unless the hypotenuse is exact.
"""

from __future__ import annotations

from math import inf
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Number, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    as_given,
    high,
    inverse_root,
    joined,
    rounded,
    significand,
    table_of,
    wide_product,
)
from vyre.ir.literals import float_bits

__all__ = ["cbrt", "hypot", "rsqrt"]

_INFINITY: Final = 0x7F800000
_CUBE_ROOTS: Final = table_of("cube_roots", c.CUBE_ROOTS)
_CUBE_SLOPES: Final = table_of("cube_slopes", c.CUBE_SLOPES)


def _times(x: Number, word: Number) -> Number:
    """``x * word`` modulo 2**64 of a u64 and a u32."""
    low = wide_product(x.to(u32), word)
    return joined(high(low) + high(x) * word, low.to(u32))


def rsqrt(w: Writer, bits: Number, t: DType) -> Number:
    """rsqrt. Its 25 digits ``c`` are one unit too small where ``(c + 1)**2 x`` is not above 1."""
    size = bits & (SIGN - 1)
    digits, e = significand(w, size)
    odd = (e & 1).bits(u32)
    near = w.call(inverse_root(), digits >> (1 - odd)) >> 7
    more = near + 1
    rest = _times(wide_product(more, more), digits >> 8)  # minus 2**72 or 2**73, which represents 1
    near = near + (high(rest) >> 31)
    found = rounded(w, t, (near << 7) | 1, 0 - ((e + 2) >> 1), 0)
    sign = bits & SIGN if t.bits == 32 else (bits & SIGN) >> (32 - t.bits)
    infinity = float_bits(t, inf)
    found = w.select(size.equals(_INFINITY), 0, found)
    return w.select(size.equals(0), w.of(u32, infinity) | sign, found)


def cbrt(w: Writer, bits: Number, t: DType) -> Number:
    """cbrt of ``x = 8**q m``: linear interpolation in a table of roots of ``m``, and a Newton step with a slope from a
    table."""
    size = bits & (SIGN - 1)
    digits, e = significand(w, size)
    above = (e + 150).bits(u32)
    q = above * 171 >> 9  # a third, up to 277
    j = above - q * 3
    index, within = j << 5 | (digits >> 26 & 31), digits << 6
    line, slopes = w.entry(_CUBE_ROOTS, index), w.entry(_CUBE_SLOPES, index)
    near = high(line) + w.op("mulhi", within, line.to(u32))  # in units of 2**-31
    slope = high(slopes) - w.op("mulhi", within, slopes.to(u32))
    left = (digits >> (2 - j)) - w.op("mulhi", w.op("mulhi", near, near), near)  # in units of 2**-29
    near = near + ((w.op("mulhi", left << 10, slope) >> 9) - 32) >> 7
    more = near + 1
    rest = _times(wide_product(more, more), more) - ((digits >> 8).to(u64) << (49 + j))
    near = near + (high(rest) >> 31)
    found = rounded(w, t, (near << 7) | 1, q.bits(i32) - 50, bits & SIGN)
    return w.select(size.equals(0) | size.equals(_INFINITY), as_given(w, t), found)


def hypot(w: Writer, x: Number, y: Number, t: DType) -> Number:
    """hypot. The sum of the squares has 64 digits, with a sticky bit; what remains after subtracting the root's square
    is exact."""
    a, b = x & (SIGN - 1), y & (SIGN - 1)
    (n, e), (m, f) = significand(w, w.op("max", a, b)), significand(w, w.op("min", a, b))
    n, m = n >> 8, m >> 8
    down = w.op("min", (e - f).bits(u32) << 1, w.of(u32, 63))
    less = wide_product(m, m) << 14
    moved = less >> down
    moved = moved | (moved << down).differs(less).to(u64)
    total = (wide_product(n, n) << 14) + moved
    short = high(total) < 1 << 30
    total = w.select(short, total << 2, total)
    upper = high(total)
    near = w.op("mulhi", upper, w.call(inverse_root(), upper)) >> 6
    left = (total >> 14).to(u32) - near * near
    more = left > near + near
    left = w.select(more, left - (near + near + 1), left)
    near = near + more.to(u32)
    digits = (near << 7) | (left | (total.to(u32) & 0x3FFF)).differs(0).to(u32)
    found = rounded(w, t, digits, e + 1 - short.to(i32), 0)
    infinite = a.equals(_INFINITY) | b.equals(_INFINITY)
    return w.select(infinite, w.of(u32, float_bits(t, inf)), found)
