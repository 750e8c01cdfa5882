"""Arrays inside of a kernel: subscripts, loads, stores, shared arrays, atomics."""

from __future__ import annotations

import ast
from collections.abc import Generator, Sequence
from typing import Final

from vyre.dtypes import DType, u32
from vyre.errors import VyreError, shown
from vyre.ir.program import Field, Record
from vyre.lang.draft import Array, Lit, LitUse, Node, Obj, Operand, ShapeOf, Tup, Value
from vyre.lang.frame import Frame, segment
from vyre.lang.habits import around
from vyre.lang.inference import Mismatch
from vyre.lang.refusals import EXPRESSIONS
from vyre.lang.tables import element
from vyre.lang.widening import widened_fix

__all__ = [
    "atomic",
    "check_axes",
    "check_writable",
    "index_of",
    "load",
    "of_element",
    "one_pair",
    "private",
    "shared",
    "store",
    "subscripts",
]

ATOMIC_TYPES: Final = ("u32", "i32", "u64", "i64")
_ROOM: Final = {
    "shared": "a workgroup has 16 KiB on every device, which is 4096 elements of 4 bytes; more is an array parameter",
    "private": "what is large is an array parameter, with a row per invocation",
}
Steps = Generator[ast.expr, "Value | None", "tuple[Operand, ...]"]


def subscripts(frame: Frame, node: ast.Subscript) -> Steps:
    """The subscripts of ``a[...]``, read in order."""
    entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    found: list[Operand] = []
    for entry in entries:
        if isinstance(entry, ast.Slice):
            code, message, fix = EXPRESSIONS["Slice"]
            whole = len(entries) == 1 and entry.lower is entry.upper is entry.step is None
            row = isinstance(node.ctx, ast.Load) and len(entries) > 1
            fix = _filled(frame, node, entries) or (
                _of_a_row(frame, node, entries) if row else _one_element(frame, node) if whole else fix
            )
            raise frame.syntax(entry, code, message, fix)
        if isinstance(entry, ast.Constant) and entry.value is Ellipsis:
            raise frame.syntax(entry, "K145", "`...` is not in the language", _one_element(frame, node))
        none = isinstance(entry, ast.Constant) and entry.value is None
        if none and len(entries) == 1:
            raise frame.syntax(
                entry, "K145", "None is no subscript: an array has at least one axis", f"write 0, as in {segment(frame.place(node.value))}[0]"
            )  # fmt: skip
        value = None if none else (yield entry)
        if none or (isinstance(value, Obj) and value.value is None):
            raise frame.syntax(
                entry, "K145", "there are no new axes in a kernel",
                f"leave this subscript out of {segment(frame.place(node.value))}[...]: one per axis of the array",
            )  # fmt: skip
        whole = isinstance(value, Tup) and len(entries) == 1  # a[p] with p = (i, j)
        items: Sequence[Value | None] = value.items if isinstance(value, Tup) and whole else (value,)
        axes = len(items) if whole else len(entries)
        for item in items:
            found.append(_subscript(frame, item, entry, _extent(segment(frame.place(node.value)), len(found), axes)))
    return tuple(found)


def _extent(array: str, axis: int, axes: int) -> str:
    """How a kernel writes the number of elements along an axis."""
    return f"{array or 'a'}.size" if axes == 1 else f"{array or 'a'}.shape[{axis}]"


def _one_element(frame: Frame, node: ast.Subscript) -> str:
    """What to write instead of a whole array."""
    word = "store into" if isinstance(node.ctx, ast.Store) else "read"
    return f"{word} one element per invocation: {segment(frame.place(node.value))}[i] with i = vy.global_id(), one subscript per axis"


