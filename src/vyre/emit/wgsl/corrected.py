"""The corrected forms of f32 operations: the device's own result where it can be seen to be right, else integers (rule 3.1).

What they take of the device is what ``vyre.emit.numerics`` calls *near*:

* Additions and products are right unless the result is small, or an operand so small that the device takes it for zero. An addition is
  right where the result's magnitude is 2^-100 or more, a product where it is 2^-125 or more and no NaN; a fused one where no operand is
  subnormal and the result is 2^-100 or more.
* Quotients and roots of numbers in [1, 4) are the right one or one of the two next to it on either side. Which of the five it is, its
  remainder tells, which is exact modulo 2^32; where it is none of them, the integers are asked.

The *guarded* forms correct nothing, and leave to integers only what a device that divides by way of a reciprocal gets wrong: operands and results
near the ends of the range. What is left is as far off as measured there, which a budget of ULP may permit (rule 3.7).
"""

from __future__ import annotations

from typing import Final

from vyre.emit.wgsl.softfloat import function

__all__ = [
    "CORRECTED",
    "LARGEST_DIVISOR",
    "LARGEST_QUOTIENT",
    "SMALL_PRODUCT",
    "SMALL_SUM",
    "corrected_text",
    "guarded_text",
]

SMALL_SUM: Final = 0x0D800000
"""The bits of 2^-100."""
SMALL_PRODUCT: Final = 0x01000000
"""The bits of 2^-125."""
LARGEST_DIVISOR: Final = 252
"""The largest exponent field of a divisor whose reciprocal is a normal number."""
LARGEST_QUOTIENT: Final = 0x7E800000
"""The bits of 2^126."""

_TWO: Final = ("let x = word_f32(a);", "let y = word_f32(b);")

CORRECTED: Final = ("add", "sub", "mul", "div", "recip", "sqrt", "fma")


def corrected_text(name: str) -> str | None:
    """The text of ``add_f32`` and so on; None for other names."""
    op, _, t = name.rpartition("_")
    if t != "f32" or op not in CORRECTED:
        return None
    if op in ("add", "sub"):
        other = "y" if op == "add" else "y ^ 2147483648u"
        return function(
            f"{name}(a: f32, b: f32) -> f32",
            *_TWO,
            f"let found = word_f32(a {'+' if op == 'add' else '-'} b);",
            f"if ((found & 2147483647u) < {SMALL_SUM}u) {{ return bitcast<f32>(soft_add(x, {other})); }}",
            "bitcast<f32>(found)",
        )
    if op == "mul":
        return function(
            "mul_f32(a: f32, b: f32) -> f32",
            *_TWO,
            "let found = word_f32(a * b);",
            f"if ((found & 2147483647u) - {SMALL_PRODUCT}u > {0x7F800000 - SMALL_PRODUCT}u) "
            "{ return bitcast<f32>(soft_mul(x, y)); }",
            "bitcast<f32>(found)",
        )
    if op == "fma":
        return function(
            "fma_f32(a: f32, b: f32, c: f32) -> f32",
            *_TWO,
            "let z = word_f32(c);",
            "let found = word_f32(fma(a, b, c));",
            "let least = min(min((x << 1u) - 1u, (y << 1u) - 1u), (z << 1u) - 1u);",
            f"if (least < 16777215u || (found & 2147483647u) < {SMALL_SUM}u) "
            "{ return bitcast<f32>(soft_fma(x, y, z, false)); }",
            "bitcast<f32>(found)",
        )
    if op == "recip":
        return function("recip_f32(a: f32) -> f32", "div_f32(1f, a)")
    if op == "div":
        return function(
            "div_f32(a: f32, b: f32) -> f32",
            *_TWO,
            "let m = x & 8388607u;",
            "let n = y & 8388607u;",
            "let less = u32(m < n);",
            "let ex = (x >> 23u) & 255u;",
            "let ey = (y >> 23u) & 255u;",
            "let e = ex - ey + 127u - less;",
            # the numerator doubled where it is the smaller one, so that the quotient is in [1, 2]
            "let top = bitcast<f32>(m | (1065353216u + (less << 23u)));",
            "let near = word_f32(top / bitcast<f32>(n | 1065353216u));",
            "let q = clamp(near, 1065353216u, 1073741823u) & 8388607u;",
            "let d = n | 8388608u;",
            "let rest = bitcast<i32>(((m | 8388608u) << (23u + less)) - (q | 8388608u) * d);",
            "let i = bitcast<i32>(d);",
            "let up = i32(2 * rest > i) + i32(2 * rest > 3 * i) - i32(2 * rest < -i) - i32(2 * rest < -3 * i);",
            "let left = 2 * (rest - up * i);",
            "if (ex - 1u > 253u || ey - 1u > 253u || e - 1u > 253u || left > i || left < -i) "
            "{ return bitcast<f32>(soft_div(x, y)); }",
            "bitcast<f32>(((x ^ y) & 2147483648u) | ((e << 23u) + q + bitcast<u32>(up)))",
        )
    return function(
        "sqrt_f32(a: f32) -> f32",
        "let x = word_f32(a);",
        "let e = x >> 23u;",
        "let odd = (e & 1u) ^ 1u;",  # the exponent less 127
        "let near = word_f32(sqrt(bitcast<f32>((x & 8388607u) | (1065353216u + (odd << 23u)))));",
        "let q = clamp(near, 1065353216u, 1073741823u) & 8388607u;",
        "let s = bitcast<i32>(q | 8388608u);",
        "let rest = bitcast<i32>((((x & 8388607u) | 8388608u) << (23u + odd)) - bitcast<u32>(s * s));",
        # (s + 1/2)^2 is s^2 + s + 1/4
        "let up = i32(rest > s) + i32(rest > 3 * s + 2) - i32(rest <= -s) - i32(rest <= 2 - 3 * s);",
        "let t = s + up;",
        "let left = rest - up * (s + t);",
        "if (e - 1u > 253u || left > t || left <= -t) { return bitcast<f32>(soft_sqrt(x)); }",
        "bitcast<f32>((((e + 127u) >> 1u) << 23u) + q + bitcast<u32>(up))",
    )


def guarded_text(name: str) -> str:
    """The text of ``guarded_div_f32``, ``guarded_recip_f32`` or ``guarded_sqrt_f32``."""
    if name == "guarded_recip_f32":
        return function("guarded_recip_f32(a: f32) -> f32", "guarded_div_f32(1f, a)")
    if name == "guarded_sqrt_f32":
        return function(
            "guarded_sqrt_f32(a: f32) -> f32",
            "let x = word_f32(a);",
            "if ((x >> 23u) - 1u > 253u) { return bitcast<f32>(soft_sqrt(x)); }",
            "bitcast<f32>(word_f32(sqrt(a)))",
        )
    return function(
        "guarded_div_f32(a: f32, b: f32) -> f32",
        *_TWO,
        "let found = word_f32(a / b);",
        f"if (((x >> 23u) & 255u) - 1u > 253u || ((y >> 23u) & 255u) - 1u > {LARGEST_DIVISOR - 1}u"
        f" || (found & 2147483647u) - {SMALL_PRODUCT}u > {LARGEST_QUOTIENT - SMALL_PRODUCT}u)"
        " { return bitcast<f32>(soft_div(x, y)); }",
        "bitcast<f32>(found)",
    )
