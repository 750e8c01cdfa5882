"""The references of all cases: NumPy, in strict order of operations. An ``out`` comes as ``Case.prime`` makes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.data import DFA_ACCEPT, DFA_CHUNK, HASH_ROUNDS, MANDELBROT_LIMIT, SOFTENING, UNREACHED, Inputs

__all__ = ["REFERENCES"]

Array = NDArray[Any]


def xor(given: Inputs, out: Array) -> None:
    np.bitwise_xor(given["a"], given["b"], out=out)


def saxpy(given: Inputs, out: Array) -> None:
    np.multiply(given["x"], given["s"], out=out)
    np.add(out, given["y"], out=out)


def hash_words(given: Inputs, out: Array) -> None:
    out[...] = np.arange(out.size, dtype=np.uint32) ^ given["seed"]
    h = out
    for _ in range(HASH_ROUNDS):
        h ^= h >> 16
        h *= np.uint32(0x85EBCA6B)
        h ^= h >> 13
        h *= np.uint32(0xC2B2AE35)
        h ^= h >> 16
        h += np.uint32(0x9E3779B9)
        h[...] = (h << 5) | (h >> 27)


def histogram(given: Inputs, out: Array) -> None:
    out[...] = np.bincount(given["x"] & 255, minlength=256)


def total(given: Inputs, out: Array) -> None:
    out[0] = np.add.reduce(given["x"], dtype=np.uint32)


def mandelbrot(given: Inputs, out: Array) -> None:
    side = int(given["side"])
    steps = np.arange(side, dtype=np.float32) * given["step"]
    cx = (given["left"] + steps)[None, :].repeat(side, 0).ravel()
    cy = (given["top"] + steps)[:, None].repeat(side, 1).ravel()
    zx, zy = np.zeros_like(cx), np.zeros_like(cy)
    left = np.arange(out.size)  # pixels that have not escaped
    out[...] = 0
    for _ in range(MANDELBROT_LIMIT):
        x2, y2 = zx * zx, zy * zy
        live = ~(x2 + y2 > np.float32(4))
        if not live.all():
            left, zx, zy, cx, cy, x2, y2 = (a[live] for a in (left, zx, zy, cx, cy, x2, y2))
        out[left] += 1
        zy = (np.float32(2) * zx) * zy + cy
        zx = (x2 - y2) + cx


def dfa(given: Inputs, out: Array) -> None:
    text, table = given["text"].reshape(-1, DFA_CHUNK), given["table"]
    state, hits = np.zeros(out.size, np.uint32), np.zeros(out.size, np.uint32)
    for k in range(DFA_CHUNK):
        state = table[state * 256 + text[:, k]]
        hits += state >= DFA_ACCEPT
    out[...] = hits * 16 + state


def scan(given: Inputs, out: Array) -> None:
    np.add.accumulate(given["x"], dtype=np.uint32, out=out)


def popcount(given: Inputs, out: Array) -> None:
    out[0] = np.bitwise_count(given["x"]).sum(dtype=np.uint32)


def matmul(given: Inputs, out: Array) -> None:
    a, b = given["a"], given["b"]
    out[...] = 0
    for k in range(b.shape[0]):
        out += a[:, k, None] * b[k]


def matmul_fma(given: Inputs, out: Array) -> None:
    a, b = given["a"].astype(np.float64), given["b"].astype(np.float64)
    for top in range(0, a.shape[0], 32):  # rows that stay in the cache
        rows = np.zeros((min(32, a.shape[0] - top), b.shape[1]), np.float32)
        for k in range(b.shape[0]):
            rows = _fused(a[top : top + 32, k, None] * b[k], rows)
        out[top : top + 32] = rows


def _fused(product: NDArray[np.float64], addend: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sum in one rounding. ``product`` is exact, as one of two f32 is in f64; the sum of f64 is rounded to odd where that matters (Boldo and
    Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008)."""
    wide = addend.astype(np.float64)
    found = product + wide
    # Rounding twice differs only where the first time gives the middle between two f32, or what has fewer bits in f32.
    middle = (found.view(np.int64) & 0x1FFFFFFF == 0x10000000) | (np.abs(found) < 2.0**-125)
    if middle.any():
        at, addend64 = product[middle], wide[middle]
        some = found[middle]
        part = some - at
        lost = (at - (some - part)) + (addend64 - part)
        bits = some.view(np.int64)
        even = (lost != 0) & (bits & 1 == 0)
        bits += np.where(even, np.where((lost > 0) == (some > 0), 1, -1), 0)
        found[middle] = some
    return found.astype(np.float32)


def stencil(given: Inputs, out: Array) -> None:
    x = given["x"]
    out[...] = x
    inside = ((((x[1:-1, 1:-1] + x[1:-1, :-2]) + x[1:-1, 2:]) + x[:-2, 1:-1]) + x[2:, 1:-1]) * np.float32(0.2)
    out[1:-1, 1:-1] = inside


def nbody(given: Inputs, out: Array) -> None:
    px, py, pz, mass = (given[name] for name in ("px", "py", "pz", "mass"))
    out[...] = 0
    for j in range(px.size):
        dx, dy, dz = px[j] - px, py[j] - py, pz[j] - pz
        r2 = ((dx * dx + dy * dy) + dz * dz) + SOFTENING
        inv = np.float32(1) / np.sqrt(r2)
        s = mass[j] * ((inv * inv) * inv)
        out[0] += dx * s
        out[1] += dy * s
        out[2] += dz * s


def bfs(given: Inputs, out: Array) -> None:
    level, edges = given["level"], np.diff(given["first"].astype(np.int64))
    reached = given["to"][np.repeat(level == given["depth"], edges)]
    out[reached[level[reached] == UNREACHED]] = given["depth"] + 1


REFERENCES: Final[dict[str, Callable[[Inputs, Array], None]]] = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "scan": scan,
    "matmul": matmul,
    "matmul_fma": matmul_fma,
    "tiled": matmul,
    "tiled_fma": matmul_fma,
    "stencil": stencil,
    "nbody": nbody,
    "popcount": popcount,
    "bfs": bfs,
    "mandelbrot": mandelbrot,
    "dfa": dfa,
}
