"""Looks for the mutants of :mod:`tests.property.permissive` with generated programs.

``python -m tests.property.hunting --out FILE [--first 0] [--count 300] [--of SOURCE ...] [--only PART]`` appends what it finds to a
file of lines of JSON, and goes on with those that the file does not have as found.

A program is compiled once as it is, with all refusals noted. A mutant whose refusal does not come up changes nothing there. One
whose analysis, called again with what it was given, concludes the same changes nothing either; for the others the program is
compiled anew, and where the text or a claim is another one, a process of its own runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.property.branches import SOURCES
from tests.property.caught import CAUGHT
from tests.property.equivalent import EQUIVALENT
from tests.property.families import FAMILIES
from tests.property.judges import FORMS, Trial
from tests.property.permissive import Mutant, mutants, planted, watching
from tests.property.programs import Case
from vyre.emit.llvm import across, alike, copies, inside, kept, kinds, lanes, linear, phases, settled, stacks, strides
from vyre.plan.plan import Plan

__all__ = ["ASKED", "GENERATORS", "TABLE", "Compiled", "judged", "table", "trial"]

_ENTRIES: Final[tuple[Callable[..., Any], ...]] = (
    kinds.find_kinds, linear.find_linear, lanes.find_walks, across.find_across, alike.filled_alike, alike.left_out, copies.find_copied,
    inside.find_inside, kept.find_kept, phases.split, settled.find_settled, stacks.find_stack, strides.find_runs,
)  # fmt: skip
"""Analyses that only conclude: called with the same they conclude the same."""
_INSIDE_OF: Final = {
    **{entry.__module__: (entry.__module__,) for entry in _ENTRIES},
    "vyre.emit.llvm.fused": (phases.__name__,),
}
"""By the module of a mutant, the modules whose entries say all that it concludes; those of others show in the text."""
_NOT_ALL: Final = ("fused.", "lanes.", "linear.", "kinds.agreed_reads", "stacks._below")
"""Beginnings of the names of functions there that are called in other ways too."""

ASKED: Final[dict[str, frozenset[str]]] = {
    "bounds": frozenset({"trace", "order"}),
    "ranges": frozenset({"trace", "order"}),
    "intervals": frozenset({"trace", "order", "covers"}),
    "coverage": frozenset({"covers"}),
    "launched": frozenset({"covers"}),
    "effects": frozenset({"trace", "covers"}),
    "lengths": frozenset({"lengths"}),
    "numbering": frozenset({"trace", "covers", "lengths", "order"}),
    "phases": frozenset({"trace", "order"}),
    "uniformity": frozenset({"trace", "order"}),
}
"""By the module of facts, the claims that it takes part in."""

TABLE: Final = Path(__file__).parents[2] / "docs/measured/permissive-mutants.md"
_JUDGES: Final = frozenset().union(*ASKED.values())

_PATIENCE: Final = 15  # seconds of the processor for the run of one program, which a mutant may make endless
_ENDLESS: Final = 3  # seconds of the processor, for one compilation
_TRIES: Final = 8
"""Programs in which a mutant that changes nothing is tried anyhow; after that, where other refusals of its module come up with it, and
in every fourth."""

GENERATORS: Final[dict[str, Callable[[int], Case]]] = {
    **FAMILIES,
    **{name: SOURCES[name] for name in ("every", "nested", "streams", "products", "stored wholly", "wide")},
}


def trial(source: str, seed: int) -> Trial:
    """A program on one of the forms of text, by turns."""
    target = FORMS[(0, 1, 2, 1, 0, 3)[seed % 6]]
    packs = (None, None, None, 1, 2, None, 4)[seed % 7]
    return Trial(GENERATORS[source](seed), target, packs)


# -- what a mutant changes -----------------------------------------------------------------------------------------


_Calls = list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], Any]]


@contextmanager
def _noted_calls() -> Iterator[_Calls]:
    """What the analyses are called with while it is entered, and what they conclude."""
    calls: _Calls = []

    def noting(entry: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            found = entry(*args, **named)
            calls.append((entry, args, named, _frozen(found)))
            return found

        return call

    with ExitStack() as stack:
        for entry in _ENTRIES:
            for module in [m for name, m in sys.modules.items() if name.startswith("vyre.emit.llvm")]:
                if getattr(module, entry.__name__, None) is entry:
                    setattr(module, entry.__name__, noting(entry))
                    stack.callback(setattr, module, entry.__name__, entry)
        yield calls


def _frozen(found: object) -> object:
    """What does not change with what was found."""
    return repr(found) if isinstance(found, phases.Split) else found


class Slow(Exception):
    """An analysis that does not end."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Compiled:
    """A trial as the right compiler has it. ``parts``: of the compiler, those whose mutants are looked for."""

    def __init__(self, trial: Trial, parts: frozenset[str] = frozenset({"facts", "text"})) -> None:
        self.trial = trial
        self.calls: _Calls = []
        with watching() as seen:
            if "text" in parts:
                with _noted_calls() as self.calls:
                    trial.texts(trial.plans())
            if "facts" in parts:
                trial.claims(_JUDGES)
        self.seen = frozenset(seen)

    @cached_property
    def plans(self) -> list[Plan]:
        return self.trial.plans()

    @cached_property
    def texts(self) -> list[str]:
        return self.trial.texts(self.plans)

    @cached_property
    def claims(self) -> dict[str, object]:
        return self.trial.claims(_JUDGES)

    def changed(self, mutant: Mutant) -> frozenset[str]:
        """By whom it can be seen that the mutant is in the compiler: "text", or judges of claims. Raises what the mutant raises."""
        if not mutant.is_fact:
            right, plans = self.texts, self.plans
            with planted(mutant), _limited(_ENDLESS):
                same = not self.concludes_otherwise(mutant) or self.trial.texts(plans) == right
            return frozenset() if same else frozenset({"text"})
        wanted, known = ASKED[mutant.module.rpartition(".")[2]], self.claims
        with planted(mutant), _limited(_ENDLESS):
            asked = {name for name, claim in self.trial.claims(wanted).items() if claim != known[name]}
        if "trace" in asked:
            right = self.texts
            with planted(mutant), _limited(_ENDLESS):
                asked |= {"text"} if self.trial.texts(self.trial.plans()) != right else set()
        return frozenset(asked)

    def concludes_otherwise(self, mutant: Mutant) -> bool:
        modules = _INSIDE_OF.get(mutant.module)
        if modules is None or mutant.function.startswith(_NOT_ALL):
            return True
        return any(
            _frozen(entry(*args, **named)) != found
            for entry, args, named, found in self.calls
            if entry.__module__ in modules
        )


