"""Where it is proved that a launch stores an output wholly, nothing of what it held before is seen."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from tests import sizes
from tests.property.wholly import Launch, random_launch
from vyre.facts.coverage import covers
from vyre.run.session import Session


def proved(launch: Launch) -> bool:
    program = launch.program
    assert program.grid is not None
    shapes = {0: (launch.given,), 1: (launch.size,)}
    return covers(program, 1, workgroup=program.workgroup, grid=program.grid, shapes=shapes)


def kept(session: Session, launch: Launch, held: int) -> list[int]:
    """What the reference leaves of an array that it doesn't clear."""
    x, out = launch.program.buffers
    program = replace(launch.program, buffers=(x, replace(out, role="inout")), domain=None)
    given = np.arange(launch.given, dtype=np.uint32) % 4
    found: list[int] = session.dispatch(program, [given, np.full(launch.size, held, np.uint32)], backend="reference")[
        0
    ].tolist()
    return found


def test_what_is_proved_to_be_stored_is(session: Session) -> None:
    count = sizes.size("wholly_programs")
    wholly = 0
    for seed in range(count):
        launch = random_launch(random.Random(seed))
        if proved(launch):
            wholly += 1
            first, second = (kept(session, launch, held) for held in (0xA5A5A5A5, 0x5A5A5A5A))
            assert first == second, f"seed {seed}\n{launch.program.to_text()}"
    assert wholly > count // 25


def test_garbage_is_not_seen_on_the_cpu(session: Session) -> None:
    """Of those that are proved and those that are not."""
    for seed in range(sizes.size("wholly_programs") // 20):
        launch = random_launch(random.Random(-1 - seed))
        given = np.arange(launch.given, dtype=np.uint32) % 4
        results: list[list[int]] = []
        for backend, held in (("reference", 0), ("cpu", 0xA5A5A5A5)):
            out = np.full(launch.size, held, np.uint32)
            session.dispatch(launch.program, [given], out=[out], backend=backend)
            results.append(out.tolist())
        assert results[0] == results[1], f"seed {seed}\n{launch.program.to_text()}"
