"""From the sizes of a usual call to what a backend's machine code needs to take such calls by itself."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from numpy import empty, zeros

from vyre.contract.direct import Direct, DirectArray, DirectCall, DirectNumber
from vyre.run.arrays import element_dtype, starting_byte

if TYPE_CHECKING:
    from vyre.run.call_plan import CallPlan
    from vyre.run.device_program import DeviceProgram
    from vyre.run.sizes import Sized

__all__ = ["Armed", "Single", "direct_call"]

_CALLS = 3
"""Calls that went through Python after which machine code is made for the next ones."""
_CALLS_OF_ONE = 6
"""The same for calls of one set of sizes."""
_KEPT = 8
"""Sets of sizes that one callable knows."""
_AGAIN = 1024
"""Calls of a set of sizes that it does not know after which it gets to know that one instead of its oldest."""


class Armed:
    """``run``: takes a call, or gives ``NotImplemented``, by which it is left to Python. None before it is worth its making."""

    __slots__ = ("_calls", "_counted", "_known", "run")

    def __init__(self) -> None:
        self.run: Direct | None = None
        self._counted = 0
        self._calls: dict[int, DirectCall | None] = {}  # by the id of what follows from the sizes
        self._known: dict[int, Sized] = {}  # keeps those, whose ids these are

    def met(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """A usual call of these sizes went through Python."""
        self._counted += 1
        if self._counted >= _CALLS and len(self._calls) < _KEPT and id(sized) not in self._calls:
            self.learn(owner, sized, plan)

    def learn(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """Know calls of these sizes from now on."""
        make, watch = owner.engine.direct, owner.engine.watch
        if make is None or watch is None or id(sized) in self._calls:
            return
        for old in list(self._known)[: len(self._known) + 1 - _KEPT]:
            self._calls.pop(old, None)
            self._known.pop(old, None)
        self._known[id(sized)] = sized
        self._calls[id(sized)] = direct_call(owner, sized, plan, sized.said or (None, None))
        every = [call for call in list(self._calls.values()) if call is not None]
        self.run = make(every, watch) if every else None

    def disarm(self) -> None:
        """What it leads to is closed."""
        self.run = None
        self._calls, self._known = {}, {}


class Single:
    """The same for calls of one set of sizes, over what Python has taken. ``run``: None before it is worth its making."""

    __slots__ = ("_counted", "run")

    def __init__(self) -> None:
        self.run: Direct | None = None
        self._counted = 0

    def met(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """A call of these sizes went through Python."""
        self._counted += 1
        make, watch = owner.engine.direct, owner.engine.watch
        if self._counted == _CALLS_OF_ONE and make is not None and watch is not None:
            call = direct_call(owner, sized, plan, (None, None))  # Python has read what it says
            self.run = None if call is None else make([call], watch)

    def used(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """It took a usual call."""
        self._counted += 1
        if self._counted % _AGAIN == 0:
            plan.armed.learn(owner, sized, plan)


def direct_call(
    owner: DeviceProgram, sized: Sized, plan: CallPlan, said: tuple[int | None, int | None]
) -> DirectCall | None:
    """What machine code needs for these sizes. None where a call has more to do than to look, to launch and to remember.
    ``said``: what it has to give as its domain and as its grid."""
    if sized.launch is None or sized.compiled is None or owner.traps or owner.plan.checks_facts:
        return None
    shapes, fresh = sized.shapes, {taker.slot for taker, _ in sized.made}
    if not all(map(prod, shapes)):
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
        dtype = element_dtype(one.declared) if slot in fresh else one.dtype
        outs.append(DirectArray(slot, dtype, shapes[slot], True, make, None if make is zeros else begins))
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
        names=tuple([one.declared.name for one in plan.takers]),
        domain=said[0],
        groups=said[1],
    )
