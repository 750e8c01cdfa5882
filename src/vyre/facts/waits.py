"""Loops that wait for other invocations (rule 5.8).

A loop waits where a turn may end as it began: nothing that decides how it goes on has changed but memory, and memory only
by what others do. The turns are followed path by path, with a term for every value. What a path decides the loop by and
reads from memory that others write is a *poll*. A path *moves* where

* a local that decides, or that says where a poll looks, takes another value (``p = p - 1``);
* a compare_exchange is tried with the very value that was read there last: where it fails, another invocation got on;
* an atomic addition whose old value decides was done to memory that the program only adds to (``take the next task``);
* a barrier was passed, and the loop is decided by workgroup memory alone.

A path that does not move is *idle*, and a loop with an idle path waits. Where a path cannot be followed, it counts as idle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vyre.dtypes import DType
from vyre.facts.memo import remembered
from vyre.facts.numbering import value_numbers
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import (
    VALUES,
    Atomic,
    Barrier,
    Block,
    Break,
    Const,
    Continue,
    For,
    Get,
    If,
    Load,
    Op,
    Return,
    Set,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.ops import missing_lane
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, operands, walk

__all__ = ["Wait", "may_wait", "reads_only", "waits"]

_PATHS: Final = 64
"""Paths through one turn that are followed; a loop with more counts as idle where a poll decides it."""
_STATEMENTS: Final = 2000
"""Likewise, of one loop."""
_CHOOSES: Final = frozenset({"select", "min", "max", "clamp", "eq", "ne", "lt", "le", "gt", "ge", "not"})
"""Operations that may give what was there before."""

Sym = int


@dataclass(frozen=True, slots=True)
class Wait:
    """``loop``: its statement number. ``polls``: numbers of the loads and atomics that decide it, in order. ``stuck``: no
    path through a turn moves, so that a turn which does not leave the loop is repeated until memory changes."""

    loop: int
    polls: tuple[int, ...]
    stuck: bool


@remembered
def waits(program: Program) -> tuple[Wait, ...]:
    """The loops that may wait for other invocations, in order."""
    writers: dict[int, list[Store | Atomic]] = {}
    for _, stmt, _ in walk(program):
        if isinstance(stmt, (Store, Atomic)):
            writers.setdefault(stmt.buffer, []).append(stmt)
    if not writers:
        return ()
    constants = {stmt.result: stmt for _, stmt, _ in walk(program) if isinstance(stmt, Const)}
    found = (
        _Loop(program, at, stmt, writers, constants).wait() for at, stmt, _ in walk(program) if isinstance(stmt, While)
    )
    return tuple(wait for wait in found if wait is not None)


def may_wait(program: Program) -> bool:
    """Whether an invocation may wait for another one, so that workgroups need progress of their own."""
    return bool(waits(program))


def reads_only(stmt: Atomic, constant: Const | None) -> bool:
    """Whether an atomic never changes its element: ``constant`` is its operand, where that is a literal."""
    if constant is None or constant.dtype.is_float or stmt.op in ("exchange", "compare_exchange"):
        return False
    return python_value(constant.dtype, constant.bits) == missing_lane(stmt.op, constant.dtype)


@dataclass(slots=True)
class _Path:
    """One way through a turn. ``locals`` that were set, ``values`` of the loop's statements and ``facts`` (what conditions were),
    all as terms."""

    locals: dict[int, Sym] = field(default_factory=dict)
    values: dict[int, Sym] = field(default_factory=dict)
    facts: dict[Sym, bool] = field(default_factory=dict)
    moved: bool = False
    met: bool = False  # a barrier
    followed: bool = True  # every statement of it, none of an inner loop

    def fork(self) -> _Path:
        return _Path(dict(self.locals), dict(self.values), dict(self.facts), self.moved, self.met, self.followed)


class _TooMany(Exception):
    """More paths than are followed."""


class _Loop:
    def __init__(
        self,
        program: Program,
        at: int,
        loop: While,
        writers: dict[int, list[Store | Atomic]],
        constants: dict[int, Const],
    ) -> None:
        self.program = program
        self.at = at
        self.loop = loop
        self.writers = writers
        self.constants = constants
        self.numbers = value_numbers(program)
        self.types = value_types(program)
        self.inner = [loop, *inside(loop)]
        self.number = {id(stmt): at + n for n, stmt in enumerate(self.inner)}
        self.written = {s.buffer for s in self.inner if isinstance(s, (Store, Atomic))}
        self.terms: dict[tuple[object, ...], Sym] = {}
        self.meaning: list[tuple[object, ...]] = []
        self.fresh = 0

    # -- the answer -------------------------------------------------------------------------------------------------
    def wait(self) -> Wait | None:
        if not any(self.candidate(stmt) for stmt in self.inner):
            return None
        self.slice = _Slice(self.loop, self.inner)
        decides = self.slice.of(self.slice.exits())
        polls = [
            s for s in self.inner if isinstance(s, (Load, Atomic)) and s.result in decides.values and self.candidate(s)
        ]
        if not polls:
            return None
        self.decides = decides
        self.places = self.slice.of({v for s in polls for v in s.index})
        self.only_shared = all(self.program.buffers[s.buffer].role == "shared" for s in polls)
        numbers = tuple(self.number[id(s)] for s in polls)
        if len(self.inner) > _STATEMENTS:
            return Wait(self.at, numbers, False)
        try:
            paths = self.turn()
        except _TooMany:
            return Wait(self.at, numbers, False)
        idle = [path for path in paths if not self.moves(path)]
        if not idle:
            return None
        same = all(path.followed and not self.changed(path) and not path.moved for path in paths)
        return Wait(self.at, numbers, same)

    def candidate(self, stmt: Stmt) -> bool:
        """Whether the statement may go on giving the same until another invocation writes."""
        if isinstance(stmt, Atomic):
            if reads_only(stmt, self.constants.get(stmt.value)):
                return True
            return stmt.op not in ("min", "max") and not self.only_added(stmt)
        if isinstance(stmt, Load):
            role = self.program.buffers[stmt.buffer].role
            return role != "private" and stmt.buffer in self.writers and stmt.buffer not in self.written
        return False

    def only_added(self, stmt: Atomic) -> bool:
        """Whether it adds, and so does all that writes this array."""
        return stmt.op in ("add", "sub") and all(
            isinstance(s, Atomic) and (s.op == stmt.op or reads_only(s, self.constants.get(s.value)))
            for s in self.writers[stmt.buffer]
        )

    def changed(self, path: _Path) -> list[int]:
        """Locals that decide, and are others than at the start of the turn."""
        return [
            local
            for local, now in path.locals.items()
            if local in self.decides.locals and now != self.term("in", local)
        ]

    def moves(self, path: _Path) -> bool:
        if path.moved or (path.met and self.only_shared):
            return True
        for local in self.changed(path):
            chosen, read = self.made_of(path.locals[local])
            if not chosen and (not read or local in self.places.locals):
                return True
        return False

    def made_of(self, sym: Sym) -> tuple[bool, bool]:
        """Whether a term may be what it was before, and whether it is made of what a poll read."""
        chosen, read = self.meaning[sym][0] == "const", False
        stack, seen = [sym], {sym}
        while stack:
            now = stack.pop()
            kind, name = self.meaning[now][:2]
            chosen |= kind == "unknown" or (kind == "op" and name in _CHOOSES)
            read |= kind == "read"
            more = set(self.parts(now)) - seen
            seen |= more
            stack += more
        return chosen, read

    # -- paths ------------------------------------------------------------------------------------------------------
    def turn(self) -> list[_Path]:
        """The paths from the head of the loop to its head again."""
        again: list[_Path] = []
        heads = self.enter(self.block(self.loop.cond, [_Path()], again))
        ends = self.block(self.loop.body, heads, again) + again
        return self.enter(self.block(self.loop.cond, ends, again))

    def enter(self, paths: list[_Path]) -> list[_Path]:
        """Those on which the condition may be true."""
        return [path for path in paths if self.assume(path, self.value(path, self.loop.value), True)]

    def block(self, block: Block, paths: list[_Path], again: list[_Path]) -> list[_Path]:
        """The paths that reach the block's end; those that begin the next turn go to ``again``."""
        for stmt in block:
            if not paths:
                break
            if isinstance(stmt, (Break, Return, Trap)):
                return []
            if isinstance(stmt, Continue):
                again += paths
                return []
            if isinstance(stmt, If):
                paths = self.branch(stmt, paths, again)
            else:
                for path in paths:
                    self.statement(path, stmt)
            if len(paths) + len(again) > _PATHS:
                raise _TooMany
        return paths

    def branch(self, stmt: If, paths: list[_Path], again: list[_Path]) -> list[_Path]:
        then, orelse = [], []
        for path in paths:
            cond, other = self.value(path, stmt.cond), path.fork()
            if self.assume(path, cond, True):
                then.append(path)
            if self.assume(other, cond, False):
                orelse.append(other)
        return self.block(stmt.then, then, again) + self.block(stmt.orelse, orelse, again)

    def statement(self, path: _Path, stmt: Stmt) -> None:
        if isinstance(stmt, Set):
            path.locals[stmt.local] = self.value(path, stmt.value)
        elif isinstance(stmt, (For, While)):
            self.skip(path, stmt)
        elif isinstance(stmt, Get):
            held = path.locals.get(stmt.local)
            path.values[stmt.result] = self.term("in", stmt.local) if held is None else held
        elif isinstance(stmt, Op):
            path.values[stmt.result] = self.operation(stmt, [self.value(path, a) for a in stmt.args])
        elif isinstance(stmt, Atomic):
            fresh = stmt.expected is not None and self.is_last_read(path, stmt)
            counts = stmt.result in self.decides.values and not reads_only(stmt, self.constants.get(stmt.value))
            path.moved |= fresh or (counts and self.only_added(stmt))
            path.values[stmt.result] = self.read(path, stmt)
        elif isinstance(stmt, Load):
            path.values[stmt.result] = self.read(path, stmt)
        elif isinstance(stmt, (Barrier, Subgroup)):
            path.met = True
            if isinstance(stmt, Subgroup):
                path.values[stmt.result] = self.unknown()

    def skip(self, path: _Path, loop: For | While) -> None:
        """Behind an inner loop: what it sets may be anything."""
        path.followed = False
        for stmt in (loop, *inside(loop)):
            if isinstance(stmt, (Set, For)):
                path.locals[stmt.local] = self.unknown()
            path.met |= isinstance(stmt, (Barrier, Subgroup))

    def is_last_read(self, path: _Path, stmt: Atomic) -> bool:
        """Whether a compare_exchange expects just what was read of this array in this turn or the one before."""
        assert stmt.expected is not None
        kind, *rest = self.meaning[self.value(path, stmt.expected)]
        if kind == "read":
            return rest[0] == stmt.buffer and rest[1] == tuple(self.value(path, v) for v in stmt.index)
        if kind != "in" or any(self.slice.sets_in(v) for v in stmt.index):
            return False
        given = [self.slice.defined.get(s.value) for s in self.slice.sets.get(rest[0], ())]  # type: ignore[call-overload]
        return bool(given) and all(
            isinstance(s, (Load, Atomic)) and s.buffer == stmt.buffer and self.places_of(s) == self.places_of(stmt)
            for s in given
        )

    def places_of(self, stmt: Load | Atomic) -> tuple[int, ...]:
        return tuple(self.numbers.of[v] for v in stmt.index)

    # -- terms ------------------------------------------------------------------------------------------------------
    def term(self, *meaning: object) -> Sym:
        found = self.terms.get(meaning)
        if found is None:
            found = self.terms[meaning] = len(self.meaning)
            self.meaning.append(meaning)
        return found

    def parts(self, sym: Sym) -> list[Sym]:
        """The operands of an operation; none of anything else."""
        meaning = self.meaning[sym]
        return [part for part in meaning[3:] if isinstance(part, int)] if meaning[0] == "op" else []

    def unknown(self) -> Sym:
        self.fresh += 1
        return self.term("unknown", self.fresh)

    def read(self, path: _Path, stmt: Load | Atomic) -> Sym:
        """What memory gives: another value each time, where others write."""
        self.fresh += 1
        index = tuple(self.value(path, v) for v in stmt.index)
        if isinstance(stmt, Load) and stmt.buffer not in self.writers:
            return self.term("load", stmt.buffer, index, stmt.field)
        return self.term("read", stmt.buffer, index, self.fresh)

    def value(self, path: _Path, value: int) -> Sym:
        found = path.values.get(value)
        if found is not None:
            return found
        number = self.numbers.of[value]
        kind, *rest = self.numbers.meaning[number]
        return self.term("const", *rest) if kind == "const" else self.term("outside", number)

    def operation(self, stmt: Op, args: list[Sym]) -> Sym:
        meanings = [self.meaning[a] for a in args]
        truths = [m[2] if m[0] == "const" and _is_bool(m[1]) else None for m in meanings]
        if stmt.op in ("eq", "ne") and not self.types[stmt.args[0]].is_float:
            known = all(m[0] == "const" for m in meanings) and meanings[0][1] == meanings[1][1]
            equal = True if args[0] == args[1] else False if known else None
            if equal is not None:
                return self.term("const", stmt.dtype, int(equal == (stmt.op == "eq")))
        if stmt.op == "not" and truths[0] is not None:
            return self.term("const", stmt.dtype, 1 - int(bool(truths[0])))
        if stmt.op in ("and", "or") and stmt.dtype.is_bool:
            deciding = 0 if stmt.op == "and" else 1
            if deciding in truths:
                return self.term("const", stmt.dtype, deciding)
        return self.term("op", stmt.op, stmt.dtype, *args)

    def assume(self, path: _Path, cond: Sym, truth: bool) -> bool:
        """Take a condition as true or false; False where it cannot be."""
        todo = [(cond, truth)]
        while todo:
            sym, holds = todo.pop()
            kind, *rest = self.meaning[sym]
            if kind == "const":
                if bool(rest[1]) != holds:
                    return False
                continue
            if path.facts.setdefault(sym, holds) != holds:
                return False
            if kind == "op" and rest[0] == "not":
                todo.append((self.parts(sym)[0], not holds))
            elif kind == "op" and _is_bool(rest[1]) and rest[0] == ("and" if holds else "or"):
                todo += [(part, holds) for part in self.parts(sym)]
            elif kind == "op" and rest[0] == "ne":
                same = self.terms.get(("op", "eq", *rest[1:]))
                todo += [] if same is None or same in path.facts else [(same, not holds)]
        return True


