"""The IR's x, y, z as a user writes and reads them (rule 5.1): NumPy's order, and as many axes as the domain."""

from __future__ import annotations

from typing import Final

from vyre.ir.program import Grid, Program
from vyre.ir.walk import id_axes

__all__ = ["AXES", "as_written"]

AXES: Final = ("the last axis", "the last axis but one", "the first of three axes")
"""What x, y and z are called where the number of axes is not known."""


def as_written(program: Program, *given: Grid) -> tuple[tuple[int, ...], ...]:
    """Workgroups and grids of a program in NumPy's order. Their number of axes is that of the declared domain, of the ids that
    are asked for, and of every size that is not 1, whichever is largest.

    >>> from vyre.ir.builder import Builder
    >>> as_written(Builder("k", workgroup=(8, 32)).build(), (32, 8, 1), (22, 1, 1))
    ((8, 32), (1, 22))
    """
    rank, declared = id_axes(program), program.domain
    if isinstance(declared, tuple):
        rank = max(rank, len(declared))
    elif declared is not None:
        rank = max(rank, program.buffers[declared].rank or 1)
    for sizes in (program.workgroup, program.grid or (), *given):
        rank = max(rank, *(axis + 1 for axis, n in enumerate(sizes) if n != 1), 1)
    return tuple(tuple(reversed(sizes[:rank])) for sizes in given)
