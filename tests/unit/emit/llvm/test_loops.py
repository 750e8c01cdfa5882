"""Loops in two forms, words of bytes, and branches that lanes walk through one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import f32, u8, u16, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

WIDE = Target(16, 32, True, True)
SMALL = {"u8": (u8, np.uint8), "u16": (u16, np.uint16)}


def made(program: Program, target: Target = WIDE) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), target)


def agree(program: Program, inputs: Sequence[Any], out: Any, domain: int | None = None) -> Any:
    results = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(program, inputs, out=[out.copy()], domain=domain)[0])
    assert results[0].tobytes() == results[1].tobytes()
    return results[1]


def rows(name: str = "u8", step: int = 1, *, most: int | None = None, workgroup: int = 256) -> Program:
    """Of each lane's row the bytes, one after the other. ``most``: a number of them that is known."""
    b = Builder("rows", domain="out", workgroup=workgroup)
    text, length, out = b.input("text", SMALL[name][0]), b.uniform("length", u32), b.output("out", u32)
    i = b.global_id()
    state = b.let("state", b.const(u32, 0))
    with b.for_(0, length if most is None else most, step) as k:
        state.set(state * 31 + b.cast(u32, text[i * length + k]))
    with b.if_(i < out.size):
        out[i] = state
    return b.build()


def gathers_whole_words(artifact: LlvmArtifact) -> bool:
    """At any address: words around single bytes are aligned to 4."""
    return "x i32> @llvm.masked.gather" in artifact.text and "x ptr> align 1 %" in artifact.text


def test_bytes_of_a_short_row_come_in_words() -> None:
    artifact = made(rows(most=30))
    assert artifact.receipt.accesses[0].kind == "gather"
    assert gathers_whole_words(artifact)


def test_words_need_gathers_and_steps_of_one() -> None:
    assert not gathers_whole_words(made(rows(most=30), Target()))
    assert not gathers_whole_words(made(rows(step=2, most=30)))


@pytest.mark.parametrize("name", ["u8", "u16"])
@pytest.mark.parametrize("length", [0, 1, 4, 5, 63])
@pytest.mark.parametrize("count", [1, 64, 130])
@pytest.mark.parametrize("missing", [0, 1])
def test_rows_of_every_length_give_the_same_bytes(name: str, length: int, count: int, missing: int) -> None:
    draw = np.random.default_rng(length * 1000 + count)
    size = max(0, length * count - missing)
    text = draw.integers(0, 200, size + 3).astype(SMALL[name][1])[3:]  # at an odd address
    for most in (None, 5 if length == 5 else 30):
        agree(rows(name, most=most), [text, np.uint32(length)], np.zeros(count, np.uint32))


@pytest.mark.parametrize(("workgroup", "packs"), [(16, 1), (64, 4), (100, 4), (256, 8)])
def test_a_workgroup_fills_the_packs_of_a_loop(workgroup: int, packs: int) -> None:
    receipt = made(rows(workgroup=workgroup)).receipt
    assert (receipt.mode, receipt.packs) == ("flat", packs)


def windows() -> Program:
    """Sums of neighbours: a consecutive index and the loop's variable, behind a guard."""
    b = Builder("windows", domain="out")
    x, n, out = b.input("x", f32), b.uniform("n", u32), b.output("out", f32)
    i = b.global_id()
    with b.if_(i < out.size):
        total = b.let("total", b.const(f32, -0.0))
        with b.for_(0, n) as k:
            total.set(total + x[i + k])
        out[i] = total
    return b.build()


def test_a_loop_behind_a_guard_has_a_form_without_masks() -> None:
    artifact = made(windows())
    assert [(a.what, a.kind) for a in artifact.receipt.accesses] == [("load", "vector"), ("store", "vector")]
    assert "= load <16 x float>, ptr" in artifact.text
    assert "@llvm.masked.load.v16f32" in artifact.text


@pytest.mark.parametrize("n", [0, 1, 7, 300])
@pytest.mark.parametrize("size", [0, 1, 31, 64, 200])
def test_windows_that_reach_past_the_end_give_the_same_bytes(n: int, size: int) -> None:
    x = np.random.default_rng(size).standard_normal(size).astype(np.float32)
    x[::5] = np.nan
    agree(windows(), [x, np.uint32(n)], np.zeros(max(1, size), np.float32))


def wrapping() -> Program:
    b = Builder("wrapping", domain="out")
    x, far, out = b.input("x", u32), b.uniform("far", u32), b.output("out", u32)
    i = b.global_id()
    total = b.let("total", b.const(u32, 0))
    with b.for_(0, 8) as k:
        total.set(total + x[i + far + k])
    with b.if_(i < out.size):
        out[i] = total
    return b.build()


@pytest.mark.parametrize("far", [0, 40, 50, 2**32 - 4, 2**31])
def test_a_sum_that_wraps_is_no_element(far: int) -> None:
    agree(wrapping(), [np.arange(1, 51, dtype=np.uint32), np.uint32(far)], np.zeros(50, np.uint32))


def lists(op: str = "min") -> Program:
    """Lanes whose list is on walk through it and update what it names."""
    b = Builder("lists", domain="first")
    first, names, on, out = b.input("first", u32), b.input("names", u32), b.input("on", u32), b.inout("out", u32)
    i = b.global_id()
    with b.if_(i + 1 < first.size), b.if_(on[i] != 0), b.for_(first[i], first[i + 1]) as e:
        name = names[e]
        with b.if_(name != 3):
            if op == "min":
                b.atomic_min(out, name, i + 10)
            elif op == "max":
                b.atomic_max(out, name, i + 10)
            else:
                b.atomic_add(out, name, i + 10)
    return b.build()


def test_lists_of_different_lengths_are_walked_lane_after_lane() -> None:
    accesses = made(lists()).receipt.accesses
    assert accesses[0].kind == "vector"  # who is on is found by vectors
    assert {a.kind for a in accesses[1:]} == {"lanes"}


@pytest.mark.parametrize("op", ["min", "max", "add"])
@pytest.mark.parametrize("count", [0, 1, 16, 100])
def test_walks_give_the_same_bytes(op: str, count: int) -> None:
    draw = np.random.default_rng(count)
    first = np.concatenate([[0], np.cumsum(draw.integers(0, 9, count))]).astype(np.uint32)
    first[count // 2] += 30  # a list that reaches past the end, and one that ends before it begins
    names = draw.integers(0, 60, int(first[-1])).astype(np.uint32)
    if len(names) > 2:
        names[1] = 4_000_000_000
    on = draw.integers(0, 2, max(1, count)).astype(np.uint32)
    agree(lists(op), [first[: count + 1], names, on, np.full(50, 40, np.uint32)], np.zeros(50, np.uint32))


def invariant() -> Program:
    b = Builder("invariant", domain="out")
    x, out = b.input("x", f32), b.output("out", f32)
    i = b.global_id()
    total = b.let("total", b.const(f32, 0.0))
    with b.for_(0, x.size) as k:
        total.set(total + x[k] * b.sqrt(b.cast(f32, i)))
    with b.if_(i < out.size):
        out[i] = total
    return b.build()


def test_a_value_of_the_loop_that_does_not_change_is_computed_before_it() -> None:
    text = made(invariant()).text
    assert "llvm.sqrt" in text[: text.index("fmul")]
    agree(invariant(), [np.ones(7, np.float32)], np.zeros(20, np.float32))
