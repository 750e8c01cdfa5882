"""What an invocation beyond the domain (rule 5.1) does to arrays by atomics, of a launch whose grid is rounded up.

The last invocation of the launch is run with all that is known of it: ids, sizes and numbers are those of the launch, and a load
outside of its array gives 0 (rule 4.1). What arrays hold is not known, and the run ends where that decides what comes next. So what
is found surely happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, prod
from typing import Any, Final

from vyre.emit.scalar import meaning, zero
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import (
    Atomic,
    Block,
    Break,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Trap,
    While,
)
from vyre.ir.ops import missing_lane
from vyre.ir.program import Buffer, Grid, Program
from vyre.ir.walk import blocks, inside, subscripts, walk

__all__ = ["counted_beyond"]

STEPS: Final = 4096
"""Statements that are run: what a guard at a kernel's top needs is a few dozen, and this takes about 5 ms."""

_ID, _GROUP, _FILL = "id", "group", "fill"
_CHANGES: Final = frozenset({"add", "sub", "xor"})  # each further one changes the result; the others may be repeated


@dataclass(frozen=True, slots=True)
class _Known:
    """A value, and what it was made of: the global id, ids that tell the place in a workgroup or which one it is, loads
    outside of an array."""

    value: Any
    of: frozenset[str] = frozenset()


class _EndsError(Exception):
    """The run comes to where it ends, or is not known any further."""


class _LeftError(Exception):
    """A loop is left by ``break``, or this turn of it by ``continue``."""


def counted_beyond(
    program: Program,
    workgroup: Grid,
    grid: Grid,
    shapes: Mapping[int, Sequence[int]],
    numbers: Mapping[int, bool | int | float],
) -> int | None:
    """The number of the first atomic by which the launch's last invocation surely changes an array, under no condition on its ids;
    None where there is none. ``shapes`` of the arrays and ``numbers`` by buffer, as far as they are known."""
    if any(isinstance(stmt, Id) and stmt.name == "num_groups" for _, stmt, _ in walk(program)):
        return None  # invocations share the work by their number
    run = _LastInvocation(program, workgroup, grid, shapes, numbers)
    with suppress(_EndsError, _LeftError):
        run.block(program.body, frozenset())
    return run.found


