"""What an order reaches, and what it does not (rule 6.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import vyre as vy
from vyre.facts.order import decided, order_reaches
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


FREE = {
    "the last one": "if vy.atomic_add(n, 0, 1) == a.size - 1:\n    x[0] = 1",
    "each its number": "old = vy.atomic_add(n, 0, 1)\nx[old] = a[old] * 2",
    "the first of an element": "if vy.atomic_exchange(n, a[i], 1) == 0:\n    vy.atomic_add(x, 0, 1)",
    "the first marks the element": "k = a[i]\nif vy.atomic_compare_exchange(n, k, 0, 1) == 0:\n    x[k] = 1",
    "under a guard": "if i < a.size:\n    if vy.atomic_add(n, 0, 1) % 2 == 1:\n        vy.atomic_xor(x, 0, 5)",
}
REACHED = {
    "its own id is stored": "x[vy.atomic_add(n, 0, 1)] = i",
    "its own element is stored": "x[vy.atomic_add(n, 0, 1)] = a[i]",
    "at its own place": "x[i] = vy.atomic_add(n, 0, 1)",
    "under its own condition": "old = vy.atomic_add(n, 0, 1)\nif a[i] > 3:\n    vy.atomic_add(x, old, 1)",
    "after others have left": "old = vy.atomic_add(n, 0, 1)\nif a[i] > 3:\n    return\nx[old] = 1",
    "what is added differs": "if vy.atomic_add(n, 0, a[i]) == 8:\n    x[0] = 1",
    "two atomics on one array": "vy.atomic_add(n, 0, 1)\nif i < 9 and vy.atomic_add(n, 0, 1) == 8:\n    x[0] = 1",
    "two stores": "old = vy.atomic_add(n, 0, 1)\nif old == 3:\n    x[0] = 1\nif old == 5:\n    x[0] = 2",
    "several with one number": "x[vy.atomic_max(n, 0, 3)] = vy.atomic_max(n, 0, 3)",
    "through a local": "old = vy.u32(0)\nif i < 7:\n    old = vy.atomic_add(n, 0, 1)\nx[old] = 1",
    "a loop that the order ends": "k = vy.u32(0)\nwhile vy.atomic_add(n, 0, 1) < 100:\n    k += 1\nx[i] = k",
    "into workgroup memory": "s = vy.shared(vy.u32, 4)\nif vy.atomic_add(n, 0, 1) == 5:\n    s[0] = 1\nvy.barrier()\nx[i] = s[0]",
    "numbers of several elements": "k = a[i]\nold = vy.atomic_add(n, k, 1)\nx[old] = k",
}


def _names_reached(body: str) -> set[str]:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    program = vy.kernel_from_source(
        "@vy.kernel(domain='a', workgroup=64)\n"
        f"def k(a: vy.In[vy.u32], n: vy.InOut[vy.u32], x: vy.InOut[vy.u32]):\n    i = vy.global_id()\n{lines}\n"
    ).program
    assert verdict(program).name == "order-dependent"
    return {program.buffers[n].name for n in order_reaches(program, frozenset(verdict(program).statements))}


@pytest.mark.parametrize("body", FREE.values(), ids=FREE)
def test_rule_6_3_old_values_that_decide_nothing(body: str) -> None:
    assert _names_reached(body) == set()


@pytest.mark.parametrize("body", REACHED.values(), ids=REACHED)
def test_rule_6_3_old_values_that_decide_what_an_array_holds(body: str) -> None:
    assert "x" in _names_reached(body)


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
        (a_sum_of_what_the_order_gave, {"count", "total"}),  # the same numbers in every order
        (a_race_beside, {"a", "count"}),
    ],
)
def test_rule_6_3_what_no_order_reaches(body: Body, wanted: set[str]) -> None:
    assert told(body) == wanted


def test_rule_6_3_a_program_of_no_order_is_decided_as_a_whole() -> None:
    b = vy.Builder("k")
    b.output("out", vy.u32)[b.global_id()] = 1
    assert decided(b.build()) == {0}
