"""A second, tiny interpreter that watches: it holds the facts about a program against what really happens.

Each invocation is a Python generator that stops at barriers; every value, local and access is noted under its
*instance*: the statement with the iteration numbers of the loops around it. Sorted, instances are in the order in
which a machine that runs a workgroup in lock step would execute them.
"""

from __future__ import annotations

import contextlib
import math
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import Any

from tests.property.programs import Case
from vyre.emit.scalar import from_bits, meaning, to_bits, zero
from vyre.facts.types import value_types
from vyre.ir.nodes import (
    Atomic,
    Barrier,
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
    Store,
    While,
)
from vyre.ir.walk import statements

Instance = tuple[int, ...]


class _Left(Exception):
    def __init__(self, kind: type) -> None:
        self.kind = kind


class Trace:
    """What the workgroup ``group`` of a case does. Fields by instance, then by invocation."""

    def __init__(self, case: Case, memory: dict[int, bytearray], group: int) -> None:
        self.case = case
        self.program = case.program
        self.types = value_types(case.program)
        self.number = {id(stmt): n for n, stmt in enumerate(statements(case.program))}
        self.memory = memory
        self.group = group
        self.shared = {
            k: [zero(b.dtype)] * math.prod(b.shape or ())
            for k, b in enumerate(self.program.buffers)
            if b.role == "shared"
        }
        self.reached: dict[Instance, set[int]] = defaultdict(set)
        self.values: dict[Instance, dict[int, Any]] = defaultdict(dict)
        self.locals: dict[Instance, tuple[str, int, dict[int, Any]]] = {}  # kind, local, value by invocation
        self.outside: set[int] = set()  # accesses that some invocation made out of bounds
        x, y, z = self.program.workgroup
        self.width = x
        self.invocations = x * y * z

    def run(self) -> Trace:
        alive = [_Invocation(self, lane).body() for lane in range(self.invocations)]
        while alive:
            alive = [invocation for invocation in alive if next(invocation, "end") != "end"]
        return self


