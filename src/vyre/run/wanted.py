"""What one argument must be for a warm call: the right array, contiguous and native, or a number that needs no thought."""

from __future__ import annotations

from math import prod
from typing import Any, Final, TypeGuard

import numpy as np

from vyre.ir.program import Buffer
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import Array, element_dtype, starting

__all__ = ["LIMIT", "Number", "Wanted"]

LIMIT: Final = 1 << 32
"""Elements that no array has."""
# Bits of `ndarray.flags.num`, as NumPy's C API numbers them.
_READABLE: Final = 0x0001 | 0x0100  # C-contiguous, aligned
_WRITABLE: Final = _READABLE | 0x0400

Number = int | float | bool


class Wanted:
    """One parameter that takes an argument, or one ``Out``."""

    __slots__ = (
        "buffer",
        "declared",
        "dtype",
        "high",
        "init",
        "is_record",
        "low",
        "mask",
        "rank",
        "scalar_type",
        "shape",
        "type",
    )

    def __init__(self, index: int, buffer: Buffer) -> None:
        self.buffer = index
        self.declared = buffer
        self.dtype = element_dtype(buffer)
        self.init = buffer.init
        self.is_record = buffer.record is not None
        self.mask = _READABLE if buffer.role == "in" else _WRITABLE
        self.rank = buffer.rank
        self.shape = buffer.shape
        self.scalar_type: type[Any] = self.dtype.type
        self.type: type[int] | None = int if buffer.dtype.is_integer else None
        self.low, self.high = (buffer.dtype.min, buffer.dtype.max) if buffer.dtype.is_integer else (0, 0)

    def fits(self, value: Any) -> bool:
        """Whether an array may stand in the slot as it is, but for its shape."""
        return (
            type(value) is np.ndarray
            and (value.dtype is self.dtype or (self.is_record and value.dtype == self.dtype))
            and value.flags.num & self.mask == self.mask
        )

    def takes(self, value: Any, home: object) -> TypeGuard[ResidentArray]:
        """The same of a resident array."""
        return (
            type(value) is ResidentArray
            and value.home is home
            and not value.closed
            and value.dtype == self.dtype
            and (value.writable or self.mask == _READABLE)
        )

    def has_shape(self, shape: tuple[int, ...]) -> bool:
        """Whether an array of this shape may stand in the slot. Empty ones take the full path."""
        return (
            (self.rank is None or len(shape) == self.rank)
            and (self.shape is None or shape == self.shape)
            and 0 < prod(shape) < LIMIT
        )

    def number(self, value: Any) -> Number | None:
        """A scalar's value where it needs no more thought: its own NumPy type, or an int in range."""
        kind = type(value)
        if kind is self.scalar_type:
            found: Number = value.item()
            return found
        return value if kind is self.type and self.low <= value <= self.high else None

    def left_out(self, first: tuple[int, ...] | None, declared: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """The shape of a fresh output: the declared one (by names, or numbers), else that of the first array argument; None
        where it needs more thought."""
        shape = self.shape if declared is None else declared
        if shape is None:
            shape = first
            if shape is None or (self.rank is not None and len(shape) != self.rank):
                return None
        return shape if 0 < prod(shape) < LIMIT else None

    def new(self, shape: tuple[int, ...]) -> Array:
        """A fresh output as it starts."""
        return starting(self.declared, shape)
