"""``vyre demo``: the table, its verdicts and its exit code, over a few small files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import vyre
from vyre.cli import demo as demo_module
from vyre.cli.demo import STEPS, Step, example, run_step
from vyre.cli.main import main

FILES = [b"import numpy as np\n" * 300, b"", b"class Foo:\n    def __init__(self):\n        return None\n" * 100]


@pytest.fixture(autouse=True)
def small_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_module, "library_files", lambda: FILES)


def rows(out: str) -> list[str]:
    lines = out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("step "))
    return lines[start + 1 : start + 1 + len(STEPS)]


def test_quick_on_one_backend(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--quick", "--backend", target]) == 0
    out = capsys.readouterr().out
    assert [row[:14].strip() for row in rows(out)] == [title for title, *_ in STEPS]
    for row, (*_, oracle) in zip(rows(out), STEPS, strict=True):
        assert f" {target} " in row
        assert row.endswith(f"right ({oracle})")
        assert "equal (" in row
    assert out.splitlines()[-1] == "every result is right"


@pytest.mark.parametrize("step", STEPS, ids=[s[1] for s in STEPS])
def test_a_wrong_result_is_1(
    step: tuple[str, str, str | None, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    title, file, _, oracle = step
    monkeypatch.setattr(demo_module, "STEPS", (step, STEPS[3]) if step is not STEPS[3] else (STEPS[0], step))
    monkeypatch.setattr(example(file), "expected", lambda files: {})
    assert main(["demo", "--quick", "--backend", "cpu"]) == 1
    out, err = capsys.readouterr()
    assert [row.endswith(f"wrong ({oracle})") for row in rows(out)[:2]] == [s is step for s in demo_module.STEPS]
    assert f"{title} on cpu: it is not what {oracle} gives" in err
    assert out.splitlines()[-1] == "1 of 2 results are not right"


def test_a_call_that_is_missing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("sorted_matches")
    every = module.calls
    step = Step("radix sort", module, None, FILES, module.expected(FILES))
    assert run_step(step, "cpu", repeats=1).ok
    monkeypatch.setattr(module, "calls", lambda files: every(files)[:3])
    outcome = run_step(step, "cpu", repeats=1)
    assert (outcome.right, outcome.sample) == (False, "equal (1 of 1 groups)")


def test_the_sample_looks_at_every_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("sorted_matches")
    step = Step("radix sort", module, None, FILES, module.expected(FILES))
    checked: list[str] = []
    check = vyre.Kernel.check

    def watched(self: vyre.Kernel, *args: Any, **keywords: Any) -> Any:
        checked.append(self.__name__)
        report = check(self, *args, **keywords)
        return replace(report, status="different") if self.__name__ == "scan" else report

    monkeypatch.setattr(vyre.Kernel, "check", watched)
    outcome = run_step(step, "cpu", repeats=1)
    assert checked == ["count", "scan", "scatter"]
    assert outcome.right
    assert not outcome.ok
    assert outcome.sample.startswith("different (")


def test_a_backend_that_breaks_is_a_row_and_1(
    monkeypatch: pytest.MonkeyPatch, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Any, *args: Any, **keywords: Any) -> Any:
        raise RuntimeError("the driver is gone")

    monkeypatch.setattr(vyre.Kernel, "compile", broken)
    assert main(["demo", "--quick", "--backend", target]) == 1
    out, err = capsys.readouterr()
    assert all("failed: RuntimeError" in row for row in rows(out))
    assert err.count("the driver is gone") == len(STEPS)


@pytest.mark.parametrize("name", ["nothing", "reference"])
def test_a_backend_that_is_not_here_is_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--quick", "--backend", name]) == 2
    error = capsys.readouterr().err
    assert error.startswith("vyre: [S900]")
    assert "Fix:" in error


def test_S917_without_its_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    monkeypatch.setattr(vyre, "__file__", str(tmp_path / "a" / "vyre" / "__init__.py"))
    assert main(["demo", "--quick", "--backend", target]) == 2
    assert "[S917]" in capsys.readouterr().err
    monkeypatch.undo()
    assert example("histogram").histogram


def test_the_library_is_read_in_one_order() -> None:
    from vyre.cli.demo import first_files

    assert first_files([b"ab", b"c", b"defg"], 3) == [b"ab", b"c"]
    assert first_files([b"abcd", b"c"], 3) == [b"abcd"]
    assert first_files(FILES, 1 << 30) == FILES
