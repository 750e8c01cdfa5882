"""Interleaved turns: every competitor a live process, each turn in another order, each result compared.

A turn waits until nothing else wants the processor. Where that never comes, the row is measured again with every competitor on
one core, by its processor time.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.data import VARIANTS, Case
from bench.peers.environments import python_of

__all__ = ["STRICT", "Series", "Worker", "Workers", "quiet", "run_case"]

STRICT: Final = frozenset({"vyre", "numpy", "numba", "c", "halide"})
"""Competitors whose other bytes are a fault of the bench; the rest may contract floats."""

BUSY: Final = 0.3  # cores that others may keep busy in a turn
_REST_S: Final = 0.02  # between turns: threads of the one before stop spinning
_LOOK_S: Final = 0.2


def _busy_s() -> tuple[float, float]:
    """Seconds of all cores together that were not idle, and the moment."""
    with open("/proc/stat", encoding="ascii") as stat:
        ticks = [int(word) for word in stat.readline().split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK"), time.monotonic()


def quiet(limit_s: float) -> bool:
    """Wait, at most ``limit_s`` seconds, until fewer than .3 cores are busy; whether they are. Call it while nothing of ours runs."""
    end = time.monotonic() + limit_s
    while True:
        try:
            busy, then = _busy_s()
            time.sleep(_LOOK_S)
            later, now = _busy_s()
            load = (later - busy) / (now - then)
        except OSError:  # no /proc
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        if load < BUSY:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(_LOOK_S)


class Worker:
    """One competitor's process. ``clock``: "wall", or "cpu" on one core."""

    def __init__(self, peer: str, folder: Path, clock: str, environments: Path | None = None) -> None:
        root = Path(__file__).resolve().parent.parent
        one = {"HL_NUM_THREADS": "1", "POCL_MAX_PTHREAD_COUNT": "1"} if clock == "cpu" else {}
        self._process: subprocess.Popen[str] | None = None
        try:
            self._process = subprocess.Popen(
                [str(python_of(peer, environments)), "-m", "bench.worker", peer, str(folder), clock],
                cwd=root,
                env=os.environ
                | one
                | {"VYRE_BACKEND": "cpu"},  # what a call that names no device takes, beside a GPU too
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            self.versions: dict[str, str] = {"error": f"not installed: {error}"}
            return
        answer = self._read()
        self.versions = answer.get("versions", answer)

    def _read(self) -> dict[str, Any]:
        if self._process is None or self._process.stdout is None:
            return {"error": "no process"}
        line = self._process.stdout.readline()
        found: dict[str, Any] = (
            json.loads(line) if line else {"error": f"the process ended with status {self._process.wait()}"}
        )
        return found

    def ask(self, **question: object) -> dict[str, Any]:
        """One question, one answer; ``{"error": …}`` where the process is gone."""
        if self._process is None or self._process.stdin is None or self._process.poll() is not None:
            return {"error": self.versions.get("error", "the process has ended")}
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return {"error": "the process has ended"}
        return self._read()

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class Workers:
    """The competitors' processes, by clock, started when first wanted."""

    def __init__(self, peers: Sequence[str], folder: Path, environments: Path | None = None) -> None:
        self.folder = folder
        self._peers = peers
        self._environments = environments
        self._made: dict[str, dict[str, Worker]] = {}

    def by(self, clock: str) -> Mapping[str, Worker]:
        """Those of one clock."""
        if clock not in self._made:
            self._made[clock] = {p: Worker(p, self.folder, clock, self._environments) for p in self._peers}
        return self._made[clock]

    @property
    def versions(self) -> dict[str, dict[str, str]]:
        workers = next(iter(self._made.values()), {})
        return {peer: worker.versions for peer, worker in workers.items()}

    def close(self) -> None:
        """End all of them."""
        for workers in self._made.values():
            for worker in workers.values():
                worker.close()


@dataclass
class Series:
    """What one competitor did in one case. ``seconds``: the median of each turn, by the turn; ``best_s``: the fastest call of all;
    ``copied``: bytes a second of a copy beside it, by the turn."""

    first_s: float | None = None
    best_s: float | None = None
    seconds: dict[int, float] = field(default_factory=dict)
    copied: dict[int, float] = field(default_factory=dict)
    calls: int = 0
    wrong: str | None = None
    error: str | None = None
    unable: str | None = None

    def take(self, answer: Mapping[str, Any], turn: int = 0) -> None:
        """Keep one answer."""
        self.error = self.error or answer.get("error")
        self.wrong = self.wrong or answer.get("wrong")
        self.unable = self.unable or answer.get("unable")
        self.first_s = answer.get("first_s", self.first_s)
        if "seconds" in answer:
            self.seconds[turn] = answer["seconds"]
            self.best_s = min(answer["best_s"], self.best_s or answer["best_s"])
            self.calls += answer["calls"]
        if "copied" in answer:
            self.copied[turn] = answer["copied"]

    @property
    def runs(self) -> bool:
        return self.error is None and self.unable is None

    def to_dict(self) -> dict[str, object]:
        """Plain data; times in milliseconds."""
        found: dict[str, object] = {
            "error": self.error,
            "wrong": self.wrong,
            "unable": self.unable,
            "calls": self.calls,
        }
        if self.first_s is not None:
            found["first_ms"] = self.first_s * 1e3
        if self.seconds and self.best_s is not None:
            turns = list(self.seconds.values())
            middle = statistics.median(turns)
            found |= {
                "median_ms": middle * 1e3,
                "best_ms": self.best_s * 1e3,
                "spread": (max(turns) - min(turns)) / middle,
                "turns_ms": {str(turn): s * 1e3 for turn, s in self.seconds.items()},
            }
        if self.copied:
            found["copied"] = {str(turn): rate for turn, rate in self.copied.items()}
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


def run_case(
    case: Case, workers: Workers, *, clock: str, turns: int, budget_s: float, wait_s: float
) -> tuple[str, dict[str, Series]]:
    """All turns of one case, and the clock that they were taken by: "cpu" also where no turn of "wall" found its silence in
    ``wait_s`` seconds."""
    _write_expected(case, workers.folder)
    found = None
    if clock == "wall":
        found = _taken(case, workers.by("wall"), turns=turns, budget_s=budget_s, wait_s=wait_s)
        for worker in workers.by("wall").values():
            worker.ask(do="close")
    if found is None:
        clock = "cpu"
        found = _taken(case, workers.by("cpu"), turns=turns, budget_s=budget_s, wait_s=None)
    for path in workers.folder.glob("*.npy"):
        path.unlink()
    return clock, found or {}


def _taken(
    case: Case, workers: Mapping[str, Worker], *, turns: int, budget_s: float, wait_s: float | None
) -> dict[str, Series] | None:
    """The competitor that begins changes from turn to turn. None where a turn found no silence."""
    series = {name: Series() for name in workers}
    for name, worker in workers.items():
        series[name].take(worker.ask(do="open", case=case.name))
    names = list(workers)
    for turn in range(turns):
        if wait_s is not None and not quiet(wait_s):
            return None
        at = turn % len(names)
        for name in names[at:] + names[:at]:
            mine = series[name]
            # A competitor of a second a call needs no more than three turns.
            if mine.runs and not (len(mine.seconds) >= 3 and min(mine.seconds.values()) > 1.0):
                time.sleep(_REST_S)
                copies = case.moved_bytes if name == "vyre" else 0
                mine.take(workers[name].ask(do="turn", budget_s=budget_s, copied_bytes=copies), turn)
    return series
