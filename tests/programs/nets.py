"""Layers of neural networks and steps of learning: softmax, norms, activations, attention, regression, mixtures."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32


def sums(x: Array) -> Array:
    """Along the last axis, from left to right."""
    return np.add.accumulate(x, -1)[..., -1]


# ---------------------------------------------------------------- softmax and the loss of a class, a row per workgroup

LANES = 32


def logits_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "logits": rng.normal(0, 3, (size, size + 7)).astype(F),
        "label": rng.integers(0, size + 7, size).astype(np.int32),
    }


@vy.kernel(workgroup=LANES, domain=lambda logits, label: logits.shape[0] * LANES)
def softmax(logits: vy.In[vy.f32], label: vy.In[vy.i32], p: vy.Out[vy.f32], loss: vy.Out[vy.f32]) -> None:
    """The largest is subtracted first; the lanes' sums are added in a tree of shared memory."""
    parts = vy.shared(vy.f32, LANES)
    row, lane = vy.group_id(), vy.local_id()
    n = logits.shape[1]
    top = vy.f32(-math.inf)
    for j in range(lane, n, LANES):
        top = max(top, logits[row, j])
    top = vy.workgroup_max(top)
    total = 0.0
    for j in range(lane, n, LANES):
        e = vy.exp(logits[row, j] - top)
        p[row, j] = e
        total += e
    parts[lane] = total
    vy.barrier()
    half = LANES // 2
    while half > 0:
        if lane < half:
            parts[lane] += parts[lane + half]
        vy.barrier()
        half //= 2
    for j in range(lane, n, LANES):
        p[row, j] /= parts[0]
    if lane == 0:
        loss[row] = vy.log(parts[0]) - (logits[row, label[row]] - top)


def softmax_run(inputs: Inputs, **keywords: Any) -> Results:
    logits, label = inputs["logits"], inputs["label"]
    return list(softmax(logits, label, shapes={"p": logits.shape, "loss": label.shape}, **keywords))


def softmax_expected(inputs: Inputs) -> Results:
    logits, label = inputs["logits"], inputs["label"]
    rows, n = logits.shape
    less = logits - logits.max(1, keepdims=True)
    e = rounded("exp", less)
    padded = np.zeros((rows, -(-n // LANES) * LANES), F)
    padded[:, :n] = e
    parts = np.add.accumulate(padded.reshape(rows, -1, LANES), 1)[:, -1]
    while parts.shape[1] > 1:
        half = parts.shape[1] // 2
        parts = parts[:, :half] + parts[:, half:]
    return [e / parts, rounded("log", parts[:, 0]) - less[np.arange(rows), label]]


# ---------------------------------------------------------------- norm of a layer


def norm_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "x": rng.normal(1, 4, (size, 24)).astype(F),
        "gain": rng.normal(1, 0.1, 24).astype(F),
        "bias": rng.normal(0, 0.1, 24).astype(F),
    }


@vy.kernel(domain=lambda x, gain, bias: x.shape[0])
def layer_norm(x: vy.In[vy.f32], gain: vy.In[vy.f32], bias: vy.In[vy.f32], y: vy.Out[vy.f32]) -> None:
    row = vy.global_id()
    if row >= x.shape[0]:
        return
    n = x.shape[1]
    mean = 0.0
    for j in range(n):
        mean += x[row, j]
    mean /= vy.f32(n)
    variance = 0.0
    for j in range(n):
        variance += (x[row, j] - mean) ** 2
    scale = vy.rsqrt(variance / vy.f32(n) + 1e-5)
    for j in range(n):
        y[row, j] = (x[row, j] - mean) * scale * gain[j] + bias[j]


def norm_run(inputs: Inputs, **keywords: Any) -> Results:
    x = inputs["x"]
    return [layer_norm(x, inputs["gain"], inputs["bias"], shapes={"y": x.shape}, **keywords)]


def norm_expected(inputs: Inputs) -> Results:
    x = inputs["x"]
    n = F(x.shape[1])
    less = x - (sums(x) / n)[:, None]
    scale = rounded("rsqrt", sums(less * less) / n + F(1e-5))
    return [less * scale[:, None] * inputs["gain"] + inputs["bias"]]


# ---------------------------------------------------------------- activations, in f32 and in f16


def values_inputs(size: int, seed: int) -> Inputs:
    x = np.random.default_rng(seed).normal(0, 3, size)
    return {"x": x.astype(F), "h": x.astype(np.float16)}


ROOT_2_OVER_PI = math.sqrt(2 / math.pi)
T = vy.TypeVar("T", vy.f32, vy.f16)


@vy.func
def sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + vy.exp(-x))


@vy.func
def gelu(x: Any) -> Any:
    return 0.5 * x * (1.0 + vy.tanh(ROOT_2_OVER_PI * (x + 0.044715 * x**3)))


@vy.func
def elu(x: Any) -> Any:
    return x if x > 0 else vy.expm1(x)


@vy.func
def softplus(x: Any) -> Any:
    return max(x, 0.0) + vy.log1p(vy.exp(-abs(x)))


@vy.kernel(domain="x")
def activations(x: vy.In[T], y: vy.Out[T]) -> None:
    i = vy.global_id()
    if i >= x.size:
        return
    y[0, i] = gelu(x[i])
    y[1, i] = x[i] * sigmoid(x[i])  # silu
    y[2, i] = elu(x[i])
    y[3, i] = softplus(x[i])


def activations_run(inputs: Inputs, **keywords: Any) -> Results:
    x, h = inputs["x"], inputs["h"]
    return [activations(v, shapes={"y": (4, v.size)}, **keywords) for v in (x, h)]


def activations_expected(inputs: Inputs) -> Results:
    found = []
    for x in (inputs["x"], inputs["h"]):
        t = x.dtype.type
        one = t(1)
        inner = t(ROOT_2_OVER_PI) * (x + t(0.044715) * (x * (x * x)))
        found.append(
            np.stack(
                [
                    t(0.5) * x * (one + rounded("tanh", inner)),
                    x * (one / (one + rounded("exp", -x))),
                    np.where(x > 0, x, rounded("expm1", x)),
                    np.maximum(x, t(0)) + rounded("log1p", rounded("exp", -np.abs(x))),
                ]
            )
        )
    return found


# ---------------------------------------------------------------- attention with a running maximum


def attention_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(0, 1, (size, 8)).astype(F) for name in "qkv"}


