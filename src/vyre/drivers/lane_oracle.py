"""Runs the NumPy text of a program on host memory: the lane-wise reference, without any backend around it.

It is made like :class:`vyre.drivers.oracle.Oracle` and gives the same bytes wherever the law fixes them. Where it
does not (the old values of atomics, plain races), the order is another: the scalar oracle runs invocation after
invocation, up to the next barrier; this one runs statement after statement, of all invocations of a chunk in id order. Where
one may wait for another workgroup (rule 5.8), a chunk is one workgroup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from vyre.drivers.oracle import Bound, HostOracle, Memory
from vyre.emit.lanes import lanes_text
from vyre.emit.lanes_run import Chunk
from vyre.emit.vector import CELL, typed
from vyre.facts.waits import may_wait
from vyre.ir.program import Buffer, Grid, Program

__all__ = ["CHUNK_BYTES", "CHUNK_LANES", "LaneOracle"]

CHUNK_BYTES: Final = 64 << 20
"""What the values of one chunk may take together. A chunk has at least one workgroup."""
CHUNK_LANES: Final = 1 << 15
"""Lanes of a chunk where memory allows more: beyond that arrays leave the caches, and nothing is gained."""


class LaneOracle(HostOracle):
    """One program made ready to run. The text is written and compiled once, in the first run of its form."""

    def __init__(self, program: Program, *, lanes: int = CHUNK_LANES) -> None:
        super().__init__(program)
        self.lanes = lanes
        self._made: dict[bool, tuple[Any, int]] = {}

    @property
    def text(self) -> str:
        """The NumPy text that runs."""
        return lanes_text(self.program).text

    def _value(self, buffer: Buffer, value: bool | int | float) -> Any:
        return typed(buffer.dtype, value)

    def _cells(self, buffer: Buffer, memory: Memory | bytes, count: int) -> Any:
        """The elements of an array as NumPy sees them; of records, their bytes."""
        if buffer.record is not None:
            return _view(memory, np.dtype("u1"), count * buffer.nbytes)
        return _view(memory, CELL[buffer.dtype], count)

    def _launch(self, bound: Bound, grid: Grid, groups: Iterable[int] | None) -> None:
        marks = {k: _view(v, np.dtype("u1"), len(v)) for k, v in bound.stored.items()}
        run_chunk, lane_bytes = self._code(record=groups is not None)
        with np.errstate(all="ignore"):
            for numbers in self._chunks(grid, groups, min(self.lanes, CHUNK_BYTES // lane_bytes)):
                chunk = Chunk(numbers, grid, self.program.workgroup)
                run_chunk(chunk, bound.cells, bound.sizes, bound.values, marks, bound.traps)

    def _code(self, *, record: bool) -> tuple[Any, int]:
        if record not in self._made:
            made = lanes_text(self.program, record=record)
            self._made[record] = made.load(), made.lane_bytes
        return self._made[record]

    def _chunks(self, grid: Grid, groups: Iterable[int] | None, lanes: int) -> Iterator[Any]:
        """Linear workgroup ids, as many as make ``lanes``."""
        x, y, z = self.program.workgroup
        each = 1 if may_wait(self.program) else max(1, lanes // (x * y * z))
        if groups is None:
            total = grid[0] * grid[1] * grid[2]
            for first in range(0, total, each):
                yield np.arange(first, min(first + each, total))
        else:
            chosen = np.array(list(groups), np.int64)
            for first in range(0, len(chosen), each):
                yield chosen[first : first + each]


def _view(memory: Memory | bytes, dtype: Any, count: int) -> Any:
    if not count:  # an empty buffer has no memory to look at
        return np.empty(0, dtype)
    return np.frombuffer(memoryview(memory).cast("B"), dtype, count)
