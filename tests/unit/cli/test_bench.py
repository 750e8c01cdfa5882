"""``vyre bench``: contests of backends and functions, what they refuse, what they write."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.cli.contest import Contestant, contest
from vyre.cli.machine import device_text, machine, usable_cores
from vyre.cli.main import main
from vyre.errors import UnsupportedFeature, VyreError

ROOT = Path(__file__).resolve().parents[3]
KERNELS = """
import numpy as np
import vyre as vy

@vy.kernel
def add(x: vy.In[vy.u32], n: vy.u32, y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] + n

@vy.kernel
def bump(x: vy.InOut[vy.u32]):
    i = vy.global_id()
    if i < x.size:
        x[i] += 1

@vy.kernel
def product(x: vy.In[vy.f64], y: vy.Out[vy.f64]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] * x[i]

def with_numpy(x, n):
    return x + np.uint32(n)

def one_off(x, n):
    made = x + np.uint32(n)
    made[3] += 1
    return made

def other_type(x, n):
    return (x + np.uint32(n)).astype(np.int64)

def bumped(x):
    x += 1
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = tmp_path / "contest_kernels.py"
    path.write_text(KERNELS)
    monkeypatch.chdir(tmp_path)
    return path.name


QUICK = ["--turns", "2", "--budget", "0.001"]


def test_backends_and_a_function_are_measured_and_written(
    kernels: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:5000:1", "7", "--backend", "cpu", "--backend", "reference:lanes"]
    status = main([*command, "--peer", f"{kernels}:with_numpy", *QUICK, "--json", "found.json"])
    shown = capsys.readouterr()
    assert status == 0, shown
    assert "2 interleaved turns, outputs equal byte for byte" in shown.out
    found = json.loads((tmp_path / "found.json").read_text())
    assert (found["schema"], found["outputs"], found["turns"]) == (1, "equal", 2)
    rows = found["contestants"]
    assert [row["name"] for row in rows] == ["cpu", "reference:lanes", f"{kernels}:with_numpy"]
    assert [row["device"] for row in rows] == [found["machine"]["processor"], "lane-wise reference on NumPy", ""]
    assert found["machine"]["usable_cores"] == usable_cores()
    assert set(found["machine"]) == {"processor", "usable_cores", "load"}
    assert rows[0]["ratio"] == 1.0
    for row in rows:
        assert row["best_ms"] <= row["median_ms"] <= row["upper_ms"]
        assert row["lower_ms"] <= row["median_ms"]
        assert len(row["turns_ms"]) == 2 <= row["calls"]
        assert row["name"] in shown.out
        assert row["device"] in shown.out


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("software", "llvmpipe (LLVM 15)", "llvmpipe (LLVM 15), software"),
        ("gpu", "NVIDIA  H100", "NVIDIA H100, gpu"),
        ("reference", "scalar reference interpreter", "scalar reference interpreter"),
        ("cpu", "x86_64", machine()["processor"]),
    ],
)
def test_a_device_is_named_with_what_it_is(kind: Any, name: str, text: str) -> None:
    assert device_text(vy.DeviceInfo("a:0", "a", 0, name, kind)) == text


