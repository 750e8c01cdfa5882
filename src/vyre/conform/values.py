"""The inputs of the corpus: corner values, then random bit patterns that are the same on every machine.

The random numbers are those of SplitMix64, by counter: word k of a stream is a function of the stream's name and k, so
no version of any library has a say in them.
"""

from __future__ import annotations

import itertools
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from blake3 import blake3

from vyre.dtypes import DType
from vyre.ir.literals import CANONICAL_NAN
from vyre.run.arrays import numpy_dtype

__all__ = [
    "Array",
    "all_patterns",
    "as_type",
    "corners",
    "few",
    "operands",
    "random_patterns",
    "text_of",
    "values",
    "words",
]

Array = npt.NDArray[Any]

_TEXT: Final = (
    b"It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. "
)
_STEP: Final = 0x9E3779B97F4A7C15
_FLOAT_CORNERS: Final[dict[str, tuple[int, ...]]] = {
    "f16": (
        0x0000, 0x0001, 0x0002, 0x03FF, 0x0400, 0x0401, 0x37FF, 0x3800, 0x3BFF, 0x3C00, 0x3C01, 0x3E00, 0x4100, 0x4248, 0x4300,
        0x57F0, 0x5800, 0x5BF8, 0x1C00, 0x63FF, 0x6401, 0x67FF, 0x6800, 0x77FF, 0x7800, 0x7BFF, 0x7C00,
    ),
    "bf16": (
        0x0000, 0x0001, 0x0002, 0x007F, 0x0080, 0x0081, 0x3EFF, 0x3F00, 0x3F7F, 0x3F80, 0x3F81, 0x3FC0, 0x4020, 0x4049, 0x4060,
        0x42FF, 0x4301, 0x437F, 0x1A00, 0x2000, 0x4EFF, 0x4F00, 0x4F7F, 0x4F80, 0x5F00, 0x5F80, 0x7F00, 0x7F7F, 0x7F80,
    ),
    "f32": (
        0x00000000, 0x00000001, 0x00000002, 0x007FFFFF, 0x00800000, 0x00800001, 0x3EFFFFFF, 0x3F000000, 0x3F7FFFFF, 0x3F800000,
        0x3F800001, 0x3FC00000, 0x40200000, 0x40490FDB, 0x40600000, 0x1A000000, 0x33000001, 0x477FF000, 0x4AFFFFFF, 0x4B000001,
        0x4B7FFFFF, 0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF, 0x4F800000, 0x5F000000, 0x5F800000, 0x7F000000, 0x7F7FFFFF, 0x7F800000,
    ),
    "f64": (
        0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0010000000000001,
        0x3FDFFFFFFFFFFFFF, 0x3FE0000000000000, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FF0000000000001, 0x3FF8000000000000,
        0x4004000000000000, 0x400921FB54442D18, 0x400C000000000000, 0x3690000000000000, 0x36A0000000000001, 0x380FFFFFE0000000,
        0x432FFFFFFFFFFFFF, 0x4330000000000001, 0x41DFFFFFFFC00000, 0x41E0000000000000, 0x41EFFFFFFFE00000, 0x41F0000000000000,
        0x43E0000000000000, 0x43EFFFFFFFFFFFFF, 0x43F0000000000000, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FE0000000000000,
        0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
    ),
}  # fmt: skip
"""Zero, subnormals, the least normal number, ½ and 1 and their neighbours, halves, π, the ends of the integers, the ends of
narrower floats, the largest number, infinity. Each stands with both signs."""
_NANS: Final[dict[str, tuple[int, ...]]] = {  # quiet, negative, signalling, with a payload
    "f16": (0x7E00, 0xFE00, 0x7C01, 0xFFFF),
    "bf16": (0x7FC0, 0xFFC0, 0x7F81, 0xFFFF),
    "f32": (0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF),
    "f64": (0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF),
}


