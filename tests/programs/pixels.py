"""Images of many public collections, mostly of bytes: medians, labels, edges, dithering, distances, resizing, thresholds."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32


def grey_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, : size + 5]
    smooth = 110 + 90 * np.sin(y / 5) * np.cos(x / 4)
    return {"image": np.clip(smooth + rng.normal(0, 25, smooth.shape), 0, 255).astype(np.uint8)}


def blobs_inputs(size: int, seed: int) -> Inputs:
    return {"mask": np.random.default_rng(seed).random((size, size + 5)) < 0.55}


# ---------------------------------------------------------------- medians


@vy.kernel
def median_filter(image: vy.In[vy.u8], result: vy.Out[vy.u8]) -> None:
    """The median of those of the 5 × 5 pixels around that lie in the image, by selection in a private array."""
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    h, w = vy.i32(image.shape[0]), vy.i32(image.shape[1])
    if y >= h or x >= w:
        return
    values = vy.private(vy.u8, 25)
    n = 0
    for dy in range(-2, 3):
        if y + dy < 0 or y + dy >= h:
            continue
        for dx in range(-2, 3):
            if x + dx < 0 or x + dx >= w:
                continue
            v = image[y + dy, x + dx]
            k = n
            while k > 0 and values[k - 1] > v:
                values[k] = values[k - 1]
                k -= 1
            values[k] = v
            n += 1
    result[y, x] = values[n // 2]


def median_run(inputs: Inputs, **keywords: Any) -> Results:
    return [median_filter(inputs["image"], **keywords)]


def median_expected(inputs: Inputs) -> Results:
    image = inputs["image"]
    result = np.empty_like(image)
    for y, x in np.ndindex(image.shape):
        part = np.sort(image[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3], axis=None)
        result[y, x] = part[part.size // 2]
    return [result]


# ---------------------------------------------------------------- labels of connected pixels


@vy.kernel
def labels_merge(labels: vy.InOut[vy.u32], mask: vy.In[vy.bool_]) -> None:
    """Join each pixel with the ones above and to the left: the larger of two roots gets the smaller one as parent."""
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= mask.shape[0] or x >= mask.shape[1] or not mask[y, x]:
        return
    width = mask.shape[1]
    for side in range(2):
        ny, nx = y, x
        if side == 0:
            if y == 0:
                continue
            ny = y - 1
        else:
            if x == 0:
                continue
            nx = x - 1
        if not mask[ny, nx]:
            continue
        a, b = y * width + x, ny * width + nx
        done = False
        while not done:
            while vy.atomic_add(labels, (a // width, a % width), 0) != a:
                a = vy.atomic_add(labels, (a // width, a % width), 0)
            while vy.atomic_add(labels, (b // width, b % width), 0) != b:
                b = vy.atomic_add(labels, (b // width, b % width), 0)
            if a == b:
                done = True
            else:
                if a < b:
                    a, b = b, a
                old = vy.atomic_min(labels, (a // width, a % width), b)
                done = old == a
                a = old


@vy.kernel
def labels_flatten(labels: vy.In[vy.u32], flat: vy.Out[vy.u32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < labels.shape[0] and x < labels.shape[1]:
        at = labels[y, x]
        while True:
            above = labels.flat[at]
            if above == at or at >= labels.size:
                break
            at = above
        flat[y, x] = at


def labels_run(inputs: Inputs, **keywords: Any) -> Results:
    mask = inputs["mask"]
    labels = np.arange(mask.size, dtype=np.uint32).reshape(mask.shape)
    with warnings.catch_warnings():  # the roots are the same in any order
        warnings.filterwarnings("ignore", r"\[N100\] labels_merge:", vy.VyreWarning)
        labels_merge(labels, mask, domain=mask.shape, **keywords)
    return [np.where(mask, labels_flatten(labels, **keywords), np.uint32(0))]


def labels_expected(inputs: Inputs) -> Results:
    mask = inputs["mask"]
    labels = np.zeros(mask.shape, np.uint32)
    seen = np.zeros_like(mask)
    for start in np.argwhere(mask):
        stack = [tuple(start)]
        while stack:
            y, x = stack.pop()
            if 0 <= y < mask.shape[0] and 0 <= x < mask.shape[1] and mask[y, x] and not seen[y, x]:
                seen[y, x] = True
                labels[y, x] = start[0] * mask.shape[1] + start[1]
                stack += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [labels]


# ---------------------------------------------------------------- edges: gradients, thinning, and what hangs on strong ones


@vy.kernel
def edges_gradient(image: vy.In[vy.u8], size: vy.Out[vy.f32], way: vy.Out[vy.u8]) -> None:
    """Sobel's gradient and which of four directions it has; 0 along the border."""
    y, x = vy.global_id(0), vy.global_id(1)
    h, w = image.shape
    if not (0 < y < h - 1 and 0 < x < w - 1):
        return
    gx, gy = 0, 0
    for k in range(-1, 2):
        weight = 2 - abs(k)
        gx += weight * (vy.i32(image[vy.i32(y) + k, x + 1]) - vy.i32(image[vy.i32(y) + k, x - 1]))
        gy += weight * (vy.i32(image[y + 1, vy.i32(x) + k]) - vy.i32(image[y - 1, vy.i32(x) + k]))
    size[y, x] = vy.sqrt(vy.f32(gx * gx + gy * gy))
    if 5 * abs(gy) < 2 * abs(gx):
        way[y, x] = 0
    elif 5 * abs(gx) < 2 * abs(gy):
        way[y, x] = 2
    else:
        way[y, x] = 1 if (gx > 0) == (gy > 0) else 3


