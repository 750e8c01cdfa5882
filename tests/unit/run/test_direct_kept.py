"""What calls in machine code tell, and what they keep: nothing."""

from __future__ import annotations

import gc
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.unit.run.test_direct_calls import A, B, N, armed, mix
from vyre.config import DispatchConfig
from vyre.contract.direct import DirectWatch
from vyre.run.pipeline import BoundCall, KernelPipeline
from vyre.run.session import Session


@pytest.fixture
def pipeline(session: Session) -> KernelPipeline:
    return mix.compile(backend="cpu")


def test_the_receipt_is_of_this_threads_call(pipeline: KernelPipeline) -> None:
    direct = armed(pipeline, A, 5, B)
    session = pipeline._session
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(session.last_receipt()))
    thread.start()
    thread.join()
    assert found == [None]
    direct(A, 5, B)
    receipt = session.last_receipt()
    assert receipt is not None
    assert receipt.program == "mix"
    assert receipt.backend == "cpu"
    assert receipt.grid == (2,)
    assert receipt.timing.wall is not None
    assert receipt.timing.wall > 0


def test_threads_that_take_turns_each_have_their_own_receipt(pipeline: KernelPipeline, session: Session) -> None:
    direct, other = armed(pipeline, A, 5, B), armed(mix.compile(backend="cpu"), A[:10].copy(), 5, B[:10].copy())
    own = pipeline._session
    turns = threading.Barrier(2, timeout=60)
    found: list[tuple[int, ...]] = []

    def there() -> None:
        for _ in range(20):
            turns.wait()
            other(A[:10].copy(), 5, B[:10].copy())
            turns.wait()
            receipt = own.last_receipt()
            assert receipt is not None
            found.append(receipt.grid)

    for _ in range(3):  # threads come and go
        thread = threading.Thread(target=there)
        thread.start()
        for _ in range(20):
            turns.wait()
            direct(A, 5, B)
            turns.wait()
            receipt = own.last_receipt()
            assert receipt is not None
            assert receipt.grid == (2,)
        thread.join()
    assert found == [(1,)] * 60


def test_what_is_told_must_be_of_threads(pipeline: KernelPipeline) -> None:
    """Where it is of something smaller, as green threads make it, calls go through Python."""
    armed(pipeline, A, 5, B)
    watch: Any = pipeline._made.engine.watch
    calls = [call for call in pipeline._armed._calls.values() if call is not None]
    make: Any = pipeline._made.engine.direct
    assert make(calls, watch) is not None
    assert make(calls, DirectWatch(watch.words, watch.keeps, type("Local", (threading.local,), {})())) is None


def test_machine_code_goes_without_the_garbage_collector(session: Session) -> None:
    pipeline: KernelPipeline | None = mix.compile(backend="cpu", config=DispatchConfig(workgroup_override=32))
    assert pipeline is not None
    armed(pipeline, A, 5, B)
    own = weakref.ref(pipeline)
    gc.collect()
    gc.disable()
    try:
        pipeline = None
        assert own() is None
    finally:
        gc.enable()


def _ways() -> dict[str, Callable[[], object]]:
    out = np.zeros_like(A)
    pipeline = mix.compile(backend="cpu")
    bound: BoundCall = pipeline.bind(A, 5, B, out=out)
    ways: dict[str, Callable[[], object]] = {
        "bound()": bound,
        "pipeline(out=)": lambda: pipeline(A, 5, B, out=out),
        "pipeline()": lambda: pipeline(A, 5, B),
        "kernel()": lambda: mix(A, 5, B),
    }
    for call in ways.values():
        for _ in range(20):
            call()
    return ways


@pytest.mark.parametrize("way", ["bound()", "pipeline(out=)", "pipeline()", "kernel()"])
def test_a_warm_dispatch_keeps_nothing(session: Session, way: str) -> None:
    call = _ways()[way]
    before = sys.getallocatedblocks()
    for _ in range(100):
        call()
    assert sys.getallocatedblocks() - before <= 8


@pytest.mark.parametrize(("way", "allowed"), [("bound()", 0), ("pipeline(out=)", 5), ("pipeline()", 7)])
def test_how_many_objects_a_warm_dispatch_makes(session: Session, way: str, allowed: int) -> None:
    """Blocks that are alive at once on top of what was there before: the receipt and what a call of Python itself takes."""
    call = _ways()[way]
    call()
    tracemalloc.start()
    try:
        call()
        start = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        call()
        peak = tracemalloc.get_traced_memory()[1] - start
    finally:
        tracemalloc.stop()
    assert peak <= allowed * 120 + (4 * N if way == "pipeline()" else 0) + 200
