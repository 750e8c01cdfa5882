"""``vy.Builder``: programs made by calls. The front end, importers and fuzzers all build through it.

>>> from vyre.ir.builder import Builder
>>> from vyre.dtypes import u32
>>> b = Builder("mask")
>>> a, key, out = b.input("a", u32), b.input("key", u32), b.output("out", u32)
>>> i = b.global_id()
>>> with b.if_(i < out.size):
...     out[i] = a[i] ^ key[i]
>>> b.build().buffers[2].role
'out'
"""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from vyre.dtypes import DType, ScalarType, u32
from vyre.errors import Place, ValidationError
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Break,
    Continue,
    For,
    If,
    Load,
    Param,
    Return,
    Size,
    Stmt,
    Store,
    Value,
    While,
)
from vyre.ir.program import Buffer, Grid, Hints, Local, Program, Role
from vyre.ir.values import DeviceFunctions, LocalVar, Operand, Val

__all__ = ["MAX_NESTING", "BufferVar", "Builder"]

MAX_NESTING = 64
"""Blocks inside blocks; deeper is V403."""

_HERE = os.path.dirname(__file__)
_CONTEXTLIB = contextmanager.__code__.co_filename  # frames of `with` are not the caller's
Index = Operand | tuple[Operand, ...]


class BufferVar:
    """A buffer or shared array under construction: ``buf[i]`` loads, ``buf[i] = v`` stores."""

    __slots__ = ("builder", "dtype", "index", "is_flat_view", "rank")

    def __init__(
        self,
        builder: Builder,
        index: int,
        dtype: DType,
        rank: int | None,
        *,
        is_flat_view: bool = False,
    ) -> None:
        self.builder = builder
        self.index = index
        self.dtype = dtype
        self.rank = rank
        self.is_flat_view = is_flat_view

    def __getitem__(self, index: Index) -> Val:
        return self.builder.load(self, index)

    def __setitem__(self, index: Index, value: Operand) -> None:
        self.builder.store(self, index, value)

    @property
    def flat(self) -> BufferVar:
        """The view with one subscript over all elements."""
        return BufferVar(self.builder, self.index, self.dtype, self.rank, is_flat_view=True)

    @property
    def size(self) -> Val:
        """Number of elements, u32."""
        return self.builder.define(
            Size(self.builder.next_id(), self.index, None, self.builder.here()), u32
        )

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
        if axis < 0 or axis >= (1 if rank is None else rank):
            raise ValidationError(
                f"the buffer has {rank or 'any number of'} axes",
                code="V404",
                fix="use an axis below its rank; a buffer of any rank knows shape[0] only",
                place=b.here(),
                actual=f"shape[{axis}]",
            )
        return b.define(Size(b.next_id(), self.buffer.index, axis, b.here()), u32)


