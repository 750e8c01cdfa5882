"""Atomics (rules 5.8, 6.1 and 6.3): each on each type, in storage and in shared memory.

The bytes of a row are fixed although the order of invocations isn't: either nobody uses an old value and the operations
commute, or each element has one invocation that touches it, whose old values are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, as_type, corners, random_patterns, values
from vyre.dtypes import DType, f32, f64, i32, i64, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.ops import ATOMIC_OPS

__all__ = ["rows"]

_COMMUTE = ("add", "sub", "min", "max", "and", "or", "xor")


def rows() -> Iterator[Row]:
    """Every atomic."""
    for dtype in (u32, i32, u64, i64, f32, f64):
        for op in ATOMIC_OPS:
            if dtype.is_float and op not in ("min", "max"):
                continue
            yield Row(f"atomic/{op}/{dtype}", ("6.1",), partial(_alone, op, dtype))
            yield Row(f"atomic/{op}-shared/{dtype}", ("6.1", "4.3"), partial(_shared, op, dtype))
            if op in _COMMUTE:
                yield Row(f"atomic/{op}-contended/{dtype}", ("6.1", "6.3"), partial(_contended, op, dtype))
            if op in _COMMUTE:
                yield Row(f"atomic/{op}-one-element/{dtype}", ("6.1", "6.3"), partial(_one_element, op, dtype))
    yield Row("atomic/counter", ("6.1", "6.3"), _counter)
    yield Row("atomic/lock-free-maximum", ("6.1",), _maximum)
    yield Row("atomic/axes", ("1.4", "6.1"), _axes)
    yield Row("atomic/in-turn", ("5.8", "6.1"), _in_turn)
    yield Row("atomic/lock", ("5.8", "6.1"), _lock)


def _alone(op: str, dtype: DType, _: Setting) -> list[Case]:
    """Each invocation on its own element, three times, with the old values; some beyond the end."""
    b = Builder("alone", workgroup=64)
    x, y, out, old = b.inout("x", dtype), b.input("y", dtype), b.input("swap", dtype), b.output("old", dtype)
    i = b.global_id()
    for k in range(3):
        expected = y[i] if op == "compare_exchange" else None
        found = b.atomic(op, x, i, out[i] if op == "compare_exchange" else y[(i + k * 7) % y.size], expected)
        with b.if_(i * 3 + k < old.size):
            old[i * 3 + k] = found
    n = 333
    column = values(dtype, 1024)[:n]
    other = _shuffled(dtype, n)
    inputs = {"x": column, "y": np.where(np.arange(n) % 2 == 0, column, other), "swap": other[::-1].copy()}
    return [Case("alone", b.build(), inputs, {"old": (3 * n + 30,)}, domain=(n + 10,))]


def _shuffled(dtype: DType, count: int) -> Array:
    found = random_patterns(dtype, count, "atomic")
    edge = np.array(corners(dtype), np.uint64)
    found[1::4] = np.resize(edge[::-1], len(found[1::4]))
    return as_type(found, dtype)


def _shared(op: str, dtype: DType, _: Setting) -> list[Case]:
    """The same in shared memory: each invocation an element of its own, then its neighbour's after a barrier."""
    b = Builder("tiled", workgroup=64)
    x, y, out = b.input("x", dtype), b.input("y", dtype), b.output("out", dtype)
    tile = b.shared("tile", dtype, 60)  # four invocations stand outside of it
    i, lane = b.global_id(), b.local_id()
    tile[lane] = x[i]
    b.barrier()
    first = b.atomic(op, tile, lane, y[i], x[i] if op == "compare_exchange" else None)
    b.barrier()
    second = b.atomic(op, tile, 63 - lane, x[i], y[i] if op == "compare_exchange" else None)
    b.barrier()
    with b.if_(i * 3 + 2 < out.size):
        out[i * 3] = first
        out[i * 3 + 1] = second
        out[i * 3 + 2] = tile[lane]
    n = 192
    inputs = {"x": values(dtype, 1024)[:n], "y": _shuffled(dtype, n)}
    return [Case("tiled", b.build(), inputs, {"out": (3 * n,)}, domain=(n,))]


def _contended(op: str, dtype: DType, setting: Setting) -> list[Case]:
    """Many invocations of many workgroups on few elements, in storage and through a shared one."""
    b = Builder("contended", workgroup=64)
    x, out, joined = b.input("x", dtype), b.inout("out", dtype), b.inout("joined", dtype)
    tile = b.shared("tile", dtype, 8)
    i, lane = b.global_id(), b.local_id()
    with b.if_(lane < 8):
        tile[lane] = joined[lane + 8]
    b.barrier()
    with b.if_(i < x.size):
        b.atomic(op, out, i % 13, x[i])
        b.atomic(op, tile, (i * 7) % 9, x[i])  # the ninth is outside
    b.barrier()
    with b.if_(lane < 8):
        b.atomic(op, joined, lane, tile[lane])
    n = 100_000 if setting.full else 3000
    start = np.zeros(13, values(dtype, 1024).dtype) if op not in ("and", "min") else values(dtype, 1024)[-13:].copy()
    begin = np.resize(start, 16)
    return [Case("contended", b.build(), {"x": values(dtype, n), "out": start, "joined": begin}, {}, domain=(n,))]


