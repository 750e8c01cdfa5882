"""Control flow, launches and traps: sections 5.1 to 5.3 and 5.6 of the law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import values
from vyre.dtypes import DType, bool_, i8, i16, i32, i64, u8, u16, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.values import Operand, Val

__all__ = ["rows"]

_INTEGERS = (u8, u16, u32, u64, i8, i16, i32, i64)
_STEPS = (1, 2, 7, -1, -3)


def rows() -> Iterator[Row]:
    """Everything of one invocation's way through a program, and of how many there are."""
    for dtype in _INTEGERS:
        yield Row(f"control/for/{dtype}", ("5.3",), partial(_for, dtype))
        yield Row(f"control/condition/{dtype}", ("5.2",), partial(_condition, dtype))
    simple: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("control/condition/bool", ("5.2",), partial(_condition, bool_)),
        ("control/for-assigned", ("5.3",), _assigned),
        ("control/for-bounds-captured", ("5.3",), _captured),
        ("control/break-continue", ("5.3",), _jumps),
        ("control/while", ("5.3",), _while),
        ("control/nested", ("5.3",), _nested),
        ("control/return", ("5.3",), _return),
        ("control/else", ("5.2",), _else),
        ("control/grid-stride", ("5.3",), _grid_stride),
        ("control/divergent-loops", ("5.3",), _divergent),
        ("control/locals", ("4.2", "5.2"), _locals),
        ("control/deep", ("5.2", "5.3"), _deep),
        ("control/long", ("5.2",), _long),
        ("launch/ids-1", ("5.1",), partial(_ids, 1)),
        ("launch/ids-2", ("5.1",), partial(_ids, 2)),
        ("launch/ids-3", ("5.1",), partial(_ids, 3)),
        ("launch/ids-flat", ("1.4", "5.1"), _ids_flat),
        ("launch/beyond-the-domain", ("5.1",), _beyond),
        ("launch/nothing", ("4.2", "5.1"), _nothing),
        ("launch/many-groups", ("5.1",), _many_groups),
        ("launch/workgroups", ("5.1",), _workgroups),
        ("trap/smallest", ("5.6",), _smallest_trap),
        ("trap/in-a-loop", ("5.6",), _loop_trap),
        ("trap/with-barriers", ("5.4", "5.6"), _barrier_trap),
        ("trap/code", ("5.6",), _trap_codes),
        ("trap/while-limit", ("5.3", "5.6"), _while_limit),
    ]
    for name, rules, make in simple:
        yield Row(name, rules, make)


def _for(dtype: DType, _: Setting) -> list[Case]:
    """range(lo, hi, step) of every integer type, at bounds where the variable would wrap; the trip count is mathematical."""
    b = Builder("steps", workgroup=32)
    lo, hi = b.input("lo", dtype), b.input("hi", dtype)
    out, trips = b.output("out", dtype), b.output("trips", u32)
    i = b.global_id()
    with b.if_(i < lo.size):
        for n, step in enumerate(_STEPS):
            total, count = b.let("total", 0, dtype), b.let("count", 0, u32)
            with b.for_(lo[i], hi[i], step) as k:
                total.set(total * 3 + k)
                count.set(count + 1)
                with b.if_(count == 40):
                    b.break_()
            out[i * len(_STEPS) + n] = total
            trips[i * len(_STEPS) + n] = count
    top, low = dtype.max, dtype.min
    pairs = [(0, 0), (0, 1), (0, 9), (5, 2), (top - 3, top), (top, top), (low, low + 4), (low, low), (top - 9, top - 1), (low + 5, low), (top, top - 6), (low, top), (top, low), (3, 30), (1, 8)]  # fmt: skip
    x = np.array(pairs, np.dtype(dtype.numpy_name))
    n = len(pairs)
    inputs = {"lo": x[:, 0].copy(), "hi": x[:, 1].copy()}
    shape = (n * len(_STEPS),)
    return [Case("steps", b.build(), inputs, {"out": shape, "trips": shape}, domain=(n,))]


