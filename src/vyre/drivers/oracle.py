"""Runs the Python text of a program on host memory: the core of the reference, without any backend around it."""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from vyre.emit.python import python_text
from vyre.emit.scalar import CELLS
from vyre.ir.program import Buffer, Grid, Program

__all__ = ["Memory", "Oracle", "Order", "Stored", "Trap", "marked", "run_program", "sizes_of"]

Memory = bytearray | memoryview
T = TypeVar("T")
Order = Literal["forward", "reversed", "shuffled"]
Trap = tuple[int, int, int]
"""Linear global id, code, statement number."""
Stored = dict[int, bytearray]
"""Per written array (by buffer number) a byte per element, of records per byte: 1 where some invocation stored or tried an atomic."""


class Oracle:
    """One program made ready to run. The text is written and compiled once, in the first run of its form.

    ``order``: in which workgroups run, and within each phase the invocations of one. Where the law fixes the bytes they
    are the same in every order; a difference shows a race, or an old value of an atomic that was used.
    """

    def __init__(self, program: Program, *, order: Order = "forward", seed: int = 0) -> None:
        self.program = program
        self.order = order
        self.seed = seed
        self._last = threading.local()
        self._plain: Any = None
        self._recording: Any = None

    @property
    def trap(self) -> Trap | None:
        """That of the smallest linear global id in this thread's last run (rule 5.6)."""
        found: Trap | None = getattr(self._last, "trap", None)
        return found

    @property
    def text(self) -> str:
        """The Python text that runs."""
        return python_text(self.program, turns=self._turns()).text

    def run(
        self,
        arrays: Mapping[int, Memory],
        shapes: Mapping[int, Sequence[int]],
        params: Mapping[int, bool | int | float],
        grid: Grid,
        groups: Iterable[int] | None = None,
    ) -> Stored:
        """Run ``grid`` (x, y, z) workgroups over the bytes of ``arrays``, which are changed in place.

        ``arrays`` and ``shapes`` are keyed by buffer number and hold every array parameter (NumPy's order of
        axes); ``params`` the scalars as Python values. Outputs must hold their start already (rule 4.2 is
        the caller's: a dispatch may have several launches). With ``groups`` only these linear workgroup ids
        run (x fastest), and the elements that they stored are given; else the result is empty.
        """
        program = self.program
        cells: list[Any] = [None] * len(program.buffers)
        sizes: list[Any] = [None] * len(program.buffers)
        values: list[Any] = [None] * len(program.buffers)
        stored: Stored = {}
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "uniform":
                values[k] = params[k]
            elif buffer.is_array:
                sizes[k] = sizes_of(buffer, shapes[k])
                code = "B" if buffer.record is not None else CELLS[buffer.dtype.name]
                cells[k] = _cells(arrays[k], code, sizes[k][0])
                if groups is not None and buffer.role != "in":
                    stored[k] = bytearray(marked(buffer, sizes[k][0]))
        run_group = self._code(record=groups is not None)
        traps: list[Trap] = []
        for group in self._ordered(_groups(grid, groups)):
            run_group(group, grid, cells, sizes, values, stored, traps)
        self._last.trap = min(traps, default=None)
        return stored

    def _code(self, *, record: bool) -> Any:
        if record:
            self._recording = self._recording or python_text(self.program, record=True, turns=self._turns()).load()
            return self._recording
        self._plain = self._plain or python_text(self.program, turns=self._turns()).load()
        return self._plain

    def _turns(self) -> list[int] | None:
        return None if self.order == "forward" else list(self._ordered(range(math.prod(self.program.workgroup))))

    def _ordered(self, items: Iterable[T]) -> Iterable[T]:
        if self.order == "forward":
            return items
        found = list(items)
        if self.order == "reversed":
            found.reverse()
        else:
            random.Random(self.seed).shuffle(found)  # noqa: S311 - an order, no secret
        return found


def sizes_of(buffer: Buffer, shape: Sequence[int]) -> tuple[int, ...]:
    """The number of elements, and the extents that the program may ask for: where any rank is taken, shape[0] (rule 1.4)."""
    count = math.prod(shape)
    return (count, *shape) if buffer.rank is not None else (count, shape[0] if shape else 1)


def marked(buffer: Buffer, count: int) -> int:
    """How many marks tell what was stored of ``count`` elements."""
    return count if buffer.record is None else count * buffer.nbytes


def _cells(memory: Memory, code: Any, count: int) -> Any:
    """``count`` typed cells over bytes. An empty memoryview cannot be cast, and no cell of it is ever reached."""
    return memoryview(memory).cast("B").cast(code) if count else ()


def _groups(grid: Grid, chosen: Iterable[int] | None) -> Iterable[Grid]:
    if chosen is None:
        return ((x, y, z) for z, y, x in itertools.product(*map(range, reversed(grid))))
    return ((n % grid[0], n // grid[0] % grid[1], n // (grid[0] * grid[1])) for n in chosen)


def run_program(
    program: Program,
    arrays: Mapping[int, Memory],
    shapes: Mapping[int, Sequence[int]],
    params: Mapping[int, bool | int | float],
    grid: Grid,
    groups: Iterable[int] | None = None,
) -> Stored:
    """:meth:`Oracle.run` for a program that runs once."""
    return Oracle(program).run(arrays, shapes, params, grid, groups)
