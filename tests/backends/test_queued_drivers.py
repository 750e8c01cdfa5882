"""The WebGPU and OpenCL drivers through the contract: copies at any byte, errors, waiting, forks, ends, leaks."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.golden.text_targets import mask
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Fill, HostView, Launch, MemoryStore, Resource, Step, SupportsRun
from vyre.contract.registry import Registry
from vyre.drivers.null import NullBackend
from vyre.drivers.queued import QueuedBackend
from vyre.dtypes import u32
from vyre.emit.base import Artifact
from vyre.errors import (
    ArgumentError,
    CompileFailed,
    DispatchFailed,
    DispatchTimeout,
    OutOfMemory,
    UnsupportedFeature,
)
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import Plan, make_plan

BACKENDS = ("wgpu", "opencl", "cuda")


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[Any]:
    registry = Registry()
    rows = registry.devices(request.param)
    if not rows[0].available:
        pytest.skip(f"{request.param}: {rows[0].reason}")
    opened = registry.load(request.param)(rows[0], store=MemoryStore())
    yield opened
    opened.close()


def view(data: bytearray) -> HostView:
    array = np.frombuffer(data, np.uint8)
    return HostView(data, address=array.ctypes.data, nbytes=len(data), writable=True)


def planned(backend: Any, program: Program) -> Plan:
    return make_plan(program.check(), config=DispatchConfig(), folds_grid=backend.profile().folds_grid)


def params(plan: Plan, count: int, groups: int) -> bytes:
    return plan.params.pack(
        {
            name: (groups if name == "groups0" else 1 if name.startswith("groups") else count)
            for name, _, _ in plan.params.fields
        }
    )


N = 32768


def spinning() -> Program:
    """Takes a while: ``rounds`` rounds of a generator in each of N invocations."""
    b = Builder("spin", domain="x")
    x, rounds = b.inout("x", u32), b.uniform("rounds", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        state = b.let("state", x[i])
        with b.for_(b.const(u32, 0), rounds) as k:
            state.set((state ^ k) * 1664525 + 1013904223)
        x[i] = state
    return b.build()


def spun(x: np.ndarray, rounds: int) -> np.ndarray:
    for k in range(rounds):
        x = (x ^ np.uint32(k)) * np.uint32(1664525) + np.uint32(1013904223)
    return x


def spin_params(plan: Plan, rounds: int) -> bytes:
    values = {"b0.size": N, "p1": rounds, "groups0": N // 256, "groups1": 1, "groups2": 1}
    return plan.params.pack({name: values[name] for name, _, _ in plan.params.fields})


# -- copies and fills -----------------------------------------------------------------------------------------


def test_copies_and_fills_at_any_byte(backend: Any) -> None:
    """Random steps on two resources and two host arrays, against the same on byte arrays."""
    rng = np.random.default_rng(11)
    for size in (1, 3, 4, 7, 64, 101):
        host = [bytearray(rng.integers(0, 256, size, dtype=np.uint8).tobytes()) for _ in range(2)]
        want_host = [bytearray(h) for h in host]
        want_device = [bytearray(size), bytearray(size)]
        with backend.allocate(size) as a, backend.allocate(size) as b:
            device = [a, b]
            for r in device:
                backend.submit([Fill(r)]).result(30)
            for _ in range(6):
                steps: list[Step] = []
                for _ in range(4):
                    first, second, kind = (int(v) for v in rng.integers(0, [2, 2, 5]))
                    n = int(rng.integers(0, size + 1))
                    at, to = (int(rng.integers(0, size - n + 1)) for _ in range(2))
                    if kind == 0:
                        steps.append(Copy(view(host[first]), device[second], ((at, to, n),)))
                        want_device[second][to : to + n] = want_host[first][at : at + n]
                    elif kind == 1:
                        steps.append(Copy(device[first], view(host[second]), ((at, to, n),)))
                        want_host[second][to : to + n] = want_device[first][at : at + n]
                    elif kind == 2:
                        steps.append(Copy(device[first], device[second], ((at, to, n),)))
                        want_device[second][to : to + n] = bytes(want_device[first][at : at + n])
                    elif kind == 3:
                        byte = int(rng.integers(0, 256))
                        steps.append(Fill(device[first], byte, at, n))
                        want_device[first][at : at + n] = bytes((byte,)) * n
                    else:
                        steps.append(Fill(device[first], 0, at))
                        want_device[first][at:] = bytes(size - at)
                backend.submit(steps).result(30)
                for r, want in zip(device, want_device, strict=True):
                    got = bytearray(size)
                    backend.submit([Copy(r, view(got), ((0, 0, size),))]).result(30)
                    assert got == want
                assert host == want_host


def test_launches_of_one_submission_have_parameters_of_their_own(backend: Any) -> None:
    b = Builder("mark", workgroup=32)
    x, value = b.inout("x", u32), b.uniform("value", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        x[i] = x[i] * 10 + value
    plan = planned(backend, b.build())
    pipeline = backend.compile(plan, backend.profile())
    out = bytearray(12)
    with backend.allocate(12) as r:
        steps: list[Step] = [Fill(r)]
        for value_ in (1, 2, 3):
            words = {
                name: (value_ if name.startswith("p") else 1 if name.startswith("groups") else 3)
                for name, _, _ in plan.params.fields
            }
            steps.append(Launch(pipeline, (r,), (1, 1, 1), plan.params.pack(words), repeat=2 if value_ == 3 else 1))
        steps.append(Copy(r, view(out), ((0, 0, 12),)))
        backend.submit(steps).result(30)
    pipeline.close()
    assert np.frombuffer(out, np.uint32).tolist() == [1233] * 3


# -- errors ----------------------------------------------------------------------------------------------------


def test_R821_D42_a_refused_text_is_shown_with_its_statement(backend: Any) -> None:
    program = mask()
    plan = planned(backend, program)
    pipeline = backend.compile(plan, backend.profile())
    good = pipeline.source
    lines = good.splitlines()
    at = next(n for n, line in enumerate(lines) if "^" in line)
    lines[at] = lines[at].replace("^", "^ nonsense +")
    numbers = tuple(4 if n == at else -1 for n in range(len(lines)))  # as the emitter would have said
    with pytest.raises(CompileFailed) as caught:
        backend.build(plan, Artifact("\n".join(lines) + "\n", "vyre_main", (), numbers))
    error = caught.value
    assert "program 'mask'" in error.message
    assert "statement 4" in error.message
    assert error.place is not None
    assert f">{at + 1:5d} | {lines[at]}" in error.detail
    assert "nonsense" in error.detail.split("compiler log:")[1]
    assert error.source.count("\n") == len(lines)
    shown = [line for line in error.detail.split("compiler log:")[0].splitlines() if " | " in line]
    assert len(shown) <= 20
    assert "Fix: " in str(error)
    assert pickle.loads(pickle.dumps(error)).source == error.source
    pipeline.close()


def test_R820_out_of_memory_names_the_bytes(backend: Any) -> None:
    with pytest.raises(OutOfMemory, match=r"\[R820\]") as caught:
        backend.allocate(1 << 46)
    assert str(1 << 46) in str(caught.value.actual)
    with backend.allocate(1 << 10) as r:  # the Fix: smaller ones
        assert r.nbytes == 1 << 10


def test_A640_closed_and_foreign_memory_is_refused(backend: Any) -> None:
    closed = backend.allocate(16)
    closed.close()
    closed.close()
    foreign = NullBackend(NullBackend.devices()[0], store=MemoryStore()).allocate(16)
    for given in (closed, foreign):
        with pytest.raises(ArgumentError, match=r"\[A640\]"):
            backend.submit([Fill(given)]).result(10)
    with backend.allocate(16) as open_:
        backend.submit([Fill(open_)]).result(10)


def test_U702_foreign_streams_are_refused(backend: Any) -> None:
    with pytest.raises(UnsupportedFeature, match="stream"):
        backend.submit([], stream=5)


def test_A640_nothing_works_after_close() -> None:
    for name in BACKENDS:
        rows = Registry().devices(name)
        if rows[0].available:
            opened = Registry().load(name)(rows[0], store=MemoryStore())
            opened.close()
            opened.close()
            with pytest.raises(ArgumentError, match=r"\[A640\].*closed"):
                opened.allocate(4)
            again = Registry().load(name)(rows[0], store=MemoryStore())
            again.allocate(4).close()
            again.close()


# -- waiting ---------------------------------------------------------------------------------------------------


def test_pending_work_is_honest(backend: Any) -> None:
    plan = planned(backend, spinning())
    pipeline = backend.compile(plan, backend.profile())
    start = np.arange(N, dtype=np.uint32)
    host = bytearray(start.tobytes())
    whole = ((0, 0, 4 * N),)
    called = threading.Event()
    with backend.allocate(4 * N) as r:
        backend.submit([Copy(view(host), r, whole)]).result(30)
        pending = backend.submit(
            [Launch(pipeline, (r,), (N // 256, 1, 1), spin_params(plan, 4000)), Copy(r, view(host), whole)]
        )
        pending.add_done_callback(lambda _: called.set())
        was_ready = pending.ready()
        timed_out = False
        try:
            pending.result(0.0001)
            assert pending.ready()
        except DispatchTimeout:
            timed_out = True
        pending.result(60)
        assert pending.ready()
        assert called.wait(10)
        if backend.device_info.kind == "software":  # hardware may be done by then
            assert not was_ready
            assert timed_out
        timing = pending.timing
        assert timing.wall is not None
        assert timing.enqueue is not None
        assert timing.device is None
    assert host == spun(start, 4000).tobytes()
    pipeline.close()


def test_awaiting_does_not_block_the_event_loop(backend: Any) -> None:
    plan = planned(backend, spinning())
    pipeline = backend.compile(plan, backend.profile())
    start = np.arange(N, dtype=np.uint32)

    async def main() -> tuple[int, bytes]:
        ticks = 0
        done = False

        async def ticker() -> None:
            nonlocal ticks
            while not done:
                ticks += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(ticker())
        out = bytearray(start.tobytes())
        whole = ((0, 0, 4 * N),)
        with backend.allocate(4 * N) as r:
            backend.run([Copy(view(out), r, whole)])  # waiting inside a running loop works too
            launch = Launch(pipeline, (r,), (N // 256, 1, 1), spin_params(plan, 2000))
            first = backend.submit([launch])
            second = backend.submit([launch, Copy(r, view(out), whole)], after=[first])
            await second
            await first
        done = True
        await task
        return ticks, bytes(out)

    ticks, data = asyncio.run(main())
    assert ticks > 3
    assert data == spun(spun(start, 2000), 2000).tobytes()
    pipeline.close()


def test_R823_a_loop_that_the_device_ends_is_an_error_and_never_other_bytes(backend: Any) -> None:
    b = Builder("long", workgroup=8, domain=8)
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    n = b.let("n", b.const(u32, 0))
    with b.for_(b.const(u32, 0), 3), b.while_(lambda: (n % x[i]) != 0):
        n.set(n + 1)
    with b.for_(b.const(u32, 0), x[i]) as k:
        with b.if_(k == 500_000):
            b.break_()
        n.set(n + (k & 1))
    out[i] = n
    plan = planned(backend, b.build())
    profile = backend.profile()
    pipeline = backend.compile(plan, profile)
    for count in (60_000, 70_000):
        counts = np.full(8, count, np.uint32)
        counts[3] = 5
        result = bytearray(32)
        words = plan.params.pack({name: 8 if name.endswith("size") else 1 for name, _, _ in plan.params.fields})
        with backend.allocate(32) as a, backend.allocate(32) as r:
            steps = [
                Copy(view(bytearray(counts.tobytes())), a, ((0, 0, 32),)),
                Fill(r),
                Launch(pipeline, (a, r), (1, 1, 1), words),
            ]
            pending = backend.submit([*steps, Copy(r, view(result), ((0, 0, 32),))])
            if profile.loop_limit is not None and count > profile.loop_limit:
                with pytest.raises(DispatchFailed, match=r"\[R823\].*long") as caught:
                    pending.result(60)
                assert "cpu" in caught.value.fix
            else:
                pending.result(60)
                assert np.frombuffer(result, np.uint32).tolist() == (counts // 2).tolist()
    pipeline.close()


def test_threads_share_one_device(backend: Any) -> None:
    plan = planned(backend, mask())
    pipeline = backend.compile(plan, backend.profile())
    wrong: list[object] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(20):
                n = int(rng.integers(1, 3000))
                a, key = (rng.integers(0, 2**32, n, dtype=np.uint32) for _ in range(2))
                out = bytearray(4 * n)
                slots: list[Resource] = [backend.allocate(4 * n) for _ in range(3)]
                groups = -(-n // 256)
                whole = ((0, 0, 4 * n),)
                steps: list[Step] = [
                    Copy(view(bytearray(x.tobytes())), r, whole) for x, r in zip((a, key), slots, strict=False)
                ]
                steps += [
                    Launch(pipeline, tuple(slots), (groups, 1, 1), params(plan, n, groups)),
                    Copy(slots[2], view(out), whole),
                ]
                if seed % 2:
                    backend.submit(steps).result(60)
                else:
                    backend.run(steps)
                for r in slots:
                    r.close()
                if out != (a ^ key).tobytes():
                    wrong.append((seed, n))
        except Exception as error:  # noqa: BLE001 - told to the test below
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    backend.synchronize()
    pipeline.close()
    assert not wrong


def test_it_runs_on_the_calling_thread_too(backend: Any) -> None:
    assert isinstance(backend, SupportsRun)
    assert isinstance(backend, QueuedBackend)
    assert backend.run([]).wall is not None


def test_recycled_memory_is_bounded_and_reused(backend: Any) -> None:
    backend.trim()
    first = backend.allocate(1000)
    block = first.block
    first.close()
    again = backend.allocate(900)
    assert again.block is block
    again.close()
    for _ in range(600):
        backend.allocate(1 << 20).close()
    assert backend._free_bytes <= 256 << 20
    backend.trim()
    assert backend._free_bytes == 0


def test_D37_compiling_and_running_again_and_again_leaks_nothing(backend: Any) -> None:
    def resident() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc here")
    plan = planned(backend, mask())
    pipeline = backend.compile(plan, backend.profile())
    before = 0
    for n in range(400):
        slots = [backend.allocate(1 << 20) for _ in range(3)]
        backend.run([Fill(slots[0]), Fill(slots[1]), Launch(pipeline, tuple(slots), (1, 1, 1), params(plan, 256, 1))])
        for r in slots:
            r.close()
        if n == 100:
            before = resident()
    assert resident() - before < 20 << 20
    pipeline.close()
