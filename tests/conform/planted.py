"""Which of the faults that ``tests.property.faults`` plants into the CPU emitter the ci corpus finds, and by which row.

``python -m tests.conform.planted`` prints a line per fault; ``--every N`` takes each N-th,
``--first N`` begins with fault N. Each fault is tried in a process
of its own, since a planted fault may never end.
"""

from __future__ import annotations

import argparse
import os
import select as waiting
import signal
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from tests.property.faults import FAULTS
from tests.property.planting import Fault
from vyre.conform.case import Case, Expected
from vyre.conform.corpus import CI, corpus
from vyre.conform.running import first_difference, run_case
from vyre.run.session import Session

__all__ = ["Known", "find", "known"]

PATIENCE: Final = 300
"""Seconds for one fault."""
Known = Sequence[tuple[str, Case, Expected]]
"""The cases of rows with what is right for them."""


def known(groups: Iterable[str] | None = None) -> Known:
    """Of the corpus, or of some groups: whole programs first, operations last, since these are many."""
    rows = [row for row in corpus() if groups is None or row.group in set(groups)]
    rows.sort(key=lambda row: row.group in ("op", "compare", "composite"))
    return [(row.id, case, case.expected()) for row in rows for case in row.make(CI)]


def find(fault: Fault, cases: Known) -> str:
    """The first row that fails, "nothing", or how the process ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.write(write, _first(fault, cases).encode())
        os._exit(0)
    os.close(write)
    said = b""
    if waiting.select([read], [], [], PATIENCE)[0]:
        said = os.read(read, 4096)
    else:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(read)
    return said.decode() or (
        "a crash" if os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL else "no end"
    )


def _first(fault: Fault, cases: Known) -> str:
    """Rows that hold the fault's rule come first."""
    rules = {row.id: row.rules for row in corpus()}
    order = sorted(cases, key=lambda known: fault.rule not in rules[known[0]])
    with fault.plant(), Session() as session:
        for name, case, want in order:
            try:
                got = run_case(session, "cpu", case)
            except Exception as error:  # noqa: BLE001 - whatever a planted fault raises shows it
                return f"{name}: {type(error).__name__}"
            if not isinstance(got, str) and first_difference(case, want, got) is not None:
                return name
    return "nothing"


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.conform.planted", description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the fault to begin with")
    given = parser.parse_args()
    cases = known()
    missed = 0
    faults = FAULTS[given.first :: given.every]
    for fault in faults:
        found = find(fault, cases)
        missed += found == "nothing"
        print(f"{found:<40} {fault.rule} {fault.name}", flush=True)
    print(f"\n{len(faults) - missed} of {len(faults)} found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
