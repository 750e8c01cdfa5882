"""Which values are consecutive (base + lane number), through mutable locals too.

``i = vy.global_id()`` … ``i += stride`` in a loop keeps neighbouring lanes on neighbouring elements. A local qualifies if
every value that it is set to does, and no Set of it blends: then each lane that reads it has the latest base.
"""

from __future__ import annotations

from dataclasses import dataclass

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.tree import Node, Tree, loop_value
from vyre.ir.nodes import For, Get, Id, Op, Set
from vyre.ir.walk import result

__all__ = ["Linear", "find_linear"]


@dataclass(frozen=True, slots=True)
class Linear:
    """``values``: ids of consecutive values. ``locals``: those that are held as bases."""

    values: frozenset[int]
    locals: frozenset[int]


def find_linear(
    tree: Tree, kinds: Kinds, ids: frozenset[tuple[str, int]], outside: frozenset[int], carried: frozenset[int]
) -> Linear:
    """``ids``: consecutive ids. ``outside``: locals that live in frames; ``carried``:
    values that do. Everything is taken for linear at first, and struck out until nothing changes."""
    walk = _Walk(tree, kinds, ids, set(outside), set(carried))
    walk.run()
    held = frozenset(local for local in kinds.varying_locals if local not in walk.locals)
    return Linear(frozenset(kinds.varying) - walk.values, held)


class _Walk:
    def __init__(
        self, tree: Tree, kinds: Kinds, ids: frozenset[tuple[str, int]], locals_: set[int], values: set[int]
    ) -> None:
        self.tree = tree
        self.kinds = kinds
        self.ids = ids
        self.locals = locals_  # struck out
        self.values = values
        self.changed = True

    def run(self) -> None:
        while self.changed:
            self.changed = False
            for node in self.tree.nodes:
                self.statement(node)

    def linear(self, value: int) -> bool:
        number = self.tree.value(value)
        return number in self.kinds.varying and number not in self.values

    def strike(self, where: set[int], key: int) -> None:
        if key not in where:
            where.add(key)
            self.changed = True

    def statement(self, node: Node) -> None:
        stmt, kinds, tree = node.stmt, self.kinds, self.tree
        if isinstance(stmt, Set):
            if stmt.local in tree.reads and (node.number in kinds.blends or not self.linear(stmt.value)):
                self.strike(self.locals, stmt.local)
        elif isinstance(stmt, For):
            number = loop_value(node.number)
            if not self.linear(stmt.lo):
                self.strike(self.values, number)
            if stmt.local in tree.reads and (node.number in kinds.blends or not self.linear(number)):
                self.strike(self.locals, stmt.local)
        else:
            number_ = result(stmt)
            if number_ is not None and number_ not in tree.same and number_ in kinds.varying and not self.keeps(node):
                self.strike(self.values, number_)

    def keeps(self, node: Node) -> bool:
        stmt, kinds, tree = node.stmt, self.kinds, self.tree
        if isinstance(stmt, Id):
            return (stmt.name, stmt.axis) in self.ids
        if isinstance(stmt, Get):
            return stmt.local not in self.locals
        if not isinstance(stmt, Op) or stmt.dtype.bits != 32 or not stmt.dtype.is_integer:
            return False
        if stmt.op in ("cast", "bitcast"):
            return self.linear(stmt.args[0])
        if stmt.op not in ("add", "sub"):
            return False
        first, second = (tree.value(a) for a in stmt.args)
        if self.linear(first) and second not in kinds.varying:
            return True
        return stmt.op == "add" and self.linear(second) and first not in kinds.varying
