"""Points in space: all-pairs gravity, density on a cell grid, a k-means step, rays against spheres."""

from __future__ import annotations

import math
from typing import Any

import vyre as vy

SOFTENING = 1e-9
BLOCK = 64
H = 0.1
DIM = 2
UNIT = 65536  # of the fixed-point sums, since adding floats atomically would depend on the order
MISS = math.inf


@vy.kernel(workgroup=BLOCK, domain=lambda p, v, dt: p.shape[0])
def body_force(p: vy.In[vy.f32], v: vy.InOut[vy.f32], dt: vy.f32) -> None:
    """Each body's speed after the pull of all others, by tiles of bodies in workgroup memory."""
    tile = vy.shared(vy.f32, (BLOCK, 3))
    me, lane, n = vy.global_id(0), vy.local_id(0), p.shape[0]
    px, py, pz = p[me, 0], p[me, 1], p[me, 2]
    fx = fy = fz = 0.0
    for start in range(0, n, BLOCK):
        for axis in range(3):
            tile[lane, axis] = p[start + lane, axis]
        vy.barrier()
        for j in range(min(BLOCK, n - start)):
            dx = tile[j, 0] - px
            dy = tile[j, 1] - py
            dz = tile[j, 2] - pz
            inverse = 1.0 / math.sqrt(dx**2 + dy**2 + dz**2 + SOFTENING)
            cubed = inverse * inverse * inverse
            fx += dx * cubed
            fy += dy * cubed
            fz += dz * cubed
        vy.barrier()
    if me >= n:
        return
    v[me, 0] += dt * fx
    v[me, 1] += dt * fy
    v[me, 2] += dt * fz


@vy.func
def poly6(r2: vy.f32) -> vy.f32:
    """The smoothing kernel of radius H."""
    if r2 > H * H:
        return 0.0
    x = H * H - r2
    return 315.0 / (64.0 * math.pi * H**9) * x**3


@vy.func
def between(x: vy.In[vy.f32], i: Any, j: Any) -> Any:
    return x[i, 0] - x[j, 0], x[i, 1] - x[j, 1], x[i, 2] - x[j, 2]


@vy.kernel
def density(x: vy.In[vy.f32], first: vy.In[vy.i32], side: vy.i32, mass: vy.f32, rho: vy.Out[vy.f32]) -> None:
    """The density at each of the particles, which are sorted by cell; ``first`` is where each cell begins."""
    i = vy.global_id(0)
    if i >= rho.size:
        return
    cell = vy.private(vy.i32, 3)
    for k in range(3):
        cell[k] = vy.i32(x[i, k] / H)
    s = 0.0
    for dz in range(-1, 2):
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                cx, cy, cz = cell[0] + dx, cell[1] + dy, cell[2] + dz
                if cx < 0 or cy < 0 or cz < 0 or cx >= side or cy >= side or cz >= side:
                    continue
                c = (cz * side + cy) * side + cx
                for j in range(first[c], first[c + 1]):
                    rx, ry, rz = between(x, i, j)
                    s += mass * poly6(rx * rx + ry * ry + rz * rz)
    rho[i] = s


@vy.kernel
def assign(
    points: vy.In[vy.f32],
    centroids: vy.In[vy.f32],
    sums: vy.InOut[vy.i32],
    counts: vy.InOut[vy.i32],
    labels: vy.Out[vy.i32],
) -> None:
    """The nearest centroid of each point, and the fixed-point sums of the points of each."""
    i = vy.global_id()
    if i >= points.shape[0]:
        return
    best = -1
    best_distance = MISS
    for k in range(vy.i32(len(centroids))):
        distance = 0.0
        for d in range(DIM):
            distance += (points[i, d] - centroids[k, d]) ** 2
        if distance < best_distance:
            best_distance, best = distance, k
    labels[i] = best
    for d in range(DIM):
        vy.atomic_add(sums, (best, d), vy.i32(points[i, d] * UNIT))
    vy.atomic_add(counts, best, 1)


@vy.kernel
def update(sums: vy.In[vy.i32], counts: vy.In[vy.i32], centroids: vy.Out[vy.f32]) -> None:
    """The middle of the points of each centroid."""
    k, d = vy.global_id(0), vy.global_id(1)
    centroids[k, d] = vy.f32(sums[k, d]) / UNIT / vy.f32(max(1, counts[k]))


@vy.func
def hit(origin: Any, ray: Any, centre: Any, radius: vy.f32) -> Any:
    """How far along the ray the sphere is met; below 0 where it is missed."""
    to = origin - centre
    b = vy.dot(to, ray)
    disc = b * b - (vy.dot(to, to) - radius * radius)
    if disc < 0:
        return -1.0
    return -b - math.sqrt(disc)


@vy.kernel
def render(spheres: vy.In[vy.f32], image: vy.Out[vy.f32]) -> None:
    """The inverse distance of the nearest sphere at each pixel, 0 where there is none."""
    y, x = vy.global_id(0), vy.global_id(1)
    height, width = image.shape
    if x >= width or y >= height:
        return
    u = (vy.f32(x) + 0.5) / vy.f32(width) * 2 - 1
    v = (vy.f32(y) + 0.5) / vy.f32(height) * 2 - 1
    n = 1 / math.sqrt(u * u + v * v + 1)
    ray = vy.vec(u, v, -1.0) * n
    origin = vy.vec(0.0, 0.0, 0.0)
    nearest = MISS
    for k in range(len(spheres)):
        t = hit(origin, ray, vy.vec(spheres[k, 0], spheres[k, 1], spheres[k, 2]), spheres[k, 3])
        if 0 < t < nearest:
            nearest = t
    image[y, x] = 0 if nearest == MISS else 1 / nearest
