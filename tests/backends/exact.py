"""What each operation gives, worked out from integers and fractions alone; nothing of vyre computes here.

Integers are Python ints, bools Python bools, floats Python floats (an f32 is exactly one of them). ``expected`` gives the
result as it lies in memory: an int, a bool, or a float's bit pattern with the one NaN of rule 3.4.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from .exact_functions import function_value, function_value_of_two

Number = bool | int | float
INF: Final = math.inf
NAN: Final = math.nan


@dataclass(frozen=True, slots=True)
class Type:
    """A scalar type in numbers. ``digits`` and ``top``: precision and largest exponent of a float."""

    name: str
    kind: str  # bool uint int float
    bits: int
    digits: int = 0
    top: int = 0

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.kind == "int" else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - (self.kind == "int"))) - 1

    @property
    def numpy(self) -> str:
        if self.name == "bf16":
            return "bfloat16"
        return {"bool": "bool", "uint": f"uint{self.bits}", "int": f"int{self.bits}", "float": f"float{self.bits}"}[
            self.kind
        ]

    @property
    def unsigned(self) -> Type:
        return TYPES[f"u{self.bits}"]

    def wrap(self, x: int) -> int:
        """The value congruent to x modulo 2^bits that the type holds."""
        x &= (1 << self.bits) - 1
        return x - (1 << self.bits) if x > self.high else x

    def clamp(self, x: int) -> int:
        return min(max(x, self.low), self.high)


TYPES: Final[dict[str, Type]] = {
    t.name: t
    for t in (
        Type("bool", "bool", 8), Type("u8", "uint", 8), Type("u16", "uint", 16), Type("u32", "uint", 32), Type("u64", "uint", 64),
        Type("i8", "int", 8), Type("i16", "int", 16), Type("i32", "int", 32), Type("i64", "int", 64),
        Type("f16", "float", 16, 11, 15), Type("bf16", "float", 16, 8, 127), Type("f32", "float", 32, 24, 127), Type("f64", "float", 64, 53, 1023),
    )
}  # fmt: skip
INTEGERS: Final = tuple(t for t in TYPES.values() if t.kind in ("uint", "int"))
FLOATS: Final = (TYPES["f16"], TYPES["bf16"], TYPES["f32"], TYPES["f64"])


# -- floats and their bits --------------------------------------------------------------------------------------


_FORMATS: Final = {"f16": "<e", "bf16": "<f", "f32": "<f", "f64": "<d"}  # a bf16 is the upper half of an f32


def float_of(bits: int, t: Type) -> float:
    """The float with this bit pattern."""
    raw = bits.to_bytes(t.bits // 8, "little")
    return float(struct.unpack(_FORMATS[t.name], bytes(2) + raw if t.name == "bf16" else raw)[0])


def nan_bits(t: Type) -> int:
    return {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8000000000000}[t.name]


def bits_of(x: float, t: Type) -> int:
    """The pattern of a float that the type holds exactly; the one NaN."""
    if math.isnan(x):
        return nan_bits(t)
    raw = struct.pack(_FORMATS[t.name], x)
    return int.from_bytes(raw[2:] if t.name == "bf16" else raw, "little")


def nearest(x: Fraction, t: Type, *, zero: float = 0.0) -> float:
    """x rounded to nearest even, with subnormals; ``zero`` is the zero that an exact 0 gives."""
    if x == 0:
        return zero
    size = abs(x)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent  # now 2^exponent <= size < 2^(exponent + 1)
    step = Fraction(2) ** (max(exponent, 1 - t.top) - t.digits + 1)
    ratio = size / step
    whole, rest = divmod(ratio.numerator, ratio.denominator)
    twice = 2 * rest
    whole += twice > ratio.denominator or (twice == ratio.denominator and whole % 2 == 1)
    result = whole * step
    value = INF if result >= Fraction(2) ** (t.top + 1) else float(result)
    return math.copysign(value, -1.0 if x < 0 else 1.0)


def negative(x: float) -> bool:
    return math.copysign(1.0, x) < 0


def _plus(a: float, b: float, t: Type) -> float:
    if math.isnan(a) or math.isnan(b) or (math.isinf(a) and math.isinf(b) and a != b):
        return NAN
    if math.isinf(a) or math.isinf(b):
        return a if math.isinf(a) else b
    zero = -0.0 if a == 0 and b == 0 and negative(a) and negative(b) else 0.0
    return nearest(Fraction(a) + Fraction(b), t, zero=zero)


def _times(a: float, b: float, t: Type) -> float:
    if math.isnan(a) or math.isnan(b) or (math.isinf(a) and b == 0) or (math.isinf(b) and a == 0):
        return NAN
    sign = -1.0 if negative(a) != negative(b) else 1.0
    if math.isinf(a) or math.isinf(b):
        return sign * INF
    return nearest(Fraction(a) * Fraction(b), t, zero=sign * 0.0)


def _over(a: float, b: float, t: Type) -> float:
    if math.isnan(a) or math.isnan(b) or (math.isinf(a) and math.isinf(b)) or (a == 0 and b == 0):
        return NAN
    sign = -1.0 if negative(a) != negative(b) else 1.0
    if math.isinf(a) or b == 0:
        return sign * INF
    return sign * 0.0 if math.isinf(b) else nearest(Fraction(a) / Fraction(b), t, zero=sign * 0.0)


def _fma(a: float, b: float, c: float, t: Type) -> float:
    if any(map(math.isnan, (a, b, c))) or (math.isinf(a) and b == 0) or (math.isinf(b) and a == 0):
        return NAN
    minus = negative(a) != negative(b)
    if math.isinf(a) or math.isinf(b):
        product = -INF if minus else INF
        return NAN if math.isinf(c) and c != product else product
    if math.isinf(c):
        return c
    exact = Fraction(a) * Fraction(b)
    zero = -0.0 if exact == 0 and c == 0 and minus and negative(c) else 0.0
    return nearest(exact + Fraction(c), t, zero=zero)


def _sqrt(x: float, t: Type) -> float:
    if math.isnan(x) or x == 0 or x == INF:
        return x
    if x < 0:
        return NAN
    exact = Fraction(x)
    shift = 2 * (t.digits + 3) - exact.numerator.bit_length() + exact.denominator.bit_length()
    shift += shift % 2
    scaled = exact * Fraction(4) ** (shift // 2)
    whole = math.isqrt(scaled.numerator // scaled.denominator)
    sticky = Fraction(whole) ** 2 != scaled  # a bit below the last one says "more than whole"
    return nearest((Fraction(whole) + Fraction(int(sticky), 2)) / Fraction(2) ** (shift // 2), t)


def _integral(x: float, how: Callable[[Fraction], int]) -> float:
    if math.isnan(x) or math.isinf(x) or x == 0:
        return x
    return math.copysign(float(how(Fraction(x))), x)


def _min(a: float, b: float) -> float:
    if math.isnan(a) or math.isnan(b):
        return b if math.isnan(a) else a
    if a == b == 0:
        return a if negative(a) else b
    return min(b, a)


def _max(a: float, b: float) -> float:
    return -_min(-a, -b)


def _copysign(a: float, b: float) -> float:
    return math.copysign(a, 1.0 if math.isnan(b) else b)


def _sign(x: float) -> float:
    return x if math.isnan(x) else 1.0 if x > 0 else -1.0 if x < 0 else 0.0


# -- integers ---------------------------------------------------------------------------------------------------


def _truncated(a: int, b: int) -> int:
    return math.trunc(Fraction(a, b))


def _int_div(a: int, b: int, floor: bool) -> int:
    if b == 0:
        return -1
    return a // b if floor else _truncated(a, b)


def _int_rem(a: int, b: int, floor: bool) -> int:
    return 0 if b == 0 else a - b * _int_div(a, b, floor)


def _pattern(x: int, t: Type) -> int:
    return x & ((1 << t.bits) - 1)


def _rotl(a: int, count: int, t: Type) -> int:
    count %= t.bits
    return t.wrap(_pattern(a, t) << count | _pattern(a, t) >> (t.bits - count))


def _bin(a: int, t: Type) -> str:
    return format(_pattern(a, t), f"0{t.bits}b")


_INT: Final[dict[str, Callable[..., int | bool]]] = {
    "add": lambda t, a, b: t.wrap(a + b),
    "sub": lambda t, a, b: t.wrap(a - b),
    "mul": lambda t, a, b: t.wrap(a * b),
    "div": lambda t, a, b: t.wrap(_int_div(a, b, False)),
    "rem": lambda t, a, b: t.wrap(_int_rem(a, b, False)),
    "floordiv": lambda t, a, b: t.wrap(_int_div(a, b, True)),
    "floormod": lambda t, a, b: t.wrap(_int_rem(a, b, True)),
    "ceil_div": lambda t, a, b: t.wrap(-1 if b == 0 else math.ceil(Fraction(a, b))),
    "neg": lambda t, a: t.wrap(-a),
    "abs": lambda t, a: t.wrap(-a if a < 0 else a),
    "sign": lambda _, a: (a > 0) - (a < 0),
    "min": lambda _, a, b: min(b, a),
    "max": lambda _, a, b: max(b, a),
    "clamp": lambda _, x, lo, hi: min(max(x, lo), hi),
    "mulhi": lambda t, a, b: t.wrap((a * b) >> t.bits),
    "saturating_add": lambda t, a, b: t.clamp(a + b),
    "saturating_sub": lambda t, a, b: t.clamp(a - b),
    "abs_diff": lambda _, a, b: abs(a - b),
    "and": lambda t, a, b: t.wrap(_pattern(a, t) & _pattern(b, t)),
    "or": lambda t, a, b: t.wrap(_pattern(a, t) | _pattern(b, t)),
    "xor": lambda t, a, b: t.wrap(_pattern(a, t) ^ _pattern(b, t)),
    "not": lambda t, a: t.wrap(t.high - a if t.kind == "uint" else -1 - a),
    "shl": lambda t, a, n: t.wrap(a * (1 << (n % t.bits))),
    "shr": lambda t, a, n: a // (1 << (n % t.bits)),  # floors: arithmetic on signed types
    "rotl": lambda t, a, n: _rotl(a, n, t),
    "rotr": lambda t, a, n: _rotl(a, -n, t),
    "popcount": lambda t, a: _bin(a, t).count("1"),
    "clz": lambda t, a: t.bits - _pattern(a, t).bit_length(),
    "ctz": lambda t, a: t.bits if a == 0 else t.bits - 1 - _bin(a, t).rindex("1"),
    "reverse_bits": lambda t, a: t.wrap(int(_bin(a, t)[::-1], 2)),
    "cube": lambda t, a: t.wrap(a**3),
}
_BOOL: Final[dict[str, Callable[..., bool]]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "xor": lambda a, b: a is not b,
    "not": lambda a: not a,
}
_FLOAT: Final[dict[str, Callable[..., float]]] = {
    "add": lambda t, a, b: _plus(a, b, t),
    "sub": lambda t, a, b: _plus(a, -b, t),
    "mul": lambda t, a, b: _times(a, b, t),
    "div": lambda t, a, b: _over(a, b, t),
    "neg": lambda _, a: -a,
    "abs": lambda _, a: math.copysign(a, 1.0),
    "sign": lambda _, a: _sign(a),
    "min": lambda _, a, b: _min(a, b),
    "max": lambda _, a, b: _max(a, b),
    "clamp": lambda _, x, lo, hi: _min(_max(x, lo), hi),
    "fma": lambda t, a, b, c: _fma(a, b, c, t),
    "sqrt": lambda t, a: _sqrt(a, t),
    "recip": lambda t, a: _over(1.0, a, t),
    "floor": lambda _, a: _integral(a, math.floor),
    "ceil": lambda _, a: _integral(a, math.ceil),
    "trunc": lambda _, a: _integral(a, math.trunc),
    "round": lambda _, a: _integral(a, round),  # a fraction's round takes halves to even
    "copysign": lambda _, a, b: _copysign(a, b),
    "cube": lambda t, a: _times(_times(a, a, t), a, t),
}
_TESTS: Final[dict[str, Callable[..., bool]]] = {
    "isnan": math.isnan,
    "isinf": math.isinf,
    "isfinite": math.isfinite,
}
_COMPARE: Final[dict[str, Callable[..., bool]]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def expected(op: str, t: Type, *args: Number) -> Number:
    """The result of ``op`` on operands of type ``t`` (the last two of ``select``) as it lies in memory."""
    if op in _COMPARE:
        return _COMPARE[op](*args)
    if op in _TESTS:
        return _TESTS[op](*args)
    if op == "select":
        chosen = args[1] if args[0] else args[2]
        return bits_of(chosen, t) if t.kind == "float" else chosen
    if t.kind == "bool":
        return _BOOL[op](*args)
    if t.kind == "float" and op not in _FLOAT:
        given = [float(x) for x in args]
        value = function_value_of_two(op, *given) if len(given) == 2 else function_value(op, *given)
        return bits_of(nearest(value, t) if isinstance(value, Fraction) else value, t)
    if t.kind == "float":
        return bits_of(_FLOAT[op](t, *args), t)
    return _INT[op](t, *args)


def converted(x: Number, source: Type, target: Type) -> Number:
    """A cast (rules 2.6 and 3.6), as it lies in memory."""
    if target.kind == "bool":
        return x != 0
    if source.kind == "float":
        assert isinstance(x, float)
        if target.kind == "float":
            if math.isnan(x) or math.isinf(x):
                return bits_of(x, target)
            return bits_of(nearest(Fraction(x), target, zero=x), target)
        if math.isnan(x):
            return 0
        return target.clamp(math.trunc(x)) if math.isfinite(x) else (target.high if x > 0 else target.low)
    whole = int(x)
    return bits_of(nearest(Fraction(whole), target), target) if target.kind == "float" else target.wrap(whole)


def reinterpreted(bits: int, target: Type) -> int:
    """A bitcast of a pattern, as it lies in memory: an int of the type, or a float's pattern with the one NaN."""
    return bits_of(float_of(bits, target), target) if target.kind == "float" else target.wrap(bits)
