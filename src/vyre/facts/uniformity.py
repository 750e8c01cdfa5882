"""What is the same in all invocations of a workgroup (rule 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from vyre.facts.memo import remembered
from vyre.facts.types import value_types
from vyre.ir.nodes import Atomic, Barrier, Const, For, Get, Id, If, Load, Op, Param, Set, Size, Stmt, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, walk

__all__ = ["DivergentBarrier", "Uniformity", "uniformity"]


@dataclass(frozen=True, slots=True)
class DivergentBarrier:
    """A barrier that some invocations may not reach: ``barrier`` and the ``causes``, outermost first, are
    statement numbers; a cause is the ``If``, ``For`` or ``While`` whose condition or bounds may differ, or
    the ``Break``, ``Continue`` or ``Return`` that stands under one."""

    barrier: int
    causes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Uniformity:
    """``values``: by value id, the value is the same in all invocations of the workgroup that compute it
    there. ``locals``: by local, one scalar slot per workgroup can hold it: every Set is of a uniform value
    under uniform control. ``control``: by statement number, the statement is reached by all invocations of
    the workgroup or by none. ``divergent_barriers``: those that break rule 5.4."""

    values: tuple[bool, ...]
    locals: tuple[bool, ...]
    control: tuple[bool, ...]
    divergent_barriers: tuple[DivergentBarrier, ...]


@remembered
def uniformity(program: Program) -> Uniformity:
    """The uniformity of a program."""
    n = len(value_types(program))
    count = sum(1 for _ in walk(program))
    return Uniformity((False,) * n, (False,) * len(program.locals), (True,) * count, ())
