"""Loops: ``for`` over ``range``, ``vy.static_range`` and tuples, ``while``."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Final

from vyre.dtypes import DType, bool_, u32
from vyre.errors import shown
from vyre.lang import device, operators
from vyre.lang.draft import Array, Draft, DraftLocal, Lit, Obj, Tup, Value
from vyre.lang.expressions import evaluate, truth_of
from vyre.lang.frame import Frame, Loop, Var, segment
from vyre.lang.inference import Mismatch, TypeVar
from vyre.lang.names import assigned_in, contains
from vyre.lang.tuples import laid_out

__all__ = ["read_for", "read_while"]

MAX_UNROLLED: Final = 4096
"""Bodies that ``vy.static_range`` may write out in one kernel."""


def _no_else(frame: Frame, node: ast.For | ast.While) -> None:
    if node.orelse:
        raise frame.syntax(
            frame.text.else_place(node), "K140", "`else` of a loop is not in the language",
            "set a flag before `break` and test it after the loop",
        )  # fmt: skip


def read_for(frame: Frame, node: ast.For) -> None:
    """``for i in range(...)``, whose bounds are captured once (rule 5.3), and loops that are unrolled while reading."""
    _no_else(frame, node)
    call = node.iter
    if isinstance(call, ast.Call):
        target = evaluate(frame, call.func)
        function = target.value if isinstance(target, Obj) else None
        if function is range or function is device.static_range:
            _range(frame, node, call, function is range)
            return
        if function is device.grid_stride:
            _strided(frame, node, call)
            return
    items = _items(frame, node.iter)
    if items is None:
        raise _not_a_range(frame, node)
    _unrolled(frame, node, items)


def _range(frame: Frame, node: ast.For, call: ast.Call, counted: bool) -> None:
    if not isinstance(node.target, ast.Name):
        raise frame.syntax(node.target, "K164", "the variable of a range is one name", "write for i in range(n)")
    if any(isinstance(a, ast.Starred) for a in call.args):
        raise frame.syntax(call, "K136", "star arguments are not in the language", "write each argument out")
    if call.keywords or not 1 <= len(call.args) <= 3:
        raise frame.type_error(
            call,
            "K155",
            "range takes one to three positional arguments",
            "write range(stop), range(start, stop) or range(start, stop, step)",
        )
    values = [evaluate(frame, a) for a in call.args]
    if counted:
        _counted(frame, node, node.target, call, values)
    else:
        _unrolled(frame, node, _static_numbers(frame, node, node.target, call, values))


def _items(frame: Frame, node: ast.expr) -> list[Value] | None:
    """What a loop over a tuple runs over, or over ``enumerate``, ``zip`` or ``reversed`` of tuples; None for anything else."""
    if isinstance(node, ast.Call) and not node.keywords:
        target = evaluate(frame, node.func)
        function = target.value if isinstance(target, Obj) else None
        if function is builtins.enumerate or function is builtins.zip or function is builtins.reversed:
            return _combined(frame, function, node)
    value = laid_out(frame, evaluate(frame, node), node)
    return list(value.items) if isinstance(value, Tup) else None


def _combined(frame: Frame, function: object, node: ast.Call) -> list[Value] | None:
    place = frame.place(node)
    start = 0
    given = list(node.args)
    if function is builtins.enumerate and len(given) == 2:
        first = evaluate(frame, given.pop())
        if not isinstance(first, Lit) or type(first.value) is not int:
            raise frame.syntax(
                node.args[1], "K156", "the start of enumerate is a literal",
                "write a number, or a name of a number from outside",
            )  # fmt: skip
        start = first.value
    if any(isinstance(a, ast.Starred) for a in given):
        raise frame.syntax(node, "K136", "star arguments are not in the language", "write each argument out")
    if len(given) != 1 and function is not builtins.zip:
        raise frame.type_error(node, "K155", "this takes one tuple", "pass one tuple")
    found = [_items(frame, argument) for argument in given]
    columns = [items for items in found if items is not None]
    if len(columns) < len(found):
        return None
    if function is builtins.reversed:
        return columns[0][::-1]
    if function is builtins.enumerate:
        columns.insert(0, [Lit(start + k, place) for k in range(len(columns[0]))])
    return [Tup(row, place) for row in zip(*columns, strict=False)]


def _not_a_range(frame: Frame, node: ast.For) -> Exception:
    name = node.iter.func.id if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) else ""
    hints = ("enumerate", "zip", "reversed")
    if name not in hints:
        value = evaluate(frame, node.iter)
        if isinstance(value, Array):
            array = value.name
            if value.role == "table":
                return frame.syntax(
                    node.iter, "K162", "a `for` does not run over a table", f"write for k in range(len({array})): and {array}[{', '.join('kmn'[: frame.rank(value)])}]"
                )  # fmt: skip
            fix = f"replace the loop by i = vy.global_id() and `if i < {array}.size:`, or write for i in range(len({array})), with {array}[i], or {array}[i, k] of two axes"
            if isinstance(node.target, ast.Tuple):
                fix = f"replace the loop by height, width = {array}.shape, g = vy.global_id(), i = g // width, j = g % width"
            return frame.syntax(
                node.iter, "K162", "a `for` does not run over an array: the invocations of the dispatch do", fix
            )
    return frame.syntax(
        node.iter,
        "K162",
        "a `for` runs over range(...), vy.static_range(...), vy.grid_stride(n) or a tuple",
        _over_indices(frame, node, node.iter, name)
        if isinstance(node.iter, ast.Call) and name in hints
        else "write for k in range(n) and subscript inside, or while",
    )


def _over_indices(frame: Frame, node: ast.For, call: ast.Call, word: str) -> str:
    """What to write for ``enumerate``, ``zip`` and ``reversed`` of arrays, with the caller's own names."""
    arrays = [ast.unparse(a) for a in call.args[: None if word == "zip" else 1]] or ["a"]
    target = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
    names = [ast.unparse(t) for t in target]
    taken = {n.id for n in ast.walk(frame.text.node) if isinstance(n, ast.Name)}
    index = next(
        k for k in ("k", "m", "index", "position", *(f"k{n}" for n in range(len(taken) + 1))) if k not in taken
    )
    if word == "enumerate" and len(names) == 2:
        index, names = names[0], names[1:]
    at = f"len({arrays[0]}) - 1 - {index}" if word == "reversed" else index
    starts = "".join(f"{name} = {array}[{at}]; " for name, array in zip(names, arrays, strict=False)).rstrip("; ")
    if word == "enumerate" and len(node.target.elts if isinstance(node.target, ast.Tuple) else ()) != 2:
        return f"write for {index} in range(len({arrays[0]})): and {arrays[0]}[{index}]"
    start = "0" if word != "enumerate" or len(call.args) < 2 else ast.unparse(call.args[1])
    if start != "0":
        starts += f"; {index} counted from {start} is {index} + {start}"
    return f"write for {index} in range(len({arrays[0]})): and begin its body with {starts}"


