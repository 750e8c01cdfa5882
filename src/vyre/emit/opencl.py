"""OpenCL C 1.2: the C family in the words of OpenCL."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from vyre.device import DeviceKind, DeviceProfile
from vyre.dtypes import DType, bool_, f16, f32, u32, u64
from vyre.emit.base import Artifact
from vyre.emit.c.emitter import CEmitter, cell
from vyre.emit.c.extension import permuted
from vyre.emit.c.operations import held
from vyre.emit.clike import ENTRY
from vyre.emit.numerics import BUDGETED, named, within_budget
from vyre.facts.permissions import computed, products
from vyre.ir.literals import float_bits, python_value
from vyre.ir.nodes import Atomic, Barrier, Block, Break, Const, Continue, If, Op, Return, Set, Stmt
from vyre.ir.program import Grid
from vyre.ir.walk import inside, walk
from vyre.plan.binding import Slot
from vyre.plan.plan import Plan

__all__ = ["LACKING_IN_SOFTWARE", "OPTIONS", "emit", "launched_workgroup"]

OPTIONS: Final = ("-cl-std=CL1.2", "-cl-fp32-correctly-rounded-divide-sqrt")
"""Options of every build. None of them relaxes anything."""
FLUSHING: Final = "-cl-denorms-are-zero"

LACKING_IN_SOFTWARE: Final = frozenset({"parted_continue", "parted_return"})
"""PoCL 3.1 copies what is reached both from behind a barrier and around it, once for each edge that leads there, and then sends the
whole workgroup where its first invocation goes. So in the text for such a device nobody leaves a branch around a barrier alone, and
the workgroup meets where such a branch ends, behind the statement, and where all return. (Behind loops it does not: of 560 random
programs one then was wrong, and without it none.)"""

HEAD: Final = """\
typedef uchar u8; typedef ushort u16; typedef uint u32; typedef ulong u64;
typedef char i8; typedef short i16; typedef int i32; typedef long i64;
typedef float f32;
#define FUNCTION static inline
#define STORAGE __global
#define SHARED __local
#define float_of(x) as_float((u32)(x))
#define bits_of_float(x) as_uint((f32)(x))
#define count_ones_u32(x) popcount((u32)(x))
#define count_ones_u64(x) popcount((u64)(x))
#define leading_zeros_u32(x) clz((u32)(x))
#define leading_zeros_u64(x) clz((u64)(x))
#define high_product_u64(a, b) mul_hi((u64)(a), (u64)(b))
#define high_product_i64(a, b) mul_hi((i64)(a), (i64)(b))"""
DOUBLES: Final = """\
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double f64;
#define double_of(x) as_double((u64)(x))
#define bits_of_double(x) as_ulong((f64)(x))"""
LONG_ATOMICS: Final = """\
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable"""

_ATOMIC: Final = {
    "add": "add", "sub": "sub", "min": "min", "max": "max", "and": "and", "or": "or", "xor": "xor", "exchange": "xchg",
    "compare_exchange": "cmpxchg",
}  # fmt: skip


def emit(plan: Plan, profile: DeviceProfile) -> Artifact:
    """OpenCL C text. Needs no device.

    Raises UnsupportedFeature U702 for types and operations that this lowering does not have.
    """
    return OpenclEmitter(plan, profile).emit()


def launched_workgroup(workgroup: Grid, kind: DeviceKind) -> Grid:
    """The workgroup that a launch names. PoCL 3.1 now and then loses what an invocation held across a barrier inside control flow
    where a workgroup has more than one axis (2 programs of 200 with subgroup operations in it), so there all stand along x."""
    return workgroup if kind != "software" else (prod(workgroup), 1, 1)


def _choices(stmt: Stmt) -> tuple[int, ...]:
    """The values among which a statement chooses, with others elsewhere where it sets a variable."""
    if isinstance(stmt, Set):
        return (stmt.value,)
    return stmt.args[1:] if isinstance(stmt, Op) and stmt.op == "select" else ()


