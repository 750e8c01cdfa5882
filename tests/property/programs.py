"""Random valid programs with inputs, from a seed or from Hypothesis.

>>> case = random_program(7)
>>> sorted(case.expected()) == [k for k, b in enumerate(case.program.buffers) if b.is_output]
True
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hypothesis import strategies as st

from tests.property.choices import Choices, Drawn, Seeded, contents, record_contents
from tests.property.expressions import EVERY, NARROW, NESTED, PORTABLE, WIDE, Profile
from tests.property.idioms import Idioms
from tests.property.maker import Maker
from vyre.drivers.oracle import Oracle
from vyre.emit.scalar import from_bits
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Const,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.program import Program
from vyre.opt.traps import limit_whiles

__all__ = [
    "EVERY",
    "PORTABLE",
    "NARROW",
    "NESTED",
    "NO_TRAP",
    "PROFILES",
    "TRAP",
    "WIDE",
    "Case",
    "Profile",
    "features",
    "programs",
    "random_program",
]

NO_TRAP = b"\xff" * 16
"""The trap record of a launch in which nothing trapped."""

PROFILES = {"wide": WIDE, "narrow": NARROW, "portable": PORTABLE, "every": EVERY, "nested": NESTED}
"""Most types; the types that every device takes; all that the language has, without f64 and with it; loops in loops as people
write them."""

TRAP = -1
"""The key of the trap record in what a case leaves, where the program may trap."""


@dataclass(frozen=True)
class Case:
    """A program and one launch of it. All dictionaries are keyed by buffer number. ``exact``: all sums of floats are,
    so they may be formed in any order."""

    program: Program
    shapes: dict[int, tuple[int, ...]]
    start: dict[int, bytes]  # of every array; zeros for an output
    params: dict[int, bool | int | float]
    grid: tuple[int, int, int]
    origin: str
    while_limit: int | None = None
    exact: bool = False

    @cached_property
    def limited(self) -> Program:
        """The program with the limit on its ``while`` loops written out."""
        return self.program if self.while_limit is None else limit_whiles(self.program, self.while_limit)

    @property
    def may_trap(self) -> bool:
        return "traps" in self.limited.requirements

    def expected(self, groups: Sequence[int] | None = None) -> dict[int, bytes]:
        """What the reference leaves in every output; with ``groups`` its workgroups run in that order."""
        arrays = {k: bytearray(data) for k, data in self.start.items()}
        oracle = Oracle(self.limited)
        oracle.run(arrays, self.shapes, self.params, self.grid, groups=groups)
        found = {k: bytes(arrays[k]) for k, buffer in enumerate(self.program.buffers) if buffer.is_output}
        if oracle.trap is not None:  # outputs are unspecified then (rule 5.6)
            invocation, code, site = oracle.trap
            return {TRAP: struct.pack("<QQ", invocation << 32 | site, invocation << 32 | code)}
        return found | ({TRAP: NO_TRAP} if self.may_trap else {})


def _case(c: Choices, profile: Profile, size: int, origin: str) -> Case:
    made = (Idioms if profile.nested else Maker)(c, profile, size).make()
    seed = c.integer(0, 2**31)
    start: dict[int, bytes] = {}
    params: dict[int, bool | int | float] = {}
    for k, buffer in enumerate(made.program.buffers):
        if buffer.role == "uniform":
            data = contents(buffer.dtype, 1, seed + k, rich=profile.rich)
            params[k] = from_bits(buffer.dtype, int.from_bytes(data, "little"))
        elif buffer.role == "out":
            start[k] = bytes(math.prod(made.shapes[k]) * buffer.nbytes)
        elif buffer.record is not None:
            start[k] = record_contents(buffer.record, math.prod(made.shapes[k]), seed + k)
        elif buffer.is_array:
            count, cycle = math.prod(made.shapes[k]), made.cycles.get(k, 0)
            start[k] = contents(buffer.dtype, count, seed + k, cycle=cycle, rich=profile.rich)
    return Case(made.program, made.shapes, start, params, made.grid, origin, made.while_limit)


def random_program(seed: int, profile: Profile = WIDE, size: int | None = None) -> Case:
    """The program of ``seed``; ``size`` is about its number of items (default: 2 to 24, a little more where there is
    more to choose from, and fewer where they nest)."""
    c = Seeded(seed)
    least, most = (4, 16) if profile.nested else (3, 29) if profile.rich else (2, 24)
    items = c.integer(least, most) if size is None else size
    return _case(c, profile, items, f"random_program({seed}, {profile.name.upper()})")


@st.composite
def programs(draw: st.DrawFn, profile: Profile = WIDE, size: int = 10) -> Case:
    """A Hypothesis strategy of cases; failing ones shrink."""
    return _case(Drawn(draw), profile, draw(st.integers(1, size)), "hypothesis")


# -- what a program has -----------------------------------------------------------------------------------------


def _inner(stmt: Stmt) -> tuple[Block, ...]:
    match stmt:
        case If():
            return stmt.then, stmt.orelse
        case For():
            return (stmt.body,)
        case While():
            return stmt.cond, stmt.body
        case _:
            return ()


def _walk(body: Block, around: tuple[Stmt, ...] = ()) -> Iterator[tuple[Stmt, tuple[Stmt, ...]]]:
    for stmt in body:
        yield stmt, around
        for inner in _inner(stmt):
            yield from _walk(inner, (*around, stmt))


def features(program: Program) -> frozenset[str]:
    """Which of these occur: if for while break continue return barrier barrier-in-loop shared atomics shared-atomics
    nested-loops divergence divergent-loop 2d private table record trap axes, ``subgroup-op``, ``atomic-op``, ``atomic:type``, ``op:type`` for
    every operation, ``load:type``, ``store:type``; ``break``, ``continue``, ``return``, ``store`` ``-in-2`` where two loops or more are around,
    ``3-loops``, and ``inner-local``: a local that is set before a loop and read only in it."""
    found: set[str] = set()
    divergent = _divergent_values(program)
    types = _types(program)
    for stmt, around in _walk(program.body):
        name = type(stmt).__name__.lower()
        loops = sum(isinstance(s, (For, While)) for s in around)
        if name in ("if", "for", "while", "break", "continue", "return", "barrier"):
            found.add(name)
        if name in ("break", "continue", "return", "store") and loops >= 2:
            found.add(f"{name}-in-2")
        found |= {"3-loops"} if loops >= 3 else set()
        match stmt:
            case Op():
                found.add(f"{stmt.op}:{types[stmt.args[-1]]}")
            case Load() | Store():
                buffer = program.buffers[stmt.buffer]
                found.add(f"{name}:{buffer.element(stmt.field)}")
                found |= {"record"} if buffer.record is not None else set()
                found |= {"2d"} if len(stmt.index) == 2 else set()
                found |= {buffer.role} & {"shared", "private", "table"}
            case Id():
                found |= {"axes"} if stmt.axis else set()
            case Subgroup():
                found.add(f"subgroup-{stmt.op}")
            case Trap():
                found.add("trap")
            case Atomic():
                found.add("shared-atomics" if program.buffers[stmt.buffer].role == "shared" else "atomics")
                found |= {f"atomic-{stmt.op}", f"atomic:{program.buffers[stmt.buffer].dtype}"}
            case Barrier():
                found |= {"barrier-in-loop"} if loops else set()
            case If():
                found |= {"divergence"} if stmt.cond in divergent else set()
            case For() | While():
                found |= {"nested-loops"} if loops else set()
                ends = (stmt.lo, stmt.hi) if isinstance(stmt, For) else (stmt.value,)
                found |= {"divergence", "divergent-loop"} if divergent.intersection(ends) else set()
            case _:
                pass
    return frozenset(found | ({"inner-local"} if _has_inner_local(program) else set()))


def _has_inner_local(program: Program) -> bool:
    """Whether a local is set before a loop and read only in it."""
    first: dict[int, int] = {}  # by local, how many loops are around its first Set
    shared: dict[int, list[Stmt]] = {}  # the loops that are around all its reads
    for stmt, around in _walk(program.body):
        loops: list[Stmt] = [each for each in around if isinstance(each, (For, While))]
        if isinstance(stmt, Set):
            first.setdefault(stmt.local, len(loops))
        elif isinstance(stmt, Get):
            known = shared.setdefault(stmt.local, loops)
            shared[stmt.local] = [a for a, b in zip(known, loops, strict=False) if a is b]
    return any(len(loops) > first.get(local, len(loops)) for local, loops in shared.items())


def _types(program: Program) -> dict[int, str]:
    types: dict[int, str] = {}
    for stmt, _ in _walk(program.body):
        match stmt:
            case Load():
                types[stmt.result] = program.buffers[stmt.buffer].element(stmt.field).name
            case Atomic() | Param():
                types[stmt.result] = program.buffers[stmt.buffer].dtype.name
            case Get():
                types[stmt.result] = program.locals[stmt.local].dtype.name
            case Const() | Op() | Subgroup():
                types[stmt.result] = stmt.dtype.name
            case Id() | Size():
                types[stmt.result] = "u32"
            case _:
                pass
    return types


def _divergent_values(program: Program) -> set[int]:
    """Values that may differ inside a workgroup; a plain over-estimate, enough to count with."""
    values: set[int] = set()
    locals_: set[int] = set()
    written = {s.buffer for s, _ in _walk(program.body) if isinstance(s, (Store, Atomic))}
    for _ in range(3):  # locals carry it round loops
        for stmt, around in _walk(program.body):
            under = any(
                (isinstance(s, If) and s.cond in values) or (isinstance(s, For) and {s.lo, s.hi} & values)
                for s in around
            )
            match stmt:
                case Id() if stmt.name in ("global_id", "local_id", "local_index"):
                    values.add(stmt.result)
                case Op() if values.intersection(stmt.args):
                    values.add(stmt.result)
                case Load() if stmt.buffer in written or values.intersection(stmt.index):
                    values.add(stmt.result)
                case Atomic() | Subgroup():
                    values.add(stmt.result)
                case Get() if stmt.local in locals_:
                    values.add(stmt.result)
                case Set() if under or stmt.value in values:
                    locals_.add(stmt.local)
                case For() if {stmt.lo, stmt.hi} & values:
                    locals_.add(stmt.local)
                case _:
                    pass
    return values


def count_features(cases: list[Case]) -> Counter[str]:
    return Counter(name for case in cases for name in features(case.program))
