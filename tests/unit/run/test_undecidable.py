"""``kernel.check`` and the verdict (rule 6.3)."""

from __future__ import annotations

import numpy as np

import vyre as vy


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


def test_rule_6_3_check_of_a_counter_is_decided() -> None:
    a = np.arange(1000, dtype=np.uint32) % 11
    report = count.check(a, shapes={"total": (1,)}, backends=["cpu"])
    assert (report.status, report.lines) == ("equal", ())


@vy.kernel(domain="a")
def last_one_stays(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size:
        out[a[i] % 4] = a[i] + 1


def test_rule_4_5_check_tells_of_a_race_with_both_values_and_a_fix() -> None:
    report = last_one_stays.check(np.arange(8, dtype=np.uint32), shapes={"out": (4,)}, backends=["cpu"])
    assert (report.status, report.ok) == ("undecidable", False)
    text = str(report)
    assert "out[0] is 5 on the reference, and 1 where" in text
    assert "out[a[i] % 4] = a[i] + 1" in text
    assert "Fix: " in text
    assert "vy.atomic_add" in text


def test_rule_4_5_check_of_a_scatter_without_a_race_is_decided() -> None:
    report = last_one_stays.check(np.array([2, 0, 3, 1], np.uint32), shapes={"out": (4,)}, backends=["cpu"])
    assert (report.status, report.lines) == ("equal", ())
