"""What drivers of in-order device queues share: the fork guard, waiting, recycled memory.

Everything that is submitted runs in the order of submission, so ``after`` is kept by the queue itself, and a
recycled block of memory cannot be reached by older work that has not run yet.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
import weakref
from _thread import LockType, allocate_lock
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, Literal

from vyre.contract.backend import (
    Copy,
    FutureDispatch,
    HostView,
    Launch,
    PendingDispatch,
    Step,
    Timing,
    VyreBackend,
    refuse_stream,
)
from vyre.contract.ending import GATE, PATIENCE, keep_for_ever
from vyre.contract.signal_safe import Latch
from vyre.device import DeviceInfo
from vyre.drivers.forked import SPAWN, loaded_by, refuse_forked
from vyre.drivers.line import Line
from vyre.drivers.queued_work import DeviceClock, Work
from vyre.drivers.recycled import Holding, RecycledMemory, block_size
from vyre.errors import ArgumentValueError, BackendUnavailable, DeviceClosed, DeviceLost

__all__ = [
    "NOT_ASKED",
    "DeviceClock",
    "QueuedBackend",
    "QueuedDispatch",
    "device_lost",
]

_KEPT_BYTES: Final = 256 * 1024 * 1024  # closed blocks kept for the next allocation of their size

NOT_ASKED: Final = "it was not asked for: session.timed() and DispatchConfig(profile=True) do"
"""Why a dispatch of a driver with a clock has no time of its device."""


class QueuedDispatch(FutureDispatch):
    """Work on a backend's queue."""

    def __init__(self, backend: QueuedBackend) -> None:
        super().__init__()
        self.backend = backend


