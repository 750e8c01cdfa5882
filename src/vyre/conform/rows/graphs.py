"""Whole programs over graphs and sparse matrices, each beside a formula that works out its outputs by other means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.rows.kernels import tame
from vyre.conform.values import Array, words
from vyre.dtypes import f32, u32
from vyre.ir.builder import Builder

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """A row per family."""
    made: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("sparse-matvec", ("3.1", "5.3"), _sparse),
        ("breadth-first-step", ("5.3", "6.1"), _breadth_first),
        ("union-find-step", ("6.1", "6.3"), _union_find),
    ]
    for name, rules, make in made:
        yield Row(f"family/{name}", rules, make)


def _sparse(setting: Setting) -> list[Case]:
    """A sparse matrix by rows, times a vector."""
    n = 5000 if setting.full else 90
    dice = words("sparse", n)
    lengths = (dice % np.uint64(9)).astype(np.uint32)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint32)
    total = int(starts[-1])
    columns = (words("columns", total) % np.uint64(n)).astype(np.uint32)
    b = Builder("sparse", workgroup=32)
    start, column, value, x, out = (
        b.input("start", u32),
        b.input("column", u32),
        b.input("value", f32),
        b.input("x", f32),
        b.output("out", f32),
    )
    i = b.global_id()
    held = b.let("held", 0.0, f32)
    with b.if_(i < out.size):
        with b.for_(start[i], start[i + 1]) as k:
            held.set(held + value[k] * x[column[k]])
        out[i] = held
    given = {"start": starts, "column": columns, "value": tame("values", total), "x": tame("vector", n)}

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        found = np.zeros(n, np.float32)
        for r in range(n):
            for k in range(int(starts[r]), int(starts[r + 1])):
                found[r] = found[r] + given["value"][k] * given["x"][columns[k]]
        return {"out": found}

    return [Case("sparse", b.build(), given, {"out": (n,)}, domain=(n,), formula=formula)]


def _graph(n: int, name: str) -> tuple[Array, Array]:
    """Edges between n nodes."""
    count = 2 * n
    return (words(f"{name} from", count) % np.uint64(n)).astype(np.uint32), (
        words(f"{name} to", count) % np.uint64(n)
    ).astype(np.uint32)


def _breadth_first(_: Setting) -> list[Case]:
    """A step of a search in breadth: who is at this depth gives the next one to its neighbours that have none."""
    n = 150
    source, target = _graph(n, "search")
    b = Builder("step", workgroup=64)
    a, z, depth, now, changed = (
        b.input("a", u32),
        b.input("z", u32),
        b.inout("depth", u32),
        b.uniform("now", u32),
        b.output("changed", u32),
    )
    i = b.global_id()
    before = b.input("before", u32)
    with b.if_(i < a.size), b.if_((before[a[i]] == now) & (before[z[i]] > now + 1)):
        b.atomic_min(depth, z[i], now + 1)
        b.atomic_or(changed, 0, 1)
    start = np.full(n, 0xFFFFFFFF, np.uint32)
    start[[0, 5]] = 0
    start[[9, 33, 60]] = 1

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        found, held = given["depth"].copy(), given["depth"]
        reached = target[(held[source] == 1) & (held[target] > 2)]
        found[reached] = 2
        return {"depth": found, "changed": np.array([len(reached) > 0], np.uint32)}

    inputs = {"a": source, "z": target, "depth": start, "now": 1, "before": start}
    return [Case("step", b.build(), inputs, {"changed": (1,)}, domain=(len(source),), formula=formula)]


def _union_find(_: Setting) -> list[Case]:
    """A step of union-find: each edge hooks the greater root onto the smaller one."""
    n = 200
    source, target = _graph(n, "union")
    parent = np.minimum(np.arange(n), (words("parents", n) % np.uint64(n)).astype(np.int64)).astype(np.uint32)
    b = Builder("hook", workgroup=64)
    a, z, root, out = b.input("a", u32), b.input("z", u32), b.input("root", u32), b.inout("out", u32)
    i = b.global_id()
    with b.if_(i < a.size):
        p, q = b.let("p", a[i]), b.let("q", z[i])
        with b.while_(lambda: root[p] != p):
            p.set(root[p])
        with b.while_(lambda: root[q] != q):
            q.set(root[q])
        b.atomic_min(out, b.max(p, q), b.min(p, q))

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        top = np.arange(n)
        for k in range(n):
            top[k] = k if parent[k] == k else top[parent[k]]
        found = given["out"].copy()
        p, q = top[source], top[target]
        np.minimum.at(found, np.maximum(p, q), np.minimum(p, q).astype(np.uint32))
        return {"out": found}

    given = {"a": source, "z": target, "root": parent, "out": parent.copy()}
    return [Case("hook", b.build(), given, {}, domain=(len(source),), formula=formula)]
