"""Calls in machine code that are shared: with scratch memory, with loops of any length, with numbers, and with signals on the way."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.drivers.cpu import fresh
from vyre.run.pipeline import KernelPipeline
from vyre.run.session import Session

N = 1 << 18


@vy.kernel(workgroup=256, grid=16)
def turned(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """Each stretch of 256 × 64 from its end: more shared memory than a stack should give."""
    tile = vy.shared(vy.u32, 16384)
    lane, first = vy.local_id(), vy.group_id() * 16384
    if first < x.size:
        for k in range(64):
            tile[k * 256 + lane] = x[first + k * 256 + lane]
    vy.barrier()
    if first < x.size:
        for k in range(64):
            out[first + k * 256 + lane] = tile[16383 - k * 256 - lane]


@vy.kernel
def rows(n: vy.u32, ends: vy.In[vy.u32], x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        total = n
        for k in range(ends[i], ends[i + 1]):
            total += x[k]
        out[i] = total


@vy.kernel
def often(n: vy.u32, x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        total = x[i]
        for k in range(n):
            total = total * 3 + k
        out[i] = total


@vy.kernel
def mixed(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """Each element by itself, for long."""
    i = vy.global_id()
    h = x[i]
    for _k in range(200_000):
        h = h * 747796405 + (h >> 3)
    out[i] = h


def known(pipeline: KernelPipeline, ns: float) -> None:
    """What a workgroup takes, as far as is known."""
    compiled: Any = pipeline._made.compiled()
    for speed in (compiled.speed, *compiled._speeds.values()):
        speed.ns = ns


def takes(pipeline: KernelPipeline, ns: float, *args: Any, **words: Any) -> Callable[..., Any]:
    """What takes such calls past Python, where a workgroup is known to take ``ns``."""
    for _ in range(5):
        pipeline(*args, **words)
    run: Any = pipeline._armed.run

    def direct(*given: Any, **more: Any) -> Any:
        known(pipeline, ns)
        return NotImplemented if run is None else run(pipeline._made, given, more)

    return direct


ENDS = np.minimum(np.arange(N + 1, dtype=np.uint32) * 3 // 2, N).astype(np.uint32)
X = np.arange(N, dtype=np.uint32) * np.uint32(2654435761)
SUMS = np.concatenate([[0], np.cumsum(X, dtype=np.uint32)]).astype(np.uint32)


@pytest.mark.parametrize("ns", [100.0, 200_000.0, 900_000.0])  # of 16 workgroups: alone, shared, shared in small chunks
def test_scratch_memory_is_each_threads_own(session: Session, ns: float) -> None:
    pipeline = turned.compile(backend="cpu")
    compiled: Any = pipeline._made.compiled()
    assert compiled.scratch_bytes >= 65536
    out = np.zeros_like(X)
    direct = takes(pipeline, ns, X, out=out)
    for _ in range(3):
        out[:] = 0
        assert direct(X, out=out) is out
        np.testing.assert_array_equal(out.reshape(-1, 16384), X.reshape(-1, 16384)[:, ::-1])


def test_scratch_memory_is_made_once(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begin = fresh.Fresh.__init__

    def counted(self: fresh.Fresh, nbytes: int) -> None:
        made.append(nbytes)
        begin(self, nbytes)

    pipeline = turned.compile(backend="cpu")
    compiled: Any = pipeline._made.compiled()
    out = np.zeros_like(X)
    direct = takes(pipeline, 200_000.0, X, out=out)
    half = X[: N // 2].copy()
    monkeypatch.setattr(fresh.Fresh, "__init__", counted)
    for _ in range(5):
        direct(X, out=out)
        pipeline(half)  # of further shapes: the same memory
        pipeline.bind(X, out=out)()
    assert made == []
    lone = compiled._lone
    assert lone.memory.address % 64 == 0
    assert ctypes.c_int64.from_address(lone.lock).value == 0


def test_one_that_finds_the_scratch_memory_taken_is_left_to_python(session: Session) -> None:
    pipeline = turned.compile(backend="cpu")
    compiled: Any = pipeline._made.compiled()
    direct = takes(pipeline, 100.0, X)
    lock = ctypes.c_int64.from_address(compiled._lone.lock)
    lock.value = 1
    assert direct(X) is NotImplemented
    np.testing.assert_array_equal(pipeline(X).reshape(-1, 16384), X.reshape(-1, 16384)[:, ::-1])
    lock.value = 0
    assert direct(X) is not NotImplemented


def test_arrays_that_say_how_often_a_loop_runs_are_left_to_python(session: Session) -> None:
    """Of other data it may take for ever, and only Python can leave a call that is under way."""
    pipeline = rows.compile(backend="cpu")
    out = np.zeros_like(X)
    assert takes(pipeline, 100.0, 5, ENDS, X, out=out)(5, ENDS, X, out=out) is NotImplemented
    for number in (5, 0, 2**32 - 1):
        assert pipeline(number, ENDS, X, out=out) is out
        np.testing.assert_array_equal(out, SUMS[ENDS[1:]] - SUMS[ENDS[:-1]] + np.uint32(number))
    bound = pipeline.bind(7, ENDS, X, out=out)
    bound()
    assert bound._direct() is NotImplemented


def test_numbers_that_say_how_often_a_loop_runs_are_left_to_python(session: Session) -> None:
    pipeline = often.compile(backend="cpu")
    assert takes(pipeline, 100.0, 3, X)(3, X) is NotImplemented


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("bound", [False, True])
def test_ctrl_c_comes_through_shared_launches(session: Session, bound: bool) -> None:
    """A launch that was thought to be short takes long: between its chunks signals are looked for."""
    pipeline = mixed.compile(backend="cpu")
    few, out = X[:256].copy(), np.zeros_like(X)
    takes(pipeline, 200.0, few)
    pipeline(X, out=out)  # some seconds, of which some ms are a workgroup
    repeated = pipeline.bind(X, out=out)
    run: Any = pipeline._armed.run
    before = sys.getrefcount(out)

    def interrupted() -> None:
        known(pipeline, 200.0)
        result = repeated._direct() if bound else run(pipeline._made, (X,), {"out": out})
        assert result is NotImplemented

    def handler(*_: object) -> None:
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, former)
    wanted = out[:256].copy()  # which the first chunk has done again
    assert (run(pipeline._made, (few,), {}) == wanted).all()  # and all goes on as before
    assert sys.getrefcount(out) == before