def _one_element(op: str, dtype: DType, _: Setting) -> list[Case]:
    """Some invocations of a workgroup on one element, in storage and shared; the others' share is nothing, not a zero."""
    b = Builder("one", workgroup=128)
    x, out, joined = b.input("x", dtype), b.inout("out", dtype), b.output("joined", dtype)
    cell = b.shared("cell", dtype, 1)
    i, lane = b.global_id(), b.local_id()
    with b.if_(lane == 0):
        cell[0] = out[1]
    b.barrier()
    with b.if_((i % 3 == 1) & (i < x.size)):
        b.atomic(op, out, 0, x[i])
        b.atomic(op, cell, 0, x[i])
    b.barrier()
    with b.if_(lane == 0):
        joined[b.group_id()] = cell[0]
    n = 600
    given = values(dtype, 1024)[:n]
    tail = given[-64:]
    above, below = tail[tail > 0], tail[tail < 0]  # never a zero, which invocations that are off would add
    most = {"min": above, "max": below if len(below) else above}.get(op, given)
    given = np.resize(most, n)
    if op == "and":
        given = given | given.dtype.type(0x5A)
    return [Case("one", b.build(), {"x": given, "out": np.resize(given[:1], 2)}, {"joined": (5,)}, domain=(n,))]


def _counter(_: Setting) -> list[Case]:
    """How many there are, of each kind: a histogram, and a total by way of each workgroup."""
    b = Builder("counter", workgroup=128)
    x, bins, total = b.input("x", u32), b.output("bins", u32), b.output("total", u64)
    local = b.shared("local", u32, 1)
    i = b.global_id()
    with b.if_(i < x.size):
        b.atomic_add(bins, x[i] % 37, 1)
        with b.if_(x[i] & 1):
            b.atomic_add(local, 0, 1)
    b.barrier()
    with b.if_(b.local_id() == 0):
        b.atomic_add(total, 0, b.cast(u64, local[0]))
    n = 5000
    given = values(u32, n)
    bins_of = np.bincount(given % 37, minlength=37).astype(np.uint32)
    odd = np.array([np.count_nonzero(given & 1)], np.uint64)
    return [
        Case("counter", b.build(), {"x": given}, {"bins": (37,), "total": (1,)}, domain=(n,), formula=lambda _: {"bins": bins_of, "total": odd})
    ]  # fmt: skip


def _maximum(_: Setting) -> list[Case]:
    """A maximum by compare-exchange, tried until it holds: the loop everybody writes."""
    b = Builder("tried", workgroup=64)
    x, best = b.input("x", u32), b.inout("best", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        seen = b.let("seen", b.atomic_add(best, 0, 0))
        with b.while_(lambda: seen < x[i]):
            found = b.atomic_compare_exchange(best, 0, seen, x[i])
            with b.if_(found == seen):
                b.break_()
            seen.set(found)
    given = values(u32, 700)[:700] >> 3
    return [Case("tried", b.build(), {"x": given, "best": np.zeros(1, np.uint32)}, {}, domain=(700,))]


def _axes(_: Setting) -> list[Case]:
    """Two subscripts, each checked against its axis."""
    b = Builder("grid", workgroup=(4, 8))
    cells = b.output("cells", u32, rank=2)
    y, x = b.global_id(1), b.global_id(0)
    b.atomic_add(cells, (y // 2, x // 3), 1)
    b.atomic_max(cells, (y, 0xFFFFFFFF + x), 0)
    return [Case("grid", b.build(), {}, {"cells": (5, 6)}, domain=(16, 24))]


def _in_turn(_: Setting) -> list[Case]:
    """Each workgroup waits for the one before it, and adds to its sum."""
    b = Builder("in_turn", workgroup=1)
    x, done, out = b.input("x", u32), b.inout("done", u32), b.output("out", u32)
    g = b.group_id()
    before = b.let("before", b.const(u32, 1))
    with b.if_(g > 0):
        before.set(b.atomic_or(done, g - 1, 0))
        with b.while_(lambda: before == 0):
            before.set(b.atomic_or(done, g - 1, 0))
    total = before + (x[g] & 0xFFFF)
    out[g] = total
    b.atomic_exchange(done, g, total)
    given = values(u32, 100)[:100]
    sums = 1 + np.cumsum(given & 0xFFFF, dtype=np.uint32)
    inputs = {"x": given, "done": np.zeros(100, np.uint32)}
    formula = {"out": sums, "done": sums}
    return [Case("in turn", b.build(), inputs, {"out": (100,)}, domain=(100,), formula=lambda _: formula)]


def _lock(_: Setting) -> list[Case]:
    """A lock that the first invocation of each workgroup takes, around a sum that is read and written in two steps."""
    b = Builder("lock", workgroup=32)
    cells = b.inout("cells", u32)
    first = b.local_index() == 0
    with b.if_(first), b.while_(lambda: b.atomic_exchange(cells, 0, 1) != 0):
        pass
    b.barrier()
    with b.if_(b.local_index() == 31):
        b.atomic_exchange(cells, 1, b.atomic_or(cells, 1, 0) * 3 + 1)
    b.barrier()
    with b.if_(first):
        b.atomic_exchange(cells, 0, 0)
    return [Case("lock", b.build(), {"cells": np.zeros(2, np.uint32)}, {}, domain=(32 * 40,))]
