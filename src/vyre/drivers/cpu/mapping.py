"""Flat machine code in memory that can be executed, and no longer be written.

The memory goes back when the last reference to its :class:`Mapping` goes; who calls into it holds one.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import struct
import sys
from collections.abc import Mapping as Addresses
from functools import cache
from typing import Any, Final

from vyre.drivers.cpu.flat import Flat, NotFlat

__all__ = ["Mapping", "is_possible"]

_READ_AND_EXECUTE: Final = 5  # PROT_READ | PROT_EXEC; mmap has the words, and not the call


def is_possible() -> bool:
    """Whether flat code can be loaded here. Elsewhere LLVM's own linker does that: Windows and macOS have other calls for memory
    that is executed, and Apple's processors want it written under a switch of the thread."""
    return sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64") and sys.maxsize > 1 << 32


class Mapping:
    """An image of machine code in memory. ``address``: of its first byte. ``addresses``: of functions outside, where they are not
    those of the C library."""

    __slots__ = ("_memory", "address", "entries")

    def __init__(self, flat: Flat, addresses: Addresses[str, int] | None = None) -> None:
        """Raises NotFlat where a function is missing, and OSError where the system refuses memory that is executed."""
        nbytes = max(1, len(flat.code) + -len(flat.code) % mmap.PAGESIZE)
        memory = mmap.mmap(
            -1, nbytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE
        )
        memory[: len(flat.code)] = flat.code
        for name, at in flat.slots:
            struct.pack_into("<Q", memory, at, (addresses or {}).get(name) or _address(name))
        first = ctypes.c_char.from_buffer(memory)
        self.address = ctypes.addressof(first)
        if _library().mprotect(ctypes.c_void_p(self.address), ctypes.c_size_t(nbytes), _READ_AND_EXECUTE):
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        self._memory = first  # holds the mmap, whose memory goes with it
        self.entries = {name: self.address + at for name, at in flat.entries}


@cache
def _library() -> Any:
    """The C library, with all that this process has loaded for everybody."""
    return ctypes.CDLL(None, use_errno=True)


def _address(name: str) -> int:
    try:
        function = getattr(_library(), name)
    except AttributeError:
        raise NotFlat(f"this process has no function {name}") from None
    return ctypes.cast(function, ctypes.c_void_p).value or 0
