"""A name of ``vy`` that does not exist, where Python itself asks for it: on the host, and in annotations."""

from __future__ import annotations

import ast
import linecache
import sys
from dataclasses import replace
from types import FrameType
from typing import Final

from vyre.dtypes import BY_NAME
from vyre.errors import Place, UnknownName, user_frame, user_place
from vyre.lang.habits import around, of_path, type_text
from vyre.lang.spelling import alike, device_hint

__all__ = ["annotation_fix", "unknown_name"]

_NUMPY: Final = "leave it out: a kernel takes NumPy arrays as they are and gives its Out arrays back; others are made with NumPy, as numpy.zeros(n, numpy.float32)"
_DEVICES: Final = "use vy.devices(), and backend= in a call"
_HOST: Final[dict[str, str]] = {
    **dict.fromkeys(("jit", "njit", "autojit", "RawKernel", "ElementwiseKernel", "data_oriented"), "use vy.kernel"),
    **dict.fromkeys(("guvectorize", "vectorize", "function", "device_function", "inline", "pyfunc"), "use vy.func"),
    **dict.fromkeys(("init", "setup", "initialize", "reset"), "leave it out: a device is opened at the first call"),
    **dict.fromkeys((
        "to_device", "device_put", "asarray", "array", "from_numpy", "from_dlpack", "as_tensor", "tensor", "empty", "zeros", "ones", "full", "empty_like",
        "zeros_like", "device_array", "device_array_like", "pinned_array", "managed_array", "field", "ScalarField", "create_buffer", "copy_to_host",
        "to_numpy", "asnumpy",
    ), _NUMPY),
    **dict.fromkeys(("synchronize", "sync", "wait", "device_synchronize"), "use vy.session().synchronize(), or kernel(...), which waits"),
    **dict.fromkeys(("launch", "launch_kernel", "run", "dispatch"), "call the kernel with its arrays: kernel(x, y)"),
    **dict.fromkeys((
        "get_device", "current_device", "Device", "device", "is_available", "get_devices", "list_devices", "device_count", "gpus", "gpu", "cpu",
        "request_adapter", "request_adapter_sync", "get_default_device", "detect",
    ), _DEVICES),
    **dict.fromkeys(("set_device", "select_device", "set_backend", "set_default_device"), 'use vy.use(backend), as in `with vy.use("cpu"):`'),
    **dict.fromkeys(("compile", "aot"), "use kernel.compile(...)"),
    **dict.fromkeys(("autotune", "heuristics", "Config", "block_size", "loop_config"), "leave it out: @vy.kernel(workgroup=256) sets the size of a workgroup"),
    **dict.fromkeys(("benchmark", "do_bench", "profiler", "ScopedTimer"), "use vy.session().timed(), as in `with vy.session().timed() as block:`"),
}  # fmt: skip
_ROLES: Final = {
    "input": "In",
    "read": "In",
    "readonly": "In",
    "const": "In",
    "output": "Out",
    "write": "Out",
    "inout": "InOut",
    "readwrite": "InOut",
    "in": "In",
    "out": "Out",
}
_ARRAYS: Final = frozenset(
    "array array1d array2d array3d array4d ndarray buffer field tensor ptr pointer types storage span vector list devicearray matrixfield".split()
)


def unknown_name(name: str) -> UnknownName:
    """K154, or K114 in an annotation, at the line of the user's that asks for ``vy.<name>``."""
    frame, place = user_frame(), user_place()
    tree, node = (None, None) if frame is None else _asked(frame, name)
    message = f"vyre has no {name}"
    if tree is not None and node is not None and place is not None:
        outer = around(tree, node)
        argument = next((n for n in outer if isinstance(n, ast.arg)), None)
        if argument is not None and argument.annotation is not None:
            meant = annotation_fix(argument.arg, argument.annotation, name)
            return UnknownName(message, code="K114", fix=meant, place=_place_of(argument, place))
        host = _HOST.get(name) or _HOST.get(outer[0].attr if isinstance(outer[0], ast.Attribute) else "")
        hint = None if host else of_path(tree, node, (name,))
        fix = host or (hint.fix if hint is not None else None)
    else:
        fix = _HOST.get(name) or device_hint(name)
    if fix is None:
        close = alike(name, (n for n in dir(sys.modules["vyre"]) if not n.startswith("_")))
        fix = "correct the name; dir(vyre) has those that there are" if close is None else f"did you mean vy.{close}?"
    return UnknownName(message, code="K154", fix=fix, place=place)


