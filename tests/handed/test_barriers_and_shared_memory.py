"""Barriers and shared memory: guarded work in loops, tails, stale bytes."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import call, child, compiles, needs
from vyre.dtypes import u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session


@vy.kernel(workgroup=64)
def reduced(o: vy.Out[vy.u32]) -> None:
    s = vy.shared(vy.u32, 64)
    k = vy.local_id()
    s[k] = k
    vy.barrier()
    for r in range(6):
        if k < 32 >> r:
            s[k] += s[k + (32 >> r)]
        vy.barrier()
    o[vy.group_id()] = s[0]


@vy.kernel(workgroup=64)
def reduced_with_another_barrier(o: vy.Out[vy.u32]) -> None:
    s = vy.shared(vy.u32, 64)
    k = vy.local_id()
    s[k] = k
    vy.barrier()
    for r in range(6):
        vy.barrier()
        if k < 32 >> r:
            s[k] += s[k + (32 >> r)]
        vy.barrier()
    vy.barrier()
    o[vy.group_id()] = s[0]


# PoCL #1167
@pytest.mark.parametrize("kernel", [reduced, reduced_with_another_barrier], ids=["one", "two"])
@pytest.mark.parametrize("groups", [1, 5])
def test_a_lane_dependent_guard_beside_a_barrier_in_a_loop(
    session: Session, device: str, kernel: vy.Kernel, groups: int
) -> None:
    got = call(session, device, kernel, out=np.zeros(groups, np.uint32), grid=groups)
    assert got.tolist() == [2016] * groups


DIVERGENT = {
    "bounds from the local id": "for r in range(vy.local_id()):\n        vy.barrier()",
    "bounds from a written buffer": "for r in range(o[0]):\n        vy.barrier()",
    "while over the local id": "r = vy.local_id()\n    while r > 0:\n        vy.barrier()\n        r -= 1",
    "a break that depends on the lane": "for r in range(6):\n        if vy.local_id() == r:\n            break\n        vy.barrier()",
    "an if on the lane": "if vy.local_id() < 32:\n        vy.barrier()",
    "a return that depends on the lane": "if vy.global_id() >= o.size:\n        return\n    vy.barrier()",
}


def _text(body: str) -> str:
    return f"@vy.kernel(workgroup=64)\ndef k(o: vy.InOut[vy.u32]):\n    {body}\n    o[vy.global_id()] = 1\n"


@pytest.mark.parametrize("body", DIVERGENT.values(), ids=DIVERGENT)
def test_a_barrier_that_only_some_may_reach_is_the_same_error_everywhere(session: Session, body: str) -> None:
    """Before any compile, so nothing can hang."""
    told: set[str] = set()
    for device in ("reference", "cpu", "wgpu", "opencl", "cuda"):
        rows = session.registry.devices(device)
        if not rows[0].available:
            continue
        with compiles(session, device) as compiled, pytest.raises(vy.InvalidProgram) as caught:
            session.dispatch(vy.kernel_from_source(_text(body)).program, [np.zeros(64, np.uint32)], backend=device)
        assert caught.value.code == "V325"
        assert compiled == []
        told.add(str(caught.value))
    assert len(told) == 1
    assert "Fix: " in told.pop()


def test_the_fixed_forms_run(session: Session, device: str) -> None:
    for body in ("for r in range(6):\n        vy.barrier()", "if vy.group_id() < 32:\n        vy.barrier()"):
        kernel = vy.kernel_from_source(_text(body))
        assert kernel(np.zeros(64, np.uint32), backend=device).tolist() == [1] * 64


@vy.kernel(workgroup=64)
def mirrored(o: vy.Out[vy.u32]) -> None:
    s = vy.shared(vy.u32, 64)
    i = vy.global_id()
    k = vy.local_id()
    s[k] = i
    vy.barrier()
    if i < o.size:
        o[i] = s[63 - k]


TAIL = """
from tests.handed.test_barriers_and_shared_memory import mirrored
mirrored(out=np.zeros(64, np.uint32), backend=sys.argv[1])
watched(10)
for n in (1, 63, 64, 65, 100, 127, 128, 129):
    got = mirrored(out=np.zeros(n, np.uint32), backend=sys.argv[1]).tolist()
    assert got == [64 * (i // 64) + 63 - i % 64 for i in range(n)], n
print(got[0], got[100])
"""


# KernelAbstractions.jl PR #558
def test_invocations_past_the_domain_reach_the_barrier(session: Session, device: str) -> None:
    got = call(session, device, mirrored, out=np.zeros(100, np.uint32))
    assert got.tolist() == [*range(63, -1, -1), *range(127, 91, -1)]
    assert child(TAIL, device) == "63 91"


def filling(words: int) -> Program:
    b = Builder("filling", workgroup=64)
    s, out = b.shared("s", u32, words), b.output("out", u32)
    k = b.local_id()
    at = b.let("at", k)
    with b.while_(lambda: at < words):
        s[at] = 0xCAFEF00D
        at.set(at + 64)
    b.barrier()
    out[b.global_id()] = s[words - 1 - k]
    return b.build()


def looking(words: int) -> Program:
    """Reads shared memory that it never wrote: the or of all of it."""
    b = Builder("looking", workgroup=64)
    s, out, never = b.shared("s", u32, words), b.output("out", u32), b.uniform("never", u32)
    at, found = b.let("at", b.local_id()), b.let("found", 0, u32)
    with b.while_(lambda: at < words):
        found.set(found | s[at])
        at.set(at + 64)
    with b.if_(never != 0):
        s[b.local_id()] = 1
    out[b.global_id()] = found
    return b.build()


# numba #6076, wgpu #2430
def test_workgroup_memory_starts_as_zero(session: Session, device: str) -> None:
    words, groups = 2048, 16
    repeats = 5 if device == "reference" else 50
    fill, look = filling(words), looking(words)
    dirty, seen = np.zeros(64 * groups, np.uint32), np.zeros(64 * groups, np.uint32)
    for _ in range(repeats):
        session.dispatch(fill, [], out=[dirty], backend=device)
        session.dispatch(look, [0], out=[seen], backend=device)
        assert dirty.tobytes() == bytes.fromhex("0df0feca") * (64 * groups)
        assert not seen.any()


def test_a_half_written_output_is_zero_elsewhere(session: Session, device: str) -> None:
    """Also where the memory is a recycled block, or the caller's own array, full of something else."""
    b = Builder("full")
    out = b.output("out", u32)
    out[b.global_id()] = 0xCAFEF00D
    full = b.build()
    b = Builder("half")
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_((i < out.size) & (i % 2 == 0)):
        out[i] = 5
    half = b.build()
    needs(session, device, half)
    for n in (2, 255, 1000, 4096):
        for _ in range(3):
            mine = np.zeros(n, np.uint32)
            session.dispatch(full, [], out=[mine], backend=device)
            assert (mine == 0xCAFEF00D).all()
            session.dispatch(half, [], out=[mine], backend=device)
            assert mine.tolist() == [5 if k % 2 == 0 else 0 for k in range(n)]
            del mine
