"""Rule 5.8: an invocation may wait for workgroups of smaller linear ids, and for nothing else."""

from __future__ import annotations

from typing import Final

from vyre.check.report import broken
from vyre.facts.awaited import Whom, awaited
from vyre.ir.program import Program
from vyre.ir.walk import statements, used_buffer

__all__ = ["check_waits"]

_REFUSED: Final[dict[Whom, tuple[str, str, str]]] = {
    "workgroup": (
        "V340",
        "this loop waits for another invocation of its own workgroup, which need not run on meanwhile",
        "put the loop under `if vy.local_index() == 0:`, and vy.barrier() behind it and before what ends the wait; or use workgroup=1",
    ),
    "later": (
        "V341",
        "this loop waits for workgroups of larger linear ids, which need not have begun",
        "wait for smaller ids, such as vy.group_id() - 1; or split the kernel into two where all workgroups must be done first",
    ),
    "plain": (
        "V342",
        "this loop waits with a plain load, which may give the same value for ever",
        "read what is waited for with an atomic that changes nothing, such as vy.atomic_or({name}, i, 0), and write it with vy.atomic_exchange",
    ),
}


def check_waits(program: Program) -> None:
    """Raises ValidationError V340, V341 or V342 at the first loop that surely waits for what the rule does not permit."""
    for wait in awaited(program):
        if wait.whom in _REFUSED:
            code, message, fix = _REFUSED[wait.whom]
            body = statements(program)
            polled = body[wait.poll]
            buffer = used_buffer(polled)
            assert buffer is not None
            name = program.buffers[buffer].name
            raise broken(
                program,
                wait.loop,
                body[wait.loop],
                code,
                message,
                fix.format(name=name),
                actual=f"it reads {name} until that changes",
                others=(("what is read in each turn", polled.place),) if polled.place is not None else (),
            )
