"""CUDA samples with mathematical functions: prices of options, quasirandom normals, filters of images, an ocean's spectrum, bodies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- Black and Scholes

RATE, VOLATILITY = 0.02, 0.30
A1, A2, A3, A4, A5 = 0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429
RSQRT_TAU = 0.39894228040143267793994605993438


def options_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    ranges = {"price": (5, 30), "strike": (1, 100), "years": (0.25, 10)}
    return {name: rng.uniform(low, high, size).astype(F) for name, (low, high) in ranges.items()}


@vy.func
def below(d: vy.f32) -> vy.f32:
    """The share of a normal distribution below d, by a polynomial."""
    k = 1.0 / (1.0 + 0.2316419 * abs(d))
    tail = RSQRT_TAU * vy.exp(-0.5 * d * d) * (k * (A1 + k * (A2 + k * (A3 + k * (A4 + k * A5)))))
    return 1.0 - tail if d > 0 else tail


@vy.kernel
def black_scholes(
    price: vy.In[vy.f32], strike: vy.In[vy.f32], years: vy.In[vy.f32], call: vy.Out[vy.f32], put: vy.Out[vy.f32]
) -> None:
    i = vy.global_id()
    if i >= price.size:
        return
    s, x, t = price[i], strike[i], years[i]
    root = vy.sqrt(t)
    d1 = (vy.log(s / x) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / (VOLATILITY * root)
    d2 = d1 - VOLATILITY * root
    n1, n2 = below(d1), below(d2)
    discounted = x * vy.exp(-RATE * t)
    call[i] = s * n1 - discounted * n2
    put[i] = discounted * (1.0 - n2) - s * (1.0 - n1)


def options_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(black_scholes(inputs["price"], inputs["strike"], inputs["years"], **keywords))


def options_expected(inputs: Inputs) -> Results:
    s, x, t = inputs["price"], inputs["strike"], inputs["years"]

    def share(d: Array) -> Any:
        k = F(1) / (F(1) + F(0.2316419) * np.abs(d))
        poly = np.zeros_like(d)
        for a in (A5, A4, A3, A2, A1):
            poly = k * (F(a) + poly)
        tail = F(RSQRT_TAU) * rounded("exp", F(-0.5) * d * d) * poly
        return np.where(d > 0, F(1) - tail, tail)

    spread = F(VOLATILITY) * np.sqrt(t)
    d1 = (rounded("log", s / x) + F(RATE + 0.5 * VOLATILITY * VOLATILITY) * t) / spread
    n1, n2 = share(d1), share(d1 - spread)
    discounted = x * rounded("exp", F(-RATE) * t)
    return [s * n1 - discounted * n2, discounted * (F(1) - n2) - s * (F(1) - n1)]


# ---------------------------------------------------------------- an option by many random walks, from numbers made of counters

PATHS = 64
TAU = 2 * math.pi


def walks_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"spot": rng.uniform(20, 60, size).astype(F), "strike": rng.uniform(20, 60, size).astype(F), "seed": seed}


@vy.func
def mixed(counter: vy.u32, key: vy.u32) -> vy.u32:
    x = counter * 0x9E3779B9 + key
    x = (x ^ (x >> 16)) * 0x85EBCA6B
    x = (x ^ (x >> 13)) * 0xC2B2AE35
    return x ^ (x >> 16)


@vy.kernel(workgroup=PATHS, domain=lambda spot, strike, seed: spot.size * PATHS)
def walks(spot: vy.In[vy.f32], strike: vy.In[vy.f32], seed: vy.u32, mean: vy.Out[vy.f32], hits: vy.Out[vy.u32]) -> None:
    """An option is a workgroup; each invocation makes two normals of two numbers (Box and Muller) and walks both."""
    gains = vy.shared(vy.f32, PATHS)
    option, lane = vy.group_id(), vy.local_id()
    n = vy.global_id()
    u = vy.f32((mixed(2 * n, seed) >> 8) + 1) * 2.0**-24  # above 0, so that it has a logarithm
    v = vy.f32(mixed(2 * n + 1, seed) >> 8) * 2.0**-24
    radius = vy.sqrt(-2.0 * vy.log(u))
    gain = 0.0
    hit = vy.u32(0)
    for z in (radius * vy.cos(TAU * v), radius * vy.sin(TAU * v)):
        end = spot[option] * vy.exp((RATE - 0.5 * VOLATILITY * VOLATILITY) + VOLATILITY * z)
        if end > strike[option]:
            gain += end - strike[option]
            hit += 1
    gains[lane] = gain
    hit = vy.workgroup_sum(hit)
    vy.barrier()
    if lane == 0:
        total = 0.0
        for k in range(PATHS):
            total += gains[k]
        mean[option] = vy.exp(vy.f32(-RATE)) * total / vy.f32(2 * PATHS)
        hits[option] = hit


def walks_run(inputs: Inputs, **keywords: Any) -> Results:
    spot = inputs["spot"]
    return list(walks(spot, inputs["strike"], inputs["seed"], **keywords))


def walks_expected(inputs: Inputs) -> Results:
    spot, strike = inputs["spot"][:, None, None], inputs["strike"][:, None, None]
    counters = np.arange(2 * PATHS * spot.size, dtype=np.uint32)
    x = counters * np.uint32(0x9E3779B9) + np.uint32(inputs["seed"])
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    x = (x ^ (x >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    x = (x ^ (x >> np.uint32(16))) >> np.uint32(8)
    u, v = (x[0::2] + np.uint32(1)).astype(F) * F(2.0**-24), x[1::2].astype(F) * F(2.0**-24)
    radius = np.sqrt(F(-2) * rounded("log", u))
    z = np.stack([radius * rounded(name, F(TAU) * v) for name in ("cos", "sin")], -1).reshape(spot.size, PATHS, 2)
    end = spot * rounded("exp", F(RATE - 0.5 * VOLATILITY * VOLATILITY) + F(VOLATILITY) * z)
    gain = np.where(end > strike, end - strike, F(0))
    total = np.add.accumulate(gain[..., 0] + gain[..., 1], 1)[:, -1]
    return [rounded("exp", F(-RATE)) * total / F(2 * PATHS), (end > strike).sum((1, 2)).astype(np.uint32)]


# ---------------------------------------------------------------- a quasirandom sequence, made normal by Moro's inverse

CENTRE = ((2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637), (-8.4735109309, 23.08336743743, -21.06224101826, 3.13082909833))  # fmt: skip
TAIL = (0.337475482272615, 0.976169019091719, 0.160797971491821, 2.76438810333863e-2, 3.8405729373609e-3, 3.951896511919e-4, 3.21767881768e-5, 2.888167364e-7, 3.960315187e-7)  # fmt: skip


def counts_inputs(size: int, seed: int) -> Inputs:
    return {"first": 1 + 1000 * seed, "count": size}


@vy.kernel(domain=lambda first, count: count)
def normals(first: vy.u32, count: vy.u32, z: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= count:
        return
    p = (vy.f32(vy.reverse_bits(first + i) >> 8) + 0.5) * 2.0**-24  # van der Corput's sequence
    y = p - 0.5
    if abs(y) < 0.42:
        r = y * y
        top, bottom = 0.0, 0.0
        for k in vy.static_range(3, -1, -1):
            top = top * r + CENTRE[0][k]
            bottom = (bottom + CENTRE[1][k]) * r
        z[i] = y * top / (bottom + 1.0)
    else:
        r = vy.log(-vy.log(1.0 - p if y > 0 else p))
        total = 0.0
        for k in vy.static_range(8, -1, -1):
            total = total * r + TAIL[k]
        z[i] = total if y > 0 else -total


def normals_run(inputs: Inputs, **keywords: Any) -> Results:
    return [normals(inputs["first"], inputs["count"], shapes={"z": inputs["count"]}, **keywords)]


def normals_expected(inputs: Inputs) -> Results:
    numbers = range(inputs["first"], inputs["first"] + inputs["count"])
    p = (np.array([int(f"{k:032b}"[::-1], 2) >> 8 for k in numbers]).astype(F) + F(0.5)) * F(2.0**-24)
    y = p - F(0.5)
    r = y * y
    top, bottom, total = np.zeros_like(p), np.zeros_like(p), np.zeros_like(p)
    for a, b in zip(*(row[::-1] for row in CENTRE), strict=True):
        top, bottom = top * r + F(a), (bottom + F(b)) * r
    far = rounded("log", -rounded("log", np.where(y > 0, F(1) - p, p)))
    for c in TAIL[::-1]:
        total = total * far + F(c)
    return [np.where(np.abs(y) < F(0.42), y * top / (bottom + F(1)), np.where(y > 0, total, -total))]


# ---------------------------------------------------------------- a bilateral filter


def picture_inputs(size: int, seed: int) -> Inputs:
    return {"image": np.random.default_rng(seed).random((size, size + 3), F), "spread": F(1.5), "contrast": F(0.2)}


@vy.kernel(workgroup=(8, 8))
def bilateral(image: vy.In[vy.f32], spread: vy.f32, contrast: vy.f32, smooth: vy.Out[vy.f32]) -> None:
    """Weights fall with the distance and with the difference; beyond the edge lies the edge."""
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    h, w = vy.i32(image.shape[0]), vy.i32(image.shape[1])
    if y >= h or x >= w:
        return
    total, weights = 0.0, 0.0
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            other = image[vy.clamp(y + dy, 0, h - 1), vy.clamp(x + dx, 0, w - 1)]
            difference = other - image[y, x]
            near = vy.f32(dy * dy + dx * dx) / (2.0 * spread * spread)
            alike = difference * difference / (2.0 * contrast * contrast)
            weight = vy.exp(-(near + alike))
            total += weight * other
            weights += weight
    smooth[y, x] = total / weights


def bilateral_run(inputs: Inputs, **keywords: Any) -> Results:
    return [bilateral(inputs["image"], inputs["spread"], inputs["contrast"], **keywords)]


def bilateral_expected(inputs: Inputs) -> Results:
    image, spread, contrast = inputs["image"], inputs["spread"], inputs["contrast"]
    h, w = image.shape
    p = np.pad(image, 2, "edge")
    total, weights = np.zeros_like(image), np.zeros_like(image)
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            other = p[2 + dy : 2 + dy + h, 2 + dx : 2 + dx + w]
            difference = other - image
            near = F(dy * dy + dx * dx) / (F(2) * spread * spread)
            weight = rounded("exp", -(near + difference * difference / (F(2) * contrast * contrast)))
            total, weights = total + weight * other, weights + weight
    return [total / weights]


# ---------------------------------------------------------------- an ocean: the spectrum of wind waves, at a time

GRAVITY = 9.81


def ocean_inputs(size: int, seed: int) -> Inputs:
    noise = np.random.default_rng(seed).normal(0, 1, (size + 1, size + 1, 2))
    return {"noise": noise.astype(F), "wind": F(6), "time": F(1.75)}


@vy.func
def wave_strength(kx: vy.f32, ky: vy.f32, wind: vy.f32) -> vy.f32:
    """Phillips' spectrum, with few waves against the wind."""
    k2 = kx * kx + ky * ky
    if k2 == 0:
        return 0.0
    longest = wind * wind / GRAVITY
    along = (0.8 * kx + 0.6 * ky) * vy.rsqrt(k2)
    strength = vy.exp(-1.0 / (k2 * longest * longest)) / (k2 * k2) * along * along
    if along < 0:
        strength *= 0.07
    return vy.sqrt(0.5 * strength)


