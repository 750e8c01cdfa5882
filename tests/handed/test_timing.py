"""Timings are honest: never negative, never made up, and a compile is no part of a run."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.mixed_kernels import scaled
from vyre.contract.backend import Timing
from vyre.run.session import Session
from vyre.run.timed import TimedBlock

X = np.arange(1000, dtype=np.uint32)


def fields(timing: Timing) -> dict[str, int | None]:
    return {name: getattr(timing, name) for name in ("wall", "device", "enqueue", "wait")}


def honest(timing: Timing, most: int) -> None:
    """Each is unmeasured or fits into the time that really passed."""
    for name, value in fields(timing).items():
        assert value is None or 0 <= value <= most, (name, value, most)


# cubecl #1421
def test_no_time_is_negative_or_longer_than_what_passed(session: Session, device: str) -> None:
    for _ in range(20):
        begun = time.perf_counter_ns()
        session.dispatch(scaled.program, [X, 3], backend=device)
        passed = time.perf_counter_ns() - begun
        receipt = session.last_receipt()
        assert receipt is not None
        honest(receipt.timing, passed)
        assert receipt.timing.wall is not None
        begun = time.perf_counter_ns()
        pending = session.submit(scaled.program, [X, 3], backend=device)
        pending.result(60)
        passed = time.perf_counter_ns() - begun
        honest(pending.receipt.timing, passed)


def test_the_device_s_time_is_none_where_there_is_no_timer(session: Session, device: str) -> None:
    session.dispatch(scaled.program, [X, 3], backend=device)
    receipt = session.last_receipt()
    assert receipt is not None
    if receipt.timing.device is None:
        assert device != "cpu" or receipt.timing.wall is not None
    else:
        assert receipt.timing.wall is not None
        assert receipt.timing.device <= receipt.timing.wall
    profiled = vy.DispatchConfig(profile=True)
    if "profile" in session.engine(device).profile.honours:
        session.dispatch(scaled.program, [X, 3], profiled, backend=device)
        receipt = session.last_receipt()
        assert receipt is not None
        assert receipt.timing.wall is not None
        assert receipt.timing.device is not None
        assert 0 < receipt.timing.device <= receipt.timing.wall
        assert receipt.timing.why_no_device is None
        return
    with pytest.raises(vy.UnsupportedFeature) as caught:  # asking for more than there is says so
        session.dispatch(scaled.program, [X, 3], profiled, backend=device)
    assert caught.value.code == "U701"


def test_the_device_s_time_is_asked_for(device: str) -> None:
    with vy.Session(device) as session:
        if "profile" not in session.engine(device).profile.honours:
            pytest.skip(f"{device} reads no clock of its device")
        session.dispatch(scaled.program, [X, 3])
        receipt = session.last_receipt()
        assert receipt is not None
        assert receipt.timing.device is None
        assert "session.timed()" in (receipt.timing.why_no_device or "")
        for count in (1, 2, 8):
            with session.timed() as block:
                for _ in range(count):
                    session.submit(scaled.program, [X, 3])
            assert len(block.dispatches) == count
            assert all(one.timing.device for one in block.dispatches)
            assert block.device_ns == sum(one.timing.device or 0 for one in block.dispatches)


def test_a_compile_is_no_part_of_the_run(device: str) -> None:
    """The first run's time lies wholly after the end of the compile."""
    with vy.Session(device) as session:
        backend: Any = session.engine(device).backend
        real = backend.compile
        ends: list[int] = []

        def watched(plan: Any, profile: Any) -> Any:
            made = real(plan, profile)
            ends.append(time.perf_counter_ns())
            return made

        backend.compile = watched
        begun = time.perf_counter_ns()
        session.dispatch(scaled.program, [X, 3])
        now = time.perf_counter_ns()
        receipt = session.last_receipt()
        assert receipt is not None
        assert len(ends) == 1
        honest(receipt.timing, now - ends[0])
        compiled = receipt.compile_ns
        assert 0 < compiled <= now - begun
        session.dispatch(scaled.program, [X, 3])
        again = session.last_receipt()
        assert again is not None
        assert again.compile_ns == compiled  # what it took once


def test_each_dispatch_has_a_receipt_of_its_own(session: Session, device: str) -> None:
    """The same work once, twice, eight times: so many measured times, none of which is the sum of others."""
    for count in (1, 2, 8):
        begun = time.perf_counter_ns()
        walls = []
        for _ in range(count):
            session.dispatch(scaled.program, [X, 3], backend=device)
            receipt = session.last_receipt()
            assert receipt is not None
            assert receipt.timing.wall is not None
            walls.append(receipt.timing.wall)
        passed = time.perf_counter_ns() - begun
        assert len(walls) == count
        assert all(wall > 0 for wall in walls)
        assert sum(walls) <= passed


