"""Random kernels in which some invocations iterate over a node's list of edges: they mark the nodes that the edges lead
to, and update elements of their own node. Where two invocations store to one element, they store the same value."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from itertools import accumulate
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.leaving import on_own_variables
from tests.property.programs import Case

__all__ = ["frontier"]

_NODES: Final = 64


class _Frontier:
    """Each node has its own elements of ``seen`` and ``sums``; the first atomic on an element of ``mark`` or ``near``
    sets it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, (rng.choice((16, 32, 64)),))
        d.array("level", "In", "u32", _NODES, below=2)
        d.array("first", "In", "u32", _NODES + 1)
        d.array("to", "In", "u32", _NODES * 3, below=_NODES)
        d.array("colour", "In", "u32", _NODES, below=6)
        d.array("seen", "InOut", "u32", _NODES * 2, below=2)
        d.array("sums", "InOut", "i32", _NODES * 2, below=3)
        d.array("mark", "InOut", "u32", _NODES, below=9)
        d.array("near", "InOut", "u32", _NODES, below=9)
        d.array("last", "Out", "u32", _NODES)
        d.number("limit", "u32", rng.choice((0, 1, 3)))
        d.number("number", "u32", rng.choice((1, 2, 7)))
        self.rounds = rng.random() < 0.35
        self.places = ["mark", "near"]

    def act(self, depth: int) -> None:
        """A statement for an edge that leads to node ``c``."""
        d, kind = self.d, self.rng.random()
        if kind < 0.4 and self.places:
            op = d.pick("min", "max", "or", "and", "exchange")
            value = "number" if op == "exchange" else d.pick("number", "number", "3", "vy.local_id(0)", "number + 1")
            d.say(depth, f"vy.atomic_{op}({self.places.pop()}, c, {value})")
        elif kind < 0.6:
            d.say(depth, f"if seen[{self.own}] {d.pick('== 0', '< number', '> 0')}:")
            d.say(depth + 1, f"vy.atomic_{d.pick('max', 'min', 'or')}(seen, {self.own}, {d.pick('number', '4', '0')})")
            if self.places:
                d.say(depth + 1, f"vy.atomic_max({self.places.pop()}, c, number)")
        elif kind < 0.75:
            d.say(depth, f"vy.atomic_add(sums, {self.own}, vy.i32(colour[c]) - 2)")
            if d.chance(70):
                d.say(depth, f"vy.atomic_{d.pick('max', 'min')}(sums, {self.own}, {d.pick('0', 'vy.i32(number)')})")
        else:
            d.say(depth, f"hit {d.pick('=', '=', '+=')} {d.pick('1', 'number', 'c')}")

    def edges(self, depth: int) -> None:
        d = self.d
        step = d.pick("", "", "", "", ", 2")
        d.say(depth, f"for e in range(first[v], {d.pick('first[v + 1]', 'first[v + 1]', 'first[v] + 3')}{step}):")
        d.say(depth + 1, "c = to[e]")
        inner = depth + 1
        if d.chance(55):
            d.say(inner, f"if {d.pick('colour[c] < limit', 'colour[c] > limit', 'c < 40', 'colour[c] != hit')}:")
            inner += 1
        for _ in range(self.rng.choice((1, 1, 2))):
            self.act(inner)
        if d.chance(6):
            d.say(inner, f"if c == {d.pick('3', 'limit')}:", "    " + d.pick("break", "continue", "return"))

    def whole(self, origin: str) -> Case:
        d = self.d
        self.own = d.pick("v * 2", "v ^ 1", "(v ^ 5)")
        d.say(1, "v = vy.global_id(0)")
        depth = 1
        if self.rounds:
            d.say(1, f"for round in range({d.pick('2', '3', 'number & 3')}):")
            depth = 2
        test = d.pick("level[v] == 1", "v < level.size and level[v] == 1", "colour[v] > 1")
        d.say(depth, f"if {'colour[v] > round' if self.rounds and d.chance(70) else test}:")
        depth += 1
        d.say(depth, "hit = vy.u32(0)")
        if d.chance(50):
            d.say(depth, "e = vy.u32(5)")
            self.edges(depth)
            d.say(depth, f"last[v] = e {d.pick('+', '^')} hit")
        else:
            self.edges(depth)
            if d.chance(60):
                d.say(depth, "last[v] = hit + 1")
        if self.rounds:
            d.say(depth, d.pick("break", "continue", "hit = 0")) if d.chance(70) else None
            if d.chance(30):
                d.say(2, "last[v] = round")
        case = d.case((-(-_NODES // d.workgroup[0]),), origin)
        return replace(case, start=case.start | {1: self.firsts()})

    def firsts(self) -> bytes:
        """The start of each list; most lists are short."""
        lengths = [self.rng.choice((0, 0, 1, 2, 3, 5, 20)) for _ in range(_NODES)]
        return array("I", [0, *accumulate(lengths)]).tobytes()


def _made(rng: random.Random, origin: str) -> Case:
    case = _Frontier(rng).whole(origin)
    return replace(case, program=on_own_variables(case.program)) if rng.random() < 0.5 else case


def frontier(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "frontier", seed)
