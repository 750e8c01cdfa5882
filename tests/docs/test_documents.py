"""Every fenced block of the documents is what it says: Python runs, output is what is printed, commands work, drawings are of what is there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import vyre as vy
from vyre import errors
from vyre.cli.main import main
from vyre.run.session import Session

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(
    r"^``` ?(\w+|\{ \.\w+ \})\n(.*?)^```\n(?:\n(?=```text\n)(```text\n(.*?)^```\n))?", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. ``printed``: the block of text that follows it at once, which is its output."""

    page: str
    line: int
    language: str
    text: str
    printed: str | None

    @property
    def name(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(*languages: str) -> list[Block]:
    found: list[Block] = []
    for path in DOCUMENTS:
        page, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            language, body, _, printed = match.groups()
            found.append(Block(page, text.count("\n", 0, match.start()) + 1, language, body, printed))
    return [block for block in found if not languages or block.language in languages]


def one(page: str, language: str, having: str) -> str:
    """The text of the only block of a page in which a word stands."""
    (found,) = [b.text for b in blocks(language) if b.page == page and having in b.text]
    return found


def each(*languages: str) -> pytest.MarkDecorator:
    found = blocks(*languages)
    return pytest.mark.parametrize("block", found, ids=[block.name for block in found])


def test_every_block_is_found_and_of_a_kind_that_is_held() -> None:
    for path in DOCUMENTS:
        page = path.relative_to(ROOT).as_posix()
        found = [b for b in blocks() if b.page == page]
        if page.startswith("docs/measured/"):
            continue  # what a machine printed on a day
        fences = len(re.findall(r"^ *```", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert fences == 2 * (len(found) + sum(b.printed is not None for b in found)), page
    assert {b.language for b in blocks()} <= {"python", "py", "{ .py }", "text", "sh", "json", "toml"}
    assert sum(b.printed is not None for b in blocks()) >= 2
    pages = {b.page for b in blocks("text") if not b.page.startswith("docs/measured/")}
    assert sorted(pages) == [
        "docs/architecture.md",
        "docs/contract/conformance.md",
        "docs/language.md",
    ]
    assert all(b.language == "python" for b in blocks() if b.printed is not None)


def comparable(lines: str, absent: Sequence[str]) -> list[str]:
    """Without the rows of devices that aren't here, and the padding that the longest name decides."""
    kept = [line for line in lines.splitlines() if line.split()[:1] not in [[name] for name in absent]]
    return [re.sub(r"(?<=\S) +", " ", line) for line in kept]


@each("python")
def test_example_of_a_document_runs_and_prints_what_stands_below_it(
    block: Block, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "example.py"
    path.write_text(block.text)
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, f"{block.name}\n{done.stderr}"
    absent = [row.id for row in session.devices() if not row.available]
    printed = done.stdout.replace(f"{tmp_path}/", "")
    assert comparable(printed, absent) == comparable(block.printed or "", absent), block.name


def test_the_tree_of_errors() -> None:
    above: list[str] = []
    drawn: set[str] = set()
    for line in one("docs/language.md", "text", "VyreError").splitlines():
        found = re.fullmatch(r"([│├└─ ]*)(\w+) *(.*)", line)
        assert found is not None, line
        lead, name, said = found.groups()
        above[len(lead) // 4 :] = [name]
        drawn.add(name)
        cls = getattr(vy, name)
        bases = [base.__name__ for base in cls.__bases__]
        assert bases[0] == ([*above[:-1]] or ["Exception"])[-1], line
        number = f"{cls.number}" if "number" in vars(cls) else ""
        assert (
            said == " ".join([number, *(f"also a{'n' * (base[0] in 'AEIOU')} {base}" for base in bases[1:])]).strip()
        ), line
    classes = [found for name in errors.__all__ if isinstance(found := getattr(errors, name), type)]
    assert drawn == {cls.__name__ for cls in classes if issubclass(cls, vy.VyreError)}


def test_the_tree_of_rooms() -> None:
    source = ROOT / "src" / "vyre"
    here: set[str] = set()
    for line in one("docs/architecture.md", "text", "src/vyre/").splitlines()[1:]:
        names = re.findall(r"(?<!\S)(\w+/|\w+\.py)(?!\S)", line)
        assert names, line
        if not line.endswith("(planned)"):
            here.update(names)
    assert [name for name in sorted(here) if not (source / name).exists()] == []
    rooms = {f"{path.parent.name}/" for path in source.glob("*/__init__.py")}
    assert here == rooms | {path.name for path in source.glob("*.py")} - {"__main__.py"}


def test_the_layers_are_those_that_are_held() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        (contract,) = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    held = [set(re.findall(r"\w+", layer)) for layer in reversed(contract["layers"])]
    drawn = [set(re.findall(r"\w+", layer)) for layer in one("docs/architecture.md", "text", "base ◂").split("◂")]
    assert drawn[0] == {"base"}
    assert drawn[1:] == held[1:]


def vyre_commands() -> list[str]:
    lines = [(b, line) for b in blocks("sh") for line in b.text.splitlines()]
    return sorted({line.split("#")[0].strip() for _, line in lines if line.startswith("vyre ")})


@pytest.mark.parametrize("command", vyre_commands())
def test_command_of_a_document_works(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "[--" in command:  # a synopsis: the command's own help has its options
        arguments = [command.split()[1], "--help"]
    else:
        arguments = shlex.split(command.replace("FILE.py:NAME", "examples/mask.py:mask"))[1:]
    monkeypatch.chdir(ROOT)
    try:
        code: int | str | None = main(arguments)
    except SystemExit as left:
        code = left.code
    assert code == 0


def test_the_document_of_devices(capsys: pytest.CaptureFixture[str]) -> None:
    """The fields and their kinds; of the devices the one that is everywhere."""
    said = json.loads(one("docs/cli.md", "json", '"devices"'))
    assert main(["devices", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)

    def same(said: object, printed: object) -> bool:
        if said == "…":
            return isinstance(printed, str)
        if isinstance(said, dict) and isinstance(printed, dict):
            return [*said] == [*printed] and all(same(said[key], printed[key]) for key in said)
        return said == printed

    (device,) = said.pop("devices")
    devices = printed.pop("devices")
    assert same(said, printed)
    assert same(device, next(row for row in devices if row["id"] == device["id"]))


def test_the_documentation_is_built_strictly(tmp_path: Path) -> None:
    """Every link and anchor leads somewhere, every page is in the navigation."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        capture_output=True, text=True, timeout=100, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "contract" / "index.html").read_text(encoding="utf-8")
    assert "driver.Resource" in page  # the whole backend is there, not the line that asks for it
    assert "--8" not in page


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_what_a_document_of_the_root_names_is_there(path: Path) -> None:
    """Files, folders and anchors; MkDocs holds those of ``docs/``."""
    text = path.read_text(encoding="utf-8")
    missing: list[str] = []
    for file, _, anchor in (link.partition("#") for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text)):
        if not (ROOT / file).exists():
            missing.append(file)
        elif anchor and f"{{ #{anchor} }}" not in (ROOT / file).read_text(encoding="utf-8"):
            missing.append(f"{file}#{anchor}")
    for quoted in re.findall(r"`((?:src|tests|docs|scripts|examples|changelog\.d)/[^`]*)`", text):
        before, _, rest = quoted.partition("{")
        inside, _, after = rest.partition("}")
        missing += [name for part in inside.split(",") if not (ROOT / (name := before + part + after)).exists()]
    assert [
        name for name in missing if not re.search(r"NAME|…|\+", name)
    ] == []  # forms, and made-up names of fragments
