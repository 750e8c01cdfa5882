"""Program order: the one place through which everything passes that uses the memory of arrays.

A call on its own thread is ``run``, what goes on by itself is ``submit``-ted, and what a device's queue keeps in order is
``enqueue``-d. Only launches in machine code begin without it, while nothing is in flight: see ``in_flight.watched``.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from vyre.contract.backend import CompletedDispatch, PendingDispatch, Resource, Step, Timing, what_still_runs
from vyre.contract.ending import GATE
from vyre.contract.signal_safe import Worker
from vyre.errors import VyreError
from vyre.run.engine import Engine
from vyre.run.in_flight import IN_FLIGHT, MemoryUse, Spans, before
from vyre.run.submission import SessionPending, Submission, still_held
from vyre.run.waiting import is_in_callback, refuse_in_callback
from vyre.run.watch import CLOSED, Watch

__all__ = ["GRACE", "Order", "Work"]

GRACE: Final = 1.0  # seconds that an abandoned dispatch gets to end before calls over what it uses are refused
T = TypeVar("T")


@dataclass(slots=True)
class Work:
    """Steps for one device, with the memory that they use. ``prepare``: copies in host memory that come before the steps.
    ``resources``: given back when they are done. ``finish``: called then with whether they succeeded; makes the result.
    ``timed``: by the device's clock, where it has one."""

    engine: Engine
    steps: Sequence[Step]
    spans: Spans
    finish: Callable[[bool], Any]
    prepare: Callable[[], None] | None = None
    receipt: Callable[[Timing], Any] = lambda timing: None  # a transfer has none
    resources: Sequence[Resource] = ()
    limit: float | None = None
    label: str | None = None
    timed: bool = False
    name: str = "a copy"  # of what runs


class Order:
    """The calls and submissions of one session. ``check``: raises where the session is closed."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self.watch = Watch()

    def close(self) -> None:
        """Calls in machine code come to Python from now on."""
        self.watch.set(CLOSED, True)

    # -- on this thread ---------------------------------------------------------------------------------------------
    def run(self, use: MemoryUse, act: Callable[..., T], *given: Any) -> T:
        """``act(*given)``, once everything before it that shares memory with it is done."""
        running = use.running
        try:
            IN_FLIGHT.append(use)
            if IN_FLIGHT[0] is not use:
                self._wait(use)
            return act(*given)
        except BaseException as error:
            work = what_still_runs(error)
            if work is not None:
                use.left = True
                work.add_done_callback(lambda _: use.end())
            raise
        finally:  # single operations, between which an interrupt does no harm
            if not use.left:
                running.release()
                try:  # noqa: SIM105 - leaving a `with` would be Python's code
                    IN_FLIGHT.remove(use)
                except ValueError:  # in a child that was forked inside
                    pass

    def _wait(self, use: MemoryUse) -> None:
        """Wait for what is before ``use``. Raises DispatchTimeout R810, DispatchFailed R811, and what ``check`` raises."""
        self._refuse_left(use, engine_too=True)
        for other in before(use):
            refuse_in_callback("a use of arrays that are in use")
            _wait_for(other, None)
        self._check()

    @staticmethod
    def is_busy(engine: Engine) -> bool:
        """Whether something runs on the device that was submitted to it."""
        return any(one.engine is engine for one in _submissions())

    @staticmethod
    def enqueue(spans: Spans, engine: Engine, act: Callable[[], None]) -> None:
        """``act()``, which gives a device's queue work over memory of that device alone: what comes later is behind it in the queue."""
        if IN_FLIGHT:
            use = MemoryUse(engine, *spans)
            for other in IN_FLIGHT.copy():
                submission = other.submission
                queued = submission is not None and submission.engine is engine and submission.dispatch is not None
                if not queued and other.blocks(use):
                    _wait_for(other, None)
        act()

    # -- by itself --------------------------------------------------------------------------------------------------
    def submit(self, work: Work) -> SessionPending:
        """Hand the steps over, after the ones that wrote what they touch, or touch what they write. What the device's queue does
        not keep in order is waited for first: here, or in a done callback on another thread."""
        engine = work.engine
        submission = Submission(self, engine, work.spans, _finished(work), work.name)
        submission.copies = work.prepare is not None
        completion, receipt = submission.completion, work.receipt
        pending = SessionPending(submission, lambda: receipt(completion.timing), work.limit)
        try:
            IN_FLIGHT.append(submission)
            self._check()
            self._refuse_left(submission, engine_too=work.limit is None)
            submission.behind = any(other.is_in_the_way(engine) for other in _submissions())
            after: list[PendingDispatch] = []
            waits: list[MemoryUse] = []
            for other in before(submission):
                theirs = other.submission
                dispatch = None if theirs is None or theirs.engine is not engine else theirs.dispatch
                if theirs is None or dispatch is None or submission.copies or theirs.copies:
                    waits.append(other)
                else:
                    after.append(dispatch)
            if waits and is_in_callback():
                Worker(_hand_over_later, work, submission, after, waits, name="vyre-submit")
            else:
                for other in waits:
                    _wait_for(other, work.limit)
                _hand_over(work, submission, after)
        except VyreError:
            completion.discard()
            raise
        except BaseException:
            # of a signal's handler: the next one comes after this call of C, and runs in another thread
            start_new_thread(_discard, (submission,))
            raise
        return pending

    def _refuse_left(self, use: MemoryUse, *, engine_too: bool) -> None:
        """Raise DispatchTimeout R810 where what a caller no longer waits for uses the same memory, or the device, and goes on."""
        for other in IN_FLIGHT.copy():
            if other.left and other is not use:
                arrays = other.shares(use)
                if (arrays or (engine_too and other.is_in_the_way(use.engine))) and not other.wait(GRACE):
                    raise still_held(other, arrays=arrays)

    def submissions(self) -> list[Submission]:
        """Those of this session that may still run."""
        return [one for one in _submissions() if one.order is self]

    def wait(self) -> None:
        """Wait for everything submitted."""
        for one in self.submissions():
            one.completion.wait(None)


