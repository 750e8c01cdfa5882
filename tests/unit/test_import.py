"""``import vyre`` is light: no NumPy, no device library, few modules, no device opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

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


OPENED = """
import json, sys
import numpy, llvmlite.binding
before = set(sys.modules)
import vyre as vy
vy.session().engine("cpu")
print(json.dumps(sorted(set(sys.modules) - before)))
"""
OPENED_LIMIT = 130
UNNEEDED = (
    "importlib.metadata",  # and with it `email` and `socket`: the entry points of all that is installed
    "email",
    "socket",
    "vyre.ir.text",
    "vyre.ir.parse",
    "vyre.drivers.cpu.direct",
    "vyre.drivers.cpu.compiler",
    "vyre.emit.llvm.kernel",
    "vyre.lang.read",
    "vyre.drivers.reference",
    "vyre.drivers.wgpu",
)
"""What a process does without that opens the CPU and has run nothing yet."""


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


def test_an_opened_cpu_has_loaded_what_it_needs_and_little_more(tmp_path: Path) -> None:
    environment = {**os.environ, "VYRE_CACHE_DIR": str(tmp_path)}

    def opened_in_a_process() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", OPENED], capture_output=True, text=True, check=True, env=environment
        )
        found: list[str] = json.loads(done.stdout)
        return found

    opened_in_a_process()  # asks LLVM what machine this is
    opened = opened_in_a_process()
    assert [name for name in opened if name in UNNEEDED] == []
    assert "vyre.drivers.cpu.backend" in opened
    assert len(_ours(opened)) <= OPENED_LIMIT
