"""Searches of many public collections: neighbours in a k-d tree, rays in a tree of boxes, ranks of a list, local alignments,
hidden states."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- the nearest point by a k-d tree

BOX = np.dtype([("axis", "i1"), ("split", "f4"), ("left", "i4"), ("right", "i4"), ("first", "i4"), ("count", "i4")])

if TYPE_CHECKING:
    Box: TypeAlias = Any
else:
    Box = vy.struct(BOX)


def kdtree_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    points = rng.random((size, 3), F)
    nodes: list[tuple[int, float, int, int, int, int]] = []
    order: list[int] = []

    def build(which: Array, depth: int) -> int:
        at = len(nodes)
        nodes.append((-1, 0.0, -1, -1, len(order), len(which)))
        if len(which) <= 4:
            order.extend(which.tolist())
            return at
        axis = depth % 3
        which = which[np.argsort(points[which, axis], kind="stable")]
        half = len(which) // 2
        split = float(points[which[half], axis])
        left, right = build(which[:half], depth + 1), build(which[half:], depth + 1)
        nodes[at] = (axis, split, left, right, 0, 0)
        return at

    build(np.arange(size), 0)
    return {"nodes": np.array(nodes, BOX), "points": points[order], "queries": rng.random((size, 3), F) * F(1.2)}


@vy.kernel(workgroup=64, domain=lambda nodes, points, queries: len(queries))
def kdtree_nearest(
    nodes: vy.In[Box],
    points: vy.In[vy.f32],
    queries: vy.In[vy.f32],
    nearest: vy.Out[vy.i32],
    visits: vy.Out[vy.u32],
) -> None:
    q = vy.global_id()
    if q >= queries.shape[0]:
        return
    stack = vy.private(vy.i32, 32)
    far = vy.private(vy.f32, 32)
    top, count = 1, vy.u32(0)
    least, best = vy.f32(1e30), -1
    while top > 0:
        top -= 1
        if far[top] >= least:
            continue
        node = stack[top]
        while nodes[node].axis >= 0:
            count += 1
            d = queries[q, nodes[node].axis] - nodes[node].split
            near, other = nodes[node].left, nodes[node].right
            if d >= 0:
                near, other = other, near
            if d * d < least:
                stack[top], far[top] = other, d * d
                top += 1
            node = near
        for k in range(nodes[node].first, nodes[node].first + nodes[node].count):
            total = 0.0
            for axis in range(3):
                step = queries[q, axis] - points[k, axis]
                total += step * step
                if total >= least:
                    break
            if total < least:
                least, best = total, k
    nearest[q] = best
    visits[q] = count


def kdtree_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["queries"])
    given = (inputs[k] for k in ("nodes", "points", "queries"))
    nearest, visits = kdtree_nearest(*given, shapes={"nearest": n, "visits": n}, **keywords)
    return [nearest, (visits > 0) & (visits < len(inputs["nodes"]))]


def kdtree_expected(inputs: Inputs) -> Results:
    d = inputs["queries"][:, None] - inputs["points"][None]
    far = d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1] + d[..., 2] * d[..., 2]
    return [far.argmin(1).astype(np.int32), np.ones(len(far), bool)]


# ---------------------------------------------------------------- rays against triangles in a tree of boxes


def bvh_inputs(size: int, seed: int) -> Inputs:
    """A tree of ``size`` levels of boxes: node k has the children 2k + 1 and 2k + 2; each leaf has one triangle."""
    rng = np.random.default_rng(seed)
    size = 1 << size
    corners = rng.random((size, 1, 3), F) + rng.random((size, 3, 3), F) * F(0.3)
    corners = corners[np.lexsort(corners[:, 0].T)]
    boxes = np.zeros((2 * size - 1, 2, 3), F)
    boxes[size - 1 :, 0], boxes[size - 1 :, 1] = corners.min(1), corners.max(1)
    for k in reversed(range(size - 1)):
        pair = boxes[2 * k + 1 : 2 * k + 3]
        boxes[k, 0], boxes[k, 1] = pair[:, 0].min(0), pair[:, 1].max(0)
    origins = rng.random((40, 3), F) - np.array([0, 0, 2], F)
    directions = np.column_stack([rng.random((40, 2)) * 0.4 - 0.2, np.ones(40)]).astype(F)
    directions[0, 0] = 0
    return {"corners": corners, "boxes": boxes, "origins": origins, "directions": directions}


@vy.func
def triangle_hit(corners: Any, k: Any, o: Any, d: Any) -> vy.f32:
    """How far along the ray the triangle is met, or a large number."""
    ax, ay, az = corners[k, 0, 0], corners[k, 0, 1], corners[k, 0, 2]
    e1x, e1y, e1z = corners[k, 1, 0] - ax, corners[k, 1, 1] - ay, corners[k, 1, 2] - az
    e2x, e2y, e2z = corners[k, 2, 0] - ax, corners[k, 2, 1] - ay, corners[k, 2, 2] - az
    px, py, pz = d.y * e2z - d.z * e2y, d.z * e2x - d.x * e2z, d.x * e2y - d.y * e2x
    det = e1x * px + e1y * py + e1z * pz
    if det == 0:
        return 1e30
    inverse = 1.0 / det
    tx, ty, tz = o.x - ax, o.y - ay, o.z - az
    u = (tx * px + ty * py + tz * pz) * inverse
    if u < 0 or u > 1:
        return 1e30
    qx, qy, qz = ty * e1z - tz * e1y, tz * e1x - tx * e1z, tx * e1y - ty * e1x
    v = (d.x * qx + d.y * qy + d.z * qz) * inverse
    if v < 0 or u + v > 1:
        return 1e30
    t = (e2x * qx + e2y * qy + e2z * qz) * inverse
    return t if t > 0 else 1e30


@vy.kernel(workgroup=32, domain=lambda corners, boxes, origins, directions: len(origins))
def bvh_trace(
    corners: vy.In[vy.f32],
    boxes: vy.In[vy.f32],
    origins: vy.In[vy.f32],
    directions: vy.In[vy.f32],
    where: vy.Out[vy.f32],
    which: vy.Out[vy.i32],
) -> None:
    r = vy.global_id()
    if r >= origins.shape[0]:
        return
    o = vy.vec(origins[r, 0], origins[r, 1], origins[r, 2])
    d = vy.vec(directions[r, 0], directions[r, 1], directions[r, 2])
    leaves = vy.i32(boxes.shape[0] // 2)
    nearest, found = vy.f32(1e30), -1
    stack = vy.private(vy.i32, 32)
    top = 1
    while top:
        top -= 1
        node = stack[top]
        enter, leave = vy.f32(0), nearest
        for axis in vy.static_range(3):
            inverse = 1.0 / d[axis]
            t0 = (boxes[node, 0, axis] - o[axis]) * inverse
            t1 = (boxes[node, 1, axis] - o[axis]) * inverse
            enter = max(enter, min(t0, t1))
            leave = min(leave, max(t0, t1))
        if enter > leave:
            continue
        if node >= leaves:
            t = triangle_hit(corners, node - leaves, o, d)
            if t < nearest:
                nearest, found = t, node - leaves
            continue
        stack[top] = 2 * node + 2
        stack[top + 1] = 2 * node + 1
        top += 2
    where[r] = nearest
    which[r] = found


def bvh_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["origins"])
    given = (inputs[k] for k in ("corners", "boxes", "origins", "directions"))
    return list(bvh_trace(*given, shapes={"where": n, "which": n}, **keywords))


def cross(a: Array, b: Array) -> Array:
    x = [a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return np.stack(x, -1)


def dot(a: Array, b: Array) -> Array:
    p = a * b
    total: Array = p[..., 0] + p[..., 1] + p[..., 2]
    return total


def bvh_expected(inputs: Inputs) -> Results:
    """Every ray with every triangle."""
    a = inputs["corners"][:, 0]
    e1, e2 = inputs["corners"][:, 1] - a, inputs["corners"][:, 2] - a
    d, t = inputs["directions"][:, None], inputs["origins"][:, None] - a[None]
    p = cross(d, e2[None])
    inverse = F(1) / dot(e1[None], p)
    u = dot(t, p) * inverse
    q = cross(t, e1[None])
    v = dot(np.broadcast_to(d, q.shape), q) * inverse
    far = dot(e2[None], q) * inverse
    far = np.where((u < 0) | (u > 1) | (v < 0) | (u + v > 1) | (far <= 0), F(1e30), far)
    nearest = far.min(1)
    return [nearest, np.where(nearest < F(1e30), far.argmin(1), -1).astype(np.int32)]


# ---------------------------------------------------------------- ranks of a linked list


def list_inputs(size: int, seed: int) -> Inputs:
    order = np.random.default_rng(seed).permutation(size)
    following = np.full(size, -1, np.int32)
    following[order[:-1]] = order[1:]
    return {"following": following}


@vy.kernel
def list_jump(following: vy.In[vy.i32], rank: vy.In[vy.u32], next_: vy.Out[vy.i32], sums: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < next_.size:
        n = following[i]
        if n < 0:
            next_[i], sums[i] = n, rank[i]
        else:
            next_[i], sums[i] = following[n], rank[i] + rank[n]


@vy.kernel(domain="following")
def list_walk(following: vy.In[vy.i32], steps: vy.Out[vy.u32], middle: vy.Out[vy.i32]) -> None:
    """How far it is to the end, by steps; and the middle of what is left, which a slower walk finds."""
    i = vy.global_id()
    if i < following.size:
        slow = fast = vy.i32(i)
        n = vy.u32(0)
        while following[fast] >= 0:
            fast = following[fast]
            n += 1
            if n % 2 == 0:
                slow = following[slow]
        steps[i] = n
        middle[i] = slow


def list_run(inputs: Inputs, **keywords: Any) -> Results:
    following = inputs["following"]
    next_, rank = following, (following >= 0).astype(np.uint32)
    for _ in range(int(following.size).bit_length()):
        next_, rank = list_jump(next_, rank, **keywords)
    return [rank, *list_walk(following, **keywords)]


def list_expected(inputs: Inputs) -> Results:
    following = inputs["following"].tolist()
    n = len(following)
    (at,) = set(range(n)) - set(following)
    order = [at]
    while (at := following[at]) >= 0:
        order.append(at)
    rank, middle = np.zeros(n, np.uint32), np.zeros(n, np.int32)
    for k, i in enumerate(order):
        rank[i], middle[i] = n - 1 - k, order[k + (n - 1 - k) // 2]
    return [rank, rank, middle]


# ---------------------------------------------------------------- local alignments with affine gaps


def reads_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    text = rng.integers(0, 4, 60).astype(np.uint8)
    reads = np.stack([np.roll(text, -s)[:24] for s in rng.integers(0, 60, size)])
    reads[rng.random(reads.shape) < 0.15] = 3
    lengths = rng.integers(3, 25, size).astype(np.int32)
    return {"text": text, "reads": reads, "lengths": lengths}


@vy.kernel(workgroup=32, domain="lengths")
def align_local(
    text: vy.In[vy.u8],
    reads: vy.In[vy.u8],
    lengths: vy.In[vy.i32],
    scores: vy.Out[vy.i32],
    ends: vy.Out[vy.i32],
) -> None:
    """The best score of each read, and the first place where it is reached; it stops early once no better one is left."""
    r = vy.global_id()
    if r >= lengths.size:
        return
    row = vy.private(vy.i32, 25)
    down = vy.private(vy.i32, 25)
    best, end = 0, -1
    for i in range(vy.i32(text.size)):
        diagonal, gap, left = 0, -99, 0
        for j in range(lengths[r]):
            open_ = row[j + 1] - 5
            down[j + 1] = max(down[j + 1], open_ + 3) - 1 if i > 0 else open_
            gap = max(gap - 1, left - 5)
            score = diagonal + (3 if text[i] == reads[r, j] else -2)
            score = max(score, 0, gap, down[j + 1])
            diagonal = row[j + 1]
            row[j + 1] = score
            left = score
            if score > best:
                best, end = score, i
        if best == 3 * lengths[r]:
            break
    scores[r] = best
    ends[r] = end


def align_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["lengths"].size
    given = (inputs[k] for k in ("text", "reads", "lengths"))
    return list(align_local(*given, shapes={"scores": n, "ends": n}, **keywords))


def align_expected(inputs: Inputs) -> Results:
    text, found = inputs["text"].tolist(), []
    for read, n in zip(inputs["reads"].tolist(), inputs["lengths"].tolist(), strict=True):
        h = [[0] * (n + 1) for _ in range(len(text) + 1)]
        down = [[0] * (n + 1) for _ in range(len(text) + 1)]
        best = (0, -1)
        for i, j in itertools.product(range(1, len(text) + 1), range(1, n + 1)):
            opened = h[i - 1][j] - 5
            down[i][j] = opened if i == 1 else max(down[i - 1][j] - 1, opened + 2)
            right = max((h[i][k] - 5 - (j - k - 1) for k in range(j)), default=0)
            h[i][j] = max(0, h[i - 1][j - 1] + (3 if text[i - 1] == read[j - 1] else -2), down[i][j], right)
            if h[i][j] > best[0]:
                best = (h[i][j], i - 1)
        found.append(best)
    scores, ends = np.array(found, np.int32).T
    return [scores.copy(), ends.copy()]


# ---------------------------------------------------------------- hidden states, with whole numbers as costs


def viterbi_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "step": rng.integers(1, 50, (6, 6)).astype(np.int32),
        "emit": rng.integers(1, 50, (6, 4)).astype(np.int32),
        "seen": rng.integers(0, 4, (size, 15)).astype(np.uint8),
    }


@vy.kernel(workgroup=6)
def viterbi(
    step: vy.In[vy.i32], emit: vy.In[vy.i32], seen: vy.In[vy.u8], states: vy.Out[vy.u8], cost: vy.Out[vy.i32]
) -> None:
    """A workgroup for each sequence, an invocation for each state; the first one goes the way back."""
    now = vy.shared(vy.i32, (2, 6))
    back = vy.shared(vy.i32, (16, 6))
    s, row = vy.i32(vy.local_id()), vy.group_id()
    length = vy.i32(seen.shape[1])
    now[0, s] = emit[s, seen[row, 0]]
    vy.barrier()
    for t in range(1, length):
        old = (t - 1) % 2
        best, at = now[old, 0] + step[0, s], 0
        for p in range(1, 6):
            c = now[old, p] + step[p, s]
            if c < best:
                best, at = c, p
        now[1 - old, s] = best + emit[s, seen[row, t]]
        back[t, s] = at
        vy.barrier()
    if s == 0:
        last = (length - 1) % 2
        at = 0
        for p in range(6):
            if now[last, p] < now[last, at]:
                at = p
        cost[row] = now[last, at]
        t = length - 1
        while t >= 0:
            states[row, t] = vy.u8(at)
            at = back[t, at]
            t -= 1


def viterbi_run(inputs: Inputs, **keywords: Any) -> Results:
    n, length = inputs["seen"].shape
    shapes = {"states": (n, length), "cost": n}
    return list(viterbi(inputs["step"], inputs["emit"], inputs["seen"], grid=n, shapes=shapes, **keywords))


def viterbi_expected(inputs: Inputs) -> Results:
    step, emit = inputs["step"], inputs["emit"]
    states, costs = [], []
    for row in inputs["seen"]:
        cost, backs = emit[:, row[0]], []
        for c in row[1:]:
            table = cost[:, None] + step
            backs.append(table.argmin(0))
            cost = table.min(0) + emit[:, c]
        way = [int(cost.argmin())]
        costs.append(cost.min())
        for back in reversed(backs):
            way.append(int(back[way[-1]]))
        states.append(way[::-1])
    return [np.array(states, np.uint8), np.array(costs, np.int32)]


PROGRAMS = (
    Program("trees_kdtree", kdtree_inputs, kdtree_run, kdtree_expected, 90),
    Program("trees_bvh", bvh_inputs, bvh_run, bvh_expected, 6, largest=20),
    Program("trees_list_ranking", list_inputs, list_run, list_expected, 100),
    Program("trees_alignment", reads_inputs, align_run, align_expected, 12),
    Program("trees_viterbi", viterbi_inputs, viterbi_run, viterbi_expected, 12),
)
