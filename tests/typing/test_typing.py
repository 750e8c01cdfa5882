"""Type checkers and the linter accept ordinary kernels."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
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


def test_they_run() -> None:
    a = np.arange(100, dtype=np.uint32)
    assert kernels.mask(a, a[::-1], backend="reference").tolist() == (a ^ a[::-1]).tolist()
    found = np.zeros(1, np.int32)
    kernels.search(np.arange(0, 50, 5, dtype=np.int64), 20, found, backend="reference")
    assert found[0] == 4
    table = np.array([[1, 2, 4], [8, 16, 32]], np.float32)
    assert kernels.differences(table, backend="reference").tolist() == [[1, 2], [8, 16]]
    assert kernels.build().name == "mask"
