"""f16 and bf16 in C: in values the f32 that they are, in memory their 16 bits (rules 1.1, 3.1, 3.4 and 3.6); and the bits of floats.

Only exact operations of f32 and f64, and integers. What is not innocuous goes through *rounding to odd*: cut, and set the
last digit where something was lost; two digits more than the target has are then enough for the rounding after it to be right
(Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vyre.dtypes import BY_NAME, DType, f32, f64, i64, u16, u32, u64
from vyre.ir.literals import CANONICAL_NAN, float_bits

if TYPE_CHECKING:
    from vyre.emit.c.operations import COperations

__all__ = ["bits_of", "canonical", "function"]


def bits_of(t: DType, value: float) -> int:
    """The bits of an f32 or f64."""
    return float_bits(t, value)


def canonical(c: COperations, t: DType) -> str:
    """The NaN of rule 3.4."""
    return c.float_literal(t, float("nan"))


def function(c: COperations, name: str) -> str | None:
    """The text of one of this page's functions; None where it is none of them."""
    kind, _, suffix = name.rpartition("_")
    t = BY_NAME.get(suffix)
    if t is None:
        return None
    if kind == "bits" and t.is_float:
        return _bits(c, name, t)
    if kind == "value":
        return _value(c, name, t)
    if kind == "round" and t.bits == 16:
        return _round(c, name, t)
    if kind == "fma":
        return _fma(c, name, t)
    if name == "odd_f32":
        return _odd_f32(c, name)
    if kind == "odd":
        return _odd_f64(c, name, t)
    return None


def _bits(c: COperations, name: str, t: DType) -> str:
    """The bits of a value, of every NaN the canonical ones."""
    nan = CANONICAL_NAN[t.name]
    if t is f32:
        return c.define(name, u32, ((f32, "a"),), f"a == a ? bits_of_float(a) : {nan}u")
    if t is f64:
        return c.define(name, u64, ((f64, "a"),), f"a == a ? bits_of_double(a) : {c.literal(u64, nan)}")
    lines = ["const u32 x = bits_of_float(a);", "const u32 size = x & 0x7fffffffu;"]
    if t.name == "bf16":
        found = "x >> 16"
    else:  # half of an ulp of 0.5 is the last digit of a subnormal f16
        lines += [
            "const u32 small = bits_of_float(float_of(size) + 0.5f) - 0x3f000000u;",
            "const u32 normal = size >= 0x7f800000u ? 0x7c00u : (size - 0x38000000u) >> 13;",
        ]
        found = "(size < 0x38800000u ? small : normal) | (x ^ size) >> 16"
    return c.define(name, u16, ((f32, "a"),), *lines, f"(i32)(a == a ? {found} : {nan}u)")


def _value(c: COperations, name: str, t: DType) -> str:
    if t.name == "bf16":
        return c.define(name, f32, ((u16, "a"),), "float_of((u32)a << 16)")
    lines = (
        "const u32 size = a & 0x7fffu;",
        "const u32 small = bits_of_float(float_of(size + 0x3f000000u) - 0.5f);",
        "const u32 normal = size >= 0x7c00u ? size << 13 | 0x7f800000u : (size << 13) + 0x38000000u;",
        "float_of((size < 0x400u ? small : normal) | (a ^ size) << 16)",
    )
    return c.define(name, f32, ((u16, "a"),), *lines)


def _round(c: COperations, name: str, t: DType) -> str:
    """An f32 rounded to nearest even, in f32."""
    dropped = 23 - t.mantissa
    lines = [
        "const u32 x = bits_of_float(a);",
        "const u32 size = x & 0x7fffffffu;",
        f"const u32 near = (size + {(1 << (dropped - 1)) - 1}u + ((x >> {dropped}) & 1u)) & {(-(1 << dropped)) & 0xFFFFFFFF}u;",
    ]
    found = "near"  # a carry walks into the exponent, and from the largest to infinity
    if t.name == "f16":
        lines += [
            "const u32 normal = near > 0x477fe000u ? 0x7f800000u : near;",
            "const u32 small = bits_of_float((float_of(size) + 0.5f) - 0.5f);",
        ]
        found = "(size < 0x38800000u ? small : normal)"
    return c.define(name, f32, ((f32, "a"),), *lines, f"a == a ? float_of({found} | (x ^ size)) : a")


def _fma(c: COperations, name: str, t: DType) -> str:
    """One rounding of a * b + d. The product is exact in f32 for f16 and in f64 for bf16; the sum is rounded to odd by its
    exact error (Knuth's two-sum), which nothing here can overflow or underflow."""
    n, word, bits, value = (f32, u32, "bits_of_float", "float_of")
    if t.name == "bf16":
        n, word, bits, value = (f64, u64, "bits_of_double", "double_of")
    odd = f"{value}((x + (beyond ? ~({word})0 : ({word})0)) | ({word})1)"
    result = "total" if n is f32 else c.call("odd_f32", "total")
    return c.define(
        name,
        f32,
        ((f32, "a"), (f32, "b"), (f32, "d")),
        f"const {n} product = ({n})a * ({n})b;",
        f"const {n} sum = product + ({n})d;",
        f"const {n} part = sum - product;",
        f"const {n} error = (product - (sum - part)) + (({n})d - part);",
        f"const {word} x = {bits}(sum);",
        f"const bool beyond = ((x ^ {bits}(error)) >> {n.bits - 1}) != 0;",
        "const bool inexact = error < 0 || error > 0;",
        f"const {n} total = inexact ? {odd} : sum;",
        c.call(f"round_{t}", result),
    )


def _odd_f32(c: COperations, name: str) -> str:
    """An f64 as an f32, rounded to odd."""
    fabs = c.math("fabs", f64)
    return c.define(
        name,
        f32,
        ((f64, "a"),),
        "const f32 near = (f32)a;",
        "const f64 back = (f64)near;",
        f"const u32 x = bits_of_float(near) - ({fabs}(back) > {fabs}(a) ? 1u : 0u);",
        "back < a || back > a ? float_of(x | 1u) : near",
    )


def _odd_f64(c: COperations, name: str, t: DType) -> str:
    """An integer of 64 bits as an f64, rounded to odd: what is longer than 53 bits is cut, and keeps 42."""
    assert t in (i64, u64)
    short = "a >= -((i64)1 << 53) && a <= ((i64)1 << 53)" if t is i64 else "a <= ((u64)1 << 53)"
    return c.define(
        name,
        f64,
        ((t, "a"),),
        f"const {t} odd = (a & ~({t})4095) | ((a & ({t})4095) != 0 ? ({t})4096 : ({t})0);",
        f"(f64)({short} ? a : odd)",
    )
