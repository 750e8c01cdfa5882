"""Threads that take chunks of launches in machine code: see :mod:`crew_text`. Where that cannot be, Python's (:mod:`pool`) do."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vyre.contract.backend import Store
from vyre.drivers.cpu.crew_text import BUDGET, BYTES, FUTEX, Job, Order, Shared, crew_text
from vyre.drivers.cpu.fresh import Fresh

if TYPE_CHECKING:
    from vyre.drivers.cpu.loader import Code

__all__ = ["Crew", "Shift"]

_LEVEL: Final = 1  # of code generation
_WORDS: Final = 8
_CALL: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


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
        self.job[Job.SLOT] = -1
        self.job[Job.FIRST], self.job[Job.END], self.job[Job.GRAIN] = groups
        self.job[Job.KERNEL], self.job[Job.X], self.job[Job.STOP] = kernel, x, stop
        self.job[Job.SLOTS], self.job[Job.PARAMS] = map(ctypes.addressof, held)
        self.job[Job.SCRATCH], self.job[Job.SCRATCH_BYTES] = scratch
        self.job[Job.HELPERS], self.job[Job.BUDGET] = helpers, BUDGET


class Crew:
    """``helpers``: threads beside the owner of a job; they start with the first one. Their code and memory stay as long as one lives."""

    def __init__(self, helpers: int, code: Code) -> None:
        self.helpers = helpers
        self._code = code
        self._call: Callable[[int, object, int], int] = _CALL(code.address)
        self._memory = Fresh(BYTES)
        self._at = self._memory.address
        words = (ctypes.c_int64 * _WORDS).from_address(self._at)
        library = ctypes.CDLL(None)
        words[Shared.SYSCALL] = ctypes.cast(library.syscall, ctypes.c_void_p).value or 0
        words[Shared.CLOCK] = ctypes.cast(library.clock_gettime, ctypes.c_void_p).value or 0
        words[Shared.NUMBER], words[Shared.CLOCK_ID] = FUTEX, time.CLOCK_MONOTONIC
        self._library = library
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._ended = False

    @staticmethod
    def made(helpers: int, store: Store) -> Crew | None:
        """None where the system has no futex, or refuses the code."""
        if not FUTEX or helpers < 1:
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

    def disown(self) -> None:
        """In a forked child, where the threads are not: nobody shares with them any more."""
        ctypes.c_int32.from_address(self._at + 8 * Shared.STOP).value = 1

    def run(self, shift: Shift) -> bool:
        """Run a launch with the helpers, and come back when nobody is inside; on the way, signals are looked for. False where there is
        no room for it now. After an interrupt no further chunk is begun."""
        if not self._threads:
            self.start()
        job = shift.job
        try:
            found = self._call(self._at, job, Order.RUN)
            while found == 0:
                found = self._call(self._at, job, Order.MORE)
        except BaseException:
            self._leave(job)
            raise
        return found > 0

    def _leave(self, job: ctypes.Array[ctypes.c_int64]) -> None:
        """The arrays are the threads' until the last one is out, also where Ctrl-C comes again."""
        interrupt: KeyboardInterrupt | None = None
        while job[Job.SLOT] >= 0:
            try:
                self._call(self._at, job, Order.ABANDON)
            except KeyboardInterrupt as again:
                interrupt = again
        if interrupt is not None:
            raise interrupt

    def start(self) -> None:
        """Start the threads, where they are not there yet."""
        with self._lock:
            if self._threads or self._ended:
                return
            self._threads = [
                threading.Thread(target=_work, args=(self._call, self._at, (self,)), name=f"vyre-cpu-{n}", daemon=True)
                for n in range(self.helpers)
            ]
            for thread in self._threads:
                thread.start()

    def retire(self) -> list[threading.Thread]:
        """Let the threads end after the job that they are in. Owners run what comes later alone."""
        with self._lock:
            self._ended = True
            threads, self._threads = self._threads, []
        self._call(self._at, None, Order.END)
        return threads


def _work(call: Callable[[int, object, int], int], at: int, keeps: object) -> None:
    """The life of a helper. ``keeps``: the code and the memory that it is in."""
    call(at, None, Order.WORK)