def judged(trial: Trial, mutant: Mutant | None, judges: frozenset[str]) -> str:
    """What is seen of a mutant (None: of the compiler as it is), in a process of its own, since it may kill it; "" where nothing is."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (_PATIENCE, _PATIENCE))
        try:
            with planted(mutant) if mutant is not None else nullcontext():
                found = trial.fault(judges)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the parent is to say it
            found = f"{type(error).__name__}: {error}"
        try:
            os.write(writing, found.encode()[:300] + b"\n")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    status = os.waitpid(child, 0)[1]
    if said:
        return said.decode(errors="replace").strip()
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
    return "it does not end" if late else "the process dies"


# -- the hunt ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Hunt:
    """``left``: mutants that no program has found, by place. ``tries``, ``seen``, ``changed``: how often each was compiled, came up, and
    changed something."""

    left: dict[int, Mutant]
    say: Callable[[dict[str, object]], None]
    tries: Counter[int] = field(default_factory=Counter)
    seen: Counter[int] = field(default_factory=Counter)
    changed: Counter[int] = field(default_factory=Counter)
    around: dict[int, set[frozenset[int]]] = field(default_factory=lambda: defaultdict(set))

    def worth(self, mutant: Mutant, seen: frozenset[int]) -> bool:
        """Whether a program is new to a mutant: other refusals of its module come up with it."""
        mine = frozenset(n for n in seen if _ALL[n].module == mutant.module)
        new = mine not in self.around[mutant.place]
        self.around[mutant.place].add(mine)
        return new or self.tries[mutant.place] < _TRIES or self.seen[mutant.place] % 4 == 0

    def program(self, source: str, seed: int) -> None:
        parts = frozenset("facts" if mutant.is_fact else "text" for mutant in self.left.values())
        compiled = Compiled(trial(source, seed), parts)
        for place in sorted(self.left.keys() & compiled.seen):
            mutant = self.left[place]
            self.seen[place] += 1
            if not self.worth(mutant, compiled.seen):
                continue
            if (
                self.changed[place] >= _TRIES and seed % self.changed[place]
            ):  # what changes much and is not seen is rarely wrong
                continue
            self.tries[place] += 1
            how = ""
            try:
                judges = compiled.changed(mutant)
            except Exception as error:  # noqa: BLE001 - a compiler that fails loudly is found
                how = f"the compiler raises {type(error).__name__}: {error}"[:200]
            else:
                if "text" in judges and not compiled.trial.steady:
                    judges -= {"text"}
                if judges:
                    self.changed[place] += 1
                    how = judged(compiled.trial, mutant, judges)
                    wrong = judged(compiled.trial, None, judges) if how else ""
                    if wrong:  # a fault of the compiler as it is, or of the judge
                        self.say({"wrong": wrong, "source": source, "seed": seed, "judges": sorted(judges)})
                        how = ""
            if how:
                del self.left[place]
                self.say({"mutant": mutant.name, "source": source, "seed": seed, "how": how[:200]})


_ALL: Final = mutants()


def found_in(path: Path) -> dict[str, dict[str, Any]]:
    """What a file says of mutants that were found, by name."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return {row["mutant"]: row for row in rows if "how" in row}


