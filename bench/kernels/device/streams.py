"""Kernels that stream memory: xor, saxpy, rows of eight words, the hash of 64 rounds, sum, histogram, stencil."""

import vyre as vy
from bench.kernels.saxpy import saxpy
from bench.kernels.xor import xor

__all__ = ["ROUNDS", "hash64", "histogram", "rows", "saxpy", "stencil", "total", "xor"]

ROUNDS = 64
ROWS = 16  # rows that an invocation of the stencil marches down


@vy.kernel
def rows(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """The exclusive or of each eight neighbours."""
    i = vy.global_id()
    if i < out.size:
        first = 8 * i
        found = vy.u32(0)
        for k in vy.static_range(8):
            found ^= a[first + k]
        out[i] = found


@vy.kernel
def hash64(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """murmur3's finaliser, 64 times."""
    i = vy.global_id()
    if i < out.size:
        h = a[i]
        for _ in range(ROUNDS):
            h ^= h >> 16
            h *= 0x85EBCA6B
            h ^= h >> 13
            h *= 0xC2B2AE35
            h ^= h >> 16
        out[i] = h


@vy.kernel(workgroup=256, grid=1056)
def total(x: vy.In[vy.u32], out: vy.Out[vy.u32, 1]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """The sum modulo 2**32, with sixteen words under way in each invocation."""
    step = vy.num_groups() * vy.workgroup_size()
    at = vy.global_id()
    mine = vy.u32(0)
    for _ in range(x.size // (16 * step)):
        for k in vy.static_range(16):
            mine += x[at + k * step]
        at += 16 * step
    while at < x.size:
        mine += x[at]
        at += step
    whole = vy.workgroup_sum(mine)
    if vy.local_id() == 0:
        vy.atomic_add(out, 0, whole)


@vy.kernel(workgroup=1024, grid=264)
def histogram(words: vy.In[vy.u32], out: vy.Out[vy.u32, 256]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """Counts of the bytes of ``words``, in 32 interleaved copies, so that the lanes of a warp never meet."""
    counts = vy.shared(vy.u32, 8192)
    lane = vy.local_id() & 31
    step = vy.num_groups() * vy.workgroup_size()
    at = vy.global_id()
    for _ in range(words.size // (8 * step)):
        w = (
            words[at],
            words[at + step],
            words[at + 2 * step],
            words[at + 3 * step],
            words[at + 4 * step],
            words[at + 5 * step],
            words[at + 6 * step],
            words[at + 7 * step],
        )
        for k in vy.static_range(8):
            for byte in vy.static_range(4):
                vy.atomic_add(counts, ((w[k] >> (8 * byte)) & 255) * 32 + lane, 1)
        at += 8 * step
    while at < words.size:
        word = words[at]
        for byte in vy.static_range(4):
            vy.atomic_add(counts, ((word >> (8 * byte)) & 255) * 32 + lane, 1)
        at += step
    vy.barrier()
    bin = vy.local_id()
    if bin < 256:
        found = vy.u32(0)
        for k in range(32):
            found += counts[bin * 32 + ((k + bin) & 31)]
        vy.atomic_add(out, bin, found)


@vy.kernel(workgroup=256)
def stencil(side: vy.u32, x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """The mean of five points inside, a copy at the border. An invocation marches down four columns; the ones beside them are
    its neighbours' in the subgroup, but at its ends. ``side`` is a multiple of 128."""
    strip = vy.global_id() % (side // 4)
    first = (vy.global_id() // (side // 4)) * ROWS
    lane = vy.subgroup_lane()
    at = first * side + 4 * strip
    up = (x[at - side], x[at - side + 1], x[at - side + 2], x[at - side + 3])
    here = (x[at], x[at + 1], x[at + 2], x[at + 3])
    for k in vy.static_range(ROWS):
        below = at + side
        down = (x[below], x[below + 1], x[below + 2], x[below + 3])
        west = vy.subgroup_shuffle_up(here[3], 1)
        east = vy.subgroup_shuffle_down(here[0], 1)
        if lane == 0:
            west = x[at - 1]
        if lane == 31:
            east = x[at + 4]
        row = first + k
        inside = (row > 0) & (row + 1 < side)
        a = ((((here[0] + west) + here[1]) + up[0]) + down[0]) * 0.2
        b = ((((here[1] + here[0]) + here[2]) + up[1]) + down[1]) * 0.2
        c = ((((here[2] + here[1]) + here[3]) + up[2]) + down[2]) * 0.2
        d = ((((here[3] + here[2]) + east) + up[3]) + down[3]) * 0.2
        if row < side:
            out[at] = a if inside & (strip > 0) else here[0]
            out[at + 1] = b if inside else here[1]
            out[at + 2] = c if inside else here[2]
            out[at + 3] = d if inside & (4 * strip + 4 < side) else here[3]
        up = here
        here = down
        at = below
