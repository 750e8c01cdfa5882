"""Functions on pairs of words that are integers of 64 bits, low word first: rule 2."""

from __future__ import annotations

from typing import Final

__all__ = ["PAIR_FUNCTIONS"]

_ALL_ONES: Final = "vec2<u32>(4294967295u, 4294967295u)"


def _pair(name: str, *lines: str, parameters: str = "a: vec2<u32>, b: vec2<u32>", result: str = "vec2<u32>") -> str:
    """The text of a function whose last line is its value."""
    inner = "".join(f"  {line}\n" for line in (*lines[:-1], f"return {lines[-1]};"))
    return f"fn {name}({parameters}) -> {result} {{\n{inner}}}"


def _one(name: str, *lines: str) -> str:
    return _pair(name, *lines, parameters="a: vec2<u32>")


def _shift(name: str, *lines: str) -> str:
    return _pair(name, "let m = n & 31u;", *lines, parameters="a: vec2<u32>, n: u32")


_LIMIT: Final = "select(vec2<u32>(4294967295u, 2147483647u), vec2<u32>(0u, 2147483648u), a.y >= 2147483648u)"

_TEXTS: Final = (
    _pair("add_pair", "let low = a.x + b.x;", "vec2<u32>(low, a.y + b.y + u32(low < a.x))"),
    _pair("sub_pair", "vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x))"),
    _pair("mul_pair", "vec2<u32>(a.x * b.x, mulhi_u32(a.x, b.x) + a.x * b.y + a.y * b.x)"),
    _one("neg_pair", "vec2<u32>(0u - a.x, 0u - a.y - u32(a.x != 0u))"),
    _pair("less_u64", "a.y < b.y || (a.y == b.y && a.x < b.x)", result="bool"),
    _pair(
        "less_i64",
        "let x = a.y ^ 2147483648u;",
        "let y = b.y ^ 2147483648u;",
        "x < y || (x == y && a.x < b.x)",
        result="bool",
    ),
    # Shifts by 32 and more move whole words; by `32 - m` in two steps, because m may be 0.
    _shift(
        "shl_pair",
        "let high = (a.y << m) | ((a.x >> 1u) >> (31u - m));",
        "select(vec2<u32>(a.x << m, high), vec2<u32>(0u, a.x << m), (n & 32u) != 0u)",
    ),
    _shift(
        "shr_u64",
        "let low = (a.x >> m) | ((a.y << 1u) << (31u - m));",
        "select(vec2<u32>(low, a.y >> m), vec2<u32>(a.y >> m, 0u), (n & 32u) != 0u)",
    ),
    _shift(
        "shr_i64",
        "let low = (a.x >> m) | ((a.y << 1u) << (31u - m));",
        "let high = bitcast<u32>(bitcast<i32>(a.y) >> m);",
        "let sign = bitcast<u32>(bitcast<i32>(a.y) >> 31u);",
        "select(vec2<u32>(low, high), vec2<u32>(high, sign), (n & 32u) != 0u)",
    ),
    _pair("rotl_pair", "shl_pair(a, n) | shr_u64(a, 0u - n)", parameters="a: vec2<u32>, n: u32"),
    _pair("rotr_pair", "shr_u64(a, n) | shl_pair(a, 0u - n)", parameters="a: vec2<u32>, n: u32"),
    # -- division -------------------------------------------------------------------------------------------
    # (high, low) / v of 64 by 32 bits, where high < v: two digits of 16 bits, each estimated by the high half of the
    # normalised divisor and at most 2 too large (Knuth, volume 2, 4.3.1, theorem B).
    _pair(
        "quotient_word",
        "let s = countLeadingZeros(v);",
        "let d = v << s;",
        "let d1 = d >> 16u;",
        "let d0 = d & 65535u;",
        "let top = (high << s) | ((low >> 1u) >> (31u - s));",
        "let rest = low << s;",
        "var q1 = top / d1;",
        "var r = top - q1 * d1;",
        "if (q1 > 65535u || q1 * d0 > ((r << 16u) | (rest >> 16u))) { q1 = q1 - 1u; r = r + d1; "
        "if (r <= 65535u && (q1 > 65535u || q1 * d0 > ((r << 16u) | (rest >> 16u)))) { q1 = q1 - 1u; } }",
        "let next = ((top << 16u) | (rest >> 16u)) - q1 * d;",
        "var q0 = next / d1;",
        "r = next - q0 * d1;",
        "if (q0 > 65535u || q0 * d0 > ((r << 16u) | (rest & 65535u))) { q0 = q0 - 1u; r = r + d1; "
        "if (r <= 65535u && (q0 > 65535u || q0 * d0 > ((r << 16u) | (rest & 65535u)))) { q0 = q0 - 1u; } }",
        "(q1 << 16u) + q0",
        parameters="high: u32, low: u32, v: u32",
        result="u32",
    ),
    # By a divisor of one word: two steps of that. By a larger one: an estimate from its 32 leading bits, which is at most 1
    # too large after the halving of both (Warren, "Hacker's Delight", second edition, 9-5).
    _pair(
        "quotient_pair",
        "if (b.y == 0u) { let high = a.y / max(b.x, 1u); "
        "return vec2<u32>(quotient_word(a.y - high * b.x, a.x, max(b.x, 1u)), high); }",
        "let s = countLeadingZeros(b.y);",
        "let v = (b.y << s) | ((b.x >> 1u) >> (31u - s));",
        "let half = quotient_word(a.y >> 1u, (a.y << 31u) | (a.x >> 1u), v);",
        "var q = half >> (31u - s);",
        "q = q - u32(q != 0u);",
        "let r = sub_pair(a, mul_pair(vec2<u32>(q, 0u), b));",
        "vec2<u32>(q + u32(!less_u64(r, b)), 0u)",
    ),
    _pair(
        "div_u64",
        "let q = quotient_pair(a, b);",
        f"select(q, {_ALL_ONES}, all(b == vec2<u32>()))",
    ),
    _pair(
        "rem_u64",
        "let r = sub_pair(a, mul_pair(quotient_pair(a, b), b));",
        "select(r, vec2<u32>(), all(b == vec2<u32>()))",
    ),
    _one("abs_i64", "select(a, neg_pair(a), a.y >= 2147483648u)"),
    _pair(
        "div_i64",
        "let q = quotient_pair(abs_i64(a), abs_i64(b));",
        "let s = select(q, neg_pair(q), ((a.y ^ b.y) & 2147483648u) != 0u);",
        f"select(s, {_ALL_ONES}, all(b == vec2<u32>()))",
    ),
    _pair(
        "rem_i64",
        "let r = rem_u64(abs_i64(a), abs_i64(b));",
        "select(r, neg_pair(r), a.y >= 2147483648u)",
    ),
    _pair(
        "floordiv_i64",
        "let q = div_i64(a, b);",
        "let r = rem_i64(a, b);",
        "let off = any(r != vec2<u32>()) && ((r.y ^ b.y) & 2147483648u) != 0u;",
        "select(q, sub_pair(q, vec2<u32>(1u, 0u)), off)",
    ),
    _pair(
        "floormod_i64",
        "let r = rem_i64(a, b);",
        "let off = any(r != vec2<u32>()) && ((r.y ^ b.y) & 2147483648u) != 0u;",
        "select(r, add_pair(r, b), off)",
    ),
    # -- the rest -------------------------------------------------------------------------------------------
    _pair(
        "mulhi_u64",
        "let low = mulhi_u32(a.x, b.x);",
        "let x = add_pair(vec2<u32>(a.y * b.x, mulhi_u32(a.y, b.x)), vec2<u32>(low, 0u));",
        "let y = add_pair(vec2<u32>(a.x * b.y, mulhi_u32(a.x, b.y)), vec2<u32>(x.x, 0u));",
        "add_pair(vec2<u32>(a.y * b.y, mulhi_u32(a.y, b.y)), add_pair(vec2<u32>(x.y, 0u), vec2<u32>(y.y, 0u)))",
    ),
    _pair(
        "mulhi_i64",
        "let h = mulhi_u64(a, b);",
        "let x = select(vec2<u32>(), b, a.y >= 2147483648u);",
        "let y = select(vec2<u32>(), a, b.y >= 2147483648u);",
        "sub_pair(sub_pair(h, x), y)",
    ),
    _pair("saturating_add_u64", "let s = add_pair(a, b);", f"select(s, {_ALL_ONES}, less_u64(s, a))"),
    _pair("saturating_sub_u64", "select(sub_pair(a, b), vec2<u32>(), less_u64(a, b))"),
    _pair(
        "saturating_add_i64",
        "let s = add_pair(a, b);",
        f"select(s, {_LIMIT}, (~(a.y ^ b.y) & (a.y ^ s.y) & 2147483648u) != 0u)",
    ),
    _pair(
        "saturating_sub_i64",
        "let s = sub_pair(a, b);",
        f"select(s, {_LIMIT}, ((a.y ^ b.y) & (a.y ^ s.y) & 2147483648u) != 0u)",
    ),
    *(_pair(f"abs_diff_{t}", f"select(sub_pair(a, b), sub_pair(b, a), less_{t}(a, b))") for t in ("u64", "i64")),
    _one("sign_u64", "vec2<u32>(u32(any(a != vec2<u32>())), 0u)"),
    _one(
        "sign_i64",
        f"select(vec2<u32>(u32(any(a != vec2<u32>())), 0u), {_ALL_ONES}, a.y >= 2147483648u)",
    ),
    _one("popcount_pair", "vec2<u32>(countOneBits(a.x) + countOneBits(a.y), 0u)"),
    _one("clz_pair", "vec2<u32>(select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u), 0u)"),
    _one("ctz_pair", "vec2<u32>(select(ctz_u32(a.x), 32u + ctz_u32(a.y), a.x == 0u), 0u)"),
    _one("reverse_bits_pair", "vec2<u32>(reverseBits(a.y), reverseBits(a.x))"),
)

PAIR_FUNCTIONS: Final[dict[str, str]] = {text[3 : text.index("(")]: text for text in _TEXTS}
"""Name -> text."""
