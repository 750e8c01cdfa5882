"""Programs whose WGSL, OpenCL C and CUDA C++ text is kept beside this file, byte for byte.

Regenerate after a wanted change, and read the difference before committing it::

    python -m tests.golden.text_targets
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from vyre.config import DispatchConfig
from vyre.device import DeviceProfile
from vyre.dtypes import BY_NAME, bf16, bool_, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64
from vyre.emit import cuda, opencl, wgsl
from vyre.emit.base import Artifact, Emitter
from vyre.emit.c.emitter import FEATURES
from vyre.emit.cuda import FEATURES as CUDA_FEATURES
from vyre.emit.numerics import FACTS, NEAR
from vyre.emit.wgsl import DTYPES, EXTENSIONS
from vyre.ir.builder import Builder
from vyre.ir.ops import OPS
from vyre.ir.program import Field, Program, Record
from vyre.plan.plan import make_plan

__all__ = ["C_FAMILY", "EMIT", "LONGEST", "PROGRAMS", "TARGETS", "emitted", "path", "profile", "programs_of"]

HERE: Final = Path(__file__).parent
TARGETS: Final = {"wgsl": ".wgsl", "wgsl64": ".wgsl", "wgsl_gpu": ".wgsl", "opencl": ".cl", "cuda": ".cu"}
C_FAMILY: Final = ("opencl", "cuda")

_FEATURES: Final = {
    "wgsl": wgsl.FEATURES,
    "wgsl64": wgsl.FEATURES.union(*EXTENSIONS.values()),
    "wgsl_gpu": wgsl.FEATURES,
    "opencl": FEATURES - opencl.LACKING_IN_SOFTWARE,
    "cuda": CUDA_FEATURES,
}
EMIT: Final[dict[str, Emitter]] = {
    "wgsl": wgsl.emit,
    "wgsl64": wgsl.emit,
    "wgsl_gpu": wgsl.emit,
    "opencl": opencl.emit,
    "cuda": cuda.emit,
}


def profile(target: str) -> DeviceProfile:
    """A device of the target, as the drivers describe it."""
    integers = target.startswith("wgsl")
    return DeviceProfile(
        backend="wgpu" if integers else target,
        device="golden",
        kind="gpu" if target in ("cuda", "wgsl_gpu") else "software",
        ops=wgsl.OPS if integers else frozenset(OPS),
        dtypes=DTYPES if target in ("wgsl", "wgsl_gpu") else frozenset(BY_NAME),
        features=_FEATURES[target],
        folds_grid=target != "opencl",
        extensions=frozenset(EXTENSIONS) if target == "wgsl64" else frozenset(),
        max_storage_bindings=8 if target in ("wgsl", "wgsl_gpu") else None,
        measured={"wgsl": NEAR, "wgsl_gpu": NEAR, "wgsl64": frozenset(FACTS)}.get(target, frozenset()),
    )


def emitted(
    program: Program, target: str, assumptions: frozenset[str] = frozenset(), *, longest_piece: int | None = None
) -> Artifact:
    """The artifact of one program."""
    plan = make_plan(
        program.check(),
        config=DispatchConfig(),
        folds_grid=target != "opencl",
        features=profile(target).features,
        assumptions=assumptions,  # type: ignore[arg-type]  # names of assumptions
        longest_piece=longest_piece,
    )
    return EMIT[target](plan, profile(target))


def path(name: str, target: str) -> Path:
    return HERE / target / (name + TARGETS[target])


def mask() -> Program:
    b = Builder("mask")
    a, key, out = b.input("a", u32), b.input("key", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = a[i] ^ key[i]
    return b.build()


def histogram() -> Program:
    """Bytes, workgroup memory, atomics, barriers, a strided loop."""
    b = Builder("histogram", workgroup=64, domain=4096)
    x, out = b.input("x", u8), b.output("out", u32, count=256)
    s = b.shared("s", u32, 256)
    with b.for_(b.global_id(), x.size, 4096) as k:
        b.atomic_add(s, x[k], 1)
    b.barrier()
    with b.for_(b.local_id(), b.const(u32, 256), 64) as k:
        b.atomic_add(out, k, s[k])
    return b.build()


def tree() -> Program:
    """A barrier inside a loop, bytes in workgroup memory."""
    b = Builder("tree", workgroup=64, domain="flags")
    flags, out = b.input("flags", bool_), b.output("out", u8)
    s = b.shared("s", u8, 64)
    t = b.shared("t", bool_, 3)
    lane = b.local_id()
    s[lane] = b.cast(u8, flags[b.global_id()])
    t[lane] = s[lane] != 0
    b.barrier()
    with b.for_(b.const(u32, 0), 6) as r:
        reach = b.const(u32, 32) >> r
        with b.if_(lane < reach):
            s[lane] = s[lane] + s[lane + reach]
        b.barrier()
    with b.if_((lane == 0) & t[2]):
        out[b.group_id()] = s[0]
    return b.build()


def control() -> Program:
    """Signed indexes, two axes, a while, jumps, division, scalars, compare-exchange."""
    b = Builder("control", workgroup=(4, 8), domain="grid")
    grid, last, limit = b.inout("grid", i32, rank=2), b.uniform("last", i32), b.uniform("limit", u8)
    lock = b.inout("lock", u32)
    i = b.cast(i32, b.global_id())
    n = b.let("n", last)
    with b.while_(lambda: n > 0):
        n.set(b.rem(n, grid[i, n]) - 1)
        with b.if_(n == i):
            b.continue_()
        with b.else_():
            grid[i, n - 1] = b.op("floordiv", n, i) + b.cast(i32, limit)
        with b.if_(grid.flat[n] < 0):
            b.break_()
    with b.if_(b.atomic_compare_exchange(lock, 0, 0, b.cast(u32, i)) != 0):
        b.return_()
    with b.for_(n, last, -3, dtype=i32) as k:
        grid[k, i] = b.saturating_add(k, b.rotl(i, k))
    return b.build()


def numbers() -> Program:
    """Floats of all widths, their conversions, 64-bit and narrow integers, scalars of odd widths."""
    b = Builder("numbers")
    x, y, h = b.input("x", f32), b.input("y", f64), b.input("h", f16)
    k, s = b.input("k", i64), b.uniform("s", i8)
    out, big, small = b.output("out", f32), b.output("big", u64), b.inout("small", bf16)
    i = b.global_id()
    product = b.op("fma", x[i], x[i], b.const(f32, 0.1))
    out[i] = b.op("min", b.op("sqrt", product), b.cast(f32, y[i])) + b.cast(f32, b.op("fma", h[i], h[i], h[i]))
    big[i] = b.bitcast(u64, b.op("floormod", k[i], b.cast(i64, s))) + b.cast(u64, y[i])
    small[i] = small[i] / b.cast(bf16, k[i])
    return b.build()


def memory() -> Program:
    """Records, a table, private arrays, wide and float atomics, a trap."""
    b = Builder("memory", workgroup=32, domain=100)
    record = Record(13, (Field("n", u32, 1), Field("v", f64, 5), Field("b", bool_, 0)))
    r, total, top = b.inout("r", record), b.inout("total", i64), b.inout("top", f32)
    t = b.table("t", f32, (3,), b"\0\0\x80?\0\0\0@\0\0@@")
    i = b.global_id()
    p = b.private("p", u16, (4,))
    p[i] = b.cast(u16, r[i].n)
    r[i].v = r[i].v + b.cast(f64, t[i])
    r[i].b = p[i] != 0
    b.atomic_sub(total, 0, b.cast(i64, i))
    b.atomic_max(top, 0, t[0])
    with b.if_(i == 77):
        b.trap(3)
    return b.build()


def wide() -> Program:
    """64-bit integers in every place, one comparison of two types, narrow elements in workgroup memory."""
    b = Builder("wide", workgroup=32)
    x, k, s = b.input("x", u64), b.input("k", i32), b.uniform("s", i64)
    out, top = b.output("out", i64), b.inout("top", i16)
    i = b.global_id()
    w = b.shared("w", i16, 33)
    w[i] = top[i]
    b.barrier()
    total = b.let("total", b.const(i64, 0))
    with b.for_(s, b.const(i64, 1 << 40), 1 << 33, dtype=i64) as n:
        total.set(b.op("floordiv", total, n) + b.cast(i64, x[n]) * s)
    with b.if_(b.op("lt", k[i], x[i])):
        out[total] = b.rotr(total, k[i]) >> 3
    top[i] = -w[32] + b.cast(i16, b.mulhi(x[i], x[0]))
    return b.build()


def places() -> Program:
    """Records, a table, a private array, a trap, more arrays than a device of eight binds."""
    b = Builder("places", workgroup=32, domain=100)
    record = Record(13, (Field("n", u32, 1), Field("v", i64, 5), Field("b", bool_, 0)))
    r, out, flags = b.inout("r", record), b.output("out", u64), b.output("flags", u8)
    inputs = [b.input(f"x{k}", t) for k, t in enumerate((u8, i16, i32, u64, u32, bool_))]
    t = b.table("t", i8, (3,), b"\x01\xff\x7f")
    i = b.global_id()
    p = b.private("p", u16, (4,))
    p[i] = b.cast(u16, r[i].n)
    r[i].v = r[i].v + b.cast(i64, t[i])
    r[i].b = p[i] != 0
    for x in inputs:
        out[i] = out[i] + b.cast(u64, x[i])
    flags[i] = b.cast(u8, inputs[1][i])
    with b.if_(i == 77):
        b.trap(3)
    return b.build()


def pieces() -> Program:
    """Cut into pieces: values and locals that cross, a way out, workgroup memory, a loop."""
    b = Builder("pieces", workgroup=64)
    x, scale, out = b.input("x", u32), b.uniform("scale", f32), b.output("out", f32)
    s = b.shared("s", u32, 64)
    i, lane = b.global_id(), b.local_id()
    total = b.let("total", x[i])
    with b.if_(scale == 0.0):
        b.return_()
    s[lane] = total * 3
    b.barrier()
    first = s[lane ^ 1] + x[i + 1]
    with b.for_(0, first) as k:
        inner = b.let("inner", k * 5)
        inner.set(inner ^ total)
        with b.if_(inner == 9):
            b.break_()
        total.set(total + inner * x[k])
    out[i] = b.cast(f32, total - first) * scale
    return b.build()


def orbit() -> Program:
    """f32 through locals, a loop and literals: what a compiler would contract, reassociate and fold."""
    b = Builder("orbit", domain="out")
    cx, cy, out = b.input("cx", f32), b.input("cy", f32), b.output("out", u32)
    i = b.global_id()
    x, y, n = b.let("x", 0.0, f32), b.let("y", 0.0, f32), b.let("n", 0, u32)
    with b.while_(lambda: (n < 50) & (x * x + y * y <= 4.0)):
        new = x * x - y * y + cx[i]
        y.set(2.0 * x * y + cy[i])
        x.set(new)
        n.set(n + 1)
    out[i] = n
    return b.build()


def halves() -> Program:
    """f16 and bf16, conversions, and the operations that are done on bits."""
    b = Builder("halves", domain="a")
    a, c, out, words = b.input("a", f16), b.input("c", bf16), b.output("out", f16), b.output("words", i32)
    i = b.global_id()
    x, y = a[i], b.cast(f32, c[i])
    out[i] = b.op("fma", x, x, b.cast(f16, y / 3.0)) + b.op("max", x, b.op("neg", x))
    words[i] = b.cast(i32, b.op("round", b.op("sqrt", b.op("abs", y)))) + b.cast(i32, x < a[0])
    return b.build()


def doubles() -> Program:
    b = Builder("doubles", domain="a")
    a, out = b.inout("a", f64), b.output("out", f32)
    i = b.global_id()
    a[i] = b.op("fma", a[i], 0.1, a[i] / 3.0) - b.op("floor", a[i])
    out[i] = b.cast(f32, a[i] * a[i]) + b.cast(f32, b.cast(i64, a[i]))
    return b.build()


def rounded_once() -> Program:
    """A function in fixed point."""
    b = Builder("rounded_once", domain="a")
    a = b.inout("a", f32)
    i = b.global_id()
    a[i] = b.op("exp2", a[i])
    return b.build()


def streams() -> Program:
    """Elements of every width, each invocation its own."""
    b = Builder("streams", workgroup=48)
    bytes_, halves, words = b.input("bytes", u8), b.inout("halves", i16), b.input("words", i32)
    longs, out = b.inout("longs", i64), b.output("out", f32)
    i = b.global_id()
    with b.if_(i < out.size):
        halves[i] = halves[i] + b.cast(i16, bytes_[i])
        longs[i] = longs[i] ^ b.cast(i64, words[i])
        out[i] = b.cast(f32, b.local_id() + b.group_id())
    return b.build()


def gather() -> Program:
    """Elements of others, which stay words of their own."""
    b = Builder("gather", workgroup=64)
    x, at, out = b.input("x", f32), b.input("at", u32), b.output("out", f32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[at[i]]
    return b.build()


def neighbours() -> Program:
    """Four of an array that lie anywhere, and four that are a vector."""
    b = Builder("neighbours", workgroup=64)
    x, first, out = b.input("x", f32), b.uniform("first", u32), b.output("out", f32)
    i = b.global_id() * 4
    for k in range(4):
        out[i + k] = x[first + (i + k)]
    return b.build()


def rounds() -> Program:
    """A loop of 26 statements, which has several iterations in each turn."""
    b = Builder("rounds", workgroup=64)
    out, many = b.inout("out", u32), b.uniform("many", i32)
    i = b.global_id()
    h = b.local("h", u32)
    h.set(out[i])
    with b.for_(0, many.get()) as k:
        for shift in (16, 13, 16):
            h.set((h.get() ^ (h.get() >> shift)) * 0x85EBCA6B)
        out[i + b.cast(u32, k.get())] = h.get()
    return b.build()


PROGRAMS: Final[dict[str, Callable[[], Program]]] = {
    "mask": mask,
    "histogram": histogram,
    "tree": tree,
    "control": control,
}

WIDE: Final[dict[str, Callable[[], Program]]] = {"numbers": numbers, "memory": memory, "pieces": pieces}
"""What only the C family takes."""

INTEGERS: Final[dict[str, Callable[[], Program]]] = {"wide": wide, "places": places, "rounded_once": rounded_once}
"""What is written in two ways in WGSL: for devices with few abilities, and for those with 64-bit integers and their atomics."""

FLOATS: Final[dict[str, Callable[[], Program]]] = {"orbit": orbit, "halves": halves}
"""What is written in corrected forms for a device that is right but for subnormals and last digits, and natively for one whose every
operation is exact."""

STREAMS: Final[dict[str, Callable[[], Program]]] = {
    "mask": mask,
    "streams": streams,
    "gather": gather,
    "neighbours": neighbours,
}
"""What runs in tiles on a GPU, or moves neighbours at once there."""

LONGEST: Final = {"pieces": 8}
"""Statements of a piece, for programs that are cut."""


def programs_of(target: str) -> dict[str, Callable[[], Program]]:
    in_wgsl = {
        "wgsl": PROGRAMS | INTEGERS | FLOATS,
        "wgsl64": INTEGERS | FLOATS | {"doubles": doubles},
        "wgsl_gpu": STREAMS | {"rounds": rounds},
    }
    return in_wgsl.get(target, PROGRAMS | WIDE)


if __name__ == "__main__":
    for target in TARGETS:
        for name, make in programs_of(target).items():
            path(name, target).parent.mkdir(exist_ok=True)
            path(name, target).write_text(
                emitted(make(), target, longest_piece=LONGEST.get(name)).text, encoding="utf-8"
            )
