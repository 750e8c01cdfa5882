"""The table of ``DispatchConfig`` in docs/language.md: every field, its default, and whether it does something yet."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre as vy

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("{ #config }") :].split("\n### ", 1)[0]
ROWS = re.findall(r"^\| ((?:`\w+` ?)+)\| `([^`]+)` \| (.+?) \| (.*?) ?\|$", SECTION, re.MULTILINE)
OTHER: dict[str, Any] = {
    "fixpoint_iterations": 2, "until_unchanged": "out", "persistent": "on", "speculation": "on", "tune": True,
}  # fmt: skip


@vy.kernel
def doubled(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[i] = x[i] * 2


def test_it_has_every_field_with_its_default() -> None:
    told = {name: ast.literal_eval(default) for names, default, _, _ in ROWS for name in re.findall(r"\w+", names)}
    assert told == {f.name: f.default for f in fields(vy.DispatchConfig) if f.init}


def test_what_is_planned_is_refused_and_nothing_else_is_marked_so() -> None:
    planned = {name for names, _, _, mark in ROWS if mark == "planned" for name in re.findall(r"\w+", names)}
    assert planned == set(OTHER)
    for name in sorted(planned):
        with pytest.raises(vy.UnsupportedFeature, match="U701"):
            doubled(np.ones(3, np.uint32), backend="cpu", config=vy.DispatchConfig(**{name: OTHER[name]}))
