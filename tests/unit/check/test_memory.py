"""``check`` and the facts are remembered by content, and what is remembered is bounded and never an error."""

from __future__ import annotations

import pytest

from vyre.check import validate
from vyre.check.validate import check
from vyre.dtypes import u32
from vyre.facts import memo
from vyre.facts.memo import remembered
from vyre.ir.builder import Builder
from vyre.ir.program import Program


def made(value: int, name: str = "k") -> Program:
    b = Builder(name)
    b.output(f"{name}_out", u32)[0] = value
    return b.build()


def test_an_equal_program_is_not_analysed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, twin = made(123456789), made(123456789, "renamed")
    receipt = check(first)
    monkeypatch.setattr(validate, "check_statements", None)
    assert check(twin).program is twin
    assert check(twin).shared_bytes == receipt.shared_bytes
    with pytest.raises(TypeError):
        check(made(987654321))


def test_facts_are_computed_once_per_content() -> None:
    seen: list[str] = []

    @remembered
    def fact(program: Program) -> str:
        seen.append(program.name)
        return program.name

    assert [fact(made(1)), fact(made(1, "twin")), fact(made(2))] == ["k", "k", "k"]
    assert seen == ["k", "k"]


def test_the_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "KEPT", 2)
    monkeypatch.setattr(validate, "KEPT", 2)
    seen: list[bytes] = []

    @remembered
    def fact(program: Program) -> int:
        seen.append(program.fingerprint)
        return len(seen)

    for value in range(5):
        fact(made(value))
        check(made(value))
    assert len(validate._passed) <= 2
    assert fact(made(4)) == 5, "the newest is still there"
    assert fact(made(0)) == 6, "the oldest is not"
