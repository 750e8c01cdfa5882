"""f16 and bf16 in the executable form of the law: all values, against tables of their neighbours; NumPy's own halves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ml_dtypes
import numpy as np
import pytest

from tests.backends.exact import TYPES, Type
from tests.backends.halves import HALVES, PATTERNS, Doubles, doubles, held, midpoints, patterns
from vyre.dtypes import BY_NAME, f64
from vyre.emit.scalar import from_bits, meaning, to_bits

UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "sqrt": np.sqrt, "recip": lambda v: v.dtype.type(1) / v, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc,
    "round": np.rint, "abs": np.abs, "neg": np.negative,
}  # fmt: skip
BOTH = pytest.mark.parametrize("t", HALVES, ids=lambda t: t.name)


def applied(op: str, t: Type, *operands: Doubles) -> list[int]:
    mine = BY_NAME[t.name]
    function = meaning(op, (mine,) * len(operands), mine)
    return [to_bits(mine, function(*row)) for row in zip(*(x.tolist() for x in operands), strict=True)]


@BOTH
def test_1_1_and_3_4_every_pattern_is_its_value_and_every_nan_the_one(t: Type) -> None:
    mine = BY_NAME[t.name]
    values = np.array([from_bits(mine, int(p)) for p in PATTERNS])
    assert np.array_equal(values, doubles(PATTERNS, t), equal_nan=True)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        assert np.array_equal(values, held(PATTERNS, t).astype(np.float64), equal_nan=True)
    assert [to_bits(mine, v) for v in values.tolist()] == patterns(values, t).tolist()


@BOTH
@pytest.mark.parametrize("op", UNARY)
def test_3_2_every_value_under_an_operation_of_one_operand(t: Type, op: str) -> None:
    x = doubles(PATTERNS, t)
    with np.errstate(all="ignore"):
        wanted: Doubles = UNARY[op](x)
        library: Doubles = UNARY[op](held(PATTERNS, t)).astype(np.float64)
    found = applied(op, t, x)
    assert found == patterns(wanted, t).tolist()
    assert found == patterns(library, t).tolist()  # NumPy and ml_dtypes agree


@BOTH
def test_3_1_operations_of_two_operands_are_those_of_the_libraries(t: Type) -> None:
    dice = np.random.default_rng(31)
    a, b = (dice.integers(0, 65536, 20_000).astype(np.uint16) for _ in range(2))
    x, y = held(a, t), held(b, t)
    with np.errstate(all="ignore"):
        libraries = {"add": x + y, "sub": x - y, "mul": x * y, "div": x / y}
        assert all(library.dtype == x.dtype for library in libraries.values())
        wanted = {op: patterns(library.astype(np.float64), t).tolist() for op, library in libraries.items()}
    for op, right in wanted.items():
        assert applied(op, t, doubles(a, t), doubles(b, t)) == right, op


@BOTH
def test_3_6_a_double_is_rounded_once(t: Type) -> None:
    middle = midpoints(t)
    x = np.concatenate([middle, np.nextafter(middle, np.inf), np.nextafter(middle, -np.inf)])
    mine = BY_NAME[t.name]
    to = meaning("cast", (f64,), mine)
    found = [to_bits(mine, to(v)) for v in x.tolist()]
    assert found == patterns(x, t).tolist()
    if t.name == "f16":
        with np.errstate(over="ignore"):
            assert found == x.astype(np.float16).view(np.uint16).tolist()  # NumPy rounds a double once
    else:
        twice = x.astype(ml_dtypes.bfloat16).view(np.uint16)  # by way of f32
        assert (twice != np.array(found)).sum() > 0


@BOTH
@pytest.mark.parametrize("name", ["bool", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"])
def test_3_6_every_value_as_an_integer(t: Type, name: str) -> None:
    target, mine = TYPES[name], BY_NAME[t.name]
    to = meaning("cast", (mine,), BY_NAME[name])
    for v in doubles(PATTERNS, t).tolist():
        if name == "bool":
            wanted = int(v != 0)
        elif v != v:
            wanted = 0
        else:
            wanted = target.high if v > 2.0**65 else target.low if v < -(2.0**65) else target.clamp(int(v))
        assert to(v) == wanted
