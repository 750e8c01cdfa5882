"""``@vy.func``: inlined per call, with any kind of argument and any shape of returns."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel, run

A = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.uint32)


@vy.func
def gcd(a: Any, b: Any) -> Any:
    while b != 0:
        a, b = b, a % b
    return a


@vy.func
def first(a: vy.In[vy.u32], x: vy.u32) -> vy.u32:
    for k in range(a.size):
        if a[k] == x:
            return k
    return a.size


@vy.func
def pair(a: vy.In[vy.u32], total: vy.u32) -> vy.u32:
    for j in range(a.size):
        for k in range(a.size):
            if k > j and a[j] + a[k] == total:
                return j * 10 + k
    return 99


@vy.func
def grade(x: vy.u32) -> vy.u32:
    if x > 4:
        if x > 8:
            return 3
        x += 1
    elif x == 1:
        return 0
    x += 100
    return x


@vy.func
def clamped(x: Any) -> Any:
    if x < 3:
        return 3
    if x > 5:
        return 5
    return x


@vy.func
def bump(counts: vy.InOut[vy.u32], k: vy.u32) -> None:
    vy.atomic_add(counts, k, 1)


@vy.func
def bump_unless(counts: vy.InOut[vy.u32], k: vy.u32, stop: bool) -> None:
    if stop:
        return
    counts[k] = 7


def _first(x: int) -> int:
    return A.tolist().index(x) if x in A.tolist() else A.size


def _grade(x: int) -> int:
    if x > 4:
        if x > 8:
            return 3
        x += 1
    elif x == 1:
        return 0
    return x + 100


def test_loops_and_reassigned_parameters() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = gcd(a[i] * 6, 8) + vy.u32(gcd(vy.i64(9), 6))

    assert run(k, A).tolist() == [math.gcd(int(x) * 6, 8) + 3 for x in A]


def test_returns_out_of_loops() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = first(a, i) + pair(a, i + 3) * 100

    def expected(i: int) -> int:
        found = next((j * 10 + k for j in range(8) for k in range(8) if k > j and A[j] + A[k] == i + 3), 99)
        return _first(i) + found * 100

    assert run(k, A).tolist() == [expected(i) for i in range(8)]


def test_early_returns() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = grade(a[i]) * 10 + clamped(a[i])

    assert run(k, A).tolist() == [_grade(int(x)) * 10 + min(max(int(x), 3), 5) for x in A]


def test_an_early_return_needs_no_flag() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = clamped(a[i])

    assert [local.name for local in read_kernel(k).program.locals] == ["result"]


def test_arrays_and_shared_arrays_as_arguments() -> None:
    @vy.func
    def total(cells: Any, n: Any) -> Any:
        scratch = vy.shared(vy.u32, 8)
        scratch[vy.local_id()] = cells[vy.local_id()]
        vy.barrier()
        x = 0
        for k in range(n):
            x += scratch[k]
        return x

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        s = vy.shared(vy.u32, 8)
        s[i] = a[i] * 2
        vy.barrier()
        out[i] = total(a, 8) + total(s, 4)

    assert run(k, A, workgroup=8).tolist() == [int(A.sum()) + 2 * int(A[:4].sum())] * 8
    assert [b.name for b in read_kernel(k).program.buffers if b.role == "shared"] == ["s", "scratch", "scratch_2"]


def test_a_function_with_effects_inside_an_operand_is_guarded() -> None:
    @vy.func
    def mark(counts: Any) -> bool:
        vy.atomic_add(counts, 0, 1)
        return True

    def k(a: vy.In[vy.u32], counts: vy.InOut[vy.u32], out: vy.Out[vy.bool_]) -> None:
        i = vy.global_id()
        if i < a.size:
            out[i] = a[i] > 3 and mark(counts)

    counts = np.zeros(1, np.uint32)
    assert run(k, A, counts, domain="a").tolist() == (A > 3).tolist()
    assert counts[0] == (A > 3).sum()


def test_functions_that_return_nothing() -> None:
    def k(a: vy.In[vy.u32], counts: vy.InOut[vy.u32]) -> None:
        i = vy.global_id()
        if i < a.size:
            bump(counts, a[i])
            bump_unless(counts, 0, i > 0)

    counts = np.zeros(10, np.uint32)
    run(k, A, counts, domain="a")
    expected = np.bincount(A, minlength=10)
    expected[0] = 7
    assert counts.tolist() == expected.tolist()


def test_keyword_arguments() -> None:
    @vy.func
    def minus(x: Any, y: Any) -> Any:
        return x - y

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = minus(y=a[i], x=10)

    assert run(k, A).tolist() == (10 - A).tolist()


def test_a_literal_argument_stays_a_literal() -> None:
    @vy.func
    def cube(x: Any, power: Any) -> Any:
        y = 0
        for k in vy.static_range(power):
            y += k
        return x**power + y

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = cube(a[i], 3)

    assert run(k, A).tolist() == (A**3 + 3).tolist()


def test_a_function_from_a_closure_and_from_another_function() -> None:
    step = 5

    @vy.func
    def add(x: Any) -> Any:
        return x + step

    @vy.func
    def add_twice(x: Any) -> Any:
        return add(add(x))

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = add_twice(a[i])

    assert run(k, A).tolist() == (A + 10).tolist()
    assert [name for name, _ in read_kernel(k).captures] == ["add_twice", "add_twice.add", "add.step"]


def test_an_error_inside_shows_the_line_and_the_call() -> None:
    @vy.func
    def broken(x: Any) -> Any:
        return x + vy.i32(1)

    @vy.func
    def outer(x: Any) -> Any:
        return broken(x)

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[0] = outer(a[0])

    with pytest.raises(vy.KernelTypeError) as caught:
        read_kernel(k)
    error = caught.value
    assert error.place is not None
    assert error.place.text.strip() == "return x + vy.i32(1)"
    calls = [place.text.strip() for words, place in error.others if words == "called here"]
    assert calls == ["return broken(x)", "out[0] = outer(a[0])"]


def test_an_error_that_is_found_late_shows_the_call_too() -> None:
    @vy.func
    def half(x: Any) -> Any:
        return x >> 2

    def k(a: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
        out[0] = half(a[0])

    with pytest.raises(vy.KernelTypeError) as caught:
        read_kernel(k)
    assert [place.text.strip() for _, place in caught.value.others] == ["out[0] = half(a[0])"]


def test_thirty_calls_inside_of_each_other() -> None:
    lines = "@vy.func\ndef f0(x):\n    return x + 1\n"
    for n in range(1, 30):
        lines += f"@vy.func\ndef f{n}(x):\n    if x > 1000:\n        return x\n    return f{n - 1}(x) + 1\n"
    lines += (
        "@vy.kernel\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = f29(a[i])\n"
    )
    kernel = vy.kernel_from_source(lines, name="k")
    assert kernel(A, backend="reference").tolist() == (A + 30).tolist()


def test_a_func_on_the_host_is_an_error_with_a_fix() -> None:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        gcd(4, 6)
    assert caught.value.code == "K100"
    plain = getattr(gcd, "__wrapped__")  # noqa: B009 - to a type checker it is the function
    assert plain(4, 6) == 2
