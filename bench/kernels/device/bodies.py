"""All-pairs n-body in strict f32: every operation rounded, sources in ascending order."""

import vyre as vy

BODIES = 128


@vy.kernel(workgroup=BODIES)
def nbody(bodies: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    """``bodies``: x, y, z and mass of each; ``out``: its acceleration and a zero."""
    tile = vy.shared(vy.f32, 4 * BODIES)
    i = vy.global_id()
    me = vy.local_id()
    px = bodies[4 * i]
    py = bodies[4 * i + 1]
    pz = bodies[4 * i + 2]
    ax = vy.f32(0)
    ay = vy.f32(0)
    az = vy.f32(0)
    for t in range(bodies.size // (4 * BODIES)):
        for k in vy.static_range(4):
            tile[k * BODIES + me] = bodies[t * (4 * BODIES) + k * BODIES + me]
        vy.barrier()
        for j in range(BODIES):
            dx = tile[4 * j] - px
            dy = tile[4 * j + 1] - py
            dz = tile[4 * j + 2] - pz
            r2 = ((dx * dx + dy * dy) + dz * dz) + 0.001
            inv = 1.0 / vy.sqrt(r2)
            s = tile[4 * j + 3] * ((inv * inv) * inv)
            ax += dx * s
            ay += dy * s
            az += dz * s
        vy.barrier()
    out[4 * i] = ax
    out[4 * i + 1] = ay
    out[4 * i + 2] = az
    out[4 * i + 3] = 0.0
