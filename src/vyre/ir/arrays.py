"""Arrays and scalars of a program under construction, and the statements that touch memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vyre.dtypes import DType, u32
from vyre.errors import ValidationError, shown
from vyre.ir.construction import Construction
from vyre.ir.elements import RecordVar
from vyre.ir.nodes import Atomic, Clear, Load, Param, Size, Store
from vyre.ir.program import Record
from vyre.ir.values import Operand, Val

__all__ = ["BufferVar", "Index", "Memory", "Shape", "UniformVar"]

Index = Operand | tuple[Operand, ...]
"""One subscript, or one per axis."""


class BufferVar:
    """A buffer or shared array under construction: ``buf[i]`` loads, ``buf[i] = v`` stores."""

    __slots__ = ("builder", "dtype", "index", "is_flat_view", "rank", "record")

    def __init__(
        self,
        builder: Memory,
        index: int,
        dtype: DType,
        rank: int | None,
        *,
        is_flat_view: bool = False,
        record: Record | None = None,
    ) -> None:
        self.builder = builder
        self.index = index
        self.dtype = dtype
        self.rank = rank
        self.is_flat_view = is_flat_view
        self.record = record

    def __getitem__(self, index: Index) -> Any:
        """A :class:`Val`; of an array of records a :class:`RecordVar`."""
        if self.record is not None:
            return RecordVar(self, index if isinstance(index, tuple) else (index,))
        return self.builder.load(self, index)

    def __setitem__(self, index: Index, value: Operand | RecordVar) -> None:
        if self.record is not None:
            RecordVar(self, index if isinstance(index, tuple) else (index,)).take(value)
        elif isinstance(value, RecordVar):
            raise ValidationError(
                "a whole record, where a number is stored",
                code="V404",
                fix="store one of its fields: out[i] = a[i].x",
                place=self.builder.here(),
            )
        else:
            self.builder.store(self, index, value)

    def __iter__(self) -> Iterator[Val]:
        # Without this, Python would count subscripts up for ever: no load of a program raises IndexError.
        raise ValidationError(
            "the elements of an array cannot be walked through while the program is built",
            code="V404",
            fix="use a loop of the program: with b.for_(0, x.size) as k: … x[k]",
            place=self.builder.here(),
        )

    @property
    def flat(self) -> BufferVar:
        """The view with one subscript over all elements."""
        return BufferVar(self.builder, self.index, self.dtype, self.rank, is_flat_view=True, record=self.record)

    @property
    def size(self) -> Val:
        """Number of elements, u32."""
        return self.builder.define(Size(self.builder.next_id(), self.index, None, self.builder.here()), u32)

    @property
    def shape(self) -> Shape:
        return Shape(self)


class Shape:
    """``buf.shape[k]``."""

    __slots__ = ("buffer",)

    def __init__(self, buffer: BufferVar) -> None:
        self.buffer = buffer

    def __getitem__(self, axis: int) -> Val:
        b = self.buffer.builder
        rank = self.buffer.rank
        if not isinstance(axis, int) or axis < 0 or axis >= (1 if rank is None else rank):
            raise ValidationError(
                f"the buffer has {rank or 'any number of'} axes",
                code="V404",
                fix="use an axis below its rank; a buffer of any rank knows shape[0] only",
                place=b.here(),
                actual=f"shape[{shown(axis)}]",
            )
        return b.define(Size(b.next_id(), self.buffer.index, axis, b.here()), u32)


class UniformVar(Val):
    """A scalar parameter; each use reads it."""

    __slots__ = ("index",)

    def __init__(self, builder: Memory, index: int, dtype: DType) -> None:
        super().__init__(builder, -1, dtype)
        self.index = index

    def get(self) -> Val:
        b = self.builder
        return b.define(Param(b.next_id(), self.index, b.here()), self.dtype)


class Memory(Construction):
    """Loads, stores and atomics."""

    def _index(self, buffer: BufferVar, index: Index, inner: int = 0) -> tuple[tuple[int, ...], bool]:
        if not isinstance(buffer, BufferVar):
            raise self._error(
                "V404",
                "an array of this builder is needed here",
                "pass the array itself, not an element of it",
                shown(buffer),
            )
        if buffer.builder is not self:
            raise self._error("V404", "a buffer of another builder", "build each program with its own buffers")
        entries = index if isinstance(index, tuple) else (index,)
        flat = buffer.is_flat_view or buffer.rank is None
        axes = 1 if flat or buffer.rank is None else buffer.rank
        if len(entries) != axes + inner:
            raise self._error(
                "V404",
                f"this array has {buffer.rank} axes" + (f", and its field {inner}" if inner else ""),
                "give one subscript per axis, or use .flat[k]",
                f"{len(entries)} subscripts",
            )
        values: list[int] = []
        for entry in entries:
            if isinstance(entry, int) and not isinstance(entry, bool) and entry < 0:
                raise self._error(
                    "V404",
                    "a negative literal subscript",
                    "count from the start: a[a.size - 1]",
                    str(entry),
                )
            value = self.value(entry) if isinstance(entry, Val) else self.value(entry, u32)
            if not value.dtype.is_integer:
                raise self._error("V300", "a subscript is an integer", "cast it to u32", repr(value))
            values.append(value.id)
        return tuple(values), flat and buffer.rank != 1

    def load(self, buffer: BufferVar, index: Index, *, field: str | None = None) -> Val:
        """An element, or the field of that name of a record (rule 4.1: zero outside of the array). ``index``: one
        subscript per axis, then one per axis of a field that is an array."""
        number, dtype, inner = self._field(buffer, field)
        at, flat = self._index(buffer, index, inner)
        return self.define(Load(self.next_id(), buffer.index, at, flat, number, self.here()), dtype)

    def store(self, buffer: BufferVar, index: Index, value: Operand, *, field: str | None = None) -> None:
        """Store an element, or the field of that name of a record (rule 4.1: dropped outside of the array)."""
        number, dtype, inner = self._field(buffer, field)
        stored = self.value(value, dtype)
        at, flat = self._index(buffer, index, inner)
        self.emit(Store(buffer.index, at, stored.id, flat, number, self.here()))

    def _field(self, buffer: BufferVar, field: str | None) -> tuple[int | None, DType, int]:
        """The number of a field, its type and its axes."""
        record = buffer.record if isinstance(buffer, BufferVar) else None
        if record is None and field is None:
            return None, buffer.dtype if isinstance(buffer, BufferVar) else u32, 0
        names = [] if record is None else [f.name for f in record.fields]
        if record is None or field not in names:
            raise self._error(
                "V404",
                "the elements of this array have no fields"
                if record is None
                else "an element of records has this field not",
                "leave field= out" if record is None else f"give field= one of {', '.join(names)}",
                repr(field),
            )
        number = names.index(field)
        return number, record.fields[number].dtype, len(record.fields[number].shape)

    def clear(self, buffer: BufferVar) -> None:
        """A private array becomes zeros."""
        self.emit(Clear(buffer.index, self.here()))

    def atomic(
        self,
        op: str,
        buffer: BufferVar,
        index: Index,
        value: Operand,
        expected: Operand | None = None,
    ) -> Val:
        """The old value; the element takes ``op(old, value)`` (rule 6.1)."""
        at, flat = self._index(buffer, index)
        wanted = None if expected is None else self.value(expected, buffer.dtype).id
        given = self.value(value, buffer.dtype).id
        return self.define(
            Atomic(self.next_id(), op, buffer.index, at, given, wanted, flat, self.here()),
            buffer.dtype,
        )

    # fmt: off
    def atomic_add(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("add", buffer, index, value)
    def atomic_sub(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("sub", buffer, index, value)
    def atomic_min(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("min", buffer, index, value)
    def atomic_max(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("max", buffer, index, value)
    def atomic_and(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("and", buffer, index, value)
    def atomic_or(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("or", buffer, index, value)
    def atomic_xor(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("xor", buffer, index, value)
    def atomic_exchange(self, buffer: BufferVar, index: Index, value: Operand) -> Val: return self.atomic("exchange", buffer, index, value)
    # fmt: on

    def atomic_compare_exchange(self, buffer: BufferVar, index: Index, expected: Operand, value: Operand) -> Val:
        return self.atomic("compare_exchange", buffer, index, value, expected)