def _filled(frame: Frame, node: ast.Subscript, entries: Sequence[ast.expr]) -> str | None:
    """What to write instead of ``t[:] = x``, where the kernel has made the array ``t``; None for anything else."""
    var = frame.variables.get(node.value.id) if isinstance(node.value, ast.Name) else None
    array = None if var is None else var.fixed
    if not isinstance(array, Array) or array.role not in ("shared", "private") or not isinstance(node.value, ast.Name):
        return None
    name, shape = node.value.id, array.shape or ()
    if isinstance(node.ctx, ast.Load):
        return f"read each element where it is used, {name}[{', '.join('kmn'[: len(shape)])}], in a loop over {name}"
    statement = next((s for s in around(frame.text.node, node) if isinstance(s, (ast.Assign, ast.AugAssign))), None)
    if statement is None:
        return None
    taken = {n.id for n in ast.walk(frame.text.node) if isinstance(n, ast.Name)}
    free = (k for k in ("k", "m", "n", *(f"k{n}" for n in range(len(taken) + 3))) if k not in taken)
    loops, index = "", []
    whole = [ast.Slice()] * len(shape) if len(entries) == 1 and len(shape) > 1 else entries
    for axis, entry in enumerate(whole):
        if not isinstance(entry, ast.Slice):
            index.append(ast.unparse(entry))
            continue
        index.append(next(free))
        end = str(shape[axis]) if entry.upper is None else ast.unparse(entry.upper)
        ends = end if entry.lower is None else f"{ast.unparse(entry.lower)}, {end}"
        ends = (
            ends if entry.step is None else f"{'0, ' if entry.lower is None else ''}{ends}, {ast.unparse(entry.step)}"
        )
        loops += f"for {index[-1]} in range({ends}): "
    sign = (
        f"{ast.unparse(ast.BinOp(ast.Name('a'), statement.op, ast.Name('b')))[2:-2]}="
        if isinstance(statement, ast.AugAssign)
        else "="
    )
    lines = " (each `for` on a line of its own)" if loops.count(":") > 1 else ""
    under = ", under `if vy.local_index() == 0:` and with vy.barrier() after it" if array.role == "shared" else ""
    return f"write `{loops}{name}[{', '.join(index)}] {sign} {ast.unparse(statement.value)}`{lines}{under}"


def _of_a_row(frame: Frame, node: ast.Subscript, entries: Sequence[ast.expr]) -> str:
    """What to write instead of ``a[i, :]``."""
    free = iter("klm")
    names = [next(free, "n") if isinstance(e, ast.Slice) else segment(frame.place(e)) for e in entries]
    return f"read each element where it is used: {segment(frame.place(node.value))}[{', '.join(names)}]"


def one_pair(frame: Frame, node: ast.Subscript, base: Value | None) -> str | None:
    """What to write instead of ``a[i][j]``, where ``a[i]`` is the number ``base``, and of ``vy.global_id()[k]``."""
    if isinstance(base, Obj) and callable(base.value):
        return f"write {base.path}({ast.unparse(node.slice).strip('()')})"
    if isinstance(base, Node) and base.op == "id" and isinstance(node.value, ast.Call) and not node.value.args:
        return f"write {segment(frame.place(node.value.func))}({segment(frame.place(node.slice))})"
    if not isinstance(base, Node) or base.op != "load" or not isinstance(node.value, ast.Subscript):
        return None
    outer, inner = (segment(frame.place(part.slice)) for part in (node.value, node))
    if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return f"write {segment(frame.place(node.value))}; the array holds plain numbers, and fields are those of a vy.struct"
    return f"write one pair of brackets, with a subscript per axis: {segment(frame.place(node.value.value))}[{outer}, {inner}]"


def _subscript(frame: Frame, value: Value | None, at: ast.AST, extent: str) -> Operand:
    operand = frame.use(value, at)
    if isinstance(operand, LitUse):
        if type(operand.value) is not int:
            raise not_an_index(frame, at, type(operand.value).__name__)
        if operand.value < 0:
            raise frame.type_error(
                at, "K211", "a negative subscript does not count from the end",
                f"count from the start: {extent} - {-operand.value}", actual=shown(operand.value),
            )  # fmt: skip
        frame.unit.types.demand(operand.type, u32, operand.place)
    return operand


def not_an_index(frame: Frame, at: ast.AST, kind: str) -> VyreError:
    """The error K210."""
    return frame.type_error(
        at,
        "K210",
        f"a subscript is an integer, and this is {kind}",
        f"cast it: vy.u32({segment(frame.place(at)) or 'x'})",
        actual=kind,
    )


def index_of(frame: Frame, array: Array, value: Value | None, at: ast.AST) -> tuple[Operand, ...]:
    """The ``index`` argument of an atomic: an integer or a tuple."""
    items = value.items if isinstance(value, Tup) else (value,)
    places = at.elts if isinstance(at, ast.Tuple) and len(at.elts) == len(items) else [at] * len(items)
    found = zip(items, places, strict=True)
    return tuple(
        _subscript(frame, item, place, _extent(array.name, k, len(items))) for k, (item, place) in enumerate(found)
    )


def load(frame: Frame, array: Array, index: tuple[Operand, ...], node: ast.AST, field: Field | None = None) -> Node:
    """``a[i]``, or ``a[i].field``; 0 outside of the array (rule 4.1)."""
    dtype = array.dtype if field is None else field.dtype
    if field is None:
        check_axes(frame, array, index, node)
    if array.role == "table":
        return element(frame, array, index, node)
    name = None if field is None else field.name
    return frame.node("load", index, frame.typed(dtype, node), node, array=array.root, flat=array.flat, data=name)


