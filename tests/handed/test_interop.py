"""Host objects as arguments: whatever holds bytes or numbers is read by value, in place where it can be."""

from __future__ import annotations

import array
import ctypes
import mmap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.run.session import Session

FORBID = DispatchConfig(copies="forbid")
WORDS = np.arange(1, 9, dtype=np.uint32)
RAW = bytes(range(1, 33))


@vy.kernel
def doubled_bytes(x: vy.In[vy.u8], out: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] * 2


@vy.kernel
def doubled(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out.flat[i] = x.flat[i] * 2


@vy.kernel
def bumped(x: vy.InOut[vy.u8]) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += 1


def _mapped(raw: bytes) -> mmap.mmap:
    made = mmap.mmap(-1, len(raw))
    made[:] = raw
    return made


def _read_only(raw: bytes) -> Any:
    a = np.frombuffer(raw, np.uint8).copy()
    a.flags.writeable = False
    return a


BYTES: dict[str, tuple[Callable[[bytes], Any], bool]] = {  # how it is made, and whether it is used in place
    "bytes": (bytes, True),
    "bytearray": (bytearray, True),
    "memoryview": (lambda raw: memoryview(bytearray(raw)), True),
    "read-only memoryview": (memoryview, True),
    "part of a memoryview": (lambda raw: memoryview(b"xxx" + raw + b"yy")[3:-2], True),
    "every second of a memoryview": (lambda raw: memoryview(b"".join(bytes((b, 0)) for b in raw))[::2], False),
    "reversed memoryview": (lambda raw: memoryview(raw[::-1])[::-1], False),
    "array.array": (lambda raw: array.array("B", raw), True),
    "ctypes array": (lambda raw: (ctypes.c_uint8 * len(raw))(*raw), True),
    "mmap": (_mapped, True),
    "NumPy array": (lambda raw: np.frombuffer(raw, np.uint8), True),
    "read-only NumPy array": (_read_only, True),
}
DOUBLED = [2 * b for b in RAW]


# numba #4661
@pytest.mark.parametrize(("make", "in_place"), BYTES.values(), ids=BYTES)
def test_whatever_holds_bytes_is_an_input(device: str, make: Callable[[bytes], Any], in_place: bool) -> None:
    got = doubled_bytes(make(RAW), backend=device)
    assert isinstance(got, np.ndarray)
    assert got.tolist() == DOUBLED
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.direction) for n in receipt.copies] == ([] if in_place else [("x", "in")])
    if in_place:
        assert doubled_bytes(make(RAW), backend=device, config=FORBID).tolist() == DOUBLED
    else:
        with pytest.raises(vy.ArgumentError) as caught:
            doubled_bytes(make(RAW), backend=device, config=FORBID)
        assert caught.value.code == "A606"
        assert doubled_bytes(bytes(make(RAW)), backend=device, config=FORBID).tolist() == DOUBLED


@pytest.mark.parametrize(("make", "in_place"), BYTES.values(), ids=BYTES)
def test_the_same_through_the_driver_s_door(
    session: Session, device: str, make: Callable[[bytes], Any], in_place: bool
) -> None:
    (got,) = session.dispatch(doubled_bytes.program, [make(RAW)], backend=device)
    assert bytes(got) == bytes(DOUBLED)
    assert isinstance(got, np.ndarray if isinstance(make(RAW), np.ndarray) else bytes)
    if not in_place:
        receipt = session.last_receipt()
        assert receipt is not None
        assert [(n.buffer, n.direction) for n in receipt.copies] == [("x", "in")]
        with pytest.raises(vy.ArgumentError) as caught:
            session.dispatch(doubled_bytes.program, [make(RAW)], FORBID, backend=device)
        assert caught.value.code == "A606"


