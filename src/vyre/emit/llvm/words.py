"""Bytes that each lane reads one after the other: one gather of a word for several iterations.

Where a loop reads ``a[v + k]`` of 8 or 16 bits, with a ``v`` that differs from lane to lane, the elements that a lane
reads next lie in one word of 32 bits. It is gathered once and shifted. Only in the form of a loop that runs where all of
these elements, and those that fill the last word, are known to be in bounds, and of arrays that the program does not write.
"""

from __future__ import annotations

from vyre.emit.llvm.claims import check_stretch
from vyre.emit.llvm.gathers import BELOW_WORDS, gather
from vyre.emit.llvm.memory import loaded
from vyre.emit.llvm.text import memory_type
from vyre.emit.llvm.writer import Value, Words, Writer
from vyre.ir.nodes import For, Load

__all__ = ["begin", "per_word", "reads_on", "refill", "taken"]


def reads_on(w: Writer, loop: For, stmt: Load, start: Value) -> bool:
    """Whether each lane reads elements of its own that follow one another. ``start``: what the loop's variable is added to."""
    free = start.scalar is None and start.same is None and start.base is None
    return free and loop.step == 1 and w.program.buffers[stmt.buffer].role in ("in", "table")


def per_word(w: Writer, buffer: int) -> int:
    """How many elements of an array one word brings; 0 where none is gathered."""
    return BELOW_WORDS.get(memory_type(w.buffers[buffer].dtype), 0) if w.target.masks else 0


def begin(w: Writer, buffer: int, start: int, count: int) -> Words:
    """Cells for the words of a load. ``start``: the value that its variable is added to; ``count``: elements of a word."""
    return Words(buffer, start, count, [w.cell("i32", vector=True) for _ in range(w.packs)])


def refill(w: Writer, words: Words, counter: str, variable: Value) -> None:
    """At the head of an iteration: gather the next words, if this iteration begins one. ``counter``: its number."""
    t, form = w.text, w.vector_form
    buffer = w.buffers[words.buffer]
    bits = 32 // words.count
    at = w.scalar_form.op("and", "i32", counter, str(words.count - 1))
    words.shift = w.scalar_form.op("mul", "i32", at, str(bits))
    fresh, on = t.label(), t.label()
    t.branch(w.scalar_form.op("icmp eq", "i32", at, "0"), fresh, on)
    t.start(fresh)
    check_stretch(w, w.values[words.start], (variable.scalar or "",), words.count, buffer.size)
    moved = t.splat(variable.scalar or "", "i32", w.width)
    for cell, start in zip(words.cells, w.vectors(w.values[words.start]), strict=True):
        index = form.op("add", "i32", start, moved)
        if w.wide:
            index = form.convert("zext", "i32", index, "i64")
        offsets = f"{w.vector_type('i64' if w.wide else 'i32')} {index}"
        pointers = t.let(f"getelementptr i{bits}, ptr {buffer.pointer}, {offsets}")
        w.store_cell(cell, "i32", gather(w, "i32", pointers, "splat (i1 true)", buffer.dtype.nbytes), vector=True)
    t.goto(on)
    t.start(on)


def taken(w: Writer, words: Words) -> Value:
    """The elements of this iteration."""
    t, form = w.text, w.vector_form
    dtype = w.buffers[words.buffer].dtype
    memory = memory_type(dtype)
    shift = t.splat(words.shift, "i32", w.width)
    regs: list[str] = []
    for cell in words.cells:
        word = form.op("lshr", "i32", w.load_cell(cell, "i32", vector=True), shift)
        regs.append(loaded(form, dtype, form.convert("trunc", "i32", word, memory)))
    return Value(dtype, regs=regs)
