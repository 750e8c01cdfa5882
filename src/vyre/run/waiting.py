"""Done callbacks, in which nothing is waited for.

A callback may be on the thread that ends a device's dispatches: what it waited for there would never end. It may also be on
another one, as chance has it, so the rule is the same for each of them and on every backend: what waits is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from vyre.contract.backend import call_back
from vyre.errors import DispatchFailed, user_place

__all__ = ["call_user", "refuse_in_callback"]

T = TypeVar("T")


class _Thread(threading.local):
    """``inside``: whether this thread is in a done callback."""

    inside = False


_THREAD = _Thread()


def call_user(callback: Callable[[T], object], done: T) -> None:
    """Call a done callback of the user's."""
    before, _THREAD.inside = _THREAD.inside, True
    try:
        call_back(callback, done)
    finally:
        _THREAD.inside = before


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
