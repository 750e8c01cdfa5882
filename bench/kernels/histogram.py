"""Counts of the low bytes: 64 workgroups, each with a histogram in shared memory that it adds to the result."""

import vyre as vy


@vy.kernel(workgroup=256, grid=64)
def histogram(x: vy.In[vy.u32], out: vy.Out[vy.u32, 256]) -> None:
    bins = vy.shared(vy.u32, 256)
    lane = vy.local_id()
    total = vy.num_groups() * vy.workgroup_size()
    for k in range(vy.ceil_div(x.size, total)):
        i = k * total + vy.global_id()
        if i < x.size:
            vy.atomic_add(bins, x[i] & 255, 1)
    vy.barrier()
    vy.atomic_add(out, lane, bins[lane])