def check_axes(frame: Frame, array: Array, index: tuple[Operand, ...], node: ast.AST) -> None:
    """One subscript per axis (K165); the first access fixes how many there are."""
    frame.fix_rank(array, len(index), node) if not array.flat else _flat(frame, array, index, node)


def _flat(frame: Frame, array: Array, index: tuple[Operand, ...], node: ast.AST) -> None:
    if len(index) != 1:
        raise frame.syntax(
            node,
            "K165",
            f"{array.name}.flat takes one subscript and is given {len(index)}",
            f"write {array.name}[i, j] for one subscript per axis",
        )


def check_writable(frame: Frame, array: Array, node: ast.AST) -> None:
    """Raises K161 for an In array and a constant table."""
    if array.role == "table":
        raise frame.syntax(
            node, "K161", f"{array.name} is a constant table, and read-only",
            f"make it a parameter, {array.name}: vy.InOut[vy.{array.dtype.__name__}], and pass the array",
            others=[("first read here", array.root.place)],
        )  # fmt: skip
    if array.root.role == "in":
        element = f"[vy.{array.dtype.__name__}]" if array.root.record is None else " of the same records"
        raise frame.syntax(
            node, "K161", f"{array.name} is read-only", f"annotate it as {array.name}: vy.InOut{element}",
            others=[("declared here", array.root.place)],
        )  # fmt: skip


def store(
    frame: Frame,
    array: Array,
    index: tuple[Operand, ...],
    value: Value | None,
    node: ast.AST,
    value_at: ast.AST,
    field: Field | None = None,
) -> None:
    """``a[i] = value``, or ``a[i].field = value``; dropped outside of the array (rule 4.1)."""
    check_writable(frame, array, node)
    if field is None:
        check_axes(frame, array, index, node)
    operand = _as_element(frame, array, value, value_at, field)
    name = None if field is None else field.name
    frame.node("store", (*index, operand), None, node, array=array.root, flat=array.flat, data=name)


def _as_element(frame: Frame, array: Array, value: Value | None, at: ast.AST, field: Field | None = None) -> Operand:
    operand = frame.use(value, at)
    place = frame.place(at)
    dtype = array.dtype if field is None else field.dtype
    what = f"{array.name} has elements" if field is None else f"the field {field.name} of {array.name} is"
    try:
        frame.unit.types.unify(operand.type, frame.typed(dtype, at))
    except Mismatch as clash:
        text = segment(place) or "..."
        if dtype.is_bool and isinstance(operand, LitUse):
            text = str(bool(operand.value))
            raise frame.type_error(
                at, "K200", f"{what} of type bool and is given {clash.words[0]}", f"write {text}"
            ) from None
        fix = f"{text} != 0" if dtype.is_bool else f"vy.{dtype.__name__}({text})"
        given = at.value if isinstance(at, ast.AugAssign) else at
        raise frame.type_error(
            at, "K200", f"{what} of type {dtype.name} and is given {clash.words[0]}",
            widened_fix(frame, segment(frame.place(given)), clash.types[0], dtype) or f"cast the value: {fix}", others=clash.others[:1],
        ) from None  # fmt: skip
    return operand


def shared(frame: Frame, dtype: Value | None, shape: Value | None, node: ast.Call) -> Array:
    """``vy.shared(T, shape)``: one array per inlined call, at the top level of a kernel or helper (rule 4.3)."""
    if frame.nesting:
        raise frame.syntax(
            node, "K163", "a shared array is made at the top level of a kernel or vy.func, outside of loops and branches",
            "move the line to the top of the function; an array of one invocation is vy.private(T, n), which may stand here",
        )  # fmt: skip
    held, sizes = _inside(frame, "shared", dtype, shape, node)
    return _declared(frame, "shared", held, sizes, node)


def private(frame: Frame, dtype: Value | None, shape: Value | None, node: ast.Call) -> Array:
    """``vy.private(T, shape)``: an array of the invocation, zero each time this line runs (rule 4.3)."""
    held, sizes = _inside(frame, "private", dtype, shape, node)
    key = (id(node), frame.chain)  # an unrolled loop reads the line again and means the same array
    array = frame.unit.privates.get(key)
    if array is None:
        array = frame.unit.privates[key] = _declared(frame, "private", held, sizes, node)
    frame.node("clear", (), None, node, array=array)
    return array


