"""What a subgroup operation means (rule 6.4), on the values of a whole workgroup; and the phases of such a workgroup."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from vyre.dtypes import DType
from vyre.emit.scalar import meaning, zero
from vyre.errors import DispatchFailed
from vyre.ir.ops import SUBGROUP_REDUCTIONS, SUBGROUP_SIZE, missing_lane

__all__ = ["Inert", "divergent", "run_phases", "subgroup_meaning"]

Value = bool | int | float
Lanes = list[Value | None]
"""One value per invocation, in order of the local index; None where it is missing."""


class Inert(Exception):
    """An invocation has trapped (rule 5.6)."""

    def __init__(self, code: int, site: int) -> None:
        super().__init__(code, site)
        self.code = code
        self.site = site


def subgroup_meaning(op: str, dtype: DType) -> Callable[[Lanes, Sequence[int | None]], Lanes]:
    """The function from the values (and second operands) of a workgroup to its results. ``dtype``: of the values."""
    if op in SUBGROUP_REDUCTIONS:
        joined = SUBGROUP_REDUCTIONS[op]
        function = meaning(joined, (dtype, dtype), dtype)
        return partial(
            _by_subgroup, lambda part, _: [_tree(function, part)] * SUBGROUP_SIZE, missing_lane(joined, dtype)
        )
    if op == "ballot":
        return partial(_by_subgroup, lambda part, _: [sum(1 << k for k, on in enumerate(part) if on)] * 32, False)
    if op in ("inclusive_scan", "exclusive_scan"):
        add = meaning("add", (dtype, dtype), dtype)
        return partial(
            _by_subgroup, partial(_scan, add, zero(dtype), op == "exclusive_scan"), missing_lane("add", dtype)
        )
    return partial(_shuffle, op, zero(dtype))


def _by_subgroup(
    function: Callable[[list[Any], Any], Sequence[Value]], missing: Value, values: Lanes, operands: Sequence[int | None]
) -> Lanes:
    results: Lanes = []
    for start in range(0, len(values), SUBGROUP_SIZE):
        part = values[start : start + SUBGROUP_SIZE]
        full = [missing if v is None else v for v in part] + [missing] * (SUBGROUP_SIZE - len(part))
        results += function(full, operands)[: len(part)]
    return results


def _tree(function: Callable[..., Value], part: list[Value]) -> Value:
    """At strides 16, 8, 4, 2, 1 lane i adds lane i + stride."""
    now, stride = list(part), SUBGROUP_SIZE // 2
    while stride:
        now = [function(now[k], now[k + stride]) for k in range(stride)]
        stride //= 2
    return now[0]


def _scan(add: Callable[..., Value], first: Value, exclusive: bool, part: list[Value], _: object) -> list[Value]:
    now, stride = list(part), 1
    while stride < SUBGROUP_SIZE:
        now = [add(now[k - stride], now[k]) if k >= stride else now[k] for k in range(SUBGROUP_SIZE)]
        stride *= 2
    return [first, *now[:-1]] if exclusive else now


def _shuffle(op: str, missing: Value, values: Lanes, operands: Sequence[int | None]) -> Lanes:
    results: Lanes = []
    for k in range(len(values)):
        lane, given = k % SUBGROUP_SIZE, (operands[k] or 0) % SUBGROUP_SIZE
        source = {"shuffle_up": lane - given, "shuffle_down": lane + given, "shuffle_xor": lane ^ given}.get(op, given)
        at = k - lane + source
        found = values[at] if 0 <= source < SUBGROUP_SIZE and at < len(values) else None
        results.append(missing if found is None else found)
    return results


Reached = int | tuple[int, Value, int] | None
"""Where an invocation waits: a barrier's number; a subgroup operation's with its operands; None: it has ended."""


def run_phases(
    lanes: Sequence[Generator[Any, Any, None]],
    operations: dict[int, Callable[[Lanes, Sequence[int | None]], Lanes]],
    trapped: Callable[[int, Inert], None],
    turns: Sequence[int] | None = None,
) -> None:
    """Run a workgroup phase by phase (rule 5.4), in order of the local index or of ``turns``. ``operations``: by number,
    the subgroup operations. ``trapped``: takes the local index of an invocation that has become inert, which is gone
    from then on."""
    live: list[Generator[Any, Any, None] | None] = list(lanes)
    replies: Lanes = [None] * len(live)
    while True:
        reached: list[Reached] = [None] * len(live)
        for n in range(len(live)) if turns is None else turns:
            lane = live[n]
            if lane is not None:
                try:
                    reached[n] = lane.send(replies[n])
                except StopIteration:
                    continue
                except Inert as trap:
                    live[n] = None
                    trapped(n, trap)
        points = {
            r[0] if isinstance(r, tuple) else r for r, lane in zip(reached, live, strict=True) if lane is not None
        }
        if len(points) > 1:
            raise divergent(points)
        if not points or None in points:
            return
        operation = operations.get(points.pop() or 0)
        replies = [None] * len(live)
        if operation is not None:
            values: Lanes = [r[1] if isinstance(r, tuple) else None for r in reached]
            replies = operation(values, [r[2] if isinstance(r, tuple) else None for r in reached])


def divergent(reached: set[int | None]) -> DispatchFailed:
    """The validator refuses such programs (rule 5.4), so this is a program that was not checked, or our fault."""
    return DispatchFailed(
        "invocations of one workgroup wait at different barriers",
        code="R850",
        fix="check the program first (program.check()); if it passes, report this as a defect of the check",
        actual=f"barriers {sorted(str(n) for n in reached)} in program order; None has ended",
    )
