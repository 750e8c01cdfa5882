"""Kernels written by habit for Numba, Taichi and Warp: their walls are counted, and each Fix leads to a right kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.habit_rows import HABITS, Habit


def _edited(habit: Habit, count: int) -> str:
    text = habit.text
    for _, old, new in habit.walls[:count]:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_a_habit_meets_its_walls_one_by_one(habit: Habit) -> None:
    for count, (code, old, _) in enumerate(habit.walls):
        with pytest.raises(vy.VyreError) as caught:
            vy.kernel_from_source(_edited(habit, count)).program.check()
        assert caught.value.code == code, str(caught.value)
        assert caught.value.place is not None
        line = caught.value.place.text.strip()
        assert line.split("(")[0] in habit.text + old


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_then_it_computes_what_numpy_does(habit: Habit) -> None:
    kernel = vy.kernel_from_source(_edited(habit, len(habit.walls)))
    keywords: dict[str, Any] = {"backend": "reference"}
    if habit.domain is not None:
        keywords["domain"] = habit.domain
    expected = np.asarray(habit.expected(*habit.args()))
    found = kernel(*habit.args(), **keywords)
    assert found.tolist() == expected.astype(found.dtype).tolist()


def test_the_walls_are_counted() -> None:
    """Eight of the habits run as written; the ten others meet one wall or two, each one a rule of the language or a later feature."""
    walls = [code for habit in HABITS for code, _, _ in habit.walls]
    assert len(HABITS) == 18
    assert sum(not habit.walls for habit in HABITS) == 8
    assert len(walls) == 13
    assert sorted(set(walls)) == ["K144", "K156", "K162", "K200", "K202", "K203", "K204", "K208", "V324"]
