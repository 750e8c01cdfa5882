"""Every command, with an output that is full, closed, or read by what goes away: an exit code, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from vyre.cli.main import main

KERNEL: Final = """
import vyre as vy

@vy.kernel
def add(x: vy.In[vy.u32], n: vy.u32, y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] + n
"""
COMMANDS: Final = {
    "help": "--help",
    "version": "--version",
    "help of one": "run --help",
    "doctor": "doctor",
    "devices": "devices",
    "devices as json": "devices --json",
    "show": "show kernels.py:add",
    "run": "run kernels.py:add random:u32:9 3 --backend reference",
    "run and check": "run kernels.py:add random:u32:9 3 --backend reference --check",
    "demo": "demo --quick --backend cpu",
    "list": "conform --list",
    "conform": "conform --backend cpu --rows op/abs/i8 --in-process",
}
CASES: Final = [(name, name != "show") for name in COMMANDS] + [("show", True), ("help", False)]
"""Commands, and whether Python buffers what they print, so that it is written at the end only."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kernels.py").write_text(KERNEL)
    return tmp_path


def vyre(folder: Path, command: str, how: str, *, buffered: bool, keep: tuple[int, ...] = ()) -> tuple[int, str]:
    """The exit code and what stands on stderr."""
    env = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    script = f'set -o pipefail; "{sys.executable}" -m vyre {command} {how}'
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False, pass_fds=keep
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(("name", "buffered"), CASES)
def test_S920_an_output_that_is_full(folder: Path, name: str, buffered: bool) -> None:
    code, told = vyre(folder, COMMANDS[name], "> /dev/full", buffered=buffered)
    assert code == 2
    assert "Traceback" not in told
    assert told.count("[S920]") == told.count("Fix: ") == 1
    assert "Exception ignored" not in told


@pytest.mark.parametrize(("name", "buffered"), CASES)
def test_a_reader_that_went_away(folder: Path, name: str, buffered: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert vyre(folder, COMMANDS[name], f">&{writing}", buffered=buffered, keep=(writing,)) == (141, "")
    finally:
        os.close(writing)


@pytest.mark.parametrize("name", ["show", "run", "help"])
def test_closed_streams(folder: Path, name: str) -> None:
    for how in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "> /dev/null 2> /dev/full"):
        code, told = vyre(folder, COMMANDS[name], how, buffered=True)
        assert code == 0, (how, told)
        assert "Traceback" not in told


def test_a_wrong_command_with_nobody_to_tell(folder: Path) -> None:
    for how in ("2>&-", "2> /dev/full", "> /dev/full 2> /dev/full"):
        assert vyre(folder, "run kernels.py:other 1", how, buffered=True)[0] == 2


def test_S920_written_where_there_is_room(folder: Path) -> None:
    code, told = vyre(folder, COMMANDS["run"], "> out.txt", buffered=True)
    assert (code, told) == (0, "")
    assert (folder / "out.txt").read_text().startswith("add on reference")
    code, told = vyre(folder, COMMANDS["run"], "| cat > piped.txt", buffered=True)
    assert (code, told) == (0, "")
    assert (folder / "piped.txt").read_text().splitlines()[1] == (folder / "out.txt").read_text().splitlines()[1]


def test_an_encoding_of_few_characters(folder: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "vyre", *COMMANDS["run"].split()]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    assert "\\u2026" in done.stdout
    assert done.stderr == ""


def test_the_streams_are_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    assert main(["devices"]) == 0
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr().out
