"""Mathematical functions of many lanes at a time, rounded once (rule 3.5).

NumPy's function in f64 is taken where it decides the result: where both ends of a band around it round to the same number. The band is
2**-36 of the value, that is 2**17 units of the last place of f64, in which libraries are wrong by a few units; one lane in two thousand
lies within it of a midpoint. Those lanes are computed by :mod:`vyre.functions.exact`, as every lane of the scalar reference is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from vyre.dtypes import DType
from vyre.functions.exact import correct

__all__ = ["in_doubles", "lanes_of"]

_BAND: Final = 2.0**-36
_RENAMED: Final = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}

Lanes = Any


def in_doubles(name: str, x: Lanes) -> Lanes:
    """NumPy's function of f64, which is wrong by a few units of the last place."""
    if name == "rsqrt":
        return 1.0 / np.sqrt(x)
    return getattr(np, _RENAMED.get(name, name))(x)


def lanes_of(name: str, rounded: Callable[[DType, Lanes], Lanes]) -> Callable[[DType, Lanes], Lanes]:
    """A function on lanes. ``rounded``: f64 rounded once to a type."""

    def function(t: DType, x: Lanes) -> Lanes:
        given = np.asarray(x, "f8")
        found = in_doubles(name, given)
        low, high = (rounded(t, found * scale) for scale in (1.0 - _BAND, 1.0 + _BAND))
        result = np.array(low)
        open_ = np.flatnonzero((low != high) & (found == found))
        flat, at = result.reshape(-1), given.reshape(-1)
        for n in open_:
            flat[n] = correct(name, t, float(at[n]))
        return result if np.ndim(x) else result[()]

    return function
