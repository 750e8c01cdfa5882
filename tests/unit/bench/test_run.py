"""The runner and its report."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.bars import BARS
from bench.data import CASES
from bench.page import PARTS, begin, end, renewed
from bench.peers.environments import PACKAGES, python_of
from bench.report import best_peer, paired, report
from bench.run import main, options
from bench.turns import Series, Worker, quiet
from bench.worker import PEERS


def test_a_run_writes_its_table_and_its_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(
        [
            "--quick",
            "--one-core",
            "--kernels",
            "xor 1K",
            "--peers",
            "vyre,numpy",
            "--no-overhead",
            "--out",
            str(tmp_path / "t"),
        ]
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


def _series(*turns: float, wrong: str | None = None) -> dict[str, Any]:
    series = Series()
    for turn, seconds in enumerate(turns):
        series.take({"seconds": seconds, "best_s": seconds / 2, "calls": 10, "wrong": wrong}, turn)
    return series.to_dict()


def test_a_series_keeps_medians_the_fastest_call_and_the_first_fault() -> None:
    found = _series(0.002, 0.001, 0.004)
    assert (found["median_ms"], found["best_ms"], found["calls"]) == (2.0, 0.5, 30)
    assert found["spread"] == pytest.approx(1.5)
    series = Series()
    for text in (None, "first", "second"):
        series.take({"seconds": 1.0, "best_s": 1.0, "calls": 1, "wrong": text})
    assert series.wrong == "first"


def _found(cases: dict[str, dict[str, Any]], **more: object) -> dict[str, object]:
    found: dict[str, object] = {
        "date": "2026-01-01",
        "command": "./scripts/bench",
        "machine": {"processor": "one"},
        "peers": {"vyre": {"vyre": "1"}, "c": {"gcc": "2"}},
        "clock": "wall",
        "clocks": {},
        "turns": 3,
        "budget_s": 0.1,
        "wait_s": 60.0,
        "cases": cases,
        "overhead": {},
    }
    return found | more


def test_the_report_shows_ratios_and_every_fault() -> None:
    cases = {
        "xor 1M": {"vyre": _series(0.002, 0.003, 0.004), "c": _series(0.004, 0.004, 0.004)},
        "sum 1M": {"vyre": _series(0.001, wrong="3 of 4"), "c": {"error": "gone", "wrong": None, "unable": None}},
    }
    overhead = {"vyre": [{"what": "bound()", "arrays": 3, "us": 1.25, "middle_us": 1.5}], "c": {"error": "no calls"}}
    text = report(_found(cases, overhead=overhead, clocks={"xor 1M": "cpu", "sum 1M": "wall"}))
    assert "| xor 1M ¹ | 0.75 (0.50) |" in text
    assert "| vyre `bound()` | 1.25 (1.50) |" in text
    assert "| `bound()`, 3 arrays | ≤ 0.3 µs | - | 1.25 µs | - | missed |" in text
    for fault in ("- sum 1M, vyre: 3 of 4", "- sum 1M, c: gone", "- cost of a call, c: no calls"):
        assert fault in text
    assert "Every result" not in text


def test_a_bar_is_held_against_the_fastest_framework_with_equal_bytes() -> None:
    row = {
        "vyre": _series(0.010, 0.011, 0.012),
        "c": _series(0.001, 0.001, 0.001),
        "halide": _series(0.020, 0.020, 0.020),
        "jax": _series(0.002, 0.002, 0.002, wrong="1 of 4"),
        "numba": _series(0.030, 0.030, 0.030),
        "taichi": {"error": None, "wrong": None, "unable": "no"},
    }
    assert best_peer(row) == "halide"
    assert paired(row["vyre"], row["halide"]) == pytest.approx([0.5, 0.55, 0.6])
    text = report(_found({"hash 1M": row}))
    assert "| hash 1M | ≤ 0.55 × best | halide | 0.55 | 0.53 | met |" in text
    assert "2.0 ≠" in text or "2.000 ≠" in text
    assert "| hash 1M | ≤ 0.55 × best | - | - | - | not measured |" in report(
        _found({"hash 1M": {"vyre": row["vyre"]}})
    )


def test_rates_of_memory_are_held_against_the_copy_of_their_turn() -> None:
    mine = _series(0.001, 0.002, 0.004) | {"copied": {"0": 24e9, "1": 12e9, "2": 12e9}}
    text = report(_found({"xor 1M": {"vyre": mine}}))
    assert "| xor 1M | 6.3 | 12.0 | 0.52 |" in text


def test_a_page_keeps_what_people_wrote() -> None:
    first = renewed(None, "table", "one")
    assert all(begin(part) in first and end(part) in first for part in PARTS)
    assert "python -m bench.tails" in first
    again = renewed(first.replace("# The CPU", "Words.\n\n# The CPU", 1) + "More words.\n", "table", "two")
    assert again.split(begin("table"))[1].split(end("table"))[0] == "\ntwo\n"
    assert "one" not in again.split(begin("table"))[1].split(end("table"))[0]
    assert again.startswith("Words.")
    assert again.endswith("More words.\n")
    assert "Own page." in renewed("Own page.", "tails", "three")
    assert renewed("Own page.", "tails", "three").rstrip().endswith(f"three\n{end('tails')}")


def test_the_page_of_the_documents_has_all_parts() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/measured/cpu.md").read_text(encoding="utf-8")
    assert all(begin(part) in page and end(part) in page for part in PARTS)


def test_silence_is_waited_for_and_told() -> None:
    assert quiet(0.0) in (True, False)
    assert Series().runs


def test_every_kernel_of_the_table_has_its_bar() -> None:
    assert {bar.kernel for bar in BARS} == {case.kernel for case in CASES}


def test_competitors_with_packages_of_their_own_have_their_environment(tmp_path: Path) -> None:
    assert python_of("numpy", tmp_path) == python_of("numba") == Path(sys.executable)
    home = tmp_path / "halide"
    home.mkdir()
    (home / "ready").write_text("halide numpy\n")
    assert python_of("halide", tmp_path).is_relative_to(home)  # nothing is installed again
    assert set(PACKAGES) < set(PEERS)


def test_a_competitor_that_cannot_start_is_an_error_of_its_row(tmp_path: Path) -> None:
    (tmp_path / "halide").mkdir()
    (tmp_path / "halide" / "ready").touch()
    worker = Worker("halide", tmp_path, "cpu", tmp_path)
    assert "not installed" in worker.versions["error"]
    series = Series()
    series.take(worker.ask(do="open", case="xor 1K"))
    assert series.error is not None
    assert "not installed" in series.error
    assert not series.runs
    worker.close()
