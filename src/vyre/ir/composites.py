"""Device names that are sequences of statements: loops over a range with any grid, reductions over a workgroup, unaligned
loads. Each is written once, here, with what every device has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from vyre.dtypes import BY_NAME, DType, i32, u8, u32, u64
from vyre.errors import ValidationError, shown
from vyre.ir.arrays import BufferVar
from vyre.ir.values import Operand, Val

if TYPE_CHECKING:
    from vyre.ir.builder import Builder

__all__ = ["WORKGROUP_OPS", "float_sum_fix", "grid_stride", "load_le", "over_workgroup"]

_TREE: Final = """\
scale to an integer and back, or add in a tree in shared memory, whose order is fixed (for workgroup=256; "Sums of floats" in docs/tutorial.md has it whole, with the sum over the workgroups):
    s = vy.shared(vy.{dtype}, 256)
    s[vy.local_index()] = {term}
    vy.barrier()
    for half in (128, 64, 32, 16, 8, 4, 2, 1):
        if vy.local_index() < half:
            s[vy.local_index()] += s[vy.local_index() + half]
        vy.barrier()
    if vy.local_index() == 0:
        {out}[vy.group_id()] = s[0]"""
WORKGROUP_OPS: Final = ("any", "all", "sum", "min", "max")


def float_sum_fix(term: str, dtype: DType, out: str = "out") -> str:
    """What to write for a sum of floats over a workgroup, or by atomics."""
    return _TREE.format(dtype=dtype.__name__, term=term, out=out)


@contextmanager
def grid_stride(b: Builder, n: Operand) -> Iterator[Val]:
    """0 … n, each number by one invocation of the first axis. The number of rounds is the same for all, so that the loop is
    uniform; and since each round begins below n, no sum reaches 2**32."""
    limit = b.value(n, None if isinstance(n, Val) else u32)
    if not limit.dtype.is_integer:
        raise ValidationError(
            "grid_stride counts to an integer", code="V300", fix="cast it to u32", place=b.here(), actual=repr(limit)
        )
    wide = u64 if limit.dtype.bits == 64 else u32
    end = b.cast(wide, b.max(limit, 0) if limit.dtype.kind == "int" else limit)
    mine = b.cast(wide, b.global_id())
    stride = b.cast(wide, b.workgroup_size() * b.num_groups())
    with b.for_(0, b.ceil_div(end, stride), name="round", dtype=wide) as turn:
        base = turn * stride
        with b.if_(mine < end - base):
            yield b.cast(limit.dtype, base + mine)


def over_workgroup(b: Builder, op: str, x: Operand) -> Val:
    """One value of all invocations of the workgroup, by an atomic on a cell of workgroup memory: any size of workgroup will do.

    Sums wrap, so their order says nothing. Floats are compared by integers of the same order, in which NaN comes last
    (rule 3.3). Each use has a cell of its own, which is stored to in no phase that reads it: the result is uniform (rule 5.4).
    """
    given = b.value(x)
    dtype = given.dtype
    truth = op in ("any", "all")
    if truth != dtype.is_bool or (op == "sum" and dtype.is_float):
        takes, fix = (
            ("a bool", "compare it: x != 0")
            if truth
            else ("an integer", float_sum_fix("x", dtype))
            if dtype.is_float
            else ("a number", "turn the bool into 0 or 1 by a cast to u32")
        )
        raise ValidationError(
            f"workgroup_{op} takes {takes}"
            + (": a float sum would depend on the order of the invocations" if dtype.is_float and op == "sum" else ""),
            code="V300",
            fix=fix,
            place=b.here(),
            actual=repr(given),
        )
    held = u32 if truth else _held(dtype)
    start = 0 if op in ("any", "all", "sum") else held.max if op == "min" else held.min
    cell = b.shared(b.unused(f"workgroup_{op}"), held, 1)
    if not b.at_top or start:
        b.barrier()  # before it, an earlier round of a loop may still read
        with b.if_(b.local_index() == 0):
            cell[0] = b.const(held, start)
        b.barrier()
    if truth:
        with b.if_(given if op == "any" else ~given):
            b.atomic_or(cell, 0, 1)
        b.barrier()
        found: Val = b.load(cell, 0)
        return found != 0 if op == "any" else found == 0
    b.atomic("add" if op == "sum" else op, cell, 0, _ordered(b, op, given) if dtype.is_float else b.cast(held, given))
    b.barrier()
    return _float_of(b, dtype, cell[0]) if dtype.is_float else b.cast(dtype, cell[0])


def _held(dtype: DType) -> DType:
    """The type of the cell: one that atomics have."""
    if dtype.is_float:
        return u64 if dtype.bits == 64 else u32
    return dtype if dtype.bits >= 32 else i32 if dtype.kind == "int" else u32


def _ordered(b: Builder, op: str, x: Val) -> Val:
    """A float as an unsigned integer of the same order, with -0 below +0; a NaN as the value that never wins."""
    bits = b.bitcast(_unsigned(x.dtype), x)
    top = 1 << (x.dtype.bits - 1)
    key = b.select(bits >= top, ~bits, bits | top)
    wide = b.cast(_held(x.dtype), key)
    return b.select(b.isnan(x), b.const(wide.dtype, wide.dtype.max if op == "min" else 0), wide)


def _float_of(b: Builder, dtype: DType, key: Val) -> Val:
    """The float of a key. Where every value was a NaN, the key is one of a NaN."""
    narrow = b.cast(_unsigned(dtype), key)
    top = 1 << (dtype.bits - 1)
    return b.bitcast(dtype, b.select(narrow >= top, narrow ^ top, ~narrow))


def _unsigned(dtype: DType) -> DType:
    return BY_NAME[f"u{dtype.bits}"]


def load_le(b: Builder, dtype: DType, buffer: BufferVar, offset: Operand) -> Val:
    """The bytes ``offset`` … of an array of u8, little-endian, as one value. Byte k is at the mathematical ``offset + k``; one
    outside of the array is 0 (rule 4.1)."""
    if not isinstance(buffer, BufferVar) or buffer.dtype is not u8 or buffer.record is not None:
        raise ValidationError(
            "load_le reads an array of u8",
            code="V300",
            fix="pass the array itself, declared with elements of u8",
            place=b.here(),
            actual=shown(buffer),
        )
    at = b.value(offset, None if isinstance(offset, Val) else u32)
    if not at.dtype.is_integer:
        raise ValidationError(
            "an offset is an integer", code="V300", fix="cast it to u32", place=b.here(), actual=repr(at)
        )
    if at.dtype.bits < 32:
        at = b.cast(i32 if at.dtype.kind == "int" else u32, at)
    first = b.cast(at.dtype.unsigned, at)
    known = offset if isinstance(offset, int) else None
    view = buffer.flat if buffer.rank != 1 else buffer
    wide = u64 if dtype.bits == 64 else u32
    total: Val | None = None
    for k in range(dtype.nbytes):
        byte = b.load(view, first + k if k else first)
        if at.dtype.kind == "int" or (k and (known is None or known + k > at.dtype.max)):
            inside = at >= -k if at.dtype.kind == "int" else at <= at.dtype.max - k
            byte = b.select(inside, byte, 0)
        part = b.cast(wide, byte)
        part = part << 8 * k if k else part
        total = part if total is None else total | part
    assert total is not None
    if dtype.is_bool or dtype.is_integer:
        return b.cast(dtype, total)
    return b.bitcast(dtype, b.cast(_unsigned(dtype), total))
