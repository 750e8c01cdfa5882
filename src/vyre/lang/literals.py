"""Operands that are made of typed literals only (``u32(3) - u32(3)``), and what they come to."""

from __future__ import annotations

from vyre.lang.conversions import converted
from vyre.lang.draft import LitUse, Node, Operand

__all__ = ["is_literal", "is_written", "literal_value"]

_TYPED = ("const", "one", "same")
_FOLDED = ("add", "cast", "mul", "neg", "sub")


def is_literal(op: str, args: tuple[Operand, ...]) -> bool:
    """Whether a node of this operation is made of literals only."""
    return op in _TYPED or (op in _FOLDED and all(isinstance(a, LitUse) or a.literal for a in args))


def _parts(operand: Operand) -> list[Operand]:
    """The operand and what it is made of; each stands before its own operands."""
    found: list[Operand] = []
    todo = [operand]
    while todo:
        current = todo.pop()
        found.append(current)
        if isinstance(current, Node):
            todo.extend(current.args)
    return found


def is_written(operand: Operand) -> bool:
    """Whether the literals are spelled where they are used, and not handed into a function as an argument."""
    return all(part.written for part in _parts(operand) if isinstance(part, LitUse))


def literal_value(operand: Operand) -> int | float | None:
    """The value of an operand that is made of literals only, else None. Types must be solved."""
    if isinstance(operand, LitUse):
        return operand.value
    if not operand.literal:
        return None
    values: dict[int, int | float] = {}
    for part in reversed(_parts(operand)):
        if isinstance(part, LitUse):
            values[id(part)] = part.value
            continue
        args = [values[id(a)] for a in part.args]
        raw: int | float
        if part.op == "const":
            raw = part.data
        elif part.op == "add":
            raw = args[0] + args[1]
        elif part.op == "sub":
            raw = args[0] - args[1]
        elif part.op == "mul":
            raw = args[0] * args[1]
        else:
            raw = {"neg": -args[0], "one": 1}.get(part.op, args[0])
        dtype = part.type.solved
        # an operation wraps at its type's width, and a float of it need not be exact: only zero matters here
        values[id(part)] = converted(dtype, raw) if dtype.is_integer or part.op == "cast" else raw
    return values[id(operand)]
