"""A second, tiny interpreter that watches: it holds the facts about a program against what really happens.

Each invocation is a Python generator that stops at barriers and subgroup operations; every value, local and access is noted under its
*instance*: the statement with the iteration numbers of the loops around it. Sorted, instances are in the order in
which a machine that runs a workgroup in lock step would execute them.
"""

from __future__ import annotations

import contextlib
import math
from collections import defaultdict
from collections.abc import Callable, Generator
from typing import Any

from tests.property.programs import Case
from vyre.dtypes import DType
from vyre.emit.scalar import from_bits, meaning, to_bits, zero
from vyre.emit.subgroups import Inert, run_phases, subgroup_meaning
from vyre.facts.types import value_types
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
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
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.ops import SUBGROUP_SIZE
from vyre.ir.program import Grid
from vyre.ir.walk import statements, subscripts
from vyre.opt.traps import WHILE_LIMIT_CODE

Instance = tuple[int, ...]
Walk = Generator[Any, Any, None]


class _Left(Exception):
    def __init__(self, kind: type) -> None:
        self.kind = kind


class Trace:
    """What the workgroup of linear number ``group`` of a case does. Fields by instance, then by invocation."""

    def __init__(self, case: Case, memory: dict[int, bytearray], group: int) -> None:
        self.case = case
        self.program = case.program
        self.types = value_types(case.program)
        body = statements(case.program)
        self.number = {id(stmt): n for n, stmt in enumerate(body)}
        self.memory = memory
        x, y, _ = case.grid
        self.group: Grid = group % x, group // x % y, group // (x * y)
        self.shared = {k: self.bare(k) for k, b in enumerate(self.program.buffers) if b.role == "shared"}
        self.tables = {k: b.data for k, b in enumerate(self.program.buffers) if b.role == "table"}
        self.reached: dict[Instance, set[int]] = defaultdict(set)
        self.values: dict[Instance, dict[int, Any]] = defaultdict(dict)
        self.locals: dict[Instance, tuple[str, int, dict[int, Any]]] = {}  # kind, local, value by invocation
        self.outside: set[int] = set()  # accesses that some invocation made out of bounds
        self.trapped: dict[int, int] = {}  # code by invocation, of those that are gone
        self.workgroup = self.program.workgroup
        self.invocations = math.prod(self.workgroup)
        self.operations = {
            n: subgroup_meaning(stmt.op, self.types[stmt.args[0]])
            for n, stmt in enumerate(body)
            if isinstance(stmt, Subgroup)
        }
        self.meanings = {
            n: meaning(stmt.op, tuple(self.types[v] for v in stmt.args), stmt.dtype)
            for n, stmt in enumerate(body)
            if isinstance(stmt, Op)
        }
        self.constants = {n: from_bits(s.dtype, s.bits) for n, s in enumerate(body) if isinstance(s, Const)}

    def bare(self, buffer: int) -> list[Any]:
        """The elements of a shared or private array, zeros."""
        held = self.program.buffers[buffer]
        return [zero(held.dtype)] * math.prod(held.shape or ())

    def place(self, lane: int) -> Grid:
        """The local id of an invocation."""
        x, y, _ = self.workgroup
        return lane % x, lane // x % y, lane // (x * y)

    def global_id(self, lane: int) -> Grid:
        x, y, z = (g * w + at for g, w, at in zip(self.group, self.workgroup, self.place(lane), strict=True))
        return x, y, z

    def run(self) -> Trace:
        def gone(lane: int, trap: Inert) -> None:
            self.trapped[lane] = trap.code

        run_phases([_Invocation(self, lane).body() for lane in range(self.invocations)], self.operations, gone)
        return self


