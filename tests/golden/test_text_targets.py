"""The emitted text is the one that was read and kept (``python -m tests.golden.text_targets`` writes it anew)."""

from __future__ import annotations

import pytest

from .text_targets import PROGRAMS, TARGETS, emitted, path


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_text(name: str, target: str) -> None:
    assert emitted(PROGRAMS[name](), target).text == path(name, target).read_text(encoding="utf-8")


@pytest.mark.parametrize("target", TARGETS)
def test_every_kept_text_has_a_program(target: str) -> None:
    kept = {file.name for file in path("mask", target).parent.iterdir()}
    assert kept == {path(name, target).name for name in PROGRAMS}
