"""Arrays of other libraries: in place where they lie in host memory, and named by protocol where they do not."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import i32, u32
from vyre.ir.program import Buffer
from vyre.run.addresses import address_of
from vyre.run.arrays import prepare

FORBID = vy.DispatchConfig(copies="forbid")
WORDS = np.array([3, 1, 4], np.uint32)


@vy.kernel
def more(given: vy.In[vy.u32], made: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] + 1


@vy.kernel
def more_signed(given: vy.In[vy.i32], made: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] + 1


@vy.kernel
def bump(given: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < given.size:
        given[i] += 1


@vy.kernel
def flipped(given: vy.In[vy.bool_], made: vy.Out[vy.bool_]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = not given[i]


def refusal(run: Callable[[], object]) -> vy.ArgumentError:
    with pytest.raises(vy.ArgumentError) as caught:
        run()
    assert "Fix: " in str(caught.value)
    return caught.value


# -- the protocols, by stand-ins -------------------------------------------------------------------------
class Tensor:
    """Like a PyTorch tensor in host memory: ``__array__`` without ``copy=``, and DLPack, here of the old kind."""

    def __init__(self, array: Any, *, versioned: bool) -> None:
        self.held = array
        self.versioned = versioned

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self.held.shape
        return shape

    def __array__(self, dtype: Any = None) -> Any:
        return self.held

    def __dlpack__(self, **how: Any) -> Any:
        return self.held.__dlpack__(**how) if self.versioned else self.held.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return self.held.__dlpack_device__()


class Column:
    """Like a column of a table: only ``__array__``; what it holds is bits, so that a copy has to be made."""

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if copy is False:
            raise ValueError("a copy is needed")
        return np.array(self.values, np.uint32)


def on_cuda(module: str, **more_names: object) -> Any:
    """An object of that module whose memory is on a GPU, as its type says it."""
    kind = type("Array", (), {"__module__": module, "shape": (3,), **more_names})
    return kind()


@pytest.mark.parametrize("versioned", [True, False])
def test_a_tensor_in_host_memory_is_used_in_place(device: str, versioned: bool) -> None:
    held = WORDS.copy()
    tensor = Tensor(held, versioned=versioned)
    for direction in ("in", "out", "in and out"):
        assert address_of(prepare(Buffer("x", u32, "inout"), tensor, direction=direction).host) == address_of(held)
    assert more(tensor, backend=device, config=FORBID).tolist() == [4, 2, 5]
    assert bump(tensor, backend=device, config=FORBID) is tensor
    assert held.tolist() == [4, 2, 5]
    target = Tensor(np.zeros(3, np.uint32), versioned=versioned)
    assert more(WORDS, out=target, backend=device, config=FORBID) is target
    assert target.held.tolist() == [4, 2, 5]
    assert more(tensor, domain="given", backend=device).tolist() == [5, 3, 6]


def test_a_check_takes_fresh_copies_of_tensors(target: str) -> None:
    held = WORDS.copy()
    for report in (
        bump.check(Tensor(held, versioned=True), backends=[target]),
        more.check(Tensor(held, versioned=True), backends=[target], out=Tensor(np.zeros(3, np.uint32), versioned=True)),
    ):
        assert report.ok, str(report)
    assert held.tolist() == WORDS.tolist()


class Bits(Column):
    """Like pyarrow's bools: a library with DLPack, which refuses it for what this array holds."""

    def __dlpack_device__(self) -> Any:
        raise TypeError("bit-packed boolean data type not supported by DLPack")

    def __dlpack__(self, **how: Any) -> Any:
        raise TypeError("bit-packed boolean data type not supported by DLPack")


@pytest.mark.parametrize("kind", [Column, Bits])
def test_what_its_library_must_convert_has_a_receipt(device: str, kind: type[Column]) -> None:
    column = kind([3, 1, 4])
    assert more(column, backend=device).tolist() == [4, 2, 5]
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.direction, n.reason, n.nbytes) for n in receipt.copies] == [
        ("given", "in", f"converted from a {kind.__name__}", 12)
    ]
    error = refusal(lambda: more(column, backend=device, config=FORBID))
    assert error.code == "A606"
    assert "numpy.array(x, numpy.uint32, order='C')" in error.fix
    assert more(np.array(column, np.uint32, order="C"), backend=device, config=FORBID).tolist() == [4, 2, 5]
    error = refusal(lambda: bump(column, backend=device))  # what is written would be lost
    assert error.code == "A605"
    assert "write x = numpy.array(x, numpy.uint32)" in error.fix
    x = np.array(column, np.uint32)
    bump(x, backend=device)
    assert x.tolist() == [4, 2, 5]


