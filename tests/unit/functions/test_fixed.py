"""The shared fixed-point arithmetic of functions, and the operations of their bodies."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from scripts.compare_bodies import compared
from scripts.count_operations import operations
from tests.functions.inputs import Bits
from tests.unit.functions.test_bodies import run
from vyre.dtypes import DType, bf16, f16, f32, u32, u64
from vyre.functions.body import Apply, Body, Rarely, Step, Writer
from vyre.functions.chosen import body_of
from vyre.functions.exact import bounded, rounded_fraction
from vyre.functions.fixed import arithmetic as a
from vyre.ir.literals import float_bits
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS

PAGE: Final = Path(__file__).parents[3] / "docs" / "explain" / "exact-maths.md"


def _words(count: int, low: int, high: int, seed: int = 1) -> Bits:
    """u64 in a range, some at its ends, some with few digits."""
    found = np.random.default_rng(seed).integers(low, high, count, dtype=np.uint64, endpoint=True)
    found[::7] &= np.uint64((1 << 64) - (1 << 40))
    found[:3] = low, high, low + 1
    return np.maximum(found, np.uint64(low))


@pytest.mark.parametrize("t", [f32, f16, bf16], ids=str)
def test_digits_are_rounded_to_nearest_even(t: DType) -> None:
    bias = (1 << (t.bits - 2 - t.mantissa)) - 1
    rng = np.random.default_rng(2)
    digits = (rng.integers(0, 1 << 31, 4096) | (1 << 31)).astype(np.uint32)
    digits[::2] &= np.uint32(((1 << 32) - (1 << 28 - t.mantissa)) & 0xFFFFFFFF)  # ties, among others
    digits[:2] = 0
    exponent = rng.integers(-bias - t.mantissa - 3, bias + 3, 4096).astype(np.int32)
    sign = (rng.integers(0, 2, 4096) << 31).astype(np.uint32)
    found = run(a.rounding(t), digits, exponent, sign)
    for d, e, s, bits in zip(digits.tolist(), exponent.tolist(), sign.tolist(), found.tolist(), strict=True):
        right = float_bits(t, rounded_fraction(t, Fraction(d) * Fraction(2) ** (e - 31))) if d else 0
        assert bits == right | (s >> (32 - t.bits))


def test_a_high_product_is_less_by_at_most_two() -> None:
    x, y = _words(4096, 0, (1 << 64) - 1), _words(4096, 0, (1 << 64) - 1, seed=3)
    w = Writer("product", u64, u64)
    found = run(w.body(a.high_product(w, *w.arguments)), x, y)
    off = [(p * q >> 64) - r for p, q, r in zip(x.tolist(), y.tolist(), found.tolist(), strict=True)]
    assert min(off) >= 0
    assert max(off) <= 2


def test_a_quotient_is_less_by_at_most_2_to_minus_57() -> None:
    x, y = _words(4096, 1 << 63, (1 << 64) - 1), _words(4096, 1 << 63, (1 << 64) - 1, seed=3)
    w = Writer("quotient", u64, u64)
    found = run(w.body(a.quotient(w, *w.arguments)), x, y)
    for p, q, r in zip(x.tolist(), y.tolist(), found.tolist(), strict=True):
        exact = Fraction(p << 63, q)
        assert exact * (1 - Fraction(1, 1 << 57)) <= r < exact


def test_a_root_is_less_by_at_most_32() -> None:
    x = _words(4096, 1 << 62, (1 << 64) - 1)
    off = [isqrt(p << 62) - r for p, r in zip(x.tolist(), run(a.root(), x).tolist(), strict=True)]
    assert min(off) >= 0
    assert max(off) <= 32


def test_an_inverse_root_is_less_by_at_most_16() -> None:
    x = (_words(4096, 1 << 62, (1 << 64) - 1) >> np.uint64(32)).astype(np.uint32)
    for p, r in zip(x.tolist(), run(a.inverse_root(), x).tolist(), strict=True):
        assert 0 <= isqrt((1 << 94) // p) - r <= 16


def _steps(body: Body) -> list[Any]:
    found = []
    for s in body.statements:
        found += [s, *_steps(s.body)] if isinstance(s, (Apply, Rarely)) else [s]
    return found


@pytest.mark.parametrize("name", [*UNARY_FUNCTIONS, *BINARY_FUNCTIONS])
def test_bodies_in_fixed_point_compute_with_integers_only(name: str) -> None:
    for t in (f32, f16, bf16):
        body = body_of(name, t, doubles=False)
        floats = {s.op for s in _steps(body) if isinstance(s, Step) and s.dtype.is_float}
        assert floats <= {"cast", "bitcast"}
        assert not any(s.dtype.is_float and s.dtype.bits == 64 for s in _steps(body))


def test_operations_are_counted_as_on_pairs_of_words() -> None:
    w = Writer("sum", u32, u64)
    word, pair = w.arguments
    assert operations(w.body(word + 1)) == 1
    assert operations(w.body(pair + pair)) == 1 + 4
    w = Writer("product", u32, u32)
    assert operations(w.body(a.wide_product(*w.arguments))) == 17
    w = Writer("word", u64)
    assert operations(w.body(a.high(w.argument))) == 0


def _rows() -> dict[str, list[str]]:
    """The cells of the page's table, by function."""
    lines = [line.replace("\\|", "").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    return {name: cells for cells in lines if len(cells) == 7 for name in re.findall(r"`(\w+)`", cells[1])}


def _before_rounding(body: Body) -> tuple[Body, Body]:
    """Two bodies that return the digits and the exponent of a body's last rounding, or of that of the body it calls."""
    calls = [s for s in body.statements if isinstance(s, Apply)]
    last = next((s for s in reversed(calls) if s.body.name.startswith("rounded_to")), None)
    if last is None:
        (inner,) = (s for s in calls if s.body.name.startswith("sine"))
        return _before_rounding(inner.body)
    upper = body.statements[last.args[0] - len(body.takes)]
    while not (isinstance(upper, Step) and upper.op == "shr"):
        assert isinstance(upper, Step)
        upper = body.statements[upper.args[0] - len(body.takes)]
    types = body.types()
    digits, exponent = (Body("part", body.takes, types[n], body.statements, n) for n in (upper.args[0], last.args[1]))
    return digits, exponent


@pytest.mark.parametrize("name", [n for n in UNARY_FUNCTIONS if n not in ("cbrt", "rsqrt")])
def test_the_error_is_below_the_bound_of_the_page(name: str) -> None:
    bound = Fraction(1, 1 << -int(_rows()[name][3].strip()[1:].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))))
    rng = np.random.default_rng(7)
    exponents = rng.integers(-13, 2 if name == "acos" else 4, 1500)
    x = ((rng.random(1500) + 1) * 2.0**exponents).astype(np.float32)
    x[::2] *= 1 if name in ("log", "log2", "log10", "sin", "cos") else -1
    x[:400] = 1 + (rng.random(400) - 0.5) * 2.0 ** -rng.integers(1, 12, 400)
    x = x[np.abs(x) < {"asin": 1.0, "acos": 1.0, "erf": 3.9, "erfc": 10.0}.get(name, 100.0)]
    x = x[(x > -1) if name == "log1p" else np.isfinite(x)]
    x = x[x != 1] if name.startswith("log") else x
    parts = _before_rounding(body_of(name, f32, doubles=False))
    given = x if parts[0].takes == (f32,) else x.view(np.uint32)
    more = [] if len(parts[0].takes) == 1 else [np.full(len(x), name == "cos", np.uint32)]
    digits, exponent = (run(part, given, *more).astype(object) for part in parts)
    for k, value in enumerate(x.tolist()):
        exact = abs(Fraction(bounded(name, Fraction(value), 240)[0], 1 << 240))
        assert abs(int(digits[k]) * Fraction(2) ** (exponent[k] - 63) - exact) <= bound * exact, value


@pytest.mark.parametrize("name", [*UNARY_FUNCTIONS, *BINARY_FUNCTIONS])
def test_the_page_has_the_count(name: str) -> None:
    cells = _rows()[name]
    names, counts = re.findall(r"`(\w+)`", cells[1]), cells[4].split(",")
    assert int(counts[names.index(name) if len(counts) > 1 else 0]) == operations(body_of(name, f32, doubles=False))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="the comparison is compiled by gcc")
@pytest.mark.parametrize("name", ["log10", "atan2"])
def test_the_comparison_in_c_finds_no_wrong_result(name: str) -> None:
    assert compared(name, f16, [(0, 1 << 16, 1)]) == 0
