"""Random elementwise kernels with guards as people write them: what an invocation does lies behind a test of its id, or it leaves
early, with subscripts that are its id and something that is the same for all, and some that are not."""

from __future__ import annotations

import random
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["guarded"]

_GROUPS: Final = ((8,), (32,), (32,), (20,), (4, 16), (2, 32), (8, 8), (2, 2, 16))


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(_GROUPS))
        self.rank = len(d.workgroup)
        self.groups = (*(rng.choice((1, 1, 2)) for _ in d.workgroup[:-1]), rng.choice((1, 2, 3, 5)))
        self.extents = [a * b for a, b in zip(d.workgroup, self.groups, strict=True)]
        n = self.extents[-1]
        self.t = rng.choice(("u32", "u32", "i32", "f32", "u8", "u64", "bool_"))
        equal = len(d.workgroup) == 1 and rng.random() < 0.15
        near = [n] * 4 if equal else [max(0, n + rng.choice((0, 0, 0, 1, -1, -7, 9, 40))) for _ in range(4)]
        d.array("a", "In", self.t, near[0])
        d.array("b", "In", "u32", near[1], below=rng.choice((0, 6, n + 3)))
        d.array("kept", "InOut", self.t if rng.random() < 0.5 else "u32", near[2])
        self.kept_type = d.arguments["kept"][0][12:-1]
        d.array("seen", "InOut", "u32", 8)
        self.planes = rng.random() < 0.5 or self.rank > 1
        small = rng.random() < 0.2
        if self.planes:
            rows, columns = self.extents[-2] if self.rank > 1 else 3, n
            d.array("plane", "In", "i32", rows + rng.choice((0, 0, -1, 1)), columns + rng.choice((0, 0, -1, 3)))
            drawn = (2, 3) if small else (max(1, rows + rng.choice((0, 0, -1, 1))), columns + rng.choice((0, 0, -1, 3)))
            d.array("drawn", "Out", "i32", *drawn)
        d.number("n", "u32", rng.choice((n, n, n - 1, n // 2, n + 5, 0, 0xFFFFFFF0, 0x7FFFFFF0, 0x80000001)))
        d.number("m", rng.choice(("i32", "i32", "u8", "i64")), rng.choice((0, 1, -1, 3, n, n // 2, -n)) % 128)
        d.number("flag", "bool_", rng.random() < 0.6)
        d.number("f", "f32", rng.choice((0.5, 3.0, float(n))))
        d.array("out", "Out", self.t, near[3])
        self.locals = ["t0"]
        self.depth_of_loops = 0
        self.private = rng.random() < 0.25

    # -- values -----------------------------------------------------------------------------------------
    def fixed(self) -> str:
        """A u32 that is the same for all."""
        names = [
            "n",
            "1",
            "2",
            "3",
            "8",
            "a.size",
            "out.size",
            "out.size",
            "kept.size",
            "vy.u32(m)",
            "n - 3",
            "(n >> 1)",
            "7",
            "0",
        ]
        if self.rank > 1:
            names += [
                "j",
                "j",
                "vy.group_id(0)",
                "drawn.shape[0]",
                "drawn.shape[1]",
                "plane.shape[1]",
                "b[j]",
                "(j & 1) * 9",
            ]
        return self.d.pick(*names)

    def own(self) -> str:
        """The id and something fixed, mostly; a u32."""
        d, rng = self.d, self.rng
        kind = rng.random()
        if kind < 0.3:
            return "i"
        if kind < 0.62:
            small = d.pick("1", "1", "2", "3", self.fixed())
            return d.pick(
                f"i + {small}", f"i + {small}", f"i - {small}", f"{small} + i", f"i + {small} - 1", f"i + 1 + {small}"
            )
        if kind < 0.7:
            return d.pick(
                "vy.u32(vy.i32(i) + 1)",
                "vy.u32(vy.i32(i) - vy.i32(m))",
                "vy.u32(vy.u64(i) + 1)",
                "vy.u32(vy.u8(i))",
                "vy.u32(vy.i8(i) + 1)",
                "vy.u32(vy.f32(i) + f)",
                "vy.u32(vy.f32(i) + 1.0)",
            )
        if kind < 0.86:
            return d.pick(
                "i * 2",
                "i ^ 1",
                "i & 7",
                "i >> 1",
                "i % 5",
                f"{self.fixed()} - i",
                f"i * {self.fixed()}",
                "i + i",
                f"i - b[{d.pick('0', 'i')}]",
                "i + b[i]",
                "i + vy.local_id(0)",
            )
        return d.pick("b[i]", "b[i] + 1", "vy.local_id(0)", "vy.local_index()", "t1", self.fixed())

    def subscript(self) -> str:
        d = self.d
        if d.chance(75):
            return d.pick("i", "i", self.own())
        return d.pick(
            f"vy.i32({self.own()})",
            f"vy.i32({self.own()}) - 1",
            f"vy.u64({self.own()})",
            f"vy.i64({self.own()}) - 1",
            f"vy.u8({self.own()})",
            f"vy.i8({self.own()})",
            "vy.i8(i)",
            self.fixed(),
        )

    def value(self, dtype: str, depth: int = 1) -> str:
        """Of a type."""
        d = self.d
        kind = self.rng.random()
        if depth and kind < 0.35:
            first, second = self.value(dtype, depth - 1), self.value(dtype, depth - 1)
            return f"({first} ^ {second})" if dtype == "bool_" else f"({first} {d.pick('+', '-', '*')} {second})"
        texts = [f"vy.{dtype}({d.pick('i', self.own(), 'n', 't0')})"] + (
            [f"a[{self.subscript()}]"] * 3 if dtype == self.t else []
        )
        if dtype == self.kept_type:
            texts.append(f"kept[{'i' if self.own_kept else self.subscript()}]")
        if self.planes and self.rng.random() < 0.4:
            texts.append(f"vy.{dtype}(plane[{self.row()}, {self.subscript()}])")
        if self.private:
            texts.append(f"vy.{dtype}(own[{d.pick('i & 3', '0', 'i', 't0', 'n')}])")
        return d.pick(*texts)

    def row(self) -> str:
        return self.d.pick(*(("j", "j", "j", "j + 1", "j - 1") if self.rank > 1 else ("0", "1", "n", "b[0]")), "b[i]")

    # -- conditions -------------------------------------------------------------------------------------
    def compared(self) -> str:
        d = self.d
        op = d.pick("<", "<", "<", "<=", ">", ">=", "==", "!=")
        kind = self.rng.random()
        if kind < 0.6:
            left, right = self.own(), self.fixed()
        elif kind < 0.72:
            left, right = f"vy.i32({self.own()})", d.pick("vy.i32(n)", "vy.i32(m)", "5", "vy.i32(a.size)")
        elif kind < 0.79:
            t = d.pick("u64", "u8", "i64", "i16")
            left, right = f"vy.{t}({self.own()})", f"vy.{t}({self.fixed()})"
        elif kind < 0.84:
            left, right = f"vy.f32({self.own()})", d.pick("f", "3.0")
        elif kind < 0.94:
            left, right = self.own(), d.pick(self.own(), "b[i]", "b[i]", "vy.local_id(0)")
        elif self.rank > 1 and kind < 0.98:
            left, right = d.pick("j", "j + 1"), self.fixed()
        else:
            left, right = "t0", self.fixed()
        return f"{left} {op} {right}" if d.chance(75) else f"{right} {op} {left}"

    def condition(self, depth: int = 2) -> str:
        d = self.d
        kind = self.rng.random()
        if depth and kind < 0.35:
            first, second = self.condition(depth - 1), self.condition(depth - 1)
            return d.pick(
                f"({first}) & ({second})",
                f"({first}) & ({second})",
                f"({first}) | ({second})",
                f"({first} and {second})",
                f"({first} or {second})",
            )
        if depth and kind < 0.42:
            return f"not ({self.condition(depth - 1)})"
        if kind < 0.5:
            return d.pick("flag", "flag", "n > 3", "n & 1 != 0", "(i & n) != 0")
        return self.compared()

    # -- statements -------------------------------------------------------------------------------------
    def store(self, depth: int) -> None:
        d = self.d
        kind = self.rng.random()
        if kind < 0.5:
            d.say(depth, f"out[{'i' if self.own_out else self.once()}] = {self.value(self.t)}")
        elif kind < 0.65:
            d.say(depth, f"kept[{'i' if self.own_kept else self.once()}] = {self.value(self.kept_type)}")
        elif kind < 0.8 and self.planes:
            row = d.pick("j", "j", "j", "n - j") if self.rank > 1 else d.pick("0", "n", "1", "i & 1", "b[i] & 1")
            d.say(depth, f"drawn[{row}, {d.pick('i', 'i', self.once())}] = {self.value('i32')}")
        elif kind < 0.88:
            d.say(
                depth, f"vy.atomic_add(seen, {d.pick('0', 'i', 'i & 7', self.own(), self.fixed())}, {d.pick('1', 'i')})"
            )
        elif kind < 0.94 and self.private:
            d.say(depth, f"own[{d.pick('i & 3', '1', 'i', 'n')}] = t0")
        else:
            d.say(
                depth,
                f"t0 {d.pick('=', '+=')} {d.pick('i', self.own(), 'b[i]', 'vy.u32(out[i])', 'vy.u32(drawn[j, i])' if self.rank > 1 else 'i')}",
            )

    def once(self) -> str:
        """A subscript that no two invocations share."""
        return self.d.pick(
            "i",
            "i",
            "i",
            "i + 1",
            "i + n",
            "n + i",
            "i - 1",
            "i - n",
            "i * 2",
            "vy.i32(i) - 1",
            "vy.u64(i) + 1",
            "i ^ 1",
            "n - i",
        )

    def block(self, depth: int, nesting: int) -> None:
        d = self.d
        kind = self.rng.random()
        if nesting and kind < 0.45:
            d.say(depth, f"if {self.condition()}:")
            self.block(depth + 1, nesting - 1) if d.chance(96) else d.say(depth + 1, "pass")
            if d.chance(25):
                d.say(depth, "else:")
                self.block(depth + 1, nesting - 1)
        elif nesting and kind < 0.58 and self.depth_of_loops < 2:
            self.loop(depth, nesting)
        elif nesting and kind < 0.64:
            d.say(depth, f"if {self.condition()}:")
            self.leave(depth + 1)
        elif kind < 0.7 and self.depth_of_loops:
            d.say(depth, f"if {self.condition()}:")
            d.say(depth + 1, d.pick("break", "continue", "continue"))
        else:
            for _ in range(self.rng.choice((1, 1, 2))):
                self.store(depth)
        if d.chance(25):
            self.store(depth)

    def leave(self, depth: int) -> None:
        if self.d.chance(30):
            self.store(depth)
        self.d.say(depth, "return")

    def loop(self, depth: int, nesting: int) -> None:
        d, name = self.d, f"k{len(self.d.lines)}"
        d.say(
            depth,
            f"for {name} in range({d.pick('2', '3', 'n & 3', '1, 3', 'i & 1', '(i & 1) + 1', 'vy.u32(m) & 3', '3, 0, -1')}):",
        )
        self.depth_of_loops += 1
        self.block(depth + 1, nesting - 1)
        if d.chance(50):
            d.say(depth + 1, f"t0 += {d.pick(f'vy.u32({name})', f'b[i + vy.u32({name})]', f'b[vy.u32({name})]')}")
        self.depth_of_loops -= 1

    def whole(self) -> None:
        d = self.d
        self.own_out, self.own_kept = d.chance(45), d.chance(60)
        if self.rank == 1:
            d.say(1, "i = vy.global_id(0)")
        else:
            d.say(1, f"i = vy.global_id({self.rank - 1})", f"j = vy.global_id({self.rank - 2})")
        d.say(1, f"t0 = {d.pick('vy.u32(1)', 'i + 0', 'b[i]')}", "t1 = b[i] & 15")
        if self.private:
            d.say(1, "own = vy.private(vy.u32, 4)")
        if d.chance(15):
            d.say(1, "tile = vy.shared(vy.u32, 64)", "tile[vy.local_index() & 63] = 7", "vy.barrier()")
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            if d.chance(40):
                d.say(1, f"if {self.condition()}:")
                self.leave(2)
            self.block(1, self.rng.choice((1, 2, 3)))
        if d.chance(50):
            d.say(1, f"if {self.condition()}:")
            self.block(2, 1)


def _made(rng: random.Random, origin: str) -> Case:
    made = _Maker(rng)
    made.whole()
    return made.d.case(made.groups, origin)


def guarded(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "guarded", seed)
