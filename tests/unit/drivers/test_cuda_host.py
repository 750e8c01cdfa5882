"""Arrays in CUDA memory as arguments of calls that run elsewhere, over a fake driver: right by value, both ways, in order, with a
receipt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

from .fake_cuda import Fake, fake_cuda
from .test_cuda_imports import FORBID, A, Foreign, double, more, refused

WAY = "in CUDA memory, copied through the host by CUDA's driver"


@pytest.fixture
def fake() -> Iterator[Fake]:
    with fake_cuda() as (made, _):
        yield made


@pytest.fixture(params=["reference", "reference:lanes", "cpu", "opencl", "wgpu"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[Session]:
    with Session(request.param) as opened:
        rows = opened.registry.devices(request.param.partition(":")[0])
        if not any(row.available for row in rows):
            pytest.skip(f"{request.param}: {rows[0].reason}")
        yield opened


def copies(session: Session) -> list[tuple[str, str, str, int]]:
    receipt = session.last_receipt()
    assert receipt is not None
    return [(n.buffer, n.direction, n.reason, n.nbytes) for n in receipt.copies]


def add_into() -> Program:
    b = Builder("add_into", domain="x")
    x, y, z = b.input("x", vy.u32), b.inout("y", vy.u32), b.output("z", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = y[i] + x[i]
        z[i] = y[i] * 2
    return b.build()


def test_D45_inputs_and_what_is_written_in_place(fake: Fake, elsewhere: Session) -> None:
    x, y = Foreign(fake, A), Foreign(fake, A * 3)
    made = more(elsewhere, x, y)
    assert made is x
    assert x.view.tolist() == (A * 4).tolist()
    assert copies(elsewhere) == [("x", "in and out", WAY, 1200), ("y", "in", WAY, 1200)]
    assert more(elsewhere, A.copy(), y).tolist() == (A * 4).tolist()
    (z,) = elsewhere.dispatch(double(), [y])
    assert isinstance(z, np.ndarray)
    assert z.tolist() == (A * 6).tolist()


def test_D45_strides_alignment_and_no_axes(fake: Fake, elsewhere: Session) -> None:
    grid = np.arange(600, dtype=np.uint32).reshape(20, 30)
    columns, backwards = (slice(None), slice(1, None, 2)), (slice(None, None, -1),)
    for index in (columns, backwards, (slice(3, 9, 2), slice(5, 6)), ()):
        x = Foreign(fake, grid, offset=4)
        part = x.part(*index)
        expected = grid.copy()
        expected[index] += 1
        assert more(elsewhere, part, np.ones(part.shape, np.uint32)) is part
        assert x.view.tolist() == expected.tolist()  # and nothing beside it was touched
    one = Foreign(fake, np.uint32(7))
    more(elsewhere, one, np.array(3, np.uint32))
    assert one.view == 10
    none = Foreign(fake, np.zeros((0, 3), np.uint32))
    assert more(elsewhere, none, np.zeros((0, 3), np.uint32)) is none


def test_outputs_of_the_raw_door(fake: Fake, elsewhere: Session) -> None:
    x, y, z = Foreign(fake, A), Foreign(fake, A * 5), Foreign(fake, A * 0)
    (first, second) = elsewhere.dispatch(add_into(), [x, y], out=[None, z])
    assert first.tolist() == (A * 6).tolist()
    assert y.view.tolist() == (A * 5).tolist()  # inputs are never written
    assert second is z
    assert z.view.tolist() == (A * 12).tolist()
    target = Foreign(fake, A * 0)
    (first, second) = elsewhere.dispatch(add_into(), [x, y], out=[target, None])
    assert first is target
    assert target.view.tolist() == (A * 6).tolist()
    assert second.tolist() == (A * 12).tolist()


def test_bound_calls_read_and_write_it_anew(fake: Fake, elsewhere: Session) -> None:
    x, y = Foreign(fake, A), Foreign(fake, A * 0)
    bound = elsewhere.compile(double()).bind([x], out=[y])
    for factor in (1, 5):
        x.view[...] = A * factor
        assert bound()[0] is y
        assert y.view.tolist() == (A * 2 * factor).tolist()
    assert bound.arrays() == (x, y)


def test_submissions_over_it_keep_their_order(fake: Fake, elsewhere: Session) -> None:
    x, y = Foreign(fake, A), Foreign(fake, A * 0)
    first = elsewhere.submit(double(), [x], out=[y])
    second = elsewhere.submit(double(), [y], out=[x])  # reads what the first writes
    third = elsewhere.submit(double(), [x])
    assert third.result()[0].tolist() == (A * 8).tolist()
    assert second.result()[0] is x
    assert first.result()[0] is y
    assert (x.view.tolist(), y.view.tolist()) == ((A * 4).tolist(), (A * 2).tolist())


@pytest.mark.parametrize("stream", [None, 1, 2, 4711])
def test_its_library_s_work_is_waited_for(fake: Fake, stream: int | None) -> None:
    x = Foreign(fake, A, stream=stream)
    with Session("reference") as session:
        fake.clear()
        session.dispatch(double(), [x])
    names = fake.names()
    waited = [call[1] for call in fake.calls if call[0] == "cuStreamSynchronize"]
    assert waited == ([stream, 1] if stream not in (None, 1) else [1])
    assert names.index("cuCtxPushCurrent") < names.index("cuMemcpyDtoHAsync") < names.index("cuCtxPopCurrent")
    assert names.count("cuDevicePrimaryCtxRetain") == names.count("cuDevicePrimaryCtxRelease") == 1
    if waited[0] != 1:
        assert names.index("cuStreamSynchronize") < names.index("cuMemcpyDtoHAsync")


def test_what_is_refused(fake: Fake, elsewhere: Session) -> None:
    x, y = Foreign(fake, A), Foreign(fake, A)
    assert "use backend='cuda'" in refused("A606", lambda: more(elsewhere, A.copy(), x, FORBID)).fix
    assert more(elsewhere, A.copy(), x.copy(), FORBID).tolist() == (A * 2).tolist()
    assert refused("A605", lambda: more(elsewhere, Foreign(fake, A, data=(x.view.ctypes.data, True)), y)).fix
    overlapping = Foreign(fake, A, strides=(0,), shape=(300,))
    assert "x.copy()" in refused("A607", lambda: more(elsewhere, overlapping, y)).fix
    assert refused("A602", lambda: more(elsewhere, A.copy(), Foreign(fake, A.astype(np.float32)))).fix
    assert "x.detach()" in refused("A604", lambda: more(elsewhere, A.copy(), Graded())).fix
    b = Builder("both", domain="x")
    first, second, third = b.input("x", vy.u32), b.output("y", vy.u32), b.output("z", vy.u32)
    second[b.global_id()] = third[b.global_id()] = first[b.global_id()]
    program = b.build()
    refused("A607", lambda: elsewhere.dispatch(program, [A], out=[x, x.part(slice(None))]))
    assert elsewhere.dispatch(program, [x], out=[x, y])[0] is x  # read before it is written
    assert (x.view == A).all()
    assert (y.view == A).all()


class Graded:
    """A tensor that requires gradients, in CUDA memory."""

    shape = (300,)

    @property
    def __cuda_array_interface__(self) -> Any:
        raise RuntimeError("Can't get __cuda_array_interface__ on Variable that requires grad.")

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **_: Any) -> Any:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")


class Producer:
    """An array with DLPack, whose library copies to host memory where it is asked to in the protocol's words."""

    def __init__(self, fake: Fake, values: Any) -> None:
        self.there = Foreign(fake, values)
        self.asked: list[dict[str, Any]] = []
        self.shape = self.there.shape

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **words: Any) -> Any:
        self.asked.append(words)
        if words.get("dl_device") == (1, 0):
            return self.there.view.copy().__dlpack__(max_version=(1, 0))
        return self.there.view.__dlpack__(max_version=(1, 0))