def _counted(frame: Frame, node: ast.For, target: ast.Name, call: ast.Call, values: list[Value | None]) -> None:
    start: Value | None = Lit(0, frame.place(call)) if len(values) == 1 else values[0]
    stop = values[0] if len(values) == 1 else values[1]
    step = values[2] if len(values) == 3 else Lit(1, frame.place(call))
    if not isinstance(step, Lit) or type(step.value) is not int or step.value == 0:
        raise frame.syntax(
            call, "K156", "the step of a range is a literal integer other than 0", _step_fix(frame, node, target, call, step)
        )  # fmt: skip
    first_at, last_at = (call.args[0], call.args[0]) if len(values) == 1 else (call.args[0], call.args[1])
    low, high = frame.arg(start, first_at), frame.arg(stop, last_at)
    kind = operators.joined_type(frame, low, high, call, "the bounds of a range")
    lo, hi = low.operand, high.operand
    if kind.known is not None and kind.known.kind == "uint":
        for end in (start, stop):
            if isinstance(end, Lit) and end.value < 0:
                other = high if end is start else low
                signed = f"vy.i64({other.text})" if kind.known.bits > 32 else f"vy.i32({other.text})"
                raise frame.type_error(
                    call, "K204", f"this range goes to {end.value}, and {other.text} is {kind.known.name}", f"make it signed: {signed}",
                    others=[(f"{kind.known.name} comes from here", kind.find().place)] if kind.find().place else [],
                )  # fmt: skip
    _over(frame, node, target, start, kind, lambda counter, body: frame.node(
        "for", (lo, hi), None, node, local=counter, data=step.value, blocks=(body,)
    ))  # fmt: skip


def _strided(frame: Frame, node: ast.For, call: ast.Call) -> None:
    """``for i in vy.grid_stride(n)``: the invocations share 0 ... n, whatever the grid."""
    if not isinstance(node.target, ast.Name):
        raise frame.syntax(
            node.target, "K164", "the variable of a range is one name", "write for i in vy.grid_stride(n)"
        )
    if call.keywords or len(call.args) != 1 or isinstance(call.args[0], ast.Starred):
        raise frame.type_error(call, "K155", "vy.grid_stride takes one number", "write vy.grid_stride(n)")
    value = evaluate(frame, call.args[0])
    end = frame.arg(value, call.args[0])
    if isinstance(value, Lit):
        if type(value.value) is not int:
            fix = "write an integer" if isinstance(value.value, float) else f"write {int(value.value)}"
            raise frame.type_error(call.args[0], "K202", "vy.grid_stride takes an integer", fix)
        frame.unit.types.demand(end.type, u32, frame.place(call))  # as ids
    frame.unit.axes.setdefault(0, frame.place(call))
    _over(frame, node, node.target, value, end.type, lambda counter, body: frame.node(
        "strided", (end.operand,), None, node, local=counter, uses=(end.place,), blocks=(body,)
    ))  # fmt: skip


