"""Numba: ``@njit(parallel=True)``. It has no workgroups on the CPU, so these are its own idiomatic loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba
import numpy as np
from numba import float32, njit, prange, uint32
from numpy.typing import NDArray

from bench.data import Case, Inputs

__all__ = ["NumbaPeer"]

Array = NDArray[Any]
_parallel: Any = njit(parallel=True)
_numba: Any = numba  # its settings are attributes that it makes at run time


@_parallel
def _nothing(out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(out.size):
        out[i] = uint32(0)


@_parallel
def xor(a, b, out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(a.size):
        out[i] = a[i] ^ b[i]


@_parallel
def saxpy(s, x, y, out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(x.size):
        out[i] = s * x[i] + y[i]


@_parallel
def hash_words(seed, out):  # type: ignore[no-untyped-def]  # Numba infers
    for i in prange(out.size):
        h = uint32(uint32(i) ^ seed)
        for _ in range(16):
            h = uint32(h ^ (h >> uint32(16)))
            h = uint32(h * uint32(0x85EBCA6B))
            h = uint32(h ^ (h >> uint32(13)))
            h = uint32(h * uint32(0xC2B2AE35))
            h = uint32(h ^ (h >> uint32(16)))
            h = uint32(h + uint32(0x9E3779B9))
            h = uint32((h << uint32(5)) | (h >> uint32(27)))
        out[i] = h


@_parallel
def histogram(x, out, threads):  # type: ignore[no-untyped-def]  # Numba infers
    # Four histograms a thread: neighbouring equal values do not wait for each other's store.
    local = np.zeros((threads * 4, 256), np.uint32)
    n = x.size
    for t in prange(threads):
        for i in range(t * n // threads // 4, (t + 1) * n // threads // 4):
            for q in range(4):
                local[t * 4 + q, x[4 * i + q] & uint32(255)] += uint32(1)
    for i in range(256):
        s = uint32(0)
        for t in range(threads * 4):
            s = uint32(s + local[t, i])
        out[i] = s


@_parallel
def total(x, out, threads):  # type: ignore[no-untyped-def]  # Numba infers
    part = np.zeros(threads, np.uint32)
    n = x.size
    for t in prange(threads):
        s = uint32(0)
        for i in range(t * n // threads, (t + 1) * n // threads):
            s = uint32(s + x[i])
        part[t] = s
    s = uint32(0)
    for t in range(threads):
        s = uint32(s + part[t])
    out[0] = s


@_parallel
def mandelbrot(side, left, top, step, out):  # type: ignore[no-untyped-def]  # Numba infers
    for y in prange(side):
        cy = top + float32(y) * step
        for x in range(side):
            cx = left + float32(x) * step
            zx = float32(0)
            zy = float32(0)
            count = uint32(0)
            while count < uint32(256):
                x2 = zx * zx
                y2 = zy * zy
                if x2 + y2 > float32(4):
                    break
                count = uint32(count + uint32(1))
                zy = (float32(2) * zx) * zy + cy
                zx = (x2 - y2) + cx
            out[y * side + x] = count


@_parallel
def dfa(text, table, out):  # type: ignore[no-untyped-def]  # Numba infers
    # Eight chunks side by side: one chunk alone is a chain of dependent loads.
    for g in prange(32):
        state = np.zeros(8, np.uint32)
        hits = np.zeros(8, np.uint32)
        for j in range(65536):
            for q in range(8):
                s = table[state[q] * uint32(256) + text[(g * 8 + q) * 65536 + j]]
                state[q] = s
                if s >= uint32(12):
                    hits[q] += uint32(1)
        for q in range(8):
            out[g * 8 + q] = hits[q] * uint32(16) + state[q]


_KERNELS: Final = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "mandelbrot": mandelbrot,
    "dfa": dfa,
}


class NumbaPeer:
    """Numba with its default threading layer and thread count."""

    def versions(self) -> dict[str, str]:
        _nothing(np.zeros(4, np.uint32))  # the threading layer is chosen at the first parallel call
        return {
            "numba": numba.__version__,
            "threads": str(_numba.config.NUMBA_NUM_THREADS),
            "threading layer": _numba.threading_layer(),
        }

    def prepare(self, case: Case, given: Inputs, out: Array) -> Callable[[], object]:
        kernel = _KERNELS[case.kernel]
        threads = _numba.config.NUMBA_NUM_THREADS
        arguments = tuple(given.values())
        if case.kernel == "mandelbrot":
            arguments = (case.n, *arguments[1:])  # a loop bound is a signed number in Numba
        arguments += (out, threads) if case.kernel in ("histogram", "sum") else (out,)
        return lambda: kernel(*arguments)
