"""Kernels that read tiles of two-dimensional arrays: rows found from rows, the next tile asked for, workgroups below each other in
step; and the bytes, at ragged sizes and in any pieces too."""

from __future__ import annotations

import ctypes
import re
from typing import Annotated

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.drivers.cpu.loader import load
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.plan.plan import make_plan

WIDE = Target(16, 32, True, True, True, True)
MIDDLE = Target(8, 16, True)
TILE = 16
M, N = vy.dims("M N")


@vy.kernel(workgroup=(TILE, TILE))
def tiled(
    a: Annotated[vy.In[vy.f32], N, M], b: Annotated[vy.In[vy.f32], M, N], out: Annotated[vy.Out[vy.f32], N, N]
) -> None:
    left = vy.shared(vy.f32, (TILE, TILE))
    right = vy.shared(vy.f32, (TILE, TILE))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, M, TILE):
        left[row, column] = a[i, k0 + column]
        right[row, column] = b[k0 + row, j]
        vy.barrier()
        for k in range(TILE):
            total += left[row, k] * right[k, column]
        vy.barrier()
    out[i, j] = total


@vy.kernel(workgroup=(8, 32))
def plain(
    a: Annotated[vy.In[vy.f32], N, M], b: Annotated[vy.In[vy.f32], M, N], out: Annotated[vy.Out[vy.f32], N, N]
) -> None:
    i = vy.global_id(0)
    j = vy.global_id(1)
    total = vy.f32(0)
    for k in range(M):
        total = vy.fma(a[i, k], b[k, j], total)
    out[i, j] = total


def made(kernel: vy.Kernel, target: Target) -> LlvmArtifact:
    return emit(make_plan(kernel.program.check(), config=DispatchConfig()), target)


def asked(artifact: LlvmArtifact) -> int:
    return artifact.text.count("call void @llvm.prefetch.p0")


def test_the_next_tile_is_asked_for() -> None:
    """Of each row of B the vector of the next tile and its last element, which may be in one more line; of A, whose next tile is
    to the right of this one, the last element only, once more in the text of workgroups behind the first."""
    assert asked(made(tiled, WIDE)) == 16 * 2 + 2 * 16


def test_two_vectors_of_a_row_are_asked_for_as_one() -> None:
    artifact = made(tiled, MIDDLE)
    assert artifact.receipt.packs == 8
    assert asked(artifact) == 4 * 2 + 4


def test_rows_of_a_loop_are_asked_for_ahead() -> None:
    """Two vectors of 64 bytes, and the line in which the second one may end."""
    assert asked(made(plain, WIDE)) == 3


@pytest.mark.parametrize("kernel", [tiled, plain])
def test_rows_are_found_from_the_row_above(kernel: vy.Kernel) -> None:
    """Where all lanes are in bounds, one product finds the first row, and a step of one row each of the others."""
    text = made(kernel, WIDE).text
    size = re.findall(r"(%v\d+) = zext i32 %v\d+ to i64", text)
    steps = [
        text.count(f"float, ptr {p}, i64 {s}\n") for p in set(re.findall(r"float, ptr (%v\d+),", text)) for s in size
    ]
    rows = 16 if kernel is tiled else 8
    assert sum(steps) >= rows - 1


@pytest.mark.parametrize("kernel", [tiled, plain])
@pytest.mark.parametrize("shape", [(16, 16), (32, 48), (40, 33), (15, 7), (1, 1), (64, 160)])
def test_tiles_have_the_reference_s_bytes(kernel: vy.Kernel, shape: tuple[int, int]) -> None:
    """The last tiles and rows lie at the end of an array, and what is asked for behind it is no fault."""
    random = np.random.default_rng(5)
    a = random.standard_normal(shape).astype(np.float32)
    b = random.standard_normal(shape[::-1]).astype(np.float32)
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        out = np.zeros((shape[0], shape[0]), np.float32)
        kernel.compile(backend=backend)(a, b, out=out)
        results.append(out.tobytes())
    assert results[0] == results[1]


def test_workgroups_below_each_other_go_in_step() -> None:
    """Stacks are used where vectors are long and workgroups read the same columns between barriers; strips are not
    faster."""
    assert [made(kernel, WIDE).receipt.stack for kernel in (tiled, plain)] == [4, 1]
    assert [made(*of).receipt.stack for of in ((tiled, MIDDLE), (counted, WIDE), (alone, WIDE))] == [1, 1, 1]


@vy.kernel(workgroup=(TILE, TILE))
def alone(a: Annotated[vy.In[vy.f32], N, M], out: Annotated[vy.Out[vy.f32], N, N]) -> None:
    """What it reads no other workgroup reads."""
    kept = vy.shared(vy.f32, (TILE, TILE))
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, M, TILE):
        kept[row, column] = a[vy.global_id(0), k0 + column]
        vy.barrier()
        total += kept[column, row]
        vy.barrier()
    out[vy.global_id(0), vy.global_id(1)] = total


@vy.kernel(workgroup=(TILE, TILE))
def counted(
    a: Annotated[vy.In[vy.f32], N, M], out: Annotated[vy.Out[vy.f32], N, N], seen: Annotated[vy.InOut[vy.u32], 1]
) -> None:
    """Its workgroups may see each other."""
    kept = vy.shared(vy.f32, (TILE, TILE))
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.f32(0)
    for k0 in range(0, M, TILE):
        kept[row, column] = a[row, k0 + column]
        vy.barrier()
        total += kept[column, row]
        vy.barrier()
    vy.atomic_add(seen, 0, 1)
    out[vy.global_id(0), vy.global_id(1)] = total


@pytest.mark.parametrize("pieces", [(), (3,), (5, 20), (1, 2, 23), (10,), (7, 19), (12, 24)])
@pytest.mark.parametrize("target", [WIDE, MIDDLE], ids=["wide", "middle"])
@pytest.mark.parametrize("kernel", [tiled, plain])
def test_any_pieces_of_the_grid_make_the_whole(kernel: vy.Kernel, target: Target, pieces: tuple[int, ...]) -> None:
    """Rows of workgroups, the last ones beyond the arrays in part, begun and ended anywhere."""
    side, depth = 75, 141
    random = np.random.default_rng(8)
    a = random.integers(-9, 9, (side, depth)).astype(np.float32)  # whole numbers: no step rounds
    b = random.integers(-9, 9, (depth, side)).astype(np.float32)
    out = np.zeros((side, side), np.float32)
    artifact = made(kernel, target)
    arrays = (a, b, out)
    values = {f"b{n}.shape{axis}": x.shape[axis] for n, x in enumerate(arrays) for axis in range(2)}
    values |= {f"b{n}.size": x.size for n, x in enumerate(arrays)}
    plan = make_plan(kernel.program.check(), config=DispatchConfig())
    params = plan.params.pack(values)
    x, y = (-(-side // extent) for extent in plan.workgroup[:2])
    slots = np.array([x.ctypes.data for x in arrays], np.uint64).tobytes() + np.array([x, y, 1], np.uint32).tobytes()
    scratch = ctypes.create_string_buffer(artifact.receipt.scratch_bytes + 64)
    code = load(artifact.text, level=artifact.receipt.level)
    for first, end in zip((0, *pieces), (*pieces, x * y), strict=True):
        code.run(slots, params, first, end, x, ctypes.addressof(scratch))
    assert out.tobytes() == (a @ b).tobytes()
