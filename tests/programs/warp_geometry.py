"""Examples of Warp on surfaces: contours, rays at triangles, nearest points of a mesh."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- contours by marching squares

# edges, by number, that each case joins: above, right, below, left
SEGMENTS = np.full((16, 4), -1, np.int8)
for _case, _edges in {1: (3, 2), 2: (2, 1), 3: (3, 1), 4: (0, 1), 6: (0, 2), 7: (0, 3)}.items():
    SEGMENTS[_case, :2] = SEGMENTS[15 - _case, :2] = _edges
SEGMENTS[5], SEGMENTS[10] = (0, 3, 1, 2), (0, 1, 3, 2)


def contour_inputs(size: int, seed: int) -> Inputs:
    return {"field": np.random.default_rng(seed).random((size, size + 3), F), "level": F(0.5)}


@vy.kernel(workgroup=(8, 8))
def count_segments(field: vy.In[vy.f32], level: vy.f32, counts: vy.InOut[vy.u8]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= counts.shape[0] or x >= counts.shape[1]:
        return
    case = 0
    for dy, dx in ((0, 0), (0, 1), (1, 1), (1, 0)):
        case <<= 1
        if field[y + dy, x + dx] > level:
            case |= 1
    n = vy.u8(0)
    while n < 2 and SEGMENTS[case, 2 * n] >= 0:
        n += 1
    counts[y, x] = n


@vy.kernel(workgroup=(8, 8))
def write_segments(field: vy.In[vy.f32], level: vy.f32, first: vy.In[vy.u32], lines: vy.InOut[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= first.shape[0] or x >= first.shape[1]:
        return
    a, b, c, d = field[y, x], field[y, x + 1], field[y + 1, x + 1], field[y + 1, x]
    case = 8 * vy.i32(a > level) + 4 * vy.i32(b > level) + 2 * vy.i32(c > level) + vy.i32(d > level)
    at = first[y, x]
    for k in range(4):
        edge = SEGMENTS[case, k]
        if edge < 0:
            break
        py, px = vy.f32(y), vy.f32(x)
        if edge == 0:
            px += (level - a) / (b - a)
        elif edge == 1:
            px += 1.0
            py += (level - b) / (c - b)
        elif edge == 2:
            py += 1.0
            px += (level - d) / (c - d)
        else:
            py += (level - a) / (d - a)
        lines[at, 2 * (k % 2)] = py
        lines[at, 2 * (k % 2) + 1] = px
        if k % 2:
            at += 1


def contour_run(inputs: Inputs, **keywords: Any) -> Results:
    field, level = inputs["field"], inputs["level"]
    counts = np.zeros((field.shape[0] - 1, field.shape[1] - 1), np.uint8)
    count_segments(field, level, counts, domain=counts.shape, **keywords)
    first = (np.cumsum(counts, dtype=np.uint32) - counts.ravel()).astype(np.uint32).reshape(counts.shape)
    lines = np.zeros((int(counts.sum(dtype=np.int64)), 4), F)
    write_segments(field, level, first, lines, domain=counts.shape, **keywords)
    return [counts, lines]


def contour_expected(inputs: Inputs) -> Results:
    """From where the four edges of a square are cut, in turn around it."""
    field, level = inputs["field"], inputs["level"]
    counts = np.zeros((field.shape[0] - 1, field.shape[1] - 1), np.uint8)
    lines = []
    for y, x in np.ndindex(counts.shape):
        a, b, c, d = field[y, x], field[y, x + 1], field[y + 1, x + 1], field[y + 1, x]
        cut: dict[int, tuple[Any, Any]] = {}
        for edge, (p, q) in enumerate(((a, b), (b, c), (d, c), (a, d))):
            if (p > level) != (q > level):
                t = (level - p) / (q - p)
                cut[edge] = {0: (F(y), x + t), 1: (y + t, F(x + 1)), 2: (F(y + 1), x + t), 3: (y + t, F(x))}[edge]
        case = 8 * (a > level) + 4 * (b > level) + 2 * (c > level) + (d > level)
        if len(cut) == 4:  # corners of one diagonal are above
            pairs = [(0, 1), (3, 2)] if case == 10 else [(0, 3), (1, 2)]
        elif cut:
            pairs = [tuple(SEGMENTS[case, :2].tolist())]
            assert set(pairs[0]) == set(cut)
        else:
            pairs = []
        counts[y, x] = len(pairs)
        lines += [(*cut[p], *cut[q]) for p, q in pairs]
    return [counts, np.array(lines, F).reshape(-1, 4)]


# ---------------------------------------------------------------- rays at triangles, and the nearest points of these


def mesh_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    centres = rng.random((size, 1, 3), F) * F(4)
    return {
        "corners": (centres + rng.random((size, 3, 3), F)).astype(F),
        "queries": (rng.random((40, 3)) * 4).astype(F),
        "ways": rng.normal(0, 1, (40, 3)).astype(F),
    }


@vy.func
def row(a: Any, k: Any) -> Any:
    return vy.vec(a[k, 0], a[k, 1], a[k, 2])


@vy.func
def corner(corners: Any, t: Any, k: Any) -> Any:
    return vy.vec(corners[t, k, 0], corners[t, k, 1], corners[t, k, 2])


@vy.func
def cross(a: Any, b: Any) -> Any:
    return vy.vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@vy.kernel(workgroup=32, domain=lambda corners, queries, ways: len(queries))
def first_hit(
    corners: vy.In[vy.f32], queries: vy.In[vy.f32], ways: vy.In[vy.f32], hit: vy.Out[vy.i32], at: vy.Out[vy.f32]
) -> None:
    """By Möller and Trumbore, both sides of a triangle."""
    q = vy.global_id()
    if q >= queries.shape[0]:
        return
    start, way = row(queries, q), row(ways, q)
    nearest, which = vy.f32(1e30), -1
    for t in range(corners.shape[0]):
        a = corner(corners, t, 0)
        e1, e2 = corner(corners, t, 1) - a, corner(corners, t, 2) - a
        p = cross(way, e2)
        det = vy.dot(e1, p)
        if abs(det) < 1e-7:
            continue
        s = start - a
        u = vy.dot(s, p) / det
        if u < 0.0 or u > 1.0:
            continue
        r = cross(s, e1)
        v = vy.dot(way, r) / det
        if v < 0.0 or u + v > 1.0:
            continue
        far = vy.dot(e2, r) / det
        if 0.0 < far < nearest:
            nearest, which = far, vy.i32(t)
    hit[q], at[q] = which, nearest


@vy.func
def closest(p: Any, a: Any, b: Any, c: Any) -> Any:
    """The point of a triangle that is nearest to p, by the region that p lies in."""
    ab, ac, ap = b - a, c - a, p - a
    d1, d2 = vy.dot(ab, ap), vy.dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a
    bp = p - b
    d3, d4 = vy.dot(ab, bp), vy.dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return a + ab * (d1 / (d1 - d3))
    cp = p - c
    d5, d6 = vy.dot(ab, cp), vy.dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return a + ac * (d2 / (d2 - d6))
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)))
    whole = va + vb + vc
    return a + ab * (vb / whole) + ac * (vc / whole)


@vy.kernel(workgroup=32, domain=lambda queries, corners: len(queries))
def nearest_point(queries: vy.In[vy.f32], corners: vy.In[vy.f32], points: vy.Out[vy.f32]) -> None:
    q = vy.global_id()
    if q >= queries.shape[0]:
        return
    p = row(queries, q)
    least = vy.f32(1e30)
    best = p
    for t in range(corners.shape[0]):
        c = closest(p, corner(corners, t, 0), corner(corners, t, 1), corner(corners, t, 2))
        d = vy.dot(c - p, c - p)
        if d < least:
            least, best = d, c
    points[q, 0], points[q, 1], points[q, 2] = best


def mesh_run(inputs: Inputs, **keywords: Any) -> Results:
    corners, queries, ways = (inputs[k] for k in ("corners", "queries", "ways"))
    n = len(queries)
    hit, at = first_hit(corners, queries, ways, shapes={"hit": n, "at": n}, **keywords)
    return [hit, at, nearest_point(queries, corners, shapes={"points": queries.shape}, **keywords)]


def mesh_expected(inputs: Inputs) -> Results:
    corners, ways = inputs["corners"][None], inputs["ways"][:, None]
    start = inputs["queries"][:, None]

    def dot(p: Array, q: Array) -> Any:
        return p[..., 0] * q[..., 0] + p[..., 1] * q[..., 1] + p[..., 2] * q[..., 2]

    a, b, c = (corners[:, :, k] for k in range(3))
    e1, e2, s = b - a, c - a, start - a
    p, r = np.cross(ways, e2), np.cross(s, e1)
    with np.errstate(all="ignore"):
        det = dot(e1, p)
        u, v, far = dot(s, p) / det, dot(ways, r) / det, dot(e2, r) / det
        fits = (np.abs(det) >= F(1e-7)) & (u >= 0) & (u <= 1) & (v >= 0) & (u + v <= 1) & (far > 0) & (far < F(1e30))
        far = np.where(fits, far, F(1e30))
        hit = np.where(fits.any(1), np.argmin(far, 1), -1).astype(np.int32)
        ab, ac, bc, p = b - a, c - a, c - b, start
        d1, d2, d3, d4, d5, d6 = (dot(e, p - o) for o in (a, b, c) for e in (ab, ac))
        va, vb, vc = d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2
        cases: list[tuple[Array, Array]] = [
            ((d1 <= 0) & (d2 <= 0), a + 0 * p),
            ((d3 >= 0) & (d4 <= d3), b + 0 * p),
            ((vc <= 0) & (d1 >= 0) & (d3 <= 0), a + ab * (d1 / (d1 - d3))[..., None]),
            ((d6 >= 0) & (d5 <= d6), c + 0 * p),
            ((vb <= 0) & (d2 >= 0) & (d6 <= 0), a + ac * (d2 / (d2 - d6))[..., None]),
            ((va <= 0) & (d4 >= d3) & (d5 >= d6), b + bc * ((d4 - d3) / ((d4 - d3) + (d5 - d6)))[..., None]),
        ]
        whole = va + vb + vc
        inner = a + ab * (vb / whole)[..., None] + ac * (vc / whole)[..., None]
        points = np.select([case[..., None] for case, _ in cases], [point for _, point in cases], inner)
    best = np.argmin(dot(points - p, points - p), 1)
    return [hit, far.min(1), points[np.arange(len(best)), best]]


PROGRAMS = (
    Program("warp_contours", contour_inputs, contour_run, contour_expected, 14),
    Program("warp_mesh", mesh_inputs, mesh_run, mesh_expected, 20),
)
