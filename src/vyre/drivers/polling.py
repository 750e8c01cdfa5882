"""Waiting for a WebGPU device without keeping others from it.

wgpu-py waits in one thread per device, with a blocking poll; wgpu-native holds the device's fence while it blocks, so
that nobody can submit until the device is idle. Here that thread asks without blocking and sleeps in between: a
hundredth of the time it has waited, so that short work is noticed at once and long work costs next to nothing. Where all
that runs is one small launch, it does block: nobody has long to wait then, and asking takes the device's time in software.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

__all__ = ["Poll", "poll_without_blocking"]

_SPIN_NS: Final = 50_000
_SHARE: Final = 100
_LONGEST: Final = 1e-3


class Poll:
    """The thread's poll function: ``ask(block)`` is the one that wgpu-py made. ``brief``: all that runs is short."""

    def __init__(
        self,
        ask: Callable[[bool], object],
        *,
        clock: Callable[[], int] = time.perf_counter_ns,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._sleep = sleep
        self._begun = clock()
        self.brief = False

    def __call__(self, block: bool) -> None:
        if block and self.brief:
            self._ask(True)
            return
        if not block:  # the thread woke up: something new was submitted
            self._begun = self._clock()
        else:
            waited = self._clock() - self._begun
            if waited > _SPIN_NS:
                self._sleep(min(waited / _SHARE * 1e-9, _LONGEST))
        self._ask(False)


class _Bell:
    """What wgpu-py's thread waits on, in place of a ``threading.Event``: a call of it that a signal's handler ends holds no lock."""

    def __init__(self) -> None:
        self._rung: SimpleQueue[None] = SimpleQueue()
        self.set = partial(self._rung.put, None)

    def wait(self) -> None:
        self._rung.get()

    def clear(self) -> None:
        with contextlib.suppress(Empty):
            while True:
                self._rung.get_nowait()


def poll_without_blocking(device: Any) -> Poll | None:
    """Make the thread that waits for ``device`` poll without blocking. None where wgpu-py has no such thread (its
    inside is not promised to stay): then everything works as before, and a submission waits for the ones before it."""
    poller = getattr(device, "_poller", None)
    ask = getattr(poller, "_poll_func", None)
    if poller is None or not callable(ask):
        return None
    poll = poller._poll_func = Poll(ask)
    if issubclass(type(poller), threading.Thread) and hasattr(poller, "_event"):
        made: Any = type(poller)(poll)  # wgpu-py's class, which takes the function
        made._event = _Bell()  # a thread that runs has its own in hand already
        made.start()
        device._poller = made
        poller.stop()
    return poll
