"""Operators: literals fold as Python does, everything else becomes a draft node with demands on its types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

from vyre.dtypes import NUMPY_MODULES, DType, bool_, dtype_from_numpy_name, u32
from vyre.errors import Place, VyreError
from vyre.lang.draft import Arg, Lit, LitUse, Node, Tup, Value, Vec
from vyre.lang.frame import Frame, segment
from vyre.lang.inference import Mismatch, TypeVar
from vyre.lang.widening import widened_fix

__all__ = [
    "binary", "compare", "fold", "is_float", "joined_type", "literal", "no_difference", "numpy_scalar", "operation", "power", "same_type", "shift", "two_types", "unary", "unequal_vecs", "want_float", "wrapped", "no_bool",
]  # fmt: skip

MAX_FOLDED_BITS: Final = 4096  # far beyond any type, and small enough to be harmless

_BINARY: Final[dict[type[ast.operator], tuple[str, str, Callable[[Any, Any], Any]]]] = {
    ast.Add: ("add", "+", operator.add),
    ast.Sub: ("sub", "-", operator.sub),
    ast.Mult: ("mul", "*", operator.mul),
    ast.Div: ("truediv", "/", operator.truediv),
    ast.FloorDiv: ("floordiv", "//", operator.floordiv),
    ast.Mod: ("floormod", "%", operator.mod),
    ast.Pow: ("pow", "**", operator.pow),
    ast.LShift: ("shl", "<<", operator.lshift),
    ast.RShift: ("shr", ">>", operator.rshift),
    ast.BitAnd: ("and", "&", operator.and_),
    ast.BitOr: ("or", "|", operator.or_),
    ast.BitXor: ("xor", "^", operator.xor),
}
_COMPARE: Final[dict[type[ast.cmpop], tuple[str, str, Callable[[Any, Any], Any]]]] = {
    ast.Eq: ("eq", "==", operator.eq),
    ast.NotEq: ("ne", "!=", operator.ne),
    ast.Lt: ("lt", "<", operator.lt),
    ast.LtE: ("le", "<=", operator.le),
    ast.Gt: ("gt", ">", operator.gt),
    ast.GtE: ("ge", ">=", operator.ge),
}


def numpy_scalar(found: Any) -> tuple[DType, bool | int | float] | None:
    """A NumPy scalar as (dtype, Python number); None for anything else. NumPy itself is not imported for it."""
    kind = type(found)
    if (
        kind.__module__ not in NUMPY_MODULES
        or not hasattr(found, "item")
        or isinstance(found, type)
        or getattr(found, "ndim", 1) != 0
    ):
        return None
    if kind.__name__ == "ndarray":
        return None
    dtype = dtype_from_numpy_name(found.dtype.name)
    return None if dtype is None else (dtype, found.item())


def wrapped(frame: Frame, node: ast.AST | Place) -> str:
    """The source text of an operand, in parentheses where it needs them beside an operator."""
    text = segment(frame.place(node)) or "..."
    simple = isinstance(node, (ast.Name, ast.Subscript, ast.Attribute, ast.Call, ast.Constant))
    return text if simple or isinstance(node, Place) else f"({text})"


def fold(frame: Frame, compute: Callable[..., Any], values: tuple[Any, ...], at: ast.AST | Place) -> Lit:
    """Evaluate literals in Python."""
    place = frame.place(at)
    if compute in (operator.pow, operator.lshift) and type(values[0]) is int and type(values[1]) is int:
        grows = values[1] if compute is operator.lshift else values[1] * (abs(values[0]).bit_length() - 1)
        if grows > MAX_FOLDED_BITS and values[0] != 0:
            raise frame.type_error(at, "K204", "a literal far beyond every type", "use a smaller exponent or shift")
    try:
        result = compute(*values)
    except ZeroDivisionError:
        raise frame.type_error(at, "K207", "a literal zero divisor", "divide by a number other than 0") from None
    except (OverflowError, ValueError, TypeError) as error:
        raise frame.type_error(
            at, "K216", f"Python cannot evaluate these literals: {error}", "write numbers that the operation takes"
        ) from None
    if type(result) not in (bool, int, float):
        raise frame.type_error(
            at, "K216", f"these literals give {type(result).__name__}, which is no number here", "use real numbers"
        )
    return literal(frame, result, place)


def literal(frame: Frame, value: bool | int | float, at: ast.AST | Place) -> Lit:
    """A literal. Raises K204 where it is far beyond every type."""
    if isinstance(value, int) and value.bit_length() > MAX_FOLDED_BITS:
        raise frame.type_error(at, "K204", "a literal far beyond every type", "use a number of at most 64 bits")
    return Lit(value, frame.place(at))


# -- types of operands --------------------------------------------------------------------------------


def joined_type(frame: Frame, left: Arg, right: Arg, at: ast.AST | Place, what: str) -> TypeVar:
    """One type for two operands. Raises K200, showing both lines and the cast."""
    try:
        frame.unit.types.unify(left.type, right.type)
    except Mismatch as clash:
        raise two_types(frame, clash, left, right, at, what) from None
    return left.type


def two_types(frame: Frame, clash: Mismatch, left: Arg, right: Arg, at: ast.AST | Place, what: str) -> VyreError:
    """The error K200 for operands whose types clash."""
    a, b = clash.types
    if a is None or b is None:  # one of them is a literal
        typed, dtype = (left, a) if b is None else (right, b)
        fix = f"vy.u32({typed.text})" if dtype is not None and dtype.is_bool else f"vy.f32({typed.text})"
        if dtype is not None and dtype.is_bool and "float" in clash.words:
            fix = f"vy.f32({typed.text})"
    else:
        to, operand = _cast_choice(a, b, left, right)
        fix = f"{operand.text} != 0" if to.is_bool else f"vy.{to.__name__}({operand.text})"
        wide = widened_fix(frame, operand.text, a if operand is left else b, to)
        if wide is not None:
            return frame.type_error(
                at, "K200", f"{what} are of two types, {clash.words[0]} and {clash.words[1]}", wide, others=clash.others
            )
        if {a.kind, b.kind} == {"uint", "int"} and a.bits == b.bits:
            (plus, plus_type), (minus, minus_type) = (
                ((left, a), (right, b)) if a.kind == "uint" else ((right, b), (left, a))
            )
            fix = f"vy.{minus_type.__name__}({plus.text}), or vy.{plus_type.__name__}({minus.text}) where it is never negative"
    return frame.type_error(
        at,
        "K200",
        f"{what} are of two types, {clash.words[0]} and {clash.words[1]}",
        f"cast one of them: {fix}",
        others=clash.others,
    )


def _cast_choice(a: DType, b: DType, left: Arg, right: Arg) -> tuple[DType, Arg]:
    """Which operand to cast to what: bool to number, integer to float, narrow to wide, else right to left."""
    rank_a = (not a.is_bool, a.is_float, a.bits)
    rank_b = (not b.is_bool, b.is_float, b.bits)
    return (b, left) if rank_b > rank_a else (a, right)


def same_type(frame: Frame, op: str, operands: list[Arg], at: ast.AST, sign: str = "") -> Node:
    """An operation whose operands and result have one type."""
    what = f"the operands of {sign or op}"
    for other in operands[1:]:
        joined_type(frame, operands[0], other, at, what)
    return operation(frame, op, operands, operands[0].type, at)


def operation(frame: Frame, op: str, operands: list[Arg], kind: TypeVar, at: ast.AST, **more: Any) -> Node:
    """A node of these operands."""
    return frame.node(op, tuple(a.operand for a in operands), kind, at, uses=tuple(a.place for a in operands), **more)


def want_float(frame: Frame, operands: list[Arg], at: ast.AST, sign: str) -> None:
    """These operands belong to an operation of floats: an integer is refused here, a literal becomes a float."""
    for operand in operands:
        root = operand.type.find()
        if root.dtype is not None and not root.dtype.is_float:
            floats = [a.type.known for a in operands if a.type.known is not None and a.type.known.is_float]
            to = floats[0].__name__ if floats else "f32"
            rest = " / ".join(_as_float(a, to) for a in operands)
            if sign == "/":
                raise frame.type_error(
                    at, "K203", f"/ divides floats, and {operand.text} is {root.dtype.name}",
                    f"use // for the rounded-down quotient, or cast: {rest}", others=[("its type comes from here", root.place)] if root.place else [],
                )  # fmt: skip
            raise frame.type_error(
                at,
                "K202",
                f"{sign} takes floats, and {operand.text} is {root.dtype.name}",
                f"cast it: vy.f32({operand.text})",
            )
        root.float_place = root.float_place or operand.place


def is_float(operand: Arg) -> bool:
    """Whether it is known by now that this can be no integer."""
    root = operand.type.find()
    return root.float_place is not None or (root.dtype is not None and root.dtype.is_float)


def no_difference(frame: Frame, a: Arg, b: Arg, node: ast.Call, found: Mismatch | None = None) -> VyreError:
    """The error of ``vy.abs_diff`` of floats, K202, or of integers beside a result of another type, K200."""
    if found is not None and not is_float(a) and not is_float(b):
        return two_types(frame, found, a, b, node, "the result and the operands of vy.abs_diff")
    left, right = (x.text if x.text.isidentifier() else f"({x.text})" if " " in x.text else x.text for x in (a, b))
    return frame.type_error(
        node, "K202", "vy.abs_diff takes integers, and these are floats", f"write vy.abs({left} - {right})"
    )


def _as_float(operand: Arg, to: str) -> str:
    """An operand of ``/`` as it is written with a cast, or without one where it is a float already."""
    known = operand.type.known
    if known is not None and not known.is_float:
        return f"vy.{to}({operand.text})"
    try:
        compound = isinstance(ast.parse(operand.text, mode="eval").body, (ast.BinOp, ast.UnaryOp, ast.IfExp))
    except SyntaxError:  # a text that is cut short
        compound = True
    return f"({operand.text})" if compound else operand.text


# -- binary -------------------------------------------------------------------------------------------


def binary(
    frame: Frame,
    op: type[ast.operator],
    left: Value | None,
    right: Value | None,
    node: ast.AST,
    left_at: ast.expr,
    right_at: ast.expr,
) -> Value:
    """``left op right``."""
    row = _BINARY.get(op)
    if row is None:
        raise frame.syntax(
            node,
            "K143",
            "`@` is not in the language",
            "write the loop over the inner axis, or use a matrix product of the host",
        )
    name, sign, compute = row
    if isinstance(left, Vec) or isinstance(right, Vec):
        return _elementwise(frame, op, left, right, node, left_at, right_at)
    if isinstance(left, Lit) and isinstance(right, Lit):
        return fold(frame, compute, (left.value, right.value), node)
    if name == "pow":
        return power(frame, left, right, node, left_at, right_at)
    a, b = frame.arg(left, left_at), frame.arg(right, right_at)
    if name in ("shl", "shr"):
        return shift(frame, name, a, b, node)
    if name == "truediv":
        want_float(frame, [a, b], node, sign)
    if name not in ("and", "or", "xor"):
        no_bool(frame, [a, b], node, sign)
    return same_type(frame, name, [a, b], node, sign)


def _elementwise(
    frame: Frame,
    op: type[ast.operator],
    left: Value | None,
    right: Value | None,
    node: ast.AST,
    left_at: ast.expr,
    right_at: ast.expr,
) -> Vec:
    """``+ - * /`` of a vec with a vec of its length, or with a number."""
    sign = _BINARY[op][1]
    if op not in (ast.Add, ast.Sub, ast.Mult, ast.Div):
        raise _no_vec_operation(frame, sign, node, left_at, right_at, left if isinstance(left, Vec) else right)
    if isinstance(left, Vec) and isinstance(right, Vec) and len(left.items) != len(right.items):
        raise unequal_vecs(frame, left, right, node)
    count = len(left.items if isinstance(left, Vec) else right.items if isinstance(right, Vec) else ())
    pairs = zip(*(v.items if isinstance(v, Vec) else (v,) * count for v in (left, right)), strict=True)
    return Vec(tuple([binary(frame, op, a, b, node, left_at, right_at) for a, b in pairs]), frame.place(node))


def unequal_vecs(frame: Frame, left: Vec, right: Vec, node: ast.AST) -> VyreError:
    """The error K174 for vecs of two lengths."""
    a, b = len(left.items), len(right.items)
    return frame.type_error(
        node, "K174", f"a vec of {a} beside a vec of {b}", f"make both of one length, for example a vec of {min(a, b)} from the components that are meant"
    )  # fmt: skip


def _no_vec_operation(
    frame: Frame, sign: str, node: ast.AST, left_at: ast.expr, right_at: ast.expr, value: Value | None
) -> VyreError:
    count = len(value.items) if isinstance(value, Tup) else 2
    a, b = wrapped(frame, left_at), wrapped(frame, right_at)
    if sign in ("==", "!=", "<", "<=", ">", ">="):
        word = " or " if sign == "!=" else " and "
        fix = f"compare components: {word.join(f'{a}.{c} {sign} {b}.{c}' for c in 'xyzw'[:count])}"
    else:
        fix = f"write it per component, for example vy.vec({', '.join(f'{a}.{c} {sign} n' for c in 'xyzw'[:count])})"
    return frame.type_error(node, "K174", f"{sign} is no operation of vecs, which have + - * /", fix)


def no_bool(frame: Frame, operands: list[Arg], node: ast.AST, sign: str) -> None:
    """Arithmetic takes numbers. Raises K202."""
    for operand in operands:
        if operand.type.known is bool_:
            others = [a.type.known for a in operands if a.type.known not in (None, bool_)]
            to = others[0].__name__ if others and others[0] is not None else "u32"
            raise frame.type_error(
                node,
                "K202",
                f"{sign} takes numbers, and {operand.text} is a bool",
                f"turn it into 0 or 1: vy.{to}({operand.text})",
            )


def shift(frame: Frame, name: str, value: Arg, count: Arg, node: ast.AST) -> Node:
    """The left operand has the result's type, the count any integer type (rule 1.3)."""
    if is_float(value) and not isinstance(node, ast.AugAssign):
        raise frame.type_error(
            value.place,
            "K202",
            f"a shift takes an integer, and {value.text} is a float",
            f"cast it: vy.u32({value.text})",
        )
    if isinstance(count.operand, LitUse) and not isinstance(count.operand.value, bool):
        try:
            frame.unit.types.demand(count.type, u32, count.place)
        except Mismatch:
            raise frame.type_error(
                count.place, "K202", "a shift count is an integer", "write it without a point"
            ) from None
    return operation(frame, name, [value, count], value.type, node)


