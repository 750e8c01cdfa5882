"""Bodies of functions of two numbers, computed by NumPy: in f64 and in fixed point, and in 128 digits where they do not
decide the rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.functions.inputs import Bits
from tests.functions.pairs import (
    SPECIAL_PAIRS,
    exact_powers,
    expected_of_two,
    hard_pairs_of,
    pairs,
    special_pairs,
    triples,
    values,
)
from tests.unit.functions.test_bodies import bits_of, run
from vyre.dtypes import DType, bf16, f16, f32, f64, u32
from vyre.functions import polar, powers
from vyre.functions.body import Body, Rarely, Writer
from vyre.functions.chosen import body_of
from vyre.functions.exact_of_two import bounded_of_two
from vyre.functions.fixed.inverses import angle as fixed_angle
from vyre.functions.fixed.inverses import number
from vyre.functions.fixed.pairs import ANGLE_BAND, POWER_BAND, near_power
from vyre.functions.inverses import angle
from vyre.functions.undecided import UNITS
from vyre.ir.ops import BINARY_FUNCTIONS


def _joined(*parts: tuple[Bits, Bits]) -> list[Bits]:
    return [np.concatenate(of_one) for of_one in zip(*parts, strict=True)]


@pytest.mark.parametrize("name", BINARY_FUNCTIONS)
def test_both_forms_give_what_is_right(name: str) -> None:
    x, y = _joined(SPECIAL_PAIRS, pairs(name, 1 << 14), triples(), exact_powers())
    wanted = expected_of_two(name, x, y)
    for doubles in (True, False):
        found = bits_of(f32, run(body_of(name, f32, doubles=doubles), x.view(np.float32), y.view(np.float32)))
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("name", ["atan2", "pow"])
def test_hard_pairs_as_mpfr_rounds_them(name: str) -> None:
    x, y, wanted = hard_pairs_of(name)
    for doubles in (True, False):
        found = bits_of(f32, run(body_of(name, f32, doubles=doubles), x.view(np.float32), y.view(np.float32)))
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("t", [f16, bf16], ids=str)
@pytest.mark.parametrize("name", BINARY_FUNCTIONS)
def test_of_16_bits(name: str, t: DType) -> None:
    x, y = (bits.astype(np.uint16) for bits in np.random.default_rng(4).integers(0, 1 << 16, (2, 1 << 14)))
    x, y = _joined(special_pairs(t), (x, y))
    for doubles in (True, False):
        found = bits_of(t, run(body_of(name, t, doubles=doubles), values(t, x), values(t, y)))
        assert np.array_equal(found, expected_of_two(name, x, y, t))


def _finite(name: str, count: int) -> list[Any]:
    """Pairs as f64, and the result by NumPy, where all of that is finite and none is zero."""
    with np.errstate(all="ignore"):
        x, y = (bits.view(np.float32).astype(np.float64) for bits in pairs(name, count, seed=1))
        x = np.abs(x)
        found = np.power(x, y) if name == "pow" else np.arctan2(x, y)
        kept = np.isfinite(x) & (x != 0) & np.isfinite(y) & (y != 0) & (found > 2.0**-150) & (found < 2.0**128)
        if name == "pow":
            kept &= np.abs(y * np.log2(x)) > 2.0**-30  # below that the result is 1
    return [x[kept], y[kept], found[kept]]


@pytest.mark.parametrize("name", ["atan2", "pow"])
def test_the_f64_result_is_four_times_nearer_than_the_band(name: str) -> None:
    """What f64 decides is right, if its error is below the band's width."""
    x, y, near = _finite(name, 1 << 16)
    w = Writer("near", f64, f64)
    if name == "pow":
        made = w.body(powers.near_power(w, *w.arguments))
    else:
        made, y = w.body(angle(w, *w.arguments)), np.abs(y)
        near = np.arctan2(x, y)
    off = np.abs(run(made, x, y) - near) / np.spacing(near)
    assert off.max() <= UNITS / 4


@pytest.mark.parametrize(("name", "digits"), [("atan2", 113), ("pow", 110)])
def test_the_long_result_has_so_many_digits(name: str, digits: int) -> None:
    x, y, _ = _finite(name, 1 << 10)
    words = []
    for part in ("high", "low"):
        w = Writer(part, f64, f64)
        found, _exponent = (polar if name == "atan2" else powers).long_digits(w, *w.arguments)
        words.append(run(w.body(getattr(found, part)), x, y))
    for k in range(len(x)):
        n, _ = bounded_of_two(name, Fraction(x[k]), Fraction(y[k]), 600)
        made = Fraction((int(words[0][k]) << 64) + int(words[1][k]))
        exact = Fraction(n) * Fraction(2) ** (128 - n.bit_length())  # of as many digits
        assert min(abs(made - exact), abs(made - exact / 2), abs(made - 2 * exact)) < exact / 2**digits


@pytest.mark.parametrize("name", ["atan2", "pow"])
def test_the_fixed_point_result_is_four_times_nearer_than_the_band(name: str) -> None:
    x, y, _ = (v.astype(np.float32) for v in _finite(name, 1 << 11))
    given = [v.view(np.uint32) & (0x7FFFFFFF if name == "atan2" else 0xFFFFFFFF) for v in (x, y)]
    parts = []
    for k in range(2):
        w = Writer("near", u32, u32)
        a, b = w.arguments
        if name == "pow":
            digits, exponent = near_power(w, a, b)
        else:
            found = fixed_angle(w, number(w, a), number(w, b))
            digits, exponent = found.digits, found.exponent
        parts.append(run(w.body((digits, exponent)[k]), *given).astype(object))
    band = POWER_BAND if name == "pow" else ANGLE_BAND
    for k, (digits, exponent) in enumerate(zip(*parts, strict=True)):
        n, _ = bounded_of_two(
            name, Fraction(float(x[k])), Fraction(abs(float(y[k])) if name == "atan2" else float(y[k])), 600
        )
        exact = Fraction(n, 1 << 600) / Fraction(2) ** (exponent - 63)
        assert abs(digits - exact) < band / 4


@pytest.mark.parametrize("doubles", [True, False], ids=["f64", "fixed"])
@pytest.mark.parametrize("name", ["atan2", "pow"])
def test_the_exact_computation_is_seldom_made(name: str, doubles: bool) -> None:
    made = body_of(name, f32, doubles=doubles)
    (rare,) = (s for s in made.statements if isinstance(s, Rarely))
    x, y = (bits.view(np.float32) for bits in pairs(name, 1 << 16))
    condition = Body("condition", made.takes, made.types()[rare.condition], made.statements, rare.condition)
    assert np.count_nonzero(run(condition, x, y)) < 10
