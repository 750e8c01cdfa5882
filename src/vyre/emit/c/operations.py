"""Every pure operation as an expression of C: rules 1.3, 2 and 3.

Each value is held in the C type of its own name (``u64`` is an unsigned long, from the head of the text), integers of 8 and 16 bits
in the i32 to which C promotes them, f16 and bf16 in the f32 that is their value. What wraps is extended anew where that is needed
(``vyre.emit.c.extension``). Signed arithmetic is done on unsigned words, because its overflow is undefined. Operands are names, so
no parentheses are needed around them. What is longer than an expression becomes a function at the head of the text.

Negation of 32 and 64 bits is ``HIDDEN_ZERO - x``, where the target's head hides a zero from hardware's compilers. NVIDIA's OpenCL
compiler (580.159.04, H100 and H200) takes ``x < 0 ? 0 - x : x`` for its own absolute value and that for non-negative.

Floats are exact because the compilers are told so (no contraction, no flushing, rounded division and square root), which is
the drivers' business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from vyre.dtypes import BY_NAME, DType, bf16, bool_, f16, f32, f64, i32, i64, u32, u64
from vyre.emit.c import narrow
from vyre.emit.c.extension import is_narrow
from vyre.emit.c.functions import define_body
from vyre.functions.chosen import body_of
from vyre.ir.literals import python_value
from vyre.ir.ops import FUNCTIONS

__all__ = ["COperations", "held", "word"]

_SYMBOL: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/", "and": "&", "or": "|", "xor": "^"}
_COMPARE: Final = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_ROUNDINGS: Final = {"floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "rint"}


def held(t: DType) -> DType:
    """The type that holds a value of ``t`` in the text."""
    return i32 if is_narrow(t) else f32 if t in (f16, bf16) else t


def word(t: DType) -> DType:
    """The unsigned type of at least 32 bits in which integers of ``t`` are reckoned."""
    return u64 if t.bits == 64 else u32


class COperations(ABC):
    """Expressions, given how a target spells what C has no operator for."""

    outlined_head: ClassVar[str]
    """What stands before the result of a function that is not inlined."""
    flushes = False
    """Whether comparisons may take subnormals for zeros (rule 3.7)."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}  # name -> text, in an order in which each stands before its users

    @abstractmethod
    def math(self, name: str, t: DType) -> str:
        """The target's name of a function of C's maths library, for f32 or f64."""

    @abstractmethod
    def extension(self, t: DType) -> tuple[str, ...]:
        """The lines of a function that extends its argument ``a`` from 8 or 16 bits, the last one of them an expression. No compiler
        sees through them."""

    @abstractmethod
    def let(self, name: str, dtype: DType, expression: str) -> str:
        """A definition that is never assigned again."""

    @abstractmethod
    def table(self, name: str, dtype: DType, values: Sequence[str]) -> str:
        """The declaration of a constant array at the head of the text."""

    @property
    @abstractmethod
    def doubles(self) -> bool:
        """Whether the target computes f64."""

    def body_head(self) -> tuple[str, ...]:
        """What stands before the statements of a mathematical function, so that no permission changes what it computes."""
        return ()

    def strict_expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """An operation of a mathematical function, whatever is permitted elsewhere (rule 3.5)."""
        return self.expression(op, result, types, args)

    # -- literals -------------------------------------------------------------------------------------------------
    def literal(self, dtype: DType, bits: int) -> str:
        if dtype is bool_:
            return "true" if bits else "false"
        value = python_value(dtype, bits)
        if isinstance(value, float):
            return self.float_literal(held(dtype), value)
        if dtype is u32:
            return f"{value}u"
        if held(dtype) is i32 and value > i32.min:
            return str(value)
        if abs(value) < 1 << 31:
            return f"({dtype}){value}"
        if dtype.bits == 64:
            return f"({dtype})((u64){bits >> 32}u << 32 | {bits & 0xFFFFFFFF}u)"
        return f"({dtype}){bits}u"

    def float_literal(self, t: DType, value: float) -> str:
        """In decimals, which every compiler rounds to the nearest; by its bits where a compiler might flush it."""
        least = 2.0**-126 if t is f32 else 2.0**-1022
        if value == 0 or least <= abs(value) < float("inf"):
            return f"{value!r}f" if t is f32 else repr(value)
        bits = narrow.bits_of(t, value)
        return f"float_of({bits}u)" if t is f32 else f"double_of((u64){bits >> 32}u << 32 | {bits & 0xFFFFFFFF}u)"

    # -- the table ------------------------------------------------------------------------------------------------
    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """The expression of one operation of the op table."""
        t = types[1] if op == "select" else types[0]
        if op == "select":
            return f"{args[0]} ? {args[1]} : {args[2]}"
        if op == "cast":
            return self.cast(t, result, args[0])
        if op == "bitcast":
            return self.bitcast(t, result, args[0])
        if op in _COMPARE:
            return self.compare(_COMPARE[op], types[0], types[1], *args)
        if t is bool_:
            return f"!{args[0]}" if op == "not" else f"{args[0]} {'!=' if op == 'xor' else _SYMBOL[op] * 2} {args[1]}"
        if t.is_float:
            return self.float_expression(op, t, args)
        if op in ("shl", "shr", "rotl", "rotr"):
            return self.shift(op, t, args[0], f"((u32){args[1]} & {t.bits - 1}u)")
        return self.integer_expression(op, t, args)

    # -- integers: rule 2 -------------------------------------------------------------------------------------------
    def integer_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        a, b = args[0], args[-1]
        w, h = word(t), held(t)
        if op in ("add", "sub", "mul"):
            return self.wrapped(t, _SYMBOL[op], a, b)
        if op in ("and", "or", "xor"):
            return f"{a} {_SYMBOL[op]} {b}"
        if op == "not":
            return f"~{a}"
        if op == "neg":
            return self.wrapped(t, "-", "0" if is_narrow(t) else "HIDDEN_ZERO", a)
        if op in ("min", "max"):
            return f"{a} {'<' if op == 'min' else '>'} {b} ? {a} : {b}"
        if op == "abs":
            return f"({h}){self.call(f'magnitude_{h}', a)}" if t.is_signed else a
        if op == "sign":
            return f"({h})(({a} > 0) - ({a} < 0))" if t.is_signed else f"({h})({a} != 0)"
        if op == "abs_diff":
            of = f"({w}){a} - ({w}){b}", f"({w}){b} - ({w}){a}"
            return f"({held(t.unsigned)})({a} < {b} ? {of[1]} : {of[0]})"
        if op == "popcount":
            return f"({h})count_ones_{w}({self.bits(t, a)})"
        if op == "clz":
            spare = w.bits - t.bits
            return f"({h})(leading_zeros_{w}({self.bits(t, a)}){f' - {spare}' if spare else ''})"
        if op == "reverse_bits":
            spare = w.bits - t.bits
            return f"({h})({self.call(f'reversed_{w}', self.bits(t, a))}{f' >> {spare}' if spare else ''})"
        if op in ("floordiv", "floormod") and not t.is_signed:
            op = {"floordiv": "div", "floormod": "rem"}[op]
        return self.call(f"{op}_{t}", *args)

    def bits(self, t: DType, x: str) -> str:
        """The bits of an integer as its word."""
        if is_narrow(t) and t.is_signed:
            return f"((u32){x} & {t.unsigned.max}u)"
        return x if t is word(t) else f"({word(t)}){x}"

    def extended(self, t: DType, expression: str) -> str:
        """The low bits of an expression of 32 bits as the i32 that holds the value of 8 or 16 bits that they are."""
        return self.call(f"extended_{t}", expression)

    def wrapped(self, t: DType, symbol: str, a: str, b: str) -> str:
        """``a symbol b`` modulo 2^width (rule 2.1); of narrow types the low bits only."""
        w = word(t)
        return f"{a} {symbol} {b}" if t is w else f"({held(t)})(({w}){a} {symbol} ({w}){b})"

    def shift(self, op: str, t: DType, x: str, count: str) -> str:
        """Counts are modulo the width (rule 2.4)."""
        if op in ("rotl", "rotr"):
            return self.call(f"{op}_{t}", x, count)
        if op == "shr":
            return f"{x} >> {count}"
        return f"{x} << {count}" if t is word(t) else f"({held(t)})(({word(t)}){x} << {count})"

    def compare(self, symbol: str, s: DType, t: DType, a: str, b: str) -> str:
        """By mathematical values (rule 1.3)."""
        if s is t:
            return f"{a} {symbol} {b}"
        unsigned = t if s.is_signed else s
        if s.is_signed == t.is_signed or unsigned.bits < 32:
            return f"{a} {symbol} {b}"  # C's own promotions keep the values
        if unsigned.bits < 64:
            return f"(i64){a} {symbol} (i64){b}"
        if s.is_signed:  # a negative one is below every u64
            inner = f"(u64){a} {symbol} {b}"
            return f"{a} < 0 || {inner}" if symbol in ("!=", "<", "<=") else f"{a} >= 0 && {inner}"
        inner = f"{a} {symbol} (u64){b}"
        return f"{b} < 0 || {inner}" if symbol in ("!=", ">", ">=") else f"{b} >= 0 && {inner}"

    # -- floats: rule 3 -----------------------------------------------------------------------------------------------
    def float_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        h = held(t)
        a = args[0]
        if op in ("add", "sub", "mul", "div"):
            return self.rounded(t, f"{a} {_SYMBOL[op]} {args[1]}")  # 3.1
        if op == "recip":
            return self.rounded(t, f"{self.float_literal(h, 1.0)} / {a}")
        if op == "sqrt":
            return self.rounded(t, f"{self.math('sqrt', h)}({a})")
        if op == "fma":
            return f"{self.math('fma', h)}({', '.join(args)})" if t is h else self.call(f"fma_{t}", *args)
        if op in _ROUNDINGS:
            return f"{self.math(_ROUNDINGS[op], h)}({a})"
        if op == "neg":
            return f"-{a}"
        if op == "abs":
            return f"{self.math('fabs', h)}({a})"
        if op == "copysign":  # 3.4: a NaN sign source is positive
            b = args[1]
            return f"{self.math('copysign', h)}({a}, {b} != {b} ? {self.float_literal(h, 1.0)} : {b})"
        if op == "isnan":
            return f"{a} != {a}"
        if op in ("isinf", "isfinite"):
            return f"{self.math('fabs', h)}({a}) {'==' if op == 'isinf' else '<'} {self.float_literal(h, float('inf'))}"
        if op in FUNCTIONS:  # 3.5
            return f"{define_body(self, body_of(op, t, doubles=self.doubles))}({', '.join(args)})"
        return self.call(f"{op}_{h}", *args)  # min, max, sign

    def rounded(self, t: DType, expression: str) -> str:
        """An f32 expression as a value of ``t``. For + - * / and sqrt of two values of f16 or bf16 the second rounding
        gives what one would (Figueroa, "When is double rounding innocuous?", 1995)."""
        return expression if t is held(t) else self.call(f"round_{t}", expression)

    # -- conversion: rules 2.6 and 3.6 ----------------------------------------------------------------------------
    def cast(self, source: DType, target: DType, x: str) -> str:
        if source is target:
            return x
        if target is bool_:
            return f"{x} != 0"
        if source is bool_:
            return f"({held(target)})({x} ? 1 : 0)"
        if source.is_float and target.is_integer:
            return self.call(f"{held(source)}_to_{target}", x)
        if target.is_integer or target is held(target):
            return x if held(source) is held(target) else f"({held(target)}){x}"
        if source.is_float:
            return self.call(f"round_{target}", x if source.bits < 64 else self.call("odd_f32", x))
        if source.bits <= 16:
            return self.call(f"round_{target}", f"(f32){x}")
        wide = i64 if source.is_signed else u64
        return self.call(f"round_{target}", self.call("odd_f32", self.call(f"odd_{wide}", f"({wide}){x}")))

    def bitcast(self, source: DType, target: DType, x: str) -> str:
        if source is target:
            return x
        if is_narrow(target):  # whose low bits they are
            return x if source.is_integer else self.to_bits(source, x)
        return self.from_bits(target, self.to_bits(source, x))

    def to_bits(self, t: DType, x: str) -> str:
        """The bits of a value as an unsigned integer, every NaN the canonical one (rule 3.4)."""
        return self.call(f"bits_{t}", x) if t.is_float else self.bits(t, x)

    def from_bits(self, t: DType, bits: str) -> str:
        """The value of the low bits."""
        if t is f32:
            return f"float_of({bits})"
        if t is f64:
            return f"double_of({bits})"
        if t.is_float:
            return self.call(f"value_{t}", bits)
        if is_narrow(t):
            return self.extended(t, bits)
        return bits if t is t.unsigned else f"({t}){bits}"

    # -- functions at the head --------------------------------------------------------------------------------------
    def call(self, name: str, *args: str) -> str:
        if name not in self.functions:
            found = self._function(name)  # may define others first
            self.functions[name] = found
        return f"{name}({', '.join(args)})"

    def define(
        self, name: str, result: DType, parameters: Sequence[tuple[DType, str]], *lines: str, seldom: bool = False
    ) -> str:
        """The text of a function whose last line is its value. ``seldom``: of one that stays out of line."""
        given = ", ".join(f"const {held(t)} {p}" for t, p in parameters)
        inner = "".join(f"  {line}\n" for line in (*lines[:-1], f"return {lines[-1]};"))
        return f"{self.outlined_head if seldom else 'FUNCTION'} {held(result)} {name}({given}) {{\n{inner}}}"

    def _function(self, name: str) -> str:
        made = narrow.function(self, name)
        if made is not None:
            return made
        if "_to_" in name:
            source, target = name.split("_to_")
            return self._float_to_integer(name, BY_NAME[source], BY_NAME[target])
        op, _, suffix = name.rpartition("_")
        t = BY_NAME[suffix]
        if t.is_float:
            return self._float_function(name, op, t)
        return self._integer_function(name, op, t)

    def _integer_function(self, name: str, op: str, t: DType) -> str:
        w, u, h = word(t), t.unsigned, held(t)
        ones, zero = self.literal(t, (1 << t.bits) - 1), f"({h})0"
        two = ((t, "a"), (t, "b"))
        if op == "extended":
            return self.define(name, t, ((u32, "a"),), *self.extension(t))
        if op == "magnitude":
            # The smaller of both readings, and no choice by the sign: see HIDDEN_ZERO.
            lines = (f"const {u} x = ({u})a;", f"const {u} y = HIDDEN_ZERO - x;", "x < y ? x : y")
            return self.define(name, u, ((t, "a"),), *lines)
        if op in ("div", "rem") and (is_narrow(t) or not t.is_signed):
            # The divisor is made non-zero: no target defines that (2.3). What is held in an i32 overflows in no division.
            symbol = "/" if op == "div" else "%"
            divided = f"a {symbol} (b == 0 ? ({h})1 : b)"
            return self.define(
                name, t, two, f"const {h} q = {divided};", f"b == 0 ? {ones if op == 'div' else zero} : q"
            )
        if op in ("div", "rem"):  # on magnitudes, because MIN / -1 traps or is undefined in signed division
            mag = self.call(f"magnitude_{t}", "a"), self.call(f"magnitude_{t}", "b")
            symbol = "/" if op == "div" else "%"
            negative = "(a < 0) != (b < 0)" if op == "div" else "a < 0"
            return self.define(
                name,
                t,
                two,
                f"const {u} m = {mag[1]};",
                f"const {u} q = {mag[0]} {symbol} (m == 0 ? ({u})1 : m);",
                f"const {t} s = ({t})({negative} ? HIDDEN_ZERO - q : q);",
                f"b == 0 ? {ones if op == 'div' else zero} : s",
            )
        if op in ("floordiv", "floormod"):
            remainder = f"const {h} r = {self.call(f'rem_{t}', 'a', 'b')};"
            off = "r != 0 && (r < 0) != (b < 0)"
            if op == "floormod":
                return self.define(name, t, two, remainder, f"{off} ? {self.wrapped(t, '+', 'r', 'b')} : r")
            quotient = f"const {h} q = {self.call(f'div_{t}', 'a', 'b')};"
            return self.define(name, t, two, quotient, remainder, f"{off} ? {self.wrapped(t, '-', 'q', '1')} : q")
        if op == "mulhi":
            if t.bits == 64:
                return self.define(name, t, two, f"high_product_{t}(a, b)")
            double = BY_NAME[t.name[0] + "64"] if t.bits == 32 else i32 if t.is_signed else u32
            return self.define(name, t, two, f"({h})((({double})a * ({double})b) >> {t.bits})")
        if op in ("saturating_add", "saturating_sub"):
            return self._saturating(name, "+" if op.endswith("add") else "-", t)
        if op in ("rotl", "rotr"):
            count = "n" if op == "rotl" else f"(({t.bits}u - n) & {t.bits - 1}u)"
            back = f"(({t.bits}u - n) & {t.bits - 1}u)" if op == "rotl" else "n"
            x = self.bits(t, "a")
            turned = f"({h})(({x} << {count}) | ({x} >> {back}))"
            return self.define(name, t, ((t, "a"), (u32, "n")), turned)
        if op == "ctz":  # the bits below the lowest one; a narrow 0 meets the one beyond its width
            stop = f" | ({w})1 << {t.bits}" if t.bits < w.bits else ""
            x = f"const {w} x = ({w})a{stop};"
            return self.define(name, t, ((t, "a"),), x, f"({h})count_ones_{w}(~x & (x - 1))")
        if op == "reversed":
            return self._reversed(name, t)
        raise KeyError(name)

    def _saturating(self, name: str, symbol: str, t: DType) -> str:
        two = ((t, "a"), (t, "b"))
        least, most = self.literal(t, t.min & ((1 << t.bits) - 1)), self.literal(t, t.max)
        if t.bits < 32:
            return self.define(
                name,
                t,
                two,
                f"const i32 s = a {symbol} b;",
                f"s < {t.min} ? {t.min} : s > {t.max} ? {t.max} : s",
            )
        s = f"const {t} s = {self.wrapped(t, symbol, 'a', 'b')};"
        if not t.is_signed:
            return self.define(name, t, two, s, f"s < a ? {most} : s" if symbol == "+" else "a < b ? 0 : s")
        same = "==" if symbol == "+" else "!="
        over = f"(a < 0) {same} (b < 0) && (s < 0) != (a < 0)"
        return self.define(name, t, two, s, f"{over} ? (a < 0 ? {least} : {most}) : s")

    def _reversed(self, name: str, t: DType) -> str:
        lines, x = [], "a"
        for n, step in enumerate((1, 2, 4, 8, 16, 32)[: 5 if t.bits == 32 else 6]):
            mask = self.literal(t, sum(((1 << step) - 1) << at for at in range(0, t.bits, 2 * step)))
            lines.append(f"const {t} x{n} = (({x} >> {step}) & {mask}) | (({x} & {mask}) << {step});")
            x = f"x{n}"
        return self.define(name, t, ((t, "a"),), *lines, x)

    def _float_function(self, name: str, op: str, t: DType) -> str:
        two = ((t, "a"), (t, "b"))
        if op == "sign":  # 3.3
            one, minus, zero = (self.float_literal(t, x) for x in (1.0, -1.0, 0.0))
            nan = narrow.canonical(self, t)
            return self.define(
                name, t, ((t, "a"),), f"a > {zero} ? {one} : a < {zero} ? {minus} : a == {zero} ? {zero} : {nan}"
            )
        if (
            op == "nearest"
        ):  # to an integer: from 2**mantissa on every float is one, and below a sum with that is rounded to one
            all_whole, fabs = self.float_literal(t, 2.0**t.mantissa), self.math("fabs", t)
            whole = f"{self.math('copysign', t)}((size + {all_whole}) - {all_whole}, a)"
            return self.define(
                name, t, ((t, "a"),), f"const {t} size = {fabs}(a);", f"size < {all_whole} ? {whole} : a"
            )
        if op == "canonical":
            return self.define(name, t, ((t, "a"),), f"a == a ? a : {narrow.canonical(self, t)}")
        # 3.3: a number beats a NaN, and -0 is below +0
        symbol = "<" if op == "min" else ">"
        of, raw = ("float_of", "bits_of_float") if t is f32 else ("double_of", "bits_of_double")
        zeros = f"{of}({raw}(a) {'|' if op == 'min' else '&'} {raw}(b))"  # by bits: PoCL 3.1 folds a choice by the sign
        if self.flushes:  # what is equal may be two subnormals, which are zeros then
            u, above = t.unsigned, ((1 << (t.bits - 1 - t.mantissa)) - 1) << t.mantissa
            joined = f"({raw}(a) {'|' if op == 'min' else '&'} {raw}(b)) & {self.literal(u, 1 << (t.bits - 1))}"
            zeros = f"({raw}(a) & {self.literal(u, above)}) == 0 ? {of}({joined}) : a"
        return self.define(
            name,
            t,
            two,
            "if (a != a) { return b; }",
            "if (b != b) { return a; }",
            f"a == b ? {f'({zeros})' if self.flushes else zeros} : a {symbol} b ? a : b",
        )

    def _float_to_integer(self, name: str, source: DType, target: DType) -> str:
        """Truncates and saturates, NaN is 0 (rule 3.6). The limits are powers of two, so that no comparison rounds."""
        above = self.float_literal(source, float(2 ** (target.bits - target.is_signed)))
        least = self.float_literal(source, float(target.min))
        return self.define(
            name,
            target,
            ((source, "a"),),
            "if (a != a) { return 0; }",
            f"if (a >= {above}) {{ return {self.literal(target, target.max)}; }}",
            f"if (a <= {least}) {{ return {self.literal(target, target.min & ((1 << target.bits) - 1))}; }}",
            f"({held(target)})a",
        )
