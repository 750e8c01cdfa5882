"""Products of square f32 matrices, each a chain of fused multiply-adds in ascending k."""

import vyre as vy

(N,) = vy.dims("N")


@vy.kernel(workgroup=(16, 16))
def tile16(a: vy.In[vy.f32, N, N], b: vy.In[vy.f32, N, N], c: vy.Out[vy.f32, N, N]) -> None:
    """The textbook 16 x 16 tile in workgroup memory."""
    left = vy.shared(vy.f32, (16, 16))
    right = vy.shared(vy.f32, (16, 16))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, a.shape[1], 16):
        left[row, column] = a[i, k0 + column]
        right[row, column] = b[k0 + row, j]
        vy.barrier()
        for k in vy.static_range(16):
            total = vy.fma(left[row, k], right[k, column], total)
        vy.barrier()
    c[i, j] = total


@vy.kernel(workgroup=256)
def registers(n: vy.u32, a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.Out[vy.f32]) -> None:
    """A tile of 128 x 128 a workgroup, 8 x 8 an invocation, 8 deep, in two buffers; n is a multiple of 128."""
    left = vy.shared(vy.f32, 2 * 8 * 132)
    right = vy.shared(vy.f32, 2 * 8 * 128)
    me = vy.local_id()
    lane = me & 31
    warp = me >> 5
    tiles = n // 128
    top = (vy.group_id() // tiles) * 128
    side = (vy.group_id() % tiles) * 128
    row = (warp & 3) * 32 + ((lane & 1) | ((lane >> 4) << 1)) * 4
    column = (warp >> 2) * 64 + ((lane >> 1) & 7) * 4
    total = vy.private(vy.f32, 64)
    ax = vy.private(vy.f32, 8)
    bx = vy.private(vy.f32, 8)
    ar = me >> 1
    ak = (me & 1) * 4
    br = me >> 5
    bc = (me & 31) * 4
    from_a = (top + ar) * n + ak
    from_b = br * n + side + bc
    la = (a[from_a], a[from_a + 1], a[from_a + 2], a[from_a + 3])
    lb = (b[from_b], b[from_b + 1], b[from_b + 2], b[from_b + 3])
    for u in vy.static_range(4):
        left[(ak + u) * 132 + ar] = la[u]
        right[br * 128 + bc + u] = lb[u]
    vy.barrier()
    for k0 in range(8, n + 8, 8):
        turn = (k0 >> 3) & 1
        now = 1 ^ turn
        from_a += 8
        from_b += 8 * n
        if k0 < n:
            la = (a[from_a], a[from_a + 1], a[from_a + 2], a[from_a + 3])
            lb = (b[from_b], b[from_b + 1], b[from_b + 2], b[from_b + 3])
        for k in vy.static_range(8):
            for u in vy.static_range(4):
                ax[u] = left[now * 1056 + k * 132 + row + u]
                ax[4 + u] = left[now * 1056 + k * 132 + row + 16 + u]
                bx[u] = right[now * 1024 + k * 128 + column + u]
                bx[4 + u] = right[now * 1024 + k * 128 + column + 32 + u]
            for i in vy.static_range(8):
                for j in vy.static_range(8):
                    total[i * 8 + j] = vy.fma(ax[i], bx[j], total[i * 8 + j])
        if k0 < n:
            for u in vy.static_range(4):
                left[turn * 1056 + (ak + u) * 132 + ar] = la[u]
            for u in vy.static_range(4):
                right[turn * 1024 + br * 128 + bc + u] = lb[u]
            vy.barrier()
    for i in vy.static_range(8):
        for g in vy.static_range(2):
            at = (top + row + (i & 3) + (i >> 2) * 16) * n + side + column + g * 32
            c[at] = total[i * 8 + 4 * g]
            c[at + 1] = total[i * 8 + 4 * g + 1]
            c[at + 2] = total[i * 8 + 4 * g + 2]
            c[at + 3] = total[i * 8 + 4 * g + 3]
