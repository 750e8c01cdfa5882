"""Kernels as users of Numba, Taichi and Warp write them by habit; only decorator and annotations are vyre's.

``wall`` is the code of the first error that such a user meets (None: it runs as written), ``edits`` what its Fix says
to change; the edited kernel runs and is compared with NumPy. Later walls of the same kernel are further edits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["HABITS", "Habit"]


@dataclass(frozen=True, slots=True)
class Habit:
    name: str
    of: str
    text: str
    args: Callable[[], list[Any]]
    expected: Callable[..., Any]
    walls: list[tuple[str, str, str]] = field(default_factory=list)  # code, the text to replace, what the Fix says
    domain: int | None = None


def _f(n: int = 64) -> Any:
    return np.random.default_rng(1).random(n, dtype=np.float32)


def _u(n: int = 64, high: int = 1000) -> Any:
    return np.random.default_rng(2).integers(0, high, n, dtype=np.uint32)


def _matmul(a: Any, b: Any) -> Any:
    out = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        out += np.outer(a[:, k], b[k])
    return out


def _mandel(xs: Any, ys: Any) -> list[int]:
    found = []
    for cx, cy in zip(xs, ys, strict=True):
        x = y = np.float32(0)
        count = 20
        for n in range(20):
            x, y = x * x - y * y + cx, np.float32(2) * x * y + cy
            if x * x + y * y >= 4:
                count = n
                break
        found.append(count)
    return found


def _life(a: Any, n: int) -> Any:
    around = sum(np.roll(a, (di, dj), (0, 1)) for di in (-1, 0, 1) for dj in (-1, 0, 1) if di or dj)
    return ((around == 3) | ((around == 2) & (a == 1))).astype(np.int32) + 0 * n


def _horner(a: Any) -> list[int]:
    value = 0
    for x in a[::-1].tolist():
        value = (value * 31 + x) % 2**32
    return [value] * a.size


def _lcg(seed: int, n: int) -> Any:
    state = np.uint32(seed) ^ np.arange(n, dtype=np.uint32)
    for _ in range(8):
        state = state * np.uint32(1664525) + np.uint32(1013904223)
    return (state >> np.uint32(8)).astype(np.float32) / np.float32(16777216.0)


HABITS: list[Habit] = [
    Habit("saxpy", "Numba", """
@vy.kernel
def saxpy(a: vy.f32, x: vy.In[vy.f32], y: vy.In[vy.f32], out: vy.Out[vy.f32]):
    i = vy.global_id()
    if i < x.shape[0]:
        out[i] = a * x[i] + y[i]
""", lambda: [2.0, _f(), _f()], lambda a, x, y: np.float32(a) * x + y),
    Habit("matmul", "Numba", """
@vy.kernel(domain=lambda A, B: (A.shape[0], B.shape[1]))
def matmul(A: vy.In[vy.f32], B: vy.In[vy.f32], C: vy.Out[vy.f32]):
    i, j = vy.global_id(0), vy.global_id(1)
    if i < C.shape[0] and j < C.shape[1]:
        tmp = 0.
        for k in range(A.shape[1]):
            tmp += A[i, k] * B[k, j]
        C[i, j] = tmp
""", lambda: [_f(16).reshape(4, 4), _f(16).reshape(4, 4)], _matmul),
    Habit("mandelbrot", "Numba", """
@vy.func
def mandel(x, y, max_iters):
    c = complex(x, y)
    z = 0.0j
    for i in range(max_iters):
        z = z * z + c
        if (z.real * z.real + z.imag * z.imag) >= 4:
            return i
    return max_iters

