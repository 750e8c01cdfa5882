"""The commands as a user runs them: output, JSON, exit codes. In one process, but for what is about processes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import version
from math import inf
from pathlib import Path

import numpy as np
import pytest

import vyre as vy
from vyre.cli import doctor as doctor_module
from vyre.cli import kernels as kernels_module
from vyre.cli.arguments import load_kernel
from vyre.cli.main import main
from vyre.device import DeviceInfo
from vyre.emit.numerics import BUDGETED, FACTS, FORMS
from vyre.plan.plan import SEMANTICS
from vyre.run.probe import Measured

KERNELS = """
import vyre as vy

@vy.kernel
def add(x: vy.In[vy.u32], n: vy.u32, y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] + n

@vy.kernel
def halves(x: vy.In[vy.f32], y: vy.Out[vy.f32], z: vy.Out[vy.f32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] * 0.5
        z[i] = y[i]

@vy.kernel(domain="x")
def lowest(x: vy.InOut[vy.f32]):
    if vy.global_id() < x.size:
        vy.atomic_min(x, 0, x[vy.global_id()])

@vy.kernel(domain="x")
def bump(x: vy.InOut[vy.u32]):
    i = vy.global_id()
    if i < x.size:
        vy.atomic_add(x, 0, 1)

@vy.kernel
def everywhere(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    y[0] = x[vy.global_id()]

@vy.kernel
def older(p: vy.InOut[vy.struct([("name", "u1", 3), ("age", "u2")])]):
    i = vy.global_id()
    p[i].age += 1

b = vy.Builder("copy")
first, second = b.input("first", vy.u32), b.output("second", vy.u32)
second[b.global_id(0)] = first[b.global_id(0)]
copy = b.build()
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "cli_kernels.py"
    file.write_text(KERNELS)
    return str(file)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"vyre {version('vyre')}\n"


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["fly"],
        ["show"],
        ["run", "f.py:k", "--domain", "-1"],
        ["show", "f.py:k", "--as", "spirv"],
        ["devices", "--js"],
    ],
)
def test_wrong_usage_is_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2
    assert "usage: vyre" in capsys.readouterr().err


def test_devices_json_is_the_documented_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert list(made) == ["schema", "semantics", "version", "devices"]
    assert (made["schema"], made["semantics"], made["version"]) == (1, SEMANTICS, version("vyre"))
    fields = ["id", "backend", "index", "name", "kind", "available", "reason", "fix", "driver", "memory_bytes"]
    assert all(list(row) == fields for row in made["devices"])
    assert [DeviceInfo(**row) for row in made["devices"]] == list(vy.devices())
    for row in made["devices"]:
        assert row["kind"] in ("gpu", "cpu", "software", "reference", "null")
        assert row["available"] or (row["reason"] and row["fix"])


def test_devices_table_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["id", "kind", "available"]
    absent = [d for d in vy.devices() if not d.available]
    assert [line.split()[0] for line in lines[1 : 1 + len(vy.devices())]] == [d.id for d in vy.devices()]
    assert [line for line in lines if "Fix:" in line] == [f"{d.id}: Fix: {d.fix}" for d in absent]


def test_doctor_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json"])
    made = json.loads(capsys.readouterr().out)
    assert list(made) == ["schema", "semantics", "system", "versions", "default", "VYRE_BACKEND", "backends"]
    assert made["versions"]["vyre"] == version("vyre")
    assert set(made["system"]) == {"platform", "machine", "cpus", "python", "executable"}
    assert code == (0 if made["default"] else 1)
    states = {row["id"]: row for row in made["backends"]}
    assert states["reference"]["state"] == states["null"]["state"] == "works"
    assert not states["reference"]["auto"]
    for row in made["backends"]:
        assert row["state"] in ("works", "fails", "absent")
        assert (row["state"] == "works") == (row["reason"] is None)
        assert row["state"] == "works" or row["fix"]
    if states["cpu"]["state"] == "works":
        assert {(n["op"], n["type"]) for n in states["cpu"]["numerics"]} == set(FORMS)
        assert {n["form"] for n in states["cpu"]["numerics"]} == {"native"}
        assert {(e["ulp"], e["ulp_but_for_subnormals"]) for e in states["cpu"]["errors"]} == {(0, 0)}
    if states["wgpu"]["state"] == "works":
        assert {n["form"] for n in states["wgpu"]["numerics"]} <= {"native", "corrected", "integer", "refused"}
    if states["opencl"]["state"] == "works":
        assert {(e["op"], e["type"]) for e in states["opencl"]["errors"]} == {(op, "f32") for op in BUDGETED}
    assert states["reference"]["numerics"] == states["reference"]["errors"] == []


