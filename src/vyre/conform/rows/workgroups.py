"""Workgroups: barriers, shared memory, subgroups, and the operations over a whole workgroup (rules 5.4, 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, as_type, corners, random_patterns, values
from vyre.dtypes import BY_NAME, DType, bool_, f32, f64, i32, i64, u32, u64
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.ops import SUBGROUP_OPS, subgroup_type
from vyre.ir.values import Val

__all__ = ["rows"]

_SIZES = (1, 32, 33, 100)
_MORE_SIZES = (1, 31, 32, 33, 64, 100, 256)
"""Of workgroups; the second ones in the full setting."""
_WHOLE = ("any", "all", "sum", "min", "max")


def rows() -> Iterator[Row]:
    """Everything that invocations of one workgroup do together."""
    for op, (arity, _) in SUBGROUP_OPS.items():
        for dtype in BY_NAME.values():
            try:
                result = subgroup_type(op, [dtype, u32][:arity])
            except ValidationError:
                continue
            yield Row(f"subgroup/{op}/{dtype}", ("6.4",), partial(_subgroup, op, dtype, result))
    simple: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("subgroup/ids", ("6.4",), _ids),
        ("subgroup/in-a-loop", ("6.4",), _subgroup_loop),
        ("subgroup/axes", ("6.4",), _subgroup_axes),
    ]
    for name, rules, make in simple:
        yield Row(name, rules, make)
    for dtype in (u32, i32, u64, i64, f32, f64):
        for op in _WHOLE[2:]:
            if op != "sum" or dtype.is_integer:
                yield Row(f"workgroup/{op}/{dtype}", ("6.5",), partial(_whole, op, dtype))
    for op in _WHOLE[:2]:
        yield Row(f"workgroup/{op}/bool", ("6.5",), partial(_whole, op, bool_))
    simple = [
        ("barrier/reverse", ("5.4",), _reverse),
        ("barrier/many", ("5.4",), _many),
        ("barrier/many-turns", ("5.4",), _many_turns),
        ("barrier/loop", ("5.4",), _loop),
        ("barrier/while", ("5.4",), _while),
        ("barrier/uniform-if", ("5.4",), _uniform_if),
        ("barrier/uniform-load", ("5.4",), _uniform_load),
        ("barrier/locals", ("5.4",), _locals),
        ("barrier/storage", ("5.4",), _storage),
        ("barrier/nested", ("5.4",), _nested),
        ("barrier/inactive", ("5.4",), _inactive),
        ("barrier/private", ("4.3", "5.4"), _private),
        ("barrier/axes", ("5.1", "5.4"), _axes),
        ("barrier/two-tiles", ("4.3", "5.4"), _two_tiles),
    ]
    for name, rules, make in simple:
        yield Row(name, rules, make)


def _column(dtype: DType, count: int, stream: str) -> Array:
    """Random values with corners strewn in, so that each meets another elsewhere."""
    found = random_patterns(dtype, count, stream)
    edge = np.array(corners(dtype), np.uint64)
    if dtype.is_bool:
        edge = edge[:2]
    found[::5] = np.resize(edge, len(found[::5]))
    return as_type(found, dtype)


# -- subgroups --------------------------------------------------------------------------------------------------------


def _subgroup(op: str, dtype: DType, result: DType, setting: Setting) -> list[Case]:
    """Workgroups of sizes that 32 does and does not divide; lanes, distances and masks also beyond 32."""
    arity = SUBGROUP_OPS[op][0]
    cases: list[Case] = []
    for size in _MORE_SIZES if setting.full else _SIZES:
        b = Builder("subgroup", workgroup=size)
        x, out = b.input("x", dtype), b.output("out", result)
        i = b.global_id()
        inputs = {"x": _column(dtype, 3 * size, f"{op} {size}")}
        if arity == 2 and op != "broadcast":
            y = b.input("y", u32)
            inputs["y"] = (values(u32, 4096, "lanes")[-3 * size :] % 67).astype(np.uint32)
            found = b.subgroup(op, x[i], y[i])
        elif arity == 2:
            y = b.input("y", u32)
            inputs["y"] = np.full(3 * size, 5 if size % 2 else 37, np.uint32)
            found = b.subgroup(op, x[i], y[0])
        else:
            found = b.subgroup(op, x[i])
        with b.if_(i < out.size):
            out[i] = found
        cases.append(Case(f"workgroup of {size}", b.build(), inputs, {"out": (3 * size,)}, domain=(3 * size,)))
    return cases


def _ids(_: Setting) -> list[Case]:
    cases: list[Case] = []
    for size in (1, 32, 33, 96):
        b = Builder("lanes", workgroup=size)
        out = b.output("out", u32)
        out[b.global_id()] = b.subgroup_id() * 1000 + b.subgroup_lane()
        cases.append(Case(f"workgroup of {size}", b.build(), {}, {"out": (2 * size,)}, domain=(2 * size,)))
    return cases


def _subgroup_loop(_: Setting) -> list[Case]:
    """In uniform loops, of values that differ from turn to turn."""
    b = Builder("turns", workgroup=64)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    value = b.let("value", x[i])
    with b.for_(0, 6) as k:
        total = b.subgroup_sum(value)
        with b.if_(b.subgroup_lane() == k):
            value.set(value ^ total)
        value.set(value + b.subgroup_shuffle_xor(value, k + 1))
    with b.if_(i < out.size):
        out[i] = value
    return [Case("turns", b.build(), {"x": values(u32, 200)[:200]}, {"out": (200,)}, domain=(200,))]


def _subgroup_axes(_: Setting) -> list[Case]:
    """Lanes are consecutive in the linear local index, whatever the workgroup's shape."""
    b = Builder("shaped", workgroup=(5, 20))
    x, out = b.input("x", i32, rank=2), b.output("out", i32, rank=2)
    at = (b.global_id(1), b.global_id(0))
    found = b.subgroup_inclusive_scan(x[at])
    out[at] = found
    given = values(i32, 1000)[:1000].reshape(25, 40)
    return [Case("shaped", b.build(), {"x": given}, {"out": (25, 40)}, domain=(25, 40))]