class OpenclEmitter(CEmitter):
    """Kernel arguments: the slots of the plan in order, then the parameter block (where there are parameters)."""

    runs_tiles = True
    outlined_head = "__attribute__((noinline))"
    shared_qualifier = "__local "
    record_qualifier = "volatile __global "

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        super().__init__(plan, profile)
        # PoCL 3.1 splits a kernel at its barriers, and where one stands inside control flow it now and then loses
        # what an invocation held in a variable that several branches set (a program in about 150). Variables that
        # live in memory are kept. Elsewhere this would only cost speed.
        inner = any(isinstance(stmt, Barrier) and depth for _, stmt, depth in walk(self.program))
        self.flat = launched_workgroup(plan.workgroup, profile.kind) != plan.workgroup
        kinds = {type(stmt) for _, stmt, _ in walk(self.program)}
        self.together = Barrier in kinds and not LACKING_IN_SOFTWARE & profile.features
        self.returns = self.together and Return in kinds
        self.variable_qualifier = "volatile " if inner and profile.kind == "software" else ""
        # literals that a compiler may find in a choice: of a selection, or of what a variable was set to
        self.chosen = frozenset(v for _, stmt, _ in walk(self.program) for v in _choices(stmt))
        contracts = plan.numerics.contract and not self.cut  # what a piece does not name is not there
        self.sums = products(self.program) if contracts else {}
        self.factors: dict[int, str] = {}

    # -- the few things that differ -----------------------------------------------------------------------
    def math(self, name: str, t: DType) -> str:
        return name

    def extension(self, t: DType) -> tuple[str, ...]:
        *lines, value = permuted(t)
        return ("#ifdef __NV_CL_C_VERSION", *lines, f"return {value};", "#endif", f"({t})(a ^ HIDDEN_ZERO)")

    def float_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        if self.profile.kind == "software" and op == "round":  # PoCL 3.1 crashes at rint() of a constant NaN
            return self.call(f"nearest_{held(t)}", args[0])
        if self.profile.kind == "software" and op in ("floor", "ceil", "trunc"):  # of which it makes anything
            return f"{args[0]} != {args[0]} ? {args[0]} : {super().float_expression(op, t, args)}"
        return super().float_expression(op, t, args)

    def body_head(self) -> tuple[str, ...]:
        return ("#pragma OPENCL FP_CONTRACT OFF",) if self.sums else ()

    def const(self, stmt: Const) -> None:
        value = python_value(stmt.dtype, stmt.bits) if stmt.dtype.is_float else 0.5
        if stmt.result in self.chosen and (abs(value) == 1 or (value == 0 and stmt.bits)):
            self.value(stmt.result, self.opaque_float(held(stmt.dtype), value))
        else:
            super().const(stmt)

    def cast(self, source: DType, target: DType, x: str) -> str:
        if source is bool_ and target.is_float:
            return self.opaque_float(held(target), 1.0, x)
        return super().cast(source, target, x)

    def opaque_float(self, t: DType, value: float, condition: str | None = None) -> str:
        """A value of f32 or f64, or zero where a condition does not hold, of which no compiler knows.

        NVIDIA's (driver 580) takes a choice between -1 and -0, which negating or multiplying the one between 1 and 0 can be, for the
        conversion of a condition, whose zero is +0.
        """
        bits = self.literal(u32 if t is f32 else u64, float_bits(t, value))
        if condition is not None:
            bits = f"({condition} ? {bits} : 0)"
        return f"{'float_of' if t is f32 else 'double_of'}({bits} ^ HIDDEN_ZERO)"

    def op(self, stmt: Op) -> None:
        """A compiler contracts within an expression only, so a product stands once more in the sum that it is for."""
        if stmt.op == "mul" and self.sums:
            self.factors[stmt.result] = " * ".join(f"v{v}" for v in stmt.args)
        at = self.sums.get(stmt.result)
        if at is None:
            super().op(stmt)
            return
        args = [f"v{v}" for v in stmt.args]
        args[at] = self.factors[stmt.args[at]]
        self.value(stmt.result, self.expression(stmt.op, stmt.dtype, [stmt.dtype, stmt.dtype], args))

    def relaxed(self) -> tuple[str, ...]:
        """``-cl-unsafe-math-optimizations`` would regroup sums, and do much more that nobody permitted."""
        flushes = self.plan.numerics.flush and any(t is not f16 for _, t in computed(self.program))
        fast = within_budget(self.program, BUDGETED, self.profile, self.plan.numerics)
        return named({*(("contract",) * bool(self.sums)), *(("flush",) * flushes), *fast})

    def options(self, relaxed: Sequence[str]) -> tuple[str, ...]:
        rounded = not within_budget(self.program, BUDGETED, self.profile, self.plan.numerics)
        changed = (*(OPTIONS if rounded else OPTIONS[:1]), *((FLUSHING,) * ("flush" in relaxed)))
        return () if changed == OPTIONS else changed

    def var(self, name: str, dtype: DType, expression: str) -> str:
        return self.variable_qualifier + super().var(name, dtype, expression)

    def for_head(self, dtype: DType, counter: str, trips: str) -> str:
        return f"for ({self.variable_qualifier}{dtype} {counter} = 0; {counter} < {trips}; {counter} = {counter} + 1)"

    # -- where ways meet (LACKING_IN_SOFTWARE) --------------------------------------------------------------
    def parts(self, stmt: If) -> bool:
        """Whether all must meet where the ways through a branch end."""
        return self.together and any(isinstance(inner, Barrier) for inner in inside(stmt))

    def meet(self) -> None:
        self.body.add(self.shared_barrier_text())

    def if_(self, stmt: If) -> None:
        super().if_(stmt)
        if self.parts(stmt):
            self.meet()

    def arm(self, stmt: If, block: Block) -> None:
        super().arm(stmt, block)
        if self.parts(stmt) and not (block and isinstance(block[-1], (Break, Continue, Return))):
            self.meet()

    def return_(self, stmt: Return) -> None:
        if self.returns:
            self.meet()
        super().return_(stmt)

    def invocation(self) -> None:
        super().invocation()
        if self.returns:
            self.meet()

    def barrier_text(self) -> str:
        return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"

    def shared_barrier_text(self) -> str:
        return "barrier(CLK_LOCAL_MEM_FENCE);"

    def shared_array(self, name: str, dtype: DType, count: int) -> str:
        return f"__local {dtype} {name}[{count}] __attribute__((aligned(16)));"

    def table(self, name: str, dtype: DType, values: Sequence[str]) -> str:
        return f"__constant {dtype} {name}[{len(values)}] = {{{', '.join(values)}}};"

    # -- ids and parameters ----------------------------------------------------------------------------------
    def prologue(self) -> None:
        super().prologue()
        if self.tile is not None:
            self.body.add(f"const u32 first = (u32)get_group_id(0) * {self.workgroups_a_block}u;")

    def local_index(self) -> str:
        x, y, _ = self.plan.workgroup
        if self.flat:
            return "(u32)get_local_id(0)"
        return f"(u32)get_local_id(0) + {x}u * ((u32)get_local_id(1) + {y}u * (u32)get_local_id(2))"

    def id_expression(self, name: str, axis: int) -> str:
        size = self.literal(u32, self.plan.workgroup[axis])
        x, y, _ = self.plan.workgroup
        local = f"(u32)get_local_id({axis})"
        if self.flat:
            local = f"(u32)get_local_id(0) / {(1, x, x * y)[axis]}u % {size}"
        if name == "local_id":
            return local
        if name == "workgroup_size":
            return size
        if name == "local_index":
            return "local_index"
        group = f"(u32)get_group_id({axis})" if self.tile is None else "group0"
        if name == "global_id":
            return f"{group} * {size} + {local}"
        if name == "group_id":
            return group
        if name == "num_groups" and self.tile is not None:
            return "groups0"
        return f"(u32)get_{name}({axis})"

    # -- memory ------------------------------------------------------------------------------------------------
    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        t = self.program.buffers[stmt.buffer].dtype
        at = f"&b{stmt.buffer}[{offset}]"
        if t.is_float:
            space = "__local" if self.program.buffers[stmt.buffer].role == "shared" else "__global"
            swap = "atom_cmpxchg" if t.bits == 64 else "atomic_cmpxchg"
            return self.float_atomic(stmt, at, qualifier=f"volatile {space} ", swap=swap)
        wanted = "" if stmt.expected is None else f"v{stmt.expected}, "
        return f"{'atom' if t.bits == 64 else 'atomic'}_{_ATOMIC[stmt.op]}({at}, {wanted}v{stmt.value})"

    def swap(self, t: DType) -> str:
        return "atom_cmpxchg" if t.bits == 64 else "atomic_cmpxchg"

    # -- the whole ---------------------------------------------------------------------------------------------
    def declarations(self) -> list[str]:
        zero = (
            "0u" if self.profile.kind == "software" else "((u32)get_global_offset(0))"
        )  # no launch of ours has an offset
        contract = "ON" if self.sums else "OFF"
        lines = [f"#pragma OPENCL FP_CONTRACT {contract}", HEAD, f"#define HIDDEN_ZERO {zero}"]
        if "f64" in self.profile.dtypes:
            lines.append(DOUBLES)
        if "atomics64" in self.profile.features:
            lines.append(LONG_ATOMICS)
        if self.plan.params.nbytes:
            lines.append(f"typedef struct {{ u32 words[{self.plan.params.nbytes // 4}]; }} params_t;")
        return [*lines, *self.tables()]

    def slot_parameter(self, slot: Slot) -> str:
        volatile = "volatile " if self.effects[slot.buffer].atomics else ""
        constant = "" if slot.writable else "const "
        return f"__global {volatile}{constant}{cell(slot.dtype)}* b{slot.buffer}"

    def entry(self, body: str) -> str:
        x, y, z = launched_workgroup(self.plan.workgroup, self.profile.kind)
        arguments = [self.slot_parameter(slot) for slot in self.plan.slots]
        if self.plan.params.nbytes:
            arguments.append("const params_t params")
        return (
            f"__kernel __attribute__((reqd_work_group_size({x}, {y}, {z})))\n"
            f"void {ENTRY}({', '.join(arguments)}) {{\n{body}\n}}"
        )
