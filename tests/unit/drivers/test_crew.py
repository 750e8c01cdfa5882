"""Threads that share launches in machine code. The kernel is a function of Python here, so that a test sees each chunk."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import MemoryStore
from vyre.drivers.cpu import loader
from vyre.drivers.cpu.crew import Crew, Shift
from vyre.drivers.cpu.crew_text import Job
from vyre.drivers.cpu.fresh import Fresh
from vyre.drivers.cpu.pool import Pool

KERNEL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p
)
Chunk = Callable[[int, int, int], None]
STORE = MemoryStore()


class Launch:
    """One that calls ``chunk(first, end, scratch)``."""

    def __init__(self, chunk: Chunk, groups: tuple[int, int, int], *, helpers: int = 3) -> None:
        def kernel(slots: int, params: int, first: int, end: int, x: int, scratch: int | None) -> None:
            assert x == 7
            assert ctypes.string_at(slots, 5) == b"slots"
            assert ctypes.string_at(params, 6) == b"params"
            chunk(first, end, scratch or 0)

        self.kernel = KERNEL(kernel)
        self.stop = ctypes.c_int64(0)
        self.scratch = ctypes.create_string_buffer(64 * (helpers + 1))
        self.at = ctypes.addressof(self.scratch)
        self.shift = Shift(
            ctypes.cast(self.kernel, ctypes.c_void_p).value or 0,
            b"slots",
            b"params",
            7,
            groups=groups,
            stop=ctypes.addressof(self.stop),
            scratch=(self.at, 64),
            helpers=helpers,
        )

    def run(self, crew: Crew) -> bool:
        """Run it, and keep what it is given until then."""
        return crew.run(self.shift)


@pytest.fixture
def crew() -> Iterator[Crew]:
    made = Crew.made(3, STORE)
    assert made is not None
    yield made
    for thread in made.retire():
        thread.join()


@pytest.mark.parametrize("groups", [(0, 1000, 7), (5, 6, 1), (0, 64, 64), (3, 500, 1), (1 << 32, (1 << 32) + 100, 9)])
def test_every_group_is_run_once(crew: Crew, groups: tuple[int, int, int]) -> None:
    seen: list[int] = []
    for _ in range(20):
        launch = Launch(lambda first, end, _: seen.extend(range(first, end)), groups)
        assert launch.run(crew)
        assert sorted(seen) == list(range(groups[0], groups[1]))
        seen.clear()


def test_helpers_take_part_and_each_has_its_own_scratch(crew: Crew) -> None:
    together = threading.Barrier(4, timeout=60)
    seen: dict[int, int] = {}

    def chunk(first: int, end: int, scratch: int) -> None:
        seen[threading.get_ident()] = scratch
        together.wait()

    launch = Launch(chunk, (0, 4, 1))
    assert launch.run(crew)
    assert sorted(seen.values()) == [launch.at + 64 * n for n in range(4)]
    assert seen[threading.get_ident()] == launch.at


def test_no_more_helpers_than_are_asked_for(crew: Crew) -> None:
    threads: set[int] = set()
    for _ in range(50):
        launch = Launch(lambda first, end, _: threads.add(threading.get_ident()), (0, 50, 1), helpers=0)
        assert launch.run(crew)
    assert threads == {threading.get_ident()}


def test_the_owner_waits_for_those_inside(crew: Crew) -> None:
    inside, go, ended = threading.Event(), threading.Event(), threading.Event()
    owner = threading.get_ident()

    def chunk(first: int, end: int, _: int) -> None:
        if threading.get_ident() == owner:
            assert inside.wait(60)  # a helper has the other chunk
            threading.Timer(0.05, go.set).start()
        else:
            inside.set()
            assert go.wait(60)
            ended.set()

    launch = Launch(chunk, (0, 2, 1), helpers=1)
    assert launch.run(crew)
    assert ended.is_set()


def test_a_word_ends_a_launch(crew: Crew) -> None:
    seen: list[int] = []

    def chunk(first: int, end: int, _: int) -> None:
        seen.append(first)
        launch.stop.value = 1

    launch = Launch(chunk, (0, 1_000_000, 1))
    assert launch.run(crew)
    assert 1 <= len(seen) <= 4


COUNTS = """
; Counts the threads that are inside, in the first word behind %slots, and the chunks, in the second.
define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %inside = load ptr, ptr %slots
  %chunks = getelementptr i64, ptr %inside, i64 1
  %in = atomicrmw add ptr %inside, i64 1 seq_cst
  %more = atomicrmw add ptr %chunks, i64 1 seq_cst
  br label %turn
turn:
  %i = load volatile i64, ptr %n
  %next = add i64 %i, 1
  store volatile i64 %next, ptr %n
  %again = icmp ult i64 %next, 20000
  br i1 %again, label %turn, label %done
