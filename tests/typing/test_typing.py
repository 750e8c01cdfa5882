"""Type checkers and the linter accept ordinary kernels."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tests.typing import kernels

FILE = Path(kernels.__file__)
ROOT = FILE.parents[2]


def _accepts(*command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_file_has_no_ignores() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert "ignore[" not in text
    assert "noqa" not in text


def test_mypy_strict_accepts_kernels() -> None:
    _accepts("mypy", "--strict", str(FILE))


@pytest.mark.timeout(300)
def test_pyright_accepts_kernels() -> None:
    _accepts("pyright", str(FILE))


def test_ruff_accepts_kernels() -> None:
    _accepts("ruff", "check", "--no-cache", str(FILE))


def test_mypy_still_sees_what_is_wrong(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import vyre as vy\ndef k(a: vy.In[vy.u32]) -> None:\n    a.nothing\n    a[0] = 3\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(wrong)],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stdout.count("error:") == 2, done.stdout + done.stderr


def test_generic_kernels_run() -> None:
    a = np.arange(6, dtype=np.uint32)
    assert kernels.scaled(a, 2, backend="reference").tolist() == [0, 2, 4, 6, 8, 10]
    assert kernels.halved(a, np.zeros(6, np.int32), backend="reference").tolist() == [0, 0, 1, 1, 2, 2]
    x = np.array([3, 0, 3, 6], np.float32)
    assert kernels.tabled(x, backend="reference").tolist() == [_tabled(x, i) for i in range(4)]


def _tabled(x: npt.NDArray[np.float32], i: int) -> float:
    f = np.float32
    total = f(0)
    for weight, offset in zip((1, 2, 1), kernels.OFFSETS, strict=True):
        element = x[i + offset] if i + offset < x.size else f(0)
        total += f(weight) * element * f(2 / kernels.WIDTH)
    a, b = x[i] / f(3), x[i] * f(2) / f(3)
    squared = a * a + b * b
    return float(total + (squared if np.sqrt(squared) > 1 else f(kernels.OFFSETS[i % 3])))


def test_they_run() -> None:
    a = np.arange(100, dtype=np.uint32)
    assert kernels.mask(a, a[::-1], backend="reference").tolist() == (a ^ a[::-1]).tolist()
    found = np.zeros(1, np.int32)
    kernels.search(np.arange(0, 50, 5, dtype=np.int64), 20, found, backend="reference")
    assert found[0] == 4
    table = np.array([[1, 2, 4], [8, 16, 32]], np.float32)
    assert kernels.differences(table, backend="reference").tolist() == [[1, 2], [8, 16]]
    assert kernels.build().name == "mask"