@vy.kernel
def k(xs: vy.In[vy.f32], ys: vy.In[vy.f32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = mandel(xs[i], ys[i], 20)
""", lambda: [_f() * 3 - 2, _f() * 2 - 1], _mandel, [
        ("K144", """    c = complex(x, y)
    z = 0.0j
    for i in range(max_iters):
        z = z * z + c
        if (z.real * z.real + z.imag * z.imag) >= 4:
""", """    a = 0.0
    b = 0.0
    for i in range(max_iters):
        a, b = a * a - b * b + x, 2 * a * b + y
        if a * a + b * b >= 4:
"""),
    ]),
    Habit("reduce", "Numba", """
@vy.kernel(workgroup=64)
def reduce(a: vy.In[vy.i32], out: vy.Out[vy.i32, 1]):
    s = vy.shared(vy.i32, 64)
    tid = vy.local_id()
    i = vy.group_id() * vy.workgroup_size() + tid
    s[tid] = a[i] if i < a.size else 0
    vy.barrier()
    stride = 64 // 2
    while stride > 0:
        if tid < stride:
            s[tid] += s[tid + stride]
        vy.barrier()
        stride //= 2
    if tid == 0:
        out[vy.group_id()] = s[0]
""", lambda: [_u().astype(np.int32)], lambda a: [a.sum()], domain=64),
    Habit("histogram", "Numba", """
@vy.kernel(grid=2)
def hist(data: vy.In[vy.u8], counts: vy.InOut[vy.u32]):
    start = vy.global_id()
    stride = vy.workgroup_size() * vy.num_groups()
    for i in range(start, data.size, stride):
        vy.atomic_add(counts, data[i], 1)
""", lambda: [_u(2000, 256).astype(np.uint8), np.zeros(256, np.uint32)], lambda data, counts: np.bincount(data, minlength=256), [
        ("K156", """    for i in range(start, data.size, stride):
        vy.atomic_add(counts, data[i], 1)
""", """    i = start
    while i < data.size:
        vy.atomic_add(counts, data[i], 1)
        i += stride
"""),
    ]),
    Habit("primes", "Numba", """
@vy.kernel
def primes(a: vy.In[vy.u32], out: vy.Out[vy.bool_]):
    i = vy.global_id()
    n = a[i]
    is_prime = True
    if n < 2:
        is_prime = False
    d = 2
    while d * d <= n:
        if n % d == 0:
            is_prime = False
            break
        d += 1
    if i < out.size:
        out[i] = is_prime
""", lambda: [_u(64, 200)], lambda a: [n > 1 and all(n % d for d in range(2, n)) for n in a.tolist()]),
    Habit("quantise", "Numba", """
@vy.kernel
def quant(x: vy.In[vy.f32], out: vy.Out[vy.u8]):
    i = vy.global_id()
    v = int(x[i] * 255.0 + 0.5)
    if v > 255:
        v = 255
    out[i] = v
""", lambda: [_f() * 2], lambda x: np.minimum((x * np.float32(255.0) + np.float32(0.5)).astype(np.int32), 255), [
        ("K208", "int(x[i] * 255.0 + 0.5)", "vy.i32(x[i] * 255.0 + 0.5)"),
        ("K200", "out[i] = v", "out[i] = vy.u8(v)"),
    ]),
    Habit("backwards", "Numba", """
@vy.kernel
def horner(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    acc = 0
    for k in range(len(a) - 1, -1, -1):
        acc = acc * 31 + a[k]
    out[i] = acc
""", lambda: [_u()], _horner, [("K204", "len(a) - 1, -1", "vy.i32(len(a) - 1), -1")]),
    Habit("count", "Numba", """
@vy.kernel
def below(a: vy.In[vy.f32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    n = 0
    for k in range(4):
        n += a[i * 4 + k] < 0.5
    out[i] = n
""", lambda: [_f()], lambda a: (a.reshape(-1, 4) < 0.5).sum(1).tolist() + [4] * 48, [
        ("K202", "a[i * 4 + k] < 0.5", "vy.u32(a[i * 4 + k] < 0.5)"),
    ]),
    Habit("fill", "Taichi", """
@vy.kernel(domain=8)
def fill(x: vy.Out[vy.f32, 8]):
    for i in x:
        x[i] = i * 2.0
""", list, lambda: np.arange(8) * 2.0, [
        ("K162", "    for i in x:\n        x[i] = i * 2.0", "    i = vy.global_id()\n    if i < x.size:\n        x[i] = i * 2.0"),
        ("K200", "i * 2.0", "vy.f32(i) * 2.0"),
    ]),
    Habit("life", "Taichi", """
@vy.func
def count(a: vy.In[vy.i32], i, j, n):
    c = 0
    for di in vy.static_range(-1, 2):
        for dj in vy.static_range(-1, 2):
            if di != 0 or dj != 0:
                c += a[(i + di) % n, (j + dj) % n]
    return c

@vy.kernel(domain=lambda a, n: a.size)
def step(a: vy.In[vy.i32], b: vy.Out[vy.i32], n: vy.i32):
    g = vy.global_id()
    i = g // n
    j = g % n
    c = count(a, i, j, n)
    b[i, j] = 1 if c == 3 or (c == 2 and a[i, j] == 1) else 0
""", lambda: [(_u(64, 2) & 1).astype(np.int32).reshape(8, 8), 8], _life, [
        ("K200", "g = vy.global_id()", "g = vy.i32(vy.global_id())"),
    ]),
    Habit("fibonacci", "Taichi", """
@vy.kernel(domain=1)
def fib(n: vy.i32, out: vy.Out[vy.i64, 1]):
    a = 0
    b = 1
    for _ in range(n):
        a, b = b, a + b
    out[0] = a
""", lambda: [80], lambda n: [23416728348467685 + 0 * n]),
    Habit("relu", "Taichi", """
@vy.kernel
def relu(x: vy.InOut[vy.f32]):
    i = vy.global_id()
    x[i] = max(x[i], 0)
""", lambda: [_f() - 0.5], lambda x: np.maximum(x, 0)),
    Habit("random", "Warp", """
@vy.kernel
def rnd(seed: vy.u32, out: vy.Out[vy.f32, 64]):
    i = vy.global_id()
    state = seed ^ i
    for _ in range(8):
        state = state * 1664525 + 1013904223
    out[i] = (state >> 8) / 16777216.0
""", lambda: [7], lambda seed: _lcg(seed, 64), [("K203", "(state >> 8) / 16777216.0", "vy.f32(state >> 8) / 16777216.0")]),
    Habit("integrate", "Warp", """
@vy.kernel
def integrate(x: vy.InOut[vy.f32], v: vy.In[vy.f32], f: vy.In[vy.f32], dt: vy.f32):
    tid = vy.global_id()
    v1 = v[tid] + (f[tid] - 9.8) * dt
    x[tid] = x[tid] + v1 * dt
""", lambda: [_f(), _f(), _f(), 0.5], lambda x, v, f, dt: x + (v + (f - np.float32(9.8)) * np.float32(dt)) * np.float32(dt)),
    Habit("nearest", "Warp", """
@vy.kernel
def nearest(px: vy.In[vy.f32], py: vy.In[vy.f32], out: vy.Out[vy.f32]):
    tid = vy.global_id()
    best = 1e30
    for j in range(len(px)):
        if j != tid:
            dx = px[tid] - px[j]
            dy = py[tid] - py[j]
            best = min(best, dx * dx + dy * dy)
    out[tid] = best
""", lambda: [_f(), _f()], lambda x, y: [
        min((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]) for j in range(64) if j != i) for i in range(64)
    ]),
    Habit("sum of floats", "Warp", """
@vy.kernel
def total(a: vy.In[vy.f32], c: vy.InOut[vy.f32]):
    tid = vy.global_id()
    vy.atomic_add(c, 0, a[tid])
""", lambda: [_f() // np.float32(0.25), np.zeros(1, np.uint32)], lambda a, c: [a.sum()], [
        ("V324", "c: vy.InOut[vy.f32]", "c: vy.InOut[vy.u32]"),
        ("K200", "vy.atomic_add(c, 0, a[tid])", "vy.atomic_add(c, 0, vy.u32(a[tid]))"),
    ], domain=64),
    Habit("binary search", "Warp", """
@vy.kernel
def search(keys: vy.In[vy.i64], q: vy.In[vy.i64], out: vy.Out[vy.i32]):
    i = vy.global_id()
    lo, hi = 0, len(keys)
    while lo < hi:
        mid = (lo + hi) // 2
        if keys[mid] < q[i]:
            lo = mid + 1
        else:
            hi = mid
    out[i] = lo
""", lambda: [np.sort(_u()).astype(np.int64), _u(64, 900).astype(np.int64)], np.searchsorted, [
        ("K200", "out[i] = lo", "out[i] = vy.i32(lo)"),
    ]),
]  # fmt: skip
