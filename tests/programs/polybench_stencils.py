"""PolyBench's stencils, which the host steps through time, and the recursive filter of images."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32


def square_inputs(size: int, seed: int) -> Inputs:
    return {"a": np.random.default_rng(seed).random((size, size), F), "steps": 3}


# ---------------------------------------------------------------- jacobi-1d, jacobi-2d


def line_inputs(size: int, seed: int) -> Inputs:
    return {"a": np.random.default_rng(seed).random(size, F), "steps": 5}


@vy.kernel
def jacobi_1d(a: vy.In[vy.f32], b: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i > 0 and i < b.size - 1:
        b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1])


def jacobi_1d_run(inputs: Inputs, **keywords: Any) -> Results:
    a, b = inputs["a"].copy(), inputs["a"].copy()
    for _ in range(inputs["steps"]):
        jacobi_1d(a, b, **keywords)
        jacobi_1d(b, a, **keywords)
    return [a, b]


def jacobi_1d_expected(inputs: Inputs) -> Results:
    a, b = inputs["a"].copy(), inputs["a"].copy()
    for _ in range(inputs["steps"]):
        for x, y in ((a, b), (b, a)):
            y[1:-1] = F(0.33333) * (x[:-2] + x[1:-1] + x[2:])
    return [a, b]


@vy.kernel
def jacobi_2d(a: vy.In[vy.f32], b: vy.InOut[vy.f32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    h, w = a.shape
    if 1 <= i < h - 1 and 1 <= j < w - 1:
        b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, 1 + j] + a[1 + i, j] + a[i - 1, j])


def jacobi_2d_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"]
    for _ in range(inputs["steps"]):
        b = a.copy()
        jacobi_2d(a, b, **keywords)
        a = b
    return [a]


def jacobi_2d_expected(inputs: Inputs) -> Results:
    a = inputs["a"]
    for _ in range(inputs["steps"]):
        b = a.copy()
        b[1:-1, 1:-1] = F(0.2) * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a = b
    return [a]


# ---------------------------------------------------------------- seidel-2d, by wavefronts


@vy.kernel(domain=lambda a, front: len(a))
def seidel_front(a: vy.InOut[vy.f32], front: vy.i32) -> None:
    """The inner points with 2 i + j == front: all that they need was made by the fronts before."""
    i = vy.i32(vy.global_id())
    n = vy.i32(a.shape[0])
    j = front - 2 * i
    if i < 1 or i > n - 2 or j < 1 or j > n - 2:
        return
    total = 0.0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            total += a[i + di, j + dj]
    a[i, j] = total / 9.0


def seidel_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    n = len(a)
    for _ in range(inputs["steps"]):
        for front in range(3, 3 * n - 5):
            seidel_front(a, front, **keywords)
    return [a]


def seidel_expected(inputs: Inputs) -> Results:
    a = inputs["a"].copy()
    for _ in range(inputs["steps"]):
        for i in range(1, len(a) - 1):
            for j in range(1, len(a) - 1):
                a[i, j] = np.add.accumulate(a[i - 1 : i + 2, j - 1 : j + 2].ravel())[-1] / F(9)
    return [a]


# ---------------------------------------------------------------- heat-3d


def cube_inputs(size: int, seed: int) -> Inputs:
    return {"a": np.random.default_rng(seed).random((size, size + 1, size + 2), F), "steps": 2}


@vy.kernel
def heat_3d(a: vy.In[vy.f32], b: vy.InOut[vy.f32]) -> None:
    i, j, k = vy.global_id(0), vy.global_id(1), vy.global_id(2)
    if i == 0 or j == 0 or k == 0:
        return
    if i >= a.shape[0] - 1 or j >= a.shape[1] - 1 or k >= a.shape[2] - 1:
        return
    here = a[i, j, k]
    b[i, j, k] = (
        0.125 * (a[i + 1, j, k] - 2.0 * here + a[i - 1, j, k])
        + 0.125 * (a[i, j + 1, k] - 2.0 * here + a[i, j - 1, k])
        + 0.125 * (a[i, j, k + 1] - 2.0 * here + a[i, j, k - 1])
        + here
    )


def heat_3d_run(inputs: Inputs, **keywords: Any) -> Results:
    a, b = inputs["a"].copy(), inputs["a"].copy()
    for _ in range(inputs["steps"]):
        heat_3d(a, b, **keywords)
        a, b = b, a
    return [a, b]


def heat_3d_expected(inputs: Inputs) -> Results:
    a, b = inputs["a"].copy(), inputs["a"].copy()
    inner = (slice(1, -1),) * 3
    for _ in range(inputs["steps"]):
        parts = []
        for axis in range(3):
            after, before = list(inner), list(inner)
            after[axis], before[axis] = slice(2, None), slice(None, -2)
            parts.append(F(0.125) * (a[tuple(after)] - F(2) * a[inner] + a[tuple(before)]))
        b[inner] = parts[0] + parts[1] + parts[2] + a[inner]
        a, b = b, a
    return [a, b]


# ---------------------------------------------------------------- fdtd-2d


def fields_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    shape = (size, size + 5)
    return {"ex": rng.random(shape, F), "ey": rng.random(shape, F), "hz": rng.random(shape, F), "steps": 3}


@vy.kernel
def fdtd_ey(ey: vy.InOut[vy.f32], hz: vy.In[vy.f32], source: vy.f32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < ey.shape[0] and j < ey.shape[1]:
        if i == 0:
            ey[i, j] = source
        else:
            ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j])


@vy.kernel
def fdtd_ex(ex: vy.InOut[vy.f32], hz: vy.In[vy.f32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < ex.shape[0] and j > 0 and j < ex.shape[1]:
        ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])


@vy.kernel
def fdtd_hz(ex: vy.In[vy.f32], ey: vy.In[vy.f32], hz: vy.InOut[vy.f32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i + 1 < hz.shape[0] and j + 1 < hz.shape[1]:
        hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def fdtd_run(inputs: Inputs, **keywords: Any) -> Results:
    ex, ey, hz = (inputs[k].copy() for k in ("ex", "ey", "hz"))
    for step in range(inputs["steps"]):
        fdtd_ey(ey, hz, float(step), **keywords)
        fdtd_ex(ex, hz, **keywords)
        fdtd_hz(ex, ey, hz, **keywords)
    return [ex, ey, hz]


def fdtd_expected(inputs: Inputs) -> Results:
    ex, ey, hz = (inputs[k].copy() for k in ("ex", "ey", "hz"))
    for step in range(inputs["steps"]):
        ey[0] = step
        ey[1:] -= F(0.5) * np.diff(hz, axis=0)
        ex[:, 1:] -= F(0.5) * np.diff(hz, axis=1)
        hz[:-1, :-1] -= F(0.7) * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return [ex, ey, hz]


# ---------------------------------------------------------------- adi: sweeps along columns, then along rows


def adi_factors(n: int, steps: int) -> tuple[float, ...]:
    dx, dt = 1.0 / n, 1.0 / steps
    mul = 2.0 * dt / (dx * dx)
    a = -mul / 4.0
    b = 1.0 + mul
    return a, b, a, -mul / 2.0, 1.0 + 2.0 * mul, -mul / 2.0


@vy.kernel(domain=lambda read, *rest: len(read))
def adi_sweep(
    read: vy.In[vy.f64],
    write: vy.InOut[vy.f64],
    along_columns: vy.bool_,
    a: vy.f64,
    b: vy.f64,
    c: vy.f64,
    d: vy.f64,
    f: vy.f64,
) -> None:
    """A tridiagonal system for each inner line: forwards with p and q, backwards into ``write``."""
    i = vy.global_id()
    n = read.shape[0]
    if i < 1 or i >= n - 1:
        return
    p = vy.private(vy.f64, 64)
    q = vy.private(vy.f64, 64)
    p[0], q[0] = 0.0, 1.0
    for j in range(1, n - 1):
        p[j] = -c / (a * p[j - 1] + b)
        before, here, after = read[j, i - 1], read[j, i], read[j, i + 1]
        if not along_columns:
            before, here, after = read[i - 1, j], read[i, j], read[i + 1, j]
        q[j] = (-d * before + (1.0 + 2.0 * d) * here - f * after - a * q[j - 1]) / (a * p[j - 1] + b)
    value = vy.f64(1.0)
    if along_columns:
        write[0, i], write[n - 1, i] = 1.0, 1.0
    else:
        write[i, 0], write[i, n - 1] = 1.0, 1.0
    for back in range(n - 2):
        j = n - 2 - back
        value = p[j] * value + q[j]
        if along_columns:
            write[j, i] = value
        else:
            write[i, j] = value


def adi_inputs(size: int, seed: int) -> Inputs:
    return {"u": np.random.default_rng(seed).random((size, size)), "steps": 2}


def adi_run(inputs: Inputs, **keywords: Any) -> Results:
    u, v = inputs["u"].copy(), np.zeros_like(inputs["u"])
    a, b, c, d, e, f = adi_factors(len(u), inputs["steps"])
    for _ in range(inputs["steps"]):
        adi_sweep(u, v, True, a, b, c, d, f, **keywords)
        adi_sweep(v, u, False, d, e, f, a, c, **keywords)
    return [u, v]


def adi_expected(inputs: Inputs) -> Results:
    u, v = inputs["u"].copy(), np.zeros_like(inputs["u"])
    n = len(u)
    a, b, c, d, e, f = adi_factors(n, inputs["steps"])
    inner = slice(1, n - 1)

    def solve(a: float, b: float, c: float, d: float, f: float, lines: Array) -> Array:
        """lines[j, i]: point j of line i; the lines on both sides of it are the terms of its right side."""
        p, q = np.zeros(n), np.ones((n, n - 2))
        for j in range(1, n - 1):
            right = -d * lines[j, :-2] + (1.0 + 2.0 * d) * lines[j, 1:-1] - f * lines[j, 2:]
            p[j] = -c / (a * p[j - 1] + b)
            q[j] = (right - a * q[j - 1]) / (a * p[j - 1] + b)
        x = np.ones((n, n - 2))
        for j in range(n - 2, 0, -1):
            x[j] = p[j] * x[j + 1] + q[j]
        return x

    for _ in range(inputs["steps"]):
        v[:, inner] = solve(a, b, c, d, f, u)
        u[inner] = solve(d, e, f, a, c, v.T).T
    return [u, v]


# ---------------------------------------------------------------- deriche: a recursive filter, along rows and then columns

COEFFICIENTS = (0.1875, -0.03125, 0.21875, -0.0625, 0.75, -0.15625)  # a1..a4, b1, b2


def deriche_inputs(size: int, seed: int) -> Inputs:
    return {"image": np.random.default_rng(seed).random((size, size + 6), F)}


@vy.kernel(domain=lambda image: image.shape[0])
def deriche_rows(image: vy.In[vy.f32], result: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= image.shape[0]:
        return
    a1, a2, a3, a4, b1, b2 = COEFFICIENTS
    n = vy.i32(image.shape[1])
    ym1 = ym2 = xm1 = 0.0
    for j in range(n):
        y = a1 * image[i, j] + a2 * xm1 + b1 * ym1 + b2 * ym2
        result[i, j] = y
        xm1 = image[i, j]
        ym2 = ym1
        ym1 = y
    yp1 = yp2 = xp1 = xp2 = 0.0
    for j in range(n - 1, -1, -1):
        y = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2
        xp2, xp1 = xp1, image[i, j]
        yp2, yp1 = yp1, y
        result[i, j] += y


@vy.kernel(domain=lambda image: image.shape[1])
def deriche_columns(image: vy.In[vy.f32], result: vy.Out[vy.f32]) -> None:
    j = vy.global_id()
    if j < image.shape[1]:
        a5, a6, a7, a8, b1, b2 = COEFFICIENTS
        tm1 = ym1 = ym2 = 0.0
        for i in range(image.shape[0]):
            y = a5 * image[i, j] + a6 * tm1 + b1 * ym1 + b2 * ym2
            tm1, ym2, ym1 = image[i, j], ym1, y
            result[i, j] = y
        tp1 = tp2 = yp1 = yp2 = 0.0
        k = vy.i32(image.shape[0]) - 1
        while k >= 0:
            y = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2
            tp2 = tp1
            tp1 = image[k, j]
            yp2 = yp1
            yp1 = y
            result[k, j] = result[k, j] + y
            k -= 1


def deriche_run(inputs: Inputs, **keywords: Any) -> Results:
    return [deriche_columns(deriche_rows(inputs["image"], **keywords), **keywords)]


def deriche_expected(inputs: Inputs) -> Results:
    def along(lines: Array) -> Array:
        a1, a2, a3, a4, b1, b2 = (F(c) for c in COEFFICIENTS)
        zero = np.zeros(lines.shape[1], F)
        forth: list[Array] = [zero, zero]
        for x, before in zip(lines, [zero, *lines], strict=False):
            forth.append(a1 * x + a2 * before + b1 * forth[-1] + b2 * forth[-2])
        back: list[Array] = [zero, zero]
        seen = [zero, zero]
        for x in lines[::-1]:
            back.append(a3 * seen[-1] + a4 * seen[-2] + b1 * back[-1] + b2 * back[-2])
            seen.append(x)
        total: Array = np.array(forth[2:]) + np.array(back[2:])[::-1]
        return total

    return [along(along(inputs["image"].T).T)]


PROGRAMS = (
    Program("polybench_jacobi_1d", line_inputs, jacobi_1d_run, jacobi_1d_expected, 300),
    Program("polybench_jacobi_2d", square_inputs, jacobi_2d_run, jacobi_2d_expected, 21),
    Program("polybench_seidel_2d", square_inputs, seidel_run, seidel_expected, 10),
    Program("polybench_heat_3d", cube_inputs, heat_3d_run, heat_3d_expected, 10),
    Program("polybench_fdtd_2d", fields_inputs, fdtd_run, fdtd_expected, 17),
    Program("polybench_adi", adi_inputs, adi_run, adi_expected, 14, largest=64),
    Program("polybench_deriche", deriche_inputs, deriche_run, deriche_expected, 20),
)
