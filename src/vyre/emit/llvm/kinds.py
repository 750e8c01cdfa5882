"""What is one scalar for all lanes, what differs from lane to lane, and which loops lanes leave at different times.

A *context* is a stretch of the program that only some lanes may run: a branch of a divergent ``if``, the body of a
divergent loop, and around all the function itself. Each context knows where the lanes that are off in it go on.

A local is held as one scalar per vector if no Set of it blends and no value set is varying. This is why that is right.

* *Claim.* Whenever a lane is on and may still read a local before it sets it again (the local is *live* for it there), the
  local's cell holds that lane's own value.
* *A Set* without a blend writes the cell of every lane. For lanes that are on, that is their value: a varying value makes
  the local varying, so with one scalar the value is the same for all of them. A lane that is off at the Set is off because of
  one of the contexts around it, and runs no statement until it goes on where that context says. If the local is not live
  there, the claim says nothing of this lane until it sets the local itself. If it is live there, the Set blends.
* *All other statements* write no cell, and a local that is live after a statement that does not set it is live before it, so
  the claim is kept along every path of a lane.

Liveness is that of one lane alone and follows every path: through the next iteration of every loop around, too
(:mod:`vyre.emit.llvm.liveness`). A lane that has returned goes on nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vyre.emit.llvm.liveness import find_liveness
from vyre.emit.llvm.tree import Node, Tree, loop_value
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Atomic, Break, Continue, For, Get, Id, If, Load, Op, Return, Set, While
from vyre.ir.program import Program

__all__ = ["Kinds", "agreed_reads", "find_kinds"]


@dataclass(slots=True)
class Kinds:
    """``varying``: value ids; ``varying_locals``; ``divergent``: numbers of If and loops with masks; ``blends``:
    numbers of Set (and For, for its variable) that must keep the old value in the lanes that are off;
    ``masked_returns``: some lanes of a workgroup may end before others; ``whole_returns``: numbers of the Return that
    all lanes reach together; ``agreed``: numbers of the Get of such a local that give one value in the whole workgroup."""

    varying: set[int] = field(default_factory=set)
    varying_locals: set[int] = field(default_factory=set)
    divergent: set[int] = field(default_factory=set)
    blends: set[int] = field(default_factory=set)
    masked_returns: bool = False
    whole_returns: set[int] = field(default_factory=set)
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Context:
    """``wanted``: the locals (a set of bits) that are live where the lanes that are off in this stretch go on."""

    wanted: int
    loop: Node | None = None


@dataclass(slots=True)
class _Loop:
    node: Node
    depth: int  # number of contexts around it


class _Walk:
    def __init__(
        self, tree: Tree, varying_ids: frozenset[tuple[str, int]], private: frozenset[int], agreed: frozenset[int]
    ) -> None:
        self.tree = tree
        self.private = private
        self.ids = varying_ids
        self.kinds = Kinds(agreed=agreed)
        self.live = find_liveness(tree)
        self.contexts: list[_Context] = []
        self.loops: list[_Loop] = []
        self.changed = False

    def run(self) -> Kinds:
        self.changed = True
        while self.changed:
            self.changed = False
            self.kinds.whole_returns.clear()
            self.contexts = [_Context(0)]
            self.block(self.tree.body)
        return self.kinds

    def varies(self, value: int) -> bool:
        return self.tree.value(value) in self.kinds.varying

    def mark(self, where: set[int], key: int) -> None:
        if key not in where:
            where.add(key)
            self.changed = True

    def block(self, nodes: list[Node]) -> None:
        for node in nodes:
            self.statement(node)

    def inside(self, nodes: list[Node], context: _Context) -> None:
        self.contexts.append(context)
        self.block(nodes)
        self.contexts.pop()

    def statement(self, node: Node) -> None:
        stmt, kinds = node.stmt, self.kinds
        if isinstance(stmt, Op):
            if any(self.varies(a) for a in stmt.args):
                self.mark(kinds.varying, stmt.result)
        elif isinstance(stmt, Load):
            if stmt.buffer in self.private or any(self.varies(a) for a in stmt.index):
                self.mark(kinds.varying, stmt.result)
        elif isinstance(stmt, Atomic):
            self.mark(kinds.varying, stmt.result)  # every lane gets another old value
        elif isinstance(stmt, Id):
            if (stmt.name, stmt.axis) in self.ids:
                self.mark(kinds.varying, stmt.result)
        elif isinstance(stmt, Get):
            # a local may differ at one place and not at another one
            if (
                stmt.result not in self.tree.same
                and stmt.local in kinds.varying_locals
                and node.number not in kinds.agreed
            ):
                self.mark(kinds.varying, stmt.result)
        elif isinstance(stmt, Set):
            self.set(node, stmt.local, self.varies(stmt.value))
        elif isinstance(stmt, If):
            if self.varies(stmt.cond):
                self.mark(kinds.divergent, node.number)
                then, orelse = node.blocks
                self.inside(then, _Context(self.live.orelse[node.number]))  # written first, so the others go on there
                self.inside(orelse, _Context(self.live.after[node.number]))
            else:
                for nodes in node.blocks:
                    self.block(nodes)
        elif isinstance(stmt, (For, While)):
            self.loop(node, stmt)
        elif isinstance(stmt, (Break, Continue)):
            target = self.loops[-1]
            if len(self.contexts) > target.depth:
                self.mark(kinds.divergent, target.node.number)
                context = self.contexts[target.depth]
                if isinstance(stmt, Continue) and context.loop is target.node:
                    context.wanted |= self.live.head[target.node.number]
        elif isinstance(stmt, Return):
            if len(self.contexts) == 1:
                kinds.whole_returns.add(node.number)
                return
            if not kinds.masked_returns:
                kinds.masked_returns = self.changed = True
            for loop in self.loops:
                self.mark(kinds.divergent, loop.node.number)

    def loop(self, node: Node, stmt: For | While) -> None:
        kinds = self.kinds
        if self.varies(stmt.lo) or self.varies(stmt.hi) if isinstance(stmt, For) else self.varies(stmt.value):
            self.mark(kinds.divergent, node.number)
        divergent = node.number in kinds.divergent
        self.loops.append(_Loop(node, len(self.contexts)))
        if divergent:
            self.contexts.append(_Context(self.live.after[node.number], node))
        if isinstance(stmt, For):
            if self.varies(stmt.lo):
                self.mark(kinds.varying, loop_value(node.number))
            self.set(node, stmt.local, self.varies(stmt.lo))
        for nodes in node.blocks:
            self.block(nodes)
        if divergent:
            self.contexts.pop()
        self.loops.pop()

    def set(self, node: Node, local: int, varies: bool) -> None:
        if local not in self.tree.reads:
            return
        blend = self.blends(local)
        if blend:
            self.kinds.blends.add(node.number)
        if varies or blend:
            self.mark(self.kinds.varying_locals, local)

    def blends(self, local: int) -> bool:
        """Whether a lane that is off here may read the local before it sets it again."""
        return any(context.wanted >> local & 1 for context in self.contexts)


def find_kinds(
    tree: Tree,
    varying_ids: frozenset[tuple[str, int]],
    private: frozenset[int] = frozenset(),
    agreed: frozenset[int] = frozenset(),
) -> Kinds:
    """``varying_ids``: (name, axis) of the ids that differ between the lanes of one vector. ``private``: private arrays. ``agreed``: as
    in ``Kinds``."""
    return _Walk(tree, varying_ids, private, agreed).run()


def agreed_reads(program: Program, tree: Tree) -> frozenset[int]:
    """Numbers of the Get that all invocations of a workgroup reach together, and that give them one value (rule 5.4)."""
    facts = uniformity(program)
    return frozenset(
        node.number
        for node in tree.nodes
        if isinstance(node.stmt, Get) and facts.control[node.number] and facts.values[node.stmt.result]
    )
