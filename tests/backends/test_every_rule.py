"""Each rule that is in force has a test named after it, and each available name of the language is run on the devices."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import vyre as vy
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES

from .exact import TYPES
from .table import ROWS, source_of

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
ELSEWHERE = {"vec", "struct", "TypeVar"}  # planned rows that name more than one thing
PART = re.compile(r"^\*\*(\d\.\d+)\*\*(.*)$")


@cache
def rules() -> dict[str, bool]:
    """Rule → whether it is in force, by the documentation. A rule that begins with *Planned* is not."""
    found: dict[str, bool] = {}
    for line in (DOCS / "semantics.md").read_text(encoding="utf-8").splitlines():
        part = PART.match(line)
        if part:
            found[part[1]] = not part[2].strip().startswith("*Planned.*")
    return found


@cache
def functions() -> tuple[str, ...]:
    """Names of the tests of this folder."""
    names: list[str] = []
    for path in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names += [
            node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
    return tuple(names)


@cache
def used() -> frozenset[str]:
    """Every ``vy.name`` in the tests of this folder, in their kernels' texts and in the table's."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (HERE / "writing.py", *sorted(HERE.glob("test_rule_*.py")))
    )
    text += "\n".join(source_of(t, "varying") for t in TYPES.values())
    text = text.replace("vy.atomic_{op}", " ".join(f"vy.atomic_{op}" for op in ATOMIC_OPS)).replace(
        "vy.{name}", " ".join(f"vy.{n}" for n in (*ID_NAMES, *TYPES))
    )
    return frozenset(re.findall(r"\bvy\.(\w+)", text))


@cache
def available() -> tuple[str, ...]:
    """The names ``vy.x`` of the tables of the language page up to the Builder, but for those in rows marked as planned."""
    page = (DOCS / "language.md").read_text(encoding="utf-8").split("## Builder")[0]
    names: set[str] = set()
    for line in page.splitlines():
        if not line.startswith("|") or line.startswith("| ---"):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if cells[-1].startswith("planned"):
            continue
        if "planned" in cells[0]:
            continue
        names.update(re.findall(r"`[^`]*?\bvy\.(\w+)", cells[0]))
    return tuple(sorted(names - ELSEWHERE))


def test_the_page_has_the_rules_of_sections_1_to_7() -> None:
    assert {rule[0] for rule in rules()} == set("1234567")
    assert len(rules()) >= 33


@pytest.mark.parametrize("rule", [r for r in rules() if r[0] < "7"])
def test_every_rule_has_a_test_named_after_it(rule: str) -> None:
    number = rule.replace(".", "_")
    mine = [name for name in functions() if re.search(rf"rule_{number}_|and_{number}_", name)]
    assert mine, f"no test of rule {rule}"
    if rules()[rule]:
        assert any(
            name.startswith(f"test_rule_{number}_") and not name.endswith("refused_in_this_version") for name in mine
        )


def test_the_rules_that_are_planned_are_these() -> None:
    assert [rule for rule, in_force in rules().items() if not in_force] == [
        "5.5",
        "5.7",
    ]


@pytest.mark.parametrize("name", available())
def test_every_available_name_of_the_language_is_run_on_the_devices(name: str) -> None:
    assert hasattr(vy, name), f"the page names vy.{name}"
    assert name in used()


def test_the_page_names_every_operation() -> None:
    spelled = {row.text.partition("(")[0].removeprefix("vy.") for row in ROWS.values() if row.text.startswith("vy.")}
    assert spelled <= set(available())
    assert {"kernel", "func", "In", "Out", "InOut", "shared", "barrier", "bitcast", "u8", "bool_"} <= set(available())
    assert {f"atomic_{op}" for op in ATOMIC_OPS} <= set(available())
    assert set(ID_NAMES) <= set(available())
