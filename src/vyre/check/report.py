"""How a broken rule is told: the caller's place where the statement has one, and the statement itself."""

from __future__ import annotations

from vyre.errors import Place, UnsupportedFeature, ValidationError
from vyre.ir.nodes import Stmt
from vyre.ir.program import Program

__all__ = ["broken", "not_yet"]


def broken(
    program: Program,
    at: int,
    stmt: Stmt,
    code: str,
    message: str,
    fix: str,
    *,
    actual: str | None = None,
    others: tuple[tuple[str, Place], ...] = (),
) -> ValidationError:
    """The error of a rule that statement number ``at`` breaks."""
    from vyre.ir.text import statement_line  # right programs need no text

    told = f"statement {at} of {program.name}: {statement_line(program, stmt)}"
    return ValidationError(
        message,
        code=code,
        fix=fix,
        place=stmt.place,
        actual=f"{actual}, in {told}" if actual else told,
        others=others,
    )


def not_yet(message: str, code: str, fix: str, *, place: Place | None, actual: str) -> UnsupportedFeature:
    """The refusal of what the language has and this version has not."""
    return UnsupportedFeature(f"{message} is not in this version", code=code, fix=fix, place=place, actual=actual)
