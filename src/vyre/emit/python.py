"""A program as plain Python text: what the reference interpreter runs.

The text is canonical (no user names), readable beside the semantics, and runs one workgroup at a time::

    run_group(group, groups, buffers, sizes, params, stored, traps)

``traps`` takes (linear global id, code, statement) of every trap (rule 5.6). ``buffers`` are indexable storage cells per buffer, ``sizes`` their number of elements and their extents,
``params`` the uniform scalars. ``stored`` is there in the recording form only: a byte per element, of records per byte, set to 1 by
every store (for checks that run some workgroups of a dispatch).

Names in the text: ``v7`` a value, ``x2`` a local, ``b0`` a buffer, ``n0`` its size, ``n0_1`` its extent along
axis 1, ``p3`` a parameter, ``g0 l0`` group and local id along x. Frequent operations stand as expressions;
the others call the functions of :mod:`vyre.emit.scalar`, named with their types.

A program without barriers calls ``invocation`` once per local id. With barriers or subgroup operations every
invocation is a generator that yields at each, and the group runs phase by phase, in order of the local index.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from vyre.dtypes import DType, u32
from vyre.emit.python_frame import run_lanes
from vyre.emit.python_values import conversion, expression, literal
from vyre.emit.python_watch import Wanted, wanted_loads
from vyre.emit.scalar import CELLS, NAN, from_bits, meaning, to_bits, zero
from vyre.emit.subgroups import subgroup_meaning
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
from vyre.ir.ops import SUBGROUP_SIZE, UNAXED_IDS
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, subscripts, walk

__all__ = ["LOOPS_IN_A_FUNCTION", "PythonText", "loaded", "python_text"]

LOOPS_IN_A_FUNCTION: Final = 16  # CPython nests at most 20 loops in one function; deeper ones are outlined


@dataclass(frozen=True, slots=True)
class PythonText:
    """The text and the functions that it calls; ``load`` gives its ``run_group``."""

    text: str
    names: dict[str, Any]

    def load(self) -> Callable[..., None]:
        return loaded(self.text, self.names, "run_group")


def loaded(text: str, names: dict[str, Any], entry: str) -> Callable[..., None]:
    """The function ``entry`` of a text of ours that calls the functions in ``names``."""
    scope = dict(names)
    exec(compile(text, "<vyre reference>", "exec"), scope)  # noqa: S102 - our own text, made of numbers and operators
    found: Callable[..., None] = scope[entry]
    return found


def python_text(
    program: Program,
    *,
    record: bool = False,
    turns: Sequence[int] | None = None,
    watched: Collection[int] = (),
) -> PythonText:
    """``program`` as Python text; ``record`` adds the marking of stored elements; ``turns`` are the local indexes in
    the order in which the invocations of a workgroup run (by default from 0 up); every use of the ``watched`` buffers
    is told to ``races`` (:class:`vyre.drivers.races.Races`), which the one who loads the text gives it."""
    return _Writer(program, record=record, turns=turns, watched=watched).write()


class _Writer:
    def __init__(
        self, program: Program, *, record: bool, turns: Sequence[int] | None, watched: Collection[int]
    ) -> None:
        self.program = program
        self.record = record
        self.turns = turns
        self.watched = watched
        self.wanted = wanted_loads(program) if watched else {}  # loads that are told of later, under a condition
        self.told_after: dict[int, list[tuple[Wanted, str, str]]] = {}  # statement -> when, guard, line
        self.lines: list[str] = []
        self.names: dict[str, Any] = {"NAN": NAN, "INF": math.inf, "f32": ctypes.c_float}
        self.text_of: dict[int, str] = {}  # value id -> its name, or its text where it never changes
        self.type_of: dict[int, DType] = {}
        self.loops = 0  # nesting in the function being written
        self.functions = 0
        self.barriers = 0
        kinds = {type(stmt) for _, stmt, _ in walk(program)}
        self.traps = Trap in kinds
        self.phased = self.traps or Subgroup in kinds  # more than plain barriers
        self.has_barrier = bool(kinds & {Barrier, Subgroup})
        self.operations: dict[int, Any] = {}  # of subgroups, by number
        self.at = -1  # statement number
        self.outlines = _loop_depth(program.body) > LOOPS_IN_A_FUNCTION
        self.outlined_depth = 0

    # -- the frame ----------------------------------------------------------------------------------
    def write(self) -> PythonText:
        program, add = self.program, self.add
        add(0, "def run_group(group, groups, buffers, sizes, params, stored, traps):")
        add(1, "g0, g1, g2 = group")
        add(1, "c0, c1, c2 = groups")
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "uniform":
                add(1, f"p{k} = params[{k}]  # {buffer.dtype}")
                continue
            if buffer.role == "shared":
                shape = buffer.shape or ()
                count = math.prod(shape)
                add(1, f"b{k} = [{zero(buffer.dtype)!r}] * {count}  # 4.2, 4.3: shared {buffer.dtype}")
                extents = f"{(count, *shape)}"
            elif buffer.role in ("private", "table"):
                shape = buffer.shape or ()
                extents = f"{(math.prod(shape), *shape)}"
                if buffer.role == "table":
                    add(1, f"b{k} = t{k}  # 4.3: table {buffer.dtype}")
                    self.names[f"t{k}"] = memoryview(buffer.data).cast(CELLS[buffer.dtype.name])  # type: ignore[call-overload]  # a format of struct
            else:
                add(1, f"b{k} = buffers[{k}]  # {buffer.role} {buffer.dtype}")
                extents = f"sizes[{k}]"
                if self.record and buffer.role != "in":
                    add(1, f"s{k} = stored[{k}]")
            axes = [f"n{k}_{axis}" for axis in range(1 if buffer.rank is None else buffer.rank)]
            add(1, f"{', '.join([f'n{k}', *axes])}{'' if axes else ','} = {extents}")
        add(0, "")
        add(1, "def invocation(l0, l1, l2):")
        if self.watched:
            add(2, "me = races.enter(group, (l0, l1, l2))")
        if self.outlines:  # an outlined function may be the first to assign a local
            for k, local in enumerate(program.locals):
                add(2, f"x{k} = {zero(local.dtype)!r}")
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "private":  # 4.3
                add(2, f"b{k} = [{zero(buffer.dtype)!r}] * {math.prod(buffer.shape or ())}")
        self.block(program.body, 2)
        if self.has_barrier:
            add(2, "return")
            add(2, "yield")  # a generator also where no barrier is reached
        add(0, "")
        run_lanes(self)
        return PythonText("\n".join(self.lines) + "\n", self.names)

    def add(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    # -- blocks ---------------------------------------------------------------------------------------
    def block(self, body: Block, depth: int) -> None:
        start = len(self.lines)
        reached = True  # what follows a jump is only counted
        for stmt in body:
            self.at += 1
            if not reached:
                self.at += sum(1 for _ in inside(stmt))
                continue
            self.statement(stmt, depth)
            reached = not isinstance(stmt, (Break, Continue, Return, Trap))
        if len(self.lines) == start:
            self.add(depth, "pass")

    def statement(self, stmt: Stmt, depth: int) -> None:
        match stmt:
            case Const():
                self.define(stmt.result, stmt.dtype, literal(stmt.dtype, stmt.bits))
            case Op():
                self.operation(stmt, depth)
            case Id():
                self.identity(stmt, depth)
            case Size():
                self.define(stmt.result, u32, self.size(stmt.buffer, stmt.axis))
            case Param():
                self.define(stmt.result, self.program.buffers[stmt.buffer].dtype, f"p{stmt.buffer}")
            case Get():
                self.assign(stmt.result, self.program.locals[stmt.local].dtype, f"x{stmt.local}", depth)
            case Set():
                self.add(depth, f"x{stmt.local} = {self.text_of[stmt.value]}")
            case Load():
                t = self.program.buffers[stmt.buffer].element(stmt.field)
                guard, at, inner = self.element(stmt, depth)
                cell = self.cell(stmt.buffer, at, stmt.field, inner)
                self.assign(stmt.result, t, f"{cell} if {guard} else {zero(t)!r}", depth)  # 4.1
            case Store():
                guard, at, inner = self.element(stmt, depth)
                self.add(depth, f"if {guard}:")  # 4.1
                self.put(stmt.buffer, at, self.text_of[stmt.value], depth + 1, stmt.field, inner)
            case Subgroup():
                self.barriers += 1
                self.operations[self.barriers] = subgroup_meaning(stmt.op, self.type_of[stmt.args[0]])
                operands = [self.text_of[v] for v in stmt.args]
                point = f"{self.barriers}, {operands[0]}, {operands[1] if len(operands) > 1 else None}"
                self.assign(stmt.result, stmt.dtype, f"yield ({point})  # subgroup {stmt.op}", depth)
            case Clear():
                self.add(
                    depth,
                    f"b{stmt.buffer}[:] = [{zero(self.program.buffers[stmt.buffer].dtype)!r}] * len(b{stmt.buffer})",
                )
            case Trap():
                self.add(depth, f"raise Inert({self.text_of[stmt.code]}, {self.at})  # 5.6")
            case Atomic():
                self.atomic(stmt, depth)
            case If():
                self.add(depth, f"if {self.text_of[stmt.cond]}:")
                self.block(stmt.then, depth + 1)
                if stmt.orelse:
                    self.add(depth, "else:")
                    self.block(stmt.orelse, depth + 1)
            case For() | While():
                if self.loops == LOOPS_IN_A_FUNCTION:
                    self.outlined(stmt, depth)
                else:
                    self.loop(stmt, depth)
            case Break():
                self.add(depth, "break")
            case Continue():
                self.add(depth, "continue")
            case Return():
                self.add(depth, "return True" if self.outlined_depth else "return")
            case Barrier():
                self.barriers += 1
                self.add(depth, f"yield {self.barriers}")
                if self.watched:
                    self.add(depth, "me.barrier()")

    def loop(self, stmt: For | While, depth: int) -> None:
        self.loops += 1
        if isinstance(stmt, For):  # 5.3: Python's range is the rule
            bounds = f"{self.text_of[stmt.lo]}, {self.text_of[stmt.hi]}, {stmt.step}"
            self.add(depth, f"for x{stmt.local} in range({bounds}):")
        else:
            self.add(depth, "while True:")
            for head in stmt.cond:
                self.at += 1
                self.statement(head, depth + 1)
            self.add(depth + 1, f"if not {self.text_of[stmt.value]}:")
            self.add(depth + 2, "break")
        self.block(stmt.body, depth + 1)
        self.loops -= 1

    def outlined(self, stmt: For | While, depth: int) -> None:
        """A loop as a function of its own; it gives True where the invocation returned inside."""
        self.functions += 1
        name, outer = f"loop_{self.functions}", self.loops
        self.add(depth, f"def {name}():")
        assigned = sorted({s.local for s in (stmt, *inside(stmt)) if isinstance(s, (Set, For))})
        if assigned:
            self.add(depth + 1, "nonlocal " + ", ".join(f"x{k}" for k in assigned))
        self.loops = 0
        self.outlined_depth += 1
        self.loop(stmt, depth + 1)
        self.outlined_depth -= 1
        self.loops = outer
        self.add(depth + 1, "return False")
        if self.has_barrier:
            self.add(depth + 1, "yield")
        call = f"(yield from {name}())" if self.has_barrier else f"{name}()"
        self.add(depth, f"if {call}:")
        self.add(depth + 1, "return True" if self.outlined_depth else "return")

    # -- values -----------------------------------------------------------------------------------------
    def define(self, result: int, t: DType, text: str) -> None:
        """A value that never changes is its text."""
        self.text_of[result] = text
        self.type_of[result] = t

    def assign(self, result: int, t: DType, text: str, depth: int) -> None:
        self.add(depth, f"v{result} = {text}")
        self.define(result, t, f"v{result}")
        for (_, conditions), guard, line in self.told_after.pop(self.at, ()):
            asked = [f"{'' if truth else 'not '}{self.text_of[value]}" for value, truth in conditions]
            self.add(depth, f"if {' and '.join([*asked, guard])}:")
            self.add(depth + 1, line)

    def operation(self, stmt: Op, depth: int) -> None:
        types = [self.type_of[a] for a in stmt.args]
        operands = [self.text_of[a] for a in stmt.args]
        if stmt.op in ("cast", "bitcast"):
            template = conversion(types[0], stmt.dtype) if stmt.op == "cast" else None
        else:
            template = expression(stmt.op, types[1] if stmt.op == "select" else types[0])
        text = template.format(*operands) if template else self.call(stmt, types, operands)
        self.assign(stmt.result, stmt.dtype, text, depth)

    def call(self, stmt: Op, types: list[DType], operands: list[str]) -> str:
        given = types[0].name
        name = f"{stmt.op}_{given}_{stmt.dtype}" if stmt.op in ("cast", "bitcast") else f"{stmt.op}_{given}"
        self.names.setdefault(name, meaning(stmt.op, types, stmt.dtype))
        return f"{name}({', '.join(operands)})"

    def identity(self, stmt: Id, depth: int) -> None:
        axis, (w0, w1, _) = stmt.axis, self.program.workgroup
        if stmt.name == "global_id":  # 5.1
            self.assign(stmt.result, u32, f"g{axis} * {self.program.workgroup[axis]} + l{axis} & 0xffffffff", depth)
        elif stmt.name in UNAXED_IDS:  # 5.1: x is fastest; 6.4
            index = f"(l2 * {w1} + l1) * {w0} + l0"
            part = {"subgroup_lane": f"({index}) % {SUBGROUP_SIZE}", "subgroup_id": f"({index}) // {SUBGROUP_SIZE}"}
            self.assign(stmt.result, u32, part.get(stmt.name, index), depth)
        elif stmt.name == "workgroup_size":
            self.define(stmt.result, u32, str(self.program.workgroup[axis]))
        else:
            prefix = {"local_id": "l", "group_id": "g", "num_groups": "c"}[stmt.name]
            self.define(stmt.result, u32, f"{prefix}{axis}")

    def size(self, buffer: int, axis: int | None) -> str:
        return f"n{buffer}" if axis is None else f"n{buffer}_{axis}"

    # -- memory -------------------------------------------------------------------------------------------
    def element(self, stmt: Load | Store | Atomic, depth: int) -> tuple[str, str, str]:
        """The guard of an access, the number of its element, and that of the scalar in a field that is an array (rules
        1.4 and 4.1). The access is told to who watches."""
        buffer, rank = stmt.buffer, self.program.buffers[stmt.buffer].rank
        index, inner, lengths = subscripts(self.program, stmt)
        one_axis = stmt.flat or rank is None or rank == 1
        extents = [f"n{buffer}"] if one_axis else [f"n{buffer}_{axis}" for axis in range(len(index))]
        guards: list[str] = []
        found: list[str] = []
        for values, limits in ((index, extents), (inner, list(map(str, lengths)))):
            at = ""
            for value, extent in zip(values, limits, strict=True):
                text = self.text_of[value]
                below = "0 <= " if self.type_of[value].is_signed else ""
                guards.append(f"{below}{text} < {extent}")
                at = f"({at}) * {extent} + {text}" if at else text
            found.append(at or "0")
        guard = " and ".join(guards) or "True"
        if buffer in self.watched:
            line = self.told(stmt, *found)
            for when in self.wanted.get(self.at, ()):
                self.told_after.setdefault(when[0], []).append((when, guard, line))
            if self.at not in self.wanted:
                self.add(depth, f"if {guard}:")
                self.add(depth + 1, line)
        return guard, found[0], found[1]

    def told(self, stmt: Load | Store | Atomic, at: str, inner: str) -> str:
        """The line that tells of a use (rule 4.5): of one element, or in records of the bytes of one scalar."""
        t, _, record = self.whole(stmt.buffer, None if isinstance(stmt, Atomic) else stmt.field)
        start, count, value = at, 1, "None"
        if isinstance(stmt, Store):
            value = self.text_of[stmt.value]
            if record is not None:  # fields that share bytes may have different types
                value = f"{self.packed(t)}.pack({self.stored(t, value)})"
            elif t.is_float:
                value = f"repr({value})"  # which tells the zeros apart, and makes all NaNs one
        if record is not None:
            start, count = _byte(at, record, t, inner), t.nbytes
        kind = type(stmt).__name__.lower()
        return f"me.use({kind!r}, {stmt.buffer}, {start}, {count}, {self.at}, {value})"

    def cell(self, buffer: int, at: str, field: int | None = None, inner: str = "0") -> str:
        t, role, record = self.whole(buffer, field)
        raw = f"b{buffer}[{at}]"
        if role in ("shared", "private"):
            return raw  # holds Python values
        if record is not None:
            raw = f"{self.packed(t)}.unpack_from(b{buffer}, {_byte(at, record, t, inner)})[0]"
        if t.is_bool:
            return f"{raw} != 0"  # 1.1
        if t.name in ("f16", "bf16"):
            self.names[f"load_{t}"] = partial(from_bits, t)
            return f"load_{t}({raw})"
        return raw

    def whole(self, buffer: int, field: int | None) -> tuple[DType, str, tuple[int, int] | None]:
        """The type, the role, and in records the bytes of one and the offset of the field."""
        found = self.program.buffers[buffer]
        if field is None or found.record is None:
            return found.dtype, found.role, None
        chosen = found.record.fields[field]
        return chosen.dtype, found.role, (found.record.nbytes, chosen.offset)

    def packed(self, t: DType) -> str:
        self.names[f"as_{t}"] = struct.Struct("<" + CELLS[t.name])
        return f"as_{t}"

    def stored(self, t: DType, text: str) -> str:
        """A value as a cell of storage takes it."""
        if t.name in ("f16", "bf16"):
            self.names[f"store_{t}"] = partial(to_bits, t)  # 3.4
            return f"store_{t}({text})"
        return f"{text} if {text} == {text} else NAN" if t.is_float else text  # 3.4

    def put(self, buffer: int, at: str, text: str, depth: int, field: int | None = None, inner: str = "0") -> None:
        t, role, record = self.whole(buffer, field)
        if role not in ("shared", "private"):
            text = self.stored(t, text)
        store, mark = f"b{buffer}[{at}] = {text}", f"s{buffer}[{at}] = 1"
        if record is not None:
            start = _byte(at, record, t, inner)
            store = f"{self.packed(t)}.pack_into(b{buffer}, {start}, {text})"
            mark = f"s{buffer}[{start}:{start} + {t.nbytes}] = {bytes([1]) * t.nbytes!r}"
        self.add(depth, store)
        if self.record and role not in ("shared", "private"):
            self.add(depth, mark)

    def atomic(self, stmt: Atomic, depth: int) -> None:
        """Rule 6.1. Invocations run one after the other, so plain statements are atomic."""
        t = self.program.buffers[stmt.buffer].dtype
        guard, at, _ = self.element(stmt, depth)
        old, value = f"v{stmt.result}", self.text_of[stmt.value]
        self.add(depth, f"if {guard}:")
        self.add(depth + 1, f"{old} = {self.cell(stmt.buffer, at)}")
        if stmt.op == "exchange":
            self.put(stmt.buffer, at, value, depth + 1)
        elif stmt.expected is not None:  # compare_exchange
            self.add(depth + 1, f"if {old} == {self.text_of[stmt.expected]}:")
            self.put(stmt.buffer, at, value, depth + 2)
        else:
            name = f"{stmt.op}_{t}"
            template = expression(stmt.op, t)
            if template is None:
                self.names.setdefault(name, meaning(stmt.op, (t, t), t))
                template = name + "({0}, {1})"
            self.put(stmt.buffer, at, template.format(old, value), depth + 1)
        self.add(depth, "else:")
        self.add(depth + 1, f"{old} = {zero(t)!r}")
        self.define(stmt.result, t, old)


def _byte(at: str, record: tuple[int, int], t: DType, inner: str) -> str:
    """Where a scalar of a record begins."""
    return f"({at}) * {record[0]} + {record[1]}" + ("" if inner == "0" else f" + ({inner}) * {t.nbytes}")


# -- what the writer must know before it begins ---------------------------------------------------------------


def _loop_depth(body: Block) -> int:
    return max(
        (isinstance(s, (For, While)) + max(map(_loop_depth, inner)) for s in body if (inner := blocks(s))),
        default=0,
    )