WORDS_OF: dict[str, Callable[[], Any]] = {
    "array.array": lambda: array.array("I", WORDS.tolist()),
    "memoryview of words": lambda: memoryview(WORDS.tobytes()).cast("I"),
    "two axes of a memoryview": lambda: memoryview(WORDS.tobytes()).cast("I", (2, 4)),
    "ctypes array": lambda: (ctypes.c_uint32 * 8)(*WORDS.tolist()),
    "ctypes matrix": lambda: ((ctypes.c_uint32 * 4) * 2).from_buffer_copy(WORDS.tobytes()),
    "NumPy matrix": lambda: WORDS.reshape(2, 2, 2),
    "memoryview of an array": lambda: memoryview(WORDS),  # type: ignore[arg-type]  # NumPy's stub does not say that it is one
    "every second word": lambda: memoryview(np.repeat(WORDS, 2))[::2],  # type: ignore[arg-type]  # the same
}


@pytest.mark.parametrize("make", WORDS_OF.values(), ids=WORDS_OF)
def test_whatever_holds_words_is_an_input_of_any_rank(device: str, make: Callable[[], Any]) -> None:
    given = make()
    got = doubled(given, backend=device)
    assert got.shape == np.asarray(given).shape
    assert got.ravel().tolist() == [2 * v for v in WORDS.tolist()]


@pytest.mark.parametrize(
    "given",
    [np.uint32(21), np.array(21, np.uint32), np.array(21, ">u4"), np.array([21], np.uint32)[0]],
    ids=["scalar", "0-d", "0-d foreign", "element"],
)
def test_numpy_scalars_and_arrays_of_no_axis(device: str, given: Any) -> None:
    got = doubled(given, backend=device)
    assert (got.shape, got.tolist(), got.dtype) == ((), 42, np.dtype(np.uint32))
    mine = np.array(0, np.uint32)
    assert doubled(given, backend=device, out=mine) is mine
    assert mine.tolist() == 42


def test_host_memory_is_used_in_place_on_the_cpu() -> None:
    """What is written into the object later is what the next run reads."""
    compiled = doubled_bytes.compile(backend="cpu")
    for make in (bytearray, lambda raw: array.array("B", raw), _mapped, lambda raw: memoryview(bytearray(raw))):
        given: Any = make(RAW)
        bound = compiled.bind(given)
        assert bound().tolist() == DOUBLED
        given[5] = 100
        assert bound().tolist() == [*DOUBLED[:5], 200, *DOUBLED[6:]]


@pytest.mark.parametrize(
    "make",
    [bytearray, lambda raw: memoryview(bytearray(raw)), lambda raw: array.array("B", raw), _mapped],
    ids=["bytearray", "memoryview", "array.array", "mmap"],
)
def test_a_writable_object_is_written_in_place(device: str, make: Callable[[bytes], Any]) -> None:
    given = make(RAW)
    assert bumped(given, backend=device) is given
    assert bytes(given) == bytes(b + 1 for b in RAW)
    target = make(bytes(32))
    assert doubled_bytes(RAW, backend=device, out=target) is target
    assert bytes(target) == bytes(DOUBLED)


def test_a_strided_memoryview_is_written_where_it_lies(device: str) -> None:
    memory = bytearray(range(16))
    bumped(memoryview(memory)[::2], backend=device)
    assert list(memory) == [k + 1 - k % 2 for k in range(16)]


def test_outputs_through_the_driver_s_door_are_written_where_they_lie(session: Session, device: str) -> None:
    """Strided, unaligned and plain objects; never a copy that is thrown away."""
    strided, unaligned = bytearray(b"\xee" * 64), bytearray(b"\xee" * 40)
    for out, around in ((memoryview(strided)[::2], strided), (memoryview(strided)[1::2][::-1], strided)):
        (got,) = session.dispatch(doubled_bytes.program, [RAW], out=[out], backend=device)
        assert got is out
        assert list(out) == DOUBLED
        assert len(around) == 64
        with pytest.raises(vy.ArgumentError, match="A606"):
            session.dispatch(doubled_bytes.program, [RAW], FORBID, out=[out], backend=device)
    assert list(strided[::2]) == DOUBLED
    assert list(strided[1::2]) == DOUBLED[::-1]
    odd = memoryview(unaligned)[3:35]
    (got,) = session.dispatch(doubled.program, [WORDS.tobytes()], out=[odd], backend=device, domain=8)
    assert got is odd
    assert bytes(unaligned) == b"\xee" * 3 + (2 * WORDS).tobytes() + b"\xee" * 5
    receipt = session.last_receipt()
    assert receipt is not None
    assert [(n.buffer, n.direction, n.reason) for n in receipt.copies] == [("out", "out", "not aligned")]
    (got,) = session.dispatch(doubled.program, [bytes(odd)], backend=device)
    assert got == (4 * WORDS).tobytes()


