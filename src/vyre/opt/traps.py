"""Traps written with plain statements (rule 5.6), and the limit of ``while`` loops as traps.

Two 64-bit words at the end of the arrays take the smallest (linear global id, statement) and (linear global id, code).
In a program without barriers an invocation that traps ends. With barriers it goes on as an inert one: it computes what
uniform control flow needs and does nothing else, so that the others find it at every barrier.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from vyre.dtypes import bool_, u32, u64
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Atomic, Barrier, Block, Break, Clear, For, If, Return, Stmt, Store, Subgroup, Trap, While
from vyre.ir.ops import missing_value
from vyre.ir.program import Buffer, Program
from vyre.ir.walk import inside, walk
from vyre.opt.rewrite import Out, Rewrite

__all__ = ["TRAP_WORDS", "WHILE_LIMIT_CODE", "limit_whiles", "lower_traps", "with_trap_record"]

WHILE_LIMIT_CODE: Final = (1 << 32) - 1
TRAP_WORDS: Final = 2
"""Words of the trap record, u64 each, all ones where nothing trapped: global id << 32 | statement, global id << 32 | code."""


def limit_whiles(program: Program, limit: int) -> Program:
    """Every ``while`` traps at the start of iteration number ``limit`` + 1."""
    return _Limits(program, limit).run() if any(isinstance(s, While) for _, s, _ in walk(program)) else program


class _Limits(Rewrite):
    def __init__(self, program: Program, limit: int) -> None:
        super().__init__(program)
        self.limit = limit

    def statement(self, stmt: Stmt, out: Out) -> None:
        made = self.inner(stmt)
        if isinstance(made, While):
            trips = self.local("trips", u64)
            out.set(trips, out.const(u64, 0))
            head = self.out(stmt.place)
            now = head.get(trips)
            over = self.out(stmt.place)
            over.add(Trap(over.const(u32, WHILE_LIMIT_CODE), stmt.place))
            head.when(head.op("ge", now, head.const(u64, self.limit)), over)
            head.set(trips, head.op("add", now, head.const(u64, 1)))
            made = replace(made, body=(*head.stmts, *made.body))
        out.add(made)


def with_trap_record(program: Program) -> Program:
    """The program with the array that tells of its traps as its last one; itself where it has none."""
    if "traps" not in program.requirements:
        return program
    rewrite = Rewrite(program)
    rewrite.buffer(Buffer("traps", u64, "inout", 1, (TRAP_WORDS,)))
    return replace(program, buffers=tuple(rewrite.buffers))


def lower_traps(program: Program) -> Program:
    """A program that has its trap record, without Trap statements."""
    if "traps" not in program.requirements:
        return program
    phased = any(isinstance(s, (Barrier, Subgroup)) for _, s, _ in walk(program))
    # The record counts along all three axes, of which the program's domain may have fewer.
    lowered = (_Inert(program) if phased else _Ending(program)).run()
    return replace(lowered, domain=None)


class _Recording(Rewrite):
    def record(self, stmt: Trap, out: Out) -> None:
        """Tell of the trap."""
        whole = out.const(u64, 0)
        for axis in (2, 1, 0):  # x is fastest
            groups = out.op("cast", out.id("num_groups", axis), dtype=u64)
            extent = out.op("mul", groups, out.op("cast", out.id("workgroup_size", axis), dtype=u64))
            own = out.op("cast", out.id("global_id", axis), dtype=u64)
            whole = out.op("add", out.op("mul", whole, extent), own)
        high = out.op("shl", whole, out.const(u32, 32))
        site = out.const(u64, self.at)
        for word, low in enumerate((site, out.op("cast", stmt.code, dtype=u64))):
            key = out.op("or", high, low)
            result = self.value(u64)
            at = out.const(u32, word)
            out.add(Atomic(result, "min", len(self.program.buffers) - 1, (at,), key, place=stmt.place))


class _Ending(_Recording):
    """Without barriers: tell, and return."""

    def statement(self, stmt: Stmt, out: Out) -> None:
        if isinstance(stmt, Trap):
            self.record(stmt, out)
            out.add(Return(stmt.place))
        else:
            super().statement(stmt, out)


class _Inert(_Recording):
    """With barriers: ``inert`` guards everything that others could see."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.inert = self.local("inert", bool_)
        self.parted = uniformity(program).parted
        self.guarding = False  # a trap may have happened before this statement
        self.alone = False  # inside of a statement in which invocations go different ways: no barrier stands there

    def whole(self) -> Block:
        out = self.out()
        for local, held in enumerate(self.locals):  # an inert invocation may read what it never came to assign
            out.set(local, out.const(held.dtype, False if held.dtype.is_bool else 0.0 if held.dtype.is_float else 0))
        return (*out.stmts, *self.block(self.program.body))

    def block(self, block: Block) -> Block:
        return tuple(self.sequence(block).stmts)

    def sequence(self, block: Block) -> Out:
        """A block; in a parted statement what follows a possible trap stands under ``not inert``."""
        first = out = self.out()
        for stmt in block:
            self.at += 1
            out.place = stmt.place
            before = self.guarding
            self.statement(stmt, out)
            if self.alone and _traps(stmt):
                following = self.out(stmt.place)
                out.add(_Hole(self.inert, following))  # type: ignore[arg-type]  # filled below
                out = following
            elif not self.alone and not before and _traps(stmt):
                self.guarding = True
        _fill(first)
        return first

    def statement(self, stmt: Stmt, out: Out) -> None:
        if isinstance(stmt, Trap):
            self.trap(stmt, out)
        elif isinstance(stmt, (If, For, While)):
            self.control(stmt, out)
        elif isinstance(stmt, (Store, Clear)) and self.guarding and not self.alone:
            then = self.out(stmt.place)
            then.add(stmt)
            out.unless(self.inert, then)
        elif isinstance(stmt, Atomic) and self.guarding and not self.alone:
            dtype = self.types[stmt.result]
            old = self.local("old", dtype)
            out.set(old, out.const(dtype, 0.0 if dtype.is_float else 0))
            then = self.out(stmt.place)
            inner = self.value(dtype)
            then.add(replace(stmt, result=inner))
            then.set(old, inner)
            out.unless(self.inert, then)
            out.get(old, result=stmt.result)
        elif isinstance(stmt, Subgroup) and self.guarding:  # an inert lane is a missing one (6.4)
            x, *others = stmt.args
            missing = out.const(self.types[x], missing_value(stmt.op, self.types[x]))
            out.add(replace(stmt, args=(out.op("select", out.get(self.inert), missing, x), *others)))
        else:
            out.add(stmt)

    def trap(self, stmt: Trap, out: Out) -> None:
        then = self.out(stmt.place)
        self.record(stmt, then)
        then.set(self.inert, then.const(bool_, True))
        if self.guarding and not self.alone:
            out.unless(self.inert, then)
        else:
            out.stmts += then.stmts

    def control(self, stmt: If | For | While, out: Out) -> None:
        if self.alone or self.at not in self.parted:
            loops = isinstance(stmt, (For, While))
            outer = self.guarding
            if loops and not self.alone and _traps(stmt):
                self.guarding = True  # by an earlier iteration
            made = self.inner(stmt)
            if self.alone and isinstance(made, (For, While)) and _traps(stmt):
                last = self.out(stmt.place)
                leave = self.out(stmt.place)
                leave.add(Break(stmt.place))
                last.when(last.get(self.inert), leave)
                first = last.stmts if isinstance(made, While) and any(map(_traps, made.cond)) else ()
                made = replace(made, body=(*first, *made.body, *last.stmts))
            self.guarding = self.guarding or outer
            out.add(made)
            return
        self.alone = True
        then = self.out(stmt.place)
        self.control(stmt, then)
        self.alone = False
        if self.guarding:
            out.unless(self.inert, then)
        else:
            out.stmts += then.stmts


class _Hole:
    """Where a block goes on under ``not inert``; filled when all of it is there."""

    def __init__(self, inert: int, following: Out) -> None:
        self.inert = inert
        self.following = following


def _fill(out: Out) -> None:
    """Put the conditions of the holes of a block in, the innermost first."""
    chain = [out]
    while chain[-1].stmts and isinstance(chain[-1].stmts[-1], _Hole):
        chain.append(chain[-1].stmts[-1].following)
    for one in reversed(chain[:-1]):
        hole = one.stmts.pop()
        assert isinstance(hole, _Hole)
        one.unless(hole.inert, hole.following)


def _traps(stmt: Stmt) -> bool:
    return isinstance(stmt, Trap) or any(isinstance(s, Trap) for s in inside(stmt))
