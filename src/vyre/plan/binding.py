"""The binding plan: which slots and parameter words a program needs, in which order, with which layout."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from blake3 import blake3

from vyre.dtypes import DType, bf16, u32
from vyre.ir.literals import float_bits, python_value
from vyre.ir.nodes import Size
from vyre.ir.program import Buffer, Program
from vyre.ir.walk import walk

__all__ = ["BindingPlan", "Packer", "ParamLayout", "Slot", "bind_program", "plans_share_layout"]

_STRUCT = {
    "bool": "B",
    "u8": "B",
    "u16": "H",
    "u32": "I",
    "u64": "Q",
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "f16": "e",
    "bf16": "H",  # NumPy and struct don't know it: packed as its bits
    "f32": "f",
    "f64": "d",
}


@dataclass(frozen=True, slots=True)
class Slot:
    """One device buffer of a launch. ``buffer`` is the index in ``Program.buffers``."""

    buffer: int
    role: str
    dtype: DType
    writable: bool
    align: int  # bytes the lowering may rely on


class Packer(Protocol):
    """Turns the values of all fields, in order, into bytes and back."""

    def pack(self, /, *values: Any) -> bytes: ...

    def unpack(self, data: bytes, /) -> tuple[Any, ...]: ...


class _WithBrains:
    """A packer of a layout in which some fields are bf16."""

    def __init__(self, raw: struct.Struct, brains: tuple[int, ...]) -> None:
        self.raw = raw
        self.brains = brains

    def pack(self, *values: Any) -> bytes:
        held = list(values)
        for n in self.brains:
            held[n] = float_bits(bf16, float(held[n]))
        return self.raw.pack(*held)

    def unpack(self, data: bytes) -> tuple[Any, ...]:
        held = list(self.raw.unpack(data))
        for n in self.brains:
            held[n] = python_value(bf16, held[n])
        return tuple(held)


@dataclass(frozen=True)
class ParamLayout:
    """The parameter block: little-endian, each field at its natural alignment.

    Fields are named by buffer *index*, so that renaming changes nothing: ``b2.size`` (elements, u32), ``b2.shape0``
    (extents of a buffer of rank >= 2, or ``shape0`` of one taken at any rank), ``p3`` (a uniform scalar),
    ``groups0 groups1 groups2`` (the true grid, where a device folds it). Shapes first, then scalars, then the grid.
    """

    fields: tuple[tuple[str, DType, int], ...]
    nbytes: int

    @cached_property
    def offsets(self) -> dict[str, int]:
        return {name: offset for name, _, offset in self.fields}

    @cached_property
    def packer(self) -> Packer:
        """Packs the values of all fields in order."""
        text, at = "<", 0
        for _, dtype, offset in self.fields:
            text += "x" * (offset - at) + _STRUCT[dtype.name]
            at = offset + dtype.nbytes
        raw = struct.Struct(text + "x" * (self.nbytes - at))
        brains = tuple(n for n, (_, dtype, _) in enumerate(self.fields) if dtype is bf16)
        return _WithBrains(raw, brains) if brains else raw

    def pack(self, values: Mapping[str, int | float | bool]) -> bytes:
        """The block for one launch; ``values`` has one entry per field."""
        return self.packer.pack(*[values[name] for name, _, _ in self.fields])


@dataclass(frozen=True, slots=True)
class BindingPlan:
    """Slots in declaration order (shared arrays and uniforms take none) and the parameter layout."""

    slots: tuple[Slot, ...]
    params: ParamLayout

    @property
    def layout_fingerprint(self) -> bytes:
        """Equal for programs whose arguments can be bound alike: roles, dtypes, writability, alignment, parameters."""
        text = repr([(s.role, s.dtype.name, s.writable, s.align) for s in self.slots]) + repr(
            [(n.split(".")[-1] if "." in n else n[:1], t.name, o) for n, t, o in self.params.fields]
        )
        return blake3(text.encode()).digest()


def plans_share_layout(a: BindingPlan, b: BindingPlan) -> bool:
    """Whether arguments bound for one plan can be used for the other."""
    return a.layout_fingerprint == b.layout_fingerprint


def _align(buffer: Buffer) -> int:
    return max(buffer.dtype.nbytes, buffer.hints.alignment)


def bind_program(program: Program, *, folds_grid: bool = False) -> BindingPlan:
    """Lay out a program's arguments."""
    wants_shape0 = {s.buffer for _, s, _ in walk(program) if isinstance(s, Size) and s.axis is not None}
    slots = tuple(
        Slot(n, b.role, b.dtype, b.role != "in", _align(b)) for n, b in enumerate(program.buffers) if b.is_array
    )
    names: list[tuple[str, DType]] = []
    for n, buffer in enumerate(program.buffers):
        if buffer.is_array:
            names.append((f"b{n}.size", u32))
            if buffer.rank is not None and buffer.rank >= 2:
                names += [(f"b{n}.shape{k}", u32) for k in range(buffer.rank)]
            elif buffer.rank is None and n in wants_shape0:
                names.append((f"b{n}.shape0", u32))
    names += [(f"p{n}", b.dtype) for n, b in enumerate(program.buffers) if b.role == "uniform"]
    if folds_grid:
        names += [(f"groups{k}", u32) for k in range(3)]
    fields: list[tuple[str, DType, int]] = []
    at = 0
    for name, dtype in names:
        at = -(-at // dtype.nbytes) * dtype.nbytes
        fields.append((name, dtype, at))
        at += dtype.nbytes
    return BindingPlan(slots, ParamLayout(tuple(fields), -(-at // 16) * 16))
