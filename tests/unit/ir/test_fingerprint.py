"""Renaming and rebuilding keep the fingerprint; any change of meaning changes it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.property.programs import random_program
from tests.unit.ir.samples import everything
from vyre.dtypes import BY_NAME, DType, u32
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.nodes import Block, Const, For, Id, If, Op, Set, Stmt, Subgroup, While
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, OPS, SUBGROUP_OPS
from vyre.ir.program import ROLES, Buffer, Field, Hints, Local, Program, Record
from vyre.ir.walk import renumber, walk


def other(name: str, old: Any, stmt: object) -> Iterator[Any]:
    """Other contents for a field of a node or a declaration."""
    if isinstance(old, DType):
        yield next(t for t in BY_NAME.values() if t is not old)
    elif isinstance(old, bool):
        yield not old
    elif name in ("then", "orelse", "body", "cond") and isinstance(old, tuple):
        yield old[:-1] if old else (Set(0, 0),)
    elif name == "op":
        same = (
            [n for n, info in OPS.items() if info.arity == len(stmt.args)] if isinstance(stmt, Op) else list(ATOMIC_OPS)
        )
        if isinstance(stmt, Subgroup):
            same = [n for n, (count, _) in SUBGROUP_OPS.items() if count == len(stmt.args)]
        yield next(n for n in same if n != old)
    elif name == "name":
        yield next(n for n in ID_NAMES if n != old)
    elif name == "role":
        yield from (r for r in ROLES if r != old)
    elif name == "locality":
        yield "reuse" if old != "reuse" else ""
    elif name in ("args", "index"):
        for k, value in enumerate(old):
            yield (*old[:k], value - 1 if value else value + 1, *old[k + 1 :])
        yield (*old, 0)
    elif name == "record":
        if old is None:
            yield Record(4, (Field("x", u32, 0),))
            return
        yield replace(old, nbytes=old.nbytes + 1)
        yield replace(old, fields=old.fields[:1])
        first, *rest = old.fields
        yield replace(old, fields=(replace(first, offset=first.offset + 1), *rest))
        yield replace(old, fields=(replace(first, dtype=u32), *rest))
        yield replace(old, fields=(replace(first, shape=(1,)), *rest))
    elif name == "data":
        yield old + b"\x00"
        yield old[:-1] + bytes([old[-1] ^ 1]) if old else b"\x01"
    elif isinstance(old, tuple):
        for k, number in enumerate(old):
            yield (*old[:k], number + 1, *old[k + 1 :])
        yield (*old, 1)
    elif old is None:
        yield 0 if name != "shape" else (3,)
    elif name in ("axis", "rank", "coalesce_axis", "expected", "field"):
        if not isinstance(stmt, Id):
            yield None
        yield old + 1 if name != "expected" else old - 1
    elif name == "local":
        yield (old + 1) % 3
    else:
        assert isinstance(old, int)
        yield old - 1 if name in ("value", "lo", "hi", "cond") and old else old + 1


def with_statement(block: Block, number: int, new: Stmt, at: list[int]) -> Block:
    done: list[Stmt] = []
    for stmt in block:
        here, at[0] = at[0], at[0] + 1
        if isinstance(stmt, If):
            stmt = replace(
                stmt,
                then=with_statement(stmt.then, number, new, at),
                orelse=with_statement(stmt.orelse, number, new, at),
            )
        elif isinstance(stmt, For):
            stmt = replace(stmt, body=with_statement(stmt.body, number, new, at))
        elif isinstance(stmt, While):
            stmt = replace(
                stmt, cond=with_statement(stmt.cond, number, new, at), body=with_statement(stmt.body, number, new, at)
            )
        done.append(new if here == number else stmt)
    return tuple(done)


def mutants(program: Program) -> Iterator[tuple[str, Program]]:
    """The program with one field of one node or declaration changed."""
    for number, stmt, _ in walk(program):
        for field in dataclasses.fields(stmt):
            if field.name in ("place", "result"):
                continue
            for value in other(field.name, getattr(stmt, field.name), stmt):
                changed = replace(stmt, **{field.name: value})
                yield (
                    f"{number} {type(stmt).__name__}.{field.name}={value}",
                    replace(program, body=with_statement(program.body, number, changed, [0])),
                )
    for k, buffer in enumerate(program.buffers):
        for field in dataclasses.fields(Buffer):
            if field.name not in ("name", "place", "hints"):
                for value in other(field.name, getattr(buffer, field.name), buffer):
                    yield f"{buffer.name}.{field.name}", with_buffer(program, k, replace(buffer, **{field.name: value}))
        for field in dataclasses.fields(Hints):
            for value in other(field.name, getattr(buffer.hints, field.name), buffer):
                yield (
                    f"{buffer.name}.hints.{field.name}",
                    with_buffer(program, k, replace(buffer, hints=replace(buffer.hints, **{field.name: value}))),
                )
    for k, local in enumerate(program.locals):
        for dtype in other("dtype", local.dtype, local):
            yield (
                f"{local.name}.dtype",
                replace(program, locals=(*program.locals[:k], Local(local.name, dtype), *program.locals[k + 1 :])),
            )
    for workgroup in other("workgroup", program.workgroup, program):
        yield "workgroup", replace(program, workgroup=workgroup[:3])
    yield "domain", replace(program, domain=None)
    yield "domain", replace(program, domain=1)
    yield "domain", replace(program, domain=(1,))
    yield "domain", replace(program, domain=(1, 1))
    yield "grid", replace(program, grid=(1, 1, 1))
    yield "grid", replace(program, grid=(2, 1, 1))


def with_buffer(program: Program, k: int, buffer: Buffer) -> Program:
    return replace(program, buffers=(*program.buffers[:k], buffer, *program.buffers[k + 1 :]))


def test_every_field_counts() -> None:
    program = everything()
    count = 0
    for what, mutant in mutants(program):
        if mutant == program:
            continue
        if (code := told(mutant)) is not None:  # the mutant uses a value before it is defined
            assert code in ("V401", "V310"), what
            continue
        assert mutant.fingerprint != program.fingerprint, what
        count += 1
    assert count > 150


def told(program: Program) -> str | None:
    """The code of the error that the program has instead of a fingerprint."""
    try:
        return None if program.fingerprint else ""
    except ValidationError as error:
        return error.code


def test_names_and_places_do_not_count() -> None:
    assert everything("other", "_2").fingerprint == everything().fingerprint
    assert everything("other", "_2") != everything()
    assert everything() == everything()


@pytest.mark.parametrize("seed", range(20))
def test_numbering_does_not_count(seed: int) -> None:
    program = random_program(seed).program
    text = program.to_text()
    spread = Program.parse(_spread(text))
    assert spread.fingerprint == program.fingerprint
    assert spread.identity[1] != program.identity[1]
    back = renumber(spread)
    assert back.fingerprint == program.fingerprint
    assert back.body == program.body
    assert renumber(program) is program


def _spread(text: str) -> str:
    """Other numbers for the values: 1, 3, 5 …"""
    return re.sub(r"\bv(\d+)\b", lambda m: f"v{2 * int(m[1]) + 1}", text)


def test_unused_locals_and_their_order_do_not_count() -> None:
    def made(names: tuple[str, ...]) -> Program:
        b = Builder("k")
        out = b.output("out", u32)
        local = {name: b.local(name, u32) for name in names}
        local["x"].set(1)
        local["y"].set(2)
        out[local["x"]] = local["y"]
        return b.build()

    programs = [made(names) for names in (("x", "y"), ("y", "x"), ("unused", "y", "x"))]
    assert len({p.fingerprint for p in programs}) == 1
    assert len({p.identity[1] for p in programs}) == 3, "facts speak of locals by number"


def test_different_random_programs_differ() -> None:
    programs = [random_program(seed).program for seed in range(60)]
    assert len({p.fingerprint for p in programs}) == len({p.body for p in programs} | {()}) - 1


def test_a_program_that_is_none_is_refused() -> None:
    wrong = Program("k", (), (), (Op(0, u32, "add", (0, 0)),))
    with pytest.raises(ValidationError) as caught:
        _ = wrong.fingerprint
    assert caught.value.code == "V401"
    for broken in (Const(0, u32, -1), Op(0, u32, 7, ())):  # type: ignore[arg-type]  # what no builder makes
        with pytest.raises(ValidationError) as caught:
            _ = Program("k", (), (), (broken,)).fingerprint
        assert caught.value.code == "V313"