OFFSETS = np.array([[0, 1], [1, 1], [1, 0], [1, -1]], np.int32)


@vy.kernel
def edges_thin(size: vy.In[vy.f32], way: vy.In[vy.u8], low: vy.f32, high: vy.f32, marks: vy.Out[vy.u8]) -> None:
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    if y < vy.i32(size.shape[0]) and x < vy.i32(size.shape[1]):
        here = size[y, x]
        dy, dx = OFFSETS[way[y, x], 0], OFFSETS[way[y, x], 1]
        if here >= low and here > size[y - dy, x - dx] and here >= size[y + dy, x + dx]:
            marks[y, x] = 2 if here >= high else 1


@vy.kernel
def edges_follow(marks: vy.In[vy.u8], after: vy.Out[vy.u8], changed: vy.InOut[vy.u32]) -> None:
    """A weak pixel beside a strong one becomes strong."""
    y, x = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    if y >= vy.i32(marks.shape[0]) or x >= vy.i32(marks.shape[1]):
        return
    mark = marks[y, x]
    if mark == 1:
        for k in range(9):
            if marks[y + k // 3 - 1, x + k % 3 - 1] == 2:
                mark = 2
                vy.atomic_add(changed, 0, 1)
                break
    after[y, x] = mark


def edges_run(inputs: Inputs, **keywords: Any) -> Results:
    size, way = edges_gradient(inputs["image"], domain=inputs["image"].shape, **keywords)
    marks = edges_thin(size, way, 60.0, 160.0, domain=size.shape, **keywords)
    rounds: list[Array] = []
    while not rounds or rounds[-1][0]:
        rounds.append(np.zeros(1, np.uint32))
        marks = edges_follow(marks, rounds[-1], domain=marks.shape, **keywords)
    return [size, way, marks, np.concatenate(rounds)]


def edges_expected(inputs: Inputs) -> Results:
    i = inputs["image"].astype(np.int64)
    gx, gy = np.zeros_like(i), np.zeros_like(i)
    dx, dy = i[:, 2:] - i[:, :-2], i[2:] - i[:-2]
    gx[1:-1, 1:-1] = dx[:-2] + 2 * dx[1:-1] + dx[2:]
    gy[1:-1, 1:-1] = dy[:, :-2] + 2 * dy[:, 1:-1] + dy[:, 2:]
    size = np.sqrt((gx * gx + gy * gy).astype(F))
    way = np.where((gx > 0) == (gy > 0), 1, 3)
    way[5 * abs(gx) < 2 * abs(gy)] = 2
    way[5 * abs(gy) < 2 * abs(gx)] = 0
    way[[0, -1]] = way[:, [0, -1]] = 0
    e = np.pad(size, 1)
    marks = np.zeros(i.shape, np.uint8)
    for y, x in np.argwhere(size >= 60):
        oy, ox = OFFSETS[way[y, x]]
        if size[y, x] > e[y + 1 - oy, x + 1 - ox] and size[y, x] >= e[y + 1 + oy, x + 1 + ox]:
            marks[y, x] = 2 if size[y, x] >= 160 else 1
    rounds: list[int] = []
    while not rounds or rounds[-1]:
        strong = np.pad(marks == 2, 1)
        around = np.lib.stride_tricks.sliding_window_view(strong, (3, 3)).any((2, 3))
        new = (marks == 1) & around
        marks[new] = 2
        rounds.append(int(np.count_nonzero(new)))
    return [size, way.astype(np.uint8), marks, np.array(rounds, np.uint32)]


# ---------------------------------------------------------------- dithering, a wavefront of rows in one workgroup


@vy.kernel(workgroup=64, domain=64)
def dither(image: vy.In[vy.u8], error: vy.InOut[vy.i32], result: vy.InOut[vy.u8]) -> None:
    """Floyd and Steinberg's: each row runs two pixels behind the one above it."""
    y = vy.local_id()
    h, w = vy.i32(image.shape[0]), vy.i32(image.shape[1])
    for step in range(w + 2 * (h - 1)):
        x = step - 2 * vy.i32(y)
        if vy.i32(y) < h and 0 <= x < w:
            value = vy.i32(image[y, x]) + vy.div(error[y, x], 16)
            white = value >= 128
            result[y, x] = 255 if white else 0
            rest = value - 255 if white else value
            for dy, dx, part in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
                if 0 <= x + dx < w:
                    error[y + dy, x + dx] += rest * part
        vy.barrier()


def dither_run(inputs: Inputs, **keywords: Any) -> Results:
    image = inputs["image"]
    result = np.zeros_like(image)
    dither(image, np.zeros(image.shape, np.int32), result, **keywords)
    return [result]


def dither_expected(inputs: Inputs) -> Results:
    image = inputs["image"]
    h, w = image.shape
    error = np.zeros((h + 1, w + 2), np.int64)
    result = np.zeros_like(image)
    for y in range(h):
        for x in range(w):
            value = int(image[y, x]) + int(error[y, x + 1] / 16)
            result[y, x] = 255 * (value >= 128)
            rest = value - int(result[y, x])
            error[y, x + 2] += 7 * rest
            error[y + 1, x : x + 3] += np.array([3, 5, 1]) * rest
    return [result]


# ---------------------------------------------------------------- how far the next set pixel is


@vy.kernel(domain=lambda mask: mask.shape[1])
def distance_columns(mask: vy.In[vy.bool_], down: vy.Out[vy.i32]) -> None:
    """Within each column, by one pass down and one up."""
    x = vy.global_id()
    if x >= mask.shape[1]:
        return
    far = 1000
    for y in range(mask.shape[0]):
        far = 0 if mask[y, x] else far + 1
        down[y, x] = min(far, 1000)
    far = 1000
    for k in range(mask.shape[0]):
        y = mask.shape[0] - 1 - k
        if mask[y, x]:
            far = 0
            continue
        far += 1
        if far < down[y, x]:
            down[y, x] = far


@vy.kernel
def distance_rows(down: vy.In[vy.i32], squared: vy.Out[vy.i32]) -> None:
    """The least sum of squares along each row, outwards until no column can be nearer."""
    y, x = vy.global_id(0), vy.i32(vy.global_id(1))
    w = vy.i32(down.shape[1])
    if y >= down.shape[0] or x >= w:
        return
    best = down[y, x] * down[y, x]
    d = 1
    while d * d < best:
        if x - d < 0 and x + d >= w:
            break
        if x - d >= 0:
            best = min(best, d * d + down[y, x - d] ** 2)
        if x + d < w:
            best = min(best, d * d + down[y, x + d] ** 2)
        d += 1
    squared[y, x] = best


def distance_inputs(size: int, seed: int) -> Inputs:
    return {"mask": np.random.default_rng(seed).random((size, size + 5)) < 0.02}


def distance_run(inputs: Inputs, **keywords: Any) -> Results:
    mask = inputs["mask"]
    down = distance_columns(mask, shapes={"down": mask.shape}, **keywords)
    return [distance_rows(down, domain=mask.shape, **keywords)]


def distance_expected(inputs: Inputs) -> Results:
    mask = inputs["mask"]
    y, x = np.indices(mask.shape)
    squared = np.full(mask.shape, 1000 * 1000)
    for py, px in np.argwhere(mask):
        squared = np.minimum(squared, (y - py) ** 2 + (x - px) ** 2)
    return [squared.astype(np.int32)]


# ---------------------------------------------------------------- resizing between pixels


@vy.kernel
def resize(image: vy.In[vy.u8], scale: vy.f32, result: vy.InOut[vy.u8]) -> None:
    """Bilinear, with centres of pixels at halves."""
    y, x = vy.global_id(0), vy.global_id(1)
    if y >= result.shape[0] or x >= result.shape[1]:
        return
    fy = max((vy.f32(y) + 0.5) * scale - 0.5, 0.0)
    fx = max((vy.f32(x) + 0.5) * scale - 0.5, 0.0)
    y0, x0 = vy.u32(fy), vy.u32(fx)
    y1, x1 = min(y0 + 1, image.shape[0] - 1), min(x0 + 1, image.shape[1] - 1)
    wy, wx = fy - vy.floor(fy), fx - vy.f32(x0)
    top = vy.f32(image[y0, x0]) * (1 - wx) + vy.f32(image[y0, x1]) * wx
    bottom = vy.f32(image[y1, x0]) * (1 - wx) + vy.f32(image[y1, x1]) * wx
    result[y, x] = vy.u8(vy.round(top * (1 - wy) + bottom * wy))


def resize_run(inputs: Inputs, **keywords: Any) -> Results:
    image = inputs["image"]
    result = np.zeros(tuple(n * 3 // 2 for n in image.shape), np.uint8)
    resize(image, F(2 / 3), result, **keywords)
    return [result]


def resize_expected(inputs: Inputs) -> Results:
    image = inputs["image"].astype(F)

    def axis(n: int) -> tuple[Array, Array, Array]:
        at = np.maximum((np.arange(n * 3 // 2).astype(F) + F(0.5)) * F(2 / 3) - F(0.5), F(0))
        low = at.astype(int)
        return low, np.minimum(low + 1, n - 1), at - low.astype(F)

    (y0, y1, wy), (x0, x1, wx) = axis(image.shape[0]), axis(image.shape[1])
    rows = image[:, x0] * (F(1) - wx) + image[:, x1] * wx
    return [np.rint(rows[y0] * (F(1) - wy)[:, None] + rows[y1] * wy[:, None]).astype(np.uint8)]


# ---------------------------------------------------------------- Otsu's threshold


@vy.kernel(workgroup=256, domain=256)
def otsu(image: vy.In[vy.u8], threshold: vy.Out[vy.u32, Literal[1]], histogram: vy.Out[vy.u32, Literal[256]]) -> None:
    """One workgroup: counts, then the variance between both sides of each level, and the level of the largest."""
    counts = vy.shared(vy.u32, 256)
    best = vy.shared(vy.u32, 1)
    t = vy.local_id()
    for k in range(t, image.size, 256):
        vy.atomic_add(counts, image.flat[k], 1)
    vy.barrier()
    histogram[t] = counts[t]
    below, weight, total = vy.u64(0), vy.u64(0), vy.u64(0)
    for k in range(256):
        total += vy.u64(counts[k]) * vy.u64(k)
        if vy.u32(k) <= t:
            below += vy.u64(counts[k])
            weight += vy.u64(counts[k]) * vy.u64(k)
    n = vy.u64(image.size)
    score = vy.f64(0)
    if below > 0 and below < n:
        apart = vy.f64(vy.i64(total * below) - vy.i64(weight * n))
        score = apart * apart / (vy.f64(below) * vy.f64(n - below))
    largest = vy.workgroup_max(score)
    best[0] = 256
    vy.barrier()
    if score == largest:
        vy.atomic_min(best, 0, t)
    vy.barrier()
    if t == 0:
        threshold[0] = best[0]


def otsu_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(otsu(inputs["image"], **keywords))


def otsu_expected(inputs: Inputs) -> Results:
    values = inputs["image"].ravel().astype(np.int64)
    counts = np.bincount(values, minlength=256)
    scores = []
    for level in range(256):
        low = values[values <= level]
        rest = values.size - low.size
        apart = float(values.sum() * low.size - low.sum() * values.size)
        scores.append(apart * apart / (float(low.size) * float(rest)) if low.size and rest else 0.0)
    return [np.array([np.argmax(scores)], np.uint32), counts.astype(np.uint32)]


PROGRAMS = (
    Program("pixels_median", grey_inputs, median_run, median_expected, 14),
    Program("pixels_labels", blobs_inputs, labels_run, labels_expected, 18),
    Program("pixels_edges", grey_inputs, edges_run, edges_expected, 26),
    Program("pixels_dither", grey_inputs, dither_run, dither_expected, 17, largest=64),
    Program("pixels_distance", distance_inputs, distance_run, distance_expected, 24, largest=900),
    Program("pixels_resize", grey_inputs, resize_run, resize_expected, 15),
    Program("pixels_otsu", grey_inputs, otsu_run, otsu_expected, 25),
)
