"""The error for text that a target compiler refused."""

from __future__ import annotations

from typing import Final

from vyre.emit.base import Artifact
from vyre.errors import CompileFailed, Place
from vyre.ir.walk import statements
from vyre.plan.plan import Plan

__all__ = ["compile_failed"]

_CONTEXT_LINES: Final = 20


def compile_failed(backend: str, plan: Plan, artifact: Artifact, log: str, line: int | None) -> CompileFailed:
    """The error for text that a target compiler refused: the statement behind the line (from 1) that the log
    names, the numbered lines around it, and the log. ``detail`` holds these, ``source`` the whole text."""
    lines = artifact.text.splitlines()
    at = min(max(line or 1, 1), max(len(lines), 1))
    first = max(0, min(at - 1 - _CONTEXT_LINES // 2, len(lines) - _CONTEXT_LINES))
    shown = [
        f"{'>' if n + 1 == line else ' '}{n + 1:5d} | {lines[n]}"
        for n in range(first, min(first + _CONTEXT_LINES, len(lines)))
    ]
    program = plan.program.program
    number = artifact.statements[at - 1] if line is not None and at <= len(artifact.statements) else -1
    where = ""
    place: Place | None = None
    if number >= 0:
        stmt = statements(program)[number]
        where, place = f", statement {number} ({type(stmt).__name__})", stmt.place
    error = CompileFailed(
        f"the {backend} compiler refused the text of program {program.name!r}{where}",
        code="R821",
        fix=f"run it with backend={'reference' if backend == 'cpu' else 'cpu'!r} meanwhile, and report this text: it is a fault of vyre or of the driver",
        place=place,
        detail="\n".join(shown) + "\ncompiler log:\n" + log.strip(),
    )
    error.source = artifact.text
    return error
