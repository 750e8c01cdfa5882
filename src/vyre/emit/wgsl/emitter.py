"""The text as a whole: declarations, parameters, ids, control flow.

The parameters come in one uniform block of words, at whose end stand *hidden zeros* (``zero_of``) where the text uses them:
numbers that no compiler can know, for what must not be reckoned ahead or recognised.

Loops: lavapipe ends all loops of an invocation after 65,535 iterations without a word. There every loop watches
whether it was left by its own statements. Elsewhere short ones have several iterations in each turn (:mod:`vyre.emit.wgsl.unrolling`).

The grid: a device launches at most 65,535 workgroups along an axis. Larger grids are launched folded (:mod:`vyre.emit.grid`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from math import prod
from typing import ClassVar, Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, u32, u64
from vyre.emit.clike import ENTRY, CLikeEmitter
from vyre.emit.grid import GridWords, unfold
from vyre.emit.numerics import named
from vyre.emit.wgsl.bindings import WgslArtifact
from vyre.emit.wgsl.hidden import NOTHING_HIDDEN, hidden_values
from vyre.emit.wgsl.integers import COMPARE
from vyre.emit.wgsl.runs import WgslRuns
from vyre.emit.wgsl.text import ZEROS, Zero
from vyre.emit.wgsl.unrolling import Unrolling
from vyre.ir.literals import python_value
from vyre.ir.nodes import Const, For, Id, Op, Size
from vyre.ir.ops import FUNCTIONS
from vyre.plan.plan import Plan

__all__ = ["emit"]

_WIDEST: Final = 16  # lanes of a vector of llvmpipe: 8, or 16 with 512 bits
_ZEROS: Final = {"u32": "0", "i32": "0", "u64": "0lu", "i64": "0li"}


def emit(plan: Plan, profile: DeviceProfile) -> WgslArtifact:
    """WGSL text. Needs no device.

    Raises UnsupportedFeature U702 for types and operations that this lowering does not have.
    """
    return WgslEmitter(plan, profile).emit()


class WgslEmitter(WgslRuns):
    """What is bound is told by :class:`~vyre.emit.wgsl.bindings.Bindings`. Where the device ends loops early
    (``profile.loop_limit``) and the program has loops, ``ended`` is a word that is not zero after a launch in which that happened."""

    runs_tiles = True
    grid_words: ClassVar[GridWords] = GridWords("launched_group.{}", "launched.{}", u32, "{}", "{}", one_axis=True)

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        CLikeEmitter.__init__(self, plan, profile)
        self.functions = {}
        self.bodies = {}
        self.left = set()
        self.native64 = "shader-int64" in profile.extensions
        ends = (offset + t.nbytes for _, t, offset in plan.params.fields)
        self.zero_at = -(-max(ends, default=0) // 4)
        self.hides_zeros = False
        self.bases_at = self.zero_at + len(ZEROS)
        self.lay_out()
        self.unrolling = Unrolling(self.program)
        self.hiding = NOTHING_HIDDEN if profile.trusts_device else hidden_values(self.program, self.use, plan.numerics)

    def emit(self) -> WgslArtifact:
        made = super().emit()
        bindings = replace(self.bindings, params_nbytes=self.params_nbytes, bases_at=self.bases_at)
        parts = {part.name: getattr(made, part.name) for part in fields(made)}
        return WgslArtifact(**parts, bindings=bindings)

    def relaxed(self) -> tuple[str, ...]:
        return named(self.hiding.open | self.left)

    # -- opaque values: see vyre.emit.wgsl.hidden ------------------------------------------------------------------
    def value(self, result: int, expression: str) -> None:
        super().value(result, self.opaque(result, expression))

    def opaque(self, result: int, expression: str) -> str:
        """The expression of a value, made opaque where it is to be."""
        t = self.types[result]
        if result in self.hiding.values:
            return self.hidden(t, expression)
        return self.hidden(t, expression, "anew") if result in self.hiding.anew else expression

    def const(self, stmt: Const) -> None:
        literal = self.literal(stmt.dtype, stmt.bits)
        if stmt.result in self.hiding.anew:
            self.value(stmt.result, literal)
        elif stmt.dtype.is_float and not self.profile.trusts_device and abs(python_value(stmt.dtype, stmt.bits)) == 1:
            # Mesa 22.3 makes a choice between a one and a zero a conversion of the condition, whatever the zero's sign.
            self.body.add(self.let(f"v{stmt.result}", stmt.dtype, self.hidden(stmt.dtype, literal, "anew")))
        else:
            super().const(stmt)

    def id(self, stmt: Id) -> None:
        if stmt.name == "workgroup_size":
            self.numbered(stmt.result, self.plan.workgroup[stmt.axis])
        else:
            super().id(stmt)

    def size(self, stmt: Size) -> None:
        shape = self.program.buffers[stmt.buffer].shape
        if self.program.buffers[stmt.buffer].role in ("shared", "private", "table") and shape is not None:
            self.numbered(stmt.result, prod(shape) if stmt.axis is None else shape[stmt.axis])
        else:
            super().size(stmt)

    def numbered(self, result: int, number: int) -> None:
        """A value that is a literal, of which the compiler must not know that: see ``constant``."""
        self.body.add(self.constant(f"v{result}", u32, self.literal(u32, number)))

    def op(self, stmt: Op) -> None:
        args = [f"v{v}" for v in stmt.args]
        types = [self.types[v] for v in stmt.args]
        if stmt.result in self.hiding.seconds:
            args[1] = self.hidden(types[1], args[1], "other")
        self.value(stmt.result, self.expression(stmt.op, stmt.dtype, types, args))

    def reads(self, result: int, condition: str | None, expression: str) -> None:
        if condition is None:
            super().reads(result, condition, expression)
            return
        self.body.add(self.var(f"v{result}", self.types[result], self.absent(result)))
        self.body.add(f"if ({condition}) {{ v{result} = {self.opaque(result, expression)}; }}")

    def absent(self, result: int) -> str:
        t = self.types[result]
        exposed = result in self.hiding.loads or (t.is_float and not self.profile.trusts_device)
        return self.hidden(t, self.literal(t, 0), "anew") if exposed else self.literal(t, 0)

    # -- values ------------------------------------------------------------------------------------------------
    def literal(self, dtype: DType, bits: int) -> str:
        if dtype is bool_:
            return "true" if bits else "false"
        if dtype.is_float:
            return self.float_literal(dtype, bits)
        if dtype.bits == 64:
            return self.wide_literal(dtype, bits)
        if dtype.is_signed:
            if dtype.bits < 32 and bits >> (dtype.bits - 1):
                bits += (1 << 32) - (1 << dtype.bits)  # its sign extended
            # -2147483648 has no literal of its own: the minus is an operator
            return f"{bits}i" if bits < 1 << 31 else f"bitcast<i32>({bits}u)"
        return f"{bits}u"

    def let(self, name: str, dtype: DType, expression: str) -> str:
        return f"let {name} = {expression};"

    def var(self, name: str, dtype: DType, expression: str) -> str:
        return f"var {name} = {expression};"

    def constant(self, name: str, dtype: DType, literal: str) -> str:
        # A `let` would be a constant expression, and WGSL compilers refuse those that overflow, shift too far or
        # index beyond an array, which are all defined here. A variable is none.
        return self.var(name, dtype, literal)

    def pick(self, cond: str, yes: str, no: str) -> str:
        return f"select({no}, {yes}, {cond})"

    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        t = types[0]
        if op == "select":
            return self.pick(*args)
        if op == "cast":
            float_ = t.is_float or result.is_float
            return self.float_cast(t, result, args[0]) if float_ else self.convert(t, result, args[0])
        if op == "bitcast":
            return self.bitcast(t, result, args[0])
        if op in FUNCTIONS:
            return self.mathematical(op, t, args)
        if t.is_float:
            return self.float_expression(op, t, args)
        if op in COMPARE:
            wide = any(x.bits == 64 for x in types)
            return self.compare_wide(op, types, args) if wide else self.compare_short(op, types, args)
        if op in ("shl", "shr", "rotl", "rotr"):
            count = self.low_word(types[1], args[1])
            return (self.shift_wide if t.bits == 64 else self.shift_short)(op, t, args[0], count)
        return (self.wide_expression if t.bits == 64 else self.short_expression)(op, t, args)

    def bitcast(self, source: DType, target: DType, x: str) -> str:
        if source is target:
            return x
        if source.is_float:
            bits = self.float_to_bits(source, x)
            if target.is_float:
                return self.float_from_bits(target, bits)
            return self.signed(target, bits) if target.bits == 64 else self.from_word(target, bits)
        if target.is_float:
            if target.bits == 64:
                return self.float_from_bits(target, self.unsigned(source, x))
            bits = self.word(source, x)
            return self.float_from_bits(target, f"{bits} & 65535u" if target.bits == 16 else bits)
        return self.convert(source, target, x)

    # -- what control flow asks for -----------------------------------------------------------------------------
    def truth(self, value: int) -> str:
        t = self.types[value]
        if t.bits == 64 and not self.native64:
            return f"any(v{value} != vec2<u32>())"
        return super().truth(value)

    def untruth(self, value: int) -> str:
        t = self.types[value]
        if t.bits == 64 and not self.native64:
            return f"all(v{value} == vec2<u32>())"
        return super().untruth(value)

    def counter_word(self, counter: DType, value: int) -> str:
        t = self.types[value]
        return self.convert(t, u64, f"v{value}") if counter is u64 else self.low_word(t, f"v{value}")

    def counted(self, dtype: DType, word: str) -> str:
        return self.signed(dtype, word) if dtype.bits == 64 else self.from_word(dtype, word)

    def offset_word(self, value: int) -> str:
        return self.low_word(self.types[value], f"v{value}")

    def inside(self, value: int, extent: str) -> str:
        t = self.types[value]
        if t.bits == 64:
            return self.inside_wide(t, f"v{value}", extent)
        if t.is_signed:  # an array of more than 2**31 elements makes the first half necessary
            return f"v{value} >= 0 && bitcast<u32>(v{value}) < {extent}"
        return f"v{value} < {extent}"

    def for_(self, stmt: For) -> None:
        if self.program.locals[stmt.local].dtype.bits == 64 and not self.native64:
            self.for_pairs(stmt)
        else:
            super().for_(stmt)

    def for_pairs(self, stmt: For) -> None:
        """The same loop with a pair as its counter."""
        at, local, add, lit = self.at, self.program.locals[stmt.local].dtype, self.body.add, self.wide_literal
        first, last = (stmt.lo, stmt.hi) if stmt.step > 0 else (stmt.hi, stmt.lo)
        trips = self.call("sub_pair", f"v{last}", f"v{first}")
        if abs(stmt.step) >= 1 << 64:
            trips = lit(u64, 1)
        elif abs(stmt.step) > 1:
            rest = self.call("sub_pair", trips, lit(u64, 1))
            trips = self.call("add_pair", self.call("div_u64", rest, lit(u64, abs(stmt.step))), lit(u64, 1))
        runs = self.call(f"less_{local}", f"v{first}", f"v{last}")
        add(f"let t{at} = {self.pick(runs, trips, lit(u64, 0))};")
        less, step = self.call("less_u64", f"k{at}", f"t{at}"), lit(u64, stmt.step & ((1 << 64) - 1))
        start, on = f"var k{at} = {lit(u64, 0)}", f"k{at} = {self.call('add_pair', f'k{at}', lit(u64, 1))}"
        if self.watched:
            add(f"{start};")
        with self.loop(f"for (; ; {on})" if self.watched else f"for ({start}; {less}; {on})", unless=f"!{less}"):
            if self.watched:
                add(f"if (!{less}) {{ break; }}")
            moved = f"k{at}" if stmt.step == 1 else self.call("mul_pair", f"k{at}", step)
            add(f"l{stmt.local} = {self.call('add_pair', f'v{stmt.lo}', moved)};")
            self.emit_block(stmt.body)

    def turns(self, stmt: For, counter: DType) -> None:
        pays = self.profile.kind == "gpu" and not self.watched and counter is u32
        times = self.unrolling.times(stmt) if pays else 1
        if times == 1:
            super().turns(stmt, counter)
            return
        at, guarded = self.at, self.guarded
        several, one = self.literal(u32, times), self.literal(u32, 1)
        self.body.add(f"let m{at} = t{at} & ~({several} - {one});")
        with self.loop(f"for (var k{at} = 0u; k{at} < m{at}; k{at} = k{at} + {several})"):
            for n in range(times):
                self.at, self.guarded = at, guarded
                with self.body.block(""):
                    self.turn(stmt, counter, f"(k{at} + {n}u)" if n else f"k{at}")
        self.at, self.guarded = at, guarded
        with self.loop(f"for (var k{at} = m{at}; k{at} < t{at}; k{at} = k{at} + {one})"):
            self.turn(stmt, counter, f"k{at}")

    def distance(self, counter: DType, high: str, low: str) -> str:
        # NVIDIA's compiler (580.159.04, H200, Vulkan) makes something else of `select(0, b - a, a < b)` on u64 than what it says:
        # loops ran whose range was empty. It must not see that both are of one pair.
        if counter is u64:
            return f"({high} ^ {self.type_name(u64)}({self.zero})) - {low}"
        return super().distance(counter, high, low)

    @contextmanager
    def loop(self, head: str, *, unless: str = "") -> Iterator[None]:
        with super().loop(head, unless=unless):
            # llvmpipe runs lanes beyond the end of a workgroup in its last vector. Their loads give 0, so they may never leave a
            # loop, which keeps the others from what follows, and meets barriers that nobody else is at.
            count = prod(self.plan.workgroup)
            if self.watched and count % _WIDEST:
                self.body.add(f"if (local_index >= {count}u) {{ {self.leave()} }}")
            yield

    def for_head(self, dtype: DType, counter: str, trips: str) -> str:
        none, one = self.literal(dtype, 0), self.literal(dtype, 1)
        return f"for (var {counter} = {none}; {counter} < {trips}; {counter} = {counter} + {one})"

    def report(self) -> str:
        return "atomicOr(&ended[0], 1u);"

    def forever(self) -> str:
        return "loop"

    def barrier_text(self) -> str:
        return "storageBarrier(); workgroupBarrier();"

    # -- ids and parameters ----------------------------------------------------------------------------------
    @property
    def zero(self) -> str:
        return self.zero_of("hidden")

    def zero_of(self, use: Zero) -> str:
        self.hides_zeros = True
        return self.param_word(self.zero_at + ZEROS.index(use))

    @property
    def params_nbytes(self) -> int:
        """Bytes of the parameter block: those of the plan, the hidden zeros, the first words of packed arrays."""
        packed = len(self.bindings.read) + len(self.bindings.written)
        words = self.bases_at + packed if packed or self.hides_zeros else 0
        return max(self.plan.params.nbytes, -(-words // 4) * 16)

    def parameter(self, dtype: DType, offset: int) -> str:
        word = self.param_word(offset // 4)
        if dtype.nbytes == 8:
            return self.wide_value(dtype, f"params[{offset // 16}].{'xy' if offset % 16 == 0 else 'zw'}")
        if dtype.nbytes == 4:
            return self.from_raw(dtype, word)
        return self.from_raw(dtype, f"({word} >> {8 * (offset % 4)}u)")

    def prologue(self) -> None:
        add = self.body.add
        for name, dtype, expression in self.parameters():
            add(self.let(name, dtype, expression))
        placed = any(name in ("global_id", "group_id") for name, _ in self.ids)
        if self.folds:
            unfold(self, self.grid_words, tiled=self.tile is not None, placed=placed)
        self.tile_prologue()
        x, y, z = self.plan.workgroup
        # WGSL promises zeros in workgroup memory, and wgpu-native 29 does not keep that promise (rule 4.2).
        arrays = self.workgroup_arrays()
        for name, cells, count in arrays:
            none = _ZEROS.get(cells.removeprefix("atomic<").rstrip(">"), f"{cells}()")
            clear = f"atomicStore(&{name}[k], {none});" if cells.startswith("atomic") else f"{name}[k] = {none};"
            add(f"for (var k = local_index; k < {count}u; k = k + {x * y * z}u) {{ {clear} }}")
        if arrays:
            add("workgroupBarrier();")
        for n, buffer in enumerate(self.program.buffers):
            if buffer.role == "private":
                add(f"var b{n}: array<{self.cells(n)}, {prod(buffer.shape or ())}>;")

    def workgroup_arrays(self) -> list[tuple[str, str, int]]:
        """(name, element type, number of elements) of the arrays in workgroup memory."""
        found = [
            (f"b{n}", self.cells(n), max(count, 1)) for n, _, count in self.shared_buffers() if n not in self.byte_base
        ]
        if self.byte_base:
            found.append(("bytes", "atomic<u32>", max(-(-self.byte_count // 4), 1)))
        return found

    def id_expression(self, name: str, axis: int) -> str:
        if name == "workgroup_size":
            return self.literal(u32, self.plan.workgroup[axis])
        if name == "local_index":
            return "local_index"
        if self.fours and name in ("global_id", "local_id"):
            return f"first * {self.plan.workgroup[0]}u + member" if name == "global_id" else "local0"
        letter = "xyz"[axis]
        group = f"group{axis}" if self.folds else f"launched_group.{letter}"
        return {
            "global_id": f"{group} * {self.literal(u32, self.plan.workgroup[axis])} + local.{letter}",
            "local_id": f"local.{letter}",
            "group_id": group,
            "num_groups": f"groups{axis}" if self.folds else f"launched.{letter}",
        }[name]

    # -- the whole ---------------------------------------------------------------------------------------------
    def declarations(self) -> list[str]:
        lines = []
        if self.params_nbytes:
            lines.append(f"@group(0) @binding(0) var<uniform> params: array<vec4<u32>, {self.params_nbytes // 16}>;")
        storage = []
        for k in self.bindings.own:
            slot = self.plan.slots[k]
            access = "read_write" if slot.writable else "read"
            storage.append((access, f"b{slot.buffer}", self.cells(slot.buffer)))
        if self.bindings.read:
            storage.append(("read", "packed", "u32"))
        if self.bindings.written:
            storage.append(("read_write", "packed_out", self.cells(self.plan.slots[self.bindings.written[0]].buffer)))
        if self.watched:
            storage.append(("read_write", "ended", "atomic<u32>"))
        if self.bindings.constants:
            storage.append(("read", "tables", "u32"))
        for k, (access, name, cells) in enumerate(storage):
            lines.append(f"@group(0) @binding({k + 1}) var<storage, {access}> {name}: array<{cells}>;")
        lines += [f"var<workgroup> {name}: array<{cells}, {count}>;" for name, cells, count in self.workgroup_arrays()]
        return lines

    def entry(self, body: str) -> str:
        x, y, z = self.plan.workgroup
        return (
            f"@compute @workgroup_size({x}, {y}, {z})\n"
            f"fn {ENTRY}(@builtin(workgroup_id) launched_group: vec3<u32>, @builtin(num_workgroups) launched: vec3<u32>, "
            "@builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) local_index: u32) {\n"
            f"{body}\n}}"
        )
