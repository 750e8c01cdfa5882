"""Runs of accesses at ``c * lane + q``: neighbours that a lane takes for itself.

Alone, each of them is a gather or a scatter. Those of one array with the same c and the same rest, whose q lie less than c
apart, mean one stretch of memory together, as long as c vectors: it is read in whole vectors and sorted in registers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.tree import Node, Tree
from vyre.ir.nodes import Const, Get, Id, Load, Op, Param, Set, Size, Store
from vyre.ir.program import Grid, Program

__all__ = ["Run", "find_runs"]

_STRIDES: Final = (2, 4, 8)
_ALONE: Final = 4
"""Stride up to which one load by itself is worth as many vectors."""
_HALF: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Run:
    """``members``: (statement, its q less the lowest one), in order of the text."""

    stride: int
    members: tuple[tuple[int, int], ...]

    @property
    def whole(self) -> bool:
        """Whether the first and the last element of the stretch belong to members."""
        return max(q for _, q in self.members) == self.stride - 1


@dataclass(frozen=True, slots=True)
class _Sum:
    """stride * core + the terms (sign, value) + q."""

    stride: int
    core: int
    terms: tuple[tuple[int, int], ...]
    q: int

    def plus(self, sign: int, value: int) -> _Sum:
        return _Sum(self.stride, self.core, tuple(sorted((*self.terms, (sign, value)))), self.q)

    def moved(self, by: int) -> _Sum:
        # as a signed number of 32 bits
        return _Sum(self.stride, self.core, self.terms, (self.q + by + _HALF) % (2 * _HALF) - _HALF)


class _Finder:
    def __init__(self, program: Program, tree: Tree, kinds: Kinds, linear: frozenset[int]) -> None:
        self.program = program
        self.tree = tree
        self.kinds = kinds
        self.linear = linear
        self.constants: dict[int, int] = {}
        self.sums: dict[int, _Sum] = {}
        self.runs: dict[int, Run] = {}
        for node in tree.nodes:
            self.sort(node)

    def sort(self, node: Node) -> None:
        stmt = node.stmt
        if isinstance(stmt, Const):
            self.constants[stmt.result] = stmt.bits
        elif isinstance(stmt, Op) and stmt.dtype.bits == 32:
            args = [self.tree.value(a) for a in stmt.args]
            if all(self.tree.dtypes[a].is_integer and self.tree.dtypes[a].bits == 32 for a in args):
                found = self.sum_of(stmt.op, args)
                if found is not None:
                    self.sums[stmt.result] = found

    def sum_of(self, op: str, args: list[int]) -> _Sum | None:
        first = args[0]
        if op in ("cast", "bitcast"):
            return self.sums.get(first)
        if op not in ("mul", "shl", "add", "sub"):
            return None
        second = args[1]
        if op in ("mul", "add") and first not in self.kinds.varying:
            first, second = second, first
        if second in self.kinds.varying:
            return None
        known = self.constants.get(second)
        if op in ("mul", "shl"):
            factor = known if op == "mul" else None if known is None else 1 << (known & 31)
            return _Sum(factor, first, (), 0) if factor in _STRIDES and first in self.linear else None
        of = self.sums.get(first)
        if of is None:
            return None
        sign = 1 if op == "add" else -1
        return of.plus(sign, second) if known is None else of.moved(sign * known)

    # -- runs --------------------------------------------------------------------------------------
    def block(self, nodes: list[Node]) -> None:
        loads: list[tuple[Node, tuple[object, ...], _Sum]] = []
        stores: list[tuple[Node, tuple[object, ...], _Sum]] = []
        for node in nodes:
            stmt = node.stmt
            place = self.place(stmt) if isinstance(stmt, (Load, Store)) else None
            if isinstance(stmt, Load):
                if not self.own_memory(stmt.buffer) or any(s[1][0] == stmt.buffer for s in stores):
                    self.end(stores)
                if place is not None:
                    loads.append((node, *place))
            elif isinstance(stmt, Store):
                self.end(loads)
                if place is None or (stores and stores[0][1] != place[0]):
                    self.end(stores)
                if place is not None:
                    stores.append((node, *place))
            elif not isinstance(stmt, (Op, Const, Size, Param, Get, Set, Id)):
                self.end(loads)
                self.end(stores)
                for inner in node.blocks:
                    self.block(inner)
        self.end(loads)
        self.end(stores)

    def own_memory(self, buffer: int) -> bool:
        return self.program.buffers[buffer].role == "shared"

    def place(self, stmt: Load | Store) -> tuple[tuple[object, ...], _Sum] | None:
        buffer = self.program.buffers[stmt.buffer]
        if buffer.record is not None or buffer.role == "private":
            return None
        if len(stmt.index) != 1:
            return None
        found = self.sums.get(self.tree.value(stmt.index[0]))
        return None if found is None else ((stmt.buffer, found.stride, found.core, found.terms), found)

    def end(self, open_: list[tuple[Node, tuple[object, ...], _Sum]]) -> None:
        """Make runs of the accesses that came one after the other, and begin anew."""
        rest = open_[:]
        open_.clear()
        while rest:
            key, lowest = rest[0][1], min(s.q for _, k, s in rest if k == rest[0][1])
            stride = rest[0][2].stride
            taken = [x for x in rest if x[1] == key and x[2].q - lowest < stride]
            rest = [x for x in rest if x not in taken]
            run = Run(stride, tuple((node.number, s.q - lowest) for node, _, s in taken))
            different = len({q for _, q in run.members})
            if isinstance(taken[0][0].stmt, Store):
                fits = different == len(taken) == stride
            else:
                fits = stride <= _ALONE or different > 1
            if fits:
                self.runs.update(dict.fromkeys((number for number, _ in run.members), run))


def find_runs(program: Program, tree: Tree, kinds: Kinds, linear: frozenset[int], workgroup: Grid) -> dict[int, Run]:
    """Runs by the statements of their members. Loads of one lie in a block without a store or a jump in between, stores
    without a load of what they may write. ``linear``: consecutive values, also from one vector to the next, which is so in
    workgroups of one row."""
    if workgroup[1:] != (1, 1):
        return {}
    finder = _Finder(program, tree, kinds, linear)
    if finder.sums:
        finder.block(tree.body)
    return finder.runs
