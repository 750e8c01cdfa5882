"""Returns of an inlined function: tail positions need no flag, others set ``done`` and skip what follows.

``if c: return x`` with more statements behind it is read as ``if c: ... else: the rest``, so the ordinary early
return costs a nested block and nothing else. Only a return inside a loop, or in a branch that goes on otherwise,
needs the flag.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from vyre.dtypes import bool_
from vyre.errors import Place
from vyre.lang.draft import Draft, DraftLocal, Lit, Node, RecordValue, Tup, Value, Vec
from vyre.lang.frame import Frame, segment
from vyre.lang.inference import Mismatch
from vyre.lang.names import contains
from vyre.lang.tuples import laid_out, leaves, like, same_shape

__all__ = ["Returns", "always_returns", "finish", "leave_if_done", "may_return", "plan_returns", "return_value"]


@dataclass(slots=True, eq=False)
class Returns:
    """The returns of one inlined call."""

    single: bool  # one return, as the last statement: its value is the call's, no local needed
    flagged: bool
    shape: Value | None = None  # the first value that is returned: the others have its shape
    locals: list[DraftLocal] = field(default_factory=list)  # one per number of that value
    done: DraftLocal | None = None
    value: Value | None = None
    place: Place | None = None  # of the first return with a value
    bare: Place | None = None  # of the first return without one
    seen: bool = False


def may_return(statement: ast.stmt) -> bool:
    """Whether a return stands in this statement."""
    return contains([statement], (ast.Return,))


def always_returns(statements: list[ast.stmt]) -> bool:
    """Whether the block always ends with a return of the function."""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return always_returns(last.body) and always_returns(last.orelse)
    return isinstance(last, ast.Return)


def _needs_flag(statements: list[ast.stmt], tail: bool) -> bool:
    for k, statement in enumerate(statements):
        rest = statements[k + 1 :]
        if isinstance(statement, ast.Return):
            return not tail
        if not may_return(statement):
            continue
        if not isinstance(statement, ast.If):
            return True
        if not rest:
            return _needs_flag(statement.body, tail) or _needs_flag(statement.orelse, tail)
        if always_returns(statement.body):
            return _needs_flag(statement.body, tail) or _needs_flag([*statement.orelse, *rest], tail)
        if always_returns(statement.orelse):
            return _needs_flag([*statement.body, *rest], tail) or _needs_flag(statement.orelse, tail)
        return True
    return False


def plan_returns(frame: Frame) -> Returns:
    """Decide how the returns of this function are read, and set up what they need."""
    body = frame.text.node.body
    single = isinstance(body[-1], ast.Return) and not any(map(may_return, body[:-1]))
    plan = Returns(single, not single and _needs_flag(body, True))
    if plan.flagged:
        plan.done = frame.unit.new_local("done", frame.unit.types.concrete(bool_, None))
        frame.node("set", (frame.const(bool_, False, frame.text.node),), None, frame.text.node, local=plan.done)
    return plan


def return_value(frame: Frame, plan: Returns, value: Value | None, node: ast.Return) -> None:
    """``return value`` in an inlined function."""
    plan.seen = True
    if node.value is None:
        plan.bare = plan.bare or frame.place(node)
    else:
        if value is None:
            raise frame.not_a_number(None, node.value)
        plan.place = plan.place or frame.place(node)
    if plan.single or isinstance(value, RecordValue):
        plan.value = value
    elif value is not None:
        _deliver(frame, plan, value, node)
    if plan.done is not None:
        frame.node("set", (frame.const(bool_, True, node),), None, node, local=plan.done)
        if frame.loops:
            frame.node("break", (), None, node)
    frame.flow.dead = True


def _deliver(frame: Frame, plan: Returns, value: Value, node: ast.Return) -> None:
    """Put a value where the call's result is read. Raises K212 where it is of another kind than the first one."""
    at = node.value or node
    value = laid_out(frame, value, at) or value
    if plan.shape is None:
        plan.shape = value
        plan.locals = [frame.unit.new_local("result") for _ in leaves(value)]
    elif not same_shape(plan.shape, value):
        raise frame.type_error(
            node, "K212", f"this function returns {_shape_words(plan.shape)} and {_shape_words(value)}; all returns have one shape",
            "return the same number of values on every path", others=[("returned here first", plan.place)] if plan.place else [],
        )  # fmt: skip
    places = at.elts if isinstance(at, ast.Tuple) and len(at.elts) == len(plan.locals) else [at] * len(plan.locals)
    for local, leaf, place in zip(plan.locals, leaves(value), places, strict=True):
        operand = frame.use(leaf, place)
        try:
            frame.unit.types.unify(local.type, operand.type)
        except Mismatch as clash:
            to = next((t.__name__ for t in clash.types if t is not None), "u32")
            raise frame.type_error(
                node, "K212", f"this function returns {clash.words[0]} and {clash.words[1]}; all returns have one type",
                f"cast one of them, for example return vy.{to}({segment(frame.place(place)) or '...'})", others=clash.others,
            ) from None  # fmt: skip
        frame.node("set", (operand,), None, node, local=local)


def _shape_words(value: Value) -> str:
    if isinstance(value, Tup):
        return f"a {'vec' if isinstance(value, Vec) else 'tuple'} of {len(value.items)}"
    return "one value"


def leave_if_done(frame: Frame, plan: Returns, at: ast.stmt) -> Node | None:
    """After a loop that may have returned: leave the next loop around it too, or give the flag to guard the rest."""
    if plan.done is None:
        return None
    done = frame.get(plan.done, at)
    if frame.loops:
        leave = Draft()
        with frame.unit.into(leave):
            frame.node("break", (), None, at)
        frame.node("if", (done,), None, at, blocks=(leave, Draft(open=False)))
        return None
    return done


def finish(frame: Frame, plan: Returns) -> Value | None:
    """The value of the call, after its body was read."""
    node = frame.text.node
    falls_off = not frame.flow.dead
    if plan.place is not None and (plan.bare is not None or falls_off):
        raise frame.syntax(
            plan.bare or node, "K158", f"{node.name} returns a value on some paths only",
            "end the function with a return of a value of the same type",
        )  # fmt: skip
    if isinstance(plan.value, Lit):
        return Lit(plan.value.value, plan.value.place, plan.value.written)
    if plan.value is not None:
        return plan.value
    if plan.shape is None:
        return None
    results: list[Value] = [frame.get(local, node) for local in plan.locals]
    return like(plan.shape, iter(results))
