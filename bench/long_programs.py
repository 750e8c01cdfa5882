"""Programs of any number of statements in nine shapes, to measure and to test how compile time grows.

A statement is what a reader would count: one operation, load or store. Literals and reads of locals come on top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vyre.dtypes import f32, u32
from vyre.ir.arrays import BufferVar
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.values import Val

__all__ = ["SHAPES", "long_program"]

_ROTATED: Final = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12))


def long_program(shape: str, statements: int) -> Program:
    """A program of about so many statements: one input ``a`` and one output ``out`` of the same type, one element an
    invocation. ``shape``: a name of ``SHAPES``."""
    b = Builder(shape, workgroup=64, domain="out")
    dtype = f32 if shape == "floats" else u32
    a, out = b.input("a", dtype), b.output("out", dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        SHAPES[shape](b, a, out, i, statements)
    return b.build()


def _mixed(x: Val, k: int) -> Val:
    """One integer operation that depends on x."""
    match k % 6:
        case 0:
            return x + (k * 2654435761 & 0xFFFFFFFF)
        case 1:
            return x ^ (x.builder.op("shr", x, k % 31 + 1))
        case 2:
            return x * (k | 1)
        case 3:
            return x.builder.op("rotl", x, k % 31 + 1)
        case 4:
            return x.builder.op("max", x, k)
    return x - (k * 40503)


def _chain(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Each operation needs the one before it."""
    x = a[i]
    for k in range(statements):
        x = _mixed(x, k)
    out[i] = x


def _wide(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Half of the statements make values that all live until the other half has used them."""
    x = a[i]
    values = [_mixed(x, k) for k in range(statements // 2)]
    total = values[0]
    for k, value in enumerate(values[1:]):
        total = total + value if k % 2 else total ^ value
    out[i] = total


def _floats(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """A chain of float operations, one division in eight."""
    x = a[i]
    y = x * 0.001
    for k in range(statements):
        match k % 8:
            case 0 | 4:
                x = x * y
            case 1 | 5:
                x = x + 0.5 * (k % 7 + 1)
            case 2:
                x = b.op("fma", x, y, x)
            case 3:
                x = x - y
            case 6:
                x = b.op("max", x, -2.0)
            case _:
                x = x / 3.0
    out[i] = x


def _loop(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """The chain as the body of a loop, over locals."""
    held = b.let("x", a[i])
    other = b.let("y", 1, u32)
    with b.for_(0, 3) as turn:
        for k in range(statements // 4):
            held.set(_mixed(held.get(), k))
            other.set(other + (held ^ turn))
    out[i] = held ^ other


def _ifs(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Many small branches."""
    held = b.let("x", a[i])
    for k in range(statements // 4):
        with b.if_(held > (k * 2654435761 & 0xFFFFFFFF)):
            held.set(_mixed(held.get(), k))
    out[i] = held


def _memory(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Loads and stores, most of them of other invocations' elements or guarded."""
    x = a[i]
    for k in range(statements // 4):
        x = x + a[i + k]
        out[i] = x ^ k
    out[i] = x


def _hash(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Rounds of a hash over sixteen words of state, unrolled."""
    state = [a[i] + k for k in range(16)]
    for k in range(statements // 12):
        p, q, r, s = _ROTATED[k % 6]
        for turns in ((16, 12), (8, 7)):
            state[p] = state[p] + state[q]
            state[s] = b.op("rotl", state[s] ^ state[p], turns[0])
            state[r] = state[r] + state[s]
            state[q] = b.op("rotl", state[q] ^ state[r], turns[1])
    total = state[0]
    for value in state[1:]:
        total = total ^ value
    out[i] = total


def _source(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Lines as people write them, counted as lines: each has several operations and loads."""
    held = b.let("x", a[i])
    for k in range(statements // 4):
        y = b.let(f"y{k}", held * (k + 1) + a[i + k])
        held.set((held ^ y) + 1)
        with b.if_(held > k):
            held.set(held + 3)
    out[i] = held


def _stores(b: Builder, a: BufferVar, out: BufferVar, i: Val, statements: int) -> None:
    """Each value is loaded, changed and stored elsewhere, all of them guarded; no two invocations store one element."""
    for k in range(statements // 4):
        out[i + out.size * k] = _mixed(a[i * 3 + k], k)
    out[i] = a[i]


SHAPES: Final[dict[str, Callable[[Builder, BufferVar, BufferVar, Val, int], None]]] = {
    "chain": _chain,
    "wide": _wide,
    "floats": _floats,
    "loop": _loop,
    "ifs": _ifs,
    "memory": _memory,
    "hash": _hash,
    "stores": _stores,
    "source": _source,
}
