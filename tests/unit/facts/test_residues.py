"""What a value is modulo a number, against the reference's values."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest

import vyre as vy
from vyre.drivers.oracle import Oracle
from vyre.facts.numbering import value_numbers
from vyre.facts.residues import Residue, residues
from vyre.ir.nodes import Store
from vyre.ir.walk import statements


def residue_of(program: vy.Program) -> Residue:
    """That of what the program stores last."""
    store = [stmt for stmt in statements(program) if isinstance(stmt, Store)][-1]
    return residues(program)[value_numbers(program).of[store.value]]


def stored(text: str) -> Residue:
    lines = "\n".join(f"        {line}" for line in text.split("\n"))
    kernel = vy.kernel_from_source(
        f"@vy.kernel\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    if i < out.size:\n{lines}\n"
    )
    return residue_of(kernel.program)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("out[i] = 7", (0, 7, 7)),
        ("out[i] = 2 * i", (2, 0, 0)),
        ("out[i] = 2 * i + 1", (2, 1, 1)),
        ("out[i] = 6 * i + 4", (2, 0, 0)),  # may wrap, and 2 is what 6 and 2**32 share
        ("out[i] = 6 * (i % 100) + 4", (6, 4, 4)),
        ("out[i] = 12 * (i % 100) + 3 * (a[i] % 8)", (3, 0, 0)),
        ("out[i] = (i << 3) | 5", (8, 5, 5)),
        ("out[i] = (i << 3) ^ 5", (8, 5, 5)),
        ("out[i] = i & 0xFFFFFFFC", (4, 0, 0)),
        ("out[i] = i | 3", (4, 3, 3)),
        ("out[i] = (4 * i + 2) % 6", (2, 0, 0)),
        ("out[i] = 4 * i if a[i] > 3 else 4 * i + 2", (2, 0, 0)),
        ("x = 8 * i\nif a[i] > 3:\n    x = 4 * i\nout[i] = x", (4, 0, 0)),
        ("for k in range(1, 9, 4):\n    out[i] = 8 * i + k", (4, 1, 1)),
        ("out[i] = a[i]", (1, 0, 0)),
        ("x = vy.u32(0)\nfor k in range(4):\n    x += 2\nout[i] = x", (1, 0, 0)),
        ("out[i] = vy.u32(vy.u8(2 * i + 1))", (2, 1, 1)),
        ("for k in range(2):\n    out[i] = 4 * i + k", (4, 0, 1)),
        ("for k in range(1, 3):\n    out[i] = (i << 2) | k", (4, 1, 2)),
        ("for k in range(5):\n    out[i] = 4 * i + k", (1, 0, 0)),
        ("out[i] = 16 * i + 8 - (a[i] & 3)", (16, 5, 8)),
        ("out[i] = 3 - 4 * i", (4, 3, 3)),
    ],
)
def test_residues_of_forms(text: str, wanted: Residue) -> None:
    assert stored(text) == wanted


def random_value(b: vy.Builder, i: vy.Val, a: vy.Val, dice: random.Random, depth: int) -> vy.Val:
    """An expression of i32 or u32, as i is."""
    if depth == 0 or dice.random() < 0.1:
        return dice.choice([i, a, b.const(i.dtype, dice.choice([0, 1, 2, 3, 4, 6, 8, 12, 255]))])
    part = partial(random_value, b, i, a, dice, depth - 1)
    match dice.randrange(9):
        case 0 | 1:
            return part() + part()
        case 2:
            return part() - part()
        case 3 | 4:
            return part() * b.const(i.dtype, dice.choice([2, 3, 4, 6, 10]))
        case 5:
            return part() << b.const(i.dtype, dice.randrange(5))
        case 6:
            x, y = part(), part()
            return dice.choice([x & y, x | y, x ^ y])
        case 7:
            return part() % b.const(i.dtype, dice.choice([2, 4, 6, 7, 100]))
        case _:
            return b.select(part() < part(), part(), part())


@pytest.mark.parametrize("dtype", [vy.u32, vy.i32])
def test_residues_hold_for_random_expressions(dtype: vy.DType) -> None:
    told = 0
    for seed in range(300):
        dice = random.Random(seed)
        b = vy.Builder("k", workgroup=64)
        given, out = b.input("a", dtype), b.output("out", dtype)
        at = b.global_id()
        i = b.cast(dtype, at) if dtype is not vy.u32 else at
        out[at] = random_value(b, i, given[at], dice, 4)
        program = b.build()
        modulus, low, high = residue_of(program)
        if modulus == 1:
            continue
        told += 1
        a = np.array([dice.getrandbits(dice.choice([4, 32])) for _ in range(64)], np.uint32)
        arrays = {0: bytearray(a.tobytes()), 1: bytearray(256)}
        Oracle(program).run(arrays, {0: (64,), 1: (64,)}, {}, (1, 1, 1))
        found = np.frombuffer(arrays[1], np.int32 if dtype is vy.i32 else np.uint32).tolist()
        assert all((x - low) % modulus <= high - low if modulus else low <= x <= high for x in found), program.to_text()
    assert told > 60
