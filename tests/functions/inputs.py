"""Inputs and results of mathematical functions to hold an implementation to.

``hard.txt`` has, of all f32, those whose exact result is nearest to a midpoint between two floats, with results by MPFR 4.2, which is no
part of this project: the only witness here that shares nothing with it. Other results come from the lanes reference, which takes NumPy's f64 functions
where they decide, or from ``vyre.functions.exact``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vyre.dtypes import DType, f32
from vyre.emit.vector import from_cells, to_cells, vector_meaning

__all__ = ["SPECIAL", "Bits", "expected", "hard", "hard_pairs", "strata"]

Bits = npt.NDArray[Any]

_FILE: Final = Path(__file__).with_name("hard.txt")

SPECIAL: Final = np.array(
    [b | sign
     for b in (0, 1, 2, 0x7FFFFF, 0x800000, 0x33000000, 0x38800000, 0x3DCCCCCD, 0x3EFFFFFF, 0x3F000000, 0x3F7FFFFF, 0x3F800000,
               0x3F800001, 0x3FC90FDB, 0x40000000, 0x40490FDB, 0x41200000, 0x42B17218, 0x42CFF1B5, 0x43000000, 0x43160000, 0x43170000,
               0x4B800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000, 0x7F800001)
     for sign in (0, 1 << 31)],
    np.uint32,
)  # fmt: skip
"""Zeros, subnormals, limits of ranges, infinities, NaNs."""


@cache
def hard_pairs() -> dict[str, list[tuple[int, int]]]:
    """(input, result) as bits, by function."""
    found: dict[str, list[tuple[int, int]]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        name, _, pairs = line.partition(" ")
        if name != "#":
            split = (pair.split("=") for pair in pairs.split())
            found.setdefault(name, []).extend((int(x, 16), int(y, 16)) for x, y in split)
    return found


def hard(name: str) -> tuple[Bits, Bits]:
    """The hard inputs of a function, and their results."""
    both = np.array(hard_pairs()[name], np.uint32)
    return both[:, 0], both[:, 1]


def strata(count: int) -> Bits:
    """So many patterns of f32 at equal distances, the odd one of each among them."""
    step = (1 << 32) // count
    return (np.arange(count, dtype=np.uint64) * np.uint64(step) + np.arange(count, dtype=np.uint64) % np.uint64(step)).astype(
        np.uint32
    )  # fmt: skip


def expected(name: str, bits: Bits, t: DType = f32) -> Bits:
    """The bits of the results, by the lanes reference."""
    with np.errstate(all="ignore"):
        found = vector_meaning(name, (t,), t)(from_cells(t, bits.view(np.float32) if t is f32 else bits))
        return np.asarray(to_cells(t, found)).view(bits.dtype)
