"""Flat AArch64 code, run by an emulator where there is one: each kind of reference that a kernel makes, and a call outside."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from vyre.drivers.cpu.flat import flatten

QEMU = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
TRIPLE = "aarch64-unknown-linux-gnu"
BASE = 0x400000  # of the program that the code is put in; a page with the header and the first instructions comes before it
FILLER = "".join(f"  store volatile i64 {n}, ptr %q\n" for n in range(900))  # more than a page
TEXT = f"""
@t = private constant [4 x i32] [i32 3, i32 5, i32 7, i32 11], align 64
@b = private constant [4 x i8] c"\\01\\02\\03\\04"
@h = private constant [4 x i16] [i16 10, i16 20, i16 30, i16 40]
@l = private constant [2 x i64] [i64 100, i64 7]
declare i32 @mine(i32)
define i32 @thrice(i32 %x) noinline {{
  %y = mul i32 %x, 3
  ret i32 %y
}}
define internal i32 @twice(i32 %x) noinline {{
  %y = shl i32 %x, 1
  ret i32 %y
}}
define i32 @k(i64 %n) noinline {{
  %q = alloca i64
{FILLER}
  %p = getelementptr [4 x i32], ptr @t, i64 0, i64 %n
  %word = load i32, ptr %p
  %w = call i32 @twice(i32 %word)
  %byte = load volatile i8, ptr getelementptr ([4 x i8], ptr @b, i64 0, i64 2)
  %byte.32 = zext i8 %byte to i32
  %half = load volatile i16, ptr getelementptr ([4 x i16], ptr @h, i64 0, i64 1)
  %half.32 = zext i16 %half to i32
  %long = load volatile i64, ptr getelementptr ([2 x i64], ptr @l, i64 0, i64 1)
  %long.32 = trunc i64 %long to i32
  %vector = load volatile <4 x i32>, ptr @t
  %last = extractelement <4 x i32> %vector, i32 3
  %s1 = add i32 %w, %byte.32
  %s2 = add i32 %s1, %half.32
  %s3 = add i32 %s2, %long.32
  %s4 = add i32 %s3, %last
  %m = call i32 @mine(i32 %s4)
  ret i32 %m
}}
"""


@pytest.mark.skipif(QEMU is None, reason="no emulator of AArch64 here")
@pytest.mark.parametrize(("n", "element"), [(0, 3), (1, 5), (2, 7), (3, 11)])
def test_it_computes(tmp_path: Path, n: int, element: int) -> None:
    """The program's exit code is k(n)."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="cortex-a76", opt=1, reloc="pic", codemodel="small", jit=False
    )
    module = llvm.parse_assembly(TEXT, llvm.create_context())
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    flat = flatten(machine.emit_object(module), ("k", "thrice"), outside={"mine"})
    at = {name: BASE + 0x1000 + place for name, place in flat.entries}
    code = bytearray(flat.code)
    ((_, slot),) = flat.slots
    struct.pack_into("<Q", code, slot, at["thrice"])
    size = 0x1000 + len(code)
    header = b"\x7fELF\2\1\1" + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 2, 183, 1, BASE + 0x100, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    header += struct.pack("<IIQQQQQQ", 1, 5, 0, BASE, BASE, size, size, 0x1000)
    start = struct.pack(
        "<4I",
        0xD2800000 | n << 5,  # movz x0, n
        0x94000000 | (at["k"] - BASE - 0x104) >> 2,  # bl k
        0xD2800008 | 93 << 5,  # movz x8, the number of exit
        0xD4000001,  # svc 0
    )
    program = tmp_path / "program"
    program.write_bytes((header.ljust(0x100, b"\0") + start).ljust(0x1000, b"\0") + code)
    program.chmod(0o755)
    assert QEMU is not None
    done = subprocess.run([QEMU, str(program)], check=False, timeout=60)
    assert done.returncode == 3 * (2 * element + 3 + 20 + 7 + 11) & 255