def power(
    frame: Frame, base: Value | None, exponent: Value | None, node: ast.AST, base_at: ast.AST, exponent_at: ast.AST
) -> Value:
    """``x ** k`` for a literal integer 0 <= k <= 64: repeated multiplication in left-to-right binary order (rule 2.7); other powers of
    floats are rounded once (rule 3.5)."""
    if isinstance(base, Lit) and isinstance(exponent, Lit):
        return fold(frame, operator.pow, (base.value, exponent.value), node)
    x, k = frame.arg(base, base_at), frame.arg(exponent, exponent_at)
    no_bool(frame, [x], node, "**")
    if isinstance(exponent, Lit) and type(exponent.value) is int and 0 <= exponent.value <= 64:
        if exponent.value == 0:
            return operation(frame, "one", [x], x.type, node)
        result: Node | None = None
        for bit in bin(exponent.value)[3:]:
            so_far = x if result is None else Arg(result, x.place)
            result = same_type(frame, "mul", [so_far, so_far], node)
            if bit == "1":
                result = same_type(frame, "mul", [Arg(result, x.place), x], node)
        return x.operand if result is None and isinstance(x.operand, Node) else result or Lit(0, x.place)
    if any(
        a.type.find().float_place is not None or (a.type.known is not None and a.type.known.is_float) for a in (x, k)
    ):
        want_float(frame, [x, k], node, "**")
        return same_type(frame, "pow", [x, k], node, "**")
    raise frame.type_error(
        node, "K209", "an integer power has a literal exponent of 0 ... 64",
        f"for 2 ** k write 1 << k; else multiply in a loop: p = 1, then for _ in range({k.text}): p = p * {x.text}",
    )  # fmt: skip


