"""Resident arrays and bound calls on CUDA, as far as the driver's calls tell: over a fake driver, so without a GPU."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

import vyre as vy
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

from .fake_cuda import CUresult, Fake, fake_cuda

A = np.arange(1, 301, dtype=np.uint32)


@pytest.fixture
def cuda() -> Iterator[tuple[Fake, Session]]:
    with fake_cuda() as (fake, registry), Session("cuda", registry=registry) as session:
        yield fake, session


def double() -> Program:
    b = Builder("double", domain="x")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i] + x[i]
    return b.build()


def bump(part: bool = False) -> Program:
    b = Builder("bump", domain="x")
    x, out = b.inout("x", vy.u32), b.output("out", vy.u32)
    i = b.global_id()
    with b.if_(i < x.size):
        x[i] = x[i] + 1
    with b.if_((i < out.size) & (i & 1 == 0) if part else i < out.size):
        out[i] = x[i]
    return b.build()


def test_resident_arguments_cost_a_launch_and_an_event(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    run = session.compile(double())
    run([x], out=[y])
    fake.clear()
    run([x], out=[y])
    assert fake.names() == ["cuLaunchKernel", "cuEventRecord", "cuEventSynchronize"]
    assert y.numpy().tolist() == (A * 2).tolist()


def test_a_bound_call_is_one_driver_call(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    fake.clear()
    assert bound() == [y]
    assert [name for name, *_ in fake.calls] == ["cuLaunchKernel"]
    assert fake.calls[0][9] == fake.backend.stream
    assert y.numpy().tolist() == (A * 2).tolist()
    fake.clear()
    session.synchronize()
    assert "cuStreamSynchronize" in fake.names()


def test_what_a_bound_call_must_clear_is_cleared_each_time(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, out = session.resident(A), session.resident(A)
    bound = session.compile(bump(part=True)).bind([x], out=[x, out])
    fake.clear()
    for n in range(1, 4):
        out.upload(A)
        bound()
        assert out.numpy().tolist() == np.where(np.arange(300) % 2 == 0, A + n, 0).tolist()
    assert fake.names().count("cuMemsetD8Async") == 3
    assert x.numpy().tolist() == (A + 3).tolist()


def test_a_bound_call_comes_after_what_this_thread_submitted(cuda: tuple[Fake, Session]) -> None:
    """Submissions wait in a thread of their own while the device is busy; a bound call does not overtake them."""
    fake, session = cuda
    x, out = session.resident(np.zeros(300, np.uint32)), session.resident(A)
    program = bump()
    bound = session.compile(program).bind([x], out=[x, out])
    gate = threading.Event()
    backend = fake.backend
    first = session.submit(program, [x], out=[x, out])
    first.result()
    with backend._encoding:  # nothing gets to the queue
        backend._last = type(backend._last)(backend)  # as if the device were busy
        pending = session.submit(program, [x], out=[x, out])
        assert backend.queued == 1

        def run() -> None:
            bound()
            gate.set()

        done = threading.Thread(target=run)
        done.start()
        assert not gate.is_set()
    done.join(60)
    pending.result(60)
    assert gate.is_set()
    assert backend.queued == 0
    assert x.numpy().tolist() == [3] * 300


def test_another_thread_has_no_context_at_first(cuda: tuple[Fake, Session], monkeypatch: pytest.MonkeyPatch) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    entered: set[int] = set()
    real = fake.launched

    def launched(function: int, *rest: object) -> object:
        if threading.get_ident() not in entered:
            return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
        return real(function, *rest)

    monkeypatch.setattr(fake, "launched", launched)

    def entering(context: int) -> object:
        entered.add(threading.get_ident())
        return (CUresult.CUDA_SUCCESS,)

    monkeypatch.setattr(fake, "cuCtxSetCurrent", entering, raising=False)
    bound()
    thread = threading.Thread(target=bound)
    thread.start()
    thread.join(60)
    assert len(entered) >= 2
    assert y.numpy().tolist() == (A * 2).tolist()


def test_a_fault_comes_with_the_call_or_the_next_wait(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    bound()
    fake.fault = CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
    for use in (bound, session.synchronize, y.numpy):
        with pytest.raises(vy.DeviceLost, match="ILLEGAL_ADDRESS"):
            use()
    fake.fault = None


def test_closed_arrays_and_sessions_end_bound_calls(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    blocks = len(fake.memory)
    x.close()
    fake.clear()
    with pytest.raises(vy.VyreError, match=r"\[A640\].*closed"):
        bound()
    assert fake.calls == []
    again = session.resident(A)  # the memory came back
    assert len(fake.memory) == blocks
    other = session.compile(double()).bind([again], out=[y])
    other()
    session.close()
    fake.clear()
    with pytest.raises(vy.VyreError, match="closed"):
        other()
    assert fake.calls == []


def test_memory_that_is_bound_is_kept_until_the_call_is_dropped(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, out = session.resident(A), session.resident(A)
    call = session.compile(bump()).bind([x], out=[x, out])._call
    memory, address = x.memory, fake.backend.block_of(x.memory)
    held = fake.backend.bind(call.resident_steps())
    x.close()
    other = session.resident(A)
    assert other.memory is not memory
    assert fake.backend._free.get(1280, []) == []
    held()
    del held
    assert address in fake.backend._free[1280]


def test_timed_blocks_see_bound_calls(cuda: tuple[Fake, Session]) -> None:
    _, session = cuda
    x, y = session.resident(A), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    with session.timed() as block:
        bound()
        bound()
    assert len(block.dispatches) == 2


def test_each_launch_has_an_event_before_and_after_where_its_time_is_asked_for(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = session.resident(A), session.resident(A)
    run = session.compile(double())
    run([x], out=[y])
    for count in (1, 2, 8):
        with session.timed() as block:
            for _ in range(count):
                fake.clear()
                run([x], out=[y])
                assert fake.names()[:5] == [
                    "cuEventCreate",
                    "cuEventRecord",
                    "cuLaunchKernel",
                    "cuEventCreate",
                    "cuEventRecord",
                ]
                assert fake.names().count("cuEventDestroy") == 2
        assert block.device_ns == count * 250_000
    assert session.compile(double(), vy.DispatchConfig(profile=True))([x], out=[y]) == [y]
    for arrays in ([x], [A]):  # also of small host arrays, which are used in place where no time is asked for
        session.dispatch(double(), arrays, vy.DispatchConfig(profile=True))
        receipt = session.last_receipt()
        assert receipt is not None
        assert receipt.timing.device == 250_000
