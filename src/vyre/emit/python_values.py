"""Literals and frequent operations as Python expressions in line; the others are calls of :mod:`vyre.emit.scalar`."""

from __future__ import annotations

import math
from typing import Final

from vyre.dtypes import DType
from vyre.ir.literals import python_value

__all__ = ["conversion", "expression", "literal"]


def expression(op: str, t: DType) -> str | None:
    """Frequent operations in line; ``test_python_text`` holds each to its function in ``scalar``."""
    if op in _COMPARISONS:
        return "{0} " + _COMPARISONS[op] + " {1}"
    if op == "select":
        return "{1} if {0} else {2}"
    if t.is_bool:
        return {"and": "{0} & {1}", "or": "{0} | {1}", "xor": "{0} ^ {1}", "not": "not {0}"}.get(op)
    if t.is_float:
        if op in ("add", "sub", "mul"):
            exact = "{0} " + _ARITHMETIC[op] + " {1}"
            return {64: exact, 32: f"f32({exact}).value"}.get(t.bits)  # 3.1: one rounding an operation
        return None
    if op in _ARITHMETIC:
        return _wrapped("{0} " + _ARITHMETIC[op] + " {1}", t)  # 2.1
    if op in ("and", "or", "xor"):
        return "{0} " + {"and": "&", "or": "|", "xor": "^"}[op] + " {1}"
    if op == "shl":
        return _wrapped("{0} << ({1} & " + str(t.bits - 1) + ")", t)  # 2.4
    if op == "shr":
        return "{0} >> ({1} & " + str(t.bits - 1) + ")"  # 2.4
    return None


def conversion(source: DType, target: DType) -> str | None:
    """Frequent casts in line (rule 2.6)."""
    if target.is_bool:
        return "{0} != 0"
    if not target.is_integer or source.is_float:
        return None
    if source.is_bool:
        return "{0} + 0"  # an int, no longer a bool
    if target.min <= source.min and source.max <= target.max:
        return "{0}"
    return _wrapped("{0}", target)


_COMPARISONS: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_ARITHMETIC: Final = {"add": "+", "sub": "-", "mul": "*"}


def _wrapped(exact: str, t: DType) -> str:
    """``exact`` modulo 2^width (rule 2.1)."""
    if t.is_signed:
        half = hex(1 << (t.bits - 1))
        return f"(({exact}) + {half} & {hex(t.unsigned.max)}) - {half}"
    return f"({exact}) & {hex(t.max)}"


def literal(t: DType, bits: int) -> str:
    """The value with these bits."""
    value = python_value(t, bits)
    if isinstance(value, float) and not math.isfinite(value):
        return "NAN" if value != value else "INF" if value > 0 else "(-INF)"
    return f"({value})" if not isinstance(value, bool) and (value < 0 or str(value)[0] == "-") else repr(value)
