"""What a program does to each buffer."""

from __future__ import annotations

from dataclasses import dataclass

from vyre.facts.memo import remembered
from vyre.facts.numbering import Numbers, value_numbers
from vyre.ir.nodes import Atomic, Block, Break, Continue, For, If, Load, Return, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import inside, statements, subscripts

__all__ = ["BufferEffects", "Effects", "effects"]


@dataclass(frozen=True, slots=True)
class BufferEffects:
    """``reads`` ``writes`` ``atomics``: whether any statement does (an atomic counts as all three).

    ``own_element``: it is written, and every write is a store at exactly the invocation's own ``global_id`` (or a cast
    of it to another integer type of 32 or 64 bits, which outside of the type's range stores nothing), one subscript per
    axis (the last one is x) or one through the flat view (rule 5.1's default domain). ``every_element``: in addition,
    such a store is executed by every invocation with ``global_id(0) < size`` and 0 as its other ids, and nothing is
    read; so the previous contents are not observable if the grid covers the size. ``every_place``: the same for stores
    with one subscript per axis, executed by every invocation whose ids are below the extents, and 0 on further axes.
    ``reads_own``: a load stands at the invocation's own ``global_id``, whatever others there are."""

    reads: bool = False
    writes: bool = False
    atomics: bool = False
    own_element: bool = False
    every_element: bool = False
    reads_own: bool = False
    every_place: bool = False


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
    reads_own: set[int] = set()
    writes: set[int] = set()
    atomics: set[int] = set()
    elsewhere: set[int] = set()  # written at another index than the invocation's own
    foreign_reads: set[int] = set()
    for stmt in statements(program):
        if not isinstance(stmt, (Load, Store, Atomic)):
            continue
        index, _, _ = subscripts(program, stmt)
        rank = len(index)
        own = all(numbers.is_own_index(value, rank - 1 - axis) for axis, value in enumerate(index))
        if not isinstance(stmt, Store):
            reads.add(stmt.buffer)
            if not own or isinstance(stmt, Atomic):
                foreign_reads.add(stmt.buffer)
            else:
                reads_own.add(stmt.buffer)
        if not isinstance(stmt, Load):
            writes.add(stmt.buffer)
            if not own or isinstance(stmt, Atomic):
                elsewhere.add(stmt.buffer)
        if isinstance(stmt, Atomic):
            atomics.add(stmt.buffer)
    whole, _ = _Sure(program, numbers).block(program.body)
    found = []
    independent = True
    for k, buffer in enumerate(program.buffers):
        own_element = k in writes and k not in elsewhere
        every = own_element and k in whole and k not in reads and buffer.record is None  # a record may have more
        place = own_element and _places(k) in whole and k not in reads and buffer.record is None
        found.append(BufferEffects(k in reads, k in writes, k in atomics, own_element, every, k in reads_own, place))
        if buffer.is_array and k in writes and k in reads and (k in foreign_reads or k in elsewhere):
            independent = False
    return Effects(tuple(found), independent)


def _places(buffer: int) -> int:
    """What stands for a buffer of several axes whose elements are stored by one subscript per axis."""
    return -1 - buffer


class _Sure:
    """Finds the buffers of which every invocation with ``global_id(0) < size`` and 0 as its other ids stores its own
    element; and, as ``_places``, those of which every invocation does whose ids are below the extents, and 0 on further
    axes.

    A block is read per buffer: which arm of an ``If`` such an invocation takes is known where the condition is
    that very comparison; otherwise both arms must store, and a way out in either ends the reading.
    """

    def __init__(self, program: Program, numbers: Numbers) -> None:
        self.program = program
        self.numbers = numbers
        count = len(program.buffers)
        self.everything = frozenset(range(-count, count))

    def block(self, block: Block) -> tuple[frozenset[int], frozenset[int]]:
        """(buffers that are surely stored, buffers whose invocations surely come to the block's end)."""
        stored: frozenset[int] = frozenset()
        on = self.everything
        for stmt in block:
            if not on:
                break
            if isinstance(stmt, Store) and (stmt.flat or self.program.buffers[stmt.buffer].rank == 1):
                if self.numbers.is_global_id(stmt.index[0]):
                    stored |= on & {stmt.buffer}
            elif isinstance(stmt, Store):
                ids = [("id", "global_id", axis) for axis in reversed(range(len(stmt.index)))]
                if [self.numbers.meaning[self.numbers.of[value]] for value in stmt.index] == ids:
                    stored |= on & {_places(stmt.buffer)}
            elif isinstance(stmt, If):
                then, then_on = self.block(stmt.then)
                other, other_on = self.block(stmt.orelse)
                yes, no = self.taken(stmt.cond)
                stored |= on & ((then & yes) | (other & no) | (then & other))
                on &= (then_on & yes) | (other_on & no) | (then_on & other_on)
            elif isinstance(stmt, (For, While)):
                if any(isinstance(found, Return) for found in inside(stmt)):
                    on = frozenset()
            elif isinstance(stmt, (Break, Continue, Return)):
                on = frozenset()
        return stored, on

    def taken(self, cond: int) -> tuple[frozenset[int], frozenset[int]]:
        """The buffers for whose invocations the condition is surely true, and surely false."""
        meaning = self.numbers.meaning
        found = meaning[self.numbers.of[cond]]
        turned = False
        while found[:1] == ("op",) and found[2] == "not" and isinstance(found[3], int):
            found, turned = meaning[found[3]], not turned
        none: frozenset[int] = frozenset()
        if found[:1] != ("op",) or found[2] != "and" or turned:
            return self.compared(found, turned=turned)
        todo, true = [found], self.everything
        while todo:
            found = todo.pop()
            if found[:1] == ("op",) and found[2] == "and":
                todo += [meaning[n] for n in found[3:] if isinstance(n, int)]
            else:
                true &= self.compared(found, turned=False)[0]
        return true, none

    def compared(self, found: tuple[object, ...], *, turned: bool) -> tuple[frozenset[int], frozenset[int]]:
        """The same of one comparison of an id with the size of an array, or with an extent."""
        meaning, none = self.numbers.meaning, frozenset[int]()
        if found[0] != "op" or found[2] not in ("lt", "gt", "ge", "le"):
            return none, none
        first, second = (meaning[n] for n in found[3:] if isinstance(n, int))
        if found[2] in ("gt", "le"):
            first, second = second, first
        if first[:2] != ("id", "global_id") or second[0] != "size":
            return none, none
        _, buffer, axis = second
        assert isinstance(buffer, int)
        if axis is None:  # no extent is above the size of what has elements
            buffers = frozenset({buffer, _places(buffer)})
        elif isinstance(axis, int) and first[2] == (self.program.buffers[buffer].rank or 0) - 1 - axis:
            buffers = frozenset({_places(buffer)})
        else:
            return none, none
        return (buffers, none) if (found[2] in ("lt", "gt")) != turned else (none, buffers)
