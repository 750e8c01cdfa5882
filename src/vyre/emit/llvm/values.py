"""Pure operations (rules 1.3, 2 and 3) as LLVM instructions, for one scalar or one vector at a time.

:func:`lower` is the whole interface. No instruction carries a fast-math flag but sums and products under a permission of
rule 3.7 (``Text.fast``), no operation that LLVM calls undefined is written without a guard, and a NaN's bits become visible
nowhere but in :func:`canonical`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vyre.dtypes import BY_NAME, DType
from vyre.emit.llvm import narrow
from vyre.emit.llvm.functions import write_body
from vyre.emit.llvm.text import Form, Text, element_type, is_narrow, register_bits
from vyre.functions.chosen import body_of
from vyre.ir.literals import CANONICAL_NAN, float_bits, python_value
from vyre.ir.ops import FUNCTIONS

__all__ = ["LOWERED", "canonical", "constant", "lower", "resize", "truth"]


def constant(dtype: DType, bits: int) -> str:
    """The operand text of a literal."""
    if dtype.is_bool:
        return "true" if bits else "false"
    if dtype.is_float:
        # LLVM writes a float as the bits of the double that it is; a NaN has no exact double, but only one is a literal
        value = python_value(dtype, bits)
        if value != value:
            return "0x7FF8000000000000"
        return f"0x{float_bits(BY_NAME['f64'], float(value)):016X}"
    return str(python_value(dtype, bits))


def canonical(form: Form, dtype: DType, x: str) -> str:
    """The bits of a float as an integer, every NaN the canonical one (rule 3.4)."""
    if is_narrow(dtype):
        return narrow.to_memory(form, dtype, x)
    t, n = element_type(dtype), f"i{dtype.bits}"
    raw = form.convert("bitcast", t, x, n)
    nan = form.op("fcmp uno", t, x, x)
    return form.select(nan, n, form.literal(n, CANONICAL_NAN[dtype.name]), raw)


def truth(form: Form, dtype: DType, x: str) -> str:
    """``x != 0`` (rules 2.6 and 5.2); true for a NaN."""
    if dtype.is_bool:
        return x
    t = element_type(dtype)
    if dtype.is_float:
        return form.op("fcmp une", t, x, form.literal(t, "0.0"))
    return form.op("icmp ne", t, x, form.literal(t, 0))


def resize(form: Form, source: DType, x: str, bits: int) -> str:
    """An integer's value modulo 2**bits."""
    if source.bits == bits:
        return x
    name = "trunc" if bits < source.bits else "sext" if source.is_signed else "zext"
    return form.convert(name, element_type(source), x, f"i{bits}")


# -- integers -----------------------------------------------------------------------------------------------------

_Lower = Callable[[Form, DType, Sequence[str]], str]


def _plain(integer: str, float_: str = "") -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        if not t.is_float:
            return form.op(integer, element_type(t), *args)
        # f16 and bf16 are rounded after each operation, which is then none of a chain
        return form.op(float_ if is_narrow(t) else float_ + form.text.fast, element_type(t), *args)

    return write


def _is_literal(operand: str) -> bool:
    return operand[0] not in "%<"


def _literal_value(operand: str) -> int:
    return int(operand.rsplit(" ", 1)[-1].rstrip(")"))


def _quotient(form: Form, t: DType, a: str, b: str) -> tuple[str, str | None]:
    """Truncated a / b with a divisor that can't trap, and where b is zero (None: nowhere)."""
    n = element_type(t)
    if _is_literal(b) and _literal_value(b) not in (0, -1):
        return form.op("sdiv" if t.is_signed else "udiv", n, a, b), None
    zero = form.op("icmp eq", n, b, form.literal(n, 0))
    unsafe = zero
    if t.is_signed:  # MIN / -1 = MIN: dividing by 1 instead is exactly that (rule 2.3)
        minimum = form.op("icmp eq", n, a, form.literal(n, t.min))
        minus = form.op("icmp eq", n, b, form.literal(n, -1))
        unsafe = form.op("or", "i1", zero, form.op("and", "i1", minimum, minus))
    safe = form.select(unsafe, n, form.literal(n, 1), b)
    if form.width and t.bits <= 32:
        # there is no vector division of integers; the double quotient of two 32-bit integers, cut, is exact: it is
        # off by less than 2**-21, and no quotient that isn't whole is nearer than 2**-32 * quotient to the next integer
        up, down = ("sitofp", "fptosi") if t.is_signed else ("uitofp", "fptoui")
        ratio = form.op("fdiv", "double", form.convert(up, n, a, "double"), form.convert(up, n, safe, "double"))
        return form.convert(down, "double", ratio, n), zero
    return form.op("sdiv" if t.is_signed else "udiv", n, a, safe), zero


