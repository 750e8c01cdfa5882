"""Programs whose WGSL and OpenCL C text is kept beside this file, byte for byte.

Regenerate after a wanted change, and read the difference before committing it::

    python -m tests.golden.text_targets
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from vyre.config import DispatchConfig
from vyre.device import DeviceProfile
from vyre.dtypes import bool_, i32, u8, u32
from vyre.emit import opencl, wgsl
from vyre.emit.base import Artifact
from vyre.emit.integers import INTEGER_OPS, TYPES
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan

__all__ = ["PROGRAMS", "TARGETS", "emitted", "path", "profile"]

HERE: Final = Path(__file__).parent
TARGETS: Final = {"wgsl": ".wgsl", "opencl": ".cl"}


def profile(target: str) -> DeviceProfile:
    """A software device of the target, as the drivers describe it."""
    return DeviceProfile(
        backend="wgpu" if target == "wgsl" else "opencl",
        device="golden",
        kind="software",
        ops=INTEGER_OPS,
        dtypes=frozenset(t.name for t in TYPES),
        features=frozenset({"barrier", "shared", "atomics", "shared_atomics"}),
        folds_grid=target == "wgsl",
    )


def emitted(program: Program, target: str, assumptions: frozenset[str] = frozenset()) -> Artifact:
    """The artifact of one program."""
    plan = make_plan(
        program.check(),
        config=DispatchConfig(),
        folds_grid=target == "wgsl",
        assumptions=assumptions,  # type: ignore[arg-type]  # names of assumptions
    )
    emit = wgsl.emit if target == "wgsl" else opencl.emit
    return emit(plan, profile(target))


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


PROGRAMS: Final[dict[str, Callable[[], Program]]] = {
    "mask": mask,
    "histogram": histogram,
    "tree": tree,
    "control": control,
}

if __name__ == "__main__":
    for name, make in PROGRAMS.items():
        for target in TARGETS:
            path(name, target).parent.mkdir(exist_ok=True)
            path(name, target).write_text(emitted(make(), target).text, encoding="utf-8")
