"""The nearest of many vectors to each of some others: f16 in memory, f32 in the sums, as embeddings are searched."""

import numpy as np

import vyre as vy

M, N, D = vy.dims("M N D")


@vy.kernel(workgroup=64)
def nearest(
    queries: vy.In[vy.f16, M, D], vectors: vy.In[vy.f16, N, D], which: vy.Out[vy.u32, M], far: vy.Out[vy.f32, M]
):
    q = vy.global_id()
    best, at = vy.f32(np.inf), vy.u32(0)
    for n in range(N):
        total = vy.f32(0.0)
        for k in range(D):
            difference = vy.f32(queries[q, k]) - vy.f32(vectors[n, k])
            total += difference * difference
        if total < best:
            best, at = total, n
    which[q], far[q] = at, best  # invocations past the last query store nothing


def in_numpy(queries: np.ndarray, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    total = np.zeros((len(queries), len(vectors)), np.float32)
    for a, b in zip(queries.T.astype(np.float32), vectors.T.astype(np.float32), strict=True):
        total += np.subtract.outer(a, b) ** 2
    return total.argmin(1).astype(np.uint32), total.min(1)


def main() -> None:
    rng = np.random.default_rng(16)
    vectors = rng.standard_normal((2000, 64)).astype(np.float16)
    queries = vectors[rng.integers(0, 2000, 200)] + rng.standard_normal((200, 64)).astype(np.float16) / 4
    which, far = nearest(queries, vectors)
    right, distance = in_numpy(queries, vectors)
    assert np.array_equal(which, right)
    assert far.tobytes() == distance.tobytes()  # the same sums in the same order, so the same bytes
    print(f"{len(which)} queries among {len(vectors)}; the first is nearest to {which[0]}, {far[0] ** 0.5:.4f} away")


if __name__ == "__main__":
    main()
