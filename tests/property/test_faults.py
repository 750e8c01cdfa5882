"""The generated programs find what is wrong: faults planted into the CPU emitter, each found (the table says by which)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.property.faults import BY_NAME, FAULTS
from tests.property.find_faults import COUNT, read_table
from tests.property.programs import random_program
from tests.property.rich_faults import LIMITS
from tests.property.running import plan_of, skip_reason
from tests.sizes import SETTING
from vyre.emit.llvm import Target, emit

# The list in fifteen parts, each with something of every rule; the continuous setting runs one. Others do as well.
_PARTS, _PART = 15, 4
_RUN = range(_PARTS) if SETTING == "full" else [_PART]
_RULES = {"1.1", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1", "3.2", "3.3", "3.4", "3.6", "4.1", "4.3", "5.1", "5.2", "5.3",
          "5.4", "5.6", "6.1", "6.4"}  # fmt: skip


def test_every_rule_has_faults() -> None:
    assert len(BY_NAME) == len(FAULTS) >= 180
    assert {fault.rule for fault in FAULTS} == _RULES


def test_the_table_holds_every_fault() -> None:
    table = read_table()
    assert list(table) == [fault.name for fault in FAULTS]
    assert [name for name, programs in table.items() if not 1 <= programs <= COUNT[BY_NAME[name].profile]] == []


def test_planting_leaves_no_trace() -> None:
    plan = plan_of(random_program(3))
    before = emit(plan, Target())
    for fault in (*FAULTS, *LIMITS):
        with fault.plant():
            pass
    assert emit(plan, Target()) == before


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", _RUN)
def test_planted_faults_are_found(part: int) -> None:
    """In a process of its own, since a fault may kill it: first with the program that the table names."""
    reason = skip_reason("cpu")
    if reason is not None:
        pytest.skip(f"cpu: {reason}")
    chosen = [fault.name for fault in FAULTS[part::_PARTS]]
    command = [sys.executable, "-m", "tests.property.find_faults", "--table-first", "--only", *chosen]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    found = {row["fault"]: row["program"] for row in map(json.loads, done.stdout.splitlines())}
    assert list(found) == chosen, done.stderr
    assert [name for name, program in found.items() if not program] == []