class QueuedBackend(VyreBackend):
    """A backend over one in-order queue. ``untimed``: why a dispatch has no time of its device. ``lost_fix``: what helps after a loss."""

    untimed = Timing().untimed
    lost_fix: ClassVar[str] = (
        "open it again with session.reopen({name!r}), and make resident arrays anew; where it stays lost, start the process again"
    )

    def __init__(self) -> None:
        refuse_forked(self.id)
        self._pid = loaded_by(self.id)
        self._closed = self._released = False
        self._lock = threading.RLock()  # the order of submissions, and the free lists
        self._encoding = threading.Lock()  # one submission at a time is encoded
        self._free: dict[int, list[Any]] = {}
        self._free_bytes = 0
        # By generation. Who holds a block may be garbage in a cycle, whose parts Python ends in any order: a library's
        # buffer that is known here is not ended before it has come back.
        self._taken: dict[int, Any] = {}
        self._generation = 0
        self._lost: DeviceLost | None = None
        self._count = 0  # of submissions with a launch
        self._turns: set[LockType] = set()  # of threads that run a launch by themselves, compile or make memory
        self._ends = False  # the process does
        self.clock: DeviceClock | None = None  # of the submission that is encoded, where it is timed
        self.queued = 0  # submissions that are not on the queue yet
        self._submitter: Line | None = None
        self._waiter: Line | None = None
        self._last: QueuedDispatch | None = None
        self._late: QueuedDispatch | None = None  # the last of those that somebody has waited for in vain
        self._at_exit = _exit_hook(weakref.ref(self))
        atexit.register(self._at_exit)

    # -- what a driver brings ---------------------------------------------------------------------------------
    @abstractmethod
    def create_block(self, nbytes: int) -> Any:
        """Device memory of ``nbytes`` (at least 4, a multiple of 4). Raises OutOfMemory."""

    @abstractmethod
    def destroy_block(self, block: Any) -> None: ...

    @abstractmethod
    def enqueue(self, steps: Sequence[Step], label: str | None) -> Callable[[], None]:
        """Hand the steps to the queue; the result waits for them and finishes their copies to the host.
        Called by one thread at a time, in the order of submission."""

    def drain(self) -> None:
        """Wait until nothing that was enqueued reads or writes host memory. Here for queues that never do by themselves."""

    @abstractmethod
    def release(self) -> None:
        """Give the device back."""

    # -- the contract ---------------------------------------------------------------------------------------
    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> RecycledMemory:
        self.guard()
        size = block_size(nbytes)
        with self._lock:
            self._generation += 1
            generation = self._generation
            waiting = self._free.get(size)
            block = waiting.pop() if waiting else None
            if block is not None:
                self._free_bytes -= size
        if block is None:
            with self.inside():
                block = self.create_block(size)
        self._taken[generation] = block
        return RecycledMemory(self, nbytes, kind, block, generation)

    def recycle(self, nbytes: int, block: Any, generation: int) -> None:
        self._taken.pop(generation, None)
        if self._closed or os.getpid() != self._pid:
            return  # the device is gone, or is the parent's: a forked child must not touch it
        size = block_size(nbytes)
        with self._lock:
            if self._free_bytes + size <= _KEPT_BYTES:
                self._free.setdefault(size, []).append(block)
                self._free_bytes += size
                return
        self.destroy_block(block)

    def trim(self) -> None:
        """Destroy the blocks that wait for reuse."""
        with self._lock:
            blocks = [block for waiting in self._free.values() for block in waiting]
            self._free, self._free_bytes = {}, 0
        for block in blocks:
            self.destroy_block(block)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        refuse_stream(self.id, stream)
        return self.put(steps, after, label)

    def put(
        self,
        steps: Sequence[Step],
        after: Sequence[PendingDispatch],
        label: str | None,
        clock: DeviceClock | None = None,
    ) -> QueuedDispatch:
        """Never waits for the device: some drivers do when they are given work while they have some, so a
        submission goes through a thread of its own then. What the driver reports comes with the result."""
        self.guard()
        reads_host = any(isinstance(step, Copy) and isinstance(step.source, HostView) for step in steps)
        # host memory is read when the steps are encoded, not when the queue comes to them
        waits = [e for e in after if reads_host or not (isinstance(e, QueuedDispatch) and e.backend is self)]
        work = Work(self, QueuedDispatch(self), tuple(steps), [e for e in waits if not e.ready()], label)
        work.clock = clock
        with (
            work.encoding
        ):  # the waiting thread has the work before anything of it is on the queue, and waits for this thread
            with self._lock:
                if self._closed:
                    self.guard()
                self._count += bool(work.names)
                work.number = self._count
                if self._waiter is None:
                    self._waiter = Line(f"vyre-{self.id}")
                last = self._last
                idle = not work.waits and (last is None or last.ready())
                if idle:
                    self._waiter.put(work.finish)
                else:
                    if self._submitter is None:
                        self._submitter = Line(f"vyre-{self.id}-submit")
                    self.queued += 1
                    self._submitter.put(lambda: self._encode_in_turn(work))
                self._last = work.pending
            if idle:
                self._encode(work)
        return work.pending

    def hold(self, steps: Sequence[Step]) -> Holding:
        """Keep the memory of the steps as long as what this gives lives. A640 where some of it is closed or foreign."""
        held: list[RecycledMemory] = []
        holding = Holding(held)
        for step in steps:
            used = (
                step.slots
                if isinstance(step, Launch)
                else (step.source, step.target)
                if isinstance(step, Copy)
                else (step.target,)
            )
            for given in used:
                if isinstance(given, HostView):
                    continue
                self.block_of(given)
                assert isinstance(given, RecycledMemory)
                if given.hold() is None:
                    raise self._no_memory(given)
                held.append(given)
        return holding

    def _encode_in_turn(self, work: Work) -> None:
        with work.encoding:  # the thread that submits has left
            self._encode(work)
        with self._lock:
            self.queued -= 1
        waiter = self._waiter
        if waiter is None:  # the process ends
            work.finish()
        else:
            waiter.put(work.finish)

    def flush(self) -> None:
        """Come back when everything that was submitted is on the queue."""
        with GATE:
            self.guard()
            with self._lock:
                done = Latch()
                if self._submitter is None:
                    return
                self._submitter.put(done.open)
            done.wait()

    def _encode(self, work: Work) -> None:
        """Hand one submission to the queue, and its end to the waiting thread."""
        try:
            for earlier in work.waits:
                earlier.wait_quietly()
            with self._encoding:
                begun = time.perf_counter_ns()
                self.clock = work.clock
                work.wait = self.enqueue(work.steps, work.label)
                work.enqueued = time.perf_counter_ns() - begun
        except BaseException as error:  # noqa: BLE001 - a pending dispatch raises what its work raised
            work.error = self.told(error, work.what)  # told after the ends of the ones before it
        work.held = None

    def is_idle(self) -> bool:
        """Whether everything that was submitted is done."""
        last = self._last
        return last is None or last.ready()

    def begin_launch(self, turn: LockType) -> int:
        """The calling thread runs a launch by itself, inside of ``with turn:``, a lock of its own: its number. ``end_launch`` follows;
        ``close`` and the end of the process wait until ``turn`` is free. Raises as ``guard``."""
        self.guard()  # without the lock, which another thread may have held when this process was forked
        passed = False
        while True:
            with self._lock:
                if passed or not self._ends:
                    if self._closed:
                        self.guard()
                    self._count += 1
                    self._turns.add(turn)
                    return self._count
            with GATE:
                passed = True

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """The calling thread is in the driver: ``close`` waits for it. Raises as ``guard``."""
        self.guard()
        turn = allocate_lock()
        with turn:
            with self._lock:
                if self._closed:
                    self.guard()
                self._turns.add(turn)
            try:
                yield
            finally:
                self.end_launch(turn)

    def end_launch(self, turn: LockType) -> None:
        """It is done."""
        self._turns.discard(turn)

    def _wait_for_turns(self, patience: Callable[[], float] = lambda: -1) -> None:
        """Wait until no thread is in the driver, or for as many seconds as ``patience`` says; -1: without end."""
        with self._lock:
            turns = list(self._turns)
        for turn in turns:
            if turn.acquire(timeout=patience()):
                turn.release()

    def run(self, steps: Sequence[Step], *, label: str | None = None) -> Timing:
        """Submit and wait."""
        pending = self.submit(steps, label=label)
        pending.result()
        return pending.timing

    def late(self, pending: PendingDispatch, *, left: bool) -> bool:
        """A queue runs what it was given in order, to the end: nothing is stopped, and what comes later waits."""
        if isinstance(pending, QueuedDispatch):
            self._late = pending
        return False

    @property
    def stuck(self) -> bool:
        """Whether a dispatch that somebody has waited for in vain still runs."""
        late = self._late
        return late is not None and not late.ready()

    # -- a device that answers no more --------------------------------------------------------------------------
    @property
    def device_lost(self) -> str | None:
        """Why it answers no more; None while it does."""
        return None if self._lost is None else self._lost.message

    def told(self, error: BaseException, what: str) -> BaseException:
        """What somebody is told of an error. The first loss of the device is kept, and said to all who come later."""
        if not isinstance(error, DeviceLost):
            return error
        with self._lock:
            first = self._lost is None
            if self._lost is None:
                self._lost = device_lost(self.name, f"in {what}: {error.message}", error.actual, self.lost_fix)
        return self._lost if first else self.lost()

    def lost(self) -> DeviceLost:
        """The error for what comes after the loss."""
        assert self._lost is not None
        return device_lost(self.name, self._lost.message.partition(" was lost ")[2], self._lost.actual, self.lost_fix)

    @property
    def name(self) -> str:
        """The device's id."""
        info: DeviceInfo | None = getattr(self, "device_info", None)
        return self.id if info is None else info.id

    def abandon(self) -> None:
        """Give up what can be given up without waiting for the device: it is lost, or runs a kernel that does not end."""
        if self._closed or os.getpid() != self._pid:
            return
        self._closed = self._released = True
        atexit.unregister(self._at_exit)
        if not self._stop(lambda: 1.0):
            keep_for_ever(self)  # its threads are inside of the driver
        elif self._lost is not None:
            self.forsake()

    def forsake(self) -> None:
        """Drop a device that is lost; what its driver says to that is of no interest."""

    def synchronize(self) -> None:
        self.guard()
        last = self._last
        if last is not None:  # each ends after the ones before it
            last.wait_quietly()

    def retire(self) -> None:
        """Take no more, and finish what was taken."""
        if self._closed or self._lost is not None or os.getpid() != self._pid:
            return
        with self._lock:
            self._closed = True
        self._wait_for_turns()
        self._stop()
        atexit.unregister(self._at_exit)

    def close(self) -> None:
        if self._released:
            return
        if self._lost is not None:
            self.abandon()
            return
        self.retire()
        self._closed = self._released = True
        if os.getpid() == self._pid:
            self.trim()
            self.release()

    def _stop(self, patience: Callable[[], float | None] = lambda: None) -> bool:
        """Finish what was submitted, and end the threads. False where they have not ended after the patience."""
        with self._lock:
            submitter, self._submitter = self._submitter, None
        if submitter is not None and not submitter.stop(patience()):
            return False
        with self._lock:
            waiter, self._waiter = self._waiter, None
        return waiter is None or waiter.stop(patience())

    def end(self) -> None:
        """The process ends: finish what was submitted. A kernel that does not end is left to the driver."""
        with self._lock:
            self._ends = True
        self.queued += 1  # who enqueues by himself looks at this, and comes to the gate
        GATE.shut(PATIENCE.left(late=self.stuck))
        self._wait_for_turns(lambda: PATIENCE.left(late=self.stuck))
        # a daemon thread must not be inside a driver when the interpreter is gone, if that can be had
        if not self._stop(lambda: PATIENCE.left(late=self.stuck)):
            keep_for_ever(self)

    # -- checks -----------------------------------------------------------------------------------------------
    def guard(self) -> None:
        """Raise BackendUnavailable R801 in a forked child, ArgumentValueError A640 after ``close``."""
        if os.getpid() != self._pid:
            raise BackendUnavailable(
                f"the {self.id} device was started before fork, and its driver does not work in the child",
                code="R801",
                fix=SPAWN,
                actual=f"opened in process {self._pid}, used in {os.getpid()}",
            )
        if self._lost is not None:
            raise self.lost()
        if self._closed:
            closed = DeviceClosed(f"the {self.id} backend is closed", code="A640", fix="open it again", actual=self.id)
            closed.backend_id = id(self)
            raise closed

    def block_of(self, given: object) -> Any:
        """The library's buffer behind a resource of this backend."""
        block = given.block if isinstance(given, RecycledMemory) and given.owner is self else None
        if block is None:
            raise self._no_memory(given)
        return block

    def _no_memory(self, given: object) -> ArgumentValueError:
        return ArgumentValueError(
            f"this is no open memory of this {self.id} device",
            code="A640",
            fix="allocate it on this backend, and keep it open until the submission is made",
            actual=repr(given),
        )


def device_lost(name: str, why: str, actual: str | None, fix: str) -> DeviceLost:
    """R824."""
    return DeviceLost(f"the {name} device was lost {why}", code="R824", fix=fix.format(name=name), actual=actual)


def _exit_hook(backend: weakref.ref[QueuedBackend]) -> Callable[[], None]:
    def at_exit() -> None:
        alive = backend()
        if alive is not None and os.getpid() == alive._pid:
            with contextlib.suppress(Exception):
                alive.end()

    return at_exit
