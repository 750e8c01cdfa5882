"""Where a long program is cut into pieces, each of which a text emitter makes a function of its own.

Compilers of vendors take more than twice as long for twice as long a block; of pieces of a limited length they take as long as
there are pieces. A piece is a stretch of neighbouring statements of one block, with all that stands inside of them. What it
needs comes in, what later statements need goes out.

A block is cut where the blocks inside of it, after they were cut themselves, still leave more than the limit. Not moved are
barriers and subgroup operations, which all invocations must reach in one place, and jumps whose loop is further out. Of the
places where a stretch can end, one with few values that live across it is taken, and among those the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vyre.ir.nodes import (
    VALUES,
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
    Continue,
    For,
    Get,
    If,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Subgroup,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks, operands, statements

__all__ = ["Piece", "pieces"]

_COMPOUND: Final = frozenset((If, For, While))
_OF_LOCALS: Final = frozenset((Get, Set, For))
_STAY: Final = frozenset((Barrier, Subgroup))
_JUMPS: Final = frozenset((Break, Continue))
_ACCESSES: Final = frozenset((Load, Store, Atomic, Clear))
_LEAST: Final = 8  # between two statements that stay, a stretch shorter than an eighth of the limit stays too


@dataclass(frozen=True, slots=True)
class Piece:
    """``count`` neighbouring statements of one block, the first of which has the number ``first``; ``end`` is that of the
    statement after all of them and of what stands in them. ``block``: the number of that block's first statement; ``index``: which
    of the block's statements is the piece's first. ``statements``: how many it has, those of inner pieces left out.

    ``takes``: values from before. ``gives``: values that later statements use. ``shares``: locals that it sets and that
    are used outside as well; ``reads``: those that it only reads. ``owns``: locals that are used nowhere else, and that no inner
    piece owns. ``buffers``: arrays, without tables. ``returns``: whether an
    invocation may end in it.
    """

    first: int
    end: int
    block: int
    index: int
    count: int
    statements: int
    takes: tuple[int, ...]
    gives: tuple[int, ...]
    shares: tuple[int, ...]
    reads: tuple[int, ...]
    owns: tuple[int, ...]
    buffers: tuple[int, ...]
    returns: bool


def pieces(program: Program, longest: int) -> tuple[Piece, ...]:
    """The pieces of a program, inner ones before those around them; none where it has at most ``longest`` statements."""
    every = statements(program)
    if len(every) <= longest:
        return ()
    cutter = _Cutter(program, every, longest)
    cutter.block(program.body, 0)
    return tuple(cutter.found)


@dataclass(slots=True)
class _Held:
    """Where a local is used: in statements ``first`` to ``last``. From its first use on it holds what that gives to the end of
    the block before ``until``, or -1 where its first use reads it."""

    first: int
    last: int
    until: int


class _Lines:
    """What a program's statements use, by number."""

    def __init__(self, program: Program, uses: Sequence[tuple[int, ...]]) -> None:
        self.uses = uses
        self.last_use: dict[int, int] = {}  # value -> number of the last statement that reads it
        self.locals: dict[int, _Held] = {}
        self.block(program.body, 0)

    def block(self, block: Block, at: int) -> int:
        """Blocks nest at most 64 deep (V403)."""
        held: list[_Held] = []
        for stmt in block:
            number = at
            for value in self.uses[number]:
                self.last_use[value] = number
            at += 1
            kind = stmt.__class__
            if kind in _OF_LOCALS:
                self.local(stmt, number, held)  # type: ignore[arg-type]  # its class is one of these
            if kind in _COMPOUND:
                at = self.inside(stmt, at)
            if kind is For and held and held[-1].first == number:
                held.pop().until = at  # set by the loop, in each of its turns
        for one in held:
            one.until = at
        return at

    def inside(self, stmt: Stmt, at: int) -> int:
        if isinstance(stmt, While):
            at = self.block(stmt.cond, at)
            self.last_use[stmt.value] = at  # read where the condition ends
            return self.block(stmt.body, at)
        for inner in blocks(stmt):
            at = self.block(inner, at)
        return at

    def local(self, stmt: Get | Set | For, number: int, held: list[_Held]) -> None:
        if stmt.local in self.locals:
            self.locals[stmt.local].last = number
            return
        self.locals[stmt.local] = one = _Held(number, number, -1)
        if not isinstance(stmt, Get):
            held.append(one)


