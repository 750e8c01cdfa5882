"""What is the same in all invocations of a workgroup (rule 5.4), flow-sensitively and with reasons.

The walk starts by believing everything uniform and takes back what it must until nothing changes; loops feed
what they find at their end into their head on the next pass.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vyre.facts.memo import remembered
from vyre.facts.phases import quiet_loads
from vyre.facts.types import value_types
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
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
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks, walk

__all__ = ["DivergentBarrier", "Uniformity", "uniformity"]

UNIFORM_IDS: Final = frozenset({"group_id", "num_groups", "workgroup_size"})
PASSES: Final = 32
"""After so many passes every loop forgets what it knows of the locals that it sets, which ends the search."""

_Causes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DivergentBarrier:
    """A barrier or subgroup operation that some invocations may not reach. ``barrier`` and ``causes`` are statement numbers, outermost
    cause first: an ``If``, ``For`` or ``While`` whose condition or bounds may differ, or a ``Break``,
    ``Continue`` or ``Return``, which comes after the innermost condition that it stands under."""

    barrier: int
    causes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Uniformity:
    """The answer, by number.

    ``values``: by value id, the value is the same in all invocations of the workgroup that compute it there
    (under uniform control that is all of them). ``locals``: by local, one scalar can hold it: wherever it is set,
    all invocations that can read it before the next Set take the same value. ``control``: by statement number,
    the statement is reached by all invocations of the workgroup or by none. ``divergent_barriers``: the barriers
    that break rule 5.4. ``parted``: numbers of the ``If``, ``For`` and ``While`` in which invocations may go different
    ways, or a different number of times.
    """

    values: tuple[bool, ...]
    locals: tuple[bool, ...]
    control: tuple[bool, ...]
    divergent_barriers: tuple[DivergentBarrier, ...]
    parted: frozenset[int]


@remembered
def uniformity(program: Program) -> Uniformity:
    """The uniformity of a program."""
    parted: frozenset[int] = frozenset()
    quiet = quiet_loads(program, parted)
    while True:  # a load that is found not to be quiet can part more statements, but never fewer
        state = _Walk(program, quiet)
        passes = 0
        while True:
            state.begin(widen=passes >= PASSES)
            state.block(program.body, {})
            passes += 1
            if not state.changed:
                break
        parted |= state.parted
        before, quiet = quiet, quiet_loads(program, parted)
        if quiet == before:
            break
    values, control = tuple(state.values), tuple(state.control)
    return Uniformity(values, state.scalar_locals(), control, tuple(state.barriers), parted)


@dataclass(slots=True)
class _Loop:
    """What is known of one loop across passes: locals that differ at its head, and divergent ways out."""

    bad_at_head: set[int] = field(default_factory=set)
    broken: _Causes = ()  # causes of divergent breaks (and returns): some invocations have left
    continued: _Causes = ()  # in this iteration only
    jumps: bool = False  # has a break or continue of its own
    ever_bad: set[int] = field(default_factory=set)  # locals that differed at some point inside


@dataclass(slots=True)
class _Region:
    parent: int
    depth: int
    causes: _Causes


class _Walk:
    def __init__(self, program: Program, quiet: frozenset[int]) -> None:
        self.program = program
        self.quiet = quiet
        self.values = [True] * len(value_types(program))
        self.control = [True] * sum(1 for _ in walk(program))
        self.written = {s.buffer for _, s, _ in walk(program) if isinstance(s, (Store, Atomic))}
        self.loops: dict[int, _Loop] = {}
        self.changed = False

    def begin(self, *, widen: bool) -> None:
        self.changed = False
        self.parted: set[int] = set()
        self.widen = widen
        self.at = 0
        self.next_value = 0
        self.state = [True] * len(self.program.locals)
        self.base: _Causes = ()
        self.returned: _Causes = ()
        self.open: list[_Loop] = []
        self.causes: _Causes = ()
        self.barriers: list[DivergentBarrier] = []
        self.regions = [_Region(-1, 0, ())]
        self.region = 0
        self.mentions: dict[int, list[int]] = {}  # local -> regions
        self.sets: dict[int, list[tuple[_Causes, bool]]] = {}  # local -> causes and uniform value, per Set

    def refresh(self) -> None:
        """Recompute the causes in force after a jump or at a block's edge."""
        inner = self.open[-1] if self.open else None
        jumps = inner.broken + inner.continued if inner else ()
        self.causes = self.base + jumps + self.returned

    def hold(self, local: int, uniform: bool, log: dict[int, bool]) -> None:
        log.setdefault(local, self.state[local])
        self.state[local] = uniform
        if not uniform and self.open:
            self.open[-1].ever_bad.add(local)

    # -- statements ---------------------------------------------------------------------------------
    def block(self, block: Block, log: dict[int, bool]) -> bool:
        """Walk a block; ``log`` takes the state of its locals before. True where its end is reached."""
        live = True
        for stmt in block:
            at = self.at
            self.at += 1
            self.control[at] = not self.causes
            if isinstance(stmt, Set):
                uniform = self.values[stmt.value]
                self.note(stmt.local, uniform)
                self.hold(stmt.local, uniform, log)
            elif isinstance(stmt, If):
                live = self.branch(stmt, at, log) and live
            elif isinstance(stmt, (For, While)):
                self.loop(stmt, at, log)
            elif isinstance(stmt, (Break, Continue, Return)):
                self.jump(stmt, at)
                live = False
            elif isinstance(stmt, Barrier):
                if self.causes:
                    self.barriers.append(DivergentBarrier(at, tuple(dict.fromkeys(self.causes))))
            elif isinstance(stmt, Subgroup):
                if self.causes:
                    self.barriers.append(DivergentBarrier(at, tuple(dict.fromkeys(self.causes))))
                self.values[self.next_value] = False
                self.next_value += 1
            elif not isinstance(stmt, (Store, Clear, Trap)):
                self.values[self.next_value] = self.uniform(stmt, at)
                self.next_value += 1
        return live

    def note(self, local: int, uniform: bool) -> None:
        self.mentions.setdefault(local, []).append(self.region)
        self.sets.setdefault(local, []).append((self.causes, uniform))

    def uniform(self, stmt: Stmt, at: int) -> bool:
        if isinstance(stmt, Op):
            return all(self.values[v] for v in stmt.args)
        if isinstance(stmt, Get):
            self.mentions.setdefault(stmt.local, []).append(self.region)
            return self.state[stmt.local]
        if isinstance(stmt, Load):
            steady = stmt.buffer not in self.written or at in self.quiet  # a private array that is written is not
            return steady and all(self.values[v] for v in stmt.index)
        if isinstance(stmt, Id):
            return stmt.name in UNIFORM_IDS
        return isinstance(stmt, (Const, Size, Param))

    def jump(self, stmt: Break | Continue | Return, at: int) -> None:
        if isinstance(stmt, (Break, Continue)):
            self.open[-1].jumps = True
        if not self.causes:
            return
        why = (self.causes[-1], at)
        if isinstance(stmt, Continue):
            self.open[-1].continued = self.open[-1].continued or why
        leaves = self.open if isinstance(stmt, Return) else self.open[-1:] if isinstance(stmt, Break) else []
        for loop in leaves:
            if not loop.broken:
                loop.broken = why
                self.changed = True  # the next iteration begins without those that left
        if isinstance(stmt, Return):
            self.returned = self.returned or why

    # -- blocks -------------------------------------------------------------------------------------
    def inside(self, block: Block, causes: _Causes, log: dict[int, bool]) -> bool:
        """Walk an inner block under further causes."""
        base, region = self.base, self.region
        self.base = base + causes
        self.refresh()
        self.regions.append(_Region(region, self.regions[region].depth + 1, self.causes))
        self.region = len(self.regions) - 1
        live = self.block(block, log)
        self.base, self.region = base, region
        self.refresh()
        return live

    def branch(self, stmt: If, at: int, log: dict[int, bool]) -> bool:
        same = self.values[stmt.cond]
        causes = () if same else (at,)
        if not same:
            self.parted.add(at)
        returned, jumped = self.returned, (self.open[-1].broken, self.open[-1].continued) if self.open else None
        before: dict[int, bool] = {}
        then_live = self.inside(stmt.then, causes, before)
        after_then = {local: self.state[local] for local in before}
        for local, was in before.items():
            self.state[local] = was
        # what left in the first arm is no cause inside of the second one
        left = self.returned, (self.open[-1].broken, self.open[-1].continued) if self.open else None
        self.returned = returned
        if self.open and jumped:
            self.open[-1].broken, self.open[-1].continued = jumped
        before_else: dict[int, bool] = {}
        else_live = self.inside(stmt.orelse, causes, before_else)
        self.returned = left[0] or self.returned
        if self.open and left[1]:
            loop = self.open[-1]
            loop.broken, loop.continued = left[1][0] or loop.broken, left[1][1] or loop.continued
        self.refresh()
        for local in {**before, **before_else}:
            was = before[local] if local in before else before_else[local]
            now, other = self.state[local], after_then.get(local, was)
            if then_live and else_live:
                now = now and other and same
            elif then_live:
                now = other
            log.setdefault(local, was)
            self.state[local] = was
            self.hold(local, now, log)
        return then_live or else_live

    def loop(self, stmt: For | While, at: int, log: dict[int, bool]) -> None:
        loop = self.loops.setdefault(at, _Loop())
        loop.continued = ()
        outer = self.base
        self.base = self.causes  # with the jumps of the outer loop, which stay in force in here
        before: dict[int, bool] = {}
        for local in sorted(loop.bad_at_head):
            self.hold(local, False, before)
        self.open.append(loop)
        self.refresh()
        if isinstance(stmt, For):
            same = self.values[stmt.lo] and self.values[stmt.hi]
            self.hold(stmt.local, self.values[stmt.lo], before)
        else:
            was = self.values[stmt.value]
            self.inside(stmt.cond, () if was else (at,), before)
            same = self.values[stmt.value]
            self.changed |= was and not same  # the condition block itself is left by some
        causes = () if same else (at,)
        if isinstance(stmt, For):
            # the variable is set at the start of the body, which is the next region
            self.mentions.setdefault(stmt.local, []).append(len(self.regions))
            self.sets.setdefault(stmt.local, []).append((self.causes + causes, self.values[stmt.lo]))
        self.inside(blocks(stmt)[-1], causes, before)
        apart = bool(loop.continued)
        loop.continued = ()
        for local in before:
            worse = not self.state[local] or apart or (loop.jumps and local in loop.ever_bad) or self.widen
            if worse and local not in loop.bad_at_head and not (isinstance(stmt, For) and local == stmt.local):
                loop.bad_at_head.add(local)
                self.changed = True
        self.open.pop()
        diverges = not same or bool(loop.broken)
        if diverges or apart:
            self.parted.add(at)
        self.base = outer
        self.refresh()
        for local, was in before.items():
            log.setdefault(local, was)
            differs = diverges or apart or local in loop.bad_at_head or (loop.jumps and local in loop.ever_bad)
            # `was`: the loop may run no iteration, and then its locals are as before
            self.hold(local, self.state[local] and was and not differs, log)

    # -- the end ------------------------------------------------------------------------------------
    def scalar_locals(self) -> tuple[bool, ...]:
        """A local needs one scalar only where, seen from the innermost block that holds all its mentions, every
        Set is of a uniform value and nothing between that block and the Set parts the invocations."""
        found = []
        for local in range(len(self.program.locals)):
            regions = self.mentions.get(local, [0])
            home = regions[0]
            for other in regions[1:]:
                while home != other:
                    deeper = self.regions[home].depth >= self.regions[other].depth
                    if deeper:
                        home = self.regions[home].parent
                    else:
                        other = self.regions[other].parent
            causes = set(self.regions[home].causes)
            found.append(all(same and set(at) == causes for at, same in self.sets.get(local, [])))
        return tuple(found)
