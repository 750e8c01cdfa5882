"""Every program of this folder gives the bytes of its answer on every backend that is present."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.programs.frame import Inputs, Program

# some claim a place by an old value: each order gives the same in the end, which no proof shows
pytestmark = pytest.mark.filterwarnings(r"ignore:\[N100\]:vyre.errors.VyreWarning")

FOLDER = Path(__file__).parent
MODULES = sorted(
    path.stem for path in FOLDER.glob("*.py") if path.stem != "frame" and not path.stem.startswith("test_")
)
ALL: tuple[Program, ...] = tuple(
    program for name in MODULES for program in importlib.import_module(f"tests.programs.{name}").PROGRAMS
)


def _content(inputs: Inputs) -> dict[str, Any]:
    return {key: value.tobytes() if isinstance(value, np.ndarray) else value for key, value in inputs.items()}


def test_names_are_unique() -> None:
    names = [program.name for program in ALL]
    assert len(names) == len(set(names))


def _check(program: Program, size: int, seed: int, device: str) -> None:
    inputs = program.inputs(size, seed)
    before = _content(inputs)
    found = program.run(inputs, backend=device)
    wanted = program.expected(inputs)
    assert _content(inputs) == before
    assert [(mine.dtype, mine.shape) for mine in found] == [(want.dtype, want.shape) for want in wanted]
    for n, (mine, want) in enumerate(zip(found, wanted, strict=True)):
        if mine.tobytes() != want.tobytes():
            np.testing.assert_array_equal(mine, want, err_msg=f"{program.name}, result {n}, on {device}")
            pytest.fail(f"{program.name}, result {n}, on {device}: equal numbers of different bytes")


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.name)
def test_a_program_gives_the_bytes_of_its_answer(program: Program, device: str) -> None:
    try:
        _check(program, program.size, 1, device)
    except vy.UnsupportedFeature as error:
        if device.partition(":")[0] in ("cpu", "reference"):
            raise
        pytest.skip(f"{device}: {error}")


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.name)
def test_a_program_of_another_size_gives_the_bytes_of_its_answer(program: Program) -> None:
    _check(program, program.other_size(), 2, "cpu")
