"""Mathematical functions as functions of C: their bodies (``vyre.functions``), a definition for each value (rule 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vyre.dtypes import DType, u64
from vyre.functions.body import Apply, Body, Entry, Literal, Rarely, Statement, Step, Table

if TYPE_CHECKING:
    from vyre.emit.c.operations import COperations

__all__ = ["define_body"]


def define_body(c: COperations, body: Body, *, seldom: bool = False) -> str:
    """Put a body and all that it needs at the head of the text; gives its name. ``seldom``: it is called seldom, and would only take
    registers from the rest."""
    if body.name not in c.functions:
        text = _text(c, body, seldom=seldom)  # may define others first
        c.functions[body.name] = text
    return body.name


def _table(c: COperations, table: Table) -> str:
    name = f"table_{table.name}"
    if name not in c.functions:
        c.functions[name] = c.table(name, u64, [c.literal(u64, value) for value in table.values])
    return name


def _value(c: COperations, s: Statement, types: Sequence[DType]) -> str:
    match s:
        case Literal():
            return c.literal(s.dtype, s.bits)
        case Step():
            return c.strict_expression(s.op, s.dtype, [types[a] for a in s.args], [f"v{a}" for a in s.args])
        case Entry():
            return f"{_table(c, s.table)}[v{s.index}]"
        case Apply():
            return _call(c, s)
        case Rarely():
            return f"v{s.condition} ? {_call(c, s)} : v{s.otherwise}"


def _call(c: COperations, s: Apply | Rarely) -> str:
    return f"{define_body(c, s.body, seldom=isinstance(s, Rarely))}({', '.join(f'v{a}' for a in s.args)})"


def _text(c: COperations, body: Body, *, seldom: bool) -> str:
    types = body.types()
    parameters = [(t, f"v{n}") for n, t in enumerate(body.takes)]
    lines = [*c.body_head()]
    for n, s in enumerate(body.statements, len(parameters)):
        lines.append(c.let(f"v{n}", s.dtype, _value(c, s, types)))
    return c.define(body.name, body.gives, parameters, *lines, f"v{body.result}", seldom=seldom)
