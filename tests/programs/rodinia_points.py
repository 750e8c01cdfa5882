"""Rodinia's points and streams: neighbours, clusters, particles, Huffman codes, sorting by buckets, matching of texts."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- the k nearest records

PLACE = np.dtype([("latitude", "f4"), ("longitude", "f4")])


def nn_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    places = np.empty(size, PLACE)
    places["latitude"], places["longitude"] = rng.random(size) * 180 - 90, rng.random(size) * 360 - 180
    return {"places": places, "latitude": F(30), "longitude": F(-90), "k": 5}


@vy.kernel(workgroup=64)
def nn_distances(
    places: vy.In[vy.struct(PLACE)], latitude: vy.f32, longitude: vy.f32, distances: vy.Out[vy.f32]
) -> None:
    i = vy.global_id()
    if i < places.size:
        dy, dx = latitude - places[i].latitude, longitude - places[i].longitude
        distances[i] = vy.sqrt(dy * dy + dx * dx)


def nn_run(inputs: Inputs, **keywords: Any) -> Results:
    places = inputs["places"]
    far = nn_distances(places, inputs["latitude"], inputs["longitude"], shapes={"distances": places.size}, **keywords)
    return [far, np.argsort(far, kind="stable")[: inputs["k"]]]


def nn_expected(inputs: Inputs) -> Results:
    places = inputs["places"]
    dy, dx = inputs["latitude"] - places["latitude"], inputs["longitude"] - places["longitude"]
    far = np.sqrt(dy * dy + dx * dx)
    return [far, np.argsort(far, kind="stable")[: inputs["k"]]]


# ---------------------------------------------------------------- k-means


def kmeans_inputs(size: int, seed: int) -> Inputs:
    features = np.random.default_rng(seed).random((size, 4), F)
    return {"features": features, "clusters": features[:5].copy(), "rounds": 3}


@vy.kernel
def kmeans_swap(features: vy.In[vy.f32], swapped: vy.Out[vy.f32]) -> None:
    tid = vy.global_id()
    if tid < features.shape[0]:
        for i in range(features.shape[1]):
            swapped[i, tid] = features[tid, i]


@vy.kernel
def kmeans_nearest(
    swapped: vy.In[vy.f32], clusters: vy.In[vy.f32], membership: vy.InOut[vy.i32], changed: vy.InOut[vy.u32]
) -> None:
    tid = vy.global_id()
    if tid < membership.size:
        index = -1
        least = 3.4e38
        for i in range(vy.i32(clusters.shape[0])):
            distance = 0.0
            for k in range(clusters.shape[1]):
                distance += (swapped[k, tid] - clusters[i, k]) * (swapped[k, tid] - clusters[i, k])
            if distance < least:
                least = distance
                index = i
        if membership[tid] != index:
            vy.atomic_add(changed, 0, 1)
        membership[tid] = index


@vy.kernel(domain="clusters")
def kmeans_centres(
    features: vy.In[vy.f32], membership: vy.In[vy.i32], clusters: vy.InOut[vy.f32], counts: vy.Out[vy.u32]
) -> None:
    """The middle of each cluster, its features added in their order; an empty cluster stays where it is."""
    k, d = vy.i32(vy.global_id(0)), vy.global_id(1)
    if k >= vy.i32(clusters.shape[0]) or d >= clusters.shape[1]:
        return
    total = 0.0
    count = vy.u32(0)
    for i in range(features.shape[0]):
        if membership[i] != k:
            continue
        total += features[i, d]
        count += 1
    if count > 0:
        clusters[k, d] = total / vy.f32(count)
    if d == 0:
        counts[k] = count


def kmeans_run(inputs: Inputs, **keywords: Any) -> Results:
    features, clusters = inputs["features"], inputs["clusters"].copy()
    membership, counts = np.full(len(features), -1, np.int32), np.zeros(len(clusters), np.uint32)
    swapped = kmeans_swap(features, domain=len(features), shapes={"swapped": features.shape[::-1]}, **keywords)
    changes = []
    for _ in range(inputs["rounds"]):
        changed = np.zeros(1, np.uint32)
        kmeans_nearest(swapped, clusters, membership, changed, domain=len(features), **keywords)
        kmeans_centres(features, membership, clusters, out=counts, **keywords)
        changes.append(changed)
    return [membership, clusters, counts, np.concatenate(changes)]


def kmeans_expected(inputs: Inputs) -> Results:
    features, clusters = inputs["features"], inputs["clusters"].copy()
    before = np.full(len(features), -1)
    changes = []
    counts = np.zeros(len(clusters), np.uint32)
    for _ in range(inputs["rounds"]):
        far = np.zeros((len(features), len(clusters)), F)
        for d in range(features.shape[1]):
            far += np.subtract.outer(features[:, d], clusters[:, d]) ** 2
        membership = far.argmin(1)
        changes.append(np.count_nonzero(membership != before))
        before = membership
        for k in range(len(clusters)):
            own = features[membership == k]
            counts[k] = len(own)
            if len(own):
                clusters[k] = np.add.accumulate(own, axis=0)[-1] / F(len(own))
    return [before.astype(np.int32), clusters, counts, np.array(changes, np.uint32)]


# ---------------------------------------------------------------- stream cluster: what a new centre would save


def streamcluster_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    centres = np.sort(rng.choice(size, 6, replace=False)).astype(np.int32)
    return {
        "points": rng.random((3, size), F),  # one axis of all points after another
        "weights": rng.integers(1, 4, size).astype(F),
        "assigned": centres[rng.integers(0, 6, size)],
        "costs": (rng.random(size) * 0.5).astype(F),
        "centres": centres,
        "candidate": 7,
    }


@vy.kernel(workgroup=32, domain="weights")
def streamcluster_gain(
    points: vy.In[vy.f32],
    weights: vy.In[vy.f32],
    assigned: vy.In[vy.i32],
    costs: vy.In[vy.f32],
    table: vy.In[vy.u32],
    candidate: vy.u32,
    switch: vy.Out[vy.bool_],
    lower: vy.Out[vy.f32],
) -> None:
    """lower[i, k]: what point i saves for its centre k; in the last column what it saves if it goes to the candidate."""
    k = vy.shared(vy.u32, 1)
    if vy.local_id() == 0:
        k[0] = lower.shape[1] - 1
    vy.barrier()
    i = vy.global_id()
    if i < weights.size:
        distance = 0.0
        for d in range(points.shape[0]):
            step = points[d, i] - points[d, candidate]
            distance += step * step
        x_cost = distance * weights[i]
        current = costs[i]
        if x_cost < current:
            switch[i] = True
            lower[i, k[0]] = x_cost - current
        else:
            lower[i, table[assigned[i]]] = current - x_cost


def streamcluster_run(inputs: Inputs, **keywords: Any) -> Results:
    n, centres = inputs["weights"].size, inputs["centres"]
    table = np.zeros(n, np.uint32)
    table[centres] = np.arange(centres.size)
    given = (*(inputs[key] for key in ("points", "weights", "assigned", "costs")), table, inputs["candidate"])
    return streamcluster_gain(*given, shapes={"switch": n, "lower": (n, centres.size + 1)}, **keywords)


def streamcluster_expected(inputs: Inputs) -> Results:
    points, costs = inputs["points"], inputs["costs"]
    step = points - points[:, [inputs["candidate"]]]
    x_cost = ((step[0] * step[0] + step[1] * step[1]) + step[2] * step[2]) * inputs["weights"]
    switch = x_cost < costs
    column = np.where(switch, inputs["centres"].size, np.searchsorted(inputs["centres"], inputs["assigned"]))
    lower = np.zeros((costs.size, inputs["centres"].size + 1), F)
    lower[np.arange(costs.size), column] = np.where(switch, x_cost - costs, costs - x_cost)
    return [switch, lower]


# ---------------------------------------------------------------- particle filter: weights, their sums, resampling


def particles_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "likelihood": rng.random(size) ** 4,
        "x": rng.random(size) * 100,
        "y": rng.random(size) * 100,
        "u1": rng.random() / size,
    }


@vy.kernel
def particles_divide(weights: vy.InOut[vy.f64], total: vy.In[vy.f64], u: vy.Out[vy.f64], u1: vy.f64) -> None:
    i = vy.global_id()
    if i < weights.size:
        weights[i] /= total[0]
        u[i] = u1 + vy.f64(i) / vy.f64(weights.size)


@vy.kernel(domain=1)
def particles_sum(weights: vy.In[vy.f64], cumulated: vy.InOut[vy.f64]) -> None:
    if vy.global_id() == 0:
        total = vy.f64(0)
        for i in range(weights.size):
            total += weights[i]
            cumulated[i] = total


@vy.kernel
def particles_resample(
    x: vy.In[vy.f64],
    y: vy.In[vy.f64],
    cdf: vy.In[vy.f64],
    u: vy.In[vy.f64],
    new_x: vy.Out[vy.f64],
    new_y: vy.Out[vy.f64],
) -> None:
    """Each invocation looks for the first particle whose cumulated weight reaches its u."""
    i = vy.global_id()
    if i < x.size:
        index = -1
        for k in range(vy.i32(x.size)):
            if cdf[k] >= u[i]:
                index = k
                break
        if index == -1:
            index = vy.i32(x.size) - 1
        new_x[i] = x[index]
        new_y[i] = y[index]


def particles_run(inputs: Inputs, **keywords: Any) -> Results:
    weights = inputs["likelihood"].copy()
    cumulated = np.zeros_like(weights)
    particles_sum(weights, cumulated, **keywords)
    u = particles_divide(weights, cumulated[-1:].copy(), inputs["u1"], **keywords)
    particles_sum(weights, cumulated, **keywords)
    new_x, new_y = particles_resample(inputs["x"], inputs["y"], cumulated, u, **keywords)
    return [weights, cumulated, new_x, new_y]


def particles_expected(inputs: Inputs) -> Results:
    weights = inputs["likelihood"] / np.add.accumulate(inputs["likelihood"])[-1]
    cdf = np.add.accumulate(weights)
    n = weights.size
    index = np.minimum(np.searchsorted(cdf, inputs["u1"] + np.arange(n) / n, "left"), n - 1)
    return [weights, cdf, inputs["x"][index], inputs["y"][index]]


# ---------------------------------------------------------------- Huffman codes


def huffman_inputs(size: int, seed: int) -> Inputs:
    """A text and the code of each letter, the first bit of a code being its highest one."""
    rng = np.random.default_rng(seed)
    text = np.minimum(rng.geometric(0.3, size) - 1, 15).astype(np.uint8)
    counts = np.bincount(text, minlength=16) + 1
    heap: list[tuple[int, int, list[int]]] = [(int(c), n, [n]) for n, c in enumerate(counts)]
    codes, lengths = [0] * 16, [0] * 16
    while len(heap) > 1:
        pair = heapq.heappop(heap), heapq.heappop(heap)
        for bit, (_, _, letters) in enumerate(pair):
            for letter in letters:
                codes[letter] |= bit << lengths[letter]
                lengths[letter] += 1
        heapq.heappush(heap, (pair[0][0] + pair[1][0], pair[0][1] + 16, pair[0][2] + pair[1][2]))
    return {"text": text, "codes": np.array(codes, np.uint32), "lengths": np.array(lengths, np.uint32)}


@vy.kernel(domain="text")
def huffman_encode(
    text: vy.In[vy.u8], codes: vy.In[vy.u32], lengths: vy.In[vy.u32], starts: vy.In[vy.u32], words: vy.InOut[vy.u32]
) -> None:
    """Each letter puts its bits where they begin; a code may lie across two words."""
    i = vy.global_id()
    if i >= text.size:
        return
    code, left, at = codes[text[i]], lengths[text[i]], starts[i]
    while left > 0:
        room = 32 - at % 32
        taken = min(room, left)
        part = code >> (left - taken) & ((1 << taken) - 1)
        vy.atomic_or(words, at // 32, part << (room - taken))
        left -= taken
        at += taken


@vy.kernel(workgroup=32)
def huffman_decode(
    words: vy.In[vy.u32],
    begins: vy.In[vy.u32],
    codes: vy.In[vy.u32],
    lengths: vy.In[vy.u32],
    letters: vy.u32,
    text: vy.Out[vy.u8],
) -> None:
    """Each invocation decodes a stretch of ``letters`` letters from the bit where it begins, one bit at a time."""
    chunk = vy.global_id()
    if chunk >= begins.size:
        return
    at = begins[chunk]
    for n in range(letters):
        if chunk * letters + n >= text.size:
            break
        code, length = vy.u32(0), vy.u32(0)
        found = vy.u32(16)
        while found == 16 and length < 32:
            code = code << 1 | (words[at // 32] >> (31 - at % 32) & 1)
            length += 1
            at += 1
            for letter in range(codes.size):
                if lengths[letter] == length and codes[letter] == code:
                    found = letter
                    break
        text[chunk * letters + n] = vy.u8(found)


def huffman_layout(inputs: Inputs) -> tuple[Array, int]:
    lengths = inputs["lengths"][inputs["text"]]
    ends = np.cumsum(lengths)
    return (ends - lengths).astype(np.uint32), int(ends[-1])


def huffman_run(inputs: Inputs, **keywords: Any) -> Results:
    text, codes, lengths = inputs["text"], inputs["codes"], inputs["lengths"]
    starts, bits = huffman_layout(inputs)
    words = np.zeros(-(-bits // 32), np.uint32)
    huffman_encode(text, codes, lengths, starts, words, **keywords)
    begins = starts[::20].copy()
    back = huffman_decode(
        words, begins, codes, lengths, 20, domain=begins.size, shapes={"text": text.size}, **keywords
    )
    return [words, back]


def huffman_expected(inputs: Inputs) -> Results:
    pairs = [(int(inputs["codes"][t]), int(inputs["lengths"][t])) for t in inputs["text"]]
    bits = "".join(format(code, f"0{length}b") for code, length in pairs)
    bits += "0" * (-len(bits) % 32)
    words = [int(bits[k : k + 32], 2) for k in range(0, len(bits), 32)]
    return [np.array(words, np.uint32), inputs["text"]]


# ---------------------------------------------------------------- hybrid sort: buckets, then a sort of each

BUCKETS = 16


def hybridsort_inputs(size: int, seed: int) -> Inputs:
    return {"values": (np.random.default_rng(seed).random(size) ** 2).astype(F)}


@vy.kernel(domain="values")
def hybridsort_count(values: vy.In[vy.f32], counts: vy.Out[vy.u32, BUCKETS]) -> None:
    i = vy.global_id()
    if i < values.size:
        vy.atomic_add(counts, vy.u32(values[i] * BUCKETS), 1)


@vy.kernel(workgroup=BUCKETS, domain=BUCKETS)
def hybridsort_fill(values: vy.In[vy.f32], starts: vy.In[vy.u32], placed: vy.Out[vy.f32]) -> None:
    """Each bucket collects its values in their order, and sorts them by insertion."""
    bucket = vy.global_id()
    first = starts[bucket]
    n = vy.u32(0)
    for i in range(values.size):
        x = values[i]
        if vy.u32(x * BUCKETS) != bucket:
            continue
        at = first + n
        while at > first and placed[at - 1] > x:
            placed[at] = placed[at - 1]
            at -= 1
        placed[at] = x
        n += 1


def hybridsort_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"]
    counts = hybridsort_count(values, **keywords)
    starts = (np.cumsum(counts) - counts).astype(np.uint32)
    return [counts, hybridsort_fill(values, starts, shapes={"placed": values.size}, **keywords)]


def hybridsort_expected(inputs: Inputs) -> Results:
    values = inputs["values"]
    counts, _ = np.histogram(values, BUCKETS, (0, 1))
    return [counts.astype(np.uint32), np.sort(values)]


# ---------------------------------------------------------------- the longest match of each query in a reference text


def mummer_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    text = rng.choice(np.frombuffer(b"ACGT", np.uint8), size)
    suffixes = sorted(range(size), key=lambda k: text[k:].tobytes())
    queries = rng.choice(np.frombuffer(b"ACGT", np.uint8), (12, 10))
    for k in range(0, 12, 2):
        at = int(rng.integers(0, size - 9))
        queries[k, : 3 + k // 2] = text[at : at + 3 + k // 2]
    return {"text": text, "suffixes": np.array(suffixes, np.uint32), "queries": queries}


@vy.kernel(workgroup=(4, 8), domain="queries")
def mummer_match(
    text: vy.In[vy.u8],
    suffixes: vy.In[vy.u32],
    queries: vy.In[vy.u8],
    longest: vy.Out[vy.u32],
    where: vy.Out[vy.u32],
) -> None:
    """By a search in the suffix array: the length of the longest prefix of queries[q, s:], and its first suffix."""
    q, s = vy.global_id(0), vy.global_id(1)
    if q >= queries.shape[0] or s >= queries.shape[1]:
        return
    lo, hi = vy.u32(0), suffixes.size
    best = vy.u32(0)
    while lo < hi:
        middle = (lo + hi) // 2
        k = vy.u32(0)
        while s + k < queries.shape[1] and suffixes[middle] + k < text.size:
            if text[suffixes[middle] + k] != queries[q, s + k]:
                break
            k += 1
        best = max(best, k)
        at_end = s + k == queries.shape[1]
        if at_end or (suffixes[middle] + k < text.size and text[suffixes[middle] + k] > queries[q, s + k]):
            hi = middle
        else:
            lo = middle + 1
    at = vy.u32(0xFFFFFFFF)
    for n in range(text.size):
        if best == 0:
            break
        k = vy.u32(0)
        while k < best and n + k < text.size and text[n + k] == queries[q, s + k]:
            k += 1
        if k == best:
            at = n
            break
    longest[q, s] = best
    where[q, s] = at


def mummer_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = inputs["queries"].shape
    given = (inputs[key] for key in ("text", "suffixes", "queries"))
    return mummer_match(*given, shapes={"longest": shape, "where": shape}, **keywords)


def mummer_expected(inputs: Inputs) -> Results:
    text = inputs["text"].tobytes()
    longest, where = [], []
    for query in inputs["queries"]:
        for s in range(len(query)):
            rest = query[s:].tobytes()
            length = next((k for k in range(len(rest), 0, -1) if rest[:k] in text), 0)
            longest.append(length)
            where.append(text.index(rest[:length]) if length else 0xFFFFFFFF)
    shape = inputs["queries"].shape
    return [np.array(longest, np.uint32).reshape(shape), np.array(where, np.uint32).reshape(shape)]


PROGRAMS = (
    Program("rodinia_nn", nn_inputs, nn_run, nn_expected, 150),
    Program("rodinia_kmeans", kmeans_inputs, kmeans_run, kmeans_expected, 120),
    Program("rodinia_streamcluster", streamcluster_inputs, streamcluster_run, streamcluster_expected, 100),
    Program("rodinia_particle_filter", particles_inputs, particles_run, particles_expected, 90),
    Program("rodinia_huffman", huffman_inputs, huffman_run, huffman_expected, 170),
    Program("rodinia_hybridsort", hybridsort_inputs, hybridsort_run, hybridsort_expected, 150),
    Program("rodinia_mummer", mummer_inputs, mummer_run, mummer_expected, 120),
)
