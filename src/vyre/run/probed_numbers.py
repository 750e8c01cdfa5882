"""What the probe computes with, what must come out, and what follows from what did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vyre.dtypes import DType, f32
from vyre.emit.wgsl.corrected import SMALL_PRODUCT, SMALL_SUM
from vyre.ir.literals import CANONICAL_NAN

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["OPERANDS", "Numbers", "bits", "expected", "findings", "numbers"]

OPERANDS: Final = {"fma": 3, "add": 2, "sub": 2, "mul": 2, "div": 2}
"""Of the operations that have more than one."""
_PAIRS: Final = 1 << 18
_SCALED: Final = 1 << 16
"""How many of the operands, the last ones, are scaled: the first in [1, 4), the second in [1, 2)."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Three arrays of floats, of type ``t``: every bit pattern may come, NaNs with payloads, subnormals and both zeros among them."""

    t: DType
    operands: tuple[Array, Array, Array]

    def kept(self, copy: Array) -> bool:
        """Whether a copy has the same numbers."""
        return bool(np.array_equal(bits(copy), bits(self.operands[0])))


def numbers(t: DType, seed: int = 20261128) -> Numbers:
    """The operands, the same ones each time."""
    rng = np.random.Generator(np.random.PCG64(seed))
    word: Any = np.uint32 if t is f32 else np.uint64
    m = t.mantissa
    unit = int(np.asarray(1.0, f"f{t.nbytes}").view(word))
    n = _PAIRS + _SCALED
    digits = rng.integers(0, 1 << t.bits, (3, n), dtype=word, endpoint=False)
    few = _edges(t, word)
    a, b, c = digits
    # Every pair of edges; then mantissas at the edges under any exponent; exponents near each other, small ones, and any bits.
    pairs = len(few) ** 2
    a[:pairs], b[:pairs] = np.repeat(few, len(few)), np.tile(few, len(few))
    c[:pairs] = few[rng.integers(0, len(few), pairs)]
    part = (_PAIRS - pairs) // 5
    mantissa, above = word((1 << m) - 1), word(((1 << (t.bits - m)) - 1) << m)
    for x in (a, b, c):
        at = slice(pairs, pairs + part)
        x[at] = (x[at] & above) | (few[rng.integers(0, len(few), part)] & mantissa)
        at = slice(pairs + part, pairs + 2 * part)
        middle = (unit >> m) + rng.integers(-14, 15, part)
        x[at] = (x[at] & (mantissa | word(1 << (t.bits - 1)))) | (middle.astype(word) << word(m))
        at = slice(pairs + 2 * part, pairs + 3 * part)
        x[at] = (x[at] & (mantissa | word(1 << (t.bits - 1)))) | (rng.integers(0, 40, part).astype(word) << word(m))
    at = slice(pairs + 3 * part, pairs + 4 * part)  # what cancels, or nearly
    b[at] = (a[at] ^ word(1 << (t.bits - 1))) + rng.integers(0, 3, part).astype(word)
    scaled = slice(_PAIRS, n)
    a[scaled] = (a[scaled] & mantissa) | (word(unit) + (rng.integers(0, 2, _SCALED).astype(word) << word(m)))
    b[scaled] = (b[scaled] & mantissa) | word(unit)
    x, y, z = (v.view(f"f{t.nbytes}") for v in (a, b, c))
    with np.errstate(all="ignore"):
        product = x * y
        z[1::3] = -product[1::3]  # a fused sum is then what the product lost
        z[2::9] = product[2::9] * z.dtype.type(2.0 ** -(m + 1))  # and near half its last digit
    z[5::16] = np.copysign(0, z[5::16])  # a product alone, and a sum alone
    y[_PAIRS - part : _PAIRS : 4] = 1
    return Numbers(t, (x, y, z))


def _edges(t: DType, word: Any) -> Array:
    one = (1 << (t.bits - 2 - t.mantissa)) - 1
    sizes = [0, 1, 2, 3, (1 << t.mantissa) - 1]
    for exponent in (1, 2, one - t.mantissa - 1, one - 1, one, one + 1, one + t.mantissa, 2 * one, 2 * one + 1):
        sizes += [exponent << t.mantissa | m for m in (0, 1, 1 << (t.mantissa - 1), (1 << t.mantissa) - 1)]
    return np.array([*sizes, *(x | 1 << (t.bits - 1) for x in sizes)], word)


def bits(x: Array) -> Array:
    """Bit patterns, of every NaN the canonical one."""
    word = np.uint32 if x.dtype.itemsize == 4 else np.uint64
    nan = CANONICAL_NAN["f32" if x.dtype.itemsize == 4 else "f64"]
    found: Array = np.where(np.isnan(x), word(nan), x.view(word))
    return found


