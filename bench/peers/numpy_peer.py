"""NumPy on one thread: the strict references as a competitor."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.data import Case, Inputs
from bench.peers import Job
from bench.strict import REFERENCES

__all__ = ["NumpyPeer"]

Array = NDArray[Any]


class NumpyPeer:
    """NumPy, one thread."""

    def versions(self) -> dict[str, str]:
        return {"numpy": np.__version__}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        reference = REFERENCES[case.kernel]
        return Job(lambda: reference(given, out))
