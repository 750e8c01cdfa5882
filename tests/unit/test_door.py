"""The names of ``import vyre``, whatever was imported before."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "before", ["import vyre.kernel", "from vyre.kernel import Kernel", "vy.ArraySpec", "import vyre.cli.kernels", ""]
)
def test_vy_kernel_is_the_decorator_and_not_the_module(before: str) -> None:
    code = f"import vyre as vy\n{before}\nprint(type(vy.kernel).__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "function"
