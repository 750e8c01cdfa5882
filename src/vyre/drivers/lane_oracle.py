"""Runs the NumPy text of a program on host memory: the lane-wise reference, without any backend around it.

It is made like :class:`vyre.drivers.oracle.Oracle` and gives the same bytes wherever the law fixes them. Where it
does not (the old values of atomics, plain races), the order is another: the scalar oracle runs invocation after
invocation, up to the next barrier; this one runs statement after statement, of all invocations of a chunk in id order.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from vyre.drivers.oracle import Memory, Stored, Trap, marked, sizes_of
from vyre.emit.lanes import lanes_text
from vyre.emit.lanes_run import Chunk
from vyre.emit.vector import CELL, typed
from vyre.ir.program import Buffer, Grid, Program

__all__ = ["CHUNK_BYTES", "CHUNK_LANES", "LaneOracle"]

CHUNK_BYTES: Final = 64 << 20
"""What the values of one chunk may take together. A chunk has at least one workgroup."""
CHUNK_LANES: Final = 1 << 15
"""Lanes of a chunk where memory allows more: beyond that arrays leave the caches, and nothing is gained."""


class LaneOracle:
    """One program made ready to run. The text is written and compiled once, in the first run of its form."""

    def __init__(self, program: Program, *, lanes: int = CHUNK_LANES) -> None:
        self.program = program
        self.lanes = lanes
        self._last = threading.local()
        self._made: dict[bool, tuple[Any, int]] = {}

    @property
    def trap(self) -> Trap | None:
        """That of the smallest linear global id in this thread's last run (rule 5.6)."""
        found: Trap | None = getattr(self._last, "trap", None)
        return found

    @property
    def text(self) -> str:
        """The NumPy text that runs."""
        return lanes_text(self.program).text

    def run(
        self,
        arrays: Mapping[int, Memory],
        shapes: Mapping[int, Sequence[int]],
        params: Mapping[int, bool | int | float],
        grid: Grid,
        groups: Iterable[int] | None = None,
    ) -> Stored:
        """As :meth:`vyre.drivers.oracle.Oracle.run`."""
        program = self.program
        cells: list[Any] = [None] * len(program.buffers)
        sizes: list[Any] = [None] * len(program.buffers)
        values: list[Any] = [None] * len(program.buffers)
        stored: Stored = {}
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "uniform":
                values[k] = typed(buffer.dtype, params[k])
            elif buffer.role == "table":
                cells[k] = _cells(buffer, buffer.data, len(buffer.data) // buffer.nbytes)
            elif buffer.is_array:
                sizes[k] = sizes_of(buffer, shapes[k])
                cells[k] = _cells(buffer, arrays[k], sizes[k][0])
                if groups is not None and buffer.role != "in":
                    stored[k] = bytearray(marked(buffer, sizes[k][0]))
        marks = {k: np.frombuffer(v, np.uint8) if v else np.empty(0, np.uint8) for k, v in stored.items()}
        run_chunk, lane_bytes = self._code(record=groups is not None)
        traps: list[Trap] = []
        with np.errstate(all="ignore"):
            for numbers in self._chunks(grid, groups, min(self.lanes, CHUNK_BYTES // lane_bytes)):
                run_chunk(Chunk(numbers, grid, program.workgroup), cells, sizes, values, marks, traps)
        self._last.trap = min(traps, default=None)
        return stored

    def _code(self, *, record: bool) -> tuple[Any, int]:
        if record not in self._made:
            made = lanes_text(self.program, record=record)
            self._made[record] = made.load(), made.lane_bytes
        return self._made[record]

    def _chunks(self, grid: Grid, groups: Iterable[int] | None, lanes: int) -> Iterator[Any]:
        """Linear workgroup ids, as many as make ``lanes``."""
        x, y, z = self.program.workgroup
        each = max(1, lanes // (x * y * z))
        if groups is None:
            total = grid[0] * grid[1] * grid[2]
            for first in range(0, total, each):
                yield np.arange(first, min(first + each, total))
        else:
            chosen = np.array(list(groups), np.int64)
            for first in range(0, len(chosen), each):
                yield chosen[first : first + each]


def _cells(buffer: Buffer, memory: Memory | bytes, count: int) -> Any:
    """The elements of an array as NumPy sees them; of records, their bytes."""
    if buffer.record is not None:
        return _view(memory, np.dtype("u1"), count * buffer.nbytes)
    return _view(memory, CELL[buffer.dtype], count)


def _view(memory: Memory | bytes, dtype: Any, count: int) -> Any:
    if not count:  # an empty buffer has no memory to look at
        return np.empty(0, dtype)
    return np.frombuffer(memoryview(memory).cast("B"), dtype, count)
