"""Mathematical functions to 120 decimal digits, by Python's ``decimal``; nothing of vyre computes here.

``exp``, ``ln``, ``log10`` and ``sqrt`` are its own. Sine and cosine are series, and the arctangent is found from the tangent by Newton's method.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import Final

__all__ = ["function_value", "function_value_of_two"]

_DIGITS: Final = 120
_FAR: Final = 1000.0
"""Beyond it ``exp`` over- or underflows in f32, f16 and bf16, whatever is made of it."""


@cache
def _pi() -> Decimal:
    """Machin's formula."""

    def arctangent(q: int) -> Decimal:
        total, power, k = Decimal(0), Decimal(1) / q, 1
        while abs(power) > Decimal(10) ** -(_DIGITS + 10):
            total += power / k
            power, k = -power / (q * q), k + 2
        return total

    return 16 * arctangent(5) - 4 * arctangent(239)


def _sin_cos(x: Decimal) -> tuple[Decimal, Decimal]:
    """Of what is left beyond whole turns, in more digits the more turns there are."""
    r = x - (x / (2 * _pi())).to_integral_value() * 2 * _pi()
    sums = [Decimal(0), Decimal(0)]
    term, k = Decimal(1), 0
    while k < 8 or abs(term) > Decimal(10) ** -_DIGITS:
        sums[(k + 1) % 2] += term if k % 4 < 2 else -term
        k += 1
        term = term * r / k
    return sums[0], sums[1]


def _tan(x: Decimal) -> Decimal:
    s, c = _sin_cos(x)
    return s / c


def _atan(x: Decimal) -> Decimal:
    if abs(x) > 1:
        return _pi() / 2 * (1 if x > 0 else -1) - _atan(1 / x)
    y = Decimal(math.atan(float(x)))
    for _ in range(4):
        t = _tan(y)
        y -= (t - x) / (1 + t * t)
    return y


def _asin(x: Decimal) -> Decimal:
    return _pi() / 2 * (1 if x > 0 else -1) if abs(x) == 1 else _atan(x / (1 - x * x).sqrt())


def _cbrt(x: Decimal) -> Decimal:
    root = (abs(x).ln() / 3).exp()
    return root if x > 0 else -root


def _erf(x: Decimal) -> Decimal:
    """Terms of one sign: ``exp(-x x)`` times ``x + 2 x**3 / 3 + 4 x**5 / 15 ...``."""
    term, total, k = x, Decimal(0), 0
    while abs(term) > abs(x) * Decimal(10) ** -_DIGITS:
        total += term
        k += 1
        term = term * 2 * x * x / (2 * k + 1)
    return 2 * total * (-x * x).exp() / _pi().sqrt()


_VALUES: Final[dict[str, Callable[[Decimal], Decimal]]] = {
    "exp": lambda x: x.exp(),
    "exp2": lambda x: (x * Decimal(2).ln()).exp(),
    "expm1": lambda x: x.exp() - 1,
    "log": lambda x: x.ln(),
    "log2": lambda x: x.ln() / Decimal(2).ln(),
    "log10": lambda x: x.log10(),
    "log1p": lambda x: (1 + x).ln(),
    "sin": lambda x: _sin_cos(x)[0],
    "cos": lambda x: _sin_cos(x)[1],
    "tan": _tan,
    "asin": _asin,
    "acos": lambda x: _pi() / 2 - _asin(x),
    "atan": _atan,
    "sinh": lambda x: (x.exp() - (-x).exp()) / 2,
    "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
    "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1),
    "cbrt": _cbrt,
    "rsqrt": lambda x: 1 / x.sqrt(),
    "erf": _erf,
    "erfc": lambda x: 1 - _erf(x),
}
_AT_INFINITY: Final[dict[str, tuple[float, float]]] = {
    **dict.fromkeys(("exp", "exp2"), (math.inf, 0.0)),
    "expm1": (math.inf, -1.0),
    **dict.fromkeys(("log", "log2", "log10", "log1p"), (math.inf, math.nan)),
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos"), (math.nan, math.nan)),
    **dict.fromkeys(("sinh", "cbrt"), (math.inf, -math.inf)),
    "cosh": (math.inf, math.inf),
    "tanh": (1.0, -1.0),
    "rsqrt": (0.0, math.nan),
    "erf": (1.0, -1.0),
    "erfc": (0.0, 2.0),
}


