"""Every file of examples/ runs alone, and its kernels are right on every device, on texts made to be hard."""

from __future__ import annotations

import ast
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre
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


def test_tutorial_lists_them_all() -> None:
    assert len([path for path in FILES if "@vy.kernel" in path.read_text()]) >= 12
    rows = (EXAMPLES.parent / "docs" / "tutorial.md").read_text().splitlines()
    listed = [name for row in rows if row.startswith("| `") for name in re.findall(r"`(\w+\.py)`", row)]
    assert sorted(listed) == [path.name for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_example_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) < 60
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


def read_png(data: bytes) -> np.ndarray:
    """The pixels of a PNG file of 8 bits each of red, green and blue without filters, its CRCs held."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    parts, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        parts[kind] = body
        at += 12 + length
    assert [*parts] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, *rest = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert rest == [8, 2, 0, 0, 0]
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not lines[:, 0].any()
    return lines[:, 1:].reshape(height, width, 3)


def test_picture_is_the_mandelbrot_set(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    subprocess.run([sys.executable, str(EXAMPLES / "mandelbrot_png.py"), str(path)], check=True, capture_output=True)
    pixels = read_png(path.read_bytes())
    module = example("mandelbrot")
    assert pixels.shape == (module.HEIGHT, module.WIDTH, 3)

    def colour(real: float, imaginary: float) -> list[int]:
        y, x = imaginary * module.ONE - module.TOP, real * module.ONE - module.LEFT
        found: list[int] = pixels[round(y / module.PIXEL), round(x / module.PIXEL)].tolist()
        return found

    for inside in ((0, 0), (-1, 0), (-0.1, 0.74), (-1.3, 0), (0.2, 0.3), (-0.5, -0.5)):
        assert colour(*inside) == [0, 0, 0]
    for outside in ((-2.2, 0.5), (0.5, 0), (0.4, 0.9), (-1.5, -0.5), (-0.75, 0.3)):
        assert colour(*outside) != [0, 0, 0]


@pytest.mark.parametrize(
    "keys",
    [[], [7], [0xFFFFFFFF, 0, 0xFFFFFFFF, 1, 0], [5] * 700, [*range(600, 0, -1)], [1 << 28, 1 << 4, 1 << 28, 1]],
    ids=["none", "one", "extremes", "equal", "descending", "digits"],
)
def test_radix_sort_is_stable(keys: list[int], target: str) -> None:
    pairs = np.array(list(zip(keys, range(len(keys)), strict=True)), np.uint32).reshape(-1, 2)
    found = pairs
    for kernel, args, keywords in example("radix_sort").calls(pairs):
        found = kernel(*args, backend=target, **keywords)
    assert found.tolist() == sorted(pairs.tolist(), key=lambda pair: pair[0])


@pytest.mark.parametrize("name", ["components", "halves", "life", "pi", "prefix_sum", "stations", "zip_entries"])
def test_example_is_right_on_every_device(name: str, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = example(name)
    with vyre.use(target):
        module.main()
    assert capsys.readouterr().out
