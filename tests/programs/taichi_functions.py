"""Examples of Taichi and Warp with mathematical functions: fractals, waves, a pendulum, a kernel of smoothed particles, noise, rotations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
PI, TAU = math.pi, 2 * math.pi

# ---------------------------------------------------------------- a Julia set whose constant turns, coloured without steps


def fractal_inputs(size: int, seed: int) -> Inputs:
    return {"size": size, "time": F(0.3 * seed)}


@vy.kernel(workgroup=(8, 8), domain=lambda size, time: (size, 2 * size))
def fractal(size: vy.u32, time: vy.f32, colour: vy.Out[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= size or x >= 2 * size:
        return
    cr, ci = -0.8, vy.cos(time) * 0.2
    zr, zi = vy.f32(x) / vy.f32(size) - 1.0, vy.f32(y) / vy.f32(size) - 0.5
    count = 0
    while zr * zr + zi * zi < 400.0 and count < 30:
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        count += 1
    shade = vy.f32(count)
    if count < 30:
        shade += 1.0 - vy.log2(0.5 * vy.log2(zr * zr + zi * zi))
    for k in range(3):
        colour[y, x, k] = 0.5 + 0.5 * vy.cos(0.2 * shade + 2.0 * vy.f32(k))


def fractal_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["size"]
    return [fractal(n, inputs["time"], shapes={"colour": (n, 2 * n, 3)}, **keywords)]


def fractal_expected(inputs: Inputs) -> Results:
    n = inputs["size"]
    y, x = np.indices((n, 2 * n)).astype(F)
    zr, zi = x / F(n) - F(1), y / F(n) - F(0.5)
    cr, ci = F(-0.8), rounded("cos", inputs["time"]) * F(0.2)
    count = np.zeros((n, 2 * n), np.int32)
    for _round in range(30):
        on = zr * zr + zi * zi < 400
        zr, zi = np.where(on, zr * zr - zi * zi + cr, zr), np.where(on, F(2) * zr * zi + ci, zi)
        count += on
    smooth = F(1) - rounded("log2", F(0.5) * rounded("log2", zr * zr + zi * zi))
    shade = np.where(count < 30, count.astype(F) + smooth, count.astype(F))
    return [np.stack([F(0.5) + F(0.5) * rounded("cos", F(0.2) * shade + F(2 * k)) for k in range(3)], -1)]


# ---------------------------------------------------------------- waves that rise and lean, and the normal of their surface


def waves_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"waves": rng.uniform(0.3, 1.2, (4, 4)).astype(F), "size": size, "time": F(2.5)}


@vy.kernel(workgroup=(8, 8), domain=lambda waves, size, time: (size, size))
def surface(waves: vy.In[vy.f32], size: vy.u32, time: vy.f32, place: vy.Out[vy.f32], normal: vy.Out[vy.f32]) -> None:
    """Gerstner's waves: a direction, a length and a height each."""
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= size or j >= size:
        return
    p = vy.vec(vy.f32(i), vy.f32(j), 0.0)
    n = vy.vec(vy.f32(0), 0.0, 1.0)
    for w in range(waves.shape[0]):
        scale = vy.rsqrt(waves[w, 0] * waves[w, 0] + waves[w, 1] * waves[w, 1])
        dx, dy = waves[w, 0] * scale, waves[w, 1] * scale
        k = TAU / (8.0 * waves[w, 2])
        phase = k * (dx * vy.f32(i) + dy * vy.f32(j)) - vy.sqrt(9.81 * k) * time
        c, s = vy.cos(phase), vy.sin(phase)
        height = 0.2 * waves[w, 3]
        p += vy.vec(dx * c, dy * c, s) * height
        n -= vy.vec(dx * c, dy * c, s) * (k * height)
    n /= vy.length(n)
    place[i, j, 0], place[i, j, 1], place[i, j, 2] = p
    normal[i, j, 0], normal[i, j, 1], normal[i, j, 2] = n


