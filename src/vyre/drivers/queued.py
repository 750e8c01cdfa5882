"""What drivers of in-order device queues share: the fork guard, waiting, recycled memory, refused text.

Everything that is submitted runs in the order of submission, so ``after`` is kept by the queue itself, and a
recycled block of memory cannot be reached by older work that has not run yet.
"""

from __future__ import annotations

import os
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal

from vyre.contract.backend import Copy, FutureDispatch, HostView, PendingDispatch, Resource, Step, Timing, VyreBackend, refuse_stream
from vyre.emit.base import Artifact
from vyre.errors import ArgumentValueError, BackendUnavailable, CompileFailed, Place
from vyre.ir.walk import statements
from vyre.plan.plan import Plan

__all__ = ["QueuedBackend", "QueuedDispatch", "RecycledMemory", "compile_failed"]

_KEPT_BYTES: Final = 256 * 1024 * 1024  # closed blocks kept for the next allocation of their size
_CONTEXT_LINES: Final = 20


class QueuedDispatch(FutureDispatch):
    """Work on a backend's queue."""

    def __init__(self, backend: QueuedBackend) -> None:
        super().__init__()
        self.backend = backend


class RecycledMemory(Resource):
    """One block of device memory, given back to its backend's free list by ``close``. ``block`` is the library's
    own buffer, of ``nbytes`` rounded up."""

    def __init__(
        self, owner: QueuedBackend, nbytes: int, kind: Literal["device", "staging"], block: Any, generation: int
    ) -> None:
        self.owner = owner
        self.nbytes = nbytes
        self.kind = kind
        self.block = block
        self.generation = generation
        self._lock = threading.Lock()

    def close(self) -> None:
        with self._lock:
            block, self.block = self.block, None
        if block is not None:
            backend = self.owner
            assert isinstance(backend, QueuedBackend)
            backend.recycle(self.nbytes, block)

    def __del__(self) -> None:
        self.close()


class QueuedBackend(VyreBackend):
    """A backend over one in-order queue."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._closed = False
        self._lock = threading.RLock()  # one submission at a time is encoded; also guards the free lists
        self._free: dict[int, list[Any]] = {}
        self._free_bytes = 0
        self._generation = 0
        self._waiter: ThreadPoolExecutor | None = None
        self._last: QueuedDispatch | None = None

    # -- what a driver brings ---------------------------------------------------------------------------------
    @abstractmethod
    def create_block(self, nbytes: int) -> Any:
        """Device memory of ``nbytes`` (at least 4, a multiple of 4). Raises OutOfMemory."""

    @abstractmethod
    def destroy_block(self, block: Any) -> None: ...

    @abstractmethod
    def enqueue(self, steps: Sequence[Step], label: str | None) -> Callable[[], None]:
        """Hand the steps to the queue; the result waits for them and finishes their copies to the host.
        Called under the backend's lock; waiting happens outside of it."""

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
            block = self.create_block(size)
        return RecycledMemory(self, nbytes, kind, block, generation)

    def recycle(self, nbytes: int, block: Any) -> None:
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
        self.guard()
        refuse_stream(self.id, stream)
        reads_host = any(isinstance(step, Copy) and isinstance(step.source, HostView) for step in steps)
        for earlier in after:  # host memory is read now, not when the queue comes to it
            if reads_host or not (isinstance(earlier, QueuedDispatch) and earlier.backend is self):
                earlier.wait_quietly()
        pending = QueuedDispatch(self)
        start = time.perf_counter_ns()
        with self._lock:
            wait = self.enqueue(steps, label)
            if self._waiter is None:
                self._waiter = ThreadPoolExecutor(1, thread_name_prefix=f"vyre-{self.id}")
            enqueued = time.perf_counter_ns() - start
            self._waiter.submit(_finish, pending, wait, start, enqueued)
            self._last = pending
        return pending

    def run(self, steps: Sequence[Step], *, label: str | None = None) -> Timing:
        """Run on the queue and wait on the calling thread."""
        self.guard()
        start = time.perf_counter_ns()
        with self._lock:
            wait = self.enqueue(steps, label)
        enqueued = time.perf_counter_ns()
        wait()
        end = time.perf_counter_ns()
        return Timing(wall=end - start, enqueue=enqueued - start, wait=end - enqueued)

    def synchronize(self) -> None:
        self.guard()
        self.run(())
        last = self._last
        if last is not None:  # the queue is empty now; its thread may still copy to the host
            last.wait_quietly()

    def close(self) -> None:
        if self._closed:
            return
        if os.getpid() == self._pid:
            with self._lock:
                waiter, self._waiter = self._waiter, None
            if waiter is not None:
                waiter.shutdown(wait=True)
            self.run(())
            self._closed = True
            self.trim()
            self.release()
        self._closed = True

    # -- checks -----------------------------------------------------------------------------------------------
    def guard(self) -> None:
        """Raise BackendUnavailable R801 in a forked child, ArgumentValueError A640 after ``close``."""
        if os.getpid() != self._pid:
            raise BackendUnavailable(
                f"the {self.id} device was started before fork, and its driver does not work in the child",
                code="R801",
                fix="start child processes with multiprocessing's 'spawn' context, or open the device in the child only",
                actual=f"opened in process {self._pid}, used in {os.getpid()}",
            )
        if self._closed:
            raise ArgumentValueError(
                f"the {self.id} backend is closed", code="A640", fix="open it again", actual=self.id
            )

    def block_of(self, given: object) -> Any:
        """The library's buffer behind a resource of this backend."""
        block = given.block if isinstance(given, RecycledMemory) and given.owner is self else None
        if block is None:
            raise ArgumentValueError(
                f"this is no open memory of this {self.id} device",
                code="A640",
                fix="allocate it on this backend, and keep it open until the submission is made",
                actual=repr(given),
            )
        return block


