"""Bodies of functions, computed by NumPy: in f64, and in fixed point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.functions.inputs import SPECIAL, Bits, expected, hard, strata
from vyre.dtypes import DType, bf16, f16, f32, f64
from vyre.emit.vector import from_cells, held, to_cells, vector_meaning
from vyre.emit.vector_functions import in_doubles
from vyre.functions.body import Body, Entry, Table, Writer, evaluate
from vyre.functions.chosen import body_of
from vyre.functions.definitions import unpatched
from vyre.ir.ops import UNARY_FUNCTIONS


def _literal(t: DType, bits: int) -> Any:
    if t.is_bool:
        return np.bool_(bits)
    raw = np.array(bits, f"u{t.nbytes}").view(held(t) if t.bits >= 32 or not t.is_float else "u2")
    return from_cells(t, raw)[()]


def _entry(table: Table, index: Any) -> Any:
    return np.array(table.values, np.uint64)[index]


def run(made: Body, *args: Any) -> Any:
    with np.errstate(all="ignore"):
        return evaluate(made, args, vector_meaning, _literal, _entry)


def bits_of(t: DType, x: Any) -> Bits:
    return np.asarray(to_cells(t, x)).view(f"u{t.nbytes}")


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_both_forms_give_what_is_right(name: str) -> None:
    hard_inputs, right = hard(name)
    given = np.concatenate([hard_inputs, SPECIAL, strata(1 << 13)])
    x = given.view(np.float32)
    found = bits_of(f32, run(body_of(name, f32, doubles=True), x))
    assert np.array_equal(found, expected(name, given))
    assert np.array_equal(found[: len(right)], right)
    assert np.array_equal(bits_of(f32, run(body_of(name, f32, doubles=False), x)), found)


@pytest.mark.parametrize("doubles", [True, False], ids=["f64", "fixed"])
@pytest.mark.parametrize("t", [f16, bf16], ids=str)
@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_of_16_bits(name: str, t: DType, doubles: bool) -> None:
    given = np.arange(1 << 16, dtype=np.uint16)
    with np.errstate(all="ignore"):
        x = from_cells(t, given)
    found = bits_of(t, run(body_of(name, t, doubles=doubles), x))
    assert np.array_equal(found, expected(name, given, t))


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_the_f64_result_is_as_near_as_the_exceptions_suppose(name: str) -> None:
    """Nothing is misrounded but what is in the list, if the f64 result is wrong by less than 28 units of its last place. Where the
    function is so near to its argument or to 1 that these are given as they are, that is no measure."""
    w = Writer("wide", f32)
    wide = unpatched(name, f32)
    statements = wide.statements[: wide.result - 1]  # without the last cast
    last = wide.result - 1
    assert wide.types()[last] is f64
    given = strata(1 << 14).view(np.float32)
    given = given[np.isfinite(given) & (np.abs(given) >= 2.0**-14)]
    given = given[np.abs(given) < 3.9] if name == "erf" else given
    found = run(Body(w.name, (f32,), f64, statements, last), given)
    with np.errstate(all="ignore"):
        x = given.astype(np.float64)
        near = in_doubles(name, x)
        kept = np.isfinite(near) & (np.abs(near) < 2.0**128) & (np.abs(near) > 2.0**-150)
        off = np.abs(found - near)[kept] / np.spacing(np.abs(near[kept]))
    assert off.max() <= 6  # NumPy's own error is in it


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_indexes_are_inside_whatever_is_given(name: str) -> None:
    for doubles in (True, False):
        made = body_of(name, f32, doubles=doubles)
        assert all(len(t.values) & (len(t.values) - 1) == 0 for t in made.tables())
        for s in made.statements:
            if isinstance(s, Entry):
                mask = made.statements[s.index - len(made.takes)]
                assert getattr(mask, "op", None) == "and"
