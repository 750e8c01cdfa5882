"""Long programs on the CPU: blocks are cut, and what LLVM is slow at stands once."""

from __future__ import annotations

import re

import numpy as np
import pytest

import vyre as vy
from tests.sizes import size
from vyre.dtypes import DType, u32
from vyre.run.session import Session
from vyre.run.show import source_text


def chain(op: str, dtype: DType, count: int) -> vy.Program:
    b = vy.Builder("chain")
    a, out = b.input("a", dtype), b.output("out", dtype)
    i = b.global_id()
    x, y = b.let("x", a[i]), a[i + 1]
    for k in range(count):
        turned = {"div": b.div, "rem": b.rem, "mulhi": b.mulhi}
        made = x // y if op == "floordiv" else x % y if op == "floormod" else turned[op](x, y)
        x.set(made + a[i] + k % 100)
    out[i] = x
    return b.build()


def blocks(text: str) -> list[int]:
    """Lines of each basic block of the kernel's own function."""
    body = text.partition("define void @k(")[2].partition("\n}")[0]
    return [len(block.splitlines()) for block in re.split(r"^\w+:$", body, flags=re.MULTILINE)]


def test_no_block_is_long() -> None:
    text = source_text(chain("div", u32, 3000), "llvm")
    assert sum(blocks(text)) > 10_000
    assert max(blocks(text)) < 400


@pytest.mark.parametrize("op", ["div", "rem", "floordiv", "floormod", "mulhi"])
@pytest.mark.parametrize("dtype", [vy.i64, vy.u64])
def test_division_of_64_bits_is_one_function_however_often_it_is_used(op: str, dtype: DType) -> None:
    text = source_text(chain(op, dtype, 100), "llvm")
    assert text.count("define internal") == 1
    assert text.count("call <") >= 100
    if op != "mulhi":
        assert len(re.findall(r"= [su]div <\d+ x i64>", text)) == 1


def test_a_literal_divisor_is_part_of_its_function() -> None:
    b = vy.Builder("literals")
    a, out = b.input("a", vy.u64), b.output("out", vy.u64)
    i = b.global_id()
    out[i] = a[i] // 7 + a[i] // 9 + a[i] // 7
    program = b.build()
    assert source_text(program, "llvm").count("define internal") == 2
    data = np.array([0, 6, 7, 63, 2**64 - 1], np.uint64)
    with Session("cpu") as session:
        (got,) = session.dispatch(program, [data])
    assert got.tolist() == (data // 7 * 2 + data // 9).tolist()


@pytest.mark.parametrize("op", ["div", "rem", "floordiv", "floormod", "mulhi"])
@pytest.mark.parametrize("dtype", [vy.i64, vy.u64, vy.i32, vy.u8], ids=str)
def test_long_chains_give_the_bytes_of_the_reference(op: str, dtype: DType) -> None:
    program = chain(op, dtype, size("chain_terms"))
    low, high = max(dtype.min, -(2**40)), min(dtype.max, 2**40)
    rng = np.random.default_rng(7)
    data = rng.integers(low, high, 41, endpoint=True).astype(dtype.numpy_name)
    data[::5] = 0
    with Session("cpu") as cpu, Session("reference") as reference:
        assert cpu.dispatch(program, [data])[0].tobytes() == reference.dispatch(program, [data])[0].tobytes()


def mixed(count: int) -> vy.Program:
    """Loads, stores, locals, branches, loops and a barrier now and then."""
    b = vy.Builder("mixed")
    a, out = b.input("a", vy.u32), b.output("out", vy.u32)
    cells = b.shared("cells", vy.u32, 256)
    i, me = b.global_id(), b.local_id()
    x = b.let("x", a[i])
    for k in range(count // 12):
        x.set(x * 3 + a[(i + k % 50)])
        with b.if_(x > k):
            x.set(x ^ k)
        with b.for_(0, k % 3) as j:
            x.set(x + j)
        out[i] = b.max(x, a[i])
        if k % 500 == 0:
            cells[me] = x
            b.barrier()
            x.set(x + cells[255 - me])
            b.barrier()
    out[i] = x
    return b.build()


@pytest.mark.timeout(300)
def test_a_program_of_many_statements_gives_the_bytes_of_the_reference() -> None:
    program = mixed(size("program_statements"))
    data = np.arange(300, dtype=np.uint32)
    with Session("cpu") as cpu, Session("reference") as reference:
        assert cpu.dispatch(program, [data])[0].tobytes() == reference.dispatch(program, [data])[0].tobytes()
