"""Small launches over arrays of the host, on devices with a queue: run by the thread that calls, through memory that is kept.

A submission is given to the queue by one thread and waited for by another, and has device memory of its own; a call of a few
kilobytes spends most of its time on that. Here the arrays lie side by side in memory that waits for the next call of their
sizes: one copy there, the launch, one copy back. Nobody can interrupt the wait, so only programs with few turns of loops go this way.
"""

from __future__ import annotations

import itertools
import threading
import time
from _thread import allocate_lock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from vyre.contract.backend import HostLaunch
from vyre.drivers.recycled import block_size
from vyre.facts.numbering import Numbers, value_numbers
from vyre.ir.nodes import For, While
from vyre.ir.program import Program
from vyre.ir.walk import walk

if TYPE_CHECKING:
    from vyre.drivers.queued import QueuedBackend
    from vyre.plan.plan import Plan

__all__ = ["SMALL_BYTES", "Place", "Places", "Spare", "Spares", "is_short", "small_launch"]

SMALL_BYTES: Final = 1 << 18
"""Bytes of all arrays of a call that goes this way: of more, the copies through the host's side of that memory would count."""
_TURNS: Final = 256  # as many take a quarter of a million invocations a moment, also in software
_KEPT_BYTES: Final = 1 << 25  # of memory that waits for a call, all launches of a device together


def is_short(program: Program) -> bool:
    """Whether an invocation goes through few turns of loops, all together, and how many is written in the program."""
    total = 0
    numbers: Numbers | None = None
    around: list[tuple[int, int]] = []  # the loops that a statement stands in: depth, and turns with all those around
    for _, stmt, depth in walk(program):
        while around and around[-1][0] >= depth:
            around.pop()
        if isinstance(stmt, While):
            return False
        if isinstance(stmt, For):
            numbers = numbers or value_numbers(program)
            bounds = [numbers.of[value] for value in (stmt.lo, stmt.hi)]
            if any(numbers.meaning[number][0] != "const" for number in bounds):
                return False
            first, end = map(numbers.constant, bounds)
            turns = max(0, -((first - end) // stmt.step)) * (around[-1][1] if around else 1)
            total += turns
            if total > _TURNS:
                return False
            around.append((depth, turns))
    return True


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slot's array lies: its offset, and the bytes of the array."""

    slot: int
    at: int
    nbytes: int


@dataclass(frozen=True, slots=True)
class Places:
    """The arrays of a launch side by side, each at a multiple of 256 bytes or what a device asks for: first those that it only reads, and from 0 again
    those that it writes. ``sent``: those of the latter whose bytes count before the launch, which come first among them."""

    read: tuple[Place, ...]
    read_bytes: int
    sent: tuple[Place, ...]
    sent_bytes: int
    written: tuple[Place, ...]
    written_bytes: int

    @staticmethod
    def of(plan: Plan, nbytes: Sequence[int], blank: frozenset[int], *, align: int = 256) -> Places:
        """For arrays of these sizes. ``blank``: slots whose bytes mean nothing before the launch."""
        slots = range(len(nbytes))
        writes = [n for n in slots if plan.slots[n].writable]
        read, read_bytes = _side_by_side([n for n in slots if not plan.slots[n].writable], nbytes, align)
        sent, sent_bytes = _side_by_side([n for n in writes if n not in blank], nbytes, align)
        rest, written_bytes = _side_by_side([n for n in writes if n in blank], nbytes, align, sent_bytes)
        return Places(read, read_bytes, sent, sent_bytes, sent + rest, written_bytes)


def _side_by_side(
    slots: Sequence[int], nbytes: Sequence[int], align: int, start: int = 0
) -> tuple[tuple[Place, ...], int]:
    found = []
    for slot in slots:
        found.append(Place(slot, start, nbytes[slot]))
        start += -(-block_size(nbytes[slot]) // align) * align
    return tuple(found), start


class Spare(list[Any]):
    """Memory of one prepared launch that waits for its next calls, ``nbytes`` each."""

    __slots__ = ("__weakref__", "nbytes")

    def __init__(self, nbytes: int) -> None:
        super().__init__()
        self.nbytes = nbytes


class Spares:
    """The ones of a device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._every: WeakValueDictionary[int, Spare] = WeakValueDictionary()

    def of_a_launch(self, nbytes: int) -> Spare:
        """Where a new launch keeps its memory."""
        made = Spare(nbytes)
        with self._lock:
            self._every[next(self._numbers)] = made
        return made

    def make_room(self) -> None:
        """Before a launch makes memory: where too much waits already, that of the launches that were prepared first is dropped."""
        with self._lock:
            every = [self._every.get(number) for number in sorted(self._every)]
            waiting = [spare for spare in every if spare]
            total = sum(len(spare) * spare.nbytes for spare in waiting)
            for spare in waiting:
                if total <= _KEPT_BYTES:
                    break
                total -= len(spare) * spare.nbytes
                spare.clear()

    def clear(self) -> None:
        """Drop all of it."""
        with self._lock:
            for spare in list(self._every.values()):
                spare.clear()


def small_launch(
    backend: QueuedBackend,
    name: str,
    run: Callable[[Sequence[int], bytes], None],
    told: Callable[[Exception], Exception],
    *errors: type[Exception],
) -> HostLaunch:
    """``run`` as a launch of the contract: refused where submissions are, counted and blamed as they are, once none waits to be submitted.
    ``errors``: the library's own, which ``told`` puts into our words."""
    clock = time.perf_counter_ns

    def launch(addresses: Sequence[int], params: bytes) -> int:
        if backend.queued:
            backend.flush()
        begun = clock()
        turn = allocate_lock()
        with turn:
            number = backend.begin_launch(turn)
            try:
                run(addresses, params)
            except errors as error:
                raise backend.told(told(error), f"dispatch #{number} ({name!r})") from error
            finally:
                backend.end_launch(turn)
        return clock() - begun

    return launch
