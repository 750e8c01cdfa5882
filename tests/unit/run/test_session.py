"""The corridor: choosing a backend, receipts, program order, threads, forks, the end of the process."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.device import PERMISSIONS
from vyre.dtypes import f32, u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session


def scaled(factor: int) -> Program:
    """out = x * factor + i: another program for each factor."""
    b = Builder("scaled")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i] * factor + i
    return b.build()


def bump() -> Program:
    b = Builder("bump")
    x = b.inout("x", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        x[i] = x[i] + 1
    return b.build()


X = np.arange(100, dtype=np.uint32)


def want(factor: int) -> list[int]:
    return [(k * factor + k) % 2**32 for k in range(100)]


def test_the_choice_of_backend_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def where(session: Session, **keywords: Any) -> str:
        session.dispatch(scaled(2), [X], **keywords)
        receipt = session.last_receipt()
        assert receipt is not None
        return receipt.backend

    monkeypatch.delenv("VYRE_BACKEND", raising=False)
    with Session() as auto, Session("reference") as named:
        first = next(d.id for d in auto.devices() if d.available and d.kind in ("gpu", "cpu"))
        assert where(auto) == first
        monkeypatch.setenv("VYRE_BACKEND", "reference")
        with Session() as from_environment:
            assert where(from_environment) == "reference"
        monkeypatch.setenv("VYRE_BACKEND", "null")
        assert where(named) == "reference"  # the session's own choice is stronger
        with vy.use("cpu"):
            assert where(named) == "cpu"
            assert where(named, config=vy.DispatchConfig(backend="reference")) == "reference"
            assert where(named, config=vy.DispatchConfig(backend="reference"), backend="cpu") == "cpu"
            with vy.use(None):
                assert where(named) == "reference"
        assert where(named) == "reference"


def test_auto_tells_what_it_passed_over() -> None:
    with Session() as session:
        session.dispatch(scaled(3), [X])
        receipt = session.last_receipt()
        rows = {d.id: d for d in session.devices()}
    assert receipt is not None
    passed = dict(receipt.passed_over)
    assert [rows[name].kind for name in passed if rows[name].available and rows[name].kind != "software"] == []
    before = list(rows)[: list(rows).index(receipt.backend)]
    assert sorted(passed) == sorted(before)
    assert rows[receipt.backend].kind in ("gpu", "cpu")


def test_the_reference_is_never_chosen_by_itself() -> None:
    from importlib.metadata import EntryPoint

    from vyre.contract.registry import Registry

    points = [EntryPoint("reference", "vyre.drivers.reference:ReferenceBackend", "vyre.backends")]
    with Session(registry=Registry(points)) as session, pytest.raises(vy.BackendUnavailable) as caught:
        session.dispatch(scaled(2), [X])
    assert caught.value.code == "S905"
    with Session(registry=Registry(points)) as session:
        assert session.dispatch(scaled(2), [X], backend="reference")[0].tolist() == want(2)


def test_a_named_backend_without_a_feature_refuses_before_anything_runs() -> None:
    b = Builder("floats")
    x, out = b.input("x", f32), b.output("out", f32)
    i = b.global_id()
    out[i] = x[i] * 2.0
    with Session("reference") as small:
        engine = small.engine("reference")
        engine.profile = replace(engine.profile, dtypes=frozenset({"u32", "bool"}))
        with pytest.raises(vy.UnsupportedFeature) as caught:
            small.dispatch(b.build(), [X.astype(np.float32)])
        assert caught.value.code == "U702"
        assert "f32" in str(caught.value)
        assert small.dispatch(scaled(2), [X])[0].tolist() == want(2)


def test_a_config_field_that_is_not_honoured_is_an_error(session: Session, device: str) -> None:
    with pytest.raises(vy.UnsupportedFeature) as caught:
        session.dispatch(scaled(2), [X], vy.DispatchConfig(persistent="on"), backend=device)
    assert caught.value.code == "U701"
    assert session.dispatch(scaled(2), [X], vy.DispatchConfig(), backend=device)[0].tolist() == want(2)


@pytest.mark.parametrize("name", sorted(PERMISSIONS))
def test_U701_a_permission_that_a_backend_does_not_know_is_refused(name: str) -> None:
    given: dict[str, Any] = {name: 2 if name == "ulp_budget" else True}
    config = vy.DispatchConfig(**given)
    with Session("reference") as one:
        engine = one.engine("reference")
        assert one.dispatch(scaled(2), [X], config)[0].tolist() == want(2)
        engine.profile = replace(engine.profile, honours=frozenset())
        with pytest.raises(vy.UnsupportedFeature, match=rf"\[U701\].*DispatchConfig\.{name}") as caught:
            one.dispatch(scaled(2), [X], config)
        assert f"leave {name} at its default" in caught.value.fix
        assert one.dispatch(scaled(2), [X], vy.DispatchConfig())[0].tolist() == want(2)  # the Fix, applied


def test_the_output_budget_is_checked_before_launch(session: Session, device: str) -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        session.dispatch(scaled(2), [X], vy.DispatchConfig(max_output_bytes=399), backend=device)
    assert caught.value.code == "A614"
    assert session.dispatch(scaled(2), [X], vy.DispatchConfig(max_output_bytes=400), backend=device)[
        0
    ].tolist() == want(2)


def test_a_workgroup_override_changes_nothing_but_the_receipt(session: Session, device: str) -> None:
    for size in (1, 7, 64):
        out = session.dispatch(scaled(5), [X], vy.DispatchConfig(workgroup_override=size), backend=device)[0]
        receipt = session.last_receipt()
        assert receipt is not None
        assert out.tolist() == want(5)
        assert receipt.workgroup == (size,)
        assert receipt.grid == (-(-100 // size),)


def test_submitted_work_and_calls_keep_program_order(session: Session, device: str) -> None:
    x = np.zeros(1000, np.uint32)
    from vyre.config import DispatchConfig

    pipeline = session.prepare(bump(), backend=device)

    def call() -> Any:
        return pipeline.calls().bind(([x], None, None, None, None), DispatchConfig())[0]

    pending = [session.submit_call(call(), lambda: None) for _ in range(10)]
    session.run(call())
    assert set(x.tolist()) == {11}
    assert all(p.ready() for p in pending)


def test_pending_results_callbacks_and_receipts(session: Session, device: str) -> None:
    pending = session.submit(scaled(7), [X], backend=device)
    seen: list[bool] = []
    called = threading.Event()

    def note(done: vy.Pending[list[Any]]) -> None:
        seen.append(done.ready())
        called.set()

    pending.add_done_callback(note)
    assert pending.result(60)[0].tolist() == want(7)
    assert called.wait(60)
    assert seen == [True]
    assert pending.receipt.backend == device
    assert not pending.cancel()


def test_awaiting_leaves_the_loop_free(session: Session, target: str) -> None:
    b = Builder("spin")
    out = b.output("out", u32)
    n = b.uniform("n", u32)
    i = b.global_id()
    acc = b.let("acc", i)
    with b.for_(0, n) as k:
        acc.set(acc * 1664525 + k)
    out[i] = acc
    program = b.build()
    mine = np.zeros(1 << 13, np.uint32)
    rounds = 60_000_000 if session.engine(target).info.kind == "gpu" else 60_000
    session.dispatch(program, [10], out=[mine], backend=target)

    async def main() -> tuple[int, list[bool]]:
        ticks = 0
        first = session.submit(program, [rounds], out=[mine], backend=target)
        second = session.submit(program, [10], out=[np.zeros(4, np.uint32)], backend=target)
        submitted_before = [not first.ready()]

        async def ticker() -> None:
            nonlocal ticks
            while not first.ready():
                await asyncio.sleep(0.001)
                ticks += 1

        task = asyncio.create_task(ticker())
        await first
        await second
        await task
        sync = session.dispatch(program, [1], out=[np.zeros(4, np.uint32)], backend=target)
        submitted_before.append(len(sync[0]) == 4)
        return ticks, submitted_before

    ticks, checks = asyncio.run(main())
    assert ticks >= 2  # the loop went on while the device worked
    assert checks == [True, True]


def test_many_threads_many_programs_one_compile_each(device: str) -> None:
    compiled: list[bytes] = []
    with Session(device) as session:
        backend = session.engine(device).backend
        real = backend.compile

        def counting(plan: Any, profile: Any) -> Any:
            compiled.append(plan.key)
            return real(plan, profile)

        backend.compile = counting  # type: ignore[method-assign]  # counts what the session asks for
        start = threading.Barrier(16)
        wrong: list[object] = []

        def work(seed: int) -> None:
            try:
                start.wait(60)
                for round_ in range(20):
                    factor = (seed + round_) % 5
                    got = session.dispatch(scaled(factor), [X + np.uint32(seed)])[0]
                    expected = (X + np.uint32(seed)) * np.uint32(factor) + X
                    if got.tolist() != expected.tolist():
                        wrong.append((seed, round_))
            except BaseException as error:  # noqa: BLE001 - told to the main thread
                wrong.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(100)
        assert wrong == []
        assert len(compiled) == len(set(compiled))
        assert len(set(compiled)) in (5, 10)  # the general variant, or it and the one for equal sizes


FORK = """
import os, sys, threading
import numpy as np
import vyre as vy
from tests.unit.run.test_session import X, scaled, want

