"""Rule 4.2: an output starts as its declared init, on every backend."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import DType, bool_, f32, f64, i16, i32, u8, u32, u64
from vyre.ir.program import Program
from vyre.run.engine import missing
from vyre.run.session import Session


@vy.kernel(domain="a", init={"best": 0xFFFFFFFF, "count": 7, "low": -2})
def first(a: vy.In[vy.u32], best: vy.Out[vy.u32], count: vy.Out[vy.u32], low: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < a.size and a[i] == 3:
        vy.atomic_min(best, 0, i)
        vy.atomic_add(count, 1, 1)
        low[2] = 5


A = np.array([9, 9, 3, 1, 3], np.uint32)
NONE = 0xFFFFFFFF
WANTED = [[2, NONE, NONE, NONE, NONE], [7, 9, 7, 7, 7], [-2, -2, 5, -2, -2]]


def _lists(results: Any) -> list[list[int]]:
    return [r.tolist() for r in results]


def test_rule_4_2_fresh_outputs_start_as_their_init(device: str) -> None:
    for _ in range(3):  # also by the warm path
        assert _lists(first(A, backend=device)) == WANTED
    assert _lists(first.submit(A, backend=device).result()) == WANTED
    assert first.check(A, backends=[device] if device != "reference" else ["cpu"]).ok


def test_rule_4_2_given_outputs_are_filled_first(device: str) -> None:
    best, count = np.zeros(5, np.uint32), np.arange(10, dtype=np.uint32)[::2]
    for _ in range(3):
        low = np.zeros(5, np.int32)
        assert _lists(first(A, out=(best, count, low), backend=device)) == WANTED
    bound = first.compile(backend=device).bind(A, out=(best, None, None))
    for _ in range(2):
        assert _lists(bound()) == WANTED
    zeros = (np.zeros(5, np.uint32), np.zeros(5, np.uint32), np.zeros(5, np.int32))
    assert first.check(A, out=zeros, backends=[device] if device != "reference" else ["cpu"]).ok


def test_rule_4_2_nothing_launched_gives_the_init(device: str) -> None:
    given = np.zeros(3, np.uint32)
    results = first(A, grid=0, out=(given, None, None), backend=device)
    assert _lists(results) == [[NONE] * 3, [7] * 5, [-2] * 5]


def _program(dtype: DType, init: Any) -> Program:
    b = vy.Builder("begun", domain=3)
    a = b.input("a", dtype)
    out = b.output("out", dtype, count=3, init=init)
    with b.if_(b.global_id() == 1):
        out[1] = a[0]
    return b.build()


CASES: list[tuple[DType, Any, Any]] = [
    (bool_, True, np.bool_(True)), (u8, 200, np.uint8(200)), (i16, -300, np.int16(-300)), (i32, -1, np.int32(-1)),
    (u64, (1 << 64) - 2, np.uint64((1 << 64) - 2)), (f32, -math.inf, np.float32(-math.inf)), (f32, math.nan, np.float32(math.nan)),
    (f32, 0.1, np.float32(0.1)), (f64, -0.0, np.float64(-0.0)), (f32, 3, np.float32(3)),
]  # fmt: skip


@pytest.mark.parametrize(("dtype", "init", "value"), CASES)
def test_rule_4_2_of_every_kind_of_type(dtype: DType, init: Any, value: Any, device: str, session: Session) -> None:
    program = _program(dtype, init)
    if missing(program, session.engine(device).profile) is not None:
        pytest.skip("a type that this device does not have")
    one = np.ones(1, value.dtype)
    wanted = np.array([value, one[0], value])
    out = np.zeros(3, value.dtype)
    (fresh,) = session.dispatch(program, [one], backend=device)
    (mine,) = session.dispatch(program, [one], out=[out], backend=device)
    assert mine is out
    for found in (fresh, out):
        assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("dtype", "init", "value"), CASES)
def test_the_forms_of_a_program_keep_it(dtype: DType, init: Any, value: Any) -> None:
    program = _program(dtype, init)
    assert program.buffers[1].init == int.from_bytes(value.tobytes(), "little")
    for again in (Program.parse(program.to_text()), Program.from_bytes(program.to_bytes())):
        assert again == program
        assert again.fingerprint == program.fingerprint
        again.check()
    assert program.fingerprint != _program(dtype, None).fingerprint


def test_zero_is_what_an_output_starts_as_anyway() -> None:
    assert _program(u32, 0) == _program(u32, None)
    assert _program(u32, 0).fingerprint == _program(u32, None).fingerprint


def test_V405_the_builder_checks_the_range() -> None:
    with pytest.raises(vy.ValidationError) as caught:
        _program(u8, 256)
    assert caught.value.code == "V405"


@pytest.mark.parametrize(
    ("dtype", "role", "init"), [(u32, "inout", 3), (u32, "in", 3), (u32, "out", 0), (u8, "out", 256), (f32, "out", 0x7FC00001)]
)  # fmt: skip
def test_V322_a_declaration_that_contradicts_itself(dtype: DType, role: Any, init: int) -> None:
    program = _program(dtype, None)
    program = replace(program, buffers=(program.buffers[0], replace(program.buffers[1], role=role, init=init)))
    with pytest.raises(vy.ValidationError) as caught:
        program.check()
    assert caught.value.code == ("V314" if caught.value.code == "V314" else "V322")
    replace(program, buffers=(program.buffers[0], replace(program.buffers[1], role="out", init=None))).check()


@pytest.mark.parametrize(
    ("init", "says"),
    [
        ({"a": 1}, "best"), ({"nothing": 1}, "best"), (3, "dict"), ({"best": 1 << 32}, "4294967295"), ({"best": -1}, "0 ..."),
        ({"best": 0.5}, "integer"), ({"best": "1"}, "a number"), ({"best": True}, "1"),
    ],
)  # fmt: skip
def test_K113_the_decorator_says_what_is_wrong(init: Any, says: str) -> None:
    def k(a: vy.In[vy.u32], best: vy.Out[vy.u32]) -> None:
        best[vy.global_id()] = a[0]

    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel(init=init)(k)
    assert caught.value.code == "K113"
    assert says in caught.value.fix
    fixed = vy.kernel(init={"best": int(np.uint32(1))}, grid=0)(k)
    assert fixed(np.zeros(2, np.uint32), backend="reference").tolist() == [1, 1]
