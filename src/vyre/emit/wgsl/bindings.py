"""Which arrays a text binds, and which it reads and writes as parts of a larger one.

A device binds a few storage buffers at once (``DeviceProfile.max_storage_bindings``; 8 or 10 are common). Where a program has more, the
surplus lies in one array of words for what is only read, and one for what is written: the driver copies it in before a
launch and out after it. Arrays that atomics touch stay alone, because a word of such an array has one type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vyre.emit.base import Artifact
from vyre.errors import UnsupportedFeature
from vyre.plan.binding import Slot

__all__ = ["Bindings", "WgslArtifact", "bind"]


@dataclass(frozen=True, slots=True)
class Bindings:
    """Binding 0 is the parameter block, where it has any bytes; then come, numbered from 1 on and each only where it is there: the
    slots ``own``, the array of ``read`` and that of ``written`` slots, the word of ended loops, the constants.

    ``params_nbytes``: of the parameter block: what the plan puts there, then zeros, then from word ``bases_at`` on for each slot of
    ``read`` and ``written`` its first word in its array.
    """

    own: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    written: tuple[int, ...] = ()
    watched: bool = False
    constants: bytes = b""
    params_nbytes: int = 0
    bases_at: int = 0


@dataclass(frozen=True, slots=True)
class WgslArtifact(Artifact):
    """The text with what it binds."""

    bindings: Bindings = Bindings()


def bind(
    slots: Sequence[Slot], *, limit: int | None, watched: bool, constants: bytes, atomic: frozenset[int]
) -> Bindings:
    """Bindings for these slots. ``atomic``: buffers that atomics touch.

    Raises UnsupportedFeature U732 where more of those are than the device binds.
    """
    own = list(range(len(slots)))
    read: list[int] = []
    written: list[int] = []

    def over() -> bool:
        used = len(own) + bool(read) + bool(written) + watched + bool(constants)
        return limit is not None and used > limit

    for packed, movable in (
        (read, [n for n in own if not slots[n].writable]),
        (written, [n for n in own if slots[n].writable and slots[n].buffer not in atomic]),
    ):
        while over() and movable:
            own.remove(movable[-1])
            packed.insert(0, movable.pop())
    if over():
        raise UnsupportedFeature(
            f"atomics touch more arrays than this device binds: {limit} at once, of which the others of this program need "
            f"{bool(read) + bool(written) + watched + bool(constants)}",
            code="U732",
            fix="join arrays that atomics touch into one, or run it with backend='cpu'",
            actual=f"{len(own)} arrays",
        )
    return Bindings(tuple(own), tuple(read), tuple(written), watched, constants)
