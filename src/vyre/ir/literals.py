"""Python literals to bit patterns and back (rule 1.2): the one place where a literal becomes typed."""

from __future__ import annotations

import math
import struct
from typing import Final

from vyre.dtypes import DType
from vyre.errors import Place, ValidationError, shown

__all__ = ["CANONICAL_NAN", "bits_of", "float_bits", "nearest", "python_value"]

CANONICAL_NAN = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8000000000000}
"""The one NaN that is visible, per float type (rule 3.4)."""


def _exponent_bits(dtype: DType) -> int:
    return dtype.bits - 1 - dtype.mantissa


def float_bits(dtype: DType, value: float) -> int:
    """Bits of ``value`` rounded once to nearest even; overflow gives infinity, NaN the canonical one.

    >>> from vyre.dtypes import bf16, f32
    >>> hex(float_bits(f32, 0.1)), hex(float_bits(bf16, 1.00390625))
    ('0x3dcccccd', '0x3f80')
    """
    if math.isnan(value):
        return CANONICAL_NAN[dtype.name]
    sign = (1 if math.copysign(1.0, value) < 0 else 0) << (dtype.bits - 1)
    ebits = _exponent_bits(dtype)
    infinity = ((1 << ebits) - 1) << dtype.mantissa
    if math.isinf(value):
        return sign | infinity
    if value == 0:
        return sign
    bias = (1 << (ebits - 1)) - 1
    numerator, denominator = abs(value).as_integer_ratio()
    exponent = max(math.frexp(value)[1] - 1, 1 - bias)  # of the leading bit, or of the subnormals
    shift = dtype.mantissa - exponent  # scaled significand = value * 2**shift
    if shift >= 0:
        numerator <<= shift
    else:
        denominator <<= -shift
    quotient, remainder = divmod(numerator, denominator)
    twice = 2 * remainder
    if twice > denominator or (twice == denominator and quotient & 1):
        quotient += 1
    biased = exponent + bias - 1 if quotient < (1 << dtype.mantissa) else exponent + bias
    if quotient < (1 << dtype.mantissa):
        return sign | quotient  # subnormal
    bits = (biased << dtype.mantissa) + (quotient - (1 << dtype.mantissa))  # a carry walks into the exponent
    return sign | min(bits, infinity)


def bits_of(dtype: DType, value: bool | int | float, *, place: Place | None = None) -> int:
    """The bit pattern of a Python literal as ``dtype``.

    Raises ValidationError V405 where rule 1.2 gives the literal no value of that type: an integer out of
    range, an integer that a float type cannot hold exactly, a float for an integer type, a finite float
    that overflows, a number for bool.
    """
    if isinstance(value, bool):
        if dtype.is_bool:
            return int(value)
        raise _no(
            "a bool literal is no number",
            dtype,
            value,
            f"write {dtype.name}({value}) or {int(value)}",
            place,
        )
    if dtype.is_bool:
        raise _no(
            "a number is no bool literal",
            dtype,
            value,
            "write True or False, or compare with != 0",
            place,
        )
    if isinstance(value, int):
        if dtype.is_integer:
            if not dtype.min <= value <= dtype.max:
                fix = f"use a value in {dtype.min} ... {dtype.max}, or a wider type"
                raise _no(f"the literal does not fit {dtype.name}", dtype, value, fix, place)
            return value & ((1 << dtype.bits) - 1)
        try:
            as_float = float(value)
        except OverflowError:
            as_float = math.inf
        bits = float_bits(dtype, as_float)
        back = python_value(dtype, bits)
        if isinstance(back, float) and not math.isinf(back) and int(back) == value:
            return bits
        raise _no(
            f"{dtype.name} does not hold this integer exactly",
            dtype,
            value,
            f"write it with a point, {shown(value)}.0, to round it",
            place,
        )
    if dtype.is_integer:
        raise _no(
            "a float literal never becomes an integer",
            dtype,
            value,
            f"write {dtype.name}({value!r}) or an integer literal",
            place,
        )
    bits = float_bits(dtype, value)
    if math.isfinite(value) and not math.isfinite(python_value(dtype, bits)):
        raise _no(
            f"the literal overflows {dtype.name}",
            dtype,
            value,
            "use a wider float type, or float('inf')",
            place,
        )
    return bits


def _no(message: str, dtype: DType, value: object, fix: str, place: Place | None) -> ValidationError:
    return ValidationError(message, code="V405", fix=fix, place=place, actual=f"{shown(value)} as {dtype.name}")


def python_value(dtype: DType, bits: int) -> bool | int | float:
    """The Python value of a bit pattern (bool, int, or a float that holds it exactly)."""
    if dtype.is_bool:
        return bits != 0
    if dtype.kind == "uint":
        return bits
    if dtype.kind == "int":
        return bits - (1 << dtype.bits) if bits >> (dtype.bits - 1) else bits
    if dtype.name == "bf16":
        return float(struct.unpack("<f", struct.pack("<I", bits << 16))[0])
    code, raw = {"f16": ("<e", "<H"), "f32": ("<f", "<I"), "f64": ("<d", "<Q")}[dtype.name]
    return float(struct.unpack(code, struct.pack(raw, bits))[0])


_PACKED: Final = {"f16": struct.Struct("<e"), "f32": struct.Struct("<f")}


def nearest(dtype: DType, value: float) -> float:
    """The number of a float type that ``float_bits`` gives for a value.

    >>> from vyre.dtypes import f32
    >>> nearest(f32, 0.1), nearest(f32, 1e39)
    (0.10000000149011612, inf)
    """
    packed = _PACKED.get(dtype.name)
    if packed is not None and abs(value) < 60_000.0:  # no NaN, and nothing that overflows: Python rounds so as well
        return float(packed.unpack(packed.pack(value))[0])
    return float(python_value(dtype, float_bits(dtype, value)))
