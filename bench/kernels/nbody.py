"""All-pairs gravity in strict f32: every operation rounded, sources in ascending order."""

import vyre as vy

(N,) = vy.dims("N")


@vy.kernel(workgroup=64, domain="px")
def nbody(
    px: vy.In[vy.f32, N],
    py: vy.In[vy.f32, N],
    pz: vy.In[vy.f32, N],
    mass: vy.In[vy.f32, N],
    out: vy.Out[vy.f32, 3, N],
) -> None:
    """``out``: the three parts of each body's acceleration."""
    i = vy.global_id()
    x = px[i]
    y = py[i]
    z = pz[i]
    ax = vy.f32(0)
    ay = vy.f32(0)
    az = vy.f32(0)
    for j in range(N):
        dx = px[j] - x
        dy = py[j] - y
        dz = pz[j] - z
        r2 = ((dx * dx + dy * dy) + dz * dz) + 0.001
        inv = 1.0 / vy.sqrt(r2)
        s = mass[j] * ((inv * inv) * inv)
        ax += dx * s
        ay += dy * s
        az += dz * s
    out[0, i] = ax
    out[1, i] = ay
    out[2, i] = az
