"""The meaning of every operation on one value: the executable form of rules 1.3, 2 and 3 of the semantics.

One small function per operation and type family, written to be read beside the rules. Values are plain Python
values: an integer type's value is an int in its range, bool is True or False, and every float type's value is
a Python float that it holds exactly. ``t`` is the type of the operands, except in conversions, which name both.

The reference interpreter runs these functions, and nothing here depends on anything but Python's exact integers
and IEEE 754 doubles.

>>> from vyre.dtypes import i32, u32
>>> meaning("div", (i32, i32), i32)(-7, 3), meaning("floordiv", (i32, i32), i32)(-7, 3)
(-2, -3)
>>> hex(meaning("div", (u32, u32), u32)(5, 0))
'0xffffffff'
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from vyre.dtypes import DType
from vyre.functions.exact import correct
from vyre.functions.exact_of_two import correct_of_two
from vyre.ir.literals import CANONICAL_NAN
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS

__all__ = [
    "CELLS",
    "FAMILIES",
    "NAN",
    "Families",
    "chosen",
    "families",
    "from_bits",
    "meaning",
    "rounded",
    "to_bits",
    "wrap",
    "zero",
]

CELLS: Final = {
    "bool": "B", "u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i8": "b", "i16": "h", "i32": "i", "i64": "q",
    "f16": "H", "bf16": "H", "f32": "f", "f64": "d",
}  # fmt: skip
"""How memory holds each type, as a format of ``struct`` and ``memoryview``; f16 and bf16 as their bits."""

NAN: Final[float] = struct.unpack("<d", struct.pack("<Q", CANONICAL_NAN["f64"]))[0]
"""The NaN whose bits are the canonical ones, in f64 and after a conversion to any narrower type (rule 3.4)."""


def zero(t: DType) -> Any:
    """What an out-of-bounds load gives (rule 4.1) and memory starts with (rule 4.2)."""
    return False if t.is_bool else 0.0 if t.is_float else 0


# -- integers: rule 2 -----------------------------------------------------------------------------------------


def wrap(t: DType, x: int) -> int:
    """``x`` modulo 2^width, in the range of ``t`` (rules 2.1 and 2.6)."""
    x &= (1 << t.bits) - 1
    return x - (1 << t.bits) if x > t.max else x


def clamped(t: DType, x: int) -> int:
    return min(max(x, t.min), t.max)


def int_add(t: DType, a: int, b: int) -> int:
    return wrap(t, a + b)  # 2.1


def int_sub(t: DType, a: int, b: int) -> int:
    return wrap(t, a - b)  # 2.1


def int_mul(t: DType, a: int, b: int) -> int:
    return wrap(t, a * b)  # 2.1


def int_div(t: DType, a: int, b: int) -> int:
    if b == 0:
        return wrap(t, -1)  # 2.3: all ones
    quotient = abs(a) // abs(b)  # 2.2: toward zero
    return wrap(t, quotient if (a < 0) == (b < 0) else -quotient)  # 2.3: MIN / -1 wraps to MIN


def int_rem(t: DType, a: int, b: int) -> int:
    if b == 0:
        return 0  # 2.3
    remainder = abs(a) % abs(b)
    return -remainder if a < 0 else remainder  # 2.2: the dividend's sign


def int_floordiv(t: DType, a: int, b: int) -> int:
    return wrap(t, -1 if b == 0 else a // b)  # 2.2, 2.3: Python's own //


def int_floormod(t: DType, a: int, b: int) -> int:
    return 0 if b == 0 else a % b  # 2.2, 2.3: Python's own %


def int_neg(t: DType, x: int) -> int:
    return wrap(t, -x)  # 2.1


def int_abs(t: DType, x: int) -> int:
    return wrap(t, abs(x))  # 2.1: abs(MIN) = MIN


def int_sign(t: DType, x: int) -> int:
    return (x > 0) - (x < 0)


def int_min(t: DType, a: int, b: int) -> int:
    return min(a, b)


def int_max(t: DType, a: int, b: int) -> int:
    return max(a, b)


def int_mulhi(t: DType, a: int, b: int) -> int:
    return (a * b) >> t.bits  # 2.5


def int_saturating_add(t: DType, a: int, b: int) -> int:
    return clamped(t, a + b)  # 2.5


def int_saturating_sub(t: DType, a: int, b: int) -> int:
    return clamped(t, a - b)  # 2.5


def int_abs_diff(t: DType, a: int, b: int) -> int:
    return abs(a - b)  # 2.5: in the unsigned type, where it always fits


def int_and(t: DType, a: int, b: int) -> int:
    return a & b


def int_or(t: DType, a: int, b: int) -> int:
    return a | b


def int_xor(t: DType, a: int, b: int) -> int:
    return a ^ b


def int_not(t: DType, x: int) -> int:
    return wrap(t, ~x)


def int_shl(t: DType, x: int, count: int) -> int:
    return wrap(t, x << (count % t.bits))  # 2.4


def int_shr(t: DType, x: int, count: int) -> int:
    return x >> (count % t.bits)  # 2.4: Python's >> is arithmetic on negative values


def int_rotl(t: DType, x: int, count: int) -> int:
    count %= t.bits  # 2.4
    pattern = x & ((1 << t.bits) - 1)
    return wrap(t, (pattern << count) | (pattern >> (t.bits - count)))


def int_rotr(t: DType, x: int, count: int) -> int:
    return int_rotl(t, x, -count)


def int_popcount(t: DType, x: int) -> int:
    return (x & ((1 << t.bits) - 1)).bit_count()  # 2.5


def int_clz(t: DType, x: int) -> int:
    return t.bits - (x & ((1 << t.bits) - 1)).bit_length()  # 2.5: clz(0) = width


def int_ctz(t: DType, x: int) -> int:
    return t.bits if x == 0 else (x & -x).bit_length() - 1  # 2.5: ctz(0) = width


def int_reverse_bits(t: DType, x: int) -> int:
    pattern = x & ((1 << t.bits) - 1)
    return wrap(t, int(f"{pattern:0{t.bits}b}"[::-1], 2))  # 2.5


# -- bool -----------------------------------------------------------------------------------------------------


def bool_and(t: DType, a: bool, b: bool) -> bool:
    return a and b


def bool_or(t: DType, a: bool, b: bool) -> bool:
    return a or b


def bool_xor(t: DType, a: bool, b: bool) -> bool:
    return a != b


def bool_not(t: DType, x: bool) -> bool:
    return not x


# -- floats: rule 3 -------------------------------------------------------------------------------------------


def rounded(t: DType, x: float) -> float:
    """The double ``x`` rounded once to nearest even (rule 3.1); too large gives infinity.

    For + - * / and sqrt of two values of a narrower type, rounding the double result again is the same as
    rounding the exact one: a double has more than twice the digits of f32 and two more (Figueroa, 1995).
    """
    if t.bits == 64:
        return x
    if t.bits == 32:
        single: float = ctypes.c_float(x).value
        return single
    if x == 0 or not math.isfinite(x):
        return x
    return rounded_ratio(t, *x.as_integer_ratio())


def rounded_ratio(t: DType, numerator: int, denominator: int) -> float:
    """The exact non-zero ``numerator / denominator``, rounded once to nearest even (rule 3.1)."""
    sign, magnitude = (-1.0 if numerator < 0 else 1.0), abs(numerator)
    largest = (1 << (t.bits - 2 - t.mantissa)) - 1  # the largest exponent
    exponent = magnitude.bit_length() - denominator.bit_length()  # of the leading bit, or one more
    if magnitude << max(0, -exponent) < denominator << max(0, exponent):
        exponent -= 1
    last = max(exponent, 1 - largest) - t.mantissa  # exponent of the last digit; subnormals are kept
    quotient, remainder = divmod(magnitude << max(0, -last), denominator << max(0, last))
    twice, whole = 2 * remainder, denominator << max(0, last)
    if twice > whole or (twice == whole and quotient & 1):
        quotient += 1
    if quotient.bit_length() + last > largest + 1:
        return sign * math.inf
    return sign * math.ldexp(quotient, last)


def float_add(t: DType, a: float, b: float) -> float:
    return rounded(t, a + b)  # 3.1


def float_sub(t: DType, a: float, b: float) -> float:
    return rounded(t, a - b)  # 3.1


def float_mul(t: DType, a: float, b: float) -> float:
    return rounded(t, a * b)  # 3.1


def float_div(t: DType, a: float, b: float) -> float:
    if b != 0:  # also a NaN
        return rounded(t, a / b)  # 3.1
    if a == 0 or a != a:
        return NAN
    return math.copysign(math.inf, a) * math.copysign(1.0, b)  # IEEE 754: division by zero


def float_recip(t: DType, x: float) -> float:
    return float_div(t, 1.0, x)  # 3.2


def float_sqrt(t: DType, x: float) -> float:
    return NAN if x < 0 else rounded(t, math.sqrt(x))  # 3.2; sqrt(-0.0) is -0.0


def float_fma(t: DType, a: float, b: float, c: float) -> float:
    """One rounding of the exact a*b + c (rule 3.1)."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    (an, ad), (bn, bd), (cn, cd) = a.as_integer_ratio(), b.as_integer_ratio(), c.as_integer_ratio()
    numerator = an * bn * cd + cn * ad * bd
    if numerator == 0:
        return a * b + c  # the sign of an exact zero, which is that of the two-step sum
    return rounded_ratio(t, numerator, ad * bd * cd)


