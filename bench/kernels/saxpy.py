"""``out = s * x + y`` in two roundings."""

import vyre as vy


@vy.kernel
def saxpy(s: vy.f32, x: vy.In[vy.f32], y: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = s * x[i] + y[i]
