"""What every backend must do, through its entry point and the contract's methods alone."""

from __future__ import annotations

import asyncio
import struct
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.contract.backend import MemoryStore
from vyre.contract.registry import Registry
from vyre.device import FEATURES
from vyre.driver import (
    OPS,
    CompiledPipeline,
    Copy,
    Fill,
    HostView,
    Launch,
    PendingDispatch,
    Plan,
    Resource,
    SupportsBind,
    SupportsHostLaunch,
    VyreBackend,
    make_plan,
)
from vyre.dtypes import BY_NAME, u32
from vyre.errors import ArgumentError, BackendUnavailable, VyreError
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

from .recorder import recorded_registry

NAMES = Registry().names()


@pytest.fixture(params=NAMES)
def backend(request: pytest.FixtureRequest) -> Iterator[VyreBackend]:
    """An opened backend, or a skip with the reason."""
    name: str = request.param
    rows = Registry().devices(name)
    usable = [row for row in rows if row.available]
    if not usable:
        pytest.skip(f"{name}: {rows[0].reason}")
    opened = Registry().load(name)(usable[0], store=MemoryStore())
    yield opened
    opened.close()


def computes(backend: VyreBackend) -> bool:
    """Everything but the null backend, whose outputs are zeros by definition."""
    return backend.id != "null"


