"""D40: a machine without any of the device libraries. Each process below refuses to import the ones that it names."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

BLOCKER = """
import json, sys, warnings
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
import numpy as np
import vyre as vy

b = vy.Builder("double")
x, y = b.input("x", vy.u32), b.output("y", vy.u32)
i = b.global_id(0)
with b.if_(i < y.size):
    y[i] = x[i] * 2
program = b.build()
given = np.arange(1000, dtype=np.uint32)

def attempt(backend=None):
    try:
        with vy.Session() as session:
            (made,) = session.dispatch(program, [given], backend=backend)
            return {"backend": session.last_receipt().backend, "right": bool((made == given * 2).all())}
    except vy.VyreError as error:
        return {"error": type(error).__name__, "code": error.code, "message": str(error), "fix": error.fix}
"""
DEVICE_LIBRARIES = ("wgpu", "pyopencl", "cuda")


def without(libraries: tuple[str, ...], code: str) -> Any:
    text = f"BLOCKED = {set(libraries)!r}\n{BLOCKER}\n{code}"
    done = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_D40_listing_has_a_reason_and_a_fix_for_each() -> None:
    rows = without(
        (*DEVICE_LIBRARIES, "llvmlite"),
        "print(json.dumps({d.id: [d.available, d.reason, d.fix] for d in vy.devices()}))",
    )
    for name, package in (
        ("cuda", "vyre[cuda]"),
        ("wgpu", "vyre[wgpu]"),
        ("opencl", "vyre[opencl]"),
        ("cpu", "llvmlite"),
    ):
        available, reason, fix = rows[name]
        assert not available
        assert reason
        assert "pip install" in fix
        assert package in fix
    assert rows["reference"] == [True, None, None]


def test_D40_default_is_the_cpu_and_right() -> None:
    assert without(DEVICE_LIBRARIES, "print(json.dumps(attempt()))") == {"backend": "cpu", "right": True}


def test_D40_without_llvmlite_the_reference_is_not_taken_by_itself() -> None:
    both = without((*DEVICE_LIBRARIES, "llvmlite"), "print(json.dumps([attempt(), attempt('reference')]))")
    assert both[0]["error"] == "BackendUnavailable"
    assert both[0]["code"] == "S905"
    assert "pip install llvmlite" in both[0]["fix"]
    assert both[1] == {"backend": "reference", "right": True}


@pytest.mark.parametrize(
    ("name", "package"),
    [("cuda", "vyre[cuda]"), ("wgpu", "vyre[wgpu]"), ("opencl", "vyre[opencl]"), ("cpu", "llvmlite")],
)
def test_D40_asking_for_an_absent_backend_names_it_and_what_to_install(name: str, package: str) -> None:
    found = without((*DEVICE_LIBRARIES, "llvmlite"), f"print(json.dumps(attempt({name!r})))")
    assert found["error"] == "BackendUnavailable"
    assert found["code"] == "S900"
    assert name in found["message"]
    assert "pip install" in found["fix"]
    assert package in found["fix"]


def test_D40_cuda_wants_a_driver_before_packages() -> None:
    code = """import shutil
shutil.which = lambda name: {there!r} if name == "nvidia-smi" else None
print(json.dumps(attempt("cuda")))"""
    assert without(DEVICE_LIBRARIES, code.format(there="/bin/nvidia-smi"))["fix"].startswith("pip install")
    fix = without(DEVICE_LIBRARIES, code.format(there=None))["fix"]
    assert fix.index("NVIDIA's driver") < fix.index("`nvidia-smi`") < fix.index('pip install "vyre[cuda]"')


def test_D40_doctor_says_so_and_is_1() -> None:
    code = "from vyre.cli.main import main\nsys.stdout, kept = sys.stderr, sys.stdout\nrc = main(['doctor'])\nprint(rc, file=kept)"
    assert without((*DEVICE_LIBRARIES, "llvmlite"), code) == 1
    assert without(DEVICE_LIBRARIES, code) == 0


def test_D40_demo_without_any_backend_is_2_and_not_a_table_of_nothing() -> None:
    code = "from vyre.cli.main import main\nsys.stdout, kept = sys.stderr, sys.stdout\nrc = main(['demo', '--quick'])\nprint(rc, file=kept)"
    assert without((*DEVICE_LIBRARIES, "llvmlite"), code) == 2


def test_D40_show_for_the_cpu_names_what_to_install() -> None:
    code = """
from vyre.run.show import source_text
try:
    source_text(program, "llvm")
except vy.VyreError as error:
    print(json.dumps([error.code, error.fix]))
assert "@compute" in source_text(program, "wgsl")
"""
    code_and_fix = without((*DEVICE_LIBRARIES, "llvmlite"), code)
    assert code_and_fix == ["S900", "pip install llvmlite"]