def table() -> str:
    """By module, how many mutants there are, are found, are equivalent and are open; and the names of those."""
    rows: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in _ALL:
        rows[mutant.module].append(mutant)
    equal = {m.name for m in _ALL if m.name in EQUIVALENT}
    found = {m.name for m in _ALL if m.name in CAUGHT}
    opened = {m.name for m in _ALL} - found - equal
    lines = [
        "# Mutants of the analyses",
        "",
        (
            f"{len(_ALL)} mutants: each changes one refusing answer of an analysis to the answer that permits more. Generated programs\n"
            f"find {len(found)} of them (`tests/property/caught.py` has a program for each), and {len(equal)} are equivalent\n"
            f"(`tests/property/equivalent.py` says why). Open: {len(opened)}.\n\n"
            "Command: `python -m tests.property.hunting --table`."
        ),
        "",
        "| module | mutants | found | equivalent | open |",
        "|---|---:|---:|---:|---:|",
    ]
    for module, ones in rows.items():
        counts = [sum(m.name in group for m in ones) for group in (found, equal, opened)]
        lines.append(f"| `{module}` | {len(ones)} | " + " | ".join(map(str, counts)) + " |")
    lines += ["", "## Open", "", *(f"- `{name}`" for name in sorted(opened)), ""]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.hunting", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("found.jsonl"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--of", nargs="+", choices=sorted(GENERATORS), default=list(GENERATORS))
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--part", choices=["facts", "text"], default=None, help="of the compiler; both")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--table", action="store_true", help="write nothing but docs/measured/permissive-mutants.md")
    given = parser.parse_args()
    out: Path = given.out
    if given.table:
        TABLE.write_text(table(), encoding="utf-8")
        return 0
    done = found_in(out).keys() | CAUGHT.keys()
    left = {m.place: m for m in _ALL if given.only in m.name and m.name not in done and m.name not in EQUIVALENT}
    if given.part is not None:
        left = {place: m for place, m in left.items() if m.is_fact == (given.part == "facts")}

    def say(row: dict[str, object]) -> None:
        with out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)

    hunt, begin = _Hunt(left, say), time.perf_counter()
    for seed in range(given.first, given.first + given.count):
        for source in given.of:
            if time.perf_counter() - begin > given.seconds or not left:
                break
            hunt.program(source, seed)
    for mutant in left.values():
        at = mutant.place
        row = {"mutant": mutant.name, "seen": hunt.seen[at], "tries": hunt.tries[at], "changed": hunt.changed[at]}
        with out.with_suffix(".left").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
    print(f"{len(left)} of {len(_ALL)} are left after {time.perf_counter() - begin:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
