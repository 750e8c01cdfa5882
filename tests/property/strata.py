"""What only programs of the profile ``every`` hold: a second axis, private arrays, constant tables, records, subgroup
operations, traps, limits on ``while``, and atomics on all types that have them.

Nothing here takes a decision for another profile, so that the seeds of the others give the programs that they always gave.

* A private array belongs to its invocation, so any access is free of races.
* Subgroup operations stand where barriers may stand.
* A program of two axes has the linear ids of rule 5.6 as ``gid``, ``lid`` and ``group``; the ids of the axes are there besides.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.property.choices import contents, literal
from tests.property.fields import Fields
from tests.property.memory import Output
from vyre.dtypes import DType, u32
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.ops import SUBGROUP_OPS
from vyre.ir.values import Operand, Val

__all__ = ["Strata"]

PLANES = ((16, 16), (4, 8), (8, 4), (1, 32), (32, 1), (3, 5), (5, 20), (2, 64), (64, 2))
"""Workgroups of two axes, in NumPy's order."""


class Strata(Fields):
    """The part of the maker that only rich profiles use."""

    wg: int
    plain: bool
    outputs: list[Output]
    shapes: dict[int, tuple[int, ...]]
    private: list[BufferVar]
    plane: tuple[int, int] | None = None  # the workgroup, where there are two axes
    grid: tuple[int, int, int]  # the workgroups, where there are two axes
    traps: bool = False
    limit: int | None = None  # of the trips of a `while`
    parted: bool = False  # some invocations have returned

    def builder(self) -> Builder:
        """Which strata a program has, and the builder that this needs."""
        c = self.c
        self.private = []
        if not self.profile.rich:
            return Builder("generated", workgroup=self.wg, domain="out0")
        self.traps = c.chance(25)
        self.limit = c.pick((0, 1, 2, 3, 4, 5)) if c.chance(25) else None
        if not c.chance(35):
            if c.chance(35):  # of several subgroups, the last one with lanes missing or not
                self.wg = c.pick((33, 40, 64, 96, 100, 200))
            return Builder("generated", workgroup=self.wg, domain="out0")
        self.plane = c.pick(PLANES)
        self.wg = self.plane[0] * self.plane[1]
        wide = c.integer(1, 3)
        self.grid = wide, -(-self.n // (self.wg * wide)), 1
        domain = self.grid[1] * self.plane[0], wide * self.plane[1]
        return Builder("generated", workgroup=self.plane, domain=domain)

    def declare_rich(self) -> None:
        c, b = self.c, self.b
        if not self.profile.rich:
            return
        for k in range(c.pick((0, 1, 1, 2))):
            t, shape = c.pick(self.profile.buffers), c.pick(((1,), (4,), (9,), (64,), (2, 3)))
            self.private.append(b.private(f"own{k}", t, shape, clear=c.chance(60)))
        for k in range(c.pick((0, 1, 1, 2))):
            t, count = c.pick(self.profile.buffers), c.pick((1, 3, 8, 100))
            self.inputs.append(b.table(f"table{k}", t, count, self.cells(t, count)))
        self.declare_records()
        if self.plane is not None and c.chance(60):
            shape = c.integer(0, 20), c.integer(1, 40)
            var = self.array(c.pick((b.inout, b.output))("plane", c.pick(self.profile.buffers), rank=2), shape)
            self.outputs.append(Output(var, lambda: (b.global_id(1), b.global_id(0))))
            self.inputs.append(self.array(b.input("flat", c.pick(self.profile.buffers), rank=2), shape))

    def cells(self, t: DType, count: int) -> bytes:
        data = contents(t, count, self.c.integer(0, 1 << 20))
        return bytes(byte & 1 for byte in data) if t.is_bool else data

    def ids(self) -> tuple[Val, Val, Val]:
        """The linear global, local and group id."""
        b = self.b
        if self.plane is None:
            return b.global_id(), b.local_id(), b.group_id()
        wide = b.num_groups(0)
        group = b.group_id(1) * wide + b.group_id(0)
        self.pool += [
            (b.global_id(1), False),
            (b.global_id(0), False),
            (b.group_id(1), True),
            (b.workgroup_size(0), True),
        ]
        return b.global_id(1) * (wide * b.workgroup_size(0)) + b.global_id(0), b.local_index(), group

    def rich_items(self) -> list[Callable[[], None]]:
        found: list[Callable[[], None]] = []
        if self.private:
            found += [self.touch_private] * 3
        if self.barriers and self.uniform and self.profile.rich and not self.parted:
            found += [self.subgroups] * 3
        if self.profile.rich and self.own_records:
            found += [self.touch_record] * 4
        if self.traps:
            found += [self.trap] * 2
        return found

    def touch_private(self) -> None:
        c, b = self.c, self.b
        var = c.pick(self.private)
        cell, way = self.private_cell(var), c.integer(0, 9)
        if way <= 2:  # only who comes here clears its array
            b.store(var.flat, cell, self.operand(var.dtype)[0])
            with self.divergent(b.if_(self.condition())):
                b.clear(var)
            self.fold(b.load(var.flat, cell))
            return
        with self.maybe_if():
            if way >= 5:
                b.store(var.flat, cell, self.operand(var.dtype)[0])
            value = b.load(var.flat, self.private_cell(var))
            self.pool.append((value, False))
            self.fold(value)

    def private_cell(self, var: BufferVar) -> Operand:
        c, b = self.c, self.b
        way = c.integer(0, 4)
        if way <= 1:
            return c.integer(0, 5)
        if way == 2:
            return b.op("rem", self.value(u32), var.size)
        return self.value(u32) & 3 if way == 3 else self.any_integer()

    def subgroups(self) -> None:
        """Several in a row, so that one finds what another left."""
        for _ in range(self.c.integer(1, 3)):
            self.subgroup()

    def subgroup(self) -> None:
        c, b = self.c, self.b
        op = c.pick(tuple(SUBGROUP_OPS))
        arity, takes = SUBGROUP_OPS[op]
        wants: dict[str, Callable[[DType], bool]] = {
            "number": lambda t: not t.is_bool,
            "bits": lambda t: not t.is_float,
            "bool": lambda t: t.is_bool,
            "any": lambda t: True,
        }
        types = [t for t in self.profile.values if (t.is_bool or t.bits >= 32) and wants[takes](t)]
        t = c.pick(types)
        if t.is_float and arity == 1 and c.chance(60):  # finite, and of sizes that make each order of sums another one
            x = b.cast(t, self.any_integer()) * 0.1
        else:
            x = self.value(t)
        lane: Operand | None = None
        if arity == 2:
            lane = c.pick((1, 2, 3, 5, 16, 31, 33, 0, 32, 0xFFFFFFFF)) if c.chance(60) else self.value(u32)
        value = b.subgroup(op, x, lane)
        self.pool.append((value, False))
        self.fold(value)

    def trap(self) -> None:
        """Mostly one that never fires, as nobody can prove. Else often two, of which nobody reaches the second."""
        b, c = self.b, self.c
        if c.chance(50):
            rare = b.op("eq", self.value(u32), b.const(u32, 0xDEADBEEF))
            codes: list[Operand] = [self.code()]
        else:
            whole = self.uniform and c.chance(60)  # a workgroup that traps as one
            rare = b.op(
                "eq",
                self.group if whole else self.gid,
                c.pick((0, 0, 1, 1, 1000) if whole else (0, 1, 5, 31, 40, 1000)),
            )
            codes = [self.code()] if c.chance(40) else [self.code(), c.integer(0, 3)]
        for code in codes:
            with self.divergent(b.if_(rare)):
                b.trap(code)

    def code(self) -> Operand:
        return literal(self.c, u32) if self.c.chance(50) else self.value(u32)
