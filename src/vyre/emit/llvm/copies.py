"""Copies of a small shared array that a workgroup only adds to, for a while.

Lane after lane adds to an element; where two neighbouring lanes mean the same one, the second waits for the first. With a
copy for every fourth or eighth lane they seldom do, and nobody can tell: a sum modulo 2**32 is the same in any order, no old value is
read, and before a phase that looks at the array the copies are added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

from vyre.emit.llvm.phases import Branch, Loop, Phase, Region, Split
from vyre.emit.llvm.tree import Tree
from vyre.emit.llvm.writer import BufferRef, Writer
from vyre.ir.nodes import For, Size, While
from vyre.ir.program import Program
from vyre.ir.walk import used_buffer

__all__ = ["Copied", "add_up", "copies_of", "find_copied"]

_MOST: Final = 512  # elements; all copies have room in the first cache
_FEW: Final = 256  # elements; twice as many copies have room too


@dataclass(frozen=True, slots=True)
class Copied:
    """``buffers``: shared arrays that have copies. ``readers``: index of a phase → those that it looks at."""

    buffers: frozenset[int]
    readers: dict[int, list[int]]


def copies_of(count: int) -> int:
    """How many copies an array of so many elements gets."""
    return 8 if count <= _FEW else 4


def find_copied(program: Program, tree: Tree, split: Split) -> Copied:
    """Which shared arrays get copies: in each phase they are only added to, or not at all, and what looks at them is in no loop."""
    looped = _in_loops(split.region)
    adds: dict[int, set[int]] = {}
    looks: dict[int, set[int]] = {}
    often: set[int] = set()  # a few additions would not pay for adding up
    for phase in split.phases:
        nodes = [node for top in phase.nodes for node in tree.nodes[top.number : top.end]]
        loops = [node for node in nodes if isinstance(node.stmt, (For, While))]
        for node in nodes:
            stmt, buffer = node.stmt, used_buffer(node.stmt)
            if buffer is None or isinstance(stmt, Size) or program.buffers[buffer].role != "shared":
                continue
            if tree.only_adds(stmt):
                adds.setdefault(buffer, set()).add(phase.index)
                if phase.index in looped or any(loop.number < node.number < loop.end for loop in loops):
                    often.add(buffer)
            else:
                looks.setdefault(buffer, set()).add(phase.index)
    found: set[int] = set()
    for n, phases in adds.items():
        buffer_ = program.buffers[n]
        small = buffer_.dtype.is_integer and buffer_.dtype.bits == 32 and prod(buffer_.shape or ()) <= _MOST
        apart = not looks.get(n, set()) & (phases | looped)
        if small and apart and n in often:
            found.add(n)
    readers = {phase.index: sorted(n for n in found if phase.index in looks.get(n, ())) for phase in split.phases}
    return Copied(frozenset(found), readers)


def _in_loops(region: Region) -> set[int]:
    """The phases that may run several times."""
    found: set[int] = set()
    todo = [(item, False) for item in region]
    while todo:
        item, inside = todo.pop()
        if isinstance(item, Phase):
            if inside:
                found.add(item.index)
        elif isinstance(item, Branch):
            todo += [(inner, inside) for inner in (*item.then, *item.orelse)]
        elif isinstance(item, Loop):
            todo += [(inner, True) for inner in (*item.head, *item.body)]
    return found


def add_up(w: Writer, buffer: BufferRef) -> None:
    """Add the copies to the array, and clear them."""
    t = w.text
    vector = w.vector_type("i32")
    with t.counting(buffer.copy_bytes, step=4 * w.width) as now:
        first = t.let(f"getelementptr i8, ptr {buffer.pointer}, i64 {now}")
        total = t.let(f"load {vector}, ptr {first}, align 16")
        for copy in range(1, buffer.copies):
            place = t.let(f"getelementptr i8, ptr {first}, i64 {copy * buffer.copy_bytes}")
            total = t.let(f"add {vector} {total}, {t.let(f'load {vector}, ptr {place}, align 16')}")
            t.do(f"store {vector} zeroinitializer, ptr {place}, align 16")
        t.do(f"store {vector} {total}, ptr {first}, align 16")