done:
  %out = atomicrmw sub ptr %inside, i64 1 seq_cst
  ret void
}
"""


class Raised(Exception):
    pass


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send oneself")
def test_no_thread_is_inside_when_a_signal_handler_has_raised(crew: Crew) -> None:
    def handle(number: int, frame: object) -> None:
        raise Raised

    code = loader.load(COUNTS, level=1, store=STORE)
    words = (ctypes.c_int64 * 2)()
    slots, stop = ctypes.addressof(words).to_bytes(8, sys.byteorder), ctypes.c_int64(0)
    given = {"groups": (0, 1 << 40, 1), "stop": ctypes.addressof(stop), "scratch": (0, 0), "helpers": 3}
    left: list[tuple[int, int]] = []
    before = signal.signal(signal.SIGALRM, handle)
    try:
        for _ in range(20):
            shift = Shift(code.address, slots, b"", 0, **given)  # type: ignore[arg-type]  # as Shift has them
            shift.job[Job.BUDGET] = 1  # look for signals after a nanosecond
            signal.setitimer(signal.ITIMER_REAL, 2e-3)
            with pytest.raises(Raised):
                crew.run(shift)
            left.append((words[0], words[1]))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert [inside for inside, _ in left] == [0] * 20
    assert left[-1][1] == words[1] >= 20


def test_where_there_is_no_futex_helpers_wait_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vyre.drivers.cpu.crew.FUTEX", 0)
    crew = Crew.made(3, STORE)
    assert crew is not None
    assert not crew.wakes_in_code
    came = threading.Event()
    seen: list[int] = []

    def meet(first: int, end: int, _: int) -> None:
        seen.extend(range(first, end))
        if threading.get_ident() != owner:
            came.set()
        elif first < 4:
            assert came.wait(60)  # a helper takes part

    owner = threading.get_ident()
    for _ in range(20):
        came.clear()
        assert Launch(meet, (0, 40, 1)).run(crew)
        assert sorted(seen) == list(range(40))
        seen.clear()
    ended = crew.retire()
    for thread in ended:
        thread.join(60)
    assert [thread.is_alive() for thread in ended] == [False] * 3
    assert Launch(lambda first, end, _: seen.append(first), (0, 9, 1)).run(crew)
    assert len(seen) == 9


def test_many_owners_at_once(crew: Crew) -> None:
    """More than there is room for: the rest is told so."""
    right: list[bool] = []

    def own() -> None:
        for _ in range(30):
            seen: list[int] = []
            launch = Launch(lambda first, end, _, seen=seen: seen.extend(range(first, end)), (0, 40, 3))  # type: ignore[misc]
            right.append(not launch.run(crew) or sorted(seen) == list(range(40)))

    owners = [threading.Thread(target=own) for _ in range(12)]
    for one in owners:
        one.start()
    for one in owners:
        one.join()
    assert right == [True] * 360


def test_after_the_threads_have_ended_owners_run_alone() -> None:
    crew = Crew.made(2, STORE)
    assert crew is not None
    seen: list[int] = []
    assert Launch(lambda first, end, _: seen.append(first), (0, 9, 1)).run(crew)
    threads = crew.retire()
    for thread in threads:
        thread.join(60)
    assert [thread.is_alive() for thread in threads] == [False, False]
    assert Launch(lambda first, end, _: seen.append(first), (0, 9, 1)).run(crew)
    assert len(seen) == 18


def test_a_pool_without_a_store_or_helpers_has_none() -> None:
    assert Pool(4).crew is None
    assert Pool(1, STORE).crew is None
    closed = Pool(4, STORE)
    closed.close()
    assert closed.crew is None


@vy.kernel(workgroup=64)
def rotate(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    j = vy.local_id()
    held = vy.shared(vy.u32, 64)
    held[j] = x[i]
    vy.barrier()
    x[i] = held[(j + 1) % 64] + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_long_launches_are_right_and_so_are_those_of_forked_children() -> None:
    x = np.arange(1 << 20, dtype=np.uint32)
    for _ in range(5):
        expected = np.roll(x.reshape(-1, 64), -1, axis=1).reshape(-1) + 1
        rotate(x, backend="cpu")
        np.testing.assert_array_equal(x, expected)
    expected = np.roll(x.reshape(-1, 64), -1, axis=1).reshape(-1) + 1
    child = os.fork()
    if child == 0:
        rotate(x, backend="cpu")
        os._exit(0 if (x == expected).all() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_what_threads_share_is_not_shared_with_a_forked_child() -> None:
    memory = Fresh(64)
    word = ctypes.c_int64.from_address(memory.address)
    child = os.fork()
    if child == 0:
        word.value = 5
        os._exit(0)
    os.waitpid(child, 0)
    assert word.value == 0
