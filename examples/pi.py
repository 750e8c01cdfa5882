"""Pi by throwing darts: random numbers made from the dart's number, so that any grid on any device throws the same ones."""

import numpy as np

import vyre as vy

DARTS, SEED = 2_000_000, 314


@vy.func
def random(n):
    """A hash of 32 bits (PCG RXS-M-XS, by Melissa O'Neill)."""
    n = n * 747796405 + 2891336453
    n = (n >> ((n >> 28) + 4) ^ n) * 277803737
    return n >> 22 ^ n


@vy.kernel(workgroup=256)
def throw(darts: vy.u32, seed: vy.u32, inside: vy.Out[vy.u32, 1]):
    mine = vy.u32(0)
    for dart in vy.grid_stride(darts):
        place = random(dart ^ random(seed))
        x, y = place >> 17, place >> 1 & 0x7FFF  # 15 bits each
        if x * x + y * y < 1 << 30:
            mine += 1
    total = vy.workgroup_sum(mine)
    if vy.local_id() == 0:
        vy.atomic_add(inside, 0, total)


def in_numpy(n: np.ndarray) -> np.ndarray:
    """The hash."""
    n = n * np.uint32(747796405) + np.uint32(2891336453)
    n = (n >> ((n >> 28) + 4) ^ n) * np.uint32(277803737)
    return n >> 22 ^ n


def main() -> None:
    few, many = (int(throw(DARTS, SEED, grid=groups)[0]) for groups in (4, 60))
    place = in_numpy(np.arange(DARTS, dtype=np.uint32) ^ in_numpy(np.array([SEED], np.uint32)))
    x, y = place >> 17, place >> 1 & 0x7FFF
    assert few == many == np.count_nonzero(x * x + y * y < 1 << 30)
    print(f"{many} of {DARTS} darts hit: pi is about {4 * many / DARTS:.5f}")


if __name__ == "__main__":
    main()
