"""Programs split into parts that run one after the other (``vyre.opt.split``) leave what they leave as one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod

import pytest

from tests.property.expressions import EVERY, Profile
from tests.property.programs import NO_TRAP, PROFILES, TRAP, Case, random_program
from tests.property.running import Block, compare, differs, open_backend, plan_of, skip_reason, told, words_of
from tests.sizes import size
from vyre.contract.backend import Launch, VyreBackend
from vyre.dtypes import f64
from vyre.opt.split import Parts, split
from vyre.plan.binding import bind_program

_PLAIN = Profile("plain", EVERY.values, EVERY.buffers)  # all types; no private arrays, which keep a program whole

_SINGLES = Profile(
    "singles", tuple(t for t in EVERY.values if t is not f64), tuple(t for t in EVERY.buffers if t is not f64)
)


@pytest.fixture(scope="module")
def cpu() -> Iterator[VyreBackend]:
    backend = open_backend("cpu")
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def wgpu() -> Iterator[VyreBackend]:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(reason)
    backend = open_backend("wgpu")
    yield backend
    backend.close()


def run_parts(backend: VyreBackend, case: Case, parts: Parts) -> dict[int, bytes]:
    """The bytes of every output after all parts, on a backend that works in the host's memory."""
    plan = plan_of(case, features=backend.profile().features)
    invocations = prod(case.grid) * prod(plan.workgroup)
    blocks = {slot.buffer: Block(case.start.get(slot.buffer, NO_TRAP), 0) for slot in plan.slots}
    carried = Block(b"\x5a" * (4 * parts.words * invocations), 0)  # nobody clears it
    for part in parts.programs if 0 not in case.grid else ():
        own = replace(plan, program=part.check(), binding=bind_program(part))
        pipeline = backend.compile(own, backend.profile())
        slots = (*(blocks[slot.buffer].view for slot in plan.slots), carried.view)
        shapes = {**case.shapes, len(part.buffers) - 1: (parts.words * invocations,)}
        words = words_of(own, replace(case, shapes=shapes))
        backend.submit([Launch(pipeline, slots, case.grid, own.params.pack(words))]).result(60)
        pipeline.close()
    assert not any(block.damage for block in (*blocks.values(), carried))
    found = {k: blocks[k].data for k, buffer in enumerate(case.program.buffers) if buffer.is_output}
    if len(case.program.buffers) in blocks:
        found[TRAP] = told(blocks[len(case.program.buffers)].data, plan)
    return found


@pytest.mark.parametrize("longest", [4, 12, 40])
@pytest.mark.parametrize("profile", [PROFILES["wide"], _PLAIN], ids=lambda p: p.name)
def test_parts_leave_what_the_whole_leaves(cpu: VyreBackend, profile: Profile, longest: int) -> None:
    ran = 0
    for seed in range(30_000, 30_000 + size("programs_split")):
        case = random_program(seed, profile, None)
        parts = split(plan_of(case, features=cpu.profile().features).program.program, longest)
        if parts is not None:
            ran += 1
            what = differs(case, case.expected(), run_parts(cpu, case, parts))
            assert not what, f"{case.origin}: {what}\n{case.program.to_text()}"
    assert ran > 0


@pytest.mark.parametrize("longest", [6, 30])
def test_webgpu_runs_the_parts(wgpu: VyreBackend, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = wgpu.profile()
    monkeypatch.setattr(wgpu, "_profile", replace(profile, longest_piece=longest))
    ran = 0
    for seed in range(31_000, 31_000 + size("programs_split")):
        case = random_program(seed, _SINGLES, None)
        if split(plan_of(case, features=profile.features).program.program, longest) is not None:
            ran += 1
            difference = compare(case, wgpu)
            assert difference is None, str(difference)
    assert ran > 0
