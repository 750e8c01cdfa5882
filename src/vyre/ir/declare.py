"""Declaring buffers, uniform scalars, shared arrays and locals."""

from __future__ import annotations

from collections.abc import Sequence

from vyre.dtypes import ScalarType, u8
from vyre.ir.arrays import BufferVar, Memory, UniformVar
from vyre.ir.literals import bits_of
from vyre.ir.program import Buffer, Hints, Local, Record, Role
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["Declarations"]


class Declarations(Memory):
    """What a program declares, one method per role (rule 4.4)."""

    def _declare(
        self,
        name: str,
        dtype: ScalarType | Record,
        role: Role,
        *,
        rank: int | None = 1,
        shape: Sequence[int] | None = None,
        hints: Hints | None = None,
        live_out: bool = False,
        output_range: tuple[int, int] | None = None,
        data: bytes = b"",
        init: bool | int | float | None = None,
    ) -> BufferVar:
        self._check_name(name)
        if name in self._names:
            raise self._error("V400", "two buffers have one name", "rename one of them", name)
        record = dtype if isinstance(dtype, Record) else None
        element = u8 if isinstance(dtype, Record) else self.scalar_type(dtype)
        if shape is not None:
            shape = tuple(shape) if isinstance(shape, Sequence) else (-1,)
            if not all(isinstance(n, int) and 0 <= n < 1 << 32 for n in shape):
                raise self._error(
                    "V404",
                    "a shape is a tuple of sizes below 2**32",
                    "use whole numbers of 0 ... 4294967295, a smaller one where it is above",
                    repr(shape)[:80],
                )
            rank = len(shape)
        bits = 0 if init is None else bits_of(element, init, place=self.here())
        self._names.add(name)
        self._buffers.append(
            Buffer(
                name,
                element,
                role,
                rank,
                shape,
                hints or Hints(),
                live_out,
                output_range,
                record,
                data,
                bits or None,
                self.here(),
            )
        )
        return BufferVar(self, len(self._buffers) - 1, element, rank, record=record)

    @staticmethod
    def _shape(count: int | None, shape: Sequence[int] | None) -> Sequence[int] | None:
        return (count,) if count is not None else shape

    def input(
        self,
        name: str,
        dtype: ScalarType | Record,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
    ) -> BufferVar:
        """A read-only array. ``count`` or ``shape``: its declared size; ``rank=None``: any rank, flat."""
        return self._declare(name, dtype, "in", rank=rank, shape=self._shape(count, shape), hints=hints)

    def output(
        self,
        name: str,
        dtype: ScalarType | Record,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
        live_out: bool = False,
        output_range: tuple[int, int] | None = None,
        init: bool | int | float | None = None,
    ) -> BufferVar:
        """An array that the program produces; every element starts as zero, or as ``init`` (rule 4.2)."""
        return self._declare(
            name,
            dtype,
            "out",
            rank=rank,
            shape=self._shape(count, shape),
            hints=hints,
            live_out=live_out,
            output_range=output_range,
            init=init,
        )

    def inout(
        self,
        name: str,
        dtype: ScalarType | Record,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
        live_out: bool = False,
        output_range: tuple[int, int] | None = None,
    ) -> BufferVar:
        """An array that is read and written in place."""
        return self._declare(
            name,
            dtype,
            "inout",
            rank=rank,
            shape=self._shape(count, shape),
            hints=hints,
            live_out=live_out,
            output_range=output_range,
        )

    def persistent(
        self,
        name: str,
        dtype: ScalarType | Record,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
    ) -> BufferVar:
        """A device-resident array that no dispatch moves."""
        return self._declare(name, dtype, "persistent", rank=rank, shape=self._shape(count, shape), hints=hints)

    def uniform(self, name: str, dtype: ScalarType) -> Val:
        """A scalar parameter; its value."""
        buffer = self._declare(name, dtype, "uniform", rank=0)
        return UniformVar(self, buffer.index, buffer.dtype)

    def shared(self, name: str, dtype: ScalarType, shape: int | Sequence[int]) -> BufferVar:
        """A workgroup array, zero at workgroup start (rule 4.3)."""
        return self._declare(name, dtype, "shared", shape=_constant(shape))

    def private(self, name: str, dtype: ScalarType, shape: int | Sequence[int], *, clear: bool = True) -> BufferVar:
        """An array of the invocation, zero from here on (rule 4.3); ``b.clear(p)`` makes it zero again. Without ``clear`` it
        begins as zeros, and this is no statement."""
        made = self._declare(name, dtype, "private", shape=_constant(shape))
        if clear:
            self.clear(made)
        return made

    def table(self, name: str, dtype: ScalarType, shape: int | Sequence[int], data: bytes) -> BufferVar:
        """A read-only array that is part of the program (rule 4.3); ``data``: its little-endian bytes, at most 64 KiB."""
        return self._declare(name, dtype, "table", shape=_constant(shape), data=bytes(data))

    def let(self, name: str, value: Operand, dtype: ScalarType | None = None) -> LocalVar:
        """A mutable local that starts with ``value``. Several locals may have one name."""
        local = self.local(name, dtype or (value.dtype if isinstance(value, Val) else self.value(value).dtype))
        local.set(value)
        return local

    def local(self, name: str, dtype: ScalarType) -> LocalVar:
        """A mutable local without a value yet; it must be set on every path before it is read (rule 4.2)."""
        self._check_name(name)
        held = self.scalar_type(dtype)
        self._locals.append(Local(name, held))
        return LocalVar(self, len(self._locals) - 1, held)


def _constant(shape: int | Sequence[int]) -> Sequence[int]:
    return (shape,) if isinstance(shape, int) else shape