@pytest.mark.parametrize(("named", "code"), [("reference", 0), ("nothing", 1), ("auto", 0)])
def test_doctor_tells_what_vyre_backend_makes_of_the_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: str, code: int
) -> None:
    monkeypatch.setenv("VYRE_BACKEND", named)
    assert main(["doctor"]) == code
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("default")]
    assert ("VYRE_BACKEND is " + named in line) == (named != "auto")
    assert ("none" in line) == (code == 1)


def test_doctor_in_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor"])
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line in ("system", "versions", "backends")] == [
        "system",
        "versions",
        "backends",
    ]
    assert "\x1b" not in out


def test_doctor_finds_a_device_that_gives_wrong_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def all_zero(self: vy.Session, program: object, inputs: list[object], **_: object) -> list[object]:
        return [np.zeros(1000, np.uint32)]

    monkeypatch.setattr(vy.Session, "dispatch", all_zero)
    assert main(["doctor", "--json"]) == 1
    rows = {row["id"]: row for row in json.loads(capsys.readouterr().out)["backends"]}
    assert rows["reference"]["state"] == "fails"
    assert rows["reference"]["reason"] == "it gives wrong results"
    assert rows["reference"]["fix"]


def test_doctor_finds_a_device_that_does_not_keep_its_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    errors = (("div", "f32", inf, 2.0), ("sqrt", "f32", 1.0, 1.0), ("add", "f32", 9.0, 0.0))
    monkeypatch.setattr(
        "vyre.run.probe.probe", lambda backend, profile: Measured(frozenset(FACTS) - {"div_f32"}, errors)
    )
    main(["doctor"])
    out = capsys.readouterr().out
    (line,) = [line for line in out.splitlines() if line.startswith("cpu ") and "fails" in line]
    assert "inexact in div of f32" in line
    assert re.search(r"^cpu +f32 +inexact +div$", out, re.MULTILINE)
    assert re.search(r"^cpu +f32 +div any \(2 but for subnormals\), sqrt 1$", out, re.MULTILINE)
    assert "cpu: Fix: " in out


def test_doctor_tries_every_device() -> None:
    assert [f.device.id for f in doctor_module.findings()] == [d.id for d in vy.devices()]


