"""Steps until a point escapes, up to 256: neighbours leave the loop at different times."""

import vyre as vy


@vy.kernel
def mandelbrot(side: vy.u32, left: vy.f32, top: vy.f32, step: vy.f32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    cx = left + vy.f32(i % side) * step
    cy = top + vy.f32(i // side) * step
    zx = vy.f32(0)
    zy = vy.f32(0)
    count = vy.u32(0)
    while count < 256:
        x2 = zx * zx
        y2 = zy * zy
        if x2 + y2 > 4.0:
            break
        count += 1
        zy = (2.0 * zx) * zy + cy
        zx = (x2 - y2) + cx
    if i < out.size:
        out[i] = count
