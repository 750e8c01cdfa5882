"""How far a device's own operations are from right, in ULP: what a budget (rule 3.7) is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vyre.dtypes import DType, f32
from vyre.emit.numerics import BUDGETED, GUARDED
from vyre.emit.wgsl.corrected import LARGEST_DIVISOR, LARGEST_QUOTIENT, SMALL_PRODUCT
from vyre.run.probed_numbers import OPERANDS, Numbers, bits, expected
from vyre.run.ulps import ulps

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["errors"]

_OF_INTEGERS: Final = frozenset({"from_u32", "from_i32"})


def errors(given: Numbers, found: Mapping[str, Array]) -> dict[str, tuple[float, float]]:
    """Of each operation, from what it gave: the largest error, and the largest where subnormal operands and results may be zero. Of f32
    divisions and roots also those in the middle of the range (``GUARDED``)."""
    rows = {op: _largest(op, given, native) for op, native in found.items()}
    if given.t is f32:
        for op in (op for op in BUDGETED if op in found):
            middle = _guarded(op, given, found[op])
            rows[GUARDED + op] = middle, middle
    return rows


def _guarded(op: str, given: Numbers, native: Array) -> float:
    """The largest error where a guarded form takes the device's own result (``vyre.emit.wgsl.corrected``)."""
    a, b = ((bits(x) >> np.uint32(23)) & np.uint32(255) for x in given.operands[:2])
    wanted, _ = expected(op, given)
    if op == "sqrt":
        taken = (a > 0) & (a < 255) & (given.operands[0] > 0)
    else:
        top, below = (a, b) if op == "div" else (np.full_like(a, 127), a)
        size = bits(native) & np.uint32(0x7FFFFFFF)
        taken = (top > 0) & (top < 255) & (below > 0) & (below <= LARGEST_DIVISOR)
        taken &= (size >= SMALL_PRODUCT) & (size <= LARGEST_QUOTIENT)
    return float(ulps(native, wanted)[taken].max(initial=0.0))


def _largest(op: str, given: Numbers, native: Array) -> tuple[float, float]:
    with np.errstate(all="ignore"):
        wanted, told = expected(op, given)
        kept = np.where(told, ulps(native, wanted), 0.0)
        at = np.flatnonzero(kept)
        if not len(at):
            return 0.0, 0.0
        least = kept[at]
        some = native[at]
        operands = [x[at] for x in given.operands]
        count = 0 if op in _OF_INTEGERS else OPERANDS.get(op, 1)
        for chosen in product((False, True), repeat=count):
            taken = [_flushed(given.t, x) if k < count and chosen[k] else x for k, x in enumerate(operands)]
            right, told = expected(op, replace(given, operands=(taken[0], taken[1], taken[2])))
            for result in (right, _flushed(given.t, right)):
                least = np.minimum(least, np.where(told, ulps(some, result), 0.0))
    return float(kept.max()), float(least.max())


def _flushed(t: DType, x: Array) -> Array:
    """Subnormal numbers as zeros of their sign. The smallest normal one too: what is flushed may not have been rounded yet."""
    smallest = 2.0**-126 if t.bits == 32 else 2.0**-1022
    return np.where(np.abs(x) <= smallest, np.copysign(x.dtype.type(0), x), x)
