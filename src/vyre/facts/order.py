"""Which arrays of an order-dependent program (rule 6.3) hold the same bytes in every order nevertheless.

A counter whose old values say where a compaction puts its finds counts the same in each order; only the places differ. What is
told here errs on one side: an array is decided where nothing that depends on the order can reach it.
"""

from __future__ import annotations

from vyre.facts.memo import remembered
from vyre.facts.old_values import with_free_uses
from vyre.facts.verdict import unproved, verdict
from vyre.ir.nodes import (
    Atomic,
    Break,
    Clear,
    Continue,
    For,
    Get,
    If,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Trap,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import operands, result, statements, walk

__all__ = ["decided", "order_reaches"]


@remembered
def decided(program: Program) -> frozenset[int]:
    """The buffers, by index, whose bytes do not depend on the order of invocations; all of them where nothing does.

    It holds for grids of no more axes than ``verdict(program).axes``.

    >>> import vyre as vy
    >>> b = vy.Builder("append")
    >>> a, found, count = b.input("a", vy.u32), b.inout("found", vy.u32), b.inout("count", vy.u32)
    >>> found[b.atomic_add(count, 0, 1)] = a[b.global_id()]
    >>> sorted(decided(b.build()))
    [0, 2]
    """
    every = statements(program)
    racy = {s.buffer for n in unproved(program) if isinstance(s := every[n], (Load, Store, Atomic))}
    ordered = verdict(program).statements if verdict(program).name == "order-dependent" else ()
    return frozenset(range(len(program.buffers))) - order_reaches(program, frozenset(ordered), frozenset(racy))


def order_reaches(program: Program, ordered: frozenset[int], buffers: frozenset[int] = frozenset()) -> frozenset[int]:
    """The buffers whose bytes the order of invocations may decide, where it decides the old values of the atomics ``ordered`` (as in
    a verdict), and what ``buffers`` hold."""
    seen = _Reached(program, ordered - with_free_uses(program, ordered), buffers)
    while True:
        before = seen.size
        if not seen.once():
            return frozenset(range(len(program.buffers)))
        if seen.size == before:
            return frozenset(seen.buffers)


class _Reached:
    """What the order reaches: values, locals and buffers."""

    def __init__(self, program: Program, ordered: frozenset[int], buffers: frozenset[int]) -> None:
        self.program = program
        self.ordered = ordered
        self.values: set[int] = set()
        self.locals: set[int] = set()
        mixed = ordered & frozenset(verdict(program).mixed)
        self.buffers = {*buffers, *(s.buffer for n, s, _ in walk(program) if n in mixed and isinstance(s, Atomic))}

    @property
    def size(self) -> int:
        return len(self.values) + len(self.locals) + len(self.buffers)

    def once(self) -> bool:
        """Go through the program. False where the order decides whether what comes later runs at all."""
        under = [False]  # by depth: whether the order decides how often a statement there runs
        for number, stmt, depth in walk(self.program):
            del under[depth + 1 :]
            here = under[depth]
            reached = here or not self.values.isdisjoint(operands(stmt))
            if isinstance(stmt, (Break, Continue, Return, Trap)) and here:
                return False
            if isinstance(stmt, (If, For, While)):
                under.append(reached or (isinstance(stmt, While) and stmt.value in self.values))
            self._tell(number, stmt, reached)
        return True

    def _tell(self, number: int, stmt: Stmt, reached: bool) -> None:
        if isinstance(stmt, (Store, Atomic, Clear)) and reached:
            self.buffers.add(stmt.buffer)
        if isinstance(stmt, (Load, Atomic)):
            reached = reached or stmt.buffer in self.buffers or number in self.ordered
        if isinstance(stmt, Get):
            reached = reached or stmt.local in self.locals
        if isinstance(stmt, (Set, For)) and reached:
            self.locals.add(stmt.local)
        value = result(stmt)
        if value is not None and reached:
            self.values.add(value)
