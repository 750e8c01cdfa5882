"""Many random programs on backends against the reference.

``python -m tests.property.campaign --backend cpu reference:lanes --count 5000 --seed 0 [--profile wide|narrow|portable|every] [--size N] [--stop]``

``python -m tests.property.campaign --jobs 16 --seconds 500 --profile every nested --count 100000 --seed 9000000 [--quick] [--processor haswell]``
runs chunks of 40 programs in several processes and alternates between the profiles. It starts no chunk after that many
seconds, and prints how many programs ran. ``--quick``: four chunks of five are compiled at LLVM's level 0.
``--processor``: the processor that the CPU backend compiles for.

VYRE_TEST_SIZE=full runs 20,000 programs of all types, and 5,000 others, on the scalar reference, the lane-wise one and
the CPU (``tests/property/test_agree.py -k scalar_lanes_and_cpu``)."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from tests.property.programs import PROFILES, features, random_program
from tests.property.running import compare, open_backend, skip_reason
from vyre.contract.backend import VyreBackend
from vyre.drivers.cpu import compiler
from vyre.errors import VyreError

_SHOWN = ("for", "while", "nested-loops", "divergence", "divergent-loop", "break", "continue", "return", "barrier", "barrier-in-loop",
          "shared", "shared-atomics", "atomics", "2d", "private", "table", "record", "trap", "axes")  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What a campaign met."""

    programs: int = 0
    features: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str]] = field(default_factory=list)  # seed, what happened

    def table(self) -> str:
        rows = [f"programs {self.programs}, failures {len(self.failures)}"]
        rows += [f"  with {name:16} {self.features[name]:6}" for name in _SHOWN]
        return "\n".join(rows)


def campaign(
    backends: Sequence[VyreBackend],
    seeds: Iterator[int] | range,
    profile: str,
    *,
    size: int | None = None,
    stop: bool = False,
    counting: bool = False,
) -> Tally:
    """Run the programs of ``seeds`` on each backend; the reference runs once for all. ``counting``: also what they have."""
    tally = Tally()
    for seed in seeds:
        case = random_program(seed, PROFILES[profile], size)
        tally.programs += 1
        if counting:
            tally.features.update(features(case.program))
        try:
            case.program.check()
            expected = case.expected()
        except VyreError as error:  # a fault of the generator
            tally.failures.append((seed, f"{case.origin}: {type(error).__name__}: {error}"))
            continue
        for backend in backends:
            try:
                difference = compare(case, backend, expected)
                if difference is not None:
                    tally.failures.append((seed, str(difference)))
            except VyreError as error:
                what = f"{case.origin} on {backend.id}: {type(error).__name__}: {error}"
                tally.failures.append((seed, f"{what}\n{case.program.to_text()}"))
        if stop and tally.failures:
            break
    return tally


_CHUNK = 40
_REPORTED = 1000


@dataclass(frozen=True, slots=True)
class Chunk:
    """A group of programs that one process runs."""

    backends: tuple[str, ...]
    profile: str
    seeds: range
    quick: bool  # LLVM's level 0
    stop_at: float  # the time after which it is not started


_OBJECT_OF = compiler.object_of
_OPENED: dict[tuple[str, ...], list[VyreBackend]] = {}


def _at_level_0(text: str, *, level: int) -> bytes:
    return _OBJECT_OF(text, level=0)


def run_chunk(chunk: Chunk) -> Tally | None:
    """The results of a chunk, or None if it was not started."""
    if time.time() > chunk.stop_at:
        return None
    if chunk.backends not in _OPENED:
        _OPENED[chunk.backends] = [open_backend(name) for name in chunk.backends]
    compiler.object_of = _at_level_0 if chunk.quick else _OBJECT_OF
    return campaign(_OPENED[chunk.backends], chunk.seeds, chunk.profile)


def compile_for(processor: str) -> None:
    """Have the CPU backend compile for an older processor than this one."""
    here = compiler.ask_host()
    kept = ",".join(f for f in here.features.split(",") if not f.startswith("+avx512") and not f.startswith("+avx10"))
    older = replace(here, cpu=processor, features=kept)
    compiler.ask_host = cache(lambda: older)


def many(given: argparse.Namespace, profiles: Sequence[str]) -> int:
    """Run chunks in processes."""
    stop_at = time.time() + (given.seconds or 1e9)
    starts = range(given.seed, given.seed + given.count, _CHUNK)
    chunks = (
        Chunk(tuple(given.backend), profile, range(at, min(at + _CHUNK, given.seed + given.count)), given.quick and n % 5 != 0, stop_at)
        for n, (at, profile) in enumerate(zip(starts, itertools.cycle(profiles), strict=False))
    )  # fmt: skip
    programs = failures = 0
    prepare = (compile_for, (given.processor,)) if given.processor else (None, ())
    with multiprocessing.get_context("spawn").Pool(given.jobs, *prepare) as pool:
        for tally in pool.imap(run_chunk, chunks):
            if tally is None:
                break
            programs += tally.programs
            failures += len(tally.failures)
            for seed, what in tally.failures:
                print(f"--- seed {seed}\n{what.splitlines()[0] if given.quiet else what}", flush=True)
            if programs % _REPORTED == 0:
                print(f"{programs} programs, {failures} differ", flush=True)
        pool.terminate()
    print(
        f"{' '.join(given.backend)}: {programs} programs, seeds {given.seed} to {given.seed + programs - 1}, {failures} differ"
    )
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.campaign", description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["cpu"])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=None)
    parser.add_argument("--profile", nargs="+", choices=sorted(PROFILES), default=None)
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    parser.add_argument("--quiet", action="store_true", help="no program text, only the seeds and what differs")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: this one")
    parser.add_argument("--seconds", type=float, default=0, help="after which no chunk is begun; 0: all are run")
    parser.add_argument("--quick", action="store_true", help="four of five chunks at LLVM's level 0")
    parser.add_argument("--processor", default=None, help="LLVM's name of an older one to compile for: haswell")
    given = parser.parse_args()
    for name in given.backend:
        reason = skip_reason(name)
        if reason is not None:
            print(f"skipped {name}: {reason}")
            return 2
    profiles = given.profile or ["every" if "wgpu" in given.backend else "wide"]
    if given.jobs:
        return many(given, profiles)
    (profile,) = profiles
    backends = [open_backend(name) for name in given.backend]
    begin = time.perf_counter()
    tally = campaign(
        backends, range(given.seed, given.seed + given.count), profile, size=given.size, stop=given.stop, counting=True
    )
    for seed, what in tally.failures:
        print(f"--- seed {seed}\n{what.splitlines()[0] if given.quiet else what}")
    seeds = f"seeds {given.seed} ... {given.seed + given.count - 1}"
    print(f"{' '.join(given.backend)}, profile {profile}, {seeds}, {time.perf_counter() - begin:.0f} s")
    print(tally.table())
    for backend in backends:
        backend.close()
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
