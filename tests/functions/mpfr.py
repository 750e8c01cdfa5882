"""Correctly rounded results by MPFR, which shares no code with this project."""

from __future__ import annotations

from typing import Any, Final

import gmpy2
import numpy as np

from tests.functions.inputs import Bits
from vyre.ir.literals import CANONICAL_NAN

__all__ = ["by_mpfr"]

_RENAMED: Final = {"rsqrt": "rec_sqrt"}
_MINUS_ZERO: Final = 1 << 31
_F32: Final = {"precision": 24, "emin": -148, "emax": 128, "subnormalize": True}


def by_mpfr(name: str, given: Bits) -> Bits:
    """The bits of the results of a function of f32, for inputs that are given as bits."""
    mpfr: Any = gmpy2  # it has no type annotations
    function = getattr(mpfr, _RENAMED.get(name, name))
    found = np.empty(len(given), np.float32)
    with mpfr.context(**_F32):
        for k, x in enumerate(given.view(np.float32).tolist()):
            found[k] = float(function(mpfr.mpfr(x)))
    if name == "rsqrt":
        found[given == _MINUS_ZERO] = -np.inf  # IEEE 754-2019, 9.2.1; MPFR gives +inf
    return np.where(np.isnan(found), np.uint32(CANONICAL_NAN["f32"]), found.view(np.uint32))
