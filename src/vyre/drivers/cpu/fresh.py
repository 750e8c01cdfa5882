"""Fresh memory of this process alone."""

from __future__ import annotations

import ctypes
import mmap
import sys

__all__ = ["Fresh", "Lone"]


class Fresh:
    """Zeroed bytes from a page's beginning, of which only what is touched takes memory. A forked child has a copy of its own."""

    __slots__ = ("_memory", "address", "nbytes")

    def __init__(self, nbytes: int) -> None:
        """Raises MemoryError."""
        try:
            if sys.platform == "win32":
                self._memory = mmap.mmap(-1, nbytes)
            else:  # by default it would be shared with forked children
                self._memory = mmap.mmap(-1, nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, ValueError, OverflowError) as error:
            raise MemoryError(nbytes) from error
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.nbytes = nbytes


class Lone:
    """Memory for one call at a time; ``lock``: the address of a word that is 1 while one has it."""

    __slots__ = ("_word", "lock", "memory")

    def __init__(self, nbytes: int) -> None:
        """Raises MemoryError."""
        self.memory = Fresh(nbytes)
        self._word = ctypes.c_int64(0)
        self.lock = ctypes.addressof(self._word)
