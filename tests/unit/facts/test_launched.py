"""Values of a launch as sums of ids and loop variables, against the values themselves, at every invocation and turn."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from vyre.dtypes import DType, i32, u32
from vyre.facts.launched import RING, LaunchValues
from vyre.ir.builder import Builder
from vyre.ir.values import Val

GROUPS, LANES, SIZE = 3, 4, 24
Env = dict[str, int]  # group, local, and the loop's variable
Made = tuple[Val, Callable[[Env], int]]
NUMBERS: Final = (0, 1, 2, 3, 4, 65536, 1 << 30, (1 << 31) - 1)


def typed(dtype: DType, value: int) -> int:
    value %= RING
    return value - RING if dtype is i32 and value >= RING // 2 else value


class Maker:
    """Random sums and products of both types, each with what it is."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.b = Builder("k", workgroup=LANES, grid=GROUPS)
        self.x, self.out = self.b.input("x", u32), self.b.output("out", u32)
        self.loop: Val | None = None

    def leaf(self, dtype: DType) -> Made:
        b, way = self.b, self.rng.randrange(6)
        if way == 0 and self.loop is not None and self.loop.dtype is dtype:
            return self.loop, lambda env: env["loop"]
        if way <= 1:
            value = typed(dtype, self.rng.choice(NUMBERS) * self.rng.choice((1, -1)))
            return b.const(dtype, value), lambda env: value
        if way == 2:
            return b.cast(dtype, self.x.size), lambda env: SIZE
        made: tuple[Any, Callable[[Env], int]] = [
            (b.group_id(), lambda env: env["group"]),
            (b.local_id(), lambda env: env["local"]),
            (b.global_id(), lambda env: env["group"] * LANES + env["local"]),
        ][way - 3]
        return b.cast(dtype, made[0]), made[1]

    def value(self, dtype: DType, depth: int) -> Made:
        if depth == 0:
            return self.leaf(dtype)
        way = self.rng.randrange(6)
        if way == 5:
            other = u32 if dtype is i32 else i32
            inner, is_ = self.value(other, depth - 1)
            return self.b.cast(dtype, inner), lambda env: typed(dtype, is_(env))
        (a, of_a), (c, of_c) = self.value(dtype, depth - 1), self.value(dtype, depth - 1)
        if way == 4:
            places = self.rng.choice((0, 1, 2, 16, 31))
            return a << places, lambda env: typed(dtype, of_a(env) << places)
        if way <= 1:
            return a + c, lambda env: typed(dtype, of_a(env) + of_c(env))
        if way == 2:
            return a - c, lambda env: typed(dtype, of_a(env) - of_c(env))
        return a * c, lambda env: typed(dtype, of_a(env) * of_c(env))


@pytest.mark.parametrize("part", range(4))
def test_a_form_is_the_value(part: int) -> None:
    found = whole = 0
    for seed in range(part * 100, part * 100 + 100):
        made = Maker(seed)
        counted = made.rng.choice((u32, i32))
        low = made.rng.randint(-4, 4) if counted is i32 else made.rng.randint(0, 4)
        turns, step = made.rng.choice((1, 1, 2, 3)), made.rng.choice((1, 1, 2, -1)) if counted is i32 else 1
        with made.b.for_(made.b.const(counted, low), made.b.const(counted, low + turns * step), step) as loop:
            made.loop = loop
            values = [made.value(made.rng.choice((u32, i32)), made.rng.randint(1, 4)) for _ in range(4)]
            made.out[made.b.global_id()] = sum((made.b.cast(u32, v) for v, _ in values), made.b.const(u32, 0))
        launch = LaunchValues(made.b.build(), (LANES, 1, 1), (GROUPS, 1, 1), {0: (SIZE,), 1: (SIZE,)})
        for value, is_ in values:
            form = launch.form(launch.numbers.of[value.id])
            if form is None:
                continue
            found += 1
            whole += not form.terms
            for group, local, turn in itertools.product(range(GROUPS), range(LANES), range(turns)):
                atoms = {"group": group, "local": local, "loop": turn}
                told = form.value + sum(c * atoms[kind] for (kind, _), c in form.terms)
                wanted = is_({"group": group, "local": local, "loop": low + turn * step})
                assert told % RING == wanted % RING
                assert form.terms or told == wanted
    assert found > 200
    assert whole > 20
