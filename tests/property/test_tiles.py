"""Programs that stream memory, in tiles of workgroups (``vyre.emit.tiles``) and with accesses of 16 bytes
(``vyre.emit.wide``), leave what they leave without them.

The generator's own programs have loops, which tiles leave alone, so these are made here. PoCL runs the text that a GPU gets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import prod

import pytest

from tests.property.programs import Case
from tests.property.running import MEASURED, compare, open_backend, skip_reason
from tests.sizes import size
from vyre.contract.backend import VyreBackend
from vyre.drivers.opencl import OpenclBackend
from vyre.drivers.wgpu.backend import WgpuBackend
from vyre.drivers.wgpu.submission import fold
from vyre.dtypes import DType, f16, f32, i32, u8, u32, u64
from vyre.emit.tiles import TILE, blocks_of, tile_of
from vyre.emit.wide import wide_accesses
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.nodes import If, Return
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.ir.walk import walk
from vyre.run.probe import refined

_WORKGROUP = 8
_TYPES = (u32, u32, f32, i32, u8, u64, f16)


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


class _Maker:
    """One program: guarded in one of the usual ways, or not at all."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.seed = seed
        self.b = Builder(f"stream{seed}", workgroup=_WORKGROUP)
        self.own = self.r.random() < 0.4  # whether an invocation touches nothing but its own elements
        self.n = self.r.choice((0, 1, 7, 31, 32, 33, 63, 64, 65, 100, 127, 128, 130))
        if seed % 10 in (1, 4):
            self.n = 320
        self.shapes: dict[int, tuple[int, ...]] = {}
        self.t: DType = self.r.choice(_TYPES)

    def array(self, var: BufferVar) -> BufferVar:
        near = self.n if self.r.random() < 0.6 else max(0, self.n + self.r.randint(-40, 40))
        self.shapes[len(self.shapes)] = (near,)
        return var

    def case(self) -> Case:
        r, b = self.r, self.b
        self.inputs = [self.array(b.input(f"a{k}", self.t)) for k in range(r.randint(1, 3))]
        self.out = self.array(b.output("out", self.t))
        self.kept = self.array(b.inout("kept", self.t)) if r.random() < 0.4 else None
        count = b.uniform("count", u32)
        self.params: dict[int, bool | int | float] = {len(self.shapes): max(0, self.n + r.randint(-20, 20))}
        self.i = b.global_id()
        end = r.choice((self.out.size, count.get()))
        match r.randrange(5):
            case 0:
                with b.if_(self.i < end):
                    self.body()
            case 1:
                with b.if_(self.i >= end):
                    b.return_()
                self.body()
            case 2:
                with b.if_(end > self.i):
                    self.body()
                with b.else_():
                    self.out[self.i] = self.value()
            case 3:
                with b.if_(end <= self.i):
                    b.return_()
                with b.if_(self.i < self.inputs[0].size):
                    self.body()
            case _:
                self.body()
        program = b.build()
        start = {k: self.bytes_of(program, k) for k in self.shapes}
        groups = -(-self.n // _WORKGROUP) + r.choice((0, 0, 0, 1, 5, -1))
        grid = (min(max(0, groups), 40), 1 + self.seed % 2, 1)
        return Case(program, self.shapes, start, self.params, grid, f"stream {self.seed}")

    def bytes_of(self, program: Program, k: int) -> bytes:
        buffer = program.buffers[k]
        nbytes = prod(self.shapes[k]) * buffer.nbytes
        return bytes(nbytes) if buffer.role == "out" else self.r.randbytes(nbytes)

    def body(self) -> None:
        r, b = self.r, self.b
        total = b.let("total", self.value())
        for _ in range(r.randint(0, 3)):
            if r.random() < 0.4 and not self.own:
                with b.if_(self.value() < self.value()):
                    total.set(total + self.value())
                with b.else_():
                    total.set(self.value())
            else:
                total.set(total * self.value())
        if self.kept is not None:
            self.kept[self.i] = total.get()
        self.out[self.i] = total - self.value()

    def neighbours(self) -> Case:
        """Each invocation takes some neighbours and leaves some, not always in order, at any distance from a multiple of four."""
        r, b = self.r, self.b
        self.t = r.choice((u32, i32, f32))
        self.inputs = [self.array(b.input(f"a{k}", self.t)) for k in range(r.randint(1, 2))]
        self.out = self.array(b.output("out", self.t))
        self.i = b.global_id()
        width = r.choice((4, 4, 5, 8, 9))
        base = self.i * width + r.randint(0, 5)
        loaded = [[source[base + k - 1] for k in range(width)] for source in self.inputs]
        if r.random() < 0.4:  # through workgroup memory, where the subscripts themselves must say that they are aligned
            tile = b.shared("tile", self.t, _WORKGROUP * width)
            mine = b.local_id() * width
            for k in range(width):
                tile[mine + k] = loaded[0][k]
            b.barrier()
            theirs = ((b.local_id() + 1) % _WORKGROUP) * width
            loaded[0] = [tile[theirs + k] for k in range(width)]
            if r.random() < 0.5:
                b.barrier()
                tile[mine + 1] = loaded[0][0]
                loaded[0][1] = tile[mine + 1]
        order = list(range(width))
        if r.random() < 0.3:
            r.shuffle(order)
        for k in order:
            value = loaded[0][k]
            for other in loaded[1:]:
                value = value + other[(k + 1) % width]
            self.out[base + k] = value
            if r.random() < 0.1:
                self.out[base + k] = value + value
        program = b.build()
        start = {k: self.bytes_of(program, k) for k in self.shapes}
        groups = -(-self.n // (_WORKGROUP * width)) + r.randint(0, 1)
        return Case(program, self.shapes, start, {}, (groups, 1, 1), f"neighbours {self.seed}")

    def value(self) -> Val:
        r = self.r
        source = r.choice(self.inputs)
        others = () if self.own else (self.i + 1, self.b.local_id(), self.b.group_id() * 3)
        index = r.choice((self.i, self.i, self.i, *others))
        found: Val = source[index]
        return found


def _cases() -> Iterator[Case]:
    for seed in range(size("stream_programs")):
        yield _Maker(seed).case() if seed % 3 else _Maker(seed).neighbours()


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
    assert len({case.program.buffers[0].dtype for case in together}) > len(_TYPES) // 2


def test_neighbours_are_found() -> None:
    runs = [run for case in _cases() for run in wide_accesses(case.program).runs.values()]
    assert {run.length for run in runs} == {4, 8}
    assert any(run.elements != tuple(sorted(run.elements)) for run in runs)
    assert any(run.shift for run in runs)
