"""Device memory of drivers with an in-order queue, which is reused where the queue makes that safe."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from vyre.contract.backend import Resource

if TYPE_CHECKING:
    from vyre.drivers.queued import QueuedBackend

__all__ = ["Holding", "RecycledMemory", "block_size"]


class RecycledMemory(Resource):
    """One block of device memory, given back to its backend's free list by ``close``. ``block`` is the library's
    own buffer, of ``nbytes`` rounded up."""

    def __init__(
        self, owner: QueuedBackend, nbytes: int, kind: Literal["device", "staging"], block: Any, generation: int
    ) -> None:
        self.owner = owner
        self.nbytes = nbytes
        self.kind = kind
        self.block = block
        self.generation = generation
        self._lock = threading.Lock()
        self._held = 0  # submissions that still have to be encoded
        self._closed = False

    def hold(self) -> Any:
        """The block, kept until ``let_go`` even where the memory is closed meanwhile; None where it is closed."""
        with self._lock:
            if self._closed:
                return None
            self._held += 1
            return self.block

    def let_go(self) -> None:
        with self._lock:
            self._held -= 1
            over = self._closed and not self._held
        if over:
            self._recycle()

    def close(self) -> None:
        with self._lock:
            over = not self._closed and not self._held
            self._closed = True
        if over:
            self._recycle()

    def _recycle(self) -> None:
        block, self.block = self.block, None
        backend: Any = self.owner
        backend.recycle(self.nbytes, block, self.generation)

    def __del__(self) -> None:
        self.close()


class Holding:
    """Memory that is not given back as long as this lives."""

    _memories: Sequence[RecycledMemory] = ()  # the value for __del__ where a signal interrupts __init__

    def __init__(self, memories: Sequence[RecycledMemory]) -> None:
        self._memories = memories

    def __del__(self) -> None:
        for memory in self._memories:
            memory.let_go()


def block_size(nbytes: int) -> int:
    """Blocks come in multiples of 256 bytes, so that close sizes can reuse one another's."""
    return max(256, -(-nbytes // 256) * 256)
