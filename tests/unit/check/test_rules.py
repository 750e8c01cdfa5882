"""Every rule of the validator, both ways: a program that breaks it, and its nearest twin that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from vyre.check.validate import check
from vyre.codes import CODES
from vyre.dtypes import DType, bool_, f32, f64, i16, i32, i64, u8, u32, u64
from vyre.errors import Place, ValidationError
from vyre.ir.literals import bits_of
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.program import Buffer, Field, Hints, Local, Program, Record, Role

HERE = Place("kernel.py", 7, 4, 12, "    out[i] = x", "kernel")


def const(result: int, value: bool | int | float, dtype: DType = u32) -> Const:
    return Const(result, dtype, bits_of(dtype, value), HERE)


def op(result: int, name: str, *args: int, dtype: DType = u32) -> Op:
    return Op(result, dtype, name, args, HERE)


def gid(result: int = 0, axis: int = 0) -> Id:
    return Id(result, "global_id", axis, HERE)


BUFFERS = (
    Buffer("a", u32, "in"),
    Buffer("out", u32, "out"),
    Buffer("n", u32, "uniform", 0),
    Buffer("tile", u32, "shared", 1, (64,)),
    Buffer("grid", f32, "inout", 2),
    Buffer("any", i32, "inout", None),
    Buffer("kept", u64, "persistent"),
    Buffer("x", f32, "inout"),
    Buffer("bytes_", u8, "inout"),
    Buffer("words", i32, "inout"),
    Buffer("sums", f32, "shared", 1, (4,)),
    Buffer("priv", u32, "private", 1, (4,)),
    Buffer("tab", i32, "table", 1, (2,), data=bytes(8)),
    Buffer("recs", u8, "inout", record=Record(11, (Field("w", f32, 3), Field("h", i16, 0), Field("v", u8, 7, (4,))))),
)
A, OUT, N, TILE, GRID, ANY, KEPT, X, BYTES, WORDS, SUMS, PRIV, TAB, RECS = range(len(BUFFERS))
LOCALS = (Local("i", u32), Local("j", i32), Local("f", f32))


def body(*stmts: Stmt) -> Program:
    return Program("k", BUFFERS, LOCALS, stmts)


def buffer(name: str = "b", **fields: object) -> Program:
    made = Buffer(name, u32, "in", place=HERE)
    return Program("k", (replace(made, **fields),), (), ())  # type: ignore[arg-type]  # fields of any kind, to be refused


def records(*found: Field, role: Role = "in", shape: tuple[int, ...] | None = None, nbytes: int = 5) -> Program:
    return Program("k", (Buffer("r", u8, role, 1, shape, record=Record(nbytes, found), place=HERE),), (), ())


def launch(**fields: object) -> Program:
    return replace(Program("k", BUFFERS, LOCALS, ()), **fields)  # type: ignore[arg-type]  # fields of any kind, to be refused


def nested(depth: int, inner: Block = ()) -> Program:
    block = inner
    for _ in range(depth):
        block = (If(0, block, (), HERE),)
    return body(const(0, True, bool_), *block)


def atomic(name: str, on: int, value: Const, expected: int | None = None) -> Program:
    wanted = () if expected is None else (const(1, expected, value.dtype),)
    value = replace(value, result=1 + len(wanted))
    at = Atomic(2 + len(wanted), name, on, (0,), value.result, 1 if wanted else None, place=HERE)
    return body(const(0, 0), *wanted, value, at)


def store(on: int, value: Const, index: Block = (), flat: bool = False, field: int | None = None) -> Program:
    index = index or (const(0, 0),)
    return body(
        *index, replace(value, result=len(index)), Store(on, tuple(range(len(index))), len(index), flat, field, HERE)
    )


Made = Callable[[], Program]

# (code, what breaks it, its twin)
RULES: list[tuple[str, Made, Made]] = [
    # operations and their types
    (
        "V300",
        lambda: body(const(0, 1), const(1, 1, i32), op(2, "add", 0, 1)),
        lambda: body(const(0, 1), const(1, 1), op(2, "add", 0, 1)),
    ),
    ("V300", lambda: body(const(0, 1.0, f32), op(1, "popcount", 0)), lambda: body(const(0, 1), op(1, "popcount", 0))),
    ("V300", lambda: body(const(0, 1), op(1, "sine", 0)), lambda: body(const(0, 1), op(1, "not", 0))),
    ("V300", lambda: body(const(0, 1), op(1, "add", 0)), lambda: body(const(0, 1), op(1, "add", 0, 0))),
    (
        "V300",
        lambda: body(const(0, 1), op(1, "bitcast", 0, dtype=f64)),
        lambda: body(const(0, 1), op(1, "bitcast", 0, dtype=f32)),
    ),
    ("V312", lambda: body(const(0, 1), op(1, "lt", 0, 0)), lambda: body(const(0, 1), op(1, "lt", 0, 0, dtype=bool_))),
    # numbering and scopes
    ("V310", lambda: body(const(1, 1)), lambda: body(const(0, 1))),
    ("V310", lambda: body(const(0, 1), const(0, 1)), lambda: body(const(0, 1), const(1, 1))),
    ("V311", lambda: body(op(0, "not", 1), const(1, 1)), lambda: body(const(0, 1), op(1, "not", 0))),
    (
        "V311",
        lambda: body(const(0, True, bool_), If(0, (const(1, 1),), (), HERE), op(2, "not", 1)),
        lambda: body(const(0, True, bool_), If(0, (const(1, 1), op(2, "not", 1)), (), HERE)),
    ),
    (
        "V311",
        lambda: body(While((const(0, True, bool_), const(1, 1)), 0, (op(2, "not", 1), Break()), HERE)),
        lambda: body(While((const(0, True, bool_), const(1, 1), op(2, "not", 1)), 0, (Break(),), HERE)),
    ),
    # types of statements
    ("V312", lambda: store(OUT, const(0, 1, i32)), lambda: store(OUT, const(0, 1))),
    (
        "V312",
        lambda: store(OUT, const(0, 1), (const(0, 0.0, f32),)),
        lambda: store(OUT, const(0, 1), (const(0, 0, i64),)),
    ),
    ("V312", lambda: body(const(0, 1), Set(1, 0, HERE)), lambda: body(const(0, 1), Set(0, 0, HERE))),
    ("V312", lambda: body(const(0, 1.0, f32), If(0, (), (), HERE)), lambda: body(const(0, 1), If(0, (), (), HERE))),
    (
        "V312",
        lambda: body(While((const(0, 1.0, f32),), 0, (Break(),), HERE)),
        lambda: body(While((const(0, 1, i32),), 0, (Break(),), HERE)),
    ),
    (
        "V312",
        lambda: body(const(0, 1, i32), For(0, 0, 0, 1, (), HERE)),
        lambda: body(const(0, 1, i32), For(1, 0, 0, 1, (), HERE)),
    ),
    (
        "V312",
        lambda: body(const(0, 1.0, f32), For(2, 0, 0, 1, (), HERE)),
        lambda: body(const(0, 1), For(0, 0, 0, 1, (), HERE)),
    ),
    # buffers, locals and roles
    ("V313", lambda: body(Get(0, 9, HERE)), lambda: body(const(0, 1), Set(0, 0), Get(1, 0, HERE))),
    ("V313", lambda: body(Size(0, 99, None, HERE)), lambda: body(Size(0, A, None, HERE))),
    ("V313", lambda: body(Size(0, N, None, HERE)), lambda: body(Size(0, KEPT, None, HERE))),
    ("V313", lambda: body(Param(0, A, HERE)), lambda: body(Param(0, N, HERE))),
    (
        "V313",
        lambda: body(const(0, 0), Load(1, N, (0,), place=HERE)),
        lambda: body(const(0, 0), Load(1, TILE, (0,), place=HERE)),
    ),
    ("V313", lambda: body(Id(0, "lane", 0, HERE)), lambda: body(Id(0, "local_id", 0, HERE))),
    ("V314", lambda: store(A, const(0, 1)), lambda: store(OUT, const(0, 1))),
    ("V314", lambda: atomic("add", A, const(0, 1)), lambda: atomic("add", OUT, const(0, 1))),
    (
        "V315",
        lambda: store(GRID, const(0, 1.0, f32)),
        lambda: store(GRID, const(0, 1.0, f32), (const(0, 0), const(1, 0))),
    ),
    ("V315", lambda: store(OUT, const(0, 1), flat=True), lambda: store(GRID, const(0, 1.0, f32), flat=True)),
    ("V315", lambda: store(ANY, const(0, 1, i32)), lambda: store(ANY, const(0, 1, i32), flat=True)),
    ("V316", lambda: body(Size(0, GRID, 2, HERE)), lambda: body(Size(0, GRID, 1, HERE))),
    ("V316", lambda: body(Size(0, ANY, 1, HERE)), lambda: body(Size(0, ANY, 0, HERE))),
    ("V316", lambda: body(gid(axis=3)), lambda: body(gid())),
    ("V316", lambda: body(Id(0, "local_index", 1, HERE)), lambda: body(Id(0, "local_index", 0, HERE))),
    # jumps and loops
    ("V317", lambda: body(Break(HERE)), lambda: body(const(0, 1), For(0, 0, 0, 1, (Break(HERE),)))),
    (
        "V317",
        lambda: body(const(0, 1), If(0, (Continue(HERE),))),
        lambda: body(const(0, 1), For(0, 0, 0, 1, (If(0, (Continue(HERE),)),))),
    ),
    (
        "V317",
        lambda: body(While((const(0, True, bool_), If(0, (Break(HERE),))), 0, ())),
        lambda: body(While((const(0, True, bool_),), 0, (const(1, True, bool_), If(1, (Break(HERE),))))),
    ),
    (
        "V319",
        lambda: body(const(0, 1), For(0, 0, 0, 0, (), HERE)),
        lambda: body(const(0, 1), For(0, 0, 0, -3, (), HERE)),
    ),
    (
        "V319",
        lambda: body(const(0, 1), For(0, 0, 0, 1 << 63, (), HERE)),
        lambda: body(const(0, 1), For(0, 0, 0, -(1 << 63), (), HERE)),
    ),
    ("V328", lambda: nested(65), lambda: nested(64)),
    ("V328", lambda: nested(2000), lambda: nested(63)),
    # locals
    ("V318", lambda: body(Get(0, 0, HERE)), lambda: body(const(0, 1), Set(0, 0), Get(1, 0, HERE))),
    (
        "V318",
        lambda: body(gid(), If(0, (Set(0, 0),)), Get(1, 0, HERE)),
        lambda: body(gid(), If(0, (Set(0, 0),), (Return(),)), Get(1, 0, HERE)),
    ),
    (
        "V318",
        lambda: body(gid(), For(0, 0, 0, 1, ()), Get(1, 0, HERE)),
        lambda: body(gid(), For(0, 0, 0, 1, (Get(1, 0, HERE),))),
    ),
    (
        "V318",
        lambda: body(While((gid(),), 0, (gid(1), Set(0, 1))), Get(2, 0, HERE)),
        lambda: body(While((const(0, True, bool_),), 0, (gid(1), Set(0, 1), Break())), Get(2, 0, HERE)),
    ),
    (
        "V318",
        lambda: body(
            While((const(0, True, bool_),), 0, (gid(1), If(1, (Break(),)), Set(0, 1), Break())), Get(2, 0, HERE)
        ),
        lambda: body(
            While((const(0, True, bool_),), 0, (gid(1), Set(0, 1), If(1, (Break(),)), Break())), Get(2, 0, HERE)
        ),
    ),
    # literals
    (
        "V320",
        lambda: body(gid(), const(1, 0), op(2, "div", 0, 1)),
        lambda: body(gid(), const(1, 1), op(2, "div", 0, 1)),
    ),
    (
        "V320",
        lambda: body(gid(), const(1, 0, i64), op(2, "cast", 1), op(3, "floormod", 0, 2)),
        lambda: body(gid(), op(1, "floormod", 0, 0)),
    ),
    (
        "V320",
        lambda: body(gid(), const(1, 3), op(2, "sub", 1, 1), op(3, "rem", 0, 2)),
        lambda: body(gid(), const(1, 0), Set(0, 1), Get(2, 0), op(3, "rem", 0, 2)),
    ),
    (
        "V320",
        lambda: body(gid(), const(1, 0x80000000), const(2, 1), op(3, "shl", 1, 2), op(4, "floordiv", 0, 3)),
        lambda: body(gid(), const(1, 0x40000000), const(2, 1), op(3, "shl", 1, 2), op(4, "floordiv", 0, 3)),
    ),
    ("V326", lambda: body(Const(0, bool_, 2, HERE)), lambda: body(Const(0, bool_, 1, HERE))),
    ("V326", lambda: body(Const(0, u8, 256, HERE)), lambda: body(Const(0, u8, 255, HERE))),
    ("V326", lambda: body(Const(0, f32, 1 << 32, HERE)), lambda: body(Const(0, f32, 0xFFFFFFFF, HERE))),
    (
        "V329",
        lambda: store(OUT, const(0, 1), (const(0, -1, i32),)),
        lambda: store(OUT, const(0, 1), (const(0, 1, i32),)),
    ),
    (
        "V329",
        lambda: body(const(0, 1, i32), op(1, "neg", 0, dtype=i32), Load(2, A, (1,), place=HERE)),
        lambda: body(const(0, 1, i32), Set(1, 0), Get(1, 1), op(2, "neg", 1, dtype=i32), Load(3, A, (2,), place=HERE)),
    ),
    # launch
    ("V321", lambda: launch(workgroup=(0, 1, 1)), lambda: launch(workgroup=(1, 1, 1))),
    ("V321", lambda: launch(workgroup=(1 << 16, 1 << 16, 1)), lambda: launch(workgroup=(1 << 10, 1, 1))),
    ("V321", lambda: launch(domain=N), lambda: launch(domain=A)),
    ("V321", lambda: launch(domain=(1, 2, 3, 4)), lambda: launch(domain=(1, 2, 3))),
    ("V321", lambda: launch(domain=(1 << 32,)), lambda: launch(domain=((1 << 32) - 1,))),
    ("V321", lambda: launch(domain=A, grid=(1, 1, 1)), lambda: launch(grid=(0, 1, 1))),
    ("V321", lambda: launch(grid=(-1, 1, 1)), lambda: launch(grid=(1, 1, 1))),
    # declarations
    ("V322", lambda: buffer(role="scratch"), lambda: buffer(role="inout")),
    ("V322", lambda: buffer(dtype=int), lambda: buffer(dtype=i64)),
    ("V322", lambda: buffer(role="uniform"), lambda: buffer(role="uniform", rank=0)),
    ("V322", lambda: buffer(rank=0), lambda: buffer(rank=1)),
    ("V322", lambda: buffer(shape=(2, 3)), lambda: buffer(rank=2, shape=(2, 3))),
    ("V322", lambda: buffer(rank=2, shape=(1 << 16, 1 << 16)), lambda: buffer(rank=2, shape=(1 << 16, (1 << 16) - 1))),
    ("V322", lambda: buffer(shape=(-1,)), lambda: buffer(shape=(0,))),
    ("V322", lambda: buffer(role="shared"), lambda: buffer(role="shared", shape=(4,))),
    ("V322", lambda: buffer(role="shared", shape=(0,)), lambda: buffer(role="shared", shape=(1,))),
    ("V322", lambda: buffer(hints=Hints(alignment=24)), lambda: buffer(hints=Hints(alignment=32))),
    ("V322", lambda: buffer(hints=Hints(coalesce_axis=1)), lambda: buffer(hints=Hints(coalesce_axis=0))),
    ("V322", lambda: buffer(hints=Hints(locality="hot")), lambda: buffer(hints=Hints(locality="reuse"))),  # type: ignore[arg-type]  # refused
    ("V322", lambda: buffer(live_out=True), lambda: buffer(role="out", live_out=True)),
    ("V322", lambda: buffer(output_range=(0, 4)), lambda: buffer(role="out", output_range=(0, 4))),
    ("V322", lambda: buffer(role="out", output_range=(4, 0)), lambda: buffer(role="out", output_range=(4, 4))),
    (
        "V322",
        lambda: buffer(role="out", shape=(2,), output_range=(0, 9)),
        lambda: buffer(role="out", shape=(2,), output_range=(0, 8)),
    ),
    ("V327", lambda: buffer("a b"), lambda: buffer("größe")),
    ("V327", lambda: launch(name="1a"), lambda: launch(name="if")),
    ("V327", lambda: launch(locals=(Local("", u32),)), lambda: launch(locals=(Local("i", u32), Local("i", f32)))),
    ("V327", lambda: launch(buffers=(BUFFERS[A], BUFFERS[A])), lambda: launch(buffers=(BUFFERS[A], BUFFERS[OUT]))),
    # atomics
    ("V312", lambda: atomic("add", OUT, const(0, 1, i32)), lambda: atomic("add", WORDS, const(0, 1, i32))),
    ("V323", lambda: atomic("nand", OUT, const(0, 1)), lambda: atomic("xor", OUT, const(0, 1))),
    ("V323", lambda: atomic("add", BYTES, const(0, 1, u8)), lambda: atomic("add", TILE, const(0, 1))),
    ("V323", lambda: atomic("exchange", X, const(0, 1.0, f32)), lambda: atomic("exchange", WORDS, const(0, 1, i32))),
    ("V323", lambda: atomic("add", OUT, const(0, 1), 2), lambda: atomic("compare_exchange", OUT, const(0, 1), 2)),
    ("V323", lambda: atomic("compare_exchange", OUT, const(0, 1)), lambda: atomic("exchange", OUT, const(0, 1))),
    ("V324", lambda: atomic("add", SUMS, const(0, 1.0, f32)), lambda: atomic("add", TILE, const(0, 1))),
    ("V324", lambda: atomic("add", X, const(0, 1.0, f32)), lambda: atomic("add", WORDS, const(0, 1, i32))),
    ("V324", lambda: atomic("sub", X, const(0, 1.0, f32)), lambda: atomic("sub", WORDS, const(0, 1, i32))),
    ("V323", lambda: atomic("add", PRIV, const(0, 1)), lambda: atomic("add", TILE, const(0, 1))),
    ("V314", lambda: store(TAB, const(0, 1, i32)), lambda: store(WORDS, const(0, 1, i32))),
    (
        "V322",
        lambda: buffer(role="table", shape=(2,), data=b"1234"),
        lambda: buffer(role="table", shape=(1,), data=b"1234"),
    ),
    ("V322", lambda: buffer(data=b"1234"), buffer),
    ("V322", lambda: buffer(role="private", shape=(1 << 20,)), lambda: buffer(role="private", shape=(64,))),
    ("V322", lambda: buffer(role="private", shape=None), lambda: buffer(role="private", shape=(1,))),
    ("V322", lambda: buffer(role="private", shape=(0,)), lambda: buffer(role="private", shape=(1,))),
    ("V322", lambda: records(Field("x", f32, 2)), lambda: records(Field("x", f32, 1))),
    (
        "V327",
        lambda: records(Field("x", u8, 0), Field("x", u8, 1)),
        lambda: records(Field("x", u8, 0), Field("y", u8, 0)),
    ),
    ("V322", records, lambda: records(Field("x", u8, 0))),
    ("V322", lambda: records(Field("x", u8, 0, (2, 3))), lambda: records(Field("x", u8, 0, (5,)))),
    ("V322", lambda: records(Field("x", u8, 0, (0,))), lambda: records(Field("x", u8, 0, (1,)))),
    ("V322", lambda: records(Field("x", u8, 0), nbytes=1 << 31), lambda: records(Field("x", u8, 0), nbytes=1 << 30)),
    ("V327", lambda: records(Field("x.", u8, 0)), lambda: records(Field("x.y", u8, 0))),
    (
        "V327",
        lambda: records(Field("x", u8, 0), Field("x.y", u8, 1)),
        lambda: records(Field("xx", u8, 0), Field("x.y", u8, 1)),
    ),
    (
        "V315",
        lambda: store(RECS, const(0, 1, u8), field=2),
        lambda: store(RECS, const(0, 1, u8), (const(0, 0), const(1, 7)), field=2),
    ),
    (
        "V315",
        lambda: store(RECS, const(0, 1, i16), (const(0, 0), const(1, 0)), field=1),
        lambda: store(RECS, const(0, 1, i16), field=1),
    ),
    (
        "V329",
        lambda: store(RECS, const(0, 1, u8), (const(0, 0), const(1, -1, i32)), field=2),
        lambda: store(RECS, const(0, 1, u8), (const(0, 0), const(1, 1, i32)), field=2),
    ),
    ("V327", lambda: records(Field("not one", u8, 0)), lambda: records(Field("one", u8, 0))),
    ("V322", lambda: records(Field("x", u8, 0), role="shared", shape=(4,)), lambda: records(Field("x", u8, 0))),
    ("V330", lambda: store(OUT, const(0, 1), field=0), lambda: store(OUT, const(0, 1))),
    ("V330", lambda: store(RECS, const(0, 1, i16)), lambda: store(RECS, const(0, 1, i16), field=1)),
    ("V330", lambda: store(RECS, const(0, 1, i16), field=3), lambda: store(RECS, const(0, 1, i16), field=1)),
    ("V312", lambda: store(RECS, const(0, 1, i16), field=0), lambda: store(RECS, const(0, 1.0, f32), field=0)),
    ("V313", lambda: body(Clear(TILE, HERE)), lambda: body(Clear(PRIV, HERE))),
    ("V312", lambda: body(const(0, 1, i32), Trap(0, HERE)), lambda: body(const(0, 1), Trap(0, HERE))),
    (
        "V300",
        lambda: body(const(0, 1, u8), Subgroup(1, u8, "sum", (0,), HERE)),
        lambda: body(const(0, 1), Subgroup(1, u32, "sum", (0,), HERE)),
    ),
    (
        "V300",
        lambda: body(const(0, 1), Subgroup(1, u32, "any", (0,), HERE)),
        lambda: body(const(0, True, bool_), Subgroup(1, bool_, "any", (0,), HERE)),
    ),
    (
        "V300",
        lambda: body(const(0, 1), const(1, 1, i32), Subgroup(2, u32, "shuffle", (0, 1), HERE)),
        lambda: body(const(0, 1), const(1, 1), Subgroup(2, u32, "shuffle", (0, 1), HERE)),
    ),
    (
        "V312",
        lambda: body(const(0, True, bool_), Subgroup(1, bool_, "ballot", (0,), HERE)),
        lambda: body(const(0, True, bool_), Subgroup(1, u32, "ballot", (0,), HERE)),
    ),
]

PLACELESS = {"V321", "V327"}
"""Rules about what has no place of its own: the launch, a program's or local's name, a local's type."""


