"""What is written with literals only: the divisors and subscripts that a compile error is about.

Only literals and operations on them count (``0``, ``u32(0)``, ``3 - 3``). What an analysis could find, through a
local or a range, keeps its run-time meaning (rules 2.3 and 4.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vyre.dtypes import DType
from vyre.ir.literals import python_value
from vyre.ir.nodes import Const, Op

__all__ = ["literal_of"]


def _truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


_FOLD: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "min": min,
    "max": max,
    "div": lambda a, b: _truncated(a, b) if b else -1,
    "rem": lambda a, b: a - b * _truncated(a, b) if b else 0,
    "floordiv": lambda a, b: a // b if b else -1,
    "floormod": lambda a, b: a % b if b else 0,
}


def _wrapped(dtype: DType, value: int) -> int:
    if dtype.is_bool:
        return int(value != 0)
    low = value & ((1 << dtype.bits) - 1)
    return low - (1 << dtype.bits) if dtype.is_signed and low >> (dtype.bits - 1) else low


def literal_of(stmt: Const | Op, known: dict[int, int]) -> int | None:
    """The integer (or bool) that the statement's value is by literals alone, or None. ``known``: those so far."""
    dtype = stmt.dtype
    if dtype.is_float:
        return None
    if isinstance(stmt, Const):
        return int(python_value(dtype, stmt.bits))
    args = [known.get(arg) for arg in stmt.args]
    first = args[0] if args else None
    if first is None:
        return None
    if stmt.op == "cast":
        return _wrapped(dtype, first)
    if stmt.op in ("neg", "not", "abs") and not dtype.is_bool:
        return _wrapped(dtype, {"neg": -first, "not": ~first, "abs": abs(first)}[stmt.op])
    second = args[1] if len(args) == 2 else None
    if second is None:
        return None
    if stmt.op in ("shl", "shr") and dtype.is_integer:
        count = second % dtype.bits
        return _wrapped(dtype, first << count if stmt.op == "shl" else first >> count)
    fold = _FOLD.get(stmt.op)
    return None if fold is None else _wrapped(dtype, fold(first, second))
