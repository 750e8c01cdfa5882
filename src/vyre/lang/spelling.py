"""What a name that does not exist was probably meant to be: habits from other tools first, then what is spelled alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vyre.doors import alike
from vyre.dtypes import BY_NAME
from vyre.lang import device

__all__ = ["AXES", "AXIS_OF", "alike", "array_hint", "device_hint", "name_hint", "number_hint"]

_TYPES: Final = tuple(dtype.__name__ for dtype in BY_NAME.values())
_NAMES: Final = (*device.__all__, *_TYPES)
_LOOP: Final = "write the loop: acc = 0, then for k in range({a}.size): acc += {a}[k]"
AXES: Final = "axes are in NumPy's order: of two axes x is {0}(1) and y is {0}(0); of one, x is {0}(0)"

_IDS: Final = {
    "global_id": ("global_invocation_id", "dispatch_thread_id", "thread_position_in_grid"),
    "local_id": ("threadIdx", "thread_idx", "local_invocation_id", "thread_position_in_threadgroup"),
    "group_id": ("blockIdx", "block_idx", "block_id", "workgroup_id", "threadgroup_position_in_grid"),
    "workgroup_size": (
        "blockDim",
        "block_dim",
        "block_size",
        "local_size",
        "group_size",
        "get_local_size",
        "num_threads",
        "threads_per_block",
    ),
    "num_groups": ("gridDim", "grid_dim", "num_workgroups", "num_programs", "num_blocks", "get_num_groups"),
}
AXIS_OF: Final = {word: AXES.format(f"vy.{ours}") for ours, words in _IDS.items() for word in (ours, *words)}
"""What to write for ``.x``, ``.y`` and ``.z`` of an id, by any tool's name of it."""

