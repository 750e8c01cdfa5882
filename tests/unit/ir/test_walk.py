"""The numbering of statements, operands, and what a program requires."""

from __future__ import annotations

import pytest

from tests.unit.ir.samples import deep, everything, flat
from vyre.dtypes import DType, bool_, f32, f64, i32, u8, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.nodes import Atomic, Const, For, Get, If, Load, Op, Set, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import (
    blocks,
    operands,
    requirements,
    result,
    shared_bytes,
    statements,
    used_buffer,
    value_dtype,
    walk,
)


def test_preorder() -> None:
    body = (
        Const(0, bool_, 1),
        If(0, (Const(1, u32, 1),), (While((Const(2, bool_, 0),), 2, (Const(3, u32, 3),)),)),
        Const(4, u32, 4),
    )
    program = Program("k", (), (), body)
    assert [(n, result(s), d) for n, s, d in walk(program)] == [
        (0, 0, 0),
        (1, None, 0),
        (2, 1, 1),
        (3, None, 1),
        (4, 2, 2),
        (5, 3, 2),
        (6, 4, 0),
    ]
    assert statements(program)[4] == Const(2, bool_, 0)


def test_values_count_up_in_the_order_of_the_walk() -> None:
    for program in (everything(), flat(2000), deep(64)):
        results = [result(s) for s in statements(program) if result(s) is not None]
        assert results == list(range(len(results)))


def test_operands_come_in_evaluation_order() -> None:
    assert operands(Atomic(9, "compare_exchange", 0, (1, 2), 4, 3)) == (1, 2, 3, 4)
    assert operands(Store(0, (1, 2), 3)) == (1, 2, 3)
    assert operands(Load(9, 0, (1,))) == (1,)
    assert operands(Op(9, u32, "fma", (3, 1, 2))) == (3, 1, 2)
    assert operands(For(0, 1, 2, 1, ())) == (1, 2)
    assert operands(While((), 5, ())) == (5,)
    assert operands(Set(0, 4)) == (4,)
    assert operands(Get(1, 0)) == ()
    assert used_buffer(Store(3, (), 0)) == 3
    assert used_buffer(Get(0, 3)) is None
    assert blocks(Get(0, 3)) == ()


def test_types_of_values() -> None:
    program = everything()
    types = {type(s).__name__: value_dtype(program, s) for s in statements(program)}
    assert types["Id"] is u32
    assert types["Set"] is None
    assert types["Size"] is u32


def test_requirements() -> None:
    assert requirements(everything()) == {
        "f32",
        "f64",
        "i16",
        "i32",
        "i64",
        "u32",
        "u64",
        "u8",
        "atomics",
        "barrier",
        "private",
        "records",
        "shared",
        "subgroups",
        "tables",
        "traps",
    }
    b = Builder("k")
    out, s = b.output("out", u8), b.shared("s", i32, 3)
    b.atomic_add(s, 0, 1)
    out[0] = b.cast(u8, b.global_id() < 3)
    assert b.build().requirements == {"u8", "i32", "u32", "shared", "shared_atomics"}
    b = Builder("k")
    b.output("out", bool_)
    assert b.build().requirements == {"bool"}


def test_shared_bytes_are_declared_bytes() -> None:
    b = Builder("k")
    b.shared("s", f64, (3, 5))
    b.shared("t", bool_, 7)
    assert shared_bytes(b.build()) == 3 * 5 * 8 + 7


@pytest.mark.parametrize(
    ("t", "needs"),
    [(u32, set()), (u64, {"atomics64"}), (f32, {"float_atomics"}), (f64, {"float_atomics", "atomics64"})],
    ids=lambda x: getattr(x, "name", None),
)
def test_rule_6_1_what_an_atomic_needs(t: DType, needs: set[str]) -> None:
    b = Builder("least", domain=1)
    b.atomic_min(b.inout("x", t), 0, b.const(t, 1))
    assert b.build().requirements - {t.name, "u32", "i32"} == {"atomics"} | needs
