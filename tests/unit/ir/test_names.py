"""Names: any Python identifier is one, in the builder and in every form; what is none is refused at once."""

from __future__ import annotations

import pytest

from vyre.dtypes import u32
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.program import Program

# words of target languages, of Python, of our own text form, and pairs that careless mangling merges
NAMES = (
    "storage type gid lid out in if float kernel new __local main array var fn true sizeof switch texture _ __x größe "
    "x_1 x__1 a_b a_b_ gr_e vyre program workgroup domain like shape buffer local body end else do while set v0 const load flat"
).split()
REFUSED = ["a b", "a-b", "1a", "", "a.b", "a#", "a\n", " a", "a[0]"]


def copying(buffer: str, let: str, loop: str) -> Program:
    b = Builder("copy")
    source, target = b.input(buffer, u32), b.output(f"{buffer}_to", u32)
    x = b.let(let, 0, u32)
    with b.for_(0, 1, name=loop) as k:
        x.set(source[b.global_id()] + k)
    target[b.global_id()] = x
    return b.build()


@pytest.mark.parametrize("name", NAMES)
def test_any_identifier_is_a_name(name: str) -> None:
    program = copying(name, name, name)
    assert program.check().program.buffers[0].name == name
    assert Program.parse(program.to_text()) == program
    assert Program.from_bytes(program.to_bytes()) == program
    assert program.fingerprint == copying("a", "b", "c").fingerprint


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_identifier_is_refused_by_the_builder(name: str) -> None:
    for use in (
        lambda: Builder(name),
        lambda: Builder("k").input(name, u32),
        lambda: Builder("k").shared(name, u32, 4),
        lambda: Builder("k").uniform(name, u32),
        lambda: Builder("k").let(name, 0, u32),
        lambda: Builder("k").for_(0, 1, name=name).__enter__(),
    ):
        with pytest.raises(ValidationError) as caught:
            use()
        assert caught.value.code == "V400"
        assert "Fix: " in str(caught.value)


def test_two_buffers_of_one_name_are_refused_and_two_locals_are_not() -> None:
    b = Builder("k")
    b.input("a", u32)
    with pytest.raises(ValidationError) as caught:
        b.output("a", u32)
    assert caught.value.code == "V400"
    b.let("a", 0, u32)
    b.let("a", 1, u32)
    assert b.build().check().program.locals[0].name == "a"
