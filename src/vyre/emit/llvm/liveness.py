"""Which locals one invocation may still read before it sets them again, at the places where control flow joins.

The textbook's backward analysis over structured code. What is live at a loop's head depends on its own answer through the
next iteration, so the walk is repeated until no head changes: at most once for each level of nesting, and once more.
Sets of locals are the bits of an integer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vyre.emit.llvm.tree import Node, Tree
from vyre.ir.nodes import Break, Continue, For, Get, If, Return, Set, While

__all__ = ["Liveness", "find_liveness"]


@dataclass(slots=True)
class Liveness:
    """By statement number, the locals that are live: ``after`` an ``If`` or a loop; at the start of the ``orelse`` of an ``If``;
    at the ``head`` of a loop, where it decides on the next iteration."""

    after: dict[int, int] = field(default_factory=dict)
    orelse: dict[int, int] = field(default_factory=dict)
    head: dict[int, int] = field(default_factory=dict)


class _Walk:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.found = Liveness()
        self.changed = True

    def run(self) -> Liveness:
        while self.changed:
            self.changed = False
            self.block(self.tree.body, 0, 0, 0)
        return self.found

    def block(self, nodes: list[Node], live: int, left: int, again: int) -> int:
        """What is live at the start of a block. ``live``: at its end; ``left``: after the loop around it; ``again``: at that
        loop's head."""
        found = self.found
        for node in reversed(nodes):
            stmt = node.stmt
            if isinstance(stmt, Get):
                if stmt.result not in self.tree.same:
                    live |= 1 << stmt.local
            elif isinstance(stmt, Set):
                live &= ~(1 << stmt.local)
            elif isinstance(stmt, If):
                found.after[node.number] = live
                then, orelse = node.blocks
                found.orelse[node.number] = self.block(orelse, live, left, again)
                live = self.block(then, live, left, again) | found.orelse[node.number]
            elif isinstance(stmt, (For, While)):
                live = self.loop(node, stmt, live)
            elif isinstance(stmt, Break):
                live = left
            elif isinstance(stmt, Continue):
                live = again
            elif isinstance(stmt, Return):
                live = 0
        return live

    def loop(self, node: Node, stmt: For | While, after: int) -> int:
        self.found.after[node.number] = after
        before = self.found.head.setdefault(node.number, 0)
        inside = self.block(node.blocks[-1], before, after, before)
        if isinstance(stmt, For):
            head = after | inside & ~(1 << stmt.local)
        else:
            head = self.block(node.blocks[0], after | inside, 0, 0)
        if head != before:
            self.found.head[node.number] = head
            self.changed = True
        return head


def find_liveness(tree: Tree) -> Liveness:
    """The liveness of the locals that a program reads from memory (not through :attr:`Tree.same`)."""
    return _Walk(tree).run()
