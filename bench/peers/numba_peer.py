"""Numba: ``@njit(parallel=True)``. It has no workgroups on the CPU, so these are its own idiomatic loops."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import float32, njit, prange, types, uint32
from numba.extending import intrinsic
from numpy.typing import NDArray

from bench.data import Case, Inputs
from bench.peers import Job

__all__ = ["NumbaPeer"]

Array = NDArray[Any]
_parallel: Any = njit(parallel=True)
_without_checks: Any = njit(parallel=True, error_model="numpy")  # a division by zero is no exception
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
    for g in prange(out.size // 8):
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


@intrinsic  # type: ignore[misc,unused-ignore]  # Numba has no types
def _ones(typing, word):  # type: ignore[no-untyped-def]
    """The processor's count of ones, which Numba has no name for."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.uint32(types.uint32), generate


@_parallel
def popcount(x, out, threads):  # type: ignore[no-untyped-def]  # Numba infers
    part = np.zeros(threads, np.uint32)
    n = x.size
    for t in prange(threads):
        s = uint32(0)
        for i in range(t * n // threads, (t + 1) * n // threads):
            s = uint32(s + _ones(x[i]))
        part[t] = s
    s = uint32(0)
    for t in range(threads):
        s = uint32(s + part[t])
    out[0] = s


@_parallel
def scan(x, out, threads):  # type: ignore[no-untyped-def]  # Numba infers
    part = np.zeros(threads + 1, np.uint32)
    n = x.size
    for t in prange(threads):
        s = uint32(0)
        for i in range(t * n // threads, (t + 1) * n // threads):
            s = uint32(s + x[i])
        part[t + 1] = s
    for t in range(threads):
        part[t + 1] = uint32(part[t + 1] + part[t])
    for t in prange(threads):
        s = part[t]
        for i in range(t * n // threads, (t + 1) * n // threads):
            s = uint32(s + x[i])
            out[i] = s


@_parallel
def matmul(a, b, out):  # type: ignore[no-untyped-def]  # Numba infers
    n = a.shape[0]
    for i in prange(n):
        for j in range(n):
            out[i, j] = float32(0)
        for k in range(n):
            factor = a[i, k]
            for j in range(n):
                out[i, j] += factor * b[k, j]


@_parallel
def tiled(a, b, out):  # type: ignore[no-untyped-def]  # Numba infers
    # Blocks of 8 x 64 with sums of their own.
    n = a.shape[0]
    across = n // 64
    for t in prange((n // 8) * across):
        top = (t // across) * 8
        side = (t % across) * 64
        sums = np.zeros((8, 64), np.float32)
        for k in range(n):
            for q in range(8):
                factor = a[top + q, k]
                for j in range(64):
                    sums[q, j] += factor * b[k, side + j]
        for q in range(8):
            for j in range(64):
                out[top + q, side + j] = sums[q, j]


@_parallel
def stencil(x, out):  # type: ignore[no-untyped-def]  # Numba infers
    n = x.shape[0]
    fifth = float32(0.2)
    for i in prange(n):
        if i == 0 or i == n - 1:
            for j in range(n):
                out[i, j] = x[i, j]
        else:
            out[i, 0] = x[i, 0]
            out[i, n - 1] = x[i, n - 1]
            for j in range(1, n - 1):
                out[i, j] = ((((x[i, j] + x[i, j - 1]) + x[i, j + 1]) + x[i - 1, j]) + x[i + 1, j]) * fifth


@_without_checks
def nbody(px, py, pz, mass, out):  # type: ignore[no-untyped-def]  # Numba infers
    # Sixteen bodies side by side.
    n = px.size
    one = float32(1)
    softening = float32(1e-3)
    for g in prange(n // 16):
        sums = np.zeros((3, 16), np.float32)
        for j in range(n):
            for q in range(16):
                i = g * 16 + q
                dx = px[j] - px[i]
                dy = py[j] - py[i]
                dz = pz[j] - pz[i]
                r2 = ((dx * dx + dy * dy) + dz * dz) + softening
                inv = one / np.sqrt(r2)
                s = mass[j] * ((inv * inv) * inv)
                sums[0, q] += dx * s
                sums[1, q] += dy * s
                sums[2, q] += dz * s
        for q in range(16):
            for k in range(3):
                out[k, g * 16 + q] = sums[k, q]


@_parallel
def bfs(depth, first, to, level, found):  # type: ignore[no-untyped-def]  # Numba infers
    for v in prange(level.size):
        if level[v] == depth:
            for e in range(first[v], first[v + 1]):
                w = to[e]
                if level[w] == uint32(0xFFFFFFFF):
                    found[w] = depth + uint32(1)


_KERNELS: Final = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "mandelbrot": mandelbrot,
    "dfa": dfa,
    "scan": scan,
    "matmul": matmul,
    "tiled": tiled,
    "stencil": stencil,
    "nbody": nbody,
    "popcount": popcount,
    "bfs": bfs,
}
_IN_STRIPS: Final = frozenset({"histogram", "sum", "scan", "popcount"})


class NumbaPeer:
    """Numba with its default threading layer and thread count."""

    def versions(self) -> dict[str, str]:
        _nothing(np.zeros(4, np.uint32))  # the threading layer is chosen at the first parallel call
        return {
            "numba": numba.__version__,
            "threads": str(_numba.config.NUMBA_NUM_THREADS),
            "threading layer": _numba.threading_layer(),
        }

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        kernel = _KERNELS[case.kernel]
        threads = _numba.config.NUMBA_NUM_THREADS
        arguments = tuple(given.values())
        if case.kernel == "mandelbrot":
            arguments = (case.n, *arguments[1:])  # a loop bound is a signed number in Numba
        arguments += (out, threads) if case.kernel in _IN_STRIPS else (out,)
        return Job(lambda: kernel(*arguments))
