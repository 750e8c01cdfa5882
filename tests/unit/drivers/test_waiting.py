"""Waiting without being in the way: the poll between two looks at a device, the thread that works in order."""

from __future__ import annotations

import threading

import pytest

from vyre.drivers.line import Line
from vyre.drivers.polling import Poll, poll_without_blocking


class Device:
    """What wgpu-py's device looks like inside, as far as it matters."""

    def __init__(self) -> None:
        self._poller = self
        self.asked: list[bool] = []
        self._poll_func = self.asked.append


def test_the_poll_never_blocks_and_sleeps_a_share_of_what_it_waited() -> None:
    now, slept, asked = [0], list[float](), list[bool]()
    poll = Poll(asked.append, clock=lambda: now[0], sleep=slept.append)
    for block, at in (
        (False, 0),
        (True, 10_000),
        (True, 1_000_000),
        (True, 50_000_000),
        (True, 10**10),
        (False, 10**10),
        (True, 10**10 + 10),
    ):
        now[0] = at
        poll(block)
    assert asked == [False] * 7
    assert slept == pytest.approx([1e-5, 5e-4, 1e-3])


def test_the_poll_takes_the_place_of_the_device_s_own() -> None:
    device = Device()
    assert poll_without_blocking(device)
    device._poll_func(True)
    assert device.asked == [False]
    assert not poll_without_blocking(object())


def test_a_line_works_in_order_and_finishes_what_it_was_given() -> None:
    line = Line("line")
    gate, done = threading.Event(), list[int]()
    line.put(lambda: (gate.wait(10), None)[1])
    for k in range(50):
        line.put(lambda k=k: done.append(k))  # type: ignore[misc]  # bound now
    assert done == []
    gate.set()
    line.stop()
    assert done == list(range(50))
