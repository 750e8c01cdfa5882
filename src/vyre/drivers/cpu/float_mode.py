"""The floating-point mode of the machine code: set on entry to a kernel and put back on exit, on whatever thread that is.

The caller's thread may flush subnormals, round in another direction or trap (see :mod:`vyre.float_environment`), and a thread begins
with the mode of the one that made it. A kernel with floats becomes a function of its own, since LLVM may move an operation across a
change of the mode within one function. Where the mode is right already, this costs a store, a load and a comparison.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["with_float_mode"]

_FLOATS: Final = r"\b(?:half|bfloat|float|double)\b"
_ARGUMENTS: Final = "ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch"
_X86: Final = """
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)
define void @k(ARGUMENTS) {
entry:
  %found = alloca i32, align 4
  %ours = alloca i32, align 4
  call void @llvm.x86.sse.stmxcsr(ptr %found)
  %word = load i32, ptr %found, align 4
  %mode = and i32 %word, 65472 ; without the flags of what has happened
  %is_default = icmp eq i32 %mode, 8064 ; to nearest even, subnormals kept, nothing traps
  br i1 %is_default, label %run, label %set
run:
  call void @in_default_mode(ARGUMENTS)
  ret void
set:
  store i32 8064, ptr %ours, align 4
  call void @llvm.x86.sse.ldmxcsr(ptr %ours)
  call void @in_default_mode(ARGUMENTS)
  call void @llvm.x86.sse.ldmxcsr(ptr %found)
  ret void
}
"""
_ARM: Final = """
declare i64 @llvm.aarch64.get.fpcr()
declare void @llvm.aarch64.set.fpcr(i64)
define void @k(ARGUMENTS) {
entry:
  %found = call i64 @llvm.aarch64.get.fpcr()
  %is_default = icmp eq i64 %found, 0
  br i1 %is_default, label %run, label %set
run:
  call void @in_default_mode(ARGUMENTS)
  ret void
set:
  call void @llvm.aarch64.set.fpcr(i64 0)
  call void @in_default_mode(ARGUMENTS)
  call void @llvm.aarch64.set.fpcr(i64 %found)
  ret void
}
"""


def with_float_mode(text: str, triple: str) -> str:
    """A kernel's text with the function that sets the mode, behind its lines; as it is where it has no floats, or where nothing is
    known of the processor."""
    processor = triple.partition("-")[0]
    setter = {"x86_64": _X86, "aarch64": _ARM, "arm64": _ARM}.get(processor)
    entry = f"define void @k({_ARGUMENTS}) {{"
    if setter is None or entry not in text or re.search(_FLOATS, text) is None:
        return text
    inside = f"define internal void @in_default_mode({_ARGUMENTS}) noinline {{"
    return text.replace(entry, inside, 1) + setter.replace("ARGUMENTS", _ARGUMENTS)
