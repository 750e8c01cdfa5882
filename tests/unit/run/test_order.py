"""Uses of memory: who waits for whom, in callbacks, in handlers of signals, in machine code, and after an interrupt."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import FutureDispatch, leave_running
from vyre.run.in_flight import IN_FLIGHT, MemoryUse
from vyre.run.pending import Completion
from vyre.run.session import Session

N = 1 << 16


@vy.kernel
def bump(a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] += 1


@pytest.fixture
def own() -> Iterator[Session]:
    with Session("cpu") as opened:
        yield opened
    assert not IN_FLIGHT


def begun(session: Session, a: Any, *, here: bool = False) -> MemoryUse:
    """A use of an array that runs until the test ends it, of another thread or of this one."""
    use = MemoryUse(session.engine("cpu"), [a.ctypes.data], [a.nbytes], [True])
    if not here:
        use.thread = -1
    IN_FLIGHT.append(use)
    return use


def call(session: Session, a: Any, **config: Any) -> None:
    session.dispatch(bump.program, [a], vy.DispatchConfig(**config), out=[a])


def test_a_call_waits_for_what_uses_its_array_and_no_other(own: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    a, waits, wait = np.zeros(8, np.uint32), threading.Event(), MemoryUse.wait
    use = begun(own, a[4:])
    call(own, a[:4])  # shares nothing with it

    def seen(self: MemoryUse, limit: float | None) -> bool:
        waits.set()
        return wait(self, limit)

    monkeypatch.setattr(MemoryUse, "wait", seen)
    thread = threading.Thread(target=call, args=(own, a))
    thread.start()
    assert waits.wait(60)
    assert a.tolist() == [1] * 4 + [0] * 4
    use.end()
    thread.join()
    assert a.tolist() == [2] * 4 + [1] * 4


def test_a_call_within_a_time_does_not_wait_longer_for_another_call(own: Session) -> None:
    a = np.zeros(8, np.uint32)
    use = begun(own, a)
    with pytest.raises(vy.DispatchTimeout, match=r"R810(.|\n)*an earlier call on cpu still uses(.|\n)*longer timeout"):
        call(own, a, timeout=0.01)
    use.end()
    call(own, a, timeout=60)  # the Fix
    assert a.tolist() == [1] * 8


def test_a_call_inside_of_another_one_of_its_thread_does_not_wait(own: Session) -> None:
    """As a handler of a signal makes it."""
    a = np.zeros(8, np.uint32)
    use = begun(own, a, here=True)
    call(own, a)
    use.end()
    assert a.tolist() == [1] * 8


def test_an_interrupt_while_a_call_waits_leaves_nothing_behind(own: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    a = np.zeros(8, np.uint32)
    use = begun(own, a)

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(MemoryUse, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            call(own, a)
    assert [use] == IN_FLIGHT
    use.end()
    call(own, a)
    assert a.tolist() == [1] * 8


def test_R810_what_an_interrupt_leaves_running_keeps_its_arrays(own: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, work = np.zeros(8, np.uint32), np.zeros(8, np.uint32), FutureDispatch()

    def interrupted(*_: object, **words: object) -> Any:
        error = KeyboardInterrupt()
        leave_running(error, work)
        raise error

    use = MemoryUse(own.engine("cpu"), [a.ctypes.data], [a.nbytes], [True])
    with pytest.raises(KeyboardInterrupt):
        own.order.run(use, interrupted)
    assert [use] == IN_FLIGHT
    monkeypatch.setattr("vyre.run.order.GRACE", 0.01)
    with pytest.raises(vy.DispatchTimeout, match=r"R810(.|\n)*interrupt did not end its kernel(.|\n)*other arrays"):
        call(own, a)
    call(own, b)  # the Fix
    work.finish()
    call(own, a)
    assert a.tolist() == b.tolist() == [1] * 8


def test_a_submission_in_a_callback_waits_on_a_thread_of_its_own(own: Session) -> None:
    a, made = np.zeros(8, np.uint32), Future[Any]()
    use = begun(own, a)
    own.submit(bump.program, [np.zeros(8, np.uint32)]).add_done_callback(
        lambda _: made.set_result(own.submit(bump.program, [a], out=[a]))
    )
    pending = made.result(60)
    assert not pending.ready()
    assert not pending.cancel()
    use.end()
    assert pending.result(60)[0] is a
    assert a.tolist() == [1] * 8


def test_R811_binding_does_not_wait_in_a_callback(own: Session) -> None:
    """Binding copies what ``inputs`` has, in its turn."""
    a, made = np.zeros(8, np.uint32), Future[Any]()
    use = begun(own, a)
    pipeline = own.compile(bump.program)

    def callback(_: object) -> None:
        try:
            made.set_result(pipeline.bind([a], out=[a]))
        except BaseException as error:  # noqa: BLE001 - raised by the test
            made.set_exception(error)

    own.submit(bump.program, [np.zeros(8, np.uint32)]).add_done_callback(callback)
    with pytest.raises(vy.DispatchFailed, match="R811"):
        made.result(60)
    use.end()


def test_no_call_in_machine_code_while_something_is_in_flight(own: Session) -> None:
    a, other = np.zeros(8, np.uint32), np.zeros(8, np.uint32)
    direct = armed(a)
    assert direct(a) is a
    use = begun(own, other)
    assert direct(a) is NotImplemented
    use.end()
    assert direct(a) is a


def armed(a: Any, enter: Callable[..., Any] | None = None, ns: float | None = None) -> Callable[[Any], Any]:
    """What takes calls of ``bump`` past Python. ``enter``: in place of what is asked before the GIL is given away. ``ns``: what a
    workgroup takes, as far as is known."""
    pipeline = bump.compile(backend="cpu")
    for _ in range(5):
        pipeline(a)
    watch: Any = pipeline._made.engine.watch
    calls = [one for one in pipeline._armed._calls.values() if one is not None]
    run: Any = pipeline._made.engine.direct(calls, watch if enter is None else replace(watch, enter=enter))  # type: ignore[misc]
    compiled: Any = pipeline._made.compiled()

    def direct(given: Any) -> Any:
        if ns is not None:
            for speed in (compiled.speed, *compiled._speeds.values()):
                speed.ns = ns
        return run(pipeline._made, (given,), {})

    return direct


LONG = 1000.0  # ns: 256 workgroups of it take more than the GIL is kept for


def test_a_long_launch_in_machine_code_enters_and_leaves() -> None:
    a, seen = np.zeros(N, np.uint32), list[Any]()

    def enter(addresses: int, spans: Any) -> Any:
        seen.append((spans, a[0]))
        return (lambda: seen.append(("released", a[0])), lambda: seen.append(("removed", a[0])))

    direct = armed(a, enter, LONG)
    first = a[0]
    assert direct(a) is a
    assert seen == [(((4 * N,), (True,)), first), ("released", first + 1), ("removed", first + 1)]
    assert set(a.tolist()) == {first + 1}


def test_a_long_launch_in_machine_code_that_would_have_to_wait_is_left_to_python() -> None:
    a = np.zeros(N, np.uint32)
    direct = armed(a, lambda addresses, spans: None, LONG)
    before = a.copy()
    assert direct(a) is NotImplemented
    assert (a == before).all()


def test_what_is_raised_on_the_way_into_a_long_launch_is_raised() -> None:
    a = np.zeros(N, np.uint32)

    def enter(*_: object) -> Any:
        raise KeyboardInterrupt

    direct = armed(a, enter, LONG)
    before = a.copy()
    with pytest.raises(KeyboardInterrupt):
        direct(a)
    assert (a == before).all()


def test_the_session_s_own_long_launches_leave_nothing_behind() -> None:
    a = np.zeros(N, np.uint32)
    direct = armed(a, None, LONG)
    first = a[0]
    for n in range(3):
        assert direct(a) is a
        assert not IN_FLIGHT
        assert a[0] == first + n + 1


@pytest.mark.parametrize("device_fails", [False, True])
def test_what_an_interrupted_submission_left_on_a_device_is_over_before_its_memory_is_free(
    own: Session, monkeypatch: pytest.MonkeyPatch, device_fails: bool
) -> None:
    a, seen, free = np.zeros(8, np.uint32), list[Any](), threading.Event()
    backend = own.engine("cpu").backend
    synchronize, discard = backend.synchronize, Completion.discard

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def done() -> None:
        synchronize()
        seen.append(("device done", [use.is_over() for use in IN_FLIGHT], a.tolist()))
        if device_fails:
            raise vy.DispatchFailed("what runs there failed", code="R822", fix="none")

    def freed(completion: Completion[Any]) -> None:
        discard(completion)
        seen.append(("free", len(IN_FLIGHT)))
        free.set()

    monkeypatch.setattr(backend, "synchronize", done)
    monkeypatch.setattr(Completion, "discard", freed)
    with monkeypatch.context() as patch:
        patch.setattr(Completion, "follow", interrupted)  # the device has it then
        with pytest.raises(KeyboardInterrupt):
            own.submit(bump.program, [a], out=[a])
    assert free.wait(60)
    assert seen == [("device done", [False], [1] * 8), ("free", 0)]
    call(own, a)
    assert a.tolist() == [2] * 8


def test_an_interrupted_submission_that_no_device_has_waits_for_none(
    own: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, free, discard = np.zeros(8, np.uint32), threading.Event(), Completion.discard
    asked = list[str]()
    use = begun(own, a)

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    def freed(completion: Completion[Any]) -> None:
        discard(completion)
        free.set()

    with monkeypatch.context() as patch:
        patch.setattr(MemoryUse, "wait", interrupted)
        patch.setattr(own.engine("cpu").backend, "synchronize", lambda: asked.append("device"))
        patch.setattr(Completion, "discard", freed)
        with pytest.raises(KeyboardInterrupt):
            own.submit(bump.program, [a], out=[a])
        assert free.wait(60)
    assert asked == []
    assert [use] == IN_FLIGHT
    use.end()
