"""Memory that invocations share, in generated programs: shared arrays and barriers, counters, own atomics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from tests.property.expressions import Expressions, Profile
from vyre.dtypes import DType, bool_, f32, f64, i32, i64, u32, u64
from vyre.ir.builder import BufferVar
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["Memory", "Output", "Shared", "atomic_types", "counter_ops"]

T = TypeVar("T")

COUNTER_OPS = (("add", "sub"), ("xor",), ("min",), ("max",), ("and",), ("or",))
"""Groups of atomic operations that commute with one another."""

_EXTREMES = (("min",), ("max",))

_OWN_ATOMICS = (
    "add",
    "sub",
    "min",
    "max",
    "and",
    "or",
    "xor",
    "exchange",
    "exchange",
    "compare_exchange",
    "compare_exchange",
)


def atomic_types(profile: Profile) -> tuple[DType, ...]:
    """The types of a program's atomics (rule 6.1)."""
    rich = (u64, i64, f32, f64) if profile.rich else ()
    return tuple(t for t in (u32, i32, *rich) if t in profile.buffers)


def counter_ops(t: DType) -> tuple[tuple[str, ...], ...]:
    """The groups for counters of a type."""
    return _EXTREMES if t.is_float else COUNTER_OPS


@dataclass(slots=True)
class Output:
    """An array whose elements belong to invocations. ``own`` gives the index of this invocation's element."""

    var: BufferVar
    own: Callable[[], tuple[Operand, ...]]


@dataclass(slots=True)
class Shared:
    """A shared array, or (``base`` set) the workgroup's part of a storage array, which barriers order as well."""

    var: BufferVar
    count: int
    reverse: bool
    base: Val | None = None
    mode: str = ""  # "" after a barrier; own, read, locked, or the group of an atomic operation


class Memory(Expressions):
    """The part of the maker that deals with memory between invocations."""

    atomics: list[Output]
    counters: list[tuple[BufferVar, int, tuple[str, ...]]]
    shared: list[Shared]
    locals: list[tuple[LocalVar, bool]]
    barriers: bool  # barriers may stand here
    depth: int

    def straight(self, count: int) -> None:
        raise NotImplementedError

    # -- scopes ---------------------------------------------------------------------------------------
    @contextmanager
    def scope(self, block: AbstractContextManager[T]) -> Iterator[T]:
        marks = len(self.pool), len(self.locals)
        self.depth += 1
        with block as inner:
            yield inner
        self.depth -= 1
        del self.pool[marks[0] :], self.locals[marks[1] :]

    @contextmanager
    def divergent(self, block: AbstractContextManager[T]) -> Iterator[T]:
        saved = self.uniform, self.barriers
        self.uniform = self.barriers = False
        with self.scope(block) as inner:
            yield inner
        self.uniform, self.barriers = saved

    @contextmanager
    def maybe_if(self) -> Iterator[None]:
        if self.c.chance(35):
            with self.divergent(self.b.if_(self.condition())):
                yield
        else:
            yield

    # -- shared memory, barriers, atomics -------------------------------------------------------------------
    def barrier(self) -> None:
        self.b.barrier()
        for tile in self.shared:
            tile.mode = ""

    def round(self) -> None:
        """Write own cells (or count), synchronise, read others' cells."""
        tile = self.c.pick(self.shared)
        if tile.mode not in ("", "own"):
            self.barrier()
        t = tile.var.dtype
        if t in atomic_types(self.profile) and tile.mode == "" and self.c.chance(75 if self.profile.rich else 50):
            tile.mode = ",".join(self.c.pick(counter_ops(t)))
        tile.mode = tile.mode or "own"
        for _ in range(self.c.integer(1, 2)):
            with self.maybe_if():
                self.shared_access(tile)
        self.barrier()
        tile.mode = "read"
        for _ in range(self.c.integer(1, 2)):
            self.shared_access(tile)

    def touch_shared(self) -> None:
        tile = self.c.pick(self.shared)
        if not tile.mode:
            tile.mode = self.c.pick(("own", "read"))
        with self.maybe_if():
            self.shared_access(tile)

    def shared_access(self, tile: Shared) -> None:
        c = self.c
        if tile.mode == "locked":
            self.straight(1)
        elif tile.mode == "own":
            own = self.own_cell(tile)
            if c.chance(75):
                self.b.store(tile.var.flat, own, self.operand(tile.var.dtype)[0])
            else:
                self.fold(self.b.load(tile.var.flat, own))
        elif tile.mode == "read":
            value, uniform = self.shared_load(tile)
            self.pool.append((value, uniform))
            self.fold(value)
        else:
            op = c.pick(tile.mode.split(","))
            self.b.atomic(op, tile.var.flat, self.cell(tile), self.joined(tile.var.dtype))

    def own_cell(self, tile: Shared) -> Operand:
        own = self.b.const(u32, tile.count - 1) - self.lid if tile.reverse else self.lid
        return own if tile.base is None else tile.base + own

    def cell(self, tile: Shared) -> Operand:
        """Any cell, now and then none."""
        c, count = self.c, tile.count
        if tile.base is not None:  # another workgroup's part is never touched
            return tile.base + self.b.op(
                "rem", self.lid + c.integer(0, count) if c.chance(50) else self.value(u32), count
            )
        way = c.integer(0, 6)
        if way == 0:
            return self.lid
        if way == 1:
            return self.lid ^ c.pick((1, 2, 7))
        if way == 2:
            return self.b.const(u32, count - 1) - self.lid
        if way == 3:
            return (self.lid + c.integer(1, count)) % count
        if way == 4:
            return c.integer(0, count)
        if way == 5:
            return self.b.op("rem", self.value(u32), count)
        return self.any_integer()

    def shared_load(self, tile: Shared) -> tuple[Val, bool]:
        if tile.mode == "read" and tile.base is None and self.uniform and self.c.chance(20):  # rule 5.4
            return self.b.load(tile.var.flat, self.c.integer(0, tile.count - 1)), True
        return self.b.load(tile.var.flat, self.cell(tile)), False

    def joined(self, t: DType) -> Operand:
        """What an atomic takes; of floats often a NaN."""
        value = self.operand(t)[0]
        if t.is_float and self.c.chance(50):
            return self.b.select(self.value(bool_), self.b.const(t, math.nan), value)
        return value

    def own_atomic(self) -> None:
        """An atomic on this invocation's own element: its old value is determined, and used."""
        own = self.c.pick(self.atomics)
        t = own.var.dtype
        op = self.c.pick(("min", "max") if t.is_float else _OWN_ATOMICS)
        with self.maybe_if():
            expected: Operand | None = None
            if op == "compare_exchange":
                expected = self.b.atomic("or", own.var, own.own(), 0) if self.c.chance(50) else self.operand(t)[0]
            value = self.b.atomic(op, own.var, own.own(), self.joined(t), expected)
            self.pool.append((value, False))
            self.fold(value)

    def count(self) -> None:
        var, count, ops = self.c.pick(self.counters)
        with self.maybe_if():
            way = self.c.integer(0, 3)
            index: Operand = 0
            if way == 1:
                index = self.b.op("rem", self.value(u32), count + 1)
            elif way == 2:
                index = self.any_integer()
            elif way == 3:
                index = self.gid
            value: Operand = self.joined(var.dtype) if self.c.chance(70) else (1.0 if var.dtype.is_float else 1)
            self.b.atomic(self.c.pick(ops), var, index, value)
