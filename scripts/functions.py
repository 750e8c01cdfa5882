"""Make what the mathematical functions are computed with: tables, constants, and the inputs that one f64 result
misrounds.

    python scripts/functions.py            # writes the files of constants in src/vyre/functions
    python scripts/functions.py --check    # exit 1 where a file is not what this makes

Every constant is worked out from its definition, by the integer arithmetic of ``vyre.functions.exact`` with 240 binary
digits, and rounded once. The exceptions are found by computing each body on the hard inputs
(``tests/functions/hard.txt``): all f32 whose exact result lies within 28 units of the last place of f64 of a midpoint
between two f32, and some more. No other input can be misrounded by a body whose error is below that; see
docs/explain/exact-maths.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "src" / "vyre" / "functions" / "constants.py"
LONG_TARGET: Final = TARGET.with_name("long_constants.py")
FIXED_TARGET: Final = TARGET.parent / "fixed" / "constants.py"
DIGITS: Final = 240

sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from scripts.fixed_tables import ADDED, fixed_numbers, fixed_tables, normal_tables  # noqa: E402
from tests.functions.inputs import hard_pairs  # noqa: E402
from vyre.dtypes import f32, f64  # noqa: E402
from vyre.functions.exact import bounded, correct, fixed_pi, ln2, rounded_fraction  # noqa: E402
from vyre.ir.literals import CANONICAL_NAN, float_bits, python_value  # noqa: E402

HEAD: Final = '''\
"""Constants of the mathematical functions. Made by ``scripts/functions.py``; do not edit."""

from __future__ import annotations

from typing import Final

'''


def value(name: str, x: Fraction) -> Fraction:
    """A function, to 240 digits after the point."""
    return Fraction(bounded(name, x, DIGITS)[0], 1 << DIGITS)


LN2: Final = Fraction(ln2(DIGITS), 1 << DIGITS)
PI: Final = Fraction(fixed_pi(DIGITS), 1 << DIGITS)
LN10: Final = value("log", Fraction(10))


def pattern(x: Fraction) -> int:
    """The bits of the nearest f64."""
    return float_bits(f64, rounded_fraction(f64, x)) if x else 0


def cut(x: Fraction, digits: int) -> Fraction:
    """Rounded down to so many digits after the point."""
    return Fraction((x.numerator << digits) // x.denominator, 1 << digits)


def numbers() -> Iterator[tuple[str, Fraction]]:
    """Single constants. Those called HIGH have zeros for last digits, so that products with small integers are exact."""
    step = LN2 / 64
    yield "STEPS_PER_UNIT", 64 / LN2
    yield "STEP_HIGH", cut(step, 44)
    yield "STEP_LOW", step - cut(step, 44)
    yield "LN2", LN2
    yield "PER_LN2", 1 / LN2
    yield "PER_LN2_HIGH", cut(1 / LN2, 20)
    yield "PER_LN2_LOW", 1 / LN2 - cut(1 / LN2, 20)
    yield "PER_LN10", 1 / LN10
    yield "LOG10_2", LN2 / LN10
    yield "HALF_PI", PI / 2
    yield "HALF_PI_LOW", PI / 2 - Fraction(rounded_fraction(f64, PI / 2))
    yield "PI", PI


def reciprocals() -> Iterator[Fraction]:
    """Of each 128th of the numbers 181/256 ... 362/256, a number of 12 digits near 1 / x; next to 1 it is 1."""
    for n in range(128):
        k = n + 53  # the interval from 1 + k / 128, or from half of that beyond 2
        first, last = (Fraction(128 + j, 128) for j in (k % 128, k % 128 + 1))
        if k < 128:
            first, last = first / 2, last / 2
        yield Fraction(1) if k % 128 in (0, 127) else Fraction(round(2 / (first + last) * 4096), 4096)


def turns(exponent: int) -> tuple[Fraction, Fraction, Fraction]:
    """``2 / pi`` in three parts whose sum, times an f32 with this exponent field, is right modulo 4. The first two products are exact."""
    unit = Fraction(2) ** (exponent - 150)
    whole = 2 * unit / PI_LONG % 4
    high = cut(whole, 27)
    middle = cut(whole - high, 56)
    return high / unit, middle / unit, (whole - high - middle) / unit


PI_LONG: Final = Fraction(fixed_pi(512), 1 << 512)


def tables() -> Iterator[tuple[str, list[int]]]:
    """The tables, as bits of f64."""
    yield "POWERS", [pattern(value("exp2", Fraction(j, 64))) if j else pattern(Fraction(1)) for j in range(64)]
    found = list(reciprocals())
    yield "RECIPROCALS", [pattern(c) for c in found]
    for name in ("log", "log2", "log10"):
        yield f"{name.upper()}S", [pattern(-value(name, c)) if c != 1 else 0 for c in found]
    high = [cut(-value("log2", c), 40) for c in found]
    yield "LOG2S_HIGH", [pattern(x) for x in high]
    yield "LOG2S_LOW", [pattern(-value("log2", c) - x) if c != 1 else 0 for c, x in zip(found, high, strict=True)]
    yield "ARCTANGENTS", [pattern(value("atan", Fraction(i, 16))) if i else 0 for i in range(17)]
    parts = [turns(exponent) for exponent in range(113, 255)]
    for n, name in enumerate(("HIGH", "MIDDLE", "LOW")):
        yield f"TURNS_{name}", [pattern(part[n]) for part in parts]


def fixed(x: Fraction, digits: int) -> int:
    """The nearest integer to ``x * 2**digits``, modulo 2**128."""
    return round(x * (1 << digits)) % (1 << 128)


def long_tables() -> Iterator[tuple[str, list[int], int]]:
    """Tables of numbers of 128 binary digits, and how many are behind the point."""
    yield "ARCTANGENTS", [fixed(value("atan", Fraction(i, 16)), 126) if i else 0 for i in range(17)] + [0] * 15, 126
    yield "LOG2S", [fixed(-value("log2", c), 127) if c != 1 else 0 for c in reciprocals()], 127
    for name, steps in (("POWERS", 64), ("FINE_POWERS", 4096)):
        yield name, [fixed(value("exp2", Fraction(j, steps)) if j else Fraction(1), 127) for j in range(64)], 127


def long_series() -> Iterator[tuple[str, list[int], int]]:
    """Coefficients of series."""
    yield "LOG2_SERIES", [fixed(1 / (LN2 * (k + 1)), 127) for k in range(17)], 127
    yield "EXP2_SERIES", [fixed(LN2**k / factorial(k), 128) for k in range(1, 9)], 128


def long_numbers() -> Iterator[tuple[str, int, int]]:
    """Single ones."""
    yield "HALF_PI", fixed(PI / 2, 126), 126


def long_text() -> str:
    """The file of numbers of 128 binary digits."""
    lines = [f'{name}: Final = 0x{x:032X}\n"""In units of 2**-{digits}."""\n' for name, x, digits in long_numbers()]
    for name, values, digits in long_series():
        text = rows([f"0x{x:032X}" for x in values], 3)
        lines.append(f'{name}: Final = (\n{text})  # fmt: skip\n"""In units of 2**-{digits}."""\n')
    for name, values, digits in long_tables():
        for part, shift in (("HIGH", 64), ("LOW", 0)):
            words = [f"0x{x >> shift & (1 << 64) - 1:016X}" for x in values]
            lines.append(f"{name}_{part}: Final = (\n{rows(words, 6)})  # fmt: skip\n")
        lines.append(f'"""Two words each, in units of 2**-{digits}."""\n')
    return HEAD + "".join(lines)


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants that the fixed-point tables are computed from."""

    value: Callable[[str, Fraction], Fraction]
    reciprocals: tuple[Fraction, ...]
    ln2: Fraction
    pi: Fraction


