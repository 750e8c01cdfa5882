"""Loops that walk through an array in long steps: the whole workgroup in step, and prefetches.

In ``for k in range(…): x[k * stride + i]`` each step is on another page, and the processor's own prefetchers lose the thread.
So a workgroup does one step of all its invocations after the other, as if there were a barrier: each is a longer piece of
memory. And it asks for what it wants some iterations later; how far off that is is worked out from sums and products. An
address behind the end does no harm.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.text import memory_type
from vyre.emit.llvm.tree import Node, Tree, loop_value
from vyre.emit.llvm.writer import BufferRef, Writer
from vyre.ir.nodes import Const, For, Id, Load, Op, Param, Size, Stmt
from vyre.ir.program import Program
from vyre.ir.walk import inside

__all__ = ["prefetch", "walking_loops"]

_AHEAD: Final = 4  # iterations
_LINE: Final = 64  # bytes of a line of the cache
_NEAR: Final = 256  # elements; shorter steps the processor follows by itself
_DEEP: Final = 12  # operations

_Growth = tuple[int, tuple[int, ...]]
"""A factor, and ids of values that are the same in all lanes and iterations, to be multiplied with it."""
_NONE: Final[_Growth] = (0, ())


def walking_loops(program: Program, tree: Tree, kinds: Kinds) -> frozenset[int]:
    """Numbers of the scalar loops, outside of all other control flow, that walk through a buffer in long steps."""
    return frozenset(
        node.number
        for node in tree.body
        if isinstance(node.stmt, For)
        and node.number not in kinds.divergent
        and not node.has_barrier
        and any(_strides(program, tree, kinds, node, stmt) for stmt in inside(node.stmt))
    )


def _strides(program: Program, tree: Tree, kinds: Kinds, loop: Node, stmt: Stmt) -> bool:
    if not isinstance(stmt, Load) or not program.buffers[stmt.buffer].is_array:
        return False
    index = tree.value(stmt.index[-1])
    return index in kinds.varying and _is_long(_growth(tree, index, loop, _DEEP))


def prefetch(w: Writer, index: int, buffer: BufferRef, bases: list[str]) -> None:
    """Ask for what the vectors at ``bases`` are some iterations later, where a step of the innermost loop is long."""
    if not w.counters or w.wide or buffer.record_bytes:
        return
    grown = _growth(w.tree, index, w.tree.nodes[-1 - w.counters[-1]], _DEEP)
    if grown is None or not _is_long(grown):
        return
    t, form = w.text, w.scalar_form
    distance = str(grown[0] * _AHEAD)
    for value in grown[1]:
        scalar = w.values[value].scalar
        if scalar is None:  # it differs between vectors
            return
        distance = form.op("mul", "i32", scalar, distance)
    begun = 0  # bytes that the lines asked for reach to
    for pack, base in enumerate(bases):
        at = pack * w.width * buffer.dtype.nbytes
        if at < begun:
            continue
        begun = at + _LINE
        element = form.convert("sext", "i32", form.op("add", "i32", base, distance), "i64")
        place = t.let(f"getelementptr {memory_type(buffer.dtype)}, ptr {buffer.pointer}, i64 {element}")
        t.call("llvm.prefetch.p0", "void", [("ptr", place), ("i32", "0"), ("i32", "3"), ("i32", "1")])


def _is_long(grown: _Growth | None) -> bool:
    return grown is not None and (bool(grown[1]) or abs(grown[0]) >= _NEAR)


def _growth(tree: Tree, value: int, loop: Node, deep: int) -> _Growth | None:
    """By how much a value of 32 bits grows from one iteration to the next; None: unknown."""
    if value == loop_value(loop.number):
        return (loop.stmt.step, ()) if isinstance(loop.stmt, For) else None
    if value < 0 or not loop.number < tree.where[value] < loop.end:
        return _NONE
    stmt = tree.nodes[tree.where[value]].stmt
    if isinstance(stmt, (Const, Id, Size, Param)):
        return _NONE
    if not isinstance(stmt, Op) or deep == 0 or tree.dtypes[value].bits != 32:
        return None
    args = [tree.value(a) for a in stmt.args]
    grown = [_growth(tree, a, loop, deep - 1) for a in args]
    if all(x == _NONE for x in grown):
        return _NONE
    first, second = grown[0], grown[-1]
    if first is None or second is None:
        return None
    if stmt.op in ("cast", "bitcast"):
        return first
    if stmt.op in ("add", "sub") and second == _NONE:
        return first
    if stmt.op == "add" and first == _NONE:
        return second
    if stmt.op == "mul" and _NONE in (first, second):
        factor, values = first if second == _NONE else second
        other = args[1] if second == _NONE else args[0]
        made = tree.nodes[tree.where[other]].stmt if other >= 0 else None
        if isinstance(made, Const):
            return factor * made.bits, values
        return factor, (*values, other)
    return None
