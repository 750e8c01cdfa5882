"""Samples of CUDA that fold a row level by level in shared memory: Walsh's transform, Haar's wavelets, trees of prices."""

from __future__ import annotations

from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- Walsh's transform

WALSH = 128


def walsh_inputs(size: int, seed: int) -> Inputs:
    return {"rows": np.random.default_rng(seed).integers(-1000, 1000, (size, WALSH)).astype(np.int32)}


@vy.kernel(workgroup=WALSH // 4)
def walsh_rows(rows: vy.In[vy.i32], result: vy.Out[vy.i32]) -> None:
    """Steps of radix 4, and at the end one of radix 2, for an odd number of digits."""
    s = vy.shared(vy.i32, WALSH)
    row, lane = vy.group_id(), vy.local_id()
    for at in range(lane, WALSH, WALSH // 4):
        s[at] = rows[row, at]
    stride = vy.u32(WALSH >> 2)
    while stride > 0:
        low = lane & (stride - 1)
        i0 = ((lane - low) << 2) + low
        i1 = i0 + stride
        i2 = i1 + stride
        i3 = i2 + stride
        vy.barrier()
        a, b, c, d = s[i0], s[i1], s[i2], s[i3]
        t = a
        a += c
        c = t - c
        t = b
        b += d
        d = t - d
        s[i0], s[i1] = a + b, a - b
        s[i2], s[i3] = c + d, c - d
        stride >>= 2
    if vy.static(WALSH.bit_length() % 2 == 0):
        vy.barrier()
        for pos in range(lane, WALSH // 2, WALSH // 4):
            i0 = pos << 1
            i1 = i0 + 1
            a, b = s[i0], s[i1]
            s[i0] = a + b
            s[i1] = a - b
    vy.barrier()
    for at in range(lane, WALSH, WALSH // 4):
        result[row, at] = s[at]


def walsh_run(inputs: Inputs, **keywords: Any) -> Results:
    return [walsh_rows(inputs["rows"], grid=len(inputs["rows"]), **keywords)]


def walsh_expected(inputs: Inputs) -> Results:
    matrix = np.array([[1]])
    while len(matrix) < WALSH:
        matrix = np.kron(np.array([[1, 1], [1, -1]]), matrix)
    return [(inputs["rows"] @ matrix).astype(np.int32)]


# ---------------------------------------------------------------- Haar's wavelets, and a tree of prices

LENGTH = 64
HALF = float(np.sqrt(F(0.5)))


def haar_inputs(size: int, seed: int) -> Inputs:
    return {"rows": np.random.default_rng(seed).random((size, LENGTH), F)}


@vy.kernel(workgroup=LENGTH // 2)
def haar_rows(rows: vy.In[vy.f32], result: vy.Out[vy.f32]) -> None:
    cells = vy.shared(vy.f32, LENGTH)
    row, lane = vy.group_id(), vy.local_id()
    cells[lane] = rows[row, lane]
    cells[lane + LENGTH // 2] = rows[row, lane + LENGTH // 2]
    active = vy.u32(LENGTH // 2)
    while active:
        vy.barrier()
        a, b = cells[2 * lane], cells[2 * lane + 1]
        vy.barrier()
        if lane < active:
            result[row, active + lane] = (a - b) * HALF
            cells[lane] = (a + b) * HALF
        active >>= 1
    if lane == 0:
        result[row, 0] = cells[0]


def haar_run(inputs: Inputs, **keywords: Any) -> Results:
    return [haar_rows(inputs["rows"], grid=len(inputs["rows"]), **keywords)]


def haar_expected(inputs: Inputs) -> Results:
    rows = inputs["rows"]
    parts: list[Array] = []
    while rows.shape[1] > 1:
        parts.insert(0, (rows[:, ::2] - rows[:, 1::2]) * F(HALF))
        rows = (rows[:, ::2] + rows[:, 1::2]) * F(HALF)
    return [np.concatenate([rows, *parts], 1)]


STEPS = 40


def binomial_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"ends": np.maximum(rng.random((size, STEPS + 1), F) - F(0.3), 0), "up": rng.random(size, F) * F(0.5)}


@vy.kernel(workgroup=32)
def binomial_tree(ends: vy.In[vy.f32], up: vy.In[vy.f32], values: vy.Out[vy.f32]) -> None:
    """Backwards through the tree, in a row that all invocations of a workgroup step through."""
    row = vy.shared(vy.f32, STEPS + 2)
    option, lane = vy.group_id(), vy.local_id()
    for k in range(lane, STEPS + 1, 32):
        row[k] = ends[option, k]
    pu, pd = up[option], vy.f32(0.99) - up[option]
    step = STEPS
    while step > 0:
        vy.barrier()
        base = vy.u32(0)
        while base < vy.u32(step):
            k = base + lane
            later = pu * row[k + 1] + pd * row[k]
            vy.barrier()
            if k < vy.u32(step):
                row[k] = later
            vy.barrier()
            base += 32
        step -= 1
    if lane == 0:
        values[option] = row[0]


def binomial_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["up"])
    return [binomial_tree(inputs["ends"], inputs["up"], grid=n, shapes={"values": n}, **keywords)]


def binomial_expected(inputs: Inputs) -> Results:
    row, pu = inputs["ends"], inputs["up"][:, None]
    pd = F(0.99) - pu
    while row.shape[1] > 1:
        row = pu * row[:, 1:] + pd * row[:, :-1]
    return [row[:, 0]]


PROGRAMS = (
    Program("samples_walsh", walsh_inputs, walsh_run, walsh_expected, 4),
    Program("samples_haar", haar_inputs, haar_run, haar_expected, 3),
    Program("samples_binomial", binomial_inputs, binomial_run, binomial_expected, 3),
)
