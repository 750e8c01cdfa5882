"""The device names of the language, as functions that type checkers know.

Inside a kernel each is read by its meaning (:mod:`vyre.lang.intrinsics`); on the host there is nothing that they could
do, so calling one raises K100. Types are Python's: ``vy.u32`` is an ``int`` to a type checker, ``vy.f32`` a ``float``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from vyre.errors import KernelSyntaxError, user_place

if TYPE_CHECKING:
    from vyre.lang.annotations import SharedArray

__all__ = [
    "abs",
    "abs_diff",
    "acos",
    "asin",
    "atan",
    "atan2",
    "atomic_add",
    "atomic_and",
    "atomic_compare_exchange",
    "atomic_exchange",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_sub",
    "atomic_xor",
    "barrier",
    "bitcast",
    "cbrt",
    "ceil",
    "ceil_div",
    "clamp",
    "clz",
    "copysign",
    "cos",
    "cosh",
    "ctz",
    "div",
    "dot",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "fma",
    "fmod",
    "global_id",
    "grid_stride",
    "grid_sync",
    "group_id",
    "hypot",
    "isfinite",
    "isinf",
    "isnan",
    "length",
    "load_le",
    "local_id",
    "local_index",
    "log",
    "log10",
    "log1p",
    "log2",
    "max",
    "min",
    "mulhi",
    "num_groups",
    "popcount",
    "pow",
    "print",
    "private",
    "recip",
    "rem",
    "reverse_bits",
    "rotl",
    "rotr",
    "round",
    "rsqrt",
    "saturating_add",
    "saturating_sub",
    "select",
    "shared",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "static",
    "static_range",
    "subgroup_all",
    "subgroup_and",
    "subgroup_any",
    "subgroup_ballot",
    "subgroup_broadcast",
    "subgroup_exclusive_scan",
    "subgroup_id",
    "subgroup_inclusive_scan",
    "subgroup_lane",
    "subgroup_max",
    "subgroup_min",
    "subgroup_or",
    "subgroup_shuffle",
    "subgroup_shuffle_down",
    "subgroup_shuffle_up",
    "subgroup_shuffle_xor",
    "subgroup_sum",
    "subgroup_xor",
    "tan",
    "tanh",
    "trap",
    "trunc",
    "vec",
    "workgroup_all",
    "workgroup_any",
    "workgroup_max",
    "workgroup_min",
    "workgroup_size",
    "workgroup_sum",
]

N = TypeVar("N", bound=float)
V = TypeVar("V")
Index = int | tuple[int, ...]


def _host(name: str) -> NoReturn:
    raise KernelSyntaxError(
        f"vy.{name} has a meaning only inside a kernel",
        code="K100",
        fix="call it in a function that is decorated with @vy.kernel or @vy.func",
        place=user_place(),
    )


# fmt: off
# ids (u32)
def global_id(axis: int = 0) -> int:
    """This invocation's number in the whole dispatch."""
    _host("global_id")
def local_id(axis: int = 0) -> int:
    """This invocation's number in its workgroup."""
    _host("local_id")
def group_id(axis: int = 0) -> int:
    """The workgroup's number."""
    _host("group_id")
def local_index() -> int:
    """The linear number in the workgroup."""
    _host("local_index")
def workgroup_size(axis: int = 0) -> int:
    """Invocations per workgroup."""
    _host("workgroup_size")
def num_groups(axis: int = 0) -> int:
    """Workgroups in the dispatch."""
    _host("num_groups")
def subgroup_lane() -> int:
    """The lane in the subgroup, 0 ... 31."""
    _host("subgroup_lane")
def subgroup_id() -> int:
    """The subgroup's number in its workgroup."""
    _host("subgroup_id")
# loops
def static_range(start: int, stop: int = 0, step: int = 1, /) -> range:
    """A `range` over literals whose loop is unrolled while the kernel is read."""
    _host("static_range")
def grid_stride(n: int) -> range:
    """Covers 0 ... n with any grid."""
    _host("grid_stride")
# values
def select(cond: object, a: N, b: N) -> N:
    """``a`` where ``cond`` holds, else ``b``; both are evaluated."""
    _host("select")
def bitcast(dtype: type[N], x: float) -> N:
    """The same bits as another type of the same width."""
    _host("bitcast")
def min(a: N, b: N, /, *more: N) -> N:
    """The smallest; a number beats a NaN, and -0 < +0."""
    _host("min")
def max(a: N, b: N, /, *more: N) -> N:
    """The largest; a number beats a NaN, and -0 < +0."""
    _host("max")
def clamp(x: N, lo: N, hi: N) -> N:
    """``min(max(x, lo), hi)``."""
    _host("clamp")
def abs(x: N) -> N:
    """The magnitude; abs(MIN) = MIN."""
    _host("abs")
def sign(x: N) -> N:
    """1, -1 or 0; NaN for NaN."""
    _host("sign")
# integers
def div(a: int, b: int) -> int:
    """The quotient, truncated; x / 0 is all ones."""
    _host("div")
