"""Kernels with loops that count in bytes, and what a run says of the claims about how long loops are.

Bytes have few states: a loop over them that has not ended after as many turns never does.
"""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from dataclasses import replace
from math import prod
from typing import Final

import vyre as vy
from tests.property.drafts import first_valid
from tests.property.programs import Case
from tests.property.tracing import Trace
from vyre.facts.lengths import Lengths, loop_lengths
from vyre.ir.nodes import For, While
from vyre.ir.walk import statements

__all__ = ["counting", "length_faults", "shifting"]

_STATES: Final = 1 << 17
"""Of all locals together, beyond which nothing is said of whether a program ends."""
_BITS: Final = 64
"""Turns that a loop whose number is halved or doubled may take more or less, whatever it begins with."""
_ASKS: Final = {
    "up": ("<", "<", "<="),
    "down": (">", ">", ">=", "!="),
    "halve": (">", "!=", ">="),
    "double": ("<", "<="),
    "any": ("<", "<=", ">", ">=", "!=", "=="),
}
_STEPS: Final = {
    "up": ("+", "+", "+", "-", "*"),
    "down": ("-", "-", "-", "+"),
    "halve": (">>", "//"),
    "double": ("<<", "<<", "*"),
    "any": ("+", "-", ">>", "//", "<<", "*", "^"),
}


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.dtype = rng.choice(("u8", "u8", "i8"))
        self.counters: list[str] = []
        self.way = "any"  # in which way the innermost loop counts

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def literal(self) -> str:
        rng = self.rng
        most = 127 if self.dtype == "i8" else 255
        return str(rng.choice((0, 1, 2, 3, 5, 7, 20, 60, 100, most - 3, most - 1, most)))

    def given(self) -> str:
        """Something that is not written in the program."""
        t = self.dtype
        return self.rng.choice(
            (
                f"vy.{t}(n)",
                f"vy.{t}(n)",
                f"vy.{t}(a.size)",
                f"vy.{t}(a[i])",
                f"vy.{t}(i)",
                f"vy.{t}(vy.num_groups(0))",
                "m",
            )
        )

    def number(self) -> str:
        return self.literal() if self.rng.random() < 0.65 else self.given()

    def condition(self, counter: str) -> str:
        rng = self.rng
        op = rng.choice(_ASKS[self.way])
        bound = "0" if op in (">", ">=", "!=") and rng.random() < 0.6 else self.number()
        test = f"{counter} {op} {bound}" if rng.random() < 0.75 else f"{bound} {op} {counter}"
        kind = rng.random()
        if kind < 0.15:
            other = rng.choice(
                (f"{self.given()} < {self.literal()}", f"{rng.choice(self.counters)} < {self.literal()}", "n > 3")
            )
            return rng.choice(
                (f"{test} and {other}", f"{other} and {test}", f"({test}) & ({other})", f"{test} or {other}")
            )
        if kind > 0.97:
            return rng.choice(("flag", "n > 3", f"flag and {test}", f"({test}) == flag", f"({test}) ^ flag"))
        return f"not ({test})" if kind < 0.2 else test

    def step(self, depth: int, counter: str) -> None:
        rng = self.rng
        op = rng.choice(_STEPS[self.way])
        many = (1, 1, 1, 2, 2, 3, 4, 8, 100, 255 if self.dtype == "u8" else 127)
        by = str(rng.choice(many if op not in "+-" else (*many, 0) if self.dtype == "u8" else (*many, 0, -1)))
        if rng.random() < 0.1:
            by = self.given()
        line = (
            f"{counter} = {by} {op} {counter}"
            if rng.random() < 0.07 and op in "+-"
            else f"{counter} = {counter} {op} {by}"
        )
        if rng.random() < 0.06:
            line = f"{counter} = {rng.choice(self.counters)} {op} {by}"
        kind = rng.random()
        if kind < 0.1:
            self.say(depth, f"if {self.condition(counter)}:")
            self.say(depth + 1, line)
            if rng.random() < 0.4:
                self.say(depth, "else:")
                self.step(depth + 1, counter)
        elif kind < 0.16:
            self.step(depth, rng.choice(self.counters))
        elif kind < 0.2:
            self.say(depth, line)
            self.say(depth, line)
        else:
            self.say(depth, line)

    def loop(self, depth: int) -> None:
        rng = self.rng
        counter = rng.choice(self.counters)
        if rng.random() < 0.3:
            name = f"k{len(self.lines)}"
            first, last = (self.rng.choice(("0", "3", self.number())) for _ in range(2))
            self.say(depth, f"for {name} in range(vy.u32({first}), vy.u32({last}) & 7):")
            self.say(depth + 1, f"total += vy.u32({name}) + 1")
            if rng.random() < 0.3:
                self.say(depth + 1, f"if {name} > 2:")
                self.say(depth + 2, rng.choice(("break", "continue")))
                self.say(depth + 1, "total += 1")
        else:
            self.way = rng.choice(("up", "up", "down", "halve", "double", "any"))
            begin = self.number() if self.way != "double" or rng.random() < 0.3 else "1"
            self.say(depth, f"{counter} = vy.{self.dtype}({begin})")
            self.say(depth, f"while {self.condition(counter)}:")
            self.say(depth + 1, "total += 1")
            if rng.random() < 0.15:
                self.say(depth + 1, f"if {self.condition(rng.choice(self.counters))}:")
                if rng.random() < 0.5:
                    self.say(depth + 2, "total += 3")
                self.say(depth + 2, rng.choice(("continue", "continue", "break")))
            self.step(depth + 1, counter)
        if depth < 2 and rng.random() < 0.15:
            self.loop(depth + 1)

    def whole(self) -> str:
        rng = self.rng
        self.say(0, f"@vy.kernel(workgroup={rng.choice((1, 2))})")
        self.say(
            0,
            f"def k(a: vy.In[vy.u32], n: vy.{rng.choice(('u32', 'u8', 'u32'))}, m: vy.{self.dtype}, flag: vy.bool_, out: vy.Out[vy.u32]) -> None:",
        )
        self.say(1, "i = vy.global_id(0)")
        self.say(1, "total = vy.u32(0)")
        self.counters = ["x"] if rng.random() < 0.7 else ["x", "y"]
        for counter in self.counters:
            self.say(1, f"{counter} = vy.{self.dtype}({self.number()})")
        for _ in range(rng.choice((1, 1, 1, 2))):
            self.loop(1)
        self.say(1, "out[i] = total")
        return "\n".join(self.lines) + "\n"


