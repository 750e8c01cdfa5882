"""Tables, images and sequences: a tiled matrix product, a convolution, histogram equalisation, sorting, a prefix sum,
an edit distance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import vyre as vy

TILE = 16
BINS = 256
SORTED = 256  # elements that a workgroup sorts in its own memory
SCANNED = 512  # elements of a block of the prefix sum, two per invocation
LONGEST = 255  # bytes of the first text of an edit distance

if TYPE_CHECKING:
    M: TypeAlias = Any
    N: TypeAlias = Any
    K: TypeAlias = Any
else:
    M, N, K = vy.dims("M N K")


@vy.kernel(workgroup=(TILE, TILE))
def matmul(a: vy.In[vy.f32, M, K], b: vy.In[vy.f32, K, N], c: vy.Out[vy.f32, M, N]) -> None:
    """a @ b, each sum from left to right."""
    left = vy.shared(shape=(TILE, TILE), dtype=vy.f32)
    right = vy.shared(shape=(TILE, TILE), dtype=vy.f32)
    y, x = vy.global_id(0), vy.global_id(1)
    ty, tx = vy.local_id(0), vy.local_id(1)
    total = vy.f32(0.0)
    for start in range(0, a.shape[1], TILE):
        left[ty, tx] = 0
        right[ty, tx] = 0
        if y < a.shape[0] and start + tx < a.shape[1]:
            left[ty, tx] = a[y, start + tx]
        if x < b.shape[1] and start + ty < b.shape[0]:
            right[ty, tx] = b[start + ty, x]
        vy.barrier()
        for k in range(TILE):
            total += left[ty, k] * right[k, tx]
        vy.barrier()
    if y < c.shape[0] and x < c.shape[1]:
        c[y, x] = total


@vy.kernel(domain="image")
def convolve(image: vy.In[vy.f32], mask: vy.In[vy.f32], result: vy.Out[vy.f32]) -> None:
    """The sum around each pixel, as if the image went on with zeros."""
    i, j = vy.i32(vy.global_id(0)), vy.i32(vy.global_id(1))
    rows, columns = image.shape
    if (i >= rows) or (j >= columns):
        return
    above = vy.i32(mask.shape[0]) // 2
    before = vy.i32(mask.shape[1]) // 2
    s = 0.0
    for k in range(vy.i32(mask.shape[0])):
        for m in range(vy.i32(mask.shape[1])):
            y = i - k + above
            x = j - m + before
            if (y >= 0) and (y < rows) and (x >= 0) and (x < columns):
                s += mask[k, m] * image[y, x]
    result[i, j] = s


@vy.kernel(workgroup=BINS, domain=4 * BINS)
def count(image: vy.In[vy.u8], bins: vy.Out[vy.u32, Literal[256]]) -> None:
    """How often each value is there: every workgroup counts its share and adds it."""
    local = vy.shared(vy.u32, BINS)
    lane = vy.local_id()
    for i in vy.grid_stride(image.size):
        vy.atomic_add(local, image.flat[i], 1)
    vy.barrier()
    vy.atomic_add(bins, lane, local[lane])


@vy.kernel(workgroup=BINS, domain=BINS)
def levels(bins: vy.In[vy.u32], n: vy.u32, table: vy.Out[vy.u8]) -> None:
    """What each value becomes: its share of the pixels, by a sum in log2(BINS) steps."""
    s = vy.shared(vy.u32, BINS)
    t = vy.local_id()
    s[t] = bins[t]
    vy.barrier()
    off = 1
    while off < BINS:
        v = s[t - off] if t >= off else 0
        vy.barrier()
        s[t] += v
        vy.barrier()
        off *= 2
    first = 0
    for k in range(BINS):
        if bins[k]:
            first = s[k]
            break
    if s[t] > first:
        table[t] = vy.u8(vy.round(vy.f32(s[t] - first) / vy.f32(n - first) * 255))


@vy.kernel
def look_up(table: vy.In[vy.u8], image: vy.InOut[vy.u8]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    if y < image.shape[0] and x < image.shape[1]:
        image[y, x] = table[image[y, x]]


@vy.kernel(workgroup=SORTED, domain="values")
def bitonic_block(values: vy.InOut[vy.i32]) -> None:
    """Sorts each block of SORTED values, every second one downwards."""
    s = vy.shared(vy.i32, SORTED)
    i, t = vy.global_id(), vy.local_id()
    s[t] = values[i]
    vy.barrier()
    k = 2
    while k <= SORTED:
        j = k >> 1
        while j:
            other = t ^ j
            if other > t and (s[t] > s[other]) == (not (i & k)):
                s[t], s[other] = s[other], s[t]
            vy.barrier()
            j >>= 1
        k <<= 1
    values[i] = s[t]


@vy.kernel(domain="values")
def bitonic_step(values: vy.InOut[vy.i32], j: vy.u32, k: vy.u32) -> None:
    """One exchange at distance j of the runs of length k."""
    i = vy.global_id(0)
    other = i ^ j
    if other > i:
        if i & k == 0:
            if values[i] > values[other]:
                values[i], values[other] = values[other], values[i]
        elif values[i] < values[other]:
            temp = values[i]
            values[i] = values[other]
            values[other] = temp


@vy.kernel(workgroup=SCANNED // 2)
def scan_block(data: vy.In[vy.i32], out: vy.Out[vy.i32], sums: vy.Out[vy.i32]) -> None:
    """The exclusive prefix sum of each block, up the tree and down again, and the sum of the block."""
    temp = vy.shared(vy.i32, SCANNED)
    lane, block = vy.local_id(0), vy.group_id(0)
    base = block * SCANNED
    for h in range(2):
        temp[2 * lane + h] = data[base + 2 * lane + h] if base + 2 * lane + h < len(data) else 0
    offset = 1
    d = SCANNED >> 1
    while d > 0:
        vy.barrier()
        if lane < d:
            low = offset * (2 * lane + 1) - 1
            high = offset * (2 * lane + 2) - 1
            temp[high] += temp[low]
        offset *= 2
        d >>= 1
    if lane == 0:
        sums[block] = temp[SCANNED - 1]
        temp[temp.size - 1] = 0
    d = 1
    while d < SCANNED:
        offset >>= 1
        vy.barrier()
        if lane < d:
            low = offset * (2 * lane + 1) - 1
            high = offset * (2 * lane + 2) - 1
            t = temp[low]
            temp[low] = temp[high]
            temp[high] += t
        d *= 2
    vy.barrier()
    out[base + 2 * lane] = temp[2 * lane]
    out[base + 2 * lane + 1] = temp[2 * lane + 1]


@vy.kernel
def add_sums(data: vy.InOut[vy.i32], sums: vy.In[vy.i32]) -> None:
    i = vy.global_id()
    data[i] += sums[i // SCANNED]


@vy.kernel(workgroup=LONGEST + 1, domain=LONGEST + 1)
def distance(a: vy.In[vy.u8], b: vy.In[vy.u8], out: vy.Out[vy.i32, Literal[1]]) -> None:
    """The edit distance of a (at most LONGEST bytes) and b, one diagonal at a time."""
    n, m = vy.i32(len(a)), vy.i32(len(b))
    rows = vy.shared(vy.i32, (3, LONGEST + 1))
    before, last, now = 0, 1, 2
    i = vy.i32(vy.local_id())
    for d in range(n + m + 1):
        j = d - i
        if 0 <= j <= m and i <= n:
            if i == 0:
                rows[now, i] = j
            elif j == 0:
                rows[now, i] = i
            else:
                cost = 0 if a[i - 1] == b[j - 1] else 1
                rows[now, i] = min(rows[last, i] + 1, rows[last, i - 1] + 1, rows[before, i - 1] + cost)
        vy.barrier()
        before, last, now = last, now, before
    if i == n:
        out[0] = rows[last, n]


def sort(values: Any, **keywords: Any) -> Any:
    """A power of two of i32, at least SORTED, sorted in place."""
    bitonic_block(values, **keywords)
    for level in range(int(math.log2(SORTED)) + 1, int(math.log2(values.size)) + 1):
        for step in reversed(range(level)):
            bitonic_step(values, 1 << step, 1 << level, **keywords)
    return values


def scan(data: Any, **keywords: Any) -> Any:
    """The exclusive prefix sum of any number of i32."""
    blocks = -(-data.size // SCANNED)
    out, sums = scan_block(data, grid=blocks, shapes={"out": data.shape, "sums": (blocks,)}, **keywords)
    if blocks > 1:
        add_sums(out, scan(sums, **keywords), **keywords)
    return out


def equalise(image: Any, **keywords: Any) -> Any:
    """The image, whose values are spread, in place."""
    table = levels(count(image, **keywords), image.size, **keywords)
    return look_up(table, image, **keywords)
