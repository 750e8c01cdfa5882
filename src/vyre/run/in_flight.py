"""The memory that calls and submissions use, from before they read it until they are done with it.

``IN_FLIGHT`` holds every use of the process, in the order in which they began. Where two uses share a byte that one of them
writes, the later one waits for the earlier one: whichever threads, sessions, devices and ways of calling they come from. A use
never waits for one behind it, so uses do not deadlock.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final

from vyre.contract.direct import DirectSpans, DirectWatch, Leave
from vyre.run.waiting import CALLBACKS
from vyre.run.watch import Watch

if TYPE_CHECKING:
    from vyre.run.engine import Engine
    from vyre.run.submission import Submission

__all__ = ["IN_FLIGHT", "MemoryUse", "Spans", "before", "forked", "watched"]

Spans = tuple[Sequence[int], Sequence[int], Sequence[bool]]
"""Where spans of memory start, their bytes, and whether each is written."""


class MemoryUse:
    """The spans of memory that one call uses. ``engine``: the device that it runs on. ``running``: locked until its memory is free.
    ``left``: its caller waits no longer."""

    __slots__ = ("engine", "left", "running", "sizes", "starts", "thread", "written")

    def __init__(self, engine: Engine, starts: Sequence[int], sizes: Sequence[int], written: Sequence[bool]) -> None:
        self.engine = engine
        self.starts = starts
        self.sizes = sizes
        self.written = written
        self.thread = get_ident()
        self.left = False
        self.running = running = threading.Lock()
        running.acquire()

    @property
    def submission(self) -> Submission | None:
        """This, where it goes on while its thread does something else."""
        return None

    def is_over(self) -> bool:
        """Whether its memory is free again."""
        return not self.running.locked()

    def end(self) -> None:
        """Its memory is free. Called once."""
        self.running.release()
        self.forget()

    def forget(self) -> None:
        """It is over."""
        with suppress(ValueError):  # forgotten already
            IN_FLIGHT.remove(self)

    def wait(self, limit: float | None) -> bool:
        """Wait for its end. False where that has not come after ``limit`` seconds."""
        running = self.running
        if not running.acquire(timeout=-1 if limit is None else limit):
            return False
        running.release()
        return True

    def blocks(self, later: MemoryUse) -> bool:
        """Whether a use that began later waits for this one. A call that a signal handler or a finaliser makes inside of another
        call of its thread cannot wait for that one."""
        return (self.left or self.thread != later.thread) and self.shares(later)

    def is_in_the_way(self, engine: Engine) -> bool:
        """Whether its caller waits no longer, and what comes later on that device does."""
        return False

    def shares(self, other: MemoryUse) -> bool:
        """Whether both use a byte that one of them writes."""
        spans = list(zip(other.starts, other.sizes, other.written, strict=True))
        return any(
            (writes or written) and start < low + length and low < start + nbytes
            for start, nbytes, writes in zip(self.starts, self.sizes, self.written, strict=True)
            for low, length, written in spans
        )


IN_FLIGHT: Final[list[MemoryUse]] = []
"""In the order in which they began. Only ever changed in place, by single operations of the list, which are atomic."""


def before(use: MemoryUse) -> list[MemoryUse]:
    """The uses that ``use``, which is in flight, waits for."""
    found: list[MemoryUse] = []
    for other in IN_FLIGHT.copy():
        if other is use:
            break
        if other.is_over():  # an interrupt came between its end and its removal
            other.forget()
        elif other.blocks(use):
            found.append(other)
    return found


def forked() -> None:
    """In a forked child: the parent's other threads, and what they use, are not there."""
    IN_FLIGHT.clear()


# -- for machine code ------------------------------------------------------------------------------------------------------


def _length_word(some: list[Any]) -> int:
    """The address of the word that holds a list's length, in CPython."""
    return id(some) + object.__basicsize__


def _is_length_word() -> bool:
    if sys.implementation.name != "cpython":
        return False
    sample: list[int] = []
    for n in range(3):
        if ctypes.c_ssize_t.from_address(_length_word(sample)).value != n:
            return False
        sample.append(n)
    return True


_WORD: Final = _length_word(IN_FLIGHT) if _is_length_word() else None
"""The address of a word that is zero while nothing is in flight; None where the interpreter does not keep one."""


def watched(own: Watch, told: object, engine: Engine) -> DirectWatch | None:
    """What the machine code of a session's calls looks at: ``own``, done callbacks, and whether something is in flight.
    ``told``: as of ``DirectWatch``. None where it cannot look at that."""
    if _WORD is None:
        return None
    words = (own.address, CALLBACKS.address, _WORD)
    return DirectWatch(words, (own, CALLBACKS, IN_FLIGHT), told, partial(_enter, engine))


@cache
def _vector(length: int) -> type[ctypes.Array[ctypes.c_int64]]:
    return ctypes.c_int64 * length


def _enter(engine: Engine, addresses: int, spans: DirectSpans) -> Leave | None:
    """Begin a use for a launch that is about to give the GIL away. ``addresses``: of a vector with the addresses of its slots.
    None where it would have to wait. Raises nothing but what a signal handler raises."""
    sizes, written = spans
    starts = _vector(len(sizes)).from_address(addresses)[:]
    use = MemoryUse(engine, starts, sizes, written)
    ends = use.running.release, partial(IN_FLIGHT.remove, use)  # as `end`, by callables in C
    try:
        IN_FLIGHT.append(use)
        if IN_FLIGHT[0] is use or not before(use):
            return ends
    except BaseException:
        use.end()
        raise
    use.end()
    return None
