"""Arrays in CUDA memory as arguments of calls that run elsewhere: copied to host memory, and what is written is copied back.

Their library is asked first, by DLPack's words for a copy in host memory; then CUDA's driver; then the library's own methods.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vyre.contract.ending import GATE
from vyre.errors import ArgumentTypeError, ArgumentValueError, VyreError
from vyre.ir.program import Buffer
from vyre.memory.foreign import LEGACY_STREAM, ForeignArray, cuda_array, host_copy
from vyre.run import refusals
from vyre.run.refusals import Direction

__all__ = ["CopyNote", "Lent", "LentNote", "lend"]

Array = NDArray[Any]
_MOST_RUNS: Final = 1 << 16


def _torch_copy(x: Any, values: Array) -> None:
    torch = sys.modules["torch"]
    if values.dtype.name == "bfloat16":  # NumPy's array of it is none that PyTorch takes
        x, values = x.view(torch.int16), values.view(np.int16)
    x.copy_(torch.from_numpy(values))


_READS: Final[dict[str, tuple[str, Callable[[Any], Any]]]] = {
    "cupy": ("x.get()", lambda x: x.get()),
    "torch": ("x.cpu()", lambda x: x.cpu()),
    "numba": ("x.copy_to_host()", lambda x: x.copy_to_host()),
    "jax": ("numpy.array(x)", np.array),
    "jaxlib": ("numpy.array(x)", np.array),
}
_WRITES: Final[dict[str, tuple[str, Callable[[Any, Array], object]]]] = {
    "cupy": ("x.set(h)", lambda x, values: x.set(values)),
    "torch": ("x.copy_(h)", _torch_copy),
    "numba": ("x.copy_to_device(h)", lambda x, values: x.copy_to_device(values)),
}
"""By the first part of a type's module."""


@dataclass(frozen=True, slots=True)
class CopyNote:
    """A host copy that a call needed: which buffer, "in" or "out" or "in and out", why, how many bytes."""

    buffer: str
    direction: str
    reason: str
    nbytes: int

    def made(self) -> CopyNote:
        """This, for a receipt."""
        return self


@dataclass(slots=True)
class LentNote:
    """The same for an array in CUDA memory. ``way``: what copies it, known once it was copied."""

    buffer: str
    direction: str
    nbytes: int
    way: str = ""

    def made(self) -> CopyNote:
        """It, for a receipt."""
        reason = f"in CUDA memory, copied through the host by {self.way}"
        return CopyNote(self.buffer, self.direction, reason, self.nbytes)


class Lent:
    """One such array as the argument ``buffer``, and its values in host memory after ``read``. ``span``: the addresses that it
    reaches over, for program order."""

    def __init__(self, buffer: Buffer, given: Any, foreign: ForeignArray, direction: Direction) -> None:
        self.buffer = buffer
        self.given = given
        self.foreign = foreign
        self.direction: Direction = direction
        self.host: Array = np.empty(foreign.shape, foreign.dtype)
        low, high = foreign.reach()
        self.span = (foreign.address + low, foreign.address + high)
        self.note = LentNote(buffer.name, direction, self.host.nbytes)

    def read(self) -> Lent:
        """Take its values as they are now. Raises A604 where nothing here can."""
        try:
            with GATE:
                found = self._values()
        except VyreError:
            raise
        except Exception as error:  # whatever a library says
            raise refusals.cannot_take(self.buffer.name, self.given, error) from error
        if found is None:
            raise self.cannot_be_copied()
        self.host[...] = found
        return self

    def cannot_be_copied(self) -> Exception:
        """A604: nothing here copies it."""
        given = self.given
        told = (
            "__cuda_array_interface__" if hasattr(given, "__cuda_array_interface__") else "__dlpack_device__ with CUDA"
        )
        return refusals.on_a_device(self.buffer, given, f"{told}, and nothing here copies it", self.direction)

    def _values(self) -> Array | None:
        given = self.given
        if hasattr(given, "__dlpack__"):
            found = host_copy(given)
            if found is not None:
                self._tell("its __dlpack__")
                return found
        driver = _driver(self.foreign)
        if driver is not None:
            self._tell("CUDA's driver")
            values: Array = driver.fetched(_anew(given, self.foreign))
            return values
        known = _READS.get(_library(given))
        if known is None:
            return None
        way, read = known
        self._tell(way)
        copy = read(given)
        return copy if isinstance(copy, np.ndarray) else host_copy(copy)

    def _tell(self, way: str) -> None:
        """What reads it, in the note of an array that is only read; of one that is written, ``can_write`` has told."""
        if self.direction == "in":
            self.note.way = way

    def can_write(self) -> bool:
        """Whether something here can write it."""
        known = _WRITES.get(_library(self.given))
        self.note.way = "CUDA's driver" if _driver(self.foreign) is not None else known[0] if known is not None else ""
        return bool(self.note.way)

    def write(self) -> None:
        """Give it the values of ``host``."""
        driver = _driver(self.foreign)
        if driver is None:
            _WRITES[_library(self.given)][1](self.given, self.host)
            return
        driver.stored(_anew(self.given, self.foreign), self.host)


