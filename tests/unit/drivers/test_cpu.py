"""The CPU driver: refused text, closing, threads, forks, signals, exit, submissions, sizes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Fill, FutureDispatch, HostView, Launch, MemoryStore, Step
from vyre.contract.registry import Registry
from vyre.drivers.cpu import CpuBackend, CpuPipeline
from vyre.dtypes import BY_NAME, u8, u32
from vyre.errors import ArgumentValueError, CompileFailed, OutOfMemory, UnsupportedFeature
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import Plan, make_plan
from vyre.run.arrays import view_of

Bytes = np.ndarray


@pytest.fixture
def backend() -> Iterator[CpuBackend]:
    opened = CpuBackend(CpuBackend.devices()[0], store=MemoryStore())
    yield opened
    opened.close()


def mix(rounds: int = 1) -> Program:
    """out[i] = a[i] mixed with i, ``rounds`` times."""
    b = Builder("mix")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        h = b.let("h", a[i])
        with b.for_(0, rounds):
            h.set((h ^ i) * 0x85EBCA6B)
        out[i] = h
    return b.build()


def mixed(a: Bytes, rounds: int = 1) -> Bytes:
    h = a.copy()
    for _ in range(rounds):
        h = (h ^ np.arange(h.size, dtype=np.uint32)) * np.uint32(0x85EBCA6B)
    return h


def planned(program: Program) -> Plan:
    return make_plan(program.check(), config=DispatchConfig())


def launch_of(pipeline: CpuPipeline, *arrays: Bytes) -> Launch:
    params = pipeline.plan.params.pack({f"b{n}.size": a.size for n, a in enumerate(arrays)})
    views = tuple(view_of(a, writable=True) for a in arrays)
    groups = -(-arrays[-1].size // pipeline.plan.workgroup[0])
    return Launch(pipeline, views, (groups, 1, 1), params)


def test_the_entry_point_is_this_backend() -> None:
    assert Registry().load("cpu") is CpuBackend


def test_text_that_llvm_refuses(backend: CpuBackend) -> None:
    """D42: program, node, place, numbered lines, log, whole source, Fix."""
    backend.edit_text = lambda text: text.replace("xor <", "xxor <", 1)
    with pytest.raises(CompileFailed) as caught:
        backend.compile(planned(mix()), backend.profile())
    error = caught.value
    assert error.code == "R821"
    assert "'mix'" in str(error)
    assert "Op" in error.message
    assert error.place is not None
    assert "h.set((h ^ i)" in error.place.text
    numbered = [line for line in error.detail.splitlines() if " | " in line]
    assert 5 <= len(numbered) <= 20
    assert sum(line.startswith(">") and "xxor" in line for line in numbered) == 1
    assert "expected instruction opcode" in error.detail
    assert "xxor" in error.source
    assert "reference" in error.fix


def test_text_that_only_the_verifier_refuses(backend: CpuBackend) -> None:
    backend.edit_text = lambda text: text.replace(
        "ret void", "%late = add i32 %after, 1\n  %after = add i32 1, 1\n  ret void", 1
    )
    with pytest.raises(CompileFailed, match="dominate"):
        backend.compile(planned(mix()), backend.profile())


def test_the_fix_of_a_refused_text_works(backend: CpuBackend) -> None:
    from vyre.run.session import Session

    a = np.arange(5, dtype=np.uint32)
    with Session("reference") as session:
        assert session.dispatch(mix(), [a])[0].tolist() == mixed(a).tolist()


def test_source_and_assembly_need_no_failure(backend: CpuBackend) -> None:
    pipeline = backend.compile(planned(mix()), backend.profile())
    assert pipeline.source.startswith("; vector width: ")
    assert "define void @k(" in pipeline.source
    assert "retq" in pipeline.asm or "ret" in pipeline.asm


def test_a_closed_pipeline(backend: CpuBackend) -> None:
    pipeline = backend.compile(planned(mix()), backend.profile())
    a, out = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    step = launch_of(pipeline, a, out)
    pipeline.close()
    pipeline.close()
    with pytest.raises(ArgumentValueError, match="closed") as caught:
        backend.run([step])
    assert caught.value.code == "A640"
    again = backend.compile(planned(mix()), backend.profile())  # the Fix
    backend.run([launch_of(again, a, out)])
    assert (out == mixed(a)).all()


def test_a_closed_backend(backend: CpuBackend) -> None:
    backend.close()
    backend.close()
    with pytest.raises(ArgumentValueError, match="closed"):
        backend.submit([])


def test_code_lives_while_a_thread_runs_it(backend: CpuBackend) -> None:
    """Closing a pipeline in the middle of a run takes no code away."""
    n = 200_000
    a, out = np.arange(n, dtype=np.uint32), np.zeros(n, np.uint32)
    pipeline = backend.compile(planned(mix(300)), backend.profile())
    pending = backend.submit([launch_of(pipeline, a, out)])
    while not out[0] and not pending.ready():
        pass
    pipeline.close()
    pending.result(60)
    assert (out == mixed(a, 300)).all()


def test_memory_stays_flat_over_many_pipelines(backend: CpuBackend) -> None:
    def grown(times: int) -> int:
        before = resident()
        for _ in range(times):
            pipeline = backend.compile(plan, profile)
            backend.run([launch_of(pipeline, a, out)])
            pipeline.close()
        return resident() - before

    plan, profile = planned(mix()), backend.profile()
    a, out = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    grown(20)
    assert grown(250) < 1_000_000  # a leak of 4 KB each would show
    assert (out == mixed(a)).all()


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_sixteen_threads_compile_and_run(backend: CpuBackend) -> None:
    wrong: list[int] = []

    def work(k: int) -> None:
        a, out = np.arange(5000, dtype=np.uint32) + k, np.zeros(5000, np.uint32)
        pipeline = backend.compile(planned(mix(1 + k)), backend.profile())
        for _ in range(20):
            out[:] = 0
            backend.run([launch_of(pipeline, a, out)])
            if not (out == mixed(a, 1 + k)).all():
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("groups", [1, 2, 3, 1000, 40_000])
def test_every_group_runs_exactly_once(backend: CpuBackend, groups: int) -> None:
    """Chunks, rows and the learnt speed cut the grid into ranges; none may overlap or be left out."""
    b = Builder("count", workgroup=3)
    out = b.inout("out", u32)
    i = b.global_id()
    out[i] = out[i] + 1
    pipeline = backend.compile(planned(b.build()), backend.profile())
    out_ = np.zeros(groups * 3, np.uint32)
    for times in range(1, 6):
        backend.run([launch_of(pipeline, out_)])
        assert (out_ == times).all()


def test_a_grid_of_three_axes_runs_every_row(backend: CpuBackend) -> None:
    b = Builder("rows", workgroup=4)
    out = b.inout("out", u32)
    b.atomic_add(out, b.global_id(), 1)
    pipeline = backend.compile(planned(b.build()), backend.profile())
    out_ = np.zeros(40, np.uint32)
    step = launch_of(pipeline, out_)
    for times in range(1, 4):
        backend.run([Launch(pipeline, step.slots, (10, 7, 5), step.params)])
        assert (out_ == 35 * times).all()


def test_repeat(backend: CpuBackend) -> None:
    b = Builder("bump")
    out = b.inout("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = out[i] + 1
    pipeline = backend.compile(planned(b.build()), backend.profile())
    out_ = np.zeros(10, np.uint32)
    step = launch_of(pipeline, out_)
    backend.run([Launch(pipeline, step.slots, step.grid, step.params, repeat=5)])
    assert (out_ == 5).all()


def test_steps_run_in_order(backend: CpuBackend) -> None:
    pipeline = backend.compile(planned(mix()), backend.profile())
    a, b, out = np.arange(10, dtype=np.uint32), np.zeros(10, np.uint32), np.ones(10, np.uint32)
    memory = backend.allocate(40)
    whole = ((0, 0, 40),)
    view: Callable[[Bytes], HostView] = lambda x: view_of(x, writable=True)  # noqa: E731 - a short name
    steps: list[Step] = [
        Copy(view(a), memory, whole),
        Fill(view(out), 7, 4, 8),
        Copy(memory, view(b), whole),
        launch_of(pipeline, b, a),
    ]
    backend.submit(steps).result(60)
    assert b.tolist() == list(range(10))
    assert out[:4].tolist() == [1, 0x07070707, 0x07070707, 1]
    assert (a == mixed(b)).all()
    memory.close()


def test_submissions_wait_for_what_they_name(backend: CpuBackend) -> None:
    first = FutureDispatch()
    out = np.zeros(4, np.uint8)
    second = backend.submit([Fill(view_of(out, writable=True), 3)], after=[first])
    third = backend.submit([Fill(view_of(out, writable=True), 5, 0, 2)], after=[second])
    assert not second.ready()
    assert out.tolist() == [0, 0, 0, 0]
    first.finish()
    third.result(60)
    assert out.tolist() == [5, 5, 3, 3]
    backend.synchronize()
    assert second.ready()


def test_memory_that_is_not_there(backend: CpuBackend) -> None:
    with pytest.raises(OutOfMemory, match="asked") as caught:
        backend.allocate(1 << 60)
    assert caught.value.code == "R851"
    assert len(backend.allocate(1 << 20).memory) == 1 << 20  # the Fix: smaller


def test_it_takes_every_type_and_a_profile_without_one_refuses_it(backend: CpuBackend) -> None:
    profile = backend.profile()
    assert profile.dtypes == set(BY_NAME)
    program = planned(mix())
    with pytest.raises(UnsupportedFeature, match="u32"):
        backend.compile(program, replace(profile, dtypes=profile.dtypes - {"u32"}))
    assert backend.compile(program, profile).plan is program


def test_an_array_of_more_than_2_31_elements_takes_the_wide_text(backend: CpuBackend) -> None:
    """The sizes decide, not the bytes; the wide text has 64-bit offsets and gives the same."""
    b = Builder("take")
    a, out = b.input("a", u8), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = b.cast(u32, a[i + 3])
    pipeline = backend.compile(planned(b.build()), backend.profile())
    a_, out_ = np.arange(100, dtype=np.uint8), np.zeros(90, np.uint32)
    step = launch_of(pipeline, a_, out_)
    assert pipeline.prepared(step)[0] is pipeline.code
    huge = HostView(a_, address=a_.ctypes.data, nbytes=1 << 31, writable=False)
    params = pipeline.plan.params.pack({"b0.size": 1 << 31, "b1.size": 90})
    backend.run([Launch(pipeline, (huge, step.slots[1]), step.grid, params)])
    assert pipeline.wide is not None
    assert pipeline.wide[0].receipt.wide_index
    assert out_.tolist() == list(range(3, 93))


# -- other processes ------------------------------------------------------------------------------------------------

PRELUDE = """
    import os, signal, sys, threading, time
    import numpy as np
    from vyre.dtypes import u32
    from vyre.ir.builder import Builder
    from vyre.run.session import Session

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it

    def mix(rounds):
        b = Builder("mix")
        a, out = b.input("a", u32), b.output("out", u32)
        i = b.global_id()
        with b.if_(i < out.size):
            h = b.let("h", a[i])
            with b.for_(0, rounds):
                h.set((h ^ i) * 0x85EBCA6B)
            out[i] = h
        return b.build()

    a = np.arange(300_000, dtype=np.uint32)
    s = Session("cpu")
    quick = s.dispatch(mix(3), [a])[0]
