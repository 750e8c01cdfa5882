"""Expressions: each kind of ``ast`` node is read by a generator that asks for its operands by ``yield``.

One loop (:func:`evaluate`) drives the generators with a stack of its own, so that the depth of an expression is
limited by memory and not by Python's recursion limit. Operands are read in Python's order, and what they do is
emitted as it is read, so evaluation order needs no second thought later.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Generator
from types import GeneratorType, ModuleType
from typing import Any, Final

from vyre.dtypes import NUMPY_MODULES, DType, bool_, dtype_from_numpy_name
from vyre.errors import VyreError
from vyre.lang import operators
from vyre.lang.captures import MISSING, lookup
from vyre.lang.dims import Dim
from vyre.lang.draft import Array, Draft, Lit, Node, Obj, RecordRef, RecordValue, ShapeOf, Tup, Value, Vec
from vyre.lang.frame import Frame, segment
from vyre.lang.functions import DeviceFunction
from vyre.lang.habits import around, operand_fix, type_text
from vyre.lang.inference import Mismatch
from vyre.lang.memory import check_axes, load, one_pair, subscripts
from vyre.lang.missing import (
    foreign,
    no_array_attribute,
    no_attribute,
    no_name,
    no_number_attribute,
    no_pointer,
    of_another_language,
)
from vyre.lang.records import down, element_of_field, field_name, no_column, part_of, settle
from vyre.lang.refusals import EXPRESSIONS
from vyre.lang.static import is_static, python_result
from vyre.lang.tables import entry, is_array, is_numbers, table_of
from vyre.lang.tuples import component, laid_out, leaves, like, same_shape

__all__ = ["Steps", "evaluate", "truth_of"]

Steps = Generator[ast.expr, "Value | None", "Value | None"]
Reader = Callable[[Frame, Any], "Value | Steps | None"]


def evaluate(frame: Frame, node: ast.expr) -> Value | None:
    """Read one expression."""
    stack: list[Steps] = []
    current = _start(frame, node)
    while True:
        if not isinstance(current, GeneratorType):
            if not stack:
                return current  # type: ignore[return-value]  # a value, as it is no generator
            steps, given = stack.pop(), current
        else:
            steps, given = current, None
        try:
            child = steps.send(given)  # type: ignore[arg-type]  # a value or None
        except StopIteration as stop:
            current = stop.value
            continue
        stack.append(steps)
        current = _start(frame, child)


def _start(frame: Frame, node: ast.expr) -> Value | Steps | None:
    reader = READERS.get(type(node))
    if reader is not None:
        return reader(frame, node)
    row = EXPRESSIONS.get(type(node).__name__)
    code, message, fix = row or (
        "K142",
        f"{type(node).__name__} is not in the language",
        "write it with operators and calls",
    )
    raise frame.syntax(node, code, message, fix)


def _name(frame: Frame, node: ast.Name) -> Value:
    if node.id in frame.assigned:
        return frame.read(node.id, node)
    found = lookup(frame.text.function, node.id)
    if found is MISSING:
        raise no_name(frame, node)
    return constant(frame, found, node, node.id)


def constant(frame: Frame, found: Any, node: ast.AST, path: str) -> Value:
    """A captured Python object as a value."""
    place = frame.place(node)
    found = frame.unit.bound(found)
    scalar = operators.numpy_scalar(found)
    if scalar is not None:
        dtype, number = scalar
        return frame.const(dtype, number, node)
    if isinstance(found, (bool, int, float)):  # an IntEnum's member counts as its number
        plain = found if isinstance(found, bool) else int(found) if isinstance(found, int) else float(found)
        return operators.literal(frame, plain, node)
    if isinstance(found, tuple):
        return Tup(tuple(constant(frame, item, node, f"{path}[{k}]") for k, item in enumerate(found)), place)
    if is_array(found):
        return table_of(frame, found, node, path)
    if isinstance(found, list):
        raise frame.syntax(
            node, "K141", f"{path} is a list, which can change without notice", f"capture a tuple or a NumPy array: {path} = tuple({path})"
        )  # fmt: skip
    if isinstance(found, Dim):
        return _extent(frame, found, node, path)
    if isinstance(found, type) and found.__module__ in NUMPY_MODULES:
        ours = dtype_from_numpy_name("bool" if found.__name__ == "bool_" else found.__name__)
        return Obj(found if ours is None else ours, place, path, host=ours is not None)
    return Obj(found, place, path)


def _extent(frame: Frame, found: Dim, node: ast.AST, path: str) -> Value:
    """A named dimension, as the extent of the axis that binds it."""
    if found.name is None:
        raise frame.syntax(
            node, "K115", f"{path} is an expression of dimensions, and has a value in annotations only",
            f"write it out where it is used: {found}",
        )  # fmt: skip
    home = frame.unit.dims.get(found.name)
    if home is None:
        raise frame.syntax(
            node, "K115", f"no input of the kernel has an axis {found.name}",
            f"give an In or InOut parameter of the kernel the axis {found.name} by itself, or use a.shape[k]",
        )  # fmt: skip
    return frame.size(*home, node)


def _constant(frame: Frame, node: ast.Constant) -> Value:
    value = node.value
    if isinstance(value, (bool, int, float)):
        return operators.literal(frame, value, node)
    if isinstance(value, bytes):
        return table_of(frame, value, node, "table")
    if isinstance(value, str):
        dtype = type_text(node)
        outer = around(frame.text.node, node)[0]
        fix = "store numbers, and format on the host" if dtype is None else f"write {dtype}"
        if isinstance(outer, ast.Call) and ast.unparse(outer.func) == "float":
            raise frame.syntax(outer, "K132", "there are no strings in a kernel", _float_of(frame, value))
        if isinstance(outer, ast.keyword) and dtype is None:
            fix = f"leave {outer.arg}= out"
        raise frame.syntax(node, "K132", "there are no strings in a kernel", fix)
    if value is None:
        raise frame.syntax(
            node, "K145", "None is not in the language",
            "use a number that stands for nothing, such as 0, or -1 in a signed type",
        )  # fmt: skip
    if isinstance(value, complex):
        raise frame.syntax(
            node, "K144", "complex numbers are not in the language", "use two floats, real and imaginary part"
        )
    raise frame.syntax(node, "K145", "`...` is not in the language", "write a number here, or `pass` for an empty body")


def _float_of(frame: Frame, text: str) -> str:
    """What to write for ``float("inf")`` and its like."""
    try:
        value = float(text)
    except ValueError:
        return "store numbers, and format on the host"
    if math.isfinite(value):
        return f"write {value!r}"
    modules = {v.__name__: k for k, v in frame.text.function.__globals__.items() if isinstance(v, ModuleType)}
    module = modules.get("math") or modules.get("numpy")
    name = f"{'-' if value < 0 else ''}{module or 'math'}.{'nan' if math.isnan(value) else 'inf'}"
    return f"write {name}" if module else f"write {name}; with `import math` above the kernel"


def _attribute(frame: Frame, node: ast.Attribute) -> Steps:
    base = yield node.value
    name = node.attr
    if isinstance(base, Array):
        if name == "size":
            return frame.size(base, None, node)
        if name == "shape":
            return ShapeOf(base, frame.place(node))
        if name == "ndim":
            return Lit(frame.rank(base), frame.place(node))
        if name == "flat":
            return base if base.flat else Array(
                base.name, base.role, base.dtype, base.place, base.rank, base.shape, flat=True, base=base.root, record=base.record
            )  # fmt: skip
        if base.root.record is not None:
            raise no_column(frame, base, name, node)
        if name == "dtype":
            return Obj(base.dtype, frame.place(node), f"{base.name}.dtype")
        raise no_array_attribute(frame, base, node)
    if isinstance(base, RecordRef):
        return _field(frame, base, name, node)
    if isinstance(base, RecordValue):
        return part_of(frame, base, name, node)
    if isinstance(base, Vec):
        return component(frame, base, node)
    if isinstance(base, Obj):
        found = getattr(base.value, name, MISSING)
        if isinstance(base.value, DType) and isinstance(found, (bool, int)):
            return Lit(found, frame.place(node))
        if found is MISSING or isinstance(base.value, DType) or _is_room(base.value, found):
            raise no_attribute(frame, base, node)
        if foreign(base, found):
            refused = of_another_language(frame, base, node)
            if refused is not None:
                raise refused
        return constant(frame, found, node, f"{base.path}.{name}")
    if isinstance(base, (Tup, ShapeOf)):
        raise frame.syntax(node, "K154", f"a tuple has no {name} in a kernel", "take an element with a literal: t[0]")
    raise no_number_attribute(frame, node, operators.wrapped(frame, node.value))


def _is_room(module: object, found: object) -> bool:
    """Whether a name of vyre is one of its packages, which no kernel means: ``vy.store`` is none of its functions."""
    return isinstance(found, ModuleType) and isinstance(module, ModuleType) and module.__name__ == "vyre"


def _field(frame: Frame, base: RecordRef, name: str, node: ast.expr) -> Value:
    """``a[i].x``: a load, where the field is a scalar."""
    ref, field = down(frame, base, name, node)
    return ref if field is None or field.shape else load(frame, ref.array, ref.index, node, field)


def _subscript(frame: Frame, node: ast.Subscript) -> Steps:
    base = yield node.value
    name = field_name(node)
    if name is not None and isinstance(base, RecordRef):
        return _field(frame, base, name, node)
    if name is not None and isinstance(base, RecordValue):
        return part_of(frame, base, name, node)
    if isinstance(base, RecordRef):
        inner = yield from subscripts(frame, node)
        field, index = element_of_field(frame, base, inner, node)
        return load(frame, base.array, index, node, field)
    if isinstance(base, Array):
        if name is not None and base.root.record is not None:
            raise no_column(frame, base, name, node)
        index = yield from subscripts(frame, node)
        if base.root.record is not None:
            check_axes(frame, base, index, node)
            return RecordRef(base, index, "", frame.place(node))
        return load(frame, base, index, node)
    return (yield from _item(frame, base, node))


def _of_object(base: Value | None, node: ast.Subscript) -> str | None:
    """What to write for an element of a dict or another object from outside that has subscripts."""
    known = isinstance(base, Obj) and hasattr(type(base.value), "__getitem__")
    outside = all(
        isinstance(n, ast.Constant)
        for n in ast.walk(node.slice)
        if isinstance(n, ast.expr) and not isinstance(n, ast.Tuple)
    )
    return f"write vy.static({ast.unparse(node)})" if known and outside else None


def _item(frame: Frame, base: Value | None, node: ast.Subscript) -> Steps:
    """An element of a tuple or a shape: the subscript is a literal."""
    if not isinstance(base, (Tup, ShapeOf)):
        raise frame.syntax(
            node, "K151", "only arrays, shapes and tuples have subscripts",
            one_pair(frame, node, base) or _of_object(base, node) or "subscript an array parameter: a[i]",
        )  # fmt: skip
    if isinstance(node.slice, ast.Slice):
        raise frame.syntax(node.slice, *EXPRESSIONS["Slice"])
    index = yield node.slice
    if isinstance(index, Tup) and isinstance(node.slice, ast.Tuple) and _nests(base):
        pairs = "".join(f"[{segment(frame.place(part))}]" for part in node.slice.elts)
        raise frame.syntax(
            node, "K156", "a tuple has one axis, and its elements are tuples again",
            f"write {segment(frame.place(node.value))}{pairs}; a pair of brackets per axis",
        )  # fmt: skip
    if not isinstance(index, Lit) and isinstance(base, Tup) and is_numbers(base):
        return entry(frame, base, index, node)
    if not isinstance(index, Lit) or type(index.value) is not int:
        raise frame.syntax(
            node.slice, "K156", "the subscript of a tuple is a literal, unless all its values are numbers known while reading",
            "write the number, use vy.static_range, put the values into a vy.private array, or capture a NumPy array and write T[i, j]",
        )  # fmt: skip
    count = len(base.items) if isinstance(base, Tup) else frame.rank(base.array)
    if isinstance(base, ShapeOf) and base.array.root.rank is None and not base.array.flat and index.value >= count:
        count = index.value + 1  # an assumption, held against the subscripts when the kernel is read
        frame.unit.asked[base.array.root.name].add(count)
    k = index.value + count if index.value < 0 else index.value
    if not 0 <= k < count:
        raise frame.syntax(
            node.slice,
            "K156",
            "there is 1 element" if count == 1 else f"there are {count} elements",
            ("use 0" if count == 1 else f"use 0 ... {count - 1}")
            + (base.array.root.unsized(k + 1) if isinstance(base, ShapeOf) else ""),
            actual=str(index.value),
        )
    return base.items[k] if isinstance(base, Tup) else frame.size(base.array, k, node)


def _nests(base: Value) -> bool:
    return isinstance(base, Tup) and any(isinstance(item, Tup) for item in base.items)


def _tuple(frame: Frame, node: ast.Tuple) -> Steps:
    items: list[Value] = []
    for item in node.elts:
        value = settle(frame, (yield item), item)
        if value is None:
            raise frame.not_a_number(value, item)
        items.append(value)
    return Tup(tuple(items), frame.place(node))


def _binary(frame: Frame, node: ast.BinOp) -> Steps:
    left = yield node.left
    right = yield node.right
    if isinstance(left, Array) and isinstance(node.op, ast.Add):
        refused = no_pointer(frame, left, node)
        if refused is not None:
            raise refused
    return operators.binary(frame, type(node.op), left, right, node, node.left, node.right)


def _unary(frame: Frame, node: ast.UnaryOp) -> Steps:
    value = yield node.operand
    return operators.unary(frame, type(node.op), value, node)


def truth_of(frame: Frame, value: Value | None, at: ast.expr) -> Node | Lit:
    """A condition: a literal bool, or a node that is a bool or an integer (rule 5.2)."""
    if isinstance(value, Lit):
        if isinstance(value.value, float):
            raise frame.type_error(at, "K205", "a float has no truth value", "compare it: != 0.0")
        return Lit(bool(value.value), value.place)
    operand = frame.use(value, at)
    if isinstance(operand, Node) and operand.type.known is bool_:
        return operand
    return frame.node("truth", (operand,), frame.typed(bool_, at), at, uses=(frame.place(at),))


def _bool_operand(frame: Frame, value: Value | None, at: ast.expr, word: str, node: ast.BoolOp) -> Node:
    """An operand of ``and`` / ``or``: a bool."""
    operand = frame.use(value, at)
    try:
        frame.unit.types.demand(operand.type, bool_, frame.place(at))
    except Mismatch as clash:
        raise _no_bool(frame, node, at, f"`{word}` takes bools, and this is {clash.words[0]}") from None
    if isinstance(operand, Node):
        return operand
    if isinstance(operand.value, bool):
        return frame.const(bool_, operand.value, at)
    raise _no_bool(frame, node, at, f"`{word}` takes bools, and this is a number")


def _no_bool(frame: Frame, node: ast.BoolOp, at: ast.expr, message: str) -> VyreError:
    hint = operand_fix(frame.text.node, node, at, operators.wrapped(frame, at))
    return frame.type_error(hint.at, "K206", message, hint.fix)


def _boolop(frame: Frame, node: ast.BoolOp) -> Steps:
    word = "and" if isinstance(node.op, ast.And) else "or"
    stops_at = word == "or"  # the literal that decides
    first = yield node.values[0]
    so_far: Value | None = first
    last = node.values[0]
    for operand in node.values[1:]:
        if isinstance(so_far, Lit):
            if bool(so_far.value) is stops_at:
                return so_far
            so_far = yield operand
            last = operand
            continue
        left = _bool_operand(frame, so_far, last, word, node)
        with frame.unit.into(Draft()) as trial:
            value = yield operand
            if isinstance(value, Lit) and isinstance(value.value, bool):
                right = frame.const(bool_, value.value, operand)
            else:
                right = _bool_operand(frame, value, operand, word, node)
        so_far = _joined(frame, word, left, trial, right, node)
        last = operand
    return so_far


def _joined(frame: Frame, word: str, left: Node, trial: Draft, right: Node, node: ast.expr) -> Node:
    """``left and/or right`` where ``trial`` is what reading ``right`` emitted."""
    unit = frame.unit
    if not trial.effects:  # loads and divisions are safe, so both sides may run (rules 4.1, 2.3)
        unit.block.nodes.extend(trial.nodes)
        return frame.node(word, (left, right), frame.typed(bool_, node), node)
    local = unit.new_local("condition", frame.typed(bool_, node))
    frame.node("set", (left,), None, node, local=local)
    with unit.into(trial):
        frame.node("set", (right,), None, node, local=local)
    arms = (trial, Draft(open=False)) if word == "and" else (Draft(open=False), trial)
    frame.node("if", (left,), None, node, blocks=arms)
    return frame.get(local, node)


def _compare(frame: Frame, node: ast.Compare) -> Steps:
    left = yield node.left
    left_at: ast.expr = node.left
    so_far: Node | Lit | None = None
    for op, operand in zip(node.ops, node.comparators, strict=True):
        if so_far is None:
            right = yield operand
            so_far = operators.compare(frame, op, left, right, node, left_at, operand)
        elif isinstance(so_far, Lit):
            if not so_far.value:
                return so_far
            right = yield operand
            so_far = operators.compare(frame, op, left, right, node, left_at, operand)
        else:
            # the middle operand was read once, above; this one only runs where Python would run it
            with frame.unit.into(Draft()) as trial:
                right = yield operand
                link = operators.compare(frame, op, left, right, node, left_at, operand)
                after = frame.const(bool_, link.value, node) if isinstance(link, Lit) else link
            so_far = _joined(frame, "and", so_far, trial, after, node)
        left, left_at = right, operand
    return so_far


def _conditional(frame: Frame, node: ast.IfExp) -> Steps:
    condition = truth_of(frame, (yield node.test), node.test)
    if isinstance(condition, Lit):
        return (yield node.body if condition.value else node.orelse)
    unit = frame.unit
    with unit.into(Draft()) as then:
        first = laid_out(frame, (yield node.body), node.body)
    with unit.into(Draft()) as orelse:
        second = laid_out(frame, (yield node.orelse), node.orelse)
    if first is None or second is None or not same_shape(first, second):
        for value, at in ((first, node.body), (second, node.orelse)):
            if value is None:
                raise frame.not_a_number(None, at)
        raise frame.type_error(
            node, "K200", "the two values of a conditional expression have two shapes",
            "give both the same number of values, or write an `if` with an assignment for each",
        )  # fmt: skip
    pairs = [
        (frame.arg(a, node.body), frame.arg(b, node.orelse)) for a, b in zip(leaves(first), leaves(second), strict=True)
    ]
    what = "the two values of a conditional expression"
    kinds = [operators.joined_type(frame, a, b, node, what) for a, b in pairs]
    results: list[Value]
    if not (then.effects or orelse.effects):
        unit.block.nodes.extend(then.nodes)
        unit.block.nodes.extend(orelse.nodes)
        results = [
            frame.node("select", (condition, a.operand, b.operand), kind, node)
            for (a, b), kind in zip(pairs, kinds, strict=True)
        ]
        return like(first, iter(results))
    locals_ = [unit.new_local("chosen", kind) for kind in kinds]
    for block, side in ((then, 0), (orelse, 1)):
        with unit.into(block):
            for local, pair in zip(locals_, pairs, strict=True):
                frame.node("set", (pair[side].operand,), None, node, local=local)
    frame.node("if", (condition,), None, node, blocks=(then, orelse))
    results = [frame.get(local, node) for local in locals_]
    return like(first, iter(results))


def _call(frame: Frame, node: ast.Call) -> Steps:
    from vyre.lang.calls import call

    target = yield node.func
    if is_static(target):
        return constant(frame, python_result(frame, node), node, "this")
    inlined = isinstance(target, Obj) and isinstance(target.value, DeviceFunction)  # whose locals may hold records
    positional = []
    for argument in node.args:
        value = yield argument
        positional.append(settle(frame, value, argument) if inlined else value)
    keywords: dict[str, Value | None] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise frame.syntax(keyword.value, *EXPRESSIONS["Starred"])
        value = yield keyword.value
        keywords[keyword.arg] = settle(frame, value, keyword.value) if inlined else value
    return call(frame, target, positional, keywords, node)


READERS: Final[dict[type[ast.expr], Reader]] = {
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _boolop,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.IfExp: _conditional,
    ast.Name: _name,
    ast.Subscript: _subscript,
    ast.Tuple: _tuple,
    ast.UnaryOp: _unary,
}
