"""The reference in other orders: what the law fixes stays, what depends on the order shows itself."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from tests.property.programs import random_program
from vyre.drivers.oracle import Oracle, Order
from vyre.dtypes import u32
from vyre.ir.builder import Builder
from vyre.ir.program import Grid, Program

ORDERS: tuple[Order, ...] = ("forward", "reversed", "shuffled")


def words(program: Program, count: int, grid: Grid, order: Order, seed: int = 0) -> list[int]:
    out = bytearray(4 * count)
    Oracle(program, order=order, seed=seed).run({0: out}, {0: (count,)}, {}, grid)
    return list(memoryview(out).cast("I"))


def writers(kind: str) -> Program:
    """Every invocation notes its turn. ``kind``: what else is there, which decides how a workgroup is run."""
    b = Builder("turns", workgroup=4, domain=12)
    out = b.output("out", u32)
    i = b.global_id()
    if kind == "barrier":
        b.barrier()
    if kind == "trap":
        with b.if_(i > 100):
            b.trap(1)
    if kind == "subgroup":
        with b.if_(b.subgroup_sum(i) > 100000):
            out[0] = 1
    with b.if_(i < 12):
        out[b.atomic_add(out, 0, 1) + 1] = i
    return b.build()


@pytest.mark.parametrize("kind", ["plain", "barrier", "trap", "subgroup"])
def test_invocations_take_their_turns(kind: str) -> None:
    program = writers(kind)
    forward, backward, shuffled = (words(program, 13, (3, 1, 1), order, 1) for order in ORDERS)
    other = words(program, 13, (3, 1, 1), "shuffled", 2)
    assert forward == [12, *range(12)]
    assert backward == [12, *reversed(range(12))]
    assert sorted(shuffled[1:]) == list(range(12))
    assert len({tuple(x) for x in (forward, backward, shuffled, other)}) == 4
    assert words(writers(kind), 13, (3, 1, 1), "shuffled", 1) == shuffled


def test_local_ids_along_three_axes_go_with_the_turn() -> None:
    b = Builder("axes", workgroup=(2, 3, 4), domain=24)
    out = b.output("out", u32)
    out[b.local_index()] = b.local_id(2) * 100 + b.local_id(1) * 10 + b.local_id(0)
    found = [words(b.build(), 24, (1, 1, 1), order) for order in ORDERS]
    assert found[0] == found[1] == found[2]
    assert found[0][:5] == [0, 1, 2, 3, 10]


def test_subgroups_keep_their_lanes_in_every_order() -> None:
    b = Builder("lanes", workgroup=40, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    out[i] = b.subgroup_inclusive_scan(i) * 3 + b.subgroup_shuffle(i, 5)
    found = [words(b.build(), 80, (2, 1, 1), order) for order in ORDERS]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("order", ["reversed", "shuffled"])
def test_programs_without_races_give_the_same(order: Order) -> None:
    for seed in range(40):
        case = random_program(seed)
        memory = {k: bytearray(data) for k, data in case.start.items()}
        Oracle(case.program, order=order, seed=seed).run(memory, case.shapes, case.params, case.grid)
        got = {k: bytes(memory[k]) for k, buffer in enumerate(case.program.buffers) if buffer.is_output}
        assert got == case.expected(), seed


@vy.kernel(domain=8, workgroup=4)
def last(cell: vy.InOut[vy.u32]) -> None:
    cell[0] = vy.global_id()


def test_they_are_devices_that_run_only_when_named() -> None:
    ids = ["reference", "reference:lanes", "reference:reversed", "reference:shuffled"]
    assert [d.id for d in vy.devices() if d.backend == "reference"] == ids
    found = {name: int(last(np.zeros(1, np.uint32), backend=name)[0]) for name in ids}
    assert found["reference"] == found["reference:lanes"] == 7
    assert found["reference:reversed"] == 0
    assert len({found[name] for name in ids}) >= 2