@cache
def corners(dtype: DType) -> tuple[int, ...]:
    """The bit patterns that matter most. A bool has more than two: any byte but 0 is true (rule 1.1)."""
    if dtype.is_bool:
        return (0, 1, 2, 0x80, 0xFF)
    if dtype.is_float:
        special = _FLOAT_CORNERS[dtype.name]
        return (*special, *(x | 1 << (dtype.bits - 1) for x in special), *_NANS[dtype.name])
    bits = dtype.bits
    near = {dtype.min, dtype.min + 1, dtype.max // 2, dtype.max // 2 + 1, dtype.max - 1, dtype.max}
    near |= {-bits - 1, -33, -8, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 31, 32, 33, bits - 1, bits, bits + 1}
    near |= {1 << 16, (1 << 24) + 1, (1 << 53) + 1, 0x5555555555555555 & dtype.max}
    return tuple(x & ((1 << bits) - 1) for x in sorted(near) if dtype.min <= x <= dtype.max)


def few(dtype: DType) -> tuple[int, ...]:
    """Some of the corners, for programs that hold each as a constant."""
    if dtype.is_float:
        special = _FLOAT_CORNERS[dtype.name]
        sign = 1 << (dtype.bits - 1)
        return (
            special[0],
            sign,
            special[1],
            special[9],
            special[11] | sign,
            special[-2],
            special[-1],
            _NANS[dtype.name][0],
        )
    found = corners(dtype)
    return found[:2] if dtype.is_bool else tuple(dict.fromkeys((*found[:2], *found[-2:], 1, 3, 7, dtype.bits - 1)))


def as_type(patterns: Array, dtype: DType) -> Array:
    """Bit patterns as an array of ``dtype``; a bool keeps its byte, whatever it is."""
    narrow = patterns.astype(np.dtype(f"u{dtype.nbytes}"))
    return narrow.view(numpy_dtype(dtype))


@lru_cache(maxsize=16)
def words(stream: str, count: int) -> Array:
    """``count`` random words of 64 bits of the named stream."""
    start = int.from_bytes(blake3(stream.encode()).digest()[:8], "little")
    with np.errstate(over="ignore"):
        z = np.uint64(start) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    z.flags.writeable = False
    return z


def random_patterns(dtype: DType, count: int, stream: str) -> Array:
    """Random bit patterns as u64: half of them all bits alike; of the others, integers of every length and both signs, and
    floats whose exponents are near each other's and whose digits are few, where sums cancel and halves are met."""
    raw = words(f"{stream} {dtype.name}", count)
    if dtype.is_bool:
        return raw & np.uint64(1)
    dice = words(f"{stream} {dtype.name} shape", count)
    bits = np.uint64(dtype.bits)
    mask = np.uint64((1 << dtype.bits) - 1)
    plain = raw & mask
    shaped = (dice & np.uint64(1)) == 1
    if dtype.is_integer:
        length = (dice >> np.uint64(8)) % bits
        small = plain >> length
        negative = (dice & np.uint64(2)) != 0
        return np.where(shaped, np.where(negative, np.uint64(0) - small, small) & mask, plain)
    digits = np.uint64(dtype.mantissa)
    bias = np.uint64((1 << (dtype.bits - dtype.mantissa - 2)) - 1)
    reach = np.uint64(min(2 * dtype.mantissa, int(bias) - 1))
    exponent = bias - reach // np.uint64(2) + (dice >> np.uint64(8)) % reach
    fraction = plain & np.uint64((1 << dtype.mantissa) - 1)
    kept = np.uint64(max(1, dtype.mantissa // 2))
    blunt = (fraction >> kept) << kept
    fraction = np.where((dice & np.uint64(2)) != 0, blunt, fraction)
    sign = (dice >> np.uint64(40) & np.uint64(1)) << (bits - np.uint64(1))
    return np.where(shaped, sign | exponent << digits | fraction, plain)


def all_patterns(dtype: DType) -> Array:
    """Every bit pattern of a type of up to 16 bits."""
    return np.arange(1 << (8 if dtype.is_bool else dtype.bits), dtype=np.uint64)


@lru_cache(maxsize=32)
def values(dtype: DType, count: int, stream: str = "x") -> Array:
    """One column: the corners, then random patterns, ``count`` in all; every pattern where there are no more than that."""
    if dtype.bits <= 16 and count >= 1 << dtype.bits and not dtype.is_bool:
        return _kept(as_type(all_patterns(dtype), dtype))
    edge = np.array(corners(dtype), np.uint64)[:count]
    return _kept(as_type(np.concatenate([edge, random_patterns(dtype, count - len(edge), stream)]), dtype))


@lru_cache(maxsize=8)
def operands(types: tuple[DType, ...], count: int) -> tuple[Array, ...]:
    """A column per operand: each corner of the first beside each of the second, then random ones, ``count`` in all (but no
    corner is left out). All pairs of two types of 8 bits. The third operand is now and then the negated product of the others,
    which a fused multiply-add cancels."""
    if len(types) == 1:
        return (values(types[0], count),)
    if len(types) == 2 and all(t.bits <= 8 and not t.is_bool for t in types) and count >= 1 << 16:
        first, second = np.divmod(np.arange(1 << 16, dtype=np.uint64), np.uint64(256))
        return _kept(as_type(first, types[0])), _kept(as_type(second, types[1]))
    pairs = np.array(list(itertools.product(corners(types[0]), corners(types[1]))), np.uint64)
    more = max(0, count - len(pairs))
    made = [
        as_type(np.concatenate([pairs[:, k], random_patterns(t, more, "xy"[k])]), t) for k, t in enumerate(types[:2])
    ]
    if len(types) == 3:
        made.append(_third(types[2], made[0], made[1]))
    return tuple(_kept(column) for column in made)


def _third(dtype: DType, x: Array, y: Array) -> Array:
    count = len(x)
    edge = np.array(corners(dtype), np.uint64)
    found = as_type(random_patterns(dtype, count, "z"), dtype)
    turn = np.arange(count) % 3
    found[turn == 1] = as_type(edge, dtype)[(words("z corner", count) % np.uint64(len(edge))).astype(np.intp)][
        turn == 1
    ]
    if dtype.is_float and x.dtype == y.dtype == found.dtype:
        with np.errstate(all="ignore"):
            product = -(x * y)
        nan = as_type(np.array([CANONICAL_NAN[dtype.name]], np.uint64), dtype)
        found[turn == 2] = np.where(product != product, nan, product)[turn == 2]
    return found


def text_of(count: int) -> Array:
    """Bytes of text, with other bytes strewn in."""
    found = np.resize(np.frombuffer(_TEXT, np.uint8), count).copy()
    odd = words("text", count)
    found[odd % 17 == 0] = (odd >> np.uint64(8)).astype(np.uint8)[odd % 17 == 0]
    return found


def _kept(column: Array) -> Array:
    """Shared by many rows, so nobody may write it."""
    column.flags.writeable = False
    return column
