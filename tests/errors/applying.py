"""A Fix, put where its error points."""

from __future__ import annotations

import re

import vyre as vy

__all__ = ["applied"]

CODE = re.compile(
    r"(?:write what is meant: |write its three components: |of one, x is |.*; of one, x is |write |use |did you mean |cast it: |cast the value: |compare it: )"
    r"(?P<code>.+?)(?:\?|;.*|, of two to four numbers| where the number is meant.*|: an invocation has.*)?"
)
NAME = re.compile(r"(vy\.\w+)\([^()]*\)")


def applied(text: str, error: vy.VyreError) -> str:
    """The text with the Fix's own code where the error points."""
    place, fix = error.place, CODE.fullmatch(error.fix)
    assert place is not None, str(error)
    assert fix is not None, str(error)
    code = fix["code"]
    lines = text.split("\n")
    line = lines[place.line - 1]
    there = line[place.column : place.end_column]
    if "(" not in there and line[place.end_column : place.end_column + 1] == "(":  # the name of a function alone
        named = NAME.match(code)
        code = named[1] if named else code
    lines[place.line - 1] = line[: place.column] + code.replace("(axis)", "()") + line[place.end_column :]
    return "\n".join(lines)
