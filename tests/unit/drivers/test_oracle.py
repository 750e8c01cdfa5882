"""The oracle keeps the rules of memory and execution (rules 1.1, 1.4, 4, 5 and 6.1)."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.oracle import Oracle, run_program
from vyre.dtypes import DType, bool_, f32, i32, i64, u8, u32, u64
from vyre.errors import DispatchFailed
from vyre.ir.builder import Builder
from vyre.ir.program import Program


@pytest.fixture(params=["scalar", "lanes"], autouse=True)
def reference(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs on both references."""
    if request.param == "lanes":
        monkeypatch.setitem(globals(), "Oracle", LaneOracle)
        monkeypatch.setitem(globals(), "run_program", lambda program, *given: LaneOracle(program).run(*given))


def launch(program: Program, grid: int, **arrays: tuple[str, list[Any]]) -> dict[str, list[Any]]:
    """Run over named (struct code, values); the outputs and inouts come back."""
    memory: dict[int, bytearray] = {}
    shapes: dict[int, tuple[int, ...]] = {}
    for k, buffer in enumerate(program.buffers):
        if buffer.is_array:
            code, values = arrays[buffer.name]
            memory[k] = bytearray(struct.pack(f"<{len(values)}{code}", *values))
            shapes[k] = (len(values),)
    run_program(program, memory, shapes, {}, (grid, 1, 1))
    return {
        b.name: list(struct.unpack(f"<{len(arrays[b.name][1])}{arrays[b.name][0]}", memory[k]))
        for k, b in enumerate(program.buffers)
        if b.is_output
    }


def test_1_1_bool_is_read_as_not_zero_and_written_as_0_or_1() -> None:
    b = Builder("flags", workgroup=4)
    a, out = b.input("a", bool_), b.output("out", bool_)
    out[b.global_id()] = a[b.global_id()]
    assert launch(b.build(), 1, a=("B", [0, 1, 2, 255]), out=("B", [9, 9, 9, 9])) == {"out": [0, 1, 1, 1]}


@pytest.mark.parametrize(
    ("t", "values"),
    [(i32, [-1, 0, 2, 3]), (i64, [-(2**40), 0, 2, 2**40]), (u64, [2**32, 0, 2, 2**63]), (u8, [255, 0, 2, 3])],
)
def test_4_1_index_outside_of_the_array(t: DType, values: list[int]) -> None:
    b = Builder("outside", workgroup=4)
    at, a, got, put = b.input("at", t), b.input("a", u32), b.output("got", u32), b.output("put", u32)
    i = b.global_id()
    got[i] = a[at[i]]
    put[at[i]] = i + 10
    code = {"i32": "i", "i64": "q", "u64": "Q", "u8": "B"}[t.name]
    result = launch(b.build(), 1, at=(code, values), a=("I", [5, 6, 7]), got=("I", [1] * 4), put=("I", [1] * 3))
    assert result == {"got": [0, 5, 7, 0], "put": [11, 1, 12]}


