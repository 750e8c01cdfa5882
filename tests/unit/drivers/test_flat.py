"""Flat machine code: what becomes it, what is refused, and that it computes wherever it lies."""

from __future__ import annotations

import ctypes
import platform
import struct
from collections.abc import Callable
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from vyre.drivers.cpu import compiler
from vyre.drivers.cpu.flat import OUTSIDE, Flat, NotFlat, flatten
from vyre.drivers.cpu.image import packed, unpacked
from vyre.drivers.cpu.mapping import Mapping, is_possible

KEY = bytes(range(32))

mapped = pytest.mark.skipif(not is_possible(), reason="flat code is not loaded on this system")
x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="not an x86-64")

TABLE = """
@t = private constant [4 x i32] [i32 3, i32 5, i32 7, i32 11], align 64
define internal i32 @twice(i32 %x) noinline {
  %y = shl i32 %x, 1
  ret i32 %y
}
define i32 @k(i64 %n) {
  %p = getelementptr [4 x i32], ptr @t, i64 0, i64 %n
  %v = load i32, ptr %p
  %w = call i32 @twice(i32 %v)
  ret i32 %w
}
define i32 @other(i64 %n) {
  %w = call i32 @k(i64 %n)
  %z = add i32 %w, 1
  ret i32 %z
}
"""
CALLS = """
declare double @fmod(double, double)
declare ptr @memset(ptr, i32, i64)
define double @k(double %a, double %b) {
  %r = call double @fmod(double %a, double %b)
  ret double %r
}
define void @fill(ptr %p, i64 %n) {
  %r = call ptr @memset(ptr %p, i32 65, i64 %n)
  ret void
}
"""


def made(text: str, *entries: str) -> Flat:
    return flatten(compiler.object_of(text, level=1), entries or ("k",))


@mapped
@pytest.mark.parametrize("level", [0, 1, 2])
def test_constants_and_functions_of_its_own(level: int) -> None:
    flat = flatten(compiler.object_of(TABLE, level=level), ("k", "other"))
    code = Mapping(flat)
    k, other = (ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64)(code.entries[name]) for name in ("k", "other"))
    assert [k(n) for n in range(4)] == [6, 10, 14, 22]
    assert [other(n) for n in range(4)] == [7, 11, 15, 23]
    assert flat.slots == ()


KEPT = sorted((Path(__file__).parents[2] / "golden" / "llvm").glob("*.ll"))


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("place", KEPT, ids=[place.stem for place in KEPT])
def test_what_the_emitter_writes_is_flat(place: Path, level: int) -> None:
    """Else it would be compiled in each process anew."""
    flat = flatten(compiler.object_of(place.read_text(encoding="utf-8"), level=level), ("k",))
    assert dict(flat.slots).keys() <= OUTSIDE
    assert dict(flat.entries)["k"] < len(flat.code)


@mapped
def test_functions_of_the_c_library_are_called_through_slots() -> None:
    flat = made(CALLS, "k", "fill")
    assert sorted(name for name, _ in flat.slots) == ["fmod", "memset"]
    assert all(flat.code[at : at + 8] == bytes(8) for _, at in flat.slots)  # no address of this process
    code = Mapping(flat)
    rest = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(code.entries["k"])
    assert rest(7.5, 2.0) == 1.5
    room = ctypes.create_string_buffer(10)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(code.entries["fill"])(room, 4)
    assert room.raw == b"AAAA" + bytes(6)


@mapped
def test_a_function_that_the_caller_names() -> None:
    text = "declare i32 @mine(i32)\ndefine i32 @k(i32 %x) {\n %r = call i32 @mine(i32 %x)\n ret i32 %r\n}\n"
    image = compiler.object_of(text, level=1)
    with pytest.raises(NotFlat, match="mine"):
        flatten(image, ("k",))
    given = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(lambda x: x + 40)
    address = ctypes.cast(given, ctypes.c_void_p).value
    assert address is not None
    flat = flatten(image, ("k",), outside={"mine"})
    code = Mapping(flat, {"mine": address})
    assert ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(code.entries["k"])(2) == 42
    with pytest.raises(NotFlat, match="no function mine"):
        Mapping(flat)


@mapped
def test_the_memory_cannot_be_written_and_goes_with_the_last_reference() -> None:
    def mapping_at(address: int) -> str | None:
        with open("/proc/self/maps", encoding="ascii") as file:
            for line in file:
                low, high = (int(word, 16) for word in line.split()[0].split("-"))
                if low <= address < high:
                    return line.split()[1]
        return None

    big = TABLE.replace("[4 x i32] [i32 3, i32 5, i32 7, i32 11]", "[4000000 x i32] zeroinitializer")
    code = Mapping(made(big.replace("[4 x i32]", "[4000000 x i32]")))
    address = code.address + 8_000_000
    assert mapping_at(address) == "r-xp"
    del code
    assert mapping_at(address) != "r-xp"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@x = global i32 3\ndefine ptr @k() {\n ret ptr @x\n}\n", "written"),
        ("@x = internal global i32 0\ndefine void @k() {\n store i32 1, ptr @x\n ret void\n}\n", "written"),
        ("@x = thread_local global i32 3\ndefine void @k() {\n store i32 1, ptr @x\n ret void\n}\n", "written"),
        ("declare void @exit(i32)\ndefine void @k() {\n call void @exit(i32 1)\n ret void\n}\n", "exit"),
        ("@x = external global i32\ndefine i32 @k() {\n %v = load i32, ptr @x\n ret i32 %v\n}\n", "refers|relocation"),
        ("declare ptr @memset(ptr, i32, i64)\ndefine ptr @k() {\n ret ptr @memset\n}\n", "relocation"),
        ("define void @other() {\n ret void\n}\n", "'k'"),
    ],
    ids=["data", "bss", "thread", "exit", "outside data", "address of a function", "no such entry"],
)
def test_what_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotFlat, match=why):
        flatten(compiler.object_of(text, level=1), ("k",))