# numba #4661, numba-cuda PR #790
STRIDES: list[dict[str, Any]] = [{"strides": None}, {"strides": (4,)}, {}]
WAYS = {
    "cupy": ("x.get()", "x.set(h)"),
    "torch": ("x.cpu()", "x.copy_(h)"),
    "numba.cuda.cudadrv.devicearray": ("x.copy_to_host()", "x.copy_to_device(h)"),
}


def lent(module: str, strides: dict[str, Any], values: Any) -> Any:
    """An array that says that it is in CUDA memory, whose library alone can reach it."""

    def get(_: Any) -> Any:
        return values.copy()

    def put(_: Any, new: Any) -> None:
        values[...] = new

    interface = {"data": (4096, False), "typestr": "<u4", "shape": (3,), "version": 3, **strides}
    reads = {"get": get, "cpu": get, "copy_to_host": get}
    return on_cuda(module, __cuda_array_interface__=interface, set=put, copy_=put, copy_to_device=put, **reads)


@pytest.mark.parametrize("strides", STRIDES, ids=["none", "tuple", "missing"])
@pytest.mark.parametrize("module", WAYS)
def test_D45_memory_of_a_gpu_is_copied_by_its_library_with_a_receipt(
    device: str, module: str, strides: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if device.startswith("cuda"):
        pytest.skip("it uses such memory where it lies")
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(from_numpy=lambda array: array))
    host, back = WAYS[module]
    values = WORDS.copy()
    given = lent(module, strides, values)

    def copies() -> list[tuple[str, str, str, int]]:
        receipt = vy.session().last_receipt()
        assert receipt is not None
        return [(n.buffer, n.direction, n.reason, n.nbytes) for n in receipt.copies]

    reason = "in CUDA memory, copied through the host by "
    assert more(given, backend=device).tolist() == [4, 2, 5]
    assert copies() == [("given", "in", reason + host, 12)]
    assert bump(given, backend=device) is given
    assert values.tolist() == [4, 2, 5]
    assert copies() == [("given", "in and out", reason + back, 12)]
    assert more(WORDS, out=given, backend=device) is given
    assert values.tolist() == [4, 2, 5]
    assert copies() == [("made", "out", reason + back, 12)]
    for run in (lambda: more(given, backend=device, config=FORBID), lambda: bump(given, backend=device, config=FORBID)):
        error = refusal(run)
        assert error.code == "A606"
        assert host in error.fix
        assert "allow copies" in error.fix
    assert more(eval(host, {"x": given}), backend=device, config=FORBID).tolist() == [5, 3, 6]


@pytest.mark.parametrize("strides", STRIDES, ids=["none", "tuple", "missing"])
def test_memory_of_a_gpu_that_nothing_here_copies_is_named_with_the_way_to_the_host(
    device: str, strides: dict[str, Any]
) -> None:
    if device.startswith("cuda"):
        pytest.skip("it uses such memory where it lies")
    given = lent("somebody.else", strides, WORDS.copy())
    for run, back in (
        (lambda: more(given, backend=device), False),
        (lambda: bump(given, backend=device), True),
        (lambda: more(WORDS, out=given, backend=device), True),
    ):
        error = refusal(run)
        assert error.code == "A604"
        assert "__cuda_array_interface__, and nothing here copies it" in error.message
        assert "x.get() of CuPy, x.cpu() of PyTorch, x.copy_to_host() of Numba" in error.fix
        assert ("x.copy_to_device(h) of Numba" in error.fix) is back


def test_memory_of_a_gpu_by_dlpack_is_named_with_its_device() -> None:
    for kind, name in ((10, "ROCm"), (8, "Metal"), (99, "device type 99")):
        given = on_cuda("torch", __dlpack__=lambda *_: None, __dlpack_device__=lambda _, kind=kind: (kind, 0))
        error = refusal(lambda given=given: more(given, backend="reference"))  # type: ignore[misc]  # mypy has no type for a default in a lambda
        assert error.code == "A604"
        assert f"__dlpack_device__ with {name}" in error.message
        assert error.fix == "pass x.cpu()"


