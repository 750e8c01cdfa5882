"""Waiting for a WebGPU device without keeping others from it.

wgpu-py waits in one thread per device, with a blocking poll; wgpu-native holds the device's fence while it blocks, so
that no thread can submit until the device is idle. The thread here asks without blocking and sleeps in between: a
hundredth of the time it has waited, so that short work is noticed at once and long work costs next to nothing. Where all
that runs is one small launch, it does block: nobody has long to wait then, and asking takes the device's time in software.
"""

from __future__ import annotations

import time
from _thread import allocate_lock
from collections.abc import Callable
from functools import partial
from typing import Final

from vyre.drivers.line import Line

__all__ = ["NO_ANSWER", "Poll", "Told"]

_SPIN_NS: Final = 50_000
_SHARE: Final = 100
_LONGEST: Final = 1e-3
NO_ANSWER: Final = 0
"""The status of what the device was asked about in vain: its driver has an error to tell."""


class Told:
    """What the device tells about one piece of work: ``tell(status)``, called by any thread and inside of the driver. It is a
    function in C, which a signal's handler does not interrupt, and after which ``told`` has the status. ``turn``: locked until the
    thread that polls has seen it."""

    __slots__ = ("tell", "told", "turn")

    def __init__(self) -> None:
        self.told: list[int] = []
        self.tell = self.told.append
        self.turn = turn = allocate_lock()
        turn.acquire()


class Poll:
    """The thread that polls a device, started when it is needed: ``ask(block)`` polls once. ``brief``: all that runs is short.

    ``keep(told)``, before the device gets what calls it: it stays until it was called, whatever comes between this and ``follow``.
    """

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
        self._kept: set[Told] = set()
        self.keep = self._kept.add
        self._unanswered: list[Told] = []
        self._line: Line | None = None
        self.brief = False

    def follow(self, told: Told) -> None:
        """Poll until ``told`` has its event. Called by one thread at a time."""
        line = self._line
        if line is None:
            line = self._line = Line("vyre-poll")
        line.queue.put(partial(self._until, told))

    def _until(self, told: Told) -> None:
        try:
            self.once(block=False)
            self._look()
            while not told.told:
                self.once(block=True)
                self._look()
        except Exception:  # noqa: BLE001 - whoever waits asks the driver why
            self._unanswered.append(told)  # kept: it may be called yet
            told.tell(NO_ANSWER)
            self._look()

    def _look(self) -> None:
        for told in self._kept.copy():
            if told.told:
                self._kept.discard(told)
                told.turn.release()

    def once(self, *, block: bool) -> None:
        """One question. ``block``: nothing new was submitted since the last one."""
        if block and self.brief:
            self._ask(True)
            return
        if not block:
            self._begun = self._clock()
        else:
            waited = self._clock() - self._begun
            if waited > _SPIN_NS:
                self._sleep(min(waited / _SHARE * 1e-9, _LONGEST))
        self._ask(False)

    def stop(self, patience: float | None = None) -> bool:
        """Poll until everything followed has ended, and end the thread. False where it has not ended after the patience."""
        line, self._line = self._line, None
        return line is None or line.stop(patience)
