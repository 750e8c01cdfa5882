"""SHOC: triad, reduction, scan, radix sort, sparse products, a stencil, molecules, breadth-first search, hashes, a net."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- triad


def triad_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"b": rng.random(size, F), "c": rng.random(size, F), "scale": F(1.75)}


@vy.kernel(workgroup=128)
def triad(b: vy.In[vy.f32], c: vy.In[vy.f32], scale: vy.f32, a: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    a[i] = b[i] + scale * c[i]


def triad_run(inputs: Inputs, **keywords: Any) -> Results:
    return [triad(inputs["b"], inputs["c"], inputs["scale"], **keywords)]


def triad_expected(inputs: Inputs) -> Results:
    return [inputs["b"] + inputs["scale"] * inputs["c"]]


# ---------------------------------------------------------------- reduction

GROUP, GROUPS = 64, 4


def reduction_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).random(size, F)}


@vy.kernel(workgroup=GROUP, domain=GROUP * GROUPS)
def reduction_sums(
    values: vy.In[vy.f32],
    sums: vy.Out[vy.f32, GROUPS],  # type: ignore[valid-type]  # a number, which is its shape
) -> None:
    """Each invocation adds two strided runs, each workgroup folds what its invocations have."""
    cells = vy.shared(vy.f32, GROUP)
    tid = vy.local_id()
    i = vy.group_id() * (GROUP * 2) + tid
    cells[tid] = 0.0
    while i < values.size:
        cells[tid] += values[i] + values[i + GROUP]
        i += GROUP * 2 * vy.num_groups()
    vy.barrier()
    s = GROUP // 2
    while s > 0:
        if tid < vy.u32(s):
            cells[tid] += cells[tid + vy.u32(s)]
        vy.barrier()
        s >>= 1
    if tid == 0:
        sums[vy.group_id()] = cells[0]


def reduction_run(inputs: Inputs, **keywords: Any) -> Results:
    return [reduction_sums(inputs["values"], **keywords)]


def reduction_expected(inputs: Inputs) -> Results:
    padded = np.pad(inputs["values"], (0, -inputs["values"].size % (2 * GROUP * GROUPS)))
    pairs = padded.reshape(-1, GROUPS, 2, GROUP)
    cells = np.zeros((GROUPS, GROUP), F)
    for run in pairs:
        cells = cells + (run[:, 0] + run[:, 1])
    while cells.shape[1] > 1:
        half = cells.shape[1] // 2
        cells = cells[:, :half] + cells[:, half:]
    return [cells[:, 0].copy()]


# ---------------------------------------------------------------- scan: sums of regions, their scan, and the whole

REGIONS = 4


def scan_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).integers(-1000, 1000, size).astype(np.int32)}


@vy.func
def group_scan(value: vy.i32) -> Any:
    """The inclusive sums of value over the workgroup, in a double row whose lower half is zero."""
    row = vy.shared(vy.i32, 2 * GROUP)
    at = vy.local_id() + GROUP
    row[at] = value
    vy.barrier()
    t = value
    for step in (1, 2, 4, 8, 16, 32):
        t = row[at - step]
        vy.barrier()
        row[at] += t
        vy.barrier()
    return row[at], row[2 * GROUP - 1]


@vy.kernel(workgroup=GROUP, domain=GROUP * REGIONS)
def scan_regions(
    values: vy.In[vy.i32],
    sums: vy.Out[vy.i32, REGIONS],  # type: ignore[valid-type]  # a number, which is its shape
) -> None:
    per = vy.ceil_div(values.size, REGIONS)
    begin = vy.group_id() * per
    end = min(begin + per, values.size)
    total = 0
    for i in range(begin + vy.local_id(), end, GROUP):
        total += values[i]
    total = vy.workgroup_sum(total)
    if vy.local_id() == 0:
        sums[vy.group_id()] = total


@vy.kernel(workgroup=GROUP, domain=GROUP * REGIONS)
def scan_all(values: vy.In[vy.i32], sums: vy.In[vy.i32], out: vy.Out[vy.i32]) -> None:
    """Exclusive sums; what the regions before have is added by every workgroup itself."""
    per = vy.ceil_div(values.size, REGIONS)
    begin = vy.group_id() * per
    end = min(begin + per, values.size)
    carry = 0
    for region in range(vy.group_id()):
        carry += sums[region]
    at = begin
    while at < end:
        i = at + vy.local_id()
        mine = values[i] if i < end else 0
        upto, all_ = group_scan(mine)
        if i < end:
            out[i] = carry + upto - mine
        carry += all_
        vy.barrier()
        at += GROUP


def scan_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"]
    return [scan_all(values, scan_regions(values, **keywords), shapes={"out": values.shape}, **keywords)]


def scan_expected(inputs: Inputs) -> Results:
    values = inputs["values"]
    return [(np.cumsum(values, dtype=np.int32) - values).astype(np.int32)]


# ---------------------------------------------------------------- radix sort, four bits a pass

KEYS = 4  # of an invocation
TILE = GROUP * KEYS


def sort_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"keys": (rng.integers(0, 2**32, size, np.uint32) >> rng.integers(0, 20, size).astype(np.uint32))}


@vy.kernel(workgroup=GROUP)
def sort_count(keys: vy.In[vy.u32], shift: vy.u32, counts: vy.Out[vy.u32]) -> None:
    """counts[digit, workgroup]: from private counters, added in shared memory."""
    digits = vy.shared(vy.u32, 16)
    mine = vy.private(vy.u32, 16)
    for k in range(KEYS):
        i = vy.group_id() * TILE + k * GROUP + vy.local_id()
        if i < keys.size:
            mine[keys[i] >> shift & 15] += 1
    for d in range(16):
        if mine[d]:
            vy.atomic_add(digits, d, mine[d])
    vy.barrier()
    if vy.local_id() < 16:
        counts[vy.local_id(), vy.group_id()] = digits[vy.local_id()]


@vy.kernel(workgroup=GROUP)
def sort_scatter(keys: vy.In[vy.u32], starts: vy.In[vy.u32], shift: vy.u32, moved: vy.InOut[vy.u32]) -> None:
    """Each key goes behind the equal digits before it in its tile; those are counted one row after another."""
    row = vy.shared(vy.u32, GROUP)
    before = vy.shared(vy.u32, 16)
    lane = vy.local_id()
    for k in range(KEYS):
        i = vy.group_id() * TILE + vy.u32(k) * GROUP + lane
        digit = keys[i] >> shift & 15 if i < keys.size else vy.u32(16)
        row[lane] = digit
        vy.barrier()
        rank = vy.u32(0)
        for other in range(lane):
            if row[other] == digit:
                rank += 1
        if digit < 16:
            moved[starts[digit, vy.group_id()] + before[digit] + rank] = keys[i]
        vy.barrier()
        if lane < 16:
            for other in range(GROUP):
                if row[other] == lane:
                    before[lane] += 1
        vy.barrier()


def sort_run(inputs: Inputs, **keywords: Any) -> Results:
    keys = inputs["keys"]
    groups = -(-keys.size // TILE)
    for shift in range(0, 32, 4):
        counts = sort_count(keys, shift, grid=groups, shapes={"counts": (16, groups)}, **keywords)
        starts = (np.cumsum(counts) - counts.ravel()).astype(np.uint32).reshape(16, groups)
        out = np.zeros_like(keys)
        sort_scatter(keys, starts, shift, out, grid=groups, **keywords)
        keys = out
    return [keys]


def sort_expected(inputs: Inputs) -> Results:
    return [np.sort(inputs["keys"])]


# ---------------------------------------------------------------- sparse matrix times vector: rows, warps, columns


def spmv_inputs(size: int, seed: int) -> Inputs:
    """Rows of 0 to about 70 entries."""
    rng = np.random.default_rng(seed)
    counts = np.minimum(rng.geometric(0.08, size) - 1, 70)
    counts[rng.integers(0, size, 3)] = 0
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return {
        "first": first,
        "columns": rng.integers(0, size, int(first[-1])).astype(np.int32),
        "values": rng.random(int(first[-1]), F) - F(0.5),
        "x": rng.random(size, F),
    }


@vy.kernel(domain=lambda values, columns, first, x: first.size - 1)
def spmv_scalar(
    values: vy.In[vy.f32], columns: vy.In[vy.i32], first: vy.In[vy.i32], x: vy.In[vy.f32], out: vy.Out[vy.f32]
) -> None:
    row = vy.global_id()
    if row < out.size:
        total = 0.0
        for j in range(first[row], first[row + 1]):
            total += values[j] * x[columns[j]]
        out[row] = total


@vy.kernel(workgroup=64)
def spmv_vector(
    values: vy.In[vy.f32], columns: vy.In[vy.i32], first: vy.In[vy.i32], x: vy.In[vy.f32], out: vy.Out[vy.f32]
) -> None:
    """32 lanes for a row, folded in shared memory."""
    part = vy.shared(vy.f32, 64)
    t, lane = vy.local_id(), vy.local_id() % 32
    row = vy.group_id() * 2 + t // 32
    total = 0.0
    if row < out.size:
        for j in range(first[row] + vy.i32(lane), first[row + 1], 32):
            total += values[j] * x[columns[j]]
    part[t] = total
    vy.barrier()
    for step in (16, 8, 4, 2, 1):
        if lane < step:
            part[t] += part[t + step]
        vy.barrier()
    if lane == 0 and row < out.size:
        out[row] = part[t]


@vy.kernel(domain="x")
def spmv_ellpack(
    values: vy.In[vy.f32], columns: vy.In[vy.i32], lengths: vy.In[vy.i32], x: vy.In[vy.f32], out: vy.Out[vy.f32]
) -> None:
    row = vy.global_id()
    if row < out.size:
        total = 0.0
        for k in range(lengths[row]):
            total = total + values[k, row] * x[columns[k, row]]
        out[row] = total


def spmv_run(inputs: Inputs, **keywords: Any) -> Results:
    first, x = inputs["first"], inputs["x"]
    given = (inputs["values"], inputs["columns"], first, x)
    keywords = {"shapes": {"out": x.shape}, **keywords}
    lengths = np.diff(first).astype(np.int32)
    columns, values = np.zeros((2, lengths.max(), x.size), np.int32)[0], np.zeros((lengths.max(), x.size), F)
    for row, (begin, length) in enumerate(zip(first, lengths, strict=False)):
        columns[:length, row] = inputs["columns"][begin : begin + length]
        values[:length, row] = inputs["values"][begin : begin + length]
    return [
        spmv_scalar(*given, **keywords),
        spmv_vector(*given, grid=-(-x.size // 2), **keywords),
        spmv_ellpack(values, columns, lengths, x, **keywords),
    ]


def spmv_expected(inputs: Inputs) -> Results:
    products = inputs["values"] * inputs["x"][inputs["columns"]]
    straight, folded = [], []
    for row in np.split(products, inputs["first"][1:-1]):
        straight.append(np.add.accumulate(np.concatenate([[F(0)], row], dtype=F))[-1])
        lanes = np.zeros(32, F)
        for begin in range(0, len(row), 32):
            stripe = row[begin : begin + 32]
            lanes[: len(stripe)] += stripe
        while len(lanes) > 1:
            lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
        folded.append(lanes[0])
    return [np.array(straight, F), np.array(folded, F), np.array(straight, F)]


# ---------------------------------------------------------------- a stencil of nine points in f64


def stencil_inputs(size: int, seed: int) -> Inputs:
    return {"grid": np.random.default_rng(seed).random((size, size + 7)), "weights": (0.25, 0.15, 0.05), "rounds": 2}


@vy.kernel(workgroup=(8, 16), domain="a")
def stencil2d(a: vy.In[vy.f64], centre: vy.f64, cardinal: vy.f64, diagonal: vy.f64, b: vy.InOut[vy.f64]) -> None:
    """The inner points, from a tile with a halo in shared memory."""
    tile = vy.shared(vy.f64, (10, 18))
    y, x = vy.global_id(0), vy.global_id(1)
    ty, tx = vy.local_id(0), vy.local_id(1)
    top, left = vy.i32(vy.group_id(0)) * 8 - 1, vy.i32(vy.group_id(1)) * 16 - 1
    for k in range(vy.local_index(), 10 * 18, 8 * 16):
        tile[k // 18, k % 18] = a[top + vy.i32(k // 18), left + vy.i32(k % 18)]
    vy.barrier()
    if 0 < y < a.shape[0] - 1 and 0 < x < a.shape[1] - 1:
        i, j = ty + 1, tx + 1
        b[y, x] = (
            centre * tile[i, j]
            + cardinal * (tile[i - 1, j] + tile[i + 1, j] + tile[i, j - 1] + tile[i, j + 1])
            + diagonal * (tile[i - 1, j - 1] + tile[i - 1, j + 1] + tile[i + 1, j - 1] + tile[i + 1, j + 1])
        )


def stencil_run(inputs: Inputs, **keywords: Any) -> Results:
    a, b = inputs["grid"], inputs["grid"].copy()
    for _ in range(inputs["rounds"]):
        stencil2d(a, *inputs["weights"], b, **keywords)
        a, b = b, b.copy()
    return [a]


def stencil_expected(inputs: Inputs) -> Results:
    a = inputs["grid"].copy()
    centre, cardinal, diagonal = inputs["weights"]

    def at(dy: int, dx: int) -> Array:
        part: Array = a[1 + dy : a.shape[0] - 1 + dy, 1 + dx : a.shape[1] - 1 + dx]
        return part

    for _ in range(inputs["rounds"]):
        cross = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)
        corners = at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1)
        a[1:-1, 1:-1] = centre * at(0, 0) + cardinal * cross + diagonal * corners
    return [a]


# ---------------------------------------------------------------- molecules: forces by lists of neighbours

CUTOFF2 = 0.1


def md_inputs(size: int, seed: int) -> Inputs:
    positions = np.random.default_rng(seed).random((size, 3), F)
    far = ((positions[:, None] - positions[None]) ** 2).sum(2)
    np.fill_diagonal(far, np.inf)
    return {"positions": positions, "neighbours": np.argsort(far, 1)[:, :12].astype(np.int32)}


@vy.kernel(domain="positions", workgroup=(32, 1))
def md_forces(positions: vy.In[vy.f32], neighbours: vy.In[vy.i32], forces: vy.Out[vy.f32]) -> None:
    i = vy.global_id(0)
    if i >= positions.shape[0] or vy.global_id(1) > 0:
        return
    here = vy.vec(positions[i, 0], positions[i, 1], positions[i, 2])
    force = vy.vec(0.0, 0.0, 0.0)
    for j in range(neighbours.shape[1]):
        k = neighbours[i, j]
        delta = here - vy.vec(positions[k, 0], positions[k, 1], positions[k, 2])
        r2 = vy.dot(delta, delta)
        if r2 < CUTOFF2:
            r2inv = 1.0 / r2
            r6inv = r2inv * r2inv * r2inv
            force = force + delta * (r2inv * r6inv * (1.5 * r6inv - 2.0))
    forces[i, 0], forces[i, 1], forces[i, 2] = force.x, force.y, force.z


def md_run(inputs: Inputs, **keywords: Any) -> Results:
    positions = inputs["positions"]
    return [md_forces(positions, inputs["neighbours"], shapes={"forces": positions.shape}, **keywords)]


def md_expected(inputs: Inputs) -> Results:
    p = inputs["positions"]
    force = np.zeros_like(p)
    for column in inputs["neighbours"].T:
        d = p - p[column]
        r2 = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2]
        inverse = F(1) / r2
        sixth = inverse * inverse * inverse
        size = inverse * sixth * (F(1.5) * sixth - F(2))
        force = np.where((r2 < F(CUTOFF2))[:, None], force + d * size[:, None], force)
    return [force]


PROGRAMS = (
    Program("shoc_triad", triad_inputs, triad_run, triad_expected, 300),
    Program("shoc_reduction", reduction_inputs, reduction_run, reduction_expected, 1111),
    Program("shoc_scan", scan_inputs, scan_run, scan_expected, 600),
    Program("shoc_sort", sort_inputs, sort_run, sort_expected, 600),
    Program("shoc_spmv", spmv_inputs, spmv_run, spmv_expected, 90),
    Program("shoc_stencil2d", stencil_inputs, stencil_run, stencil_expected, 19),
    Program("shoc_md", md_inputs, md_run, md_expected, 60),
)
