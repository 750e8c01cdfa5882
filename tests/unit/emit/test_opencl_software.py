"""The OpenCL text for devices that take a whole workgroup where its first invocation goes: all meet where branches around barriers
end, and nobody leaves one alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden.text_targets import profile
from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.emit.c.emitter import FEATURES
from vyre.emit.opencl import emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan

MEET = "barrier(CLK_LOCAL_MEM_FENCE);"
OWN = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
SOFTWARE = profile("opencl")
GPU = replace(SOFTWARE, kind="gpu", features=FEATURES)


def leaving() -> Program:
    """Some return behind a barrier in a branch, and all from a loop around another one."""
    b = Builder("leaving", workgroup=8)
    n, out = b.uniform("n", u32), b.output("out", u32, count=8)
    i = b.local_index()
    with b.for_(0, n) as k:
        b.barrier()
        with b.if_(k == 3):
            b.return_()
    with b.if_(n > 2):
        b.barrier()
        with b.if_(i > 3):
            b.return_()
        out[i] = 1
    out[i] = out[i] + 2
    return b.build()


def lines(made: Program, *, software: bool) -> list[str]:
    device = SOFTWARE if software else GPU
    text = emit(make_plan(made.check(), config=DispatchConfig(), features=device.features), device).text
    return [line.strip() for line in text[text.index("void vyre_main") :].split("\n")]


def test_all_meet_before_a_return_and_nobody_returns_alone() -> None:
    text = lines(leaving(), software=True)
    returns = [k for k, line in enumerate(text) if line == "return;"]
    assert len(returns) == 1
    assert text[returns[0] - 1] == MEET
    assert text[-3:-1] == [MEET, "}"]  # and where the program ends


def test_all_meet_where_a_branch_ends_and_behind_it() -> None:
    text = lines(leaving(), software=True)
    branch = text.index(OWN, text.index(OWN) + 1)
    closed = text.index(MEET, branch)
    assert text[closed : closed + 3] == [MEET, "}", MEET]


@pytest.mark.parametrize("barriers", [True, False])
def test_a_device_that_has_such_jumps_gets_them_as_they_are(barriers: bool) -> None:
    if barriers:
        text = lines(leaving(), software=False)
        assert text.count("return;") == 2
        assert MEET not in text
    else:
        b = Builder("plain", workgroup=8)
        out = b.output("out", u32, count=8)
        with b.if_(b.local_index() > 3):
            b.return_()
        out[b.local_index()] = 1
        text = lines(b.build(), software=True)
        assert text.count("return;") == 1
        assert MEET not in text
