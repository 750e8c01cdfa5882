"""A plan with another workgroup than the program's own proves nothing from the old one."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.facts.ranges import ranges
from vyre.ir.builder import Builder
from vyre.ir.nodes import Store
from vyre.ir.program import Program
from vyre.ir.walk import statements
from vyre.plan.plan import make_plan
from vyre.run.session import Session


def staged() -> Program:
    """Cells of a shared array by local id: in bounds for 64 invocations and no more."""
    b = Builder("staged", workgroup=64, domain=256)
    out, s = b.output("out", u32, count=256), b.shared("s", u32, 64)
    lid = b.local_id()
    s[lid] = lid + 1
    b.barrier()
    out[b.global_id()] = s[lid]
    return b.build()


@pytest.mark.parametrize(("workgroup", "proved"), [(None, True), (32, True), (64, True), (128, False)])
def test_facts_are_those_of_the_plans_workgroup(workgroup: int | None, proved: bool) -> None:
    plan = make_plan(check(staged()), config=DispatchConfig(workgroup_override=workgroup))
    program = plan.program.program
    assert program.workgroup == plan.workgroup
    first = next(n for n, s in enumerate(statements(program)) if isinstance(s, Store))
    assert (first in ranges(program).proved) == proved


def test_a_larger_workgroup_stays_inside_the_shared_array(device: str) -> None:
    with Session(device) as own:
        (got,) = own.dispatch(staged(), [], DispatchConfig(workgroup_override=128))
    lid = np.arange(256) % 128
    assert np.frombuffer(got, np.uint32).tolist() == np.where(lid < 64, lid + 1, 0).tolist()
