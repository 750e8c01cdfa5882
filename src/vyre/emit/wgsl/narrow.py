"""f16 and bf16 in WGSL: in values the f32 that they are, in memory their 16 bits (rules 1.1, 3.1, 3.4 and 3.6), between them integers only.

An operation is that of f32 (for + - * / and the square root the second rounding gives what one would: Figueroa, "When is double rounding
innocuous?", 1995) or a rounding to odd, and then ``round_f16`` or ``round_bf16``.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.wgsl.softfloat import function

__all__ = ["NARROW_FUNCTIONS"]

_SIGN: Final = "2147483648u"

_TEXTS: Final = (
    # A carry walks into the exponent, and from the largest to infinity.
    function(
        "round_bf16(a: f32) -> f32",
        "let x = word_f32(a);",
        "let near = (x + 32767u + ((x >> 16u) & 1u)) & 4294901760u;",
        "bitcast<f32>(select(near, x, nan_f32(x)))",
    ),
    # Below 2^-14 the last digit stays at 2^-24; what is below that is nearer to it than to 0 from 2^-25 on, which itself is a tie.
    function(
        "round_f16(a: f32) -> f32",
        "let x = word_f32(a);",
        "let size = x & 2147483647u;",
        "let dropped = 13u + min(113u - min(size >> 23u, 113u), 10u);",
        "let half = (1u << (dropped - 1u)) - 1u;",
        "let near = (size + half + ((size >> dropped) & 1u)) & ~(2u * half + 1u);",
        "let large = select(near, 2139095040u, near > 1199562752u);",
        "let small = select(0u, 864026624u, size > 855638016u);",
        f"bitcast<f32>(select((x & {_SIGN}) | select(large, small, size < 864026624u), x, nan_f32(x)))",
    ),
    # The bits of a value that the type has.
    function(
        "bits_bf16(a: f32) -> u32",
        "let x = word_f32(a);",
        "select(x >> 16u, 32704u, nan_f32(x))",
    ),
    function(
        "bits_f16(a: f32) -> u32",
        "let x = word_f32(a);",
        "let size = x & 2147483647u;",
        "let small = ((x & 8388607u) | 8388608u) >> min(126u - min(size >> 23u, 126u), 31u);",
        "let normal = select((size - 939524096u) >> 13u, 31744u, size == 2139095040u);",
        "let found = ((x >> 16u) & 32768u) | select(normal, select(small, 0u, size == 0u), size < 947912704u);",
        "select(found, 32256u, nan_f32(x))",
    ),
    function("value_bf16(x: u32) -> f32", "bitcast<f32>(x << 16u)"),
    function(
        "value_f16(x: u32) -> f32",
        "let size = x & 32767u;",
        "let n = countLeadingZeros(size) & 31u;",
        "let small = select(((134u - n) << 23u) + ((size << n) << 1u >> 9u), 0u, size == 0u);",
        "let normal = select((size << 13u) + 939524096u, (size << 13u) | 2139095040u, size >= 31744u);",
        "bitcast<f32>(select(normal, small, size < 1024u) | ((x & 32768u) << 16u))",
    ),
)

NARROW_FUNCTIONS: Final[dict[str, str]] = {text[3 : text.index("(")]: text for text in _TEXTS}
"""Name -> text."""
