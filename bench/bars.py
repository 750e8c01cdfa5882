"""What the CPU backend is held to: times of ours over theirs, byte-equal competitors only. The one place of these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["BARS", "BEST", "CALL_BARS", "SPREAD", "Bar", "CallBar", "call_verdicts"]

BEST: Final = "best"  # the fastest byte-equal competitor but the C baseline
SPREAD: Final = 1.03  # what the median of a bar of 1.0 may be, where the lower quartile is 1.0


@dataclass(frozen=True, slots=True)
class Bar:
    """``kernel`` takes at most ``limit`` times as long as ``against``."""

    kernel: str
    limit: float
    against: str = BEST

    def holds(self, median: float, lower_quartile: float) -> bool:
        """Whether paired ratios with this median and lower quartile are good enough.

        >>> Bar("xor", 1.0).holds(1.02, 0.99), Bar("xor", 1.0).holds(1.02, 1.01), Bar("hash", 0.55).holds(0.56, 0.5)
        (True, False, False)
        """
        if self.limit == 1.0:
            return median <= SPREAD and lower_quartile <= 1.0
        return median <= self.limit


BARS: Final = (
    Bar("xor", 1.0),
    Bar("saxpy", 1.0),
    Bar("hash", 0.55),
    Bar("histogram", 0.75),
    Bar("sum", 1.0),
    Bar("scan", 1.0),
    Bar("matmul", 0.8),
    Bar("matmul_fma", 0.55, "halide"),
    Bar("tiled", 0.8),
    Bar("tiled_fma", 0.55, "halide"),
    Bar("dfa", 0.5),
    Bar("stencil", 1.0),
    Bar("nbody", 1.0),
    Bar("mandelbrot", 0.4),
    Bar("mandelbrot", 1.0, "c"),
    Bar("popcount", 1.0),
    Bar("bfs", 1.0),
)


@dataclass(frozen=True, slots=True)
class CallBar:
    """Microseconds of one call over 1,024 elements. ``or_times_three``: or so many times the call with three arrays."""

    what: str
    arrays: int
    us: float
    or_times_three: float | None = None


CALL_BARS: Final = (
    CallBar("bound()", 3, 0.3),
    CallBar("compiled(…, out=)", 3, 0.8),
    CallBar("compiled(…, out=)", 12, 1.0, or_times_three=2.0),
    CallBar("kernel(…)", 3, 1.5),
)


def call_verdicts(rows: list[Mapping[str, Any]]) -> list[tuple[CallBar, float, bool]]:
    """Each bar of a call with what was measured and whether that is good enough."""
    found = {(row["what"], row["arrays"]): float(row["us"]) for row in rows}
    verdicts = []
    for bar in CALL_BARS:
        us = found.get((bar.what, bar.arrays))
        if us is not None:
            limit = max(bar.us, (bar.or_times_three or 0.0) * found.get((bar.what, 3), 0.0))
            verdicts.append((bar, us, us <= limit))
    return verdicts
