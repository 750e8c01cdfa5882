"""The meaning of every operation on arrays: :mod:`vyre.emit.scalar` once more, for many invocations at a time.

One function per operation and type family, under the names that the scalar ones have, so that the two stand side
by side and neither can have an operation that the other lacks. Operands are NumPy arrays or scalars of
:func:`held`: an integer type in its own dtype, bool in ``numpy.bool_``, f32 and f64 in theirs, f16 and bf16 as the
doubles that they are. Every function is total, whatever stands in a lane that does not count, and makes no array
of another type than the result's. Call them under ``numpy.errstate(all="ignore")``.

>>> import numpy as np
>>> from vyre.dtypes import i32
>>> vector_meaning("div", (i32, i32), i32)(np.array([-7, 5], np.int32), np.array([3, 0], np.int32)).tolist()
[-2, -1]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from vyre.dtypes import BY_NAME, DType
from vyre.emit.odd import fused64, odd, sum_with_error
from vyre.emit.scalar import chosen, families
from vyre.emit.vector_functions import lanes_of
from vyre.ir.literals import CANONICAL_NAN
from vyre.ir.ops import FUNCTIONS

__all__ = ["CELL", "VECTORS", "from_cells", "held", "to_cells", "typed", "vector_meaning", "vector_rounded"]

Lanes = Any
"""An array with a value per lane, or one NumPy scalar for all of them."""

_HELD: Final = {t: np.dtype("f8" if t.name in ("f16", "bf16") else t.numpy_name) for t in BY_NAME.values()}

CELL: Final = {
    t: np.dtype({"bool": "u1", "f16": "<u2", "bf16": "<u2"}.get(t.name) or _HELD[t].newbyteorder("<"))
    for t in BY_NAME.values()
}
"""How memory holds each type; f16 and bf16 as their bits."""


def held(t: DType) -> np.dtype[Any]:
    """The dtype of a lane's value."""
    return _HELD[t]


def typed(t: DType, x: Any) -> Any:
    """A Python value as the NumPy scalar of a lane."""
    return _HELD[t].type(x)


# -- integers: rule 2. NumPy's integers wrap (2.1) ------------------------------------------------------------------