@vy.kernel(domain=lambda q, k, v: q.shape[0])
def attention(q: vy.In[vy.f32], k: vy.In[vy.f32], v: vy.In[vy.f32], o: vy.Out[vy.f32]) -> None:
    """Each invocation is a query; it sees the keys up to its own, and scales what it has when a larger score comes."""
    i = vy.global_id()
    if i >= q.shape[0]:
        return
    acc = vy.private(vy.f32, 8)
    top, total = vy.f32(-math.inf), 0.0
    for j in range(i + 1):
        score = 0.0
        for d in range(8):
            score += q[i, d] * k[j, d]
        score *= vy.rsqrt(vy.f32(8))
        new_top = max(top, score)
        fade, e = vy.exp(top - new_top), vy.exp(score - new_top)
        total = total * fade + e
        for d in range(8):
            acc[d] = acc[d] * fade + e * v[j, d]
        top = new_top
    for d in range(8):
        o[i, d] = acc[d] / total


def attention_run(inputs: Inputs, **keywords: Any) -> Results:
    return [attention(inputs["q"], inputs["k"], inputs["v"], **keywords)]


def attention_expected(inputs: Inputs) -> Results:
    q, k, v = inputs["q"], inputs["k"], inputs["v"]
    n = len(q)
    top, total, acc = np.full(n, -np.inf, F), np.zeros(n, F), np.zeros((n, 8), F)
    for j in range(n):
        score = sums(q * k[j]) * rounded("rsqrt", F(8))
        new_top = np.maximum(top, score)
        fade, e = rounded("exp", top - new_top), rounded("exp", score - new_top)
        seen = np.arange(n) >= j
        total = np.where(seen, total * fade + e, total)
        acc = np.where(seen[:, None], acc * fade[:, None] + e[:, None] * v[j], acc)
        top = np.where(seen, new_top, top)
    return [acc / total[:, None]]


# ---------------------------------------------------------------- logistic regression by steps of its gradient


def regression_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, (size, 5)).astype(F)
    return {"x": x, "y": (x @ rng.normal(0, 1, 5) > 0).astype(F), "steps": 3, "rate": F(0.8)}