def _safe_remainder(form: Form, t: DType, a: str, b: str, quotient: str) -> str:
    n = element_type(t)
    return form.op("sub", n, a, form.op("mul", n, quotient, b))


def _int_div(form: Form, t: DType, args: Sequence[str]) -> str:
    n = element_type(t)
    quotient, zero = _quotient(form, t, *args)
    return quotient if zero is None else form.select(zero, n, form.literal(n, -1), quotient)


def _int_rem(form: Form, t: DType, args: Sequence[str]) -> str:
    a, b = args
    n = element_type(t)
    quotient, zero = _quotient(form, t, a, b)
    # MIN rem -1: quotient MIN, MIN - MIN * -1 wraps to 0, as rule 2.3 says
    rest = _safe_remainder(form, t, a, b, quotient)
    return rest if zero is None else form.select(zero, n, form.literal(n, 0), rest)


def _floor_parts(form: Form, t: DType, args: Sequence[str]) -> tuple[str, str, str, str | None]:
    """Truncated quotient, its remainder, where flooring differs, where b is zero."""
    a, b = args
    n = element_type(t)
    quotient, zero = _quotient(form, t, a, b)
    rest = _safe_remainder(form, t, a, b, quotient)
    inexact = form.op("icmp ne", n, rest, form.literal(n, 0))
    signs = form.op("icmp slt", n, form.op("xor", n, rest, b), form.literal(n, 0))
    return quotient, rest, form.op("and", "i1", inexact, signs), zero


def _int_floordiv(form: Form, t: DType, args: Sequence[str]) -> str:
    if not t.is_signed:
        return _int_div(form, t, args)
    n = element_type(t)
    quotient, _, differs, zero = _floor_parts(form, t, args)
    floored = form.op("add", n, quotient, form.convert("sext", "i1", differs, n))
    return floored if zero is None else form.select(zero, n, form.literal(n, -1), floored)


def _int_floormod(form: Form, t: DType, args: Sequence[str]) -> str:
    if not t.is_signed:
        return _int_rem(form, t, args)
    n = element_type(t)
    _, rest, differs, zero = _floor_parts(form, t, args)
    floored = form.select(differs, n, form.op("add", n, rest, args[1]), rest)
    return floored if zero is None else form.select(zero, n, form.literal(n, 0), floored)


def _neg(form: Form, t: DType, args: Sequence[str]) -> str:
    n = element_type(t)
    return form.op("fneg", n, *args) if t.is_float else form.op("sub", n, form.literal(n, 0), *args)


def _abs(form: Form, t: DType, args: Sequence[str]) -> str:
    n = element_type(t)
    if t.is_float:
        return form.intrinsic("fabs", n, *args)
    return form.intrinsic("abs", n, *args, flags=("false",)) if t.is_signed else args[0]


def _sign(form: Form, t: DType, args: Sequence[str]) -> str:
    n, x = element_type(t), args[0]
    if t.is_float:
        zero, one = form.literal(n, "0.0"), form.literal(n, "1.0")
        up = form.select(form.op("fcmp ogt", n, x, zero), n, one, x)
        down = form.select(form.op("fcmp olt", n, x, zero), n, form.literal(n, "-1.0"), up)
        return form.select(form.op("fcmp oeq", n, x, zero), n, zero, down)
    zero = form.literal(n, 0)
    up = form.convert("zext", "i1", form.op("icmp sgt" if t.is_signed else "icmp ne", n, x, zero), n)
    if not t.is_signed:
        return up
    return form.op("add", n, up, form.convert("sext", "i1", form.op("icmp slt", n, x, zero), n))


