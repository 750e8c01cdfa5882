"""xor and saxpy in Triton."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import triton  # type: ignore[import-not-found]  # only on machines with an NVIDIA GPU
import triton.language as tl  # type: ignore[import-not-found]

__all__ = ["run"]

BLOCK = 1024


@triton.jit  # type: ignore[untyped-decorator]
def _xor(a, b, o, n, block: tl.constexpr):  # type: ignore[no-untyped-def]
    i = tl.program_id(0) * block + tl.arange(0, block)
    m = i < n
    tl.store(o + i, tl.load(a + i, mask=m) ^ tl.load(b + i, mask=m), mask=m)


@triton.jit  # type: ignore[untyped-decorator]
def _saxpy(s, x, y, o, n, block: tl.constexpr):  # type: ignore[no-untyped-def]
    i = tl.program_id(0) * block + tl.arange(0, block)
    m = i < n
    tl.store(o + i, s * tl.load(x + i, mask=m) + tl.load(y + i, mask=m), mask=m)


def run(case: str, a: Any, b: Any, o: Any, *scalars: Any) -> Callable[[], object]:
    """A launch over PyTorch tensors."""
    n = a.numel()
    grid = (triton.cdiv(n, BLOCK),)
    if case == "xor":
        return lambda: _xor[grid](a, b, o, n, block=BLOCK, num_warps=4)
    return lambda: _saxpy[grid](float(scalars[0]), a, b, o, n, block=BLOCK, num_warps=4, enable_fp_fusion=False)
