"""Which arrays consist of vectors, so that four neighbouring elements are had in one access.

WGSL has no pointer to something else than what an array was declared as, so the array itself consists of vectors: of 16 bytes, or of 8 or
4 where four elements have no more. Other accesses take a cell of one. WGSL lets a device write a whole vector where a component is
stored, which another invocation may be writing too, and elements of less than a word are a part of one anyway.

``fours_of``: in tiles (:mod:`vyre.emit.tiles`) whose threads have four neighbouring invocations each. Every vector belongs to one
thread, whose invocations run one after the other where a tile is not inside: the program touches nothing but its invocations' own
elements (``Tile.together``), and of the workgroups that differ in y and z only, which do the same, the first one runs.

``runs_of``: neighbours that one invocation touches (:mod:`vyre.emit.wide`), of arrays that are only read, and of arrays that are
only stored to, by whole vectors.

Memory comes in blocks of 256 bytes, so that the last vector is there, whose surplus nobody reads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from vyre.dtypes import DType, i32, i64
from vyre.emit.tiles import Tile
from vyre.emit.wgsl.text import operand
from vyre.emit.wide import NOTHING_WIDE, Wide, wide_accesses
from vyre.ir.nodes import Atomic, Load, Store
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["Four", "four_of", "fours_of", "runs_of"]


@dataclass(frozen=True, slots=True)
class Four:
    """An array of vectors of ``lanes`` cells (of ``type``), ``count`` of which hold four elements."""

    type: str
    lanes: int
    count: int

    @property
    def vector(self) -> str:
        """The type of an element of the array."""
        return self.type if self.lanes == 1 else f"vec{self.lanes}<{self.type}>"

    def cell(self, name: str, index: str) -> str:
        """A cell of the array."""
        if self.lanes == 1:
            return f"{name}[{index}]"
        at = operand(index)
        return f"{name}[{at} >> {self.lanes.bit_length() - 1}u][{at} & {self.lanes - 1}u]"

    def cells(self, names: tuple[str, ...], size: int, k: int) -> tuple[str, int]:
        """Where element ``k`` of ``size`` bytes is in vectors of these names: its cells, and the bits below it in them."""
        bits = 32 if self.type in ("u32", "i32") else 64
        first, below = divmod(8 * size * k, bits)
        count = max(8 * size // bits, 1)
        if self.lanes == 1:
            return names[0], below
        vector, lane = divmod(first, self.lanes)
        return f"{names[vector]}.{'xyzw'[lane : lane + count]}", below


def fours_of(program: Program, tile: Tile | None, *, native64: bool, elsewhere: Collection[int]) -> Mapping[int, Four]:
    """The arrays of fours; all that the program touches or none. ``elsewhere``: those that lie in a larger array."""
    if tile is None or not tile.together:
        return {}
    found: dict[int, Four] = {}
    for _, stmt, _ in walk(program):
        if isinstance(stmt, (Load, Store)) and stmt.buffer in tile.sizes:
            buffer = program.buffers[stmt.buffer]
            if buffer.record is not None or stmt.buffer in elsewhere:
                return {}
            found[stmt.buffer] = four_of(buffer.dtype, native64=native64)
    return found


def four_of(t: DType, *, native64: bool) -> Four:
    """How an array of this type consists of vectors."""
    if t.nbytes == 8 and native64:
        return Four("i64" if t is i64 else "u64", 2, 2)
    words = t.nbytes  # of four elements
    return Four("i32" if t is i32 else "u32", min(words, 4), max(words // 4, 1))


def runs_of(program: Program, elsewhere: Collection[int]) -> Wide:
    """The runs whose arrays may consist of vectors. ``elsewhere``: those that lie in a larger array."""
    found = wide_accesses(program)
    touched: dict[int, set[int]] = {}
    for number, stmt, _ in walk(program):
        if isinstance(stmt, (Load, Store, Atomic)):
            touched.setdefault(stmt.buffer, set()).add(number)
    stored = {n for run in found.runs.values() if run.aligned for n in run.numbers}
    taken = {
        at: run
        for at, run in found.runs.items()
        if run.buffer not in elsewhere
        and (
            program.buffers[run.buffer].role == "in"
            or (program.buffers[run.buffer].role in ("out", "inout") and touched[run.buffer] <= stored)
        )
    }
    numbers = {n for run in taken.values() for n in run.numbers}
    return Wide(taken, frozenset(numbers - taken.keys())) if taken else NOTHING_WIDE
