"""Small host arrays on CUDA: the kernel reads and writes pinned memory of the host by itself.

For 4 KB on an H200 three copies and a launch take 24.5 µs from Python, one staged copy in and one out 17.9, and a kernel over
mapped memory 14.6. It pays where each element is touched about once, so only programs take this way that run in tiles
(``vyre.emit.tiles``): those have no loops either, so nobody has to be able to interrupt them.
"""

from __future__ import annotations

import ctypes
import threading
import time
from _thread import allocate_lock
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.backend import HostLaunch, Launch
from vyre.drivers.cuda_calls import did
from vyre.errors import DeviceLost
from vyre.ir.program import Grid

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend, CudaPipeline

__all__ = ["MAPPED_BYTES", "SmallCalls"]

MAPPED_BYTES: Final = 1 << 16
"""Bytes of all arrays of a call that goes this way: 64 KB take 16.1 µs so and 19.4 with copies, 256 KB 25.4 and 32.6."""

_ALIGN: Final = 256
_memmove = ctypes.memmove


class SmallCalls:
    """A block of mapped memory, and the launches over it. One call at a time."""

    def __init__(self, backend: CudaBackend) -> None:
        self._backend = backend
        self._lock = threading.Lock()
        self._block = 0
        self._runs = False  # a kernel over the block, as far as is known

    def prepared(
        self, pipeline: CudaPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str
    ) -> HostLaunch:
        """A launch over arrays of these sizes: where they lie in the block, and the arguments of the driver call, made once."""
        backend, lock, stream = self._backend, self._lock, self._backend.stream
        with lock:
            if not self._block:
                backend.enter()
                self._block = int(did(cu.cuMemAllocHost(2 * MAPPED_BYTES + _ALIGN * 256)))
        at = self._block
        places: list[int] = []
        for size in nbytes:
            places.append(at)
            at += -(-size // _ALIGN) * _ALIGN
        made = backend.launch_over(Launch(pipeline, (), grid, bytes(pipeline.plan.params.nbytes)), places)
        arguments = made.arguments
        params_at, given = ctypes.addressof(made.kept[1]), b""
        slots = list(zip(range(len(nbytes)), places, nbytes, strict=True))
        sent = [one for one in slots if one[0] not in blank]
        written = [one for one in slots if pipeline.plan.slots[one[0]].writable]
        launch, wait, clock = cu.cuLaunchKernel, cu.cuStreamSynchronize, time.perf_counter_ns

        def run(
            addresses: Sequence[int], params: bytes, kept: object = made.kept
        ) -> int:  # what the arguments point into
            nonlocal given
            if backend.queued:
                backend.flush()
            begun = clock()
            turn = allocate_lock()
            with turn:
                number = backend.begin_launch(turn)
                try:
                    with lock:
                        if self._runs:  # a call that a signal's handler ended
                            did(wait(stream))
                        for slot, place, size in sent:
                            _memmove(place, addresses[slot], size)
                        if params != given:
                            given = b""
                            _memmove(params_at, params, len(params))
                            given = params
                        self._runs = True
                        if launch(*arguments)[0]:
                            backend.enter()  # perhaps another context is this thread's
                            did(launch(*arguments))
                        if (status := wait(stream))[0]:
                            did(status)
                        self._runs = False
                        for slot, place, size in written:
                            _memmove(addresses[slot], place, size)
                except DeviceLost as error:
                    raise backend.told(error, f"dispatch #{number} ({name!r})") from error
                finally:
                    backend.end_launch(turn)
            return clock() - begun

        return run

    def close(self) -> None:
        if self._block:
            did(cu.cuMemFreeHost(self._block))
            self._block = 0
