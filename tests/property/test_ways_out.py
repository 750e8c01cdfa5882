"""Programs with ways out around barriers leave the bytes of the reference (rules 5.3 and 5.4), and so they do where the ways of some
invocations are written otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.property.running import compare, open_backend, skip_reason
from tests.property.ways_out import ways_out
from tests.sizes import size
from vyre.contract.registry import Registry
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import Barrier, Continue, For, Return, Stmt, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, walk
from vyre.opt.parted import JUMPS, join_jumps

_NAMES = [*(name for name in Registry().names() if name not in ("null", "reference")), "reference:lanes"]


@pytest.mark.parametrize("name", _NAMES)
def test_the_bytes_are_the_references(name: str) -> None:
    reason = skip_reason(name)
    if reason is not None:
        pytest.skip(f"{name}: {reason}")
    backend = open_backend(name)
    try:
        for seed in range(size("ways_out" if name == "cpu" else "ways_out_devices")):
            difference = compare(ways_out(seed), backend)
            assert difference is None, f"seed {seed}: {difference}"
    finally:
        backend.close()


def parted(program: Program) -> set[str]:
    """The jumps of some invocations only: ``continue`` in loops around barriers, and ``return`` where there are any."""
    control, at, found = uniformity(program).control, -1, set[str]()
    meets = any(isinstance(stmt, Barrier) for _, stmt, _ in walk(program))

    def holds(stmt: Stmt) -> bool:
        return isinstance(stmt, Barrier) or any(holds(inner) for block in blocks(stmt) for inner in block)

    def visit(stmt: Stmt, loop: bool) -> None:
        nonlocal at
        at += 1
        if not control[at] and isinstance(stmt, Continue) and loop:
            found.add("continue")
        if not control[at] and isinstance(stmt, Return) and meets:
            found.add("return")
        inside = holds(stmt) if isinstance(stmt, (For, While)) else loop
        for block in blocks(stmt):
            for inner in block:
                visit(inner, inside)

    for stmt in program.body:
        visit(stmt, False)
    return found


@pytest.mark.parametrize("jump", [jump for jump, _ in JUMPS])
def test_jumps_that_are_written_otherwise_leave_the_same_bytes(jump: str) -> None:
    changed = 0
    for seed in range(size("ways_out")):
        case = ways_out(seed)
        made = join_jumps(case.program, "continue" if jump == "continue" else "return")
        assert (made is not case.program) == (jump in parted(case.program)), f"seed {seed}"
        if made is not case.program:
            changed += 1
            made.check()
            assert jump not in parted(made), f"seed {seed}\n{made.to_text()}"
            assert replace(case, program=made).expected() == case.expected(), f"seed {seed}\n{made.to_text()}"
    assert changed >= size("ways_out") // 20
