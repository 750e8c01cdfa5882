"""Which of wgpu-native's own checks a program's module has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import vyre as vy
from tests.property.running import open_backend, skip_reason
from vyre.drivers.wgpu import modules
from vyre.drivers.wgpu.backend import WgpuBackend

_TEXT = "@compute @workgroup_size(1) fn main() { var k = 0u; loop { k += 1u; if k > 3u { break; } } }"


@pytest.fixture(scope="module")
def backend() -> Iterator[WgpuBackend]:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(f"wgpu: {reason}")
    opened = open_backend("wgpu")
    assert isinstance(opened, WgpuBackend)
    yield opened
    opened.close()


@vy.kernel
def counted(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        total = vy.u32(0)
        for k in range(a.size):
            total += a[k]
        out[i] = total


@vy.kernel
def awaited(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        for _ in range(2):
            if a[i] > 3:
                k = vy.u32(0)
                while k < a[i]:
                    k += 1
                out[i] = k


def test_only_a_program_that_may_run_for_ever_pays_for_counted_loops(backend: WgpuBackend) -> None:
    assert modules.checks_of(counted.program) == modules.BOUNDS
    assert modules.checks_of(awaited.program) == modules.COUNTED
    assert backend.checks_of(counted.program) == modules.BOUNDS


def test_subscripts_are_checked_in_every_module() -> None:
    assert modules.BOUNDS
    assert modules.COUNTED & modules.BOUNDS == modules.BOUNDS
    assert modules.COUNTED != modules.BOUNDS


@pytest.mark.parametrize("checks", [modules.BOUNDS, modules.COUNTED])
def test_a_module_is_made_or_says_why_not(backend: WgpuBackend, checks: int) -> None:
    import wgpu

    assert modules.shader_module(backend.device, _TEXT, checks) is not None
    with pytest.raises(wgpu.GPUError, match=r"wgsl:1:\d+"):
        modules.shader_module(backend.device, "@compute @workgroup_size(1) fn main() { nothing(); }", checks)
