"""PolyBench's solvers and statistics, in f64: factorisations, triangular systems, dynamic programming, correlation."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results
from tests.programs.polybench_products import product

# ---------------------------------------------------------------- lu, ludcmp, cholesky


def dominant_inputs(size: int, seed: int) -> Inputs:
    """A matrix with a large diagonal, and a right side."""
    rng = np.random.default_rng(seed)
    return {"a": rng.random((size, size)) + size * np.eye(size), "b": rng.random(size)}


@vy.kernel(domain=lambda a, k: len(a))
def lu_column(a: vy.InOut[vy.f64], k: vy.u32) -> None:
    i = vy.global_id()
    if k < i < a.shape[0]:
        a[i, k] /= a[k, k]


@vy.kernel
def lu_rest(a: vy.InOut[vy.f64], k: vy.u32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if (i > k and i < a.shape[0]) and (j > k and j < a.shape[1]):
        a[i, j] -= a[i, k] * a[k, j]


def lu_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    for k in range(len(a)):
        lu_column(a, k, **keywords)
        lu_rest(a, k, **keywords)
    return [a]


def lu_expected(inputs: Inputs) -> Results:
    a = inputs["a"].copy()
    for k in range(len(a)):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return [a]


@vy.kernel(workgroup=64, domain=64)
def ludcmp(a: vy.InOut[vy.f64], b: vy.In[vy.f64], x: vy.InOut[vy.f64], y: vy.InOut[vy.f64]) -> None:
    """One workgroup: the factors by rows and columns, then both triangular systems, by columns."""
    t, n = vy.local_id(), b.size
    for i in range(n):
        for j in range(i + t, n, 64):  # the row right of the diagonal
            w = a[i, j]
            for k in range(i):
                w -= a[i, k] * a[k, j]
            a[i, j] = w
        vy.barrier()
        for r in range(i + 1 + t, n, 64):  # the column below it
            w = a[r, i]
            for k in range(i):
                w -= a[r, k] * a[k, i]
            a[r, i] = w / a[i, i]
        vy.barrier()
    for i in range(t, n, 64):
        y[i] = b[i]
    vy.barrier()
    for i in range(n):
        for r in range(i + 1 + t, n, 64):
            y[r] -= a[r, i] * y[i]
        vy.barrier()
    for i in range(t, n, 64):
        x[i] = y[i]
    vy.barrier()
    for back in range(n):
        i = n - 1 - back
        if t == 0:
            x[i] = x[i] / a[i, i]
        vy.barrier()
        for r in range(t, i, 64):
            x[r] -= a[r, i] * x[i]
        vy.barrier()


def ludcmp_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    x, y = np.zeros(len(a)), np.zeros(len(a))
    ludcmp(a, inputs["b"], x, y, **keywords)
    return [a, x, y]


def ludcmp_expected(inputs: Inputs) -> Results:
    (a,) = lu_expected(inputs)
    y = inputs["b"].copy()
    for i in range(len(a)):
        y[i + 1 :] -= a[i + 1 :, i] * y[i]
    x = y.copy()
    for i in reversed(range(len(a))):
        x[i] /= a[i, i]
        x[:i] -= a[:i, i] * x[i]
    return [a, x, y]


def cholesky_inputs(size: int, seed: int) -> Inputs:
    m = np.random.default_rng(seed).random((size, size))
    return {"a": m @ m.T + np.eye(size)}


@vy.kernel(workgroup=32, domain=32)
def cholesky(a: vy.InOut[vy.f64]) -> None:
    """Column after column; the first invocation makes the diagonal, all of them what is below."""
    t, n = vy.local_id(), a.shape[0]
    for j in range(n):
        if t == 0:
            d = a[j, j]
            for k in range(j):
                d -= a[j, k] * a[j, k]
            a[j, j] = vy.sqrt(d)
        vy.barrier()
        i = j + 1 + t
        while i < n:
            v = a[i, j]
            for k in range(j):
                v -= a[i, k] * a[j, k]
            a[i, j] = v / a[j, j]
            i += 32
        vy.barrier()


def cholesky_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    cholesky(a, **keywords)
    return [a]


def cholesky_expected(inputs: Inputs) -> Results:
    a = inputs["a"].tolist()
    for i, row in enumerate(a):
        for j in range(i):
            for k in range(j):
                row[j] -= row[k] * a[j][k]
            row[j] /= a[j][j]
        for k in range(i):
            row[i] -= row[k] * row[k]
        row[i] = float(np.sqrt(row[i]))
    return [np.array(a)]


# ---------------------------------------------------------------- trisolv, durbin, gramschmidt


@vy.kernel(workgroup=1, domain=1)
def trisolv(l: vy.In[vy.f64], b: vy.In[vy.f64], x: vy.InOut[vy.f64]) -> None:
    for i in range(x.size):
        x[i] = b[i]
        for j in range(i):
            x[i] -= l[i, j] * x[j]
        x[i] = x[i] / l[i, i]


def trisolv_run(inputs: Inputs, **keywords: Any) -> Results:
    x = np.zeros_like(inputs["b"])
    trisolv(inputs["a"], inputs["b"], x, **keywords)
    return [x]


def trisolv_expected(inputs: Inputs) -> Results:
    a, x = inputs["a"], inputs["b"].copy()
    for i in range(len(x)):
        x[i] /= a[i, i]
        x[i + 1 :] -= a[i + 1 :, i] * x[i]
    return [x]


def durbin_inputs(size: int, seed: int) -> Inputs:
    return {"r": np.random.default_rng(seed).random(size) * 0.3 / np.arange(1, size + 1)}


@vy.kernel(workgroup=64, domain=64)
def durbin(r: vy.In[vy.f64], y: vy.InOut[vy.f64]) -> None:
    """A Toeplitz system of up to 64 unknowns: each invocation has one, the sums are made by the first."""
    z = vy.shared(vy.f64, 64)
    state = vy.shared(vy.f64, 2)
    t = vy.local_id()
    if t == 0:
        y[0] = -r[0]
        state[0] = 1.0
        state[1] = -r[0]
    vy.barrier()
    for k in range(1, r.size):
        if t == 0:
            alpha, beta = state[1], state[0]
            beta = (1 - alpha * alpha) * beta
            total = vy.f64(0.0)
            for i in range(k):
                total += r[k - i - 1] * y[i]
            alpha = -(r[k] + total) / beta
            state[0], state[1] = beta, alpha
        vy.barrier()
        if t < k:
            z[t] = y[t] + state[1] * y[k - t - 1]
        vy.barrier()
        if t < k:
            y[t] = z[t]
        elif t == k:
            y[t] = state[1]
        vy.barrier()


def durbin_run(inputs: Inputs, **keywords: Any) -> Results:
    y = np.zeros_like(inputs["r"])
    durbin(inputs["r"], y, **keywords)
    return [y]


def durbin_expected(inputs: Inputs) -> Results:
    r = inputs["r"]
    alpha, beta = -r[0], 1.0
    y = np.array([alpha])
    for k in range(1, len(r)):
        beta = (1 - alpha * alpha) * beta
        total = np.add.accumulate(np.concatenate([[0.0], r[:k][::-1] * y]))[-1]
        alpha = -(r[k] + total) / beta
        y = np.append(y + alpha * y[::-1], alpha)
    return [y]


def gramschmidt_inputs(size: int, seed: int) -> Inputs:
    return {"a": np.random.default_rng(seed).random((size, size - 3))}


@vy.kernel(workgroup=1, domain=1)
def gramschmidt_norm(a: vy.In[vy.f64], r: vy.InOut[vy.f64], k: vy.u32) -> None:
    norm = vy.f64(0)
    for i in range(a.shape[0]):
        norm += a[i, k] * a[i, k]
    r[k, k] = vy.sqrt(norm)


@vy.kernel(domain=lambda a, r, q, k: a.shape[0])
def gramschmidt_scale(a: vy.In[vy.f64], r: vy.In[vy.f64], q: vy.InOut[vy.f64], k: vy.u32) -> None:
    i = vy.global_id()
    if i < a.shape[0]:
        q[i, k] = a[i, k] / r[k, k]


@vy.kernel(domain=lambda a, r, q, k: a.shape[1])
def gramschmidt_project(a: vy.InOut[vy.f64], r: vy.InOut[vy.f64], q: vy.In[vy.f64], k: vy.u32) -> None:
    j = vy.global_id()
    if j <= k or j >= a.shape[1]:
        return
    r[k, j] = 0.0
    for i in range(a.shape[0]):
        r[k, j] += q[i, k] * a[i, j]
    for i in range(a.shape[0]):
        a[i, j] -= q[i, k] * r[k, j]


def gramschmidt_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"].copy()
    q, r = np.zeros_like(a), np.zeros((a.shape[1], a.shape[1]))
    for k in range(a.shape[1]):
        gramschmidt_norm(a, r, k, **keywords)
        gramschmidt_scale(a, r, q, k, **keywords)
        gramschmidt_project(a, r, q, k, **keywords)
    return [a, q, r]


def gramschmidt_expected(inputs: Inputs) -> Results:
    a = inputs["a"].copy()
    q, r = np.zeros_like(a), np.zeros((a.shape[1], a.shape[1]))
    for k in range(a.shape[1]):
        r[k, k] = np.sqrt(np.add.accumulate(a[:, k] * a[:, k])[-1])
        q[:, k] = a[:, k] / r[k, k]
        r[k, k + 1 :] = product(q[:, k][None], a[:, k + 1 :])
        a[:, k + 1 :] -= np.outer(q[:, k], r[k, k + 1 :])
    return [a, q, r]


# ---------------------------------------------------------------- floyd-warshall, nussinov


def paths_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    paths = rng.integers(1, 60, (size, size)).astype(np.int32)
    paths[rng.random((size, size)) < 0.6] = 999
    return {"paths": paths}


@vy.kernel
def floyd_warshall(paths: vy.InOut[vy.i32], before: vy.In[vy.i32], k: vy.u32) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < paths.shape[0] and j < paths.shape[1]:
        through = before[i, k] + before[k, j]
        paths[i, j] = paths[i, j] if paths[i, j] < through else through


def paths_run(inputs: Inputs, **keywords: Any) -> Results:
    paths = inputs["paths"].copy()
    for k in range(len(paths)):
        floyd_warshall(paths, paths.copy(), k, **keywords)
    return [paths]


def paths_expected(inputs: Inputs) -> Results:
    paths = inputs["paths"]
    for k in range(len(paths)):
        paths = np.minimum(paths, paths[:, k, None] + paths[None, k])
    return [paths]


def nussinov_inputs(size: int, seed: int) -> Inputs:
    return {"bases": np.random.default_rng(seed).integers(0, 4, size).astype(np.int8)}


@vy.kernel(domain="bases")
def nussinov_diagonal(bases: vy.In[vy.i8], distance: vy.u32, table: vy.InOut[vy.i32]) -> None:
    """The cells (i, i + distance): the most pairs of complementary bases between the two."""
    i = vy.global_id()
    j = i + distance
    n = bases.size
    if j >= n:
        return
    best = 0
    if j >= 1:
        best = max(best, table[i, j - 1])
    if i + 1 < n:
        best = max(best, table[i + 1, j])
    if j >= 1 and i + 1 < n:
        inside = table[i + 1, j - 1]
        if i < j - 1:
            inside += 1 if bases[i] + bases[j] == 3 else 0
        best = max(best, inside)
    for k in range(i + 1, j):
        best = max(best, table[i, k] + table[k + 1, j])
    table[i, j] = best


def nussinov_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["bases"].size
    table = np.zeros((n, n), np.int32)
    for distance in range(1, n):
        nussinov_diagonal(inputs["bases"], distance, table, **keywords)
    return [table]


def nussinov_expected(inputs: Inputs) -> Results:
    bases = inputs["bases"].tolist()
    n = len(bases)
    table = [[0] * n for _ in range(n)]
    for i in reversed(range(n)):
        for j in range(i + 1, n):
            pair = int(j > i + 1 and bases[i] + bases[j] == 3)
            split = [table[i][k] + table[k + 1][j] for k in range(i, j)]
            table[i][j] = max(*split, table[i + 1][j - 1] + pair, 0)
    return [np.array(table, np.int32)]


# ---------------------------------------------------------------- covariance, correlation

TINY = 0.1


def data_inputs(size: int, seed: int) -> Inputs:
    data = np.random.default_rng(seed).random((size, size // 2))
    data[:, 3] = 0.5  # does not vary
    return {"data": data}


@vy.kernel(domain=lambda data: data.shape[1])
def column_statistics(data: vy.In[vy.f64], mean: vy.Out[vy.f64], deviation: vy.Out[vy.f64]) -> None:
    j = vy.global_id()
    if j < data.shape[1]:
        n = vy.f64(data.shape[0])
        m = vy.f64(0.0)
        for i in range(data.shape[0]):
            m += data[i, j]
        m /= n
        s = vy.f64(0.0)
        for i in range(data.shape[0]):
            s += (data[i, j] - m) * (data[i, j] - m)
        s = vy.sqrt(s / n)
        mean[j] = m
        deviation[j] = 1.0 if s <= TINY else s


@vy.kernel
def centred(data: vy.InOut[vy.f64], mean: vy.In[vy.f64], deviation: vy.In[vy.f64], scaled: vy.bool_) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < data.shape[0] and j < data.shape[1]:
        data[i, j] -= mean[j]
        if scaled:
            data[i, j] /= vy.sqrt(vy.f64(data.shape[0])) * deviation[j]


@vy.kernel(domain=lambda data, *rest: data.shape[1])
def symmetric(data: vy.In[vy.f64], divisor: vy.f64, unit: vy.bool_, out: vy.Out[vy.f64]) -> None:
    """A row for each invocation, of which it makes the right half and the column below."""
    i = vy.global_id()
    if i >= data.shape[1]:
        return
    for j in range(i, data.shape[1]):
        if unit and i == j:
            out[i, j] = 1.0
            continue
        out[i, j] = 0.0
        for k in range(data.shape[0]):
            out[i, j] += data[k, i] * data[k, j]
        out[i, j] /= divisor
        out[j, i] = out[i, j]


def statistics_run(inputs: Inputs, correlation: bool, **keywords: Any) -> Results:
    data = inputs["data"].copy()
    n, m = data.shape
    mean, deviation = column_statistics(data, shapes={"mean": m, "deviation": m}, **keywords)
    centred(data, mean, deviation, correlation, **keywords)
    divisor = 1.0 if correlation else n - 1.0
    return [mean, symmetric(data, divisor, correlation, shapes={"out": (m, m)}, **keywords)]


def covariance_run(inputs: Inputs, **keywords: Any) -> Results:
    return statistics_run(inputs, False, **keywords)


def correlation_run(inputs: Inputs, **keywords: Any) -> Results:
    return statistics_run(inputs, True, **keywords)


def ordered_mean(data: Array) -> Array:
    mean: Array = np.add.accumulate(np.vstack([np.zeros(data.shape[1]), data]))[-1] / len(data)
    return mean


def covariance_expected(inputs: Inputs) -> Results:
    data = inputs["data"]
    mean = ordered_mean(data)
    return [mean, product((data - mean).T, data - mean) / (len(data) - 1.0)]


def correlation_expected(inputs: Inputs) -> Results:
    data = inputs["data"]
    mean = ordered_mean(data)
    deviation = np.sqrt(ordered_mean((data - mean) * (data - mean)))
    deviation[deviation <= TINY] = 1.0
    scaled = (data - mean) / (np.sqrt(float(len(data))) * deviation)
    result = product(scaled.T, scaled)
    np.fill_diagonal(result, 1.0)
    return [mean, result]


PROGRAMS = (
    Program("polybench_lu", dominant_inputs, lu_run, lu_expected, 14),
    Program("polybench_ludcmp", dominant_inputs, ludcmp_run, ludcmp_expected, 20),
    Program("polybench_cholesky", cholesky_inputs, cholesky_run, cholesky_expected, 19),
    Program("polybench_trisolv", dominant_inputs, trisolv_run, trisolv_expected, 30),
    Program("polybench_durbin", durbin_inputs, durbin_run, durbin_expected, 20, largest=64),
    Program("polybench_gramschmidt", gramschmidt_inputs, gramschmidt_run, gramschmidt_expected, 12),
    Program("polybench_floyd_warshall", paths_inputs, paths_run, paths_expected, 18),
    Program("polybench_nussinov", nussinov_inputs, nussinov_run, nussinov_expected, 24),
    Program("polybench_covariance", data_inputs, covariance_run, covariance_expected, 22),
    Program("polybench_correlation", data_inputs, correlation_run, correlation_expected, 22),
)
