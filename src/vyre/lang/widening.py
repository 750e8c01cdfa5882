"""What to write where a sum of narrow numbers is wanted wide: a cast of the sum would come after it has wrapped, so its
start and its terms are cast."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Final

from vyre.dtypes import DType, i32, i64, u32, u64
from vyre.lang.frame import Frame
from vyre.lang.functions import DeviceFunction
from vyre.lang.names import assigned_names
from vyre.lang.source import FunctionText

__all__ = ["holding_type", "widened_fix", "widened_step", "wraps"]

_GROWING: Final = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.Pow)
_OF_FLOATS: Final = (ast.Add, ast.Sub, ast.Mult)
_SUMS: Final = ("_sum", "_scan")
_MOST_TERMS: Final = 64
"""Of an expression that is written out again."""
Step = ast.Assign | ast.AugAssign | ast.AnnAssign


def widened_fix(frame: Frame, text: str, have: DType | None, want: DType) -> str | None:
    """The Fix for ``text``, of type ``have``, where ``want`` is needed; None where a cast of the whole is right."""
    if have is None or not wraps(have, want):
        return None
    try:
        value = ast.parse(text, mode="eval").body
    except SyntaxError:  # a text that is cut short
        return None
    lines = _lines(frame.text, value, have, want, set())
    why = f"vy.{want.__name__}({text}) would cast what {'has wrapped' if have.is_integer else 'is rounded'} by then"
    if lines:
        return f"write {' and '.join(f'`{code}` in line {line}' for line, code in sorted(lines))}; {why}"
    if _operations(value) and _may_be_cast(value, have, want) and _is_short(value):
        return f"write {ast.unparse(_cast(value, want, frozenset()))}; {why}"
    return None


def widened_step(code: str, name: str, want: DType) -> str | None:
    """One line of a sum, ``acc += x`` or the value of ``acc = acc + x``, with its terms cast; None where it can't be read."""
    try:
        statement = ast.parse(code).body[0]
    except (SyntaxError, IndexError):
        return None
    if isinstance(statement, ast.AugAssign):
        return _rewritten(statement, want, frozenset((name,)))
    if isinstance(statement, ast.Expr) and _is_short(statement.value):
        return f"{name} = {ast.unparse(_cast(statement.value, want, frozenset((name,))))}"
    return None


def wraps(have: DType, want: DType) -> bool:
    """Whether ``want`` holds sums that ``have`` does not."""
    if have.is_bool or want.is_bool or (have.is_float and not want.is_float):
        return False
    if have.is_integer and want.is_float:
        return have.bits < 32
    return want.bits > have.bits


def holding_type(dtype: DType, value: int) -> DType | None:
    """The narrowest type of ``dtype``'s kind, of 32 bits or more, that holds ``value``."""
    kinds = (i32, i64) if dtype.kind == "int" or value < 0 else (u32, u64)
    return next((t for t in kinds if t.min <= value <= t.max), None)


def _sum_type(have: DType, want: DType, steps: list[Step]) -> DType:
    """What to sum in: ``want``; integers on their way to a float are summed exactly."""
    if not (have.is_integer and want.is_float):
        return want
    minus = any(isinstance(n, ast.Sub) for step in steps for n in ast.walk(step))
    return i32 if have.kind == "int" or minus else u32


def _lines(
    text: FunctionText, value: ast.expr, have: DType, want: DType, seen: set[tuple[str, str]]
) -> set[tuple[int, str]]:
    """The lines that make what ``value`` names, as they are written in a wider type, with their numbers."""
    found: set[tuple[int, str]] = set()
    own = assigned_names(text.node)
    todo: list[ast.expr] = [value]
    made: dict[str, list[Step]] = {}
    while todo:
        for name in _read_names(todo.pop()):
            if name in made or (text.node.name, name) in seen or name not in own:
                continue
            seen.add((text.node.name, name))
            steps = _assignments(text, name)
            values = [v for s in steps for v in _given(s, name)]
            begun = any(_is_literal(v, text) for v in values) and _in_loop(text, steps)
            grown = any(_grows(s, name) for s in steps)
            if (begun and grown) or (not grown and any(map(_operations, values))):
                made[name] = steps
            todo.extend(values)
    kept = frozenset(made)
    for steps in made.values():
        to = _sum_type(have, want, steps)
        for step in steps:
            code = _rewritten(step, to, kept)
            if code is not None:
                found.add((text.place(step).line, code))
    for called in _called(text, value):
        for node in ast.walk(called.text.node):
            if isinstance(node, ast.Return) and node.value is not None:
                found |= _lines(called.text, node.value, have, want, seen)
    return found


def _called(text: FunctionText, value: ast.expr) -> Iterator[DeviceFunction]:
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            outer = inspect.getclosurevars(text.function)
            found = {**outer.globals, **outer.nonlocals}.get(node.func.id)
            if isinstance(found, DeviceFunction):
                yield found


