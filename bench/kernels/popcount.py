"""The number of ones modulo 2**32: as the sum, of each word's count."""

import vyre as vy


@vy.kernel(workgroup=256, grid=64)
def popcount(x: vy.In[vy.u32], out: vy.Out[vy.u32, 1]) -> None:
    parts = vy.shared(vy.u32, 256)
    lane = vy.local_id()
    stride = vy.num_groups() * vy.workgroup_size()
    mine = vy.u32(0)
    for k in range(vy.ceil_div(x.size, stride)):
        i = k * stride + vy.global_id()
        if i < x.size:
            mine += vy.popcount(x[i])
    parts[lane] = mine
    vy.barrier()
    half = vy.u32(128)
    while half > 0:
        if lane < half:
            parts[lane] += parts[lane + half]
        vy.barrier()
        half >>= 1
    if lane == 0:
        vy.atomic_add(out, 0, parts[0])
