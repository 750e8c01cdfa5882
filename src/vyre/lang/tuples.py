"""Tuples of values: their shape, and ``vy.vec``, a tuple of two to four numbers of one type with arithmetic."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from vyre.errors import VyreError
from vyre.lang import operators
from vyre.lang.draft import Arg, Node, ShapeOf, Tup, Value, Vec
from vyre.lang.frame import Frame, segment

__all__ = [
    "COMPONENTS",
    "component",
    "component_number",
    "dot",
    "laid_out",
    "leaves",
    "length",
    "like",
    "same_shape",
    "vec",
]

COMPONENTS: Final = "xyzw"


# -- shapes -----------------------------------------------------------------------------------------------


def laid_out(frame: Frame, value: Value | None, at: ast.AST) -> Value | None:
    """The value, with an array's shape as a plain tuple."""
    if isinstance(value, ShapeOf):
        return Tup(tuple(frame.size(value.array, k, at) for k in range(frame.rank(value.array))), value.place)
    return value


def leaves(value: Value) -> list[Value]:
    """What a tuple of tuples holds, from left to right; of anything else itself."""
    found: list[Value] = []
    todo = [value]
    while todo:
        current = todo.pop()
        if isinstance(current, Tup):
            todo.extend(reversed(current.items))
        else:
            found.append(current)
    return found


def same_shape(left: Value, right: Value) -> bool:
    """Whether both are tuples of the same lengths, and vecs in the same places; or both are none."""
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        if isinstance(a, Tup) and isinstance(b, Tup):
            if type(a) is not type(b) or len(a.items) != len(b.items):
                return False
            todo.extend(zip(a.items, b.items, strict=True))
        elif isinstance(a, Tup) or isinstance(b, Tup):
            return False
    return True


def like(value: Value, parts: Iterator[Value]) -> Value:
    """The shape of ``value`` with other leaves."""
    if isinstance(value, Tup):
        return type(value)(tuple([like(item, parts) for item in value.items]), value.place)
    return next(parts)


# -- vecs -------------------------------------------------------------------------------------------------


def vec(frame: Frame, args: Sequence[Value | None], places: Sequence[ast.AST], node: ast.Call) -> Vec:
    """``vy.vec(x, y, z)``: all of one type."""
    given = [frame.arg(value, at) for value, at in zip(args, places, strict=True)]
    operators.no_bool(frame, given, node, "vy.vec")
    for other in given[1:]:
        operators.joined_type(frame, given[0], other, node, "the components of a vec")
    return Vec(tuple(_typed(frame, a, node) for a in given), frame.place(node))


def _typed(frame: Frame, given: Arg, node: ast.AST) -> Node:
    """A literal component has the type of the others from here on."""
    operand = given.operand
    return operand if isinstance(operand, Node) else frame.node("same", (operand,), operand.type, node)


def component_number(frame: Frame, value: Vec, node: ast.Attribute) -> int:
    """Which component ``v.x`` names. Raises K154."""
    count = len(value.items)
    known = COMPONENTS[:count]
    if len(node.attr) != 1 or node.attr not in known:
        raise frame.syntax(
            node, "K154", f"a vec of {count} has no {node.attr}", f"its components are {', '.join(known)}; for several write a vec of them: vy.vec(v.y, v.x)"
        )  # fmt: skip
    return known.index(node.attr)


def component(frame: Frame, value: Vec, node: ast.Attribute) -> Value:
    """``v.x``."""
    return value.items[component_number(frame, value, node)]


def dot(frame: Frame, left: Value | None, right: Value | None, node: ast.Call) -> Node:
    """The products added from the left, each rounded on its own (rule 3.1)."""
    a, b = _vec(frame, left, node, "vy.dot"), _vec(frame, right, node, "vy.dot")
    if len(a.items) != len(b.items):
        raise operators.unequal_vecs(frame, a, b, node)
    total: Node | None = None
    for x, y in zip(a.items, b.items, strict=True):
        product = operators.same_type(frame, "mul", [frame.arg(x, node), frame.arg(y, node)], node, "vy.dot")
        total = product if total is None else _added(frame, total, product, node)
    assert total is not None
    return total


def length(frame: Frame, value: Value | None, node: ast.Call) -> Node:
    """The square root of the dot product with itself."""
    squared = Arg(dot(frame, _vec(frame, value, node, "vy.length"), value, node), frame.place(node))
    operators.want_float(frame, [squared], node, "vy.length")
    return operators.operation(frame, "sqrt", [squared], squared.type, node)


def _added(frame: Frame, left: Node, right: Node, node: ast.AST) -> Node:
    place = frame.place(node)
    return operators.same_type(frame, "add", [Arg(left, place), Arg(right, place)], node, "vy.dot")


def _vec(frame: Frame, value: Value | None, node: ast.Call, word: str) -> Vec:
    if isinstance(value, Vec):
        return value
    raise _no_vec(frame, node, word)


def _no_vec(frame: Frame, node: ast.Call, word: str) -> VyreError:
    text = segment(frame.place(node.args[0])) if node.args else ""
    form = f"{word}(vy.vec(x, y){', vy.vec(z, w)' if word == 'vy.dot' else ''})"
    return frame.type_error(
        node, "K174", f"{word} takes vecs", f"make vecs of the numbers: {form}", actual=text or None
    )
