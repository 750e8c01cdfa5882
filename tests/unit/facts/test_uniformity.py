"""Uniform values, scalar locals and uniform control, statement by statement."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from vyre.dtypes import bool_, u32
from vyre.facts.phases import quiet_loads
from vyre.facts.uniformity import Uniformity, uniformity
from vyre.ir.builder import Builder
from vyre.ir.nodes import Get, Load, Store
from vyre.ir.program import Program
from vyre.ir.values import LocalVar, Val
from vyre.ir.walk import statements


def facts(b: Builder) -> Uniformity:
    program = b.build()
    program.check()
    return uniformity(program)


def test_sources() -> None:
    b = Builder("k")
    a, written, n = b.input("a", u32), b.inout("written", u32), b.uniform("n", u32)
    written[b.global_id()] = 1
    same = [b.const(u32, 1), n.get(), a.size, b.group_id(), b.num_groups(), b.workgroup_size(), a[3], a[b.group_id()]]
    differ = [b.global_id(), b.local_id(), b.local_index(), a[b.local_id()], written[0], b.atomic_add(written, 0, 1)]
    same.append(same[1] + same[6])
    differ.append(same[1] + differ[0])
    values = facts(b).values
    assert all(values[v.id] for v in same)
    assert not any(values[v.id] for v in differ)


def test_a_buffer_that_is_never_written_is_steady_whatever_its_role() -> None:
    b = Builder("k")
    loads = [b.inout("x", u32)[0], b.output("y", u32)[0], b.persistent("z", u32)[0]]
    values = facts(b).values
    assert all(values[v.id] for v in loads)


def test_a_loop_under_a_guard_keeps_its_counter_scalar() -> None:
    """The everyday kernel: everything that the lanes share stays scalar inside of a divergent guard."""
    b = Builder("k")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.let("i", b.global_id())
    with b.if_(i < out.size):
        total = b.let("total", 0, u32)
        with b.for_(0, 64) as k:
            element = a[k]
            total.set(total + element)
        out[i] = total
    found = facts(b)
    assert found.locals == (False, True, True)
    assert found.values[element.id]
    assert not all(found.control)


def set_under_divergence(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(lid > 3):
        x.set(1)
    return x.get()


def set_in_both_arms(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(lid > 3):
        x.set(1)
    with b.else_():
        x.set(1)
    return x.get()


def set_under_uniform(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(b.group_id() > 3):
        x.set(1)
    return x.get()


def set_again(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(lid > 3):
        x.set(1)
    x.set(2)
    return x.get()


def used_inside(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(lid > 3):
        x.set(1)
        return x.get()


def divergent_value(b: Builder, x: LocalVar, lid: Val) -> Val:
    x.set(lid)
    return x.get()


def carried_by_a_loop(b: Builder, x: LocalVar, lid: Val) -> Val:
    """Uniform in the first iteration, not in the second."""
    y = b.let("y", 0, u32)
    with b.for_(0, 4):
        got = y.get()
        y.set(x)
        x.set(lid)
    return got


def counted(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, 4) as k:
        x.set(x + k)
    return x.get()


def counted_by_the_id(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, lid) as k:
        x.set(k)
    return x.get()


def inside_a_loop_counted_by_the_id(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, lid) as k:
        return k.get()


def left_by_some(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, 4) as k:
        x.set(k)
        with b.if_(lid == k):
            b.break_()
    return x.get()


def left_by_all(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, 4) as k:
        x.set(k)
        with b.if_(b.group_id() == k):
            b.break_()
    return x.get()


def left_with_another_value(b: Builder, x: LocalVar, lid: Val) -> Val:
    """The break is uniform, but what it carries out is not, though the end of the body hides it."""
    with b.for_(0, 4) as k:
        x.set(lid)
        with b.if_(b.group_id() == k):
            b.break_()
        x.set(1)
    return x.get()


def continued_by_some(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.for_(0, 4) as k:
        got = x.get()
        with b.if_(lid == k):
            b.continue_()
        x.set(k)
    return got


def continued_with_another_value(b: Builder, x: LocalVar, lid: Val) -> Val:
    """The continue is uniform, but the next iteration begins with what the end of the body would have hidden."""
    with b.for_(0, 4) as k:
        got = x.get()
        x.set(lid)
        with b.if_(b.group_id() == k):
            b.continue_()
        x.set(1)
    return got


def after_returning(b: Builder, x: LocalVar, lid: Val) -> Val:
    with b.if_(lid > 3):
        x.set(1)
        b.return_()
    return x.get()


def may_run_no_iteration(b: Builder, x: LocalVar, lid: Val) -> Val:
    x.set(lid)
    with b.for_(0, b.group_id()):
        x.set(1)
    return x.get()


# body, is its last value uniform, is its local a scalar
LOCALS: list[tuple[Callable[[Builder, LocalVar, Val], Val], bool, bool]] = [
    (set_under_divergence, False, False),
    (set_in_both_arms, False, False),
    (set_under_uniform, True, True),
    (set_again, True, False),
    (used_inside, True, False),
    (divergent_value, False, False),
    (carried_by_a_loop, False, False),
    (counted, True, True),
    (counted_by_the_id, False, False),
    (inside_a_loop_counted_by_the_id, True, True),
    (left_by_some, False, False),
    (left_by_all, True, True),
    (left_with_another_value, False, False),
    (continued_by_some, False, False),
    (continued_with_another_value, False, False),
    (after_returning, True, False),
    (may_run_no_iteration, False, False),
]


@pytest.mark.parametrize(("body", "uniform", "scalar"), LOCALS, ids=lambda x: x.__name__ if callable(x) else "")
def test_locals_follow_the_flow(body: Callable[[Builder, LocalVar, Val], Val], uniform: bool, scalar: bool) -> None:
    b = Builder("k")
    x, lid = b.let("x", 0, u32), b.local_id()
    value = body(b, x, lid)
    program = b.build()
    got = next(s.local for s in statements(program) if isinstance(s, Get) and s.result == value.id)
    found = uniformity(program)
    assert (found.values[value.id], found.locals[got]) == (uniform, scalar)


def test_control_is_divergent_after_a_divergent_way_out_and_not_after_the_loop() -> None:
    b = Builder("k")
    s = b.shared("s", u32, 8)
    with b.for_(0, 4) as k:
        s[0] = 1
        with b.if_(b.local_id() == k):
            b.break_()
        s[1] = 1
    s[2] = 1
    with b.if_(b.local_id() == 1):
        b.return_()
    s[3] = 1
    program = b.build()
    found = uniformity(program)
    assert [found.control[n] for n, x in enumerate(statements(program)) if isinstance(x, Store)] == [
        False,
        False,
        True,
        False,
    ]


def phases(body: Callable[[Builder, Any, Any], None]) -> list[bool]:
    b = Builder("k", workgroup=32)
    s, t = b.shared("s", u32, 32), b.shared("t", u32, 32)
    body(b, s, t)
    program: Program = b.build()
    quiet = quiet_loads(program, uniformity(program).parted)
    return [n in quiet for n, x in enumerate(statements(program)) if isinstance(x, Load)]


def test_phases() -> None:
    def straight(b: Builder, s: Any, t: Any) -> None:
        t[0] = s[0]
        b.barrier()
        t[1] = s[1]
        s[2] = 1
        b.barrier()
        t[3] = s[3] + t[4]

    assert phases(straight) == [True, False, True, False]

    def other_arm(b: Builder, s: Any, t: Any) -> None:
        with b.if_(b.local_id() == 0):
            s[0] = 1
        with b.else_():
            b.let("x", s[0])
        b.barrier()
        b.let("y", s[0])

    assert phases(other_arm) == [False, True]

    def around_a_loop(b: Builder, s: Any, t: Any) -> None:
        with b.for_(0, 4):
            b.let("x", s[0])
            b.barrier()
            b.let("y", s[1])
            s[2] = 1

    assert phases(around_a_loop) == [False, False]

    def closed_loop(b: Builder, s: Any, t: Any) -> None:
        with b.for_(0, 4):
            b.let("x", s[0])
            b.barrier()
            s[2] = 1
            b.barrier()

    assert phases(closed_loop) == [True]

    def left_early(b: Builder, s: Any, t: Any) -> None:
        with b.while_(lambda: b.const(bool_, True)):
            s[0] = 1
            b.barrier()
            with b.if_(s[0] == 1):
                b.break_()
            b.barrier()
        b.let("x", s[0])
        b.barrier()
        b.let("y", s[0])
        b.atomic_add(s, 0, 1)

    assert phases(left_early) == [True, True, False]

    def reduced(b: Builder, s: Any, t: Any) -> None:
        """The phase that a loop's last barrier opens is the next round's or, on the way out, what follows."""
        with b.for_(0, 4):
            with b.if_(b.local_id() < 4):
                s[b.local_id()] = 1
            b.barrier()
        with b.if_(s[0] > 3):
            b.barrier()
            s[1] = 2

    assert phases(reduced) == [True]

    def one_way_each(b: Builder, s: Any, t: Any) -> None:
        with b.if_(b.group_id() == 0):  # all of a workgroup go one way
            s[0] = 1
        with b.else_():
            b.let("x", s[0])

    assert phases(one_way_each) == [True]

    def parted_by_what_is_not_quiet(b: Builder, s: Any, t: Any) -> None:
        s[b.local_id()] = 1
        with b.if_(s[0] == 1):  # some may come before the store
            t[0] = 1
        with b.else_():
            b.let("x", t[0])

    assert phases(parted_by_what_is_not_quiet) == [False, False]

    def left_by_some_only(b: Builder, s: Any, t: Any) -> None:
        with b.for_(0, 4) as k:
            with b.if_(b.local_id() == k):
                b.break_()
            b.let("x", s[0])
            with b.if_(b.group_id() == 1):
                b.continue_()
            s[0] = 1

    assert phases(left_by_some_only) == [False]


def test_many_passes_end() -> None:
    """A chain of locals that hands a difference on by one per iteration."""
    b = Builder("k")
    chain = [b.let("x", 0, u32) for _ in range(100)]
    with b.for_(0, 4):
        for left, right in itertools.pairwise(chain):
            left.set(right)
        chain[-1].set(b.local_id())
    last = chain[0].get()
    assert not facts(b).values[last.id]
