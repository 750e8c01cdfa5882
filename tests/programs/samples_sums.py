"""Samples of CUDA that add and count: scalar products, reductions, histograms, scans, tiles that are transposed."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
GROUP = 64

# ---------------------------------------------------------------- many scalar products

CELLS = 128  # partial sums of a pair of vectors


def products_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"a": rng.random((size, 300), F), "b": rng.random((size, 300), F)}


@vy.kernel(workgroup=GROUP, domain=GROUP * 4)
def scalar_products(a: vy.In[vy.f32], b: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """Four workgroups share the pairs; the partial sums of one pair are folded in shared memory."""
    cells = vy.shared(vy.f32, CELLS)
    pair = vy.group_id()
    while pair < a.shape[0]:
        cell = vy.local_id()
        while cell < CELLS:
            total = 0.0
            for at in range(cell, a.shape[1], CELLS):
                total += a[pair, at] * b[pair, at]
            cells[cell] = total
            cell += vy.workgroup_size()
        stride = CELLS // 2
        while stride > 0:
            vy.barrier()
            for k in range(vy.local_id(), stride, GROUP):
                cells[k] += cells[k + stride]
            stride >>= 1
        vy.barrier()
        if vy.local_id() == 0:
            out[pair] = cells[0]
        vy.barrier()
        pair += vy.num_groups()


def products_run(inputs: Inputs, **keywords: Any) -> Results:
    return [scalar_products(inputs["a"], inputs["b"], shapes={"out": len(inputs["a"])}, **keywords)]


def folded(cells: Array) -> Array:
    """The sum over the last axis by halves: the upper half is added to the lower one."""
    while cells.shape[-1] > 1:
        half = cells.shape[-1] // 2
        cells = cells[..., :half] + cells[..., half:]
    return cells[..., 0]


def products_expected(inputs: Inputs) -> Results:
    terms = inputs["a"] * inputs["b"]
    terms = np.pad(terms, ((0, 0), (0, -terms.shape[1] % CELLS))).reshape(len(terms), -1, CELLS)
    cells = np.zeros((len(terms), CELLS), F)
    for k in range(terms.shape[1]):
        cells = cells + terms[:, k]
    return [folded(cells)]


# ---------------------------------------------------------------- reductions in several orders


def numbers_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).random(size, F)}


@vy.kernel(workgroup=GROUP, domain="values")
def reduce_modulo(values: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """Neighbours first: the lanes that are left lie apart."""
    cells = vy.shared(vy.f32, GROUP)
    lane = vy.local_id()
    cells[lane] = values[vy.global_id()]
    vy.barrier()
    s = vy.u32(1)
    while s < vy.workgroup_size():
        if lane % (2 * s) == 0:
            cells[lane] += cells[lane + s]
        vy.barrier()
        s *= 2
    if lane == 0:
        out[vy.group_id()] = cells[0]


@vy.kernel(workgroup=GROUP, domain="values")
def reduce_strided(values: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """Neighbours first: the lanes that are left lie side by side."""
    cells = vy.shared(vy.f32, GROUP)
    lane = vy.local_id()
    cells[lane] = values[vy.global_id()]
    vy.barrier()
    s = 1
    while s < GROUP:
        index = 2 * vy.u32(s) * lane
        if index < GROUP:
            cells[index] += cells[index + vy.u32(s)]
        vy.barrier()
        s <<= 1
    if lane == 0:
        out[vy.group_id()] = cells[0]


@vy.kernel(workgroup=GROUP, domain="values")
def reduce_shuffled(values: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """The halves of a group of 32 by shuffles, then those of the workgroup."""
    cells = vy.shared(vy.f32, 32)
    total = values[vy.global_id()]
    offset = 16
    while offset > 0:
        total += vy.subgroup_shuffle_down(total, offset)
        offset //= 2
    if vy.subgroup_lane() == 0:
        cells[vy.subgroup_id()] = total
    vy.barrier()
    if vy.local_id() == 0:
        total = cells[0]
        for k in range(1, GROUP // 32):
            total += cells[k]
        out[vy.group_id()] = total


def reductions_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"]
    shapes = {"out": -(-values.size // GROUP)}
    return [kernel(values, shapes=shapes, **keywords) for kernel in (reduce_modulo, reduce_strided, reduce_shuffled)]


def reductions_expected(inputs: Inputs) -> Results:
    values = inputs["values"]
    rows = np.pad(values, (0, -values.size % GROUP)).reshape(-1, GROUP)
    near = rows
    while near.shape[1] > 1:
        near = near[:, ::2] + near[:, 1::2]
    halves = folded(rows.reshape(-1, GROUP // 32, 32))
    return [near[:, 0], near[:, 0], halves[:, 0] + halves[:, 1]]


# ---------------------------------------------------------------- a sum that the last workgroup ends


def last_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).integers(0, 2**32, size, np.uint32)}


@vy.kernel(workgroup=GROUP)
def sum_in_one_launch(
    values: vy.In[vy.u32], parts: vy.InOut[vy.u32], ticket: vy.InOut[vy.u32], total: vy.InOut[vy.u32]
) -> None:
    """Each workgroup leaves its sum in parts; the one that takes the last ticket adds them and winds the ticket back."""
    last = vy.shared(vy.u32, 1)
    mine = vy.u32(0)
    for i in vy.grid_stride(values.size):
        mine += values[i] >> (i % 3)
    mine = vy.workgroup_sum(mine)
    if vy.local_id() == 0:
        vy.atomic_exchange(parts, vy.group_id(), mine)
        taken = vy.atomic_add(ticket, 0, 1)
        last[0] = vy.u32(taken == vy.num_groups() - 1)
    vy.barrier()
    if last[0] != 0:
        mine = 0
        k = vy.local_id()
        while k < vy.num_groups():
            mine += vy.atomic_or(parts, k, 0)
            k += vy.workgroup_size()
        mine = vy.workgroup_sum(mine)
        if vy.local_id() == 0:
            total[0] = mine
            vy.atomic_exchange(ticket, 0, 0)


def last_run(inputs: Inputs, **keywords: Any) -> Results:
    parts, ticket, total = np.zeros(5, np.uint32), np.zeros(1, np.uint32), np.zeros(1, np.uint32)
    sum_in_one_launch(inputs["values"], parts, ticket, total, grid=5, **keywords)
    return [parts, ticket, total]


def last_expected(inputs: Inputs) -> Results:
    values = inputs["values"]
    shifted = values >> (np.arange(values.size, dtype=np.uint32) % 3)
    group = np.arange(values.size) // GROUP % 5
    parts = np.array([shifted[group == g].sum(dtype=np.uint32) for g in range(5)], np.uint32)
    return [parts, np.zeros(1, np.uint32), parts.sum(dtype=np.uint32)[None]]


# ---------------------------------------------------------------- histograms of 64 and of 256 bins


def histogram_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"data": np.clip(rng.normal(120, 40, size), 0, 255).astype(np.uint8)}


PER = 40  # bytes of an invocation


@vy.kernel(workgroup=GROUP)
def histogram64(data: vy.In[vy.u8], counts: vy.Out[vy.u32, Literal[64]]) -> None:
    """Each invocation has 64 counters of a byte; afterwards each adds up one bin of all, beginning with its own."""
    counters = vy.shared(vy.u8, (64, GROUP))
    lane = vy.local_id()
    first = vy.group_id() * GROUP * PER
    for k in range(PER):
        at = first + vy.u32(k) * GROUP + lane
        if at >= data.size:
            break
        counters[data[at] >> 2, lane] += 1
    vy.barrier()
    total = vy.u32(0)
    column = lane
    for _k in range(GROUP):
        total += vy.u32(counters[lane, column])
        column = (column + 1) & (GROUP - 1)
    vy.atomic_add(counts, lane, total)


@vy.kernel(workgroup=GROUP)
def histogram256(data: vy.In[vy.u8], counts: vy.Out[vy.u32, Literal[256]]) -> None:
    """Each group of 32 has counters of its own."""
    counters = vy.shared(vy.u32, (GROUP // 32, 256))
    for i in vy.grid_stride(data.size):
        vy.atomic_add(counters, (vy.subgroup_id(), data[i]), 1)
    vy.barrier()
    for b in range(vy.local_id(), 256, GROUP):
        total = vy.u32(0)
        for w in range(GROUP // 32):
            total += counters[w, b]
        if total:
            vy.atomic_add(counts, b, total)


def histogram_run(inputs: Inputs, **keywords: Any) -> Results:
    data = inputs["data"]
    groups = -(-data.size // (GROUP * PER))
    return [histogram64(data, grid=groups, **keywords), histogram256(data, grid=3, **keywords)]


def histogram_expected(inputs: Inputs) -> Results:
    data = inputs["data"]
    return [np.bincount(part, minlength=n).astype(np.uint32) for part, n in ((data >> 2, 64), (data, 256))]


# ---------------------------------------------------------------- a scan by shuffles


def shuffles_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).integers(-(2**31), 2**31, size).astype(np.int32)}


@vy.kernel(workgroup=128)
def scan_by_shuffles(values: vy.In[vy.i32], upto: vy.Out[vy.i32], sums: vy.Out[vy.i32]) -> None:
    cells = vy.shared(vy.i32, 32)
    i, lane, warp = vy.global_id(), vy.subgroup_lane(), vy.subgroup_id()
    value = values[i]
    for d in (1, 2, 4, 8, 16):
        n = vy.subgroup_shuffle_up(value, d)
        if lane >= d:
            value += n
    if lane == 31:
        cells[warp] = value
    vy.barrier()
    mine = cells[lane]
    for d in (1, 2, 4, 8, 16):
        n = vy.subgroup_shuffle_up(mine, d)
        if lane >= d:
            mine += n
    vy.barrier()
    if warp == 0:
        cells[lane] = mine
    vy.barrier()
    if warp > 0:
        value += cells[warp - 1]
    if i < values.size:
        upto[i] = value
    if vy.local_id() == vy.workgroup_size() - 1:
        sums[vy.group_id()] = value


@vy.kernel(workgroup=128)
def add_uniformly(upto: vy.InOut[vy.i32], sums: vy.In[vy.i32]) -> None:
    """What the workgroups before have is added by the first invocation, and handed on in shared memory."""
    cell = vy.shared(vy.i32, 1)
    if vy.group_id() == 0:
        return
    if vy.local_id() == 0:
        for g in range(vy.group_id()):
            cell[0] += sums[g]
    vy.barrier()
    i = vy.global_id()
    if i < upto.size:
        upto[i] += cell[0]


def shuffles_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"]
    shapes = {"upto": values.size, "sums": -(-values.size // 128)}
    upto, sums = scan_by_shuffles(values, domain=values.size, shapes=shapes, **keywords)
    add_uniformly(upto, sums, **keywords)
    return [upto]


def shuffles_expected(inputs: Inputs) -> Results:
    return [np.cumsum(inputs["values"], dtype=np.int32)]


# ---------------------------------------------------------------- what is seen along lines over a landscape


def sight_inputs(size: int, seed: int) -> Inputs:
    return {"heights": np.random.default_rng(seed).random((size, 210), F).cumsum(1, dtype=F)}


@vy.kernel(workgroup=GROUP)
def line_of_sight(heights: vy.In[vy.f32], eye: vy.f32, seen: vy.Out[vy.bool_]) -> None:
    """A workgroup for each line: the largest slope so far, tile after tile, in two rows that take turns."""
    rows = vy.shared(vy.f32, (2, GROUP))
    line, lane = vy.group_id(), vy.local_id()
    highest = vy.f32(-1e30)
    for first in range(0, heights.shape[1], GROUP):
        at = first + lane
        slope = vy.f32(-1e30)
        if 0 < at < heights.shape[1]:
            slope = (heights[line, at] - heights[line, 0] - eye) / vy.f32(at)
        now = 0
        rows[now, lane] = slope
        vy.barrier()
        d = vy.u32(1)
        while d < GROUP:
            best = rows[now, lane]
            if lane >= d:
                best = max(best, rows[now, lane - d])
            now = 1 - now
            rows[now, lane] = best
            vy.barrier()
            d <<= 1
        before = highest
        if lane > 0:
            before = max(before, rows[now, lane - 1])
        if at < heights.shape[1]:
            seen[line, at] = at == 0 or slope > before
        highest = max(highest, rows[now, GROUP - 1])
        vy.barrier()


def sight_run(inputs: Inputs, **keywords: Any) -> Results:
    return [line_of_sight(inputs["heights"], 0.75, grid=len(inputs["heights"]), **keywords)]


def sight_expected(inputs: Inputs) -> Results:
    heights = inputs["heights"]
    slopes = (heights[:, 1:] - heights[:, :1] - F(0.75)) / np.arange(1, heights.shape[1], dtype=F)
    before = np.maximum.accumulate(np.pad(slopes, ((0, 0), (1, 0)), constant_values=-1e30), 1)[:, :-1]
    return [np.pad(slopes > before, ((0, 0), (1, 0)), constant_values=True)]


# ---------------------------------------------------------------- transposition by tiles

TILE, ROWS = 16, 4


def transpose_inputs(size: int, seed: int) -> Inputs:
    return {"a": np.random.default_rng(seed).integers(0, 2**32, (size, size + 9), np.uint32)}


@vy.kernel(workgroup=(ROWS, TILE))
def transpose_tiles(a: vy.In[vy.u32], b: vy.Out[vy.u32]) -> None:
    tile = vy.shared(vy.u32, (TILE, TILE + 1))
    lx, ly = vy.local_id(1), vy.local_id(0)
    x, y = vy.group_id(1) * TILE + lx, vy.group_id(0) * TILE + ly
    for j in range(0, TILE, ROWS):
        tile[ly + j, lx] = a[y + j, x]
    vy.barrier()
    x, y = vy.group_id(0) * TILE + lx, vy.group_id(1) * TILE + ly
    for j in range(0, TILE, ROWS):
        b[y + j, x] = tile[lx, ly + j]


@vy.kernel(workgroup=(ROWS, TILE))
def transpose_diagonally(a: vy.In[vy.u32], b: vy.Out[vy.u32]) -> None:
    """The tiles are taken along diagonals, so that neighbours in the grid use other columns."""
    tile = vy.shared(vy.u32, (TILE, TILE + 1))
    gx, gy = vy.num_groups(1), vy.num_groups(0)
    if gx == gy:
        by = vy.group_id(1)
        bx = (vy.group_id(1) + vy.group_id(0)) % gx
    else:
        bid = vy.group_id(1) + gx * vy.group_id(0)
        by = bid % gy
        bx = (bid // gy + by) % gx
    lx, ly = vy.local_id(1), vy.local_id(0)
    for j in range(0, TILE, ROWS):
        y, x = by * TILE + ly + j, bx * TILE + lx
        if y < a.shape[0] and x < a.shape[1]:
            tile[ly + j, lx] = a[y, x]
    vy.barrier()
    for j in range(0, TILE, ROWS):
        y, x = bx * TILE + ly + j, by * TILE + lx
        if y >= b.shape[0] or x >= b.shape[1]:
            continue
        b[y, x] = tile[lx, ly + j]


def transpose_run(inputs: Inputs, **keywords: Any) -> Results:
    a = inputs["a"]
    given: dict[str, Any] = {"grid": tuple(-(-n // TILE) for n in a.shape), "shapes": {"b": a.shape[::-1]}}
    return [kernel(a, **given, **keywords) for kernel in (transpose_tiles, transpose_diagonally)]


def transpose_expected(inputs: Inputs) -> Results:
    turned = np.ascontiguousarray(inputs["a"].T)
    return [turned, turned]


PROGRAMS = (
    Program("samples_scalar_products", products_inputs, products_run, products_expected, 11),
    Program("samples_reductions", numbers_inputs, reductions_run, reductions_expected, 300),
    Program("samples_last_block", last_inputs, last_run, last_expected, 1500),
    Program("samples_histograms", histogram_inputs, histogram_run, histogram_expected, 5000),
    Program("samples_scan_by_shuffles", shuffles_inputs, shuffles_run, shuffles_expected, 700),
    Program("samples_line_of_sight", sight_inputs, sight_run, sight_expected, 4),
    Program("samples_transposes", transpose_inputs, transpose_run, transpose_expected, 40),
)
