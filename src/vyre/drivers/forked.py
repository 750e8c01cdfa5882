"""Drivers that were loaded before a fork: they have threads and locks that a forked child has not.

The child is refused what would use them, and it ends without the exit handlers of C libraries: Mesa's wait for threads that are
not there, which hangs or ends in a segmentation fault (as ``os._exit`` does without them, by which most forked children end).
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any, Final

from vyre.errors import BackendUnavailable

__all__ = ["FORKED", "SPAWN", "is_usable", "loaded_by", "refuse_forked", "was_forked"]

SPAWN: Final = (
    "start child processes with multiprocessing's 'spawn' context, or list and open no device before the fork"
)
FORKED: Final = "its driver was loaded before fork, and does not work in the child"
# backend -> the process that loaded its driver first
_LOADED: Final[dict[str, int]] = {}


def loaded_by(backend: str) -> int:
    """The process that loaded the backend's driver first: this one, from now on, where none has."""
    return _LOADED.setdefault(backend, os.getpid())


def was_forked(backend: str) -> bool:
    """Whether this is a child that was forked after the backend's driver was loaded."""
    return _LOADED.get(backend, os.getpid()) != os.getpid()


def is_usable(backend: str) -> bool:
    """Whether this process may use the backend's driver, which is loaded from now on: to list its devices is enough. False in a
    child that was forked after that."""
    return loaded_by(backend) == os.getpid()


def refuse_forked(backend: str) -> None:
    """Raise BackendUnavailable R801 in a child that was forked after the backend's driver was loaded."""
    if was_forked(backend):
        raise BackendUnavailable(
            f"{backend} was used before fork: {FORKED}",
            code="R801",
            fix=SPAWN,
            actual=f"loaded in process {_LOADED[backend]}, used in {os.getpid()}",
        )


def _short_end() -> Callable[[], None] | None:
    """What makes this process end without the exit handlers that are registered by now; None where the C library can't do that."""
    libc: Any = ctypes.CDLL(None) if os.name == "posix" else None
    if not all(hasattr(libc, name) for name in ("on_exit", "_exit", "fcloseall")):
        return None

    def shorten() -> None:
        if any(map(was_forked, _LOADED)):
            libc.on_exit(libc._exit, None)  # called with the exit status, before what was registered earlier
            libc.on_exit(libc.fcloseall, None)  # and this before that

    return shorten


if hasattr(os, "register_at_fork") and (_shorten := _short_end()) is not None:
    os.register_at_fork(after_in_child=_shorten)