def test_its_library_is_asked_first_by_the_protocol(fake: Fake, elsewhere: Session) -> None:
    x = Producer(fake, A)
    fake.clear()
    assert elsewhere.dispatch(double(), [x])[0].tolist() == (A * 2).tolist()
    assert {"dl_device": (1, 0), "copy": True, "max_version": (1, 0)} in x.asked
    assert "cuMemcpyDtoHAsync" not in fake.names()
    assert copies(elsewhere) == [("x", "in", "in CUDA memory, copied through the host by its __dlpack__", 1200)]
    more(elsewhere, x, A.copy())  # what is written goes back by the driver: the protocol has no way
    assert x.there.view.tolist() == (A * 2).tolist()


def test_it_becomes_resident_elsewhere(fake: Fake, elsewhere: Session) -> None:
    x = Foreign(fake, A)
    with elsewhere.resident(x) as held:
        assert held.numpy().tolist() == A.tolist()
        held.upload(Foreign(fake, A * 7))
        assert held.numpy().tolist() == (A * 7).tolist()
        assert x.view.tolist() == A.tolist()


def test_a_check_takes_copies(fake: Fake, elsewhere: Session) -> None:
    kernel = vy.kernel_from_source(
        "@vy.kernel\ndef f(x: vy.InOut[vy.u32], y: vy.In[vy.u32]):\n    i = vy.global_id()\n    x[i] += y[i]\n"
    )
    x, y = Foreign(fake, A), Foreign(fake, A)
    assert kernel.check(x, y, backends=["reference"]).ok
    assert (x.view == A).all()
