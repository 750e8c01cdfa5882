"""Taichi on the processor, with ``fast_math=False``; its own loops, since it has no workgroups there."""

from typing import Any, Final

import numpy as np
import taichi  # type: ignore[import-not-found,unused-ignore]  # in an environment of its own

from bench.data import Case, Inputs
from bench.machine import usable_cores
from bench.peers import Job, Unable

__all__ = ["TaichiPeer"]

ti: Any = taichi
ti.init(arch=ti.cpu, cpu_max_num_threads=usable_cores(), fast_math=False, offline_cache=False, log_level=ti.ERROR)
Words: Any = ti.types.ndarray(dtype=ti.u32, ndim=1)
Bytes: Any = ti.types.ndarray(dtype=ti.u8, ndim=1)
Floats: Any = ti.types.ndarray(dtype=ti.f32, ndim=1)
Square: Any = ti.types.ndarray(dtype=ti.f32, ndim=2)
STRIPS: Final = 64


@ti.kernel
def xor(a: Words, b: Words, out: Words):  # type: ignore[no-untyped-def]  # Taichi reads the annotations
    for i in range(out.shape[0]):
        out[i] = a[i] ^ b[i]


@ti.kernel
def saxpy(s: ti.f32, x: Floats, y: Floats, out: Floats):  # type: ignore[no-untyped-def]
    for i in range(out.shape[0]):
        out[i] = s * x[i] + y[i]


@ti.kernel
def hash_words(seed: ti.u32, out: Words):  # type: ignore[no-untyped-def]
    for i in range(out.shape[0]):
        h = ti.u32(i) ^ seed
        for _ in range(16):
            h ^= h >> 16
            h *= ti.u32(0x85EBCA6B)
            h ^= h >> 13
            h *= ti.u32(0xC2B2AE35)
            h ^= h >> 16
            h += ti.u32(0x9E3779B9)
            h = (h << 5) | (h >> 27)
        out[i] = h


@ti.kernel
def histogram(x: Words, out: Words):  # type: ignore[no-untyped-def]
    for i in range(256):
        out[i] = 0
    for i in range(x.shape[0]):
        ti.atomic_add(out[ti.i32(x[i] & ti.u32(255))], ti.u32(1))


@ti.kernel
def total(x: Words) -> ti.u32:
    s = ti.u32(0)
    for i in range(x.shape[0]):
        s += x[i]
    return s


@ti.kernel
def popcount(x: Words) -> ti.u32:
    s = ti.u32(0)
    for i in range(x.shape[0]):
        s += ti.u32(ti.math.popcnt(x[i]))
    return s


@ti.kernel
def scan(x: Words, sums: Words, each: ti.i32, out: Words):  # type: ignore[no-untyped-def]
    for t in range(STRIPS):
        s = ti.u32(0)
        for i in range(t * each, (t + 1) * each):
            s += x[i]
        sums[t] = s
    for t in range(STRIPS):
        s = ti.u32(0)
        for q in range(t):
            s += sums[q]
        for i in range(t * each, (t + 1) * each):
            s += x[i]
            out[i] = s


@ti.kernel
def matmul(a: Square, b: Square, out: Square):  # type: ignore[no-untyped-def]
    n = a.shape[0]
    for i, j in ti.ndrange(n, n):
        s = ti.f32(0.0)
        for k in range(n):
            s += a[i, k] * b[k, j]
        out[i, j] = s