def block_size(nbytes: int) -> int:
    """Blocks come in multiples of 256 bytes, so that close sizes can reuse one another's."""
    return max(256, -(-nbytes // 256) * 256)


def _finish(pending: QueuedDispatch, wait: Callable[[], None], start: int, enqueued: int) -> None:
    begun = time.perf_counter_ns()
    try:
        wait()
    except BaseException as error:  # noqa: BLE001 - a pending dispatch raises what its work raised
        pending.finish(error)
        return
    end = time.perf_counter_ns()
    pending.timing = Timing(wall=end - start, enqueue=enqueued, wait=end - begun)
    pending.finish()


def compile_failed(backend: str, plan: Plan, artifact: Artifact, log: str, line: int | None) -> CompileFailed:
    """The error for text that a target compiler refused: the statement behind the line (from 1) that the log
    names, the numbered lines around it, and the log. ``detail`` holds these, ``source`` the whole text."""
    lines = artifact.text.splitlines()
    at = min(max(line or 1, 1), max(len(lines), 1))
    first = max(0, min(at - 1 - _CONTEXT_LINES // 2, len(lines) - _CONTEXT_LINES))
    shown = [
        f"{'>' if n + 1 == line else ' '}{n + 1:5d} | {lines[n]}"
        for n in range(first, min(first + _CONTEXT_LINES, len(lines)))
    ]
    program = plan.program.program
    number = artifact.statements[at - 1] if line is not None and at <= len(artifact.statements) else -1
    where = ""
    place: Place | None = None
    if number >= 0:
        stmt = statements(program)[number]
        where, place = f", statement {number} ({type(stmt).__name__})", stmt.place
    error = CompileFailed(
        f"the {backend} compiler refused the text of program {program.name!r}{where}",
        code="R821",
        fix="run it with backend='cpu' meanwhile, and report this text: it is a fault of vyre or of the driver",
        place=place,
        detail="\n".join(shown) + "\ncompiler log:\n" + log.strip(),
    )
    error.source = artifact.text
    return error
