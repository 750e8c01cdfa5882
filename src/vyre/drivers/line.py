"""A thread that runs what it is given, one after the other, until it is stopped.

Not a ThreadPoolExecutor: that one takes nothing any more once the interpreter has begun to end, and work that is under
way then would never be finished.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from vyre.contract.ending import GATE

__all__ = ["Line"]


class Line:
    """One such thread, a daemon; ``stop`` runs what was given before."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(self._queue,), name=name, daemon=True)
        self._thread.start()

    def put(self, job: Callable[[], None]) -> None:
        """Run ``job`` after the ones before it. It raises nothing."""
        self._queue.put(job)

    def stop(self) -> None:
        """Run what is waiting, then end the thread."""
        self._queue.put(None)
        if self._thread is not threading.current_thread():
            self._thread.join()


def _serve(queue: SimpleQueue[Callable[[], None] | None]) -> None:
    GATE.own()
    while (job := queue.get()) is not None:
        job()
        del job  # or the last one's memory would stay until the next one comes
