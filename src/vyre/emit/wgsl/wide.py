"""Integers of 64 bits in WGSL: rules 1.3 and 2.

Where the device has ``shader-int64`` they are ``u64`` and ``i64``; elsewhere a *pair* of words, low word first, and every operation
is written on pairs. The native form uses the device's own operators where WGSL defines them for all operands, and the functions on pairs
for the rest, through ``pair_of`` and ``u64_of``. Division is one of them: a program that divides 64 bits goes through another compiler in
NVIDIA's driver (580), which now and then fails and takes the device with it. No function has a loop: some devices count rounds
(``DeviceProfile.loop_limit``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vyre.dtypes import DType, bool_, i64, u64
from vyre.emit.wgsl.integers import COMPARE, SYMBOL, IntegerExpressions
from vyre.emit.wgsl.pairs import PAIR_FUNCTIONS
from vyre.emit.wgsl.text import operand

__all__ = ["WideExpressions"]

_NATIVE_FUNCTIONS: Final = {
    "pair_of": "fn pair_of(a: u64) -> vec2<u32> {\n  return vec2<u32>(u32(a), u32(a >> 32u));\n}",
    "u64_of": "fn u64_of(a: vec2<u32>) -> u64 {\n  return (u64(a.y) << 32u) | u64(a.x);\n}",
    "mulhi_u32": "fn mulhi_u32(a: u32, b: u32) -> u32 {\n  return u32((u64(a) * u64(b)) >> 32u);\n}",
    "mulhi_u64": (
        "fn mulhi_u64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {\n"
        "  let low = (u64(a.x) * u64(b.x)) >> 32u;\n"
        "  let x = u64(a.y) * u64(b.x) + low;\n"
        "  let y = u64(a.x) * u64(b.y) + (x & 4294967295lu);\n"
        "  return pair_of(u64(a.y) * u64(b.y) + (x >> 32u) + (y >> 32u));\n}"
    ),
    "rotl_native": "fn rotl_native(a: u64, n: u32) -> u64 {\n  return (a << n) | ((a >> 1u) >> (63u - n));\n}",
    "rotr_native": "fn rotr_native(a: u64, n: u32) -> u64 {\n  return (a >> n) | ((a << 1u) << (63u - n));\n}",
}


class WideExpressions(IntegerExpressions):
    """Expressions of held values, in both forms."""

    # -- between the types --------------------------------------------------------------------------------
    def wide_literal(self, t: DType, bits: int) -> str:
        if not self.native64:
            return f"vec2<u32>({bits & 0xFFFFFFFF}u, {bits >> 32}u)"
        if t is u64:
            return f"{bits}lu"
        return f"{bits}li" if bits < 1 << 63 else f"bitcast<i64>({bits}lu)"

    def wide_of_pair(self, t: DType, pair: str) -> str:
        """A pair of words as a value of ``t``."""
        if not self.native64:
            return pair
        joined = self.call("u64_of", pair)
        return joined if t is u64 else f"bitcast<i64>({joined})"

    def pair_of(self, t: DType, x: str) -> str:
        """A value as a pair of words."""
        return self.call("pair_of", self.unsigned(t, x)) if self.native64 else x

    def unsigned(self, t: DType, x: str) -> str:
        """A value of 64 bits as u64."""
        return f"bitcast<u64>({x})" if t is i64 and self.native64 else x

    def signed(self, t: DType, x: str) -> str:
        """A u64 expression as a value of ``t``."""
        return f"bitcast<i64>({x})" if t is i64 and self.native64 else x

    def low_word(self, t: DType, x: str) -> str:
        """Any held integer modulo 2**32, as u32."""
        if t.bits < 64:
            return self.word(t, x)
        return f"u32({self.unsigned(t, x)})" if self.native64 else f"{x}.x"

    def convert(self, source: DType, target: DType, x: str) -> str:
        """A cast between bools and integers, or a bitcast between integers, of a name."""
        if source.bits < 64 and target.bits < 64:
            return self.convert_short(source, target, x)
        if source.bits == 64:
            if target.bits == 64:
                return self.signed(target, self.unsigned(source, x)) if source is not target else x
            if target is bool_:
                return f"{x} != {self.wide_literal(source, 0)}" if self.native64 else f"any({x} != vec2<u32>())"
            return self.from_word(target, self.low_word(source, x))
        if source is bool_:
            wide = f"u64({x})" if self.native64 else f"vec2<u32>(u32({x}), 0u)"
            return self.signed(target, wide)
        if source.is_signed:
            if not self.native64:
                return f"vec2<u32>(bitcast<u32>({x}), bitcast<u32>({x} >> 31u))"
            # Mesa 22.3 compares i64(x) of an i32 with constants wrongly; this is the same number, sign bit moved by hand.
            wide = f"bitcast<i64>(u64(bitcast<u32>({x}) ^ 2147483648u)) - 2147483648li"
            return wide if target is i64 else f"bitcast<u64>({wide})"
        return self.signed(target, f"u64({x})") if self.native64 else f"vec2<u32>({x}, 0u)"

    # -- operations ---------------------------------------------------------------------------------------
    def wide_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        """One operation on values of ``t``; no comparison, shift, ``select``, ``cast`` or ``bitcast``."""
        a, b = args[0], args[-1]
        if op in ("and", "or", "xor"):
            return f"{a} {SYMBOL[op]} {b}"
        if op == "not":
            return f"~{a}"
        if op == "abs" and not t.is_signed:
            return a
        if self.native64:
            found = self._native(op, t, a, b)
            if found is not None:
                return found
        elif op in ("min", "max"):
            first, second = (a, b) if op == "min" else (b, a)
            return f"select({b}, {a}, {self.call(f'less_{t}', first, second)})"
        if op in ("floordiv", "floormod") and not t.is_signed:
            op = {"floordiv": "div", "floormod": "rem"}[op]
        alike = op in ("add", "sub", "mul", "neg", "popcount", "clz", "ctz", "reverse_bits")
        called = self.call(f"{op}_pair" if alike else f"{op}_{t}", *(self.pair_of(t, x) for x in args))
        return self.wide_of_pair(u64 if op == "abs_diff" else t, called)

    def _native(self, op: str, t: DType, a: str, b: str) -> str | None:
        if op in ("add", "sub", "mul"):
            return f"{a} {SYMBOL[op]} {b}"
        if op == "neg":
            return self.signed(t, f"u64({self.zero}) - {self.unsigned(t, a)}")
        if op in ("min", "max"):
            return f"select({b}, {a}, {a} {'<' if op == 'min' else '>'} {b})"
        return None

    def compare_wide(self, op: str, types: Sequence[DType], args: Sequence[str]) -> str:
        """By mathematical values (rule 1.3), where one of the two has 64 bits."""
        (s, t), (a, b) = types, args
        if s.is_signed == t.is_signed:
            common = i64 if s.is_signed else u64
            return self._compared(op, common, self.convert(s, common, a), self.convert(t, common, b))
        unsigned = t if s.is_signed else s
        if unsigned.bits < 64:
            return self._compared(op, i64, self.convert(s, i64, a), self.convert(t, i64, b))
        inner = self._compared(op, u64, self.convert(s, u64, a), self.convert(t, u64, b))
        negative = self._negative(s, a) if s.is_signed else self._negative(t, b)
        below = ("ne", "lt", "le") if s.is_signed else ("ne", "gt", "ge")  # a negative one is below every u64
        return f"{negative} || {inner}" if op in below else f"!({negative}) && {inner}"

    def _negative(self, t: DType, x: str) -> str:
        if t.bits < 64:
            return f"{x} < 0i"
        return f"{x} < 0li" if self.native64 else f"{x}.y >= 2147483648u"

    def _compared(self, op: str, t: DType, a: str, b: str) -> str:
        """Two expressions of one type."""
        if self.native64:
            return f"{operand(a)} {COMPARE[op]} {operand(b)}"
        if op in ("eq", "ne"):
            return f"{'all' if op == 'eq' else 'any'}({a} {COMPARE[op]} {b})"
        less = self.call(f"less_{t}", *((a, b) if op in ("lt", "ge") else (b, a)))
        return f"!{less}" if op in ("le", "ge") else less

    def shift_wide(self, op: str, t: DType, x: str, count: str) -> str:
        """``count``: a u32 expression; taken modulo the width (rule 2.4)."""
        if not self.native64:
            return self.call({"shl": "shl_pair", "shr": f"shr_{t}"}.get(op, f"{op}_pair"), x, count)
        # Mesa 22.3 takes a mask off a count, and shifts by 0 then where a constant ends in -32. A minimum it keeps.
        masked = f"min({count} & 63u, 63u)"
        if op in ("shl", "shr"):
            return f"{x} {'<<' if op == 'shl' else '>>'} {masked}"
        return self.signed(t, self.call(f"{op}_native", self.unsigned(t, x), masked))

    def inside_wide(self, t: DType, x: str, extent: str) -> str:
        """Rule 4.1 for a subscript of 64 bits: a negative one is beyond every extent."""
        if self.native64:
            return f"{self.unsigned(t, x)} < u64({extent})"
        return f"{x}.y == 0u && {x}.x < {extent}"

    def function_text(self, name: str) -> str | None:
        found = _NATIVE_FUNCTIONS.get(name) if self.native64 else None
        return found or PAIR_FUNCTIONS.get(name) or super().function_text(name)
