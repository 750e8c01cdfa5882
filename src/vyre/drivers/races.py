"""Which uses of memory raced in one run (rule 4.5).

A program without a race gives the same bytes in every order of its invocations, and so meets no race in any of them: what
one run finds, in the order of the reference, holds for these inputs on every device. The text of the reference tells a
:class:`Races` of every use that counts; it asks of each whether an earlier one was in another workgroup, or in another
invocation of the same phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from vyre.ir.program import Grid, Program

__all__ = ["Race", "Races", "Use"]

Kind = Literal["load", "store", "atomic"]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of an element. ``group`` counts the workgroups in the order in which they ran; ``statement`` and
    ``invocation`` (linear global id, x fastest) are what the user is told. ``value`` is there for stores."""

    group: int
    phase: int
    lane: int
    statement: int
    invocation: int
    kind: Kind
    value: object


@dataclass(frozen=True, slots=True)
class Race:
    """Two uses of one element that no barrier parts. ``element`` is counted flat; in records it is the byte."""

    buffer: int
    element: int
    first: Use
    second: Use


class Races:
    """Told of every use of the ``buffers`` in one run of ``grid`` workgroups, group by group and phase by phase."""

    def __init__(self, program: Program, grid: Grid, buffers: Iterable[int]) -> None:
        self.buffers = frozenset(buffers)
        self.program = program
        self.workgroup = program.workgroup
        self.grid = grid
        self._shared = [k for k in sorted(self.buffers) if program.buffers[k].role == "shared"]
        self._seen: dict[int, dict[int, _Element]] = {k: {} for k in self.buffers}
        self._group: Grid | None = None
        self._groups = 0
        self._found: dict[tuple[int, int, int], Race] = {}

    @property
    def found(self) -> tuple[Race, ...]:
        """The first race between each two statements, in program order."""
        return tuple(self._found[key] for key in sorted(self._found))

    def enter(self, group: Grid, local: Grid) -> Visitor:
        """An invocation begins."""
        if group != self._group:
            self._group = group
            self._groups += 1
            for k in self._shared:  # 4.3: each workgroup has its own
                self._seen[k] = {}
        (w0, w1, w2), (c0, c1, _) = self.workgroup, self.grid
        x, y, z = (g * w + n for g, w, n in zip(group, (w0, w1, w2), local, strict=True))
        lane = (local[2] * w1 + local[1]) * w0 + local[0]
        return Visitor(self, self._groups, lane, (z * (c1 * w1) + y) * (c0 * w0) + x)

    def use(self, buffer: int, at: int, use: Use) -> None:
        """Note a use, and the race that it makes."""
        element = self._seen[buffer].get(at)
        if element is None:
            element = self._seen[buffer][at] = _Element(_Uses(), _Uses(), _Uses())
        met = None if use.kind == "load" else element.loads.beside(use)
        if met is None and use.kind != "atomic":
            met = element.atomics.beside(use)
        if met is None:
            met = element.stores.unlike(use) if use.kind == "store" else element.stores.beside(use)
        if met is not None:
            low, high = sorted((met.statement, use.statement))
            self._found.setdefault((buffer, low, high), Race(buffer, at, met, use))
        {"load": element.loads, "store": element.stores, "atomic": element.atomics}[use.kind].add(use)


class Visitor:
    """One invocation, as its text speaks of it."""

    __slots__ = ("group", "invocation", "lane", "phase", "races")

    def __init__(self, races: Races, group: int, lane: int, invocation: int) -> None:
        self.races = races
        self.group = group
        self.lane = lane
        self.invocation = invocation
        self.phase = 0

    def barrier(self) -> None:
        self.phase += 1

    def use(self, kind: Kind, buffer: int, start: int, count: int, statement: int, value: object = None) -> None:
        """A use of ``count`` elements from ``start``: one, or in records the bytes of a field, with the bytes stored as value."""
        group, phase, lane, invocation = self.group, self.phase, self.lane, self.invocation
        for k in range(count):
            stored = value[k] if isinstance(value, bytes) else value
            self.races.use(buffer, start + k, Use(group, phase, lane, statement, invocation, kind, stored))


class _Uses:
    """The uses of one kind of one element, as few as answer for all of them: the first of the run and the first of another
    value; and of the latest phase the first, the first of another invocation and the first of another value."""

    __slots__ = ("first", "last", "odd", "odd_first", "other")

    def __init__(self) -> None:
        self.first: Use | None = None
        self.odd_first: Use | None = None
        self.last: Use | None = None
        self.other: Use | None = None
        self.odd: Use | None = None

    def beside(self, use: Use) -> Use | None:
        """A use by another invocation that no barrier parts from ``use``."""
        first, last = self.first, self.last
        if first is None or last is None:
            return None
        if first.group != use.group:
            return first
        if last.phase != use.phase:
            return None
        return last if last.lane != use.lane else self.other

    def unlike(self, use: Use) -> Use | None:
        """Such a use whose value is another one (the exception of rule 4.5)."""
        first, last = self.first, self.last
        if first is None or last is None:
            return None
        if first.group != use.group:
            return first if first.value != use.value else self.odd_first
        if last.phase != use.phase:
            return None
        if last.lane != use.lane:
            return last if last.value != use.value else self.odd
        return None if last.value == use.value else self.other

    def add(self, use: Use) -> None:
        if self.first is None:
            self.first = use
        elif self.odd_first is None and self.first.value != use.value:
            self.odd_first = use
        last = self.last
        if last is None or (last.group, last.phase) != (use.group, use.phase):
            self.last, self.other, self.odd = use, None, None
        elif last.lane != use.lane:
            self.other = self.other or use
        elif self.odd is None and last.value != use.value:
            self.odd = use


@dataclass(slots=True)
class _Element:
    loads: _Uses
    stores: _Uses
    atomics: _Uses
