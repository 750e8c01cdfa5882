"""The reference behind the contract: steps in order, memory of its own, errors in the pending dispatch."""

from __future__ import annotations

import struct

import pytest

from tests.property.programs import random_program
from tests.property.running import compare
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Fill, Launch, MemoryStore
from vyre.contract.registry import Registry
from vyre.drivers.reference import ReferenceBackend
from vyre.dtypes import u32
from vyre.errors import OutOfMemory
from vyre.ir.builder import Builder
from vyre.plan.plan import Plan, make_plan


@pytest.fixture
def backend() -> ReferenceBackend:
    return ReferenceBackend(ReferenceBackend.devices()[0], store=MemoryStore())


def adding(workgroup: int | None = None) -> Plan:
    b = Builder("adding", workgroup=4)
    a, out = b.inout("a", u32), b.output("out", u32)
    i = b.global_id()
    a[i] = a[i] + 1
    out[i] = b.workgroup_size()
    return make_plan(b.build().check(), config=DispatchConfig(workgroup_override=workgroup))


def test_it_is_never_chosen_unless_named() -> None:
    assert [r.rank for r in Registry().by_precedence() if r.id == "reference"] == [None]


def test_steps_run_in_order_and_a_launch_repeats(backend: ReferenceBackend) -> None:
    plan = adding(workgroup=2)
    pipeline = backend.compile(plan, backend.profile())
    a, out, copy = (backend.allocate(16) for _ in range(3))
    params = plan.params.pack({"b0.size": 4, "b1.size": 4})
    pending = backend.submit(
        [
            Fill(a, byte=1),
            Fill(a, byte=0, offset=4, nbytes=4),
            Launch(pipeline, (a, out), (2, 1, 1), params, repeat=3),
            Copy(a, copy, ((0, 4, 12),)),
        ]
    )
    pending.result(60)
    assert pending.ready()
    one = 0x01010101 + 3
    assert struct.unpack("<4I", a.memory) == (one, 3, one, one)
    assert struct.unpack("<4I", out.memory) == (2, 2, 2, 2)
    assert struct.unpack("<4I", copy.memory) == (0, one, 3, one)
    assert pending.timing.wall is not None


def test_the_source_is_the_python_text(backend: ReferenceBackend) -> None:
    assert backend.compile(adding(), backend.profile()).source.startswith("def run_group(")


def test_errors_come_with_the_result(backend: ReferenceBackend) -> None:
    pending = backend.submit([Copy(object(), object(), ((0, 0, 1),))])  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        pending.result(60)
    assert pending.ready()


def test_too_much_memory_R851_and_less_of_it(backend: ReferenceBackend) -> None:
    with pytest.raises(OutOfMemory) as caught:
        backend.allocate(1 << 62)
    assert caught.value.code == "R851"
    assert backend.allocate(16).nbytes == 16


@pytest.mark.parametrize("seed", range(12))
def test_the_contract_gives_what_the_oracle_gives(seed: int, backend: ReferenceBackend) -> None:
    assert compare(random_program(seed), backend) is None