@pytest.mark.parametrize("row", range(len(RULES)), ids=[f"{code}-{k}" for k, (code, _, _) in enumerate(RULES)])
def test_rule(row: int) -> None:
    code, wrong, right = RULES[row]
    with pytest.raises(ValidationError) as caught:
        check(wrong())
    error = caught.value
    assert error.code == code
    assert "Fix: " in str(error)
    if code not in PLACELESS:
        assert error.place == HERE
    receipt = check(right())
    assert receipt.program == right()


def test_every_code_of_the_validator_has_a_row() -> None:
    elsewhere = {"V325", "V331"} | {"V340", "V341", "V342"}  # barriers: test_barriers.py; waits: test_waits.py
    codes = {c for c in CODES if c.startswith("V3")}
    assert codes == {code for code, _, _ in RULES} | elsewhere


def test_what_is_no_statement_is_refused_by_name() -> None:
    with pytest.raises(ValidationError) as caught:
        check(body("return"))  # type: ignore[arg-type]  # what a careless generator may put there
    assert caught.value.code == "V313"
    assert "statement 0" in str(caught.value)


def test_the_statement_is_told_where_there_is_no_place() -> None:
    wrong = body(replace(gid(), place=None), Store(OUT, (0,), 1))
    with pytest.raises(ValidationError) as caught:
        check(wrong)
    assert "statement 1 of k: out[v0] = v1" in str(caught.value)


def test_an_equal_program_is_told_its_own_place() -> None:
    def at(line: int) -> Program:
        return body(replace(gid(), place=replace(HERE, line=line)), Barrier(), Break(replace(HERE, line=line)))

    for line in (3, 4):
        with pytest.raises(ValidationError) as caught:
            check(at(line))
        assert caught.value.place == replace(HERE, line=line)


def test_a_float_atomic_is_refused_with_one_text_wherever_the_memory_is() -> None:
    """Before any backend is asked: the operation, the type and the way around are named."""
    texts = []
    for memory in (X, SUMS):
        with pytest.raises(ValidationError) as caught:
            check(atomic("add", memory, const(0, 1.0, f32)))
        assert "atomic add on f32" in caught.value.message
        assert "reproducible sum" in caught.value.fix
        texts.append((caught.value.message, caught.value.fix.splitlines()[0]))
        assert check(atomic("add", memory, const(0, 1.0, f32)), reorder=True).invocations > 0
    assert texts[0] == texts[1]
