"""Interval arithmetic of the operations, over mathematical values.

``interval_of(op, dtype, operand intervals, operand types)`` is the smallest simple interval that surely holds the
result by the strict meaning of :mod:`vyre.ir.ops`; where an operation may wrap, that is the whole type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vyre.dtypes import DType

__all__ = ["Interval", "exact_sum", "hull", "interval_of", "whole", "wraps"]

Interval = tuple[int, int]
"""Lowest and highest value, both included."""


def whole(dtype: DType) -> Interval:
    """All values of an integer type or bool."""
    return (dtype.min, dtype.max)


def hull(a: Interval, b: Interval) -> Interval:
    """The smallest interval that holds both."""
    return (min(a[0], b[0]), max(a[1], b[1]))


def _fits(dtype: DType, found: Interval) -> Interval:
    return found if dtype.min <= found[0] and found[1] <= dtype.max else whole(dtype)


def exact_sum(dtype: DType, op: str, a: Interval, b: Interval) -> Interval | None:
    """The interval of ``a + b`` or ``a - b`` if it surely doesn't wrap, else None."""
    found = (a[0] + b[0], a[1] + b[1]) if op == "add" else (a[0] - b[1], a[1] - b[0])
    return found if dtype.min <= found[0] and found[1] <= dtype.max else None


def wraps(op: str, dtype: DType, a: Interval, b: Interval) -> bool:
    """Whether an ``add``, ``sub``, ``mul`` or ``shl`` of values from these intervals may leave the integer type."""
    if op in ("add", "sub"):
        return exact_sum(dtype, op, a, b) is None
    if op == "shl" and not 0 <= b[0] <= b[1] < dtype.bits:
        return True
    low, high = _corners(a, b, lambda x, y: x << y if op == "shl" else x * y)
    return low < dtype.min or dtype.max < high


def _corners(a: Interval, b: Interval, f: Callable[[int, int], int]) -> Interval:
    values = [f(x, y) for x in a for y in b]
    return (min(values), max(values))


