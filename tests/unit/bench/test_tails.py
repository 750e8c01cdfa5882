"""The bench of slow calls: its numbers from samples, its bars, and a short run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.tails import WORK, Tail, bars, main, tail_of


def test_a_tail_is_by_the_nearest_rank() -> None:
    assert tail_of([3e-6, 1e-6, 2e-6]) == Tail(3, 2.0, 2.0, 3.0, 3.0)
    found = tail_of([1e-6] * 989 + [5e-6] * 10 + [9e-6])
    assert (found.median, found.p99, found.p999) == (1.0, 5.0, 5.0)
    assert tail_of([1e-6] * 998 + [9e-6] * 2).p999 == 9.0


def _found(held: Tail, small: Tail, growth: int) -> dict[str, Any]:
    idle = Tail(10, 100.0, 100.0, 200.0, 300.0)
    return {"beside a process": {"hash 1M": (idle, held)}, "beside a thread": small, "growth": growth}


def test_bars_are_held_at_their_limits_and_missed_beyond() -> None:
    good = bars(_found(Tail(10, 250.0, 100.0, 700.0, 2100.0), Tail(10, 1.0, 1.0, 5.0, 9.0), 2**20))
    assert [bar.holds for bar in good] == [True] * 5
    bad = bars(_found(Tail(10, 251.0, 100.0, 701.0, 2101.0), Tail(10, 1.0, 1.0, 5.1, 9.0), 2**20 + 1))
    assert [bar.holds for bar in bad] == [False] * 5
    assert bad[3].measured == "5.10 µs"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and keeps processes to cores")
def test_a_short_run_writes_all_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    assert main(["--calls", "3", "--json", str(tmp_path / "t.json"), "--page", str(page)]) == 0
    found = json.loads((tmp_path / "t.json").read_text())
    assert set(found["beside a process"]) == set(found["scaling"]) == {case.name for case in WORK}
    assert found["beside a thread"]["calls"] == 60
    text = capsys.readouterr().out
    assert text.strip() in page.read_text(encoding="utf-8")
    assert all(bar["what"] in text for bar in found["bars"])
