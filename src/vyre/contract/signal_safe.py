"""Waiting and starting threads such that an exception raised by a signal handler leaves no lock held and no thread half started.

``threading.Condition`` and ``threading.Event`` enter their lock in a function of Python. A handler that raises at the end of that
function leaves the lock held, and the thread that would end the wait blocks for ever. ``Thread.start`` waits in this way too.
Here each step that takes or gives something is one call of C, between which handlers run, and nothing is held across two of them.
"""

from __future__ import annotations

import _thread
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["Latch", "Worker"]


class Latch:
    """Closed until ``open`` is called, then open for ever."""

    __slots__ = ("_waiting", "is_open")

    def __init__(self) -> None:
        self.is_open = False
        self._waiting: deque[_thread.LockType] = deque()

    def open(self) -> None:
        self.is_open = True
        while self._waiting:
            try:
                self._waiting.pop().release()
            except IndexError:  # another thread opens it too
                return

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is open, ``timeout`` seconds at most; whether it is open."""
        if self.is_open:
            return True
        turn = _thread.allocate_lock()
        turn.acquire()
        self._waiting.append(turn)
        if not self.is_open:  # else the one that opens it may have looked before
            turn.acquire(timeout=_FOR_EVER if timeout is None else min(timeout, threading.TIMEOUT_MAX))
        if not self.is_open:
            with contextlib.suppress(ValueError):  # it is opened just now
                self._waiting.remove(turn)
        return self.is_open


_FOR_EVER: Final = -1


class Worker(threading.Thread):
    """A daemon thread, started when it is made, by another thread that nothing interrupts."""

    def __init__(self, target: Callable[..., object], *args: object, name: str) -> None:
        super().__init__(target=target, args=args, name=name, daemon=True)
        self._begun = Latch()
        _thread.start_new_thread(self._begin, ())

    def _begin(self) -> None:
        self.start()
        self._begun.open()

    def join(self, timeout: float | None = None) -> None:
        if self._begun.wait(timeout):
            super().join(timeout)

    def is_alive(self) -> bool:
        return not self._begun.is_open or super().is_alive()
