"""Waiting without being in the way: the poll between two looks at a device, the thread that works in order."""

from __future__ import annotations

import threading
import types

import pytest

from vyre.contract.signal_safe import Latch
from vyre.drivers.line import Line, Relay
from vyre.drivers.polling import NO_ANSWER, Poll, Told


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
        poll.once(block=block)
    assert asked == [False] * 7
    assert slept == pytest.approx([1e-5, 5e-4, 1e-3])


def status(told: Told) -> int:
    """Once the thread that polls has seen it."""
    assert told.turn.acquire(timeout=60)
    return told.told[0]


def test_the_poll_asks_until_all_is_told_that_is_followed() -> None:
    first, second, lost = Told(), Told(), Told()
    answers = iter([[], [(second, 1)], [], [(lost, 1)], [(first, 2)], []])
    asked = list[int]()

    def ask(block: bool) -> None:
        asked.append(threading.get_ident())
        for told, answer in next(answers):
            told.tell(answer)

    poll = Poll(ask)
    for told in (lost, first, second):
        poll.keep(told)
    poll.follow(first)  # `lost` is not followed: a signal's handler came between the device and that
    assert status(first) == 2
    poll.follow(second)
    assert status(second) == 1 == status(lost)
    poll.stop()
    assert next(answers, None) is None
    assert len(set(asked)) == 1
    assert threading.get_ident() not in asked


def test_who_waits_for_a_device_that_cannot_be_asked_is_told() -> None:
    def ask(block: bool) -> None:
        raise RuntimeError("the device is lost")

    poll = Poll(ask)
    for _ in range(2):
        told = Told()
        poll.keep(told)
        poll.follow(told)
        assert status(told) == NO_ANSWER


def test_what_the_device_tells_is_told_by_a_function_in_c() -> None:
    """A signal's handler runs between Python's instructions only: where there are none, it interrupts nothing."""
    assert isinstance(Told().tell, types.BuiltinFunctionType)


def test_a_relay_stops_whose_line_was_passed_by_when_a_signal_s_handler_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    for _ in range(20):  # which of the threads takes what is in the queue is up to chance
        relay, gate, inside, ran, done = Relay("relay"), Latch(), Latch(), Latch(), list[int]()

        def first(inside: Latch = inside, gate: Latch = gate) -> None:
            inside.open()
            gate.wait(60)

        def second(done: list[int] = done, ran: Latch = ran) -> None:
            done.append(1)
            ran.open()

        relay.put(first)
        assert inside.wait(60)
        with monkeypatch.context() as patch:
            patch.setattr(Line, "retire", interrupted)
            with pytest.raises(KeyboardInterrupt):
                relay.pass_by(None)
        relay.put(second)
        gate.open()
        stopping = threading.Thread(target=relay.stop, daemon=True)
        stopping.start()
        stopping.join(60)
        assert not stopping.is_alive()
        assert ran.wait(60)  # also where the thread has it that was passed by
        relay.put(second)
        relay.stop()
        assert done == [1, 1]


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
