"""A thread that runs what it is given, one after the other, until it is stopped.

Not a ThreadPoolExecutor: that one takes nothing any more once the interpreter has begun to end, and work that is under
way then would never be finished.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from vyre.contract.ending import GATE
from vyre.contract.signal_safe import Worker

__all__ = ["Line", "Relay"]


class Line:
    """One such thread, a daemon; ``stop`` runs what was given before."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Worker(_serve, self._queue, name=name)

    def put(self, job: Callable[[], None]) -> None:
        """Run ``job`` after the ones before it. It raises nothing."""
        self._queue.put(job)

    @property
    def thread(self) -> threading.Thread:
        return self._thread

    def retire(self) -> list[Callable[[], None]]:
        """End after the job that is under way; gives the jobs that have not begun."""
        waiting: list[Callable[[], None]] = []
        with contextlib.suppress(Empty):
            while (job := self._queue.get_nowait()) is not None:
                waiting.append(job)
        self._queue.put(None)
        return waiting

    def stop(self, patience: float | None = None) -> bool:
        """Run what is waiting, then end the thread. False where it has not ended after ``patience`` seconds."""
        self._queue.put(None)
        if self._thread is threading.current_thread():
            return True
        self._thread.join(patience)
        return not self._thread.is_alive()


class Relay:
    """A line that starts when it is needed, and goes on in a thread of its own where a job of it does not end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._line: Line | None = None

    def put(self, job: Callable[[], None]) -> None:
        """Run ``job`` after the ones before it."""
        with self._lock:
            if self._line is None:
                self._line = Line(self._name)
            self._line.put(job)

    def pass_by(self, thread: threading.Thread | None) -> None:
        """Let what waits behind the job that ``thread`` is in wait no longer; None: behind any job."""
        with self._lock:
            if self._line is None or thread not in (None, self._line.thread):
                return
            waiting = self._line.retire()
            self._line = None
            if waiting:
                self._line = Line(self._name)
                for job in waiting:
                    self._line.put(job)

    def drop(self) -> threading.Thread | None:
        """Forget the jobs that have not begun; gives the thread of the one that has."""
        with self._lock:
            line, self._line = self._line, None
            if line is None:
                return None
            line.retire()
            return line.thread

    def stop(self) -> None:
        """Run what is waiting, then end the thread."""
        with self._lock:
            line, self._line = self._line, None
        if line is not None:
            line.stop()


def _serve(queue: SimpleQueue[Callable[[], None] | None]) -> None:
    GATE.own()
    while (job := queue.get()) is not None:
        job()
        del job  # or the last one's memory would stay until the next one comes
