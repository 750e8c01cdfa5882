"""The Mandelbrot set in integers: 26 bits behind the point, so it is the same picture on every device."""

import numpy as np

import vyre as vy

HEIGHT, WIDTH, LIMIT = 400, 600, 255  # LIMIT: after so many rounds a point counts as one of the set
ONE = 1 << 26
TOP, LEFT, PIXEL = -ONE * 17 // 16, -ONE * 9 // 4, ONE * 17 // (8 * HEIGHT)


@vy.func
def times(a, b):
    return vy.mulhi(a << 3, b << 3)  # a * b >> 26 of numbers from -4 to 4, without 64 bits


@vy.kernel
def mandelbrot(top: vy.i32, left: vy.i32, pixel: vy.i32, rounds: vy.Out[vy.u8, HEIGHT, WIDTH]):
    y, x = vy.global_id(0), vy.global_id(1)
    cx, cy = left + vy.i32(x) * pixel, top + vy.i32(y) * pixel
    zx, zy, n = vy.i32(0), vy.i32(0), vy.u32(0)
    while n < LIMIT and abs(zx) <= 2 * ONE and abs(zy) <= 2 * ONE and times(zx, zx) + times(zy, zy) <= 4 * ONE:
        zx, zy = times(zx, zx) - times(zy, zy) + cx, 2 * times(zx, zy) + cy
        n += 1
    rounds[y, x] = vy.u8(n)


def in_numpy() -> np.ndarray:
    """With 64 bits: all points that are still near, a round at a time."""
    cx = np.tile(LEFT + PIXEL * np.arange(WIDTH), HEIGHT)
    cy = np.repeat(TOP + PIXEL * np.arange(HEIGHT), WIDTH)
    rounds, place, zx, zy = np.zeros(cx.size, np.uint8), np.arange(cx.size), 0 * cx, 0 * cy
    for _ in range(LIMIT):
        near = (abs(zx) <= 2 * ONE) & (abs(zy) <= 2 * ONE) & ((zx * zx >> 26) + (zy * zy >> 26) <= 4 * ONE)
        place, zx, zy, cx, cy = place[near], zx[near], zy[near], cx[near], cy[near]
        rounds[place] += 1
        zx, zy = (zx * zx >> 26) - (zy * zy >> 26) + cx, 2 * (zx * zy >> 26) + cy
    return rounds.reshape(HEIGHT, WIDTH)


def main() -> None:
    rounds = mandelbrot(TOP, LEFT, PIXEL)
    assert np.array_equal(rounds, in_numpy())
    for row in rounds[::18, ::9]:
        print("".join("#" if n == LIMIT else " .:-=+*"[min(6, n // 3)] for n in row))


if __name__ == "__main__":
    main()