@vy.kernel(workgroup=(8, 8))
def ocean_start(noise: vy.In[vy.f32], wind: vy.f32, h0: vy.Out[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= noise.shape[0] or x >= noise.shape[1]:
        return
    half = vy.i32(noise.shape[0] // 2)
    ky, kx = TAU * vy.f32(vy.i32(y) - half) / 100.0, TAU * vy.f32(vy.i32(x) - half) / 100.0
    s = wave_strength(kx, ky, wind)
    h0[y, x, 0], h0[y, x, 1] = s * noise[y, x, 0], s * noise[y, x, 1]


@vy.kernel(workgroup=(8, 8), domain=lambda h0, time: (h0.shape[0] - 1, h0.shape[1] - 1))
def ocean_at(h0: vy.In[vy.f32], time: vy.f32, h: vy.Out[vy.f32]) -> None:
    """Each wave, and the one that runs against it, turned by its frequency."""
    y, x = vy.global_id(0), vy.global_id(1)
    n = h0.shape[0] - 1
    if y >= n or x >= n:
        return
    half = vy.i32(h0.shape[0] // 2)
    ky, kx = TAU * vy.f32(vy.i32(y) - half) / 100.0, TAU * vy.f32(vy.i32(x) - half) / 100.0
    angle = vy.sqrt(GRAVITY * vy.sqrt(kx * kx + ky * ky)) * time
    c, s = vy.cos(angle), vy.sin(angle)
    ar, ai = h0[y, x, 0], h0[y, x, 1]
    br, bi = h0[n - y, n - x, 0], h0[n - y, n - x, 1]
    h[y, x, 0] = (ar * c - ai * s) + (br * c - bi * s)
    h[y, x, 1] = (ar * s + ai * c) - (br * s + bi * c)


def ocean_run(inputs: Inputs, **keywords: Any) -> Results:
    noise = inputs["noise"]
    side = noise.shape[0]
    h0 = ocean_start(noise, inputs["wind"], domain=(side, side), **keywords)
    return [h0, ocean_at(h0, inputs["time"], shapes={"h": (side - 1, side - 1, 2)}, **keywords)]


def ocean_expected(inputs: Inputs) -> Results:
    noise, wind = inputs["noise"], inputs["wind"]
    n = len(noise) - 1
    k = F(TAU) * (np.arange(n + 1) - (n + 1) // 2).astype(F) / F(100)
    kx, ky = k[None, :], k[:, None]
    k2 = kx * kx + ky * ky
    longest = wind * wind / F(GRAVITY)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (F(0.8) * kx + F(0.6) * ky) * rounded("rsqrt", k2)
        strength = rounded("exp", F(-1) / (k2 * longest * longest)) / (k2 * k2) * along * along
        s = np.sqrt(F(0.5) * np.where(along < 0, strength * F(0.07), strength))
    h0 = np.where(k2 == 0, F(0), s)[..., None] * noise
    angle = (np.sqrt(F(GRAVITY) * np.sqrt(k2)) * inputs["time"])[:n, :n]
    c, s = rounded("cos", angle), rounded("sin", angle)
    (ar, ai), (br, bi) = (np.moveaxis(part, -1, 0) for part in (h0[:n, :n], h0[::-1, ::-1][:n, :n]))
    return [h0, np.stack([(ar * c - ai * s) + (br * c - bi * s), (ar * s + ai * c) - (br * s + bi * c)], -1)]


# ---------------------------------------------------------------- bodies that attract each other, tile by tile

TILE = 16


def bodies_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    body = np.concatenate([rng.normal(0, 1, (size, 3)), rng.random((size, 1))], 1).astype(F)
    return {"body": body, "speed": rng.normal(0, 0.1, (size, 3)).astype(F), "dt": F(0.01)}


@vy.kernel(workgroup=TILE, domain=lambda body, speed, dt, new: body.shape[0])
def bodies_step(body: vy.In[vy.f32], speed: vy.InOut[vy.f32], dt: vy.f32, new: vy.InOut[vy.f32]) -> None:
    tile = vy.shared(vy.f32, (TILE, 4))
    i, lane = vy.global_id(), vy.local_id()
    me = vy.vec(body[i, 0], body[i, 1], body[i, 2])
    pull = vy.vec(vy.f32(0), 0.0, 0.0)
    for first in range(0, body.shape[0], TILE):
        for k in vy.static_range(4):
            tile[lane, k] = body[first + lane, k]
        vy.barrier()
        for j in range(TILE):
            r = vy.vec(tile[j, 0], tile[j, 1], tile[j, 2]) - me
            near = vy.rsqrt(vy.dot(r, r) + 0.01)
            pull += r * (tile[j, 3] * (near * near * near))
        vy.barrier()
    if i < body.shape[0]:
        v = vy.vec(speed[i, 0], speed[i, 1], speed[i, 2]) + pull * dt
        p = me + v * dt
        speed[i, 0], speed[i, 1], speed[i, 2] = v
        new[i, 0], new[i, 1], new[i, 2] = p


def bodies_run(inputs: Inputs, **keywords: Any) -> Results:
    body, speed = inputs["body"], inputs["speed"].copy()
    for _step in range(2):
        new = body.copy()
        bodies_step(body, speed, inputs["dt"], new, **keywords)
        body = new
    return [body, speed]


def bodies_expected(inputs: Inputs) -> Results:
    body, speed = inputs["body"], inputs["speed"]
    for _step in range(2):
        r = body[None, :, :3] - body[:, None, :3]
        squared = r[..., 0] * r[..., 0] + r[..., 1] * r[..., 1] + r[..., 2] * r[..., 2]
        near = rounded("rsqrt", squared + F(0.01))
        pulls = r * (body[:, 3] * (near * near * near))[..., None]
        speed = speed + np.add.accumulate(pulls, 1)[:, -1] * inputs["dt"]
        body = np.concatenate([body[:, :3] + speed * inputs["dt"], body[:, 3:]], 1)
    return [body, speed]


PROGRAMS = (
    Program("samples_black_scholes", options_inputs, options_run, options_expected, 60),
    Program("samples_monte_carlo", walks_inputs, walks_run, walks_expected, 3),
    Program("samples_quasirandom", counts_inputs, normals_run, normals_expected, 100),
    Program("samples_bilateral", picture_inputs, bilateral_run, bilateral_expected, 9),
    Program("samples_ocean", ocean_inputs, ocean_run, ocean_expected, 16, multiple=2),
    Program("samples_nbody", bodies_inputs, bodies_run, bodies_expected, 2 * TILE, multiple=TILE),
)
