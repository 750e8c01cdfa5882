"""All programs of up to three loops and branches, each uniform or divergent, with two locals: one is set at each place,
copied to the other at each place, and that one shown at each place.

``python -m tests.property.exhaustive [--step 1] [--first 0] [--backend cpu]`` runs every ``step``-th of them.

Many programs are sections of one, as compiling takes most of the time. What is right is worked out here, in Python, for one
lane after the other.
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tests.property.programs import Case
from tests.property.running import open_backend, run, skip_reason
from vyre.contract.backend import VyreBackend
from vyre.dtypes import bool_, u32
from vyre.ir.arrays import BufferVar
from vyre.ir.builder import Builder
from vyre.ir.values import Val

__all__ = ["LANES", "TOGETHER", "Program", "count", "differing", "program", "right", "together"]

LANES = 16
_MOST = 3  # loops and branches
TOGETHER = 32
"""Programs in one."""

Kind = Literal["loop", "divergent loop", "if", "divergent if", "if else", "break", "continue"]
_LOOPS: tuple[Kind, ...] = ("loop", "divergent loop")
_BRANCHES: tuple[Kind, ...] = ("if", "divergent if")
_EXITS: tuple[Kind, ...] = ("break", "continue")


@dataclass(frozen=True, slots=True)
class Node:
    """A loop, or a branch; ``blocks`` has two for ``if else``, and an exit ends its own."""

    kind: Kind
    blocks: tuple[Forest, ...]


Forest = tuple[Node, ...]


def _forests(count: int, *, looped: bool) -> Iterator[Forest]:
    """All sequences of nodes that hold ``count`` nodes in all."""
    if count == 0:
        yield ()
        return
    for inside in range(count):
        for first in _nodes(inside, looped=looped):
            for rest in _forests(count - 1 - inside, looped=looped):
                yield (first, *rest)


def _nodes(inside: int, *, looped: bool) -> Iterator[Node]:
    """All nodes that hold ``inside`` others."""
    for kind in _LOOPS:
        yield from (Node(kind, (body,)) for body in _forests(inside, looped=True))
    for kind in _BRANCHES:
        yield from (Node(kind, (body,)) for body in _forests(inside, looped=looped))
    for then in range(inside + 1):
        for body in _forests(then, looped=looped):
            yield from (Node("if else", (body, other)) for other in _forests(inside - then, looped=looped))
    if looped and not inside:
        yield from (Node(kind, ((),)) for kind in _EXITS)


def _places(forest: Forest) -> int:
    """Before, between and after the nodes of each block."""
    return len(forest) + 1 + sum(_places(block) for node in forest for block in node.blocks)


@dataclass(frozen=True, slots=True)
class Program:
    """``x += 1`` at the place ``sets``, ``y = x`` at ``copies``, ``out[i] = out[i] * 5 + y + 1`` at ``shows``. ``form``: how loops are
    written; ``backwards``: what stands at one place stands in the other order."""

    number: int
    forest: Forest
    sets: int
    copies: int
    shows: int

    @property
    def form(self) -> int:
        return self.number % 3

    @property
    def backwards(self) -> bool:
        return self.number % 2 == 1

    def actions(self, place: int) -> list[str]:
        found = [name for name, at in (("set", self.sets), ("copy", self.copies), ("show", self.shows)) if at == place]
        return found[::-1] if self.backwards else found


@cache
def _skeletons() -> tuple[tuple[int, int, Forest], ...]:
    """Of each forest: the number of its first program, and its places."""
    found: list[tuple[int, int, Forest]] = []
    first = 0
    for size in range(1, _MOST + 1):
        for forest in _forests(size, looped=False):
            places = _places(forest)
            found.append((first, places, forest))
            first += places**3
    return tuple(found)


def count() -> int:
    """How many programs there are."""
    first, places, _ = _skeletons()[-1]
    return first + places**3


def program(number: int) -> Program:
    """The program of a number."""
    at = max(n for n, (first, _, _) in enumerate(_skeletons()) if first <= number)
    first, places, forest = _skeletons()[at]
    rest = number - first
    return Program(number, forest, rest // places**2, rest // places % places, rest % places)


# -- what is right ----------------------------------------------------------------------------------------------


class _Left(Exception):
    def __init__(self, kind: Kind) -> None:
        self.kind = kind


class _Lane:
    def __init__(self, made: Program, lane: int) -> None:
        self.made = made
        self.lane = lane
        self.x = self.y = self.out = 0

    def run(self) -> int:
        self.block(self.made.forest, 0, 0)
        return self.out

    def act(self, place: int) -> None:
        for action in self.made.actions(place):
            if action == "set":
                self.x += 1
            elif action == "copy":
                self.y = self.x
            else:
                self.out = (self.out * 5 + self.y + 1) & 0xFFFFFFFF

    def block(self, forest: Forest, k: int, place: int) -> int:
        """Run a block with ``k`` as the innermost counter; gives the place after it."""
        self.act(place)
        place += 1
        for node in forest:
            ends = self.node(node, k, place)
            self.act(ends)
            place = ends + 1
        return place

    def node(self, node: Node, k: int, place: int) -> int:
        ends = place + sum(map(_places, node.blocks))
        if node.kind in _LOOPS:
            for n in range(2 if node.kind == "loop" else (self.lane + k) % 4):
                try:
                    self.block(node.blocks[0], n, place)
                except _Left as left:
                    if left.kind == "break":
                        break
        elif self.holds(node.kind, k):
            self.block(node.blocks[0], k, place)
            if node.kind in _EXITS:
                raise _Left(node.kind)
        elif len(node.blocks) == 2:
            self.block(node.blocks[1], k, place + _places(node.blocks[0]))
        return ends

    def holds(self, kind: Kind, k: int) -> bool:
        mixed = k + (1 if kind == "if" else self.lane)
        return mixed % 4 == 2 if kind in _EXITS else mixed % 3 == 0 if kind == "if else" else mixed % 2 == 1


# -- the same for an emitter ------------------------------------------------------------------------------------


class _Section:
    """Writes one program as a part of another one."""

    def __init__(self, b: Builder, made: Program, lane: Val, element: Val, out: BufferVar, one: Val) -> None:
        self.b = b
        self.made = made
        self.lane = lane
        self.element = element
        self.out = out
        self.one = one  # a parameter, so that no condition is a constant
        self.x, self.y = b.let("x", 0, u32), b.let("y", 0, u32)

    def write(self) -> None:
        self.block(self.made.forest, self.b.const(u32, 0), 0)

    def act(self, place: int) -> None:
        for action in self.made.actions(place):
            if action == "set":
                self.x.set(self.x + 1)
            elif action == "copy":
                self.y.set(self.x)
            else:
                self.out[self.element] = self.out[self.element] * 5 + self.y + 1

    def block(self, forest: Forest, k: Val, place: int) -> int:
        self.act(place)
        place += 1
        for node in forest:
            ends = self.node(node, k, place)
            self.act(ends)
            place = ends + 1
        return place

    def node(self, node: Node, k: Val, place: int) -> int:
        b = self.b
        if node.kind in _LOOPS:
            with self.loop(b.const(u32, 2) if node.kind == "loop" else (self.lane + k) & 3) as n:
                return self.block(node.blocks[0], n, place)
        with b.if_(self.condition(node.kind, k)):
            place = self.block(node.blocks[0], k, place)
            if node.kind in _EXITS:
                (b.break_ if node.kind == "break" else b.continue_)()
        if len(node.blocks) == 2:
            with b.else_():
                place = self.block(node.blocks[1], k, place)
        return place

    def condition(self, kind: Kind, k: Val) -> Val:
        mixed = k + (self.one if kind == "if" else self.lane)
        if kind in _EXITS:
            return mixed & 3 == 2
        return mixed % 3 == 0 if kind == "if else" else mixed & 1 == 1

    @contextmanager
    def loop(self, bound: Val) -> Iterator[Val]:
        """``for``, ``while``, or ``while True`` with a ``break``; gives the number of the round."""
        b = self.b
        if self.made.form == 0:
            with b.for_(b.const(u32, 0), bound) as counter:
                yield counter.get()
            return
        rounds = b.let("n", 0, u32)
        endless = self.made.form == 2
        with b.while_(lambda: b.const(bool_, True) if endless else rounds < bound):
            if endless:
                with b.if_(rounds >= bound):
                    b.break_()
            now = rounds.get()
            rounds.set(now + 1)
            yield now


def together(made: Sequence[Program]) -> Case:
    """One program of which these are the sections, each with elements of its own in the output."""
    b = Builder("sections", workgroup=LANES, domain=LANES)
    one, out = b.uniform("one", u32), b.inout("out", u32)
    first, lane = one.get(), b.global_id()
    for n, section in enumerate(made):
        _Section(b, section, lane, lane + n * LANES, out, first).write()
    start = bytes(4 * LANES * len(made))
    origin = f"programs {made[0].number} to {made[-1].number}"
    return Case(b.build(), {1: (LANES * len(made),)}, {1: start}, {0: 1}, (1, 1, 1), origin)


def right(made: Program) -> bytes:
    """What the program leaves in its part of the output."""
    return struct.pack(f"={LANES}I", *(_Lane(made, lane).run() for lane in range(LANES)))


def differing(backend: VyreBackend, numbers: Sequence[int]) -> list[int]:
    """The numbers of the programs that leave something else than is right on a backend."""
    found: list[int] = []
    for at in range(0, len(numbers), TOGETHER):
        made = [program(number) for number in numbers[at : at + TOGETHER]]
        got, damage = run(backend, together(made))
        for n, each in enumerate(made):
            part = got[1][4 * LANES * n : 4 * LANES * (n + 1)]
            if damage or part != right(each):
                found.append(each.number)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.exhaustive", description=__doc__)
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--end", type=int, default=count())
    given = parser.parse_args()
    reason = skip_reason(given.backend)
    if reason is not None:
        print(f"skipped {given.backend}: {reason}")
        return 2
    numbers = range(given.first, given.end, given.step)
    found = differing(open_backend(given.backend), numbers)
    for number in found[:20]:
        print(program(number))
    print(f"{given.backend}: {len(numbers)} of {count()} programs, {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
