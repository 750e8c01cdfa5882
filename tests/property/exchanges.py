"""Random kernels in which each invocation of a row reads an element of shared memory, waits at a barrier, and changes
its own element.

The element that is read lies at a distance, is the same for all invocations, or depends on the iteration of a loop."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["exchange"]


class _Exchange:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((32,), (64,), (40,), (1, 32), (1, 64))))
        self.row = d.workgroup[-1]
        d.array("x", "In", "u32", self.row * 2)
        d.array("small", "In", "u32", self.row * 2, below=5)
        d.number("n", "u32", rng.choice((0, 1, 3, self.row // 2, 0xFFFFFFFE, 0x80000001)))
        d.number("m", "u32", rng.choice((1, 2, 3)))
        d.array("out", "Out", "u32", self.row * 2)

    def distance(self) -> str:
        return self.d.pick(
            "1", "2", "k", "k + 1", "(n & 3)", "(lane & 3)", "n", "(vy.u32(1) - m)", "(n | 0x80000000)", "(n & 15)", "8"
        )

    def place(self) -> str:
        d = self.d
        far = f"lane {d.pick('+', '+', '-', '-')} {self.distance()}"
        return d.pick(
            far, far, far, far, "lane", "(lane ^ 1)", "k", "k + 1", "(n & 7) + 1", "vy.group_id(0)", "vy.local_id(0)", "3", "small[i]", "small[i] + 1",
            "i - m", f"(lane ^ 8) {d.pick('+', '-')} {d.pick('1', 'k', '(n & 3)')}", f"{self.row - 1} - lane",
        )  # fmt: skip

    def step(self, depth: int) -> None:
        d = self.d
        left = f"left{len(d.lines)}"
        value = f"parts[{self.place()}]"
        if d.chance(20):
            value = f"vy.select(lane {d.pick('>=', '<')} {d.pick('k', 'm', '(n & 15)')}, {value}, 0)"
        d.say(depth, f"{left} = {value}{d.pick('', '', ' + parts[lane]', ' + small[i]')}", "vy.barrier()")
        if d.chance(20):
            d.say(depth, f"if {d.pick('lane > 3', 'small[i] > 1', 'm > 1')}:", f"    parts[lane] += {left}")
        else:
            d.say(depth, f"parts[lane] {d.pick('+=', '=', '^=')} {left}")
        d.say(depth, "vy.barrier()")

    def whole(self, origin: str) -> Case:
        d, last = self.d, len(self.d.workgroup) - 1
        d.say(1, f"i = vy.global_id({last})", f"lane = vy.local_id({last})")
        d.say(1, f"parts = vy.shared(vy.u32, {self.row + self.rng.choice((0, 0, self.row, -8))})")
        d.say(1, "parts[lane] = x[i]", "vy.barrier()")
        d.say(1, f"for k in range({d.pick('3', '1, 4', 'm', '2')}):")
        for _ in range(self.rng.choice((1, 1, 2))):
            self.step(2)
        d.say(1, "out[i] = parts[lane]")
        return d.case((1,) * last + (2,), origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Exchange(rng).whole(origin)


def exchange(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "exchange", seed)
