"""Rodinia's graphs, trees and tables: breadth-first search, a B+ tree, sequence alignment, the cheapest path."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

# ---------------------------------------------------------------- breadth-first search


def random_graph(nodes: int, seed: int) -> Inputs:
    """The edges of node v are to[first[v]:first[v + 1]]. Some nodes have none, and some can't be reached."""
    rng = np.random.default_rng(seed)
    degree = rng.integers(0, 5, nodes)
    first = np.concatenate([[0], np.cumsum(degree)]).astype(np.int32)
    return {"first": first, "to": rng.integers(0, nodes, int(first[-1])).astype(np.int32)}


@vy.kernel(domain="mask")
def bfs_visit(
    first: vy.In[vy.i32],
    to: vy.In[vy.i32],
    visited: vy.In[vy.bool_],
    mask: vy.InOut[vy.bool_],
    updating: vy.InOut[vy.bool_],
    cost: vy.InOut[vy.i32],
) -> None:
    tid = vy.global_id()
    if tid < mask.size and mask[tid]:
        mask[tid] = False
        for e in range(first[tid], first[tid + 1]):
            node = to[e]
            if not visited[node]:
                cost[node] = cost[tid] + 1
                updating[node] = True


@vy.kernel(domain="mask")
def bfs_advance(
    mask: vy.InOut[vy.bool_],
    visited: vy.InOut[vy.bool_],
    updating: vy.InOut[vy.bool_],
    again: vy.InOut[vy.bool_],
) -> None:
    tid = vy.global_id()
    if tid < mask.size:
        if updating[tid]:
            mask[tid] = True
            visited[tid] = True
            again[0] = True
            updating[tid] = False


def bfs_run(inputs: Inputs, **keywords: Any) -> Results:
    nodes = len(inputs["first"]) - 1
    mask, visited, updating = (np.zeros(nodes, bool) for _ in range(3))
    cost = np.full(nodes, -1, np.int32)
    mask[0] = visited[0] = True
    cost[0] = 0
    again = np.ones(1, bool)
    while again[0]:
        again[0] = False
        bfs_visit(inputs["first"], inputs["to"], visited, mask, updating, cost, **keywords)
        bfs_advance(mask, visited, updating, again, **keywords)
    return [cost]


def bfs_expected(inputs: Inputs) -> Results:
    first, to = inputs["first"], inputs["to"]
    cost = np.full(len(first) - 1, -1, np.int32)
    cost[0] = 0
    queue = [0]
    for node in queue:
        for neighbour in to[first[node] : first[node + 1]]:
            if cost[neighbour] < 0:
                cost[neighbour] = cost[node] + 1
                queue.append(neighbour)
    return [cost]


# ---------------------------------------------------------------- a B+ tree

ORDER = 8  # keys of a node


