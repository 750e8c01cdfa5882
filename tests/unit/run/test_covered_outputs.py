"""Calls leave out the clearing of an output that a launch stores wholly, on every path, and of no other one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.run.test_direct_begins import armed
from vyre.config import DispatchConfig
from vyre.run.session import Session

GROUPS, ITEMS = 4, 4
TILE = 64 * ITEMS


@vy.kernel(workgroup=64, grid=GROUPS)
def stretches(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    tiles = vy.ceil_div(vy.ceil_div(x.size, TILE), GROUPS)
    for tile in range(tiles):
        at = (vy.group_id() * tiles + tile) * TILE + ITEMS * vy.local_id()
        for q in vy.static_range(ITEMS):
            out[at + q] = x[at + q] + 1


@vy.kernel(workgroup=64, grid=GROUPS)
def strided(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    for i in vy.grid_stride(out.size):
        out[i] = x[i] + 1


@pytest.mark.parametrize("kernel", [stretches, strided], ids=lambda kernel: kernel.__name__)
def test_a_given_output_is_not_cleared(session: Session, kernel: Any) -> None:
    pipeline = kernel.compile(backend="cpu")
    for n in (1, 255, 1024, 1025, 5000):
        x, out = np.arange(n, dtype=np.uint32), np.full(n, 99, np.uint32)
        assert pipeline(x, out=out) is out
        np.testing.assert_array_equal(out, x + 1)
        armed(pipeline, x, out=out)  # and in machine code
        out[:] = 99
        assert pipeline(x, out=out) is out
        np.testing.assert_array_equal(out, x + 1)
        assert not pipeline._plan._sizes._kept[x.shape, out.shape].shows


def test_an_output_beyond_the_stretches_is_cleared(session: Session) -> None:
    pipeline = stretches.compile(backend="cpu")
    x, out = np.arange(1024, dtype=np.uint32), np.full(1030, 99, np.uint32)
    direct = armed(pipeline, x, out=out)
    assert pipeline._plan._sizes._kept[x.shape, out.shape].fills
    for _ in range(2):
        out[:] = 99
        direct(x, out=out)
        np.testing.assert_array_equal(out, np.concatenate([x + 1, np.zeros(6, np.uint32)]))


def test_what_lies_behind_the_grid_is_cleared(session: Session) -> None:
    x, out = np.arange(1024, dtype=np.uint32), np.full(1024, 99, np.uint32)
    session.dispatch(stretches.program, [x], DispatchConfig(grid_override=3), out=[out], backend="cpu")
    np.testing.assert_array_equal(out[:768], x[:768] + 1)
    assert not out[768:].any()


def test_devices_show_no_garbage(session: Session, target: str) -> None:
    for n in (1000, 1024, 3000):
        x = np.arange(n, dtype=np.uint32)
        for size in (n, n + 30):
            out = np.full(size, 99, np.uint32)
            session.dispatch(stretches.program, [x], out=[out], backend=target)
            expected = np.zeros(size, np.uint32)
            session.dispatch(stretches.program, [x], out=[expected], backend="reference")
            np.testing.assert_array_equal(out, expected)
