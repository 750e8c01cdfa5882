"""How many Python functions of vyre a small call enters. It is what such a call costs, and no clock is needed to see it grow."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

OURS = str(Path(vy.__file__).parent)


@vy.kernel
def xor(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ b[i]


@vy.kernel
def add(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + n


def entered(call: Callable[[], object]) -> Counter[str]:
    """Functions of vyre that a warm call enters on this thread, with how often; of several calls the one with the fewest, since
    one that the operating system interrupts is taken for more work, and shared."""
    tries: list[Counter[str]] = []

    def seen(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS):
            tries[-1][f"{Path(code.co_filename).name}:{code.co_name}"] += 1

    for _ in range(200):  # a first call that the operating system interrupts is taken for a long launch for a while
        call()
    before = sys.getprofile()
    for _ in range(12):
        tries.append(Counter())
        sys.setprofile(seen)
        try:
            call()
        finally:
            sys.setprofile(before)
    return min(tries, key=Counter.total)


A = np.arange(1024, dtype=np.uint32)
B = A[::-1].copy()
# What each device may enter in kernel(a, b), in pipeline(a, b, out=o), and in a bound call. A number takes one more. On the CPU
# machine code looks at the arguments, and Python enters what a call begins with. On WebGPU six of them do what 33 functions of wgpu-py
# would, which are not counted here.
ALLOWED = {"cpu": (3, 1, 1), "cuda": (16, 16, 11), "opencl": (17, 17, 12), "wgpu": (25, 25, 20)}


@pytest.mark.parametrize("way", ["kernel(a, b)", "kernel(a, n)", "pipeline(a, b, out=o)", "bound()"])
def test_a_warm_small_call_enters_few_functions(device: str, session: Session, way: str) -> None:
    if device not in ALLOWED:
        pytest.skip(f"{device} interprets")
    plain, compiled, bound = ALLOWED[device]
    pipeline, out = xor.compile(backend=device), np.zeros_like(A)
    calls: dict[str, tuple[Callable[[], object], int]] = {
        "kernel(a, b)": (lambda: xor(A, B, backend=device), plain),
        "kernel(a, n)": (lambda: add(A, 3, backend=device), plain + 1),
        "pipeline(a, b, out=o)": (lambda: pipeline(A, B, out=out), compiled),
        "bound()": (pipeline.bind(A, B, out=out), bound),
    }
    call, allowed = calls[way]
    found = entered(call)
    assert sum(found.values()) <= allowed, dict(found)


def test_the_counter_counts() -> None:
    found = entered(lambda: xor(A[::-1], B, backend="reference"))  # copies an argument, interprets
    assert sum(found.values()) > 3 * ALLOWED["wgpu"][0]