def test_bytes_that_lie_apart_make_no_words(session: Session, device: str) -> None:
    apart = memoryview(bytes(16))[::2]
    for inputs, out in (([apart], None), ([bytes(8)], [memoryview(bytearray(16))[::2]])):
        with pytest.raises(vy.ArgumentError) as caught:
            session.dispatch(doubled.program, inputs, out=out, backend=device)
        assert caught.value.code == "A616"
        assert "Fix: " in str(caught.value)
    assert session.dispatch(doubled.program, [bytes(apart)], backend=device)[0] == bytes(8)


@vy.kernel
def added(x: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] + k


def test_a_scalar_from_bytes_has_its_own_length(session: Session, device: str) -> None:
    for wrong in (b"", b"123", bytes(8)):
        with pytest.raises(vy.ArgumentError) as caught:
            session.dispatch(added.program, [WORDS, wrong], backend=device)
        assert caught.value.code == "A616"
    for right in (b"\5\0\0\0", bytearray(b"\5\0\0\0"), 5, np.uint32(5), np.array(5, np.uint32), np.array(5, ">u4")):
        assert session.dispatch(added.program, [WORDS, right], backend=device)[0].tolist() == (WORDS + 5).tolist()


@pytest.mark.parametrize(
    "make",
    [bytes, memoryview, _read_only, lambda raw: np.uint8(raw[0])],
    ids=["bytes", "memoryview", "array", "scalar"],
)
def test_what_cannot_be_written_is_no_output(session: Session, device: str, make: Callable[[bytes], Any]) -> None:
    given = make(RAW)
    with pytest.raises(vy.ArgumentError) as caught:
        bumped(given, backend=device)
    assert caught.value.code == "A605"
    assert "Fix: " in str(caught.value)
    with pytest.raises(vy.ArgumentError) as caught:
        doubled_bytes(RAW, backend=device, out=given)
    assert caught.value.code == "A605"
    with pytest.raises(vy.ArgumentError) as caught:
        session.dispatch(doubled_bytes.program, [RAW], out=[given], backend=device)
    assert caught.value.code == "A605"
    assert bumped(bytearray(RAW), backend=device) == bytes(b + 1 for b in RAW)


def _released() -> memoryview:
    view = memoryview(bytearray(RAW))
    view.release()
    return view


def _closed() -> mmap.mmap:
    made = _mapped(RAW)
    made.close()
    return made


NO_MEMORY: dict[str, Callable[[], Any]] = {
    "a released memoryview": _released,
    "a closed mmap": _closed,
    "a list": lambda: [1, 2, 3],
    "a text": lambda: "123",
    "None": lambda: None,
    "a number": lambda: 7,
}


@pytest.mark.parametrize("make", NO_MEMORY.values(), ids=NO_MEMORY)
def test_what_holds_no_memory_is_refused_with_a_fix_at_every_door(
    session: Session, device: str, make: Callable[[], Any]
) -> None:
    attempts: list[Callable[[], Any]] = [
        lambda: doubled_bytes(make(), backend=device),
        lambda: bumped(make(), backend=device),
        lambda: doubled_bytes.compile(backend=device).bind(make()),
        lambda: session.dispatch(doubled_bytes.program, [make()], backend=device),
        lambda: session.submit(doubled_bytes.program, [make()], backend=device),
    ]
    if make() is not None:  # out=None asks for a fresh array
        attempts += [
            lambda: doubled_bytes(RAW, backend=device, out=make() if not isinstance(make(), list) else (make(),)),
            lambda: session.dispatch(doubled_bytes.program, [RAW], out=[make()], backend=device),
        ]
    for attempt in attempts:
        with pytest.raises(vy.ArgumentError) as caught:
            attempt()
        assert caught.value.code == "A604"
        assert "Fix: " in str(caught.value)
    assert doubled_bytes(RAW, backend=device).tolist() == DOUBLED
