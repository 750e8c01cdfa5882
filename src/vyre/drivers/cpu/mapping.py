"""Flat machine code in memory that can be executed, and was never writable.

The image is written to a file in memory and mapped from there, since a process may be forbidden to make memory executable that it
could write (``PR_SET_MDWE``, systemd's ``MemoryDenyWriteExecute``, SELinux without ``execmem``). Where there are no such files, the
memory is made executable after the image was copied there. It goes back when the last reference to its :class:`Mapping` goes.
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

__all__ = ["Mapping", "check_allowed", "is_possible"]

_READ_AND_EXECUTE: Final = 5  # PROT_READ | PROT_EXEC
_FAILED: Final = (1 << 64) - 1  # MAP_FAILED


def is_possible() -> bool:
    """Whether flat code can be loaded here. Elsewhere LLVM's own linker does that: Windows and macOS have other calls for memory
    that is executed, and Apple's processors want it written under a switch of the thread."""
    return sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64") and sys.maxsize > 1 << 32


def check_allowed() -> None:
    """Raise PermissionError where this process may not make memory executable that it could write, as LLVM's linker does."""
    if is_possible():
        _Protected(bytearray(mmap.PAGESIZE))


class Mapping:
    """An image of machine code in memory. ``address``: of its first byte. ``addresses``: of functions outside, where they are not
    those of the C library."""

    __slots__ = ("_memory", "address", "entries")

    def __init__(self, flat: Flat, addresses: Addresses[str, int] | None = None) -> None:
        """Raises NotFlat where a function is missing, and OSError where the system refuses memory that is executed."""
        image = bytearray(flat.code)
        image += bytes(max(1, len(image)) + -max(1, len(image)) % mmap.PAGESIZE - len(image))
        for name, at in flat.slots:
            struct.pack_into("<Q", image, at, (addresses or {}).get(name) or _address(name))
        try:
            self._memory: _Mapped | _Protected = _Mapped(image)
        except (OSError, AttributeError):  # no files in memory, or none that may be executed
            self._memory = _Protected(image)
        self.address = self._memory.address
        self.entries = {name: self.address + at for name, at in flat.entries}


class _Mapped:
    """An image that is mapped from a file in memory."""

    __slots__ = ("_nbytes", "_unmap", "address")

    def __init__(self, image: bytearray) -> None:
        """Raises OSError."""
        self._nbytes = 0
        file = os.memfd_create("vyre", os.MFD_CLOEXEC)
        try:
            os.write(file, image)
            found: int = _calls().mmap(None, len(image), _READ_AND_EXECUTE, mmap.MAP_PRIVATE, file, 0)
        finally:
            os.close(file)
        if found == _FAILED:
            raise _error()
        self.address, self._nbytes = found, len(image)
        self._unmap = _calls().munmap

    def __del__(self) -> None:
        if self._nbytes:
            self._unmap(self.address, self._nbytes)


class _Protected:
    """An image in memory that is made executable afterwards."""

    __slots__ = ("_memory", "address")

    def __init__(self, image: bytearray) -> None:
        """Raises OSError."""
        memory = mmap.mmap(
            -1, len(image), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE
        )
        memory[:] = image
        self._memory = ctypes.c_char.from_buffer(memory)  # holds the mmap, whose memory goes with it
        self.address = ctypes.addressof(self._memory)
        if _calls().mprotect(self.address, len(image), _READ_AND_EXECUTE):
            raise _error()


def _error() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))


@cache
def _calls() -> Any:
    """The C library's calls for memory: Python's own mmap keeps a file open for each."""
    library = ctypes.CDLL(None, use_errno=True)
    size, number = ctypes.c_size_t, ctypes.c_int
    library.mmap.argtypes = (ctypes.c_void_p, size, number, number, number, ctypes.c_int64)
    library.mmap.restype = ctypes.c_void_p
    library.munmap.argtypes = (ctypes.c_void_p, size)
    library.mprotect.argtypes = (ctypes.c_void_p, size, number)
    return library


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
