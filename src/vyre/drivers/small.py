"""Small launches over arrays of the host, on devices with a queue: run by the thread that calls, through memory that is kept.

A submission is given to the queue by one thread and waited for by another, and has device memory of its own; a call of a few
kilobytes spends most of its time on that. Here the arrays lie side by side in memory that waits for the next call of their
sizes: one copy there, the launch, one copy back. Nobody can interrupt the wait, so only programs without loops go this way.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vyre.contract.backend import HostLaunch
from vyre.contract.ending import GATE
from vyre.drivers.recycled import block_size
from vyre.errors import DeviceLost
from vyre.ir.nodes import For, While
from vyre.ir.program import Program
from vyre.ir.walk import walk

if TYPE_CHECKING:
    from vyre.drivers.queued import QueuedBackend
    from vyre.plan.plan import Plan

__all__ = ["SMALL_BYTES", "Place", "Places", "Spares", "is_short", "small_launch"]

SMALL_BYTES: Final = 1 << 18
"""Bytes of all arrays of a call that goes this way: of more, the copies through the host's side of that memory would count."""
_KEPT_BYTES: Final = 1 << 25  # of memory that waits for a call, all launches of a device together


def is_short(program: Program) -> bool:
    """Whether an invocation runs each statement at most once."""
    return not any(isinstance(stmt, (For, While)) for _, stmt, _ in walk(program))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slot's array lies: its offset, and the bytes of the array."""

    slot: int
    at: int
    nbytes: int


@dataclass(frozen=True, slots=True)
class Places:
    """The arrays of a launch side by side, each at a multiple of 256 bytes: first those that it only reads, and from 0 again
    those that it writes. ``sent``: those of the latter whose bytes count before the launch, which come first among them."""

    read: tuple[Place, ...]
    read_bytes: int
    sent: tuple[Place, ...]
    sent_bytes: int
    written: tuple[Place, ...]
    written_bytes: int

    @staticmethod
    def of(plan: Plan, nbytes: Sequence[int], blank: frozenset[int]) -> Places:
        """For arrays of these sizes. ``blank``: slots whose bytes mean nothing before the launch."""
        slots = range(len(nbytes))
        writes = [n for n in slots if plan.slots[n].writable]
        read, read_bytes = _side_by_side([n for n in slots if not plan.slots[n].writable], nbytes)
        sent, sent_bytes = _side_by_side([n for n in writes if n not in blank], nbytes)
        rest, written_bytes = _side_by_side([n for n in writes if n in blank], nbytes, sent_bytes)
        return Places(read, read_bytes, sent, sent_bytes, sent + rest, written_bytes)


def _side_by_side(slots: Sequence[int], nbytes: Sequence[int], start: int = 0) -> tuple[tuple[Place, ...], int]:
    found = []
    for slot in slots:
        found.append(Place(slot, start, nbytes[slot]))
        start += block_size(nbytes[slot])
    return tuple(found), start


class Spares:
    """Memory of prepared launches that waits for their next call. Where it becomes too much, that of the launch whose call is
    longest ago goes first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: OrderedDict[object, list[tuple[Any, int]]] = OrderedDict()
        self._nbytes = 0

    def take(self, launch: object) -> Any:
        """What waits for a launch; None where it has to be made."""
        with self._lock:
            waiting = self._waiting.get(launch)
            if not waiting:
                return None
            memory, nbytes = waiting.pop()
            self._nbytes -= nbytes
            return memory

    def give(self, launch: object, memory: Any, nbytes: int) -> None:
        """Let it wait for the launch's next call."""
        with self._lock:
            self._waiting.setdefault(launch, []).append((memory, nbytes))
            self._waiting.move_to_end(launch)
            self._nbytes += nbytes
            while self._nbytes > _KEPT_BYTES and self._waiting:
                _, old = self._waiting.popitem(last=False)
                self._nbytes -= sum(size for _, size in old)

    def clear(self) -> None:
        """Drop all of it."""
        with self._lock:
            self._waiting.clear()
            self._nbytes = 0


def small_launch(backend: QueuedBackend, name: str, run: Callable[[Sequence[int], bytes], None]) -> HostLaunch:
    """``run`` as a launch of the contract: refused where submissions are, counted and blamed as they are, and after all of them."""
    clock = time.perf_counter_ns

    def launch(addresses: Sequence[int], params: bytes) -> int:
        if backend.queued:
            backend.flush()
        begun = clock()
        with GATE:
            number = backend.begin_launch()
            try:
                run(addresses, params)
            except DeviceLost as error:
                raise backend.told(error, f"dispatch #{number} ({name!r})") from error
            finally:
                backend.end_launch()
        return clock() - begun

    return launch
