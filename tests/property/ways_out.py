"""Random programs whose subject is ways out around barriers: ``break``, ``continue`` and ``return``, of the whole workgroup or of
some invocations, before, between and behind the barriers of ifs and loops, with locals that live across them.

Each place adds to a hash that the invocation keeps, and the workgroup exchanges these hashes through shared memory between barriers.
An invocation stores its hash where it goes along, so that its way is seen also where it ended early.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from tests.property.programs import Case
from vyre.dtypes import u32
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.values import LocalVar, Val

__all__ = ["ways_out"]

_SIZES: Final = (1, 3, 8, 32, 40, 64)
_GROUPS: Final = 2
_DEEPEST: Final = 4
_TRIPS: Final = 3
_ROWS: Final = 8  # elements of an invocation


@dataclass(slots=True)
class _Loop:
    """``counts``: its iterations are counted in a variable that it sets, so that all must reach the end of each. ``met``: the workgroup
    met in it. ``left``: some invocations have gone on to its next iteration, or out of it."""

    counts: bool
    met: bool = False
    left: bool = False


class _Maker:
    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.size = rng.choice(_SIZES)
        b = self.b = Builder("ways_out", workgroup=self.size)
        self.log = b.inout("log", u32, count=_ROWS * self.size * _GROUPS)
        self.n = b.uniform("n", u32)
        self.cells = b.shared("cells", u32, self.size)
        self.gid, self.own = b.global_id(0), b.local_index()
        self.hash = b.let("hash", self.gid * 2654435761 + 1)
        self.common = b.let("common", self.n)  # the same in all, as long as `agreed`
        self.agreed = True
        self.loops: list[_Loop] = []
        self.counters: list[LocalVar] = []  # of uniform loops
        self.apart = 0  # statements around in which invocations go different ways
        self.gone = False  # some have returned
        self.marks = 0
        self.budget = rng.randint(6, 28)

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    # -- what shows ----------------------------------------------------------------------------------------
    def mark(self) -> None:
        self.marks += 1
        self.hash.set(self.hash * 31 + self.marks)

    def show(self) -> None:
        self.mark()
        self.log[self.gid * _ROWS + self.rng.randrange(_ROWS)] = self.hash

    def exchange(self) -> None:
        b = self.b
        for loop in self.loops:
            loop.met = True
        b.barrier()  # others may still read what they found before
        self.cells[self.own] = self.hash
        b.barrier()
        found = self.cells[(self.own + self.rng.randrange(1, 4)) % self.size]
        if self.chance(30):
            b.barrier()
        self.hash.set(self.hash * 33 ^ found)

    # -- conditions ------------------------------------------------------------------------------------------
    def uniform(self) -> Val:
        rng, b = self.rng, self.b
        way = rng.randrange(6)
        if way <= 1 and self.counters:
            return b.op(
                rng.choice(("eq", "ne", "lt", "ge")), rng.choice(self.counters), b.const(u32, rng.randrange(_TRIPS))
            )
        if way <= 3 and self.agreed and not self.apart:
            return (self.common >> rng.randrange(5) & 1) == 1
        if way == 4:
            return b.group_id(0) == rng.randrange(_GROUPS)
        return (self.n >> rng.randrange(8) & 1) == 1

    def varying(self) -> Val:
        rng = self.rng
        if self.chance(40):
            return (self.hash >> rng.randrange(20) & 1) == 1
        if self.chance(30):
            return self.own > rng.randrange(self.size)
        return (self.own + rng.randrange(4)) % rng.randint(2, 5) == 0

    @property
    def may_meet(self) -> bool:
        return not (self.apart or self.gone or any(loop.left for loop in self.loops))

    # -- statements ------------------------------------------------------------------------------------------
    def block(self, depth: int) -> bool:
        """Whether its end is reached."""
        if self.may_meet and self.chance(40):
            self.exchange()
        for _ in range(self.rng.randint(1, 4)):
            self.budget -= 1
            if not self.statement(depth):
                return False
            if self.budget < 0:
                break
        return True

    def statement(self, depth: int) -> bool:
        way = self.rng.randrange(100)
        if way < 18:
            self.show()
        elif way < 24:
            self.mark()
        elif way < 32:
            self.assign()
        elif way < 50 and self.may_meet:
            self.exchange()
        elif way < 54 and depth:
            return self.jump()
        elif way < 68:
            with self.b.if_(self.varying()), self.different(True):
                self.jump()
        elif depth < _DEEPEST and self.budget > 0:
            if way < 86:
                return self.branch(depth, self.chance(60))
            self.loop(depth)
        elif self.loops and self.may_meet:
            self.exchange()
        return True

    def assign(self) -> None:
        if self.chance(50) or self.apart:
            self.common.set(self.common + self.own % 3)
            self.agreed = False
        else:
            self.common.set(self.n + self.rng.randrange(9))
            self.agreed = self.may_meet

    def jump(self) -> bool:
        divided = not self.may_meet
        way = self.rng.choice(("return", "break", "continue", "continue") if self.loops else ("return",))
        if divided and self.loops and self.loops[-1].met:
            way = "continue"  # the others must find all at its barriers
            if self.loops[-1].counts:
                return True
        if self.chance(70):
            self.show()
        if way == "return":
            if divided and any(loop.met for loop in self.loops):
                return True
            self.gone |= divided
            for loop in self.loops if divided else ():
                loop.left = True
            self.b.return_()
        elif way == "break":
            self.loops[-1].left |= divided
            self.b.break_()
        else:
            self.loops[-1].left |= divided
            self.b.continue_()
        return False

    def branch(self, depth: int, uniform: bool) -> bool:
        b = self.b
        cond = self.uniform() if uniform else self.varying()
        before = self.gone, [loop.left for loop in self.loops], self.agreed
        with b.if_(cond), self.different(not uniform):
            live = self.block(depth + 1)
        after = self.gone, [loop.left for loop in self.loops], self.agreed
        if self.chance(45):
            # what left in the first arm left nobody in the second one
            self.gone, self.agreed = before[0], before[2]
            for loop, left in zip(self.loops, before[1], strict=True):
                loop.left = left
            with b.else_(), self.different(not uniform):
                live |= self.block(depth + 1)
        else:
            live = True
        self.gone |= after[0]
        self.agreed &= after[2] and before[2]
        for loop, left in zip(self.loops, after[1], strict=True):
            loop.left |= left
        return live

    @contextmanager
    def different(self, different: bool) -> Iterator[None]:
        self.apart += different
        yield
        self.apart -= different

    def loop(self, depth: int) -> None:
        b, rng = self.b, self.rng
        whole = self.may_meet and self.chance(75)
        bound: Val = (
            b.const(u32, rng.randint(1, _TRIPS)) if self.chance(50) else (self.n >> rng.randrange(6)) % (_TRIPS + 1)
        )
        if not whole:
            bound = (self.own + self.hash) % (_TRIPS + 1)
        loop, counters = _Loop(counts=self.chance(35)), len(self.counters)
        agreed = self.agreed
        self.agreed = False  # by an earlier iteration
        self.loops.append(loop)
        with self.different(not whole):
            if not loop.counts:
                with b.for_(0, bound) as k:
                    self.counters += [k] if whole else []
                    self.block(depth + 1)
            else:
                turns = b.let("turns", b.const(u32, 0))
                head: Callable[[], Val] = (lambda: b.const(u32, 1) == 1) if self.chance(40) else (lambda: turns < bound)
                with b.while_(head):
                    with b.if_(turns >= bound):
                        b.break_()
                    turns.set(turns + 1)
                    self.counters += [turns] if whole else []
                    self.block(depth + 1)
        del self.counters[counters:]
        self.loops.pop()
        self.agreed = agreed and self.agreed
        self.mark()

    def make(self) -> Case | None:
        self.block(0)
        while self.budget > 0:
            self.block(0)
        self.show()
        try:
            program = self.b.build()
            program.check()
        except ValidationError:
            return None
        count = _ROWS * self.size * _GROUPS
        start = {0: struct.pack(f"<{count}I", *range(count))}
        params = {1: self.rng.randrange(256)}
        return Case(program, {0: (count,)}, start, dict(params), (_GROUPS, 1, 1), "ways_out")


def ways_out(seed: int) -> Case:
    """The first program that is valid, from a seed on."""
    for attempt in range(200):
        made = _Maker(seed * 200 + attempt).make()
        if made is not None:
            return made
    raise AssertionError(f"no valid program from seed {seed}")
