"""Phases: which shared arrays may be stored between two barriers.

A phase is what may run between one barrier and the next (or the ends of the kernel). The events of a program
that touch shared memory make a small graph; two passes of set propagation over it answer, for each load of a
shared array, whether any store to that array can happen in the same phase, in this or another invocation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vyre.facts.memo import remembered
from vyre.ir.nodes import Atomic, Barrier, Block, Break, Continue, For, If, Load, Return, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, endless

__all__ = ["quiet_loads"]


@remembered
def quiet_loads(program: Program) -> frozenset[int]:
    """Statement numbers of loads of a shared array in phases in which nothing is stored to that array."""
    shared = {k: 1 << n for n, k in enumerate(k for k, b in enumerate(program.buffers) if b.role == "shared")}
    if not shared:
        return frozenset()
    graph = _Graph(shared)
    start = graph.node(None)
    graph.block(program.body, start)
    return graph.quiet(start)


@dataclass(slots=True)
class _Loop:
    head: int
    exit: int


@dataclass(slots=True)
class _Graph:
    shared: dict[int, int]
    stored: list[int] = field(default_factory=list)  # bits of the arrays that the node stores
    barrier: list[bool] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)  # successors
    loads: dict[int, tuple[int, int]] = field(default_factory=dict)  # statement -> (node, bit)
    at: int = 0
    loops: list[_Loop] = field(default_factory=list)

    def node(self, before: int | None, *, stored: int = 0, barrier: bool = False) -> int:
        self.stored.append(stored)
        self.barrier.append(barrier)
        self.after.append([])
        made = len(self.stored) - 1
        self.edge(before, made)
        return made

    def edge(self, before: int | None, to: int) -> None:
        if before is not None:
            self.after[before].append(to)

    def block(self, block: Block, now: int | None) -> int | None:
        """Add a block after the node ``now`` (None: unreachable); gives the node at its end."""
        for stmt in block:
            at = self.at
            self.at += 1
            if isinstance(stmt, (Load, Store, Atomic)):
                bit = self.shared.get(stmt.buffer)
                if bit is not None:
                    now = self.node(now, stored=0 if isinstance(stmt, Load) else bit)
                    if isinstance(stmt, Load):
                        self.loads[at] = (now, bit)
            elif isinstance(stmt, Barrier):
                now = self.node(now, barrier=True)
            elif isinstance(stmt, If):
                ends = {self.block(stmt.then, now), self.block(stmt.orelse, now)} - {None}
                if len(ends) == 2:
                    join = self.node(None)
                    for end in ends:
                        self.edge(end, join)
                    now = join
                else:
                    now = next(iter(ends), None)
            elif isinstance(stmt, (For, While)):
                now = self.loop(stmt, now)
            elif isinstance(stmt, (Break, Continue, Return)):
                if now is not None and self.loops and not isinstance(stmt, Return):
                    loop = self.loops[-1]
                    self.edge(now, loop.exit if isinstance(stmt, Break) else loop.head)
                now = None
        return now

    def loop(self, stmt: For | While, now: int | None) -> int | None:
        loop = _Loop(self.node(now), self.node(None))
        test: int | None = loop.head
        if isinstance(stmt, While):
            test = self.block(stmt.cond, test)
        if not (isinstance(stmt, While) and endless(stmt)):
            self.edge(test, loop.exit)
        self.loops.append(loop)
        end = self.block(blocks(stmt)[-1], test)
        self.loops.pop()
        self.edge(end, loop.head)
        return None if now is None else loop.exit

    def quiet(self, start: int) -> frozenset[int]:
        """Backwards: what may be stored from a node until the next barrier. Forwards: each barrier hands that
        set to the whole phase that it opens."""
        count = len(self.stored)
        ahead = [0] * count  # after the node, until the next barrier
        changed = True
        while changed:
            changed = False
            for n in range(count - 1, -1, -1):
                found = 0
                for m in self.after[n]:
                    if not self.barrier[m]:
                        found |= self.stored[m] | ahead[m]
                if found != ahead[n]:
                    ahead[n], changed = found, True
        phase = [0] * count  # stored anywhere in the phases that reach the node
        phase[start] = ahead[start]
        changed = True
        while changed:
            changed = False
            for n in range(count):
                given = ahead[n] if self.barrier[n] else phase[n]
                for m in self.after[n]:
                    if given & ~phase[m]:
                        phase[m] |= given
                        changed = True
        return frozenset(at for at, (n, bit) in self.loads.items() if not phase[n] & bit)