def waves_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = (inputs["size"], inputs["size"], 3)
    return list(
        surface(inputs["waves"], inputs["size"], inputs["time"], shapes={"place": shape, "normal": shape}, **keywords)
    )


def waves_expected(inputs: Inputs) -> Results:
    i, j = np.indices((inputs["size"],) * 2).astype(F)
    zero = np.zeros_like(i)
    p, n = np.stack([i, j, zero], -1), np.stack([zero, zero, zero + F(1)], -1)
    for wx, wy, far, high in inputs["waves"]:
        scale = rounded("rsqrt", wx * wx + wy * wy)
        dx, dy, k, height = wx * scale, wy * scale, F(TAU) / (F(8) * far), F(0.2) * high
        phase = k * (dx * i + dy * j) - np.sqrt(F(9.81) * k) * inputs["time"]
        c = rounded("cos", phase)
        v = np.stack([dx * c, dy * c, rounded("sin", phase)], -1)
        p, n = p + v * height, n - v * (k * height)
    x, y, z = np.moveaxis(n, -1, 0)
    return [p, n / np.sqrt(x * x + y * y + z * z)[..., None]]


# ---------------------------------------------------------------- double pendulums, by Runge and Kutta


def pendulum_inputs(size: int, seed: int) -> Inputs:
    start = np.random.default_rng(seed).uniform(-2, 2, (size, 4)).astype(F)
    return {"start": start, "steps": 2, "dt": F(0.02)}


@vy.func
def turning(a: vy.f32, b: vy.f32, va: vy.f32, vb: vy.f32) -> Any:
    """Both accelerations, for rods and masses of 1."""
    angle, sine, cosine = vy.private(vy.f32, 3), vy.private(vy.f32, 3), vy.private(vy.f32, 3)
    angle[0], angle[1], angle[2] = a, a - b, a - 2.0 * b
    for k in range(3):
        sine[k], cosine[k] = vy.sin(angle[k]), vy.cos(angle[k])
    s, c = sine[1], cosine[1]
    below = 4.0 - 2.0 * c * c
    first = -9.81 * (3.0 * sine[0] + sine[2]) - 2.0 * s * (vb * vb + va * va * c)
    second = 2.0 * s * (2.0 * va * va + 19.62 * cosine[0] + vb * vb * c)
    return vy.vec(va, vb, first / below, second / below)