def _fused(t: DType, a: Array, b: Array, c: Array) -> Array:
    """a * b + c rounded once, where :func:`_tells_fused` holds."""
    if t is f32:  # the product is exact in f64; the sum is rounded to odd there
        x, y = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
        return _odd_sum(x, y).astype(np.float32)
    # Boldo and Melquiond: the sum of three numbers, of which the product is two.
    high, low = _two_product(a, b)
    top, tail = _two_sum(c, low)
    first, rest = _two_sum(high, top)
    total = first + _odd_sum(tail, rest)
    # An exact zero has the sign of the two steps; where one of them is exact, they are one.
    return np.where((total == 0) | (b == 1) | (c == 0), a * b + c, total)


def _two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Dekker's: the product and what it lost."""
    product = a * b
    halves = []
    for x in (a, b):
        big = x * 134217729.0
        high = big - (big - x)
        halves.append((high, x - high))
    (ah, al), (bh, bl) = halves
    return product, ((ah * bh - product) + ah * bl + al * bh) + al * bl


def _odd_sum(a: Array, b: Array) -> Array:
    """The sum rounded to odd."""
    total, lost = _two_sum(a, b)
    inexact = np.isfinite(total) & (lost != 0)
    bits = total.view(np.uint64)
    toward = bits - (np.signbit(lost) != np.signbit(total)).astype(np.uint64)
    return np.where(inexact, toward | np.uint64(1), bits).view(np.float64)


_EXPECTED: Final[dict[str, Callable[..., Any]]] = {
    "add": lambda a, b, c: a + b,
    "sub": lambda a, b, c: a - b,
    "mul": lambda a, b, c: a * b,
    "div": lambda a, b, c: a / b,
    "sqrt": lambda a, b, c: np.sqrt(a),
    "recip": lambda a, b, c: a.dtype.type(1) / a,
    "floor": lambda a, b, c: np.floor(a),
    "ceil": lambda a, b, c: np.ceil(a),
    "trunc": lambda a, b, c: np.trunc(a),
    "round": lambda a, b, c: np.rint(a),
    "from_u32": lambda a, b, c: bits(a).astype(np.float32),
    "from_i32": lambda a, b, c: bits(a).view(np.int32).astype(np.float32),
}


def expected(op: str, given: Numbers) -> tuple[Array, Array]:
    """What an operation gives, and where that is known: of a fused f64 sum not everywhere."""
    a, b, c = given.operands
    with np.errstate(all="ignore"):
        if op == "fma":
            return _fused(given.t, a, b, c), np.asarray(_tells_fused(given.t, a, b, c))
        return _EXPECTED[op](a, b, c), np.asarray(True)


def findings(given: Numbers, found: Mapping[str, Array]) -> set[str]:
    """The facts that hold, from what each operation gave."""
    t = given.t
    facts: set[str] = set()
    right: dict[str, Array] = {}
    gaps: dict[str, Array] = {}
    with np.errstate(all="ignore"):
        for op, native in found.items():
            wanted, told = expected(op, given)
            gaps[op] = bits(native).astype(np.int64) - bits(wanted).astype(np.int64)
            right[op] = (gaps[op] == 0) | ~told
            if right[op].all():
                facts.add(f"{op}_{t}")
    if t is f32:
        facts |= _near(given, found, right, gaps)
    return facts


def _tells_fused(t: DType, a: Array, b: Array, c: Array) -> Array | bool:
    """Where :func:`_fused` is right: for f32 everywhere, for f64 far from the limits of the type, and where it is a product or a sum alone."""
    if t is f32:
        return True
    middle = True
    for x in (a, b, c, a * b):
        size = np.abs(x)
        middle = middle & ((size == 0) | ((size > 2.0**-300) & (size < 2.0**300)))
    known: Array = middle | (b == 1) | ((c == 0) & (a * b != 0))  # the sign of a tiny product is the fused one's
    return known


def _near(
    given: Numbers, found: Mapping[str, Array], right: Mapping[str, Array], gaps: Mapping[str, Array]
) -> set[str]:
    """The weaker facts: each is what the corrected form of an operation takes of the device (``vyre.emit.wgsl.corrected``)."""
    facts: set[str] = set()
    size = {op: bits(native) & np.uint32(0x7FFFFFFF) for op, native in found.items()}
    if all((right[op] | (size[op] < SMALL_SUM)).all() for op in ("add", "sub")):
        facts.add("near_add_f32")
    taken = (size["mul"] >= SMALL_PRODUCT) & (size["mul"] <= 0x7F800000)
    if (right["mul"] | ~taken).all():
        facts.add("near_mul_f32")
    taken = size["fma"] >= SMALL_SUM
    for x in given.operands:
        taken = taken & ((x == 0) | (np.abs(x) >= 2.0**-126) | np.isnan(x))
    if (right["fma"] | ~taken).all():
        facts.add("near_fma_f32")
    for op in ("div", "sqrt"):
        # Up to two digits the corrected form finds the right one; with more it is as right, and slow.
        if (np.abs(gaps[op][_PAIRS:]) <= 8).all():
            facts.add(f"near_{op}_f32")
    return facts