class _LastInvocation:
    def __init__(
        self,
        program: Program,
        workgroup: Grid,
        grid: Grid,
        shapes: Mapping[int, Sequence[int]],
        numbers: Mapping[int, bool | int | float],
    ) -> None:
        self.program = program
        self.workgroup, self.grid, self.shapes, self.numbers = workgroup, grid, shapes, numbers
        self.types = value_types(program)
        self.number_of = {id(stmt): at for at, stmt, _ in walk(program)}
        self.values: dict[int, _Known] = {}
        self.locals: dict[int, _Known] = {}
        self.steps = 0
        self.found: int | None = None

    def block(self, block: Block, under: frozenset[str]) -> None:
        """Run a block; ``under``: what the conditions around it were made of."""
        for stmt in block:
            self.steps += 1
            if self.steps > STEPS or isinstance(stmt, (Return, Trap)):
                raise _EndsError
            if isinstance(stmt, (Break, Continue)):
                raise _LeftError(isinstance(stmt, Break))
            if isinstance(stmt, If):
                self.branch(stmt, under)
            elif isinstance(stmt, For):
                self.loop(stmt, under)
            elif isinstance(stmt, While):
                self.not_known(stmt)
            elif isinstance(stmt, Set):
                self.set(self.locals, stmt.local, self.values.get(stmt.value))
            elif isinstance(stmt, Atomic):
                self.atomic(stmt, under)
                self.values.pop(stmt.result, None)
            elif isinstance(stmt, (Const, Op, Id, Size, Param, Get, Load)):
                self.set(self.values, stmt.result, self.value(stmt))

    @staticmethod
    def set(table: dict[int, _Known], key: int, found: _Known | None) -> None:
        if found is None:
            table.pop(key, None)
        else:
            table[key] = found

    def not_known(self, stmt: If | For | While) -> None:
        """Pass by what may or may not run."""
        for one in (stmt, *inside(stmt)):
            if isinstance(one, (Return, Trap)) or (isinstance(stmt, If) and isinstance(one, (Break, Continue))):
                raise _EndsError
            if isinstance(one, (Set, For)):
                self.locals.pop(one.local, None)

    def branch(self, stmt: If, under: frozenset[str]) -> None:
        cond = self.values.get(stmt.cond)
        if cond is None:
            self.not_known(stmt)
        else:
            self.block(blocks(stmt)[0 if cond.value else 1], under | cond.of)

    def loop(self, stmt: For, under: frozenset[str]) -> None:
        lo, hi = self.values.get(stmt.lo), self.values.get(stmt.hi)
        if lo is None or hi is None:
            self.not_known(stmt)
            return
        of = lo.of | hi.of
        for value in range(lo.value, hi.value, stmt.step):
            self.locals[stmt.local] = _Known(value, of)
            try:
                self.block(stmt.body, under | of)
            except _LeftError as left:
                if left.args[0]:
                    break
        self.locals.pop(stmt.local, None)

    def value(self, stmt: Stmt) -> _Known | None:
        match stmt:
            case Const():
                return _Known(python_value(stmt.dtype, stmt.bits))
            case Get():
                return self.locals.get(stmt.local)
            case Param():
                given = self.numbers.get(stmt.buffer)
                return None if given is None else _Known(given)
            case Size():
                shape = self.shape(stmt.buffer)
                if shape is None:
                    return None
                return _Known(prod(shape) if stmt.axis is None else shape[stmt.axis])
            case Id():
                return self.id(stmt.name, stmt.axis)
            case Load():
                index = self.index(stmt)
                if index is None or self.is_inside(stmt, index):
                    return None
                return _Known(zero(self.types[stmt.result]), frozenset({_FILL}))
            case Op():
                return self.op(stmt)
            case _:
                return None

    def op(self, stmt: Op) -> _Known | None:
        given = [self.values.get(v) for v in stmt.args]
        types = [self.types[v] for v in stmt.args]
        if stmt.dtype.is_bool and stmt.op in ("and", "or"):
            for one in given:  # one operand may settle it
                if one is not None and bool(one.value) is (stmt.op == "or"):
                    return one
        known = [one for one in given if one is not None]
        if len(known) < len(given):
            return None
        of = frozenset[str]().union(*(one.of for one in known))
        return _Known(meaning(stmt.op, types, stmt.dtype)(*(one.value for one in known)), of)

    def id(self, name: str, axis: int) -> _Known | None:
        size, groups = self.workgroup[axis], self.grid[axis]
        known = {
            "global_id": _Known(groups * size - 1, frozenset({_ID})),
            "workgroup_size": _Known(size),
            "local_id": _Known(size - 1, frozenset({_GROUP})),
            "group_id": _Known(groups - 1, frozenset({_GROUP})),
            "local_index": _Known(prod(self.workgroup) - 1, frozenset({_GROUP})),
        }
        return known.get(name)

    # -- arrays -------------------------------------------------------------------------------------
    def shape(self, buffer: int) -> Sequence[int] | None:
        return self.shapes.get(buffer, self.program.buffers[buffer].shape)

    def index(self, stmt: Load | Atomic) -> list[_Known] | None:
        """The subscripts of an element, where all are known."""
        known = [self.values.get(v) for v in subscripts(self.program, stmt)[0]]
        found = [one for one in known if one is not None]
        return found if len(found) == len(known) else None

    def is_inside(self, stmt: Load | Atomic, index: Sequence[_Known]) -> bool:
        """Whether an element may be there."""
        shape = self.shape(stmt.buffer)
        if shape is None:
            return True
        extents = [prod(shape)] if stmt.flat or len(index) == 1 else shape
        return all(0 <= one.value < extent for one, extent in zip(index, extents, strict=False))

    def atomic(self, stmt: Atomic, under: frozenset[str]) -> None:
        index, given = self.index(stmt), self.values.get(stmt.value)
        if self.found is not None or index is None or given is None or self.shape(stmt.buffer) is None:
            return
        if not self.is_inside(stmt, index) or _is_neutral(self.program.buffers[stmt.buffer], stmt.op, given.value):
            return
        of = under.union(given.of, *(one.of for one in index))
        if _is_in_a_composite(stmt) or _ID in under or _GROUP in of or (stmt.op not in _CHANGES and _FILL not in of):
            return  # vy.workgroup_min; a guard of its own; once for a workgroup; the same that others do
        self.found = self.number_of[id(stmt)]


def _is_in_a_composite(stmt: Atomic) -> bool:
    """Whether an atomic is part of an operation of which a workgroup's invocations all take part (rule 6.5), by what the source says."""
    place = stmt.place
    return place is not None and "workgroup_" in place.text[place.column : place.end_column]


def _is_neutral(buffer: Buffer, op: str, value: Any) -> bool:
    """Whether an atomic with this value surely leaves the element of an array as it is."""
    if op in ("exchange", "compare_exchange"):
        return False
    if op in ("min", "max") and buffer.dtype.is_float:  # a number beats the NaN of a missing lane
        neutral: bool | int | float = inf if op == "min" else -inf
    else:
        neutral = missing_lane(op, buffer.dtype)
    if op == "max":
        starts_at_0 = buffer.role in ("out", "shared") and not buffer.init
        return bool(value <= (0 if starts_at_0 else neutral))
    return bool(value == neutral)
