"""``continue`` and ``return`` of some invocations only, in programs with barriers, written for devices that have them without
barriers alone.

Behind such a jump no barrier follows before all invocations meet again: where the loop's next iteration begins, or never. So what is
left of the iteration (or of the program) becomes the body of a loop of one turn, and the jump ends that turn. Where the jump stands
in a branch around a barrier, which the whole workgroup takes, what is left of the branch becomes such a loop, and a flag says behind
the branch who jumped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from vyre.dtypes import bool_, u32
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Barrier, Block, Break, Continue, For, If, Return, Stmt, Subgroup, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, walk
from vyre.opt.rewrite import Out, Rewrite

__all__ = ["JUMPS", "Jump", "join_jumps"]

Jump = Literal["continue", "return"]
JUMPS: Final[tuple[tuple[Jump, str], ...]] = (("return", "parted_return"), ("continue", "parted_continue"))
"""Each jump, with the feature of devices that have it in programs with barriers."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A statement. ``meets``: a barrier is in it. ``jumps``: it is left by a jump of the kind that is written otherwise; ``parted``: by
    some invocations only. ``breaks``, ``returns``: the whole workgroup may leave it so."""

    stmt: Stmt
    blocks: tuple[tuple[_Node, ...], ...]
    meets: bool
    jumps: bool
    parted: bool
    breaks: bool
    returns: bool


def join_jumps(program: Program, jump: Jump) -> Program:
    """The program without jumps of this kind of some invocations only around barriers; itself where it has none."""
    kind = Continue if jump == "continue" else Return
    meets = jumps = False
    for _, stmt, _ in walk(program):
        meets |= isinstance(stmt, (Barrier, Subgroup))
        jumps |= isinstance(stmt, kind)
    if not (meets and jumps):
        return program
    pass_ = _Parted(program, kind)
    return pass_.run() if pass_.found else program


class _Parted(Rewrite):
    def __init__(self, program: Program, kind: type[Continue | Return]) -> None:
        super().__init__(program)
        self.kind = kind
        self.control = uniformity(program).control
        self.flag = -1
        self.tree = self.nodes(program.body)
        self.found = self.left_in(self.tree)

    # -- reading ---------------------------------------------------------------------------------------------
    def nodes(self, block: Block) -> tuple[_Node, ...]:
        return tuple(self.node(stmt) for stmt in block)

    def node(self, stmt: Stmt) -> _Node:
        self.at += 1
        together = self.control[self.at]
        inner = tuple(self.nodes(block) for block in blocks(stmt))
        every = [one for nodes in inner for one in nodes]
        meets = isinstance(stmt, (Barrier, Subgroup)) or any(one.meets for one in every)
        within = not isinstance(stmt, (For, While))  # else a break or continue in it ends here
        leaves = within or self.kind is Return
        own = isinstance(stmt, self.kind)
        return _Node(
            stmt,
            inner,
            meets,
            jumps=own or (leaves and any(one.jumps for one in every)),
            parted=(own and not together) or (leaves and any(one.parted for one in every)),
            breaks=(isinstance(stmt, Break) and together) or (within and any(one.breaks for one in every)),
            returns=(isinstance(stmt, Return) and together) or any(one.returns for one in every),
        )

    def left_in(self, nodes: Sequence[_Node]) -> bool:
        """Whether there is something to write otherwise."""
        if self.kind is Return:
            return any(one.parted for one in nodes)
        for one in nodes:
            loops = isinstance(one.stmt, (For, While))
            if loops and one.meets and any(inner.parted for inner in one.blocks[-1]):
                return True
            if any(self.left_in(block) for block in one.blocks):
                return True
        return False

    # -- writing ---------------------------------------------------------------------------------------------
    def whole(self) -> Block:
        return self.scope(self.tree) if self.kind is Return else self.plain_block(self.tree)

    def plain_block(self, nodes: Sequence[_Node]) -> Block:
        return tuple(self.plain(one) for one in nodes)

    def plain(self, node: _Node) -> Stmt:
        """A statement that no invocation leaves on its own; a loop in it may be one of those that are written otherwise."""
        match node.stmt:
            case If():
                then, orelse = (self.plain_block(block) for block in node.blocks)
                return replace(node.stmt, then=then, orelse=orelse)
            case For() | While():
                body = node.blocks[-1]
                made = self.scope(body) if self.kind is Continue and node.meets else self.plain_block(body)
                return replace(node.stmt, body=made)
            case _:
                return node.stmt

    def scope(self, nodes: Sequence[_Node]) -> Block:
        """The body of the loop, or of the program, that the jumps end."""
        outer, self.flag = self.flag, -1
        out = self.level(nodes, flagged=False)
        self.flag = outer
        return tuple(out.stmts)

    def level(self, nodes: Sequence[_Node], *, flagged: bool) -> Out:
        """A block that the workgroup enters together. ``flagged``: its jumps must be known behind it."""
        out = self.out()
        for k, node in enumerate(nodes):
            if not node.parted:
                out.add(self.plain(node))
                continue
            out.place = node.stmt.place
            made = self.out(node.stmt.place)
            if not (node.meets or node.returns or (node.breaks and self.kind is Continue)):
                self.turn(nodes[k:], made, flagged=flagged)
            else:
                assert isinstance(node.stmt, If)  # a loop that all leave together is left by none on its own
                then, orelse = (tuple(self.level(block, flagged=True).stmts) for block in node.blocks)
                made.add(replace(node.stmt, then=then, orelse=orelse))
                self.turn(nodes[k + 1 :], made, flagged=flagged, after=True)
            if self.flag >= 0 and not flagged:
                out.set(self.flag, out.const(bool_, False))
            out.stmts += made.stmts
            break
        return out

    def turn(self, nodes: Sequence[_Node], out: Out, *, flagged: bool, after: bool = False) -> None:
        """A loop of one turn around the rest of a block. ``after``: some may have jumped before it."""
        if not nodes:
            return
        inner = self.out(out.place)
        if after:
            self.onward(inner, in_loop=False)
        self.rest(nodes, inner, flagged=flagged, in_loop=False)
        zero, one = out.const(u32, 0), out.const(u32, 1)
        out.add(For(self.local("once", u32), zero, one, 1, tuple(inner.stmts), out.place))

    def rest(self, nodes: Sequence[_Node], out: Out, *, flagged: bool, in_loop: bool) -> None:
        """Statements in which nobody meets. ``in_loop``: in one of the program's own, inside of the turn."""
        for node in nodes:
            out.place = node.stmt.place
            if not node.jumps:
                out.add(self.plain(node))
            elif isinstance(node.stmt, If):
                arms = [self.out(node.stmt.place) for _ in node.blocks]
                for block, arm in zip(node.blocks, arms, strict=True):
                    self.rest(block, arm, flagged=flagged, in_loop=in_loop)
                then, orelse = (tuple(arm.stmts) for arm in arms)
                out.add(replace(node.stmt, then=then, orelse=orelse))
            elif isinstance(node.stmt, (For, While)):
                body = self.out(node.stmt.place)
                self.rest(node.blocks[-1], body, flagged=True, in_loop=True)
                out.add(replace(node.stmt, body=tuple(body.stmts)))
                self.onward(out, in_loop=in_loop)
            else:
                if flagged:
                    out.set(self.jumped(), out.const(bool_, True))
                out.add(self.leave(out, in_loop=in_loop))
                break

    def onward(self, out: Out, *, in_loop: bool) -> None:
        """Who has jumped leaves here, too."""
        leaves = self.out(out.place)
        leaves.add(self.leave(out, in_loop=in_loop))
        out.when(out.get(self.jumped()), leaves)

    def leave(self, out: Out, *, in_loop: bool) -> Stmt:
        return Break(out.place) if in_loop else Continue(out.place)

    def jumped(self) -> int:
        if self.flag < 0:
            self.flag = self.local("jumped", bool_)
        return self.flag
