"""Processes that may not make memory executable which they could write: MemoryDenyWriteExecute, SELinux without execmem."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vyre.drivers.cpu.mapping import is_possible

pytestmark = pytest.mark.skipif(not is_possible(), reason="flat code is not loaded on this system")
SCRIPT = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):  # PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN
    print("this kernel has no PR_SET_MDWE")
    sys.exit()
if "no memfd" in sys.argv:
    def memfd_create(name, flags=0):
        raise PermissionError(13, "forbidden")
    os.memfd_create = memfd_create
import numpy as np
import vyre as vy

@vy.kernel
def scale(x: vy.In[vy.f32], y: vy.Out[vy.f32]):
    i = vy.global_id()
    y[i] = x[i] * 2.0

x = np.arange(1 << 20, dtype=np.float32)
try:
    print([bool((scale(x, backend="cpu") == 2 * x).all()) for _ in range(6)])
except vy.BackendUnavailable as error:
    print(error.code, error.fix)
    print(bool((scale(x[:100], backend="reference") == 2 * x[:100]).all()))
"""


def _run(tmp_path: Path, *arguments: str) -> str:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = {**os.environ, "VYRE_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, script, *arguments], capture_output=True, text=True, timeout=100, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    if done.stdout.startswith("this kernel"):
        pytest.skip(done.stdout.strip())
    return done.stdout


def test_kernels_run_without_writable_memory_that_is_executed(tmp_path: Path) -> None:
    assert _run(tmp_path) == f"{[True] * 6}\n"  # compiled here
    assert _run(tmp_path) == f"{[True] * 6}\n"  # from the store


def test_where_files_in_memory_are_forbidden_too_the_error_says_so(tmp_path: Path) -> None:
    said = _run(tmp_path, "no memfd").splitlines()
    assert said[0] == "S900 allow one of the two for this process, or run with backend='reference'"
    assert said[1] == "True"  # the second half of the fix works
