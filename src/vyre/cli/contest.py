"""Contestants measured in turns: the same work, outputs compared byte for byte, medians with their spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vyre.errors import VyreError

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Contestant", "Measured", "contest"]

CALLS = 1000  # of one contestant in one turn, at most


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to do the work, on ``device`` where it names one. ``restore`` brings its arrays to where each call begins, and is not timed; ``outputs`` are
    those of the last call."""

    name: str
    call: Callable[[], object]
    restore: Callable[[], object]
    outputs: Callable[[], Sequence[np.ndarray[Any, Any]]]
    device: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds of one contestant. ``first_ms``: of its first call, compiling included; ``lower_ms`` and ``upper_ms``: the
    quartiles of the turns; ``ratio``: its time over the first contestant's, paired by turn."""

    name: str
    first_ms: float
    median_ms: float
    lower_ms: float
    upper_ms: float
    best_ms: float
    ratio: float
    calls: int
    turns_ms: tuple[float, ...]
    device: str = ""


def contest(
    contestants: Sequence[Contestant],
    *,
    turns: int,
    budget_s: float,
    left_out: Callable[[Contestant, VyreError], bool] = lambda _, __: False,
    say: Callable[[str], object] = lambda _: None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Measured, ...]:
    """Measure all, interleaved: each turn gives each of them ``budget_s`` seconds of calls (one at least), in an order that
    changes. One whose first call fails is asked of ``left_out``: True leaves it out, False raises. ``clock`` gives seconds.

    Raises VyreError S922 where the outputs of one are not the first one's, after its first call or after any turn.
    """
    first, entered = [], []
    for one in contestants:
        say(f"first call: {one.name}")
        try:
            one.restore()
            start = clock()
            one.call()
        except VyreError as error:
            if left_out(one, error):
                continue
            raise
        first.append(clock() - start)
        entered.append(one)
    if not entered:
        return ()
    contestants = entered
    expected = [array.copy() for array in contestants[0].outputs()]
    for one in contestants:
        _compare(one, contestants[0].name, expected)
    seconds: list[list[float]] = [[] for _ in contestants]
    best = [float("inf")] * len(contestants)
    calls = [0] * len(contestants)
    for turn in range(turns):
        at = turn % len(contestants)
        for k in (*range(at, len(contestants)), *range(at)):
            one = contestants[k]
            say(f"turn {turn + 1} of {turns}: {one.name}")
            times = _turn(one, budget_s, clock)
            seconds[k].append(statistics.median(times))
            best[k] = min(best[k], *times)
            calls[k] += len(times)
            _compare(one, contestants[0].name, expected)
    found = []
    for k, one in enumerate(contestants):
        lower, middle, upper = _quartiles(seconds[k])
        ratio = statistics.median(mine / theirs for mine, theirs in zip(seconds[k], seconds[0], strict=True))
        in_ms = tuple(s * 1e3 for s in seconds[k])
        found.append(
            Measured(
                one.name,
                first_ms=first[k] * 1e3,
                median_ms=middle * 1e3,
                lower_ms=lower * 1e3,
                upper_ms=upper * 1e3,
                best_ms=best[k] * 1e3,
                ratio=ratio,
                calls=calls[k],
                turns_ms=in_ms,
                device=one.device,
            )
        )
    return tuple(found)


def _turn(one: Contestant, budget_s: float, clock: Callable[[], float]) -> list[float]:
    """A call to warm up, then as many as fit."""
    one.restore()
    start = clock()
    one.call()
    count = max(1, min(CALLS, int(budget_s / max(clock() - start, 1e-7))))
    times = []
    for _ in range(count):
        one.restore()
        start = clock()
        one.call()
        times.append(max(clock() - start, 1e-9))
    return times


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return lower, middle, upper


def _compare(one: Contestant, first: str, expected: Sequence[np.ndarray[Any, Any]]) -> None:
    got = list(one.outputs())
    told = _difference(got, expected)
    if told is not None:
        raise VyreError(
            f"{one.name} does not give what {first} gives: there is nothing to compare the speed of",
            code="S922",
            fix="make them do the same work to the bit (vyre run … --check tells which backend is right), or leave one out",
            actual=told,
        )


def _difference(got: Sequence[np.ndarray[Any, Any]], expected: Sequence[np.ndarray[Any, Any]]) -> str | None:
    if len(got) != len(expected):
        return f"{len(got)} outputs, and {len(expected)}"
    for k, (mine, theirs) in enumerate(zip(got, expected, strict=True)):
        if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
            return f"output {k}: {mine.dtype}{list(mine.shape)}, and {theirs.dtype}{list(theirs.shape)}"
        if mine.tobytes() != theirs.tobytes():
            size = theirs.dtype.itemsize
            a, b = mine.tobytes(), theirs.tobytes()
            at = next(n for n in range(0, len(a), size) if a[n : n + size] != b[n : n + size]) // size
            return f"output {k}, element {at}: {mine.reshape(-1)[at]}, and {theirs.reshape(-1)[at]}"
    return None
