"""The lane-wise reference gives what the scalar one gives, however it cuts a launch into chunks."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.property.choices import contents
from tests.property.programs import random_program
from tests.property.running import differs
from vyre.drivers import lane_oracle
from vyre.drivers.lane_oracle import CHUNK_BYTES, LaneOracle
from vyre.drivers.oracle import Oracle
from vyre.dtypes import BY_NAME, DType, bool_, f32, f64, i32, i64, u8, u16, u32, u64
from vyre.emit.lanes import lanes_text
from vyre.emit.lanes_run import Chunk
from vyre.ir.builder import Builder
from vyre.ir.ops import ATOMIC_OPS
from vyre.ir.program import Field, Grid, Program, Record

Shapes = dict[int, tuple[int, ...]]


def both(program: Program, start: dict[int, bytes], shapes: Shapes, grid: Grid, **options: Any) -> list[Any]:
    """What each reference leaves: arrays, marks, trap."""
    found: list[Any] = []
    for oracle in (Oracle(program), LaneOracle(program)):
        memory = {k: bytearray(data) for k, data in start.items()}
        marks = oracle.run(memory, shapes, {}, grid, **options)
        found.append((memory, marks, oracle.trap))
    return found


def agree(
    program: Program, start: dict[int, bytes], shapes: Shapes, grid: Grid, **options: Any
) -> dict[int, bytearray]:
    scalar, lanes = both(program, start, shapes, grid, **options)
    assert scalar == lanes
    memory: dict[int, bytearray] = lanes[0]
    return memory


@pytest.mark.parametrize("lanes", [1, 40, 1 << 15])
def test_chunks_of_any_size_give_the_same(lanes: int) -> None:
    for seed in range(60, 85):
        case = random_program(seed)
        memory = {k: bytearray(data) for k, data in case.start.items()}
        LaneOracle(case.program, lanes=lanes).run(memory, case.shapes, case.params, case.grid)
        got = {k: bytes(memory[k]) for k, buffer in enumerate(case.program.buffers) if buffer.is_output}
        assert not differs(case, case.expected(), got)


def test_some_workgroups_leave_the_same_bytes_and_marks() -> None:
    for seed in range(200, 230):
        case = random_program(seed)
        total = case.grid[0] * case.grid[1] * case.grid[2]
        chosen = sorted({0, total // 2, total - 1} & set(range(total)))
        found: list[Any] = []
        for oracle in (Oracle(case.program), LaneOracle(case.program)):
            memory = {k: bytearray(data) for k, data in case.start.items()}
            marks = oracle.run(memory, case.shapes, case.params, case.grid, groups=chosen)
            found.append((memory, marks))
        assert found[0] == found[1], seed


def chunks_of(program: Program, count: int, grid: Grid, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lanes the chunks had."""
    seen: list[int] = []

    class Watched(Chunk):
        def __init__(self, numbers: Any, grid: Grid, workgroup: Grid) -> None:
            super().__init__(numbers, grid, workgroup)
            seen.append(self.lanes)

    monkeypatch.setattr(lane_oracle, "Chunk", Watched)
    LaneOracle(program).run({0: bytearray(4 * count)}, {0: (count,)}, {}, grid)
    return seen


def test_memory_bounds_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder("wide", workgroup=2, domain="out")
    out, own = b.output("out", u32), b.private("own", u64, 4096)
    i = b.global_id()
    own[i] = b.cast(u64, i)
    out[i] = b.cast(u32, own[i])
    program = b.build()
    made = chunks_of(program, 5000, (2500, 1, 1), monkeypatch)
    assert sum(made) == 5000
    assert lanes_text(program).lane_bytes >= 4096 * 8
    assert max(made) * lanes_text(program).lane_bytes <= CHUNK_BYTES


def test_a_workgroup_is_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder("one", workgroup=1024, domain="out")
    out, own = b.output("out", u32), b.private("own", u64, 1 << 14)
    i = b.global_id()
    own[0] = b.cast(u64, i)
    out[i] = b.cast(u32, own[0])
    assert chunks_of(b.build(), 2048, (2, 1, 1), monkeypatch) == [1024, 1024]


def test_a_long_chain_holds_few_arrays() -> None:
    b = Builder("chain", workgroup=1, domain="out")
    out = b.output("out", u32)
    value = x = b.global_id()
    for _ in range(2000):
        value = value * x + 1
    out[x] = value
    assert lanes_text(b.build()).lane_bytes < 128


def test_the_text_is_canonical_and_readable() -> None:
    def make(name: str) -> Program:
        b = Builder(name, workgroup=64)
        a, out = b.input(name + "_in", u32), b.output(name + "_out", u32)
        i = b.global_id()
        with b.if_(i < out.size):
            out[i] = a[i] + 1
        return b.build()

    text = lanes_text(make("one")).text
    assert text == lanes_text(make("other")).text == LaneOracle(make("other")).text
    assert "    m1 = m0 & v2\n" in text
    assert "    if m1.any():\n        v3 = load_u32_in(b0, *element(c, v0, n0))\n" in text
    assert "\n        v5 = v3 + k2\n" in text


