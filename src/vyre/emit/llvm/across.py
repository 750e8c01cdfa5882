"""Loops that one lane walks and whose iterations then are the lanes.

A lane that has a branch to itself (``lanes``) goes through its list element by element, and waits for memory each time that
a test of what it found goes another way than the last one. Where iterations tell each other nothing, a vector of them
is done together: their loads are under way at once, and the tests become a mask. The first elements of the lists of all lanes
are asked for before the first lane begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vyre.emit.llvm.claims import begin_alone, end_alone, remember
from vyre.emit.llvm.ops import consecutive_from, iota
from vyre.emit.llvm.tree import Node, Tree, loop_value
from vyre.emit.llvm.trips import trip_count
from vyre.emit.llvm.writer import BufferRef, Value, Writer
from vyre.ir.nodes import Atomic, Clear, Const, For, Get, If, Load, Op, Param, Set, Size, Store
from vyre.ir.program import Program

__all__ = ["Begin", "ask_for", "begins", "find_across", "write_across"]


def find_across(program: Program, tree: Tree, walks: frozenset[int], settled: frozenset[int]) -> frozenset[int]:
    """Numbers of such loops: innermost in a branch that lanes walk (``walks``), without a local that lives on, reading what
    the program doesn't write, and writing by atomics alone whose order and number don't matter (``settled``)."""
    written = {n.stmt.buffer for n in tree.nodes if isinstance(n.stmt, (Store, Atomic, Clear))}
    found: list[int] = []
    for outer in walks:
        for node in tree.nodes[outer + 1 : tree.nodes[outer].end]:
            stmt = node.stmt
            if not isinstance(stmt, For) or stmt.step != 1 or program.locals[stmt.local].dtype.bits != 32:
                continue
            inside = tree.nodes[node.number + 1 : node.end]
            if stmt.local not in tree.reads and all(_apart(tree, inner, written, settled) for inner in inside):
                found.append(node.number)
    return frozenset(found)


def _apart(tree: Tree, node: Node, written: set[int], settled: frozenset[int]) -> bool:
    """Whether iterations may do a statement side by side."""
    stmt = node.stmt
    if isinstance(stmt, Load):
        return stmt.buffer not in written and stmt.field is None
    if isinstance(stmt, Atomic):
        return node.number in settled
    if isinstance(stmt, Set):
        return stmt.local not in tree.reads  # so what is read of a local is the same in all iterations
    return isinstance(stmt, (Const, Size, Param, Op, If, Get))


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a list of each lane begins: at the element of ``lists`` that an element of ``starts`` names. ``index``: an array with
    that one's index, lane after lane."""

    starts: BufferRef
    index: str
    lists: BufferRef


def begins(w: Writer, node: Node, arrays: Mapping[int, str]) -> list[Begin]:
    """Of the loops in the branch of an If. ``arrays``: values from before it, in memory lane after lane."""
    tree, found = w.tree, list[Begin]()
    inside = tree.nodes[node.number + 1 : node.end]
    for loop in inside:
        if loop.number not in w.across or not isinstance(loop.stmt, For):
            continue
        low = tree.value(loop.stmt.lo)
        made = tree.nodes[tree.where[low]] if low >= 0 else node
        start = made.stmt
        if made not in inside or not isinstance(start, Load) or len(start.index) != 1 or start.field is not None:
            continue
        index = arrays.get(tree.value(start.index[0]))
        if index is None or tree.dtypes[tree.value(start.index[0])].bits != 32:
            continue
        read = [n.stmt for n in tree.nodes[loop.number : loop.end]]
        for stmt in read:
            if isinstance(stmt, Load) and [tree.value(at) for at in stmt.index] == [loop_value(loop.number)]:
                found.append(Begin(w.buffers[start.buffer], index, w.buffers[stmt.buffer]))
    return found


def ask_for(w: Writer, begun: list[Begin], lane: str) -> None:
    """Prefetch the first elements of a lane's lists. Where the lane's list begins nowhere, some address is asked for: that is no fault."""
    t = w.text
    for one in begun:
        at = t.let(f"load i32, ptr {t.let(f'getelementptr i32, ptr {one.index}, i64 {lane}')}")
        place = t.let(f"getelementptr {one.starts.step}, ptr {one.starts.pointer}, i32 {at}")
        within = t.let(f"icmp ult i32 {at}, {one.starts.size}")
        start = t.let(f"load i32, ptr {t.let(f'select i1 {within}, ptr {place}, ptr %zero')}, align 4")
        first = t.let(f"getelementptr {one.lists.step}, ptr {one.lists.pointer}, i32 {start}")
        t.prefetch(first)


def write_across(w: Writer, node: Node, stmt: For, write: Callable[[list[Node]], bool]) -> None:
    """Write such a loop for the one lane that is on, a vector of iterations a turn."""
    t, form, dtype = w.text, w.scalar_form, w.program.locals[stmt.local].dtype
    lo = w.value(stmt.lo)
    trips = trip_count(w, dtype, lo, w.value(stmt.hi), 1).scalar
    before, top, body, again, leave = t.block, *(t.label() for _ in range(4))
    t.goto(top)
    t.start(top)
    done, left, next_done, next_left = (t.name() for _ in range(4))
    t.do(f"{done} = phi i32 [ 0, %{before} ], [ {next_done}, %{again} ]")
    t.do(f"{left} = phi i32 [ {trips}, %{before} ], [ {next_left}, %{again} ]")
    t.branch(t.let(f"icmp ne i32 {left}, 0"), body, leave)
    t.start(body)
    first = form.op("add", "i32", lo.scalar or "", done)
    state = (w.packs, w.mask, w.maybe_empty)
    w.packs, w.maybe_empty, w.alone = 1, False, False
    w.mask = [w.vector_form.op("icmp ult", "i32", iota(w, 0), t.splat(left, "i32", w.width))]
    w.values[loop_value(node.number)] = Value(dtype, None, consecutive_from(w, [first]), [first])
    outer = begin_alone(w)
    remember(w, stmt.local, w.values[loop_value(node.number)])
    write(node.blocks[0])
    end_alone(w, outer)
    w.packs, w.mask, w.maybe_empty = state
    w.alone = True
    t.goto(again)
    t.start(again)
    t.statement = node.number
    less = t.call("llvm.umin.i32", "i32", [("i32", left), ("i32", str(w.width))])
    t.do(f"{next_done} = add i32 {done}, {w.width}")
    t.do(f"{next_left} = sub i32 {left}, {less}")
    t.goto(top)
    t.start(leave)
    t.statement = node.number
