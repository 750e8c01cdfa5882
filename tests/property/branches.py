"""Which branches of the emitters and the analyses no generated program takes.

``python -m tests.property.branches [--count 300] [--of every nested] [--seed 0] [--quiet]`` writes programs for every target,
runs them on both references, and lists what was never taken. No device is needed, and nothing is compiled.

A branch is a step from one line to another that a conditional jump of the byte code can make. Where both ways stay on one
line, as in a conditional expression, it is not seen.
"""

from __future__ import annotations

import argparse
import dis
import linecache
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import vyre
from tests.golden.text_targets import EMIT, TARGETS, profile
from tests.property.programs import PROFILES, Case, random_program
from tests.property.running import variants
from tests.property.stacks import stack_kernel
from tests.property.streams import stream
from tests.property.wholly import random_launch
from vyre.config import DispatchConfig
from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.oracle import Oracle
from vyre.drivers.races import Races
from vyre.emit.llvm import Target
from vyre.emit.llvm import emit as emit_llvm
from vyre.errors import VyreError
from vyre.facts.awaited import awaited
from vyre.facts.coverage import covers
from vyre.facts.lengths import loop_lengths
from vyre.facts.lost_updates import lost_updates
from vyre.facts.order import decided
from vyre.facts.verdict import verdict
from vyre.opt.expand import still_missing
from vyre.opt.split import split
from vyre.plan.plan import make_plan

__all__ = ["SOURCES", "Branch", "Watch", "branches_of", "emit_everywhere", "steps_of"]

_SOURCES: Final = Path(vyre.__file__).parent
PACKAGES: Final = ("emit", "facts", "opt", "plan")
_VECTORS: Final = (
    Target(4, 16),
    Target(4, 32, halves=True),
    Target(8, 16, True, False, True, True),
    Target(16, 32, True, True, True, True),
)
_CONFIGS: Final = (
    DispatchConfig(assert_facts=True),
    DispatchConfig(contract=True, flush=True),
    DispatchConfig(reorder=True),
    DispatchConfig(ulp_budget=2),
)

_ENDS: Final = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE")

_Function = tuple[str, int, str]  # file, first line, name
_Step = tuple[int, int]  # from line, to line


@dataclass(frozen=True, slots=True, order=True)
class Branch:
    """A step between two lines of one function."""

    file: str  # below the package
    function: str
    start: int
    end: int

    def __str__(self) -> str:
        lines = [linecache.getline(str(_SOURCES / self.file), n).strip() for n in (self.start, self.end)]
        return f"{self.file}:{self.start} {self.function}: {lines[0]}  ->  {self.end} {lines[1]}"


def steps_of(code: CodeType) -> set[_Step]:
    """The steps between lines that the conditional jumps of one function can make."""
    found = list(dis.get_instructions(code))
    at = {each.offset: n for n, each in enumerate(found)}
    lines = [each.positions.lineno if each.positions is not None else None for each in found]
    steps: set[_Step] = set()
    for n, each in enumerate(found[:-1]):
        start = lines[n]
        if start is None or each.opcode not in dis.hasjrel or _always(each.opname):
            continue
        for way in (n + 1, at[each.argval]):
            end, seen = way, set[int]()
            while lines[end] in (start, None) and end not in seen and end + 1 < len(found):  # to where the line ends
                seen.add(end)
                if _always(found[end].opname):
                    end = at[found[end].argval]
                elif found[end].opcode in dis.hasjrel or found[end].opname in _ENDS:
                    break
                else:
                    end += 1
            line = lines[end]
            if line is not None and line != start:
                steps.add((start, line))
    return steps


def _always(opname: str) -> bool:
    return opname.startswith("JUMP_") and "_IF_" not in opname


