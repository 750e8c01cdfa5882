"""Many random programs on backends against the reference.

``python -m tests.property.campaign --backend cpu reference:lanes --count 5000 --seed 0 [--profile wide|narrow|portable|every] [--size N] [--stop]``

VYRE_TEST_SIZE=full runs 20,000 programs of all types, and 5,000 others, on the scalar reference, the lane-wise one and the CPU
(``tests/property/test_agree.py -k scalar_lanes_and_cpu``).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.property.programs import PROFILES, features, random_program
from tests.property.running import compare, open_backend, skip_reason
from vyre.contract.backend import VyreBackend
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
        expected = case.expected()
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.campaign", description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["cpu"])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=None)
    parser.add_argument("--profile", choices=sorted(PROFILES), default=None)
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    parser.add_argument("--quiet", action="store_true", help="no program text, only the seeds and what differs")
    given = parser.parse_args()
    for name in given.backend:
        reason = skip_reason(name)
        if reason is not None:
            print(f"skipped {name}: {reason}")
            return 2
    profile = given.profile or ("every" if "wgpu" in given.backend else "wide")
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