_HABITS: Final[dict[str, str]] = {
    # CUDA, OpenCL, Metal, WGSL, Numba, Taichi, Triton
    **{word: f"use vy.{ours}(axis)" for ours, words in _IDS.items() for word in words},
    **{word: AXIS_OF[word] for word in ("threadIdx", "blockIdx", "blockDim", "gridDim")},
    "get_global_size": "write vy.num_groups() * vy.workgroup_size()", "subgroup_size": "write 32", "num_lanes": "write 32",
    "subgroupAdd": "use vy.subgroup_sum(x)", "subgroupInclusiveAdd": "use vy.subgroup_inclusive_scan(x)", "subgroupExclusiveAdd": "use vy.subgroup_exclusive_scan(x)",
    **dict.fromkeys(("mem_fence", "memory_barrier", "memoryBarrier", "fence"), "use vy.barrier()"), "activemask": "write vy.subgroup_ballot(True)",
    **{name: f"write math.{name}, with `import math` above the kernel" for name in ("pi", "tau", "inf", "nan")}, "e": "write math.e, with `import math` above the kernel",
    **dict.fromkeys(("clock", "clock64", "globaltimer"), "measure the call on the host, in `with vy.session().timed() as block:`"),
    **dict.fromkeys(("full", "ones"), "use vy.private(T, n), which starts as zeros, and store each element"),
    "smoothstep": "write t = vy.clamp((x - lo) / (hi - lo), 0.0, 1.0), then t * t * (3.0 - 2.0 * t)", "sort": "sort on the host with NumPy, before or after the kernel",
    "local_invocation_index": "use vy.local_index()", "thread_rank": "use vy.local_index()", "warpsize": "write 32", "warp_size": "write 32",
    **dict.fromkeys(("sync", "block_sync", "sync_block", "workgroup_barrier", "workgroupBarrier", "storageBarrier", "debug_barrier", "threadgroup_barrier"), "use vy.barrier()"),
    **dict.fromkeys(("vec2", "vec3", "vec4", "Vector", "float2", "float3", "float4"), "use vy.vec(x, y, …), of two to four numbers"),
    "prange": "use range(n)", "ndrange": "write one loop over range(n) per axis", "grouped": "replace the loop by one id per axis: i = vy.global_id(0), j = vy.global_id(1)",
    "gridsize": "write vy.num_groups() * vy.workgroup_size()", "countOneBits": "use vy.popcount(x)", "countLeadingZeros": "use vy.clz(x)",
    "countTrailingZeros": "use vy.ctz(x)", "firstTrailingBit": "use vy.ctz(x)", "subgroup_add": "use vy.subgroup_sum(x)", "workgroup_add": "use vy.workgroup_sum(x)",
    "cross": "write its three components: vy.vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)",
    "atomic_xchg": "use vy.atomic_exchange(buf, index, value)", "atomic_exch": "use vy.atomic_exchange(buf, index, value)", "exch": "use vy.atomic_exchange(buf, index, value)",
    **dict.fromkeys(("random", "rand", "randn", "randf", "randi", "rand_init"), "make the numbers on the host with NumPy and pass the array in"),
    "printf": "store the values into an Out array and print them on the host", "device_print": "store the values into an Out array and print them on the host",
    "static_print": "store the values into an Out array and print them on the host", "assume": "leave it out", "loop_config": "leave it out, and give @vy.kernel workgroup=",
    "constexpr": "capture it: a name of a number outside of the kernel is a constant in it", "load": "write a[i]; past the end of an array a load gives 0",
    "store": "write a[i] = value; past the end of an array nothing is stored", "zeros_like": "write 0",
    "tile_load": "write a[i]: an invocation has one element; what the workgroup shares is in vy.shared(T, n)",
    "tile_store": "write a[i] = value: an invocation has one element",
    "cuda": "write vy.global_id(axis) for cuda.grid, vy.local_id(axis) for cuda.threadIdx, vy.barrier() for cuda.syncthreads",
    "get_global_id": "use vy.global_id(axis)", "get_local_id": "use vy.local_id(axis)", "get_group_id": "use vy.group_id(axis)",
    "thread_id": "use vy.global_id(axis)", "tid": "use vy.global_id(axis)", "program_id": "use vy.group_id(axis)", "grid": "use vy.global_id(axis)",
    "laneid": "use vy.subgroup_lane()", "lane_id": "use vy.subgroup_lane()", "warp_id": "use vy.subgroup_id()",
    "syncthreads": "use vy.barrier()", "sync_threads": "use vy.barrier()", "syncwarp": "leave it out: subgroup operations wait for their lanes",
    "threadfence": "use vy.barrier() inside of a workgroup, or a second kernel", "local_array": "use vy.private(T, n)",
    "shared_array": "use vy.shared(T, n)", "local": "use vy.private(T, n)", "zeros": "use vy.private(T, n), which starts as zeros",
    "empty": "use vy.private(T, n), which starts as zeros", "array": "use vy.private(T, n), and store each element",
    "shfl_sync": "use vy.subgroup_shuffle(x, lane)", "shfl": "use vy.subgroup_shuffle(x, lane)", "shfl_up_sync": "use vy.subgroup_shuffle_up(x, d)",
    "shfl_down_sync": "use vy.subgroup_shuffle_down(x, d)", "shfl_xor_sync": "use vy.subgroup_shuffle_xor(x, mask)",
    "ballot_sync": "use vy.subgroup_ballot(cond)", "ballot": "use vy.subgroup_ballot(cond)",
    "any_sync": "use vy.subgroup_any(cond)", "all_sync": "use vy.subgroup_all(cond)",
    "atomicCAS": "use vy.atomic_compare_exchange(buf, index, expected, value)", "atomic_cas": "use vy.atomic_compare_exchange(buf, index, expected, value)",
    "compare_and_swap": "use vy.atomic_compare_exchange(buf, index, expected, value)",
    "atomicExch": "use vy.atomic_exchange(buf, index, value)", "inc": "use vy.atomic_add(buf, index, 1)",
    "popc": "use vy.popcount(x)", "bit_count": "use vy.popcount(x)", "brev": "use vy.reverse_bits(x)", "ffs": "use vy.ctz(x) + 1 where x is not 0",
    "mul_hi": "use vy.mulhi(a, b)", "fmaf": "use vy.fma(a, b, c)", "sqrtf": "use vy.sqrt(x)", "isnanf": "use vy.isnan(x)",
    "cdiv": "use vy.ceil_div(a, b)", "fdiv": "write a / b", "mix": "write a + (b - a) * t",
    # NumPy, PyTorch
    "where": "use vy.select(cond, a, b)", "maximum": "use vy.max(a, b)", "minimum": "use vy.min(a, b)", "clip": "use vy.clamp(x, lo, hi)",
    "absolute": "use vy.abs(x)", "fabs": "use vy.abs(x)", "rint": "use vy.round(x)", "fix": "use vy.trunc(x)", "mod": "write a % b", "power": "write x ** 2",
    "astype": "write the type: vy.f32(x)", "cast": "write the type: vy.f32(x)", "view": "use vy.bitcast(T, x)", "as_type": "use vy.bitcast(T, x)",
    "arange": "loop over range(n)", "range": "write range(n)", "len": "write len(a)", "divmod": "write divmod(a, b)",
    "sum": "add in a loop, or vy.workgroup_sum(x) over the workgroup, or vy.subgroup_sum(x) over 32 lanes", "any": "combine with `or` in a loop, or vy.subgroup_any(cond) over 32 lanes",
    "all": "combine with `and` in a loop, or vy.subgroup_all(cond) over 32 lanes",
    "int": "use vy.i32", "uint": "use vy.u32", "float": "use vy.f32", "double": "use vy.f64", "half": "use vy.f16", "bool": "use vy.bool_",
    "bfloat16": "use vy.bf16", "byte": "use vy.u8", "char": "use vy.i8", "short": "use vy.i16", "ushort": "use vy.u16", "long": "use vy.i64", "ulong": "use vy.u64",
    **{f"{word}{bits}{t}": f"use vy.{word[0]}{bits}" for word in ("int", "uint", "float") for bits in (8, 16, 32, 64) for t in ("", "_t")
       if f"{word[0]}{bits}" in _TYPES},
}  # fmt: skip

