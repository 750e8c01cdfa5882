"""Thirteen ordinary kernels and how they are called, without one ignore: mypy --strict, pyright and ruff accept them.

Nothing here runs when it is imported but the decorators, which read the kernels.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np

import vyre as vy

WIDTH = 64
OFFSETS = (1, 2, 4)
M, N = vy.dims("M N")
WEIGHTS = np.array([1, 2, 1], np.float32)
T = vy.TypeVar("T", vy.u32, vy.f32)

if TYPE_CHECKING:
    Particle: TypeAlias = Any
else:
    Particle = vy.struct([("x", "f4"), ("v", "f4", 2)])


@vy.func
def gcd(a: vy.u32, b: vy.u32) -> vy.u32:
    while b:
        a, b = b, a % b
    return a


@vy.func
def escape(cx: vy.f32, cy: vy.f32, limit: vy.u32) -> vy.u32:
    x = 0.0
    y = 0.0
    for n in range(limit):
        if x * x + y * y > 4:
            return n
        x, y = x * x - y * y + cx, 2 * x * y + cy
    return limit


@vy.func
def sum_of(row: vy.In[vy.f32], n: int) -> vy.f32:
    total = 0.0
    for k in range(n):
        total += row[k]
    return total


@vy.kernel
def mask(a: vy.In[vy.u32], key: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ key[i]


@vy.kernel
def saxpy(a: vy.f32, x: vy.In[vy.f32], y: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i < len(x):
        y[i] += a * x[i]


@vy.kernel(workgroup=WIDTH)
def total(a: vy.In[vy.u32], out: vy.Out[vy.u32, Literal[256]]) -> None:
    s = vy.shared(vy.u32, WIDTH)
    t = vy.local_id()
    s[t] = a[vy.global_id()]
    vy.barrier()
    step = WIDTH // 2
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        vy.barrier()
        step //= 2
    if t == 0:
        out[vy.group_id()] = s[0]


@vy.kernel(grid=4)
def histogram(data: vy.In[vy.u8], counts: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    while i < data.size:
        vy.atomic_add(counts, data[i], 1)
        i += vy.workgroup_size() * vy.num_groups()


@vy.kernel
def mandelbrot(xs: vy.In[vy.f32], ys: vy.In[vy.f32], limit: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = escape(xs[i], ys[i], limit)


@vy.kernel(domain=lambda a, *_: a.size)
def transpose(a: vy.In[vy.f64], out: vy.Out[vy.f64]) -> None:
    i = vy.global_id()
    height, width = a.shape
    y, x = i // width, i % width
    if y < height:
        out[x, y] = a[y, x]


@vy.kernel
def flags(x: vy.In[vy.f32], low: vy.f32, high: vy.f32, out: vy.Out[vy.bool_]) -> None:
    i = vy.global_id()
    v = x[i]
    inside = low <= v < high and not vy.isnan(v)
    out[i] = inside or v == 0


@vy.kernel(domain=1)
def search(keys: vy.In[vy.i64], wanted: vy.i64, found: vy.InOut[vy.i32]) -> None:
    lo = 0
    hi: vy.u32 = len(keys)
    while lo < hi:
        mid = (lo + hi) // 2
        if keys[mid] < wanted:
            lo = mid + 1
        else:
            hi = mid
    found[0] = vy.i32(lo)


@vy.kernel
def digits(x: vy.In[vy.f32], out: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    scaled = vy.clamp(x[i] * 255, 0, 255)
    whole = vy.u8(vy.round(scaled))
    out[i] = whole if whole > 3 else 0


@vy.kernel
def hashed(a: vy.In[vy.u32], seed: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    h = a[i] ^ seed
    for k in vy.static_range(len(OFFSETS)):
        h = vy.rotl(h, 5) * 0x9E3779B1 + OFFSETS[k]
        h ^= h >> 15
    seed = gcd(h | 1, 12)
    out[i] = vy.select(h % 2 == 0, h, seed) + vy.popcount(h) + vy.min(h, 7, seed)


@vy.kernel
def rows(a: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    out[i] = sum_of(a, 4) / 4 + vy.sqrt(abs(a.flat[i]))


@vy.kernel
def older(c: vy.InOut[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    old = vy.atomic_compare_exchange(c, 0, 0, i + 1)
    out[i] = old if old != 0 else vy.bitcast(vy.u32, vy.f32(i))


@vy.kernel
def drift(p: vy.InOut[Particle], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    p[i].x += p[i].v[0] * 0.5
    before = p[i]
    out[i] = before.x


@vy.kernel(domain="a")
def differences(a: Annotated[vy.In[vy.f32], M, N], out: Annotated[vy.Out[vy.f32], M, N - 1]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if j + 1 < N:
        out[i, j] = a[i, j + 1] - a[i, j]


@vy.func
def spread(x: vy.f32) -> tuple[vy.f32, vy.f32]:
    v = vy.vec(x, x * 2) / 3
    v.x = -v.x
    return vy.dot(v, v), vy.length(v)


@vy.kernel
def tabled(a: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    for k, offset in enumerate(OFFSETS):
        out[i] += WEIGHTS[k] * a[i + offset] * vy.static(2 / WIDTH)
    squared, length = spread(a[i])
    if vy.static(len(OFFSETS) > 2):
        out[i] += squared if length > 1 else OFFSETS[i % 3]


@vy.kernel
def scaled(x: vy.In[T], factor: T, out: vy.Out[T]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] * factor


@vy.kernel
def halved(x: vy.In, y: vy.InOut) -> None:
    i = vy.global_id()
    y[i] += y.dtype(x[i]) // 2


def call_them() -> None:
    """How they are called."""
    a = np.arange(1000, dtype=np.uint32)
    out = mask(a, a[::-1])
    report = mask.check(a, a[::-1])
    if not report.ok or out is None:
        raise SystemExit(str(report))
    saxpy(2.0, np.ones(8, np.float32), np.zeros(8, np.float32))


def build() -> vy.Program:
    """The builder takes the same types."""
    b = vy.Builder("mask", workgroup=64)
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    n = b.let("n", b.const(vy.u32, 3))
    with b.if_(i < y.size):
        y[i] = b.cast(vy.u32, x[i]) + n
    return b.build()
