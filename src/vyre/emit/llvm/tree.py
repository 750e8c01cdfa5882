"""The program as numbered nodes, and which reads of locals need no memory.

A local that was set to a value, and surely still holds it, *is* that value: such a ``Get`` is only another name. That
keeps what is known about the value (uniform, consecutive) where users write ``i = vy.global_id()``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vyre.dtypes import DType
from vyre.ir.nodes import Atomic, Barrier, Block, Break, Continue, For, Get, If, Return, Set, Stmt, While
from vyre.ir.program import Program
from vyre.ir.walk import operands, result, value_dtype

__all__ = ["Node", "Tree", "build_tree", "loop_value"]

Path = tuple[tuple[int, int], ...]
"""From the body inwards: (number of the statement, which of its blocks)."""


class Node:
    """One statement. ``end``: the number after its last inner statement."""

    __slots__ = ("blocks", "end", "has_barrier", "jumps", "number", "returns", "sets", "stmt")

    def __init__(self, number: int, stmt: Stmt) -> None:
        self.number = number
        self.end = number + 1
        self.stmt = stmt
        self.blocks: tuple[list[Node], ...] = ()
        self.sets: frozenset[int] = frozenset()  # locals set inside (of a loop: its variable too)
        self.has_barrier = False
        self.jumps = False  # a break or continue inside aims at a loop outside
        self.returns = False


@dataclass(slots=True)
class Tree:
    """``same``: value id of a forwarded Get → the value that it is. The variable of a For, read in its body, is the
    value ``loop_value(number)``. ``dtypes``: by value id. ``used``: value ids with a reader."""

    body: list[Node]
    count: int
    dtypes: dict[int, DType]
    same: dict[int, int] = field(default_factory=dict)
    reads: dict[int, list[int]] = field(default_factory=dict)  # local → numbers of the Gets that read memory
    scopes: dict[int, tuple[int, int]] = field(
        default_factory=dict
    )  # local → numbers [start, end) of the block of all its accesses
    used: set[int] = field(default_factory=set)
    users: dict[int, list[int]] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)  # by statement number
    where: dict[int, int] = field(default_factory=dict)  # value id → statement number

    def value(self, number: int) -> int:
        """The value that a value id stands for."""
        return self.same.get(number, number)

    def made(self, value: int) -> Stmt | None:
        """The statement that a value is from; None for the variable of a loop."""
        number = self.value(value)
        return self.nodes[self.where[number]].stmt if number >= 0 else None

    def only_adds(self, stmt: Stmt) -> bool:
        """Whether a statement adds to an element, and the old value is not read: then it cannot be observed in which order, or where, the
        sum comes about."""
        return isinstance(stmt, Atomic) and stmt.op in ("add", "sub") and stmt.result not in self.used


def loop_value(number: int) -> int:
    """The id of a For's own value; ids of values are never negative."""
    return -1 - number


class _Builder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.count = 0
        self.tree = Tree([], 0, {})
        self.paths: dict[int, Path] = {}
        self.ranges: dict[Path, tuple[int, int]] = {}

    # -- numbering ---------------------------------------------------------------------------------
    def block(self, block: Block) -> list[Node]:
        return [self.node(stmt) for stmt in block]

    def node(self, stmt: Stmt) -> Node:
        node = Node(self.count, stmt)
        self.tree.nodes.append(node)
        self.count += 1
        dtype = value_dtype(self.program, stmt)
        number = result(stmt)
        if dtype is not None and number is not None:
            self.tree.dtypes[number] = dtype
            self.tree.where[number] = node.number
        if isinstance(stmt, If):
            node.blocks = (self.block(stmt.then), self.block(stmt.orelse))
        elif isinstance(stmt, For):
            self.tree.dtypes[loop_value(node.number)] = self.program.locals[stmt.local].dtype
            node.blocks = (self.block(stmt.body),)
        elif isinstance(stmt, While):
            node.blocks = (self.block(stmt.cond), self.block(stmt.body))
        node.end = self.count
        inner = [n for block in node.blocks for n in block]
        node.has_barrier = isinstance(stmt, Barrier) or any(n.has_barrier for n in inner)
        node.returns = isinstance(stmt, Return) or any(n.returns for n in inner)
        if isinstance(stmt, (Break, Continue)):
            node.jumps = True
        elif isinstance(stmt, If):
            node.jumps = any(n.jumps for n in inner)
        sets: set[int] = set()
        for n in inner:
            sets |= n.sets
        if isinstance(stmt, (Set, For)):
            sets.add(stmt.local)
        node.sets = frozenset(sets)
        return node

    # -- forwarding --------------------------------------------------------------------------------
    def forward(self, nodes: list[Node], known: dict[int, int], path: Path) -> None:
        """Follow one block; ``known`` (local → value) is changed along it."""
        tree = self.tree
        self.ranges[path] = (nodes[0].number, nodes[-1].end) if nodes else (0, 0)
        for node in nodes:
            stmt = node.stmt
            for operand in operands(stmt):
                value = tree.value(operand)
                tree.used.add(value)
                tree.users.setdefault(value, []).append(node.number)
            if isinstance(stmt, Set):
                known[stmt.local] = tree.value(stmt.value)
                self.access(stmt.local, path)
            elif isinstance(stmt, Get):
                value_now = known.get(stmt.local)
                if value_now is not None:
                    tree.same[stmt.result] = value_now
                else:
                    tree.reads.setdefault(stmt.local, []).append(node.number)
                    self.access(stmt.local, path)
                    # until the next Set a second Get gives the same value
                    known[stmt.local] = stmt.result
            elif isinstance(stmt, If):
                for k, inner in enumerate(node.blocks):
                    self.forward(inner, dict(known), (*path, (node.number, k)))
            elif isinstance(stmt, (For, While)):
                for local in node.sets:
                    known.pop(local, None)
                inside = dict(known)
                if isinstance(stmt, For):
                    inside[stmt.local] = loop_value(node.number)
                    self.access(stmt.local, (*path, (node.number, 0)))
                for k, inner in enumerate(node.blocks):
                    self.forward(inner, inside, (*path, (node.number, k)))
            for local in node.sets if node.blocks else ():
                known.pop(local, None)

    def access(self, local: int, path: Path) -> None:
        before = self.paths.get(local)
        if before is None:
            self.paths[local] = path
            return
        n = 0
        while n < min(len(before), len(path)) and before[n] == path[n]:
            n += 1
        self.paths[local] = before[:n]


def build_tree(program: Program) -> Tree:
    """Number the statements of a program and forward its locals."""
    builder = _Builder(program)
    tree = builder.tree
    tree.body = builder.block(program.body)
    tree.count = builder.count
    builder.forward(tree.body, {}, ())
    tree.scopes = {local: builder.ranges[path] for local, path in builder.paths.items()}
    return tree
