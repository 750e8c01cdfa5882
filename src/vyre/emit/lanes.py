"""A program as NumPy text: all invocations of many workgroups at once, statement by statement.

The text is canonical like :mod:`vyre.emit.python`'s, to be read beside it, and runs one chunk of workgroups at a time::

    run_chunk(c, buffers, sizes, params, stored, traps)

``c`` is the :class:`vyre.emit.lanes_run.Chunk`; the others are as for ``run_group``, but that arrays are NumPy arrays.

Names in the text: ``v7`` a value, an array over all lanes, or one NumPy scalar where it is the same in all of them;
``x2`` a local; ``b0`` a buffer, ``n0`` its size, ``n0_1`` its extent along axis 1; ``p3`` a parameter, ``k4`` a literal
or the turn of a loop, of ``t6`` in all; ``m5`` a mask: the lanes that are here. Operations that are more than an operator are functions
of :mod:`vyre.emit.vector`, named with their types.

A block under a condition runs with the mask of the lanes that take it, and not at all if there are none; values of
the other lanes are computed and never looked at. A lane that breaks, continues, returns or traps leaves the mask;
``c5`` holds those that wait for the next turn of a loop, ``ended`` those that never come back. Since every lane has done
a statement before any does the next, a barrier only has to be checked.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from vyre.dtypes import BY_NAME, DType, u32
from vyre.emit import lanes_run
from vyre.emit.lanes_facts import Common, ends, last_uses, leaves, turns
from vyre.emit.python import LOOPS_IN_A_FUNCTION, loaded
from vyre.emit.scalar import NAN
from vyre.emit.vector import held, vector_meaning
from vyre.ir.literals import python_value
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
from vyre.ir.ops import UNAXED_IDS
from vyre.ir.program import Buffer, Program, Role
from vyre.ir.walk import inside, subscripts

__all__ = ["LanesText", "lanes_text"]

_OPERATORS: Final = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LanesText:
    """The text and the functions that it calls. ``lane_bytes``: what a lane's values take where most are alive."""

    text: str
    names: dict[str, Any]
    lane_bytes: int

    def load(self) -> Callable[..., None]:
        """Its ``run_chunk``."""
        return loaded(self.text, self.names, "run_chunk")


def lanes_text(program: Program, *, record: bool = False) -> LanesText:
    """``program`` as NumPy text; ``record`` adds the marking of stored elements."""
    return _Writer(program, record=record).write()


def _expression(op: str, types: list[DType], result: DType) -> str | None:
    """Operations that NumPy has an operator for; ``test_lanes_text`` holds each to its function in ``vector``."""
    t = types[0]
    if op == "cast":
        if result.is_bool:
            return "{0} != 0"
        return f"{{0}}.astype({held(result)})" if result.is_integer and not t.is_float else None
    if op == "select":
        return "where({0}, {1}, {2})"
    if op == "not":
        return "~{0}"
    if op in _OPERATORS and not (t.is_float and t.bits == 16 and op in ("add", "sub", "mul")):
        return "{0} " + _OPERATORS[op] + " {1}"
    return None


