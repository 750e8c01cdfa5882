"""vyre on its CPU backend: compiled once, then checked calls with ``out=`` (arguments are looked at in every call)."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from numpy.typing import NDArray

from bench.data import Case, Inputs

if TYPE_CHECKING:
    from vyre.kernel import Kernel
    from vyre.run.pipeline import KernelPipeline

__all__ = ["VyrePeer", "kernel_named"]

Array = NDArray[Any]
_NAMES: Final = {"hash": "hash_words", "sum": "total"}


def kernel_named(name: str) -> Kernel:
    """The kernel of ``bench/kernels`` for a case."""
    kernel: Kernel = getattr(importlib.import_module(f"bench.kernels.{name}"), _NAMES.get(name, name))
    return kernel


class VyrePeer:
    """vyre. ``backend``: a device id."""

    def __init__(self, backend: str = "cpu") -> None:
        from vyre.run.session import session

        session().engine(backend)  # opened before anything is timed, as the others' libraries are loaded
        self._backend = backend
        self._compiled: dict[str, KernelPipeline] = {}

    def versions(self) -> dict[str, str]:
        return {"vyre": version("vyre"), "llvmlite": version("llvmlite"), "backend": self._backend}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Callable[[], object]:
        compiled = self._compiled.get(case.kernel)
        if compiled is None:
            compiled = self._compiled[case.kernel] = kernel_named(case.kernel).compile(backend=self._backend)
        arguments = tuple(given.values())
        return lambda: compiled(*arguments, out=out)
