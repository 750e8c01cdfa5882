"""Phases: which shared arrays may be stored, and which accesses happen, between two barriers.

A phase is what may run between one barrier and the next (or the ends of the kernel). The invocations of a workgroup
go through it on one way, so what matters to a load is what is stored on the ways to it and from it. Where they part,
all ways through the parted statement are taken by some, and it counts as one event. The events of a program that
touch shared memory make a small graph; set propagation over it, backwards and forwards, answers for each load of a
shared array whether any store to that array can happen in the same phase, in this or another invocation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vyre.ir.nodes import Atomic, Barrier, Block, Break, Continue, For, If, Load, Return, Stmt, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, endless, inside

__all__ = ["Phases", "quiet_loads", "shared_phases"]


def quiet_loads(program: Program, parted: frozenset[int]) -> frozenset[int]:
    """Statement numbers of loads of a shared array in phases in which nothing is stored to that array.

    ``parted``: numbers of the ``If``, ``For`` and ``While`` in which invocations may go different ways, or a different
    number of times. Only loads under uniform control are answered for.
    """
    graph = _graph(program, parted)
    return graph.quiet() if graph.shared else frozenset()


def shared_phases(program: Program, parted: frozenset[int]) -> Phases:
    """Which accesses to shared arrays may happen in one phase; ``parted`` as in :func:`quiet_loads`."""
    graph = _graph(program, parted)
    return Phases(graph.places, graph.after, graph.barrier, graph.heads)


def _graph(program: Program, parted: frozenset[int]) -> _Graph:
    shared = {k: 1 << n for n, k in enumerate(k for k, b in enumerate(program.buffers) if b.role == "shared")}
    graph = _Graph(shared, parted)
    if shared:
        graph.block(program.body, graph.node(None))
    return graph


class Phases:
    """Answers for pairs of accesses to shared arrays, by statement number."""

    def __init__(self, places: dict[int, int], after: list[list[int]], barrier: list[bool], heads: set[int]) -> None:
        self._places = places
        self._after = after
        self._barrier = barrier
        self._heads = heads
        self._reached: dict[int, set[int]] = {}

    def together(self, a: int, b: int) -> bool:
        """Whether the two accesses may happen in one phase, in two invocations of a workgroup."""
        m, n = self._places[a], self._places[b]
        return m == n or n in self._ahead(m) or m in self._ahead(n)

    def in_one_turn(self, a: int, b: int) -> bool:
        """Whether accesses that happen in one phase are surely in the same turn of every loop around both."""
        m, n = self._places[a], self._places[b]
        return not any(
            (head in self._ahead(x) or head == x) and y in self._ahead(head)
            for x, y in ((m, n), (n, m))
            for head in self._heads
        )

    def _ahead(self, node: int) -> set[int]:
        """The nodes that may come after it before a barrier does."""
        found = self._reached.get(node)
        if found is None:
            found = self._reached[node] = set()
            todo = [] if self._barrier[node] else [node]
            while todo:
                for other in self._after[todo.pop()]:
                    if other not in found:
                        found.add(other)
                        if not self._barrier[other]:
                            todo.append(other)
        return found


@dataclass(slots=True)
class _Loop:
    head: int
    exit: int


@dataclass(slots=True)
class _Graph:
    shared: dict[int, int]
    parted: frozenset[int]
    stored: list[int] = field(default_factory=list)  # bits of the arrays that the node stores
    barrier: list[bool] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)  # successors
    loads: dict[int, tuple[int, int]] = field(default_factory=dict)  # statement -> (node, bit)
    places: dict[int, int] = field(default_factory=dict)  # access -> node
    heads: set[int] = field(default_factory=set)  # of loops
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
                    now = self.places[at] = self.node(now, stored=0 if isinstance(stmt, Load) else bit)
                    if isinstance(stmt, Load):
                        self.loads[at] = (now, bit)
            elif isinstance(stmt, Barrier):
                now = self.node(now, barrier=True)
            elif at in self.parted:
                now = self.node(now)
                self.event(stmt, now)
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
        self.heads.add(loop.head)
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

    def event(self, stmt: Stmt, node: int) -> None:
        """Everything inside of a parted statement, in any order."""
        for found in inside(stmt):
            if isinstance(found, (Load, Store, Atomic)):
                bit = self.shared.get(found.buffer, 0)
                self.places[self.at] = node
                if isinstance(found, Load):
                    self.loads[self.at] = (node, bit)
                else:
                    self.stored[node] |= bit
            self.at += 1

    def quiet(self) -> frozenset[int]:
        """What may be stored before and after each node without a barrier between."""
        order = range(len(self.stored))
        before: list[list[int]] = [[] for _ in order]
        for n in order:
            for m in self.after[n]:
                before[m].append(n)
        behind, ahead = self.reach(before, order), self.reach(self.after, order[::-1])
        return frozenset(
            at for at, (n, bit) in self.loads.items() if bit and not (behind[n] | self.stored[n] | ahead[n]) & bit
        )

    def reach(self, neighbours: list[list[int]], order: Iterable[int]) -> list[int]:
        found = [0] * len(self.stored)
        changed = True
        while changed:
            changed = False
            for n in order:
                met = 0
                for m in neighbours[n]:
                    if not self.barrier[m]:
                        met |= self.stored[m] | found[m]
                if met != found[n]:
                    found[n], changed = met, True
        return found