class _Writer:
    def __init__(self, program: Program, *, record: bool) -> None:
        self.program = program
        self.record = record
        self.lines: list[str] = []
        self.head: list[str] = []  # literals, before the function
        self.names: dict[str, Any] = {
            "NAN": NAN, "INF": math.inf, "where": np.where, "zeros": np.zeros, "count": itertools.count,
            "bool": np.bool_, **{str(held(t)): held(t).type for t in BY_NAME.values() if not t.is_bool},
            "element": lanes_run.element, "element_of": lanes_run.element_of, "field_of": lanes_run.field_of, "trips": lanes_run.trips, "clear": lanes_run.clear,
            "merged": lanes_run.merged,
        }  # fmt: skip
        self.text_of: dict[int, str] = {}
        self.type_of: dict[int, DType] = {}
        self.constants: dict[int, int] = {}  # bit patterns of literals
        self.literals: dict[tuple[DType, int], str] = {}
        self.common = Common(program)
        self.last = last_uses(program)
        self.alive: dict[int, int] = {}  # bytes of each array value that is held now
        self.held = self.peak = 0  # their sum, and the largest that it was
        self.counter = 0
        self.barriers = 0
        self.loops = 0
        self.waiting: list[str | None] = []  # per loop around: the mask of lanes that continue
        self.at = -1

    # -- the frame ----------------------------------------------------------------------------------
    def write(self) -> LanesText:
        program, add = self.program, self.add
        add(0, "def run_chunk(c, buffers, sizes, params, stored, traps):")
        kept = 64  # ids, masks and what an operation needs meanwhile
        for k, buffer in enumerate(program.buffers):
            kept += self.declare(k, buffer)
        for k, local in enumerate(program.locals):
            kept += 0 if k in self.common.locals else held(local.dtype).itemsize
            add(1, f"x{k} = {held(local.dtype)}(0)")
        add(1, "m0 = c.all")
        add(1, "ended = trapped = c.none")
        self.block(program.body, 1, "m0", "return")
        lines = [*self.head, "", *self.lines] if self.head else self.lines
        return LanesText("\n".join(lines) + "\n", self.names, self.peak + kept)

    def declare(self, k: int, buffer: Buffer) -> int:
        """Names of a buffer; the bytes that it takes in every lane."""
        add, shape, taken = self.add, buffer.shape or (), 0
        if buffer.role == "uniform":
            add(1, f"p{k} = params[{k}]  # {buffer.dtype}")
            return 0
        if buffer.role in ("shared", "private"):
            whose, count = ("groups", "lanes")[buffer.role == "private"], math.prod(shape)
            add(1, f"b{k} = zeros(c.{whose} * {count}, {held(buffer.dtype)})  # 4.2, 4.3: {buffer.role} {buffer.dtype}")
            w0, w1, w2 = self.program.workgroup
            each = count * held(buffer.dtype).itemsize
            taken = each if buffer.role == "private" else -(-each // (w0 * w1 * w2))
            extents = f"{(count, *shape)}"
        else:
            extents = f"{(math.prod(shape), *shape)}" if buffer.role == "table" else f"sizes[{k}]"
            element = buffer.dtype if buffer.record is None else "records"
            add(1, f"b{k} = buffers[{k}]  # {buffer.role} {element}")
            if self.record and buffer.role not in ("in", "table"):
                add(1, f"s{k} = stored[{k}]")
        axes = [f"n{k}_{axis}" for axis in range(1 if buffer.rank is None else buffer.rank)]
        add(1, f"{', '.join([f'n{k}', *axes])}{'' if axes else ','} = {extents}")
        return taken

    def add(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def mask(self, letter: str = "m") -> str:
        self.counter += 1
        return f"{letter}{self.counter}"

    # -- blocks ---------------------------------------------------------------------------------------
    def block(self, body: Block, depth: int, m: str, leave: str = "") -> None:
        """``m``: the mask of the lanes that are here, a name that may be set anew. ``leave``: what to do when none is."""
        start = len(self.lines)
        reached = True
        for n, stmt in enumerate(body):
            self.at += 1
            if not reached:  # what follows a jump is only counted
                self.at += sum(1 for _ in inside(stmt))
                continue
            self.statement(stmt, depth, m)
            self.forget(stmt, depth)
            reached = not isinstance(stmt, (Break, Continue, Return, Trap))
            if leave and reached and n + 1 < len(body) and leaves(stmt):
                self.add(depth, f"if not {m}.any():")
                self.add(depth + 1, leave)
        if len(self.lines) == start:
            self.add(depth, "pass")

    def forget(self, stmt: Stmt, depth: int) -> None:
        """Arrays that nothing needs any more go at once: programs are long, and lanes many."""
        gone = [v for v in self.last[id(stmt)] if v in self.alive]
        if gone:
            self.add(depth, "del " + ", ".join(f"v{v}" for v in gone))
            self.held -= sum(self.alive.pop(v) for v in gone)

    def statement(self, stmt: Stmt, depth: int, m: str) -> None:
        match stmt:
            case Const():
                self.define(stmt.result, stmt.dtype, self.literal(stmt.dtype, stmt.bits))
                self.constants[stmt.result] = stmt.bits
            case Op():
                self.operation(stmt, depth)
            case Id():
                self.identity(stmt, depth)
            case Size():
                size = f"n{stmt.buffer}" if stmt.axis is None else f"n{stmt.buffer}_{stmt.axis}"
                self.assign(stmt.result, u32, f"uint32({size})", depth)
            case Param():
                self.define(stmt.result, self.program.buffers[stmt.buffer].dtype, f"p{stmt.buffer}")
            case Get():
                self.assign(stmt.result, self.program.locals[stmt.local].dtype, f"x{stmt.local}", depth)
            case Set():
                self.set(stmt.local, self.text_of[stmt.value], depth, m)
            case Load():
                t = self.program.buffers[stmt.buffer].element(stmt.field)
                load = self.named("load", stmt, t)
                self.assign(stmt.result, t, f"{load}(b{stmt.buffer}, *{self.element(stmt)})", depth)  # 4.1
            case Store():
                store = self.named("store", stmt, self.program.buffers[stmt.buffer].element(stmt.field))
                given = f"{m}, *{self.element(stmt)}, {self.text_of[stmt.value]}{self.marks(stmt.buffer)}"
                self.add(depth, f"{store}(b{stmt.buffer}, {given})")  # 4.1
            case Subgroup():
                self.together(m, depth)
                t = self.type_of[stmt.args[0]]
                self.names[f"subgroup_{stmt.op}_{t}"] = partial(lanes_run.subgroup, t, stmt.op)
                given = ", ".join(["c", m, *(self.text_of[v] for v in stmt.args)])
                self.assign(stmt.result, stmt.dtype, f"subgroup_{stmt.op}_{t}({given})", depth)
            case Clear():
                self.add(depth, f"clear(b{stmt.buffer}, n{stmt.buffer}, {m})")
            case Trap():
                self.add(depth, f"c.trap(traps, {m}, {self.text_of[stmt.code]}, {self.at})  # 5.6")
                self.add(depth, f"trapped = trapped | {m}")
                self.end(m, depth)
            case Atomic():
                self.atomic(stmt, depth, m)
            case If():
                self.branch(stmt, depth, m)
            case For() | While():
                self.outlined(stmt, depth, m) if self.loops == LOOPS_IN_A_FUNCTION else self.loop(stmt, depth, m)
                if ends(stmt):
                    self.add(depth, f"{m} = {m} & ~ended")
            case Break():
                self.add(depth, f"{m} = c.none")
            case Continue():
                waiting = self.waiting[-1]
                self.add(depth, f"{waiting}, {m} = {waiting} | {m}, c.none")
            case Return():
                self.end(m, depth)
            case Barrier():
                self.together(m, depth)

    def end(self, m: str, depth: int) -> None:
        self.add(depth, f"ended, {m} = ended | {m}, c.none")

    def together(self, m: str, depth: int) -> None:
        self.barriers += 1
        self.add(depth, f"c.together({m}, trapped, {self.barriers})  # 5.4")

    def set(self, local: int, text: str, depth: int, m: str) -> None:
        whole = m == "m0" or local in self.common.locals  # no other lane waits with the old value
        self.add(depth, f"x{local} = {text}" if whole else f"x{local} = merged({m}, {text}, x{local})")

    def truth(self, value: int) -> str:
        text = self.text_of[value]
        return text if self.type_of[value].is_bool else f"{text} != 0"  # 5.2

    def branch(self, stmt: If, depth: int, m: str) -> None:
        truth = self.truth(stmt.cond)
        if stmt.cond in self.common.values:  # all lanes go one way
            self.add(depth, f"if {truth}:")
            self.block(stmt.then, depth + 1, m)
            if stmt.orelse:
                self.add(depth, "else:")
                self.block(stmt.orelse, depth + 1, m)
            return
        truth = truth if truth.isidentifier() else f"({truth})"
        then, rejoin = self.mask(), leaves(stmt)
        self.add(depth, f"{then} = {m} & {truth}")
        orelse = self.mask() if stmt.orelse or rejoin else ""
        if orelse:
            self.add(depth, f"{orelse} = {m} & ~{truth}")
        self.add(depth, f"if {then}.any():")
        self.block(stmt.then, depth + 1, then)
        if stmt.orelse:
            self.add(depth, f"if {orelse}.any():")
            self.block(stmt.orelse, depth + 1, orelse)
        if rejoin:
            self.add(depth, f"{m} = {then} | {orelse}")

    def loop(self, stmt: For | While, depth: int, m: str) -> None:
        """Rule 5.3. ``own`` holds the lanes that are in this turn; where all go through together it is that of the block."""
        self.loops += 1
        away = turns(stmt)
        known = self.common.values.issuperset((stmt.lo, stmt.hi) if isinstance(stmt, For) else (stmt.value,))
        # Where the mask of the block serves the loop too, every lane that is here takes every turn.
        alone = not known or bool(away) or ends(stmt) or isinstance(stmt, While)
        own = self.mask() if alone else m
        waiting = self.mask("c") if Continue in away else None
        self.waiting.append(waiting)
        if alone:
            self.add(depth, f"{own} = {m}")
        if waiting:
            self.add(depth, f"{waiting} = c.none")
        if isinstance(stmt, For):
            self.for_head(stmt, depth, own, waiting, known=known, alone=alone)
        else:
            self.add(depth, "while True:")
            self.renew(depth + 1, own, waiting)
            self.block(stmt.cond, depth + 1, own)
            self.add(depth + 1, f"{own} = {own} & ({self.truth(stmt.value)})")
            self.add(depth + 1, f"if not {own}.any():")
            self.add(depth + 2, "break")
        self.block(stmt.body, depth + 1, own, "continue" if alone else "")
        self.waiting.pop()
        self.loops -= 1

    def renew(self, depth: int, own: str, waiting: str | None) -> None:
        if waiting:
            self.add(depth, f"{own}, {waiting} = {own} | {waiting}, c.none")

    def for_head(self, stmt: For, depth: int, own: str, waiting: str | None, *, known: bool, alone: bool) -> None:
        t, lo, hi = self.program.locals[stmt.local].dtype, self.text_of[stmt.lo], self.text_of[stmt.hi]
        turn = self.mask("k")
        if known:
            self.add(depth, f"for {turn} in range(int({lo}), int({hi}), {stmt.step}):")
            self.renew(depth + 1, own, waiting)
            now = f"{held(t)}({turn})"
        else:
            total = self.mask("t")
            self.add(depth, f"{total} = trips({lo}, {hi}, {stmt.step})")
            self.add(depth, f"for {turn} in count():")
            self.renew(depth + 1, own, waiting)
            self.add(depth + 1, f"{own} = {own} & ({total} > {turn})")
            self.names[f"advanced_{t}"] = partial(lanes_run.advanced, t)
            now = f"advanced_{t}({lo}, {turn} * {stmt.step})"
        if alone:
            self.add(depth + 1, f"if not {own}.any():")
            self.add(depth + 2, "break")
        self.set(stmt.local, now, depth + 1, own)

    def outlined(self, stmt: For | While, depth: int, m: str) -> None:
        """A loop as a function of its own."""
        name, outer = self.mask("loop_"), self.loops
        self.add(depth, f"def {name}():")
        changed = sorted({s.local for s in (stmt, *inside(stmt)) if isinstance(s, (Set, For))})
        self.add(depth + 1, "nonlocal " + ", ".join(["ended", "trapped", *(f"x{k}" for k in changed)]))
        self.loops = 0
        self.loop(stmt, depth + 1, m)
        self.loops = outer
        self.add(depth, f"{name}()")

    # -- values -----------------------------------------------------------------------------------------
    def define(self, result: int, t: DType, text: str) -> None:
        """A value that never changes is its text."""
        self.text_of[result] = text
        self.type_of[result] = t

    def assign(self, result: int, t: DType, text: str, depth: int) -> None:
        self.add(depth, f"v{result} = {text}")
        self.define(result, t, f"v{result}")
        if result not in self.common.values:
            self.alive[result] = held(t).itemsize
            self.held += held(t).itemsize
            self.peak = max(self.peak, self.held)

    def literal(self, t: DType, bits: int) -> str:
        found = self.literals.get((t, bits))
        if found is None:
            value = python_value(t, bits)
            text = repr(value)
            if isinstance(value, float) and not math.isfinite(value):
                text = "NAN" if value != value else "INF" if value > 0 else "-INF"
            found = self.literals[t, bits] = self.mask("k")
            self.head.append(f"{found} = {held(t)}({text})")
        return found

    def operation(self, stmt: Op, depth: int) -> None:
        types = [self.type_of[a] for a in stmt.args]
        operands = [self.text_of[a] for a in stmt.args]
        template = self.shift(stmt) or _expression(stmt.op, types, stmt.dtype)
        if template is None:
            name = "_".join(
                [stmt.op, *(t.name for t in types[:1]), *([stmt.dtype.name] if stmt.op.endswith("cast") else [])]
            )
            self.names.setdefault(name, vector_meaning(stmt.op, types, stmt.dtype))
            template = f"{name}({', '.join(f'{{{n}}}' for n in range(len(operands)))})"
        self.assign(stmt.result, stmt.dtype, template.format(*operands), depth)

    def shift(self, stmt: Op) -> str | None:
        """A shift by a literal, which is reduced here (2.4)."""
        count = self.constants.get(stmt.args[-1])
        if count is None or stmt.op not in ("shl", "shr") or (stmt.op == "shl" and stmt.dtype.is_signed):
            return None
        return "{0} " + {"shl": "<<", "shr": ">>"}[stmt.op] + f" {self.literal(stmt.dtype, count % stmt.dtype.bits)}"

    def identity(self, stmt: Id, depth: int) -> None:
        if stmt.name == "workgroup_size":
            self.define(stmt.result, u32, self.literal(u32, self.program.workgroup[stmt.axis]))
        elif stmt.name == "num_groups":
            self.assign(stmt.result, u32, f"uint32(c.grid[{stmt.axis}])", depth)
        else:
            self.assign(stmt.result, u32, f"c.{stmt.name}({'' if stmt.name in UNAXED_IDS else stmt.axis})", depth)

    # -- memory -------------------------------------------------------------------------------------------
    def element(self, stmt: Load | Store | Atomic) -> str:
        """The guard of an access and the number of its element (rules 1.4 and 4.1); of a record's field, of its first byte."""
        k, buffer = stmt.buffer, self.program.buffers[stmt.buffer]
        index, inner, lengths = subscripts(self.program, stmt)
        one_axis = stmt.flat or buffer.rank is None or buffer.rank == 1
        extents: list[object] = [f"n{k}"] if one_axis else [f"n{k}_{axis}" for axis in range(len(index))]
        pairs = [f"{self.text_of[v]}, {n}" for v, n in zip((*index, *inner), (*extents, *lengths), strict=True)]
        if buffer.role in lanes_run.BARE:
            return f"element_of({', '.join(['c', 'c.lane' if buffer.role == 'private' else 'c.row', f'n{k}', *pairs])})"
        if buffer.record is not None and not isinstance(stmt, Atomic) and stmt.field is not None:
            field = buffer.record.fields[stmt.field]
            where = f"{buffer.record.nbytes}, {field.offset}, {field.dtype.nbytes}, {len(index)}"
            return f"field_of({', '.join(['c', where, *pairs])})"
        return f"element({', '.join(['c', *pairs])})"

    def role(self, k: int) -> Role:
        return self.program.buffers[k].role

    def marks(self, k: int) -> str:
        return "" if not self.record or self.role(k) in lanes_run.BARE else f", s{k}"

    def named(self, verb: str, stmt: Load | Store, t: DType) -> str:
        """The function that loads or stores, under its name in the text."""
        role = self.role(stmt.buffer)
        if self.program.buffers[stmt.buffer].record is not None:
            name, function = f"{verb}_{t}_field", partial(getattr(lanes_run, f"{verb}_field"), t)
        else:
            name, function = f"{verb}_{t}_{role}", partial(getattr(lanes_run, verb), t, role)
        self.names[name] = function
        return name

    def atomic(self, stmt: Atomic, depth: int, m: str) -> None:
        t = self.program.buffers[stmt.buffer].dtype
        name = f"atomic_{stmt.op}_{t}_{self.role(stmt.buffer)}"
        forgotten = stmt.result in self.last[id(stmt)]
        name += "_only" if forgotten else ""
        self.names[name] = partial(lanes_run.atomic, t, stmt.op, self.role(stmt.buffer), forgotten=forgotten)
        expected = "None" if stmt.expected is None else self.text_of[stmt.expected]
        given = f"b{stmt.buffer}, {m}, *{self.element(stmt)}, {self.text_of[stmt.value]}, {expected}"
        self.assign(stmt.result, t, f"{name}({given}{self.marks(stmt.buffer)})", depth)  # 6.1
