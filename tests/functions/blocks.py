"""Hashes of a function's results over blocks of 2**20 inputs: 4,096 numbers compare the results of all 2**32 inputs.

``blocks/NAME.u64`` has those of the right results, made by ``scripts/sweep_functions.py --make`` without a body or a
backend. The hash of a block is a sum of one number per input, so the order of computation does not change it. For a
given input that number is a bijection of the result: one wrong result always changes the hash, and several leave it
unchanged with a probability of 2**-64."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

import vyre as vy
from tests.functions.inputs import Bits
from vyre.ir.program import Program
from vyre.run.session import Session

__all__ = ["BLOCK", "COUNT", "computed", "hashed", "inputs", "path", "right"]

BLOCK: Final = 1 << 20
COUNT: Final = 1 << 12
_PER_LAUNCH: Final = 256  # blocks; 16,384 invocations each are 16,384 workgroups, below the 65,535 of WebGPU

_SOURCE: Final = """
@vy.kernel(workgroup=256)
def blocks(first: vy.u32, low: vy.Out[vy.u32], high: vy.Out[vy.u32]):
    i = vy.global_id()
    block = i >> 14
    at = ((first + block) << 20) + (i & 16383)
    a = vy.u32(0)
    b = vy.u32(0)
    for k in range(64):
        x = at + (k << 14)
        y = vy.bitcast(vy.u32, vy.NAME(vy.bitcast(vy.f32, x)))
        h = x * 0x9E3779B1 + y
        h = (h ^ (h >> 15)) * 0x85EBCA77
        h = (h ^ (h >> 13)) * 0xC2B2AE3D
        h ^= h >> 16
        a += h
        b += (h ^ (h >> 11)) * 0x27D4EB2F
    vy.atomic_add(low, block, a)
    vy.atomic_add(high, block, b)
"""


@cache
def _program(name: str) -> Program:
    return vy.kernel_from_source(_SOURCE.replace("NAME", name)).program


def inputs(block: int) -> Bits:
    """The bits of the inputs of a block."""
    return np.arange(block * BLOCK, (block + 1) * BLOCK, dtype=np.uint64).astype(np.uint32)


def hashed(x: Bits, y: Bits) -> int:
    """The hash of results ``y`` of inputs ``x``, both u32."""
    h = x * np.uint32(0x9E3779B1) + y
    h = (h ^ (h >> np.uint32(15))) * np.uint32(0x85EBCA77)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE3D)
    h ^= h >> np.uint32(16)
    second = (h ^ (h >> np.uint32(11))) * np.uint32(0x27D4EB2F)
    low, high = (int(part.sum(dtype=np.uint64)) & 0xFFFFFFFF for part in (h, second))
    return high << 32 | low


def computed(session: Session, backend: str, name: str, first: int, count: int) -> npt.NDArray[np.uint64]:
    """The hashes of a backend's results of ``count`` blocks, from block ``first`` on."""
    found = np.empty(count, np.uint64)
    for at in range(0, count, _PER_LAUNCH):
        blocks = min(_PER_LAUNCH, count - at)
        sums = [np.empty(blocks, np.uint32) for _ in range(2)]
        session.dispatch(_program(name), [first + at], out=sums, backend=backend, domain=blocks << 14)
        low, high = (part.astype(np.uint64) for part in sums)
        found[at : at + blocks] = high << np.uint64(32) | low
    return found


def path(name: str) -> Path:
    return Path(__file__).with_name("blocks") / f"{name}.u64"


def right(name: str) -> npt.NDArray[np.uint64]:
    """The hashes of the right results."""
    return np.fromfile(path(name), "<u8")