@mapped
def test_code_that_cannot_be_flat_goes_to_the_linker_of_llvm() -> None:
    """And gives the same: here a counter in writable memory of the object."""
    text = "@x = internal global i32 0\ndefine i32 @k() {\n %v = load i32, ptr @x\n %w = add i32 %v, 1\n store i32 %w, ptr @x\n ret i32 %w\n}\n"
    for _ in range(3):
        linked = compiler.linked(compiler.object_of(text, level=1), ("k",))
        count = ctypes.CFUNCTYPE(ctypes.c_int32)(linked.entries["k"])
        assert [count() for _ in range(3)] == [1, 2, 3]


def test_what_is_no_object_is_refused() -> None:
    image = compiler.object_of(TABLE, level=1)
    for cut in range(0, len(image), 7):
        with pytest.raises(NotFlat):
            flatten(image[:cut], ("k",))
    with pytest.raises(NotFlat):
        flatten(b"MZ" + image[2:], ("k",))


# -- AArch64, read back from the instructions ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def arm() -> Callable[[str], bytes]:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple = "aarch64-unknown-linux-gnu"
    try:
        target = llvm.Target.from_triple(triple)
    except RuntimeError:
        pytest.skip("this LLVM makes no code for AArch64")
    machine = target.create_target_machine(cpu="cortex-a76", opt=1, reloc="pic", codemodel="small", jit=False)

    def compiled(text: str) -> bytes:
        module = llvm.parse_assembly(text, llvm.create_context())
        module.triple, module.data_layout = triple, str(machine.target_data)
        image: bytes = machine.emit_object(module)
        return image

    return compiled


def words(flat: Flat) -> list[int]:
    return [w for (w,) in struct.iter_unpack("<I", flat.code)]


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


def test_the_distances_in_aarch64_code_lead_to_their_targets(arm: Callable[[str], bytes]) -> None:
    """A page and an offset for the table, behind more than a page of code; a distance in words for a call."""
    filler = "".join(f"  store volatile i64 {n}, ptr %q\n" for n in range(900))
    text = TABLE.replace("define i32 @k(i64 %n) {\n", "define i32 @k(i64 %n) {\n  %q = alloca i64\n" + filler)
    flat = flatten(arm(text), ("k", "other"))
    table = flat.code.index(struct.pack("<4I", 3, 5, 7, 11))
    entries, code = dict(flat.entries), words(flat)
    assert table > 4096
    (at,) = (n for n, w in enumerate(code[: table // 4]) if w & 0x9F000000 == 0x90000000)  # ADRP
    word = code[at]
    page = (4 * at >> 12) + signed((word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3, 21)
    low = next(w for w in code[at + 1 :] if w & 0xFFC00000 == 0x91000000)  # ADD, immediate
    assert page * 4096 + (low >> 10 & 0xFFF) == table
    calls = [
        4 * n + 4 * signed(w & 0x3FFFFFF, 26) for n, w in enumerate(code[: table // 4]) if w & 0xFC000000 == 0x94000000
    ]
    jumps = [
        4 * n + 4 * signed(w & 0x3FFFFFF, 26) for n, w in enumerate(code[: table // 4]) if w & 0xFC000000 == 0x14000000
    ]
    assert entries["k"] in calls
    assert {*calls, *jumps} <= {0, entries["k"]}  # ``twice`` lies first
    assert len(calls) + len(jumps) >= 2


def test_aarch64_calls_outside_go_through_a_stub(arm: Callable[[str], bytes]) -> None:
    flat = flatten(arm(CALLS), ("k", "fill"))
    stubs = {at - 8 for _, at in flat.slots}
    code = words(flat)
    targets = {
        4 * n + 4 * signed(w & 0x3FFFFFF, 26)
        for n, w in enumerate(code)
        if w & 0x7C000000 == 0x14000000 and 4 * n < min(stubs)
    }
    assert targets == stubs
    for at in stubs:
        assert code[at // 4] == 0x58000050  # ldr x16, the eight bytes behind the next instruction
        assert code[at // 4 + 1] == 0xD61F0200  # br x16


# -- images ------------------------------------------------------------------------------------------------------------


def test_an_image_comes_back() -> None:
    for flat in (made(TABLE, "k", "other"), made(CALLS), Flat(b"", (), ())):
        assert unpacked(packed(flat, KEY), KEY) == flat


@x86
def test_every_damage_is_noticed() -> None:
    whole = packed(made(CALLS), KEY)
    for length in range(len(whole)):
        assert unpacked(whole[:length], KEY) is None
    assert unpacked(whole + b"\0", KEY) is None
    for at in range(len(whole)):
        for bit in (0, 3, 7):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            assert unpacked(bytes(damaged), KEY) is None
    assert unpacked(whole, bytes(32)) is None  # another key's
