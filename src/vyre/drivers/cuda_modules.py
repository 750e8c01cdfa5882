"""Loading of compiled kernels. CUDA loads none while a kernel runs in its context, so the wait for that must be one that can end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.signal_safe import Latch, Worker
from vyre.drivers.cuda_calls import did
from vyre.emit.base import Artifact
from vyre.errors import DispatchTimeout

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend

__all__ = ["loaded"]

_GRACE: Final = 1.0  # seconds that a dispatch that was waited for in vain gets to end
_TURN: Final = 0.02  # seconds between two looks; signals come through in between


def loaded(backend: CudaBackend, artifact: Artifact, cubin: bytes) -> tuple[Any, Any]:
    """The module and its kernel. Raises DispatchTimeout R810 where a dispatch that somebody has waited for in vain keeps the device."""
    idle = cu.cuStreamQuery(backend.stream)[0] == cu.CUresult.CUDA_SUCCESS
    if idle:
        return _load(backend, artifact, cubin)
    found: list[tuple[Any, Any]] = []
    failed: list[BaseException] = []
    over = Latch()

    def load() -> None:
        try:
            with backend.inside():  # who asked for it may have left, by what a signal's handler raised
                found.append(_load(backend, artifact, cubin))
        except BaseException as error:  # noqa: BLE001 - raised by the thread that waits
            failed.append(error)
        over.open()

    Worker(load, name="vyre-cuda-load")
    stuck_since: float | None = None
    while not over.wait(_TURN):
        if not backend.stuck:
            stuck_since = None
        elif stuck_since is None:
            stuck_since = time.monotonic()
        elif time.monotonic() - stuck_since > _GRACE:
            raise DispatchTimeout(
                "an earlier dispatch on cuda still keeps the device busy, and CUDA loads no kernel meanwhile",
                code="R810",
                fix="use another device, such as backend='cpu'; where the dispatch will end, wait for it with session.synchronize(), "
                "else open the device again with session.reopen('cuda'). DispatchConfig(while_limit=N) ends a `while` that would "
                "never end",
                actual="cuda is still running it",
            )
    if failed:
        raise failed[0]
    return found[0]


def _load(backend: CudaBackend, artifact: Artifact, cubin: bytes) -> tuple[Any, Any]:
    backend.enter()
    module = did(cu.cuModuleLoadData(cubin))
    function = did(cu.cuModuleGetFunction(module, artifact.entry.encode()))
    if artifact.dynamic_shared:
        most = cu.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        did(cu.cuFuncSetAttribute(function, most, artifact.dynamic_shared))
    return module, function
