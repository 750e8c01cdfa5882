"""Pannotia's graphs: colours, independent sets, shortest paths, ranks, betweenness."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
INF = 2**31 - 1


def undirected(size: int, seed: int) -> Inputs:
    """A simple graph with sorted neighbours: those of v are to[first[v]:first[v + 1]]."""
    rng = np.random.default_rng(seed)
    near = rng.random((size, size)) < 3.5 / size
    near = np.triu(near, 1)
    near |= near.T
    first = np.concatenate([[0], np.cumsum(near.sum(1))]).astype(np.int32)
    to = np.nonzero(near)[1].astype(np.int32)
    upper = rng.integers(1, 30, (size, size)).astype(np.int32)
    weights = (np.triu(upper, 1) + np.triu(upper, 1).T)[near]
    return {"first": first, "to": to, "weights": weights, "priority": rng.permutation(size).astype(np.int32)}


def neighbours(inputs: Inputs) -> list[list[int]]:
    return [part.tolist() for part in np.split(inputs["to"], inputs["first"][1:-1])]


# ---------------------------------------------------------------- colours


@vy.kernel(domain="colour")
def colour_round(
    first: vy.In[vy.i32],
    to: vy.In[vy.i32],
    priority: vy.In[vy.i32],
    colour: vy.In[vy.i32],
    after: vy.InOut[vy.i32],
    left: vy.InOut[vy.u32],
) -> None:
    """A node without a colour whose priority is the highest among such neighbours takes the least free colour."""
    v = vy.global_id()
    if v >= colour.size or colour[v] >= 0:
        return
    highest = True
    used = vy.u64(0)
    for e in range(first[v], first[v + 1]):
        u = to[e]
        if colour[u] >= 0:
            used |= vy.u64(1) << vy.u64(colour[u])
        elif priority[u] > priority[v]:
            highest = False
            break
    if not highest:
        vy.atomic_add(left, 0, 1)
        return
    c = 0
    while used >> vy.u64(c) & 1:
        c += 1
    after[v] = c


def colour_run(inputs: Inputs, **keywords: Any) -> Results:
    colour = np.full(inputs["priority"].size, -1, np.int32)
    lefts: list[Array] = []
    while not lefts or lefts[-1][0]:
        after, left = colour.copy(), np.zeros(1, np.uint32)
        colour_round(inputs["first"], inputs["to"], inputs["priority"], colour, after, left, **keywords)
        colour = after
        lefts.append(left)
    return [colour, np.concatenate(lefts)]


def colour_expected(inputs: Inputs) -> Results:
    """A node's colour depends on those of higher priority only, so the rounds give what one after another gives."""
    near, priority = neighbours(inputs), inputs["priority"]
    colour, step = [-1] * len(near), [0] * len(near)
    for v in np.argsort(-priority):
        above = [u for u in near[v] if priority[u] > priority[v]]
        step[v] = max((step[u] + 1 for u in above), default=0)
        colour[v] = next(c for c in range(len(near)) if c not in {colour[u] for u in above})
    lefts = [sum(s > k for s in step) for k in range(max(step) + 1)]
    return [np.array(colour, np.int32), np.array(lefts, np.uint32)]


# ---------------------------------------------------------------- a maximal independent set


@vy.kernel(domain="state")
def mis_round(
    first: vy.In[vy.i32], to: vy.In[vy.i32], priority: vy.In[vy.i32], state: vy.In[vy.i8], after: vy.InOut[vy.i8]
) -> None:
    """0: undecided, 1: in, -1: out."""
    v = vy.global_id()
    if v >= state.size or state[v] != 0:
        return
    e = first[v]
    beaten = False
    while e < first[v + 1] and not beaten:
        u = to[e]
        e += 1
        if state[u] == 1:
            after[v] = -1
            return
        if state[u] < 0:
            continue
        beaten = priority[u] < priority[v]
    if not beaten:
        for e in range(first[v], first[v + 1]):
            if state[to[e]] == 1:
                return
        after[v] = 1


def mis_run(inputs: Inputs, **keywords: Any) -> Results:
    state = np.zeros(inputs["priority"].size, np.int8)
    rounds = 0
    while (state == 0).any():
        after = state.copy()
        mis_round(inputs["first"], inputs["to"], inputs["priority"], state, after, **keywords)
        state = after
        rounds += 1
        assert rounds < 100
    return [state]


def mis_expected(inputs: Inputs) -> Results:
    near, state = neighbours(inputs), [0] * inputs["priority"].size
    for v in np.argsort(inputs["priority"]):
        state[v] = -1 if any(state[u] == 1 for u in near[v]) else 1
    return [np.array(state, np.int8)]


# ---------------------------------------------------------------- shortest paths


@vy.kernel(domain="distance")
def sssp_relax(
    first: vy.In[vy.i32],
    to: vy.In[vy.i32],
    weights: vy.In[vy.i32],
    distance: vy.In[vy.i32],
    changed: vy.InOut[vy.bool_],
    after: vy.InOut[vy.i32],
) -> None:
    v = vy.global_id()
    if v < distance.size:
        best = distance[v]
        for e in range(first[v], first[v + 1]):
            d = distance[to[e]]
            if d == INF:
                continue
            if d + weights[e] < best:
                best = d + weights[e]
        if best < distance[v]:
            changed[0] = True
        after[v] = best


