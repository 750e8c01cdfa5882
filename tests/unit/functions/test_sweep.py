"""The script that compares all inputs of a function finds what is wrong, and nothing else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.functions import blocks
from tests.functions.inputs import SPECIAL, Bits, expected, hard
from vyre.run.session import Session

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "sweep_functions.py"


@pytest.fixture(scope="module")
def script() -> Any:
    spec = importlib.util.spec_from_file_location("sweep_functions", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["exp2", "log1p", "cos"])
def test_what_is_right_shares_nothing_with_the_bodies_and_is_what_mpfr_rounds(script: Any, name: str) -> None:
    given, wanted = hard(name)
    assert np.array_equal(script.right(name, given), wanted)
    assert np.array_equal(script.right(name, SPECIAL), expected(name, SPECIAL))


def test_the_files_have_the_hashes_of_what_is_right(script: Any) -> None:
    assert script.right_hash("exp", 1016) == blocks.right("exp")[1016]


def test_a_block_with_a_wrong_result_is_found_and_the_result_is_listed(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Session("cpu") as session:
        assert script.sweep(session, "cpu", "log", 1016, 1) == 0
        right = script.right

        def off(name: str, given: Bits) -> Bits:
            made = right(name, given)
            made[3] ^= 1
            return np.asarray(made)

        changed = blocks.right("log").copy()
        changed[1016] ^= np.uint64(1)
        monkeypatch.setattr(blocks, "right", lambda name: changed)
        monkeypatch.setattr(script, "right", off)
        assert script.sweep(session, "cpu", "log", 1016, 1) == 1
    said = capsys.readouterr().out
    assert "log on cpu: 0 of 1 blocks differ;" in said
    assert "log of 3f800003: " in said
    assert "log on cpu: 1 of 1 blocks differ, 1 wrong results" in said
