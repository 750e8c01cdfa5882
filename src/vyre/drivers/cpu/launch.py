"""Running one launch: at once on the calling thread where it is short, else in chunks shared by the pool.

How long a workgroup takes is learnt from run to run. A launch that is not known yet begins with few workgroups and
goes on in growing steps until that is known. Signals are looked for between two chunks, so Ctrl-C comes through, and no
exception leaves while a thread may still write: a kernel runs inside one call of machine code, with all threads that help.
"""

from __future__ import annotations

import ctypes
import threading
from time import perf_counter_ns
from typing import TYPE_CHECKING, Final

from vyre.drivers.cpu.crew import Shift
from vyre.drivers.cpu.crew_text import CHUNK_LEAST, CHUNKS
from vyre.drivers.cpu.fresh import Fresh
from vyre.drivers.cpu.pool import Pool
from vyre.errors import DispatchFailed, OutOfMemory
from vyre.ir.program import Grid

if TYPE_CHECKING:
    from vyre.drivers.cpu.loader import Code

__all__ = ["Runner", "Speed", "ended"]

_BRIEF: Final = 30_000  # ns: below, giving the GIL away costs more than it brings
_SHARE: Final = 150_000  # ns: below, waking threads costs more than it brings
_PATIENCE: Final = 100_000_000  # ns: above, a workgroup is not waited for on the thread that takes Ctrl-C
_CHUNK: Final = (100_000, 20_000_000)  # ns: least and most work of a chunk
_MAX_SCRATCH: Final = 512 * 1024 * 1024  # bytes, of all threads of a launch together


class Speed:
    """What a workgroup of one pipeline takes, in ns; 0 = not known yet. ``steady``: every workgroup does about the same, since
    no argument and no element decides how often a loop runs. ``address``: where machine code reads and learns it, a double."""

    __slots__ = ("_cell", "address", "steady")

    def __init__(self, *, steady: bool = True) -> None:
        self._cell = ctypes.c_double(0.0)
        self.address = ctypes.addressof(self._cell)
        self.steady = steady

    @property
    def ns(self) -> float:
        return self._cell.value

    @ns.setter
    def ns(self, ns: float) -> None:
        self._cell.value = ns

    def learn(self, ns: int, groups: int) -> None:
        """Take a measurement in. Slower than before counts little: most of that is other work on this machine."""
        now, before = ns / groups, self.ns
        if now < before:
            self.ns = 0.5 * (before + now)
        elif before and now < 8 * before:
            self.ns = min(now, 1.1 * before)
        else:  # not known yet, or other arguments make it another amount of work
            self.ns = now


class _Scratch(threading.local):
    """Memory of one thread for workgroups that need more than the stack should give: what waits for the next launch. A launch takes it
    while it runs, so one that a signal's handler makes meanwhile gets its own."""

    spare: Fresh | None = None

    def take(self, nbytes: int) -> Fresh | None:
        """At least so many bytes, at a multiple of 64; None for 0."""
        if not nbytes:
            return None
        memory, self.spare = self.spare, None
        if memory is None or memory.nbytes < nbytes:
            try:
                memory = Fresh(nbytes)
            except MemoryError as error:
                raise OutOfMemory(
                    "the host has no memory for the arrays of a workgroup",
                    code="R851",
                    fix="use a smaller workgroup, or smaller private arrays",
                    actual=f"asked {nbytes} bytes for each thread",
                ) from error
        return memory

    def give_back(self, memory: Fresh | None) -> None:
        if memory is not None:
            self.spare = memory


def ended(why: str) -> DispatchFailed:
    """The error for work that was stopped."""
    return DispatchFailed(why, code="R822", fix="wait for submitted work before the program ends")


