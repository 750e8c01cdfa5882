"""What a run says against the claims about numbers and places: sums that do not wrap, quotients, limits, and whose element is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.property.programs import Case
from tests.property.tracing import Instance, Trace
from vyre.facts.effects import effects
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.ir.nodes import VALUES, Atomic, For, Get, Load, Op, Store, While
from vyre.ir.walk import blocks, statements, subscripts

__all__ = ["number_faults", "place_faults"]

_EXACT = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "shl": lambda x, y: x << y}


class _Seen:
    """Values of a case's runs, as seen from a statement."""

    def __init__(self, case: Case, traces: list[Trace]) -> None:
        self.program = case.program
        self.traces = traces
        self.body = statements(case.program)
        self.where = {stmt.result: n for n, stmt in enumerate(self.body) if isinstance(stmt, VALUES)}
        self.loops: dict[int, int] = {}  # how many loops are around a statement
        self._depths(case.program.body, 0, iter(range(len(self.body))))

    def _depths(self, block: Any, depth: int, numbers: Iterator[int]) -> None:
        for stmt in block:
            self.loops[next(numbers)] = depth
            for inner in blocks(stmt):
                self._depths(inner, depth + isinstance(stmt, (For, While)), numbers)

    def value(self, trace: Trace, value: int, at: Instance, lane: int) -> Any:
        """What a value is for an invocation that is at a statement; None where it was not computed there."""
        number = self.where[value]
        instance = (*at[: 2 * self.loops[number]], number)
        return trace.values[instance].get(lane) if instance in trace.values else None

    def visits(self, *kinds: type) -> Iterator[tuple[Trace, Instance, int, Any]]:
        """Every statement of these kinds that an invocation comes to."""
        for trace in self.traces:
            for at, lanes in trace.reached.items():
                stmt = self.body[at[-1]]
                if isinstance(stmt, kinds):
                    for lane in lanes - trace.trapped.keys():
                        yield trace, at, lane, stmt


def number_faults(case: Case, traces: list[Trace]) -> list[str]:
    """Against the claims of :mod:`vyre.facts.ranges` that are about value numbers."""
    facts, numbers, seen = ranges(case.program), value_numbers(case.program).of, _Seen(case, traces)
    of: dict[int, list[int]] = {}
    for value, number in enumerate(numbers):
        of.setdefault(number, []).append(value)
    faults: list[str] = []
    for trace, at, lane, stmt in seen.visits(Op, Get):
        found, number = trace.values[at].get(lane), numbers[stmt.result]
        if found is None:
            continue
        if isinstance(stmt, Op) and number in facts.exact and stmt.op in _EXACT:
            x, y = (seen.value(trace, v, at, lane) for v in stmt.args)
            if x is not None and y is not None and int(found) != _EXACT[stmt.op](int(x), int(y)):
                faults.append(f"v{stmt.result} wraps")
        if number in facts.splits:
            part, size = facts.splits[number]
            parts = [seen.value(trace, v, at, lane) for v in of.get(part, ())]
            faults += [
                f"v{stmt.result} is no {size} * n + m" for n in parts if n is not None and int(found) // size != int(n)
            ]
    for trace, at, lane, stmt in seen.visits(Load, Store, Atomic):
        limits = facts.limits.get(at[-1], frozenset())
        index = seen.value(trace, stmt.index[0], at, lane)
        bounds = [seen.value(trace, v, at, lane) for n in limits for v in of.get(n, ())]
        if index is not None and any(bound is not None and index >= bound for bound in bounds):
            faults.append(f"access {at[-1]} is above its limit")
        outer, _, _ = subscripts(case.program, stmt)
        for value, span in zip(outer, facts.spans[at[-1]], strict=False):  # of records those of the bytes follow
            here = seen.value(trace, value, at, lane)
            if here is not None and not span[0] <= here <= span[1]:
                faults.append(f"access {at[-1]} is outside of its span")
    return faults


def place_faults(case: Case, traces: list[Trace]) -> list[str]:
    """Against the claims of :mod:`vyre.facts.effects` about an invocation's own element."""
    facts, seen = effects(case.program).buffers, _Seen(case, traces)
    faults = [
        f"own_element of {k}, which is not written"
        for k, found in enumerate(facts)
        if found.own_element and not found.writes
    ]
    own: dict[int, dict[int, bool]] = {}  # by buffer and statement: whether each load was of the own element
    for trace, at, lane, stmt in seen.visits(Load, Store, Atomic):
        shape = case.shapes.get(stmt.buffer)
        if shape is None or case.program.buffers[stmt.buffer].record is not None:
            continue
        index = [seen.value(trace, v, at, lane) for v in stmt.index]
        extents = [_size(shape)] if stmt.flat or len(index) == 1 else list(shape)
        inside = all(x is not None and 0 <= x < n for x, n in zip(index, extents, strict=True))
        mine = index == list(trace.global_id(lane)[: len(index)])[::-1]
        if isinstance(stmt, Load):
            own.setdefault(stmt.buffer, {}).setdefault(at[-1], True)
            own[stmt.buffer][at[-1]] &= mine or not inside
        elif facts[stmt.buffer].own_element and inside and not mine:
            faults.append(f"own_element of {stmt.buffer}, at {index}")
    for k, loads in own.items():  # where all of them were come to
        all_seen = len(loads) == sum(isinstance(stmt, Load) and stmt.buffer == k for stmt in seen.body)
        if facts[k].reads_own and all_seen and not any(loads.values()):
            faults.append(f"reads_own of {k}")
    return faults


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for n in shape:
        size *= n
    return size
