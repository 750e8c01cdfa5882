"""Parboil: sums of absolute differences, saturating histograms, a fluid on a lattice, angles between stars, potentials."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- motion search in video frames


def sad_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    shape = (size, size + 8)
    return {name: rng.integers(0, 65536, shape).astype(np.uint16) for name in ("now", "before")}


RANGE = 2


@vy.func
def abs_diff(a: vy.u16, b: vy.u16) -> vy.u32:
    if a > b:
        return vy.u32(a - b)
    return vy.u32(b - a)


@vy.kernel(workgroup=25)
def sad_blocks(now: vy.In[vy.u16], before: vy.In[vy.u16], sums: vy.Out[vy.u32]) -> None:
    """A workgroup for each 4 × 4 block, an invocation for each of 25 shifts; the frame before is clamped at its edges."""
    block, shift = vy.group_id(), vy.i32(vy.local_id())
    per_row = now.shape[1] // 4
    top, left = vy.i32(block // per_row * 4), vy.i32(block % per_row * 4)
    dy, dx = shift // 5 - RANGE, shift % 5 - RANGE
    total = vy.u32(0)
    for r in range(4):
        y = top + r + dy
        if y < 0:
            y = 0
        elif y >= vy.i32(before.shape[0]):
            y = vy.i32(before.shape[0]) - 1
        for c in range(4):
            x = vy.clamp(left + c + dx, 0, vy.i32(before.shape[1]) - 1)
            total += abs_diff(now[top + r, left + c], before[y, x])
    sums[block, shift] = total


@vy.kernel(domain=lambda sums, *rest: rest[0].shape)
def sad_larger(sums: vy.In[vy.u32], larger: vy.InOut[vy.u32], columns: vy.u32) -> None:
    """The sums of 8 × 8 blocks, each of four smaller ones."""
    block, shift = vy.global_id(0), vy.global_id(1)
    if block < larger.shape[0] and shift < larger.shape[1]:
        y, x = block // (columns // 2) * 2, block % (columns // 2) * 2
        at = y * columns + x
        larger[block, shift] = (
            sums[at, shift] + sums[at + 1, shift] + sums[at + columns, shift] + sums[at + columns + 1, shift]
        )


def sad_run(inputs: Inputs, **keywords: Any) -> Results:
    h, w = (n // 4 for n in inputs["now"].shape)
    sums = sad_blocks(inputs["now"], inputs["before"], grid=h * w, shapes={"sums": (h * w, 25)}, **keywords)
    larger = np.zeros((h * w // 4, 25), np.uint32)
    sad_larger(sums, larger, w, **keywords)
    return [sums, larger]


def sad_expected(inputs: Inputs) -> Results:
    now, before = (inputs[k].astype(np.int64) for k in ("now", "before"))
    h, w = now.shape
    e = np.pad(before, RANGE, mode="edge")

    def sums(side: int) -> Array:
        parts = [
            np.abs(now - e[dy : dy + h, dx : dx + w]).reshape(h // side, side, w // side, side).sum((1, 3)).ravel()
            for dy in range(5)
            for dx in range(5)
        ]
        return np.stack(parts, 1).astype(np.uint32)

    return [sums(4), sums(8)]


# ---------------------------------------------------------------- a histogram whose bins stop at 255


def histo_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"places": np.minimum(rng.geometric(0.02, (size, size)) - 1, 199).astype(np.uint32)}


@vy.kernel(domain="places")
def histo_count(places: vy.In[vy.u32], counts: vy.Out[vy.u32, Literal[50], Literal[4]]) -> None:
    """Privately for each workgroup, then added."""
    mine = vy.shared(vy.u32, (50, 4))
    y, x = vy.global_id(0), vy.global_id(1)
    if y < places.shape[0] and x < places.shape[1]:
        place = places[y, x]
        vy.atomic_add(mine, (place // 4, place % 4), 1)
    vy.barrier()
    i = vy.local_index()
    if i < 200 and mine[i // 4, i % 4] > 0:
        vy.atomic_add(counts, (i // 4, i % 4), mine[i // 4, i % 4])


@vy.kernel
def histo_saturate(counts: vy.In[vy.u32], bins: vy.Out[vy.u8]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < bins.shape[0] and x < bins.shape[1]:
        bins[y, x] = vy.u8(min(counts[y, x], 255))


def histo_run(inputs: Inputs, **keywords: Any) -> Results:
    return [histo_saturate(histo_count(inputs["places"], **keywords), **keywords)]


def histo_expected(inputs: Inputs) -> Results:
    counts = np.bincount(inputs["places"].ravel(), minlength=200)
    return [np.minimum(counts, 255).astype(np.uint8).reshape(50, 4)]


# ---------------------------------------------------------------- a fluid on a lattice, nine directions

STEPS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
BACK = (0, 3, 4, 1, 2, 7, 8, 5, 6)
WEIGHTS = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


def lbm_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    wall = rng.random((size, size + 5)) < 0.15
    f = np.array(WEIGHTS, F)[:, None, None] * (1 + 0.1 * rng.random((9, *wall.shape))).astype(F)
    return {"f": f, "wall": wall, "rounds": 3}


@vy.kernel(domain="wall")
def lbm_step(f: vy.In[vy.f32], wall: vy.In[vy.bool_], omega: vy.f32, after: vy.InOut[vy.f32]) -> None:
    """Collide, then stream to the neighbours of a torus; a wall sends back what comes."""
    y, x = vy.global_id(0), vy.global_id(1)
    h, w = wall.shape
    if y >= h or x >= w:
        return
    rho = ux = uy = 0.0
    for k in vy.static_range(9):
        value = f[k, y, x]
        rho += value
        uy += vy.static(float(STEPS[k][0])) * value
        ux += vy.static(float(STEPS[k][1])) * value
    uy /= rho
    ux /= rho
    square = 1.5 * (uy * uy + ux * ux)
    for k, (dy, dx) in enumerate(STEPS):
        along = 3.0 * (vy.static(float(dy)) * uy + vy.static(float(dx)) * ux)
        equilibrium = WEIGHTS[k] * rho * (1.0 + along + 0.5 * along * along - square)
        new = f[k, y, x] - omega * (f[k, y, x] - equilibrium)
        ny = (vy.i32(y) + dy + vy.i32(h)) % vy.i32(h)
        nx = (vy.i32(x) + dx + vy.i32(w)) % vy.i32(w)
        if wall[y, x]:
            new = f[k, y, x]
        if wall[ny, nx] and not wall[y, x]:
            after[BACK[k], y, x] = new
        elif wall[ny, nx] or not wall[y, x]:
            after[k, ny, nx] = new


def lbm_run(inputs: Inputs, **keywords: Any) -> Results:
    f, after = inputs["f"].copy(), inputs["f"].copy()
    for _ in range(inputs["rounds"]):
        lbm_step(f, inputs["wall"], 1.25, after, **keywords)
        f, after = after, f
    return [f]


def lbm_expected(inputs: Inputs) -> Results:
    f, after, wall = inputs["f"].copy(), inputs["f"].copy(), inputs["wall"]
    for _ in range(inputs["rounds"]):
        rho = np.add.accumulate(f)[-1]
        uy, ux = np.zeros_like(rho), np.zeros_like(rho)
        for (dy, dx), part in zip(STEPS, f, strict=True):
            uy, ux = uy + F(dy) * part, ux + F(dx) * part
        uy, ux = uy / rho, ux / rho
        square = F(1.5) * (uy * uy + ux * ux)
        for k, (dy, dx) in enumerate(STEPS):
            along = F(3) * (F(dy) * uy + F(dx) * ux)
            equilibrium = F(WEIGHTS[k]) * rho * (F(1) + along + F(0.5) * along * along - square)
            new = np.where(wall, f[k], f[k] - F(1.25) * (f[k] - equilibrium))
            target = np.roll(wall, (-dy, -dx), (0, 1))
            bounced = target & ~wall
            after[BACK[k]][bounced] = new[bounced]
            goes = ~wall & ~target | wall & target
            ys, xs = np.nonzero(goes)
            after[k][(ys + dy) % wall.shape[0], (xs + dx) % wall.shape[1]] = new[goes]
        f, after = after, f
    return [f]


# ---------------------------------------------------------------- angles between pairs of stars, in bins

EDGES = np.array([0.99, 0.95, 0.9, 0.7, 0.4, 0.0, -0.4, -0.8], np.float32)  # cosines, falling


def tpacf_inputs(size: int, seed: int) -> Inputs:
    v = np.random.default_rng(seed).normal(size=(size, 3))
    return {"stars": (v / np.linalg.norm(v, axis=1)[:, None]).astype(F)}


@vy.kernel(workgroup=32, domain=lambda stars: stars.shape[0])
def tpacf_bins(stars: vy.In[vy.f32], bins: vy.Out[vy.u64, Literal[9]]) -> None:
    """All pairs i < j; the bin by a binary search among constant edges."""
    local = vy.shared(vy.u32, 9)
    i, n = vy.global_id(), stars.shape[0]
    if i < n:
        for j in range(i + 1, n):
            dot = stars[i, 0] * stars[j, 0] + stars[i, 1] * stars[j, 1] + stars[i, 2] * stars[j, 2]
            lo, hi = 0, 8
            while hi > lo:
                k = (lo + hi) // 2
                if dot >= EDGES[k]:
                    hi = k
                else:
                    lo = k + 1
            vy.atomic_add(local, lo, 1)
    vy.barrier()
    if vy.local_id() < 9:
        vy.atomic_add(bins, vy.local_id(), vy.u64(local[vy.local_id()]))


def tpacf_run(inputs: Inputs, **keywords: Any) -> Results:
    return [tpacf_bins(inputs["stars"], **keywords)]


def tpacf_expected(inputs: Inputs) -> Results:
    x, y, z = inputs["stars"].T
    dots = (np.outer(x, x) + np.outer(y, y) + np.outer(z, z))[np.triu_indices(len(x), 1)]
    return [np.bincount((dots[:, None] < EDGES).sum(1), minlength=9).astype(np.uint64)]


# ---------------------------------------------------------------- potentials of atoms on a grid, with a cutoff

SPACING, CUTOFF = 0.5, 2.0
CELL = 4  # grid points along an edge of a cell


def cutcp_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    cells, room = 3, 5
    atoms = np.zeros((cells, cells, cells, room, 4), F)
    atoms[..., :3] = np.inf
    counts = np.zeros((cells,) * 3, np.int32)
    for _ in range(size):
        place = rng.random(3) * cells * CELL * SPACING
        z, y, x = (int(v / (CELL * SPACING)) for v in place)
        if counts[z, y, x] < room:
            atoms[z, y, x, counts[z, y, x]] = *place, rng.random() - 0.5
            counts[z, y, x] += 1
    return {"atoms": atoms.reshape(-1, room, 4), "counts": counts}


@vy.kernel(workgroup=(CELL, CELL, CELL))
def cutcp_lattice(atoms: vy.In[vy.f32], counts: vy.In[vy.i32], energy: vy.InOut[vy.f32]) -> None:
    """Each workgroup is a cell of the grid and goes through the 27 cells around, by atoms kept in shared memory."""
    near = vy.shared(vy.f32, (5, 4))
    g = vy.local_index()
    z, y, x = vy.global_id(0), vy.global_id(1), vy.global_id(2)
    pz, py, px = vy.f32(z) * SPACING, vy.f32(y) * SPACING, vy.f32(x) * SPACING
    total = 0.0
    for dz in range(-1, 2):
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                cz = vy.i32(vy.group_id(0)) + dz
                cy = vy.i32(vy.group_id(1)) + dy
                cx = vy.i32(vy.group_id(2)) + dx
                if cz < 0 or cy < 0 or cx < 0 or cz > 2 or cy > 2 or cx > 2:
                    continue
                cell = (cz * 3 + cy) * 3 + cx
                vy.barrier()
                if g < 20:
                    near[g // 4, g % 4] = atoms[cell, g // 4, g % 4]
                vy.barrier()
                for k in range(counts[cz, cy, cx]):
                    az, ay, ax = near[k, 0] - pz, near[k, 1] - py, near[k, 2] - px
                    r2 = az * az + ay * ay + ax * ax
                    if r2 < CUTOFF * CUTOFF:
                        s = 1.0 - r2 / (CUTOFF * CUTOFF)
                        total += near[k, 3] * (1.0 / vy.sqrt(r2)) * s * s
    energy[z, y, x] += total


def cutcp_run(inputs: Inputs, **keywords: Any) -> Results:
    energy = np.zeros((3 * CELL,) * 3, F)
    cutcp_lattice(inputs["atoms"], inputs["counts"], energy, **keywords)
    return [energy]


def cutcp_expected(inputs: Inputs) -> Results:
    n = 3 * CELL
    energy = np.zeros((n, n, n), F)
    places = np.arange(n, dtype=F) * F(SPACING)
    cells = np.arange(n) // CELL
    for number, (atoms, count) in enumerate(zip(inputs["atoms"], inputs["counts"].ravel(), strict=True)):
        near = [np.abs(cells - c) <= 1 for c in (number // 9, number // 3 % 3, number % 3)]
        for az, ay, ax, charge in atoms[:count]:
            dz, dy, dx = az - places, ay - places, ax - places
            r2 = ((dz * dz)[:, None, None] + (dy * dy)[None, :, None]) + (dx * dx)[None, None, :]
            within = (r2 < F(CUTOFF * CUTOFF)) & near[0][:, None, None] & near[1][:, None] & near[2]
            s = F(1) - r2 / F(CUTOFF * CUTOFF)
            energy = np.where(within, energy + charge * (F(1) / np.sqrt(r2)) * s * s, energy)
    return [energy]


PROGRAMS = (
    Program("parboil_sad", sad_inputs, sad_run, sad_expected, 16, multiple=8),
    Program("parboil_histo", histo_inputs, histo_run, histo_expected, 70),
    Program("parboil_lbm", lbm_inputs, lbm_run, lbm_expected, 13),
    Program("parboil_tpacf", tpacf_inputs, tpacf_run, tpacf_expected, 60),
    Program("parboil_cutcp", cutcp_inputs, cutcp_run, cutcp_expected, 60),
)
