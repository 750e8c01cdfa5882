"""The op table: the one place for each pure operation's name, typing, laws and strict meaning.

Every room that needs to know something about an operation reads it here: the builder and the validator
take the typing from it, the reference and the emitters must cover exactly these names (a test holds
them to it), the law tests take ``laws``. Operations that touch memory, ids or control flow are nodes of
their own (:mod:`vyre.ir.nodes`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan
from typing import Final

from vyre.dtypes import DType, bool_, u32
from vyre.errors import Place, ValidationError

__all__ = [
    "ATOMIC_OPS",
    "BINARY_FUNCTIONS",
    "FUNCTIONS",
    "ID_NAMES",
    "OPS",
    "SUBGROUP_OPS",
    "SUBGROUP_REDUCTIONS",
    "SUBGROUP_SIZE",
    "UNARY_FUNCTIONS",
    "UNAXED_IDS",
    "OpInfo",
    "missing_lane",
    "missing_value",
    "result_type",
    "subgroup_type",
]

Typing = Callable[[str, Sequence[DType]], DType]


@dataclass(frozen=True, slots=True)
class OpInfo:
    """One operation. ``laws`` are among commutative, associative, idempotent, involution (op(op(x)) = x);
    they hold bit for bit on every type that the operation takes, unless ``law_kinds`` narrows them."""

    name: str
    arity: int
    takes: str  # in words, for error messages and the grammar page
    typing: Typing
    meaning: str  # strict meaning, with the rule's number
    laws: frozenset[str] = frozenset()
    law_kinds: frozenset[str] = frozenset({"bool", "uint", "int"})
    since: str = ""  # "" = available; else the words of the U700 refusal


def _reject(op: str, types: Sequence[DType]) -> ValidationError:
    info = OPS[op]
    got = ", ".join(t.name for t in types)
    return ValidationError(
        f"{op} takes {info.takes}",
        code="V300",
        fix=_fix(op, types),
        actual=f"{op}({got})",
    )


def _fix(op: str, types: Sequence[DType]) -> str:
    kinds = {t.kind for t in types}
    if len(set(types)) > 1 and "bool" not in kinds:
        widest = max(types, key=lambda t: (t.is_float, t.bits, t.is_signed))
        return f"cast the operands to one type first, for example {widest.name}(x)"
    if op in FUNCTIONS and kinds == {"float"}:
        return "compute it in f32: f32(x), or on the host in f64"
    if op == "div" and kinds <= {"uint", "int"}:
        return "cast the operands to one integer type"
    if op in ("and", "or", "xor", "not", "shl", "shr", "rotl", "rotr") and "float" in kinds:
        return "use vy.bitcast to an unsigned integer type of the same width first"
    if "bool" in kinds:
        return "cast the bool to a number, for example u32(x), or compare with != 0"
    return f"give it {OPS[op].takes}"


def _same(*kinds: str) -> Typing:
    def typing(op: str, types: Sequence[DType]) -> DType:
        first = types[0]
        if first.kind not in kinds or any(t is not first for t in types):
            raise _reject(op, types)
        return first

    return typing


def _to_bool(*kinds: str) -> Typing:
    same = _same(*kinds)

    def typing(op: str, types: Sequence[DType]) -> DType:
        same(op, types)
        return bool_

    return typing


def _compare(op: str, types: Sequence[DType]) -> DType:
    a, b = types
    if a.is_integer and b.is_integer:  # rule 1.3: mathematical values, of any two integer types
        return bool_
    if a is b and (a.is_float or (a.is_bool and op in ("eq", "ne"))):
        return bool_
    raise _reject(op, types)


def _shift(op: str, types: Sequence[DType]) -> DType:
    if not (types[0].is_integer and types[1].is_integer):
        raise _reject(op, types)
    return types[0]


def _select(op: str, types: Sequence[DType]) -> DType:
    if types[0] is not bool_ or types[1] is not types[2]:
        raise _reject(op, types)
    return types[1]


def _abs_diff(op: str, types: Sequence[DType]) -> DType:
    return _same("uint", "int")(op, types).unsigned


def _narrow_float(op: str, types: Sequence[DType]) -> DType:
    first = types[0]
    if not first.is_float or first.bits > 32 or any(t is not first for t in types):
        raise _reject(op, types)
    return first


def _any(op: str, types: Sequence[DType]) -> DType:
    raise ValidationError(f"{op} needs its result type", code="V300", fix=f"give {op} its target type")


_C: Final = frozenset({"commutative"})
_CA: Final = frozenset({"commutative", "associative"})
_CAI: Final = _CA | {"idempotent"}
_NUM: Final = "two numbers of one type"
_INT: Final = "two integers of one type"

UNARY_FUNCTIONS: Final[tuple[str, ...]] = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "cbrt", "rsqrt", "erf", "erfc",
)  # fmt: skip
"""Mathematical functions of one number (rule 3.5)."""

BINARY_FUNCTIONS: Final[tuple[str, ...]] = ("hypot", "atan2", "pow")
"""Mathematical functions of two numbers."""

FUNCTIONS: Final = (*UNARY_FUNCTIONS, *BINARY_FUNCTIONS)
"""The operations that are mathematical functions. :mod:`vyre.functions` says how each is computed."""

_TABLE: Final[tuple[OpInfo, ...]] = (
    # arithmetic
    OpInfo("add", 2, _NUM, _same("uint", "int", "float"), "integers wrap (2.1); floats round once (3.1)", _CA),
    OpInfo("sub", 2, _NUM, _same("uint", "int", "float"), "integers wrap (2.1); floats round once (3.1)"),
    OpInfo("mul", 2, _NUM, _same("uint", "int", "float"), "integers wrap (2.1); floats round once (3.1)", _CA),
    OpInfo("div", 2, _NUM, _same("uint", "int", "float"), "integers truncate, x/0 is all ones, MIN/-1 = MIN (2.2, 2.3); floats round once"),
    OpInfo("rem", 2, _INT, _same("uint", "int"), "sign of the dividend, x rem 0 = 0, MIN rem -1 = 0 (2.2, 2.3)"),
    OpInfo("floordiv", 2, _INT, _same("uint", "int"), "rounds to minus infinity, x//0 is all ones (2.2, 2.3)"),
    OpInfo("floormod", 2, _INT, _same("uint", "int"), "sign of the divisor, x % 0 = 0 (2.2, 2.3)"),
    OpInfo("neg", 1, "a signed or unsigned integer or a float", _same("uint", "int", "float"), "wraps (2.1); flips a float's sign (3.2)", frozenset({"involution"})),
    OpInfo("abs", 1, "an integer or a float", _same("uint", "int", "float"), "abs(MIN) = MIN (2.1); clears a float's sign (3.2)", frozenset({"idempotent-unary"})),
    OpInfo("sign", 1, "an integer or a float", _same("uint", "int", "float"), "1, -1 or +0; NaN for NaN (3.3)", frozenset({"idempotent-unary"})),
    OpInfo("min", 2, _NUM, _same("uint", "int", "float"), "a number beats a NaN, -0 < +0 (3.3)", _CAI, frozenset({"uint", "int", "float"})),
    OpInfo("max", 2, _NUM, _same("uint", "int", "float"), "a number beats a NaN, -0 < +0 (3.3)", _CAI, frozenset({"uint", "int", "float"})),
    OpInfo("mulhi", 2, _INT, _same("uint", "int"), "the high half of the product of twice the width (2.5)", _C),
    OpInfo("saturating_add", 2, _INT, _same("uint", "int"), "clamps to MIN and MAX (2.5)", _C),
    OpInfo("saturating_sub", 2, _INT, _same("uint", "int"), "clamps to MIN and MAX (2.5)"),
    OpInfo("abs_diff", 2, _INT, _abs_diff, "|a - b| exactly, in the unsigned type (2.5)", _C),
    # bits
    OpInfo("and", 2, "two integers of one type or two bools", _same("bool", "uint", "int"), "bitwise", _CAI),
    OpInfo("or", 2, "two integers of one type or two bools", _same("bool", "uint", "int"), "bitwise", _CAI),
    OpInfo("xor", 2, "two integers of one type or two bools", _same("bool", "uint", "int"), "bitwise", _CA),
    OpInfo("not", 1, "an integer or a bool", _same("bool", "uint", "int"), "bitwise; logical on bool", frozenset({"involution"})),
    OpInfo("shl", 2, "an integer and an integer count", _shift, "count modulo the width (2.4)"),
    OpInfo("shr", 2, "an integer and an integer count", _shift, "count modulo the width; arithmetic on signed types (2.4)"),
    OpInfo("rotl", 2, "an integer and an integer count", _shift, "count modulo the width (2.4)"),
    OpInfo("rotr", 2, "an integer and an integer count", _shift, "count modulo the width (2.4)"),
    OpInfo("popcount", 1, "an integer", _same("uint", "int"), "number of one bits, in the operand's type (2.5)"),
    OpInfo("clz", 1, "an integer", _same("uint", "int"), "leading zero bits; clz(0) = width (2.5)"),
    OpInfo("ctz", 1, "an integer", _same("uint", "int"), "trailing zero bits; ctz(0) = width (2.5)"),
    OpInfo("reverse_bits", 1, "an integer", _same("uint", "int"), "bit k goes to bit width-1-k (2.5)", frozenset({"involution"})),
    # comparison and choice
    OpInfo("eq", 2, "two integers of any types, two floats of one type, or two bools", _compare, "mathematical values (1.3); NaN is not equal to anything", _C),
    OpInfo("ne", 2, "two integers of any types, two floats of one type, or two bools", _compare, "not eq", _C),
    OpInfo("lt", 2, "two integers of any types or two floats of one type", _compare, "mathematical values (1.3); false with a NaN"),
    OpInfo("le", 2, "two integers of any types or two floats of one type", _compare, "mathematical values (1.3); false with a NaN"),
    OpInfo("gt", 2, "two integers of any types or two floats of one type", _compare, "mathematical values (1.3); false with a NaN"),
    OpInfo("ge", 2, "two integers of any types or two floats of one type", _compare, "mathematical values (1.3); false with a NaN"),
    OpInfo("select", 3, "a bool and two values of one type", _select, "the second operand where the first is true, else the third; both are evaluated"),
    # floats
    OpInfo("fma", 3, "three floats of one type", _same("float"), "a*b + c with one rounding (3.1)"),
    OpInfo("sqrt", 1, "a float", _same("float"), "rounded once (3.2)"),
    OpInfo("recip", 1, "a float", _same("float"), "1/x rounded once (3.2)"),
    OpInfo("floor", 1, "a float", _same("float"), "exact (3.2)", frozenset({"idempotent-unary"}), frozenset({"float"})),
    OpInfo("ceil", 1, "a float", _same("float"), "exact (3.2)", frozenset({"idempotent-unary"}), frozenset({"float"})),
    OpInfo("trunc", 1, "a float", _same("float"), "exact (3.2)", frozenset({"idempotent-unary"}), frozenset({"float"})),
    OpInfo("round", 1, "a float", _same("float"), "to the nearest integer, half to even (3.2)", frozenset({"idempotent-unary"}), frozenset({"float"})),
    OpInfo("copysign", 2, "two floats of one type", _same("float"), "magnitude of the first, sign of the second; a NaN sign source is positive (3.4)"),
    OpInfo("isnan", 1, "a float", _to_bool("float"), "true for a NaN"),
    OpInfo("isinf", 1, "a float", _to_bool("float"), "true for an infinity"),
    OpInfo("isfinite", 1, "a float", _to_bool("float"), "true for neither NaN nor infinity"),
    # mathematical functions
    *(OpInfo(name, 1, "an f32, f16 or bf16", _narrow_float, "rounded once to nearest even (3.5)") for name in UNARY_FUNCTIONS),
    *(OpInfo(name, 2, "two f32, f16 or bf16 of one type", _narrow_float, "rounded once to nearest even (3.5)") for name in BINARY_FUNCTIONS),
    # conversion: the result type is given, not derived
    OpInfo("cast", 1, "a value", _any, "integers modulo 2^width (2.6); floats to nearest even, to integer truncating and saturating, NaN to 0 (3.6); to bool: != 0"),
    OpInfo("bitcast", 1, "a value of the same width, no bool", _any, "same bits (2.6); a NaN is canonical (3.4)"),
)  # fmt: skip

OPS: Final[dict[str, OpInfo]] = {info.name: info for info in _TABLE}
"""Every pure operation by name."""

ID_NAMES: Final[tuple[str, ...]] = (
    "global_id",
    "local_id",
    "group_id",
    "workgroup_size",
    "num_groups",
    "local_index",
    "subgroup_lane",
    "subgroup_id",
)
"""Names of :class:`vyre.ir.nodes.Id` queries; all give u32; :data:`UNAXED_IDS` have no axis (0), the others x = 0, y, z."""

UNAXED_IDS: Final = frozenset({"local_index", "subgroup_lane", "subgroup_id"})

ATOMIC_OPS: Final[tuple[str, ...]] = (
    "add",
    "sub",
    "min",
    "max",
    "and",
    "or",
    "xor",
    "exchange",
    "compare_exchange",
)
"""Operations of :class:`vyre.ir.nodes.Atomic` (rule 6.1)."""


SUBGROUP_SIZE: Final = 32
"""Invocations of a subgroup, consecutive in linear local index, on every device (rule 6.4)."""

SUBGROUP_OPS: Final[dict[str, tuple[int, str]]] = {
    "sum": (1, "number"),
    "min": (1, "number"),
    "max": (1, "number"),
    "and": (1, "bits"),
    "or": (1, "bits"),
    "xor": (1, "bits"),
    "any": (1, "bool"),
    "all": (1, "bool"),
    "ballot": (1, "bool"),
    "broadcast": (2, "any"),
    "shuffle": (2, "any"),
    "shuffle_up": (2, "any"),
    "shuffle_down": (2, "any"),
    "shuffle_xor": (2, "any"),
    "inclusive_scan": (1, "number"),
    "exclusive_scan": (1, "number"),
}
"""Operations of :class:`vyre.ir.nodes.Subgroup` (rule 6.4): operands, and what the first one may be, of bool and the 32- and
64-bit types. The second is a u32 lane, distance or mask. ``ballot`` gives u32, the others the type of the first."""

SUBGROUP_REDUCTIONS: Final[dict[str, str]] = {
    "sum": "add",
    "min": "min",
    "max": "max",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "any": "or",
    "all": "and",
}
"""The subgroup operations that join all lanes, and the pure operation that joins two of them."""


def missing_lane(op: str, dtype: DType) -> bool | int | float:
    """What a missing lane contributes where the pure operation ``op`` joins lanes (rule 6.4)."""
    if op == "add":
        return -0.0 if dtype.is_float else 0
    if op in ("min", "max"):
        return nan if dtype.is_float else dtype.max if op == "min" else dtype.min
    if op == "and":
        return True if dtype.is_bool else -1 if dtype.is_signed else dtype.max
    return False if dtype.is_bool else 0


def missing_value(op: str, dtype: DType) -> bool | int | float:
    """What a missing lane stands for in the subgroup operation ``op`` (rule 6.4): the identity of what joins lanes, else 0."""
    if op in ("inclusive_scan", "exclusive_scan"):
        return missing_lane("add", dtype)
    if op in SUBGROUP_REDUCTIONS:
        return missing_lane(SUBGROUP_REDUCTIONS[op], dtype)
    return False if dtype.is_bool else 0.0 if dtype.is_float else 0


def subgroup_type(op: str, types: Sequence[DType], *, place: Place | None = None) -> DType:
    """The type that a subgroup operation gives. Raises ValidationError V300."""
    row = SUBGROUP_OPS.get(op)
    if row is None or len(types) != row[0]:
        raise ValidationError(
            f"there is no subgroup operation {op!r} of {len(types)} operands",
            code="V300",
            fix=f"use one of: {', '.join(SUBGROUP_OPS)}",
            place=place,
        )
    first, wants = types[0], row[1]
    fits = {
        "number": first.is_integer or first.is_float,
        "bits": first.is_integer or first.is_bool,
        "bool": first.is_bool,
        "any": True,
    }[wants]
    if not fits or not (first.is_bool or first.bits >= 32):
        words = {
            "number": "a number of 32 or 64 bits",
            "bits": "a bool or an integer of 32 or 64 bits",
            "bool": "a bool",
            "any": "a bool or a number of 32 or 64 bits",
        }[wants]
        raise ValidationError(
            f"subgroup_{op} takes {words}",
            code="V300",
            fix="compare it: x != 0" if wants == "bool" else "cast it to a type of 32 bits first",
            place=place,
            actual=first.name,
        )
    if len(types) == 2 and types[1] is not u32:
        raise ValidationError(
            f"the second operand of subgroup_{op} is a u32",
            code="V300",
            fix="cast it: u32(x)",
            place=place,
            actual=types[1].name,
        )
    return u32 if op == "ballot" else first


def result_type(op: str, types: Sequence[DType], target: DType | None = None, *, place: Place | None = None) -> DType:
    """The type that ``op`` gives for operands of ``types``; ``target`` is for ``cast`` and ``bitcast`` only.

    Raises ValidationError V300 where the operation does not take these types.

    >>> from vyre.dtypes import i32, u8
    >>> result_type("abs_diff", [i32, i32])
    vyre.u32
    """
    info = OPS.get(op)
    if info is None or len(types) != info.arity:
        raise ValidationError(
            f"there is no operation {op!r} of {len(types)} operands",
            code="V300",
            fix=f"use one of: {', '.join(OPS)}",
            place=place,
        )
    try:
        if target is None:
            return info.typing(op, types)
        if op == "bitcast" and (types[0].bits != target.bits or types[0].is_bool or target.is_bool):
            raise ValidationError(
                "bitcast needs two types of the same width, no bool",
                code="V300",
                fix="cast it to bool" if target.is_bool else f"cast to a {target.bits}-bit integer first",
                actual=f"{types[0].name} to {target.name}",
            )
        if op not in ("cast", "bitcast"):
            raise ValidationError(f"{op} takes no target type", code="V300", fix="leave the target type out")
        return target
    except ValidationError as error:
        error.place = error.place or place
        raise
