"""SHOC: a search through MD5 digests, breadth-first search with a queue of a workgroup, clusters by distance, a net."""

from __future__ import annotations

import hashlib
import struct
import warnings
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results
from tests.programs.rodinia_graphs import bfs_expected, random_graph

F = np.float32

# ---------------------------------------------------------------- MD5 of all keys of a few letters

SINES = np.array([int(abs(np.sin(k + 1.0)) * 2.0**32) for k in range(64)], np.uint32)
TURNS = (7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21)
LETTERS, LENGTH = 5, 4


def md5_inputs(size: int, seed: int) -> Inputs:
    key = int(np.random.default_rng(seed).integers(0, size))
    return {"size": size, "digest": np.frombuffer(hashlib.md5(md5_key(key)).digest(), np.uint32).copy()}


def md5_key(index: int) -> bytes:
    return bytes(ord("a") + index // LETTERS**k % LETTERS for k in range(LENGTH))


@vy.func
def md5_of_word(word: vy.u32) -> Any:
    """The digest of a message of LENGTH bytes, which are one word."""
    block = vy.private(vy.u32, 16)
    block[0] = word
    block[1] = 0x80
    block[14] = LENGTH * 8
    a, b, c, d = vy.u32(0x67452301), vy.u32(0xEFCDAB89), vy.u32(0x98BADCFE), vy.u32(0x10325476)
    for k in range(64):
        part = k // 16
        if part == 0:
            f, g = (b & c) | (~b & d), k
        elif part == 1:
            f, g = (d & b) | (~d & c), (5 * k + 1) % 16
        elif part == 2:
            f, g = b ^ c ^ d, (3 * k + 5) % 16
        else:
            f, g = c ^ (b | ~d), 7 * k % 16
        f = f + a + SINES[k] + block[g]
        a, d, c = d, c, b
        b = b + vy.rotl(f, TURNS[part * 4 + k % 4])
    return a + 0x67452301, b + 0xEFCDAB89, c + 0x98BADCFE, d + 0x10325476


@vy.kernel(workgroup=64)
def md5_search(digest: vy.In[vy.u32], size: vy.u32, found: vy.InOut[vy.u32], checks: vy.Out[vy.u32]) -> None:
    """checks[i] adds up the digests of the keys that invocation i tries; found has index and word of the one searched."""
    total = vy.u32(0)
    for index in vy.grid_stride(size):
        word = vy.u32(0)
        rest = index
        for k in range(LENGTH):
            word |= (97 + rest % LETTERS) << vy.u32(8 * k)
            rest //= LETTERS
        a, b, c, d = md5_of_word(word)
        total += a ^ b ^ c ^ d
        if a == digest[0] and b == digest[1] and c == digest[2] and d == digest[3]:
            found[0] = index
            found[1] = word
    checks[vy.global_id()] = total


def md5_run(inputs: Inputs, **keywords: Any) -> Results:
    found = np.zeros(2, np.uint32)
    checks = np.zeros(128, np.uint32)
    md5_search(inputs["digest"], inputs["size"], found, out=checks, grid=2, **keywords)
    return [found, checks]


def md5_expected(inputs: Inputs) -> Results:
    checks = [0] * 128
    found = np.zeros(2, np.uint32)
    for index in range(inputs["size"]):
        digest = hashlib.md5(md5_key(index)).digest()
        a, b, c, d = struct.unpack("<4I", digest)
        checks[index % 128] += a ^ b ^ c ^ d
        if digest == inputs["digest"].tobytes():
            found[:] = index, int.from_bytes(md5_key(index), "little")
    return [found, np.array([c % 2**32 for c in checks], np.uint32)]


# ---------------------------------------------------------------- breadth-first search inside of one workgroup

QUEUE = 512


@vy.kernel(workgroup=64, domain=64)
def bfs_queue(first: vy.In[vy.i32], to: vy.In[vy.i32], cost: vy.InOut[vy.i32]) -> None:
    """Two queues in shared memory, each level's order unknown; a node is claimed by compare and exchange."""
    queues = vy.shared(vy.i32, (2, QUEUE))
    lengths = vy.shared(vy.u32, 2)
    t = vy.local_id()
    if t == 0:
        lengths[0] = 1
        cost[0] = 0
    vy.barrier()
    now = 0
    level = 0
    while True:
        length = lengths[now]
        if vy.workgroup_all(length == 0):
            break
        other = 1 - now
        for k in range(t, length, 64):
            node = queues[now, k]
            for e in range(first[node], first[node + 1]):
                neighbour = to[e]
                if vy.atomic_compare_exchange(cost, neighbour, -1, level + 1) == -1:
                    at = vy.atomic_add(lengths, other, 1)
                    queues[other, at] = neighbour
        vy.barrier()
        if t == 0:
            lengths[now] = 0
        vy.barrier()
        level += 1
        now = other


def bfs_queue_run(inputs: Inputs, **keywords: Any) -> Results:
    cost = np.full(len(inputs["first"]) - 1, -1, np.int32)
    with warnings.catch_warnings():  # a node's level is the same, whichever neighbour claims it
        warnings.filterwarnings("ignore", r"\[N100\] bfs_queue:", vy.VyreWarning)
        bfs_queue(inputs["first"], inputs["to"], cost, **keywords)
    return [cost]


# ---------------------------------------------------------------- quality threshold clusters

THRESHOLD = 0.15


def qtc_inputs(size: int, seed: int) -> Inputs:
    points = np.random.default_rng(seed).random((size, 2), F)
    d = points[:, None] - points[None]
    return {"distances": np.sqrt(d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1])}


