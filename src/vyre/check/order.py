"""Float atomics whose result depends on the order of invocations: refused, but under ``reorder`` (rule 6.2)."""

from __future__ import annotations

import ast
from typing import Final

from vyre.errors import Place, ValidationError
from vyre.facts.permissions import atomic_sums
from vyre.ir.nodes import Atomic, Const, Id
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["refuse_order"]

_PERMITTED: Final = (
    "for the sum of a whole array call vyre.library.sum(x), the reproducible sum, which is the same in every order; where any order "
    "will do, permit it with config=DispatchConfig(reorder=True); where it has to be one that is always the same, "
)


def refuse_order(program: Program) -> None:
    """Raises ValidationError V324 at the first atomic sum of floats."""
    sums = atomic_sums(program)
    if not sums:
        return
    stmt, buffer = sums[0], program.buffers[sums[0].buffer]
    raise ValidationError(
        f"atomic {stmt.op} on {buffer.dtype.name} gives a result that depends on the order of the invocations",
        code="V324",
        fix=_PERMITTED + _in_order(program, stmt),
        place=stmt.place,
        actual=f"atomic {stmt.op} on {buffer.dtype.name} {buffer.name}",
    )


def _in_order(program: Program, stmt: Atomic) -> str:
    """What to write for a sum in an order that is always the same."""
    buffer = program.buffers[stmt.buffer]
    defined = {s.result: s for _, s, _ in walk(program) if isinstance(s, (Const, Id))}
    at = [defined.get(index) for index in stmt.index]
    one = all(isinstance(s, Const) or (isinstance(s, Id) and s.name == "group_id") for s in at)
    if not one:
        return f"scale to integers and add those, or let one invocation per element of {buffer.name} add its terms in their order"
    from vyre.ir.composites import float_sum_fix  # right programs need no text

    term = _third_argument(stmt.place)
    name = "out" if buffer.role == "shared" else buffer.name
    return float_sum_fix(term if stmt.op == "add" else f"-({term})", buffer.dtype, name)


def _third_argument(place: Place | None) -> str:
    """What is added, as it stands in the source."""
    text = "" if place is None else place.text[place.column : place.end_column]
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return "x"
    if not isinstance(call, ast.Call):
        return "x"
    named = [word.value for word in call.keywords if word.arg == "value"]
    given = [*call.args[2:3], *named]
    return ast.unparse(given[0]) if given else "x"
