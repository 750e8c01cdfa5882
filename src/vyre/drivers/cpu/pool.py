"""The threads that share the launches of one backend: made when the first launch is long enough."""

from __future__ import annotations

import os
import threading

from vyre.contract.backend import Store
from vyre.contract.signal_safe import Worker
from vyre.drivers.cpu.crew import Crew

__all__ = ["Pool", "usable_cpus"]


def usable_cpus() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """``threads``: with the one that makes a launch. ``store``: where the machine code of the others is kept; without one there are none."""

    def __init__(self, threads: int, store: Store | None = None) -> None:
        self.threads = max(1, threads)
        self._store = store
        self._crew: Crew | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def started_crew(self) -> Crew | None:
        """``crew``, where a launch has been shared already."""
        return self._crew

    @property
    def crew(self) -> Crew | None:
        """The threads that share launches; None where the system has no such thing."""
        if self._store is not None:
            with self._lock:
                if self._store is not None and not self._closed:
                    self._crew = Crew.made(self.threads - 1, self._store)
                self._store = None
        return self._crew

    def forked(self) -> None:
        """In a forked child, where the threads do not exist."""
        if self._crew is not None:
            self._crew.disown()

    def retire(self) -> list[Worker]:
        """Let the threads end after the job that they are in. Launches that come later run on their own thread alone."""
        with self._lock:
            self._closed = True
            crew = self._crew
        return [] if crew is None else crew.retire()

    def close(self) -> None:
        """Retire, and wait for the threads."""
        for thread in self.retire():
            thread.join()
