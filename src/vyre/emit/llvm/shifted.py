"""A phase that reads an array at ``lane - distance``, with a second text for packs whose lanes are all at or above the distance.

There the comparison ``lane >= distance`` is known, the read is in bounds, and what is left is a plain load at a displacement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Final

from vyre.dtypes import bool_
from vyre.emit.llvm.claims import check_op
from vyre.emit.llvm.fused import Fuser
from vyre.emit.llvm.phases import Phase
from vyre.emit.llvm.tree import Node
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Load, Op

__all__ = ["in_two_texts"]

_ABOVE: Final = {"ge": (0, True), "lt": (0, False), "le": (1, True), "gt": (1, False)}
"""Comparisons of a lane with the distance: the operand that is the lane, and the result if no lane is below the
distance."""


@dataclass(frozen=True, slots=True)
class _Shift:
    """``distance``: the one distance of the loads with these numbers. ``known``: comparisons of the lane with it, and what they are
    where no lane is below it. ``size``: elements of the smallest array."""

    distance: int
    loads: frozenset[int]
    known: dict[int, bool]
    size: int


def _find(w: Writer, phase: Phase) -> _Shift | None:
    fuser = Fuser(w.program, w.tree)
    loads: dict[int, int] = {}
    size = 1 << 31
    for node in phase.nodes:
        stmt = node.stmt
        if isinstance(stmt, Load) and w.program.buffers[stmt.buffer].role == "shared" and fuser.side(stmt) == -1:
            made = w.tree.made(stmt.index[0])
            assert isinstance(made, Op)
            loads[node.number] = w.tree.value(made.args[1])
            size = min(size, prod(w.program.buffers[stmt.buffer].shape or ()))
    distances = set(loads.values())
    if len(distances) != 1 or not distances <= set(phase.imports):
        return None
    distance = distances.pop()
    known: dict[int, bool] = {}
    for node in phase.nodes:
        stmt = node.stmt
        if isinstance(stmt, Op) and stmt.op in _ABOVE:
            at, truth = _ABOVE[stmt.op]
            if w.tree.value(stmt.args[1 - at]) == distance and fuser.is_lane(w.tree.made(stmt.args[at])):
                known[node.number] = truth
    return _Shift(distance, frozenset(loads), known, size)


def in_two_texts(w: Writer, phase: Phase, first: str, write: Callable[[list[Node]], object]) -> bool:
    """Write the nodes of a phase that falls, twice. False where that is of no use, and nothing was written. ``first``: the lowest
    lane of the packs."""
    found = _find(w, phase) if phase.falling and w.mask is None and first[0] == "%" else None
    if found is None:
        return False
    t, distance = w.text, w.values[found.distance].scalar
    if distance is None:
        return False
    below = t.let(f"sub i32 {first}, {distance}")
    last = t.let(f"add i32 {below}, {w.width * w.packs - 1}")
    reached = t.let(f"icmp uge i32 {first}, {distance}")
    test = t.let(f"and i1 {reached}, {t.let(f'icmp ult i32 {last}, {found.size}')}")
    above, general, done = t.label(), t.label(), t.label()
    t.branch(test, above, general)
    t.start(above)
    trusted, w.trusted = w.trusted, w.trusted | found.loads
    for number, truth in found.known.items():
        stmt = w.tree.nodes[number].stmt
        assert isinstance(stmt, Op)
        w.values[stmt.result] = Value(bool_, "true" if truth else "false")
        check_op(w, stmt, w.values[stmt.result])
    write([node for node in phase.nodes if node.number not in found.known])
    w.trusted = trusted
    t.goto(done)
    t.start(general)
    accesses = len(w.accesses)
    write(phase.nodes)
    del w.accesses[accesses:]  # the receipt speaks of the text that runs most
    t.goto(done)
    t.start(done)
    return True
