"""Threads that take chunks of launches in machine code: see :mod:`crew_text`."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from vyre.contract.backend import Store
from vyre.contract.signal_safe import Worker
from vyre.drivers.cpu.crew_text import BUDGET, BYTES, FUTEX, Job, Order, Shared, crew_text
from vyre.drivers.cpu.fresh import Fresh

if TYPE_CHECKING:
    from vyre.drivers.cpu.loader import Code

__all__ = ["Crew", "Shift"]

_LEVEL: Final = 1  # of code generation
_CALL: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
_RUN: Final = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
_Call = Callable[[int, object, int], int]


class Shift:
    """One launch to be shared: its kernel's address, what it is given, and the workgroups. ``stop``: the address of a word that ends it."""

    __slots__ = ("_keeps", "job")

    def __init__(
        self,
        kernel: int,
        slots: bytes,
        params: bytes,
        x: int,
        *,
        groups: tuple[int, int, int],
        stop: int,
        scratch: tuple[int, int],
        helpers: int,
    ) -> None:
        """``groups``: first, end, and how many are a chunk. ``scratch``: memory for the owner and each helper, side by side, and the
        bytes of one."""
        held = ctypes.create_string_buffer(slots, len(slots)), ctypes.create_string_buffer(params, max(1, len(params)))
        self._keeps = held
        self.job = (ctypes.c_int64 * Job.SIZE)()
        self.job[Job.FIRST], self.job[Job.END], self.job[Job.GRAIN] = groups
        self.job[Job.KERNEL], self.job[Job.X], self.job[Job.STOP] = kernel, x, stop
        self.job[Job.SLOTS], self.job[Job.PARAMS] = map(ctypes.addressof, held)
        self.job[Job.SCRATCH], self.job[Job.SCRATCH_BYTES] = scratch
        self.job[Job.HELPERS], self.job[Job.BUDGET] = helpers, BUDGET


class Crew:
    """``helpers``: threads beside the owner of a job; they start with the first one. Their code and memory stay as long as one lives."""

    def __init__(self, helpers: int, code: Code) -> None:
        """Raises AttributeError and OSError where the process has no such functions."""
        self.helpers = helpers
        self._code = code
        self._call: _Call = _CALL(code.address)
        self._run: _Call = _RUN(code.address)
        self._memory = Fresh(BYTES)
        self._at = self._memory.address
        words = (ctypes.c_int64 * len(Shared)).from_address(self._at)
        words[Shared.SYSCALL], words[Shared.CLOCK] = _system()
        words[Shared.NUMBER], words[Shared.CLOCK_ID] = FUTEX, getattr(time, "CLOCK_MONOTONIC", 0)
        words[Shared.PY_SAVE] = _address(ctypes.pythonapi.PyEval_SaveThread)
        words[Shared.PY_RESTORE] = _address(ctypes.pythonapi.PyEval_RestoreThread)
        words[Shared.PY_SIGNALS] = _address(ctypes.pythonapi.PyErr_CheckSignals)
        # where there is no futex, helpers wait here
        self._queue: SimpleQueue[bool] | None = None if FUTEX else SimpleQueue()
        self._lock = threading.Lock()
        self._threads: list[Worker] = []
        self._ended = False

    @staticmethod
    def made(helpers: int, store: Store) -> Crew | None:
        """None where the system refuses the code, or lacks what it calls."""
        if helpers < 1:
            return None
        from vyre.drivers.cpu import loader

        try:
            return Crew(helpers, loader.load(crew_text(), level=_LEVEL, store=store))
        except (loader.Refused, ImportError, OSError, AttributeError):
            return None

    @property
    def entry(self) -> tuple[int, int]:
        """For other machine code: the shared memory and the function, while this is kept."""
        return self._at, self._code.address

    @property
    def wakes_in_code(self) -> bool:
        """Whether other machine code can wake the helpers: where there is no futex, they wait in Python."""
        return self._queue is None

    def disown(self) -> None:
        """In a forked child, where the threads do not exist: launches are shared no more."""
        ctypes.c_int32.from_address(self._at + 8 * Shared.STOP).value = 1

    def run(self, shift: Shift) -> bool:
        """Run a launch with the helpers. False where there is no free slot for it now. Raises what a signal's handler raised; no
        further chunk was begun then. Either way no thread is inside any more."""
        if not self._threads:
            self.start()
        if self._queue is not None:
            for _ in self._threads:
                self._queue.put(True)
        return self._run(self._at, shift.job, Order.SHARE) > 0

    def start(self) -> None:
        """Start the threads, where they are not there yet."""
        with self._lock:
            for n in range(len(self._threads), 0 if self._ended else self.helpers):
                self._threads.append(Worker(_work, self._call, self._at, self._queue, self, name=f"vyre-cpu-{n}"))

    def retire(self) -> list[Worker]:
        """Let the threads end after the job that they are in. Owners run what comes later alone."""
        with self._lock:
            self._ended = True
            threads, self._threads = self._threads, []
        self._call(self._at, None, Order.END)
        if self._queue is not None:
            for _ in threads:
                self._queue.put(False)
        return threads


def _work(call: _Call, at: int, queue: SimpleQueue[bool] | None, keeps: object) -> None:
    """The life of a helper. ``keeps``: the code and the memory that it is in."""
    if queue is None:
        call(at, None, Order.WORK)
        return
    while queue.get():
        call(at, None, Order.HELP)


def _system() -> tuple[int, int]:
    """The addresses of the system call, or without a futex of what gives the processor away, and of the clock, 0 where there is none."""
    if sys.platform == "win32":
        return _address(ctypes.WinDLL("kernel32").SwitchToThread), 0
    library = ctypes.CDLL(None)
    return _address(library.syscall if FUTEX else library.sched_yield), _address(library.clock_gettime)


def _address(function: object) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0  # type: ignore[arg-type]  # a function of a library
