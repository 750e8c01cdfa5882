"""What each permission to leave strictness (rule 3.7) makes of one program's text, and the compiler's options, kept beside this file.

Regenerate after a wanted change, and read the difference before committing it::

    python -m tests.golden.relaxed_texts
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import unified_diff
from math import inf
from pathlib import Path
from typing import Final

from vyre.config import DispatchConfig
from vyre.dtypes import f32
from vyre.emit.base import Artifact
from vyre.emit.llvm import emit as emit_llvm
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import Plan, make_plan

from .llvm_texts import TARGET
from .text_targets import EMIT, profile

__all__ = ["CONFIGS", "PERMITTED", "TARGETS", "emitted", "kept", "path", "weigh"]

HERE: Final = Path(__file__).parent / "relaxed"

CONFIGS: Final = {
    "strict": DispatchConfig(),
    "contract": DispatchConfig(contract=True),
    "reorder": DispatchConfig(reorder=True),
    "flush": DispatchConfig(flush=True),
    "budget": DispatchConfig(ulp_budget=2),
    "every": DispatchConfig(ulp_budget=2, contract=True, reorder=True, flush=True),
}

PERMITTED: Final = tuple(name for name in CONFIGS if name != "strict")

_ERRORS: Final = (
    *((op, "f32", 2.0**23 - 1, 0.0) for op in ("add", "sub", "mul", "fma")),
    ("div", "f32", inf, 2.0),
    ("recip", "f32", 2.0, 1.0),
    ("sqrt", "f32", 1.0, 1.0),
    ("guarded_div", "f32", 2.0, 2.0),
)
"""Of a device that flushes subnormals, whose divisions and roots are near."""


def _text(target: str) -> Callable[[Plan], Artifact]:
    device = replace(profile(target), errors=() if target == "wgsl64" else _ERRORS)
    return lambda plan: EMIT[target](plan, device)


TARGETS: Final[dict[str, Callable[[Plan], Artifact]]] = {
    "llvm": lambda plan: emit_llvm(plan, TARGET),
    "wgsl": _text("wgsl"),
    "wgsl64": _text("wgsl64"),
    "opencl": _text("opencl"),
    "cuda": _text("cuda"),
}
"""``wgsl64``: a WebGPU device whose every operation is exact; ``wgsl``: one that flushes subnormals."""


def weigh() -> Program:
    """A product in a sum in a sum, a root and a quotient, and a minimum."""
    b = Builder("weigh", domain="out")
    a, w, out = b.input("a", f32), b.input("w", f32), b.output("out", f32)
    i = b.global_id()
    out[i] = b.min(a[i] * w[i] + w[i] - a[i] + b.op("sqrt", a[i]) / w[i], w[i])
    return b.build()


def emitted(target: str, name: str) -> Artifact:
    """The program under a permission."""
    features = frozenset[str]() if target == "llvm" else profile(target).features
    folds = target in ("wgsl", "wgsl64", "cuda")
    plan = make_plan(weigh().check(), config=CONFIGS[name], features=features, folds_grid=folds)
    return TARGETS[target](plan)


def kept(target: str, name: str) -> str:
    """What a permission uses, how the text is compiled, and in which lines it is another than the strict one."""
    strict, made = emitted(target, "strict"), emitted(target, name)
    changed = list(unified_diff(strict.text.splitlines(), made.text.splitlines(), n=0, lineterm=""))[2:]
    used, options = ", ".join(made.relaxed) or "nothing", " ".join(made.options) or "those of every build"
    lines = [f"uses: {used}", f"options: {options}", *("..." if line.startswith("@@") else line for line in changed)]
    return "\n".join(lines) + "\n"


def path(target: str, name: str) -> Path:
    return HERE / f"{target}-{name}.diff"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for target in TARGETS:
        for name in PERMITTED:
            path(target, name).write_text(kept(target, name), encoding="utf-8")
