"""Where a generated program's decisions come from: a seeded stream, or Hypothesis (which can then shrink them)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from vyre.dtypes import DType
from vyre.emit.scalar import rounded, to_bits
from vyre.ir.literals import python_value

T = TypeVar("T")


class Choices:
    """Decisions. Smaller numbers and earlier items mean simpler programs, so that shrinking has a direction."""

    def integer(self, lo: int, hi: int) -> int:
        raise NotImplementedError

    def pick(self, items: Sequence[T]) -> T:
        return items[self.integer(0, len(items) - 1)]

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent


class Seeded(Choices):
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def integer(self, lo: int, hi: int) -> int:
        return lo + int(self._random.random() * (hi - lo + 1))


class Drawn(Choices):
    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def integer(self, lo: int, hi: int) -> int:
        return lo if lo == hi else self._draw(st.integers(lo, hi))


_FLOATS = (
    0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 0.5, 1.5, 2.5, -2.5, -0.5, 0.1, 255.0, 256.5, 16777217.0,
    2147483647.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967295.0, 4294967296.0, 9.3e18, 1.9e19, -9.3e18, 1e-40, 3.0e38, 1e-30,
)  # fmt: skip


def corner_bits(t: DType) -> tuple[int, ...]:
    """Bit patterns where rules bite."""
    if t.is_bool:
        return (0, 1, 1, 2, 255)  # rule 1.1: any byte but 0 is true
    if t.is_float:
        top, last = 1 << (t.bits - 1), (1 << t.mantissa) - 1
        infinity = (1 << (t.bits - 1)) - (1 << t.mantissa)
        nans = (infinity | 1, top | infinity | 1, top | infinity | 1 << (t.mantissa - 1), infinity | last)
        edges = (1, top | 1, last, last + 1, infinity - 1, top | infinity - 1)
        return (*(to_bits(t, rounded(t, x)) for x in _values(t)), top, *nans, *edges)
    top = 1 << (t.bits - 1)
    full = (1 << t.bits) - 1
    return (
        0,
        0,
        1,
        2,
        3,
        full,
        full - 1,
        top,
        top - 1,
        top + 1,
        7,
        t.bits - 1,
        t.bits,
        t.bits + 1,
        10,
        full - 2,
        full - 6,
    )


def _values(t: DType) -> list[float]:
    limit = 3.4e38 if t.bits == 32 else 1.7e308
    return [x for x in _FLOATS if not limit < abs(x) < float("inf")]


def contents(t: DType, count: int, seed: int) -> bytes:
    """``count`` elements: about half corner values, a quarter small numbers, a quarter random bits."""
    rng = random.Random(seed)
    corners = corner_bits(t)
    out = bytearray()
    width = 8 if t.is_bool else t.bits
    for _ in range(count):
        kind = rng.random()
        if kind < 0.5:
            bits = corners[int(rng.random() * len(corners))]
        elif kind < 0.75:
            small = int(rng.random() * 20) - (6 if t.is_signed or t.is_float else 0)
            bits = to_bits(t, float(small) if t.is_float else small)
        else:
            bits = rng.getrandbits(width)
        out += bits.to_bytes(t.nbytes, "little")
    return bytes(out)


def literal(c: Choices, t: DType, *, nonzero: bool = False) -> bool | int | float:
    """A Python literal of type ``t``, often at an edge."""
    if t.is_bool:
        return bool(c.integer(0, 1))
    if t.is_float:
        finite = [x for x in _values(t) if abs(x) < 3.3e38]  # a literal is rounded once, and may not overflow
        return c.pick(finite)
    if c.chance(50):
        value = c.integer(0, 9)
    else:
        value = int(python_value(t, c.pick(corner_bits(t))))
    return value or 3 if nonzero else value
