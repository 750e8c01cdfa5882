"""What is seen of a wrong answer of an analysis: wrong bytes, a check of facts that fails, or a claim that a run contradicts.

``Trial`` is one program on one form of the CPU's text. It says what the compiler concludes of it, so that two compilers can be
compared without a run; and ``Trial.fault`` runs it and says what goes wrong, which is nothing where the compiler is right.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from tests.property.planting import row
from tests.property.programs import Case
from tests.property.running import compare, open_backend, plan_of, variants
from tests.property.test_facts import effect_faults, range_faults, traced, uniform_faults
from tests.property.told import number_faults, place_faults
from tests.property.turns import length_faults
from vyre.drivers.cpu import loader
from vyre.drivers.oracle import Oracle, Order
from vyre.drivers.races import Races
from vyre.emit.llvm import Target, emit, flat
from vyre.facts.coverage import covers
from vyre.facts.effects import effects
from vyre.facts.lengths import loop_lengths
from vyre.facts.order import decided
from vyre.facts.ranges import ranges
from vyre.facts.uniformity import uniformity
from vyre.facts.verdict import verdict
from vyre.ir.nodes import Atomic, Store
from vyre.ir.walk import statements, walk
from vyre.plan.plan import Plan

__all__ = ["FORMS", "Trial", "shows"]

FORMS: Final = (
    Target(8, 16, True, False, True, True),
    Target(16, 32, True, True, True, True),
    Target(4, 16),
    Target(8, 16, True, True, True, False),
)
"""Of processors. LLVM has the text of each run on any of them."""

_LONG: Final = 15_000
"""Statements of all invocations, each counted once, of which a trace takes too long."""
_ORDERS: Final[tuple[Order, ...]] = ("forward", "reversed", "shuffled")


@dataclass(frozen=True)
class Trial:
    """``packs``: vectors side by side, instead of the emitter's choice; ``wide``: as for arrays of 2**31 elements."""

    case: Case
    target: Target = FORMS[0]
    packs: int | None = None

    @cached_property
    def expected(self) -> dict[int, bytes]:
        return self.case.expected()

    @cached_property
    def steady(self) -> bool:
        """Whether no race is found, and no order of invocations leaves something else: then any right compiler leaves the same."""
        if not self.case.exact and verdict(self.case.program).for_grid(self.case.grid).name == "order-dependent":
            return False
        races = self._races()
        first, *others = [self._left_by(order, races if order == "forward" else None) for order in _ORDERS]
        return not races.found and all(other == first for other in others)

    # -- what the compiler concludes ------------------------------------------------------------------
    def plans(self) -> list[Plan]:
        return [plan_of(self.case, assumptions) for assumptions in variants(self.case)]

    def texts(self, plans: list[Plan]) -> list[str]:
        with self._streaming():
            return [emit(plan, self.target, packs=self.packs).text for plan in plans]

    @contextmanager
    def _streaming(self) -> Iterator[None]:
        """Where the target has stores past the caches, small outputs are stored so too."""
        before = vars(flat)["LARGE"]
        setattr(flat, "LARGE", 64 if self.target.streams else before)  # noqa: B010 - type checkers know it as final
        try:
            yield
        finally:
            setattr(flat, "LARGE", before)  # noqa: B010

    def claims(self, wanted: frozenset[str]) -> dict[str, object]:
        """What is known of the program, by the judge who can contradict it."""
        program = self.case.program
        made: dict[str, Callable[[], object]] = {
            "trace": lambda: (self._spans(), uniformity(program), effects(program)),
            "covers": self.covered,
            "lengths": lambda: loop_lengths(program),
            "order": lambda: (verdict(program).for_grid(self.case.grid).name, decided(program)),
        }
        return {name: claim() for name, claim in made.items() if name in wanted}

    def _spans(self) -> object:
        found = ranges(self.case.program)
        return (
            found.intervals,
            found.proved,
            found.proved_if_equal_sizes,
            found.exact,
            found.splits,
            found.limits,
            found.spans,
        )

    def covered(self) -> frozenset[int]:
        """The outputs that are proved to be stored wholly: what they hold before is not cleared."""
        case, program = self.case, self.case.program
        bare = replace(case, shapes={k: (math.prod(shape),) for k, shape in case.shapes.items()})
        return frozenset(
            k
            for k, buffer in enumerate(program.buffers)
            if buffer.role == "out"
            and any(self._stored_wholly(k, one, program.workgroup) for one in ((case, bare) if buffer.rank else ()))
        )

    def _stored_wholly(self, k: int, case: Case, workgroup: tuple[int, int, int]) -> bool:
        found = effects(case.program).buffers[k]
        extents = tuple(case.grid[axis] * workgroup[axis] for axis in range(3))
        shape = case.shapes[k]
        if 0 in extents:  # as in run/device_program.py
            return covers(case.program, k, workgroup=workgroup, grid=case.grid, shapes=case.shapes)
        own = found.every_element and extents[0] >= math.prod(shape)
        whole = len(shape) == case.program.buffers[k].rank and len(shape) <= 3
        placed = found.every_place and whole and all(n <= extents[axis] for axis, n in enumerate(reversed(shape)))
        return own or placed or covers(case.program, k, workgroup=workgroup, grid=case.grid, shapes=case.shapes)

    # -- what a run says of it ------------------------------------------------------------------------
    def fault(self, judges: frozenset[str]) -> str:
        """What is seen to be wrong; "" where nothing is. ``judges``: of the claims, those that are asked; "text": runs it on the CPU."""
        asked: dict[str, Callable[[], str]] = {
            "text": self._bytes,
            "covers": self._kept,
            "trace": self._traced,
            "lengths": lambda: length_faults(self.case),
            "order": self._in_orders,
        }
        return next((found for name, judge in asked.items() if name in judges and (found := judge())), "")

    def _bytes(self) -> str:
        with ExitStack() as stack:
            stack.enter_context(self._streaming())
            for level in loader.PASSES:
                stack.enter_context(row(loader.PASSES, level, loader.PASSES[0])())
            backend: Any = open_backend("cpu")
            backend.target, backend.packs = self.target, self.packs
            for checks in ("1", "0"):
                os.environ["VYRE_ASSERT_FACTS"] = checks
                found = compare(self.case, backend, self.expected)
                if found is not None:
                    return found.what
            return ""

    def _kept(self) -> str:
        seen = [k for k in sorted(self.covered()) if shows(self.case, k)]
        return f"outputs {seen} are not stored wholly, and not cleared" if seen else ""

    def _traced(self) -> str:
        case = self.case
        if math.prod(case.grid) * math.prod(case.program.workgroup) * len(statements(case.program)) > _LONG:
            return ""
        traces = traced(case)
        faults = [*uniform_faults(case, traces), *range_faults(case, traces), *effect_faults(case, traces)]
        faults += number_faults(case, traces) + place_faults(case, traces)
        return f"a run contradicts: {faults[0]}" if faults else self._apart()

    def _apart(self) -> str:
        """Whether workgroups that are said to be independent give other bytes one by one."""
        case, total = self.case, math.prod(self.case.grid)
        if not effects(case.program).groups_independent or not 1 < total <= 64 or not self.steady:
            return ""
        return (
            "" if case.expected(groups=list(range(total))[::-1]) == self.expected else "workgroups are not independent"
        )

    def _races(self) -> Races:
        program = self.case.limited
        stored = {s.buffer for _, s, _ in walk(program) if isinstance(s, (Store, Atomic))}
        return Races(program, self.case.grid, {k for k in stored if program.buffers[k].role != "private"})

    def _left_by(self, order: Order, races: Races | None) -> dict[int, bytes] | None:
        """The outputs; None where something traps."""
        case, program = self.case, self.case.limited
        arrays = {k: bytearray(data) for k, data in case.start.items()}
        oracle = Oracle(program, order=order, seed=1, races=races)
        oracle.run(arrays, case.shapes, case.params, case.grid)
        if oracle.trap is not None:
            return None
        return {k: bytes(arrays[k]) for k, buffer in enumerate(program.buffers) if buffer.is_output}

    def _in_orders(self) -> str:
        """What is said to be the same in all orders of invocations."""
        races = self._races()
        left = [self._left_by(order, races if order == "forward" else None) for order in _ORDERS]
        if None in left:
            return ""
        first, *others = [one for one in left if one is not None]
        name = verdict(self.case.program).for_grid(self.case.grid).name
        if name == "bitwise" and races.found:
            return "a race in a program that has none"
        fixed = decided(self.case.program) if name == "order-dependent" else first.keys()
        differ = any(other[k] != first[k] for other in others for k in fixed & first.keys())
        return "the order shows in what it cannot reach" if differ and not races.found else ""


def shows(case: Case, output: int) -> bool:
    """Whether something of what an output holds before is seen after the launch."""
    size = len(case.start[output])
    first, second = (
        replace(case, start={**case.start, output: bytes((held,)) * size}).expected() for held in (0xA5, 0x5A)
    )
    return first.get(output) != second.get(output)
