"""When a load counts as one: Python's ``and``, ``or`` and conditional expressions read an operand only where it is wanted.

The IR computes such operands without a branch, which nobody can see in the result. Who watches memory for races must not
blame a load there that Python would not have made, so it is told of it after the operation that wants the value, and if so.
"""

from __future__ import annotations

from collections.abc import Iterator

from vyre.dtypes import bool_
from vyre.ir.nodes import VALUES, Atomic, Load, Op, Stmt, Subgroup
from vyre.ir.program import Program
from vyre.ir.walk import operands, walk

__all__ = ["Wanted", "wanted_loads"]

Condition = tuple[int, bool]
"""A bool value, and which of the two it must be."""
Wanted = tuple[int, tuple[Condition, ...]]
"""The number of the operation after which a load counts, and what must hold there."""


def wanted_loads(program: Program) -> dict[int, tuple[Wanted, ...]]:
    """By statement number the loads that are not always wanted: all their uses are beside such operands, with no statement
    between that does more than compute."""
    uses: dict[int, list[int]] = {}
    flat: list[Stmt] = []
    run_of: list[int] = []  # statements of one run only compute, in one block, one after the other
    run, last_depth = 0, 0
    for at, stmt, depth in walk(program):
        flat.append(stmt)
        computes = isinstance(stmt, VALUES) and not isinstance(stmt, (Atomic, Subgroup))
        if not computes or depth != last_depth:
            run += 1
        last_depth = depth
        run_of.append(run if computes else -1)
        for value in operands(stmt):
            uses.setdefault(value, []).append(at)
    found: dict[int, tuple[Wanted, ...]] = {}
    for at, stmt in enumerate(flat):
        if isinstance(stmt, Load):
            ends = list(_ends(at, flat, run_of, uses))
            if all(conditions for _, conditions in ends):
                found[at] = tuple(dict.fromkeys(ends))
    return found


def _ends(load: int, flat: list[Stmt], run_of: list[int], uses: dict[int, list[int]]) -> Iterator[Wanted]:
    """Where what comes of the load is used by more than further computing, with the conditions on the way there."""
    stack: list[Wanted] = [(load, ())]
    seen = set(stack)
    while stack:
        at, conditions = stack.pop()
        value = flat[at].result  # type: ignore[union-attr]  # a Load or an Op
        for use in uses.get(value, ()):
            user = flat[use]
            if run_of[use] != run_of[load] or not isinstance(user, (Op, Load)):
                yield at, conditions
                continue
            step = (
                use,
                conditions if isinstance(user, Load) else tuple(dict.fromkeys((*conditions, *_asked(user, value)))),
            )
            if step not in seen:
                seen.add(step)
                stack.append(step)


def _asked(op: Op, value: int) -> tuple[Condition, ...]:
    """What must hold for the operation to want a value of its operands."""
    first, *others = op.args
    if value == first or value not in others:
        return ()
    if op.op in ("and", "or") and op.dtype is bool_:
        return ((first, op.op == "and"),)
    if op.op == "select" and others[0] != others[1]:
        return ((first, value == others[0]),)
    return ()
