"""Arrays in CUDA memory as arguments of calls that run elsewhere: copied to host memory, and what is written is copied back.

Their library is asked first, by DLPack's words for a copy in host memory; then CUDA's driver; then the library's own methods.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vyre.contract.ending import GATE
from vyre.errors import ArgumentTypeError, ArgumentValueError, VyreError
from vyre.ir.program import Buffer
from vyre.memory.foreign import LEGACY_STREAM, ForeignArray, cuda_array, host_copy
from vyre.run import refusals
from vyre.run.refusals import Direction

__all__ = ["Lent", "lend"]

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


class Lent:
    """One such array, and its values in host memory. ``span``: the addresses that it reaches over, for program order."""

    def __init__(self, given: Any, foreign: ForeignArray) -> None:
        self.given = given
        self.foreign = foreign
        self.host: Array = np.empty(foreign.shape, foreign.dtype)
        low, high = foreign.reach()
        self.span = (foreign.address + low, foreign.address + high)
        self.way = ""  # that its values came by, or go by

    def read(self) -> bool:
        """Take its values as they are now. False where nothing here can."""
        found = self._values()
        if found is not None:
            self.host[...] = found
        return found is not None

    def _values(self) -> Array | None:
        given = self.given
        if hasattr(given, "__dlpack__"):
            found = host_copy(given)
            if found is not None:
                self.way = "its __dlpack__"
                return found
        driver = _driver(self.foreign)
        if driver is not None:
            self.way = "CUDA's driver"
            values: Array = driver.fetched(_anew(given, self.foreign))
            return values
        known = _READS.get(_library(given))
        if known is None:
            return None
        self.way, read = known
        copy = read(given)
        return copy if isinstance(copy, np.ndarray) else host_copy(copy)

    def can_write(self) -> bool:
        """Whether something here can write it."""
        known = _WRITES.get(_library(self.given))
        self.way = "CUDA's driver" if _driver(self.foreign) is not None else known[0] if known is not None else ""
        return bool(self.way)

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
    """An array in CUDA memory for a call that runs elsewhere, with its values in host memory where they are read.

    Raises A604 (nothing here copies it), A605 (read-only), A606 (``copies="forbid"``, or more pieces than are copied one by
    one), A607 (elements that share memory).
    """
    try:
        lent = Lent(given, cuda_array(given, LEGACY_STREAM))
        if direction != "in":
            _check_writing(buffer, lent, direction)
        if copies == "forbid":
            raise _forbidden(buffer, given, direction)
        with GATE:
            there = (direction == "out" or lent.read()) and (direction == "in" or lent.can_write())
    except VyreError:
        raise
    except Exception as error:  # whatever a library says
        raise refusals.cannot_take(buffer.name, given, error) from error
    if not there:
        told = (
            "__cuda_array_interface__" if hasattr(given, "__cuda_array_interface__") else "__dlpack_device__ with CUDA"
        )
        raise refusals.on_a_device(buffer, given, f"{told}, and nothing here copies it", direction)
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
