"""Symbolic upper bounds: ``x <= y + k`` between value numbers, over mathematical values.

Facts come and go with the blocks in which they hold: ``mark`` and ``undo`` bracket them. A question follows
the facts from a value towards a size, a bounded number of steps.
"""

from __future__ import annotations

from typing import Final

from vyre.facts.intervals import Interval

__all__ = ["Bounds"]

STEPS: Final = 64
"""Facts that one question may follow: proofs in real programs take fewer than ten."""


class Bounds:
    """Intervals and upper bounds of value numbers, scoped."""

    __slots__ = ("_above", "_interval", "_log")

    def __init__(self) -> None:
        self._interval: dict[int, Interval] = {}
        self._above: dict[int, list[tuple[int, int]]] = {}
        self._log: list[tuple[int, Interval | None, bool]] = []

    def mark(self) -> int:
        """A point to come back to."""
        return len(self._log)

    def undo(self, mark: int) -> None:
        """Forget what was learned after the mark."""
        log = self._log
        while len(log) > mark:
            number, before, is_edge = log.pop()
            if is_edge:
                self._above[number].pop()
            elif before is None:
                del self._interval[number]
            else:
                self._interval[number] = before

    def interval(self, number: int) -> Interval | None:
        """What is known of a number here, or None."""
        return self._interval.get(number)

    def narrow(self, number: int, found: Interval) -> Interval:
        """The number lies in ``found`` too. An empty meet (code that never runs) changes nothing."""
        before = self._interval.get(number)
        if before is not None:
            meet = (max(before[0], found[0]), min(before[1], found[1]))
            if meet == before or meet[0] > meet[1]:
                return before
            found = meet
        self._log.append((number, before, False))
        self._interval[number] = found
        return found

    def below(self, number: int, other: int, offset: int) -> None:
        """``number <= other + offset``."""
        if number == other:
            return
        self._log.append((number, None, True))
        self._above.setdefault(number, []).append((other, offset))

    def reaches(self, number: int, goals: dict[int, int]) -> bool:
        """Whether ``number <= goal + goals[goal]`` is known for one of the goals."""
        return any(offset <= goals[goal] for goal, offset in self._followed(number, goals).items() if goal in goals)

    def limits(self, number: int) -> frozenset[int]:
        """The numbers that ``number`` is known to be below."""
        return frozenset(other for other, offset in self._followed(number, {}).items() if offset < 0)

    def _followed(self, number: int, goals: dict[int, int]) -> dict[int, int]:
        """Other numbers by the least known ``k`` of ``number <= other + k``; ends early where a goal is met."""
        best = {number: 0}
        todo = [number]
        steps = 0
        while todo and steps < STEPS:
            now = todo.pop()
            offset = best[now]
            limit = goals.get(now)
            if limit is not None and offset <= limit:
                break
            for other, more in reversed(self._above.get(now, ())[-STEPS:]):
                steps += 1
                if offset + more < best.get(other, 1 << 80):
                    best[other] = offset + more
                    todo.append(other)
        return best
