"""``with session.timed() as block``: the times of every dispatch inside, none of them made up."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING, Self

from vyre.contract.backend import Timing
from vyre.contract.signal_safe import Latch
from vyre.plan.plan import Assumption
from vyre.run.watch import TIMED, Watch

if TYPE_CHECKING:
    from vyre.run.call import Call
    from vyre.run.kept import Variants
    from vyre.run.submission import SessionPending

__all__ = ["TimedBlock", "TimedDispatch", "Timers"]


@dataclass(frozen=True, slots=True)
class TimedDispatch:
    """One dispatch of a block: ``begin_ns`` and ``end_ns`` on the host's clock (``time.perf_counter_ns``), from the
    handing over to the end of the copies back, and what its backend measured."""

    program: str
    backend: str
    begin_ns: int
    end_ns: int
    timing: Timing


class TimedBlock:
    """The dispatches that one thread makes of one session inside of the block; made by ``Session.timed``. Leaving the
    block waits for what was submitted in it. All times are nanoseconds."""

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._thread = threading.get_ident()
        self._made: list[TimedDispatch] = []
        self._reported: list[Latch] = []  # one for each submission, open once `add` was called for it
        self._compiled: dict[tuple[int, frozenset[Assumption]], tuple[Variants, int]] = {}
        self._begin = self._end = 0

    @property
    def dispatches(self) -> tuple[TimedDispatch, ...]:
        """One for each dispatch that ran to its end, in the order of the ends."""
        return tuple(self._made)

    @property
    def wall_ns(self) -> int:
        """The sum of the dispatches' times on the host's clock, without compiling; 0 for none."""
        return sum(one.end_ns - one.begin_ns for one in self._made)

    @property
    def device_ns(self) -> int | None:
        """The sum of the dispatches' times on their devices' clocks; 0 for none, None where one has no such time."""
        total = 0
        for one in self._made:
            if one.timing.device is None:
                return None
            total += one.timing.device
        return total

    @property
    def why_no_device(self) -> str | None:
        """Why ``device_ns`` is None; None where it is a time."""
        return next(
            (f"{one.backend}: {one.timing.why_no_device}" for one in self._made if one.timing.device is None), None
        )

    @property
    def compile_ns(self) -> int:
        """What compiling took, of the programs that ran in the block and were compiled in it. No part of ``wall_ns``."""
        return sum(ns for _, ns in self._compiled.values())

    @property
    def elapsed_ns(self) -> int:
        """From the beginning of the block to its end, on the host's clock, with all that Python did between."""
        return self._end - self._begin

    def __enter__(self) -> Self:
        self._begin = perf_counter_ns()
        self._timers.open(self)
        return self

    def __exit__(self, *exc: object) -> None:
        self._timers.close(self)
        for reported in self._reported:
            reported.wait()
        self._reported.clear()
        self._end = perf_counter_ns()

    def belongs_here(self) -> bool:
        return self._thread == threading.get_ident()

    def add(self, call: Call, begin: int, end: int, timing: Timing) -> None:
        """A dispatch that came to its end."""
        program = call.pipeline
        variants = program.variants
        if variants.compiled_at[call.variant] >= self._begin:
            self._compiled[id(variants), call.variant] = variants, variants.compile_ns[call.variant]
        self._made.append(TimedDispatch(program.program.name, program.engine.id, begin, end, timing))

    def follow(self, call: Call, begin: int, pending: SessionPending) -> None:
        """A dispatch that was submitted."""
        completion, reported = pending.completion, Latch()

        def done(_: object) -> None:
            if completion.timing.wall is not None:
                self.add(call, begin, perf_counter_ns(), completion.timing)
            reported.open()

        self._reported.append(reported)
        completion.then(done, None)


class Timers:
    """The open blocks of a session. ``any``: whether there are some, which is all that a call outside of them asks."""

    def __init__(self, watch: Watch) -> None:
        self.any = False
        self._watch = watch
        self._blocks: list[TimedBlock] = []
        self._lock = threading.Lock()

    def open(self, block: TimedBlock) -> None:
        with self._lock:
            self._blocks = [*self._blocks, block]
            self.any = True
            self._watch.set(TIMED, True)

    def close(self, block: TimedBlock) -> None:
        with self._lock:
            self._blocks = [other for other in self._blocks if other is not block]
            self.any = bool(self._blocks)
            self._watch.set(TIMED, self.any)

    def forked(self) -> None:
        self._lock = threading.Lock()

    def record(self, call: Call, begin: int, timing: Timing) -> None:
        end = perf_counter_ns()
        for block in self._blocks:
            if block.belongs_here():
                block.add(call, begin, end, timing)

    def follow(self, call: Call, begin: int, pending: SessionPending) -> None:
        for block in self._blocks:
            if block.belongs_here():
                block.follow(call, begin, pending)
