"""Neighbours in one access: whichever branch runs, every access of the run has its value."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.golden.text_targets import EMIT, profile
from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.emit.wide import wide_accesses
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan


def read_twice() -> Program:
    b = Builder("twice")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    total = x[i]
    for k in range(4):
        total = total * 3 + x[i + k]
    out[i] = total
    return b.build()


@pytest.mark.parametrize("target", ["cuda", "opencl", "wgsl_gpu"])
def test_an_element_that_is_read_twice_is_had_twice(target: str) -> None:
    """One branch takes four words at once, the other one by one: each defines all five values."""
    program = read_twice()
    (run,) = wide_accesses(program).runs.values()
    assert len(run.elements) == 5
    assert len({element for element, _ in run.elements}) == 4
    device = replace(profile(target), kind="gpu")
    text = EMIT[target](make_plan(program.check(), config=DispatchConfig(), features=device.features), device).text
    for _, value in run.elements:
        assert len(re.findall(rf"\bv{value} = [^0]", text)) >= 2, (target, value, text)
