"""Integer and bool operations as expressions of a C-like target: rules 1.3 and 2, written once for all of them.

Values of bool, u32 and i32 are held in the target's own types, those of u8 in u32 with the high bits zero. An
operation whose target form is undefined or unsure for some operands (division, signed overflow, shifts) is
written with operations on u32 that every target defines. Longer ones become functions at the head of the text.
Operands are names, never expressions, so no parentheses are needed around them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from vyre.dtypes import DType, bool_, i32, u8, u32

__all__ = ["INTEGER_OPS", "TYPES", "IntegerExpressions", "held_in"]

TYPES: Final = (bool_, u8, u32, i32)
"""The types that these emitters take."""

INTEGER_OPS: Final = frozenset(
    "add sub mul div rem floordiv floormod neg abs sign min max mulhi saturating_add saturating_sub abs_diff "
    "and or xor not shl shr rotl rotr popcount clz ctz reverse_bits eq ne lt le gt ge select cast bitcast".split()
)
"""The operations of the table that these emitters keep exactly, on the types of ``TYPES``."""

_SYMBOL: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "and": "&",
    "or": "|",
    "xor": "^",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}


def held_in(dtype: DType) -> DType:
    """The type that holds a value of ``dtype`` in the text."""
    return u32 if dtype is u8 else dtype


class IntegerExpressions(ABC):
    """Expressions, given how a target writes the few things that differ."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}  # name -> text, in an order in which each stands before its users

    # -- how the target writes it -------------------------------------------------------------------------
    @abstractmethod
    def type_name(self, dtype: DType) -> str: ...

    @abstractmethod
    def literal(self, dtype: DType, bits: int) -> str: ...

    @abstractmethod
    def let(self, name: str, dtype: DType, expression: str) -> str:
        """A definition that is never assigned again."""

    @abstractmethod
    def unsigned(self, x: str) -> str:
        """The bits of an i32 as u32."""

    @abstractmethod
    def signed(self, x: str) -> str:
        """The bits of a u32 as i32."""

    @abstractmethod
    def pick(self, cond: str, yes: str, no: str) -> str:
        """``yes`` where ``cond`` holds, else ``no``; both may be evaluated."""

    @abstractmethod
    def number(self, x: str) -> str:
        """A bool as u32 0 or 1."""

    @abstractmethod
    def wrapping(self, symbol: str, a: str, b: str) -> str:
        """``a symbol b`` (one of + - * <<) on i32, modulo 2**32; for << the count is u32."""

    @abstractmethod
    def function(
        self, name: str, parameters: Sequence[tuple[str, DType]], result: DType, lines: Sequence[str], value: str
    ) -> str:
        """The text of a function."""

    @abstractmethod
    def bits_of_word(self, what: str, x: str) -> str:
        """``popcount``, ``clz`` (32 for 0) or ``reverse_bits`` of a u32 as u32."""

    # -- operations ---------------------------------------------------------------------------------------
    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """The expression of one operation of ``INTEGER_OPS``."""
        t = types[0]
        if op == "select":
            return self.pick(*args)
        if op in ("cast", "bitcast"):
            return self.convert(t, result, args[0])
        if op in ("eq", "ne", "lt", "le", "gt", "ge"):
            return self.compare(op, types, args)
        if op in ("shl", "shr", "rotl", "rotr"):
            return self.shift(op, t, args[0], self.unsigned(args[1]) if types[1] is i32 else args[1])
        if t is bool_:
            return f"!{args[0]}" if op == "not" else f"{args[0]} {'!=' if op == 'xor' else _SYMBOL[op]} {args[1]}"
        if op in ("add", "sub", "mul"):
            return self.arithmetic(op, t, *args)
        if op in ("and", "or", "xor"):
            return f"{args[0]} {_SYMBOL[op]} {args[1]}"
        if op in ("min", "max"):
            return f"{op}({args[0]}, {args[1]})"
        unary = _UNARY.get(op)
        if unary is not None:
            return unary(self, t, args[0])
        return _BINARY[op](self, t, args[0], args[1])

    def arithmetic(self, op: str, t: DType, a: str, b: str) -> str:
        if t is i32:
            return self.wrapping(_SYMBOL[op], a, b)
        return self.narrow(t, f"{a} {_SYMBOL[op]} {b}")

    def narrow(self, t: DType, expression: str) -> str:
        """A u32 expression modulo the width of ``t``."""
        return f"({expression}) & 255u" if t is u8 else expression

    def convert(self, source: DType, target: DType, x: str) -> str:
        if target is bool_:
            return f"{x} != {self.literal(source, 0)}"
        if source is bool_:
            return self.signed(self.number(x)) if target is i32 else self.number(x)
        if held_in(source) is held_in(target):
            return f"{x} & 255u" if target is u8 and source is not u8 else x
        if target is i32:
            return self.signed(x)
        return self.narrow(target, self.unsigned(x))

    def compare(self, op: str, types: Sequence[DType], args: Sequence[str]) -> str:
        (a, b), (s, t) = args, (held_in(types[0]), held_in(types[1]))
        symbol = _SYMBOL[op]
        if s is t:
            return f"{a} {symbol} {b}"
        if types[0] is u8 or types[1] is u8:  # a u8 is an i32 without loss
            return f"{a if s is i32 else self.signed(a)} {symbol} {b if t is i32 else self.signed(b)}"
        if s is i32:  # i32 against u32: a negative one is below every u32 (rule 1.3)
            negative = op in ("ne", "lt", "le")
            inner = f"{self.unsigned(a)} {symbol} {b}"
            return f"{a} < 0 || {inner}" if negative else f"{a} >= 0 && {inner}"
        negative = op in ("ne", "gt", "ge")
        inner = f"{a} {symbol} {self.unsigned(b)}"
        return f"{b} < 0 || {inner}" if negative else f"{b} >= 0 && {inner}"

    def shift(self, op: str, t: DType, x: str, count: str) -> str:
        if op in ("rotl", "rotr"):
            if op == "rotr":
                count = f"(0u - {count})"  # 2**32 is a multiple of every width
            word = self.unsigned(x) if t is i32 else x
            turned = self.call("rotl_u8" if t is u8 else "rotl_u32", word, count)
            return self.signed(turned) if t is i32 else turned
        masked = f"({count} & {t.bits - 1}u)"
        if op == "shr":
            return f"{x} >> {masked}"
        return self.wrapping("<<", x, masked) if t is i32 else self.narrow(t, f"{x} << {masked}")

    # -- functions at the head ------------------------------------------------------------------------------
    def call(self, name: str, *args: str) -> str:
        if name not in self.functions:
            text = _FUNCTIONS[name](self, name)  # may define others first
            self.functions[name] = text
        return f"{name}({', '.join(args)})"

    def define(
        self,
        name: str,
        t: DType,
        lines: Sequence[str],
        value: str,
        parameters: Sequence[tuple[str, DType]] | None = None,
    ) -> str:
        return self.function(name, parameters or (("a", t), ("b", t)), t, lines, value)


