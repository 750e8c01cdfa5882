"""Branches that lanes walk through one after the other.

Where lanes follow lists of different lengths, each step of a vector is a gather for few lanes that are still on. A scalar
walk of each lane is quicker: vectors find out which lanes are on, and the branch is written once more for one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vyre.emit.llvm.across import ask_for, begins
from vyre.emit.llvm.claims import begin_alone, end_alone
from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.tree import Node, Tree
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic, Clear, For, Get, Id, If, Load, Op, Store, While
from vyre.ir.walk import operands

__all__ = ["find_walks", "walk"]

_LONGEST: Final = 60
_OPERATIONS: Final = 4
"""Operations for each access up to which a walk is bound by its accesses."""


def find_walks(tree: Tree, kinds: Kinds, linear: frozenset[int], private: frozenset[int]) -> frozenset[int]:
    """Numbers of the If whose branch goes lane after lane. ``linear``: consecutive values."""
    found = [
        node
        for node in tree.nodes
        if isinstance(node.stmt, If) and node.number in kinds.divergent and _walks(tree, kinds, linear, private, node)
    ]
    # of branches in one another the innermost: vectors find out who comes there
    starts = [node.number for node in found]
    return frozenset(n.number for n in found if not any(n.number < start < n.end for start in starts))


def _walks(tree: Tree, kinds: Kinds, linear: frozenset[int], private: frozenset[int], node: Node) -> bool:
    _, orelse = node.blocks
    inside = tree.nodes[node.number + 1 : node.end]
    if orelse or node.returns or node.jumps or len(inside) > _LONGEST:
        return False
    accesses = operations = 0
    for inner in inside:
        stmt = inner.stmt
        if isinstance(stmt, Id) and stmt.result in kinds.varying:
            return False
        if isinstance(stmt, (Load, Store, Atomic, Clear)):
            if stmt.buffer in private:
                return False
            accesses += 1
        local = stmt.local if isinstance(stmt, Get) and stmt.result not in tree.same else None
        for number in inner.sets if local is None else {local}:
            start, _ = tree.scopes.get(number, (node.number + 1, node.end))
            if start <= node.number:
                return False
        operations += isinstance(stmt, Op)
    loops = [n for n in inside if isinstance(n.stmt, (For, While)) and n.number in kinds.divergent]
    return (
        bool(loops)
        and operations <= _OPERATIONS * accesses
        and all(_wanders(tree, kinds, linear, loop) for loop in loops)
    )


def _wanders(tree: Tree, kinds: Kinds, linear: frozenset[int], loop: Node) -> bool:
    """Whether a loop has an access, and none goes to neighbours or to one place."""
    found = [n.stmt for n in tree.nodes[loop.number + 1 : loop.end] if isinstance(n.stmt, (Load, Store, Atomic))]
    indexes = [tree.value(index) for stmt in found for index in stmt.index]
    return bool(indexes) and all(index in kinds.varying and index not in linear for index in indexes)


def walk(w: Writer, node: Node, masks: list[str], write: Callable[[list[Node]], bool]) -> None:
    """Write the branch of an If for one lane, in a loop over the lanes that are on."""
    t, width = w.text, w.width
    inside = w.tree.nodes[node.number + 1 : node.end]
    wanted = sorted({w.tree.value(v) for n in inside for v in operands(n.stmt)})
    outer = {v for v in wanted if (v < 0 and -1 - v <= node.number) or (v >= 0 and w.tree.where[v] < node.number)}
    # what a loop around computed before it has its value already, though it is written inside
    outer |= {v for v in w.hoisted if node.number < w.tree.where[v] < node.end}
    arrays = {v: _spilled(w, w.values[v]) for v in sorted(outer) if w.values[v].scalar is None}
    n = f"i{width}"
    bits = t.alloca(f"[{w.packs} x {n}]", 8)
    for pack, mask in enumerate(masks):
        word = t.let(f"bitcast {w.mask_type} {mask} to {n}")
        t.do(f"store {n} {word}, ptr {t.let(f'getelementptr {n}, ptr {bits}, i64 {pack}')}")
    asked = begins(w, node, arrays)
    if asked:
        _each_lane(w, bits, lambda lane: ask_for(w, asked, lane))
    _each_lane(w, bits, lambda lane: _alone(w, node, arrays, lane, write))


def _each_lane(w: Writer, bits: str, write: Callable[[str], None]) -> None:
    """Write something for each lane of all packs that is on, one after the other. ``bits``: an array with those of each pack."""
    t, n = w.text, f"i{w.width}"
    with t.counting(w.packs) as pack:
        first = t.let(f"mul i64 {pack}, {w.width}")
        given = t.let(f"load {n}, ptr {t.let(f'getelementptr {n}, ptr {bits}, i64 {pack}')}")
        with t.each_bit(n, given) as lane:
            write(t.let(f"add i64 {first}, {lane}"))


def _alone(w: Writer, node: Node, arrays: dict[int, str], at: str, write: Callable[[list[Node]], bool]) -> None:
    """The branch for lane ``at`` of all packs: nothing varies, no lane is off."""
    t = w.text
    kept = {v: w.values[v] for v in arrays}
    state = (w.kinds, w.linear_locals, w.mask, w.maybe_empty)
    outer = begin_alone(w)
    for v, array in arrays.items():
        dtype = kept[v].dtype
        n = "i8" if dtype.is_bool else element_type(dtype)
        one = t.let(f"load {n}, ptr {t.let(f'getelementptr {n}, ptr {array}, i64 {at}')}")
        w.values[v] = Value(dtype, t.let(f"trunc i8 {one} to i1") if dtype.is_bool else one)
    w.kinds = replace(w.kinds, varying=set(), varying_locals=set(), divergent=set(), blends=set())
    w.linear_locals, w.mask, w.maybe_empty, w.alone = frozenset(), None, False, True
    write(node.blocks[0])
    w.kinds, w.linear_locals, w.mask, w.maybe_empty = state
    w.alone = False
    end_alone(w, outer)
    w.values.update(kept)


def _spilled(w: Writer, value: Value) -> str:
    """A value in memory, lane after lane."""
    t, boolean = w.text, value.dtype.is_bool
    n = "i8" if boolean else element_type(value.dtype)
    array = t.alloca(f"[{w.packs * w.width} x {n}]", 64)
    for pack, x in enumerate(w.vectors(value)):
        if boolean:
            x = w.vector_form.convert("zext", "i1", x, "i8")
        place = t.let(f"getelementptr {n}, ptr {array}, i64 {pack * w.width}")
        t.do(f"store {w.vector_type(n)} {x}, ptr {place}")
    return array
