"""Functions rounded once, by integer arithmetic alone (rule 3.5): what the two references take for the truth.

Every function here gives an integer ``n`` and a bound ``e`` of its error, such that the exact value is within ``(n ± e) / 2**w``.
:func:`correct` rounds both ends. Where they differ it starts again with twice the digits (Ziv's method), which ends, because no value
that is not exact itself lies half-way between two floats: those of exp, log, sin and so on of a rational number are transcendental,
and the few that are rational are found beforehand (:func:`_rational`).

Special values are those of IEEE 754-2019, section 9.2, and of C, annex F.

>>> from vyre.dtypes import f32
>>> correct("exp", f32, 1.0), correct("log", f32, 0.0)
(2.7182817459106445, -inf)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from vyre.dtypes import DType

__all__ = [
    "Bounded",
    "bounded",
    "correct",
    "exp_parts",
    "fixed_exp",
    "fixed_log",
    "fixed_pi",
    "ln2",
    "log_parts",
    "rounded_fraction",
    "rounded_once",
]

_GUARD: Final = 40
"""Digits beyond those of the result: no function below makes more than 2**20 roundings, nor squares more than 16 times."""

Bounded = tuple[int, int]
"""``n`` and ``e``."""


# -- constants and series, in units of 2**-w ------------------------------------------------------------------------


def _scaled(x: Fraction, w: int) -> int:
    """``x * 2**w``, rounded down."""
    return (x.numerator << w) // x.denominator


def _cut(made: int, extra: int) -> int:
    return (made + (1 << (extra - 1))) >> extra


def _atanh_inverse(q: int, w: int) -> int:
    """``atanh(1 / q)`` for an integer of 3 or more."""
    term, total, k = (1 << w) // q, 0, 1
    while term:
        total += term // k
        term //= q * q
        k += 2
    return total


def _atan_inverse(q: int, w: int) -> int:
    term, total, k = (1 << w) // q, 0, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term //= q * q
        k += 2
    return total


@cache
def ln2(w: int) -> int:
    """By ``2 atanh(1/3)``."""
    return _cut(2 * _atanh_inverse(3, w + _GUARD), _GUARD)


@cache
def _ln10(w: int) -> int:
    """``3 ln 2 + ln(5/4)``, where ``ln(5/4) = 2 atanh(1/9)``."""
    return _cut(3 * ln2(w + _GUARD) + 2 * _atanh_inverse(9, w + _GUARD), _GUARD)


@cache
def fixed_pi(w: int) -> int:
    """By Machin's formula."""
    return _cut(16 * _atan_inverse(5, w + _GUARD) - 4 * _atan_inverse(239, w + _GUARD), _GUARD)


def fixed_exp(x: int, w: int) -> int:
    """``exp`` of a number of at most 1 in size: the argument is halved 8 times, and the sum of the series squared as often."""
    v = w + _GUARD
    r = x << (_GUARD - 8)
    term, total, k = 1 << v, 1 << v, 1
    while term not in (0, -1):
        term = (term * r >> v) // k
        total += term
        k += 1
    for _ in range(8):
        total = total * total >> v
    return _cut(total, _GUARD)


def fixed_log(x: int, w: int) -> int:
    """``log`` of a number of 0.5 ... 2: of its root, taken 6 times, by ``2 atanh((y - 1) / (y + 1))``."""
    v = w + _GUARD
    y = x << _GUARD
    for _ in range(6):
        y = math.isqrt(y << v)
    one = 1 << v
    z = ((y - one) << v) // (y + one)
    square, total, k, term = z * z >> v, 0, 1, z
    while term not in (0, -1):
        total += term // k
        term = term * square >> v
        k += 2
    return _cut(total << 7, _GUARD)


def _fixed_sin_cos(r: int, w: int) -> tuple[int, int]:
    """Of a number of at most 1 in size."""
    v = w + _GUARD
    x = r << _GUARD
    square = -(x * x >> v)
    found = []
    for first, k in ((x, 1), (1 << v, 0)):
        term, total = first, 0
        while term not in (0, -1):
            total += term
            term = (term * square >> v) // ((k + 1) * (k + 2))
            k += 2
        found.append(_cut(total, _GUARD))
    return found[0], found[1]


def _fixed_atan(x: int, w: int) -> int:
    """Of a number of 0 ... 1: ``2 atan(x / (1 + sqrt(1 + x x)))`` 6 times, then the series."""
    v = w + _GUARD
    y, one = x << _GUARD, 1 << v
    for _ in range(6):
        y = (y << v) // (one + math.isqrt((one << v) + y * y))
    square, total, k, term = y * y >> v, 0, 1, y
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term = term * square >> v
        k += 2
    return _cut(total << 6, _GUARD)


