"""Frames: what differs from lane to lane and outlives a phase, one element an invocation, in memory."""

from __future__ import annotations

from vyre.emit.llvm.writer import Writer

__all__ = ["load_frame", "store_frame"]


def _places(w: Writer, frame: str, memory: str, first: str) -> list[str]:
    t = w.text
    if first[0] != "%":
        return [t.let(f"getelementptr {memory}, ptr {frame}, i64 {int(first) + k * w.width}") for k in range(w.packs)]
    start = t.let(f"zext i32 {first} to i64")
    base = t.let(f"getelementptr {memory}, ptr {frame}, i64 {start}")
    return [t.let(f"getelementptr {memory}, ptr {base}, i64 {k * w.width}") for k in range(w.packs)]


def load_frame(w: Writer, frame: str, element: str, first: str) -> list[str]:
    """The vectors of the packs from invocation ``first`` on."""
    t, memory = w.text, "i8" if element == "i1" else element
    vector = w.vector_type(memory)
    loaded = [
        t.let(f"load {vector}, ptr {p}, align {w.vector_align(memory)}") for p in _places(w, frame, memory, first)
    ]
    if element == "i1":
        return [w.vector_form.convert("trunc", "i8", x, "i1") for x in loaded]
    return loaded


def store_frame(w: Writer, frame: str, element: str, regs: list[str], first: str) -> None:
    """Write the vectors of the packs from invocation ``first`` on."""
    memory = "i8" if element == "i1" else element
    for place, x in zip(_places(w, frame, memory, first), regs, strict=True):
        if element == "i1":
            x = w.vector_form.convert("zext", "i1", x, "i8")
        w.text.do(f"store {w.vector_type(memory)} {x}, ptr {place}, align {w.vector_align(memory)}")
