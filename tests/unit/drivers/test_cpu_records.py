"""How the CPU reaches fields: 64-bit byte offsets, unaligned addresses, and the form of each access."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.unit.drivers.test_cpu import launch_of, planned
from vyre.contract.backend import HostView, Launch, MemoryStore
from vyre.drivers.cpu import CpuBackend
from vyre.dtypes import f64, i16, u8, u32
from vyre.emit.llvm import Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Field, Program, Record
from vyre.run.arrays import view_of

RECORD = Record(17, (Field("d", f64, 1), Field("n", u32, 9), Field("b", u8, 13), Field("v", i16, 14, (1,))))
DTYPE = np.dtype(
    {
        "names": ["d", "n", "b", "v"],
        "formats": ["f8", "u4", "u1", ("i2", (1,))],
        "offsets": [1, 9, 13, 14],
        "itemsize": 17,
    }
)
TARGETS = [Target(4, 16, False, False), Target(8, 16, True, False), Target(16, 32, True, True)]


@pytest.fixture
def backend() -> Iterator[CpuBackend]:
    opened = CpuBackend(CpuBackend.devices()[0], store=MemoryStore())
    yield opened
    opened.close()


def mixed() -> Program:
    b = Builder("mixed")
    r, s = b.input("r", RECORD), b.inout("s", RECORD)
    i = b.global_id()
    with b.if_(i < s.size):
        s[i].n = r[i + 3].n + b.cast(u32, r[i * 2].b)
        s[i].d = r[2].d
        s[i].v[i % 2] = r[i].v[0]
        s[0].b = r[s.size - 1].b
    return b.build()


def given(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    first = rng.integers(0, 200, n * 17, np.uint8).view(DTYPE)
    return first, rng.integers(0, 200, n * 17, np.uint8).view(DTYPE)


def expected(r: np.ndarray, s: np.ndarray) -> bytes:
    n = np.arange(s.size)
    made = np.frombuffer(s.tobytes(), np.uint8).copy().view(DTYPE)
    ahead = np.where(n + 3 < s.size, r["n"][np.minimum(n + 3, s.size - 1)], 0)
    twice = np.where(n * 2 < s.size, r["b"][np.minimum(n * 2, s.size - 1)], 0)
    made["n"] = ahead + twice.astype(np.uint32)
    made["d"] = r["d"][2]
    made["v"][::2] = r["v"][::2]
    made["b"][0] = r["b"][-1]
    return made.tobytes()


@pytest.mark.parametrize("wide", [False, True])
def test_fields_in_both_texts(backend: CpuBackend, wide: bool) -> None:
    pipeline = backend.compile(planned(mixed()), backend.profile())
    r, s = given(1000)
    want = expected(r, s)
    if wide:  # what the loads reach beyond is zero too
        longer = np.zeros(3000, DTYPE)
        longer[:1000] = r
        r = longer
    step = launch_of(pipeline, r, s)
    if wide:  # the sizes decide
        huge = HostView(view_of(r, False).memory, r.ctypes.data, 1 << 31, False)
        params = pipeline.plan.params.pack({"b0.size": 1 << 31, "b1.size": s.size})
        step = Launch(pipeline, (huge, step.slots[1]), step.grid, params)
    backend.run([step])
    assert (pipeline.wide is not None) is wide
    assert s.tobytes() == want


def test_offsets_beyond_2_31_bytes_are_formed_in_64_bits(backend: CpuBackend) -> None:
    """The element's number fits 32 bits, its byte does not: the last of 3 GB of records that only reserved memory holds."""
    big = Record(1 << 20, (Field("n", u32, (1 << 20) - 5),))
    b = Builder("far")
    r, out = b.input("r", big), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = r[i * 1023].n
    count = 3 * 1024
    try:
        memory = np.zeros((count, 1 << 20), np.uint8)  # pages that nobody touches take no memory
    except MemoryError:
        pytest.skip("this machine reserves no 3 GB")
    memory[1023::1023, -5:-1] = np.array([[1], [2], [3]], np.uint32).view(np.uint8)
    out_ = np.zeros(5, np.uint32)
    pipeline = backend.compile(planned(b.build()), backend.profile())
    views = (HostView(memory, memory.ctypes.data, memory.nbytes, False), launch_of(pipeline, out_, out_).slots[1])
    params = pipeline.plan.params.pack({"b0.size": count, "b1.size": 5})
    backend.run([Launch(pipeline, views, (1, 1, 1), params)])
    assert pipeline.wide is None
    assert out_.tolist() == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: str(t.width))
def test_every_access_of_a_field_is_unaligned_and_none_is_a_vector(target: Target) -> None:
    made = emit(planned(mixed()), target)
    accesses = [(a.what, a.buffer, a.kind) for a in made.receipt.accesses]
    assert ("load", 0, "gather") in accesses
    assert ("load", 0, "scalar") in accesses
    assert ("store", 1, "gather") in accesses
    assert all(kind != "vector" for _, _, kind in accesses)
    touched = [line for line in made.text.splitlines() if "masked.gather" in line or "masked.scatter" in line]
    assert touched
    assert all("align 1" in line for line in touched if "call" in line)
    assert "[17 x i8]" in made.text
