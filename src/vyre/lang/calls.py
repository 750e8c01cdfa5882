"""Calls: casts, device names, and inlining of ``@vy.func`` functions."""

from __future__ import annotations

import ast
import inspect
import typing
from types import FunctionType, ModuleType
from typing import Any, Final

from vyre.dtypes import NUMPY_MODULES, DType
from vyre.errors import Place, VyreError, shown
from vyre.ir.program import Record
from vyre.ir.structs import parts_of
from vyre.lang import intrinsics
from vyre.lang.annotations import ArraySpec
from vyre.lang.conversions import converted
from vyre.lang.draft import Array, Lit, Node, Obj, RecordValue, Tup, Value
from vyre.lang.frame import MAX_INLINE, Frame, same_parts, segment
from vyre.lang.functions import DeviceFunction
from vyre.lang.habits import formula, misfit, no_call
from vyre.lang.inference import Mismatch
from vyre.lang.names import assigned_names
from vyre.lang.returns import Returns, finish, plan_returns
from vyre.lang.signature import plain_arguments, read_record, resolved_annotations
from vyre.lang.source import FunctionText
from vyre.lang.spelling import array_hint, device_hint
from vyre.lang.tuples import leaves, like

__all__ = ["call"]

_NUMPY_HINTS: Final = {
    "minimum": "vy.min", "maximum": "vy.max", "fmin": "vy.min", "fmax": "vy.max", "amin": "vy.min", "amax": "vy.max",
    "min": "vy.min", "max": "vy.max", "clip": "vy.clamp", "where": "vy.select",
    "floor_divide": "//", "remainder": "%", "mod": "%", "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^",
    "left_shift": "<<", "right_shift": ">>", "invert": "~", "add": "+", "subtract": "-", "multiply": "*", "divide": "/",
    "logical_and": "and", "logical_or": "or", "logical_not": "not", "fabs": "abs", "bitwise_count": "vy.popcount",
}  # fmt: skip


_NO_RECURSION: Final = "write the recursion as a loop, with a vy.private array as its stack if it needs one"


def call(
    frame: Frame, target: Value | None, args: list[Value | None], keywords: dict[str, Value | None], node: ast.Call
) -> Value | None:
    """``target(*args, **keywords)``; the arguments are read already, in Python's order."""
    if not isinstance(target, Obj):
        raise frame.syntax(
            node,
            "K153",
            "this is no function",
            no_call(node) or "call a device function, a type, or a @vy.func",
            actual=segment(frame.place(node.func)),
        )
    function = target.value
    if isinstance(function, DType):
        if keywords or len(args) != 1:
            raise frame.type_error(node, "K155", f"{target.path} takes one value", f"write {target.path}(x)")
        value = args[0]
        if (
            target.host
            and function.is_integer
            and isinstance(value, Lit)
            and not function.min <= value.value <= function.max
        ):
            raise frame.type_error(
                node, "K204", f"NumPy refuses {target.path} of a number that it does not hold",
                f"write vy.{function.__name__}({segment(frame.place(node.args[0]))}) for {converted(function, value.value)}",
                actual=shown(value.value),
            )  # fmt: skip
        return intrinsics.cast(frame, function, args[0], node)
    if isinstance(function, DeviceFunction):
        return inline(frame, function, args, keywords, node)
    name = intrinsics.device_name(function)
    if name in ("static_range", "grid_stride") or function is range:
        raise frame.syntax(node, "K162", "a range stands only after `for ... in`", "write the loop: for i in range(n)")
    if name is None or name not in intrinsics.HANDLERS:
        raise _no_function(frame, function, target, node)
    return intrinsics.HANDLERS[name](frame, intrinsics.bind(frame, name, args, keywords, node), node)


def _of_the_host(function: Any, target: Obj, node: ast.Call) -> str:
    """What to do with a function of ours that is no device function."""
    name = getattr(function, "__name__", "")
    if name in ("kernel", "func"):
        return f"write @{target.path} above a def at module level, and call a function that @vy.func made here"
    if name == "resident" and len(node.args) == 1:
        given = ast.unparse(node.args[0])
        return f"remove this line: call the kernel with {target.path}({given}) in place of {given}"
    return "call it before the kernel is called, and pass what the kernel needs of it as a parameter"


