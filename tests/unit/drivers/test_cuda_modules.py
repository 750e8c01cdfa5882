"""CUDA loads no kernel while another one runs: over a fake driver, whose stream stays busy and whose loads wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.signal_safe import Latch
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

from .fake_cuda import CUresult, Fake, fake_cuda

A = np.arange(1, 70_001, dtype=np.uint32)


def plus(n: int) -> Program:
    b = Builder("plus", domain="x")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    y[i] = x[i] + n
    return b.build()


class Busy:
    """While ``running``, the stream has work, events don't come and loads wait."""

    def __init__(self, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ended = threading.Event()
        self.loads = 0
        self.loading = threading.Event()

        def query(stream: Any) -> Any:
            return (CUresult.CUDA_SUCCESS if self.ended.is_set() else CUresult.CUDA_ERROR_INVALID_VALUE,)

        def waits(*arguments: Any) -> Any:
            assert self.ended.wait(60)
            return (CUresult.CUDA_SUCCESS,)

        def load(cubin: bytes) -> Any:
            self.loads += 1
            self.loading.set()
            waits()
            return (CUresult.CUDA_SUCCESS, fake.handle())

        for name, call in (("cuStreamQuery", query), ("cuEventSynchronize", waits), ("cuModuleLoadData", load)):
            monkeypatch.setattr(fake, name, call, raising=False)


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Busy, Session]]:
    with fake_cuda() as (fake, registry), Session("cuda", registry=registry) as session:
        session.dispatch(plus(1), [A])
        busy = Busy(fake, monkeypatch)
        yield busy, session
        busy.ended.set()


def test_R810_a_kernel_that_is_new_while_one_runs_that_was_waited_for_in_vain(cuda: tuple[Busy, Session]) -> None:
    busy, session = cuda
    pending = session.submit(plus(1), [A])
    with pytest.raises(vy.DispatchTimeout):
        pending.result(0.01)
    with pytest.raises(vy.DispatchTimeout, match=r"\[R810\].*keeps the device busy.*loads no kernel") as caught:
        session.dispatch(plus(2), [A])
    assert busy.loads == 1
    assert "session.synchronize()" in caught.value.fix
    busy.ended.set()  # the Fix, applied: it ends, and is waited for
    session.synchronize()
    assert session.dispatch(plus(2), [A])[0].tolist() == (A + 2).tolist()
    assert pending.result()[0].tolist() == (A + 1).tolist()


def test_a_kernel_that_is_new_while_another_runs_is_loaded_when_that_ends(cuda: tuple[Busy, Session]) -> None:
    busy, session = cuda
    pending = session.submit(plus(1), [A])
    threading.Timer(0.1, busy.ended.set).start()
    assert session.dispatch(plus(2), [A])[0].tolist() == (A + 2).tolist()
    assert pending.result()[0].tolist() == (A + 1).tolist()


def test_close_waits_for_a_load_whose_caller_has_left(
    cuda: tuple[Busy, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what a signal's handler raised."""
    busy, session = cuda
    pending = session.submit(plus(1), [A])

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Latch, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.dispatch(plus(2), [A])
    assert busy.loading.wait(60)
    backend: Any = session.engine("cuda").backend
    assert [turn.locked() for turn in backend._turns] == [True]
    busy.ended.set()
    assert pending.result()[0].tolist() == (A + 1).tolist()
    session.close()
    assert not backend._turns
