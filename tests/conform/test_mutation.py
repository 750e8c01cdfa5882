"""A sample of the mutants of ``tests.conform.mutation``: each is found. The whole list is in docs/measured/conformance.md."""

from __future__ import annotations

import pytest

from tests.conform.mutation import Mutant, Outcome, mutants, run
from vyre.dtypes import u32
from vyre.ir.ops import OPS
from vyre.run.session import Session


def test_the_mutants_break_every_operation() -> None:
    for backend in ("cpu", "opencl"):
        assert {m.op for m in mutants(backend)} == set(OPS)


def test_every_mutant_of_a_sample_is_found_on_the_cpu() -> None:
    found = run("cpu", every=150)
    assert len(found) > 40
    assert [str(o.mutant) for o in found if o.written and not o.found] == []
    assert sum(o.written for o in found) > len(found) * 0.9


def test_a_mutant_that_changes_nothing_is_not_found() -> None:
    """The count means something: a row doesn't fail by itself."""
    from tests.conform.mutation import Looker

    same = Mutant("op/min/u32", "min", (u32, u32), u32, "swapped")
    assert Looker("cpu").look(same) == Outcome(same, written=True, found=False)


@pytest.mark.timeout(240)
def test_every_mutant_of_a_sample_is_found_on_opencl() -> None:
    with Session() as session:
        if not any(d.available for d in session.devices() if d.backend == "opencl"):
            pytest.skip("no OpenCL here")
    found = run("opencl", every=900)
    assert [str(o.mutant) for o in found if o.written and not o.found] == []
    assert any(o.found for o in found)
