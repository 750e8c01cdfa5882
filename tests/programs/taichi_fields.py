"""Examples of Taichi on fields: life, waves, sand, flows, rays into a distance field, a pressure solver."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- life


def life_inputs(size: int, seed: int) -> Inputs:
    return {"alive": (np.random.default_rng(seed).random((size, size + 6)) < 0.4).astype(np.int8), "steps": 4}


@vy.func
def alive_around(field: Any, i: Any, j: Any) -> vy.i32:
    n, m = vy.i32(field.shape[0]), vy.i32(field.shape[1])
    count = 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if di == 0 and dj == 0:
                continue
            count += vy.i32(field[(i + di) % n, (j + dj) % m])
    return count


@vy.func
def lives(now: vy.i8, around: vy.i32) -> vy.i8:
    if now == 1:
        if around < 2 or around > 3:
            return vy.i8(0)
        return vy.i8(1)
    if around != 3:
        return vy.i8(0)
    return vy.i8(1)


@vy.kernel
def life_step(before: vy.In[vy.i8], after: vy.Out[vy.i8]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < before.shape[0] and j < before.shape[1]:
        after[i, j] = lives(before[i, j], alive_around(before, vy.i32(i), vy.i32(j)))


def life_run(inputs: Inputs, **keywords: Any) -> Results:
    field = inputs["alive"]
    for _step in range(inputs["steps"]):
        field = life_step(field, **keywords)
    return [field]


def life_expected(inputs: Inputs) -> Results:
    field = inputs["alive"]
    for _step in range(inputs["steps"]):
        count = sum(np.roll(field, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)) - field
        field = ((count == 3) | ((field == 1) & (count == 2))).astype(np.int8)
    return [field]


# ---------------------------------------------------------------- waves on water, and how light falls through them


def water_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"drops": rng.integers(0, size, (3, 2)).astype(np.int32), "shape": (size, size + 4), "steps": 5}


@vy.kernel(workgroup=(8, 8))
def drop(height: vy.InOut[vy.f32], y: vy.i32, x: vy.i32, amplitude: vy.f32) -> None:
    i, j = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    squared = (i - y) ** 2 + (j - x) ** 2
    if squared > 36:
        return
    height[i, j] += amplitude / (1.0 + vy.sqrt(vy.f32(squared)))


@vy.func
def laplacian(h: Any, i: vy.u32, j: vy.u32) -> Any:
    return -4 * h[i, j] + h[i, j - 1] + h[i, j + 1] + h[i + 1, j] + h[i - 1, j]


@vy.kernel(workgroup=(8, 8))
def wave_step(
    height: vy.In[vy.f32], speed: vy.In[vy.f32], dt: vy.f32, new: vy.Out[vy.f32], new_speed: vy.Out[vy.f32]
) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= height.shape[0] or j >= height.shape[1]:
        return
    acceleration = laplacian(height, i, j) * 4.0 - 0.1 * speed[i, j]
    new_speed[i, j] = speed[i, j] + acceleration * dt
    new[i, j] = height[i, j] + (speed[i, j] + acceleration * dt) * dt


@vy.kernel(workgroup=(8, 8))
def shade(height: vy.In[vy.f32], light: vy.InOut[vy.f32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i + 1 >= height.shape[0] or j + 1 >= height.shape[1] or i == 0 or j == 0:
        return
    n = vy.vec(height[i - 1, j] - height[i + 1, j], height[i, j - 1] - height[i, j + 1], vy.f32(2.0))
    n /= vy.length(n)
    brightness = vy.dot(n, vy.vec(vy.f32(0.5), vy.f32(0.25), vy.f32(0.8)))
    light[i, j] = max(brightness, 0.0) ** 3


def water_run(inputs: Inputs, **keywords: Any) -> Results:
    height, speed, light = (np.zeros(inputs["shape"], F) for _ in range(3))
    for y, x in inputs["drops"]:
        drop(height, y, x, 0.5, domain=height.shape, **keywords)
    for _step in range(inputs["steps"]):
        height, speed = wave_step(height, speed, 0.1, **keywords)
    shade(height, light, **keywords)
    return [height, speed, light]


def water_expected(inputs: Inputs) -> Results:
    height: Array = np.zeros(inputs["shape"], F)
    speed, light = height, height.copy()
    i, j = np.indices(height.shape)
    for y, x in inputs["drops"]:
        squared = (i - y) ** 2 + (j - x) ** 2
        height = np.where(squared > 36, height, height + F(0.5) / (F(1) + np.sqrt(squared.astype(F))))
    for _step in range(inputs["steps"]):
        p = np.pad(height, 1)
        around = F(-4) * height + p[1:-1, :-2] + p[1:-1, 2:] + p[2:, 1:-1] + p[:-2, 1:-1]
        acceleration = around * F(4) - F(0.1) * speed
        speed = speed + acceleration * F(0.1)
        height = height + speed * F(0.1)
    a = height[:-2, 1:-1] - height[2:, 1:-1]
    b = height[1:-1, :-2] - height[1:-1, 2:]
    length = np.sqrt(a * a + b * b + F(4))
    bright = np.maximum(a / length * F(0.5) + b / length * F(0.25) + F(2) / length * F(0.8), F(0))
    light[1:-1, 1:-1] = bright * bright * bright
    return [height, speed, light]


# ---------------------------------------------------------------- sand that topples


def sand_inputs(size: int, seed: int) -> Inputs:
    return {"grains": np.random.default_rng(seed).integers(0, 12, (size, size)).astype(np.uint16)}


@vy.kernel(workgroup=(8, 8))
def topple(grains: vy.In[vy.u16], after: vy.Out[vy.u16], moved: vy.InOut[vy.u32]) -> None:
    """Each pile keeps what four don't divide, and gets a quarter of the rest of its neighbours."""
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= grains.shape[0] or j >= grains.shape[1]:
        return
    total = grains[i, j] % 4
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        y, x = vy.i32(i) + dy, vy.i32(j) + dx
        if grains[y, x] < 4:
            continue
        total += grains[y, x] // 4
    after[i, j] = total
    if grains[i, j] >= 4:
        vy.atomic_max(moved, 0, 1)


