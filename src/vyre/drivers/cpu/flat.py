"""A relocatable object (ELF) → one flat image: machine code and its constants, which run wherever they lie. Needs no LLVM.

All that a linker does for a kernel is done once, here, and kept with the image: sections are laid side by side, and what
refers from one place to another is written as a distance. A function outside is called through a *slot*, eight bytes that
the loader fills with an address; only functions of the C library that are named in :data:`OUTSIDE`, or by the caller, get one.
Whatever else an object may have (writable data, addresses, thread-local storage) is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["OUTSIDE", "Flat", "NotFlat", "flatten"]

OUTSIDE: Final = frozenset(
    [
        *"memcpy memmove memset".split(),
        *(
            f"{name}{kind}"
            for name in "fma fmod floor ceil trunc rint roundeven nearbyint".split()
            for kind in ("", "f")
        ),
    ]
)
"""Functions that LLVM may call for an instruction. All are exact, so it is one whose they are."""

_HEADER: Final = struct.Struct("<4sBBB9xHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_RELOCATION: Final = struct.Struct("<QQq")
_PAGE: Final = 4096
_WRITE, _ALLOC, _EXECUTE, _LOCAL_TO_THREAD = 1, 2, 4, 0x400
_SYMBOLS, _NO_BITS, _RELOCATIONS = 2, 8, 4


class NotFlat(Exception):
    """An object that needs a linker."""


@dataclass(frozen=True, slots=True)
class Flat:
    """``code`` is to lie at a multiple of 4,096 bytes. ``entries``: where functions begin in it. ``slots``: where the
    addresses of functions outside belong."""

    code: bytes
    entries: tuple[tuple[str, int], ...]
    slots: tuple[tuple[str, int], ...]


def flatten(image: bytes, entries: Sequence[str], outside: Collection[str] = OUTSIDE) -> Flat:
    """Lay an object out. ``entries``: functions of it that are called from outside. Raises NotFlat."""
    try:
        return _Layout(image, outside).flat(entries)
    except (struct.error, ValueError, IndexError, KeyError, OverflowError) as error:
        raise NotFlat(f"not an object of the expected form: {error!r}") from error


class _Layout:
    """One object on its way."""

    def __init__(self, image: bytes, outside: Collection[str]) -> None:
        magic, bits, order, _, kind, machine, _, _, _, at, _, _, _, _, size, count, _ = _HEADER.unpack_from(image)
        if (magic, bits, order, kind) != (b"\x7fELF", 2, 1, 1) or size != _SECTION.size or machine not in _MACHINES:
            raise NotFlat("not a relocatable ELF object of x86-64 or AArch64")
        self.image = image
        self.outside = outside
        self.relocate, self.stub = _MACHINES[machine]
        self.sections = [_SECTION.unpack_from(image, at + n * size) for n in range(count)]
        self.code = bytearray()
        self.base: dict[int, int] = {}  # of the sections that are laid out
        self.slots: dict[str, int] = {}
        for executes in (True, False):
            for n, section in enumerate(self.sections):
                self._lay(n, section, executes)
        self._pad(16)
        self.symbols = self._symbols()

    def _pad(self, to: int) -> None:
        self.code += bytes(-len(self.code) % to)

    def _lay(self, n: int, section: tuple[int, ...], executes: bool) -> None:
        _, kind, flags, _, at, size, _, _, align, _ = section
        if not flags & _ALLOC or bool(flags & _EXECUTE) != executes or self._unwinds(section) or not size:
            return
        if flags & (_WRITE | _LOCAL_TO_THREAD) or kind == _NO_BITS:
            raise NotFlat("the object has data that is written")
        if align > _PAGE or at + size > len(self.image):
            raise NotFlat("a section cannot be laid out")
        self._pad(max(align, 16))
        self.base[n] = len(self.code)
        self.code += self.image[at : at + size]

    def _unwinds(self, section: tuple[int, ...]) -> bool:
        """Whether it is the table for exceptions, which pass through no kernel."""
        # the header's last field is the section with the names
        names = self.sections[struct.unpack_from("<H", self.image, 62)[0]]
        return self._name(names, section[0]) == ".eh_frame"

    def _name(self, table: tuple[int, ...], at: int) -> str:
        start = table[4] + at
        return self.image[start : self.image.index(b"\0", start)].decode("ascii")

    def _symbols(self) -> list[tuple[str, int, int]]:
        """Name, section, place in it."""
        table = next((s for s in self.sections if s[1] == _SYMBOLS), None)
        if table is None:
            return []
        names = self.sections[table[6]]
        found: list[tuple[str, int, int]] = []
        for at in range(table[4], table[4] + table[5], _SYMBOL.size):
            name, _, _, section, value, _ = _SYMBOL.unpack_from(self.image, at)
            found.append((self._name(names, name), section, value))
        return found

    def flat(self, entries: Sequence[str]) -> Flat:
        places = {
            name: self.base[section] + value for name, section, value in self.symbols if name and section in self.base
        }
        for section in self.sections:
            if section[1] == _RELOCATIONS and section[7] in self.base:
                for at in range(section[4], section[4] + section[5], _RELOCATION.size):
                    offset, info, more = _RELOCATION.unpack_from(self.image, at)
                    place = self.base[section[7]] + offset
                    self.relocate(self.code, info & 0xFFFFFFFF, place, self._target(info >> 32) + more)
        return Flat(bytes(self.code), tuple((name, places[name]) for name in entries), tuple(self.slots.items()))

    def _target(self, number: int) -> int:
        """Where a symbol is, in the image. For a function outside: its stub."""
        name, section, value = self.symbols[number]
        if section in self.base:
            return self.base[section] + value
        if section or name not in self.outside:
            raise NotFlat(f"the object refers to {name or 'a place outside'}")
        if name not in self.slots:
            self._pad(16)
            self.slots[name] = len(self.code) + 8
            self.code += self.stub
        return self.slots[name] - 8


def _x86(code: bytearray, kind: int, at: int, target: int) -> None:
    if kind in (2, 4):  # R_X86_64_PC32, R_X86_64_PLT32
        struct.pack_into("<i", code, at, target - at)
    elif kind == 24:  # R_X86_64_PC64
        struct.pack_into("<q", code, at, target - at)
    else:
        raise NotFlat(f"relocation {kind} of x86-64")


_LOW: Final = {277: 0, 278: 0, 284: 1, 285: 2, 286: 3, 299: 4}
"""R_AARCH64_ADD_ABS_LO12_NC and R_AARCH64_LDST{8,16,32,64,128}_ABS_LO12_NC → the bits that the instruction leaves out."""


def _arm(code: bytearray, kind: int, at: int, target: int) -> None:
    if kind == 261:  # R_AARCH64_PREL32
        struct.pack_into("<i", code, at, target - at)
        return
    if kind == 260:  # R_AARCH64_PREL64
        struct.pack_into("<q", code, at, target - at)
        return
    (word,) = struct.unpack_from("<I", code, at)
    if kind == 275:  # R_AARCH64_ADR_PREL_PG_HI21: the image begins with a page, so its pages are the machine's
        pages = (target >> 12) - (at >> 12)
        if not -(1 << 20) <= pages < 1 << 20:
            raise NotFlat("the object is too large")
        word |= (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
    elif kind in _LOW:
        low, left_out = target & 0xFFF, _LOW[kind]
        if low & ((1 << left_out) - 1):
            raise NotFlat("a place is not aligned")
        word |= low >> left_out << 10
    elif kind in (282, 283):  # R_AARCH64_JUMP26, R_AARCH64_CALL26
        words = (target - at) >> 2
        if not -(1 << 25) <= words < 1 << 25 or (target - at) & 3:
            raise NotFlat("the object is too large")
        word |= words & 0x3FFFFFF
    else:
        raise NotFlat(f"relocation {kind} of AArch64")
    struct.pack_into("<I", code, at, word)


_MACHINES: Final[dict[int, tuple[Callable[[bytearray, int, int, int], None], bytes]]] = {
    62: (_x86, b"\xff\x25\x02\0\0\0\xcc\xcc" + bytes(8)),  # jmp [rip + 2]
    183: (_arm, b"\x50\0\0\x58\0\x02\x1f\xd6" + bytes(8)),  # ldr x16, .+8; br x16
}
"""By the object's e_machine: how a relocation is applied, and the stub in front of a slot."""
