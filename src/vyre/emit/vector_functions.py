"""Mathematical functions of many lanes at a time, rounded once (rule 3.5).

NumPy's function in f64 is taken where it decides the result: where both ends of a band around it round to the same number. The band is
2**-36 of the value, that is 2**17 units of the last place of f64, in which libraries are wrong by a few units; one lane in two thousand
lies within it of a midpoint. Those lanes are computed by :mod:`vyre.functions.exact`, as every lane of the scalar reference is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from vyre.dtypes import DType
from vyre.functions.exact import correct
from vyre.functions.exact_of_two import correct_of_two

__all__ = ["in_doubles", "lanes_of"]

_BAND: Final = 2.0**-36
_RENAMED: Final = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "pow": "power"}

Lanes = Any


def in_doubles(name: str, *x: Lanes) -> Lanes:
    """NumPy's function of f64, or Python's, which is wrong by a few units of the last place."""
    if name == "rsqrt":
        return 1.0 / np.sqrt(*x)
    if name in ("erf", "erfc"):  # which NumPy lacks
        return np.vectorize(getattr(math, name), otypes=["f8"])(*x)
    return getattr(np, _RENAMED.get(name, name))(*x)


def _exactly(name: str, t: DType, *x: float) -> float:
    return correct(name, t, *x) if len(x) == 1 else correct_of_two(name, t, *x)


def lanes_of(name: str, rounded: Callable[[DType, Lanes], Lanes]) -> Callable[..., Lanes]:
    """A function on lanes. ``rounded``: f64 rounded once to a type."""

    def function(t: DType, *x: Lanes) -> Lanes:
        given = np.broadcast_arrays(*(np.asarray(one, "f8") * 1.0 for one in x))  # which makes NaNs quiet ones
        found = in_doubles(name, *given)
        low, high = (rounded(t, found * scale) for scale in (1.0 - _BAND, 1.0 + _BAND))
        result = np.array(low)
        open_ = np.flatnonzero((low != high) & (found == found))
        flat, at = result.reshape(-1), [one.reshape(-1) for one in given]
        for n in open_:
            flat[n] = _exactly(name, t, *(float(one[n]) for one in at))
        return result if any(np.ndim(one) for one in x) else result[()]

    return function
