"""f32 arithmetic on bit patterns, in u32 operations only: right on every device, whatever its compiler does to floats (rule 3.1).

A finite number other than zero is ``lead * 2^(power - 127 - 31)``: ``lead`` has its highest bit set, and ``power`` is the exponent field
that the number would have if exponents had no end. ``pack_f32`` rounds such a pair once, where the lowest bit of ``lead`` is *sticky*: set
if anything non-zero lies below. It rounds to nearest even, or *to odd*, after which a rounding to a type of two digits less is right
(Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).

No function has a loop: some devices count rounds (``DeviceProfile.loop_limit``).
"""

from __future__ import annotations

from typing import Final

__all__ = ["SOFT_FUNCTIONS", "function"]

_NAN: Final = "2143289344u"  # 7fc00000
_INF: Final = "2139095040u"  # 7f800000
_SIGN: Final = "2147483648u"


def function(head: str, *lines: str) -> str:
    """The text of a function whose last line is its value."""
    inner = "".join(f"  {line}\n" for line in (*lines[:-1], f"return {lines[-1]};"))
    return f"fn {head} {{\n{inner}}}"


def _root_digits() -> list[str]:
    """26 digits of a square root, one a step: the largest ``q`` with ``q * q <= a * 2^20``, and what is left of it."""
    lines = ["var q = 0u;", "var rest = 0u;"]
    for step in range(26):
        down = 30 - 2 * step
        lines.append(f"rest = (rest << 2u) | ((a >> {down}u) & 3u);" if down >= 0 else "rest = rest << 2u;")
        lines.append("if (rest >= 4u * q + 1u) { rest = rest - (4u * q + 1u); q = 2u * q + 1u; } else { q = 2u * q; }")
    return lines


