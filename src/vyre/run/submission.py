"""Submissions: uses of memory that go on while the thread that made them does something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vyre.contract.backend import PendingDispatch, SupportsLate, Timing, timed_out
from vyre.errors import DispatchTimeout
from vyre.opt.expand import can_trap
from vyre.run.engine import Engine
from vyre.run.in_flight import MemoryUse, Spans
from vyre.run.pending import Completion, Pending
from vyre.run.receipt import Receipt

if TYPE_CHECKING:
    from vyre.run.order import Order

__all__ = ["SessionPending", "Submission", "about_endless_loops", "still_held"]


class Submission(MemoryUse):
    """A dispatch of a session that may still run. ``late``: a wait for it timed out. ``copies``: it copies in host memory before or
    after its steps. ``handed``: the device may have it. ``holds_device``: what comes later on its device waits for it. ``behind``:
    when it was submitted, such a one was there whose caller waits no longer."""

    __slots__ = ("behind", "completion", "copies", "handed", "holds_device", "late", "name", "order")

    def __init__(self, order: Order, engine: Engine, spans: Spans, finish: Callable[[bool], Any], name: str) -> None:
        super().__init__(engine, *spans)
        self.order = order
        self.name = name
        self.late = self.behind = self.copies = self.handed = False
        self.holds_device = True
        self.completion: Completion[Any] = Completion(finish, self.end)

    @property
    def submission(self) -> Submission:
        return self

    @property
    def dispatch(self) -> PendingDispatch | None:
        """None before it is handed to the device."""
        return self.completion.dispatch

    def blocks(self, later: MemoryUse) -> bool:
        return self.shares(later)

    def is_in_the_way(self, engine: Engine) -> bool:
        return self.left and self.holds_device and self.engine is engine

    def is_late(self) -> None:
        """A wait for it timed out."""
        self.late = True
        self._say(left=False)

    def leave(self) -> None:
        """Its caller goes on without it."""
        if not self.is_over():
            self.late = self.left = True
            self._say(left=True)

    def _say(self, *, left: bool) -> None:
        backend, dispatch = self.engine.backend, self.dispatch
        if isinstance(backend, SupportsLate) and dispatch is not None:
            self.holds_device = not backend.late(dispatch, left=left)


class SessionPending(Pending[Any]):
    """A dispatch of a session."""

    def __init__(self, submission: Submission, receipt: Callable[[], Receipt], limit: float | None) -> None:
        self._submission = submission
        self.name, self.where = submission.name, f" on {submission.engine.id}"
        super().__init__(submission.completion, receipt, limit)

    @property
    def completion(self) -> Completion[Any]:
        return self._completion

    @property
    def timing(self) -> Timing:
        return self._completion.timing

    def is_late(self) -> None:
        self._submission.is_late()

    def leave(self) -> None:
        """Its caller goes on without it."""
        self._submission.leave()

    def timed_out(self, limit: float | None) -> DispatchTimeout:
        engine = self._submission.engine
        error = timed_out(limit, advice=about_endless_loops(engine))
        if self._submission.behind:
            error.fix = (
                f"open the device again with session.reopen({engine.id!r}), which leaves the earlier dispatch behind that keeps "
                f"it busy; or {error.fix.replace(', or without a timeout', '')}"
            )
        return error


def still_held(earlier: MemoryUse, *, arrays: bool) -> DispatchTimeout:
    """The error for a call that would wait too long for ``earlier``."""
    name, submission = earlier.engine.id, earlier.submission
    if submission is None:
        return DispatchTimeout(
            f"an earlier call on {name} still uses arrays of this one"
            + (", since an interrupt did not end its kernel" if earlier.left else ""),
            code="R810",
            fix="pass other arrays" if earlier.left else "give this call a longer timeout, or pass other arrays",
            actual=f"{name} is still running it",
        )
    return DispatchTimeout(
        f"an earlier dispatch on {name} "
        + ("that nobody waits for any more still " if submission.left else "still ")
        + ("holds arrays of this one" if arrays else "keeps the device busy"),
        code="R810",
        fix=(
            "pass other arrays, of which it knows nothing"
            if arrays
            else "use another device, such as backend='cpu'; "
            f"open this one again with session.reopen({name!r}), which leaves that kernel behind"
            + (" where it has threads left that are not in it" if earlier.engine.info.kind == "software" else "")
            + "; or give this call a timeout of its own"
        )
        + "; where it will end, wait for it with session.synchronize(). "
        + about_endless_loops(earlier.engine),
        actual=f"{name} is still running it",
    )


def about_endless_loops(engine: Engine) -> str:
    """What ends a `while` on that device, or where its end is found."""
    if can_trap(engine.profile.features, engine.profile.dtypes):
        return "DispatchConfig(while_limit=N) ends a `while` that would never end"
    return f"A `while` that would never end is found with backend='cpu' and DispatchConfig(while_limit=N), which {engine.id} lacks"
