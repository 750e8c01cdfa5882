"""The competitors. Each runs in a process of its own, started by ``bench.run``; some in an environment of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Job", "Unable"]


@dataclass(frozen=True, slots=True)
class Job:
    """``run`` makes one call and waits for it; ``fetch`` brings its result into the output, where it isn't there already."""

    run: Callable[[], object]
    fetch: Callable[[], object] | None = None


class Unable(Exception):
    """A competitor cannot do this case; the text says why."""
