"""Neighbouring elements in accesses of 16 bytes.

A thread that takes words 4 at a time asks a GPU's first cache for a quarter of the lines: on an H200 an automaton whose every
thread walks through a text of its own takes .39 ms for 256 MiB by words and .19 ms so. Which accesses are neighbours is read
from their subscripts, ``base + 0 … base + 3`` of one linear form; whether the first lies on a multiple of 16 bytes, and all
are inside, is asked when they run. Loads stand where the first stood: their arrays are written by nothing, or by nothing between them.
Stores stand where the last stood, and nothing between them touches their array.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from vyre.dtypes import DType, f32, i32, u32
from vyre.facts.memo import remembered
from vyre.facts.numbering import Numbers, value_numbers
from vyre.ir.nodes import Block, Const, Get, Id, Load, Op, Param, Set, Size, Stmt, Store
from vyre.ir.program import Program
from vyre.ir.walk import blocks, subscripts

__all__ = ["NOTHING_WIDE", "WIDE", "Run", "Wide", "wide_accesses"]

WIDE: Final = 4
"""Elements of 4 bytes in one access."""

_TYPES: Final[tuple[DType, ...]] = (u32, i32, f32)
_MODULUS: Final = 1 << 32
_QUIET: Final = (Const, Op, Get, Set, Id, Size, Param, Load)  # may stand between two stores of a run

_Access = TypeVar("_Access", Load, Store)
_Terms = frozenset[tuple[int, int]]
Form = tuple[_Terms, int]
"""Value numbers with their factors, and a constant: a sum modulo 2**32."""


@dataclass(frozen=True, slots=True)
class Run:
    """Accesses of ``length`` neighbours, a multiple of ``WIDE``. ``shift``: what leads from the subscript of the access that
    stands for all to the first element; ``elements``: for each access (in program order) which of them it is, and the
    value that it defines or stores; ``numbers``: the accesses themselves. ``aligned``: the first is surely a multiple of
    four elements from the beginning of its array."""

    buffer: int
    subscript: int
    shift: int
    length: int
    elements: tuple[tuple[int, int], ...]
    numbers: tuple[int, ...]
    aligned: bool


@dataclass(frozen=True, slots=True)
class Wide:
    """By statement number: the ``runs`` where they are written, and the accesses that are ``covered`` by one elsewhere."""

    runs: Mapping[int, Run]
    covered: frozenset[int]

    def of(self, number: int) -> Run:
        """The run that an access belongs to."""
        return next(run for run in self.runs.values() if number in run.numbers)


NOTHING_WIDE: Final = Wide({}, frozenset())


@remembered
def wide_accesses(program: Program) -> Wide:
    """All runs of a program."""
    finder = _Finder(program)
    finder.block(program.body, 0)
    return Wide(finder.runs, frozenset(finder.covered))


class _Finder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers = value_numbers(program)
        self.forms: dict[int, Form] = {}
        self.runs: dict[int, Run] = {}
        self.covered: set[int] = set()

    def block(self, block: Block, first: int) -> int:
        """Find the runs of a block whose statements are numbered from ``first`` on; gives the number after them. Blocks nest at
        most 64 deep (V403)."""
        numbered: list[tuple[int, Stmt]] = []
        at = first
        for stmt in block:
            numbered.append((at, stmt))
            at += 1
            for inner in blocks(stmt):
                at = self.block(inner, at)
        self.loads(numbered)
        self.stores(numbered)
        return at

    def loads(self, numbered: Iterable[tuple[int, Stmt]]) -> None:
        groups: dict[tuple[int, _Terms], list[tuple[int, int, Load]]] = {}
        for at, stmt in numbered:
            for key in [key for key in groups if self.may_change(key[0], stmt)]:
                self.joined(key[1], groups.pop(key))
            if isinstance(stmt, Load) and self.program.buffers[stmt.buffer].role in ("in", "shared"):
                form = self.form(stmt)
                if form is not None:
                    groups.setdefault((stmt.buffer, form[0]), []).append((at, form[1], stmt))
        for (_, terms), found in groups.items():
            self.joined(terms, found)

    def may_change(self, buffer: int, stmt: Stmt) -> bool:
        """Whether an array may hold something else after the statement: one that is only read never does."""
        if self.program.buffers[buffer].role == "in":
            return False
        return not isinstance(stmt, (*_QUIET, Store)) or (isinstance(stmt, Store) and stmt.buffer == buffer)

    def joined(self, terms: _Terms, found: list[tuple[int, int, Load]]) -> None:
        for run in self.neighbours(terms, found):
            _, offset, one = run[0]
            self.add(terms, run, run[0][0], one.index[0], offset, [stmt.result for _, _, stmt in run])

    def stores(self, numbered: Iterable[tuple[int, Stmt]]) -> None:
        for terms, found in self.unbroken(numbered):
            offsets = [offset for _, offset, _ in found]
            for run in self.neighbours(terms, found) if len(set(offsets)) == len(offsets) else ():
                _, offset, one = run[-1]
                self.add(terms, run, run[-1][0], one.index[0], offset, [stmt.value for _, _, stmt in run])

    def unbroken(self, numbered: Iterable[tuple[int, Stmt]]) -> Iterator[tuple[_Terms, list[tuple[int, int, Store]]]]:
        """Stores to one array, of one form but for the constant, with nothing between them that could see their order."""
        open_: list[tuple[int, int, Store]] = []
        terms: _Terms = frozenset()
        for at, stmt in numbered:
            form = self.form(stmt) if isinstance(stmt, Store) else None
            if open_:
                buffer = open_[0][2].buffer
                if isinstance(stmt, Store) and form is not None and stmt.buffer == buffer and form[0] == terms:
                    open_.append((at, form[1], stmt))
                    continue
                if isinstance(stmt, _QUIET) and not (isinstance(stmt, Load) and stmt.buffer == buffer):
                    continue
                yield terms, open_
                open_ = []
            if isinstance(stmt, Store) and form is not None:
                open_, terms = [(at, form[1], stmt)], form[0]
        if open_:
            yield terms, open_

    def neighbours(
        self, terms: _Terms, found: list[tuple[int, int, _Access]]
    ) -> Iterator[list[tuple[int, int, _Access]]]:
        """The accesses, in program order, of each stretch of offsets without a gap, cut to a multiple of ``WIDE``. In workgroup
        memory, whose alignment nobody asks for when it runs, only stretches that are surely aligned."""
        shared = self.program.buffers[found[0][2].buffer].role == "shared"
        if shared and not _multiple(terms):
            return
        offsets = sorted({offset for _, offset, _ in found})
        begin = 0
        for end in range(1, len(offsets) + 1):
            if end < len(offsets) and offsets[end] == offsets[end - 1] + 1:
                continue
            first = offsets[begin] + (-offsets[begin] % WIDE if shared else 0)
            length = (offsets[end - 1] + 1 - first) // WIDE * WIDE
            if length > 0:
                wanted = range(first, first + length)
                yield [access for access in found if access[1] in wanted]
            begin = end

    def add(
        self, terms: _Terms, run: Sequence[tuple[int, int, Load | Store]], at: int, subscript: int, offset: int, values: list[int]
    ) -> None:  # fmt: skip
        low = min(o for _, o, _ in run)
        self.runs[at] = Run(
            buffer=run[0][2].buffer,
            subscript=subscript,
            shift=(low - offset) % _MODULUS,
            length=max(o for _, o, _ in run) - low + 1,
            elements=tuple((o - low, value) for (_, o, _), value in zip(run, values, strict=True)),
            numbers=tuple(number for number, _, _ in run),
            aligned=low % WIDE == 0 and _multiple(terms),
        )
        self.covered |= {number for number, _, _ in run if number != at}

    # -- subscripts -------------------------------------------------------------------------------------------
    def form(self, stmt: Load | Store) -> Form | None:
        """The linear form of an access that may be part of a run."""
        buffer = self.program.buffers[stmt.buffer]
        index, _, _ = subscripts(self.program, stmt)
        if (
            buffer.role not in ("in", "out", "inout", "shared")
            or buffer.record is not None
            or buffer.dtype not in _TYPES
        ):
            return None
        return self.linear(self.numbers.of[index[0]]) if len(index) == 1 else None

    def linear(self, number: int) -> Form:
        """Worked out from the leaves up: a chain of additions may be as long as a program."""
        stack = [number]
        while stack:
            top = stack[-1]
            if top in self.forms:
                stack.pop()
                continue
            parts = _parts(self.numbers, top)
            missing = [p for p in parts if p not in self.forms]
            if missing:
                stack += missing
            else:
                self.forms[top] = self.combined(top, [self.forms[p] for p in parts])
                stack.pop()
        return self.forms[number]

    def combined(self, number: int, parts: list[Form]) -> Form:
        meaning = self.numbers.meaning[number]
        if meaning[0] == "const" and meaning[1] is u32:
            return frozenset(), self.numbers.constant(number)
        if not parts:
            return frozenset({(number, 1)}), 0
        (a, x), (b, y) = parts
        op = meaning[2]
        if op == "add":
            return _sum(a, b, 1), (x + y) % _MODULUS
        if op == "sub":
            return _sum(a, b, _MODULUS - 1), (x - y) % _MODULUS
        if op == "mul" and (not a or not b):
            (terms, constant), factor = ((b, y), x) if not a else ((a, x), y)
            scaled = frozenset((n, f * factor % _MODULUS) for n, f in terms if f * factor % _MODULUS)
            return scaled, constant * factor % _MODULUS
        return frozenset({(number, 1)}), 0


def _parts(numbers: Numbers, number: int) -> tuple[int, ...]:
    meaning = numbers.meaning[number]
    if meaning[0] == "op" and meaning[1] is u32 and meaning[2] in ("add", "sub", "mul"):
        return tuple(n for n in meaning[3:] if isinstance(n, int))
    return ()


def _sum(a: _Terms, b: _Terms, factor: int) -> _Terms:
    terms = dict(a)
    for number, times in b:
        terms[number] = (terms.get(number, 0) + times * factor) % _MODULUS
    return frozenset((n, f) for n, f in terms.items() if f)


def _multiple(terms: _Terms) -> bool:
    return all(factor % WIDE == 0 for _, factor in terms)
