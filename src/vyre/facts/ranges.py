"""Intervals of values, and which accesses are proven in bounds."""

from __future__ import annotations

from dataclasses import dataclass

from vyre.dtypes import DType
from vyre.facts.memo import remembered
from vyre.facts.types import value_types
from vyre.ir.program import Program

__all__ = ["Ranges", "ranges"]


@dataclass(frozen=True, slots=True)
class Ranges:
    """``intervals``: (lowest, highest) mathematical value of each integer or bool value, None for floats.
    ``proved``: statement numbers of Load, Store and Atomic that are in bounds in every launch.
    ``proved_if_equal_sizes``: those that are so where all arrays have the same number of elements."""

    intervals: tuple[tuple[int, int] | None, ...]
    proved: frozenset[int]
    proved_if_equal_sizes: frozenset[int]

    def interval(self, value: int) -> tuple[int, int] | None:
        """The interval of a value; None for a float."""
        return self.intervals[value]


def _whole(dtype: DType) -> tuple[int, int] | None:
    return None if dtype.is_float else (dtype.min, dtype.max)


@remembered
def ranges(program: Program) -> Ranges:
    """The ranges of a program."""
    return Ranges(tuple(_whole(t) for t in value_types(program)), frozenset(), frozenset())
