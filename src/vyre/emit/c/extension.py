"""Which integers of 8 and 16 bits are extended to the 32 bits that hold them, and where (rules 2.1 and 2.6).

The text holds such an integer in an i32. *Extended* means that the i32 has its value. The result of an operation that wraps has the right
low bits only, and is extended once, where it is defined, by an operation that no compiler sees through. A result of which only the low
bits are read (sums, products, bits, stores) is not extended at all.

NVIDIA's ptxas up to CUDA 13.0 takes the result of a negation of 16 bits for extended, which that of -32768 is not, and leaves out the
conversion to a wider type, whatever the source spells: ``x * -1``, ``~x + 1``, ``c - (x + c)``. It has nothing to leave out in a text
whose operations all have 32 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vyre.dtypes import DType, i8, i16, u8, u16
from vyre.ir.nodes import VALUES, Get, Load, Op, Set, Stmt, Store
from vyre.ir.program import Program
from vyre.ir.walk import operands, value_dtype, walk

__all__ = ["extended_values", "is_narrow", "permuted"]

_BYTES: Final[dict[DType, int]] = {i8: 0x8880, u8: 0x7770, i16: 0x9910, u16: 0x7710}
"""Which byte each byte of the result is, for PTX's ``prmt``: 8 and 9 are copies of the sign of bytes 0 and 1, 7 is zero."""

_BITWISE: Final = frozenset("and or xor not select".split())
"""The low bits of the result depend on those of the operands alone, and it is extended where they are; but ``not`` of an unsigned type."""
_WRAPPING: Final = frozenset("add sub mul neg shl".split())
"""The low bits of the result depend on those of the operands alone (of a shift: on those of the first operand)."""
_WHOLE: Final = frozenset("abs div floordiv rotl rotr reverse_bits".split())
"""These read whole operands, and their result may have more bits than its type."""


def is_narrow(t: DType) -> bool:
    """Whether it is an integer type of 8 or 16 bits."""
    return t.is_integer and t.bits < 32


def permuted(t: DType) -> tuple[str, ...]:
    """The extension of ``a`` on NVIDIA's GPUs: lines, the last one of them an expression. It is one instruction, which picks bytes as a
    number says that no compiler knows."""
    return (
        "i32 x;",
        f'asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"({_BYTES[t]:#x}u ^ HIDDEN_ZERO));',
        "x",
    )


def extended_values(program: Program, *, every: bool = False) -> frozenset[int]:
    """The results of operations and loads that are extended where they are defined. A compiler may know what a load gives where the
    program itself stores there. ``every``: each result is read whole, as checks of ranges do."""
    walked = [stmt for _, stmt, _ in walk(program)]
    types = {
        stmt.result: dtype
        for stmt in walked
        if isinstance(stmt, VALUES) and (dtype := value_dtype(program, stmt)) is not None
    }
    if not any(is_narrow(t) for t in types.values()):
        return frozenset()
    read = set(types) if every else _read_whole(walked, types)
    stored = {stmt.buffer for stmt in walked if isinstance(stmt, Store)}
    read_locals = {stmt.local for stmt in walked if isinstance(stmt, Get) and stmt.result in read}
    loose: set[int] = set()  # values that are right in their low bits only
    found: set[int] = set()
    for stmt in walked:
        if isinstance(stmt, Get) and stmt.local not in read_locals:
            loose.add(stmt.result)
        elif isinstance(stmt, Load):
            if stmt.buffer in stored and stmt.result in read and is_narrow(types[stmt.result]):
                found.add(stmt.result)
        elif isinstance(stmt, Op) and is_narrow(stmt.dtype) and _may_exceed(stmt, types, loose):
            (found if stmt.result in read else loose).add(stmt.result)
    return frozenset(found)


def _read_whole(walked: Sequence[Stmt], types: dict[int, DType]) -> set[int]:
    """The values of which more than the low bits are read, those that a local takes among them if what it gives is."""
    read: set[int] = set()
    taken: dict[int, list[int]] = {}
    for stmt in walked:
        read.update(_operands_read_whole(stmt, types))
        if isinstance(stmt, Set):
            taken.setdefault(stmt.local, []).append(stmt.value)
    given = {stmt.result: stmt.local for stmt in walked if isinstance(stmt, Get)}
    waiting = [local for v, local in given.items() if v in read]
    while waiting:
        values = taken.pop(waiting.pop(), ())
        read.update(values)
        waiting += [given[v] for v in values if v in given]
    return read


def _operands_read_whole(stmt: Stmt, types: dict[int, DType]) -> tuple[int, ...]:
    """The operands of which a statement reads more than the low bits."""
    if isinstance(stmt, Set):
        return ()
    if isinstance(stmt, Store):
        return stmt.index
    if isinstance(stmt, Op):
        if stmt.op in ("cast", "bitcast"):
            source = types[stmt.args[0]]
            return () if is_narrow(stmt.dtype) and source.is_integer and stmt.dtype.bits <= source.bits else stmt.args
        if stmt.op in _BITWISE or stmt.op in _WRAPPING:
            return {"select": stmt.args[:1], "shl": stmt.args[1:]}.get(stmt.op, ())
    return operands(stmt)


def _may_exceed(stmt: Op, types: dict[int, DType], loose: set[int]) -> bool:
    """Whether the i32 that holds a result may have another value than it."""
    t, source = stmt.dtype, types[stmt.args[0]]
    if stmt.op in _BITWISE:
        return (stmt.op == "not" and not t.is_signed) or not loose.isdisjoint(stmt.args)
    if stmt.op == "bitcast" and not source.is_integer:
        return t.is_signed
    if stmt.op in ("cast", "bitcast"):
        fits = source.min >= t.min and source.max <= t.max if source.is_integer else True
        return not fits or not loose.isdisjoint(stmt.args)
    return stmt.op in _WRAPPING or stmt.op in _WHOLE
