"""Workgroups of two axes: the place in a row is consecutive, and the row is one scalar a vector."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import f32, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

WIDE = Target(16, 32, True, True)


def made(program: Program) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), WIDE)


def product(workgroup: tuple[int, int]) -> Program:
    """out = left @ right, an element an invocation."""
    b = Builder("product", workgroup=workgroup, domain="out")
    left, right, out = b.input("left", f32, rank=2), b.input("right", f32, rank=2), b.output("out", f32, rank=2)
    i, j = b.global_id(1), b.global_id(0)  # the Builder counts from the fastest axis
    total = b.let("total", b.const(f32, 0.0))
    with b.for_(0, left.shape[1]) as k:
        total.set(total + left[i, k] * right[k, j])
    with b.if_((i < out.shape[0]) & (j < out.shape[1])):
        out[i, j] = total
    return b.build()


def test_a_row_is_read_by_one_scalar_load_and_a_column_by_vectors() -> None:
    accesses = made(product((4, 16))).receipt.accesses
    assert [(a.what, a.kind) for a in accesses] == [("load", "scalar"), ("load", "vector"), ("store", "vector")]
    assert accesses[0].reason == "the index is the same in all lanes of a vector"


def test_rows_that_are_no_whole_vectors_stay_as_they_were() -> None:
    accesses = made(product((4, 12))).receipt.accesses
    assert [a.kind for a in accesses] == ["gather", "gather", "gather"]


def test_packs_of_one_row_share_its_loads() -> None:
    text = made(product((2, 32))).text
    vectors = text.count("call <16 x float> @llvm.masked.load")
    assert vectors == 2  # two packs of columns, for two rows


@pytest.mark.parametrize("workgroup", [(4, 16), (8, 32), (2, 8), (3, 48), (1, 64), (16, 16), (5, 12)])
@pytest.mark.parametrize("shape", [(1, 1, 1), (16, 3, 16), (17, 5, 33), (4, 0, 16), (31, 16, 15)])
def test_every_size_gives_the_same_bytes(workgroup: tuple[int, int], shape: tuple[int, int, int]) -> None:
    rows, inner, columns = shape
    draw = np.random.default_rng(rows * 100 + inner)
    left = draw.standard_normal((rows, inner)).astype(np.float32)
    right = draw.standard_normal((inner, columns)).astype(np.float32)
    if inner > 2:
        left[0, 0], right[1, 0], left[-1, -1] = np.nan, -0.0, np.inf
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        out = np.zeros((rows, columns), np.float32)
        with Session(backend) as session:
            results.append(session.dispatch(product(workgroup), [left, right], out=[out])[0].tobytes())
    assert results[0] == results[1]


def test_a_row_beyond_the_array_is_not_read() -> None:
    b = Builder("rows", workgroup=(4, 16), domain=(4, 16))
    a, out = b.input("a", u32), b.output("out", u32)
    i, j = b.global_id(1), b.global_id(0)  # the Builder counts from the fastest axis
    with b.if_(j < 16):
        out[i * 16 + j] = a[i * 1000000000]
    with Session("cpu") as session:
        made_ = session.dispatch(b.build(), [np.array([7, 8], np.uint32)], out=[np.ones(64, np.uint32)])[0]
    assert made_.reshape(4, 16).tolist() == [[7] * 16, [0] * 16, [0] * 16, [0] * 16]
