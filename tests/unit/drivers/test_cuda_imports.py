"""Arrays of other libraries on CUDA, over a fake driver: what is used in place, what is copied, and on whose stream."""

from __future__ import annotations

import ctypes
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.memory.foreign import cuda_array, is_on_cuda
from vyre.run.session import Session

from .fake_cuda import Fake, fake_cuda

A = np.arange(1, 301, dtype=np.uint32)
FORBID = vy.DispatchConfig(copies="forbid")


@pytest.fixture
def cuda() -> Iterator[tuple[Fake, Session]]:
    with fake_cuda() as (fake, registry), Session("cuda", registry=registry) as session:
        yield fake, session


class Foreign:
    """An array of another library: ``view`` is what it holds, in memory of the fake device."""

    def __init__(self, fake: Fake, values: Any, *, offset: int = 0, **more: Any) -> None:
        values = np.asarray(values)
        self.status, self.base = fake.allocated(values.nbytes + offset)
        raw = np.frombuffer(fake.memory[self.base], np.uint8)
        start = self.base - raw.ctypes.data + offset
        self.view: Any = raw[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
        self.view[...] = values
        self.more = more
        self.version = 3

    def part(self, *index: Any) -> Foreign:
        made = object.__new__(Foreign)
        made.__dict__.update(self.__dict__, view=self.view[index], whole=self)
        return made

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        view = self.view
        told: dict[str, Any] = {
            "shape": view.shape,
            "typestr": view.dtype.str,
            "data": (view.ctypes.data, False),
            "version": self.version,
            "strides": None if view.flags.c_contiguous else view.strides,
        }
        if view.dtype.names is not None:
            told["descr"] = view.dtype.descr
        told.update(self.more)
        return {k: v for k, v in told.items() if v != "left out"}

    @property
    def dtype(self) -> Any:
        return self.view.dtype

    @property
    def shape(self) -> Any:
        return self.view.shape

    def copy(self) -> Any:
        return self.view.copy()


def double() -> Program:
    b = Builder("double", domain="x")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i] + x[i]
    return b.build()


def bump() -> Program:
    b = Builder("bump", domain="x")
    x = b.inout("x", vy.u32)
    x[b.global_id()] = x[b.global_id()] + 1
    return b.build()


KERNEL = vy.kernel_from_source(
    "@vy.kernel\ndef more(x: vy.InOut[vy.u32], y: vy.In[vy.u32]):\n    i = vy.global_id()\n    x.flat[i] += y.flat[i]\n"
)


def more(session: Session, x: Any, y: Any, config: vy.DispatchConfig | None = None) -> Any:
    """A kernel's call in a session of the test's own."""
    plan = session.prepare(KERNEL.program, config).calls(None)
    return plan.call(session, ((x, y), None, None, None, None), config or session.config)


def refused(code: str, call: Any) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        call()
    assert caught.value.code == code, caught.value
    return caught.value


@pytest.mark.parametrize("strides", [None, "left out", (4,)])
def test_contiguous_ones_are_used_in_place(cuda: tuple[Fake, Session], strides: Any) -> None:
    fake, session = cuda
    x, y = Foreign(fake, A, strides=strides), Foreign(fake, np.zeros(300, np.uint32))
    run = session.compile(double())
    run([x], out=[y])
    fake.clear()
    assert run([x], out=[y])[0] is y
    assert y.view.tolist() == (A * 2).tolist()
    assert not [name for name in fake.names() if "Memcpy" in name or "MemAlloc" in name]
    x.view[:] = 7
    run([x], out=[y])
    assert set(y.view.tolist()) == {14}
    x.more["strides"] = None
    x.view[:] = 1
    assert more(session, x, y, FORBID) is x
    assert set(x.view.tolist()) == {15}
    (made,) = session.dispatch(double(), [x])
    assert isinstance(made, vy.ResidentArray)
    assert set(made.numpy().tolist()) == {30}


def test_inputs_of_the_raw_door_are_never_written(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, A)
    (got,) = session.dispatch(bump(), [x])
    assert isinstance(got, vy.ResidentArray)
    assert got.numpy().tolist() == (A + 1).tolist()
    assert x.view.tolist() == A.tolist()


@pytest.mark.parametrize("stream", [1, 2, 77])
def test_its_stream_comes_first(cuda: tuple[Fake, Session], stream: int) -> None:
    fake, session = cuda
    x, y = Foreign(fake, A, stream=stream), session.resident(A)
    run = session.compile(double())
    fake.clear()
    run([x], out=[y])
    names = fake.names()
    ours = fake.backend.stream
    record = next(call for call in fake.calls if call[0] == "cuEventRecord")
    wait = next(call for call in fake.calls if call[0] == "cuStreamWaitEvent")
    assert record[2] == stream
    assert wait == ("cuStreamWaitEvent", ours, record[1], 0)
    assert names.index("cuEventRecord") < names.index("cuStreamWaitEvent") < names.index("cuLaunchKernel")


