"""Arrays of other libraries on a device as arguments: used where they lie, or copied there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from vyre.errors import ArgumentValueError, VyreError
from vyre.ir.program import Buffer
from vyre.memory.foreign import ForeignArray, cuda_array
from vyre.memory.resident import ResidentArray
from vyre.run import refusals
from vyre.run.arrays import Prepared, Scattered
from vyre.run.engine import Engine
from vyre.run.lent import CopyNote
from vyre.run.refusals import Direction
from vyre.run.residency import prepare_resident, refuse_dtype

__all__ = ["foreign_copy", "prepare_foreign"]

_ALIGNED: Final = 16  # bytes; kernels may load four elements at once
_MOST_RUNS: Final = 1 << 16


def foreign_of(engine: Engine, name: str, given: Any) -> ForeignArray:
    """What an object in CUDA memory holds. Raises ArgumentTypeError A604."""
    assert engine.imports is not None
    try:
        return cuda_array(given, engine.imports.stream_handle)
    except VyreError:
        raise
    except Exception as error:  # whatever a library says
        raise refusals.cannot_take(name, given, error) from error


def prepare_foreign(engine: Engine, buffer: Buffer, given: Any, direction: Direction, copies: str) -> Prepared:
    """One argument. Where its elements do not lie side by side, or not at a multiple of 16 bytes, the device copies them.

    Raises A602, A603, A604, A605, A606 (a copy under ``copies="forbid"``), A607 (elements that overlap), A609, A615, A640.
    """
    foreign = foreign_of(engine, buffer.name, given)
    assert engine.home is not None
    if foreign.strides is None and (foreign.address % _ALIGNED == 0 or not foreign.nbytes):
        array = engine.home.around(foreign)
        array.lies_over(writable=array.writable, origin=given)
        return prepare_resident(engine, buffer, array, direction)
    reason = "not aligned to 16 bytes" if foreign.strides is None else "not C-contiguous"
    runs = foreign.runs()
    if copies == "forbid" or len(runs) > _MOST_RUNS:
        many = "" if copies == "forbid" else f", in {len(runs)} pieces"
        raise ArgumentValueError(
            f"{buffer.name!r} would have to be copied{many}: {reason}",
            code="A606",
            fix="pass x.copy() of CuPy, x.contiguous().clone() of PyTorch; or allow copies"
            if direction == "in"
            else "write x = x.copy() (of PyTorch x.contiguous().clone()), and pass x; or allow copies",
            place=buffer.place,
            actual=f"strides {foreign.strides}, address {foreign.address:#x}",
        )
    if direction != "in" and foreign.overlaps_itself():
        raise refusals.shares_its_elements(buffer, foreign)
    there = pieces(engine, foreign, runs)
    array = engine.home.empty(foreign.dtype, foreign.shape)
    array.lies_over(writable=foreign.writable, origin=given)
    prepared = prepare_resident(engine, buffer, array, direction)
    prepared.note = CopyNote(buffer.name, direction, reason, foreign.nbytes)
    prepared.scattered = there
    return prepared


def pieces(engine: Engine, foreign: ForeignArray, runs: Sequence[tuple[int, int, int]]) -> Scattered:
    """The bytes from its first element to its last, and where the elements are among them."""
    assert engine.home is not None
    low = min((at for at, _, _ in runs), default=0)
    reach = max((at + nbytes for at, _, nbytes in runs), default=0) - low
    bytes_ = ForeignArray(
        foreign.address + low, (reach,), None, np.dtype(np.uint8), foreign.writable, foreign.stream, foreign.owner
    )
    return Scattered(engine.home.around(bytes_), tuple((at - low, to, nbytes) for at, to, nbytes in runs))


def foreign_copy(engine: Engine, given: Any) -> ResidentArray:
    """A resident array with the values of an array of another library on the same device, copied there.

    Raises A602 and A604, A640 for one on another device.
    """
    assert engine.home is not None
    foreign = foreign_of(engine, "array", given)
    refuse_dtype(foreign.dtype)
    made = engine.home.empty(foreign.dtype, foreign.shape)
    there = pieces(engine, foreign, foreign.runs() if foreign.nbytes else [])
    engine.home.gather(there, made)
    return made
