"""Mathematical functions of NumPy arrays, rounded once; nothing of vyre computes here.

NumPy's function in f64 decides where both ends of a band around its result round alike, and 120 decimal digits do elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from .exact import TYPES, nearest
from .exact_functions import function_value

__all__ = ["DOUBLES", "rounded"]

_BAND: Final = 2.0**-44
"""256 units of the last place of f64, where NumPy promises 4."""
_TYPES: Final = {"float32": TYPES["f32"], "float16": TYPES["f16"]}
DOUBLES: Final[dict[str, Callable[[Any], Any]]] = {
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    **{
        name: getattr(np, name)
        for name in "exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh cbrt".split()
    },
}


def rounded(name: str, x: Any) -> Any:
    """The function of an f32 or f16, or of each of an array, in its type."""
    given = np.asarray(x)
    kind = _TYPES[given.dtype.name]
    with np.errstate(all="ignore"):
        near = DOUBLES[name](given.astype(np.float64))
        low, high = ((near * scale).astype(given.dtype) for scale in (1 - _BAND, 1 + _BAND))
    found = np.where(np.isnan(near), np.array(np.nan, given.dtype), low)
    for k in np.argwhere((low != high) & ~np.isnan(near)):
        at = tuple(k)
        value = function_value(name, float(given[at]))
        found[at] = nearest(value, kind) if isinstance(value, Fraction) else value
    return found[()]
