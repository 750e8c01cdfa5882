"""Rodinia's grids and images: heat on a chip, speckle, tracking, wavelets."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- heat on a chip, several steps a call

BLOCK = 8
CAP, RX, RY, RZ, AMBIENT = 0.5, 0.25, 0.375, 0.0625, 80.0


def hotspot_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    shape = (size, size + 3)
    return {
        "temperature": (rng.random(shape) * 40 + 320).astype(F),
        "power": rng.random(shape, F),
        "steps": 5,
    }


@vy.kernel(workgroup=(BLOCK, BLOCK))
def hotspot_steps(steps: vy.i32, power: vy.In[vy.f32], source: vy.In[vy.f32], result: vy.InOut[vy.f32]) -> None:
    """``steps`` steps in shared memory; the part of a tile that is right shrinks by a ring with each."""
    temp = vy.shared(vy.f32, (BLOCK, BLOCK))
    heat = vy.shared(vy.f32, (BLOCK, BLOCK))
    after = vy.shared(vy.f32, (BLOCK, BLOCK))
    ty, tx = vy.i32(vy.local_id(0)), vy.i32(vy.local_id(1))
    rows, columns = vy.i32(source.shape[0]), vy.i32(source.shape[1])
    small = BLOCK - 2 * steps
    top = small * vy.i32(vy.group_id(0)) - steps
    left = small * vy.i32(vy.group_id(1)) - steps
    y, x = top + ty, left + tx
    if 0 <= y < rows and 0 <= x < columns:
        temp[ty, tx] = source[y, x]
        heat[ty, tx] = power[y, x]
    vy.barrier()
    first_y, last_y = max(-top, 0), min(BLOCK - 1, rows - 1 - top)
    first_x, last_x = max(-left, 0), min(BLOCK - 1, columns - 1 - left)
    north, south = max(ty - 1, first_y), min(ty + 1, last_y)
    west, east = max(tx - 1, first_x), min(tx + 1, last_x)
    done = False
    for i in range(steps):
        done = False
        if (
            i + 1 <= tx <= BLOCK - i - 2
            and i + 1 <= ty <= BLOCK - i - 2
            and first_x <= tx <= last_x
            and first_y <= ty <= last_y
        ):
            done = True
            here = temp[ty, tx]
            after[ty, tx] = here + CAP * (
                heat[ty, tx]
                + (temp[south, tx] + temp[north, tx] - 2.0 * here) * RY
                + (temp[ty, east] + temp[ty, west] - 2.0 * here) * RX
                + (AMBIENT - here) * RZ
            )
        vy.barrier()
        if i == steps - 1:
            break
        if done:
            temp[ty, tx] = after[ty, tx]
        vy.barrier()
    if done:
        result[y, x] = after[ty, tx]


def hotspot_run(inputs: Inputs, **keywords: Any) -> Results:
    source, left = inputs["temperature"], inputs["steps"]
    while left:
        steps = min(2, left)
        result = np.zeros_like(source)
        small = BLOCK - 2 * steps
        grid = tuple(-(-n // small) for n in source.shape)
        hotspot_steps(steps, inputs["power"], source, result, grid=grid, **keywords)
        source, left = result, left - steps
    return [source]


def hotspot_expected(inputs: Inputs) -> Results:
    t = inputs["temperature"]
    for _ in range(inputs["steps"]):
        e = np.pad(t, 1, mode="edge")
        north, south, west, east = e[:-2, 1:-1], e[2:, 1:-1], e[1:-1, :-2], e[1:-1, 2:]
        flow = inputs["power"] + (south + north - F(2) * t) * F(RY)
        flow = flow + (east + west - F(2) * t) * F(RX) + (F(AMBIENT) - t) * F(RZ)
        t = t + F(CAP) * flow
    return [t]


def hotspot3d_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    shape = (6, size, size + 5)
    return {"temperature": rng.random(shape, F), "power": rng.random(shape, F), "steps": 3}


@vy.kernel(domain=lambda power, source: power.shape[1:])
def hotspot3d_step(power: vy.In[vy.f32], source: vy.In[vy.f32], result: vy.Out[vy.f32]) -> None:
    """One step of a column of layers; the layers below, here and above move through three locals."""
    j, i = vy.global_id(0), vy.global_id(1)
    nz, ny, nx = source.shape
    if j >= ny or i >= nx:
        return
    w = i if i == 0 else i - 1
    e = i if i == nx - 1 else i + 1
    n = j if j == 0 else j - 1
    s = j if j == ny - 1 else j + 1
    below = here = source[0, j, i]
    above = source[min(1, nz - 1), j, i]
    for k in range(nz):
        result[k, j, i] = (
            0.5 * here
            + 0.0625 * source[k, j, w]
            + 0.0625 * source[k, j, e]
            + 0.125 * source[k, n, i]
            + 0.125 * source[k, s, i]
            + 0.03125 * below
            + 0.03125 * above
            + 0.75 * power[k, j, i]
        )
        below, here = here, above
        if k + 2 < nz:
            above = source[k + 2, j, i]


def hotspot3d_run(inputs: Inputs, **keywords: Any) -> Results:
    t = inputs["temperature"]
    for _ in range(inputs["steps"]):
        t = hotspot3d_step(inputs["power"], t, **keywords)
    return [t]


def hotspot3d_expected(inputs: Inputs) -> Results:
    t = inputs["temperature"]
    for _ in range(inputs["steps"]):
        e = np.pad(t, 1, mode="edge")
        inner = slice(1, -1)
        new = F(0.5) * t
        for weight, part in (
            (0.0625, e[inner, inner, :-2]),
            (0.0625, e[inner, inner, 2:]),
            (0.125, e[inner, :-2, inner]),
            (0.125, e[inner, 2:, inner]),
            (0.03125, e[:-2, inner, inner]),
            (0.03125, e[2:, inner, inner]),
            (0.75, inputs["power"]),
        ):
            new = new + F(weight) * part
        t = new
    return [t]


# ---------------------------------------------------------------- speckle reducing anisotropic diffusion


def srad_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"image": (rng.random((size, size + 9)) + 0.5).astype(F), "rounds": 2, "lam": F(0.5)}


@vy.kernel
def srad_coefficients(image: vy.In[vy.f32], q0: vy.f32, c: vy.Out[vy.f32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    rows, columns = image.shape
    if y >= rows or x >= columns:
        return
    here = image[y, x]
    dn = image[vy.saturating_sub(y, 1), x] - here
    ds = image[min(y + 1, rows - 1), x] - here
    dw = image[y, vy.saturating_sub(x, 1)] - here
    de = image[y, min(x + 1, columns - 1)] - here
    g2 = (dn * dn + ds * ds + dw * dw + de * de) / (here * here)
    laplacian = (dn + ds + dw + de) / here
    num = 0.5 * g2 - 0.0625 * (laplacian * laplacian)
    den = 1 + 0.25 * laplacian
    q = num / (den * den)
    den = (q - q0) / (q0 * (1 + q0))
    value = 1.0 / (1.0 + den)
    if value < 0:
        value = 0.0
    elif value > 1:
        value = 1.0
    c[y, x] = value


@vy.kernel
def srad_update(image: vy.InOut[vy.f32], before: vy.In[vy.f32], c: vy.In[vy.f32], lam: vy.f32) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    rows, columns = image.shape
    if y < rows and x < columns:
        here = before[y, x]
        south, east = min(y + 1, rows - 1), min(x + 1, columns - 1)
        d = (
            c[y, x] * (before[vy.saturating_sub(y, 1), x] - here)
            + c[south, x] * (before[south, x] - here)
            + c[y, x] * (before[y, vy.saturating_sub(x, 1)] - here)
            + c[y, east] * (before[y, east] - here)
        )
        image[y, x] += 0.25 * lam * d


def srad_q0(image: Array) -> np.float32:
    mean = image.mean(dtype=np.float64)
    return F(image.var(dtype=np.float64) / (mean * mean))


def srad_run(inputs: Inputs, **keywords: Any) -> Results:
    image = inputs["image"].copy()
    for _ in range(inputs["rounds"]):
        c = srad_coefficients(image, srad_q0(image), **keywords)
        srad_update(image, image.copy(), c, inputs["lam"], **keywords)
    return [image]


def srad_expected(inputs: Inputs) -> Results:
    image = inputs["image"]
    for _ in range(inputs["rounds"]):
        q0 = srad_q0(image)
        e = np.pad(image, 1, mode="edge")
        dn, ds, dw, de = (p - image for p in (e[:-2, 1:-1], e[2:, 1:-1], e[1:-1, :-2], e[1:-1, 2:]))
        g2 = (dn * dn + ds * ds + dw * dw + de * de) / (image * image)
        lap = (dn + ds + dw + de) / image
        den = F(1) + F(0.25) * lap
        q = (F(0.5) * g2 - F(0.0625) * (lap * lap)) / (den * den)
        c = np.clip(F(1) / (F(1) + (q - q0) / (q0 * (F(1) + q0))), F(0), F(1))
        ec = np.pad(c, 1, mode="edge")
        d = c * dn + ec[2:, 1:-1] * ds + c * dw + ec[1:-1, 2:] * de
        image = image + F(0.25) * inputs["lam"] * d
    return [image]


# ---------------------------------------------------------------- heart wall: the place where a template fits best

WINDOW = 5


def heartwall_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    frame = rng.integers(0, 256, (size, size)).astype(np.uint8)
    points = rng.integers(-2, size - WINDOW + 3, (7, 2)).astype(np.int32)  # some windows leave the frame
    templates = rng.integers(0, 256, (7, WINDOW, WINDOW)).astype(np.uint8)
    return {"frame": frame, "points": points, "templates": templates}


@vy.kernel(workgroup=64)
def heartwall_track(
    frame: vy.In[vy.u8],
    points: vy.In[vy.i32],
    templates: vy.In[vy.u8],
    moved: vy.Out[vy.i32],
    score: vy.Out[vy.u32],
) -> None:
    """A workgroup for each point: the sums of absolute differences of 49 shifts, and the first least one."""
    sums = vy.shared(vy.u32, 64)
    which = vy.shared(vy.u32, 64)
    p, t = vy.group_id(), vy.local_id()
    total = vy.u32(0xFFFFFFFF)
    if t < 49:
        total = 0
        dy, dx = vy.i32(t // 7) - 3, vy.i32(t % 7) - 3
        for r in range(WINDOW):
            for c in range(WINDOW):
                y, x = points[p, 0] + dy + r, points[p, 1] + dx + c
                if y < 0 or x < 0:
                    total += vy.u32(templates[p, r, c])
                    continue
                total += vy.u32(vy.abs_diff(frame[y, x], templates[p, r, c]))
    sums[t] = total
    which[t] = t
    vy.barrier()
    half = 32
    while half > 0:
        if vy.i32(t) < half:
            other = t + vy.u32(half)
            if sums[other] < sums[t] or (sums[other] == sums[t] and which[other] < which[t]):
                sums[t], which[t] = sums[other], which[other]
        vy.barrier()
        half //= 2
    if t == 0:
        moved[p, 0] = points[p, 0] + vy.i32(which[0] // 7) - 3
        moved[p, 1] = points[p, 1] + vy.i32(which[0] % 7) - 3
        score[p] = sums[0]


def heartwall_run(inputs: Inputs, **keywords: Any) -> Results:
    count = len(inputs["points"])
    shapes = {"moved": (count, 2), "score": count}
    return list(
        heartwall_track(*(inputs[k] for k in ("frame", "points", "templates")), grid=count, shapes=shapes, **keywords)
    )


def heartwall_expected(inputs: Inputs) -> Results:
    edge = 8
    frame = np.pad(inputs["frame"].astype(np.int64), edge)
    moved, scores = [], []
    for (py, px), template in zip(inputs["points"].tolist(), inputs["templates"].astype(np.int64), strict=True):
        best: tuple[int, int, int] | None = None
        for y in range(py - 3 + edge, py + 4 + edge):
            for x in range(px - 3 + edge, px + 4 + edge):
                cost = int(np.abs(frame[y : y + WINDOW, x : x + WINDOW] - template).sum())
                if best is None or cost < best[0]:
                    best = (cost, y - edge, x - edge)
        assert best is not None
        scores.append(best[0])
        moved.append(best[1:])
    return [np.array(moved, np.int32), np.array(scores, np.uint32)]


# ---------------------------------------------------------------- a reversible wavelet of integers


def dwt_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"image": rng.integers(0, 256, (size, size + 6)).astype(np.uint8), "levels": 2}


@vy.kernel
def dwt53_rows(source: vy.In[vy.i32], result: vy.Out[vy.i32]) -> None:
    """One level along each row, as one invocation per pair: the lows to the left half, the highs to the right."""
    y, k = vy.global_id(0), vy.i32(vy.global_id(1))
    n = vy.i32(source.shape[1])
    half = (n + 1) // 2
    if y >= source.shape[0] or k >= half:
        return
    highs = vy.private(vy.i32, 2)
    for d in range(2):
        at = 2 * (k + d) - 1  # the odd ones around 2k
        if at < 0:
            at = 1
        if at >= n:
            at -= 2
        if at + 1 < n:
            right = source[y, at + 1]
        else:
            right = source[y, at - 1]
        highs[d] = source[y, at] - (source[y, at - 1] + right >> 1)
    result[y, k] = source[y, 2 * k] + (highs[0] + highs[1] + 2 >> 2)
    if 2 * k + 1 < n:
        result[y, half + k] = highs[1]


@vy.kernel
def dwt_transposed(source: vy.In[vy.i32], result: vy.Out[vy.i32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < result.shape[0] and x < result.shape[1]:
        result[y, x] = source[x, y]


def dwt_run(inputs: Inputs, **keywords: Any) -> Results:
    image = inputs["image"].astype(np.int32)
    rows, columns = image.shape
    for _ in range(inputs["levels"]):
        part = np.ascontiguousarray(image[:rows, :columns])
        for _axis in range(2):
            part = dwt53_rows(part, domain=part.shape, **keywords)
            part = dwt_transposed(part, shapes={"result": part.shape[::-1]}, **keywords)
        image[:rows, :columns] = part
        rows, columns = (rows + 1) // 2, (columns + 1) // 2
    return [image]


def dwt_expected(inputs: Inputs) -> Results:
    def level(rows: Array) -> Array:
        n = rows.shape[1]
        e = np.pad(rows, ((0, 0), (2, 2)), mode="reflect")  # e[:, i + 2] is rows[:, i]
        high = {i: e[:, i + 2] - ((e[:, i + 1] + e[:, i + 3]) >> 1) for i in range(-1, n + 1, 2)}
        high[n] = high.get(n, high.get(n - 2, high[-1]))
        low = [rows[:, i] + ((high[i - 1] + high[i + 1] + 2) >> 2) for i in range(0, n, 2)]
        return np.stack([*low, *(high[i] for i in range(1, n, 2))], 1)

    image = inputs["image"].astype(np.int32)
    rows, columns = image.shape
    for _ in range(inputs["levels"]):
        image[:rows, :columns] = level(level(image[:rows, :columns]).T).T
        rows, columns = (rows + 1) // 2, (columns + 1) // 2
    return [image]


# ---------------------------------------------------------------- white blood cells


def leukocyte_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    disc = np.hypot(*np.mgrid[-3:4, -3:4]) <= 3
    return {"image": rng.random((size, size + 4), F), "disc": disc}


@vy.kernel(domain="image")
def leukocyte_dilate(image: vy.In[vy.f32], disc: vy.In[vy.bool_], out: vy.Out[vy.f32]) -> None:
    """The largest value under the disc around each pixel, 0 outside of the image."""
    i, j = vy.global_id(0), vy.global_id(1)
    if i >= image.shape[0] or j >= image.shape[1]:
        return
    middle = vy.i32(disc.shape[0] // 2)
    largest = 0.0
    for r in range(vy.i32(disc.shape[0])):
        y = vy.i32(i) - middle + r
        if y < 0 or y >= vy.i32(image.shape[0]):
            continue
        for c in range(vy.i32(disc.shape[1])):
            x = vy.i32(j) - middle + c
            if 0 <= x < vy.i32(image.shape[1]) and disc[r, c]:
                if image[y, x] > largest:
                    largest = image[y, x]
    out[i, j] = largest


def leukocyte_run(inputs: Inputs, **keywords: Any) -> Results:
    return [leukocyte_dilate(inputs["image"], inputs["disc"], **keywords)]


def leukocyte_expected(inputs: Inputs) -> Results:
    image, disc = inputs["image"], inputs["disc"]
    e = np.pad(image, 3)
    shifted = [e[r : r + image.shape[0], c : c + image.shape[1]] for r, c in np.argwhere(disc)]
    return [np.max(shifted, axis=0)]


PROGRAMS = (
    Program("rodinia_hotspot", hotspot_inputs, hotspot_run, hotspot_expected, 22),
    Program("rodinia_hotspot3d", hotspot3d_inputs, hotspot3d_run, hotspot3d_expected, 14),
    Program("rodinia_srad", srad_inputs, srad_run, srad_expected, 24),
    Program("rodinia_heartwall", heartwall_inputs, heartwall_run, heartwall_expected, 30),
    Program("rodinia_dwt53", dwt_inputs, dwt_run, dwt_expected, 21),
    Program("rodinia_leukocyte_dilate", leukocyte_inputs, leukocyte_run, leukocyte_expected, 20),
)
