"""Tables and coefficients of the functions in fixed point, for ``scripts/functions.py``.

Each is computed from its definition with 240 binary digits and rounded once. The coefficients of a series are
multiplied by powers of the greatest argument, so that the argument is a fraction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, isqrt
from typing import TYPE_CHECKING, Final

from scripts.normal_functions import Function, cut, interpolated, points, scaled_erfc, value

if TYPE_CHECKING:
    from scripts.functions import Constants

WORD: Final = 1 << 32
WIDE: Final = 1 << 64


def units(x: Fraction, digits: int = 64) -> int:
    """The nearest integer to ``x * 2**digits``."""
    return round(x * (1 << digits))


def wrapped(x: Fraction, digits: int = 64) -> int:
    """As :func:`units`, modulo 2**64."""
    return units(x, digits) % WIDE


def fixed_tables(k: Constants) -> Iterator[tuple[str, list[int], str]]:
    """The names, the values, and the comments in the file."""
    powers = [units(k.value("exp2", Fraction(j, 64)) if j else Fraction(1), 63) for j in range(64)]
    yield "POWERS", powers, "``2**(j / 64)``, in units of 2**-63."
    log2e = [units(Fraction(2) ** (8 * (row if row > 8 else row + 16) - 150) / k.ln2, 96) if row in (0, 12, 13, 14, 15) else 0
             for row in range(16)]  # fmt: skip
    yield "LOG2E_HIGH", [x >> 64 for x in log2e], ""
    yield (
        "LOG2E_LOW",
        [x % WIDE for x in log2e],
        "``2**(8 k - 150) log2(e)`` for k modulo 16, in units of 2**-96: two parts.",
    )
    terms = [units(k.ln2**n / factorial(n) / 2 ** (7 * (n - 1))) for n in range(1, 8)]
    yield "EXP2_SERIES", terms, "``ln(2)**n / n! / 2**(7 (n - 1))``, in units of 2**-64."
    listed = [k.reciprocals[(j - 53) % 128] for j in range(128)]
    yield (
        "RECIPROCALS",
        [units(x, 12) for x in listed],
        "Of ``1 / m`` for each 128th of a number ``m`` of 1 ... 2, in units of 2**-12.",
    )
    for name in ("log", "log2", "log10"):
        yield f"{name.upper()}S", [wrapped(-k.value(name, x)) if x != 1 else 0 for x in listed], ""
    yield (
        "LOG_SERIES",
        [units(Fraction(1, n + 1) / 2 ** (7 * n), 63) for n in range(9)],
        "``1 / (n + 1) / 2**(7 n)``, in units of 2**-63.",
    )
    turns = [units(2 / k.pi * Fraction(2) ** (8 * row - 150) % 4, 126) if row > 13 else 0 for row in range(32)]
    yield "TURNS_HIGH", [x >> 64 for x in turns], ""
    yield "TURNS_LOW", [x % WIDE for x in turns], "``2**(8 k - 150) 2 / pi`` modulo 4, in units of 2**-126: two words."
    yield (
        "SINE",
        [units(Fraction(1, factorial(n))) for n in range(3, 22, 2)],
        "``1 / n!`` from 3 on, in units of 2**-64.",
    )
    yield (
        "COSINE",
        [units(Fraction(1, factorial(n))) for n in range(2, 21, 2)],
        "``1 / n!`` from 2 on, in units of 2**-64.",
    )
    yield (
        "ARCTANGENTS",
        [units(k.value("atan", Fraction(i, 16)), 62) if i else 0 for i in range(16)],
        "``atan(i / 16)``, in units of 2**-62.",
    )
    terms = [units(Fraction(1, 2 * n + 1) / 2 ** (6 * n)) for n in range(1, 6)]
    yield "ARCTANGENT_SERIES", terms, "``1 / (2 n + 1) / 2**(6 n)``, in units of 2**-64."
    yield (
        "INVERSE_ROOTS",
        [inverse_root(j) if j >= 32 else 0 for j in range(128)],
        "``2**31 / sqrt(j / 128)``, a little less, and its fall to the next one.",
    )
    roots, slopes = zip(*(cube_root(j) for j in range(96)), strict=True)
    yield "CUBE_ROOTS", list(roots), "``2**31 cbrt(m)``, a little less, and its rise to the next one."
    yield "CUBE_SLOPES", list(slopes), "``2**33 / 3 / cbrt(m)**2`` and its fall to the next one."


def normal_tables() -> Iterator[tuple[str, list[list[int]], str]]:
    """The names, the coefficients of all intervals for each power, and the comments in the file."""
    yield "ERF", erf_columns(), "``erf`` from multiples of 1/16 on, with ``ERF_ADDED`` added"
    yield "SCALED_ERFC", scaled_columns(), "``erfc(x) exp(x x) / 2`` from multiples of 1/8 on, without their signs"


ADDED: Final = (0, 0, 8, 12, 17, 22, 27, 32, 37, 42)
"""2**-n is added to the coefficients of erf, or nothing where n is 0."""


def from_left(f: Function, count: int, width: Fraction, at: Fraction) -> list[Fraction]:
    """Coefficients of the polynomial that interpolates ``f(at + width u)`` for u from 0 to 1."""
    return interpolated(lambda u: f(at + width * u), points(count, Fraction(0), Fraction(1)))


def erf_columns() -> list[list[int]]:
    """The coefficients of all intervals for each power. On the first interval, erf is u times a polynomial."""
    width = Fraction(1, 16)
    rows = [from_left(lambda x: value("erf", x), 10, width, k * width) for k in range(1, 64)]
    rows.insert(0, [Fraction(0), *from_left(lambda x: cut(value("erf", x) / x * width), 9, width, Fraction(0))])
    added = [Fraction(1, 1 << n) if n else Fraction(0) for n in ADDED]
    return [[units(x + more) for x in column] for column, more in zip(zip(*rows, strict=True), added, strict=True)]


def scaled_columns() -> list[list[int]]:
    """As :func:`erf_columns`, for ``erfc(x) exp(x x) / 2``."""
    width = Fraction(1, 8)
    rows = [from_left(lambda x: scaled_erfc(x) / 2, 12, width, k * width) for k in range(85)]
    return [[units((-1) ** n * x) for x in column] for n, column in enumerate(zip(*rows, strict=True))]


def root_of(x: Fraction) -> Fraction:
    """The cube root, with 64 fractional digits."""
    near = round(float(x) ** (1 / 3) * (1 << 40)) << 24
    for _ in range(3):
        near -= (near**3 - units(x, 192)) // (3 * near * near)
    return Fraction(near, 1 << 64)


def cube_root(j: int) -> tuple[int, int]:
    """The root of ``m = 2**(j // 32) (1 + j % 32 / 32)`` and the slope there, each with its difference from the next
    one.

    Each number is one word. The root is reduced by 2**-20 of itself, so that it is too small."""
    first, last = (2 ** (n // 32) * (1 + Fraction(n % 32, 32)) for n in (j, j + 1))
    roots = [units(root_of(x) * (1 - Fraction(1, 1 << 20)), 31) for x in (first, last)]
    slopes = [units(1 / (3 * root_of(x) ** 2), 33) for x in (first, last)]
    return roots[0] << 32 | (roots[1] - roots[0]), slopes[0] << 32 | (slopes[0] - slopes[1])


def inverse_root(j: int) -> int:
    """``1 / sqrt(x)`` of ``x = j / 128``, and its difference from the next one: one word each, in units of 2**-31.

    Both are reduced by 2**-13 of themselves, so that linear interpolation gives numbers that are too small."""
    first, last = (
        units(Fraction(isqrt((128 << 80) // n), 1 << 40) * (1 - Fraction(1, 1 << 13)), 31) for n in (j, j + 1)
    )
    return first << 32 | (first - last)


def fixed_numbers(k: Constants) -> Iterator[tuple[str, int, str]]:
    """Single constants."""
    ln10 = k.value("log", Fraction(10))
    yield "LN2", units(k.ln2), "In units of 2**-64, as the following ones."
    yield "LOG10_2", units(k.ln2 / ln10), ""
    yield "LOG2_E", units(1 / k.ln2 / 2), "A half of it."
    yield "LOG10_E", units(1 / ln10), ""
    yield "HALF_PI", units(k.pi / 2, 62), "In units of 2**-62."
    yield "QUARTER_PI", units(k.pi / 4), "In units of 2**-64."
