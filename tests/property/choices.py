"""Where a generated program's decisions come from: a seeded stream, or Hypothesis (which can then shrink them)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from vyre.dtypes import DType, f16
from vyre.emit.scalar import rounded, to_bits
from vyre.ir.literals import python_value
from vyre.ir.program import Record

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


_FLOATS = (  # the zeros stand thrice, so that pairs of them meet often
    0.0, -0.0, 1.0, 0.0, -0.0, -1.0, float("inf"), 0.0, -0.0, float("-inf"), float("nan"), 0.5, 1.5, 2.5, -2.5, -0.5, 0.1, 16777217.0,
    2147483648.0, -2147483904.0, 4294967296.0, 9.3e18, 1.9e19, 1e-40,
)  # fmt: skip


_MIDPOINTS = {  # what rounds twice on its way to f16 or bf16, and what makes such a sum or product
    "f64": (1 + 2**-8 + 2**-40, 1 + 2**-11 + 2**-40, 1 + 3 * 2**-8 - 2**-40, 1 + 3 * 2**-11 - 2**-40),
    "f32": (1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-11, 1 + 3 * 2**-11, 65519.996, 65520.0, 2**-25, 3 * 2**-25),
    "f16": (2050.0, 2**-11 * (1 - 2**-10), 2**-14 - 2**-24),
    "bf16": (257.0, 15.0, 19.0, 2**-133),
}
_LONG = {32: (0x01010001, 0x0102FFFF, 0x00801001), 64: ((1 << 56) + (1 << 48) + 1, (1 << 56) + (1 << 45) + 1)}
"""Integers that round twice on their way to f16 or bf16, or to f32."""


def corner_bits(t: DType, *, rich: bool = False) -> tuple[int, ...]:
    """Bit patterns where rules bite; ``rich``: also those where rounding to narrow floats does."""
    if rich and t.is_float:
        return (*corner_bits(t), *(to_bits(t, rounded(t, x)) for x in _MIDPOINTS[t.name]))
    if rich:
        return (*corner_bits(t), *_LONG.get(t.bits, ()))
    if t.is_bool:
        return (0, 1, 1, 2, 255)  # rule 1.1: any byte but 0 is true
    top = 1 << (t.bits - 1)
    if t.is_float:
        infinity = top - (1 << t.mantissa)
        nans = (infinity | 1, top | infinity | 1, top | infinity | 1 << (t.mantissa - 1))
        edges = (1, (1 << t.mantissa) - 1, infinity - 1, top | infinity - 1)  # subnormals, the largest
        return (*(to_bits(t, rounded(t, x)) for x in _FLOATS), *nans, *edges)
    full = (1 << t.bits) - 1
    # Halfway between two floats, and a little more: rounding twice goes wrong.
    halves = {32: ((1 << 24) + 1, (1 << 31) - 65), 64: ((1 << 53) + 1, (1 << 62) + (1 << 38) + 1)}.get(t.bits, ())
    small = (0, 0, 1, 2, 3, 7, 10, t.bits - 1, t.bits)
    return (*small, full, full, full - 1, full - 2, full - 6, top, top, top - 1, top + 1, *halves)


def contents(t: DType, count: int, seed: int, *, cycle: int = 0, rich: bool = False) -> bytes:
    """``count`` elements. ``cycle`` 1 and 2 step through the corner values, fast and slow, so that two such arrays
    side by side meet in all pairs; else half are corner values, a quarter small numbers, a quarter random bits."""
    rng = random.Random(seed)
    corners = corner_bits(t, rich=rich)
    many = len(corners)
    start = int(rng.random() * many)
    if cycle:
        step = 1 if cycle == 1 else many
        return b"".join(corners[(start + k // step) % many].to_bytes(t.nbytes, "little") for k in range(count))
    return b"".join(_mixed(t, rng, corners).to_bytes(t.nbytes, "little") for _ in range(count))


def record_contents(record: Record, count: int, seed: int) -> bytes:
    """``count`` records: the fields as of arrays, and random bytes between them."""
    data = bytearray(random.Random(seed).randbytes(count * record.nbytes))
    for field in record.fields:
        size = field.nbytes
        values = contents(field.dtype, count * size // field.dtype.nbytes, seed + field.offset, rich=True)
        for k in range(count):
            at = k * record.nbytes + field.offset
            data[at : at + size] = values[k * size : (k + 1) * size]
    return bytes(data)


def _mixed(t: DType, rng: random.Random, corners: tuple[int, ...]) -> int:
    kind = rng.random()
    if kind < 0.4:
        return corners[int(rng.random() * len(corners))]
    if kind < 0.6:
        small = int(rng.random() * 20) - (6 if t.is_signed or t.is_float else 0)
        return to_bits(t, float(small) if t.is_float else small)
    if t.is_float and kind < 0.85:  # of a size, so that sums and products round
        return to_bits(t, rounded(t, (rng.random() + 0.5) * 2.0 ** int(rng.random() * 4) * (1 if kind < 0.75 else -1)))
    return rng.getrandbits(8 if t.is_bool else t.bits)


def literal(c: Choices, t: DType, *, nonzero: bool = False) -> bool | int | float:
    """A Python literal of type ``t``, often at an edge."""
    if t.is_bool:
        return bool(c.integer(0, 1))
    if t.is_float:
        value = c.pick(_FLOATS)
        return 2.5 if t is f16 and 65504 < abs(value) < 1e300 else value  # rule 1.2: no literal beyond the type
    if c.chance(50):
        value = c.integer(0, 9)
    else:
        value = int(python_value(t, c.pick(corner_bits(t))))
    return value or 3 if nonzero else value
