"""Accesses at ``c * lane + q``: which are whole vectors, and that all of them mean what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vyre.config import DispatchConfig
from vyre.dtypes import DType, bool_, f16, f32, i32, u8, u16, u32, u64
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

TARGETS = [Target(4, 16), Target(8, 16, True), Target(16, 32, True, True)]


def made(program: Program, target: Target = TARGETS[2]) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), target)


def kinds(program: Program) -> list[str]:
    return [a.kind for a in made(program).receipt.accesses]


def moved(
    stride: int,
    qs: tuple[int, ...],
    *,
    dtype: DType = u32,
    workgroup: int = 64,
    first: int = 0,
    guard: bool = False,
    barrier: bool = False,
    between: bool = False,
) -> Program:
    """Each lane reads its elements ``qs`` in turn and writes them the other way round. ``between``: with a load of what
    may be written before the last store."""
    b = Builder("moved", workgroup=workgroup, grid=3)
    x, out, seen = b.input("x", dtype), b.output("out", dtype), b.output("seen", dtype)
    lane = b.local_id()
    at = b.group_id() * (stride * workgroup) + stride * lane + first
    held = b.shared("held", u32, workgroup) if barrier else None

    def body() -> None:
        values = [x[at + q] for q in qs]
        for n, (q, value) in enumerate(zip(qs, reversed(values), strict=True)):
            if between and n:
                seen[b.global_id() * 3 + n - 1] = out[at]
            out[at + q] = value

    if held is not None:
        held[lane] = lane
        b.barrier()
        seen[b.global_id()] = b.cast(dtype, held[lane ^ 1])
    if guard:
        with b.if_(lane % 5 != 2):
            body()
    else:
        body()
    return b.build()


def agree(program: Program, inputs: Sequence[object], outs: Sequence[object]) -> None:
    results = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            given = [np.array(out) for out in outs]
            results.append([r.tobytes() for r in session.dispatch(program, inputs, out=given)])
    assert results[0] == results[1]


@pytest.mark.parametrize("stride", [2, 4, 8])
def test_all_of_a_stretch_are_strided(stride: int) -> None:
    artifact = made(moved(stride, tuple(range(stride))))
    assert {a.kind for a in artifact.receipt.accesses} == {"strided"}
    assert f"{2 * stride} strided, {2 * stride} gathered" in "\n".join(artifact.notes)
    line = artifact.receipt.accesses[0].line()
    assert (
        "strided, checked, unmasked; elsewhere gather (lanes read neighbours of one stretch, in whole vectors" in line
    )


def test_some_of_a_stretch_are_read_strided_and_scattered() -> None:
    assert kinds(moved(4, (3, 1))) == ["strided", "strided", "gather", "gather"]


def test_one_of_a_long_stretch_is_a_gather() -> None:
    assert kinds(moved(8, (5,))) == ["gather", "gather"]
    assert kinds(moved(4, (0, 9))) == ["strided", "strided", "gather", "gather"]  # two stretches


@pytest.mark.parametrize("stride", [1, 3, 16])
def test_other_strides_are_not(stride: int) -> None:
    assert "strided" not in kinds(moved(stride, (0, 1)))


def test_what_may_be_written_in_between_is_written_first() -> None:
    accesses = made(moved(2, (0, 1), between=True)).receipt.accesses
    assert [a.kind for a in accesses if a.what == "store" and a.buffer == 1] == ["gather", "gather"]


def test_rows_of_several_axes_are_not() -> None:
    b = Builder("axes", workgroup=(4, 16), domain="out")
    x, out = b.input("x", u32), b.output("out", u32, rank=2)
    i, j = b.global_id(1), b.global_id(0)
    with b.if_((i < out.shape[0]) & (j < out.shape[1])):
        out[i, j] = x[2 * j] + x[2 * j + 1]
    assert "strided" not in kinds(b.build())


@pytest.fixture(params=TARGETS, ids=lambda target: f"{target.width} lanes")
def on_target(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text for another processor, on this one: LLVM cuts vectors to what there is."""
    target: Target = request.param
    monkeypatch.setattr(Target, "of", staticmethod(lambda _features: target))


