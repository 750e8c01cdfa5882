"""The inclusive scan modulo 2**32, reduce-then-scan: 256 workgroups add up a stretch each, then scan it from what lies before.

The input is read twice and the result written once, whatever its length.
"""

import vyre as vy

GROUPS = 256
ITEMS = 4  # neighbours that a lane takes
TILE = 256 * ITEMS


@vy.kernel(workgroup=256, grid=GROUPS)
def scan_sums(x: vy.In[vy.u32], sums: vy.Out[vy.u32, 256]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """The sum of each stretch of whole tiles."""
    parts = vy.shared(vy.u32, 256)
    lane = vy.local_id()
    rows = vy.ceil_div(vy.ceil_div(x.size, TILE), GROUPS) * ITEMS
    mine = vy.u32(0)
    for k in range(rows):
        i = (vy.group_id() * rows + k) * 256 + lane
        if i < x.size:
            mine += x[i]
    parts[lane] = mine
    vy.barrier()
    half = vy.u32(128)
    while half > 0:
        if lane < half:
            parts[lane] += parts[lane + half]
        vy.barrier()
        half >>= 1
    if lane == 0:
        sums[vy.group_id()] = parts[0]


@vy.kernel(workgroup=256, grid=GROUPS)
def scan_stretches(x: vy.In[vy.u32], sums: vy.In[vy.u32, 256], out: vy.Out[vy.u32]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """Each stretch, tile by tile, from the sum of the stretches before it."""
    parts = vy.shared(vy.u32, 256)
    lane = vy.local_id()
    group = vy.group_id()
    tiles = vy.ceil_div(vy.ceil_div(x.size, TILE), GROUPS)
    parts[lane] = vy.select(lane < group, sums[lane], 0)
    vy.barrier()
    half = vy.u32(128)
    while half > 0:
        if lane < half:
            parts[lane] += parts[lane + half]
        vy.barrier()
        half >>= 1
    before = parts[0]
    vy.barrier()
    for tile in range(tiles):
        at = (group * tiles + tile) * TILE + ITEMS * lane
        a = x[at]
        b = a + x[at + 1]
        c = b + x[at + 2]
        d = c + x[at + 3]
        parts[lane] = d
        vy.barrier()
        step = vy.u32(1)
        while step < 256:
            left = vy.select(lane >= step, parts[lane - step], 0)
            vy.barrier()
            parts[lane] += left
            vy.barrier()
            step <<= 1
        start = before + parts[lane] - d
        out[at] = start + a
        out[at + 1] = start + b
        out[at + 2] = start + c
        out[at + 3] = start + d
        before += parts[255]
        vy.barrier()
