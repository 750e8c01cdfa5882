"""Pairs of inputs of functions of two numbers, and results to hold an implementation to.

``hard_pairs.txt`` has pairs whose exact result lies within 16 units of the last place of f64 of a midpoint between two f32, found among
10**9 random ones, with results by MPFR 4.2, which is no part of this project.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from tests.functions.inputs import SPECIAL, Bits
from vyre.dtypes import DType, f32
from vyre.emit.vector import from_cells, to_cells, vector_meaning

__all__ = [
    "SPECIAL_PAIRS",
    "exact_powers",
    "expected_of_two",
    "hard_pairs_of",
    "pairs",
    "special_pairs",
    "triples",
    "values",
]

_FILE: Final = Path(__file__).with_name("hard_pairs.txt")

SPECIAL_PAIRS: Final = (np.repeat(SPECIAL, len(SPECIAL)), np.tile(SPECIAL, len(SPECIAL)))
"""Each of zeros, subnormals, limits, infinities and NaNs beside each."""

Pairs = tuple[Bits, Bits]


def special_pairs(t: DType) -> Pairs:
    """As :data:`SPECIAL_PAIRS`, of a type of 16 bits."""
    one, infinity = ((1 << 14 - t.mantissa) - 1) << t.mantissa, ((1 << 15 - t.mantissa) - 1) << t.mantissa
    quiet = infinity | 1 << t.mantissa - 1
    normal = 1 << t.mantissa
    sizes = (0, 1, normal - 1, normal, one - 1, one, one + 1, one + normal, one + normal + normal // 2)
    found = [x | sign for x in (*sizes, infinity - 1, infinity, infinity + 1, quiet) for sign in (0, 1 << 15)]
    every = np.array(found, np.uint16)
    return np.repeat(every, len(every)), np.tile(every, len(every))


@cache
def _hard() -> dict[str, list[tuple[int, int, int]]]:
    found: dict[str, list[tuple[int, int, int]]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        name, _, items = line.partition(" ")
        if name != "#":
            split = (item.replace("=", ",").split(",") for item in items.split())
            found.setdefault(name, []).extend((int(x, 16), int(y, 16), int(z, 16)) for x, y, z in split)
    return found


def hard_pairs_of(name: str) -> tuple[Bits, Bits, Bits]:
    """The hard pairs of a function, and their results."""
    every = np.array(_hard()[name], np.uint32)
    return every[:, 0], every[:, 1], every[:, 2]


def _patterns(x: Any) -> Bits:
    return np.asarray(x, np.float32).view(np.uint32)


def triples() -> Pairs:
    """Sides of right triangles whose hypotenuse is an integer; of many of them it has 25 digits, the last of them 1: a tie."""
    n, m = np.meshgrid(np.arange(2880, 4800, 37), np.arange(1, 4800, 101))
    p, q = n.ravel(), m.ravel()
    x, y = np.abs(p * p - q * q), 2 * p * q
    kept = (x < 1 << 24) & (y < 1 << 24)
    scale = np.exp2(np.arange(kept.sum()) % 200 - 100).astype(np.float32)
    return _patterns(x[kept].astype(np.float32) * scale), _patterns(y[kept].astype(np.float32) * scale)


@cache
def exact_powers() -> Pairs:
    """Bases and exponents whose power has at most 25 digits: ties among them, in the subnormal range too."""
    found: list[tuple[float, float]] = []
    for roots, n in product(range(4), range(1, 16)):
        if roots and n % 2 == 0:
            continue
        for odd in (*range(3, 24, 2), *range(25, 5000, 196), 4095, 4097, 5793):
            if odd ** (1 << roots) >= 1 << 24 or odd**n >= 1 << 25:
                continue
            for e in (0, 1, -1, 7, -12, -37, -75, -149):
                base = odd ** (1 << roots) * 2.0 ** (e << roots)
                if 2.0**-149 <= base < 2.0**128 and float(np.float32(base)) == base:
                    found.append((base, n / (1 << roots)))
    found += [(2.0**e, k / 8) for e in (-149, -8, -1, 1, 24, 127) for k in range(-64, 65, 3)]
    x, y = zip(*found, strict=True)
    return _patterns(x), _patterns(y)


def pairs(name: str, count: int, seed: int = 0) -> Pairs:
    """Random ones: all patterns, numbers of like size, and, of ``pow``, numbers whose power is finite."""
    rng = np.random.default_rng([seed, count])
    x, y = rng.integers(0, 1 << 32, (2, count), dtype=np.uint32)
    near = slice(0, count, 2)
    y[near] = (x[near] & 0xFF800000) + rng.integers(0, 1 << 27, len(y[near]), dtype=np.uint32) - np.uint32(1 << 26)
    if name == "pow":
        x[near] = 0x3F800000 + rng.integers(-(1 << 23), 1 << 24, len(x[near]))
        with np.errstate(all="ignore"):
            base = np.abs(x.view(np.float32)).astype(np.float64)
            fit = (rng.uniform(-152, 130, count) / np.log2(base)).astype(np.float32)
        some = slice(0, count, 4)
        y[some], y[2::4] = _patterns(fit[some]), _patterns(np.rint(fit[2::4]))
        y[1::4] = _patterns(fit[1::4])
        y[3::8] = _patterns(fit[3::8] * np.float32(24))  # far beyond what is finite
    return x, y


def values(t: DType, bits: Bits) -> Any:
    """The numbers with these patterns, as NumPy computes with them."""
    with np.errstate(all="ignore"):
        return from_cells(t, bits.view(np.float32) if t is f32 else bits)


def expected_of_two(name: str, x: Bits, y: Bits, t: DType = f32) -> Bits:
    """The bits of the results, by the lanes reference."""
    with np.errstate(all="ignore"):
        given = (values(t, bits) for bits in (x, y))
        return np.asarray(to_cells(t, vector_meaning(name, (t, t), t)(*given))).view(x.dtype)
