"""From the shapes of a warm call to what a backend's machine code needs to take such calls by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numpy import empty, zeros

from vyre.contract.direct import Direct, DirectArray, DirectCall, DirectNumber
from vyre.run.arrays import starting_byte
from vyre.run.wanted import Wanted

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram
    from vyre.run.warm import Fit

__all__ = ["Armed", "direct_call"]

_CALLS = 3
"""Warm calls after which machine code is made for the next ones."""
_KEPT = 8
"""Sets of shapes that one callable knows."""


class Armed:
    """``run``: takes a call, or gives ``NotImplemented``, by which it is left to Python. None before it is worth its making."""

    __slots__ = ("_calls", "_counted", "_known", "run")

    def __init__(self) -> None:
        self.run: Direct | None = None
        self._counted = 0
        self._calls: dict[int, DirectCall | None] = {}  # by the fit
        self._known: dict[int, Fit] = {}  # keeps the fits, whose ids these are

    def met(self, owner: DeviceProgram, fit: Fit, takers: Sequence[tuple[int, Wanted]], results: Sequence[int]) -> None:
        """A warm call of these shapes went through Python."""
        self._counted += 1
        if self._counted < _CALLS or id(fit) in self._calls:
            return
        make = owner.engine.direct
        if make is None:
            return
        if len(self._calls) >= _KEPT:
            self._calls, self._known = {}, {}
        self._known[id(fit)] = fit
        self._calls[id(fit)] = direct_call(owner, fit, takers, results)
        every = [call for call in self._calls.values() if call is not None]
        self.run = make(every, owner.engine.watch) if every and owner.engine.watch is not None else None

    def disarm(self) -> None:
        """What it leads to is closed."""
        self.run = None
        self._calls, self._known = {}, {}


def direct_call(
    owner: DeviceProgram, fit: Fit, takers: Sequence[tuple[int, Wanted]], results: Sequence[int]
) -> DirectCall | None:
    """What machine code needs for these shapes. None where a call has more to do than to look, to launch and to remember.

    ``takers``: per argument its slot, -1 for a number, and what it must be.
    """
    if fit.launch is None:
        return None
    shapes, fresh = fit.shapes, {slot: wanted for slot, wanted, _ in fit.outs}
    begun = {*fit.begun, *(slot for slot, _ in fit.fills)}  # what the launch would show of them is what they start as
    if any(wanted.is_record for _, wanted in takers):
        return None
    offsets = owner.params.offsets
    arguments = tuple(
        DirectNumber(wanted.dtype, offsets.get(f"p{wanted.buffer}"))
        if slot < 0
        else DirectArray(slot, wanted.dtype, shapes[slot], owner.writable[slot])
        for slot, wanted in takers
    )
    outs: list[DirectArray] = []
    for n, buffer in enumerate(owner.program.buffers):
        if buffer.role != "out":
            continue
        slot = owner.slot_of[n]
        wanted = fresh.get(slot) or Wanted(n, buffer)
        begins = starting_byte(buffer) if slot in begun else None
        if wanted.is_record or (begins is None and slot in begun):
            return None
        make = None
        if slot in fresh:
            make = zeros if begins == 0 else empty
        outs.append(DirectArray(slot, wanted.dtype, shapes[slot], True, make, None if make is zeros else begins))
    return DirectCall(
        pipeline=fit.compiled,
        arguments=arguments,
        outs=tuple(outs),
        alone=fit.alone,
        results=tuple(results),
        grid=fit.grid,
        params=fit.params if fit.params is not None else owner.params.packer.pack(*fit.words),
        nbytes=fit.nbytes,
        receipt=(fit.variant, fit.grid, ()),
    )