def _whole(op: str, dtype: DType, setting: Setting) -> list[Case]:
    """One value of a workgroup's values, for all its invocations; also twice in a row, and in a loop."""
    cases: list[Case] = []
    for size in (1, 33, 64, 256) if setting.full else (33, 256):
        b = Builder("whole", workgroup=size)
        x, out, later = b.input("x", dtype), b.output("out", dtype), b.output("later", dtype)
        i = b.global_id()
        found = b.over_workgroup(op, x[i])
        again = b.over_workgroup(op, x[i + 1])
        with b.if_(i < out.size):
            out[i] = found
            later[i] = again
        n = 3 * size - (1 if size > 1 else 0)
        column = _column(dtype, n, f"{op} {size}")
        if dtype.is_bool:
            column = np.full(n, op == "all", np.bool_)
            column[-1] = not column[-1]
        cases.append(Case(f"workgroup of {size}", b.build(), {"x": column}, {"out": (n,), "later": (n,)}, domain=(n,)))
    return cases


# -- barriers -----------------------------------------------------------------------------------------------------


def _tiled(name: str, body: Callable[[Builder, Val, Val], Any], *, size: int = 64, groups: int = 3) -> list[Case]:
    """A program over x that ends with out[i] = body(lane, x[i])."""
    b = Builder(name, workgroup=size)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    found = body(b, b.local_id(), x[i])
    with b.if_(i < out.size):
        out[i] = found
    n = size * groups - 5
    return [Case(name, b.build(), {"x": values(u32, max(n, 64))[:n]}, {"out": (n,)}, domain=(n,))]


def _reverse(_: Setting) -> list[Case]:
    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        tile[lane] = x
        b.barrier()
        return tile[63 - lane] * 3

    return _tiled("reverse", body)