def int_add(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a + b


def int_sub(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a - b


def int_mul(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a * b


def _floored(t: DType, a: Lanes, b: Lanes) -> Lanes:
    """``a // b``; where b is 0 something (the caller replaces it). MIN // -1 wraps to MIN (2.3)."""
    if b.ndim == 0 and b != 0 and not (t.is_signed and b == -1):
        return a // b
    if not t.is_signed:
        return a // np.where(b == 0, typed(t, 1), b)
    return np.where(b == -1, -a, a // np.where((b == 0) | (b == -1), typed(t, 1), b))


def _or_by_zero(b: Lanes, value: Any, result: Lanes) -> Lanes:
    """The result of a division; ``value`` where the divisor is 0 (2.3)."""
    return result if b.ndim == 0 and b != 0 else np.where(b == 0, value, result)


def int_div(t: DType, a: Lanes, b: Lanes) -> Lanes:
    down = _floored(t, a, b)
    if t.is_signed:  # 2.2: toward zero
        down = down + ((down * b != a) & ((a < 0) != (b < 0)))
    return _or_by_zero(b, typed(t, -1 if t.is_signed else t.max), down)  # 2.3: all ones


def int_rem(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return _or_by_zero(b, typed(t, 0), a - int_div(t, a, b) * b)  # 2.2, 2.3


def int_floordiv(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return _or_by_zero(b, typed(t, -1 if t.is_signed else t.max), _floored(t, a, b))  # 2.2, 2.3


def int_floormod(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return _or_by_zero(b, typed(t, 0), a - _floored(t, a, b) * b)  # 2.2, 2.3


def int_neg(t: DType, x: Lanes) -> Lanes:
    return typed(t, 0) - x


def int_abs(t: DType, x: Lanes) -> Lanes:
    return np.where(x < 0, int_neg(t, x), x)  # 2.1: abs(MIN) = MIN


def int_sign(t: DType, x: Lanes) -> Lanes:
    return np.sign(x)


def int_min(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return np.minimum(a, b)


def int_max(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return np.maximum(a, b)


def int_mulhi(t: DType, a: Lanes, b: Lanes) -> Lanes:
    if t.bits < 64:  # 2.5: the whole product fits 64 bits
        wide = np.int64 if t.is_signed else np.uint64
        return ((a.astype(wide) * b.astype(wide)) >> wide(t.bits)).astype(held(t))
    p, q, half, low = _pattern(t, a), _pattern(t, b), np.uint64(32), np.uint64(0xFFFFFFFF)
    p1, p0, q1, q0 = p >> half, p & low, q >> half, q & low
    middle = p1 * q0 + (p0 * q0 >> half)  # at most 2^64 - 2^32
    high = p1 * q1 + (middle >> half) + ((p0 * q1 + (middle & low)) >> half)
    if t.is_signed:
        high = high - np.where(a < 0, q, np.uint64(0)) - np.where(b < 0, p, np.uint64(0))
    return high.astype(held(t))


def int_saturating_add(t: DType, a: Lanes, b: Lanes) -> Lanes:
    total = a + b
    if not t.is_signed:
        return np.where(total < a, typed(t, t.max), total)  # 2.5
    return np.where(((a ^ total) & (b ^ total)) < 0, _end(t, a), total)


def int_saturating_sub(t: DType, a: Lanes, b: Lanes) -> Lanes:
    difference = a - b
    if not t.is_signed:
        return np.where(a < b, typed(t, 0), difference)  # 2.5
    return np.where(((a ^ b) & (a ^ difference)) < 0, _end(t, a), difference)


def _end(t: DType, a: Lanes) -> Lanes:
    return np.where(a < 0, typed(t, t.min), typed(t, t.max))


def int_abs_diff(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return np.where(a < b, b - a, a - b).astype(held(t.unsigned))  # 2.5


def int_and(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a & b


def int_or(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a | b


def int_xor(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a ^ b


def int_not(t: DType, x: Lanes) -> Lanes:
    return ~x


def _pattern(t: DType, x: Lanes) -> Lanes:
    return x.astype(held(t.unsigned), copy=False) if t.is_signed else x


def _count(t: DType, count: Lanes) -> Lanes:
    """A count modulo the width (2.4), in the unsigned type of that width."""
    return (count & count.dtype.type(t.bits - 1)).astype(held(t.unsigned), copy=False)


def int_shl(t: DType, x: Lanes, count: Lanes) -> Lanes:
    return (_pattern(t, x) << _count(t, count)).astype(held(t), copy=False)


def int_shr(t: DType, x: Lanes, count: Lanes) -> Lanes:
    return x >> _count(t, count).astype(held(t), copy=False)  # 2.4: arithmetic on signed types


def int_rotl(t: DType, x: Lanes, count: Lanes) -> Lanes:
    pattern, left = _pattern(t, x), _count(t, count)
    return (pattern << left | pattern >> _count(t, typed(t.unsigned, 0) - left)).astype(held(t), copy=False)


def int_rotr(t: DType, x: Lanes, count: Lanes) -> Lanes:
    return int_rotl(t, x, typed(t.unsigned, 0) - _count(t, count))


def int_popcount(t: DType, x: Lanes) -> Lanes:
    return np.bitwise_count(_pattern(t, x)).astype(held(t))  # 2.5


def int_clz(t: DType, x: Lanes) -> Lanes:
    pattern, u = _pattern(t, x), t.unsigned
    shift = 1
    while shift < t.bits:  # every bit below the leading one
        pattern = pattern | pattern >> typed(u, shift)
        shift *= 2
    return int_popcount(u, ~pattern).astype(held(t))  # 2.5: clz(0) = width


def int_ctz(t: DType, x: Lanes) -> Lanes:
    pattern, u = _pattern(t, x), t.unsigned
    return int_popcount(u, ~pattern & (pattern - typed(u, 1))).astype(held(t))  # 2.5: ctz(0) = width


def int_reverse_bits(t: DType, x: Lanes) -> Lanes:
    pattern, u = _pattern(t, x), t.unsigned
    shift = t.bits // 2
    mask = u.max
    while shift:  # halves change places, then quarters, …
        mask ^= mask << shift & u.max
        pattern = pattern >> typed(u, shift) & typed(u, mask) | (pattern & typed(u, mask)) << typed(u, shift)
        shift //= 2
    return pattern.astype(held(t), copy=False)


# -- bool -----------------------------------------------------------------------------------------------------


def bool_and(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a & b


def bool_or(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a | b


def bool_xor(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a ^ b


def bool_not(t: DType, x: Lanes) -> Lanes:
    return ~x


# -- floats: rule 3 -------------------------------------------------------------------------------------------


def vector_rounded(t: DType, x: Lanes) -> Lanes:
    """Floats rounded once to nearest even (rule 3.1), as values of ``t``: see :func:`vyre.emit.scalar.rounded`."""
    if t.bits >= 32:
        return x.astype(held(t), copy=False)
    largest = (1 << (t.bits - 2 - t.mantissa)) - 1  # the largest exponent
    last = np.maximum(np.frexp(x)[1] - 1, 1 - largest) - t.mantissa  # exponent of the last digit; subnormals are kept
    near = np.ldexp(np.rint(np.ldexp(x, -last)), last)
    return np.where(np.abs(near) >= 2.0 ** (largest + 1), np.copysign(np.inf, x), near)


def float_add(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return vector_rounded(t, a + b)  # 3.1


def float_sub(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return vector_rounded(t, a - b)  # 3.1


def float_mul(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return vector_rounded(t, a * b)  # 3.1


def float_div(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return vector_rounded(t, a / b)  # 3.1; NumPy divides by zero as IEEE 754 does


def float_recip(t: DType, x: Lanes) -> Lanes:
    return float_div(t, typed(t, 1), x)  # 3.2


def float_sqrt(t: DType, x: Lanes) -> Lanes:
    return vector_rounded(t, np.sqrt(x))  # 3.2


def float_fma(t: DType, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """One rounding of the exact a*b + c (rule 3.1)."""
    if t.bits == 64:
        return fused64(a, b, c)
    # A product of two narrower floats is an exact double; the sum is rounded to odd, and then once to t.
    return vector_rounded(t, odd(*sum_with_error(a.astype("f8") * b.astype("f8"), c.astype("f8"))))


def float_neg(t: DType, x: Lanes) -> Lanes:
    return -x  # 3.2


def float_abs(t: DType, x: Lanes) -> Lanes:
    return np.abs(x)  # 3.2


def float_sign(t: DType, x: Lanes) -> Lanes:
    return np.where(x == 0, typed(t, 0), np.where(x != x, x, np.copysign(typed(t, 1), x)))  # 3.3


def float_min(t: DType, a: Lanes, b: Lanes) -> Lanes:
    less = np.where((a < b) | ((a == b) & np.signbit(a)), a, b)  # 3.3: -0 < +0
    return np.where(b != b, a, less)  # 3.3: a number beats a NaN


def float_max(t: DType, a: Lanes, b: Lanes) -> Lanes:
    more = np.where((a > b) | ((a == b) & np.signbit(b)), a, b)  # 3.3
    return np.where(b != b, a, more)  # 3.3


def float_floor(t: DType, x: Lanes) -> Lanes:
    return np.floor(x)  # 3.2


def float_ceil(t: DType, x: Lanes) -> Lanes:
    return np.copysign(np.ceil(x), x)  # 3.2: a zero keeps the sign of x


def float_trunc(t: DType, x: Lanes) -> Lanes:
    return np.copysign(np.trunc(x), x)  # 3.2


def float_round(t: DType, x: Lanes) -> Lanes:
    return np.copysign(np.rint(x), x)  # 3.2: half to even


def float_copysign(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return np.copysign(a, np.where(b != b, typed(t, 1), b))  # 3.4: a NaN sign source is positive


def float_isnan(t: DType, x: Lanes) -> Lanes:
    return x != x


def float_isinf(t: DType, x: Lanes) -> Lanes:
    return np.isinf(x)


def float_isfinite(t: DType, x: Lanes) -> Lanes:
    return np.isfinite(x)


# -- comparison and choice: NumPy compares two integer types by their mathematical values (1.3) -------------------


def any_eq(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a == b


def any_ne(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a != b


def any_lt(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a < b


def any_le(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a <= b


def any_gt(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a > b


def any_ge(t: DType, a: Lanes, b: Lanes) -> Lanes:
    return a >= b


def any_select(t: DType, cond: Lanes, a: Lanes, b: Lanes) -> Lanes:
    return np.where(cond, a, b)


# -- conversion -----------------------------------------------------------------------------------------------


def cast(source: DType, target: DType, x: Lanes) -> Lanes:
    """Rules 2.6 and 3.6."""
    if target.is_bool:
        return x != 0  # 2.6; a NaN is true
    if target.is_float:
        if source.bits == 64 and source.is_integer and target.name == "bf16":
            # 53 digits at most, and whether there were more: then the double is exact, and one rounding follows
            size = np.where(x < 0, typed(source.unsigned, 0) - _pattern(source, x), _pattern(source, x))
            kept = size & ~np.uint64(0x7FF) | ((size & np.uint64(0x7FF)) != 0).astype("u8") << np.uint64(11)
            big = np.where(size >> np.uint64(53) != 0, kept, size).astype("f8")
            return vector_rounded(target, np.where(x < 0, -big, big))
        return vector_rounded(target, x.astype("f8")) if target.bits == 16 else x.astype(held(target))  # 3.6
    if source.is_float:
        whole = np.trunc(x.astype("f8"))
        low, high = whole < float(target.min), whole >= float(target.max + 1)
        fits = np.where((x != x) | low | high, 0.0, whole)  # 3.6: NaN to 0
        number = fits.astype("i8" if target.is_signed else "u8").astype(held(target))
        return np.where(high, typed(target, target.max), np.where(low, typed(target, target.min), number))  # 3.6
    return x.astype(held(target))  # 2.6


def bitcast(source: DType, target: DType, x: Lanes) -> Lanes:
    return from_cells(target, to_cells(source, x).view(CELL[target]))  # 2.6


def to_cells(t: DType, x: Lanes) -> Lanes:
    """Values as memory holds them; of every NaN the canonical pattern (rule 3.4)."""
    if t.is_bool:
        return x.astype("u1")
    if not t.is_float:
        return x
    if t.name == "bf16":
        return np.where(x != x, np.uint16(CANONICAL_NAN["bf16"]), (x.astype("f4").view("u4") >> 16).astype("u2"))
    if t.name == "f16":
        return np.where(x != x, np.uint16(CANONICAL_NAN["f16"]), x.astype("f2").view("u2"))
    nan = x != x
    return np.where(nan, _NAN[t], x) if nan.any() else x


def from_cells(t: DType, cells: Lanes) -> Lanes:
    """The values of memory; a bool is ``!= 0`` (rule 1.1)."""
    if t.is_bool:
        return cells != 0
    if t.name == "bf16":
        return (cells.astype("u4") << np.uint32(16)).view("f4").astype("f8")
    return cells.view("f2").astype("f8") if t.name == "f16" else cells


_NAN: Final = {
    t: np.uint64(CANONICAL_NAN[t.name]).view("f8") if t.bits == 64 else np.uint32(CANONICAL_NAN[t.name]).view("f4")
    for t in (BY_NAME["f32"], BY_NAME["f64"])
}


# -- the table --------------------------------------------------------------------------------------------------


VECTORS: Final = families(globals())
"""The function of each operation, by type family, as :data:`vyre.emit.scalar.FAMILIES` has them."""
VECTORS["float"] |= {name: lanes_of(name, vector_rounded) for name in FUNCTIONS}  # 3.5


def vector_meaning(op: str, types: Sequence[DType], result: DType) -> Callable[..., Any]:
    """The function of ``op`` for operands of ``types``; ``result`` matters to conversions only."""
    return chosen(VECTORS, {"cast": cast, "bitcast": bitcast}, op, types, result)