@pytest.mark.parametrize("role", ["storage", "shared"])
@pytest.mark.parametrize("t", [u32, i32, u64, i64, f32, f64], ids=str)
def test_6_1_the_old_values_of_one_atomic_are_those_in_id_order(t: DType, role: str) -> None:
    for op in ("min", "max") if t.is_float else ATOMIC_OPS:
        b = Builder("old", workgroup=48, domain="old")
        at, x, old, cells = b.input("at", u32), b.input("x", t), b.output("old", t), b.inout("cells", t)
        target = cells if role == "storage" else b.shared("tile", t, 7)
        i = b.global_id()
        value = x[i]
        if op == "compare_exchange":
            old[i] = b.atomic(op, target, at[i], value, x[i + 1])
        else:
            old[i] = b.atomic(op, target, at[i], value)
        count = 480
        dice = random.Random(op)
        places = struct.pack(f"<{count}I", *(dice.choice((0, 1, 2, 3, 5, 6, 7, 2**32 - 1)) for _ in range(count)))
        # few values, so that a compare-exchange often finds what it expects
        few = contents(t, 4, 1)
        values = b"".join(dice.choice([few[k * t.nbytes : (k + 1) * t.nbytes] for k in range(4)]) for _ in range(count))
        start = {0: places, 1: values, 2: bytes(t.nbytes * count), 3: contents(t, 7, 5)}
        shapes: Shapes = {0: (count,), 1: (count,), 2: (count,), 3: (7,)}
        agree(b.build(), start, shapes, (10, 1, 1))
        agree(b.build(), start, shapes, (10, 1, 1), groups=[0, 3, 9])


