"""Uses of old values of atomics that leave the same bytes in every order.

Invocations that all add one value to an element find the same old values in each order; the order decides which of them finds which.
So what is done with an old value leaves the same where it is made of nothing else that differs between invocations: ``if
vy.atomic_add(done, 0, 1) == n - 1: flag[0] = 1``, or ``out[old] = table[old]``, but not ``out[old] = i``.
"""

from __future__ import annotations

from typing import Final

from vyre.facts.owners import Owners, axes_of
from vyre.facts.verdict import verdict
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
    Continue,
    For,
    If,
    Load,
    Op,
    Return,
    Set,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, operands, statements

__all__ = ["with_free_uses"]

_LEAVES: Final = (Return, Trap, Break, Continue)
_ITS_OWN: Final = (Set, For, While, Barrier, Subgroup, Clear, *_LEAVES)
"""What an invocation keeps, or does further on: not under a condition on an old value."""


def with_free_uses(program: Program, ordered: frozenset[int]) -> frozenset[int]:
    """Those of the atomics (by statement number, as in a verdict) of which no use of the old value depends on the order."""
    if not ordered:
        return ordered
    every = statements(program)
    touched: dict[int, list[Stmt]] = {}
    for stmt in every:
        if isinstance(stmt, (Store, Atomic)):
            touched.setdefault(stmt.buffer, []).append(stmt)
    owners = Owners(program, axes_of(program))
    found: set[int] = set()
    for at in ordered - frozenset(verdict(program).mixed):
        atomic = every[at]
        if isinstance(atomic, Atomic) and len(touched[atomic.buffer]) == 1:
            given = (atomic.value,) if atomic.expected is None else (atomic.expected, atomic.value)
            rest = _after(program.body, atomic)
            if rest is not None and all(owners.invariant(owners.numbers.of[v]) for v in given):
                uses = _Uses(program, owners, atomic, touched)
                if uses.are_free(rest):
                    found.add(at)
    return frozenset(found)


def _after(block: Block, wanted: Stmt) -> Block | None:
    """What comes after a statement in its block; None where it is part of a loop's condition."""
    for n, stmt in enumerate(block):
        if stmt is wanted:
            return block[n + 1 :]
        for inner in (stmt.body,) if isinstance(stmt, While) else blocks(stmt):
            found = _after(inner, wanted)
            if found is not None:
                return found
    return None


class _Uses:
    """The uses of one old value. ``made``: the values that are made of it, of its element's place and of what all invocations share."""

    def __init__(self, program: Program, owners: Owners, atomic: Atomic, touched: dict[int, list[Stmt]]) -> None:
        self.program, self.owners, self.atomic, self.touched = program, owners, atomic, touched
        self.of = owners.numbers.of
        self.place = {self.of[v] for v in atomic.index}
        self.made = {atomic.result}
        step = owners.numbers.constant(self.of[atomic.value])
        one = all(map(owners.invariant, self.place))
        self.distinct = one and atomic.op in ("add", "sub") and step % 2 == 1  # no two are alike before 2**32 of them

    def are_free(self, block: Block, *, under: bool = False) -> bool:
        """Whether the uses in a block are. ``under``: it stands under a condition that is made of the old value."""
        left = False
        for stmt in block:
            if isinstance(stmt, _LEAVES) and not under:
                return True  # nothing comes after it
            made = not self.made.isdisjoint(operands(stmt))
            if isinstance(stmt, If) and made:
                free = not left and all(self.are_free(arm, under=True) for arm in blocks(stmt))
            elif isinstance(stmt, (If, For, While)) and not under:
                free = not made and all(self.made.isdisjoint(operands(one)) for one in inside(stmt))
                left = left or any(isinstance(one, _LEAVES) for one in inside(stmt))
            elif isinstance(stmt, (Store, Atomic)):
                free = not (made or under) or (not left and self.is_same(stmt))
            elif isinstance(stmt, (Op, Load)):
                free = not made or self.take(stmt)
            else:
                free = not made and not (under and isinstance(stmt, (If, *_ITS_OWN)))
            if not free:
                return False
        return True

    def take(self, stmt: Op | Load) -> bool:
        """Whether a value is made of the old one and of nothing of an invocation's own."""
        fixed = isinstance(stmt, Op) or stmt.buffer not in self.touched
        if fixed and all(map(self.is_made, operands(stmt))):
            self.made.add(stmt.result)
            return True
        return False

    def is_made(self, value: int) -> bool:
        number = self.of[value]
        return value in self.made or number in self.place or self.owners.invariant(number)

    def is_same(self, stmt: Store | Atomic) -> bool:
        """Whether a store or an atomic that an old value decides about leaves the same, whichever invocation does it."""
        role = self.program.buffers[stmt.buffer].role
        if (
            role in ("shared", "private")
            or stmt.buffer == self.atomic.buffer
            or not all(map(self.is_made, operands(stmt)))
        ):
            return False
        if isinstance(stmt, Atomic):
            return True  # what does not commute is mixed
        own = self.distinct and stmt.index == (self.atomic.result,)
        return len(self.touched[stmt.buffer]) == 1 and (own or self.owners.invariant(self.of[stmt.value]))
