"""Random short kernels around the numbers of one launch: which elements of an output are surely stored, and in which interval values
lie. Guards, loops and subscripts are plain formulas of ids, sizes and constants."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["arithmetic", "covering"]

_TYPES: Final = ("u32", "u32", "i32", "i32", "u8", "i8", "u16", "i64", "u64")


class _Covering:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4,), (4,), (8,), (1,), (2, 4))))
        self.groups = tuple(rng.choice((1, 1, 2)) for _ in d.workgroup)
        self.total = 1
        for a, b in zip(d.workgroup, self.groups, strict=True):
            self.total *= a * b
        d.array("a", "In", "u32", rng.choice((1, 2, 3, 4, self.total)), below=6)
        d.array("b", "In", "u32", rng.choice((1, 2, 4, self.total)), below=6)
        d.array("grid2", "In", "u32", *rng.choice(((2, 3), (1, 4), (4, 1), (self.total, 1))))
        d.array("flat", "Out", "u32", *rng.choice(((2, 3), (1, 4), (self.total, 1), (3, 2), (2, 2))))
        d.number("flag", "bool_", rng.random() < 0.5)
        d.number("n", "u32", rng.choice((0, 1, 3, self.total)))
        d.array(
            "out",
            "Out",
            "u32",
            rng.choice((1, 1, 2, 3, self.total, self.total, self.total, self.total * 2, max(1, self.total - 1))),
        )
        d.array("seen", "Out", "u32", rng.choice((1, self.total, self.total)))
        self.ids = ["i", "i", "lane"]
        self.loops = 0

    def known(self) -> str:
        """A number that a launch tells, and some that it does not."""
        d = self.d
        plain = d.pick(
            "0",
            "1",
            "2",
            "3",
            "4",
            "5",
            "8",
            str(self.total),
            "a.size",
            "b.size",
            "out.size",
            "out.size",
            "grid2.shape[0]",
            "grid2.shape[1]",
            "vy.num_groups(0)",
            "vy.workgroup_size(0)",
        )
        if d.chance(80):
            return plain
        return d.pick(
            f"({plain} - 1)",
            f"({plain} + 1)",
            f"({plain} * 2)",
            f"({plain} << 1)",
            f"({plain} >> 1)",
            f"vy.popcount(vy.u32({plain}))",
            f"(vy.u32(1) << vy.u32({plain}))",
            f"vy.min(vy.u32({plain}), b.size)",
            "n",
            "a[0]",
            f"(a.size // (b.size - {plain}))",
            f"(7 - vy.u32({plain}))",
            "0xFFFFFFFF",
            "(a.size ^ 3)",
            f"vy.u32(vy.f32({plain}))",
        )

    def place(self, depth: int = 2) -> str:
        """A formula of ids."""
        d = self.d
        kind = self.rng.random()
        if depth == 0 or kind < 0.3:
            return d.pick(*self.ids)
        part = self.place(depth - 1)
        if kind < 0.62:
            return d.pick(
                f"({part} + {self.known()})",
                f"({part} * {self.known()})",
                f"({part} - {self.known()})",
                f"({part} * 2)",
                f"({part} + {self.place(0)})",
                f"({part} << 1)",
                f"({part} << vy.u32({self.known()}))",
                f"({part} * {self.known()} + {self.place(0)})",
            )
        if kind < 0.8:
            return d.pick(
                f"({part} >> 1)",
                f"({part} & 3)",
                f"({part} % 3)",
                f"({part} // 2)",
                f"({part} ^ 1)",
                f"vy.min({part}, vy.u32({self.known()}))",
                f"({part} * {self.place(0)})",
                f"({part} - {self.place(0)})",
                f"({self.known()} - {part})",
                f"(vy.u32(1) << {part})",
                f"(2 << {part})",
            )
        return d.pick(
            part,
            f"vy.u32(vy.i32({part}) - 1)",
            f"vy.u32(vy.i32({part}) * 2)",
            f"vy.u32(vy.u64({part}) + 1)",
            f"vy.u32(vy.u8({part}))",
            "b[i]",
            "(i + b[0])",
            part,
            part,
        )

    def compared(self) -> str:
        d = self.d
        op = d.pick("<", "<", "<", "<=", "==", "==", "==", "!=", ">=", ">")
        left, right = self.place(1), self.known()
        if d.chance(15):
            left, right = (
                d.pick("lane", "i", "lane * 2", "(lane - lane)", "lane * 2 + 1"),
                d.pick("0", "1", "3", "4", "5", "9", str(self.total)),
            )
        if d.chance(14):
            right = self.place(1)
        if d.chance(12):
            left = self.known()
        if d.chance(12):
            t = d.pick("i32", "u64", "i32", "f32")
            left, right = f"vy.{t}({left}){d.pick('', ' - 1' if t == 'i32' else '')}", f"vy.{t}({right})"
        if d.chance(4):
            left, right = d.pick("vy.f32(2.5)", "x_2"), d.pick("2.75", "y_2")
        return f"{left} {op} {right}" if d.chance(70) else f"{right} {op} {left}"

    def condition(self, depth: int = 2) -> str:
        d = self.d
        kind = self.rng.random()
        if depth and kind < 0.4:
            first, second = self.condition(depth - 1), self.condition(depth - 1)
            return d.pick(
                f"({first}) & ({second})",
                f"({first}) & ({second})",
                f"({first}) | ({second})",
                f"({first}) ^ ({second})",
                f"({first}) == ({second})",
                f"({first}) != ({second})",
                f"({first} and {second})",
            )
        if depth and kind < 0.5:
            return f"not ({self.condition(depth - 1)})"
        return (
            d.pick("flag", "lane", "lane & a.size", "a.size", "~lane", "lane | a.size", "a[0]")
            if kind < 0.57
            else self.compared()
        )

    def store(self, depth: int) -> None:
        d = self.d
        kind = self.rng.random()
        if kind < 0.62:
            at = d.pick(
                "i",
                "i",
                "i",
                self.place(),
                self.place(),
                "0",
                "1",
                f"vy.i32({self.place()})",
                f"vy.i64({self.place()}) - 1",
                f"(vy.u64({self.known()}) << 32)",
                f"vy.i32({self.known()}) - 1",
            )
            d.say(depth, f"out[{at}] = {d.pick('7', 'n', 'a[0]')}")
        elif kind < 0.75:
            d.say(depth, f"flat[{self.place(1)}, {d.pick('0', '0', '1', 'lane', self.place(1))}] = 5")
        elif kind < 0.85:
            d.say(depth, f"seen[{d.pick('i', 'i', '0', self.place(1))}] = 5")
        else:
            d.say(depth, d.pick("x_1 = seen[i]", "x_1 = out[i]", "x_1 = n"))

    def block(self, depth: int, nesting: int) -> None:
        d = self.d
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            kind = self.rng.random()
            if nesting and kind < 0.4:
                d.say(depth, f"if {self.condition()}:")
                if d.chance(12):
                    d.say(depth + 1, "return" if not self.loops or d.chance(20) else d.pick("break", "continue"))
                    continue
                self.block(depth + 1, nesting - 1)
                if d.chance(35):
                    d.say(depth, "else:")
                    self.block(depth + 1, nesting - 1) if d.chance(85) else d.say(depth + 1, "return")
            elif nesting and kind < 0.65:
                name = f"k{len(d.lines)}"
                t = d.pick(*["u32"] * 6, "i32", "u8", "u64")
                bounds = d.pick(
                    f"{self.known()}",
                    f"0, {self.known()}",
                    f"1, {self.known()}",
                    f"{d.pick('lane', 'i')}, {self.known()}",
                    f"0, {self.place(1)}",
                    f"{self.known()}, {self.known()}",
                )
                cast = ", ".join(f"vy.{t}({b}) & 7" for b in bounds.split(", "))
                d.say(depth, f"for {name} in range({cast}{d.pick('', '', '', ', 2')}):")
                self.ids.append(name if t == "u32" else f"vy.u32({name})")
                self.loops += 1
                self.block(depth + 1, nesting - 1)
                self.loops -= 1
                self.ids.pop()
            elif nesting and kind < 0.7:
                first, second = self.known(), self.known()
                d.say(
                    depth, f"if {self.condition(1)}:", f"    for q in range(vy.u32({first}) & 3):", "        out[i] = 1"
                )
                d.say(depth, "else:", f"    for q in range(vy.u32({second}) & 3):", "        out[i] = 2") if d.chance(
                    50
                ) else d.say(depth, "else:", "    out[i] = 2")
            else:
                self.store(depth)

    def whole(self, origin: str) -> Case:
        d = self.d
        if len(d.workgroup) == 1:
            d.say(1, "i = vy.global_id(0)", "lane = vy.local_id(0)")
        else:
            d.say(
                1,
                d.pick(
                    "i = vy.global_id(1)", f"i = vy.global_id(0) * {d.workgroup[1] * self.groups[1]} + vy.global_id(1)"
                ),
                d.pick("lane = vy.local_index()", "lane = vy.local_id(0)", "lane = vy.global_id(0)"),
            )
        d.say(1, "x_1 = vy.u32(0)", "x_2 = vy.f32(2.5)", "y_2 = vy.f32(2.75)")
        self.block(1, 3)
        if d.chance(40):
            self.store(1)
        case = d.case(self.groups, origin)
        return replace(case, grid=(0, 1, 1)) if self.rng.random() < 0.04 else case


class _Arithmetic:
    """Straight formulas of values whose intervals are known, under conditions that tell more."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4,), (8,), (2, 4))))
        self.t = rng.choice(_TYPES)
        equal = rng.random() < 0.3
        d.array("x", "In", self.t, 16, below=rng.choice((0, 0, 9)))
        d.array("w", "In", "u32", 16 if equal else rng.choice((4, 16, 40)), below=rng.choice((9, 40)))
        d.array("plane", "In", "u32", *((4, 4) if equal else rng.choice(((4, 4), (3, 9), (16, 2)))))
        d.array("table", "In", "u32", rng.choice((4, 7, 16)), fixed=True, below=9) if not equal else None
        d.number("n", self.t, rng.choice((0, 1, 3, 7, 100)))
        d.array("out", "Out", self.t, 16)
        self.names = ["lane", "k", "v", "v", "p", "n", "q"]
        self.equal = equal

    def literal(self) -> str:
        most = {"u8": 255, "i8": 127, "u16": 65535}.get(self.t, 2**31 - 1)
        return str(self.rng.choice((0, 1, 2, 3, 4, 5, 7, 8, 31, 33, 64, 100, most, most - 1)) & most)

    def value(self, depth: int) -> str:
        d = self.d
        if not depth or d.chance(20):
            return d.pick(
                *self.names,
                *self.names,
                self.literal(),
                f"vy.{self.t}({d.pick('lane_u', 'i', 'w[i]', 'w.size', 'i8v', 'u8v')})",
            )
        kind = self.rng.random()
        first, second = self.value(depth - 1), self.value(depth - 1)
        if kind < 0.55:
            return f"({first} {d.pick('+', '-', '*', '&', '|', '^', '+', '-')} {second})"
        if kind < 0.75:
            return f"({first} {d.pick('<<', '>>', '>>', '%', '//', '%', '//')} {d.pick(second, self.literal(), '2', '3', f'({second} & 3)', f'({second} | 1)')})"
        if kind < 0.85:
            return d.pick(
                f"vy.min({first}, {second})",
                f"vy.max({first}, {second})",
                f"vy.abs({first})",
                f"(-{first})",
                f"(~{first})",
                f"vy.select({self.condition(0)}, {first}, {second})",
                f"vy.clamp({first}, 0, 5)",
            )
        small = d.pick("u8", "i8", "i32", "u32", "i16", "u64", "bool_")
        return f"vy.{self.t}(vy.{small}({first}))"

    def condition(self, depth: int = 1) -> str:
        d = self.d
        kind = self.rng.random()
        if depth and kind < 0.35:
            first, second = self.condition(depth - 1), self.condition(depth - 1)
            return d.pick(
                f"({first}) & ({second})",
                f"({first}) & ({second})",
                f"({first}) | ({second})",
                f"not ({first})",
                f"({first} and {second})",
                f"({first}) ^ ({second})",
            )
        if kind < 0.45:
            return d.pick(*self.names, f"{self.value(1)}", "~v", "~p", "(v & p)", "(v | p)")
        left = d.pick(*self.names, self.value(1), self.value(1))
        right = d.pick(
            *self.names,
            self.literal(),
            self.literal(),
            self.value(1),
            f"vy.{self.t}(w.size)",
            f"vy.{self.t}(out.size)",
            f"vy.{self.t}(plane.shape[1])",
        )
        return f"{left} {d.pick('<', '<=', '>', '>=', '==', '!=')} {right}"

    def use(self, depth: int) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.3:
            d.say(depth, f"total = total + {self.value(2)}")
        elif kind < 0.6:
            at = d.pick(*self.names, self.value(1), self.value(1))
            whole = [
                f"w[{at}]",
                f"vy.u32(x[{at}])",
                f"plane[{at}, {d.pick('0', *self.names)}]",
                f"plane[{d.pick('i', 'lane_u', *self.names)}, {at}]",
                *([] if self.equal else [f"table[{at}]"]),
                f"w[i{d.pick('', ' + 1', ' - 1', ' - lane_u')}]",
            ]
            d.say(depth, f"total = total + vy.{self.t}({d.pick(*whole)})")
        elif kind < 0.72:
            d.say(depth, f"{d.pick('v', 'p')} = {self.value(2)}")
        elif kind < 0.8:
            d.say(
                depth,
                f"{d.pick('v', 'p', 'q')} = {d.pick('v', 'p', 'q')} {d.pick('>> 1', '// 2', '// 3', '- 1', '+ 1', '% 5', '>> 2', '// n', '// v')}",
            )
        elif kind < 0.9:
            d.say(depth, f"out[{d.pick('i', 'i + 1', 'i')}] = total")
        else:
            d.say(depth, f"if {self.condition(0)}:", "    return" if d.chance(30) else f"    v = {self.value(1)}")

    def block(self, depth: int, nesting: int) -> None:
        d = self.d
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            kind = self.rng.random()
            if nesting and kind < 0.35:
                d.say(depth, f"if {self.condition(2)}:")
                self.block(depth + 1, nesting - 1)
                if d.chance(35):
                    d.say(depth, "else:")
                    self.block(depth + 1, nesting - 1)
            elif nesting and kind < 0.6:
                t = self.t
                low, high = (
                    d.pick("0", "1", "v & 3", "lane", "lane * 4", f"vy.{t}(3)", "q & 7", "(lane + 1) * 4"),
                    d.pick("4", "n & 7", "lane", "5", "q & 7"),
                )
                both = d.pick(
                    f"vy.{t}({low}), vy.{t}({high})",
                    f"vy.{t}({high})",
                    f"vy.{t}({low}), vy.{t}({low}) + {d.pick('4', '5', '3')}",
                )
                name = d.pick("k", "k", "k", "k2")
                d.say(depth, f"for {name} in range({both}{d.pick('', '', '', ', 2', ', -1')}):")
                self.names.append(name)
                self.block(depth + 1, nesting - 1)
                self.names.pop()
            elif nesting and kind < 0.66:
                turn = f"turn{len(d.lines)}"
                d.say(depth, f"{turn} = vy.u8(w[i] & {d.pick('7', '3')})")
                d.say(depth, f"while {d.pick(f'{turn} > 0', f'{turn} > 0 and v > 3', f'{turn} > 0')}:")
                self.block(depth + 1, nesting - 1)
                d.say(depth + 1, f"{turn} -= 1")
            else:
                self.use(depth)

    def whole(self, origin: str) -> Case:
        d, t = self.d, self.t
        last = len(d.workgroup) - 1
        d.say(
            1,
            f"i = vy.global_id({last})",
            f"lane_u = vy.local_id({last})",
            f"lane = vy.{t}(lane_u)",
            "i8v = vy.i8(w[i])",
            "u8v = vy.u8(x[i])",
        )
        d.say(
            1,
            f"v = {d.pick('x[i]', 'x[i]', f'vy.{t}(w[i] & 15)')}",
            f"p = vy.{t}({d.pick('w[i]', 'i', '5', 'x[i + 1]')})",
            f"q = x[i]{d.pick('', ' & 15', ' % 7', ' >> 2')}",
            f"k = vy.{t}({d.pick('0', '3', 'i')})",
            f"total = vy.{t}(0)",
        )
        self.block(1, 3)
        d.say(1, "out[i] = total + v + p" if len(d.workgroup) == 1 else "out[vy.local_index()] = total + p")
        return d.case((1,) * (last + 1) if last else (2,), origin)


def _covered(rng: random.Random, origin: str) -> Case:
    return _Covering(rng).whole(origin)


def _reckoned(rng: random.Random, origin: str) -> Case:
    return _Arithmetic(rng).whole(origin)


def covering(seed: int) -> Case:
    """The kernel of a seed: what is stored."""
    return first_valid(_covered, "covering", seed)


def arithmetic(seed: int) -> Case:
    """The kernel of a seed: what values are."""
    return first_valid(_reckoned, "arithmetic", seed)