def test_stores_of_a_chunk_to_one_element_leave_the_last() -> None:
    b = Builder("race", workgroup=4, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    out[0] = i
    with b.if_(i < 6):
        out[i * 0 + 1] = i
    out[i & 3 | 4] = i
    agree(b.build(), {0: bytes(32)}, {0: (8,)}, (4, 1, 1))


def test_records_with_unaligned_fields_and_marks() -> None:
    fields = (
        Field("flag", bool_, 0),
        Field("x", f32, 1),
        Field("n", u16, 5),
        Field("big", i32, 7),
        Field("m", f64, 11, (2, 3)),
    )
    record = Record(60, fields)
    b = Builder("records", workgroup=4, domain=12)
    a, out = b.input("a", record), b.output("out", record)
    i = b.global_id()
    with b.if_(i != 5):
        b.store(out, i * 2, b.load(a, i, field="x") + b.cast(f32, b.load(a, i, field="n")), field="x")
        b.store(out, i * 2, ~b.load(a, i, field="flag"), field="flag")
    b.store(out, i * 2, b.load(a, i + 1, field="big"), field="big")
    b.store(out, i, b.const(u16, 7), field="n")
    b.store(out, (i, i & 3, i), b.load(a, (1, 1, i & 3), field="m"), field="m")
    b.store(out, (i, 0, 0), b.load(a, (2, 1, 2), field="m"), field="m")
    data = random.Random(1).randbytes(60 * 12)
    agree(b.build(), {0: data, 1: bytes(60 * 12)}, {0: (12,), 1: (12,)}, (3, 1, 1))
    agree(b.build(), {0: data, 1: bytes(60 * 12)}, {0: (12,), 1: (12,)}, (3, 1, 1), groups=[1])
    agree(b.build(), {0: b"", 1: bytes(60)}, {0: (0,), 1: (1,)}, (3, 1, 1))


@pytest.mark.parametrize("t", [BY_NAME["f16"], BY_NAME["bf16"]], ids=str)
def test_narrow_floats_in_every_memory(t: DType) -> None:
    b = Builder("narrow", workgroup=8, domain="out")
    a, out, tile, wide = b.input("a", t), b.output("out", t), b.shared("tile", t, 8), b.output("wide", f32)
    i, lane = b.global_id(), b.local_id()
    x = b.let("x", a[i])
    tile[lane] = x * a[i + 1]
    b.barrier()
    with b.if_(lane > 2):
        x.set(b.fma(x, tile[b.const(u32, 7) - lane], a[i + 2]))
    out[i] = x
    wide[i] = b.cast(f32, x)
    count = 4096
    start = {0: contents(t, count, 1), 1: bytes(2 * count), 2: bytes(4 * count)}
    start = {k: start[k] for k in (0, 1)} | {3: start[2]}
    agree(b.build(), start, {0: (count,), 1: (count,), 3: (count,)}, (count // 8, 1, 1))


def test_5_6_the_first_trap_by_linear_global_id() -> None:
    b = Builder("traps", workgroup=(2, 3), domain="out")
    out = b.output("out", u32, shape=(6, 9))
    y, x = b.global_id(1), b.global_id(0)
    with b.if_((y * 9 + x) % 7 == 5), b.if_(x > 3):
        b.trap(x * 100 + y)
    with b.if_(y == 1):
        b.trap(y)
    out[y, x] = 1
    scalar, lanes = both(b.build(), {0: bytes(4 * 54)}, {0: (6, 9)}, (3, 3, 1))
    assert scalar == lanes
    assert lanes[2] is not None


@pytest.mark.parametrize("lanes", [1, 1 << 15])
def test_loops_leave_at_different_times(lanes: int) -> None:
    b = Builder("leave", workgroup=32, domain="out")
    out, lo, hi = b.output("out", u32), b.input("lo", i64), b.input("hi", i64)
    i = b.global_id()
    total = b.let("total", b.const(u32, 0))
    with b.for_(lo[i], hi[i], 3) as k:
        with b.if_(b.cast(u32, k) % 5 == 1):
            b.continue_()
        with b.for_(0, i & 7) as n:
            total.set(total * 31 + n)
            with b.if_(total % 11 == 3):
                b.break_()
        with b.if_(total % 13 == 12):
            out[i] = total
            b.return_()
        with b.if_(total % 17 == 2):
            b.break_()
        total.set(total + b.cast(u32, k))
    out[i] = total + 7
    program, dice = b.build(), random.Random(4)
    ends = [dice.choice((-(2**63), 2**63 - 1, 0)) for _ in range(256)]
    low = struct.pack("<256q", *(max(-(2**63), e - dice.randint(0, 60)) for e in ends))
    high = struct.pack("<256q", *(min(2**63 - 1, e + dice.randint(0, 60)) for e in ends))
    start, shapes = {0: bytes(1024), 1: low, 2: high}, {0: (256,), 1: (256,), 2: (256,)}
    want = {k: bytearray(v) for k, v in start.items()}
    Oracle(program).run(want, shapes, {}, (8, 1, 1))
    got = {k: bytearray(v) for k, v in start.items()}
    LaneOracle(program, lanes=lanes).run(got, shapes, {}, (8, 1, 1))
    assert want == got


def test_a_local_that_all_lanes_share_is_one_value_only_where_it_is() -> None:
    b = Builder("shared", workgroup=8, domain="out")
    out, p = b.output("out", u32), b.input("p", u8)
    i = b.global_id()
    one, own = b.let("one", b.const(u32, 1)), b.let("own", b.const(u32, 1))
    with b.for_(0, 5) as k:
        one.set(one * 3 + k)
        with b.if_(i > k):
            own.set(own + one)
    with b.while_(lambda: one < 5000):
        one.set(one * 2)
        with b.if_(p[0] == 7):  # the same in every lane
            one.set(one + 1)
    out[i] = own * 10000 + one
    agree(b.build(), {0: bytes(64), 1: b"\x07"}, {0: (16,), 1: (1,)}, (2, 1, 1))
    assert "x0 = v" in lanes_text(b.build()).text
    assert "x1 = merged(" in lanes_text(b.build()).text


# -- check ---------------------------------------------------------------------------------------------------------------


@vy.kernel
def mask(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ 0x5A5A


@vy.kernel(domain="a")
def tickets(a: vy.In[vy.u32], count: vy.InOut[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        old = vy.atomic_add(count, 0, a[i] * 0)
        out[i] = old


@pytest.mark.parametrize(("count", "reference"), [(100, "reference"), (10_000, "reference:lanes")])
def test_check_asks_the_lane_wise_reference_about_large_calls(count: int, reference: str) -> None:
    report = mask.check(np.arange(count, dtype=np.uint32), backends=["cpu", "reference"], groups="all")
    assert report.ok, str(report)
    assert report.reference == report.to_dict()["reference"] == reference
    assert (f", against {reference}" in str(report)) == (reference == "reference:lanes")


def test_check_asks_the_scalar_one_where_the_order_decides() -> None:
    report = tickets.check(np.arange(10_000, dtype=np.uint32), np.array([3], np.uint32), backends=["cpu"], groups="all")
    assert report.status == "undecidable"  # 6.3
    assert report.reference == "reference"


def test_check_compares_with_what_the_lane_wise_one_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    run: Callable[..., Any] = LaneOracle.run

    def wrong(self: LaneOracle, arrays: Any, *given: Any) -> Any:
        made = run(self, arrays, *given)
        arrays[1][4 * 5000] ^= 1
        return made

    monkeypatch.setattr(LaneOracle, "run", wrong)
    report = mask.check(np.arange(10_000, dtype=np.uint32), backends=["cpu"], groups="all")
    assert report.status == "different"
    assert report.rows[0].index == 5000
