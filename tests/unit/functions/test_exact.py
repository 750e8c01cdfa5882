"""``vyre.functions.exact``: MPFR's results, IEEE 754's special values, and values that are exact."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tests.functions.inputs import hard_pairs
from vyre.dtypes import DType, bf16, f16, f32, f64
from vyre.functions.exact import bounded, correct, rounded_fraction
from vyre.ir.literals import float_bits, python_value
from vyre.ir.ops import UNARY_FUNCTIONS

INF, NAN = math.inf, math.nan

SPECIAL = {
    "exp": ((0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (1e30, INF), (-1e30, 0.0)),
    "exp2": ((0.0, 1.0), (INF, INF), (-INF, 0.0), (10.0, 1024.0), (-150.0, 0.0), (-149.0, 2.0**-149), (128.0, INF)),
    "expm1": ((0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -1.0), (-1e30, -1.0), (1e-40, 1e-40)),
    "log": ((1.0, 0.0), (0.0, -INF), (-0.0, -INF), (INF, INF), (-1.0, NAN), (-INF, NAN)),
    "log2": ((1.0, 0.0), (8.0, 3.0), (2.0**-149, -149.0), (0.0, -INF), (INF, INF), (-2.0, NAN)),
    "log10": ((1.0, 0.0), (1000.0, 3.0), (1e10, 10.0), (0.0, -INF), (INF, INF), (-1.0, NAN)),
    "log1p": ((0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (INF, INF), (-1.5, NAN), (-INF, NAN)),
    "sin": ((0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)),
    "cos": ((0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)),
    "tan": ((0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)),
    "asin": ((0.0, 0.0), (-0.0, -0.0), (1.5, NAN), (-INF, NAN)),
    "acos": ((1.0, 0.0), (1.5, NAN), (INF, NAN)),
    "atan": ((0.0, 0.0), (-0.0, -0.0)),
    "sinh": ((0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (100.0, INF), (-1e30, -INF)),
    "cosh": ((0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (1e30, INF)),
    "tanh": ((0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (1e30, 1.0)),
    "cbrt": ((0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (27.0, 3.0), (-0.125, -0.5)),
    "rsqrt": ((0.0, INF), (-0.0, -INF), (INF, 0.0), (4.0, 0.5), (2.0**-148, 2.0**74), (-1.0, NAN), (-INF, NAN)),
    "erf": ((0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (1e30, 1.0), (5.0, 1.0)),
    "erfc": ((0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0), (1e30, 0.0), (-1e30, 2.0), (11.0, 0.0)),
}


def test_the_special_values_are_of_every_function() -> None:
    assert set(SPECIAL) == set(UNARY_FUNCTIONS)


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_special_values(name: str) -> None:
    for x, wanted in (*SPECIAL[name], (NAN, NAN)):
        value = float(python_value(f32, float_bits(f32, x)))
        assert float_bits(f32, correct(name, f32, value)) == float_bits(f32, wanted), x


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_hard_inputs_as_mpfr_rounds_them(name: str) -> None:
    for x, y in hard_pairs()[name]:
        assert float_bits(f32, correct(name, f32, float(python_value(f32, x)))) == y, f"{x:08x}"


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_bounds_hold_the_value_whatever_the_digits(name: str) -> None:
    for x in (0.3, 0.99, 0.0078125, 2.0**-30):
        n, e = bounded(name, Fraction(x), 400)
        exact, error = Fraction(n, 1 << 400), Fraction(e, 1 << 400)
        for w in (60, 100, 200):
            m, f = bounded(name, Fraction(x), w)
            assert abs(Fraction(m, 1 << w) - exact) <= Fraction(f, 1 << w) + error


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_pythons_own_function_is_near(name: str) -> None:
    own = getattr(math, name, None) or {"rsqrt": lambda x: 1 / math.sqrt(x)}[name]
    for k in range(1, 40):
        x = k / 41
        assert math.isclose(correct(name, f64, x), own(x), rel_tol=2.0**-50)


def test_a_number_of_16_bits_is_rounded_once() -> None:
    """By way of f32 these are wrong: cosh(1/32) is 1 + 2**-11 + 2**-25.6, and its f32 is the midpoint."""
    at = 2.0**-5
    assert correct("cosh", f32, at) == 1 + 2.0**-11
    assert correct("cosh", f16, at) == 1 + 2.0**-10
    assert correct("exp", bf16, 1.0) == 2.71875


@pytest.mark.parametrize("t", [f16, bf16, f32, f64], ids=str)
def test_fractions_are_rounded_to_even(t: DType) -> None:
    normal = 1 << t.mantissa
    for bits in (1, 2, 3, normal - 1, normal, normal + 1, 2 * normal - 1):
        x, up = (Fraction(float(python_value(t, b))) for b in (bits, bits + 1))
        assert rounded_fraction(t, x) == x
        assert rounded_fraction(t, (x + up) / 2) == (x if bits % 2 == 0 else up)