def _functions(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _functions(each)


def branches_of(packages: Iterable[str] = PACKAGES) -> dict[_Function, tuple[str, set[_Step]]]:
    """Of every function in these packages its full name and its steps. What runs at import is left out."""
    found: dict[_Function, tuple[str, set[_Step]]] = {}
    for package in packages:
        for path in sorted((_SOURCES / package).rglob("*.py")):
            for code in _functions(compile(path.read_text(), str(path), "exec")):
                steps = steps_of(code)
                if steps and not code.co_name.startswith("<"):
                    found[str(path), code.co_firstlineno, code.co_name] = code.co_qualname, steps
    return found


class Watch:
    """Notes the steps that are taken while it is entered. A function whose steps have all been taken runs at full speed."""

    def __init__(self, packages: Iterable[str] = PACKAGES) -> None:
        self.known = branches_of(packages)
        self.total = sum(len(steps) for _, steps in self.known.values())
        self._left = {function: set(steps) for function, (_, steps) in self.known.items()}
        self._codes: dict[CodeType, set[_Step] | None] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        try:
            left = self._codes[code]
        except KeyError:
            left = self._left.get((code.co_filename, code.co_firstlineno, code.co_name))
            self._codes[code] = left
        return _line_watch(left) if left else None

    def left(self) -> list[Branch]:
        """What was not taken."""
        return sorted(
            Branch(str(Path(function[0]).relative_to(_SOURCES)), self.known[function][0], *step)
            for function, steps in self._left.items()
            for step in steps
        )


def _line_watch(left: set[_Step]) -> Callable[[FrameType, str, object], Any]:
    last = 0

    def on_event(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal last
        if event == "line":
            left.discard((last, frame.f_lineno))
            last = frame.f_lineno
        return on_event

    return on_event


# -- what is to be reached ----------------------------------------------------------------------------------------


def emit_everywhere(case: Case, turn: int) -> None:
    """Write the text of a case for every target, and run it on both references. ``turn``: which of several rarer choices."""
    checked = case.program.check(reorder=case.exact)
    config = replace(_CONFIGS[turn % 4] if turn % 8 < 4 else DispatchConfig(), while_limit=case.while_limit)
    longest = (None, None, None, 6, 30)[turn % 5]
    for assumptions in variants(case):
        plan = make_plan(checked, config=config, assumptions=assumptions)
        for n, vectors in enumerate(_VECTORS):
            emit_llvm(plan, vectors, packs=2 if turn % 11 == n else None, wide=turn % 7 == n)
        for target in TARGETS:
            device = profile(target)
            with suppress(VyreError):  # a device without a type
                emitted = make_plan(
                    checked,
                    config=config,
                    folds_grid=device.folds_grid,
                    features=device.features,
                    assumptions=assumptions,
                    longest_piece=longest,
                )
                EMIT[target](emitted, device)
    analyse(case)
    if 0 not in case.grid:
        case.expected(groups=[0])
        _oracles(case)


def _oracles(case: Case) -> None:
    """Both references, and the scalar one where it watches for races."""
    program = case.limited
    written = {k for k, buffer in enumerate(program.buffers) if buffer.is_output or buffer.role == "shared"}
    for oracle in (
        Oracle(program),
        Oracle(program, order="shuffled", races=Races(program, case.grid, written)),
        LaneOracle(program),
    ):
        oracle.run({k: bytearray(data) for k, data in case.start.items()}, case.shapes, case.params, case.grid)


def analyse(case: Case) -> None:
    """What is asked of a program outside of the emitters."""
    program = case.program
    verdict(program).for_grid(case.grid)
    for fact in (decided, loop_lengths, awaited, lost_updates):
        fact(program)
    still_missing(program, frozenset(), frozenset({"u32", "i32", "bool"}))
    for longest in (5, 40):
        split(program, longest)
    for slot, buffer in enumerate(program.buffers):
        if buffer.is_output:
            covers(program, slot, workgroup=program.workgroup, grid=case.grid, shapes=case.shapes)


def _product(seed: int) -> Case:
    """A kernel of :mod:`tests.property.stacks`."""
    program = stack_kernel(random.Random(seed)).program
    n, m = (16, 21, 37)[seed % 3], (4, 7, 9)[seed % 3]
    planes = [2] if program.buffers[5].rank == 3 else []
    shapes: dict[int, tuple[int, ...]] = {0: (n, m), 1: (m, n), 2: (50,), 5: (*planes, n, n)}
    start = {k: random.Random(seed).randbytes(4 * prod(shape)) for k, shape in shapes.items()}
    x, y, z = program.workgroup
    grid = -(-n // x), -(-n // y), -(-2 // z) if planes else 1
    return Case(program, shapes, start, {3: 3, 4: seed % 9}, grid, f"product {seed}")


def _stored_wholly(seed: int) -> Case:
    """A program of :mod:`tests.property.wholly`."""
    made = random_launch(random.Random(seed))
    shapes: dict[int, tuple[int, ...]] = {0: (made.given,), 1: (made.size,)}
    grid = made.program.grid
    assert isinstance(grid, tuple)
    start = {0: random.Random(seed).randbytes(4 * made.given), 1: bytes(4 * made.size)}
    return Case(made.program, shapes, start, {}, grid, f"stored wholly {seed}")


SOURCES: Final[dict[str, Callable[[int], Case]]] = {
    **{name: partial(random_program, profile=each) for name, each in PROFILES.items()},
    "streams": stream,
    "products": _product,
    "stored wholly": _stored_wholly,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.branches", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--of", nargs="+", choices=sorted(SOURCES), default=["every", "nested", "streams", "products", "stored wholly"]
    )
    parser.add_argument("--quiet", action="store_true", help="only how many there are in each file")
    given = parser.parse_args()
    watch = Watch()
    for name in given.of:
        for seed in range(given.seed, given.seed + given.count):
            case = SOURCES[name](seed)
            with watch.watching():
                emit_everywhere(case, seed)
        print(
            f"{name}: {len(watch.left())} of {watch.total} branches are left after {given.count} programs", flush=True
        )
    left = watch.left()
    for branch in left if not given.quiet else ():
        print(branch)
    for file in sorted({branch.file for branch in left}):
        print(f"{sum(branch.file == file for branch in left):5} {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
