"""A program taken apart and put together again, statement by statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vyre.dtypes import DType, bool_, u32
from vyre.errors import Place
from vyre.ir.literals import bits_of
from vyre.ir.nodes import Block, Const, For, Get, Id, If, Op, Set, Stmt, While
from vyre.ir.ops import result_type
from vyre.ir.program import Buffer, Local, Program
from vyre.ir.walk import renumber, result, value_dtype, walk

__all__ = ["Out", "Rewrite"]


class Out:
    """A block being written. The methods add one statement and give its value."""

    def __init__(self, rewrite: Rewrite, place: Place | None = None) -> None:
        self.rewrite = rewrite
        self.place = place
        self.stmts: list[Stmt] = []

    def add(self, stmt: Stmt) -> None:
        self.stmts.append(stmt)

    def const(self, dtype: DType, value: bool | int | float) -> int:
        number = self.rewrite.value(dtype)
        self.add(Const(number, dtype, bits_of(dtype, value), self.place))
        return number

    def op(self, name: str, *args: int, dtype: DType | None = None, result: int | None = None) -> int:
        """``dtype``: of a cast. ``result``: the number of the value that this stands for."""
        types = [self.rewrite.types[a] for a in args]
        gives = result_type(name, types, dtype)
        number = self.rewrite.value(gives) if result is None else result
        self.add(Op(number, gives, name, args, self.place))
        return number

    def id(self, name: str, axis: int = 0) -> int:
        number = self.rewrite.value(u32)
        self.add(Id(number, name, axis, self.place))
        return number

    def get(self, local: int, *, result: int | None = None) -> int:
        number = self.rewrite.value(self.rewrite.locals[local].dtype) if result is None else result
        self.add(Get(number, local, self.place))
        return number

    def set(self, local: int, value: int) -> None:
        self.add(Set(local, value, self.place))

    def when(self, cond: int, then: Out) -> None:
        if then.stmts:
            self.add(If(cond, tuple(then.stmts), (), self.place))

    def unless(self, local: int, then: Out) -> None:
        """``then`` where the bool local is false."""
        if then.stmts:
            self.when(self.op("not", self.get(local)), then)


class Rewrite:
    """One pass. :meth:`statement` is what a pass overrides; ``at`` is the number of the statement that it is given."""

    def __init__(self, program: Program, types: Mapping[int, DType] | None = None) -> None:
        """``types``: of all values, where they are known already."""
        self.program = program
        self.buffers: list[Buffer] = list(program.buffers)
        self.locals: list[Local] = list(program.locals)
        self.types: dict[int, DType] = {} if types is None else dict(types)
        for _, stmt, _ in walk(program) if types is None else ():
            number, dtype = result(stmt), value_dtype(program, stmt)
            if number is not None and dtype is not None:
                self.types[number] = dtype
        self.next = max(self.types, default=-1) + 1
        self.at = -1

    def value(self, dtype: DType) -> int:
        self.types[self.next] = dtype
        self.next += 1
        return self.next - 1

    def local(self, name: str, dtype: DType = bool_) -> int:
        self.locals.append(Local(name, dtype))
        return len(self.locals) - 1

    def buffer(self, buffer: Buffer) -> int:
        """A new buffer, under a name of its own."""
        names = {b.name for b in self.buffers}
        name, n = buffer.name, 1
        while name in names:
            n += 1
            name = f"{buffer.name}_{n}"
        self.buffers.append(replace(buffer, name=name))
        return len(self.buffers) - 1

    def out(self, place: Place | None = None) -> Out:
        return Out(self, place)

    def run(self) -> Program:
        body = self.whole()
        return renumber(replace(self.program, buffers=tuple(self.buffers), locals=tuple(self.locals), body=body))

    def whole(self) -> Block:
        return self.block(self.program.body)

    def block(self, block: Block) -> Block:
        out = self.out()
        for stmt in block:
            self.at += 1
            out.place = stmt.place
            self.statement(stmt, out)
        return tuple(out.stmts)

    def statement(self, stmt: Stmt, out: Out) -> None:
        out.add(self.inner(stmt))

    def inner(self, stmt: Stmt) -> Stmt:
        """The statement with its blocks rewritten."""
        match stmt:
            case If():
                return replace(stmt, then=self.block(stmt.then), orelse=self.block(stmt.orelse))
            case For():
                return replace(stmt, body=self.block(stmt.body))
            case While():
                head = self.block(stmt.cond)
                return replace(stmt, cond=head, body=self.block(stmt.body))
            case _:
                return stmt
