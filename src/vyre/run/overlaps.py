"""Arrays of one call that share memory (rule 4.6): what is read is copied first, two that are written are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vyre.config import DispatchConfig
from vyre.errors import ArgumentValueError
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import Array, Held, Prepared, reach
from vyre.run.lent import CopyNote

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram

__all__ = ["part"]


def part(pipeline: DeviceProgram, arrays: list[Prepared], config: DispatchConfig) -> list[CopyNote]:
    """Make ``arrays``, which are in slot order, share no memory that is written. Raises ArgumentValueError A606, A607."""
    notes: list[CopyNote] = []
    spans = [_span(one) for one in arrays]
    for n, slot in enumerate(pipeline.slots):
        if not slot.writable:
            continue
        mine, (low, high) = arrays[n], spans[n]
        for m, other in enumerate(pipeline.slots):
            theirs, (start, stop) = arrays[m], spans[m]
            if m == n or (other.writable and m < n) or low >= stop or start >= high or low == high or start == stop:
                continue
            if not other.writable and (theirs.original is not None or theirs.lent is not None):
                continue  # a copied input does not overlap any more
            if theirs.twin or (mine.lent is None) != (theirs.lent is None):
                continue
            if (mine.original is not None or theirs.original is not None) and not _share(
                _written(mine), _written(theirs)
            ):
                continue
            names = [pipeline.program.buffers[s.buffer].name for s in (slot, other)]
            if other.writable:
                raise ArgumentValueError(
                    f"{names[0]!r} and {names[1]!r} are both written and overlap in memory",
                    code="A607",
                    fix="pass arrays that do not share memory",
                    place=pipeline.program.buffers[slot.buffer].place,
                )
            if config.copies == "forbid":
                raise ArgumentValueError(
                    f"{names[1]!r} is read, overlaps the written {names[0]!r}, and would have to be copied",
                    code="A606",
                    fix="pass a copy of it, or allow copies",
                    place=pipeline.program.buffers[other.buffer].place,
                )
            note = CopyNote(names[1], "in", f"overlaps the written {names[0]}", theirs.array.nbytes)
            if isinstance(theirs.array, ResidentArray):
                arrays[m] = replace(theirs, note=note, twin=True)
            else:
                arrays[m] = Prepared(
                    np.empty_like(theirs.array), theirs.array, note, theirs.resident, given=theirs.given
                )
            notes.append(note)
    return notes


def _span(prepared: Prepared) -> tuple[int, int]:
    """The addresses between which its elements lie that the caller knows."""
    if prepared.lent is not None:
        return prepared.lent.span
    held = _written(prepared)
    return held.span if isinstance(held, ResidentArray) else reach(held)


def _written(prepared: Prepared) -> Held:
    return prepared.array if prepared.original is None else prepared.original


def _share(a: Held, b: Held) -> bool:
    if isinstance(a, ResidentArray) or isinstance(b, ResidentArray):
        return False  # one of them was copied, so it lies in host memory
    return _exactly(a, b)


def _exactly(a: Array, b: Array) -> bool:
    try:
        return bool(np.shares_memory(a, b, max_work=10_000))  # type: ignore[arg-type]  # NumPy's stub knows only -1 and 0
    except np.exceptions.TooHardError:
        return True
