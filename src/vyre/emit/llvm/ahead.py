"""Loops that walk through an array in long steps: the whole workgroup in step, and prefetches.

In ``for k in range(…): x[k * stride + i]`` each step is on another page, and the processor's own prefetchers lose the thread.
So a workgroup does one step of all its invocations after the other, as if there were a barrier: each is a longer piece of
memory. And it asks for what it wants some iterations later; how far off that is is worked out from sums and products. An
address behind the end does no harm.

The same for arrays of two dimensions: rows that a loop goes down, and tiles between barriers, of which the next one is asked
for while the present one is worked on: that takes longer than the processor can look ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.places import Place, apart
from vyre.emit.llvm.tree import Node, Tree, loop_value
from vyre.emit.llvm.writer import Writer
from vyre.ir.nodes import Const, For, Id, Load, Op, Param, Size, Stmt
from vyre.ir.program import Program
from vyre.ir.walk import inside

__all__ = ["prefetch", "walking_loops"]

_AHEAD: Final = 4  # iterations
_LINE: Final = 64  # bytes of a line of the cache
_DOWN: Final = 16  # iterations, from row to row
_FEW: Final = 2 * _LINE  # bytes; of longer pieces the line in which the end may be does not matter
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


def prefetch(w: Writer, stmt: Load, place: Place, at: list[str]) -> None:
    """Ask for what the vectors ``at`` these addresses, one a pack, are some iterations later, where a step of the innermost loop is
    long or leads to another tile."""
    if not w.counters or w.wide or place.field is not None or len(stmt.index) != len(place.extents):
        return
    loop = w.tree.nodes[-1 - w.counters[-1]]
    grown = [_growth(w.tree, w.tree.value(index), loop, _DEEP) for index in stmt.index]
    down = any(g != _NONE for g in grown[:-1])  # from row to row
    tile = loop.has_barrier and len(grown) == 2 and place.indexes[0].same is not None
    if all(g == _NONE for g in grown) or not (tile or down or _is_long(grown[-1])):
        return
    ahead = _AHEAD if not (tile or down) else 1 if loop.has_barrier else _DOWN
    far = _distance(w, grown, place.extents, ahead)
    if far is None:
        return
    size, whole = place.dtype.nbytes, w.width * place.dtype.nbytes
    runs: dict[object, list[_Vector]] = {}
    for pointer, (terms, elements) in zip(at, apart(w, place), strict=True):
        run = runs.setdefault(terms, [])
        if not run or elements * size >= run[-1].end:
            run.append(_Vector(pointer, elements * size, elements * size + whole))
    step = place.buffer.step
    for run in runs.values():
        begun = run[0].first
        if far[0] != "%" and 0 < int(far) * size <= min(_LINE, run[-1].end - begun):
            begun = run[-1].end  # all but the end is in lines that are read now
        for vector in run:
            for byte in range(vector.first, vector.end, _LINE):
                if byte >= begun:
                    _ask(w, _moved(w, step, vector.pointer, far), byte - vector.first)
                    begun = byte + _LINE
        if run[-1].end - run[0].first <= _FEW:  # it may begin inside of a line, and end inside of one more
            _ask(w, _moved(w, step, run[-1].pointer, far), whole - size)


@dataclass(frozen=True, slots=True)
class _Vector:
    """An address, and which bytes it stands for, counted from where the vectors beside it are counted from too."""

    pointer: str
    first: int
    end: int


def _moved(w: Writer, step: str, pointer: str, far: str) -> str:
    return w.text.let(f"getelementptr {step}, ptr {pointer}, i64 {far}")


def _ask(w: Writer, pointer: str, byte: int) -> None:
    place = pointer if byte == 0 else w.text.let(f"getelementptr i8, ptr {pointer}, i64 {byte}")
    w.text.prefetch(place)


def _distance(w: Writer, grown: list[_Growth | None], extents: tuple[str, ...], ahead: int) -> str | None:
    """By how many elements an access moves in so many iterations (i64); None: it differs between vectors, or is unknown."""
    form, total = w.scalar_form, ""
    for growth, extent in zip(grown, extents, strict=True):
        if growth is None:
            return None
        if total:
            total = form.op("mul", "i32", total, extent)
        part = str(growth[0] * ahead)
        for value in growth[1]:
            scalar = w.values[value].scalar
            if scalar is None:
                return None
            part = form.op("mul", "i32", scalar, part)
        if growth != _NONE:
            total = form.op("add", "i32", total, part) if total else part
    return form.convert("sext", "i32", total, "i64") if total[:1] == "%" else total


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
        made = tree.made(other)
        if isinstance(made, Const):
            return factor * made.bits, values
        return factor, (*values, other)
    return None
