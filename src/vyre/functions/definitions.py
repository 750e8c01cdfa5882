"""Each function as a body: from a value of f32, f16 or bf16 by f64 to the value rounded once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from vyre.dtypes import DType, f32, f64, u32
from vyre.functions import circular, constants, exponentials, inverses, logarithms, roots
from vyre.functions.body import Body, Number, Writer
from vyre.ir.literals import CANONICAL_NAN

__all__ = ["body", "unpatched"]

_CORES: Final[dict[str, Callable[[Writer, Number], Number]]] = {
    f.__name__: f
    for f in (
        exponentials.exp, exponentials.exp2, exponentials.expm1, exponentials.sinh, exponentials.cosh, exponentials.tanh,
        logarithms.log, logarithms.log2, logarithms.log10, logarithms.log1p,
        circular.sin, circular.cos, circular.tan, inverses.asin, inverses.acos, inverses.atan, roots.cbrt, roots.rsqrt,
    )
}  # fmt: skip


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


def _core(w: Writer, name: str, x: Number) -> Number:
    return _CORES[name](w, x.to(f64))


@cache
def unpatched(name: str, t: DType) -> Body:
    """A function as f64 has it, rounded to ``t``: wrong for the exceptions of f32 alone, and without NaNs."""
    w = Writer(f"{name}_{t}", t)
    return w.body(_core(w, name, w.argument).to(t))


@cache
def body(name: str, t: DType) -> Body:
    """A function of ``t``, right for every input."""
    w = Writer(f"{name}_{t}", t)
    x = w.argument
    found = _core(w, name, x).to(t)
    if t is f32 and name in constants.EXCEPTIONS:
        bits = x.bits(u32)
        for given, right in constants.EXCEPTIONS[name]:
            found = w.select(bits.equals(given), w.pattern(t, right), found)
    return w.body(w.select(_invalid(w, name, x), w.pattern(t, CANONICAL_NAN[t.name]), found))
