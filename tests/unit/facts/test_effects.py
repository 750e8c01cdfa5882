"""What a program does to its buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from vyre.dtypes import u32
from vyre.facts.effects import BufferEffects, effects
from vyre.ir.builder import Builder
from vyre.ir.program import Program


def make(body: Callable[[Any, Any, Any, Any], None]) -> Program:
    b = Builder("k")
    a, out = b.input("a", u32), b.inout("out", u32)
    body(b, b.let("i", b.global_id()), a, out)
    program = b.build()
    program.check()
    return program


def guard(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < out.size):
        out[i] = a[i]


def guard_by_return(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i >= out.size):
        b.return_()
    out[i] = a[i]


def no_guard(b: Any, i: Any, a: Any, out: Any) -> None:
    out[b.global_id()] = a[i]


def both_arms(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(out.size > i):
        with b.if_(a[i] > 3):
            out[i] = 1
        with b.else_():
            out[i] = 2


def negated(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(~(i < out.size)):
        b.return_()
    with b.else_():
        out[i] = a[i]


def one_arm(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_((i < out.size) & (a[i] > 3)):
        out[i] = 1


def other_guard(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < a.size):
        out[i] = 1


def early_way_out(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(a[0] > 3):
        b.return_()
    out[i] = 1


def way_out_of_a_loop(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.for_(0, 3) as k, b.if_(a[k] > 3):
        b.return_()
    out[i] = 1


def break_of_a_loop(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.for_(0, 3) as k, b.if_(a[k] > 3):
        b.break_()
    out[i] = 1


def in_a_loop(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.for_(0, a.size):
        out[i] = 1


def elsewhere(b: Any, i: Any, a: Any, out: Any) -> None:
    out[i] = a[i]
    out[i + 1] = a[i]


def moved_index(b: Any, i: Any, a: Any, out: Any) -> None:
    i.set(i + 1)
    out[i] = a[i]


def accumulate(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < out.size):
        out[i] = out[i] + a[i]


def reads_neighbour(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < out.size):
        out[i] = out[i + 1]


def guard_of_another_axis(b: Any, i: Any, a: Any, out: Any) -> None:
    """A condition that holds for all invocations of the first row."""
    with b.if_(b.global_id(1) < out.size):
        out[i] = 1


def atomic(b: Any, i: Any, a: Any, out: Any) -> None:
    b.atomic_add(out, i, 1)


def only_reads(b: Any, i: Any, a: Any, out: Any) -> None:
    i.set(out[i + 1])


# own_element, every_element, groups_independent
CASES: list[tuple[Callable[[Any, Any, Any, Any], None], tuple[bool, bool, bool]]] = [
    (guard, (True, True, True)),
    (guard_by_return, (True, True, True)),
    (no_guard, (True, True, True)),
    (both_arms, (True, True, True)),
    (negated, (True, True, True)),
    (guard_of_another_axis, (True, True, True)),
    (one_arm, (True, False, True)),
    (other_guard, (True, False, True)),
    (early_way_out, (True, False, True)),
    (way_out_of_a_loop, (True, False, True)),
    (break_of_a_loop, (True, True, True)),
    (in_a_loop, (True, False, True)),
    (elsewhere, (False, False, True)),
    (moved_index, (False, False, True)),
    (accumulate, (True, False, True)),
    (reads_neighbour, (True, False, False)),
    (atomic, (False, False, False)),
    (only_reads, (False, False, True)),
]


@pytest.mark.parametrize(("body", "expected"), CASES, ids=lambda x: x.__name__ if callable(x) else "")
def test_effects(body: Callable[[Any, Any, Any, Any], None], expected: tuple[bool, bool, bool]) -> None:
    found = effects(make(body))
    out = found.buffers[1]
    assert (out.own_element, out.every_element, found.groups_independent) == expected


def test_reads_writes_and_atomics() -> None:
    b = Builder("k")
    a, out, count = b.input("a", u32), b.output("out", u32), b.inout("count", u32)
    s, unused = b.shared("s", u32, 4), b.inout("unused", u32)
    s[0] = a[0]
    out[0] = unused.size
    b.atomic_add(count, 0, 1)
    assert effects(b.build()).buffers == (
        BufferEffects(reads=True),
        BufferEffects(writes=True),
        BufferEffects(reads=True, writes=True, atomics=True),
        BufferEffects(writes=True),
        BufferEffects(),
    )


def test_a_flat_view_is_an_own_element_and_one_subscript_of_two_is_not() -> None:
    b = Builder("k")
    flat, rows, any_rank = b.output("flat", u32, rank=2), b.output("rows", u32, rank=2), b.output("any", u32, rank=None)
    i = b.global_id()
    flat.flat[i] = 1
    rows[i, 0] = 1
    any_rank[i] = 1
    assert [x.own_element for x in effects(b.build()).buffers] == [True, False, True]


def rows_guarded(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    with b.if_((x < out.shape[1]) & (y < out.shape[0])):
        out[y, x] = a[y, x]


def rows_in_both_arms(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    with b.if_((x > 0) & (y > 0) & (x + 1 < a.shape[1])):
        out[y, x] = a[y, x - 1]
    with b.else_():
        out[y, x] = 0


def rows_unguarded(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    out[y, x] = a[x, y]


def rows_of_another(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    with b.if_((x < a.shape[1]) & (y < out.shape[0])):
        out[y, x] = 1


def rows_in_one_arm(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    with b.if_((x < out.shape[1]) & (y < out.shape[0]) & (a[y, x] > 3)):
        out[y, x] = 1


def axes_swapped(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    out[x, y] = 1


def guards_swapped(b: Any, y: Any, x: Any, a: Any, out: Any) -> None:
    with b.if_((y < out.shape[1]) & (x < out.shape[0])):
        out[y, x] = 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (rows_guarded, True),
        (rows_in_both_arms, True),
        (rows_unguarded, True),
        (rows_of_another, False),
        (rows_in_one_arm, False),
        (axes_swapped, False),
        (guards_swapped, False),
    ],
)
def test_every_place(body: Callable[[Any, Any, Any, Any, Any], None], expected: bool) -> None:
    b = Builder("k")
    a, out = b.input("a", u32, rank=2), b.output("out", u32, rank=2)
    body(b, b.global_id(1), b.global_id(0), a, out)
    found = effects(b.build()).buffers[1]
    assert (found.every_place, found.every_element) == (expected, False)
