"""Examples of Warp on particles: springs of a cloth, cells of neighbours, what particles leave on a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- cloth of springs


def cloth_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    y, x = np.indices((size, size + 2)).astype(F)
    place = np.stack([x, y, np.zeros_like(x)], -1) + rng.normal(0, 0.1, (size, size + 2, 3)).astype(F)
    return {"place": place.astype(F), "dt": F(0.02), "steps": 3}


@vy.func
def spring(p: Any, q: Any, rest: vy.f32, stiffness: vy.f32) -> Any:
    d = q - p
    length = vy.length(d)
    if length < 1e-6:
        return d * 0.0
    return d * (stiffness * (length - rest) / length)


@vy.kernel(workgroup=(8, 8))
def cloth_step(
    place: vy.In[vy.f32], speed: vy.In[vy.f32], dt: vy.f32, new: vy.InOut[vy.f32], new_speed: vy.InOut[vy.f32]
) -> None:
    """Springs to the four neighbours, the four across, and the four behind the neighbours; two corners are held."""
    i, j = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    n, m = vy.i32(place.shape[0]), vy.i32(place.shape[1])
    if i >= n or j >= m or (i == 0 and (j == 0 or j == m - 1)):
        return
    p = vy.vec(place[i, j, 0], place[i, j, 1], place[i, j, 2])
    v = vy.vec(speed[i, j, 0], speed[i, j, 1], speed[i, j, 2])
    force = v * -0.05
    force.y += 0.3
    for di in range(-2, 3):
        for dj in range(-2, 3):
            if (di == 0 and dj == 0) or abs(di) + abs(dj) > 2:
                continue
            a, b = i + di, j + dj
            if a < 0 or b < 0 or a >= n or b >= m:
                continue
            rest = 1.0
            if di != 0 and dj != 0:
                rest = 1.41421354
            elif abs(di) == 2 or abs(dj) == 2:
                rest = 2.0
            q = vy.vec(place[a, b, 0], place[a, b, 1], place[a, b, 2])
            force += spring(p, q, rest, 20.0 if rest < 1.5 else 5.0)
    v += force * dt
    p += v * dt
    new[i, j, 0], new[i, j, 1], new[i, j, 2] = p.x, p.y, p.z
    new_speed[i, j, 0], new_speed[i, j, 1], new_speed[i, j, 2] = v


def cloth_run(inputs: Inputs, **keywords: Any) -> Results:
    place, speed = inputs["place"], np.zeros_like(inputs["place"])
    for _step in range(inputs["steps"]):
        new, new_speed = place.copy(), speed.copy()
        cloth_step(place, speed, inputs["dt"], new, new_speed, domain=place.shape[:2], **keywords)
        place, speed = new, new_speed
    return [place, speed]


def cloth_expected(inputs: Inputs) -> Results:
    place, dt = inputs["place"], inputs["dt"]
    n, m = place.shape[:2]
    speed = np.zeros_like(place)
    rows, columns = np.indices((n, m))
    for _step in range(inputs["steps"]):
        force = speed * F(-0.05)
        force[..., 1] += F(0.3)
        for di in range(-2, 3):
            for dj in range(-2, 3):
                if not 0 < abs(di) + abs(dj) <= 2:
                    continue
                a, b = rows + di, columns + dj
                inside = (a >= 0) & (a < n) & (b >= 0) & (b < m)
                d = place[a % n, b % m] - place
                squared = d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1] + d[..., 2] * d[..., 2]
                length = np.sqrt(squared)
                rest = F(1.41421354) if di and dj else F(abs(di) + abs(dj))
                with np.errstate(invalid="ignore"):
                    pull = d * ((F(20) if rest < 1.5 else F(5)) * (length - rest) / length)[..., None]
                force = np.where(inside[..., None], force + pull, force)
        held = (rows == 0) & ((columns == 0) | (columns == m - 1))
        after = speed + force * dt
        speed = np.where(held[..., None], speed, after)
        place = np.where(held[..., None], place, place + speed * dt)
    return [place, speed]


# ---------------------------------------------------------------- neighbours by lists of cells, and a fluid's densities

CELLS = 8


def particles_inputs(size: int, seed: int) -> Inputs:
    return {"points": np.random.default_rng(seed).random((size, 2), F) * F(CELLS)}


@vy.func
def cell_of(points: Any, i: Any) -> vy.i32:
    y = vy.clamp(vy.i32(vy.floor(points[i, 0])), 0, CELLS - 1)
    x = vy.clamp(vy.i32(vy.floor(points[i, 1])), 0, CELLS - 1)
    return y * CELLS + x


@vy.kernel(workgroup=64, domain=1)
def fill_cells(points: vy.In[vy.f32], first: vy.InOut[vy.u32], order: vy.InOut[vy.u32]) -> None:
    """One workgroup counts, adds up and fills; each cell's particles are put in order by its own invocation."""
    counts = vy.shared(vy.u32, CELLS * CELLS)
    lane = vy.local_id()
    n = len(points)
    for i in range(lane, n, 64):
        vy.atomic_add(counts, cell_of(points, i), 1)
    vy.barrier()
    start = vy.u32(0)
    for c in range(lane):
        start += counts[c]
    first[lane] = start
    if lane == 63:
        first[64] = n
    at = start
    for i in range(n):
        if vy.u32(cell_of(points, i)) == lane:
            order[at] = i
            at += 1
            if at == start + counts[lane]:
                break