def test_run_prints_and_saves(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, made = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(given, np.arange(5, dtype=np.uint32))
    assert main(["run", f"{path}:add", str(given), "10", "--backend", "reference", "--out", str(made)]) == 0
    assert np.load(made).tolist() == [10, 11, 12, 13, 14]
    out = capsys.readouterr().out
    assert "add on reference" in out
    assert "uint32[5]: 10, 11, 12, 13, 14" in out


def test_run_with_records(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dtype = [("name", "u1", 3), ("age", "u2")]
    given, made = tmp_path / "p.npy", tmp_path / "older.npy"
    np.save(given, np.array([((1, 2, 3), 40), ((4, 5, 6), 7)], dtype))
    assert (
        main(["run", f"{path}:older", str(given), "--backend", "cpu", "--check", "--domain", "2", "--out", str(made)])
        == 0
    )
    found = np.load(made)
    assert found.dtype == np.dtype(dtype)
    assert found["age"].tolist() == [41, 8]
    assert found["name"].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert "41" in capsys.readouterr().out
    assert main(["run", f"{path}:older", "random:u32:3", "--backend", "cpu"]) == 2
    assert "[A602]" in capsys.readouterr().err
    assert main(["show", f"{path}:older", "--as", "wgsl"]) == 0
    assert "fn put_at_b0(" in capsys.readouterr().out


def test_run_with_random_numbers_and_several_results(path: str, tmp_path: Path) -> None:
    y, z = tmp_path / "y.npy", tmp_path / "z.npy"
    argv = ["run", f"{path}:halves", "random:f32:100:3", "--backend", "reference"]
    assert main([*argv, "--out", str(y), "--out", str(z)]) == 0
    assert np.load(y).tobytes() == np.load(z).tobytes() == (vy_random("random:f32:100:3") * np.float32(0.5)).tobytes()


def vy_random(text: str) -> np.ndarray:
    from vyre.cli.arguments import argument

    made: np.ndarray = argument(text)
    return made


def test_S915_another_number_of_out_than_results(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["run", f"{path}:halves", "random:f32:100", "--backend", "reference"]
    assert main([*argv, "--out", str(tmp_path / "y.npy")]) == 2
    assert "[S915]" in capsys.readouterr().err
    assert not (tmp_path / "y.npy").exists()


def test_S914_an_out_that_cannot_be_written(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["run", f"{path}:add", "random:u32:10", "1", "--backend", "reference", "--out"]
    assert main([*argv, str(tmp_path / "no" / "y.npy")]) == 2
    assert "[S914]" in capsys.readouterr().err
    assert main([*argv, str(tmp_path / "y.npy")]) == 0


def test_run_with_a_domain(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["run", f"{path}:everywhere", "random:u32:3", "--backend", "reference"]
    assert main(argv) == 2  # no domain can be inferred
    assert "[A611]" in capsys.readouterr().err
    assert main([*argv, "--domain", "1"]) == 0


def test_check_equal_is_0_and_leaves_inout_alone(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, made = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(given, np.zeros(300, np.uint32))
    assert main(["run", f"{path}:bump", str(given), "--backend", "reference", "--check", "--out", str(made)]) == 0
    assert np.load(made)[0] == 300  # run once over zeros: what was checked ran on copies
    assert capsys.readouterr().out.startswith("equal: ")


def test_check_different_is_1(path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Different:
        ok = False

        def __str__(self) -> str:
            return "different: all"

    monkeypatch.setattr(vy.Kernel, "check", lambda self, *args, **keywords: Different())
    assert main(["run", f"{path}:add", "random:u32:10", "1", "--check"]) == 1
    assert capsys.readouterr().out == "different: all\n"


@pytest.mark.parametrize("backend", ["nothing", "reference:7"])
def test_an_absent_backend_is_2(path: str, backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", f"{path}:add", "random:u32:10", "1", "--backend", backend]) == 2
    error = capsys.readouterr().err
    assert error.startswith("vyre: [S90")
    assert "Fix:" in error


def test_wrong_arguments_are_2(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", f"{path}:add", "random:f32:10", "1", "--backend", "reference"]) == 2
    assert "[A602]" in capsys.readouterr().err
    assert main(["run", f"{path}:copy", "random:u32:10"]) == 2
    assert "[S912]" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["add", "copy"])
def test_show_the_program(name: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{path}:{name}"]) == 0
    out = capsys.readouterr().out
    assert f"program {name}" in out
    assert vy.Program.parse(out).name == name


@pytest.mark.parametrize(("target", "first"), [("reference", "def run_group("), ("reference:lanes", "def run_chunk(")])
def test_show_the_references(target: str, first: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{path}:add", "--as", target]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "# b0 is x: in u32" in lines
    assert "# 8: y[i] = x[i] + n" in lines
    assert any(line.startswith(first) for line in lines)


@pytest.mark.parametrize("target", ["wgsl", "opencl", "cuda"])
def test_show_for_a_device_has_names_and_lines(target: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{path}:add", "--as", target]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "// b0 is x: in u32" in lines
    assert "// p1 is n: uniform u32" in lines
    assert "// 8: y[i] = x[i] + n" in lines
    entry = {"wgsl": "@compute", "opencl": "__kernel", "cuda": "__global__"}[target]
    assert any(entry in line for line in lines)


def test_show_llvm_begins_with_the_decisions(
    path: str, session: vy.Session, capsys: pytest.CaptureFixture[str]
) -> None:
    if not session.registry.devices("cpu")[0].available:
        pytest.skip("the CPU backend is not here")
    assert main(["show", f"{path}:add", "--as", "llvm"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = lines[: next(n for n, line in enumerate(lines) if not line.startswith(";"))]
    assert "; b0 is x: in u32" in head
    assert any(line.startswith("; vector width: ") for line in head)
    assert any(line.startswith("; packs: ") for line in head)
    assert any(
        line.startswith("; 2 accesses: ") and "proved" in line and "masked" in line and "gathered" in line
        for line in head
    )
    assert sum(line.endswith("[8: y[i] = x[i] + n]") for line in head) == 2  # each access with its reason and its line
    assert any("where all arrays have one size" in line for line in head)
    assert any(line.strip() == "; 8: y[i] = x[i] + n" for line in lines)
    assert any(line.startswith("define void @k") for line in lines)


def test_show_asm_is_machine_code(path: str, session: vy.Session, capsys: pytest.CaptureFixture[str]) -> None:
    if not session.registry.devices("cpu")[0].available:
        pytest.skip("the CPU backend is not here")
    assert main(["show", f"{path}:add", "--as", "asm"]) == 0
    out = capsys.readouterr().out
    assert "# b0 is x: in u32" in out
    assert ".globl\tk" in out or ".globl\t_k" in out


@pytest.mark.parametrize("target", ["text", "reference", "reference:lanes", "wgsl", "opencl", "cuda"])
def test_show_is_the_same_as_kernel_source(target: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    kernel = load_kernel(f"{path}:add")
    assert isinstance(kernel, vy.Kernel)
    assert main(["show", f"{path}:add", "--as", target]) == 0
    assert capsys.readouterr().out == kernel.source(target)


def test_S916_no_such_target(path: str) -> None:
    kernel = load_kernel(f"{path}:add")
    assert isinstance(kernel, vy.Kernel)
    with pytest.raises(vy.ArgumentValueError) as caught:
        kernel.source("spirv")
    assert caught.value.code == "S916"
    assert "opencl" in caught.value.fix
    assert "__kernel" in kernel.source("opencl")


def test_a_source_tells_what_a_config_permits(path: str) -> None:
    kernel = load_kernel(f"{path}:halves")
    assert isinstance(kernel, vy.Kernel)
    every = vy.DispatchConfig(reorder=True, flush=True)
    strict, cuda = kernel.source("cuda"), kernel.source("cuda", config=every)
    assert "// permissions: flush\n" in cuda
    assert "// compiled with --std=c++17 --fmad=false --prec-div=true --prec-sqrt=true --ftz=true --no-cache" in cuda
    assert "permissions" not in strict + kernel.source("reference", config=every)
    assert "fmul reassoc" in kernel.source("llvm", config=every)
    assert "-cl-denorms-are-zero" in kernel.source("opencl", config=every)
    with pytest.raises(vy.ArgumentTypeError) as caught:
        kernel.source("cuda", config=True)  # type: ignore[arg-type]  # what is tested
    assert caught.value.code == "A601"


def test_show_writes_floats_for_webgpu(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{path}:halves", "--as", "wgsl"]) == 0
    assert "a * b" in capsys.readouterr().out


def test_an_interrupt_is_clean(path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*args: object, **keywords: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(kernels_module, "run", interrupt)
    assert main(["run", f"{path}:add"]) == 130
    assert capsys.readouterr().err == "vyre: interrupted\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom vyre.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print('HEAVY', sorted({'numpy', 'llvmlite', 'rich', 'wgpu', 'pyopencl', 'blake3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "HEAVY []"


def test_python_dash_m_is_the_same_command() -> None:
    done = subprocess.run([sys.executable, "-m", "vyre", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"vyre {version('vyre')}\n"


def test_what_a_file_prints_is_no_part_of_what_show_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chatty_kernels.py"
    file.write_text("print('hello from the file')\n" + KERNELS)
    assert main(["show", f"{file}:add"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("vyre 1\nprogram add")
    assert printed.err == "hello from the file\n"


def test_a_fix_names_the_option_of_the_command_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", f"{path}:lowest", "random:f32:9", "--backend", "null"]) == 2
    printed = capsys.readouterr().err
    assert "Fix: run it with --backend cpu" in printed
    assert main(["run", f"{path}:lowest", "random:f32:9", "--backend", "cpu"]) == 0