def btree_inputs(size: int, seed: int) -> Inputs:
    """Levels of nodes; the keys of a node are the least ones below its children. Leaves hold the numbers of records."""
    rng = np.random.default_rng(seed)
    keys = np.sort(rng.choice(4 * size, size, replace=False)).astype(np.int32)
    level, below = keys, np.arange(size, dtype=np.int32)
    node_keys: list[Array] = []
    children: list[Array] = []
    count = height = 0
    while True:
        pad = -len(level) % ORDER
        boxes = np.pad(level, (0, pad), constant_values=2**31 - 1).reshape(-1, ORDER)
        node_keys.append(boxes)
        children.append(np.pad(below, (0, pad), constant_values=-1).reshape(-1, ORDER))
        numbers = np.arange(count, count + len(boxes), dtype=np.int32)
        count, height = count + len(boxes), height + 1
        if len(boxes) == 1:
            break
        level, below = boxes[:, 0], numbers
    queries = rng.integers(-3, 4 * size, max(size // 2, 4)).astype(np.int32)
    return {
        "keys": np.concatenate(node_keys),
        "children": np.concatenate(children),
        "height": height,
        "queries": queries,
        "ends": queries + rng.integers(0, 40, queries.size).astype(np.int32),
        "sorted": keys,
    }


@vy.kernel(workgroup=ORDER)
def btree_find(
    keys: vy.In[vy.i32],
    children: vy.In[vy.i32],
    height: vy.i32,
    queries: vy.In[vy.i32],
    records: vy.Out[vy.i32],
) -> None:
    """A workgroup for each query, an invocation for each key of a node."""
    node = vy.shared(vy.i32, 1)
    t, block = vy.local_id(), vy.group_id()
    query = queries[block]
    if t == 0:
        node[0] = vy.i32(keys.shape[0]) - 1
        records[block] = -1
    vy.barrier()
    for _level in range(height - 1):
        here = node[0]
        vy.barrier()
        last = t == ORDER - 1
        if keys[here, t] <= query and (last or query < keys[here, t + 1]):
            node[0] = children[here, t]
        vy.barrier()
    if keys[node[0], t] == query:
        records[block] = children[node[0], t]


def btree_find_run(inputs: Inputs, **keywords: Any) -> Results:
    queries = inputs["queries"]
    out = np.empty(queries.size, np.int32)
    btree_find(inputs["keys"], inputs["children"], inputs["height"], queries, out=out, grid=queries.size, **keywords)
    return [out]


def btree_find_expected(inputs: Inputs) -> Results:
    places = {int(key): n for n, key in enumerate(inputs["sorted"])}
    return [np.array([places.get(int(query), -1) for query in inputs["queries"]], np.int32)]


@vy.kernel
def btree_range(
    keys: vy.In[vy.i32],
    children: vy.In[vy.i32],
    starts: vy.In[vy.i32],
    ends: vy.In[vy.i32],
    found: vy.Out[vy.i32],
    total: vy.Out[vy.i64],
) -> None:
    """How many records lie in starts[i]..ends[i], and the sum of their numbers: down the tree with a stack."""
    i = vy.global_id()
    if i >= starts.size:
        return
    lo, hi = starts[i], ends[i]
    stack = vy.private(vy.i32, 64)
    stack[0] = vy.i32(keys.shape[0]) - 1
    top = 1
    count = 0
    records = vy.i64(0)
    leaves = vy.i32(0)
    while keys[leaves, 0] < keys[leaves + 1, 0]:
        leaves += 1
    while top > 0:
        top -= 1
        node = stack[top]
        for k in range(ORDER):
            key = keys[node, k]
            if key > hi or children[node, k] < 0:
                break
            if node <= leaves:
                if key < lo:
                    continue
                count += 1
                records += vy.i64(children[node, k])
            else:
                if k + 1 < ORDER and keys[node, k + 1] <= lo and children[node, k + 1] >= 0:
                    continue
                stack[top] = children[node, k]
                top += 1
    found[i] = count
    total[i] = records


def btree_range_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = inputs["queries"].shape
    return list(
        btree_range(
            inputs["keys"],
            inputs["children"],
            inputs["queries"],
            inputs["ends"],
            shapes={"found": shape, "total": shape},
            **keywords,
        )
    )


def btree_range_expected(inputs: Inputs) -> Results:
    a = np.searchsorted(inputs["sorted"], inputs["queries"], "left")
    b = np.searchsorted(inputs["sorted"], inputs["ends"], "right")
    ends = list(zip(np.atleast_1d(a).tolist(), np.atleast_1d(b).tolist(), strict=True))
    return [np.array([hi - lo for lo, hi in ends], np.int32), np.array([sum(range(*pair)) for pair in ends], np.int64)]


# ---------------------------------------------------------------- Needleman and Wunsch's alignment

TILE = 8


def nw_inputs(size: int, seed: int) -> Inputs:
    """The scores of n × n pairs of letters; n is a multiple of TILE."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-4, 8, (10, 10)).astype(np.int32)
    a, b = rng.integers(0, 10, (2, size))
    return {"reference": matrix[a[:, None], b[None, :]], "penalty": 3}


@vy.kernel(workgroup=TILE)
def nw_diagonal(
    reference: vy.In[vy.i32], penalty: vy.i32, first_row: vy.u32, diagonal: vy.u32, scores: vy.InOut[vy.i32]
) -> None:
    """One tile of a diagonal of tiles for each workgroup, by diagonals in shared memory."""
    temp = vy.shared(vy.i32, (TILE + 1, TILE + 1))
    similar = vy.shared(vy.i32, (TILE, TILE))
    tx = vy.local_id()
    tile_row = first_row + vy.group_id()
    row, column = tile_row * TILE, (diagonal - tile_row) * TILE
    for y in range(TILE):
        similar[y, tx] = reference[row + y, column + tx]
    if tx == 0:
        temp[0, 0] = scores[row, column]
    temp[tx + 1, 0] = scores[row + tx + 1, column]
    temp[0, tx + 1] = scores[row, column + tx + 1]
    vy.barrier()
    for m in range(2 * TILE - 1):
        if tx <= m and m - tx < TILE:
            y, x = m - tx + 1, tx + 1
            temp[y, x] = max(
                temp[y - 1, x - 1] + similar[y - 1, x - 1], temp[y, x - 1] - penalty, temp[y - 1, x] - penalty
            )
        vy.barrier()
    for y in range(TILE):
        scores[row + y + 1, column + tx + 1] = temp[y + 1, tx + 1]


def nw_run(inputs: Inputs, **keywords: Any) -> Results:
    reference, penalty = inputs["reference"], inputs["penalty"]
    n = len(reference)
    scores = np.zeros((n + 1, n + 1), np.int32)
    scores[0] = scores[:, 0] = -penalty * np.arange(n + 1)
    tiles = n // TILE
    for diagonal in range(2 * tiles - 1):
        begin, end = max(0, diagonal - tiles + 1), min(diagonal, tiles - 1)
        nw_diagonal(reference, penalty, begin, diagonal, scores, grid=end - begin + 1, **keywords)
    return [scores]


def nw_expected(inputs: Inputs) -> Results:
    reference, penalty = inputs["reference"].tolist(), inputs["penalty"]
    n = len(reference)
    table = [[-penalty * j for j in range(n + 1)]]
    for i in range(1, n + 1):
        row = [-penalty * i]
        for j in range(1, n + 1):
            above = table[i - 1]
            row.append(max(above[j - 1] + reference[i - 1][j - 1], row[j - 1] - penalty, above[j] - penalty))
        table.append(row)
    return [np.array(table, np.int32)]


@vy.kernel(domain=1)
def nw_trace(
    reference: vy.In[vy.i32], scores: vy.In[vy.i32], penalty: vy.i32, path: vy.InOut[vy.i32], steps: vy.InOut[vy.i32]
) -> None:
    """The way back through the table, by one invocation: diagonally where it may, else left, else up."""
    if vy.global_id() > 0:
        return
    i, j = vy.i32(scores.shape[0]) - 1, vy.i32(scores.shape[1]) - 1
    n = 0
    while True:
        path[n] = scores[i, j]
        n += 1
        if i == 0 and j == 0:
            break
        if i == 0:
            j -= 1
            continue
        if j == 0:
            i -= 1
            continue
        here = scores[i, j]
        if here == scores[i - 1, j - 1] + reference[i - 1, j - 1]:
            i, j = i - 1, j - 1
        elif here == scores[i, j - 1] - penalty:
            j -= 1
        else:
            i -= 1
    steps[0] = n


def nw_trace_inputs(size: int, seed: int) -> Inputs:
    inputs = nw_inputs(size, seed)
    return {**inputs, "scores": nw_expected(inputs)[0]}


def nw_trace_run(inputs: Inputs, **keywords: Any) -> Results:
    path, steps = np.full(2 * len(inputs["scores"]), -1, np.int32), np.zeros(1, np.int32)
    nw_trace(inputs["reference"], inputs["scores"], inputs["penalty"], path, steps, **keywords)
    return [path, steps]


def nw_trace_expected(inputs: Inputs) -> Results:
    scores, reference, penalty = inputs["scores"].tolist(), inputs["reference"].tolist(), inputs["penalty"]
    at = (len(scores) - 1, len(scores) - 1)
    path = [scores[at[0]][at[1]]]
    while at != (0, 0):
        i, j = at
        if i and j and scores[i][j] == scores[i - 1][j - 1] + reference[i - 1][j - 1]:
            at = (i - 1, j - 1)
        elif j and (not i or scores[i][j] == scores[i][j - 1] - penalty):
            at = (i, j - 1)
        else:
            at = (i - 1, j)
        path.append(scores[at[0]][at[1]])
    filled = np.full(2 * len(scores), -1, np.int32)
    filled[: len(path)] = path
    return [filled, np.array([len(path)], np.int32)]


# ---------------------------------------------------------------- the cheapest path through a table

BLOCK, STEPS = 32, 4  # columns of a workgroup, rows that it goes down in shared memory


def pathfinder_inputs(size: int, seed: int) -> Inputs:
    return {"wall": np.random.default_rng(seed).integers(0, 10, (size // 5 + 2, size)).astype(np.int32)}


@vy.kernel(workgroup=BLOCK)
def pathfinder_rows(
    wall: vy.In[vy.i32], source: vy.In[vy.i32], start: vy.i32, rows: vy.i32, result: vy.InOut[vy.i32]
) -> None:
    """Each block computes ``rows`` more rows of the columns in its middle; the halo shrinks by one a row."""
    before = vy.shared(vy.i32, BLOCK)
    now = vy.shared(vy.i32, BLOCK)
    tx = vy.i32(vy.local_id())
    columns = vy.i32(wall.shape[1])
    small = BLOCK - 2 * rows
    left = small * vy.i32(vy.group_id()) - rows
    x = left + tx
    first = max(0, -left)
    last = min(BLOCK - 1, columns - 1 - left)
    if 0 <= x < columns:
        before[tx] = source[x]
    vy.barrier()
    computed = False
    for i in range(rows):
        computed = False
        if i + 1 <= tx <= BLOCK - i - 2 and first <= tx <= last:
            computed = True
            west = max(tx - 1, first)
            east = min(tx + 1, last)
            now[tx] = min(before[west], before[tx], before[east]) + wall[start + i, x]
        vy.barrier()
        if i == rows - 1:
            break
        if computed:
            before[tx] = now[tx]
        vy.barrier()
    if computed:
        result[x] = now[tx]


def pathfinder_run(inputs: Inputs, **keywords: Any) -> Results:
    wall = inputs["wall"]
    source, result = wall[0].copy(), np.empty_like(wall[0])
    for start in range(1, len(wall), STEPS):
        rows = min(STEPS, len(wall) - start)
        blocks = -(-wall.shape[1] // (BLOCK - 2 * rows))
        pathfinder_rows(wall, source, start, rows, result, grid=blocks, **keywords)
        source, result = result, source
    return [source]


def pathfinder_expected(inputs: Inputs) -> Results:
    wall = inputs["wall"]
    cost = wall[0]
    for row in wall[1:]:
        edged = np.pad(cost, 1, mode="edge")
        cost = np.minimum(np.minimum(edged[:-2], edged[1:-1]), edged[2:]) + row
    return [cost]


PROGRAMS = (
    Program("rodinia_bfs", random_graph, bfs_run, bfs_expected, 300),
    Program("rodinia_btree_find", btree_inputs, btree_find_run, btree_find_expected, 100),
    Program("rodinia_btree_range", btree_inputs, btree_range_run, btree_range_expected, 150),
    Program("rodinia_nw", nw_inputs, nw_run, nw_expected, 24, multiple=TILE),
    Program("rodinia_nw_trace", nw_trace_inputs, nw_trace_run, nw_trace_expected, 40, multiple=TILE),
    Program("rodinia_pathfinder", pathfinder_inputs, pathfinder_run, pathfinder_expected, 100),
)
