"""Kernels that never end, or late, for child processes: a kernel's text must be in a file."""

from __future__ import annotations

import vyre as vy


@vy.kernel(domain="a")
def spins(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    x = a[i]
    while x != 0:
        x = x * 3 | 1
    if i < out.size:
        out[i] = x


@vy.kernel(domain="a")
def plus(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + 1


@vy.kernel(domain="a")
def takes_long(a: vy.InOut[vy.u32], rounds: vy.u32) -> None:
    """Each workgroup a few milliseconds, many of them."""
    i = vy.global_id()
    x = a[i] + i
    left = rounds
    while left != 0:
        x = (x ^ left) * 0x85EBCA6B
        left -= 1
    a[i] = x | 1