# -- unary --------------------------------------------------------------------------------------------

_UNARY: Final[dict[type[ast.unaryop], Callable[..., Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}


def unary(frame: Frame, op: type[ast.unaryop], value: Value | None, node: ast.UnaryOp) -> Value:
    """``-x``, ``+x``, ``~x``, ``not x``."""
    if isinstance(value, Vec) and op in (ast.USub, ast.UAdd):
        return Vec(tuple([unary(frame, op, item, node) for item in value.items]), frame.place(node))
    if isinstance(value, Lit):
        if op is ast.Not and isinstance(value.value, float):
            raise frame.type_error(node, "K205", "a float has no truth value", "compare it: == 0.0")
        if op is ast.Invert and isinstance(value.value, bool):
            return Lit(not value.value, frame.place(node))
        return fold(frame, _UNARY[op], (value.value,), node)
    operand = frame.arg(value, node.operand)
    if op is ast.Not:
        return operation(frame, "lnot", [operand], frame.typed(bool_, node), node)
    if op is ast.USub:
        no_bool(frame, [operand], node, "-")
    elif op is ast.UAdd and isinstance(operand.operand, Node):
        return operand.operand
    return operation(frame, "neg" if op is ast.USub else "not", [operand], operand.type, node)


# -- comparison ---------------------------------------------------------------------------------------


def compare(
    frame: Frame,
    op: ast.cmpop,
    left: Value | None,
    right: Value | None,
    node: ast.AST,
    left_at: ast.expr,
    right_at: ast.expr,
) -> Node | Lit:
    """One link of a comparison: two integers of any types, two floats of one type, two bools for == and !=."""
    row = _COMPARE.get(type(op))
    if row is None:
        if isinstance(op, (ast.Is, ast.IsNot)):
            sign = "==" if isinstance(op, ast.Is) else "!="
            raise frame.syntax(node, "K133", "`is` is not in the language", f"compare values with {sign}")
        raise frame.syntax(
            node,
            "K134",
            "`in` is not in the language",
            "compare with each value: x == 1 or x == 2, or search in a loop",
        )
    name, sign, compute = row
    if isinstance(left, Vec) or isinstance(right, Vec):
        vec = left if isinstance(left, Vec) else right
        raise _no_vec_operation(frame, sign, node, left_at, right_at, vec)
    if isinstance(left, Lit) and isinstance(right, Lit):
        return fold(frame, compute, (left.value, right.value), node)
    a, b = frame.arg(left, left_at), frame.arg(right, right_at)
    place = frame.place(node)

    def clash(found: Mismatch) -> VyreError:
        return two_types(frame, found, a, b, place, f"the operands of {sign}")

    frame.unit.types.relate("compare", a.type, b.type, place, clash)
    return operation(frame, name, [a, b], frame.typed(bool_, node), node, data=sign)
