"""Random kernels whose conditions and loops imply facts about values: an early return in a branch, a loop that
decreases a number, a remainder, a sum that is computed twice, a difference of compared values."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case
from tests.property.rewritten import rewritten

__all__ = ["told_values"]

_TYPES: Final = ("u32", "u32", "i32", "i32", "i8", "u8")
_MOST: Final = {"u32": 0xFFFFFFFF, "i32": 0x7FFFFFFF, "i8": 127, "u8": 255}


class _Told:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((8,), (16,))))
        self.t = rng.choice(_TYPES)
        equal = rng.random() < 0.4
        d.array("x", "In", self.t, 16, below=rng.choice((0, 0, 9)))
        d.array("y", "In", self.t, 16, below=rng.choice((0, 9)))
        d.array("w", "In", "u32", 16 if equal else rng.choice((4, 16, 40)), below=rng.choice((5, 9, 40)))
        d.array("plane", "In", "u32", *((4, 4) if equal else rng.choice(((4, 4), (3, 9)))))
        d.number("n", self.t, rng.choice((0, 0, 1, 3, 7, _MOST[self.t])))
        d.number("m", "u32", rng.choice((0, 1, 3, 6, 30, 0xFFFFFFFF)))
        d.array("out", "Out", self.t, 16)

    def value(self) -> str:
        """A number of the type."""
        d = self.d
        return d.pick("v", "v", "u", "lane_t", "n", "lane_t - 3", "v + 1", d.pick("0", "2", "5"), f"vy.{self.t}(w[i])")

    def condition(self) -> str:
        d = self.d
        left = d.pick("v", "u", "lane_t", "lane_t", "lane", "i", "w[i]")
        right = d.pick("2", "3", "5", "n" if left in ("v", "u", "lane_t") else "m")
        text = f"{left} {d.pick('<', '<=', '>', '>=', '==', '!=')} {right}"
        return d.pick(text, text, text, text, f"({text}) & (lane < 6)", "lane & 1", "i", "v")

    def leaf(self, depth: int) -> None:
        d = self.d
        d.say(depth, d.pick(f"v = {self.value()}", f"u = {self.value()}", "total = total + v", "c = vy.u32(2)"))

    # -- statements that imply facts --------------------------------------------------------------------
    def leaves(self, depth: int) -> None:
        """A branch from which some invocations return, and in which the others change values."""
        d = self.d
        d.say(depth, f"if {self.condition()}:", f"    if {self.condition()}:")
        if d.chance(50):
            d.say(depth + 2, "return")
        else:
            self.leaf(depth + 2)
            d.say(depth + 1, "else:", "    return")
        self.leaf(depth + 1)
        if d.chance(25):
            d.say(depth, "else:")
            self.leaf(depth + 1)

    def shrinks(self, depth: int) -> None:
        d, name = self.d, self.d.pick("v", "u", "s")
        if name == "s":
            d.say(depth, f"s = {d.pick('lane_t', 'lane_t - 3', 'lane_t & 7', 'n')}")
        d.say(depth, f"for q in range({d.pick('2', '3', 'm & 3')}):")
        d.say(depth + 1, f"{name} = {name} {d.pick('>> 1', '>> 2', '// 2', '// 3', '// n', '// n', '// v')}")
        d.say(depth, f"total = total + {name}")

    def remainder(self, depth: int) -> None:
        d, row = self.d, self.d.workgroup[0]
        kind = self.rng.random()
        if kind < 0.35:
            d.say(depth, f"near = {d.pick('lane_t', 'v', 'u')} - {d.pick('1', '2', '3')}")
            d.say(depth, f"if near {d.pick('<', '<', '<=')} {d.pick('n', 'v', '5')}:")
            at = d.pick(f"near % {row}", f"near % {row}", "near // 2", "near >> 1", "vy.u32(near)", "vy.u16(near)")
            d.say(depth + 1, f"total = total + vy.{self.t}(tile[{at}])")
        elif kind < 0.65:
            d.say(
                depth, f"total = total + vy.{self.t}(tile[{d.pick('lane', 'i', 'w[i]')} % {d.pick('m', 'c', 'w[0]')}])"
            )
        else:
            far = d.pick("i + 256", "w[i] + 256", "m", "lane * 100")
            small = d.pick("u8", "i32", "i8", "u16")
            d.say(depth, f"far = {far}", f"if vy.{small}(far) < {d.pick(f'vy.{small}(n)', '5', f'vy.{small}(m)')}:")
            d.say(depth + 1, f"total = total + vy.{self.t}(tile[far])")

    def twice(self, depth: int) -> None:
        """A sum or a product that is computed before a condition and under it."""
        d = self.d
        text = f"{d.pick('v', 'u', 'lane_t')} {d.pick('+', '+', '*', '-')} {d.pick('n', 'v', '3')}"
        d.say(depth, f"total = total ^ ({text})")
        d.say(depth, f"if {d.pick('n < 9', 'n < 9 and v < 9', '(n < 9) & (v < 9) & (u < 9)', self.condition())}:")
        d.say(depth + 1, f"total = total + ({text})")

    def loop(self, depth: int) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.5:
            first = f"lane * {d.pick('4', '4', '2')}"
            d.say(depth, f"for k in range({first}, {d.pick('m & 31', f'{first} + 4', 'w[0]', f'{first} + 5', '33')}):")
            d.say(depth + 1, f"total = total + vy.{self.t}(w[k])")
        else:
            d.say(depth, f"c = vy.u32({d.pick('0', '2', 'lane')})")
            d.say(depth, f"for c in range({d.pick('m & 7', '5', 'lane')}):")
            d.say(depth + 1, f"total = total + vy.{self.t}(w[c])")

    def rows(self, depth: int) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.4:
            width = d.pick("vy.clamp(m, 4, 16)", "vy.clamp(w[0], 3, 8)", "((m & 3) + 2)", "4")
            d.say(depth, f"at = lane * {width} + {d.pick('(lane & 3)', '(i & 1)', 'vy.min(w[i], 3)')}")
            d.say(depth, f"total = total + vy.{self.t}(w[at])")
        elif kind < 0.75:
            d.say(depth, f"if {d.pick('i', 'i', 'w[i]')} < {d.pick('w.size', 'out.size', 'x.size', 'plane.shape[0]')}:")
            at = d.pick("i, i", "i, i", "0, i", "i, lane")
            d.say(depth + 1, f"total = total + vy.{self.t}(plane[{at}])")
        else:
            first, second = d.pick("v", "u", "n", "x[i]"), d.pick("u", "y[i]", "lane_t")
            d.say(depth, f"if {first} <= {second}:", f"    total = total + ({second} - {first})")

    def whole(self, origin: str) -> Case:
        d, t = self.d, self.t
        d.say(1, "i = vy.global_id(0)", "lane = vy.local_id(0)", f"lane_t = vy.{t}(lane)")
        d.say(1, f"v = {d.pick('x[i]', f'vy.{t}(0)', f'vy.{t}(2)', 'n')}", f"u = {d.pick('y[i]', 'n', 'lane_t')}")
        d.say(1, f"total = vy.{t}(0)", "c = m")
        d.say(1, f"tile = vy.shared(vy.u32, {d.workgroup[0]})", f"tile[lane] = {d.pick('w[i]', 'i')}", "vy.barrier()")
        ways = (
            self.leaves,
            self.leaves,
            self.shrinks,
            self.remainder,
            self.remainder,
            self.twice,
            self.loop,
            self.rows,
        )
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if d.chance(15):
                d.say(1, f"if {self.condition()}:")
                self.rng.choice(ways)(2)
            else:
                self.rng.choice(ways)(1)
        d.say(1, f"out[i] = total + v + u + vy.{t}(c)")
        case = d.case((16 // d.workgroup[0],), origin)
        return replace(case, program=rewritten(case.program, self.rng)) if d.chance(50) else case


def _made(rng: random.Random, origin: str) -> Case:
    return _Told(rng).whole(origin)


def told_values(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "told values", seed)
