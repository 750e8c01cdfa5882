"""Calls that an exception ends at chosen instants: ``python -m tests.leak.instants DEVICE COUNT SEED [WAY]``.

As :mod:`tests.leak.storm`, without a clock: an instant is a place between two instructions of the calling thread where CPython runs
the handlers of signals, which is after calls, at the begin of functions and where loops go back; ``COUNT`` of them are chosen for each
way to call, or for one; ``every``: each instant of a small call, or so many. The exception raised there stays in a cycle, with all frames that it came through, and is collected as garbage.
"""

from __future__ import annotations

import faulthandler
import gc
import itertools
import opcode
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final

import numpy as np

from tests.leak.storm import Interrupt, Storm, mix, mixed

_WHERE: Final = frozenset(
    number
    for name, number in opcode.opmap.items()
    if name in ("RESUME", "CALL", "CALL_KW", "CALL_FUNCTION_EX") or name.startswith("JUMP_BACKWARD")
)
_TASKS: Final = (
    "cancelled",
    "closed",
    "timeout",
)  # of asyncio, whose own loop stands no such exception, and of a clock
_LONG: Final = ("cold", "check")  # ways that compile go through a million instants


class Instants:
    """The instants of what runs between ``begin`` and ``end``, of which ``chosen`` raises; None: none of them."""

    def __init__(self, chosen: int | None) -> None:
        self.chosen = chosen
        self.count = 0
        self._codes: dict[CodeType, bytes] = {}

    def begin(self) -> None:
        sys._getframe().f_trace_opcodes = True  # CPython 3.12 only traces instructions if it is asked before this call
        sys.settrace(self._enter)

    def end(self) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if code.co_filename == __file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        instructions = self._codes.setdefault(code, code.co_code)
        before = -1  # the instruction before, where the frame goes on

        def each(frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
            nonlocal before
            if event == "opcode":
                if before in _WHERE:
                    self.count += 1
                    if self.count - 1 == self.chosen:
                        raise Interrupt
                before = instructions[frame.f_lasti]
            return each

        return each


def _keep(error: BaseException) -> None:
    """In a cycle that is younger than all that the frames hold: garbage is cleared in the order in which it was made."""
    kept: list[object] = [error]
    kept.append(kept)


def ended(storm: Storm, name: str, instants: Instants) -> None:
    """One call, which ends at the chosen instant."""
    way, found = storm.ways()[name], None
    storm.x[:] = storm.a
    try:
        try:
            instants.begin()
            found = way()
        finally:
            instants.end()
    except Interrupt as error:
        storm.interrupted += 1
        _keep(error)
    storm.look(name, found)
    gc.collect()


def every(device: str, most: int) -> int:
    """A small bound call that ends at each of its instants, or at ``most`` of them; how many it ended at."""
    values, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    call = mix.compile(backend=device).bind(values, out=out)
    for _ in range(3):
        call()
    gc.freeze()  # what is collected is what the calls leave
    gc.disable()
    all_of = Instants(None)
    all_of.begin()
    call()
    all_of.end()
    ended_at = range(0, all_of.count, -(-all_of.count // most))
    for chosen in ended_at:
        instants = Instants(chosen)
        try:
            try:
                instants.begin()
                call()
            finally:
                instants.end()
        except Interrupt as error:
            _keep(error)
        values += 1
        call()
        assert (out == mixed(values)).all()
        gc.collect()  # not before: what has survived once is cleared in another order
    return len(ended_at)


def main(device: str, count: int, seed: int, only: str = "") -> None:
    faulthandler.enable()
    faulthandler.dump_traceback_later(90 + count * 10, exit=True)
    if only == "every":
        print(f"done: {every(device, count) > 0}", flush=True)
        return
    storm = Storm(device, seed)
    names = [name for name in storm.begin() if name == only or not (only or name in _TASKS)]
    gc.freeze()  # what is collected is what the calls leave
    for name in names:
        all_of = Instants(None)
        ended(storm, name, all_of)
        times = -(-count // 20) if name in _LONG else count
        edges = [all_of.count * k // times for k in range(times + 1)]
        for first, after in itertools.pairwise(edges):
            ended(storm, name, Instants(storm.chance.randrange(first, max(after, first + 1))))
    storm.end(None)
    print(f"done: {storm.interrupted > storm.rounds // 2}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:5])
