"""``import vyre`` is light: no NumPy, no device library, few modules, no device opened."""

from __future__ import annotations

import json
import subprocess
import sys

LIMIT = 40
HEAVY = (
    "numpy",
    "llvmlite",
    "wgpu",
    "pyopencl",
    "numba",
    "ml_dtypes",
    "rich",
    "msgspec",
    "asyncio",
    "importlib.metadata",
)

PROBE = """
import json, sys
before = set(sys.modules)
opened = []
def heard(event, args):
    if event in ("subprocess.Popen", "socket.connect") or (event == "ctypes.dlopen" and args[0]):  # None: this process
        opened.append([event, str(args[0])])
sys.addaudithook(heard)
import vyre as vy
new = sorted(set(sys.modules) - before)
from vyre import kernel, u32, Session, Builder, VyreError
named = sorted(set(sys.modules) - before)
print(json.dumps([new, named, opened]))
"""


def _probe() -> tuple[list[str], list[str], list[list[str]]]:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    new, named, opened = json.loads(done.stdout)
    return new, named, opened


def _ours(names: list[str]) -> list[str]:
    return [name for name in names if name.split(".")[0] == "vyre"]


def test_import_loads_nothing_heavy_and_few_of_our_modules() -> None:
    new, named, opened = _probe()
    assert [name for name in new if name in HEAVY] == []
    assert 1 <= len(_ours(new)) <= LIMIT
    assert opened == []
    assert len(_ours(named)) > 1  # names load when they are asked for
