"""From the sizes of a usual call to what a backend's machine code needs to take such calls by itself."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from numpy import empty, zeros

from vyre.contract.direct import Direct, DirectArray, DirectCall, DirectNumber
from vyre.run.arrays import starting_byte

if TYPE_CHECKING:
    from vyre.run.call_plan import CallPlan
    from vyre.run.device_program import DeviceProgram
    from vyre.run.sizes import Sized

__all__ = ["Armed", "direct_call"]

_CALLS = 3
"""Warm calls after which machine code is made for the next ones."""
_KEPT = 8
"""Sets of shapes that one callable knows."""
_AGAIN = 1000
"""Calls that went through Python after which it gets to know others."""


class Armed:
    """``run``: takes a call, or gives ``NotImplemented``, by which it is left to Python. None before it is worth its making."""

    __slots__ = ("_calls", "_counted", "_known", "run")

    def __init__(self) -> None:
        self.run: Direct | None = None
        self._counted = 0
        self._calls: dict[int, DirectCall | None] = {}  # by what follows from the sizes
        self._known: dict[int, Sized] = {}  # keeps those, whose ids these are

    def met(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """A usual call of these sizes went through Python."""
        self._counted += 1
        if self._counted < _CALLS or id(sized) in self._calls:
            return
        make = owner.engine.direct
        if make is None:
            return
        if len(self._calls) >= _KEPT:
            if self._counted < _AGAIN:
                return
            self._calls, self._known, self._counted = {}, {}, 0
        self._known[id(sized)] = sized
        self._calls[id(sized)] = direct_call(owner, sized, plan)
        every = [call for call in self._calls.values() if call is not None]
        self.run = make(every, owner.engine.watch) if every and owner.engine.watch is not None else None

    def disarm(self) -> None:
        """What it leads to is closed."""
        self.run = None
        self._calls, self._known = {}, {}


def direct_call(owner: DeviceProgram, sized: Sized, plan: CallPlan) -> DirectCall | None:
    """What machine code needs for these sizes. None where a call has more to do than to look, to launch and to remember."""
    if sized.launch is None or sized.compiled is None or owner.traps or owner.plan.checks_facts:
        return None
    shapes, fresh = sized.shapes, {taker.slot for taker, _ in sized.made}
    takers = (*plan.takers, *plan.outs)
    if any(one.declared.record is not None for one in takers) or not all(map(prod, shapes)):
        return None
    offsets = owner.params.offsets
    arguments = tuple(
        DirectNumber(one.dtype, offsets.get(f"p{one.buffer}"))
        if one.slot < 0
        else DirectArray(one.slot, one.dtype, shapes[one.slot], owner.writable[one.slot])
        for one in plan.takers
    )
    outs: list[DirectArray] = []
    for one in plan.outs:
        slot = one.slot
        begins = starting_byte(one.declared) if slot in sized.shows else None
        if begins is None and slot in sized.shows:
            return None
        make = None
        if slot in fresh:
            make = zeros if begins == 0 else empty
        outs.append(DirectArray(slot, one.dtype, shapes[slot], True, make, None if make is zeros else begins))
    return DirectCall(
        pipeline=sized.compiled,
        arguments=arguments,
        outs=tuple(outs),
        alone=sized.alone,
        results=plan.results,
        grid=sized.grid,
        params=sized.params if sized.params is not None else owner.params.packer.pack(*sized.words),
        nbytes=sized.nbytes,
        receipt=(sized.variant, sized.grid, ()),
    )
