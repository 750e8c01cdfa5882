"""What a loop waits for (rule 5.8): workgroups of smaller linear ids, other workgroups, or invocations of its own workgroup."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final, Literal

from vyre.facts.memo import remembered
from vyre.facts.owners import Access, Owners, axes_of
from vyre.facts.uniformity import uniformity
from vyre.facts.waits import Wait, reads_only, waits
from vyre.ir.nodes import Atomic, Block, Const, If, Load, Op, Store
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, walk

__all__ = ["Awaited", "Whom", "awaited"]

Whom = Literal["earlier", "workgroup", "later", "plain", "unknown"]
"""``earlier``: what the rule permits. ``workgroup``: invocations of the same workgroup. ``later``: workgroups of larger ids.
``plain``: whoever writes, but by plain loads, which may go on giving what they gave. ``unknown``: none of these can be shown."""

_WORST: Final[tuple[Whom, ...]] = ("workgroup", "later", "plain", "unknown", "earlier")
_COMPARES: Final = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})


@dataclass(frozen=True, slots=True)
class Awaited:
    """``loop`` and ``poll``: statement numbers of the loop, and of the load or atomic that tells whom it waits for."""

    loop: int
    poll: int
    whom: Whom


@dataclass(frozen=True, slots=True)
class _Place:
    """A subscript as ``base + offset``, of value numbers; or at most that."""

    base: int | None
    offset: int
    exact: bool = True


@remembered
def awaited(program: Program) -> tuple[Awaited, ...]:
    """For whom each waiting loop of a program waits, in order."""
    found = waits(program)
    return tuple(_Waits(program).judged(found)) if found else ()


class _Waits:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.axes = axes_of(program)
        self.invocations = prod(program.workgroup)
        self.owners = Owners(program, self.axes)
        self.numbers = self.owners.numbers
        self.uniformity = uniformity(program)
        self.statements = [stmt for _, stmt, _ in walk(program)]
        self.access: dict[int, Access] = {access.at: access for access in self.owners.accesses()}
        self.constants = {s.result: s for s in self.statements if isinstance(s, Const)}
        self.read_by = {self.numbers.of[s.result]: s for s in self.statements if isinstance(s, (Load, Atomic))}
        self.carried = {
            number: one for group in self.numbers.carried.values() for one in group for number in (one.head, one.after)
        }
        self.joins = {join.fresh: join for group in self.numbers.joins.values() for join in group}
        self.guards: dict[int, tuple[int, ...]] = {}  # by id of a loop: the conditions around it
        self._guard(program.body, ())

    def _guard(self, block: Block, around: tuple[int, ...]) -> None:
        for stmt in block:
            self.guards[id(stmt)] = around
            more = (stmt.cond,) if isinstance(stmt, If) else ()
            for part in blocks(stmt):
                self._guard(part, around + more)

    def judged(self, found: tuple[Wait, ...]) -> list[Awaited]:
        taken: dict[int, Whom] = {}  # by array: for whom the holders of its locks are waited for
        results: list[tuple[Wait, list[tuple[int, Whom]]]] = []
        for wait in found:
            polls = [at for at in wait.polls if isinstance(self.statements[at], Atomic)]
            whoms: list[tuple[int, Whom]] = [(at, self.taking(wait, at)) for at in polls if self.takes(at)]
            for at, whom in whoms:
                taken[self.statements[at].buffer] = whom  # type: ignore[union-attr]  # an Atomic
            if not polls:
                whoms = [(wait.polls[0], "plain" if wait.stuck else "unknown")]
            results.append((wait, whoms))
        judged: list[Awaited] = []
        for wait, whoms in results:
            for at in wait.polls:
                stmt = self.statements[at]
                if isinstance(stmt, Atomic) and not self.takes(at):
                    whoms.append((at, taken[stmt.buffer] if stmt.buffer in taken else self.reading(wait, at, stmt)))
            at, whom = min(whoms, key=lambda pair: (_WORST.index(pair[1]), pair[0]))
            judged.append(Awaited(wait.loop, at, whom))
        return judged

    def takes(self, at: int) -> bool:
        """Whether an atomic takes what it finds, as a lock is taken."""
        stmt = self.statements[at]
        return isinstance(stmt, Atomic) and not reads_only(stmt, self.constants.get(stmt.value))

    # -- one poll ---------------------------------------------------------------------------------------------------
    def taking(self, wait: Wait, at: int) -> Whom:
        """A lock, unless what is taken is put there by another one for this one."""
        stmt = self.statements[at]
        assert isinstance(stmt, Atomic)
        if self.alone(at):
            by_place = self.by_place(at, stmt)
            return by_place if by_place == "later" else "earlier"
        loop = self.statements[wait.loop]
        released = any(
            isinstance(s, (Store, Atomic)) and s.buffer == stmt.buffer and s is not stmt for s in inside(loop)
        )
        return "workgroup" if self.all_together(wait, stmt) and not released else "unknown"

    def reading(self, wait: Wait, at: int, stmt: Atomic) -> Whom:
        for other in self.compared(wait, stmt):
            base = self.place(other).base
            if base is not None and self.is_ticket(base):
                if self.single(at) or self.owners.uniform(other):
                    return "earlier"
                return "workgroup" if self.all_together(wait, stmt) else "unknown"
            if self.depends(other, {"num_groups"}):
                guards = self.guards[id(self.statements[wait.loop])]
                one = any(self.depends(self.numbers.of[v], {"group_id", "global_id"}) for v in guards)
                return "unknown" if one else "later"
        return self.by_place(at, stmt)

    def by_place(self, at: int, stmt: Atomic) -> Whom:
        """From where it looks, and where others write."""
        writes = [
            s
            for s in self.statements
            if isinstance(s, Store)
            or (isinstance(s, Atomic) and s is not stmt and not reads_only(s, self.constants.get(s.value)))
        ]
        writes = [s for s in writes if s.buffer == stmt.buffer]
        if not writes or any(len(s.index) != 1 for s in (stmt, *writes)):
            return "unknown"
        looks, places = (
            self.place(self.numbers.of[stmt.index[0]]),
            [self.place(self.numbers.of[s.index[0]]) for s in writes],
        )
        if looks.base is None or any(p.base != looks.base or not p.exact for p in places):
            return "unknown"
        return self.by_distance(
            at, looks, min(looks.offset - p.offset for p in places), max(looks.offset - p.offset for p in places)
        )

    def by_distance(self, at: int, looks: _Place, least: int, most: int) -> Whom:
        """``least`` and ``most``: how far on from where an invocation writes it looks."""
        assert looks.base is not None
        kind, name = (*self.numbers.meaning[looks.base], None)[:2]
        if kind == "id" and name in ("group_id", "global_id") and self.axes == 1:
            size = 1 if name == "group_id" or self.single(at) else self.program.workgroup[0]
        elif self.is_ticket(looks.base):
            size = 1 if self.single(at) or self.owners.uniform(looks.base) else self.invocations
        else:
            return "unknown"
        if most <= -size and (looks.exact or size == 1):
            return "earlier"
        if not looks.exact:
            return "unknown" if size == 1 else "workgroup"
        if least >= size:
            return "later"
        if size > 1 or (least == most == 0 and not self.single(at)):
            return "workgroup"
        return "unknown"

    def alone(self, at: int) -> bool:
        """Whether only one invocation of a workgroup comes to an element there."""
        return self.owners.one_invocation(self.access[at], self.access[at], shared=True)

    def single(self, at: int) -> bool:
        """Whether only one invocation of a workgroup comes there."""
        told = {atom for atom, _ in self.access[at].pinned}
        return all(("l", axis) in told or n == 1 for axis, n in enumerate(self.program.workgroup))

    def all_together(self, wait: Wait, stmt: Atomic) -> bool:
        """Whether all invocations of a workgroup come to one element."""
        return self.uniformity.control[wait.loop] and all(self.uniformity.values[v] for v in stmt.index)

    # -- values -----------------------------------------------------------------------------------------------------
    def compared(self, wait: Wait, stmt: Atomic) -> list[int]:
        """The numbers of what a loop compares with what the atomic gives."""
        number, found = self.numbers.of[stmt.result], list[int]()
        for one in inside(self.statements[wait.loop]):
            if isinstance(one, Op) and one.op in _COMPARES:
                args = [self.numbers.of[a] for a in one.args]
                found += [other for mine, other in (args, args[::-1]) if mine == number]
        return found

    def depends(self, number: int, ids: set[str]) -> bool:
        """Whether a value is computed from one of these ids."""
        stack, seen = [number], {number}
        while stack:
            kind, *rest = self.numbers.meaning[stack.pop()]
            if kind == "id" and rest[0] in ids:
                return True
            if kind == "op":
                more = {n for n in rest[2:] if isinstance(n, int)} - seen
                seen |= more
                stack += more
        return False

    def is_ticket(self, number: int) -> bool:
        """Whether it is the old value of an atomic addition, which counts workgroups in the order in which they begin; or was handed
        on in workgroup memory."""
        stmt = self.read_by.get(number)
        if isinstance(stmt, Load) and self.program.buffers[stmt.buffer].role == "shared":
            given = [s for s in self.statements if isinstance(s, Store) and s.buffer == stmt.buffer]
            taken = [self.read_by.get(self.numbers.of[s.value]) for s in given]
            return bool(taken) and all(isinstance(s, Atomic) and s.op == "add" for s in taken)
        return isinstance(stmt, Atomic) and stmt.op == "add"

    def place(self, number: int, outer: frozenset[int] = frozenset()) -> _Place:
        """A value as the sum of another one and a literal. ``outer``: locals that are looked at already."""
        meaning = self.numbers.meaning[number]
        if meaning[0] == "const":
            return _Place(None, self.numbers.constant(number))
        if meaning[0] == "op" and meaning[2] in ("add", "sub", "cast"):
            args = [n for n in meaning[3:] if isinstance(n, int)]
            first = self.place(args[0], outer)
            if meaning[2] == "cast":
                return first
            second = self.place(args[1], outer)
            if second.base is None:
                sign = 1 if meaning[2] == "add" else -1
                return _Place(first.base, first.offset + sign * second.offset, first.exact)
            if first.base is None and meaning[2] == "add":
                return _Place(second.base, second.offset + first.offset, second.exact)
        one = self.carried.get(number)
        if one is not None and one.before is not None and number not in outer:
            inner = outer | {one.head, one.after}
            if all(self.falls(taken, one.head, inner) for taken in one.taken):
                start = self.place(one.before, inner)
                return _Place(start.base, start.offset, False)
        return _Place(number, 0)

    def falls(self, number: int, head: int, outer: frozenset[int]) -> bool:
        """Whether a value is at most another one."""
        join = self.joins.get(number)
        if join is not None:
            return self.falls(join.then, head, outer) and self.falls(join.orelse, head, outer)
        meaning = self.numbers.meaning[number]
        if meaning[0] == "op" and meaning[2] == "select":
            return all(self.falls(n, head, outer) for n in meaning[4:] if isinstance(n, int))
        found = self.place(number, outer)
        return found.base == head and found.offset <= 0
