"""Loops that walk in long steps: guards asked once for all lanes, vectors in step, prefetches; and the bytes at the ends."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import i32, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

SIZES = (0, 1, 7, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000, 1023, 1024, 1025, 2047, 3000)


def made(program: Program) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True))


def walking(step: int | None = None, *, workgroup: int = 256) -> Program:
    """A sum in shared memory of what the lanes find on their way through the input."""
    b = Builder("walk", workgroup=workgroup, grid=2)
    x, out = b.input("x", u32), b.output("out", u32, count=2 * workgroup)
    kept = b.shared("kept", u32, workgroup)
    lane, i = b.local_id(), b.global_id()
    stride = b.num_groups() * workgroup
    mine = b.let("mine", b.const(u32, 0))
    with b.for_(0, (x.size + stride - 1) // stride) as k:
        at = k * (stride if step is None else step) + i
        with b.if_(at < x.size):
            mine.set(mine * 3 + x[at])
    kept[lane] = mine
    b.barrier()
    out[i] = kept[workgroup - 1 - lane]
    return b.build()


def same(program: Program, x: np.ndarray[tuple[int], np.dtype[np.uint32]], count: int = 512) -> None:
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(program, [x], out=[np.zeros(count, np.uint32)])[0].tobytes())
    assert results[0] == results[1]


def test_long_steps_are_asked_for_ahead_and_done_in_step() -> None:
    artifact = made(walking())
    assert artifact.text.count("call void @llvm.prefetch.p0") == artifact.receipt.packs // 2  # two vectors a line
    assert [a.masked for a in artifact.receipt.accesses if a.buffer == 0] == [False]
    assert (artifact.receipt.walking, artifact.receipt.phases) == (1, 4)


def test_short_steps_are_not() -> None:
    artifact = made(walking(16))
    assert "prefetch" not in artifact.text
    assert artifact.receipt.walking == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("workgroup", [256, 128, 64, 20])
def test_ends_of_a_walk(size: int, workgroup: int) -> None:
    """5.3: the last iterations have lanes that the guard holds back."""
    x = (np.arange(size) * 2654435761 % (1 << 32)).astype(np.uint32)
    same(walking(workgroup=workgroup), x, 2 * workgroup)


@pytest.mark.parametrize("limit", [0, 1, 5, 255, 256, 400, 1100, 2**31 - 1, 2**31, 2**32 - 1])
@pytest.mark.parametrize("how", ["lt", "le", "gt", "ge", "signed", "both", "wraps"])
def test_guards_of_every_kind(how: str, limit: int) -> None:
    """1.3 and 2.1: what all lanes pass is decided in the type of the ids, whether they wrap or not."""
    b = Builder("guards", workgroup=256, grid=2)
    out, n = b.output("out", u32, count=1400), b.uniform("n", u32)
    kept = b.shared("kept", u32, 256)
    lane, i = b.local_id(), b.global_id()
    kept[lane] = lane
    b.barrier()
    with b.for_(0, 3) as k:
        at = i + k * 512
        if how == "lt":
            passes = at < n
        elif how == "le":
            passes = at <= n
        elif how == "gt":
            passes = at > n
        elif how == "ge":
            passes = n <= at
        elif how == "signed":
            passes = b.cast(i32, at) < b.cast(i32, n)
        elif how == "both":
            passes = (at >= 100) & (at < n)
        else:
            passes = (at - 300) < n
        with b.if_(passes):
            out[at] = kept[255 - lane] + at
        with b.else_():
            out[at] = at * 7
    program = b.build()
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(program, [np.uint32(limit)], out=[np.zeros(1400, np.uint32)])[0].tobytes())
    assert results[0] == results[1]


def unguarded(shift: int) -> Program:
    """What lies before the array or behind it counts as 0."""
    b = Builder("unguarded", workgroup=64, grid=2)
    x, out = b.input("x", u32), b.output("out", u32, count=128)
    kept = b.shared("kept", u32, 64)
    lane, i = b.local_id(), b.global_id()
    mine = b.let("mine", b.const(u32, 0))
    with b.for_(0, 4) as k:
        at = b.cast(i32, k * 512 + i) + shift
        mine.set(mine * 5 + x[at])
        with b.if_(mine > 7):
            mine.set(mine + x[k * 512 + i - 3])
    kept[lane] = mine
    b.barrier()
    out[i] = kept[63 - lane]
    return b.build()


@pytest.mark.parametrize("shift", [0, -1, -64, -70, 5, 2**31 - 600])
@pytest.mark.parametrize("size", [0, 1, 63, 64, 128, 500, 700, 1663, 1664, 1665])
def test_bounds_that_are_asked_for_all_lanes(shift: int, size: int) -> None:
    """4.1: below zero, around the end, and where numbers wrap."""
    same(unguarded(shift), np.arange(size, dtype=np.uint32) * 3 + 1, 128)
