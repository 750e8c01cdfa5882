"""Bodies of functions, computed by NumPy: with f64, and with f64 in integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.functions.inputs import SPECIAL, Bits, expected, hard, strata
from vyre.dtypes import DType, f16, f32, f64, i32
from vyre.emit.vector import from_cells, held, to_cells, vector_meaning
from vyre.emit.vector_functions import in_doubles
from vyre.functions import doubles
from vyre.functions.body import Body, Entry, Number, Table, Writer, evaluate
from vyre.functions.chosen import body_of
from vyre.functions.definitions import body, unpatched
from vyre.functions.doubles import without_doubles
from vyre.ir.ops import UNARY_FUNCTIONS

Make = Callable[[Writer, Number, Number], Number]


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


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_of_f16(name: str) -> None:
    given = np.arange(1 << 16, dtype=np.uint16)
    found = bits_of(f16, run(body(name, f16), from_cells(f16, given)))
    assert np.array_equal(found, expected(name, given, f16))


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
    for doubles_ in (True, False):
        made = body_of(name, f32, doubles=doubles_)
        assert all(len(t.values) & (len(t.values) - 1) == 0 for t in made.tables())
        for s in made.statements:
            if isinstance(s, Entry):
                mask = made.statements[s.index - len(made.takes)]
                assert getattr(mask, "op", None) == "and"


# -- f64 in integers ---------------------------------------------------------------------------------------------


def _numbers(seed: int, low: int, high: int) -> Bits:
    rng = np.random.default_rng(seed)
    fraction = rng.integers(0, 1 << 52, 1 << 14, dtype=np.uint64)
    fraction[::5] &= np.uint64((1 << 52) - (1 << 30))  # few digits: exact results and ties
    fraction[1::50], fraction[2::50] = 0, (1 << 52) - 1
    field = rng.integers(low, high, len(fraction)).astype(np.uint64)
    sign = rng.integers(0, 2, len(fraction)).astype(np.uint64)
    found = sign << np.uint64(63) | field << np.uint64(52) | fraction
    found[::97] = 0
    found[1::97] = 1 << 63
    return found


def _operation(make: Make) -> Body:
    w = Writer("one", f64, f64)
    return without_doubles(w.body(make(w, *w.arguments)))


@pytest.mark.parametrize("fields", [(1020, 1026), (1000, 1046), (900, 1150)])
@pytest.mark.parametrize(
    ("make", "own"),
    [
        (lambda _, x, y: x + y, np.add),
        (lambda _, x, y: x - y, np.subtract),
        (lambda _, x, y: x * y, np.multiply),
        (lambda _, x, y: x / y, np.divide),
        (lambda w, x, _: w.op("sqrt", abs(x)), lambda x, _: np.sqrt(np.abs(x))),
        (lambda _, x, y: -x * abs(y), lambda x, y: -x * np.abs(y)),
    ],
    ids=["add", "sub", "mul", "div", "sqrt", "neg"],
)
def test_arithmetic_has_the_bits_of_ieee_754(make: Make, own: Callable[..., Any], fields: tuple[int, int]) -> None:
    a, b = _numbers(1, *fields), _numbers(2, *fields)
    with np.errstate(all="ignore"):
        wanted = own(a.view(np.float64), b.view(np.float64))
    kept = ~np.isnan(wanted)  # 0 / 0
    assert np.array_equal(run(_operation(make), a, b)[kept], wanted.view(np.uint64)[kept])


@pytest.mark.parametrize("op", ["lt", "le", "gt", "ge", "eq"])
def test_comparisons(op: str) -> None:
    a, b = _numbers(3, 1023, 1025), _numbers(4, 1023, 1025)
    b[::3] = a[::3]
    wanted = vector_meaning(op, (f64, f64), f64)(a.view(np.float64), b.view(np.float64))
    assert np.array_equal(run(_operation(lambda w, x, y: w.op(op, x, y)), a, b), wanted)


def test_conversions() -> None:
    bits = np.concatenate([strata(1 << 14), SPECIAL])
    bits = bits[~np.isnan(bits.view(np.float32))]
    widened = run(doubles._widened(), bits)
    assert np.array_equal(widened, bits.view(np.float32).astype(np.float64).view(np.uint64))
    whole = strata(1 << 12).view(np.int32)
    w = Writer("of_integer", i32)
    assert np.array_equal(
        run(without_doubles(w.body(w.argument.to(f64))), whole), whole.astype(np.float64).view(np.uint64)
    )
    for t, kind, fields in ((f32, np.float32, (850, 1160)), (f16, np.float16, (980, 1050))):
        wide = np.append(_numbers(5, *fields), np.uint64(0x7FF << 52))
        with np.errstate(all="ignore"):
            wanted = wide.view(np.float64).astype(kind)
        w = Writer("narrowed", f64)
        assert np.array_equal(
            bits_of(t, run(without_doubles(w.body(w.argument.to(t))), wide)), wanted.view(f"u{t.nbytes}")
        )