# -- one-operand operations -----------------------------------------------------------------------------------


def _on_word(what: str) -> Callable[[IntegerExpressions, DType, str], str]:
    def unary(e: IntegerExpressions, t: DType, x: str) -> str:
        if t is i32:
            return e.signed(e.bits_of_word(what, e.unsigned(x)))
        word = e.bits_of_word(what, x)
        if t is u8 and what != "popcount":
            return f"{word} - 24u" if what == "clz" else f"{word} >> 24u"
        return word

    return unary


def _ctz(e: IntegerExpressions, t: DType, x: str) -> str:
    word = e.call("ctz_u32", e.unsigned(x) if t is i32 else x)
    if t is u8:
        return f"min({word}, 8u)"
    return e.signed(word) if t is i32 else word


def _neg(e: IntegerExpressions, t: DType, x: str) -> str:
    return e.wrapping("-", e.literal(i32, 0), x) if t is i32 else e.narrow(t, f"0u - {x}")


def _abs(e: IntegerExpressions, t: DType, x: str) -> str:
    return e.signed(_magnitude(e, x)) if t is i32 else x


def _sign(e: IntegerExpressions, t: DType, x: str) -> str:
    if t is i32:
        return e.pick(f"{x} > 0", e.literal(i32, 1), e.pick(f"{x} < 0", e.literal(i32, 0xFFFFFFFF), e.literal(i32, 0)))
    return e.number(f"({x} != 0u)")


_UNARY: Final[dict[str, Callable[[IntegerExpressions, DType, str], str]]] = {
    "popcount": _on_word("popcount"),
    "clz": _on_word("clz"),
    "reverse_bits": _on_word("reverse_bits"),
    "ctz": _ctz,
    "neg": _neg,
    "abs": _abs,
    "sign": _sign,
    "not": lambda e, t, x: e.narrow(t, f"~{x}"),
}


