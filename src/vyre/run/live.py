"""Submissions that may still run, with the memory that they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vyre.contract.backend import PendingDispatch, SupportsLate, Timing, timed_out
from vyre.doors import door
from vyre.errors import DispatchTimeout
from vyre.memory.resident import ResidentArray
from vyre.opt.expand import can_trap
from vyre.run.arrays import Held
from vyre.run.call import Call
from vyre.run.engine import Engine
from vyre.run.pending import Pending
from vyre.run.receipt import Receipt

__all__ = ["Extent", "Live", "SessionPending", "about_endless_loops", "extent", "extents", "still_held"]

Extent = tuple[int, int]


class SessionPending(Pending[Any]):
    """A dispatch of a session. ``late``: somebody has waited for it in vain. ``left``: its caller waits no longer.
    ``blocks``: what comes later on its device waits for it. ``behind``: when it was submitted, such a one was there that nobody
    waited for any more."""

    def __init__(
        self,
        dispatch: PendingDispatch,
        finish: Callable[[bool], Any],
        receipt: Callable[[], Receipt],
        engine: Engine,
        limit: float | None,
        name: str = "a dispatch",
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        """``forget``: called when its result is taken."""
        self._forget = forget
        self.late = self.left = self.behind = False
        self.blocks = True
        self._engine = engine
        self.name, self.where = name, f" on {engine.id}"
        super().__init__(dispatch, finish, receipt, limit)

    @property
    def timing(self) -> Timing:
        return self._dispatch.timing

    @door
    def result(self, timeout: float | None = None) -> Any:
        """As of :class:`Pending`; afterwards its session keeps none of its arrays."""
        try:
            return super().result(timeout)
        finally:
            if self.ready():
                self._forget()

    def is_late(self) -> None:
        self.late = True
        self._tell(left=False)

    def leave(self) -> None:
        """Its caller goes on without it."""
        if not self.ready():
            self.late = self.left = True
            self._tell(left=True)

    def timed_out(self, limit: float | None) -> DispatchTimeout:
        error = timed_out(limit, advice=about_endless_loops(self._engine))
        if self.behind:
            error.fix = (
                f"open the device again with session.reopen({self._engine.id!r}), which leaves the earlier dispatch behind that keeps "
                f"it busy; or {error.fix.replace(', or without a timeout', '')}"
            )
        return error

    def _tell(self, *, left: bool) -> None:
        backend = self._engine.backend
        if isinstance(backend, SupportsLate):
            self.blocks = not backend.late(self._dispatch, left=left)


class Live:
    """A submission that may still run, with the memory that it reads and writes."""

    __slots__ = ("dispatch", "engine", "pending", "reads", "writes")

    def __init__(
        self,
        pending: SessionPending,
        dispatch: PendingDispatch,
        engine: Engine,
        reads: list[Extent],
        writes: list[Extent],
    ) -> None:
        self.pending = pending
        self.dispatch = dispatch
        self.engine = engine
        self.reads = reads
        self.writes = writes

    def wait(self, limit: float | None) -> None:
        """Wait for its end, however that is. Raises DispatchTimeout R810 after ``limit`` seconds."""
        if not self.pending.wait(limit):
            self.pending.is_late()
            raise still_held(self, arrays=True)

    def is_in_the_way(self, engine: Engine) -> bool:
        """Whether nobody waits for it any more, and what comes later on that device does."""
        return self.pending.left and self.pending.blocks and self.engine is engine

    def touches(self, reads: list[Extent], writes: list[Extent]) -> bool:
        return _meet(self.writes, reads) or _meet(self.writes, writes) or _meet(self.reads, writes)


def still_held(live: Live, *, arrays: bool) -> DispatchTimeout:
    """The error for a call that would wait for a dispatch that was left."""
    name = live.engine.id
    return DispatchTimeout(
        f"an earlier dispatch on {name} "
        + ("that nobody waits for any more still " if live.pending.left else "still ")
        + ("holds arrays of this one" if arrays else "keeps the device busy"),
        code="R810",
        fix=(
            "pass other arrays, of which it knows nothing"
            if arrays
            else "use another device, such as backend='cpu'; "
            f"open this one again with session.reopen({name!r}), which leaves that kernel behind"
            + (" where it has threads left that are not in it" if live.engine.info.kind == "software" else "")
            + "; or give this call a timeout of its own"
        )
        + "; where it will end, wait for it with session.synchronize(). "
        + about_endless_loops(live.engine),
        actual=f"{name} is still running it",
    )


def about_endless_loops(engine: Engine) -> str:
    """What ends a `while` on that device, or where its end is found."""
    if can_trap(engine.profile.features, engine.profile.dtypes):
        return "DispatchConfig(while_limit=N) ends a `while` that would never end"
    return f"A `while` that would never end is found with backend='cpu' and DispatchConfig(while_limit=N), which {engine.id} lacks"


def extents(call: Call) -> tuple[list[Extent], list[Extent]]:
    """What a call reads, and what it writes: host addresses, and spans of resident memory."""
    reads: list[Extent] = []
    writes: list[Extent] = []
    for array, writable in zip(call.arrays, call.pipeline.writable, strict=True):
        (writes if writable else reads).append(extent(array))
    for n, there in call.scattered:
        (writes if call.pipeline.writable[n] else reads).append(there.memory.span)
    for n, lent in call.lent:
        (writes if call.pipeline.writable[n] else reads).append(lent.span)
    for n, original in call.copied:
        (writes if call.pipeline.writable[n] else reads).append(extent(original))
    return reads, writes


def _meet(a: list[Extent], b: list[Extent]) -> bool:
    return any(x[0] < y[1] and y[0] < x[1] for x in a for y in b)


def extent(array: Held) -> Extent:
    """The span of memory that holds an array."""
    if isinstance(array, ResidentArray):
        return array.span
    import numpy as np

    low, high = np.lib.array_utils.byte_bounds(array)
    return (low, high if array.size else low)
