"""Rodinia's linear algebra and finite volumes: LU decomposition, Gaussian elimination, fluxes, a layer's weights."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- LU decomposition, by tiles

TILE = 8


def lud_inputs(size: int, seed: int) -> Inputs:
    """A matrix whose diagonal is large; its size is a multiple of TILE."""
    matrix = np.random.default_rng(seed).random((size, size), F)
    return {"matrix": matrix + F(size) * np.eye(size, dtype=F)}


@vy.kernel(workgroup=TILE, domain=TILE)
def lud_diagonal(m: vy.InOut[vy.f32], offset: vy.u32) -> None:
    shadow = vy.shared(vy.f32, (TILE, TILE))
    tx = vy.local_id()
    for i in range(TILE):
        shadow[i, tx] = m[offset + i, offset + tx]
    vy.barrier()
    for i in range(TILE - 1):
        if tx > i:
            for j in range(i):
                shadow[tx, i] -= shadow[tx, j] * shadow[j, i]
            shadow[tx, i] /= shadow[i, i]
        vy.barrier()
        if tx > i:
            for j in range(i + 1):
                shadow[i + 1, tx] -= shadow[i + 1, j] * shadow[j, tx]
        vy.barrier()
    for i in range(1, TILE):
        m[offset + i, offset + tx] = shadow[i, tx]


@vy.kernel(workgroup=2 * TILE)
def lud_perimeter(m: vy.InOut[vy.f32], offset: vy.u32) -> None:
    """The tiles to the right (by the first half of the workgroup) and below (by the second)."""
    diagonal = vy.shared(vy.f32, (TILE, TILE))
    row = vy.shared(vy.f32, (TILE, TILE))
    column = vy.shared(vy.f32, (TILE, TILE))
    tx, there = vy.local_id(), offset + (vy.group_id() + 1) * TILE
    if tx < TILE:
        for i in range(TILE):
            diagonal[i, tx] = m[offset + i, offset + tx]
            row[i, tx] = m[offset + i, there + tx]
    else:
        for i in range(TILE):
            column[i, tx - TILE] = m[there + i, offset + tx - TILE]
    vy.barrier()
    if tx < TILE:
        for i in range(1, TILE):
            for j in range(i):
                row[i, tx] -= diagonal[i, j] * row[j, tx]
    else:
        t = tx - TILE
        for i in range(TILE):
            for j in range(i):
                column[t, i] -= column[t, j] * diagonal[j, i]
            column[t, i] /= diagonal[i, i]
    vy.barrier()
    if tx < TILE:
        for i in range(1, TILE):
            m[offset + i, there + tx] = row[i, tx]
    else:
        for i in range(TILE):
            m[there + i, offset + tx - TILE] = column[i, tx - TILE]


@vy.kernel(workgroup=(TILE, TILE))
def lud_internal(m: vy.InOut[vy.f32], offset: vy.u32) -> None:
    left = vy.shared(vy.f32, (TILE, TILE))
    above = vy.shared(vy.f32, (TILE, TILE))
    ty, tx = vy.local_id(0), vy.local_id(1)
    y, x = offset + TILE + vy.global_id(0), offset + TILE + vy.global_id(1)
    left[ty, tx] = m[y, offset + tx]
    above[ty, tx] = m[offset + ty, x]
    vy.barrier()
    total = 0.0
    for i in range(TILE):
        total += left[ty, i] * above[i, tx]
    m[y, x] -= total


def lud_run(inputs: Inputs, **keywords: Any) -> Results:
    m = inputs["matrix"].copy()
    tiles = len(m) // TILE
    for step in range(tiles):
        lud_diagonal(m, step * TILE, **keywords)
        left = tiles - step - 1
        if left:
            lud_perimeter(m, step * TILE, grid=left, **keywords)
            lud_internal(m, step * TILE, grid=(left, left), **keywords)
    return [m]


def lud_expected(inputs: Inputs) -> Results:
    """The terms of a tile are summed before they are taken off, as the block algorithm does it."""
    m = inputs["matrix"].copy()
    n = len(m)
    for o in range(0, n, TILE):
        end = o + TILE
        for k in range(o, end):
            m[k + 1 :, k] /= m[k, k]
            m[k + 1 :, k + 1 : end] -= np.outer(m[k + 1 :, k], m[k, k + 1 : end])
            m[k + 1 : end, end:] -= np.outer(m[k + 1 : end, k], m[k, end:])
        total = np.zeros((n - end, n - end), F)
        for k in range(o, end):
            total += np.outer(m[end:, k], m[k, end:])
        m[end:, end:] -= total
    return [m]


# ---------------------------------------------------------------- Gaussian elimination


def gaussian_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"a": rng.random((size, size), F) + F(size) * np.eye(size, dtype=F), "b": rng.random(size, F)}


@vy.kernel(domain="a")
def gaussian_factors(a: vy.In[vy.f32], t: vy.u32, m: vy.InOut[vy.f32]) -> None:
    i = vy.global_id(0)
    if vy.global_id(1) == 0 and i < a.shape[0] - 1 - t:
        m[i + t + 1] = a[i + t + 1, t] / a[t, t]


@vy.kernel(domain=lambda m, a, b, t: (a.shape[0] - 1 - t, a.shape[1] - t))
def gaussian_rows(m: vy.In[vy.f32], a: vy.InOut[vy.f32], b: vy.InOut[vy.f32], t: vy.u32) -> None:
    x, y = vy.global_id(0), vy.global_id(1)
    if x >= a.shape[0] - 1 - t or y >= a.shape[1] - t:
        return
    a[x + 1 + t, y + t] -= m[x + 1 + t] * a[t, y + t]
    if y == 0:
        b[x + 1 + t] -= m[x + 1 + t] * b[t]


def gaussian_run(inputs: Inputs, **keywords: Any) -> Results:
    """Eliminated on the device, solved backwards on the host."""
    a, b = inputs["a"].copy(), inputs["b"].copy()
    m = np.zeros_like(b)
    for t in range(len(b) - 1):
        gaussian_factors(a, t, m, **keywords)
        gaussian_rows(m, a, b, t, **keywords)
    return [a, solved_backwards(a, b)]


def solved_backwards(a: Array, b: Array) -> Array:
    x = np.zeros_like(b)
    for i in reversed(range(len(b))):
        x[i] = b[i]
        for j in reversed(range(i + 1, len(b))):
            x[i] -= a[i, j] * x[j]
        x[i] /= a[i, i]
    return x


def gaussian_expected(inputs: Inputs) -> Results:
    a = np.column_stack([inputs["a"], inputs["b"]])
    for t in range(len(a) - 1):
        factors = a[t + 1 :, t] / a[t, t]
        a[t + 1 :, t:] -= factors[:, None] * a[t, t:]
    return [a[:, :-1].copy(), solved_backwards(a[:, :-1], a[:, -1].copy())]


# ---------------------------------------------------------------- fluxes of a gas between cells

NEIGHBOURS = 4
GAMMA = 1.4


def cfd_inputs(size: int, seed: int) -> Inputs:
    """Cells with density, momentum (x, y, z) and energy. A neighbour of -1 is a wall, one of -2 the far field."""
    rng = np.random.default_rng(seed)
    state = rng.random((5, size), F) * F(0.2) + np.array([[1], [0.3], [0.1], [0], [3]], F)
    around = rng.integers(-2, size, (NEIGHBOURS, size)).astype(np.int32)
    normals = (rng.random((NEIGHBOURS, 3, size)) - 0.5).astype(F)
    return {"state": state, "around": around, "normals": normals, "far": np.array([1, 0.3, 0.1, 0, 3], F)}


@vy.func
def speeds(density: vy.f32, mx: vy.f32, my: vy.f32, mz: vy.f32, energy: vy.f32) -> Any:
    """Velocity, its square, the pressure and the speed of sound."""
    vx, vy_, vz = mx / density, my / density, mz / density
    squared = vx * vx + vy_ * vy_ + vz * vz
    pressure = (GAMMA - 1) * (energy - 0.5 * density * squared)
    return vx, vy_, vz, squared, pressure, vy.sqrt(GAMMA * pressure / density)


@vy.kernel(workgroup=64, domain=lambda state, *rest: state.shape[1])
def cfd_flux(
    state: vy.In[vy.f32],
    around: vy.In[vy.i32],
    normals: vy.In[vy.f32],
    far: vy.In[vy.f32],
    fluxes: vy.Out[vy.f32],
) -> None:
    i = vy.global_id()
    if i >= state.shape[1]:
        return
    flux = vy.private(vy.f32, 5)
    r, mx, my, mz, e = state[0, i], state[1, i], state[2, i], state[3, i], state[4, i]
    vx, v_y, vz, squared, p, sound = speeds(r, mx, my, mz, e)
    for j in range(NEIGHBOURS):
        nb = around[j, i]
        nx, ny, nz = normals[j, 0, i], normals[j, 1, i], normals[j, 2, i]
        if nb >= 0:
            r2, mx2, my2, mz2, e2 = state[0, nb], state[1, nb], state[2, nb], state[3, nb], state[4, nb]
            vx2, vy2, vz2, squared2, p2, sound2 = speeds(r2, mx2, my2, mz2, e2)
            length = vy.sqrt(nx * nx + ny * ny + nz * nz)
            factor = -length * 0.2 * 0.5 * (vy.sqrt(squared) + vy.sqrt(squared2) + sound + sound2)
            flux[0] += factor * (r - r2)
            flux[1] += factor * (mx - mx2)
            flux[4] += factor * (e - e2)
            along = 0.5 * (nx * (vx + vx2) + ny * (v_y + vy2) + nz * (vz + vz2))
            flux[0] += along * (r + r2)
            flux[1] += along * (mx + mx2) + 0.5 * nx * (p + p2)
            flux[2] += along * (my + my2) + 0.5 * ny * (p + p2)
            flux[3] += along * (mz + mz2) + 0.5 * nz * (p + p2)
            flux[4] += along * (e + e2 + p + p2)
        elif nb == -1:
            flux[1] += nx * p
            flux[2] += ny * p
            flux[3] += nz * p
        elif nb == -2:
            factor = 0.5 * nx
            flux[0] += factor * (far[1] + mx)
            factor = 0.5 * ny
            flux[0] += factor * (far[2] + my)
            flux[4] += factor * (far[4] + e)
    for k in range(5):
        fluxes[k, i] = flux[k]


def cfd_run(inputs: Inputs, **keywords: Any) -> Results:
    given = (inputs[key] for key in ("state", "around", "normals", "far"))
    return [cfd_flux(*given, shapes={"fluxes": inputs["state"].shape}, **keywords)]


def cfd_expected(inputs: Inputs) -> Results:
    s, far, half, gamma = inputs["state"], inputs["far"], F(0.5), F(GAMMA)

    def derived(s: Array) -> tuple[Array, Array, Array, Array]:
        v = s[1:4] / s[0]
        squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
        p = F(GAMMA - 1) * (s[4] - half * s[0] * squared)
        return v, np.sqrt(squared), p, np.sqrt(gamma * p / s[0])

    v, speed, p, sound = derived(s)
    total = np.zeros_like(s)
    for nb, n in zip(inputs["around"], inputs["normals"], strict=True):
        other = s[:, nb]
        v2, speed2, p2, sound2 = derived(other)
        length = np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        factor = -length * F(0.2) * half * (speed + speed2 + sound + sound2)
        sums = v + v2
        along = half * (n[0] * sums[0] + n[1] * sums[1] + n[2] * sums[2])
        inner, wall = total.copy(), total.copy()
        for k in (0, 1, 4):
            inner[k] += factor * (s[k] - other[k])
        inner[0] += along * (s[0] + other[0])
        for k in (1, 2, 3):
            inner[k] += along * (s[k] + other[k]) + half * n[k - 1] * (p + p2)
            wall[k] += n[k - 1] * p
        inner[4] += along * (s[4] + other[4] + p + p2)
        open_ = total.copy()
        open_[0] += half * n[0] * (far[1] + s[1])
        open_[0] += half * n[1] * (far[2] + s[2])
        open_[4] += half * n[1] * (far[4] + s[4])
        total = np.where(nb >= 0, inner, np.where(nb == -1, wall, open_))
    return [total]


# ---------------------------------------------------------------- back propagation: sums of a layer, and its new weights

ROWS = 16


def backprop_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "units": rng.random(size, F),
        "weights": rng.random((size, ROWS), F) - F(0.5),
        "delta": rng.random(ROWS, F) - F(0.5),
        "momentum": rng.random((size, ROWS), F) * F(0.1),
    }


@vy.kernel(workgroup=(ROWS, ROWS), domain="weights")
def backprop_forward(units: vy.In[vy.f32], weights: vy.In[vy.f32], partial: vy.Out[vy.f32]) -> None:
    """For each ROWS inputs and each hidden unit the sum of their products, by a tree in shared memory."""
    column = vy.shared(vy.f32, ROWS)
    products = vy.shared(vy.f32, (ROWS, ROWS))
    ty, tx = vy.local_id(0), vy.local_id(1)
    index = vy.global_id(0)
    if tx == 0:
        column[ty] = units[index]
    vy.barrier()
    products[ty, tx] = weights[index, tx] * column[ty]
    vy.barrier()
    step = 2
    while step <= ROWS:
        if ty % step == 0:
            products[ty, tx] += products[ty + step // 2, tx]
        vy.barrier()
        step *= 2
    if ty == 0:
        partial[vy.group_id(0), tx] = products[0, tx]


@vy.kernel
def backprop_adjust(
    delta: vy.In[vy.f32], units: vy.In[vy.f32], weights: vy.InOut[vy.f32], momentum: vy.InOut[vy.f32]
) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < units.size and x < delta.size:
        change = 0.3 * delta[x] * units[y] + 0.3 * momentum[y, x]
        weights[y, x] += change
        momentum[y, x] = change


def backprop_run(inputs: Inputs, **keywords: Any) -> Results:
    units, weights, momentum = inputs["units"], inputs["weights"].copy(), inputs["momentum"].copy()
    shapes = {"partial": (-(-units.size // ROWS), ROWS)}
    partial = backprop_forward(units, weights, shapes=shapes, **keywords)
    backprop_adjust(inputs["delta"], units, weights, momentum, **keywords)
    return [partial, weights, momentum]


def backprop_expected(inputs: Inputs) -> Results:
    units, weights = inputs["units"][:, None], inputs["weights"]
    products = np.pad(weights * units, ((0, -len(units) % ROWS), (0, 0)))
    part = products.reshape(-1, ROWS, ROWS)
    while part.shape[1] > 1:
        part = part[:, ::2] + part[:, 1::2]
    change = F(0.3) * inputs["delta"] * units + F(0.3) * inputs["momentum"]
    return [part[:, 0].copy(), weights + change, change]


PROGRAMS = (
    Program("rodinia_lud", lud_inputs, lud_run, lud_expected, 32, multiple=TILE),
    Program("rodinia_gaussian", gaussian_inputs, gaussian_run, gaussian_expected, 17),
    Program("rodinia_cfd_flux", cfd_inputs, cfd_run, cfd_expected, 130),
    Program("rodinia_backprop", backprop_inputs, backprop_run, backprop_expected, 40),
)
