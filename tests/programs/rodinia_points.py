"""Rodinia's points and streams: neighbours, clusters, what a centre would save, particles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- the k nearest records

PLACE = np.dtype([("latitude", "f4"), ("longitude", "f4")])

if TYPE_CHECKING:
    Place: TypeAlias = Any
else:
    Place = vy.struct(PLACE)


def nn_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    places = np.empty(size, PLACE)
    places["latitude"], places["longitude"] = rng.random(size) * 180 - 90, rng.random(size) * 360 - 180
    return {"places": places, "latitude": F(30), "longitude": F(-90), "k": 5}


@vy.kernel(workgroup=64)
def nn_distances(places: vy.In[Place], latitude: vy.f32, longitude: vy.f32, distances: vy.Out[vy.f32]) -> None:
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
    return list(streamcluster_gain(*given, shapes={"switch": n, "lower": (n, centres.size + 1)}, **keywords))


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


PROGRAMS = (
    Program("rodinia_nn", nn_inputs, nn_run, nn_expected, 150),
    Program("rodinia_kmeans", kmeans_inputs, kmeans_run, kmeans_expected, 120),
    Program("rodinia_streamcluster", streamcluster_inputs, streamcluster_run, streamcluster_expected, 100),
    Program("rodinia_particle_filter", particles_inputs, particles_run, particles_expected, 90),
)
