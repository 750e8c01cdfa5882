"""Random kernels of one or two stores, each under conditions on ids and sizes or in a loop. The outputs have about as
many elements as the stores cover, so that all elements are stored, or nearly all."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case
from tests.property.rewritten import rewritten

__all__ = ["stored"]


class _Stored:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4,), (4,), (8,), (32,), (2, 4), (4, 2))))
        self.flat = len(d.workgroup) == 1
        self.groups = (rng.choice((1, 1, 2)),) if self.flat else (1, rng.choice((1, 1, 2)))
        if d.workgroup == (32,) and rng.random() < 0.5:
            self.groups = (9,)  # more than 256 invocations
        self.lanes = d.workgroup[-1]
        self.total = self.lanes * self.groups[-1]
        d.array("a", "In", "u32", rng.choice((1, 2, 3, 4, 33)), below=6)
        d.array("b", "In", "u32", rng.choice((1, 2, 3, 4)), below=6)
        d.array("plane", "In", "u32", *rng.choice(((d.workgroup[0], self.total), (2, 4), (4, 2), (1, 3))))
        d.array("drawn", "Out", "u32", *d.arguments["plane"][1])  # type: ignore[misc]  # the shape of an array
        d.number("n", "u32", rng.choice((0, 1, 3, self.total)))
        self.ids = ["i", "i", "lane"] if self.flat else ["row", "column", "column"]
        self.size = 1  # elements of `out` that its last store seems to cover

    # -- values ---------------------------------------------------------------------------------------
    def known(self) -> str:
        """A number, which is mostly known for each launch."""
        d = self.d
        sizes = ("a.size", "b.size", "a.size - 1", "b.size - 1", "out.size")
        axes = ("drawn.shape[0]", "drawn.shape[1]") * (1 if self.flat else 3)
        return d.pick("0", "1", "2", "3", "4", "5", "9", str(self.total), d.pick("n", "1"), *sizes, *axes)

    def compared(self) -> str:
        d, own = self.d, self.d.pick(*self.ids)
        op = d.pick("<", "<", "<=", "==", "==", "!=", ">=", ">")
        kind, right = self.rng.random(), self.known()
        if kind < 0.25:
            left = own
        elif kind < 0.35:
            left, op, right = f"{own} * {d.pick('2', '3')}{d.pick('', ' + 1')}", "==", d.pick("3", "4", "5", right)
        elif kind < 0.45:
            left = d.pick(f"{own} - 1", f"{own} + 1", f"{own} ^ 1", f"{own} % 3", f"{own} << 1", f"{own} << a.size")
        elif kind < 0.55:
            left, op = d.pick(f"{self.ids[0]} - {self.ids[-1]}", f"(1 << {own})"), d.pick("<", "<=", "==")
            right = d.pick(right, str(self.lanes))
        elif kind < 0.7:
            other = d.pick(*self.ids)
            left, right = own, d.pick(f"{other} + 1", f"{right} - {other} * 2", f"4 - {other}", f"3 - {other} * 2")
            if d.chance(40):
                op, right = "==", other
        elif kind < 0.88:
            left = d.pick("(a.size & 1)", "(a.size & 2)", "a[0]", "a[0]", "(a.size ^ b.size)")
            right = d.pick("0", "0", "1", "2", "a.size")
        else:
            left, right = "vy.f32(a.size) / vy.f32(b.size)", d.pick("vy.f32(a.size // b.size)", f"vy.f32({own})", "1.5")
            op = d.pick("<=", "<=", ">")
        return f"{left} {op} {right}" if d.chance(85) else f"{right} {op} {left}"

    def condition(self, depth: int = 1) -> str:
        d = self.d
        kind = self.rng.random()
        if depth and kind < 0.25:
            first, second = self.condition(depth - 1), self.condition(depth - 1)
            op = d.pick("&", "&", "|", "^", "!=", "==")
            return f"({first}) {op} ({second})"
        if depth and kind < 0.5:
            own = d.pick(*self.ids)
            tests = [
                f"{own} {d.pick('==', '==', '<', '>=')} {d.pick('0', '0', '1', '2', '3', 'b.size')}" for _ in range(2)
            ]
            if d.chance(30):
                tests = [f"{array} > {d.pick('1', '2')}" for array in ("a.size", "b.size")]
            return f"({tests[0]}) {d.pick('&', '&', '&', '^', '!=')} ({tests[1]})"
        if kind < 0.58:
            own = d.pick(*self.ids)
            return d.pick(own, f"not {own}", f"{own} - 1", f"{own} & 1", f"~{own}", f"{own} | b.size")
        return f"not ({self.compared()})" if kind < 0.65 else self.compared()

    def value(self, array: str) -> str:
        return self.d.pick("7", "7", "n", "a[0]", f"{array} + 1")

    # -- statements -----------------------------------------------------------------------------------
    def place(self) -> str:
        """A subscript of ``out`` outside of loops."""
        d, own = self.d, self.d.pick(*self.ids)
        count = {"i": self.total, "lane": self.lanes, "row": self.d.workgroup[0], "column": self.total}[own]
        text, self.size = self.rng.choice(
            (
                *[(own, count)] * 8,
                *[("0", 1)] * 7,
                (f"vy.max({own}, 1)", 1),
                (f"{own} | 1", 1),
                (f"{own} * ({d.pick(*self.ids)} + 1)", count),
                (f"vy.i32({own}) << (vy.i32(b.size) - 2)", count),
                (f"vy.u8({own})", min(count, 256)),
                (f"vy.i8({own})", min(count, 128)),
                (f"vy.i64({own})", count),
            )
        )
        return text

    def store(self, depth: int) -> None:
        d = self.d
        if not self.flat and d.chance(35):
            at = d.pick("row, column", "row, column", "column, row")
            if d.chance(50):
                tests = [
                    f"{d.pick('row', 'column')} < drawn.{d.pick('shape[0]', 'shape[1]', 'size')}" for _ in range(2)
                ]
                d.say(depth, f"if {tests[0]} and {tests[1]}:")
                depth += 1
            d.say(depth, f"drawn[{at}] = {self.value(f'drawn[{at}]')}")
        elif d.chance(85):
            at = self.place()
            if "u8" in at and d.chance(60):
                d.say(depth, "if i >= 256:")
                depth += 1
            d.say(depth, f"out[{at}] = {self.value(f'out[{at}]')}")
        else:
            own = d.pick(*self.ids)
            d.say(depth, f"more[{own}] = {self.value(f'more[{own}]')}")

    def loop(self, depth: int) -> None:
        """A store in each iteration; some iterations may skip it."""
        d, own = self.d, self.d.pick(*self.ids)
        count = d.workgroup[0] if own == "row" else self.lanes
        end = {"row": d.workgroup[0], "lane": self.lanes}.get(own, self.total)
        rest = f"{end} - {own}" if end <= 8 else "3"
        turns = d.pick("4", "4", "a.size", "b.size", rest, f"{own}, 4", f"{own} + 1", "3")
        at, size = self.rng.choice(
            (
                (f"{own} * 4 + k", count * 4),
                (f"{own} * 4 + k", count * 4),
                ("k", 4),
                ("k", 2 + count),
                (f"{own} + k * 2", 2),
                (f"{own} + k", count),
            )
        )
        self.size = size
        if d.chance(10):
            first = d.pick("4294967296", "4294967296", "0", "vy.u64(n)")
            turns = f"vy.u64({first}), vy.u64({first}) + 4"
        d.say(depth, f"for k in range({turns}):")
        if d.chance(35):
            d.say(
                depth + 1,
                f"if {d.pick('k', 'k', own)} {d.pick('<', '<', '==')} {self.known()}:".replace(
                    "k ", "vy.u32(k) " if "u64" in turns else "k "
                ),
            )
            d.say(depth + 2, f"out[{at}] = {self.value(f'out[{at}]')}")
        else:
            d.say(depth + 1, f"out[{at}] = {self.value(f'out[{at}]')}")
        if d.chance(25):
            d.say(depth + 1, f"if {d.pick('k == 1', 'a[0] > 2', f'{own} == 1')}:", "    break")

    def guarded(self, depth: int) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.2:
            d.say(depth, f"if {self.condition()}:")
            self.store(depth + 1) if d.chance(40) else d.say(depth + 1, "n = n + 1")
            if d.chance(60):
                d.say(depth, "else:", f"    if {self.condition()}:", "        return")
            else:
                d.say(depth, f"elif {self.condition()}:", "    return")
            self.store(depth)
        elif kind < 0.6:
            d.say(depth, f"if {self.condition()}:")
            if d.chance(25):
                d.say(depth + 1, f"if {self.condition()}:")
                depth += 1
            self.loop(depth + 1) if d.chance(20) else self.store(depth + 1)
            if d.chance(25):
                d.say(depth, "else:")
                self.store(depth + 1)
        elif kind < 0.85:
            self.loop(depth)
        else:
            self.store(depth)

    def whole(self, origin: str) -> Case:
        d, rng = self.d, self.rng
        if self.flat:
            d.say(1, "i = vy.global_id(0)", "lane = vy.local_id(0)")
        else:
            d.say(1, "row = vy.global_id(0)", "column = vy.global_id(1)")
        self.guarded(1)
        if d.chance(15):
            self.store(1)
        size = self.size if d.chance(75) else rng.choice((1, 1, 2, 3, self.total, self.total * 2))
        d.array("out", "Out", "u32", size)
        d.array("more", "Out", "u32", self.total)
        case = d.case(self.groups, origin)
        case = replace(case, program=rewritten(case.program, rng)) if d.chance(40) else case
        return replace(case, grid=(0, 1, 1)) if rng.random() < 0.03 else case


def _made(rng: random.Random, origin: str) -> Case:
    return _Stored(rng).whole(origin)


def stored(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "stored", seed)