def test_none_asks_for_no_wait_and_zero_is_forbidden(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    run = session.compile(double())
    fake.clear()
    run([Foreign(fake, A, stream=None)])
    run([Foreign(fake, A)])
    assert "cuStreamWaitEvent" not in fake.names()
    error = refused("A604", lambda: run([Foreign(fake, A, stream=0)]))
    assert "1 is the legacy default stream" in error.message


def test_an_old_interface_means_the_legacy_stream(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, A)
    x.version = 2
    run = session.compile(double())
    fake.clear()
    run([x])
    assert next(call[2] for call in fake.calls if call[0] == "cuEventRecord") == 1


def test_bound_calls_stand_between_its_work_before_and_after(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x, y = Foreign(fake, A, stream=77), session.resident(A)
    bound = session.compile(double()).bind([x], out=[y])
    assert bound.arrays()[0] is x
    fake.clear()
    bound()
    ours = fake.backend.stream
    assert [call[0] for call in fake.calls] == [
        "cuEventRecord",
        "cuStreamWaitEvent",
        "cuLaunchKernel",
        "cuEventRecord",
        "cuStreamWaitEvent",
    ]
    first, wait, _, last, after = fake.calls
    assert (first[2], wait[1:3], last[2], after[1:3]) == (77, (ours, first[1]), ours, (77, last[1]))
    x.view[:] = 9
    bound()
    assert set(y.numpy().tolist()) == {18}


def test_strided_and_unaligned_ones_are_copied_on_the_device(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    wide = Foreign(fake, np.arange(48, dtype=np.uint32).reshape(6, 8))
    parts = {
        "column": wide.part(slice(None), 3),
        "every second": wide.part(slice(None), slice(None, None, 2)),
        "reversed": wide.part(slice(None, None, -1)),
        "rows": wide.part(slice(1, 5), slice(2, 6)),
        "one row": wide.part(2, slice(4, 8)),  # 16-byte aligned, and contiguous
    }
    unaligned = Foreign(fake, A, offset=4)
    for name, part in {**parts, "unaligned": unaligned}.items():
        before = part.view.copy()
        y = session.resident(np.full(part.shape, 5, np.uint32))
        assert more(session, part, y) is part, name
        assert part.view.tolist() == (before + 5).tolist(), name
        receipt = session.last_receipt()
        assert receipt is not None
        copied = [(n.buffer, n.direction) for n in receipt.copies]
        assert copied == ([] if name == "one row" else [("x", "in and out")]), name
        assert (
            more(session, session.resident(np.zeros(part.shape, np.uint32)), part).numpy().tolist()
            == (before + 5).tolist()
        )
        if name != "one row":
            fixed = part.copy()
            error = refused("A606", lambda part=part, y=y: more(session, part, y, FORBID))
            assert "x.copy()" in error.fix
            assert more(session, Foreign(fake, fixed), y, FORBID).view.tolist() == (before + 10).tolist()
    assert "not aligned" in refused("A606", lambda: more(session, unaligned, unaligned, FORBID)).message
    twice = Foreign(fake, np.zeros(8, np.uint32), shape=(2, 4), strides=(0, 4))
    refused("A607", lambda: more(session, twice, session.resident(np.zeros((2, 4), np.uint32))))


def test_read_only_ones(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, A)
    x.more["data"] = (x.view.ctypes.data, True)
    y = session.resident(A)
    assert more(session, y, x).numpy().tolist() == (A * 2).tolist()
    assert "x.copy()" in refused("A605", lambda: more(session, x, y)).fix
    assert more(session, Foreign(fake, x.copy()), y).view.tolist() == (A * 3).tolist()


def test_what_cannot_be_taken(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    y = session.resident(A)
    refused("A604", lambda: more(session, y, Foreign(fake, A, mask=Foreign(fake, A))))
    refused("A602", lambda: more(session, y, Foreign(fake, A.astype(np.float32))))
    refused("A602", lambda: session.resident(Foreign(fake, A.astype(np.complex64))))
    x = Foreign(fake, A)
    fake.ordinal = 1
    assert "backend=" in refused("A640", lambda: more(session, y, x)).fix
    fake.ordinal = 0
    x.more["data"] = (64, False)
    assert "no CUDA memory" in refused("A640", lambda: more(session, y, x)).message


def test_empty_ones(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, np.zeros((0, 3), np.uint32), data=(0, False))
    assert more(session, x, x.part()) is x
    assert session.resident(x).shape == (0, 3)


def test_making_resident_and_writing_anew_copies_on_the_device(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, A)
    r = session.resident(x)
    fake.clear()
    r.upload(Foreign(fake, A * 3).part(slice(None, None, -1)))
    assert r.numpy().tolist() == (A * 3)[::-1].tolist()
    assert not [call for call in fake.calls if call[0] == "cuMemcpyHtoDAsync"]
    x.view[:] = 0
    assert session.resident(x.part(slice(0, 4))).numpy().tolist() == [0] * 4


def test_overlapping_ones(cuda: tuple[Fake, Session]) -> None:
    """Rule 4.6: by address, whoever made them."""
    fake, session = cuda
    x = Foreign(fake, A)
    assert more(session, x.part(slice(0, 100)), x.part(slice(4, 104))) is not None
    receipt = session.last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.reason) for n in receipt.copies] == [("y", "overlaps the written x")]
    assert x.view[:100].tolist() == (A[:100] + A[4:104]).tolist()
    r = session.resident(A)
    again = Foreign(fake, A, **{k: v for k, v in r.__cuda_array_interface__.items() if k != "stream"})
    assert more(session, r, again).numpy().tolist() == (A * 2).tolist()
    receipt = session.last_receipt()
    assert receipt is not None
    assert len(receipt.copies) == 1


def test_resident_arrays_tell_where_they_are(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    with session.resident(A.reshape(3, 100)) as x:
        told = x.__cuda_array_interface__
        assert told == {
            "shape": (3, 100),
            "typestr": "<u4",
            "data": (fake.backend.address_of(x.memory), False),
            "strides": None,
            "version": 3,
            "stream": fake.backend.stream,
        }
        assert ctypes.string_at(told["data"][0], 1200) == A.tobytes()
    refused("A640", lambda: x.__cuda_array_interface__)
    records = np.zeros(3, [("a", "u4"), ("b", "f4")])
    assert session.resident(records).__cuda_array_interface__["descr"] == records.dtype.descr
    assert session.resident(A[:0]).__cuda_array_interface__["data"] == (0, False)
    with vy.resident(A, backend="reference") as host:
        assert not hasattr(host, "__cuda_array_interface__")


def test_the_owner_is_kept_until_the_work_is_done(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    x = Foreign(fake, A)
    seen = weakref.ref(x)
    pending = session.submit(double(), [x])
    del x
    assert pending.result()[0].numpy().tolist() == (A * 2).tolist()
    del pending
    session.synchronize()
    session.resident(A).close()
    session._last.__dict__.clear()
    gc.collect()
    assert seen() is None


class _Capsule:
    """An object with NumPy's DLPack that says it is on CUDA, and notes the streams that it was asked with."""

    def __init__(self, values: Any, *, versioned: bool) -> None:
        self.values = values
        self.versioned = versioned
        self.streams: list[Any] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, *, stream: Any = None, **more: Any) -> Any:
        self.streams.append(stream)
        if more and not self.versioned:
            raise TypeError("no such keyword")
        return self.values.__dlpack__(max_version=(1, 0)) if self.versioned else self.values.__dlpack__()


@pytest.mark.parametrize("versioned", [False, True])
def test_dlpack(cuda: tuple[Fake, Session], versioned: bool) -> None:
    fake, session = cuda
    x = Foreign(fake, np.arange(24, dtype=np.uint32).reshape(4, 6))
    capsule = _Capsule(x.view, versioned=versioned)
    assert is_on_cuda(capsule)
    y = session.resident(np.ones((4, 6), np.uint32))
    assert more(session, capsule, y) is capsule
    assert x.view.tolist() == (np.arange(24).reshape(4, 6) + 1).tolist()
    assert set(capsule.streams) == {fake.backend.stream}
    turned = _Capsule(x.view.T, versioned=versioned)
    assert more(session, session.resident(np.zeros((6, 4), np.uint32)), turned).numpy().tolist() == x.view.T.tolist()
    for dtype in (np.int8, np.uint16, np.float16, np.float64, np.bool_):
        held = np.zeros((2, 3), dtype)
        found = cuda_array(_Capsule(held, versioned=versioned), 5)
        assert (found.dtype.type, found.shape, found.address, found.strides) == (dtype, (2, 3), held.ctypes.data, None)
    if versioned:
        fixed = np.zeros(3, np.uint32)
        fixed.flags.writeable = False
        assert not cuda_array(_Capsule(fixed, versioned=True), 5).writable
    with pytest.raises(Exception, match="type that kernels do not have"):
        cuda_array(_Capsule(np.zeros(3, np.complex64), versioned=versioned), 5)
