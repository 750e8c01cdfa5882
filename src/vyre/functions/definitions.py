"""Each function as a body of f64: from a value of f32, f16 or bf16 to the value rounded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from vyre.dtypes import DType, f32, f64, u32
from vyre.functions import circular, constants, exponentials, inverses, logarithms, normal, polar, powers, roots
from vyre.functions.body import Body, Number, Writer
from vyre.ir.literals import CANONICAL_NAN

__all__ = ["body", "body_of_two", "unpatched"]

CoreOfTwo = Callable[[Writer, Number, Number, DType], Number]

_CORES: Final[dict[str, Callable[[Writer, Number], Number]]] = {
    f.__name__: f
    for f in (
        exponentials.exp, exponentials.exp2, exponentials.expm1, exponentials.sinh, exponentials.cosh, exponentials.tanh,
        logarithms.log, logarithms.log2, logarithms.log10, logarithms.log1p,
        circular.sin, circular.cos, circular.tan, inverses.asin, inverses.acos, inverses.atan, roots.cbrt, roots.rsqrt,
        normal.erf, normal.erfc,
    )
}  # fmt: skip
_CORES_OF_TWO: Final[dict[str, CoreOfTwo]] = {"hypot": roots.hypot, "atan2": polar.atan2, "pow": powers.power}


def _finite_or_nan(w: Writer, nan: Number, x: Number, y: Number) -> Number:
    """An infinity is the hypotenuse of anything."""
    return nan & ~(w.op("isinf", x) | w.op("isinf", y))


def _nan_of_either(_w: Writer, nan: Number, _x: Number, _y: Number) -> Number:
    return nan


_INVALID_OF_TWO: Final[dict[str, Callable[[Writer, Number, Number, Number], Number]]] = {
    "hypot": _finite_or_nan,
    "atan2": _nan_of_either,
    "pow": powers.power_invalid,
}


def _invalid(w: Writer, name: str, x: Number) -> Number:
    """Where the function has no value: it gives a NaN there."""
    nan = w.op("isnan", x)
    if name in ("sin", "cos", "tan"):
        return ~w.op("isfinite", x)
    if name in ("asin", "acos"):
        return ~(abs(x) <= 1.0)
    if name == "log1p":
        return ~(x >= -1.0)
    return ~(x >= 0.0) if name in ("log", "log2", "log10", "rsqrt") else nan


@cache
def unpatched(name: str, t: DType) -> Body:
    """A function as f64 has it, rounded to ``t``: wrong for the exceptions of f32 alone, and without NaNs."""
    w = Writer(f"{name}_{t}", t)
    return w.body(_CORES[name](w, w.argument.to(f64)).to(t))


@cache
def body_of_two(name: str, t: DType) -> Body:
    """A function of two numbers of ``t``, right for every pair."""
    w = Writer(f"{name}_{t}", t, t)
    x, y = w.arguments
    found = _CORES_OF_TWO[name](w, x.to(f64), y.to(f64), t).to(t)
    invalid = _INVALID_OF_TWO[name](w, w.op("isnan", x) | w.op("isnan", y), x, y)
    return w.body(w.select(invalid, w.pattern(t, CANONICAL_NAN[t.name]), found))


@cache
def body(name: str, t: DType) -> Body:
    """A function of one number of ``t``, right for every input."""
    w = Writer(f"{name}_{t}", t)
    x = w.argument
    found = _CORES[name](w, x.to(f64)).to(t)
    if t is f32 and name in constants.EXCEPTIONS:
        bits = x.bits(u32)
        for given, right in constants.EXCEPTIONS[name]:
            found = w.select(bits.equals(given), w.pattern(t, right), found)
    return w.body(w.select(_invalid(w, name, x), w.pattern(t, CANONICAL_NAN[t.name]), found))