@vy.kernel(workgroup=32, domain=lambda points, first, order: points.shape[0])
def densities(
    points: vy.In[vy.f32],
    first: vy.In[vy.u32],
    order: vy.In[vy.u32],
    near: vy.Out[vy.u32],
    density: vy.Out[vy.f32],
    force: vy.Out[vy.f32],
) -> None:
    """Sums over the particles within 1, cell by cell."""
    i = vy.global_id()
    if i >= points.shape[0]:
        return
    home = cell_of(points, i)
    total, fy, fx = 0.0, 0.0, 0.0
    for dy in range(-1, 2):
        cy = home // CELLS + dy
        if cy < 0 or cy >= CELLS:
            continue
        for dx in range(-1, 2):
            cx = home % CELLS + dx
            if cx < 0 or cx >= CELLS:
                continue
            c = cy * CELLS + cx
            for k in range(first[c], first[c + 1]):
                j = order[k]
                ry, rx = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1]
                squared = ry * ry + rx * rx
                if squared >= 1.0:
                    continue
                total += (1.0 - squared) ** 3
                if j == i or squared == 0:
                    continue
                near[i] += 1
                r = vy.sqrt(squared)
                push = (1.0 - r) * (1.0 - r) / r
                fy += push * ry
                fx += push * rx
    density[i] = total
    force[i, 0], force[i, 1] = fy, fx


def particles_run(inputs: Inputs, **keywords: Any) -> Results:
    points = inputs["points"]
    n = len(points)
    first, order = np.zeros(CELLS * CELLS + 1, np.uint32), np.zeros(n, np.uint32)
    fill_cells(points, first, order, **keywords)
    shapes = {"near": n, "density": n, "force": (n, 2)}
    return [first, order, *densities(points, first, order, shapes=shapes, **keywords)]


def particles_expected(inputs: Inputs) -> Results:
    points = inputs["points"]
    n = len(points)
    at = np.clip(np.floor(points).astype(int), 0, CELLS - 1)
    cell = at[:, 0] * CELLS + at[:, 1]
    order = np.argsort(cell, kind="stable")
    first = np.searchsorted(cell[order], np.arange(CELLS * CELLS + 1)).astype(np.uint32)
    near, density, force = np.zeros(n, np.uint32), np.zeros(n, F), np.zeros((n, 2), F)
    for i in range(n):
        for j in order:  # in the order of cells, those around included
            if np.abs(at[i] - at[j]).max() > 1:
                continue
            ry, rx = points[i] - points[j]
            squared = ry * ry + rx * rx
            if squared >= 1:
                continue
            rest = F(1) - squared
            density[i] += rest * (rest * rest)
            if i != j:
                near[i] += 1
                r = np.sqrt(squared)
                force[i] += (F(1) - r) * (F(1) - r) / r * np.array([ry, rx])
    return [first, order.astype(np.uint32), near, density, force]