def _trunc(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def _divide(dtype: DType, a: Interval, b: Interval, f: Callable[[int, int], int]) -> Interval:
    if b[0] <= 0 <= b[1]:
        return whole(dtype)  # x/0 is all ones; the two signs of the divisor are not worth a case
    return _fits(dtype, _corners(a, b, f))


def _remainder(a: Interval, b: Interval) -> Interval:
    if a[0] == a[1] and b[0] == b[1] != 0:
        exact = a[0] - _trunc(a[0], b[0]) * b[0]
        return (exact, exact)
    bound = max(abs(b[0]), abs(b[1]), 1) - 1
    return (max(a[0], -bound) if a[0] < 0 else 0, min(a[1], bound) if a[1] > 0 else 0)


def _modulo(a: Interval, b: Interval) -> Interval:
    if a[0] == a[1] and b[0] == b[1] != 0:
        return (a[0] % b[0], a[0] % b[0])
    high = max(b[1] - 1, 0)
    if a[0] >= 0:
        high = min(high, a[1])
    return (min(b[0] + 1, 0), high)


def _and(dtype: DType, a: Interval, b: Interval) -> Interval:
    tops = [x[1] for x in (a, b) if x[0] >= 0]
    return (0, min(tops)) if tops else whole(dtype)


def _or(dtype: DType, a: Interval, b: Interval, *, least: int) -> Interval:
    if a[0] < 0 or b[0] < 0:
        return whole(dtype)
    return (least, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1)


def _left(dtype: DType, a: Interval, count: Interval) -> Interval:
    if a[0] < 0 or count[0] < 0 or count[1] >= dtype.bits:
        return whole(dtype)
    return _fits(dtype, (a[0] << count[0], a[1] << count[1]))


def _right(dtype: DType, a: Interval, count: Interval) -> Interval:
    if count[0] < 0 or count[1] >= dtype.bits:  # the count is taken modulo the width
        count = (0, dtype.bits - 1)
    return _corners(a, count, lambda x, n: x >> n)


_COMPARE: Final[dict[str, Callable[[Interval, Interval], tuple[bool, bool]]]] = {
    # (surely true, surely false)
    "lt": lambda a, b: (a[1] < b[0], a[0] >= b[1]),
    "le": lambda a, b: (a[1] <= b[0], a[0] > b[1]),
    "gt": lambda a, b: (a[0] > b[1], a[1] <= b[0]),
    "ge": lambda a, b: (a[0] >= b[1], a[1] < b[0]),
    "eq": lambda a, b: (a[0] == a[1] == b[0] == b[1], a[1] < b[0] or b[1] < a[0]),
    "ne": lambda a, b: (a[1] < b[0] or b[1] < a[0], a[0] == a[1] == b[0] == b[1]),
}


def interval_of(op: str, dtype: DType, given: Sequence[Interval | None], types: Sequence[DType]) -> Interval | None:
    """The interval of one operation's result; None for a float result. ``given`` has None for float operands."""
    if dtype.is_float:
        return None
    if any(x is None for x in given):  # from a float: a comparison, a test or a conversion
        return whole(dtype)
    args = [x for x in given if x is not None]
    a = args[0]
    b = args[1] if len(args) > 1 else a
    if op in _COMPARE:
        true, false = _COMPARE[op](a, b)
        return (1, 1) if true else (0, 0) if false else (0, 1)
    if dtype.is_bool and op in ("and", "or", "xor"):
        if op == "and":
            return (min(a[0], b[0]), min(a[1], b[1]))
        return (max(a[0], b[0]), max(a[1], b[1])) if op == "or" else (0, 1)
    match op:
        case "add" | "sub":
            return exact_sum(dtype, op, a, b) or whole(dtype)
        case "mul":
            return _fits(dtype, _corners(a, b, lambda x, y: x * y))
        case "mulhi":
            return _fits(dtype, _corners(a, b, lambda x, y: x * y >> dtype.bits))
        case "saturating_add" | "saturating_sub":
            low, high = (a[0] + b[0], a[1] + b[1]) if op == "saturating_add" else (a[0] - b[1], a[1] - b[0])
            return (max(dtype.min, min(low, dtype.max)), max(dtype.min, min(high, dtype.max)))
        case "abs_diff":
            return (max(0, a[0] - b[1], b[0] - a[1]), max(a[1] - b[0], b[1] - a[0]))
        case "div":
            return _divide(dtype, a, b, _trunc)
        case "floordiv":
            return _divide(dtype, a, b, lambda x, y: x // y)
        case "rem":
            return _remainder(a, b)
        case "floormod":
            return _modulo(a, b)
        case "neg":
            return _fits(dtype, (-a[1], -a[0]))
        case "abs":
            return _fits(dtype, (0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1])), max(abs(a[0]), abs(a[1]))))
        case "sign":
            return ((a[0] > 0) - (a[0] < 0), (a[1] > 0) - (a[1] < 0))
        case "min":
            return (min(a[0], b[0]), min(a[1], b[1]))
        case "max":
            return (max(a[0], b[0]), max(a[1], b[1]))
        case "and":
            return _and(dtype, a, b)
        case "or":
            return _or(dtype, a, b, least=max(a[0], b[0]))
        case "xor":
            return _or(dtype, a, b, least=0)
        case "not":
            top = dtype.min + dtype.max  # MAX for unsigned and bool, -1 for signed types
            return (top - a[1], top - a[0])
        case "shl":
            return _left(dtype, a, b)
        case "shr":
            return _right(dtype, a, b)
        case "popcount" | "clz" | "ctz":
            return (0, dtype.bits)
        case "select":
            return args[1] if a == (1, 1) else args[2] if a == (0, 0) else hull(args[1], args[2])
        case "cast":
            return (int(a[0] > 0 or a[1] < 0), int(a != (0, 0))) if dtype.is_bool else _fits(dtype, a)
        case "bitcast":
            return _fits(dtype, a)
        case _:
            return whole(dtype)
