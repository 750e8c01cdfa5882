"""Atomics that a look and a plain store can do: which ones, and the same bytes as the reference's."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import DType, i32, u32, u64
from vyre.emit.llvm import Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.session import Session

WITH = {"min": 5, "max": 900, "and": 0xF0F0, "or": 0x10, "exchange": 7, "add": 1, "xor": 3}


def marking(op: str, dtype: DType = u32, *, value: str = "param", second: bool = False, read: bool = False) -> Program:
    """Each lane updates the element that its index names, where its index isn't a multiple of three."""
    b = Builder("marking", workgroup=64)
    where, given = b.input("where", u32), b.uniform("given", dtype)
    out = b.inout("out", dtype)
    old = b.output("old", dtype, count=256) if read else None
    i = b.global_id()
    number = given + b.const(dtype, 1) if value == "param" else given + b.cast(dtype, i)
    with b.if_((i < where.size) & (i % 3 != 0)):
        before = b.atomic(op, out, where[i], number)
        if old is not None:
            old[i] = before
        if second:
            out[i] = number
    return b.build()


def text_of(program: Program) -> str:
    return emit(make_plan(program.check(), config=DispatchConfig()), Target(8, 16, True)).text


@pytest.mark.parametrize("dtype", [i32, u32, u64], ids=str)
@pytest.mark.parametrize("op", ["min", "max", "and", "or", "exchange"])
def test_one_number_for_the_launch_is_looked_for_and_stored(op: str, dtype: DType) -> None:
    text = text_of(marking(op, dtype))
    assert "atomicrmw" not in text
    assert "load atomic" in text
    assert "store atomic" in text


@pytest.mark.parametrize("op", ["add", "xor"])
def test_what_counts_how_often_stays(op: str) -> None:
    assert "store atomic" not in text_of(marking(op))


@pytest.mark.parametrize("how", [{"value": "id"}, {"second": True}, {"read": True}], ids=str)
def test_other_numbers_other_writes_and_readers_of_the_old_value_keep_the_update(how: dict[str, object]) -> None:
    program = marking("max", value=str(how.get("value", "param")), second="second" in how, read="read" in how)
    assert "atomicrmw" in text_of(program)
    assert "store atomic" not in text_of(program)


@pytest.mark.parametrize("dtype", [i32, u32, u64], ids=str)
@pytest.mark.parametrize("op", WITH)
@pytest.mark.parametrize("spread", [1, 2, 200])
def test_the_bytes_are_the_references(op: str, dtype: DType, spread: int) -> None:
    rng = np.random.default_rng(spread)
    where = rng.integers(0, spread + 3, 250, dtype=np.uint32)  # some beyond the end
    start = rng.integers(0, 1 << 10, spread, dtype=dtype.numpy_name)
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with Session(backend) as session:
            results.append(session.dispatch(marking(op, dtype), [where, WITH[op], start], domain=250)[0].tobytes())
    assert results[0] == results[1]
