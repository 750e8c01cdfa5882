"""What a bound call does when it is called: everything was checked, held and prepared when it was bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vyre.contract.backend import Fill, Launch, Step
from vyre.errors import Trapped, WrongFact
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import Held, assign
from vyre.run.call import Call
from vyre.run.in_flight import IN_FLIGHT, MemoryUse, Spans
from vyre.run.waiting import refuse_in_callback

if TYPE_CHECKING:
    from vyre.run.session import Session

__all__ = ["declines", "prepared_run"]


def declines() -> Any:
    """Machine code that takes no call."""
    return NotImplemented


def prepared_run(
    session: Session, call: Call, result: Any = None
) -> tuple[Callable[[], None], bool, Callable[[], Any]]:
    """A run of one call that checks nothing again, and whether it only enqueues: on a device with a queue, where all of its
    arrays are resident. Else it waits. Third, a run in the device's machine code, which gives ``result``, or ``NotImplemented``
    where Python has to look."""
    engine, timers = call.pipeline.engine, session.timers
    call.again()
    if call.loads:  # once, when it is bound
        session.order.run(MemoryUse(engine, *call.spans()), call.load_inputs)
        call.loads = ()
    for n, values in call.starts:
        _begin(session, call, n, values)
    call.starts = ()
    spans = call.spans()

    def anew() -> None:
        refuse_in_callback("a bound call")
        call.require_open()
        session.run(call)

    if call.config.timeout is not None:
        return anew, False, declines
    launch = None if call.config.profile else call.host_launch()
    if launch is not None:
        direct = declines if engine.run_now is None else _direct(call, call.host_steps(), result)
        return _over_host(session, call, spans, launch, anew), False, direct
    resident = None if engine.bind is None or engine.run_now is not None else call.resident_steps()
    if engine.bind is None or resident is None:
        return anew, False, declines
    enqueue, order = engine.bind(resident), session.order

    def again() -> None:
        if timers.any:
            anew()
        else:
            order.enqueue(spans, engine, enqueue)

    return again, True, declines


def _begin(session: Session, call: Call, n: int, values: Held) -> None:
    """Give a slot's array the values of another one."""
    target = call.arrays[n]
    if isinstance(target, ResidentArray):
        target.upload(values)
        return
    array = dict(call.copied).get(n, target)
    source = values.numpy() if isinstance(values, ResidentArray) else values
    session.order.run(MemoryUse(call.pipeline.engine, *call.spans()), assign, array, source)


def _direct(call: Call, steps: Sequence[Step], result: Any) -> Callable[[], Any]:
    """In machine code, where there is nothing to do but the launch."""
    engine = call.pipeline.engine
    step = steps[-1] if steps else None
    fills = [one for one in steps[:-1] if isinstance(one, Fill)]  # each of an output as a whole
    if len(fills) < len(steps) - 1:
        return declines
    if engine.direct_bound is None or engine.watch is None or not isinstance(step, Launch):
        return declines
    if call.residents or call.moved or call.pipeline.traps:
        return declines
    begins = [(step.slots.index(one.target), one.byte) for one in fills]
    return engine.direct_bound(step, engine.watch, result, begins) or declines


def _over_host(
    session: Session, call: Call, spans: Spans, launch: Callable[[], int], anew: Callable[[], None]
) -> Callable[[], None]:
    """Over arrays of the host, on this thread."""
    engine, timers, order = call.pipeline.engine, session.timers, session.order
    told = (call.pipeline, call.variant, call.grid, call.notes)
    simple, has_queue = not (call.moved or call.fills or call.pipeline.traps), engine.run_now is None

    def whole() -> tuple[int, Trapped | WrongFact | None]:
        call.load()
        taken = call.run_over_host(launch)
        return taken, None if taken is NotImplemented else call.finish()

    def again() -> None:
        refuse_in_callback("a bound call")
        if timers.any or engine.closed or (has_queue and IN_FLIGHT and order.is_busy(engine)):
            anew()
            return
        use, trapped = MemoryUse(engine, *spans), None
        if simple:
            taken = order.run(use, launch)
        else:
            taken, trapped = order.run(use, whole)
        if taken is NotImplemented:  # not this time
            anew()
            return
        session.remember((*told, taken))
        if trapped is not None:
            raise trapped

    return again
