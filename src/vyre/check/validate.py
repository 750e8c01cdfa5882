"""``check``: a program against every rule. The first one that is broken is raised, with the caller's own place.

Order: names and declarations; the statements one by one; locals assigned before use; barriers; waits. What passed is
remembered by content, so an equal program that was built again is not analysed again; errors are never
remembered, since their places are the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.check.assigned import check_assigned
from vyre.check.barriers import check_barriers
from vyre.check.declarations import check_declarations, check_names
from vyre.check.limits import portable_warnings
from vyre.check.order import refuse_order
from vyre.check.statements import check_statements
from vyre.check.waits import check_waits
from vyre.errors import ValidationError
from vyre.ir.program import Program
from vyre.ir.walk import shared_bytes

__all__ = ["CheckedProgram", "check"]

KEPT: Final = 1024
"""How many programs that passed are remembered, 48 bytes each; then the memory begins anew."""

_passed: set[bytes] = set()  # without a lock, which a fork could leave held: each step on it is atomic


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """The receipt of :func:`check`, and the only thing that planning takes.

    ``warnings``: texts of what is right but goes beyond the portable profile; each ends with a Fix.
    ``shared_bytes``: declared bytes of workgroup memory. ``invocations``: of one workgroup.
    ``storage_buffers``: arrays that take a binding.
    """

    program: Program
    warnings: tuple[str, ...] = ()
    shared_bytes: int = 0
    invocations: int = 0
    storage_buffers: int = 0


def check(program: Program, *, reorder: bool = False) -> CheckedProgram:
    """Validate a program. ``reorder``: that permission of rule 3.7 is given.

    Raises ValidationError V300 … V342 with the first broken rule, or UnsupportedFeature U700 for what the
    language has and this version has not. Nothing is compiled and no device is touched.
    """
    check_names(program)
    if _identity(program) not in _passed:
        check_declarations(program)
        check_statements(program)
        check_assigned(program)
        check_barriers(program)
        check_waits(program)
        if len(_passed) >= KEPT:
            _passed.clear()
        _passed.add(program.identity[1])
    if not reorder:
        refuse_order(program)
    x, y, z = program.workgroup
    arrays = sum(buffer.is_array for buffer in program.buffers)
    return CheckedProgram(program, portable_warnings(program), shared_bytes(program), x * y * z, arrays)


def _identity(program: Program) -> bytes | None:
    """The program's key, or None where it is too broken to have one: then the walk says what is wrong."""
    try:
        return program.identity[1]
    except ValidationError:
        return None