def float_neg(t: DType, x: float) -> float:
    return -x  # 3.2


def float_abs(t: DType, x: float) -> float:
    return abs(x)  # 3.2


def float_sign(t: DType, x: float) -> float:
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0 if x == 0 else NAN  # 3.3


def float_min(t: DType, a: float, b: float) -> float:
    if a != a or b != b:
        return b if a != a else a  # 3.3: a number beats a NaN
    if a == b:
        return a if math.copysign(1.0, a) < 0 else b  # 3.3: -0 < +0
    return min(a, b)


def float_max(t: DType, a: float, b: float) -> float:
    if a != a or b != b:
        return b if a != a else a  # 3.3
    if a == b:
        return b if math.copysign(1.0, a) < 0 else a  # 3.3
    return max(a, b)


def _integral(round_: Callable[[float], int], t: DType, x: float) -> float:
    """An exact rounding to an integer (rule 3.2); its zero keeps the sign of ``x``."""
    return math.copysign(float(round_(x)), x) if math.isfinite(x) else x


float_floor = partial(_integral, math.floor)
float_ceil = partial(_integral, math.ceil)
float_trunc = partial(_integral, math.trunc)
float_round = partial(_integral, round)  # Python's round is half to even


def float_copysign(t: DType, a: float, b: float) -> float:
    return math.copysign(a, 1.0 if b != b else b)  # 3.4: a NaN sign source is positive


