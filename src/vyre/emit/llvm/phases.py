"""Splitting at barriers: a workgroup runs phase after phase, and in each phase pack after pack.

A region is a sequence of items. A phase is a stretch without a barrier; it becomes a loop over the packs of the
workgroup. An ``if`` or loop *around* a barrier is uniform (the validator saw to it), so it is scalar control flow
outside of the pack loops. What a later phase reads must outlive the pack loop: scalars go to cells, one a workgroup;
what differs from lane to lane goes to frames, one element an invocation. What is cheap is computed again instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vyre.emit.llvm.fused import Fuser
from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.tree import Node, Tree
from vyre.errors import CompileFailed
from vyre.ir.nodes import Barrier, Break, Const, Continue, For, Get, Id, If, Load, Op, Param, Return, Set, Size, While
from vyre.ir.walk import operands, result

__all__ = ["Branch", "Jump", "Loop", "Phase", "Region", "Split", "split"]

_CHEAP = frozenset(
    {
        "add",
        "sub",
        "mul",
        "and",
        "or",
        "xor",
        "not",
        "shl",
        "shr",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "cast",
        "bitcast",
        "min",
        "max",
    }
)
_AGAIN = 8
"""Operations that a value may take to be computed again in another phase."""


@dataclass(slots=True)
class Phase:
    """``imports``: values of other phases that this one reads, operands first. ``once``: nothing differs between lanes
    and nothing is written, so one run serves the whole workgroup. ``strip``: its one statement is a loop that all packs run
    through together, some iterations at a time. ``falling``: packs run from the last to the first. ``fused``: of two that run
    as one, in which order packs go: 1 or -1."""

    index: int
    nodes: list[Node]
    imports: list[int] = field(default_factory=list)
    locals: list[int] = field(default_factory=list)  # frame locals that it touches
    once: bool = False
    strip: bool = False
    falling: bool = False
    fused: int = 0


@dataclass(slots=True)
class Branch:
    """An ``if`` around a barrier, or around an exit of the whole workgroup."""

    node: Node
    then: Region
    orelse: Region


@dataclass(slots=True)
class Loop:
    """A loop around a barrier."""

    node: Node
    head: Region  # a While's condition
    body: Region


@dataclass(slots=True)
class Jump:
    """A break, continue or return of the whole workgroup."""

    node: Node


Item = Phase | Branch | Loop | Jump
Region = list[Item]


@dataclass(slots=True)
class Split:
    """``again``: values that are computed again where another phase wants them. ``carried``: values that live in a cell
    or a frame. ``frame_locals``: locals that do."""

    region: Region
    phases: list[Phase] = field(default_factory=list)
    again: set[int] = field(default_factory=set)
    carried: set[int] = field(default_factory=set)
    frame_locals: set[int] = field(default_factory=set)


class _Splitter:
    def __init__(
        self, tree: Tree, kinds: Kinds, walking: frozenset[int], arrays: frozenset[int], fuser: Fuser | None
    ) -> None:
        self.walking = walking
        self.fuser = fuser
        self.tree = tree
        self.arrays = arrays
        self.kinds = kinds
        self.found = Split([])
        self.phase_of: dict[int, int] = {}  # statement number → phase; -1 outside of all

    def region(self, nodes: list[Node], in_loop: bool) -> Region:
        items: Region = []
        stretch: list[Node] = []
        behind: Item | None = None
        for node in nodes:
            if isinstance(node.stmt, Barrier):
                self.close(stretch, items, behind)
                behind = items[-1] if items else None
                stretch = []
                continue
            if self.outside(node, in_loop):
                self.close(stretch, items, behind)
                items.append(self.control(node, in_loop))
            elif self.in_strips(node):
                self.close(stretch, items, behind)
                self.close([node], items)
                self.found.phases[-1].strip = True
            else:
                stretch.append(node)
                continue
            stretch, behind = [], None
        self.close(stretch, items, behind)
        return items

    def close(self, nodes: list[Node], items: Region, behind: Item | None = None) -> None:
        """End a phase. ``behind``: what stands before the last barrier, with which it may become one."""
        if nodes:
            if self.fuser is not None and isinstance(behind, Phase):
                order = self.fuser.order(behind.nodes, nodes)
                if order:
                    behind.nodes += nodes
                    behind.falling, behind.fused = order < 0, order
                    self.phase_of.update(
                        (number, behind.index) for node in nodes for number in range(node.number, node.end)
                    )
                    return
            phase = Phase(len(self.found.phases), nodes)
            self.found.phases.append(phase)
            items.append(phase)
            for node in nodes:
                for number in range(node.number, node.end):
                    self.phase_of[number] = phase.index

    def outside(self, node: Node, in_loop: bool) -> bool:
        """Whether a statement is control flow of the whole workgroup."""
        return (
            node.has_barrier
            or node.number in self.walking
            or (in_loop and node.jumps)
            or (node.returns and node.number not in self.kinds.divergent)
        )

    def in_strips(self, node: Node) -> bool:
        """Whether a loop reads arrays that all packs of the workgroup share, and may stop in between: then what one pack
        brought near is there for the next."""
        stmt, kinds, tree = node.stmt, self.kinds, self.tree
        if not isinstance(stmt, For) or kinds.masked_returns:
            return False
        for bound in (stmt.lo, stmt.hi):
            value = tree.value(bound)
            if value < 0 or not isinstance(tree.nodes[tree.where[value]].stmt, (Const, Size, Param)):
                return False
        inside = [n.stmt for n in tree.nodes[node.number + 1 : node.end]]
        if not all(isinstance(n, (Op, Const, Id, Size, Param, Get, Set, Load, If)) for n in inside):
            return False
        return any(isinstance(n, Load) and n.buffer in self.arrays and n.result in kinds.varying for n in inside)

    def control(self, node: Node, in_loop: bool) -> Item:
        stmt = node.stmt
        self.phase_of[node.number] = -1
        if isinstance(stmt, (Break, Continue, Return)):
            return Jump(node)
        if node.number in self.kinds.divergent or not isinstance(stmt, (If, For, While)):
            raise CompileFailed(
                "a barrier or an exit around one is reached by a part of the workgroup only",
                code="R821",
                fix="make the condition the same in the whole workgroup (a parameter, a size, a group id)",
                place=stmt.place,
            )
        if isinstance(stmt, If):
            return Branch(node, self.region(node.blocks[0], in_loop), self.region(node.blocks[1], in_loop))
        if isinstance(stmt, For):
            return Loop(node, [], self.region(node.blocks[0], True))
        return Loop(node, self.region(node.blocks[0], False), self.region(node.blocks[1], True))

    # -- what crosses ------------------------------------------------------------------------------
    def cross(self) -> None:
        tree, found = self.tree, self.found
        cost: dict[int, int] = {}  # values that can be computed again → number of operations
        defined: dict[int, int] = {}
        for node in tree.nodes:
            stmt, at = node.stmt, self.phase_of.get(node.number, -1)
            number = result(stmt)
            if number is None:
                continue
            defined[number] = at
            if isinstance(stmt, (Const, Id, Size, Param)):
                cost[number] = 0
            elif isinstance(stmt, Op) and stmt.op in _CHEAP:
                args = [tree.value(a) for a in stmt.args]
                if all(a < 0 or a in cost for a in args):
                    total = 1 + sum(cost.get(a, 0) for a in args)
                    if total <= _AGAIN:
                        cost[number] = total
        wants: dict[int, set[int]] = {phase.index: set() for phase in found.phases}
        for node in tree.nodes:
            at = self.phase_of.get(node.number, -1)
            for operand in operands(node.stmt):
                value = tree.value(operand)
                if value < 0 or defined[value] == at:
                    continue
                if at >= 0:
                    self.want(value, at, cost, wants)
                elif cost.get(value) != 0:
                    found.carried.add(value)
        touched: dict[int, set[int]] = {}
        for node in tree.nodes:
            stmt = node.stmt
            local = stmt.local if isinstance(stmt, (Set, For)) else None
            if isinstance(stmt, Get) and stmt.result not in tree.same:
                local = stmt.local
            if local is not None and local in tree.reads:
                touched.setdefault(local, set()).add(self.phase_of.get(node.number, -1))
        found.frame_locals = {local for local, phases in touched.items() if len(phases) > 1}
        for phase in found.phases:
            phase.imports = sorted(wants[phase.index])
            phase.locals = sorted(local for local in found.frame_locals if phase.index in touched[local])
            phase.once = self.runs_once(phase)

    def want(self, value: int, at: int, cost: dict[int, int], wants: dict[int, set[int]]) -> None:
        if value < 0 or value in wants[at]:
            return
        if value in cost:
            wants[at].add(value)
            self.found.again.add(value)
            if cost[value]:
                stmt = self.define(value)
                for operand in operands(stmt):
                    self.want(self.tree.value(operand), at, cost, wants)
        else:
            wants[at].add(value)
            self.found.carried.add(value)

    def define(self, value: int) -> Op:
        stmt = self.tree.nodes[self.tree.where[value]].stmt
        if not isinstance(stmt, Op):
            raise TypeError(f"value {value} is no operation")
        return stmt

    def runs_once(self, phase: Phase) -> bool:
        kinds, tree = self.kinds, self.tree
        if any(value in kinds.varying for value in phase.imports):
            return False
        for node in phase.nodes:
            stmt = node.stmt
            if isinstance(stmt, Set):
                if stmt.local in kinds.varying_locals or stmt.local not in self.found.frame_locals:
                    return False
            elif not isinstance(stmt, (Const, Id, Size, Param, Op, Get, Load)):
                return False
            number = result(stmt)
            if number is not None and tree.value(number) in kinds.varying:
                return False
        return True


def split(
    tree: Tree,
    kinds: Kinds,
    walking: frozenset[int] = frozenset(),
    arrays: frozenset[int] = frozenset(),
    fuser: Fuser | None = None,
) -> Split:
    """Cut the body of a program into phases. ``walking``: scalar loops of which the whole workgroup does one iteration after
    the other. ``arrays``: buffers in memory whose loads make a loop one in strips. ``fuser``: which phases become one."""
    splitter = _Splitter(tree, kinds, walking, arrays, fuser)
    splitter.found.region = splitter.region(tree.body, False)
    splitter.cross()
    return splitter.found
