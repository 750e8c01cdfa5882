"""Calls that share memory are ordered, whichever threads make them and however: none of their updates is lost."""

from __future__ import annotations

import gc
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import child, needs
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.session import Session

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

THREADS = 4
CALLS = 200  # of all threads together


@vy.kernel
def bump(a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] += 1


@vy.kernel
def add(x: vy.In[vy.u32], a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] += x[i]


@vy.kernel
def traps(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    assert x[i] < 3
    y[i] = x[i]


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Threads take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def of_threads(calls: list[Callable[[], object]]) -> None:
    """All calls, each list item's on a thread of its own, ``CALLS`` in all."""
    start, wrong = threading.Barrier(len(calls)), list[BaseException]()

    def work(call: Callable[[], object]) -> None:
        try:
            start.wait(60)
            for _ in range(CALLS // len(calls)):
                call()
        except BaseException as error:  # noqa: BLE001 - raised below
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


Way = Callable[[Any, str], Callable[[], object]]


def bound_each_time(a: Any, device: str) -> Callable[[], object]:
    pipeline = bump.compile(backend=device)

    def call() -> object:
        return pipeline.bind(a)()

    return call


def compiled(a: Any, device: str) -> Callable[[], object]:
    pipeline = bump.compile(backend=device)
    return lambda: pipeline(a)


def with_a_timeout(a: Any, device: str) -> Callable[[], object]:
    config = vy.DispatchConfig(timeout=60)
    return lambda: bump(a, backend=device, config=config)


def timed(a: Any, device: str) -> Callable[[], object]:
    def call() -> None:
        with vy.session().timed():
            bump(a, backend=device)

    return call


def of_another_session(a: Any, device: str) -> Callable[[], object]:
    other = Session(device)
    return lambda: other.dispatch(bump.program, [a], out=[a])


WAYS: dict[str, Way] = {
    "plain": lambda a, device: lambda: bump(a, backend=device),
    "compiled": compiled,
    "bound": lambda a, device: bump.compile(backend=device).bind(a),
    "bound each time": bound_each_time,
    "dispatch": lambda a, device: lambda: vy.session().dispatch(bump.program, [a], out=[a], backend=device),
    "submit": lambda a, device: lambda: bump.submit(a, backend=device).result(),
    "with a timeout": with_a_timeout,
    "timed": timed,
    "another session": of_another_session,
}


@pytest.mark.parametrize("way", WAYS)
def test_no_update_of_threads_is_lost(device: str, way: str) -> None:
    a = np.zeros(8, np.uint32)
    of_threads([WAYS[way](a, device)] * THREADS)
    assert set(a.tolist()) == {CALLS}
    assert not IN_FLIGHT


def test_no_update_is_lost_where_each_thread_calls_in_another_way(device: str) -> None:
    a = np.zeros(8, np.uint32)
    ways = [WAYS[way](a, device) for way in list(WAYS)[:8]]
    of_threads(ways)
    assert set(a.tolist()) == {CALLS}


def test_no_update_is_lost_over_many_elements(target: str) -> None:
    """The CPU gives Python's lock away, and shares the launch among threads."""
    a = np.zeros(1 << 20, np.uint32)
    of_threads(
        [WAYS["plain"](a, target), WAYS["compiled"](a, target), WAYS["bound"](a, target), WAYS["plain"](a, target)]
    )
    assert set(a.tolist()) == {CALLS}


def test_no_update_of_overlapping_views_is_lost(device: str) -> None:
    base = np.zeros(16, np.uint32)
    views = [base[:8], base[4:12], base[8:], base[::2]]  # the last one is copied, and copied back
    of_threads([WAYS["plain"](view, device) for view in views])
    each = CALLS // len(views)
    wanted = np.zeros(16, np.uint32)
    for view in (wanted[:8], wanted[4:12], wanted[8:], wanted[::2]):
        view += each
    assert base.tolist() == wanted.tolist()


def test_no_update_is_lost_where_devices_share_an_array(device: str) -> None:
    a = np.zeros(8, np.uint32)
    other = "cpu" if device != "cpu" else "reference"
    of_threads([WAYS["plain"](a, device), WAYS["plain"](a, other), WAYS["submit"](a, device), WAYS["submit"](a, other)])
    assert set(a.tolist()) == {CALLS}


def test_no_update_of_a_resident_array_is_lost(device: str) -> None:
    with vy.resident(np.zeros(8, np.uint32), backend=device) as a:
        bound = bump.compile(backend=device).bind(a)
        of_threads([lambda: bump(a), bound, lambda: bump.submit(a).result(), lambda: bump(a)])
        assert set(a.numpy().tolist()) == {CALLS}


def test_a_resident_array_is_read_and_written_whole(device: str) -> None:
    """Each thread's upload is of one number, and every read sees one number only."""
    ones = [np.full(4096, n, np.uint32) for n in range(2)]
    torn: list[set[int]] = []
    with vy.resident(ones[0], backend=device) as a:

        def look() -> None:
            found = set(a.numpy().tolist())
            if len(found) > 1:
                torn.append(found)

        of_threads([lambda: a.upload(ones[0]), lambda: a.upload(ones[1]), look, look])
    assert torn == []


def test_calls_that_only_read_the_same_array_do_not_wait_for_each_other(device: str) -> None:
    """Two threads are inside of the same place at once, or the barrier breaks."""
    x, inside = np.arange(8, dtype=np.uint32), threading.Barrier(2)
    order = vy.session().order
    calls = [add.compile(backend=device) for _ in range(2)]
    outs = [np.zeros(8, np.uint32) for _ in calls]
    run, wrong = order.run, list[BaseException]()

    def meet(use: Any, act: Callable[..., Any], *given: Any) -> Any:
        def both(*more: Any) -> Any:
            inside.wait(60)
            return act(*more)

        return run(use, both, *given)

    def work(n: int) -> None:
        try:
            calls[n](x, outs[n])
        except BaseException as error:  # noqa: BLE001 - seen below
            wrong.append(error)

    for n in range(2):
        work(n)
    order.run = meet  # type: ignore[method-assign]
    try:
        threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        del order.run
    assert wrong == []
    assert [out.tolist() for out in outs] == [(2 * x).tolist()] * 2


# -- traps that no caller takes ---------------------------------------------------------------------------------------


def test_a_dropped_trap_is_reported_by_synchronize(device: str, session: Session) -> None:
    """Without the collector of cycles; once, and not where a caller has the error or can still take it."""
    needs(session, device, traps)
    x, right = np.arange(8, dtype=np.uint32), np.zeros(8, np.uint32)
    gc.disable()
    try:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always", vy.VyreWarning)
            for n in range(20):
                traps.submit(x, backend=device)
                vy.session().synchronize()
                assert len(seen) == 2 * n + 1
                kept = traps.submit(x, backend=device)
                traps.submit(right, backend=device)
                vy.session().synchronize()
                assert len(seen) == 2 * n + 1
                with pytest.raises(vy.Trapped):
                    kept.result()
                del kept
                ended = traps.submit(x, backend=device)
                ended.wait()
                assert len(seen) == 2 * n + 1
                del ended
                assert len(seen) == 2 * n + 2
    finally:
        gc.enable()
    assert all("R860" in str(one.message) for one in seen)


# -- fork --------------------------------------------------------------------------------------------------------------

LISTED = """
import os, warnings
from tests.handed.mixed_kernels import bumped
device = sys.argv[1]
assert device in [one.id for one in vy.devices() if one.available]
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    a = np.zeros(4, np.uint32)
    try:
        bumped(a, backend=device)
        right = a.tolist() == [0, 1, 2, 3]
    except vy.VyreError as error:
        right = error.code == "R801" and "spawn" in error.fix
    assert device.partition(":")[0] in [one.id.partition(":")[0] for one in vy.devices()]  # lists there too
    os._exit(0 if right else 1)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
a = np.zeros(4, np.uint32)
bumped(a, backend=device)
print(a.tolist())
"""

FORKED_IN_A_CALL = """
import os, threading, warnings
from tests.handed.mixed_kernels import bumped
from vyre.run.in_flight import IN_FLIGHT, MemoryUse
a = np.zeros(4, np.uint32)
bumped(a, backend="cpu")
spans = [a.ctypes.data], [a.nbytes], [True]
thread = threading.Thread(target=lambda: IN_FLIGHT.append(MemoryUse(vy.session().engine("cpu"), *spans)))
thread.start(); thread.join()
assert IN_FLIGHT
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    bumped(a, backend="cpu")  # what the parent's thread uses is not used here
    os._exit(0 if a.tolist() == [0, 2, 4, 6] else 1)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
IN_FLIGHT[0].end()
bumped(a, backend="cpu")
print(a.tolist())
"""


@needs_fork
def test_R801_a_child_that_was_forked_after_the_devices_were_listed(device: str) -> None:
    assert child(LISTED, device) == "[0, 1, 2, 3]"


@needs_fork
def test_a_child_that_was_forked_while_another_thread_was_in_a_call() -> None:
    assert child(FORKED_IN_A_CALL) == "[0, 2, 4, 6]"