class _Invocation:
    def __init__(self, trace: Trace, lane: int) -> None:
        self.trace = trace
        self.lane = lane
        self.value: dict[int, Any] = {}
        self.local: dict[int, Any] = {}
        self.at: list[int] = []  # iteration numbers and statements of the loops around

    def body(self) -> Iterator[str]:
        with contextlib.suppress(_Left):
            yield from self.block(self.trace.program.body)

    def instance(self, stmt: Stmt) -> Instance:
        return (*self.at, self.trace.number[id(stmt)])

    def note(self, kind: str, stmt: Stmt, local: int, value: Any) -> None:
        self.trace.locals.setdefault(self.instance(stmt), (kind, local, {}))[2][self.lane] = value

    def block(self, block: Block) -> Iterator[str]:
        for stmt in block:
            self.trace.reached[self.instance(stmt)].add(self.lane)
            if isinstance(stmt, Barrier):
                yield "barrier"
            elif isinstance(stmt, If):
                yield from self.block(stmt.then if self.value[stmt.cond] else stmt.orelse)
            elif isinstance(stmt, For):
                for k, number in enumerate(range(self.value[stmt.lo], self.value[stmt.hi], stmt.step)):
                    self.at += [self.trace.number[id(stmt)], k]
                    self.local[stmt.local] = number
                    self.trace.locals.setdefault((*self.at, -1), ("set", stmt.local, {}))[2][self.lane] = number
                    left = yield from self.turn(stmt.body)
                    if left:
                        break
            elif isinstance(stmt, While):
                left, k = False, 0
                while not left:
                    self.at += [self.trace.number[id(stmt)], k]
                    yield from self.block(stmt.cond)
                    if not self.value[stmt.value]:
                        del self.at[-2:]
                        break
                    left = yield from self.turn(stmt.body)
                    k += 1
            elif isinstance(stmt, (Break, Continue, Return)):
                raise _Left(type(stmt))
            else:
                self.plain(stmt)

    def turn(self, body: Block) -> Generator[str, None, bool]:
        """One iteration; True where it leaves the loop."""
        depth = len(self.at)
        try:
            yield from self.block(body)
        except _Left as left:
            if left.kind is Return:
                raise
            return left.kind is Break
        finally:
            del self.at[depth - 2 :]
        return False

    def plain(self, stmt: Stmt) -> None:
        if isinstance(stmt, Set):
            self.local[stmt.local] = self.value[stmt.value]
            self.note("set", stmt, stmt.local, self.value[stmt.value])
        elif isinstance(stmt, Store):
            cell = self.cell(stmt)
            if cell is not None:
                self.put(stmt.buffer, cell, self.value[stmt.value])
        else:
            assert isinstance(stmt, (Const, Op, Id, Size, Param, Get, Load, Atomic))
            found = self.compute(stmt)
            if isinstance(stmt, Get):
                self.note("get", stmt, stmt.local, found)
            self.value[stmt.result] = found
            self.trace.values[self.instance(stmt)][self.lane] = found

    def compute(self, stmt: Stmt) -> Any:
        trace = self.trace
        if isinstance(stmt, Const):
            return from_bits(stmt.dtype, stmt.bits)
        if isinstance(stmt, Op):
            types = tuple(trace.types[v] for v in stmt.args)
            return meaning(stmt.op, types, stmt.dtype)(*[self.value[v] for v in stmt.args])
        if isinstance(stmt, Id):
            wg, lane, group = trace.invocations, self.lane, trace.group
            x = lane % trace.width
            return {
                "global_id": group * trace.width + x,
                "local_id": x,
                "group_id": group,
                "workgroup_size": trace.width,
                "num_groups": trace.case.grid[0],
                "local_index": lane % wg,
            }[stmt.name]
        if isinstance(stmt, Size):
            shape = self.shape(stmt.buffer)
            return math.prod(shape) if stmt.axis is None else shape[stmt.axis]
        if isinstance(stmt, Param):
            return trace.case.params[stmt.buffer]
        if isinstance(stmt, Get):
            return self.local[stmt.local]
        assert isinstance(stmt, (Load, Atomic))
        cell = self.cell(stmt)
        dtype = trace.program.buffers[stmt.buffer].dtype
        if cell is None:
            return zero(dtype)
        old = self.take(stmt.buffer, cell)
        if isinstance(stmt, Atomic):
            given = self.value[stmt.value]
            if stmt.op == "exchange":
                new = given
            elif stmt.op == "compare_exchange":
                new = given if old == self.value[stmt.expected if stmt.expected is not None else -1] else old
            else:
                new = meaning(stmt.op, (dtype, dtype), dtype)(old, given)
            self.put(stmt.buffer, cell, new)
        return old

    def shape(self, buffer: int) -> tuple[int, ...]:
        declared = self.trace.program.buffers[buffer].shape
        return self.trace.case.shapes[buffer] if declared is None else declared

    def cell(self, stmt: Load | Store | Atomic) -> int | None:
        shape = self.shape(stmt.buffer)
        if stmt.flat:
            shape = (math.prod(shape),)
        found = 0
        for extent, value in zip(shape, stmt.index, strict=True):
            at = self.value[value]
            if not 0 <= at < extent:
                self.trace.outside.add(self.trace.number[id(stmt)])
                return None
            found = found * extent + at
        return found

    def take(self, buffer: int, cell: int) -> Any:
        if buffer in self.trace.shared:
            return self.trace.shared[buffer][cell]
        dtype = self.trace.program.buffers[buffer].dtype
        raw = self.trace.memory[buffer][cell * dtype.nbytes : (cell + 1) * dtype.nbytes]
        return from_bits(dtype, int.from_bytes(raw, "little"))

    def put(self, buffer: int, cell: int, value: Any) -> None:
        if buffer in self.trace.shared:
            self.trace.shared[buffer][cell] = value
            return
        dtype = self.trace.program.buffers[buffer].dtype
        raw = to_bits(dtype, value).to_bytes(dtype.nbytes, "little")
        self.trace.memory[buffer][cell * dtype.nbytes : (cell + 1) * dtype.nbytes] = raw
