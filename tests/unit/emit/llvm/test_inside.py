"""The text for whole stretches: what it is decided on, and the bytes at every edge of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import bool_, i32, u8, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.emit.llvm.target import LARGE
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

SIZES = (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 300)  # around vectors and steps


def made(program: Program) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True, streams=True))


def built(body: Callable[[Builder], None], **options: object) -> Program:
    b = Builder("k", **options)  # type: ignore[arg-type]  # options of the Builder
    body(b)
    return b.build()


def same(program: Program, inputs: list[object], out: object, **options: object) -> None:
    """The CPU's bytes are the reference's."""
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            arrays = [np.array(out, copy=True)]
            got = session.dispatch(program, list(inputs), out=arrays, **options)  # type: ignore[arg-type]
            results.append(got[0].tobytes())
    assert results[0] == results[1]


def guarded(b: Builder) -> None:
    a, key, out = b.input("a", u32), b.input("key", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = a[i] ^ key[i]


def shifted(b: Builder) -> None:
    a, out, n = b.input("a", u32), b.output("out", u32), b.uniform("n", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = a[i + n] + a[i - n] + a[b.cast(i32, i) - 1]


def early(b: Builder) -> None:
    a, out, n = b.input("a", u32), b.output("out", u32), b.uniform("n", u32)
    i = b.global_id()
    with b.if_(i >= n):
        b.return_()
    out[i] = a[i] + n


def middle(b: Builder) -> None:
    a, out, n = b.input("a", u32), b.output("out", u32), b.uniform("n", u32)
    i = b.global_id()
    with b.if_((i > n) & (i + 1 < a.size)):
        out[i] = a[i - 1] + a[i + 1]
    with b.else_():
        out[i] = a[n]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (guarded, "2 indexes and 1 guard are decided once a row, 1 past the caches where large"),
        (shifted, "3 indexes and 1 guard are decided once a row, 1 past the caches where large"),
        (early, "2 indexes and 1 guard are decided once a row, 1 past the caches where large"),
        (middle, "2 indexes and 1 guard are decided once a row, 1 past the caches where large"),
    ],
)
def test_guards_and_indexes_are_decided_once(body: Callable[[Builder], None], line: str) -> None:
    artifact = made(built(body, domain=300))
    assert artifact.receipt.inside == line
    assert all(a.inside for a in artifact.receipt.accesses[:2] if a.kind == "vector")
    body_text = artifact.text.split("\ndeclare")[0]
    whole = body_text.split("llvm.masked")[-1]  # the text for whole stretches comes last, and has no mask
    assert "load <8 x i32>, ptr" in whole
    assert "store <8 x i32>" in whole


def test_a_branch_that_something_follows_is_no_guard() -> None:
    def body(b: Builder) -> None:
        out, n = b.output("out", u32), b.uniform("n", u32)
        i = b.global_id()
        with b.if_(i < n):
            out[i] = 1
        out[i + 1] = 2

    assert made(built(body, domain=300)).receipt.inside.startswith("2 indexes and 0 guards are decided once a row")


def test_what_is_read_in_the_program_decides_nothing() -> None:
    def body(b: Builder) -> None:
        a, on, out = b.input("a", u32), b.input("on", bool_), b.output("out", u32)
        i = b.global_id()
        with b.if_(on[i]):
            out[a[i]] = i

    artifact = made(built(body, domain=300))
    assert artifact.receipt.inside.startswith("2 indexes and 0 guards are decided once a row")
    assert [a.inside for a in artifact.receipt.accesses] == [True, False, False]


def test_a_long_program_has_one_text() -> None:
    def body(b: Builder) -> None:
        a, out = b.input("a", u32), b.output("out", u32)
        i = b.global_id()
        x = a[i]
        for k in range(200):
            x = x * k + a[i]
        out[i] = x

    assert made(built(body, domain=300)).receipt.inside == ""


@pytest.mark.parametrize("size", SIZES)
def test_edges_of_the_stretch(size: int) -> None:
    """4.1: the arrays have different sizes, the grid is larger than the output, or smaller."""
    a = np.arange(300, dtype=np.uint32) * 7
    key = np.arange(300, dtype=np.uint32) ** 2
    program = built(guarded, domain=256)
    same(program, [a[:size], key], np.zeros(200, np.uint32))
    same(program, [a, key[:size]], np.zeros(270, np.uint32))
    same(program, [a, key], np.zeros(size, np.uint32))
    same(program, [a[1 : 1 + size], key[3:]], np.zeros(301, np.uint32)[1:])  # at addresses that are no whole vectors


@pytest.mark.parametrize("n", [0, 1, 5, 63, 64, 65, 200, 2**31 - 1, 2**31, 2**32 - 65, 2**32 - 1])
@pytest.mark.parametrize("body", [shifted, early, middle])
def test_sums_wrap(body: Callable[[Builder], None], n: int) -> None:
    """2.1 and 4.1: i + n and i - n are taken modulo 2**32."""
    for size in (0, 1, 70, 300):
        same(built(body, domain=300), [np.arange(size, dtype=np.uint32) + 9, np.uint32(n)], np.zeros(290, np.uint32))


@pytest.mark.parametrize("workgroup", [1, 7, 20, 64, 256])
def test_any_workgroup(workgroup: int) -> None:
    a = np.arange(300, dtype=np.uint32)
    same(built(guarded, domain=300, workgroup=workgroup), [a, a[::-1].copy()], np.zeros(299, np.uint32))


def rows(b: Builder) -> None:
    a, out = b.input("a", u8, rank=2), b.output("out", u8, rank=2)
    x, y = b.global_id(0), b.global_id(1)
    h, w = out.shape[0], out.shape[1]
    with b.if_((x > 0) & (x + 1 < w) & (y > 0) & (y + 1 < h)):
        out[y, x] = a[y - 1, x] + a[y + 1, x] + a[y, x - 1] + a[y, x + 1]
    with b.else_():
        out[y, x] = 5


@pytest.mark.parametrize("workgroup", [(1, 64), (4, 16), (3, 8), (2, 20), (4, 4)])
def test_rows_of_a_grid(workgroup: tuple[int, int]) -> None:
    """5.1: ids of all axes, also where chunks of workgroups begin inside of a row."""
    program = built(rows, domain=(9, 70), workgroup=workgroup)
    for shape in ((9, 70), (9, 71), (8, 64), (1, 1), (3, 200)):
        a = (np.arange(shape[0] * shape[1]) * 37 % 251).astype(np.uint8).reshape(shape)
        same(program, [a], np.zeros(shape, np.uint8))
        same(program, [a[: shape[0] // 2 + 1, : shape[1] // 2 + 1].copy()], np.zeros(shape, np.uint8))


def large(*, first: int, second: int) -> None:
    """Two outputs so large that they go past the caches, whose first elements are so far from where a line begins."""
    b = Builder("k", domain=LARGE // 4 + 40)
    a, one, two, n = b.input("a", u32), b.output("one", u32), b.output("two", u32), b.uniform("n", u32)
    i = b.global_id()
    with b.if_(i < a.size):
        one[i] = a[i] + 1
        two[i + n] = a[i] ^ 5
    program = b.build()
    assert made(program).receipt.inside.endswith("2 past the caches where large")
    size = LARGE // 4 + 33
    given = np.arange(size, dtype=np.uint32)
    space = [np.full(size + 64, 9, np.uint32) for _ in range(2)]
    outs: list[np.ndarray[Any, Any]] = []
    for array, shift in zip(space, (first, second), strict=True):
        begins = -array.ctypes.data % 64 // 4 + shift
        outs.append(array[begins : begins + size])
    with Session("cpu") as session:
        session.dispatch(program, [given, np.uint32(3)], out=outs)
    assert np.array_equal(outs[0], given + 1)
    assert np.array_equal(outs[1], np.concatenate([np.zeros(3, np.uint32), given[:-3] ^ 5]))


@pytest.mark.parametrize(("first", "second"), [(0, 13), (5, 2), (5, 5), (15, 1)])
def test_large_outputs(first: int, second: int) -> None:
    """4.2: at any place of a line of the cache, together or not."""
    large(first=first, second=second)


def test_outputs_that_are_read_stay_in_the_caches() -> None:
    def body(b: Builder) -> None:
        a, out, both = b.input("a", u32), b.output("out", u32), b.inout("both", u32)
        i = b.global_id()
        with b.if_(i < a.size):
            out[i] = a[i]
            out[i] = out[i] + a[i + 1]
            both[i] = a[i]

    assert "caches" not in made(built(body, domain=300)).receipt.inside


def test_a_target_without_such_stores_has_none() -> None:
    plan = make_plan(built(guarded, domain=300).check(), config=DispatchConfig())
    assert "nontemporal" not in emit(plan, Target(8, 16, True)).text
    assert "nontemporal" in emit(plan, Target(8, 16, True, streams=True)).text


@pytest.mark.parametrize("shape", [(9, 70), (8, 64), (10, 70), (9, 130), (40, 3)])
def test_what_no_invocation_stores_is_cleared(shape: tuple[int, int]) -> None:
    """4.2: an output that is reached in all places needs no clearing; one that is larger does, in every call."""
    program = built(rows, domain=(9, 70), workgroup=(1, 64))
    a = (np.arange(shape[0] * shape[1]) % 251).astype(np.uint8).reshape(shape)
    with Session("reference") as session:
        expected = session.dispatch(program, [a], out=[np.zeros(shape, np.uint8)])[0]
    with Session("cpu") as session:
        for _ in range(3):
            got = session.dispatch(program, [a], out=[np.full(shape, 9, np.uint8)])[0]
            assert np.array_equal(got, expected)