def _many(_: Setting) -> list[Case]:
    """A workgroup of more invocations than any machine runs at once: each reads what the last ones wrote."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 256)
        tile[lane] = x
        b.barrier()
        first = tile[255 - lane]
        b.barrier()
        tile[(lane + 129) % 256] = first ^ lane
        b.barrier()
        return tile[lane] * 3

    return _tiled("many", body, size=256)


def _many_turns(_: Setting) -> list[Case]:
    """Locals that are the same in all invocations of such a workgroup change once a turn, not once for each part of it."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 256)
        mine, stride, turn = b.let("mine", x), b.let("stride", 1, u32), b.let("turn", 0, u32)
        kept = [b.let(f"kept{k}", x * (2 * k + 3)) for k in range(12)]  # so many that no machine keeps all at once
        with b.for_(0, 8):
            tile[lane] = mine + turn
            b.barrier()
            mine.set(mine * 3 + tile[(lane + stride) % 256])
            for one, other in zip(kept, [*kept[1:], mine], strict=True):
                one.set(one * 5 + other)
            with b.for_(0, 2):
                turn.set(turn + 5)
            b.barrier()
            stride.set(stride * 2)
        with b.if_(turn == 80):
            mine.set(mine ^ turn)
        for one in kept:
            mine.set(mine * 7 + one)
        return mine + stride

    return _tiled("turns", body, size=256)


def _loop(_: Setting) -> list[Case]:
    """A tree that halves, and a scan: barriers in loops, with ids that differ on both sides."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        tile[lane] = x
        b.barrier()
        with b.for_(0, 6) as k:
            stride = b.const(u32, 32) >> k
            with b.if_(lane < stride):
                tile[lane] = tile[lane] + tile[lane + stride] * 3
            b.barrier()
        total = tile[0]
        b.barrier()
        tile[lane] = x ^ total
        b.barrier()
        step = b.let("step", 1, u32)
        with b.for_(0, 6):
            value = b.let("value", tile[lane])
            with b.if_(lane >= step):
                value.set(value + tile[lane - step])
            b.barrier()
            tile[lane] = value
            b.barrier()
            step.set(step * 2)
        return tile[lane]

    return _tiled("loop", body)


def _while(_: Setting) -> list[Case]:
    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        turn, mine = b.let("turn", 0, u32), b.let("mine", x)
        with b.while_(lambda: turn < 5):
            tile[(lane + turn) % 64] = mine
            b.barrier()
            mine.set(mine * 5 + tile[lane])
            b.barrier()
            turn.set(turn + 1)
        return mine.get()

    return _tiled("while", body)


def _uniform_if(_: Setting) -> list[Case]:
    """Barriers under conditions on group ids and parameters, with and without an else."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        mine = b.let("mine", x)
        with b.if_(b.group_id() % 2 == 0):
            tile[lane] = mine
            b.barrier()
            mine.set(tile[(lane + 1) % 64])
        with b.else_():
            tile[63 - lane] = mine + 1
            b.barrier()
            mine.set(tile[lane] * 2)
            b.barrier()
            tile[lane] = mine
            b.barrier()
            mine.set(mine + tile[lane ^ 1])
        return mine.get()

    return _tiled("conditions", body, groups=4)


def _uniform_load(_: Setting) -> list[Case]:
    """The number of turns comes out of memory that nobody writes, and out of a shared cell."""
    b = Builder("loaded", workgroup=64)
    x, turns, out = b.input("x", u32), b.input("turns", u32), b.output("out", u32)
    tile, limit = b.shared("tile", u32, 64), b.shared("limit", u32, 1)
    i, lane = b.global_id(), b.local_id()
    mine = b.let("mine", x[i])
    with b.if_(lane == 0):
        limit[0] = turns[b.group_id()] + 1
    b.barrier()
    with b.for_(0, turns[b.group_id()]):
        tile[lane] = mine
        b.barrier()
        mine.set(mine + tile[(lane * 7 + 1) % 64])
        b.barrier()
    with b.for_(0, limit[0]) as k:
        tile[lane] = mine + k
        b.barrier()
        mine.set(mine ^ tile[63 - lane])
        b.barrier()
    with b.if_(i < out.size):
        out[i] = mine
    given = {"x": values(u32, 256)[:256], "turns": np.array([3, 0, 1, 6], np.uint32)}
    return [Case("loaded", b.build(), given, {"out": (256,)}, domain=(256,))]