class _Invocation:
    def __init__(self, trace: Trace, lane: int) -> None:
        self.trace = trace
        self.lane = lane
        self.value: dict[int, Any] = {}
        self.local: dict[int, Any] = {}
        self.private: dict[int, list[Any]] = {}
        self.at: Instance = ()  # iteration numbers and statements of the loops around

    def body(self) -> Walk:
        with contextlib.suppress(_Left):
            yield from self.block(self.trace.program.body)

    def note(self, kind: str, instance: Instance, local: int, value: Any) -> None:
        self.trace.locals.setdefault(instance, (kind, local, {}))[2][self.lane] = value

    def block(self, block: Block) -> Walk:
        for stmt in block:
            number = self.trace.number[id(stmt)]
            instance = (*self.at, number)
            self.trace.reached[instance].add(self.lane)
            if isinstance(stmt, Op):  # first, as most statements are that
                found = self.trace.meanings[number](*[self.value[v] for v in stmt.args])
                self.define(stmt.result, instance, found)
            elif isinstance(stmt, Const):
                self.define(stmt.result, instance, self.trace.constants[number])
            elif isinstance(stmt, Barrier):
                yield number
            elif isinstance(stmt, Subgroup):
                given = [self.value[v] for v in stmt.args]
                found = yield number, given[0], given[1] if len(given) > 1 else 0
                self.define(stmt.result, instance, found)
            elif isinstance(stmt, If):
                yield from self.block(stmt.then if self.value[stmt.cond] else stmt.orelse)
            elif isinstance(stmt, For):
                around = self.at
                for k, value in enumerate(range(self.value[stmt.lo], self.value[stmt.hi], stmt.step)):
                    self.at = (*around, number, k)
                    self.local[stmt.local] = value
                    self.note("set", (*self.at, -1), stmt.local, value)
                    left = yield from self.turn(stmt.body)
                    if left:
                        break
                self.at = around
            elif isinstance(stmt, While):
                around, left, k = self.at, False, 0
                while not left:
                    self.at = (*around, number, k)
                    yield from self.block(stmt.cond)
                    if not self.value[stmt.value]:
                        break
                    if k == self.trace.case.while_limit:
                        raise Inert(WHILE_LIMIT_CODE, number)
                    left = yield from self.turn(stmt.body)
                    k += 1
                self.at = around
            elif isinstance(stmt, (Break, Continue, Return)):
                raise _Left(type(stmt))
            elif isinstance(stmt, Trap):
                raise Inert(self.value[stmt.code], number)
            else:
                self.plain(stmt, instance)

    def turn(self, body: Block) -> Generator[Any, Any, bool]:
        """One iteration; True where it leaves the loop."""
        here = self.at
        try:
            yield from self.block(body)
        except _Left as left:
            self.at = here
            if left.kind is Return:
                raise
            return left.kind is Break
        return False

    def plain(self, stmt: Stmt, instance: Instance) -> None:
        """A statement that is over when the next one begins."""
        if isinstance(stmt, Set):
            self.local[stmt.local] = self.value[stmt.value]
            self.note("set", instance, stmt.local, self.value[stmt.value])
        elif isinstance(stmt, Clear):
            self.private[stmt.buffer] = self.trace.bare(stmt.buffer)
        elif isinstance(stmt, Store):
            cell = self.cell(stmt)
            if cell is not None:
                self.put(stmt, cell, self.value[stmt.value])
        else:
            assert isinstance(stmt, (Get, Load, Id, Size, Param, Atomic))
            found = self.compute(stmt)
            if isinstance(stmt, Get):
                self.note("get", instance, stmt.local, found)
            self.define(stmt.result, instance, found)

    def define(self, result: int, instance: Instance, found: Any) -> None:
        self.value[result] = found
        self.trace.values[instance][self.lane] = found

    def compute(self, stmt: Stmt) -> Any:
        trace = self.trace
        if isinstance(stmt, Id):
            return self.identity(stmt)
        if isinstance(stmt, Size):
            shape = self.shape(stmt.buffer)
            return math.prod(shape) if stmt.axis is None else shape[stmt.axis]
        if isinstance(stmt, Param):
            return trace.case.params[stmt.buffer]
        if isinstance(stmt, Get):
            return self.local[stmt.local]
        assert isinstance(stmt, (Load, Atomic))
        cell = self.cell(stmt)
        dtype = self.element(stmt)
        if cell is None:
            return zero(dtype)
        old = self.take(stmt, cell)
        if isinstance(stmt, Atomic):
            given = self.value[stmt.value]
            if stmt.op == "exchange":
                new = given
            elif stmt.op == "compare_exchange":
                new = given if old == self.value[stmt.expected if stmt.expected is not None else -1] else old
            else:
                new = meaning(stmt.op, (dtype, dtype), dtype)(old, given)
            self.put(stmt, cell, new)
        return old

    def identity(self, stmt: Id) -> int:
        trace, axis = self.trace, stmt.axis
        ways: dict[str, Callable[[], int]] = {
            "global_id": lambda: trace.global_id(self.lane)[axis],
            "local_id": lambda: trace.place(self.lane)[axis],
            "group_id": lambda: trace.group[axis],
            "workgroup_size": lambda: trace.workgroup[axis],
            "num_groups": lambda: trace.case.grid[axis],
            "local_index": lambda: self.lane,
            "subgroup_lane": lambda: self.lane % SUBGROUP_SIZE,
            "subgroup_id": lambda: self.lane // SUBGROUP_SIZE,
        }
        return ways[stmt.name]()

    # -- memory -------------------------------------------------------------------------------------
    def shape(self, buffer: int) -> tuple[int, ...]:
        declared = self.trace.program.buffers[buffer].shape
        return self.trace.case.shapes[buffer] if declared is None else declared

    def element(self, stmt: Load | Store | Atomic) -> DType:
        return self.trace.program.buffers[stmt.buffer].element(None if isinstance(stmt, Atomic) else stmt.field)

    def cell(self, stmt: Load | Store | Atomic) -> int | None:
        """Where the element begins: its byte, or in arrays that are lists its number."""
        buffer = self.trace.program.buffers[stmt.buffer]
        outer, inner, lengths = subscripts(self.trace.program, stmt)
        shape = self.shape(stmt.buffer)
        if stmt.flat or len(outer) != len(shape):
            shape = (math.prod(shape),)
        found = self.linear(stmt, outer, shape)
        within = self.linear(stmt, inner, lengths)
        if found is None or within is None:
            return None
        if buffer.role in ("shared", "private"):
            return found
        offset = 0
        if buffer.record is not None and not isinstance(stmt, Atomic) and stmt.field is not None:
            offset = buffer.record.fields[stmt.field].offset
        return found * buffer.nbytes + offset + within * self.element(stmt).nbytes

    def linear(self, stmt: Stmt, index: tuple[int, ...], extents: tuple[int, ...]) -> int | None:
        found = 0
        for extent, value in zip(extents, index, strict=True):
            at = self.value[value]
            if not 0 <= at < extent:
                self.trace.outside.add(self.trace.number[id(stmt)])
                return None
            found = found * extent + at
        return found

    def listed(self, buffer: int) -> list[Any] | None:
        """The elements of a shared or private array."""
        if self.trace.program.buffers[buffer].role == "private" and buffer not in self.private:
            self.private[buffer] = self.trace.bare(buffer)
        return self.private.get(buffer) or self.trace.shared.get(buffer)

    def take(self, stmt: Load | Atomic, cell: int) -> Any:
        elements, dtype = self.listed(stmt.buffer), self.element(stmt)
        if elements is not None:
            return elements[cell]
        memory = self.trace.tables.get(stmt.buffer) or self.trace.memory[stmt.buffer]
        return from_bits(dtype, int.from_bytes(memory[cell : cell + dtype.nbytes], "little"))

    def put(self, stmt: Store | Atomic, cell: int, value: Any) -> None:
        elements, dtype = self.listed(stmt.buffer), self.element(stmt)
        if elements is not None:
            elements[cell] = value
            return
        raw = to_bits(dtype, value).to_bytes(dtype.nbytes, "little")
        self.trace.memory[stmt.buffer][cell : cell + dtype.nbytes] = raw