def test_a_launch_of_nothing_takes_no_time_that_was_not_measured(session: Session, device: str) -> None:
    begun = time.perf_counter_ns()
    session.dispatch(scaled.program, [X, 3], backend=device, domain=0)
    passed = time.perf_counter_ns() - begun
    receipt = session.last_receipt()
    assert receipt is not None
    assert receipt.grid == (0,)
    honest(receipt.timing, passed)
    assert receipt.timing.device in (None, 0) or device == "cpu"


def test_the_end_of_a_block_waits_until_the_times_of_a_submission_are_there(
    session: Session, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.dispatch(scaled.program, [X, 3], backend=device)
    add = TimedBlock.add

    def slow(*given: Any) -> None:
        time.sleep(0.05)
        add(*given)

    monkeypatch.setattr(TimedBlock, "add", slow)
    with session.timed() as block:
        session.submit(scaled.program, [X, 3], backend=device)
    assert len(block.dispatches) == 1


# cubecl #1421
@pytest.mark.parametrize("way", ["dispatch", "submit", "bound"])
@pytest.mark.parametrize("count", [0, 1, 2, 8])
def test_D44_a_timed_block_has_a_pair_for_each_dispatch(session: Session, device: str, count: int, way: str) -> None:
    session.dispatch(scaled.program, [X, 3], backend=device)  # compiled before
    bound = session.compile(scaled.program, backend=device).bind([X, 3])
    before = time.perf_counter_ns()
    with session.timed() as block:
        for _ in range(count):
            if way == "dispatch":
                session.dispatch(scaled.program, [X, 3], backend=device)
            elif way == "submit":
                session.submit(scaled.program, [X, 3], backend=device)
            else:
                bound()
    after = time.perf_counter_ns()
    session.dispatch(scaled.program, [X, 3], backend=device)  # after the block: no part of it
    assert len(block.dispatches) == count
    for one in block.dispatches:
        assert (one.program, one.backend) == ("scaled", device)
        assert before <= one.begin_ns <= one.end_ns <= after
        honest(one.timing, one.end_ns - one.begin_ns)
        assert one.timing.wall is not None
    assert block.compile_ns == 0
    assert 0 <= block.elapsed_ns <= after - before
    assert block.wall_ns == sum(one.end_ns - one.begin_ns for one in block.dispatches)
    assert (block.wall_ns == 0) == (count == 0)
    if way != "submit":  # those may overlap
        assert block.wall_ns <= block.elapsed_ns
    if count == 0:
        assert (block.device_ns, block.why_no_device) == (0, None)
    elif block.device_ns is None:
        assert block.why_no_device is not None
        assert block.why_no_device.startswith(device)
    else:
        assert 0 <= block.device_ns <= block.wall_ns


def test_D44_compiling_is_told_apart(device: str) -> None:
    with vy.Session(device) as session:
        with session.timed() as first:
            session.dispatch(scaled.program, [X, 3])
            session.dispatch(scaled.program, [X, 3])
        with session.timed() as second:
            session.dispatch(scaled.program, [X, 3])
        receipt = session.last_receipt()
        assert receipt is not None
        assert first.compile_ns == receipt.compile_ns > 0
        assert first.wall_ns + first.compile_ns <= first.elapsed_ns
        assert second.compile_ns == 0


def test_D44_blocks_nest_and_are_of_one_thread_and_one_session(device: str) -> None:
    with vy.Session(device) as session, vy.Session(device) as other:
        session.dispatch(scaled.program, [X, 3])

        def elsewhere() -> None:
            session.dispatch(scaled.program, [X, 3])

        with session.timed() as outer:
            session.dispatch(scaled.program, [X, 3])
            other.dispatch(scaled.program, [X, 3])
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
            with session.timed() as inner:
                session.dispatch(scaled.program, [X, 3])
        assert (len(outer.dispatches), len(inner.dispatches)) == (2, 1)
        assert outer.dispatches[1] == inner.dispatches[0]


def test_D44_what_failed_before_it_ran_is_not_in_the_block(session: Session, device: str) -> None:
    with session.timed() as block:
        with pytest.raises(vy.VyreError):
            session.dispatch(scaled.program, [X], backend=device)
        session.dispatch(scaled.program, [X, 3], backend=device)
    assert len(block.dispatches) == 1