def _extreme(name: str) -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        n = element_type(t)
        if not t.is_float:
            return form.intrinsic(("s" if t.is_signed else "u") + name, n, *args)
        a, b = args  # rule 3.3: a number beats a NaN, -0 < +0
        i = f"i{register_bits(t)}"
        best = form.select(form.op("fcmp olt" if name == "min" else "fcmp ogt", n, a, b), n, a, b)
        bits_a, bits_b = form.convert("bitcast", n, a, i), form.convert("bitcast", n, b, i)
        merged = form.convert("bitcast", i, form.op("or" if name == "min" else "and", i, bits_a, bits_b), n)
        best = form.select(form.op("fcmp oeq", n, a, b), n, merged, best)  # equal, so only the zeros' signs differ
        return form.select(form.op("fcmp uno", n, b, b), n, a, best)

    return write


def _mulhi(form: Form, t: DType, args: Sequence[str]) -> str:
    a, b = args
    n = element_type(t)
    extend = "sext" if t.is_signed else "zext"
    if t.bits < 64 or not form.width:
        wide = f"i{2 * t.bits}"
        product = form.op("mul", wide, form.convert(extend, n, a, wide), form.convert(extend, n, b, wide))
        high = form.op("lshr", wide, product, form.literal(wide, t.bits))
        return form.convert("trunc", wide, high, n)
    half, low = form.literal(n, 32), form.literal(n, 0xFFFFFFFF)
    a0, a1 = form.op("and", n, a, low), form.op("lshr", n, a, half)
    b0, b1 = form.op("and", n, b, low), form.op("lshr", n, b, half)
    first = form.op("lshr", n, form.op("mul", n, a0, b0), half)
    cross = form.op("add", n, form.op("mul", n, a1, b0), first)
    other = form.op("add", n, form.op("mul", n, a0, b1), form.op("and", n, cross, low))
    carry = form.op("add", n, form.op("lshr", n, cross, half), form.op("lshr", n, other, half))
    high = form.op("add", n, form.op("mul", n, a1, b1), carry)
    if not t.is_signed:
        return high
    for sign, value in ((a, b), (b, a)):  # the signed product is less by b * 2**64 where a < 0, and the other way round
        negative = form.op("ashr", n, sign, form.literal(n, 63))
        high = form.op("sub", n, high, form.op("and", n, negative, value))
    return high


def _saturating(name: str) -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        return form.intrinsic(f"{'s' if t.is_signed else 'u'}{name}.sat", element_type(t), *args)

    return write


def _abs_diff(form: Form, t: DType, args: Sequence[str]) -> str:
    n, s = element_type(t), "s" if t.is_signed else "u"
    return form.op("sub", n, form.intrinsic(s + "max", n, *args), form.intrinsic(s + "min", n, *args))


def _not(form: Form, t: DType, args: Sequence[str]) -> str:
    n = element_type(t)
    return form.op("xor", n, *args, form.literal(n, "true" if t.is_bool else -1))


def _to_integral(name: str) -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        n, (x,) = element_type(t), args
        if t.name == "f16" and form.halves:
            # of a widened half LLVM would make it on halves, and one lane at a time where that is no instruction
            x = form.intrinsic("arithmetic.fence", n, x)
        return form.intrinsic(name, n, x)

    return write


def _unary(name: str, *flags: str) -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        return form.intrinsic(name, element_type(t), *args, flags=flags)

    return write


# -- floats -------------------------------------------------------------------------------------------------------


def _fma(form: Form, t: DType, args: Sequence[str]) -> str:
    a, b, c = args
    return narrow.fused(form, t, a, b, c) if is_narrow(t) else form.intrinsic("fma", element_type(t), a, b, c)


def _recip(form: Form, t: DType, args: Sequence[str]) -> str:
    n = element_type(t)
    return form.op("fdiv", n, form.literal(n, "1.0"), *args)


