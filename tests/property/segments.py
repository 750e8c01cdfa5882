"""Random kernels whose steps in shared memory depend on more than the lane: on the position in a segment, on a value of
each invocation, on the column of a tile, or on two distances."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["segments"]


class _Segments:
    """Steps whose distance halves or doubles, with a barrier after each step."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((64,), (64,), (128,), (1, 64), (4, 16), (4, 32))))
        self.row = d.workgroup[-1]
        self.lanes = self.row * (d.workgroup[0] if len(d.workgroup) > 1 else 1)
        self.t = rng.choice(("u32", "u32", "i32", "f32"))
        d.array("x", "In", self.t, self.lanes * 2)
        d.array("heads", "In", "u32", self.lanes * 2, below=rng.choice((9, self.row)))
        d.number("n", "u32", rng.choice((0, 3, 5, 6)))
        d.array("out", "Out", self.t, self.lanes * 2)

    def added(self) -> str:
        """The value that a lane adds, from an array that no invocation writes in that step."""
        return self.d.pick("also[lane + s]", "also[lane]", "also[lane ^ 1]", f"vy.{self.t}(3)")

    def behind(self, depth: int) -> None:
        """A step in which the read and the store are both under a condition."""
        d = self.d
        usual = d.chance(40)
        share = d.chance(35)
        if share:
            d.say(depth, f"share = {d.pick('position * 7 // (s + 1)', '(lane + n) // (s + 1)', 'vy.u32(total) // 3')}")
        limit = d.chance(15)
        if limit:
            d.say(depth, f"limit = {d.pick('n * 9 // s', '(s + n) // 2')}")
        test = d.pick("lane < s", "column < s") if usual else self.test(limit)
        d.say(depth, f"if {test}:")
        if usual and self.halves and d.chance(70):
            d.say(depth + 1, "parts[lane] += parts[lane + s]")
        else:
            d.say(depth + 1, f"parts[lane] {d.pick('+=', '=', '-=')} {self.added()}")
        d.say(depth, "vy.barrier()")
        if share:
            d.say(depth, f"total += vy.{self.t}(share)")
        if limit and d.chance(60):
            d.say(depth, f"if {d.pick('lane < limit', 'position < limit')}:", f"    parts[lane] += {self.added()}", "vy.barrier()")  # fmt: skip

    def test(self, limit: bool) -> str:
        d = self.d
        return d.pick(
            "position < s",
            "lane < position",
            "lane < end",
            "lane < end",
            "vy.group_id(0) < s",
            "lane < s & n",
            "(lane < s) | (position == 2)",
            "(lane < s) & (position != 2)",
            f"column < {d.pick('s', 'end')}",
            f"row < {d.pick('s', 'n')}",
            "vy.local_index() < s",
            *(["lane < k", "k < s", "lane < k"] if self.counted else []),
            *(["lane < limit"] * 3 if limit else []),
            *(["lane < room"] * 4 if self.room else []),
        )

    def apart(self, depth: int) -> None:
        """A step of a read, a barrier and a store."""
        d = self.d
        usual = d.chance(40)
        read = "parts[lane - s]"
        if not usual:
            read = d.pick(read, read, f"{read} + parts[lane - gap]", f"parts[lane - gap] - {read}")
        test = "lane >= s"
        if not usual:
            test = d.pick(
                "lane >= s", "s <= lane", "position >= s", "position >= s", "lane >= gap", "column >= s", "lane > s"
            )
        value = f"vy.select({test}, {read}, vy.{self.t}(0))"
        if d.chance(20):
            test = d.pick("s > lane", "lane < s", "position < s")
            value = f"vy.select({test}, vy.{self.t}(0), {read})"
        d.say(depth, f"left = {value}", "vy.barrier()", "parts[lane] += left", "vy.barrier()")

    def whole(self, origin: str) -> Case:
        d, last = self.d, len(self.d.workgroup) - 1
        self.halves, self.counted, self.room = d.chance(55), False, d.chance(15)
        if last:
            d.say(1, "column = vy.local_id(1)", "row = vy.local_id(0)")
            d.say(1, f"lane = {d.pick('vy.local_index()', 'column', 'vy.local_index()')}")
        else:
            d.say(1, "lane = vy.local_id(0)", "column = lane", "row = vy.group_id(0)")
        d.say(1, f"i = vy.group_id({last}) * {self.lanes} + vy.local_index()", "position = heads[i]")
        d.say(1, f"total = vy.{self.t}(0)", "gap = n & 7", "end = n")
        d.say(1, f"parts = vy.shared(vy.{self.t}, {self.lanes})", f"also = vy.shared(vy.{self.t}, {self.lanes + 64})")
        if d.chance(50):
            d.say(
                1,
                f"if {d.pick('position > 4', 'lane > 20', 'n > 3')}:",
                f"    end = {d.pick('16', 'position', 'end + 8')}",
            )
        d.say(1, "parts[vy.local_index()] = x[i]", "also[vy.local_index()] = x[i] + x[i]", "vy.barrier()")
        if self.room:  # of 64 bits
            d.say(1, f"room = vy.u64(n) << {d.pick('32', '30', '2')}")
        kind = self.rng.random()
        if kind < 0.25:
            self.counted = True
            d.say(
                1,
                f"for k in range({d.pick('4', 'n', '1, 6')}):",
                f"    s = {d.pick('vy.u32(1) << k', 'k + 1', f'{self.row} >> k')}",
            )
        elif self.halves:
            d.say(1, f"s = vy.u32({self.row // 2})", "while s > 0:")
        else:
            d.say(1, "s = vy.u32(1)", f"while s < {self.row}:")
        for _ in range(self.rng.choice((1, 1, 2))):
            (self.behind if d.chance(60) else self.apart)(2)
        if self.room:
            d.say(2, f"room {d.pick('>>= 1', '+= vy.u64(s)')}")
        if not self.counted:
            d.say(2, "s >>= 1" if self.halves else "s <<= 1")
        d.say(1, "out[i] = parts[vy.local_index()] + total")
        return d.case((1,) * last + (2,), origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Segments(rng).whole(origin)


def segments(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "segments", seed)
