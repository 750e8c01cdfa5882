"""Updates in place that may lose one another: ``counts[k] += 1`` where ``k`` was loaded, or is the same for all invocations.

Two invocations that load one element before either stores it leave one update (a data race, rule 4.5). A subscript that is
computed from ids, or from an atomic's old value, is left to ``check``: different invocations then often have different elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from vyre.facts.effects import effects
from vyre.facts.memo import remembered
from vyre.facts.owners import Access, Owners, axes_of
from vyre.ir.nodes import Load, Store
from vyre.ir.program import Program
from vyre.ir.walk import statements

__all__ = ["LostUpdate", "lost_updates"]

_DIRECT: Final = frozenset({"add", "sub", "min", "max", "and", "or", "xor"})
_DEEP: Final = 64  # operations between the load and the store that are looked at


@dataclass(frozen=True, slots=True)
class LostUpdate:
    """``at``: the number of the store. ``op``: the operation that makes the new value of the old one. ``groups``: whether only
    invocations of different workgroups may share the element."""

    at: int
    op: str
    groups: bool


@remembered
def lost_updates(program: Program) -> tuple[LostUpdate, ...]:
    """The updates of a program that may be lost, in its order."""
    return tuple(_Updates(program).found())


class _Updates:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.owners = Owners(program, axes_of(program))
        self.numbers = self.owners.numbers
        self.joins = {join.fresh: join for joins in self.numbers.joins.values() for join in joins}
        self.loads: dict[int, Load] = {}  # by value number: each has its own
        for stmt in statements(program):
            if isinstance(stmt, Load):
                self.loads[self.numbers.of[stmt.result]] = stmt
        self.written = [found.writes for found in effects(program).buffers]
        self.same: dict[object, int] = {}
        self.named: dict[int, int] = {}
        self.data: dict[int, bool] = {}
        for number in range(len(self.numbers.meaning)):
            self.learn(number)

    def learn(self, number: int) -> None:
        """Name values so that equal ones have one name, also two loads of one element of an array that is never written; and
        whether a value is made of a loaded one. Operands have smaller numbers than results."""
        meaning = self.numbers.meaning[number]
        parts = [n for n in meaning[3:] if isinstance(n, int)] if meaning[0] == "op" else []
        load, join = self.loads.get(number), self.joins.get(number)
        key: object = number
        if meaning[0] == "op":
            key = (*meaning[:3], *(self.named[n] for n in parts))
        elif load is not None and not self.written[load.buffer]:
            key = (load.buffer, load.flat, load.field, *(self.named[self.numbers.of[v]] for v in load.index))
        elif join is not None:
            parts = [join.then, join.orelse]
        self.named[number] = self.same.setdefault(key, number)
        self.data[number] = load is not None or any(self.data[n] for n in parts)

    def found(self) -> Iterator[LostUpdate]:
        for access in self.owners.accesses():
            role = self.program.buffers[access.buffer].role
            if not isinstance(access.stmt, Store) or role == "private" or not self.is_shared(access):
                continue
            op = self.update(access.stmt)
            if op is None or self.owners.one_invocation(access, access, shared=role == "shared"):
                continue
            groups = role != "shared" and self.owners.one_invocation(access, access, shared=True)
            yield LostUpdate(access.at, op, groups)

    def is_shared(self, access: Access) -> bool:
        """Whether the subscripts are loaded, or are the same in all invocations."""
        return any(self.data[n] for n in access.index) or all(map(self.owners.invariant, access.index))

    def update(self, store: Store) -> str | None:
        """The operation by which a store makes its value of the element's; None where it does not."""
        number = self.numbers.of[store.value]
        first: str | None = None
        for _ in range(_DEEP):
            meaning = self.numbers.meaning[number]
            load = self.loads.get(number)
            if load is not None:
                return first if self.is_own(load, store) else None
            op = str(meaning[2]) if meaning[0] == "op" else ""
            if op not in _DIRECT or (first not in (None, op) and {first, op} != {"add", "sub"}):
                return None
            first = first or op
            args = [n for n in meaning[3:] if isinstance(n, int)]
            mine = [n for n in args if self.reads(n, store)]
            if len(mine) != 1 or (op == "sub" and mine != args[:1]):
                return None
            number = mine[0]
        return None

    def reads(self, number: int, store: Store) -> bool:
        """Whether a value is the element that the store is to, or is made of it."""
        todo, seen = [number], 0
        while todo and seen < _DEEP:
            seen += 1
            at = todo.pop()
            load = self.loads.get(at)
            if load is not None and self.is_own(load, store):
                return True
            meaning = self.numbers.meaning[at]
            todo += [n for n in meaning[3:] if isinstance(n, int)] if meaning[0] == "op" else []
        return False

    def is_own(self, load: Load, store: Store) -> bool:
        """Whether a load is of the element that the store is to."""
        if (load.buffer, load.field, load.flat) != (store.buffer, store.field, store.flat):
            return False
        return [self.named[self.numbers.of[v]] for v in load.index] == [
            self.named[self.numbers.of[v]] for v in store.index
        ]
