"""The end of the process: nobody may be inside of a driver library then.

Daemon threads go on while the interpreter ends. One that comes back into Python from a driver library by then is unwound
through that library, which aborts the process, and one that is inside of a library that is unloaded crashes it. So
calls that go into such libraries pass a gate, and a driver's exit hook shuts it first.

A kernel may never end. So the hooks wait for a while only, and what still runs then is left to the operating system:
nothing that it uses is taken from it, and the process ends around it.
"""

from __future__ import annotations

import os
import threading
import time
from types import TracebackType
from typing import Final

from vyre.contract.signal_safe import Latch

__all__ = ["GATE", "PATIENCE", "Gate", "Patience", "keep_for_ever"]

_PATIENCE: Final = 30.0  # seconds; a driver that hangs must not keep the process
_LATE: Final = 1.0  # seconds for work that somebody has waited for in vain


class Patience:
    """How long the end of the process waits for what runs, all hooks together."""

    def __init__(self) -> None:
        self._begun: float | None = None

    def left(self, *, late: bool = False) -> float:
        """Seconds; the clock runs from the first time that somebody asks. ``late``: for work that ran past a timeout."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = now
        return max(0.0, self._begun + (_LATE if late else _PATIENCE) - now)


PATIENCE: Final = Patience()
"""The process's one."""


def keep_for_ever(*objects: object) -> None:
    """Never free these, not even while the interpreter is taken down: a library's thread still uses them."""
    import ctypes

    for one in objects:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(one))


class Gate:
    """``with gate:`` around calls into drivers, where no lock is held. Once it is shut, threads wait there for the end of
    the process; the main one, which runs exit handlers, and the drivers' own still pass."""

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._inside: dict[int, int] = {}  # how often, by the thread's identity
        self._shut_by: int | None = None  # the thread that shut it
        self._left = Latch()
        self._own: set[int] = set()

    def own(self) -> None:
        """The calling thread belongs to a driver: it finishes what was submitted, also at the end."""
        self._own.add(threading.get_ident())

    def _passes(self) -> bool:
        return threading.current_thread() is threading.main_thread() or threading.get_ident() in self._own

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._lock:
            if self._shut_by is None or self._passes():
                self._inside[me] = self._inside.get(me, 0) + 1
                return
        Latch().wait()  # for the end of the process

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        me = threading.get_ident()
        with self._lock:
            if self._inside.get(me, 0) > 1:
                self._inside[me] -= 1
            else:
                self._inside.pop(me, None)
            self._look()

    def _look(self) -> None:
        # the thread that shuts it is not inside, whatever a signal's handler kept it from saying
        if self._shut_by is not None and not self._inside.keys() - {self._shut_by}:
            self._left.open()

    def shut(self, patience: float = _PATIENCE) -> None:
        """Let no thread in any more, and wait until the others inside have come out, for so many seconds at most."""
        with self._lock:
            self._shut_by = threading.get_ident()
            self._look()
        self._left.wait(patience)


GATE: Final = Gate()
"""The process's one."""
