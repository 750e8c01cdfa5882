"""The determinism verdict (rule 6.3): are a program's bytes the same on every run and device?

Two things can make them differ: an atomic whose effect depends on the order in which invocations come to it, and a data
race (rule 4.5). The first is told by the atomics alone. That there is no race is proved pair by pair: two accesses to an
array, one of them a plain store, are apart if the same element means the same invocation, by the form of their subscripts
(:mod:`vyre.facts.owners`), or if a barrier stands between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from vyre.facts.memo import remembered
from vyre.facts.owners import Access, Owners, alike, axes_of
from vyre.facts.permissions import atomic_sums
from vyre.facts.phases import Phases, shared_phases
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Atomic, Load, Store
from vyre.ir.program import Program
from vyre.ir.walk import operands, walk

__all__ = ["Verdict", "VerdictName", "unproved", "verdict"]

VerdictName = Literal["bitwise", "bitwise-if-race-free", "order-dependent"]

FORMS: Final = 48
"""Different kinds of access to one array that are compared pair by pair; an array with more stays unproved."""

_CLASS: Final = {"sub": "add"}  # operations that commute with each other share a class


@dataclass(frozen=True, slots=True)
class Verdict:
    """``statements``: numbers of what makes it so, in program order: the atomics of an order-dependent program, or the accesses that
    could not be proved apart. ``axes``: the proof holds for grids of so many axes (x first); a launch with more workgroups
    along a further axis repeats every element. ``writes`` are then in doubt, all stores and atomics to storage, and ``alone`` depend
    on the order: atomics that do not here because one invocation only touches their element."""

    name: VerdictName
    statements: tuple[int, ...]
    axes: int
    writes: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()

    def for_grid(self, grid: tuple[int, int, int]) -> Verdict:
        """The verdict of a launch with this many workgroups (x, y, z)."""
        if all(n <= 1 for n in grid[self.axes :]):
            return self
        ordered = self.name == "order-dependent"
        if ordered or self.alone:
            at = {*self.alone, *(self.statements if ordered else ())}
            return replace(self, name="order-dependent", statements=tuple(sorted(at)))
        return replace(self, name="bitwise-if-race-free", statements=tuple(sorted({*self.statements, *self.writes})))


@remembered
def verdict(program: Program) -> Verdict:
    """The verdict on a program.

    >>> import vyre as vy
    >>> b = vy.Builder("double")
    >>> a, out = b.input("a", vy.u32), b.output("out", vy.u32)
    >>> out[b.global_id()] = a[b.global_id()] * 2
    >>> verdict(b.build()).name
    'bitwise'
    """
    axes = axes_of(program)
    meetings = _Meetings(program, axes)
    ordered, alone = _order_dependent(program, meetings)
    writes = tuple(sorted(meetings.writes()))
    if ordered:
        return Verdict("order-dependent", ordered, axes, writes, alone)
    racy = meetings.races()
    return Verdict("bitwise-if-race-free" if racy else "bitwise", racy, axes, writes, alone)


@remembered
def unproved(program: Program) -> tuple[int, ...]:
    """The accesses, by number, of which no proof is found that they are no race (rule 4.5), whatever the verdict is."""
    return _Meetings(program, axes_of(program)).races()


def _order_dependent(program: Program, meetings: _Meetings) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Atomics whose old value is used, or that do not commute with others of the same array; and, by themselves, those
    to elements of storage that only one invocation touches."""
    atomics: dict[int, list[tuple[int, Atomic]]] = {}
    used: set[int] = set()
    for at, stmt, _ in walk(program):
        used.update(operands(stmt))
        if isinstance(stmt, Atomic):
            atomics.setdefault(stmt.buffer, []).append((at, stmt))
    found: set[int] = set()
    alone: set[int] = set()
    for buffer, group in atomics.items():
        by_kind: dict[object, list[int]] = {}
        for at, stmt in group:
            by_kind.setdefault(_kind(stmt, program, meetings.owners), []).append(at)
        ordered = {at for at, stmt in group if stmt.result in used}.union(by_kind.get(None, ()))
        for kind, mine in by_kind.items():
            others = [at for other, ats in by_kind.items() if other != kind for at in ats]
            if program.buffers[buffer].role == "shared" and len(mine) * len(others) <= FORMS**2:
                ordered.update(a for a in mine if any(meetings.phases.together(a, b) for b in others))
            elif others:
                ordered.update(mine)
        if ordered and not meetings.owned(buffer):
            found |= ordered
        elif program.buffers[buffer].role != "shared":
            alone |= ordered
    return tuple(sorted(found)), tuple(sorted(alone))


