"""One submission on its way: to the queue, and to its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from vyre.contract.backend import Launch, PendingDispatch, Step, Timing
from vyre.drivers.recycled import RecycledMemory

if TYPE_CHECKING:
    from vyre.drivers.queued import QueuedDispatch

__all__ = ["DeviceClock", "Work"]


class DeviceClock(Protocol):
    """The device's own times of the launches of one submission, which its driver notes."""

    def total_ns(self) -> int: ...


class Work:
    """One submission on its way."""

    def __init__(
        self,
        pending: QueuedDispatch,
        steps: tuple[Step, ...],
        held: list[RecycledMemory],
        waits: list[PendingDispatch],
        label: str | None,
    ) -> None:
        self.pending = pending
        self.steps = steps
        self.held = held
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

    def let_go(self) -> None:
        """The queue keeps what it needs by itself."""
        for memory in self.held:
            memory.let_go()
        self.held = []
        self.steps = ()

    def finish(self) -> None:
        """Wait for the end of the work."""
        begun = time.perf_counter_ns()
        wait, self.wait = self.wait, None
        if wait is None:
            self.pending.finish(self.error)
            return
        try:
            wait()
            device = None if self.clock is None else self.clock.total_ns()
        except BaseException as error:  # noqa: BLE001 - a pending dispatch raises what its work raised
            self.pending.finish(self.pending.backend.told(error, self.what))
            return
        end = time.perf_counter_ns()
        self.pending.timing = Timing(end - self.start, device, self.enqueued, end - begun, self.pending.backend.untimed)
        self.pending.finish()
