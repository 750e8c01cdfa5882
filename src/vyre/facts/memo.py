"""Remembering facts: one bounded table per function, keyed by a program's content and numbering."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Final, TypeVar

from vyre.ir.program import Program

__all__ = ["remembered"]

_T = TypeVar("_T")

KEPT: Final = 256
"""Programs whose facts one table holds; the one not asked for the longest goes first."""


def remembered(compute: Callable[[Program], _T]) -> Callable[[Program], _T]:
    """``compute``, at most once per content. Two threads may both compute; the results are equal."""
    table: OrderedDict[bytes, _T] = OrderedDict()
    lock = Lock()

    @wraps(compute)
    def fact(program: Program) -> _T:
        key = program.identity[1]
        with lock:
            if key in table:
                table.move_to_end(key)
                return table[key]
        found = compute(program)
        with lock:
            table[key] = found
            while len(table) > KEPT:
                table.popitem(last=False)
        return found

    return fact
