"""Each function as a body of integers: from a value of f32, f16 or bf16 to the value rounded once from 64-bit fixed
point."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from vyre.dtypes import DType, f32, u32
from vyre.functions.body import Body, Number, Writer
from vyre.functions.fixed import circular, exponentials, inverses, logarithms, normal, pairs, roots
from vyre.ir.literals import CANONICAL_NAN

__all__ = ["body", "body_of_two"]

_INFINITY: Final = 0x7F800000
_ONE: Final = 0x3F800000

_CORES: Final[dict[str, Callable[[Writer, Number, DType], Number]]] = {
    f.__name__: f
    for f in (
        exponentials.exp, exponentials.exp2, exponentials.expm1, exponentials.sinh, exponentials.cosh, exponentials.tanh,
        logarithms.log, logarithms.log2, logarithms.log10, logarithms.log1p,
        circular.sin, circular.cos, circular.tan, inverses.atan, inverses.asin, inverses.acos,
        roots.cbrt, roots.rsqrt,
        normal.erf, normal.erfc,
    )
}  # fmt: skip


_CORES_OF_TWO: Final[dict[str, Callable[[Writer, Number, Number, DType], Number]]] = {
    "hypot": roots.hypot,
    "atan2": pairs.atan2,
    "pow": pairs.pow_,
}


def _invalid(name: str, bits: Number) -> Number:
    """Whether a function gives NaN for an f32, given by its bits."""
    size = bits & 0x7FFFFFFF
    if name in ("sin", "cos", "tan"):
        return size >= _INFINITY
    if name in ("asin", "acos"):
        return size > _ONE
    if name == "log1p":
        return (size > _INFINITY) | (bits > _ONE | 1 << 31)
    if name in ("log", "log2", "log10", "rsqrt"):
        return (size > _INFINITY) | (bits > 1 << 31)
    return size > _INFINITY


@cache
def body(name: str, t: DType) -> Body:
    """The body of a function of one number of ``t``, correctly rounded for every input."""
    w = Writer(f"{name}_{t}", t)
    bits = w.argument.to(f32).bits(u32)
    found = _CORES[name](w, bits, t)
    found = w.select(_invalid(name, bits), w.of(u32, CANONICAL_NAN[t.name]), found)
    return w.body(found.to(t.unsigned).bits(t))


def _invalid_of_two(w: Writer, name: str, x: Number, y: Number) -> Number:
    if name == "pow":
        return pairs.pow_invalid(w, x, y)
    a, b = x & 0x7FFFFFFF, y & 0x7FFFFFFF
    nan = (a > _INFINITY) | (b > _INFINITY)
    return nan if name == "atan2" else nan & a.differs(_INFINITY) & b.differs(_INFINITY)


@cache
def body_of_two(name: str, t: DType) -> Body:
    """The body of a function of two numbers of ``t``, correctly rounded for every pair."""
    w = Writer(f"{name}_{t}", t, t)
    x, y = (a.to(f32).bits(u32) for a in w.arguments)
    found = _CORES_OF_TWO[name](w, x, y, t)
    found = w.select(_invalid_of_two(w, name, x, y), w.of(u32, CANONICAL_NAN[t.name]), found)
    return w.body(found.to(t.unsigned).bits(t))
