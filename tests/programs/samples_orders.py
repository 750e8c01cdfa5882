"""Samples of CUDA that sort, search and number: networks, merging by ranks, splitting by bits, eigenvalues, sequences of
low discrepancy."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- rows sorted by a bitonic network

ROW = 128


def bitonic_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    keys = np.array([rng.permutation(1 << 20)[:ROW] for _ in range(size)]).astype(np.uint32)
    return {"keys": keys, "values": rng.integers(0, 2**32, keys.shape, np.uint32)}


@vy.func
def exchange(keys: Any, values: Any, a: vy.u32, b: vy.u32, up: vy.bool_) -> None:
    """Bring two pairs into the wanted order."""
    if (keys[a] > keys[b]) == up:
        keys[a], keys[b] = keys[b], keys[a]
        values[a], values[b] = values[b], values[a]


@vy.kernel(workgroup=ROW // 2)
def bitonic_rows(keys: vy.InOut[vy.u32], values: vy.InOut[vy.u32], up: vy.u32) -> None:
    k = vy.shared(vy.u32, ROW)
    v = vy.shared(vy.u32, ROW)
    row, lane = vy.group_id(), vy.local_id()
    for half in range(2):
        at = lane + vy.u32(half) * (ROW // 2)
        k[at], v[at] = keys[row, at], values[row, at]
    size = vy.u32(2)
    while size <= ROW:
        way = (lane & (size // 2)) != 0
        if size == ROW:
            way = False
        stride = size // 2
        while stride > 0:
            vy.barrier()
            pos = 2 * lane - (lane & (stride - 1))
            exchange(k, v, pos, pos + stride, (up != 0) != way)
            stride //= 2
        size *= 2
    vy.barrier()
    for half in range(2):
        at = lane + vy.u32(half) * (ROW // 2)
        keys[row, at], values[row, at] = k[at], v[at]


def bitonic_run(inputs: Inputs, **keywords: Any) -> Results:
    results: list[Array] = []
    for up in (1, 0):
        keys, values = inputs["keys"].copy(), inputs["values"].copy()
        results += bitonic_rows(keys, values, up, grid=len(keys), **keywords)
    return results


def bitonic_expected(inputs: Inputs) -> Results:
    order = np.argsort(inputs["keys"], 1)
    up = [np.take_along_axis(inputs[name], order, 1) for name in ("keys", "values")]
    return [*up, *(np.ascontiguousarray(part[:, ::-1]) for part in up)]


# ---------------------------------------------------------------- odd-even merging of one long row


def network_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).integers(-50, 50, size).astype(np.int16)}


@vy.kernel(domain="values")
def odd_even_step(values: vy.InOut[vy.i16], p: vy.u32, k: vy.u32) -> None:
    i = vy.global_id()
    first = k % p
    if i < first or i + k >= values.size:
        return
    if ((i - first) // k & 1) != 0 or i // (2 * p) != (i + k) // (2 * p):
        return
    low, high = values[i], values[i + k]
    if low > high:
        values[i] = high
        values[i + k] = low


def network_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"].copy()
    p = 1
    while p < values.size:
        k = p
        while k:
            odd_even_step(values, p, k, **keywords)
            k //= 2
        p *= 2
    return [values]


def network_expected(inputs: Inputs) -> Results:
    return [np.sort(inputs["values"])]


# ---------------------------------------------------------------- merging by ranks

RUN = 8


def ranks_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"keys": rng.integers(0, size // 3 + 2, size).astype(np.uint32), "names": np.arange(size, dtype=np.uint32)}


@vy.kernel(workgroup=16, domain=lambda keys, names: -(-keys.size // RUN))
def sort_runs(keys: vy.InOut[vy.u32], names: vy.InOut[vy.u32]) -> None:
    """By insertion, in place."""
    first = vy.global_id() * RUN
    end = min(first + RUN, keys.size)
    for i in range(first + 1, end):
        key, name = keys[i], names[i]
        j = i
        while j > first and keys[j - 1] > key:
            keys[j], names[j] = keys[j - 1], names[j - 1]
            j -= 1
        keys[j], names[j] = key, name


@vy.func
def rank_of(keys: Any, key: vy.u32, begin: vy.u32, end: vy.u32, behind_equals: vy.bool_) -> vy.u32:
    """How many of keys[begin:end] stand before key."""
    low, high = begin, end
    while low < high:
        middle = low + (high - low) // 2
        if keys[middle] < key or (behind_equals and keys[middle] == key):
            low = middle + 1
        else:
            high = middle
    return low - begin


@vy.kernel(domain="keys")
def merge_by_ranks(
    keys: vy.In[vy.u32], names: vy.In[vy.u32], run: vy.u32, to: vy.InOut[vy.u32], to_names: vy.InOut[vy.u32]
) -> None:
    i = vy.global_id()
    if i >= keys.size:
        return
    pair = i // (2 * run) * (2 * run)
    middle = min(pair + run, keys.size)
    end = min(pair + 2 * run, keys.size)
    if i < middle:
        at = i + rank_of(keys, keys[i], middle, end, False)
    else:
        at = pair + (i - middle) + rank_of(keys, keys[i], pair, middle, True)
    to[at] = keys[i]
    to_names[at] = names[i]


def ranks_run(inputs: Inputs, **keywords: Any) -> Results:
    keys, names = inputs["keys"].copy(), inputs["names"].copy()
    sort_runs(keys, names, **keywords)
    run = RUN
    while run < keys.size:
        to, to_names = np.zeros_like(keys), np.zeros_like(names)
        merge_by_ranks(keys, names, run, to, to_names, **keywords)
        keys, names = to, to_names
        run *= 2
    return [keys, names]


def ranks_expected(inputs: Inputs) -> Results:
    order = np.argsort(inputs["keys"], kind="stable")
    return [inputs["keys"][order], inputs["names"][order]]


# ---------------------------------------------------------------- tiles sorted bit by bit

SPLIT = 128


def split_inputs(size: int, seed: int) -> Inputs:
    return {"keys": np.random.default_rng(seed).integers(0, 2**10, size * SPLIT).astype(np.uint16)}


@vy.kernel(workgroup=SPLIT)
def split_by_bits(keys: vy.In[vy.u16], sorted_keys: vy.Out[vy.u16], origins: vy.Out[vy.u8]) -> None:
    """Ten stable splits: those with a 0 go to the front in their order, the others behind them."""
    cells = vy.shared(vy.u16, SPLIT)
    places = vy.shared(vy.u8, SPLIT)
    zeros = vy.shared(vy.u32, SPLIT // 32 + 1)
    lane = vy.local_id()
    key, origin = keys[vy.global_id()], vy.u8(lane)
    for bit in range(10):
        one = (key >> bit & 1) != 0
        free = vy.subgroup_ballot(not one)
        rank = vy.popcount(free & ((vy.u32(1) << vy.subgroup_lane()) - 1))
        if vy.subgroup_lane() == 0:
            zeros[vy.subgroup_id() + 1] = vy.popcount(free)
        vy.barrier()
        if lane == 0:
            for w in range(SPLIT // 32):
                zeros[w + 1] += zeros[w]
        vy.barrier()
        before = zeros[vy.subgroup_id()] + rank
        at = lane - before + zeros[SPLIT // 32] if one else before
        cells[at], places[at] = key, origin
        vy.barrier()
        key, origin = cells[lane], places[lane]
        vy.barrier()
    sorted_keys[vy.global_id()], origins[vy.global_id()] = key, origin


def split_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(split_by_bits(inputs["keys"], **keywords))


def split_expected(inputs: Inputs) -> Results:
    rows = inputs["keys"].reshape(-1, SPLIT)
    order = np.argsort(rows, 1, kind="stable")
    return [np.take_along_axis(rows, order, 1).ravel(), order.astype(np.uint8).ravel()]


# ---------------------------------------------------------------- eigenvalues by counting


def eigen_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"diagonal": rng.random(size, F) * F(10), "beside": rng.random(size - 1, F)}


@vy.func
def count_below(diagonal: Any, beside: Any, x: vy.f32) -> vy.u32:
    """How many eigenvalues are below x: the negative quotients of Sturm's sequence."""
    count = vy.u32(0)
    q = vy.f32(1.0)
    for i in range(diagonal.size):
        if i == 0:
            q = diagonal[i] - x
        else:
            q = diagonal[i] - x - beside[i - 1] * beside[i - 1] / q
        if abs(q) < 1e-12:
            q = -1e-12
        if q < 0:
            count += 1
    return count