def fixed_text() -> str:
    """The text of the file of fixed-point numbers."""
    known = Constants(value, tuple(reciprocals()), LN2, PI_LONG)
    lines = [
        f"{name}: Final = 0x{x:016X}\n" + (f'"""{what}"""\n' if what else "") for name, x, what in fixed_numbers(known)
    ]
    for name, values, what in fixed_tables(known):
        width = 8 if max(values) < 1 << 32 else 16
        items = [f"0x{x:0{width}X}" for x in values]
        comment = f'"""{what}"""\n' if what else ""
        lines.append(f"{name}: Final = (\n{rows(items, 6 if width > 8 else 10)})  # fmt: skip\n{comment}")
    pairs = ", ".join(f"(0x{x:08X}, 0x{y:08X})" for x, y in narrow_log1p())
    lines.append(
        f'LOG1P_EXCEPTIONS: Final = ({pairs})\n"""Bits of the inputs and results of f32 that 64 digits do not decide."""\n'
    )
    return HEAD.replace("functions.", "functions in fixed point.", 1) + "".join(lines)


def fixed_normal_text() -> str:
    """The text of the file of the polynomials of erf and erfc."""
    lines = [HEAD.replace("the mathematical functions.", "erf and erfc in fixed point.")]
    for name, columns, what in normal_tables():
        parts = [
            f"    (\n{rows([f'0x{x:016X}' for x in column], 6).replace('    ', '        ')}    ),\n"
            for column in columns
        ]
        lines.append(
            f'{name}: Final = (\n{"".join(parts)})  # fmt: skip\n"""{what}: for each power its coefficients, in units of 2**-64."""\n'
        )
    lines.append(
        f'ERF_ADDED: Final = {ADDED}\n"""Powers of 1/2 that are added to the coefficients of erf; nothing for 0."""\n'
    )
    return "".join(lines)