_BARE: Final = frozenset(
    "threadIdx blockIdx blockDim gridDim get_global_id get_local_id get_group_id syncthreads atomicCAS atomicExch cuda".split()
)
"""Habits that are surely meant where the name stands alone."""

_ARRAY: Final[dict[str, str]] = {
    "sum": _LOOP, "mean": _LOOP + ", and divide by {a}.size", "prod": _LOOP.replace("+=", "*=").replace("acc = 0", "acc = 1"),
    "min": "loop over range({a}.size) with best = min(best, {a}[k])", "max": "loop over range({a}.size) with best = max(best, {a}[k])",
    "length": "write {a}.size", "len": "write {a}.size", "count": "write {a}.size", "nelem": "write {a}.size", "numel": "write {a}.size",
    "T": "swap the subscripts: {a}[j, i]", "transpose": "swap the subscripts: {a}[j, i]",
    "reshape": "use {a}.flat[k] with one subscript over all elements", "ravel": "use {a}.flat[k]", "flatten": "use {a}.flat[k]",
    "astype": "cast each element: vy.f32({a}[i])", "fill": "store each element: {a}[vy.global_id()] = value", "copy": "copy each element: {a}[i]",
    "item": "write {a}[0]", "nbytes": "write {a}.size times the bytes of an element", "width": "write {a}.shape[1]", "height": "write {a}.shape[0]",
    "rank": "write {a}.ndim", "data": "write {a}[i]", "ptr": "write {a}[i]",
    **dict.fromkeys(("stride", "strides"), "write {a}.shape[k]: elements lie in C order, so a step along an axis is the product of the later ones' lengths"), "at": "store where it is meant: {a}[i] = value, or {a}[i] += value", "append": "store at an index of your own: n = vy.atomic_add(count, 0, 1), then {a}[n] = value",
}  # fmt: skip

_NUMBER: Final[dict[str, str]] = {
    "astype": "cast it: vy.f32({x})", "view": "use vy.bitcast(vy.u32, {x})", "bit_count": "use vy.popcount({x})",
    "bit_length": "write 32 - vy.clz({x}) for 32 bits", "item": "leave it out: {x} is a number already", "real": "leave it out: {x} is real",
    "is_integer": "compare: {x} == vy.floor({x})", "conjugate": "leave it out: {x} is real", "round": "use vy.round({x})",
    **dict.fromkeys("xyzw", "{x} is one number: vy.vec(x, y) makes a vec of several, an array of them has one more axis, a[i, 0], and one axis of an id is vy.global_id(axis)"),
}  # fmt: skip


def device_hint(name: str, *, alike_too: bool = True) -> str | None:
    """What to write instead of ``vy.<name>``, which does not exist. ``alike_too``: also what is spelled alike."""
    habit = _HABITS.get(name) or _HABITS.get(name.lstrip("_"))
    if habit is not None or not alike_too:
        return habit
    close = alike(name, _NAMES)
    return None if close is None else f"did you mean vy.{close}?"


def name_hint(name: str, known: Iterable[str]) -> str | None:
    """What to write instead of a bare name that is not defined. ``known``: names that are."""
    if name in _NAMES:
        return f"write vy.{name}"
    if name in _BARE or name.startswith("__"):
        return device_hint(name)
    close = alike(name, known)
    return None if close is None else f"did you mean {close}?"


def array_hint(name: str, array: str) -> str:
    """What to write instead of ``array.<name>``."""
    found = _ARRAY.get(name)
    if found is not None:
        return found.replace("{a}", array)
    close = alike(name, ("size", "shape", "ndim", "dtype", "flat"))
    if close is not None:
        return f"did you mean {array}.{close}?"
    return f"an array has size, shape, ndim, dtype and flat: loop over range({array}.size) for the rest"


def number_hint(name: str, text: str) -> str:
    """What to write instead of ``text.<name>`` of a number."""
    found = _NUMBER.get(name)
    if found is not None:
        return found.replace("{x}", text)
    close = alike(name, _NAMES)
    if close is not None:
        return f"write vy.{close}({text})"
    return (
        f"a number has no attributes: use a function of vy, such as vy.popcount({text}), or vy.bitcast(vy.u32, {text})"
    )