@vy.kernel(workgroup=32, domain="diagonal")
def eigenvalues(
    diagonal: vy.In[vy.f32], beside: vy.In[vy.f32], low: vy.f32, high: vy.f32, values: vy.Out[vy.f32]
) -> None:
    i = vy.global_id()
    if i >= diagonal.size:
        return
    a, b = low, high
    while True:
        middle = 0.5 * (a + b)
        if middle == a or middle == b:
            break
        if count_below(diagonal, beside, middle) > i:
            b = middle
        else:
            a = middle
        if b - a <= 1e-5:
            break
    values[i] = 0.5 * (a + b)


def eigen_run(inputs: Inputs, **keywords: Any) -> Results:
    values = eigenvalues(inputs["diagonal"], inputs["beside"], F(-3), F(13), **keywords)
    return [values, np.diff(values) >= 0]


def eigen_expected(inputs: Inputs) -> Results:
    """All at once, each step as the kernel rounds it; what comes out is close to what LAPACK gives."""
    d, e = inputs["diagonal"], inputs["beside"]
    a, b = np.full(d.size, -3, F), np.full(d.size, 13, F)
    wanted = np.arange(d.size)
    busy = np.ones(d.size, bool)
    while busy.any():
        middle = F(0.5) * (a + b)
        busy &= (middle != a) & (middle != b)
        counts = np.zeros(d.size, int)
        q = np.ones(d.size, F)
        for i in range(d.size):
            q = d[i] - middle - (e[i - 1] * e[i - 1] / q if i else F(0))
            q = np.where(np.abs(q) < F(1e-12), F(-1e-12), q)
            counts += q < 0
        b = np.where(busy & (counts > wanted), middle, b)
        a = np.where(busy & (counts <= wanted), middle, a)
        busy &= b - a > F(1e-5)
    values = F(0.5) * (a + b)
    matrix = np.diag(d.astype(float)) + np.diag(e.astype(float), 1) + np.diag(e.astype(float), -1)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix), atol=1e-4)
    return [values, np.ones(d.size - 1, bool)]