def narrow_log1p() -> Iterator[tuple[int, int]]:
    """The hard inputs of log1p whose exact result is within 2**-62 of itself of a midpoint, with the right results."""
    for x, right in hard_pairs()["log1p"]:
        exact = value("log1p", Fraction(float(python_value(f32, x))))
        near = (Fraction(float(python_value(f32, right + n))) for n in (-1, 1))
        middles = ((Fraction(float(python_value(f32, right))) + y) / 2 for y in near)
        if any(abs(exact - middle) < abs(exact) / 2**62 for middle in middles):
            yield x, right


def exceptions() -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The hard inputs whose result the f64 computation alone misrounds, and what is right."""
    from vyre.emit.scalar import meaning
    from vyre.functions.body import evaluate
    from vyre.functions.definitions import unpatched

    for name, pairs in hard_pairs().items():
        body, found = unpatched(name, f32), []
        for x in sorted({bits ^ sign for bits, _ in pairs for sign in (0, 1 << 31)}):
            given = float(python_value(f32, x))
            right = float_bits(f32, correct(name, f32, given))
            if right == CANONICAL_NAN["f32"]:
                continue
            made = evaluate(body, [given], meaning, python_value, lambda table, at: table.values[at])
            if float_bits(f32, made) != right:
                found.append((x, right))
        yield name, found


def rows(items: list[str], width: int) -> str:
    """Lines of so many items each."""
    return "".join(f"    {', '.join(items[k : k + width])},\n" for k in range(0, len(items), width))


def tables_text() -> str:
    """The file but for the exceptions."""
    lines = [f"{name}: Final = float.fromhex({rounded_fraction(f64, x).hex()!r})\n" for name, x in numbers()]
    for name, values in tables():
        lines.append(f"{name}: Final = (\n{rows([f'0x{v:016X}' for v in values], 6)})  # fmt: skip\n")
    return HEAD + "".join(lines).replace("'", '"')


def exceptions_text() -> str:
    """The exceptions, by function."""
    lines = ["EXCEPTIONS: Final[dict[str, tuple[tuple[int, int], ...]]] = {\n"]
    for name, found in exceptions():
        if found:
            pairs = [f"(0x{x:08X}, 0x{right:08X})" for x, right in found]
            lines.append(f'    "{name}": (\n' + rows(pairs, 4).replace("    ", "        ") + "    ),\n")
    return (
        "".join(lines)
        + '}  # fmt: skip\n"""Bits of inputs and of results of f32 that the computation in f64 misrounds."""\n'
    )


def main() -> int:
    """Write the file, or say whether it is what it should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the file is stale")
    check = parser.parse_args().check
    stale = False
    targets = (
        (LONG_TARGET, long_text()),
        (FIXED_TARGET, fixed_text()),
        (FIXED_TARGET.with_name("normal_constants.py"), fixed_normal_text()),
    )
    for target, text in targets:
        stale |= not target.exists() or target.read_text() != text
        if not check:
            target.write_text(text)
    before = TARGET.read_text() if TARGET.exists() else ""
    head = tables_text()
    if not check and not before.startswith(head):  # the bodies are computed with the new tables
        TARGET.write_text(head + "EXCEPTIONS: Final[dict[str, tuple[tuple[int, int], ...]]] = {}\n")
    made = head + exceptions_text()
    if check:
        return stale or made != before
    TARGET.write_text(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
