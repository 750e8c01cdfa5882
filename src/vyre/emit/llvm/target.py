"""The few facts about a CPU that change the text: how wide vectors are, and what the hardware masks by itself."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Target"]


@dataclass(frozen=True, slots=True)
class Target:
    """``width``: lanes of a vector of 32-bit elements. ``registers``: vector registers. ``masks``: masked loads and
    stores of every element size, and gathers, are instructions (else LLVM expands them, which is right and slow)."""

    width: int = 4
    registers: int = 16
    masks: bool = False

    @staticmethod
    def of(features: str) -> Target:
        """From LLVM's flattened feature string.

        >>> Target.of("+avx2,+fma").width
        8
        """
        have = {f[1:] for f in features.split(",") if f.startswith("+")}
        if {"avx512f", "avx512bw", "avx512vl", "avx512dq"} <= have:
            return Target(16, 32, True)
        if "avx2" in have:
            return Target(8, 16, False)
        return Target(4, 32 if "neon" in have else 16, False)
