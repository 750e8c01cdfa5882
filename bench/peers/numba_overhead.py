"""Numba's xor through 1, 3 and 12 arrays, parallel as in the table and on one thread (its cheapest call)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba import njit, prange

__all__ = ["KERNELS"]


def xor1(x, key):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(x.size):
        x[i] = x[i] ^ key


def xor3(a, b, out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(a.size):
        out[i] = a[i] ^ b[i]


def xor12(a, b, c, d, e, f, g, h, p, q, r, out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(a.size):
        out[i] = a[i] ^ b[i] ^ c[i] ^ d[i] ^ e[i] ^ f[i] ^ g[i] ^ h[i] ^ p[i] ^ q[i] ^ r[i]


_BODIES: Final[dict[int, Any]] = {1: xor1, 3: xor3, 12: xor12}
_parallel: Any = njit(parallel=True)
KERNELS: Final[dict[str, dict[int, Callable[..., object]]]] = {
    "njit(parallel)": {count: _parallel(body) for count, body in _BODIES.items()},
    "njit, one thread": {count: njit(body) for count, body in _BODIES.items()},
}
