"""What each device name does while a kernel is read: one handler per name, and which Python objects mean it.

Python's own ``abs min max pow divmod len bool`` and the same-named functions of ``math`` and NumPy are accepted where
their meaning is ours.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import operator
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from vyre.dtypes import DType, bool_, u8, u32
from vyre.errors import shown
from vyre.ir.composites import WORKGROUP_OPS
from vyre.ir.literals import python_value
from vyre.ir.ops import FUNCTIONS, SUBGROUP_OPS
from vyre.lang import device, operators, tuples
from vyre.lang.conversions import bits_as, converted
from vyre.lang.draft import Arg, Array, Lit, Obj, RecordRef, ShapeOf, Tup, Value
from vyre.lang.expressions import truth_of
from vyre.lang.frame import Frame, counted, segment
from vyre.lang.habits import misfit
from vyre.lang.inference import Mismatch
from vyre.lang.memory import atomic, index_of, of_element, private, shared
from vyre.lang.missing import condition_last

__all__ = ["HANDLERS", "bind", "cast", "device_name"]

Args = Sequence["Value | None"]
Handler = Callable[[Frame, Args, ast.Call], "Value | None"]


def _operands(frame: Frame, args: Args, node: ast.Call) -> list[Arg]:
    return [frame.arg(value, at) for value, at in zip(args, _places(node, len(args)), strict=True)]


def _places(node: ast.Call, count: int) -> list[ast.AST]:
    found: list[ast.AST] = [*node.args, *(k.value for k in node.keywords)]
    return found if len(found) == count else [node] * count


# -- groups of like operations --------------------------------------------------------------------------


def _same(name: str, *, floats: bool = False) -> Handler:
    """Operands and result of one type."""

    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        operands = _operands(frame, args, node)
        if floats:
            operators.want_float(frame, operands, node, f"vy.{name}")
        else:
            operators.no_bool(frame, operands, node, f"vy.{name}")
        return operators.same_type(frame, name, operands, node)

    return handler


def _predicate(name: str) -> Handler:
    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        operands = _operands(frame, args, node)
        operators.want_float(frame, operands, node, f"vy.{name}")
        return operators.operation(frame, name, operands, frame.typed(bool_, node), node)

    return handler


def _folding(name: str, python: Callable[..., Any]) -> Handler:
    """``min`` and ``max`` of two or more, from the left (rule 3.3)."""

    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        if len(args) == 1 and isinstance(args[0], (Tup,)):
            args = args[0].items
        if len(args) < 2:
            raise frame.type_error(
                node,
                "K155",
                f"{name} takes two numbers or more",
                f"write {name}(a, b); for an array, loop over its elements",
            )
        if all(isinstance(a, Lit) for a in args):
            return operators.fold(frame, python, tuple(a.value for a in args if isinstance(a, Lit)), node)
        operands = _operands(frame, args, node)
        result = operators.same_type(frame, name, operands[:2], node)
        for other in operands[2:]:
            result = operators.same_type(frame, name, [Arg(result, other.place), other], node)
        return result

    return handler


def _rotation(name: str) -> Handler:
    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        value, count = _operands(frame, args, node)
        return operators.shift(frame, name, value, count, node)

    return handler


def _identity(name: str) -> Handler:
    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        axis = args[0] if args else Lit(0, frame.place(node))
        if not isinstance(axis, Lit) or type(axis.value) is not int or not 0 <= axis.value <= 2:
            raise frame.syntax(
                node, "K156", "an axis is a literal, 0, 1 or 2",
                f"write vy.{name}(0), vy.{name}(1) or vy.{name}(2); axis 0 is the first axis of an array",
            )  # fmt: skip
        frame.unit.axes.setdefault(axis.value, frame.place(node))
        return frame.node("id", (), frame.typed(u32, node), node, data=(name, axis.value if args else None))

    return handler


def _atomic(name: str) -> Handler:
    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        if name == "compare_exchange":
            buffer, index, expected, value = args
            return atomic(frame, name, buffer, index, value, expected, node)
        buffer, index, value = args
        return atomic(frame, name, buffer, index, value, None, node)

    return handler


def _later(name: str, fix: str) -> Handler:
    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        given = [segment(frame.place(at)) for at in node.args]
        first = given[0] if given and given[0] else "x"
        raise frame.later(node, f"vy.{name}", fix.replace("{x}", first))

    return handler


# -- single ones -----------------------------------------------------------------------------------------


def _abs(frame: Frame, args: Args, node: ast.Call) -> Value:
    if isinstance(args[0], Lit):
        return operators.fold(frame, abs, (args[0].value,), node)
    return operators.same_type(frame, "abs", _operands(frame, args, node), node)


def _select(frame: Frame, args: Args, node: ast.Call) -> Value:
    places = _places(node, 3)
    at = places[0]
    condition = truth_of(frame, args[0], at if isinstance(at, ast.expr) else node)
    first, second = frame.arg(args[1], places[1]), frame.arg(args[2], places[2])
    if second.operand.type.known is bool_ and first.operand.type.known is not bool_ and len(node.args) == 3:
        raise condition_last(frame, node)
    kind = operators.joined_type(frame, first, second, node, "the two values of vy.select")
    chosen = frame.const(bool_, condition.value, node) if isinstance(condition, Lit) else condition
    return frame.node("select", (chosen, first.operand, second.operand), kind, node)


def _clamp(frame: Frame, args: Args, node: ast.Call) -> Value:
    x, lo, hi = _operands(frame, args, node)
    raised = Arg(operators.same_type(frame, "max", [x, lo], node, "vy.clamp"), x.place)
    return operators.same_type(frame, "min", [raised, hi], node, "vy.clamp")


def _ceil_div(frame: Frame, args: Args, node: ast.Call) -> Value:
    a, b = _operands(frame, args, node)
    quotient = operators.same_type(frame, "floordiv", [a, b], node, "vy.ceil_div")
    remainder = operators.same_type(frame, "floormod", [a, b], node, "vy.ceil_div")
    zero = frame.use(Lit(0, frame.place(node)), node)
    try:
        frame.unit.types.unify(zero.type, remainder.type)
    except Mismatch:
        raise frame.type_error(
            node,
            "K202",
            f"vy.ceil_div takes integers, and {a.text} is a bool",
            f"turn it into 0 or 1: vy.u32({a.text})",
        ) from None
    up = frame.node("ne", (remainder, zero), frame.typed(bool_, node), node)
    return frame.node("add", (quotient, frame.node("cast", (up,), quotient.type, node)), quotient.type, node)


def _abs_diff(frame: Frame, args: Args, node: ast.Call) -> Value:
    a, b = _operands(frame, args, node)
    kind = operators.joined_type(frame, a, b, node, "the operands of vy.abs_diff")
    result = frame.unit.types.fresh()

    def clash(found: Mismatch) -> Exception:
        return operators.no_difference(frame, a, b, node, found)

    if operators.is_float(a):
        raise operators.no_difference(frame, a, b, node)
    frame.unit.types.relate("abs_diff", kind, result, frame.place(node), clash)
    if kind.known is not None and kind.known.is_integer:
        frame.unit.types.demand(result, kind.known.unsigned, frame.place(node))
    return operators.operation(frame, "abs_diff", [a, b], result, node)


def _divmod(frame: Frame, args: Args, node: ast.Call) -> Value:
    if all(isinstance(a, Lit) for a in args):
        both = tuple(a.value for a in args if isinstance(a, Lit))
        pair = [operators.fold(frame, part, both, node) for part in (operator.floordiv, operator.mod)]
        return Tup(tuple(pair), frame.place(node))
    a, b = _operands(frame, args, node)
    quotient = operators.same_type(frame, "floordiv", [a, b], node, "divmod")
    return Tup((quotient, operators.same_type(frame, "floormod", [a, b], node, "divmod")), frame.place(node))


def _pow(frame: Frame, args: Args, node: ast.Call) -> Value | None:
    return operators.power(frame, args[0], args[1], node, *_places(node, 2))


def _len(frame: Frame, args: Args, node: ast.Call) -> Value:
    value = args[0]
    if isinstance(value, Array):
        return frame.size(value, None if value.flat else 0, node)
    if isinstance(value, Tup):
        return Lit(len(value.items), frame.place(node))
    if isinstance(value, ShapeOf):
        return Lit(frame.rank(value.array), frame.place(node))
    if isinstance(value, RecordRef) and value.field is not None:
        return Lit(value.field.shape[0], frame.place(node))
    raise frame.type_error(
        node, "K151", "len takes an array or a tuple", "use a.size for the number of elements of an array a"
    )


def _bitcast(frame: Frame, args: Args, node: ast.Call) -> Value:
    dtype = _dtype(frame, args[0], node, misfit("bitcast", node) or "")
    value = args[1]
    if isinstance(value, Lit):
        bits = bits_as(dtype, value.value)
        if bits is None:
            raise frame.type_error(
                node, "K213", f"this literal has no {dtype.bits}-bit pattern", f"give it a type of {dtype.bits} bits first, for example vy.u32(x)",
                actual=shown(value.value),
            )  # fmt: skip
        return frame.const(dtype, python_value(dtype, bits), node)
    operand = frame.use(value, node)
    return frame.node("bitcast", (operand,), frame.typed(dtype, node), node)


def _dtype(frame: Frame, value: Value | None, node: ast.Call, example: str) -> DType:
    if isinstance(value, Obj) and isinstance(value.value, DType):
        return value.value
    raise frame.type_error(node, "K156", "the first argument is a type", f"write {example}")


def cast(frame: Frame, dtype: DType, value: Value | None, node: ast.Call) -> Value:
    """``vy.u32(x)``: rules 2.6 and 3.6; of a literal at once."""
    if isinstance(value, Lit):
        return frame.const(dtype, converted(dtype, value.value), node)
    return frame.node("cast", (frame.use(value, node.args[0] if node.args else node),), frame.typed(dtype, node), node)


def _bool(frame: Frame, args: Args, node: ast.Call) -> Value:
    if isinstance(args[0], Lit):
        return Lit(bool(args[0].value), frame.place(node))
    return cast(frame, bool_, args[0], node)


def _shared(frame: Frame, args: Args, node: ast.Call) -> Value:
    return shared(frame, args[0], args[1], node)


def _private(frame: Frame, args: Args, node: ast.Call) -> Value:
    return private(frame, args[0], args[1], node)


def _vec(frame: Frame, args: Args, node: ast.Call) -> Value:
    return tuples.vec(frame, args, _places(node, len(args)), node)


def _dot(frame: Frame, args: Args, node: ast.Call) -> Value:
    return tuples.dot(frame, args[0], args[1], node)


def _length(frame: Frame, args: Args, node: ast.Call) -> Value:
    return tuples.length(frame, args[0], node)


def _barrier(frame: Frame, args: Args, node: ast.Call) -> None:
    frame.node("barrier", (), None, node)


def _demand(frame: Frame, operand: Arg, dtype: DType, what: str, fix: str) -> None:
    """Raises K202 where the operand has another type."""
    try:
        frame.unit.types.demand(operand.type, dtype, operand.place)
    except Mismatch as clash:
        raise frame.type_error(
            operand.place, "K202", f"{what} is a {dtype.name}, and this is {clash.words[0]}", fix.format(x=operand.text)
        ) from None


def _subgroup(name: str) -> Handler:
    """Rule 6.4. What types the first operand may have is checked when they are known."""

    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        operands = _operands(frame, args, node)
        if SUBGROUP_OPS[name][1] == "bool":
            _demand(frame, operands[0], bool_, f"the operand of vy.subgroup_{name}", "compare it: {x} != 0")
        if len(operands) > 1:
            _demand(frame, operands[1], u32, f"the second operand of vy.subgroup_{name}", "cast it: vy.u32({x})")
        kind = frame.typed(u32, node) if name == "ballot" else operands[0].type
        given = tuple(a.operand for a in operands)
        return frame.node("subgroup", given, kind, node, data=name, uses=tuple(a.place for a in operands))

    return handler


def _workgroup(name: str) -> Handler:
    """Over the workgroup, with a uniform result. What types the operand may have is checked when they are known."""

    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        (operand,) = _operands(frame, args, node)
        if name in ("any", "all"):
            _demand(frame, operand, bool_, f"the operand of vy.workgroup_{name}", "compare it: {x} != 0")
        else:
            operators.no_bool(frame, [operand], node, f"vy.workgroup_{name}")
        return frame.node("workgroup", (operand.operand,), operand.type, node, data=name, uses=(operand.place,))

    return handler


def _load_le(frame: Frame, args: Args, node: ast.Call) -> Value:
    example = "vy.load_le(vy.u32, data, offset)"
    dtype = _dtype(frame, args[0], node, example)
    array = args[1]
    places = _places(node, 3)
    if not isinstance(array, Array) or array.dtype is not u8:
        raise frame.type_error(
            places[1],
            "K200",
            "vy.load_le reads an array of u8",
            f"pass the array itself, with elements of u8: {example}",
        )
    (offset,) = index_of(frame, array, args[2], places[2]) if not isinstance(args[2], Tup) else (None,)
    if offset is None:
        raise frame.type_error(places[2], "K210", "an offset is one integer", f"give one number: {example}")
    return frame.node(
        "load_le", (offset,), frame.typed(dtype, node), node, array=array.root, flat=array.flat or array.root.rank != 1
    )


def _trap(frame: Frame, args: Args, node: ast.Call) -> None:
    """Rule 5.6."""
    (code,) = _operands(frame, args, node)
    value = args[0]
    if isinstance(value, Lit) and (type(value.value) is not int or not 0 <= value.value < 1 << 31):
        raise frame.type_error(
            node, "K204", "a trap's code is an integer of 0 ... 2147483647", "use a code in 0 ... 2147483647", actual=shown(value.value)
        )  # fmt: skip
    _demand(frame, code, u32, "a trap's code", "cast it: vy.u32({x})")
    frame.node("trap", (code.operand,), None, node)
    frame.flow.dead = True


def _width_form(python: Callable[..., Any], word: str, form: str) -> Handler:
    """``int``, ``float``, ``round``, ``math.floor`` …: fine on literals, else the Fix names the form with a width."""

    def handler(frame: Frame, args: Args, node: ast.Call) -> Value:
        if args and all(isinstance(a, Lit) for a in args):
            return operators.fold(frame, python, tuple(a.value for a in args if isinstance(a, Lit)), node)
        text = segment(frame.place(node.args[0])) if node.args else "x"
        raise frame.type_error(
            node,
            "K208",
            f"{word}(...) of a typed value has no width",
            f"say the width: {form.replace('{x}', text or 'x')}",
        )

    return handler


_HOST_ARRAY: Final = "compute it on the host with NumPy and pass the result in as an array"
_LATER: Final[dict[str, str]] = {
    "grid_sync": "end the kernel here and continue in a second one",
    "print": "store the values into an Out array and print them on the host",
}  # fmt: skip

HANDLERS: Final[dict[str, Handler]] = {
    **{n: _same(n) for n in "div rem mulhi popcount clz ctz reverse_bits saturating_add saturating_sub sign".split()},
    **{n: _same(n, floats=True) for n in "fma fmod sqrt recip floor ceil trunc round copysign".split()},
    **{n: _same(n, floats=True) for n in FUNCTIONS},
    **{n: _predicate(n) for n in "isnan isinf isfinite".split()},
    **{n: _rotation(n) for n in ("rotl", "rotr")},
    **{
        n: _identity(n)
        for n in "global_id local_id group_id local_index workgroup_size num_groups subgroup_lane subgroup_id".split()
    },
    **{f"atomic_{n}": _atomic(n) for n in "add sub min max and or xor exchange compare_exchange".split()},
    **{f"subgroup_{n}": _subgroup(n) for n in SUBGROUP_OPS},
    **{f"workgroup_{n}": _workgroup(n) for n in WORKGROUP_OPS},
    "load_le": _load_le,
    "trap": _trap,
    **{n: _later(n, fix) for n, fix in _LATER.items()},
    "min": _folding("min", min),
    "max": _folding("max", max),
    "abs": _abs,
    "abs_diff": _abs_diff,
    "barrier": _barrier,
    "bitcast": _bitcast,
    "bool": _bool,
    "ceil_div": _ceil_div,
    "clamp": _clamp,
    "divmod": _divmod,
    "dot": _dot,
    "length": _length,
    "vec": _vec,
    "len": _len,
    "power": _pow,
    "select": _select,
    "shared": _shared,
    "private": _private,
    "int": _width_form(int, "int", "vy.i32({x})"),
    "float": _width_form(float, "float", "vy.f32({x})"),
    "python_round": _width_form(round, "round", "vy.i32(vy.round({x}))"),
    "math_floor": _width_form(math.floor, "math.floor", "vy.i32(vy.floor({x}))"),
    "math_ceil": _width_form(math.ceil, "math.ceil", "vy.i32(vy.ceil({x}))"),
    "math_trunc": _width_form(math.trunc, "math.trunc", "vy.i32(vy.trunc({x}))"),
}

_ARITY: Final[dict[str, tuple[int, int]]] = {
    "bool": (1, 1), "divmod": (2, 2), "len": (1, 1), "power": (2, 2), "int": (1, 2), "float": (1, 1),
    "python_round": (1, 2), "math_floor": (1, 1), "math_ceil": (1, 1), "math_trunc": (1, 1),
}  # fmt: skip

_FROM_NUMPY: Final = frozenset(
    "sqrt floor ceil trunc copysign isnan isinf isfinite sign exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh "
    "tanh cbrt hypot fmod round".split()
)
_RENAMED: Final = {"absolute": "abs", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "power": "power", "rint": "round"}  # fmt: skip


@cache
def _python_names() -> dict[Any, str]:
    """Python's own functions, and ours, by object."""
    found: dict[Any, str] = {getattr(device, name): name for name in device.__all__}
    found |= {
        builtins.abs: "abs", builtins.min: "min", builtins.max: "max", builtins.pow: "power", builtins.divmod: "divmod",
        builtins.len: "len", builtins.bool: "bool", builtins.int: "int", builtins.float: "float",
        builtins.round: "python_round", math.floor: "math_floor", math.ceil: "math_ceil", math.trunc: "math_trunc",
    }  # fmt: skip
    for name in device.__all__:
        function = getattr(math, name, None)
        if callable(function) and function not in found:
            found[function] = name
    return found


