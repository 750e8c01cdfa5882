"""Programs whose LLVM text is kept beside this file, byte for byte, under a header that tells the decisions.

Regenerate after a wanted change, and read the difference before committing it::

    python -m tests.golden.llvm_texts
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from vyre.config import DispatchConfig
from vyre.dtypes import bf16, f16, f32, i32, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan

from .text_targets import PROGRAMS as SHARED

__all__ = ["PROGRAMS", "TARGET", "emitted", "path"]

HERE: Final = Path(__file__).parent / "llvm"
TARGET: Final = Target(4, 16, False)
"""Four lanes keep the files short; the text of sixteen differs in numbers only."""


def emitted(program: Program) -> LlvmArtifact:
    """The artifact of one program."""
    plan = make_plan(program.check(), config=DispatchConfig())
    return emit(plan, TARGET)


def path(name: str) -> Path:
    return HERE / f"{name}.ll"


def escape() -> Program:
    """A divergent loop whose state needs no blending but for what is read after it."""
    b = Builder("escape")
    x, out = b.input("x", f32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        z, n = b.let("z", x[i]), b.let("n", b.const(u32, 0))
        with b.for_(0, 100):
            with b.if_(z > 4.0):
                b.break_()
            z.set(z * z + 0.25)
            n.set(n + 1)
        out[i] = n
    return b.build()


def reduce() -> Program:
    """Barriers in a uniform loop: phases, a scalar cell, frames."""
    b = Builder("reduce", workgroup=20, domain="x")
    x, out = b.input("x", i32), b.inout("out", i32)
    s = b.shared("s", i32, 20)
    lane = b.local_id()
    mine = b.let("mine", x[b.global_id()] * 3)
    stride = b.let("stride", b.const(u32, 16))
    with b.while_(lambda: stride > 0):
        s[lane] = mine
        b.barrier()
        with b.if_(lane < stride):
            mine.set(mine + s[lane + stride])
        b.barrier()
        stride.set(stride >> 1)
    with b.if_(b.op("eq", lane, 0)):
        b.atomic_max(out, b.group_id(), mine)
    return b.build()


def narrow() -> Program:
    """f16 in, bf16 out: 16 bits in memory, f32 in registers, a rounding between."""
    b = Builder("narrow")
    x, out = b.input("x", f16), b.output("out", bf16)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = b.cast(bf16, x[i])
    return b.build()


PROGRAMS: Final[dict[str, Callable[[], Program]]] = {
    "mask": SHARED["mask"],
    "histogram": SHARED["histogram"],
    "escape": escape,
    "reduce": reduce,
    "narrow": narrow,
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, make in PROGRAMS.items():
        path(name).write_text(emitted(make()).show(), encoding="utf-8")


if __name__ == "__main__":
    main()
