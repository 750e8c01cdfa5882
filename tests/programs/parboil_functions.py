"""Programs of Parboil, SHOC and Rodinia with mathematical functions: reconstruction from samples of an MRI, reactions, transforms, particles."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
TAU = 2 * math.pi

# ---------------------------------------------------------------- MRI: Q, and F^H d

SAMPLES = 12


def mri_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    parts = {name: rng.uniform(-0.5, 0.5, (SAMPLES, 3)).astype(F) for name in ("k", "phi", "data")}
    return {**parts, "x": rng.uniform(-4, 4, (size, 3)).astype(F)}


@vy.kernel
def magnitudes(phi: vy.In[vy.f32], size: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < size.size:
        size[i] = phi[i, 0] * phi[i, 0] + phi[i, 1] * phi[i, 1]


@vy.kernel(domain=lambda k, size, x: x.shape[0])
def mri_q(k: vy.In[vy.f32], size: vy.In[vy.f32], x: vy.In[vy.f32], q: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= x.shape[0]:
        return
    real, imaginary = 0.0, 0.0
    for s in range(len(k)):
        angle = TAU * (k[s, 0] * x[i, 0] + k[s, 1] * x[i, 1] + k[s, 2] * x[i, 2])
        real += size[s] * vy.cos(angle)
        imaginary += size[s] * vy.sin(angle)
    q[i, 0], q[i, 1] = real, imaginary


def mri_q_run(inputs: Inputs, **keywords: Any) -> Results:
    k, phi, x = (inputs[name] for name in ("k", "phi", "x"))
    size = magnitudes(phi, shapes={"size": SAMPLES}, **keywords)
    return [mri_q(k, size, x, shapes={"q": (len(x), 2)}, **keywords)]


def angles(inputs: Inputs) -> tuple[Array, Array]:
    """Cosine and sine of the turn of each place by each sample."""
    products = inputs["k"] * inputs["x"][:, None]
    turns = F(TAU) * (products[..., 0] + products[..., 1] + products[..., 2])
    return rounded("cos", turns), rounded("sin", turns)


def mri_q_expected(inputs: Inputs) -> Results:
    phi = inputs["phi"]
    size = phi[:, 0] * phi[:, 0] + phi[:, 1] * phi[:, 1]
    return [np.stack([np.add.accumulate(size * part, 1)[:, -1] for part in angles(inputs)], 1)]


@vy.kernel(workgroup=16, domain=lambda k, phi, data, x: x.shape[0])
def mri_fhd(k: vy.In[vy.f32], phi: vy.In[vy.f32], data: vy.In[vy.f32], x: vy.In[vy.f32], fhd: vy.Out[vy.f32]) -> None:
    """The workgroup computes what depends on the sample only, and keeps it in shared memory."""
    rho = vy.shared(vy.f32, (SAMPLES, 2))
    i, s = vy.global_id(), vy.local_id()
    if s < SAMPLES:
        rho[s, 0] = phi[s, 0] * data[s, 0] + phi[s, 1] * data[s, 1]
        rho[s, 1] = phi[s, 0] * data[s, 1] - phi[s, 1] * data[s, 0]
    vy.barrier()
    if i >= x.shape[0]:
        return
    real, imaginary = 0.0, 0.0
    for n in range(SAMPLES):
        angle = TAU * (k[n, 0] * x[i, 0] + k[n, 1] * x[i, 1] + k[n, 2] * x[i, 2])
        c, w = vy.cos(angle), vy.sin(angle)
        real += rho[n, 0] * c - rho[n, 1] * w
        imaginary += rho[n, 1] * c + rho[n, 0] * w
    fhd[i, 0], fhd[i, 1] = real, imaginary


def mri_fhd_run(inputs: Inputs, **keywords: Any) -> Results:
    k, phi, data, x = (inputs[name] for name in ("k", "phi", "data", "x"))
    return [mri_fhd(k, phi, data, x, shapes={"fhd": (len(x), 2)}, **keywords)]


def mri_fhd_expected(inputs: Inputs) -> Results:
    (pr, pi, _), (dr, di, _) = inputs["phi"].T, inputs["data"].T
    real, imaginary = pr * dr + pi * di, pr * di - pi * dr
    c, s = angles(inputs)
    parts = (real * c - imaginary * s, imaginary * c + real * s)
    return [np.stack([np.add.accumulate(part, 1)[:, -1] for part in parts], 1)]


# ---------------------------------------------------------------- SHOC's S3D: rates of reactions by Arrhenius' law

REACTIONS = np.array(
    [(3.547e4, -0.406, 8352), (5.08e1, 2.67, 3166), (2.16e2, 1.51, 1727), (4.577e7, -1.4, 52550), (6.165e3, -0.5, 0)], F
)  # fmt: skip


def gas_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"temperature": rng.uniform(400, 2800, size).astype(F), "shares": rng.uniform(0.01, 1, (6, size)).astype(F)}


@vy.kernel(domain="temperature")
def rates(temperature: vy.In[vy.f32], shares: vy.In[vy.f32], change: vy.Out[vy.f32]) -> None:
    """Each reaction turns species r and r + 1 into r + 2, forwards and, by an equilibrium, backwards."""
    i = vy.global_id()
    if i >= temperature.size:
        return
    t = temperature[i]
    log_t, inverse = vy.log(t), 1.0 / t
    for r in range(len(REACTIONS)):
        forward = vy.exp(vy.log(REACTIONS[r, 0]) + REACTIONS[r, 1] * log_t - REACTIONS[r, 2] * inverse)
        backward = forward / vy.exp(vy.clamp(1200.0 * inverse - 0.3 * log_t, -60.0, 60.0))
        rate = forward * shares[r, i] * shares[r + 1, i] - backward * shares[(r + 2) % 6, i]
        change[r, i] -= rate
        change[r + 1, i] -= rate
        change[(r + 2) % 6, i] += rate


def gas_run(inputs: Inputs, **keywords: Any) -> Results:
    shares = inputs["shares"]
    return [rates(inputs["temperature"], shares, shapes={"change": shares.shape}, **keywords)]


def gas_expected(inputs: Inputs) -> Results:
    t, shares = inputs["temperature"], inputs["shares"]
    change = np.zeros_like(shares)
    log_t, inverse = rounded("log", t), F(1) / t
    back = rounded("exp", np.clip(F(1200) * inverse - F(0.3) * log_t, F(-60), F(60)))
    for r, (a, b, e) in enumerate(REACTIONS):
        forward = rounded("exp", rounded("log", a) + b * log_t - e * inverse)
        rate = forward * shares[r] * shares[r + 1] - forward / back * shares[(r + 2) % 6]
        change[r] -= rate
        change[r + 1] -= rate
        change[(r + 2) % 6] += rate
    return [change]


# ---------------------------------------------------------------- SHOC's FFT, with twiddles as they are needed

POINTS = 32


def signal_inputs(size: int, seed: int) -> Inputs:
    return {"signal": np.random.default_rng(seed).normal(0, 1, (size, POINTS, 2)).astype(F)}


@vy.kernel(workgroup=POINTS // 2, domain=lambda signal: signal.shape[0] * POINTS // 2)
def fft(signal: vy.In[vy.f32], spectrum: vy.Out[vy.f32]) -> None:
    """A signal per workgroup; after the reversal of bits, butterflies of ever larger spans in shared memory."""
    re, im = vy.shared(vy.f32, POINTS), vy.shared(vy.f32, POINTS)
    row, lane = vy.group_id(), vy.local_id()
    for k in vy.static_range(2):
        at = lane + k * (POINTS // 2)
        source = vy.reverse_bits(at) >> (vy.clz(POINTS) + 1)
        re[at], im[at] = signal[row, source, 0], signal[row, source, 1]
    vy.barrier()
    span = vy.u32(1)
    while span < POINTS:
        j = lane % span
        a = lane // span * span * 2 + j
        b = a + span
        angle = -math.pi * vy.f32(j) / vy.f32(span)
        c, s = vy.cos(angle), vy.sin(angle)
        tr, ti = re[b] * c - im[b] * s, re[b] * s + im[b] * c
        ar, ai = re[a], im[a]
        re[a], im[a] = ar + tr, ai + ti
        re[b], im[b] = ar - tr, ai - ti
        vy.barrier()
        span *= 2
    for k in vy.static_range(2):
        at = lane + k * (POINTS // 2)
        spectrum[row, at, 0], spectrum[row, at, 1] = re[at], im[at]


def fft_run(inputs: Inputs, **keywords: Any) -> Results:
    return [fft(inputs["signal"], **keywords)]


def fft_expected(inputs: Inputs) -> Results:
    """Halves of halves, by recursion."""

    def transform(x: Array) -> Array:
        n = x.shape[1]
        if n == 1:
            return x
        even, odd = transform(x[:, ::2]), transform(x[:, 1::2])
        angle = F(-math.pi) * np.arange(n // 2).astype(F) / F(n // 2)
        c, s = rounded("cos", angle), rounded("sin", angle)
        turned = np.stack([odd[..., 0] * c - odd[..., 1] * s, odd[..., 0] * s + odd[..., 1] * c], -1)
        return np.concatenate([even + turned, even - turned], 1)

    return [transform(inputs["signal"])]


PROGRAMS = (
    Program("parboil_mri_q", mri_inputs, mri_q_run, mri_q_expected, 40),
    Program("parboil_mri_fhd", mri_inputs, mri_fhd_run, mri_fhd_expected, 40),
    Program("shoc_s3d", gas_inputs, gas_run, gas_expected, 40),
    Program("shoc_fft", signal_inputs, fft_run, fft_expected, 4),
)