def _condition(dtype: DType, _: Setting) -> list[Case]:
    """A condition is a bool, or an integer that isn't 0."""
    b = Builder("condition", workgroup=32)
    x, out = b.input("x", dtype), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        with b.if_(x[i]):
            out[i] = 3
        with b.else_():
            out[i] = 5
        with b.while_(lambda: x[i]):
            out[i] = out[i] + 10
            b.break_()
    n = 256
    return [Case("condition", b.build(), {"x": values(dtype, n)[:n]}, {"out": (n,)}, domain=(n,))]


def _simple(name: str, body: Callable[[Builder, Val, Callable[[Operand], None]], None], count: int = 200) -> list[Case]:
    """A program that gives each invocation its element of ``x`` below 32 and stores one number."""
    b = Builder(name, workgroup=32)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()

    def give(value: Operand) -> None:
        out[i] = value

    with b.if_(i < out.size):
        body(b, x[i] & 31, give)
    return [Case(name, b.build(), {"x": values(u32, count)[:count]}, {"out": (count,)}, domain=(count,))]


def _assigned(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        total = b.let("total", 0, u32)
        with b.for_(0, x) as k:
            total.set(total * 5 + k)
            k.set(k + 7)  # changes nothing of the iteration
            total.set(total ^ k)
        give(total)

    return _simple("assigned", body)


def _captured(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        end, total = b.let("end", x), b.let("total", 0, u32)
        with b.for_(0, end) as k:
            end.set(end + 100)
            total.set(total + k + 1)
        give(total * 1000 + end)

    return _simple("captured", body)


def _jumps(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        total = b.let("total", 0, u32)
        with b.for_(0, 20) as k:
            with b.if_(k % 3 == x % 3):
                b.continue_()
            with b.for_(k, 40, 2) as n:
                with b.if_(n > x + 8):
                    b.break_()
                with b.if_((n & 5) == 4):
                    b.continue_()
                total.set(total * 3 + n)
            with b.if_(total > 1 << 28):
                b.break_()
            total.set(total + k)
        give(total)

    return _simple("jumps", body)


def _while(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        value, steps = b.let("value", x + 1), b.let("steps", 0, u32)
        with b.while_(lambda: (value != 1) & (steps < 300)):
            with b.if_(value % 2 == 0):
                value.set(value // 2)
            with b.else_():
                value.set(value * 3 + 1)
            steps.set(steps + 1)
            with b.if_(value == 5):
                steps.set(steps + 1000)
                b.continue_()
        give(steps)

    return _simple("while", body)


def _nested(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        total, left = b.let("total", 0, u32), b.let("left", x)
        with b.while_(lambda: left > 0):
            left.set(left - 1)
            with b.for_(0, left % 5) as k:
                inner = b.let("inner", k)
                with b.while_(lambda: inner < 4):
                    inner.set(inner + 1)
                    total.set(total * 31 + inner * left)
                    with b.if_(total % 7 == 3):
                        b.break_()
            with b.if_(left % 4 == 1):
                b.continue_()
            total.set(total + 11)
        give(total)

    return _simple("nested", body)


def _return(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        give(1)
        with b.if_(x % 4 == 0):
            b.return_()
        give(2)
        with b.for_(0, x) as k:
            give(k + 3)
            with b.if_(k == 9):
                with b.while_(lambda: x > 20):
                    give(77)
                    b.return_()
                b.break_()
        give(x + 100)

    return _simple("return", body)


def _else(_: Setting) -> list[Case]:
    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        with b.if_(x < 8):
            give(x * 2)
        with b.else_():
            with b.if_(x < 16):
                give(x * 3)
            with b.else_():
                with b.if_(x & 1):
                    give(x * 5)
                with b.else_():
                    b.return_()

    return _simple("else", body)


def _divergent(_: Setting) -> list[Case]:
    """Every invocation leaves its loop in another turn, and some by another door."""

    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        total = b.let("total", 1, u32)
        with b.for_(0, (x * 7) % 41) as k:
            with b.if_((total ^ k) % 13 == 5):
                give(total)
                b.return_()
            with b.if_((total + k) % 11 == 2):
                b.break_()
            total.set(total * 9 + (x ^ k))
        give(total ^ 0x5A5A5A5A)

    return _simple("divergent", body, 1000)


def _locals(_: Setting) -> list[Case]:
    """Values that were read before a local changed stay what they were; swaps; assignment on every path."""

    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        p, q = b.let("p", x), b.let("q", x * x + 1)
        with b.for_(0, 10):
            old = p.get()
            p.set(q)
            q.set(old + q)
        late = b.local("late", u32)
        with b.if_(x & 2):
            late.set(p)
        with b.else_():
            late.set(q)
        give(late ^ p)

    return _simple("locals", body)


def _deep(_: Setting) -> list[Case]:
    """Blocks as deep as they may be nested side by side."""

    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        def down(level: int) -> None:
            give(x + level)
            if level == 16:
                return
            with b.if_((x >> (level % 5)) & 1), b.for_(0, 1 + level % 2):
                down(level + 1)
            with b.else_():
                give(x * 64 + level)

        down(0)

    return _simple("deep", body)


def _long(setting: Setting) -> list[Case]:
    """A straight line of many statements."""

    def body(b: Builder, x: Val, give: Callable[[Operand], None]) -> None:
        value = b.let("value", x)
        for k in range(3000 if setting.full else 300):
            value.set(b.rotl(value, k % 31) * 3 + (value ^ k))
        give(value)

    return _simple("long", body)


def _grid_stride(_: Setting) -> list[Case]:
    b = Builder("stride", workgroup=32, grid=3)
    x, out = b.input("x", u32), b.output("out", u32)
    with b.grid_stride(x.size) as i:
        out[i] = x[i] * 3 + b.global_id()
    program = b.build()
    return [
        Case(f"stride over {n}", program, {"x": values(u32, n)[:n]}, {"out": (n,)}) for n in (0, 1, 95, 96, 97, 1000)
    ]


# -- launches -----------------------------------------------------------------------------------------------------


def _ids(rank: int, _: Setting) -> list[Case]:
    """All ids, along every axis, of grids that no workgroup divides."""
    workgroup = {1: (32,), 2: (4, 8), 3: (2, 3, 8)}[rank]
    b = Builder("ids", workgroup=workgroup)
    out = b.output("out", u32, rank=rank)
    at = tuple(b.global_id(axis) for axis in reversed(range(rank)))
    value = b.local_index()
    for axis in range(rank):
        for part in (b.global_id(axis), b.local_id(axis), b.group_id(axis), b.workgroup_size(axis), b.num_groups(axis)):
            value = value * 31 + part
    out[at] = value
    program = b.build()
    domains: dict[int, tuple[tuple[int, ...], ...]] = {
        1: ((1,), (31,), (32,), (33,), (1000,)),
        2: ((1, 1), (5, 9), (4, 8), (17, 3)),
        3: ((1, 1, 1), (3, 5, 9), (2, 3, 8), (7, 1, 17)),
    }
    return [Case(f"domain {d}", program, {}, {"out": d}, domain=d) for d in domains[rank]]


def _ids_flat(_: Setting) -> list[Case]:
    """Ids of two axes into an array of one."""
    b = Builder("flat", workgroup=(4, 8))
    out, width = b.output("out", u32), b.uniform("width", u32)
    y, x = b.global_id(1), b.global_id(0)
    with b.if_(x < width):
        out[y * width + x] = y * 1000 + x
    return [Case("flat", b.build(), {"width": 13}, {"out": (13 * 9,)}, domain=(9, 13))]


def _beyond(_: Setting) -> list[Case]:
    """The invocations beyond the domain run too."""
    b = Builder("beyond", workgroup=64)
    out = b.output("out", u32)
    out[b.global_id()] = b.global_id() + 1
    return [Case("beyond", b.build(), {}, {"out": (130,)}, domain=(70,))]


def _nothing(_: Setting) -> list[Case]:
    """Nothing is launched, and outputs are zero or their init."""
    b = Builder("nothing", workgroup=32)
    out, seven = b.output("out", u32), b.output("seven", u16, init=7)
    out[b.global_id()] = 9
    seven[b.global_id()] = 9
    shapes = {"out": (40,), "seven": (40,)}
    return [Case("no invocation", b.build(), {}, shapes, domain=(0,))]


def _many_groups(setting: Setting) -> list[Case]:
    """Many small workgroups: along an axis more than most devices launch at once, where all of it is asked for."""
    count = 70_001 if setting.full else 3001
    b = Builder("many", workgroup=4)
    out = b.output("out", u32)
    i = b.global_id()
    out[i] = i * 3 + b.group_id() + b.num_groups()
    one = Case("x", b.build(), {}, {"out": (4 * count,)}, domain=(4 * count,))
    b = Builder("tall", workgroup=(2, 2))
    tall = b.output("out", u32, rank=2)
    y, x = b.global_id(1), b.global_id(0)
    tall[y, x] = y * 5 + x + b.group_id(1) * 7 + b.num_groups(1)
    return [one, Case("y", b.build(), {}, {"out": (2 * count, 2)}, domain=(2 * count, 2))]


def _workgroups(_: Setting) -> list[Case]:
    """Workgroups of odd sizes."""
    cases: list[Case] = []
    for size in (1, 3, 31, 33, 64, 100, 255, 256):
        b = Builder("sizes", workgroup=size)
        out = b.output("out", u32)
        i = b.global_id()
        out[i] = i * 7 + b.local_id() + b.group_id() * b.workgroup_size()
        cases.append(Case(f"workgroup of {size}", b.build(), {}, {"out": (2 * size + 1,)}, domain=(2 * size + 1,)))
    return cases


# -- traps ----------------------------------------------------------------------------------------------------------


def _trapping(name: str, body: Callable[[Builder, Val, Val], None], marks: dict[str, dict[int, int]]) -> list[Case]:
    """A program over x, which holds the marks and else zeros; where nothing traps it stores."""
    n = 300
    b = Builder(name, workgroup=64)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    value = x[i]
    body(b, i, value)
    with b.if_(i < out.size):
        out[i] = i + value
    program = b.build()
    cases: list[Case] = []
    for label, where in marks.items():
        given = np.zeros(n, np.uint32)
        for k, mark in where.items():
            given[k] = mark
        cases.append(Case(label, program, {"x": given}, {"out": (n,)}, domain=(n,)))
    return cases


def _smallest_trap(_: Setting) -> list[Case]:
    def body(b: Builder, i: Val, value: Val) -> None:
        with b.if_(value == 5):
            b.trap(i + 1000)
        with b.if_(value > 6):
            b.trap(value)

    return _trapping("smallest", body, {"none": {}, "two": {280: 5, 70: 9}, "one": {299: 5}, "first": {0: 7, 1: 5}, "same group": {66: 5, 65: 5}})  # fmt: skip


def _loop_trap(_: Setting) -> list[Case]:
    def body(b: Builder, i: Val, value: Val) -> None:
        with b.for_(0, 8) as k, b.if_(k + 1 == value):
            b.trap(k * 100 + i)

    return _trapping("loop", body, {"late": {10: 8, 20: 1}, "early": {20: 1, 200: 1}, "none": {3: 9}})


def _barrier_trap(_: Setting) -> list[Case]:
    def body(b: Builder, i: Val, value: Val) -> None:
        tile = b.shared("tile", u32, 64)
        with b.if_(value == 3):
            b.trap(i)
        tile[b.local_id()] = value + i
        b.barrier()
        with b.if_(tile[63 - b.local_id()] == 77 + i):
            b.trap(12)
        b.barrier()

    return _trapping("barriers", body, {"none": {}, "first": {100: 3}, "second": {130: 77 + 189 - 130}})


def _trap_codes(_: Setting) -> list[Case]:
    def body(b: Builder, i: Val, value: Val) -> None:
        with b.if_(value != 0):
            b.trap(value - 1)

    return _trapping("codes", body, {"zero": {5: 1}, "largest": {5: 1 << 31}, "middle": {5: 12345}})


def _while_limit(_: Setting) -> list[Case]:
    """DispatchConfig.while_limit: the trip beyond it traps."""
    b = Builder("limited", workgroup=32)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        left = b.let("left", x[i])
        with b.while_(lambda: left > 0):
            left.set(left - 1)
        out[i] = left + i
    program = b.build()
    n = 100
    made: list[Case] = []
    for label, most in (("within", 10), ("beyond", 11)):
        given = np.arange(n, dtype=np.uint32) % 10
        given[60] = most
        made.append(Case(label, program, {"x": given}, {"out": (n,)}, domain=(n,), while_limit=10))
    return made