_TEXTS: Final = (
    function(
        "lead_f32(x: u32) -> u32",
        "let f = x & 8388607u;",
        f"select((x << 8u) | {_SIGN}, f << (countLeadingZeros(f) & 31u), ((x >> 23u) & 255u) == 0u)",
    ),
    function(
        "power_f32(x: u32) -> i32",
        "let e = bitcast<i32>((x >> 23u) & 255u);",
        "select(e, 9 - bitcast<i32>(countLeadingZeros(x & 8388607u)), e == 0)",
    ),
    function(
        "pack_f32(sign: u32, power: i32, lead: u32, odd: bool) -> u32",
        "let down = u32(clamp(1 - power, 0, 31));",
        "let m = (lead >> down) | u32((lead & ((1u << down) - 1u)) != 0u);",
        "let low = m & 255u;",
        "let up = select(u32(low > 128u || (low == 128u && (m & 256u) != 0u)), u32(low != 0u && (m & 256u) == 0u), odd);",
        # the digit before the point counts as one exponent, and so does a carry
        "let found = (bitcast<u32>(clamp(power, 1, 255) - 1) << 23u) + (m >> 8u) + up;",
        f"sign | select(found, select({_INF}, 2139095039u, odd), power >= 255)",
    ),
    function(
        "soft_add(x: u32, y: u32) -> u32",
        f"if (nan_f32(x) || nan_f32(y)) {{ return {_NAN}; }}",
        "let swapped = (x << 1u) < (y << 1u);",
        "let a = select(x, y, swapped);",
        "let b = select(y, x, swapped);",
        "let opposed = (a ^ b) >> 31u != 0u;",
        f"if ((a & 2147483647u) == {_INF}) {{ return select(a, {_NAN}, opposed && (b & 2147483647u) == {_INF}); }}",
        "let ea = (a >> 23u) & 255u;",
        "let eb = (b >> 23u) & 255u;",
        "let fa = ((a & 8388607u) | select(8388608u, 0u, ea == 0u)) << 7u;",
        "let fb = ((b & 8388607u) | select(8388608u, 0u, eb == 0u)) << 7u;",
        "let down = min(max(ea, 1u) - max(eb, 1u), 31u);",
        "let moved = (fb >> down) | u32((fb & ((1u << down) - 1u)) != 0u);",
        "let m = select(fa + moved, fa - moved, opposed);",
        f"if (m == 0u) {{ return x & y & {_SIGN}; }}",
        "let n = countLeadingZeros(m);",
        f"pack_f32(a & {_SIGN}, bitcast<i32>(max(ea, 1u) + 1u) - bitcast<i32>(n), m << n, false)",
    ),
    function(
        "soft_mul(x: u32, y: u32) -> u32",
        f"if (nan_f32(x) || nan_f32(y)) {{ return {_NAN}; }}",
        f"let sign = (x ^ y) & {_SIGN};",
        "let a = x & 2147483647u;",
        "let b = y & 2147483647u;",
        "let none = a == 0u || b == 0u;",
        f"if (max(a, b) == {_INF}) {{ return select(sign | {_INF}, {_NAN}, none); }}",
        "if (none) { return sign; }",
        "let high = mulhi_u32(lead_f32(a), lead_f32(b));",
        "let low = lead_f32(a) * lead_f32(b);",
        f"let whole = high >= {_SIGN};",
        "let m = select((high << 1u) | (low >> 31u), high, whole);",
        "let lost = select(low << 1u, low, whole) != 0u;",
        "pack_f32(sign, power_f32(a) + power_f32(b) - select(127, 126, whole), m | u32(lost), false)",
    ),
    # The quotient of two leads of 24 digits, the first one made the larger: 31 binary digits in four steps, and a sticky one.
    function(
        "soft_div(x: u32, y: u32) -> u32",
        f"if (nan_f32(x) || nan_f32(y)) {{ return {_NAN}; }}",
        f"let sign = (x ^ y) & {_SIGN};",
        "let a = x & 2147483647u;",
        "let b = y & 2147483647u;",
        f"if (a == {_INF} || b == 0u) {{ return select(sign | {_INF}, {_NAN}, a == b); }}",
        f"if (b == {_INF} || a == 0u) {{ return sign; }}",
        "let d = lead_f32(b) >> 8u;",
        "let less = (lead_f32(a) >> 8u) < d;",
        "let n = (lead_f32(a) >> 8u) << u32(less);",
        "let q0 = (n << 7u) / d;",
        "let r0 = (n << 7u) - q0 * d;",
        "let q1 = (r0 << 8u) / d;",
        "let r1 = (r0 << 8u) - q1 * d;",
        "let q2 = (r1 << 8u) / d;",
        "let r2 = (r1 << 8u) - q2 * d;",
        "let q3 = (r2 << 8u) / d;",
        "let m = (q0 << 24u) | (q1 << 16u) | (q2 << 8u) | q3 | u32((r2 << 8u) != q3 * d);",
        "pack_f32(sign, power_f32(a) - power_f32(b) + select(127, 126, less), m, false)",
    ),
    function("root_lead(a: u32) -> u32", *_root_digits(), "(q << 6u) | u32(rest != 0u)"),
    function(
        "soft_sqrt(x: u32) -> u32",
        f"if (x == {_SIGN} || x == 0u || x == {_INF}) {{ return x; }}",
        f"if (x >= {_INF}) {{ return {_NAN}; }}",
        "let half = power_f32(x) - 127;",  # an odd power keeps one digit more before the point
        "pack_f32(0u, 127 + (half >> 1u), root_lead(lead_f32(x) >> u32((half & 1) == 0)), false)",
    ),
    # The product has all its 48 digits in 64 bits. The smaller of it and z is cut at the larger one's last digit, where it is sticky: no
    # digit that a cancellation could bring up is lost, because that needs powers that differ by one at most.
    function(
        "soft_fma(x: u32, y: u32, z: u32, odd: bool) -> u32",
        f"if (nan_f32(x) || nan_f32(y) || nan_f32(z)) {{ return {_NAN}; }}",
        f"let sign = (x ^ y) & {_SIGN};",
        "let a = x & 2147483647u;",
        "let b = y & 2147483647u;",
        "let c = z & 2147483647u;",
        "let none = a == 0u || b == 0u;",
        f"let opposed = sign != (z & {_SIGN});",
        f"if (max(a, b) == {_INF}) {{ return select(sign | {_INF}, {_NAN}, none || (c == {_INF} && opposed)); }}",
        f"if (c == {_INF}) {{ return z; }}",
        "if (none) { return select(z, sign & z, c == 0u); }",
        # both with their highest digit at bit 62
        "let high = mulhi_u32(lead_f32(a), lead_f32(b));",
        "let low = lead_f32(a) * lead_f32(b);",
        f"let whole = high >= {_SIGN};",
        "let p = select(vec2<u32>(low, high), vec2<u32>((low >> 1u) | (high << 31u), high >> 1u), whole);",
        "let ep = power_f32(a) + power_f32(b) - select(127, 126, whole);",
        "if (c == 0u) { return pack_f32(sign, ep, (p.y << 1u) | (p.x >> 31u) | u32(p.x != 0u), odd); }",
        "let t = vec2<u32>(0u, lead_f32(c) >> 1u);",
        "let ec = power_f32(c);",
        "let swapped = ec > ep || (ec == ep && less_u64(p, t));",
        "let large = select(p, t, swapped);",
        "let small = select(t, p, swapped);",
        "let down = u32(min(abs(ep - ec), 63));",
        "let cut = shr_u64(small, down);",
        "let back = shl_pair(cut, down);",
        "let moved = vec2<u32>(cut.x | u32(any(back != small)), cut.y);",
        "var m = add_pair(large, moved);",
        "if (opposed) { m = sub_pair(large, moved); }",
        "if (m.x == 0u && m.y == 0u) { return 0u; }",
        "let n = select(countLeadingZeros(m.y), 32u + countLeadingZeros(m.x), m.y == 0u);",
        "let up = shl_pair(m, n);",
        f"pack_f32(select(sign, z & {_SIGN}, swapped), select(ep, ec, swapped) + 1 - bitcast<i32>(n), up.y | u32(up.x != 0u), odd)",
    ),
    # -- integers -------------------------------------------------------------------------------------------
    function(
        "soft_of_u32(sign: u32, a: u32, odd: bool) -> u32",
        "let n = countLeadingZeros(a) & 31u;",
        "select(pack_f32(sign, 158 - bitcast<i32>(n), a << n, odd), 0u, a == 0u)",
    ),
    function(
        "soft_of_pair(sign: u32, a: vec2<u32>, odd: bool) -> u32",
        "let n = select(countLeadingZeros(a.y), 32u + (countLeadingZeros(a.x) & 31u), a.y == 0u);",
        "let up = shl_pair(a, n);",
        "select(pack_f32(sign, 190 - bitcast<i32>(n), up.y | u32(up.x != 0u), odd), 0u, (a.x | a.y) == 0u)",
    ),
    # Truncated, and the largest where it is too large (rule 3.6).
    function(
        "whole_u32(x: u32) -> u32",
        "let e = (x >> 23u) & 255u;",
        f"let m = ((x << 8u) | {_SIGN}) >> ((158u - e) & 31u);",
        "select(select(m, 4294967295u, e > 158u), 0u, e < 127u)",
    ),
    function(
        "whole_pair(x: u32) -> vec2<u32>",
        "let e = (x >> 23u) & 255u;",
        f"let m = shr_u64(vec2<u32>(0u, (x << 8u) | {_SIGN}), 190u - e);",
        "select(select(m, vec2<u32>(4294967295u, 4294967295u), e > 190u), vec2<u32>(0u, 0u), e < 127u)",
    ),
    function(
        "f32_to_u32(a: f32) -> u32",
        "let x = word_f32(a);",
        f"select(whole_u32(x), 0u, nan_f32(x) || x >= {_SIGN})",
    ),
    function(
        "f32_to_i32(a: f32) -> i32",
        "let x = word_f32(a);",
        "let m = min(whole_u32(x & 2147483647u), 2147483647u + (x >> 31u));",
        f"bitcast<i32>(select(select(m, 0u - m, x >= {_SIGN}), 0u, nan_f32(x)))",
    ),
    function(
        "f32_to_u64(a: f32) -> vec2<u32>",
        "let x = word_f32(a);",
        f"select(whole_pair(x), vec2<u32>(0u, 0u), nan_f32(x) || x >= {_SIGN})",
    ),
    function(
        "f32_to_i64(a: f32) -> vec2<u32>",
        "let x = word_f32(a);",
        "let m = whole_pair(x & 2147483647u);",
        "let most = vec2<u32>(select(4294967295u, 0u, x >> 31u != 0u), 2147483647u + (x >> 31u));",
        "let kept = select(m, most, m.y >= 2147483648u);",
        "select(select(kept, neg_pair(kept), x >> 31u != 0u), vec2<u32>(0u, 0u), nan_f32(x))",
    ),
)

SOFT_FUNCTIONS: Final[dict[str, str]] = {text[3 : text.index("(")]: text for text in _TEXTS}
"""Name -> text. Those on pairs, ``mulhi_u32`` and ``nan_f32`` are on other pages."""
