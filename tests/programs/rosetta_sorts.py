"""Rosetta's ways to sort, each of one row in private arrays: gaps, stacks of ranges, runs, swaps, flips, heaps, piles."""

from __future__ import annotations

import bisect
import heapq
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

LONGEST = 24


def rows_inputs(size: int, seed: int) -> Inputs:
    """Rows of 0 to 24 numbers, many equal, some in order already, or in the opposite one."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(-20, 20, (size, LONGEST)).astype(np.int32)
    rows[1::5].sort()
    rows[2::5] = np.sort(rows[2::5])[:, ::-1]
    lengths = rng.integers(0, LONGEST + 1, size).astype(np.int32)
    lengths[:3] = 0, 1, LONGEST
    return {"rows": rows, "lengths": lengths}


def ordered(inputs: Inputs) -> Array:
    """Each row in order up to its length; what is behind it is 0."""
    result: Array = np.zeros_like(inputs["rows"])
    for row, n, out in zip(inputs["rows"], inputs["lengths"], result, strict=True):
        out[:n] = np.sort(row[:n])
    return result


# ---------------------------------------------------------------- by gaps: Shell's, and combs


@vy.kernel(workgroup=16, domain="lengths")
def shell_and_comb(
    rows: vy.In[vy.i32], lengths: vy.In[vy.i32], by_shell: vy.Out[vy.i32], by_comb: vy.Out[vy.i32]
) -> None:
    i = vy.global_id()
    if i >= lengths.size:
        return
    n = lengths[i]
    a = vy.private(vy.i32, LONGEST)
    b = vy.private(vy.i32, LONGEST)
    for k in range(n):
        a[k] = b[k] = rows[i, k]
    gap = n // 2
    while gap > 0:
        for at in range(gap, n):
            value = a[at]
            j = at
            while j >= gap and a[j - gap] > value:
                a[j] = a[j - gap]
                j -= gap
            a[j] = value
        gap = 1 if gap == 2 else gap * 5 // 11
    gap = n
    swapped = True
    while gap > 1 or swapped:
        gap = max(1, gap * 10 // 13)
        if gap == 9 or gap == 10:
            gap = 11
        swapped = False
        at = 0
        while at + gap < n:
            if b[at] > b[at + gap]:
                b[at], b[at + gap] = b[at + gap], b[at]
                swapped = True
            at += 1
    for k in range(n):
        by_shell[i, k], by_comb[i, k] = a[k], b[k]


def gaps_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = inputs["rows"].shape
    shapes = {"by_shell": shape, "by_comb": shape}
    return list(shell_and_comb(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords))


def gaps_expected(inputs: Inputs) -> Results:
    return [ordered(inputs)] * 2


# ---------------------------------------------------------------- by ranges on a stack, with three parts


@vy.kernel(workgroup=16, domain="lengths")
def quicksort(rows: vy.In[vy.i32], lengths: vy.In[vy.i32], result: vy.Out[vy.i32], deepest: vy.Out[vy.i32]) -> None:
    """The larger part goes on the stack; short ranges are sorted by insertion."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    a = vy.private(vy.i32, LONGEST)
    for k in range(lengths[i]):
        a[k] = rows[i, k]
    lows = vy.private(vy.i32, 8)
    highs = vy.private(vy.i32, 8)
    lows[0], highs[0] = 0, lengths[i] - 1
    top, most = 1, 0
    while top:
        top -= 1
        low, high = lows[top], highs[top]
        while low < high:
            if high - low < 4:
                for k in range(low + 1, high + 1):
                    v = a[k]
                    while k > low and a[k - 1] > v:
                        a[k] = a[k - 1]
                        k -= 1
                    a[k] = v
                break
            x, y, z = a[low], a[(low + high) // 2], a[high]
            pivot = max(min(x, y), min(max(x, y), z))
            less, at, more = low, low, high
            while at <= more:
                if a[at] < pivot:
                    a[at], a[less] = a[less], a[at]
                    less += 1
                    at += 1
                elif a[at] > pivot:
                    a[at], a[more] = a[more], a[at]
                    more -= 1
                else:
                    at += 1
            if less - low > high - more:
                lows[top], highs[top] = low, less - 1
                low = more + 1
            else:
                lows[top], highs[top] = more + 1, high
                high = less - 1
            top += 1
            most = max(most, top)
    for k in range(lengths[i]):
        result[i, k] = a[k]
    deepest[i] = most


def quick_run(inputs: Inputs, **keywords: Any) -> Results:
    shapes = {"result": inputs["rows"].shape, "deepest": inputs["lengths"].size}
    result, deepest = quicksort(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords)
    return [result, deepest <= 3]


def quick_expected(inputs: Inputs) -> Results:
    return [ordered(inputs), np.ones(inputs["lengths"].size, bool)]


# ---------------------------------------------------------------- by runs that are there already


@vy.func
def run_end(a: Any, side: vy.i32, begin: vy.i32, n: vy.i32) -> vy.i32:
    end = begin + 1
    while end < n:
        if a[side, end - 1] > a[side, end]:
            return end
        end += 1
    return n


@vy.kernel(workgroup=16, domain="lengths")
def merge_runs(rows: vy.In[vy.i32], lengths: vy.In[vy.i32], result: vy.Out[vy.i32], rounds: vy.Out[vy.u8]) -> None:
    """Pairs of ascending runs are merged from one array into the other, until there is one run."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    n = lengths[i]
    a = vy.private(vy.i32, (2, LONGEST))
    for k in range(n):
        a[0, k] = rows[i, k]
    side = 0
    turns = vy.u8(0)
    while True:
        begin, runs = 0, 0
        while begin < n:
            middle = run_end(a, side, begin, n)
            end = n if middle >= n else run_end(a, side, middle, n)
            left, right, to = begin, middle, begin
            while to < end:
                if right >= end or (left < middle and a[side, left] <= a[side, right]):
                    a[1 - side, to] = a[side, left]
                    left += 1
                else:
                    a[1 - side, to] = a[side, right]
                    right += 1
                to += 1
            begin = end
            runs += 1
        side = 1 - side
        turns += 1
        if runs <= 1:
            break
    rounds[i] = turns
    for k in range(n):
        result[i, k] = a[side, k]


def runs_run(inputs: Inputs, **keywords: Any) -> Results:
    shapes = {"result": inputs["rows"].shape, "rounds": inputs["lengths"].size}
    return list(merge_runs(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords))


def runs_expected(inputs: Inputs) -> Results:
    """The rounds by what a round does to a list of runs."""
    rounds = []
    for row, n in zip(inputs["rows"].tolist(), inputs["lengths"].tolist(), strict=True):
        values, count = row[:n], 0
        while True:
            parts: list[list[int]] = []
            for k, v in enumerate(values):
                if k == 0 or values[k - 1] > v:
                    parts.append([])
                parts[-1].append(v)
            pairs = [sorted(v for part in parts[k : k + 2] for v in part) for k in range(0, len(parts), 2)]
            values, count = [v for pair in pairs for v in pair], count + 1
            if len(pairs) <= 1:
                break
        rounds.append(count)
    return [ordered(inputs), np.array(rounds, np.uint8)]


# ---------------------------------------------------------------- by swaps: there and back, gnomes, cycles, flips


@vy.func
def flip(a: Any, count: vy.i32) -> None:
    low, high = 0, count - 1
    while low < high:
        a[low], a[high] = a[high], a[low]
        low += 1
        high -= 1


@vy.kernel(workgroup=16, domain="lengths")
def sort_by_swaps(rows: vy.In[vy.i32], lengths: vy.In[vy.i32], result: vy.Out[vy.i32], counts: vy.Out[vy.i32]) -> None:
    """Four ways, one behind the other in the result; counts: swaps, steps back, writes, flips."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    n = lengths[i]
    for way in vy.static_range(4):
        a = vy.private(vy.i32, LONGEST)
        for k in range(n):
            a[k] = rows[i, k]
        count = 0
        if vy.static(way == 0):
            low, high = 0, n - 1
            while low < high:
                last = low
                for k in range(low, high):
                    if a[k] > a[k + 1]:
                        a[k], a[k + 1] = a[k + 1], a[k]
                        last = k
                        count += 1
                high = last
                last = high
                for k in range(high, low, -1):
                    if a[k] < a[k - 1]:
                        a[k], a[k - 1] = a[k - 1], a[k]
                        last = k
                        count += 1
                if last == high:
                    break
                low = last
        elif vy.static(way == 1):
            at, back = 1, 2
            while at < n:
                if at == 0 or a[at - 1] <= a[at]:
                    at = back
                    back += 1
                    continue
                a[at - 1], a[at] = a[at], a[at - 1]
                at -= 1
                count += 1
        elif vy.static(way == 2):
            for start in range(n - 1):
                value = a[start]
                while True:
                    to = start
                    for k in range(start + 1, n):
                        if a[k] < value:
                            to += 1
                    if to == start:
                        break
                    while a[to] == value:
                        to += 1
                    a[to], value = value, a[to]
                    count += 1
                if a[start] != value:
                    count += 1
                a[start] = value
        else:
            left = n
            while left > 1:
                largest = 0
                for k in range(1, left):
                    if a[k] >= a[largest]:
                        largest = k
                if largest != left - 1:
                    if largest > 0:
                        flip(a, largest + 1)
                        count += 1
                    flip(a, left)
                    count += 1
                left -= 1
        counts[i, way] = count
        for k in range(n):
            result[i, way * LONGEST + k] = a[k]


def swaps_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["lengths"].size
    shapes = {"result": (n, 4 * LONGEST), "counts": (n, 4)}
    return list(sort_by_swaps(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords))


def swaps_expected(inputs: Inputs) -> Results:
    """Swaps of neighbours are as many as there are inversions; writes are those of numbers that are out of place."""
    counts = []
    for row, n in zip(inputs["rows"].tolist(), inputs["lengths"].tolist(), strict=True):
        a = row[:n]
        inversions = sum(a[j] > a[k] for k in range(n) for j in range(k))
        writes = sum(v != w for v, w in zip(a, sorted(a), strict=True))
        flips = 0
        for left in range(n, 1, -1):
            at = max((v, k) for k, v in enumerate(a[:left]))[1]
            if at < left - 1:
                flips += 1 + (at > 0)
                a = a[: at + 1][::-1] + a[at + 1 :] if at else a
                a = a[:left][::-1] + a[left:]
        counts.append((inversions, inversions, writes, flips))
    return [np.tile(ordered(inputs), 4), np.array(counts, np.int32)]


# ---------------------------------------------------------------- by a heap of the heads of rows


@vy.func
def sift(heap: Any, n: vy.i32, at: vy.i32) -> None:
    while True:
        child = 2 * at + 1
        if child >= n:
            return
        if child + 1 < n and heap[child + 1] < heap[child]:
            child += 1
        if heap[at] <= heap[child]:
            return
        heap[at], heap[child] = heap[child], heap[at]
        at = child


@vy.kernel(workgroup=16, domain=lambda rows, lengths: len(lengths) // 4)
def merge_by_heap(rows: vy.In[vy.i32], lengths: vy.In[vy.i32], merged: vy.Out[vy.i64]) -> None:
    """Four sorted rows become one; a number and where it came from are one key."""
    g = vy.global_id()
    if g >= lengths.size // 4:
        return
    heap = vy.private(vy.i64, 4)
    next_ = vy.private(vy.i32, 4)
    n = 0
    for r in range(4):
        if lengths[4 * g + r] > 0:
            heap[n] = vy.i64(rows[4 * g + r, 0]) * 256 + vy.i64(r)
            n += 1
            next_[r] = 1
    start = n // 2 - 1
    while start >= 0:
        sift(heap, n, start)
        start -= 1
    written = 0
    while n > 0:
        least = heap[0]
        merged[g, written] = least
        written += 1
        r = vy.u32(least & 255)
        if next_[r] < lengths[4 * g + r]:
            heap[0] = vy.i64(rows[4 * g + r, next_[r]]) * 256 + vy.i64(r)
            next_[r] += 1
        else:
            n -= 1
            heap[0] = heap[n]
        sift(heap, n, 0)


def heap_inputs(size: int, seed: int) -> Inputs:
    inputs = rows_inputs(4 * size, seed)
    return {"rows": ordered(inputs), "lengths": inputs["lengths"]}


def heap_run(inputs: Inputs, **keywords: Any) -> Results:
    shapes = {"merged": (inputs["lengths"].size // 4, 4 * LONGEST)}
    return [merge_by_heap(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords)]


def heap_expected(inputs: Inputs) -> Results:
    merged = np.zeros((inputs["lengths"].size // 4, 4 * LONGEST), np.int64)
    rows = [row[:n].tolist() for row, n in zip(inputs["rows"], inputs["lengths"], strict=True)]
    for g, out in enumerate(merged):
        parts = [[v * 256 + r for v in rows[4 * g + r]] for r in range(4)]
        found = list(heapq.merge(*parts))
        out[: len(found)] = found
    return [merged]


# ---------------------------------------------------------------- by piles, as in patience


@vy.kernel(workgroup=16, domain="lengths")
def patience(rows: vy.In[vy.i32], lengths: vy.In[vy.i32], result: vy.Out[vy.i32], longest: vy.Out[vy.i32]) -> None:
    """Each number goes on the first pile whose top is not less; piles are lists through a table of what lies below."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    top = vy.private(vy.i8, LONGEST)
    below = vy.private(vy.i8, LONGEST)
    piles = 0
    for k in range(lengths[i]):
        low, high = 0, piles
        while low < high:
            middle = (low + high) // 2
            if rows[i, top[middle]] < rows[i, k]:
                low = middle + 1
            else:
                high = middle
        below[k] = top[low] if low < piles else -1
        top[low] = vy.i8(k)
        if low == piles:
            piles += 1
    longest[i] = piles
    for to in range(lengths[i]):
        best = -1
        for p in range(piles):
            if top[p] < 0:
                continue
            if best < 0 or rows[i, top[p]] < rows[i, top[best]]:
                best = p
        result[i, to] = rows[i, top[best]]
        top[best] = below[top[best]]


def patience_run(inputs: Inputs, **keywords: Any) -> Results:
    shapes = {"result": inputs["rows"].shape, "longest": inputs["lengths"].size}
    return list(patience(inputs["rows"], inputs["lengths"], shapes=shapes, **keywords))


def patience_expected(inputs: Inputs) -> Results:
    longest = []
    for row, n in zip(inputs["rows"].tolist(), inputs["lengths"].tolist(), strict=True):
        tops: list[int] = []
        for v in row[:n]:
            at = bisect.bisect_left(tops, v)
            tops[at : at + 1] = [v]
        longest.append(len(tops))
    return [ordered(inputs), np.array(longest, np.int32)]


PROGRAMS = (
    Program("rosetta_sort_by_gaps", rows_inputs, gaps_run, gaps_expected, 30),
    Program("rosetta_quicksort", rows_inputs, quick_run, quick_expected, 30),
    Program("rosetta_merge_runs", rows_inputs, runs_run, runs_expected, 30),
    Program("rosetta_sort_by_swaps", rows_inputs, swaps_run, swaps_expected, 20),
    Program("rosetta_merge_by_heap", heap_inputs, heap_run, heap_expected, 10),
    Program("rosetta_patience", rows_inputs, patience_run, patience_expected, 30),
)
