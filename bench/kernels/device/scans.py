"""An inclusive scan in three dispatches: sums of tiles, their scan, the scan of each tile from there."""

import vyre as vy

ROWS = 16  # rows of 32 words that a subgroup takes
WARPS = 8  # subgroups of a workgroup
TILE = 32 * ROWS * WARPS


@vy.kernel(workgroup=256)
def scan_reduce(x: vy.In[vy.u32], sums: vy.Out[vy.u32]) -> None:
    first = vy.group_id() * TILE + vy.local_id()
    mine = vy.u32(0)
    for k in vy.static_range(ROWS):
        mine += x[first + k * 256]
    whole = vy.workgroup_sum(mine)
    if vy.local_id() == 0:
        sums[vy.group_id()] = whole


@vy.kernel(workgroup=1024, grid=1)
def scan_middle(sums: vy.InOut[vy.u32]) -> None:
    """Exclusive, in place, by one workgroup: each invocation takes neighbouring sums."""
    before = vy.shared(vy.u32, 1024)
    me = vy.local_id()
    each = vy.ceil_div(sums.size, 1024)
    mine = vy.u32(0)
    for k in range(each):
        mine += sums[me * each + k]
    run = vy.subgroup_inclusive_scan(mine)
    if (me & 31) == 31:
        before[me >> 5] = run
    vy.barrier()
    row = vy.subgroup_exclusive_scan(before[me & 31])
    vy.barrier()
    if me < 32:
        before[me] = row
    vy.barrier()
    at = before[me >> 5] + run - mine
    for k in range(each):
        i = me * each + k
        now = sums[i]
        sums[i] = at
        at += now


@vy.kernel(workgroup=256)
def scan_tiles(x: vy.In[vy.u32], sums: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    totals = vy.shared(vy.u32, WARPS)
    lane = vy.local_id() & 31
    warp = vy.local_id() >> 5
    first = vy.group_id() * TILE + warp * (32 * ROWS) + lane
    rows = vy.private(vy.u32, ROWS)
    run = vy.u32(0)
    for k in vy.static_range(ROWS):
        rows[k] = x[first + k * 32]
    for k in vy.static_range(ROWS):
        scanned = vy.subgroup_inclusive_scan(rows[k])
        rows[k] = run + scanned
        run += vy.subgroup_broadcast(scanned, 31)
    if lane == 0:
        totals[warp] = run
    vy.barrier()
    before = sums[vy.group_id()]
    for w in vy.static_range(WARPS):
        if w < warp:
            before += totals[w]
    for k in vy.static_range(ROWS):
        out[first + k * 32] = rows[k] + before
