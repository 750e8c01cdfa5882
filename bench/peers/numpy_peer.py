"""NumPy: the reference of every case, in strict order of operations, and a competitor like the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.data import DFA_ACCEPT, DFA_CHUNK, DFA_CHUNKS, HASH_ROUNDS, MANDELBROT_LIMIT, Case, Inputs

__all__ = ["REFERENCES", "NumpyPeer"]

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
    text, table = given["text"].reshape(DFA_CHUNKS, DFA_CHUNK), given["table"]
    state = np.zeros(DFA_CHUNKS, np.uint32)
    hits = np.zeros(DFA_CHUNKS, np.uint32)
    for k in range(DFA_CHUNK):
        state = table[state * 256 + text[:, k]]
        hits += state >= DFA_ACCEPT
    out[...] = hits * 16 + state


REFERENCES: Final[dict[str, Callable[[Inputs, Array], None]]] = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "mandelbrot": mandelbrot,
    "dfa": dfa,
}


class NumpyPeer:
    """NumPy, one thread."""

    def versions(self) -> dict[str, str]:
        return {"numpy": np.__version__}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Callable[[], object]:
        reference = REFERENCES[case.kernel]
        return lambda: reference(given, out)
