"""Every file of examples/ runs alone, and its kernels are right on every device, on texts made to be hard."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vyre.cli.demo import STEPS, Step, example, run_step

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def hard_files() -> list[bytes]:
    """Empty files, sizes around a chunk and a block, literals across borders, overlapping ones, every byte."""
    literals = example("literal_search").LITERALS
    block = example("crc32").BLOCK
    chunk = example("literal_search").CHUNK
    rng = np.random.default_rng(3)
    words = [literals[k] for k in rng.integers(0, len(literals), 4000)]
    across = b"".join(bytes(chunk - 3 if k == 0 else chunk - 11) + b"import numpy" for k in range(4))
    return [
        b"",
        b"x",
        b"".join(words),
        b"-" * 5000,
        b"=" * (block - 1),
        b"=" * block,
        b"=" * (block + 1),
        b"",
        across,
        bytes(range(256)) * 9,
        b"TODO",
    ]


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_example_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) < 100
    assert ast.get_docstring(ast.parse(text))


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_example_runs_alone(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)], capture_output=True, text=True, check=False, cwd=path.parents[1]
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(("title", "file", "kernel", "oracle"), STEPS, ids=[s[1] for s in STEPS])
def test_step_is_right_on_hard_files(title: str, file: str, kernel: str | None, oracle: str, target: str) -> None:
    module = example(file)
    files = hard_files()
    step = Step(title, module, kernel, files, module.expected(files))
    outcome = run_step(step, target, repeats=1)
    assert outcome.ok, outcome
    assert outcome.sample.startswith("equal (")


def test_literals_overlap_and_begin_each_other() -> None:
    literals = example("literal_search").LITERALS
    assert 20 <= len(literals) <= 40
    assert any(a != b and b.startswith(a) for a in literals for b in literals)
    assert any(a != b and b.endswith(a) for a in literals for b in literals)


def walk(table: Any, text: bytes) -> list[int]:
    state, found = 0, []
    for byte in text:
        state = int(table[state & 0xFFFFFF00 | byte])
        found.append(state & 0xFF)
    return found


def test_automaton_finds_every_occurrence() -> None:
    literals = (b"aa", b"aaa", b"ba", b"a", b"abab")
    table, sets = example("literal_search").automaton(literals)
    assert sets[0] == ()
    text = b"aaababaaaab"
    for at, which in enumerate(walk(table, text)):
        ending = {n for n, p in enumerate(literals) if text[: at + 1].endswith(p)}
        assert set(sets[which]) == ending


def test_powers_of_the_polynomial() -> None:
    crc32 = example("crc32")
    one = 1 << 31
    assert crc32.times(one, 0x12345678) == 0x12345678
    assert crc32.times(0x12345678, one) == 0x12345678
    x = 1 << 30
    step = one
    for _ in range(8 * crc32.BLOCK):
        step = crc32.times(step, x)
    assert crc32.powers(3) == [one, step, crc32.times(step, step)]
