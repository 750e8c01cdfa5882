"""WGSL for WebGPU.

Storage of u32 and i32 is an array of that type, of u8 and bool an array of u32 words that hold four elements
each. A buffer that is written by bytes, or touched by atomics, is an array of atomics, and every access to it is
atomic: WebGPU has no byte stores, so a byte is cleared and set by an and/or pair, which leaves its neighbours
alone. Workgroup arrays follow the same rules; their bytes share one array, so that declared bytes are what counts.

Loops: lavapipe ends all loops of an invocation after 65,535 iterations without a word. There every loop watches
whether it was left by its own statements.

The grid: a device launches at most 65,535 workgroups along an axis. Larger grids are launched folded; the
parameters tell the true grid, and groups beyond it leave at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, i32, u8, u32
from vyre.emit.base import Artifact
from vyre.emit.clike import ENTRY, CLikeEmitter
from vyre.emit.integers import IntegerExpressions, held_in
from vyre.ir.nodes import Atomic, Load, Store
from vyre.plan.plan import Plan

__all__ = ["emit"]

_ATOMIC: Final = {
    "add": "atomicAdd", "sub": "atomicSub", "min": "atomicMin", "max": "atomicMax",
    "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "exchange": "atomicExchange",
}  # fmt: skip
_NAMES: Final[dict[DType, str]] = {bool_: "bool", u8: "u32", u32: "u32", i32: "i32"}


def emit(plan: Plan, profile: DeviceProfile) -> Artifact:
    """WGSL text. Needs no device.

    Raises UnsupportedFeature U702 for types and operations that this lowering does not have.
    """
    return WgslEmitter(plan, profile).emit()


class WgslEmitter(IntegerExpressions, CLikeEmitter):
    """Binding 0 is the parameter block (where there are parameters), binding 1 + k slot k of the plan. Where the
    device ends loops early (``profile.loop_limit``) and the program has loops, one more binding follows: a word that
    is not zero after a launch in which that happened."""

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        CLikeEmitter.__init__(self, plan, profile)
        IntegerExpressions.__init__(self)
        self.folds = "groups0" in plan.params.offsets
        self.byte_base: dict[int, int] = {}  # buffer of bytes in workgroup memory -> its first byte in `bytes`
        self.byte_count = 0
        for buffer, dtype, count in self.shared_buffers():
            if dtype.nbytes == 1:
                self.byte_base[buffer] = self.byte_count
                self.byte_count += count

    # -- the few things that differ -----------------------------------------------------------------------
    def type_name(self, dtype: DType) -> str:
        return _NAMES[dtype]

    def literal(self, dtype: DType, bits: int) -> str:
        if dtype is bool_:
            return "true" if bits else "false"
        if dtype is i32:
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

    def unsigned(self, x: str) -> str:
        return f"bitcast<u32>({x})"

    def signed(self, x: str) -> str:
        return f"bitcast<i32>({x})"

    def pick(self, cond: str, yes: str, no: str) -> str:
        return f"select({no}, {yes}, {cond})"

    def number(self, x: str) -> str:
        return f"u32({x})"

    def wrapping(self, symbol: str, a: str, b: str) -> str:
        return f"{a} {symbol} {b}"

    def function(
        self, name: str, parameters: Sequence[tuple[str, DType]], result: DType, lines: Sequence[str], value: str
    ) -> str:
        given = ", ".join(f"{p}: {self.type_name(held_in(t))}" for p, t in parameters)
        inner = "".join(f"  {line}\n" for line in (*lines, f"return {value};"))
        return f"fn {name}({given}) -> {self.type_name(held_in(result))} {{\n{inner}}}"

    def bits_of_word(self, what: str, x: str) -> str:
        return f"{ {'popcount': 'countOneBits', 'clz': 'countLeadingZeros', 'reverse_bits': 'reverseBits'}[what] }({x})"

    def counter_word(self, counter: DType, value: int) -> str:
        return self.unsigned(f"v{value}") if self.types[value] is i32 else f"v{value}"

    def counted(self, dtype: DType, word: str) -> str:
        return self.signed(word) if dtype is i32 else self.narrow(dtype, word)

    def offset_word(self, value: int) -> str:
        return self.counter_word(u32, value)

    def inside(self, value: int, extent: str) -> str:
        if self.types[value] is i32:  # an array of more than 2**31 elements makes the first half necessary
            return f"v{value} >= 0 && {self.unsigned(f'v{value}')} < {extent}"
        return f"v{value} < {extent}"

    def for_head(self, dtype: DType, counter: str, trips: str) -> str:
        condition = "" if self.watched else f"{counter} < {trips}"
        return f"for (var {counter} = 0u; {condition}; {counter} = {counter} + 1u)"

    def report(self) -> str:
        return "atomicOr(&ended[0], 1u);"

    def forever(self) -> str:
        return "loop"

    def barrier_text(self) -> str:
        return "storageBarrier(); workgroupBarrier();"

    # -- ids and parameters ----------------------------------------------------------------------------------
    def parameter(self, dtype: DType, offset: int) -> str:
        word = f"params[{offset // 16}].{'xyzw'[offset // 4 % 4]}"
        if dtype in (u8, bool_):
            word = f"({word} >> {8 * (offset % 4)}u) & 255u"
        if dtype is bool_:
            return f"({word}) != 0u"
        return self.signed(word) if dtype is i32 else word

    def prologue(self) -> None:
        add = self.body.add
        for name, dtype, expression in self.parameters():
            add(self.let(name, dtype, expression))
        if not self.folds:
            add("let groups = launched;")
            add("let group = launched_group;")
        else:
            add("let groups = vec3<u32>(groups0, groups1, groups2);")
            add("var group = launched_group;")
            with self.body.block("if (any(launched != groups))"):
                add("let linear = group.x + launched.x * (group.y + launched.y * group.z);")
                add("if (linear >= groups0 * groups1 * groups2) { return; }")
                add("group = vec3<u32>(linear % groups0, linear / groups0 % groups1, linear / (groups0 * groups1));")
        x, y, z = self.plan.workgroup
        if any(name == "global_id" for name, _ in self.ids):
            add(f"let global = group * vec3<u32>({x}u, {y}u, {z}u) + local;")
        # WGSL promises zeros in workgroup memory, and wgpu-native 29 does not keep that promise (rule 4.2).
        arrays = self.workgroup_arrays()
        for name, cells, count in arrays:
            clear = f"atomicStore(&{name}[k], 0);" if cells.startswith("atomic") else f"{name}[k] = 0;"
            add(f"for (var k = local_index; k < {count}u; k = k + {x * y * z}u) {{ {clear} }}")
        if arrays:
            add("workgroupBarrier();")

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
        return f"{ {'global_id': 'global', 'local_id': 'local', 'group_id': 'group', 'num_groups': 'groups'}[name] }.{'xyz'[axis]}"

    # -- memory ------------------------------------------------------------------------------------------------
    def is_atomic(self, buffer: int) -> bool:
        found = self.effects[buffer]
        return found.atomics or (found.writes and self.program.buffers[buffer].dtype.nbytes == 1)

    def words(self, buffer: int, offset: str) -> tuple[str, str]:
        """The word that holds a byte, and the shift of the byte in it."""
        base = self.byte_base.get(buffer, 0)
        at = f"({offset} + {base}u)" if base else f"({offset})" if " " in offset else offset
        name = "bytes" if buffer in self.byte_base else f"b{buffer}"
        return f"{name}[{at} >> 2u]", f"(({at} & 3u) << 3u)"

    def is_byte(self, buffer: int) -> bool:
        return self.program.buffers[buffer].dtype.nbytes == 1

    def element(self, stmt: Load, offset: str, inner: str) -> str:
        buffer = stmt.buffer
        if not self.is_byte(buffer):
            return f"atomicLoad(&b{buffer}[{offset}])" if self.is_atomic(buffer) else f"b{buffer}[{offset}]"
        word, shift = self.words(buffer, offset)
        held = f"atomicLoad(&{word})" if buffer in self.byte_base or self.is_atomic(buffer) else word
        byte = f"({held} >> {shift}) & 255u"
        return f"({byte}) != 0u" if self.program.buffers[buffer].dtype is bool_ else byte

    def put(self, stmt: Store, offset: str, inner: str) -> None:
        add, buffer, value = self.body.add, stmt.buffer, f"v{stmt.value}"
        if not self.is_byte(buffer):
            add(
                f"atomicStore(&b{buffer}[{offset}], {value});"
                if self.is_atomic(buffer)
                else f"b{buffer}[{offset}] = {value};"
            )
            return
        word, shift = self.words(buffer, offset)
        byte = self.number(value) if self.program.buffers[buffer].dtype is bool_ else value
        add(f"atomicAnd(&{word}, ~(255u << {shift}));")
        add(f"atomicOr(&{word}, {byte} << {shift});")

    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        cell = f"&b{stmt.buffer}[{offset}]"
        if stmt.op != "compare_exchange":
            return f"{_ATOMIC[stmt.op]}({cell}, v{stmt.value})"
        name, holder = f"exchange_b{stmt.buffer}", self.type_name(held_in(self.program.buffers[stmt.buffer].dtype))
        # WGSL's own may fail without a reason; it is repeated until it fails for one (6.1: strong).
        self.functions[name] = (
            f"fn {name}(at: u32, expected: {holder}, value: {holder}) -> {holder} {{\n"
            f"  var old = expected;\n"
            "  loop {\n"
            f"    let r = atomicCompareExchangeWeak(&b{stmt.buffer}[at], expected, value);\n"
            "    old = r.old_value;\n"
            "    if (r.exchanged || old != expected) { break; }\n"
            "  }\n"
            "  return old;\n}"
        )
        return f"{name}({offset}, v{stmt.expected}, v{stmt.value})"

    # -- the whole ---------------------------------------------------------------------------------------------
    def cells(self, buffer: int) -> str:
        holder = "u32" if self.is_byte(buffer) else self.type_name(held_in(self.program.buffers[buffer].dtype))
        return f"atomic<{holder}>" if self.is_atomic(buffer) else holder

    def declarations(self) -> list[str]:
        lines = []
        if self.plan.params.nbytes:
            lines.append(
                f"@group(0) @binding(0) var<uniform> params: array<vec4<u32>, {self.plan.params.nbytes // 16}>;"
            )
        for k, slot in enumerate(self.plan.slots):
            access = "read_write" if slot.writable else "read"
            lines.append(
                f"@group(0) @binding({k + 1}) var<storage, {access}> b{slot.buffer}: array<{self.cells(slot.buffer)}>;"
            )
        if self.watched:
            lines.append(
                f"@group(0) @binding({len(self.plan.slots) + 1}) var<storage, read_write> ended: array<atomic<u32>>;"
            )
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
