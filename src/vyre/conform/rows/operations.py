"""Every operation of the table on every type that it takes, in three forms.

Compilers treat them differently:

* ``varying``: an invocation per element, which becomes vectors where there are any;
* ``uniform``: one invocation that loops over elements, in scalars;
* ``literal``: one operand is a constant, on either side, which invites a compiler to simplify.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, few, operands, values
from vyre.dtypes import BY_NAME, DType, bool_
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.literals import python_value
from vyre.ir.ops import FUNCTIONS, OPS, result_type
from vyre.ir.values import Val

__all__ = ["COMPARISONS", "INTEGERS", "SHIFTS", "elementwise", "rows", "types_of"]

Build = Callable[[Builder, Sequence[Val]], Val]
"""One operation on its operands."""

INTEGERS: Final = tuple(t for t in BY_NAME.values() if t.is_integer)
SHIFTS: Final = ("shl", "shr", "rotl", "rotr")
COMPARISONS: Final = ("eq", "ne", "lt", "le", "gt", "ge")
_DIVISIONS: Final = ("div", "rem", "floordiv", "floormod")
_COUNTS: Final = ("u8", "i32", "u64", "i64")
"""Types of shift counts that stand beside every type, and beside its own."""
_LOOPED: Final = 401
_RULES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("add", "sub", "mul", "neg"), ("2.1", "3.1", "3.2", "3.4")),
    **dict.fromkeys(_DIVISIONS, ("2.2", "2.3", "3.1", "3.2")),
    **dict.fromkeys(("abs", "copysign"), ("2.1", "3.2", "3.4")),
    **dict.fromkeys(("min", "max", "sign"), ("3.3",)),
    **dict.fromkeys(SHIFTS, ("2.4",)),
    **dict.fromkeys(
        ("popcount", "clz", "ctz", "reverse_bits", "mulhi", "saturating_add", "saturating_sub", "abs_diff"), ("2.5",)
    ),
    **dict.fromkeys(COMPARISONS, ("1.3", "3.2")),
    **dict.fromkeys(("sqrt", "recip", "floor", "ceil", "trunc", "round"), ("3.2",)),
    "fma": ("3.1",),
    "cast": ("2.6", "3.6"),
    "bitcast": ("2.6", "3.4"),
}


def types_of(op: str) -> Iterator[tuple[tuple[DType, ...], DType]]:
    """What an operation takes where all operands but a condition have one type, and what it gives."""
    for dtype in BY_NAME.values():
        types = (bool_, dtype, dtype) if op == "select" else (dtype,) * OPS[op].arity
        try:
            yield types, result_type(op, types)
        except ValidationError:
            continue


def rows() -> Iterator[Row]:
    """Operations, mixed comparisons, and sequences of operations."""
    for op in OPS:
        if op in ("cast", "bitcast"):
            for source in BY_NAME.values():
                yield from _conversions(op, source)
            continue
        for types, result in types_of(op):
            build = partial(_apply, op)
            yield _row(f"op/{op}/{types[-1]}", op, types, result, build)
            if op in SHIFTS:
                for count in _COUNTS:
                    if BY_NAME[count] is not types[0]:
                        mixed = (types[0], BY_NAME[count])
                        yield Row(f"op/{op}/{types[0]}-{count}", ("2.4",), partial(_varying, mixed, result, build))
    for first in INTEGERS:
        for second in INTEGERS:
            if first is not second:
                yield Row(f"compare/{first}-{second}", ("1.3",), partial(_comparisons, (first, second)))
    yield from _composites()


def _apply(op: str, b: Builder, given: Sequence[Val]) -> Val:
    return b.op(op, *given)


def _row(name: str, op: str, types: tuple[DType, ...], result: DType, build: Build) -> Row:
    if op in FUNCTIONS:
        return Row(name, ("3.5",), partial(_varying, types, result, build))
    skip_zero = op in _DIVISIONS and types[0].is_integer
    return Row(
        name,
        _RULES.get(op, ("3.2",) if types[-1].is_float else ("2.1",)),
        partial(_cases, types, result, build, skip_zero),
    )


def _conversions(op: str, source: DType) -> Iterator[Row]:
    for target in BY_NAME.values():
        try:
            result_type(op, [source], target)
        except ValidationError:
            continue
        if target is source:
            continue

        def build(b: Builder, given: Sequence[Val], target: DType = target) -> Val:
            return b.cast(target, given[0]) if op == "cast" else b.bitcast(target, given[0])

        yield Row(f"op/{op}/{source}-{target}", _RULES[op], partial(_cases, (source,), target, build, False, lean=True))


def _cases(
    types: tuple[DType, ...], result: DType, build: Build, skip_zero: bool, setting: Setting, *, lean: bool = False
) -> list[Case]:
    """``lean``: the literals are for the full setting."""
    columns = operands(types, setting.unary if len(types) == 1 else setting.pairs)
    found = [
        elementwise("varying", types, result, build, columns),
        _uniform(types, result, build, columns, 10 * _LOOPED if setting.full else _LOOPED),
    ]
    return found if lean and not setting.full else [*found, _literal(types, result, build, skip_zero)]


def _varying(types: tuple[DType, ...], result: DType, build: Build, setting: Setting) -> list[Case]:
    """Of operands of two types, which only widths and signs tell from those of one; and of mathematical functions."""
    found = _cases(types, result, build, False, setting) if setting.full else []
    return found or [elementwise("varying", types, result, build, operands(types, setting.pairs))]


def elementwise(name: str, types: Sequence[DType], result: DType, build: Build, columns: Sequence[Array]) -> Case:
    """out[i] = build(x[i], y[i], …), with one invocation per element."""
    b = Builder(name)
    given = [b.input(column, t) for column, t in zip("xyz", types, strict=False)]
    out = b.output("out", result)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = build(b, [x[i] for x in given])
    count = len(columns[0])
    return Case(name, b.build(), dict(zip("xyz", columns, strict=False)), {"out": (count,)}, domain=(count,))


def _uniform(types: Sequence[DType], result: DType, build: Build, columns: Sequence[Array], count: int) -> Case:
    """The same in a loop of one invocation, over elements from everywhere."""
    b = Builder("uniform", workgroup=1)
    given = [b.input(column, t) for column, t in zip("xyz", types, strict=False)]
    out = b.output("out", result)
    with b.for_(0, out.size) as k:
        out[k] = build(b, [x[k] for x in given])
    step = max(1, len(columns[0]) // count)
    inputs = {name: column[::step].copy() for name, column in zip("xyz", columns, strict=False)}
    return Case("uniform", b.build(), inputs, {"out": inputs["x"].shape}, domain=(1,))


def _literal(types: Sequence[DType], result: DType, build: Build, skip_zero: bool) -> Case:
    """A constant as the only operand; or as the second, and as the first, beside varying ones. No literal zero divides an
    integer: that is no program (rule 2.3)."""
    b = Builder("literal")
    alone = len(types) == 1
    given = [b.input(column, t) for column, t in zip("xyz", () if alone else types, strict=False)]
    out = b.output("out", result)
    i = b.global_id()
    constants = [few(t) for t in types]
    slots = 0
    count = 1 if alone else 256
    with b.if_(i < count):
        held = [x[i] for x in given] or [b.const(types[0], _python(types[0], 0))]
        for place in (0,) if alone else (1, 0):
            for bits in constants[place]:
                if skip_zero and place == 1 and bits == 0:
                    continue
                fixed = b.const(types[place], _python(types[place], bits))
                out[i + slots * count] = build(b, [fixed if k == place else x for k, x in enumerate(held)])
                slots += 1
    # a column of its own per operand, so that they meet in other pairs than elsewhere
    inputs = {} if alone else {n: values(t, count, f"literal {n}") for n, t in zip("xyz", types, strict=False)}
    return Case("literal", b.build(), inputs, {"out": (slots * count,)}, domain=(count,))


def _python(dtype: DType, bits: int) -> bool | int | float:
    return python_value(dtype, bits)


def _comparisons(types: tuple[DType, DType], setting: Setting) -> list[Case]:
    """All six of two integer types, as the bits of a byte (or more, where u8 is none of them)."""
    packed = types[0].unsigned

    def build(b: Builder, given: Sequence[Val]) -> Val:
        found = b.const(packed, 0)
        for k, op in enumerate(COMPARISONS):
            found = found | b.select(b.op(op, *given), b.const(packed, 1 << k), b.const(packed, 0))
        return found

    return _varying(types, packed, build, setting)


def _composites() -> Iterator[Row]:
    """What the language makes of several operations, and sums that a compiler must not contract, reassociate or simplify."""
    made: list[tuple[str, tuple[str, ...], Sequence[str], int, Build]] = [
        ("fmod", ("3.2",), ("float",), 2, lambda b, x: b.fmod(x[0], x[1])),
        ("floordiv", ("3.2",), ("float",), 2, lambda b, x: b.op("floordiv", *x)),
        ("floormod", ("3.2",), ("float",), 2, lambda b, x: b.op("floormod", *x)),
        ("ceil-div", ("2.3",), ("uint", "int"), 2, lambda b, x: b.ceil_div(x[0], x[1])),
        ("clamp", ("3.3",), ("uint", "int", "float"), 3, lambda b, x: b.clamp(x[0], x[1], x[2])),
        ("power-3", ("2.7",), ("uint", "int", "float"), 1, lambda b, x: b.power(x[0], 3)),
        ("power-13", ("2.7",), ("uint", "int", "float"), 1, lambda b, x: b.power(x[0], 13)),
        ("mul-add", ("3.1",), ("float",), 3, lambda b, x: x[0] * x[1] + x[2]),
        ("mul-sub", ("3.1",), ("float",), 3, lambda b, x: x[2] - x[0] * x[1]),
        ("sum-of-three", ("3.1",), ("float",), 3, lambda b, x: (x[0] + x[1]) + x[2]),
        ("cancel", ("3.1",), ("float",), 2, lambda b, x: (x[0] + x[1]) - x[0]),
        ("times-zero", ("3.1",), ("float",), 1, lambda b, x: x[0] * 0.0 + (x[0] - x[0])),
        ("over-itself", ("3.1",), ("float",), 1, lambda b, x: b.op("div", x[0], x[0])),
        ("over-then-times", ("3.1",), ("float",), 2, lambda b, x: b.op("div", x[0], x[1]) * x[1]),
        ("over-constant", ("3.1",), ("float",), 1, lambda b, x: b.op("div", x[0], b.const(x[0].dtype, 3.0))),
        ("doubled-halved", ("2.1",), ("uint", "int"), 1, lambda b, x: b.div(x[0] * 2, b.const(x[0].dtype, 2))),
        ("less-than-next", ("2.1",), ("uint", "int"), 1, lambda b, x: b.select(x[0] < x[0] + 1, x[0], ~x[0])),
    ]  # fmt: skip
    for name, rules, kinds, arity, build in made:
        for dtype in BY_NAME.values():
            if dtype.kind not in kinds:
                continue
            lean = dtype.bits == 16 and name in ("fmod", "floordiv", "floormod")  # seconds to compile
            yield Row(
                f"composite/{name}/{dtype}",
                rules,
                partial(_cases, (dtype,) * arity, dtype, build, name == "ceil-div", lean=lean),
            )