@vy.kernel(domain=lambda start, steps, dt: start.shape[0])
def pendulum(start: vy.In[vy.f32], steps: vy.u32, dt: vy.f32, end: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= start.shape[0]:
        return
    y = vy.vec(start[i, 0], start[i, 1], start[i, 2], start[i, 3])
    for _step in range(steps):
        total = y * 0.0
        at = y
        for part in range(4):
            k = turning(at.x, at.y, at.z, at.w)
            total += k * (1.0 if part == 0 or part == 3 else 2.0)
            at = y + k * (dt if part == 2 else 0.5 * dt)
        y += total * (dt / 6.0)
    end[i, 0], end[i, 1], end[i, 2], end[i, 3] = y


def pendulum_run(inputs: Inputs, **keywords: Any) -> Results:
    return [pendulum(inputs["start"], inputs["steps"], inputs["dt"], **keywords)]


def pendulum_expected(inputs: Inputs) -> Results:
    y, dt = inputs["start"], inputs["dt"]

    def slopes(y: Array) -> Array:
        a, b, va, vb = y.T
        d = a - b
        s, c = rounded("sin", d), rounded("cos", d)
        below = F(4) - F(2) * c * c
        far = F(3) * rounded("sin", a) + rounded("sin", a - F(2) * b)
        first = F(-9.81) * far - F(2) * s * (vb * vb + va * va * c)
        second = F(2) * s * (F(2) * va * va + F(19.62) * rounded("cos", a) + vb * vb * c)
        return np.stack([va, vb, first / below, second / below], 1)

    for _step in range(inputs["steps"]):
        k1 = slopes(y)
        k2 = slopes(y + k1 * (F(0.5) * dt))
        k3 = slopes(y + k2 * (F(0.5) * dt))
        k4 = slopes(y + k3 * dt)
        y = y + (k1 + k2 * F(2) + k3 * F(2) + k4) * (dt / F(6))
    return [y]


# ---------------------------------------------------------------- rays that march into a twisted, rippled shape


def twist_inputs(size: int, seed: int) -> Inputs:
    time = 0.7 * seed
    return {"size": size, "time": F(time), "sine": F(math.sin(time)), "cosine": F(math.cos(time))}


@vy.func
def twisted(p: Any, time: vy.f32) -> Any:
    """At most the distance to a ball of radius 1, rippled, and a box below that turns with the height."""
    ripple = 0.1 * vy.sin(5.0 * (p.x + p.y + p.z) + time)
    ball = vy.length(p) - 1.0 + ripple
    c, s = vy.cos(2.0 * p.y), vy.sin(2.0 * p.y)
    x, z = abs(c * p.x - s * p.z) - 0.5, abs(s * p.x + c * p.z) - 0.5
    return 0.5 * min(ball, max(x, z, abs(p.y + 1.4) - 0.4))


@vy.kernel(workgroup=(8, 8), domain=lambda size, time, s, c: (size, size))
def twist(size: vy.u32, time: vy.f32, s: vy.f32, c: vy.f32, far: vy.Out[vy.f32], steps: vy.Out[vy.u32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= size or j >= size:
        return
    u, v = 2.0 * vy.f32(j) / vy.f32(size) - 1.0, 1.0 - 2.0 * vy.f32(i) / vy.f32(size)
    ray = vy.vec(u, v, 1.5)
    ray = ray * vy.rsqrt(vy.dot(ray, ray))
    # the eye goes around, and looks at the middle
    ray = vy.vec(c * ray.x + s * ray.z, ray.y, c * ray.z - s * ray.x)
    eye = vy.vec(-4.0 * s, -0.4, -4.0 * c)
    t = 2.0
    for step in range(12):
        d = twisted(eye + ray * t, time)
        if d < 1e-2 or t > 6.0:
            break
        t += d
        steps[i, j] = step + 1
    far[i, j] = t


def twist_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["size"]
    eye = inputs["sine"], inputs["cosine"]
    return list(twist(n, inputs["time"], *eye, shapes={"far": (n, n), "steps": (n, n)}, **keywords))


def twist_expected(inputs: Inputs) -> Results:
    n, time = inputs["size"], inputs["time"]

    def sin(x: Array) -> Array:
        return np.asarray(rounded("sin", x))

    def cos(x: Array) -> Array:
        return np.asarray(rounded("cos", x))

    def field(x: Array, y: Array, z: Array) -> Any:
        ripple = F(0.1) * sin(F(5) * (x + y + z) + time)
        ball = np.sqrt(x * x + y * y + z * z) - F(1) + ripple
        c, s = cos(F(2) * y), sin(F(2) * y)
        a, b = np.abs(c * x - s * z) - F(0.5), np.abs(s * x + c * z) - F(0.5)
        return F(0.5) * np.minimum(ball, np.maximum(np.maximum(a, b), np.abs(y + F(1.4)) - F(0.4)))

    side = np.arange(n).astype(F)
    u, v = np.meshgrid(F(2) * side / F(n) - F(1), F(1) - F(2) * side / F(n))
    scale = rounded("rsqrt", u * u + v * v + F(2.25))
    rx, ry, rz = u * scale, v * scale, F(1.5) * scale
    c, s = inputs["cosine"], inputs["sine"]
    rx, rz = c * rx + s * rz, c * rz - s * rx
    t, steps, on = np.full((n, n), 2, F), np.zeros((n, n), np.uint32), np.ones((n, n), bool)
    for _step in range(12):
        d = field(F(-4) * s + rx * t, F(-0.4) + ry * t, F(-4) * c + rz * t)
        on &= (d >= F(1e-2)) & (t <= 6)
        t = np.where(on, t + d, t)
        steps += on
    return [t, steps]


# ---------------------------------------------------------------- Warp: noise of gradients, in several octaves


def noise_inputs(size: int, seed: int) -> Inputs:
    return {"points": np.random.default_rng(seed).uniform(-8, 8, (size, 2)).astype(F), "seed": seed}


@vy.func
def gradient(iy: vy.i32, ix: vy.i32, seed: vy.u32, fy: vy.f32, fx: vy.f32) -> vy.f32:
    """A direction by a hash of the corner, times the way from there."""
    h = vy.u32(iy) * 0x9E3779B1 ^ vy.u32(ix) * 0x85EBCA77 ^ seed * 0xC2B2AE3D
    h = (h ^ (h >> 15)) * 0x2C1B3C6D
    angle = TAU * (vy.f32(h >> 8) * 2.0**-24)
    return fy * vy.sin(angle) + fx * vy.cos(angle)


@vy.kernel(domain=lambda points, seed: points.shape[0])
def noise(points: vy.In[vy.f32], seed: vy.u32, value: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= points.shape[0]:
        return
    y, x = points[i, 0], points[i, 1]
    total, amplitude = 0.0, 1.0
    for octave in range(3):
        iy, ix = vy.floor(y), vy.floor(x)
        fy, fx = y - iy, x - ix
        wy, wx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
        sum_ = 0.0
        for corner in range(4):
            dy, dx = corner // 2, corner % 2
            part = gradient(vy.i32(iy) + dy, vy.i32(ix) + dx, seed + octave, fy - vy.f32(dy), fx - vy.f32(dx))
            sum_ += part * (wy if dy == 1 else 1 - wy) * (wx if dx == 1 else 1 - wx)
        total += amplitude * sum_
        amplitude *= 0.5
        y *= 2
        x *= 2
    value[i] = total


def noise_run(inputs: Inputs, **keywords: Any) -> Results:
    points = inputs["points"]
    return [noise(points, inputs["seed"], shapes={"value": len(points)}, **keywords)]


def noise_expected(inputs: Inputs) -> Results:
    y, x = inputs["points"].T
    total = np.zeros_like(y)
    for octave in range(3):
        iy, ix = np.floor(y), np.floor(x)
        fy, fx = y - iy, x - ix
        wy, wx = fy * fy * (F(3) - F(2) * fy), fx * fx * (F(3) - F(2) * fx)
        part = np.zeros_like(y)
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            h = (iy.astype(np.int64) + dy) * 0x9E3779B1 ^ (ix.astype(np.int64) + dx) * 0x85EBCA77
            h = (h ^ (inputs["seed"] + octave) * 0xC2B2AE3D) & 0xFFFFFFFF
            h = (h ^ (h >> 15)).astype(np.uint32) * np.uint32(0x2C1B3C6D)
            angle = F(TAU) * ((h >> np.uint32(8)).astype(F) * F(2.0**-24))
            along = (fy - F(dy)) * rounded("sin", angle) + (fx - F(dx)) * rounded("cos", angle)
            part = part + along * (wy if dy else F(1) - wy) * (wx if dx else F(1) - wx)
        total = total + F(0.5**octave) * part
        y, x = y * F(2), x * F(2)
    return [total]


# ---------------------------------------------------------------- Warp: rotations as quaternions, and the way between two


def turns_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    axis = rng.normal(0, 1, (2, size, 3))
    return {
        "axis": (axis / np.linalg.norm(axis, axis=-1, keepdims=True)).astype(F),
        "angle": rng.uniform(-3, 3, (2, size)).astype(F),
        "point": rng.normal(0, 1, (size, 3)).astype(F),
        "way": rng.random(size, F),
    }


@vy.func
def cross(a: Any, b: Any) -> Any:
    return vy.vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@vy.kernel(domain="angle")
def quaternions(axis: vy.In[vy.f32], angle: vy.In[vy.f32], quaternion: vy.Out[vy.f32]) -> None:
    k, i = vy.global_id(0), vy.global_id(1)
    if k < angle.shape[0] and i < angle.shape[1]:
        s = vy.sin(0.5 * angle[k, i])
        for d in range(3):
            quaternion[k, i, d] = axis[k, i, d] * s
        quaternion[k, i, 3] = vy.cos(0.5 * angle[k, i])


@vy.func
def part(q: Any, k: Any, i: Any) -> Any:
    return vy.vec(q[k, i, 0], q[k, i, 1], q[k, i, 2]), q[k, i, 3]


@vy.kernel(domain="way")
def turns(quaternion: vy.In[vy.f32], point: vy.In[vy.f32], way: vy.In[vy.f32], turned: vy.Out[vy.f32]) -> None:
    """Of the two ways around it takes the shorter; where they almost agree, it is straight."""
    i = vy.global_id()
    if i >= way.size:
        return
    av, aw = part(quaternion, 0, i)
    bv, bw = part(quaternion, 1, i)
    cosine = vy.dot(av, bv) + aw * bw
    if cosine < 0:
        bv, bw, cosine = -bv, -bw, -cosine
    if cosine > 0.9995:
        p, q = 1.0 - way[i], way[i]
    else:
        theta = vy.acos(cosine)
        sine = vy.sin(theta)
        p, q = vy.sin((1.0 - way[i]) * theta) / sine, vy.sin(way[i] * theta) / sine
    v, w = av * p + bv * q, aw * p + bw * q
    scale = vy.rsqrt(vy.dot(v, v) + w * w)
    v, w = v * scale, w * scale
    x = vy.vec(point[i, 0], point[i, 1], point[i, 2])
    t = cross(v, x) * 2.0
    turned[i, 0], turned[i, 1], turned[i, 2] = x + t * w + cross(v, t)


def turns_run(inputs: Inputs, **keywords: Any) -> Results:
    axis, angle, point, way = (inputs[name] for name in ("axis", "angle", "point", "way"))
    quaternion = quaternions(axis, angle, shapes={"quaternion": (2, way.size, 4)}, **keywords)
    return [turns(quaternion, point, way, shapes={"turned": point.shape}, **keywords)]


def turns_expected(inputs: Inputs) -> Results:
    axis, angle, point, way = (inputs[name] for name in ("axis", "angle", "point", "way"))

    def dot(a: Array, b: Array) -> Any:
        return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]

    (av, bv), (aw, bw) = axis * rounded("sin", F(0.5) * angle)[..., None], rounded("cos", F(0.5) * angle)
    cosine = dot(av, bv) + aw * bw
    sign = np.where(cosine < 0, F(-1), F(1))
    bv, bw, cosine = bv * sign[:, None], bw * sign, cosine * sign
    theta = rounded("acos", cosine)
    sine, close = rounded("sin", theta), cosine > F(0.9995)
    p = np.where(close, F(1) - way, rounded("sin", (F(1) - way) * theta) / sine)
    q = np.where(close, way, rounded("sin", way * theta) / sine)
    v, w = av * p[:, None] + bv * q[:, None], aw * p + bw * q
    scale = rounded("rsqrt", dot(v, v) + w * w)
    v, w = v * scale[:, None], w * scale
    t = np.cross(v, point) * F(2)
    return [point + t * w[:, None] + np.cross(v, t)]


PROGRAMS = (
    Program("taichi_fractal", fractal_inputs, fractal_run, fractal_expected, 9),
    Program("taichi_waves", waves_inputs, waves_run, waves_expected, 9),
    Program("taichi_pendulum", pendulum_inputs, pendulum_run, pendulum_expected, 8),
    Program("taichi_twist", twist_inputs, twist_run, twist_expected, 8),
    Program("warp_noise", noise_inputs, noise_run, noise_expected, 30),
    Program("warp_turns", turns_inputs, turns_run, turns_expected, 40),
)
