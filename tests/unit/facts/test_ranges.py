"""Which accesses are proven in bounds, and which look so and are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from vyre.dtypes import bool_, i32, i64, u32
from vyre.facts.ranges import ranges
from vyre.ir.builder import Builder
from vyre.ir.nodes import Atomic, Load, Store
from vyre.ir.program import Program
from vyre.ir.walk import statements


def verdicts(program: Program) -> list[str]:
    """Of each access in order: ``yes``, ``equal`` (if all arrays have one size) or ``no``."""
    facts = ranges(program)
    assert facts.proved <= facts.proved_if_equal_sizes
    return [
        "yes" if n in facts.proved else "equal" if n in facts.proved_if_equal_sizes else "no"
        for n, s in enumerate(statements(program))
        if isinstance(s, (Load, Store, Atomic))
    ]


def make(body: Callable[[Any, Any, Any, Any], None], **options: Any) -> Program:
    b = Builder("k", **options)
    a, out = b.input("a", u32), b.output("out", u32)
    body(b, b.let("i", b.global_id()), a, out)
    return b.build()


def guarded(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < out.size):
        out[i] = a[i]


def guarded_too_loosely(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i <= out.size):
        out[i] = 1
    with b.if_(i + 1 <= out.size):
        out[i] = 1
    with b.if_((i < 9) & (i + 1 <= out.size)):
        out[i] = 1


def guarded_by_return(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i >= out.size):
        b.return_()
    out[i] = a[i]


def guarded_otherwise(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(~(out.size > i)):
        out[i] = 1
    with b.else_():
        out[i] = a[i]


def guarded_twice(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_((i < out.size) & (i < a.size)):
        out[i] = a[i]


def guarded_by_either(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_((i < out.size) | (i < a.size)):
        out[i] = a[i]


def neighbours(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_((i > 0) & (i + 1 < a.size) & (i < 1000)):
        out[i] = a[i - 1] + a[i] + a[i + 1]


def neighbours_that_wrap(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i + 1 < a.size):
        out[0] = a[i] + a[i - 1] + a[i + 1]


def reversed_(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < a.size):
        out[0] = a[a.size - 1 - i]


def masked(b: Any, i: Any, a: Any, out: Any) -> None:
    s = b.shared("s", u32, 256)
    s[a[i] & 255] = 1
    s[a[i] % 256] = 1
    s[a[i] >> 24] = 1
    s[a[i] & 256] = 1
    s[b.min(a[i], 255)] = 1
    s[b.local_id()] = 1
    s[b.local_id() + 1] = 1
    s[255 - b.local_id()] = 1
    b.atomic_add(s, b.local_index(), 1)


def loops(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.for_(0, a.size) as k:
        out[0] = a[k]
    with b.for_(0, a.size, 3) as k:
        out[0] = a[k]
    with b.for_(1, a.size) as k:
        out[0] = a[k - 1]
    with b.for_(0, a.size + 1) as k:
        out[0] = a[k]


def backwards(b: Any, i: Any, a: Any, out: Any) -> None:
    n = b.cast(i64, a.size)
    with b.for_(n - 1, -1, -1) as k:
        out[0] = a[k]
    with b.for_(n, -1, -1) as k:
        out[0] = a[k]


def counted(b: Any, i: Any, a: Any, out: Any) -> None:
    k = b.let("k", 0, u32)
    with b.while_(lambda: k < a.size):
        out[0] = a[k]
        k.set(k + 1)
        out[1] = a[k]


def signed(b: Any, i: Any, a: Any, out: Any) -> None:
    j = b.cast(i32, b.global_id())
    with b.if_(j < b.cast(i32, out.size)):
        out[j] = 1
    with b.if_((j < out.size) & (j >= 0)):
        out[j] = 1


def changed_in_between(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < out.size):
        i.set(i + 1)
        out[i] = 1


def joined(b: Any, i: Any, a: Any, out: Any) -> None:
    s = b.shared("s", u32, 100)
    x = b.let("x", 0, u32)
    with b.if_(i > 5):
        x.set(99)
    with b.else_():
        x.set(i)
    s[x] = 1
    with b.if_(i > 5):
        x.set(a[0])
    s[x] = 1


def clamped(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(out.size > 0):
        out[b.min(i, out.size - 1)] = 1
    out[b.min(i, out.size - 1)] = 1


def divided(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.if_(i < a.size):
        out[0] = a[i // 2] + a[i >> 1] + a[i & 1023] + a[i % 7]
    with b.if_(i // 2 < a.size):
        out[0] = a[i]


def wrapped_guard(b: Any, i: Any, a: Any, out: Any) -> None:
    """``i + 5 < size`` says nothing of ``i`` where the sum wraps."""
    with b.if_(i + 5 < out.size):
        out[i] = 1
        out[i + 5] = 1


def after_loop(b: Any, i: Any, a: Any, out: Any) -> None:
    with b.for_(0, 10) as k:
        with b.if_(k >= out.size):
            b.continue_()
        out[k] = 1
    with b.if_(b.const(bool_, True)):
        out[i] = 1


CASES: list[tuple[Callable[[Any, Any, Any, Any], None], list[str]]] = [
    (guarded, ["equal", "yes"]),
    (guarded_too_loosely, ["no", "no", "yes"]),
    (guarded_by_return, ["equal", "yes"]),
    (guarded_otherwise, ["no", "equal", "yes"]),
    (guarded_twice, ["yes", "yes"]),
    (guarded_by_either, ["no", "no"]),
    (neighbours, ["yes", "yes", "yes", "equal"]),
    (neighbours_that_wrap, ["no", "no", "yes", "no"]),
    (reversed_, ["yes", "no"]),
    (masked, [*["no", "yes"] * 3, *["no", "no"], *["no", "yes"], "yes", "no", "yes", "yes"]),
    (loops, ["yes", "no", "yes", "no", "yes", "no", "no", "no"]),
    (backwards, ["yes", "no", "no", "no"]),
    (counted, ["yes", "no", "no", "no"]),
    (signed, ["no", "yes"]),
    (changed_in_between, ["no"]),
    (joined, ["yes", "no", "no"]),
    (clamped, ["yes", "no"]),
    (divided, ["yes", "yes", "yes", "yes", "no", "no", "no"]),
    (wrapped_guard, ["no", "yes"]),
    (after_loop, ["yes", "no"]),
]


@pytest.mark.parametrize(("body", "expected"), CASES, ids=lambda x: x.__name__ if callable(x) else "")
def test_proofs(body: Callable[[Any, Any, Any, Any], None], expected: list[str]) -> None:
    program = make(body)
    program.check()
    assert verdicts(program) == expected


def test_declared_shapes_are_constants() -> None:
    b = Builder("k", workgroup=64)
    small, exact = b.output("small", u32, count=63), b.output("exact", u32, count=64)
    table = b.input("table", u32, shape=(4, 8))
    lid = b.local_id()
    small[lid] = 1
    exact[lid] = 1
    exact[lid] = table[lid & 3, lid & 7] + table[lid & 7, lid & 3] + table.flat[lid & 31] + table.flat[lid]
    assert verdicts(b.build()) == ["no", "yes", "yes", "no", "yes", "no", "yes"]


def test_every_axis_has_its_own_bound() -> None:
    b = Builder("k")
    out = b.output("out", u32, rank=2)
    i = b.global_id()
    rows, columns = out.shape[0], out.shape[1]
    with b.if_(i < rows), b.for_(0, columns) as k:
        out[i, k] = 1
        out[k, i] = 1
    with b.if_(i < out.size):
        out.flat[i] = 1
        out[i, 0] = 1
    assert verdicts(b.build()) == ["yes", "no", "yes", "no"]


def test_the_workgroup_bounds_local_ids() -> None:
    def made(workgroup: int) -> Program:
        b = Builder("k", workgroup=workgroup)
        s = b.shared("s", u32, 64)
        s[b.local_id()] = 1
        return b.build()

    assert verdicts(made(64)) == ["yes"]
    assert verdicts(made(65)) == ["no"]


def test_intervals_of_values() -> None:
    b = Builder("k", workgroup=32)
    a = b.input("a", i32, count=10)
    values = [
        (b.local_id() + 1, (1, 32)),
        (b.workgroup_size(), (32, 32)),
        (a.size, (10, 10)),
        (b.cast(i64, a[0]) * 2, (-(1 << 32), (1 << 32) - 2)),
        (a[0] + 1, (i32.min, i32.max)),
        (b.num_groups(), (1, u32.max)),
        (b.select(a[0] > 3, 5, b.const(u32, 9)), (5, 9)),
    ]
    facts = ranges(b.build())
    for value, expected in values:
        assert facts.interval(value.id) == expected
