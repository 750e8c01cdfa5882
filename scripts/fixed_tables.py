"""Tables and coefficients of the functions in fixed point, for ``scripts/functions.py``.

Each is worked out from its definition with 240 binary digits and rounded once. Those of a series are multiplied by powers of the greatest
argument, so that the argument is a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, Final

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
    """Names, values, and what the file says of them."""
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


def fixed_numbers(k: Constants) -> Iterator[tuple[str, int, str]]:
    """Single constants."""
    ln10 = k.value("log", Fraction(10))
    yield "LN2", units(k.ln2), "In units of 2**-64, as the following ones."
    yield "LOG10_2", units(k.ln2 / ln10), ""
    yield "LOG2_E", units(1 / k.ln2 / 2), "A half of it."
    yield "LOG10_E", units(1 / ln10), ""
    yield "QUARTER_PI", units(k.pi / 4), ""