@ti.kernel
def tiled(a: Square, b: Square, out: Square):  # type: ignore[no-untyped-def]
    n = a.shape[0]
    for i, j in ti.ndrange(n // 4, n // 16):
        sums = ti.Matrix.zero(ti.f32, 4, 16)
        for k in range(n):
            for q in ti.static(range(4)):
                for r in ti.static(range(16)):
                    sums[q, r] += a[i * 4 + q, k] * b[k, j * 16 + r]
        for q in ti.static(range(4)):
            for r in ti.static(range(16)):
                out[i * 4 + q, j * 16 + r] = sums[q, r]


@ti.kernel
def dfa(text: Bytes, table: Words, out: Words):  # type: ignore[no-untyped-def]
    for chunk in range(out.shape[0]):
        state = ti.u32(0)
        hits = ti.u32(0)
        for k in range(65536):
            state = table[ti.i32(state * ti.u32(256) + ti.u32(text[chunk * 65536 + k]))]
            if state >= ti.u32(12):
                hits += ti.u32(1)
        out[chunk] = hits * ti.u32(16) + state


@ti.kernel
def stencil(x: Square, out: Square):  # type: ignore[no-untyped-def]
    n = x.shape[0]
    for i, j in ti.ndrange(n, n):
        if i == 0 or j == 0 or i == n - 1 or j == n - 1:
            out[i, j] = x[i, j]
        else:
            out[i, j] = ((((x[i, j] + x[i, j - 1]) + x[i, j + 1]) + x[i - 1, j]) + x[i + 1, j]) * ti.f32(0.2)


@ti.kernel
def nbody(px: Floats, py: Floats, pz: Floats, mass: Floats, out: Square):  # type: ignore[no-untyped-def]
    n = px.shape[0]
    for i in range(n):
        ax = ti.f32(0.0)
        ay = ti.f32(0.0)
        az = ti.f32(0.0)
        for j in range(n):
            dx = px[j] - px[i]
            dy = py[j] - py[i]
            dz = pz[j] - pz[i]
            r2 = ((dx * dx + dy * dy) + dz * dz) + ti.f32(1e-3)
            inv = ti.f32(1.0) / ti.sqrt(r2)
            s = mass[j] * ((inv * inv) * inv)
            ax += dx * s
            ay += dy * s
            az += dz * s
        out[0, i] = ax
        out[1, i] = ay
        out[2, i] = az


@ti.kernel
def mandelbrot(n: ti.i32, left: ti.f32, top: ti.f32, step: ti.f32, out: Words):  # type: ignore[no-untyped-def]
    for y, x in ti.ndrange(n, n):
        cx = left + ti.f32(x) * step
        cy = top + ti.f32(y) * step
        zx = ti.f32(0.0)
        zy = ti.f32(0.0)
        count = 0
        while count < 256:
            x2 = zx * zx
            y2 = zy * zy
            if x2 + y2 > 4.0:
                break
            count += 1
            zy = (2.0 * zx) * zy + cy
            zx = (x2 - y2) + cx
        out[y * n + x] = ti.u32(count)


@ti.kernel
def bfs(depth: ti.u32, first: Words, to: Words, level: Words, found: Words):  # type: ignore[no-untyped-def]
    for v in range(level.shape[0]):
        if level[v] == depth:
            for e in range(ti.i32(first[v]), ti.i32(first[v + 1])):
                w = ti.i32(to[e])
                if level[w] == ti.u32(0xFFFFFFFF):
                    found[w] = depth + ti.u32(1)


_KERNELS: Final = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "scan": scan,
    "matmul": matmul,
    "tiled": tiled,
    "dfa": dfa,
    "stencil": stencil,
    "nbody": nbody,
    "mandelbrot": mandelbrot,
    "bfs": bfs,
}


def _moved(array: Any) -> Any:
    kind = {"f": ti.f32, "u": ti.u32 if array.itemsize == 4 else ti.u8}[array.dtype.kind]
    made = ti.ndarray(dtype=kind, shape=array.shape)
    made.from_numpy(array)
    return made


class TaichiPeer:
    """Taichi over arrays of its own."""

    def versions(self) -> dict[str, str]:
        return {"taichi": ".".join(map(str, ti.__version__)), "threads": str(usable_cores()), "fast_math": "False"}

    def prepare(self, case: Case, given: Inputs, out: Any) -> Job:
        arguments = [_moved(v) if isinstance(v, np.ndarray) else v.item() for v in given.values()]
        if case.kernel in ("sum", "popcount"):
            reduced, held = total if case.kernel == "sum" else popcount, np.zeros(1, np.uint32)

            def reduce() -> None:
                held[0] = reduced(*arguments)

            return Job(reduce, lambda: np.copyto(out, held))
        if case.kernel == "scan":
            if case.n % STRIPS:
                raise Unable("whole strips only")
            arguments += [_moved(np.zeros(STRIPS, np.uint32)), case.n // STRIPS]
        result, kernel = _moved(out), _KERNELS[case.kernel]

        def run() -> None:
            kernel(*arguments, result)
            ti.sync()

        return Job(run, lambda: np.copyto(out, result.to_numpy()))
