"""The end of the process: nobody may be inside of a driver library then.

Daemon threads go on while the interpreter ends. One that comes back into Python from a driver library by then is unwound
through that library, which aborts the process, and one that is inside of a library that is unloaded crashes it. So
calls that go into such libraries pass a gate, and a driver's exit hook shuts it first.
"""

from __future__ import annotations

import os
import threading
from types import TracebackType
from typing import Final

__all__ = ["GATE", "Gate"]

_PATIENCE: Final = 30.0  # seconds; a driver that hangs must not keep the process


class Gate:
    """``with gate:`` around calls into drivers, where no lock is held. Once it is shut, threads wait there for the end of
    the process; the main one, which runs exit handlers, and the drivers' own still pass."""

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        self._condition = threading.Condition()
        self._inside = 0
        self._shut = False
        self._own: set[int] = set()

    def own(self) -> None:
        """The calling thread belongs to a driver: it finishes what was submitted, also at the end."""
        self._own.add(threading.get_ident())

    def _passes(self) -> bool:
        return threading.current_thread() is threading.main_thread() or threading.get_ident() in self._own

    def __enter__(self) -> None:
        with self._condition:
            while self._shut and not self._passes():
                self._condition.wait()
            self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._condition:
            self._inside -= 1
            if self._shut:
                self._condition.notify_all()

    def shut(self) -> None:
        """Let nobody in any more, and wait until who is inside has come out."""
        with self._condition:
            self._shut = True
            self._condition.wait_for(lambda: not self._inside, _PATIENCE)


GATE: Final = Gate()
"""The process's one."""
