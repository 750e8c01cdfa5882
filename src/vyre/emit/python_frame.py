"""The end of a program's Python text: how the invocations of a workgroup take their turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from vyre.emit.subgroups import Inert, divergent, run_phases
from vyre.ir.program import Program

__all__ = ["run_lanes"]


class Written(Protocol):
    """What is known of a text when its ``invocation`` is written."""

    program: Program
    names: dict[str, Any]
    operations: dict[int, Any]
    traps: bool
    phased: bool
    has_barrier: bool
    turns: Sequence[int] | None

    def add(self, depth: int, line: str) -> None: ...


def run_lanes(text: Written) -> None:
    """Add the lines that call ``invocation`` for every local id. Where ``turns`` is given they go by it."""
    w0, w1, w2 = text.program.workgroup
    add = text.add
    each = f"for l2 in range({w2}) for l1 in range({w1}) for l0 in range({w0})"
    if text.turns is not None:
        text.names["turns"] = [(n, n % w0, n // w0 % w1, n // (w0 * w1)) for n in text.turns]
        in_turn = "for _, l0, l1, l2 in turns"
    else:
        in_turn = each
    if text.phased:
        _phases(text, each)
    elif not text.has_barrier and text.turns is not None:
        add(1, f"{in_turn}:")
        add(2, "invocation(l0, l1, l2)")
    elif not text.has_barrier:
        add(1, f"for l2 in range({w2}):")
        add(2, f"for l1 in range({w1}):")
        add(3, f"for l0 in range({w0}):")
        add(4, "invocation(l0, l1, l2)")
    else:
        add(1, f"lanes = [invocation(l0, l1, l2) {in_turn}]")
        add(1, "while True:  # 5.4: phase by phase, in order of the local index")
        add(2, "reached = {next(lane, None) for lane in lanes}")
        add(2, "if len(reached) != 1:")
        add(3, "raise divergent(reached)")
        add(2, "if None in reached:")
        add(3, "return")
        text.names["divergent"] = divergent


def _phases(text: Written, each: str) -> None:
    """The group's end where it has subgroup operations or traps."""
    w0, w1, w2 = text.program.workgroup
    add = text.add
    if text.traps:
        text.names["Inert"] = Inert
        add(1, "def trapped(n, trap):  # 5.6: the linear global id, x fastest")
        add(2, f"x, y, z = n % {w0}, n // {w0} % {w1}, n // {w0 * w1}")
        row = f"((g2 * {w2} + z) * (c1 * {w1}) + g1 * {w1} + y)"
        add(2, f"traps.append(({row} * (c0 * {w0}) + g0 * {w0} + x, trap.code, trap.site))")
    else:
        add(1, "trapped = None")
    if text.has_barrier:
        text.names["run_phases"], text.names["operations"] = run_phases, text.operations
        turns = "" if text.turns is None else ", [n for n, *_ in turns]"
        add(1, f"run_phases([invocation(l0, l1, l2) {each}], operations, trapped{turns})")
        return
    natural = f"for n, (l2, l1, l0) in enumerate((l2, l1, l0) {each}):"
    add(1, natural if text.turns is None else "for n, l0, l1, l2 in turns:")
    add(2, "try:")
    add(3, "invocation(l0, l1, l2)")
    add(2, "except Inert as trap:")
    add(3, "trapped(n, trap)")
