"""What a program needs and a device does not have."""

from __future__ import annotations

from vyre.device import DeviceProfile
from vyre.dtypes import BY_NAME
from vyre.facts.waits import may_wait
from vyre.ir.nodes import Op
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.opt.expand import still_missing

__all__ = ["missing"]


def missing(program: Program, profile: DeviceProfile) -> str | None:
    """The first thing that a program needs and a device does not have, in words; None where it has everything, or what it
    lacks can be written otherwise."""
    if profile.keeps_waits is False and may_wait(program):
        return "forward progress of workgroups that wait for others"
    for need in still_missing(program, profile.features, profile.dtypes):
        return f"type {need}" if need in BY_NAME else need.replace("_", " ")
    for op in sorted({stmt.op for _, stmt, _ in walk(program) if isinstance(stmt, Op)}):
        if op not in profile.ops:
            return f"operation {op}"
    inexact = {(op, t) for op, t, form in profile.forms if form == "refused"}
    if inexact:
        for _, stmt, _ in walk(program):
            if isinstance(stmt, Op) and (stmt.op, stmt.dtype.name) in inexact:
                return f"exact {stmt.op} of {stmt.dtype}"
    return None