def device_name(function: Any) -> str | None:
    """The handler's name for a Python object, or None."""
    try:
        found = _python_names().get(function)
    except TypeError:  # unhashable
        return None
    if found is None and (type(function).__module__ == "numpy" or getattr(function, "__module__", None) == "numpy"):
        name = _RENAMED.get(getattr(function, "__name__", ""), getattr(function, "__name__", ""))
        if name in _FROM_NUMPY or name in _RENAMED.values():
            return name
    return found


def bind(frame: Frame, name: str, args: list[Value | None], keywords: dict[str, Value | None], node: ast.Call) -> Args:
    """Arguments in the order of the device function's parameters. Raises K155."""
    function = getattr(device, name, None)
    if function is None:
        least, most = _ARITY[name]
        if keywords or not least <= len(args) <= most:
            path = segment(frame.place(node.func))
            raise frame.type_error(
                node, "K155", f"{path} takes {counted(least, 'argument')} by position",
                f"write {path}({', '.join('xy'[:least])})",
            )  # fmt: skip
        return args
    if name in ("min", "max") and len(args) == 1 and not keywords:
        return args  # Python's own form: one tuple
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*args, **keywords)
    except TypeError as error:
        usual = misfit(name, node) or f"vy.{name}({', '.join(signature.parameters)})"
        fix = of_element(frame, node) if name.startswith("atomic_") else None
        raise frame.type_error(node, "K155", f"vy.{name}: {error}", fix or f"write {usual}") from None
    flat: list[Value | None] = []
    for key, value in bound.arguments.items():
        flat.extend(value if signature.parameters[key].kind is inspect.Parameter.VAR_POSITIONAL else (value,))
    return flat