# ---------------------------------------------------------------- Sobol's sequence


def directions() -> Array:
    """32 direction numbers for each of five dimensions, from primitive polynomials and odd starts."""
    table = np.zeros((5, 32), np.uint32)
    table[0] = [1 << (31 - k) for k in range(32)]
    polynomials = ((1, 0, (1,)), (2, 1, (1, 3)), (3, 1, (1, 3, 1)), (3, 2, (1, 1, 1)))
    for row, (degree, inner, starts) in enumerate(polynomials, 1):
        v = [m << (31 - k) for k, m in enumerate(starts)]
        for k in range(degree, 32):
            new = v[k - degree] ^ v[k - degree] >> degree
            for j in range(1, degree):
                if inner >> (degree - 1 - j) & 1:
                    new ^= v[k - j]
            v.append(new)
        table[row] = v
    return table


DIRECTIONS = directions()


def sobol_inputs(size: int, seed: int) -> Inputs:
    return {"count": size, "skip": int(np.random.default_rng(seed).integers(0, 100))}


@vy.kernel(workgroup=32)
def sobol(skip: vy.u32, count: vy.u32, points: vy.Out[vy.f32]) -> None:
    """A row of workgroups for each dimension; from its first number an invocation goes on in steps of a power of two."""
    dim = vy.group_id() % 5
    lane = vy.group_id() // 5 * vy.workgroup_size() + vy.local_id()
    stride = vy.u32(64)
    i = lane
    if i >= count:
        return
    gray = (i + skip) ^ (i + skip) >> 1
    x = vy.u32(0)
    k = 0
    while gray:
        if gray & 1:
            x ^= DIRECTIONS[dim, k]
        gray >>= 1
        k += 1
    points[dim, i] = vy.f32(x) * vy.static(2.0**-32)
    i += stride
    while i < count:
        # the two numbers differ in few digits of their Gray codes
        n = i + skip
        changed = (n ^ n >> 1) ^ ((n - stride) ^ (n - stride) >> 1)
        while changed != 0:
            x ^= DIRECTIONS[dim, vy.ctz(changed)]
            changed &= changed - 1
        points[dim, i] = vy.f32(x) * vy.static(2.0**-32)
        i += stride


def sobol_run(inputs: Inputs, **keywords: Any) -> Results:
    return [sobol(inputs["skip"], inputs["count"], grid=10, shapes={"points": (5, inputs["count"])}, **keywords)]


def sobol_expected(inputs: Inputs) -> Results:
    points = np.zeros((5, inputs["count"]), F)
    for dim, i in np.ndindex(points.shape):
        n = i + inputs["skip"]
        x = 0
        for k in range(32):
            if (n ^ n >> 1) >> k & 1:
                x ^= int(DIRECTIONS[dim, k])
        points[dim, i] = F(x) * F(2.0**-32)
    return [points]


PROGRAMS = (
    Program("samples_bitonic", bitonic_inputs, bitonic_run, bitonic_expected, 4),
    Program("samples_odd_even_merge", network_inputs, network_run, network_expected, 100),
    Program("samples_merge_by_ranks", ranks_inputs, ranks_run, ranks_expected, 150),
    Program("samples_split_by_bits", split_inputs, split_run, split_expected, 3),
    Program("samples_eigenvalues", eigen_inputs, eigen_run, eigen_expected, 20),
    Program("samples_sobol", sobol_inputs, sobol_run, sobol_expected, 150),
)
