"""The cases of the table: which kernel, which size, which inputs.

Inputs come from a fixed seed, so every process makes the same ones. Each case has several *variants* of its inputs,
and calls take turns over them: no call repeats the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "CASES",
    "DFA_ACCEPT",
    "DFA_CHUNK",
    "DFA_STATES",
    "HASH_ROUNDS",
    "MANDELBROT_LIMIT",
    "SOFTENING",
    "UNREACHED",
    "Case",
    "Inputs",
    "case_named",
]

Array = NDArray[Any]
Inputs = Mapping[str, Any]

VARIANTS: Final = 2
SEED: Final = 12345

HASH_ROUNDS: Final = 16
DFA_STATES: Final = 16
DFA_ACCEPT: Final = 12  # states from here on count as hits
DFA_CHUNK: Final = 65536
MANDELBROT_LIMIT: Final = 256
SOFTENING: Final = np.float32(1e-3)
UNREACHED: Final = 0xFFFFFFFF
FLOATS: Final = frozenset({"saxpy", "matmul", "matmul_fma", "tiled", "tiled_fma", "stencil", "nbody"})

K, M = 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table. ``n``: elements, bytes of text, or the side of a picture or a matrix; ``skewed``: half of all
    elements are equal, half of the others too, and so on."""

    kernel: str
    size: str
    n: int
    skewed: bool = False

    @property
    def name(self) -> str:
        return f"{self.kernel} {self.size}{' skewed' if self.skewed else ''}"

    @property
    def out_shape(self) -> tuple[int, ...]:
        match self.kernel:
            case "histogram":
                return (256,)
            case "sum" | "popcount":
                return (1,)
            case "dfa":
                return (self.n // DFA_CHUNK,)
            case "mandelbrot":
                return (self.n * self.n,)
            case "matmul" | "matmul_fma" | "tiled" | "tiled_fma" | "stencil":
                return (self.n, self.n)
            case "nbody":
                return (3, self.n)
        return (self.n,)

    @property
    def out_dtype(self) -> np.dtype[Any]:
        return np.dtype(np.float32 if self.kernel in FLOATS else np.uint32)

    @property
    def against(self) -> Case:
        """What the other competitors run in this row: the same product in two roundings a step, where ours has one."""
        kernel = self.kernel.removesuffix("_fma")
        return self if kernel == self.kernel else Case(kernel, self.size, self.n)

    @property
    def moved_bytes(self) -> int:
        """What a call moves at least, where memory is what bounds it; else 0."""
        words = {"xor": 3, "saxpy": 3, "sum": 1, "popcount": 1, "scan": 3}.get(self.kernel, 0)
        return 8 * self.n * self.n if self.kernel == "stencil" else 4 * words * self.n

    def prime(self, given: Inputs, out: Array) -> None:
        """Make ``out`` ready for a call: scribbled over, or what a kernel brings up to date."""
        if self.kernel == "bfs":
            out[...] = given["level"]
        else:
            out.view(np.uint8)[...] = 0xAB

    def inputs(self, variant: int) -> Inputs:
        """The arguments by name. Variant 0 of the generated ones starts at seed 0 and at the whole Mandelbrot set."""
        draw = np.random.default_rng(SEED + variant)
        n = self.n
        match self.kernel:
            case "xor":
                return {"a": _words(draw, n), "b": _words(draw, n)}
            case "saxpy":
                x = draw.standard_normal(n, dtype=np.float32)
                return {"s": np.float32(1.7), "x": x, "y": draw.standard_normal(n, dtype=np.float32)}
            case "hash":
                return {"seed": np.uint32(variant * 0x01234567)}
            case "histogram" | "sum" | "scan" | "popcount":
                return {"x": draw.geometric(0.5, size=n).astype(np.uint32) if self.skewed else _words(draw, n)}
            case "matmul" | "matmul_fma" | "tiled" | "tiled_fma":
                a = draw.standard_normal((n, n), dtype=np.float32)
                return {"a": a, "b": draw.standard_normal((n, n), dtype=np.float32)}
            case "stencil":
                return {"x": draw.standard_normal((n, n), dtype=np.float32)}
            case "nbody":
                places = {name: draw.standard_normal(n, dtype=np.float32) for name in ("px", "py", "pz")}
                return places | {"mass": draw.random(n, dtype=np.float32)}
            case "bfs":
                return _half_searched(draw, n)
            case "mandelbrot":
                step = np.float32(3.0 / n)
                return {
                    "side": np.uint32(n),
                    "left": np.float32(-2) + np.float32(variant) * step,
                    "top": np.float32(-1.5),
                    "step": step,
                }
            case "dfa":
                text = draw.integers(0, 256, size=n, dtype=np.uint8)
                return {"text": text, "table": draw.integers(0, DFA_STATES, size=DFA_STATES * 256, dtype=np.uint32)}
        raise ValueError(f"no inputs for the kernel {self.kernel!r}")


def _words(draw: np.random.Generator, n: int) -> NDArray[np.uint32]:
    return draw.integers(0, 1 << 32, size=n, dtype=np.uint32)


def _half_searched(draw: np.random.Generator, n: int) -> Inputs:
    """A random graph of up to fifteen edges a vertex, searched from vertex 0 until the last level has a sixth of all."""
    edges = draw.integers(0, 16, size=n)
    edges[0] = 15
    first = np.zeros(n + 1, np.uint32)
    first[1:] = np.cumsum(edges)
    to = draw.integers(0, n, size=int(first[-1]), dtype=np.uint32)
    level = np.full(n, UNREACHED, np.uint32)
    level[0] = 0
    sources = np.repeat(np.arange(n, dtype=np.uint32), edges)
    depth = 0
    while 0 < np.count_nonzero(level == depth) <= n // 6:
        reached = to[level[sources] == depth]
        level[reached[level[reached] == UNREACHED]] = depth + 1
        depth += 1
    return {"depth": np.uint32(depth), "first": first, "to": to, "level": level}


CASES: Final = (
    Case("xor", "1K", K),
    Case("xor", "1M", M),
    Case("xor", "16M", 16 * M),
    Case("saxpy", "1K", K),
    Case("saxpy", "1M", M),
    Case("saxpy", "16M", 16 * M),
    Case("hash", "1M", M),
    Case("hash", "16M", 16 * M),
    Case("histogram", "1M", M),
    Case("histogram", "16M", 16 * M),
    Case("histogram", "1M", M, skewed=True),
    Case("histogram", "16M", 16 * M, skewed=True),
    Case("sum", "1M", M),
    Case("sum", "16M", 16 * M),
    Case("scan", "1M", M),
    Case("scan", "16M", 16 * M),
    Case("matmul", "1024", 1024),
    Case("matmul_fma", "1024", 1024),
    Case("tiled", "1024", 1024),
    Case("tiled_fma", "1024", 1024),
    Case("dfa", "16M", 256 * DFA_CHUNK),
    Case("stencil", "2048", 2048),
    Case("nbody", "4096", 4096),
    Case("mandelbrot", "1024", 1024),
    Case("popcount", "16M", 16 * M),
    Case("bfs", "1M", M),
)


def case_named(name: str) -> Case:
    """The case of that name (``"xor 1M"``)."""
    return next(case for case in CASES if case.name == name)
