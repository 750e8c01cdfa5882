"""The cost of a call on the CPU, alone and beside others: ``python -m bench.calls [--turns N] [--seconds S] [--out FILE.json]``.

Rows of :mod:`bench.overhead` for vyre and NumPy, interleaved; then the times of single calls while another thread of Python
computes, and of an xor of 1 Mi elements while another process holds a core.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from bench.machine import machine
from bench.overhead import measure

__all__ = ["main"]

_SPIN = "while True: pass"


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.calls")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement of tails")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    rows = {peer: measure(peer, turns=given.turns) for peer in ("vyre", "numpy")}
    found: dict[str, object] = {"machine": machine(), "calls": rows}
    for peer, mine in rows.items():
        for row in mine:
            print(
                f"{peer:6} {row['what']:18} {row['arrays']:>3} arrays {row['us']:8.2f} µs, middle {row['middle_us']:8.2f}"
            )
    found["tails"] = tails = _tails(given.seconds)
    for what, numbers in tails.items():
        print(f"{what:40} " + ", ".join(f"{name} {value:.1f}" for name, value in numbers.items()))
    if given.out is not None:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def _tails(seconds: float) -> dict[str, dict[str, float]]:
    from bench.kernels import arrays as kernels

    pipeline = kernels.xor3.compile(backend="cpu")
    found: dict[str, dict[str, float]] = {}
    a = np.arange(1024, dtype=np.uint32)
    out = np.zeros_like(a)
    bound = pipeline.bind(a, a, out=out)
    with _busy_thread():
        found["1 Ki, pipeline(out=), a busy thread"] = _times(lambda: pipeline(a, a, out=out), seconds)
        found["1 Ki, bound(), a busy thread"] = _times(bound, seconds)
    x = np.random.default_rng(0).integers(0, 1 << 32, size=1 << 20, dtype=np.uint32)
    y, large = x[::-1].copy(), np.zeros_like(x)
    found["1 Mi, pipeline(out=)"] = _times(lambda: pipeline(x, y, out=large), seconds)
    with _busy_process():
        found["1 Mi, pipeline(out=), a held core"] = _times(lambda: pipeline(x, y, out=large), seconds)
    if large.tobytes() != (x ^ y).tobytes():
        raise ValueError("wrong result")
    return found


def _times(call: Callable[[], object], seconds: float) -> dict[str, float]:
    """Of single calls by the clock on the wall, in µs."""
    for _ in range(200):
        call()
    taken: list[int] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter_ns()
        call()
        taken.append(time.perf_counter_ns() - start)
    taken.sort()
    at = {"least": 0.0, "median": 0.5, "p99": 0.99, "p99.9": 0.999}
    found = {name: taken[int(part * (len(taken) - 1))] / 1e3 for name, part in at.items()}
    return {"calls": float(len(taken)), "mean": sum(taken) / len(taken) / 1e3, **found}


@contextmanager
def _busy_thread() -> Iterator[None]:
    ended = threading.Event()

    def spin() -> None:
        while not ended.is_set():
            pass

    thread = threading.Thread(target=spin)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _busy_process() -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-c", _SPIN])
    try:
        yield
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    raise SystemExit(main())