def float_isnan(t: DType, x: float) -> bool:
    return x != x


def float_isinf(t: DType, x: float) -> bool:
    return x in (math.inf, -math.inf)


def float_isfinite(t: DType, x: float) -> bool:
    return math.isfinite(x)


# -- comparison and choice: Python compares ints of any size exactly (1.3), and doubles as IEEE 754 says --------


def any_eq(t: DType, a: Any, b: Any) -> bool:
    return bool(a == b)


def any_ne(t: DType, a: Any, b: Any) -> bool:
    return bool(a != b)


def any_lt(t: DType, a: Any, b: Any) -> bool:
    return bool(a < b)


def any_le(t: DType, a: Any, b: Any) -> bool:
    return bool(a <= b)


def any_gt(t: DType, a: Any, b: Any) -> bool:
    return bool(a > b)


def any_ge(t: DType, a: Any, b: Any) -> bool:
    return bool(a >= b)


def any_select(t: DType, cond: bool, a: Any, b: Any) -> Any:
    return a if cond else b


# -- conversion -----------------------------------------------------------------------------------------------


def cast(source: DType, target: DType, x: Any) -> Any:
    """Rules 2.6 and 3.6."""
    if target.is_bool:
        return x != 0  # 2.6; a NaN is true
    if target.is_float:
        if source.is_float:
            return rounded(target, x)  # 3.6
        if abs(x) <= 1 << 53:
            return rounded(target, float(x))  # a double holds it exactly
        return rounded_ratio(target, x, 1)  # 3.6: one rounding, not one to double and one more
    if source.is_float:
        if x != x:
            return 0  # 3.6
        if math.isinf(x):
            return target.max if x > 0 else target.min  # 3.6
        return clamped(target, math.trunc(x))  # 3.6
    return wrap(target, int(x))  # 2.6


