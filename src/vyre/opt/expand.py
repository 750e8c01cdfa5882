"""What a device does not have, written with what it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vyre.check.validate import CheckedProgram, check
from vyre.ir.program import Program
from vyre.opt.traps import limit_whiles, lower_traps, with_trap_record

__all__ = ["EXPANSIONS", "can_trap", "expand", "still_missing"]

EXPANSIONS: Final[Mapping[str, frozenset[str]]] = {
    "subgroups": frozenset({"barrier", "shared"}),
    "traps": frozenset({"atomics", "u64"}),
}
"""Features that are made of others (and of types), where the device has those."""


def still_missing(program: Program, features: frozenset[str], dtypes: frozenset[str]) -> list[str]:
    """What a program needs and a device has not, in alphabetical order, after what can be written otherwise."""
    has = features | dtypes
    wanted = set(program.requirements)
    for feature in sorted(wanted - has):
        if EXPANSIONS.get(feature, {feature}) <= has:
            wanted.discard(feature)
    return sorted(wanted - has)


def can_trap(features: frozenset[str], dtypes: frozenset[str]) -> bool:
    """Whether a device has traps, or what they are written with."""
    return "traps" in features or EXPANSIONS["traps"] <= features | dtypes


def expand(
    checked: CheckedProgram, features: frozenset[str], *, while_limit: int | None = None, facts: bool = False
) -> CheckedProgram:
    """The program as a device with these features runs it; ``checked`` itself where nothing is to do. ``facts``: with the record
    of facts that do not hold."""
    program = checked.program
    if while_limit is not None:
        program = limit_whiles(program, while_limit)
    program = with_trap_record(program, wide=bool(features & {"traps", "atomics64"}), facts=facts)
    if "traps" not in features:
        program = lower_traps(program)
    from vyre.opt.parted import JUMPS, join_jumps  # opening a device plans nothing

    if "subgroups" not in features:
        from vyre.opt.subgroups import expand_subgroups

        program = expand_subgroups(program)
    for jump, feature in JUMPS:
        if feature not in features:
            program = join_jumps(program, jump)
    return checked if program is checked.program else check(program, reorder=True)
