"""Programs of Pannotia and Lonestar: colours, independent sets, shortest paths, components, ranks, triangles, trees."""

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
    lefts = []
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


# ---------------------------------------------------------------- connected components


@vy.kernel(domain="parent")
def components_hook(first: vy.In[vy.i32], to: vy.In[vy.i32], parent: vy.In[vy.i32], lower: vy.InOut[vy.i32]) -> None:
    """Let the root of each node point to the least root among its neighbours."""
    v = vy.global_id()
    if v < parent.size:
        root = parent[v]
        while parent[root] != root:
            root = parent[root]
        for e in range(first[v], first[v + 1]):
            other = parent[to[e]]
            while True:
                above = parent[other]
                if above == other:
                    break
                other = above
            if other < root:
                vy.atomic_min(lower, root, other)


@vy.kernel
def components_jump(parent: vy.InOut[vy.i32], before: vy.In[vy.i32]) -> None:
    v = vy.global_id()
    if v < parent.size:
        at = before[v]
        while at != before[at]:
            at = before[at]
        parent[v] = at


def components_run(inputs: Inputs, **keywords: Any) -> Results:
    parent = np.arange(inputs["priority"].size, dtype=np.int32)
    while True:
        lower = parent.copy()
        components_hook(inputs["first"], inputs["to"], parent, lower, **keywords)
        if np.array_equal(lower, parent):
            return [parent]
        parent = lower.copy()
        components_jump(parent, lower, **keywords)


def components_expected(inputs: Inputs) -> Results:
    near = neighbours(inputs)
    parent = [-1] * len(near)
    for start in range(len(near)):
        stack = [start] if parent[start] < 0 else []
        while stack:
            v = stack.pop()
            if parent[v] < 0:
                parent[v] = start
                stack += near[v]
    return [np.array(parent, np.int32)]


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


# ---------------------------------------------------------------- triangles


@vy.kernel(domain=lambda first, to: first.size - 1)
def triangles(first: vy.In[vy.i32], to: vy.In[vy.i32], counts: vy.Out[vy.u32]) -> None:
    """For each node those triangles of which it is the least: merges of two sorted lists of neighbours."""
    v = vy.global_id()
    if v >= first.size - 1:
        return
    count = vy.u32(0)
    for e in range(first[v], first[v + 1]):
        u = to[e]
        if vy.u32(u) <= v:
            continue
        a, b = e + 1, first[u]
        while a < first[v + 1] and b < first[u + 1]:
            if to[a] < to[b]:
                a += 1
            elif to[a] > to[b]:
                b += 1
            else:
                if to[a] > u:
                    count += 1
                a += 1
                b += 1
    counts[v] = count


def triangles_run(inputs: Inputs, **keywords: Any) -> Results:
    return [triangles(inputs["first"], inputs["to"], shapes={"counts": inputs["priority"].size}, **keywords)]


def triangles_expected(inputs: Inputs) -> Results:
    near = [set(part) for part in neighbours(inputs)]
    counts = [sum(w > u > v for u in near[v] if u > v for w in near[u] & near[v]) for v in range(len(near))]
    return [np.array(counts, np.uint32)]


# ---------------------------------------------------------------- cores


@vy.kernel(domain="degree")
def cores_peel(
    first: vy.In[vy.i32], to: vy.In[vy.i32], k: vy.i32, degree: vy.In[vy.i32], core: vy.InOut[vy.i32], less: vy.InOut[vy.i32]
) -> None:
    """Nodes of fewer than k remaining neighbours leave, and each neighbour loses one."""
    v = vy.global_id()
    if v < degree.size and core[v] < 0 and degree[v] < k:
        core[v] = k - 1
        for e in range(first[v], first[v + 1]):
            vy.atomic_sub(less, to[e], 1)
        vy.atomic_add(less, degree.size, 1)


