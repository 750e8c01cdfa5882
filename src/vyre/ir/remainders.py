"""Exact remainders of floats (rule 3.2), in integer arithmetic that every device has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vyre.dtypes import BY_NAME, f32, u32
from vyre.ir.literals import CANONICAL_NAN
from vyre.ir.values import Operand, Val

if TYPE_CHECKING:
    from vyre.ir.builder import Builder

__all__ = ["floor_division", "floor_remainder", "fmod"]


def operands(b: Builder, x: Operand, y: Operand) -> tuple[Val, Val]:
    """Both as values of one type."""
    typed = next((v.dtype for v in (x, y) if isinstance(v, Val)), None)
    return b.value(x, typed), b.value(y, typed)


def fmod(b: Builder, x: Val, y: Val) -> Val:
    """``x - y * n`` exactly, n being the quotient truncated: the sign of x, and NaN for a NaN, an infinite x or a zero y.

    Long division of the significands: with ``x = p * 2**i`` and ``y = q * 2**j`` the remainder is ``p * 2**(i - j) mod q``, found
    a few bits at a time, as many as the word has to spare.
    """
    dtype = x.dtype
    if dtype.bits < 32:  # the remainder of two of its values is one of its values
        return b.cast(dtype, fmod(b, b.cast(f32, x), b.cast(f32, y)))
    word, m = BY_NAME[f"u{dtype.bits}"], dtype.mantissa
    top, hidden = 1 << (dtype.bits - 1), 1 << m
    infinity = ((1 << (dtype.bits - 1 - m)) - 1) << m
    raw = b.bitcast(word, x)
    p, q = raw & (top - 1), b.bitcast(word, y) & (top - 1)
    invalid = (p >= infinity) | (q > infinity) | (q == 0)
    small = p < q  # also: y is infinite
    i, j = b.max(p >> m, 1), b.max(q >> m, 1)  # subnormals share the exponent of the smallest others
    part = b.select(p >= hidden, p & (hidden - 1) | hidden, p)
    unit = b.select(q >= hidden, q & (hidden - 1) | hidden, q)
    rest = b.let("rest", part % unit)
    spare = dtype.bits - 1 - m
    ahead = b.cast(u32, b.select(invalid | small, b.const(word, 0), i - j))
    with b.for_(0, ahead // spare, name="step", dtype=u32):
        rest.set((rest << spare) % unit)
    left = b.value((rest << (ahead % spare)) % unit)
    shift = b.min(b.clz(left) - spare, j - 1)
    found = b.select(left == 0, left, ((j - 1 - shift) << m) + (left << b.cast(u32, shift)))
    bits = b.select(invalid, CANONICAL_NAN[dtype.name], b.select(small, raw, found | raw & top))
    return b.bitcast(dtype, bits)


def floor_remainder(b: Builder, x: Val, y: Val) -> Val:
    """Python's ``x % y``: the sign of y."""
    rest = fmod(b, x, y)
    zero = b.const(x.dtype, 0.0)
    other = (y < zero) ^ (rest < zero)
    return b.select(rest == zero, b.copysign(zero, y), b.select(other, rest + y, rest))


def floor_division(b: Builder, x: Val, y: Val) -> Val:
    """Python's ``x // y``; ``x / y`` for a zero y."""
    rest = fmod(b, x, y)
    zero, one = b.const(x.dtype, 0.0), b.const(x.dtype, 1.0)
    whole = (x - rest) / y  # near a whole number, by two roundings
    other = (rest != zero) & ((y < zero) ^ (rest < zero))
    whole = b.select(other, whole - one, whole)
    low = b.floor(whole)
    low = b.select(whole - low > b.const(x.dtype, 0.5), low + one, low)
    quotient = x / y
    return b.select(y == zero, quotient, b.select(whole == zero, b.copysign(zero, quotient), low))
