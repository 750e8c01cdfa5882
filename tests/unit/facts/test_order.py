"""What an order reaches, and what it does not (rule 6.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import vyre as vy
from vyre.facts.order import decided
from vyre.facts.verdict import verdict

Body = Callable[[vy.Builder], None]


def told(body: Body) -> set[str]:
    """The names of the arrays that are decided, of an order-dependent program."""
    b = vy.Builder("k")
    body(b)
    program = b.build()
    assert verdict(program).name == "order-dependent"
    return {program.buffers[n].name for n in decided(program)}


def append(b: vy.Builder) -> None:
    a, found, count = b.input("a", vy.u32), b.inout("found", vy.u32), b.inout("count", vy.u32)
    found[b.atomic_add(count, 0, 1)] = a[b.global_id()]


def own_element_beside(b: vy.Builder) -> None:
    append(b)
    b.output("same", vy.u32)[b.global_id()] = 7


def through_a_local(b: vy.Builder) -> None:
    count, out = b.inout("count", vy.u32), b.output("out", vy.u32)
    x = b.let("x", b.const(vy.u32, 0))
    x.set(b.atomic_add(count, 0, 1))
    out[b.global_id()] = x + 1


def under_a_condition(b: vy.Builder) -> None:
    count, out, other = b.inout("count", vy.u32), b.output("out", vy.u32), b.inout("other", vy.u32)
    with b.if_(b.atomic_add(count, 0, 1) < 5):
        out[b.global_id()] = 1
        b.atomic_add(other, 0, 1)


def a_loop_of_so_many(b: vy.Builder) -> None:
    count, out = b.inout("count", vy.u32), b.output("out", vy.u32)
    x = b.let("x", b.const(vy.u32, 0))
    with b.for_(0, b.atomic_add(count, 0, 1)):
        x.set(x + 1)
    out[b.global_id()] = x + 0


def from_another_array(b: vy.Builder) -> None:
    count, first, out = b.inout("count", vy.u32), b.inout("first", vy.u32), b.output("out", vy.u32)
    first[b.global_id()] = b.atomic_add(count, 0, 1)
    out[b.global_id()] = first[b.global_id()]


def gone_after_a_return(b: vy.Builder) -> None:
    count, out = b.inout("count", vy.u32), b.output("out", vy.u32)
    with b.if_(b.atomic_add(count, 0, 1) < 5):
        b.return_()
    out[b.global_id()] = 1


def two_kinds(b: vy.Builder) -> None:
    count, out = b.inout("count", vy.u32), b.output("out", vy.u32)
    b.atomic_add(count, 0, 1)
    b.atomic_max(count, 0, 5)
    out[b.global_id()] = 1


def an_exchange(b: vy.Builder) -> None:
    last, out = b.inout("last", vy.u32), b.output("out", vy.u32)
    b.atomic_exchange(last, 0, b.global_id())
    out[b.global_id()] = 1


def a_sum_of_what_the_order_gave(b: vy.Builder) -> None:
    count, total = b.inout("count", vy.u32), b.inout("total", vy.u32)
    b.atomic_add(total, 0, b.atomic_add(count, 0, 1) & 1)


def a_race_beside(b: vy.Builder) -> None:
    append(b)
    b.output("last", vy.u32)[0] = b.global_id()


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (append, {"a", "count"}),
        (own_element_beside, {"a", "count", "same"}),
        (through_a_local, {"count"}),
        (under_a_condition, {"count"}),
        (a_loop_of_so_many, {"count"}),
        (from_another_array, {"count"}),
        (gone_after_a_return, set()),
        (two_kinds, {"out"}),
        (an_exchange, {"out"}),
        (a_sum_of_what_the_order_gave, {"count"}),
        (a_race_beside, {"a", "count"}),
    ],
)
def test_rule_6_3_what_no_order_reaches(body: Body, wanted: set[str]) -> None:
    assert told(body) == wanted


def test_rule_6_3_a_program_of_no_order_is_decided_as_a_whole() -> None:
    b = vy.Builder("k")
    b.output("out", vy.u32)[b.global_id()] = 1
    assert decided(b.build()) == {0}
