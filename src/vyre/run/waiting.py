"""Done callbacks, in which nothing is waited for.

A callback may be on the thread that ends a device's dispatches: what it waited for there would never end. It may also be on
another one, as chance has it, so the rule is the same for each of them and on every backend: what waits is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from vyre.contract.backend import call_back
from vyre.errors import DispatchFailed, user_place
from vyre.run.watch import CALLBACK, Watch

__all__ = ["CALLBACKS", "call_user", "is_in_callback", "no_callbacks", "refuse_in_callback"]

T = TypeVar("T")


class _Thread(threading.local):
    """``inside``: whether this thread is in a done callback."""

    inside = False


_THREAD = _Thread()


class _Callbacks(Watch):
    """How many threads are inside of a done callback, for machine code, which does not ask which ones."""

    __slots__ = ("_count", "_lock")

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._count = 0

    def enter(self, by: int) -> None:
        with self._lock:
            self._count += by
            self.set(CALLBACK, self._count > 0)

    def forget(self) -> None:
        """In a forked child: those of the parent's other threads."""
        self._lock = threading.Lock()
        self._count = int(_THREAD.inside)
        self.set(CALLBACK, self._count > 0)


CALLBACKS: Final = _Callbacks()
"""The process's one: a callback may call kernels of any session."""
no_callbacks: Final = CALLBACKS.forget


def call_user(callback: Callable[[T], object], done: T) -> None:
    """Call a done callback of the user's."""
    before, _THREAD.inside = _THREAD.inside, True
    CALLBACKS.enter(not before)
    try:
        call_back(callback, done)
    finally:
        _THREAD.inside = before
        CALLBACKS.enter(-(not before))


def is_in_callback() -> bool:
    """Whether this thread is inside of a done callback."""
    return _THREAD.inside


def refuse_in_callback(what: str) -> None:
    """Raise DispatchFailed R811 inside of a done callback. ``what`` waits for a dispatch, or does on some backend."""
    if _THREAD.inside:
        raise DispatchFailed(
            f"{what} waits, and this is a done callback: the thread that it is on may be the one that would end the wait",
            code="R811",
            fix="submit it, with a done callback of its own, as kernel.submit(…).add_done_callback(f); "
            "or hand it to a thread of your own, such as an executor's, where waiting is right",
            place=user_place(),
        )
