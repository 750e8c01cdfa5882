"""Whose element is it: subscripts from which the invocation can be told.

Where two invocations compute a subscript in the same way, the same result may imply that they are the same invocation:
``global_id``, ``global_id + c``, ``group_id`` under ``local_index == 0``, ``4 * global_id + k`` with k in 0..3 (as long as
nothing wraps). What a subscript tells is a set of *atoms*: ``("g", axis)`` the global id, ``("l", axis)`` the local id, ``("G", axis)``
the workgroup's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from vyre.dtypes import u8, u16, u32, u64
from vyre.facts.intervals import Interval, hull
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.facts.residues import Residue, differ, joined, residues
from vyre.facts.types import value_types
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import VALUES, Atomic, Block, Break, Continue, If, Load, Return, Store
from vyre.ir.program import Program
from vyre.ir.walk import blocks, id_axes, subscripts, walk

__all__ = ["Access", "Owners", "alike", "axes_of"]

Atom = tuple[str, int]
_NONE: Final[frozenset[Atom]] = frozenset()
_AXES: Final = (0, 1, 2)
_TELLS: Final = {"global_id": "g", "local_id": "l", "group_id": "G"}
_SAME_EVERYWHERE: Final = frozenset({"workgroup_size", "num_groups"})
_PARTS: Final = {
    "div": ("quotient", "truncating"),
    "rem": ("remainder", "truncating"),
    "floordiv": ("quotient", "floor"),
    "floormod": ("remainder", "floor"),
}
_UNSIGNED: Final = frozenset({u8, u16, u32, u64})


@dataclass(frozen=True, slots=True)
class Access:
    """One access to an array, or several alike. ``at``: its statement number. ``index``: its subscripts as value numbers, -1 for one
    that differs among them. ``splits``: subscripts as ``n*s + m`` (see ``Ranges.splits``). ``pinned``: ids with the two value
    numbers that are surely equal where it stands: what tells the id, and what it is compared with. ``spans``: see
    ``Ranges.spans``. ``residues``: of the subscripts."""

    at: int
    stmt: Load | Store | Atomic
    buffer: int
    index: tuple[int, ...]
    splits: tuple[tuple[int, int] | None, ...]
    pinned: frozenset[tuple[Atom, tuple[int, int]]]
    spans: tuple[Interval, ...]
    residues: tuple[Residue, ...]

    @property
    def form(self) -> tuple[object, ...]:
        """Accesses of one form can be taken together: see :func:`alike`."""
        parts = tuple(n if split is None else split for n, split in zip(self.index, self.splits, strict=True))
        return type(self.stmt), parts, self.pinned, self.stmt.flat


def alike(accesses: Iterable[Access]) -> list[Access]:
    """One access for all of a form, wherever they stand."""
    found: dict[tuple[object, ...], Access] = {}
    for access in accesses:
        known = found.setdefault(access.form, access)
        if (known.index, known.spans) != (access.index, access.spans):
            index = tuple(m if m == n else -1 for m, n in zip(known.index, access.index, strict=True))
            spans = tuple(map(hull, known.spans, access.spans))
            found[access.form] = replace(
                known, index=index, spans=spans, residues=tuple(map(joined, known.residues, access.residues))
            )
    return list(found.values())


def axes_of(program: Program) -> int:
    """How many axes the program's launches have by the program itself (x first)."""
    sized = max((axis + 1 for axis, n in enumerate(program.workgroup) if n > 1), default=1)
    domain = program.domain
    rank = len(domain) if isinstance(domain, tuple) else 1
    if isinstance(domain, int):
        rank = program.buffers[domain].rank or 1
    fixed = max((axis + 1 for axis, n in enumerate(program.grid or ()) if n > 1), default=1)
    return max(id_axes(program), sized, rank, fixed)


