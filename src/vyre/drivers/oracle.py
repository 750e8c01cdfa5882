"""Runs the Python text of a program on host memory: the core of the reference, without any backend around it."""

from __future__ import annotations

import itertools
import math
import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from vyre.drivers.races import Races
from vyre.emit.python import PythonText, python_text
from vyre.emit.scalar import CELLS
from vyre.facts.waits import may_wait
from vyre.float_environment import default_floats
from vyre.ir.program import Buffer, Grid, Program

__all__ = ["Bound", "HostOracle", "Memory", "Oracle", "Order", "Stored", "Trap", "run_program"]

Memory = bytearray | memoryview
T = TypeVar("T")
Order = Literal["forward", "reversed", "shuffled"]
Trap = tuple[int, int, int]
"""Linear global id, code, statement number."""
Stored = dict[int, bytearray]
"""Per written array (by buffer number) a byte per element, of records per byte: 1 where some invocation stored or tried an atomic."""


class HostOracle(ABC):
    """A reading of the law that runs one program on host memory. How it holds elements, and how it runs, is its own."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._last = threading.local()

    @property
    def trap(self) -> Trap | None:
        """That of the smallest linear global id in this thread's last run (rule 5.6)."""
        found: Trap | None = getattr(self._last, "trap", None)
        return found

    @property
    @abstractmethod
    def text(self) -> str:
        """The text that runs."""

    @default_floats()
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
        count = len(self.program.buffers)
        bound = Bound([None] * count, [None] * count, [None] * count, {}, [])
        for k, buffer in enumerate(self.program.buffers):
            if buffer.role == "uniform":
                bound.values[k] = self._value(buffer, params[k])
            elif buffer.role == "table":
                bound.cells[k] = self._cells(buffer, buffer.data, len(buffer.data) // buffer.nbytes)
            elif buffer.is_array:
                bound.sizes[k] = _sizes_of(buffer, shapes[k])
                elements = bound.sizes[k][0]
                bound.cells[k] = self._cells(buffer, arrays[k], elements)
                if groups is not None and buffer.role != "in":  # of records a mark for each byte
                    bound.stored[k] = bytearray(elements if buffer.record is None else elements * buffer.nbytes)
        self._launch(bound, grid, groups)
        self._last.trap = min(bound.traps, default=None)
        return bound.stored

    @abstractmethod
    def _value(self, buffer: Buffer, value: bool | int | float) -> Any:
        """A scalar parameter as the text takes it."""

    @abstractmethod
    def _cells(self, buffer: Buffer, memory: Memory | bytes, count: int) -> Any:
        """``count`` elements over bytes as the text takes them."""

    @abstractmethod
    def _launch(self, bound: Bound, grid: Grid, groups: Iterable[int] | None) -> None:
        """Run the workgroups."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The arguments of one run, each list by buffer number, and what it leaves besides: marks of stores, and traps."""

    cells: list[Any]
    sizes: list[Any]
    values: list[Any]
    stored: Stored
    traps: list[Trap]


class Oracle(HostOracle):
    """One program made ready to run. The text is written and compiled once, in the first run of its form.

    ``order``: in which workgroups run, and within each phase the invocations of one; where one may wait for another
    workgroup, these run in their own order (rule 5.8). Where the law fixes the bytes they
    are the same in every order; a difference shows a race, or an old value of an atomic that was used. ``races`` watches
    the uses of its buffers, in one run.
    """

    def __init__(
        self, program: Program, *, order: Order = "forward", seed: int = 0, races: Races | None = None
    ) -> None:
        super().__init__(program)
        self.order = order
        self.seed = seed
        self.races = races
        self._plain: Any = None
        self._recording: Any = None

    @property
    def text(self) -> str:
        """The Python text that runs."""
        return self._written(record=False).text

    def _value(self, buffer: Buffer, value: bool | int | float) -> Any:
        return value

    def _cells(self, buffer: Buffer, memory: Memory | bytes, count: int) -> Any:
        """An empty memoryview cannot be cast, and no cell of it is ever reached."""
        code = "B" if buffer.record is not None else CELLS[buffer.dtype.name]
        return memoryview(memory).cast("B").cast(code) if count else ()  # type: ignore[call-overload]  # a format of struct

    def _launch(self, bound: Bound, grid: Grid, groups: Iterable[int] | None) -> None:
        run_group = self._code(record=groups is not None)
        found = _groups(grid, groups)
        for group in found if may_wait(self.program) else self._ordered(found):
            run_group(group, grid, bound.cells, bound.sizes, bound.values, bound.stored, bound.traps)

    def _code(self, *, record: bool) -> Any:
        if record:
            self._recording = self._recording or self._written(record=True).load()
            return self._recording
        self._plain = self._plain or self._written(record=False).load()
        return self._plain

    def _written(self, *, record: bool) -> PythonText:
        watched = () if self.races is None else self.races.buffers
        text = python_text(self.program, record=record, turns=self._turns(), watched=watched)
        return text if self.races is None else replace(text, names={**text.names, "races": self.races})

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


def _sizes_of(buffer: Buffer, shape: Sequence[int]) -> tuple[int, ...]:
    """The number of elements, and the extents that the program may ask for: where any rank is taken, shape[0] (rule 1.4)."""
    count = math.prod(shape)
    return (count, *shape) if buffer.rank is not None else (count, shape[0] if shape else 1)


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