def cores_run(inputs: Inputs, **keywords: Any) -> Results:
    first, to = inputs["first"], inputs["to"]
    degree = np.diff(first).astype(np.int32)
    core = np.full(degree.size, -1, np.int32)
    k = 1
    while (core < 0).any():
        less = np.append(degree, 0).astype(np.int32)
        cores_peel(first, to, k, degree, core, less, **keywords)
        degree = less[:-1].copy()
        k += int(less[-1] == 0)
    return [core]


def cores_expected(inputs: Inputs) -> Results:
    near = neighbours(inputs)
    alive = set(range(len(near)))
    core = np.zeros(len(near), np.int32)
    k = 1
    while alive:
        gone = {v for v in alive if sum(u in alive for u in near[v]) < k}
        core[list(gone)] = k - 1
        alive -= gone
        k += not gone
    return [core]


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
    return betweenness(inputs["first"], inputs["to"], out=(np.zeros((n, n), F), order), **keywords)


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


# ---------------------------------------------------------------- a minimum spanning tree


@vy.kernel(domain="component")
def mst_lightest(
    first: vy.In[vy.i32],
    to: vy.In[vy.i32],
    weights: vy.In[vy.i32],
    component: vy.In[vy.i32],
    lightest: vy.InOut[vy.u64],
) -> None:
    """The lightest edge that leaves each component; edges of one weight are told apart by their ends."""
    v = vy.global_id()
    if v >= component.size:
        return
    mine = component[v]
    for e in range(first[v], first[v + 1]):
        u = to[e]
        if component[u] == mine:
            continue
        a, b = min(vy.i32(v), u), max(vy.i32(v), u)
        vy.atomic_min(lightest, mine, vy.u64(weights[e]) << 40 | vy.u64(a) << 20 | vy.u64(b))


def mst_run(inputs: Inputs, **keywords: Any) -> Results:
    given = [inputs[k] for k in ("first", "to", "weights")]
    component = np.arange(inputs["priority"].size, dtype=np.int32)
    chosen: set[int] = set()
    while True:
        lightest = np.full(component.size, 2**64 - 1, np.uint64)
        mst_lightest(*given, component, lightest, **keywords)
        edges = {int(edge) for edge in lightest if edge != 2**64 - 1}
        if not edges:
            return [np.array(sorted(chosen), np.uint64)]
        chosen |= edges
        for edge in edges:
            a, b = component[edge >> 20 & 0xFFFFF], component[edge & 0xFFFFF]
            component[component == max(a, b)] = min(a, b)


def mst_expected(inputs: Inputs) -> Results:
    edges = sorted(
        {
            int(w) << 40 | min(v, int(u)) << 20 | max(v, int(u))
            for v in range(inputs["priority"].size)
            for u, w in zip(*(inputs[k][inputs["first"][v] : inputs["first"][v + 1]] for k in ("to", "weights")), strict=True)
        }
    )
    parent: Array = np.arange(inputs["priority"].size)
    chosen = []
    for edge in edges:
        a, b = parent[edge >> 20 & 0xFFFFF], parent[edge & 0xFFFFF]
        if a != b:
            chosen.append(edge)
            parent[parent == a] = b
    return [np.array(chosen, np.uint64)]


PROGRAMS = (
    Program("pannotia_colour", undirected, colour_run, colour_expected, 90),
    Program("pannotia_independent_set", undirected, mis_run, mis_expected, 90),
    Program("pannotia_shortest_paths", undirected, sssp_run, sssp_expected, 80),
    Program("pannotia_pagerank", undirected, pagerank_run, pagerank_expected, 80),
    Program("pannotia_betweenness", undirected, betweenness_run, betweenness_expected, 40),
    Program("lonestar_components", undirected, components_run, components_expected, 90),
    Program("lonestar_triangles", undirected, triangles_run, triangles_expected, 60),
    Program("lonestar_cores", undirected, cores_run, cores_expected, 60),
    Program("lonestar_spanning_tree", undirected, mst_run, mst_expected, 70),
)
