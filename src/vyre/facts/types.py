"""The type of every value."""

from __future__ import annotations

from vyre.dtypes import DType
from vyre.facts.memo import remembered
from vyre.ir.program import Program
from vyre.ir.walk import value_dtype, walk

__all__ = ["value_types"]


@remembered
def value_types(program: Program) -> tuple[DType, ...]:
    """The scalar type of each value, indexed by its id."""
    types = (value_dtype(program, stmt) for _, stmt, _ in walk(program))
    return tuple(dtype for dtype in types if dtype is not None)
