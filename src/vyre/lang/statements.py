"""Statements: read in order, each emits what it does; branches and loops read their blocks."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from vyre.dtypes import DType, bool_, u32
from vyre.ir.program import Field
from vyre.lang import operators
from vyre.lang.draft import (
    Array,
    Draft,
    Lit,
    Node,
    Obj,
    Operand,
    RecordRef,
    RecordValue,
    ShapeOf,
    Tup,
    Value,
    Vec,
)
from vyre.lang.expressions import evaluate, truth_of
from vyre.lang.frame import Frame, counted, segment
from vyre.lang.inference import Mismatch
from vyre.lang.loops import read_for, read_while
from vyre.lang.memory import check_axes, load, one_pair, store, subscripts
from vyre.lang.records import down, element_of_field, field_name, no_column, settle, store_whole, unpacked
from vyre.lang.refusals import STATEMENTS
from vyre.lang.returns import always_returns, leave_if_done, may_return, return_value
from vyre.lang.tuples import component_number, laid_out

__all__ = ["assign_to", "run_block"]

ASSERTION: Final = 1 << 31
"""The code of assertion number n is this + n."""


def run_block(frame: Frame, body: list[ast.stmt]) -> None:
    """Statements in order; what no path reaches is not read."""
    for k, statement in enumerate(body):
        if frame.flow.dead:
            return
        if frame.kind == "func" and isinstance(statement, ast.If) and may_return(statement):
            if _early_return(frame, statement, body[k + 1 :]):
                return
            continue
        run(frame, statement)
        if frame.kind == "func" and isinstance(statement, (ast.For, ast.While)) and may_return(statement):
            done = leave_if_done(frame, frame.result, statement)
            if done is not None:
                _guarded(frame, done, body[k + 1 :], statement)
                return


def _early_return(frame: Frame, statement: ast.If, rest: list[ast.stmt]) -> bool:
    """An ``if`` with returns inside of an inlined function. True where ``rest`` has been read here too."""
    if rest and always_returns(statement.body):
        _branches(frame, statement, statement.body, [*statement.orelse, *rest])
        return True
    if rest and always_returns(statement.orelse):
        _branches(frame, statement, [*statement.body, *rest], statement.orelse)
        return True
    run(frame, statement)
    if not rest or frame.flow.dead or frame.loops or frame.result.done is None:
        return False
    _guarded(frame, frame.get(frame.result.done, statement), rest, statement)
    return True


def _guarded(frame: Frame, done: Node, rest: list[ast.stmt], at: ast.stmt) -> None:
    """``if not done: rest``."""
    if not rest or frame.flow.dead:
        return
    going = frame.node("lnot", (done,), frame.typed(bool_, at), at)
    with frame.branch(at) as block:
        run_block(frame, rest)
    frame.node("if", (going,), None, at, blocks=(block, Draft(open=False)))


def run(frame: Frame, statement: ast.stmt) -> None:
    """Read one statement."""
    reader = _READERS.get(type(statement))
    if reader is None:
        code, message, fix = STATEMENTS[type(statement).__name__]
        raise frame.syntax(statement, code, message, fix)
    reader(frame, statement)


# -- assignment ---------------------------------------------------------------------------------------


def _assign(frame: Frame, node: ast.Assign) -> None:
    value = settle(frame, evaluate(frame, node.value), node.value)
    for target in node.targets:
        assign_to(frame, target, value, node.value)


def assign_to(frame: Frame, target: ast.expr, value: Value | None, value_at: ast.expr) -> None:
    """Store ``value`` into a target: a name, an element, or a tuple of targets from left to right."""
    if isinstance(target, ast.Name):
        if value is None:
            raise frame.not_a_number(value, value_at)
        frame.assign(target.id, value, value_at)
    elif (part := _component(frame, target)) is not None:
        frame.assign_part(*part, value, value_at)
    elif isinstance(target, (ast.Subscript, ast.Attribute)):
        found = _element(frame, target)
        if isinstance(found, RecordRef):
            store_whole(frame, found, value, target, value_at)
        else:
            array, index, field = found
            store(frame, array, index, value, target, value_at, field)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(frame, target, value, value_at)
    else:
        raise frame.syntax(
            target, "K154", "this cannot be assigned", "assign to a variable, or to an element of an Out array"
        )


def _component(frame: Frame, target: ast.expr) -> tuple[str, int] | None:
    """The variable and the component that ``v.x = ...`` names; None where this is no component of a vec."""
    if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
        return None
    name = target.value
    if name.id not in frame.variables or not frame.variables[name.id].vec:
        return None
    base = frame.read(name.id, name)
    return (name.id, component_number(frame, base, target)) if isinstance(base, Vec) else None


def _element(
    frame: Frame, target: ast.Subscript | ast.Attribute
) -> RecordRef | tuple[Array, tuple[Operand, ...], Field | None]:
    """What a target stands for: a whole record, or a scalar by its array, its subscripts and its field."""
    base = evaluate(frame, target.value)
    name = target.attr if isinstance(target, ast.Attribute) else field_name(target)
    if isinstance(base, RecordValue):
        raise frame.syntax(
            target, "K154", "a record in a variable is a copy, and its fields are not assigned",
            "store into the array's element: a[i].x = ...",
        )  # fmt: skip
    if isinstance(base, RecordRef):
        if name is not None:
            ref, field = down(frame, base, name, target)
            return ref if field is None or field.shape else (ref.array, ref.index, field)
        assert isinstance(target, ast.Subscript)
        field, index = element_of_field(frame, base, _index(frame, target), target)
        return base.array, index, field
    if isinstance(base, Array) and name is not None and base.root.record is not None:
        raise no_column(frame, base, name, target)
    if isinstance(target, ast.Attribute):
        raise frame.syntax(
            target, "K154", "attributes cannot be assigned", "assign to a variable, or to an element of an Out array"
        )
    if isinstance(base, Tup):
        raise frame.syntax(
            target, "K151", "an element of a tuple cannot be assigned",
            f"make an array of this invocation, {segment(frame.place(target.value))} = vy.private(T, {len(base.items)}), or assign a new tuple",
        )  # fmt: skip
    if not isinstance(base, Array):
        raise frame.syntax(
            target,
            "K162" if base is None else "K151",
            "only elements of arrays can be assigned",
            one_pair(frame, target, base) or "assign to a variable, or to an element of an Out array",
        )
    index = _index(frame, target)
    if base.root.record is None:
        return base, index, None
    check_axes(frame, base, index, target)
    return RecordRef(base, index, "", frame.place(target))


def _index(frame: Frame, target: ast.Subscript) -> tuple[Any, ...]:
    """The subscripts of a target, read now."""
    steps = subscripts(frame, target)
    given: Value | None = None
    while True:
        try:
            wanted = steps.send(given)
        except StopIteration as stop:
            found: tuple[Any, ...] = stop.value
            return found
        given = evaluate(frame, wanted)


def _unpack(frame: Frame, target: ast.Tuple | ast.List, value: Value | None, value_at: ast.expr) -> None:
    count = len(target.elts)
    for one in target.elts:
        if isinstance(one, ast.Starred):
            raise frame.syntax(one, "K136", "star targets are not in the language", "name each target")
    if isinstance(value, ShapeOf):
        if value.array.root.rank is None and not value.array.flat:
            frame.fix_rank(value.array, count, target)
        value = laid_out(frame, value, value_at)
    if isinstance(value, RecordValue):
        value = unpacked(value)
    if not isinstance(value, Tup):
        raise frame.syntax(value_at, "K164", "only a tuple can be unpacked", _per_target(frame, target, value_at))
    if len(value.items) != count:
        raise frame.syntax(
            target, "K164", f"{counted(len(value.items), 'value')} for {counted(count, 'target')}",
            f"write {counted(len(value.items), 'target')}, or another number of values",
        )  # fmt: skip
    places = value_at.elts if isinstance(value_at, ast.Tuple) and len(value_at.elts) == count else [value_at] * count
    for one, item, at in zip(target.elts, value.items, places, strict=True):
        assign_to(frame, one, item, at)


def _per_target(frame: Frame, target: ast.Tuple | ast.List, value_at: ast.expr) -> str:
    """What to write instead of unpacking a number; of an id, the lines of its axes."""
    names = [segment(frame.place(one)) for one in target.elts]
    function = frame.place(value_at.func) if isinstance(value_at, ast.Call) else None
    word = segment(function).rpartition(".")[2] if function is not None else ""
    if function is None or word not in ("global_id", "local_id", "group_id", "workgroup_size", "num_groups"):
        return "write one assignment per target"
    order = range(len(names))
    axes = reversed(order) if names == list("xyz")[: len(names)] else order  # NumPy's order: x is the last axis
    lines = [f"{name} = {segment(function)}({axis})" for name, axis in zip(names, axes, strict=True)]
    return f"write one line per axis: {', then '.join(lines)}"


def _annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """``x: vy.u32 = value``; the annotation demands the type."""
    if not isinstance(node.target, ast.Name):
        raise frame.syntax(node, "K154", "only names are annotated", "remove the annotation")
    annotation = _local_annotation(frame, node)
    if annotation is not None:
        var = frame.variable(node.target.id)
        if var.fixed is None and var.items is None:
            if var.local is None:
                var.local = frame.unit.new_local(var.name)
            try:
                frame.unit.types.demand(var.local.type, annotation, frame.place(node.annotation))
            except Mismatch as clash:
                raise frame.type_error(
                    node, "K201", f"{var.name} is {clash.words[0]} and is annotated as {annotation.name}; a variable has one type",
                    "use another name, or the same annotation", others=clash.others,
                ) from None  # fmt: skip
    if node.value is not None:
        assign_to(frame, node.target, settle(frame, evaluate(frame, node.value), node.value), node.value)


def _local_annotation(frame: Frame, node: ast.AnnAssign) -> DType | None:
    value = evaluate(frame, node.annotation) if isinstance(node.annotation, (ast.Name, ast.Attribute)) else None
    if isinstance(value, Obj) and isinstance(value.value, DType):
        return value.value
    if isinstance(value, Obj) and value.value in (int, float, bool):
        return None  # a type checker's annotation; it says nothing about the width
    raise frame.syntax(
        node.annotation,
        "K110",
        "a local is annotated with a scalar type",
        "write for example x: vy.u32 = 0, or no annotation",
    )


def _augmented(frame: Frame, node: ast.AugAssign) -> None:
    """``x += v`` and ``a[i] += v``: the target is read once, before the value."""
    target = node.target
    if isinstance(target, ast.Name):
        before = evaluate(frame, ast.copy_location(ast.Name(target.id, ast.Load()), target))
        value = evaluate(frame, node.value)
        frame.assign(target.id, operators.binary(frame, type(node.op), before, value, node, target, node.value), node)
        return
    part = _component(frame, target)
    if part is not None:
        before = evaluate(frame, target)
        value = evaluate(frame, node.value)
        frame.assign_part(*part, operators.binary(frame, type(node.op), before, value, node, target, node.value), node)
        return
    found = _element(frame, target)
    if isinstance(found, RecordRef):
        raise frame.not_a_number(found, target)
    array, index, field = found
    before = load(frame, array, index, target, field)
    value = evaluate(frame, node.value)
    result = operators.binary(frame, type(node.op), before, value, node, target, node.value)
    store(frame, array, index, result, target, node, field)


# -- control flow ---------------------------------------------------------------------------------------


def _if(frame: Frame, node: ast.If) -> None:
    _branches(frame, node, node.body, node.orelse)


def _branches(frame: Frame, node: ast.If, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
    condition = truth_of(frame, evaluate(frame, node.test), node.test)
    if isinstance(condition, Lit):  # known while reading: only the branch that is taken is read
        run_block(frame, body if condition.value else orelse)
        return
    flow = frame.flow
    mark = len(flow.log)
    with frame.branch(node) as then:
        run_block(frame, body)
    then_dead, then_added = flow.dead, flow.rollback(mark)
    flow.dead = False
    with frame.branch(node) as other:
        run_block(frame, orelse)
    else_dead, else_added = flow.dead, flow.rollback(mark)
    flow.dead = then_dead and else_dead
    kept = else_added if then_dead else then_added if else_dead else then_added & else_added
    if flow.dead:
        kept = then_added | else_added
    for name in sorted(kept):
        flow.add(name)
    frame.node("if", (condition,), None, node, blocks=(then, other))


def _break(frame: Frame, node: ast.Break | ast.Continue) -> None:
    """Leave the loop, or begin its next iteration."""
    word = "break" if isinstance(node, ast.Break) else "continue"
    loop = frame.loops[-1]
    if loop.unrolled:
        word = "break"  # of the loop of one iteration that stands for this
    if word == "break":
        loop.breaks.append(frame.flow.added(loop.mark))
    frame.node(word, (), None, node)
    frame.flow.dead = True


def _return(frame: Frame, node: ast.Return) -> None:
    if frame.kind == "func":
        value = None if node.value is None else settle(frame, evaluate(frame, node.value), node.value)
        return_value(frame, frame.result, value, node)
        return
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        raise frame.syntax(
            node, "K158", "a kernel returns nothing; its results are its Out parameters",
            "store the value: out[i] = ..., and write a plain `return`",
        )  # fmt: skip
    frame.node("return", (), None, node)
    frame.flow.dead = True


def _pass(frame: Frame, node: ast.Pass) -> None:
    """Nothing happens."""


def _expression(frame: Frame, node: ast.Expr) -> None:
    """A call, or a string that stands as a comment."""
    value = node.value
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return
    if isinstance(value, ast.Constant) and value.value is Ellipsis:
        return
    if isinstance(value, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)) or not isinstance(value, ast.Call):
        found = evaluate(frame, value)  # says what is wrong inside of it, if anything
        fix = "assign its value, or remove it"
        if isinstance(value, (ast.Attribute, ast.Name)) and isinstance(found, Obj) and callable(found.value):
            fix = f"call it: {found.path}()"
        elif isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.Eq):
            fix = "assign with one =, or remove it"
        raise frame.syntax(node, "K167", "this expression does nothing", fix)
    evaluate(frame, value)


def _assert(frame: Frame, node: ast.Assert) -> None:
    """The n-th assertion, in the order of the text, traps with 2**31 + n where it does not hold (rule 5.6)."""
    condition = truth_of(frame, evaluate(frame, node.test), node.test)
    frame.unit.asserts += 1
    if isinstance(condition, Lit) and condition.value:
        return
    with frame.unit.into(Draft()) as fails:
        code = frame.const(u32, ASSERTION + frame.unit.asserts, node)
        frame.node("trap", (code,), None, node)
    if isinstance(condition, Lit):
        frame.unit.block.nodes.extend(fails.nodes)
        frame.unit.block.effects = True
        frame.flow.dead = True
        return
    wrong = frame.node("lnot", (condition,), frame.typed(bool_, node), node, uses=(frame.place(node.test),))
    frame.node("if", (wrong,), None, node, blocks=(fails, Draft(open=False)))


_READERS: Final[dict[type[ast.stmt], Callable[[Frame, Any], None]]] = {
    ast.AnnAssign: _annotated,
    ast.Assert: _assert,
    ast.Assign: _assign,
    ast.AugAssign: _augmented,
    ast.Break: _break,
    ast.Continue: _break,
    ast.Expr: _expression,
    ast.For: read_for,
    ast.If: _if,
    ast.Pass: _pass,
    ast.Return: _return,
    ast.While: read_while,
}
