"""A matrix product by tiles in workgroup memory: two axes, barriers, and sums in one fixed order on every device."""

import numpy as np

import vyre as vy

TILE = 16


@vy.kernel(workgroup=(TILE, TILE), domain=lambda a, b: (a.shape[0], b.shape[1]))
def matmul(a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.Out[vy.f32]):
    left = vy.shared(vy.f32, (TILE, TILE))
    right = vy.shared(vy.f32, (TILE, TILE))
    row, column = vy.global_id(0), vy.global_id(1)
    y, x = vy.local_id(0), vy.local_id(1)
    total = vy.f32(0.0)
    for start in range(0, a.shape[1], TILE):
        left[y, x] = a[row, start + x]  # outside of a matrix a load gives 0
        right[y, x] = b[start + y, column]
        vy.barrier()
        for k in range(TILE):
            total += left[y, k] * right[k, x]
        vy.barrier()
    c[row, column] = total  # and a store is dropped


def expected(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The same sums in the same order, two roundings a term."""
    total = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        total += np.outer(a[:, k], b[k])
    return total


def main() -> None:
    rng = np.random.default_rng(7)
    a, b = rng.standard_normal((100, 83), np.float32), rng.standard_normal((83, 90), np.float32)
    c = matmul(a, b, shapes={"c": (100, 90)})
    assert c.tobytes() == expected(a, b).tobytes()  # not close: the same bytes
    print(f"{a.shape} x {b.shape}: largest {c.max():.6f}, smallest {c.min():.6f}, as NumPy in that order")


if __name__ == "__main__":
    main()
