"""Connected components of many pictures, a workgroup a picture: labels spread to neighbours until nothing changes."""

import numpy as np

import vyre as vy

SIDE = 16
(N,) = vy.dims("N")


@vy.kernel(workgroup=(1, SIDE, SIDE))
def components(pictures: vy.In[vy.u8, N, SIDE, SIDE], labels: vy.Out[vy.u32, N, SIDE, SIDE]):
    """A component's label is its largest pixel, counted line by line from 1; where there is none it is 0."""
    n, y, x = vy.global_id(0), vy.global_id(1), vy.global_id(2)
    label = vy.shared(vy.u32, (SIDE, SIDE))
    label[y, x] = y * SIDE + x + 1 if pictures[n, y, x] else 0
    vy.barrier()
    changes = True
    while changes:
        mine = label[y, x]
        largest = mine
        if mine:  # outside of the picture a load gives 0
            largest = max(mine, label[y - 1, x], label[y + 1, x], label[y, x - 1], label[y, x + 1])
        vy.barrier()  # everybody has read
        label[y, x] = largest
        changes = vy.workgroup_any(largest != mine)
    labels[n, y, x] = label[y, x]


def in_python(picture: np.ndarray) -> np.ndarray:
    """From each pixel that has no label, the last first: fill."""
    labels = np.zeros(picture.shape, np.uint32)
    for start in range(picture.size, 0, -1):
        todo = [divmod(start - 1, SIDE)]
        while todo:
            y, x = todo.pop()
            if 0 <= y < SIDE and 0 <= x < SIDE and picture[y, x] and not labels[y, x]:
                labels[y, x] = start
                todo += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return labels


def main() -> None:
    pictures = (np.random.default_rng(4).random((100, SIDE, SIDE)) < 0.6).astype(np.uint8)
    labels = components(pictures)
    assert all(np.array_equal(found, in_python(picture)) for found, picture in zip(labels, pictures, strict=True))
    counts = [np.unique(found[found > 0]).size for found in labels]
    print(f"{len(pictures)} pictures with {min(counts)} to {max(counts)} components; the first has {counts[0]}:")
    for row in labels[0]:
        print("".join(" " if label == 0 else chr(ord("a") + label % 26) for label in row.tolist()))


if __name__ == "__main__":
    main()