def _copysign(form: Form, t: DType, args: Sequence[str]) -> str:
    n, (a, b) = element_type(t), args
    sign = form.select(form.op("fcmp uno", n, b, b), n, form.literal(n, "0.0"), b)  # rule 3.4
    return form.intrinsic("copysign", n, a, sign)


def _isnan(form: Form, t: DType, args: Sequence[str]) -> str:
    return form.op("fcmp uno", element_type(t), args[0], args[0])


def _infinity(predicate: str) -> _Lower:
    def write(form: Form, t: DType, args: Sequence[str]) -> str:
        n = element_type(t)
        return form.op(predicate, n, form.intrinsic("fabs", n, *args), form.literal(n, "0x7FF0000000000000"))

    return write


_SIMPLE: Final[dict[str, _Lower]] = {
    "add": _plain("add", "fadd"),
    "sub": _plain("sub", "fsub"),
    "mul": _plain("mul", "fmul"),
    "rem": _int_rem,
    "floordiv": _int_floordiv,
    "floormod": _int_floormod,
    "neg": _neg,
    "abs": _abs,
    "sign": _sign,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "mulhi": _mulhi,
    "saturating_add": _saturating("add"),
    "saturating_sub": _saturating("sub"),
    "abs_diff": _abs_diff,
    "and": _plain("and"),
    "or": _plain("or"),
    "xor": _plain("xor"),
    "not": _not,
    "popcount": _unary("ctpop"),
    "clz": _unary("ctlz", "false"),
    "ctz": _unary("cttz", "false"),
    "reverse_bits": _unary("bitreverse"),
    "fma": _fma,
    "sqrt": _unary("sqrt"),
    "recip": _recip,
    "floor": _to_integral("floor"),
    "ceil": _to_integral("ceil"),
    "trunc": _to_integral("trunc"),
    "round": _to_integral("roundeven"),
    "copysign": _copysign,
    "isnan": _isnan,
    "isinf": _infinity("fcmp oeq"),
    "isfinite": _infinity("fcmp one"),
}

