"""Samples of CUDA on images and grids: separable filters, boxes, blocks of cosines, waves in space, Mandelbrot's set,
stereo pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- convolution by rows and columns

RADIUS = 4
TAPS = np.array([1, 8, 28, 56, 70, 56, 28, 8, 1], F) / F(256)
TILE_X, TILE_Y = 16, 4


def image_inputs(size: int, seed: int) -> Inputs:
    return {"image": np.random.default_rng(seed).random((size, size + 11), F)}


@vy.kernel(workgroup=(TILE_Y, TILE_X))
def convolve_rows(image: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """A tile with an apron at both sides; the outermost pixels go on beyond the edge."""
    tile = vy.shared(vy.f32, (TILE_Y, TILE_X + 2 * RADIUS))
    ly, lx = vy.local_id(0), vy.local_id(1)
    y, x0 = vy.global_id(0), vy.i32(vy.group_id(1)) * TILE_X - RADIUS
    w = vy.i32(image.shape[1])
    for k in range(lx, TILE_X + 2 * RADIUS, TILE_X):
        tile[ly, k] = image[y, min(max(x0 + vy.i32(k), 0), w - 1)]
    vy.barrier()
    total = 0.0
    for j in range(2 * RADIUS + 1):
        total += TAPS[2 * RADIUS - j] * tile[ly, lx + j]
    out[vy.global_id(0), vy.global_id(1)] = total


@vy.kernel(workgroup=(TILE_X, TILE_Y))
def convolve_columns(image: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    tile = vy.shared(vy.f32, (TILE_X + 2 * RADIUS, TILE_Y))
    ly, lx = vy.local_id(0), vy.local_id(1)
    x, y0 = vy.global_id(1), vy.i32(vy.group_id(0) * TILE_X) - RADIUS
    k = ly
    while k < TILE_X + 2 * RADIUS:
        y = y0 + vy.i32(k)
        if y < 0:
            y = 0
        elif y >= vy.i32(image.shape[0]):
            y = vy.i32(image.shape[0]) - 1
        tile[k, lx] = image[y, x]
        k += TILE_X
    vy.barrier()
    total = 0.0
    for j in range(-RADIUS, RADIUS + 1):
        total += TAPS[RADIUS - j] * tile[vy.i32(ly) + RADIUS + j, lx]
    out[vy.global_id(0), vy.global_id(1)] = total


def convolution_run(inputs: Inputs, **keywords: Any) -> Results:
    rows = convolve_rows(inputs["image"], **keywords)
    return [rows, convolve_columns(rows, **keywords)]


def convolved(image: Array) -> Array:
    """By the last axis, terms from left to right."""
    padded = np.pad(image, ((0, 0), (RADIUS, RADIUS)), mode="edge")
    total = np.zeros_like(image)
    for j in range(2 * RADIUS + 1):
        total = total + TAPS[2 * RADIUS - j] * padded[:, j : j + image.shape[1]]
    return total


def convolution_expected(inputs: Inputs) -> Results:
    rows = convolved(inputs["image"])
    return [rows, np.ascontiguousarray(convolved(rows.T).T)]


# ---------------------------------------------------------------- boxes by running sums


def bytes_inputs(size: int, seed: int) -> Inputs:
    return {"image": np.random.default_rng(seed).integers(0, 256, (size, size + 7)).astype(np.uint8), "radius": 3}


@vy.func
def box_line(source: Any, target: Any, line: vy.u32, length: vy.i32, r: vy.i32, turned: Any) -> None:
    """One row, or one column where turned is set: one pixel enters the sum, one leaves it; the edges go on."""
    total = vy.u32(0)
    for k in range(-r, length):
        # the pixel ahead enters
        if k == -r:
            first = source[line, 0] if vy.static(not turned) else source[0, line]
            total = vy.u32(first) * vy.u32(r)
            for m in range(r):
                at = min(m, length - 1)
                total += vy.u32(source[line, at] if vy.static(not turned) else source[at, line])
        if k < 0:
            continue
        ahead = min(k + r, length - 1)
        total += vy.u32(source[line, ahead] if vy.static(not turned) else source[ahead, line])
        mean = vy.u8((total + vy.u32(r)) // vy.u32(2 * r + 1))
        behind = max(k - r, 0)
        total -= vy.u32(source[line, behind] if vy.static(not turned) else source[behind, line])
        if vy.static(turned):
            target[k, line] = mean
        else:
            target[line, k] = mean


@vy.kernel(workgroup=32, domain=lambda image, r: image.shape[0])
def box_rows(image: vy.In[vy.u8], r: vy.i32, out: vy.Out[vy.u8]) -> None:
    y = vy.global_id()
    if y < image.shape[0]:
        box_line(image, out, y, vy.i32(image.shape[1]), r, False)


@vy.kernel(workgroup=32, domain=lambda image, r: image.shape[1])
def box_columns(image: vy.In[vy.u8], r: vy.i32, out: vy.Out[vy.u8]) -> None:
    x = vy.global_id()
    if x < image.shape[1]:
        box_line(image, out, x, vy.i32(image.shape[0]), r, True)


def box_run(inputs: Inputs, **keywords: Any) -> Results:
    rows = box_rows(inputs["image"], inputs["radius"], **keywords)
    return [rows, box_columns(rows, inputs["radius"], **keywords)]


def box_expected(inputs: Inputs) -> Results:
    r = inputs["radius"]

    def means(image: Array) -> Any:
        padded = np.pad(image, ((0, 0), (r, r)), mode="edge").astype(np.uint32)
        total = sum(padded[:, k : k + image.shape[1]] for k in range(2 * r + 1))
        return ((total + r) // (2 * r + 1)).astype(np.uint8)

    rows = means(inputs["image"])
    return [rows, np.ascontiguousarray(means(rows.T).T)]


# ---------------------------------------------------------------- blocks of 8 × 8, to cosines in integers and back

COSINES = np.round(
    np.cos((2 * np.arange(8)[None] + 1) * np.arange(8)[:, None] * np.pi / 16)
    * np.where(np.arange(8)[:, None] == 0, np.sqrt(1 / 8), 0.5)
    * 4096
).astype(np.int32)
QUANTA = (16 + 3 * np.add.outer(np.arange(8), np.arange(8)) ** 2 // 2).astype(np.int32)


def blocks_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"image": rng.integers(0, 256, (size * 8, size * 8 + 8)).astype(np.uint8)}


@vy.func
def product_with(table: Any, columns: Any, row: vy.u32, column: vy.u32, turned: Any) -> vy.i32:
    total = 0
    for k in range(8):
        c = table[k, row] if vy.static(turned) else table[row, k]
        total += c * columns[k, column]
    return (total + 2048) >> 12


@vy.kernel(workgroup=(8, 8), domain="image")
def cosine_blocks(image: vy.In[vy.u8], levels: vy.Out[vy.i16], back: vy.Out[vy.u8]) -> None:
    a = vy.shared(vy.i32, (8, 8))
    b = vy.shared(vy.i32, (8, 8))
    y, x = vy.local_id(0), vy.local_id(1)
    gy, gx = vy.global_id(0), vy.global_id(1)
    a[y, x] = vy.i32(image[gy, gx]) - 128
    vy.barrier()
    b[x, y] = product_with(COSINES, a, y, x, False)
    vy.barrier()
    coefficient = product_with(COSINES, b, x, y, False)
    level = vy.div(coefficient, QUANTA[y, x])
    levels[gy, gx] = vy.i16(level)
    vy.barrier()
    a[y, x] = level * QUANTA[y, x]
    vy.barrier()
    b[x, y] = product_with(COSINES, a, y, x, True)
    vy.barrier()
    back[gy, gx] = vy.u8(vy.clamp(product_with(COSINES, b, x, y, True) + 128, 0, 255))


def blocks_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(cosine_blocks(inputs["image"], **keywords))


def blocks_expected(inputs: Inputs) -> Results:
    h, w = inputs["image"].shape
    blocks = inputs["image"].reshape(h // 8, 8, w // 8, 8).swapaxes(1, 2).astype(np.int32) - 128

    def both(table: Array, blocks: Array) -> Array:
        half = (table @ blocks + 2048) >> 12
        return (half @ table.T + 2048) >> 12

    coefficients = both(COSINES, blocks)
    levels = np.sign(coefficients) * (np.abs(coefficients) // QUANTA)
    back = np.clip(both(COSINES.T, levels * QUANTA) + 128, 0, 255)
    return [part.swapaxes(1, 2).reshape(h, w).astype(kind) for part, kind in ((levels, np.int16), (back, np.uint8))]


# ---------------------------------------------------------------- finite differences in space

REACH = 4
STENCIL = np.array([0.4, 0.06, 0.02, 0.015, 0.005], F)


def space_inputs(size: int, seed: int) -> Inputs:
    return {"field": np.random.default_rng(seed).random((size + 2 * REACH, 18, 22), F), "steps": 2}


@vy.kernel(workgroup=(8, 8), domain=lambda source, result: source.shape[1:])
def differences3d(source: vy.In[vy.f32], result: vy.InOut[vy.f32]) -> None:
    """Each invocation goes along z with the nine values of its column in a private queue; rows lie in a shared tile."""
    tile = vy.shared(vy.f32, (8 + 2 * REACH, 8 + 2 * REACH))
    column = vy.private(vy.f32, 2 * REACH + 1)
    y, x = vy.global_id(0), vy.global_id(1)
    ty, tx = vy.local_id(0) + REACH, vy.local_id(1) + REACH
    for k in range(2 * REACH):
        column[k + 1] = source[k, y, x]
    inside = REACH <= y < source.shape[1] - REACH and REACH <= x < source.shape[2] - REACH
    for z in range(REACH, source.shape[0] - REACH):
        for k in range(2 * REACH):
            column[k] = column[k + 1]
        column[2 * REACH] = source[z + REACH, y, x]
        vy.barrier()
        if vy.local_id(0) < REACH:
            tile[ty - REACH, tx] = source[z, y - REACH, x]
            tile[ty + 8, tx] = source[z, y + 8, x]
        if vy.local_id(1) < REACH:
            tile[ty, tx - REACH] = source[z, y, x - REACH]
            tile[ty, tx + 8] = source[z, y, x + 8]
        tile[ty, tx] = column[REACH]
        vy.barrier()
        if inside:
            value = STENCIL[0] * column[REACH]
            for r in range(1, REACH + 1):
                s = vy.u32(r)
                across = tile[ty - s, tx] + tile[ty + s, tx] + tile[ty, tx - s] + tile[ty, tx + s]
                value += STENCIL[r] * (column[REACH - r] + column[REACH + r] + across)
            result[z, y, x] = value


def space_run(inputs: Inputs, **keywords: Any) -> Results:
    a, b = inputs["field"].copy(), inputs["field"].copy()
    for _step in range(inputs["steps"]):
        differences3d(a, b, **keywords)
        a, b = b, a
    return [a]


def space_expected(inputs: Inputs) -> Results:
    a = inputs["field"]
    for _step in range(inputs["steps"]):
        b = a.copy()
        inner = tuple(slice(REACH, n - REACH) for n in a.shape)
        value = STENCIL[0] * a[inner]
        for r in range(1, REACH + 1):
            before, after = (np.array([np.roll(a, step, axis)[inner] for axis in range(3)]) for step in (r, -r))
            across = before[1] + after[1] + before[2] + after[2]
            value = value + STENCIL[r] * (before[0] + after[0] + across)
        b[inner] = value
        a = b
    return [a]


# ---------------------------------------------------------------- Mandelbrot's set


def mandelbrot_inputs(size: int, seed: int) -> Inputs:
    y, x = np.random.default_rng(seed).random(2) * 0.1
    return {"size": size, "y": F(y - 1.2), "x": F(x - 2.1), "limit": 48}


@vy.kernel(workgroup=(8, 8))
def mandelbrot(y0: vy.f32, x0: vy.f32, step: vy.f32, limit: vy.i32, counts: vy.Out[vy.i32]) -> None:
    """Counts to the limit; an orbit that comes back exactly to a place that it was at is inside."""
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= counts.shape[0] or j >= counts.shape[1]:
        return
    cy, cx = y0 + step * vy.f32(i), x0 + step * vy.f32(j)
    q = (cx - 0.25) ** 2 + cy * cy
    if q * (q + (cx - 0.25)) < 0.25 * cy * cy or (cx + 1) ** 2 + cy * cy < 0.0625:
        counts[i, j] = -1
        return
    zy = zx = vy.f32(0)
    oldy, oldx = zy, zx
    n, period, wait = 0, 0, 3
    while zx * zx + zy * zy <= 4.0:
        if n == limit:
            break
        zx, zy = zx * zx - zy * zy + cx, 2 * zx * zy + cy
        n += 1
        if zx == oldx and zy == oldy:
            n = limit + 1
            break
        period += 1
        if period > wait:
            period = 0
            wait *= 2
            oldy, oldx = zy, zx
    counts[i, j] = n


def mandelbrot_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["size"]
    given = (inputs["y"], inputs["x"], F(2.6) / F(n), inputs["limit"])
    return [mandelbrot(*given, shapes={"counts": (n, n)}, **keywords)]


def mandelbrot_expected(inputs: Inputs) -> Results:
    n, limit = inputs["size"], inputs["limit"]
    counts = np.zeros((n, n), np.int32)
    one, two, quarter, sixteenth, step = F(1), F(2), F(0.25), F(0.0625), F(2.6) / F(n)
    for i, j in np.ndindex(n, n):
        cy, cx = inputs["y"] + step * F(i), inputs["x"] + step * F(j)
        q = (cx - quarter) * (cx - quarter) + cy * cy
        if q * (q + (cx - quarter)) < quarter * cy * cy or (cx + one) * (cx + one) + cy * cy < sixteenth:
            counts[i, j] = -1
            continue
        zy = zx = F(0)
        orbit = [(zx, zy)]
        while zx * zx + zy * zy <= 4 and len(orbit) <= limit:
            zx, zy = zx * zx - zy * zy + cx, two * zx * zy + cy
            orbit.append((zx, zy))
        counts[i, j] = len(orbit) - 1
        marks, period, wait = [0], 0, 3
        for k in range(1, len(orbit)):
            if orbit[k] == orbit[marks[-1]]:
                counts[i, j] = limit + 1
                break
            period += 1
            if period > wait:
                period, wait = 0, 2 * wait
                marks.append(k)
    return [counts]


# ---------------------------------------------------------------- the shift between two images, of packed bytes


def stereo_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    left = rng.integers(0, 2**32, (size, size + 20), np.uint32)
    right = np.roll(left, -2, 1)
    right[: size // 2] = np.roll(left[: size // 2], -5, 1)
    noise = rng.integers(0, 2**32, right.shape, np.uint32) & np.uint32(0x03030303)
    return {"left": left, "right": right ^ noise}


@vy.func
def byte_differences(a: vy.u32, b: vy.u32) -> vy.u32:
    total = vy.u32(0)
    for shift in (0, 8, 16, 24):
        total += vy.abs_diff(a >> shift & 255, b >> shift & 255)
    return total


@vy.kernel(workgroup=(4, 16))
def stereo(left: vy.In[vy.u32], right: vy.In[vy.u32], shift: vy.Out[vy.i8], cost: vy.Out[vy.u32]) -> None:
    """Of the shifts from -8 to 8 the first with the least difference over windows of 3 × 3."""
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    h, w = vy.i32(left.shape[0]), vy.i32(left.shape[1])
    if y >= h or x >= w:
        return
    least, best = vy.u32(0xFFFFFFFF), 0
    for d in range(-8, 9):
        total = vy.u32(0)
        for dy in range(-1, 2):
            if not 0 <= y + dy < h:
                continue
            for dx in range(-1, 2):
                if x + dx < 0 or x + dx >= w:
                    continue
                total += byte_differences(left[y + dy, x + dx], right[y + dy, vy.clamp(x + dx + d, 0, w - 1)])
            if total >= least:
                break
        if total < least:
            least = total
            best = d
    shift[y, x] = vy.i8(best)
    cost[y, x] = least


def stereo_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(stereo(inputs["left"], inputs["right"], domain=inputs["left"].shape, **keywords))


def stereo_expected(inputs: Inputs) -> Results:
    left, right = (inputs[k].view(np.uint8).reshape(*inputs[k].shape, 4).astype(np.int64) for k in ("left", "right"))
    h, w = left.shape[:2]
    costs: list[Any] = []
    for d in range(-8, 9):
        far = np.abs(left - right[:, np.clip(np.arange(w) + d, 0, w - 1)]).sum(2)
        around = np.pad(far, 1)
        costs.append(sum(around[j : j + h, k : k + w] for j in range(3) for k in range(3)))
    best = np.argmin(costs, 0)
    return [(best - 8).astype(np.int8), np.min(costs, 0).astype(np.uint32)]


PROGRAMS = (
    Program("samples_convolution", image_inputs, convolution_run, convolution_expected, 21),
    Program("samples_box_filter", bytes_inputs, box_run, box_expected, 25),
    Program("samples_cosine_blocks", blocks_inputs, blocks_run, blocks_expected, 3),
    Program("samples_differences3d", space_inputs, space_run, space_expected, 3),
    Program("samples_mandelbrot", mandelbrot_inputs, mandelbrot_run, mandelbrot_expected, 24),
    Program("samples_stereo", stereo_inputs, stereo_run, stereo_expected, 10),
)