@vy.kernel(domain="y")
def predict(x: vy.In[vy.f32], y: vy.In[vy.f32], w: vy.In[vy.f32], miss: vy.Out[vy.f32], loss: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < y.size:
        z = 0.0
        for d in range(w.size):
            z += w[d] * x[i, d]
        miss[i] = sigmoid(z) - y[i]
        loss[i] = max(z, 0.0) - z * y[i] + vy.log1p(vy.exp(-abs(z)))


@vy.kernel
def descend(x: vy.In[vy.f32], miss: vy.In[vy.f32], rate: vy.f32, w: vy.InOut[vy.f32]) -> None:
    d = vy.global_id()
    if d < w.size:
        slope = 0.0
        for i in range(miss.size):
            slope += miss[i] * x[i, d]
        w[d] -= rate * (slope / vy.f32(miss.size))


def regression_run(inputs: Inputs, **keywords: Any) -> Results:
    x, y = inputs["x"], inputs["y"]
    w, losses = np.zeros(x.shape[1], F), []
    for _step in range(inputs["steps"]):
        miss, loss = predict(x, y, w, shapes={"miss": y.size, "loss": y.size}, **keywords)
        descend(x, miss, inputs["rate"], w, **keywords)
        losses.append(loss)
    return [w, *losses]


def regression_expected(inputs: Inputs) -> Results:
    x, y = inputs["x"], inputs["y"]
    w, losses = np.zeros(x.shape[1], F), []
    for _step in range(inputs["steps"]):
        z = sums(w * x)
        miss = F(1) / (F(1) + rounded("exp", -z)) - y
        losses.append(np.maximum(z, F(0)) - z * y + rounded("log1p", rounded("exp", -np.abs(z))))
        w = w - inputs["rate"] * (sums(miss * x.T) / F(y.size))
    return [w, *losses]


# ---------------------------------------------------------------- a mixture of Gaussians, one round of expectation and maximisation

PARTS = 4


def mixture_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 4, (PARTS, 2))
    points = centres[rng.integers(0, PARTS, size)] + rng.normal(0, 1, (size, 2))
    return {"points": points.astype(F), "centres": (centres + rng.normal(0, 0.5, (PARTS, 2))).astype(F)}


@vy.kernel(domain=lambda points, centres, spread: points.shape[0])
def responsibilities(
    points: vy.In[vy.f32],
    centres: vy.In[vy.f32],
    spread: vy.In[vy.f32],
    r: vy.Out[vy.f32],
    likelihood: vy.Out[vy.f32],
) -> None:
    i = vy.global_id()
    if i >= points.shape[0]:
        return
    total = 0.0
    for k in range(PARTS):
        squared = 0.0
        for d in range(2):
            squared += (points[i, d] - centres[k, d]) ** 2
        r[i, k] = vy.exp(-0.5 * squared / spread[k]) / spread[k]
        total += r[i, k]
    for k in range(PARTS):
        r[i, k] /= total
    likelihood[i] = vy.log(total)


@vy.kernel(domain=PARTS)
def maximise(points: vy.In[vy.f32], r: vy.In[vy.f32], centres: vy.InOut[vy.f32], spread: vy.InOut[vy.f32]) -> None:
    k = vy.global_id()
    if k >= centres.shape[0]:
        return
    weight, y, x = 0.0, 0.0, 0.0
    for i in range(points.shape[0]):
        weight += r[i, k]
        y += r[i, k] * points[i, 0]
        x += r[i, k] * points[i, 1]
    y /= weight
    x /= weight
    around = 0.0
    for i in range(points.shape[0]):
        around += r[i, k] * ((points[i, 0] - y) ** 2 + (points[i, 1] - x) ** 2)
    centres[k, 0], centres[k, 1] = y, x
    spread[k] = around / (2.0 * weight)


def mixture_run(inputs: Inputs, **keywords: Any) -> Results:
    points, centres, spread = inputs["points"], inputs["centres"].copy(), np.full(PARTS, 2, F)
    found: list[Array] = []
    for _round in range(2):
        shapes = {"r": (len(points), PARTS), "likelihood": len(points)}
        r, likelihood = responsibilities(points, centres, spread, shapes=shapes, **keywords)
        maximise(points, r, centres, spread, **keywords)
        found += [r, likelihood]
    return [*found, centres, spread]


def mixture_expected(inputs: Inputs) -> Results:
    points, centres = inputs["points"], inputs["centres"]
    spread: Array = np.full(PARTS, 2, F)
    found: list[Array] = []
    for _round in range(2):
        squares = (points[:, None] - centres) ** 2
        r = rounded("exp", F(-0.5) * (squares[..., 0] + squares[..., 1]) / spread) / spread
        total = sums(r)
        r = r / total[:, None]
        weight = sums(r.T)
        centres = np.stack([sums((r * points[:, d, None]).T) / weight for d in range(2)], 1)
        squares = (points[:, None] - centres) ** 2
        spread = sums((r * (squares[..., 0] + squares[..., 1])).T) / (F(2) * weight)
        found += [r, rounded("log", total)]
    return [*found, centres, spread]


PROGRAMS = (
    Program("nets_softmax", logits_inputs, softmax_run, softmax_expected, 30),
    Program("nets_layer_norm", norm_inputs, norm_run, norm_expected, 20),
    Program("nets_activations", values_inputs, activations_run, activations_expected, 60),
    Program("nets_attention", attention_inputs, attention_run, attention_expected, 16),
    Program("nets_logistic_regression", regression_inputs, regression_run, regression_expected, 60),
    Program("nets_mixture", mixture_inputs, mixture_run, mixture_expected, 40),
)
