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
    "DFA_CHUNKS",
    "DFA_STATES",
    "HASH_ROUNDS",
    "MANDELBROT_LIMIT",
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
DFA_CHUNKS: Final = 256
DFA_CHUNK: Final = 65536
MANDELBROT_LIMIT: Final = 256

K, M = 1 << 10, 1 << 20


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table. ``n``: elements, or the side of the picture."""

    kernel: str
    size: str
    n: int

    @property
    def name(self) -> str:
        return f"{self.kernel} {self.size}"

    @property
    def out_shape(self) -> tuple[int, ...]:
        if self.kernel == "histogram":
            return (256,)
        if self.kernel == "sum":
            return (1,)
        if self.kernel == "dfa":
            return (DFA_CHUNKS,)
        return (self.n * self.n,) if self.kernel == "mandelbrot" else (self.n,)

    @property
    def out_dtype(self) -> np.dtype[Any]:
        return np.dtype(np.float32 if self.kernel == "saxpy" else np.uint32)

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
            case "histogram" | "sum":
                return {"x": _words(draw, n)}
            case "mandelbrot":
                step = np.float32(3.0 / n)
                return {
                    "side": np.uint32(n),
                    "left": np.float32(-2) + np.float32(variant) * step,
                    "top": np.float32(-1.5),
                    "step": step,
                }
            case "dfa":
                text = draw.integers(0, 256, size=DFA_CHUNKS * DFA_CHUNK, dtype=np.uint8)
                return {"text": text, "table": draw.integers(0, DFA_STATES, size=DFA_STATES * 256, dtype=np.uint32)}
        raise ValueError(f"no inputs for the kernel {self.kernel!r}")


def _words(draw: np.random.Generator, n: int) -> NDArray[np.uint32]:
    return draw.integers(0, 1 << 32, size=n, dtype=np.uint32)


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
    Case("sum", "1M", M),
    Case("sum", "16M", 16 * M),
    Case("mandelbrot", "1024", 1024),
    Case("dfa", "16M", DFA_CHUNKS * DFA_CHUNK),
)


def case_named(name: str) -> Case:
    """The case of that name (``"xor 1M"``)."""
    return next(case for case in CASES if case.name == name)
