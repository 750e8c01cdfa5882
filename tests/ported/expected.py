"""What the ported kernels compute, in plain NumPy and Python, with the same operations in the same order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.ported.particles import DIM, SOFTENING, UNIT, H

Array = np.ndarray[Any, Any]
f32 = np.float32


def body_force(p: Array, v: Array, dt: float) -> Array:
    force = np.zeros_like(p)
    for other in p:
        d = other - p
        inverse = f32(1) / np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2] + f32(SOFTENING))
        force += d * (inverse * inverse * inverse)[:, None]
    return v + f32(dt) * force


def cells(x: Array, side: int) -> tuple[Array, Array]:
    """The particles sorted by cell, and where each of the side**3 cells begins."""
    at = (x / f32(H)).astype(np.int32)
    cell = (at[:, 2] * side + at[:, 1]) * side + at[:, 0]
    order = np.argsort(cell, kind="stable")
    return x[order], np.searchsorted(cell[order], np.arange(side**3 + 1)).astype(np.int32)


def density(x: Array, first: Array, side: int, mass: float) -> Array:
    rho = np.zeros(len(x), f32)
    factor, near = f32(315.0 / (64.0 * math.pi * H**9)), f32(H * H)
    for i, (cx, cy, cz) in enumerate((x / f32(H)).astype(np.int32)):
        for c in (
            (z * side + y) * side + u
            for z in range(max(cz - 1, 0), min(cz + 2, side))
            for y in range(max(cy - 1, 0), min(cy + 2, side))
            for u in range(max(cx - 1, 0), min(cx + 2, side))
        ):
            for j in range(first[c], first[c + 1]):
                r = x[i] - x[j]
                r2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
                h = near - r2
                rho[i] += f32(mass) * (factor * (h * h * h) if r2 <= near else f32(0))
    return rho


def k_means(points: Array, centroids: Array) -> tuple[Array, Array]:
    """Labels and new centroids."""
    distance = np.zeros((len(points), len(centroids)), f32)
    for d in range(DIM):
        step = points[:, None, d] - centroids[None, :, d]
        distance += step * step
    labels = distance.argmin(1)
    sums, counts = np.zeros(centroids.shape, np.int32), np.bincount(labels, minlength=len(centroids))
    np.add.at(sums, labels, (points * f32(UNIT)).astype(np.int32))
    return labels.astype(np.int32), sums.astype(f32) / f32(UNIT) / np.maximum(counts, 1)[:, None].astype(f32)


def render(spheres: Array, shape: tuple[int, int]) -> Array:
    y, x = np.indices(shape).astype(f32)
    u = (x + f32(0.5)) / f32(shape[1]) * f32(2) - f32(1)
    v = (y + f32(0.5)) / f32(shape[0]) * f32(2) - f32(1)
    n = f32(1) / np.sqrt(u * u + v * v + f32(1))
    ray = (u * n, v * n, -n)
    nearest = np.full(shape, np.inf, f32)
    for centre in spheres:
        to = [f32(0) - c for c in centre[:3]]
        b = to[0] * ray[0] + to[1] * ray[1] + to[2] * ray[2]
        disc = b * b - (to[0] * to[0] + to[1] * to[1] + to[2] * to[2] - centre[3] * centre[3])
        t = np.where(disc < 0, f32(-1), -b - np.sqrt(np.maximum(disc, f32(0))))
        nearest = np.where((t > 0) & (t < nearest), t, nearest)
    return f32(1) / nearest  # 1 / inf is 0


def matmul(a: Array, b: Array) -> Array:
    c = np.zeros((a.shape[0], b.shape[1]), f32)
    for k in range(a.shape[1]):
        c += np.outer(a[:, k], b[k])
    return c


def convolve(image: Array, mask: Array) -> Array:
    rows, columns = image.shape
    above, before = mask.shape[0] // 2, mask.shape[1] // 2
    wide = np.pad(image, ((mask.shape[0], mask.shape[0]), (mask.shape[1], mask.shape[1])))
    s = np.zeros_like(image)
    for k in range(mask.shape[0]):
        for m in range(mask.shape[1]):
            y, x = mask.shape[0] - k + above, mask.shape[1] - m + before
            s += mask[k, m] * wide[y : y + rows, x : x + columns]
    return s


def equalise(image: Array) -> Array:
    total = np.bincount(image.ravel(), minlength=256).cumsum()
    first = total[total > 0][0]
    share = np.maximum(total - first, 0).astype(f32) / f32(image.size - first) * f32(255)
    table: Array = np.round(share).astype(np.uint8)
    return table[image]


def scan(data: Array) -> Array:
    return np.concatenate([[0], np.cumsum(data, dtype=np.int32)[:-1]]).astype(np.int32)


def distance(a: bytes, b: bytes) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (x != y)))
    return row[-1]
