"""An inout of the raw door whose input or output is resident: its values are copied in the call's turn, not when it is bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.call import Call
from vyre.run.session import Session

N = 300


@vy.kernel
def step(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] * 3 + 1


A, B = np.arange(N, dtype=np.uint32), np.arange(1000, 1000 + N, dtype=np.uint32)


def stepped(a: Any) -> list[int]:
    return [(3 * int(one) + 1) % (1 << 32) for one in a]


def values(given: Any) -> list[int]:
    return [int(one) for one in (given.numpy() if isinstance(given, vy.ResidentArray) else given)]


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """``act`` once, when the next call is bound and has not run: as another thread might."""
    real, waiting = Session.run, [act]

    def run(session: Session, call: Call) -> None:
        if waiting:
            waiting.pop()()
        real(session, call)

    monkeypatch.setattr(Session, "run", run)


@pytest.mark.parametrize("source", ["resident", "host", "strided"])
def test_calls_with_one_resident_output_do_not_mix(
    session: Session, device: str, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, seen = session.resident(np.zeros(N, np.uint32), backend=device), list[list[int]]()

    def call(a: Any) -> None:
        made = session.resident(a, backend=device) if source == "resident" else a[::-1] if source == "strided" else a
        session.dispatch(step.program, [made], out=[target], backend=device)
        seen.append(values(target))

    between(monkeypatch, lambda: call(B))
    call(A)
    turned = slice(None, None, -1 if source == "strided" else 1)
    assert seen == [stepped(B[turned]), stepped(A[turned])]


@pytest.mark.parametrize("out", ["left out", "host", "resident"])
def test_a_resident_input_is_read_when_the_call_runs(
    session: Session, device: str, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = session.resident(A, backend=device)
    made = {"left out": None, "host": np.zeros(N, np.uint32), "resident": session.resident(A, backend=device)}[out]
    between(monkeypatch, lambda: given.upload(B))
    (found,) = session.dispatch(step.program, [given], out=None if made is None else [made], backend=device)
    assert values(found) == stepped(B)
    assert values(given) == B.tolist()
    assert made is None or found is made


def test_so_does_a_submission(session: Session, device: str) -> None:
    given, target = session.resident(A, backend=device), session.resident(B, backend=device)
    every = [
        session.submit(step.program, [one], out=[target], backend=device) for one in (given, B, A[::-1], target, given)
    ]
    for pending in every:
        pending.result()
    assert values(target) == stepped(A)
    host = np.zeros(N, np.uint32)
    session.submit(step.program, [given], out=[host], backend=device).result()
    assert values(host) == stepped(A)
    assert values(given) == A.tolist()


@pytest.mark.parametrize("out", ["host", "strided", "resident"])
def test_a_bound_call_begins_with_what_its_input_had_when_it_was_bound(session: Session, device: str, out: str) -> None:
    given = session.resident(A, backend=device)
    whole = np.zeros(2 * N, np.uint32)
    target = {"host": whole[:N], "strided": whole[::2], "resident": session.resident(B, backend=device)}[out]
    call = session.compile(step.program, backend=device).bind([given], out=[target])
    given.upload(B)
    for _ in range(2):
        call()
    session.synchronize()
    assert values(target) == stepped(stepped(A))


def test_refused_as_before(session: Session, device: str) -> None:
    target = session.resident(A, backend=device)
    with pytest.raises(vy.VyreError, match="A615"):
        session.dispatch(step.program, [A[:-1]], out=[target], backend=device)
    with pytest.raises(vy.VyreError, match="A602"):
        session.dispatch(step.program, [A.astype(np.float32)], out=[target], backend=device)
    assert values(target) == A.tolist()
