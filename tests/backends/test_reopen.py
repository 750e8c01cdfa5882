"""Opening a device again: after nothing at all, after it was lost, and while it is busy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import vyre as vy
from tests.unit.drivers.fake_cuda import CUresult, Fake, fake_cuda
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

A = np.arange(1, 301, dtype=np.uint32)


def double(name: str = "double") -> Program:
    b = Builder(name, domain="x")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i] + x[i]
    return b.build()


def refused(code: str, call: object) -> vy.VyreError:
    assert callable(call)
    with pytest.raises(vy.VyreError) as caught:
        call()
    assert caught.value.code == code, caught.value
    return caught.value


def test_reopening_makes_everything_anew(device: str) -> None:
    with Session(device) as session:
        x, y = session.resident(A), session.resident(A)
        run = session.compile(double())
        bound, over_host = run.bind([x], out=[y]), run.bind([A])
        pending = session.submit(double(), [A])
        before = session.engine(device)
        assert bound() == [y]
        session.reopen(device)
        assert session.engine(device) is not before
        assert pending.result()[0].tolist() == (A * 2).tolist()
        for gone in (x.numpy, lambda: x.upload(A), lambda: session.dispatch(double(), [x]), bound):
            assert refused("A640", gone).fix
        assert "bind it again" in refused("A640", over_host).fix
        assert x.closed
        x.close()
        assert run([A])[0].tolist() == (A * 2).tolist()
        again = session.resident(A)
        assert run([again])[0].numpy().tolist() == (A * 2).tolist()
        assert run.bind([again], out=[session.resident(A)])()[0].numpy().tolist() == (A * 2).tolist()
        session.reopen()
        assert session.dispatch(double(), [A])[0].tolist() == (A * 2).tolist()
    refused("R800", session.reopen)
    with pytest.raises(vy.VyreError, match="S901"):
        Session(device).reopen("nobody")


def test_a_lost_device_says_so_until_it_is_opened_again() -> None:
    with Session("wgpu") as session:
        rows = session.registry.devices("wgpu")
        if not any(row.available for row in rows):
            pytest.skip(f"wgpu: {rows[0].reason}")
        x = session.resident(A)
        run = session.compile(double("first"))
        run([A])
        backend: object = session.engine("wgpu").backend
        backend.device.destroy()  # type: ignore[attr-defined]  # of the wgpu backend: what a driver's reset does
        error = refused("R824", lambda: session.dispatch(double("third"), [A]))
        assert isinstance(error, vy.DeviceLost)
        assert error.number == 1008
        assert "in dispatch #2 ('third')" in error.message
        uses = (
            lambda: run([A]),
            lambda: session.resident(np.arange(5000, dtype=np.uint32)),
            x.numpy,
            lambda: x.upload(A),
        )
        for use in uses:
            error = refused("R824", use)
            assert "#2 ('third')" in error.message
            assert "session.reopen('wgpu')" in error.fix
        assert session.dispatch(double(), [A], backend="reference")[0].tolist() == (A * 2).tolist()
        session.reopen("wgpu")
        assert run([A])[0].tolist() == (A * 2).tolist()
        refused("A640", x.numpy)
        assert run([session.resident(A)])[0].numpy().tolist() == (A * 2).tolist()


def test_a_session_with_a_lost_device_can_be_closed() -> None:
    session = Session("wgpu")
    rows = session.registry.devices("wgpu")
    if not any(row.available for row in rows):
        pytest.skip(f"wgpu: {rows[0].reason}")
    x = session.resident(A)
    backend: object = session.engine("wgpu").backend
    backend.device.destroy()  # type: ignore[attr-defined]  # of the wgpu backend
    refused("R824", x.numpy)
    session.close()
    x.close()


@pytest.fixture
def cuda() -> Iterator[tuple[Fake, Session]]:
    with fake_cuda() as (fake, registry), Session("cuda", registry=registry) as session:
        yield fake, session


def test_D38_a_fault_is_told_by_the_dispatch_that_had_it(
    cuda: tuple[Fake, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the fake driver: the third of five dispatches faults, and from then on every call says so."""
    fake, session = cuda
    kept = session.resident(A)
    real, count = fake.launched, 0

    def launched(function: int, *rest: object) -> object:
        nonlocal count
        count += 1
        if count == 3:
            fake.fault = CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
        return (fake.fault,) if fake.fault else real(function, *rest)

    monkeypatch.setattr(fake, "launched", launched)
    programs = [double(f"number_{n}") for n in range(1, 6)]
    errors: list[str] = []
    for program in programs:
        try:
            assert session.dispatch(program, [A])[0].tolist() == (A * 2).tolist()
        except vy.DeviceLost as error:
            errors.append(error.message)
    assert len(errors) == 3
    assert all("in dispatch #3 ('number_3')" in text and "CUDA_ERROR_ILLEGAL_ADDRESS" in text for text in errors)
    for use in (kept.numpy, lambda: session.resident(A)):
        assert "#3" in refused("R824", use).message
    original = fake.call

    def call(name: str, *arguments: object) -> object:
        if name == "cuDevicePrimaryCtxReset":
            fake.fault = None
        return original(name, *arguments)

    monkeypatch.setattr(fake, "call", call)
    session.reopen("cuda")
    assert "cuDevicePrimaryCtxReset" in fake.names()
    assert session.dispatch(programs[2], [A])[0].tolist() == (A * 2).tolist()
    refused("A640", kept.numpy)


def test_memory_that_is_not_there_leaves_everything_usable(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = session.resident(A)
    fake.room = 0
    error = refused("R820", lambda: session.resident(np.zeros(100_000, np.uint32)))
    assert isinstance(error, vy.OutOfMemory)
    assert error.number == 1001
    refused("R820", lambda: session.dispatch(double(), [np.zeros(100_000, np.uint32)]))
    fake.room = 1 << 30
    assert session.dispatch(double(), [x])[0].numpy().tolist() == (A * 2).tolist()


@vy.kernel
def long(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    n = vy.u32(1)
    for _ in range(vy.u32(0xFFFFFFFF)):  # some seconds
        n = n * 1664525 + x[i]
    y[i] = n


def test_reopening_while_a_kernel_runs_on() -> None:
    with Session("cpu") as session:
        ones = np.ones(4, np.uint32)
        refused("R810", lambda: session.dispatch(long.program, [ones], vy.DispatchConfig(timeout=0.2)))
        session.reopen("cpu")
        assert session.dispatch(double(), [A])[0].tolist() == (A * 2).tolist()
