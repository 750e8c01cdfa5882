"""Rule 5.3 on devices that end long loops by themselves: all iterations, or an error, never other bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.errors import DispatchFailed


@vy.kernel(workgroup=64)
def uniform(x: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    total = vy.u32(0)
    for k in range(n):
        total += x[i] ^ (k & 1)
    if i < out.size:
        out[i] = total


@vy.kernel(workgroup=64)
def divergent(x: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    total = vy.u32(0)
    for k in range(n - (x[i] >> 1)):
        total += x[i] ^ (k & 1)
    if i < out.size:
        out[i] = total


@vy.kernel(workgroup=64)
def left(x: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    total = vy.u32(0)
    for k in range(n):
        total += x[i] ^ (k & 1)
        if total == 0xFFFFFFFF:
            break
    if i < out.size:
        out[i] = total


@pytest.mark.parametrize("count", [65_535, 65_536, 70_000])
@pytest.mark.parametrize("kernel", [uniform, divergent, left], ids=["uniform", "divergent", "left"])
def test_5_3_a_loop_runs_to_its_end_or_is_an_error(kernel: Any, count: int, target: str) -> None:
    x = np.zeros(64, np.uint32)
    try:
        out = kernel(x, count, backend=target)
    except DispatchFailed as error:
        assert error.code == "R823"  # noqa: PT017 - the other outcome is as good
        assert count > 65_535
    else:
        assert out.tolist() == [count // 2] * 64
