"""Numbers of Python's, keywords and sizes in calls that machine code takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.run.test_direct_calls import A, B, N, armed, mix, two
from vyre.run.near import UNARMED
from vyre.run.pipeline import KernelPipeline
from vyre.run.session import Session


@vy.kernel
def kept(a: vy.In[vy.u32], on: vy.bool_, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] if on else vy.u32(0)


@pytest.fixture
def pipeline(session: Session) -> KernelPipeline:
    return mix.compile(backend="cpu")


def test_float_scalars_are_rounded_as_python_rounds_them(session: Session) -> None:
    a = np.linspace(0, 1, N, dtype=np.float32)
    pipeline = two.compile(backend="cpu")
    direct = armed(pipeline, a, np.float32(0.5))
    slow = two.compile(backend="cpu")
    slow._armed = UNARMED
    for value in (0.5, 0.1, -0.0, 1, -3, 1 << 24, 3.4e38, 1e-40, 1e-46, 1 + 2.0**-24, 1 + 3 * 2.0**-24):
        found, expected = direct(a, value), slow(a, value)
        assert [one.tobytes() for one in found] == [one.tobytes() for one in expected], value
    for value in (True, np.float64(0.5), float("nan"), float("inf"), 3.41e38, -1e39, (1 << 24) + 1, 1 << 200):
        assert direct(a, value) is NotImplemented
    low, high = direct(a, np.float32("nan"))
    assert np.isnan(low).all()
    assert np.isnan(high).all()


def test_arguments_may_be_given_by_their_names(pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    forms: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((A, 5), {"b": B, "out": out}),
        ((A,), {"b": B, "out": out, "n": 5}),
        ((), {"b": B, "n": 5, "a": A, "out": (out,)}),
    ]
    for args, words in forms:
        out[:] = 0
        assert direct(*args, **words) is out
        np.testing.assert_array_equal(out, (A ^ B) + np.uint32(5))
    fresh = armed(pipeline, A, 5, B)
    np.testing.assert_array_equal(fresh(n=6, b=B, a=A), (A ^ B) + np.uint32(6))


def test_bools_are_numbers_of_their_own_kind_only(session: Session) -> None:
    pipeline = kept.compile(backend="cpu")
    direct = armed(pipeline, A, True)
    np.testing.assert_array_equal(direct(A, True), A)
    np.testing.assert_array_equal(direct(A, on=False), np.zeros_like(A))
    np.testing.assert_array_equal(direct(A, np.bool_(True)), A)
    for value in (1, 0, 0.0, None, np.uint8(1)):
        assert direct(A, value) is NotImplemented


def test_a_domain_and_a_grid_are_those_of_a_call_before(pipeline: KernelPipeline) -> None:
    direct = armed(pipeline, A, 5, B, domain=256)
    part = np.concatenate([(A ^ B)[:256] + np.uint32(5), np.zeros(N - 256, np.uint32)])
    np.testing.assert_array_equal(direct(A, 5, B, domain=256), part)
    for words in (
        {"domain": 257},
        {"grid": 256},
        {"domain": True},
        {"domain": (256,)},
        {"domain": -1},
        {"domain": 1 << 80},
    ):
        assert direct(A, 5, B, **words) is NotImplemented
    assert direct(A, 5, B, domain=256, grid=1) is NotImplemented
    grid = armed(pipeline, A, 5, B, grid=1)
    np.testing.assert_array_equal(grid(A, 5, b=B, grid=1), part)
    whole = armed(pipeline, A, 5, B)
    np.testing.assert_array_equal(whole(A, 5, B), (A ^ B) + np.uint32(5))
    np.testing.assert_array_equal(whole(A, 5, B, domain=256), part)