def _place_of(argument: ast.arg, inside: Place) -> Place:
    """A whole parameter, whose annotation ``inside`` stands in; that one where it begins on another line."""
    if argument.lineno != inside.line or argument.end_lineno != inside.line:
        return inside
    raw = inside.text.encode()
    start, end = (len(raw[:n].decode()) for n in (argument.col_offset, argument.end_col_offset))
    return replace(inside, column=start, end_column=end)


def _asked(frame: FrameType, name: str) -> tuple[ast.Module | None, ast.Attribute | None]:
    """The text that a frame runs, and the attribute in it that is being looked up."""
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, None
    _, line, _, column = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr == name
            and (node.end_lineno, node.end_col_offset) == (line, column)
        ):
            return tree, node
    return None, None


def annotation_fix(parameter: str, annotation: ast.expr, missing: str) -> str:
    """What to write instead of an annotation that uses a name which vyre does not have."""
    role = _role_around(annotation, missing)
    ours = type_text(ast.Name(missing))
    if ours is not None:
        return f"write {parameter}: {ast.unparse(_Renamed(missing, ours).visit(annotation))}"
    lower = missing.lower().replace("_", "")
    element = _element_type(annotation, missing)
    if lower in ("constexpr", "constant", "static", "literal"):
        return f"write {parameter}: vy.u32; or capture it: a name of a number outside of the kernel is a constant in it, and no parameter"
    if lower in ("template", "any", "generic"):
        return f"write {parameter}: vy.In; it takes arrays of any type"
    if lower.startswith(("vec", "float2", "float3", "float4", "matrix", "mat")):
        many = role is not None
        what = f"write {parameter}: vy.{role or 'In'}[{element or 'vy.f32'}]"
        return f"{what}; a vec is a value of a kernel: {'the array has' if many else 'as a parameter it is an array with'} one more axis, {parameter}[i, 0], {parameter}[i, 1] …"
    if lower in _ROLES:
        return f"write {parameter}: vy.{_ROLES[lower]}[{element or 'vy.u32'}]"
    if lower in _ARRAYS:
        return f"write {parameter}: vy.In[{element or 'vy.u32'}]; or Out or InOut, where the kernel writes it"
    close = alike(missing, ("In", "Out", "InOut", *(t.__name__ for t in BY_NAME.values()), "struct", "TypeVar", "dims"))
    if close is not None:
        return f"write {parameter}: {ast.unparse(_Renamed(missing, f'vy.{close}').visit(annotation))}"
    return f"write {parameter}: vy.In[{element or 'vy.u32'}] (or Out, InOut) for an array, {parameter}: vy.u32 for a number"


class _Renamed(ast.NodeTransformer):
    """An annotation with another name for what is missing."""

    def __init__(self, missing: str, ours: str) -> None:
        self.missing, self.ours = missing, ours

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(self.ours) if node.attr == self.missing else self.generic_visit(node)


def _role_around(annotation: ast.expr, missing: str) -> str | None:
    """``In`` of ``vy.In[vy.missing]``."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript):
            word = ast.unparse(node.value).rpartition(".")[2]
            if word in ("In", "Out", "InOut") and any(
                isinstance(n, ast.Attribute) and n.attr == missing for n in ast.walk(node.slice)
            ):
                return word
    return None


def _element_type(annotation: ast.expr, missing: str) -> str | None:
    """The first type that is named in an annotation besides the missing name."""
    for node in ast.walk(annotation):
        if isinstance(node, (ast.Attribute, ast.Name, ast.Constant)) and getattr(node, "attr", None) != missing:
            found = type_text(node)
            if found is not None:
                return found
    return None