@vy.kernel(domain="owner")
def qtc_grow(distances: vy.In[vy.f32], owner: vy.In[vy.i32], members: vy.Out[vy.u32], width: vy.Out[vy.f32]) -> None:
    """The cluster that grows from each free point, always by the point that widens it least; its size and diameter."""
    seed = vy.global_id()
    if seed >= owner.size or owner[seed] >= 0:
        return
    taken = vy.private(vy.bool_, 64)
    far = vy.private(vy.f32, 64)  # how far each point is from the cluster's farthest
    taken[seed] = True
    last = seed
    diameter = 0.0
    count = vy.u32(1)
    while True:
        best = -1
        least = THRESHOLD
        for p in range(owner.size):
            if taken[p] or owner[p] >= 0:
                continue
            if distances[last, p] > far[p]:
                far[p] = distances[last, p]
            if far[p] < least:
                least = far[p]
                best = vy.i32(p)
        if best < 0:
            break
        last = vy.u32(best)
        taken[last] = True
        diameter = max(diameter, least)
        count += 1
    members[seed] = count
    width[seed] = diameter


@vy.kernel(domain=1)
def qtc_assign(distances: vy.In[vy.f32], seed: vy.u32, cluster: vy.i32, owner: vy.InOut[vy.i32]) -> None:
    """Grow the chosen cluster once more, and let it own its points."""
    last = vy.i32(seed)
    far = vy.private(vy.f32, 64)
    while last >= 0 and vy.global_id() == 0:
        owner[last] = cluster
        least, best = vy.f32(THRESHOLD), -1
        for p in range(vy.i32(owner.size)):
            if owner[p] == -1:
                far[p] = max(far[p], distances[last, p])
                if far[p] < least:
                    least, best = far[p], p
        last = best


def qtc_run(inputs: Inputs, **keywords: Any) -> Results:
    distances = inputs["distances"]
    owner = np.full(len(distances), -1, np.int32)
    found: list[Array] = []
    cluster = 0
    while (owner < 0).any():
        members, width = qtc_grow(distances, owner, shapes={"members": owner.shape, "width": owner.shape}, **keywords)
        found += [members, width]
        qtc_assign(distances, int(members.argmax()), cluster, owner, **keywords)
        cluster += 1
    return [owner, *found]


def qtc_expected(inputs: Inputs) -> Results:
    distances = inputs["distances"]
    n = len(distances)
    owner = np.full(n, -1, np.int32)
    found: list[Array] = []

    def grown(seed: int) -> tuple[list[int], np.float32]:
        cluster, diameter = [seed], F(0)
        while True:
            reach = distances[cluster].max(0)
            reach[cluster] = np.inf
            reach[owner >= 0] = np.inf
            if reach.min() >= F(THRESHOLD):
                return cluster, diameter
            diameter = max(diameter, reach.min())
            cluster.append(int(reach.argmin()))

    number = 0
    while (owner < 0).any():
        clusters = {p: grown(p) for p in range(n) if owner[p] < 0}
        members, width = np.zeros(n, np.uint32), np.zeros(n, F)
        for p, (cluster, diameter) in clusters.items():
            members[p], width[p] = len(cluster), diameter
        found += [members, width]
        owner[clusters[int(members.argmax())][0]] = number
        number += 1
    return [owner, *found]


# ---------------------------------------------------------------- a net of two layers, with rectified units


def net_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "images": rng.integers(0, 256, (size, 36)).astype(np.uint8),
        "first": (rng.random((12, 36)) - 0.5).astype(F),
        "bias": (rng.random(12) - 0.5).astype(F),
        "second": (rng.random((10, 12)) - 0.5).astype(F),
    }


@vy.kernel(domain="images", workgroup=(16, 1))
def net_forward(
    images: vy.In[vy.u8],
    first: vy.In[vy.f32],
    bias: vy.In[vy.f32],
    second: vy.In[vy.f32],
    scores: vy.Out[vy.f32],
    label: vy.Out[vy.u8],
) -> None:
    n = vy.global_id(0)
    if vy.global_id(1) != 0 or n >= images.shape[0]:
        return
    hidden = vy.private(vy.f32, 12)
    for h in range(12):
        total = bias[h]
        for k in range(images.shape[1]):
            total += first[h, k] * (vy.f32(images[n, k]) / 255)
        hidden[h] = total if total > 0 else 0.0
    best, largest = 0, 0.0
    for s in range(10):
        total = 0.0
        for h in range(12):
            if hidden[h] == 0:
                continue
            total += second[s, h] * hidden[h]
        scores[n, s] = total
        if s == 0 or total > largest:
            best, largest = s, total
    label[n] = vy.u8(best)


def net_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["images"])
    given = (inputs[k] for k in ("images", "first", "bias", "second"))
    return list(net_forward(*given, domain=(n, 1), shapes={"scores": (n, 10), "label": n}, **keywords))


def net_expected(inputs: Inputs) -> Results:
    x = inputs["images"].astype(F) / F(255)
    hidden = np.tile(inputs["bias"], (len(x), 1))
    for k in range(x.shape[1]):
        hidden += np.outer(x[:, k], inputs["first"][:, k])
    hidden = np.maximum(hidden, F(0))
    scores = np.zeros((len(x), 10), F)
    for h in range(12):
        scores += np.outer(hidden[:, h], inputs["second"][:, h])
    return [scores, scores.argmax(1).astype(np.uint8)]


PROGRAMS = (
    Program("shoc_md5hash", md5_inputs, md5_run, md5_expected, 300, largest=LETTERS**LENGTH),
    Program("shoc_bfs_queue", random_graph, bfs_queue_run, bfs_expected, 200, largest=QUEUE),
    Program("shoc_qtclustering", qtc_inputs, qtc_run, qtc_expected, 32, largest=64),
    Program("shoc_neuralnet", net_inputs, net_run, net_expected, 24),
)
