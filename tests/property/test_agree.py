"""Random programs give the same bytes on every backend as on the reference (rule 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.property.campaign import campaign
from tests.property.programs import NARROW, WIDE, Case, programs
from tests.property.running import compare, open_backend, skip_reason
from tests.sizes import size
from vyre.contract.backend import VyreBackend
from vyre.contract.registry import Registry
from vyre.device import DeviceProfile
from vyre.drivers.cpu import CpuBackend
from vyre.dtypes import BY_NAME
from vyre.emit.llvm import Target
from vyre.emit.numerics import FACTS, NEAR

_HERE = ("reference:lanes", "cpu")
"""What is held against the scalar reference, program for program."""
_OURS = ("reference", "wgpu", "opencl", "cuda")
_NAMES = [*(name for name in Registry().names() if name != "null"), "reference:lanes"]
_VECTORS = {"four lanes": Target(4, 16), "eight lanes": Target(8, 16, True)}
_PARTS = 10  # so that a failing part is short, and parts run in parallel


@pytest.fixture(scope="module")
def opened() -> Iterator[dict[str, VyreBackend]]:
    backends: dict[str, VyreBackend] = {}
    yield backends
    for backend in backends.values():
        backend.close()


def backend_of(name: str, opened: dict[str, VyreBackend]) -> VyreBackend:
    if name not in opened:
        reason = skip_reason(name)
        if reason is not None:
            pytest.skip(f"{name}: {reason}")
        opened[name] = open_backend(name)
    return opened[name]


def profile_of(backend: VyreBackend) -> str:
    dtypes = backend.profile().dtypes
    if dtypes >= set(BY_NAME):
        return "every"
    return "portable" if dtypes >= BY_NAME.keys() - {"f64"} else "narrow"


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("profile", ["wide", "every", "nested"])
def test_scalar_lanes_and_cpu_agree(profile: str, part: int, opened: dict[str, VyreBackend]) -> None:
    """Both references and the CPU; ``every`` has all types, and all that the language has, ``nested`` loops in loops."""
    backends = [backend_of(name, opened) for name in _HERE if skip_reason(name) is None]
    each = -(-size(f"programs_{profile}") // _PARTS)
    tally = campaign(backends, range(part * each, (part + 1) * each), profile)
    assert tally.programs == each
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


@pytest.mark.parametrize("vectors", _VECTORS)
def test_text_for_processors_with_less_agrees(vectors: str) -> None:
    """The same CPU with the text for narrower vectors, and with what an instruction would do written out."""
    if skip_reason("cpu") is not None:
        pytest.skip(f"cpu: {skip_reason('cpu')}")
    backend = open_backend("cpu")
    assert isinstance(backend, CpuBackend)
    backend.target = _VECTORS[vectors]
    tally = campaign([backend], range(10_000, 10_000 + size("programs_vectors")), "every")
    backend.close()
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("name", [name for name in _NAMES if name not in _HERE])
def test_seeded_programs_agree(name: str, part: int, opened: dict[str, VyreBackend]) -> None:
    backend = backend_of(name, opened)
    count = size(f"programs_{name}" if name in _OURS else "programs_other")
    each = -(-count // _PARTS)
    tally = campaign([backend], range(part * each, min(count, (part + 1) * each)), profile_of(backend))
    assert tally.programs > 0
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


class Formed:
    """A WebGPU device of which other things are known than were measured."""

    def __init__(self, backend: VyreBackend, measured: frozenset[str]) -> None:
        self.backend = backend
        self.measured = measured

    def __getattr__(self, name: str) -> Any:
        return getattr(self.backend, name)

    def profile(self) -> DeviceProfile:
        return replace(self.backend.profile(), wants_probe=False, measured=self.measured)


_DOUBLES = frozenset(fact for fact in FACTS if fact.endswith("f64") and fact != "fma_f64")


@pytest.mark.parametrize("near", [frozenset(), NEAR - {"near_fma_f32"}], ids=["integer", "corrected"])
def test_webgpu_agrees_in_forms_that_this_device_has_no_need_of(
    near: frozenset[str], opened: dict[str, VyreBackend]
) -> None:
    backend: Any = Formed(backend_of("wgpu", opened), _DOUBLES | near)
    tally = campaign([backend], range(20_000, 20_000 + size("programs_wgpu") // 2), profile_of(backend))
    assert tally.programs > 0
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


@pytest.mark.parametrize("name", _NAMES)
def test_drawn_programs_agree(name: str, opened: dict[str, VyreBackend]) -> None:
    """As above, with Hypothesis, which shrinks what fails."""
    backend = backend_of(name, opened)
    profile = WIDE if profile_of(backend) == "wide" else NARROW
    health = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

    @settings(
        max_examples=size("hypothesis_programs"),
        deadline=None,
        suppress_health_check=health,
        derandomize=True,
        database=None,
    )
    @given(programs(profile))
    def agrees(case: Case) -> None:
        difference = compare(case, backend)
        assert difference is None, str(difference)

    agrees()
