"""Rule 5.4: every barrier is reached by all invocations of a workgroup or by none."""

from __future__ import annotations

from vyre.check.report import broken
from vyre.errors import Place
from vyre.facts.uniformity import Uniformity, uniformity
from vyre.ir.nodes import VALUES, Atomic, For, Get, Id, If, Load, Op, Stmt, Subgroup, Value, While
from vyre.ir.program import Program
from vyre.ir.walk import operands, statements

__all__ = ["check_barriers"]


def check_barriers(program: Program) -> None:
    """V325 and, for subgroup operations, V331, with the place of the condition, of what makes it differ, and of the barrier."""
    facts = uniformity(program)
    if not facts.divergent_barriers:
        return
    found = facts.divergent_barriers[0]
    body = statements(program)
    values = {s.result: s for s in body if isinstance(s, VALUES)}
    operation = body[found.barrier]
    told: list[str] = []
    places: list[tuple[str, Place]] = []
    for cause in found.causes:
        stmt = body[cause]
        words = _words(stmt)
        if isinstance(stmt, (If, For, While)):
            origin = _origin(stmt, values, facts)
            why = _why(program, origin)
            told.append(f"{words} (statement {cause}: {why})")
            if stmt.place is not None:
                places.append((f"{words}, because {why}", stmt.place))
            if origin is not None and origin.place is not None and origin.place != stmt.place:
                places.append((why, origin.place))
        else:
            told.append(f"{words} (statement {cause})")
            if stmt.place is not None:
                places.append((words, stmt.place))
    if isinstance(operation, Subgroup):
        raise broken(
            program,
            found.barrier,
            operation,
            "V331",
            f"this subgroup_{operation.op} may be reached by only some invocations of a workgroup",
            "compute it in every subgroup, before the condition, and put only the use of its result under the condition",
            actual="; ".join(told),
            others=tuple(places),
        )
    raise broken(
        program,
        found.barrier,
        operation,
        "V325",
        "this barrier may be reached by only some invocations of a workgroup",
        "let every invocation reach the barrier: put the guarded work, not the barrier, under the condition, and instead of "
        "returning or breaking early keep a flag; or make the condition from parameters, sizes, group ids, or a shared cell "
        "that nothing stores between two barriers",
        actual="; ".join(told),
        others=tuple(places),
    )


def _words(stmt: Stmt) -> str:
    if isinstance(stmt, If):
        return "this condition may differ inside the workgroup"
    if isinstance(stmt, For):
        return "the bounds of this loop may differ inside the workgroup"
    if isinstance(stmt, While):
        return "the condition of this loop may differ inside the workgroup"
    return f"only some invocations {type(stmt).__name__.lower()} here"


def _origin(stmt: If | For | While, values: dict[int, Value], facts: Uniformity) -> Value | None:
    """The first source of the difference: an id, a load, an atomic or a local."""
    todo = list(reversed(operands(stmt)))
    while todo:
        value = todo.pop()
        if facts.values[value]:
            continue
        found = values[value]
        if not isinstance(found, Op):
            return found
        todo = list(reversed(found.args))
    return None


def _why(program: Program, origin: Value | None) -> str:
    if isinstance(origin, Id):
        return f"{origin.name} differs"
    if isinstance(origin, Load):
        return f"the element of {program.buffers[origin.buffer].name} that is loaded may differ"
    if isinstance(origin, Atomic):
        return "the old value of an atomic differs"
    if isinstance(origin, Subgroup):
        return f"the result of subgroup_{origin.op} differs between subgroups"
    if isinstance(origin, Get):
        return f"{program.locals[origin.local].name!r} may differ by now"
    return "some invocations have left"
