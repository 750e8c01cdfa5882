"""Statements to bytes, one tag and little-endian varints each: what the fingerprint hashes and the wire carries.

Results are not written: values count up in textual order, so a statement's position names its value. An
operation's name is written where it first occurs and by number after that, so that the table of operations
may grow without changing a byte of older programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from vyre.dtypes import BY_NAME
from vyre.errors import ValidationError
from vyre.ir.nodes import (
    VALUES,
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, SUBGROUP_OPS
from vyre.ir.program import ROLES, Buffer

__all__ = ["DTYPE_CODES", "LOCALITIES", "SEMANTICS", "TAGS", "BodyEncoder", "encode_buffer", "varint", "zigzag"]

SEMANTICS: Final = 1
"""Number of the meaning: programs of one number give the same bytes in every version (rule 7.2)."""

DTYPE_CODES: Final[dict[str, int]] = {name: code for code, name in enumerate(BY_NAME)}
LOCALITIES: Final[tuple[Literal["", "stream", "reuse"], ...]] = ("", "stream", "reuse")

TAGS: Final[dict[type[Stmt], int]] = {
    cls: tag
    for tag, cls in enumerate(
        (
            Const,
            Op,
            Id,
            Size,
            Param,
            Get,
            Set,
            Load,
            Store,
            Atomic,
            If,
            For,
            While,
            Break,
            Continue,
            Return,
            Barrier,
            Subgroup,
            Clear,
            Trap,
        ),
        1,
    )
}
"""The tag of each node; 0 is none. ``FLAT`` is added for the flat form of Load, Store and Atomic, ``OF_FIELD`` where a Load or
Store is of a record's field."""

FLAT: Final = 0x40
OF_FIELD: Final = 0x20


def varint(out: bytearray, number: int) -> None:
    """Append an unsigned integer, seven bits a byte, low bits first."""
    if number < 0:
        raise ValueError(f"{number} where the form has unsigned numbers")
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def zigzag(number: int) -> int:
    """Signed to unsigned: 0, -1, 1, -2 ... to 0, 1, 2, 3 ..."""
    return number * 2 if number >= 0 else -number * 2 - 1


def encode_buffer(out: bytearray, buffer: Buffer) -> None:
    """Everything of a buffer but its name and place."""
    out.append(DTYPE_CODES[buffer.dtype.name])
    out.append(ROLES.index(buffer.role))
    varint(out, 0 if buffer.rank is None else buffer.rank + 1)
    varint(out, 0 if buffer.shape is None else len(buffer.shape) + 1)
    for extent in buffer.shape or ():
        varint(out, extent)
    hints = buffer.hints
    varint(out, 0 if hints.coalesce_axis is None else hints.coalesce_axis + 1)
    varint(out, hints.alignment)
    out.append(LOCALITIES.index(hints.locality))
    marks = int(buffer.live_out) | (0 if buffer.output_range is None else 2)
    marks |= (0 if buffer.record is None else 4) | (8 if buffer.data else 0)
    marks |= 0 if buffer.init is None else 16
    out.append(marks)
    for edge in buffer.output_range or ():
        varint(out, edge)
    if buffer.record is not None:  # names of fields are no part
        varint(out, buffer.record.nbytes)
        varint(out, len(buffer.record.fields))
        for field in buffer.record.fields:
            out.append(DTYPE_CODES[field.dtype.name])
            varint(out, field.offset)
            varint(out, len(field.shape))
            for extent in field.shape:
                varint(out, extent)
    if buffer.data:
        varint(out, len(buffer.data))
        out += buffer.data
    if buffer.init is not None:
        varint(out, buffer.init)


