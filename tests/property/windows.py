"""Random kernels whose invocations each process a window of an array, and kernels that set marks in an array.

Windows are read with strides, changed in place, taken from rows of a two-dimensional array, or kept in private memory.
Marks are set by atomics, whose old value is used or not."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["marks", "windows"]


class _Windows:
    """Reads of windows, mostly as ``text[start + k]``."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((16,), (32,), (32,), (64,))))
        self.t = rng.choice(("u8", "u8", "u16", "i16", "u32", "f32"))
        self.n = rng.choice((3, 8, 17, 20, 40))
        d.array("text", "In", self.t, 64 * self.n + rng.choice((0, 0, 5, -9)))
        d.array("row", "InOut", self.t, 64 * self.n)
        d.array("plane", "In", self.t, rng.choice((40, 90)), rng.choice((3, 24)))
        d.array("starts", "In", "u32", 64, below=rng.choice((20, 64 * self.n)))
        d.number("n", "u32", self.n)
        d.number("m", "u32", rng.choice((0, 1, 2)))
        d.array("out", "Out", "u32", 128)

    def head(self, depth: int, name: str) -> None:
        d = self.d
        d.say(depth, f"for {name} in range({d.pick('n', 'n', '0, n', '1, n', 'm, n', '16', '0, 40')}{d.pick('', '', '', ', 2', ', 3') if d.chance(40) else ''}):".replace("range(n,", "range(0, n,").replace("range(16,", "range(0, 16,"))  # fmt: skip

    def start(self) -> str:
        return self.d.pick("start", "start", "starts[i]", "i * 4", "i * n", "m")

    def window(self, depth: int, name: str) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.4:
            d.say(depth, f"acc = acc * 3 + vy.u32(text[{self.start()} + {name}])")
        elif kind < 0.65:  # in place: each invocation has its own row
            behind = d.pick("before", "before", "own")
            d.say(
                depth,
                f"row[own + {name}] = row[own + {name}] {d.pick('+', '^' if self.t[0] in 'ui' else '-')} row[{behind} + {name}]",
            )
            if d.chance(30):
                d.say(depth, f"acc += vy.u32(row[own + {name}])")
        elif kind < 0.85:
            first = d.pick(f"start + {name}", f"start + {name}", f"{name} + starts[i]", f"m + {name}", "start")
            second = d.pick("m", "1", f"m + {name}", "i", "start")
            d.say(depth, f"acc = acc * 5 + vy.u32(plane[{first}, {second}])")
        elif kind < 0.93:
            d.say(depth, f"acc += vy.u32(text[{self.start()} + {name}]) * vy.u32(text[{self.start()} + {name} + 1])")
        else:
            d.say(
                depth, f"if text[{self.start()} + {name}] == text[m]:", "    " + d.pick("acc += 1", "break", "continue")
            )

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(1, "i = vy.global_id(0)", "acc = vy.u32(1)", "own = i * n", "before = own - 1", "start = starts[i]")
        if d.chance(30):
            d.say(1, f"start = {d.pick('i * n', 'start + m', 'starts[i + 1]')}")
        mine = d.chance(25)
        if mine:
            d.say(1, f"mine = vy.private(vy.u32, {self.rng.choice((8, 64, 128))})", "lane = vy.local_id(0)")
            for q in (0, 1):
                d.say(
                    1,
                    f"mine[{d.pick('lane * 2', 'lane * 2', 'i * 2', 'lane')} + {q}] = {d.pick('starts[i]', 'i', f'starts[i * 2 + {q}]')}",
                )
            if d.chance(50):
                d.say(1, f"acc += mine[lane * 2 + 1] * 3 + mine[{d.pick('lane * 2', '0', '3')}]")
        depth = 1
        if d.chance(25):
            d.say(1, f"if {d.pick('i < 40', 'start > 3', 'i < out.size', 'm > 0')}:")
            depth = 2
        self.head(depth, "k")
        for _ in range(self.rng.choice((1, 1, 2))):
            self.window(depth + 1, "k")
        if d.chance(20):
            d.say(depth + 1, f"for q in range({d.pick('2', 'm', 'k & 1', '3')}):")
            self.window(depth + 2, d.pick("q", "k"))
        if mine and d.chance(60):
            d.say(1, f"acc += mine[{d.pick('lane * 2', 'm', 'lane * 2 + 1')}]")
        d.say(1, "out[i] = acc")
        return d.case((64 // d.workgroup[0],), origin)


class _Marks:
    """Marks that are mostly one number for the launch, and other operations on their array."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, (rng.choice((16, 32, 64)),))
        self.t = rng.choice(("u32", "u32", "i32", "u64"))
        d.array("x", "In", "u32", 128, below=rng.choice((16, 100)))
        d.array("mark", "InOut", self.t, 128, below=rng.choice((2, 9)))
        d.number("n", "u32", rng.choice((1, 4, 6)))
        d.array("out", "Out", "u32", 128)

    def number(self) -> str:
        return f"vy.{self.t}({self.d.pick('1', '2', '4', 'n', 'n + 1', '7', 'x[0]')})"

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(1, "i = vy.global_id(0)", "seen = vy.u32(0)")
        op = d.pick("or", "or", "and", "min", "max", "exchange")
        for _ in range(self.rng.choice((1, 2, 2))):
            depth, kind = 1, self.rng.random()
            if d.chance(40):
                d.say(1, f"if {d.pick('x[i] < 9', 'x[i] & 1 == 0', 'i < 50')}:")
                depth = 2
            call = f"vy.atomic_{op if d.chance(80) else d.pick('or', 'add', 'max')}(mark, "
            if kind < 0.35:  # returns the old mark
                d.say(depth, f"old = {call}i, {self.number()})", "seen += vy.u32(old) * 3 + 1")
            else:
                d.say(depth, f"{call}{d.pick('x[i]', 'x[i]', 'i', 'x[i] & 15')}, {self.number()})")
            if d.chance(15):
                d.say(depth, f"mark[i] = {self.number()}")
        d.say(1, "out[i] = seen")
        return d.case((2,), origin)


def _windowed(rng: random.Random, origin: str) -> Case:
    return _Windows(rng).whole(origin)


def _marked(rng: random.Random, origin: str) -> Case:
    return _Marks(rng).whole(origin)


def windows(seed: int) -> Case:
    """The kernel of a seed: a window of each invocation."""
    return first_valid(_windowed, "windows", seed)


def marks(seed: int) -> Case:
    """The kernel of a seed: marks in an array."""
    return first_valid(_marked, "marks", seed)
