"""Which launches store an output wholly, told by numbers; and that no byte differs where what it held before is not cleared."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests import sizes
from vyre.dtypes import i32, i64, u32
from vyre.facts.coverage import covers, sure_stores
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

GROUPS, LANES, ITEMS = 3, 8, 2
TILE = LANES * ITEMS
Body = Callable[[Any, Any, Any], None]


def made(body: Body, *, grid: int = GROUPS, lanes: int = LANES) -> Program:
    b = Builder("k", workgroup=lanes, grid=grid)
    x, out = b.input("x", u32), b.output("out", u32)
    body(b, x, out)
    return b.build()


def covered(program: Program, x: int, out: int) -> bool:
    (groups, _, _), (lanes, _, _) = program.grid or (1, 1, 1), program.workgroup
    return covers(program, 1, workgroup=(lanes, 1, 1), grid=(groups, 1, 1), shapes={0: (x,), 1: (out,)})


def tiles(b: Any, x: Any) -> Any:
    return b.ceil_div(b.ceil_div(x.size, TILE), GROUPS)


def stretches(b: Any, x: Any, out: Any) -> None:
    count = tiles(b, x)
    with b.for_(0, count) as tile:
        at = (b.group_id() * count + tile) * TILE + ITEMS * b.local_id()
        out[at] = 1
        out[at + 1] = 2


def an_item_is_missing(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, tiles(b, x)) as tile:
        at = (b.group_id() * tiles(b, x) + tile) * TILE + ITEMS * b.local_id()
        out[at] = 1
        out[at + 2] = 1


def a_gap_between_lanes(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, tiles(b, x)) as tile:
        at = (b.group_id() * tiles(b, x) + tile) * 3 * LANES + 3 * b.local_id()
        out[at] = 1
        out[at + 1] = 2


def a_tile_too_few(b: Any, x: Any, out: Any) -> None:
    count = tiles(b, x)
    with b.for_(0, count - 1) as tile:
        at = (b.group_id() * count + tile) * TILE + ITEMS * b.local_id()
        out[at] = 1
        out[at + 1] = 2


def tiles_overlap(b: Any, x: Any, out: Any) -> None:
    count = tiles(b, x)
    with b.for_(0, count + 1) as tile:
        at = (b.group_id() * count + tile) * TILE + ITEMS * b.local_id()
        out[at] = 1
        out[at + 1] = 1


def left_early(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, tiles(b, x)) as tile:
        at = (b.group_id() * tiles(b, x) + tile) * TILE + ITEMS * b.local_id()
        out[at] = 1
        out[at + 1] = 2
        with b.if_(x[at] > 3):
            b.break_()


def skipped_by_data(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, tiles(b, x)) as tile:
        at = (b.group_id() * tiles(b, x) + tile) * TILE + ITEMS * b.local_id()
        with b.if_(x[at] > 3):
            b.continue_()
        out[at] = 1
        out[at + 1] = 2


def after_a_return(b: Any, x: Any, out: Any) -> None:
    with b.if_(x[0] > 3):
        b.return_()
    stretches(b, x, out)


def after_a_return_in_a_loop(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, 2) as k, b.if_(x[k] > 3):
        b.return_()
    stretches(b, x, out)


def after_a_loop_that_is_left(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, 2) as k, b.if_(x[k] > 3):
        b.break_()
    stretches(b, x, out)


def under_data(b: Any, x: Any, out: Any) -> None:
    with b.if_(x[0] > 3):
        stretches(b, x, out)


def in_a_while(b: Any, x: Any, out: Any) -> None:
    n = b.let("n", x[0])
    with b.while_(lambda: n.get() > 3):
        out[b.global_id() * 2] = 1
        out[b.global_id() * 2 + 1] = 1
        n.set(0)


def in_both_arms(b: Any, x: Any, out: Any) -> None:
    at = b.global_id() * 2
    out[at + 1] = 1
    with b.if_(x[at] > 3):
        out[at] = 1
    with b.else_():
        out[at] = 2


def whole_or_one_by_one(b: Any, x: Any, out: Any) -> None:
    at = b.global_id() * 2
    with b.if_(at + 1 < out.size):
        out[at] = 1
        out[at + 1] = 1
    with b.else_():
        with b.if_(at < out.size):
            out[at] = 2
        with b.if_(at + 1 < out.size):
            out[at + 1] = 2


def pairs_in_bounds(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.global_id() < x.size):
        out[b.global_id() * 2] = 1
        out[b.global_id() * 2 + 1] = 1


def pairs_by_return(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.global_id() >= x.size):
        b.return_()
    out[b.global_id() * 2] = 1
    out[b.global_id() * 2 + 1] = 1


def lanes_left_out(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.local_id() < LANES - 1):
        out[b.global_id()] = 1


def lanes_left_out_on_purpose(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.local_id() < 5):
        out[b.group_id() * 5 + b.local_id()] = 1


def first_lane(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.local_id() == 0):
        out[b.group_id()] = 1


def last_lane(b: Any, x: Any, out: Any) -> None:
    with b.if_((b.local_id() == LANES - 1) & (b.group_id() < 2)):
        out[b.global_id() - (LANES - 1)] = 1


def one_lane_of_the_element(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.local_id() == 2):
        out[b.global_id()] = 1


def two_lanes(b: Any, x: Any, out: Any) -> None:
    with b.if_((b.local_id() == 2) & (b.local_id() == 3)):
        out[b.group_id()] = 1


def stride_of_the_grid(b: Any, x: Any, out: Any) -> None:
    with b.grid_stride(x.size) as i:
        out[i] = 1


def every_second_of_the_grid(b: Any, x: Any, out: Any) -> None:
    with b.grid_stride(x.size) as i:
        out[i * 2] = 1


def bounds_of_tiles(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, b.ceil_div(x.size, GROUPS * LANES)) as k:
        i = k * (GROUPS * LANES) + b.global_id()
        with b.if_(i < x.size):
            out[i] = 1


def lengths_by_lane(b: Any, x: Any, out: Any) -> None:
    with b.for_(0, b.local_id()) as k:
        out[k + b.group_id() * (LANES - 1)] = 1


def from_the_end(b: Any, x: Any, out: Any) -> None:
    out[out.size - 1 - b.global_id()] = 1


def by_a_load(b: Any, x: Any, out: Any) -> None:
    out[x[b.global_id()]] = 1


def signed(b: Any, x: Any, out: Any) -> None:
    lane = b.cast(i32, b.local_id())
    group = b.cast(i32, b.group_id())
    out[group * LANES + lane] = 1


def beside_zero(b: Any, x: Any, out: Any) -> None:
    out[b.global_id() + 1] = 1


def wraps_around(b: Any, x: Any, out: Any) -> None:  # lanes are 2**30 apart: four of them, twice
    out[(b.local_id() << 30) + b.group_id()] = 1


def wraps_to_one(b: Any, x: Any, out: Any) -> None:  # 2**32 + 1 is 1
    factor = b.const(u32, 1 << 31) * 2 + 1
    out[b.global_id() * factor] = 1


def moved_variable(b: Any, x: Any, out: Any) -> None:
    i = b.let("i", b.global_id())
    with b.for_(0, 2):
        i.set(i.get() + 1)
    out[i.get()] = 1


def reads_it(b: Any, x: Any, out: Any) -> None:
    out[b.global_id()] = out[b.global_id() + 1] + 1


def a_difference_of_ids_below_zero(b: Any, x: Any, out: Any) -> None:
    i = b.cast(i32, b.global_id())
    with b.if_((i - 1) - i >= 0):
        out[b.global_id()] = 1


def a_bound_of_ids_below_zero(b: Any, x: Any, out: Any) -> None:
    i = b.cast(i32, b.global_id())
    with b.if_(i < (i - 1) - i):
        out[b.global_id()] = 1


def a_product_that_wraps_below_zero(b: Any, x: Any, out: Any) -> None:
    i = b.cast(i32, b.global_id())
    with b.if_((i * 65536 - 1) * 65536 > 0):
        out[b.global_id()] = 1


def a_sum_that_wraps_below_zero(b: Any, x: Any, out: Any) -> None:
    i = b.cast(i32, b.global_id())
    with b.if_(((i - 1) << 31) + (i << 31) > 0):
        out[b.global_id()] = 1


def a_length_below_zero(b: Any, x: Any, out: Any) -> None:
    i = b.cast(i32, b.global_id())
    with b.for_(b.const(i32, 0), i * 4 - 2 - i * 4) as k:
        out[i * 4 + k] = 1


def one_turn_below_zero(b: Any, x: Any, out: Any) -> None:
    with b.for_(b.const(i32, -3), b.const(i32, -2)) as k, b.if_(k >= 0):
        out[b.global_id()] = 1


def a_place_beyond_32_bits(b: Any, x: Any, out: Any) -> None:
    out[b.cast(i64, x.size) + ((1 << 32) - 24)] = 1


def a_place_far_below_zero(b: Any, x: Any, out: Any) -> None:
    out[b.cast(i64, x.size) - (1 << 32) - 24] = 1


def in_loops_of_both_arms(b: Any, x: Any, out: Any) -> None:
    with b.if_(x[0] > 3), b.for_(0, 2):
        out[b.global_id()] = 1
    with b.else_(), b.for_(0, x.size):
        out[b.global_id()] = 2


def in_a_loop_of_one_arm_that_never_runs(b: Any, x: Any, out: Any) -> None:
    with b.if_(x[0] > 3):
        out[b.global_id()] = 1
    with b.else_(), b.for_(0, x.size - 24):
        out[b.global_id()] = 2


def all_but_one(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.global_id() != x.size):
        out[b.global_id()] = 1


def where_two_ids_meet(b: Any, x: Any, out: Any) -> None:
    with b.if_(b.local_id() == 3 - b.group_id()):
        out[b.group_id()] = 1


# how many elements x and out have, and what is expected
CASES: list[tuple[Body, list[tuple[int, int, bool]]]] = [
    (stretches, [(n, n, True) for n in (1, 47, 48, 49, 96, 97, 1000)] + [(48, 49, False), (49, 96, True), (49, 97, False)]),
    (an_item_is_missing, [(48, 48, False), (48, 1, True)]),
    (a_gap_between_lanes, [(48, 48, False), (48, 2, True), (48, 3, False)]),
    (a_tile_too_few, [(48, 48, False), (96, 48, False), (96, TILE, True), (96, TILE + 1, False)]),
    (tiles_overlap, [(48, 48, True), (48, 64, True), (48, 65, False)]),
    (left_early, [(48, 48, False)]),
    (skipped_by_data, [(48, 48, False)]),
    (after_a_return, [(48, 48, False)]),
    (after_a_return_in_a_loop, [(48, 48, False)]),
    (after_a_loop_that_is_left, [(48, 48, True)]),
    (under_data, [(48, 48, False)]),
    (in_a_while, [(48, 48, False)]),
    (in_both_arms, [(48, 48, True), (48, 49, False)]),
    (in_loops_of_both_arms, [(1, 24, True), (0, 24, False), (1, 25, False)]),
    (in_a_loop_of_one_arm_that_never_runs, [(25, 24, True), (24, 24, False)]),
    (all_but_one, [(24, 24, True), (99, 24, True), (0, 24, False), (23, 23, True), (23, 24, False)]),
    (where_two_ids_meet, [(1, 1, False)]),
    (whole_or_one_by_one, [(48, 48, True), (48, 47, True), (48, 49, False)]),
    (pairs_in_bounds, [(24, 48, True), (23, 46, True), (23, 47, False), (99, 48, True)]),
    (pairs_by_return, [(24, 48, True), (23, 46, True), (23, 47, False), (99, 48, True)]),
    (lanes_left_out, [(24, 24, False), (24, 7, True), (24, 8, False)]),
    (lanes_left_out_on_purpose, [(24, 15, True), (24, 16, False)]),
    (first_lane, [(24, 3, True), (24, 4, False)]),
    (last_lane, [(24, 1, True), (24, 2, False)]),
    (one_lane_of_the_element, [(24, 1, False)]),
    (two_lanes, [(24, 3, False)]),
    (stride_of_the_grid, [(n, n, True) for n in (1, 24, 25, 1000)] + [(24, 25, False), (1000, 999, True)]),
    (every_second_of_the_grid, [(48, 48, False)]),
    (bounds_of_tiles, [(n, n, True) for n in (1, 24, 25, 1000)] + [(24, 25, False)]),
    (lengths_by_lane, [(24, 21, False)]),
    (from_the_end, [(24, 24, False)]),
    (by_a_load, [(24, 24, False)]),
    (signed, [(24, 24, True), (24, 25, False)]),
    (beside_zero, [(24, 24, False)]),
    (wraps_around, [(24, 3, True), (24, 4, False)]),
    (wraps_to_one, [(24, 24, True), (24, 25, False)]),
    (moved_variable, [(24, 24, False)]),
    (reads_it, [(24, 24, False)]),
    *((body, [(24, 24, False)]) for body in (
        a_difference_of_ids_below_zero, a_bound_of_ids_below_zero, a_product_that_wraps_below_zero, a_sum_that_wraps_below_zero,
        a_length_below_zero, one_turn_below_zero,
    )),
    *((body, [(24, 1, False)]) for body in (a_place_beyond_32_bits, a_place_far_below_zero)),
]  # fmt: skip
FLAT = [(body, x, out, expected) for body, rows in CASES for x, out, expected in rows]


@pytest.mark.parametrize(("body", "x", "out", "expected"), FLAT, ids=lambda one: getattr(one, "__name__", str(one)))
def test_covers(body: Body, x: int, out: int, expected: bool) -> None:
    assert covered(made(body), x, out) is expected


def same_on_dirty(session: Session, program: Program, x: np.ndarray[Any, Any], size: int, device: str) -> None:
    """What a device leaves in an array that held garbage, against what the reference leaves in one, which it always clears."""
    fresh, dirty = np.full(size, 0x5A5A5A5A, np.uint32), np.full(size, 0xA5A5A5A5, np.uint32)
    session.dispatch(program, [x], out=[fresh], backend="reference")
    session.dispatch(program, [x], out=[dirty], backend=device)
    np.testing.assert_array_equal(dirty, fresh)


@pytest.mark.parametrize("body", [body for body, _ in CASES], ids=lambda body: body.__name__)
def test_garbage_is_not_seen(session: Session, body: Body) -> None:
    program = made(body)
    for n, size in {(n, size) for one, n, size, _ in FLAT if one is body}:
        for x in (np.arange(n, dtype=np.uint32), np.zeros(n, np.uint32)):
            same_on_dirty(session, program, x, size, "cpu")


def test_no_number_is_needed_from_where_nothing_is_known() -> None:
    assert not sure_stores(made(in_a_while))
    assert not sure_stores(made(reads_it))
    assert not covers(
        made(stretches), 1, workgroup=(LANES, 1, 1), grid=(GROUPS, 1, 1), shapes={1: (48,)}
    )  # x isn't known
    assert not covers(made(stretches), 1, workgroup=(LANES, 1, 1), grid=(0, 1, 1), shapes={0: (48,), 1: (48,)})


def test_the_workgroup_and_the_grid_that_run_count() -> None:
    b = Builder("k")
    b.input("x", u32)
    out = b.output("out", u32)
    out[b.global_id() * 2] = out[b.global_id() * 2 + 1] = 1
    program = b.build()
    for groups, lanes in ((1, 24), (24, 1), (5, 5)):
        assert covers(program, 1, workgroup=(lanes, 1, 1), grid=(groups, 1, 1), shapes={1: (48,)})
    assert not covers(program, 1, workgroup=(4, 1, 1), grid=(5, 1, 1), shapes={1: (48,)})


def test_a_program_of_many_stores_is_looked_at_in_part() -> None:
    b = Builder("k", workgroup=1, grid=1)
    out = b.output("out", u32)
    for n in range(2000):
        with b.if_(b.global_id() == 0):
            out[n] = n
    program = b.build()
    assert covers(program, 0, workgroup=(1, 1, 1), grid=(1, 1, 1), shapes={0: (1000,)})
    assert not covers(program, 0, workgroup=(1, 1, 1), grid=(1, 1, 1), shapes={0: (2000,)})


# -- programs by chance -----------------------------------------------------------------------------------------------


def by_chance(rng: random.Random) -> tuple[Program, int, int]:
    """A program whose stores are nearly digits of a number, or are, and sizes about where they end."""
    lanes, groups, turns, items = (
        rng.choice((1, 4, 8)),
        rng.choice((1, 2, 5)),
        rng.choice((1, 2, 3)),
        rng.choice((1, 2, 4)),
    )
    counts = {"lane": lanes, "group": groups, "turn": turns, "item": items}
    order = list(counts)
    rng.shuffle(order)
    factors, product = {}, 1
    for name in order:
        factors[name] = product
        product *= counts[name]
    fault = rng.choice(("none", "none", "none", *order, "missing", "base"))
    if fault in factors:
        factors[fault] += rng.choice((-1, 1))
    b = Builder("k", workgroup=lanes, grid=groups)
    x, out = b.input("x", u32), b.output("out", u32)
    base = b.group_id() * factors["group"] + (1 if fault == "base" else 0)
    guard = rng.choice(("none", "bounds", "bounds", "lane", "group", "data", "first", "odd"))
    way_out = rng.choice(("none", "none", "none", "break", "continue", "return", "bound"))
    # as many turns as the size of x says
    with b.for_(0, b.ceil_div(x.size, 10)) as turn:
        at = base + turn * factors["turn"] + b.local_id() * factors["lane"]
        if way_out == "bound":
            with b.if_(at >= out.size):
                b.continue_()
        elif way_out != "none":
            with b.if_(x[at] == 3):
                {"break": b.break_, "continue": b.continue_, "return": b.return_}[way_out]()
        for item in range(items):
            if fault == "missing" and item == items // 2:
                continue
            place = at + item * factors["item"]
            conditions = {
                "none": place >= 0,
                "bounds": place < out.size,
                "lane": b.local_id() < max(1, lanes - rng.choice((0, 1))),
                "group": b.group_id() <= groups - 1,
                "data": x[at] != 2,
                "first": b.local_id() == 0,
                "odd": (b.local_id() & 1) == 0,
            }
            with b.if_(conditions[guard]):
                out[place] = place * 3 + 1
    return b.build(), turns * 10 - rng.randrange(10), max(1, product + rng.choice((-2, -1, 0, 0, 0, 1, 2)))


def test_programs_by_chance_show_nothing_of_what_was_there(session: Session) -> None:
    """Run over an array that is not cleared, as an inout is not, they leave the same whatever it held."""
    rng, wholly = random.Random(5), 0
    count = sizes.size("stored_wholly")
    for _ in range(count):
        program, n, size = by_chance(rng)
        if not covered(program, n, size):
            continue
        wholly += 1
        x, out = program.buffers
        kept = replace(program, buffers=(x, replace(out, role="inout")), domain=None)
        given = np.arange(n, dtype=np.uint32)
        one, other = (
            session.dispatch(kept, [given, np.full(size, held, np.uint32)], backend="reference")[0]
            for held in (0xA5A5A5A5, 0x5A5A5A5A)
        )
        np.testing.assert_array_equal(one, other)
    assert count // 20 < wholly < count // 2


def test_programs_by_chance_do_not_show_garbage_on_the_cpu(session: Session) -> None:
    rng = random.Random(6)
    for _ in range(sizes.size("stored_wholly") // 10):
        program, n, size = by_chance(rng)
        same_on_dirty(session, program, np.arange(n, dtype=np.uint32), size, "cpu")