def _pairs(step: Step) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of a line, each with its value."""
    if step.value is None:
        return []
    target = step.targets[0] if isinstance(step, ast.Assign) else step.target
    if isinstance(target, ast.Tuple) and isinstance(step.value, ast.Tuple) and len(target.elts) == len(step.value.elts):
        return list(zip(target.elts, step.value.elts, strict=True))
    return [(target, step.value)]


def _given(step: Step, name: str) -> list[ast.expr]:
    return [value for target, value in _pairs(step) if isinstance(target, ast.Name) and target.id == name]


def _assignments(text: FunctionText, name: str) -> list[Step]:
    return [node for node in ast.walk(text.node) if isinstance(node, Step) and _given(node, name)]


def _in_loop(text: FunctionText, steps: list[Step]) -> bool:
    loops = [n for n in ast.walk(text.node) if isinstance(n, (ast.For, ast.While))]
    return any(step is node for loop in loops for node in ast.walk(loop) for step in steps if isinstance(node, Step))


def _grows(step: Step, name: str) -> bool:
    """Whether a line makes ``name`` of itself, by what can leave a narrow type."""
    if isinstance(step, ast.AugAssign):
        return isinstance(step.op, _GROWING)
    return any(name in _read_names(value) and _operations(value) for value in _given(step, name))


def _is_literal(node: ast.expr, text: FunctionText) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    own = assigned_names(text.node) | {a.arg for a in text.node.args.args}
    return isinstance(node, ast.Name) and node.id not in own  # a number from outside


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """The operands and operations that have the type of ``value``."""
    todo = [value]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.BinOp):
            todo.append(node.left)
            if not isinstance(node.op, (ast.LShift, ast.RShift, ast.Pow)):
                todo.append(node.right)
        elif isinstance(node, ast.UnaryOp):
            todo.append(node.operand)
        elif isinstance(node, ast.IfExp):
            todo.extend((node.body, node.orelse))


def _is_short(value: ast.expr) -> bool:
    return sum(1 for _ in _parts(value)) <= _MOST_TERMS


def _read_names(value: ast.expr) -> set[str]:
    return {n.id for n in _parts(value) if isinstance(n, ast.Name)}


def _is_sum(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith(_SUMS) and len(node.args) == 1


def _operations(value: ast.expr) -> bool:
    """Whether something in ``value`` can leave a narrow type."""
    return any((isinstance(n, ast.BinOp) and isinstance(n.op, _GROWING)) or _is_sum(n) for n in _parts(value))


def _may_be_cast(value: ast.expr, have: DType, want: DType) -> bool:
    """Whether the operations of ``value`` are those of ``want``, too."""
    if not (have.is_integer and want.is_float):
        return True
    return all(
        isinstance(n.op, _OF_FLOATS) if isinstance(n, ast.BinOp) else not _is_sum(n)
        for n in _parts(value)
        if isinstance(n, (ast.BinOp, ast.Call))
    )


def _cast(node: ast.expr, to: DType, kept: frozenset[str]) -> ast.expr:
    """``node`` with its terms cast, except for numbers and for ``kept``, which are of the type already."""
    if isinstance(node, ast.BinOp):
        right = node.right if isinstance(node.op, (ast.LShift, ast.RShift, ast.Pow)) else _cast(node.right, to, kept)
        return ast.BinOp(_cast(node.left, to, kept), node.op, right)
    if isinstance(node, ast.UnaryOp):
        return ast.UnaryOp(node.op, _cast(node.operand, to, kept))
    if isinstance(node, ast.IfExp):
        return ast.IfExp(node.test, _cast(node.body, to, kept), _cast(node.orelse, to, kept))
    if isinstance(node, ast.Call) and _is_sum(node):
        return ast.Call(node.func, [_cast(node.args[0], to, kept)], [])
    if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in kept):
        return node
    return _as(to, node)


def _as(to: DType, node: ast.expr) -> ast.expr:
    return ast.Call(ast.parse(f"vy.{to.__name__}", mode="eval").body, [node], [])


def _rewritten(step: Step, to: DType, kept: frozenset[str]) -> str | None:
    if step.value is None or not _is_short(step.value):
        return None
    if isinstance(step, ast.AugAssign):
        shift = isinstance(step.op, (ast.LShift, ast.RShift, ast.Pow))
        return ast.unparse(ast.AugAssign(step.target, step.op, step.value if shift else _cast(step.value, to, kept)))
    cast: list[ast.expr] = []
    for target, value in _pairs(step):
        if not (isinstance(target, ast.Name) and target.id in kept):
            cast.append(value)
        elif isinstance(value, ast.Constant) or (
            isinstance(value, ast.UnaryOp) and isinstance(value.operand, ast.Constant)
        ):
            cast.append(_as(to, value))
        else:
            cast.append(_cast(value, to, kept))
    target = step.targets[0] if isinstance(step, ast.Assign) else step.target
    value = ast.Tuple(cast) if isinstance(target, ast.Tuple) else cast[0]
    return f"{ast.unparse(target)} = {ast.unparse(value)}"