# -- two-operand operations -----------------------------------------------------------------------------------


def _by_function(name: str, *, floors: bool = False) -> Callable[[IntegerExpressions, DType, str, str], str]:
    def binary(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
        if t is i32:
            return e.call(f"{name}_i32", a, b)
        plain = {"floordiv": "div", "floormod": "rem"}[name] if floors else name
        return e.narrow(t, e.call(f"{plain}_u32", a, b))  # all ones narrow to all ones (2.3)

    return binary


def _mulhi(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    return f"({a} * {b}) >> 8u" if t is u8 else e.call(f"mulhi_{t.name}", a, b)


def _saturating_add(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    return f"min({a} + {b}, 255u)" if t is u8 else e.call(f"saturating_add_{t.name}", a, b)


def _saturating_sub(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    return e.call("saturating_sub_i32", a, b) if t is i32 else e.pick(f"{a} < {b}", "0u", f"{a} - {b}")


def _abs_diff(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    if t is i32:
        return e.pick(f"{a} < {b}", f"{e.unsigned(b)} - {e.unsigned(a)}", f"{e.unsigned(a)} - {e.unsigned(b)}")
    return e.pick(f"{a} < {b}", f"{b} - {a}", f"{a} - {b}")


_BINARY: Final[dict[str, Callable[[IntegerExpressions, DType, str, str], str]]] = {
    "div": _by_function("div"),
    "rem": _by_function("rem"),
    "floordiv": _by_function("floordiv", floors=True),
    "floormod": _by_function("floormod", floors=True),
    "mulhi": _mulhi,
    "saturating_add": _saturating_add,
    "saturating_sub": _saturating_sub,
    "abs_diff": _abs_diff,
}


# -- the functions --------------------------------------------------------------------------------------------


def _div_u32(e: IntegerExpressions, name: str) -> str:
    # The divisor is made non-zero before the division, whose result for 0 no target defines (2.3).
    return e.define(name, u32, [e.let("q", u32, "a / max(b, 1u)")], e.pick("b == 0u", "4294967295u", "q"))


def _rem_u32(e: IntegerExpressions, name: str) -> str:
    return e.define(name, u32, [e.let("r", u32, "a % max(b, 1u)")], e.pick("b == 0u", "0u", "r"))


def _magnitude(e: IntegerExpressions, x: str) -> str:
    # The smaller of both readings, and no choice by the sign: NVIDIA's OpenCL compiler (580.159.04, H100 and H200)
    # makes its own absolute value of that, takes the result for non-negative, and is wrong for MIN. Its built-in
    # abs() is wrong likewise.
    return f"min({e.unsigned(x)}, 0u - {e.unsigned(x)})"


def _div_i32(e: IntegerExpressions, name: str) -> str:
    # On magnitudes, because MIN / -1 traps or is undefined in signed division.
    lines = [
        e.let("q", u32, f"{_word(e, 'a')} / max({_word(e, 'b')}, 1u)"),
        e.let("s", u32, e.pick("(a < 0) != (b < 0)", "0u - q", "q")),
    ]
    return e.define(name, i32, lines, e.pick("b == 0", e.literal(i32, 0xFFFFFFFF), e.signed("s")))


def _word(e: IntegerExpressions, x: str) -> str:
    if "magnitude" not in e.functions:
        e.functions["magnitude"] = e.function("magnitude", (("a", i32),), u32, [], _magnitude(e, "a"))
    return f"magnitude({x})"


def _rem_i32(e: IntegerExpressions, name: str) -> str:
    lines = [
        e.let("r", u32, f"{_word(e, 'a')} % max({_word(e, 'b')}, 1u)"),
        e.let("s", u32, e.pick("a < 0", "0u - r", "r")),
    ]
    return e.define(name, i32, lines, e.pick("b == 0", e.literal(i32, 0), e.signed("s")))


def _floordiv_i32(e: IntegerExpressions, name: str) -> str:
    lines = [e.let("q", i32, e.call("div_i32", "a", "b")), e.let("r", i32, e.call("rem_i32", "a", "b"))]
    return e.define(
        name, i32, lines, e.pick("r != 0 && (r < 0) != (b < 0)", e.wrapping("-", "q", e.literal(i32, 1)), "q")
    )


def _floormod_i32(e: IntegerExpressions, name: str) -> str:
    lines = [e.let("r", i32, e.call("rem_i32", "a", "b"))]
    return e.define(name, i32, lines, e.pick("r != 0 && (r < 0) != (b < 0)", e.wrapping("+", "r", "b"), "r"))


def _mulhi_u32(e: IntegerExpressions, name: str) -> str:
    # Four products of 16 bits; the two middle ones and the carry out of the low half fit a u32 each.
    lines = [
        e.let("low", u32, "(a & 65535u) * (b & 65535u)"),
        e.let("x", u32, "(a >> 16u) * (b & 65535u) + (low >> 16u)"),
        e.let("y", u32, "(a & 65535u) * (b >> 16u) + (x & 65535u)"),
    ]
    return e.define(name, u32, lines, "(a >> 16u) * (b >> 16u) + (x >> 16u) + (y >> 16u)")


def _mulhi_i32(e: IntegerExpressions, name: str) -> str:
    # a = ua - 2**32 * (a < 0), so the high half of a * b is that of ua * ub less ub where a < 0, less ua where b < 0.
    lines = [
        e.let("h", u32, e.call("mulhi_u32", e.unsigned("a"), e.unsigned("b"))),
        e.let("x", u32, e.pick("a < 0", e.unsigned("b"), "0u")),
        e.let("y", u32, e.pick("b < 0", e.unsigned("a"), "0u")),
    ]
    return e.define(name, i32, lines, e.signed("h - x - y"))


def _saturating_add_u32(e: IntegerExpressions, name: str) -> str:
    return e.define(name, u32, [e.let("s", u32, "a + b")], e.pick("s < a", "4294967295u", "s"))


def _clamped(symbol: str, overflows: str) -> Callable[[IntegerExpressions, str], str]:
    def make(e: IntegerExpressions, name: str) -> str:
        limit = e.pick("a < 0", e.literal(i32, 0x80000000), e.literal(i32, 0x7FFFFFFF))
        return e.define(name, i32, [e.let("s", i32, e.wrapping(symbol, "a", "b"))], e.pick(overflows, limit, "s"))

    return make


def _rotl(t: DType) -> Callable[[IntegerExpressions, str], str]:
    def make(e: IntegerExpressions, name: str) -> str:
        m = t.bits - 1
        value = e.narrow(t, f"(a << (n & {m}u)) | (a >> (({t.bits}u - (n & {m}u)) & {m}u))")
        return e.define(name, u32, [], value, (("a", u32), ("n", u32)))

    return make


def _ctz_u32(e: IntegerExpressions, name: str) -> str:
    # The bits below the lowest one; for 0 all 32.
    return e.function(name, (("a", u32),), u32, [], e.bits_of_word("popcount", "~a & (a - 1u)"))


def _reverse_u32(e: IntegerExpressions, name: str) -> str:
    steps = (("x", "a", 1, 0x55555555), ("y", "x", 2, 0x33333333), ("z", "y", 4, 0x0F0F0F0F), ("w", "z", 8, 0x00FF00FF))
    lines = [e.let(to, u32, f"(({x} >> {n}u) & {mask}u) | (({x} & {mask}u) << {n}u)") for to, x, n, mask in steps]
    return e.function(name, (("a", u32),), u32, lines, "(w >> 16u) | (w << 16u)")


_FUNCTIONS: Final[dict[str, Callable[[IntegerExpressions, str], str]]] = {
    "div_u32": _div_u32,
    "rem_u32": _rem_u32,
    "div_i32": _div_i32,
    "rem_i32": _rem_i32,
    "floordiv_i32": _floordiv_i32,
    "floormod_i32": _floormod_i32,
    "mulhi_u32": _mulhi_u32,
    "mulhi_i32": _mulhi_i32,
    "saturating_add_u32": _saturating_add_u32,
    "saturating_add_i32": _clamped("+", "(a < 0) == (b < 0) && (s < 0) != (a < 0)"),
    "saturating_sub_i32": _clamped("-", "(a < 0) != (b < 0) && (s < 0) != (a < 0)"),
    "rotl_u32": _rotl(u32),
    "rotl_u8": _rotl(u8),
    "ctz_u32": _ctz_u32,
    "reverse_u32": _reverse_u32,
}
