"""Two phases as one: what a lane reads at some distance on one side of it, then what it stores at its own place.

``left = parts[lane - step]``, a barrier, ``parts[lane] += left`` needs no pass of its own for the reads where the packs go
from the last to the first: whatever a pack reads lies in it or below it, and the packs before it stored above it only. With
``lane + step`` it is the other way round.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.tree import Node, Tree
from vyre.facts.ranges import ranges
from vyre.ir.nodes import Const, Get, Id, Load, Op, Param, Size, Store
from vyre.ir.program import Program

__all__ = ["Fuser"]

_FAR: Final = 1 << 31
"""Up to here a distance leads to the side that it says, or out of the array."""
_QUIET: Final = (Const, Get, Id, Load, Op, Param, Size)


class Fuser:
    """Which phases of a program whose workgroups are one row can be run as one."""

    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.tree = tree

    def order(self, first: list[Node], second: list[Node]) -> int:
        """In which order packs can run two phases with a barrier between as one: 1 from the first to the last, -1 the other way
        round, 0 in none."""
        stored = {node.stmt.buffer for node in second if isinstance(node.stmt, Store)}
        if len(stored) != 1 or not all(isinstance(node.stmt, _QUIET) for node in first):
            return 0
        buffer = stored.pop()
        if self.program.buffers[buffer].role != "shared" or self.program.buffers[buffer].rank != 1:
            return 0
        for node in second:
            stmt = node.stmt
            if not isinstance(stmt, (*_QUIET, Store)):
                return 0
            if isinstance(stmt, (Load, Store)) and stmt.buffer == buffer and self.side(stmt) != 0:
                return 0
        read = [node.stmt for node in first if isinstance(node.stmt, Load) and node.stmt.buffer == buffer]
        sides = {self.side(stmt) for stmt in read} - {0}
        if len(sides) > 1 or None in sides:
            return 0
        return sides.pop() or 0 if sides else 1

    def side(self, stmt: Load | Store) -> int | None:
        """Of a lane's own place 0, of one below it -1, of one above it 1; a place outside of the array may be any of them."""
        made = self.tree.made(stmt.index[0])
        if self.is_lane(made):
            return 0
        if not isinstance(made, Op) or made.op not in ("add", "sub"):
            return None
        lane, distance = made.args
        if made.op == "add" and not self.is_lane(self.tree.made(lane)):
            lane, distance = distance, lane
        known = ranges(self.program).interval(distance)
        if not self.is_lane(self.tree.made(lane)) or known is None or not 0 <= known[0] <= known[1] <= _FAR:
            return None
        return 1 if made.op == "add" else -1

    @staticmethod
    def is_lane(made: object) -> bool:
        return isinstance(made, Id) and made.axis == 0 and made.name in ("local_id", "local_index")
