"""Kernels of five kinds, for processes that use them from threads, after forks and while they end."""

from __future__ import annotations

import numpy as np

import vyre as vy

__all__ = ["attempt", "bumped", "bytewise", "counted", "mirrored", "scaled"]


@vy.kernel
def scaled(x: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] * k + i


@vy.kernel
def bumped(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += i


@vy.kernel
def bytewise(x: vy.In[vy.u8], out: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] ^ 85


@vy.kernel(workgroup=64)
def mirrored(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    s = vy.shared(vy.u32, 64)
    i = vy.global_id()
    s[vy.local_id()] = x[i]
    vy.barrier()
    if i < out.size:
        out[i] = s[63 - vy.local_id()]


@vy.kernel(domain="x")
def counted(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        vy.atomic_add(out, x[i] % 16, 1)


def attempt(kind: int, seed: int, n: int, device: str) -> bool:
    """One dispatch of one kind on inputs of its own, at least 16 elements; whether it was right."""
    x = np.random.default_rng(seed).integers(0, 2**32, n, np.uint32)
    i = np.arange(n, dtype=np.uint32)
    if kind == 0:
        return bool((scaled(x, seed, backend=device) == x * np.uint32(seed) + i).all())
    if kind == 1:
        mine = x.copy()
        return bumped(mine, backend=device) is mine and bool((mine == x + i).all())
    if kind == 2:
        b = x.astype(np.uint8)
        return bool((bytewise(b, backend=device) == (b ^ 85)).all())
    if kind == 3:
        whole = np.zeros(-(-n // 64) * 64, np.uint32)
        whole[:n] = x
        return bool((mirrored(x, backend=device) == whole.reshape(-1, 64)[:, ::-1].ravel()[:n]).all())
    return bool((counted(x, backend=device) == np.bincount(x % 16, minlength=n)).all())
