"""The committed constants are what the script makes of the definitions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", ["functions.py", "normal_functions.py"])
def test_constants_are_as_made(name: str) -> None:
    script = ROOT / "scripts" / name
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