def _kind(stmt: Atomic, program: Program, owners: Owners) -> object:
    """Atomics of one kind commute; None commutes with nothing, not even with itself."""
    if stmt in atomic_sums(program):
        return None
    if stmt.op != "exchange":
        return None if stmt.op == "compare_exchange" else _CLASS.get(stmt.op, stmt.op)
    number = owners.numbers.of[stmt.value]
    return ("exchange", number) if owners.invariant(number) else None


class _Meetings:
    """Which accesses of a program may meet at one element in different invocations, within one phase."""

    def __init__(self, program: Program, axes: int) -> None:
        self.program = program
        self.owners = Owners(program, axes)
        self.accesses: dict[int, list[Access]] = {}  # by buffer
        for access in self.owners.accesses():
            self.accesses.setdefault(access.buffer, []).append(access)

    @cached_property
    def phases(self) -> Phases:
        return shared_phases(self.program, uniformity(self.program).parted)

    def writes(self) -> set[int]:
        """Stores and atomics to what all workgroups share."""
        roles = {buffer: self.program.buffers[buffer].role for buffer in self.accesses}
        shared = {
            buffer: group for buffer, group in self.accesses.items() if roles[buffer] not in ("shared", "private")
        }
        return {a.at for group in shared.values() for a in group if not isinstance(a.stmt, Load)}

    def owned(self, buffer: int) -> bool:
        """Whether every element is touched by one invocation only."""
        group = alike(self.accesses[buffer])
        shared = self.program.buffers[buffer].role == "shared"
        return len(group) <= FORMS and all(
            self.owners.one_invocation(a, b, shared=shared) for a in group for b in group
        )

    def races(self) -> tuple[int, ...]:
        """The accesses of which no proof is found that they are no race (rule 4.5)."""
        found: set[int] = set()
        for buffer, group in sorted(self.accesses.items()):
            if self.program.buffers[buffer].role in ("private", "table"):
                continue
            kinds = {type(a.stmt) for a in group}
            if (Store in kinds or kinds == {Load, Atomic}) and not self.same_value(group):
                found |= self.pairs(buffer, group)
        return tuple(sorted(found))

    def same_value(self, group: list[Access]) -> bool:
        """Rule 4.5: all writers store the same value, and nobody reads it."""
        numbers = self.owners.numbers
        values = {numbers.of[a.stmt.value] for a in group if isinstance(a.stmt, Store)}
        fields = {a.stmt.field for a in group if isinstance(a.stmt, Store)}
        alone = all(isinstance(a.stmt, Store) for a in group) and len(values) == 1 and len(fields) == 1
        return alone and self.owners.invariant(next(iter(values)))

    def pairs(self, buffer: int, group: list[Access]) -> set[int]:
        shared = self.program.buffers[buffer].role == "shared"
        if not shared:  # where an access stands does not matter
            group = alike(group)
        if len(group) > (FORMS if not shared else FORMS * 4):
            return {a.at for a in group if not isinstance(a.stmt, Load)}
        found: set[int] = set()
        for first in group:
            if isinstance(first.stmt, Load):
                continue
            for other in group:
                if isinstance(first.stmt, Atomic) and isinstance(other.stmt, Atomic):
                    continue
                if self.owners.one_invocation(first, other, shared=shared):
                    continue
                if shared and self.apart_in_time(first, other):
                    continue
                found |= {first.at, other.at}
        return found

    def apart_in_time(self, first: Access, other: Access) -> bool:
        if not self.phases.together(first.at, other.at):
            return True
        halves = self.owners.halves(first, other)
        return halves and self.phases.in_one_turn(first.at, other.at)
