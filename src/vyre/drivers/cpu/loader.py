"""LLVM text → machine code in memory: from the store, or compiled now. Both go through one loader.

A kernel is one flat image (:mod:`flat`), which needs a linker neither now nor later: a process whose kernels are all in the store never
loads LLVM. Where an object cannot be made flat, or the system is not one that flat code was made for, LLVM's own linker has it.
The code goes away with the last reference to the :class:`Code`; so a thread that runs a kernel keeps it mapped, whoever closes the
pipeline meanwhile.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from blake3 import blake3

from vyre.contract.backend import Store
from vyre.drivers.cpu.flat import NotFlat, flatten
from vyre.drivers.cpu.identity import Host, remember, remembered
from vyre.drivers.cpu.image import packed, unpacked
from vyre.drivers.cpu.mapping import Mapping, check_allowed, is_possible

if TYPE_CHECKING:
    from vyre.drivers.cpu.compiler import Linked

__all__ = ["NAMESPACE", "PASSES", "Code", "Refused", "assembly", "host", "load"]

NAMESPACE: Final = "cpu-code"
"""Of the images in the store."""
PASSES: Final = {
    0: (("sroa", "dead_code_elimination"), 0),
    1: (("sroa", "dead_code_elimination"), 1),
    2: (("sroa", "instruction_combine", "simplify_cfg", "dead_code_elimination"), 1),
}
"""By level: LLVM's passes, in order, and its code generation level. 0 for huge programs, 1 for long ones, where InstCombine takes longer
than all the rest, and more than twice as long for twice as much; 2 for what people write. NewGVN, a second InstCombine and code generation
level 2 cost a fifth of the time more, and the code was no faster."""
_ENTRY: Final = "k"
_LINE: Final = r":(\d+):\d+: error"
_ARGUMENTS: Final = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_RELEASES: Final = ctypes.CFUNCTYPE(None, *_ARGUMENTS)
_KEEPS: Final = ctypes.PYFUNCTYPE(None, *_ARGUMENTS)

Kernel = Callable[[bytes, bytes, int, int, int, int | None], None]
"""k(slots and grid, parameters, first group, end of groups, groups along x, scratch memory)."""


class Refused(Exception):
    """LLVM refused a text. ``line``: where (from 1), if it said so."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        found = re.search(_LINE, log)
        self.line = int(found[1]) if found else None


def host(store: Store | None = None) -> Host:
    """This machine: as the store remembers it, else as LLVM says. Raises ImportError without llvmlite."""
    found = None if store is None else remembered(store)
    if found is None:
        from vyre.drivers.cpu.compiler import ask_host

        found = ask_host()
        if store is not None:
            remember(store, found)
    return found


class Code:
    """A loaded kernel. ``run`` releases the GIL while it works, ``run_briefly`` keeps it."""

    __slots__ = ("_memory", "address", "run", "run_briefly")

    def __init__(self, memory: Mapping | Linked) -> None:
        self._memory = memory
        self.address = memory.entries[_ENTRY]
        self.run: Kernel = _RELEASES(self.address)
        self.run_briefly: Kernel = _KEEPS(self.address)


def load(text: str, *, level: int, store: Store | None = None, here: Host | None = None) -> Code:
    """A text's code, compiled if the store has none. ``level``: of ``PASSES``. ``here``: what ``host`` said. Raises Refused with LLVM's words,
    ImportError without llvmlite, and PermissionError where the system forbids this process to execute what it makes."""
    if store is None or not is_possible():
        return _compiled(text, level, None, b"")
    key = _key(text, level, here or host(store))
    found = store.get(NAMESPACE, key)
    flat = None if found is None else unpacked(found, key)
    if flat is not None:
        try:
            return Code(Mapping(flat))
        except (NotFlat, OSError):  # LLVM may know a way
            pass
    return _compiled(text, level, store, key)


def _key(text: str, level: int, here: Host) -> bytes:
    return blake3("\n".join((*here.identity, repr(PASSES[level]), text)).encode()).digest()


def _compiled(text: str, level: int, store: Store | None, key: bytes) -> Code:
    from vyre.drivers.cpu import compiler

    image = compiler.object_of(text, level=level)
    if is_possible():
        try:
            flat = flatten(image, (_ENTRY,))
            code = Code(Mapping(flat))
        except (NotFlat, OSError):
            pass
        else:
            if store is not None:
                store.put(NAMESPACE, key, packed(flat, key))
            return code
    try:
        return Code(compiler.linked(image, (_ENTRY,)))
    except Refused:
        check_allowed()
        raise


def assembly(text: str, *, level: int) -> str:
    """The machine code of a text, in words."""
    from vyre.drivers.cpu import compiler

    return compiler.assembly(text, level=level)
