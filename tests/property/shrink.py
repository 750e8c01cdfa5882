"""Makes a failing program small: statements leave while it still fails.

``python -m tests.property.shrink --backend opencl --seed 7 [--profile narrow] [--seconds 120]`` prints the smallest
program that still differs from the reference.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from tests.property.programs import PROFILES, random_program
from tests.property.running import compare, open_backend, skip_reason
from vyre.conform.shrink import smallest_program
from vyre.errors import VyreError
from vyre.ir.program import Program


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.shrink", description=__doc__)
    parser.add_argument("--backend", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, default=None)
    parser.add_argument("--profile", choices=sorted(PROFILES), default="narrow")
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    reason = skip_reason(given.backend)
    if reason is not None:
        print(f"skipped {given.backend}: {reason}")
        return 2
    case = random_program(given.seed, PROFILES[given.profile], given.size)
    backend, reversed_order = open_backend(given.backend), open_backend("reference:reversed")
    asked = 0

    def fails(program: Program) -> bool:
        nonlocal asked
        asked += 1
        try:
            made = replace(case, program=program)
            # What became a race says nothing.
            return compare(made, backend) is not None and compare(made, reversed_order) is None
        except VyreError:
            return False

    if not fails(case.program):
        print("the program agrees with the reference")
        return 1
    found = smallest_program(case.program, fails, seconds=given.seconds)
    print(f"{asked} programs tried\n{compare(replace(case, program=found), backend)}")
    backend.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