def test_4_1_each_axis_is_checked_alone() -> None:
    b = Builder("axes", workgroup=6, domain="out")
    a, out = b.input("a", u32, shape=(2, 2)), b.output("out", u32)
    i = b.global_id()
    out[i] = a[i // 3, i % 3]  # column 2 is outside, though row * 2 + 2 is not
    memory = {0: bytearray(struct.pack("<4I", 1, 2, 3, 4)), 1: bytearray(24)}
    run_program(b.build(), memory, {0: (2, 2), 1: (6,)}, {}, (1, 1, 1))
    assert struct.unpack("<6I", memory[1]) == (1, 2, 0, 3, 4, 0)


def test_1_4_a_flat_parameter_takes_any_rank() -> None:
    b = Builder("flat", workgroup=1, domain="out")
    a, out = b.input("a", u32, rank=None), b.output("out", u32)
    out[0] = a.size
    out[1] = a.shape[0]
    out[2] = a[5]
    memory = {0: bytearray(struct.pack("<6I", *range(6))), 1: bytearray(12)}
    run_program(b.build(), memory, {0: (2, 3), 1: (3,)}, {}, (1, 1, 1))
    assert struct.unpack("<3I", memory[1]) == (6, 2, 5)


def test_4_1_atomic_outside_does_nothing_and_gives_0() -> None:
    b = Builder("far", workgroup=1, domain="out")
    cell, out = b.inout("cell", u32), b.output("out", u32)
    out[0] = b.atomic_add(cell, 0, 3)
    out[1] = b.atomic_add(cell, 1, 3)
    assert launch(b.build(), 1, cell=("I", [40]), out=("I", [9, 9])) == {"cell": [43], "out": [40, 0]}


def test_4_3_shared_memory_is_zero_in_every_workgroup() -> None:
    b = Builder("zero", workgroup=2, domain="out")
    out, tile = b.output("out", u32), b.shared("tile", u32, 2)
    i = b.global_id()
    out[i] = tile[b.local_id()]
    tile[b.local_id()] = 7
    assert launch(b.build(), 3, out=("I", [1] * 6)) == {"out": [0] * 6}


def test_3_4_a_store_makes_a_nan_canonical() -> None:
    b = Builder("copy", workgroup=2)
    a, out = b.input("a", f32), b.output("out", f32)
    out[b.global_id()] = a[b.global_id()]
    memory = {0: bytearray(struct.pack("<2I", 0xFF800001, 0x7FA12345)), 1: bytearray(8)}
    run_program(b.build(), memory, {0: (2,), 1: (2,)}, {}, (1, 1, 1))
    assert struct.unpack("<2I", memory[1]) == (0x7FC00000, 0x7FC00000)


def test_5_1_ids() -> None:
    b = Builder("ids", workgroup=3, domain="out")
    out = b.output("out", u32)
    b.store(out, b.global_id(), b.group_id() * 1000 + b.local_id() * 100 + b.num_groups() * 10 + b.workgroup_size())
    assert launch(b.build(), 2, out=("I", [0] * 5)) == {"out": [23, 123, 223, 1023, 1123]}


def test_5_1_linear_local_index_is_x_fastest() -> None:
    b = Builder("index", workgroup=(2, 3), domain="out")  # NumPy's order: y, x
    out = b.output("out", u32)
    b.store(out, b.local_index(), b.local_id(0) * 10 + b.local_id(1))
    assert launch(b.build(), 1, out=("I", [0] * 6)) == {"out": [0, 10, 20, 1, 11, 21]}


@pytest.mark.parametrize(
    ("t", "lo", "hi", "step"),
    [(u32, 2**32 - 3, 2**32 - 1, 2), (u8, 250, 255, 4), (i32, -(2**31), 2**31 - 1, 2**30), (i32, 5, -5, -3), (i32, 7, 3, 1), (u32, 3, 0, -1),
     (u64, 0, 2**64 - 1, 2**63), (i64, 2**63 - 1, -(2**63), -(2**62))],
)  # fmt: skip
def test_5_3_the_trip_count_is_mathematical(t: DType, lo: int, hi: int, step: int) -> None:
    b = Builder("trips", workgroup=1, domain="out")
    out = b.output("out", u64)
    n = b.let("n", b.const(u32, 0))
    with b.for_(b.const(t, lo), b.const(t, hi), step) as k:
        out[n] = b.cast(u64, k)
        k.set(k + 1)  # the iteration does not see this
        n.set(n + 1)
    wanted = [k % 2**64 for k in range(lo, hi, step)]
    assert launch(b.build(), 1, out=("Q", [0] * 8)) == {"out": wanted + [0] * (8 - len(wanted))}


def test_5_3_break_continue_and_return() -> None:
    b = Builder("leave", workgroup=4, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    total = b.let("total", b.const(u32, 0))
    with b.for_(0, 10) as k:
        with b.if_(k == i):
            b.continue_()
        with b.if_(k > 5):
            b.break_()
        with b.if_((k == 3) & (i == 2)):
            out[i] = total + 1000
            b.return_()
        total.set(total + k)
    out[i] = total
    assert launch(b.build(), 1, out=("I", [0] * 4)) == {"out": [15, 14, 1001, 12]}


def test_5_4_phases_and_divergent_guards_D13() -> None:
    b = Builder("reduce", workgroup=64, domain="out")
    out, tile = b.output("out", u32), b.shared("tile", u32, 64)
    lane = b.local_id()
    tile[lane] = lane
    b.barrier()
    with b.for_(0, 6) as r:
        half = b.const(u32, 32) >> r
        with b.if_(lane < half):
            tile[lane] = tile[lane] + tile[lane + half]
        b.barrier()
    with b.if_(lane == 0):
        out[b.group_id()] = tile[0]
    assert launch(b.build(), 2, out=("I", [0, 0])) == {"out": [2016, 2016]}


def test_5_4_tail_lanes_reach_the_barrier_D14() -> None:
    b = Builder("mirror", workgroup=64, domain="out")
    out, tile = b.output("out", u32), b.shared("tile", u32, 64)
    i, lane = b.global_id(), b.local_id()
    tile[lane] = i
    b.barrier()
    out[i] = tile[b.const(u32, 63) - lane]
    wanted = list(range(63, -1, -1)) + list(range(127, 91, -1))
    assert launch(b.build(), 2, out=("I", [0] * 100)) == {"out": wanted}


def test_5_4_a_barrier_that_some_miss_is_an_error_and_the_checked_twin_runs_R850() -> None:
    def make(where: str) -> Program:
        b = Builder("some", workgroup=2, domain="out")
        out, tile = b.output("out", u32), b.shared("tile", u32, 2)
        lane = b.local_id()
        tile[lane] = lane + 1
        if where == "inside":
            with b.if_(lane == 0):
                b.barrier()
        else:
            b.barrier()
        out[lane] = tile[b.const(u32, 1) - lane]
        return b.build()

    with pytest.raises(DispatchFailed) as caught:
        launch(make("inside"), 1, out=("I", [0, 0]))
    assert caught.value.code == "R850"
    assert launch(make("outside"), 1, out=("I", [0, 0])) == {"out": [2, 1]}


@pytest.mark.parametrize(
    ("op", "wanted"),
    [
        ("add", 2**32 - 3),
        ("sub", 1),
        ("min", 5),
        ("max", 2**32 - 2),
        ("and", 6 & 5 | 0),
        ("or", 2**32 - 1),
        ("xor", 2**32 - 5),
    ],
)
def test_6_1_atomics(op: str, wanted: int) -> None:
    b = Builder("atomic", workgroup=1, domain="out")
    cell, out = b.inout("cell", u32), b.output("out", u32)
    value = {"and": 5, "xor": 5, "or": 5, "min": 5, "max": 2**32 - 2, "add": 2**32 - 4, "sub": 0}[op]
    start = {"and": 6, "or": 2**32 - 6, "xor": 2**32 - 2, "min": 9, "max": 9, "add": 1, "sub": 1}[op]
    out[0] = b.atomic(op, cell, 0, value)
    assert launch(b.build(), 1, cell=("I", [start]), out=("I", [0])) == {"cell": [wanted], "out": [start]}


def test_6_1_exchange_and_strong_compare_exchange() -> None:
    b = Builder("swap", workgroup=1, domain="out")
    cell, out = b.inout("cell", i32), b.output("out", i32)
    out[0] = b.atomic_exchange(cell, 0, -4)
    out[1] = b.atomic_compare_exchange(cell, 0, -4, 9)
    out[2] = b.atomic_compare_exchange(cell, 0, -4, 11)
    assert launch(b.build(), 1, cell=("i", [3]), out=("i", [0] * 3)) == {"cell": [9], "out": [3, -4, 9]}


def test_groups_run_alone_and_tell_what_they_stored() -> None:
    b = Builder("some", workgroup=4, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i != 9):
        out[i] = i + 1
    memory = bytearray(80)
    stored = Oracle(b.build()).run({0: memory}, {0: (20,)}, {}, (5, 1, 1), groups=[0, 2, 4])
    ran = [n for n in range(20) if n // 4 in (0, 2, 4) and n != 9]
    assert [n for n, mark in enumerate(stored[0]) if mark] == ran
    assert list(struct.unpack("<20I", memory)) == [n + 1 if n in ran else 0 for n in range(20)]


def test_linear_group_ids_are_x_fastest() -> None:
    b = Builder("where", workgroup=1, domain="out")
    out = b.output("out", u32)
    out[0] = b.group_id(0) * 100 + b.group_id(1) * 10 + b.group_id(2)
    memory = bytearray(4)
    Oracle(b.build()).run({0: memory}, {0: (1,)}, {}, (2, 3, 4), groups=[2 * 3 * 1 + 2 * 2 + 1])
    assert struct.unpack("<I", memory) == (121,)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_empty_and_odd_sizes(count: int) -> None:
    b = Builder("odd", workgroup=2)
    a, out = b.input("a", u8), b.output("out", u8)
    out[b.global_id()] = a[b.global_id()] + 1
    assert launch(b.build(), -(-count // 2), a=("B", list(range(count))), out=("B", [0] * count)) == {
        "out": [n + 1 for n in range(count)]
    }
