"""Small outputs that a program only adds to: when their sums are kept back, and that nobody can tell."""

from __future__ import annotations

import re

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import DType, i32, u32, u64
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session


def made(program: Program) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True))


def added(
    *, size: int | None = 64, dtype: DType = u32, op: str = "add", look: str = "", every: bool = True, groups: int = 9
) -> Program:
    """Each workgroup turns its inputs around in shared memory and adds them to the output. ``look``: who sees a sum."""
    b = Builder("sums", workgroup=64, grid=groups)
    x = b.input("x", dtype)
    out = b.output("out", dtype) if size is None else b.output("out", dtype, shape=(size,))
    seen = b.output("seen", dtype, count=64)
    parts = b.shared("parts", dtype, 64)
    lane = b.local_id()
    parts[lane] = x[b.global_id()]
    b.barrier()
    value = parts[63 - lane]
    where = lane if every else value & 63
    old = b.atomic_add(out, where, value) if op == "add" else b.atomic_sub(out, where, value)
    if look == "old":
        seen[lane] = old
    elif look == "load":
        seen[lane] = out[lane] & 0
    return b.build()


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, 1),
        ({"op": "sub", "dtype": i32}, 1),
        ({"every": False}, 1),
        ({"size": 512}, 1),
        ({"size": 513}, 0),
        ({"size": None}, 0),
        ({"dtype": u64}, 0),
        ({"look": "old"}, 0),
        ({"look": "load"}, 0),
    ],
)
def test_when_sums_are_kept(options: dict[str, object], kept: int) -> None:
    artifact = made(added(**options))  # type: ignore[arg-type]  # keywords of the table above
    assert artifact.receipt.kept == kept
    assert any("at the end of a call" in line for line in artifact.receipt.lines()) == bool(kept)


def test_memory_is_updated_once_an_element() -> None:
    """Workgroups add vectors on the stack; the one update of memory is behind their loop."""
    text = made(added()).text
    assert len(re.findall(r"atomicrmw", text)) == 1
    assert re.search(r"add <8 x i32>", text)


@pytest.mark.parametrize("groups", [1, 2, 9, 300])
@pytest.mark.parametrize(
    "options", [{}, {"op": "sub", "dtype": i32}, {"every": False}, {"size": 513}, {"look": "load"}]
)
def test_sums_are_the_same(options: dict[str, object], groups: int) -> None:
    """6.1: with sums that wrap and zeros among them, in one call and in calls of several threads."""
    program = added(groups=groups, **options)  # type: ignore[arg-type]  # keywords of the table above
    numbers = np.random.default_rng(groups).integers(0, 1 << 32, 64 * groups, dtype=np.uint32)
    numbers[::5] = 0
    x = numbers.view(np.int32 if options.get("dtype") is i32 else np.uint32)
    results: list[list[bytes]] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            arrays = session.dispatch(program, [x])
            results.append([array.tobytes() for array in arrays])
    assert results[0] == results[1]
