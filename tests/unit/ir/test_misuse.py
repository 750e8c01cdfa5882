"""The builder and the readers under misuse: a typed error, and the builder stays usable."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.ir.arrays import BufferVar
from vyre.ir.builder import Builder
from vyre.ir.values import Val


def start() -> tuple[Builder, BufferVar, BufferVar, Val]:
    b = vy.Builder("p")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    return b, x, y, b.global_id()


def run(b: Builder) -> list[int]:
    with vy.Session("reference") as session:
        return session.dispatch(b.build(), [np.arange(4, dtype=np.uint32)])[0].tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("walk", [list, lambda x: 3 in x, lambda x: [*x], max])
def test_an_array_is_not_walked_through_for_ever(walk: Any) -> None:
    b, x, y, i = start()
    with pytest.raises(vy.VyreError, match="V404"):
        walk(x)
    with b.for_(0, x.size) as k:
        y[i] = y[i] + x[k]
    assert run(b) == [6, 6, 6, 6]


def test_a_while_whose_condition_fails_leaves_no_block_open() -> None:
    b, _, y, i = start()

    def broken() -> Val:
        raise LookupError

    with pytest.raises(LookupError), b.while_(broken):
        pass
    with pytest.raises(vy.VyreError, match="V404"), b.while_(i < 3):  # type: ignore[arg-type]
        pass
    n = b.let("n", i)
    with b.while_(lambda: n < 3):
        n.set(n + 1)
    y[i] = n
    assert run(b) == [3, 3, 3, 3]


def test_blocks_that_cross() -> None:
    b, _, y, i = start()
    outer, inner = b.if_(i < 3), b.for_(0, 3)
    outer.__enter__()
    inner.__enter__()
    with pytest.raises(vy.VyreError, match="V402"):
        outer.__exit__(None, None, None)
    b, _, y, i = start()
    with ExitStack() as stack:
        stack.enter_context(b.if_(i < 3))
        stack.enter_context(b.for_(0, 3))
        y[i] = y[i] + 1
    assert run(b) == [3, 3, 3, 0]


def test_what_is_no_array_no_size_and_no_literal() -> None:
    b, x, y, i = start()
    scalar: Any = np.uint32(3)
    for wrong in (
        lambda: b.atomic_add(i, i, 1),  # type: ignore[arg-type]
        lambda: x.shape["x"],  # type: ignore[index]
        lambda: b.shared("s", vy.u32, i),  # type: ignore[arg-type]
        lambda: vy.Builder("q", workgroup=None),  # type: ignore[arg-type]
        lambda: vy.Builder("q", workgroup=1.5),  # type: ignore[arg-type]
        lambda: vy.Builder("q", workgroup=10**5000),
        lambda: scalar + i,
        lambda: i + scalar,
    ):
        with pytest.raises(vy.VyreError, match=r"V\d\d\d"):
            wrong()
    s = b.shared("s", vy.u32, 4)
    b.atomic_add(s, i, 1)
    y[i] = s[i] + x.shape[0] + b.const(vy.u32, np.uint32(3).item())
    assert run(b) == [8, 8, 8, 8]


@pytest.mark.parametrize("wrong", [None, 3, "x", 10**12, [1]])
def test_the_binary_reader_takes_bytes(wrong: Any) -> None:
    with pytest.raises(vy.VyreError, match="W510"):
        vy.Program.from_bytes(wrong)
    b, _, y, i = start()
    y[i] = i
    program = b.build()
    assert vy.Program.from_bytes(program.to_bytes()) == program


@pytest.mark.parametrize("wrong", [None, 3, b"x"])
def test_the_text_reader_takes_a_str(wrong: Any) -> None:
    with pytest.raises(vy.VyreError, match="W500"):
        vy.Program.parse(wrong)
    b, _, y, i = start()
    y[i] = i
    program = b.build()
    assert vy.Program.parse(program.to_text()) == program
