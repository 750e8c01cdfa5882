"""Functions of two numbers rounded once, by integer arithmetic alone, as :mod:`vyre.functions.exact` has those of one.

The search for more digits ends here too. A root that is no fraction is no midpoint. The arctangent of a fraction other than zero is
transcendental. A power is a fraction with few digits, found beforehand (:func:`_power`), or not half-way between two floats.

>>> from vyre.dtypes import f32
>>> correct_of_two("hypot", f32, 3.0, 4.0), correct_of_two("pow", f32, 2.0, -0.5)
(5.0, 0.7071067690849304)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from vyre.dtypes import DType
from vyre.functions.exact import Bounded, bounded, exp_parts, fixed_pi, log_parts, rounded_fraction, rounded_once

__all__ = ["bounded_of_two", "correct_of_two"]


def _size(x: Fraction) -> int:
    """The exponent of a power of two near ``abs(x)``."""
    return x.numerator.bit_length() - x.denominator.bit_length()


# -- hypot -------------------------------------------------------------------------------------------------------------


def _hypot_bounded(x: Fraction, y: Fraction, w: int) -> Bounded:
    square = x * x + y * y
    return math.isqrt((square.numerator << 2 * w) // square.denominator), 1


def _hypot(t: DType, x: float, y: float) -> float:
    if math.isinf(x) or math.isinf(y):
        return math.inf
    if x != x or y != y:
        return math.nan
    a, b = Fraction(x), Fraction(y)
    square = a * a + b * b
    if not square:
        return 0.0
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    if root * root == square:
        return rounded_fraction(t, root)
    return rounded_once(t, lambda w: _hypot_bounded(a, b, w), 96 + max(0, -_size(square)))


# -- atan2 -------------------------------------------------------------------------------------------------------------


def _atan2_bounded(y: Fraction, x: Fraction, w: int) -> Bounded:
    """``x`` and ``y`` are not both zero."""
    size = abs(y)
    if not size or not x:
        quarters = 0 if x > 0 else 2 if x < 0 else 1
        found, e = fixed_pi(w) * quarters >> 1, 2
    else:
        near, e = bounded("atan", size / abs(x), w)
        found, e = (near, e) if x > 0 else (fixed_pi(w) - near, e + 1)
    return (found if y >= 0 else -found), e


def _direction(a: float, other: float) -> Fraction:
    """A coordinate of a point in the same direction, in which nothing is infinite."""
    if math.isinf(other) and not math.isinf(a):
        return Fraction(0)
    return Fraction(math.copysign(1.0, a) if math.isinf(a) else a)


def _atan2(t: DType, y: float, x: float) -> float:
    if x != x or y != y:
        return math.nan
    down, right = _direction(y, x), _direction(x, y)
    if not down:
        if math.copysign(1.0, x) > 0 and (not right or right > 0):
            return math.copysign(0.0, y)
        right = Fraction(-1)
    if math.copysign(1.0, y) < 0:
        return -_angle(t, abs(down), right)
    return _angle(t, down, right)


def _angle(t: DType, y: Fraction, x: Fraction) -> float:
    tiny = max(0, _size(x) - _size(y)) if y and x > 0 else 0
    return rounded_once(t, lambda w: _atan2_bounded(y, x, w), 96 + 2 * tiny)


# -- pow ---------------------------------------------------------------------------------------------------------------


def _pow_bounded(x: Fraction, y: Fraction, w: int) -> Bounded:
    """``exp(y log x)`` of a positive ``x``."""
    digits = w + 8 + max(0, _size(y) + 1)
    exponent = y * Fraction(log_parts(x, digits), 1 << digits)
    m, k = exp_parts(exponent, w)
    return (m << k, 8 << k) if k >= 0 else (m >> -k, 9)


def _root(x: Fraction) -> Fraction | None:
    """The square root where it is a fraction."""
    root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
    return root if root * root == x else None


def _power(x: Fraction, y: Fraction, digits: int) -> Fraction | None:
    """``x**y`` where that is a fraction of at most so many binary digits; None elsewhere. ``x`` is positive, its denominator, like that
    of ``y``, a power of two. A root of such a number is a fraction only where each square root on the way to it is one."""
    n, base = y.numerator, x
    for _ in range(y.denominator.bit_length() - 1):
        root = _root(base)
        if root is None:
            return None
        base = root
    odd = base.numerator >> ((base.numerator & -base.numerator).bit_length() - 1)
    if odd == 1:
        return Fraction(2) ** (_size(base) * n)
    if n < 0 or n * (odd.bit_length() - 1) >= digits:
        return None
    return base**n if (odd**n).bit_length() <= digits else None


_FAR: Final = 1200.0
"""An exponent to base 2 beyond which every type has infinity, or zero."""


def _integral(y: float) -> bool:
    return math.isfinite(y) and y == math.floor(y)


def _pow(t: DType, x: float, y: float) -> float:
    if y == 0 or x == 1:
        return 1.0
    if x != x or y != y:
        return math.nan
    odd = _integral(y) and abs(y) < 2.0**53 and int(y) % 2 == 1
    sign = -1.0 if odd and math.copysign(1.0, x) < 0 else 1.0
    size = abs(x)
    if size == 1 and math.isinf(y):
        return 1.0
    if size == 0 or math.isinf(size) or math.isinf(y):
        return sign * (math.inf if (size > 1) == (y > 0) else 0.0)
    if x < 0 and not _integral(y):
        return math.nan
    if size == 1:
        return sign
    estimate = y * math.log2(size)
    if abs(estimate) > _FAR:
        return sign * (math.inf if estimate > 0 else 0.0)
    return sign * _positive_power(t, Fraction(size), Fraction(y), max(0, -math.floor(estimate)))


def _positive_power(t: DType, x: Fraction, y: Fraction, zeros: int) -> float:
    exact = _power(x, y, t.mantissa + 2)
    if exact is not None:
        return rounded_fraction(t, exact)
    return rounded_once(t, lambda w: _pow_bounded(x, y, w), 96 + zeros)


# -- all -----------------------------------------------------------------------------------------------------------------


_BOUNDED: Final[dict[str, Callable[[Fraction, Fraction, int], Bounded]]] = {
    "hypot": _hypot_bounded,
    "atan2": _atan2_bounded,
    "pow": _pow_bounded,
}
_ROUNDED: Final[dict[str, Callable[[DType, float, float], float]]] = {"hypot": _hypot, "atan2": _atan2, "pow": _pow}


def bounded_of_two(name: str, x: Fraction, y: Fraction, w: int) -> Bounded:
    """A function where its value is finite, in units of 2**-w, and a bound of the error."""
    return _BOUNDED[name](x, y, w)


@lru_cache(maxsize=1 << 17)
def _known(name: str, t: DType, x: float, y: float, signs: tuple[float, float]) -> float:
    """``signs``: a key of its own for each zero."""
    del signs
    return _ROUNDED[name](t, x, y)


def correct_of_two(name: str, t: DType, x: float, y: float) -> float:
    """A function of two values of ``t``, rounded once to nearest even (rule 3.5)."""
    if x != x or y != y:  # unequal to itself, a NaN is no key
        return _ROUNDED[name](t, x, y)
    return _known(name, t, x, y, (math.copysign(1.0, x), math.copysign(1.0, y)))