def _is_bool(dtype: object) -> bool:
    return isinstance(dtype, DType) and dtype.is_bool


@dataclass(frozen=True, slots=True)
class _Made:
    """What something is made of: values and locals."""

    values: frozenset[int]
    locals: frozenset[int]


class _Slice:
    """What values in a loop are made of, through locals, workgroup and private memory, and the conditions of all these."""

    def __init__(self, loop: While, inner: list[Stmt]) -> None:
        self.loop = loop
        self.defined = {s.result: s for s in inner if isinstance(s, VALUES)}
        self.sets: dict[int, list[Set]] = {}
        self.conditions: dict[int, frozenset[int]] = {}  # id of a statement -> the values that decide whether it runs
        self.loops: dict[int, list[For]] = {}
        self.stores: dict[int, list[Store]] = {}
        self.leaving: set[int] = set()  # values that decide whether a turn, or the loop, ends early
        self._block(loop.cond, frozenset(), own=True)
        self._block(loop.body, frozenset(), own=True)

    def exits(self) -> set[int]:
        """The values that decide whether the loop goes on."""
        return {self.loop.value, *self.leaving}

    def sets_in(self, value: int) -> bool:
        """Whether a value depends on a local that the loop sets."""
        return any(local in self.sets for local in self.of({value}).locals)

    def of(self, values: set[int]) -> _Made:
        todo, seen, found = list(values), set(values), set[int]()

        def add(more: tuple[int, ...] | frozenset[int]) -> None:
            new = set(more) - seen
            seen.update(new)
            todo.extend(new)

        buffers: set[int] = set()
        while todo:
            stmt = self.defined.get(todo.pop())
            if stmt is None:
                continue
            add(operands(stmt))
            if isinstance(stmt, Get) and stmt.local not in found:
                found.add(stmt.local)
                for one in self.sets.get(stmt.local, ()):
                    add((one.value,))
                    add(self.conditions[id(one)])
                for loop in self.loops.get(stmt.local, ()):
                    add((loop.lo, loop.hi))
                    add(self.conditions[id(loop)])
            elif isinstance(stmt, Load) and stmt.buffer not in buffers:
                buffers.add(stmt.buffer)
                for store in self.stores.get(stmt.buffer, ()):
                    add((store.value, *store.index))
                    add(self.conditions[id(store)])
        return _Made(frozenset(seen), frozenset(found))

    def _block(self, block: Block, conditions: frozenset[int], *, own: bool) -> None:
        """``own``: a jump here is one of this loop."""
        for stmt in block:
            if isinstance(stmt, Set):
                self.sets.setdefault(stmt.local, []).append(stmt)
                self.conditions[id(stmt)] = conditions
            elif isinstance(stmt, Store):
                self.stores.setdefault(stmt.buffer, []).append(stmt)
                self.conditions[id(stmt)] = conditions
            elif isinstance(stmt, (Return, Trap)) or (own and isinstance(stmt, (Break, Continue))):
                self.leaving |= conditions
            elif isinstance(stmt, If):
                for part in blocks(stmt):
                    self._block(part, conditions | {stmt.cond}, own=own)
            elif isinstance(stmt, For):
                self.loops.setdefault(stmt.local, []).append(stmt)
                self.conditions[id(stmt)] = conditions
                self._block(stmt.body, conditions | {stmt.lo, stmt.hi}, own=False)
            elif isinstance(stmt, While):
                deciding = conditions | {stmt.value} | _jumps(stmt)
                self._block(stmt.cond, deciding, own=False)
                self._block(stmt.body, deciding, own=False)


def _jumps(loop: While) -> frozenset[int]:
    """The conditions inside of a loop: each may decide how often it runs."""
    return frozenset(stmt.cond for stmt in inside(loop) if isinstance(stmt, If))
