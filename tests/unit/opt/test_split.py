"""Long programs in parts (``vyre.opt.split``), and what WebGPU makes of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from bench.long_programs import SHAPES, long_program
from tests.handed.test_compile_cost import calls
from tests.property.programs import Case
from tests.property.running import open_backend, plan_of, skip_reason
from vyre.contract.backend import Copy, HostView, Launch
from vyre.dtypes import u32, u64
from vyre.ir.builder import Builder
from vyre.ir.nodes import Return
from vyre.ir.program import Program
from vyre.ir.walk import statements, walk
from vyre.opt.split import Parts, split
from vyre.run.session import Session

_HEAD = 30  # statements at a part's ends besides those for each word: ids, whether the invocation has ended


def parts_of(program: Program, longest: int) -> Parts:
    found = split(program, longest)
    assert found is not None
    return found


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in ("loop", "wide")])
def test_no_part_is_longer_than_the_limit_and_what_is_carried(shape: str) -> None:
    program, longest = long_program(shape, 2000), 300
    found = parts_of(program, longest)
    count = len(statements(program))
    assert count // longest <= len(found.programs) <= 2 * count // longest + 1
    for part in found.programs:
        part.check()
        assert len(statements(part)) <= longest + _HEAD + 10 * found.words
        assert len(part.locals) <= longest
    assert found.words <= 40


def test_parts_are_cut_where_little_is_carried() -> None:
    assert parts_of(long_program("chain", 1000), 100).words <= 3
    assert parts_of(long_program("ifs", 1000), 100).words <= 3


def test_each_statement_is_in_one_part_with_its_place() -> None:
    program = long_program("stores", 400)
    wanted = [stmt.place for _, stmt, _ in walk(program) if type(stmt).__name__ == "Store"]
    carried = len(program.buffers)
    found = [
        stmt.place
        for part in parts_of(program, 60).programs
        for _, stmt, _ in walk(part)
        if type(stmt).__name__ == "Store" and stmt.buffer != carried  # type: ignore[union-attr]
    ]
    assert found == wanted


def _shared(b: Builder) -> None:
    b.shared("s", u32, 4)[b.local_id()] = 1


def _private(b: Builder) -> None:
    b.private("p", u32, 4)[0] = 1


def _barrier(b: Builder) -> None:
    b.barrier()


@pytest.mark.parametrize("what", [_shared, _private, _barrier])
def test_what_a_part_cannot_take_over_keeps_a_program_whole(what: object) -> None:
    def made(*, more: bool) -> Program:
        b = Builder("k")
        a, out = b.input("a", u32), b.output("out", u32)
        if more:
            what(b)  # type: ignore[operator]
        x = a[b.global_id()]
        for k in range(200):
            x = x * 3 + k
        out[b.global_id()] = x
        return b.build()

    assert split(made(more=True), 50) is None
    assert split(made(more=False), 50) is not None


def test_a_long_loop_is_one_part_and_too_much_to_carry_keeps_a_program_whole() -> None:
    loop = long_program("loop", 1000)
    assert max(len(statements(part)) for part in parts_of(loop, 100).programs) > 1000
    assert split(long_program("wide", 2000), 300) is None
    assert split(long_program("chain", 1000), 100_000) is None


def leaving() -> Program:
    """Every third invocation ends early, in one of three places; the others count in u64."""
    b = Builder("leaving", workgroup=8)
    a, out, count = b.input("a", u32), b.inout("out", u32), b.inout("count", u64)
    i = b.global_id()
    x = a[i]
    total = b.let("total", 1, u64)
    for k in range(3):
        with b.if_(x == 3 * k):
            out[i] = 100 + k
            b.return_()
        for n in range(20):
            total.set(total * 0x1_0000_0001 + b.cast(u64, x) + n)
        with b.if_(x & 1 == 0):
            for n in range(20):
                total.set(total ^ (total << n))
    out[i] = out[i] + 1
    count[i] = count[i] + total
    return b.build()


@pytest.mark.parametrize("turn", ["parts", "whole"])
def test_webgpu_runs_parts_or_the_whole(turn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes, whether what is carried finds a buffer or not."""
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(reason)
    program = leaving()
    a = np.arange(50, dtype=np.uint32) % 11
    given = [a, np.arange(50, dtype=np.uint32), np.arange(50, dtype=np.uint64)]
    with Session("reference") as session:
        wanted = [array.tobytes() for array in session.dispatch(program, given)]
    with Session("wgpu") as session:
        backend = session.prepare(program).engine.backend
        monkeypatch.setattr(backend, "_profile", replace(backend.profile(), longest_piece=40))
        monkeypatch.setattr(session.prepare(program).engine, "profile", backend.profile())
        if turn == "whole":
            monkeypatch.setitem(backend.limits, "max-buffer-size", 600)  # type: ignore[attr-defined]
        longer = replace(program, name="leaving", grid=None, body=(*program.body, Return()))  # not compiled before
        pipeline = session.compile(longer)
        assert pipeline.source.count("fn vyre_main(") > 5
        assert [array.tobytes() for array in pipeline(given)] == wanted
        assert [array.tobytes() for array in pipeline(given)] == wanted


def test_a_launch_that_repeats_runs_all_parts_each_time() -> None:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(reason)
    b = Builder("again", workgroup=8)
    out = b.inout("out", u32)
    i = b.global_id()
    x = out[i]
    for k in range(30):
        x = x * 5 + k
    out[i] = x
    data = np.arange(16, dtype=np.uint32)
    wanted = data.copy()
    for _ in range(3):
        for k in range(30):
            wanted = wanted * np.uint32(5) + np.uint32(k)
    backend = open_backend("wgpu")
    try:
        case = Case(b.build(), {0: (16,)}, {0: data.tobytes()}, {}, (2, 1, 1), "again")
        plan = plan_of(case, folds_grid=True, longest_piece=20)
        pipeline = backend.compile(plan, backend.profile())
        with backend.allocate(64) as resource:
            host = HostView(data, address=data.ctypes.data, nbytes=64, writable=True, memory=data.view(np.uint8).data)
            params = plan.params.pack({"b0.size": 16, "groups0": 2, "groups1": 1, "groups2": 1})
            whole = ((0, 0, 64),)
            backend.submit(
                [
                    Copy(host, resource, whole),
                    Launch(pipeline, (resource,), (2, 1, 1), params, repeat=3),
                    Copy(resource, host, whole),
                ]
            ).result(60)
        assert data.tolist() == wanted.tolist()
        pipeline.close()
    finally:
        backend.close()


def test_the_work_of_splitting_grows_as_the_program_does() -> None:
    for shape in ("memory", "source"):
        programs = [long_program(shape, n) for n in (500, 1000, 2000)]
        counts = [calls(lambda p=program: split(p, 200)) for program in programs]  # type: ignore[misc]
        assert all(large <= 2.4 * small for small, large in pairwise(counts)), (shape, counts)