def bitcast(source: DType, target: DType, x: Any) -> Any:
    return from_bits(target, to_bits(source, x))  # 2.6


_FORMATS: Final = {"f16": ("<e", "<H"), "f32": ("<f", "<I"), "f64": ("<d", "<Q")}


def to_bits(t: DType, x: Any) -> int:
    """The bit pattern of a value; of every NaN the canonical one (rule 3.4)."""
    if not t.is_float:
        return int(x) & ((1 << t.bits) - 1)
    if x != x:
        return CANONICAL_NAN[t.name]
    if t.name == "bf16":
        return int(struct.unpack("<I", struct.pack("<f", x))[0]) >> 16
    value, raw = _FORMATS[t.name]
    return int(struct.unpack(raw, struct.pack(value, x))[0])


def from_bits(t: DType, bits: int) -> Any:
    """The value of a bit pattern; a bool is ``!= 0`` (rule 1.1)."""
    if t.is_bool:
        return bits != 0
    if not t.is_float:
        return wrap(t, bits)
    if t.name == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    value, raw = _FORMATS[t.name]
    return struct.unpack(value, struct.pack(raw, bits))[0]


# -- the table --------------------------------------------------------------------------------------------------


Families = dict[str, dict[str, Callable[..., Any]]]
"""Functions by type family and operation."""


def families(functions: Mapping[str, Any]) -> Families:
    """The functions that are called ``int_add``, ``any_lt`` and so on, by family and operation."""

    def named(prefix: str) -> dict[str, Callable[..., Any]]:
        return {name.removeprefix(prefix): f for name, f in functions.items() if name.startswith(prefix)}

    return {family: named(f"{family}_") | named("any_") for family in ("int", "bool", "float")}


FAMILIES: Final = families(globals())
"""The function of each operation; conversions stand apart."""
FAMILIES["float"] |= {name: partial(correct, name) for name in UNARY_FUNCTIONS}  # 3.5
FAMILIES["float"] |= {name: partial(correct_of_two, name) for name in BINARY_FUNCTIONS}


def meaning(op: str, types: Sequence[DType], result: DType) -> Callable[..., Any]:
    """The function of ``op`` for operands of ``types``; ``result`` matters to conversions only."""
    return chosen(FAMILIES, {"cast": cast, "bitcast": bitcast}, op, types, result)


def chosen(
    table: Families,
    conversions: Mapping[str, Callable[..., Any]],
    op: str,
    types: Sequence[DType],
    result: DType,
) -> Callable[..., Any]:
    """The function of ``op`` out of a table of families, with its types given."""
    if op in conversions:
        return partial(conversions[op], types[0], result)
    t = types[1] if op == "select" else types[0]
    family = "bool" if t.is_bool else "float" if t.is_float else "int"
    return partial(table[family][op], t)