def sand_run(inputs: Inputs, **keywords: Any) -> Results:
    grains, steps = inputs["grains"], 0
    while True:
        moved = np.zeros(1, np.uint32)
        after = topple(grains, moved, **keywords)
        if not moved[0]:
            return [grains, np.array(steps)]
        grains, steps = after, steps + 1


def sand_expected(inputs: Inputs) -> Results:
    grains, steps = inputs["grains"], 0
    while (grains > 3).any():
        p = np.pad(grains // 4, 1)
        grains, steps = grains % 4 + p[1:-1, 2:] + p[2:, 1:-1] + p[1:-1, :-2] + p[:-2, 1:-1], steps + 1
    return [grains, np.array(steps)]


# ---------------------------------------------------------------- colours that a flow carries


def flow_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "colour": rng.random((size, size + 5), F),
        "flow": (rng.normal(0, 2, (size, size + 5, 2))).astype(F),
        "dt": F(0.6),
    }


@vy.func
def bilinear(field: Any, y: vy.f32, x: vy.f32) -> Any:
    h, w = vy.i32(field.shape[0]), vy.i32(field.shape[1])
    y, x = vy.clamp(y, 0.0, vy.f32(h - 1)), vy.clamp(x, 0.0, vy.f32(w - 1))
    iy, ix = vy.i32(vy.floor(y)), vy.i32(vy.floor(x))
    fy, fx = y - vy.f32(iy), x - vy.f32(ix)
    jy, jx = min(iy + 1, h - 1), min(ix + 1, w - 1)
    top = field[iy, ix] + fx * (field[iy, jx] - field[iy, ix])
    bottom = field[jy, ix] + fx * (field[jy, jx] - field[jy, ix])
    return top + fy * (bottom - top)


@vy.kernel
def advect(field: vy.In[vy.f32], flow: vy.In[vy.f32], dt: vy.f32, moved: vy.Out[vy.f32]) -> None:
    """Backwards in two half steps; no flow is faster than three cells a unit of time."""
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= field.shape[0] or j >= field.shape[1]:
        return
    y, x = vy.f32(i), vy.f32(j)
    for _half in range(2):
        iy = vy.i32(vy.clamp(vy.round(y), 0.0, vy.f32(field.shape[0] - 1)))
        ix = vy.i32(vy.clamp(vy.round(x), 0.0, vy.f32(field.shape[1] - 1)))
        vy_, vx = flow[iy, ix, 0], flow[iy, ix, 1]
        speed = vy.sqrt(vy_ * vy_ + vx * vx)
        if speed > 3.0:
            vy_ *= 3.0 / speed
            vx *= 3.0 / speed
        y -= 0.5 * dt * vy_
        x -= 0.5 * dt * vx
    moved[i, j] = bilinear(field, y, x)


