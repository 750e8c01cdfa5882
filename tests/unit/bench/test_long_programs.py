"""The programs by which compile time is measured are as long as they say, and the measurement compares bytes."""

from __future__ import annotations

import numpy as np
import pytest

from bench.compile_time import measure
from bench.long_programs import SHAPES, long_program
from vyre.ir.nodes import Const, Get
from vyre.ir.walk import walk
from vyre.run.session import Session


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_has_the_statements_that_it_is_asked_for(shape: str) -> None:
    small, large = (
        sum(not isinstance(stmt, (Const, Get)) for _, stmt, _ in walk(long_program(shape, n))) for n in (400, 800)
    )
    lines = {"source": 2, "stores": 1.5}.get(shape, 1)  # operations that a line of these has
    assert 0.7 * 400 * lines <= large - small <= 1.5 * 400 * lines


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_gives_the_same_bytes_everywhere(shape: str, session: Session, device: str) -> None:
    if device == "wgpu" and shape == "floats":
        pytest.skip("wgpu takes no floats in this version")
    program = long_program(shape, 40)
    a = np.arange(100).astype(program.buffers[0].dtype.numpy_name)
    (got,), (want,) = (session.dispatch(program, [a], backend=backend) for backend in (device, "reference"))
    assert got.tobytes() == want.tobytes()
    assert len(set(got.tolist())) > 10


def test_a_measurement_has_a_time_for_each_part() -> None:
    found = measure("cpu", "chain", 20)
    assert set(found) == {"own", "device", "wall"}
    assert all(isinstance(n, float) and n >= 0 for n in found.values())