def _no_function(frame: Frame, function: Any, target: Obj, node: ast.Call) -> VyreError:
    name = getattr(function, "__name__", target.path)
    module = getattr(function, "__module__", None) or type(function).__module__
    of_numpy = module in NUMPY_MODULES or type(function).__module__ == "numpy"
    ours = formula(name, node) if of_numpy or module == "math" else None
    if ours is not None:
        return frame.syntax(node, "K214", f"{target.path} is not in the language", f"write {ours}")
    if of_numpy:
        if isinstance(function, type):
            return frame.syntax(
                node, "K214", f"{target.path} is a type of the host that the language lacks", "write a type that it has, such as vy.f32(x)"
            )  # fmt: skip
        if name in ("zeros", "empty", "ones", "full", "array", "zeros_like", "empty_like"):
            return frame.syntax(
                node, "K214", f"{target.path} makes arrays on the host",
                f"write {misfit('private', node)}; it starts as zeros; store each element, or pass the array as a parameter",
            )  # fmt: skip
        hint = _NUMPY_HINTS.get(name)
        if name in ("maximum", "minimum", "fmax", "fmin") and len(node.args) == 2:
            return frame.syntax(node, "K214", f"{target.path} works on whole arrays", _of_two(name, hint or "", node))
        fix = (
            f"use {hint}, whose meaning is the same on every device"
            if hint
            else "loop over the elements, or call it on the host"
        )
        return frame.syntax(
            node, "K214", f"{target.path} has another meaning than the language's, or works on whole arrays", fix
        )
    if module == "math":
        return frame.syntax(
            node, "K214", f"{target.path} is not in the language", "compute it on the host, or write it with operators"
        )
    if isinstance(function, ModuleType):
        return frame.syntax(node, "K153", f"{target.path} is a module", "call a function of it")
    if hasattr(function, "__vyre_kernel__") or type(function).__name__ == "Kernel":
        return frame.syntax(
            node, "K169", f"{target.path} is a kernel, and kernels are started from the host",
            "move what both need into a @vy.func and call that",
        )  # fmt: skip
    if any(caller is function for caller in frame.unit.calls):
        return frame.syntax(node, "K157", f"{target.path} calls itself", _NO_RECURSION)
    if module.partition(".")[0] == "vyre" and not module.startswith("vyre.lang.annotations"):
        return frame.syntax(
            node,
            "K153",
            f"{target.path} is for the host, and a kernel runs on a device",
            _of_the_host(function, target, node),
        )
    if isinstance(function, FunctionType):
        return frame.syntax(
            node, "K152", f"{target.path} is a plain Python function", f"put @vy.func above `def {function.__name__}`"
        )
    if name == "print":
        return frame.later(node, "print", "store the values into an Out array and print them on the host")
    if function is complex:
        return frame.syntax(
            node, "K144", "complex numbers are not in the language", "use two floats, real and imaginary part"
        )
    one = (
        ast.unparse(node.args[0])
        if len(node.args) == 1 and isinstance(node.args[0], (ast.Name, ast.Attribute))
        else None
    )
    hints = {"sum": "add in a loop" if one is None else array_hint("sum", one), "sorted": "sort on the host", "enumerate": "use range and subscripts", "zip": "use range and subscripts",
             "any": "combine with `or` in a loop", "all": "combine with `and` in a loop", "reversed": "use range(n - 1, -1, -1) with signed bounds"}  # fmt: skip
    return frame.syntax(
        node,
        "K153",
        f"{target.path} is not in the language",
        hints.get(name) or device_hint(name) or "use a device function of vy, or write it with operators",
    )


def _of_two(name: str, ours: str, node: ast.Call) -> str:
    """What to write for ``np.maximum(a, b)`` and its like, which differ in NaN."""
    a, b = map(ast.unparse, node.args)
    fix = f"write {ours}({a}, {b})"
    if name in ("fmax", "fmin"):
        return f"{fix}; a number wins over NaN in both"
    tests = " else ".join(f"{x} if vy.isnan({x})" for x in (a, b) if not x.replace(".", "").isdigit())
    return (
        f"{fix}; there a number wins over NaN. For floats in which NaN wins, as in NumPy: {tests} else {ours}({a}, {b})"
    )


def inline(
    frame: Frame, function: DeviceFunction, args: list[Value | None], keywords: dict[str, Value | None], node: ast.Call
) -> Value | None:
    """Read the body of a ``vy.func`` here, with these arguments."""
    from vyre.lang.statements import run_block

    text = function.text
    name = text.node.name
    unit = frame.unit
    if function in unit.calls:
        raise frame.syntax(
            node,
            "K157",
            f"{name} calls itself",
            _NO_RECURSION,
        )
    if len(unit.calls) >= MAX_INLINE:
        raise frame.syntax(
            node, "K157", f"calls nested deeper than {MAX_INLINE}", "call fewer functions inside of each other"
        )
    parameters = plain_arguments(text, "vy.func")
    try:
        bound = inspect.Signature(
            [inspect.Parameter(p.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD) for p in parameters]
        ).bind(*args, **keywords)  # fmt: skip
    except TypeError as error:
        shown = ", ".join(p.arg for p in parameters)
        raise frame.type_error(node, "K155", f"{name}: {error}", f"call it as {name}({shown})") from None
    chain = (frame.place(node), *frame.chain)
    inner = Frame(unit, text, "func", chain, assigned_names(text.node) | {p.arg for p in parameters})
    reassigned = assigned_names(text.node, parts=True)
    annotations = resolved_annotations(text)
    for parameter in parameters:
        value = bound.arguments[parameter.arg]
        _bind_parameter(
            frame, inner, parameter, value, annotations.get(parameter.arg), parameter.arg in reassigned, node
        )
    returns = inner.result = plan_returns(inner)
    unit.calls.append(function)
    run_block(inner, text.node.body)
    unit.calls.pop()
    return _result(frame, inner, returns, annotations.get("return"), text, node)