def _anew(given: Any, foreign: ForeignArray) -> ForeignArray:
    """What its library says now: the work on it may be on another stream than before."""
    return cuda_array(given, LEGACY_STREAM) if hasattr(given, "__cuda_array_interface__") else foreign


def _library(given: Any) -> str:
    return type(given).__module__.partition(".")[0]


def _driver(foreign: ForeignArray) -> Any:
    """What goes through CUDA's driver; None where there is none that knows the memory."""
    try:
        found = importlib.import_module("vyre.drivers.cuda_host")
    except ImportError:
        return None
    return found if found.knows(foreign) else None


def lend(buffer: Buffer, given: Any, direction: Direction, copies: str = "allow") -> Lent:
    """An array in CUDA memory for a call that runs elsewhere.

    Raises A604 (nothing here writes it), A605 (read-only), A606 (``copies="forbid"``, or more pieces than are copied one by
    one), A607 (elements that share memory).
    """
    try:
        lent = Lent(buffer, given, cuda_array(given, LEGACY_STREAM), direction)
        if direction != "in":
            _check_writing(buffer, lent, direction)
        if copies == "forbid":
            raise _forbidden(buffer, given, direction)
        with GATE:
            there = direction == "in" or lent.can_write()
    except VyreError:
        raise
    except Exception as error:  # whatever a library says
        raise refusals.cannot_take(buffer.name, given, error) from error
    if not there:
        raise lent.cannot_be_copied()
    return lent


def _check_writing(buffer: Buffer, lent: Lent, direction: Direction) -> None:
    foreign = lent.foreign
    if not foreign.writable:
        raise refusals.read_only(buffer, lent.given, None, direction)
    if foreign.overlaps_itself():
        raise refusals.shares_its_elements(buffer, foreign)
    pieces = 1 if foreign.strides is None else len(foreign.runs())
    if pieces > _MOST_RUNS:
        raise ArgumentValueError(
            f"{buffer.name!r} would have to be copied in {pieces} pieces",
            code="A606",
            fix="write x = x.copy() (of PyTorch x.contiguous().clone()), and pass x",
            place=buffer.place,
            actual=f"shape {foreign.shape}, strides {foreign.strides}",
        )


def _forbidden(buffer: Buffer, given: Any, direction: Direction) -> ArgumentTypeError | ArgumentValueError:
    error: Any = refusals.on_a_device(buffer, given, "CUDA memory", direction)
    return ArgumentValueError(
        f"{buffer.name!r} would have to be copied: it is in CUDA memory, and the call runs elsewhere",
        code="A606",
        fix=f"{error.fix}; or use backend='cuda'; or allow copies",
        place=buffer.place,
        actual=error.actual,
    )
