"""The runner and its report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.data import CASES
from bench.report import report
from bench.run import Series, main, options


def test_a_run_writes_its_table_and_its_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(
        ["--quick", "--kernels", "xor 1K", "--peers", "vyre,numpy", "--no-overhead", "--out", str(tmp_path / "t")]
    )
    assert status == 0, capsys.readouterr()
    found = json.loads((tmp_path / "t.json").read_text())
    row = found["cases"]["xor 1K"]
    assert set(row) == {"vyre", "numpy"}
    assert all(mine["wrong"] is None and mine["error"] is None and len(mine["turns_ms"]) == 3 for mine in row.values())
    text = (tmp_path / "t.md").read_text()
    assert "| case | vyre / numpy |" in text
    assert text in capsys.readouterr().out


def test_options_choose_cases_and_peers() -> None:
    chosen = options(["--kernels", "sum,xor 1K", "--peers", "vyre,c", "--turns", "5"])
    assert [case.name for case in chosen.cases] == ["xor 1K", "sum 1M", "sum 16M"]
    assert (chosen.peers, chosen.turns) == (("vyre", "c"), 5)
    everything = options([])
    assert everything.cases == CASES
    quick = options(["--quick"])
    assert {case.kernel for case in quick.cases} == {case.kernel for case in CASES}
    assert len(quick.cases) < len(CASES)


@pytest.mark.parametrize("wrong", [["--kernels", "sort"], ["--peers", "fortran"], ["--turns", "0"]])
def test_unknown_names_end_the_run_with_a_message(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        options(wrong)
    assert caught.value.code == 2
    assert wrong[0].strip("-") in capsys.readouterr().err or wrong[1] in capsys.readouterr().err


def _series(*turns: float, wrong: str | None = None) -> dict[str, object]:
    series = Series()
    for seconds in turns:
        series.take({"seconds": seconds, "best_s": seconds / 2, "calls": 10, "wrong": wrong})
    return series.to_dict()


def test_a_series_keeps_medians_the_fastest_call_and_the_first_fault() -> None:
    found = _series(0.002, 0.001, 0.004)
    assert (found["median_ms"], found["best_ms"], found["calls"]) == (2.0, 0.5, 30)
    assert found["spread"] == pytest.approx(1.5)
    series = Series()
    for text in (None, "first", "second"):
        series.take({"seconds": 1.0, "best_s": 1.0, "calls": 1, "wrong": text})
    assert series.wrong == "first"


def test_the_report_shows_ratios_and_every_fault() -> None:
    found = {
        "machine": {"processor": "one"},
        "peers": {"vyre": {"vyre": "1"}, "c": {"gcc": "2"}},
        "clock": "wall",
        "turns": 3,
        "budget_s": 0.1,
        "cases": {
            "xor 1K": {"vyre": _series(0.002), "c": _series(0.004)},
            "sum 1M": {"vyre": _series(0.001, wrong="3 of 4"), "c": {"error": "gone", "wrong": None}},
        },
        "overhead": {
            "vyre": [{"what": "bound()", "arrays": 3, "us": 1.25, "middle_us": 1.5}],
            "c": {"error": "no calls"},
        },
    }
    text = report(found)
    assert "| xor 1K | 0.50 (0.50) |" in text
    assert "| vyre `bound()` | 1.25 (1.50) |" in text
    for fault in ("- sum 1M, vyre: 3 of 4", "- sum 1M, c: gone", "- cost of a call, c: no calls"):
        assert fault in text
    assert "Every result" not in text
