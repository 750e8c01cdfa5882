"""``Pending[T]``: submitted work as the user sees it. Done means that the outputs are in their places."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

from vyre.contract.backend import PendingDispatch, Timing, call_back, timed_out
from vyre.contract.signal_safe import Latch
from vyre.doors import door
from vyre.errors import ArgumentTypeError, DispatchFailed, DispatchTimeout, Trapped, VyreError, shown
from vyre.run.not_done import NotDone
from vyre.run.receipt import Receipt
from vyre.run.user_warning import warn_user
from vyre.run.waiting import call_user, refuse_in_callback

__all__ = ["Completion", "Pending"]

T = TypeVar("T")


def _seconds(timeout: object) -> float | None:
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0:
        raise ArgumentTypeError(
            "a timeout is a number of seconds, or None to wait without end",
            code="A601",
            fix="pass for example timeout=10.0",
            actual=shown(timeout),
        )
    return min(float(timeout), threading.TIMEOUT_MAX)


class Completion(Generic[T]):
    """The end of a dispatch: what it gave, and what is called then. It does not keep the :class:`Pending` that its caller has.

    ``finish``: called with whether the dispatch succeeded, before anything waits no longer; makes the value. ``ended``: called
    after that.
    """

    def __init__(self, finish: Callable[[bool], T], ended: Callable[[], None] = lambda: None) -> None:
        self.dispatch: PendingDispatch | None = None
        self.error: BaseException | None = None
        self.value: T | None = None
        self.done = Latch()
        self._finish: Callable[[bool], T] | None = finish
        self._ended: Callable[[], None] | None = ended
        self._lock = threading.Lock()
        self._callbacks: list[tuple[Callable[[Any], object], Any]] = []
        self._dropped = False  # whether no caller has its Pending any more
        self._unseen = [True]  # empty once the error was raised or reported

    @property
    def timing(self) -> Timing:
        return Timing() if self.dispatch is None else self.dispatch.timing

    def follow(self, dispatch: PendingDispatch) -> None:
        """``dispatch`` is what it waits for."""
        self.dispatch = dispatch
        dispatch.add_done_callback(self._complete)

    def fail(self, error: BaseException) -> None:
        """It ends with ``error``, without a dispatch."""
        self.error = error
        self._end(ok=False)

    def discard(self) -> None:
        """It ends without a dispatch; what raised has said so to the caller."""
        self._unseen.clear()
        self._end(ok=False)

    def _complete(self, dispatch: PendingDispatch) -> None:
        try:
            dispatch.result()
        except BaseException as error:  # noqa: BLE001 - raised by the result
            self.error = _without_frames(error)
        self._end(ok=self.error is None)

    def _end(self, *, ok: bool) -> None:
        finish, self._finish = self._finish, None  # it has the arrays of the call
        ended, self._ended = self._ended, None
        try:
            self.value = None if finish is None else finish(ok)
        except BaseException as error:  # noqa: BLE001 - raised by the result
            self.error = self.error or _without_frames(error)
        finally:
            del finish
            if self._dropped:
                call_back(Completion.report, self)
            if ended is not None:
                ended()
            with self._lock:
                self.done.open()
                callbacks, self._callbacks = self._callbacks, []
        for callback, argument in callbacks:
            call_user(callback, argument)

    def wait(self, limit: float | None) -> bool:
        """Whether it is done, after ``limit`` seconds at most."""
        return self.done.wait(limit)

    def then(self, callback: Callable[[Any], object], argument: Any) -> None:
        """Call ``callback(argument)`` once it is done; at once where it is."""
        with self._lock:
            if not self.done.is_open:
                self._callbacks.append((callback, argument))
                return
        call_user(callback, argument)

    def seen(self) -> None:
        """The error is raised to the caller."""
        self._unseen.clear()

    def drop(self) -> None:
        """No caller can take its result any more."""
        self._dropped = True
        if self.error is not None:
            self.report()

    def report(self) -> None:
        """Warn of a trap that no caller has seen."""
        error = self.error
        if not isinstance(error, Trapped):
            return
        try:
            self._unseen.pop()  # in one thread
        except IndexError:
            return
        warn_user(
            f"{error.message}, in a submission whose result was not taken ([{error.code}], {error.actual}). "
            "Fix: keep what submit() gives, and take its result()"
        )


def _without_frames(error: BaseException) -> BaseException:
    """``error`` without the frames that raised and caught it, which hold what is to hold the error. Those of other libraries
    and of faults of vyre stay, to be read."""
    return error.with_traceback(None) if isinstance(error, VyreError) else error


class Pending(NotDone, Generic[T]):
    """A dispatch that was submitted. ``result()`` waits and gives what a plain call would; awaiting does the same.

    Arrays given to the call belong to the dispatch until it is ready. Where this is dropped, a trap whose error was raised by
    neither ``result()`` nor awaiting is reported in a VyreWarning: when the dispatch ends, so at the latest in
    ``session.synchronize()``.
    """

    name = "a dispatch"
    where = ""
    """What its repr calls the kernel and the device."""

    def __init__(self, completion: Completion[T], receipt: Callable[[], Receipt], limit: float | None = None) -> None:
        self._limit = limit
        self._pid = os.getpid()
        self._completion = completion
        self._make_receipt = receipt

    @door
    def ready(self) -> bool:
        """Whether it is done; never blocks."""
        return self._completion.done.is_open

    @door
    def wait(self, timeout: float | None = None) -> bool:
        """Wait without raising what the work raised. True where it is done. DispatchFailed R801 in a forked child, R811 in a
        done callback."""
        self._require_here()
        limit = _seconds(timeout)
        self._refuse_waiting("wait()", limit)
        return self._completion.wait(limit)

    @door
    def result(self, timeout: float | None = None) -> T:
        """Wait and give the outputs. Raises what the dispatch raised; DispatchTimeout R810 after ``timeout`` seconds of
        this wait (by default those of the config, if it has a timeout), ArgumentTypeError A601 for what is no number of
        seconds, DispatchFailed R801 in a child that was forked while the work ran, R811 in a done callback where it is not
        done. The work goes on after a timeout."""
        self._require_here()
        limit = _seconds(self._limit if timeout is None else timeout)
        self._refuse_waiting("result()", limit)
        try:
            done = self._completion.wait(limit)
        except BaseException:  # of a signal's handler
            self.is_late()
            raise
        if not done:
            self.is_late()
            raise self.timed_out(limit)
        completion = self._completion
        if completion.error is not None:
            completion.seen()
            raise completion.error
        return completion.value  # type: ignore[return-value]  # set where there is no error

    @property
    def receipt(self) -> Receipt:
        """What happened; waits for it, as ``result()`` does."""
        self._require_here()
        self._refuse_waiting("receipt", None)
        self._completion.wait(None)
        return self._make_receipt()

    @door
    def add_done_callback(self, callback: Callable[[Pending[T]], object]) -> None:
        """Call ``callback(self)`` once it is done, from any thread; at once where it is. What it raises goes to
        ``threading.excepthook``.

        Nothing is waited for in it, on any backend, since its thread may be the one that ends dispatches: a plain call, a bound
        one that waits, ``result()`` of what is not done, ``numpy()`` and ``upload()`` of a resident array, ``vy.resident``,
        ``check`` and ``session.synchronize()`` raise DispatchFailed R811. Submit what comes next, or hand it to a thread of
        your own.

        >>> import numpy as np, threading, vyre as vy
        >>> @vy.kernel
        ... def double(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
        ...     i = vy.global_id()
        ...     y[i] = x[i] * 2
        >>> found, there = [], threading.Event()
        >>> def last(pending):
        ...     found.append(pending.result())
        ...     there.set()
        >>> def then(pending):
        ...     double.submit(pending.result(), backend="reference").add_done_callback(last)
        >>> double.submit(np.array([1, 2], np.uint32), backend="reference").add_done_callback(then)
        >>> there.wait(60), found[0].tolist()
        (True, [4, 8])
        """
        if not callable(callback):
            raise ArgumentTypeError(
                "a done callback is a function",
                code="A601",
                fix="pass one that takes the Pending",
                actual=shown(callback, 80),
            )
        self._require_here()
        self._completion.then(callback, self)

    def is_late(self) -> None:
        """Somebody has waited for it in vain."""

    def timed_out(self, limit: float | None) -> DispatchTimeout:
        """R810 for who waits no longer."""
        return timed_out(limit)

    @door
    def cancel(self) -> bool:
        """Drop the work if it has not started. The arrays stay usable."""
        self._require_here()
        dispatch = self._completion.dispatch
        return dispatch is not None and dispatch.cancel()

    def _refuse_waiting(self, what: str, limit: float | None) -> None:
        """Raise DispatchFailed R811 in a done callback, where this would wait."""
        if limit != 0 and not self._completion.done.is_open:
            refuse_in_callback(f"{what} of a dispatch that is not done")

    def _require_here(self) -> None:
        """What runs in the parent of a forked child is never done in the child."""
        if not self._completion.done.is_open and self._pid != os.getpid():
            raise DispatchFailed(
                "this dispatch was submitted before fork, and its end is told to the parent only",
                code="R801",
                fix="wait for it in the parent before the fork, or make the call again in the child",
                actual=f"submitted in process {self._pid}, asked for in {os.getpid()}",
            )

    def __repr__(self) -> str:
        completion = self._completion
        state = "not ready" if not completion.done.is_open else "ready" if completion.error is None else "failed"
        return f"<vyre Pending of {self.name}{self.where}, {state}>"

    def __del__(self) -> None:
        completion = getattr(self, "_completion", None)
        if completion is not None:
            completion.drop()

    def __await__(self) -> Generator[Any, None, T]:
        import asyncio

        self._refuse_waiting("await", None)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            if not done.done():
                done.set_result(None)

        def tell(_: Pending[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits in it any more
                loop.call_soon_threadsafe(wake)

        self.add_done_callback(tell)
        timer = None if self._limit is None else loop.call_later(min(self._limit, threading.TIMEOUT_MAX), wake)
        yield from done.__await__()
        if timer is not None:
            timer.cancel()
        if not self.ready():
            self.is_late()
            raise self.timed_out(self._limit)
        return self.result()
