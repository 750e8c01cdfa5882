"""Gathers and scatters: an address per lane."""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.writer import BufferRef, Writer

__all__ = ["BELOW_WORDS", "gather", "gather_words", "scatter"]

BELOW_WORDS: Final = {"i8": 4, "i16": 2}
"""Elements of a word of 32 bits."""


def gather(w: Writer, memory: str, pointers: str, mask: str, align: int) -> str:
    """Elements of a type of LLVM; zero in the lanes that are off."""
    vector, p = w.vector_type(memory), w.vector_type("ptr")
    return w.text.call(
        f"llvm.masked.gather.{w.vector_form.suffix(memory)}.v{w.width}p0",
        vector,
        [(f"{p} align {align}", pointers), (w.mask_type, mask), (vector, "zeroinitializer")],
    )


def scatter(w: Writer, memory: str, pointers: str, mask: str, align: int, value: str) -> None:
    """Store to elements of a type of LLVM, in the order of the lanes that are on."""
    vector, p = w.vector_type(memory), w.vector_type("ptr")
    w.text.call(
        f"llvm.masked.scatter.{w.vector_form.suffix(memory)}.v{w.width}p0",
        "void",
        [(vector, value), (f"{p} align {align}", pointers), (w.mask_type, mask)],
    )


def gather_words(w: Writer, memory: str, buffer: BufferRef, index: str, mask: str) -> str:
    """Elements of 8 or 16 bits by gathering the aligned words around them: there is no gather of their size, and an aligned
    word never crosses a page, so it can be read wherever one of its bytes can."""
    t, f = w.text, w.vector_form
    per_word = BELOW_WORDS[memory]  # a power of two
    count, bits = per_word.bit_length() - 1, 32 // per_word
    pointer = buffer.pointer
    if buffer.align >= 4:
        base, at = pointer, index
    else:
        base = t.call("llvm.ptrmask.p0.i64", "ptr", [("ptr", pointer), ("i64", "-4")])
        address = t.let(f"ptrtoint ptr {pointer} to i64")
        rest = t.let(f"and i32 {w.scalar_form.convert('trunc', 'i64', address, 'i32')}, 3")
        if per_word == 2:
            rest = t.let(f"lshr i32 {rest}, 1")
        at = f.op("add", "i32", index, t.splat(rest, "i32", w.width))
    word = f.op("lshr", "i32", at, f.literal("i32", count))
    pointers = t.let(f"getelementptr i32, ptr {base}, {w.vector_type('i32')} {word}")
    gathered = gather(w, "i32", pointers, mask, 4)
    inside = f.op("and", "i32", at, f.literal("i32", per_word - 1))
    shift = f.op("shl", "i32", inside, f.literal("i32", bits.bit_length() - 1))
    return f.convert("trunc", "i32", f.op("lshr", "i32", gathered, shift), memory)
