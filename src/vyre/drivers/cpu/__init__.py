"""The CPU backend: LLVM code for this machine's processor, on this process's threads.

:mod:`backend` keeps the contract, :mod:`launch` runs one launch (inline or shared), :mod:`pool` has the threads,
:mod:`loader` turns LLVM text into an address. The text comes from :mod:`vyre.emit.llvm`.
"""

from __future__ import annotations

from vyre.drivers.cpu.backend import CpuBackend, CpuMemory, CpuPipeline

__all__ = ["CpuBackend", "CpuMemory", "CpuPipeline"]
