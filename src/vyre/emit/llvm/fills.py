"""Setting whole lines of memory."""

from __future__ import annotations

from vyre.emit.llvm.writer import Writer

__all__ = ["fill"]


def fill(w: Writer, pointer: str, nbytes: int, byte: int) -> None:
    """Set memory that is a multiple of 64 bytes."""
    t = w.text
    vector = "<64 x i8>"
    if nbytes <= 512:
        for at in range(0, nbytes, 64):
            t.do(
                f"store {vector} splat (i8 {byte}), ptr {t.let(f'getelementptr i8, ptr {pointer}, i64 {at}')}, align 64"
            )
        return
    with t.counting(nbytes, step=64) as now:
        place = t.let(f"getelementptr i8, ptr {pointer}, i64 {now}")
        t.do(f"store {vector} splat (i8 {byte}), ptr {place}, align 64")
