"""The errors of names and attributes that do not exist in a kernel, each with what was probably meant."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Final

from vyre.dtypes import DType
from vyre.errors import VyreError
from vyre.lang import device
from vyre.lang.draft import Array, Obj
from vyre.lang.frame import Frame
from vyre.lang.functions import DeviceFunction
from vyre.lang.habits import around, of_array, of_method, of_path, pointer_fix, type_text
from vyre.lang.source import SOURCE_FILE
from vyre.lang.spelling import AXES, alike, array_hint, name_hint, number_hint

__all__ = [
    "condition_last",
    "foreign",
    "no_array_attribute",
    "no_attribute",
    "no_name",
    "no_number_attribute",
    "no_pointer",
    "of_another_language",
]

_LANGUAGES: Final = ("numba", "taichi", "warp", "triton", "cupyx", "pyopencl", "wgpu", "torch", "jax")
_ALIASES: Final = frozenset(("cuda", "tl", "ti", "wp", "triton", "numba", "taichi", "warp", "jit", "tm", "libdevice"))
"""Names under which kernels import the languages that they are written in."""
_OURS: Final = ("vyre", "math", "numpy")


def no_name(frame: Frame, node: ast.Name) -> VyreError:
    """K150."""
    hint = of_path(frame.text.node, node, ()) if node.id in _ALIASES and _is_base(frame, node) else None
    at, fix = (node, _undefined_fix(frame, node.id)) if hint is None else (hint.at, hint.fix)
    return frame.syntax(at, "K150", f"the name {node.id} is not defined", fix)


def _is_base(frame: Frame, node: ast.Name) -> bool:
    return any(isinstance(n, ast.Attribute) and n.value is node for n in ast.walk(frame.text.node))


def _undefined_fix(frame: Frame, name: str) -> str:
    function = frame.text.function
    around = function.__qualname__.rpartition(".")[0].rpartition(".")[2]  # a class, "<locals>" or nothing
    if name in ("self", "cls"):
        return f"a kernel is no method and gets no {name}: make what it needs a parameter, or a name at module level"
    if name == function.__name__:
        return "a kernel does not call itself: write a loop, or move what is called into a @vy.func above"
    if frame.text.file.startswith(SOURCE_FILE):
        otherwise = f"hand it over: vy.kernel_from_source(text, namespace={{{name!r}: ...}})"
    elif around and around != "<locals>":
        otherwise = f"define it at module level, above the class {around}: a function does not see the names of the class around it"
    else:
        otherwise = "define it above, import it at the top of the module, or correct its spelling"
    outer = (n for n in function.__globals__ if not n.startswith("__"))
    hint = name_hint(name, (*frame.assigned, *function.__code__.co_freevars, *outer))
    if hint is None:
        return otherwise
    return f"{hint} Otherwise {otherwise}" if hint.endswith("?") else hint


def no_attribute(frame: Frame, base: Obj, node: ast.Attribute) -> VyreError:
    """K154, of a module, a type or a function."""
    at, fix = _attribute_fix(frame, base, node)
    return frame.syntax(at, "K154", f"{base.path} has no {node.attr}", fix)


def _attribute_fix(frame: Frame, base: Obj, node: ast.Attribute) -> tuple[ast.AST, str]:
    name = node.attr
    module = base.value.__name__ if isinstance(base.value, ModuleType) else ""
    ours = getattr(base.value, "__name__", "") if getattr(base.value, "__module__", "") == device.__name__ else ""
    if module in _OURS or ours:
        hint = of_path(frame.text.node, node, (ours, name) if ours else (name,))
        if hint is not None:
            return hint.at, hint.fix
    if isinstance(base.value, DType):
        return node, "a type has bits and nbytes, and an integer type min and max"
    if name in ("x", "y", "z") and callable(base.value):
        return node, AXES.format(base.path)
    if ours:
        return node, f"call it: {base.path}(...)"
    close = alike(name, (n for n in dir(base.value) if not n.startswith("_")))
    if close is not None:
        return node, f"did you mean {base.path}.{close}?"
    known = module in _OURS
    return node, "write it with operators and functions of vy" if known else f"define {name} in {base.path}"


def no_number_attribute(frame: Frame, node: ast.Attribute, text: str) -> VyreError:
    """K154, of a number."""
    hint = of_method(frame.text.node, node, text)
    at, fix = (node, number_hint(node.attr, text)) if hint is None else (hint.at, hint.fix)
    return frame.syntax(at, "K154", f"a number has no attribute {node.attr}", fix)


def foreign(base: Obj, found: object) -> bool:
    """Whether ``found`` is what another kernel language has under an attribute of its module ``base``."""
    if not isinstance(base.value, ModuleType) or base.value.__name__.partition(".")[0] not in _LANGUAGES:
        return False
    return not isinstance(found, (bool, int, float, tuple, DType, DeviceFunction, ModuleType))


def of_another_language(frame: Frame, base: Obj, node: ast.Attribute) -> VyreError | None:
    """K153, where it is known what to write instead."""
    hint = of_path(frame.text.node, node, (node.attr,))
    if hint is None:
        return None
    return frame.syntax(hint.at, "K153", f"{base.path}.{node.attr} is of another kernel language", hint.fix)


def no_array_attribute(frame: Frame, base: Array, node: ast.Attribute) -> VyreError:
    """K154, of an array."""
    hint = of_array(frame.text.node, node)
    if hint is not None:
        return frame.syntax(hint.at, "K154", f"an array has no {node.attr} in a kernel", hint.fix)
    outer = around(frame.text.node, node)[0]
    dtype = type_text(outer.args[0]) if isinstance(outer, ast.Call) and outer.args else None
    fix = array_hint(node.attr, base.name)
    if node.attr == "astype" and dtype is not None:
        fix = f"cast each element: {dtype}({base.name}[i])"
    return frame.syntax(node, "K154", f"an array has no {node.attr} in a kernel", fix)


def no_pointer(frame: Frame, array: Array, node: ast.BinOp) -> VyreError | None:
    """K151, for ``a + i`` where an atomic has its array and its index."""
    hint = pointer_fix(frame.text.node, node)
    if hint is None:
        return None
    return frame.type_error(
        hint.at, "K151", f"{array.name} is an array, and there are no pointers to its elements", hint.fix
    )


def condition_last(frame: Frame, node: ast.Call) -> VyreError:
    """K200, of ``vy.select(b, a, condition)``."""
    b, a, condition = map(ast.unparse, node.args)
    return frame.type_error(
        node, "K200", "the condition of vy.select comes first", f"write {ast.unparse(node.func)}({condition}, {a}, {b})"
    )
