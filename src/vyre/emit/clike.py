"""Statements of a program as C-like text: control flow, locals, guarded memory. WGSL and the C family share it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod
from typing import ClassVar

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, u32, u64
from vyre.emit.base import Artifact, Lines, refuse_unsupported
from vyre.emit.checks import FactChecks
from vyre.emit.numerics import named
from vyre.emit.tiles import TILE, Tile, lockstep, tile_of
from vyre.facts.effects import effects
from vyre.facts.permissions import atomic_sums
from vyre.facts.ranges import ranges
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
    Store,
    While,
)
from vyre.ir.walk import inside, subscripts, walk
from vyre.plan.plan import Plan

__all__ = ["CLikeEmitter"]

ENTRY = "vyre_main"
_OWN = re.compile(r"\b(?:[vlw]\d+|member|group0|local0)\b")  # the names that each invocation of a tile has for itself


class CLikeEmitter(FactChecks):
    """What is the same in all of these languages. Sub-classes write declarations, operations, buffers, ids and atomics."""

    functions: dict[str, str]
    runs_tiles: ClassVar[bool] = False
    """Whether the target's entry point knows tiles (``vyre.emit.tiles``). They pay on GPUs."""
    workgroups_a_block: ClassVar[int] = TILE
    """In tiles."""
    dynamic_shared: int = 0

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        super().__init__(plan)
        self.profile = profile
        refuse_unsupported(self.program, profile)
        found = ranges(self.program)
        self.proved = found.proved
        if "equal_sizes" in plan.assumptions:
            self.proved |= found.proved_if_equal_sizes
        self.effects = self.marked(effects(self.program).buffers)
        self.guarded = 0
        has_loops = any(isinstance(s, (For, While)) for _, s, _ in walk(self.program))
        self.watched = has_loops and profile.loop_limit is not None
        self.open_loops: list[str] = []
        self.folds = "groups0" in plan.params.offsets
        """Whether the parameters tell the grid, because a launch may be folded."""
        pays = self.runs_tiles and profile.kind == "gpu" and self.folds
        self.tile = tile_of(self.program, plan.workgroup) if pays else None
        self.inside_tile = False
        self.outlined = Lines()
        self.ids = frozenset((s.name, s.axis) for _, s, _ in walk(self.program) if isinstance(s, Id))
        if self.record is not None:  # which a failure tells
            self.ids |= {("global_id", 0)}

    def emit(self) -> Artifact:
        """The whole text."""
        self.prologue()
        if self.tile is None:
            self.invocation()
        else:
            self.tiled(self.tile)
        accesses = sum(isinstance(s, (Load, Store, Atomic)) for _, s, _ in walk(self.program))
        notes = [f"{accesses} accesses, {accesses - self.guarded} proved in bounds, {self.guarded} guarded"]
        if self.tile is not None:
            notes.append(
                f"{self.workgroups_a_block} workgroups a block; where all of them are inside, nothing is guarded"
            )
        head = "".join(f"{part}\n" for part in (*self.declarations(), *self.functions.values()))
        outlined, body = self.outlined.statements, self.body.statements
        text = f"{head}{str(self.outlined) + chr(10) if outlined else ''}{self.entry(str(self.body))}\n"
        before = head.count("\n")
        between = text.count("\n") - 1 - before - len(outlined) - len(body)  # the body is followed by the closing brace
        statements = (*[-1] * before, *outlined, *[-1] * between, *body, -1)
        tile = 1 if self.tile is None else self.workgroups_a_block
        relaxed = self.relaxed()
        used = named({*relaxed, *(["reorder"] if atomic_sums(self.program) else [])})
        return Artifact(text, ENTRY, tuple(notes), statements, tile, self.dynamic_shared, used, self.options(relaxed))

    def relaxed(self) -> tuple[str, ...]:
        """The permissions of rule 3.7 that this text and its options use, but for atomic sums."""
        return ()

    def options(self, relaxed: Sequence[str]) -> tuple[str, ...]:
        """The options of the compiler under them; () = those of every build."""
        return ()

    def invocation(self) -> None:
        """What one invocation does."""
        self.at, self.guarded = -1, 0
        for n in self.local_variables():
            dtype = self.program.locals[n].dtype
            self.body.add(self.var(f"l{n}", dtype, self.literal(dtype, 0)))
        self.emit_block(self.program.body)

    def local_variables(self) -> list[int]:
        """The locals that are variables of the entry point."""
        return list(range(len(self.program.locals)))

    def tiled(self, tile: Tile) -> None:
        """What a block does: its workgroups from ``first`` on, of ``groups0``."""
        several = self.workgroups_a_block
        size, count = self.literal(u32, self.plan.workgroup[0]), self.literal(u32, several)
        ends = [self.parameter_of(limit) for limit in tile.limits] + [self.extent(b, None) for b in tile.sizes]
        within = [
            f"groups0 - first >= {count}",
            *(f"first + {count} <= {end} / {size}" for end in dict.fromkeys(ends)),
        ]
        with self.body.block(f"if ({' && '.join(within)})"):
            for each in zip(*(self.placed_in_tile(self.literal(u32, k)) for k in range(several)), strict=True):
                for k, (name, expression) in enumerate(each):
                    self.body.add(self.let(f"{name}_{k}", u32, self.of_invocation(expression, k)))
            outer, self.body, self.inside_tile = self.body, Lines(), True
            self.invocation()
            outer.join(lockstep(self.body, _OWN, several))
            self.body, self.inside_tile = outer, False
        with self.body.block("else"), self.body.block(self.for_head(u32, "k", count)):
            for name, expression in self.placed_in_tile("k"):
                self.body.add(self.let(name, u32, expression))
            self.body.add("if (group0 >= groups0) { break; }")
            self.invocation()

    def placed_in_tile(self, k: str) -> list[tuple[str, str]]:
        """Names that say where invocation ``k`` of a thread is, and what they are. It is the one in the tile's workgroup ``k``."""
        return [("group0", f"first + {k}")]

    @staticmethod
    def of_invocation(expression: str, k: int) -> str:
        """An expression of one invocation as that of a tile's number ``k``."""
        return _OWN.sub(rf"\g<0>_{k}", expression)

    def parameter_of(self, limit: Size | Param) -> str:
        return f"p{limit.buffer}" if isinstance(limit, Param) else self.extent(limit.buffer, limit.axis)

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
    def literal(self, dtype: DType, bits: int) -> str:
        """A value with these bits."""

    @abstractmethod
    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """The expression of one operation of the op table."""

    @abstractmethod
    def pick(self, cond: str, yes: str, no: str) -> str:
        """``yes`` where ``cond`` holds, else ``no``; both may be evaluated."""

    @abstractmethod
    def let(self, name: str, dtype: DType, expression: str) -> str:
        """A definition that is never assigned again."""

    @abstractmethod
    def var(self, name: str, dtype: DType, expression: str) -> str:
        """A definition that may be assigned again."""

    @abstractmethod
    def counter_word(self, counter: DType, value: int) -> str:
        """An integer value as u32 or u64, modulo its width."""

    @abstractmethod
    def counted(self, dtype: DType, word: str) -> str:
        """A u32 or u64 expression as a value of an integer type, modulo its width."""

    @abstractmethod
    def offset_word(self, value: int) -> str:
        """A subscript that is known to be inside, as u32."""

    @abstractmethod
    def inside(self, value: int, extent: str) -> str:
        """The condition of rule 4.1 for one subscript."""

    @abstractmethod
    def parameter(self, dtype: DType, offset: int) -> str:
        """A field of the parameter block at a byte offset."""

    @abstractmethod
    def id_expression(self, name: str, axis: int) -> str: ...

    @abstractmethod
    def element(self, stmt: Load, offset: str, inner: str) -> str:
        """What a load of the element at an offset gives; ``inner``: which scalar of a field that is an array, or ""."""

    @abstractmethod
    def put(self, stmt: Store, offset: str, inner: str) -> None:
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

    def untruth(self, value: int) -> str:
        dtype = self.types[value]
        return f"!v{value}" if dtype is bool_ else f"v{value} == {self.literal(dtype, 0)}"

    # -- memory ------------------------------------------------------------------------------------------------
    def extent(self, buffer: int, axis: int | None) -> str:
        """Number of elements of a buffer, or its extent along an axis."""
        declared = self.program.buffers[buffer]
        if declared.role in ("shared", "private", "table"):
            shape = declared.shape or ()
            return self.literal(u32, prod(shape) if axis is None else shape[axis])
        if axis is None or declared.rank == 1:
            return f"n{buffer}"
        return f"n{buffer}_{axis}"

    def place(self, stmt: Load | Store | Atomic) -> tuple[str | None, str, str]:
        """The condition of rule 4.1 (None where it is proved), the offset in elements, which does not wrap where the condition
        holds, since it is below the number of elements, and that in a field that is an array itself ("" where it is none)."""
        index, inner, lengths = subscripts(self.program, stmt)
        axes: list[int | None] = [None] if stmt.flat or len(index) == 1 else list(range(len(index)))
        extents = [self.extent(stmt.buffer, axis) for axis in axes]
        limits = [self.literal(u32, n) for n in lengths]
        offset, within = self.joined(index, extents), self.joined(inner, limits)
        pairs = zip((*index, *inner), (*extents, *limits), strict=True)
        condition = " && ".join(self.inside(v, e) for v, e in pairs)
        if self.at in self.proved or self._own_element(stmt):
            if self.record is None:
                return None, offset, within
            self.check("in bounds", condition, index[0], extents[0])
        else:
            self.guarded += 1
        return condition, offset, within

    def _own_element(self, stmt: Load | Store | Atomic) -> bool:
        return (
            self.inside_tile
            and self.tile is not None
            and not isinstance(stmt, Atomic)
            and self.tile.addresses_own(self.program, stmt)
        )

    def joined(self, index: Sequence[int], extents: Sequence[str]) -> str:
        """Row-major."""
        offset = ""
        for value, extent in zip(index, extents, strict=True):
            scaled = f"({offset}) * {extent}" if " " in offset else f"{offset} * {extent}"
            offset = f"{scaled} + {self.offset_word(value)}" if offset else self.offset_word(value)
        return offset

    def reads(self, result: int, condition: str | None, expression: str) -> None:
        """A value that is 0 where the condition does not hold."""
        if condition is None:
            self.value(result, expression)
            return
        dtype = self.types[result]
        self.body.add(self.var(f"v{result}", dtype, self.literal(dtype, 0)))
        self.body.add(f"if ({condition}) {{ v{result} = {expression}; }}")

    def load(self, stmt: Load) -> None:
        condition, offset, inner = self.place(stmt)
        self.reads(stmt.result, condition, self.element(stmt, offset, inner))

    def store(self, stmt: Store) -> None:
        condition, offset, inner = self.place(stmt)
        with self.where(condition):
            self.put(stmt, offset, inner)

    def atomic(self, stmt: Atomic) -> None:
        condition, offset, _ = self.place(stmt)
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
        known = self.tile.known.get(stmt.cond) if self.inside_tile and self.tile is not None else None
        if known is not None:
            self.check("guard", self.truth(stmt.cond) if known else self.untruth(stmt.cond), stmt.cond)
            for block, taken in ((stmt.then, known), (stmt.orelse, not known)):
                if taken:
                    self.emit_block(block)
                else:
                    self.at += sum(1 for outer in block for _ in (outer, *inside(outer)))
            return
        with self.body.block(f"if ({self.truth(stmt.cond)})"):
            self.arm(stmt, stmt.then)
        if stmt.orelse:
            with self.body.block("else"):
                self.arm(stmt, stmt.orelse)

    def arm(self, stmt: If, block: Block) -> None:
        """One side of a branch."""
        self.emit_block(block)

    def for_(self, stmt: For) -> None:
        """Counts iterations in an unsigned type of the bounds' width or more, so that nothing overflows at the type's limits
        (rule 5.3): at n bits there are at most 2**n - 1 of them."""
        at, local = self.at, self.program.locals[stmt.local].dtype
        counter = u64 if local.bits == 64 else u32
        lo, hi = self.counter_word(counter, stmt.lo), self.counter_word(counter, stmt.hi)
        first, last = (stmt.lo, stmt.hi) if stmt.step > 0 else (stmt.hi, stmt.lo)
        distance = self.distance(counter, *((hi, lo) if stmt.step > 0 else (lo, hi)))
        stride = abs(stmt.step)
        one = self.literal(counter, 1)
        if stride >= 1 << counter.bits:
            trips = one
        elif stride == 1:
            trips = distance
        else:
            trips = f"({distance} - {one}) / {self.literal(counter, stride)} + {one}"
        none = self.literal(counter, 0)
        self.body.add(self.let(f"t{at}", counter, self.pick(f"v{first} < v{last}", trips, none)))
        self.turns(stmt, counter)

    def turns(self, stmt: For, counter: DType) -> None:
        """A loop's iterations, ``t`` of them."""
        at = self.at
        if self.watched:
            # The counter tells whether the range is done. A flag that is set there would be true at the loop's only end, and Mesa's
            # optimiser, which knows of no other, drops what asks for it.
            self.body.add(self.var(f"k{at}", counter, self.literal(counter, 0)))
            head = f"for (; ; k{at} = k{at} + {self.literal(counter, 1)})"
            with self.loop(head, unless=f"k{at} == t{at}"):
                self.body.add(f"if (k{at} >= t{at}) {{ break; }}")
                self.turn(stmt, counter, f"k{at}")
            return
        with self.loop(self.for_head(counter, f"k{at}", f"t{at}")):
            self.turn(stmt, counter, f"k{at}")

    def turn(self, stmt: For, counter: DType, k: str) -> None:
        """Iteration ``k`` of a loop."""
        local, lo = self.program.locals[stmt.local].dtype, self.counter_word(counter, stmt.lo)
        step = stmt.step & ((1 << counter.bits) - 1)
        moved = f"{lo} + {k}" if step == 1 else f"{lo} + {k} * {self.literal(counter, step)}"
        self.body.add(f"l{stmt.local} = {self.counted(local, moved)};")
        self.emit_block(stmt.body)

    def distance(self, counter: DType, high: str, low: str) -> str:
        """``high - low``, which is used only where ``low`` is the smaller one."""
        return f"{high} - {low}"

    @contextmanager
    def loop(self, head: str, *, unless: str = "") -> Iterator[None]:
        """A loop's block. A watched one remembers whether it was left by its own statements, and reports itself
        where the device ended it, ``unless`` that shows that it was done."""
        flag = f"e{self.at}"
        self.open_loops.append(flag)
        if self.watched:
            self.body.add(self.var(flag, bool_, self.literal(bool_, 0)))
        with self.body.block(head):
            yield
        self.open_loops.pop()
        if self.watched:
            left = f"{flag} || {unless}" if unless else flag
            self.body.add(f"if (!({left})) {{ {self.report()} }}")

    def leave(self) -> str:
        """What leaves the innermost loop."""
        return f"{self.open_loops[-1]} = true; break;" if self.watched else "break;"

    def report(self) -> str:
        """The statement that tells the driver of a loop that the device ended. Only where loops are watched."""
        raise NotImplementedError

    @abstractmethod
    def for_head(self, dtype: DType, counter: str, trips: str) -> str: ...

    @abstractmethod
    def forever(self) -> str: ...

    def while_(self, stmt: While) -> None:
        with self.loop(self.forever()):
            self.emit_block(stmt.cond)
            self.body.add(f"if ({self.untruth(stmt.value)}) {{ {self.leave()} }}")
            self.emit_block(stmt.body)

    def break_(self, stmt: Break) -> None:
        self.body.add(self.leave())

    def continue_(self, stmt: Continue) -> None:
        self.body.add("continue;")

    def return_(self, stmt: Return) -> None:
        self.body.add("return;" if self.tile is None else "continue;")  # a tile's workgroups are a loop's turns

    def barrier(self, stmt: Barrier) -> None:
        self.body.add(self.barrier_text())

    # -- parameters --------------------------------------------------------------------------------------------
    def parameters(self) -> list[tuple[str, DType, str]]:
        """(name, type, expression) of every field of the parameter block, in order."""
        return [(self.parameter_name(f), t, self.parameter(t, offset)) for f, t, offset in self.plan.params.fields]

    @staticmethod
    def parameter_name(field: str) -> str:
        """``b2.size`` is ``n2``, ``b2.shape1`` is ``n2_1``; ``p3`` and ``groups0`` stay."""
        return (
            field.replace(".size", "").replace(".shape", "_").replace("b", "n", 1) if field.startswith("b") else field
        )

    def shared_buffers(self) -> list[tuple[int, DType, int]]:
        """(buffer, dtype, elements) of the workgroup arrays."""
        return [(n, b.dtype, prod(b.shape or ())) for n, b in enumerate(self.program.buffers) if b.role == "shared"]
