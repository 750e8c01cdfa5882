"""Threads that share launches in machine code. The kernel is a function of Python here, so that a test sees each chunk."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import MemoryStore
from vyre.drivers.cpu.crew import Crew, Shift
from vyre.drivers.cpu.crew_text import FUTEX
from vyre.drivers.cpu.fresh import Fresh
from vyre.drivers.cpu.pool import Pool

pytestmark = pytest.mark.skipif(not FUTEX, reason="no futex here")
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
        assert crew.run(launch.shift)
        assert sorted(seen) == list(range(groups[0], groups[1]))
        seen.clear()


def test_helpers_take_part_and_each_has_its_own_scratch(crew: Crew) -> None:
    together = threading.Barrier(4, timeout=60)
    seen: dict[int, int] = {}

    def chunk(first: int, end: int, scratch: int) -> None:
        seen[threading.get_ident()] = scratch
        together.wait()

    launch = Launch(chunk, (0, 4, 1))
    assert crew.run(launch.shift)
    assert sorted(seen.values()) == [launch.at + 64 * n for n in range(4)]
    assert seen[threading.get_ident()] == launch.at


def test_no_more_helpers_than_are_asked_for(crew: Crew) -> None:
    threads: set[int] = set()
    for _ in range(50):
        launch = Launch(lambda first, end, _: threads.add(threading.get_ident()), (0, 50, 1), helpers=0)
        assert crew.run(launch.shift)
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
    assert crew.run(launch.shift)
    assert ended.is_set()


def test_a_word_ends_a_launch(crew: Crew) -> None:
    seen: list[int] = []

    def chunk(first: int, end: int, _: int) -> None:
        seen.append(first)
        launch.stop.value = 1

    launch = Launch(chunk, (0, 1_000_000, 1))
    assert crew.run(launch.shift)
    assert 1 <= len(seen) <= 4


def test_an_interrupt_leaves_nobody_inside(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    call = crew._call

    def interrupted(at: int, job: object, order: int) -> int:
        found = call(at, job, order)
        if order == 1:
            raise KeyboardInterrupt
        return found

    launch = Launch(lambda first, end, _: seen.append(first), (0, 1 << 40, 1))
    launch.shift.job[12] = 1  # come back after a nanosecond
    monkeypatch.setattr(crew, "_call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        crew.run(launch.shift)
    monkeypatch.undo()
    after = len(seen)
    again = Launch(lambda first, end, _: seen.append(-1), (0, 10, 1))
    assert crew.run(again.shift)
    assert len(seen) == after + 10


def test_many_owners_at_once(crew: Crew) -> None:
    """More than there is room for: the rest is told so."""
    right: list[bool] = []

    def own() -> None:
        for _ in range(30):
            seen: list[int] = []
            launch = Launch(lambda first, end, _, seen=seen: seen.extend(range(first, end)), (0, 40, 3))  # type: ignore[misc]
            right.append(not crew.run(launch.shift) or sorted(seen) == list(range(40)))

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
    assert crew.run(Launch(lambda first, end, _: seen.append(first), (0, 9, 1)).shift)
    threads = crew.retire()
    for thread in threads:
        thread.join(60)
    assert [thread.is_alive() for thread in threads] == [False, False]
    assert crew.run(Launch(lambda first, end, _: seen.append(first), (0, 9, 1)).shift)
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
