"""CUDA C++ for NVRTC: the C family in the words of CUDA.

The grid: a launch has at most 65,535 workgroups along y and z. Larger grids are launched folded (:mod:`vyre.emit.grid`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bf16, f32, f64, u32, u64
from vyre.emit.base import Artifact
from vyre.emit.c.emitter import FEATURES as C_FEATURES
from vyre.emit.c.emitter import cell
from vyre.emit.c.extension import permuted
from vyre.emit.c.warps import WarpEmitter
from vyre.emit.clike import ENTRY
from vyre.emit.grid import GridWords, unfold
from vyre.emit.numerics import named, within_budget
from vyre.facts.permissions import computed, has_contractions
from vyre.ir.nodes import Atomic
from vyre.plan.binding import Slot
from vyre.plan.plan import Plan

__all__ = ["FEATURES", "OPTIONS", "STATIC_SHARED", "emit"]

FEATURES: Final = C_FEATURES | {"subgroups"}
"""What these texts can say."""

OPTIONS: Final = ("--std=c++17", "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false")
"""Options of every build: nothing is contracted or flushed, division and square root are rounded (rule 3.1)."""

_UNCACHED: Final = "--no-cache"
"""NVRTC 13.0 caches compiled code in a file, under a key that contains the text but not ``--ftz``. On an H200 a strict
program got the code of the same program with flushed subnormals, in later processes too. So code that is compiled with
a permission is not cached."""

_FAST: Final = {"--prec-div=true": ("div", "recip"), "--prec-sqrt=true": ("sqrt",)}
"""Options that may be false where these operations, of f32, keep to a budget. There is none by which NVRTC regroups sums."""

HEAD: Final = """\
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
typedef signed char i8; typedef short i16; typedef int i32; typedef long long i64;
typedef float f32; typedef double f64;
#define FUNCTION static __device__ __forceinline__
#define STORAGE
#define SHARED
#define float_of(x) __uint_as_float((u32)(x))
#define bits_of_float(x) __float_as_uint((f32)(x))
#define double_of(x) __longlong_as_double((i64)(x))
#define bits_of_double(x) ((u64)__double_as_longlong((f64)(x)))
#define count_ones_u32(x) __popc((u32)(x))
#define count_ones_u64(x) __popcll((u64)(x))
#define leading_zeros_u32(x) __clz((i32)(x))
#define leading_zeros_u64(x) __clzll((i64)(x))
__constant__ u32 hidden_zero; // for all that the compiler knows, the host may write it
#define HIDDEN_ZERO hidden_zero
#define high_product_u64(a, b) __umul64hi((u64)(a), (u64)(b))
#define high_product_i64(a, b) __mul64hi((i64)(a), (i64)(b))"""

STATIC_SHARED: Final = 48 * 1024
"""Bytes of workgroup memory that a text may declare; of more the launch says how much."""

_GRID: Final = GridWords("blockIdx.{}", "gridDim.{}", u64, "(u64){}", "(u32)({})", one_axis=False)

_ATOMIC: Final = {
    "add": "Add", "sub": "Add", "min": "Min", "max": "Max", "and": "And", "or": "Or", "xor": "Xor", "exchange": "Exch",
    "compare_exchange": "CAS",
}  # fmt: skip


def emit(plan: Plan, profile: DeviceProfile) -> Artifact:
    """CUDA C++ text. Needs no device.

    Raises UnsupportedFeature U702 for types and operations that this lowering does not have.
    """
    return CudaEmitter(plan, profile).emit()


def _turned(option: str) -> str:
    name, _, value = option.partition("=")
    return f"{name}={'false' if value == 'true' else 'true'}"


