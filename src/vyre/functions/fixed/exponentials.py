"""exp and what is made of it, in fixed point.

``|x| log2(e)`` is an integer and a fraction of 64 digits; the nearest multiple of 1/64 is taken off, and ``2**(j/64)`` comes from a table.
What is left, ``u``, is at most 1/128 and has a sign; ``2**u`` is a series to ``u**7``, which leaves less than 2**-75.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType, i32, u32, u64
from vyre.functions.body import Number, Writer
from vyre.functions.fixed import constants as c
from vyre.functions.fixed.arithmetic import (
    SIGN,
    high,
    high_product,
    joined,
    mask_of,
    rounded,
    series,
    table_of,
    wide_mask,
    wide_product,
)

__all__ = ["exp", "exp2"]

_POWERS: Final = table_of("fixed_powers", c.POWERS)
_LOG2E_HIGH: Final = table_of("log2e_high", c.LOG2E_HIGH)
_LOG2E_LOW: Final = table_of("log2e_low", c.LOG2E_LOW)
_LEAST: Final = 0x30000000
"""2**-31: what is smaller is taken for it, where the power of both rounds to 1."""
_MOST: Final = 0x42FFFFFF
"""The greatest f32 below 128."""


def _bounded(w: Writer, size: Number, most: int) -> Number:
    return w.op("min", w.op("max", size, w.of(u32, _LEAST)), w.of(u32, most))


def _lead(size: Number) -> Number:
    return (size & 0x7FFFFF) | 0x800000


def in_octaves(w: Writer, size: Number) -> tuple[Number, Number]:
    """``x log2(e)`` of the bits of an f32 from 2**-31 to 2**8: its integer, and its fraction with an error of 2 units.

    The table has ``log2(e)`` times ``2**(8 k)``, in units so chosen that the product needs no shift.
    """
    digits = _lead(size) << ((size >> 23) & 7)
    row = size >> 26
    low = w.entry(_LOG2E_LOW, row)
    tail = wide_product(digits, high(low)) + w.op("mulhi", digits, low.to(u32)).to(u64)
    head = wide_product(digits, w.entry(_LOG2E_HIGH, row).to(u32)) + high(tail).to(u64)
    return high(head), joined(head.to(u32), tail.to(u32))


def _shifted(w: Writer, size: Number) -> tuple[Number, Number]:
    """``x`` itself as an integer and a fraction, exactly."""
    digits, field = _lead(size), size >> 23
    whole = digits >> w.op("min", 150 - field, w.of(u32, 31))
    return whole, digits.to(u64) << (field - 86)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A number as ``k / 64 + u``: ``k``, a u32 modulo 2**32, ``128 |u|`` as a fraction, and the mask of ``u``."""

    k: Number
    rest: Number
    mask: Number

    @property
    def exponent(self) -> Number:
        return self.k.bits(i32) >> 6


def split(whole: Number, fraction: Number, mask: Number) -> Split:
    """Of an integer and a fraction, or of their negative where ``mask`` is set."""
    upper = high(fraction)
    half = (upper >> 25) & 1
    below = mask_of(half)
    k = ((whole << 6) | (upper >> 26)) + half
    rest = ((fraction << 6) ^ wide_mask(below)) << 1
    return Split((k ^ mask) - mask, rest, below ^ mask)


def grown(w: Writer, scale: Number, part: Number, mask: Number) -> Number:
    """``scale * (1 + part / 128)``, or with ``-part`` where ``mask`` is set; at most 2 units less."""
    return scale + ((high_product(w, scale, part) >> 7) ^ wide_mask(mask))


def power(w: Writer, at: Split) -> tuple[Number, Number]:
    """Digits and exponent of ``2**at``: error below 4 units of 2**-63."""
    part = high_product(w, at.rest, series(w, at.rest, c.EXP2_SERIES, at.mask))
    found = grown(w, w.entry(_POWERS, at.k), part, at.mask)
    short = high(found) < SIGN
    return w.select(short, found + found, found), at.exponent - short.to(i32)


def _power_of(w: Writer, bits: Number, t: DType, *, natural: bool) -> Number:
    size = bits & (SIGN - 1)
    at = _bounded(w, size, _MOST if natural else _MOST + 0x800000)
    whole, fraction = in_octaves(w, at) if natural else _shifted(w, at)
    return rounded(w, t, *power(w, split(whole, fraction, mask_of(bits >> 31))), 0)


def exp(w: Writer, bits: Number, t: DType) -> Number:
    """From 128 on it is infinity in every type, and 0 below -128."""
    return _power_of(w, bits, t, natural=True)


def exp2(w: Writer, bits: Number, t: DType) -> Number:
    """Exact for integers, but for the last of 64 digits."""
    return _power_of(w, bits, t, natural=False)
