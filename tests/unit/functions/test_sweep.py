"""The script that compares all inputs of a function finds what is wrong, and nothing else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.functions.inputs import SPECIAL, hard
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
def test_one_wrong_bit_is_found(script: Any, name: str) -> None:
    given, right = hard(name)
    x = given.view(np.float32)
    differ, decided = script.differing(name, x, right.view(np.float32))
    assert differ == []
    assert decided > len(given) // 2  # they are hard
    wrong = right.copy()
    wrong[[3, 7]] ^= 1
    assert script.differing(name, x, wrong.view(np.float32))[0] == [3, 7]


@pytest.mark.parametrize("name", ["log", "asin", "rsqrt"])
def test_special_inputs_are_decided(script: Any, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with Session("cpu") as session:
        for x in SPECIAL.tolist():
            assert script.sweep(session, "cpu", name, x, 1) == 0
    assert "0 wrong" in capsys.readouterr().out
