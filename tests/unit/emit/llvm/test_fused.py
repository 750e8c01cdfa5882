"""Phases that read at a distance and then store at their own place run as one, and nobody can tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.emit.llvm import Target, emit
from vyre.emit.llvm.receipt import LlvmArtifact
from vyre.emit.llvm.target import LARGE
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

GROUPS = 3


def scan(kind: str, *, lanes: int = 256, size: int = 256, until: int = 256) -> Program:
    """Steps of a scan in shared memory, at distances that double. ``kind``: what each step reads and stores."""
    b = Builder("steps", workgroup=lanes, grid=GROUPS)
    x, far = b.input("x", u32), b.uniform("far", u32)
    out = b.output("out", u32, count=GROUPS * lanes)
    parts, other = b.shared("parts", u32, size), b.shared("other", u32, lanes)
    lane = b.local_id()
    parts[lane] = x[b.global_id()]
    other[lane] = lane * 7
    b.barrier()
    mine = b.local("mine", u32)
    mine.set(lane * 5)
    with b.if_(x[b.global_id()] > 1 << 30):
        mine.set(lane ^ 9)
    step = b.local("step", u32)
    step.set(1)
    with b.while_(lambda: step.get() < until):
        now = step.get()
        if kind in ("below", "below, and a local"):
            read = b.select(lane >= now, parts[lane - now], 0)
        elif kind == "below, turned":
            read = b.select(now > lane, 5, parts[lane - now])
        elif kind == "below, and all that it wraps to":
            read = parts[lane - now] ^ lane
        elif kind == "above":
            read = parts[lane + now]
        elif kind == "two below":
            read = b.select(lane >= now, parts[lane - now], 0) + parts[lane - 3]
        elif kind == "both sides":
            read = parts[lane - now] + parts[lane + now]
        elif kind == "as the lane says":
            read = parts[lane - (lane & 21)]
        elif kind == "any distance":
            read = parts[lane - far]
        elif kind == "another array":
            read = other[lane ^ now]
        elif kind == "reversed":
            read = parts[now - lane]
        else:
            read = parts[lane - now] + other[lane]
        b.barrier()
        if kind == "stored below":
            parts[lane - 1] = read
        elif kind == "stored by some":
            with b.if_(lane > 3):
                parts[lane] = read + parts[lane]
        elif kind == "stored twice":
            parts[lane] = read + parts[lane]
            other[lane] = read
        elif kind == "below, and a local":
            parts[lane] = parts[lane] * 3 + read * mine.get()
        else:
            parts[lane] = parts[lane] * 3 + read
        b.barrier()
        step.set(now << 1)
    out[b.global_id()] = parts[lane] + mine.get()
    return b.build()


def made(program: Program, target: Target | None = None) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), target or Target(8, 16, True))


FUSED = [
    "below",
    "below, and a local",
    "below, turned",
    "below, and all that it wraps to",
    "above",
    "two below",
    "as the lane says",
    "another array",
]
APART = ["both sides", "any distance", "reversed", "stored below", "stored by some", "stored twice"]


def test_which_phases_become_one() -> None:
    phases = {kind: made(scan(kind)).receipt.phases for kind in (*FUSED, *APART)}
    assert {phases[kind] for kind in APART} == {phases["both sides"]}
    assert {phases[kind] for kind in FUSED} == {phases["both sides"] - 1}


def test_packs_fall_where_lower_lanes_are_read() -> None:
    for kind, falls in (("below", True), ("above", False), ("both sides", False)):
        text = made(scan(kind)).text
        assert (" = phi i32 [ 192, " in text) is falls, kind


def test_packs_above_the_distance_need_no_mask() -> None:
    """The second text has plain loads only, and no comparison of lanes."""
    first, second = (made(scan(kind)).text for kind in ("two below", "below"))
    assert second.count("load <8 x i32>") > first.count("load <8 x i32>")
    assert "i1 true" in second


@pytest.mark.parametrize("kind", [*FUSED, *APART, "with another"])
@pytest.mark.parametrize(
    ("lanes", "size", "until"), [(256, 256, 256), (256, 100, 256), (256, 300, 1 << 12), (200, 256, 64)]
)
def test_results_are_the_same(kind: str, lanes: int, size: int, until: int) -> None:
    """5.4: also where the array is shorter or longer than the workgroup, and distances go beyond both."""
    program = scan(kind, lanes=lanes, size=size, until=until)
    x = np.random.default_rng(3).integers(0, 1 << 32, GROUPS * lanes, dtype=np.uint32)
    distances = [5, (1 << 32) - 5] if kind == "any distance" else [0]
    for far in distances:
        results: list[bytes] = []
        for backend in ("reference", "cpu"):
            with Session(backend) as session:
                results.append(session.dispatch(program, [x, np.uint32(far)])[0].tobytes())
        assert results[0] == results[1]


# -- stores of runs past the caches ------------------------------------------------------------------------------------


def items(*, reads: bool = False) -> Program:
    b = Builder("items", workgroup=64, grid=8)
    x, out = b.input("x", u32), b.output("out", u32)
    parts = b.shared("parts", u32, 64)
    parts[b.local_id()] = b.local_id()
    b.barrier()
    tiles = b.ceil_div(b.ceil_div(x.size, 256), 8)
    with b.for_(0, tiles) as tile:
        at = (b.group_id() * tiles + tile) * 256 + b.local_id() * 4
        given = [x[at + q] ^ parts[63] for q in range(4)]
        for q in range(4):
            out[at + q] = given[q]
    if reads:
        out[0] = out[1]
    return b.build()


def test_runs_of_stores_go_past_the_caches() -> None:
    text = made(items(), Target(8, 16, True, streams=True)).text
    assert text.count("!nontemporal") == text.count("store <4 x i32>") > 0
    assert text.count("call void @llvm.x86.sse.sfence") == 1
    for other in (made(items()).text, made(items(reads=True), Target(8, 16, True, streams=True)).text):
        assert "nontemporal" not in other
        assert "sfence" not in other


@pytest.mark.parametrize("shift", [0, 1, 4, 7])
def test_large_outputs(shift: int) -> None:
    """4.2: wherever the array begins, and with an end inside of a vector."""
    size = LARGE // 4 + 101
    space: np.ndarray[Any, Any] = np.full(size + 64, 9, np.uint32)
    begins = -space.ctypes.data % 64 // 4 + shift
    x, out = np.arange(size, dtype=np.uint32), space[begins : begins + size]
    with Session("cpu") as session:
        session.dispatch(items(), [x], out=[out])
    assert np.array_equal(out, x ^ 63)
    assert (space[:begins] == 9).all()
    assert (space[begins + size :] == 9).all()