class Owners:
    """The accesses of a program, and whether two of them can meet in different invocations."""

    def __init__(self, program: Program, axes: int) -> None:
        self.program = program
        self.axes = axes
        self.numbers = value_numbers(program)
        self.ranges = ranges(program)
        self.residues = residues(program)
        self._types = dict(zip(self.numbers.of, value_types(program), strict=True))
        self._told: list[frozenset[Atom]] = []  # by value number
        self._invariant: list[bool] = []
        self._uniform: frozenset[int] | None = None
        self._at = 0
        self._learn()

    # -- accesses -----------------------------------------------------------------------------------
    def accesses(self) -> Iterator[Access]:
        """Every load, store and atomic, in order."""
        self._at = 0
        yield from self._block(self.program.body, {})

    def _block(self, block: Block, pinned: dict[Atom, tuple[int, int]]) -> Iterator[Access]:
        pinned = dict(pinned)
        for stmt in block:
            at = self._at
            self._at += 1
            if isinstance(stmt, (Load, Store, Atomic)):
                # where in a record it is does not count: two fields may share bytes
                index = tuple(self.numbers.of[v] for v in subscripts(self.program, stmt)[0])
                splits = tuple(self.ranges.splits.get(n) for n in index)
                rests = tuple(self.residues[n] for n in index)
                spans = self.ranges.spans[at]
                yield Access(at, stmt, stmt.buffer, index, splits, frozenset(pinned.items()), spans, rests)
            elif isinstance(stmt, If):
                yes, no = self._pins(stmt.cond)
                yield from self._block(stmt.then, pinned | yes)
                yield from self._block(stmt.orelse, pinned | no)
                if _leaves(stmt.then):
                    pinned |= no
                elif _leaves(stmt.orelse):
                    pinned |= yes
            else:
                for inner in blocks(stmt):
                    yield from self._block(inner, pinned)

    def _pins(self, cond: int) -> tuple[dict[Atom, tuple[int, int]], dict[Atom, tuple[int, int]]]:
        """What a condition says of ids where it is true, and where it is false."""
        number = self.numbers.of[cond]
        yes, no = self._pinned(number, truth=True), self._pinned(number, truth=False)
        return yes, no

    def _pinned(self, cond: int, *, truth: bool) -> dict[Atom, tuple[int, int]]:
        """What it says of ids that the condition with this number is true, or that it is false."""
        found: dict[Atom, tuple[int, int]] = {}
        todo = [(cond, truth)]
        while todo:
            number, holds = todo.pop()
            meaning = self.numbers.meaning[number]
            if meaning[0] != "op":
                continue
            op, args = meaning[2], [n for n in meaning[3:] if isinstance(n, int)]
            if op == "not":
                todo.append((args[0], not holds))
            elif op == ("and" if holds else "or"):
                todo += [(n, holds) for n in args]
            elif op == ("eq" if holds else "ne"):
                for x, y in (args, args[::-1]):
                    if self.invariant(y):
                        found.update(dict.fromkeys(self._told[x], (x, y)))
        return found

    # -- two accesses -------------------------------------------------------------------------------
    @staticmethod
    def never_one_element(a: Access, b: Access) -> bool:
        """Whether two accesses surely touch different elements (of records, different bytes), whoever makes them."""
        if len(a.index) != len(b.index) or a.stmt.flat != b.stmt.flat:
            return False
        spans = zip(a.spans, b.spans, strict=True)
        return any(x[1] < y[0] or y[1] < x[0] for x, y in spans) or any(map(differ, a.residues, b.residues))

    def one_invocation(self, a: Access, b: Access, *, shared: bool) -> bool:
        """Whether two accesses that meet at one element are surely of one invocation (of the workgroup, for a shared array)."""
        if len(a.index) != len(b.index) or a.stmt.flat != b.stmt.flat:
            return False
        told = {atom for atom, _ in a.pinned & b.pinned}
        parts: set[tuple[str, str, int, int]] = set()  # quotients and remainders that are equal in both
        for x, y in zip(a.index, b.index, strict=True):
            if x == y >= 0:
                told |= self._told[x]
                parts.update(self._part(x))
        for split, other in zip(a.splits, b.splits, strict=True):
            if split is not None and split == other:
                told |= self._told[split[0]]
        for kind, rounding, number, divisor in parts:
            if kind == "quotient" and ("remainder", rounding, number, divisor) in parts:
                told |= self._told[number]
        sizes = self.program.workgroup
        if shared:
            return all(("l", axis) in told or ("g", axis) in told or sizes[axis] == 1 for axis in _AXES)
        return all(
            ("g", axis) in told or (("G", axis) in told and (("l", axis) in told or sizes[axis] == 1))
            for axis in range(self.axes)
        )

    def _part(self, number: int) -> list[tuple[str, str, int, int]]:
        """("quotient" or "remainder", rounding, n, divisor) where the value is that of n by the same divisor everywhere. Below zero
        the two roundings are of no one division (rule 2.2)."""
        meaning = self.numbers.meaning[number]
        if meaning[0] != "op" or meaning[2] not in _PARTS:
            return []
        first, second = (n for n in meaning[3:] if isinstance(n, int))
        part, rounding = _PARTS[str(meaning[2])]
        if meaning[1] in _UNSIGNED:
            rounding = "none"
        return [(part, rounding, first, second)] if self._invariant[second] else []

    def halves(self, a: Access, b: Access) -> bool:
        """Whether one access is below a uniform s and the other one at ``r + s`` with ``r >= 0``. Only for accesses in one turn of
        every loop around them, where s is one number."""
        return self._below_and_above(a, b) or self._below_and_above(b, a)

    def _below_and_above(self, low: Access, high: Access) -> bool:
        if len(high.index) != 1 or high.index[0] not in self.ranges.exact:
            return False
        meaning = self.numbers.meaning[high.index[0]]
        if meaning[0] != "op" or meaning[2] != "add" or meaning[1] not in _UNSIGNED:
            return False
        limits = self.ranges.limits.get(low.at, frozenset())
        return any(n in limits and self.uniform(n) for n in meaning[3:] if isinstance(n, int))

    # -- values -------------------------------------------------------------------------------------
    def invariant(self, number: int) -> bool:
        """Whether the value is the same in all invocations of the dispatch, at any time."""
        return self._invariant[number]

    def uniform(self, number: int) -> bool:
        """Whether the value is computed somewhere by the whole workgroup, and is the same in all of it."""
        if self._uniform is None:
            found = uniformity(self.program)
            of = self.numbers.of
            self._uniform = frozenset(
                of[stmt.result]
                for at, stmt, _ in walk(self.program)
                if isinstance(stmt, VALUES) and found.values[stmt.result] and found.control[at]
            )
        return number in self._uniform

    def _learn(self) -> None:
        """What each value tells, and whether it is invariant: operands have smaller numbers than results."""
        for meaning in self.numbers.meaning:
            kind, args = meaning[0], [n for n in meaning[3:] if isinstance(n, int)] if meaning[0] == "op" else []
            steady = kind in ("const", "param", "size") or (kind == "id" and meaning[1] in _SAME_EVERYWHERE)
            self._invariant.append(steady or (kind == "op" and all(self._invariant[n] for n in args)))
            told = _NONE
            if kind == "id" and meaning[1] == "local_index":
                told = frozenset(("l", axis) for axis in _AXES)
            elif kind == "id" and meaning[1] in _TELLS and isinstance(meaning[2], int):
                told = frozenset([(_TELLS[str(meaning[1])], meaning[2])])
            elif kind == "op":
                told = self._of_op(len(self._told), str(meaning[2]), args)
            self._told.append(told)

    def _of_op(self, number: int, op: str, args: list[int]) -> frozenset[Atom]:
        if op in ("neg", "not"):
            return self._told[args[0]]
        if op == "cast":
            return self._told[args[0]] if self._widens(number, args[0]) else _NONE
        if op in ("add", "sub", "xor"):  # bijections, also where they wrap
            for x, y in (args, args[::-1]):
                if self._invariant[y]:
                    return self._told[x]
            split = self.ranges.splits.get(number)
            if split is None:
                return _NONE
            rest = [n for n in args if split[0] not in self.numbers.meaning[n][3:]]
            return self._told[split[0]].union(*(self._told[n] for n in rest))
        if op == "mul":
            for x, y in (args, args[::-1]):
                constant = self.numbers.constant(y)
                if constant % 2 or (constant and number in self.ranges.exact):
                    return self._told[x]
        if op == "shl" and self.numbers.constant(args[1]) and number in self.ranges.exact:
            return self._told[args[0]]
        return _NONE

    def _widens(self, number: int, source: int) -> bool:
        """Whether a cast keeps different values different."""
        to, given = self._types.get(number), self._types.get(source)
        return to is not None and given is not None and to.is_integer and given.is_integer and to.bits >= given.bits


def _leaves(block: Block) -> bool:
    """Whether the end of the block is never reached."""
    return bool(block) and isinstance(block[-1], (Return, Break, Continue))