def rem(a: int, b: int) -> int:
    """The remainder, with the sign of the dividend; x rem 0 is 0."""
    _host("rem")
def ceil_div(a: int, b: int) -> int:
    """The quotient, rounded up."""
    _host("ceil_div")
def mulhi(a: int, b: int) -> int:
    """The high half of the product."""
    _host("mulhi")
def popcount(x: int) -> int:
    """Number of one bits."""
    _host("popcount")
def clz(x: int) -> int:
    """Leading zero bits; clz(0) is the width."""
    _host("clz")
def ctz(x: int) -> int:
    """Trailing zero bits; ctz(0) is the width."""
    _host("ctz")
def reverse_bits(x: int) -> int:
    """Bit k goes to bit width - 1 - k."""
    _host("reverse_bits")
def rotl(x: int, count: int) -> int:
    """Rotate left; the count modulo the width."""
    _host("rotl")
def rotr(x: int, count: int) -> int:
    """Rotate right; the count modulo the width."""
    _host("rotr")
def abs_diff(a: int, b: int) -> int:
    """``|a - b|`` exactly, in the unsigned type."""
    _host("abs_diff")
def saturating_add(a: int, b: int) -> int:
    """The sum, clamped to the type's range."""
    _host("saturating_add")
def saturating_sub(a: int, b: int) -> int:
    """The difference, clamped to the type's range."""
    _host("saturating_sub")
# floats
def fma(a: float, b: float, c: float) -> float:
    """``a * b + c`` with one rounding."""
    _host("fma")
def sqrt(x: float) -> float:
    """The square root, rounded once."""
    _host("sqrt")
def recip(x: float) -> float:
    """``1 / x``, rounded once."""
    _host("recip")
def floor(x: float) -> float:
    """Round down; keeps the float type."""
    _host("floor")
def ceil(x: float) -> float:
    """Round up; keeps the float type."""
    _host("ceil")
def trunc(x: float) -> float:
    """Round to zero; keeps the float type."""
    _host("trunc")
def round(x: float) -> float:
    """Round to nearest, half to even; keeps the float type."""
    _host("round")
def copysign(a: float, b: float) -> float:
    """The magnitude of ``a`` with the sign of ``b``."""
    _host("copysign")
def isnan(x: float) -> bool:
    """Whether x is a NaN."""
    _host("isnan")
def isinf(x: float) -> bool:
    """Whether x is an infinity."""
    _host("isinf")
def isfinite(x: float) -> bool:
    """Whether x is neither NaN nor infinity."""
    _host("isfinite")
def fmod(a: float, b: float) -> float:
    """The exact remainder, with the sign of ``a``."""
    _host("fmod")
def rsqrt(x: float) -> float:
    """rsqrt, rounded once."""
    _host("rsqrt")
def exp(x: float) -> float:
    """exp, rounded once."""
    _host("exp")
def exp2(x: float) -> float:
    """exp2, rounded once."""
    _host("exp2")
def expm1(x: float) -> float:
    """expm1, rounded once."""
    _host("expm1")
def log(x: float) -> float:
    """log, rounded once."""
    _host("log")
def log2(x: float) -> float:
    """log2, rounded once."""
    _host("log2")
def log10(x: float) -> float:
    """log10, rounded once."""
    _host("log10")
def log1p(x: float) -> float:
    """log1p, rounded once."""
    _host("log1p")
def sin(x: float) -> float:
    """sin, rounded once."""
    _host("sin")
def cos(x: float) -> float:
    """cos, rounded once."""
    _host("cos")
def tan(x: float) -> float:
    """tan, rounded once."""
    _host("tan")
def asin(x: float) -> float:
    """asin, rounded once."""
    _host("asin")
def acos(x: float) -> float:
    """acos, rounded once."""
    _host("acos")
def atan(x: float) -> float:
    """atan, rounded once."""
    _host("atan")
def sinh(x: float) -> float:
    """sinh, rounded once."""
    _host("sinh")
def cosh(x: float) -> float:
    """cosh, rounded once."""
    _host("cosh")
def tanh(x: float) -> float:
    """tanh, rounded once."""
    _host("tanh")
def cbrt(x: float) -> float:
    """cbrt, rounded once."""
    _host("cbrt")
def erf(x: float) -> float:
    """erf, rounded once."""
    _host("erf")
def erfc(x: float) -> float:
    """erfc, rounded once."""
    _host("erfc")
def atan2(a: float, b: float) -> float:
    """atan2, rounded once."""
    _host("atan2")
def pow(a: float, b: float) -> float:
    """pow, rounded once."""
    _host("pow")
def hypot(a: float, b: float) -> float:
    """hypot, rounded once."""
    _host("hypot")
# memory and synchronisation
def shared(dtype: type[N], shape: int | tuple[int, ...]) -> SharedArray[N]:
    """An array of the workgroup, zero at its start."""
    _host("shared")
def private(dtype: type[N], shape: int | tuple[int, ...]) -> SharedArray[N]:
    """An array of this invocation."""
    _host("private")
