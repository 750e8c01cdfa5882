"""The scalar meanings (rules 1.3, 2 and 3) against values worked out elsewhere: NumPy, exact fractions, and the cases' own numbers."""

from __future__ import annotations

import itertools
import math
import random
import struct
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from vyre.dtypes import BY_NAME, DType, bf16, bool_, f16, f32, f64, i8, i32, i64, u8, u32, u64
from vyre.emit.scalar import FAMILIES, from_bits, meaning, rounded, to_bits
from vyre.ir.literals import float_bits
from vyre.ir.ops import OPS, result_type

INTS = tuple(t for t in BY_NAME.values() if t.is_integer)
FLOATS = tuple(t for t in BY_NAME.values() if t.is_float)
NAN, INF = float("nan"), float("inf")


def corners(t: DType) -> list[int]:
    near = (
        t.min,
        t.min + 1,
        t.min + 2,
        -8,
        -7,
        -3,
        -2,
        -1,
        0,
        1,
        2,
        3,
        7,
        8,
        9,
        t.bits - 1,
        t.bits,
        t.max // 2,
        t.max - 1,
        t.max,
    )
    return sorted({x for x in near if t.min <= x <= t.max})


def apply(op: str, t: DType, *args: Any, result: DType | None = None) -> Any:
    types = [bool_, t, t] if op == "select" else [t] * len(args)
    return meaning(op, types, result or (bool_ if op in ("cast", "bitcast") else result_type(op, types)))(*args)