# ---------------------------------------------------------------- material that particles leave on a grid, in fixed point


def deposit_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"points": rng.random((size, 2), F) * F(9) + F(1), "mass": rng.random(size, F)}


@vy.kernel(workgroup=32, domain="mass")
def deposit(points: vy.In[vy.f32], mass: vy.In[vy.f32], grid_: vy.InOut[vy.i32]) -> None:
    """Quadratic weights over 3 × 3 nodes, rounded to 1/65536."""
    p = vy.global_id()
    if p >= mass.size:
        return
    base = vy.private(vy.i32, 2)
    w = vy.private(vy.f32, (2, 3))
    for axis in range(2):
        base[axis] = vy.i32(points[p, axis] - 0.5)
        f = points[p, axis] - vy.f32(base[axis])
        w[axis, 0] = 0.5 * (1.5 - f) ** 2
        w[axis, 1] = 0.75 - (f - 1.0) ** 2
        w[axis, 2] = 0.5 * (f - 0.5) ** 2
    for i in range(3):
        for j in range(3):
            share = vy.i32(vy.round(w[0, i] * w[1, j] * mass[p] * 65536.0))
            if share == 0:
                continue
            vy.atomic_add(grid_, (base[0] + i, base[1] + j), share)


@vy.kernel(workgroup=32, domain="mass")
def gather(points: vy.In[vy.f32], mass: vy.In[vy.f32], nodes: vy.In[vy.i32], felt: vy.Out[vy.i64]) -> None:
    """What each particle finds at the nodes around it, as whole numbers of 64 bits."""
    p = vy.global_id()
    if p >= mass.size:
        return
    by, bx = vy.i32(points[p, 0] - 0.5), vy.i32(points[p, 1] - 0.5)
    total = vy.i64(0)
    for k in range(9):
        total += vy.i64(nodes[by + k // 3, bx + k % 3]) * (vy.i64(k) + 1)
    felt[p] = total


def deposit_run(inputs: Inputs, **keywords: Any) -> Results:
    grid = np.zeros((12, 12), np.int32)
    deposit(inputs["points"], inputs["mass"], grid, **keywords)
    felt = gather(inputs["points"], inputs["mass"], grid, shapes={"felt": inputs["mass"].size}, **keywords)
    return [grid, felt]


def deposit_expected(inputs: Inputs) -> Results:
    points, mass = inputs["points"], inputs["mass"]
    base = (points - F(0.5)).astype(np.int32)
    f = points - base.astype(F)
    a, b, c = F(1.5) - f, f - F(1), f - F(0.5)
    w = np.stack([F(0.5) * (a * a), F(0.75) - b * b, F(0.5) * (c * c)], -1)
    grid = np.zeros((12, 12), np.int32)
    for i in range(3):
        for j in range(3):
            share = np.round(w[:, 0, i] * w[:, 1, j] * mass * F(65536)).astype(np.int32)
            np.add.at(grid, (base[:, 0] + i, base[:, 1] + j), share)
    near = [grid[base[:, 0] + k // 3, base[:, 1] + k % 3].astype(np.int64) * (k + 1) for k in range(9)]
    felt = np.sum(near, axis=0)
    return [grid, felt]


PROGRAMS = (
    Program("warp_cloth", cloth_inputs, cloth_run, cloth_expected, 10),
    Program("warp_particles", particles_inputs, particles_run, particles_expected, 60),
    Program("warp_deposit", deposit_inputs, deposit_run, deposit_expected, 80),
)
