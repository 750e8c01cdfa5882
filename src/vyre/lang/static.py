"""``vy.static(expr)``: Python evaluates the expression while the kernel is read; what it gives becomes a constant."""

from __future__ import annotations

import ast
import sys
from typing import Any

from vyre.dtypes import DType
from vyre.lang import device
from vyre.lang.captures import MISSING, free_names, lookup
from vyre.lang.draft import Array, Lit, Node, Obj, Tup, Value
from vyre.lang.frame import Frame, segment
from vyre.lang.habits import around

__all__ = ["ArrayFacts", "is_static", "python_result"]


def is_static(value: Value | None) -> bool:
    """Whether this is ``vy.static`` itself."""
    return isinstance(value, Obj) and value.value is device.static


class ArrayFacts:
    """What an array parameter is to the expression: its ``dtype`` and ``ndim``."""

    __slots__ = ("dtype", "ndim")

    def __init__(self, dtype: DType, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim


def python_result(frame: Frame, node: ast.Call) -> Any:
    """What Python makes of the argument of ``vy.static``. Raises K155, K172 and K173."""
    if node.keywords or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        raise frame.type_error(node, "K155", "vy.static takes one expression", "write vy.static(expression)")
    expression = node.args[0]
    function = frame.text.function
    names: dict[str, Any] = dict(function.__globals__)
    for name in free_names(expression):
        if name.id in frame.assigned:
            names[name.id] = _known(frame, frame.read(name.id, name), name)
        else:
            found = lookup(function, name.id)
            if found is MISSING:
                raise frame.syntax(
                    name, "K150", f"the name {name.id} is not defined", "define it above, import it at the top of the module, or correct its spelling"
                )  # fmt: skip
            names[name.id] = frame.unit.bound(found)
    code = compile(ast.Expression(expression), frame.text.file, "eval", dont_inherit=True)
    try:
        result = eval(code, names)  # noqa: S307 - evaluating the kernel's own expression is what vy.static is
    except Exception as error:  # noqa: BLE001 - whatever the user's expression raises
        text = segment(frame.place(expression))
        raise frame.type_error(
            expression, "K173", f"Python cannot evaluate this while reading: {type(error).__name__}: {error}",
            "correct the expression, or compute it above the kernel and use its name", actual=text or None,
        ) from None  # fmt: skip
    return _plain(frame, result, expression)


def _known(frame: Frame, value: Value, at: ast.Name) -> Any:
    """The Python object that a name of the kernel stands for while reading."""
    if isinstance(value, Lit):
        return value.value
    if isinstance(value, Obj):
        return value.value
    if isinstance(value, Tup):
        return tuple(_known(frame, item, at) for item in value.items)
    if isinstance(value, Node) and value.op == "const":
        return value.data
    if isinstance(value, Array):
        return ArrayFacts(value.dtype, frame.rank(value))
    raise frame.type_error(
        at, "K172", f"vy.static is evaluated while the kernel is read, and {at.id} is known only when it runs",
        f"leave vy.static out, or use captured names, variables of vy.static_range, and literals instead of {at.id}",
    )  # fmt: skip


def _plain(frame: Frame, result: Any, at: ast.expr) -> Any:
    """The result, if a kernel has a constant for it. Raises K173."""
    if type(result).__module__ == "numpy" and type(result).__name__ in ("bool", "bool_"):
        return bool(result)
    if isinstance(result, tuple):
        return tuple(_plain(frame, item, at) for item in result)
    numpy = sys.modules.get("numpy")
    if isinstance(result, (bool, int, float, bytes, DType)) or (
        numpy is not None and isinstance(result, (numpy.generic, numpy.ndarray))
    ):
        return result
    if isinstance(result, range) and isinstance(at, ast.Call) and not at.keywords:
        bounds = ", ".join(_bound(a) for a in at.args)
        raise frame.type_error(
            around(frame.text.node, at)[0], "K173", "a range is no constant: a loop over it is unrolled by vy.static_range",
            f"write vy.static_range({bounds})", actual="range",
        )  # fmt: skip
    raise frame.type_error(
        at, "K173", f"this gives {type(result).__name__}, and a constant is a number, a bool, a type, an array, bytes, or a tuple of these",
        "make it one of these, for example tuple(...) of a list", actual=type(result).__name__,
    )  # fmt: skip


def _bound(node: ast.expr) -> str:
    """A bound of a range for ``vy.static_range``, which takes what a kernel knows while it is read."""
    text = ast.unparse(node)
    plain = isinstance(node, (ast.Constant, ast.Name)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    )
    return text if plain else f"vy.static({text})"