def _over(
    frame: Frame,
    node: ast.For,
    target: ast.Name,
    start: Value | None,
    kind: TypeVar,
    emit: Callable[[DraftLocal, Draft], object],
) -> None:
    """The loop itself, whose variable takes the values of a counter of type ``kind``."""
    unit = frame.unit
    var = frame.variable(target.id)
    if var.fixed is not None or var.items is not None:
        frame.assign(target.id, start, target)  # says that the name stands for another kind of thing
    counter = unit.new_local(target.id, kind)
    if var.local is None:
        var.local = unit.new_local(target.id)
    try:
        unit.types.unify(var.local.type, kind)
    except Mismatch as clash:
        raise frame.type_error(
            target, "K201", f"{target.id} is {clash.words[0]}, and the bounds of this loop are {clash.words[1]}; a variable has one type",
            _bounds_fix(frame, node, target, clash.types[0]), others=clash.others,
        ) from None  # fmt: skip
    flow = frame.flow
    mark = len(flow.log)
    changed = assigned_in(node.body, parts=True) | {target.id}
    frame.forget(changed)
    frame.loops.append(Loop(mark))
    with frame.branch(node) as body:
        first = frame.get(counter, target)
        frame.node("set", (first,), None, target, local=var.local)
        frame.remember(var, first)
        flow.add(target.id)
        var.place = var.place or frame.place(target)
        run_statements(frame, node.body)
    frame.loops.pop()
    flow.rollback(mark)  # a loop may run no iteration
    flow.dead = False
    emit(counter, body)


def _bounds_fix(frame: Frame, node: ast.For, target: ast.Name, was: DType | None) -> str:
    """What to write where the variable of a loop has another type already."""
    taken = {n.id for n in ast.walk(frame.text.node) if isinstance(n, ast.Name)}
    other = next(f"{target.id}{k}" for k in range(2, len(taken) + 3) if f"{target.id}{k}" not in taken)
    call = node.iter
    named = f"take another name for the loop's variable, such as {other}"
    if (
        was is None
        or not was.is_integer
        or not isinstance(call, ast.Call)
        or segment(frame.place(call.func)) != "range"
    ):
        return named
    bounds = [segment(frame.place(a)) for a in call.args]
    cast = [
        b if isinstance(a, ast.Constant) or k == 2 else f"vy.{was.__name__}({b})"
        for k, (a, b) in enumerate(zip(call.args, bounds, strict=True))
    ]
    return f"{named}, or cast the bounds: range({', '.join(cast)})"


def _step_fix(frame: Frame, node: ast.For, target: ast.Name, call: ast.Call, step: Value | None) -> str:
    """What to write instead of a range whose step cannot be."""
    word, lo, hi, by = (segment(frame.place(a)) for a in (call.func, *call.args))
    if isinstance(step, Lit) and isinstance(step.value, float) and not step.value.is_integer():
        return f"count in integers and multiply: for {target.id} in {word}(...), with vy.f32({target.id}) * {by} inside"
    if isinstance(step, Lit):
        whole = int(step.value) or 1
        return f"give a step other than 0: {word}({lo}, {hi}{'' if whole == 1 else f', {whole}'})"
    sign, add = "<", f"{target.id} += {by}"
    third = call.args[2]
    if isinstance(third, ast.UnaryOp) and isinstance(third.op, ast.USub):  # of unsigned numbers it would wrap
        amount = segment(frame.place(third.operand))
        lo, sign, add = f"vy.i32({lo})", ">", f"{target.id} -= vy.i32({amount})"
    leave = " and before each `continue`" if contains(node.body, (ast.Continue,), into_loops=False) else ""
    share = f"; or, where the invocations of the grid share the range, for {target.id} in vy.grid_stride({hi})"
    return (
        f"write a while loop: {target.id} = {lo}, then while {target.id} {sign} {hi}: ..., with {add} at its end{leave}"
        f"{share if sign == '<' else ''}"
    )


