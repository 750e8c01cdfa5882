"""Lists that a lane walks alone, with a vector of elements a turn: which loops, and the bytes of the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vyre.config import DispatchConfig
from vyre.drivers.cpu import CpuBackend
from vyre.dtypes import DType, i32, u32, u64
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

WIDE = Target(16, 32, True, True)
SIZE = 70


def marking(op: str = "min", dtype: DType = u32, *, how: str = "") -> Program:
    """Vertices of the level mark what their edges lead to, if its colour is below a number."""
    b = Builder("marking", workgroup=64)
    level, first, to, colour = (b.input(name, u32) for name in ("level", "first", "to", "colour"))
    limit, number = b.uniform("limit", u32), b.uniform("number", dtype)
    found = b.inout("found", dtype)
    last = b.output("last", u32, count=SIZE)
    v = b.global_id()
    with b.if_((v < level.size) & (level[v] == 1)):
        seen = b.let("seen", b.const(u32, 0))
        with b.for_(first[v], first[v + 1]) as e:
            target = b.let("target", to[e])
            with b.if_(colour[target] < limit):
                b.atomic(op, found, target, number + b.cast(dtype, e) if how == "each" else number)
                if how == "count":
                    seen.set(seen + 1)
                if how == "leave":
                    b.break_()
        last[v] = seen
    return b.build()


def made(program: Program) -> LlvmArtifact:
    return emit(make_plan(program.check(), config=DispatchConfig()), WIDE)


def kinds(program: Program) -> list[str]:
    return [a.kind for a in made(program).receipt.accesses if a.buffer in (2, 3, 6)]


def test_iterations_are_lanes() -> None:
    assert kinds(marking()) == ["vector", "gather", "gather"]
    assert "masked.scatter.v16i32" in made(marking()).text


def test_the_lists_of_all_lanes_are_asked_for_first() -> None:
    text = made(marking()).text
    assert text.count("call void @llvm.prefetch.p0") == 2  # in the text for whole stretches and in the other one
    assert "prefetch" not in made(marking(how="count")).text


@pytest.mark.parametrize("how", ["each", "count", "leave"])
def test_iterations_that_tell_each_other_something_are_not(how: str) -> None:
    assert kinds(marking(how=how)) == ["lanes", "lanes", "lanes"]


@pytest.mark.parametrize("op", ["add", "xor"])
def test_nor_those_that_count(op: str) -> None:
    assert "lanes" in kinds(marking(op))[0]


def results(program: Program, arguments: list[Any], backend: str, target: Target | None) -> list[bytes]:
    with Session(backend) as session:
        if target is not None:
            opened = session.engine("cpu").backend
            assert isinstance(opened, CpuBackend)
            opened.target = target
        return [np.asarray(x).tobytes() for x in session.dispatch(program, arguments, domain=SIZE)]


@pytest.mark.parametrize("target", [Target(4, 16), Target(8, 16, True), WIDE], ids=lambda t: f"width {t.width}")
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_the_bytes_are_the_references(target: Target, data: st.DataObject) -> None:
    op = data.draw(st.sampled_from(["min", "max", "and", "or", "exchange", "add"]))
    dtype = data.draw(st.sampled_from([i32, u32, u64]))
    how = data.draw(st.sampled_from(["", "", "each", "count", "leave"])) if op != "exchange" else ""
    if how == "leave" and op != "min":
        how = ""
    draw = np.random.default_rng(data.draw(st.integers(0, 1 << 32)))
    level = draw.integers(0, 3, SIZE, dtype=np.uint32)
    lengths = draw.choice([0, 1, 7, 15, 16, 17, 33, 40], SIZE)
    first = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint32)
    if data.draw(st.booleans()):
        first[draw.integers(0, SIZE, 5)] = draw.integers(
            0, int(first[-1]) + 30, 5
        )  # lists that overlap, end early or late
    places = data.draw(st.sampled_from([1, 3, 50]))
    to = draw.integers(0, places + 2, int(first[-1]), dtype=np.uint32)
    to[draw.integers(0, to.size, 3)] = draw.integers(0, 1 << 32, 3)
    colour = draw.integers(0, 9, places + 1, dtype=np.uint32)
    start = draw.integers(0, 1 << 12, places, dtype=dtype.numpy_name)
    number = data.draw(st.sampled_from([0, 1, 77, 0xFFF]))
    program = marking(op, dtype, how=how)
    arguments = [level, first, to, colour, np.uint32(data.draw(st.integers(0, 9))), number, start]
    assert results(program, arguments, "cpu", target) == results(program, arguments, "reference", None)
