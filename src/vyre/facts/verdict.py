"""The determinism verdict (rule 6.3): are a program's bytes the same on every run and device?

Two things can make them differ: an atomic whose effect depends on the order in which invocations come to it, and a data
race (rule 4.5). Both are questions about pairs of accesses to an array, two atomics or a plain store and any other one. Two are
apart if their elements are different, or if the same element means the same invocation, by the form of their subscripts
(:mod:`vyre.facts.owners`), or if a barrier stands between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
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
_LOADS: Final = "load"
"""The kind of atomics that change nothing, such as ``atomic_add(x, i, 0)``: their old value alone may depend on the order."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``statements``: numbers of what makes it so, in program order: the atomics of an order-dependent program, or the accesses that
    could not be proved apart. ``axes``: the proof holds for grids of so many axes (x first); a launch with more workgroups
    along a further axis repeats every element. ``writes`` are then in doubt, all stores and atomics to storage, and ``alone`` depend
    on the order: atomics that do not here because one invocation only touches their element. ``mixed``: those of the atomics whose
    element another invocation changes by one that does not commute. ``invocations``: of one workgroup."""

    name: VerdictName
    statements: tuple[int, ...]
    axes: int
    invocations: int
    writes: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()
    mixed: tuple[int, ...] = ()

    def for_grid(self, grid: tuple[int, int, int]) -> Verdict:
        """The verdict of a launch with this many workgroups (x, y, z)."""
        if prod(grid) * self.invocations <= 1:
            return replace(self, name="bitwise", statements=())
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
    ordered, mixed, alone = (tuple(sorted(found)) for found in meetings.ordered())
    racy = () if ordered else meetings.races()
    name: VerdictName = "order-dependent" if ordered else "bitwise-if-race-free" if racy else "bitwise"
    writes = tuple(sorted(meetings.writes()))
    return Verdict(name, ordered or racy, axes, prod(program.workgroup), writes, alone, mixed)


@remembered
def unproved(program: Program) -> tuple[int, ...]:
    """The accesses, by number, of which no proof is found that they are no race (rule 4.5), whatever the verdict is."""
    return _Meetings(program, axes_of(program)).races()


def _kind(stmt: Atomic, program: Program, owners: Owners) -> object:
    """Atomics of one kind commute; None commutes with nothing, not even with itself."""
    if stmt in atomic_sums(program):
        return None
    if stmt.op not in ("exchange", "compare_exchange"):
        kind, _, bits = (*owners.numbers.meaning[owners.numbers.of[stmt.value]], None, None)[:3]
        if kind == "const" and bits == 0 and stmt.op in ("add", "sub", "or", "xor"):
            return _LOADS
        return _CLASS.get(stmt.op, stmt.op)
    given = [stmt.value] if stmt.expected is None else [stmt.expected, stmt.value]
    numbers = [owners.numbers.of[value] for value in given]
    return (stmt.op, *numbers) if all(map(owners.invariant, numbers)) else None


@dataclass(frozen=True, slots=True)
class _Atomics:
    """Atomics of one kind and form. ``used``: whether their old values are. ``one``: stands for all of them."""

    kind: object
    used: object
    one: Access
    at: tuple[int, ...]


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

    def ordered(self) -> tuple[set[int], set[int], set[int]]:
        """The atomics that depend on the order; of these, those that do not commute with one of another invocation (the others
        have an old value that is used); and those of storage that do not depend on it only because one invocation alone comes to
        their elements."""
        ordered: set[int] = set()
        mixed: set[int] = set()
        alone: set[int] = set()
        used = {value for _, stmt, _ in walk(self.program) for value in operands(stmt)}
        for buffer, accesses in self.accesses.items():
            shared = self.program.buffers[buffer].role == "shared"
            groups = self.atomics(accesses, used, shared=shared)
            known = len(groups) <= (FORMS * 4 if shared else FORMS)
            for n, first in enumerate(groups):
                for other in groups[n:]:
                    kinds = {first.kind, other.kind}
                    mix = None in kinds or (len(kinds) > 1 and _LOADS not in kinds)
                    met = {at for group in (first, other) if mix or group.used for at in group.at}
                    if not met or kinds == {_LOADS} or (known and self.apart(first.one, other.one, shared=shared)):
                        continue
                    if known and self.owners.one_invocation(first.one, other.one, shared=shared):
                        alone |= set() if shared else met
                        continue
                    ordered |= met
                    mixed |= met if mix else set()
        return ordered, mixed, alone - ordered

    def atomics(self, accesses: list[Access], used: set[int], *, shared: bool) -> list[_Atomics]:
        """The atomics of one array, those that are alike together: in workgroup memory it matters where each stands."""
        groups: dict[tuple[object, ...], list[Access]] = {}
        for access in accesses:
            if isinstance(access.stmt, Atomic):
                kind = _kind(access.stmt, self.program, self.owners)
                place = access.at if shared else access.form
                groups.setdefault((kind, access.stmt.result in used, place), []).append(access)
        return [
            _Atomics(kind, old, alike(group)[0], tuple(access.at for access in group))
            for (kind, old, _), group in groups.items()
        ]

    def apart(self, first: Access, other: Access, *, shared: bool) -> bool:
        """Whether two atomics never come to one element, or a barrier is always between them."""
        return self.owners.never_one_element(first, other) or (shared and not self.phases.together(first.at, other.at))

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
                if self.owners.never_one_element(first, other):
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