def _static_numbers(
    frame: Frame, node: ast.For, target: ast.Name, call: ast.Call, values: list[Value | None]
) -> list[Value]:
    """The numbers of a ``vy.static_range``."""
    numbers: list[int] = []
    for value, at in zip(values, call.args, strict=True):
        if not isinstance(value, Lit) or type(value.value) is not int:
            raise frame.syntax(
                at,
                "K156",
                "vy.static_range takes literals",
                "write numbers or names of numbers from outside, or use range(...)",
            )
        numbers.append(value.value)
    if len(numbers) == 3 and numbers[2] == 0:
        raise frame.syntax(
            call, "K156", "the step of a range is a literal integer other than 0", _step_fix(frame, node, target, call, values[2])
        )  # fmt: skip
    trip = range(*numbers)
    _count(frame, call, max(0, -((trip.start - trip.stop) // trip.step)))  # len(trip) knows no more than 63 bits
    return [Lit(k, frame.place(call)) for k in trip]


def _count(frame: Frame, at: ast.expr, bodies: int) -> None:
    if frame.unit.unrolled + bodies > MAX_UNROLLED:
        raise frame.syntax(
            at, "K156", f"more than {MAX_UNROLLED} bodies written out", "use range(...)", actual=shown(bodies)
        )


def _unrolled(frame: Frame, node: ast.For, items: list[Value]) -> None:
    """The body once for each item, whose names are known while reading where the item is."""
    _count(frame, node.iter, len(items))
    frame.unit.unrolled += len(items)
    leaves = contains(node.body, (ast.Break,), into_loops=False) or (
        frame.kind == "func" and contains(node.body, (ast.Return,))
    )
    skips = contains(node.body, (ast.Continue,), into_loops=False)
    if leaves and skips:
        raise frame.syntax(
            node, "K170", "this loop is unrolled; its body cannot have both `continue` and `break` (or `return`)",
            "loop over range(...) instead, or write `continue` as an `if` around the rest of the body",
        )  # fmt: skip

    def iterate() -> None:
        for item in items:
            if frame.flow.dead:
                return
            _take(frame, node, item)
            if skips:
                _once(frame, node, lambda: run_statements(frame, node.body))
            else:
                run_statements(frame, node.body)

    if leaves:
        _once(frame, node, iterate)
    else:
        iterate()


def _take(frame: Frame, node: ast.For, item: Value) -> None:
    """Bind the loop's names to one item; literals among them stay known."""
    from vyre.lang.statements import assign_to

    assign_to(frame, node.target, item, node.iter)
    todo: list[tuple[ast.expr | Var, Value]] = [(node.target, item)]
    while todo:
        target, value = todo.pop()
        if isinstance(target, ast.Name):
            target = frame.variable(target.id)
        if isinstance(value, Lit) and isinstance(target, Var):
            frame.remember(target, value)
        elif isinstance(value, Tup):
            parts = target.items if isinstance(target, Var) else getattr(target, "elts", None)
            todo.extend(zip(parts or (), value.items, strict=True))


def _once(frame: Frame, node: ast.For, read: Callable[[], None]) -> None:
    """A loop of one iteration, so that ``break`` (or ``continue``) of unrolled code has something to leave."""
    unit, flow = frame.unit, frame.flow
    counter = unit.new_local("once")
    lo, hi = (frame.use(Lit(n, frame.place(node)), node) for n in (0, 1))
    for bound in (lo, hi):
        unit.types.demand(bound.type, u32, None)
    unit.types.demand(counter.type, u32, None)
    loop = Loop(len(flow.log), unrolled=True)
    frame.loops.append(loop)
    with frame.branch(node) as body:
        read()
    frame.loops.pop()
    added = flow.rollback(loop.mark)
    ends = loop.breaks if flow.dead else [*loop.breaks, added]
    flow.dead = not ends
    for name in sorted(set.intersection(*ends)) if ends else ():
        flow.add(name)
    frame.node("for", (lo, hi), None, node, local=counter, data=1, blocks=(body,))


def read_while(frame: Frame, node: ast.While) -> None:
    """``while``: the condition is computed before each iteration."""
    _no_else(frame, node)
    flow = frame.flow
    unit = frame.unit
    mark = len(flow.log)
    changed = assigned_in(node.body, parts=True)
    frame.forget(changed)
    with unit.into(Draft()) as head:
        condition = truth_of(frame, evaluate(frame, node.test), node.test)
        forever = isinstance(condition, Lit) and bool(condition.value)
        value = frame.const(bool_, condition.value, node.test) if isinstance(condition, Lit) else condition
    if isinstance(condition, Lit) and not condition.value:
        return  # never runs
    loop = Loop(mark)
    frame.loops.append(loop)
    with frame.branch(node) as body:
        run_statements(frame, node.body)
    frame.loops.pop()
    flow.rollback(mark)
    flow.dead = False
    if forever:  # the only way out is a break
        flow.dead = not loop.breaks
        for name in sorted(set.intersection(*loop.breaks)) if loop.breaks else ():
            flow.add(name)
    frame.node("while", (value,), None, node, blocks=(head, body))


def run_statements(frame: Frame, body: list[ast.stmt]) -> None:
    """The body of a loop."""
    from vyre.lang.statements import run_block

    run_block(frame, body)