"""


def script(body: str) -> subprocess.CompletedProcess[str]:
    text = textwrap.dedent(PRELUDE) + textwrap.dedent(body)
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_computes() -> None:
    done = script("""
        pending = s.submit(mix(50), [a])  # the worker thread is alive
        child = os.fork()
        if child == 0:
            right = (s.dispatch(mix(3), [a])[0] == quick).all() and (s.submit(mix(3), [a]).result(60)[0] == quick).all()
            os._exit(0 if right else 3)
        assert os.waitpid(child, 0)[1] == 0
        pending.result(60)
        assert (s.dispatch(mix(3), [a])[0] == quick).all()
        print("fine")
    """)
    assert done.stdout == "fine\n", done.stderr


def test_an_interrupt_comes_through_and_the_next_dispatch_is_right() -> None:
    done = script("""
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            s.dispatch(mix(10_000_000), [a])
            print("not interrupted")
        except KeyboardInterrupt:
            assert (s.dispatch(mix(3), [a])[0] == quick).all()
            print("interrupted")
    """)
    assert done.stdout == "interrupted\n", done.stderr


def test_the_interpreter_ends_cleanly_in_the_middle_of_work() -> None:
    done = script("""
        pending = [s.submit(mix(1_000_000), [a]) for _ in range(3)]
        time.sleep(0.2)
        print("end")
    """)
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr
