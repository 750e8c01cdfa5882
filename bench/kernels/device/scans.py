"""An inclusive scan in three dispatches: sums of tiles, their scan, the scan of each tile from there."""

import vyre as vy

ROWS = 16  # words that an invocation takes
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
    """Exclusive, in place, by one workgroup that takes 16,384 sums at a time."""
    totals = vy.shared(vy.u32, 32)
    me = vy.local_id()
    lane = me & 31
    warp = me >> 5
    rows = vy.private(vy.u32, ROWS)
    before = vy.u32(0)
    for part in range(vy.ceil_div(sums.size, 1024 * ROWS)):
        first = part * (1024 * ROWS) + warp * (32 * ROWS) + lane
        run = vy.u32(0)
        for k in vy.static_range(ROWS):
            rows[k] = sums[first + k * 32]
        for k in vy.static_range(ROWS):
            scanned = vy.subgroup_inclusive_scan(rows[k])
            rows[k] = run + scanned - rows[k]
            run += vy.subgroup_broadcast(scanned, 31)
        if lane == 0:
            totals[warp] = run
        vy.barrier()
        mine = totals[lane]
        offset = before + vy.subgroup_broadcast(vy.subgroup_exclusive_scan(mine), warp)
        before += vy.subgroup_sum(mine)
        for k in vy.static_range(ROWS):
            sums[first + k * 32] = rows[k] + offset
        vy.barrier()


@vy.kernel(workgroup=256)
def scan_tiles(x: vy.In[vy.u32], sums: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """Each lane takes four neighbours of each of its rows."""
    totals = vy.shared(vy.u32, WARPS)
    lane = vy.local_id() & 31
    warp = vy.local_id() >> 5
    first = vy.group_id() * TILE + warp * (32 * ROWS) + 4 * lane
    sum = vy.private(vy.u32, ROWS)
    run = vy.u32(0)
    for r in vy.static_range(ROWS // 4):
        sum[4 * r] = x[first + 128 * r]
        sum[4 * r + 1] = x[first + 128 * r + 1]
        sum[4 * r + 2] = x[first + 128 * r + 2]
        sum[4 * r + 3] = x[first + 128 * r + 3]
    for r in vy.static_range(ROWS // 4):
        for k in vy.static_range(1, 4):
            sum[4 * r + k] += sum[4 * r + k - 1]
        whole = sum[4 * r + 3]
        scanned = vy.subgroup_inclusive_scan(whole)
        for k in vy.static_range(4):
            sum[4 * r + k] += run + scanned - whole
        run += vy.subgroup_broadcast(scanned, 31)
    if lane == 0:
        totals[warp] = run
    vy.barrier()
    before = sums[vy.group_id()]
    for w in vy.static_range(WARPS):
        if w < warp:
            before += totals[w]
    for r in vy.static_range(ROWS // 4):
        out[first + 128 * r] = sum[4 * r] + before
        out[first + 128 * r + 1] = sum[4 * r + 1] + before
        out[first + 128 * r + 2] = sum[4 * r + 2] + before
        out[first + 128 * r + 3] = sum[4 * r + 3] + before
