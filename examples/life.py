"""Conway's game of life on a torus: a stencil over two axes, a hundred generations from one buffer into the other."""

import numpy as np

import vyre as vy

H, W = vy.dims("H W")


@vy.kernel
def step(cells: vy.In[vy.u8, H, W], following: vy.Out[vy.u8, H, W]):
    y, x = vy.global_id(0), vy.global_id(1)  # the last axis is the fast one, as in NumPy
    around = vy.u32(0)
    for dy in vy.static_range(3):
        for dx in vy.static_range(3):
            if dy != 1 or dx != 1:
                around += vy.u32(cells[(y + H + dy - 1) % H, (x + W + dx - 1) % W])
    if y < H and x < W:
        lives = around == 3 or (around == 2 and cells[y, x] != 0)
        following[y, x] = vy.u8(1) if lives else vy.u8(0)


def expected(cells: np.ndarray) -> np.ndarray:
    """One generation in NumPy."""
    around = sum(np.roll(cells, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - cells
    return ((around == 3) | ((around == 2) & (cells == 1))).astype(np.uint8)


def main() -> None:
    cells = (np.random.default_rng(1970).random((120, 200)) < 0.3).astype(np.uint8)
    right, other = cells.copy(), np.zeros_like(cells)
    for _ in range(100):
        step(cells, out=other)
        cells, other = other, cells
        right = expected(right)
    assert np.array_equal(cells, right)
    print(f"{int(cells.sum())} of {cells.size} cells live after 100 generations")
    for row in cells[:16, :64]:
        print("".join(".#"[int(cell)] for cell in row))


if __name__ == "__main__":
    main()
