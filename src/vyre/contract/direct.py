"""Optional part of the contract: calls that go from the user's arrays to the device without a Python function between.

What a plain call of fixed shapes needs is said once, as a :class:`DirectCall`. A backend may make a callable of several of
them, which looks at the arguments by itself, in its own machine code. It answers for the usual only: for everything else it
gives ``NotImplemented``, having done nothing, and the session takes the call, whose errors are the ones that a caller sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from vyre.contract.backend import CompiledPipeline, Launch
from vyre.ir.program import Grid

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Direct",
    "DirectArray",
    "DirectCall",
    "DirectNumber",
    "DirectSpans",
    "DirectWatch",
    "Leave",
    "SupportsDirectCall",
    "SupportsDirectEntry",
]


@dataclass(frozen=True, slots=True, eq=False)
class DirectArray:
    """An argument that must be a plain, aligned, C-contiguous ``ndarray`` of this dtype object and shape.

    ``fresh``: for an output that is left out, what is called with ``dtype`` and ``shape`` to make it; None where the array is given.
    ``begins``: what each of its bytes is made before the launch; None where it is left as it is.
    """

    slot: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    writable: bool
    fresh: Callable[..., Any] | None = None
    begins: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class DirectNumber:
    """An argument that must be a NumPy scalar of this dtype or, where that is of integers, an ``int`` in its range; of bools may be a
    ``bool``, and of floats of 4 or 8 bytes a finite ``float``, which is rounded to nearest even, where that is finite, or an ``int`` that they hold. ``offset``:
    where its bytes go in the parameter block, None where the program does not read it."""

    dtype: np.dtype[Any]
    offset: int | None


@dataclass(frozen=True, slots=True, eq=False)
class DirectCall:
    """A call over arrays of fixed shapes.

    ``arguments``: one for each positional argument; ``outs``: one for each ``Out``. ``alone``: slots of which no byte may lie in
    another slot's array. ``results``: the slots whose arrays come back: one as it is, several as a tuple. ``receipt``: what is
    remembered of the call, between the owner that was given and the nanoseconds. ``names``: of the arguments, which may be given
    as keywords by them after those that are given by position; empty where all are. ``domain`` and ``groups``: the ``int`` that the
    keyword ``domain`` and the keyword ``grid`` must be; None where there must be no such one.
    """

    pipeline: CompiledPipeline
    arguments: tuple[DirectArray | DirectNumber, ...]
    outs: tuple[DirectArray, ...]
    alone: tuple[int, ...]
    results: tuple[int, ...]
    grid: Grid
    params: bytes
    nbytes: tuple[int, ...]
    receipt: tuple[object, ...]
    names: tuple[str, ...] = ()
    domain: int | None = None
    groups: int | None = None


DirectSpans = tuple[tuple[int, ...], tuple[bool, ...]]
"""Of each slot its bytes, and whether it is written."""
Leave = tuple[Callable[[], object], ...]
"""What is called after a launch, in this order; callables in C, so that no signal handler comes between."""


@dataclass(frozen=True, slots=True, eq=False)
class DirectWatch:
    """What every call looks at and tells.

    ``words``: addresses of words of 8 bytes; while one of them is not zero, calls give ``NotImplemented``. ``keeps``: what these
    lie in. ``told``: a ``threading.local``, which gets ``(owner, *receipt, nanoseconds)`` as its attribute ``call`` after each call.
    ``enter``: what a launch calls, with the GIL, before it gives that away: with the address of a vector of its slots' addresses,
    and their spans. Where it gives None the call gives ``NotImplemented``; else each of what it gives is called, with the GIL,
    after the launch. A launch that keeps the GIL looks at the words again, with no Python between that and its end.
    """

    words: tuple[int, ...]
    keeps: object
    told: object
    enter: Callable[[int, DirectSpans], Leave | None] = lambda addresses, spans: ()


Direct = Callable[[object, tuple[Any, ...], dict[str, Any]], Any]
"""Called as (owner, positional arguments, keywords, of which it knows ``out``, ``domain``, ``grid`` and the arguments' names), gives the results or ``NotImplemented``."""


@runtime_checkable
class SupportsDirectCall(Protocol):
    """Optional: the checks and the launch of usual calls in the backend's own machine code.

    ``direct`` is given the calls of one program, of several sets of shapes. ``direct_bound`` makes a launch to be repeated
    over the same host memory, which gives ``result`` each time; whoever asked for it keeps that memory. ``begins``: slots and
    what each of their bytes is made before every launch. Both may answer None.
    What they give may be called by any thread, by several at a time and in a forked child; once a pipeline is closed it gives
    ``NotImplemented``.
    """

    def direct(self, calls: Sequence[DirectCall], watch: DirectWatch) -> Direct | None: ...

    def direct_bound(
        self, launch: Launch, watch: DirectWatch, result: object, begins: Sequence[tuple[int, int]] = ()
    ) -> Callable[[], Any] | None: ...


@runtime_checkable
class SupportsDirectEntry(Protocol):
    """Optional, beside ``SupportsDirectCall``: what an object's own call may be, without a Python function around it.

    ``direct_entry`` makes of what ``direct`` gave a callable of the caller's own arguments. It tells of each call as ``owner``'s,
    and has ``otherwise`` take the calls that ``direct``'s would answer with ``NotImplemented``. It may answer None.
    """

    def direct_entry(self, run: Direct, owner: object, otherwise: Callable[..., Any]) -> Callable[..., Any] | None: ...
