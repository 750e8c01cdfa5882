"""Workgroups that lie below each other, worked on in step: one does a phase after the other, then all the next phase.

In a product of matrices the workgroups of a column read the same tiles of the second one. Far too much memory lies between two
of them in the order of workgroups for a cache to keep it. In step, the first one of a stack brings a tile near, and the
others find it there. Each has its own shared memory and frames; what a phase needs of them is found by the number in the stack.
Shared arrays that all fill alike are one (``alike``).
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Final

from vyre.dtypes import u32
from vyre.emit.llvm.alike import filled_alike, left_out, stored_once
from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.phases import Branch, Loop, Phase, Split
from vyre.emit.llvm.tree import Tree, loop_value
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic, Const, For, Id, Load, Param, Size
from vyre.ir.program import Program
from vyre.ir.walk import operands, result

__all__ = ["Stack", "find_stack"]

_MOST: Final = 4
"""Workgroups of a stack: their shared memory and frames stay in the first cache."""
_ROOM: Final = 4096  # bytes of one workgroup


def find_stack(program: Program, tree: Tree, kinds: Kinds, split: Split | None, invocations: int) -> int:
    """The number of workgroups to process together: above 1 where a loop around a barrier reads elements of 2D arrays that
    vertically adjacent workgroups share, and all values that are carried from phase to phase are in frames."""
    below = _below(program, tree)
    if split is None or kinds.masked_returns or not _is_plain(program, tree, kinds, split, below):
        return 1
    shared = sum(prod(b.shape or ()) * b.dtype.nbytes for b in program.buffers if b.role == "shared")
    frames = invocations * 8 * (len(split.carried) + len(split.frame_locals))
    looped = [n for n in tree.body if isinstance(n.stmt, For) and n.has_barrier]
    if shared + frames > _ROOM or not looped:
        return 1
    for loop in looped:
        for node in tree.nodes[loop.number : loop.end]:
            stmt = node.stmt
            if isinstance(stmt, Load) and program.buffers[stmt.buffer].role == "in" and len(stmt.index) == 2:
                indexes = {tree.value(value) for value in stmt.index}
                if indexes & kinds.varying and not indexes & below:
                    return _MOST
    return 1


def _is_plain(program: Program, tree: Tree, kinds: Kinds, split: Split, below: set[int]) -> bool:
    """Whether the workgroups of a stack execute the same phases in the same order. A carried scalar that control flow around
    a barrier reads, and a loop variable, would have one copy for all workgroups of the stack."""
    if any(buffer.role == "private" for buffer in program.buffers):
        return False
    if any(isinstance(node.stmt, Atomic) for node in tree.nodes):
        return False
    if split.carried - kinds.varying or split.frame_locals - kinds.varying_locals:
        return False
    todo = list(split.region)
    while todo:
        item = todo.pop()
        if isinstance(item, Branch):
            todo += item.then + item.orelse
        elif isinstance(item, Loop):
            stmt = item.node.stmt
            if isinstance(stmt, For) and (
                stmt.local in tree.reads or not below.isdisjoint((tree.value(stmt.lo), tree.value(stmt.hi)))
            ):
                return False
            todo += item.head + item.body
    return True


def _below(program: Program, tree: Tree) -> set[int]:
    """Values that differ between workgroups below each other, or may."""
    found: set[int] = set()
    for node in tree.nodes:
        stmt = node.stmt
        if isinstance(stmt, For) and (tree.value(stmt.lo) in found or tree.value(stmt.hi) in found):
            found.add(loop_value(node.number))
        number = result(stmt)
        if number is None:
            continue
        if isinstance(stmt, Id):
            if stmt.axis and stmt.name in ("group_id", "global_id"):
                found.add(number)
        elif isinstance(stmt, (Const, Size, Param)):
            continue
        elif (
            (isinstance(stmt, Load) and program.buffers[stmt.buffer].role not in ("in", "table"))
            or not operands(stmt)
            or any(tree.value(value) in found for value in operands(stmt))
        ):
            found.add(number)
    return found


class Stack:
    """The workgroups in step, while their text is written. ``places``: the first one's memory, by what it is for; ``nbytes``: how much."""

    def __init__(self, w: Writer, places: dict[str, str], nbytes: dict[str, int]) -> None:
        self.w = w
        self.places = places
        self.nbytes = nbytes
        self.alike = frozenset[int]()
        if w.stack > 1 and w.split is not None:
            self.alike = filled_alike(w.program, w.tree, w.split.phases, _below(w.program, w.tree))
            w.alike = len(self.alike)
        self.rows = [w.text.alloca(f"[{w.stack} x i32]", 8) for _ in range(2)] if w.stack > 1 else []

    def begin(self) -> None:
        """Which workgroups there are, from row %row on."""
        w, t = self.w, self.w.text
        if not self.rows:
            return
        height = t.let(f"zext i32 {w.ids['num_groups', 1].scalar} to i64")
        for k in range(w.stack):
            row = t.let(f"add i64 %row, {k}")
            for operation, cells in zip(("urem", "udiv"), self.rows, strict=True):
                part = t.let(f"trunc i64 {t.let(f'{operation} i64 {row}, {height}')} to i32")
                t.do(f"store i32 {part}, ptr {t.let(f'getelementptr i32, ptr {cells}, i64 {k}')}")

    def each(self, found: Callable[[dict[str, str]], None], write: Callable[[], None], phase: Phase) -> None:
        """Write a phase for one workgroup after the other; for all of them together, where one run of it serves all lanes.
        ``found`` is told where the memory of one is."""
        w, t = self.w, self.w.text
        if phase.once or not self.rows:
            write()
            return
        others = left_out(w.tree, phase.nodes, self.alike)
        first = "0"
        if others:
            self.point(found, first)
            write()
            first = "1"
        accesses = len(w.accesses)
        if w.facts is None:
            w.left_out = others
        elif others:
            w.facts.alike = stored_once(w.tree, phase.nodes, self.alike)
        before, top, body, done = t.block, t.label(), t.label(), t.label()
        t.goto(top)
        t.start(top)
        now, following, latch = t.name(), t.name(), t.label()
        t.do(f"{now} = phi i64 [ {first}, %{before} ], [ {following}, %{latch} ]")
        t.branch(t.let(f"icmp ult i64 {now}, %rows"), body, done)
        t.start(body)
        self.point(found, now)
        write()
        t.goto(latch)
        t.start(latch)
        t.do(f"{following} = add i64 {now}, 1")
        t.goto(top)
        t.start(done)
        w.left_out = frozenset()
        if w.facts is not None:
            w.facts.alike = frozenset()
        if others:
            del w.accesses[accesses:]  # told of the first one's text

    def point(self, found: Callable[[dict[str, str]], None], number: str) -> None:
        """Make a workgroup the one that is written for."""
        w, t = self.w, self.w.text
        for axis, cells in enumerate(self.rows, 1):
            row = t.let(f"load i32, ptr {t.let(f'getelementptr i32, ptr {cells}, i64 {number}')}")
            w.ids["group_id", axis] = Value(u32, row)
        alike = {f"shared {n}" for n in self.alike}
        found({
            name: place if name in alike else t.let(f"getelementptr [{self.nbytes[name]} x i8], ptr {place}, i64 {number}")
            for name, place in self.places.items()
        })  # fmt: skip
