"""Other floating-point modes for the calling thread, set by a few bytes of machine code, as a library built with -ffast-math does."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from vyre.drivers.cpu import loader

__all__ = ["MODES", "TRAPS_ON_ZERO", "control", "mode"]

_X86: Final = """
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)
define i64 @k(i64 %new) {
entry:
  %word = alloca i32, align 4
  call void @llvm.x86.sse.stmxcsr(ptr %word)
  %narrow = load i32, ptr %word, align 4
  %before = zext i32 %narrow to i64
  %asks = icmp slt i64 %new, 0
  br i1 %asks, label %done, label %set
set:
  %given = trunc i64 %new to i32
  store i32 %given, ptr %word, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr %word)
  br label %done
done:
  ret i64 %before
}
"""
_ARM: Final = """
declare i64 @llvm.aarch64.get.fpcr()
declare void @llvm.aarch64.set.fpcr(i64)
define i64 @k(i64 %new) {
entry:
  %before = call i64 @llvm.aarch64.get.fpcr()
  %asks = icmp slt i64 %new, 0
  br i1 %asks, label %done, label %set
set:
  call void @llvm.aarch64.set.fpcr(i64 %new)
  br label %done
done:
  ret i64 %before
}
"""
_IS_X86: Final = platform.machine() in ("x86_64", "AMD64")
_CODE: Final = loader.load(_X86 if _IS_X86 else _ARM, level=1)
_CALL: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(_CODE.address)
_FLAGS: Final = 0x3F if _IS_X86 else 0
MODES: Final[dict[str, int]] = (
    {
        "down": 0x3F80,
        "up": 0x5F80,
        "to zero": 0x7F80,
        "flushed results": 0x9F80,
        "zero operands": 0x1FC0,
        "as -ffast-math": 0x9FC0,
        "all of it": 0xFFC0,
    }
    if _IS_X86
    else {"down": 2 << 22, "up": 1 << 22, "to zero": 3 << 22, "as -ffast-math": 1 << 24, "all of it": 7 << 22}
)
"""Words of control, by what they do."""
TRAPS_ON_ZERO: Final = 0x1D80 if _IS_X86 else 1 << 9
"""A division by zero ends the process."""


def control() -> int:
    """This thread's word of control, without the flags of what has happened."""
    return int(_CALL(-1)) & ~_FLAGS


@contextmanager
def mode(word: int) -> Iterator[None]:
    """Another mode for this thread."""
    before = _CALL(word)
    try:
        yield
    finally:
        _CALL(before)