def _locals(_: Setting) -> list[Case]:
    """Locals, and values read before, live on over barriers, each invocation its own."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        kept, early = b.let("kept", x * 3), x + lane
        wide = b.let("wide", b.cast(f64, x))
        truth = b.let("truth", (x & 1) == 1)
        tile[lane] = x
        b.barrier()
        kept.set(kept + tile[lane ^ 5])
        b.barrier()
        return b.select(truth, kept + early, kept - early) + b.cast(u32, wide.get())

    return _tiled("kept", body)


def _storage(_: Setting) -> list[Case]:
    """A barrier is one for storage too, within the workgroup."""
    b = Builder("storage", workgroup=64)
    x, out = b.inout("x", u32), b.output("out", u32)
    i, lane = b.global_id(), b.local_id()
    base = i - lane
    x[i] = x[i] * 3 + 1
    b.barrier()
    mine = x[base + (lane + 1) % 64]
    b.barrier()
    x[i] = mine ^ lane
    b.barrier()
    out[i] = x[base + 63 - lane]
    return [Case("storage", b.build(), {"x": values(u32, 256)[:256]}, {"out": (256,)}, domain=(256,))]


def _nested(_: Setting) -> list[Case]:
    """Loops of loops with barriers, and a break that all take."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        mine = b.let("mine", x)
        with b.for_(0, 4) as k:
            with b.for_(k, 4) as n:
                tile[(lane * (2 * k + 1)) % 64] = mine
                b.barrier()
                mine.set(mine * 3 + tile[(lane + n) % 64])
                b.barrier()
                with b.if_(n == 2):
                    b.break_()
            with b.if_(k == b.group_id() + 1):
                b.continue_()
            mine.set(mine + 1)
        return mine.get()

    return _tiled("nested", body)


def _inactive(_: Setting) -> list[Case]:
    """Much of the work between barriers is done by some invocations only."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        with b.if_(lane % 3 == 0), b.for_(0, lane % 5 + 1) as k:
            tile[(lane + k * 3) % 64 // 3 * 3] = 9
        b.barrier()
        total = b.let("total", x)
        with b.if_(lane == 17):
            with b.for_(0, 64) as k:
                total.set(total + tile[k] * k)
            tile[1] = total
        b.barrier()
        return tile[1] + tile[lane]

    return _tiled("inactive", body)


def _private(_: Setting) -> list[Case]:
    """Arrays of the invocation live on over barriers."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        tile = b.shared("tile", u32, 64)
        held = b.private("held", u32, 4)
        with b.for_(0, 4) as k:
            held[k] = x + k * lane
            tile[lane] = held[k]
            b.barrier()
            held[(k + 1) % 4] = tile[(lane + 9) % 64]
            b.barrier()
        return held[lane % 4] * 7 + held[0]

    return _tiled("private", body)


def _axes(_: Setting) -> list[Case]:
    """A tile of two axes, transposed; workgroups beyond the array's edge."""
    b = Builder("transposed", workgroup=(8, 8))
    x, out = b.input("x", f32, rank=2), b.output("out", f32, rank=2)
    tile = b.shared("tile", f32, (8, 9))
    ly, lx = b.local_id(1), b.local_id(0)
    tile[ly, lx] = x[b.global_id(1), b.global_id(0)]
    b.barrier()
    out[b.group_id(0) * 8 + ly, b.group_id(1) * 8 + lx] = tile[lx, ly]
    given = values(f32, 1024)[:345].reshape(15, 23)
    return [Case("transposed", b.build(), {"x": given}, {"out": (23, 15)}, domain=(16, 24))]


def _two_tiles(_: Setting) -> list[Case]:
    """Shared arrays of several types side by side, none of a size that a word divides."""

    def body(b: Builder, lane: Val, x: Val) -> Any:
        bytes_, halves = b.shared("bytes_", BY_NAME["u8"], 67), b.shared("halves", BY_NAME["i16"], 65)
        words, longs = b.shared("words", u32, 64), b.shared("longs", i64, 33)
        bytes_[lane + 1] = b.cast(BY_NAME["u8"], x)
        halves[64 - lane] = b.cast(BY_NAME["i16"], x >> 3)
        words[lane] = x
        longs[lane // 2] = b.cast(i64, lane // 2) * -5
        b.barrier()
        found = b.cast(u32, bytes_[lane]) + b.cast(u32, halves[lane]) + words[lane ^ 9]
        return found + b.cast(u32, longs[lane % 33])

    return _tiled("tiles", body)
