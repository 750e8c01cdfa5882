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

__all__ = ["Armed"]

_AGAIN = 1024
"""Calls of a set of sizes that a callable does not know after which it gets to know that one instead of its oldest."""


class Armed:
    """``run``: takes a call, or gives ``NotImplemented``, by which it is left to Python. None before it is worth its making: after
    ``calls`` that went through Python. It knows the last ``kept`` sets of sizes. ``is_spoken``: it is given what callers write, not
    what Python has taken of that."""

    __slots__ = ("_calls", "_counted", "_is_spoken", "_kept", "_known", "_least", "run")

    def __init__(self, *, calls: int, kept: int, is_spoken: bool) -> None:
        self.run: Direct | None = None
        self._least, self._kept, self._is_spoken = calls, kept, is_spoken
        self._counted = 0
        self._calls: dict[int, DirectCall | None] = {}  # by the id of what follows from the sizes
        self._known: dict[int, Sized] = {}  # keeps those, whose ids these are

    def met(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        """A call of these sizes was not taken."""
        self._counted += 1
        is_full = len(self._calls) >= self._kept
        if self._counted % _AGAIN == 0 if is_full else self._counted >= self._least and id(sized) not in self._calls:
            self._learn(owner, sized, plan)

    def _learn(self, owner: DeviceProgram, sized: Sized, plan: CallPlan) -> None:
        make, watch = owner.engine.direct, owner.engine.watch
        if make is None or watch is None or id(sized) in self._calls:
            return
        for old in list(self._known)[: max(0, len(self._known) + 1 - self._kept)]:
            self._calls.pop(old, None)
            self._known.pop(old, None)
        self._known[id(sized)] = sized
        self._calls[id(sized)] = direct_call(
            owner, sized, plan, (sized.said if self._is_spoken else None) or (None, None)
        )
        every = [call for call in list(self._calls.values()) if call is not None]
        self.run = make(every, watch) if every else None

    def disarm(self) -> None:
        """What it leads to is closed."""
        self.run = None
        self._calls, self._known = {}, {}


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