_ROUNDS: Final = frozenset({"add", "sub", "mul", "div", "recip", "sqrt"})
"""Operations whose f32 result has more digits than an f16 or bf16 (``fma`` sees to its own rounding)."""
_PREDICATES: Final = {"eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}
_FLOAT_PREDICATE: Final = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


def _compare(form: Form, op: str, ta: DType, tb: DType, a: str, b: str) -> str:
    """Mathematical values of any two integer types (rule 1.3)."""
    if ta.is_float:
        return form.op(f"fcmp {_FLOAT_PREDICATE[op]}", element_type(ta), a, b)
    bits = max(ta.bits, tb.bits)
    x, y = resize(form, ta, a, bits), resize(form, tb, b, bits)
    n = f"i{bits}"
    signed = ta.is_signed or tb.is_signed
    mixed = ta.is_signed != tb.is_signed
    if mixed and (ta if ta.is_signed else tb).bits > (tb if ta.is_signed else ta).bits:
        mixed = False  # the signed type holds every value of the unsigned one
    predicate = op if op in ("eq", "ne") else ("s" if signed and not mixed else "u") + op
    result = form.op(f"icmp {predicate}", n, x, y)
    if not mixed:
        return result
    negative = form.op("icmp slt", n, x if ta.is_signed else y, form.literal(n, 0))
    if ta.is_signed:
        below = op in ("lt", "le", "ne")
    else:
        below = op in ("gt", "ge", "ne")
    # a negative value is below every value of the unsigned type
    return form.select(negative, "i1", form.literal("i1", "true" if below else "false"), result)


def _shift(form: Form, op: str, t: DType, tc: DType, x: str, count: str) -> str:
    n = element_type(t)
    amount = resize(form, tc, count, t.bits)  # the low bits decide, and every type has enough of them (rule 2.4)
    if op in ("rotl", "rotr"):
        return form.intrinsic("fshl" if op == "rotl" else "fshr", n, x, x, amount)
    amount = form.op("and", n, amount, form.literal(n, t.bits - 1))
    return form.op("shl" if op == "shl" else "ashr" if t.is_signed else "lshr", n, x, amount)


def _cast(form: Form, source: DType, target: DType, x: str) -> str:
    """Rules 2.6 and 3.6."""
    s, t = element_type(source), element_type(target)
    if source is target:
        return x
    if target.is_bool:
        return truth(form, source, x)
    if is_narrow(target):
        return narrow.narrowed(form, source, target, x)
    if source.is_bool:
        return form.convert("uitofp" if target.is_float else "zext", s, x, t)
    if source.is_float and target.is_float:
        return x if s == t else form.convert("fptrunc" if target.bits < source.bits else "fpext", s, x, t)
    if source.is_float:
        name = "fptosi" if target.is_signed else "fptoui"
        return form.text.call(f"llvm.{name}.sat.{form.suffix(t)}.{form.suffix(s)}", form.type(t), [(form.type(s), x)])
    if target.is_float:
        return form.convert("sitofp" if source.is_signed else "uitofp", s, x, t)
    return resize(form, source, x, target.bits)


def _bitcast(form: Form, source: DType, target: DType, x: str) -> str:
    t = element_type(target)
    if is_narrow(target):
        return narrow.from_memory(form, target, canonical(form, source, x) if source.is_float else x)
    if source.is_float:
        bits = canonical(form, source, x)
        return form.convert("bitcast", f"i{source.bits}", bits, t) if target.is_float else bits
    return form.convert("bitcast", element_type(source), x, t) if target.is_float else x


LOWERED: Final = (
    frozenset(_SIMPLE)
    | frozenset(_PREDICATES)
    | frozenset(FUNCTIONS)
    | {"div", "shl", "shr", "rotl", "rotr", "select", "cast", "bitcast"}
)
"""Every operation that :func:`lower` writes."""


def lower(form: Form, op: str, types: Sequence[DType], result: DType, args: Sequence[str]) -> str:
    """Write ``op`` of operands of ``types``; the register with the result."""
    costly = op in FUNCTIONS or (
        op in _LANE_BY_LANE and form.width and not types[0].is_float and (types[0].bits == 64 or form.text.huge)
    )
    if not costly:
        return lower_inline(form, op, types, result, args)

    def body(text: Text, operands: list[str]) -> str:
        return lower_inline(Form(text, form.width, halves=form.halves), op, types, result, operands)

    given = [(form.type(element_type(t)), x) for t, x in zip(types, args, strict=True)]
    return form.text.outlined((op, types[0], form.width), form.type(element_type(result)), given, body)


_LANE_BY_LANE: Final = frozenset({"div", "rem", "floordiv", "floormod", "mulhi"})
"""Operations for which there is no instruction on vectors of 64-bit integers. Each is a function of the module: LLVM takes
seconds for a few hundred of them in one block, and a call costs little beside so many divisions. In a huge program, which is
compiled in a hurry, that holds for narrower integers too. Mathematical functions (rule 3.5) are functions of the module always:
written out at each use, twenty of them take seconds, and run slower, because their registers spill."""


def lower_inline(form: Form, op: str, types: Sequence[DType], result: DType, args: Sequence[str]) -> str:
    """As :func:`lower`, right here."""
    if op in _PREDICATES:
        return _compare(form, op, types[0], types[1], args[0], args[1])
    if op in ("shl", "shr", "rotl", "rotr"):
        return _shift(form, op, types[0], types[1], args[0], args[1])
    if op == "select":
        return form.select(args[0], element_type(result), args[1], args[2])
    if op == "cast":
        return _cast(form, types[0], result, args[0])
    if op == "bitcast":
        return _bitcast(form, types[0], result, args[0])
    t = types[0]
    if op in FUNCTIONS:
        return write_body(form, body_of(op, t, doubles=True), args, lower_inline, constant)
    if op == "div":
        made = form.op("fdiv", element_type(t), *args) if t.is_float else _int_div(form, t, args)
    else:
        made = _SIMPLE[op](form, t, args)
    return narrow.rounded(form, t, made) if is_narrow(t) and op in _ROUNDS else made
