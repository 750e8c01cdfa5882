"""The few facts about a CPU that change the text: how wide vectors are, and what the hardware masks by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LARGE", "Target"]

LARGE: Final = 12 << 20
"""Bytes of an output that is stored past the caches: it is more than one thread's share of them."""


@dataclass(frozen=True, slots=True)
class Target:
    """``width``: lanes of a vector of 32-bit elements. ``registers``: vector registers. ``masks``: gathers, and masked
    loads and stores of elements of 4 and 8 bytes, are instructions; ``byte_masks``: those of single bytes too. Where
    they are not, LLVM expands them into a branch per lane, so the emitter asks first whether all lanes are on.
    ``halves``: f32 to f16 and back are instructions (elsewhere they would be calls of a library, one a lane). ``streams``:
    a store of a whole vector past the caches is an instruction, ordered by ``sfence``."""

    width: int = 4
    registers: int = 16
    masks: bool = False
    byte_masks: bool = False
    halves: bool = False
    streams: bool = False

    def masks_natively(self, memory: str) -> bool:
        """Whether a masked access to elements of an LLVM type is one instruction."""
        return self.byte_masks if memory in ("i8", "i16") else self.masks

    @property
    def scatters(self) -> bool:
        """Whether a scatter of elements of 4 and 8 bytes is one instruction; so far only AVX-512 has it."""
        return self.width == 16

    @staticmethod
    def of(features: str) -> Target:
        """From LLVM's flattened feature string.

        >>> Target.of("+avx2,+fma").width
        8
        """
        have = {f[1:] for f in features.split(",") if f.startswith("+")}
        halves = bool(have & {"f16c", "fp-armv8"})
        if {"avx512f", "avx512bw", "avx512vl", "avx512dq"} <= have:
            return Target(16, 32, True, True, halves, True)
        if "avx2" in have:
            return Target(8, 16, True, False, halves, True)
        return Target(4, 32 if "neon" in have else 16, halves=halves)
