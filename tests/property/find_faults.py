"""How many of the continuous programs it takes to find each planted fault.

``python -m tests.property.find_faults`` runs them for every fault and writes the table.
``--only NAME ...`` looks for some and writes nothing; ``--first`` says which program to begin with.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from tests.property.faults import BY_NAME, FAULTS
from tests.property.planting import Fault
from tests.property.programs import PROFILES, Case, features, random_program
from tests.property.running import compare, open_backend, plan_of, variants
from tests.sizes import SIZES
from vyre.drivers.cpu.loader import host
from vyre.emit.llvm import Target, emit
from vyre.facts.coverage import covers
from vyre.ir.ops import SUBGROUP_OPS
from vyre.plan.plan import Plan

__all__ = ["COUNT", "TABLE", "Found", "OneProgram", "Programs", "find", "read_table"]

COUNT = {profile: SIZES[f"programs_{profile}"][0] for profile in ("wide", "every", "nested")}
"""The programs of tests/property/test_agree.py, by profile: the seeds from 0 on."""

TABLE = Path(__file__).parents[2] / "docs/measured/generator-faults.md"

_PATIENCE = 300  # seconds for one program: a planted fault may never end
_FEATURES = {
    "loop": ("for", "while"), "loop in a loop": ("nested-loops",), "divergent branch": ("divergence",), "divergent loop": ("divergent-loop",),
    "break": ("break",), "continue": ("continue",), "return": ("return",), "barrier": ("barrier",), "barrier in a loop": ("barrier-in-loop",),
    "shared memory": ("shared",), "atomics": ("atomics",), "shared atomics": ("shared-atomics",), "two subscripts": ("2d",),
    "private array": ("private",), "table": ("table",), "records": ("record",), "trap": ("trap",), "second axis": ("axes",),
    "subgroup operation": tuple(f"subgroup-{op}" for op in SUBGROUP_OPS),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """``program``: the number of the program, from 1, that differs; 0 where none does. ``how``: what was seen."""

    program: int
    how: str


class OneProgram:
    """One program with what is right for it. Made once, before the processes that try faults."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.plans = self.planned()

    @cached_property
    def expected(self) -> dict[int, bytes]:
        return self.case.expected()

    @cached_property
    def texts(self) -> list[str]:
        return self.emitted()

    @cached_property
    def covered(self) -> frozenset[int]:
        return self.proved()

    def proved(self) -> frozenset[int]:
        """The outputs that are proved to be stored wholly: what they hold before is not cleared."""
        case, program = self.case, self.case.program
        return frozenset(
            k
            for k, buffer in enumerate(program.buffers)
            if buffer.role == "out"
            and covers(program, k, workgroup=program.workgroup, grid=case.grid, shapes=case.shapes)
        )

    def shows(self, output: int) -> bool:
        """Whether something of what an output holds before is seen after the launch."""
        size = len(self.case.start[output])
        first, second = (
            replace(self.case, start={**self.case.start, output: bytes((held,)) * size}).expected()
            for held in (0xA5, 0x5A)
        )
        return first[output] != second[output]

    def planned(self) -> list[Plan]:
        return [plan_of(self.case, assumptions) for assumptions in variants(self.case)]

    def emitted(self, *, anew: bool = False) -> list[str]:
        """``anew``: from the program on."""
        target = Target.of(host().features)
        return [emit(plan, target).text for plan in (self.planned() if anew else self.plans)]


class Programs:
    """The programs, each made when it is first asked for."""

    def __init__(self, profile: str) -> None:
        self.profile = profile
        self._made: dict[int, OneProgram] = {}

    def __getitem__(self, number: int) -> OneProgram:
        if number not in self._made:
            self._made[number] = OneProgram(random_program(number - 1, PROFILES[self.profile]))
        return self._made[number]