class _Shifting(_Maker):
    """Numbers that are halved or doubled, also negative ones and by amounts that change nothing."""

    def literal(self) -> str:
        return str(self.rng.choice((0, 1, 2, 5, 60, 100) if self.dtype == "u8" else (0, 1, 2, 60, -1, -3, -100)))

    def step(self, depth: int, counter: str) -> None:
        op = self.rng.choice((">>", ">>", "<<", "<<", "//"))
        self.say(depth, f"{counter} = {counter} {op} {self.rng.choice((0, 1, 1, 2, 7, 8))}")


def counting(seed: int) -> Case:
    """A kernel of ``a``, ``n``, ``m`` and ``out``."""
    rng = random.Random(seed)
    return _case(_Maker(rng), rng, f"counting {seed}")


def shifting(seed: int) -> Case:
    """As :func:`counting`, with loops that halve and double numbers."""
    return first_valid(lambda rng, origin: _case(_Shifting(rng), rng, origin), "shifting", seed)


def _case(maker: _Maker, rng: random.Random, origin: str) -> Case:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a comparison that is always true, a shift by more than the width
        kernel = vy.kernel_from_source(maker.whole(), name="k", namespace={})
    start = {0: b"".join(rng.randrange(12).to_bytes(4, "little") for _ in range(4)), 4: bytes(16)}
    params: dict[int, bool | int | float] = {
        1: rng.choice((0, 1, 2, 5, 9)),
        2: rng.choice((0, 1, 2, 5, 9)),
        3: rng.random() < 0.3,
    }
    wg = kernel.program.workgroup[0]
    return Case(kernel.program, {0: (4,), 4: (4,)}, start, params, (2 // wg, 1, 1), origin, while_limit=300)


def _turns(case: Case) -> tuple[dict[int, set[int]], bool]:
    """How many turns each loop took, by its statement; and whether one took more than the limit."""
    memory = {k: bytearray(data) for k, data in case.start.items()}
    found: dict[int, set[int]] = defaultdict(set)
    ended = True
    body = statements(case.program)
    for group in range(prod(case.grid)):
        trace = Trace(case, memory, group).run()
        ended = ended and not trace.trapped
        for number, stmt in enumerate(body):
            if isinstance(stmt, (For, While)):
                inside = [at for at in trace.reached if number in at[:-1:2]]
                taken: dict[tuple[tuple[int, ...], int], int] = {}
                for at in trace.reached:
                    if at[-1] == number and len(at) % 2:
                        taken.update({(at[:-1], lane): 0 for lane in trace.reached[at]})
                for at in inside:
                    depth = at.index(number)
                    for lane in trace.reached[at]:
                        key = at[:depth], lane
                        taken[key] = max(taken.get(key, 0), at[depth + 1] + 1)
                found[number] |= set(taken.values())
    return found, ended


def _differ(cases: list[Case]) -> bool:
    """Whether a loop is not as long in one place as in another."""
    seen: dict[int, set[int]] = defaultdict(set)
    for case in cases:
        for number, turns in _turns(case)[0].items():
            seen[number] |= turns
    return any(max(turns) - min(turns) > _BITS for turns in seen.values() if turns)


def length_faults(case: Case) -> str:
    """What a run says against the claims about how long loops are; "" where nothing is said."""
    program = case.program
    known: Lengths = loop_lengths(program)
    states = prod(1 << local.dtype.bits for local in program.locals if local.dtype.bits <= 8)
    if states > _STATES or case.while_limit is None:
        return ""
    if known.ends and not _turns(replace(case, while_limit=states + 1))[1]:
        return "a loop that surely ends does not"
    if not known.even:
        return ""
    spread = {
        k: bytes(255 - byte if at % 4 == 0 else byte for at, byte in enumerate(data)) for k, data in case.start.items()
    }
    given = [case, replace(case, start=spread)]
    others: dict[int, bool | int | float] = {
        k: not value if isinstance(value, bool) else (int(value) + 90) % 127 for k, value in case.params.items()
    }
    given += [replace(one, params=others) for one in given] if not known.by_numbers or known.constant else []
    return "loops that are equally long are not" if _differ(given) else ""
