"""Elements that each lane reads one after the other, turned around 64 bytes at a time: on vectors of every width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.sizes import size
from vyre.config import DispatchConfig
from vyre.dtypes import DType, f32, i8, u8, u16, u32
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

# LLVM takes apart what this machine has no vectors for
TARGETS: Final = {4: Target(), 8: Target(8, 16, True), 16: Target(16, 32, True, True)}
TYPES: Final[dict[str, tuple[DType, type[np.generic]]]] = {
    "u8": (u8, np.uint8),
    "i8": (i8, np.int8),
    "u16": (u16, np.uint16),
    "u32": (u32, np.uint32),
    "f32": (f32, np.float32),
}


@dataclass(frozen=True)
class Rows:
    """Each lane mixes the elements lo <= k < hi of its row. ``fixed``: they are known when the text is written."""

    name: str = "u8"
    stride: int = 64
    lo: int = 0
    hi: int = 64
    fixed: bool = False
    workgroup: int = 64
    lanes: int = 64
    missing: int = 0  # elements that the last row lacks
    odd: int = 0  # elements before the first one, in memory
    leaves: int | None = None  # the k at which all lanes leave the loop
    step: int = 1
    twice: str = ""  # the type of a second array

    def program(self) -> Program:
        b = Builder("rows", domain="out", workgroup=self.workgroup)
        x = b.input("x", TYPES[self.name][0])
        y = b.input("y", TYPES[self.twice][0]) if self.twice else None
        bounds = [b.uniform("lo", u32), b.uniform("hi", u32)]
        out = b.output("out", u32)
        lo, hi = (b.const(u32, self.lo), b.const(u32, self.hi)) if self.fixed else bounds
        i = b.global_id()
        state = b.let("state", b.const(u32, 7))
        with b.for_(lo, hi, self.step) as k:
            if self.leaves is not None:
                with b.if_(k == self.leaves):
                    b.break_()
            for array in (x, y):
                if array is not None:
                    one = array[i * self.stride + k]
                    bits = b.bitcast(u32, one) if array is x and self.name == "f32" else b.cast(u32, one)
                    state.set(state * 31 + bits)
        with b.if_(i < out.size):
            out[i] = state
        return b.build()

    def array(self, name: str, seed: int) -> NDArray[np.generic]:
        count = max(0, self.stride * self.lanes - self.missing)
        draw = np.random.default_rng(seed).integers(1, 100, count + self.odd)
        return draw.astype(TYPES[name][1])[self.odd :]

    def run(self, session: Session) -> NDArray[np.uint32]:
        arrays = [self.array(name, at) for at, name in enumerate((self.name, self.twice)) if name]
        out = np.zeros(self.lanes, np.uint32)
        inputs = [*arrays, np.uint32(self.lo), np.uint32(self.hi)]
        session.dispatch(self.program(), inputs, out=[out])
        return out


@pytest.fixture(scope="module")
def sessions() -> Iterator[dict[int, Session]]:
    """The reference, 0, and the CPU with vectors of each width."""
    opened = {0: Session("reference")}
    for width, target in TARGETS.items():
        opened[width] = Session("cpu")
        opened[width].engine("cpu").backend.target = target  # type: ignore[attr-defined]  # the CPU's own
    yield opened
    for session in opened.values():
        session.close()


def made(rows: Rows, width: int = 16) -> LlvmArtifact:
    return emit(make_plan(rows.program().check(), config=DispatchConfig()), TARGETS[width])


def kinds(rows: Rows, width: int = 16) -> list[str]:
    return [a.kind for a in made(rows, width).receipt.accesses if a.what == "load"]


def same(sessions: dict[int, Session], rows: Rows, widths: tuple[int, ...] = (4, 8, 16)) -> None:
    expected = rows.run(sessions[0])
    for width in widths:
        assert rows.run(sessions[width]).tobytes() == expected.tobytes(), (width, rows)


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize("name", list(TYPES))
def test_what_lanes_read_on_is_turned_around(width: int, name: str) -> None:
    artifact = made(Rows(name), width)
    first = artifact.receipt.accesses[0]
    assert first.kind == "staged"
    assert "64 bytes of all lanes are turned around at once" in first.line()
    assert "1 staged" in "\n".join(artifact.notes)
    assert artifact.text.count("define internal void @") == 1  # the texts of the loop share it


@pytest.mark.parametrize(("rows", "each"), [(Rows(), 1), (Rows("u16"), 2), (Rows("f32"), 4), (Rows(workgroup=16), 1)])
def test_the_lines_of_the_next_strip_are_asked_for_step_by_step(rows: Rows, each: int) -> None:
    text = made(rows).text
    asked = text.count("call void @llvm.prefetch.p0(")
    assert asked == each + 1  # in the text of whole workgroups, and in that of the lanes before and behind


@pytest.mark.parametrize(
    "rows",
    [
        Rows(step=2),
        Rows(leaves=9),
        Rows(hi=63, fixed=True),
        Rows("u16", lo=1, hi=32, fixed=True),
        Rows("f32", hi=15, fixed=True),
    ],
)
def test_what_brings_nothing_is_not(rows: Rows) -> None:
    assert "staged" not in kinds(rows)


def test_few_iterations_come_in_words_where_their_number_is_not_known() -> None:
    gathered = "x ptr> align 1 %"  # words of bytes, at any address
    assert gathered in made(Rows()).text
    assert gathered not in made(Rows(fixed=True)).text


def test_rows_of_a_loop_fit_the_first_cache() -> None:
    assert kinds(Rows(workgroup=256, twice="u32")) == ["staged", "staged"]  # 8 packs: 8 KiB each
    artifact = made(Rows(workgroup=64, twice="u32"))
    assert artifact.text.count("x i8], align 64") == 4  # two arrays, four packs and one


@pytest.mark.parametrize("name", list(TYPES))
@pytest.mark.parametrize("hi", [64, 65])
def test_all_types_give_the_same_bytes(sessions: dict[int, Session], name: str, hi: int) -> None:
    same(sessions, Rows(name, stride=70, hi=hi))


@pytest.mark.parametrize("twice", ["u16", "u32"])
def test_arrays_with_other_periods_give_the_same_bytes(sessions: dict[int, Session], twice: str) -> None:
    same(sessions, Rows(stride=81, hi=81, twice=twice, missing=1))


@pytest.mark.parametrize("hi", [64, 100, 128])
@pytest.mark.parametrize("missing", [0, 1, 40, 70])
def test_rows_that_reach_past_the_end_give_the_same_bytes(sessions: dict[int, Session], hi: int, missing: int) -> None:
    same(sessions, Rows(stride=hi, hi=hi, missing=missing, odd=3))


@pytest.mark.parametrize("leaves", [0, 70])
def test_loops_left_early_give_the_same_bytes(sessions: dict[int, Session], leaves: int) -> None:
    same(sessions, Rows(hi=90, stride=90, leaves=leaves))


@pytest.mark.parametrize(("lo", "hi"), [(2**32 - 80, 2**32 - 1), (90, 10), (5, 5)])
def test_bounds_that_wrap_or_cross_give_the_same_bytes(sessions: dict[int, Session], lo: int, hi: int) -> None:
    same(sessions, Rows(lo=lo, hi=hi, lanes=20), (8,))


@settings(max_examples=size("hypothesis_programs"), deadline=None, derandomize=True, database=None)
@given(st.data())
def test_random_rows_give_the_same_bytes(sessions: dict[int, Session], data: st.DataObject) -> None:
    draw = data.draw
    near = st.sampled_from([0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129])
    lo = draw(st.sampled_from([0, 0, 1, 5]))
    hi = lo + draw(near)
    rows = Rows(
        name=draw(st.sampled_from(list(TYPES))),
        stride=max(2, hi + draw(st.sampled_from([-7, 0, 1, 64]))),
        lo=lo,
        hi=hi,
        fixed=draw(st.booleans()),
        workgroup=draw(st.sampled_from([16, 40, 64])),
        lanes=draw(st.sampled_from([1, 31, 64, 70])),
        missing=draw(st.sampled_from([0, 0, 1, 15, 63, 64])),
        odd=draw(st.integers(0, 3)),
        leaves=draw(st.sampled_from([None, None, None, 20])),
        twice=draw(st.sampled_from(["", "", "u8", "u16"])),
    )
    same(sessions, rows, (draw(st.sampled_from(sorted(TARGETS))),))


# -- arrays of 2**31 elements --------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [3, 20, 130])
def test_rows_and_words_lie_beyond_2_31(length: int) -> None:
    """4.1: some lanes read below element 2**31, others above it, and the last ones out of bounds. Elements that are not
    read have no memory."""
    b = Builder("far", domain="out", workgroup=64)
    x, starts, n, out = b.input("x", u8), b.input("starts", u32), b.uniform("n", u32), b.output("out", u32)
    i = b.global_id()
    start, state = starts[i], b.let("state", b.const(u32, 7))
    with b.for_(0, n) as k:
        state.set(state * 31 + b.cast(u32, x[start + k]))
    with b.if_(i < out.size):
        out[i] = state
    near = (1 << 31) - 600
    array = np.zeros(near + 2000, np.uint8)
    array[near:] = np.random.default_rng(length).integers(0, 256, 2000)
    firsts = near + np.arange(128, dtype=np.uint32) * 15
    firsts[100:] -= 500
    expected = np.full(128, 7, np.uint32)
    for step in range(length):
        at = firsts.astype(np.int64) + step
        expected = expected * 31 + np.where(at < array.size, array[np.minimum(at, array.size - 1)], 0).astype(np.uint32)
    with Session("cpu") as session:
        found = session.dispatch(b.build(), [array, firsts, np.uint32(length)], out=[np.zeros(128, np.uint32)])[0]
    assert np.array_equal(found, expected)


def test_the_text_of_large_arrays_has_rows() -> None:
    plan = make_plan(Rows().program().check(), config=DispatchConfig())
    artifact = emit(plan, TARGETS[16], wide=True)
    assert artifact.receipt.wide_index
    assert "staged" in {access.kind for access in artifact.receipt.accesses}
