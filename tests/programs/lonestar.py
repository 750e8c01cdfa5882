"""Lonestar's graphs: components, triangles, cores, a spanning tree."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results
from tests.programs.pannotia import neighbours, undirected

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
    first: vy.In[vy.i32],
    to: vy.In[vy.i32],
    k: vy.i32,
    degree: vy.In[vy.i32],
    core: vy.InOut[vy.i32],
    less: vy.InOut[vy.i32],
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
            for u, w in zip(
                *(inputs[k][inputs["first"][v] : inputs["first"][v + 1]] for k in ("to", "weights")), strict=True
            )
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
    Program("lonestar_components", undirected, components_run, components_expected, 90),
    Program("lonestar_triangles", undirected, triangles_run, triangles_expected, 60),
    Program("lonestar_cores", undirected, cores_run, cores_expected, 60),
    Program("lonestar_spanning_tree", undirected, mst_run, mst_expected, 70),
)
