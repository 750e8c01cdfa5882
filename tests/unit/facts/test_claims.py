"""The table of facts: each is checked, or says why not; and every place of the CPU's emitter that relies on one checks one."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from vyre.facts.claims import FACT_WORDS, FACTS, SLOTS, fact_code, first_failure

SOURCE = Path(__file__).resolve().parents[3] / "src" / "vyre"
LLVM = sorted((SOURCE / "emit" / "llvm").glob("*.py"))
NONE: Final = (1 << 64) - 1

# What an emission holds of facts, and the modules that may read it without a check of their own: what they do is checked elsewhere.
HELD: Final = {
    "proved": {
        "__init__.py",
        "inside.py",
        "kernel.py",
        "receipt.py",
        "writer.py",
        "versions.py",
    },  # hand it on; `locate` checks
    "trusted": {"writer.py", "versions.py", "shifted.py"},
    "hoisted": {"writer.py", "versions.py"},
    "settled": {"writer.py", "kernel.py", "across.py"},
    "linear_locals": {"writer.py", "kernel.py", "lanes.py", "packs.py"},
    "exact": {"inside.py", "ops.py", "writer.py", "flat.py"},
    "inside_streams": {"writer.py", "flat.py"},
    "falling": {"phases.py", "barriers.py"},  # `Shadows.begin` says on which side lanes read
    "alike": {"writer.py", "kernel.py", "receipt.py", "stacks.py"},
}


def names_checked() -> set[str]:
    """The facts that calls in the emitter name."""
    found: set[str] = set()
    for path in [*LLVM, SOURCE / "run" / "stored.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in FACTS:
                found.add(node.value)
    return found


def test_each_fact_is_checked_or_says_why_not() -> None:
    for fact in FACTS.values():
        assert bool(fact.reason) == (fact.checked == "not checked"), fact.name
    assert names_checked() == {fact.name for fact in FACTS.values() if fact.checked != "not checked"}


@pytest.mark.parametrize("held", HELD)
def test_who_reads_a_fact_checks_one(held: str) -> None:
    readers: set[str] = set()
    for path in LLVM:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        reads = any(isinstance(n, ast.Attribute) and n.attr == held for n in ast.walk(tree))
        checks = any(isinstance(n, ast.ImportFrom) and n.module == "vyre.emit.llvm.claims" for n in ast.walk(tree))
        if reads and not checks and path.name != "claims.py":
            readers.add(path.name)
    assert readers <= HELD[held]


def test_a_record_that_nothing_was_written_to_tells_nothing() -> None:
    assert first_failure([NONE] * (FACT_WORDS + SLOTS), 64) is None


def test_a_record_is_told_in_words() -> None:
    words = [fact_code("uniform", 12), NONE, 40, 0b110, 7, 9, *[NONE] * SLOTS]
    failure = first_failure(words, 64)
    assert failure is not None
    assert (failure.fact.name, failure.statement) == ("uniform", 12)
    assert (
        failure.said()
        == "0x7, checked against 0x9, in the invocation with global id 40 on the last axis, lanes [1, 2] of its vector"
    )
    entry = first_failure([fact_code("aligned", -1), NONE, NONE, 1, 0, 0, *[NONE] * SLOTS], 64)
    assert entry is not None
    assert entry.statement is None
    assert entry.where() == "in an invocation that runs by itself"