def mix() -> Program:
    """out[i] = (a[i] ^ key) + i, guarded."""
    b = Builder("mix")
    a, key, out = b.input("a", u32), b.uniform("key", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = (a[i] ^ key) + i
    return b.build()


def bump() -> Program:
    b = Builder("bump")
    x = b.inout("x", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        x[i] = x[i] + 1
    return b.build()


def planned(backend: VyreBackend, program: Program) -> tuple[Plan, CompiledPipeline]:
    profile = backend.profile()
    plan = make_plan(check(program), config=DispatchConfig(), folds_grid=profile.folds_grid)
    return plan, backend.compile(plan, profile)


def params(plan: Plan, grid: tuple[int, int, int], **values: int) -> bytes:
    known = {f"groups{k}": grid[k] for k in range(3)} | {k.replace("_", "."): v for k, v in values.items()}
    return plan.params.pack({name: known[name] for name, _, _ in plan.params.fields})


def host(array: np.ndarray[tuple[int, ...], np.dtype[np.uint32]]) -> HostView:
    return HostView(array, address=array.ctypes.data, nbytes=array.nbytes, writable=True)


def upload(backend: VyreBackend, array: np.ndarray[tuple[int, ...], np.dtype[np.uint32]]) -> Resource:
    resource = backend.allocate(array.nbytes)
    if array.nbytes:
        backend.submit([Copy(host(array), resource, ((0, 0, array.nbytes),))]).result(60)
    return resource


def download(backend: VyreBackend, resource: Resource) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    array = np.zeros(resource.nbytes // 4, np.uint32)
    if resource.nbytes:
        backend.submit([Copy(resource, host(array), ((0, 0, resource.nbytes),))]).result(60)
    return array


def test_listing_says_what_there_is(backend: VyreBackend) -> None:
    rows = type(backend).devices()
    for row in rows:
        assert row.backend == backend.id
        assert row.index or row.id == backend.id
        assert row.available or (row.reason and row.fix)
    # the others by number, or by a word where they are ways to run
    assert all(row.id.partition(":")[0] == backend.id and row.id.partition(":")[2].isalnum() for row in rows[1:])
    assert [row.index for row in rows] == list(range(len(rows)))
    assert len({row.id for row in rows}) == len(rows)


def test_the_profile_is_well_formed(backend: VyreBackend) -> None:
    profile = backend.profile()
    assert profile.backend == backend.id
    assert profile.ops <= set(OPS)
    assert profile.dtypes <= set(BY_NAME)
    assert profile.features <= FEATURES
    assert hash(profile) == hash(backend.profile())
    assert all(isinstance(word, str) for word in profile.compile_identity)


@pytest.mark.parametrize("n", [1, 3, 255, 256, 257, 1000])
def test_a_launch_over_resources(backend: VyreBackend, n: int) -> None:
    plan, pipeline = planned(backend, mix())
    a = np.arange(n, dtype=np.uint32) * np.uint32(2654435761)
    grid = (-(-n // 256), 1, 1)
    with upload(backend, a) as source, backend.allocate(4 * n) as target:
        block = params(plan, grid, b0_size=n, b2_size=n, p1=0x5A5A5A5A)
        backend.submit([Fill(target), Launch(pipeline, (source, target), grid, block)]).result(60)
        got = download(backend, target)
    want = (a ^ np.uint32(0x5A5A5A5A)) + np.arange(n, dtype=np.uint32)
    assert got.tolist() == (want.tolist() if computes(backend) else [0] * n)
    pipeline.close()
    pipeline.close()


def test_host_memory_in_slots_where_the_profile_says_so(backend: VyreBackend) -> None:
    if not backend.profile().host_slots:
        pytest.skip(f"{backend.id} has memory of its own")
    plan, pipeline = planned(backend, bump())
    x = np.arange(500, dtype=np.uint32)
    block = params(plan, (2, 1, 1), b0_size=500)
    backend.submit([Launch(pipeline, (host(x),), (2, 1, 1), block)]).result(60)
    assert x.tolist() == [k + (1 if computes(backend) else 0) for k in range(500)]


def test_repeat_runs_again_over_the_same_memory(backend: VyreBackend) -> None:
    plan, pipeline = planned(backend, bump())
    with upload(backend, np.zeros(70, np.uint32)) as x:
        block = params(plan, (1, 1, 1), b0_size=70)
        backend.submit([Launch(pipeline, (x,), (1, 1, 1), block, repeat=5)]).result(60)
        assert set(download(backend, x).tolist()) == {5 if computes(backend) else 0}


def test_steps_run_in_order_and_submissions_after_others(backend: VyreBackend) -> None:
    plan, pipeline = planned(backend, bump())
    with backend.allocate(4 * 64) as x:
        block = params(plan, (1, 1, 1), b0_size=64)
        launch = Launch(pipeline, (x,), (1, 1, 1), block)
        pending: PendingDispatch = backend.submit([Fill(x), launch, launch])
        for _ in range(20):
            pending = backend.submit([launch], after=[pending])
        pending.result(60)
        assert pending.ready()
        assert set(download(backend, x).tolist()) == {22 if computes(backend) else 0}


def test_after_orders_host_memory_too(backend: VyreBackend) -> None:
    plan, pipeline = planned(backend, bump())
    memory = np.zeros(1000, np.uint32)
    view, whole = host(memory), ((0, 0, 4000),)
    block = params(plan, (4, 1, 1), b0_size=1000)
    with backend.allocate(4000) as x, backend.allocate(4000) as y:
        pending: list[PendingDispatch] = []
        for n in range(10):
            own = (x, y)[n % 2]
            launch = Launch(pipeline, (own,), (4, 1, 1), block)
            pending.append(backend.submit([Copy(view, own, whole), launch, Copy(own, view, whole)], after=pending[-1:]))
        pending[-1].result(60)
    assert set(memory.tolist()) == {10 if computes(backend) else 0}


def test_copies_and_fills_of_ranges(backend: VyreBackend) -> None:
    if not computes(backend):
        pytest.skip("everything that reaches the host from the null backend is zero")
    data = np.arange(64, dtype=np.uint32)
    out = np.zeros(64, np.uint32)
    with backend.allocate(256) as x, backend.allocate(256) as y:
        backend.submit(
            [
                Fill(x, byte=0xFF),
                Fill(x, byte=0x11, offset=16, nbytes=32),
                Copy(host(data), y, ((0, 0, 128), (128, 192, 64))),
                Copy(x, y, ((16, 128, 32),)),
                Copy(y, host(out), ((0, 0, 256),)),
            ]
        ).result(60)
    got = out.tobytes()
    assert got[:128] == data.tobytes()[:128]
    assert got[128:160] == b"\x11" * 32
    assert got[192:256] == data.tobytes()[128:192]


def test_a_prepared_submission_runs_again_and_again(backend: VyreBackend) -> None:
    if not isinstance(backend, SupportsBind):
        pytest.skip(f"{backend.id} prepares no submissions")
    plan, pipeline = planned(backend, bump())
    block = params(plan, (1, 1, 1), b0_size=64)
    with upload(backend, np.zeros(64, np.uint32)) as x, upload(backend, np.zeros(64, np.uint32)) as y:
        one = backend.bind([Launch(pipeline, (x,), (1, 1, 1), block)])
        several = backend.bind([Fill(y), *[Launch(pipeline, (y,), (1, 1, 1), block)] * 2, Copy(y, x, ((0, 128, 128),))])
        for _ in range(3):
            one()
        assert set(download(backend, x).tolist()) == {3}
        several()
        several()
        one()
        assert download(backend, x).tolist() == [4] * 32 + [3] * 32
        nothing = backend.bind([Launch(pipeline, (x,), (0, 1, 1), params(plan, (0, 1, 1), b0_size=64))])
        nothing()
        backend.synchronize()
        assert download(backend, x).tolist() == [4] * 32 + [3] * 32


def test_a_launch_that_is_prepared_for_sizes_runs_over_the_arrays_of_each_call(backend: VyreBackend) -> None:
    if not isinstance(backend, SupportsHostLaunch):
        pytest.skip(f"{backend.id} prepares no launches over the host")
    plan, pipeline = planned(backend, bump())
    launch = backend.host_launch(pipeline, (1, 1, 1), [256], frozenset())
    assert launch is not None
    first, second = np.arange(64, dtype=np.uint32), np.full(64, 7, np.uint32)
    for _ in range(3):
        assert launch([first.ctypes.data], params(plan, (1, 1, 1), b0_size=64)) >= 0
    launch([second.ctypes.data], params(plan, (1, 1, 1), b0_size=32))  # the parameters are each call's own
    assert first.tolist() == list(range(3, 67))
    assert second.tolist() == [8] * 32 + [7] * 32


def test_nothing_is_a_size(backend: VyreBackend) -> None:
    with backend.allocate(0) as empty:
        assert empty.nbytes == 0
        assert empty.owner is backend
        backend.submit([Fill(empty)]).result(60)
    backend.submit([]).result(60)
    plan, pipeline = planned(backend, bump())
    with backend.allocate(0) as x:
        backend.submit([Launch(pipeline, (x,), (1, 1, 1), params(plan, (1, 1, 1), b0_size=0))]).result(60)


def test_resources_close_twice(backend: VyreBackend) -> None:
    resource = backend.allocate(64, kind="staging")
    assert resource.kind == "staging"
    resource.close()
    resource.close()


def test_callbacks_and_await(backend: VyreBackend) -> None:
    seen: list[bool] = []
    called = threading.Event()
    with backend.allocate(1 << 16) as x:
        pending = backend.submit([Fill(x, byte=7)])

        def note(done: PendingDispatch) -> None:
            seen.append(done.ready())
            called.set()

        pending.add_done_callback(note)
        assert called.wait(60)
        pending.add_done_callback(lambda p: seen.append(p.ready()))
        assert seen == [True, True]

        async def wait() -> bool:
            second = backend.submit([Fill(x, byte=9)])
            await second
            return second.ready()

        assert asyncio.run(wait())


def test_a_foreign_stream_is_refused_by_name(backend: VyreBackend) -> None:
    if backend.id == "cuda":
        pytest.skip("takes foreign streams")
    with pytest.raises(VyreError, match="stream"):
        backend.submit([], stream=1234)


def test_threads_may_all_use_one_backend(backend: VyreBackend) -> None:
    plan, pipeline = planned(backend, mix())
    wrong: list[object] = []

    def work(seed: int) -> None:
        try:
            a = np.random.default_rng(seed).integers(0, 2**32, 300, np.uint32)
            with upload(backend, a) as source, backend.allocate(1200) as target:
                for key in range(5):
                    block = params(plan, (2, 1, 1), b0_size=300, b2_size=300, p1=key)
                    backend.submit([Launch(pipeline, (source, target), (2, 1, 1), block)]).result(60)
                    want = (a ^ np.uint32(key)) + np.arange(300, dtype=np.uint32)
                    if computes(backend) and download(backend, target).tolist() != want.tolist():
                        wrong.append((seed, key))
        except BaseException as error:  # noqa: BLE001 - told to the main thread
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert wrong == []
    backend.synchronize()


def test_closing_twice_is_harmless() -> None:
    for name in NAMES:
        for row in Registry().devices(name):
            if row.available:
                opened = Registry().load(name)(row, store=MemoryStore())
                opened.close()
                opened.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_session_needs_the_contract_and_nothing_else(name: str) -> None:
    try:
        registry, recorder = recorded_registry(name)
    except BackendUnavailable as error:
        pytest.skip(f"{name}: {error.message}")
    if not any(row.available for row in recorder.devices()):
        pytest.skip(f"{name}: {recorder.devices()[0].reason}")
    a = np.arange(1000, dtype=np.uint32)
    with Session(name, registry=registry) as session:
        session.engine(name)  # where a probe may run, which is programs like any other
        assert set(recorder.calls) <= {"profile", "compile", "allocate", "submit"}
        recorder.calls.clear()
        got = session.dispatch(mix(), [a, 5])[0]
        x = session.dispatch(bump(), [a])[0]
        pending = session.submit(mix(), [a, 6])
        later = pending.result(60)[0]
        with pytest.raises(ArgumentError):
            session.dispatch(mix(), [a])
    if name != "null":
        assert got.tolist() == ((a ^ np.uint32(5)) + a).tolist()
        assert x.tolist() == (a + 1).tolist()
        assert later.tolist() == ((a ^ np.uint32(6)) + a).tolist()
    assert a.tolist() == list(range(1000))
    assert recorder.calls.count("compile") == 2
    assert recorder.calls.count("submit") == 3
    assert set(recorder.calls) <= {"profile", "compile", "allocate", "submit", "synchronize", "close"}


def test_a_block_of_parameters_is_little_endian() -> None:
    plan = make_plan(check(mix()), config=DispatchConfig())
    block = params(plan, (1, 1, 1), b0_size=7, b2_size=9, p1=0x01020304)
    assert struct.unpack_from("<III", block) == (7, 9, 0x01020304)
    assert len(block) % 16 == 0
