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
from vyre.contract.signal_safe import Latch, Worker

__all__ = ["Line", "Relay"]


Job = Callable[[], None]


class Line:
    """One such thread, a daemon; ``stop`` runs what was given before. ``queue``: of another line, which it takes over."""

    def __init__(self, name: str, queue: SimpleQueue[Job | None] | None = None) -> None:
        self.queue: SimpleQueue[Job | None] = SimpleQueue() if queue is None else queue
        self._retired = Latch()
        self._thread = Worker(_serve, self.queue, self._retired, name=name)

    def put(self, job: Job) -> None:
        """Run ``job`` after the ones before it. It raises nothing."""
        self.queue.put(job)

    @property
    def thread(self) -> threading.Thread:
        return self._thread

    def retire(self) -> None:
        """End after the job that is under way; those behind it are another line's."""
        self._retired.open()

    def stop(self, patience: float | None = None) -> bool:
        """Run what is waiting, then end the thread. False where it has not ended after ``patience`` seconds."""
        self.queue.put(None)
        if self._thread is threading.current_thread():
            return True
        self._thread.join(patience)
        return not self._thread.is_alive()


class Relay:
    """A line that starts when it is needed, and goes on in a thread of its own where a job of it does not end."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._queue: SimpleQueue[Job | None] = (
            SimpleQueue()
        )  # of every line in turn, until they are stopped: a job is in it until a thread has it
        self._line: Line | None = None

    def put(self, job: Job) -> None:
        """Run ``job`` after the ones before it."""
        with self._lock:
            if self._line is None:
                self._line = Line(self._name, self._queue)
            self._queue.put(job)

    def pass_by(self, thread: threading.Thread | None) -> None:
        """Let what waits behind the job that ``thread`` is in wait no longer; None: behind any job."""
        with self._lock:
            line = self._line
            if line is None or thread not in (None, line.thread):
                return
            self._line = None if self._queue.empty() else Line(self._name, self._queue)
            line.retire()

    def drop(self) -> threading.Thread | None:
        """Forget the jobs that have not begun; gives the thread of the one that has."""
        with self._lock:
            line, self._line = self._line, None
            queue, self._queue = self._queue, SimpleQueue()
            with contextlib.suppress(Empty):
                while True:
                    queue.get_nowait()
            queue.put(None)
            return None if line is None else line.thread

    def stop(self) -> None:
        """Run what is waiting, then end the thread."""
        with self._lock:
            line, self._line = self._line, None
            queue, self._queue = self._queue, SimpleQueue()
        queue.put(None)
        if line is not None:
            line.stop()


def _serve(queue: SimpleQueue[Job | None], retired: Latch) -> None:
    GATE.own()
    while not retired.is_open:
        job = queue.get()
        if job is None:
            # For every thread that takes from it: besides the line's own there are ones that it has taken over from, also where
            # a signal's handler kept that from being told to them.
            queue.put(None)
            return
        job()
        del job  # or the last one's memory would stay until the next one comes
