"""Kernels in the shape of tiled products leave the bytes of the reference, also where workgroups go in step and share arrays."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import vyre as vy
from tests import sizes
from tests.property.stacks import stack_kernel
from vyre.config import DispatchConfig
from vyre.drivers.cpu import CpuBackend
from vyre.emit.llvm import Target, emit
from vyre.plan.plan import make_plan

WIDE = Target(16, 32, True, True, True, True)
TARGETS = {"wide": WIDE, "middle": Target(8, 16, True), "as it is": None}


@pytest.fixture(params=TARGETS)
def on_cpu(request: pytest.FixtureRequest) -> Iterator[vy.Session]:
    with vy.Session("cpu") as session:
        target = TARGETS[request.param]
        backend = session.engine("cpu").backend
        assert isinstance(backend, CpuBackend)
        if target is not None:
            backend.target = target
        yield session


def left(session: vy.Session, kernel: vy.Kernel, seed: int) -> bytes:
    """The output for arrays of sides that end within a workgroup, or with one."""
    draw = np.random.default_rng(seed)
    n, m = int(draw.choice([16, 21, 37, 45])), int(draw.choice([4, 7, 9, 17]))
    given = [draw.integers(-9, 9, shape, dtype=np.int32) for shape in ((n, m), (m, n), (50,))]
    out = np.full(
        (2, n, n) if any(one.name == "out" and one.rank == 3 for one in kernel.program.buffers) else (n, n),
        77,
        np.int32,
    )
    session.dispatch(kernel.program, [*given, int(draw.integers(-5, 9)), int(draw.integers(9))], out=[out])
    return out.tobytes()


def test_the_bytes_are_the_references(on_cpu: vy.Session) -> None:
    count = sizes.size("stack_programs")
    with vy.Session("reference") as reference:
        for seed in range(count):
            kernel = stack_kernel(random.Random(seed))
            assert left(on_cpu, kernel, seed) == left(reference, kernel, seed), (
                f"seed {seed}\n{kernel.program.to_text()}"
            )


def test_most_go_in_step_and_many_share_arrays() -> None:
    kernels = [stack_kernel(random.Random(seed)) for seed in range(20)]
    receipts = [emit(make_plan(one.program.check(), config=DispatchConfig()), WIDE).receipt for one in kernels]
    assert sum(one.stack > 1 for one in receipts) > 10
    assert {one.alike for one in receipts} >= {0, 1, 2}
