"""What a bound call does when it is called: everything was checked, held and prepared when it was bound."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter_ns
from typing import TYPE_CHECKING

from vyre.run.call import Call
from vyre.run.waiting import refuse_in_callback

if TYPE_CHECKING:
    from vyre.run.session import Session

__all__ = ["prepared_run"]


def prepared_run(session: Session, call: Call) -> tuple[Callable[[], None], bool]:
    """A run of one call that checks nothing again, and whether it only enqueues: on a device with a queue, where all of its
    arrays are resident. Else it waits."""
    engine, timers = call.pipeline.engine, session.timers
    call.again()

    def anew() -> None:
        refuse_in_callback("a bound call")
        call.require_open()
        call.read_again()
        session.run(call)

    if call.config.timeout is not None:
        return anew, False
    if engine.run_now is not None:
        return _at_once(session, call), False
    steps = None if engine.bind is None else call.resident_steps()
    if engine.bind is None or steps is None:
        return anew, False
    enqueue = engine.bind(steps)

    def again() -> None:
        if timers.any:
            anew()
        else:
            enqueue()

    return again, True


def _at_once(session: Session, call: Call) -> Callable[[], None]:
    """On this thread, over host memory."""
    engine, timers, order = call.pipeline.engine, session.timers, session.order
    run_now, label, steps = engine.run_now, call.config.label, call.host_steps()
    assert run_now is not None
    prepared = None if engine.bind is None else engine.bind(steps)
    residents = bool(call.residents)

    def again() -> None:
        refuse_in_callback("a bound call")
        if engine.closed or residents:
            session.require_open()
            call.require_open()
        if order.live:
            session.settle(call)
        if call.copied:
            call.read_again()
        call.begin()
        if prepared is not None and not timers.any:
            prepared()
            if call.copied:
                call.write_back()
        else:
            begun = perf_counter_ns()
            timing = run_now(steps, label=label)
            if call.copied:
                call.write_back()
            timers.record(call, begun, timing)
        call.judge()

    return again
