"""Traps written with plain statements (rule 5.6), and the limit of ``while`` loops as traps.

The trap record, one more array, tells of the trap of the smallest linear global id. Where the device has 64-bit atomics it
is two u64, which take the smallest (id, statement) and (id, code). Elsewhere it is 65 u32: the smallest id, and for each bit of code and
statement the smallest id of those whose trap has that bit set. An invocation traps once, so the bits of the first trap are
those whose id is the smallest of all, whatever the order in which the words were written.

In a program without barriers an invocation that traps ends. With barriers it goes on as an inert one: it computes what
uniform control flow needs and does nothing else, so that the others find it at every barrier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vyre.dtypes import DType, bool_, u32, u64
from vyre.facts.claims import FACT_WORDS, SLOTS
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Atomic, Barrier, Block, Break, Clear, For, If, Return, Stmt, Store, Subgroup, Trap, While
from vyre.ir.ops import missing_value
from vyre.ir.program import Buffer, Program
from vyre.ir.walk import inside, walk
from vyre.opt.rewrite import Out, Rewrite

__all__ = ["WHILE_LIMIT_CODE", "first_trap", "limit_whiles", "lower_traps", "trap_words", "with_trap_record"]

WHILE_LIMIT_CODE: Final = (1 << 32) - 1
_WIDE: Final = 2
_WORDS: Final = 1 + 32 + 32
_NEVER: Final = (1 << 32) - 1  # no invocation's number (U713)


def trap_words(record: Sequence[int]) -> int:
    """How many words of a record tell of traps; those behind them tell of facts that do not hold."""
    return _WIDE if len(record) in (_WIDE, _WIDE + FACT_WORDS + SLOTS) else _WORDS


def first_trap(record: Sequence[int]) -> tuple[int, int, int] | None:
    """(linear global id, statement, code) of the trap that the words of a record tell of; None where nothing trapped.

    >>> first_trap([7 << 32 | 3, 7 << 32 | 1]), first_trap([7, 7, *[9] * 31, 7, 7, *[(1 << 32) - 1] * 30])
    ((7, 3, 1), (7, 3, 1))
    """
    if len(record) == _WIDE:
        first, second = record
        return None if first >> 32 == _NEVER else (first >> 32, first & _NEVER, second & _NEVER)
    first, code, site = record[0], record[1:33], record[33:]
    if first == _NEVER:
        return None
    return first, _bits(site, first), _bits(code, first)


def _bits(words: Sequence[int], wanted: int) -> int:
    return sum(1 << k for k, word in enumerate(words) if word == wanted)


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


def with_trap_record(program: Program, *, wide: bool, facts: bool = False) -> Program:
    """The program with the array that tells of its traps as its last one, all ones where nothing has trapped; itself where it has
    no traps. ``wide``: of u64. ``facts``: with the words that tell of facts that do not hold."""
    if "traps" not in program.requirements and not facts:
        return program
    rewrite = Rewrite(program)
    dtype, count = (u64, _WIDE) if wide else (u32, _WORDS)
    if facts:
        count += FACT_WORDS + SLOTS
    rewrite.buffer(Buffer("traps", dtype, "inout", 1, (count,)))
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
        if self.program.buffers[-1].dtype is u64:
            self.record_wide(stmt, out)
        else:
            self.record_words(stmt, out)

    def own_id(self, dtype: DType, out: Out) -> int:
        """The linear global id."""
        whole = out.const(dtype, 0)
        for axis in (2, 1, 0):  # x is fastest
            groups = out.op("cast", out.id("num_groups", axis), dtype=dtype)
            extent = out.op("mul", groups, out.op("cast", out.id("workgroup_size", axis), dtype=dtype))
            own = out.op("cast", out.id("global_id", axis), dtype=dtype)
            whole = out.op("add", out.op("mul", whole, extent), own)
        return whole

    def least(self, word: int, value: int, out: Out, stmt: Trap) -> int:
        """A word of the record becomes the smaller one of itself and a value; what it was."""
        old = self.value(self.types[value])
        out.add(Atomic(old, "min", len(self.program.buffers) - 1, (word,), value, place=stmt.place))
        return old

    def record_words(self, stmt: Trap, out: Out) -> None:
        own = self.own_id(u32, out)
        then = self.out(stmt.place)
        for bit in range(32):
            if self.at >> bit & 1:
                self.least(then.const(u32, 33 + bit), own, then, stmt)
        bit_of, loop, is_set = self.local("bit", u32), self.out(stmt.place), self.out(stmt.place)
        at = loop.get(bit_of)
        now = loop.op("and", loop.op("shr", stmt.code, at), loop.const(u32, 1))
        self.least(is_set.op("add", at, is_set.const(u32, 1)), own, is_set, stmt)
        loop.when(loop.op("ne", now, loop.const(u32, 0)), is_set)
        first, last = then.const(u32, 0), then.const(u32, 32)
        then.add(For(bit_of, first, last, 1, tuple(loop.stmts), stmt.place))
        old = self.least(out.const(u32, 0), own, out, stmt)
        out.when(out.op("gt", old, own), then)

    def record_wide(self, stmt: Trap, out: Out) -> None:
        high = out.op("shl", self.own_id(u64, out), out.const(u32, 32))
        site = out.const(u64, self.at)
        for word, low in enumerate((site, out.op("cast", stmt.code, dtype=u64))):
            key = out.op("or", high, low)
            self.least(out.const(u32, word), key, out, stmt)


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
