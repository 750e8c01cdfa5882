"""Random programs that store nearly all of an output, or all of it: sums that are digits of a number, in disguises of which some
are wrong, under random guards and in random loops."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import prod
from typing import Final

from vyre.dtypes import DType, i32, i64, u8, u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.values import Val

__all__ = ["Launch", "random_launch"]

_EDGES: Final = (0, 1, 2, 3, 7, 255, (1 << 16), (1 << 31) - 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 2, (1 << 32) - 1, -1, -2, -3, -(1 << 31))  # fmt: skip
_FIRSTS: Final = {
    u32: (0, 0, 0, 1, 3, (1 << 31) - 2, (1 << 32) - 9),
    i32: (0, 0, 0, 1, -1, -3, -(1 << 31), (1 << 31) - 9),
    i64: (0, 1, -2, (1 << 32) - 2, 1 << 32, -(1 << 32)),
    u8: (0, 1, 200),
}
_SMALL: Final = (1, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Launch:
    """A program of an input ``x`` and an output ``out``, and how many elements they have."""

    program: Program
    given: int
    size: int


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lanes = tuple(rng.choice(_SMALL) for _ in range(rng.choice((1, 1, 2))))
        self.groups = tuple(rng.choice(_SMALL) for _ in self.lanes)
        self.b = Builder("k", workgroup=self.lanes[::-1], grid=self.groups[::-1])
        self.x, self.out = self.b.input("x", u32), self.b.output("out", u32)
        self.given = rng.randrange(1, 40)
        self.counts: list[int] = []
        self.digits: list[Val] = []  # u32, of which the n-th goes from 0 below counts[n]
        self.values: list[Val] = []  # of any integer type
        for axis in range(len(self.lanes)):
            self.digit(self.b.local_id(axis), self.lanes[axis])
            self.digit(self.b.group_id(axis), self.groups[axis])
        self.values.append(self.b.global_id(0))
        self.loops = 0

    def digit(self, value: Val, count: int) -> None:
        self.digits.append(value)
        self.counts.append(count)
        self.values.append(value)

    # -- values ---------------------------------------------------------------------------------------
    def literal(self, dtype: DType, value: int | None = None) -> Val:
        value = self.rng.choice(_EDGES) if value is None else value
        value &= (1 << dtype.bits) - 1
        return self.b.const(dtype, value - (1 << dtype.bits) if value > dtype.max else value)

    def leaf(self, dtype: DType) -> Val:
        kind = self.rng.random()
        if kind < 0.6:
            return self.b.cast(dtype, self.rng.choice(self.values))
        if kind < 0.7:
            return self.b.cast(dtype, self.rng.choice((self.out.size, self.x.size)))
        return self.literal(dtype)

    def expression(self, dtype: DType, depth: int) -> Val:
        b, rng = self.b, self.rng
        if depth == 0 or rng.random() < 0.2:
            return self.leaf(dtype)
        kind = rng.random()
        if kind < 0.15:
            return b.cast(dtype, self.expression(rng.choice((u32, i32, i64, u8)), depth - 1))
        if kind < 0.2:
            return b.select(
                self.compared(depth - 1), self.expression(dtype, depth - 1), self.expression(dtype, depth - 1)
            )
        first = self.expression(dtype, depth - 1)
        if kind < 0.3:
            return first << self.literal(dtype, rng.choice((0, 1, 2, 16, 31, 32)))
        if kind < 0.4:
            return self.curved(first)
        return b.op(rng.choice(("add", "sub", "mul", "add", "sub")), first, self.expression(dtype, depth - 1))

    def curved(self, value: Val) -> Val:
        """An operation that keeps no sum."""
        op = self.rng.choice(("rem", "div", "floordiv", "floormod", "min", "max", "shr", "and", "xor"))
        if op in ("rem", "div", "floordiv", "floormod"):  # by no literal zero
            return self.b.op(op, value, self.literal(value.dtype, self.rng.choice((1, 2, 3, 5, -1))))
        return self.b.op(op, value, self.leaf(value.dtype))

    def nothing(self, dtype: DType) -> Val:
        """Zero, and not by a literal alone."""
        e = self.expression(dtype, 1)
        k = self.rng.choice((1, 3, 4, -1, 1 << 16, 1 << 31))
        match self.rng.randrange(4):
            case 0:
                return e - e
            case 1:
                return (e << 31) + (e << 31) if dtype.bits == 32 else e - e
            case 2:
                return e * self.literal(dtype, k) - e * self.literal(dtype, k)
            case _:
                return e * self.literal(dtype, k) + e * self.literal(dtype, -k)

    def disguised(self, value: Val) -> Val:
        """The same value as it seems; now and then it isn't."""
        b, rng, dtype = self.b, self.rng, value.dtype
        match rng.randrange(14):
            case 0:
                return value + self.nothing(dtype)
            case 1:
                other = rng.choice((i32, u32, i64, u8))
                return b.cast(dtype, b.cast(other, value))
            case 2:
                c = self.literal(dtype)
                return c - (c - value)
            case 3:
                k = rng.choice((2, 3, 1 << 16, -1))
                return value * self.literal(dtype, k) - value * self.literal(dtype, k - 1)
            case 4:
                c = self.literal(dtype)
                return (value + c) - c
            case 5:
                return self.curved(value)
            case 6:
                return value + self.literal(dtype, rng.choice((1, -1)))
            case _:
                return value

    # -- conditions ------------------------------------------------------------------------------------
    def compared(self, depth: int) -> Val:
        rng, dtype = self.rng, self.rng.choice((u32, i32, i32, u32, i64, u8))
        op = rng.choice(("lt", "le", "gt", "ge", "eq", "ne"))
        a, b = (
            self.expression(dtype, depth),
            self.expression(dtype, min(depth, 1)) if rng.random() < 0.4 else self.literal(dtype),
        )
        return self.b.op(op, *((a, b) if rng.random() < 0.7 else (b, a)))

    def near(self) -> Val:
        """A comparison that holds for all, or for all but few."""
        rng, at = self.rng, self.rng.randrange(len(self.digits))
        value, count = self.digits[at], self.counts[at]
        dtype = rng.choice((u32, i32))
        if dtype is not u32:
            value = self.b.cast(dtype, value)
        value = self.disguised(value)
        edge = rng.choice((0, 0, count - 1, count, count + 1, 1))
        limit = self.disguised(self.literal(dtype, edge))
        op = rng.choice(("lt", "le", "gt", "ge", "eq", "ne"))
        return self.b.op(op, *((value, limit) if rng.random() < 0.7 else (limit, value)))

    def condition(self, depth: int = 1) -> Val:
        b, rng = self.b, self.rng
        kind = rng.random()
        if depth and kind < 0.25:
            return b.op(rng.choice(("and", "or")), self.condition(depth - 1), self.condition(depth - 1))
        if depth and kind < 0.35:
            return ~self.condition(depth - 1)
        if kind < 0.42:
            return b.op("ne", b.load(self.x, rng.choice(self.digits)), rng.randrange(4))
        return self.near() if kind < 0.8 else self.compared(2)

    # -- statements ------------------------------------------------------------------------------------
    def store(self) -> None:
        """At the digits in some order, or nearly."""
        rng, b = self.rng, self.b
        order = list(range(len(self.digits)))
        rng.shuffle(order)
        dtype = rng.choice((u32, u32, u32, i32, i32, i64))
        items = rng.choice((1, 1, 2, 3))
        factor = items if rng.random() < 0.9 else rng.choice((1, 1 << 30, 1 << 31, -1))
        place = self.disguised(self.literal(dtype, rng.choice((0, 0, 0, 0, 1, -1, 1 << 31))))
        for at in order:
            digit = b.cast(dtype, self.digits[at]) if dtype is not u32 else self.digits[at]
            place = place + self.disguised(digit) * self.disguised(self.literal(dtype, factor))
            factor *= self.counts[at]
        if rng.random() < 0.04:
            place = self.expression(dtype, 2) + b.cast(dtype, self.digits[0])
        if rng.random() < 0.06:
            first = rng.choice((0, 1, 2, 1 << 32, -(1 << 32), (1 << 32) + 1))
            dtype, place = i64, b.cast(i64, self.x.size) + self.literal(i64, first - self.given)
        if rng.random() < 0.3:
            place = self.disguised(place)
        guard = rng.random()
        for item in range(items):
            if items > 1 and rng.random() < 0.05:
                continue
            element = place + item
            stored = b.cast(u32, element) * 3 + 1
            if guard < 0.5:
                self.out[element] = stored
            elif guard < 0.75:
                with b.if_(element < b.cast(dtype, self.out.size)):
                    self.out[element] = stored
            else:
                with b.if_(self.condition()):
                    self.out[element] = stored
                if rng.random() < 0.4:
                    with b.else_():
                        self.out[element] = stored

    def block(self, depth: int) -> None:
        rng, b = self.rng, self.b
        for _ in range(rng.choice((0, 0, 1))):
            with b.if_(self.condition()):
                if self.loops:
                    rng.choice((b.break_, b.continue_, b.continue_, b.return_))()
                elif rng.random() < 0.6:
                    b.return_()
                else:
                    self.store()
        kind = rng.random()
        if depth and kind < 0.6:
            self.loop(depth)
        elif depth and kind < 0.8:
            with b.if_(self.condition()):
                self.block(depth - 1)
            if rng.random() < 0.3:
                with b.else_():
                    self.block(depth - 1)
        else:
            self.store()
        if rng.random() < 0.15:
            self.store()

    def loop(self, depth: int) -> None:
        rng, b = self.rng, self.b
        dtype = rng.choice((u32, u32, i32, i32, i64, u8))
        step, turns = rng.choice((1, 1, 1, 2, -1, -2)), rng.choice((0, 1, 1, 2, 3))
        first = rng.choice(_FIRSTS[dtype])
        last = first + step * turns - rng.choice((0, 0, 1 if step > 1 else 0))
        if not (dtype.min <= last <= dtype.max and first <= dtype.max):
            first, last, step = 3, 3 + turns, 1
        low, high = self.bound(dtype, first), self.bound(dtype, last)
        saved = len(self.digits), len(self.values)
        with b.for_(low, high, step) as k:
            value = k.get()
            self.values.append(value)
            digit = value - self.literal(dtype, first)
            if step != 1:
                digit = digit if step > 0 else self.literal(dtype, first) - value
                if abs(step) == 2 and rng.random() < 0.2:  # otherwise digits that are a step apart
                    digit = b.div(digit, self.literal(dtype, 2))
            self.digit(b.cast(u32, digit) if dtype is not u32 else digit, max(turns, 1))
            self.loops += 1
            self.block(depth - 1)
            self.loops -= 1
            del self.digits[saved[0] :], self.counts[saved[0] :], self.values[saved[1] :]

    def bound(self, dtype: DType, value: int) -> Val:
        made = self.literal(dtype, value)
        return made + self.nothing(dtype) if self.rng.random() < 0.2 else made


def random_launch(rng: random.Random) -> Launch:
    """A program and sizes about where its digits end."""
    made = _Maker(rng)
    made.block(rng.choice((0, 1, 1, 2)))
    whole = prod(made.lanes) * prod(made.groups) * rng.choice((1, 1, 1, 2, 3))
    size = max(1, whole + rng.choice((-2, -1, 0, 0, 0, 1))) if rng.random() < 0.7 else rng.choice((1, 1, 2, 3, 5))
    return Launch(made.b.build(), made.given, size)