def sssp_run(inputs: Inputs, **keywords: Any) -> Results:
    distance = np.full(inputs["priority"].size, INF, np.int32)
    distance[0] = 0
    changed = np.ones(1, bool)
    while changed[0]:
        changed[0], after = False, np.empty_like(distance)
        sssp_relax(inputs["first"], inputs["to"], inputs["weights"], distance, changed, after, **keywords)
        distance = after
    return [distance]


def sssp_expected(inputs: Inputs) -> Results:
    first, to, weights = (inputs[k].tolist() for k in ("first", "to", "weights"))
    distance = [INF] * (len(first) - 1)
    heap = [(0, 0)]
    while heap:
        d, v = heapq.heappop(heap)
        if d < distance[v]:
            distance[v] = d
            for e in range(first[v], first[v + 1]):
                heapq.heappush(heap, (d + weights[e], to[e]))
    return [np.array(distance, np.int32)]


# ---------------------------------------------------------------- page rank


@vy.kernel(domain="rank")
def pagerank_step(first: vy.In[vy.i32], to: vy.In[vy.i32], rank: vy.In[vy.f32], after: vy.InOut[vy.f32]) -> None:
    v = vy.global_id()
    if v >= rank.size:
        return
    total = 0.0
    for e in range(first[v], first[v + 1]):
        u = to[e]
        total += rank[u] / vy.f32(first[u + 1] - first[u])
    after[v] = (1.0 - 0.85) / vy.f32(rank.size) + 0.85 * total


def pagerank_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["priority"].size
    rank = np.full(n, F(1 / n))
    for _ in range(4):
        after = np.empty_like(rank)
        pagerank_step(inputs["first"], inputs["to"], rank, after, **keywords)
        rank = after
    return [rank]


def pagerank_expected(inputs: Inputs) -> Results:
    near = neighbours(inputs)
    n = len(near)
    degree = np.diff(inputs["first"]).astype(F)
    rank = np.full(n, F(1 / n))
    for _ in range(4):
        with np.errstate(divide="ignore"):
            share = rank / degree
        sums = np.array([np.add.accumulate([F(0), *share[part]], dtype=F)[-1] for part in near])
        rank = F(1 - 0.85) / F(n) + F(0.85) * sums
    return [rank]


# ---------------------------------------------------------------- betweenness: shortest paths counted forth and back


@vy.kernel(workgroup=32, domain=lambda first, to: first.size - 1)
def betweenness(first: vy.In[vy.i32], to: vy.In[vy.i32], share: vy.Out[vy.f32], order: vy.Out[vy.i32]) -> None:
    """Each invocation is a source: a search with a queue of its own, then the dependencies from its end backwards."""
    s = vy.global_id()
    n = first.size - 1
    if s >= n:
        return
    level = vy.private(vy.i32, 48)
    paths = vy.private(vy.f32, 48)
    given = vy.private(vy.f32, 48)
    queue = vy.private(vy.i32, 48)
    level[s] = 1
    paths[s] = 1.0
    queue[0] = vy.i32(s)
    head, tail = 0, 1
    while head < tail:
        v = queue[head]
        order[s, head] = v
        head += 1
        for e in range(first[v], first[v + 1]):
            w = to[e]
            if level[w] == 0:
                level[w] = level[v] + 1
                queue[tail] = w
                tail += 1
            if level[w] == level[v] + 1:
                paths[w] += paths[v]
    while tail > 1:
        tail -= 1
        w = queue[tail]
        for e in range(first[w], first[w + 1]):
            v = to[e]
            if level[v] == level[w] - 1:
                given[v] += paths[v] / paths[w] * (1.0 + given[w])
        share[s, w] = given[w]


def betweenness_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["priority"].size
    order = np.full((n, n), 0, np.int32)
    return list(betweenness(inputs["first"], inputs["to"], out=(np.zeros((n, n), F), order), **keywords))


def betweenness_expected(inputs: Inputs) -> Results:
    near = neighbours(inputs)
    n = len(near)
    share, orders = np.zeros((n, n), F), np.zeros((n, n), np.int32)
    for s in range(n):
        level, paths, order = {s: 0}, {s: F(1)}, [s]
        for v in order:
            for w in near[v]:
                if w not in level:
                    level[w], paths[w] = level[v] + 1, F(0)
                    order.append(w)
                if level[w] == level[v] + 1:
                    paths[w] += paths[v]
        given: dict[int, Any] = dict.fromkeys(order, F(0))
        for w in reversed(order[1:]):
            for v in near[w]:
                if level[v] == level[w] - 1:
                    given[v] = given[v] + paths[v] / paths[w] * (F(1) + given[w])
            share[s, w] = given[w]
        orders[s, : len(order)] = order
    return [share, orders]


PROGRAMS = (
    Program("pannotia_colour", undirected, colour_run, colour_expected, 90),
    Program("pannotia_independent_set", undirected, mis_run, mis_expected, 90),
    Program("pannotia_shortest_paths", undirected, sssp_run, sssp_expected, 80),
    Program("pannotia_pagerank", undirected, pagerank_run, pagerank_expected, 80),
    Program("pannotia_betweenness", undirected, betweenness_run, betweenness_expected, 40, largest=48),
)
