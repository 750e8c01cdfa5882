"""What the generated programs reach of the emitters and the analyses (:mod:`tests.property.branches`)."""

from __future__ import annotations

from tests.property import branches
from tests.property.branches import Watch, emit_everywhere, steps_of
from tests.property.programs import NESTED, random_program


def _sample(x: int) -> int:
    total = 0
    for k in range(x):
        if k == 1:
            total += k
    if x < 2 and total == 0:
        total = 5
    return total


def test_the_steps_of_a_function_are_those_of_its_conditions() -> None:
    first = _sample.__code__.co_firstlineno
    steps = {(a - first, b - first) for a, b in steps_of(_sample.__code__)}
    assert {(2, 3), (2, 5), (3, 4), (3, 2), (5, 6), (5, 7)} == steps


def test_a_program_takes_branches_and_leaves_some() -> None:
    watch = Watch()
    before = watch.left()
    assert len(before) == watch.total > 3000
    with watch.watching():
        emit_everywhere(random_program(3, NESTED), 0)
    after = watch.left()
    assert set(after) < set(before)
    assert 500 < len(after) < watch.total * 0.7
    assert {branch.file.split("/")[0] for branch in before} == set(branches.PACKAGES)
