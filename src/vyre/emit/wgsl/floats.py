"""Floats in WGSL (rule 3). f16, bf16 and f32 are held in the ``f32`` that is their value, f64 in ``f64``.

WGSL lets a compiler contract, reassociate, flush subnormals, and take it that no NaN and no infinity comes. So the device's own arithmetic is
used as far as ``vyre.emit.numerics`` says, between opaque values (``hidden``); all else is done on bit patterns: ``bits``
compares, ``softfloat`` has the arithmetic in integers, ``corrected`` joins it with the device's, ``narrow`` has the types of 16 bits, ``doubles`` f64.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, bf16, bool_, f16, f32, f64, i32, i64, u32, u64
from vyre.emit.numerics import GUARDED, Form, form_of, permitted
from vyre.emit.wgsl.bits import BIT_FUNCTIONS
from vyre.emit.wgsl.corrected import CORRECTED, corrected_text, guarded_text
from vyre.emit.wgsl.doubles import DOUBLE_FUNCTIONS
from vyre.emit.wgsl.hidden import Use
from vyre.emit.wgsl.narrow import NARROW_FUNCTIONS
from vyre.emit.wgsl.softfloat import SOFT_FUNCTIONS
from vyre.emit.wgsl.text import ZEROS, WgslText, Zero, held_in
from vyre.errors import UnsupportedFeature
from vyre.ir.literals import python_value
from vyre.ir.nodes import Op
from vyre.plan.plan import Plan

__all__ = ["FLOAT_OPS", "FloatExpressions"]

FLOAT_OPS: Final = frozenset(
    "add sub mul div neg abs sign min max eq ne lt le gt ge select fma sqrt recip floor ceil trunc round copysign isnan isinf "
    "isfinite cast bitcast".split()
)
"""The operations of the table that are kept exactly on floats."""

ARITHMETIC: Final = {"add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "div": "{} / {}", "recip": "1{} / {}"}
_CALLED: Final = frozenset({"sqrt", "fma", "floor", "ceil", "trunc", "round"})
_TESTS: Final = {"isnan": "nan", "isinf": "is_inf", "isfinite": "is_finite"}
_COMPARED: Final = {"eq": "equal", "ne": "equal", "lt": "less", "gt": "less", "le": "less_equal", "ge": "less_equal"}


class FloatExpressions(WgslText):
    """Operands are names, results are expressions of the holding type."""

    plan: Plan
    profile: DeviceProfile
    left: set[str]
    """The permissions that let in a form which is not exact."""

    @abstractmethod
    def convert(self, source: DType, target: DType, x: str) -> str:
        """A cast between bools and integers, of a name."""

    @abstractmethod
    def pair_of(self, t: DType, x: str) -> str:
        """An integer of 64 bits as two words."""

    @abstractmethod
    def wide_of_pair(self, t: DType, pair: str) -> str:
        """Two words as an integer of 64 bits."""

    # -- values and bits ----------------------------------------------------------------------------------------
    def float_literal(self, t: DType, bits: int) -> str:
        """The value with these bits of its type: by its bits, with the hidden zero, where a compiler might flush or refuse it."""
        value = python_value(t, bits)
        assert isinstance(value, float)
        least = 2.0**-1022 if t is f64 else 2.0**-126
        if least <= abs(value) < float("inf") or bits == 0:
            return f"{value!r}{'lf' if t is f64 else 'f'}"
        if t is f64:
            return f"bitcast<f64>({bits}lu ^ u64({self.zero}))"
        return self.float_from_bits(t, f"{bits}u ^ {self.zero}")

    def float_from_bits(self, t: DType, bits: str) -> str:
        """The value of a bit pattern: an expression of u32 for types of up to 32 bits (f16 and bf16: the high bits are zero), of
        u64 for f64, which is there only with ``native64``."""
        return f"bitcast<{t}>({bits})" if t in (f32, f64) else self.call(f"value_{t}", bits)

    def float_to_bits(self, t: DType, x: str) -> str:
        """The bits of a value, of every NaN the canonical ones (rule 3.4): as ``float_from_bits`` takes them."""
        return self.call(f"bits_{t}", x)

    def raw(self, t: DType, x: str) -> str:
        """The bits that a value is held in."""
        return self.call(f"word_{t}", x)

    def hidden(self, t: DType, x: str, use: Zero = "hidden") -> str:
        """The same value, of which no compiler knows where it comes from."""
        return self.call(f"{use}_{held_in(t)}", x)

    def use(self, stmt: Op, t: DType) -> Use:
        """How the text of an operation on ``t`` uses the device's float arithmetic."""
        if stmt.op == "cast" and stmt.dtype.is_float and t.is_integer and t.bits <= 32:
            word = "from_i32" if t.is_signed else "from_u32"
            return "raw" if stmt.dtype is f32 and self.form(word, f32) == "native" else "none"
        if not t.is_float or (stmt.op not in ARITHMETIC and stmt.op not in _CALLED):
            return "none"
        if stmt.op == "fma" and t in (f16, bf16):
            return "none"
        form = self.form(stmt.op, held_in(t))
        if form == "integer":
            return "none"
        return "raw" if form == "native" and t is held_in(t) else "closed"

    # -- operations -----------------------------------------------------------------------------------------------
    def float_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        """One operation of the table whose operands are of type ``t``, comparisons (which give a bool) among them; no
        ``select``, ``cast`` or ``bitcast``."""
        h, a = held_in(t), args[0]
        if op in _COMPARED:
            first, second = (args[1], a) if op in ("gt", "ge") else (a, args[1])
            found = self.call(f"{_COMPARED[op]}_{h}", first, second)
            return f"!{found}" if op == "ne" else found
        if op in _TESTS:
            return self.call(f"{_TESTS[op]}_{h}", self.raw(h, a))
        if op in ("neg", "abs"):
            suffix, top = ("lu", 1 << 63) if h is f64 else ("u", 1 << 31)
            mask = f"{top if op == 'neg' else top - 1}{suffix}"
            if h is f32 and not self.profile.trusts_device:
                # A compiler that sees through it makes it a float operation, which takes a subnormal number for zero on NVIDIA.
                mask = f"({mask} ^ {self.zero_of('sign')})"
            return f"bitcast<{h}>({self.raw(h, a)} {'^' if op == 'neg' else '&'} {mask})"
        if op in ("min", "max", "sign", "copysign"):
            return self.call(f"{op}_{h}", *args)
        if op == "fma" and t in (f16, bf16):
            found = f"soft_fma({', '.join(self.raw(f32, x) for x in args)}, true)"
            self.define("soft_fma")
            return self.call(f"round_{t}", f"bitcast<f32>({found})")
        return self.rounded(t, self.arithmetic(op, h, args))

    def rounded(self, t: DType, expression: str) -> str:
        """An f32 expression as a value of ``t``."""
        return expression if t is held_in(t) else self.call(f"round_{t}", expression)

    def form(self, op: str, h: DType) -> str:
        """The form of an operation on f32 or f64. Raises UnsupportedFeature U702 where there is none."""
        if h is f64 and op in ("floor", "ceil", "trunc", "round"):
            return "integer"
        found = form_of(op, h.name, self.profile.exact, self.leaves)
        if found is None:
            raise UnsupportedFeature(
                f"this WebGPU device does not compute {op} of {h} exactly",
                code="U702",
                fix="run it with backend='cpu', or compute in f32",
                actual=f"{op} of {h} on {self.profile.device}",
            )
        return found

    def leaves(self, op: str, dtype: str) -> Form | None:
        """The form that permissions allow instead of an exact one. The text then uses them."""
        if self.plan.numerics.strict or self.profile.exact(f"{op}_{dtype}"):
            return None
        form, by = permitted(op, dtype, self.profile, self.plan.numerics) or (None, ())
        self.left.update(by)
        return form

    def arithmetic(self, op: str, h: DType, args: Sequence[str]) -> str:
        form = self.form(op, h)
        if form == "native":
            if op == "recip":
                return ARITHMETIC[op].format("lf" if h is f64 else "f", *args)
            return f"{op}({', '.join(args)})" if op in _CALLED else ARITHMETIC[op].format(*args)
        if form in ("corrected", "guarded"):
            return self.call(f"{'' if form == 'corrected' else GUARDED}{op}_{h}", *args)
        return self.softly(op, h, args)

    def softly(self, op: str, h: DType, args: Sequence[str]) -> str:
        """An operation in integers."""
        bits = [self.raw(h, x) for x in args]
        if op in ("floor", "ceil", "trunc", "round"):
            found = self.call(f"soft_{op}_{h}", *bits)
        elif h is f64:
            found = self.call(f"soft_{op}_f64", *bits)
        elif op == "sub":
            found = self.call("soft_add", bits[0], f"{bits[1]} ^ 2147483648u")
        elif op == "recip":
            found = self.call("soft_div", "1065353216u", *bits)
        else:
            found = self.call(f"soft_{op}", *bits, *(["false"] if op == "fma" else []))
        return f"bitcast<{h}>({found})"

    # -- conversion: rules 2.6 and 3.6 ----------------------------------------------------------------------------
    def float_cast(self, source: DType, target: DType, x: str) -> str:
        """A cast from or to a float (or both), rule 3.6."""
        if source is target:
            return x
        if target is bool_:
            suffix = "lu" if source is f64 else "u"
            return f"({self.raw(held_in(source), x)} << 1u) != 0{suffix}"
        if source is bool_:
            n = "lf" if target is f64 else "f"
            return f"select(0{n}, 1{n}, {x})"
        if not target.is_float:
            return self.to_integer(source, target, x)
        if not source.is_float:
            return self.of_double(source, x) if target is f64 else self.of_integer(source, target, x)
        if source is f64:
            narrow = target is not f32
            return self.rounded(target, self.call("f64_to_f32", x, "true" if narrow else "false"))
        if target is f64:
            return self.call("f32_to_f64", x)
        # f16 to bf16 and back: through f32, which has every value of both
        return x if target is f32 else self.call(f"round_{target}", x)

    def to_integer(self, source: DType, target: DType, x: str) -> str:
        h = held_in(source)
        if target.bits == 64:
            found = self.call(f"{h}_to_{target}", x)
            return found if h is f64 else self.wide_of_pair(target, found)
        wide = i32 if target.is_signed else u32
        found = self.call(f"{h}_to_{wide}", x)
        if target is wide:
            return found
        return f"clamp({found}, {target.min}i, {target.max}i)" if target.is_signed else f"min({found}, {target.max}u)"

    def of_integer(self, source: DType, target: DType, x: str) -> str:
        """An integer as f32, f16 or bf16. bf16 has so few digits that two roundings would tell; what f16 holds, f32 holds exactly."""
        odd = "true" if target is bf16 and source.bits > 16 else "false"
        wide = source.bits == 64
        word = "i32" if source.is_signed else "u32"
        if not wide and odd == "false" and self.form(f"from_{word}", f32) == "native":
            return self.rounded(target, f"f32({x})")
        if not source.is_signed:
            sign, size = "0u", self.pair_of(source, x) if wide else x
        elif wide:
            pair = self.pair_of(source, x)
            sign, size = f"({pair}.y & 2147483648u)", self.call("magnitude_pair", pair)
        else:
            sign, size = f"(bitcast<u32>({x}) & 2147483648u)", self.call("magnitude", x)
        found = self.call("soft_of_pair" if wide else "soft_of_u32", sign, size, odd)
        return self.rounded(target, f"bitcast<f32>({found})")

    def of_double(self, source: DType, x: str) -> str:
        """An integer as f64."""
        if not source.is_signed:
            return self.call("f64_of", "0lu", self.convert(source, u64, x))
        wide = self.convert(source, i64, x)
        bits = f"bitcast<u64>({wide})"
        return self.call("f64_of", f"({bits} & {1 << 63}lu)", f"min({bits}, 0lu - {bits})")

    # -- functions at the head --------------------------------------------------------------------------------------
    def function_text(self, name: str) -> str | None:
        for table in (BIT_FUNCTIONS, SOFT_FUNCTIONS, NARROW_FUNCTIONS, DOUBLE_FUNCTIONS):
            if name in table:
                return table[name]
        use, _, t = name.partition("_")
        if use == "word" and t in ("f32", "f64"):
            word = "u32" if t == "f32" else "u64"
            # A compiler that sees where they come from makes tests of bits those of a float, for which NVIDIA's takes subnormal ones
            # for zero.
            hiding = "" if self.profile.trusts_device else f" + {word}({self.zero_of('anew')})"
            return f"fn {name}(a: {t}) -> {word} {{\n  return bitcast<{word}>(a){hiding};\n}}"
        for one in ZEROS:
            if use == one:
                word, zero = ("u32", self.zero_of(one)) if t == "f32" else ("u64", f"u64({self.zero_of(one)})")
                joined = "+" if use == "anew" else "^"  # sums don't cancel each other
                return f"fn {name}(x: {t}) -> {t} {{\n  return bitcast<{t}>(bitcast<{word}>(x) {joined} {zero});\n}}"
        if name == "magnitude_pair":
            return "fn magnitude_pair(a: vec2<u32>) -> vec2<u32> {\n  return select(a, neg_pair(a), a.y >= 2147483648u);\n}"
        if name.startswith(GUARDED):
            return guarded_text(name)
        if use in CORRECTED:
            found = corrected_text(name)
            if found is not None:
                return found
        return super().function_text(name)
