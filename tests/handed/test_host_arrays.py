"""Host arrays in and out: nothing at all, any order, any byte order, any length, bools."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import call, elementwise, needs
from vyre.config import DispatchConfig
from vyre.dtypes import DType, bool_, f32, f64, i32, u8, u32
from vyre.ir.builder import Builder
from vyre.run.session import Session

FORBID = DispatchConfig(copies="forbid")


@vy.kernel
def copied(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i]


@vy.kernel
def added(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += 1


@vy.kernel(domain=1)
def length(x: vy.In[vy.u32], out: vy.Out[vy.u32, 2]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    out[0] = x.size
    out[1] = len(x)


@vy.kernel
def flat_sum(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out.flat[i] = a.flat[i] + b.flat[i]


# -- nothing at all --------------------------------------------------------------------------------
EMPTY = np.zeros(0, np.uint32)
FULL = np.arange(4, dtype=np.uint32)


def _used(kernel: vy.Kernel, x: Any, device: str) -> Any:
    with vy.use(device):
        return kernel(x)


def _bound_twice(kernel: vy.Kernel, x: Any, device: str) -> Any:
    bound = kernel.compile(backend=device).bind(x)
    bound()
    return bound()


ENTRIES: dict[str, Callable[[vy.Kernel, Any, str], Any]] = {
    "call": lambda k, x, d: k(x, backend=d),
    "call with out=": lambda k, x, d: (
        k(x, backend=d, out=np.zeros(x.shape, x.dtype)) if k is copied else k(x, backend=d)
    ),
    "submit": lambda k, x, d: k.submit(x, backend=d).result(60),
    "compile": lambda k, x, d: k.compile(x, backend=d)(x),
    "compile by a spec": lambda k, x, d: k.compile(vy.ArraySpec(u32, 1), backend=d)(x),
    "compile and submit": lambda k, x, d: k.compile(backend=d).submit(x).result(60),
    "bind": lambda k, x, d: k.compile(backend=d).bind(x)(),
    "bind twice": _bound_twice,
    "vy.use": _used,
}


# numba #5017
@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_nothing_goes_in_and_nothing_comes_out(device: str, entry: Callable[[vy.Kernel, Any, str], Any]) -> None:
    for kernel in (copied, added):
        got = entry(kernel, EMPTY.copy(), device)
        assert (got.shape, got.dtype) == ((0,), np.dtype(np.uint32))
        again = entry(kernel, FULL.copy(), device)
        more = 0 if kernel is copied else 2 if entry is _bound_twice else 1
        assert again.tolist() == [more, 1 + more, 2 + more, 3 + more]


def test_nothing_through_the_driver_s_door(session: Session, device: str) -> None:
    program = copied.program
    for given, want in ((EMPTY, EMPTY), (b"", b"")):
        (got,) = session.dispatch(program, [given], backend=device)
        assert type(got) is type(want)
        assert len(got) == 0
        (got,) = session.submit(program, [given], backend=device).result(60)
        assert len(got) == 0
    for out in (np.zeros(0, np.uint32), bytearray()):
        assert len(session.dispatch(program, [FULL], out=[out], backend=device)[0]) == 0
    assert session.dispatch(program, [FULL], backend=device, domain=0)[0].tolist() == [0] * 4
    assert session.dispatch(program, [FULL], DispatchConfig(grid_override=0), backend=device)[0].tolist() == [0] * 4
    assert session.dispatch(program, [EMPTY], backend=device, domain=1000)[0].shape == (0,)
    assert session.dispatch(program, [FULL], backend=device)[0].tolist() == [0, 1, 2, 3]


def test_a_call_may_run_over_nothing(device: str) -> None:
    for keywords in ({"domain": 0}, {"grid": 0}, {"grid": (0,)}, {"domain": (0,)}):
        assert copied(FULL, backend=device, **keywords).tolist() == [0] * 4
        mine = np.full(4, 9, np.uint32)
        assert copied(FULL, backend=device, out=mine, **keywords).tolist() == [0] * 4
    assert length(EMPTY, backend=device).tolist() == [0, 0]
    for shape in ((0, 5), (5, 0), (0, 0), (3, 0, 2)):
        empty = np.zeros(shape, np.uint32)
        got = flat_sum(empty, empty, backend=device)
        assert (got.shape, got.dtype) == (shape, np.dtype(np.uint32))


def test_a_check_of_nothing_is_equal(target: str) -> None:
    report = copied.check(EMPTY, backends=[target])
    assert report.ok, str(report)
    assert copied.check(FULL, backends=[target]).ok


# -- memory order -------------------------------------------------------------------------------------
BASE = np.arange(12, dtype=np.uint32).reshape(3, 4)
ORDERS = {
    "Fortran order": np.asfortranarray(BASE),
    "every second": np.arange(24, dtype=np.uint32).reshape(3, 8)[:, ::2],
    "reversed": BASE[::-1, ::-1],
    "broadcast": np.broadcast_to(np.arange(4, dtype=np.uint32), (3, 4)),
    "transposed": np.arange(12, dtype=np.uint32).reshape(4, 3).T,
    "one row repeated": np.lib.stride_tricks.as_strided(BASE, (3, 4), (0, 4)),
}


# pyopencl #681, #527
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_arrays_are_added_by_position_and_never_by_address(device: str, order: Any) -> None:
    assert flat_sum(BASE, order, backend=device).tolist() == (BASE + order).tolist()
    receipt = _receipt()
    assert [(n.buffer, n.direction, n.reason, n.nbytes) for n in receipt.copies] == [
        ("b", "in", "not C-contiguous", 48)
    ]
    assert flat_sum(order, order, backend=device).tolist() == (order + order).tolist()
    with pytest.raises(vy.ArgumentError) as caught:
        flat_sum(BASE, order, backend=device, config=FORBID)
    assert caught.value.code == "A606"
    assert "Fix: " in str(caught.value)
    fixed = np.ascontiguousarray(order)
    assert flat_sum(BASE, fixed, backend=device, config=FORBID).tolist() == (BASE + order).tolist()
    assert _receipt().copies == ()


def _receipt() -> vy.Receipt:
    receipt = vy.session().last_receipt()
    assert receipt is not None
    return receipt


def test_what_a_kernel_sees_of_a_slice(device: str) -> None:
    x = np.arange(16, dtype=np.uint32)
    assert copied(x[::2], backend=device).tolist() == list(range(0, 16, 2))
    assert copied(x[::-1], backend=device).tolist() == list(range(15, -1, -1))
    assert copied(x[5:9], backend=device, config=FORBID).tolist() == [5, 6, 7, 8]  # contiguous: used as it is


def test_an_output_keeps_its_order_and_strides(device: str) -> None:
    fortran = np.asfortranarray(np.zeros((3, 4), np.uint32))
    whole = np.full((3, 8), 99, np.uint32)
    back = np.zeros((3, 4), np.uint32)
    for out in (fortran, whole[:, ::2], back[::-1, ::-1]):
        strides = out.strides
        assert flat_sum(BASE, BASE, backend=device, out=out) is out
        assert out.tolist() == (2 * BASE).tolist()
        assert out.strides == strides
        assert [(n.buffer, n.direction) for n in _receipt().copies] == [("out", "out")]
        with pytest.raises(vy.ArgumentError, match="A606"):
            flat_sum(BASE, BASE, backend=device, out=out, config=FORBID)
    assert (whole[:, 1::2] == 99).all()
    assert back.tolist() == (2 * BASE)[::-1, ::-1].tolist()
    plain = np.zeros((3, 4), np.uint32)
    assert flat_sum(BASE, BASE, backend=device, out=plain, config=FORBID) is plain


def test_an_inout_array_is_written_where_it_lies(device: str) -> None:
    whole = np.arange(12, dtype=np.uint32)
    added(whole[::3], backend=device)
    assert whole.tolist() == [1, 1, 2, 4, 4, 5, 7, 7, 8, 10, 10, 11]
    added(whole[::-1], backend=device)
    assert whole.tolist() == [2, 2, 3, 5, 5, 6, 8, 8, 9, 11, 11, 12]


# -- byte order -----------------------------------------------------------------------------------------
# CuPy #3652
@pytest.mark.parametrize("dtype", [u32, i32, f32, f64], ids=lambda t: t.name)
def test_foreign_byte_order_is_read_by_value(session: Session, device: str, dtype: DType) -> None:
    program = elementwise(lambda _, x: x + 1, types=(dtype,), result=dtype)
    needs(session, device, program)
    native = np.dtype(dtype.numpy_name)
    foreign = np.array([1, 2, 3], native.newbyteorder(">"))
    out = np.zeros(3, native.newbyteorder(">"))
    (got,) = session.dispatch(program, [foreign], backend=device)
    assert (got.tolist(), got.dtype) == ([2, 3, 4], native)
    receipt = session.last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.reason) for n in receipt.copies] == [("in0", "foreign byte order")]
    (got,) = session.dispatch(program, [foreign.astype(native)], out=[out], backend=device)
    assert got is out
    assert out.dtype.byteorder == ">"
    assert (out.tolist(), out.tobytes()) == ([2, 3, 4], np.array([2, 3, 4], native).byteswap().tobytes())
    for inputs, outs in (([foreign], None), ([foreign.astype(native)], [out])):
        with pytest.raises(vy.ArgumentError, match="A606"):
            session.dispatch(program, inputs, FORBID, out=outs, backend=device)
    assert session.dispatch(program, [foreign.astype(native)], FORBID, backend=device)[0].tolist() == [2, 3, 4]


def test_a_foreign_inout_and_scalar_keep_their_values(device: str) -> None:
    x = np.array([1, 2, 3], ">u4")
    assert added(x, backend=device) is x
    assert (x.tolist(), x.tobytes()) == ([2, 3, 4], b"\0\0\0\2\0\0\0\3\0\0\0\4")


# -- byte lengths ---------------------------------------------------------------------------------------
# wgpu-py #512
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 25, 255, 257])
def test_any_number_of_bytes(session: Session, device: str, n: int) -> None:
    b = Builder("bytes")
    x, out, size = b.input("x", u8), b.output("out", u8), b.output("size", u32, count=1)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i] + 1
    with b.if_(i == 0):
        size[0] = x.size + 1000 * out.size
    given = np.arange(250, 250 + n).astype(np.uint8)
    want = ((given.astype(int) + 1) % 256).astype(np.uint8)
    for value in (given, np.concatenate([np.full(1, 7, np.uint8), given])[1:]):  # also at an odd address
        got, seen = session.dispatch(b.build(), [value], backend=device)
        assert (got.nbytes, got.tolist(), seen.tolist()) == (n, want.tolist(), [1001 * n])
        assert hashlib.sha256(got.data).digest() == hashlib.sha256(want.data).digest()
    raw, _ = session.dispatch(b.build(), [given.tobytes()], backend=device)
    assert raw == want.tobytes()
    around = np.full(n + 8, 0xEE, np.uint8)
    session.dispatch(b.build(), [given], out=[around[3 : 3 + n], None], backend=device)
    assert around.tolist() == [0xEE] * 3 + want.tolist() + [0xEE] * 5


# -- bools -----------------------------------------------------------------------------------------------
@vy.kernel
def flags(x: vy.In[vy.bool_], out: vy.Out[vy.bool_]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i]


@vy.kernel
def counted(x: vy.In[vy.bool_], small: vy.Out[vy.u8], word: vy.Out[vy.u32], off: vy.Out[vy.bool_]) -> None:
    i = vy.global_id()
    if i < small.size:
        held = x[i]
        yes = True
        small[i] = vy.u8(held)
        word[i] = vy.u32(held and yes) + vy.u32(i < 2)
        off[i] = not held


@vy.kernel
def truths(x: vy.In[vy.u32], y: vy.In[vy.u8], out: vy.Out[vy.bool_], small: vy.Out[vy.bool_]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.bool_(x[i])
        small[i] = vy.bool_(y[i])


@vy.kernel
def float_truths(x: vy.In[vy.f32], out: vy.Out[vy.bool_], back: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.bool_(x[i])
        back[i] = vy.f32(vy.bool_(x[i]))


# tinygrad PR #2646, gpuweb #4972
def test_a_bool_is_one_byte_read_as_not_zero(session: Session, device: str) -> None:
    assert session.dispatch(flags.program, [bytes([2, 0, 1])], backend=device)[0] == bytes([1, 0, 1])
    every = bytes(range(256))
    assert session.dispatch(flags.program, [every], backend=device)[0] == bytes([0] + [1] * 255)
    given = np.array([1, 0, 1, 1, 0], bool)
    got = call(session, device, flags, given, config=FORBID)
    assert (got.dtype, got.nbytes, got.tobytes()) == (np.dtype(bool), 5, bytes([1, 0, 1, 1, 0]))
    assert _receipt().copies == ()


def test_bools_become_numbers_and_numbers_bools(session: Session, device: str) -> None:
    small, word, off = counted(np.array([1, 0, 1], bool), backend=device)
    assert (small.tobytes(), word.tolist(), off.tobytes()) == (bytes([1, 0, 1]), [2, 1, 1], bytes([0, 1, 0]))
    raw = session.dispatch(counted.program, [bytes([255, 0, 128])], backend=device)
    assert (raw[0], raw[2]) == (bytes([1, 0, 1]), bytes([0, 1, 0]))
    out, bytes_out = truths(
        np.array([0, 1, 256, 0xFFFFFFFF, 0x80000000], np.uint32),
        np.array([0, 1, 128, 255, 2], np.uint8),
        backend=device,
    )
    assert out.tolist() == [False, True, True, True, True]
    assert bytes_out.tolist() == [False, True, True, True, True]


def test_floats_are_true_where_they_are_not_zero(session: Session, device: str) -> None:
    x = np.array([0.0, -0.0, 1e-45, -1.0, np.nan, np.inf], np.float32)
    out, back = call(session, device, float_truths, x)
    assert out.tolist() == [False, False, True, True, True, True]
    assert back.tolist() == [0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
    assert bool_.nbytes == 1
