"""The search for data races of a call that is not proved free of them (rule 4.5), as ``kernel.check`` makes it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from vyre.drivers.races import Race, Races, Use
from vyre.ir.nodes import Atomic, Store
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.opt.traps import limit_whiles
from vyre.run.call import Call

__all__ = ["as_run", "groups_to_watch", "race_lines", "watch"]

WATCHED: Final = 65_536
"""Up to so many invocations are watched, of a larger call its first workgroups: each element that they use costs memory."""
SHOWN: Final = 4
"""Races that are told of; each is one pair of lines."""
_FIX: Final = (
    "Fix: let each invocation store elements of its own (in vy.private while it works), put vy.barrier() between a store and"
    " another invocation's use within a workgroup, split what must wait for other workgroups into a second kernel, or use an"
    " atomic on both sides, such as vy.atomic_add for a sum"
)
_VERBS: Final = {"load": "reads", "store": "stores", "atomic": "atomically updates"}


def as_run(call: Call) -> Program:
    """The program as the reference runs it for this call."""
    pipeline = call.pipeline
    program = replace(pipeline.program, workgroup=pipeline.workgroup)
    limit = pipeline.config.while_limit
    return program if limit is None else limit_whiles(program, limit)


def watch(call: Call) -> Races:
    """What watches a run of this call: the arrays of which the verdict could not tell that invocations keep apart."""
    pipeline = call.pipeline
    program = pipeline.program
    unproved = set(pipeline.verdict.for_grid(call.grid).statements)
    uses = [(at, stmt.buffer) for at, stmt, _ in walk(program) if isinstance(stmt, (Store, Atomic))]
    written = {buffer for _, buffer in uses if program.buffers[buffer].role != "private"}
    doubted = {buffer for at, buffer in uses if at in unproved}
    return Races(as_run(call), call.grid, written & doubted or written)


def groups_to_watch(call: Call) -> int:
    """How many workgroups of this call are watched at most."""
    return max(1, WATCHED // math.prod(call.pipeline.workgroup))


def race_lines(call: Call, races: Races, *, watched: int, of: int) -> tuple[str, ...]:
    """What was found in ``watched`` of all workgroups: the races, or, of a part, what is not known of the rest."""
    if races.found:
        lines = [line for race in races.found[:SHOWN] for line in _told(races.program, race)]
        if len(races.found) > SHOWN:
            lines.append(f"and {len(races.found) - SHOWN} other pairs of uses")
        return (*lines, _FIX)
    if watched == of:
        return ()
    return (
        f"no data race in {watched} of {of} workgroups; that the invocations of all keep apart could not be proved of:",
        *(f"  {line}" for line in call.pipeline.verdict_lines(call.pipeline.verdict.for_grid(call.grid))),
    )


def _told(program: Program, race: Race) -> tuple[str, ...]:
    buffer = program.buffers[race.buffer]
    which = f"{buffer.name}[{race.element}]" if buffer.record is None else f"byte {race.element} of {buffer.name}"
    uses = (
        f"  invocation {use.invocation} {_VERBS[use.kind]} it: {_line(program, use)}"
        for use in (race.first, race.second)
    )
    return (f"a data race on {which}, with no barrier between:", *uses)


def _line(program: Program, use: Use) -> str:
    place = next(stmt.place for at, stmt, _ in walk(program) if at == use.statement)
    return f"statement {use.statement}" if place is None else f"{place.file}:{place.line}: {place.text.strip()}"
