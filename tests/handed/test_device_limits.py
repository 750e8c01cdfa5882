"""Device limits: shared memory, groups along an axis, storage buffers. Up to a limit right, beyond it a Fix."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import call, compiles
from vyre.dtypes import u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

MIX = 2654435761


def patterned(words: int) -> Program:
    """Every word of a shared array is written by one invocation and read by another: the sum of what 64 read."""
    b = Builder("patterned", workgroup=64)
    s, out = b.shared("s", u32, words), b.output("out", u32)
    k = b.local_id()
    at, total = b.let("at", k), b.let("total", 0, u32)
    with b.while_(lambda: at < words):
        s[at] = at * MIX + 1
        at.set(at + 64)
    b.barrier()
    at.set(63 - k)
    with b.while_(lambda: at < words):
        total.set(total + s[at])
        at.set(at + 64)
    out[b.global_id()] = total
    return b.build()


def pattern(words: int) -> list[int]:
    s = np.arange(words, dtype=np.uint32) * np.uint32(MIX) + np.uint32(1)
    return [int(s[63 - k :: 64].sum(dtype=np.uint32)) for k in range(64)]


# numba-cuda-mlir #143
@pytest.mark.parametrize("words", [4096, 4097, 12287, 12288, 12289, "largest"])
def test_every_size_up_to_the_limit_of_shared_memory_is_right(session: Session, device: str, words: int | str) -> None:
    limit = session.engine(device).profile.max_shared_bytes
    if words == "largest" and limit is None:
        pytest.skip(f"{device} has no limit of its own; it takes that of the device it is compared with")
    size = limit // 4 if words == "largest" and limit is not None else int(words)
    program = patterned(size)
    out = np.zeros(64, np.uint32)
    if limit is None or 4 * size <= limit:
        session.dispatch(program, [], out=[out], backend=device)
        assert out.tolist() == pattern(size)
    else:
        _refused(session, device, program, 4 * size, limit)


def _refused(session: Session, device: str, program: Program, asked: int, allowed: int) -> None:
    with compiles(session, device) as compiled, pytest.raises(vy.UnsupportedFeature) as caught:
        session.dispatch(program, [], out=[np.zeros(64, np.uint32)], backend=device)
    assert caught.value.code == "U730"
    assert f"asked {asked} bytes, allowed {allowed} bytes" in str(caught.value)
    assert "Fix: " in str(caught.value)
    assert compiled == []


def test_one_word_more_than_the_limit_is_refused_before_any_compile(session: Session, target: str) -> None:
    limit = session.engine(target).profile.max_shared_bytes
    assert limit is not None
    _refused(session, target, patterned(limit // 4 + 1), limit // 4 * 4 + 4, limit)
    b = Builder("two", workgroup=64)  # several arrays count together
    s, t, out = b.shared("s", u32, limit // 4), b.shared("t", u32, 1), b.output("out", u32)
    s[b.local_id()] = 1
    t[0] = 1
    out[b.global_id()] = s[0] + t[0]
    _refused(session, target, b.build(), limit // 4 * 4 + 4, limit)
    fixed = np.zeros(64, np.uint32)
    session.dispatch(patterned(1000), [], out=[fixed], backend=target)
    assert fixed.tolist() == pattern(1000)


def test_beyond_the_portable_profile_is_a_warning_and_no_error() -> None:
    assert patterned(4096).check().warnings == ()
    (warning,) = patterned(4097).check().warnings
    assert "16388" in warning
    assert "16384" in warning
    assert "Fix: " in warning


@vy.kernel(workgroup=64)
def hashed(o: vy.Out[vy.u32], group: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = i * 2654435761
    if vy.local_id() == 0:
        group[vy.group_id()] = vy.group_id() + vy.num_groups()


MANY = 4_194_305


# wgpu #4242
def test_more_than_65535_groups_along_an_axis(session: Session, target: str) -> None:
    groups = -(-MANY // 64)
    assert groups == 65537
    out = (np.zeros(MANY, np.uint32), np.zeros(groups, np.uint32))
    o, group = call(session, target, hashed, out=out)
    want = np.arange(MANY, dtype=np.uint32) * np.uint32(MIX)
    assert (int(o[0]), int(o[-1]), int(o[4_194_240])) == (0, int(want[-1]), int(want[4_194_240]))
    assert o.tobytes() == want.tobytes()
    assert group.tolist() == [g + groups for g in range(groups)]


def test_the_reference_agrees_about_the_ids_of_many_groups(session: Session, target: str) -> None:
    report = hashed.check(
        backends=[target],
        groups=[0, 1, 65534, 65535, 65536],
        out=(np.zeros(MANY, np.uint32), np.zeros(65537, np.uint32)),
    )
    assert report.ok, str(report)
    assert report.coverage == "5 of 65537 groups"


def weighted(count: int) -> Program:
    """o = Σ (k + 1) · in_k."""
    b = Builder("weighted")
    arrays = [b.input(f"in_{k}", u32) for k in range(count)]
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        total = b.let("total", 0, u32)
        for k, array in enumerate(arrays):
            total.set(total + array[i] * (k + 1))
        out[i] = total
    return b.build()


# tinygrad #1461
@pytest.mark.parametrize("count", [7, 8, 9, 12, 31])
def test_many_buffers_are_right_or_refused_before_any_compile(session: Session, device: str, count: int) -> None:
    given = np.arange(777, dtype=np.uint32)
    program = weighted(count)
    limit = session.engine(device).profile.max_storage_buffers
    warnings = program.check().warnings
    assert bool(warnings) == (count + 1 > 8)
    if limit is not None and count + 1 > limit:
        with compiles(session, device) as compiled, pytest.raises(vy.UnsupportedFeature) as caught:
            session.dispatch(program, [given] * count, backend=device)
        assert caught.value.code == "U732"
        assert f"asked {count + 1} buffers, allowed {limit} buffers" in str(caught.value)
        assert compiled == []
        count = limit - 1
        program = weighted(count)
    (got,) = session.dispatch(program, [given.copy() for _ in range(count)], backend=device)
    assert got.tolist() == (given * np.uint32(count * (count + 1) // 2)).tolist()
