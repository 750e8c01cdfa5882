"""Values of one launch as sums of ids and loop variables: ``q + c1*v1 + c2*v2 + ...`` in plain integers.

Each set of shapes gives every size, the grid and the lengths of loops as numbers, so that a coefficient may be any uniform value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from vyre.dtypes import DType, i32, u32
from vyre.facts.intervals import Interval, interval_of
from vyre.facts.memo import remembered
from vyre.facts.numbering import Numbers, value_numbers
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import For
from vyre.ir.program import Grid, Program
from vyre.ir.walk import walk

__all__ = ["RING", "Atom", "Form", "LaunchValues"]

RING: Final = 1 << 32

Atom = tuple[str, int]
"""What counts from 0 by itself: ``("group" or "local", axis)`` or ``("loop", number of its variable)``."""


@dataclass(frozen=True, slots=True)
class Form:
    """``value + sum(coefficient * atom)``. Where it has no terms, the value is that of its type; otherwise all is modulo 2**32."""

    value: int
    terms: tuple[tuple[Atom, int], ...] = ()


@remembered
def _loops(program: Program) -> dict[int, For]:
    """The counted loops, by the numbers of their variables."""
    variable = value_numbers(program).loop_var
    return {variable[at]: stmt for at, stmt, _ in walk(program) if isinstance(stmt, For)}


@remembered
def _types(program: Program) -> dict[int, DType]:
    """By value number."""
    return dict(zip(value_numbers(program).of, value_types(program), strict=True))


class LaunchValues:
    """Values of one launch, by value number."""

    def __init__(self, program: Program, workgroup: Grid, grid: Grid, shapes: Mapping[int, tuple[int, ...]]) -> None:
        """``shapes``: of the arrays that are known, by buffer; ``(elements,)`` where no more is known."""
        self.program = program
        self.numbers: Numbers = value_numbers(program)
        self.workgroup, self.grid, self.shapes = workgroup, grid, shapes
        self.type_of = _types(program)
        self._for = _loops(program)
        self._forms: dict[int, Form | None] = {}

    def count(self, atom: Atom) -> int:
        """How many values it has, from 0 on."""
        kind, which = atom
        if kind == "loop":
            return self.turns(which) or 0
        return (self.grid if kind == "group" else self.workgroup)[which]

    def turns(self, number: int) -> int | None:
        """How often the loop with this variable runs; None where that differs, or isn't known."""
        stmt = self._for[number]
        low, high = self.form(self.numbers.of[stmt.lo]), self.form(self.numbers.of[stmt.hi])
        if low is None or high is None or low.terms or high.terms:
            return None
        return max(0, -((low.value - high.value) // stmt.step))

    def form(self, number: int) -> Form | None:
        """A value as a sum of atoms; None where it is no such sum, or not known."""
        stack = [number]
        while stack:
            at = stack[-1]
            missing = [part for part in self._parts(at) if part not in self._forms]
            if missing:
                stack += missing
                continue
            stack.pop()
            if at not in self._forms:
                self._forms[at] = self._made(at)
        return self._forms[number]

    def _parts(self, number: int) -> list[int]:
        meaning = self.numbers.meaning[number]
        if meaning[0] == "op":
            return [part for part in meaning[3:] if isinstance(part, int)]
        stmt = self._for.get(number)
        return [] if stmt is None else [self.numbers.of[stmt.lo], self.numbers.of[stmt.hi]]

    def _made(self, number: int) -> Form | None:
        kind, first, second = (*self.numbers.meaning[number], None, None)[:3]
        if kind == "const" and isinstance(first, DType) and isinstance(second, int) and not first.is_float:
            return Form(int(python_value(first, second)))
        if kind == "id" and isinstance(second, int):
            return self._id(str(first), second)
        if kind == "size" and isinstance(first, int):
            return self._size(first, second)
        if kind == "op" and isinstance(first, DType):
            return self._op(first, str(second), self._parts(number))
        stmt = self._for.get(number)
        if stmt is None or self.program.locals[stmt.local].dtype not in (u32, i32) or not self.turns(number):
            return None
        low = self._forms[self.numbers.of[stmt.lo]]
        if low is None:
            return None
        found = self.sum(low, self._atom(("loop", number), stmt.step), 1)
        return found if found.terms else Form(_wrapped(self.program.locals[stmt.local].dtype, found.value))

    def _atom(self, atom: Atom, coefficient: int) -> Form:
        return Form(0) if self.count(atom) == 1 or not coefficient % RING else Form(0, ((atom, coefficient % RING),))

    def _id(self, name: str, axis: int) -> Form | None:
        x, y, _ = self.workgroup
        if name == "num_groups":
            return Form(self.grid[axis])
        if name == "workgroup_size":
            return Form(self.workgroup[axis])
        if name == "group_id":
            return self._atom(("group", axis), 1)
        if name == "local_id":
            return self._atom(("local", axis), 1)
        if name == "global_id":
            return self.sum(self._atom(("group", axis), self.workgroup[axis]), self._atom(("local", axis), 1), 1)
        if name == "local_index":
            rows = self.sum(self._atom(("local", 0), 1), self._atom(("local", 1), x), 1)
            return self.sum(rows, self._atom(("local", 2), x * y), 1)
        return None

    def _size(self, buffer: int, axis: object) -> Form | None:
        declared = self.program.buffers[buffer]
        shape = self.shapes.get(buffer, declared.shape)
        if shape is None:
            return None
        if axis is None:
            return Form(prod(shape))
        known = isinstance(axis, int) and len(shape) == declared.rank
        return Form(shape[axis]) if known and isinstance(axis, int) else None

    def _op(self, dtype: DType, op: str, args: list[int]) -> Form | None:
        given = [self._forms[arg] for arg in args]
        forms = [form for form in given if form is not None]
        if len(forms) < len(given):
            return None
        if not any(form.terms for form in forms):
            return self._number(dtype, op, args, [form.value for form in forms])
        if dtype not in (u32, i32):
            return None
        found = self._linear(op, forms)
        return found if found is None or found.terms else Form(_wrapped(dtype, found.value))

    def _linear(self, op: str, forms: list[Form]) -> Form | None:
        a, b = forms[0], forms[-1]
        if op == "cast":
            return a  # forms with terms are of 32 bits
        if op in ("add", "sub"):
            return self.sum(a, b, 1 if op == "add" else -1)
        if op == "mul" and not (a.terms and b.terms):
            return self.sum(Form(0), a if a.terms else b, (b if a.terms else a).value)
        if op == "shl" and not b.terms and 0 <= b.value < 32:
            return self.sum(Form(0), a, 1 << b.value)
        return None

    def _number(self, dtype: DType, op: str, args: list[int], values: list[int]) -> Form | None:
        if dtype.is_integer and op in ("add", "sub", "mul"):
            a, b = values
            return Form(_wrapped(dtype, a + b if op == "add" else a - b if op == "sub" else a * b))
        points: list[Interval] = [(value, value) for value in values]
        found = interval_of(op, dtype, points, [self.type_of[arg] for arg in args])
        return Form(found[0]) if found is not None and found[0] == found[1] else None

    def sum(self, a: Form, b: Form, times: int) -> Form:
        """``a + times*b``, of 32 bits."""
        terms = dict(a.terms)
        for atom, coefficient in b.terms:
            terms[atom] = (terms.get(atom, 0) + times * coefficient) % RING
        kept = tuple(sorted((atom, coefficient) for atom, coefficient in terms.items() if coefficient))
        return Form((a.value + times * b.value) % RING, kept)


def _wrapped(dtype: DType, value: int) -> int:
    value &= (1 << dtype.bits) - 1
    return value - (1 << dtype.bits) if value > dtype.max else value
