"""Subgroup operations through workgroup memory and barriers (rule 6.4), for devices without subgroups of 32.

Each stands in workgroup-uniform control flow, so barriers may stand there too. Every invocation writes its value into
a scratch array of its type; reductions run the law's tree at strides 16 … 1, scans its strides 1 … 16. A missing lane
exists only at the end of a workgroup whose size is no multiple of 32.
"""

from __future__ import annotations

from math import prod
from typing import Final

from vyre.dtypes import DType, u32
from vyre.ir.nodes import Barrier, Id, Load, Stmt, Store, Subgroup
from vyre.ir.ops import SUBGROUP_REDUCTIONS, SUBGROUP_SIZE, missing_lane
from vyre.ir.program import Buffer, Program
from vyre.opt.rewrite import Out, Rewrite

__all__ = ["expand_subgroups"]

_STRIDES: Final = (16, 8, 4, 2, 1)


def expand_subgroups(program: Program) -> Program:
    """The program without subgroup operations and ids."""
    return _Subgroups(program).run() if "subgroups" in program.requirements else program


class _Subgroups(Rewrite):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.scratch: dict[DType, int] = {}
        self.count = prod(program.workgroup)
        self.ragged = self.count % SUBGROUP_SIZE != 0

    def statement(self, stmt: Stmt, out: Out) -> None:
        if isinstance(stmt, Id) and stmt.name.startswith("subgroup"):
            index = out.id("local_index")
            if stmt.name == "subgroup_lane":
                out.op("and", index, out.const(u32, SUBGROUP_SIZE - 1), result=stmt.result)
            else:
                out.op("shr", index, out.const(u32, 5), result=stmt.result)
        elif isinstance(stmt, Subgroup):
            _Operation(self, stmt, out).write()
        else:
            super().statement(stmt, out)

    def array(self, dtype: DType) -> int:
        found = self.scratch.get(dtype)
        if found is None:
            made = Buffer(f"subgroup_{dtype.name}", dtype, "shared", 1, (self.count,))
            found = self.scratch[dtype] = self.buffer(made)
        return found


class _Operation:
    """One subgroup operation on its way into a block."""

    def __init__(self, rewrite: _Subgroups, stmt: Subgroup, out: Out) -> None:
        self.rewrite = rewrite
        self.stmt = stmt
        self.out = out
        self.dtype = rewrite.types[stmt.args[0]]
        self.array = rewrite.array(self.dtype)
        self.index = out.id("local_index")
        self.lane = out.op("and", self.index, out.const(u32, SUBGROUP_SIZE - 1))

    def load(self, index: int, *, out: Out | None = None, result: int | None = None) -> int:
        out = out or self.out
        number = self.rewrite.value(self.dtype) if result is None else result
        out.add(Load(number, self.array, (index,), place=self.stmt.place))
        return number

    def store(self, value: int, *, out: Out | None = None) -> None:
        (out or self.out).add(Store(self.array, (self.index,), value, place=self.stmt.place))

    def barrier(self) -> None:
        self.out.add(Barrier(self.stmt.place))

    def write(self) -> None:
        stmt, op = self.stmt, self.stmt.op
        if op == "ballot":
            self.ballot()
            return
        self.store(stmt.args[0])
        self.barrier()
        if op in SUBGROUP_REDUCTIONS:
            self.reduce(SUBGROUP_REDUCTIONS[op])
            self.load(self.out.op("sub", self.index, self.lane), result=stmt.result)
        elif op in ("inclusive_scan", "exclusive_scan"):
            self.scan(exclusive=op == "exclusive_scan")
        else:
            self.load(self.source(), result=stmt.result)
        self.barrier()  # before the array is written again

    def reduce(self, op: str) -> None:
        for stride in _STRIDES:
            then = self.rewrite.out(self.stmt.place)
            partner = then.op("add", self.index, then.const(u32, stride))
            theirs = self.load(partner, out=then)
            if self.rewrite.ragged:
                missing = then.const(self.dtype, missing_lane(op, self.dtype))
                there = then.op("lt", partner, then.const(u32, self.rewrite.count))
                theirs = then.op("select", there, theirs, missing)
            self.store(then.op(op, self.load(self.index, out=then), theirs), out=then)
            self.out.when(self.out.op("lt", self.lane, self.out.const(u32, stride)), then)
            self.barrier()

    def scan(self, *, exclusive: bool) -> None:
        out = self.out
        mine = self.rewrite.local("scan", self.dtype)
        out.set(mine, self.stmt.args[0])
        for stride in reversed(_STRIDES):
            reaches = out.op("ge", self.lane, out.const(u32, stride))
            then = self.rewrite.out(self.stmt.place)
            theirs = self.load(then.op("sub", self.index, then.const(u32, stride)), out=then)
            then.set(mine, then.op("add", theirs, then.get(mine)))
            out.when(reaches, then)
            self.barrier()
            self.store(out.get(mine))
            self.barrier()
        if not exclusive:
            out.get(mine, result=self.stmt.result)
            return
        one = out.const(u32, 1)
        before = out.op("sub", self.index, one)
        first = out.op("eq", self.lane, out.const(u32, 0))
        nothing = out.const(self.dtype, 0.0 if self.dtype.is_float else 0)
        out.op("select", first, nothing, self.load(before), result=self.stmt.result)

    def source(self) -> int:
        """The index of the lane that a shuffle reads: the array's size, which loads a zero, where there is none."""
        out, op = self.out, self.stmt.op
        given = out.op("and", self.stmt.args[1], out.const(u32, SUBGROUP_SIZE - 1))
        nowhere = out.const(u32, self.rewrite.count)
        if op == "shuffle_up":
            return out.op("select", out.op("gt", given, self.lane), nowhere, out.op("sub", self.index, given))
        if op == "shuffle_down":
            last = out.op("sub", out.const(u32, SUBGROUP_SIZE - 1), self.lane)
            return out.op("select", out.op("gt", given, last), nowhere, out.op("add", self.index, given))
        base = out.op("sub", self.index, self.lane)
        return out.op("add", base, out.op("xor", self.lane, given) if op == "shuffle_xor" else given)

    def ballot(self) -> None:
        """Every lane's bit at its place, joined by the tree."""
        out = self.out
        zero = out.const(u32, 0)
        bit = out.op("shl", out.const(u32, 1), self.lane)
        value = out.op("select", self.stmt.args[0], bit, zero)
        self.dtype, self.array = u32, self.rewrite.array(u32)
        self.store(value)
        self.barrier()
        self.reduce("or")
        self.load(out.op("sub", self.index, self.lane), result=self.stmt.result)
        self.barrier()