def bits32(x: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", x))[0])


def test_every_operation_of_the_table_has_a_meaning_for_each_type_that_it_takes() -> None:
    for name, info in OPS.items():
        if name in ("cast", "bitcast"):
            continue
        for t in BY_NAME.values():
            types = [bool_, t, t] if name == "select" else [t] * info.arity
            try:
                result = result_type(name, types)
            except Exception:  # noqa: BLE001 - not typed for it
                continue
            value: Any = True if t.is_bool else 1.0 if t.is_float else 1
            given = meaning(name, types, result)(*([True, value, value] if name == "select" else [value] * info.arity))
            assert type(given) in ({bool} if result.is_bool else {float} if result.is_float else {int, bool}), name
    assert {op for family in FAMILIES.values() for op in family} | {"cast", "bitcast"} == set(OPS)


# -- rule 2: against NumPy, which wraps, and against truncation in fractions ---------------------------------------


@pytest.mark.parametrize("t", INTS, ids=str)
def test_2_1_arithmetic_wraps_like_numpy(t: DType) -> None:
    a, b = (np.array(x, dtype=t.numpy_name) for x in zip(*itertools.product(corners(t), repeat=2), strict=True))
    with np.errstate(all="ignore"):
        wanted = {
            "add": a + b,
            "sub": a - b,
            "mul": a * b,
            "and": a & b,
            "or": a | b,
            "xor": a ^ b,
            "min": np.minimum(a, b),
            "max": np.maximum(a, b),
        }
        unary = {"neg": -a, "abs": np.abs(a), "not": ~a, "sign": np.sign(a)}
    for op, values in wanted.items():
        assert [apply(op, t, x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)] == values.tolist(), op
    for op, values in unary.items():
        assert [apply(op, t, x) for x in a.tolist()] == values.tolist(), op


@pytest.mark.parametrize("t", INTS, ids=str)
def test_2_2_and_2_3_division(t: DType) -> None:
    for a, b in itertools.product(corners(t), repeat=2):
        quotient, floor = (0, 0) if b == 0 else (math.trunc(Fraction(a, b)), math.floor(Fraction(a, b)))
        if b == 0:
            assert apply("div", t, a, b) == apply("floordiv", t, a, b) == (-1 if t.is_signed else t.max)
            assert apply("rem", t, a, b) == apply("floormod", t, a, b) == 0
        elif quotient > t.max:  # MIN / -1
            assert (a, b) == (t.min, -1)
            assert apply("div", t, a, b) == apply("floordiv", t, a, b) == t.min
            assert apply("rem", t, a, b) == apply("floormod", t, a, b) == 0
        else:
            assert apply("div", t, a, b) == quotient
            assert apply("rem", t, a, b) == a - b * quotient
            assert apply("floordiv", t, a, b) == floor
            assert apply("floormod", t, a, b) == a - b * floor


@pytest.mark.parametrize("t", INTS, ids=str)
def test_2_4_counts_are_modulo_the_width(t: DType) -> None:
    width = t.bits
    for x in corners(t):
        bits = f"{x % (1 << width):0{width}b}"
        for count in (0, 1, 3, width - 1, width, width + 1, 255, -1, -width, 1 << 40):
            k = count % width
            as_int = {
                "shl": bits[k:] + "0" * k,
                "shr": (bits[0] if t.is_signed else "0") * k + bits[: width - k],
                "rotl": bits[k:] + bits[:k],
                "rotr": bits[width - k :] + bits[: width - k],
            }
            for op, text in as_int.items():
                value = int(text, 2)
                wanted = value - (1 << width) if t.is_signed and value >> (width - 1) else value
                assert meaning(op, (t, i64), t)(x, count) == wanted, (op, x, count)


@pytest.mark.parametrize("t", INTS, ids=str)
def test_2_5_bits_and_saturation(t: DType) -> None:
    width = t.bits
    for x in corners(t):
        bits = f"{x % (1 << width):0{width}b}"
        assert apply("popcount", t, x) == bits.count("1")
        assert apply("clz", t, x) == len(bits) - len(bits.lstrip("0"))
        assert apply("ctz", t, x) == len(bits) - len(bits.rstrip("0"))
        mirrored = int(bits[::-1], 2)
        assert apply("reverse_bits", t, x) == (
            mirrored - (1 << width) if t.is_signed and mirrored >> (width - 1) else mirrored
        )
        for y in corners(t):
            assert apply("saturating_add", t, x, y) == max(t.min, min(t.max, x + y))
            assert apply("saturating_sub", t, x, y) == max(t.min, min(t.max, x - y))
            assert apply("mulhi", t, x, y) == math.floor(Fraction(x * y, 1 << width))
            assert apply("abs_diff", t, x, y) == max(x, y) - min(x, y)


def test_1_3_comparisons_are_of_mathematical_values() -> None:
    less = meaning("lt", (i32, u32), bool_)
    assert less(-1, 0)
    assert not less(-1, -1)
    assert meaning("eq", (i64, u64), bool_)(-1, 2**64 - 1) is False
    assert meaning("gt", (u64, i8), bool_)(2**63, -128) is True


@pytest.mark.parametrize("source", INTS, ids=str)
@pytest.mark.parametrize("target", INTS, ids=str)
def test_2_6_integer_casts_are_modulo(source: DType, target: DType) -> None:
    values = corners(source)
    with np.errstate(all="ignore"):
        wanted = np.array(values, dtype=source.numpy_name).astype(target.numpy_name).tolist()
    assert [meaning("cast", (source,), target)(x) for x in values] == wanted


def test_2_6_bool() -> None:
    assert [meaning("cast", (bool_,), t)(True) for t in (u8, i32, u64, f32, f64)] == [1, 1, 1, 1.0, 1.0]
    assert [meaning("cast", (f32,), bool_)(x) for x in (0.0, -0.0, NAN, 1e-45, -1.0)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert [meaning("cast", (i32,), bool_)(x) for x in (0, 256, -1)] == [False, True, True]
    assert [apply(op, bool_, True, False) for op in ("and", "or", "xor", "eq", "ne")] == [
        False,
        True,
        True,
        False,
        True,
    ]
    assert apply("not", bool_, True) is False


# -- the handed cases D01-D06, D08, D09 ------------------------------------------------------------------------


def test_D01_whole_number_division_is_exact() -> None:
    assert apply("div", i32, 299999, 100000) == 2
    pairs = [(16777217, 1), (4294967295, 3), (4294967295, 65537)]
    assert [apply("div", u32, a, b) for a, b in pairs] == [16777217, 1431655765, 65535]


def test_D02_signed_division() -> None:
    pairs = [(-7, 3), (7, -3), (-6, 5), (6, -5), (-1, 2)]
    assert [apply("div", i32, a, b) for a, b in pairs] == [-2, -2, -1, -1, 0]
    assert [apply("rem", i32, a, b) for a, b in pairs] == [-1, 1, -1, 1, -1]
    assert [apply("floordiv", i32, a, b) for a, b in pairs] == [-3, -3, -2, -2, -1]
    assert [apply("floormod", i32, a, b) for a, b in pairs] == [2, -2, 4, -4, 1]


@pytest.mark.parametrize("t", [t for t in INTS if t.is_signed], ids=str)
def test_D03_overflow_corners(t: DType) -> None:
    low, high = t.min, t.max
    assert apply("abs", t, low) == apply("neg", t, low) == apply("sub", t, 0, low) == low
    assert apply("add", t, high, 1) == low
    assert apply("sub", t, low, 1) == high
    assert apply("div", t, low, -1) == apply("floordiv", t, low, -1) == low
    assert apply("rem", t, low, -1) == apply("floormod", t, low, -1) == 0
    for x in (low, -1, 0, 5):
        assert apply("div", t, x, 0) == -1
        assert apply("rem", t, x, 0) == 0
    assert apply("mul", i32, 65536, 65536) == 0


def test_D04_zero_divisors() -> None:
    for x in (5, 0, 0xFFFFFFFF):
        assert apply("div", u32, x, 0) == 0xFFFFFFFF
        assert apply("rem", u32, x, 0) == 0


def test_D05_no_silent_fusing() -> None:
    a, c = bits32(0x3F800800), bits32(0xBF801000)
    assert to_bits(f32, apply("add", f32, apply("mul", f32, a, a), c)) == 0
    assert to_bits(f32, apply("fma", f32, a, a, c)) == 0x33800000


def test_D06_min_and_max_with_nan_and_zeros() -> None:
    values = [bits32(x) for x in (0x7FC00000, 0xFF800001)] + [-INF, -1.0, -0.0, 0.0, 1.0, INF]
    for op, x, y in itertools.product(("min", "max"), values, values):
        one, other = to_bits(f32, apply(op, f32, x, y)), to_bits(f32, apply(op, f32, y, x))
        assert one == other
        if x != x and y != y:
            assert one == 0x7FC00000
        elif x != x or y != y:
            assert one == to_bits(f32, y if x != x else x)
    assert to_bits(f32, apply("min", f32, NAN, 1.0)) == 0x3F800000
    assert to_bits(f32, apply("min", f32, 0.0, -0.0)) == 0x80000000
    assert to_bits(f32, apply("max", f32, -0.0, 0.0)) == 0


def test_D08_nan_tests_stay() -> None:
    def score(x: float) -> int:
        parts = [apply(op, f32, x, y) for op, y in (("eq", x), ("ne", x), ("lt", 1.0), ("ge", 1.0))] + [
            apply("isnan", f32, x)
        ]
        return sum(int(part) << k for k, part in enumerate(parts))

    assert [score(x) for x in (NAN, 1.0, INF)] == [18, 9, 9]
    assert to_bits(f32, apply("sub", f32, INF, INF)) == 0x7FC00000


def test_D09_float_to_integer_saturates() -> None:
    values = [INF, -INF, NAN, 3e9, -3e9, 2147483648.0, 2147483520.0, -1.5, -0.0]
    wanted = [2147483647, -2147483648, 0, 2147483647, -2147483648, 2147483647, 2147483520, -1, 0]
    assert [meaning("cast", (f32,), i32)(x) for x in values] == wanted
    back = [meaning("cast", (t,), f32)(x) for t, x in ((i32, 16777217), (i32, 2147483647), (u32, 4294967295))]
    assert [to_bits(f32, x) for x in back] == [0x4B800000, 0x4F000000, 0x4F800000]


def test_D07_narrow_floats_round_to_even() -> None:
    assert to_bits(bf16, apply("mul", bf16, from_bits(bf16, 0x3F8D), from_bits(bf16, 0x3FA3))) == 0x3FB4
    to_bf16, to_f16 = meaning("cast", (f32,), bf16), meaning("cast", (f32,), f16)
    pairs = {
        0x3F808000: 0x3F80,
        0x3F818000: 0x3F82,
        0x3F80FFFF: 0x3F81,
        0x3FFFC000: 0x4000,
        0x7F7FFFFF: 0x7F80,
        0x7F800001: 0x7FC0,
    }
    assert [to_bits(bf16, to_bf16(bits32(x))) for x in pairs] == list(pairs.values())
    halves = {
        65519.0: 0x7BFF,
        65520.0: 0x7C00,
        2049.0: 0x6800,
        2051.0: 0x6802,
        2.0**-24: 1,
        2.0**-25: 0,
        1.5 * 2.0**-25: 1,
    }
    assert [to_bits(f16, to_f16(x)) for x in halves] == list(halves.values())
    assert to_bits(f32, apply("mul", f32, 2.0**-126, 0.5)) == 0x00400000
    assert to_bits(f16, apply("mul", f16, from_bits(f16, 0x0400), from_bits(f16, 0x3800))) == 0x0200
    assert to_bits(f16, apply("fma", f16, *(from_bits(f16, x) for x in (0x3D2C, 0x3DB3, 0x03C1)))) == 0x3F5F


# -- rule 3: against exact fractions, rounded by the literal table's own code, and against NumPy --------------------


def exact_bits(t: DType, value: Fraction) -> int:
    """Correct rounding of an exact non-zero value, by searching the two neighbours (independent of ``rounded_ratio``)."""
    magnitude = abs(value)
    infinity = (1 << (t.bits - 1)) - (1 << t.mantissa)
    low, high = 0, infinity
    while high - low > 1:  # the largest pattern whose value is not above
        middle = (low + high) // 2
        low, high = (middle, high) if Fraction(from_bits(t, middle)) <= magnitude else (low, middle)
    below = Fraction(from_bits(t, low))
    above = below * 2 - Fraction(from_bits(t, low - 1)) if high == infinity else Fraction(from_bits(t, high))
    nearer = magnitude - below, above - magnitude
    chosen = low if nearer[0] < nearer[1] or (nearer[0] == nearer[1] and low % 2 == 0) else high
    return chosen | (1 << (t.bits - 1) if value < 0 else 0)


def some_floats(t: DType, count: int, seed: int) -> list[float]:
    rng = random.Random(seed)
    edges = [0, 1, (1 << t.mantissa) - 1, 1 << t.mantissa, (1 << (t.bits - 1)) - (1 << t.mantissa) - 1]
    patterns = edges + [rng.getrandbits(t.bits) for _ in range(count)]
    near_one = [from_bits(t, to_bits(t, 1.0) + rng.randrange(-40, 40)) for _ in range(count)]
    return [x for x in (from_bits(t, p) for p in patterns) if math.isfinite(x)] + near_one


@pytest.mark.parametrize("t", FLOATS, ids=str)
def test_3_1_each_operation_rounds_once(t: DType) -> None:
    values = some_floats(t, 11, 1)
    rng = random.Random(2)
    for a, b in itertools.product(values, repeat=2):
        c = rng.choice(values)
        cases = {"add": Fraction(a) + Fraction(b), "sub": Fraction(a) - Fraction(b), "mul": Fraction(a) * Fraction(b)}
        if b != 0:
            cases["div"] = Fraction(a) / Fraction(b)
        for op, exact in cases.items():
            if exact != 0:
                assert to_bits(t, apply(op, t, a, b)) == exact_bits(t, exact), (op, a, b)
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact != 0:
            assert to_bits(t, apply("fma", t, a, b, c)) == exact_bits(t, exact), (a, b, c)


@pytest.mark.parametrize("t", FLOATS, ids=str)
def test_3_2_square_root_is_nearest(t: DType) -> None:
    for x in some_floats(t, 60, 3):
        if x <= 0:
            continue
        root = apply("sqrt", t, x)
        bits = to_bits(t, root)
        for neighbour in (bits - 1, bits + 1):  # the middle to either neighbour lies on the other side of the root
            middle = (Fraction(root) + Fraction(from_bits(t, neighbour))) / 2
            assert (middle * middle < x) == (neighbour < bits)


@pytest.mark.parametrize("t", [f32, f64], ids=str)
def test_3_2_against_numpy(t: DType) -> None:
    values = [*some_floats(t, 40, 4), 0.5, 1.5, 2.5, -0.5, -1.5, -0.25, 0.0, -0.0, INF, -INF, NAN]
    x = np.array(values, dtype=t.numpy_name)
    with np.errstate(all="ignore"):
        functions: dict[str, Any] = {
            "floor": np.floor(x), "ceil": np.ceil(x), "trunc": np.trunc(x), "round": np.rint(x), "sqrt": np.sqrt(x), "recip": 1 / x, "abs": np.abs(x), "neg": -x,
        }  # fmt: skip
    for op, wanted in functions.items():
        raw = wanted.view(t.unsigned.numpy_name).tolist()
        nan = np.isnan(wanted).tolist()
        for value, bits, is_nan in zip(values, raw, nan, strict=True):
            assert to_bits(t, apply(op, t, value)) == (to_bits(t, NAN) if is_nan else bits), (op, value)


def test_3_2_special_divisions_do_not_raise() -> None:
    for t in FLOATS:
        assert [apply("div", t, a, b) for a, b in ((1.0, 0.0), (1.0, -0.0), (-1.0, 0.0), (-INF, 0.0))] == [
            INF,
            -INF,
            -INF,
            -INF,
        ]
        assert all(math.isnan(apply("div", t, a, b)) for a, b in ((0.0, 0.0), (NAN, 0.0), (INF, INF), (1.0, NAN)))
        assert math.isnan(apply("sqrt", t, -1.0))
        assert math.copysign(1.0, apply("sqrt", t, -0.0)) == -1.0
        assert apply("fma", t, 2.0, 3.0, -6.0) == 0.0
        assert math.isnan(apply("fma", t, INF, 0.0, 1.0))
        assert apply("fma", t, from_bits(t, (1 << (t.bits - 1)) - (1 << t.mantissa) - 1), 2.0, -INF) == -INF


def test_3_3_sign_and_3_4_copysign() -> None:
    assert [apply("sign", f32, x) for x in (5.0, -2.0, INF)] == [1.0, -1.0, 1.0]
    assert to_bits(f32, apply("sign", f32, -0.0)) == 0
    assert math.isnan(apply("sign", f32, NAN))
    assert apply("copysign", f32, 3.0, -0.0) == -3.0
    assert apply("copysign", f32, -3.0, bits32(0xFFC00000)) == 3.0


@pytest.mark.parametrize("t", FLOATS, ids=str)
def test_3_4_every_nan_becomes_the_canonical_one(t: DType) -> None:
    wanted = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8000000000000}[t.name]
    infinity = (1 << (t.bits - 1)) - (1 << t.mantissa)
    for pattern in (infinity | 1, infinity | 1 << (t.mantissa - 1), 1 << (t.bits - 1) | infinity | 1):
        assert to_bits(t, from_bits(t, pattern)) == wanted
        assert meaning("bitcast", (t,), t.unsigned)(from_bits(t, pattern)) == wanted


@pytest.mark.parametrize("target", FLOATS, ids=str)
def test_3_6_integers_to_floats_round_once(target: DType) -> None:
    rng = random.Random(5)
    values = [0, 1, -1, 2**24 + 1, 2**53 + 1, -(2**53) - 3, 2**63 - 1, -(2**63), 2**62 + 2**38 + 1] + [
        rng.randrange(-(2**63), 2**63) for _ in range(50)
    ]
    for x in values:
        given = to_bits(target, meaning("cast", (i64,), target)(x))
        assert given == (exact_bits(target, Fraction(x)) if x else 0), x


@pytest.mark.parametrize("source", FLOATS, ids=str)
@pytest.mark.parametrize("target", [u8, i8, u32, i32, u64, i64], ids=str)
def test_3_6_floats_to_integers_saturate(source: DType, target: DType) -> None:
    for x in [*some_floats(source, 40, 6), INF, -INF, 0.0, -0.5, 0.99609375]:
        wanted = (
            (target.max if x > 0 else target.min) if math.isinf(x) else max(target.min, min(target.max, math.trunc(x)))
        )
        assert meaning("cast", (source,), target)(x) == wanted
    assert meaning("cast", (source,), target)(NAN) == 0


@pytest.mark.parametrize("t", FLOATS, ids=str)
def test_rounding_agrees_with_the_literals(t: DType) -> None:
    for x in [*some_floats(f64, 200, 7), *some_floats(t, 100, 8), 1e300, -1e300, 65519.999, 65520.0, 1e-46, 7e-46]:
        assert to_bits(t, rounded(t, x)) == float_bits(t, x), x
