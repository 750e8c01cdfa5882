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
    Load,
    Return,
    Set,
    Store,
    Subgroup,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, operands

__all__ = ["Piece", "pieces"]

_LEAST: Final = 8  # between two statements that stay, a stretch shorter than an eighth of the limit stays too


@dataclass(frozen=True, slots=True)
class Piece:
    """``count`` neighbouring statements of one block, the first of which has the number ``first``; ``end`` is that of the
    statement after all of them and of what stands in them. ``statements``: how many it has, those of inner pieces left out.

    ``takes``: values from before. ``gives``: values that later statements use. ``shares``: locals that it sets and that
    are used outside as well; ``reads``: those that it only reads. ``owns``: locals that are used nowhere else, and that no inner
    piece owns. ``buffers``: arrays, without tables. ``returns``: whether an
    invocation may end in it.
    """

    first: int
    end: int
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
    lines = _Lines(program)
    if lines.end <= longest:
        return ()
    cutter = _Cutter(program, lines, longest)
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

    def __init__(self, program: Program) -> None:
        self.last_use: dict[int, int] = {}  # value -> number of the last statement that reads it
        self.locals: dict[int, _Held] = {}
        self.end = self.block(program.body, 0)

    def block(self, block: Block, at: int) -> int:
        """Blocks nest at most 64 deep (V403)."""
        held: list[_Held] = []
        for stmt in block:
            number = at
            for value in operands(stmt):
                self.last_use[value] = number
            if isinstance(stmt, (Get, Set, For)):
                if stmt.local in self.locals:
                    self.locals[stmt.local].last = number
                else:
                    self.locals[stmt.local] = one = _Held(number, number, -1)
                    if not isinstance(stmt, Get):
                        held.append(one)
            at += 1
            if isinstance(stmt, While):
                at = self.block(stmt.cond, at)
                self.last_use[stmt.value] = at  # read where the condition ends
                at = self.block(stmt.body, at)
            else:
                for inner in blocks(stmt):
                    at = self.block(inner, at)
            if isinstance(stmt, For) and held and held[-1].first == number:
                held.pop().until = at  # set by the loop, in each of its turns
        for one in held:
            one.until = at
        return at


@dataclass(slots=True)
class _Entry:
    """One statement of a block: its numbers, what it still has after the cuts inside, and whether it stays."""

    first: int
    end: int
    left: int
    stays: bool


class _Cutter:
    def __init__(self, program: Program, lines: _Lines, longest: int) -> None:
        self.program = program
        self.lines = lines
        self.longest = longest
        self.found: list[Piece] = []
        self.owned: set[int] = set()
        self.values = 0  # those defined so far

    def block(self, block: Block, at: int) -> tuple[int, int, bool, bool]:
        """Cut a block; gives the number after it, how many statements are left in it, whether something in it must stay, and
        whether a jump in it leaves it."""
        entries: list[_Entry] = []
        before: list[int] = []  # values defined before each statement
        fixed, jumps = False, False
        for stmt in block:
            number, left = at, 1
            before.append(self.values)
            if isinstance(stmt, VALUES):
                self.values = stmt.result + 1
            stays, jump = isinstance(stmt, (Barrier, Subgroup)), isinstance(stmt, (Break, Continue))
            at += 1
            for inner in blocks(stmt):
                at, more, held, leaves = self.block(inner, at)
                left += more
                stays, jump = stays or held, jump or leaves
            jump = jump and not isinstance(stmt, (For, While))
            entries.append(_Entry(number, at, left, stays or jump))
            fixed, jumps = fixed or stays, jumps or jump
        left = sum(entry.left for entry in entries)
        if left > self.longest:
            for begin, end in self.stretches(block, entries):
                self.found.append(self.piece(block[begin:end], entries[begin:end], before[begin]))
                left += 1 - self.found[-1].statements
        return at, left, fixed, jumps

    def stretches(self, block: Block, entries: Sequence[_Entry]) -> Iterator[tuple[int, int]]:
        """The stretches of a block that are cut out of it, from and to which of its statements."""
        alive = self.alive(block, entries)
        begin = 0
        while begin < len(entries):
            if entries[begin].stays:
                begin += 1
                continue
            stop, length = begin, 0  # how far one may go
            while (
                stop < len(entries)
                and not entries[stop].stays
                and (stop == begin or length + entries[stop].left <= self.longest)
            ):
                length += entries[stop].left
                stop += 1
            goes_on = stop < len(entries) and not entries[stop].stays
            if goes_on:
                stop = self.best(entries, alive, begin, stop)
            elif length * _LEAST < self.longest:
                begin = stop
                continue
            yield begin, stop
            begin = stop

    def best(self, entries: Sequence[_Entry], alive: Sequence[int], begin: int, stop: int) -> int:
        """Where a stretch ends that can end at ``stop`` at the latest: in its second half, with few values alive."""
        chosen, length = stop, 0
        for k in range(stop - 1, begin, -1):
            length += entries[k].left
            if length * 2 > self.longest:
                break
            if alive[k] < alive[chosen]:
                chosen = k
        return chosen

    def alive(self, block: Block, entries: Sequence[_Entry]) -> list[int]:
        """For each statement of a block the values of it that are defined before and used by it or later."""
        ends: dict[int, int] = {}  # number of a last use -> values
        found = []
        alive, reached = 0, entries[0].first
        for stmt, entry in zip(block, entries, strict=True):
            while reached < entry.first:
                alive -= ends.pop(reached, 0)
                reached += 1
            found.append(alive)
            if isinstance(stmt, VALUES):
                last = self.lines.last_use.get(stmt.result, -1)
                if last >= entry.end:
                    alive += 1
                    ends[last] = ends.get(last, 0) + 1
        return [*found, alive]

    def piece(self, block: Block, entries: Sequence[_Entry], values: int) -> Piece:
        """``values``: how many are defined before it."""
        first, end = entries[0].first, entries[-1].end
        takes: set[int] = set()
        locals_: set[int] = set()
        assigned: set[int] = set()
        arrays: set[int] = set()
        returns = False
        for stmt in (one for outer in block for one in (outer, *inside(outer))):
            takes.update(value for value in operands(stmt) if value < values)
            if isinstance(stmt, (Get, Set, For)):
                locals_.add(stmt.local)
                if not isinstance(stmt, Get):
                    assigned.add(stmt.local)
            elif isinstance(stmt, (Load, Store, Atomic, Clear)):
                arrays.add(stmt.buffer)
            elif isinstance(stmt, Return):
                returns = True
        gives = [
            stmt.result
            for stmt in block
            if isinstance(stmt, VALUES) and self.lines.last_use.get(stmt.result, -1) >= end
        ]
        housed = {n for n in locals_ if self.houses(self.lines.locals[n], first, end)}
        owns = housed - self.owned
        self.owned |= owns
        return Piece(
            first,
            end,
            len(block),
            sum(entry.left for entry in entries),
            tuple(sorted(takes)),
            tuple(gives),
            tuple(sorted(assigned - housed)),
            tuple(sorted(locals_ - assigned)),
            tuple(sorted(owns)),
            tuple(sorted(n for n in arrays if self.program.buffers[n].role != "table")),
            returns,
        )

    @staticmethod
    def houses(held: _Held, first: int, end: int) -> bool:
        """Whether a local holds nothing from before the piece, and nothing of it is asked after the piece."""
        return first <= held.first and held.last < end and held.last < held.until
