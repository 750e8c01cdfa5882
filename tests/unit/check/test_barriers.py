"""Rule 5.4 through ``check``: which barriers are refused, with what reason, and which stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from vyre.check.validate import check
from vyre.dtypes import bool_, u32
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.program import Program


def tree(extra: bool = False) -> Program:
    """A tree sum over one workgroup: uniform bounds, the guard around the work and not around the barrier."""
    b = Builder("tree", workgroup=64, domain=64)
    out, s = b.output("out", u32), b.shared("s", u32, 64)
    lid = b.local_id()
    s[lid] = lid
    b.barrier()
    with b.for_(0, 6) as r:
        half = b.const(u32, 32) >> r
        with b.if_(lid < half):
            s[lid] = s[lid] + s[lid + half]
        b.barrier()
        if extra:
            b.barrier()
    with b.if_(lid == 0):
        out[b.group_id()] = s[0]
    return b.build()


def bounds_from_id() -> Program:
    b = Builder("k")
    b.output("out", u32)
    with b.for_(0, b.local_id()):
        b.barrier()
    return b.build()


def bounds_from_written_buffer() -> Program:
    b = Builder("k")
    out = b.output("out", u32)
    with b.for_(0, out[0]):
        b.barrier()
    out[0] = 1
    return b.build()


def bounds_from_read_only_buffer() -> Program:
    b = Builder("k")
    a, out = b.input("a", u32), b.output("out", u32)
    with b.for_(0, a[b.group_id()]):
        b.barrier()
    out[0] = 1
    return b.build()


def element_of_own_id() -> Program:
    b = Builder("k")
    a = b.input("a", u32)
    with b.for_(0, a[b.global_id()]):
        b.barrier()
    return b.build()


def under_if() -> Program:
    b = Builder("k")
    out = b.output("out", u32)
    with b.if_(b.global_id() < out.size):
        b.barrier()
    return b.build()


def under_uniform_if() -> Program:
    b = Builder("k")
    out, n = b.output("out", u32), b.uniform("n", u32)
    with b.if_((n < out.size) & (b.group_id() > 2)):
        b.barrier()
    return b.build()


def after_return() -> Program:
    b = Builder("k")
    out = b.output("out", u32)
    with b.if_(b.global_id() >= out.size):
        b.return_()
    b.barrier()
    return b.build()


def after_uniform_return() -> Program:
    b = Builder("k")
    out, n = b.output("out", u32), b.uniform("n", u32)
    with b.if_(n >= out.size):
        b.return_()
    b.barrier()
    return b.build()


def _loop(jump: str, where: str) -> Program:
    b = Builder("k")
    b.output("out", u32)
    lid = b.local_id()
    with b.for_(0, 4) as k:
        if where == "before":
            b.barrier()
        with b.if_(lid == k):
            getattr(b, jump)()
        if where == "after":
            b.barrier()
    if where == "outside":
        b.barrier()
    return b.build()


def inner_loop_after_continue() -> Program:
    """Those that continued the outer loop do not run the inner one."""
    b = Builder("k")
    b.output("out", u32)
    with b.for_(0, 4) as k:
        with b.if_(b.local_id() == k):
            b.continue_()
        with b.for_(0, 4):
            b.barrier()
    return b.build()


def flag(*, quiet: bool) -> Program:
    """Until no invocation changed anything: the flag is read in a phase in which nothing stores it."""
    b = Builder("k", workgroup=32)
    out, s = b.inout("out", u32), b.shared("changed", u32, 1)
    lid = b.local_id()
    with b.while_(lambda: b.const(bool_, True)):
        with b.if_(lid == 0):
            s[0] = 0
        b.barrier()
        with b.if_(out[lid] > 0):
            out[lid] = out[lid] - 1
            s[0] = 1
        if quiet:
            b.barrier()
        with b.if_(s[0] == 0):
            b.break_()
        b.barrier()
    return b.build()


def local_from_divergence(*, reset: bool) -> Program:
    b = Builder("k")
    b.output("out", u32)
    x = b.let("x", 0, u32)
    with b.if_(b.local_id() > 3):
        x.set(1)
    if reset:
        x.set(7)
    with b.if_(x > 0):
        b.barrier()
    return b.build()


def old_value() -> Program:
    b = Builder("k")
    out = b.output("out", u32)
    with b.if_(b.atomic_add(out, 0, 1) == 0):
        b.barrier()
    return b.build()


def while_condition(*, uniform: bool) -> Program:
    b = Builder("k")
    b.output("out", u32)
    k = b.let("k", b.group_id() if uniform else b.local_id())
    with b.while_(lambda: k > 0):
        k.set(k - 1)
        b.barrier()
    return b.build()


STANDS: dict[str, Callable[[], Program]] = {
    "tree": tree,
    "tree with a second barrier": lambda: tree(extra=True),
    "bounds from a read-only buffer": bounds_from_read_only_buffer,
    "uniform if": under_uniform_if,
    "after a uniform return": after_uniform_return,
    "before a continue": lambda: _loop("continue_", "before"),
    "outside a loop with continue": lambda: _loop("continue_", "outside"),
    "outside a loop with break": lambda: _loop("break_", "outside"),
    "flag in a quiet phase": lambda: flag(quiet=True),
    "local set again": lambda: local_from_divergence(reset=True),
    "uniform while": lambda: while_condition(uniform=True),
}

REFUSED: dict[str, tuple[Callable[[], Program], str]] = {
    "bounds from the id": (bounds_from_id, "local_id differs"),
    "bounds from a written buffer": (bounds_from_written_buffer, "the element of out"),
    "an element of its own": (element_of_own_id, "the element of a"),
    "if": (under_if, "global_id differs"),
    "after a return": (after_return, "only some invocations return here"),
    "before a break": (lambda: _loop("break_", "before"), "only some invocations break here"),
    "after a break": (lambda: _loop("break_", "after"), "only some invocations break here"),
    "after a continue": (lambda: _loop("continue_", "after"), "only some invocations continue here"),
    "in an inner loop after a continue": (inner_loop_after_continue, "only some invocations continue here"),
    "before a return in a loop": (lambda: _loop("return_", "before"), "only some invocations return here"),
    "after a loop with return": (lambda: _loop("return_", "outside"), "only some invocations return here"),
    "flag in a phase that stores it": (lambda: flag(quiet=False), "the element of changed"),
    "local set under divergence": (lambda: local_from_divergence(reset=False), "'x' may differ"),
    "old value of an atomic": (old_value, "the old value of an atomic"),
    "divergent while": (lambda: while_condition(uniform=False), "'k' may differ"),
}


@pytest.mark.parametrize("name", STANDS)
def test_uniform_barriers_stand(name: str) -> None:
    program = STANDS[name]()
    assert check(program).program is program


@pytest.mark.parametrize("name", REFUSED)
def test_divergent_barriers_show_their_condition(name: str) -> None:
    make, reason = REFUSED[name]
    with pytest.raises(ValidationError) as caught:
        check(make())
    error = caught.value
    assert error.code == "V325"
    assert error.place is not None
    assert error.place.text.strip() == "b.barrier()"
    assert error.others, "the condition's place is shown"
    assert reason in str(error)


def test_the_condition_and_the_barrier_are_two_places() -> None:
    with pytest.raises(ValidationError) as caught:
        check(under_if())
    shown = [place.text.strip() for _, place in caught.value.others]
    assert shown[0] == "with b.if_(b.global_id() < out.size):"


def test_V331_a_subgroup_operation_that_only_some_reach() -> None:
    def made(guarded: bool) -> Program:
        b = Builder("k", workgroup=64)
        out = b.output("out", u32)
        i = b.global_id()
        total = None if guarded else b.subgroup_sum(i)
        with b.if_(i < out.size):
            out[i] = b.subgroup_sum(i) if total is None else total
        return b.build()

    with pytest.raises(ValidationError, match=r"\[V331\].*subgroup_sum.*only some") as caught:
        check(made(True))
    assert "before the condition" in caught.value.fix
    assert check(made(False)).program.name == "k"
