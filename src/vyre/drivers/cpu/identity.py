"""Which processor code is made for. LLVM says that; what it said is remembered, so that a later process needs no LLVM to find its code.

A remembered answer holds as long as its witnesses are the same: LLVM's library (its place, size and time), and what the system
says of the processor. Where there is no such witness, or another one, LLVM is asked.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from blake3 import blake3

from vyre.contract.backend import Store

__all__ = ["Host", "remember", "remembered"]

_NAMESPACE: Final = "cpu-host"
_FORM: Final = "vyre cpu host 1"
_CPUINFO: Final = Path("/proc/cpuinfo")
_TOLD: Final = (
    *("vendor_id", "cpu family", "model", "model name", "stepping", "microcode", "flags"),
    *("Features", "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision"),
)


@dataclass(frozen=True, slots=True)
class Host:
    """The processor that code is made for, and the compiler that makes it."""

    triple: str
    cpu: str
    features: str
    llvm: str
    llvmlite: str

    @property
    def identity(self) -> tuple[str, ...]:
        """Everything that decides what the compiler makes."""
        return (self.triple, self.cpu, self.features, f"LLVM {self.llvm}", f"llvmlite {self.llvmlite}")


def remembered(store: Store) -> Host | None:
    """What LLVM said of this machine, if the store has it and nothing has changed since."""
    witnesses = _witnesses()
    found = None if witnesses is None else store.get(_NAMESPACE, witnesses)
    if found is None:
        return None
    form, *fields = found.decode("utf-8", "replace").split("\n")
    return Host(*fields) if form == _FORM and len(fields) == 5 else None


def remember(store: Store, host: Host) -> None:
    """Keep what LLVM said."""
    witnesses = _witnesses()
    if witnesses is not None:
        fields = (host.triple, host.cpu, host.features, host.llvm, host.llvmlite)
        store.put(_NAMESPACE, witnesses, "\n".join((_FORM, *fields)).encode())


def _witnesses() -> bytes | None:
    spec = find_spec("llvmlite")
    if sys.platform != "linux" or spec is None or spec.origin is None:
        return None
    library = os.path.join(os.path.dirname(spec.origin), "binding", "libllvmlite.so")
    try:
        found = os.stat(library)
        processor = _processor()
    except OSError:
        return None
    parts = (library, found.st_size, found.st_mtime_ns, found.st_ino, os.uname().machine, *processor)
    return blake3("\n".join(map(str, parts)).encode()).digest() if processor else None


def _processor() -> list[str]:
    """The system's lines on the first processor: the others' come after an empty line, and there may be hundreds."""
    with _CPUINFO.open(encoding="utf-8", errors="replace") as file:
        lines: list[str] = []
        for line in file:
            if not line.strip():
                break
            if line.partition(":")[0].strip() in _TOLD:
                lines.append(line.strip())
    return lines
