"""Workgroups of two axes: the place in a row is consecutive, and the row is one scalar a vector."""

from __future__ import annotations

import re

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import f32, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.emit.llvm.kinds import find_kinds
from vyre.emit.llvm.packs import Live, choose_packs
from vyre.emit.llvm.tree import build_tree
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


def test_packs_of_whole_rows_have_literal_places_and_one_test_of_scalars() -> None:
    artifact = emit(make_plan(product((8, 32)).check(), config=DispatchConfig()), Target(8, 16, True))
    assert (artifact.receipt.packs, artifact.receipt.mode) == (8, "group")
    assert artifact.receipt.packs_reason == "1 vectors a pack in the loop, 1 on the way"
    text = artifact.text
    # two rows of four vectors: their columns begin at literal places, and the four are loaded once, with masks or without
    assert len(re.findall(r"= load <8 x float>, ptr %\w+, align 4\n", text)) == 4
    assert text.count("call <8 x float> @llvm.masked.load") == 4


def strips(artifact: LlvmArtifact) -> int:
    return artifact.text.count("@llvm.umin.i32(i32 %")


def test_a_loop_over_arrays_goes_through_all_packs_in_strips() -> None:
    narrow = Target(8, 16, True)
    plan = make_plan(product((8, 32)).check(), config=DispatchConfig())
    assert strips(emit(plan, narrow)) == 1
    wide = emit(plan, WIDE)  # all invocations of a workgroup are processed together
    assert (strips(wide), wide.receipt.stack) == (0, 1)


@pytest.mark.parametrize("inner", [0, 1, 63, 64, 65, 130])
def test_strips_give_the_same_bytes(inner: int) -> None:
    draw = np.random.default_rng(inner)
    left = draw.standard_normal((9, inner)).astype(np.float32)
    right = draw.standard_normal((inner, 40)).astype(np.float32)
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            made_ = session.dispatch(product((8, 32)), [left, right], out=[np.zeros((9, 40), np.float32)])[0]
        results.append(made_.tobytes())
    assert results[0] == results[1]


@pytest.mark.parametrize(("live", "few", "many"), [((6, 5), 2, 2), ((5, 3), 2, 4), ((2, 2), 4, 4), ((12, 5), 1, 1)])
def test_two_packs_may_take_operands_from_memory(live: tuple[int, int], few: int, many: int) -> None:
    """Of a workgroup of 64, which are four vectors of the wide ones."""
    tree = build_tree(product((1, 64)))
    kinds = find_kinds(tree, frozenset({("global_id", 0)}))
    packs = [
        choose_packs(tree, kinds, Live(*live), target, 64, barriers=False)[0] for target in (Target(8, 16, True), WIDE)
    ]
    assert packs == [few, many]


def test_vectors_side_by_side_are_reached_from_the_first_ones_address() -> None:
    b = Builder("flip", workgroup=64)
    x, y = b.input("x", u32), b.output("y", u32)
    i = b.global_id()
    with b.if_((i < x.size) & (i < y.size)):
        y[i] = x[i] ^ 5
    text = emit(make_plan(b.build().check(), config=DispatchConfig()), Target(8, 16, True), packs=4).text
    beyond = re.findall(r"= getelementptr i32, ptr %v\d+, i64 (8|16|24)\n", text)
    assert sorted(beyond, key=int)[:2] == ["8", "8"]  # of what is read, and of what is written
    assert len(beyond) % 6 == 0
