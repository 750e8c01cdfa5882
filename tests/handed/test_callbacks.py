"""Done callbacks: nothing is waited for in one, on any backend, and what is submitted in one runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import FutureDispatch
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.pending import Completion, Pending
from vyre.run.submission import Submission


@vy.kernel
def plus(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + 1


A = np.arange(64, dtype=np.uint32)
ONE, TWO = (A + 1).tolist(), (A + 2).tolist()


@pytest.fixture
def own(device: str) -> Iterator[vy.Session]:
    with vy.Session(device) as opened:
        yield opened


def in_callback(session: vy.Session, job: Callable[[], object]) -> Any:
    """What ``job`` gives or raises in the callback of a dispatch, on whatever thread that is."""
    told: Future[Any] = Future()

    def callback(_: object) -> None:
        try:
            told.set_result(job())
        except BaseException as error:  # noqa: BLE001 - raised by who asked
            told.set_exception(error)

    session.submit(plus.program, [A]).add_done_callback(callback)
    return told.result(60)


def never_done() -> Pending[None]:
    return Pending(Completion(lambda ok: None), lambda: None)  # type: ignore[arg-type,return-value]


WAITS: dict[str, Callable[[vy.Session, dict[str, Any]], object]] = {
    "a plain call": lambda s, _: s.dispatch(plus.program, [A]),
    "a compiled call": lambda _, d: d["compiled"]([A]),
    "a bound call": lambda _, d: d["bound"](),
    "a call with a timeout": lambda s, _: s.dispatch(plus.program, [A], vy.DispatchConfig(timeout=60)),
    "a bound call with a timeout": lambda _, d: d["limited"](),
    "check": lambda _, d: plus.check(A),
    "numpy": lambda _, d: d["resident"].numpy(),
    "upload": lambda _, d: d["resident"].upload(A),
    "upload of a resident one": lambda _, d: d["resident"].upload(d["other"]),
    "resident": lambda s, _: s.resident(A),
    "synchronize": lambda s, _: s.synchronize(),
    "reopen": lambda s, _: s.reopen(),
    "result": lambda _, d: never_done().result(),
    "result within a time": lambda _, d: never_done().result(60),
    "wait": lambda _, d: never_done().wait(),
    "receipt": lambda _, d: never_done().receipt,
    "await": lambda _, d: asyncio.run(awaited(never_done())),
}


async def awaited(pending: Pending[Any]) -> Any:
    return await pending


@pytest.mark.parametrize("way", WAITS)
def test_R811_what_waits_is_refused_in_a_callback(own: vy.Session, way: str) -> None:
    compiled = own.compile(plus.program)
    limited = own.compile(plus.program, vy.DispatchConfig(timeout=60))
    there: dict[str, Any] = {
        "compiled": compiled,
        "bound": compiled.bind([A]),
        "limited": limited.bind([A]),
        "resident": own.resident(A),
        "other": own.resident(A),
    }
    with pytest.raises(vy.DispatchFailed) as caught:
        in_callback(own, lambda: WAITS[way](own, there))
    assert caught.value.code == "R811"
    assert caught.value.place is not None
    assert caught.value.place.file == __file__
    assert own.dispatch(plus.program, [A])[0].tolist() == ONE  # the device's threads live
    assert there["resident"].numpy().tolist() == A.tolist()


def test_R811_the_result_of_what_was_submitted_in_the_callback(own: vy.Session) -> None:
    """On the thread that ends dispatches it can't be done yet; on another it may be, and then nothing waits."""

    def job() -> tuple[Any, bool]:
        second = own.submit(plus.program, [A + 1])
        try:
            return second.result()[0].tolist(), threading.current_thread() is threading.main_thread()
        except vy.DispatchFailed as error:
            return error.code, threading.current_thread() is threading.main_thread()

    found, main = in_callback(own, job)
    assert found == "R811" or (main and found == TWO)


def test_R811_a_session_is_not_closed_while_a_dispatch_runs(own: vy.Session) -> None:
    with vy.Session("reference") as inner:
        running, engine = FutureDispatch(), inner.engine("reference")
        submission = Submission(inner.order, engine, ([], [], []), lambda ok: None, "never")
        submission.completion.follow(running)
        IN_FLIGHT.append(submission)
        with pytest.raises(vy.DispatchFailed, match="R811"):
            in_callback(own, inner.close)
        assert inner.dispatch(plus.program, [A])[0].tolist() == ONE
        running.finish()
        in_callback(own, inner.close)
        with pytest.raises(vy.VyreError, match="R800"):
            inner.dispatch(plus.program, [A])


# -- the Fix, applied ------------------------------------------------------------------------------------------------


def test_R811_what_comes_next_is_submitted_with_a_callback_of_its_own(own: vy.Session) -> None:
    told: Future[list[int]] = Future()

    def last(pending: Pending[Any]) -> None:
        told.set_result(pending.result()[0].tolist())  # its own is done: nothing waits

    def then(pending: Pending[Any]) -> None:
        own.submit(plus.program, [pending.result()[0]]).add_done_callback(last)

    own.submit(plus.program, [A]).add_done_callback(then)
    assert told.result(60) == TWO


def test_R811_a_thread_of_ones_own_may_wait(own: vy.Session) -> None:
    told: Future[Future[list[Any]]] = Future()
    with ThreadPoolExecutor(1) as pool, own.resident(A) as x:
        own.submit(plus.program, [A]).add_done_callback(
            lambda pending: told.set_result(
                pool.submit(lambda: [own.dispatch(plus.program, pending.result())[0].tolist(), x.numpy().tolist()])
            )
        )
        assert told.result(60).result(60) == [TWO, A.tolist()]


def test_what_does_not_wait_is_right_in_a_callback(own: vy.Session) -> None:
    def job() -> list[Any]:
        pending = never_done()
        with pytest.raises(vy.DispatchTimeout):
            pending.result(0)
        return [pending.ready(), pending.wait(0), own.compile(plus.program).program.name]

    assert in_callback(own, job) == [False, False, "plus"]


def test_a_callback_that_waits_is_told_by_the_excepthook(own: vy.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Future[BaseException] = Future()
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.set_result(args.exc_value))
    pending = own.submit(plus.program, [A])
    pending.add_done_callback(lambda _: own.dispatch(plus.program, [A]))
    error = seen.result(60)
    assert isinstance(error, vy.DispatchFailed)
    assert "own.dispatch" in str(error)
    assert "add_done_callback(f)" in str(error)
    assert pending.result()[0].tolist() == ONE
