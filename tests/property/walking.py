"""Random kernels whose places move: pointers that go on by a stride, and tiles of arrays of two dimensions that a workgroup goes through,
with what may stand between: barriers, early exits, private arrays, tests of the own row."""

from __future__ import annotations

import random
import re

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["planes", "pointers"]


class _Pointers:
    """``p = i``, and in a loop ``p += stride``."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((8,), (16,), (32,), (2, 16), (20,))))
        self.t = rng.choice(("u32", "u32", "u32", "i32", "u64", "u8"))
        d.array("a", "In", rng.choice(("u32", "i32", "f32", "u8")), rng.choice((40, 130, 300)))
        d.array("idx", "In", "u32", 40, below=rng.choice((6, 40)))
        d.array("b", "InOut", "u32", 200)
        d.number("n", "u32", rng.choice((0, 1, 2, 3, 5)))
        d.number("stride", self.t, rng.choice((1, 4, 8, 16, 64)))
        d.number("flag", "bool_", rng.random() < 0.5)
        d.array("out", "Out", "u32", 64)
        self.e = d.arguments["a"][0][9:-1]

    def begin(self) -> str:
        return self.d.pick(
            "i",
            "i",
            "lane",
            "i + n",
            "i * 4",
            "idx[i]",
            "n",
            "i - 1",
            "n - i",
            "vy.local_id(0)",
            "i + idx[0]",
            "i + idx[i]",
        )

    def cast(self, text: str) -> str:
        return text if self.t == "u32" else f"vy.{self.t}({text})"

    def change(self, depth: int) -> None:
        d, name, kind = self.d, self.d.pick("p", "p", "q"), self.rng.random()
        other = "q" if name == "p" else "p"
        if kind < 0.4:
            d.say(
                depth,
                f"{name} {d.pick('+=', '+=', '-=')} {d.pick('stride', 'stride', '1', '8', self.cast('n'), self.cast('idx[0]'), self.cast('lane'), self.cast('idx[i]'))}",
            )
        elif kind < 0.5:
            d.say(
                depth,
                f"{name} = {d.pick(f'stride + {name}', f'stride - {name}', f'{name} * 2', other, f'{name} + {other}', self.cast(self.begin()), f'{name} ^ 1')}",
            )
        elif kind < 0.62:
            d.say(depth, f"{name} = {d.pick(self.cast('n'), self.cast('5'), self.cast('i'), self.cast('idx[1]'))}")
        elif kind < 0.8:
            d.say(
                depth,
                f"if {d.pick('flag', 'n > 2', 'idx[i] > 3', 'idx[0] > 3', 'lane < 3', self.cast('p') + ' > 20', 'k == 1')}:",
            )
            self.change(depth + 1)
            if d.chance(40):
                d.say(depth, "else:")
                self.change(depth + 1)
        else:
            self.use(depth)

    def use(self, depth: int) -> None:
        d = self.d
        at = d.pick("p", "p", "p", "q", "p + 1", "p * 4", "p * 4 + 1", "q * 2", "p - q", "k")
        d.say(
            depth,
            d.pick(
                f"total = total + a[{at}]",
                f"total = total + a[{at}]",
                f"total += vy.{self.e}(b[{d.pick('p', 'i')}])",
                "count += 1",
            ),
        )

    def loop(self, depth: int, nesting: int) -> None:
        first_line = len(self.d.lines)
        self.turns(depth, nesting)
        if not nesting:  # a variable of its own, or the loop around might never end
            self.d.lines[first_line:] = [re.sub(r"\bk\b", "k2", line) for line in self.d.lines[first_line:]]

    def turns(self, depth: int, nesting: int) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.55:
            t = d.pick("u32", "u32", "u32", "u64", "i32", "u8") if not nesting else "u32"
            first = d.pick("0", "0", "0", "i", "lane", "idx[i] & 3", "n", "i + 1")
            last = d.pick("3", "n", "n & 3", "4", "i + 3", "40", "idx[i] & 7", "lane + n")
            step = d.pick("", "", "", ", 8", ", 2")
            d.say(depth, f"for k in range(vy.{t}({first}), vy.{t}({last}){step}):")
        else:
            d.say(
                depth,
                f"k = vy.u32({d.pick('0', '0', 'i', 'lane')})",
                f"while k < {d.pick('3', 'n', 'lane + 3', 'idx[i]', '40')}:",
                "    k += vy.u32(8)" if d.chance(30) else "    k += 1",
            )
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            self.change(depth + 1)
        if d.chance(12):
            d.say(depth + 1, "k = k + 1" if d.chance(50) else "if flag:\n" + "    " * (depth + 2) + "k = k + 1")
        if d.chance(25):
            d.say(depth + 1, f"total = total + a[{d.pick('k', 'k', 'vy.u32(k) * 4 + 1', 'vy.u32(k) * 2')}]")
        if nesting and d.chance(25):
            self.loop(depth + 1, 0)
        self.use(depth + 1)
        if d.chance(12):
            d.say(
                depth + 1,
                f"if {d.pick('flag', 'n == 2', 'idx[i] == 1', 'lane == 2')}:",
                "    " + d.pick("break", "continue" if "while" not in d.lines[-4] else "break", "return"),
            )

    def whole(self, origin: str) -> Case:
        d = self.d
        last = len(d.workgroup) - 1
        d.say(
            1,
            f"i = vy.global_id({last})",
            f"lane = vy.local_id({last})",
            f"total = vy.{self.e}(1)",
            "count = vy.u32(0)",
            "k = vy.u32(0)",
        )
        d.say(1, f"p = {self.cast(self.begin())}", f"q = {self.cast(self.begin())}")
        shared = d.chance(30)
        if shared:
            d.say(1, "tile = vy.shared(vy.u32, 64)", "tile[vy.local_index()] = idx[i]", "vy.barrier()")
        if d.chance(15):
            d.say(1, f"if {d.pick('lane > 12', 'idx[i] == 2', 'flag')}:", "    " + d.pick("return", "p = q"))
        self.loop(1, 1)
        if shared and d.chance(60):
            d.say(1, "vy.barrier()")
            self.use(1)
        if d.chance(30):
            self.loop(1, 0)
        at = "i" if last == 0 else "vy.local_index()"
        d.say(1, f"out[{at}] = vy.u32(total) * 3 + vy.u32(p) + count + vy.u32(k)")
        return d.case((1,) * last + (1,) if last else (2,), origin)


class _Planes:
    """A workgroup of two axes that goes through tiles, or straight through rows and columns."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4, 16), (2, 16), (4, 16), (2, 32), (8, 8))))
        self.rows, self.columns = d.workgroup
        self.n, self.m = rng.choice((self.rows * 2, self.rows * 4, 9)), rng.choice((self.columns, self.columns + 3))
        self.k = rng.choice((4, 8, 9))
        d.array("a", "In", "i32", self.n, self.k)
        d.array("b", "In", "i32", self.k, self.m)
        d.array("c", "In", "i32", 40)
        d.array("kept", "InOut", "i32", self.n, self.m)
        d.array("ends", "In", "u32", 40, below=5)
        d.number("count", "u32", rng.choice((0, 1, 2, 8)))
        d.number("scale", "i32", rng.choice((0, 1, 5)))
        d.array("out", "Out", "i32", self.n, self.m)
        d.array("hits", "InOut", "i32", 8)
        self.private = rng.random() < 0.2
        self.loops: list[str] = []
        self.uniform = 0

    def value(self) -> str:
        d = self.d
        k = self.loops[-1] if self.loops else "count"
        tile = d.pick(
            f"s[row, {k} % {self.columns}]", f"s[{k} % {self.rows}, column]", "s[row, column]", "s[0, column]"
        )
        return d.pick(
            f"a[i, {k}]",
            f"b[{k}, j]",
            f"b[{k}, j]",
            "c[j]",
            "c[i]",
            "scale",
            f"vy.i32({k})",
            "vy.i32(j)",
            "kept[i, j]",
            "total",
            f"b[{k} + row, j]",
            f"a[i, {k} + column]",
            "t0",
            *([tile] * 4 if self.readable else []),
            *(["own[1]", f"own[{k} & 3]"] if self.private else []),
        )

    def test(self) -> str:
        d = self.d
        k = self.loops[-1] if self.loops else "count"
        return d.pick(
            "count > 1",
            "scale > 0",
            f"{k} == 1",
            "vy.group_id(0) == 1",
            "vy.group_id(1) == 0",
            f"{k} < ends[vy.group_id(0)]",
            "row < 2",
            "column > 3",
            "i < count",
            "c[i] > 0",
            "c[0] > 0",
            "ends[0] > 2",
        )

    def plain(self, depth: int, *, store: bool) -> None:
        d, kind = self.d, self.rng.random()
        if kind < 0.45:
            d.say(depth, f"total += {self.value()} * {self.value()}")
        elif kind < 0.52:
            d.say(depth, f"t0 = {d.pick(self.value(), 'scale', 'c[0]', 'vy.i32(count)')}")
        elif kind < 0.6:
            d.say(depth, f"if {self.test()}:")
            self.plain(depth + 1, store=store)
            if d.chance(30):
                d.say(depth, "else:")
                self.plain(depth + 1, store=store)
        elif kind < 0.66 and self.private:
            d.say(depth, f"own[{d.pick('1', 'row & 3', '0')}] = {self.value()}")
        elif kind < 0.7:
            d.say(depth, f"vy.atomic_add(hits, {d.pick('row', '0', 'i & 7')}, {d.pick('1', 'scale')})")
        elif kind < 0.74:
            d.say(depth, f"kept[i, j] = {self.value()}")
        elif kind < 0.8 and not store:
            self.inner(depth)
        elif store:
            at = d.pick("row, column", "row, column", f"{self.rows - 1} - row, column")
            d.say(depth, f"s[{at}] = {self.value()}")
        else:
            d.say(depth, f"total ^= {self.value()}")

    def inner(self, depth: int) -> None:
        d, name = self.d, f"q{len(self.d.lines)}"
        bound = d.pick(
            str(self.rows), "count", "4", "a.shape[1]", "ends[vy.group_id(0)]", "ends[i]", "row + 1", *self.loops
        )
        d.say(depth, f"for {name} in range({d.pick(bound, bound, f'0, {bound}', f'1, {bound}')}):")
        self.loops.append(name)
        d.say(depth + 1, f"total += {self.value()} * {self.value()}")
        if d.chance(25):
            d.say(
                depth + 1,
                d.pick(
                    f"t0 = t0 + {self.value()}",
                    f"kept[i, j] = {self.value()}",
                    f"{name} = {name} + 1" if d.chance(30) else "total += t0",
                ),
            )
        if d.chance(10):
            d.say(depth + 1, f"if {self.test()}:", "    " + d.pick("break", "continue", "return"))
        self.loops.pop()

    def tiles(self, depth: int) -> None:
        """Filled, a barrier, read, a barrier."""
        d = self.d
        self.readable = False
        for _ in range(self.rng.choice((1, 1, 2))):
            if d.chance(70):
                d.say(
                    depth,
                    f"s[row, column] = {d.pick(self.value(), f'b[{self.loops[-1] if self.loops else 0} + row, j]')}",
                )
            else:
                self.plain(depth, store=True)
        if d.chance(15):
            d.say(depth, f"if {self.test()}:", "    s[row, column] = scale")
        if d.chance(12):
            name = f"f{len(d.lines)}"
            d.say(
                depth,
                f"for {name} in range({d.pick('2', 'count', 'ends[vy.group_id(0)]', 'vy.group_id(0) + 1')}):",
                f"    s[row, column] = b[{name}, j] + {d.pick('1', f'vy.i32({name})', 's[row, column]')}",
            )
            if d.chance(25):
                d.say(depth + 1, f"if {self.test()}:", "    break")
        d.say(depth, "vy.barrier()")
        self.readable = True
        for _ in range(self.rng.choice((1, 1, 2))):
            self.inner(depth) if d.chance(60) else self.plain(depth, store=False)
        if d.chance(90):
            d.say(depth, "vy.barrier()")
        if d.chance(10):
            d.say(
                depth,
                f"if {d.pick('count > 1', 'scale > 0', self.loops[0] + ' > 3' if self.loops else 'count > 1')}:",
                "    " + d.pick("break" if self.loops else "return", "return"),
            )

    def whole(self, origin: str) -> Case:
        d = self.d
        self.readable = False
        d.say(1, "i = vy.global_id(0)", "j = vy.global_id(1)", "row = vy.local_id(0)", "column = vy.local_id(1)")
        d.say(1, f"total = {d.pick('vy.i32(0)', 'c[j]', 'scale')}", f"t0 = {d.pick('scale', 'c[0]', 'vy.i32(i)')}")
        if self.private:
            d.say(1, "own = vy.private(vy.i32, 4)")
        tiled = d.chance(65)
        if d.chance(10) or (not tiled and d.chance(30)):
            d.say(1, f"if {d.pick('i >= a.shape[0] or j >= b.shape[1]', 'j >= 14', 'i >= count')}:", "    return")
        if tiled:
            d.say(1, f"s = vy.shared(vy.i32, ({self.rows}, {self.columns}))")
            if d.chance(15):
                self.tiles(1)
            high = d.pick(
                "a.shape[1]", "a.shape[1]", "count", "8", "ends[0]", "vy.group_id(0) + 1", "ends[vy.group_id(0)]"
            )
            kind = self.rng.random()
            if kind < 0.85:
                d.say(
                    1,
                    f"for k in range({d.pick('0', '0', '0', '1', 'count')}, {high}{d.pick('', f', {self.rows}', ', 2')}):",
                )
            else:
                d.say(1, "k = vy.u32(0)", f"while k < {high}:", "    k += 2")
            self.loops.append("k")
            if d.chance(10):
                d.say(2, f"if {d.pick('count > 1', 'k > 2')}:")
                self.tiles(3)
            else:
                self.tiles(2)
            self.loops.pop()
        else:
            self.inner(1)
            if d.chance(40):
                self.plain(1, store=False)
            self.inner(1)
        if d.chance(20):
            self.plain(1, store=False)
        d.say(
            1,
            f"if {d.pick('i < out.shape[0] and j < out.shape[1]', 'j < out.shape[1]', 'i < out.shape[0]')}:",
            f"    out[i, j] = total + t0{' + s[row, column]' if tiled and d.chance(30) else ''}",
        )
        groups = -(-self.n // self.rows), -(-self.m // self.columns)
        return d.case(groups, origin)


def _pointed(rng: random.Random, origin: str) -> Case:
    return _Pointers(rng).whole(origin)


def _tiled(rng: random.Random, origin: str) -> Case:
    return _Planes(rng).whole(origin)


def pointers(seed: int) -> Case:
    """The kernel of a seed: places that move by strides."""
    return first_valid(_pointed, "pointers", seed)


def planes(seed: int) -> Case:
    """The kernel of a seed: rows, columns and tiles."""
    return first_valid(_tiled, "planes", seed)
