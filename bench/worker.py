"""One competitor in a process of its own: reads questions as JSON lines, answers each with one line.

Started by ``bench.run`` as ``python -m bench.worker PEER FOLDER CLOCK``; ``FOLDER`` holds the expected results.
``CLOCK`` is "wall", or "cpu": then the process keeps to one core and counts its own processor time, which other work
on the machine disturbs far less.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from bench.data import VARIANTS, Case, Inputs, case_named
from bench.machine import usable_cores
from bench.peers import Job, Unable

__all__ = ["PEERS", "Peer", "difference", "open_peer"]

Array = NDArray[Any]
PEERS: Final = {
    "vyre": "VyrePeer",
    "numpy": "NumpyPeer",
    "numba": "NumbaPeer",
    "c": "CPeer",
    "halide": "HalidePeer",
    "warp": "WarpPeer",
    "jax": "JaxPeer",
    "taichi": "TaichiPeer",
    "pocl": "PoclPeer",
}
"""Competitors, and their classes in ``bench.peers.NAME_peer``."""


class Peer(Protocol):
    """A competitor."""

    def versions(self) -> dict[str, str]:
        """What is measured: names to versions and settings."""
        ...

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        """What runs the case's kernel over ``given`` into ``out``. Raises Unable."""
        ...


def open_peer(name: str) -> Peer:
    """The competitor of that name, with its libraries loaded."""
    if name not in PEERS:
        raise ValueError(f"no peer {name!r}; there are {', '.join(PEERS)}")
    peer: Peer = getattr(importlib.import_module(f"bench.peers.{name}_peer"), PEERS[name])()
    return peer


def difference(got: Array, expected: Array) -> str | None:
    """None for equal bytes, else where they part."""
    if got.dtype == expected.dtype and got.shape == expected.shape and got.tobytes() == expected.tobytes():
        return None
    got, expected = got.ravel(), expected.ravel()
    bad = np.flatnonzero(got.view(np.uint32) != expected.view(np.uint32))
    at = int(bad[0]) if bad.size else 0
    return f"{bad.size} of {expected.size} elements differ; element {at} is {got[at]!r}, expected {expected[at]!r}"


class _Bench:
    """The calls of one case over its variants, each into an output of its own."""

    def __init__(self, peer: Peer, case: Case, folder: Path, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.case = case
        self.given = [case.inputs(variant) for variant in range(VARIANTS)]
        self.outs: list[Array] = [np.zeros(case.out_shape, case.out_dtype) for _ in range(VARIANTS)]
        self.expected = [np.load(folder / f"{case.name}.{variant}.npy") for variant in range(VARIANTS)]
        for given, out in zip(self.given, self.outs, strict=True):
            case.prime(given, out)
        start = time.perf_counter()
        self.jobs = [peer.prepare(case, given, out) for given, out in zip(self.given, self.outs, strict=True)]
        self.jobs[0].run()
        self.first_s = time.perf_counter() - start
        self.turns = 0

    def check(self, variant: int) -> str | None:
        """Run over an output made ready anew, and compare."""
        self.case.prime(self.given[variant], self.outs[variant])
        job = self.jobs[variant]
        job.run()
        if job.fetch is not None:
            job.fetch()
        return difference(self.outs[variant], self.expected[variant])

    def turn(self, budget_s: float) -> dict[str, object]:
        """One warm-up call, then as many timed ones as fit, the variants in turn; then one compared call."""
        clock = self.clock
        start = clock()
        self.jobs[0].run()
        estimate = clock() - start
        count = max(1, min(1000, int(budget_s / max(estimate, 1e-7))))
        times = []
        for k in range(count):
            call = self.jobs[(k + 1) % VARIANTS].run
            start = clock()
            call()
            times.append(clock() - start)
        self.turns += 1
        wrong = self.check(self.turns % VARIANTS)
        return {"seconds": statistics.median(times), "best_s": min(times), "calls": count, "wrong": wrong}


def _copied(nbytes: int, clock: Callable[[], float]) -> float:
    """Bytes a second, read and written ones together, of a copy by one thread a core: the fastest of seven."""
    cores = 1 if clock is time.process_time else usable_cores()
    source = [np.ones(nbytes // 2 // cores, np.uint8) for _ in range(cores)]
    target = [np.zeros_like(part) for part in source]
    found = []
    with ThreadPoolExecutor(cores) as threads:
        for _ in range(7):
            start = clock()
            list(threads.map(np.copyto, target, source))
            found.append(clock() - start)
    return nbytes / min(found)


def _serve(name: str, folder: Path, clock: Callable[[], float]) -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a library that prints must not write into the answers
    bench: _Bench | None = None

    def say(answer: dict[str, object]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    try:
        peer = open_peer(name)
        say({"versions": peer.versions()})
    except (Unable, ImportError, OSError) as error:
        say({"error": f"{type(error).__name__}: {error}"[:2000]})
        return
    for line in sys.stdin:
        question = json.loads(line)
        try:
            match question["do"]:
                case "open":
                    bench = None  # give the memory of the case before back first
                    case = case_named(question["case"])
                    bench = _Bench(peer, case if name == "vyre" else case.against, folder, clock)
                    wrong = [w for w in map(bench.check, range(VARIANTS)) if w is not None]
                    say({"first_s": bench.first_s, "wrong": wrong[0] if wrong else None})
                case "close":
                    bench = None
                    say({})
                case "turn" if bench is not None:
                    answer = bench.turn(question["budget_s"])
                    if question["copied_bytes"]:
                        answer["copied"] = _copied(question["copied_bytes"], clock)
                    say(answer)
                case "overhead":
                    from bench.overhead import measure

                    say({"rows": measure(name, turns=question["turns"])})
                case other:
                    say({"error": f"cannot do {other!r} now"})
        except Unable as cannot:
            say({"unable": str(cannot)})
        except Exception as error:  # noqa: BLE001  # the runner reports it beside the other peers' numbers
            say({"error": f"{type(error).__name__}: {error}"[:2000]})


def _keep_to_one_core() -> None:
    """Before any library counts its threads."""
    if not hasattr(os, "sched_setaffinity"):
        raise OSError("this system cannot keep a process to one core; leave --one-core out")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    if sys.argv[3] == "cpu":
        _keep_to_one_core()
    _serve(sys.argv[1], Path(sys.argv[2]), time.process_time if sys.argv[3] == "cpu" else time.perf_counter)
