"""PolyBench's products of matrices and vectors, an element of the result for each invocation."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
ALPHA, BETA = F(1.5), F(1.25)


def tables(seed: int, *shapes: int | tuple[int, ...]) -> list[Array]:
    """Random f32 arrays of these shapes."""
    rng = np.random.default_rng(seed)
    return [rng.random(shape, F) - F(0.25) for shape in shapes]


def product(a: Array, b: Array, start: Array | None = None, scale: np.float32 | None = None) -> Array:
    """start + a @ b, term by term; with a scale it multiplies each element of a first."""
    total = np.zeros((a.shape[0], b.shape[1]), a.dtype) if start is None else start.copy()
    for k in range(a.shape[1]):
        column = a[:, k] if scale is None else scale * a[:, k]
        total += np.outer(column, b[k])
    return total


# ---------------------------------------------------------------- gemm, 2mm, 3mm


def gemm_inputs(size: int, seed: int) -> Inputs:
    a, b, c = tables(seed, (size, size + 4), (size + 4, size + 9), (size, size + 9))
    return {"a": a, "b": b, "c": c}


@vy.kernel
def gemm(a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.InOut[vy.f32], alpha: vy.f32, beta: vy.f32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] *= beta
        for k in range(a.shape[1]):
            c[i, j] += alpha * a[i, k] * b[k, j]


def gemm_run(inputs: Inputs, **keywords: Any) -> Results:
    return [gemm(inputs["a"], inputs["b"], inputs["c"].copy(), ALPHA, BETA, **keywords)]


def gemm_expected(inputs: Inputs) -> Results:
    return [product(inputs["a"], inputs["b"], BETA * inputs["c"], ALPHA)]


@vy.kernel(domain=lambda a, b, *rest: (a.shape[0], b.shape[1]))
def multiply(a: vy.In[vy.f32], b: vy.In[vy.f32], alpha: vy.f32, out: vy.Out[vy.f32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= out.shape[0] or j >= out.shape[1]:
        return
    out[i, j] = 0
    for k in range(a.shape[1]):
        out[i, j] += alpha * a[i, k] * b[k, j]


@vy.kernel
def multiply_add(a: vy.In[vy.f32], b: vy.In[vy.f32], d: vy.InOut[vy.f32], beta: vy.f32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < d.shape[0] and j < d.shape[1]:
        total = d[i, j] * beta
        for k in range(b.shape[0]):
            total += a[i, k] * b[k, j]
        d[i, j] = total


def mm2_inputs(size: int, seed: int) -> Inputs:
    shapes = (size, size + 3), (size + 3, size + 5), (size + 5, size + 1), (size, size + 1)
    return dict(zip("abcd", tables(seed, *shapes), strict=True))


def times(a: Array, b: Array, alpha: np.float32, **keywords: Any) -> Any:
    return multiply(a, b, alpha, shapes={"out": (a.shape[0], b.shape[1])}, **keywords)


def mm2_run(inputs: Inputs, **keywords: Any) -> Results:
    first = times(inputs["a"], inputs["b"], ALPHA, **keywords)
    return [multiply_add(first, inputs["c"], inputs["d"].copy(), BETA, **keywords)]


def mm2_expected(inputs: Inputs) -> Results:
    first = product(inputs["a"], inputs["b"], None, ALPHA)
    return [product(first, inputs["c"], inputs["d"] * BETA)]


def mm3_inputs(size: int, seed: int) -> Inputs:
    shapes = (size, size + 3), (size + 3, size + 5), (size + 5, size + 1), (size + 1, size + 2)
    return dict(zip("abcd", tables(seed, *shapes), strict=True))


def mm3_run(inputs: Inputs, **keywords: Any) -> Results:
    e = times(inputs["a"], inputs["b"], F(1), **keywords)
    f = times(inputs["c"], inputs["d"], F(1), **keywords)
    return [times(e, f, F(1), **keywords)]


def mm3_expected(inputs: Inputs) -> Results:
    return [product(product(inputs["a"], inputs["b"]), product(inputs["c"], inputs["d"]))]


# ---------------------------------------------------------------- atax, bicg, mvt


def vectors_inputs(size: int, seed: int) -> Inputs:
    a, x, y = tables(seed, (size, size + 11), size + 11, size)
    return {"a": a, "x": x, "y": y}


@vy.kernel(domain=lambda a, x: a.shape[0])
def rows_times(a: vy.In[vy.f32], x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < a.shape[0]:
        for j in range(a.shape[1]):
            out[i] += a[i, j] * x[j]


@vy.kernel(domain=lambda a, x: a.shape[1])
def columns_times(a: vy.In[vy.f32], x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    j = vy.global_id()
    if j < a.shape[1]:
        total = 0.0
        for i in range(a.shape[0]):
            total += a[i, j] * x[i]
        out[j] = total


def atax_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"]
    rows = rows_times(a, inputs["x"], shapes={"out": a.shape[0]}, **keywords)
    return [columns_times(a, rows, shapes={"out": a.shape[1]}, **keywords)]


def atax_expected(inputs: Inputs) -> Results:
    a = inputs["a"]
    return [product(a.T, product(a, inputs["x"][:, None])).ravel()]


def bicg_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"]
    q = rows_times(a, inputs["x"], shapes={"out": a.shape[0]}, **keywords)
    return [q, columns_times(a, inputs["y"], shapes={"out": a.shape[1]}, **keywords)]


def bicg_expected(inputs: Inputs) -> Results:
    a = inputs["a"]
    return [product(a, inputs["x"][:, None]).ravel(), product(a.T, inputs["y"][:, None]).ravel()]


@vy.kernel
def mvt(x1: vy.InOut[vy.f32], x2: vy.InOut[vy.f32], y1: vy.In[vy.f32], y2: vy.In[vy.f32], a: vy.In[vy.f32]) -> None:
    i = vy.global_id()
    if i < x1.size:
        for j in range(x1.size):
            x1[i] += a[i, j] * y1[j]
        for j in range(x1.size):
            x2[i] += a[j, i] * y2[j]


def mvt_inputs(size: int, seed: int) -> Inputs:
    names = ("a", "x1", "x2", "y1", "y2")
    return dict(zip(names, tables(seed, (size, size), size, size, size, size), strict=True))


def mvt_run(inputs: Inputs, **keywords: Any) -> Results:
    x1, x2 = inputs["x1"].copy(), inputs["x2"].copy()
    return list(mvt(x1, x2, inputs["y1"], inputs["y2"], inputs["a"], **keywords))


def mvt_expected(inputs: Inputs) -> Results:
    a = inputs["a"]
    return [
        product(a, inputs["y1"][:, None], inputs["x1"][:, None]).ravel(),
        product(a.T, inputs["y2"][:, None], inputs["x2"][:, None]).ravel(),
    ]


# ---------------------------------------------------------------- gesummv, gemver


@vy.kernel(domain="x")
def gesummv(
    a: vy.In[vy.f32], b: vy.In[vy.f32], x: vy.In[vy.f32], alpha: vy.f32, beta: vy.f32, y: vy.Out[vy.f32]
) -> None:
    i = vy.global_id()
    if i >= y.size:
        return
    temp = 0.0
    mine = 0.0
    for j in range(y.size):
        temp = a[i, j] * x[j] + temp
        mine = b[i, j] * x[j] + mine
    y[i] = alpha * temp + beta * mine


def gesummv_inputs(size: int, seed: int) -> Inputs:
    return dict(zip("abx", tables(seed, (size, size), (size, size), size), strict=True))


def gesummv_run(inputs: Inputs, **keywords: Any) -> Results:
    x = inputs["x"]
    return [gesummv(inputs["a"], inputs["b"], x, ALPHA, BETA, shapes={"y": x.shape}, **keywords)]


def gesummv_expected(inputs: Inputs) -> Results:
    x = inputs["x"][:, None]
    return [(ALPHA * product(inputs["a"], x) + BETA * product(inputs["b"], x)).ravel()]


@vy.kernel
def gemver_update(
    a: vy.InOut[vy.f32], u1: vy.In[vy.f32], v1: vy.In[vy.f32], u2: vy.In[vy.f32], v2: vy.In[vy.f32]
) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < u1.size and j < u1.size:
        a[i, j] = a[i, j] + u1[i] * v1[j] + u2[i] * v2[j]


@vy.kernel
def gemver_x(a: vy.In[vy.f32], y: vy.In[vy.f32], z: vy.In[vy.f32], beta: vy.f32, x: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i < x.size:
        for j in range(y.size):
            x[i] = x[i] + beta * a[j, i] * y[j]
        x[i] = x[i] + z[i]


@vy.kernel
def gemver_w(a: vy.In[vy.f32], x: vy.In[vy.f32], alpha: vy.f32, w: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i < w.size:
        for j in range(x.size):
            w[i] = w[i] + alpha * a[i, j] * x[j]


def gemver_inputs(size: int, seed: int) -> Inputs:
    names = ("a", "u1", "v1", "u2", "v2", "y", "z")
    return dict(zip(names, tables(seed, (size, size), *[size] * 6), strict=True))


def gemver_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    x, w = np.zeros_like(inputs["y"]), np.zeros_like(inputs["y"])
    gemver_update(a, *(inputs[k] for k in ("u1", "v1", "u2", "v2")), **keywords)
    gemver_x(a, inputs["y"], inputs["z"], BETA, x, **keywords)
    gemver_w(a, x, ALPHA, w, **keywords)
    return [a, x, w]


def gemver_expected(inputs: Inputs) -> Results:
    a = inputs["a"] + np.outer(inputs["u1"], inputs["v1"]) + np.outer(inputs["u2"], inputs["v2"])
    x = product(a.T, inputs["y"][:, None], None, BETA).ravel() + inputs["z"]
    return [a, x, product(a, x[:, None], None, ALPHA).ravel()]


# ---------------------------------------------------------------- syrk, syr2k: the lower triangle of a symmetric result


def syrk_inputs(size: int, seed: int) -> Inputs:
    a, b, c = tables(seed, (size, size + 6), (size, size + 6), (size, size))
    return {"a": a, "b": b, "c": c}


@vy.kernel
def syrk(a: vy.In[vy.f32], c: vy.InOut[vy.f32], alpha: vy.f32, beta: vy.f32) -> None:
    """A row for each invocation, in the order of loops that PolyBench has."""
    i = vy.global_id(0)
    if i >= c.shape[0] or vy.global_id(1) != 0:
        return
    for j in range(i + 1):
        c[i, j] *= beta
    for k in range(a.shape[1]):
        for j in range(i + 1):
            c[i, j] += alpha * a[i, k] * a[j, k]


def syrk_run(inputs: Inputs, **keywords: Any) -> Results:
    return [syrk(inputs["a"], inputs["c"].copy(), ALPHA, BETA, domain=(len(inputs["c"]), 1), **keywords)]


def syrk_expected(inputs: Inputs) -> Results:
    a, c = inputs["a"], inputs["c"]
    return [np.where(np.tri(len(c), dtype=bool), product(a, a.T, c * BETA, ALPHA), c)]


@vy.kernel
def syr2k(a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.InOut[vy.f32], alpha: vy.f32, beta: vy.f32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < c.shape[0] and j <= i:
        c[i, j] *= beta
        for k in range(a.shape[1]):
            c[i, j] += a[j, k] * alpha * b[i, k] + b[j, k] * alpha * a[i, k]


def syr2k_run(inputs: Inputs, **keywords: Any) -> Results:
    return [syr2k(inputs["a"], inputs["b"], inputs["c"].copy(), ALPHA, BETA, **keywords)]


def syr2k_expected(inputs: Inputs) -> Results:
    a, b, c = inputs["a"], inputs["b"], inputs["c"]
    total = c * BETA
    for k in range(a.shape[1]):
        total += np.outer(b[:, k], a[:, k] * ALPHA) + np.outer(a[:, k], b[:, k] * ALPHA)
    return [np.where(np.tri(len(c), dtype=bool), total, c)]


# ---------------------------------------------------------------- symm, trmm: half of a matrix is read


def symm_inputs(size: int, seed: int) -> Inputs:
    a, b, c = tables(seed, (size, size), (size, size + 5), (size, size + 5))
    return {"a": a, "b": b, "c": c}


@vy.kernel(domain=lambda a, b, c, *rest: c.shape[1])
def symm(a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.InOut[vy.f32], alpha: vy.f32, beta: vy.f32) -> None:
    """A column for each invocation: row i adds to the rows above it, which were made before."""
    j = vy.global_id()
    if j < c.shape[1]:
        for i in range(c.shape[0]):
            temp = 0.0
            for k in range(i):
                c[k, j] += alpha * b[i, j] * a[i, k]
                temp += b[k, j] * a[i, k]
            c[i, j] = beta * c[i, j] + alpha * b[i, j] * a[i, i] + alpha * temp


def symm_run(inputs: Inputs, **keywords: Any) -> Results:
    return [symm(inputs["a"], inputs["b"], inputs["c"].copy(), ALPHA, BETA, **keywords)]


def symm_expected(inputs: Inputs) -> Results:
    a, b, c = inputs["a"], inputs["b"], inputs["c"].copy()
    for i in range(len(a)):
        below = np.add.accumulate(np.concatenate([np.zeros((1, b.shape[1]), F), b[:i] * a[i, :i, None]]))[-1]
        c[:i] += np.outer(a[i, :i], ALPHA * b[i])
        c[i] = BETA * c[i] + ALPHA * b[i] * a[i, i] + ALPHA * below
    return [c]


@vy.kernel(domain=lambda a, b, alpha: b.shape[1])
def trmm(a: vy.In[vy.f32], b: vy.InOut[vy.f32], alpha: vy.f32) -> None:
    j = vy.global_id()
    if j < b.shape[1]:
        for i in range(b.shape[0]):
            for k in range(i + 1, b.shape[0]):
                b[i, j] += a[k, i] * b[k, j]
            b[i, j] = alpha * b[i, j]


def trmm_run(inputs: Inputs, **keywords: Any) -> Results:
    return [trmm(inputs["a"], inputs["b"].copy(), ALPHA, **keywords)]


def trmm_expected(inputs: Inputs) -> Results:
    a, b = inputs["a"], inputs["b"]
    total = b.copy()
    for k in range(len(b)):
        total[:k] += np.outer(a[k, :k], b[k])
    return [ALPHA * total]


# ---------------------------------------------------------------- doitgen: a product along the last of three axes


@vy.kernel
def doitgen(a: vy.InOut[vy.f32], c4: vy.In[vy.f32], total: vy.InOut[vy.f32]) -> None:
    r, q = vy.global_id(0), vy.global_id(1)
    if r < a.shape[0] and q < a.shape[1]:
        for p in range(a.shape[2]):
            total[r, q, p] = 0
            for s in range(a.shape[2]):
                total[r, q, p] += a[r, q, s] * c4[s, p]
        for p in range(a.shape[2]):
            a[r, q, p] = total[r, q, p]


def doitgen_inputs(size: int, seed: int) -> Inputs:
    a, c4 = tables(seed, (size - 2, size - 1, size), (size, size))
    return {"a": a, "c4": c4}


def doitgen_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    doitgen(a, inputs["c4"], np.zeros_like(a), domain=a.shape[:2], **keywords)
    return [a]


def doitgen_expected(inputs: Inputs) -> Results:
    a = inputs["a"]
    return [product(a.reshape(-1, a.shape[2]), inputs["c4"]).reshape(a.shape)]


PROGRAMS = (
    Program("polybench_gemm", gemm_inputs, gemm_run, gemm_expected, 12),
    Program("polybench_2mm", mm2_inputs, mm2_run, mm2_expected, 10),
    Program("polybench_3mm", mm3_inputs, mm3_run, mm3_expected, 9),
    Program("polybench_atax", vectors_inputs, atax_run, atax_expected, 40),
    Program("polybench_bicg", vectors_inputs, bicg_run, bicg_expected, 40),
    Program("polybench_mvt", mvt_inputs, mvt_run, mvt_expected, 40),
    Program("polybench_gesummv", gesummv_inputs, gesummv_run, gesummv_expected, 40),
    Program("polybench_gemver", gemver_inputs, gemver_run, gemver_expected, 30),
    Program("polybench_syrk", syrk_inputs, syrk_run, syrk_expected, 18),
    Program("polybench_syr2k", syrk_inputs, syr2k_run, syr2k_expected, 18),
    Program("polybench_symm", symm_inputs, symm_run, symm_expected, 15),
    Program("polybench_trmm", symm_inputs, trmm_run, trmm_expected, 15),
    Program("polybench_doitgen", doitgen_inputs, doitgen_run, doitgen_expected, 9),
)
