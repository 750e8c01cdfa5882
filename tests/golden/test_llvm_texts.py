"""The emitted LLVM text is the one that was read and kept (``python -m tests.golden.llvm_texts`` writes it anew)."""

from __future__ import annotations

import pytest

from vyre.drivers.cpu import loader

from .llvm_texts import PROGRAMS, emitted, path


@pytest.mark.parametrize("name", PROGRAMS)
def test_text(name: str) -> None:
    assert emitted(PROGRAMS[name]()).show() == path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PROGRAMS)
def test_llvm_takes_it(name: str) -> None:
    made = emitted(PROGRAMS[name]())
    assert loader.load(made.text, level=made.receipt.level).address


def test_every_kept_text_has_a_program() -> None:
    assert {file.name for file in path("mask").parent.iterdir()} == {path(name).name for name in PROGRAMS}
