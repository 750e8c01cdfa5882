"""Random kernels that count: in shared memory, which is looked at behind a barrier, or straight in a small output."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["histogram"]


class _Counts:
    """Counters that are added to."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, (rng.choice((16, 32, 64)),))
        self.lanes = d.workgroup[0]
        self.bins = rng.choice((4, 16, 16, 64, 300, 512, 600))
        self.t = rng.choice(("u32", "u32", "u32", "i32", "i32", "u64", "f32"))
        self.length = self.lanes * 2 + rng.choice((0, 3, 40, -5))
        d.array("x", "In", "u32", self.length, below=rng.choice((0, self.bins, self.bins + 3)))
        d.array("w", "In", self.t if self.t != "f32" else "u32", self.length, below=7)
        d.number("n", "u32", rng.choice((self.length, 3, self.bins)))
        d.number("amount", self.t, rng.choice((1, 1, 3, 7)))
        self.kept_type = rng.choice((self.t, self.t, "u32", "u64"))
        fixed = rng.random() < 0.8
        d.array(
            "kept",
            rng.choice(("Out", "InOut", "InOut")),
            self.kept_type,
            rng.choice((1, 4, 16, 16, 512, 600)),
            fixed=fixed,
            below=5,
        )
        d.array(
            "mark",
            "InOut",
            rng.choice(("u32", "i32", "u8" if rng.random() < 0.3 else "u32")),
            rng.choice((16, 70)),
            below=rng.choice((0, 9)),
        )
        self.mark_type = d.arguments["mark"][0][12:-1]
        d.array("out", "Out", self.t, max(self.lanes * 2, self.bins))
        self.names = ["counts", *(["other"] if rng.random() < 0.4 else [])]

    def op(self) -> str:
        if self.t == "f32":
            return "add"
        return self.d.pick("add", "add", "add", "add", "sub", "sub", "max", "min", "or", "xor")

    def bin(self) -> str:
        return self.d.pick(
            f"x[k] % {self.bins}", "x[k]", "x[i]", f"x[i] & {self.bins - 1}", "lane", "0", "k", "lane & 3"
        )

    def add(self, depth: int, k: str) -> None:
        """One addition, or what is like it."""
        d = self.d
        array, value = d.pick(*self.names), d.pick("1", "1", "amount", f"w[{k}]", "w[i]")
        value = f"vy.{self.t}({value})" if value == "1" or self.t == "f32" else value
        place = self.bin().replace("k", k)
        kind = self.rng.random()
        if kind < 0.1:
            d.say(depth, f"t += vy.u32(vy.atomic_{self.op()}({array}, lane, {value}))")
        elif kind < 0.2:
            d.say(
                depth,
                f"if {d.pick(f'w[i] < vy.{self.t}(4)' if self.t != 'f32' else 'w[i] < 4', f'x[{k}] & 1 == 0')}:",
            )
            d.say(depth + 1, f"vy.atomic_{self.op()}({array}, {place}, {value})")
        else:
            d.say(depth, f"vy.atomic_{self.op()}({array}, {place}, {value})")

    def counting(self, depth: int) -> None:
        d = self.d
        kind = self.rng.random()
        if d.chance(12):
            d.say(
                depth,
                f"for k in range(lane, n, {self.lanes}):",
                f"    vy.atomic_{d.pick('add', 'add', 'max') if self.mark_type != 'u8' else 'add'}(mark, {d.pick('x[k]', 'k')}, vy.{self.mark_type}(2))",
            )
        if kind < 0.5:
            d.say(
                depth,
                f"for k in range({d.pick('lane, n, ' + str(self.lanes), '0, 3', '4', 'lane, x.size, ' + str(self.lanes))}):",
            )
            self.add(depth + 1, "k")
            if d.chance(30):
                self.add(depth + 1, "k")
        elif kind < 0.6:
            d.say(depth, "k = vy.u32(lane & 3)", "while k < 6:")
            self.add(depth + 1, "k")
            d.say(depth + 1, "k += 2")
        else:
            self.add(depth, "i")
        if d.chance(12):
            d.say(
                depth,
                d.pick("t += vy.u32(counts.size)", f"counts[lane] = vy.{self.t}(1)", "t += vy.u32(counts[lane])"),
            )

    def straight(self, depth: int) -> None:
        """To what all workgroups share."""
        d, t = self.d, self.kept_type
        kind = self.rng.random()
        one = f"vy.{t}({d.pick('1', '1', 'x[i]', 'i', 'n')})"
        if kind < 0.55 or t == "f32":
            op = "add" if t == "f32" else d.pick("add", "add", "add", "sub", "max", "xor", "or")
            one = "vy.f32(1)" if t == "f32" else one
            d.say(depth, f"vy.atomic_{op}(kept, {d.pick('x[i] & 15', 'x[i]', '0', 'i & 3', 'i')}, {one})")
            if d.chance(20):
                d.say(
                    depth,
                    d.pick(
                        "t += vy.u32(kept.size)",
                        "t += vy.u32(kept[i])",
                        f"kept[i] = {one}",
                        f"t += vy.u32(vy.atomic_add(kept, i, vy.{t}(1)))",
                    ),
                )
        else:
            t = self.mark_type
            value = d.pick("3", "n", "w.size", "n + 3", "i", "x[i]", "x[0]", "amount", "c")
            value = f"vy.{t}({value})"
            call = d.pick("min", "max", "or", "and", "exchange", "add", "xor") if t in ("u32", "i32") else "add"
            place = d.pick("x[i] & 15", "x[i]", "i", "0")
            if d.chance(12):
                d.say(depth, f"t += vy.u32(vy.atomic_{call}(mark, i, {value}))")
            elif d.chance(30):
                d.say(depth, f"if x[i] {d.pick('<', '>')} 5:")
                d.say(depth + 1, f"vy.atomic_{call}(mark, {place}, {value})")
            else:
                d.say(depth, f"vy.atomic_{call}(mark, {place}, {value})")
            if d.chance(15):
                d.say(depth, d.pick(f"mark[i] = vy.{t}(2)", f"vy.atomic_{call}(mark, i, {value})"))

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(
            1,
            "i = vy.global_id(0)",
            "lane = vy.local_id(0)",
            "t = vy.u32(0)",
            "c = n * 2 + 1",
            "if n > 5:",
            "    c = n + x[1]" if d.chance(50) else "    c = n",
        )
        if d.chance(45):
            for _ in range(self.rng.choice((1, 1, 2))):
                self.straight(1)
            if d.chance(50):
                d.say(1, f"out[i] = vy.{self.t}(t)")
                return d.case((2,), origin)
        for name in self.names:
            d.say(1, f"{name} = vy.shared(vy.{self.t}, {self.bins})")
        if d.chance(20):
            d.say(1, f"counts[lane] = vy.{self.t}(2)", "vy.barrier()")
        loops = d.chance(25)
        if loops:
            d.say(1, f"for round in range({d.pick('2', 'n & 3')}):")
        depth = 2 if loops else 1
        self.counting(depth)
        if d.chance(85):
            d.say(depth, "vy.barrier()")
        if d.chance(30):
            self.counting(depth)
            d.say(depth, "vy.barrier()")
        if loops and d.chance(40):
            d.say(depth, f"t += vy.u32(counts[{d.pick('lane', '0')}])", "vy.barrier()")
        if d.chance(15):
            d.say(
                1,
                "if n > 3:",
                f"    {d.pick('t += vy.u32(counts[lane])', f'counts[lane] = vy.{self.t}(5)')}",
                "    vy.barrier()",
            )
        last = d.pick(*self.names)
        d.say(1, f"for k in range(lane, {self.bins}, {self.lanes}):", f"    out[k] = {last}[k] + vy.{self.t}(t)")
        return d.case((1,), origin)


def _counted(rng: random.Random, origin: str) -> Case:
    return _Counts(rng).whole(origin)


def histogram(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_counted, "histogram", seed)