class Builder(DeviceFunctions):
    """Builds one program. Every device name of the language is a method; ``build`` gives the Program.

    ``workgroup``: an int, or a tuple in NumPy's order (last axis fastest). ``domain``: an int or a shape, or the
    name of a buffer (may be declared later). ``grid``: a number of workgroups, instead of a domain.
    """

    def __init__(
        self,
        name: str,
        *,
        workgroup: int | tuple[int, ...] = 256,
        domain: int | str | tuple[int, ...] | None = None,
        grid: int | tuple[int, ...] | None = None,
    ) -> None:
        self._check_name(name)
        self.name = name
        self.workgroup = _xyz(workgroup, "workgroup")
        self.domain = domain
        self.grid = None if grid is None else _xyz(grid, "grid", zero=True)
        self.place: Place | None = None  # the front end sets it; else the caller's line is taken
        self._buffers: list[Buffer] = []
        self._names: set[str] = set()
        self._locals: list[Local] = []
        self._blocks: list[list[Stmt]] = [[]]
        self._loops: list[int] = []  # depth of the block of each open loop
        self._next = 0
        self._scope_of: dict[int, int] = {}  # value id -> serial number of its block
        self._open: list[int] = [0]  # serial numbers of the open blocks
        self._serial = 0
        self._else_of: tuple[int, int] | None = (
            None  # (depth, position) of an if_ that an else_ may follow
        )
        self._built = False
        self._places: dict[tuple[str, int], Place] = {}

    # -- bookkeeping used by values -------------------------------------------------------------
    def next_id(self) -> int:
        return self._next

    def here(self) -> Place | None:
        if self.place is not None:
            return self.place
        frame = sys._getframe(1)
        while os.path.dirname(frame.f_code.co_filename) == _HERE or frame.f_code.co_filename == _CONTEXTLIB:
            if frame.f_back is None:
                return None
            frame = frame.f_back
        key = (frame.f_code.co_filename, frame.f_lineno)
        place = self._places.get(key)
        if place is None:
            text = linecache.getline(*key).rstrip("\n")
            start = len(text) - len(text.lstrip())
            place = Place(key[0], key[1], start, len(text), text, frame.f_code.co_name)
            self._places[key] = place
        return place

    def emit(self, stmt: Stmt) -> None:
        if self._built:
            raise self._error("V402", "the program is built", "make a new Builder")
        self._else_of = None
        self._blocks[-1].append(stmt)

    def define(self, stmt: Value, dtype: DType) -> Val:
        self.emit(stmt)
        self._scope_of[stmt.result] = self._open[-1]
        self._next += 1
        return Val(self, stmt.result, dtype)

    def owned(self, value: Val) -> Val:
        if value.builder is not self:
            raise self._error(
                "V404",
                "a value of another builder",
                "build each program with its own values",
                repr(value),
            )
        if self._scope_of[value.id] not in self._open:
            raise self._error(
                "V401",
                "this value is defined in a block that has ended",
                "carry it out in a local: x = b.let('x', 0) before the block, x.set(v) inside",
                repr(value),
            )
        return value

    def _error(
        self, code: str, message: str, fix: str, actual: str | None = None
    ) -> ValidationError:
        return ValidationError(message, code=code, fix=fix, place=self.here(), actual=actual)

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise ValidationError(
                "a name must be a Python identifier",
                code="V400",
                fix="use letters, digits and _, not starting with a digit",
                actual=repr(name),
            )

    # -- declarations -----------------------------------------------------------------------------
    def _declare(
        self,
        name: str,
        dtype: ScalarType,
        role: Role,
        *,
        rank: int | None = 1,
        shape: Sequence[int] | None = None,
        hints: Hints | None = None,
        live_out: bool = False,
        output_range: tuple[int, int] | None = None,
    ) -> BufferVar:
        self._check_name(name)
        if name in self._names:
            raise self._error("V400", "two buffers have one name", "rename one of them", name)
        element = self.scalar_type(dtype)
        if shape is not None:
            shape = tuple(shape)
            if not all(isinstance(n, int) and 0 <= n < 1 << 32 for n in shape):
                raise self._error(
                    "V404",
                    "a shape is a tuple of sizes below 2**32",
                    "use non-negative ints",
                    repr(shape),
                )
            rank = len(shape)
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
                self.here(),
            )
        )
        return BufferVar(self, len(self._buffers) - 1, element, rank)

    @staticmethod
    def _shape(count: int | None, shape: Sequence[int] | None) -> Sequence[int] | None:
        return (count,) if count is not None else shape

    def input(
        self,
        name: str,
        dtype: ScalarType,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
    ) -> BufferVar:
        """A read-only array. ``count`` or ``shape``: its declared size; ``rank=None``: any rank, flat."""
        return self._declare(
            name, dtype, "in", rank=rank, shape=self._shape(count, shape), hints=hints
        )

    def output(
        self,
        name: str,
        dtype: ScalarType,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
        live_out: bool = False,
        output_range: tuple[int, int] | None = None,
    ) -> BufferVar:
        """An array that the program produces; it starts as zeros."""
        return self._declare(
            name,
            dtype,
            "out",
            rank=rank,
            shape=self._shape(count, shape),
            hints=hints,
            live_out=live_out,
            output_range=output_range,
        )

    def inout(
        self,
        name: str,
        dtype: ScalarType,
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
        dtype: ScalarType,
        *,
        count: int | None = None,
        shape: Sequence[int] | None = None,
        rank: int | None = 1,
        hints: Hints | None = None,
    ) -> BufferVar:
        """A device-resident array that no dispatch moves."""
        return self._declare(
            name, dtype, "persistent", rank=rank, shape=self._shape(count, shape), hints=hints
        )

    def uniform(self, name: str, dtype: ScalarType) -> Val:
        """A scalar parameter; its value."""
        buffer = self._declare(name, dtype, "uniform", rank=0)
        return UniformVar(self, buffer.index, buffer.dtype)

    def shared(self, name: str, dtype: ScalarType, shape: int | Sequence[int]) -> BufferVar:
        """A workgroup array, zero at workgroup start (rule 4.3)."""
        return self._declare(
            name, dtype, "shared", shape=(shape,) if isinstance(shape, int) else shape
        )

    def let(self, name: str, value: Operand, dtype: ScalarType | None = None) -> LocalVar:
        """A mutable local that starts with ``value``. Several locals may have one name."""
        local = self.local(
            name, dtype or (value.dtype if isinstance(value, Val) else self.value(value).dtype)
        )
        local.set(value)
        return local

    def local(self, name: str, dtype: ScalarType) -> LocalVar:
        """A mutable local without a value yet; it must be set on every path before it is read (rule 4.2)."""
        self._check_name(name)
        held = self.scalar_type(dtype)
        self._locals.append(Local(name, held))
        return LocalVar(self, len(self._locals) - 1, held)

    # -- memory -----------------------------------------------------------------------------------
    def _index(self, buffer: BufferVar, index: Index) -> tuple[tuple[int, ...], bool]:
        if buffer.builder is not self:
            raise self._error(
                "V404", "a buffer of another builder", "build each program with its own buffers"
            )
        entries = index if isinstance(index, tuple) else (index,)
        flat = buffer.is_flat_view or buffer.rank is None
        if len(entries) != (1 if flat else buffer.rank):
            raise self._error(
                "V404",
                f"this array has {buffer.rank} axes",
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
                raise self._error(
                    "V300", "a subscript is an integer", "cast it to u32", repr(value)
                )
            values.append(value.id)
        return tuple(values), flat and buffer.rank != 1

    def load(self, buffer: BufferVar, index: Index) -> Val:
        at, flat = self._index(buffer, index)
        return self.define(Load(self.next_id(), buffer.index, at, flat, self.here()), buffer.dtype)

    def store(self, buffer: BufferVar, index: Index, value: Operand) -> None:
        stored = self.value(value, buffer.dtype)
        at, flat = self._index(buffer, index)
        self.emit(Store(buffer.index, at, stored.id, flat, self.here()))

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

    def atomic_compare_exchange(
        self, buffer: BufferVar, index: Index, expected: Operand, value: Operand
    ) -> Val:
        return self.atomic("compare_exchange", buffer, index, value, expected)

    # -- control ----------------------------------------------------------------------------------
    def _begin(self) -> None:
        if len(self._blocks) > MAX_NESTING:
            raise self._error(
                "V403",
                f"blocks nested deeper than {MAX_NESTING}",
                "split the program, or combine conditions with &",
            )
        self._blocks.append([])
        self._serial += 1
        self._open.append(self._serial)

    def _end(self) -> tuple[Stmt, ...]:
        self._open.pop()
        return tuple(self._blocks.pop())

    @contextmanager
    def _block(self, finish: Callable[[tuple[Stmt, ...]], None]) -> Iterator[None]:
        depth = len(self._blocks)
        self._begin()
        try:
            yield
        except BaseException:
            del self._blocks[depth:], self._open[depth:]
            raise
        finish(self._end())

    def _condition(self, cond: Operand) -> int:
        value = self.value(cond)
        if value.dtype.is_float:
            raise self._error(
                "V300", "a condition is a bool or an integer", "compare it: x != 0.0", repr(value)
            )
        return value.id

    @contextmanager
    def if_(self, cond: Operand) -> Iterator[None]:
        """``with b.if_(c):``; ``c`` is a bool or an integer."""
        value, place = self._condition(cond), self.here()
        with self._block(lambda body: self.emit(If(value, body, (), place))):
            yield
        self._else_of = (len(self._blocks), len(self._blocks[-1]) - 1)

    @contextmanager
    def else_(self) -> Iterator[None]:
        """``with b.else_():`` directly after the block of an ``if_``."""
        at = self._else_of
        if at is None or at[0] != len(self._blocks):
            raise self._error(
                "V402", "else_ without an if_ before it", "put it directly after the if_ block"
            )
        node = self._blocks[-1][at[1]]
        assert isinstance(node, If)

        def finish(body: tuple[Stmt, ...]) -> None:
            self._blocks[-1][at[1]] = If(node.cond, node.then, body, node.place)

        self._else_of = None
        with self._block(finish):
            yield
        self._else_of = None

    @contextmanager
    def for_(
        self,
        lo: Operand,
        hi: Operand,
        step: int = 1,
        *,
        name: str = "k",
        dtype: ScalarType | None = None,
    ) -> Iterator[LocalVar]:
        """``with b.for_(lo, hi) as k:``; the bounds have one integer type (literals alone: u32, or ``dtype``)."""
        typed = next((x.dtype for x in (lo, hi) if isinstance(x, Val)), u32) if dtype is None else self.scalar_type(dtype)
        if not typed.is_integer:
            raise self._error("V300", "the bounds of a range are integers", "cast them", typed.name)
        if not isinstance(step, int) or isinstance(step, bool) or step == 0:
            raise self._error(
                "V404", "a range's step is a literal other than 0", "use a literal step", repr(step)
            )
        first, last = self.value(lo, typed).id, self.value(hi, typed).id
        place = self.here()
        local = self.local(name, typed)
        with self._loop(lambda body: self.emit(For(local.index, first, last, step, body, place))):
            yield local

    @contextmanager
    def _loop(self, finish: Callable[[tuple[Stmt, ...]], None]) -> Iterator[None]:
        self._loops.append(len(self._blocks))
        try:
            with self._block(finish):
                yield
        finally:
            self._loops.pop()

    @contextmanager
    def while_(self, cond: Callable[[], Operand]) -> Iterator[None]:
        """``with b.while_(lambda: c):``; ``cond`` builds the condition, which is computed before each iteration."""
        place = self.here()
        self._begin()
        value = self._condition(cond())
        head = self._end()
        with self._loop(lambda body: self.emit(While(head, value, body, place))):
            yield

    def _in_loop(self, word: str) -> None:
        if not self._loops:
            raise self._error(
                "V402", f"{word} outside of a loop", f"use {word} inside for_ or while_"
            )

    def break_(self) -> None:
        self._in_loop("break_")
        self.emit(Break(self.here()))

    def continue_(self) -> None:
        self._in_loop("continue_")
        self.emit(Continue(self.here()))

    def return_(self) -> None:
        """End this invocation."""
        self.emit(Return(self.here()))

    def barrier(self) -> None:
        """Synchronise the workgroup; must be reached uniformly (rule 5.4)."""
        self.emit(Barrier(self.here()))

    # -- the end ----------------------------------------------------------------------------------
    def build(self) -> Program:
        """The program. It is validated when it is checked, planned or dispatched, not here."""
        if len(self._blocks) != 1:
            raise self._error(
                "V402", "build() inside an open block", "close every with-block first"
            )
        domain: int | tuple[int, ...] | None
        if isinstance(self.domain, str):
            found = [
                n
                for n, buffer in enumerate(self._buffers)
                if buffer.name == self.domain and buffer.is_array
            ]
            if not found:
                raise self._error(
                    "V404",
                    "domain names no buffer",
                    "name one of the arrays, or give a shape",
                    self.domain,
                )
            domain = found[0]
        elif isinstance(self.domain, int):
            domain = (self.domain,)
        else:
            domain = self.domain
        self._built = True
        return Program(
            self.name,
            tuple(self._buffers),
            tuple(self._locals),
            tuple(self._blocks[0]),
            self.workgroup,
            domain,
            self.grid,
        )


class UniformVar(Val):
    """A scalar parameter; each use reads it."""

    __slots__ = ("index",)

    def __init__(self, builder: Builder, index: int, dtype: DType) -> None:
        super().__init__(builder, -1, dtype)
        self.index = index

    def get(self) -> Val:
        b = self.builder
        return b.define(Param(b.next_id(), self.index, b.here()), self.dtype)


def _xyz(given: int | tuple[int, ...], what: str, *, zero: bool = False) -> Grid:
    """NumPy's order to x, y, z."""
    axes = (given,) if isinstance(given, int) else tuple(given)
    if not 1 <= len(axes) <= 3 or not all(
        isinstance(n, int) and not isinstance(n, bool) and n >= (0 if zero else 1) for n in axes
    ):
        raise ValidationError(
            f"{what} is an int or a tuple of up to three",
            code="V404",
            fix="use for example 256 or (16, 16)",
            actual=repr(given),
        )
    padded = tuple(reversed(axes)) + (1,) * (3 - len(axes))
    return (padded[0], padded[1], padded[2])
