"""Products of square f32 matrices, each element in ascending k: naive and tiled, in two roundings a step and in one (``fma``)."""

import vyre as vy

TILE = 16

(N,) = vy.dims("N")


@vy.kernel(workgroup=(8, 32))
def matmul(a: vy.In[vy.f32, N, N], b: vy.In[vy.f32, N, N], out: vy.Out[vy.f32, N, N]) -> None:
    """One element an invocation, straight from memory."""
    i = vy.global_id(0)
    j = vy.global_id(1)
    total = vy.f32(0)
    for k in range(N):
        total += a[i, k] * b[k, j]
    out[i, j] = total


@vy.kernel(workgroup=(8, 32))
def matmul_fma(a: vy.In[vy.f32, N, N], b: vy.In[vy.f32, N, N], out: vy.Out[vy.f32, N, N]) -> None:
    """As ``matmul``, with one rounding a step."""
    i = vy.global_id(0)
    j = vy.global_id(1)
    total = vy.f32(0)
    for k in range(N):
        total = vy.fma(a[i, k], b[k, j], total)
    out[i, j] = total


@vy.kernel(workgroup=(TILE, TILE))
def tiled(a: vy.In[vy.f32, N, N], b: vy.In[vy.f32, N, N], out: vy.Out[vy.f32, N, N]) -> None:
    """Tiles of 16 x 16 in shared memory; N is a multiple of 16."""
    left = vy.shared(vy.f32, (TILE, TILE))
    right = vy.shared(vy.f32, (TILE, TILE))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, N, TILE):
        left[row, column] = a[i, k0 + column]
        right[row, column] = b[k0 + row, j]
        vy.barrier()
        for k in range(TILE):
            total += left[row, k] * right[k, column]
        vy.barrier()
    out[i, j] = total


@vy.kernel(workgroup=(TILE, TILE))
def tiled_fma(a: vy.In[vy.f32, N, N], b: vy.In[vy.f32, N, N], out: vy.Out[vy.f32, N, N]) -> None:
    """As ``tiled``, with one rounding a step."""
    left = vy.shared(vy.f32, (TILE, TILE))
    right = vy.shared(vy.f32, (TILE, TILE))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, N, TILE):
        left[row, column] = a[i, k0 + column]
        right[row, column] = b[k0 + row, j]
        vy.barrier()
        for k in range(TILE):
            total = vy.fma(left[row, k], right[k, column], total)
        vy.barrier()
    out[i, j] = total
