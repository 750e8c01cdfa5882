"""``Pending[T]``: submitted work as the user sees it. Done means that the outputs are in their places."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

from vyre.contract.backend import PendingDispatch, timed_out
from vyre.contract.signal_safe import Latch
from vyre.doors import door
from vyre.errors import ArgumentTypeError, DispatchFailed, DispatchTimeout, Trapped, shown
from vyre.run.not_done import NotDone
from vyre.run.receipt import Receipt
from vyre.run.user_warning import warn_user
from vyre.run.waiting import call_user, refuse_in_callback

__all__ = ["Pending"]

T = TypeVar("T")


def _done(ok: bool) -> Any:
    """In place of what a dispatch did at its end."""


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


class Pending(NotDone, Generic[T]):
    """A dispatch that was submitted. ``result()`` waits and gives what a plain call would; awaiting does the same.

    Arrays given to the call belong to the dispatch until it is ready. A trap that nobody asked for, by ``result()`` or by
    awaiting, is told in a VyreWarning when this is dropped.
    """

    name = "a dispatch"
    where = ""
    """What its repr calls the kernel and the device."""
    _told = True

    def __init__(
        self,
        dispatch: PendingDispatch,
        finish: Callable[[bool], T],
        receipt: Callable[[], Receipt],
        limit: float | None = None,
    ) -> None:
        self._limit = limit
        self._pid = os.getpid()
        self._dispatch = dispatch
        self._finish = finish
        self._make_receipt = receipt
        self._done = Latch()
        self._value: T | None = None
        self._error: BaseException | None = None
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[Pending[T]], object]] = []
        self._cancelled = False
        self._told = False  # whether somebody has seen the error
        dispatch.add_done_callback(self._complete)

    def _complete(self, dispatch: PendingDispatch) -> None:
        try:
            dispatch.result()
        except BaseException as error:  # noqa: BLE001 - handed to whoever asks for the result
            self._error = error
        try:
            value = self._finish(self._error is None)
            self._value = value
        except BaseException as error:  # noqa: BLE001 - likewise
            self._error = self._error or error
        self._finish = _done  # the one that ran has the arrays of the call
        with self._lock:
            self._done.open()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            call_user(callback, self)

    @door
    def ready(self) -> bool:
        """Whether it is done; never blocks."""
        return self._done.is_open

    @door
    def wait(self, timeout: float | None = None) -> bool:
        """Wait without raising what the work raised. True where it is done. DispatchFailed R801 in a forked child, R811 in a
        done callback."""
        self._require_here()
        limit = _seconds(timeout)
        self._refuse_waiting("wait()", limit)
        return self._done.wait(limit)

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
            done = self._done.wait(limit)
        except BaseException:  # of a signal's handler
            self.is_late()
            raise
        if not done:
            self.is_late()
            raise self.timed_out(limit)
        if self._error is not None:
            self._told = True
            raise self._error
        return self._value  # type: ignore[return-value]  # set by _complete where there is no error

    @property
    def receipt(self) -> Receipt:
        """What happened; waits for it, as ``result()`` does."""
        self._require_here()
        self._refuse_waiting("receipt", None)
        self._done.wait()
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
        with self._lock:
            if not self._done.is_open:
                self._callbacks.append(callback)
                return
        call_user(callback, self)

    def is_late(self) -> None:
        """Somebody has waited for it in vain."""

    def timed_out(self, limit: float | None) -> DispatchTimeout:
        """R810 for who waits no longer."""
        return timed_out(limit)

    @door
    def cancel(self) -> bool:
        """Drop the work if it has not started. The arrays stay usable."""
        self._require_here()
        return self._dispatch.cancel()

    def _refuse_waiting(self, what: str, limit: float | None) -> None:
        """Raise DispatchFailed R811 in a done callback, where this would wait."""
        if limit != 0 and not self._done.is_open:
            refuse_in_callback(f"{what} of a dispatch that is not done")

    def _require_here(self) -> None:
        """What runs in the parent of a forked child is never done in the child."""
        if not self._done.is_open and self._pid != os.getpid():
            raise DispatchFailed(
                "this dispatch was submitted before fork, and its end is told to the parent only",
                code="R801",
                fix="wait for it in the parent before the fork, or make the call again in the child",
                actual=f"submitted in process {self._pid}, asked for in {os.getpid()}",
            )

    def __repr__(self) -> str:
        state = "failed" if self._error is not None else "ready" if self._done.is_open else "not ready"
        return f"<vyre Pending of {self.name}{self.where}, {state}>"

    def __del__(self) -> None:
        if not self._told and isinstance(self._error, Trapped):
            error = self._error
            warn_user(
                f"{error.message}, in a submission whose result nobody took ([{error.code}], {error.actual}). "
                "Fix: keep what submit() gives, and take its result()"
            )

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
