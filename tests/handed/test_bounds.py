"""Bounds: constant indexes are checked like variable ones, and a load that is not selected harms nobody."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import array, call, child, needs
from vyre.dtypes import DType, bool_, f32, i32, u8, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

TYPES = (u8, u32, i32, bool_, u64, f32)
DEAD = 0xDEADBEEF


def reading(dtype: DType, literal: int) -> Program:
    """out = (a[literal], a[n] with n from a buffer)."""
    b = Builder("reading", domain=1)
    a, index, out = b.input("a", dtype), b.input("index", u32), b.output("out", dtype, count=2)
    with b.if_(b.global_id() == 0):
        out[0] = a[literal]
        out[1] = a[index[0]]
    return b.build()


def inside(dtype: DType, words: int) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], slice]:
    """Bytes full of 0xDEADBEEF, and where an array of so many elements lies among them."""
    whole = np.frombuffer(bytes.fromhex("efbeadde") * 64, np.uint8).copy()
    return whole, slice(64, 64 + words * dtype.nbytes)


# wgpu #4441
@pytest.mark.parametrize("dtype", TYPES, ids=lambda t: t.name)
@pytest.mark.parametrize("index", [3, 4, 63, 2**30, 2**31, 2**32 - 1])
def test_a_constant_index_is_checked_like_a_variable_one(
    session: Session, device: str, dtype: DType, index: int
) -> None:
    program = reading(dtype, index)
    needs(session, device, program)
    whole, where = inside(dtype, 3)
    a = whole[where].view(dtype.numpy_name)
    (got,) = session.dispatch(program, [a, np.array([index], np.uint32)], backend=device)
    assert got.tobytes() == bytes(2 * dtype.nbytes)
    (got,) = session.dispatch(reading(dtype, 2), [a, np.array([2], np.uint32)], backend=device)
    assert got.tobytes() != bytes(2 * dtype.nbytes)


@pytest.mark.parametrize("dtype", TYPES, ids=lambda t: t.name)
def test_a_store_outside_leaves_the_neighbours(session: Session, device: str, dtype: DType) -> None:
    b = Builder("writing", domain=1)
    a, index = b.inout("a", dtype), b.input("index", u32)
    one = b.const(dtype, True if dtype is bool_ else 1)
    with b.if_(b.global_id() == 0):
        for literal in (0, 3, 4, 5, 2**30, 2**32 - 1):
            a[literal] = one
        with b.for_(0, index.size) as k:
            a[index[k]] = one
    program = b.build()
    needs(session, device, program)
    whole, where = inside(dtype, 3)
    before = whole.copy()
    a_view = whole[where].view(dtype.numpy_name)
    a_view[:] = 0
    index_values = np.array([3, 7, 2**30, 2**31, 2**32 - 1, 1], np.uint32)
    session.dispatch(program, [a_view.copy(), index_values], out=[a_view], backend=device)
    assert a_view.tobytes() == array(dtype, [1, 1, 0]).tobytes()
    whole[where] = before[where]
    assert whole.tobytes() == before.tobytes()


@vy.kernel(domain=1)
def rows_and_columns(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    h, w = a.shape
    out[0] = a[0, w]  # the next row's first element by address
    out[1] = a[h, 0]
    out[2] = a[1, 4294967295]
    out[3] = a.flat[a.size]
    out[4] = a[h - 1, w - 1]
    out[5] = a[65536, 65536]  # 2**32 elements further: nothing by address


def test_each_axis_has_its_own_bound(session: Session, device: str) -> None:
    whole = np.full(64, DEAD, np.uint32)
    a = whole[8:20].reshape(3, 4)
    assert call(session, device, rows_and_columns, a, shapes={"out": (6,)}).tolist() == [0, 0, 0, 0, DEAD, 0]


@vy.kernel(workgroup=64)
def shared_bounds(index: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    before = vy.shared(vy.u32, 64)
    s = vy.shared(vy.u32, 64)
    after = vy.shared(vy.u32, 64)
    k = vy.local_id()
    before[k] = 3735928559
    after[k] = 3735928559
    s[k] = k + 1
    vy.barrier()
    s[index[vy.global_id()]] = 7
    vy.barrier()
    out[vy.global_id()] = before[k] + after[k] + s[index[vy.global_id()]] + s[k]


def test_shared_arrays_have_bounds(session: Session, device: str) -> None:
    index = np.tile(np.array([64, 65, 127, 2**30, 2**31, 2**32 - 1], np.uint32), 11)[:64]
    want = (np.uint32(2 * DEAD & 0xFFFFFFFF) + np.arange(1, 65, dtype=np.uint32)).tolist()
    assert call(session, device, shared_bounds, index).tolist() == want


@vy.kernel
def padded(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.select(i < a.size, a[i], 7)


@vy.kernel
def far(index: vy.In[vy.u32], a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        k = index[i]
        out[i] = vy.select(k < a.size, a[k], 7)


# tinygrad PR #512
def test_a_load_that_is_not_selected_is_safe(session: Session, device: str) -> None:
    n = 1001
    whole = np.full(n + 64, DEAD, np.uint32)
    a = whole[16 : 16 + n]
    a[:] = np.arange(n)
    got = call(session, device, padded, a, out=np.zeros(n + 4096, np.uint32))
    assert got.tolist() == [*range(n), *[7] * 4096]
    index = np.array([0xFFFFFFFF, 0x40000000, 0x80000000, n, n - 1, 0], np.uint32)
    assert call(session, device, far, index, a).tolist() == [7, 7, 7, 7, n - 1, 0]


FENCED = """
import ctypes, mmap
from tests.handed.test_bounds import far, padded
page = mmap.PAGESIZE
memory = mmap.mmap(-1, 3 * page)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start), page, 0) == 0  # nothing before may be touched
assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + 2 * page), page, 0) == 0  # and nothing behind
words = np.frombuffer(memory, np.uint32)[page // 4 : 2 * page // 4]
for a in (words, words[:5], words[-5:], words[-1:]):
    a[:] = np.arange(len(a))
    n = len(a)
    got = padded(a, out=np.zeros(n + 4096, np.uint32), backend="cpu")
    assert got.tolist() == [*range(n), *[7] * 4096]
    index = np.array([0xFFFFFFFF, 0x40000000, 0x80000000, n, n - 1, 0, n + 1, 2**32 - 2], np.uint32)
    assert far(index, a, backend="cpu").tolist() == [7, 7, 7, 7, n - 1, 0, 7, 7]
print("whole")
os._exit(0 if sys.stdout.flush() is None else 1)
"""


def test_no_byte_outside_of_an_array_is_touched_on_the_cpu() -> None:
    """The arrays lie between two pages that nobody may read."""
    assert child(FENCED) == "whole"