class Runner:
    """Runs launches of any pipeline on one pool."""

    def __init__(self, pool: Pool, scratch: _Scratch | None = None) -> None:
        self.pool = pool
        self.scratch = scratch or _Scratch()
        self._stop = ctypes.c_int64(0)  # which machine code looks at
        self._stopped = ""

    @property
    def stopped(self) -> str:
        """Why no further chunk is begun; empty while they are."""
        return self._stopped

    @stopped.setter
    def stopped(self, why: str) -> None:
        self._stopped = why
        self._stop.value = bool(why)

    def twin(self) -> Runner:
        """One over the same pool that can be stopped by itself."""
        made = Runner(self.pool, self.scratch)
        made.stopped = self.stopped
        return made

    def endures(self, speed: Speed, groups: int) -> bool:
        """Whether one of so many workgroups may well take longer than a wait for another thread is worth."""
        return groups > 0 and (speed.ns == 0 or speed.ns > _PATIENCE)

    def run(self, code: Code, slots: bytes, params: bytes, grid: Grid, speed: Speed, scratch: int) -> None:
        """``slots``: the addresses and the grid, as the kernel reads them."""
        x, y, z = grid
        total = x * y * z
        estimate = speed.ns * total
        if 0 < estimate < _SHARE:
            memory = self.scratch.take(scratch) if scratch else None
            at = None if memory is None else memory.address
            start = perf_counter_ns()
            if estimate < _BRIEF and speed.steady:  # else other threads would wait for a loop of any length
                code.run_briefly(slots, params, 0, total, x, at)
            else:
                code.run(slots, params, 0, total, x, at)
            speed.learn(perf_counter_ns() - start, total)
            if memory is not None:
                self.scratch.give_back(memory)
            return
        span = _Span(self, code, slots, params, x, scratch)
        done = self._explore(span, total, speed) if speed.ns == 0 else 0
        left = total - done
        if left:
            self._share(span, done, left, speed)

    def _explore(self, span: _Span, total: int, speed: Speed) -> int:
        """Run growing pieces until one takes long enough to judge by; how many groups are done."""
        done, piece = 0, 1
        while done < total:
            piece = min(piece, total - done)
            start = perf_counter_ns()
            span.run(done, done + piece)
            taken = perf_counter_ns() - start
            done += piece
            if taken > _CHUNK[0] or done == total:
                speed.ns = taken / piece
                return done
            piece *= 4
        return done

    def _share(self, span: _Span, first: int, groups: int, speed: Speed) -> None:
        estimate = speed.ns * groups
        if estimate >= _SHARE and self.pool.threads > 1 and self._crewed(span, first, groups, speed):
            return
        start = perf_counter_ns()
        size = max(1, min(groups, int(_CHUNK[1] / speed.ns)))
        for at in range(first, first + groups, size):
            span.run(at, min(at + size, first + groups))
        speed.learn(perf_counter_ns() - start, groups)

    def _crewed(self, span: _Span, first: int, groups: int, speed: Speed) -> bool:
        """Share the groups in machine code. False where that cannot be."""
        crew = self.pool.crew
        stride = -(-span.scratch // 64) * 64
        helpers = 0 if crew is None else min(crew.helpers, _MAX_SCRATCH // stride if stride else crew.helpers)
        if crew is None or helpers < 1:
            return False
        if self.stopped:
            raise ended(self.stopped)
        threads = helpers + 1
        wanted = min(max(speed.ns * groups / (threads * CHUNKS), CHUNK_LEAST), _CHUNK[1])
        size = max(1, min(-(-groups // threads), int(wanted / speed.ns)))
        memory = self.scratch.take(stride * threads)
        shift = Shift(
            span.code.address,
            span.slots,
            span.params,
            span.x,
            groups=(first, first + groups, size),
            stop=ctypes.addressof(self._stop),
            scratch=(0 if memory is None else memory.address, stride),
            helpers=helpers,
        )
        start = perf_counter_ns()
        shared = crew.run(shift)
        self.scratch.give_back(memory)
        if not shared:
            return False
        if self.stopped:
            raise ended(self.stopped)
        speed.learn((perf_counter_ns() - start) * threads, groups)
        return True


class _Span:
    """Ranges of the workgroups of one launch, counted along x first."""

    __slots__ = ("code", "params", "runner", "scratch", "slots", "x")

    def __init__(self, runner: Runner, code: Code, slots: bytes, params: bytes, x: int, scratch: int) -> None:
        self.runner = runner
        self.code = code
        self.slots = slots
        self.params = params
        self.x = x
        self.scratch = scratch

    def run(self, first: int, end: int) -> None:
        if self.runner.stopped:
            raise ended(self.runner.stopped)
        memory = self.runner.scratch.take(self.scratch)
        self.code.run(self.slots, self.params, first, end, self.x, None if memory is None else memory.address)
        self.runner.scratch.give_back(memory)
