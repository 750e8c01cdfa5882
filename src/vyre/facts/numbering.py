"""Value numbering: which values are surely equal, also through locals.

Two values share a number where they are the same literal, id, size, parameter, or the same operation of values
of the same numbers, or a local read that gives such a value. Loads and atomics have numbers of their own. One
walk; at the head of a loop every local that the loop sets gets a fresh number.
"""

from __future__ import annotations

from dataclasses import dataclass

from vyre.dtypes import DType
from vyre.facts.memo import remembered
from vyre.ir.literals import python_value
from vyre.ir.nodes import (
    Atomic,
    Block,
    Break,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Subgroup,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks

__all__ = ["Carried", "Join", "Numbers", "value_numbers"]


@dataclass(frozen=True, slots=True)
class Join:
    """A local that an ``If`` leaves with one of two numbers; ``fresh`` stands for whichever it was."""

    fresh: int
    then: int
    orelse: int


@dataclass(frozen=True, slots=True)
class Carried:
    """A local that a loop sets. ``before``: its value before the loop (None: it has none); ``head``: its value at the
    start of every iteration; ``after``: its value after the loop; ``taken``: the numbers of all values that the loop's
    ``Set``s give it, and the loops in it whose variable it is."""

    before: int | None
    head: int
    after: int
    taken: frozenset[int]


@dataclass(frozen=True, slots=True)
class Numbers:
    """``of``: a value's number, by value id. ``meaning``: what a number stands for: ``("const", dtype, bits)``,
    ``("id", name, axis)``, ``("size", buffer, axis)``, ``("param", buffer)``, ``("op", dtype, op, *numbers)``,
    ``("load", buffer)``, ``("subgroup", op)`` or ``("local", local)`` for what is not known further. ``joins``: by the ``If``'s
    statement number. ``loop_var``: the number of a ``For``'s local in its body, and ``carried``: the other locals that a loop
    sets, by statement number."""

    of: tuple[int, ...]
    meaning: tuple[tuple[object, ...], ...]
    joins: dict[int, tuple[Join, ...]]
    loop_var: dict[int, int]
    carried: dict[int, tuple[Carried, ...]]

    def constant(self, number: int) -> int:
        """The value of an integer literal; 0 for anything else."""
        kind, dtype, bits = (*self.meaning[number], None, None)[:3]
        if kind != "const" or not isinstance(dtype, DType) or not dtype.is_integer or not isinstance(bits, int):
            return 0
        return int(python_value(dtype, bits))

    def is_global_id(self, value: int, axis: int = 0) -> bool:
        """Whether the value is ``global_id(axis)``; axis 0 is x."""
        return self.meaning[self.of[value]] == ("id", "global_id", axis)

    def is_own_index(self, value: int, axis: int = 0) -> bool:
        """Whether the value, as a subscript, is ``global_id(axis)`` or outside of every array: a cast to another integer
        type of at least 32 bits keeps an id, or makes it negative."""
        meaning = self.meaning[self.of[value]]
        if (
            meaning[0] == "op"
            and meaning[2] == "cast"
            and isinstance(meaning[1], DType)
            and isinstance(meaning[3], int)
        ):
            kept = meaning[1].is_integer and meaning[1].bits >= 32
            return kept and self.meaning[meaning[3]] == ("id", "global_id", axis)
        return self.is_global_id(value, axis)


@remembered
def value_numbers(program: Program) -> Numbers:
    """The value numbers of a program."""
    walk = _Walk(program)
    walk.block(program.body, {})
    return Numbers(tuple(walk.of), tuple(walk.meaning), walk.joins, walk.loop_var, walk.carried)


class _Walk:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.of: list[int] = []
        self.meaning: list[tuple[object, ...]] = []
        self.known: dict[tuple[object, ...], int] = {}
        self.local: dict[int, int] = {}  # local -> number that it holds now
        self.joins: dict[int, tuple[Join, ...]] = {}
        self.loop_var: dict[int, int] = {}
        self.carried: dict[int, tuple[Carried, ...]] = {}
        self.taken: dict[int, set[int]] = {}  # local -> numbers of what the innermost open loop has set it to
        self.at = 0
        self.sets: dict[int, frozenset[int]] = {}  # id(loop statement) -> locals that it sets
        _locals_set(program.body, self.sets)

    def number(self, key: tuple[object, ...], *, fresh: bool = False) -> int:
        if not fresh:
            found = self.known.get(key)
            if found is not None:
                return found
            self.known[key] = len(self.meaning)
        self.meaning.append(key)
        return len(self.meaning) - 1

    def hold(self, local: int, number: int, log: dict[int, int | None]) -> None:
        log.setdefault(local, self.local.get(local))
        self.local[local] = number

    def block(self, block: Block, log: dict[int, int | None]) -> bool:
        """Walk a block; ``log`` takes what its locals held before. True where its end is reached."""
        live = True
        for stmt in block:
            at = self.at
            self.at += 1
            if isinstance(stmt, Set):
                self.hold(stmt.local, self.of[stmt.value], log)
                self.taken.setdefault(stmt.local, set()).add(self.of[stmt.value])
            elif isinstance(stmt, If):
                live = self.branch(stmt, at, log) and live
            elif isinstance(stmt, (For, While)):
                self.loop(stmt, at, log)
            elif isinstance(stmt, (Break, Continue, Return)):
                live = False
            else:
                self.value(stmt)
        return live

    def value(self, stmt: Stmt) -> None:
        of = self.of
        if isinstance(stmt, Op):
            of.append(self.number(("op", stmt.dtype, stmt.op, *[of[v] for v in stmt.args])))
        elif isinstance(stmt, Const):
            of.append(self.number(("const", stmt.dtype, stmt.bits)))
        elif isinstance(stmt, Get):
            held = self.local.get(stmt.local)
            if held is None:
                held = self.local[stmt.local] = self.number(("local", stmt.local), fresh=True)
            of.append(held)
        elif isinstance(stmt, Id):
            of.append(self.number(("id", stmt.name, stmt.axis)))
        elif isinstance(stmt, Size):
            axis = None if self.program.buffers[stmt.buffer].rank == 1 else stmt.axis
            of.append(self.number(("size", stmt.buffer, axis)))
        elif isinstance(stmt, Param):
            of.append(self.number(("param", stmt.buffer)))
        elif isinstance(stmt, Subgroup):
            of.append(self.number(("subgroup", stmt.op), fresh=True))
        elif isinstance(stmt, (Load, Atomic)):
            of.append(self.number(("load", stmt.buffer), fresh=True))

    def branch(self, stmt: If, at: int, log: dict[int, int | None]) -> bool:
        before_then: dict[int, int | None] = {}
        then_live = self.block(stmt.then, before_then)
        after_then = {local: self.local.get(local) for local in before_then}
        self.restore(before_then)
        before_else: dict[int, int | None] = {}
        else_live = self.block(stmt.orelse, before_else)
        joins: list[Join] = []
        for local in [*before_then, *(x for x in before_else if x not in before_then)]:
            before = before_then[local] if local in before_then else before_else[local]
            now = self.local.get(local)
            other = after_then.get(local, before)
            if then_live and not else_live:
                now = other
            elif then_live and now != other:
                if now is None or other is None:  # unassigned on one path, so never read after the join
                    now = None
                else:
                    fresh = self.number(("local", local), fresh=True)
                    joins.append(Join(fresh, other, now))
                    now = fresh
            log.setdefault(local, before)
            if now is None:
                self.local.pop(local, None)
            else:
                self.local[local] = now
        if joins:
            self.joins[at] = tuple(joins)
        return then_live or else_live

    def restore(self, log: dict[int, int | None]) -> None:
        for local, before in log.items():
            if before is None:
                self.local.pop(local, None)
            else:
                self.local[local] = before

    def loop(self, stmt: For | While, at: int, log: dict[int, int | None]) -> None:
        changed = sorted(self.sets[id(stmt)])
        before = {local: self.local.get(local) for local in changed}
        head = {local: self.number(("local", local), fresh=True) for local in changed}
        for local in changed:
            self.hold(local, head[local], log)
        own = stmt.local if isinstance(stmt, For) else None
        outer, self.taken = self.taken, {}
        if own is not None:
            self.loop_var[at] = head[own]
            self.taken[own] = {head[own]}  # for a loop around: the local may be set there too
        for inner in blocks(stmt):
            self.block(inner, log)
        after = {local: self.number(("local", local), fresh=True) for local in changed}
        for local in changed:
            self.hold(local, after[local], log)
        self.carried[at] = tuple(
            Carried(before[x], head[x], after[x], frozenset(self.taken.get(x, ()))) for x in changed if x != own
        )
        for local, numbers in self.taken.items():
            outer.setdefault(local, set()).update(numbers)
        self.taken = outer


def _locals_set(block: Block, found: dict[int, frozenset[int]]) -> frozenset[int]:
    sets: set[int] = set()
    for stmt in block:
        if isinstance(stmt, Set):
            sets.add(stmt.local)
        elif isinstance(stmt, (If, For, While)):
            inner: set[int] = {stmt.local} if isinstance(stmt, For) else set()
            for part in blocks(stmt):
                inner |= _locals_set(part, found)
            if not isinstance(stmt, If):
                found[id(stmt)] = frozenset(inner)
            sets |= inner
    return frozenset(sets)
