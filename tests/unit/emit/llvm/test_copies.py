"""Shared arrays that lanes only add to: when they get copies, and that nobody can tell."""

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


def counted(
    *, bins: int = 256, dtype: DType = u32, op: str = "add", look: str = "after", mask: bool = True, write: bool = False
) -> Program:
    """A histogram of two workgroups. ``look``: where the array is read. ``write``: the input's twin is written in between."""
    b = Builder("counts", workgroup=64, grid=2)
    x, out = b.input("x", u32), b.output("out", dtype, count=2 * bins)
    seen = b.output("seen", u32, count=4096)
    kept = b.shared("kept", dtype, bins)
    lane, i = b.local_id(), b.global_id()
    with b.for_(0, (x.size + 127) // 128) as k:
        at = k * 128 + i
        with b.if_(at < x.size):
            value = x[at]
            if write:
                seen[at] = value + 1
            where = value & (bins - 1) if mask else value % bins
            one = b.const(dtype, 3)
            old = b.atomic_add(kept, where, one) if op == "add" else b.atomic_sub(kept, where, one)
            if look == "old":
                seen[at] = b.cast(u32, old)
            elif look == "same":
                seen[at] = b.cast(u32, kept[where] & 0)
    b.barrier()
    if look == "loop":
        with b.for_(0, 2):
            kept[lane] = kept[lane] * 2
            b.barrier()
    with b.for_(0, bins // 64) as k:
        out[b.group_id() * bins + k * 64 + lane] = kept[k * 64 + lane]
    return b.build()


@pytest.mark.parametrize(
    ("options", "copies"),
    [
        ({}, 8),
        ({"op": "sub", "dtype": i32}, 8),
        ({"mask": False}, 8),
        ({"bins": 512}, 4),
        ({"bins": 1024}, 0),
        ({"dtype": u64}, 0),
        ({"look": "old"}, 0),
        ({"look": "same"}, 0),
        ({"look": "loop"}, 0),
    ],
)
def test_when_arrays_have_copies(options: dict[str, object], copies: int) -> None:
    receipt = made(counted(**options)).receipt  # type: ignore[arg-type]  # keywords of the table above
    assert receipt.copies == copies
    assert any("copies of arrays" in line for line in receipt.lines()) == bool(copies)


@pytest.mark.parametrize("data", ["random", "one", "skewed", "few"])
@pytest.mark.parametrize(
    "options", [{}, {"op": "sub", "dtype": i32}, {"mask": False}, {"write": True}, {"bins": 1024}, {"look": "loop"}]
)
def test_counts_are_the_same(data: str, options: dict[str, object]) -> None:
    """6.1: on data whose neighbours are equal too, and with a rest that is no whole vector."""
    draw = np.random.default_rng(7)
    x = {
        "random": draw.integers(0, 1 << 32, 1501, dtype=np.uint32),
        "one": np.full(1024, 255, np.uint32),
        "skewed": draw.geometric(0.5, size=999).astype(np.uint32),
        "few": np.arange(5, dtype=np.uint32),
    }[data]
    program = counted(**options)  # type: ignore[arg-type]  # keywords of the table above
    results: list[list[bytes]] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append([array.tobytes() for array in session.dispatch(program, [x])])
    assert results[0] == results[1]


def test_indexes_are_read_from_memory_where_nothing_was_written_since() -> None:
    single = r"= and i32 %v\d+, 255"
    assert re.search(single, made(counted()).text)
    assert not re.search(single, made(counted(write=True)).text)


@pytest.mark.parametrize("packs", [4, 8])
def test_of_many_vectors_32_lanes_are_written_out(packs: int) -> None:
    """A load gives the indexes of two. The rest is a loop, which is compiled in a fraction of the time; the counts are the same."""
    program = counted()
    text = emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True), packs=packs).text
    assert len(re.findall(r"= load i64, ptr %v\d+, align 4", text)) == 16
    x = np.random.default_rng(7).integers(0, 1 << 32, 1501, dtype=np.uint32)
    with Session("reference") as session:
        expected = [array.tobytes() for array in session.dispatch(program, [x])]
    with Session("cpu") as session:
        session.engine("cpu").backend.packs = packs  # type: ignore[attr-defined]  # for tests
        assert [array.tobytes() for array in session.dispatch(program, [x])] == expected


def test_indexes_that_may_be_written_meanwhile_are_read_one_by_one() -> None:
    assert re.search(r"= load i64, ptr %v\d+, align 4", made(counted()).text)
    assert not re.search(r"= load i64, ptr %v\d+, align 4", made(counted(write=True)).text)


@pytest.mark.parametrize("op", ["or", "xor", "max", "exchange"])
def test_other_atomics_on_such_an_array_are_done_to_the_array_itself(op: str) -> None:
    """6.1: in another phase; their results in several copies would be added up."""
    b = Builder("both", workgroup=32, grid=1)
    x, n, out = b.input("x", u32), b.uniform("n", u32), b.output("out", u32, count=64)
    counts = b.shared("counts", u32, 64)
    lane = b.local_id()
    b.atomic(op, counts, x[lane] & 63, n.get() if op == "exchange" else x[lane] & 15)
    b.barrier()
    with b.for_(0, 3) as k:
        b.atomic("add", counts, x[lane + k * 32] & 63, 1)
    b.barrier()
    with b.for_(0, 2) as k:
        out[k * 32 + lane] = counts[k * 32 + lane]
    assert made(b.build()).receipt.copies == 8
    data = np.random.default_rng(3).integers(0, 9, 96, dtype=np.uint32)  # many lanes mean one element
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(b.build(), [data, 5])[0].tobytes())
    assert results[0] == results[1]