class BodyEncoder:
    """Encodes one body. ``values`` and ``locals`` are renumbered by first occurrence where ``rename`` is true
    (fingerprint), else written as they are (wire; then results must count up from 0)."""

    def __init__(self, *, rename: bool) -> None:
        self.rename = rename
        self.values: dict[int, int] = {}
        self.locals: dict[int, int] = {}
        self._ops: dict[str, int] = {}

    def encode(self, body: Block, flush: Callable[[bytearray], object]) -> None:
        """Encode, handing over the bytes in pieces of bounded size."""
        out = bytearray()
        varint(out, len(body))
        stack: list[Iterator[Stmt | Block | int]] = [iter(body)]
        while stack:
            for item in stack[-1]:
                if isinstance(item, tuple):  # an inner block
                    varint(out, len(item))
                    stack.append(iter(item))
                    break
                if isinstance(item, int):  # the value of a While, after its condition block
                    varint(out, self._value(item))
                    continue
                if len(out) > 1 << 16:
                    flush(out)
                    out = bytearray()
                inner = self._statement(out, item)
                if inner:
                    stack.append(iter(inner))
                    break
            else:
                stack.pop()
        flush(out)

    def _value(self, value: int) -> int:
        known = self.values.get(value)
        if known is None:
            raise ValidationError(
                "a value is used before it is defined",
                code="V401",
                fix="define it by a statement before its use, in the same block or around it",
                actual=f"v{value}",
            )
        return known

    def _local(self, local: int) -> int:
        return self.locals.setdefault(local, len(self.locals)) if self.rename else local

    def _statement(self, out: bytearray, stmt: Stmt) -> tuple[Stmt | Block | int, ...]:
        tag = TAGS[type(stmt)] | (FLAT if isinstance(stmt, (Load, Store, Atomic)) and stmt.flat else 0)
        out.append(tag | (OF_FIELD if isinstance(stmt, (Load, Store)) and stmt.field is not None else 0))
        value = self._value
        inner: tuple[Stmt | Block | int, ...] = ()
        if isinstance(stmt, Op):
            known = self._ops.get(stmt.op)
            if known is None:
                known = self._ops[stmt.op] = len(self._ops)
                varint(out, known)
                raw = stmt.op.encode()
                varint(out, len(raw))
                out += raw
            else:
                varint(out, known)
            out.append(DTYPE_CODES[stmt.dtype.name])
            varint(out, len(stmt.args))
            for arg in stmt.args:
                varint(out, value(arg))
        elif isinstance(stmt, Const):
            out.append(DTYPE_CODES[stmt.dtype.name])
            varint(out, stmt.bits)
        elif isinstance(stmt, Load):
            self._access(out, stmt.buffer, stmt.index)
            if stmt.field is not None:
                varint(out, stmt.field)
        elif isinstance(stmt, Store):
            self._access(out, stmt.buffer, stmt.index)
            if stmt.field is not None:
                varint(out, stmt.field)
            varint(out, value(stmt.value))
        elif isinstance(stmt, Subgroup):
            out.append(tuple(SUBGROUP_OPS).index(stmt.op))
            out.append(DTYPE_CODES[stmt.dtype.name])
            for arg in stmt.args:
                varint(out, value(arg))
        elif isinstance(stmt, Clear):
            varint(out, stmt.buffer)
        elif isinstance(stmt, Trap):
            varint(out, value(stmt.code))
        elif isinstance(stmt, Get):
            varint(out, self._local(stmt.local))
        elif isinstance(stmt, Set):
            varint(out, self._local(stmt.local))
            varint(out, value(stmt.value))
        elif isinstance(stmt, Id):
            out.append(ID_NAMES.index(stmt.name))
            varint(out, stmt.axis)
        elif isinstance(stmt, Size):
            varint(out, stmt.buffer)
            varint(out, 0 if stmt.axis is None else stmt.axis + 1)
        elif isinstance(stmt, Param):
            varint(out, stmt.buffer)
        elif isinstance(stmt, Atomic):
            out.append(ATOMIC_OPS.index(stmt.op))
            self._access(out, stmt.buffer, stmt.index)
            varint(out, 0 if stmt.expected is None else value(stmt.expected) + 1)
            varint(out, value(stmt.value))
        elif isinstance(stmt, If):
            varint(out, value(stmt.cond))
            inner = (stmt.then, stmt.orelse)
        elif isinstance(stmt, For):
            varint(out, self._local(stmt.local))
            varint(out, value(stmt.lo))
            varint(out, value(stmt.hi))
            varint(out, zigzag(stmt.step))
            inner = (stmt.body,)
        elif isinstance(stmt, While):
            inner = (stmt.cond, stmt.value, stmt.body)
        if isinstance(stmt, VALUES):
            now = len(self.values)
            if stmt.result in self.values or not (self.rename or stmt.result == now):
                raise ValidationError(
                    "values do not count up from 0 in textual order",
                    code="V310",
                    fix="number them with vyre.ir.walk.renumber(program)",
                    place=stmt.place,
                    actual=f"v{stmt.result} where v{now} is next",
                )
            self.values[stmt.result] = now
        return inner

    def _access(self, out: bytearray, buffer: int, index: tuple[int, ...]) -> None:
        varint(out, buffer)
        varint(out, len(index))
        for entry in index:
            varint(out, self._value(entry))
