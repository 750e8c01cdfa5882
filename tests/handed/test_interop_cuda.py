"""CUDA arrays of other libraries as arguments on a real device: right by value, in place, and in the order of both streams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

FORBID = vy.DispatchConfig(copies="forbid")
A = np.arange(1, 100_001, dtype=np.uint32)


@vy.kernel
def added(x: vy.InOut[vy.u32], y: vy.In[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        x.flat[i] += y.flat[i]


@vy.kernel
def doubled(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size:
        y.flat[i] = x.flat[i] * 2


@pytest.fixture(autouse=True)
def _cuda(session: Session) -> None:
    rows = session.registry.devices("cuda")
    if not any(row.available for row in rows):
        pytest.skip(f"cuda: {rows[0].reason}")


class Lent:
    """An array of nobody in particular, over resident memory."""

    def __init__(self, held: vy.ResidentArray, **more: Any) -> None:
        self.held = held
        self.__cuda_array_interface__ = {**held.__cuda_array_interface__, **more}


@pytest.mark.parametrize("stream", [None, 1, 2])
def test_D45_an_interface_with_each_stream(stream: int | None) -> None:
    with vy.resident(A, backend="cuda") as held, vy.resident(A, backend="cuda") as y:
        x = Lent(held, stream=stream)
        assert added(x, y, config=FORBID, backend="cuda") is x
        assert held.numpy().tolist() == (A * 2).tolist()
        held.upload(A)  # changed after the export: it is the same memory
        assert added(x, y, config=FORBID, backend="cuda") is x
        assert held.numpy().tolist() == (A * 2).tolist()


def test_D45_strides(session: Session) -> None:
    with vy.resident(A, backend="cuda") as held, vy.resident(A[:500].copy(), backend="cuda") as y:
        told = held.__cuda_array_interface__
        address = told["data"][0]
        every_second = Lent(held, shape=(500,), strides=(8,))
        backwards = Lent(held, shape=(500,), strides=(-4,), data=(address + 4 * 499, False))
        unaligned = Lent(held, shape=(500,), data=(address + 4, False))
        for x, expected in ((every_second, A[:1000:2]), (backwards, A[:500][::-1]), (unaligned, A[1:501])):
            assert doubled(x, backend="cuda").numpy().tolist() == (expected * 2).tolist()
            with pytest.raises(vy.ArgumentError) as caught:
                doubled(x, backend="cuda", config=FORBID)
            assert caught.value.code == "A606"
        added(every_second, y, backend="cuda")
        expected = A.copy()
        expected[:1000:2] += A[:500]
        assert held.numpy().tolist() == expected.tolist()
        with pytest.raises(vy.ArgumentError) as caught:
            added(Lent(held, data=(address, True)), y, backend="cuda")
        assert caught.value.code == "A605"


def test_bound_calls_over_lent_memory() -> None:
    with vy.resident(np.zeros(1000, np.uint32), backend="cuda") as held, vy.resident(A[:1000], backend="cuda") as y:
        bound = added.compile(held, y, backend="cuda").bind(Lent(held, stream=1), y)
        for _ in range(50):
            bound()
        vy.session().synchronize()
        assert held.numpy().tolist() == (A[:1000] * 50).tolist()


def test_cupy() -> None:
    cp = pytest.importorskip("cupy", reason="CuPy is not installed")
    x, y = cp.asarray(A), cp.asarray(A)
    for _ in range(20):
        x *= 3  # on CuPy's stream, and then on ours
        assert added(x, y, backend="cuda", config=FORBID) is x
    expected = A.copy()
    for _ in range(20):
        expected = expected * np.uint32(3) + A
    assert cp.asnumpy(x).tolist() == expected.tolist()
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        x[:] = 5
        added(x, y, backend="cuda")
        x += 1
        assert cp.asnumpy(x).tolist() == (A + 6).tolist()
    out = doubled(x, backend="cuda")
    assert isinstance(out, vy.ResidentArray)
    assert cp.asnumpy(cp.asarray(out)).tolist() == ((A + 6) * 2).tolist()
    column = cp.asarray(A.reshape(1000, 100))[:, 7]
    assert doubled(column, backend="cuda").numpy().tolist() == (A.reshape(1000, 100)[:, 7] * 2).tolist()
    target = cp.zeros(100_000, cp.uint32)
    assert doubled(x, out=target, backend="cuda") is target
    assert cp.asnumpy(target).tolist() == ((A + 6) * 2).tolist()


def test_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("this PyTorch has no CUDA")

    @vy.kernel
    def signed(x: vy.InOut[vy.i32], y: vy.In[vy.i32]) -> None:
        i = vy.global_id()
        if i < x.size:
            x[i] += y[i]

    values = A.astype(np.int32)
    x, y = torch.from_numpy(values.copy()).cuda(), torch.from_numpy(values.copy()).cuda()
    for _ in range(20):
        x *= 2
        assert signed(x, y, backend="cuda", config=FORBID) is x
    expected = values.copy()
    for _ in range(20):
        expected = expected * np.int32(2) + values
    assert x.cpu().numpy().tolist() == expected.tolist()
    with torch.cuda.stream(torch.cuda.Stream()):
        x.fill_(4)
        signed(x, y, backend="cuda")
        assert (x - 4).cpu().numpy().tolist() == values.tolist()
    halves = torch.ones(64, dtype=torch.bfloat16, device="cuda")

    @vy.kernel
    def more(h: vy.InOut[vy.bf16]) -> None:
        i = vy.global_id()
        h[i] = h[i] + 1.0

    more(halves, backend="cuda")
    assert set(halves.float().cpu().tolist()) == {2.0}
    with pytest.raises(vy.ArgumentError) as caught:
        more(torch.ones(4, dtype=torch.bfloat16, device="cuda", requires_grad=True), backend="cuda")
    assert "detach" in caught.value.fix


def test_numba() -> None:
    cuda = pytest.importorskip("numba.cuda", reason="Numba is not installed")
    if not cuda.is_available():
        pytest.skip("this Numba has no CUDA")
    x, y = cuda.to_device(A), cuda.to_device(A)
    assert added(x, y, backend="cuda") is x
    assert x.copy_to_host().tolist() == (A * 2).tolist()
    with vy.resident(A, backend="cuda") as held:
        assert cuda.as_cuda_array(held).copy_to_host().tolist() == A.tolist()


def elsewhere(session: Session) -> list[str]:
    """A device of each other backend that is here."""
    found = {d.backend: d.id for d in reversed(session.devices()) if d.available and d.kind != "null"}
    return [name for backend, name in sorted(found.items()) if backend != "cuda"]


def through_the_host(session: Session, x: Any, y: Any, target: Any, to_numpy: Any) -> None:
    """``x``, ``y`` and ``target`` hold A, A and zeros."""
    for name in elsewhere(session):
        before = to_numpy(x)
        assert added(x, y, backend=name) is x
        assert to_numpy(x).tolist() == (before + A).tolist()
        receipt = vy.session().last_receipt()
        assert receipt is not None
        assert [(n.buffer, n.direction, n.nbytes) for n in receipt.copies] == [
            ("x", "in and out", 400_000),
            ("y", "in", 400_000),
        ]
        assert all("in CUDA memory, copied through the host by " in n.reason for n in receipt.copies)
        assert doubled(y, backend=name).tolist() == (A * 2).tolist()
        assert doubled(x, out=target, backend=name) is target
        assert to_numpy(target).tolist() == ((before + A) * 2).tolist()
        with pytest.raises(vy.ArgumentError) as caught:
            doubled(y, backend=name, config=FORBID)
        assert caught.value.code == "A606"
        assert doubled(to_numpy(y), backend=name, config=FORBID).tolist() == (A * 2).tolist()


def test_D45_lent_memory_on_other_backends(session: Session) -> None:
    with (
        vy.resident(A, backend="cuda") as x,
        vy.resident(A, backend="cuda") as y,
        vy.resident(A * 0, backend="cuda") as z,
    ):
        through_the_host(session, Lent(x, stream=1), Lent(y), Lent(z, stream=2), lambda lent: lent.held.numpy())
        every_second = Lent(x, shape=(500,), strides=(8,))
        values = x.numpy()
        for name in elsewhere(session):
            added(every_second, A[:500].copy(), backend=name)
            values[:1000:2] += A[:500]
            assert x.numpy().tolist() == values.tolist()


def test_D45_cupy_on_other_backends(session: Session) -> None:
    cp = pytest.importorskip("cupy", reason="CuPy is not installed")
    through_the_host(session, cp.asarray(A), cp.asarray(A), cp.zeros(100_000, cp.uint32), cp.asnumpy)
    with cp.cuda.Stream(non_blocking=True):
        x = cp.asarray(A)
        for name in elsewhere(session):
            x[:] = 5  # on CuPy's stream, which is waited for
            assert doubled(x, backend=name).tolist() == [10] * 100_000


def test_D45_pytorch_on_other_backends(session: Session) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("this PyTorch has no CUDA")
    x, y, z = (torch.from_numpy(values).cuda() for values in (A.copy(), A.copy(), A * 0))
    through_the_host(session, x, y, z, lambda tensor: tensor.cpu().numpy().copy())
    with pytest.raises(vy.ArgumentError) as caught:
        doubled(torch.ones(4, device="cuda", requires_grad=True), backend="reference")
    assert "detach" in caught.value.fix


def test_D45_numba_on_other_backends(session: Session) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="Numba is not installed")
    if not cuda.is_available():
        pytest.skip("this Numba has no CUDA")
    through_the_host(session, cuda.to_device(A), cuda.to_device(A), cuda.to_device(A * 0), lambda x: x.copy_to_host())
