"""OpenCL C 1.2.

Arrays are pointers to their own element types (u8 and bool are ``uchar``), sizes and scalar parameters come as one
structure by value. Values of u8 are held in ``uint``; arithmetic of i32 is done on ``uint``, because signed
overflow is undefined in C. Strictness of floats is asked for from the start, though this version emits none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bool_, i32, u8, u32
from vyre.emit.base import Artifact
from vyre.emit.clike import ENTRY, CLikeEmitter
from vyre.facts.ranges import ranges
from vyre.ir.nodes import Atomic, Barrier, Op
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.plan.plan import Plan

__all__ = ["OPTIONS", "emit"]

OPTIONS: Final = ("-cl-std=CL1.2", "-cl-fp32-correctly-rounded-divide-sqrt")
"""Options of every build. None of them relaxes anything."""

_ATOMIC: Final = {
    "add": "atomic_add", "sub": "atomic_sub", "min": "atomic_min", "max": "atomic_max", "and": "atomic_and",
    "or": "atomic_or", "xor": "atomic_xor", "exchange": "atomic_xchg", "compare_exchange": "atomic_cmpxchg",
}  # fmt: skip
_NAMES: Final[dict[DType, str]] = {bool_: "bool", u8: "uint", u32: "uint", i32: "int"}
_CELLS: Final[dict[DType, str]] = {bool_: "uchar", u8: "uchar", u32: "uint", i32: "int"}


def emit(plan: Plan, profile: DeviceProfile) -> Artifact:
    """OpenCL C text. Needs no device.

    Raises UnsupportedFeature U702 for types and operations that this lowering does not have.
    """
    return OpenclEmitter(plan, profile).emit()


class OpenclEmitter(CLikeEmitter):
    """Kernel arguments: the slots of the plan in order, then the parameter block (where there are parameters)."""

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        super().__init__(plan, profile)
        # PoCL 3.1 splits a kernel at its barriers, and where one stands inside control flow it now and then loses
        # what an invocation held in a variable that several branches set (a program in about 150). Variables that
        # live in memory are kept. Elsewhere this would only cost speed.
        inner = any(isinstance(stmt, Barrier) and depth for _, stmt, depth in walk(self.program))
        self.volatile = "volatile " if inner and profile.kind == "software" else ""
        # A program's own `0 - x` beside `x < 0` becomes the absolute value that NVIDIA takes for non-negative (see
        # emit/integers.py), so hardware gets a zero that its compiler cannot see: no launch of ours has an offset.
        self.negations = frozenset[int]() if profile.kind == "software" else _negations(self.program)

    # -- the few things that differ -----------------------------------------------------------------------
    def type_name(self, dtype: DType) -> str:
        return _NAMES[dtype]

    def literal(self, dtype: DType, bits: int) -> str:
        if dtype is bool_:
            return "true" if bits else "false"
        if dtype is i32:
            return f"{bits}" if bits < 1 << 31 else f"as_int({bits}u)"
        return f"{bits}u"

    def let(self, name: str, dtype: DType, expression: str) -> str:
        return f"const {self.holder(dtype)} {name} = {expression};"

    def var(self, name: str, dtype: DType, expression: str) -> str:
        return f"{self.volatile}{self.holder(dtype)} {name} = {expression};"

    def unsigned(self, x: str) -> str:
        return f"as_uint({x})"

    def signed(self, x: str) -> str:
        return f"as_int({x})"

    def pick(self, cond: str, yes: str, no: str) -> str:
        return f"({cond} ? {yes} : {no})"

    def number(self, x: str) -> str:
        return f"(uint)({x})"

    def wrapping(self, symbol: str, a: str, b: str) -> str:
        return f"as_int(as_uint({a}) {symbol} {b if symbol == '<<' else f'as_uint({b})'})"

    def function(
        self, name: str, parameters: Sequence[tuple[str, DType]], result: DType, lines: Sequence[str], value: str
    ) -> str:
        given = ", ".join(f"const {self.holder(t)} {p}" for p, t in parameters)
        inner = "".join(f"  {line}\n" for line in (*lines, f"return {value};"))
        return f"static {self.holder(result)} {name}({given}) {{\n{inner}}}"

    def bits_of_word(self, what: str, x: str) -> str:
        return self.call("reverse_u32", x) if what == "reverse_bits" else f"{what}({x})"

    def for_head(self, counter: str, trips: str) -> str:
        return f"for ({self.volatile}uint {counter} = 0u; {counter} < {trips}; {counter} = {counter} + 1u)"

    def forever(self) -> str:
        return "while (true)"

    def barrier_text(self) -> str:
        return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"

    def op(self, stmt: Op) -> None:
        if stmt.result not in self.negations:
            super().op(stmt)
            return
        x = f"v{stmt.args[-1]}"
        self.value(stmt.result, f"hidden_zero - {x}" if stmt.dtype is u32 else f"as_int(hidden_zero - as_uint({x}))")

    # -- ids and parameters ----------------------------------------------------------------------------------
    def parameter_word(self, index: int) -> str:
        return f"params.words[{index}]"

    def prologue(self) -> None:
        add = self.body.add
        for name, dtype, expression in self.parameter_words():
            add(self.let(name, dtype, expression))
        if self.negations:
            add("const uint hidden_zero = (uint)get_global_offset(0);")
        shared = self.shared_buffers()
        for buffer, dtype, count in shared:
            add(f"__local {_CELLS[dtype]} b{buffer}[{max(count, 1)}];")
        x, y, z = self.plan.workgroup
        if shared or ("local_index", 0) in self.ids:
            add(
                f"const uint local_index = (uint)get_local_id(0) + {x}u * ((uint)get_local_id(1) + {y}u * (uint)get_local_id(2));"
            )
        for buffer, _, count in shared:
            add(f"for (uint k = local_index; k < {count}u; k += {x * y * z}u) {{ b{buffer}[k] = 0; }}")
        if shared:
            add("barrier(CLK_LOCAL_MEM_FENCE);")

    def id_expression(self, name: str, axis: int) -> str:
        size = self.literal(u32, self.plan.workgroup[axis])
        if name == "workgroup_size":
            return size
        if name == "local_index":
            return "local_index"
        if name == "global_id":
            return f"(uint)get_group_id({axis}) * {size} + (uint)get_local_id({axis})"
        return f"(uint)get_{name}({axis})"

    # -- memory ------------------------------------------------------------------------------------------------
    def element(self, buffer: int, offset: str) -> str:
        dtype = self.program.buffers[buffer].dtype
        cell = f"b{buffer}[{offset}]"
        return f"{cell} != 0" if dtype is bool_ else f"(uint){cell}" if dtype is u8 else cell

    def put(self, buffer: int, offset: str, value: str) -> None:
        dtype = self.program.buffers[buffer].dtype
        self.body.add(f"b{buffer}[{offset}] = {f'(uchar){value}' if dtype.nbytes == 1 else value};")

    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        wanted = "" if stmt.expected is None else f"v{stmt.expected}, "
        return f"{_ATOMIC[stmt.op]}(&b{stmt.buffer}[{offset}], {wanted}v{stmt.value})"

    # -- the whole ---------------------------------------------------------------------------------------------
    def declarations(self) -> list[str]:
        lines = ["#pragma OPENCL FP_CONTRACT OFF"]
        if self.plan.params.nbytes:
            lines.append(f"typedef struct {{ uint words[{self.plan.params.nbytes // 4}]; }} params_t;")
        return lines

    def entry(self, body: str) -> str:
        x, y, z = self.plan.workgroup
        arguments = []
        for slot in self.plan.slots:
            volatile = "volatile " if self.effects[slot.buffer].atomics else ""
            constant = "" if slot.writable else "const "
            arguments.append(f"__global {volatile}{constant}{_CELLS[slot.dtype]}* b{slot.buffer}")
        if self.plan.params.nbytes:
            arguments.append("const params_t params")
        return (
            f"__kernel __attribute__((reqd_work_group_size({x}, {y}, {z})))\n"
            f"void {ENTRY}({', '.join(arguments)}) {{\n{body}\n}}"
        )


def _negations(program: Program) -> frozenset[int]:
    """Values that are ``0 - x`` at 32 bits, whether written so or found to be."""
    intervals = ranges(program).intervals
    return frozenset(
        stmt.result
        for _, stmt, _ in walk(program)
        if isinstance(stmt, Op)
        and stmt.dtype in (i32, u32)
        and (stmt.op == "neg" or (stmt.op == "sub" and intervals[stmt.args[0]] == (0, 0)))
    )
