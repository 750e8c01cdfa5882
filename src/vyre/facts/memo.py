"""Remembering facts: one bounded table per function, keyed by a program's content and numbering."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

from vyre.ir.program import Program

__all__ = ["remembered"]

_T = TypeVar("_T")

KEPT: Final = 256
"""Programs whose facts one table holds. A full table is emptied: facts are cheap, and programs this many are rare."""


def remembered(compute: Callable[[Program], _T]) -> Callable[[Program], _T]:
    """``compute``, as a rule once per content.

    There is no lock, which a fork could leave held: each step on the table is atomic, and where two threads
    both compute, their results are equal.
    """
    table: dict[bytes, _T] = {}

    @wraps(compute)
    def fact(program: Program) -> _T:
        key = program.identity[1]
        try:
            return table[key]
        except KeyError:
            pass
        found = compute(program)
        if len(table) >= KEPT:
            table.clear()
        table[key] = found
        return found

    return fact
