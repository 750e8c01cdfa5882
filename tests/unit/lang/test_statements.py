"""Statements do what Python does: order, swaps, chained and augmented assignment, loops and their ways out."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel, run
from vyre.ir.nodes import For, If, While

A = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.uint32)


def test_a_guarded_store() -> None:
    def mask(a: vy.In[vy.u32], key: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if i < out.size:
            out[i] = a[i] ^ key[i]

    assert run(mask, A, A[::-1]).tolist() == (A ^ A[::-1]).tolist()
    program = read_kernel(mask).program
    assert [b.role for b in program.buffers] == ["in", "in", "out"]
    assert program.locals == ()  # straight-line code needs none
    assert isinstance(program.body[-1], If)


def test_a_tuple_in_a_tuple_changes_from_turn_to_turn() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[1]]) -> None:
        t = ((a[0], a[1]), a[2])
        s = vy.u32(0)
        for _ in range(3):
            s += t[0][0]
            t = ((s, s + 1), s)
        out[0] = s

    assert run(k, A, domain=1).tolist() == [12]


def test_swaps_and_chains() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[4]]) -> None:
        x, y = a[0], a[1]
        x, y = y, x
        p = q = x * 10
        p += 1
        out[0], out[1] = x, y
        out[2] = p
        out[3] = q

    assert run(k, A, domain=1).tolist() == [1, 3, 11, 10]


def test_elements_swap_in_place() -> None:
    def sort(a: vy.InOut[vy.u32]) -> None:
        n = a.shape[0]
        for i in range(n):
            for j in range(n - i - 1):
                if a[j] > a[j + 1]:
                    a[j], a[j + 1] = a[j + 1], a[j]

    assert run(sort, A.copy(), domain=1, workgroup=1).tolist() == sorted(A.tolist())


@pytest.mark.filterwarnings(r"ignore:\[N100\]:vyre.errors.VyreWarning")  # how often an atomic runs is what is tested
def test_an_augmented_element_reads_its_subscript_once() -> None:
    def k(c: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[4]]) -> None:
        out[vy.atomic_add(c, 0, 1)] += 7

    out = vy.kernel(workgroup=1)(k)(np.zeros(1, np.uint32), backend="reference", domain=3)
    assert out.tolist() == [7, 7, 7, 0]


def test_the_value_is_read_before_the_subscript_of_the_target() -> None:
    def k(c: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[4]]) -> None:
        out[vy.atomic_add(c, 0, 1)] = vy.atomic_add(c, 0, 1) + 10

    assert run(k, np.zeros(1, np.uint32), domain=1, workgroup=1).tolist() == [0, 10, 0, 0]


def test_targets_are_assigned_from_left_to_right() -> None:
    def k(out: vy.Out[vy.u32, Literal[4]]) -> None:
        i = 0
        i, out[i] = 2, 9

    assert run(k, domain=1).tolist() == [0, 0, 9, 0]


def test_annotated_locals_have_their_type() -> None:
    def k(out: vy.Out[vy.u64, Literal[1]]) -> None:
        x: vy.u8 = 255
        x += 1
        y: vy.u64
        y = 3
        out[0] = vy.u64(x) + y

    assert run(k, domain=1).tolist() == [3]


def test_loops_leave_and_skip() -> None:
    def k(out: vy.Out[vy.i32, Literal[4]]) -> None:
        for j in range(10):
            if j % 2 == 0:
                continue
            if j > 7:
                break
            out[0] += j
        n = 5
        while True:
            n -= 1
            if n == 2:
                break
            out[1] += 1
        for j in range(5, -1, -2):
            out[2] = out[2] * 10 + j
        out[3] = n

    assert run(k, domain=1, workgroup=1).tolist() == [1 + 3 + 5 + 7, 2, 531, 2]


def test_a_loop_variable_keeps_its_last_value_and_may_be_changed_inside() -> None:
    def k(out: vy.Out[vy.i32, Literal[3]]) -> None:
        j = 77
        for j in range(4):
            out[0] += 1
            j += 100
        out[1] = j
        for j in range(0):
            out[0] += j
        out[2] = j

    assert run(k, domain=1, workgroup=1).tolist() == [4, 103, 103]


def test_the_bounds_are_captured_once() -> None:
    def k(out: vy.Out[vy.u32, Literal[1]]) -> None:
        n = vy.u32(3)
        for _ in range(n):
            n += 1
            out[0] += 1

    assert run(k, domain=1, workgroup=1).tolist() == [3]


def test_static_range_is_written_out() -> None:
    def k(out: vy.Out[vy.i32, Literal[8]]) -> None:
        t = (5, 6, 7)
        for j in vy.static_range(3):
            out[j] = t[j]
        for j in vy.static_range(3, 8, 2):
            out[j] = j * j

    assert run(k, domain=1).tolist() == [5, 6, 7, 9, 0, 25, 0, 49]
    assert not any(isinstance(s, For) for s in read_kernel(k).program.body)


@pytest.mark.parametrize("stop", [0, 2, 9])
def test_static_range_may_be_left(stop: int) -> None:
    def k(n: vy.i32, out: vy.Out[vy.i32, Literal[2]]) -> None:
        last = -1
        for j in vy.static_range(5):
            if j == n:
                break
            last = j
            out[0] += 1
        out[1] = last

    count = min(stop, 5)
    assert run(k, stop, domain=1, workgroup=1).tolist() == [count, count - 1]


def test_static_range_may_skip() -> None:
    def k(n: vy.i32, out: vy.Out[vy.i32, Literal[1]]) -> None:
        for j in vy.static_range(5):
            if j == n:
                continue
            out[0] += j

    assert run(k, 3, domain=1, workgroup=1).tolist() == [7]


def test_branches_on_constants_are_not_read() -> None:
    fast = True

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if fast:
            out[i] = a[i]
        else:
            out[i] = nothing_at_all(a)  # type: ignore[name-defined]  # noqa: F821 - never read

    assert run(k, A).tolist() == A.tolist()


def test_what_follows_while_true_is_assigned_by_its_breaks() -> None:
    def k(out: vy.Out[vy.u32, Literal[2]]) -> None:
        n = 0
        while True:
            n += 1
            if n > 5:
                x = n * 2
                break
            if n > 7:
                x = 1
                break
        out[0] = x  # type: ignore[possibly-undefined]  # a break is the only way here

    assert run(k, domain=1).tolist() == [12, 0]


def test_assignment_on_both_branches() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if a[i] > 4:
            x = 1
        elif a[i] > 2:
            x = 2
        else:
            return
        out[i] = x

    assert run(k, A).tolist() == [2, 0, 2, 0, 1, 1, 0, 1]


def test_a_while_condition_is_read_again_each_time() -> None:
    def k(c: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[1]]) -> None:
        while vy.atomic_add(c, 0, 1) < 4:
            out[0] += 1

    counter = np.zeros(1, np.uint32)
    assert run(k, counter, domain=1, workgroup=1).tolist() == [4]
    assert counter[0] == 5
    assert any(isinstance(s, While) and len(s.cond) > 1 for s in read_kernel(k).program.body)


def test_code_after_a_return_is_not_read() -> None:
    def k(out: vy.Out[vy.u32, Literal[1]]) -> None:
        out[0] = 1
        return
        out[0] = 2.5  # never read

    assert run(k, domain=1).tolist() == [1]


def test_docstrings_and_strings_are_comments() -> None:
    def k(out: vy.Out[vy.u32, Literal[1]]) -> None:
        """What it does."""
        out[0] = 1
        "and why"

    assert run(k, domain=1).tolist() == [1]


def test_shared_arrays_of_any_rank() -> None:
    rows = 4

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        s = vy.shared(vy.u32, (rows, 2))
        t = vy.local_id()
        s[t // 2, t % 2] = a[vy.global_id()]
        vy.barrier()
        out[vy.global_id()] = s.flat[7 - t] + s.size

    assert run(k, A, workgroup=8).tolist() == (A[::-1] + 8).tolist()
    assert [b.shape for b in read_kernel(k).program.buffers if b.role == "shared"] == [(4, 2)]


def test_ranks_come_from_subscripts() -> None:
    def k(img: vy.In[vy.u32], row: vy.In[vy.u32], out: vy.Out[vy.u32], total: vy.In[vy.u32]) -> None:
        i = vy.global_id()
        height, width = img.shape
        y, x = i // width, i % width
        if i < img.size:
            out[y, x] = img[y, x] * row[x] + height + len(row) + total.size + img.ndim

    img = np.arange(6, dtype=np.uint32).reshape(2, 3)
    row = np.array([1, 10, 100], np.uint32)
    kernel = vy.kernel(domain=lambda img, *_: img.size)(k)
    out = kernel(img, row, np.zeros((2, 2, 2), np.uint32), backend="reference", shapes={"out": (2, 3)})
    assert out.tolist() == (img * row + 2 + 3 + 8 + 2).tolist()
    assert [p.rank for p in read_kernel(k).signature.parameters] == [2, 1, 2, None]


def test_a_rank_asked_for_before_its_first_subscript() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[3]]) -> None:
        out[0] = a.ndim
        out[1] = a.shape[-1]
        out[2] = a[1, 0, 1]

    given = np.arange(24, dtype=np.uint32).reshape(2, 3, 4)
    assert run(k, given, domain=1).tolist() == [3, 4, 13]
