"""Bool, and integers of up to 32 bits, in WGSL: rules 1.3 and 2.

An operation whose WGSL form is undefined or unsure for some operands (division, shifts, MIN) is written with operations on u32
that every compiler defines. Longer ones become functions at the head of the text. Operands are names, never expressions, so no
parentheses are needed around them.

Negation is ``zero - x``, with a zero that is hidden in the parameters: NVIDIA's compiler (580.159.04, H100 and H200) takes
``x < 0 ? 0 - x : x`` for its own absolute value and that for non-negative, which is wrong for MIN, and doesn't extend the sign
of a narrowed ``0 - x`` anew. Its built-in ``abs`` is wrong likewise; the magnitude is the smaller of both readings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vyre.dtypes import DType, bool_, i32, u8, u16, u32
from vyre.emit.wgsl.text import WgslText, held_in, operand, sign_extended

__all__ = ["COMPARE", "INTEGER_OPS", "SYMBOL", "IntegerExpressions"]

INTEGER_OPS: Final = frozenset(
    "add sub mul div rem floordiv floormod neg abs sign min max mulhi saturating_add saturating_sub abs_diff "
    "and or xor not shl shr rotl rotr popcount clz ctz reverse_bits eq ne lt le gt ge select cast bitcast".split()
)
"""The operations of the table that are kept exactly on bools and integers."""

SYMBOL: Final = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^"}
COMPARE: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_COUNTS: Final = {"popcount": "countOneBits", "clz": "countLeadingZeros", "reverse_bits": "reverseBits"}


class IntegerExpressions(WgslText):
    """Expressions of held values (:func:`held_in`)."""

    # -- between the types --------------------------------------------------------------------------------
    def word(self, t: DType, x: str) -> str:
        """A held integer as u32, its sign extended."""
        return f"bitcast<u32>({x})" if held_in(t) is i32 else x

    def narrow(self, t: DType, expression: str) -> str:
        """A u32 or i32 expression (as ``t`` is held) modulo the width of ``t``."""
        if t.bits >= 32:
            return expression
        return sign_extended(t.bits, expression) if t.is_signed else f"{operand(expression)} & {t.max}u"

    def from_word(self, t: DType, x: str) -> str:
        """A u32 expression as a value of ``t``, modulo its width."""
        if held_in(t) is u32:
            return self.narrow(t, x)
        return f"bitcast<i32>({x})" if t is i32 else sign_extended(t.bits, f"bitcast<i32>({x})")

    def convert_short(self, source: DType, target: DType, x: str) -> str:
        """A cast between bool and these integers, and a bitcast between these integers."""
        if target is bool_:
            return f"{x} != 0{'i' if held_in(source) is i32 else 'u'}"
        if source is bool_:
            return f"bitcast<i32>(u32({x}))" if held_in(target) is i32 else f"u32({x})"
        kept = target.min <= source.min and source.max <= target.max
        same = held_in(source) is held_in(target)
        if kept or target.bits >= 32:
            return x if same else f"bitcast<i32>({x})" if held_in(target) is i32 else f"bitcast<u32>({x})"
        return self.narrow(target, x) if same else self.from_word(target, self.word(source, x))

    # -- operations ---------------------------------------------------------------------------------------
    def short_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        """One operation on values of ``t``; no comparison, shift, ``select``, ``cast`` or ``bitcast``."""
        a, b = args[0], args[-1]
        if t is bool_:
            return f"!{a}" if op == "not" else f"{a} {'!=' if op == 'xor' else SYMBOL[op]} {b}"
        if op in ("add", "sub", "mul"):
            return self.narrow(t, f"{a} {SYMBOL[op]} {b}")
        if op in ("and", "or", "xor"):
            return f"{a} {SYMBOL[op]} {b}"
        if op in ("min", "max"):
            return f"{op}({a}, {b})"
        return _UNARY[op](self, t, a) if op in _UNARY else _BINARY[op](self, t, a, b)

    def compare_short(self, op: str, types: Sequence[DType], args: Sequence[str]) -> str:
        """By mathematical values (rule 1.3)."""
        (a, b), (s, t) = args, (held_in(types[0]), held_in(types[1]))
        symbol = COMPARE[op]
        if s is t:
            return f"{a} {symbol} {b}"
        if (types[0] if s is u32 else types[1]).bits < 32:  # a narrow unsigned one is an i32 without loss
            return f"{a if s is i32 else f'bitcast<i32>({a})'} {symbol} {b if t is i32 else f'bitcast<i32>({b})'}"
        if s is i32:  # i32 against u32: a negative one is below every u32
            inner = f"bitcast<u32>({a}) {symbol} {b}"
            return f"{a} < 0 || {inner}" if op in ("ne", "lt", "le") else f"{a} >= 0 && {inner}"
        inner = f"{a} {symbol} bitcast<u32>({b})"
        return f"{b} < 0 || {inner}" if op in ("ne", "gt", "ge") else f"{b} >= 0 && {inner}"

    def shift_short(self, op: str, t: DType, x: str, count: str) -> str:
        """``count``: a u32 expression; taken modulo the width (rule 2.4)."""
        if t.bits == 16:
            # NVIDIA's compiler takes a turn by 8 for an exchange of bytes, and takes those of the upper half.
            count = f"({count} + {self.zero})"
        if op in ("rotl", "rotr"):
            if op == "rotr":
                count = f"(0u - {count})"  # 2**32 is a multiple of every width
            bits = self.word(t, x)
            if t.is_signed and t.bits < 32:
                bits = f"{bits} & {(1 << t.bits) - 1}u"
            turned = self.call(f"rotl_u{t.bits}", bits, count)
            return self.from_word(t, turned) if t.is_signed else turned
        masked = f"({count} & {t.bits - 1}u)"
        return f"{x} >> {masked}" if op == "shr" else self.narrow(t, f"{x} << {masked}")

    def function_text(self, name: str) -> str | None:
        return _FUNCTIONS.get(name) or super().function_text(name)


# -- one-operand operations -----------------------------------------------------------------------------------


def _not(e: IntegerExpressions, t: DType, x: str) -> str:
    return e.narrow(t, f"~{x}") if t in (u8, u16) else f"~{x}"


def _neg(e: IntegerExpressions, t: DType, x: str) -> str:
    if t.is_signed:
        return e.from_word(t, f"{e.zero} - bitcast<u32>({x})")
    return e.narrow(t, f"0u - {x}")


def _abs(e: IntegerExpressions, t: DType, x: str) -> str:
    return e.from_word(t, f"min(bitcast<u32>({x}), 0u - bitcast<u32>({x}))") if t.is_signed else x


def _sign(e: IntegerExpressions, t: DType, x: str) -> str:
    if t.is_signed:
        return f"select(select(0i, bitcast<i32>(4294967295u), {x} < 0), 1i, {x} > 0)"
    return f"u32(({x} != 0u))"


def _count(op: str) -> Callable[[IntegerExpressions, DType, str], str]:
    def unary(e: IntegerExpressions, t: DType, x: str) -> str:
        bits = e.word(t, x)
        spare = 32 - t.bits
        if op == "reverse_bits":  # the spare bits come out below, where the shift drops them
            word = f"reverseBits({bits})"
            if not spare:
                return e.from_word(t, word)
            return f"bitcast<i32>({word}) >> {spare}u" if t.is_signed else f"{word} >> {spare}u"
        if spare and t.is_signed:
            bits = f"{bits} & {(1 << t.bits) - 1}u"
        word = f"{_COUNTS[op]}({bits})"
        if spare and op == "clz":
            word = f"{word} - {spare}u"
        return f"bitcast<i32>({word})" if t.is_signed else word

    return unary


def _ctz(e: IntegerExpressions, t: DType, x: str) -> str:
    word = e.call("ctz_u32", e.word(t, x))
    if t.bits < 32:
        word = f"min({word}, {t.bits}u)"
    return f"bitcast<i32>({word})" if t.is_signed else word


_UNARY: Final[dict[str, Callable[[IntegerExpressions, DType, str], str]]] = {
    "popcount": _count("popcount"),
    "clz": _count("clz"),
    "reverse_bits": _count("reverse_bits"),
    "ctz": _ctz,
    "not": _not,
    "neg": _neg,
    "abs": _abs,
    "sign": _sign,
}

# -- two-operand operations -----------------------------------------------------------------------------------


def _by_function(name: str) -> Callable[[IntegerExpressions, DType, str, str], str]:
    def binary(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
        if t.is_signed:
            return e.narrow(t, e.call(f"{name}_i32", a, b))
        plain = {"floordiv": "div", "floormod": "rem"}.get(name, name)
        return e.narrow(t, e.call(f"{plain}_u32", a, b))  # all ones narrow to all ones (2.3)

    return binary


def _mulhi(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    return f"({a} * {b}) >> {t.bits}u" if t.bits < 32 else e.call(f"mulhi_{t.name}", a, b)


def _saturating_add(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    if t.bits == 32:
        return e.call(f"saturating_add_{t.name}", a, b)
    return f"clamp({a} + {b}, {t.min}i, {t.max}i)" if t.is_signed else f"min({a} + {b}, {t.max}u)"


def _saturating_sub(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    if not t.is_signed:
        return f"select({a} - {b}, 0u, {a} < {b})"
    return e.call("saturating_sub_i32", a, b) if t is i32 else f"clamp({a} - {b}, {t.min}i, {t.max}i)"


def _abs_diff(e: IntegerExpressions, t: DType, a: str, b: str) -> str:
    x, y = e.word(t, a), e.word(t, b)
    return f"select({x} - {y}, {y} - {x}, {a} < {b})"


_BINARY: Final[dict[str, Callable[[IntegerExpressions, DType, str, str], str]]] = {
    **{name: _by_function(name) for name in ("div", "rem", "floordiv", "floormod")},
    "mulhi": _mulhi,
    "saturating_add": _saturating_add,
    "saturating_sub": _saturating_sub,
    "abs_diff": _abs_diff,
}


# -- the functions --------------------------------------------------------------------------------------------


def _function(head: str, *lines: str) -> str:
    """The text of a function whose last line is its value."""
    inner = "".join(f"  {line}\n" for line in (*lines[:-1], f"return {lines[-1]};"))
    return f"fn {head} {{\n{inner}}}"


def _clamped(name: str, symbol: str, same: str) -> str:
    limit = "select(2147483647i, bitcast<i32>(2147483648u), a < 0)"
    overflows = f"(a < 0) {same} (b < 0) && (s < 0) != (a < 0)"
    return _function(f"{name}(a: i32, b: i32) -> i32", f"let s = a {symbol} b;", f"select(s, {limit}, {overflows})")


def _rotl(bits: int) -> str:
    m = bits - 1
    turned = f"(a << (n & {m}u)) | (a >> (({bits}u - (n & {m}u)) & {m}u))"
    return _function(
        f"rotl_u{bits}(a: u32, n: u32) -> u32", turned if bits == 32 else f"({turned}) & {(1 << bits) - 1}u"
    )


_FUNCTIONS: Final[dict[str, str]] = {
    # The divisor is made non-zero before the division, whose result for 0 no target defines (2.3).
    "div_u32": _function(
        "div_u32(a: u32, b: u32) -> u32", "let q = a / max(b, 1u);", "select(q, 4294967295u, b == 0u)"
    ),
    "rem_u32": _function("rem_u32(a: u32, b: u32) -> u32", "let r = a % max(b, 1u);", "select(r, 0u, b == 0u)"),
    "magnitude": _function("magnitude(a: i32) -> u32", "min(bitcast<u32>(a), 0u - bitcast<u32>(a))"),
    # On magnitudes, because MIN / -1 traps or is undefined in signed division.
    "div_i32": _function(
        "div_i32(a: i32, b: i32) -> i32",
        "let q = magnitude(a) / max(magnitude(b), 1u);",
        "let s = select(q, 0u - q, (a < 0) != (b < 0));",
        "select(bitcast<i32>(s), bitcast<i32>(4294967295u), b == 0)",
    ),
    "rem_i32": _function(
        "rem_i32(a: i32, b: i32) -> i32",
        "let r = magnitude(a) % max(magnitude(b), 1u);",
        "let s = select(r, 0u - r, a < 0);",
        "select(bitcast<i32>(s), 0i, b == 0)",
    ),
    "floordiv_i32": _function(
        "floordiv_i32(a: i32, b: i32) -> i32",
        "let q = div_i32(a, b);",
        "let r = rem_i32(a, b);",
        "select(q, q - 1i, r != 0 && (r < 0) != (b < 0))",
    ),
    "floormod_i32": _function(
        "floormod_i32(a: i32, b: i32) -> i32",
        "let r = rem_i32(a, b);",
        "select(r, r + b, r != 0 && (r < 0) != (b < 0))",
    ),
    # Four products of 16 bits; the two middle ones and the carry out of the low half fit a u32 each.
    "mulhi_u32": _function(
        "mulhi_u32(a: u32, b: u32) -> u32",
        "let low = (a & 65535u) * (b & 65535u);",
        "let x = (a >> 16u) * (b & 65535u) + (low >> 16u);",
        "let y = (a & 65535u) * (b >> 16u) + (x & 65535u);",
        "(a >> 16u) * (b >> 16u) + (x >> 16u) + (y >> 16u)",
    ),
    # a = ua - 2**32 * (a < 0), so the high half of a * b is that of ua * ub less ub where a < 0, less ua where b < 0.
    "mulhi_i32": _function(
        "mulhi_i32(a: i32, b: i32) -> i32",
        "let h = mulhi_u32(bitcast<u32>(a), bitcast<u32>(b));",
        "let x = select(0u, bitcast<u32>(b), a < 0);",
        "let y = select(0u, bitcast<u32>(a), b < 0);",
        "bitcast<i32>(h - x - y)",
    ),
    "saturating_add_u32": _function(
        "saturating_add_u32(a: u32, b: u32) -> u32", "let s = a + b;", "select(s, 4294967295u, s < a)"
    ),
    "saturating_add_i32": _clamped("saturating_add_i32", "+", "=="),
    "saturating_sub_i32": _clamped("saturating_sub_i32", "-", "!="),
    "rotl_u32": _rotl(32),
    "rotl_u16": _rotl(16),
    "rotl_u8": _rotl(8),
    # The bits below the lowest one; for 0 all 32.
    "ctz_u32": _function("ctz_u32(a: u32) -> u32", "countOneBits(~a & (a - 1u))"),
}
