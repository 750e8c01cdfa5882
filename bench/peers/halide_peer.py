"""Halide, compiled in this process for its processor, strict floats, schedules by hand: parallel and in vectors of 16."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

import halide  # type: ignore[import-not-found,unused-ignore]  # in an environment of its own
import numpy as np
from numpy.typing import NDArray

from bench.data import DFA_CHUNK, HASH_ROUNDS, MANDELBROT_LIMIT, Case, Inputs
from bench.peers import Job, Unable

__all__ = ["HalidePeer"]

Array = NDArray[Any]
hl: Any = halide
WIDE: Final = 16
STRIPS: Final = 2  # what reductions are cut into, one a core of the machine that the schedules were made on
x, y = hl.Var("x"), hl.Var("y")


def u32(value: Any) -> Any:
    return hl.cast(hl.UInt(32), value)


def f32(value: Any) -> Any:
    return hl.f32(float(value))


def strict(value: Any) -> Any:
    return hl.strict_float(value)


def _flat(f: Any, n: int) -> Any:
    f.vectorize(x, WIDE)
    if n > 1 << 15:
        f.parallel(x, 1 << 11 if n <= 1 << 20 else 1 << 15)
    return f


def xor(case: Case, given: Inputs) -> Any:
    f, a, b = hl.Func("f"), hl.Buffer(given["a"]), hl.Buffer(given["b"])
    f[x] = a[x] ^ b[x]
    return _flat(f, case.n)


def saxpy(case: Case, given: Inputs) -> Any:
    f, a, b = hl.Func("f"), hl.Buffer(given["x"]), hl.Buffer(given["y"])
    f[x] = strict(f32(given["s"]) * a[x] + b[x])
    return _flat(f, case.n)


def hash_words(case: Case, given: Inputs) -> Any:
    f = hl.Func("f")
    h = u32(x) ^ hl.u32(int(given["seed"]))
    for _ in range(HASH_ROUNDS):
        h = h ^ (h >> u32(16))
        h = h * hl.u32(0x85EBCA6B)
        h = h ^ (h >> u32(13))
        h = h * hl.u32(0xC2B2AE35)
        h = h ^ (h >> u32(16))
        h = h + hl.u32(0x9E3779B9)
        h = (h << u32(5)) | (h >> u32(27))
    f[x] = h
    return _flat(f, case.n)


def histogram(case: Case, given: Inputs) -> Any:
    f, a, r = hl.Func("f"), hl.Buffer(given["x"]), hl.RDom([(0, case.n)])
    f[x] = u32(0)
    f[hl.clamp(hl.i32(a[r.x] & u32(255)), 0, 255)] += u32(1)
    outer, inner, strip = hl.RVar("outer"), hl.RVar("inner"), hl.Var("strip")
    f.update(0).split(r.x, outer, inner, -(-case.n // STRIPS))
    part = f.update(0).rfactor(outer, strip)
    part.compute_root()
    part.update(0).parallel(strip)
    return f


def _reduced(n: int, value: Callable[[Any], Any]) -> Any:
    f, r = hl.Func("f"), hl.RDom([(0, n)])
    f[x] = u32(0)
    f[x] += value(r.x)
    outer, inner, lane, step = (hl.RVar(name) for name in ("outer", "inner", "lane", "step"))
    strip, column = hl.Var("strip"), hl.Var("column")
    f.update(0).split(r.x, outer, inner, -(-n // STRIPS)).split(inner, step, lane, 64)
    part = f.update(0).rfactor(outer, strip)
    part.compute_root().update(0).parallel(strip)
    columns = part.update(0).rfactor(lane, column)
    columns.compute_at(part, strip).vectorize(column, WIDE)
    columns.update(0).vectorize(column, WIDE)
    return f


def total(case: Case, given: Inputs) -> Any:
    words = hl.Buffer(given["x"])
    return _reduced(case.n, lambda k: words[k])


def popcount(case: Case, given: Inputs) -> Any:
    words = hl.Buffer(given["x"])
    return _reduced(case.n, lambda k: u32(hl.popcount(words[k])))


def scan(case: Case, given: Inputs) -> Any:
    f, a, r = hl.Func("f"), hl.Buffer(given["x"]), hl.RDom([(1, case.n - 1)])
    f[x] = a[x]
    f[r.x] = f[r.x - 1] + a[r.x]
    f.vectorize(x, WIDE)
    return f


def _product(case: Case, given: Inputs) -> tuple[Any, Any, Any]:
    f, g, r = hl.Func("f"), hl.Func("g"), hl.RDom([(0, case.n)])
    a, b = hl.Buffer(given["a"]), hl.Buffer(given["b"])  # a buffer's first axis is the fastest
    g[x, y] = hl.f32(0.0)
    g[x, y] = strict(g[x, y] + a[r.x, y] * b[x, r.x])
    f[x, y] = g[x, y]
    return f, g, r


def matmul(case: Case, given: Inputs) -> Any:
    f, g, r = _product(case, given)
    f.parallel(y, 4).vectorize(x, WIDE)
    g.compute_at(f, y).vectorize(x, WIDE)
    g.update(0).reorder(x, r.x).vectorize(x, WIDE)
    return f


def tiled(case: Case, given: Inputs) -> Any:
    f, g, r = _product(case, given)
    column, row = hl.Var("column"), hl.Var("row")
    f.tile(x, y, column, row, 32, 8).reorder(column, row, y, x)
    f.vectorize(column, WIDE).unroll(column).unroll(row).parallel(x)
    g.compute_at(f, y).vectorize(x, WIDE).unroll(x).unroll(y)
    g.update(0).reorder(x, y, r.x).vectorize(x, WIDE).unroll(x).unroll(y)
    return f


def dfa(case: Case, given: Inputs) -> Any:
    """State and hits in one word: Halide 21 makes something else of a tuple that is updated through an image."""
    text, table = hl.Buffer(given["text"].reshape(-1, DFA_CHUNK)), hl.Buffer(given["table"])
    f, g, r = hl.Func("f"), hl.Func("g"), hl.RDom([(0, DFA_CHUNK)])
    g[x] = u32(0)
    at = hl.i32((g[x] & u32(15)) * u32(256) + u32(text[r.x, x]))
    state = table[hl.unsafe_promise_clamped(at, 0, 4095)]
    g[x] = (g[x] & ~u32(15)) + hl.select(state >= u32(12), u32(16), u32(0)) + state
    f[x] = g[x]
    outer, inner = hl.Var("outer"), hl.Var("inner")
    f.split(x, outer, inner, WIDE).vectorize(inner).parallel(outer, 2)
    g.compute_at(f, outer).vectorize(x, WIDE)
    g.update(0).reorder(x, r.x).vectorize(x, WIDE)
    return f


def stencil(case: Case, given: Inputs) -> Any:
    f, a, n = hl.Func("f"), hl.Buffer(given["x"]), case.n
    r = hl.RDom([(1, n - 2), (1, n - 2)])
    i, j = r.x, r.y
    f[x, y] = a[x, y]
    f[i, j] = strict(((((a[i, j] + a[i - 1, j]) + a[i + 1, j]) + a[i, j - 1]) + a[i, j + 1]) * f32(np.float32(0.2)))
    f.vectorize(x, WIDE).parallel(y, 64)
    f.update(0).vectorize(i, WIDE).parallel(j, 64)
    return f


def nbody(case: Case, given: Inputs) -> Any:
    px, py, pz, mass = (hl.Buffer(given[name]) for name in ("px", "py", "pz", "mass"))
    f, g, r = hl.Func("f"), hl.Func("g"), hl.RDom([(0, case.n)])
    zero = hl.f32(0.0)
    g[x] = (zero, zero, zero)
    dx, dy, dz = px[r.x] - px[x], py[r.x] - py[x], pz[r.x] - pz[x]
    r2 = strict(((dx * dx + dy * dy) + dz * dz) + f32(np.float32(1e-3)))
    inv = strict(hl.f32(1.0) / hl.sqrt(r2))
    s = strict(mass[r.x] * ((inv * inv) * inv))
    g[x] = (strict(g[x][0] + dx * s), strict(g[x][1] + dy * s), strict(g[x][2] + dz * s))
    f[x, y] = hl.select(y == 0, g[x][0], hl.select(y == 1, g[x][1], g[x][2]))
    outer, inner = hl.Var("outer"), hl.Var("inner")
    f.bound(y, 0, 3).split(x, outer, inner, 2 * WIDE).reorder(inner, y, outer).vectorize(inner, WIDE).parallel(outer, 8)
    g.compute_at(f, outer).vectorize(x, WIDE)
    g.update(0).reorder(x, r.x).vectorize(x, WIDE).unroll(x)
    return f


def mandelbrot(case: Case, given: Inputs) -> Any:
    """No early exit: Halide has none."""
    f, g, r = hl.Func("f"), hl.Func("g"), hl.RDom([(0, MANDELBROT_LIMIT)])
    cx = strict(f32(given["left"]) + hl.f32(x) * f32(given["step"]))
    cy = strict(f32(given["top"]) + hl.f32(y) * f32(given["step"]))
    g[x, y] = (hl.f32(0.0), hl.f32(0.0), u32(0))
    zx, zy, count = g[x, y][0], g[x, y][1], g[x, y][2]
    x2, y2 = zx * zx, zy * zy
    live = ~(strict(x2 + y2) > hl.f32(4.0)) & (count == u32(r.x))
    g[x, y] = (
        strict((x2 - y2) + cx),
        strict((hl.f32(2.0) * zx) * zy + cy),
        hl.select(live, count + u32(1), count),
    )
    f[x, y] = g[x, y][2]
    outer, inner = hl.Var("outer"), hl.Var("inner")
    f.split(x, outer, inner, 2 * WIDE).vectorize(inner, WIDE).parallel(y, 16)
    g.compute_at(f, outer).vectorize(x, WIDE)
    g.update(0).reorder(x, y, r.x).vectorize(x, WIDE).unroll(x)
    return f


_KERNELS: Final[dict[str, Callable[[Case, Inputs], Any]]] = {
    "xor": xor,
    "saxpy": saxpy,
    "hash": hash_words,
    "histogram": histogram,
    "sum": total,
    "scan": scan,
    "matmul": matmul,
    "tiled": tiled,
    "dfa": dfa,
    "stencil": stencil,
    "nbody": nbody,
    "mandelbrot": mandelbrot,
    "popcount": popcount,
}


class HalidePeer:
    """Halide with its own thread pool."""

    def __init__(self) -> None:
        self._target = hl.get_jit_target_from_environment()

    def versions(self) -> dict[str, str]:
        return {"halide": version("halide"), "target": str(self._target), "floats": "strict_float"}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        if case.kernel not in _KERNELS:
            raise Unable("stores at computed places")
        f = _KERNELS[case.kernel](case, given)
        f.compile_jit(self._target)
        target = hl.Buffer(out.reshape(case.n, case.n) if case.kernel == "mandelbrot" else out)
        keep = (given, out)  # a buffer doesn't own the array that it shows

        def run(_keep: object = keep) -> None:
            f.realize(target)

        return Job(run)
