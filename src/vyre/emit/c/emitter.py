"""Statements, memory and parameters as OpenCL C and CUDA C++ have them in common.

Arrays are pointers to their own element types (bool is ``u8``, f16 and bf16 ``u16``, records are bytes), sizes and scalar
parameters come as one structure of words by value. Workgroup and private arrays hold what storage holds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import prod
from typing import ClassVar, Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, f32, i32, u8, u16, u32, u64
from vyre.emit.c.extension import extended_values, is_narrow
from vyre.emit.c.operations import COperations, held, word
from vyre.emit.c.pieces import PieceEmitter
from vyre.emit.wide import NOTHING_WIDE, WIDE, Run, wide_accesses
from vyre.facts.permissions import SUMS
from vyre.facts.ranges import ranges
from vyre.ir.nodes import Atomic, Clear, Load, Op, Store
from vyre.ir.ops import UNAXED_IDS
from vyre.ir.program import Field
from vyre.plan.binding import Slot
from vyre.plan.plan import Plan

__all__ = ["FEATURES", "CEmitter", "cell"]

FEATURES: Final = frozenset(
    (
        "barrier shared atomics shared_atomics atomics64 float_atomics private tables records parted_continue parted_return"
    ).split()
)
"""What these texts can say. A device may lack some of it."""

_FOURS: Final[dict[DType, str]] = {u32: "uint4", i32: "int4", f32: "float4"}
_UNROLLED: Final = 16  # elements of a private array that are cleared one by one


def cell(t: DType) -> DType:
    """The type of an element in memory."""
    return u8 if t is bool_ else u16 if t.is_float and t.bits == 16 else t


class CEmitter(COperations, PieceEmitter):
    """Sub-classes write the head of the text, the entry point, ids, and what qualifies memory."""

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        PieceEmitter.__init__(self, plan, profile)
        COperations.__init__(self)
        self.flushes = plan.numerics.flush
        self.intervals = ranges(self.program).intervals
        self.to_extend = extended_values(self.program, every=plan.checks_facts)
        self.wide = wide_accesses(self.program) if profile.kind == "gpu" and not self.cut else NOTHING_WIDE

    # -- how the target writes it ---------------------------------------------------------------------------
    @abstractmethod
    def shared_array(self, name: str, dtype: DType, count: int) -> str:
        """The declaration of a workgroup array."""

    @abstractmethod
    def slot_parameter(self, slot: Slot) -> str:
        """The declaration of a parameter that points to a slot's array."""

    record_qualifier: ClassVar[str] = ""
    """What stands before the type of the record's words, in a pointer."""
    shared_qualifier: ClassVar[str] = ""
    """What stands before the type of a workgroup array's elements, in a pointer."""

    def array_parameter(self, buffer: int) -> str:
        declared = self.program.buffers[buffer]
        if declared.role in ("shared", "private"):
            qualifier = self.shared_qualifier if declared.role == "shared" else ""
            return f"{qualifier}{cell(declared.dtype)}* b{buffer}"
        return self.slot_parameter(next(slot for slot in self.plan.slots if slot.buffer == buffer))

    @abstractmethod
    def local_index(self) -> str:
        """The linear local index, as u32."""

    @abstractmethod
    def shared_barrier_text(self) -> str:
        """A barrier of which only workgroup memory is asked."""

    @property
    def doubles(self) -> bool:
        return "f64" in self.profile.dtypes

    # -- definitions --------------------------------------------------------------------------------------------
    def let(self, name: str, dtype: DType, expression: str) -> str:
        return f"const {held(dtype)} {name} = {expression};"

    def var(self, name: str, dtype: DType, expression: str) -> str:
        return f"{held(dtype)} {name} = {expression};"

    def pick(self, cond: str, yes: str, no: str) -> str:
        return f"{cond} ? {yes} : {no}"

    def forever(self) -> str:
        return "while (true)"

    def for_head(self, dtype: DType, counter: str, trips: str) -> str:
        return f"for ({dtype} {counter} = 0; {counter} < {trips}; ++{counter})"

    def counter_word(self, counter: DType, value: int) -> str:
        return f"v{value}" if self.types[value] is counter else f"({counter})v{value}"

    def counted(self, dtype: DType, word: str) -> str:
        return word if dtype in (u32, u64) else f"({held(dtype)})({word})"

    # -- parameters -----------------------------------------------------------------------------------------------
    def parameter(self, dtype: DType, offset: int) -> str:
        low = f"params.words[{offset // 4}]"
        if dtype.nbytes == 8:
            return self.from_bits(dtype, f"((u64)params.words[{offset // 4 + 1}] << 32 | {low})")
        if dtype is bool_:
            return f"({low} >> {8 * (offset % 4)} & 255u) != 0"
        if dtype.nbytes == 4:
            return self.from_bits(dtype, low)
        return self.from_bits(dtype, f"{low} >> {8 * (offset % 4)}" if offset % 4 else low)

    def uses_index(self) -> bool:
        """Whether the text needs ``local_index``."""
        return bool(self.shared_buffers()) or any(name in UNAXED_IDS for name, _ in self.ids)

    def prologue(self) -> None:
        add = self.body.add
        for name, dtype, expression in self.parameters():
            add(self.let(name, dtype, expression))
        shared = self.shared_buffers()
        for buffer, dtype, count in shared:
            add(self.shared_array(f"b{buffer}", cell(dtype), max(count, 1)))
        if self.uses_index():
            add(f"const u32 local_index = {self.local_index()};")
        for buffer, _, count in shared:
            add(f"for (u32 k = local_index; k < {count}u; k += {prod(self.plan.workgroup)}u) {{ b{buffer}[k] = 0; }}")
        if shared:
            add(self.shared_barrier_text())
        for n, declared in enumerate(self.program.buffers):
            if declared.role == "private":
                add(f"{cell(declared.dtype)} b{n}[{max(prod(declared.shape or ()), 1)}] = {{0}};")

    def op(self, stmt: Op) -> None:
        op, args = stmt.op, stmt.args
        if op == "sub" and stmt.dtype.is_integer and self.intervals[args[0]] == (0, 0):
            op, args = "neg", args[1:]
        found = self.expression(op, stmt.dtype, [self.types[v] for v in args], [f"v{v}" for v in args])
        self.value(stmt.result, self.extended(stmt.dtype, found) if stmt.result in self.to_extend else found)

    def clear(self, stmt: Clear) -> None:
        count = prod(self.program.buffers[stmt.buffer].shape or ())
        if count <= _UNROLLED:
            for k in range(count):
                self.body.add(f"b{stmt.buffer}[{k}] = 0;")
        else:
            self.body.add(f"for (u32 k = 0; k < {count}u; ++k) {{ b{stmt.buffer}[k] = 0; }}")

    def tables(self) -> list[str]:
        """The constant arrays. Floats are there as their bits."""
        found = []
        for n, buffer in enumerate(self.program.buffers):
            if buffer.role == "table":
                t, size = self.table_cell(buffer.dtype), buffer.dtype.nbytes
                data = buffer.data
                bits = (int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size))
                found.append(self.table(f"b{n}", t, [self.literal(t, x) for x in bits] or ["0"]))
        return found

    @staticmethod
    def table_cell(t: DType) -> DType:
        return u8 if t is bool_ else t.unsigned if t.is_float else t

    # -- memory ---------------------------------------------------------------------------------------------------
    def load(self, stmt: Load) -> None:
        run = self.wide.runs.get(self.at)
        if run is not None:
            self._wide_load(run)
            self.check_members(run, [self.at])
        elif self.at not in self.wide.covered:
            super().load(stmt)
        else:
            self.check_members(self.wide.of(self.at), [self.at])

    def store(self, stmt: Store) -> None:
        run = self.wide.runs.get(self.at)
        if run is not None:
            self._wide_store(run)
        elif self.at not in self.wide.covered:
            super().store(stmt)

    def _wide(self, run: Run) -> tuple[str, str]:
        """Defines where the run begins; gives the condition under which all of it can be had ("" where it always can), and the
        pointer to it."""
        buffer, n, w = self.program.buffers[run.buffer], self.extent(run.buffer, None), f"w{self.at}"
        first = f"{self.offset_word(run.subscript)} + {run.shift}u" if run.shift else self.offset_word(run.subscript)
        self.body.add(f"const u32 {w} = {first};")
        at = f"b{run.buffer} + {w}"
        conditions = []
        whole, aligned = f"{n} >= {run.length}u && {w} <= {n} - {run.length}u", f"((u64)({at}) & 15u) == 0"
        if not self.proved.issuperset(run.numbers):
            conditions.append(whole)
            self.guarded += len(run.elements)
        elif self.record is not None:
            self.check("in bounds", whole, run.subscript, n)
            conditions.append(whole)
        if buffer.role != "shared":
            conditions.append(aligned)
        else:
            self.check("aligned", aligned, run.subscript)
        return " && ".join(conditions), at

    def _wide_load(self, run: Run) -> None:
        dtype = self.program.buffers[run.buffer].dtype
        four = f"{'SHARED' if self.program.buffers[run.buffer].role == 'shared' else 'STORAGE'} {_FOURS[dtype]}"
        condition, at = self._wide(run)
        for _, value in run.elements:
            self.types[value] = dtype
            self.body.add(self.var(f"v{value}", dtype, self.literal(dtype, 0)))
        with self.body.block(f"if ({condition})" if condition else ""):
            for k in range(0, run.length, WIDE):
                self.body.add(f"const {_FOURS[dtype]} q{k} = *(const {four}*)({at} + {k}u);")
            for k, value in run.elements:
                self.body.add(f"v{value} = q{k // WIDE * WIDE}.{'xyzw'[k % WIDE]};")
        # an element may be read twice
        self._one_by_one(run, condition, [(k, f"v{value} = {{}}") for k, value in run.elements])

    def _wide_store(self, run: Run) -> None:
        buffer = self.program.buffers[run.buffer]
        four = f"{'SHARED' if buffer.role == 'shared' else 'STORAGE'} {_FOURS[buffer.dtype]}"
        condition, at = self._wide(run)
        self.check_members(run, run.numbers)
        stored = {k: self.stored(buffer.dtype, f"v{value}", buffer.role) for k, value in run.elements}
        with self.body.block(f"if ({condition})" if condition else ""):
            for k in range(0, run.length, WIDE):
                self.body.add(f"{_FOURS[buffer.dtype]} q{k};")
                for j in range(WIDE):
                    self.body.add(f"q{k}.{'xyzw'[j]} = {stored[k + j]};")
                self.body.add(f"*({four}*)({at} + {k}u) = q{k};")
        self._one_by_one(run, condition, [(k, f"{{}} = {value}") for k, value in stored.items()])

    def _one_by_one(self, run: Run, condition: str, accesses: Sequence[tuple[int, str]]) -> None:
        """The elements of a run that cannot be had at once. ``accesses``: which element, and a statement with a place for it."""
        if not condition:
            return
        n, w = self.extent(run.buffer, None), f"w{self.at}"
        with self.body.block("else"):
            for k, text in accesses:
                self.body.add(f"if ({w} + {k}u < {n}) {{ {text.format(f'b{run.buffer}[{w} + {k}u]')}; }}")

    def inside(self, value: int, extent: str) -> str:
        t, v = self.types[value], f"v{value}"
        if t.bits == 64:  # a negative one is beyond every extent
            return f"{v} < {extent}" if t is u64 else f"(u64){v} < {extent}"
        if t.is_signed:  # an array of more than 2**31 elements makes the first half necessary
            return f"{v} >= 0 && (u32){v} < {extent}"
        return f"{v} < {extent}"

    def offset_word(self, value: int) -> str:
        return f"v{value}" if self.types[value] is u32 else f"(u32)v{value}"

    def field(self, stmt: Load | Store | Atomic) -> Field | None:
        record = self.program.buffers[stmt.buffer].record
        return None if record is None or isinstance(stmt, Atomic) or stmt.field is None else record.fields[stmt.field]

    def scalar(self, stmt: Load | Store | Atomic, field: Field, offset: str, inner: str) -> str:
        """The address of a field's scalar, in bytes."""
        record = self.program.buffers[stmt.buffer].record
        assert record is not None
        at = f"b{stmt.buffer} + (u64)({offset}) * {record.nbytes} + {field.offset}"
        return f"{at} + ({inner}) * {field.dtype.nbytes}" if inner else at

    def element(self, stmt: Load, offset: str, inner: str) -> str:
        field = self.field(stmt)
        buffer = self.program.buffers[stmt.buffer]
        if field is not None:
            t = cell(field.dtype)
            raw = self.call(f"load_{t.unsigned}", self.scalar(stmt, field, offset, inner))
            return f"{raw} != 0" if field.dtype is bool_ else self.from_bits(field.dtype, raw)
        at = f"b{stmt.buffer}[{offset}]"
        t = buffer.dtype
        if t is bool_:
            return f"{at} != 0"
        if stmt.result in self.to_extend:
            return self.extended(t, at)
        return self.from_bits(t, at) if t.is_float and (buffer.role == "table" or cell(t) is not t) else at

    def put(self, stmt: Store, offset: str, inner: str) -> None:
        field, v = self.field(stmt), f"v{stmt.value}"
        role = self.program.buffers[stmt.buffer].role
        if field is not None:
            raw = (
                f"{v} ? 1 : 0"
                if field.dtype is bool_
                else v
                if is_narrow(field.dtype)
                else self.to_bits(field.dtype, v)
            )
            call = self.call(f"store_{cell(field.dtype).unsigned}", self.scalar(stmt, field, offset, inner), raw)
            self.body.add(f"{call};")
            return
        self.body.add(f"b{stmt.buffer}[{offset}] = {self.stored(self.program.buffers[stmt.buffer].dtype, v, role)};")

    def stored(self, t: DType, v: str, role: str) -> str:
        """A value as memory holds it: in storage a NaN is the canonical one (rule 3.4)."""
        if t is bool_:
            return f"{v} ? 1 : 0"
        if cell(t) is not t:
            return self.to_bits(t, v)
        return self.call(f"canonical_{t}", v) if t.is_float and role not in ("shared", "private") else v

    def float_atomic(self, stmt: Atomic, at: str, *, qualifier: str, swap: str) -> str:
        """Minimum, maximum or sum by compare and exchange on the bits. ``qualifier``: of memory, where a target has that."""
        t = self.program.buffers[stmt.buffer].dtype
        u = t.unsigned
        name = f"atomic_{stmt.op}_{t}_{self.program.buffers[stmt.buffer].role}"
        if name not in self.functions:
            both = self.from_bits(t, "old"), "x"
            if stmt.op in SUMS:
                result = self.call(f"canonical_{t}", self.expression(stmt.op, t, (t, t), both))
            else:
                result = self.call(f"{stmt.op}_{t}", *both)
            joined = self.to_bits(t, result)
            self.functions[name] = (
                f"FUNCTION {t} {name}({qualifier}{t}* p, const {t} x) {{\n"
                f"  {qualifier}{u}* word = ({qualifier}{u}*)p;\n"
                f"  {u} old = *word;\n"
                "  while (true) {\n"
                f"    const {u} now = {joined};\n"
                f"    const {u} seen = {swap}(word, old, now);\n"
                f"    if (seen == old) {{ return {self.from_bits(t, 'old')}; }}\n"
                "    old = seen;\n"
                "  }\n}"
            )
        return f"{name}({at}, v{stmt.value})"

    # -- facts --------------------------------------------------------------------------------------------------
    @abstractmethod
    def swap(self, t: DType) -> str:
        """The function that compares and exchanges a word in storage."""

    def wrong_fact(self, what: int, value: str, bound: str) -> str:
        assert self.record is not None
        word_ = self.program.buffers[self.record].dtype
        self.functions.setdefault(
            "wrong_fact",
            f"FUNCTION void wrong_fact({self.record_qualifier}{word_}* p, {word_} what, {word_} at, {word_} value, {word_} bound) {{\n"
            f"  if ({self.swap(word_)}(p, ~({word_})0, what) == ~({word_})0) {{\n"
            "    p[2] = at; p[3] = 1; p[4] = value; p[5] = bound;\n  }\n}",
        )
        place = f"b{self.record} + {self.first_word}, {what}u, {self.id_expression('global_id', 0)}"
        return f"wrong_fact({place}, ({word_})({value}), ({word_})({bound}));"

    def fact_word(self, value: int) -> str:
        return "0u" if self.types[value].is_float else f"v{value}"

    # -- functions ----------------------------------------------------------------------------------------------
    def _function(self, name: str) -> str:
        kind, _, suffix = name.rpartition("_")
        sizes = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
        if kind in ("load", "store") and suffix in sizes:
            return self._bytes(name, kind, {1: u8, 2: u16, 4: u32, 8: u64}[sizes[suffix]])
        return super()._function(name)

    def _bytes(self, name: str, kind: str, t: DType) -> str:
        """Records lie at any address, so that they are read and written by bytes."""
        w = word(t)
        if kind == "load":
            parts = " | ".join(f"({w})p[{k}] << {8 * k}" if k else f"({w})p[0]" for k in range(t.nbytes))
            return f"FUNCTION {held(t)} {name}(const STORAGE u8* p) {{\n  return {parts};\n}}"
        lines = "".join(f"  p[{k}] = (u8)(x >> {8 * k});\n" if k else "  p[0] = (u8)x;\n" for k in range(t.nbytes))
        return f"FUNCTION void {name}(STORAGE u8* p, const {held(t)} x) {{\n{lines}}}"
