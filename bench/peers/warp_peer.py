"""NVIDIA Warp on its CPU device: one thread, one invocation after the other."""

from typing import Any, Final

import numpy as np
import warp  # type: ignore[import-not-found,unused-ignore]  # in an environment of its own

from bench.data import Case, Inputs
from bench.peers import Job, Unable

__all__ = ["WarpPeer"]

wp: Any = warp
wp.config.quiet = True
wp.init()
U, F = wp.uint32, wp.float32
Words: Any = wp.array(dtype=wp.uint32)
Bytes: Any = wp.array(dtype=wp.uint8)
Floats: Any = wp.array(dtype=wp.float32)
Square: Any = wp.array2d(dtype=wp.float32)


@wp.kernel(enable_backward=False)
def xor(a: Words, b: Words, out: Words):  # type: ignore[no-untyped-def]  # Warp reads the annotations
    i = wp.tid()
    out[i] = a[i] ^ b[i]


@wp.kernel(enable_backward=False)
def saxpy(s: F, x: Floats, y: Floats, out: Floats):  # type: ignore[no-untyped-def]
    i = wp.tid()
    out[i] = s * x[i] + y[i]


@wp.kernel(enable_backward=False)
def hash_words(seed: U, out: Words):  # type: ignore[no-untyped-def]
    i = wp.tid()
    h = U(i) ^ seed
    for _ in range(16):
        h = h ^ (h >> U(16))
        h = h * U(0x85EBCA6B)
        h = h ^ (h >> U(13))
        h = h * U(0xC2B2AE35)
        h = h ^ (h >> U(16))
        h = h + U(0x9E3779B9)
        h = (h << U(5)) | (h >> U(27))
    out[i] = h


@wp.kernel(enable_backward=False)
def histogram(x: Words, out: Words):  # type: ignore[no-untyped-def]
    i = wp.tid()
    wp.atomic_add(out, int(x[i] & U(255)), U(1))


@wp.kernel(enable_backward=False)
def total(x: Words, each: int, out: Words):  # type: ignore[no-untyped-def]
    i = wp.tid()
    s = U(0)
    for k in range(each):
        s = s + x[i * each + k]
    wp.atomic_add(out, 0, s)


@wp.kernel(enable_backward=False)
def popcount(x: Words, each: int, out: Words):  # type: ignore[no-untyped-def]
    i = wp.tid()
    s = U(0)
    for k in range(each):
        v = x[i * each + k]
        v = v - ((v >> U(1)) & U(0x55555555))
        v = (v & U(0x33333333)) + ((v >> U(2)) & U(0x33333333))
        v = (v + (v >> U(4))) & U(0x0F0F0F0F)
        s = s + ((v * U(0x01010101)) >> U(24))
    wp.atomic_add(out, 0, s)


@wp.kernel(enable_backward=False)
def matmul(a: Square, b: Square, n: int, out: Square):  # type: ignore[no-untyped-def]
    i, j = wp.tid()
    s = F(0.0)
    for k in range(n):
        s = s + a[i, k] * b[k, j]
    out[i, j] = s


@wp.kernel(enable_backward=False)
def dfa(text: Bytes, table: Words, out: Words):  # type: ignore[no-untyped-def]
    chunk = wp.tid()
    state = U(0)
    hits = U(0)
    for k in range(65536):
        state = table[int(state * U(256) + U(text[chunk * 65536 + k]))]
        if state >= U(12):
            hits = hits + U(1)
    out[chunk] = hits * U(16) + state


@wp.kernel(enable_backward=False)
def stencil(x: Square, n: int, out: Square):  # type: ignore[no-untyped-def]
    i, j = wp.tid()
    if i == 0 or j == 0 or i == n - 1 or j == n - 1:
        out[i, j] = x[i, j]
    else:
        out[i, j] = ((((x[i, j] + x[i, j - 1]) + x[i, j + 1]) + x[i - 1, j]) + x[i + 1, j]) * F(0.2)


@wp.kernel(enable_backward=False)
def nbody(px: Floats, py: Floats, pz: Floats, mass: Floats, n: int, out: Square):  # type: ignore[no-untyped-def]
    i = wp.tid()
    ax = F(0.0)
    ay = F(0.0)
    az = F(0.0)
    for j in range(n):
        dx = px[j] - px[i]
        dy = py[j] - py[i]
        dz = pz[j] - pz[i]
        r2 = ((dx * dx + dy * dy) + dz * dz) + F(1e-3)
        inv = F(1.0) / wp.sqrt(r2)
        s = mass[j] * ((inv * inv) * inv)
        ax = ax + dx * s
        ay = ay + dy * s
        az = az + dz * s
    out[0, i] = ax
    out[1, i] = ay
    out[2, i] = az


@wp.kernel(enable_backward=False)
def mandelbrot(left: F, top: F, step: F, n: int, out: Words):  # type: ignore[no-untyped-def]
    y, x = wp.tid()
    cx = left + F(x) * step
    cy = top + F(y) * step
    zx = F(0.0)
    zy = F(0.0)
    count = int(0)  # noqa: RUF046, UP018 - a variable in Warp, not a constant
    while count < 256:
        x2 = zx * zx
        y2 = zy * zy
        if x2 + y2 > F(4.0):
            break
        count = count + 1
        zy = (F(2.0) * zx) * zy + cy
        zx = (x2 - y2) + cx
    out[y * n + x] = U(count)


@wp.kernel(enable_backward=False)
def bfs(depth: U, first: Words, to: Words, level: Words, found: Words):  # type: ignore[no-untyped-def]
    v = wp.tid()
    if level[v] == depth:
        for e in range(int(first[v]), int(first[v + 1])):
            w = int(to[e])
            if level[w] == U(0xFFFFFFFF):
                found[w] = depth + U(1)


_KERNELS: Final = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "matmul": matmul,
    "dfa": dfa,
    "stencil": stencil,
    "nbody": nbody,
    "mandelbrot": mandelbrot,
    "popcount": popcount,
    "bfs": bfs,
}
_REDUCED: Final = 256  # invocations of a reduction


class WarpPeer:
    """Warp over the arrays where they lie."""

    def versions(self) -> dict[str, str]:
        return {"warp": wp.config.version, "threads": "1"}

    def prepare(self, case: Case, given: Inputs, out: Any) -> Job:
        if case.kernel == "scan":
            x, result = (wp.array(a.view(np.int32), device="cpu", copy=False) for a in (given["x"], out))
            return Job(lambda _keep=(given, out): wp.utils.array_scan(x, result, inclusive=True))
        if case.kernel not in _KERNELS or (case.kernel in ("sum", "popcount") and case.n % _REDUCED):
            raise Unable("its tiles are multiplied by a library in another order" if case.kernel == "tiled" else "n")
        arguments = [
            wp.array(value, device="cpu", copy=False) if isinstance(value, np.ndarray) else value.item()
            for name, value in given.items()
            if name != "side"
        ]
        n, domain, clears = case.n, (case.n,), case.kernel in ("histogram", "sum", "popcount")
        match case.kernel:
            case "sum" | "popcount":
                domain = (_REDUCED,)
                arguments.append(n // _REDUCED)
            case "matmul" | "stencil" | "mandelbrot":
                domain = (n, n)
                arguments.append(n)
            case "nbody":
                arguments.append(n)
            case "dfa":
                domain = (out.size,)
        result = wp.array(out, device="cpu", copy=False)
        kernel = _KERNELS[case.kernel]

        def run(_keep: object = (given, out)) -> None:
            if clears:
                result.zero_()
            wp.launch(kernel, dim=domain, inputs=[*arguments, result], device="cpu")

        return Job(run)