def barrier() -> None:
    """Wait for the workgroup; its memory is then visible."""
    _host("barrier")
def grid_sync() -> None:
    """Wait for all workgroups."""
    _host("grid_sync")
def atomic_add(buf: Any, index: Index, value: int) -> int:
    """Atomic add; gives the old value."""
    _host("atomic_add")
def atomic_sub(buf: Any, index: Index, value: int) -> int:
    """Atomic sub; gives the old value."""
    _host("atomic_sub")
def atomic_min(buf: Any, index: Index, value: int) -> int:
    """Atomic min; gives the old value."""
    _host("atomic_min")
def atomic_max(buf: Any, index: Index, value: int) -> int:
    """Atomic max; gives the old value."""
    _host("atomic_max")
def atomic_and(buf: Any, index: Index, value: int) -> int:
    """Atomic and; gives the old value."""
    _host("atomic_and")
def atomic_or(buf: Any, index: Index, value: int) -> int:
    """Atomic or; gives the old value."""
    _host("atomic_or")
def atomic_xor(buf: Any, index: Index, value: int) -> int:
    """Atomic xor; gives the old value."""
    _host("atomic_xor")
def atomic_exchange(buf: Any, index: Index, value: int) -> int:
    """Atomic exchange; gives the old value."""
    _host("atomic_exchange")
def atomic_compare_exchange(buf: Any, index: Index, expected: int, value: int) -> int:
    """Store ``value`` where the element is ``expected``; gives the old value."""
    _host("atomic_compare_exchange")
def load_le(dtype: type[N], buf: Any, offset: int) -> N:
    """An unaligned little-endian value from a u8 array."""
    _host("load_le")
# workgroups and subgroups
def workgroup_any(x: object) -> bool:
    """Whether any of the workgroup's values hold."""
    _host("workgroup_any")
def workgroup_all(x: object) -> bool:
    """Whether all of the workgroup's values hold."""
    _host("workgroup_all")
def workgroup_sum(x: N) -> N:
    """The workgroup's sum."""
    _host("workgroup_sum")
def workgroup_min(x: N) -> N:
    """The workgroup's min."""
    _host("workgroup_min")
def workgroup_max(x: N) -> N:
    """The workgroup's max."""
    _host("workgroup_max")
def subgroup_sum(x: N) -> N:
    """The subgroup's sum."""
    _host("subgroup_sum")
def subgroup_min(x: N) -> N:
    """The subgroup's min."""
    _host("subgroup_min")
def subgroup_max(x: N) -> N:
    """The subgroup's max."""
    _host("subgroup_max")
def subgroup_and(x: N) -> N:
    """The subgroup's and."""
    _host("subgroup_and")
def subgroup_or(x: N) -> N:
    """The subgroup's or."""
    _host("subgroup_or")
def subgroup_xor(x: N) -> N:
    """The subgroup's xor."""
    _host("subgroup_xor")
def subgroup_any(x: object) -> bool:
    """Whether any of the subgroup's values hold."""
    _host("subgroup_any")
def subgroup_all(x: object) -> bool:
    """Whether all of the subgroup's values hold."""
    _host("subgroup_all")
def subgroup_ballot(x: object) -> int:
    """One bit per lane."""
    _host("subgroup_ballot")
def subgroup_shuffle(x: N, lane: int) -> N:
    """Another lane's value (shuffle)."""
    _host("subgroup_shuffle")
def subgroup_shuffle_up(x: N, d: int) -> N:
    """Another lane's value (shuffle_up)."""
    _host("subgroup_shuffle_up")
def subgroup_shuffle_down(x: N, d: int) -> N:
    """Another lane's value (shuffle_down)."""
    _host("subgroup_shuffle_down")
def subgroup_shuffle_xor(x: N, mask: int) -> N:
    """Another lane's value (shuffle_xor)."""
    _host("subgroup_shuffle_xor")
def subgroup_broadcast(x: N, lane: int) -> N:
    """Another lane's value (broadcast)."""
    _host("subgroup_broadcast")
def subgroup_inclusive_scan(x: N) -> N:
    """The inclusive scan over the lanes."""
    _host("subgroup_inclusive_scan")
def subgroup_exclusive_scan(x: N) -> N:
    """The exclusive scan over the lanes."""
    _host("subgroup_exclusive_scan")
# other
def vec(x: float, y: float, z: float = 0, w: float = 0, /) -> Any:
    """Two to four numbers of one type, with element-wise arithmetic."""
    _host("vec")
def dot(a: Any, b: Any) -> Any:
    """The dot product of two vecs, left to right."""
    _host("dot")
def length(v: Any) -> Any:
    """The length of a vec."""
    _host("length")
def static(x: V) -> V:
    """Evaluated by Python while the kernel is read."""
    _host("static")
def trap(code: int) -> NoReturn:
    """Stop this invocation and fail the dispatch."""
    _host("trap")
def print(*values: object) -> None:
    """Print from an invocation."""
    _host("print")
# fmt: on
