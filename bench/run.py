"""The whole bench: cases, competitors, bars, the cost of a call; a page and JSON. See ``bench.turns`` for how it is measured."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.data import CASES, Case
from bench.machine import machine
from bench.report import report
from bench.turns import STRICT, Series, Workers, run_case
from bench.worker import PEERS

__all__ = ["Options", "main", "options"]

_HERE = ("vyre", "numpy", "numba", "c")  # what needs no environment of its own


@dataclass(frozen=True, slots=True)
class Options:
    """What to run. ``budget_s``: seconds of timed calls in one turn of one competitor; ``wait_s``: for silence, each turn."""

    cases: tuple[Case, ...]
    peers: tuple[str, ...]
    turns: int
    budget_s: float
    wait_s: float
    out: Path | None
    page: Path | None
    overhead: bool
    one_core: bool
    environments: Path | None


def options(arguments: Sequence[str]) -> Options:
    """Read the command line."""
    kernels = sorted({case.kernel for case in CASES})
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--turns", type=int, default=15, help="turns of each competitor in each case (default 15)")
    parser.add_argument(
        "--kernels", default=",".join(kernels), help=f"some of {', '.join(kernels)}, or single cases like 'xor 1M'"
    )
    parser.add_argument(
        "--peers",
        default=",".join(_HERE),
        help=f"some of {', '.join(PEERS)}, or all; default {','.join(_HERE)}. Those that are not here are installed, "
        "each into an environment of its own in the user's cache",
    )
    parser.add_argument("--environments", type=Path, metavar="DIR", help="keep these environments there")
    parser.add_argument(
        "--quick", action="store_true", help="three short turns, no case of 16M whose kernel has a smaller one"
    )
    parser.add_argument(
        "--one-core",
        action="store_true",
        help="each competitor on one core, by processor time: for a machine that others use",
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=60.0,
        metavar="S",
        help="seconds that a turn waits until others keep fewer than .3 cores busy; then the row is measured as by --one-core (default 60)",
    )
    parser.add_argument("--no-overhead", action="store_true", help="leave the cost of a call out")
    parser.add_argument("--out", type=Path, metavar="NAME", help="write NAME.md and NAME.json too")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="renew the measured part of this page of docs/measured"
    )
    given = parser.parse_args(arguments)
    wanted = {name.strip() for name in given.kernels.split(",")}
    cases = tuple(case for case in CASES if case.kernel in wanted or case.name in wanted)
    unknown = wanted - {case.kernel for case in CASES} - {case.name for case in CASES}
    peers = tuple(PEERS) if given.peers == "all" else tuple(name.strip() for name in given.peers.split(","))
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
        0.0 if given.quick else given.wait,
        given.out,
        given.page,
        not given.no_overhead,
        given.one_core,
        given.environments,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the table. Status 1 where a competitor failed, or one that is held to the reference's bytes gave others."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    chosen = options(given)
    found: dict[str, Any] = {
        "schema": 2,
        "date": time.strftime("%Y-%m-%d"),
        "command": " ".join(["./scripts/bench", *given]),
        "machine": machine(),
        "clock": "cpu" if chosen.one_core else "wall",
        "turns": chosen.turns,
        "budget_s": chosen.budget_s,
        "wait_s": chosen.wait_s,
        "cases": {},
        "clocks": {},
        "overhead": {},
    }
    with tempfile.TemporaryDirectory() as name:
        workers = Workers(chosen.peers, Path(name), chosen.environments)
        try:
            for case in chosen.cases:
                clock, series = run_case(
                    case,
                    workers,
                    clock=found["clock"],
                    turns=chosen.turns,
                    budget_s=chosen.budget_s,
                    wait_s=chosen.wait_s,
                )
                found["cases"][case.name] = {peer: mine.to_dict() for peer, mine in series.items()}
                found["clocks"][case.name] = clock
                briefs = ", ".join(_brief(peer, mine) for peer, mine in series.items())
                print(f"{case.name} ({clock}): {briefs}", file=sys.stderr, flush=True)
            if chosen.overhead:
                for peer, worker in workers.by(found["clock"]).items():
                    answer = worker.ask(do="overhead", turns=chosen.turns)
                    found["overhead"][peer] = answer if "error" in answer else answer["rows"]
            found["peers"] = workers.versions
        finally:
            workers.close()
    text = report(found)
    print(text)
    if chosen.out is not None:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.with_suffix(".md").write_text(text, encoding="utf-8")
        chosen.out.with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if chosen.page is not None:
        from bench.page import renewed

        before = chosen.page.read_text(encoding="utf-8") if chosen.page.exists() else None
        chosen.page.write_text(renewed(before, "table", text), encoding="utf-8")
    failed = any(
        mine["error"] or (mine["wrong"] and peer in STRICT)
        for row in found["cases"].values()
        for peer, mine in row.items()
    )
    return 1 if failed or any("error" in rows for rows in found["overhead"].values()) else 0


def _brief(peer: str, mine: Series) -> str:
    if mine.error or mine.unable:
        return f"{peer} {'failed' if mine.error else 'cannot'}"
    return f"{peer} {statistics.median(mine.seconds.values()) * 1e3:.3f} ms{' OTHER BYTES' if mine.wrong else ''}"