class _Cutter:
    def __init__(self, program: Program, every: Sequence[Stmt], longest: int) -> None:
        self.program = program
        self.every = every
        self.uses = [operands(stmt) for stmt in every]
        self.lines = _Lines(program, self.uses)
        self.longest = longest
        self.found: list[Piece] = []
        self.owned: set[int] = set()

    def block(self, block: Block, first: int) -> tuple[int, int, bool, bool]:
        """Cut a block; gives the number after it, how many statements are left in it, whether something in it must stay, and
        whether a jump in it leaves it."""
        kinds = {stmt.__class__ for stmt in block}
        fixed, jumps = bool(kinds & _STAY), bool(kinds & _JUMPS)
        firsts: list[int] = []  # of each statement the number
        at = first
        inner: dict[int, tuple[int, bool]] = {}  # of each with blocks what is left of it, and whether it stays
        for index, stmt in enumerate(block):
            firsts.append(at)
            at += 1
            if stmt.__class__ in _COMPOUND:
                left, stays, jump = 1, False, False
                for part in blocks(stmt):
                    at, more, held, leaves = self.block(part, at)
                    left, stays, jump = left + more, stays or held, jump or leaves
                jump = jump and isinstance(stmt, If)
                inner[index] = left, stays or jump
                fixed, jumps = fixed or stays, jumps or jump
        left = len(block) + sum(remaining - 1 for remaining, _ in inner.values())
        if left > self.longest:
            stays_ = [stmt.__class__ in _STAY or stmt.__class__ in _JUMPS for stmt in block]
            lefts = [1] * len(block)
            for index, (remaining, stay) in inner.items():
                lefts[index], stays_[index] = remaining, stay
            firsts.append(at)
            cut = _Cut(firsts, lefts, stays_, self.longest)
            for begin, end in cut.stretches(self.alive(block, firsts)):
                self.found.append(self.piece(block, begin, end, cut))
                left += 1 - self.found[-1].statements
        return at, left, fixed, jumps

    def alive(self, block: Block, firsts: Sequence[int]) -> list[int]:
        """For each place of a block the values of it that are defined before and used after."""
        origin = firsts[0]
        last_use = self.lines.last_use
        ends = [0] * (firsts[-1] - origin + 2)  # by number: values that are read there for the last time
        found = []
        alive = reached = 0
        for index, stmt in enumerate(block):
            while reached < firsts[index] - origin:
                alive -= ends[reached]
                reached += 1
            found.append(alive)
            if isinstance(stmt, VALUES):
                value = stmt.result
                if value in last_use and last_use[value] >= firsts[index + 1]:
                    alive += 1
                    ends[last_use[value] - origin] += 1
        return [*found, alive]

    def piece(self, block: Block, begin: int, stop: int, cut: _Cut) -> Piece:
        first, end = cut.firsts[begin], cut.firsts[stop]
        last_use = self.lines.last_use
        within = self.every[first:end]
        given = [stmt.result for stmt in block[begin:stop] if isinstance(stmt, VALUES)]
        own = next((stmt.result for stmt in within if isinstance(stmt, VALUES)), None)  # values count up
        taken = {value for uses in self.uses[first:end] for value in uses if own is None or value < own}
        of_locals = [stmt for stmt in within if stmt.__class__ in _OF_LOCALS]
        locals_ = {stmt.local for stmt in of_locals if isinstance(stmt, (Get, Set, For))}
        assigned = {stmt.local for stmt in of_locals if isinstance(stmt, (Set, For))}
        accesses = [stmt for stmt in within if stmt.__class__ in _ACCESSES]
        arrays = {stmt.buffer for stmt in accesses if isinstance(stmt, (Load, Store, Atomic, Clear))}
        housed = {n for n in locals_ if self.houses(self.lines.locals[n], first, end)}
        owns = housed - self.owned
        self.owned |= owns
        return Piece(
            first,
            end,
            cut.firsts[0],
            begin,
            stop - begin,
            sum(cut.lefts[begin:stop]),
            tuple(sorted(taken)),
            tuple(value for value in given if value in last_use and last_use[value] >= end),
            tuple(sorted(assigned - housed)),
            tuple(sorted(locals_ - assigned)),
            tuple(sorted(owns)),
            tuple(sorted(n for n in arrays if self.program.buffers[n].role != "table")),
            Return in {stmt.__class__ for stmt in within},
        )

    @staticmethod
    def houses(held: _Held, first: int, end: int) -> bool:
        """Whether a local holds nothing from before the piece, and nothing of it is asked after the piece."""
        return first <= held.first and held.last < end and held.last < held.until


@dataclass(slots=True)
class _Cut:
    """A block to be cut. ``firsts``: of each statement the number, and the one after all; ``lefts``: how many statements each has
    after the cuts inside; ``stays``: which are not moved."""

    firsts: list[int]
    lefts: list[int]
    stays: list[bool]
    longest: int

    def stretches(self, alive: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The stretches that are cut out, from and to which statement of the block."""
        count = len(self.lefts)
        begin = 0
        while begin < count:
            if self.stays[begin]:
                begin += 1
                continue
            stop, length = begin + 1, self.lefts[begin]  # how far one may go
            while stop < count and not self.stays[stop] and length + self.lefts[stop] <= self.longest:
                length += self.lefts[stop]
                stop += 1
            if stop < count and not self.stays[stop]:
                stop = self.best(alive, begin, stop)
            elif length * _LEAST < self.longest:
                begin = stop
                continue
            yield begin, stop
            begin = stop

    def best(self, alive: Sequence[int], begin: int, stop: int) -> int:
        """Where a stretch ends that can end at ``stop`` at the latest: in its second half, with few values alive."""
        chosen, length = stop, 0
        for k in range(stop - 1, begin, -1):
            length += self.lefts[k]
            if length * 2 > self.longest:
                break
            if alive[k] < alive[chosen]:
                chosen = k
        return chosen