def find(fault: Fault, programs: Programs, numbers: Iterable[int], *, patience: float = _PATIENCE) -> Found:
    """Run programs with the fault planted, in a process of its own (a fault may crash or never end), until one differs
    from the reference. Programs whose text the fault leaves alone are passed over: they run as before. Raises
    RuntimeError where the planted emitter fails by itself, or where a program differs without the fault."""
    numbers = list(numbers)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(fault, programs, numbers, writing)
    os.close(writing)
    try:
        lines, ended = _listen(reading, patience)
    finally:
        os.close(reading)
        if not os.waitpid(child, os.WNOHANG)[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    last = json.loads(lines[-1])
    if "wrong" in last:
        raise RuntimeError(f"{fault.name}: {last['wrong']}")
    if "how" in last:
        return Found(last["at"], last["how"])
    return Found(last["at"], "the process dies" if ended else "it does not end")


def _listen(pipe: int, patience: float) -> tuple[list[str], bool]:
    """What the child wrote, and whether it ended by itself."""
    data = b""
    while True:
        if not select.select([pipe], [], [], patience)[0]:
            return data.decode().splitlines(), False
        piece = os.read(pipe, 4096)
        if not piece:
            return data.decode().splitlines(), True
        data += piece


def _child(fault: Fault, programs: Programs, numbers: Sequence[int], pipe: int) -> None:
    def say(**what: object) -> None:
        os.write(pipe, (json.dumps(what) + "\n").encode())

    found = 0
    try:
        backend = open_backend("cpu")
        for number in numbers:
            program = programs[number]
            say(at=number)
            right = program.texts, program.expected, program.covered
            with fault.plant():
                changed = fault.where == "driver" or program.emitted(anew=fault.where == "program") != right[0]
                more = program.proved() - right[2] if fault.where == "program" else frozenset[int]()
                difference = compare(program.case, backend, right[1]) if changed else None
            if any(program.shows(output) for output in more):
                found = number
                say(at=number, how="an output that is not stored wholly is not cleared")
                break
            if difference is not None:
                found = number
                how = "memory outside of the arrays" if "were written" in difference.what else "other bytes"
                again = compare(program.case, backend, right[1])
                say(at=number, how=how) if again is None else say(wrong=f"differs without the fault: {again}")
                break
        if not found:
            say(at=0, how="")
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent is to say it
        say(wrong=f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


# -- the table --------------------------------------------------------------------------------------------------


def read_table(path: Path = TABLE) -> dict[str, int]:
    """Fault → programs until found, from the committed table."""
    rows = (line.strip("|").split("|") for line in path.read_text().splitlines() if line.startswith("| "))
    cells = [[cell.strip() for cell in row] for row in rows]
    return {row[1]: int(row[3]) for row in cells if len(row) == 5 and row[3].isdecimal()}


def _table(found: Mapping[str, Found], counts: Mapping[str, Counter[str]]) -> str:
    numbers = sorted(f.program for f in found.values())
    lines = [
        "# Planted faults",
        "",
        (f"How many generated programs it takes to find a fault in the CPU emitter. {len(found)} faults, one at a time; the programs are those"
        f" that run on every change (`tests/property/test_agree.py`), in their order: {COUNT['wide']} of the profile `wide`, {COUNT['every']} of `every`,"
        f" which has all types and all that the language has, and {COUNT['nested']} of `nested`, which are loops in loops. A program finds a fault when its bytes differ from the"
        " reference's, when it writes beside its arrays, or when it kills the process."),
        "",
        (f"Command: `python -m tests.property.find_faults`. Vectors of {Target.of(host().features).width} lanes. Of the {len(found)} faults, half are"
        f" found by {numbers[len(numbers) // 2]} programs, nine in ten by {numbers[len(numbers) * 9 // 10]}, all by {numbers[-1]}."),
        "",
        "| " + " | ".join(f"of {number} `{profile}`" for profile, number in COUNT.items()) + " | with |",
        "|---:|---:|---:|---|",
        *("| " + " | ".join(str(counts[profile][name]) for profile in COUNT) + f" | {name} |" for name in _FEATURES),
        "",
        "| rule | fault | profile | programs | seen by |",
        "|---|---|---|---:|---|",
        *(f"| {f.rule} | {f.name} | {f.profile} | {found[f.name].program} | {found[f.name].how} |" for f in FAULTS if f.name in found),
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _features(programs: Programs) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number in range(1, COUNT[programs.profile] + 1):
        has = features(programs[number].case.program)
        counts.update(name for name, any_of in _FEATURES.items() if has.intersection(any_of))
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.find_faults", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=sorted(BY_NAME), default=None)
    parser.add_argument("--table-first", action="store_true", help="begin with the program that the table names")
    given = parser.parse_args()
    known = {profile: Programs(profile) for profile in COUNT}
    first = read_table() if given.table_first else {}
    if not given.only:
        for programs in known.values():
            for number in range(1, COUNT[programs.profile] + 1):
                _ = programs[number].texts, programs[number].expected
    found: dict[str, Found] = {}
    for name in given.only or BY_NAME:
        programs = known[BY_NAME[name].profile]
        numbers = range(1, COUNT[programs.profile] + 1)
        begin = [n for n in (first.get(name, 0),) if n]
        for number in begin:  # here, so that the processes need not
            _ = programs[number].texts, programs[number].expected
        found[name] = find(BY_NAME[name], programs, [*begin, *(n for n in numbers if n not in begin)])
        print(json.dumps({"fault": name, "program": found[name].program, "how": found[name].how}), flush=True)
    missed = [name for name, f in found.items() if not f.program]
    if not given.only and not missed:
        TABLE.write_text(_table(found, {profile: _features(programs) for profile, programs in known.items()}))
        print(f"written: {TABLE}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