@pytest.mark.usefixtures("on_target")
@pytest.mark.parametrize(
    ("dtype", "numpy_type", "stride", "qs"),
    [
        (u32, np.uint32, 2, (0, 1)),
        (i32, np.int32, 8, (0, 1, 2, 3, 4, 5, 6, 7)),
        (f32, np.float32, 4, (2, 0, 3, 1)),
        (u8, np.uint8, 4, (3, 2, 1, 0)),
        (u16, np.uint16, 2, (1, 0)),
        (u64, np.uint64, 4, (0, 1, 2, 3)),
        (u32, np.uint32, 4, (1, 2)),
    ],
)
def test_bytes_are_the_same(dtype: DType, numpy_type: type, stride: int, qs: tuple[int, ...]) -> None:
    rng = np.random.default_rng(stride)
    x: NDArray[Any] = rng.integers(0, 250, 3 * 64 * stride + 5).astype(numpy_type)
    if dtype is f32:
        x[::7] = np.nan
    for size in (1, 64 * stride * 2 - 1, 64 * stride * 3):
        outs: list[NDArray[Any]] = [rng.integers(0, 250, size).astype(numpy_type), np.zeros(600, numpy_type)]
        agree(moved(stride, qs, dtype=dtype), [x[:size]], outs)
        agree(moved(stride, qs, dtype=dtype), [x], outs)


@pytest.mark.usefixtures("on_target")
@pytest.mark.parametrize("first", [-3, 2, 1 << 31])
@pytest.mark.parametrize("options", [{}, {"guard": True}, {"barrier": True}, {"workgroup": 40}, {"between": True}])
def test_edges_masks_and_wraps(first: int, options: dict[str, int]) -> None:
    x = np.arange(1, 900, dtype=np.uint32)
    program = moved(4, (0, 1, 2, 3), first=first & 0xFFFFFFFF, **options)  # type: ignore[arg-type]
    agree(program, [x], [np.full(771, 7, np.uint32), np.zeros(600, np.uint32)])


@pytest.mark.usefixtures("on_target")
def test_flags_and_halves() -> None:
    for dtype, x in ((bool_, np.arange(400) % 3 == 0), (f16, np.linspace(-9, 9, 400).astype(np.float16))):
        agree(moved(2, (1, 0), dtype=dtype), [x], [np.zeros(390, x.dtype), np.zeros(600, x.dtype)])


@pytest.mark.usefixtures("on_target")
def test_flat_programs_and_loops() -> None:
    b = Builder("pairs", domain="out")
    x, out, n = b.input("x", u32), b.output("out", u32), b.uniform("n", u32)
    i = b.global_id()
    total = b.let("total", b.const(u32, 0))
    with b.for_(0, n) as k:
        total.set(total * 3 + x[4 * i + k])
        total.set(total * 3 + x[(i << 2) - k])
    with b.if_(i < out.size):
        out[i] = total + x[2 * i] - x[2 * i + 1]
    for size in (1, 300):
        agree(b.build(), [np.arange(5, 1100, dtype=np.uint32), np.uint32(4)], [np.zeros(size, np.uint32)])


@pytest.mark.usefixtures("on_target")
def test_shared_arrays() -> None:
    b = Builder("swapped", workgroup=64, grid=2)
    x, out = b.input("x", u32), b.output("out", u32)
    held = b.shared("held", u32, 128)
    lane = b.local_id()
    held[2 * lane + 1] = x[b.global_id()]
    held[2 * lane] = lane
    b.barrier()
    out[b.global_id()] = held[2 * lane] - held[2 * lane + 1] + held[4 * (lane // 2) + 1]
    assert kinds(b.build()).count("strided") == 4
    agree(b.build(), [np.arange(7, 127, dtype=np.uint32)], [np.zeros(128, np.uint32)])
