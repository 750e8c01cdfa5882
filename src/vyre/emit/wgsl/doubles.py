"""f64 on bit patterns: conversions, and the fused multiply-add in integers, for devices that have no fused one (rules 2.6, 3.1 and 3.6).

They lie in u64, which a device must have for f64 in WGSL. A finite number other than zero is ``lead * 2^(power - 1023 - 63)``, as in ``softfloat``.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.wgsl.softfloat import function

__all__ = ["DOUBLE_FUNCTIONS"]

_SIZE: Final = f"{(1 << 63) - 1}lu"
_SIGN: Final = f"{1 << 63}lu"
_INF: Final = f"{0x7FF << 52}lu"
_NAN: Final = f"{0x7FF8 << 48}lu"
_LEAD: Final = f"((x << 11u) | {_SIGN})"

_TEXTS: Final = (
    function(
        "f64_to_f32(a: f64, odd: bool) -> f32",
        "let x = word_f64(a);",
        "let sign = u32(x >> 32u) & 2147483648u;",
        f"let m = {_LEAD};",
        "let found = pack_f32(sign, i32(u32(x >> 52u) & 2047u) - 896, u32(m >> 32u) | u32(u32(m) != 0u), odd);",
        f"let special = select(sign | 2139095040u, 2143289344u, (x & {_SIZE}) > {_INF});",
        f"let finite = select(found, sign, (x & {_SIZE}) == 0lu);",
        f"bitcast<f32>(select(finite, special, (x & {_SIZE}) >= {_INF}))",
    ),
    function(
        "f32_to_f64(a: f32) -> f64",
        "let x = word_f32(a);",
        "let size = x & 2147483647u;",
        "let sign = u64(x & 2147483648u) << 32u;",
        "let found = (u64(u32(power_f32(x) + 896)) << 52u) | (u64(lead_f32(x) & 2147483647u) << 21u);",
        f"let special = select({_INF}, {_NAN}, size > 2139095040u);",
        "let finite = select(found, 0lu, size == 0u);",
        "bitcast<f64>(sign | select(finite, special, size >= 2139095040u))",
    ),
    function(
        "whole_f64(x: u64) -> u64",
        "let e = u32(x >> 52u) & 2047u;",
        f"let m = {_LEAD} >> ((1086u - e) & 63u);",
        "select(select(m, 18446744073709551615lu, e > 1086u), 0lu, e < 1023u)",
    ),
    function(
        "f64_to_u64(a: f64) -> u64",
        "let x = word_f64(a);",
        f"select(whole_f64(x), 0lu, nan_f64(x) || x >= {_SIGN})",
    ),
    function(
        "f64_to_i64(a: f64) -> i64",
        "let x = word_f64(a);",
        f"let negative = x >= {_SIGN};",
        f"let most = select({_SIZE}, {_SIGN}, negative);",
        f"let whole = whole_f64(x & {_SIZE});",
        "let m = select(whole, most, whole > most);",
        "bitcast<i64>(select(select(m, 0lu - m, negative), 0lu, nan_f64(x)))",
    ),
    function("f64_to_u32(a: f64) -> u32", "let m = f64_to_u64(a);", "u32(select(m, 4294967295lu, m > 4294967295lu))"),
    function(
        "f64_to_i32(a: f64) -> i32",
        "let m = f64_to_i64(a);",
        "let low = select(m, -2147483648li, m < -2147483648li);",
        "i32(select(low, 2147483647li, low > 2147483647li))",
    ),
    function(
        "zeros_u64(a: u64) -> u32",  # above the highest digit; 32 for 0, which nobody asks for
        "let high = u32(a >> 32u);",
        "select(countLeadingZeros(high), 32u + (countLeadingZeros(u32(a)) & 31u), high == 0u)",
    ),
    function(
        "pack_f64(sign: u64, power: i32, lead: u64) -> u64",
        "let down = u32(clamp(1 - power, 0, 63));",
        "let m = (lead >> down) | u64((lead & ((1lu << down) - 1lu)) != 0lu);",
        "let low = u32(m) & 2047u;",
        "let up = u64(low > 1024u || (low == 1024u && (m & 2048lu) != 0lu));",
        "let found = (u64(u32(clamp(power, 1, 2047) - 1)) << 52u) + (m >> 11u) + up;",
        f"sign | select(found, {_INF}, power >= 2047)",
    ),
    function(
        "f64_of(sign: u64, a: u64) -> f64",
        "let n = zeros_u64(a);",
        "bitcast<f64>(select(pack_f64(sign, 1086 - i32(n), a << n), 0lu, a == 0lu))",
    ),
    function(
        "lead_f64(x: u64) -> u64",
        f"let f = x & {(1 << 52) - 1}lu;",
        f"select({_LEAD}, f << zeros_u64(f), (x & {_INF}) == 0lu)",
    ),
    function(
        "power_f64(x: u64) -> i32",
        "let e = i32(u32(x >> 52u) & 2047u);",
        f"select(e, 12 - i32(zeros_u64(x & {(1 << 52) - 1}lu)), e == 0)",
    ),
    function(
        "mulhi_words(a: u64, b: u64) -> u64",
        "let x = (a & 4294967295lu) * (b >> 32u) + (((a & 4294967295lu) * (b & 4294967295lu)) >> 32u);",
        "let y = (a >> 32u) * (b & 4294967295lu) + (x & 4294967295lu);",
        "(a >> 32u) * (b >> 32u) + (x >> 32u) + (y >> 32u)",
    ),
    # As soft_fma, with the product's 106 digits in 128 bits.
    function(
        "soft_fma_f64(x: u64, y: u64, z: u64) -> u64",
        f"if (nan_f64(x) || nan_f64(y) || nan_f64(z)) {{ return {_NAN}; }}",
        f"let sign = (x ^ y) & {_SIGN};",
        f"let a = x & {_SIZE};",
        f"let b = y & {_SIZE};",
        f"let c = z & {_SIZE};",
        "let none = a == 0lu || b == 0lu;",
        f"let opposed = sign != (z & {_SIGN});",
        f"if (a == {_INF} || b == {_INF}) {{ return select(sign | {_INF}, {_NAN}, none || (c == {_INF} && opposed)); }}",
        f"if (c == {_INF}) {{ return z; }}",
        "if (none) { return select(z, sign & z, c == 0lu); }",
        "let high = mulhi_words(lead_f64(a), lead_f64(b));",
        "let low = lead_f64(a) * lead_f64(b);",
        f"let whole = high >= {_SIGN};",
        "let ph = select(high, high >> 1u, whole);",
        "let pl = select(low, (low >> 1u) | (high << 63u), whole);",
        "let ep = power_f64(a) + power_f64(b) - select(1023, 1022, whole);",
        "if (c == 0lu) { return pack_f64(sign, ep, (ph << 1u) | (pl >> 63u) | u64((pl << 1u) != 0lu)); }",
        "let th = lead_f64(c) >> 1u;",
        "let ec = power_f64(c);",
        "let swapped = ec > ep || (ec == ep && ph < th);",  # where both heads are equal, the product's tail decides
        "let lh = select(ph, th, swapped);",
        "let ll = select(pl, 0lu, swapped);",
        "let sh = select(th, ph, swapped);",
        "let sl = select(0lu, pl, swapped);",
        "let down = u32(min(abs(ep - ec), 127));",
        "let far = down >= 64u;",
        "let m = down & 63u;",
        "let below = (1lu << m) - 1lu;",
        "let lost = select((sl & below) != 0lu, sl != 0lu || (sh & below) != 0lu, far);",
        "let mh = select(sh >> m, 0lu, far);",
        "let ml = select((sl >> m) | ((sh << 1u) << (63u - m)), sh >> m, far) | u64(lost);",
        "let sum = ll + ml;",
        "let rl = select(sum, ll - ml, opposed);",
        "let rh = select(lh + mh + u64(sum < ll), lh - mh - u64(ll < ml), opposed);",
        "if (rh == 0lu && rl == 0lu) { return 0lu; }",
        "let n = select(zeros_u64(rh), 64u + zeros_u64(rl), rh == 0lu);",
        "let k = n & 63u;",
        "let near = (rh << k) | ((rl >> 1u) >> (63u - k));",
        "let up = select(near, rl << k, n >= 64u) | u64(n < 64u && (rl << k) != 0lu);",
        f"pack_f64(select(sign, z & {_SIGN}, swapped), select(ep, ec, swapped) + 1 - i32(n), up)",
    ),
)

DOUBLE_FUNCTIONS: Final[dict[str, str]] = {text[3 : text.index("(")]: text for text in _TEXTS}
"""Name -> text."""
