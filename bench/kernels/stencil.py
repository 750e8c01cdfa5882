"""The mean of five points inside of a square, a copy at its border."""

import vyre as vy

(N,) = vy.dims("N")


@vy.kernel(workgroup=(4, 64))
def stencil(x: vy.In[vy.f32, N, N], out: vy.Out[vy.f32, N, N]) -> None:
    i = vy.global_id(0)
    j = vy.global_id(1)
    if (i > 0) & (i + 1 < N) & (j > 0) & (j + 1 < N):
        out[i, j] = ((((x[i, j] + x[i, j - 1]) + x[i, j + 1]) + x[i - 1, j]) + x[i + 1, j]) * 0.2
    else:
        out[i, j] = x[i, j]
