"""``kernel.check`` and the verdict (rule 6.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.report import CheckReport, Status


@vy.kernel(domain="a")
def append(a: vy.In[vy.u32], found: vy.InOut[vy.u32], count: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size and a[i] > 7:
        at = vy.atomic_add(count, 0, 1)
        found[at] = i


@vy.kernel(domain="a")
def count(a: vy.In[vy.u32], total: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size and a[i] > 7:
        vy.atomic_add(total, 0, 1)


def test_rule_6_3_check_of_an_order_dependent_program_is_undecidable_and_shows_the_lines() -> None:
    a = np.arange(1000, dtype=np.uint32) % 11
    report = append.check(a, np.zeros(1000, np.uint32), np.zeros(1, np.uint32), backends=["cpu"])
    assert (report.status, report.ok) == ("undecidable", False)
    assert [row.status for row in report.rows] == ["undecidable"]
    assert report.lines[-1].endswith("at = vy.atomic_add(count, 0, 1)")
    assert report.lines[-1] in str(report)


def test_rule_6_3_check_decides_the_outputs_that_no_order_reaches() -> None:
    a = np.arange(1000, dtype=np.uint32) % 11
    report = append.check(a, np.zeros(1000, np.uint32), np.zeros(1, np.uint32), backends=["cpu"])
    assert report.rows[0].outputs == (("found", "undecidable"), ("count", "equal"))
    assert "cpu  undecidable  found undecidable, count equal" in str(report)


def test_rule_6_3_a_decided_output_that_differs_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    from vyre.run import session

    run = session.Session.run

    def wrong(self: Any, call: Any) -> None:
        run(self, call)
        call.arrays[-1][0] += 1

    monkeypatch.setattr(session.Session, "run", wrong)
    a = np.arange(1000, dtype=np.uint32) % 11
    report = append.check(a, np.zeros(1000, np.uint32), np.zeros(1, np.uint32), backends=["cpu"])
    assert (report.status, report.rows[0].status, report.rows[0].output) == ("different", "different", "count")
    assert report.rows[0].outputs == (("found", "undecidable"), ("count", "different"))


def test_rule_6_3_check_of_a_counter_is_decided() -> None:
    a = np.arange(1000, dtype=np.uint32) % 11
    report = count.check(a, shapes={"total": (1,)}, backends=["cpu"])
    assert (report.status, report.lines) == ("equal", ())


@vy.kernel(domain="a")
def last_one_stays(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size:
        out[a[i] % 4] = a[i] + 1


def test_rule_4_5_check_tells_of_a_race_with_both_uses_and_a_fix() -> None:
    report = last_one_stays.check(np.arange(8, dtype=np.uint32), shapes={"out": (4,)}, backends=["cpu"])
    assert (report.status, report.ok) == ("undecidable", False)
    text = str(report)
    assert "a data race on out[0], with no barrier between:" in text
    assert f"invocation 0 stores it: {__file__}:" in text
    assert f"invocation 4 stores it: {__file__}:" in text
    assert "out[a[i] % 4] = a[i] + 1" in text
    assert "Fix: " in text
    assert "vy.atomic_add" in text


def test_rule_4_5_check_of_a_scatter_without_a_race_is_decided() -> None:
    report = last_one_stays.check(np.array([2, 0, 3, 1], np.uint32), shapes={"out": (4,)}, backends=["cpu"])
    assert (report.status, report.lines) == ("equal", ())


@vy.kernel(domain="x")
def lost_update(x: vy.In[vy.u32], total: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        total[0] += x[i]


@vy.kernel(domain="x")
def largest(x: vy.In[vy.u32], top: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size and x[i] > top[0]:
        top[0] = x[i]


@vy.kernel(domain="x")
def frontier(x: vy.In[vy.u32], level: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size and level[x[i]] == 9:
        level[x[i]] = 3


@vy.kernel(domain="x")
def joined(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i + 1 < x.size:
        x[i] = x[i] | x[i + 1]


@vy.kernel(domain="x", workgroup=64)
def in_shared_memory(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    total = vy.shared(vy.u32, 1)
    i = vy.global_id()
    total[0] += x[i]
    vy.barrier()
    out[i] = total[0]


@pytest.mark.parametrize("count", [100, 5_000, 100_000])
@pytest.mark.parametrize(
    ("kernel", "others"),
    [
        (lost_update, [np.zeros(1, np.uint32)]),
        (largest, [np.zeros(1, np.uint32)]),
        (frontier, [np.full(10, 9, np.uint32)]),
        (joined, []),
        (in_shared_memory, []),
    ],
    ids=lambda v: getattr(v, "name", ""),
)
def test_rule_4_5_a_race_is_found_at_every_size_whatever_came_out(
    kernel: Any, others: list[np.ndarray[Any, Any]], count: int
) -> None:
    report = kernel.check(np.arange(count, dtype=np.uint32) % 10, *others, backends=["cpu"])
    assert (report.status, report.reference) == ("undecidable", "reference")
    assert report.lines[0].startswith("a data race on ")
    assert report.lines[-1].startswith("Fix: ")


@vy.kernel(domain="x")
def scattered(x: vy.In[vy.u32], where: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[where[i]] = x[i]


def test_rule_4_5_a_call_that_is_watched_in_part_says_so() -> None:
    few, many = np.arange(60_000, dtype=np.uint32), np.arange(100_000, dtype=np.uint32)
    report = scattered.check(few, few[::-1].copy(), backends=["cpu"])
    assert (report.status, report.coverage, report.lines) == ("equal", "235 of 235 groups", ())
    report = scattered.check(many, many[::-1].copy(), backends=["cpu"])
    assert (report.status, report.coverage) == ("equal", "64 of 391 groups")
    assert report.lines[0].startswith("no data race in 64 of 391 workgroups; ")
    assert report.lines[1].endswith("out[where[i]] = x[i]")
    report = scattered.check(many, many[::-1].copy(), backends=["cpu"], groups="all")
    assert report.lines[0].startswith("no data race in 256 of 391 workgroups; ")


def test_rule_4_5_a_store_of_one_value_by_many_is_no_race() -> None:
    @vy.kernel(domain="x")
    def any_of(x: vy.In[vy.u32], found: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        if i < x.size and x[i] == 7:
            found[x[i] - 7] = x[i]

    report = any_of.check(np.arange(1000, dtype=np.uint32) % 10, shapes={"found": (1,)}, backends=["cpu"])
    assert (report.status, report.lines) == ("equal", ())


@vy.kernel(domain="x", workgroup=32)
def counted_and_scattered(x: vy.In[vy.u32], data: vy.InOut[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    data[i] += 1
    out[x[i]] = 1 + x[i]


@pytest.mark.parametrize("status", ["equal", "different", "undecidable", "failed", "skipped"])
def test_a_report_is_true_where_it_is_ok(status: Status) -> None:
    report = CheckReport(status, "bitwise", (), (), ())
    assert (bool(report), report.ok) == ((status == "equal"),) * 2


def test_rule_4_5_a_grid_of_more_axes_is_watched_whole() -> None:
    """Over one axis only ``out`` is doubted; with a second one each element of ``data`` has two invocations."""
    x = np.arange(64, dtype=np.uint32)
    assert counted_and_scattered.check(x, x, backends=["cpu"]).status == "equal"
    twice = vy.DispatchConfig(grid_override=(2, 2))
    report = counted_and_scattered.check(x, x, backends=["cpu"], config=twice)
    assert (report.status, report.lines[0][:20]) == ("undecidable", "a data race on data[")


@vy.kernel(domain="x", workgroup=32)
def summed_and_raised(x: vy.InOut[vy.u32]) -> None:
    vy.atomic_add(x, vy.global_id(), 1)
    vy.atomic_max(x, vy.global_id(), 5)


def test_rule_6_3_a_grid_of_more_axes_may_depend_on_the_order() -> None:
    x = np.zeros(64, np.uint32)
    assert summed_and_raised.check(x, backends=["cpu"])
    report = summed_and_raised.check(x, backends=["cpu"], config=vy.DispatchConfig(grid_override=(2, 2)))
    assert report.status == "undecidable"
    assert not report
    assert [line.rpartition(": ")[2][:13] for line in report.lines[1:]] == ["vy.atomic_add", "vy.atomic_max"]


@vy.kernel(domain="x", workgroup=(4, 8))
def all_but_one(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    y, i = vy.global_id(0), vy.global_id(1)
    assert x[y, i] != 4242
    out[y, i] = x[y, i]


@pytest.mark.parametrize("groups", [None, [3, 77], "all"])
def test_rule_5_6_a_trap_outside_of_the_sample_is_asked_of_the_reference(groups: Any) -> None:
    x = np.arange(10_000, dtype=np.uint32).reshape(100, 100)
    report = all_but_one.check(x, backends=["cpu"], groups=groups)
    assert (report.status, report.rows[0].reason) == ("equal", "invocation 4410 traps with code 2147483649")


@vy.kernel(domain="x", workgroup=64)
def counted_up(x: vy.In[vy.u32], data: vy.InOut[vy.u32]) -> None:
    n = vy.u32(0)
    while n < x[vy.global_id()]:
        data[n % 4] = n
        n += 1


def test_rule_4_5_a_race_under_a_limit_of_trips_is_told_with_its_own_line() -> None:
    """The limit puts statements of its own into the program."""
    limited = vy.DispatchConfig(while_limit=300)
    x, data = np.arange(64, dtype=np.uint32), np.zeros(4, np.uint32)
    report = counted_up.check(x, data, backends=["cpu"], config=limited)
    assert report.status == "undecidable"
    assert [line.endswith(": data[n % 4] = n") for line in report.lines] == [False, True, True, False]