name = sys.argv[1]
session = vy.Session(name)
assert session.dispatch(scaled(2), [X])[0].tolist() == want(2)
big = np.arange(1 << 20, dtype=np.uint32)
session.dispatch(scaled(3), [big])
pid = os.fork()
if pid == 0:
    code = 1
    try:
        ok = session.dispatch(scaled(2), [X])[0].tolist() == want(2)
        ok = ok and bool((session.dispatch(scaled(3), [big])[0] == big * 3 + big).all())
        ok = ok and session.submit(scaled(4), [X]).result(30)[0].tolist() == want(4)
        code = 0 if ok else 2
    except vy.DispatchFailed as error:
        code = 3 if error.code == "R801" and "spawn" in error.fix else 4
    os._exit(code)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
assert session.dispatch(scaled(2), [X])[0].tolist() == want(2)
session.close()
print("child", status)
"""


def in_process(code: str, *arguments: str, timeout: float = 100) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_after_a_fork(device: str) -> None:
    done = in_process(FORK, device)
    assert done.returncode == 0, done.stderr
    expected = 0 if device.partition(":")[0] in ("reference", "cpu") else 3
    assert done.stdout.strip() == f"child {expected}", done.stderr


EXIT = """
import sys
import numpy as np
import vyre as vy
from tests.unit.run.test_session import X, scaled, want

