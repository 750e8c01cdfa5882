"""A program of this folder: inputs, a run on a device, and an answer that is computed without kernels.

Each module holds programs of one suite of public examples, or of one kind, written from what they do, and lists them as
``PROGRAMS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Inputs: TypeAlias = dict[str, Any]
Results: TypeAlias = Sequence[Array]


@dataclass(frozen=True, slots=True)
class Program:
    """``inputs(size, seed)`` makes what the other two take, and which neither changes.

    ``run(inputs, **keywords)`` calls kernels with these keywords, such as ``backend="cpu"``. ``expected(inputs)`` gives
    the same arrays, byte for byte, from NumPy or plain Python. ``size`` is that of the tests; what it counts is the
    program's own matter; it may be any up to ``largest`` (what fits its arrays of constant length), in steps of
    ``multiple`` (the side of its tiles).
    """

    name: str
    inputs: Callable[[int, int], Inputs]
    run: Callable[..., Results]
    expected: Callable[[Inputs], Results]
    size: int
    largest: int | None = None
    multiple: int = 1

    def other_size(self) -> int:
        """Another size than that of the tests, with other tails."""
        larger = self.size + self.size // self.multiple // 3 * self.multiple + self.multiple
        return larger if self.largest is None else min(larger, self.largest)
