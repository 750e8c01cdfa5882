"""Bounds tests of whole vectors of neighbours, by two comparisons of scalars."""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.writer import Writer

__all__ = ["Line", "wholly"]

Line = tuple[list[str], str]
"""Of a consecutive subscript: the first lane's of each pack (32 bits), and the extent."""

_MOST: Final = 4
"""Different vectors of one access beyond which testing them one by one costs more than masks."""


def wholly(w: Writer, lines: list[Line] | None, tests: list[str] | None) -> str | None:
    """Whether every lane of every pack is in bounds, as one i1; None where masks are as good. ``tests``: scalar tests of the
    other subscripts, one a pack."""
    if not lines or len({base for bases, _ in lines for base in bases}) > _MOST:
        return None
    t, form = w.text, w.scalar_form
    parts = dict.fromkeys(tests or ())
    for bases, extent in lines:
        for base in dict.fromkeys(bases):
            # both ends: where the first is below 2**31, the last does not wrap
            last = t.let(f"add i32 {base}, {w.width - 1}")
            parts[form.op("icmp ult", "i32", base, extent)] = None
            parts[form.op("icmp ult", "i32", last, extent)] = None
    first, *rest = parts
    for part in rest:
        first = form.op("and", "i1", first, part)
    return first