def _special(name: str, x: float) -> float | None:
    """Where it is no real number, or only the limit of one."""
    if math.isnan(x):
        return math.nan
    if name == "atan" and math.isinf(x):
        return None
    if (
        math.isinf(x)
        or (abs(x) > 15 and name in ("erf", "erfc"))
        or (abs(x) > _FAR and name in ("exp", "exp2", "expm1", "sinh", "cosh", "tanh"))
    ):
        return _AT_INFINITY[name][x < 0]
    if name in ("log", "log2", "log10", "rsqrt") and x <= 0:
        pole = math.copysign(math.inf, x) if name == "rsqrt" else -math.inf
        return pole if x == 0 else math.nan
    if name == "log1p" and x <= -1:
        return -math.inf if x == -1 else math.nan
    if name in ("asin", "acos") and abs(x) > 1:
        return math.nan
    if x == 0 and name not in ("exp", "exp2", "cos", "cosh", "acos", "erfc"):
        return x
    return None


def function_value(name: str, x: float) -> Fraction | float:
    """The value as a fraction, of which only the last of 100 digits may be wrong, or as the float that it is."""
    special = _special(name, x)
    if special is not None:
        return special
    if name == "exp2" and x == math.floor(x):
        return Fraction(2) ** int(x)
    with localcontext() as context:
        context.prec = _DIGITS + (
            0 if x == 0 or math.isinf(x) else max(0, math.frexp(x)[1] // 3) + max(0, -math.frexp(x)[1])
        )
        found = _VALUES[name](Decimal(math.copysign(2.0**400, x) if math.isinf(x) else x))
    return Fraction(found)


def _limit_of_power(x: float, y: float) -> float:
    """Where ``|x|`` is zero or infinite, or ``y`` is infinite."""
    if abs(x) == 1:
        return 1.0
    size = math.inf if (abs(x) > 1) == (y > 0) else 0.0
    return -size if math.copysign(1, x) < 0 and math.isfinite(y) and y % 2 == 1 else size


def _power(x: float, y: float) -> Fraction | float:
    if y == 0 or x == 1:
        return 1.0
    if x != x or y != y:
        return math.nan
    if x == 0 or math.isinf(x) or math.isinf(y):
        return _limit_of_power(x, y)
    if x < 0 and y != math.floor(y):
        return math.nan
    sign = -1 if x < 0 and y % 2 == 1 else 1
    if abs(y * math.log2(abs(x))) > _FAR:
        return sign * (math.inf if y * math.log2(abs(x)) > 0 else 0.0)
    with localcontext() as context:
        context.prec = _DIGITS + 60
        found = Fraction((Decimal(y) * Decimal(abs(x)).ln()).exp())
    unit = Fraction(2) ** (found.numerator.bit_length() - found.denominator.bit_length() - 60)
    whole = round(found / unit)  # a power of few digits is a multiple of this, and the others are not so near to one
    return sign * (whole * unit if abs(found / unit - whole) < Fraction(1, 10**80) else found)


def _angle(y: float, x: float) -> Fraction | float:
    if x != x or y != y:
        return math.nan
    if math.isinf(x) or math.isinf(y):
        y, x = (math.copysign(float(math.isinf(v) or 0.0), v) for v in (y, x))
    sign = int(math.copysign(1, y))
    left = math.copysign(1, x) < 0
    if y == 0:
        return sign * Fraction(_pi()) if left else y
    if x == 0:
        return sign * Fraction(_pi()) / 2
    with localcontext() as context:
        context.prec = _DIGITS
        ratio = Decimal(abs(y)) / Decimal(abs(x))
        # the series of a small number, less its first term: the arctangent is below it, by however little
        found = ratio - ratio**3 / 3 if ratio < Decimal(10) ** -30 else _atan(ratio)
    size = Fraction(found) if found != ratio else Fraction(ratio) * (1 - Fraction(1, 10**100))
    return sign * (Fraction(_pi()) - size if left else size)


def _hypotenuse(x: float, y: float) -> Fraction | float:
    if math.isinf(x) or math.isinf(y):
        return math.inf
    if x != x or y != y:
        return math.nan
    with localcontext() as context:
        context.prec = 700  # the squares are exact, and so is a root of few digits
        found = (Decimal(x) * Decimal(x) + Decimal(y) * Decimal(y)).sqrt()
    return Fraction(found) or 0.0


_OF_TWO: Final[dict[str, Callable[[float, float], Fraction | float]]] = {
    "hypot": _hypotenuse,
    "atan2": _angle,
    "pow": _power,
}


def function_value_of_two(name: str, x: float, y: float) -> Fraction | float:
    """As :func:`function_value`."""
    return _OF_TWO[name](x, y)
