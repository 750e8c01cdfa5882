"""Small outputs that a program only adds to: the sums are kept on the stack, and reach the output at the end of a call.

A call runs many workgroups, one after the other, on one thread. Where nothing in the program looks at an output, and it is only
added to, no one can tell when an addition arrives: a sum modulo 2**32 is the same in any order, and the end of the launch is
behind the end of each call. An addition on the stack is a plain one, or one of a whole vector, in place of an update
that locks a line of the cache, for which other threads may wait.
"""

from __future__ import annotations

from math import prod
from typing import Final

from vyre.emit.llvm.fills import fill
from vyre.emit.llvm.tree import Tree
from vyre.emit.llvm.writer import BufferRef, Writer
from vyre.ir.nodes import Size
from vyre.ir.program import Program
from vyre.ir.walk import used_buffer

__all__ = ["begin_kept", "end_kept", "find_kept"]

_MOST: Final = 512  # elements; clearing them and looking through them is short beside one workgroup


def find_kept(program: Program, tree: Tree) -> frozenset[int]:
    """Arrays of a known, small size that are only added to, with old values that nobody reads."""
    found: set[int] = set()
    for n, buffer in enumerate(program.buffers):
        shape = buffer.shape
        if buffer.role not in ("out", "inout") or buffer.record is not None or not shape:
            continue
        if buffer.dtype.is_integer and buffer.dtype.bits == 32 and prod(shape) <= _MOST:
            found.add(n)
    added: set[int] = set()
    for node in tree.nodes:
        stmt, used = node.stmt, used_buffer(node.stmt)
        if used not in found or isinstance(stmt, Size):
            continue
        if tree.only_adds(stmt):
            added.add(used)
        else:
            found.discard(used)
    return frozenset(found & added)


def begin_kept(w: Writer, kept: frozenset[int]) -> list[tuple[str, BufferRef]]:
    """Make room for the sums, and clear it: from now on the buffers are there. The address of each one's memory, and its sums."""
    found: list[tuple[str, BufferRef]] = []
    for n in sorted(kept):
        real, count = w.buffers[n], prod(w.program.buffers[n].shape or ())
        room = -(-count * real.dtype.nbytes // 64) * 64
        pointer = w.text.alloca(f"[{room} x i8]", 64)
        fill(w, pointer, room, 0)
        w.buffers[n] = BufferRef(real.dtype, pointer, str(count), real.extents, True, 64)
        found.append((real.pointer, w.buffers[n]))
    w.kept = len(found)
    return found


def end_kept(w: Writer, kept: list[tuple[str, BufferRef]]) -> None:
    """Add the sums to memory, but for zeros: other threads may be at that line."""
    t = w.text
    for pointer, sums in kept:
        some, after = t.label(), t.label()
        with t.counting(sums.size) as now:
            total = t.let(f"load i32, ptr {t.let(f'getelementptr i32, ptr {sums.pointer}, i64 {now}')}, align 4")
            t.branch(t.let(f"icmp eq i32 {total}, 0"), after, some)
            t.start(some)
            place = t.let(f"getelementptr i32, ptr {pointer}, i64 {now}")
            t.let(f"atomicrmw add ptr {place}, i32 {total} monotonic, align 4")
            t.goto(after)
            t.start(after)