def flow_run(inputs: Inputs, **keywords: Any) -> Results:
    return [advect(inputs["colour"], inputs["flow"], inputs["dt"], domain=inputs["colour"].shape, **keywords)]


def flow_expected(inputs: Inputs) -> Results:
    field, flow, dt = (inputs[k] for k in ("colour", "flow", "dt"))
    h, w = field.shape
    place = np.indices(field.shape).astype(F)
    y, x = place[0], place[1]
    for _half in range(2):
        iy = np.clip(np.round(y), 0, h - 1).astype(int)
        ix = np.clip(np.round(x), 0, w - 1).astype(int)
        v, u = flow[iy, ix, 0], flow[iy, ix, 1]
        speed = np.sqrt(v * v + u * u)
        factor = np.where(speed > 3, F(3) / speed, F(1))
        y, x = y - F(0.5) * dt * (v * factor), x - F(0.5) * dt * (u * factor)
    y, x = np.clip(y, F(0), F(h - 1)), np.clip(x, F(0), F(w - 1))
    iy, ix = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - iy.astype(F), x - ix.astype(F)
    jy, jx = np.minimum(iy + 1, h - 1), np.minimum(ix + 1, w - 1)
    top = field[iy, ix] + fx * (field[iy, jx] - field[iy, ix])
    bottom = field[jy, ix] + fx * (field[jy, jx] - field[jy, ix])
    return [top + fy * (bottom - top)]


# ---------------------------------------------------------------- rays into a field of distances


def rays_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    spheres = np.concatenate([rng.random((5, 2), F) * 4 - 2, rng.random((5, 1), F) * 2 + 3, np.full((5, 1), 0.6, F)], 1)
    return {"spheres": spheres.astype(F), "size": size}


@vy.func
def distance(spheres: Any, x: vy.f32, y: vy.f32, z: vy.f32) -> Any:
    """To the nearest thing, and which it is: a sphere, or the floor at y = -1.5, of number -1."""
    nearest, which = y + 1.5, -1
    for k in range(len(spheres)):
        dx, dy, dz = x - spheres[k, 0], y - spheres[k, 1], z - spheres[k, 2]
        d = vy.sqrt(dx * dx + dy * dy + dz * dz) - spheres[k, 3]
        if d < nearest:
            nearest = d
            which = vy.i32(k)
    return nearest, which


