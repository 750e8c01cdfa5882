"""The runner: every competitor a live process, turns interleaved, results compared, a table and JSON written."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.data import CASES, VARIANTS, Case
from bench.machine import machine
from bench.report import report
from bench.worker import PEERS

__all__ = ["Options", "main", "options"]

_REST_S = 0.02  # between turns: threads of the one before stop spinning


@dataclass(frozen=True, slots=True)
class Options:
    """What to run. ``budget_s``: seconds of timed calls in one turn of one competitor."""

    cases: tuple[Case, ...]
    peers: tuple[str, ...]
    turns: int
    budget_s: float
    out: Path | None
    overhead: bool
    one_core: bool


def options(arguments: Sequence[str]) -> Options:
    """Read the command line."""
    kernels = sorted({case.kernel for case in CASES})
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--turns", type=int, default=9, help="turns of each competitor in each case (default 9)")
    parser.add_argument(
        "--kernels", default=",".join(kernels), help=f"some of {', '.join(kernels)}, or single cases like 'xor 1M'"
    )
    parser.add_argument("--peers", default=",".join(PEERS), help=f"some of {', '.join(PEERS)}")
    parser.add_argument(
        "--quick", action="store_true", help="three short turns, no case of 16M whose kernel has a smaller one"
    )
    parser.add_argument(
        "--one-core",
        action="store_true",
        help="each competitor on one core, by processor time: for a machine that others use",
    )
    parser.add_argument("--no-overhead", action="store_true", help="leave the cost of a call out")
    parser.add_argument("--out", type=Path, help="write NAME.md and NAME.json too")
    given = parser.parse_args(arguments)
    wanted = {name.strip() for name in given.kernels.split(",")}
    cases = tuple(case for case in CASES if case.kernel in wanted or case.name in wanted)
    unknown = wanted - {case.kernel for case in CASES} - {case.name for case in CASES}
    peers = tuple(name.strip() for name in given.peers.split(","))
    if unknown or not set(peers) <= set(PEERS):
        parser.error(f"unknown: {', '.join(sorted(unknown | (set(peers) - set(PEERS))))}")
    if given.turns < 1:
        parser.error("--turns is at least 1")
    if given.quick:
        smallest = {case.kernel: case.n for case in reversed(cases)}
        cases = tuple(case for case in cases if case.n <= max(smallest[case.kernel], 1 << 20))
    return Options(
        cases,
        peers,
        3 if given.quick else given.turns,
        0.02 if given.quick else 0.1,
        given.out,
        not given.no_overhead,
        given.one_core,
    )


class Worker:
    """One competitor's process."""

    def __init__(self, peer: str, folder: Path, clock: str) -> None:
        root = Path(__file__).resolve().parent.parent
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", peer, str(folder), clock],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.versions: dict[str, str] = self._read().get("versions", {})

    def _read(self) -> dict[str, Any]:
        if self._process.stdout is None:
            return {"error": "no pipe"}
        line = self._process.stdout.readline()
        found: dict[str, Any] = (
            json.loads(line) if line else {"error": f"the process ended with status {self._process.wait()}"}
        )
        return found

    def ask(self, **question: object) -> dict[str, Any]:
        """One question, one answer; ``{"error": …}`` where the process is gone."""
        if self._process.stdin is None or self._process.poll() is not None:
            return {"error": "the process has ended"}
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self._read()

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@dataclass
class Series:
    """What one competitor did in one case. ``seconds``: the median of each turn; ``best_s``: the fastest call of all."""

    first_s: float | None = None
    best_s: float | None = None
    seconds: list[float] = field(default_factory=list)
    calls: int = 0
    wrong: str | None = None
    error: str | None = None

    def take(self, answer: dict[str, Any]) -> None:
        """Keep one answer."""
        self.error = self.error or answer.get("error")
        self.wrong = self.wrong or answer.get("wrong")
        self.first_s = answer.get("first_s", self.first_s)
        if "seconds" in answer:
            self.seconds.append(answer["seconds"])
            self.best_s = min(answer["best_s"], self.best_s or answer["best_s"])
            self.calls += answer["calls"]

    def to_dict(self) -> dict[str, object]:
        """Plain data; times in milliseconds."""
        found: dict[str, object] = {"error": self.error, "wrong": self.wrong, "calls": self.calls}
        if self.first_s is not None:
            found["first_ms"] = self.first_s * 1e3
        if self.seconds and self.best_s is not None:
            middle = statistics.median(self.seconds)
            found |= {
                "median_ms": middle * 1e3,
                "best_ms": self.best_s * 1e3,
                "spread": (max(self.seconds) - min(self.seconds)) / middle,
                "turns_ms": [s * 1e3 for s in self.seconds],
            }
        return found


