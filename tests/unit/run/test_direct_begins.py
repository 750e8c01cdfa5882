"""Calls that machine code takes make outputs what they start as, as calls through Python do, and loops of any length end there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.run.test_direct_calls import armed as usual
from vyre.run.pipeline import KernelPipeline
from vyre.run.session import Session

N = 3000


@vy.kernel(workgroup=64, grid=8)
def counts(x: vy.In[vy.u32], out: vy.Out[vy.u32, 256]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    total = vy.num_groups() * vy.workgroup_size()
    for k in range(vy.ceil_div(x.size, total)):
        i = k * total + vy.global_id()
        if i < x.size:
            vy.atomic_add(out, x[i] & 255, 1)


@vy.kernel(workgroup=64, grid=8, init={"out": 0xFFFFFFFF})
def least(x: vy.In[vy.u32], out: vy.Out[vy.u32, 1]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    parts = vy.shared(vy.u32, 64)
    lane = vy.local_id()
    mine = vy.u32(0xFFFFFFFF)
    for k in range(vy.ceil_div(x.size, 512)):
        i = k * 512 + vy.global_id()
        if i < x.size:
            mine = vy.min(mine, x[i])
    parts[lane] = mine
    vy.barrier()
    half = vy.u32(32)
    while half > 0:
        if lane < half:
            parts[lane] = vy.min(parts[lane], parts[lane + half])
        vy.barrier()
        half >>= 1
    if lane == 0:
        vy.atomic_min(out, 0, parts[0])


def known(pipeline: KernelPipeline, ns: float) -> None:
    """What a workgroup takes, as far as is known. A busy machine must not make it look long."""
    compiled: Any = pipeline._made.compiled()
    for speed in (compiled.speed, *compiled._speeds.values()):
        speed.ns = ns


def armed(pipeline: KernelPipeline, *args: Any, **words: Any) -> Callable[..., Any]:
    direct = usual(pipeline, *args, **words)
    known(pipeline, 100.0)
    return direct


X = (np.arange(N, dtype=np.uint32) * np.uint32(2654435761)) >> np.uint32(7)


def test_given_outputs_begin_anew_each_time(session: Session) -> None:
    pipeline = counts.compile(backend="cpu")
    out = np.full(256, 99, np.uint32)
    direct = armed(pipeline, X, out=out)
    for x in (X, X[::-1].copy(), X ^ np.uint32(1)):
        out[:] = 77
        assert direct(x, out=out) is out
        np.testing.assert_array_equal(out, np.bincount(x & 255, minlength=256))


def test_only_the_outputs_own_bytes_are_cleared(session: Session) -> None:
    pipeline = counts.compile(backend="cpu")
    block = np.full(256 + 2, 5, np.uint32)
    direct = armed(pipeline, X, out=block[1:-1])
    assert direct(X, out=block[1:-1]) is not NotImplemented
    assert (block[0], block[-1]) == (5, 5)
    np.testing.assert_array_equal(block[1:-1], np.bincount(X & 255, minlength=256))


def test_fresh_outputs_begin_as_zeros(session: Session) -> None:
    pipeline = counts.compile(backend="cpu")
    direct = armed(pipeline, X)
    for _ in range(3):
        np.testing.assert_array_equal(direct(X), np.bincount(X & 255, minlength=256))


@pytest.mark.parametrize("given", [True, False])
def test_outputs_that_start_as_ones(session: Session, given: bool) -> None:
    pipeline = least.compile(backend="cpu")
    words: dict[str, Any] = {"out": np.zeros(1, np.uint32)} if given else {}
    direct = armed(pipeline, X, **words)
    for x in (X, X | np.uint32(8), X[:1].copy().repeat(N)):
        assert direct(x, **words)[0] == x.min()


def test_bound_calls_begin_anew(session: Session) -> None:
    for kernel, expected in ((counts, np.bincount(X & 255, minlength=256)), (least, X.min())):
        pipeline = kernel.compile(backend="cpu")
        fresh = pipeline.bind(X)
        fresh()
        for ns in (100.0, 10_000.0):  # measured or not, with the GIL and without
            known(pipeline, ns)
            for _ in range(3):
                result = fresh._direct()
                assert result is not NotImplemented
                np.testing.assert_array_equal(result, expected)


def test_what_is_declined_clears_nothing(session: Session) -> None:
    pipeline = counts.compile(backend="cpu")
    out = np.zeros(256, np.uint32)
    direct, bound = armed(pipeline, X, out=out), pipeline.bind(X, out=out)
    bound()
    out[:] = 77
    with pipeline._session.timed():
        assert direct(X, out=out) is NotImplemented
        assert bound._direct() is NotImplemented
    assert direct(X[::2], out=out) is NotImplemented
    assert (out == 77).all()


def test_large_outputs_are_cleared_too(session: Session) -> None:
    @vy.kernel(workgroup=64, grid=1)
    def odd(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[2 * vy.global_id() + 1] = x[vy.global_id()]

    x, out = np.arange(1, 1 << 16, dtype=np.uint32), np.full((1 << 16) - 1, 9, np.uint32)
    pipeline = odd.compile(backend="cpu")
    direct = armed(pipeline, x, out=out)
    out[:] = 9
    assert direct(x, out=out) is out
    expected = np.zeros_like(out)
    expected[1:128:2] = x[:64]
    np.testing.assert_array_equal(out, expected)
