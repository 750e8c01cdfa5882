"""Random kernels that work in shared memory step by step: reductions by halves, scans, tables that are read back."""

from __future__ import annotations

import random
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["halves", "shared_steps"]

_ROWS: Final = ((32,), (64,), (64,), (128,), (40,), (16,), (2, 32), (4, 16))


class _Steps:
    """Lanes that read at a distance from their own place, and then store there. ``pairs``: how often the stores are behind a barrier,
    instead of everything behind a test."""

    pairs = 0.4

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(_ROWS))
        self.row = d.workgroup[-1]
        self.lanes = self.row * (d.workgroup[0] if len(d.workgroup) > 1 else 1)
        self.t = rng.choice(("u32", "u32", "i32", "f32", "u64"))
        d.array("x", "In", self.t, self.lanes * 2 + rng.choice((0, 0, -3, 5)))
        d.array("small", "In", "u32", 64, below=9)
        d.number(
            "n",
            "u32",
            rng.choice(
                (0, 1, 3, self.row // 2, self.row, self.row + 3, self.row * 4, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE)
            ),
        )
        d.number("flag", "bool_", rng.random() < 0.6)
        d.number("far", "i32", rng.choice((1, 2, -1, 5)))
        d.array("out", "Out", self.t, self.lanes * 2)
        d.array("more", "Out", self.t, self.lanes * 2)
        self.other = rng.random() < 0.5
        self.oddity = rng.choice((0.1, 0.3, 1.0))  # how often something else stands for what is usual
        self.counted = False  # the loop ends by itself

    def distance(self) -> str:
        if self.rng.random() > self.oddity:
            return "s"
        return self.d.pick(
            "s",
            "s",
            "s",
            "s",
            "n",
            "1",
            "2",
            "far_u",
            "vy.u32(far)",
            "lane & 3",
            "small[vy.group_id(0)]",
            "small[lane]",
            "(s >> 1)",
            "s + 1",
        )

    def bound(self) -> str:
        if self.rng.random() > self.oddity:
            return "s"
        return self.d.pick(
            "s",
            "s",
            "s",
            "s",
            "n",
            "n",
            "8",
            "40",
            "far_u",
            "s * 2",
            "small[vy.group_id(0)] * 4",
            "small[lane] * 4",
            "(n >> 1)",
            "lane_2",
        )

    def lane(self) -> str:
        if self.rng.random() > self.oddity:
            return "lane"
        return self.d.pick(
            *["lane"] * 7,
            "vy.local_index()",
            "lane_2",
            "i",
            "vy.u32(vy.i32(lane))",
            *(["vy.local_id(1)"] if len(self.d.workgroup) > 1 else []),
        )

    def test(self, depth: int = 2) -> str:
        d = self.d
        kind = self.rng.random() if self.rng.random() < self.oddity else 0.9
        if depth and kind < 0.25:
            first, second = self.test(depth - 1), self.test(depth - 1)
            return d.pick(
                f"({first}) & ({second})",
                f"({first}) & ({second})",
                f"({first}) | ({second})",
                f"({first} and {second})",
            )
        if kind < 0.33:
            return d.pick("flag", "flag", "lane & 1 == 0", f"lane & {self.bound()} != 0", "not flag")
        left, right = self.lane(), self.bound()
        if kind < 0.45:
            t = d.pick("i32", "u64", "u8")
            left, right = f"vy.{t}({left})", f"vy.{t}({right})"
        op = d.pick("<", "<", "<", "<=", ">=", ">", "!=")
        return f"{left} {op} {right}" if d.chance(80) else f"{right} {op} {left}"

    def far(self, array: str) -> str:
        """An element at some distance of the own one."""
        d, by, lane = self.d, self.distance(), self.lane()
        if self.rng.random() > self.oddity:
            return f"{array}[{lane} {d.pick('+', '-')} {by}]"
        place = d.pick(
            "vy.group_id(0)",
            "lane",
            f"{lane} + {by}",
            f"{lane} + {by}",
            f"{lane} - {by}",
            f"{lane} - {by}",
            f"{by} + {lane}",
            f"{lane} ^ {by}",
            f"{by} - {lane}",
            f"{lane} * 2 + {by}",
            f"vy.i32({lane}) - vy.i32({by})",
            f"{lane} + {by} + 1",
            by,
        )
        return f"{array}[{place}]"

    def own(self, array: str, op: str, value: str) -> str:
        return f"{array}[lane] {op} {value}"

    def turn(self, depth: int) -> None:
        """One step, race-free or not quite."""
        d, kind = self.d, self.rng.random()
        array = d.pick("parts", "parts", "also") if self.other else "parts"
        read = d.pick("parts", "parts", array)
        if kind < self.pairs:  # reads, a barrier, stores
            guard = self.test(1) if d.chance(45) else ""
            left = f"left{len(d.lines)}"
            more = d.pick("", "", "", f" + {self.far(read)}", f" + {read}[lane]")
            if guard and d.chance(25):
                left = "left"
                d.say(depth, f"left = vy.{self.t}(0)", f"if {guard}:", f"    left = {self.far(read)}{more}")
            elif guard:
                d.say(depth, f"{left} = vy.select({guard}, {self.far(read)}, vy.{self.t}(0)){more}")
            else:
                d.say(depth, f"{left} = {self.far(read)}{more}")
            if d.chance(8):
                d.say(depth, f"more[i] = {left} + {d.pick(self.far(read), left)}")
            d.say(depth, "vy.barrier()")
            if d.chance(8):
                d.say(
                    depth,
                    f"for z in range({d.pick('2', 'n & 3')}):",
                    f"    {'also' if self.other else 'parts'}[lane] += {left}",
                    "    vy.barrier()",
                )
            if d.chance(15):
                d.say(depth, f"if {d.pick(guard or 'flag', self.test(1))}:")
                d.say(depth + 1, self.own(array, d.pick("+=", "="), left))
            else:
                d.say(
                    depth,
                    self.own(
                        array,
                        d.pick("+=", "+=", "=", "-="),
                        d.pick(left, left, f"{left} + {left}", f"{left} + {array}[lane]", f"{left} * {read}[lane]"),
                    ),
                )
            if d.chance(10):
                d.say(
                    depth,
                    f"{d.pick('parts', 'also') if self.other else 'parts'}[{d.pick('lane', 'lane + 1', 'lane')}] = {left}",
                )
        else:  # all of it behind a test
            if d.chance(15):
                d.say(
                    depth,
                    d.pick(
                        "t += 1",
                        "t = t + small[lane]",
                        "more[i] = x[i]",
                        f"t += vy.u32({read}[lane])",
                        "t = small[vy.group_id(0)]",
                    ),
                )
            d.say(depth, f"if {self.test()}:")
            if d.chance(12):
                d.say(depth + 1, d.pick("t += lane", "more[i] = x[i]", "t = 3"))
            d.say(depth + 1, self.own(array, d.pick("+=", "+=", "="), self.far(read)))
            if d.chance(14):
                d.say(depth, "else:")
                d.say(depth + 1, d.pick(self.own(array, "=", "3"), "t += 1"))
            if d.chance(12):
                d.say(depth, f"if {self.test(1)}:")
                d.say(depth + 1, self.own(array, "+=", "5"))
            if d.chance(10):
                d.say(depth, d.pick("t += s", "more[i] = x[i + s]", f"more[i] = vy.{self.t}(t)"))
        if d.chance(6):
            d.say(
                depth,
                f"if {d.pick('s == 2', 'n == 3', 'lane == s', 'flag')}:",
                "    " + d.pick("break", "continue" if self.counted else "break", "return"),
            )
        if d.chance(95):
            d.say(depth, "vy.barrier()")

    def loop(self) -> None:
        d = self.d
        kind = self.rng.random()
        if kind < 0.5:
            begin = d.pick(
                str(self.row // 2),
                str(self.row // 2),
                "n",
                "vy.workgroup_size(0) >> 1",
                "small[0] * 2",
                "16",
                str(self.row * 2),
            )
            d.say(1, f"s = vy.u32({begin})", f"while s > {d.pick('0', '0', '1')}:")
            self.body()
            d.say(2, d.pick("s = s >> 1", "s >>= 1", "s = s // 2", "s = s >> 1"))
        elif kind < 0.8:
            d.say(1, "s = vy.u32(1)", f"while s < {d.pick(str(self.row), str(self.row), '16', 'n & 63')}:")
            self.body()
            d.say(2, d.pick("s = s * 2", "s <<= 1", "s = s + s", "s += 3"))
        elif kind < 0.92:
            self.counted = True
            d.say(
                1,
                f"s = vy.u32({d.pick('1', '2', '4', 'n', str(self.row // 2))})",
                f"for k in range({d.pick('3', '2', 'n & 3', '1, 4')}):",
            )
            self.body()
            if d.chance(50):
                d.say(2, d.pick("s = vy.u32(1) << k", "s = k", "s += 1", "s = small[k]"))
        else:
            d.say(1, "s = vy.u32(4)", "if n > 2:")
            self.body()

    def body(self) -> None:
        if self.d.chance(15):
            self.d.say(2, self.d.pick("t += 1", f"b = {self.bound()}", "t = s"))
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            self.turn(2)

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(1, f"i = vy.global_id({len(d.workgroup) - 1})", f"lane = vy.local_id({len(d.workgroup) - 1})")
        if len(d.workgroup) > 1:
            d.say(1, f"i = vy.global_id(0) * {self.row} + vy.local_id(1)") if d.chance(80) else None
            d.say(1, f"lane = {d.pick('vy.local_index()', 'vy.local_index()', 'vy.local_id(1)')}")
        d.say(
            1,
            f"lane_2 = {d.pick('lane', 'lane + 1', 'vy.local_id(0)')}",
            f"far_u = vy.u32({d.pick('far', '2', 'n & 7')})",
            "t = vy.u32(0)",
        )
        size = self.lanes + self.rng.choice((0, 0, 0, 64, -8))
        d.say(1, f"parts = vy.shared(vy.{self.t}, {size})")
        if self.other:
            d.say(
                1, f"also = vy.shared(vy.{self.t}, {self.lanes + self.rng.choice((0, 0, 33))})", "also[lane] = x[i + 1]"
            )
        if d.chance(6):
            d.say(1, f"if {d.pick('i >= n', 'lane >= n')}:", "    return" if d.chance(50) else "    t = 9")
        self.private = d.chance(15)
        if self.private:
            d.say(1, f"own = vy.private(vy.{self.t}, 3)", "own[0] = x[i]", "own[1] = x[i + 1]")
        if d.chance(15):  # a loop that each lane leaves by itself
            d.say(
                1,
                f"for y in range({d.pick('small[lane]', 'lane & 3', '4')}):",
                "    t += 1",
                "    if small[lane] == t:",
                "        break",
            )
        if d.chance(15):
            d.say(1, "early = x[i]", "vy.barrier()", "parts[lane] = early", "vy.barrier()")
        d.say(1, f"parts[lane] = x[i]{d.pick('', '', ' + x[i]')}", "vy.barrier()")
        if self.private and d.chance(60):
            d.say(
                1,
                d.pick(
                    "parts[lane] = own[0]", "if lane > 3:\n        parts[lane] = own[1]", "parts[lane] += own[n & 1]"
                ),
                "vy.barrier()",
            )
        self.loop()
        if d.chance(20):
            self.turn(1)
        if d.chance(12):
            d.say(
                1,
                f"if {d.pick('flag', 'n > 1')}:",
                f"    if {d.pick('lane > 3', 'small[lane] == 1', 'n > 2')}:",
                "        return",
            )
        if d.chance(12):
            d.say(
                1,
                f"for z in range({d.pick('3', 'n & 3')}):",
                f"    if {d.pick('z == 1', 'n == 1', 'small[0] == 1')}:",
                "        break",
                f"    {d.pick('parts', 'parts')}[lane] += parts[{d.pick('0', 'lane + 1')}]"
                if d.chance(50)
                else "    parts[lane] += 1",
                "    vy.barrier()" if d.chance(60) else "    t += 1",
            )
        d.say(1, f"out[i] = parts[lane] + vy.{self.t}(t)")
        if d.chance(30):
            d.say(1, "if lane == 0:", "    more[vy.group_id(0)] = parts[0]")
        return d.case((2, 1) if len(d.workgroup) > 1 else (2,), origin)


class _Halves(_Steps):
    """Mostly ``if lane < half:``, and a barrier."""

    pairs = 0.1

    def test(self, depth: int = 2) -> str:
        if self.rng.random() > self.oddity:
            return f"{self.lane()} < {self.bound()}"
        return super().test(depth)


def _halved(rng: random.Random, origin: str) -> Case:
    return _Halves(rng).whole(origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Steps(rng).whole(origin)


def shared_steps(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "shared steps", seed)


def halves(seed: int) -> Case:
    """The kernel of a seed, of those that take half of the lanes in each step."""
    return first_valid(_halved, "halves", seed)
