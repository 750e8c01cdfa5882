"""What the slow calls of the CPU backend cost: ``python -m bench.tails [--calls N] [--json FILE] [--page FILE]``.

Four questions: how long calls take beside a process that holds a core; how much a second thread brings; how long small calls take
while another thread of Python computes; how much memory a hundred warm calls leave behind.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.data import Case
from bench.machine import machine, usable_cores
from bench.page import renewed

__all__ = ["Bar", "Tail", "bars", "main", "tail_of"]

WORK: Final = (Case("hash", "1M", 1 << 20), Case("xor", "1M", 1 << 20), Case("mandelbrot", "512", 512))
GROWTH_CALLS: Final = 100
ROUNDS: Final = 5


@dataclass(frozen=True, slots=True)
class Tail:
    """Microseconds of many calls."""

    calls: int
    mean: float
    median: float
    p99: float
    p999: float


@dataclass(frozen=True, slots=True)
class Bar:
    """What is aimed at, what was measured, and whether that is good enough."""

    what: str
    limit: str
    measured: str
    holds: bool


def tail_of(seconds: Sequence[float]) -> Tail:
    """The tail of a sample, by the nearest rank.

    >>> tail_of([k * 1e-6 for k in range(1, 1001)])
    Tail(calls=1000, mean=500.5, median=500.5, p99=990.0, p999=999.0)
    """
    us = sorted(s * 1e6 for s in seconds)
    rank = [us[max(0, -(-len(us) * part // 1000) - 1)] for part in (990, 999)]
    return Tail(
        len(us), round(statistics.fmean(us), 3), round(statistics.median(us), 3), round(rank[0], 3), round(rank[1], 3)
    )


def bars(found: dict[str, Any]) -> list[Bar]:
    """The verdicts over what ``main`` measures."""
    made = []
    for case, (idle, held) in found["beside a process"].items():
        mean, p99, last = held.mean / idle.mean, held.p99 / idle.p99, held.p999 - held.median
        made += [
            Bar(f"{case}: mean beside a process", "≤ 2.5 × idle", f"{mean:.2f}", mean <= 2.5),
            Bar(f"{case}: p99 beside a process", "≤ 3.5 × idle", f"{p99:.2f}", p99 <= 3.5),
            Bar(f"{case}: p99.9 beside a process", "≤ median + 2 ms", f"+ {last / 1e3:.2f} ms", last <= 2000),
        ]
    p99 = found["beside a thread"].p99
    made.append(Bar("1,024 words beside a thread of Python: p99", "≤ 5 µs", f"{p99:.2f} µs", p99 <= 5))
    growth = found["growth"]
    made.append(Bar(f"{GROWTH_CALLS} warm calls leave", "≤ 1 MiB", f"{growth / 2**20:.2f} MiB", growth <= 2**20))
    return made


def _call_of(case: Case) -> Callable[[], object]:
    from bench.peers.vyre_peer import VyrePeer

    out = np.zeros(case.out_shape, case.out_dtype)
    given = case.inputs(0)
    run = VyrePeer().prepare(case, given, out).run
    run()
    return run


def _samples(call: Callable[[], object], count: int) -> list[float]:
    clock = time.perf_counter
    found = []
    for _ in range(count):
        start = clock()
        call()
        found.append(clock() - start)
    return found


@contextmanager
def _held_core() -> Iterator[None]:
    """Another process computes meanwhile."""
    holder = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        time.sleep(0.3)
        yield
    finally:
        holder.kill()
        holder.wait()


@contextmanager
def _computing_thread() -> Iterator[None]:
    """Another thread of this Python computes meanwhile."""
    stop = threading.Event()

    def compute() -> None:
        total = 0
        while not stop.is_set():
            for k in range(1000):
                total += k * k

    thread = threading.Thread(target=compute)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def beside_a_process(calls: int) -> dict[str, tuple[Tail, Tail]]:
    """Per case: the tail alone, and beside the process; taken in turns."""
    found = {}
    for case in WORK:
        call = _call_of(case)
        idle: list[float] = []
        held: list[float] = []
        for _ in range(ROUNDS):
            idle += _samples(call, -(-calls // ROUNDS))
            with _held_core():
                held += _samples(call, -(-calls // ROUNDS))
        found[case.name] = (tail_of(idle), tail_of(held))
    return found


def beside_a_thread(calls: int) -> Tail:
    """A bound call over 1,024 words, while another thread of Python computes."""
    from bench.kernels.arrays import xor3

    a, b = (np.arange(1024, dtype=np.uint32) for _ in range(2))
    bound = xor3.compile(backend="cpu").bind(a, b, out=np.zeros(1024, np.uint32))
    bound()
    with _computing_thread():
        return tail_of(_samples(bound, 20 * calls))


def growth() -> int:
    """Bytes of resident memory that a hundred warm calls with fresh outputs leave behind, outputs given back."""
    from bench.kernels.arrays import xor3

    a, b = (np.arange(1 << 16, dtype=np.uint32) for _ in range(2))
    for _ in range(20):
        xor3(a, b, backend="cpu")
    before = _resident()
    for _ in range(GROWTH_CALLS):
        xor3(a, b, backend="cpu")
    return _resident() - before


def _resident() -> int:
    fields = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in fields if line.startswith("VmRSS"))


def scaling(calls: int) -> dict[str, dict[int, float]]:
    """Per case and number of cores: the median in milliseconds, each in a process that keeps to these cores."""
    found: dict[str, dict[int, float]] = {case.name: {} for case in WORK}
    for cores in sorted({1, usable_cores()}):
        done = subprocess.run(
            [sys.executable, "-m", "bench.tails", "--scaling", str(cores), "--calls", str(calls)],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).resolve().parent.parent,
        )
        for name, ms in json.loads(done.stdout).items():
            found[name][cores] = ms
    return found


def _scaled(cores: int, calls: int) -> None:
    import os

    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    print(json.dumps({case.name: statistics.median(_samples(_call_of(case), calls)) * 1e3 for case in WORK}))


def _report(found: dict[str, Any]) -> str:
    lines = [f"- date: {time.strftime('%Y-%m-%d')}", "- command: `python -m bench.tails`"]
    lines += [f"- {name}: {value}" for name, value in found["machine"].items()]
    lines += ["", "| | calls | mean | median | p99 | p99.9 |", "|---|--:|--:|--:|--:|--:|"]
    rows = {
        f"{case}, {how}": t
        for case, pair in found["beside a process"].items()
        for how, t in zip(("alone", "beside a process"), pair, strict=True)
    }
    rows["1,024 words, beside a thread of Python"] = found["beside a thread"]
    lines += [
        f"| {n} | {t.calls} | {t.mean:.1f} | {t.median:.1f} | {t.p99:.1f} | {t.p999:.1f} |" for n, t in rows.items()
    ]
    lines += [
        "",
        "Microseconds a call.",
        "",
        "| milliseconds a call | " + " | ".join(f"{c} cores" for c in sorted({1, usable_cores()})) + " |",
    ]
    lines.append("|---|" + "--:|" * len({1, usable_cores()}))
    for name, by in found["scaling"].items():
        lines.append(f"| {name} | " + " | ".join(f"{by[c]:.3f}" for c in sorted(by)) + " |")
    lines += ["", "| | bar | measured | |", "|---|---|--:|---|"]
    lines += [f"| {b.what} | {b.limit} | {b.measured} | {'met' if b.holds else 'missed'} |" for b in bars(found)]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the status tells nothing of bars."""
    parser = argparse.ArgumentParser(prog="python -m bench.tails", description=__doc__)
    parser.add_argument("--calls", type=int, default=1000, help="calls of each case (default 1000)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers")
    parser.add_argument("--page", type=Path, metavar="FILE", help="renew its part of this page of docs/measured")
    parser.add_argument("--scaling", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.scaling is not None:
        _scaled(given.scaling, given.calls)
        return 0
    found: dict[str, Any] = {
        "machine": machine(),
        "beside a process": beside_a_process(given.calls),
        "beside a thread": beside_a_thread(given.calls),
        "growth": growth(),
        "scaling": scaling(given.calls),
    }
    text = _report(found)
    print(text)
    if given.page is not None:
        before = given.page.read_text(encoding="utf-8") if given.page.exists() else None
        given.page.write_text(renewed(before, "tails", text), encoding="utf-8")
    if given.json is not None:
        plain = found | {
            "beside a process": {c: [asdict(t) for t in pair] for c, pair in found["beside a process"].items()},
            "beside a thread": asdict(found["beside a thread"]),
            "bars": [asdict(bar) for bar in bars(found)],
        }
        given.json.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
