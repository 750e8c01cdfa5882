"""Small random programs that are all control flow and locals: where uniformity and ranges are decided.

They hold no barrier and store nothing that matters; unlike :mod:`tests.property.programs` they need not be free of
races or useful, only valid and ending.
"""

from __future__ import annotations

import random
from contextlib import ExitStack

from tests.property.programs import Case
from vyre.dtypes import u32
from vyre.errors import Place
from vyre.ir.builder import Builder
from vyre.ir.values import LocalVar, Operand, Val

WIDTH = 4
GROUPS = 2


class _Flow:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.b = Builder("flow", workgroup=WIDTH)
        self.b.place = Place("flow", 1, 0, 1, "flow")
        self.a = self.b.input("a", u32)
        self.out = self.b.inout("out", u32)
        self.s = self.b.shared("s", u32, 4)
        self.locals = [self.b.let(f"x{k}", self.leaf(), u32) for k in range(3)]
        self.counters: list[LocalVar] = []
        self.loops = 0
        self.left = self.rng.randint(5, 25)

    def leaf(self) -> Val:
        b = self.b
        return self.rng.choice((b.local_id, b.group_id, b.num_groups, lambda: b.const(u32, self.rng.randint(0, 4))))()

    def value(self) -> Val:
        kind = self.rng.randrange(10)
        if kind < 4:
            return self.leaf()
        if kind < 8:
            return self.rng.choice(self.locals + self.counters).get()
        if kind == 8:
            array = self.rng.choice((self.a, self.out, self.s))
            return self.b.load(array, self.leaf())
        x, y = self.value(), self.value()
        return self.rng.choice((lambda: x + y, lambda: x - y, lambda: x & y, lambda: x % 3, lambda: self.b.min(x, y)))()

    def condition(self) -> Val:
        x, y = self.value(), self.leaf()
        return self.rng.choice(
            (lambda: x < y, lambda: x == y, lambda: x > y, lambda: (x < y) | (y == 0), lambda: ~(x >= y))
        )()

    def block(self, depth: int) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.left -= 1
            if self.left > 0:
                self.statement(depth)

    def statement(self, depth: int) -> None:
        b, rng = self.b, self.rng
        kind = rng.randrange(12) if depth < 4 else rng.randrange(6)
        if self.loops and rng.random() < 0.2:
            kind = 5
        if kind < 3:
            rng.choice(self.locals).set(self.value())
        elif kind < 5:
            array, at = rng.choice((self.out, self.s)), self.value()
            array[at] = self.value()
        elif kind == 5:
            ways = [b.return_] if rng.random() < 0.3 else []
            ways += [b.break_, b.continue_] if self.loops else []
            if ways:
                with b.if_(self.condition()):
                    if rng.random() < 0.5:
                        rng.choice(self.locals).set(self.value())
                    rng.choice(ways)()
        elif kind < 9:
            with b.if_(self.condition()):
                self.block(depth + 1)
            if rng.random() < 0.6:
                with b.else_():
                    self.block(depth + 1)
        else:
            self.loop(depth)

    def loop(self, depth: int) -> None:
        b, rng = self.b, self.rng
        with ExitStack() as stack:
            if rng.random() < 0.6:
                lo: Operand = b.const(u32, rng.randint(0, 2)) if rng.random() < 0.7 else self.leaf()
                hi = b.const(u32, rng.randint(2, 4)) if rng.random() < 0.7 else self.leaf()
                counter = stack.enter_context(b.for_(lo, hi, rng.choice((1, 1, 2))))
                self.counters.append(counter)
                self.loops += 1
                self.block(depth + 1)
                self.counters.pop()
            else:
                steps = b.let("steps", 0, u32)  # ends every loop, also those that the condition does not
                limit = b.const(u32, 3) if rng.random() < 0.7 else self.leaf()
                stack.enter_context(b.while_(lambda: (steps < 4) & (steps < limit) & (self.value() < 9)))
                steps.set(steps + 1)
                self.loops += 1
                self.block(depth + 1)
            self.loops -= 1


def flow(seed: int) -> Case:
    """The case of a seed."""
    made = _Flow(seed)
    made.block(0)
    made.out[made.b.global_id()] = made.value()
    program = made.b.build()
    data = bytes(range(4 * 6))
    shapes: dict[int, tuple[int, ...]] = {0: (6,), 1: (6,)}
    return Case(program, shapes, {0: data, 1: data}, {}, (GROUPS, 1, 1), f"flow {seed}")