def test_one_turn_and_one_contestant_are_not_interleaved(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", "--budget", "0.001"]
    assert main([*command, "--turns", "1"]) == 0
    assert "7: 1 turn, outputs" in capsys.readouterr().out
    assert main([*command, "--turns", "2"]) == 0
    assert "7: 2 turns, outputs" in capsys.readouterr().out


def test_arrays_written_in_place_begin_each_call_as_given(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:bump", "random:u32:100:1", "--backend", "cpu", "--peer", f"{kernels}:bumped"]
    assert main([*command, *QUICK]) == 0, capsys.readouterr()


@pytest.mark.parametrize(
    ("peer", "told"), [("one_off", "output 0, element 3"), ("other_type", "output 0: int64[100], and uint32[100]")]
)
def test_S922_other_outputs_are_refused_and_no_speed_is_told(
    kernels: str, peer: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK, "--json", "found.json"]
    assert main([*command, "--peer", f"{kernels}:{peer}"]) == 1
    shown = capsys.readouterr()
    assert "[S922]" in shown.err
    assert told in shown.err
    assert shown.out == ""
    assert not Path("found.json").exists()
    assert main([*command]) == 0  # the Fix: that one left out


def test_a_module_is_named_like_a_file(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "contest_kernels:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK]) == 0
    assert main(["show", "contest_kernels:add"]) == 0
    assert "add" in capsys.readouterr().out
    sys.modules.pop("contest_kernels")


def test_S910_a_module_that_is_not_there(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "no.such.module:add", *QUICK]) == 2
    assert "[S910] there is no module no.such.module" in capsys.readouterr().err


def test_a_backend_that_cannot_is_left_out_with_its_reason(
    kernels: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vyre.cli import bench as module

    device = next(d for d in vy.devices() if d.id == "cpu")
    lacking = type(device)("null", "null", 0, "nothing", "null")
    monkeypatch.setattr(module, "_devices", lambda: [device, lacking])
    _refuse(monkeypatch, module)
    assert main(["bench", f"{kernels}:product", "random:f64:100:1", *QUICK]) == 0
    shown = capsys.readouterr()
    assert "null is left out: [U701] no" in shown.err
    assert "cpu" in shown.out
    assert (
        main(["bench", f"{kernels}:product", "random:f64:100:1", "--backend", "null", *QUICK]) == 2
    )  # asked for by name


def _refuse(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
    made = module._of_kernel

    def refuse() -> None:
        raise UnsupportedFeature("no", code="U701", fix="none")

    def of_kernel(kernel: Any, backend: str, *more: Any) -> Contestant:
        one: Contestant = made(kernel, "cpu", *more)
        return replace(one, name="null", call=refuse) if backend == "null" else one

    monkeypatch.setattr(module, "_of_kernel", of_kernel)


def test_arguments_that_cannot_be_are_told_and_not_left_out(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", f"{kernels}:add", "random:f32:100:1", "7", *QUICK]) == 2
    assert "[A602]" in capsys.readouterr().err
    assert main(["bench", f"{kernels}:add", "random:u32:100:1", *QUICK]) == 2
    assert "[A601]" in capsys.readouterr().err


def test_S911_a_function_that_raises_is_told_with_its_lines(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:bump", "random:u32:100:1", "--backend", "cpu", "--peer", f"{kernels}:with_numpy"]
    assert main([*command, *QUICK]) == 1
    assert "[S911]" in capsys.readouterr().err


def test_the_first_call_opens_and_compiles(kernels: str, tmp_path: Path) -> None:
    """Nothing runs before the call that is told as the first."""
    clock = _Clock()
    calls: list[None] = []

    def call() -> None:
        clock.now += 1.0 if calls else 5.0
        calls.append(None)

    (row,) = contest([Contestant("a", call, lambda: None, lambda: [np.zeros(1)])], turns=1, budget_s=0.0, clock=clock)
    assert (row.first_ms, row.median_ms) == (5000.0, 1000.0)


def test_without_backend_every_one_that_computes_is_tried(kernels: str) -> None:
    from vyre.cli.bench import _devices

    found = _devices()
    assert found[0].id == "cpu"
    assert not {d.backend for d in found} & {"reference", "null"}
    assert len({d.backend for d in found}) == len(found)


@pytest.fixture
def no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)


@pytest.mark.usefixtures("no_matplotlib")
def test_S923_a_chart_without_matplotlib_and_its_fix(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK]
    assert main([*command, "--chart", "found.png"]) == 2
    shown = capsys.readouterr()
    assert "[S923]" in shown.err
    assert "pip install 'vyre[chart]', or leave --chart out" in shown.err
    assert shown.out == ""  # nothing was measured
    assert main(command) == 0


def test_a_chart_is_a_png_file(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="no matplotlib here: charts are an extra")
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK]
    assert main([*command, "--chart", "found.png"]) == 0, capsys.readouterr()
    assert Path("found.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert main([*command, "--chart", "no/such/folder/found.png"]) == 2
    assert "[S914]" in capsys.readouterr().err
    assert main([*command, "--chart", "found.svg"]) == 0, capsys.readouterr()
    assert "</svg>" in Path("found.svg").read_text()


def test_S914_a_chart_of_another_kind_and_its_fix(
    kernels: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib", reason="no matplotlib here: charts are an extra")
    monkeypatch.setattr("vyre.cli.bench.contest", _measured_nothing)
    for name, fix in (("found.jpeg2", "found.png"), ("found", "found.png"), (".png", ".png.png")):
        assert main(["bench", f"{kernels}:add", "random:u32:100:1", "7", "--chart", name]) == 2
        shown = capsys.readouterr().err
        assert "[S914]" in shown
        assert f"write --chart {fix}" in shown


def _measured_nothing(*_: object, **__: object) -> None:
    raise AssertionError("it is told before anything is measured")


@pytest.mark.parametrize("path", ["no/such/folder/found.json", ".", "contest_kernels.py/found.json"])
def test_S914_a_path_that_cannot_be_written_is_told_before_measuring(
    kernels: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vyre.cli.bench.contest", _measured_nothing)
    assert main(["bench", f"{kernels}:add", "random:u32:100:1", "7", "--json", path]) == 2
    assert "[S914]" in capsys.readouterr().err


def test_S914_json_that_cannot_be_written(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK]
    assert main([*command, "--json", "no/such/folder/found.json"]) == 2
    assert "[S914]" in capsys.readouterr().err


def test_a_case_of_the_bench_brings_its_inputs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["bench", "xor 1K", "--backend", "cpu", "--peer", "numpy", *QUICK]) == 0
    shown = capsys.readouterr().out
    assert "xor 1K: 2 interleaved turns" in shown
    assert str(machine()["processor"]) in shown
    assert "numpy" in shown


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["bench", "sort 1M"], "S912"),
        (["bench", "xor 1K", "7"], "S912"),
        (["bench", "xor 1K", "--backend", "cpu", "--peer", "fortran"], "S924"),
        (["bench", "xor 1K", "--backend", "cpu", "--peer", "halide"], "S924"),
    ],
)
def test_S924_and_S912_names_that_the_bench_has_not(
    command: list[str], code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(sys.modules, "halide", None)
    assert main(command) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_S912_a_peer_is_a_function(kernels: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", f"{kernels}:add", "random:u32:100:1", "7", "--backend", "cpu", *QUICK]
    for peer in (f"{kernels}:KERNELS", f"{kernels}:add"):
        assert main([*command, "--peer", peer]) == 2
        assert "[S912]" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--turns", "0"], ["--turns", "x"], ["--budget", "-1"]])
def test_numbers_that_cannot_be_end_the_command(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["bench", "xor 1K", *wrong])
    assert caught.value.code == 2
    assert "for example" in capsys.readouterr().err


class _Clock:
    """Advanced by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_turns_are_interleaved_and_paired() -> None:
    clock, order = _Clock(), []

    def contestant(name: str, seconds: float) -> Contestant:
        def call() -> None:
            order.append(name)
            clock.now += seconds

        return Contestant(name, call, lambda: None, lambda: [np.zeros(2, np.uint32)])

    a, b = contestant("a", 1.0), contestant("b", 0.5)
    first, second = contest([a, b], turns=3, budget_s=1.0, clock=clock)
    assert order == ["a", "b", *"aa", *"bbb", *"bbb", *"aa", *"aa", *"bbb"]
    assert (first.median_ms, second.median_ms, second.ratio) == (1000.0, 500.0, 0.5)
    assert (first.calls, second.calls, second.turns_ms) == (3, 6, (500.0,) * 3)


def test_outputs_that_change_later_are_found() -> None:
    clock, calls = _Clock(), [0]

    def call() -> None:
        calls[0] += 1

    same = Contestant("same", lambda: None, lambda: None, lambda: [np.zeros(2, np.uint32)])
    drifts = Contestant("drifts", call, lambda: None, lambda: [np.full(2, calls[0] > 3, np.uint32)])
    with pytest.raises(VyreError, match=r"S922.*drifts does not give what same gives"):
        contest([same, drifts], turns=5, budget_s=0.0, clock=clock)
