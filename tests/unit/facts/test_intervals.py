"""Interval arithmetic against the meaning of every integer operation, member by member."""

from __future__ import annotations

import itertools
import random

import pytest

from vyre.dtypes import DType, bool_, i8, i16, u8, u16
from vyre.emit.scalar import meaning
from vyre.facts.intervals import Interval, hull, interval_of, whole
from vyre.ir.ops import OPS, result_type

UNSETTLED = {"cast", "bitcast"}


def some(t: DType, rng: random.Random) -> Interval:
    """An interval: corners of the type, small ones, the whole."""
    edges = [t.min, t.min + 1, -1, 0, 1, 2, 7, 8, t.max - 1, t.max]
    edges = [e for e in edges if t.min <= e <= t.max] + [rng.randint(t.min, t.max)]
    a, b = sorted((rng.choice(edges), rng.choice(edges)))
    return (a, b) if rng.random() < 0.8 else (a, a)


def members(interval: Interval, rng: random.Random) -> list[int]:
    low, high = interval
    if high - low < 12:
        return list(range(low, high + 1))
    inside = {low, low + 1, high - 1, high, *(x for x in (-1, 0, 1, 8, 127, 128) if low <= x <= high)}
    return sorted(inside | {rng.randint(low, high) for _ in range(4)})


def check_op(op: str, types: tuple[DType, ...], result: DType, seed: int) -> None:
    rng = random.Random(f"{op} {types} {seed}")
    f = meaning(op, types, result)
    for _ in range(60):
        given = [some(t, rng) for t in types]
        found = interval_of(op, result, given, types)
        assert found is not None
        assert result.min <= found[0] <= found[1] <= result.max, (op, given, found)
        for args in itertools.product(*(members(g, rng) for g in given)):
            typed = [bool(x) if t.is_bool else x for t, x in zip(types, args, strict=True)]
            value = int(f(*typed))
            assert found[0] <= value <= found[1], f"{op} of {args} in {given} gives {value}, not in {found}"


CASES = [
    (op, types)
    for op, info in OPS.items()
    if op not in UNSETTLED
    for t in (u8, i8, bool_)
    for types in [(bool_, t, t) if op == "select" else (t,) * info.arity]
]


@pytest.mark.parametrize(("op", "types"), CASES, ids=lambda x: x if isinstance(x, str) else x[-1].name)
def test_every_operation_on_integers(op: str, types: tuple[DType, ...]) -> None:
    try:
        result = result_type(op, types)
    except Exception:  # noqa: BLE001 - the table does not give this operation these types
        assert interval_of(op, types[-1], [whole(t) for t in types], types) is not None
        return
    check_op(op, types, result, 1)


@pytest.mark.parametrize("to", [u8, i8, u16, i16, bool_])
@pytest.mark.parametrize("given", [u8, i8, u16, i16, bool_])
def test_casts(given: DType, to: DType) -> None:
    check_op("cast", (given,), to, 2)


@pytest.mark.parametrize(("given", "to"), [(u8, i8), (i8, u8), (u16, i16), (u8, u8)])
def test_bitcasts(given: DType, to: DType) -> None:
    check_op("bitcast", (given,), to, 3)


def test_comparisons_of_two_types_take_mathematical_values() -> None:
    assert interval_of("lt", bool_, [(-5, -1), (0, 9)], [i8, u8]) == (1, 1)
    assert interval_of("ge", bool_, [(-5, -1), (0, 9)], [i8, u8]) == (0, 0)
    assert interval_of("eq", bool_, [(3, 4), (4, 9)], [i8, u8]) == (0, 1)


def test_precise_where_it_matters() -> None:
    assert interval_of("and", u8, [(0, 255), (7, 7)], [u8, u8]) == (0, 7)
    assert interval_of("floormod", i8, [(-128, 127), (10, 10)], [i8, i8]) == (0, 9)
    assert interval_of("floormod", u8, [(0, 255), (0, 16)], [u8, u8]) == (0, 15)
    assert interval_of("rem", i8, [(-128, 127), (10, 10)], [i8, i8]) == (-9, 9)
    assert interval_of("shr", u8, [(0, 255), (4, 4)], [u8, u8]) == (0, 15)
    assert interval_of("add", u8, [(0, 10), (0, 245)], [u8, u8]) == (0, 255)
    assert interval_of("add", u8, [(0, 10), (1, 246)], [u8, u8]) == (0, 255), "it may wrap"
    assert hull((1, 2), (7, 9)) == (1, 9)
