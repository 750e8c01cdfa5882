"""Make the polynomials that erf and erfc are computed with.

    python scripts/normal_functions.py            # writes src/vyre/functions/normal_constants.py
    python scripts/normal_functions.py --check    # exit 1 where the file is not what this makes

Each piece interpolates its function at Chebyshev's points, in exact fractions; the coefficients are rounded once.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "src" / "vyre" / "functions" / "normal_constants.py"
DIGITS: Final = 400

sys.path.insert(0, str(ROOT / "src"))

from vyre.dtypes import f64  # noqa: E402
from vyre.functions.exact import bounded, rounded_fraction  # noqa: E402
from vyre.ir.literals import float_bits  # noqa: E402

HEAD: Final = '''\
"""Polynomials of erf and erfc. Made by ``scripts/normal_functions.py``; do not edit."""

from __future__ import annotations

from typing import Final

'''

Function = Callable[[Fraction], Fraction]


def value(name: str, x: Fraction) -> Fraction:
    """A function, to 400 digits after the point."""
    return Fraction(bounded(name, x, DIGITS)[0], 1 << DIGITS)


def scaled_erfc(x: Fraction) -> Fraction:
    """``erfc(x) * exp(x * x)``."""
    return cut(value("erfc", x) * value("exp", x * x)) if x else Fraction(1)


def cut(x: Fraction) -> Fraction:
    """With 400 digits after the point."""
    return Fraction(round(x * (1 << DIGITS)), 1 << DIGITS)


def points(count: int, first: Fraction, last: Fraction) -> list[Fraction]:
    """Chebyshev's, in an interval."""
    middle, half = (first + last) / 2, (last - first) / 2
    return [middle + half * Fraction(math.cos((2 * k + 1) * math.pi / (2 * count))) for k in range(count)]


def interpolated(f: Function, at: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients of the polynomial that has the function's values there, the constant one first (Newton's divided differences)."""
    differences = [f(x) for x in at]
    for order in range(1, len(at)):
        for k in range(len(at) - 1, order - 1, -1):
            differences[k] = cut((differences[k] - differences[k - 1]) / (at[k] - at[k - order]))
    found = [differences[-1]]
    for k in range(len(at) - 2, -1, -1):
        found = [cut(a - at[k] * b) for a, b in zip([Fraction(0), *found], [*found, Fraction(0)], strict=True)]
        found[0] += differences[k]
    return found


def odd_piece(count: int, half: Fraction) -> list[Fraction]:
    """``erf`` about zero: ``u`` times a polynomial of its square."""

    def ratio(square: Fraction) -> Fraction:
        root = Fraction(math.isqrt(round(square * (1 << 2 * DIGITS))), 1 << DIGITS)
        return cut(value("erf", root) / root)

    even = interpolated(ratio, points(count // 2, Fraction(0), half * half))
    return [c for pair in zip([Fraction(0)] * len(even), even, strict=True) for c in pair]


def pieces(f: Function, steps: int, last: int, count: int) -> list[list[Fraction]]:
    """Coefficients about 0, 1 / steps ... last / steps."""
    half = Fraction(1, 2 * steps)

    def about(at: Fraction) -> list[Fraction]:
        return interpolated(lambda u: f(at + u), points(count, -half, half))

    return [about(Fraction(k, steps)) for k in range(last + 1)]


def columns(found: Sequence[Sequence[Fraction]], length: int) -> list[list[int]]:
    """The bits of each coefficient as f64, for all pieces; zeros up to a power of two."""
    return [
        [float_bits(f64, rounded_fraction(f64, c)) if c else 0 for c in column] + [0] * (length - len(found))
        for column in zip(*found, strict=True)
    ]


def text() -> str:
    """The file."""
    lines = [HEAD]
    erf = pieces(lambda x: value("erf", x) if x else Fraction(0), 8, 31, 12)
    erf[0] = odd_piece(12, Fraction(1, 16))
    for name, table, what in (
        ("ERF", columns(erf, 32), "``erf`` about multiples of 1/8"),
        ("SCALED_ERFC", columns(pieces(scaled_erfc, 4, 42, 13), 64), "``erfc(x) exp(x x)`` about multiples of 1/4"),
    ):
        lines.append(f"{name}: Final = (\n")
        for column in table:
            words = [f"0x{v:016X}" for v in column]
            rows = [f"        {', '.join(words[k : k + 6])},\n" for k in range(0, len(words), 6)]
            lines += ["    (\n", *rows, "    ),\n"]
        lines.append(
            f')  # fmt: skip\n"""{what}: for each power of the distance its coefficients, as bits of f64."""\n'
        )
    return "".join(lines)


def main() -> int:
    """Write the file, or say whether it is what it should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the file is stale")
    made = text()
    if parser.parse_args().check:
        return not TARGET.exists() or TARGET.read_text() != made
    TARGET.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
