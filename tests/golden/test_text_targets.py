"""The emitted text is the one that was read and kept (``python -m tests.golden.text_targets`` writes it anew)."""

from __future__ import annotations

import pytest

from .text_targets import LONGEST, TARGETS, emitted, path, programs_of


@pytest.mark.parametrize(("name", "target"), [(name, target) for target in TARGETS for name in programs_of(target)])
def test_text(name: str, target: str) -> None:
    made = emitted(programs_of(target)[name](), target, longest_piece=LONGEST.get(name))
    assert made.text == path(name, target).read_text(encoding="utf-8")


@pytest.mark.parametrize("target", TARGETS)
def test_every_kept_text_has_a_program(target: str) -> None:
    kept = {file.name for file in path("mask", target).parent.iterdir()}
    assert kept == {path(name, target).name for name in programs_of(target)}
