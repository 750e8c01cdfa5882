"""Big indexes: ids beyond 2**31 count on, and 2**32 invocations along an axis are refused."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import compiles
from tests.sizes import SETTING
from vyre.config import DispatchConfig
from vyre.drivers.oracle import Oracle
from vyre.dtypes import u8, u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.launch import check_grid, grid_of_domain
from vyre.run.session import Session

GROUPS = 8_388_866
LANE = 2_147_549_440
SIZE = GROUPS * 256


def one_lane() -> Program:
    """The lane with linear id LANE stores 7 into its own slot, and its id's four bytes at the start."""
    b = Builder("one_lane", workgroup=256)
    out = b.output("out", u8)
    i = b.global_id()
    with b.if_(i == LANE):
        out[i] = 7
        for k in range(4):
            out[k] = b.cast(u8, i >> (8 * k))
    return b.build()


# numba #9229
@pytest.mark.skipif(SETTING != "full", reason="needs 2.1 GB: only in the full setting")
def test_the_lane_beyond_two_to_the_31_on_the_cpu(session: Session) -> None:
    out = np.zeros(SIZE, np.uint8)
    config = DispatchConfig(grid_override=GROUPS)
    session.dispatch(one_lane(), [], config, out=[out], backend="cpu")
    assert int.from_bytes(out[:4].tobytes(), "little") == LANE
    assert out[LANE] == 7
    out[:4] = 0
    out[LANE] = 0
    assert not out.any()  # nobody else wrote
    del out
    gc.collect()


def test_the_reference_runs_the_groups_at_the_end() -> None:
    """Its own memory is a stand-in of one page: only two groups run, and only one lane of them stores."""
    b = Builder("end", workgroup=256)
    out = b.output("out", u32, count=4)
    i = b.global_id()
    with b.if_(i == LANE):
        out[0] = i
        out[1] = b.group_id()
        out[2] = b.num_groups()
    memory = np.zeros(4, np.uint32)
    last = LANE // 256
    Oracle(b.build()).run({0: memory.data.cast("B")}, {0: (4,)}, {}, (GROUPS, 1, 1), [GROUPS - 2, GROUPS - 1])
    assert memory.tolist() == [LANE, last, GROUPS, 0]


def test_a_buffer_larger_than_the_device_takes_is_refused(session: Session) -> None:
    """Asked and allowed bytes are named, nothing is compiled or allocated."""
    tried = 0
    for device in ("wgpu", "opencl", "cuda"):
        if not session.registry.devices(device)[0].available:
            continue
        limit = session.engine(device).profile.max_buffer_bytes
        assert limit is not None
        if limit + 256 >= 1 << 32:
            continue  # the 2**32 elements of rule 1.3 come first
        b = Builder("declared")
        out = b.output("out", u8, count=limit + 256)
        out[b.global_id()] = 1
        with compiles(session, device) as compiled, pytest.raises(vy.UnsupportedFeature) as caught:
            session.dispatch(b.build(), [], backend=device)
        assert caught.value.code in ("U712", "U733")
        assert f"asked {limit + 256} bytes, allowed {limit} bytes" in str(caught.value)
        assert compiled == []
        tried += 1
    if not tried:
        pytest.skip("no device with memory of its own here")


def test_two_to_the_32_invocations_along_an_axis_are_refused(session: Session, device: str) -> None:
    program = one_lane()
    with pytest.raises(vy.UnsupportedFeature) as caught:
        session.dispatch(
            program, [], DispatchConfig(grid_override=16_777_216), out=[np.zeros(8, np.uint8)], backend=device
        )
    assert caught.value.code == "U710"
    assert "allowed 4294967295" in str(caught.value)
    assert "Fix: " in str(caught.value)
    for domain in (2**32, 2**32 - 1, 2**32 - 255, 2**33, 2**64):
        with pytest.raises(vy.UnsupportedFeature, match="U710"):
            session.dispatch(program, [], out=[np.zeros(8, np.uint8)], backend=device, domain=domain)
    out = np.zeros(8, np.uint8)
    session.dispatch(program, [], out=[out], backend=device, domain=8)
    assert out.tolist() == [0] * 8


def test_one_group_less_passes_the_check() -> None:
    check_grid((16_777_215, 1, 1), (256, 1, 1))
    assert grid_of_domain((16_777_215 * 256,), (256, 1, 1)) == (16_777_215, 1, 1)
    assert grid_of_domain((2**32 - 1,), (1, 1, 1)) == (2**32 - 1, 1, 1)
    with pytest.raises(vy.UnsupportedFeature):
        check_grid((16_777_216, 1, 1), (256, 1, 1))
