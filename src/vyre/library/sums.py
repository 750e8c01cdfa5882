"""Sums, products, means and variances of floats that are exact and then rounded once."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

import numpy as np

from vyre.doors import door
from vyre.dtypes import BY_NAME
from vyre.errors import ArgumentTypeError, ArgumentValueError
from vyre.functions.exact import rounded_fraction
from vyre.library.accumulator import (
    ADD_ELEMENTS,
    ADD_PRODUCTS,
    DIGITS,
    FINITE,
    INFINITE,
    LOWEST,
    MINUS_INFINITE,
    NAN,
    PER_ROW,
    TERMS,
)

__all__ = ["dot", "mean", "sum", "var"]

_OURS: Final = {"float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64"}


@door
def sum(x: Any, *, backend: str | None = None) -> Any:
    """The exact sum of all elements, rounded once to the type of ``x``.

    ``x``: an array of f16, bf16, f32 or f64 of any shape; ``backend``: a device's id, or the default one. A NaN among
    the elements, or infinities of both signs, give NaN; an empty array gives 0, and an array of only -0 gives -0.
    Raises A602 for elements of another type, and a VyreError that names the type where the device lacks it.

    >>> import numpy as np
    >>> import vyre.library
    >>> vyre.library.sum(np.array([0.1] * 10, np.float64))
    np.float64(1.0)
    """
    array = _array(x, "x")
    return _rounded(_total(array, array, products=False, backend=backend), array.dtype, 1)


@door
def dot(x: Any, y: Any, *, backend: str | None = None) -> Any:
    """The exact sum of the products of elements at the same index, rounded once to the type of both arrays.

    ``x``, ``y``: arrays of f16, bf16 or f32, of one type and one shape. Raises A602 for other types and A615 for
    different shapes.

    >>> import numpy as np
    >>> import vyre.library
    >>> vyre.library.dot(np.array([1e4, 1.0], np.float32), np.array([1e-4, -1.0], np.float32))
    np.float32(-2.5262125e-08)
    """
    a, b = _array(x, "x", narrow=True), _array(y, "y", narrow=True)
    if a.dtype != b.dtype or a.shape != b.shape:
        raise ArgumentValueError(
            "dot takes two arrays of one type and one shape",
            code="A615" if a.dtype == b.dtype else "A602",
            fix="convert or reshape one of them, such as y.astype(x.dtype).reshape(x.shape)",
            actual=f"x is {a.dtype} {a.shape}, y is {b.dtype} {b.shape}",
        )
    return _rounded(_total(a, b, products=True, backend=backend), a.dtype, 1)


@door
def mean(x: Any, *, backend: str | None = None) -> Any:
    """The exact sum, divided by the number of elements and rounded once. As :func:`sum`, but an empty array gives NaN.

    >>> import numpy as np
    >>> import vyre.library
    >>> vyre.library.mean(np.array([1.0, 2.0, 4.0], np.float32))
    np.float32(2.3333333)
    """
    array = _array(x, "x")
    return _rounded(_total(array, array, products=False, backend=backend), array.dtype, array.size)


@door
def var(x: Any, *, ddof: int = 0, backend: str | None = None) -> Any:
    """The exact variance, rounded once: (sum of squares - square of the sum / n) / (n - ``ddof``).

    ``x``: an array of f16, bf16 or f32. Fewer than ``ddof`` + 1 elements, or one that is not finite, give NaN. Raises
    A602 for other types.

    >>> import numpy as np
    >>> import vyre.library
    >>> vyre.library.var(np.array([1.0, 2.0, 4.0], np.float32))
    np.float32(1.5555556)
    """
    array = _array(x, "x", narrow=True)
    total = _total(array, array, products=False, backend=backend)
    squares = _total(array, array, products=True, backend=backend)
    if array.size <= ddof or not isinstance(total, Fraction) or not isinstance(squares, Fraction):
        return array.dtype.type(math.nan)
    return _rounded(squares - total * total / array.size, array.dtype, array.size - ddof)


def _array(x: Any, name: str, *, narrow: bool = False) -> np.ndarray[Any, Any]:
    array: np.ndarray[Any, Any] = np.asarray(x)
    allowed = [ours for numpy, ours in _OURS.items() if not (narrow and numpy == "float64")]
    if _OURS.get(array.dtype.name) not in allowed:
        raise ArgumentTypeError(
            f"{name} has elements of another type than {', '.join(allowed)}",
            code="A602",
            fix=f"convert it: {name}.astype(np.float32)",
            actual=f"{name} is {array.dtype}",
        )
    return np.ascontiguousarray(array).reshape(-1)


def _total(
    x: np.ndarray[Any, Any], y: np.ndarray[Any, Any], *, products: bool, backend: str | None
) -> Fraction | float:
    """The exact sum as a Fraction, or -0.0, an infinity or NaN as a float."""
    if not x.size:
        return Fraction(0)
    groups = -(-x.size // TERMS)
    rows = np.zeros(-(-groups // PER_ROW) * DIGITS, np.int32)
    flags = np.zeros(1, np.uint32)
    (ADD_PRODUCTS if products else ADD_ELEMENTS)(x, y, rows, flags, grid=groups, backend=backend)
    seen = int(flags[0])
    infinite = seen & (INFINITE | MINUS_INFINITE)
    if seen & NAN or infinite == INFINITE | MINUS_INFINITE:
        return math.nan
    if infinite:
        return math.inf if infinite == INFINITE else -math.inf
    if not seen & FINITE:
        return -0.0
    digits = rows.reshape(-1, DIGITS).astype(np.int64).sum(axis=0).tolist()
    whole = 0
    for digit in reversed(digits):
        whole = (whole << 16) + digit
    return Fraction(whole, 1 << -LOWEST)


def _rounded(total: Fraction | float, dtype: np.dtype[Any], divisor: int) -> Any:
    if not divisor:
        return dtype.type(math.nan)
    if not isinstance(total, Fraction):
        return dtype.type(total)
    if not total:
        return dtype.type(0.0)
    value = rounded_fraction(BY_NAME[_OURS[dtype.name]], total / divisor)
    return dtype.type(value)
