"""Every operation of the table has an array meaning for each of its types, and it is the scalar meaning, bit for bit."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.property.choices import corner_bits
from vyre.dtypes import BY_NAME, DType, bool_, f64, i8, u8
from vyre.emit.odd import fused64
from vyre.emit.scalar import FAMILIES, from_bits, meaning, to_bits
from vyre.emit.vector import CELL, VECTORS, from_cells, held, to_cells, typed, vector_meaning
from vyre.errors import ValidationError
from vyre.ir.ops import FUNCTIONS, OPS, result_type

ALL = tuple(BY_NAME.values())


def forms() -> list[tuple[str, tuple[DType, ...], DType]]:
    """Every operation with every row of types that it takes."""
    found: list[tuple[str, tuple[DType, ...], DType]] = []
    for op, info in OPS.items():
        if op in ("cast", "bitcast"):
            for source, target in itertools.product(ALL, repeat=2):
                if op == "cast" or (source.bits == target.bits and bool_ not in (source, target)):
                    found.append((op, (source,), target))
            continue
        for types in itertools.product(ALL, repeat=min(info.arity, 2)):
            row = (bool_, types[1], types[1]) if op == "select" else (*types, types[0])[: info.arity]
            if op == "select" and types[0] is not bool_:
                continue
            try:
                found.append((op, row, result_type(op, row)))
            except ValidationError:
                continue
    return found


FORMS = forms()


def lanes(t: DType, patterns: Sequence[int]) -> Any:
    """Bit patterns as lanes."""
    cells = np.array(patterns, f"u{t.nbytes}").view(CELL[t])
    return from_cells(t, cells)


def patterns_of(t: DType, lanes: Any) -> list[int]:
    cells = np.atleast_1d(to_cells(t, lanes))
    return [int(x) for x in cells.view(f"u{t.nbytes}")]


def hold(op: str, types: Sequence[DType], result: DType, rows: Iterable[tuple[int, ...]]) -> None:
    rows = list(rows)
    columns = [[row[k] for row in rows] for k in range(len(types))]
    with np.errstate(all="ignore"):
        found = vector_meaning(op, types, result)(*(lanes(t, c) for t, c in zip(types, columns, strict=True)))
        assert found.dtype == held(result)
        got = patterns_of(result, found)
    function = meaning(op, types, result)
    for k, row in enumerate(rows):
        values = [from_bits(t, bits) for t, bits in zip(types, row, strict=True)]
        wanted = to_bits(result, function(*values))
        assert got[k] == wanted, (op, [t.name for t in types], result.name, values, hex(got[k]), hex(wanted))


def random_bits(t: DType, dice: random.Random) -> int:
    if t.is_bool:
        return dice.getrandbits(8)
    if t.is_float and dice.random() < 0.5:  # near 1, so that sums cancel and products round
        one = to_bits(t, 1.0)
        return one + dice.getrandbits(t.mantissa + 1) - (1 << t.mantissa) | dice.getrandbits(1) << (t.bits - 1)
    return dice.getrandbits(dice.randint(1, t.bits))


def test_there_are_the_same_functions() -> None:
    assert {k: set(v) for k, v in VECTORS.items()} == {k: set(v) for k, v in FAMILIES.items()}
    assert {op for op, _, _ in FORMS} == set(OPS)


@pytest.mark.parametrize("op", sorted(OPS))
def test_each_array_meaning_is_the_scalar_one(op: str) -> None:
    dice = random.Random(op)
    for _, types, result in (form for form in FORMS if form[0] == op):
        edges = [corner_bits(t) for t in types[:2]]
        rows: list[tuple[int, ...]] = list(itertools.product(*edges))
        rows += [tuple(random_bits(t, dice) for t in types[:2]) for _ in range(60)]
        if len(types) == 3:
            last = types[2]
            thirds = corner_bits(last)
            rows = [(*row, dice.choice(thirds) if k % 2 else random_bits(last, dice)) for k, row in enumerate(rows)]
        hold(op, types, result, rows)


@pytest.mark.parametrize("t", [u8, i8], ids=str)
@pytest.mark.parametrize("op", [op for op in OPS if op not in ("cast", "bitcast", "select")])
def test_all_pairs_of_8_bits(op: str, t: DType) -> None:
    types = [t] * OPS[op].arity
    try:
        result = result_type(op, types)
    except ValidationError:
        assert op in FUNCTIONS or op in (
            "fma",
            "sqrt",
            "recip",
            "floor",
            "ceil",
            "trunc",
            "round",
            "copysign",
            "isnan",
            "isinf",
            "isfinite",
        )
        return
    hold(op, types, result, itertools.product(range(256), repeat=len(types)))


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f[0]}-{f[1][0]}-{f[1][-1]}-{f[2]}")
def test_one_scalar_for_all_lanes_is_as_good(form: tuple[str, tuple[DType, ...], DType]) -> None:
    op, types, result = form
    for k in range(8):
        values = [from_bits(t, corner_bits(t)[(k * 3 + n) % len(corner_bits(t))]) for n, t in enumerate(types)]
        with np.errstate(all="ignore"):
            found = vector_meaning(op, types, result)(*(typed(t, v) for t, v in zip(types, values, strict=True)))
            assert found.dtype == held(result)
            assert patterns_of(result, found) == [to_bits(result, meaning(op, types, result)(*values))], values


def test_3_1_fma_of_f64_rounds_once_with_and_without_room() -> None:
    dice = random.Random(3)
    rows: list[tuple[float, float, float]] = []
    for k in range(3000):
        scale = 2.0 ** dice.choice((0, 0, 0, -30, 300, -399, 399, -520, 500, -1000))
        a, b = (dice.random() + 0.5) * scale, (dice.random() + 0.5) * dice.choice((1.0, -1.0))
        near = -a * b * dice.choice((1.0, 1.0 + 2.0**-52, 1.0 - 2.0**-53, 2.0**-53, 2.0**54, 2.0**-106, 1.5 * 2.0**53))
        rows.append((a, b, near if k % 4 else dice.random()))
    # a*b is exactly halfway between two doubles, and c tells the way
    rows += [(1.0 + 2.0**-52, 1.0 + 2.0**-1, c) for c in (0.0, 2.0**-200, -(2.0**-200), 2.0**-1074, -(2.0**-1074))]
    columns = [np.array([row[k] for row in rows]) for k in range(3)]
    with np.errstate(all="ignore"):
        found = fused64(*columns)
    exact = meaning("fma", (f64, f64, f64), f64)
    assert [x.hex() for x in found.tolist()] == [exact(*row).hex() for row in rows]
