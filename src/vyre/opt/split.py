"""A long program as several that run one after the other, for devices whose compilers have no functions that stay functions.

All parts have the program's arrays and one more, ``carried``: words in which an invocation leaves what later parts need of it.
A part is what lies between two statements, told by their numbers; an ``if`` around such a place is there on both sides, under
its condition. Values that cost nothing are made anew. Where an invocation may end before the last part, a word says whether it
came to a part's end.

Not split are loops, programs whose invocations would carry more than a kibibyte, and programs with barriers, subgroup operations,
workgroup memory or private arrays, which would have to be carried too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import Final

from vyre.dtypes import DType, bool_, u32, u64
from vyre.ir.nodes import (
    VALUES,
    Barrier,
    Block,
    Const,
    For,
    Get,
    Id,
    If,
    Load,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    While,
)
from vyre.ir.program import Buffer, Program
from vyre.ir.walk import blocks, inside, operands, statements
from vyre.opt.rewrite import Out, Rewrite

__all__ = ["Parts", "split"]

_STAY: Final = frozenset((Barrier, Subgroup))
_MOST_WORDS: Final = 256  # that an invocation carries: a kibibyte
_CHEAP: Final = (Const, Id, Size, Param)


@dataclass(frozen=True, slots=True)
class Parts:
    """The programs, in order, and how many words of ``carried``, their last array, each invocation has. Word k of an invocation is
    number ``k * invocations + own``, in order of the linear global number."""

    programs: tuple[Program, ...]
    words: int


def split(program: Program, longest: int) -> Parts | None:
    """The parts of a program that has more than ``longest`` statements; None where it has not, or cannot be split."""
    every = statements(program)
    if len(every) <= longest or any(stmt.__class__ in _STAY for stmt in every):
        return None
    if any(buffer.role in ("shared", "private") for buffer in program.buffers):
        return None
    borders = _borders(program, every, longest)
    if len(borders) == 2:
        return None
    splitter = _Splitter(program, every, borders)
    return None if splitter.count > _MOST_WORDS else splitter.parts()


def _borders(program: Program, every: tuple[Stmt, ...], longest: int) -> list[int]:
    """The numbers of the statements before which the program is split, with 0 and the end."""
    alive = _alive(every)
    places = list(_places(program.body, 0, longest))
    found, end, at = [0], len(every), 0
    while end - found[-1] > longest:
        begin = found[-1]
        while at < len(places) and places[at] <= begin + longest // 2:
            at += 1
        near = [n for n in places[at : at + longest] if n <= begin + longest]
        chosen = min(reversed(near), key=lambda n: alive[n]) if near else places[at] if at < len(places) else end
        if chosen >= end:
            break
        found.append(chosen)
    return [*found, end]


def _places(block: Block, at: int, longest: int) -> Iterator[int]:
    """Where a program can be split: before any statement around which there are only ifs. Blocks nest at most 64 deep (V403)."""
    for stmt in block:
        yield at
        at += 1
        if isinstance(stmt, If):
            for arm in blocks(stmt):
                length = sum(1 for outer in arm for _ in (outer, *inside(outer)))
                if length > longest // 4:
                    yield from _places(arm, at, longest)
                at += length
        else:
            at += sum(1 for _ in inside(stmt))


def _alive(every: tuple[Stmt, ...]) -> list[int]:
    """For each statement the values that are defined before and used by it or later, but for those that cost nothing."""
    defined = {
        stmt.result: n for n, stmt in enumerate(every) if isinstance(stmt, VALUES) and not isinstance(stmt, _CHEAP)
    }
    last = {value: n for n, stmt in enumerate(every) for value in operands(stmt)}
    change = [0] * (len(every) + 2)
    for value, n in defined.items():
        if last.get(value, -1) > n:
            change[n + 1] += 1
            change[last[value] + 1] -= 1
    found, alive = [], 0
    for n in range(len(every) + 1):
        alive += change[n]
        found.append(alive)
    return found


class _Splitter:
    """What the parts have in common: who needs what, and in which words it is carried."""

    def __init__(self, program: Program, every: tuple[Stmt, ...], borders: list[int]) -> None:
        self.program = program
        self.every = every
        self.spans = list(pairwise(borders))
        self.part_of = [k for k, (lo, hi) in enumerate(self.spans) for _ in range(lo, hi)]
        self.types = Rewrite(program).types
        self.defined = {stmt.result: n for n, stmt in enumerate(every) if isinstance(stmt, VALUES)}
        self.users: dict[int, set[int]] = {}  # value -> parts that need it
        self.firsts: dict[
            int, list[int]
        ] = {}  # of each block that may be split, by its first number, those of its statements
        self.reach(program.body, 0)
        self.again: dict[tuple[int, int], list[Stmt]] = {}  # what a part makes or loads anew where such a block begins
        for start, firsts in self.firsts.items():
            for n in firsts[:-1]:
                stmt = every[n]
                for part in sorted(self.users.get(stmt.result, ())) if isinstance(stmt, VALUES) else ():
                    if part > self.part_of[n]:
                        self.again.setdefault((start, part), []).append(stmt)
        self.locals = self.find_locals()
        self.loaded: list[list[int]] = [[] for _ in self.spans]  # locals, by part
        self.begun: list[list[int]] = [[] for _ in self.spans]
        self.kept: list[list[int]] = [[] for _ in self.spans]
        self.place_locals()
        self.ending = {self.part_of[n] for n, stmt in enumerate(every) if isinstance(stmt, Return)}
        self.ends = bool(self.ending) and min(self.ending) < len(self.spans) - 1
        self.words: dict[tuple[str, int], tuple[int, ...]] = {}  # of ("value", v), ("local", n), ("here", 0)
        self.count = self.place_words()

    def reach(self, block: Block, at: int) -> int:
        """Note who needs which value; an if that stands in several parts needs its condition in each."""
        firsts = self.firsts[at] = []
        for stmt in block:
            first = at
            firsts.append(first)
            at += 1
            if isinstance(stmt, If):
                for arm in blocks(stmt):
                    at = self.reach(arm, at) if arm else at
                self.users.setdefault(stmt.cond, set()).update(range(self.part_of[first], self.part_of[at - 1] + 1))
            else:
                at += sum(1 for _ in inside(stmt))
                for n in range(first, at):
                    for value in operands(self.every[n]):
                        self.users.setdefault(value, set()).add(self.part_of[n])
        firsts.append(at)
        return at

    def find_locals(self) -> dict[int, tuple[set[int], set[int]]]:
        """Of each local the parts that use it, and those that set it."""
        found: dict[int, tuple[set[int], set[int]]] = {}
        for n, stmt in enumerate(self.every):
            if isinstance(stmt, (Get, Set, For)):
                used, assigned = found.setdefault(stmt.local, (set(), set()))
                used.add(self.part_of[n])
                if not isinstance(stmt, Get):
                    assigned.add(self.part_of[n])
        return found

    def place_locals(self) -> None:
        """Which locals a part takes over, which it begins as zero because an if may be all that sets them, which it leaves."""
        for local, (used, assigned) in self.locals.items():
            for part in sorted(used):
                taken = min(assigned, default=part) < part
                left = part in assigned and max(used) > part
                if taken:
                    self.loaded[part].append(local)
                elif left:
                    self.begun[part].append(local)
                if left:
                    self.kept[part].append(local)

    def place_words(self) -> int:
        """Give each thing that is carried its words, from the part that leaves it to the last that needs it; gives how many."""
        wanted: list[tuple[int, int, int, tuple[str, int]]] = []
        for value, parts in self.users.items():
            n = self.defined[value]
            if max(parts) > self.part_of[n] and not isinstance(self.every[n], _CHEAP):
                wanted.append((self.part_of[n], max(parts), _width(self.types[value]), ("value", value)))
        for local, (used, assigned) in self.locals.items():
            if assigned and max(used) > min(assigned):
                width = _width(self.program.locals[local].dtype)
                wanted.append((min(assigned), max(used), width, ("local", local)))
        if self.ends:
            wanted.append((0, len(self.spans), 1, ("here", 0)))
        taken: list[int] = []  # of each word the last part that needs it
        free: list[int] = []
        at = -1
        for first, last, width, what in sorted(wanted):
            if first > at:
                at = first
                free = [word for word, until in reversed([*enumerate(taken)]) if until < first]
            words = []
            for _ in range(width):
                if not free:
                    free.append(len(taken))
                    taken.append(-1)
                words.append(free.pop())
                taken[words[-1]] = last
            self.words[what] = tuple(words)
        return len(taken)

    def parts(self) -> Parts:
        return Parts(tuple(_Part(self, k).run() for k in range(len(self.spans))), max(self.count, 1))


def _width(dtype: DType) -> int:
    """Words that a value takes."""
    return 2 if dtype.bits == 64 else 1


class _Part(Rewrite):
    """One part of a program."""

    def __init__(self, splitter: _Splitter, part: int) -> None:
        super().__init__(splitter.program, splitter.types)
        self.splitter = splitter
        self.part = part
        self.lo, self.hi = splitter.spans[part]
        self.carried = self.buffer(Buffer("carried", u32, "inout"))
        self.own = self.all = -1  # the invocation's linear number, and how many there are

    def run(self) -> Program:
        # The numbers count along all axes, of which a domain may have fewer.
        return _with_used_locals(replace(super().run(), domain=None))

    def whole(self) -> Block:
        out = self.out()
        self.begin(out)
        self.restrict(self.program.body, 0, out)
        self.leave(out)
        return tuple(out.stmts)

    def begin(self, out: Out) -> None:
        part, splitter = self.part, self.splitter
        group = [out.id("group_id", axis) for axis in range(3)]
        groups = [out.id("num_groups", axis) for axis in range(3)]
        size = out.const(u32, prod(self.program.workgroup))
        rows = out.op("add", out.op("mul", group[2], groups[1]), group[1])
        linear = out.op("add", out.op("mul", rows, groups[0]), group[0])
        self.own = out.op("add", out.op("mul", linear, size), out.id("local_index"))
        self.all = out.op("mul", out.op("mul", out.op("mul", groups[0], groups[1]), groups[2]), size)
        if splitter.ends:
            if part:
                gone = self.out(out.place)
                gone.add(Return())
                here = self.fetch(out, ("here", 0), u32)
                out.when(out.op("eq", here, out.const(u32, 0)), gone)
            if part == 0 or part in splitter.ending:
                self.store(out, splitter.words["here", 0][0], out.const(u32, 0))
        for local in splitter.loaded[part]:
            out.set(local, self.fetch(out, ("local", local), self.locals[local].dtype))
        for local in splitter.begun[part]:
            dtype = self.locals[local].dtype
            out.set(local, out.const(dtype, False if dtype is bool_ else 0))

    def leave(self, out: Out) -> None:
        part, splitter = self.part, self.splitter
        for local in splitter.kept[part]:
            self.keep(out, ("local", local), out.get(local))
        if splitter.ends and (part == 0 or part in splitter.ending):
            self.store(out, splitter.words["here", 0][0], out.const(u32, 1))

    def restrict(self, block: Block, start: int, out: Out) -> None:
        """What this part has of a block, whose first statement has the number ``start``."""
        firsts = self.splitter.firsts[start]
        for stmt in self.splitter.again.get((start, self.part), ()):
            self.anew(stmt, out)
        kept: list[int] = []  # values that later parts need
        begin = max(bisect_right(firsts, self.lo) - 1, 0)
        for index in range(begin, min(bisect_left(firsts, self.hi), len(block))):
            stmt, first, end = block[index], firsts[index], firsts[index + 1]
            out.place = stmt.place
            if self.lo <= first and end <= self.hi:
                out.add(stmt)
                needs = self.splitter.users.get(stmt.result, ()) if isinstance(stmt, VALUES) else ()
                if needs and max(needs) > self.part and not isinstance(stmt, _CHEAP):
                    kept.append(stmt.result)  # type: ignore[union-attr]  # it defines a value
            elif isinstance(stmt, If) and end > self.lo:
                arms = []
                at = first + 1
                for arm in blocks(stmt):
                    held = self.out(stmt.place)
                    if arm:
                        self.restrict(arm, at, held)
                        at = self.splitter.firsts[at][-1]
                    arms.append(tuple(held.stmts))
                if any(arms):
                    out.add(replace(stmt, then=arms[0], orelse=arms[1]))
        for value in kept:
            self.keep(out, ("value", value), value)

    def anew(self, stmt: Stmt, out: Out) -> None:
        """A value of an earlier part."""
        if isinstance(stmt, _CHEAP):
            out.add(stmt)
        elif isinstance(stmt, VALUES):
            self.fetch(out, ("value", stmt.result), self.types[stmt.result], result=stmt.result)

    # -- words ------------------------------------------------------------------------------------------------
    def index(self, out: Out, word: int) -> int:
        return out.op("add", self.own, out.op("mul", self.all, out.const(u32, word))) if word else self.own

    def store(self, out: Out, word: int, value: int) -> None:
        out.add(Store(self.carried, (self.index(out, word),), value))

    def load(self, out: Out, word: int, result: int | None = None) -> int:
        at = self.index(out, word)
        number = self.value(u32) if result is None else result
        out.add(Load(number, self.carried, (at,)))
        return number

    def keep(self, out: Out, what: tuple[str, int], value: int) -> None:
        """Leave a value for later parts."""
        words = self.splitter.words[what]
        t = self.types[value]
        if t is not bool_ and t.unsigned is not t:
            value = out.op("bitcast", value, dtype=t.unsigned)
        if t.bits == 64:
            self.store(out, words[1], out.op("cast", out.op("shr", value, out.const(u32, 32)), dtype=u32))
        self.store(out, words[0], value if t.bits == 32 and t is not bool_ else out.op("cast", value, dtype=u32))

    def fetch(self, out: Out, what: tuple[str, int], t: DType, *, result: int | None = None) -> int:
        """A value that an earlier part left."""
        words = self.splitter.words[what]
        if t is u32:
            return self.load(out, words[0], result)
        low = self.load(out, words[0])
        if t is bool_:
            return out.op("ne", low, out.const(u32, 0), result=result)
        last = t.unsigned is t  # whether the unsigned value is the value
        if t.bits == 32:
            found = low
        elif t.bits < 32:
            found = out.op("cast", low, dtype=t.unsigned, result=result if last else None)
        else:
            high = out.op("cast", self.load(out, words[1]), dtype=u64)
            above = out.op("shl", high, out.const(u32, 32))
            found = out.op("or", above, out.op("cast", low, dtype=u64), result=result if last else None)
        return found if last else out.op("bitcast", found, dtype=t, result=result)


def _with_used_locals(program: Program) -> Program:
    """Without the locals that a program does not use."""
    number: dict[int, int] = {}

    def renamed(block: Block) -> Block:  # blocks nest at most 64 deep (V403)
        done: list[Stmt] = []
        for stmt in block:
            match stmt:
                case Get() | Set():
                    done.append(replace(stmt, local=number.setdefault(stmt.local, len(number))))
                case For():
                    local = number.setdefault(stmt.local, len(number))
                    done.append(replace(stmt, local=local, body=renamed(stmt.body)))
                case If():
                    then = renamed(stmt.then)
                    done.append(replace(stmt, then=then, orelse=renamed(stmt.orelse)))
                case While():
                    cond = renamed(stmt.cond)
                    done.append(replace(stmt, cond=cond, body=renamed(stmt.body)))
                case _:
                    done.append(stmt)
        return tuple(done)

    body = renamed(program.body)
    return replace(program, body=body, locals=tuple(program.locals[n] for n in number))