# -- the functions of a rational number ------------------------------------------------------------------------------


def exp_parts(x: Fraction, w: int) -> tuple[int, int]:
    """``exp(x)`` as ``m * 2**(k - w)`` with ``m`` between 0.5 and 2 in units of 2**-w, and ``k``. Wrong by less than 4 units."""
    digits = w + 32 + max(0, x.numerator.bit_length() - x.denominator.bit_length())
    k = _scaled(x, digits) // ln2(digits)
    r = _scaled(x, digits) - k * ln2(digits)
    return _cut(fixed_exp(r, digits), digits - w), k


def _exp_bounded(x: Fraction, w: int) -> Bounded:
    m, k = exp_parts(x, w)
    return (m << k, 4 << k) if k >= 0 else (m >> -k, 5)


def _exp2_bounded(x: Fraction, w: int) -> Bounded:
    k = math.floor(x)
    digits = w + 8
    m = _cut(fixed_exp(_scaled(x - k, digits) * ln2(digits) >> digits, digits), 8)
    return (m << k, 4 << k) if k >= 0 else (m >> -k, 5)


def _expm1_bounded(x: Fraction, w: int) -> Bounded:
    n, e = _exp_bounded(x, w)
    return n - (1 << w), e


def _halves(x: Fraction, w: int, sign: int) -> Bounded:
    """``(exp(x) ± exp(-x)) / 2``."""
    (up, e), (down, f) = _exp_bounded(x, w), _exp_bounded(-x, w)
    return up + sign * down >> 1, e + f


def _sinh_bounded(x: Fraction, w: int) -> Bounded:
    return _halves(x, w, -1)


def _cosh_bounded(x: Fraction, w: int) -> Bounded:
    return _halves(x, w, 1)


def _tanh_bounded(x: Fraction, w: int) -> Bounded:
    """``1 - 2 / (exp(2 x) + 1)`` of the size."""
    up, _ = _exp_bounded(2 * abs(x), w)
    one = 1 << w
    found = one - (2 << 2 * w) // (up + one)
    return (found if x > 0 else -found), 16


