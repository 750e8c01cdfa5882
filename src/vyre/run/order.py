"""Program order: what was submitted and may still run, and who has to wait for whom."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vyre.contract.backend import CompletedDispatch, PendingDispatch, Resource, Step, Timing
from vyre.run.engine import Engine
from vyre.run.live import Extent, Live, SessionPending, still_held
from vyre.run.watch import CLOSED, SUBMITTED, Watch

__all__ = ["GRACE", "Order", "Work"]

GRACE: Final = 1.0  # seconds that a dispatch that was left gets to end before others are refused what it holds


@dataclass(slots=True)
class Work:
    """Steps for one device, with what they read and write. ``resources``: given back when they are done. ``finish``: told
    then whether they went well, and gives the result. ``timed``: by the device's clock, where it has one."""

    engine: Engine
    steps: Sequence[Step]
    reads: list[Extent]
    writes: list[Extent]
    finish: Callable[[bool], Any]
    receipt: Callable[[Timing], Any] = lambda timing: None  # nobody asks a transfer for one
    resources: Sequence[Resource] = ()
    limit: float | None = None
    label: str | None = None
    timed: bool = False
    name: str = "a copy"  # of what runs


class Order:
    """The submissions of one session."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.watch = Watch()
        self.live: list[Live] = []

    def forked(self) -> None:
        self._lock = threading.Lock()
        self._keep([])

    def close(self) -> None:
        """Calls in machine code come to Python from now on."""
        self.watch.set(CLOSED, True)

    def _keep(self, live: list[Live]) -> None:
        self.live = live
        self.watch.set(SUBMITTED, bool(live))

    def submit(self, work: Work, check: Callable[[], None]) -> SessionPending:
        """Hand the steps over, after the ones that wrote what they touch, or touch what they write. ``check``: called before,
        where nothing else is submitted. Called inside of the gate."""
        engine, resources = work.engine, work.resources
        try:
            self.refuse_left(engine, work.reads, work.writes, engine_too=work.limit is None)
            while True:
                with self._lock:  # nothing is waited for here: a thread that ends a dispatch comes here too
                    check()
                    self._keep([live for live in self.live if not live.pending.ready()])
                    conflicts = [live for live in self.live if live.touches(work.reads, work.writes)]
                    # outputs of another device must be in host memory first
                    elsewhere = [live for live in conflicts if live.engine is not engine]
                    if not elsewhere:
                        return self._submitted(work, [live.dispatch for live in conflicts])
                for live in elsewhere:
                    live.wait(work.limit)
        except BaseException:
            for resource in resources:
                resource.close()
            raise

    def _submitted(self, work: Work, after: Sequence[PendingDispatch]) -> SessionPending:
        engine = work.engine
        if not work.steps:
            dispatch: PendingDispatch = CompletedDispatch(Timing(0, 0, 0, 0))
        elif work.timed and engine.submit_timed is not None:
            dispatch = engine.submit_timed(work.steps, after=after, label=work.label)
        else:
            dispatch = engine.backend.submit(work.steps, after=after, label=work.label)
        return self._followed(work, dispatch)

    def _followed(self, work: Work, dispatch: PendingDispatch) -> SessionPending:
        resources, finish = work.resources, work.finish

        def done(ok: bool) -> Any:
            for resource in resources:
                resource.close()
            return finish(ok)

        receipt = work.receipt
        pending = SessionPending(
            dispatch, done, lambda: receipt(dispatch.timing), work.engine, work.limit, work.name, self.forget
        )
        pending.behind = any(live.is_in_the_way(work.engine) for live in self.live)
        self._keep([*self.live, Live(pending, dispatch, work.engine, work.reads, work.writes)])
        return pending

    def settle(self, engine: Engine, reads: list[Extent], writes: list[Extent]) -> bool:
        """Wait for submissions that wrote what is read or written next on this thread, or touch what is written. True where
        there were some, or may have been: one that is ready now was not when the call was bound, perhaps."""
        with self._lock:
            waits = [live.pending for live in self.live if live.touches(reads, writes)]
            self._keep([live for live in self.live if not live.pending.ready()])
        self.refuse_left(engine, reads, writes, engine_too=False)
        for pending in waits:
            pending.wait()
        return bool(waits)

    def refuse_left(self, engine: Engine, reads: list[Extent], writes: list[Extent], *, engine_too: bool) -> None:
        """Raise DispatchTimeout R810 where a dispatch that nobody waits for any more holds the arrays of this one, or its
        device, and goes on holding them."""
        for live in [live for live in self.live if live.pending.left]:
            arrays = live.touches(reads, writes)
            if (arrays or (engine_too and live.is_in_the_way(engine))) and not live.pending.wait(GRACE):
                raise still_held(live, arrays=arrays)

    def forget(self) -> None:
        """Drop what is done, with the arrays that it holds."""
        with self._lock:
            self._keep([live for live in self.live if not live.pending.ready()])

    def wait(self) -> None:
        """Wait for everything submitted."""
        with self._lock:
            live = list(self.live)
        while live:
            live.pop(0).pending.wait()
        self.forget()  # what trapped and was dropped is told now
