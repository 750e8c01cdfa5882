"""How the argument of one parameter is taken: where it lies, as a number, or by what ``run/arrays.py`` makes of it."""

from __future__ import annotations

from array import array
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vyre.ir.literals import nearest
from vyre.ir.program import Buffer
from vyre.memory.foreign import is_on_cuda
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import HOLDERS, Prepared, element_dtype, prepare, prepare_lent, scalar
from vyre.run.foreign import prepare_foreign
from vyre.run.refusals import Direction
from vyre.run.residency import prepare_resident

if TYPE_CHECKING:
    from vyre.run.engine import Engine

__all__ = ["Number", "Taker"]

# Bits of `ndarray.flags.num`, as NumPy's C API numbers them.
_READABLE: Final = 0x0001 | 0x0100  # C-contiguous, aligned
_WRITABLE: Final = _READABLE | 0x0400
_ANY_RANK: Final = -1
_BUFFERS: Final = frozenset({bytes, bytearray, memoryview, array})

Number = int | float | bool


class Taker:
    """One parameter that takes an argument, or one ``Out``. ``slot``: -1 of a number.

    ``dtype``, ``mask`` and ``rank`` (-1 where that does not say it) are what an array is compared with that may stand in the
    slot where it lies: :meth:`lies` without a call.
    """

    def __init__(self, index: int, buffer: Buffer, slot: int) -> None:
        self.buffer = index
        self.declared = buffer
        self.slot = slot
        self.direction: Direction = "in" if buffer.role == "in" else "out" if buffer.role == "out" else "in and out"
        self.dtype = element_dtype(buffer)
        self.mask = _READABLE if buffer.role == "in" else _WRITABLE
        self.rank = _ANY_RANK if buffer.rank is None or buffer.shape is not None else buffer.rank
        self.type: type[Any] = self.dtype.type
        self._is_float = buffer.dtype.is_float
        self._python: type[int] | None = int if buffer.dtype.is_integer else bool if buffer.dtype.is_bool else None
        self._low, self._high = (buffer.dtype.min, buffer.dtype.max) if buffer.dtype.is_integer else (0, 1)

    def lies(self, value: Any) -> bool:
        """Whether an array may stand in the slot as it is, without a look at how many elements it has."""
        if type(value) is not np.ndarray or value.flags.num & self.mask != self.mask:
            return False
        if value.dtype is not self.dtype:
            if self.declared.record is None or value.dtype != self.dtype:
                return False
            self.dtype = value.dtype  # equal, and likely the next one's own
        declared = self.declared
        return (declared.rank is None or value.ndim == declared.rank) and declared.shape in (None, value.shape)

    def ready(self, engine: Engine, value: Any, copies: str) -> Prepared:
        """An argument of any kind. Raises what ``prepare``, ``prepare_resident``, ``prepare_foreign`` and ``prepare_lent`` do."""
        buffer, direction = self.declared, self.direction
        if type(value) is ResidentArray:
            return prepare_resident(engine, buffer, value, direction)
        if type(value) in _BUFFERS:
            with suppress(ValueError):  # released: said below
                found = np.asarray(memoryview(value))
                if self.lies(found):
                    return Prepared(found)
        if type(value) is np.ndarray or isinstance(value, HOLDERS) or not is_on_cuda(value):
            ready = prepare(buffer, value, copies=copies, direction=direction)
            if buffer.record is not None and ready.original is not None:
                ready.array = ready.host.view(self.dtype)  # which is equal, and what machine code looks for
            return ready
        if engine.imports is not None:
            return prepare_foreign(engine, buffer, value, direction, copies)
        return prepare_lent(buffer, value, direction, copies)

    def number(self, value: Any) -> Number:
        """A scalar's value. Raises what ``scalar`` does."""
        kind = type(value)
        if kind is self.type:
            found: Number = value.item()
            return found
        if kind is float and self._is_float:
            rounded = nearest(self.declared.dtype, value)
            if -inf < rounded < inf:
                return rounded
        return value if kind is self._python and self._low <= value <= self._high else scalar(self.declared, value)

    def number_of_numpy(self, number: Number) -> Any:
        """What ``number`` gave, as machine code takes it: an int, or a scalar of NumPy's."""
        return number if self._python is int else self.type(number)
