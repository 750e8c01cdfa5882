"""A device whose launches begin and end when a test says so, and threads that take one step at a time.

A launch reads its arrays when it begins, and writes them when it ends. A worker stands still where it waits for a step that the
test has not taken yet; the test goes on when all workers stand still. So each choice of the test leads to one state only, and
nothing depends on how fast a thread is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

from vyre.contract.backend import FutureDispatch, HostView, Launch, PendingDispatch, Step, Timing
from vyre.contract.registry import Registry
from vyre.drivers.reference import ReferenceBackend
from vyre.run.in_flight import MemoryUse
from vyre.run.pending import Completion

__all__ = ["HeldLaunch", "HeldThreads", "held_registry"]

LIMIT = 60.0  # seconds after which a test that hangs fails; none waits so long otherwise


class HeldLaunch(FutureDispatch):
    """One submission. ``begin`` reads its arrays, ``end`` computes and writes them."""

    def __init__(self, backend: ReferenceBackend, steps: Sequence[Step], after: Sequence[PendingDispatch]) -> None:
        super().__init__()
        self._backend = backend
        self._steps = [step for step in steps if isinstance(step, Launch)]
        assert len(self._steps) == len(steps)
        self._after = after
        self._copies: list[tuple[Launch, list[Any]]] | None = None

    @property
    def may_go_on(self) -> bool:
        """Whether what it comes after is done."""
        return all(earlier.ready() for earlier in self._after)

    def go_on(self) -> None:
        """Begin, or end."""
        if self._copies is None:
            self._copies = [(step, [np.array(_bytes(slot)) for slot in step.slots]) for step in self._steps]
            return
        for step, copies in self._copies:
            views = tuple(
                HostView(copy, copy.ctypes.data, copy.nbytes, isinstance(slot, HostView) and slot.writable)
                for slot, copy in zip(step.slots, copies, strict=True)
            )
            ReferenceBackend.run(self._backend, [replace(step, slots=views)])
            for slot, copy in zip(step.slots, copies, strict=True):
                if isinstance(slot, HostView) and slot.writable:
                    _bytes(slot)[:] = copy
        self.finish()


def _bytes(slot: Any) -> Any:
    return np.frombuffer(slot.memory, np.uint8)


class HeldThreads:
    """Workers of one test. A worker stands still where it waits for a permission, a launch, another call, or a result."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waits: dict[int, Callable[[], bool]] = {}  # by thread: whether what it waits for is there
        self._permitted: dict[int, int] = {}
        self._over: set[int] = set()
        self._threads: list[threading.Thread] = []
        self.launches: list[HeldLaunch] = []
        self.errors: list[BaseException] = []

    def start(self, jobs: Sequence[Sequence[Callable[[], object]]]) -> None:
        """One worker for each list of operations, which waits for a permission before each of them."""
        for n, job in enumerate(jobs):
            self._permitted[n] = 0
            self._threads.append(threading.Thread(target=self._work, args=(n, job), name=f"worker-{n}", daemon=True))
        for thread in self._threads:
            thread.start()

    def _work(self, n: int, job: Sequence[Callable[[], object]]) -> None:
        try:
            for done, operation in enumerate(job):
                self._stand_still(lambda done=done: self._permitted[n] > done)  # type: ignore[misc]
                operation()
        except BaseException as error:  # noqa: BLE001 - the test raises it
            self.errors.append(error)
        with self._changed:
            self._over.add(n)
            self._changed.notify_all()

    def _stand_still(self, there: Callable[[], bool]) -> None:
        me = threading.get_ident()
        with self._changed:
            self._waits[me] = there
            self._changed.notify_all()
            if not self._changed.wait_for(there, LIMIT):
                raise TimeoutError("a worker was not let go on")
            del self._waits[me]
            self._changed.notify_all()

    def _is_still(self) -> bool:
        standing = {me for me, there in self._waits.items() if not there()}
        return all(n in self._over or thread.ident in standing for n, thread in enumerate(self._threads))

    def settle(self) -> None:
        """Come back when all workers stand still."""
        with self._changed:
            if not self._changed.wait_for(self._is_still, LIMIT):
                raise TimeoutError("a worker does not stand still")

    def permit(self, n: int) -> None:
        """Let a worker begin its next operation."""
        with self._changed:
            self._permitted[n] += 1
            self._changed.notify_all()
        self.settle()

    def go_on(self, launch: HeldLaunch) -> None:
        """Let a launch begin, or end."""
        launch.go_on()
        if launch.ready():
            self.launches.remove(launch)
        with self._changed:
            self._changed.notify_all()
        self.settle()

    @property
    def ready(self) -> list[HeldLaunch]:
        """The launches that may go on."""
        return [launch for launch in self.launches if launch.may_go_on]

    def waiting_workers(self, counts: Sequence[int]) -> list[int]:
        """The workers that wait for a permission. ``counts``: how many operations each has."""
        with self._changed:
            standing = self._waits
            return [
                n
                for n, count in enumerate(counts)
                if self._permitted[n] < count
                and n not in self._over
                and getattr(standing.get(self._threads[n].ident or 0), "__name__", "") == "<lambda>"
            ]

    def join(self) -> None:
        """All have ended. Raises what one raised."""
        for thread in self._threads:
            thread.join(LIMIT)
            assert not thread.is_alive(), "a worker hangs"
        if self.errors:
            raise self.errors[0]

    @contextmanager
    def watched(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        """Inside, the waits of vyre are standing still."""
        use_wait, end_wait = MemoryUse.wait, Completion.wait

        def wait_for_use(use: MemoryUse, limit: float | None) -> bool:
            def is_over() -> bool:
                return use.is_over()

            if threading.current_thread() in self._threads:
                self._stand_still(is_over)
            return use_wait(use, limit)

        def wait_for_end(completion: Completion[Any], limit: float | None) -> bool:
            def is_done() -> bool:
                return completion.done.is_open

            if threading.current_thread() in self._threads:
                self._stand_still(is_done)
            return end_wait(completion, limit)

        with patch.context() as context:
            context.setattr(MemoryUse, "wait", wait_for_use)
            context.setattr(Completion, "wait", wait_for_end)
            yield


def held_registry(threads: HeldThreads) -> Registry:
    """A registry whose ``reference`` is held by ``threads``."""

    class HeldBackend(ReferenceBackend):
        def submit(
            self,
            steps: Sequence[Step],
            *,
            after: Sequence[PendingDispatch] = (),
            stream: int | None = None,
            label: str | None = None,
        ) -> PendingDispatch:
            launch = HeldLaunch(self, steps, after)
            threads.launches.append(launch)
            return launch

        def run(self, steps: Sequence[Step], *, label: str | None = None) -> Timing:
            launch = HeldLaunch(self, steps, ())
            threads.launches.append(launch)

            def is_done() -> bool:
                return launch.ready()

            threads._stand_still(is_done)
            launch.result()
            return Timing(0, 0, 0, 0)

    class Point:
        name, value = "reference", "tests.unit.run.held_driver:HeldBackend"

        def load(self) -> type[HeldBackend]:
            return HeldBackend

    points: list[EntryPoint] = [Point()]  # type: ignore[list-item]  # has what the registry reads
    return Registry(points)