def _bind_parameter(
    frame: Frame,
    inner: Frame,
    parameter: ast.arg,
    value: Value | None,
    annotation: Any,
    reassigned: bool,
    node: ast.Call,
) -> None:
    name = parameter.arg
    if value is None:
        raise frame.not_a_number(value, node)
    annotation = frame.unit.bound(annotation)
    if isinstance(annotation, DType):
        value = _of_type(frame, inner, value, annotation, name, node)
    elif isinstance(annotation, Record) and not (
        isinstance(value, RecordValue) and same_parts(value.parts, tuple(parts_of(annotation)))
    ):
        raise frame.type_error(
            node, "K200", f"the argument for {name} is not the record that it is annotated with",
            f"pass an element of an array of such records, a[i], or leave the annotation of {name} out",
            others=[("annotated here", inner.place(parameter))],
        )  # fmt: skip
    elif isinstance(annotation, ArraySpec) and not isinstance(value, Array):
        raise frame.type_error(node, "K200", f"the argument for {name} is no array", f"pass an array for {name}")
    elif (
        isinstance(annotation, ArraySpec)
        and isinstance(value, Array)
        and _another_type(annotation.args[0], value, inner.place(parameter))
    ):
        wanted = annotation.args[0].name if isinstance(annotation.args[0], DType) else "other records"
        has = "records" if value.root.record is not None else value.dtype.name
        raise frame.type_error(
            node, "K200", f"{name} takes an array of {wanted}, and {value.name} has {has}",
            f"leave the annotation of {name} out, or pass an array of that type", others=[("annotated here", inner.place(parameter))],
        )  # fmt: skip
    if reassigned:
        inner.assign(name, value, parameter)
        return
    var = inner.variable(name)
    var.fixed = _handed(value)
    var.place = inner.place(parameter)
    inner.flow.add(name)


def _another_type(annotated: Any, array: Array, place: Place) -> bool:
    """Whether an array parameter of a function is annotated with another element type than the array's."""
    record = read_record(annotated, place)
    if record is not None or array.root.record is not None:
        known = record is not None or isinstance(annotated, DType)
        return known and record != array.root.record
    return isinstance(annotated, DType) and annotated is not array.dtype


def _handed(value: Value) -> Value:
    """An argument: its literals are not spelled where they are used."""
    given: list[Value] = [Lit(v.value, v.place, written=False) if isinstance(v, Lit) else v for v in leaves(value)]
    return like(value, iter(given))


def _of_type(frame: Frame, inner: Frame, value: Value, dtype: DType, name: str, node: ast.Call) -> Value:
    """An argument for a parameter that is annotated with a scalar type."""
    operand = frame.use(_handed(value), node)
    try:
        frame.unit.types.unify(operand.type, frame.typed(dtype, node))
    except Mismatch as clash:
        raise frame.type_error(
            node, "K200", f"{name} is annotated as {dtype.name} and is given {clash.words[0]}",
            f"cast the argument: vy.{dtype.__name__}({segment(operand.place) or '...'})",
            others=[("annotated here", inner.place(a)) for a in inner.text.node.args.args if a.arg == name],
        ) from None  # fmt: skip
    return value if isinstance(operand, Node) else frame.node("same", (operand,), operand.type, node)


def _result(
    frame: Frame, inner: Frame, returns: Returns, annotation: Any, text: FunctionText, node: ast.Call
) -> Value | None:
    value = finish(inner, returns)
    if isinstance(value, RecordValue):
        raise inner.later(
            returns.place or inner.place(text.node),
            "a vy.func that returns a record",
            "return its fields as a tuple, or pass a vy.private array in and store the values into it",
        )
    if value is None:
        return None
    wanted: Any = None
    if isinstance(annotation, DType):
        wanted = annotation
    elif typing.get_origin(annotation) is tuple:
        wanted = typing.get_args(annotation)
    if wanted is None:
        return value
    if isinstance(wanted, tuple) is not isinstance(value, Tup) or (
        isinstance(value, Tup) and len(wanted) != len(value.items)
    ):
        given = f"a tuple of {len(value.items)}" if isinstance(value, Tup) else "one value"
        raise frame.type_error(
            node, "K200", f"the result of {text.node.name} is annotated as another kind than it is, {given}",
            "annotate it as what it is, for example -> tuple[vy.u32, vy.u32], or leave the annotation out",
            others=[("annotated here", inner.place(text.node.returns or text.node))],
        )  # fmt: skip
    if not isinstance(value, Tup):
        return _of_type(frame, inner, value, wanted, "the result", node)
    parts = zip(value.items, wanted, strict=True)
    found = [_of_type(frame, inner, v, t, "the result", node) if isinstance(t, DType) else v for v, t in parts]
    return type(value)(tuple(found), value.place)
