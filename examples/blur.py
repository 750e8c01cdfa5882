"""A picture filtered by a small matrix, which is captured from Python: a table, whose sums are written out while reading."""

import numpy as np

import vyre as vy

STEPS = np.array([1, 4, 6, 4, 1], np.float32) / np.float32(16)
MATRIX = np.outer(STEPS, STEPS)
H, W = vy.dims("H W")


@vy.kernel
def blur(picture: vy.In[vy.f32, H, W], blurred: vy.Out[vy.f32, H, W]):
    y, x = vy.global_id(0), vy.global_id(1)
    total = vy.f32(0)
    for dy in vy.static_range(5):
        for dx in vy.static_range(5):
            total += MATRIX[dy, dx] * picture[y + dy - 2, x + dx - 2]  # outside of the picture a load gives 0
    blurred[y, x] = total


def in_numpy(picture: np.ndarray) -> np.ndarray:
    """The same products in the same order."""
    height, width = picture.shape
    padded, total = np.pad(picture, 2), np.zeros_like(picture)
    for dy in range(5):
        for dx in range(5):
            total += MATRIX[dy, dx] * padded[dy : dy + height, dx : dx + width]
    return total


def main() -> None:
    picture = np.zeros((24, 64), np.float32)
    picture[4:20, 8:24], picture[8:16, 40:56] = 1, 1
    once = blur(picture)
    assert once.tobytes() == in_numpy(picture).tobytes()
    for row in blur(once)[::2]:
        print("".join(" .:-=+*#%@"[int(9.5 * light)] for light in row))


if __name__ == "__main__":
    main()
