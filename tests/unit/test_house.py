"""The house: scripts, documents, names and sizes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SCRIPTS = ["setup", "check", "test", "bench", "docs", "demo"]
RULES = {1: 4, 2: 7, 3: 7, 4: 7, 5: 8, 6: 5, 7: 2}  # rules per section of the law


def load_house() -> ModuleType:
    spec = importlib.util.spec_from_file_location("house", ROOT / "scripts" / "house.py")
    assert spec is not None
    assert spec.loader is not None
    house = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(house)
    return house


def project() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        table: dict[str, object] = tomllib.load(file)["project"]
    return table


@pytest.mark.parametrize("path", [f"scripts/{name}" for name in SCRIPTS] + [".ci/run"])
def test_script_exists_is_executable_and_parses(path: str) -> None:
    script = ROOT / path
    assert script.is_file()
    if os.name == "posix":
        assert os.access(script, os.X_OK)
        assert script.read_text().startswith("#!/usr/bin/env bash\n")
        subprocess.run(["bash", "-n", str(script)], check=True)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_commands_in_documents_exist(name: str) -> None:
    commands = re.findall(r"^\./(\S+)", (ROOT / name).read_text(), re.MULTILINE)
    assert commands
    assert [command for command in commands if not (ROOT / command).is_file()] == []


def test_readme_has_the_two_commands_first() -> None:
    commands = re.findall(r"^(\./\S+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert commands == ["./scripts/demo", "./scripts/test"]


def test_house_rules_hold_for_every_file() -> None:
    house = load_house()
    assert list(house.problems(house.tracked_files())) == []


def test_house_rules_find_what_they_should(tmp_path: Path) -> None:
    house = load_house()
    (tmp_path / "utils.py").write_text("")
    (tmp_path / "long.py").write_text("x = 1\n" * 501)
    (tmp_path / "fits.py").write_text("x = 1\n" * 500)
    (tmp_path / "note.md").write_text("see /wo" + "rk/here\n")
    found = list(house.problems(sorted(tmp_path.iterdir()), tmp_path))
    assert [line.split(":")[0] for line in found] == ["long.py", "note.md", "utils.py"]
    assert all("Fix:" in line for line in found)


def test_no_document_speaks_of_plans_by_their_old_letters() -> None:
    for path in DOCUMENTS:
        text = path.read_text()
        assert not re.search(r"⟨[A-Z]⟩|\bissue [A-Z]\b", text), path


def test_the_version_is_written_once() -> None:
    version = project()["version"]
    assert isinstance(version, str)
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    for path in (ROOT / "src").rglob("*.py"):
        assert f'"{version}"' not in path.read_text(), f"{path} repeats the version"


def test_every_entry_point_has_its_file() -> None:
    points = project()["entry-points"]
    assert isinstance(points, dict)
    for target in points["vyre.backends"].values():
        module = target.split(":")[0]
        path = ROOT / "src" / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), target


def test_the_law_has_every_rule_once() -> None:
    text = (ROOT / "docs" / "semantics.md").read_text()
    wanted = [f"{section}.{n}" for section, count in RULES.items() for n in range(1, count + 1)]
    assert re.findall(r"^\*\*(\d\.\d)\*\*", text, re.MULTILINE) == wanted
    assert re.findall(r"\{ #r(\d-\d) \}", text) == [rule.replace(".", "-") for rule in wanted]


def test_changelog_fragments_have_a_kind() -> None:
    for path in (ROOT / "changelog.d").iterdir():
        if path.name != "README.md":
            assert re.fullmatch(r"\+[\w-]+\.(added|changed|fixed|removed)\.md", path.name), path.name


def rust_map() -> list[tuple[str, str, str, str]]:
    """(Rust name, our spelling, status, tests) per row."""
    rows: list[tuple[str, str, str, str]] = []
    for line in (ROOT / "docs" / "rust-map.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `"):
            assert len(cells) in (3, 4), line
            rows.append((cells[0], cells[1], cells[2], cells[3] if len(cells) == 4 else ""))
    return rows


def test_rust_map_has_one_row_per_name() -> None:
    names = [row[0] for row in rust_map()]
    assert len(names) > 300
    assert sorted(names) == sorted(set(names))
    assert {row[2] for row in rust_map()} == {"available", "planned"}


def resolve(spelling: str) -> object:
    """The object that `vy.…`, `driver.…` or `vyre.…` names; fields of slotted classes count."""
    door, *path = spelling.split(".")
    if door == "vyre":  # a room that has no door of its own: everything but the last name is a module
        value: object = importlib.import_module(".".join([door, *path[:-1]]))
        path = path[-1:]
    else:
        value = importlib.import_module({"vy": "vyre", "driver": "vyre.driver"}[door])
    for name in path:
        if hasattr(value, name):
            value = getattr(value, name)
        elif any(name in getattr(cls, "__annotations__", {}) for cls in getattr(value, "__mro__", ())):
            return None
        else:
            raise AttributeError(f"{spelling}: no {name}")
    return value


def test_rust_map_available_names_resolve() -> None:
    missing: list[str] = []
    for name, ours, status, _ in rust_map():
        if status != "available":
            continue
        spellings = re.findall(r"`((?:vyre|vy|driver)\.[\w.]+)`", ours)
        if not spellings:
            missing.append(f"{name}: no spelling")
        for spelling in spellings:
            try:
                resolve(spelling)
            except (AttributeError, ImportError) as error:
                missing.append(f"{name}: {error}")
    assert missing == []


def test_rust_map_available_names_have_tests() -> None:
    wanted = {tests.strip("`") for _, _, status, tests in rust_map() if status == "available"}
    assert [path for path in sorted(wanted) if not path or not (ROOT / path).exists()] == []
