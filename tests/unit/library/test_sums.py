"""Sums, products, means and variances are exact and rounded once, on every device and in every order."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
import vyre.library as lib
from vyre.dtypes import BY_NAME
from vyre.functions.exact import rounded_fraction
from vyre.library.accumulator import PER_ROW, TERMS

OURS = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64"}
TYPES: list[Any] = [np.float16, ml_dtypes.bfloat16, np.float32, np.float64]
RANDOM = np.random.default_rng(7)


def rounded(exact: Fraction, dtype: Any) -> Any:
    dtype = np.dtype(dtype)
    return dtype.type(rounded_fraction(BY_NAME[OURS[dtype.name]], exact) if exact else 0.0)


def exact(x: Any) -> Fraction:
    return sum((Fraction(float(v)) for v in x.reshape(-1)), Fraction(0))


def of_all_sizes(count: int, dtype: Any) -> Any:
    """Numbers of all magnitudes of the type, with subnormals, of both signs."""
    bits = np.dtype(dtype).itemsize * 8
    patterns = RANDOM.integers(0, 1 << bits, count, dtype=np.uint64, endpoint=False).astype(f"u{bits // 8}")
    found = patterns.view(dtype)
    with np.errstate(invalid="ignore"):
        return found[np.isfinite(found.astype(np.float64))]


MAKE: dict[str, Callable[[Any], Any]] = {
    "near each other": lambda t: RANDOM.normal(size=40_000).astype(t),
    "of all sizes": lambda t: of_all_sizes(5_000, t),
    "that cancel": lambda t: np.concatenate([a := of_all_sizes(3_000, t), -a[::-1], np.array([0.75], t)]),
    "one": lambda t: np.array([-1.5], t),
    "ties": lambda t: np.array([1.0, 2.0**-24], t),
}


@pytest.mark.parametrize("numbers", MAKE)
@pytest.mark.parametrize("dtype", TYPES, ids=lambda t: np.dtype(t).name)
def test_a_sum_is_exact_and_rounded_once_in_any_order(target: str, dtype: Any, numbers: str) -> None:
    x = MAKE[numbers](dtype)
    wanted = rounded(exact(x), dtype)
    for given in (x, x[::-1], RANDOM.permutation(x)):
        found = lib.sum(given, backend=target)
        assert found.dtype == np.dtype(dtype)
        assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("dtype", TYPES[:3], ids=lambda t: np.dtype(t).name)
def test_products_means_and_variances(target: str, dtype: Any) -> None:
    for x, y in (
        (RANDOM.normal(size=20_000).astype(dtype), RANDOM.normal(size=20_000).astype(dtype)),
        (of_all_sizes(2_000, dtype)[:1_900], of_all_sizes(2_000, dtype)[:1_900]),
    ):
        products = sum((Fraction(float(a)) * Fraction(float(b)) for a, b in zip(x, y, strict=True)), Fraction(0))
        squares = sum((Fraction(float(a)) ** 2 for a in x), Fraction(0))
        variance = (squares - exact(x) ** 2 / x.size) / x.size
        assert lib.dot(x, y, backend=target).tobytes() == rounded(products, dtype).tobytes()
        assert lib.mean(x, backend=target).tobytes() == rounded(exact(x) / x.size, dtype).tobytes()
        assert lib.var(x, backend=target).tobytes() == rounded(variance, dtype).tobytes()
        assert (
            lib.var(x, ddof=1, backend=target).tobytes() == rounded(variance * x.size / (x.size - 1), dtype).tobytes()
        )


def test_more_terms_than_one_row_holds() -> None:
    x = np.full(PER_ROW * TERMS + TERMS + 5, 1.0, np.float32)
    x[0], x[-1] = 2.0**-149, -(2.0**-20)
    assert lib.sum(x, backend="cpu") == rounded(exact(x[:1]) + Fraction(float(x[-1])) + x.size - 2, np.float32)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([], 0.0),
        ([-0.0, -0.0], -0.0),
        ([-0.0, 0.0], 0.0),
        ([1.0, -1.0], 0.0),
        ([math.inf, 1.0], math.inf),
        ([-math.inf, -math.inf], -math.inf),
        ([math.inf, -math.inf], math.nan),
        ([math.nan, 1.0], math.nan),
        ([3e38, 3e38], math.inf),
        ([3e38, 3e38, -3e38], float(np.float32(3e38))),
    ],
)
def test_special_values(target: str, values: list[float], wanted: float) -> None:
    found = lib.sum(np.array(values, np.float32), backend=target)
    assert found.tobytes() == np.float32(wanted).tobytes() or (math.isnan(found) and math.isnan(wanted))


def test_special_values_of_the_others() -> None:
    x = np.array([math.inf, 1.0], np.float32)
    assert math.isnan(lib.dot(x, np.array([0.0, 1.0], np.float32)))
    assert math.isnan(lib.mean(np.zeros(0, np.float32)))
    assert math.isnan(lib.var(x))
    assert math.isnan(lib.var(x[1:], ddof=1))
    assert lib.var(np.full(1000, 0.1, np.float32)) == 0.0


def test_arrays_of_axes_and_strides() -> None:
    x = RANDOM.normal(size=(30, 40, 5)).astype(np.float32)
    assert lib.sum(x) == lib.sum(x.transpose()) == lib.sum(x[::-1, :, ::-1]) == rounded(exact(x), np.float32)
    assert lib.sum(np.float32(2.5)) == 2.5


@pytest.mark.parametrize("x", [np.arange(3), np.array([1j]), np.array(["a"]), [1, 2]])
def test_A602_other_types(x: Any) -> None:
    for function in (lib.sum, lib.mean, lib.var):
        with pytest.raises(vy.ArgumentTypeError, match="elements of another type") as caught:
            function(x)
        assert (caught.value.code, caught.value.fix) == ("A602", "convert it: x.astype(np.float32)")
    with pytest.raises(vy.ArgumentTypeError) as caught:
        lib.dot(np.zeros(2), np.zeros(2))
    assert caught.value.code == "A602"


def test_A615_two_shapes() -> None:
    with pytest.raises(vy.ArgumentValueError) as caught:
        lib.dot(np.zeros(2, np.float32), np.zeros(3, np.float32))
    assert caught.value.code == "A615"
    with pytest.raises(vy.ArgumentValueError) as caught:
        lib.dot(np.zeros(2, np.float32), np.zeros(2, np.float16))
    assert caught.value.code == "A602"