def _finished(work: Work) -> Callable[[bool], Any]:
    """What comes after the steps."""
    resources, finish = work.resources, work.finish

    def done(ok: bool) -> Any:
        for resource in resources:
            resource.close()
        return finish(ok)

    return done


def _submissions() -> list[Submission]:
    return [one for use in IN_FLIGHT.copy() if (one := use.submission) is not None]


def _wait_for(other: MemoryUse, limit: float | None) -> None:
    """Wait for its end, however that is. Raises DispatchTimeout R810 after ``limit`` seconds."""
    if not other.wait(limit):
        if other.submission is not None:
            other.submission.is_late()
        raise still_held(other, arrays=True)


def _hand_over(work: Work, submission: Submission, after: Sequence[PendingDispatch]) -> None:
    if work.prepare is not None:
        work.prepare()
    engine = work.engine
    submission.handed = True
    with GATE:
        if not work.steps:
            dispatch: PendingDispatch = CompletedDispatch(Timing(0, 0, 0, 0))
        elif work.timed and engine.submit_timed is not None:
            dispatch = engine.submit_timed(work.steps, after=after, label=work.label)
        else:
            dispatch = engine.backend.submit(work.steps, after=after, label=work.label)
    submission.completion.follow(dispatch)


def _discard(submission: Submission) -> None:
    """End what was interrupted on its way. The device may have it already: its memory is free when all is done that the device has."""
    if submission.handed:
        with suppress(Exception):  # raised by what runs there
            submission.engine.backend.synchronize()
    submission.completion.discard()


def _hand_over_later(
    work: Work, submission: Submission, after: Sequence[PendingDispatch], waits: Sequence[MemoryUse]
) -> None:
    try:
        for other in waits:
            _wait_for(other, work.limit)
        _hand_over(work, submission, after)
    except BaseException as error:  # noqa: BLE001 - raised by the result
        submission.completion.fail(error)
