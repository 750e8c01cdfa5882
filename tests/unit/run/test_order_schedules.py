"""Threads over shared arrays, on a device whose launches begin and end in every order: the result is that of some order of the
calls that keeps each thread's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vyre as vy
from tests.sizes import size
from vyre.run import order as order_module
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.session import Session

from .held_driver import HeldThreads, held_registry


@vy.kernel
def mix(a: vy.InOut[vy.u32], k: vy.u32) -> None:
    i = vy.global_id()
    a[i] = a[i] * 3 + k


VIEWS = (slice(0, 4), slice(2, 6), slice(4, 8), slice(0, 8, 2))
WAYS = ("plain", "submit and wait", "submit", "bound")
Operation = tuple[str, int, int]
"""The way, the view, and a number of its own."""


def operations() -> st.SearchStrategy[list[list[Operation]]]:
    """Of two or three threads, up to five in all."""
    one = st.tuples(st.sampled_from(WAYS), st.integers(0, len(VIEWS) - 1))
    threads = st.lists(st.lists(one, min_size=1, max_size=2), min_size=2, max_size=3)

    def numbered(jobs: Sequence[Sequence[tuple[str, int]]]) -> list[list[Operation]]:
        numbers = iter(range(1, 10))
        return [[(way, view, next(numbers)) for way, view in job] for job in jobs]

    return threads.map(numbered)


def orders(jobs: Sequence[Sequence[Operation]]) -> Iterator[list[Operation]]:
    """Every order of all operations that keeps each thread's own."""
    if not any(jobs):
        yield []
        return
    for n, job in enumerate(jobs):
        if job:
            for rest in orders([other[1:] if m == n else other for m, other in enumerate(jobs)]):
                yield [job[0], *rest]


def results(jobs: Sequence[Sequence[Operation]]) -> set[tuple[int, ...]]:
    found = set()
    for order in orders(jobs):
        a = np.arange(8, dtype=np.uint32)
        for _, view, k in order:
            a[VIEWS[view]] = a[VIEWS[view]] * 3 + np.uint32(k)
        found.add(tuple(a.tolist()))
    return found


def made(session: Session, a: Any, operation: Operation, kept: list[Any]) -> Callable[[], object]:
    way, view, k = operation
    pipeline = session.compile(mix.program)
    part, inputs = a[VIEWS[view]], [a[VIEWS[view]], k]

    def submitted() -> Any:
        pending = pipeline.submit(inputs, out=[part])
        kept.append(pending)
        return pending

    def bound() -> object:
        return pipeline.bind(inputs, out=[part])()

    return {
        "plain": lambda: pipeline(inputs, out=[part]),
        "submit and wait": lambda: submitted().result(),
        "submit": submitted,
        "bound": bound,
    }[way]


def chosen(choices: Sequence[int]) -> Callable[[Sequence[Any]], Any]:
    """Takes steps by these numbers, one after the other: an operation of each is permitted, begins and ends."""
    turn = iter(choices)
    return lambda steps: steps[next(turn) % len(steps)]


@contextmanager
def forgotten_on_failure() -> Iterator[None]:
    """What a schedule that went wrong leaves is not in the way of the next one."""
    try:
        yield
    except BaseException:
        IN_FLIGHT.clear()
        raise


def outcome(jobs: list[list[Operation]], choose: Callable[[Sequence[Any]], Any]) -> tuple[int, ...]:
    """What the array holds after one schedule. ``choose``: takes one of the steps that are possible."""
    assert not IN_FLIGHT
    threads, a, kept = HeldThreads(), np.arange(8, dtype=np.uint32), list[Any]()
    session = Session("reference", registry=held_registry(threads))
    with pytest.MonkeyPatch.context() as patch, threads.watched(patch), forgotten_on_failure():
        threads.start([[made(session, a, operation, kept) for operation in job] for job in jobs])
        threads.settle()
        counts = [len(job) for job in jobs]
        while True:
            steps: list[Any] = [*threads.waiting_workers(counts), *threads.ready]
            if not steps:
                break
            step = choose(steps)
            if isinstance(step, int):
                threads.permit(step)
            else:
                threads.go_on(step)
        assert not threads.launches, "a launch that cannot go on"
        threads.join()
    for pending in kept:
        pending.result(0)
    session.close()
    assert not IN_FLIGHT
    return tuple(a.tolist())


@settings(max_examples=size("order_schedules"), deadline=None)
@given(operations(), st.lists(st.integers(0, 5), min_size=18, max_size=18))
def test_every_schedule_gives_the_result_of_some_order(jobs: list[list[Operation]], choices: list[int]) -> None:
    assert outcome(jobs, chosen(choices)) in results(jobs)


BOTH_BEGIN = (0, 0, 0, 1, 0, 0, 0, 0)
"""Both threads, then both launches begin before one ends, where they do not wait for each other."""
TWICE: list[list[Operation]] = [[("plain", 0, 1)], [("plain", 0, 2)]]


@pytest.mark.parametrize("ways", [(a, b) for a in WAYS for b in WAYS])
def test_calls_that_begin_before_the_first_one_ends(ways: tuple[str, str]) -> None:
    jobs = [[(way, 0, n + 1)] for n, way in enumerate(ways)]
    assert outcome(jobs, chosen(BOTH_BEGIN)) in results(jobs)


def test_calls_that_share_nothing_run_at_the_same_time() -> None:
    most = [0]

    def choose(steps: Sequence[Any]) -> Any:
        most[0] = max(most[0], sum(not isinstance(step, int) for step in steps))
        return steps[0]

    jobs: list[list[Operation]] = [[("plain", 0, 1)], [("plain", 2, 2)]]
    assert outcome(jobs, choose) in results(jobs)
    assert most[0] == 2


def test_a_wrong_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where calls wait for nothing, an update is lost."""
    monkeypatch.setattr(order_module, "before", lambda use: [])
    assert outcome(TWICE, lambda steps: steps[0]) in results(TWICE)  # one after the other
    assert outcome(TWICE, chosen(BOTH_BEGIN)) not in results(TWICE)
