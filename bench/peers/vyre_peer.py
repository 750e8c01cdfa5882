"""vyre on its CPU backend: compiled once, then checked calls with ``out=`` (arguments are looked at in every call)."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.data import Case, Inputs
from bench.peers import Job

if TYPE_CHECKING:
    from vyre.kernel import Kernel
    from vyre.run.pipeline import KernelPipeline

__all__ = ["VyrePeer", "kernels_named"]

Array = NDArray[Any]
_NAMES: Final = {"hash": ("hash_words",), "sum": ("total",), "scan": ("scan_sums", "scan_stretches")}
_MODULES: Final = {"matmul_fma": "matmul", "tiled": "matmul", "tiled_fma": "matmul"}


def kernels_named(name: str) -> tuple[Kernel, ...]:
    """The kernels of ``bench/kernels`` that a case runs, in order."""
    module = importlib.import_module(f"bench.kernels.{_MODULES.get(name, name)}")
    return tuple(getattr(module, kernel) for kernel in _NAMES.get(name, (name,)))


class VyrePeer:
    """vyre. ``backend``: a device id."""

    def __init__(self, backend: str = "cpu") -> None:
        from vyre.run.session import session

        session().engine(backend)  # opened before anything is timed, as the others' libraries are loaded
        self._backend = backend
        self._compiled: dict[str, tuple[KernelPipeline, ...]] = {}

    def versions(self) -> dict[str, str]:
        from importlib.metadata import version

        return {"vyre": version("vyre"), "llvmlite": version("llvmlite"), "backend": self._backend}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        compiled = self._compiled.get(case.kernel)
        if compiled is None:
            made = tuple(kernel.compile(backend=self._backend) for kernel in kernels_named(case.kernel))
            compiled = self._compiled[case.kernel] = made
        arguments = tuple(given.values())
        run = compiled[-1]
        if case.kernel == "bfs":  # brings an array up to date
            return Job(lambda: run(*arguments, out))
        if case.kernel != "scan":
            return Job(lambda: run(*arguments, out=out))
        from bench.kernels.scan import GROUPS

        before, sums = compiled[0], np.zeros(GROUPS, np.uint32)

        def call() -> None:
            before(*arguments, out=sums)
            run(*arguments, sums, out=out)

        return Job(call)
