"""Programs of Rodinia with mathematical functions: forces in boxes, speckle, a cell of the heart, particles in a video, a layer of neurons."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
TAU = 2 * math.pi

# ---------------------------------------------------------------- lavaMD: potentials between particles of boxes side by side

ROOM = 6


def boxes_inputs(size: int, seed: int) -> Inputs:
    """``size`` boxes in a row; a particle is a place and a charge."""
    rng = np.random.default_rng(seed)
    place = rng.random((size, ROOM, 3)) + np.arange(size)[:, None, None] * np.array([1, 0, 0])
    return {"place": place.astype(F), "charge": rng.random((size, ROOM)).astype(F), "alpha": F(0.5)}


@vy.kernel(workgroup=ROOM, domain=lambda place, charge, alpha: charge.size)
def lavamd(place: vy.In[vy.f32], charge: vy.In[vy.f32], alpha: vy.f32, force: vy.Out[vy.f32]) -> None:
    """The box of a neighbour is copied into shared memory, and each particle of the own box meets all of it."""
    near = vy.shared(vy.f32, (ROOM, 4))
    box, lane = vy.group_id(), vy.local_id()
    a2 = 2.0 * alpha * alpha
    me = vy.vec(place[box, lane, 0], place[box, lane, 1], place[box, lane, 2])
    v = 0.0
    f = me * 0.0
    for step in range(-1, 2):
        other = vy.i32(box) + step
        if other < 0 or other >= vy.i32(place.shape[0]):
            continue
        vy.barrier()
        for d in vy.static_range(3):
            near[lane, d] = place[other, lane, d]
        near[lane, 3] = charge[other, lane]
        vy.barrier()
        for j in range(ROOM):
            r = me - vy.vec(near[j, 0], near[j, 1], near[j, 2])
            vij = vy.exp(-a2 * vy.dot(r, r))
            v += near[j, 3] * vij
            f += r * (near[j, 3] * (2.0 * vij))
    force[box, lane, 0] = v
    force[box, lane, 1], force[box, lane, 2], force[box, lane, 3] = f


def lavamd_run(inputs: Inputs, **keywords: Any) -> Results:
    place, charge = inputs["place"], inputs["charge"]
    return [lavamd(place, charge, inputs["alpha"], shapes={"force": (*charge.shape, 4)}, **keywords)]


def lavamd_expected(inputs: Inputs) -> Results:
    place, charge, alpha = inputs["place"], inputs["charge"], inputs["alpha"]
    count = len(place)
    force = np.zeros((*charge.shape, 4), F)
    for box in range(count):
        for other in range(max(box - 1, 0), min(box + 2, count)):
            for j in range(ROOM):
                r = place[box] - place[other, j]
                squared = r[:, 0] * r[:, 0] + r[:, 1] * r[:, 1] + r[:, 2] * r[:, 2]
                vij = rounded("exp", -(F(2) * alpha * alpha) * squared)
                force[box, :, 0] += charge[other, j] * vij
                force[box, :, 1:] += r * (charge[other, j] * (F(2) * vij))[:, None]
    return [force]


# ---------------------------------------------------------------- SRAD: an image to exponentials, smoothed, and back by logarithms


def speckle_inputs(size: int, seed: int) -> Inputs:
    return {"image": np.random.default_rng(seed).integers(0, 256, (size, size + 3)).astype(F), "steps": 2}


@vy.kernel(workgroup=(8, 8))
def extract(image: vy.In[vy.f32], j: vy.Out[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < image.shape[0] and x < image.shape[1]:
        j[y, x] = vy.exp(image[y, x] / 255)


@vy.kernel(workgroup=(8, 8))
def diffuse(j: vy.In[vy.f32], q0: vy.f32, new: vy.Out[vy.f32]) -> None:
    """By the gradients beside: where they are large for the noise, little moves. Beyond the edge lies the edge."""
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    h, w = vy.i32(j.shape[0]), vy.i32(j.shape[1])
    if y >= h or x >= w:
        return
    here = j[y, x]
    north, south = j[max(y - 1, 0), x] - here, j[min(y + 1, h - 1), x] - here
    west, east = j[y, max(x - 1, 0)] - here, j[y, min(x + 1, w - 1)] - here
    slope = (north * north + south * south + west * west + east * east) / (here * here)
    bend = (north + south + west + east) / here
    q = (0.5 * slope - bend * bend / 16) / ((1 + 0.25 * bend) * (1 + 0.25 * bend))
    c = vy.clamp(vy.exp(-(q - q0) / (q0 * (1 + q0))), 0.0, 1.0)
    new[y, x] = here + 0.125 * c * (north + south + west + east)


@vy.kernel(workgroup=(8, 8))
def compress(j: vy.In[vy.f32], image: vy.Out[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < j.shape[0] and x < j.shape[1]:
        image[y, x] = vy.log(j[y, x]) * 255


def speckle_run(inputs: Inputs, **keywords: Any) -> Results:
    j = extract(inputs["image"], **keywords)
    for _step in range(inputs["steps"]):
        j = diffuse(j, 0.05, **keywords)
    return [compress(j, **keywords)]


def speckle_expected(inputs: Inputs) -> Results:
    j, q0 = rounded("exp", inputs["image"] / F(255)), F(0.05)
    for _step in range(inputs["steps"]):
        p = np.pad(j, 1, "edge")
        n, s, w, e = p[:-2, 1:-1] - j, p[2:, 1:-1] - j, p[1:-1, :-2] - j, p[1:-1, 2:] - j
        slope, bend = (n * n + s * s + w * w + e * e) / (j * j), (n + s + w + e) / j
        below = F(1) + F(0.25) * bend
        q = (F(0.5) * slope - bend * bend / F(16)) / (below * below)
        c = np.clip(rounded("exp", -(q - q0) / (q0 * (F(1) + q0))), F(0), F(1))
        j = j + F(0.125) * c * (n + s + w + e)
    return [rounded("log", j) * F(255)]


# ---------------------------------------------------------------- myocyte: a cell whose channels open with its voltage

DT = 0.02
FALL = (18.0, 20.0, 80.0)


def cells_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"current": rng.uniform(0, 20, size).astype(F), "steps": 8}


@vy.func
def rising(v: vy.f32) -> vy.f32:
    """v / (1 - exp(-v)), which is 1 at 0."""
    return 1.0 if abs(v) < 1e-4 else v / -vy.expm1(-v)


@vy.kernel
def cells(current: vy.In[vy.f32], steps: vy.i32, state: vy.Out[vy.f32]) -> None:
    """Hodgkin and Huxley's equations by Heun's rule: a step with the slope here, and half of it again with the slope there."""
    i = vy.global_id()
    if i >= current.size:
        return
    y, before, slope = vy.private(vy.f32, 4), vy.private(vy.f32, 4), vy.private(vy.f32, (2, 4))
    fade, rise = vy.private(vy.f32, 3), vy.private(vy.f32, 2)
    y[0], y[1], y[2], y[3] = -65.0, 0.05, 0.6, 0.32
    for _step in range(steps):
        for k in range(4):
            before[k] = y[k]
        for half in range(2):
            v, m, h, n = y[0], y[1], y[2], y[3]
            u = v + 65.0
            sodium = 120.0 * m**3 * h * (v - 50.0)
            potassium = 36.0 * n**4 * (v + 77.0)
            slope[half, 0] = current[i] - sodium - potassium - 0.3 * (v + 54.4)
            for k in range(3):
                fade[k] = vy.exp(-u / FALL[k])
            for k in range(2):
                rise[k] = rising((u - (25.0 if k == 0 else 10.0)) / 10)
            slope[half, 1] = rise[0] * (1.0 - m) - 4.0 * fade[0] * m
            slope[half, 2] = 0.07 * fade[1] * (1.0 - h) - h / (1.0 + vy.exp((30.0 - u) / 10))
            slope[half, 3] = 0.1 * rise[1] * (1.0 - n) - 0.125 * fade[2] * n
            for k in range(4):
                if half == 0:
                    y[k] = before[k] + DT * slope[0, k]
                else:
                    y[k] = before[k] + 0.5 * DT * (slope[0, k] + slope[1, k])
    for k in range(4):
        state[i, k] = y[k]


def cells_run(inputs: Inputs, **keywords: Any) -> Results:
    current = inputs["current"]
    return [cells(current, inputs["steps"], domain=current.size, shapes={"state": (current.size, 4)}, **keywords)]


def cells_expected(inputs: Inputs) -> Results:
    current = inputs["current"]

    def gate(v: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return np.where(np.abs(v) < F(1e-4), F(1), v / -rounded("expm1", -v))

    def slopes(y: Array) -> Array:
        v, m, h, n = y
        u = v + F(65)
        sodium = F(120) * (m * (m * m)) * h * (v - F(50))
        potassium = F(36) * ((n * n) * (n * n)) * (v + F(77))
        return np.stack(
            [
                current - sodium - potassium - F(0.3) * (v + F(54.4)),
                gate((u - F(25)) / F(10)) * (F(1) - m) - F(4) * rounded("exp", -u / F(18)) * m,
                F(0.07) * rounded("exp", -u / F(20)) * (F(1) - h) - h / (F(1) + rounded("exp", (F(30) - u) / F(10))),
                F(0.1) * gate((u - F(10)) / F(10)) * (F(1) - n) - F(0.125) * rounded("exp", -u / F(80)) * n,
            ]
        )

    y: Array = np.repeat(np.array([[-65], [0.05], [0.6], [0.32]], F), current.size, 1)
    for _step in range(inputs["steps"]):
        first = slopes(y)
        second = slopes(y + F(DT) * first)
        y = y + F(0.5 * DT) * (first + second)
    return [np.ascontiguousarray(y.T)]


# ---------------------------------------------------------------- particle filter: moved by normal numbers, weighed by likelihoods


def filter_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "place": rng.uniform(10, 20, (size, 2)).astype(F),
        "seed": rng.integers(0, 1 << 31, size).astype(np.int32),
        "image": rng.integers(0, 256, (32, 32)).astype(np.int32),
    }


@vy.func
def uniform(seed: Any, i: Any) -> vy.f32:
    """A linear congruence, kept in 31 bits."""
    seed[i] = (1103515245 * seed[i] + 12345) & 0x7FFFFFFF
    return (vy.f32(seed[i] >> 8) + 0.5) / 8388608


@vy.func
def normal(seed: Any, i: Any) -> vy.f32:
    u = uniform(seed, i)
    v = uniform(seed, i)
    return vy.sqrt(-2 * vy.log(u)) * vy.cos(TAU * v)


@vy.kernel(domain="weight")
def likelihood(place: vy.InOut[vy.f32], seed: vy.InOut[vy.i32], image: vy.In[vy.i32], weight: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= weight.size:
        return
    for axis in range(2):
        place[i, axis] += (1 if axis == 0 else -1) + 2 * normal(seed, i)
    total = 0.0
    for dy, dx in ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)):
        pixel = vy.f32(image[vy.i32(vy.round(place[i, 0])) + dy, vy.i32(vy.round(place[i, 1])) + dx])
        total += ((pixel - 100) ** 2 - (pixel - 228) ** 2) / 6400
    weight[i] = vy.exp(total / 5)


def filter_run(inputs: Inputs, **keywords: Any) -> Results:
    place, seed = inputs["place"].copy(), inputs["seed"].copy()
    weight = likelihood(place, seed, inputs["image"], domain=len(seed), shapes={"weight": len(seed)}, **keywords)
    return [place, seed, weight]


def filter_expected(inputs: Inputs) -> Results:
    place, seed = inputs["place"].copy(), inputs["seed"].astype(np.int64)
    for axis, step in ((0, F(1)), (1, F(-1))):
        draws = []
        for _draw in range(2):
            seed = (1103515245 * seed + 12345) & 0x7FFFFFFF
            draws.append(((seed >> 8).astype(F) + F(0.5)) / F(8388608))
        z = np.sqrt(F(-2) * rounded("log", draws[0])) * rounded("cos", F(TAU) * draws[1])
        place[:, axis] += step + F(2) * z
    padded = np.pad(inputs["image"], 20).astype(F)
    y, x = np.round(place).astype(int).T + 20
    total = np.zeros(len(place), F)
    for dy, dx in ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)):
        a, b = padded[y + dy, x + dx] - F(100), padded[y + dy, x + dx] - F(228)
        total = total + (a * a - b * b) / F(6400)
    return [place, seed.astype(np.int32), rounded("exp", total / F(5))]


# ---------------------------------------------------------------- backprop: a layer with the logistic function, and its errors

UNITS = 16


def layer_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "x": rng.random(size, F),
        "w": rng.normal(0, 0.7, (size + 1, UNITS)).astype(F),
        "target": rng.random(UNITS, F),
    }


@vy.kernel(domain="target")
def layer(x: vy.In[vy.f32], w: vy.In[vy.f32], target: vy.In[vy.f32], y: vy.Out[vy.f32], delta: vy.Out[vy.f32]) -> None:
    j = vy.global_id()
    if j >= target.size:
        return
    total = w[0, j]
    for k in range(x.size):
        total += w[k + 1, j] * x[k]
    y[j] = 1.0 / (1.0 + vy.exp(-total))
    delta[j] = y[j] * (1.0 - y[j]) * (target[j] - y[j])


@vy.kernel(workgroup=(8, UNITS), domain="w")
def adjust(x: vy.In[vy.f32], delta: vy.In[vy.f32], w: vy.InOut[vy.f32]) -> None:
    k, j = vy.global_id(0), vy.global_id(1)
    if k < w.shape[0]:
        w[k, j] += 0.3 * delta[j] * (x[k - 1] if k > 0 else 1.0)


def layer_run(inputs: Inputs, **keywords: Any) -> Results:
    w, target = inputs["w"].copy(), inputs["target"]
    y, delta = layer(inputs["x"], w, target, shapes={"y": UNITS, "delta": UNITS}, **keywords)
    adjust(inputs["x"], delta, w, **keywords)
    return [y, delta, w]


def layer_expected(inputs: Inputs) -> Results:
    w, target = inputs["w"], inputs["target"]
    x = np.concatenate([[F(1)], inputs["x"]])
    y = F(1) / (F(1) + rounded("exp", -np.add.accumulate(w * x[:, None])[-1]))
    delta = y * (F(1) - y) * (target - y)
    return [y, delta, w + F(0.3) * delta * x[:, None]]


PROGRAMS = (
    Program("rodinia_lavamd", boxes_inputs, lavamd_run, lavamd_expected, 5),
    Program("rodinia_srad_image", speckle_inputs, speckle_run, speckle_expected, 12),
    Program("rodinia_myocyte", cells_inputs, cells_run, cells_expected, 8),
    Program("rodinia_particle_likelihood", filter_inputs, filter_run, filter_expected, 40),
    Program("rodinia_logistic_layer", layer_inputs, layer_run, layer_expected, 40),
)
