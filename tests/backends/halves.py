"""The 16-bit floats as sorted tables of all their values: rounding by looking a value's neighbours up, many at a time."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import ml_dtypes
import numpy as np
import numpy.typing as npt

from .exact import TYPES, Type, float_of

Words = npt.NDArray[np.uint16]
Doubles = npt.NDArray[np.float64]

HALVES: Final = (TYPES["f16"], TYPES["bf16"])
PATTERNS: Final[Words] = np.arange(65536).astype(np.uint16)
DTYPES: Final[dict[str, np.dtype[Any]]] = {"f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}
ONE_NAN: Final = {"f16": 0x7E00, "bf16": 0x7FC0}


@cache
def steps(t: Type) -> Doubles:
    """Every value from 0 up; the index is the pattern. The last one is the power of two that overflows."""
    infinity = ((1 << (16 - t.digits)) - 1) << (t.digits - 1)
    return np.array([*(float_of(k, t) for k in range(infinity)), 2.0 ** (t.top + 1)])


def doubles(words: Words, t: Type) -> Doubles:
    """The values of patterns."""
    size = words & 0x7FFF
    infinity = len(steps(t)) - 1
    value = np.where(size > infinity, np.nan, np.where(size == infinity, np.inf, steps(t)[np.minimum(size, infinity)]))
    return np.copysign(value, np.where(words >> 15, -1.0, 1.0))


def patterns(values: Doubles, t: Type) -> Words:
    """The patterns of the nearest values, ties to even; the one NaN."""
    table, size = steps(t), np.abs(values)
    above = np.minimum(np.searchsorted(table, size, side="left"), len(table) - 1)
    below = np.maximum(above - 1, 0)
    middle = (table[below] + table[above]) / 2  # exact: one digit more than the type has
    up = (size > middle) | ((size == middle) & (above % 2 == 0))
    found = np.where(table[above] == size, above, np.where(up, above, below))
    found |= np.where(np.signbit(values), 0x8000, 0)
    return np.where(np.isnan(values), ONE_NAN[t.name], found).astype(np.uint16)


def midpoints(t: Type) -> Doubles:
    """The value half-way between each two neighbours, up to the one from which on a number rounds to infinity."""
    table = steps(t)
    return (table[:-1] + table[1:]) / 2


def held(words: Words, t: Type) -> npt.NDArray[Any]:
    """Patterns as an array of the type."""
    return words.view(DTYPES[t.name])
