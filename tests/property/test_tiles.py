"""Programs that stream memory, in tiles of workgroups (``vyre.emit.tiles``) and with accesses of 16 bytes
(``vyre.emit.wide``), leave what they leave without them.

The generator's own programs have loops, which tiles leave alone, so these are made here. PoCL runs the text that a GPU gets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.property.programs import Case
from tests.property.running import MEASURED, compare, open_backend, skip_reason
from tests.property.streams import TYPES, stream
from tests.sizes import size
from vyre.contract.backend import VyreBackend
from vyre.drivers.opencl import OpenclBackend
from vyre.drivers.wgpu.backend import WgpuBackend
from vyre.drivers.wgpu.submission import fold
from vyre.emit.tiles import TILE, blocks_of, tile_of
from vyre.emit.wide import wide_accesses
from vyre.ir.nodes import If, Return
from vyre.ir.walk import walk
from vyre.run.probe import refined

_AS_GPUS = ["opencl as a GPU", "wgpu as a GPU", "wgpu as a GPU that folds"]
_FOLDED_BEYOND = 9  # tiles along an axis: of at most this number squared a launch may be folded


@pytest.fixture(scope="module", params=[*_AS_GPUS, "opencl", "wgpu", "cuda"])
def backend(request: pytest.FixtureRequest) -> Iterator[VyreBackend]:
    name = request.param.partition(" ")[0]
    reason = skip_reason(name)
    if reason is not None:
        pytest.skip(f"{name}: {reason}")
    opened = open_backend(name)
    if request.param != name:
        assert isinstance(opened, (OpenclBackend, WgpuBackend))
        opened._profile = replace(opened.profile(), kind="gpu", folds_grid=True)
    if request.param.endswith("folds"):
        assert isinstance(opened, WgpuBackend)
        refined(opened, MEASURED)  # in launches that are larger
        opened.limits["max-compute-workgroups-per-dimension"] = _FOLDED_BEYOND
    yield opened
    opened.close()


def _cases() -> Iterator[Case]:
    for seed in range(size("stream_programs")):
        yield stream(seed)


def test_streams_agree(backend: VyreBackend) -> None:
    for case in _cases():
        assert compare(case, backend) is None, str(compare(case, backend))


def test_most_streams_run_in_tiles_with_and_without_a_rest() -> None:
    tiled = [case for case in _cases() if tile_of(case.program, case.program.workgroup) is not None]
    assert len(tiled) > size("stream_programs") // 3
    assert any(case.grid[0] % TILE for case in tiled)
    assert any(case.grid[0] > TILE for case in tiled)
    with_return = [case for case in tiled if any(isinstance(s, Return) for _, s, _ in walk(case.program))]
    assert with_return
    assert any(isinstance(s, If) and s.orelse for case in tiled for _, s, _ in walk(case.program))


def test_grids_of_one_axis_and_of_two_are_folded() -> None:
    tiled = [case for case in _cases() if tile_of(case.program, case.program.workgroup) is not None]
    launched = [(blocks_of(case.grid, TILE), case.grid) for case in tiled]
    folded = {grid[1] for blocks, grid in launched if fold(blocks, _FOLDED_BEYOND) != blocks}
    assert folded == {1, 2}


def test_some_streams_touch_their_own_elements_only() -> None:
    tiles = [(case, tile_of(case.program, case.program.workgroup)) for case in _cases()]
    together = [case for case, tile in tiles if tile is not None and tile.together]
    assert len(together) > size("stream_programs") // 6
    assert len({case.program.buffers[0].dtype for case in together}) > len(TYPES) // 2


def test_neighbours_are_found() -> None:
    runs = [run for case in _cases() for run in wide_accesses(case.program).runs.values()]
    assert {run.length for run in runs} == {4, 8}
    assert any(run.elements != tuple(sorted(run.elements)) for run in runs)
    assert any(run.shift for run in runs)