class CudaEmitter(WarpEmitter):
    """Kernel arguments: the slots of the plan in order, then the parameter block (where there are parameters)."""

    runs_tiles = True
    outlined_head = "static __device__ __noinline__"

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        super().__init__(plan, profile)
        self.placed_shared = 0
        whole = sum(-(-max(count, 1) * t.nbytes // 16) * 16 for _, t, count in self.shared_buffers())
        self.dynamic_shared = whole if whole > STATIC_SHARED else 0

    # -- the few things that differ -----------------------------------------------------------------------
    def math(self, name: str, t: DType) -> str:
        return f"{name}f" if t is f32 else name

    def extension(self, t: DType) -> tuple[str, ...]:
        return permuted(t)

    def barrier_text(self) -> str:
        return "__syncthreads();"

    def shared_barrier_text(self) -> str:
        return "__syncthreads();"

    def shared_array(self, name: str, dtype: DType, count: int) -> str:
        if not self.dynamic_shared:
            return f"__shared__ __align__(16) {dtype} {name}[{count}];"
        at = self.placed_shared
        self.placed_shared += -(-count * dtype.nbytes // 16) * 16
        return f"{dtype}* const {name} = ({dtype}*)(shared_bytes + {at});"

    def table(self, name: str, dtype: DType, values: Sequence[str]) -> str:
        return f"static __device__ const {dtype} {name}[{len(values)}] = {{{', '.join(values)}}};"

    # -- permissions: rule 3.7 -----------------------------------------------------------------------------------
    def relaxed(self) -> tuple[str, ...]:
        numerics = self.plan.numerics
        used = {use for ops in _FAST.values() for use in self.fast(ops)}
        if numerics.contract and has_contractions(self.program):
            used.add("contract")
        if numerics.flush and any(t in (f32, bf16) for _, t in computed(self.program)):
            used.add("flush")
        return named(used)

    def fast(self, ops: Sequence[str]) -> tuple[str, ...]:
        return within_budget(self.program, ops, self.profile, self.plan.numerics)

    def options(self, relaxed: Sequence[str]) -> tuple[str, ...]:
        if not relaxed:
            return ()
        changed = {"--fmad=false": "contract" in relaxed, "--ftz=false": "flush" in relaxed}
        changed |= {option: bool(self.fast(ops)) for option, ops in _FAST.items()}
        return (*(_turned(option) if changed.get(option) else option for option in OPTIONS), _UNCACHED)

    def strict_expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        if self.plan.numerics.contract and types[0] is f64 and op in ("add", "sub", "mul"):
            return f"__d{op}_rn({', '.join(args)})"
        return super().strict_expression(op, result, types, args)

    # -- ids ---------------------------------------------------------------------------------------------------
    def prologue(self) -> None:
        super().prologue()
        self.warp_prologue()
        if self.folds:
            placed = any(name in ("global_id", "group_id") for name, _ in self.ids)
            unfold(self, _GRID, tiled=self.tile is not None, placed=placed)

    def local_index(self) -> str:
        x, y, _ = self.plan.workgroup
        return f"threadIdx.x + {x}u * (threadIdx.y + {y}u * threadIdx.z)"

    def id_expression(self, name: str, axis: int) -> str:
        size, letter = self.literal(u32, self.plan.workgroup[axis]), "xyz"[axis]
        group = f"group{axis}" if self.folds else f"blockIdx.{letter}"
        return {
            "workgroup_size": size,
            "local_index": "local_index",
            "subgroup_lane": "local_index & 31u",
            "subgroup_id": "local_index >> 5",
            "global_id": f"{group} * {size} + threadIdx.{letter}",
            "local_id": f"threadIdx.{letter}",
            "group_id": group,
            "num_groups": f"groups{axis}" if self.folds else f"gridDim.{letter}",
        }[name]

    # -- memory ------------------------------------------------------------------------------------------------
    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        t = self.program.buffers[stmt.buffer].dtype
        at, value = f"&b{stmt.buffer}[{offset}]", f"v{stmt.value}"
        if t.is_float:
            return self.float_atomic(stmt, at, qualifier="", swap="atomicCAS")
        name = f"atomic{_ATOMIC[stmt.op]}"
        if stmt.op in ("min", "max") or not t.is_signed:
            given = f"0u - {value}" if stmt.op == "sub" else value
            wanted = "" if stmt.expected is None else f"v{stmt.expected}, "
            return f"{name}({at}, {wanted}{given})"
        u = t.unsigned  # the same bits; not all of them are there for signed words
        given = f"({u})0 - ({u}){value}" if stmt.op == "sub" else f"({u}){value}"
        wanted = "" if stmt.expected is None else f"({u})v{stmt.expected}, "
        return f"({t}){name}(({u}*){at}, {wanted}{given})"

    def swap(self, t: DType) -> str:
        return "atomicCAS"

    # -- the whole ---------------------------------------------------------------------------------------------
    def declarations(self) -> list[str]:
        lines = [HEAD]
        if self.plan.params.nbytes:
            lines.append(f"struct params_t {{ u32 words[{self.plan.params.nbytes // 4}]; }};")
        if self.dynamic_shared:
            lines.append("extern __shared__ __align__(16) u8 shared_bytes[];")
        return [*lines, *self.tables()]

    def slot_parameter(self, slot: Slot) -> str:
        return f"{'' if slot.writable else 'const '}{cell(slot.dtype)}* __restrict__ b{slot.buffer}"

    def entry(self, body: str) -> str:
        arguments = [self.slot_parameter(slot) for slot in self.plan.slots]
        if self.plan.params.nbytes:
            arguments.append("const params_t params")
        return (
            f'extern "C" __global__ void __launch_bounds__({prod(self.plan.workgroup)})\n'
            f"{ENTRY}({', '.join(arguments)}) {{\n{body}\n}}"
        )
