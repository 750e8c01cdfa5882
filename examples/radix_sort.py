"""A stable radix sort of keys with values: four bits a pass, from the lowest. An invocation owns a chunk of the pairs:
`count` counts its digits, a prefix sum over all counts (digit by digit, and of one digit chunk by chunk) tells where they
go, and `scatter` moves them there in their order, so equal keys keep it."""

import numpy as np
from prefix_sum import scan

import vyre as vy

GROUP, CHUNK = 64, 256  # invocations of a workgroup, pairs of an invocation
(N,) = vy.dims("N")


@vy.kernel(workgroup=GROUP)
def count(pairs: vy.In[vy.u32, N, 2], shift: vy.u32, counts: vy.Out[vy.u32]):
    chunk, me = vy.global_id(), vy.local_id()
    mine = vy.shared(vy.u32, (16, GROUP))  # a column for each invocation
    for i in range(chunk * CHUNK, min(chunk * CHUNK + CHUNK, N)):
        mine[pairs[i, 0] >> shift & 15, me] += 1
    for digit in range(16):
        counts[digit, chunk] = mine[digit, me]


@vy.kernel(workgroup=GROUP)
def scatter(pairs: vy.In[vy.u32, N, 2], starts: vy.In[vy.u32], shift: vy.u32, moved: vy.Out[vy.u32, N, 2]):
    chunk, me = vy.global_id(), vy.local_id()
    place = vy.shared(vy.u32, (16, GROUP))
    for digit in range(16):
        place[digit, me] = starts[digit, chunk]
    for i in range(chunk * CHUNK, min(chunk * CHUNK + CHUNK, N)):
        digit = pairs[i, 0] >> shift & 15
        moved[place[digit, me], 0], moved[place[digit, me], 1] = pairs[i, 0], pairs[i, 1]
        place[digit, me] += 1


def calls(pairs: np.ndarray) -> list[tuple]:
    """Kernel, arguments and keywords of each call, in order. The last gives the pairs, sorted."""
    chunks, found = -(-len(pairs) // CHUNK), []
    counts, starts, total = np.zeros((16, chunks), np.uint32), np.zeros((16, chunks), np.uint32), np.zeros(1, np.uint32)
    for shift in range(0, 32, 4):
        moved = np.zeros_like(pairs)
        found.append((count, (pairs, shift), {"out": counts, "domain": chunks}))
        found.append((scan, (counts, counts.size), {"out": (starts, total), "grid": 1}))
        found.append((scatter, (pairs, starts, shift), {"out": moved, "domain": chunks}))
        pairs = moved
    return found


def main() -> None:
    keys = np.random.default_rng(8).zipf(1.2, 200_000).astype(np.uint32)
    for kernel, args, keywords in calls(np.stack([keys, np.arange(keys.size, dtype=np.uint32)], 1)):
        found = kernel(*args, **keywords)
    order = np.argsort(keys, kind="stable")
    assert np.array_equal(found, np.stack([keys[order], order], 1))
    print(f"{keys.size} keys sorted, {np.unique(keys).size} of them different; the last is {found[-1, 0]}")


if __name__ == "__main__":
    main()
