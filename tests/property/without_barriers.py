"""Random kernels with nested loops over shared memory that end early.

Some kernels lack a barrier between a store and the load that reads it."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["without_barriers"]


class _Steps:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, (16,))
        d.array("x", "In", "u32", 32, below=50)
        d.number("n", "u32", rng.choice((0, 1, 2)))
        d.array("out", "Out", "u32", 32)
        self.loops = 0

    def test(self) -> str:
        """A condition that is uniform in the workgroup."""
        d = self.d
        return d.pick("n == 1", "n > 0", "x[0] > 20", *[f"q{self.loops} == 1"] * 2 * bool(self.loops))

    def step(self, depth: int) -> None:
        d, kind = self.d, self.rng.random()
        at = d.pick("0", "3", "lane", "lane + s", "s")
        if kind < 0.3:
            d.say(depth, f"parts[{d.pick('lane', 'lane', 'lane + s')}] = {d.pick('t', 'x[i]', 'x[i] + t')}")
        elif kind < 0.55:
            d.say(depth, f"t += {d.pick(f'parts[{at}]', f'parts[{at}]', 'x[i]', 'square[0, lane & 7]')}")
        elif kind < 0.75:
            d.say(depth, f"if lane < {d.pick('s', 's', '4')}:")
            d.say(
                depth + 1, d.pick("parts[lane] += parts[lane + s]", "parts[lane] = x[i]", "square[lane, lane] = x[i]")
            )
            if d.chance(30):
                d.say(depth, f"{d.pick('parts', 'square.flat')}[lane + {d.pick('s', '4')}] = {d.pick('3', 't')}")
        else:
            d.say(depth, "vy.barrier()")

    def block(self, depth: int, nesting: int) -> None:
        d = self.d
        for _ in range(self.rng.choice((1, 2, 3, 4))):
            if nesting and d.chance(30):
                self.loop(depth, nesting)
            elif nesting and d.chance(10):
                d.say(depth, f"if {self.test()}:")
                self.block(depth + 1, 0)
            else:
                self.step(depth)
            if self.loops and d.chance(12):
                d.say(depth, f"if {self.test()}:", f"    {d.pick('break', 'break', 'continue')}")

    def loop(self, depth: int, nesting: int) -> None:
        d = self.d
        self.loops += 1
        if d.chance(70):
            d.say(depth, f"for q{self.loops} in range({d.pick('2', '3', 'n + 1', 'x[0] & 3')}):")
            self.block(depth + 1, nesting - 1)
            if d.chance(40):
                d.say(depth + 1, "s = s >> 1")
        else:
            d.say(depth, f"q{self.loops} = vy.u32(0)", f"s = vy.u32({d.pick('8', '8', '4')})", "while s > 0:")
            d.say(depth + 1, "s = s >> 1" if d.chance(50) else "s //= 2", f"q{self.loops} += 1")
            self.block(depth + 1, nesting - 1)
        self.loops -= 1

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(
            1, "i = vy.global_id(0)", "lane = vy.local_id(0)", f"s = vy.u32({d.pick('8', '4', '1')})", "t = vy.u32(0)"
        )
        d.say(1, "parts = vy.shared(vy.u32, 32)", "square = vy.shared(vy.u32, (8, 8))")
        if d.chance(60):
            d.say(1, "parts[lane] = x[i]", "vy.barrier()")
        self.block(1, 2)
        d.say(1, f"out[i] = t{d.pick('', ' + parts[lane]', ' + parts[0]')}")
        return d.case((2,), origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Steps(rng).whole(origin)


def without_barriers(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "without barriers", seed)