def _write_expected(case: Case, folder: Path) -> None:
    """For us, and for those who run another kernel in this row."""
    from bench.strict import REFERENCES

    for one in {case, case.against}:
        for variant in range(VARIANTS):
            out, given = np.zeros(one.out_shape, one.out_dtype), one.inputs(variant)
            one.prime(given, out)
            REFERENCES[one.kernel](given, out)
            np.save(folder / f"{one.name}.{variant}.npy", out)


def run_case(case: Case, workers: dict[str, Worker], folder: Path, *, turns: int, budget_s: float) -> dict[str, Series]:
    """All turns of one case. The competitor that begins changes from turn to turn."""
    _write_expected(case, folder)
    series = {name: Series() for name in workers}
    for name, worker in workers.items():
        series[name].take(worker.ask(do="open", case=case.name))
    names = list(workers)
    for turn in range(turns):
        at = turn % len(names)
        for name in names[at:] + names[:at]:
            mine = series[name]
            # A competitor of a second a call needs no more than three turns.
            if mine.error is None and not (len(mine.seconds) >= 3 and min(mine.seconds) > 1.0):
                time.sleep(_REST_S)
                mine.take(workers[name].ask(do="turn", budget_s=budget_s))
    for path in folder.glob("*.npy"):
        path.unlink()
    return series


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the table. Status 1 where a competitor failed or gave other bytes."""
    chosen = options(sys.argv[1:] if arguments is None else arguments)
    found: dict[str, Any] = {
        "schema": 1,
        "date": time.strftime("%Y-%m-%d"),
        "machine": machine(),
        "clock": "cpu" if chosen.one_core else "wall",
        "turns": chosen.turns,
        "budget_s": chosen.budget_s,
        "cases": {},
        "overhead": {},
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workers = {peer: Worker(peer, folder, found["clock"]) for peer in chosen.peers}
        try:
            found["peers"] = {peer: worker.versions for peer, worker in workers.items()}
            for case in chosen.cases:
                series = run_case(case, workers, folder, turns=chosen.turns, budget_s=chosen.budget_s)
                found["cases"][case.name] = {peer: mine.to_dict() for peer, mine in series.items()}
                print(
                    f"{case.name}: " + ", ".join(_brief(peer, mine) for peer, mine in series.items()),
                    file=sys.stderr,
                    flush=True,
                )
            if chosen.overhead:
                for peer, worker in workers.items():
                    answer = worker.ask(do="overhead", turns=chosen.turns)
                    found["overhead"][peer] = answer if "error" in answer else answer["rows"]
        finally:
            for worker in workers.values():
                worker.close()
    text = report(found)
    print(text)
    if chosen.out is not None:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.with_suffix(".md").write_text(text, encoding="utf-8")
        chosen.out.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    failed = any(mine["error"] or mine["wrong"] for row in found["cases"].values() for mine in row.values())
    return 1 if failed or any("error" in rows for rows in found["overhead"].values()) else 0


def _brief(peer: str, mine: Series) -> str:
    what = (
        "failed" if mine.error else "WRONG BYTES" if mine.wrong else f"{statistics.median(mine.seconds) * 1e3:.3f} ms"
    )
    return f"{peer} {what}"