def _inside(
    frame: Frame, word: str, dtype: Value | None, shape: Value | None, node: ast.Call
) -> tuple[DType, tuple[int, ...]]:
    """The constant type and shape of an array that the kernel makes."""
    if isinstance(dtype, Obj) and isinstance(dtype.value, Record):
        raise frame.type_error(
            node, "K156", f"vy.{word} holds scalars, no records", f"make one array per field, for example x = vy.{word}(vy.f32, 256)"
        )  # fmt: skip
    if not (isinstance(dtype, Obj) and isinstance(dtype.value, DType)):
        example = f"vy.{word}(vy.u32, 256)"
        if isinstance(shape, Obj) and isinstance(shape.value, DType) and len(node.args) == 2:
            example = f"vy.{word}({segment(frame.place(node.args[1]))}, {segment(frame.place(node.args[0]))})"
        raise frame.type_error(
            node, "K156", f"the first argument of vy.{word} is a type, the second a shape", f"write {example}"
        )
    sizes: list[int] = []
    if isinstance(shape, ShapeOf):
        shape = Tup((shape,), shape.place)
    for item in shape.items if isinstance(shape, Tup) else (shape,):
        if not (isinstance(item, Lit) and type(item.value) is int and item.value > 0):
            raise frame.syntax(
                node, "K156", f"the shape of a {word} array is constant",
                "write numbers, or a name from outside of the kernel that holds a number, of at least 1",
            )  # fmt: skip
        if item.value >= 1 << 32:
            raise frame.syntax(
                node, "K156", f"a size of a {word} array is below 2**32", "make it smaller: " + _ROOM[word], actual=shown(item.value)
            )  # fmt: skip
        sizes.append(item.value)
    return dtype.value, tuple(sizes)


def _declared(frame: Frame, role: str, dtype: DType, sizes: tuple[int, ...], node: ast.Call) -> Array:
    name = f"{role}_{len(frame.unit.arrays)}"
    array = Array(name, role, dtype, frame.place(node), len(sizes), sizes)
    frame.unit.arrays.append(array)
    return array


def atomic(
    frame: Frame,
    op: str,
    buffer: Value | None,
    index: Value | None,
    value: Value | None,
    expected: Value | None,
    node: ast.Call,
) -> Node:
    """``vy.atomic_op(buf, index, value)``: gives the old value (rule 6.1)."""
    if not isinstance(buffer, Array):
        raise frame.type_error(
            node.args[0] if node.args else node,
            "K151",
            "the first argument of an atomic is an array",
            "pass the array itself: vy.atomic_add(counts, i, 1)",
        )
    check_writable(frame, buffer, node)
    if buffer.root.role == "private":
        raise frame.type_error(
            node, "K202", f"{buffer.name} is private, and atomics are for what invocations share", f"write {buffer.name}[k] += x",
            others=[("declared here", buffer.root.place)],
        )  # fmt: skip
    if buffer.root.record is not None:
        raise frame.type_error(
            node, "K202", f"{buffer.name} holds records, and atomics are on whole elements of an aligned array",
            "keep what is counted in an array of its own, for example counts: vy.InOut[vy.u32]", others=[("declared here", buffer.root.place)],
        )  # fmt: skip
    dtype = buffer.dtype
    if dtype.name not in ATOMIC_TYPES and not (dtype.name in ("f32", "f64") and op in ("add", "sub", "min", "max")):
        fix = "scale to integers, or let each invocation store what it gives into an element of its own"
        raise frame.later(
            node, f"vy.atomic_{op} on {dtype.name}", fix if dtype.is_float else "use a u32 or i32 array for it"
        )
    at = index_of(frame, buffer, index, _argument(node, 1, "index"))
    frame.fix_rank(buffer, len(at), node) if not buffer.flat else _flat(frame, buffer, at, node)
    given = [("expected", expected), ("value", value)] if op == "compare_exchange" else [("value", value)]
    operands = [_as_element(frame, buffer, v, _argument(node, k, name)) for k, (name, v) in enumerate(given, start=2)]
    return frame.node(
        "atomic", (*at, *operands), frame.typed(dtype, node), node, array=buffer.root, flat=buffer.flat, data=op
    )


def of_element(frame: Frame, node: ast.Call) -> str | None:
    """What to write instead of an atomic that is given an element, ``a[i]``, for its array and its index."""
    first = node.args[0] if node.args else None
    if not isinstance(first, ast.Subscript):
        return None
    index = segment(frame.place(first.slice))
    index = f"({index})" if isinstance(first.slice, ast.Tuple) and not index.startswith("(") else index
    texts = [segment(frame.place(first.value)), index, *(segment(frame.place(a)) for a in node.args[1:])]
    return f"pass the array and the index: {segment(frame.place(node.func))}({', '.join(texts)})"


def _argument(node: ast.Call, position: int, name: str) -> ast.AST:
    """Where an argument is written."""
    return (
        node.args[position]
        if len(node.args) > position
        else next((k.value for k in node.keywords if k.arg == name), node)
    )