@vy.kernel(workgroup=(8, 8), domain=lambda spheres, size: (size, size))
def march(spheres: vy.In[vy.f32], size: vy.u32, far: vy.Out[vy.f32], hit: vy.Out[vy.i32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= size or j >= size:
        return
    u, v = 2.0 * vy.f32(j) / vy.f32(size) - 1.0, 1.0 - 2.0 * vy.f32(i) / vy.f32(size)
    norm = vy.sqrt(u * u + v * v + 1.0)
    dx, dy, dz = u / norm, v / norm, 1.0 / norm
    t = 0.0
    found = -2
    for step in range(48):
        d, which = distance(spheres, t * dx, t * dy, t * dz)
        if d < 1e-3:
            found = which
            break
        t += d if step < 40 else 2 * d
        if t > 12.0:
            break
    if found >= 0:
        # in the shadow of another sphere, towards a light above
        s = 0.05
        while s < 6.0:
            d, which = distance(spheres, t * dx, t * dy + s, t * dz)
            if d < 1e-3 and which != found:
                found += 100
                break
            s += max(d, 0.02)
    far[i, j], hit[i, j] = t, found


def rays_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["size"]
    return list(march(inputs["spheres"], n, shapes={"far": (n, n), "hit": (n, n)}, **keywords))


def rays_expected(inputs: Inputs) -> Results:
    """All rays at once, in arrays of the rays that go on."""
    spheres, n = inputs["spheres"], inputs["size"]

    def field(x: Array, y: Array, z: Array) -> tuple[Array, Array]:
        parts = [y + F(1.5)]
        for s in spheres:
            dx, dy, dz = x - s[0], y - s[1], z - s[2]
            parts.append(np.sqrt(dx * dx + dy * dy + dz * dz) - s[3])
        which = np.argmin(parts, 0)
        return np.min(parts, 0), which - 1

    side = np.arange(n).astype(F)
    u, v = np.meshgrid(F(2) * side / F(n) - F(1), F(1) - F(2) * side / F(n))
    norm = np.sqrt(u * u + v * v + F(1))
    dx, dy, dz = (part.ravel() for part in (u / norm, v / norm, F(1) / norm))
    t, found = np.zeros(n * n, F), np.full(n * n, -2)
    on = np.arange(n * n)
    for step in range(48):
        d, which = field(t[on] * dx[on], t[on] * dy[on], t[on] * dz[on])
        there = d < F(1e-3)
        found[on[there]] = which[there]
        on, d = on[~there], d[~there]
        t[on] += d if step < 40 else F(2) * d
        on = on[t[on] <= 12]
    on = np.flatnonzero(found >= 0)
    s = np.full(n * n, 0.05, F)
    while on.size:
        d, which = field(t[on] * dx[on], t[on] * dy[on] + s[on], t[on] * dz[on])
        dark = (d < F(1e-3)) & (which != found[on])
        found[on[dark]] += 100
        on, d = on[~dark], d[~dark]
        s[on] += np.maximum(d, F(0.02))
        on = on[s[on] < 6]
    return [t.reshape(n, n), found.astype(np.int32).reshape(n, n)]


# ---------------------------------------------------------------- pressure, red cells and black ones in turns


def pressure_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"source": rng.normal(0, 1, (size, size + 3)).astype(F), "wall": rng.random((size, size + 3)) < 0.15}


@vy.kernel
def relax(
    source: vy.In[vy.f32], wall: vy.In[vy.bool_], colour: vy.u32, omega: vy.f32, pressure: vy.InOut[vy.f32]
) -> None:
    """Walls, and cells with no free neighbour, keep what they have; a wall beside a cell does not count."""
    i, j = vy.global_id(0), vy.global_id(1)
    if (i + j) % 2 != colour or i >= source.shape[0] or j >= source.shape[1] or wall[i, j]:
        return
    total, free = 0.0, 0
    for side in range(4):
        y, x = vy.i32(i), vy.i32(j)
        if side < 2:
            y += 2 * side - 1
        else:
            x += 2 * side - 5
        if y < 0 or x < 0 or y >= vy.i32(source.shape[0]) or x >= vy.i32(source.shape[1]):
            free += 1
            continue
        if wall[y, x]:
            continue
        total += pressure[y, x]
        free += 1
    if free == 0:
        return
    pressure[i, j] += omega * ((total - source[i, j]) / vy.f32(free) - pressure[i, j])


def pressure_run(inputs: Inputs, **keywords: Any) -> Results:
    pressure = np.zeros_like(inputs["source"])
    for k in range(8):
        relax(inputs["source"], inputs["wall"], k % 2, 1.5, pressure, domain=pressure.shape, **keywords)
    return [pressure]


def pressure_expected(inputs: Inputs) -> Results:
    source, wall = inputs["source"], inputs["wall"]
    pressure = np.zeros_like(source)
    red = np.indices(source.shape).sum(0) % 2
    sides = ((slice(None, -2), slice(1, -1)), (slice(2, None), slice(1, -1)))
    sides += tuple(side[::-1] for side in sides)
    for k in range(8):
        total, free = np.zeros_like(source), np.zeros_like(source)
        for side in sides:
            total = total + np.pad(np.where(wall, F(0), pressure), 1)[side]
            free += ~np.pad(wall, 1)[side]
        with np.errstate(divide="ignore", invalid="ignore"):
            new = pressure + F(1.5) * ((total - source) / free - pressure)
        pressure = np.where((red == k % 2) & ~wall & (free > 0), new, pressure)
    return [pressure]


PROGRAMS = (
    Program("taichi_life", life_inputs, life_run, life_expected, 22),
    Program("taichi_water", water_inputs, water_run, water_expected, 20),
    Program("taichi_sand", sand_inputs, sand_run, sand_expected, 12),
    Program("taichi_flow", flow_inputs, flow_run, flow_expected, 20),
    Program("taichi_rays", rays_inputs, rays_run, rays_expected, 20),
    Program("taichi_pressure", pressure_inputs, pressure_run, pressure_expected, 20),
)
