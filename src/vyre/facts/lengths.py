"""How long loops may get: whether every one surely ends, and what decides how often it runs.

A ``For`` ends. A ``while`` does where one of its locals counts towards a bound that its condition asks for: halved or doubled, or
with a number added or taken away, in every turn, and without a wrap on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType, bool_
from vyre.facts.memo import remembered
from vyre.facts.numbering import Carried, Numbers, value_numbers
from vyre.ir.literals import python_value
from vyre.ir.nodes import Block, Continue, For, If, Set, While
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["Lengths", "loop_lengths"]

_SIZES, _NUMBERS, _DATA = 1, 2, 4  # what decides
_FLIPPED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "ne"}  # b op a for a op b


@dataclass(frozen=True, slots=True)
class Lengths:
    """Of all loops of a program. ``ends``: every one surely ends. ``constant``: each runs as often as the program says, or is left
    before. ``even``: the same, as the program, the sizes of arrays, the grid and the numbers say, so that every workgroup does
    about as much. ``by_numbers``: numbers that are given may decide too."""

    ends: bool
    constant: bool
    even: bool
    by_numbers: bool


@remembered
def loop_lengths(program: Program) -> Lengths:
    """What is known of a program's loops."""
    found = _Loops(program)
    ends, why = True, 0
    for at, stmt, _ in walk(program):
        if isinstance(stmt, For):
            why |= found.decides(found.numbers.of[stmt.lo]) | found.decides(found.numbers.of[stmt.hi])
        elif isinstance(stmt, While):
            mine = found.bounded(at, stmt)
            ends = ends and mine is not None
            why |= _DATA | _NUMBERS if mine is None else mine
    return Lengths(ends, why == 0, not why & _DATA, bool(why & _NUMBERS))


class _Loops:
    def __init__(self, program: Program) -> None:
        self.numbers: Numbers = value_numbers(program)
        self._decides: dict[int, int] = {}
        # by the number of a local behind an If: the number of the condition, and those of what it was on each way
        self._joins: dict[int, tuple[int, int, int]] = {}
        for at, stmt, _ in walk(program):
            if isinstance(stmt, If):
                for join in self.numbers.joins.get(at, ()):
                    self._joins[join.fresh] = (self.numbers.of[stmt.cond], join.then, join.orelse)

    def decides(self, number: int) -> int:
        """What a value is made of. A local that is not known further may hold anything."""
        found = self._decides.get(number)
        if found is None:
            stack = [number]
            while stack:
                at = stack[-1]
                missing = [part for part in self._parts(at) if part not in self._decides]
                if missing:
                    stack += missing
                    continue
                stack.pop()
                self._decides[at] = self._own(at)
                for part in self._parts(at):
                    self._decides[at] |= self._decides[part]
            found = self._decides[number]
        return found

    def _parts(self, number: int) -> list[int]:
        meaning = self.numbers.meaning[number]
        return [part for part in meaning[3:] if isinstance(part, int)] if meaning[0] == "op" else []

    def _own(self, number: int) -> int:
        kind, name = (*self.numbers.meaning[number], None)[:2]
        if kind in ("const", "op"):
            return 0
        if kind == "size" or (kind == "id" and name in ("num_groups", "workgroup_size")):
            return _SIZES
        if kind == "param":
            return _NUMBERS
        return _DATA if kind in ("id", "load") else _DATA | _NUMBERS

    # -- while ------------------------------------------------------------------------------------------------------
    def bounded(self, at: int, stmt: While) -> int | None:
        """What decides how often it runs at most. None where it may not end."""
        if _goes_on(stmt.body):
            return None
        given = {(one.local, self.numbers.of[one.value]) for one in stmt.body if isinstance(one, Set)}  # in each turn
        counters: dict[int, tuple[Carried, int]] = {}
        for one in self.numbers.carried[at]:
            local = self.numbers.meaning[one.head][1]
            if len(one.taken) == 1 and (local, next(iter(one.taken))) in given:
                counters[one.head] = (one, next(iter(one.taken)))
        for required in self._required(self.numbers.of[stmt.value]):
            for op, counter, bound in self._asks(required):
                found = self._counts(op, *counters[counter], bound) if counter in counters else None
                if found is not None:
                    return found
        return None

    def _required(self, number: int) -> Iterator[int]:
        """The values that all hold where this one does."""
        stack = [number]
        while stack:
            at = stack.pop()
            yield at
            meaning = self.numbers.meaning[at]
            if meaning[0] == "op" and meaning[2] == "and" and meaning[1] is bool_:
                stack += self._parts(at)
            elif at in self._joins:
                condition, then, orelse = self._joins[at]
                if self.numbers.meaning[orelse] == ("const", bool_, 0):
                    stack += [condition, then]

    def _asks(self, number: int) -> Iterator[tuple[str, int, int]]:
        """A comparison, read both ways."""
        meaning = self.numbers.meaning[number]
        if meaning[0] == "op" and str(meaning[2]) in _FLIPPED:
            op, (left, right) = str(meaning[2]), self._parts(number)
            yield op, left, right
            yield _FLIPPED[op], right, left

    def _counts(self, op: str, one: Carried, taken: int, bound: int) -> int | None:
        """What decides how often ``counter op bound`` may hold, where ``taken`` follows the counter. None where it may for ever."""
        _, dtype, step, counter, amount = (*self.numbers.meaning[taken], None, None, None, None)[:5]
        if not isinstance(dtype, DType) or not dtype.is_integer or counter != one.head:
            return None
        by = self._literal(amount)
        if by is None:
            return None
        least, most = (
            (-(1 << dtype.bits - 1), (1 << dtype.bits - 1) - 1) if dtype.is_signed else (0, (1 << dtype.bits) - 1)
        )
        limit, begins = self._literal(bound), _DATA | _NUMBERS if one.before is None else self.decides(one.before)
        if limit is None:
            known = not self.decides(bound) & _DATA
            return self.decides(bound) | begins if known and (step, by, op) == ("add", 1, "lt") else None
        last = limit - 1 if op == "lt" else limit  # of those for which an upper bound holds
        first = limit + 1 if op == "gt" else limit
        if (
            op in ("gt", "ge")
            and first > 0
            and ((step == "shr" and 0 < by < dtype.bits) or (step in ("div", "floordiv") and by > 1))
        ):
            return 0
        if op == "ne" and limit == 0 and step == "shr" and 0 < by < dtype.bits and not dtype.is_signed:
            return 0
        if op in ("lt", "le") and step == "shl" and 0 < by < dtype.bits and last << by <= most:
            start = None if one.before is None else self._literal(one.before)
            return 0 if start is not None and start > 0 else None
        if by < 1:
            return None
        up = op in ("lt", "le") and step == "add" and last + by <= most
        down = op in ("gt", "ge") and step == "sub" and first - by >= least
        return begins if up or down else None

    def _literal(self, number: object) -> int | None:
        if not isinstance(number, int):
            return None
        kind, dtype, bits = (*self.numbers.meaning[number], None, None)[:3]
        if kind != "const" or not isinstance(dtype, DType) or not dtype.is_integer or not isinstance(bits, int):
            return None
        return int(python_value(dtype, bits))


def _goes_on(body: Block) -> bool:
    """Whether a turn may be left for the next one before its end."""
    stack = list(body)
    while stack:
        stmt = stack.pop()
        if isinstance(stmt, Continue):
            return True
        if isinstance(stmt, If):
            stack += [*stmt.then, *stmt.orelse]
    return False
