"""What needs no arithmetic of floats, on their bit patterns: comparisons, min and max, signs, integral values (rules 3.2 to 3.4).

Comparisons of floats themselves aren't used: a compiler may take it that no NaN comes, and no measurement tells that it won't in some
other program. The texts are one for f32 in u32 and f64 in u64.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType, f32, f64
from vyre.emit.wgsl.softfloat import function
from vyre.ir.literals import CANONICAL_NAN, float_bits

__all__ = ["BIT_FUNCTIONS"]


def _texts(t: DType) -> tuple[str, ...]:
    u, s, n = ("u32", "i32", "u") if t is f32 else ("u64", "i64", "lu")
    zero, one = f"0{n}", f"1{n}"
    sign = 1 << (t.bits - 1)
    size = f"{sign - 1}{n}"
    inf = f"{float_bits(t, float('inf'))}{n}"
    nan = f"{CANONICAL_NAN[t.name]}{n}"
    unit = f"{float_bits(t, 1.0)}{n}"
    bias, mantissa = (1 << (t.bits - 2 - t.mantissa)) - 1, t.mantissa
    exponent = f"u32(x >> {mantissa}u) & {2 * bias + 1}u"
    two = f"(a: {t}, b: {t})"
    both = (f"let x = word_{t}(a);", f"let y = word_{t}(b);")
    keys = (f"let x = key_{t}(word_{t}(a));", f"let y = key_{t}(word_{t}(b));")
    # A NaN's key is beyond those of the infinities; the larger one of an ordered pair bounds the other.
    highest, lowest = f"bitcast<{s}>({inf})", f"-bitcast<{s}>({inf})"
    return (
        function(f"nan_{t}(x: {u}) -> bool", f"(x & {size}) > {inf}"),
        function(f"bits_{t}(a: {t}) -> {u}", f"let x = word_{t}(a);", f"select(x, {nan}, nan_{t}(x))"),
        # The order of numbers as that of integers, both zeros being 0.
        function(
            f"key_{t}(x: {u}) -> {s}",
            f"bitcast<{s}>(select(x, {sign}{n} - x, x >= {sign}{n}))",
        ),
        function(f"less_{t}{two} -> bool", *keys, f"x < y && y <= {highest} && x >= {lowest}"),
        function(f"less_equal_{t}{two} -> bool", *keys, f"x <= y && y <= {highest} && x >= {lowest}"),
        function(f"equal_{t}{two} -> bool", *keys, f"x == y && x <= {highest} && x >= {lowest}"),
        function(f"is_inf_{t}(x: {u}) -> bool", f"(x & {size}) == {inf}"),
        function(f"is_finite_{t}(x: {u}) -> bool", f"(x & {size}) < {inf}"),
        # 3.3: a number beats a NaN, and -0 is below +0
        function(
            f"order_{t}(x: {u}) -> {s}",
            f"bitcast<{s}>(x ^ select({zero}, {size}, x >= {sign}{n}))",
        ),
        *(
            function(
                f"{op}_{t}{two} -> {t}",
                *both,
                f"let first = order_{t}(x) {'<' if op == 'min' else '>'} order_{t}(y);",
                f"let kept = select(y, x, (first || nan_{t}(y)) && !nan_{t}(x));",
                f"bitcast<{t}>(kept)",
            )
            for op in ("min", "max")
        ),
        function(
            f"sign_{t}(a: {t}) -> {t}",
            f"let x = word_{t}(a);",
            f"let found = select({unit} | (x & {sign}{n}), {zero}, (x & {size}) == {zero});",
            f"bitcast<{t}>(select(found, x, nan_{t}(x)))",
        ),
        # 3.4: a NaN is a positive source of the sign
        function(
            f"copysign_{t}{two} -> {t}",
            *both,
            f"bitcast<{t}>((x & {size}) | select(y & {sign}{n}, {zero}, nan_{t}(y)))",
        ),
        # -- to integral values: which digits stand behind the point, all where nothing else does ---------------
        function(
            f"fraction_{t}(x: {u}) -> {u}",
            f"let e = {exponent};",
            f"let behind = {(1 << mantissa) - 1}{n} >> ((e - {bias}u) & {t.bits - 1}u);",
            f"select(select(behind, {zero}, e >= {bias + mantissa}u), {size}, e < {bias}u)",
        ),
        function(f"soft_trunc_{t}(x: {u}) -> {u}", f"x & ~fraction_{t}(x)"),
        # the next one away from zero, of what has a fraction
        function(
            f"away_{t}(x: {u}) -> {u}",
            f"let f = fraction_{t}(x);",
            f"select((x & ~f) + f + {one}, (x & {sign}{n}) | {unit}, f == {size})",
        ),
        *(
            function(
                f"soft_{op}_{t}(x: {u}) -> {u}",
                f"select(soft_trunc_{t}(x), away_{t}(x), {side} && (x & fraction_{t}(x)) != {zero} && !nan_{t}(x))",
            )
            for op, side in (("floor", f"x > {sign}{n}"), ("ceil", f"x < {sign}{n}"))
        ),
        function(
            f"soft_round_{t}(x: {u}) -> {u}",
            f"let e = {exponent};",
            f"let up = (x & {size}) > {float_bits(t, 0.5)}{n};",
            f"let small = (x & {sign}{n}) | select({zero}, {unit}, up);",
            f"let f = fraction_{t}(x);",
            # the digit before the point, which of a number in [1, 2) is the lowest one of an odd exponent field
            f"let tie = (x >> (({bias + mantissa}u - e) & {t.bits - 1}u)) & {one};",
            f"let large = select((x + (f >> 1u) + tie) & ~f, x, f == {zero});",
            f"select(large, small, e < {bias}u)",
        ),
    )


_TEXTS: Final = (*_texts(f32), *_texts(f64))

BIT_FUNCTIONS: Final[dict[str, str]] = {text[3 : text.index("(")]: text for text in _TEXTS}
"""Name -> text."""
