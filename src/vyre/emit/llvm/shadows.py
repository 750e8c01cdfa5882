"""Shadows of locals across phases, where facts are checked: what each invocation assigned last to a local that several phases
access is in a frame, whatever the local itself is kept as."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from vyre.emit.llvm.claims import shadow_cells
from vyre.emit.llvm.frames import load_frame, store_frame
from vyre.emit.llvm.phases import Phase, Split
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.tree import loop_value
from vyre.emit.llvm.writer import Masks, Value, Writer
from vyre.ir.nodes import For, Get, Set, Store
from vyre.ir.walk import result

__all__ = ["Shadows"]


class Shadows:
    """Of one program. Where facts are not checked it has no locals and writes nothing."""

    def __init__(self, w: Writer, split: Split) -> None:
        self.w = w
        self.frames: dict[int, str] = {}
        self.read: dict[int, set[int]] = {phase.index: set() for phase in split.phases}
        self.written: dict[int, set[int]] = {phase.index: set() for phase in split.phases}
        self.defined: dict[int, set[int]] = {}
        inside: set[int] = set()  # statements of phases
        for phase in split.phases:
            numbers = [n for top in phase.nodes for n in range(top.number, top.end)]
            inside.update(numbers)
            self.defined[phase.index] = self._defined(numbers)
            for number in numbers:
                stmt = w.tree.nodes[number].stmt
                if isinstance(stmt, (Get, Set, For)):
                    self.read[phase.index].add(stmt.local)
                if isinstance(stmt, (Set, For)):
                    self.written[phase.index].add(stmt.local)
        outside = [n for n in w.tree.nodes if n.number not in inside]
        self.outside = {loop_value(n.number) for n in outside if isinstance(n.stmt, For)}
        loops = {n.stmt.local for n in outside if isinstance(n.stmt, For)}
        often = [*self.read.values(), loops]
        self.locals = frozenset[int]()
        if w.facts is not None:
            self.locals = frozenset(x for some in often for x in some if sum(x in one for one in often) > 1)
            if w.stack > 1:  # there are as many frames as workgroups then, and loops around phases have one variable
                self.locals -= loops

    def _defined(self, numbers: Iterable[int]) -> set[int]:
        found: set[int] = set()
        for number in numbers:
            stmt = self.w.tree.nodes[number].stmt
            value = loop_value(number) if isinstance(stmt, For) else result(stmt)
            if value is not None:
                found.add(value)
        return found

    def begin(self, phase: Phase, first: str) -> None:
        """Before the statements of a phase, for the packs from invocation ``first`` on."""
        facts = self.w.facts
        if facts is None:
            return
        facts.shadows.clear()
        facts.by_lane, facts.there = not phase.once, self._there(phase)
        facts.known = self.outside | self.defined[phase.index] | set(phase.imports)
        facts.sides = dict.fromkeys(self._stored(phase), phase.fused) if phase.fused else {}
        if phase.once and self.w.kinds.masked_returns:
            return  # what lanes assigned that have returned is nothing to compare with
        for local in sorted(self.locals & self.read[phase.index]):
            n = element_type(self.w.program.locals[local].dtype)
            for cell, x in zip(
                shadow_cells(self.w, local), load_frame(self.w, self.frames[local], n, first), strict=True
            ):
                self.w.store_cell(cell, n, x, vector=True)

    def _there(self, phase: Phase) -> Masks:
        """Of a phase that is run once for all, the lanes that are invocations; None: all."""
        w, count = self.w, prod(self.w.workgroup)
        if not phase.once or count >= w.width * w.packs:
            return None
        each = [
            [f"i1 {'true' if k * w.width + lane < count else 'false'}" for lane in range(w.width)]
            for k in range(w.packs)
        ]
        return [f"<{', '.join(lanes)}>" for lanes in each]

    def _stored(self, phase: Phase) -> list[int]:
        return [node.stmt.buffer for node in phase.nodes if isinstance(node.stmt, Store)]

    def end(self, phase: Phase, first: str, every: range) -> None:
        """Behind them. ``every``: of what serves the whole workgroup, where its packs begin."""
        if self.w.facts is None:
            return
        self.w.facts.limit = ""
        for local in sorted(self.locals & self.written[phase.index]):
            n = element_type(self.w.program.locals[local].dtype)
            regs = [self.w.load_cell(cell, n, vector=True) for cell in shadow_cells(self.w, local)]
            for at in map(str, every) if phase.once else (first,):
                store_frame(self.w, self.frames[local], n, regs, at)

    def assign(self, local: int, value: Value, every: range) -> None:
        """The whole workgroup assigns a local, outside of phases."""
        if local in self.locals:
            for at in every:
                store_frame(self.w, self.frames[local], element_type(value.dtype), self.w.vectors(value), str(at))
