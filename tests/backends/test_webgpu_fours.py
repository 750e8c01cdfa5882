"""Arrays of vectors on WebGPU (``vyre.emit.wgsl.fours``): every type, and every number of elements around the ends of a vector and of a tile,
on adapters here that are used as though they were GPUs; neighbours that one invocation touches. Rule 4.1 at each end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import numpy as np
import pytest

from tests.property.programs import Case
from tests.property.running import MEASURED, compare, open_backend, skip_reason
from vyre.config import DispatchConfig
from vyre.contract.backend import MemoryStore
from vyre.contract.registry import Registry
from vyre.drivers.wgpu.backend import WgpuBackend
from vyre.drivers.wgpu.submission import WgpuPipeline
from vyre.dtypes import BY_NAME, DType, f32, u8, u32
from vyre.emit.tiles import TILE
from vyre.emit.wgsl import emit
from vyre.emit.wgsl.emitter import WgslEmitter
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.probe import refined
from vyre.run.session import Session

from .plain_webgpu import PlainWgpu

_WORKGROUP = 8  # so a tile has 32 invocations
_EVERY = range(71)
_ENDS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 34, 35, 36, 63, 64, 65, 67, 70)
_VECTORS = {1: "u32", 2: "vec2<u32>", 4: "vec4<u32>", 8: "vec2<u64>"}


@pytest.fixture(scope="module", params=["wgpu", "plain"])
def gpu(request: pytest.FixtureRequest) -> Iterator[WgpuBackend]:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(f"wgpu: {reason}")
    opened = open_backend("wgpu")
    if request.param == "plain":
        opened.close()
        opened = PlainWgpu(PlainWgpu.devices()[0], store=MemoryStore())
    assert isinstance(opened, WgpuBackend)
    opened._profile = replace(opened._profile, kind="gpu")
    yield opened
    opened.close()


def text_of(gpu: WgpuBackend, program: Program) -> str:
    profile = refined(gpu, MEASURED)
    plan = make_plan(program.check(), config=DispatchConfig(), folds_grid=True, features=profile.features)
    return emit(plan, profile).text


def test_a_launch_has_a_block_for_each_tile_and_no_more(gpu: WgpuBackend) -> None:
    profile = refined(gpu, MEASURED)
    plan = make_plan(stream(u32, "size").check(), config=DispatchConfig(), folds_grid=True, features=profile.features)
    pipeline = gpu.compile(plan, profile)
    assert isinstance(pipeline, WgpuPipeline)
    assert "tiles0" in (pipeline.source or "")
    assert pipeline.tile == TILE
    pipeline.close()


def stream(t: DType, guard: str) -> Program:
    """Two arrays are read, one is written, and one is read and written."""
    b = Builder(f"stream_{t}_{guard}", workgroup=_WORKGROUP)
    x, y, out, kept = b.input("x", t), b.input("y", t), b.output("out", t), b.inout("kept", t)
    i = b.global_id()

    def body() -> None:
        old = kept[i]
        out[i] = x[i] ^ y[i] if t.is_bool or t.is_integer else x[i] - y[i]
        kept[i] = b.select(old == x[i], y[i], old)

    if guard == "if":
        with b.if_(i < out.size):
            body()
    elif guard == "return":
        with b.if_(i >= kept.size):
            b.return_()
        body()
    else:
        body()
    return b.build()


def case_of(program: Program, sizes: tuple[int, ...], grid: tuple[int, int, int], seed: int) -> Case:
    r = random.Random(seed)
    start = {}
    for k, n in enumerate(sizes):
        buffer = program.buffers[k]
        data = r.randbytes(n * buffer.nbytes)
        start[k] = bytes(len(data)) if buffer.role == "out" else data
    return Case(program, {k: (n,) for k, n in enumerate(sizes)}, start, {}, grid, f"{program.name} {sizes} {grid}")


def agree(gpu: WgpuBackend, case: Case) -> None:
    found = compare(case, gpu)
    assert found is None, str(found)


@pytest.mark.parametrize("guard", ["if", "return", "none"])
def test_rule_4_1_words_of_every_number(gpu: WgpuBackend, guard: str) -> None:
    program = stream(u32, guard)
    assert text_of(gpu, program).count("array<vec4<u32>>;") == 4
    for n in _EVERY:
        groups = -(-n // _WORKGROUP) + n % 3
        agree(gpu, case_of(program, (n, n, n, n), (groups, 1, 1), n))


@pytest.mark.parametrize("name", ["f32", "i64", "u8", "u16"])
def test_several_vectors_a_thread(gpu: WgpuBackend, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WgslEmitter, "workgroups_a_block", 8)
    program = stream(BY_NAME[name], "if")
    assert "four + 8u" in text_of(gpu, program)
    for n in (*_ENDS, 95, 128, 130):
        agree(gpu, case_of(program, (n, n + 1, n, n), (-(-n // _WORKGROUP), 1, 1), n))


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_rule_4_1_every_type_at_the_ends(gpu: WgpuBackend, name: str) -> None:
    t = BY_NAME[name]
    profile = gpu.profile()
    if name not in profile.dtypes:
        pytest.skip(f"this profile has no {name}")
    program = stream(t, "if")
    vector = _VECTORS[t.nbytes].replace("u", "i") if name in ("i32", "i64") else _VECTORS[t.nbytes]
    if t.nbytes == 8 and "shader-int64" not in profile.extensions:
        vector = "vec4<u32>"
    text = text_of(gpu, program)
    assert text.count(f"array<{vector}>;") == 4
    assert "atomic" not in text
    for n in _ENDS:
        sizes = (n + 3, max(0, n - 2), n, n + n % 5)
        agree(gpu, case_of(program, sizes, (-(-n // _WORKGROUP) + n % 2, 1 + n % 2, 1), n))


def test_ids_of_neighbouring_invocations(gpu: WgpuBackend) -> None:
    b = Builder("ids", workgroup=6)  # a thread's four invocations are of two workgroups
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    out[i] = x[i] + b.local_id() * 1000 + b.group_id() * 100_000 + b.num_groups()
    program = b.build()
    assert "array<vec4<u32>>" in text_of(gpu, program)
    for n in range(0, 71, 5):
        agree(gpu, case_of(program, (n, n), (-(-n // 6), 1, 1), n))


def test_other_elements_are_had_one_by_one(gpu: WgpuBackend) -> None:
    """What another invocation may touch is no part of a vector that belongs to one thread; nor what only some of a thread's touch."""

    def shifted(b: Builder) -> None:
        x, out, i = b.input("x", u8), b.output("out", u8), b.global_id()
        out[i] = x[i + 1]

    def scattered(b: Builder) -> None:
        x, out, i = b.input("x", u8), b.output("out", u8), b.global_id()
        out[b.num_groups() * _WORKGROUP - 1 - i] = x[i]

    def some(b: Builder) -> None:
        x, out, i = b.input("x", u8), b.output("out", u8), b.global_id()
        with b.if_(x[i] > 100):
            out[i] = x[i]

    for write in (shifted, scattered, some):
        b = Builder(write.__name__, workgroup=_WORKGROUP)
        write(b)
        program = b.build()
        assert "four" not in text_of(gpu, program)
        for n in (0, 31, 32, 33, 70):
            agree(gpu, case_of(program, (n, n), (-(-n // _WORKGROUP), 1, 1), n))


@pytest.mark.parametrize("arrays", [8, 12])
def test_more_arrays_than_are_bound_at_once(gpu: WgpuBackend, arrays: int) -> None:
    """Those that lie in a larger array begin anywhere in it."""
    b = Builder(f"many{arrays}", workgroup=_WORKGROUP)
    inputs, out = [b.input(f"x{k}", f32) for k in range(arrays - 1)], b.output("out", f32)
    i = b.global_id()
    total = b.let("total", b.const(f32, 0))
    for x in inputs:
        total.set(total - x[i])
    out[i] = total.get()
    program = b.build()
    limit = gpu.profile().max_storage_bindings
    assert limit is not None
    text = text_of(gpu, program)
    assert ("vec4<u32>>;" in text) == (arrays <= limit)
    for n in (0, 5, 32, 35, 64, 70):
        sizes = tuple(max(0, n - k % 3) for k in range(arrays))
        agree(gpu, case_of(program, sizes, (-(-n // _WORKGROUP), 1, 1), n))


def test_a_program_in_parts(gpu: WgpuBackend) -> None:
    """What invocations carry from one part to the next."""
    b = Builder("parts", workgroup=_WORKGROUP)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    total = b.let("total", x[i])
    for k in range(40):
        total.set(total * 3 + k)
    out[i] = total.get()
    program = b.build()
    before = gpu._profile
    gpu._profile = replace(before, longest_piece=20)
    try:
        for n in (0, 3, 31, 32, 33, 66):
            agree(gpu, case_of(program, (n, n), (-(-n // _WORKGROUP), 1 + n % 2, 1), n))
    finally:
        gpu._profile = before


@pytest.mark.parametrize(("width", "shift"), [(4, 0), (4, 1), (8, 0), (5, 0), (9, 2)])
@pytest.mark.parametrize("name", ["u32", "i32", "f32"])
def test_neighbours_of_one_invocation(gpu: WgpuBackend, name: str, width: int, shift: int) -> None:
    """Rule 4.1 for vectors that lie inside of an array, across its end and beyond it."""
    t = BY_NAME[name]
    b = Builder(f"neighbours_{name}_{width}_{shift}", workgroup=_WORKGROUP)
    x, y, out = b.input("x", t), b.input("y", t), b.output("out", t)
    first = b.global_id() * width
    for k in range(width):
        total = x[first + k] - y[first + (k + shift)]
        out[first + k] = total if k else total + x[first * 3]
    program = b.build()
    text = text_of(gpu, program)
    assert text.count("read> b0: array<vec4<") == text.count("read> b1: array<vec4<") == 1
    # the fifth and the ninth element of an invocation are had alone, in a vector that others may write
    assert ("read_write> b2: array<vec4<" in text) == (width % 4 == 0)
    for n in (*_ENDS, 95, 96, 97):
        sizes = (n, max(0, n - n % 3), n + n % 4)
        agree(gpu, case_of(program, sizes, (-(-n // (width * _WORKGROUP)), 1, 1), n))


def test_many_invocations_store_one_vector(gpu: WgpuBackend) -> None:
    """Where several store the same, that is what remains, also in a vector that is longer than the array."""
    b = Builder("one_vector", workgroup=_WORKGROUP)
    x, out = b.input("x", u32), b.output("out", u32)
    first = (b.global_id() // 16) * 4
    for k in range(4):
        out[first + k] = x[first + k] + k
    program = b.build()
    assert "read_write> b1: array<vec4<u32>>" in text_of(gpu, program)
    for n in range(23):
        agree(gpu, case_of(program, (n, n), (8, 3, 1), n))


def test_neighbours_in_tiles(gpu: WgpuBackend) -> None:
    b = Builder("table_of_fours", workgroup=_WORKGROUP)
    at, x, out = b.input("at", u32), b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        first = at[i] & 63
        four = [x[first * 4 + k] for k in range(4)]
        out[i] = (four[0] ^ four[1]) + (four[2] ^ four[3])
    program = b.build()
    text = text_of(gpu, program)
    assert "b1: array<vec4<u32>>" in text
    assert "let first = tile0 * 4u;" in text
    for n in _ENDS:
        agree(gpu, case_of(program, (n, 4 * 40 + n, n), (-(-n // _WORKGROUP), 1, 1), n))


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    registry = Registry([EntryPoint("as_gpu", "tests.backends.plain_webgpu:AsGpu", "vyre.backends")])
    row = registry.devices("as_gpu")[0]
    if not row.available:
        pytest.skip(f"wgpu: {row.reason}")
    with Session("as_gpu", registry=registry) as opened:
        yield opened


@pytest.fixture(scope="module")
def cpu() -> Iterator[Session]:
    with Session("cpu") as opened:
        yield opened


@pytest.mark.parametrize("name", ["u8", "f16", "i32", "i64"])
def test_host_and_resident_arrays_of_any_length(session: Session, cpu: Session, name: str) -> None:
    """Each lies in memory that is longer than it, and nothing of that is seen."""
    t = BY_NAME[name]
    program = stream(t, "if")
    assert "four" in session.prepare(program, DispatchConfig()).source
    for n in (*_ENDS, 5000):
        r = random.Random(n)
        x, y, kept = (np.frombuffer(r.randbytes(n * t.nbytes), t.numpy_name) for _ in range(3))
        want = cpu.dispatch(program, [x, y, kept])
        found = session.dispatch(program, [x, y, kept])
        resident = [session.resident(array) for array in (x, y, kept)]
        there = [array.numpy() for array in session.dispatch(program, resident)]
        for k, array in enumerate(want):
            assert array.tobytes() == found[k].tobytes() == there[k].tobytes()
