"""What a program does to each buffer."""

from __future__ import annotations

from dataclasses import dataclass

from vyre.facts.memo import remembered
from vyre.facts.numbering import Numbers, value_numbers
from vyre.ir.nodes import Atomic, Break, Continue, If, Load, Return, Store
from vyre.ir.program import Program
from vyre.ir.walk import statements

__all__ = ["BufferEffects", "Effects", "effects"]


@dataclass(frozen=True, slots=True)
class BufferEffects:
    """``reads`` ``writes`` ``atomics``: whether any statement does (an atomic counts as all three).

    ``own_element``: it is written, and every write is a store at exactly ``global_id(0)``, in a buffer of one
    axis or through the flat view (rule 5.1's default domain). ``every_element``: besides, such a store stands
    where every invocation with ``global_id(0) < size`` passes, so a grid that covers the size writes it whole.
    """

    reads: bool = False
    writes: bool = False
    atomics: bool = False
    own_element: bool = False
    every_element: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """``buffers``: one entry per buffer of the program, in its order.

    ``groups_independent``: no invocation can read what another workgroup wrote, so any subset of the workgroups
    may be run alone and gives the bytes that they give in the whole.
    """

    buffers: tuple[BufferEffects, ...]
    groups_independent: bool


@remembered
def effects(program: Program) -> Effects:
    """The effects of a program. ``effects(p).buffers[k].writes`` speaks of ``p.buffers[k]``."""
    numbers = value_numbers(program)
    reads: set[int] = set()
    writes: set[int] = set()
    atomics: set[int] = set()
    elsewhere: set[int] = set()  # written at another index than the invocation's own
    foreign_reads: set[int] = set()
    for stmt in statements(program):
        if not isinstance(stmt, (Load, Store, Atomic)):
            continue
        flat = stmt.flat or program.buffers[stmt.buffer].rank == 1
        own = flat and len(stmt.index) == 1 and numbers.is_global_id(stmt.index[0])
        if not isinstance(stmt, Store):
            reads.add(stmt.buffer)
            if not own or isinstance(stmt, Atomic):
                foreign_reads.add(stmt.buffer)
        if not isinstance(stmt, Load):
            writes.add(stmt.buffer)
            if not own or isinstance(stmt, Atomic):
                elsewhere.add(stmt.buffer)
        if isinstance(stmt, Atomic):
            atomics.add(stmt.buffer)
    whole = _whole(program, numbers)
    found = []
    independent = True
    for k, buffer in enumerate(program.buffers):
        own_element = k in writes and k not in elsewhere and buffer.role != "shared"
        found.append(BufferEffects(k in reads, k in writes, k in atomics, own_element, own_element and k in whole))
        if buffer.role != "shared" and k in writes and k in reads and (k in foreign_reads or k in elsewhere):
            independent = False
    return Effects(tuple(found), independent)


def _whole(program: Program, numbers: Numbers) -> set[int]:
    """Buffers that get a store at ``global_id(0)`` in every invocation whose id is below their size."""
    return set()
