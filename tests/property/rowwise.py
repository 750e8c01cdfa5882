"""Random kernels whose invocations each go through a row of something: lists of a sparse matrix or a graph, stretches of a text,
some elements of an array side by side, or one element of every row."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from itertools import accumulate

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["lists", "stretches", "strided"]


class _Lists:
    """``for e in range(first[v], first[v + 1])``."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((32,), (64,), (16,), (2, 16))))
        self.n = n = rng.choice((20, 40, 70))
        self.offset = rng.choice(("u32", "u32", "u32", "i32", "u64"))
        self.value = rng.choice(("u32", "u32", "i32", "f32", "u64"))
        d.array("level", "In", "u32", n, below=2)
        d.array("first", "In", self.offset, n + 1)
        d.array("to", "In", "u32", n * 3, below=rng.choice((n, n + 4)))
        d.array("colour", "In", "u32", n, below=6)
        d.array("x", "In", self.value, n)
        d.array("found", "InOut", rng.choice(("u32", "u32", "i32", "u64")), n, below=rng.choice((3, 0)))
        d.array("next", "InOut", "u32", n + 2, below=9)
        d.array("last", "Out", self.value, n)
        d.number("limit", "u32", rng.choice((0, 3, 5)))
        d.number("number", "u32", rng.choice((0, 1, 7)))
        self.found = d.arguments["found"][0][12:-1]
        self.marks = rng.random() < 0.5  # mostly one kind of number is left where an edge leads

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(1, f"v = vy.global_id({len(d.workgroup) - 1})", "w = v + 1", "limit_2 = limit + colour[0]")
        fresh = d.chance(70)  # what is counted is of the branch alone
        if not fresh:
            d.say(1, "count = vy.u32(0)", f"total = vy.{self.value}(0)")
        if d.chance(15):
            d.say(1, "own = vy.private(vy.u32, 4)")
            self.private = True
        else:
            self.private = False
        depth = 1
        d.say(1, f"if {d.pick('limit > 1', 'colour[v] < 5', 'v < 60')}:", "    w = w + 0") if d.chance(6) else None
        nested = d.chance(20)
        if nested:
            d.say(1, f"if {d.pick('v < level.size', 'colour[v] < 4', 'limit > 2')}:")
            depth = 2
        if d.chance(88):
            d.say(
                depth,
                f"if {d.pick('v < level.size', 'v < level.size and level[v] == 1', '(v < level.size) & (level[v] == 1)', 'level[v] == 1', 'v + 1 < first.size', 'limit > 2')}:",
            )
            depth += 1
        if fresh:
            d.say(depth, "count = vy.u32(0)" if d.chance(80) else "count = limit", f"total = vy.{self.value}(0)")
        if d.chance(12):
            d.say(
                depth,
                d.pick("own[v & 3] = v", "own[1] = w")
                if self.private
                else d.pick("w = vy.global_id(0)", "w = v * 2", "count = v"),
            )
        if d.chance(12):
            d.say(depth, "if colour[v] == 1:", "    " + d.pick("return", "count = 7", "total = total + x[v]"))
        self.loop(depth, "first[v]", "first[v + 1]", 1)
        if d.chance(10):
            self.loop(depth, "first[w]", d.pick("first[w] + 2", "first[w + 1]"), 0)
        if fresh and d.chance(60):
            d.say(depth, f"last[v] = vy.{self.value}(count) + total")
        if depth > 1 and d.chance(10):
            d.say(
                depth - 1,
                "else:",
                "    " + d.pick("next[v] = 1", "last[v] = x[v]")
                if fresh
                else d.pick("    count = 4", "    next[v] = 1"),
            )
        if not fresh and d.chance(70):
            d.say(1, f"last[v] = vy.{self.value}(count) + total")
        case = d.case((1, *[-(-self.n // d.workgroup[-1])])[-len(d.workgroup) :], origin)
        return replace(case, start=case.start | {1: self.firsts()})

    def firsts(self) -> bytes:
        """Where lists begin: most are short, some overlap, some begin beyond the end."""
        rng = self.rng
        lengths = [rng.choice((0, 0, 1, 2, 3, 5, 20)) for _ in range(self.n)]
        ends = [0, *accumulate(lengths)]
        if rng.random() < 0.2:
            ends[rng.randrange(self.n)] = rng.choice((0, 200))
        return array("Q" if self.offset == "u64" else "I", ends).tobytes()

    def loop(self, depth: int, low: str, high: str, nesting: int) -> None:
        d, e = self.d, f"e{len(self.d.lines)}"
        if d.chance(10):
            d.say(depth, f"{e} = vy.u32({low})", f"while {e} < vy.u32({high}):")
            d.say(depth + 1, f"{e} += 1")
        else:
            low, high = (
                d.pick(low, low, low, "v", f"{low} + 1", "0"),
                d.pick(high, high, high, high, f"{low} + {self.pair()}", "4"),
            )
            step = d.pick("", "", "", "", ", 2")
            d.say(depth, f"for {e} in range({low}, {high}{step}):")
        inner = depth + 1
        if d.chance(10):
            d.say(inner, f"count {d.pick('+=', '=')} {d.pick('1', 'limit')}")
        d.say(inner, f"c = {d.pick(*[f'to[{e}]'] * 5, f'to[vy.u32({e}) * 2]', f'vy.u32({e})', 'to[v]')}")
        if d.chance(70):
            d.say(
                inner,
                f"if {d.pick('colour[c] < limit', 'colour[c] < limit', 'colour[c] < limit', 'colour[c] < limit_2', 'c < limit', 'limit > 3', 'found[c] == number' if self.found == 'u32' else 'c > limit', 'colour[c] < count')}:",
            )
            inner += 1
        for _ in range(self.rng.choice((1, 1, 1, 2)) if not self.marks else 1 + d.chance(8)):
            self.act(inner, e)
        if d.chance(8):
            d.say(inner, f"if c == {d.pick('3', 'limit')}:", "    " + d.pick("break", "continue", "return"))
        if nesting and d.chance(8):
            self.loop(inner, "first[c]", "first[c + 1]", 0)

    def pair(self) -> str:
        return f"vy.{self.offset}(2)"

    def act(self, depth: int, e: str) -> None:
        d = self.d
        t, kind = self.found, self.rng.random() * (0.6 if self.marks else 1)
        if kind < 0.55:
            op = d.pick("min", "max", "or", "and", "exchange", "min", *(["add", "add"] if not self.marks else []))
            value = d.pick(
                "number", "number", "3", "number + 1", *(["c", "v", e] if not self.marks or d.chance(10) else [])
            )
            if op == "exchange":
                value = d.pick("number", "number", "3")
            d.say(depth, f"vy.atomic_{op}(found, {d.pick('c', 'c', 'c', e, 'v')}, vy.{t}({value}))")
        elif kind < 0.75:
            d.say(depth, f"total {d.pick('+=', '=')} {d.pick('x[c]', 'x[c]', 'total * x[c]', f'x[vy.u32({e})]')}")
        elif kind < 0.83:
            d.say(depth, d.pick("next[c] = 1", "next[v] = c", "next[c] = number"))
        elif kind < 0.89:
            d.say(depth, d.pick("count += next[c]", "count += next[v]", "count += 1", "count = c"))
        elif kind < 0.94:
            d.say(
                depth, f"g = {d.pick('c + 1', 'c', 'v')}", f"vy.atomic_min(found, {d.pick('g', 'v')}, vy.{t}(number))"
            )
        else:
            d.say(
                depth,
                d.pick("own[c & 3] = v", "count += own[c & 3]")
                if self.private
                else "count += colour[c] * 3 + c * c + (c ^ limit) + (c >> 1)",
            )


class _Stretches:
    """``for k in range(n): … text[start + k]``."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((32,), (32,), (16,), (2, 16))))
        self.t = rng.choice(("u8", "u8", "u16", "i8", "i16", "u32", "u32", "bool_", "f32", "u64"))
        self.length = rng.choice((40, 130, 300, 700))
        d.array("text", rng.choice(("In", "In", "In", "InOut")), self.t, self.length)
        d.array("starts", "In", "u32", 40, below=rng.choice((self.length, self.length + 9, 8)))
        d.array("plane", "In", self.t, rng.choice((32, 30)), rng.choice((8, 20)))
        d.array("nothing", "InOut", self.t, rng.choice((0, 8)))
        d.number("n", "u32", rng.choice((0, 1, 3, 4, 8, 16, 17, 20, 70)))
        d.number("m", "u32", rng.choice((0, 2, 5)))
        d.array("out", "Out", "u32", 32)

    def start(self) -> str:
        return self.d.pick(
            "starts[i]",
            "starts[i]",
            "begin",
            "begin",
            "i * n",
            "i * 4",
            "i",
            "m",
            "i + m",
            "signed",
            "starts[vy.group_id(0)]",
            "lane * 8",
            "j",
        )

    def place(self, k: str) -> str:
        d, start = self.d, self.start()
        wide = f"vy.u32({start})" if start == "signed" else start
        return d.pick(
            *[f"{wide} + {k}"] * 6,
            f"{k} + {wide}",
            f"{wide} - {k}",
            f"{wide} + {k} * 2",
            f"{wide} + {k} + 1",
            k,
            wide,
            f"{wide} * {k}",
            f"vy.u32(vy.i32({wide}) + vy.i32({k}))",
            f"{wide} | {k}",
            f"vy.u64({wide}) + vy.u64({k})",
            f"{wide} + (m + {k})",
        )

    def element(self, k: str) -> str:
        d = self.d
        kind = self.rng.random()
        if kind < 0.75:
            return f"vy.u32(text[{self.place(k)}])"
        if kind < 0.9:
            row = d.pick("i", "i", "m", k, "starts[i]", f"starts[i] + {k}", f"i + {k}")
            return f"vy.u32(plane[{row}, {d.pick(k, k, f'm + {k}', 'm', 'lane', self.place(k))}])"
        return (
            d.pick(f"tile[{self.place(k)}]", f"vy.u32(nothing[{k}])", f"tile[{k}]")
            if self.tile
            else f"vy.u32(nothing[{k}])"
        )

    def body(self, depth: int, k: str) -> None:
        d = self.d
        wide = f"vy.u32({k})" if k != "k_" else k
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            kind = self.rng.random()
            if kind < 0.65:
                d.say(depth, f"acc = acc * {d.pick('3', '1', '31')} + {self.element(wide)}")
            elif kind < 0.75:
                d.say(depth, f"if {self.element(wide)} {d.pick('==', '<')} {d.pick('7', 'm', '100')}:")
                d.say(
                    depth + 1,
                    d.pick(
                        "acc += 1",
                        f"acc = acc ^ {self.element(wide)}",
                        "break",
                        "continue",
                        "return",
                        "begin = begin + 1",
                    ),
                )
            elif kind < 0.8:
                d.say(depth, d.pick("begin += 1", "begin = starts[begin]", "acc = acc ^ begin"))
            elif kind < 0.86:
                t = "vy." + self.t
                d.say(
                    depth,
                    f"{d.pick('nothing', 'text' if self.writable else 'nothing')}[{d.pick('i', 'i', wide)}] = {t}({d.pick('i', '1') if self.t != 'bool_' else 'True'})",
                )
            elif kind < 0.9:
                d.say(depth, f"for q in range({d.pick('2', 'm', 'i & 1')}):", f"    acc += {self.element('q')}")
            else:
                d.say(depth, f"acc += {self.element(wide)} + {self.element(wide)}")

    def whole(self, origin: str) -> Case:
        d = self.d
        self.writable = "InOut" in d.arguments["text"][0]
        d.say(
            1,
            f"i = vy.global_id({len(d.workgroup) - 1})",
            f"lane = vy.local_id({len(d.workgroup) - 1})",
            "acc = vy.u32(1)",
            "signed = vy.i32(starts[i])",
        )
        d.say(1, "j = vy.global_id(0)", f"begin = {d.pick('starts[i]', 'i * 4', 'i * n', 'm', 'vy.group_id(0) * 8')}")
        self.tile = d.chance(25)
        if self.tile:
            d.say(1, "tile = vy.shared(vy.u32, 64)", "tile[vy.local_index()] = starts[i]", "vy.barrier()")
        depth = 1
        if d.chance(45):
            d.say(1, f"if {d.pick('i < out.size', 'i < 20', 'starts[i] > 2', 'm > 1', 'starts[i] > n')}:")
            depth = 2
        high = d.pick(
            "n", "n", "n", "16", "8", "plane.shape[1]", "text.size", "starts[i] & 7", "n & 15", "text.size - m"
        )
        low = d.pick("0", "0", "0", "m", "2", "starts[i] & 1", "m - 3")
        dtype = d.pick("u32", "u32", "u32", "u32", "i32", "u64", "u8")
        step = d.pick("1", "1", "1", "1", "2", "-1", "3")
        first, last = (high, low) if step == "-1" else (low, high)
        d.say(depth, f"for k_ in range(vy.{dtype}({first}), vy.{dtype}({last}), {step}):")
        self.body(depth + 1, "k_" if dtype == "u32" else "k")
        if dtype != "u32":
            d.lines = [line.replace("vy.u32(k)", "vy.u32(k_)") for line in d.lines]
        d.say(
            1,
            f"out[{d.pick('i', 'i', 'i', 'vy.local_index()')}] = acc"
            if len(d.workgroup) == 1
            else "out[vy.local_index()] = acc + begin",
        )
        return d.case((1,) * len(d.workgroup), origin)


class _Strided:
    """``x[4 * i + q]`` for some q."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((16,), (32,), (32,), (2, 16), (8,))))
        self.t = rng.choice(("u32", "u32", "i32", "f32", "u8", "u64"))
        self.c = rng.choice((2, 4, 4, 8, 3))
        self.n = 64
        length = self.n * self.c + rng.choice((0, 0, 9, -3))
        d.array("a", "In", self.t, length)
        d.array("b", "InOut", self.t, length)
        d.array("o", "Out", self.t, length)
        d.array("plane", "In", self.t, 3, length // 2)
        d.array("idx", "In", "u32", self.n + 1, below=self.n)
        d.number("n", "u32", rng.choice((0, 1, 4, 7, 0xFFFFFFFC)))
        d.number("m", "i32", rng.choice((0, 1, 4, -4)))

    def core(self) -> str:
        return self.d.pick(
            "i",
            "i",
            "i",
            "i",
            "g",
            "(i + n)",
            "(i - 1)",
            "vy.local_id(0)",
            "(i ^ 1)",
            "idx[i]",
            "vy.u32(vy.i32(i) + m)",
            "vy.u32(vy.u8(i))",
            "(i + idx[i])",
            "n",
            "lane",
            "(n - i)",
            "(i - n)",
        )

    def base(self) -> str:
        d, core, c = self.d, self.core(), self.c
        scaled = d.pick(
            f"{core} * {c}",
            f"{core} * {c}",
            f"{c} * {core}",
            f"({core} << {c.bit_length() - 1})",
            f"{core} * n",
            f"({core} << n)",
            f"vy.u32(vy.i32({core}) * {c})",
            f"vy.u32(vy.u64({core}) * {c})",
            f"({core} << 33)",
        )
        return d.pick(
            *[scaled] * 5,
            f"{scaled} + n",
            f"n + {scaled}",
            f"{scaled} - n",
            f"{scaled} + idx[0]",
            f"{scaled} + idx[i]",
            f"n - {scaled}",
            f"({scaled} + 1)",
            f"{scaled} + lane",
        )

    def at(self, base: str) -> str:
        q = self.rng.randrange(self.c)
        return self.d.pick(
            f"{base} + {q}",
            f"{base} + {q}",
            f"{base} + {q}",
            f"{base}",
            f"{base} + {q} - 1",
            f"{q} + {base}",
            f"{base} - {q}",
            f"vy.i32({base}) + {q}",
            f"vy.u8({base} + {q})",
            f"vy.i8({base} + {q})",
            f"{base} + {q + self.c}",
        )

    def value(self, base: str) -> str:
        d = self.d
        return d.pick(
            f"a[{self.at(base)}]",
            f"a[{self.at(base)}]",
            f"a[{self.at(base)}]",
            "v",
            "v + w",
            f"plane[{d.pick('1', 'i', 'n')}, {self.at(base)}]",
            f"plane[{self.at(base)}, {d.pick('1', 'n', 'lane')}]",
            f"vy.{self.t}(i)",
            *([f"tile[{self.at('lane * ' + str(self.c))}]"] if self.tile else []),
            *([f"own[{d.pick('i & 3', self.at(base))}]"] if self.own else []),
        )

    def statement(self, depth: int, base: str) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.4:
            d.say(depth, f"{d.pick('v', 'w')} = {self.value(base)}")
        elif kind < 0.55:
            d.say(depth, f"v = v {d.pick('+', '-', '*')} {self.value(base)}")
        elif kind < 0.72:
            d.say(depth, f"o[{self.c} * i + {self.rng.randrange(self.c)}] = {self.value(base)}")
        elif kind < 0.78:
            for q in self.rng.sample(range(self.c), self.c):
                d.say(depth, f"{self.out}[{self.c} * i + {q}{d.pick('', '', '', ' + n')}] = {self.value(base)}")
        elif kind < 0.84:
            d.say(depth, f"w = b[{d.pick('i', f'{self.c} * i', f'{self.c} * i + 1')}]")
        elif kind < 0.88:
            d.say(depth, f"if {d.pick('i < 40', 'idx[i] > 3', 'n > 2')}:")
            self.statement(depth + 1, base)
        elif kind < 0.92:
            d.say(depth, f"for k in range({d.pick('2', 'n & 3', 'idx[i] & 1')}):")
            self.statement(depth + 1, d.pick(base, f"{base} + k"))
        elif self.own:
            d.say(depth, f"own[{d.pick('0', 'i & 3', self.at(base))}] = v")
        else:
            d.say(depth, f"b[{self.c} * i + {self.rng.randrange(self.c)}] = v")

    def whole(self, origin: str) -> Case:
        d = self.d
        self.tile, self.own = d.chance(20), d.chance(15)
        self.out = d.pick("o", "o", "b")
        d.say(
            1,
            f"i = vy.global_id({len(d.workgroup) - 1})",
            f"lane = vy.local_id({len(d.workgroup) - 1})",
            f"g = {d.pick('i', 'i + n', 'idx[i]')}",
            f"v = vy.{self.t}(1)",
            f"w = vy.{self.t}(2)",
        )
        if len(d.workgroup) > 1:
            d.say(1, "i = vy.global_id(0) * 16 + lane") if d.chance(50) else None
        if self.own:
            d.say(1, f"own = vy.private(vy.{self.t}, 4)")
        if self.tile:
            d.say(
                1,
                f"tile = vy.shared(vy.{self.t}, {self.c * 32})",
                f"tile[lane * {self.c} + {self.rng.randrange(self.c)}] = a[i]",
                "vy.barrier()",
            )
        depth = 1
        if d.chance(30):
            d.say(1, f"if {d.pick('i < 60', 'i * 4 + 3 < a.size', 'idx[i] > 3')}:")
            depth = 2
        base = self.base()
        for _ in range(self.rng.choice((2, 3, 4, 5, 8))):
            if d.chance(15):
                base = self.base()
            self.statement(depth, base)
        d.say(1, f"o[{self.c} * i] = v + w")
        return d.case((1,) * (len(d.workgroup) - 1) + (2,), origin)


def _listed(rng: random.Random, origin: str) -> Case:
    return _Lists(rng).whole(origin)


def _stretched(rng: random.Random, origin: str) -> Case:
    return _Stretches(rng).whole(origin)


def _strode(rng: random.Random, origin: str) -> Case:
    return _Strided(rng).whole(origin)


def lists(seed: int) -> Case:
    """The kernel of a seed: lists of different lengths."""
    return first_valid(_listed, "lists", seed)


def stretches(seed: int) -> Case:
    """The kernel of a seed: elements one after the other."""
    return first_valid(_stretched, "stretches", seed)


def strided(seed: int) -> Case:
    """The kernel of a seed: a few elements side by side."""
    return first_valid(_strode, "strided", seed)