session = vy.session()
big = np.zeros(1 << 21, np.uint32)
pending = session.submit(scaled(5), [big], backend=sys.argv[1])
assert session.dispatch(scaled(2), [X], backend=sys.argv[1])[0].tolist() == want(2)
print("end")
"""


def test_the_process_ends_cleanly_with_work_under_way(device: str) -> None:
    done = in_process(EXIT, device)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "end", "")


def test_a_closed_session_says_so() -> None:
    session = Session("reference")
    session.dispatch(scaled(2), [X])
    session.close()
    session.close()
    with pytest.raises(vy.DispatchFailed) as caught:
        session.dispatch(scaled(2), [X])
    assert caught.value.code == "R800"
    with Session("reference") as another:
        assert another.dispatch(scaled(2), [X])[0].tolist() == want(2)


def test_sessions_open_and_close_many_times(device: str) -> None:
    for k in range(12):
        with Session(device) as session:
            assert session.dispatch(scaled(k), [X])[0].tolist() == want(k)


def test_going_beyond_the_portable_profile_warns_once() -> None:
    b = Builder("wide")
    tile, out = b.shared("tile", u32, 5000), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = tile[i] + i
    program = b.build()
    with Session("reference") as session:
        with pytest.warns(vy.VyreWarning, match="workgroup memory: 20000, portable are 16384") as caught:
            session.dispatch(program, [], out=[np.zeros(4, np.uint32)])
        assert "Fix:" in str(caught[0].message)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert session.dispatch(program, [], out=[np.zeros(4, np.uint32)])[0].tolist() == [0, 1, 2, 3]
