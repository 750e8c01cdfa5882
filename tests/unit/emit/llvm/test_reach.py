"""Phases behind ``if lane < bound``: the packs beyond the bound are left out, and nobody can tell."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import i32, u32, u64
from vyre.emit.llvm import Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session


def tree(
    *,
    lanes: int = 256,
    start: int = 128,
    turned: bool = False,
    below: int | None = None,
    rest: bool = False,
    room: str = "",
) -> Program:
    """Lanes below a bound add, and the bound halves. ``turned``: the bound is on the left; ``below``: a constant
    instead of the bound; ``rest``: lanes that are not below it add too; ``room``: the bound has this type, and its low
    32 bits alone do not decide."""
    b = Builder("halves", workgroup=lanes, grid=3)
    x = b.input("x", u32)
    out = b.output("out", u32, count=3 * lanes)
    parts, more = b.shared("parts", u32, lanes), b.shared("more", u32, lanes + 512)
    lane = b.local_id()
    parts[lane] = x[b.global_id()]
    more[lane] = x[b.global_id()] ^ 77
    b.barrier()
    half = b.local("half", u32)
    half.set(start)
    far = b.local("far", u64 if room == "u64" else i32)
    far.set(b.const(u64, 5 << 32) if room == "u64" else b.const(i32, -3))
    with b.while_(lambda: half.get() > 0):
        now = half.get()
        bound = now if below is None else b.const(u32, below)
        bound = far.get() if room else bound
        with b.if_(bound > lane if turned else lane < bound):
            parts[lane] = parts[lane] * 3 + more[lane + now]
        if rest:
            with b.if_(lane >= bound):
                parts[lane] = parts[lane] * 5
        b.barrier()
        half.set(now >> 1)
        if room:
            far.set(far.get() + 1)
    out[b.global_id()] = parts[lane]
    return b.build()


@pytest.mark.parametrize(
    ("options", "bounded"),
    [
        ({}, True),
        ({"start": 300}, True),
        ({"turned": True}, False),
        ({"rest": True}, False),
        ({"lanes": 16}, False),
        ({"room": "u64"}, False),
    ],
)
def test_when_packs_are_left_out(options: dict[str, int], bounded: bool) -> None:
    program = tree(**options)  # type: ignore[arg-type]  # keywords of the table above
    text = emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True), packs=2).text
    assert ("@llvm.umin.i32" in text) == bounded


@pytest.mark.parametrize("below", [None, 0, 1, 33, 255, 256, 1000])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"start": 300},
        {"lanes": 200, "start": 100},
        {"turned": True},
        {"rest": True},
        {"room": "u64"},
        {"room": "i32"},
    ],
)
def test_results_are_the_same(options: dict[str, int], below: int | None) -> None:
    """3.2: with bounds of no lane, of some vectors, of all lanes and beyond."""
    program = tree(below=below, **options)  # type: ignore[arg-type]  # keywords of the table above
    x = np.random.default_rng(3).integers(0, 1 << 32, 3 * 256, dtype=np.uint32)
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(program, [x])[0].tobytes())
    assert results[0] == results[1]
