"""Expressions: evaluation order, short circuits, literals, casts, and the functions of Python, math and NumPy."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel, run
from vyre.dtypes import u8
from vyre.ir.nodes import Const, If, Load, Op

A = np.array([3, 1, 4, 1, 5], np.uint32)
F = np.array([0.5, 1.5, -2.5, np.nan, np.inf], np.float32)


def _ops(function: object) -> list[str]:
    return [s.op for s in read_kernel(function).program.body if isinstance(s, Op)]


@pytest.mark.filterwarnings(r"ignore:\[N100\]:vyre.errors.VyreWarning")  # how often an atomic runs is what is tested
def test_and_or_with_effects_run_only_where_python_would() -> None:
    def k(a: vy.In[vy.u32], c: vy.InOut[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if i < a.size:
            hit = a[i] > 2 and vy.atomic_add(c, 0, 1) < 100
            miss = a[i] > 2 or vy.atomic_add(c, 1, 1) < 100
            out[i] = vy.u32(hit) + 10 * vy.u32(miss)

    counts = np.zeros(2, np.uint32)
    assert run(k, A, counts, domain="a").tolist() == [11, 10, 11, 10, 11]
    assert counts.tolist() == [3, 2]


def test_pure_and_or_have_no_branch() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.bool_]) -> None:
        i = vy.global_id()
        out[i] = (a[i] > 2 and a[i + 1] > 2) or not a[0] < 4

    assert not any(isinstance(s, If) for s in read_kernel(k).program.body)
    assert {"and", "or", "not"} <= set(_ops(k))
    assert run(k, A).tolist() == [False] * 5


@pytest.mark.filterwarnings(r"ignore:\[N100\]:vyre.errors.VyreWarning")  # how often an atomic runs is what is tested
def test_a_conditional_expression_with_effects_runs_one_side() -> None:
    def k(a: vy.In[vy.u32], c: vy.InOut[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if i < a.size:
            out[i] = vy.atomic_add(c, 0, 1) * 0 + 1 if a[i] > 2 else vy.atomic_sub(c, 1, 1) * 0 + 2

    counts = np.array([0, 9], np.uint32)
    assert run(k, A, counts, domain="a").tolist() == [1, 2, 1, 2, 1]
    assert counts.tolist() == [3, 7]


def test_the_middle_of_a_chain_is_read_once() -> None:
    def k(c: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[3]]) -> None:
        out[0] = vy.u32(0 <= vy.atomic_add(c, 0, 1) < 5)
        out[1] = vy.u32(5 < vy.atomic_add(c, 0, 1) < vy.atomic_add(c, 1, 1))  # the last one does not run
        out[2] = vy.u32(1 < 2 < 3)

    counts = np.zeros(2, np.uint32)
    assert run(k, counts, domain=1, workgroup=1).tolist() == [1, 0, 1]
    assert counts.tolist() == [2, 0]


def test_operands_run_from_left_to_right() -> None:
    def k(c: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[2]]) -> None:
        out[0] = vy.atomic_add(c, 0, 1) * 100 + vy.atomic_add(c, 0, 1) * 10 + vy.atomic_add(c, 0, 1)
        x = c[0]
        out[1] = x + vy.atomic_add(c, 0, 5) + c[0]

    assert run(k, np.zeros(1, np.uint32), domain=1, workgroup=1).tolist() == [12, 3 + 3 + 8]


def test_literals_fold_as_python_does() -> None:
    def k(out: vy.Out[vy.f64, Literal[6]], whole: vy.Out[vy.i64, Literal[6]]) -> None:
        out[0] = 1 / 3
        out[1] = 0.1 + 0.2
        out[2] = -7 // 2
        out[3] = 2**10
        out[4] = -(2**0.5)
        out[5] = math.pi
        whole[0] = -7 % 3
        whole[1] = 1 << 40
        whole[2] = abs(-3) + max(1, 2, 3) + min(4, 5)
        whole[3] = int(3.7) + round(2.5)
        whole[4] = u8.max
        whole[5] = 7 if 3 > 2 and not False else 8

    out, whole = run(k, domain=1)
    assert out.tolist() == [1 / 3, 0.1 + 0.2, -4.0, 1024.0, -(2**0.5), math.pi]
    assert whole.tolist() == [2, 1 << 40, 3 + 3 + 4, 5, 255, 7]
    assert _ops(k) == []


def test_casts_of_literals() -> None:
    def with_nan(out: vy.Out[vy.u32, Literal[1]]) -> None:
        out[0] = vy.u32(math.nan)

    assert run(with_nan, domain=1).tolist() == [0]

    def k(out: vy.Out[vy.u32, Literal[8]]) -> None:
        out[0] = vy.u32(-1)
        out[1] = vy.u32(3.7)
        out[2] = vy.u32(-3.7)
        out[3] = vy.u32(1e30)
        out[4] = vy.u32(vy.u8(257))
        out[5] = vy.bitcast(vy.u32, vy.f32(16777217))
        out[6] = vy.bitcast(vy.u32, 1.5)
        out[7] = vy.u32(True)

    assert run(k, domain=1).tolist() == [0xFFFFFFFF, 3, 0, 0xFFFFFFFF, 1, 0x4B800000, 0x3FC00000, 1]


def test_floored_and_truncated_division() -> None:
    def k(a: vy.In[vy.i32], b: vy.In[vy.i32], out: vy.Out[vy.i32]) -> None:
        i = vy.global_id()
        q, r = divmod(a[i], b[i])
        if i < a.size:
            out[i] = (
                ((a[i] // b[i]) * 1000 + (a[i] % b[i]) * 100 + vy.div(a[i], b[i]) * 10 + vy.rem(a[i], b[i]))
                + (q - q)
                + (r - r)
            )

    a = np.array([-7, 7, -6, 6, -1], np.int32)
    b = np.array([3, -3, 5, -5, 2], np.int32)
    floor, rest = a // b, a % b
    whole = np.trunc(a / b).astype(np.int32)
    assert run(k, a, b).tolist() == (floor * 1000 + rest * 100 + whole * 10 + (a - whole * b)).tolist()


def test_a_zero_divisor_that_is_not_written_gives_the_run_time_values() -> None:
    def k(a: vy.In[vy.u32], zero: vy.u32, out: vy.Out[vy.u32, Literal[3]]) -> None:
        none = vy.u32(0)
        out[0] = a[0] // none
        out[1] = a[0] % zero
        out[2] = ratio(a[0], 0)

    @vy.func
    def ratio(x: vy.u32, y: vy.u32) -> vy.u32:
        return x // y

    assert run(k, A, 0, domain=1).tolist() == [0xFFFFFFFF, 0, 0xFFFFFFFF]


def test_comparisons_with_nan_and_isnan() -> None:
    def k(x: vy.In[vy.f32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        v = x[i]
        out[i] = (
            vy.select(v == v, 1, 0)
            + vy.select(v != v, 2, 0)
            + vy.select(v < 1, 4, 0)
            + vy.select(v >= 1, 8, 0)
            + 16 * vy.u32(math.isnan(v))
        )

    assert run(k, np.array([np.nan, 1, np.inf], np.float32)).tolist() == [18, 9, 9]


def test_comparisons_of_two_integer_types_are_mathematical() -> None:
    def k(a: vy.In[vy.i32], out: vy.Out[vy.bool_]) -> None:
        i = vy.global_id()
        out[i] = a[i] < i

    assert run(k, np.array([-1, 1, 1], np.int32)).tolist() == [True, False, True]


def test_integer_functions() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[14]]) -> None:
        x = a[0]
        out[0] = vy.popcount(x)
        out[1] = vy.clz(x)
        out[2] = vy.ctz(x << 4)
        out[3] = vy.reverse_bits(x)
        out[4] = vy.rotl(x, 31)
        out[5] = vy.rotr(x, 33)
        out[6] = vy.abs_diff(vy.i32(1), vy.i32(-2147483648))
        out[7] = vy.saturating_sub(x, 5)
        out[8] = vy.ceil_div(x + 7, 4)
        out[9] = vy.mulhi(x << 30, 8)
        out[10] = vy.clamp(x, 5, 9)
        out[11] = vy.u32(vy.sign(vy.i32(-4)) + 5)
        out[12] = pow(x, 3) + x**0 + x**1
        out[13] = vy.saturating_add(x, 4294967294)

    assert run(k, A, domain=1).tolist() == [
        2, 30, 4, 0xC0000000, 0x80000001, 0x80000001, 2147483649, 0, 3, 6, 5, 4, 27 + 1 + 3, 0xFFFFFFFF,
    ]  # fmt: skip


def test_float_functions_of_vy_math_and_numpy_are_the_same() -> None:
    def ours(x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
        i = vy.global_id()
        out[i] = vy.sqrt(abs(x[i])) + vy.copysign(1, x[i]) + vy.floor(x[i]) + vy.round(x[i]) + vy.fma(x[i], 2, 1)

    def theirs(x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
        i = vy.global_id()
        out[i] = np.sqrt(np.abs(x[i])) + math.copysign(1, x[i]) + np.floor(x[i]) + np.round(x[i]) + vy.fma(x[i], 2, 1)

    assert read_kernel(ours).program.body == read_kernel(theirs).program.body
    x = np.array([0.25, -4.0], np.float32)
    assert run(ours, x).tolist() == [0.5 + 1 + 0 + 0 + 1.5, 2 - 1 - 4 - 4 - 7.0]


def test_power_multiplies_from_the_top_bit() -> None:
    def k(x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
        i = vy.global_id()
        out[i] = x[i] ** 6

    x = np.float32(1.1)
    square = x * x
    cube = square * x
    assert run(k, np.array([x])).tolist() == [cube * cube]
    assert _ops(k) == ["mul", "mul", "mul"]


def test_a_literal_subscript_needs_no_size() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[2]]) -> None:
        out[0] = a[99]
        out[1] = a[4]

    assert run(k, A, domain=1).tolist() == [0, 5]


def test_a_tuple_is_an_index() -> None:
    def k(a: vy.InOut[vy.u32], out: vy.Out[vy.u32, Literal[2]]) -> None:
        p = (1, 0)
        out[0] = a[p]
        out[1] = vy.atomic_max(a, p, 9)

    a = np.arange(4, dtype=np.uint32).reshape(2, 2)
    assert run(k, a, domain=1, workgroup=1).tolist() == [2, 2]
    assert a.tolist() == [[0, 1], [9, 3]]


def test_truth_of_integers_is_not_zero() -> None:
    def k(a: vy.In[vy.i32], out: vy.Out[vy.i32]) -> None:
        i = vy.global_id()
        n = a[i]
        while n:
            out[i] += 1
            n -= 1
        if not a[i]:
            out[i] = 7
        out[i] += 10 if a[i] else 20

    assert run(k, np.array([0, 2], np.int32), domain=2, workgroup=2).tolist() == [27, 12]


def test_loads_have_the_place_of_their_expression() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        größe = a[0]  # noqa: PLC2401 - any identifier is a name
        out[0] = größe + a[1]

    loads = [s for s in read_kernel(k).program.body if isinstance(s, Load)]
    assert [p.text[p.column : p.end_column] for s in loads if (p := s.place)] == ["a[0]", "a[1]"]
    assert all(s.place.file == __file__ for s in loads if s.place)


def test_typed_numpy_scalars_from_outside() -> None:
    one: Any = np.uint8(1)

    def k(out: vy.Out[vy.u8, Literal[1]]) -> None:
        out[0] = one + 255

    assert run(k, domain=1).tolist() == [0]
    assert any(
        isinstance(s, Const) and s.dtype is read_kernel(k).program.buffers[0].dtype for s in read_kernel(k).program.body
    )
