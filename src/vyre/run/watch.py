"""Words in memory that machine code looks at: whether calls may go past Python.

A word has eight reasons, one byte each, so that two threads that set different ones do not meet.
"""

from __future__ import annotations

import ctypes
from typing import Final

__all__ = ["CALLBACK", "CLOSED", "TIMED", "Watch"]

CLOSED: Final = 0
TIMED: Final = 1
CALLBACK: Final = 2


class Watch:
    """One word. Calls go past Python while it is zero."""

    __slots__ = ("_bytes", "address")

    def __init__(self) -> None:
        self._bytes = (ctypes.c_uint64 * 1)()
        self.address = ctypes.addressof(self._bytes)
        self._bytes[0] = 0

    def set(self, reason: int, there: bool) -> None:
        """Say that a reason is there, or that it is not."""
        ctypes.c_uint8.from_address(self.address + reason).value = there

    def clear(self) -> None:
        self._bytes[0] = 0

    @property
    def any(self) -> bool:
        return self._bytes[0] != 0
