"""Opening a device again: after nothing at all, after it was lost, and while it is busy."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from _thread import LockType
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vyre as vy
from tests.unit.drivers.fake_cuda import CUresult, Fake, fake_cuda
from vyre.contract.registry import Registry
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.call import Call
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


def test_a_compiler_on_a_lost_device_is_not_to_blame() -> None:
    with Session("wgpu") as session:
        rows = session.registry.devices("wgpu")
        if not any(row.available for row in rows):
            pytest.skip(f"wgpu: {rows[0].reason}")
        session.dispatch(double("first"), [A])
        backend: object = session.engine("wgpu").backend
        backend.device.destroy()  # type: ignore[attr-defined]  # as below
        b = Builder("new", domain="x")  # no pipeline of an equal program is there
        x = b.inout("x", vy.u32)
        x[b.global_id()] = x[b.global_id()] * 7
        program = b.build()
        for _ in range(2):
            error = refused("R824", lambda: session.dispatch(program, [A]))
            assert "in compiling 'new'" in error.message
            assert "session.reopen('wgpu')" in error.fix
        session.reopen("wgpu")
        assert session.dispatch(program, [A])[0].tolist() == (A * 7).tolist()


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
        assert re.search(r"in dispatch #\d+ \('third'\)", error.message)  # what measured the device counts too
        uses = (
            lambda: run([A]),
            lambda: session.resident(np.arange(5000, dtype=np.uint32)),
            x.numpy,
            lambda: x.upload(A),
        )
        for use in uses:
            error = refused("R824", use)
            assert "('third')" in error.message
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
    for _ in range(vy.u32(0x3FFFFFF)):  # about 2 s on an AVX2 machine
        n = n * 1664525 + x[i]
    y[i] = n


def test_reopening_while_a_kernel_runs_on() -> None:
    with Session("cpu") as session:
        ones = np.ones(4, np.uint32)
        refused("R810", lambda: session.dispatch(long.program, [ones], vy.DispatchConfig(timeout=0.2)))
        session.reopen("cpu")
        assert session.dispatch(double(), [A])[0].tolist() == (A * 2).tolist()


@pytest.mark.parametrize("ends", ["reopened", "closed"])
@pytest.mark.parametrize("first", [False, True], ids=["warm", "first"])
def test_a_device_that_is_given_back_waits_for_the_small_call_inside(
    device: str, ends: str, first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call has begun and stands still in the driver; its pipelines are closed only when it has come back."""
    from vyre.drivers.queued import QueuedBackend

    with Session(device) as session:
        backend = session.engine(device).backend
        if not isinstance(backend, QueuedBackend):
            pytest.skip("no queue")
        if not first:
            session.dispatch(double(), [A])
        begin, enough = QueuedBackend.begin_launch, threading.Event()
        closing = threading.Thread(target=lambda: session.reopen(device) if ends == "reopened" else session.close())

        def begin_and_see_it_closed(self: QueuedBackend, turn: LockType) -> int:
            number = begin(self, turn)
            if self is backend and not closing.is_alive() and not enough.is_set():
                enough.set()
                closing.start()
                while not self._closed:
                    closing.join(0.001)
            return number

        monkeypatch.setattr(QueuedBackend, "begin_launch", begin_and_see_it_closed)
        assert session.dispatch(double(), [A])[0].tolist() == (A * 2).tolist()
        closing.join()
        assert enough.is_set()
        if ends == "reopened":
            assert session.dispatch(double(), [A])[0].tolist() == (A * 2).tolist()
        else:
            refused("R800", lambda: session.dispatch(double(), [A]))


@pytest.mark.parametrize("size", [300, 200_000])
def test_a_plain_call_that_meets_a_device_being_reopened_runs_on_the_new_one(
    device: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The device is opened again between what prepares a call and its launch, once for each way to call."""
    a = np.arange(size, dtype=np.uint32)
    run = Session.run
    met = list[Call]()

    def reopened_meanwhile(self: Session, call: Call) -> None:
        if not met:
            met.append(call)
            self.reopen(device)
        run(self, call)

    with Session(device) as session:
        compiled = session.compile(double())
        for compiles in (False, True):
            before = session.engine(device)
            with monkeypatch.context() as patch:
                patch.setattr(Session, "run", reopened_meanwhile)
                found = compiled([a]) if compiles else session.dispatch(double(), [a])
            assert np.array_equal(found[0], a * 2)
            assert met.pop().pipeline.engine is before
            assert session.engine(device) is not before


_THREADS = """
import sys, threading
import numpy as np, vyre as vy

@vy.kernel
def step(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] * 3 + 1

device = sys.argv[1]
h = np.arange(100, dtype=np.uint32)
step(h, backend=device)
wrong, made, stop = [], threading.Semaphore(0), threading.Event()

def work():
    while not stop.is_set():
        try:
            if not np.array_equal(step(h, backend=device), h * 3 + 1):
                wrong.append("bytes")
        except Exception as error:
            wrong.append(repr(error))
        made.release()

threads = [threading.Thread(target=work) for _ in range(3)]
for one in threads:
    one.start()
for _ in range(6):
    for _ in range(5):
        made.acquire()
    vy.session().reopen(device)
stop.set()
for one in threads:
    one.join()
assert not wrong, wrong[:3]
print("right")
"""


@pytest.mark.parametrize("name", ["wgpu", "opencl", "cpu"])
def test_threads_make_small_calls_while_their_device_is_reopened(name: str, tmp_path: Path) -> None:
    if not Registry().devices(name)[0].available:
        pytest.skip(f"no {name} here")
    script = tmp_path / "threads.py"
    script.write_text(_THREADS)
    ended = subprocess.run(
        [sys.executable, str(script), name], capture_output=True, text=True, timeout=100, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "right\n"), ended.stderr


def test_S900_a_device_that_is_not_here_is_not_reopened(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_cuda() as (_, registry):
        rows = registry.load("cuda").devices()
        absent = [replace(row, available=False, reason="no driver", fix="install one") for row in rows]
        with monkeypatch.context() as patch, Session("cuda", registry=registry) as session:
            patch.setattr(registry.load("cuda"), "devices", lambda: absent)
            assert refused("S900", lambda: session.reopen("cuda")).fix == "install one"
        with Session("cuda", registry=registry) as session:  # its Fix applied; one that was not open is opened
            session.reopen("cuda")
            assert session.engine("cuda").id == "cuda"
