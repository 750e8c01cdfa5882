"""A picture halved again and again (mipmaps): named dimensions give each output its shape."""

import numpy as np

import vyre as vy

H, W = vy.dims("H W")


@vy.kernel
def half(picture: vy.In[vy.u8, H, W, 3], smaller: vy.Out[vy.u8, H // 2, W // 2, 3]):
    y, x, colour = vy.global_id(0), vy.global_id(1), vy.global_id(2)
    total = vy.u32(2)  # so that the mean is rounded to the nearest
    for dy in vy.static_range(2):
        for dx in vy.static_range(2):
            total += vy.u32(picture[2 * y + dy, 2 * x + dx, colour])
    smaller[y, x, colour] = vy.u8(total // 4)


def in_numpy(picture: np.ndarray) -> np.ndarray:
    height, width, _ = picture.shape
    blocks = picture[: height // 2 * 2, : width // 2 * 2].reshape(height // 2, 2, width // 2, 2, 3)
    return ((blocks.sum((1, 3)) + 2) // 4).astype(np.uint8)


def main() -> None:
    y, x = np.mgrid[:301, :500]
    picture = np.stack([x % 256, y % 256, x * y // 64 % 256], 2).astype(np.uint8)
    while min(picture.shape) > 1:
        smaller = half(picture)
        assert np.array_equal(smaller, in_numpy(picture))
        print(
            f"{picture.shape[1]} x {picture.shape[0]} -> {smaller.shape[1]} x {smaller.shape[0]}",
            smaller.mean().round(2),
        )
        picture = smaller


if __name__ == "__main__":
    main()
