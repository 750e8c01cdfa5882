"""Several workgroups a block, for programs that only stream memory.

One invocation a thread keeps one load under way, which is too few for a GPU's memory: on an H200 (driver 580.159.04) ``xor`` of
two arrays reaches 2,516 to 3,399 GB/s so, and 4,304 to 4,322 with four invocations a thread, whose loads all stand before the
first store. Here a block of threads runs ``TILE`` neighbouring workgroups, each thread one invocation of each, so that
every load stays coalesced and no alignment is needed. Where a target has no other way to say "16 bytes" than the type of
an array (WGSL), a thread has ``TILE`` neighbouring invocations instead, if the program touches nothing but their own elements.

A tile whose invocations are all inside every array that they address by their own id needs no guards, and is written in
lockstep: each statement for all its invocations before the next statement. Any other tile runs its workgroups one by one.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from vyre.dtypes import u32
from vyre.emit.base import Lines
from vyre.ir.nodes import Block, Const, Get, Id, If, Load, Op, Param, Return, Set, Size, Stmt, Store
from vyre.ir.program import Grid, Program
from vyre.ir.walk import inside, subscripts, walk

__all__ = ["TILE", "Tile", "blocks_of", "lockstep", "tile_of"]

TILE: Final = 4
"""Workgroups a block. Two reach 3,878 to 4,301 GB/s in the measurement above, eight 4,216 to 4,317."""

_MOST_STATEMENTS: Final = 64  # a longer one is bound by arithmetic, or needs its registers
_BUFFERS: Final = frozenset({"in", "out", "inout"})
_IDS: Final = frozenset({"global_id", "local_id", "group_id", "num_groups", "workgroup_size"})
_PLAIN: Final = (Const, Op, Id, Size, Param, Get, Set, Load, Store, If, Return)
# (comparison, which operand is the id): what it gives where the id is below the other operand
_BELOW: Final = {("lt", 0): True, ("gt", 1): True, ("ge", 0): False, ("le", 1): False}


@dataclass(frozen=True, slots=True)
class Tile:
    """What holds in a tile that is inside. There the global ``ids`` are below every one of ``limits`` and below the number of
    elements of the buffers ``sizes``. ``known``: what comparisons give there. ``together``: every access to a buffer is to the
    element of the invocation's own number, and all invocations of a tile that is inside come along it."""

    ids: frozenset[int]
    limits: tuple[Size | Param, ...]
    sizes: tuple[int, ...]
    known: dict[int, bool]
    together: bool

    def addresses_own(self, program: Program, stmt: Load | Store) -> bool:
        """Whether the access is to the element of the invocation's own number, which is there in a tile that is inside."""
        return stmt.buffer in self.sizes and _own(program, stmt, self.ids)


def tile_of(program: Program, workgroup: Grid) -> Tile | None:
    """How a program runs in tiles; None where it would gain nothing."""
    if workgroup[1:] != (1, 1) or any(b.role in ("shared", "private") for b in program.buffers):
        return None
    ends: dict[int, Size | Param] = {}
    ids: set[int] = set()
    known: dict[int, bool] = {}
    limits: dict[int, Size | Param] = {}
    sizes: set[int] = set()
    touches = False
    for number, stmt, _ in walk(program):
        if not isinstance(stmt, _PLAIN) or number >= _MOST_STATEMENTS:
            return None
        match stmt:
            case Id():
                if stmt.axis or stmt.name not in _IDS:
                    return None
                if stmt.name == "global_id":
                    ids.add(stmt.result)
            case Size():
                ends[stmt.result] = stmt
            case Param() if program.buffers[stmt.buffer].dtype is u32:
                ends[stmt.result] = stmt
            case Op(args=(a, b)):
                for which, (own, other) in enumerate(((a, b), (b, a))):
                    below = _BELOW.get((stmt.op, which))
                    if below is not None and own in ids and other in ends:
                        known[stmt.result] = below
                        limits[other] = ends[other]
            case Load() | Store():
                touches = touches or _touches(program, stmt)
                if _own(program, stmt, frozenset(ids)):
                    sizes.add(stmt.buffer)
            case _:
                pass
    if not touches or _returns(program.body, known):
        return None
    together = _together(program, program.body, frozenset(ids), known)
    return Tile(frozenset(ids), tuple(limits[v] for v in sorted(limits)), tuple(sorted(sizes)), known, together)


def _own(program: Program, stmt: Load | Store, ids: frozenset[int]) -> bool:
    """An access ``a[global_id]`` to an array of one axis or through its flat view."""
    index, inner, _ = subscripts(program, stmt)
    buffer = program.buffers[stmt.buffer]
    return buffer.role in _BUFFERS and len(index) == 1 and not inner and index[0] in ids


def _together(program: Program, block: Block, ids: frozenset[int], known: Collection[int]) -> bool:
    """``known``: conditions that all invocations of a tile that is inside agree on. What stands where none of them comes
    counts, too: the tiles that are not inside come there."""
    for stmt in block:
        if isinstance(stmt, (Load, Store)) and _touches(program, stmt) and not _own(program, stmt, ids):
            return False
        if isinstance(stmt, If):
            below = (*stmt.then, *stmt.orelse)
            if stmt.cond in known:
                if not _together(program, below, ids, known):
                    return False
            elif any(_touches(program, x) for outer in below for x in (outer, *inside(outer))):
                return False
    return True


def _touches(program: Program, stmt: Stmt) -> bool:
    return isinstance(stmt, (Load, Store)) and program.buffers[stmt.buffer].role in _BUFFERS


def _returns(block: Block, known: dict[int, bool]) -> bool:
    """Whether an invocation of a tile that is inside may end before the others. Blocks nest at most 64 deep (V403)."""
    for stmt in block:
        if isinstance(stmt, Return):
            return True
        if isinstance(stmt, If):
            taken = known.get(stmt.cond)
            if (taken is not False and _returns(stmt.then, known)) or (
                taken is not True and _returns(stmt.orelse, known)
            ):
                return True
    return False


def blocks_of(grid: Grid, tile: int) -> Grid:
    """The blocks that run a grid of workgroups, ``tile`` of them each.

    >>> blocks_of((9, 2, 1), 4)
    (3, 2, 1)
    """
    return grid if tile == 1 else (-(-grid[0] // tile), grid[1], grid[2])


def lockstep(lines: Lines, own: re.Pattern[str], count: int = TILE) -> Lines:
    """Each statement of the text for all ``count`` invocations before the next one. ``own`` matches the names that each of
    them has for itself; they get its number. A statement without any is one for all of them.

    >>> lines = Lines()
    >>> lines.add("x = a[i];")
    >>> lines.add("b[i] = x;")
    >>> lines.add("c = 1;")
    >>> print(lockstep(lines, re.compile("[xi]"), 2))
    x_0 = a[i_0];
    x_1 = a[i_1];
    b[i_0] = x_0;
    b[i_1] = x_1;
    c = 1;
    """
    whole = Lines()
    for unit in lines.units():
        each = any(own.search(text) for text, _ in unit)
        for k in range(count if each else 1):
            for text, at in unit:
                whole.at = at
                whole.add(own.sub(rf"\g<0>_{k}", text))
    return whole
