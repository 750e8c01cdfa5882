"""Statements of a program as C-like text: control flow, locals, guarded memory. WGSL and OpenCL C share it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, i32, u8, u32
from vyre.emit.base import Artifact, StructuredEmitter, refuse_unsupported
from vyre.emit.integers import IntegerExpressions, held_in
from vyre.facts.effects import effects
from vyre.facts.ranges import ranges
from vyre.ir.nodes import (
    Atomic,
    Barrier,
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
    Store,
    While,
)
from vyre.ir.walk import walk
from vyre.plan.plan import Plan

__all__ = ["CLikeEmitter"]

ENTRY = "vyre_main"


class CLikeEmitter(StructuredEmitter, IntegerExpressions):
    """What is the same in the two languages. Sub-classes write declarations, buffers, ids and atomics."""

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        StructuredEmitter.__init__(self, plan)
        IntegerExpressions.__init__(self)
        self.profile = profile
        refuse_unsupported(self.program, profile)
        found = ranges(self.program)
        self.proved = found.proved
        if "equal_sizes" in plan.assumptions:
            self.proved |= found.proved_if_equal_sizes
        self.effects = effects(self.program).buffers
        self.guarded = 0
        has_loops = any(isinstance(s, (For, While)) for _, s, _ in walk(self.program))
        self.watched = has_loops and profile.loop_limit is not None
        self.open_loops: list[str] = []
        self.ids = frozenset((s.name, s.axis) for _, s, _ in walk(self.program) if isinstance(s, Id))

    def emit(self) -> Artifact:
        """The whole text."""
        self.prologue()
        for n, local in enumerate(self.program.locals):
            self.body.add(self.var(f"l{n}", local.dtype, self.literal(local.dtype, 0)))
        self.emit_block(self.program.body)
        accesses = sum(isinstance(s, (Load, Store, Atomic)) for _, s, _ in walk(self.program))
        notes = (f"{accesses} accesses, {accesses - self.guarded} proved in bounds, {self.guarded} guarded",)
        text = "\n".join([*self.declarations(), *self.functions.values(), self.entry(str(self.body))]) + "\n"
        body = self.body.statements
        before = text.count("\n") - 1 - len(body)  # the body is followed by one line, the closing brace
        return Artifact(text, ENTRY, notes, (*[-1] * before, *body, -1), self.watched)

    # -- how the target writes it ---------------------------------------------------------------------------
    @abstractmethod
    def prologue(self) -> None:
        """Statements before the program's own: sizes and parameters, ids, clearing of workgroup memory."""

    @abstractmethod
    def declarations(self) -> list[str]:
        """The text before the functions."""

    @abstractmethod
    def entry(self, body: str) -> str:
        """The entry point around its body, with one line after it."""

    @abstractmethod
    def var(self, name: str, dtype: DType, expression: str) -> str:
        """A definition that may be assigned again."""

    @abstractmethod
    def id_expression(self, name: str, axis: int) -> str: ...

    @abstractmethod
    def element(self, buffer: int, offset: str) -> str:
        """What a load of an element gives, as a value of the buffer's type."""

    @abstractmethod
    def put(self, buffer: int, offset: str, value: str) -> None:
        """Add the statements that store an element."""

    @abstractmethod
    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        """The old value."""

    @abstractmethod
    def barrier_text(self) -> str: ...

    # -- values ------------------------------------------------------------------------------------------------
    def value(self, result: int, expression: str) -> None:
        self.body.add(self.let(f"v{result}", self.types[result], expression))

    def const(self, stmt: Const) -> None:
        self.body.add(self.constant(f"v{stmt.result}", stmt.dtype, self.literal(stmt.dtype, stmt.bits)))

    def constant(self, name: str, dtype: DType, literal: str) -> str:
        """The definition of a literal value."""
        return self.let(name, dtype, literal)

    def op(self, stmt: Op) -> None:
        types = [self.types[v] for v in stmt.args]
        self.value(stmt.result, self.expression(stmt.op, stmt.dtype, types, [f"v{v}" for v in stmt.args]))

    def id(self, stmt: Id) -> None:
        self.value(stmt.result, self.id_expression(stmt.name, stmt.axis))

    def size(self, stmt: Size) -> None:
        self.value(stmt.result, self.extent(stmt.buffer, stmt.axis))

    def param(self, stmt: Param) -> None:
        self.value(stmt.result, f"p{stmt.buffer}")

    def get(self, stmt: Get) -> None:
        self.value(stmt.result, f"l{stmt.local}")

    def set(self, stmt: Set) -> None:
        self.body.add(f"l{stmt.local} = v{stmt.value};")

    def truth(self, value: int) -> str:
        dtype = self.types[value]
        return f"v{value}" if dtype is bool_ else f"v{value} != {self.literal(dtype, 0)}"

    # -- memory ------------------------------------------------------------------------------------------------
    def extent(self, buffer: int, axis: int | None) -> str:
        """Number of elements of a buffer, or its extent along an axis."""
        declared = self.program.buffers[buffer]
        if declared.role == "shared":
            shape = declared.shape or ()
            return self.literal(u32, prod(shape) if axis is None else shape[axis])
        if axis is None or declared.rank == 1:
            return f"n{buffer}"
        return f"n{buffer}_{axis}"

    def place(self, buffer: int, index: tuple[int, ...], *, flat: bool) -> tuple[str | None, str]:
        """The condition of rule 4.1 (None where it is proved) and the offset in elements, which does not wrap
        where the condition holds: it is below the number of elements."""
        axes: list[int | None] = [None] if flat or len(index) == 1 else list(range(len(index)))
        extents = [self.extent(buffer, axis) for axis in axes]
        offset = ""
        for value, extent in zip(index, extents, strict=True):
            word = self.unsigned(f"v{value}") if self.types[value] is i32 else f"v{value}"
            scaled = f"({offset}) * {extent}" if " " in offset else f"{offset} * {extent}"
            offset = f"{scaled} + {word}" if offset else word
        if self.at in self.proved:
            return None, offset
        self.guarded += 1
        return " && ".join(self.inside(v, e) for v, e in zip(index, extents, strict=True)), offset

    def inside(self, value: int, extent: str) -> str:
        if self.types[value] is i32:  # an array of more than 2**31 elements makes the first half necessary
            return f"v{value} >= 0 && {self.unsigned(f'v{value}')} < {extent}"
        return f"v{value} < {extent}"

    def reads(self, result: int, condition: str | None, expression: str) -> None:
        """A value that is 0 where the condition does not hold."""
        if condition is None:
            self.value(result, expression)
            return
        dtype = self.types[result]
        self.body.add(self.var(f"v{result}", dtype, self.literal(dtype, 0)))
        self.body.add(f"if ({condition}) {{ v{result} = {expression}; }}")

    def load(self, stmt: Load) -> None:
        condition, offset = self.place(stmt.buffer, stmt.index, flat=stmt.flat)
        self.reads(stmt.result, condition, self.element(stmt.buffer, offset))

    def store(self, stmt: Store) -> None:
        condition, offset = self.place(stmt.buffer, stmt.index, flat=stmt.flat)
        with self.where(condition):
            self.put(stmt.buffer, offset, f"v{stmt.value}")

    def atomic(self, stmt: Atomic) -> None:
        condition, offset = self.place(stmt.buffer, stmt.index, flat=stmt.flat)
        self.reads(stmt.result, condition, self.atomic_expression(stmt, offset))

    @contextmanager
    def where(self, condition: str | None) -> Iterator[None]:
        if condition is None:
            yield
        else:
            with self.body.block(f"if ({condition})"):
                yield

    # -- control -----------------------------------------------------------------------------------------------
    def if_(self, stmt: If) -> None:
        with self.body.block(f"if ({self.truth(stmt.cond)})"):
            self.emit_block(stmt.then)
        if stmt.orelse:
            with self.body.block("else"):
                self.emit_block(stmt.orelse)

    def for_(self, stmt: For) -> None:
        """Counts iterations in u32, so that nothing overflows at the type's limits (rule 5.3): at 32 bits there
        are at most 2**32 - 1 of them."""
        at, local = self.at, self.program.locals[stmt.local].dtype
        lo, hi = self.word(stmt.lo), self.word(stmt.hi)
        first, last = (stmt.lo, stmt.hi) if stmt.step > 0 else (stmt.hi, stmt.lo)
        distance = f"{hi} - {lo}" if stmt.step > 0 else f"{lo} - {hi}"
        stride = abs(stmt.step)
        if stride >= 1 << 32:
            trips = "1u"
        elif stride == 1:
            trips = distance
        else:
            trips = f"({distance} - 1u) / {stride}u + 1u"
        self.body.add(self.let(f"t{at}", u32, self.pick(f"v{first} < v{last}", trips, "0u")))
        step = stmt.step & 0xFFFFFFFF
        moved = f"{lo} + k{at}" if step == 1 else f"{lo} + k{at} * {step}u"
        now = self.signed(moved) if local is i32 else self.narrow(local, moved)
        with self.loop(self.for_head(f"k{at}", f"t{at}")):
            if self.watched:
                self.body.add(f"if (k{at} >= t{at}) {{ {self.leave()} }}")
            self.body.add(f"l{stmt.local} = {now};")
            self.emit_block(stmt.body)

    @contextmanager
    def loop(self, head: str) -> Iterator[None]:
        """A loop's block. A watched one remembers whether it was left by its own statements, and reports itself
        where the device ended it."""
        flag = f"e{self.at}"
        self.open_loops.append(flag)
        if self.watched:
            self.body.add(self.var(flag, bool_, self.literal(bool_, 0)))
        with self.body.block(head):
            yield
        self.open_loops.pop()
        if self.watched:
            self.body.add(f"if (!{flag}) {{ {self.report()} }}")

    def leave(self) -> str:
        """What leaves the innermost loop."""
        return f"{self.open_loops[-1]} = true; break;" if self.watched else "break;"

    def report(self) -> str:
        """The statement that tells the driver of a loop that the device ended. Only where loops are watched."""
        raise NotImplementedError

    @abstractmethod
    def for_head(self, counter: str, trips: str) -> str: ...

    @abstractmethod
    def forever(self) -> str: ...

    def word(self, value: int) -> str:
        return self.unsigned(f"v{value}") if self.types[value] is i32 else f"v{value}"

    def while_(self, stmt: While) -> None:
        with self.loop(self.forever()):
            self.emit_block(stmt.cond)
            dtype = self.types[stmt.value]
            ended = f"!v{stmt.value}" if dtype is bool_ else f"v{stmt.value} == {self.literal(dtype, 0)}"
            self.body.add(f"if ({ended}) {{ {self.leave()} }}")
            self.emit_block(stmt.body)

    def break_(self, stmt: Break) -> None:
        self.body.add(self.leave())

    def continue_(self, stmt: Continue) -> None:
        self.body.add("continue;")

    def return_(self, stmt: Return) -> None:
        self.body.add("return;")

    def barrier(self, stmt: Barrier) -> None:
        self.body.add(self.barrier_text())

    # -- parameters --------------------------------------------------------------------------------------------
    def parameter_words(self) -> list[tuple[str, DType, str]]:
        """(name, type, expression) of every field of the parameter block that stands in the text, in order."""
        found = []
        for field, dtype, offset in self.plan.params.fields:
            word = self.parameter_word(offset // 4)
            if dtype in (u8, bool_):
                word = f"({word} >> {8 * (offset % 4)}u) & 255u"
            if dtype is bool_:
                word = f"({word}) != 0u"
            elif dtype is i32:
                word = self.signed(word)
            found.append((self.parameter_name(field), dtype, word))
        return found

    @abstractmethod
    def parameter_word(self, index: int) -> str:
        """One u32 of the parameter block."""

    @staticmethod
    def parameter_name(field: str) -> str:
        """``b2.size`` is ``n2``, ``b2.shape1`` is ``n2_1``; ``p3`` and ``groups0`` stay."""
        return (
            field.replace(".size", "").replace(".shape", "_").replace("b", "n", 1) if field.startswith("b") else field
        )

    def shared_buffers(self) -> list[tuple[int, DType, int]]:
        """(buffer, dtype, elements) of the workgroup arrays."""
        return [(n, b.dtype, prod(b.shape or ())) for n, b in enumerate(self.program.buffers) if b.role == "shared"]

    def holder(self, dtype: DType) -> str:
        return self.type_name(held_in(dtype))
