"""One submission on its way: to the queue, and to its end."""

from __future__ import annotations

import time
from _thread import allocate_lock
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from vyre.contract.backend import Launch, PendingDispatch, Step, Timing
from vyre.drivers.recycled import Holding
from vyre.errors import DispatchFailed

if TYPE_CHECKING:
    from vyre.drivers.queued import QueuedBackend, QueuedDispatch

__all__ = ["DeviceClock", "Work"]


class DeviceClock(Protocol):
    """The device's own times of the launches of one submission, which its driver notes."""

    def total_ns(self) -> int: ...


class Work:
    """One submission on its way."""

    def __init__(
        self,
        backend: QueuedBackend,
        pending: QueuedDispatch,
        steps: tuple[Step, ...],
        waits: list[PendingDispatch],
        label: str | None,
    ) -> None:
        self.backend = backend
        self.pending = pending
        self.steps = steps  # with the host arrays, which the device may use until the end
        self.held: Holding | None = backend.hold(steps)  # until they are encoded: the queue keeps what it needs
        self.encoding = allocate_lock()
        self.waits = waits
        self.label = label
        self.names = tuple(dict.fromkeys(step.name for step in steps if isinstance(step, Launch)))
        self.number = 0
        self.clock: DeviceClock | None = None
        self.start = time.perf_counter_ns()
        self.enqueued = 0
        self.wait: Callable[[], None] | None = None
        self.error: BaseException | None = None

    @property
    def what(self) -> str:
        """This work, for an error."""
        names = " and ".join(repr(name) for name in self.names)
        return f"dispatch #{self.number} ({names})" if names else f"a copy after dispatch #{self.number}"

    def finish(self) -> None:
        """Wait for the end of the work, on the thread of the backend that waits. The arrays are the caller's again then."""
        with self.encoding:  # the thread that encodes it has left, perhaps by what a signal's handler raised
            wait, self.wait = self.wait, None
        self.held = None
        begun = time.perf_counter_ns()
        error = self.error
        try:
            if wait is None:
                self.backend.drain()
                error = error or self._interrupted()
            else:
                wait()
                device = None if self.clock is None else self.clock.total_ns()
                end = time.perf_counter_ns()
                self.pending.timing = Timing(end - self.start, device, self.enqueued, end - begun, self.backend.untimed)
        except BaseException as raised:  # noqa: BLE001 - a pending dispatch raises what its work raised
            error = error or self.backend.told(raised, self.what)
        self.steps = ()
        self.pending.finish(error)

    def _interrupted(self) -> DispatchFailed:
        return DispatchFailed(
            "the submission was interrupted before all of it was on the queue",
            code="R822",
            fix="submit it again",
            actual=self.what,
        )
