"""Which body a device computes a function with: the one place that decides it."""

from __future__ import annotations

from vyre.dtypes import DType
from vyre.functions import definitions
from vyre.functions.body import Body
from vyre.functions.fixed import definitions as fixed
from vyre.ir.ops import BINARY_FUNCTIONS

__all__ = ["body_of"]


def body_of(name: str, t: DType, *, doubles: bool) -> Body:
    """``doubles``: whether the device computes f64 exactly and fast. Elsewhere functions are computed in fixed
    point."""
    if name in BINARY_FUNCTIONS:
        return definitions.body_of_two(name, t) if doubles else fixed.body_of_two(name, t)
    return definitions.body(name, t) if doubles else fixed.body(name, t)
