"""f16 and bf16: in registers the f32 that is the value, in memory its 16 bits (rules 1.1, 3.1, 3.4 and 3.6).

An f32 holds every value of both types, and after ``+ - * / sqrt`` of two of them a second rounding, to 11 or 8 digits,
gives what rounding the exact result gives, since 24 >= 2 * 11 + 2 (Figueroa, "When is double rounding innocuous?", 1995);
results below the normal numbers of f32 come from bf16 alone, and there too no f32 lies on a midpoint of bf16 that the exact
result isn't on, but for the one that rounds to zero either way. What isn't innocuous goes through *rounding to odd*: cut, and
set the last digit where something was lost. Two digits more than the target has are enough for the rounding after it to be
right (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).

Where the processor converts halves, its instructions do; else integers. LLVM's own conversion of a double to a half, and
any to bfloat, isn't used: the first may be a call of a library, the second drops subnormals on some processors.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType
from vyre.emit.llvm.text import Form, element_type
from vyre.ir.literals import CANONICAL_NAN

__all__ = ["from_memory", "fused", "narrowed", "rounded", "to_memory"]

_HALF: Final = 0x3F000000  # 0.5, whose last digit in f32 is that of the subnormals of f16
_REBIAS: Final = 0x38000000  # (127 - 15) << 23
_LEAST_NORMAL: Final = 0x38800000  # 2**-14
_MOST: Final = 0x477FE000  # 65504.0
_INFINITY: Final = 0x7F800000


def from_memory(form: Form, dtype: DType, raw: str) -> str:
    """The value of 16 bits."""
    if dtype.name == "bf16":
        return _float(form, form.op("shl", "i32", form.convert("zext", "i16", raw, "i32"), form.literal("i32", 16)))
    if form.halves:
        return form.convert("fpext", "half", form.convert("bitcast", "i16", raw, "half"), "float")
    word = form.convert("zext", "i16", raw, "i32")
    size = form.op("and", "i32", word, form.literal("i32", 0x7FFF))
    shifted = form.op("shl", "i32", size, form.literal("i32", 13))
    normal = form.op("add", "i32", shifted, form.literal("i32", _REBIAS))
    above = _float(form, form.op("add", "i32", size, form.literal("i32", _HALF)))
    subnormal = _bits(form, form.op("fsub", "float", above, form.literal("float", "0.5")))
    top = form.op("icmp uge", "i32", size, form.literal("i32", 0x7C00))
    found = form.select(top, "i32", form.op("or", "i32", shifted, form.literal("i32", _INFINITY)), normal)
    found = form.select(form.op("icmp ult", "i32", size, form.literal("i32", 0x400)), "i32", subnormal, found)
    sign = form.op("shl", "i32", form.op("xor", "i32", word, size), form.literal("i32", 16))
    return _float(form, form.op("or", "i32", found, sign))


def to_memory(form: Form, dtype: DType, x: str) -> str:
    """The 16 bits of a value, every NaN the canonical one."""
    if dtype.name == "bf16":
        high = form.op("lshr", "i32", _bits(form, x), form.literal("i32", 16))
        raw = form.convert("trunc", "i32", high, "i16")
    elif form.halves:
        raw = form.convert("bitcast", "half", form.convert("fptrunc", "float", x, "half"), "i16")
    else:
        bits, size = _parts(form, x)
        normal = form.op("sub", "i32", size, form.literal("i32", _REBIAS))
        normal = form.op("lshr", "i32", normal, form.literal("i32", 13))
        above = _bits(form, form.op("fadd", "float", _float(form, size), form.literal("float", "0.5")))
        subnormal = form.op("sub", "i32", above, form.literal("i32", _HALF))
        found = form.select(_is_subnormal(form, size), "i32", subnormal, normal)
        infinite = form.op("icmp eq", "i32", size, form.literal("i32", _INFINITY))
        found = form.select(infinite, "i32", form.literal("i32", 0x7C00), found)
        sign = form.op("lshr", "i32", form.op("xor", "i32", bits, size), form.literal("i32", 16))
        raw = form.convert("trunc", "i32", form.op("or", "i32", found, sign), "i16")
    return form.select(_is_nan(form, x), "i16", form.literal("i16", CANONICAL_NAN[dtype.name]), raw)


def rounded(form: Form, dtype: DType, x: str) -> str:
    """An f32 rounded to nearest even, in f32."""
    if dtype.name == "f16" and form.halves:
        return form.convert("fpext", "half", form.convert("fptrunc", "float", x, "half"), "float")
    bits, size = _parts(form, x)
    dropped = 23 - dtype.mantissa
    last = form.op("lshr", "i32", bits, form.literal("i32", dropped))
    last = form.op("and", "i32", last, form.literal("i32", 1))
    raised = form.op("add", "i32", size, form.literal("i32", (1 << (dropped - 1)) - 1))
    raised = form.op("add", "i32", raised, last)  # a carry walks into the exponent, and from the largest to infinity
    found = form.op("and", "i32", raised, form.literal("i32", -(1 << dropped)))
    if dtype.name == "f16":
        over = form.op("icmp ugt", "i32", found, form.literal("i32", _MOST))
        found = form.select(over, "i32", form.literal("i32", _INFINITY), found)
        half = form.literal("float", "0.5")  # the sum has no digits below the last one of a subnormal f16
        above = form.op("fadd", "float", _float(form, size), half)
        subnormal = _bits(form, form.op("fsub", "float", above, half))
        found = form.select(_is_subnormal(form, size), "i32", subnormal, found)
    found = form.op("or", "i32", found, form.op("xor", "i32", bits, size))
    return form.select(_is_nan(form, x), "float", x, _float(form, found))


def narrowed(form: Form, source: DType, target: DType, x: str) -> str:
    """A number of any type as an f16 or bf16, rounded once (rule 3.6)."""
    n = element_type(source)
    if source.is_float:
        return rounded(form, target, x if source.bits < 64 else _odd_float(form, x))
    signed, exact = source.is_signed, source.bits < 32
    convert = "sitofp" if signed else "uitofp"
    if exact:
        return rounded(form, target, form.convert(convert, n, x, "float"))
    # f32 holds 24 bits, f64 53: what is longer is cut, to odd, and keeps 16 bits or more
    held, lost, to = (24, 8, "float") if source.bits == 32 else (32, 16, "double")
    kept = form.op("and", n, x, form.literal(n, -(1 << lost)))
    rest = form.op("and", n, x, form.literal(n, (1 << lost) - 1))
    some = form.op("icmp ne", n, rest, form.literal(n, 0))
    odd = form.op("or", n, kept, form.select(some, n, form.literal(n, 1 << lost), form.literal(n, 0)))
    from_low = form.op("add", n, x, form.literal(n, 1 << held)) if signed else x
    short = form.op("icmp ult", n, from_low, form.literal(n, 1 << (held + signed)))
    made = form.convert(convert, n, form.select(short, n, x, odd), to)
    return rounded(form, target, made if to == "float" else _odd_float(form, made))


def fused(form: Form, dtype: DType, a: str, b: str, c: str) -> str:
    """a * b + c, rounded once. The product is exact in ``n``: 22 digits above 2**-49 in f32, 16 digits of any exponent in
    f64. The sum is rounded to odd by its exact error (Knuth's two-sum), which nothing here can overflow or underflow."""
    n, i = ("float", "i32") if dtype.name == "f16" else ("double", "i64")
    if n == "double":
        a, b, c = (form.convert("fpext", "float", x, n) for x in (a, b, c))
    product = form.op("fmul", n, a, b)
    total = form.op("fadd", n, product, c)
    part = form.op("fsub", n, total, product)
    error = form.op(
        "fadd", n, form.op("fsub", n, product, form.op("fsub", n, total, part)), form.op("fsub", n, c, part)
    )
    bits = form.convert("bitcast", n, total, i)
    signs = form.op("xor", i, bits, form.convert("bitcast", n, error, i))
    beyond = form.op("icmp slt", i, signs, form.literal(i, 0))  # the exact sum is nearer to zero
    inexact = form.op("fcmp one", n, error, form.literal(n, "0.0"))  # not where it is a NaN: the sum is no number
    total = form.convert("bitcast", i, _to_odd(form, i, bits, beyond, inexact), n)
    return rounded(form, dtype, total if n == "float" else _odd_float(form, total))


def _odd_float(form: Form, x: str) -> str:
    """A double as an f32, rounded to odd."""
    near = form.convert("fptrunc", "double", x, "float")
    back = form.convert("fpext", "float", near, "double")
    beyond = form.op("fcmp ogt", "double", form.intrinsic("fabs", "double", back), form.intrinsic("fabs", "double", x))
    inexact = form.op("fcmp one", "double", back, x)
    return _float(form, _to_odd(form, "i32", _bits(form, near), beyond, inexact))


def _to_odd(form: Form, i: str, bits: str, beyond: str, inexact: str) -> str:
    """The bits of a float rounded to nearest, made those of rounding to odd. ``beyond``: it was rounded away from zero."""
    cut = form.op("add", i, bits, form.convert("sext", "i1", beyond, i))
    return form.select(inexact, i, form.op("or", i, cut, form.literal(i, 1)), bits)


def _bits(form: Form, x: str) -> str:
    return form.convert("bitcast", "float", x, "i32")


def _float(form: Form, bits: str) -> str:
    return form.convert("bitcast", "i32", bits, "float")


def _parts(form: Form, x: str) -> tuple[str, str]:
    """The bits of an f32, and without the sign."""
    bits = _bits(form, x)
    return bits, form.op("and", "i32", bits, form.literal("i32", 0x7FFFFFFF))


def _is_subnormal(form: Form, size: str) -> str:
    return form.op("icmp ult", "i32", size, form.literal("i32", _LEAST_NORMAL))


def _is_nan(form: Form, x: str) -> str:
    return form.op("fcmp uno", "float", x, x)
