"""Host arrays in and out: order, strides, byte order, read-only, empty, overlap, bytes (rules 1.1, 1.3, 1.4, 4.6)."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.dtypes import DType, bool_, f32, i64, u8, u32
from vyre.errors import ArgumentTypeError, ArgumentValueError
from vyre.ir.builder import Builder
from vyre.ir.program import Buffer, Program
from vyre.run.arrays import numpy_dtype, prepare, scalar
from vyre.run.session import Session

FORBID = DispatchConfig(copies="forbid")


def copy_program(dtype: DType = u32) -> Program:
    """out = x, element by element."""
    b = Builder("copy")
    x, out = b.input("x", dtype), b.output("out", dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i]
    return b.build()


def add_one(dtype: DType = u32) -> Program:
    b = Builder("add_one")
    x = b.inout("x", dtype)
    i = b.global_id()
    with b.if_(i < x.size):
        x[i] = x[i] + 1
    return b.build()


STRIDED: list[tuple[str, Any, list[int]]] = [
    ("every second", np.arange(16, dtype=np.uint32)[::2], list(range(0, 16, 2))),
    ("reversed", np.arange(16, dtype=np.uint32)[::-1], list(range(15, -1, -1))),
    ("broadcast", np.broadcast_to(np.uint32(7), (5,)), [7] * 5),
    ("big-endian", np.array([1, 2, 3], ">u4"), [1, 2, 3]),
    ("unaligned", np.frombuffer(b"\0" + np.arange(4, dtype="<u4").tobytes(), np.uint8)[1:].view("<u4"), [0, 1, 2, 3]),
]


@pytest.mark.parametrize(("name", "given", "want"), STRIDED, ids=[s[0] for s in STRIDED])
def test_odd_inputs_are_copied_with_a_receipt(
    session: Session, device: str, name: str, given: Any, want: list[int]
) -> None:
    out = session.dispatch(copy_program(), [given], backend=device)[0]
    assert out.tolist() == want
    receipt = session.last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.direction, n.nbytes) for n in receipt.copies] == [("x", "in", 4 * len(want))]


@pytest.mark.parametrize(("name", "given", "want"), STRIDED, ids=[s[0] for s in STRIDED])
def test_copies_can_be_forbidden(session: Session, name: str, given: Any, want: list[int]) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        session.dispatch(copy_program(), [given], FORBID, backend="reference")
    assert caught.value.code == "A606"
    fixed = np.ascontiguousarray(given).astype(np.uint32)
    assert session.dispatch(copy_program(), [fixed], FORBID, backend="reference")[0].tolist() == want


def test_contiguous_arrays_are_used_as_they_are(session: Session) -> None:
    x = np.arange(8, dtype=np.uint32)
    session.dispatch(copy_program(), [x], FORBID, backend="reference")
    receipt = session.last_receipt()
    assert receipt is not None
    assert receipt.copies == ()
    assert prepare(Buffer("x", u32, "in"), x, direction="in").array is x


def test_strided_and_foreign_outputs_keep_their_form(session: Session, device: str) -> None:
    x = np.arange(6, dtype=np.uint32)
    base = np.full(12, 99, np.uint32)
    strided = base[::2]
    big = np.zeros(6, ">u4")
    for target in (strided, big):
        given = session.dispatch(copy_program(), [x], out=[target], backend=device)[0]
        assert given is target
        assert target.tolist() == x.tolist()
    assert strided.strides == (8,)
    assert base[1::2].tolist() == [99] * 6
    assert big.dtype == np.dtype(">u4")
    fortran = np.asfortranarray(np.zeros((3, 4), np.uint32))
    b = Builder("flat")
    src, out = b.input("src", u32, rank=2), b.output("out", u32, rank=2)
    i = b.global_id()
    with b.if_(i < out.size):
        out.flat[i] = src.flat[i]
    source = np.asfortranarray(np.arange(12, dtype=np.uint32).reshape(3, 4))
    session.dispatch(b.build(), [source], out=[fortran], backend=device, domain=12)
    assert fortran.tolist() == np.arange(12).reshape(3, 4).tolist()
    assert fortran.flags.f_contiguous


def test_out_starts_as_zero_also_when_it_is_given(session: Session, device: str) -> None:
    b = Builder("half")
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i < 3):
        out[i] = 7
    mine = np.full(6, 0xCAFEF00D, np.uint32)
    session.dispatch(b.build(), [], out=[mine], backend=device)
    assert mine.tolist() == [7, 7, 7, 0, 0, 0]


def test_the_raw_door_never_writes_its_inputs(session: Session, device: str) -> None:
    x = np.arange(5, dtype=np.uint32)
    out = session.dispatch(add_one(), [x], backend=device)[0]
    assert out.tolist() == [1, 2, 3, 4, 5]
    assert x.tolist() == [0, 1, 2, 3, 4]
    mine = np.zeros(5, np.uint32)
    assert session.dispatch(add_one(), [x], out=[mine], backend=device)[0] is mine
    assert mine.tolist() == [1, 2, 3, 4, 5]
    assert session.dispatch(add_one(), [x.tobytes()], backend=device)[0] == (x + 1).tobytes()


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, lambda raw: array.array("I", raw)])
def test_bytes_in_bytes_out(session: Session, make: Any) -> None:
    raw = np.arange(5, dtype=np.uint32).tobytes()
    assert session.dispatch(copy_program(), [make(raw)], backend="reference")[0] == raw


def test_odd_byte_counts_are_refused_and_whole_ones_taken(session: Session) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        session.dispatch(copy_program(), [b"12345"], backend="reference")
    assert caught.value.code == "A616"
    assert session.dispatch(copy_program(), [b"1234"], backend="reference")[0] == b"1234"


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 25])
def test_byte_buffers_of_any_length(session: Session, device: str, n: int) -> None:
    x = np.arange(250, 250 + n).astype(np.uint8)
    out = session.dispatch(add_one(u8), [x], backend=device)[0]
    assert out.tolist() == [(k + 1) % 256 for k in x.tolist()]
    assert out.nbytes == n


def test_bools_are_bytes_and_used_in_place(session: Session, device: str) -> None:
    raw = np.array([2, 0, 1], np.uint8)
    b = Builder("flags")
    x, out = b.input("x", bool_), b.output("out", bool_)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i]
    program = b.build()
    assert session.dispatch(program, [raw.tobytes()], backend=device)[0] == b"\1\0\1"
    flags = np.array([1, 0, 1, 1, 0], bool)
    out_flags = session.dispatch(program, [flags], FORBID, backend=device)[0]
    assert out_flags.dtype == bool
    assert out_flags.tobytes() == b"\1\0\1\1\0"


def test_empty_everything(session: Session, device: str) -> None:
    nothing = np.zeros(0, np.uint32)
    assert session.dispatch(copy_program(), [nothing], backend=device)[0].shape == (0,)
    assert session.dispatch(copy_program(), [b""], backend=device)[0] == b""
    assert (
        session.dispatch(copy_program(), [np.arange(4, dtype=np.uint32)], backend=device, domain=0)[0].tolist()
        == [0] * 4
    )
    b = Builder("sizes")
    x, out = b.input("x", u32), b.output("out", u32, count=1)
    out[b.global_id()] = x.size + 5
    assert session.dispatch(b.build(), [nothing], backend=device)[0].tolist() == [5]
    assert session.dispatch(copy_program(), [np.arange(4, dtype=np.uint32)], backend=device)[0].tolist() == [0, 1, 2, 3]


WRONG: list[tuple[str, Any, str, type[Exception]]] = [
    ("float for u32", np.zeros(3, np.float32), "A602", ArgumentTypeError),
    ("i32 for u32", np.zeros(3, np.int32), "A602", ArgumentTypeError),
    ("two axes for one", np.zeros((2, 2), np.uint32), "A603", ArgumentValueError),
    ("no array", object(), "A604", ArgumentTypeError),
    ("a list", [1, 2], "A604", ArgumentTypeError),
]


@pytest.mark.parametrize(("name", "given", "code", "kind"), WRONG, ids=[w[0] for w in WRONG])
def test_wrong_arrays_are_refused(name: str, given: Any, code: str, kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        prepare(Buffer("x", u32, "in"), given, direction="in")
    assert caught.value.code == code  # type: ignore[attr-defined]  # every error of ours has one
    assert "Fix:" in str(caught.value)


def test_written_arguments_must_be_writable(session: Session) -> None:
    x = np.arange(3, dtype=np.uint32)
    x.flags.writeable = False
    buffer = Buffer("x", u32, "inout")
    for given in (x, bytes(12), np.uint32(3)):
        with pytest.raises(ArgumentValueError) as caught:
            prepare(buffer, given, direction="in and out")
        assert caught.value.code == "A605"
    assert prepare(buffer, x.copy(), direction="in and out").original is None


def test_an_array_that_overlaps_itself_is_no_output() -> None:
    one = np.zeros(4, np.uint32)
    overlapping = np.lib.stride_tricks.as_strided(one, (3, 2), (4, 4))
    for given in (overlapping.reshape(3, 2), np.lib.stride_tricks.as_strided(one, (3,), (0,))):
        with pytest.raises(ArgumentValueError) as caught:
            prepare(Buffer("x", u32, "out", rank=given.ndim), given, direction="out")
        assert caught.value.code == "A607"


def test_overlap_of_read_and_written_is_copied_and_of_two_written_refused(session: Session, device: str) -> None:
    b = Builder("shift")
    x, y = b.input("x", u32), b.inout("y", u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i] + 1
    pipeline = session.prepare(b.build(), backend=device)
    base = np.arange(10, dtype=np.uint32)
    shifted = ([base[0:8], base[1:9]], None, None, None, None)
    call, _ = pipeline.calls().bind(shifted, DispatchConfig())
    session.run(call)
    assert base.tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [n.made().reason for n in call.notes] == ["overlaps the written y"]
    with pytest.raises(ArgumentValueError) as caught:
        pipeline.calls().bind(shifted, FORBID)
    assert caught.value.code == "A606"
    c = Builder("two")
    p, q = c.inout("p", u32), c.inout("q", u32)
    p[c.global_id()] = 1
    q[c.global_id()] = 2
    two = session.prepare(c.build(), backend=device)
    with pytest.raises(ArgumentValueError) as both:
        two.calls().bind(([base[0:5], base[4:9]], None, None, None, None), DispatchConfig())
    assert both.value.code == "A607"
    two.calls().bind(([base[0:5], base[5:9]], None, None, None, None), DispatchConfig())


def test_numbers_for_scalar_parameters() -> None:
    assert scalar(Buffer("n", u32, "uniform", rank=0), 7) == 7
    assert scalar(Buffer("n", u32, "uniform", rank=0), np.uint32(7)) == 7
    assert scalar(Buffer("x", f32, "uniform", rank=0), 0.1) == float(np.float32(0.1))
    assert scalar(Buffer("x", f32, "uniform", rank=0), float("inf")) == float("inf")
    assert scalar(Buffer("b", bool_, "uniform", rank=0), True) is True
    assert scalar(Buffer("n", i64, "uniform", rank=0), -1) == -1
    for buffer, given, code in [
        (Buffer("n", u32, "uniform", rank=0), -1, "A608"),
        (Buffer("n", u32, "uniform", rank=0), 1 << 32, "A608"),
        (Buffer("n", u32, "uniform", rank=0), np.int32(1), "A602"),
        (Buffer("n", u32, "uniform", rank=0), 1.0, "A604"),
        (Buffer("n", u32, "uniform", rank=0), True, "A604"),
        (Buffer("b", bool_, "uniform", rank=0), 1, "A604"),
        (Buffer("x", f32, "uniform", rank=0), 1e300, "A608"),
        (Buffer("x", f32, "uniform", rank=0), 16777217, "A608"),
        (Buffer("x", f32, "uniform", rank=0), "1", "A604"),
    ]:
        with pytest.raises((ArgumentTypeError, ArgumentValueError)) as caught:
            scalar(buffer, given)
        assert caught.value.code == code, (buffer, given)


def test_released_memory_is_an_error_of_ours() -> None:
    view = memoryview(bytearray(8))
    view.release()
    with pytest.raises(ArgumentValueError) as caught:
        prepare(Buffer("x", u8, "in"), view, direction="in")
    assert caught.value.code == "A604"


def test_every_dtype_has_its_numpy_form() -> None:
    assert numpy_dtype(bool_) == np.dtype(bool)
    assert numpy_dtype(f32) == np.float32


def test_a_written_array_whose_elements_share_memory_is_refused(session: Session) -> None:
    """Also where its extent is large enough: only the addresses tell (rule 4.6)."""
    from numpy.lib.stride_tricks import as_strided

    b = Builder("flat", domain="x")
    x, y = b.input("x", u32, rank=None), b.output("y", u32, rank=None)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i]
    program = b.build()
    given = np.arange(9, dtype=np.uint32).reshape(3, 3)
    for strides in ((8, 16), (4, 4), (0, 4), (16, -8)):
        base = np.zeros(64, np.uint32)[20:]
        with pytest.raises(ArgumentValueError, match="A607"):
            session.dispatch(program, [given], out=[as_strided(base, (3, 3), strides)], backend="reference")
    for strides in ((24, 8), (8, 24), (-24, 8), (12, 4), (4, 12)):  # one place per element
        target = as_strided(np.zeros(64, np.uint32)[20:], (3, 3), strides)
        assert session.dispatch(program, [given], out=[target], backend="reference")[0].tolist() == given.tolist()


def test_other_libraries_arrays_come_in_by_dlpack(session: Session, device: str) -> None:
    class Other:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack__(self, **how: Any) -> Any:
            if self.array is None:
                raise BufferError("it is on a GPU")
            return self.array.__dlpack__(**how)

        def __dlpack_device__(self) -> Any:
            return (2, 0) if self.array is None else self.array.__dlpack_device__()

    kernel = vy.kernel_from_source(
        "def copied(x: vy.In[vy.u32], y: vy.Out[vy.u32]):\n    i = vy.global_id()\n    y[i] = x[i]\n"
    )
    given = np.arange(5, dtype=np.uint32)
    with vy.use(device):
        assert kernel(Other(given)).tolist() == given.tolist()
        with pytest.raises(ArgumentTypeError, match="A604"):
            kernel(Other(None))
