"""Names from outside of a kernel: looked up while it is read, remembered so that a later change is seen."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, Final

from vyre.dtypes import NUMPY_MODULES, DType
from vyre.lang import device
from vyre.lang.dims import Dim
from vyre.lang.functions import DeviceFunction
from vyre.lang.names import assigned_names
from vyre.lang.source import FunctionText

__all__ = ["MISSING", "Capture", "captures_of", "current_values", "free_names", "lookup"]

MISSING: Final = object()
_FIXED_MODULES: Final = ("vyre", "math", "numpy")  # what these hold does not change


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """One outer name: the function that uses it, the dotted name, what it held when the kernel was read, and how
    that compares."""

    function: Any  # a FunctionType, which pyright takes for a method of this class
    path: tuple[str, ...]
    value: Any
    compared: Any = None


def lookup(function: FunctionType, name: str) -> Any:
    """The object that a free name of ``function`` means now, or MISSING."""
    code = function.__code__
    if name in code.co_freevars and function.__closure__ is not None:
        try:
            return function.__closure__[code.co_freevars.index(name)].cell_contents
        except ValueError:  # not assigned yet
            return MISSING
    found = function.__globals__.get(name, MISSING)
    return getattr(builtins, name, MISSING) if found is MISSING else found


def captures_of(text: FunctionText) -> tuple[Capture, ...]:
    """The outer names that a kernel uses, and those of the functions that it calls, in the order of the text.

    Names in branches that were not read are among them: with another value they might be.
    """
    found: dict[tuple[FunctionType, tuple[str, ...]], Any] = {}
    todo, seen = [text], {text.function}
    while todo:
        current = todo.pop(0)
        for path, value in _used(current):
            found.setdefault((current.function, path), value)
            if isinstance(value, DeviceFunction) and value.text.function not in seen:
                seen.add(value.text.function)
                todo.append(value.text)
    return tuple(Capture(function, path, value, _compared(value)) for (function, path), value in found.items())


def _used(text: FunctionText) -> Iterator[tuple[tuple[str, ...], Any]]:
    own = assigned_names(text.node) | {a.arg for a in text.node.args.args}
    todo: list[ast.AST] = list(reversed(text.node.body))
    while todo:
        node = todo.pop()
        path = _dotted(node)
        if isinstance(node, ast.Call) and _resolved(text, own, node.func) is device.static:
            todo.append(node.func)
            yield from _static_names(text, own, node)
        elif path is None:
            todo.extend(reversed(list(ast.iter_child_nodes(node))))
        elif path[0] not in own:
            taken, value = _outer(text, path)
            if _is_constant(value):
                yield taken, value


def _outer(text: FunctionText, path: tuple[str, ...]) -> tuple[tuple[str, ...], Any]:
    """As much of a dotted name as leads to a constant, and that."""
    value = lookup(text.function, path[0])
    taken = 1
    while taken < len(path) and value is not MISSING and not _is_constant(value) and not _is_fixed(value):
        value = getattr(value, path[taken], MISSING)
        taken += 1
    return path[:taken], value


def free_names(expression: ast.expr) -> list[ast.Name]:
    """Names that an expression reads from outside of itself, each once: not those of its comprehensions and lambdas."""
    inside: set[str] = set()
    found: dict[str, ast.Name] = {}
    for node in ast.walk(expression):
        if isinstance(node, ast.arg):
            inside.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            inside.add(node.id)
    for node in ast.walk(expression):
        if isinstance(node, ast.Name) and node.id not in inside:
            found.setdefault(node.id, node)
    return list(found.values())


def _static_names(text: FunctionText, own: frozenset[str], node: ast.Call) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What an expression of ``vy.static`` reads, of whatever kind: objects are compared by identity."""
    for argument in node.args:
        for name in free_names(argument):
            value = lookup(text.function, name.id)
            if name.id not in own and value is not MISSING and not isinstance(value, ModuleType):
                yield (name.id,), value
        for inner in ast.walk(argument):  # attributes that are numbers
            path = _dotted(inner)
            if path is not None and len(path) > 1 and path[0] not in own:
                taken, value = _outer(text, path)
                if _is_constant(value):
                    yield taken, value


def _resolved(text: FunctionText, own: frozenset[str], node: ast.AST) -> Any:
    """What a dotted name means that begins outside of the function and goes through modules; else MISSING."""
    path = _dotted(node)
    if path is None or path[0] in own:
        return MISSING
    value = lookup(text.function, path[0])
    for name in path[1:]:
        value = getattr(value, name, MISSING) if isinstance(value, ModuleType) else MISSING
    return value


def _dotted(node: ast.AST) -> tuple[str, ...] | None:
    """``a.b.c`` as its parts; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else None


def _is_fixed(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] in _FIXED_MODULES


def _is_constant(value: Any) -> bool:
    if isinstance(value, (bool, int, float, bytes, bytearray, DType, DeviceFunction, Dim)):
        return True
    if isinstance(value, tuple):
        return all(map(_is_constant, value))
    if isinstance(value, type):
        return value.__module__ in NUMPY_MODULES
    return type(value).__module__ in NUMPY_MODULES and hasattr(value, "dtype")


def _compared(value: Any) -> Any:
    """What is compared on each call: equal numbers of two types differ, and so do 0.0 and -0.0; arrays and other objects
    by identity."""
    if isinstance(value, float):
        return (type(value), value.hex())
    if isinstance(value, int):
        return (type(value), value)
    if isinstance(value, Dim):
        return value
    if isinstance(value, tuple):
        return (tuple, *map(_compared, value))
    if isinstance(value, bytes):
        return (bytes, value)
    if type(value).__module__ in NUMPY_MODULES and getattr(value, "ndim", None) == 0:
        return (type(value), value.tobytes())
    return ("object", id(value))  # kept alive by the capture, so the number is not given away again


def current_values(captures: tuple[Capture, ...], *, now: bool) -> tuple[Any, ...]:
    """A key of what the captures hold, now or when they were read."""
    if not now:
        return tuple(capture.compared for capture in captures)
    found = []
    for capture in captures:
        value = lookup(capture.function, capture.path[0])
        for name in capture.path[1:]:
            value = getattr(value, name, MISSING)
        found.append(capture.compared if value is capture.value else _compared(value))
    return tuple(found)