def test_a_tensor_with_gradients_is_detached_first() -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")

    held = Tensor(WORDS, versioned=True)
    given = types.SimpleNamespace(detach=lambda: held, shape=(3,))
    kind = type("Leaf", (types.SimpleNamespace,), {"__array__": refuse, "__dlpack__": refuse})
    error = refusal(lambda: more(kind(**vars(given)), backend="reference"))
    assert (error.code, error.fix) == ("A604", "pass x.detach()")
    assert more(given.detach(), backend="reference").tolist() == [4, 2, 5]


# -- the libraries, where they are installed -----------------------------------------------------------------
def test_pandas(device: str) -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    column = pd.Series(WORDS)
    assert more(column, backend=device, config=FORBID).tolist() == [4, 2, 5]
    array = prepare(Buffer("x", u32, "in"), column, direction="in").array
    assert np.shares_memory(array, column.to_numpy())
    assert more(pd.Series([3, 1, 4], dtype="UInt32"), backend=device).tolist() == [4, 2, 5]
    assert more(column, domain="given", backend=device).tolist() == [4, 2, 5]
    if not column.to_numpy().flags.writeable:  # with copy-on-write, a column is never written from outside
        error = refusal(lambda: bump(column, backend=device))
        assert error.code == "A605"
        assert "write x = numpy.array(x, numpy.uint32)" in error.fix
    x = np.array(column, np.uint32)
    bump(x, backend=device)
    assert x.tolist() == [4, 2, 5]
    error = refusal(lambda: more(pd.Series([3.0, 1.0, 4.0]), backend=device))
    assert error.code == "A602"
    assert "numpy.asarray(x).astype(numpy.uint32)" in error.fix
    assert more(np.asarray(pd.Series([3.0, 1.0, 4.0])).astype(np.uint32), backend=device).tolist() == [4, 2, 5]


def test_pyarrow(device: str) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    column = pa.array([3, 1, 4], pa.uint32())
    assert address_of(prepare(Buffer("x", u32, "in"), column, direction="in").host) == column.buffers()[1].address
    assert more(column, backend=device, config=FORBID).tolist() == [4, 2, 5]
    assert more(column, domain="given", backend=device).tolist() == [4, 2, 5]
    assert more(pa.chunked_array([[3], [1, 4]], pa.uint32()), backend=device).tolist() == [4, 2, 5]
    assert flipped(pa.array([True, False, True]), backend=device).tolist() == [False, True, False]
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert [(n.direction, n.reason) for n in receipt.copies] == [("in", "converted from a BooleanArray")]
    error = refusal(lambda: bump(column, backend=device))
    assert error.code == "A605"
    error = refusal(lambda: more(pa.array([3, None], pa.uint32()), backend=device))
    assert (error.code, error.fix) == ("A604", "pass x.fill_null(0)")
    assert more(pa.array([3, None], pa.uint32()).fill_null(0), backend=device).tolist() == [4, 1]


def test_torch(device: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch cannot be imported", exc_type=ImportError)
    tensor = torch.tensor([3, 1, 4], dtype=torch.int32)
    assert more_signed(tensor, backend=device, config=FORBID).tolist() == [4, 2, 5]
    target = torch.zeros(3, dtype=torch.int32)
    assert more_signed(tensor, out=target, backend=device, config=FORBID) is target
    assert target.tolist() == [4, 2, 5]
    found = prepare(Buffer("x", i32, "inout"), tensor, direction="in and out").host
    assert address_of(found) == tensor.data_ptr()


def test_jax(device: str) -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    given = jax.device_put(WORDS, jax.devices("cpu")[0])  # where there is a GPU, its arrays lie there
    assert more(given, backend=device).tolist() == [4, 2, 5]
    error = refusal(lambda: bump(given, backend=device))  # they never change
    assert error.code == "A605"
    x = np.array(given, np.uint32)
    bump(x, backend=device)
    assert x.tolist() == [4, 2, 5]
