"""Columns of test values for each type: every corner beside every corner, then random ones, always the same."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any, Final

import ml_dtypes
import numpy as np
import numpy.typing as npt

from .exact import TYPES, Number, Type, bits_of, float_of, nan_bits

Array = npt.NDArray[Any]

SPECIAL: Final[dict[str, tuple[int, ...]]] = {
    "f16": (
        0x0000, 0x0001, 0x0002, 0x03FF, 0x0400, 0x0401, 0x3800, 0x37FF, 0x3BFF, 0x3C00, 0x3C01, 0x3E00, 0x4100, 0x4300,
        0x4248, 0x63FF, 0x6401, 0x67FF, 0x6800, 0x77FF, 0x7800, 0x57F0, 0x5800, 0x5BF8, 0x1C00, 0x0200, 0x7BFF, 0x7C00,
    ),
    "bf16": (
        0x0000, 0x0001, 0x0002, 0x007F, 0x0080, 0x0081, 0x3F00, 0x3EFF, 0x3F7F, 0x3F80, 0x3F81, 0x3FC0, 0x4020, 0x4060,
        0x4049, 0x42FF, 0x4301, 0x437F, 0x4F00, 0x4EFF, 0x4F80, 0x4F7F, 0x5F00, 0x5F80, 0x1A00, 0x2000, 0x7F00, 0x7F7F,
        0x7F80,
    ),
    "f32": (
        0x00000000, 0x00000001, 0x00000002, 0x007FFFFF, 0x00800000, 0x00800001, 0x3F000000, 0x3EFFFFFF, 0x3F7FFFFF, 0x3F800000,
        0x3F800001, 0x3FC00000, 0x40200000, 0x40600000, 0x40490FDB, 0x4AFFFFFF, 0x4B000001, 0x4B7FFFFF, 0x4F000000, 0x4EFFFFFF,
        0x4F800000, 0x4F7FFFFF, 0x5F000000, 0x5F800000, 0x1A000000, 0x7F000000, 0x7F7FFFFF, 0x7F800000,
    ),
    "f64": (
        0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0010000000000001,
        0x3FE0000000000000, 0x3FDFFFFFFFFFFFFF, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FF0000000000001, 0x3FF8000000000000,
        0x4004000000000000, 0x400C000000000000, 0x400921FB54442D18, 0x3690000000000000, 0x36A0000000000001, 0x380FFFFFE0000000,
        0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x4330000000000001, 0x432FFFFFFFFFFFFF, 0x41E0000000000000, 0x41DFFFFFFFC00000,
        0x41EFFFFFFFE00000, 0x41F0000000000000, 0x43E0000000000000, 0x43F0000000000000, 0x43EFFFFFFFFFFFFF, 0x7FE0000000000000,
        0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
    ),
}  # fmt: skip
NANS: Final[dict[str, tuple[int, ...]]] = {  # quiet, negative, signalling, with a payload
    "f16": (0x7E00, 0xFE00, 0x7C01, 0xFFFF),
    "bf16": (0x7FC0, 0xFFC0, 0x7F81, 0xFFFF),
    "f32": (0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF),
    "f64": (0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF),
}


@cache
def corners(t: Type) -> tuple[int, ...]:
    """Ints of an integer or bool type; bit patterns of a float type."""
    if t.kind == "bool":
        return (0, 1)
    if t.kind == "float":
        special = SPECIAL[t.name]
        return (*special, *(x | 1 << (t.bits - 1) for x in special), *NANS[t.name])
    near = {
        t.low,
        t.low + 1,
        -t.bits - 1,
        -33,
        -8,
        -7,
        -3,
        -2,
        -1,
        0,
        1,
        2,
        3,
        7,
        8,
        31,
        32,
        33,
        t.bits - 1,
        t.bits,
        t.bits + 1,
    }
    near |= {
        t.high // 2,
        t.high // 2 + 1,
        t.high - 1,
        t.high,
        1 << 16,
        (1 << 24) + 1,
        0x5555555555555555 & t.high,
        (1 << 53) + 1,
    }
    return tuple(sorted(x for x in near if t.low <= x <= t.high))


def random_value(t: Type, dice: random.Random) -> int:
    """Of any size: the number of bits is drawn first."""
    if t.kind == "bool":
        return dice.getrandbits(1)
    if t.kind == "float":
        if dice.random() < 0.5:
            return dice.getrandbits(t.bits)
        return bits_of(
            float_of(bits_of(1.0, t) + dice.getrandbits(t.digits + 3), t) * dice.choice((1, -1)), t
        )  # near 1
    return t.wrap(dice.getrandbits(dice.randint(1, t.bits)) * dice.choice((1, -1)))


@cache
def columns(
    name: str, more: int = 300, *, wide: bool = True
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Three columns: all pairs of corners, with a third value that is among other things the negated product; then
    ``more`` random rows. ``wide`` False: each corner once instead of all pairs."""
    t = TYPES[name]
    dice = random.Random(f"columns of {name}")
    edge = corners(t)
    pairs = list(itertools.product(edge, repeat=2)) if wide else [(x, dice.choice(edge)) for x in edge]
    pairs += [(random_value(t, dice), random_value(t, dice)) for _ in range(more)]
    third: list[int] = []
    for k, (a, b) in enumerate(pairs):
        if t.kind == "float" and k % 3 == 0:  # what an fma cancels against
            with np.errstate(all="ignore"):
                product = -(array(t, [a]) * array(t, [b]))
            third.append(bits_of(float(product[0]), t))
        else:
            third.append(dice.choice(edge) if k % 2 else random_value(t, dice))
    return tuple(a for a, _ in pairs), tuple(b for _, b in pairs), tuple(third)


def array(t: Type, values: tuple[Number, ...] | list[Number] | tuple[int, ...] | list[int]) -> Array:
    """Ints, bools or bit patterns as an array of the type."""
    if t.kind == "float":
        return np.array(values, f"u{t.bits // 8}").view(ml_dtypes.bfloat16 if t.name == "bf16" else t.numpy)
    return np.array(values, t.numpy)


def numbers(t: Type, values: tuple[int, ...]) -> list[Number]:
    """The same values as Python numbers."""
    if t.kind == "float":
        return [float_of(x, t) for x in values]
    return [bool(x) for x in values] if t.kind == "bool" else list(values)


def bits(found: Array) -> list[int]:
    """The elements as they lie in memory: ints for integers and bools, patterns for floats."""
    if found.dtype.kind == "f" or found.dtype.name == "bfloat16":
        return [int(x) for x in found.view(f"u{found.dtype.itemsize}")]
    if found.dtype.kind == "b":
        return [int(x) for x in found.view(np.uint8)]
    return [int(x) for x in found]


__all__ = ["Array", "array", "bits", "columns", "corners", "nan_bits", "numbers", "random_value"]
