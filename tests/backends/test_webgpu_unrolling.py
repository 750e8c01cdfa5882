"""Loops with several iterations in each turn (``vyre.emit.wgsl.unrolling``), which GPUs get: every count around the number in a
turn, every type of counter, and random programs, on an adapter here that is used as though it were a GPU. Rule 5.3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.property.programs import PROFILES, Case, random_program
from tests.property.running import MEASURED, compare, open_backend, skip_reason
from tests.sizes import size
from vyre.config import DispatchConfig
from vyre.drivers.wgpu.backend import WgpuBackend
from vyre.dtypes import BY_NAME, DType, f32, i32, u32
from vyre.emit.wgsl import emit
from vyre.emit.wgsl.unrolling import Unrolling
from vyre.ir.builder import Builder
from vyre.ir.nodes import Barrier, For, Subgroup, While
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.ir.walk import walk
from vyre.plan.plan import make_plan
from vyre.run.probe import refined

_COUNTS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 100)


@pytest.fixture(scope="module")
def gpu() -> Iterator[WgpuBackend]:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(f"wgpu: {reason}")
    opened = open_backend("wgpu")
    assert isinstance(opened, WgpuBackend)
    opened._profile = replace(opened._profile, kind="gpu", loop_limit=None)
    yield opened
    opened.close()


def text_of(gpu: WgpuBackend, program: Program) -> str:
    profile = refined(gpu, MEASURED)
    plan = make_plan(program.check(), config=DispatchConfig(), folds_grid=True, features=profile.features)
    return emit(plan, profile).text


def rounds(t: DType, step: int = 1, extra: Callable[[Builder, Val], None] = lambda b, k: None) -> Program:
    """A loop from one parameter to another, whose result tells which iterations ran, and in which order."""
    b = Builder(f"rounds_{t}_{step % 97}", workgroup=16)
    out, first, last = b.inout("out", u32), b.uniform("first", t), b.uniform("last", t)
    i = b.global_id()
    with b.if_(i < out.size):
        found = b.local("found", u32)
        found.set(out[i])
        with b.for_(first.get(), last.get(), step) as k:
            found.set(found.get() * 31 + b.cast(u32, k.get()))
            extra(b, b.cast(u32, k.get()))
        out[i] = found.get()
    return b.build()


def case_of(program: Program, first: int, last: int) -> Case:
    start = {0: bytes(range(80))}
    return Case(program, {0: (20,)}, start, {1: first, 2: last}, (2, 1, 1), f"{program.name} {first} {last}")


def times(program: Program) -> list[int]:
    dealt = Unrolling(program)
    return [dealt.times(stmt) for _, stmt, _ in walk(program) if isinstance(stmt, For)]


@pytest.mark.parametrize("step", [1, -1, 3, -7])
@pytest.mark.parametrize("name", sorted(t.name for t in BY_NAME.values() if t.is_integer))
def test_rule_5_3_every_count_and_type(gpu: WgpuBackend, name: str, step: int) -> None:
    t = BY_NAME[name]
    program = rounds(t, step)
    if t.bits <= 32:
        assert " & ~(" in text_of(gpu, program)
    top = (1 << (t.bits - t.is_signed)) - 1
    bottom = -top - 1 if t.is_signed else 0
    for count in _COUNTS:
        span = (count - 1) * abs(step) + 1 if count else 0
        for low in (0, top - span, -span if t.is_signed else 1):
            if low + span > top or low < bottom:
                continue
            ends = (low, low + span) if step > 0 else (low + span, low)
            found = compare(case_of(program, *ends), gpu)
            assert found is None, str(found)


def test_rule_5_3_ranges_of_every_number_are_not_run(gpu: WgpuBackend) -> None:
    program = rounds(i32)
    for ends in ((5, -5), (2**31 - 1, -(2**31)), (0, 0)):
        found = compare(case_of(program, *ends), gpu)
        assert found is None, str(found)


def test_what_stands_twice_may_not_be_left() -> None:
    def leaves(b: Builder, k: Val) -> None:
        with b.if_(k > 9):
            b.break_()

    def goes_on(b: Builder, k: Val) -> None:
        with b.if_(k > 9):
            b.continue_()

    def nests(b: Builder, k: Val) -> None:
        with b.for_(0, k):
            pass

    assert times(rounds(u32)) == [16]
    assert times(rounds(u32, extra=leaves)) == [1]
    assert times(rounds(u32, extra=goes_on)) == [1]
    assert times(rounds(u32, extra=nests)) == [1, 16]


def test_a_program_grows_by_so_much_and_no_more() -> None:
    b = Builder("many", workgroup=16)
    out = b.inout("out", f32)
    for _ in range(60):
        with b.for_(0, 100) as k:
            for _ in range(5):
                out[k.get()] = out[k.get()] * 2.0
    dealt = times(b.build())
    assert dealt[0] > 1
    assert dealt[-1] == 1
    assert sorted(dealt, reverse=True) == dealt


def test_random_programs(gpu: WgpuBackend) -> None:
    """Those that lavapipe runs unwatched: it ends loops early, and lanes beyond a workgroup never leave some."""
    wanted, seed = size("unrolled_programs"), 0
    while wanted:
        case = random_program(seed, PROFILES["every"])
        seed += 1
        met = [stmt for _, stmt, _ in walk(case.program) if isinstance(stmt, (For, While, Barrier, Subgroup))]
        if any(not isinstance(stmt, For) for stmt in met) or " & ~(" not in text_of(gpu, case.program):
            continue
        found = compare(case, gpu)
        assert found is None, str(found)
        wanted -= 1
