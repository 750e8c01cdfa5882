"""Rule 1.3: one type per variable, demanded from anywhere in the kernel; literals wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel
from vyre.dtypes import DType, i32, i64, u8, u32, u64
from vyre.ir.nodes import Const, For
from vyre.ir.walk import walk


def _type_of(function: Callable[..., Any], name: str) -> DType:
    """The type of the local of this name; it must be the only one."""
    found = {local.dtype for local in read_kernel(function).program.locals if local.name == name}
    assert len(found) == 1
    return found.pop()


def _stored(function: Callable[..., Any]) -> list[tuple[str, int]]:
    """Types and bits of the constants, in order."""
    return [(s.dtype.name, s.bits) for _, s, _ in walk(read_kernel(function).program) if isinstance(s, Const)]


def test_a_use_beside_a_typed_operand_demands() -> None:
    def k(a: vy.In[vy.u64], out: vy.Out[vy.u64]) -> None:
        x = 0
        for j in range(3):
            x += a[j]
        out[0] = x

    assert _type_of(k, "x") is u64
    assert _type_of(k, "j") is i32  # subscripts demand nothing


def test_demand_passes_backwards_through_a_chain_of_variables() -> None:
    def k(out: vy.Out[vy.u8]) -> None:
        x = 1
        y = x
        while y < 7:
            y += x
        z = vy.min(y, 9) if x > 0 else vy.clamp(x, 1, 2)
        out[0] = vy.select(z > 3, abs(z), 4)

    assert _type_of(k, "x") is u8
    assert _type_of(k, "y") is u8


def test_a_comparison_passes_demand() -> None:
    def k(n: vy.u64, out: vy.Out[vy.u32]) -> None:
        x = 0
        while x < n:
            x += 1
        out[0] = 1

    assert _type_of(k, "x") is u64


def test_a_comparison_comes_after_every_other_demand() -> None:
    def k(n: vy.u64, a: vy.In[vy.i32], out: vy.Out[vy.u32]) -> None:
        x = 0
        while x < n:
            x += 1
        x = a[0]
        out[0] = vy.u32(x)

    assert _type_of(k, "x") is i32


def test_a_shift_passes_the_result_to_its_left_side() -> None:
    def k(n: vy.u8, out: vy.Out[vy.u64]) -> None:
        x = 1
        for _ in range(3):
            x = x << n
        out[0] = x

    assert _type_of(k, "x") is u64


def test_defaults() -> None:
    def k(out: vy.Out[vy.u32]) -> None:
        a = 1
        b = 3000000000
        c = 0.5
        d = 1
        e = True
        for _ in range(2):
            a, b, c = a + 1, b + 1, c + d / 2
            e = not e
        out[0] = vy.u32(a) + vy.u32(b) + vy.u32(c) + vy.u32(d) + vy.u32(e)

    assert [_type_of(k, n).name for n in "abcde"] == ["i32", "i64", "f32", "f32", "bool"]


def test_range_variables_take_the_type_of_the_bounds() -> None:
    def k(n: vy.u8, out: vy.Out[vy.u32]) -> None:
        for j in range(2, n):
            out[j] = vy.u32(j)

    program = read_kernel(k).program
    (loop,) = [s for s in program.body if isinstance(s, For)]
    assert program.locals[loop.local].dtype is u8


def test_helpers_pass_demand_both_ways() -> None:
    @vy.func
    def twice(x: Any) -> Any:
        y = 2
        for _ in range(1):
            y = y + 0
        return x * y

    def k(a: vy.In[vy.f64], out: vy.Out[vy.f64], n: vy.Out[vy.u32]) -> None:
        i = 0
        n[0] = twice(i + 0)
        out[0] = twice(a[0])
        i = 1

    types = {(local.name, local.dtype.name) for local in read_kernel(k).program.locals}
    assert ("y", "f64") in types
    assert ("y", "u32") in types


def test_abs_diff_of_signed_operands_is_unsigned() -> None:
    def k(a: vy.In[vy.i64], out: vy.Out[vy.u64]) -> None:
        x = 3
        for _ in range(1):
            x = a[0]
        out[0] = vy.abs_diff(x, 5)

    assert _type_of(k, "x") is i64


def test_a_literal_is_rounded_once() -> None:
    def k(out: vy.Out[vy.f32]) -> None:
        out[0] = 0.1
        out[1] = 0.1 + 0.2
        out[2] = 16777216

    assert [c for c in _stored(k) if c[0] == "f32"] == [("f32", 0x3DCCCCCD), ("f32", 0x3E99999A), ("f32", 0x4B800000)]


def test_an_integer_literal_becomes_a_float() -> None:
    def k(x: vy.InOut[vy.f32], y: vy.InOut[vy.f64]) -> None:
        x[0] = x[0] * 2 + 1
        y[0] = y[0] * 2 + 1

    assert [name for name, _ in _stored(k) if name != "u32"] == ["f32", "f32", "f64", "f64"]


def test_both_demands_are_shown_with_their_lines() -> None:
    def k(a: vy.In[vy.u32], b: vy.In[vy.i32], out: vy.Out[vy.u32]) -> None:
        x = 0
        x += a[0]
        x = b[0]
        out[0] = x

    with pytest.raises(vy.KernelTypeError) as caught:
        read_kernel(k)
    error = caught.value
    assert error.code == "K201"
    assert error.place is not None
    assert error.place.text.strip() == "x = b[0]"
    assert [(words.split()[0], place.text.strip()) for words, place in error.others] == [
        ("u32", "x += a[0]"),
        ("i32", "x = b[0]"),
    ]
    assert "vy.u32(b[0])" in error.fix


def test_a_demand_that_comes_late_still_finds_the_literal() -> None:
    def k(a: vy.In[vy.u8], out: vy.Out[vy.u8]) -> None:
        x = 300
        out[0] = a[0]
        out[1] = x

    with pytest.raises(vy.KernelTypeError) as caught:
        read_kernel(k)
    assert caught.value.code == "K204"
    assert [place.text.strip() for _, place in caught.value.others] == ["out[1] = x"]


def test_u32_is_the_type_of_ids_and_sizes() -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        n = vy.global_id()
        for _ in range(2):
            n = n + a.size + len(a) + a.shape[0] + vy.local_index() + vy.num_groups()
        out[0] = n

    assert _type_of(k, "n") is u32
