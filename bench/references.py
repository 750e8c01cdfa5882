"""How much faster the lane-wise reference is than the scalar one: ``python -m bench.references [--invocations N] [--turns N]``.

Both run the same programs on one core, with the text made before; times are processor time of one whole launch. The
bytes are compared first, so that a faster wrong one can't win.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import vyre as vy
from bench.machine import machine
from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.oracle import Oracle

Kernel = Any


@vy.kernel
def xor(a: vy.In[vy.u32], key: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ key[i]


@vy.kernel
def saxpy(a: vy.f32, x: vy.In[vy.f32], y: vy.In[vy.f32], out: vy.Out[vy.f32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = a * x[i] + y[i]


@vy.kernel
def hash16(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        h = a[i]
        for r in range(vy.u32(16)):
            h = (h ^ (h >> 16)) * 0x7FEB352D + r
        out[i] = h


@vy.kernel
def gather(a: vy.In[vy.u32], x: vy.In[vy.f32], out: vy.Out[vy.f32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = x[a[i] % x.size]


@vy.kernel
def fused64(x: vy.In[vy.f64], out: vy.Out[vy.f64]):
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.fma(x[i], x[i], x[0])


@vy.kernel(domain="a")
def histogram(a: vy.In[vy.u32], counts: vy.InOut[vy.u32]):
    i = vy.global_id()
    if i < a.size:
        vy.atomic_add(counts, a[i] & 255, 1)


@vy.kernel(domain="a", workgroup=256)
def total(a: vy.In[vy.u32], sums: vy.InOut[vy.u32]):
    part = vy.shared(vy.u32, 256)
    k = vy.local_id()
    part[k] = a[vy.global_id()]
    vy.barrier()
    half = vy.u32(128)
    while half > 0:
        if k < half:
            part[k] = part[k] + part[k + half]
        vy.barrier()
        half = half >> 1
    if k == 0:
        vy.atomic_add(sums, 0, part[0])


@vy.kernel
def collatz(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        n = (a[i] & 1023) + 1
        steps = vy.u32(0)
        while n != 1:
            n = vy.select(n % 2 == 0, n // 2, 3 * n + 1)
            steps += 1
        out[i] = steps


CASES: Final[tuple[Kernel, ...]] = (xor, saxpy, hash16, gather, fused64, histogram, total, collatz)


def launch_of(
    kernel: Kernel, count: int
) -> tuple[vy.Program, dict[int, Any], dict[int, tuple[int, ...]], dict[int, Any]]:
    """The program, and arrays, shapes and parameters for ``count`` invocations."""
    program, dice = kernel.program, np.random.default_rng(1)
    arrays: dict[int, Any] = {}
    params: dict[int, Any] = {}
    for k, buffer in enumerate(program.buffers):
        if buffer.role == "uniform":
            params[k] = 1.5
        elif buffer.is_array:
            dtype = np.dtype(buffer.dtype.numpy_name)
            size = 256 if buffer.role == "inout" else count
            whole = (
                dice.random(size).astype(dtype) if dtype.kind == "f" else dice.integers(0, 2**32, size).astype(dtype)
            )
            arrays[k] = whole if buffer.role == "in" else np.zeros(size, dtype)
    return program, arrays, {k: a.shape for k, a in arrays.items()}, params


def timed(
    oracle: Oracle | LaneOracle, given: tuple[Any, ...], count: int, turns: int
) -> tuple[list[float], list[bytes]]:
    """Seconds of each turn, and the bytes that the first left."""
    _, arrays, shapes, params = given
    w0, w1, w2 = oracle.program.workgroup
    grid = (-(-count // (w0 * w1 * w2)), 1, 1)
    seconds: list[float] = []
    left: list[bytes] = []
    memory = {k: bytearray(a.tobytes()) for k, a in arrays.items()}
    for turn in range(turns + 1):  # the first makes the text, and warms up; the arrays stay where they are
        start = time.process_time()
        oracle.run(memory, shapes, params, grid)
        seconds.append(time.process_time() - start)
        left = [bytes(m) for m in memory.values()] if turn == 0 else left
    return seconds[1:], left


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.references", description=__doc__)
    parser.add_argument("--invocations", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    for name, value in machine().items():
        print(f"- {name}: {value}")
    print(
        f"- NumPy {np.__version__}; {given.invocations} invocations; medians of {given.turns} turns after one, of the scalar reference of one\n"
    )
    print("| program | scalar, s | lane-wise, s | spread of it | times as fast |\n|---|---:|---:|---:|---:|")
    makers: tuple[Callable[[vy.Program], Oracle | LaneOracle], ...] = (Oracle, LaneOracle)
    for kernel in CASES:
        launch = launch_of(kernel, given.invocations)
        (slow, wanted), (fast, got) = (
            timed(make(launch[0]), launch, given.invocations, given.turns if make is LaneOracle else 1)
            for make in makers
        )
        if wanted != got:
            raise SystemExit(f"{kernel.__name__}: the two references differ")
        a, b = statistics.median(slow), statistics.median(fast)
        print(f"| {kernel.__name__} | {a:.3f} | {b:.4f} | {min(fast):.4f}–{max(fast):.4f} | {a / b:.0f} |", flush=True)


if __name__ == "__main__":
    main()
