"""LLVM text by hand, with a few words more than LLVM has.

%a = WORD ptr %head Head.NDARRAY      the word of a block that Python filled
%b = FIELD i64 %object DATA           what lies at an offset that has a name
%c = ITEM i64 %list %n                an element of 8 bytes
PUT i64 %value %list %n               store one
WHEN %condition label                 go there where it holds, else on
UNLESS %condition label               the other way round
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final

__all__ = ["clock", "expanded"]

# texts, which `re` compiles when they are first used: an opened backend that expands nothing needs none of them
_LOAD: Final = r"(%\w+) = (WORD|FIELD|ITEM) (\w+) (%\w+) ([%\w.]+)"
_PUT: Final = r"PUT (\w+) (\S+) (%\w+) (%?\w+)"
_BRANCH: Final = r"(WHEN|UNLESS) (%\w+) (\w+)"
_ALIGN: Final = {"i32": 4}


def expanded(text: str, blocks: Mapping[str, type[IntEnum]], offsets: Mapping[str, int]) -> str:
    """The text in LLVM's own words. ``blocks``: by their names, what their words are. Raises KeyError for names that it does not know."""
    numbers = iter(range(len(text)))
    return "\n".join(line for written in text.splitlines() for line in _lines(written, blocks, offsets, numbers)) + "\n"


def _lines(
    written: str, blocks: Mapping[str, type[IntEnum]], offsets: Mapping[str, int], numbers: Iterator[int]
) -> Iterator[str]:
    text = written.strip()
    if found := re.fullmatch(_LOAD, text):
        name, word, kind, base, where = found.groups()
        at = f"%at{next(numbers)}"
        if word == "ITEM":
            yield f"  {at} = getelementptr i64, ptr {base}, i64 {where}"
        else:
            block, _, field = where.partition(".")
            offset = 8 * blocks[block][field] if word == "WORD" else offsets[where]
            yield f"  {at} = getelementptr i8, ptr {base}, i64 {offset}"
        yield f"  {name} = load {kind}, ptr {at}, align {_ALIGN.get(kind, 8)}"
    elif found := re.fullmatch(_PUT, text):
        kind, value, base, index = found.groups()
        at = f"%at{next(numbers)}"
        yield f"  {at} = getelementptr i64, ptr {base}, i64 {index}"
        yield f"  store {kind} {value}, ptr {at}, align 8"
    elif found := re.fullmatch(_BRANCH, text):
        word, condition, target = found.groups()
        on = f"on{next(numbers)}"
        ways = (target, on) if word == "WHEN" else (on, target)
        yield f"  br i1 {condition}, label %{ways[0]}, label %{ways[1]}"
        yield f"{on}:"
    else:
        yield written


def clock(block: str) -> str:
    """The function that tells nanoseconds: ``@clock`` of a block with the words ``CLOCK``, an address, and ``CLOCK_ID``. Without an
    address, the greatest number."""
    return f"""
define internal i64 @clock(ptr %block) {{
entry:
  %time = alloca [2 x i64], align 8
  %ask = WORD ptr %block {block}.CLOCK
  %no_clock = icmp eq ptr %ask, null
  WHEN %no_clock never
  %which = WORD i64 %block {block}.CLOCK_ID
  %id = trunc i64 %which to i32
  %ok = call i32 %ask(i32 %id, ptr %time)
  %seconds = ITEM i64 %time 0
  %rest = ITEM i64 %time 1
  %whole = mul i64 %seconds, 1000000000
  %ns = add i64 %whole, %rest
  ret i64 %ns
never:
  ret i64 9223372036854775807
}}
"""