def log_parts(x: Fraction, w: int) -> int:
    """``log`` of a positive number, wrong by less than 4 units."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    digits = w + 32
    m = _scaled(x / Fraction(2) ** k, digits)  # 0.5 ... 2
    if k and (m - (1 << digits)) * k < 0:  # one of them is 0, or both have one sign
        k, m = (k - 1, m << 1) if k > 0 else (k + 1, m >> 1)
    return _cut(_near_log(m, digits) + k * ln2(digits), 32)


def _near_log(m: int, w: int) -> int:
    """Of 0.25 ... 4."""
    one = 1 << w
    if 2 * m < one:
        return fixed_log(2 * m, w) - ln2(w)
    return fixed_log(m >> 1, w) + ln2(w) if m > 2 * one else fixed_log(m, w)


def _log_bounded(x: Fraction, w: int) -> Bounded:
    return log_parts(x, w), 8


def _log2_bounded(x: Fraction, w: int) -> Bounded:
    digits = w + 16
    return _cut((log_parts(x, digits) << digits) // ln2(digits), 16), 8


def _log10_bounded(x: Fraction, w: int) -> Bounded:
    digits = w + 16
    return _cut((log_parts(x, digits) << digits) // _ln10(digits), 16), 8


def _log1p_bounded(x: Fraction, w: int) -> Bounded:
    return _log_bounded(1 + x, w)


def _turned(x: Fraction, w: int) -> tuple[int, int, int]:
    """``sin`` and ``cos`` of what is left of ``x`` beyond a multiple of a quarter turn, and which multiple, modulo 4."""
    digits = w + 16 + max(0, x.numerator.bit_length() - x.denominator.bit_length())
    quarter = fixed_pi(digits) >> 1
    at = _scaled(x, digits)
    k = (at + (quarter >> 1)) // quarter
    s, c = _fixed_sin_cos((at - k * quarter) >> (digits - w), w)
    return s, c, k % 4


def _sin_bounded(x: Fraction, w: int) -> Bounded:
    s, c, k = _turned(x, w)
    return (s, c, -s, -c)[k], 8


def _cos_bounded(x: Fraction, w: int) -> Bounded:
    s, c, k = _turned(x, w)
    return (c, -s, -c, s)[k], 8


def _tan_bounded(x: Fraction, w: int) -> Bounded:
    digits = w + 320  # no float is nearer to a pole than 2**-256
    s, c, k = _turned(x, digits)
    return ((s << w) // c if k % 2 == 0 else -(c << w) // s), 8


def _root(x: Fraction, w: int) -> int:
    """The square root, rounded down."""
    return math.isqrt(_scaled(x, 2 * w))


def _atan_bounded(x: Fraction, w: int) -> Bounded:
    size = abs(x)
    digits = w + 16
    found = (
        _fixed_atan(_scaled(size, digits), digits)
        if size <= 1
        else (fixed_pi(digits) >> 1) - _fixed_atan(_scaled(1 / size, digits), digits)
    )
    return (_cut(found, 16) if x > 0 else -_cut(found, 16)), 8


def _acos_parts(x: Fraction, w: int) -> int:
    """``2 atan(sqrt((1 - x) / (1 + x)))`` of 0 ... 1."""
    return 2 * _fixed_atan(_root((1 - x) / (1 + x), w), w)


def _acos_bounded(x: Fraction, w: int) -> Bounded:
    digits = w + 16
    found = _acos_parts(abs(x), digits)
    return _cut(found if x > 0 else fixed_pi(digits) - found, 16), 8


def _asin_bounded(x: Fraction, w: int) -> Bounded:
    digits = w + 16
    size = abs(x)
    if size < Fraction(1, 2):
        found = _fixed_atan((_scaled(size, digits) << digits) // _root(1 - size * size, digits), digits)
    else:
        found = (fixed_pi(digits) >> 1) - _acos_parts(size, digits)
    return (_cut(found, 16) if x > 0 else -_cut(found, 16)), 8


def _cube_root(n: int) -> int:
    """The cube root of a natural number, rounded down (Newton's method from above)."""
    y = 1 << -(-n.bit_length() // 3)
    while True:
        following = (2 * y + n // (y * y)) // 3
        if following >= y:
            return y
        y = following


def _cbrt_bounded(x: Fraction, w: int) -> Bounded:
    found = _cube_root(_scaled(abs(x), 3 * w))
    return (found if x > 0 else -found), 1


def _rsqrt_bounded(x: Fraction, w: int) -> Bounded:
    return _root(1 / x, w), 1


def _erf_bounded(x: Fraction, w: int) -> Bounded:
    """``2 / sqrt(pi)`` times the series ``x - x**3 / 3 + x**5 / (5 * 2!) ...``, whose terms are at most ``exp(x x)``."""
    square = x * x
    digits = w + 64 + 3 * math.ceil(square)
    term, factor, total, k = _scaled(abs(x), digits), _scaled(square, digits), 0, 0
    while term:
        total += term // (2 * k + 1) if k % 2 == 0 else -(term // (2 * k + 1))
        k += 1
        term = (term * factor >> digits) // k
    found = _cut((total << digits + 1) // math.isqrt(fixed_pi(digits) << digits), digits - w)
    return (found if x > 0 else -found), 8


def _erfc_bounded(x: Fraction, w: int) -> Bounded:
    n, e = _erf_bounded(x, w)
    return (1 << w) - n, e


_BOUNDED: Final[dict[str, Callable[[Fraction, int], Bounded]]] = {
    "exp": _exp_bounded,
    "exp2": _exp2_bounded,
    "expm1": _expm1_bounded,
    "log": _log_bounded,
    "log2": _log2_bounded,
    "log10": _log10_bounded,
    "log1p": _log1p_bounded,
    "sin": _sin_bounded,
    "cos": _cos_bounded,
    "tan": _tan_bounded,
    "asin": _asin_bounded,
    "acos": _acos_bounded,
    "atan": _atan_bounded,
    "sinh": _sinh_bounded,
    "cosh": _cosh_bounded,
    "tanh": _tanh_bounded,
    "cbrt": _cbrt_bounded,
    "rsqrt": _rsqrt_bounded,
    "erf": _erf_bounded,
    "erfc": _erfc_bounded,
}


def bounded(name: str, x: Fraction, w: int) -> Bounded:
    """A function of a rational number where its value is finite, in units of 2**-w, and a bound of the error."""
    return _BOUNDED[name](x, w)


# -- special and rational values ---------------------------------------------------------------------------------------


_ODD: Final = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "cbrt", "expm1", "log1p", "erf"})
"""Those that give a zero as it is (an odd function, and two more)."""
_AT_ZERO: Final = {
    "exp": 1.0, "exp2": 1.0, "cos": 1.0, "cosh": 1.0, "erfc": 1.0, "log": -math.inf, "log2": -math.inf, "log10": -math.inf,
}  # fmt: skip
_AT_INFINITY: Final = {  # of plus infinity, and of minus infinity
    "exp": (math.inf, 0.0), "exp2": (math.inf, 0.0), "expm1": (math.inf, -1.0), "sinh": (math.inf, -math.inf),
    "cosh": (math.inf, math.inf), "tanh": (1.0, -1.0), "cbrt": (math.inf, -math.inf), "rsqrt": (0.0, math.nan),
    "erf": (1.0, -1.0), "erfc": (0.0, 2.0),
    **dict.fromkeys(("log", "log2", "log10", "log1p"), (math.inf, math.nan)),
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos"), (math.nan, math.nan)),
}  # fmt: skip
_FAR: Final = 2000
"""Beyond it ``exp`` and what is made of it over- or underflows in every type, or is indistinguishable from its limit."""
_FAR_OF_ERF: Final = 40


def _outside(name: str, x: float) -> bool:
    """Whether a finite number other than zero lies where the function has no real value."""
    if name in ("asin", "acos"):
        return abs(x) > 1
    if name == "log1p":
        return x < -1
    return x < 0 and name in ("log", "log2", "log10", "rsqrt")


def _special(name: str, x: float) -> float | None:
    """The value where it is an infinity, a NaN, a signed zero or a limit; None elsewhere."""
    if x != x or (x != 0 and math.isfinite(x) and _outside(name, x)):
        return math.nan
    if x == 0:
        if name in _ODD:
            return x
        return math.copysign(math.inf, x) if name == "rsqrt" else _AT_ZERO.get(name)
    if math.isinf(x):
        return None if name == "atan" else _AT_INFINITY[name][x < 0]
    if name == "log1p" and x == -1:
        return -math.inf
    if abs(x) > _FAR_OF_ERF and name in ("erf", "erfc"):
        return _AT_INFINITY[name][x < 0]
    if abs(x) > _FAR and name in ("exp", "exp2", "expm1", "sinh", "cosh", "tanh"):
        return _AT_INFINITY[name][x < 0]
    return None


def _rational(name: str, x: Fraction) -> Fraction | None:
    """The value where it is a rational number that a float might be, or lie half-way between two; None elsewhere."""
    if name == "acos":
        return Fraction(0) if x == 1 else None
    if name == "exp2":
        return Fraction(2) ** x.numerator if x.denominator == 1 else None
    if name in ("log", "log2", "log10") and x == 1:
        return Fraction(0)
    if name == "log2":
        k = x.numerator.bit_length() - x.denominator.bit_length()
        return Fraction(k) if x == Fraction(2) ** k else None
    if name == "log10" and x.denominator == 1:
        k = len(str(x.numerator)) - 1
        return Fraction(k) if x == 10**k else None
    if name == "cbrt":
        root = Fraction(_cube_root(abs(x.numerator)), _cube_root(x.denominator))
        return (root if x > 0 else -root) if root**3 == abs(x) else None
    if name == "rsqrt":
        root = Fraction(math.isqrt(x.denominator), math.isqrt(x.numerator))
        return root if root * root * x == 1 else None
    return None


def rounded_fraction(t: DType, x: Fraction) -> float:
    """A rational number other than zero rounded once to nearest even."""
    size = abs(x)
    largest = (1 << (t.bits - 2 - t.mantissa)) - 1  # the largest exponent
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    last = max(exponent, 1 - largest) - t.mantissa  # exponent of the last digit; subnormals are kept
    shift = max(0, -last)
    quotient, remainder = divmod(size.numerator << shift, size.denominator << max(0, last))
    twice, whole = 2 * remainder, size.denominator << max(0, last)
    quotient += twice > whole or (twice == whole and quotient & 1)
    value = math.inf if quotient.bit_length() + last > largest + 1 else math.ldexp(quotient, last)
    return -value if x < 0 else value


def rounded_once(t: DType, value: Callable[[int], Bounded], w: int) -> float:
    """A number that is no midpoint, from ever more digits after the point: ``w`` of them at first (Ziv's method)."""
    while True:
        n, e = value(w)
        if n - e > 0 or n + e < 0:
            low, high = (rounded_fraction(t, Fraction(end, 1 << w)) for end in (n - e, n + e))
            if low == high:
                return low
        w *= 2


def correct(name: str, t: DType, x: float) -> float:
    """A function of a value of ``t``, rounded once to nearest even (rule 3.5)."""
    special = _special(name, x)
    return _rounded(name, t, x) if special is None else special


@lru_cache(maxsize=1 << 17)
def _rounded(name: str, t: DType, x: float) -> float:
    """Where nothing is special: of a number other than zero, or of zero where the value is finite and not zero."""
    at = Fraction(math.copysign(2.0**200, x) if math.isinf(x) else x)  # atan alone comes here with an infinity
    exact = _rational(name, at)
    if exact is not None:
        return rounded_fraction(t, exact) if exact else 0.0
    w = 96 + 2 * max(0, at.denominator.bit_length() - at.numerator.bit_length())
    return rounded_once(t, lambda digits: bounded(name, at, digits), w)
