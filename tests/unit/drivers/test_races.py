"""Rule 4.5 as the reference sees it: which uses of one element race, and which do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vyre.drivers.oracle import Oracle, Order
from vyre.drivers.races import Race, Races
from vyre.dtypes import DType, bool_, f16, f32, u8, u16, u32
from vyre.ir.arrays import BufferVar
from vyre.ir.builder import Builder
from vyre.ir.program import Field, Record

Body = Callable[[Builder, BufferVar], None]


def races_of(body: Body, *, groups: int = 2, order: Order = "forward", shared: bool = False) -> tuple[Race, ...]:
    """Of ``groups`` workgroups of 4 invocations over 16 words, all zero, in storage or in shared memory."""
    b = Builder("uses", workgroup=4, domain=4 * groups)
    out = b.output("out", u32)
    words = b.shared("words", u32, 16) if shared else out
    if shared:
        out[b.global_id()] = 1
    body(b, words)
    program = b.build()
    grid = (groups, 1, 1)
    races = Races(program, grid, [k for k, buffer in enumerate(program.buffers) if buffer.role in ("out", "shared")])
    Oracle(program, order=order, races=races).run({0: bytearray(64)}, {0: (16,)}, {}, grid)
    return races.found


def own(b: Builder, a: BufferVar) -> None:
    a[b.global_id()] = a[b.global_id()] + 1


def lost_update(b: Builder, a: BufferVar) -> None:
    a[0] = a[0] + 1


def neighbour(b: Builder, a: BufferVar) -> None:
    a[b.global_id()] = a[b.global_id() + 1]


def same_value(b: Builder, a: BufferVar) -> None:
    a[0] = 7


def own_value(b: Builder, a: BufferVar) -> None:
    a[0] = b.local_id()


def group_value(b: Builder, a: BufferVar) -> None:
    a[0] = b.group_id()


def same_value_after_another(b: Builder, a: BufferVar) -> None:
    a[0] = 3
    a[0] = 7


def same_value_read(b: Builder, a: BufferVar) -> None:
    a[0] = 7
    a[b.global_id() + 1] = a[0]


def counter(b: Builder, a: BufferVar) -> None:
    b.atomic_add(a, 0, 1)


def counter_read(b: Builder, a: BufferVar) -> None:
    b.atomic_add(a, 0, 1)
    a[b.global_id() + 1] = a[0]


def counter_stored(b: Builder, a: BufferVar) -> None:
    b.atomic_add(a, 0, 1)
    with b.if_(b.local_id() == 3):
        a[0] = 5


def through_a_barrier(b: Builder, a: BufferVar) -> None:
    base = b.group_id() * 4
    a[base + b.local_id()] = b.local_id()
    b.barrier()
    a[base + b.local_id() + 8] = a[base + (b.local_id() + 1) % 4]


def without_the_barrier(b: Builder, a: BufferVar) -> None:
    base = b.group_id() * 4
    a[base + b.local_id()] = b.local_id()
    a[base + b.local_id() + 8] = a[base + (b.local_id() + 1) % 4]


def round_and_round(b: Builder, a: BufferVar) -> None:
    with b.for_(0, 3) as _:
        a[b.local_id()] = a[(b.local_id() + 1) % 4] + 1
        b.barrier()


def one_after_the_other(b: Builder, a: BufferVar) -> None:
    with b.for_(0, 4) as k:
        with b.if_(b.local_id() == k):
            a[0] = a[0] + k
        b.barrier()


def out_of_bounds(b: Builder, a: BufferVar) -> None:
    a[b.global_id() + 100] = a[b.global_id() + 101]


CASES: list[tuple[Body, bool, bool]] = [  # whether it races in storage (two workgroups), and in shared memory
    (own, False, False),
    (lost_update, True, True),
    (neighbour, True, True),
    (same_value, False, False),
    (own_value, True, True),
    (group_value, True, False),
    (same_value_after_another, True, True),
    (same_value_read, True, True),
    (counter, False, False),
    (counter_read, True, True),
    (counter_stored, True, True),
    (through_a_barrier, False, False),
    (without_the_barrier, True, True),
    (round_and_round, True, True),
    (one_after_the_other, True, False),
    (out_of_bounds, False, False),
]


@pytest.mark.parametrize("order", ["forward", "reversed", "shuffled"])
@pytest.mark.parametrize(("body", "storage", "shared"), CASES, ids=lambda c: getattr(c, "__name__", str(c)))
def test_rule_4_5_uses_that_no_barrier_parts_race(body: Body, storage: bool, shared: bool, order: Order) -> None:
    assert bool(races_of(body, order=order)) == storage
    assert bool(races_of(body, order=order, shared=True)) == shared


def test_a_race_names_both_uses() -> None:
    (race,) = races_of(own_value, groups=1)
    assert (race.element, race.first.kind, race.second.kind) == (0, "store", "store")
    assert (race.first.invocation, race.second.invocation) == (0, 1)
    assert race.first.statement == race.second.statement


def test_phases_of_a_workgroup_with_subgroup_operations_and_traps_count_barriers_only() -> None:
    def body(b: Builder, a: BufferVar) -> None:
        base = b.group_id() * 4
        a[base + b.local_id()] = b.subgroup_sum(b.local_id())
        with b.if_(b.local_id() > 100):
            b.trap(1)
        a[base + 8 + b.local_id()] = a[base + (b.local_id() + 1) % 4]

    assert races_of(body, groups=1)


@pytest.mark.parametrize(("field", "racing"), [("low", False), ("high", False), ("both", True)])
def test_fields_of_records_race_where_they_share_bytes(field: str, racing: bool) -> None:
    """Each field of one record is stored by an invocation of its own; ``both`` lies over ``low`` and ``high``."""
    b = Builder("fields", workgroup=4, domain=4)
    out = b.output(
        "out", Record(8, (Field("low", u8, 0), Field("high", u8, 1), Field("both", u16, 0), Field("x", f32, 4)))
    )
    for lane, name in enumerate(("low", "high", "x")):
        with b.if_(b.local_id() == lane):
            b.store(out, 0, 1 if name != "x" else 1.5, field=name)
    with b.if_(b.local_id() == (3 if racing else 0 if field == "low" else 1)):
        b.store(out, 0, 3, field=field)
    program = b.build()
    races = Races(program, (1, 1, 1), [0])
    Oracle(program, races=races).run({0: bytearray(16)}, {0: (2,)}, {}, (1, 1, 1))
    assert bool(races.found) == racing


@pytest.mark.parametrize(("second", "racing"), [(f16, True), (f32, False), (u16, False)])
def test_fields_that_share_bytes_are_compared_by_their_bytes(second: DType, racing: bool) -> None:
    """1.0 as an f32 and as an f16 are equal numbers of other bytes; 0x3F80 ends the f32 1.0."""
    b = Builder("fields", workgroup=2, domain=2)
    at = 2 if second is u16 else 0
    out = b.output("out", Record(4, (Field("one", f32, 0), Field("other", second, at))))
    with b.if_(b.local_id() == 0):
        b.store(out, 0, 1.0, field="one")
    with b.if_(b.local_id() == 1):
        b.store(out, 0, 0x3F80 if second is u16 else 1.0, field="other")
    program = b.build()
    races = Races(program, (1, 1, 1), [0])
    Oracle(program, races=races).run({0: bytearray(4)}, {0: (1,)}, {}, (1, 1, 1))
    assert bool(races.found) == racing


def short_circuit(kind: str, *, wanted_by: str) -> tuple[Race, ...]:
    """Invocation 0 stores word 0; the others load it as the right operand of something that wants it or not."""
    b = Builder("lazy", workgroup=4, domain=4)
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i == 0):
        out[0] = 1
    left = i == 0 if wanted_by == "the one that stores" else i != 0
    right = out[out[0] + 3] != 5  # an index that is loaded counts as the load does
    if kind == "and":
        found = left & right
    elif kind == "or":
        found = b.op("not", left) | right
    elif kind == "nested":
        found = left & ((i < 100) & (right & (i < 50)))
    elif kind == "chosen":
        found = b.select(left, right, b.const(bool_, False))
    else:
        found = b.select(b.op("not", left), b.const(bool_, True), right)
    with b.if_(found):
        out[i + 8] = 1
    program = b.build()
    races = Races(program, (1, 1, 1), [0])
    Oracle(program, races=races).run({0: bytearray(64)}, {0: (16,)}, {}, (1, 1, 1))
    return races.found


@pytest.mark.parametrize("kind", ["and", "or", "nested", "chosen", "other"])
def test_rule_4_5_an_operand_that_python_would_not_read_is_no_use(kind: str) -> None:
    assert not short_circuit(kind, wanted_by="the one that stores")
    assert short_circuit(kind, wanted_by="the others")
