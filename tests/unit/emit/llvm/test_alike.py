"""Workgroups in step that fill a shared array alike have one of it; which arrays are such, and the bytes of the reference."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.drivers.cpu import CpuBackend
from vyre.emit.llvm import Target, emit
from vyre.plan.plan import make_plan

WIDE = Target(16, 32, True, True, True, True)
M, N = vy.dims("M N")

HEAD = """
def k(a: Annotated[vy.In[vy.i32], N, M], b: Annotated[vy.In[vy.i32], M, N], scale: vy.i32, out: Annotated[vy.Out[vy.i32], N, N]) -> None:
    left = vy.shared(vy.i32, (8, 16))
    right = vy.shared(vy.i32, (8, 16))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.i32(0)
    for k0 in range(0, M, 8):
        left[row, column] = a[i, k0 + column % 8]
"""
TAIL = """
        vy.barrier()
        for k in range(8):
            total += left[row, k] * right[k, column]
        vy.barrier()
    if i < N and j < N:
        out[i, j] = total
"""
ALIKE = {
    "elements": "right[row, column] = b[k0 + row, j]",
    "with a number": "right[row, column] = b[k0 + row, j] * scale + 3",
    "in a branch": "if row % 2 == 0 or k0 > 8:\n            right[row, column] = b[k0 + row, j]",
    "two rows in turn": "for half in range(2):\n            if row < 4:\n                right[row + 4 * half, column] = b[k0 + row + 4 * half, j]",
    "and something else": "right[row, column] = b[k0 + row, j]\n        total += b[k0 + row, j]",
}
OTHER = {
    "what was there": "total += right[row, column]\n        right[row, column] = b[k0 + row, j]",
    "of the own row": "right[row, column] = b[k0 + row, j] + a[i, k0]",
    "in a branch of the own row": "if i % 3 != 0:\n            right[row, column] = b[k0 + row, j]",
    "as often as the own row says": "for turn in range(vy.u32(i % 5)):\n            right[row, column] = b[k0 + row, j] + vy.i32(turn)",
    "a number of times of the own group": "for turn in range(vy.group_id(0) % 2):\n            right[row, column] = b[k0 + row, j]",
    "from the own group on": "for turn in range(vy.group_id(0), 2):\n            right[row, column] = b[k0 + row, j]",
    "left by the own group": "for turn in range(2):\n            if vy.group_id(0) % 2 == 0:\n                break\n            right[row, column] = b[k0 + row, j]",
    "passed by the own group": "for turn in range(2):\n            if vy.group_id(0) % 2 == 0:\n                continue\n            right[row, column] = b[k0 + row, j]",
    "an inner loop that is left": "for turn in range(2):\n            for again in range(2):\n                if i % 3 == 0:\n                    break\n                right[row, column] = b[k0 + row, j]",
    "while the own row says": "n = vy.u32(i % 3)\n        while n > 0:\n            right[row, column] = b[k0 + row, j]\n            n -= 1",
    "added": "vy.atomic_add(right, (row, column), b[k0 + row, j])",
    "at the own row": "right[(row + vy.group_id(0)) % 8, column] = b[k0 + row, j]",
}


def kernel(fill: str) -> vy.Kernel:
    names = {"Annotated": Annotated, "M": M, "N": N}
    text = "@vy.kernel(workgroup=(8, 16))" + HEAD + "        " + fill + TAIL
    return vy.kernel_from_source(text, name="k", namespace=names)


def alike(fill: str) -> tuple[int, int]:
    receipt = emit(make_plan(kernel(fill).program.check(), config=DispatchConfig()), WIDE).receipt
    return receipt.stack, receipt.alike


@pytest.mark.parametrize("fill", ALIKE)
def test_one_array_stands_for_all(fill: str) -> None:
    assert alike(ALIKE[fill]) == (4, 1)


@pytest.mark.parametrize("fill", OTHER)
def test_each_has_its_own(fill: str) -> None:
    assert alike(OTHER[fill])[1] == 0


@pytest.mark.parametrize("side", [8, 16, 33, 70, 100])
@pytest.mark.parametrize("fill", ALIKE | OTHER)
def test_the_bytes_are_the_references(fill: str, side: int) -> None:
    draw = np.random.default_rng(side)
    a, b = (draw.integers(-99, 99, shape, dtype=np.int32) for shape in ((side, 37), (37, side)))
    made = kernel((ALIKE | OTHER)[fill])
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with vy.Session(backend) as session:
            if backend == "cpu":
                opened = session.engine("cpu").backend
                assert isinstance(opened, CpuBackend)
                opened.target = WIDE
            out = np.full((side, side), 77, np.int32)
            session.dispatch(made.program, [a, b, 5], out=[out])
            results.append(out.tobytes())
    assert results[0] == results[1]


@pytest.mark.parametrize("fill", ["elements", "cleared first"])
def test_the_checks_of_facts_say_nothing(fill: str) -> None:
    """Where an element is stored twice in a phase, the next workgroup finds there what was stored last, and not first."""
    twice = "right[row, column] = 0\n        if row < 7:\n            right[row, column] = b[k0 + row, j]"
    program = kernel(ALIKE.get(fill, twice)).program
    a, b = (np.arange(33 * 37, dtype=np.int32).reshape(shape) for shape in ((33, 37), (37, 33)))
    results: list[bytes] = []
    for backend in ("reference", "cpu"):
        with vy.Session(backend) as session:
            if backend == "cpu":
                opened = session.engine("cpu").backend
                assert isinstance(opened, CpuBackend)
                opened.target = WIDE
            config = DispatchConfig(assert_facts=backend == "cpu")
            out = np.zeros((33, 33), np.int32)
            session.dispatch(program, [a, b, 5], out=[out], config=config)
            results.append(out.tobytes())
    assert results[0] == results[1]
