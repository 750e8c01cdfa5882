"""The distance of two floats in ULP: how many steps lie between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ulps"]


def ulps(a: Array, b: Array) -> Array:
    """How many steps lie from each float to the other, from float to next float; -0 is one step below +0. Infinite between a NaN and
    a number, 0 between two NaNs. Exact up to 2^53.

    >>> ulps(np.array([1, 0], np.float32), np.array([1.0000001, -0.0], np.float32)).tolist()
    [1.0, 1.0]
    """
    top = np.asarray(1 << (8 * a.dtype.itemsize - 1), f"u{a.dtype.itemsize}")
    x, y = a.view(top.dtype), b.view(top.dtype)
    p, q = x & (top - 1), y & (top - 1)
    apart: Array = np.maximum(p, q) - np.minimum(p, q)
    across: Array = p.astype(np.float64) + q.astype(np.float64) + 1
    found = np.where((x ^ y) & top != 0, across, apart.astype(np.float64))
    return np.where(np.isnan(a) != np.isnan(b), np.inf, np.where(np.isnan(a), 0.0, found))
