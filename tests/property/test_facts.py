"""Facts about random programs, held against what a tracing interpreter sees."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.property.planting import Fault
from tests.property.programs import NESTED, NO_TRAP, PROFILES, TRAP, Case, random_program
from tests.property.rich_faults import LIMITS
from tests.property.running import differs
from tests.property.tracing import Trace
from tests.sizes import size
from vyre.check.validate import check
from vyre.facts.effects import effects
from vyre.facts.ranges import ranges
from vyre.facts.uniformity import uniformity
from vyre.ir.nodes import VALUES, Atomic, Load
from vyre.ir.walk import statements


def traced(case: Case) -> list[Trace]:
    memory = {k: bytearray(data) for k, data in case.start.items()}
    return [Trace(case, memory, group).run() for group in range(math.prod(case.grid))]


def uniform_faults(case: Case, traces: list[Trace]) -> list[str]:
    """Everything that the uniformity facts say and a run contradicts."""
    facts = uniformity(case.program)
    body = statements(case.program)
    faults = []
    for trace in traces:
        whole = set(range(trace.invocations))
        for instance, lanes in trace.reached.items():
            if (
                facts.control[instance[-1]] and not lanes | trace.trapped.keys() >= whole
            ):  # 5.6: as though they had returned
                faults.append(f"control {instance}")
        for instance, values in trace.values.items():
            stmt = body[instance[-1]]
            assert isinstance(stmt, VALUES)
            if facts.values[stmt.result] and len({repr(v) for v in values.values()}) != 1:
                faults.append(f"value {instance}")
        slots: dict[int, object] = {}
        for _, (kind, local, held) in sorted(trace.locals.items()):
            if not facts.locals[local]:
                continue
            if kind == "set":
                slots[local] = repr(next(iter(held.values())))
            if any(repr(v) != slots[local] for v in held.values()):
                faults.append(f"local {local}")
    return faults


def range_faults(case: Case, traces: list[Trace]) -> list[str]:
    facts = ranges(case.program)
    body = statements(case.program)
    sizes = {math.prod(shape) for shape in case.shapes.values()}
    held = facts.proved_if_equal_sizes if len(sizes) == 1 else facts.proved
    faults = []
    for trace in traces:
        faults += [f"access {n}" for n in trace.outside & held]
        for instance, values in trace.values.items():
            stmt = body[instance[-1]]
            assert isinstance(stmt, VALUES)
            known = facts.interval(stmt.result)
            if known is not None and not all(known[0] <= int(v) <= known[1] for v in values.values()):
                faults.append(f"interval of v{stmt.result}: {known}, seen {sorted(map(int, values.values()))[:3]}")
    return faults


def effect_faults(case: Case, traces: list[Trace]) -> list[str]:
    facts = effects(case.program)
    reached = {instance[-1] for trace in traces for instance in trace.reached}
    body = statements(case.program)
    faults = []
    for n in reached:
        stmt = body[n]
        if isinstance(stmt, (Load, Atomic)) and not facts.buffers[stmt.buffer].reads:
            faults.append(f"reads {n}")
    for k, buffer in enumerate(case.program.buffers):
        if (
            buffer.is_array
            and not facts.buffers[k].writes
            and case.start[k] != bytes(traces[0].memory[k] if traces else case.start[k])
        ):
            faults.append(f"writes {buffer.name}")
    return faults


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("profile", ["wide", "every", "nested"])
def test_facts_hold_in_every_run(profile: str, part: int) -> None:
    count = size("nested_facts" if profile == "nested" else "programs_facts")
    for seed in range(part * count, (part + 1) * count):
        case = replace(random_program(seed, PROFILES[profile]), while_limit=None)  # facts speak of the program as it is
        check(case.program)
        traces = traced(case)
        if traces and not any(trace.trapped for trace in traces):  # first, that what was seen is what is right
            seen = {k: bytes(data) for k, data in traces[0].memory.items()} | {TRAP: NO_TRAP}
            assert differs(case, case.expected(), seen) == "", case.origin
        faults = uniform_faults(case, traces) + range_faults(case, traces) + effect_faults(case, traces)
        assert not faults, f"seed {seed}: {faults[:5]}\n{case.program.to_text()}"


def told(case: Case, traces: list[Trace]) -> bytes:
    """The code of the trap of the smallest linear global id, as the trap record has it; what it has where there is none."""
    wide, high = (case.grid[axis] * case.program.workgroup[axis] for axis in (0, 1))
    found = []
    for trace in traces:
        for lane, code in trace.trapped.items():
            x, y, z = trace.global_id(lane)
            found.append(((z * high + y) * wide + x) << 32 | code)
    return min(found).to_bytes(8, "little") if found else NO_TRAP[:8]


def limit_faults() -> list[str]:
    """Where the reference tells of another trap than the interpreter, which counts the trips of each ``while`` by itself."""
    count = size("limited_loops")
    cases = (replace(random_program(seed, NESTED, 4), while_limit=seed % 4) for seed in range(count))
    return [case.origin for case in cases if case.may_trap and case.expected()[TRAP][8:] != told(case, traced(case))]


def test_rule_5_6_the_limit_of_whiles_is_that_of_an_interpreter() -> None:
    assert limit_faults() == []


@pytest.mark.parametrize("fault", LIMITS, ids=lambda fault: fault.name)
def test_rule_5_6_a_fault_of_the_limit_is_seen(fault: Fault) -> None:
    with fault.plant():
        assert limit_faults() != []
